"""Views of the room: for everybody, for one player, and the log in words."""
