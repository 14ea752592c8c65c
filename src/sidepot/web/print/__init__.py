"""Pages to print, and QR codes."""
