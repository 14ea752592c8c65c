"""Whose turn it is: acting out of it, being passed over, and substantial action."""
