"""What players, hosts and the clock may do at a table of the room: each command's checks and events."""
