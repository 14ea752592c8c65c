"""Odds in several processes. The pieces, and so the result, do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple

from sidepot.odds.plain import Progress
from sidepot.odds.question import Spot
from sidepot.odds.tally import Tally
from sidepot.workers import Workers, do_pieces

PARTS: Final = 64
"""The maximum number of pieces of an exact answer."""

DEALS: Final = 100_000
"""The number of deals in a piece that is sampled by kernels; the plain code samples a twentieth of it."""


class OddsPiece(NamedTuple):
    """A part of an odds question: some of the possible cards of one hand, or some samples with their own seed."""

    name: str
    spot: Spot
    fast: bool
    exactly: bool
    deals: int
    seed: int


Answer = Callable[[Spot, bool, bool, int, int, Progress], Tally]


def pieces_of_odds(spot: Spot, fast: bool, exactly: bool, deals: int, seed: int) -> Iterator[OddsPiece]:
    """The pieces into which the work on a question is divided, in order."""
    if exactly:
        at = max(range(len(spot.holdings)), key=lambda seat: len(spot.holdings[seat].choices))
        widest = spot.holdings[at]
        size = -(-len(widest.choices) // PARTS)
        for begin in range(0, len(widest.choices), size):
            part = widest._replace(choices=widest.choices[begin : begin + size])
            holdings = (*spot.holdings[:at], part, *spot.holdings[at + 1 :])
            yield OddsPiece(f"choices from {begin}", spot._replace(holdings=holdings), fast, True, 0, seed)
        return
    size = DEALS if fast else DEALS // 20
    for begin in range(0, deals, size):
        own = int.from_bytes(sha256(f"{seed}/{begin}".encode()).digest()[:7])
        yield OddsPiece(f"deals from {begin}", spot, fast, False, min(size, deals - begin), own)


def answer_in_pieces(answer: Answer, pieces: Iterator[OddsPiece], workers: Workers, progress: Progress) -> Tally:
    """Compute all pieces of a question, and add up their counts."""
    whole: Tally | None = None
    for piece, tally in do_pieces(partial(_part, answer), pieces, workers):
        whole = tally if whole is None else whole.plus(tally)
        progress(piece.deals)
    assert whole is not None  # there is a choice, and a deal
    return whole


def _part(answer: Answer, piece: OddsPiece) -> Tally:
    """The tally of one piece. This function is sent to processes."""
    return answer(piece.spot, piece.fast, piece.exactly, piece.deals, piece.seed, _nobody)


def _nobody(_steps: int) -> None:
    """A `progress` function that does nothing."""
