"""`sidepot tracker`: import hand histories into a database on this computer, and query it."""

from __future__ import annotations

import os
import socket
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, Jobs, file_option
from sidepot.cli.interrupting import interruptible
from sidepot.errors import BadNotation, SidepotError
from sidepot.extras import not_installed
from sidepot.validation.csv_text import write_csv

if TYPE_CHECKING:
    from sidepot.tracker.database import Answer
    from sidepot.tracker.importing import Imported
    from sidepot.tracker.notes import Notes

SHOWN = 20


Folders = Annotated[
    list[Path] | None,
    typer.Argument(parser=common.path, metavar="FOLDER", help="Folders of hand histories [the remembered ones]."),
]
Data = Annotated[Path | None, file_option("--data", "The folder of the tracker [your data folder].", "DIR")]
Sql = Annotated[str, typer.Option("--sql", callback=common.not_empty, metavar="TEXT", help="Answer a question in SQL.")]
Port = Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port of the page; 0 is any free one.")]
OpenPage = Annotated[
    bool | None,
    typer.Option("--open/--no-open", help="Open the page in the browser [on a desktop].", show_default=False),
]
OfRoom = Annotated[
    str,
    typer.Option(
        "--room",
        callback=common.not_empty,
        metavar="ROOM",
        help="A sidepot room: the folder with room.db, or its database. Its hands are taken as PLAYER saw them.",
    ),
]
Player = Annotated[
    str, typer.Option("--player", callback=common.not_empty, metavar="NAME", help="Whose hands to take from the room.")
]
Same = Annotated[
    list[str] | None,
    typer.Option("--same", metavar="NAME", help="A name of one person; give it twice or more. `me` is you."),
]
Apart = Annotated[
    str, typer.Option("--apart", callback=common.not_empty, metavar="NAME", help="A name that is another person again.")
]
ShowNotes = Annotated[bool, typer.Option("--notes", help="Print your notes, tags and joined names.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the answer as CSV.")]
Where = Annotated[
    str,
    typer.Option("--where", callback=common.not_empty, metavar="FILTER", help="Print your figures in some hands only."),
]
Money = Annotated[
    str, typer.Option("--money", metavar="TEXT", help="A currency, or `tournament chips` [that of most hands].")
]
Save = Annotated[
    str, typer.Option("--save", callback=common.not_empty, metavar="NAME", help="Save the filter under a name.")
]
ShowFilters = Annotated[bool, typer.Option("--filters", help="Print the saved filters.")]
Forget = Annotated[
    str, typer.Option("--forget", callback=common.not_empty, metavar="NAME", help="Delete a saved filter.")
]


