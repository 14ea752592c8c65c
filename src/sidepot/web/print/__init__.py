"""Pages to be printed, and QR codes."""
