"""Live tournaments: reports of the staff, requests of players, tasks."""
