"""The room on the network: accounts and sessions, the tables' socket, the pages, and the server's upkeep."""
