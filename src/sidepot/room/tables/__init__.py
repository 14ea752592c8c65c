"""The tables of the room: what was said becomes an entry, entries make the table, and everybody gets his own view."""
