"""Perft for poker: walk the whole betting tree of a game with the real `Hand` and count what is in it.

Chess engines prove their rules by counting positions; here decisions are counted, and with the number of ways to see
the cards the information sets of a game. Heads-up limit hold'em has 319,365,922,522,608 (M. Johanson, "Measuring the
Size of Large No-Limit Poker Games", 2013), if every bet, cap, blind and round end is right.

>>> from sidepot.games.catalog import HOLDEM
>>> from sidepot.games.limits import FixedLimit
>>> from sidepot.games.stakes import Stakes
>>> from sidepot.hand.planning.forced_bets import seat_hand
>>> from sidepot.rules.houses import TDA_2013
>>> setup = seat_hand(HOLDEM, FixedLimit(4), Stakes(blinds=(5, 10)), TDA_2013, [10_000] * 2)
>>> information_sets(setup)
319365922522608
"""

from __future__ import annotations

from math import comb

import msgspec

from sidepot.cards import UNKNOWN
from sidepot.errors import Conflict
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup


class Round(msgspec.Struct):
    """The counts of the betting tree in one round.

    `decisions` are the points at which a seat must decide, `actions` the choices there, `folded` the ends of hands in
    which one seat is left, `closed` the ways in which the round ends with several.
    """

    name: str
    decisions: int = 0
    actions: int = 0
    folded: int = 0
    closed: int = 0


def betting_tree(setup: Setup) -> list[Round]:
    """Count the betting tree of a setup, round by round, cards unknown; raises go up in steps of the smallest chip.

    A fold where checking is free is allowed (TDA-2013 50), and not counted: it makes no decision for anybody. Raises
    Conflict for games in which the cards decide who acts, or in which cards are changed.
    """
    game = setup.game
    if game.is_stud or game.is_draw:
        raise Conflict(f"{game.title}: the order of action depends on the cards, so its betting tree has no walk")
    rounds = [Round(street.name) for street in game.streets]
    _walk(Hand(setup), rounds)
    return rounds


def _walk(hand: Hand, rounds: list[Round]) -> None:
    """Count everything from here on."""
    _deal(hand)
    if hand.due is not Due.ACT:
        return
    here = rounds[hand.street]
    here.decisions += 1
    street = hand.street
    for name, to in choices(hand):
        here.actions += 1
        child = hand.copy()
        if name == "fold":
            child.fold()
        elif name == "raise":
            child.raise_to(to)
        else:
            child.check_or_call()
        if child.live & (child.live - 1) == 0:
            here.folded += 1
            continue
        if child.due is not Due.ACT or child.street > street:
            here.closed += 1
        _walk(child, rounds)


def choices(hand: Hand) -> list[tuple[str, int]]:
    """The choices of the seat to act: fold facing a bet, check or call, and every total it may bet or raise to."""
    low, high = hand.raise_bounds()
    found = [("fold", 0)] if hand.to_call else []
    found.append(("stay", 0))
    if high:
        found += [("raise", to) for to in range(low, high, hand.betting.step() or high - low or 1)]
        found.append(("raise", high))
    return found


def _deal(hand: Hand) -> None:
    """Post, return what is uncalled, and deal unknown cards until somebody must decide or the showdown is near."""
    while True:
        match hand.due:
            case Due.POST:
                hand.post()
            case Due.BURN:
                hand.burn()
            case Due.DEAL:
                hand.deal((UNKNOWN,) * hand.count)
            case Due.BOARD:
                hand.board((UNKNOWN,) * hand.count)
            case Due.RETURN:
                hand.return_uncalled()
            case _:
                return


def ways_to_see(setup: Setup) -> list[int]:
    """In how many ways a seat may see its own cards and the board, by round."""
    left = 52
    ways = 1
    found = []
    for street in setup.game.streets:
        for count in (street.down, street.board):
            ways *= comb(left, count)
            left -= count
        found.append(ways)
    return found


def information_sets(setup: Setup) -> int:
    """The decisions of a game that differ for the seat that must make them: by betting, own cards and board."""
    rounds = betting_tree(setup)
    return sum(part.decisions * ways for part, ways in zip(rounds, ways_to_see(setup), strict=True))
