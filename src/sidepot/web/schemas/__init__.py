"""What goes over HTTP and the WebSocket, one struct each."""
