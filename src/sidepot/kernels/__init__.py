"""Poker calculations over large arrays of cards, compiled by numba if the extra `fast` is installed.

Nothing else needs this package, and it is imported only when it is used. Each kernel is checked against the plain code
of `ranking`.
"""
