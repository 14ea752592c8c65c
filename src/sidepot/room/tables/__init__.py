"""The tables of the room: each command becomes an entry, entries make the table, and everybody gets a view."""
