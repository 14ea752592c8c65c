"""Helpers for all commands: exit codes, one-line errors, reading files, JSON, progress bars.

Exit codes: 0 success, 1 a check failed, 2 bad usage or bad input. As in the shell, an interrupted command ends with
130, and one whose output is no longer read ends with 141.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import typer

from sidepot.errors import BadNotation, SidepotError
from sidepot.privacy import open_private
from sidepot.validation.reader import at_place, decoded_text

if TYPE_CHECKING:
    from msgspec import Struct
    from rich.console import Console
    from rich.table import Table

OK = 0
DOES_NOT_HOLD = 1
BAD_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141

Found = TypeVar("Found")
R = TypeVar("R", bound="Struct")

MOST_CHIPS = 10**12  # more chips than any table holds


def report(error: BaseException) -> int:
    """Print an error as one line on stderr, without a traceback. Returns the exit code."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return READER_GONE
    if isinstance(error, SidepotError):
        say(f"error: {error}")
    elif isinstance(error, EOFError):
        say("error: the input ended before the question was answered")
    elif isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        say(f"error: {place}{error.strerror or error}")
    else:
        say(f"internal error: {type(error).__name__}: {error}; this is a bug in sidepot, not in your input")
        if not os.environ.get("SIDEPOT_DEBUG"):
            say("set SIDEPOT_DEBUG=1 to see the traceback")
    if os.environ.get("SIDEPOT_DEBUG"):
        import traceback

        traceback.print_exception(error)
    return BAD_INPUT


def say(line: str) -> None:
    """Print one line on stderr, without line breaks. Very long numbers are shortened."""
    line = re.sub(r"\d{50,}", lambda found: f"{found[0][:8]}...({len(found[0])} digits)", line)
    print(" ".join(line.split()), file=sys.stderr)


def prepare_output() -> None:
    """Replace closed output streams with a sink, and escape characters that the terminal cannot show."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it stays open until the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - so does this one
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def flush_output() -> int:
    """Flush standard output, so that a closed pipe or a full disk is noticed. Returns an exit code."""
    try:
        sys.stdout.flush()
        return OK
    except OSError as error:
        # Python flushes again at exit, and would print its own error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return report(error)


def print_json(value: object) -> None:
    """Print one indented JSON document in UTF-8."""
    import msgspec

    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")


def answer(report: Callable[[], object], show: Callable[[], None], *, json: bool) -> None:
    """Print the result of a command, either its `report` as one JSON document or as `show` prints it."""
    if json:
        print_json(report())
    else:
        show()


def finish(found: Found, show: Callable[[Found], None], *, json: bool, holds: bool) -> NoReturn:
    """Print the result of a check, as JSON or as `show` prints it. Exit with 0 if the check `holds`, otherwise 1."""
    answer(lambda: found, lambda: show(found), json=json)
    raise typer.Exit(OK if holds else DOES_NOT_HOLD)


def filled(kind: type[R], value: object, **more: object) -> R:
    """Make a report of `kind`. Each field that is not in `more` is filled from the attribute of `value` with the same
    name.
    """
    names = [name for name in kind.__struct_fields__ if name not in more]
    return kind(**{name: getattr(value, name) for name in names}, **more)


def path(text: str | Path) -> Path:
    """Check a path. Raises BadParameter for "", which Python would take for the current folder."""
    if not str(text) or str(text).isspace():
        raise typer.BadParameter("the path is empty; name a file or a folder (. is the current folder)")
    return Path(text)


def not_empty(context: typer.Context, param: typer.CallbackParam, value: str) -> str:
    """Check an option that may be omitted but must not be empty. Raises BadParameter for an empty value."""
    source = context.get_parameter_source(param.name or "")
    if not value.strip() and source is not None and source.name == "COMMANDLINE":
        raise typer.BadParameter("the value is empty; give one, or omit the option")
    return value


def read_bytes(path: str | Path) -> bytes:
    """Read a file, or standard input for `-`. Raises BadNotation if it cannot be read."""
    if not str(path):
        raise BadNotation("the file name is empty; name a file, or - for standard input")
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise BadNotation(f"{path}: no such file") from None
    except IsADirectoryError:
        raise BadNotation(f"{path}: this is a folder; name a file in it") from None
    except PermissionError:
        raise BadNotation(f"{path}: you have no permission to read it") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadNotation(f"{path}: cannot be read: {why}") from None


def read_text(path: str | Path) -> str:
    """Read a UTF-8 text file. Raises BadNotation, giving the first line that is not UTF-8."""
    data = read_bytes(path)
    with at_place(str(path)):
        return decoded_text(data)


def read_file(path: str | Path, read: Callable[[str], Found]) -> Found:
    """Read a text file and parse it with `read`, for example as a game or a structure. Errors name the file."""
    text = read_text(path)
    with at_place(str(path)):
        return read(text)


def check_plot(path: Path | None) -> None:
    """Raise Conflict if no plot can be drawn to `path`, before any work begins. None: no plot is wanted."""
    if path is not None:
        from sidepot.plots import check_plot as check

        check(path)


def write_bytes(path: str, content: bytes, *, private: bool = False) -> None:
    """Write a file, or standard output for `-`. Raises BadNotation if it cannot be written.

    With `private`, only the owner may read a new file.
    """
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        with open_private(Path(path), "wb") if private else open(path, "wb") as file:
            file.write(content)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadNotation(f"{path}: cannot be written: {why}") from None


def console() -> Console:
    """The console for tables: as wide as the terminal, or 120 columns if the output is not a terminal."""
    from sidepot.cli.tabular import Drawing

    return Drawing(is_terminal=sys.stdout.isatty())


def table(*left: str, right: Iterable[str] = ()) -> Table:
    """A table without a frame: columns of text, followed by right-aligned columns of numbers (`right`)."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    drawn = Table(*left, box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for name in right:
        drawn.add_column(name, justify="right")
    return drawn


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr, if stderr is a terminal.

    Yields a function that advances the bar by a number of steps, of `total` in all (None if unknown).
    """
    if not sys.stderr.isatty():
        yield lambda steps: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda steps: bar.advance(task, steps)


@contextmanager
def hands_progress(label: str, files: Sequence[Path]) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar for hand histories.

    Yields a function that is called with the numbers of characters and of hands that were read since its last call.
    """
    if not sys.stderr.isatty():
        yield lambda letters, hands: None
        return
    from time import perf_counter

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(), TextColumn("left"),
    )  # fmt: skip
    begun, done = perf_counter(), 0
    size = sum([file.stat().st_size for file in files if file.is_file()])
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=size, speed="")

        def advance(letters: int, hands: int) -> None:
            nonlocal done
            done += hands
            bar.update(task, advance=letters, speed=f"{done:,} hands, {done / (perf_counter() - begun):,.0f} a second")

        yield advance


def has_browser() -> bool:
    """Whether a person is working at a terminal on a desktop, where a page can be opened."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_in_browser(address: str) -> None:
    """Open a page in the user's browser, without waiting for it."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
