"""The WebSocket: connections, messages from clients, and the topics that they watch."""
