"""Passwords: hashed with argon2, away from the loop, and never kept or logged as they are."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from sidepot.errors import BadNotation

SHORTEST: Final = 8
LONGEST: Final = 200

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # 19 MB: OWASP's least for argon2id
_ONE: Final = ThreadPoolExecutor(1, thread_name_prefix="sidepot-argon2")  # one at a time: 19 MB and one core at most


def check_password(password: str, shortest: int = SHORTEST) -> None:
    """Raise BadNotation for a password that is too short to be one, or absurdly long, or nothing to the eye."""
    if not password.strip():
        raise BadNotation("a password is not of blanks alone", code="bad_password")
    if not shortest <= len(password) <= LONGEST:
        raise BadNotation(f"a password has {shortest} to {LONGEST} characters", code="bad_password")


async def hash_password(password: str) -> str:
    """The stored form of a password."""
    return await asyncio.get_running_loop().run_in_executor(_ONE, _HASHER.hash, password)


async def is_password(kept: str | None, password: str) -> bool:
    """Whether that is the password. Without a kept one it takes as long, so that nobody learns which names exist."""
    return await asyncio.get_running_loop().run_in_executor(_ONE, _matches, kept, password)


def _matches(kept: str | None, password: str) -> bool:
    try:
        found = _HASHER.verify(kept or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return found and kept is not None


@cache
def _nobodys() -> str:
    return _HASHER.hash("the password of nobody")
