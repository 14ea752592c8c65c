"""What keeps the room safe: passwords, table locks, bans, taken names, known devices, PINs, throttles."""
