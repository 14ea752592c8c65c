"""Who gets which pot of a hand that was played with real chips, and why."""
