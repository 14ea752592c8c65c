"""Check that the steps of a case are accepted or refused as expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sidepot.errors import SidepotError

Done = TypeVar("Done")


def is_expected(refused: str | None, error: SidepotError) -> bool:
    """Whether a case expects this error.

    - `refused`: the error's code or a part of its message; "" for any error, None for no error
    """
    return refused is not None and (refused == error.code or refused in str(error))


def look_at(do: Callable[[], Done], refused: str | None, look: Callable[[Done], list[str]]) -> list[str]:
    """Call `do`.

    Returns the problems that `look` finds in the result or, if `do` raises an error, how this error differs from the
    expected one.
    """
    try:
        done = do()
    except SidepotError as error:
        if is_expected(refused, error):
            return []
        return [f"expected {'no refusal' if refused is None else repr(refused)}, got: {error}"]
    if refused is not None:
        return [f"expected a refusal with {refused!r}, got {done}"]
    return look(done)


def look_at_cite(do: Callable[[], Done], refused: str | None, look: Callable[[Done], list[str]]) -> list[str]:
    """Call `do`, for a case that names the rule of the expected refusal (`refused`; None for no refusal).

    Returns the problems that `look` finds in the result or, if `do` is refused under another rule, this difference. If
    the case expects no refusal, an error of `do` is raised.
    """
    try:
        done = do()
    except SidepotError as error:
        if refused is None:
            raise
        return [] if str(error.cite) == refused else [f"expected a refusal under {refused}, got: {error}"]
    if refused is not None:
        return [f"expected a refusal under {refused}, but the table was opened"]
    return look(done)
