"""Run a machine of the room (a table or a tournament): actor, registry, publisher, subscribers, clock."""
