"""Turns: acting out of turn, skipped players, and substantial action."""
