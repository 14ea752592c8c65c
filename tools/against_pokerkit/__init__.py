"""Random hands in two engines at once, ours and PokerKit: where they part, and which rule decides."""
