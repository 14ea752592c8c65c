"""Several processes that are one room: which of them may speak for a table, and when another takes it over."""
