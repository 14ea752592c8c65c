"""The statistics of many files: several processes read them in shares, which are added up in the files' order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from pathlib import Path

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.hand_history import HandHistory
from sidepot.histories.bulk import MOST_PROBLEMS, Problem, find_histories, no_history
from sidepot.histories.file_shares import Share, hands_in, shares_of, summaries_in
from sidepot.stats.hand_seen import BY, POSITIONS, HandSeen, mark_of, seen
from sidepot.stats.line import HandWon, Line, hand_won, line_of
from sidepot.stats.rates import Rates, Tally, rates
from sidepot.stats.tournaments_played import TournamentPlayed, TournamentRates, tournament_rates, tournaments_of
from sidepot.validation.reader import unknown
from sidepot.workers import HERE, Workers, do_pieces

Advance = Callable[[int, int], None]
"""A function that is called with the number of characters and hands that are done."""


class Question(msgspec.Struct, frozen=True):
    """What to count in each share of hands."""

    player: str = ""
    by: str = ""
    expectation: bool = True
    line: bool = False


class Counted(msgspec.Struct):
    """The counts for a share of hands.

    - `marks`: the hashes that identify the counted hands
    - `again`: the number of repeated hands
    """

    files: int = 0
    hands: int = 0
    tallies: dict[str, Tally] = {}
    problems: list[Problem] = []
    untold: int = 0
    skipped: list[str] = []
    won: list[HandWon] = []
    events: list[TournamentPlayed] = []
    heroes: dict[str, int] = {}
    marks: list[int] = []
    again: int = 0


class Stats(msgspec.Struct, kw_only=True):
    """The requested statistics.

    - `rows`: one entry for each player or, if hands are grouped (`by`), for each group
    - `total`: the sum of all entries
    - `line`: if requested, the running result of the player or, without a player, of the `heroes`
    - `heroes`: the players whose files these are; the player with the most hands is first
    - `problems`: the first 100,000 hands that could not be read or played
    - `untold`: the number of further such hands
    - `events`: the tournaments of the player or the heroes, from the summaries among the files
    - `again`: the number of hands that were repeated in the same or another file
    """

    player: str
    by: str
    files: int
    hands: int
    rows: list[Rates]
    total: Rates | None
    line: Line | None
    problems: list[Problem]
    untold: int
    skipped: list[str]
    events: list[TournamentRates]
    heroes: list[str] = []
    again: int = 0


def stats(
    paths: Iterable[str | Path],
    *,
    player: str = "",
    by: str = "",
    expectation: bool = True,
    line: bool = False,
    game: AcpcGame | AcpcStakes | None = None,
    workers: Workers = HERE,
    advance: Advance | None = None,
) -> Stats:
    """The statistics of one player, or of every player, over all hands in these files and folders. Any format can be
    read.

    - `by`: group hands by position, game, stakes or month; without a player, each group covers all players together
    - `expectation`: whether the odds of all-ins are computed

    Raises BadNotation if there is no history, or no player with that name.
    """
    if by and by not in BY:
        raise unknown(f"unknown grouping {by!r}", by, BY, lead="expected one of")
    question = Question(player, by, expectation, line)
    files = find_histories(paths)
    total = Counted()
    known: set[int] = set()
    for share, counted in do_pieces(partial(count_share, question), shares_of(files, game), workers):
        counted = _without(known, counted, share, question)
        known.update(counted.marks)
        _add(total, counted)
        if advance is not None:
            advance(share.letters, counted.hands)
    if len(total.skipped) == len(files):
        raise no_history(files)
    if player and not total.tallies and not total.events:
        raise BadNotation(
            f"no player in these {total.hands} hands is named {player!r}; omit --player to see all players"
        )
    if line and not player and not total.won:
        raise BadNotation("these hands do not show whose they are; give --player NAME")
    rows = [rates(group, tally) for group, tally in sorted(total.tallies.items(), key=partial(_order, by))]
    return Stats(
        player=player,
        by=by,
        files=total.files,
        hands=total.hands,
        rows=rows,
        total=_sum(total, player) if by and rows else None,
        line=line_of(total.won) if line else None,
        problems=total.problems,
        untold=total.untold,
        skipped=total.skipped,
        events=tournament_rates(total.events),
        heroes=sorted(total.heroes, key=lambda name: (-total.heroes[name], name)),
        again=total.again,
    )


def _without(known: set[int], counted: Counted, share: Share, question: Question) -> Counted:
    """The counts of a share without the hands that are `known` from earlier shares."""
    if known.isdisjoint(counted.marks):
        return counted
    if not known.issuperset(counted.marks):
        return count_share(question, share, known)
    return Counted(  # a copy of a file: nothing needs to be played again
        files=counted.files,
        hands=counted.hands - len(counted.marks),
        problems=counted.problems,
        untold=counted.untold,
        skipped=counted.skipped,
        events=counted.events,
        again=counted.again + len(counted.marks),
    )


def _order(by: str, item: tuple[str, Tally]) -> tuple[int, str]:
    """Sort positions around the table, months and stakes by name, players and games by their hands."""
    group, tally = item
    if by == "position":
        return POSITIONS.index(group), group
    return 0 if by in ("month", "stakes") else -tally.hands, group


def _sum(total: Counted, player: str) -> Rates:
    whole = Tally()
    for group in sorted(total.tallies):
        whole.plus(total.tallies[group])
    return rates(player or "all", whole)


def _add(total: Counted, counted: Counted) -> None:
    total.files += counted.files
    total.hands += counted.hands
    room = max(MOST_PROBLEMS - len(total.problems), 0)
    total.problems += counted.problems[:room]
    total.untold += counted.untold + len(counted.problems[room:])
    total.skipped += counted.skipped
    total.won += counted.won
    total.events += counted.events
    total.again += counted.again
    for name, hands in counted.heroes.items():
        total.heroes[name] = total.heroes.get(name, 0) + hands
    for group, tally in counted.tallies.items():
        total.tallies.setdefault(group, Tally()).plus(tally)


# ---- a share


def count_share(question: Question, share: Share, known: Collection[int] = ()) -> Counted:
    """Count each hand of a share once, but not the hands that are already `known`."""
    found = Counted(files=share.files)
    mine: set[int] = set()
    for file, number, summary in summaries_in(share):
        if isinstance(summary, BadNotation):
            _name(found, Problem(file, number, "failed", summary.message))
        else:
            found.events += tournaments_of(summary, question.player)
    for file, name, history in hands_in(share):
        if history is None:
            found.skipped.append(file)
            found.files -= 1
            continue
        mark = None if isinstance(history, SidepotError) else mark_of(history)
        if mark is not None and (mark in mine or mark in known):
            found.again += 1
            continue
        found.hands += bool(name)
        hand = history if isinstance(history, SidepotError) else _seen(history, question)
        if not isinstance(hand, SidepotError):
            if mark is not None:
                mine.add(mark)
            _count(found, hand, question)
            if isinstance(history, HandHistory) and history.mismatch:
                why = f"does not come out as it is printed: {history.mismatch}"
                _name(found, Problem(file, name, "mismatched", why))
        else:
            _name(found, Problem(file, name, "failed", hand.message))
    found.marks = list(mine)
    return found


def _name(found: Counted, problem: Problem) -> None:
    if len(found.problems) < MOST_PROBLEMS:
        found.problems.append(problem)
    else:
        found.untold += 1


def _seen(history: HandHistory, question: Question) -> HandSeen | SidepotError:
    try:
        wanted = not question.player or question.player in history.names
        return seen(history, expectation=question.expectation and wanted)
    except SidepotError as error:
        return error


def _count(found: Counted, hand: HandSeen, question: Question) -> None:
    for at, seat in enumerate(hand.seats):
        if seat is None or question.player and seat.player != question.player:
            continue
        group = hand.group(question.by, seat) if question.by else seat.player
        found.tallies.setdefault(group, Tally()).add(hand, seat)
        if question.line and (question.player or at == hand.hero):
            found.won.append(hand_won(hand, seat))
            if not question.player:
                found.heroes[seat.player] = found.heroes.get(seat.player, 0) + 1
