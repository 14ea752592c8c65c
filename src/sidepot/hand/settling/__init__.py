"""The settlement of a hand played with real chips: the winners of each pot, and why."""
