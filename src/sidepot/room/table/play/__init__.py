"""Play at a table of the room: how each command is checked and carried out."""
