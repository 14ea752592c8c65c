"""The machine of one table of the room: a command becomes an entry of the log, and the entries make the table."""
