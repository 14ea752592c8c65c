"""The forms and answers of directors' routes, one struct each.

Seats and items count from 0, levels and tables from 1. Names replace the log's marks. Times are milliseconds since
1970; a clock comes with the server's time `now`, so that a page can correct for the difference from its own clock.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Annotated, Any, Final

import msgspec
from litestar.params import QueryParameter

from sidepot.games.titles import Parts
from sidepot.games.unit import Unit
from sidepot.room.views.display import MoveView
from sidepot.room.views.tournament import CalledView, ClockView
from sidepot.room.views.tournament_schema import EntryView
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.rules.house_differences import differences
from sidepot.rules.houses import base_of
from sidepot.rules.rulebook import Rulebook
from sidepot.tournament import commands as c
from sidepot.tournament.preview import Change
from sidepot.validation import quantities as q
from sidepot.web.director.bag_forms import AcceptBagsForm, PutBagForm, TakeBagForm
from sidepot.web.security.pins import PinView


class HouseLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule of this house that differs from the TDA's (`text`), and the TDA rule that it replaces (`rule`)."""

    text: str
    rule: str = ""


@lru_cache(maxsize=32)
def house_lines(rules: Rulebook) -> tuple[HouseLine, ...]:
    """The rules in which this house differs from the TDA edition that it is based on."""
    found = differences(base_of(rules), rules)
    return tuple([HouseLine(f"It {one.second.text}.", str(one.second.rule)) for one in found])


WHAT: Final = {
    sentence[0]: sentence
    for sentence in (
        say("players left"), say("prize pool"), say("prizes"), say("chips in play"), say("level"), say("clock"),
        say("time left"), say("break"), say("hand for hand"), say("schedule"), say("over"), say("players"),
        say("stopped"), say("button"), say("place"), say("status"), say("seat"), say("stack"), say("bounties"),
        say("penalty"),
    )
}  # fmt: skip
OF_PRIZES: Final = ("prize pool", "prizes", "bounties")
VALUES: Final = {
    sentence[0]: sentence
    for sentence in (
        say("yes"), say("no"), say("runs"), say("stands"), say("registered"), say("alternate"), say("seated"),
        say("busted"), say("out"), say("disqualified"),
    )
}  # fmt: skip
_AT: Final = re.compile(r"(?:table (\d+))? ?(?:seat (\d+))?")
_NONE: Final = "\N{EN DASH}"


class Changed(msgspec.Struct, frozen=True):
    """One change that a command makes to `whom`, in words and as a sentence with gaps, for translation.

    `what` names the value that changes. `before` and `after` are this value before and after the command.
    """

    whom: str
    what: str
    before: str
    after: str
    text: str
    sentence: Sentence


class ByChance(msgspec.Struct, frozen=True):
    """Something that will be drawn by lot, in words and as a sentence with gaps, for translation."""

    text: str
    sentence: Sentence


def drawn(sentence: Sentence) -> ByChance:
    """Describe something that will be drawn by lot."""
    return ByChance(plain(sentence), sentence)


def changed(one: Change, money: Unit) -> Changed:
    """Describe a change. `money` is the unit of its amounts."""
    value = partial(_sum, money) if one.what in OF_PRIZES else _value
    what = WHAT.get(one.what, (one.what,))
    about = say("{} {}", _place(one.whom) or one.whom, what) if one.whom else what
    sentence = say("{}: {} \N{RIGHTWARDS ARROW} {}", about, value(one.before), value(one.after))
    return Changed(one.whom, one.what, one.before, one.after, plain(sentence), sentence)


def _value(value: str) -> str | int | Sentence:
    if not value:
        return _NONE
    return VALUES.get(value) or _place(value) or (int(value) if value.isdecimal() else value)


def _sum(money: Unit, value: str) -> str | int | Sentence:
    """Amounts of money, separated by commas."""
    amounts = [int(one) for one in value.split(", ") if one.isdecimal()]
    return (", ".join(["{}"] * len(amounts)), *map(money.part, amounts)) if amounts else _NONE


def _place(text: str) -> Sentence:
    found = _AT.fullmatch(text)
    table, seat = found.groups() if found else (None, None)
    if table and seat:
        return say("table {table}, seat {seat}", table, seat)
    if table:
        return say("table {table}", table)
    return say("seat {seat}", seat) if seat else ()


