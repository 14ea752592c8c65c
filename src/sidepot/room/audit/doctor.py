"""`sidepot doctor`: checks whether this machine is fit to run a room."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from sidepot.errors import SidepotError
from sidepot.extras import how_to_install

if TYPE_CHECKING:
    from sidepot.room.store.place import Place

NEEDED_SPACE: Final = 200 << 20
GOOD_SPACE: Final = 1 << 30
_EARLIEST: Final = 1_767_225_600  # 2026: an earlier clock is not set
_SUITS: Final = "♠♥♦♣"
_DRIFT: Final = 0.05


class Finding(msgspec.Struct, frozen=True):
    """A finding of the doctor: a passed check, a remark, or a problem with advice (`todo`)."""

    name: str
    state: Literal["fine", "note", "bad"]
    says: str
    todo: str = ""


Check = Callable[[], Iterator[Finding]]


def examine(
    data: Path | None, address: str, host: str, port: int, more: Mapping[str, Check] = MappingProxyType({})
) -> list[Finding]:
    """Run all checks of the store in the folder `data` or at `address`, and of the port at which a room would listen.

    If a check raises an error, this is reported as a problem. The checks in `more` come after the check of the
    database. Raises BadNotation if the address is malformed.
    """
    store = _store(data, address)
    checks: dict[str, Check] = {
        "python": _python,
        "parts": _parts,
        "database": lambda: _database(store),
        **more,
        "space": lambda: _space(store),
        "port": lambda: _port(host, port),
        "clock": lambda: _clock(store),
        "signs": _signs,
    }
    found: list[Finding] = []
    for name, check in checks.items():
        try:
            found += check()
        except SidepotError as error:
            found.append(Finding(name, "bad", str(error)))
        except Exception as error:
            found.append(Finding(name, "bad", f"the check failed: {type(error).__name__}: {error}"))
    return found


def dropped_snapshots(data: Path | None, address: str) -> list[Finding]:
    """Remove the snapshots that contradict the events. Returns a finding for each.

    If this raises StoreError, nothing has changed.
    """
    from sidepot.room.audit.snapshots import drop_snapshots
    from sidepot.room.store.place import place_of

    gone = drop_snapshots(place_of(data, address))
    return [Finding("database", "note", f"{one.says}; removed") for one in gone]


class _Store:
    """The store to check, and the time of its last record, which the survey finds."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.last: int | None = None


def _store(data: Path | None, address: str) -> _Store | None:
    if find_spec("sqlalchemy") is None:
        return None
    from sidepot.room.store.place import place_of

    return _Store(place_of(data, address))


def _python() -> Iterator[Finding]:
    yield Finding("python", "fine", ".".join(map(str, sys.version_info[:3])))


def _parts() -> Iterator[Finding]:
    """Check that the packages of the extras `serve` and `postgres` are installed."""
    for extra, needed in (("serve", True), ("postgres", False)):
        there, lacking = _split(extra)
        if not there and not lacking:
            yield Finding("parts", "note", f"the package metadata lacks the extra {extra}", "install sidepot again")
        elif not lacking:
            yield Finding("parts", "fine", f"{extra}: " + ", ".join(there))
        else:
            todo = how_to_install(extra) + ("" if needed else ", if the store is to be in PostgreSQL")
            yield Finding("parts", "bad" if needed else "note", f"{extra} lacks " + ", ".join(lacking), todo)


def _split(extra: str) -> tuple[list[str], list[str]]:
    there, lacking = [], []
    for line in requires("sidepot") or ():
        need, _, condition = line.partition(";")
        if f'extra == "{extra}"' not in condition.replace("'", '"'):
            continue
        name = "".join(letter if letter.isalnum() or letter in "-_." else " " for letter in need).split()[0]
        try:
            there.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lacking.append(name)
    return there, lacking


