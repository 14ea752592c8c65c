"""Rabbit hunting: the board cards that were still to come when the hand ended. Rule: TDA-2013 28."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.errors import Cite, IllegalAction
from sidepot.games.model import Street
from sidepot.hand.due import DONE
from sidepot.hand.events import Voided
from sidepot.hand.hand import Hand
from sidepot.hand.own_book import RABBIT, own
from sidepot.rules.clauses import Sentence, refuse, say

_NONE: Final = "none_to_come"


def streets_to_come(hand: Hand) -> list[Street]:
    """The streets whose board cards would have been dealt. Raises IllegalAction if these cards may not be shown.

    In stud and draw games, nobody knows which cards would have been dealt: that depends on who stays in and on the
    discards. The same is true of a game with a board in which players could still draw cards.
    """
    rulebook = hand.setup.rulebook
    cite = own(rulebook, RABBIT)
    if not rulebook.rabbit_hunting:
        raise _refused(say("this house does not show cards that would have come"), cite, "no_rabbit_hunt")
    if hand.due is not DONE:
        raise _refused(say("the hand is not over"), cite, "hand_on")
    if any(isinstance(event, Voided) for event in hand.log):
        raise _refused(say("the hand was called off: no card would have come"), cite)
    streets = hand.plan.streets
    if not any(street.board for street in streets):
        raise _refused(say("{game} has no board, so there is no rabbit hunt", (hand.setup.game.title,)), cite)
    to_come = _boards_to_come(hand)
    if not to_come:
        raise _refused(say("all the board cards have already been dealt"), cite)
    later = streets[hand.street + 1 :]
    if any(street.down or street.up or street.draw for street in later):
        raise _refused(say("the board cards depend on cards that players would have drawn"), cite)
    if sum([street.burn + street.board * hand.plan.boards for street in to_come]) > hand.stub:
        raise _refused(say("the stub has too few cards"), cite)
    return to_come


def _refused(sentence: Sentence, cite: Cite, code: str = _NONE) -> IllegalAction:
    return refuse(IllegalAction, sentence, cite, code=code)


def _boards_to_come(hand: Hand) -> list[Street]:
    turned = len(hand.boards[0])
    left = []
    for street in hand.plan.streets:
        if turned >= street.board:
            turned -= street.board
        else:
            left.append(street)
    return left


def can_hunt(hand: Hand) -> bool:
    """Whether the board cards that would have been dealt may be shown now."""
    if not hand.setup.rulebook.rabbit_hunting:  # the usual case
        return False
    try:
        return bool(streets_to_come(hand))
    except IllegalAction:
        return False


def by_board(hand: Hand, cards: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The cards of a rabbit hunt, in dealing order, for each board of the hand."""
    boards: list[tuple[int, ...]] = [() for _ in range(hand.plan.boards)]
    at = 0
    for street in _boards_to_come(hand):
        for board in range(hand.plan.boards):
            boards[board] += tuple(cards[at : at + street.board])
            at += street.board
    return tuple(boards)
