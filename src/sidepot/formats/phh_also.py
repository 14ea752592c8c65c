"""Events of a hand that the PHH format cannot express, in a user field: `_sidepot_also`.

It is a list of lines, in the order of the hand: the number of actions before it, its player, and the event.

    12 p1 runs 2              the rest of the board is to be run twice
    20 p3 declares high       or low, or both; ? if unknown
    21 p3 calls AhKhQhJhTh -  plays these five for the first half, and leaves the other to the cards
    9 p2 splits               throws openers away to draw to something better
    3 p2 exposes 8h           a down card was seen by all
    4 p2 takes back           a bring-in that was not due from this seat
    12 p4 is dead             a hand that the floor has killed
    12 p4 is dead at burn     killed when nobody was to act: before a burn, a board card, the award of pot 0 ...
    12 p4 is dead and paid    killed by mistake, and the uncalled part of its bet was returned
    12 p4 folds out of turn
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from sidepot.cards import cards, text
from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.reasons import ENDS_BEFORE, NOT_DECLARED
from sidepot.hand import events as e
from sidepot.hand.aside import Called
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand

ALSO_FIELD: Final = "_sidepot_also"

RUNS: Final = "runs"
DECLARES: Final = "declares"
CALLS: Final = "calls"
SPLITS: Final = "splits"
EXPOSES: Final = "exposes"
TAKES_BACK: Final = "takes back"
IS_DEAD: Final = "is dead"
IS_PAID: Final = "is dead and paid"
FOLDS: Final = "folds out of turn"
UNASKED: Final = (EXPOSES, TAKES_BACK, IS_DEAD, IS_PAID, FOLDS)
"""Events for which the hand does not wait: they happen after the number of actions in their line."""

TURNS: Final = (Due.DEAL, Due.BRING_IN, Due.ACT, Due.DRAW, Due.SHOW)
"""The moments at which these events happen, unless the line says otherwise."""

_ACTIONS: Final = (
    e.BoardDealt,
    e.BroughtIn,
    e.Called,
    e.Checked,
    e.Dealt,
    e.Discarded,
    e.Folded,
    e.Mucked,
    e.RaisedTo,
    e.Shown,
)
_WAYS: Final = {1: "high", 2: "low", 3: "both", -1: "?"}
_WAYS_OF: Final = {name: ways for ways, name in _WAYS.items()}


class Also(msgspec.Struct, frozen=True):
    """A line of the field `_sidepot_also`: an event that the format has no action for.

    - `after`: the number of actions before the event
    - `seat`: the event's player
    - `number`: how often the board is run, or the number of the ways that the player declares
    - `cards`: the event's cards
    """

    text: str
    after: int
    seat: int
    what: str
    number: int = 0
    cards: tuple[tuple[int, ...], ...] = ()
    at: str = ""


def actions_so_far(log: Sequence[e.Event]) -> int:
    """How many events of a log are folds out of turn, or become actions of a history."""
    return sum(1 for event in log if isinstance(event, _ACTIONS))


def stage(hand: Hand) -> str:
    """What is due in the hand, as a line of `_sidepot_also` names it: `burn`, `board`, `run`, `award 0`, and so on.

    It is "" if a deal, a show or a player's action is due. A line does not name these moments.
    """
    if hand.due in TURNS:
        return ""
    name = hand.due.name.lower().replace("_", " ")
    return f"{name} {hand.count}" if hand.due is Due.AWARD else name


# ---- writing


class Moment(NamedTuple):
    """An event of a log, with the seat to act at that time and what is due in the hand."""

    event: e.Event
    turn: int
    stage: str

    @property
    def is_early(self) -> bool:
        """Whether this is the moment of a fold out of turn."""
        return isinstance(self.event, e.Folded) and self.event.seat != self.turn


def moments_of(log: Sequence[e.Event]) -> list[Moment]:
    """The events of a log that a history can contain. If the hand was dealt again, only events of the last deal are
    included.

    Raises BadNotation for what no history can express: a hand that was called off, a muck shuffled into the stub, or a
    hand without its log.
    """
    first = log[0] if log else None
    if not isinstance(first, e.Started):
        raise BadNotation("a history is made from the log of a hand, which this copy lacks; use `copy(log=True)`")
    deal = max([at for at, event in enumerate(log) if isinstance(event, e.Redealt)], default=0)
    hand = Hand(first.setup)
    found = []
    for event in log[deal + 1 :]:
        if isinstance(event, e.Voided):
            raise BadNotation("a history cannot express a cancelled hand")
        if isinstance(event, e.Restubbed) and event.mixed:
            raise BadNotation("a history cannot express that the muck was shuffled into the stub")
        found.append(Moment(event, hand.seat, stage(hand)))
        hand.apply(event)
    return found


def also_of(moments: Sequence[Moment], player: dict[int, str]) -> list[str]:
    """The events of a hand that the format has no action for, as lines. `player` names each seat in a history."""
    revealed = {seat: ways for event, _, _ in moments if isinstance(event, e.Revealed) for seat, ways in event.declared}
    lines: list[str] = []
    after = 0
    for moment in moments:
        line = _line_of(moment, revealed)
        if line:
            seat, what = line
            lines.append(f"{after} {player[seat]} {what}")
        after += isinstance(moment.event, _ACTIONS)
    return lines


def _line_of(moment: Moment, revealed: dict[int, int]) -> tuple[int, str] | None:
    match moment.event:
        case e.RunChosen(seat, runs):
            return seat, f"{RUNS} {runs}"
        case e.Declared(seat, ways):
            return seat, f"{DECLARES} {_WAYS[revealed.get(seat, ways)]}"
        case e.Shown(seat, _, called) if called:
            return seat, " ".join([CALLS, *[text(some) or "-" for some in called]])
        case e.Discarded(seat, _, True):
            return seat, SPLITS
        case e.Exposed(seat, card):
            return seat, f"{EXPOSES} {text((card,))}"
        case e.TookBack(seat):
            return seat, TAKES_BACK
        case e.Killed(seat, refund):
            what = IS_PAID if refund else IS_DEAD
            return seat, f"{what} at {moment.stage}" if moment.stage else what
        case e.Folded(seat) if moment.is_early:
            return seat, FOLDS
    return None


# ---- reading


def read_also(value: object, seats: int) -> list[Also]:
    """Read the lines of the field `_sidepot_also`. Raises BadNotation, naming the line, for an invalid line."""
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise BadNotation(f"{ALSO_FIELD}: expected a list of lines, as in ['7 p1 runs 2']")
    found = []
    for line in value:
        try:
            also = _read(line)
        except (BadNotation, ValueError, KeyError, IndexError):
            also = None
        if also is None or not 0 <= also.seat < seats:
            raise BadNotation(f"{ALSO_FIELD}: expected a line such as '7 p1 runs 2', got {line!r}")
        found.append(also)
    return found


def _read(line: str) -> Also | None:
    number, who, *rest = line.split()
    if who[:1] != "p" or not _is_number(number) or not _is_number(who[1:]):
        return None
    after, seat = int(number), int(who[1:]) - 1
    what = " ".join(rest)
    if what in (SPLITS, TAKES_BACK, IS_DEAD, IS_PAID, FOLDS):
        return Also(line, after, seat, what)
    what, _, at = what.partition(" at ")
    if what == IS_DEAD and at:
        return Also(line, after, seat, what, at=at)
    verb, *given = rest
    if verb == CALLS and given:
        return Also(line, after, seat, verb, cards=tuple([() if some == "-" else cards(some) for some in given]))
    (one,) = given
    if verb == RUNS:
        return Also(line, after, seat, verb, int(one)) if _is_number(one) else None
    if verb == DECLARES:
        return Also(line, after, seat, verb, _WAYS_OF[one])
    if verb == EXPOSES:
        some = cards(one)
        return Also(line, after, seat, verb, cards=(some,)) if len(some) == 1 else None
    return None


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 7


# ---- playing


class Others:
    """The lines of `_sidepot_also` that a replay has not used yet."""

    __slots__ = ("lines",)

    def __init__(self, lines: list[Also]) -> None:
        self.lines = lines

    def take(self, seat: int, what: str) -> Also | None:
        """Remove and return the seat's next line of this kind; None if there is none."""
        for at, line in enumerate(self.lines):
            if line.seat == seat and line.what == what:
                return self.lines.pop(at)
        return None

    def choose_runs(self, hand: Hand, *, is_last: bool) -> str:
        """Run the board as often as the seat's line says, or once if there is no line.

        Returns why the history ends here, if there is no line and no further action (`is_last`); "" if it goes on.
        """
        line = self.take(hand.seat, RUNS)
        if line is None and is_last:
            return ENDS_BEFORE[Due.BOARD]
        hand.choose_runs(line.number if line is not None else 1)
        return ""

    def declare(self, hand: Hand) -> str:
        """Make the declaration in the line of the seat in turn.

        Returns "" or, if there is no such line, why the history ends here.
        """
        line = self.take(hand.seat, DECLARES)
        if line is None or line.number < 0:
            return NOT_DECLARED
        hand.declare(line.number)
        return ""

    def called(self, seat: int) -> Called:
        """The cards that a seat announces for each half when it shows."""
        line = self.take(seat, CALLS)
        return line.cards if line is not None else ()

    def splits(self, hand: Hand) -> bool | None:
        """True if a line says that the seat to draw splits its openers, else None."""
        now = actions_so_far(hand.log) if self.lines else 0
        if any(line.seat == hand.seat and line.what == SPLITS and line.after == now for line in self.lines):
            self.take(hand.seat, SPLITS)
            return True
        return None

    def do_unasked(self, hand: Hand) -> bool:
        """Apply the next event that no player chose, if it happens now. Returns whether there was one."""
        now = actions_so_far(hand.log)
        here = stage(hand)
        for at, line in enumerate(self.lines):
            if line.what in (RUNS, DECLARES) and here:
                return False  # that answer comes first
            if line.what in UNASKED and line.after == now and line.at == here:
                del self.lines[at]
                try:
                    _do(hand, line)
                except SidepotError as error:
                    raise BadNotation(f"{ALSO_FIELD}, {line.text!r}: {error.message}", error.cite) from None
                return True
        return False


def _do(hand: Hand, line: Also) -> None:
    if line.what == EXPOSES:
        hand.expose(line.seat, line.cards[0][0])
    elif line.what in (IS_DEAD, IS_PAID):
        hand.kill(line.seat, refund=line.what == IS_PAID)
    elif line.what == FOLDS:
        hand.fold(seat=line.seat)
    else:
        hand.take_back()
