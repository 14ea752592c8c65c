"""The security of the room: passwords, table locks, bans, taken names, known devices, PINs, throttles."""
