"""The settlement of a hand that was played with real chips: each pot's winner, and why."""
