"""One tournament of the room: online, at tables of the room, or live, with real chips and cards."""
