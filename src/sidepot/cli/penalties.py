"""`sidepot penalties`: keep the penalty log of a tournament in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, TournamentHouse
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.floor.conduct.penalty_log import Entry, PenaltyLog


def command(
    file: Annotated[
        Path, typer.Argument(parser=common.path, metavar="LOG.json", help="The log file; the first entry creates it.")
    ],
    player: Annotated[
        str | None, typer.Option("--player", metavar="NAME", help="Enter a penalty for this player.")
    ] = None,
    offence: Annotated[str | None, typer.Option("--offence", metavar="NAME", help="The offence.")] = None,
    penalty: Annotated[
        str | None, typer.Option("--penalty", metavar="VERDICT", help="The penalty [the recommended one].")
    ] = None,
    by: Annotated[str | None, typer.Option("--by", metavar="NAME", help="Who decides.")] = None,
    players: Annotated[
        int, typer.Option("--players", min=2, max=22, metavar="N", help="The number of players at the table.")
    ] = 9,
    hands: Annotated[
        int,
        typer.Option(
            "--hands", min=1, max=10**6, metavar="N", help="The number of hands, if the penalty is missed hands."
        ),
    ] = 1,
    hand: Annotated[
        int, typer.Option("--hand", min=0, max=10**9, metavar="N", help="The number of the current hand [none].")
    ] = 0,
    over: Annotated[
        str | None,
        typer.Option("--over", metavar="NAMES", help="Count a hand that these players have finished at their table."),
    ] = None,
    house: TournamentHouse = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print the entries as CSV.")] = False,
    json: AsJson = False,
) -> None:
    """Keep the penalty log of a tournament: enter penalties, count missed hands, print the log.

    The ruling is that of `sidepot rule`; earlier entries make an offence a repeat. A penalty of one round costs one
    hand per player at the table. After each hand, pass its players with --over: each absent player then has one hand
    fewer to miss. A misdeal does not count.

    Examples:

      sidepot penalties friday.json --player Ann --offence abuse --by Kim
      sidepot penalties friday.json --player Bo --offence delay --penalty "2 rounds" --players 8 --hand 17 --by Kim
      sidepot penalties friday.json --over Ann,Bo,Cy
      sidepot penalties friday.json --csv

    Exit codes: 0 done, 2 bad usage or input.
    """
    from sidepot.floor.conduct.penalty_log import PenaltyLog, enter, hand_over, to_csv, to_json

    changes = player is not None or over is not None
    log = PenaltyLog() if changes and not file.exists() else _read(file)
    if player is not None:
        log = enter(log, _entry(log, player, offence, penalty, by or "", players, hands, hand, house))
    elif offence or penalty or by:
        raise BadNotation("--offence, --penalty and --by need --player NAME")
    if over is not None:
        log = hand_over(log, [name.strip() for name in over.split(",")])
    if changes:
        common.write_bytes(str(file), to_json(log).encode() + b"\n", private=True)
    if csv:
        print(to_csv(log), end="")
    else:
        report = _report(log)
        common.answer(lambda: report, lambda: _show(report), json=json)


def _read(file: Path) -> PenaltyLog:
    """Read a penalty log. Raises BadNotation, naming the file, if it is invalid."""
    from sidepot.floor.conduct.penalty_log import from_json

    def read(text: str) -> PenaltyLog:
        if not text.strip():
            raise BadNotation("this file is empty; to begin a penalty log, give --player and name a new file")
        return from_json(text)

    return common.read_file(file, read)


def _entry(
    log: PenaltyLog, player: str, offence: str | None, penalty: str | None, by: str, players: int, hands: int,
    hand: int, house: str | None,
) -> Entry:  # fmt: skip
    """Make the entry for an offence from the floor's ruling and the director's choice. Raises BadNotation for invalid
    ones.
    """
    from sidepot.cli.usual_house import usual_house
    from sidepot.floor.conduct.offence import OffenceFacts, rule_on_offence
    from sidepot.floor.conduct.offences import find_offence
    from sidepot.floor.conduct.penalty_log import entry_of, times_before
    from sidepot.rules.houses import find_house
    from sidepot.rules.ruling import choose

    code: Any = find_offence(offence or "").code  # an offence of the catalogue
    times = times_before(log, player, code)
    facts = OffenceFacts(offence=code, times=times, players=players, hands=hands, live_hand=hand > 0)
    ruling = rule_on_offence(facts, find_house(house or usual_house("tda-2013")))
    if ruling.is_open or penalty not in (None, ruling.verdict):
        ruling = choose(ruling, penalty or "")
    return entry_of(ruling, facts, player=player, by=by, hand=hand)


class PlayerReport(Struct, frozen=True):
    """The penalties that a player has yet to serve."""

    hands_left: int
    away: bool
    out: bool
    may_ask: bool


class PenaltiesReport(Struct, frozen=True):
    """The penalty log, and the penalties of each player in it."""

    entries: tuple[Entry, ...]
    players: dict[str, PlayerReport]


def _report(log: PenaltyLog) -> PenaltiesReport:
    from sidepot.floor.conduct.penalty_log import hands_left, is_away, is_out, may_ask

    names = dict.fromkeys(entry.player for entry in log.entries)
    players = {
        name: PlayerReport(hands_left(log, name), is_away(log, name), is_out(log, name), may_ask(log, name))
        for name in names
    }
    return PenaltiesReport(log.entries, players)


def _show(report: PenaltiesReport) -> None:
    for entry in report.entries:
        when = f", in hand {entry.hand}" if entry.hand else ""
        print(f"{entry.player}: {entry.ruling} for {entry.offence}{when}, by {entry.by} ({', '.join(entry.rules)})")
    for name, stands in report.players.items():
        if stands.out:
            print(f"{name} is out.")
        elif stands.hands_left:
            hands = f"{stands.hands_left} hand{'s' * (stands.hands_left > 1)}"
            print(f"{name} has {hands} to miss{'' if stands.away else ', from the next one on'}.")
        if not stands.may_ask:
            print(f"{name} may not ask to see hands.")
