"""What an online tournament has of its own: entries, flights, deals, the orders to its tables, its booking."""
