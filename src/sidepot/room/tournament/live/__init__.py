"""Live tournaments: the staff's reports, the players' requests, tasks."""
