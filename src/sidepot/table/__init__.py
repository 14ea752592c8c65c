"""A table over many hands: seats, button and blinds, stakes and markers, mixed games. It turns commands into events."""
