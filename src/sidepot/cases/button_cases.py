"""Cases of button and blinds: hands that follow each other at one table, and the events between them.

Seats are counted from 1. A case is read into a `Night`, which applies the events in words and plans one hand after the
other. Pages of `docs/` use it too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from sidepot.cases.case_setups import fill
from sidepot.cases.expected import Problems
from sidepot.cases.refusal import is_expected
from sidepot.cases.sentences import Sentences
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.rules.rulebook import Rulebook
from sidepot.table.blinds import Planned, Standing, State, plan_next
from sidepot.table.button import Marks
from sidepot.table.table_rules import Straddle

How = State | Literal[""]
OWES: Final = {(True, False): "small blind", (False, True): "big blind", (True, True): "both blinds"}
EMPTY: Final = "-"


class NextHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One hand of a button case.

    - `do`: what happens before the hand
    - `button`, `small`, `big`: the players in these positions, or `dead at 3` for an empty seat
    - `posts`: the posts, in payment order
    - `owes`: everybody who owes a blind afterwards
    - `refused`: a part of the error, if no hand can be dealt
    - `why`: a remark for human readers
    """

    do: list[str] = []
    without_blinds: bool = False
    frozen: bool = False
    stakes: dict[str, object] = {}
    button: str | None = None
    small: str | None = None
    big: str | None = None
    dealt: list[str] | None = None
    posts: list[str] | None = None
    owes: dict[str, str] | None = None
    sleepers: dict[str, int] | None = None
    refused: str | None = None
    why: str = ""


EXPECTED: Final = ("button", "small", "big", "dealt", "posts", "owes", "sleepers", "refused")


class ButtonCase(msgspec.Struct, frozen=True, tag="button", tag_field="kind"):
    """A table and the hands that are dealt at it. An empty seat is written as `-`.

    - `last`: the button, small blind and big blind of the previous hand
    """

    seats: list[str]
    hands: list[NextHand]
    last: list[str] = []
    stakes: dict[str, object] = msgspec.field(default_factory=lambda: {"blinds": [1, 2]})
    chips: dict[str, int] = {}
    is_tournament: bool = msgspec.field(default=False, name="tournament")


class Night:
    """A table between two hands.

    - `marks`: the seats of the button and the blinds in the last hand
    """

    def __init__(self, body: ButtonCase) -> None:
        self.body = body
        self.seats = len(body.seats)
        self.players: dict[str, Standing] = {}
        for seat, name in enumerate(body.seats):
            if name != EMPTY:
                self._seat(name, Standing(seat, body.chips.get(name, 100)))
        for name in body.chips:
            self._find(name)
        self.marks = self._last(body.last) if body.last else None
        self.forget()

    def happens(self, words: str) -> None:
        """Apply what happens between hands, as described in words.

        Raises BadNotation for words that describe no event or name no player at the table.
        """
        do, values = _HAPPENS.read(words)
        do(self, **values)

    def plan(self, hand: NextHand, house: Rulebook) -> Planned:
        """Plan the next hand by the rules of this house. Afterwards, the table is in the state after that hand.

        Raises Conflict if no hand can be dealt.
        """
        stakes = stakes_of(hand.stakes or self.body.stakes)
        planned = plan_next(
            self.marks,
            tuple(self.players.values()),
            self.seats,
            stakes,
            rule=house.button,
            missed_rule=house.missed_blinds,
            shut_out=house.shut_out,
            has_blinds=not hand.without_blinds,
            frozen=hand.frozen,
            first_button=self.drawn,
            is_tournament=self.body.is_tournament,
            straddles=tuple(self.straddles),
            killer=self.killer,
            blinds_first=house.short_post.puts_blind_first(one_payer=stakes.ante_by is not AnteBy.ALL),
            ante_reduced_at=house.ante_reduced_at,
        )
        self.marks = planned.marks
        self.forget()
        owing = {seat: (small, big) for seat, small, big in planned.missed}
        for name, one in self.players.items():
            small, big = owing[one.seat]
            settled = one.seat in planned.settled
            state: State = "in" if settled and one.state != "out" else one.state
            self.players[name] = replace(
                one, state=state, missed_small=small, missed_big=big, new=one.new and not settled
            )
        return planned

    def name_of(self, seat: int) -> str:
        """The player in a seat, or `-`."""
        return next((name for name, one in self.players.items() if one.seat == seat), EMPTY)

    def forget(self) -> None:
        """Forget the facts that apply to one hand only."""
        self.drawn: int | None = None
        self.straddles: list[tuple[int, Straddle, int]] = []
        self.killer: tuple[int, int] | None = None

    def _find(self, name: str) -> Standing:
        if name not in self.players:
            raise BadNotation(f"no player is named {name!r}; the players are {', '.join(self.players)}")
        return self.players[name]

    def _seat(self, name: str, one: Standing) -> None:
        if name in self.players:
            raise BadNotation(f"{name} already has a seat")
        if not 0 <= one.seat < self.seats or self.name_of(one.seat) != EMPTY:
            raise BadNotation(
                f"{name} cannot sit in seat {one.seat + 1}; expected an empty seat from 1 to {self.seats}"
            )
        self.players[name] = one

    def _last(self, last: list[str]) -> Marks:
        if len(last) != 3:
            raise BadNotation("`last` needs three entries: button, small blind and big blind")
        seats = [int(one) - 1 if re.fullmatch(r"\d{1,3}", one) else self._find(one).seat for one in last]
        for seat in seats:
            if not 0 <= seat < self.seats:
                raise BadNotation(f"`last`: the table has no seat {seat + 1}")
        return Marks(*seats)

    # ---- what happens

    def _leaves(self, who: str) -> None:
        self._find(who)
        del self.players[who]

    def _has(self, who: str, chips: str) -> None:
        self.players[who] = replace(self._find(who), stack=int(chips))

    def _sits_out(self, who: str) -> None:
        self.players[who] = replace(self._find(who), state="out")

    def _is_back(self, who: str, how: How) -> None:
        self.players[who] = replace(self._find(who), state=how or "in")

    def _sits_down(self, who: str, seat: str, how: How) -> None:
        self._seat(who, Standing(int(seat) - 1, 100, how or "in", new=True))

    def _straddles(self, who: str, to: str, kind: str) -> None:
        self.straddles.append((self._find(who).seat, Straddle(kind or Straddle.UNDER_THE_GUN), int(to)))

    def _kills(self, who: str, chips: str) -> None:
        self.killer = (self._find(who).seat, int(chips))

    def _is_drawn_for(self, who: str) -> None:
        self.drawn = self._find(who).seat


