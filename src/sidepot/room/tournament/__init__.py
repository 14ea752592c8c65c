"""The machine of one tournament: online, at tables of the room, or live, with real chips and cards."""
