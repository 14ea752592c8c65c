"""The room on the network: accounts and sessions, the tables' socket, the pages, and what keeps it running."""
