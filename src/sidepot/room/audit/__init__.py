"""Checks of a stored room: its records, its books, its snapshots, its installation, and suspicious play."""
