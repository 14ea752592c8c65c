"""Procedure: who shows first, side pots, the button and the blinds, seats, chip races, chips on the table."""
