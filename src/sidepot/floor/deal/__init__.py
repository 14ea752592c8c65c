"""Mistakes of the deal: misdeals, wrong cards, boards, the stub."""
