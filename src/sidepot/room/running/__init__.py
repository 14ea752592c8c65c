"""Tables while people play at them: actors, viewers, bots, errors."""
