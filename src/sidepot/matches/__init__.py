"""Compare players: the same cards in every seating, errors, ratings, and programs as players."""
