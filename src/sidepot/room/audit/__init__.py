"""Checks of a stored room: its records, books, snapshots and installation, and a search for suspicious play."""