Text = Annotated[str, msgspec.Meta(max_length=300)]
Key = Annotated[str, msgspec.Meta(max_length=64)]


class DoTodo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="do_todo"):
    """*Do it*: carry out a task, or grant a player's request, but only once if two people press the button."""

    todo: Key


class NotNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="not_now"):
    """*Not now*: postpone a task, or refuse a player's request, with a reason. If `on` is false, a task is due
    again.
    """

    todo: Key
    why: Text = ""
    on: bool = True


class Paid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paid"):
    """Record that the desk received a player's money. This enters a waiting player, or clears a debt for rebuys."""

    player: Annotated[str, msgspec.Meta(max_length=60)]


class HandOutForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hand_out"):
    """Pay out a player's outstanding winnings. With `back`, take back everything that was paid out to the player."""

    player: Annotated[str, msgspec.Meta(max_length=60)]
    back: bool = False


class RefuseAllForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="refuse_all"):
    """Refuse all players who have checked in and are waiting to be entered. Their names are erased."""

    why: Text = ""


class SetCheckInForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_check_in"):
    """Open the check-in, where players enter their own names. If `on` is false, close the check-in."""

    on: bool


AnyDeskCommand = (
    c.AnyCommand | DoTodo | NotNow | Paid | HandOutForm | RefuseAllForm | SetCheckInForm | PutBagForm | TakeBagForm
    | AcceptBagsForm
)  # fmt: skip


OfStep = Annotated[int, QueryParameter(description="Print move slips of this step alone.", ge=0, le=10**9)]
Kept = Annotated[int, QueryParameter(description="What possible deals keep for the winner.", ge=0, le=10**9)]


class DoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command of the staff. A command with a used `id` gets the same answer and is not carried out again.

    - `expect`: the number of the last step that the sender has seen
    - `at`: when the button was pressed
    - `todo`: the task that the command carries out
    - `ask`: the player's request that the command grants
    - `person`: the person of the club who registers (-1 for a new person, 0 for the person with this name)
    """

    id: str
    do: AnyDeskCommand
    expect: q.Step | None = None
    at: q.Moment | None = None
    why: Text = ""
    todo: Key = ""
    ask: q.Step = 0
    person: q.AnyPerson = 0


class Already(msgspec.Struct, frozen=True):
    """The error for a report or command that was already given: who gave it, when, and in which step."""

    by: str
    at: int
    step: int


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command was carried out in this `step` and stored as event `seq`, or somebody had `already` given it.

    - `undo`: the number of the step to undo (0 if the command cannot be undone)
    - `redo`: whether the command was an undo, which a redo takes back
    - `notes`: where players sit after a draw or a move
    - `note_sentences`: the notes with gaps, for translation
    """

    seq: int
    step: int = 0
    already: Already | None = None
    undo: int = 0
    redo: bool = False
    notes: tuple[str, ...] = ()
    note_sentences: tuple[Sentence, ...] = ()


class Offered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A button that corrects the refused command: its text (also with gaps, for translation), and its command."""

    text: str
    do: Any
    why: bool = False
    sentence: Sentence = ()


class Unfit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A later step that depends on the step to be undone: its text (also with gaps, for translation), and why it could
    not stay.
    """

    step: int
    at: int
    by: str
    text: str
    because: str
    code: str = ""
    sentence: Sentence = ()


class DeskRefusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason for a refusal, and buttons that correct the command.

    `faults` are the later steps that depend on the step to be undone.
    """

    because: str
    cite: str = ""
    code: str = ""
    offers: tuple[Offered, ...] = ()
    faults: tuple[Unfit, ...] = ()
    sentence: Sentence = ()


class Previewed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a command would certainly change and what it would draw by lot, or who has `already` given the command."""

    events: int
    changes: tuple[Changed, ...] = ()
    by_chance: tuple[ByChance, ...] = ()
    already: Already | None = None


