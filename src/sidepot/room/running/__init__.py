"""Tables while people play at them: actors, who watches, who answers for the bots, what goes wrong."""
