"""A tournament at many tables: structure, clock, entries, seats, payouts. It turns commands into events."""
