"""What keeps the room safe: passwords, locks, bans, names that mislead nobody, and how often anything may be tried."""
