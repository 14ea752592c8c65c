"""Everything that runs a machine of the room (a table or tournament): actor, registry, publisher, clock."""
