"""A director's questions about the event: levels, tables, the bubble."""