def command(
    folders: Folders = None,
    data: Data = None,
    where: Where = "",
    money: Money = "",
    save: Save = "",
    filters: ShowFilters = False,
    forget: Forget = "",
    sql: Sql = "",
    as_csv: AsCsv = False,
    room: OfRoom = "",
    player: Player = "",
    same: Same = None,
    apart: Apart = "",
    notes: ShowNotes = False,
    port: Port = 8010,
    open_page: OpenPage = None,
    jobs: Jobs = 1,
    json: AsJson = False,
) -> None:
    """Import your hand histories from all sites into a database on this computer, and show it in a page.

    The tracker remembers its folders. Each run imports what is new in them: hands in all formats that `sidepot replay`
    reads, also in zip and gzip files. Each hand is played by the rules and counts once, whichever files have it. Hands
    that could not be read, and hands that no printed figure checks, are listed with their file and line.

    Then a page on this computer only shows your results, sessions, figures by position and hands, and imports what is
    new in the folders, until you press Ctrl+C. --json prints the result of the import, and opens no page.

    --where prints your figures in the hands that a filter selects: conditions such as `position = BTN CO, pot = 3bet,
    cards = 22-66 A5s, depth >= 80` (docs/reference/tracker-filters.md), or the name of a saved one. --save saves it
    under a name, for the page too; --filters lists the saved ones, and --forget deletes one. With --sql, the table
    `wanted` has these hands.

    --sql asks the table `played`, with a row for each player in each hand (docs/how-to/tracker.md). It can only read
    the database.

    --room takes the hands of --player from a sidepot room, with the cards that this player saw: from the folder of its
    data, or from the address of its PostgreSQL database. The tracker remembers the room, and takes new hands from it as
    it does from folders.

    --same makes several names one person's, whose figures then count together: PokerStars:Bo is the player Bo at
    PokerStars, and `me` is you. --apart undoes it for one name. Anonymous seats are never one person. Names, notes and
    tags are in notes.json in the tracker's folder, apart from the database; --notes prints them.

    Examples:

      sidepot tracker HandHistory/
      sidepot tracker
      sidepot tracker --no-open --port 8020
      sidepot tracker HandHistory/ TournSummary/ --jobs 2 --json
      sidepot tracker --where "position = BTN CO SB, pot = raised, depth >= 80"
      sidepot tracker --where "pot = 3bet, showdown, cards = AKs" --save "big hands"
      sidepot tracker --where "big hands" --json
      sidepot tracker --where "flop = paired" --sql "SELECT line, count(*) FROM wanted GROUP BY line"
      sidepot tracker --room /srv/cards --player Ann
      sidepot tracker --room postgresql://ann@localhost/cards --player Ann
      sidepot tracker --same PokerStars:Bo --same Winamax:bo88
      sidepot tracker --same me --same PartyPoker:Ann2
      sidepot tracker --apart Winamax:bo88
      sidepot tracker --notes --json
      sidepot tracker --sql "SELECT position, 100 * avg(net / unit) AS bb_100 FROM played WHERE hero GROUP BY position"

    Exit codes: 0 success, 1 with --json if a hand could not be read, 2 bad usage or input.
    """
    from sidepot.cli.tracker_filters import print_figures, print_filters
    from sidepot.tracker.database import ask_sql, need_duckdb
    from sidepot.tracker.notes import read_notes
    from sidepot.tracker.selection import Wanted

    home = (data or default_home()).absolute()
    need_duckdb(home)
    if bool(room) != bool(player):
        raise BadNotation("--room and --player belong together: the room, and whose hands to take from it")
    if same or apart or notes:
        _change_names(home, same or [], apart)
        common.answer(lambda: read_notes(home), lambda: _show_notes(read_notes(home)), json=json)
        return
    if filters or forget or save:
        print_filters(home, save, where, forget, json=json)
        return
    if (sql or where) and (folders or room):
        _import(folders or [], room, player, home, jobs)
    if where and not sql:
        print_figures(home, Wanted(money, where), as_csv=as_csv, json=json)
        return
    if sql:
        answer = ask_sql(home, sql, where)
        show: Callable[[], None] = (lambda: _print_csv(answer)) if as_csv else lambda: _show_answer(answer)
        common.answer(lambda: _records(answer), show, json=json)
        return
    if json:
        found = _import(folders or [], room, player, home, jobs)
        common.answer(lambda: found, lambda: _show(found), json=json)
        raise typer.Exit(common.DOES_NOT_HOLD if found.failed else common.OK)
    with _opened(port) as opened:  # before the import, which can take minutes
        _show(_import(folders or [], room, player, home, jobs))
        _serve(home, opened, jobs, open_page=common.has_browser() if open_page is None else open_page)


def _change_names(home: Path, same: list[str], apart: str) -> None:
    from sidepot.tracker.notes import ME, join, name_in, separate

    if same:
        join(home, [name_in(text) for text in same if text != ME], is_me=ME in same)
    if apart:
        separate(home, name_in(apart))


def _show_notes(notes: Notes) -> None:
    """Print each person with names, tags and note, and each noted hand."""
    for person in notes.people:
        names = ", ".join([str(name) for name in person.names])
        print(_noted(f"you: {names}" if person.is_me else names, person.tags, person.note))
    for hand in notes.hands:
        print(_noted(hand.key, hand.tags, hand.note))
    if not notes.people and not notes.hands:
        print("There are no notes, tags or joined names.")


def _noted(what: str, tags: Sequence[str], note: str) -> str:
    """One line; a note of several lines follows indented."""
    lines = [what + "".join([f" [{tag}]" for tag in tags]), *note.splitlines()]
    return "\n  ".join(lines)


def default_home() -> Path:
    """The tracker's folder in the user's data folder."""
    from sidepot.room.store.folder import default_folder

    return default_folder() / "tracker"


def _import(folders: list[Path], room: str, player: str, home: Path, jobs: int) -> Imported:
    from sidepot.tracker.importing import import_new
    from sidepot.workers import Workers

    with interruptible():
        folders = [*folders, *_from_rooms(home, room, player)]
        return import_new(
            home, folders, workers=Workers(jobs, ""), watch=lambda files: common.hands_progress("importing", files)
        )


