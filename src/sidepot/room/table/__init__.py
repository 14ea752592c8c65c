"""The machine of one table of the room: a command becomes an event of the log, and the events make the table."""
