"""The known facts about tables with real chips and cards: stacks, the button, penalties, headcounts.

A stack is known as of the time at which it was counted. A button is known for one hand after its report: it moves on
unseen. Between two reports the number of hands is estimated from the time in which the table played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sidepot.errors import NotDue
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.table.button import Marks, clockwise
from sidepot.tournament.all_tables import AllTables
from sidepot.tournament.cited import CHIPS
from sidepot.tournament.entrants import Status
from sidepot.tournament.moves import TableView
from sidepot.tournament.reports import HAND_MS, How, Stock
from sidepot.tournament.state import TournamentState

# ---- how far stacks are known, what all chips should come to, and where a count differs from the record

HERE: Final = Stock()
TOGETHER_MS: Final = 600_000  # stacks counted within this time are one count


class Difference(NamedTuple):
    """How many more chips a table has than are recorded for it (negative if fewer).

    - `is_counted`: whether every stack at the table is known
    - `table`: 0 stands for chips that left the record with a closed table
    """

    table: int
    chips: int
    is_counted: bool


def stock_of(tournament: TournamentState, player: str) -> Stock:
    """How reliably a player's stack is known, and since when. If the program deals the hands, every stack is known
    now.
    """
    if not tournament.reports.live:
        return Stock(How.KNOWN, tournament.at)
    return tournament.reports.stacks.get(player, HERE)


def is_counted(tournament: TournamentState, number: int) -> bool:
    """Whether all stacks at a table were counted at about the same time."""
    table, stacks = tournament.tables.get(number), tournament.reports.stacks
    if table is None:
        return False
    times = []
    for player in table.places:
        one = stacks.get(player, HERE)
        if one.how is not How.KNOWN:
            return False
        times.append(one.at)
    return not times or min(times) >= max(times) - TOGETHER_MS


def differences(tournament: TournamentState) -> list[Difference]:
    """The tables whose reported chips differ from the recorded ones."""
    adrift = tournament.reports.adrift
    return [Difference(number, adrift[number], is_counted(tournament, number)) for number in sorted(adrift)]


def difference(tournament: TournamentState) -> int:
    """How many more chips were reported in total than were issued (negative if fewer)."""
    return sum(tournament.reports.adrift.values())


def average(tournament: TournamentState) -> int:
    """The average stack. It is computed from the issued chips, so no stack needs to be known."""
    return (tournament.issued - tournament.removed) // max(tournament.left, 1)


def check_known(tournament: TournamentState, why: str) -> None:
    """Raise NotDue if a stack is unknown, naming the player and what the stack is needed for (`why`)."""
    if not tournament.reports.live:
        return
    for one in tournament.players_in():
        stock = stock_of(tournament, one.player)
        if stock.how is not How.KNOWN:
            raise NotDue(
                f"the stack of {one.player} at table {one.table} is {stock.how}; count it first, {why}",
                CHIPS,
                code="stack_not_known",
            )


# ---- the button, and the hands played since its report


def stopped_at(tournament: TournamentState, now: int) -> int:
    """When play stopped, because of a break or a stopped clock; `now` if the clock is running."""
    clock, reading = tournament.clock, tournament.reading(now)
    if not clock.begun or not reading.running or reading.is_extra:
        return min(clock.since, now)
    if reading.is_break:
        return max(now - (clock.lengths[reading.item] - (reading.left_ms or 0)), clock.since)
    return now


def play_since(tournament: TournamentState, at: int, now: int) -> int:
    """How many milliseconds tables have played since the time `at`. Breaks and pauses that are over count as play."""
    return max(stopped_at(tournament, now) - at, 0) if tournament.clock.begun else 0


def is_button_known(tournament: TournamentState, table: int, now: int) -> bool:
    """Whether the button of a table is known.

    It must have been reported. Unless it does not move, the table may since have played for at most the usual time of
    one hand.
    """
    report = tournament.reports.buttons.get(table)
    return report is not None and (report.frozen or play_since(tournament, report.at, now) <= HAND_MS)


def forgotten(tournament: TournamentState, seen: AllTables, now: int) -> Iterator[int]:
    """The tables whose button was known when `seen` was read and is unknown now, or the other way round."""
    for number, view in seen.views.items():
        if not view.stud_only and view.unknown == is_button_known(tournament, number, now):
            yield number


def reported_view(tournament: TournamentState, view: TableView, now: int) -> TableView:
    """The view of a table with real cards. Its button is the reported one; without a report, it is unknown."""
    report = tournament.reports.buttons.get(view.number)
    is_frozen = report is not None and report.frozen
    plain = view._replace(marks=None, first_button=None, parked=is_frozen, fresh=frozenset())
    if view.stud_only:
        return plain
    if report is None or not is_button_known(tournament, view.number, now):
        return plain._replace(unknown=True)
    taken = [seat for seat, _ in view.taken]
    if report.next and report.seat in taken:
        return plain._replace(first_button=report.seat)
    if len(taken) < 2:
        return plain
    order = clockwise(taken, report.seat, view.seats)
    if len(taken) == 2 and report.seat in taken:
        return plain._replace(marks=Marks(report.seat, report.seat, order[0]))
    return plain._replace(marks=Marks(report.seat, order[0], order[1]))


class Served(NamedTuple):
    """How much of a penalty was served.

    - `hands`: the number of hands missed so far
    - `of`: the number of hands in the penalty
    - `about`: whether `hands` is an estimate
    """

    hands: int
    of: int
    about: bool

    @property
    def sentence(self) -> Sentence:
        """The served part of the penalty, as a translatable sentence."""
        many = str(self.hands), str(self.of)
        return say("about {played} of {hands} hands", *many) if self.about else say("{played} of {hands} hands", *many)

    def __str__(self) -> str:
        return plain(self.sentence)


def served(tournament: TournamentState, player: str, now: int) -> Served | None:
    """How much of a penalty a player has served; None if there is none. Rule: TDA-2013 58-B."""
    penalty = tournament.reports.penalties.get(player)
    if penalty is None:
        return None
    entrant = tournament.entrants[player]
    known = penalty.hands - entrant.penalty
    report = tournament.reports.hands.get(entrant.table)
    since = max(penalty.at, report.at if report is not None else 0)
    more = play_since(tournament, since, now) // HAND_MS if tournament.reports.live else 0
    hands = min(known + more, penalty.hands)
    return Served(hands, penalty.hands, hands > known)


# ---- head counts, asked for before hand for hand, the money and the final table


LASTS: Final = 4 * HAND_MS  # of play, after which a table is asked again


def record_of(tournament: TournamentState, table: int) -> int:
    """The recorded number of players with chips at a table, with which a reported headcount is compared."""
    entrants = tournament.entrants
    return sum([entrants[player].status is Status.SEATED for player in tournament.tables[table].places])


def heads_missing(tournament: TournamentState, now: int) -> list[int]:
    """The tables that have not reported their headcount recently."""
    report = tournament.reports.heads
    return [
        number
        for number in tournament.tables
        if number not in report or play_since(tournament, report[number].at, now) > LASTS
    ]


def heads_differ(tournament: TournamentState) -> list[int]:
    """The tables whose reported headcount differs from the recorded number of players with chips."""
    return [number for number, report in tournament.reports.heads.items() if report.n != report.record]


def are_heads_known(tournament: TournamentState, now: int) -> bool:
    """Whether every table has reported a headcount that equals the recorded number of players with chips.

    Always true if the program deals the hands.
    """
    return not tournament.reports.live or not (heads_missing(tournament, now) or heads_differ(tournament))
