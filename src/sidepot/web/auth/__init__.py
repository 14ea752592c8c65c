"""Whether somebody may: accounts, sessions, passwords, roles, bans, locks, and how often anything may be tried."""
