"""A tournament as the displays show it, read off its state: a whole picture of at most 4 KB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING, Final
from zlib import crc32

import msgspec

from sidepot.games.stakes import AnteBy
from sidepot.room.tables.stakes_text import level_parts, level_words
from sidepot.room.tournaments.event_terms import first_level
from sidepot.room.tournaments.screen_shown import (
    CalledShown,
    ChipShown,
    ClockShown,
    ItemShown,
    MoveShown,
    OutShown,
    SaidShown,
    ScreenShown,
    StackShown,
    TableShown,
)
from sidepot.rules.clauses import as_one
from sidepot.tournament import events as e
from sidepot.tournament.do_entries import is_open
from sidepot.tournament.heard import How
from sidepot.tournament.money import out_lines
from sidepot.tournament.schedule import Level
from sidepot.tournament.stocks import average, stock_of
from sidepot.tournament.tournament import Tournament
from sidepot.tournament.views import seats_used

if TYPE_CHECKING:
    from sidepot.games.mixes import MixGame
    from sidepot.room.tournaments.state import EventState
    from sidepot.tournament.moves import Move

LARGEST: Final = 3900  # bytes of a screen: with what stands around it a message has 4 KB
MINUTE: Final = 60_000
LATELY: Final = 15 * MINUTE  # moves are shown for so long
SAID: Final = 10 * MINUTE  # and what was announced
CALLED: Final = 15_000  # a called clock is shown for so long after its end
AHEAD: Final = 24  # items of the schedule
MOST: Final = 10
FINAL: Final = 10  # players at the final table, at most
# what a screen that is too long loses, down to how many; displays have the whole schedule beside it
_SHORTER: Final = (
    ("schedule", 8),
    ("out", 0),
    ("moves", 0),
    ("places", 0),
    ("stacks", 0),
    ("prizes", 0),
    ("schedule", 0),
)
Names = Mapping[str, str]


def screen_view(event: EventState, now: int, names: Names | None = None) -> ScreenShown:
    """A live tournament for the displays; `names` are those of players whose ids are none."""
    terms = event.terms
    at, first = max(now, event.at), first_level(terms)
    return screen_of(event.tournament, at, event.id, terms.title, event.phase, names, first)


def screen_of(
    tournament: Tournament,
    now: int,
    id: str,
    title: str,
    phase: str = "running",
    names: Names | None = None,
    first: int = 1,
) -> ScreenShown:
    """A tournament for the displays; its levels are counted from `first`."""
    known = names or {}
    at = max(now, tournament.at)
    reading = tournament.reading(at)
    structure = tournament.structure
    prizes = tournament.prizes()
    bet = structure.level(reading.level).stakes[0].min_bet
    each = average(tournament) if tournament.is_seated else 0
    entry, rebuys = is_open(tournament, reading)
    on = phase in ("running", "break")
    said = tournament.heard.announced
    return fitted(
        ScreenShown(
            id=id,
            title=title,
            phase="break" if on and reading.is_break else "running" if on else phase,
            version=tournament.version,
            clock=clock_of(tournament, at, first),
            schedule=(shown := schedule_of(tournament, reading.item, first))[:AHEAD],
            more=max(len(shown) - AHEAD, 0),
            players=len(tournament.entrants),
            entries=tournament.entries,
            left=tournament.left,
            tables=len(tournament.tables),
            average=each,
            average_bets=round(each / bet, 1) if bet else 0.0,
            pool=tournament.pool,
            paid=len(prizes),
            prizes=prizes[: 2 * MOST],
            jump=jump_of(prizes, tournament.left) if tournament.is_seated and not tournament.ended else (0, 0),
            chips=tuple([ChipShown(chip.value, chip.colour) for chip in tournament.chips_at(reading.level).chips]),
            moves=_moves(tournament, at, known),
            stacks=_stacks(tournament, known),
            final=len(tournament.tables) == 1 and tournament.left <= FINAL,
            places=_places(tournament),
            out=_out(tournament, known),
            said=SaidShown(said.text, said.at) if said is not None and at < said.at + SAID else None,
            called=_called(tournament, at, known),
            hand_for_hand=tournament.hand_for_hand,
            entry_open=entry and not tournament.ended,
            rebuys_open=rebuys and tournament.is_seated and not tournament.ended,
            seating=_seating(tournament),
            why=tournament.heard.cancelled,
        )
    )


def _seating(tournament: Tournament) -> int:
    """A number that is another one whenever somebody sits elsewhere, or nowhere: who has it needs no list of seats."""
    seats = [
        f"{player} {number} {place.seat}"
        for number, table in tournament.tables.items()
        for player, place in table.places.items()
    ]
    return crc32("\n".join(seats).encode())


def clock_of(tournament: Tournament, at: int, first: int = 1) -> ClockShown:
    """The clock at that moment; the levels are counted from `first`."""
    reading = tournament.reading(at)
    structure = tournament.structure
    last = reading.left_ms is None
    left = reading.left_ms or 0
    games = structure.mix.games
    number = reading.level  # in a break, that of the hand after it
    before = number - 1 if reading.is_break and not reading.is_extra else number
    is_last = number + 1 >= len(structure.levels)
    following = number if reading.is_break and not reading.is_extra else number + 1
    return ClockShown(
        running=reading.running,
        item=reading.item,
        level=first + before,
        is_break=reading.is_break,
        until=at + left if reading.running and not last else 0,
        left=left,
        stakes=level_words(games, structure.level(before).stakes),
        next="" if is_last and not reading.is_break else level_words(games, structure.level(following).stakes),
        next_break=at + reading.next_break_ms if reading.running and reading.next_break_ms else 0,
        last=last,
        extra=reading.is_extra,
        after=tournament.clock.settled(at).left if reading.is_extra else 0,
        stakes_said=level_parts(games, structure.level(before).stakes),
        next_said=() if is_last and not reading.is_break else level_parts(games, structure.level(following).stakes),
    )


def schedule_of(tournament: Tournament, item: int = 0, first: int = 1) -> tuple[ItemShown, ...]:
    """The schedule from an item on; the levels are counted from `first`."""
    structure, found = tournament.structure, []
    number = first - 1 + sum(isinstance(one, Level) for one in structure.schedule[:item])
    for one in structure.schedule[item:]:
        if isinstance(one, Level):
            number += 1
            found.append(_level(number, one, structure.mix.games))
        else:
            found.append(ItemShown(0, one.note, one.ms, out=one.remove))
    return tuple(found)


def _level(number: int, item: Level, games: Sequence[MixGame]) -> ItemShown:
    text, said = level_words(games, item.stakes), level_parts(games, item.stakes)
    if len(games) > 1:
        return ItemShown(number, text, item.ms, said=said)
    stakes = item.stakes[0]
    fixed = (stakes.bet_size(big=False), stakes.bet_size(big=True)) if stakes.small_bet else ()
    by_one = stakes.ante_by is not AnteBy.ALL
    return ItemShown(
        number, text, item.ms, fixed or stakes.blinds, stakes.ante, by_one and bool(stakes.ante), said=said
    )


def jump_of(prizes: tuple[int, ...], left: int) -> tuple[int, int]:
    """How many must go out until the rest are sure of more, and how much more that is."""
    sure = prizes[left - 1] if 0 < left <= len(prizes) else 0
    for place in range(min(left - 1, len(prizes)), 0, -1):
        if prizes[place - 1] > sure:
            return left - place, prizes[place - 1] - sure
    return 0, 0


def move_shown(move: Move, names: Names, at: int = 0, *, why: bool = False) -> MoveShown:
    """A move as it is told; with `why` also the rule and the reason."""
    return MoveShown(
        names.get(move.player, move.player),
        move.from_table,
        move.from_seat + 1,
        move.to_table,
        move.to_seat + 1,
        at,
        move.because if why else "",
        str(move.cite) if why else "",
        as_one(move.said) if why else (),
    )


def _moves(tournament: Tournament, at: int, names: Names) -> tuple[MoveShown, ...]:
    found: list[MoveShown] = []
    most = min(MOST, len(tournament.moves))
    for step in reversed(tournament.course().holds):
        if step.at < at - LATELY or len(found) >= most:
            break
        moved = [happened for happened in step.events if isinstance(happened, e.Moved)]
        found += [move_shown(one.move, names, one.at) for one in reversed(moved)]
    return tuple(found[:MOST])


def stack_shown(tournament: Tournament, player: str, names: Names) -> StackShown:
    """A player with chips, and how far they are known."""
    one = tournament.entrants[player]
    table = tournament.tables.get(one.table)
    place = table.places.get(player) if table is not None else None
    how = stock_of(tournament, player).how
    return StackShown(
        names.get(player, player),
        tournament.stack_of(player),
        one.table,
        place.seat + 1 if place is not None else 0,
        "" if how is How.KNOWN else how.value,
    )


def _stacks(tournament: Tournament, names: Names) -> tuple[StackShown, ...]:
    if not tournament.is_seated:
        return ()
    left = [one.player for one in tournament.players_in()]
    if len(tournament.tables) == 1 and len(left) <= FINAL:
        found = [stack_shown(tournament, player, names) for player in left]
        return tuple(sorted(found, key=lambda one: one.seat))
    known = [player for player in left if stock_of(tournament, player).how is not How.UNKNOWN]
    most = nlargest(MOST, known, key=tournament.stack_of)
    return tuple([stack_shown(tournament, player, names) for player in most])


def _places(tournament: Tournament) -> tuple[TableShown, ...]:
    return tuple(
        [
            TableShown(number, len(table.places), seats_used(tournament, number), number in tournament.halted)
            for number, table in sorted(tournament.tables.items())
        ]
    )


def _out(tournament: Tournament, names: Names) -> tuple[OutShown, ...]:
    if not tournament.groups:
        return ()
    out = islice((one for one in out_lines(tournament) if one.place), MOST)
    return tuple([OutShown(names.get(one.player, one.player), one.place, one.paid) for one in out])


def _called(tournament: Tournament, at: int, names: Names) -> CalledShown | None:
    called = tournament.heard.called
    if called is None or at > called.at + called.seconds * 1000 + CALLED:
        return None
    table = tournament.entrants[called.player].table if called.player in tournament.entrants else 0
    return CalledShown(names.get(called.player, called.player), table, called.at + called.seconds * 1000)


def fitted(screen: ScreenShown) -> ScreenShown:
    """The screen in at most 4 KB: what is least needed is left out from its end."""
    for name, least in _SHORTER:
        while len(msgspec.json.encode(screen)) > LARGEST and len(found := getattr(screen, name)) > least:
            kept = found[: max(len(found) // 2, least)]
            more = screen.more + (len(found) - len(kept) if name == "schedule" else 0)
            screen = msgspec.structs.replace(screen, **{name: kept, "more": more})
    return screen
