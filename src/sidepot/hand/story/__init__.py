"""A hand told in sentences, event by event: the one teller of the command line and the room."""
