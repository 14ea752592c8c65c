"""A finished hand step by step, as one seat saw it: each event, the table after it, and the options of the next seat.

It is made only from the record of the hand (`fairness.record`), which contains the owner's cards and those shown, so
that mucked hands stay hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from sidepot.cards import text
from sidepot.errors import BadNotation
from sidepot.floor.spot_text import line_of
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.phh_history import phh_of_history
from sidepot.formats.phh_write import write_phh, write_phhs
from sidepot.formats.room_record import About, SidePayment, room_history
from sidepot.games.titles import Parts, terms_parts, terms_words
from sidepot.games.unit import WHOLE, Unit
from sidepot.hand.due import DEAL
from sidepot.hand.events import Dealt, Started
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.hand.legal.reason import Reason
from sidepot.hand.rabbit import by_board
from sidepot.hand.streets import seats_of
from sidepot.histories.converting import written
from sidepot.room.fairness.items import OF_THE_ROOM, Heading, Item
from sidepot.room.fairness.record import HandRecord
from sidepot.room.fairness.record_check import items_of, view_of_record
from sidepot.room.views.log_parts import line, parts_of, plain
from sidepot.room.views.public import DUE, boards_of, seat_in_hand, street_of
from sidepot.room.views.public_hand import PublicHand
from sidepot.room.views.schema import Payment, PotState, SeatState, Sentence

MOST_DIGITS: Final = 18
CARDS_ARE_DEALT: Final = "The cards are dealt"


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision in a replayed hand.

    - `seat`: the seat that decides
    - `due`: the kind of decision
    - `may`: the options in words
    - `why`: the reasons for the options
    - `spot`: the betting as a line of text for the floor (empty if it cannot be written as such a line)
    """

    seat: int
    due: str
    may: tuple[str, ...]
    why: tuple[Reason, ...] = ()
    spot: str = ""


class ReplayStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a replay: an event in words, and the table after it as the record's owner saw it.

    - `won_by`: with several boards, the payments of each board, as (seat, chips)
    - `paid`: all payments so far, by seats of the hand
    - `sentences`: the lines as data, for translated pages
    - `rabbit`: for each board, the cards that would have come, if the last step is a rabbit hunt
    """

    lines: tuple[str, ...]
    street: str
    seats: tuple[SeatState, ...]
    boards: tuple[tuple[int, ...], ...] = ()
    pots: tuple[PotState, ...] = ()
    runs: int = 0
    won_by: tuple[tuple[tuple[int, int], ...], ...] = ()
    turn: Turn | None = None
    paid: tuple[Payment, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    rabbit: tuple[tuple[int, ...], ...] = ()


class Replayed(msgspec.Struct, frozen=True):
    """A hand to step through, as seen from seat `you` (-1 for a spectator)."""

    title: str
    hand: int
    you: int
    game: str
    terms: str
    stud: bool
    button: int
    steps: tuple[ReplayStep, ...]
    terms_parts: Parts = ()  # the `terms` as data, for translated pages
    decimals: int = 0


def replay_record(record: HandRecord) -> Replayed:
    """Make the steps of a hand. Raises BadNotation if the record has no hand."""
    return _replayed(view_of_record(record, items_of(record)), record.seat, record)


def replay_history(history: HandHistory) -> Replayed:
    """Make the steps of the hand in a hand history, as its hero saw it. Raises BadNotation if the history has no
    events.
    """
    return _replayed(items_of_history(history), history.hero, None)


def items_of_history(history: HandHistory) -> list[Item]:
    """The items of the hand in a hand history, as if the hand had been played in the room."""
    number = int(history.name) if history.name.isdecimal() and len(history.name) < MOST_DIGITS else 1
    return [Heading(history.table, number, history.names, history.decimals), *history.hand.log]


def _replayed(items: Sequence[Item], seat: int, record: HandRecord | None) -> Replayed:
    """The steps of these items, and what the record has after them."""
    heading = next((item for item in items if isinstance(item, Heading)), None)
    steps = []
    hand: Hand | None = None
    unit = WHOLE
    for seen, view, lines in walk(items, seat):
        steps.append(_step(seen, view, lines, seat))
        unit, hand = seen.unit, view
    if hand is not None and record is not None:
        steps += _after(record, hand, steps[-1], unit)
    if heading is None or not steps:
        raise BadNotation("a record must have a heading, and the events of one hand from its start")
    setup = next(item.setup for item in items if isinstance(item, Started))
    return Replayed(
        heading.table,
        heading.hand,
        seat,
        setup.game.title,
        terms_words(setup.limit, setup.stakes, unit),
        setup.game.is_stud,
        setup.button,
        tuple(steps),
        tuple(terms_parts(setup.limit, setup.stakes, unit)),
        unit.decimals,
    )


def _after(record: HandRecord, hand: Hand, last: ReplayStep, unit: Unit) -> Iterator[ReplayStep]:
    """The steps after a hand: the rabbit hunt, and what players paid each other in side games."""
    if record.rabbit:
        words = [line("Rabbit hunt: {cards} would have come", text(record.rabbit))]
        last = replace(last, **_lines(words, unit), rabbit=by_board(hand, record.rabbit))
        yield last
    if record.side:
        yield replace(last, **_lines([_side_line(one) for one in record.side], unit))


def _side_line(paid: SidePayment) -> str:
    if paid.game == "seven-deuce":
        return line("Seven-deuce: {payer} pays {payee} {chips}", paid.payer, paid.payee, paid.chips)
    return line("Stand-up game: {payer} pays {payee} {chips}", paid.payer, paid.payee, paid.chips)


def _lines(words: Sequence[str], unit: Unit) -> dict[str, Any]:
    return {"lines": tuple([plain(one, unit) for one in words]), "sentences": tuple(map(parts_of, words))}


def walk(given: Sequence[Item], seat: int) -> Iterator[tuple[PublicHand, Hand, tuple[str, ...]]]:
    """Yield each step of a hand as seat `seat` saw it: the hand after the step, and its lines with marked parts."""
    items: list[Item] = []
    seen = PublicHand(items, seat)
    for item in given:
        items.append(item)
        seen.catch_up()
        lines = seen.lines[-1] or _dealt(seen.view, item)
        if seen.view is not None and lines and not isinstance(item, OF_THE_ROOM):
            yield seen, seen.view, lines


def hand_of_record(record: HandRecord) -> tuple[Hand, Sequence[str], Unit]:
    """The hand as the record's owner saw it, the names of its seats, and the unit of its amounts.

    Raises BadNotation if the record cannot be replayed.
    """
    items: list[Item] = []
    seen = PublicHand(items, record.seat)
    items += view_of_record(record, items_of(record))
    seen.catch_up()
    if seen.view is None:
        raise BadNotation("the record contains no hand")
    return seen.view, seen.players, seen.unit


def _dealt(view: Hand | None, item: Item) -> tuple[str, ...]:
    """A line for a deal without visible cards. Such a deal is one step, after the last card."""
    ends = isinstance(item, Dealt) and view is not None and view.due is not DEAL
    return (CARDS_ARE_DEALT,) if ends else ()


def _step(seen: PublicHand, view: Hand, lines: tuple[str, ...], own: int) -> ReplayStep:
    seats = tuple([_seat(seen, view, at, own) for at in range(len(seen.players))])
    pots = [PotState(amount, tuple(seats_of(can & view.live))) for amount, can, _ in view.pots()]
    return ReplayStep(
        tuple([plain(line, seen.unit) for line in lines]),
        street_of(view),
        seats,
        boards_of(view),
        tuple(pots),
        view.aside.runs,
        tuple([tuple(sorted(board.items())) for board in seen.won_by]),
        _turn(seen, view),
        tuple([Payment(*payment) for payment in seen.paid]),
        tuple(map(parts_of, lines)),
    )


def _seat(seen: PublicHand, view: Hand, at: int, own: int) -> SeatState:
    state = seat_in_hand(seen, view, at, view.stacks[at], view.bets[at], None, None)
    cards = view.hole[at] if at == own else state.cards
    return msgspec.structs.replace(state, state="in", cards=cards)


# ---- the current decision


def _turn(seen: PublicHand, view: Hand) -> Turn | None:
    due = DUE.get(view.due)
    if due is None or view.seat < 0 or view.forced:
        return None
    may = options(view, names=seen.players)
    spot = "" if seen.unit.decimals else line_of(view, seen.items, lambda at: at + 1)
    return Turn(view.seat, due, tuple(may_words(may, seen.unit)), may.why, spot)


def may_words(may: Options, unit: Unit = WHOLE) -> list[str]:
    """The options of a seat in words, such as `call 40` and `raise to 80 up to 400`."""
    found = ["fold"] * may.may_fold + ["check"] * may.may_check
    if may.may_call:
        found.append(f"call {unit.show(may.call)}" if may.call else "call all-in")
    if may.bring_in:
        found.append(f"bring it in for {unit.show(may.bring_in)}")
    if may.may_raise:
        to = "" if may.is_bet else " to"
        most = unit.show(may.raise_max)
        many = f" or {most}" if may.raise_two else f" up to {most}"
        found.append(f"{may.verb}{to} {unit.show(may.raise_min)}{many if may.raise_max > may.raise_min else ''}")
    if may.is_draw:
        least, discard = may.discard_least, may.discard
        found.append(f"throw {discard} away" if least == discard else f"change up to {discard}")
    found += ["show"] * may.may_show + ["muck"] * may.may_muck
    if may.runs:
        found.append(f"have the board run up to {may.runs} times")
    return found + ["declare"] * may.declare


HomeKind = Literal["phh", "ohh", "stars", "json"]
SUFFIX_OF: Final[dict[HomeKind, str]] = {"phh": ".phh", "ohh": ".ohh", "stars": ".txt", "json": ".json"}
SUFFIX_OF_MANY: Final[dict[HomeKind, str]] = {**SUFFIX_OF, "phh": ".phhs", "json": ".jsonl"}
BETWEEN: Final[dict[HomeKind, str]] = {"phh": "\n", "ohh": "\n", "stars": "\n\n", "json": ""}
"""The text between two hands of a file."""


class PlayedHand(msgspec.Struct, frozen=True):
    """Where and when a hand was played. `at` is the time of its end (0 if unknown)."""

    table: str
    title: str
    hand: int
    at: int
    is_tournament: bool = False


def about_of(played: PlayedHand) -> About:
    """The details of a hand that a hand history needs, apart from the play.

    The name of the hand is a number that is unique in the room, because trackers need that.
    """
    when = f"{datetime.fromtimestamp(played.at / 1000, UTC):%Y-%m-%d %H:%M:%S}" if played.at else ""
    return About(str(played.at * 1000 + played.hand % 1000), played.title, when, played.is_tournament)


def history_of_record(record: HandRecord, played: PlayedHand) -> HandHistory:
    """The hand as the record's owner saw it, with names, table and time.

    Raises BadNotation if the hand cannot be replayed.
    """
    hand, players, unit = hand_of_record(record)
    return room_history(hand, tuple(players), record.seat, about_of(played), unit.decimals, record.rabbit, record.side)


def home_text(record: HandRecord, played: PlayedHand, kind: HomeKind, *, one_of_many: bool = False) -> str:
    """A hand as text in the format `kind`. With `one_of_many`, it can be joined with other hands in one file.

    Raises BadNotation if the format cannot express the hand.
    """
    if kind == "json":
        return msgspec.json.encode(msgspec.structs.replace(record, about=about_of(played))).decode() + "\n"
    hand = history_of_record(record, played)
    if kind == "phh":
        phh = phh_of_history(hand)
        if one_of_many:
            return write_phhs([msgspec.structs.replace(phh, name=f"{played.table}-{played.hand}")])
        return write_phh(msgspec.structs.replace(phh, name=""))
    text = written(hand, kind)
    if isinstance(text, str):
        return text
    raise BadNotation(text.message, text.cite)
