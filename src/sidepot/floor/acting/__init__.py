"""Rulings that turn a player's words and chips into one action."""