def _database(store: _Store | None) -> Iterator[Finding]:
    if store is None:
        yield Finding("database", "bad", "not checked: sqlalchemy is not installed", how_to_install("serve"))
        return
    from sidepot.room.audit.snapshots import rebuild_all
    from sidepot.room.runtime.high_water import words_of
    from sidepot.room.store.backup import survey
    from sidepot.room.store.high_water import behind_at, marks_file
    from sidepot.room.store.opening import check_file, is_held

    place = store.place
    if place.file is not None:
        check_file(place.file)
        if not place.file.exists() or not place.file.stat().st_size:
            is_empty = "it is empty" if place.file.exists() else "it does not exist yet"
            yield Finding("database", "note", f"{place.shown}: {is_empty}", "`sidepot serve` creates a room there")
            return
        if is_held(place.file):
            yield Finding("database", "note", "a server has it open")
        if (names := place.file.stat().st_nlink) > 1:
            says = (
                f"{place.shown}: the file has {names} hard links; opened by another name, it would lack "
                "its write-ahead log"
            )
            yield Finding("database", "bad", says, "remove the other hard links; `sidepot backup` makes copies")
    found = survey(place)
    store.last = found.last
    summary = f"{place.shown}: {found.records:,} records in {found.streams:,} streams, version {found.version}"
    if found.faults:
        yield Finding("database", "bad", f"{summary}; {'; '.join(found.faults)}", "stop the room and restore a backup")
    else:
        yield Finding("database", "fine", summary)
    try:
        if lost := behind_at(place):
            says, _, todo = words_of(lost, str(marks_file(place))).partition(": put")
            yield Finding("database", "bad", f"{place.shown}: {says}", f"put{todo}")
    except SidepotError as error:  # go on with the tables
        yield Finding("database", "bad", str(error))
    yield from _archives(place)
    for wrong in rebuild_all(place)[1]:
        yield Finding("database", "bad", wrong.says, wrong.todo)
    if place.file is None:
        return
    if os.name == "posix" and place.file.stat().st_mode & 0o077:
        todo = f"chmod 600 {place.file}"
        yield Finding("database", "bad", "other users of this machine can read it, including face-down cards", todo)


def _archives(place: Place) -> Iterator[Finding]:
    """Check that each archive of closed tables exists and has the right hash."""
    from sidepot.room.store.archive import archived, by_file, file_of, left_over, unpacked
    from sidepot.room.store.database import read_once

    with read_once(place) as connection:
        gone = archived(connection)
    for names in by_file(gone):
        one = gone[names[0]]
        many = f"{len(names):,} closed table{'s'[: len(names) != 1]}"
        try:
            with unpacked(place, one):
                yield Finding("archive", "fine", f"{file_of(place, one)}: {many}")
        except SidepotError as error:
            yield Finding("archive", "bad", f"{error}: it has {many}", "without it their hands cannot be checked")
    for file in left_over(place, gone):
        yield Finding("archive", "note", f"{file}: it has no table", "remove it; nothing needs it")


def _space(store: _Store | None) -> Iterator[Finding]:
    if store is None or store.place.file is None:
        return
    # the store's folder, or its nearest existing parent
    folder = next(folder for folder in store.place.file.absolute().parents if folder.is_dir())
    free = shutil.disk_usage(folder).free
    summary = f"{free / (1 << 30):,.1f} GB free in {folder}"
    if free < NEEDED_SPACE:
        yield Finding("space", "bad", summary, "free some disk space: the tables stop when the store cannot grow")
    elif free < GOOD_SPACE:
        yield Finding("space", "note", summary, "enough for now; free some disk space before a long session")
    else:
        yield Finding("space", "fine", summary)
    if not os.access(folder, os.W_OK):
        yield Finding("space", "bad", f"cannot write to {folder}", "give yourself permission, or choose another folder")


def _port(host: str, port: int) -> Iterator[Finding]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as door:
        if os.name == "posix":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does
        try:
            door.bind((host, port))
        except OSError as error:
            todo = "stop the program that uses it (perhaps a running room), or choose another --port"
            yield Finding("port", "bad", f"{host}:{port}: {error.strerror or error}", todo)
        else:
            yield Finding("port", "fine", f"{host}:{port} is free")


def _clock(store: _Store | None) -> Iterator[Finding]:
    wall, steady = time.time(), time.monotonic()
    time.sleep(0.05)
    drift = abs((time.time() - wall) - (time.monotonic() - steady))
    now = time.time()
    summary = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    last = store.last if store is not None else None
    if now < _EARLIEST:
        yield Finding("clock", "bad", summary, "set the clock of this machine")
    elif last is not None and now * 1000 < last:
        yield Finding(
            "clock", "bad", f"{summary}, before the last record of the store", "set the clock of this machine"
        )
    elif drift > _DRIFT:
        yield Finding(
            "clock", "note", f"{summary}; it jumped during the check", "let a daemon set it gradually (chrony, ntpd)"
        )
    else:
        yield Finding("clock", "fine", summary)


def _signs() -> Iterator[Finding]:
    """Check whether this terminal can show the suits. Pages bring their own pictures."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        _SUITS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        yield Finding("signs", "note", f"this terminal ({encoding}) cannot show suit symbols", "set PYTHONUTF8=1")
    else:
        yield Finding("signs", "fine", f"{_SUITS} ({encoding})")
