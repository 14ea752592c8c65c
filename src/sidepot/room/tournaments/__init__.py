"""Live tournaments: played beside their tables, which they order. Pure: no clock, no disk."""
