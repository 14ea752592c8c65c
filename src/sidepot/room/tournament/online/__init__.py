"""Online tournaments: entries, flights, deals, orders to the tables, postings."""
