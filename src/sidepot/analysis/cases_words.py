"""The words of a case: actions as a player announces them, events as a table hears them, names for seats.

>>> parse_action("raises to 300")
Action(verb='raise', amount=300, cards=None)
>>> parse_action("discards 2c 7d")
Action(verb='discard', amount=0, cards=(0, 21))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sidepot.cards import UNKNOWN, cards, text
from sidepot.errors import BadNotation
from sidepot.hand import events
from sidepot.hand.hand import Hand

_PATTERNS = (
    ("fold", r"folds?"),
    ("check", r"checks?"),
    ("call", r"calls?(?: (?P<amount>\d+))?"),
    ("raise", r"(?:bets?|raises? to|completes? to) (?P<amount>\d+)"),
    ("bring in", r"brings? (?:it )?in"),
    ("stand pat", r"stands? pat"),
    ("discard", r"discards? (?P<cards>.+)"),
    ("show", r"shows?(?: (?P<cards>.+))?"),
    ("muck", r"mucks?"),
    ("kill", r"is killed"),
)
_ACTIONS = tuple((verb, re.compile(pattern)) for verb, pattern in _PATTERNS)
_KNOWN = (
    "folds, checks, calls, bets 20, raises to 60, completes to 40, brings in, discards 2c7d, stands pat, shows, mucks, "
    "is killed"
)
ANY_TIME = ("show", "kill")  # what may come of a seat whose turn it is not


class Action(NamedTuple):
    """What a player does at his turn; `amount` is the total for the round, or what a call costs."""

    verb: str
    amount: int
    cards: tuple[int, ...] | None


def parse_action(words: str) -> Action:
    """Read an action as it is announced. Raises BadNotation with all that may be said."""
    for verb, pattern in _ACTIONS:
        found = pattern.fullmatch(words.strip())
        if found:
            given = found.groupdict()
            some = cards(given["cards"]) if given.get("cards") else None
            return Action(verb, int(given.get("amount") or 0), some)
    raise BadNotation(f"nobody can do {words!r} here; there are: {_KNOWN}")


def parse_step(words: str, names: Sequence[str]) -> tuple[str, str]:
    """Who does what in a step such as `Bob raises to 300`. Raises BadNotation for a name that is not at the table."""
    for name in sorted(names, key=len, reverse=True):
        if words.startswith(name + " "):
            return name, words[len(name) + 1 :]
    raise BadNotation(f"{words!r} begins with nobody's name; at the table are {', '.join(names)}")


def parse_tried(words: str, names: Sequence[str]) -> tuple[str, Action]:
    """What is tried in `refuses`: by the seat whose turn it is ("", action), or a show or a kill of a seat by name.

    Raises BadNotation for what cannot be understood.
    """
    who = next((name for name in sorted(names, key=len, reverse=True) if words.startswith(name + " ")), "")
    if who:
        action = parse_action(words[len(who) + 1 :])
        if action.verb in ANY_TIME:
            return who, action
        raise BadNotation(f"{words!r}: what is refused is tried by the seat whose turn it is; leave the name out")
    return "", parse_action(words)


def seat_of(name: str, names: Sequence[str]) -> int:
    """The seat of a name. Raises BadNotation, naming all who are at the table."""
    if name not in names:
        raise BadNotation(f"nobody is called {name!r}; at the table are {', '.join(names)}")
    return names.index(name)


def act(hand: Hand, action: Action, seat: int) -> None:
    """Do it: one command of the hand. Raises what the hand raises."""
    verb = action.verb
    if verb == "fold":
        hand.fold()
    elif verb == "check":
        hand.check()
    elif verb == "call":
        hand.call()
    elif verb == "raise":
        hand.raise_to(action.amount)
    elif verb == "bring in":
        hand.bring_in()
    elif verb == "discard" or verb == "stand pat":
        hand.discard(action.cards or ())
    elif verb == "show":
        hand.show(action.cards, seat=seat)
    elif verb == "kill":
        hand.kill(seat)
    else:
        hand.muck()


SETTLING = (events.Returned, events.Shown, events.Mucked, events.Killed, events.Awarded, events.PassedOut)


def say(event: events.Event, names: Sequence[str]) -> str:
    """What happened, in the words in which a case expects it."""
    match event:
        case events.Posted(seat, post, amount):
            return f"{names[seat]} posts {amount} {post.value}"
        case events.Burned(card):
            return "burn" if card == UNKNOWN else f"burn {text((card,))}"
        case events.Dealt(seat, some, up):
            down = len(some) - up
            parts = [f"{text(some[:down])} down"] * (down > 0) + [f"{text(some[down:])} up"] * (up > 0)
            return f"{names[seat]} is dealt {', '.join(parts)}"
        case events.BoardDealt(some):
            return f"board {text(some)}"
        case events.Reshuffled(count):
            return f"{count} cards are shuffled"
        case events.BroughtIn(seat, amount):
            return f"{names[seat]} brings in {amount}"
        case events.Folded(seat):
            return f"{names[seat]} folds"
        case events.Checked(seat):
            return f"{names[seat]} checks"
        case events.Called(seat, amount):
            return f"{names[seat]} calls {amount}"
        case events.RaisedTo(seat, to):
            return f"{names[seat]} raises to {to}"
        case events.Discarded(seat, some):
            return f"{names[seat]} discards {len(some)}" if some else f"{names[seat]} stands pat"
        case events.Returned(seat, amount):
            return f"{amount} back to {names[seat]}"
        case events.Shown(seat):
            return f"{names[seat]} shows"
        case events.Mucked(seat):
            return f"{names[seat]} mucks"
        case events.Killed(seat):
            return f"{names[seat]} is killed"
        case events.Awarded(pot, _, shares):
            paid = ", ".join(f"{amount} to {names[seat]}" for seat, amount in shares)
            return f"{f'side pot {pot}' if pot else 'main pot'}: {paid}"
        case events.PassedOut(amount):
            return f"passed out, {amount} stay in the pot"
        case _:
            return "the hand begins"
