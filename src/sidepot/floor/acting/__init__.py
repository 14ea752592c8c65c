"""A player's words and chips become one action."""
