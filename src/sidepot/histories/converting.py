"""Convert hand histories: every hand of every format that is read, played, and written in another one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc import is_log, play_acpc, read_acpc, read_state
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.ohh import is_ohh, read_ohh
from sidepot.formats.ohh_write import ohh_of
from sidepot.formats.phh import iter_phh
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phhs
from sidepot.formats.sites.reading import dialect_of, read_site
from sidepot.formats.sites.text import text_of
from sidepot.formats.stars_write import stars_text
from sidepot.formats.told_hand import ToldHand, of_phh, of_record
from sidepot.histories.acpc_logs import game_of_log

_Read = TypeVar("_Read")

SUFFIX_OF: Final = {"phh": ".phhs", "ohh": ".ohh", "stars": ".txt"}
"""The formats that are written, and what their files end with."""


class Broken(msgspec.Struct, frozen=True):
    """A hand that could not be read, played or written, and why."""

    file: str
    hand: str
    why: str


class Converted(msgspec.Struct):
    """How many hands were written to which files, and which could not be."""

    hands: int = 0
    written: int = 0
    files: list[str] = []
    problems: list[Broken] = []


def told_hands(file: Path, game: AcpcGame | AcpcStakes | None = None) -> Iterator[tuple[str, ToldHand | SidepotError]]:
    """The hands of a file, played; one that cannot be read or played as the error that says why.

    Raises BadNotation for a file in no format that is known.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadNotation(f"{file}: cannot be read: {error.strerror or error}") from None
    start = data[:8000].decode("utf-8", "replace")
    if file.suffix.lower() in (".phh", ".phhs"):
        yield from ((name or "1", _tried(of_phh, found)) for name, found in iter_phh(data))
    elif is_log(start):
        yield from _of_log(file, data, game)
    elif is_ohh(start):
        yield from ((name, _tried(of_record, found)) for name, found in read_ohh(data))
    else:
        text = text_of(data)
        if dialect_of(text) is None:
            raise BadNotation(f"{file}: this is in no format of hand histories that is known here")
        yield from ((name, _tried(of_record, found)) for name, found in read_site(text))


def _tried(play: Callable[[_Read], ToldHand], found: _Read | BadNotation) -> ToldHand | SidepotError:
    if isinstance(found, BadNotation):
        return found
    try:
        return play(found)
    except SidepotError as error:
        return error


def _of_log(
    file: Path, data: bytes, asked: AcpcGame | AcpcStakes | None
) -> Iterator[tuple[str, ToldHand | SidepotError]]:
    log = read_acpc(data)
    game = game_of_log(log, file, asked)
    for number, line in log.lines:
        name = line.split(":")[1]
        try:
            told = read_state(line)
            hand = play_acpc(told, game)
        except SidepotError as error:
            yield name, error.at(f"line {number}")
            continue
        seats = range(len(hand.setup.stacks))
        yield (
            name,
            ToldHand(
                hand=hand,
                names=told.players,
                numbers=tuple([seat + 1 for seat in seats]),
                name=name,
                decimals=told.decimals,
            ),
        )


def _phh(told: ToldHand) -> str:
    order = [
        seat % len(told.names)
        for seat in range(told.hand.setup.button + 1, told.hand.setup.button + 1 + len(told.names))
    ]
    about: dict[str, object] = {
        "players": [told.names[seat] for seat in order],
        "seats": [told.numbers[seat] for seat in order],
    }
    for key, value in (("venue", told.site), ("table", told.table), ("currency", told.currency)):
        if value:
            about[key] = value
    if told.name.isascii() and told.name.isdecimal():
        about["hand"] = int(told.name)
    return write_phhs([phh_of_hand(told.hand, decimals=told.decimals, about=about, name=told.name)])


def _ohh(told: ToldHand) -> str:
    return json.dumps(ohh_of(told), ensure_ascii=False) + "\n"


_WRITERS: Final[dict[str, Callable[[ToldHand], str]]] = {"phh": _phh, "ohh": _ohh, "stars": stars_text}
_BETWEEN: Final = {"phh": "", "ohh": "\n", "stars": "\n\n"}


def convert_files(
    files: Sequence[Path],
    kind: str,
    *,
    out: Path | None = None,
    anonymise: bool = False,
    hero: str = "",
    strict: bool = False,
    game: AcpcGame | AcpcStakes | None = None,
    advance: Callable[[int], None] | None = None,
    say: Callable[[str], None] | None = None,
) -> Converted:
    """Write all hands of the files in another format: into the folder `out`, a file for each, or else by `say`.

    A hand that cannot be read, played or told is a problem, and the others go on; `strict`: the first problem is
    raised as BadNotation, and no file is written.
    """
    total = Converted()
    texts: list[tuple[Path, list[str]]] = []
    for file in files:
        parts: list[str] = []
        for name, found in told_hands(file, game):
            total.hands += 1
            text = _text(found, kind, anonymise=anonymise, hero=hero)
            if isinstance(text, SidepotError):
                if strict:
                    raise BadNotation(text.message).at(f"{file}, hand {name}")
                total.problems.append(Broken(file.as_posix(), name, text.message))
            else:
                parts.append(text)
        total.written += len(parts)
        texts.append((file, parts))
        if advance is not None:
            advance(1)
    between = _BETWEEN[kind]
    for file, parts in texts:
        if not parts:
            continue
        if out is None:
            if say is not None:
                say(between.join(parts))
            continue
        out.mkdir(parents=True, exist_ok=True)
        target = _free(out, file, SUFFIX_OF[kind], total.files)
        target.write_text(between.join(parts), encoding="utf-8")
        total.files.append(target.as_posix())
    return total


def _text(found: ToldHand | SidepotError, kind: str, *, anonymise: bool, hero: str) -> str | SidepotError:
    if isinstance(found, SidepotError):
        return found
    try:
        if hero and hero in found.names:
            found = found.seen_by(hero)
        if anonymise:
            found = found.renamed()
        return _WRITERS[kind](found)
    except SidepotError as error:
        return error


def _free(out: Path, file: Path, suffix: str, taken: Sequence[str]) -> Path:
    """A name in the folder that no other file of this run has, and never the file itself."""
    target = out / (file.stem + suffix)
    count = 1
    while target.as_posix() in taken or target.resolve() == file.resolve():
        count += 1
        target = out / f"{file.stem}-{count}{suffix}"
    return target
