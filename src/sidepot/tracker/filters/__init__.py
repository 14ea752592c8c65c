"""Filters of hands: conditions that a player writes, such as `position = BTN, pot = 3bet`, and their SQL."""
