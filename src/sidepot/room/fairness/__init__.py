"""The fair deal, which a player can check: shuffles, commitments, records, proofs."""
