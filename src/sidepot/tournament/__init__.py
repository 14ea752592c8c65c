"""A tournament over many tables: structure and clock, entries, seats, payouts; commands become events."""
