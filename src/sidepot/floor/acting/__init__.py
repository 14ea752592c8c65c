"""What a player said and pushed becomes one action."""
