"""The room on the network: accounts and sessions, the socket of the tables, the pages, the server."""
