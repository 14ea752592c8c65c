"""Work in pieces: in one process, in several, or on a Ray cluster, with the same result.

A piece has a stable name, and its result depends on nothing but the piece. Results come in piece order, no matter how
many processes there are. If the process of a piece dies, the piece is repeated; if it dies each time, an error names
the piece. Ray (extra `ray`) is imported only if it is requested.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from multiprocessing import Pipe, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread, current_thread
from types import ModuleType
from typing import Final, NamedTuple, Protocol, TextIO, TypeVar, cast

from sidepot.errors import Conflict
from sidepot.extras import how_to_install

AHEAD: Final = 3
"""The number of pieces in flight for each process, which limits memory."""

TRIES: Final = 3
"""The number of attempts at a piece whose process dies."""


class Piece(Protocol):
    """A part of the work."""

    @property
    def name(self) -> str:
        """The name of the piece. It is the same in every run."""


_Piece = TypeVar("_Piece", bound=Piece)
_Result = TypeVar("_Result")


class Workers(NamedTuple):
    """Where work is done: in a number of processes, or on a Ray cluster (`auto`, or the cluster's address)."""

    jobs: int = 1
    ray: str = ""


HERE: Final = Workers()


def do_pieces(
    work: Callable[[_Piece], _Result], pieces: Iterable[_Piece], workers: Workers = HERE
) -> Iterator[tuple[_Piece, _Result]]:
    """Run `work` on each piece. Yield the pieces with their results, in order.

    `work` and the pieces must be picklable. Raises the errors of `work`, and Conflict for a piece whose process dies in
    every attempt.
    """
    if workers.ray:
        return _on_ray(work, pieces, workers.ray)
    if workers.jobs < 2:
        return ((piece, work(piece)) for piece in pieces)
    return _in_processes(work, pieces, workers.jobs)


# ---- processes of this machine


class _Pool:
    """A pool of processes that can be stopped in the middle of a piece."""

    def __init__(self, jobs: int) -> None:
        self._stream, self._tell = Pipe(duplex=False)
        self.does = ProcessPoolExecutor(jobs, initializer=_end_on_signal, initargs=(self._stream,))

    def end(self, *, at_once: bool) -> None:
        """End the processes when the work is done, or `at_once` without waiting. Only the first call counts."""
        if self._tell.closed:
            return
        if at_once:
            self._tell.send_bytes(b"end")  # each of them sees it, as none takes it out
        self.does.shutdown(cancel_futures=True)
        self._tell.close()
        self._stream.close()


def _end_on_signal(stop: Connection) -> None:
    """End this process when its parent requests it, or when the parent has ended for any reason.

    Otherwise it would finish a long piece that nobody needs, or wait forever and keep what it has inherited, such as
    the lock of a folder.
    """
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel, stop), daemon=True).start()


def _end_after(sentinel: int, stop: Connection) -> None:
    wait([sentinel, stop])
    os._exit(1)


def _in_processes(
    work: Callable[[_Piece], _Result], pieces: Iterable[_Piece], jobs: int
) -> Iterator[tuple[_Piece, _Result]]:
    left = iter(pieces)
    begun: deque[tuple[_Piece, Future[_Result]]] = deque()
    pool = _Pool(jobs)
    is_whole = False
    try:
        while True:
            try:
                for piece in islice(left, AHEAD * jobs - len(begun)):
                    begun.append((piece, pool.does.submit(work, piece)))
                    # a pool that broke meanwhile refuses: the piece is in the line, and is done alone
            except BrokenProcessPool:
                begun.append((piece, Future()))
                begun[-1][1].set_exception(BrokenProcessPool())
            if not begun:
                is_whole = True
                return
            piece, future = begun[0]
            try:
                result = future.result()
            except BrokenProcessPool:  # the failing piece is unknown: run all started pieces one by one
                pool.end(at_once=False)
                for piece, future in begun:
                    yield piece, _kept(future) if _is_done(future) else _alone(work, piece)
                begun.clear()
                pool = _Pool(jobs)
                continue
            begun.popleft()
            yield piece, result
    finally:
        pool.end(at_once=not is_whole)  # after Ctrl+C, or a piece that fails, the others are of no use


def _is_done(future: Future[_Result]) -> bool:
    """Whether the piece had a result before its pool broke."""
    return future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool)


def _kept(future: Future[_Result]) -> _Result:
    return future.result()


def _alone(work: Callable[[_Piece], _Result], piece: _Piece) -> _Result:
    """Run a piece in its own process, and run it again if that process dies."""
    for _ in range(TRIES - 1):
        pool = _Pool(1)
        is_whole = False
        try:
            result = pool.does.submit(work, piece).result()
            is_whole = True
            return result
        except BrokenProcessPool:
            continue
        finally:
            pool.end(at_once=not is_whole)
    raise _given_up(piece)


def _given_up(piece: Piece) -> Conflict:
    return Conflict(f"{piece.name}: the worker process dies each time; perhaps it runs out of memory")


# ---- a cluster


def _on_ray(
    work: Callable[[_Piece], _Result], pieces: Iterable[_Piece], where: str
) -> Iterator[tuple[_Piece, _Result]]:
    ray = join_ray(where)

    def one(piece: _Piece) -> _Result:  # Ray takes functions alone, and `work` may be a part of one
        return work(piece)

    task = ray.remote(num_cpus=1, max_retries=TRIES - 1)(one)
    left = iter(pieces)
    begun: deque[tuple[_Piece, object]] = deque()
    while True:
        cores = max(int(ray.cluster_resources().get("CPU", 1)), 1)
        begun.extend((piece, task.remote(piece)) for piece in islice(left, max(AHEAD * cores - len(begun), 0)))
        if not begun:
            return
        piece, ref = begun.popleft()
        try:
            yield piece, ray.get(ref)
        except ray.exceptions.RayTaskError as error:  # an error of the work itself
            raise error.cause from None
        except ray.exceptions.RaySystemError as error:
            raise Conflict(f"{piece.name}: Ray failed: {error}") from None
        except ray.exceptions.RayError:
            raise _given_up(piece) from None


def join_ray(where: str) -> ModuleType:
    """Connect to a Ray cluster, and return Ray. `auto` is the cluster of this machine, which is started if necessary.

    Raises Conflict if Ray is not installed, or if it does not answer.
    """
    if find_spec("ray") is None:
        raise Conflict(f"--ray {where}: Ray is not installed: {how_to_install('ray')}; or use --jobs")
    ray = import_module("ray")
    if not isinstance(sys.stdout, WithoutRay):
        sys.stdout = cast(TextIO, WithoutRay(sys.stdout))
    if ray.is_initialized():
        return ray
    address = None if where == "auto" else where
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise Conflict(f"--ray {where}: no cluster answers there: {error}") from None
    return ray


class WithoutRay:
    """Standard output without the messages of Ray's own threads, which go to standard error.

    Ray would print them between the results of a command, for example when a process has died.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text to standard output or, if a thread of Ray writes it, to standard error."""
        is_of_ray = current_thread().name.startswith("ray_")
        return (sys.stderr if is_of_ray else self._stream).write(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)
