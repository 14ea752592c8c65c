"""How a hand is dealt so that a player can check it: shuffles, commitments, records, proofs."""
