"""The transport over ASGI: sockets, limits on bytes and on time, addresses."""
