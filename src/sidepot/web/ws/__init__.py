"""The WebSocket: connections, what clients send over them, and the topics that they watch."""
