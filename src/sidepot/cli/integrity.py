"""`sidepot integrity`: what in the hands of a room, or of a folder of histories, somebody should look at."""

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

FLOWS = 10  # that are printed; the JSON has all
_MEANS = {
    "losses": "{0} loses big pots to {1}",
    "folded chips": "{0} puts much in and folds it to {1}",
    "all-ins": "{0} loses all-ins to {1}",
    "folded winners": "{0} folds the better hand to {1}",
    "soft play": "{0} does not bet the better hand against {1}",
    "never together": "{0} and {1} are hardly ever in the same pot",
    "even answers": "{0} answers in nearly the same time always",
    "same browser": "{0} and {1} sat down at a table from the same browser",
    "same address": "{0} and {1} sat down at a table from the same address, as people of one home do",
}


def command(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH", help="Histories: .phh, .phhs or folders of them.")
    ] = None,
    data: Data = None,
    db: Address = "",
    table: OnlyTables = None,
    chance: Annotated[
        float,
        typer.Option(
            metavar="P", min=1e-12, max=0.5, help="Raise a flag where honest play does so with this probability."
        ),
    ] = 0.001,
    json: AsJson = False,
) -> None:
    """Look for what cheats leave behind: chips that flow one way, winners that are folded, soft play, two seats of one.

    Without a path it reads the hands of a room, also while people play. Each pair of players is compared with what both
    do against others. A flag is something to look at, with the hands that tell most of it, and never a verdict: look at
    the hands (`sidepot explain`, the replayer) and ask the players. docs/integrity.md says how often honest tables
    raise one. The report tells of folded cards: keep it from people who still play.

    Examples:

      sidepot integrity
      sidepot integrity --data /srv/cards --table 7 --json
      sidepot integrity session.phhs --chance 0.01

    Exit codes: 0 looked through, with flags or without; 2 no store, no such file, or bad usage.
    """
    if paths and (data is not None or db or table):
        raise BadNotation(
            "histories are files: --data, --db and --table say where a room's hands are; give the one or the other"
        )
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
            f"{', '.join(paths)}: there is no Poker Hand History (.phh, .phhs); `sidepot convert --to phh` makes them"
            " of other formats"
        )
    for file in files:
        try:
            hands = list(iter_phh(common.read_bytes(file), strict=False))
        except BadNotation as error:
            raise error.at(str(file)) from None
        for name, history in hands:
            label = f"{file}, hand {name}" if name else str(file)
            if isinstance(history, BadNotation):
                common.say(f"{label}: left out: {history.message}")
                continue
            players = history.about.get("players") or ()
            if len(players) != len(history.starting_stacks) or len(set(players)) != len(players):
                common.say(f"{label}: left out: it does not name its players")
                continue
            try:
                played = play_phh(history, strict=False)
            except SidepotError as error:
                common.say(f"{label}: left out: {error}")
                continue
            if played.unresolved or played.left:
                common.say(f"{label}: left out: {played.unresolved or 'it is not whole'}")
                continue
            yield Played(label, players, played.hand.log)


def _show(report: Report) -> None:
    def name(player: str) -> str:
        return report.names.get(player, player)

    print(f"{report.hands:,} hands, {report.players:,} players, {report.pairs:,} pairs that met")
    for label, why in report.unread.items():
        print(f"  not looked at: {label}: {why}")
    for flag in report.flags:
        seldom = "" if flag.chance is None else f"; honest play does so with probability {flag.chance:.1g}"
        print(f"\n{flag.kind}: {_MEANS[flag.kind].format(*map(name, flag.players))}")
        if flag.kind.startswith("same "):
            print(f"  {flag.of} hands together; the last of them:")
        else:
            print(f"  {flag.seen:g} of {flag.of}, where {flag.expected:g} would be usual{seldom}")
        for label in flag.hands:
            print(f"    {label}")
    if report.flows:
        print("\nWhere most chips went, in big blinds:")
        for flow in report.flows[:FLOWS]:
            print(f"  {name(flow.loser)} to {name(flow.winner)}: {flow.amount:,.1f} in {flow.hands:,} hands together")
    count = len(report.flags)
    print(f"\n{count} flag{'s' if count != 1 else ''}: to look at, and no verdict." if count else "\nNo flags.")
