"""What each seat was to win on average when the betting ended all-in, beside what it won.

The odds are asked at the moment of the last act, for each pot among the seats that contest it. Cards that all could see
are dead; folded hands are not known. They are exact where that takes a few seconds at most (in hold'em always), and
sampled with one seed elsewhere, which is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final, NamedTuple

from sidepot.cards import UNKNOWN, text
from sidepot.games.model import Game
from sidepot.hand import events as e
from sidepot.hand.hand import Hand
from sidepot.hand.replaying import replay
from sidepot.odds.ask import odds

_ACTS: Final = (e.Posted, e.BroughtIn, e.Folded, e.Checked, e.Called, e.RaisedTo)
_CARDS: Final = (e.Burned, e.Dealt, e.BoardDealt)
_SUITS: Final = tuple(permutations(range(4)))

Cards = tuple[int, ...]


class AllIn(NamedTuple):
    """The part of all pots that each seat was to win on average, in chips before a rake; by seat, 0 for the others."""

    seats: int  # a bit mask of those that were in it
    chips: tuple[float, ...]
    exact: bool


def all_in(hand: Hand) -> AllIn | None:
    """The average that waited for each seat when the betting ended; None where it did not end all-in before the last
    card, or where a hand that was in it is not known.
    """
    log = hand.log
    end = _betting_ends(log)
    if not end or hand.setup.open is not None or any(isinstance(event, e.Discarded) for event in log[end:]):
        return None
    then = replay(log[:end])
    live = [seat for seat in range(then.plan.seats) if then.live >> seat & 1]
    if len(live) < 2 or then.live != hand.live or all(then.stacks[seat] for seat in live):
        return None
    held = [_held(then.hole[seat], hand.hole[seat]) for seat in live]
    if any(cards is None for cards in held):
        return None
    hands = {seat: cards for seat, cards in zip(live, held, strict=True) if cards is not None}
    boards = tuple([tuple(board) for board in then.boards[: hand.setup.game.boards]])
    dead = _seen_cards(log[:end], then.live)
    chips = [0.0] * then.plan.seats
    for event in log[:end]:
        if isinstance(event, e.Awarded):  # a side pot in which one seat was left
            for seat, won in event.shares:
                chips[seat] += won
    exact = True
    for pot in then.pots():
        seats = [seat for seat in pot.seats if seat in hands]
        others = tuple([card for seat in live if seat not in seats for card in hands[seat]])
        shares, is_exact = _shares(hand.setup.game, tuple([hands[seat] for seat in seats]), boards, dead + others)
        exact = exact and is_exact
        for seat, share in zip(seats, shares, strict=True):
            chips[seat] += pot.amount * share
    return AllIn(then.live, tuple(chips), exact)


def _betting_ends(log: Sequence[e.Event]) -> int:
    """Where the first card lies that comes when all betting is over; 0 where none does."""
    last = max((at for at, event in enumerate(log) if isinstance(event, _ACTS)), default=0)
    if isinstance(log[last], e.Posted):  # nobody had a chip left after the posts: it ends when the hands are dealt
        while last + 1 < len(log) and isinstance(log[last + 1], e.Dealt):
            last += 1
    for at in range(last + 1, len(log)):
        if isinstance(log[at], _CARDS):
            return at if any(isinstance(event, (e.Dealt, e.BoardDealt)) for event in log[at:]) else 0
    return 0


def _held(then: Sequence[int], at_end: Sequence[int]) -> Cards | None:
    """The cards of a hand at that moment, some of which may have been seen only at its end; None where they are not."""
    first = tuple(at_end[: len(then)])
    if UNKNOWN in first or len(first) < len(then):
        return None
    known = all(card in (UNKNOWN, seen) for card, seen in zip(then, first, strict=True))
    return first if known else None


def _seen_cards(log: Sequence[e.Event], live: int) -> Cards:
    """The cards that lay face up before seats that have folded."""
    found: list[int] = []
    for event in log:
        if isinstance(event, e.Dealt) and event.up and not live >> event.seat & 1:
            found += [card for card in event.cards[-event.up :] if card != UNKNOWN]
    return tuple(found)


def _shares(game: Game, hands: tuple[Cards, ...], boards: tuple[Cards, ...], dead: Cards) -> tuple[list[float], bool]:
    """The average part of a pot that each hand wins, and whether that is exact."""
    if len(hands) == 1:
        return [1.0], True
    order = sorted(range(len(hands)), key=lambda at: sorted(hands[at]))
    asked = tuple([hands[at] for at in order]), boards, dead
    if not game.wild:
        asked = min(_in_suits(*asked, suits) for suits in _SUITS)
    shares, exact = _asked(game, *asked)
    found = [0.0] * len(hands)
    for at, share in zip(order, shares, strict=True):
        found[at] = share
    return found, exact


def _in_suits(
    hands: tuple[Cards, ...], boards: tuple[Cards, ...], dead: Cards, suits: Sequence[int]
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Cards]:
    """The same spot with other suits, which has the same odds: so that each is worked out once."""

    def other(cards: Cards) -> Cards:
        return tuple(sorted([card - card % 4 + suits[card % 4] if card < 52 else card for card in cards]))

    return tuple(map(other, hands)), tuple(map(other, boards)), other(dead)


@lru_cache(maxsize=20_000)
def _asked(
    game: Game, hands: tuple[Cards, ...], boards: tuple[Cards, ...], dead: Cards
) -> tuple[tuple[float, ...], bool]:
    told = "/".join([text(board) for board in boards])
    found = odds([text(hand) for hand in hands], board=told.strip("/"), dead=text(dead), game=game)
    return tuple([hand.equity for hand in found.hands]), found.exact
