"""The tracker: the hands of a player from all sites, in a database on the player's own disk."""
