"""The words of a case: actions as a player announces them, and names for seats.

>>> parse_action("raises to 300")
Action(verb='raise', amount=300, cards=None, called=(), lender='')
>>> parse_action("discards 2c 7d")
Action(verb='discard', amount=0, cards=(0, 21), called=(), lender='')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sidepot.cards import cards
from sidepot.cases.sentences import Sentences, Values
from sidepot.errors import BadNotation
from sidepot.hand.hand import Hand
from sidepot.hand.mistakes import taken_back

_PATTERNS = (
    (r"folds?", "fold"),
    (r"checks?", "check"),
    (r"calls?(?: (?P<amount>\d+))?", "call"),
    (r"(?:goes|go|is) all-in", "go all-in"),
    (r"(?:bets?|raises? to|completes? to) (?P<amount>\d+)", "raise"),
    (r"brings? (?:it )?in", "bring in"),
    (r"stands? pat", "stand pat"),
    (r"discards? (?P<cards>.+)", "discard"),
    (r"declares? (?P<way>high|low|both)", "declare"),
    (r"runs? it (?P<times>once|twice|\d+ times)", "run"),
    (r"shows? (?:(?P<cards>.+) )?as (?P<called>.+)", "show"),
    (r"shows?(?: (?P<cards>.+))?", "show"),
    (r"mucks?", "muck"),
    (r"is killed", "kill"),
    (r"is killed with refund", "kill with refund"),
    (r"folds? out of turn", "fold early"),
    (r"exposes (?P<cards>.+)", "expose"),
    (r"brings? (?:it )?in out of turn", "bring in wrongly"),
    (r"takes? it back", "take back"),
    (r"buys? (?P<amount>\d+)", "buy"),
    (r"(?:calls?|bets? (?P<amount>\d+)|raises? to (?P<total>\d+)) with a marker", "offer"),
    (r"agrees?", "consent"),
    (r"refuses?", "refuse"),
    (r"borrows? (?P<amount>\d+) from (?P<lender>.+)", "borrow"),
)
# acts on the whole hand, by nobody in turn
OF_THE_HAND = {
    "the hand is dealt again": "deal again",
    "the hand is void": "void",
    "the stub is shuffled": "shuffle",
    "the stub is shuffled with muck and burns": "shuffle all",
}
_ACTIONS: Final = Sentences(
    _PATTERNS,
    "nobody can do {} here; there are: folds, checks, calls, bets 20, raises to 60, completes to 40, goes all-in, "
    "brings in, discards 2c7d, stands pat, runs it twice, declares high, shows, shows as AsKsQsJsTs, mucks, is "
    "killed, is killed with refund, folds out of turn, exposes 7d, brings in out of turn, takes it back, buys 100, "
    "calls with a marker, bets 50 with a marker, raises to 60 with a marker, agrees, refuses, borrows 50 from Dan; "
    + ", ".join(OF_THE_HAND),
)
# what may come of a seat out of turn
ANY_TIME = ("show", "kill", "kill with refund", "fold early", "expose", "bring in wrongly", "take back")
_WAYS = {"high": 1, "low": 2, "both": 3}
_TIMES = {"once": 1, "twice": 2}


class Action(NamedTuple):
    """A player's action in turn.

    - `amount`: the total for the round, the price of a call, how often the board is run, or the ways that are declared
    - `called`: the cards that the player announces for each half
    - `lender`: the player whose chips are borrowed
    """

    verb: str
    amount: int
    cards: tuple[int, ...] | None
    called: tuple[tuple[int, ...], ...] = ()
    lender: str = ""


def parse_action(words: str) -> Action:
    """Parse an announced action. Raises BadNotation, listing all possible forms, for other text."""
    if words.strip() in OF_THE_HAND:
        return Action(OF_THE_HAND[words.strip()], 0, None)
    verb, given = _ACTIONS.read(words)
    some = cards(given["cards"]) if given.get("cards") else None
    halves = [half.strip() for half in given.get("called", "").split("/")]
    called = tuple([cards(half) if half != "-" else () for half in halves if half])
    return Action(verb, _amount(given), some, called, given.get("lender", ""))


def _amount(given: Values) -> int:
    """The number in an announcement: chips, runs of the board, or the ways that are declared."""
    times = given.get("times")
    if times:
        return _TIMES[times] if times in _TIMES else int(times.removesuffix(" times"))
    return _WAYS.get(given.get("way", ""), 0) or int(given.get("amount") or given.get("total") or 0)


def parse_step(words: str, names: Sequence[str]) -> tuple[str, str]:
    """The player and the action of a step such as `Bob raises to 300`. Raises BadNotation for an unknown name."""
    for name in sorted(names, key=len, reverse=True):
        if words.startswith(name + " "):
            return name, words[len(name) + 1 :]
    raise BadNotation(f"{words!r} does not begin with a player's name; the players are {', '.join(names)}")


def parse_tried(words: str, names: Sequence[str]) -> tuple[str, Action]:
    """Parse the actions in `refuses`.

    The result is ("", action) for the seat to act, and (name, action) for a seat out of turn. Raises BadNotation for an
    unreadable action.
    """
    who = next((name for name in sorted(names, key=len, reverse=True) if words.startswith(name + " ")), "")
    if who:
        action = parse_action(words[len(who) + 1 :])
        if action.verb in ANY_TIME:
            return who, action
        raise BadNotation(f"{words!r}: leave out the name; only the player to act can do this")
    return "", parse_action(words)


def seat_of(name: str, names: Sequence[str]) -> int:
    """The seat of the player with this name. If there is none, raises BadNotation with all names at the table."""
    if name not in names:
        raise BadNotation(f"no player is named {name!r}; the players are {', '.join(names)}")
    return names.index(name)


def go_all_in(hand: Hand) -> None:
    """Put the seat to act all-in. If its chips do not exceed the call, it calls; otherwise, it raises."""
    all_of_it = hand.bets[hand.seat] + hand.stacks[hand.seat]
    if hand.price >= all_of_it:
        hand.call()
    else:
        hand.raise_to(all_of_it)


def act(hand: Hand, action: Action, seat: int, names: Sequence[str] = ()) -> None:
    """Carry out an action as one command of the hand. Raises any error that the hand raises."""
    _DOES[action.verb](_Deed(hand, action, seat, names))


class _Deed(NamedTuple):
    hand: Hand
    action: Action
    seat: int
    names: Sequence[str]


def _expose(d: _Deed) -> None:
    for card in d.action.cards or ():
        d.hand.expose(d.seat, card)


def _take_back(d: _Deed) -> None:
    if taken_back(d.hand).seat != d.seat:
        raise BadNotation("another player must bring it in")
    d.hand.take_back()


def _borrow(d: _Deed) -> None:
    lender = d.action.lender
    d.hand.borrow(d.action.amount, d.names.index(lender) if lender in d.names else lender)


_DOES: Final[dict[str, Callable[[_Deed], object]]] = {
    "fold": lambda d: d.hand.fold(),
    "check": lambda d: d.hand.check(),
    "call": lambda d: d.hand.call(),
    "raise": lambda d: d.hand.raise_to(d.action.amount),
    "go all-in": lambda d: go_all_in(d.hand),
    "bring in": lambda d: d.hand.bring_in(),
    "discard": lambda d: d.hand.discard(d.action.cards or ()),
    "stand pat": lambda d: d.hand.discard(()),
    "run": lambda d: d.hand.choose_runs(d.action.amount),
    "declare": lambda d: d.hand.declare(d.action.amount),
    "show": lambda d: d.hand.show(d.action.cards, seat=d.seat, called=d.action.called),
    "muck": lambda d: d.hand.muck(),
    "kill": lambda d: d.hand.kill(d.seat),
    "kill with refund": lambda d: d.hand.kill(d.seat, refund=True),
    "fold early": lambda d: d.hand.fold(seat=d.seat),
    "deal again": lambda d: d.hand.redeal(),
    "void": lambda d: d.hand.void(),
    "shuffle": lambda d: d.hand.restub(mixed=False),
    "shuffle all": lambda d: d.hand.restub(mixed=True),
    "expose": _expose,
    "bring in wrongly": lambda d: d.hand.bring_in(d.seat),
    "take back": _take_back,
    "buy": lambda d: d.hand.buy(d.action.amount),
    "offer": lambda d: d.hand.offer_marker(d.action.amount or None),
    "consent": lambda d: d.hand.consent(True),
    "refuse": lambda d: d.hand.consent(False),
    "borrow": _borrow,
}
