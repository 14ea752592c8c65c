"""A director's questions about the tournament: levels, tables, the bubble."""
