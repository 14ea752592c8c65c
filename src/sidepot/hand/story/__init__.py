"""A hand in sentences, event by event, for the command line and the room."""
