"""A hand of the room in words, line by line, as its dealer would say it: `Ann raises to 60`, `Flop: K♠ 7♦ 2♣`.

It is told from the public fold of the hand alone (see `onlooker`). Players are called by their names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.games.titles import limit_words, stakes_words, ways_words
from sidepot.hand import events as e
from sidepot.hand.due import Due
from sidepot.hand.legal.options import verb_of
from sidepot.hand.setup import Post
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from sidepot.hand.words import board_name, capital, hand_words, passed_out_words, runs_words, uncapital
from sidepot.room.tables.telling_awards import award_lines
from sidepot.room.tables.telling_said import cards_words, checked_lines, floor_lines, said_lines

if TYPE_CHECKING:
    from sidepot.games.model import Game
    from sidepot.hand.hand import Hand

_SAYS: Final = {"bet": "bets", "raise": "raises to", "complete": "completes to"}


class Told:
    """What is to be remembered to tell a hand: who plays it, what is told together, how many pots there were."""

    __slots__ = ("antes", "deals", "players", "pots")

    def __init__(self) -> None:
        self.players: tuple[str, ...] = ()
        self.antes: list[e.Posted] = []
        self.deals: list[e.Dealt] = []
        self.pots = 0

    def start(self, hand: Hand, players: tuple[str, ...], number: int) -> list[str]:
        """A hand begins: the first line of it."""
        self.players = players
        self.antes, self.deals, self.pots = [], [], 0
        setup = hand.setup
        game = f"{setup.game.title}, {limit_words(setup.limit)}, {stakes_words(setup.limit, setup.stakes)}"
        button = "" if hand.plan.is_stud else f". {players[setup.button]} has the button"
        return [f"Hand {number}: {game}{button}"]


def lines_of(told: Told, hand: Hand, event: e.Event) -> list[str]:
    """What an event is in words; it is taken in by the hand. Often one line, sometimes none until more has happened."""
    lines = []
    if told.antes and not (isinstance(event, e.Posted) and event.post is Post.ANTE):
        lines = _antes(told, hand)
    tell = _TELL.get(type(event))
    if tell is None:
        hand.apply(event)
    else:
        lines += tell(told, hand, event)
    if told.deals and hand.due is not Due.DEAL:
        lines += _deals(told)
    return lines


def last_words(hand: Hand, event: Any) -> tuple[int, str] | None:
    """Whose doing an event is and what he does, short, as it stands beside his seat; before the hand takes it in."""
    kind = type(event)
    said = _LAST.get(kind)
    if said is None:
        words = _LAST_WORDS.get(kind)
        said = words(hand, event) if words is not None else ""
    return (event.seat, said) if said else None


def declares_words(game: Game, ways: int) -> str:
    """`declares low`: as it stands beside a seat, when it is said aloud or the closed hands are opened."""
    return f"declares {ways_words(game, ways)}"


_LAST_WORDS: Final[dict[type, Callable[[Hand, Any], str]]] = {
    e.RaisedTo: lambda hand, event: _raises(hand, event.to),
    e.Called: lambda hand, event: f"calls {event.amount}" if event.amount else "calls",
    e.Posted: lambda hand, event: f"{event.post} {event.amount}" if event.post is not Post.ANTE else "",
    e.Discarded: lambda hand, event: _discards(hand, event.cards),
    e.RunChosen: lambda hand, event: runs_words(event.runs),
    e.Declared: lambda hand, event: declares_words(hand.setup.game, event.ways) if event.ways > 0 else "has declared",
    e.BroughtIn: lambda hand, event: f"brings in {event.amount}",
    Consented: lambda hand, event: "accepts" if event.agrees else "refuses",
}
_LAST: Final[dict[type, str]] = {
    e.Folded: "folds",
    e.Checked: "checks",
    e.Shown: "shows",
    e.Mucked: "mucks",
    e.Killed: "hand is dead",
    Added: "buys chips",
    MarkerOffered: "offers a marker",
    Borrowed: "borrows chips",
}


# ---- what is told together


def _antes(told: Told, hand: Hand) -> list[str]:
    antes, told.antes = told.antes, []
    amounts = {ante.amount for ante in antes}
    if len(amounts) == 1 and len(antes) == hand.plan.seats:
        return [f"Everybody antes {antes[0].amount}"]
    return [", ".join([f"{told.players[ante.seat]} antes {ante.amount}" for ante in antes])]


def _deals(told: Told) -> list[str]:
    """The cards that came face up, of all seats in one line."""
    deals, told.deals = told.deals, []
    faces = [(told.players[deal.seat], deal.cards[len(deal.cards) - deal.up :]) for deal in deals if deal.up]
    return [", ".join([f"{name} {cards_words(up)}" for name, up in faces])] if faces else []


# ---- one event


def _raises(hand: Hand, to: int) -> str:
    """`bets 40`, `raises to 60`: before the hand takes it in."""
    return f"{_SAYS['complete' if hand.due is Due.BRING_IN else verb_of(hand)]} {to}"


def _discards(hand: Hand, cards: tuple[int, ...]) -> str:
    if not hand.plan.streets[hand.street].draw:
        return f"throws {len(cards)} away"
    return f"draws {len(cards)}" if cards else "stands pat"


def _acts(told: Told, hand: Hand, event: Any) -> list[str]:
    """An action with chips, or a fold or a check."""
    kind = type(event)
    said = _LAST.get(kind) or _ACTS[kind](hand, event)
    hand.apply(event)
    if hand.live >> event.seat & 1 and not hand.able >> event.seat & 1:
        said += ", all-in"
    return [f"{told.players[event.seat]} {said}"]


_ACTS: Final[dict[type, Callable[[Hand, Any], str]]] = {
    e.RaisedTo: lambda hand, event: _raises(hand, event.to),
    e.Called: lambda hand, event: f"calls {event.amount}" if event.amount else "calls without a chip",
    e.Posted: lambda hand, event: f"posts the {event.post}, {event.amount}",
    e.BroughtIn: lambda hand, event: f"brings it in for {event.amount}",
}


def _posted(told: Told, hand: Hand, event: e.Posted) -> list[str]:
    if event.post is not Post.ANTE:
        return _acts(told, hand, event)
    told.antes.append(event)
    hand.apply(event)
    return []


def _dealt(told: Told, hand: Hand, event: e.Dealt) -> list[str]:
    if event.up:
        told.deals.append(event)
    hand.apply(event)
    return []


def _board(told: Told, hand: Hand, event: e.BoardDealt) -> list[str]:
    name = "Community card" if hand.plan.is_stud else capital(hand.plan.streets[hand.street].name)
    if len(hand.boards) > 1:
        name += f", {board_name(hand, event.board).lower()}"
    hand.apply(event)
    return [f"{name}: {cards_words(event.cards)}"]


def _discarded(told: Told, hand: Hand, event: e.Discarded) -> list[str]:
    who = told.players[event.seat]
    said = f"{who} {_discards(hand, event.cards)}"
    hand.apply(event)
    if event.split:
        return [said, f"{who} splits the openers: the discards are kept apart"]
    return [said]


def _returned(told: Told, hand: Hand, event: e.Returned) -> list[str]:
    why = "bet after the draw" if hand.street == hand.plan.showdown else "that nobody called"  # the sevens rule
    hand.apply(event)
    return [f"{event.amount} {why} go{'es' if event.amount == 1 else ''} back to {told.players[event.seat]}"]


def _shown(told: Told, hand: Hand, event: e.Shown) -> list[str]:
    hand.apply(event)
    words = hand_words(hand, event.cards)
    said = f"{told.players[event.seat]} shows {cards_words(event.cards)}"
    return [f"{said}: {uncapital(words)}" if words else said]


def _said(told: Told, hand: Hand, event: Any) -> list[str]:
    return said_lines(told.players, hand, event)


def _checked(told: Told, hand: Hand, event: Any) -> list[str]:
    return checked_lines(told.players, hand, event)


def _floor(told: Told, hand: Hand, event: Any) -> list[str]:
    if isinstance(event, e.Redealt):  # everything is told again
        told.antes, told.deals, told.pots = [], [], 0
    return floor_lines(told.players, hand, event)


def _awarded(told: Told, hand: Hand, event: e.Awarded) -> list[str]:
    told.pots = max(told.pots, event.pot + 1)
    lines = award_lines(hand, event, told.players, told.pots)
    hand.apply(event)
    return lines


def _passed_out(told: Told, hand: Hand, event: e.PassedOut) -> list[str]:
    lines = [passed_out_words(hand, event)]
    hand.apply(event)
    return lines


_TELL: Final[dict[type, Callable[[Told, Hand, Any], list[str]]]] = {
    e.Posted: _posted,
    e.BroughtIn: _acts,
    e.Folded: _acts,
    e.Checked: _acts,
    e.Called: _acts,
    e.RaisedTo: _acts,
    e.Mucked: _acts,
    e.Dealt: _dealt,
    e.BoardDealt: _board,
    e.Discarded: _discarded,
    e.Returned: _returned,
    e.Shown: _shown,
    e.RunChosen: _said,
    e.Declared: _said,
    e.Revealed: _said,
    Added: _said,
    Borrowed: _said,
    MarkerOffered: _said,
    Consented: _said,
    e.Proved: _checked,
    e.Exposed: _checked,
    e.TookBack: _checked,
    e.Killed: _floor,
    e.Redealt: _floor,
    e.Voided: _floor,
    e.Restubbed: _floor,
    e.Reshuffled: _floor,
    e.Ruled: _floor,
    e.Awarded: _awarded,
    e.PassedOut: _passed_out,
}