_PATTERNS: Final[tuple[tuple[str, Callable[..., None]], ...]] = (
    (r"(?P<who>.+) leaves", Night._leaves),
    (r"(?P<who>.+) has (?P<chips>\d{1,9})", Night._has),
    (r"(?P<who>.+) sits out", Night._sits_out),
    (r"(?P<who>.+) is back(?: and (?P<how>waits|posts))?", Night._is_back),
    (r"(?P<who>.+) sits down in seat (?P<seat>\d{1,3})(?: and (?P<how>waits|posts))?", Night._sits_down),
    (
        r"(?P<who>.+) straddles to (?P<to>\d{1,9})(?:, (?P<kind>under the gun|mississippi|sleeper))?",
        Night._straddles,
    ),
    (r"(?P<who>.+) kills for (?P<chips>\d{1,9})", Night._kills),
    (r"the button is drawn for (?P<who>.+)", Night._is_drawn_for),
)
_HAPPENS: Final = Sentences(
    _PATTERNS, "nothing at a table is called {}; `docs/reference/cases.md` says what can happen"
)


def stakes_of(given: dict[str, object]) -> Stakes:
    """The stakes of a hand, from the keys of a case. Raises BadNotation for amounts that cannot be stakes."""
    return fill(Stakes, given, "stakes")


def prepare_button(body: ButtonCase) -> None:
    """Raise BadNotation for an unreadable name, seat or action, or if the case expects nothing."""
    night = Night(body)
    stakes_of(body.stakes)
    if not any(getattr(hand, key) is not None for hand in body.hands for key in EXPECTED):
        raise BadNotation("no hand of the case expects anything, so the case cannot fail")
    for number, hand in enumerate(body.hands, 1):
        try:
            if hand.stakes:
                stakes_of(hand.stakes)
            for words in hand.do:
                night.happens(words)
        except BadNotation as error:
            raise BadNotation(f"hands, hand {number}: {error.message}") from None


def run_button(body: ButtonCase, rulebook: Rulebook) -> Problems:
    """Deal the hands in order, and return the differences from the case."""
    night = Night(body)
    problems: Problems = []
    for number, hand in enumerate(body.hands, 1):
        for words in hand.do:
            night.happens(words)
        try:
            planned = night.plan(hand, rulebook)
        except SidepotError as error:
            if not is_expected(hand.refused, error):
                problems.append(f"hand {number}: expected {hand.refused or 'a hand'}, got: {error}")
            night.forget()
            continue
        seen = look(night, planned)
        for key in EXPECTED:
            wanted, got = getattr(hand, key), getattr(seen, key)
            if wanted is not None and wanted != got:
                problems.append(f"hand {number}: {key}: expected {wanted}, got {'a hand' if got is None else got}")
    return problems


def look(night: Night, planned: Planned) -> NextHand:
    """Describe a planned hand in the words of a case."""

    def at(seat: int) -> str:
        return night.name_of(seat) if seat in planned.dealt else f"dead at {seat + 1}"

    return NextHand(
        button=at(planned.marks.button),
        small=at(planned.marks.small),
        big=at(planned.marks.big),
        dealt=[night.name_of(seat) for seat in planned.dealt],
        posts=[f"{night.name_of(seat)} posts {amount} {post.value}" for seat, post, amount in planned.owed],
        owes={night.name_of(seat): OWES[small, big] for seat, small, big in planned.missed if small or big},
        sleepers={night.name_of(seat): to for seat, to in planned.sleepers},
    )
