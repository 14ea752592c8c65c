"""Claims about chips and time: accepted action, counts, hidden chips, the clock."""
