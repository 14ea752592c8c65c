"""`sidepot integrity`: flag suspicious play in a room or in a folder of hand histories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, Data, OnlyTables, find_place
from sidepot.errors import BadNotation, SidepotError

if TYPE_CHECKING:
    from sidepot.integrity import Played, Report
    from sidepot.room.store.place import Place

FLOWS = 10  # chip flows printed; the JSON has all
_MEANS = {
    "losses": "{0} loses big pots to {1}",
    "folded chips": "{0} puts in many chips and folds to {1}",
    "all-ins": "{0} loses all-ins to {1}",
    "folded winners": "{0} folds the better hand to {1}",
    "soft play": "{0} does not bet the better hand against {1}",
    "never together": "{0} and {1} are hardly ever in the same pot",
    "even answers": "{0} always acts after nearly the same time",
    "same browser": "{0} and {1} sat down at a table from the same browser",
    "same address": "{0} and {1} sat down at a table from the same address, as people in one home do",
}


def command(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Hand histories (.phh, .phhs) or folders [the hands of the room]."),
    ] = None,
    data: Data = None,
    db: Address = "",
    table: OnlyTables = None,
    chance: Annotated[
        float,
        typer.Option(metavar="P", min=1e-12, max=0.5, help="Flag play that is this unlikely among honest players."),
    ] = 0.001,
    json: AsJson = False,
) -> None:
    """Flag suspicious play: chip dumping, folded winners, soft play, one person on two seats.

    Without a path, it reads the hands of a room, also while people play. Each pair of players is compared with how both
    play against others. A flag is a reason to look, not a verdict: review the hands it lists (`sidepot explain`, the
    replayer) and ask the players. docs/how-to/integrity.md says how often honest tables raise flags. The report shows
    folded cards: keep it from players.

    Examples:

      sidepot integrity
      sidepot integrity --data /srv/cards --table 7 --json
      sidepot integrity session.phhs --chance 0.01

    Exit codes: 0 done, with or without flags; 2 no database, no such file, or bad usage.
    """
    if paths and (data is not None or db or table):
        raise BadNotation("give hand histories, or a room (--data, --db, --table), not both")
    if paths:
        from sidepot.integrity import Examination

        found = Examination()
        with common.progress("hands") as advance:
            for played in _of_files(paths):
                found.take(played)
                advance(1)
        report = found.report(chance)
    else:
        report = _of_room(find_place(data, db), table or [], chance)
    common.finish(report, _show, json=json, holds=True)


def _of_room(place: Place, tables: list[str], chance: float) -> Report:
    from sidepot.room.audit.integrity import look

    with common.progress("hands") as advance:
        return look(place, tables, least_chance=chance, looked_at=advance).report


def _of_files(paths: list[str]) -> Iterator[Played]:
    from sidepot.formats.phh import iter_phh
    from sidepot.formats.phh_play import play_phh
    from sidepot.histories.bulk import find_histories
    from sidepot.integrity import Played

    files = [file for file in find_histories(paths) if file.suffix in (".phh", ".phhs")]
    if not files:
        raise BadNotation(
            f"{', '.join(paths)}: no Poker Hand History (.phh, .phhs) found; convert other formats with "
            "`sidepot convert --to phh`"
        )
    for file in files:
        try:
            hands = list(iter_phh(common.read_bytes(file), strict=False))
        except BadNotation as error:
            raise error.at(str(file)) from None
        for name, history in hands:
            label = f"{file}, hand {name}" if name else str(file)
            if isinstance(history, BadNotation):
                common.say(f"{label}: skipped: {history.message}")
                continue
            players = history.about.get("players") or ()
            if len(players) != len(history.starting_stacks) or len(set(players)) != len(players):
                common.say(f"{label}: skipped: it does not name its players")
                continue
            try:
                played = play_phh(history, strict=False)
            except SidepotError as error:
                common.say(f"{label}: skipped: {error}")
                continue
            if played.unresolved or played.left:
                common.say(f"{label}: skipped: {played.unresolved or 'it is incomplete'}")
                continue
            yield Played(label, players, played.hand.log)


def _show(report: Report) -> None:
    def name(player: str) -> str:
        return report.names.get(player, player)

    print(f"{report.hands:,} hands, {report.players:,} players, {report.pairs:,} pairs who played together")
    for label, why in report.unread.items():
        print(f"  not examined: {label}: {why}")
    for flag in report.flags:
        seldom = "" if flag.chance is None else f"; probability in honest play {flag.chance:.1g}"
        print(f"\n{flag.kind}: {_MEANS[flag.kind].format(*map(name, flag.players))}")
        if flag.kind.startswith("same "):
            print(f"  {flag.of} hands together; the last of them:")
        else:
            print(f"  {flag.seen:g} of {flag.of}, {flag.expected:g} expected{seldom}")
        for label in flag.hands:
            print(f"    {label}")
    if report.flows:
        print("\nLargest chip flows, in big blinds:")
        for flow in report.flows[:FLOWS]:
            print(f"  {name(flow.loser)} to {name(flow.winner)}: {flow.amount:,.1f} in {flow.hands:,} hands together")
    count = len(report.flags)
    print(f"\n{count} flag{'s' if count != 1 else ''}: reasons to look, not verdicts." if count else "\nNo flags.")
