"""One table of the room: its commands, its events, its state."""