class RoleView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sender's role: director, floor, desk or dealer (of a `table`). `may` lists the commands that the role may
    give.
    """

    role: str
    name: str
    table: int = 0
    may: tuple[str, ...] = ()


class EnterForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN, the name of the person and, for a dealer, the table."""

    pin: Annotated[str, msgspec.Meta(max_length=20)]
    name: Annotated[str, msgspec.Meta(max_length=60)]
    table: q.AnyTable = 0


class PinsForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make a new PIN for a role (`renew`), or revoke the PIN of a role (`revoke`). The role `dealer:3` is for table 3
    only.
    """

    renew: Annotated[str, msgspec.Meta(max_length=20)] = ""
    revoke: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Pins(msgspec.Struct, frozen=True):
    """The roles that have a PIN."""

    pins: list[PinView]


class Counts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The counts of a tournament. A dealer does not see `pool`, `unpaid` and `checked_in`.

    - `left`: the number of players who are still in
    - `waiting`: the number of players who wait for a seat
    - `busted`: the number of players who may buy in again
    - `average`, `average_bets`: the average of the issued chips, in chips and in big blinds
    - `unpaid`: the number of players who are waiting to be entered or owe for rebuys
    - `checked_in`: how many of the unpaid players entered their own names
    """

    left: int
    players: int
    entries: int
    tables: int
    waiting: int
    busted: int
    chips: int
    average: int
    average_bets: float
    pool: int = 0
    unpaid: int = 0
    checked_in: int = 0


class TodoLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A task. Its `kind` is order, question, asked (a player's request with the number `ask`) or late.

    - `do`: the command of the button *Do it*, to be sent with this `id` as `todo`
    - `aside`: why the task was postponed ("" if it was not)
    - `sentence`, `because_sentence`: the text and the reason with gaps such as `{player}` and what fills them, for
      translation
    """

    id: str
    kind: str
    text: str
    because: str = ""
    cite: str = ""
    do: Any = None
    players: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    about: str = ""
    ask: int = 0
    n: int = 0
    at: int = 0
    aside: str = ""
    sentence: Sentence = ()
    because_sentence: Sentence = ()


class HistoryLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the history: the time, the sender and the role, the step in words, and the reason.

    - `step`: the number of the step (0 for a postponed task or a refused request)
    - `seq`: the number of its event
    - `undo`: whether the step can be undone by itself
    - `out`: the report of an elimination, which can be corrected
    - `sentence`: the text with gaps, for translation
    """

    step: int
    at: int
    by: str
    text: str
    why: str = ""
    type: str = ""
    role: str = ""
    undo: bool = False
    undone: bool = False
    seq: int = 0
    sentence: Sentence = ()
    out: Any = None


class DeskTerms(EntryView, frozen=True, kw_only=True, omit_defaults=True):
    """The current terms, what players may buy or enter now, and the prizes.

    - `pays`: the terms of the prizes
    - `button_waits`: whether, in a mix, the button does not move during games without blinds
    - `final_seats`: the number of seats at the final table
    """

    seats: int
    stack: int
    cost: int = 0
    added: int = 0
    entry_open: bool = False
    check_in_closed: bool = False
    reentry_open: bool = False
    rebuy_open: bool = False
    addon_open: bool = False
    hand_for_hand: bool = False
    button_waits: bool = False
    house: str = ""
    game: str = ""
    kind: str = ""
    prizes: tuple[int, ...] = ()
    denominations: tuple[int, ...] = ()
    pays: Any = None
    final_seats: int = 0


class DeskSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat and its player.

    - `how`: how reliably the chips are known (known, estimated, unknown)
    - `at`: since when the chips are known
    - `penalty`, `penalty_sentence`: the player's penalty in words, and with gaps, for translation
    """

    seat: int
    player: str = ""
    chips: int = 0
    how: str = ""
    at: int = 0
    penalty: str = ""
    absent: bool = False
    locked: bool = False
    penalty_sentence: Sentence = ()


class DeskTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of `size` seats. The seats are included unless there are many tables.

    - `button`: the seat of the button, as last reported
    - `button_known`: whether the button is still at that seat
    - `button_waits`: whether the button stays there until a game with blinds
    - `halted`: why the table is not playing ("" if it is)
    - `differs`: how many more chips were reported than recorded
    - `removed`: the denominations that have left play at this table
    """

    number: int
    name: str = ""
    players: int = 0
    size: int = 0
    seats: tuple[DeskSeat, ...] = ()
    final: bool = False
    halted: str = ""
    locked: bool = False
    button: int = -1
    button_known: bool = False
    button_waits: bool = False
    button_at: int = 0
    heads: int = -1
    hands: int = 0
    chips: int = 0
    differs: int = 0
    counted: bool = False
    played: bool = False
    removed: tuple[int, ...] = ()


class DeskMoves(msgspec.Struct, frozen=True):
    """The players who were moved by the last `step` that moved any. Their slips are printed together."""

    step: int
    at: int
    moves: tuple[MoveView, ...]


class LargestStack(msgspec.Struct, frozen=True, omit_defaults=True):
    """The largest stack of the tournament so far.

    - `left`: how many players were left when the stack was recorded
    - `about`: whether the stack was estimated
    """

    player: str
    chips: int
    left: int
    about: bool = False


class DirectorView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The start page of a console: the sender's role and commands, clock, counts, tasks, last steps, tables.

    - `phase`: draft, checkin, seated, running, over, cancelled or frozen
    - `tables`: the tables, which include their seats unless there are many tables
    - `todo_more`: the number of further tasks, which are not included
    - `bags`: "flight" or "day 2" if the tournament has bags
    """

    id: str
    title: str
    now: int
    seq: int
    step: int
    phase: str
    role: str
    name: str
    clock: ClockView
    counts: Counts
    terms: DeskTerms
    table: int = 0
    may: tuple[str, ...] = ()
    todo: tuple[TodoLine, ...] = ()
    todo_more: int = 0
    history: tuple[HistoryLine, ...] = ()
    tables: tuple[DeskTable, ...] = ()
    announcement: str = ""
    called: CalledView | None = None
    why: str = ""
    moved: DeskMoves | None = None
    largest: LargestStack | None = None
    bags: str = ""


class DeskTables(msgspec.Struct, frozen=True):
    """All tables, or the requested ones. Send `next` as `from` to get more tables (0 if there are no more)."""

    tables: list[DeskTable]
    seq: int
    next: int = 0


class TodoView(msgspec.Struct, frozen=True):
    """All tasks."""

    todo: list[TodoLine]
    seq: int


class AmountLine(msgspec.Struct, frozen=True):
    """A total and its name. The name is in words, and with gaps, for translation."""

    text: str
    amount: int
    sentence: Sentence = ()


class MoneyLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's money: what the player `paid`, still owes (`due`), `won` in prizes and bounties, and was `given`."""

    player: str
    paid: int = 0
    due: int = 0
    won: int = 0
    place: int = 0
    given: int = 0


class MoneyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The money of a tournament: the pool and its prizes, all totals, and each player's payments and winnings.

    - `deals`: the shares in possible deals: icm, chips and even (only even while some stacks are `uncounted`)
    - `made`: the shares in a deal that was made
    - `kept`: the amount that each deal sets aside for the winner; `most_kept` is its maximum
    """

    pool: int
    prizes: tuple[int, ...]
    lines: list[AmountLine]
    players: list[MoneyLine]
    deals: dict[str, list[tuple[str, int]]] = {}
    made: list[tuple[str, int]] = []
    kept: int = 0
    most_kept: int = 0
    uncounted: list[str] = []


class LogView(msgspec.Struct, frozen=True):
    """A part of the history, latest step first. Send `next` as `from` to get the next part (0 if there is none)."""

    lines: list[HistoryLine]
    seq: int
    next: int = 0


class DeskItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A level (counted from 1) or a break, in words, with the denominations that leave play then (`remove`).

    `what` holds all fields of the level or break, for editing.
    """

    item: int
    level: int
    is_break: bool
    ms: int
    stakes: str = ""
    note: str = ""
    remove: tuple[int, ...] = ()
    what: Any = None
    parts: Parts = ()  # the stakes as data, for pages in other languages


class DeskSchedule(msgspec.Struct, frozen=True):
    """The schedule, the chips and the clock, so that a page can keep time without a connection."""

    items: list[DeskItem]
    denominations: tuple[int, ...]
    late_levels: int
    clock: ClockView
    now: int
    seq: int