def _from_rooms(home: Path, room: str, player: str) -> list[Path]:
    """Take the new hands of the remembered rooms, and of this one. Returns the folders with their files."""
    from sidepot.tracker.rooms import Room, remember_room, remembered_rooms

    new = Room(room if "://" in room else os.path.abspath(room), player) if room else None
    rooms = dict.fromkeys([*remembered_rooms(home), *([new] if new is not None else [])])
    if not rooms:
        return []
    try:
        from sidepot.tracker.room_hands import take_hands
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sidepot"):
            raise
        raise BadNotation(not_installed(error, "serve")) from None
    folders = []
    for one in rooms:
        try:
            taken = take_hands(home, one)
        except SidepotError as error:
            if one == new:
                raise
            print(f"{error}; the hands that were taken before stay", file=sys.stderr)
            continue
        folders.append(taken.folder)
        for problem in taken.unread[:SHOWN]:
            print(f"not taken: {problem}", file=sys.stderr)
    if new is not None:
        remember_room(home, new)
    return folders


def _opened(port: int) -> socket.socket:
    """Open the port of the page. Raises BadNotation if what serves pages is not installed, Conflict if the port is
    taken.
    """
    try:
        from sidepot.tracker.serving import HOST
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sidepot"):
            raise
        raise BadNotation(not_installed(error, "serve")) from None
    from sidepot.web.listening import listen

    return listen(HOST, port)


def _serve(home: Path, opened: socket.socket, jobs: int, *, open_page: bool) -> None:
    """Show the page on this port until Ctrl+C."""
    from sidepot.tracker.serving import serve
    from sidepot.tracker.watching import Watcher
    from sidepot.workers import Workers

    def started(address: str) -> None:
        print(f"The tracker is open at {address} (Ctrl+C stops it)", flush=True)
        if open_page:
            common.open_in_browser(address)

    serve(home, opened, Watcher(home, Workers(jobs, "")), started)


def _show(found: Imported) -> None:
    """Print the counts of the database, and the hands that could not be read."""
    new = f"{found.new_files:,} new or changed"
    print(f"{_count(found.hands, 'hand')} in the database; {_count(found.files, 'file')}, {new}")
    for number, what in (
        (found.again, "repeated: count once"),
        (found.mismatched, "with another result than printed"),
        (found.unchecked, "not checked by a printed figure"),
        (found.failed, "not read"),
    ):
        if number:
            print(f"  {_count(number, 'hand')} {what}")
    for folder in found.missing:
        print(f"missing: {folder}; its hands are still in the database")
    for file in found.skipped[:SHOWN]:
        print(f"skipped: {file} is not a hand history")
    why = Counter(one.detail for one in found.problems if one.kind == "unchecked")
    for reason, count in why.most_common(SHOWN):
        print(f"not checked: {_count(count, 'hand')} where {reason}")
    named = [one for one in found.problems if one.kind != "unchecked"]
    for one in named[:SHOWN]:
        where = f"{one.file}, hand {one.hand}" if one.hand else one.file
        print(f"{one.kind}: {where}: {one.detail}")
    more = len(named[SHOWN:]) + len(found.skipped[SHOWN:])
    if more:
        print(f"... and {more:,} more; --json shows all")
    print(f"The database is in {found.folder}{os.sep}tracker.duckdb")


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


# ---- answers in SQL


def _records(answer: Answer) -> list[dict[str, Any]]:
    names = _distinct(answer.columns)
    return [dict(zip(names, map(_plain, row), strict=True)) for row in answer.rows]


def _distinct(columns: Sequence[str]) -> list[str]:
    """Names of columns for an object, each different: the second `net` of a join gets a number.

    >>> _distinct(["net", "net", "net_1", "net"])
    ['net', 'net_2', 'net_1', 'net_3']
    """
    found: list[str] = []
    for column in columns:
        name, number = column, 0
        while name in found or (number and name in columns):
            number += 1
            name = f"{column}_{number}"
        found.append(name)
    return found


def _plain(value: Any) -> Any:
    """A value of the database for JSON."""
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _show_answer(answer: Answer) -> None:
    from rich.text import Text

    table = common.table()
    for at, column in enumerate(answer.columns):
        is_number = all(isinstance(row[at], (int, float)) or row[at] is None for row in answer.rows)
        table.add_column(column, justify="right" if is_number else "left", no_wrap=True)
    for row in answer.rows:
        table.add_row(*[Text(_cell(value)) for value in row])
    common.console().print(table)


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def _print_csv(answer: Answer) -> None:
    print(write_csv([answer.columns, *[[_plain(value) for value in row] for row in answer.rows]]), end="")
