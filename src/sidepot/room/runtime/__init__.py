"""One way to run a machine of the room, whatever it decides."""
