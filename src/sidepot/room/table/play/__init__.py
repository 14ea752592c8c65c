"""Play at a table of the room: the checks and events of each command."""
