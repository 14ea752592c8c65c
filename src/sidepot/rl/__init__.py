"""Poker as an environment for learning: PettingZoo's AEC interface over the ordinary engine. See `docs/how-to/rl.md`.

PettingZoo and NumPy come with the extra `rl`; nothing else needs this package.
"""
