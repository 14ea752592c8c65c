"""Carry out a ruling: its effects become commands of the live hand, which are logged after the ruling.

Either everything happens or nothing. If the director must decide, choose an option first (`rules.ruling.choose`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sidepot.cards import UNKNOWN, Below, Deck
from sidepot.errors import Cite, Conflict, IllegalAction, NotDue
from sidepot.hand.absent import kill_absent
from sidepot.hand.deaths import is_dealt
from sidepot.hand.due import Due
from sidepot.hand.floor_acts import decision, mucked_and_burned
from sidepot.rules.ruling import Act, Effect, FourCards, Kill, NewStub, Redeal, Void

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.rules.ruling import Ruling

__all__ = ["carry_out", "kill_absent"]

FLOP: Final = 3
FOUR_CARDS: Final = Cite("TDA-2013", "36")
OUT_OF_TURN: Final = Cite("TDA-2013", "38-A")
STUB: Final = Cite("TDA-2013", "RP-4")


def carry_out(
    hand: Hand, ruling: Ruling, *, by: str = "", deck: Deck | None = None, below: Below | None = None
) -> tuple[int, ...]:
    """Apply a ruling to the hand and, if there is one, to the dealer's `deck`. `by` is the name of the director.

    Shuffles use the random numbers of `below` or, failing that, of the deck. Returns the seats whose hands must be
    killed as soon as they are dealt, for `Dealer.absent` or `kill_absent`. Raises BadNotation for a ruling that is
    still open, and the errors of the hand or the deck for impossible actions. After an error, nothing has changed.
    """
    decision(ruling, by)
    spare = None if deck is None else deck.copy()
    trial = hand.copy(log=True)
    for effect in ruling.effects:
        if spare is not None:
            _deal_otherwise(trial, effect, spare, below)
        _do(trial, effect)
    hand.rule(ruling, by=by)
    waiting: dict[int, None] = {}
    for effect in ruling.effects:
        waiting.update(dict.fromkeys(_do(hand, effect)))
    if deck is not None and spare is not None:
        deck.take(spare)
    return tuple(waiting)


# ---- the hand


def _do(hand: Hand, effect: Effect) -> tuple[int, ...]:
    """Apply one effect; return the seats whose hands are killed when they are dealt."""
    match effect:
        case Act():
            _act(hand, effect)
        case Kill(seat, refund):
            if hand.due is not Due.DONE and not is_dealt(hand):
                return (seat,)
            if hand.due is Due.BRING_IN and hand.seat == seat:
                hand.bring_in()
            hand.kill(seat, refund=refund)
        case Redeal(dead):
            hand.redeal()
            return dead
        case NewStub(mixed):
            hand.restub(mixed=mixed)
        case FourCards(drawn):
            _check_flop(hand, drawn)
        case Void():
            hand.void()
    return ()


_IN_TURN: Final[dict[str, Callable[[Hand, int], None]]] = {
    "fold": lambda hand, to: hand.fold(),
    "check": lambda hand, to: hand.check(),
    "call": lambda hand, to: hand.call(),
    "raise_to": lambda hand, to: hand.raise_to(to),
    "bring_in": lambda hand, to: hand.bring_in(),
}


def _act(hand: Hand, act: Act) -> None:
    if act.seat == hand.seat:
        _IN_TURN[act.verb](hand, act.to)
    elif act.verb == "fold":
        hand.fold(seat=act.seat)
    else:
        verb = act.verb.replace("_", " ")
        raise NotDue(f"seat {act.seat + 1} must do this ({verb}) in turn; it is not that seat's turn now", OUT_OF_TURN)


# ---- the deck


def _check_flop(hand: Hand, drawn: int) -> None:
    if hand.due is not Due.BOARD or hand.count != FLOP:
        raise NotDue("a four-card flop is possible only when the flop is due", FOUR_CARDS)
    if not 0 <= drawn <= FLOP:
        raise IllegalAction(f"drawn: expected 0 to 3, the position of one of the four cards, not {drawn}", FOUR_CARDS)


def _deal_otherwise(hand: Hand, effect: Effect, deck: Deck, below: Below | None) -> None:
    """Apply an effect to the deck, before the hand changes."""
    match effect:
        case Redeal():
            deck.gather(hand.plan.deck, below=below)
        case NewStub(mixed):
            more = mucked_and_burned(hand) if mixed else ()
            if UNKNOWN in more:
                raise Conflict(
                    "the stub cannot be shuffled with the muck and the burn cards, because some of these are unknown",
                    STUB,
                )
            deck.shuffle(more, below=below)
        case FourCards(drawn):
            _check_flop(hand, drawn)
            four = list(deck.draw(FLOP + 1))
            burn = four.pop(drawn)
            others = deck.draw(FLOP * (hand.plan.boards - 1 - hand.board_at % hand.plan.boards))
            deck.put_back([*four, *others, burn])
