"""The dealer's helper: follows hands with real chips and cards, one after the other, by the dealer's taps."""
