"""What a director is asked about the event: levels, tables, the bubble."""
