"""The dealer's helper: one hand with real chips and cards after the other, followed by taps."""
