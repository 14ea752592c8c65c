"""What a live tournament has of its own: reports of its staff, the requests of players, its tasks."""
