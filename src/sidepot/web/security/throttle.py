"""How often a secret may be guessed: the password of a name, of a table, of a tournament, and its PINs.

All strangers together have ten guesses at a secret, then one a minute, however many addresses they come from. One
address has ten of these, then one in ten minutes, so that a single stranger does not take all that there are.

A device from which that secret was given before is known there (see `known_devices`). It has ten guesses of its own,
then one a minute, and strangers take none of them. All known devices of a secret have a budget together, so that one
person who gives the right PIN from a hundred browsers does not gain a hundred budgets for the next PIN.

The right password does not count. Sessions that are open stay open.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from sidepot.errors import Conflict
from sidepot.room.store.budgets import Budget, Key
from sidepot.web.security.budgets import Budgets, TooOften

STRANGERS: Final = Budget(10, every=60)
AN_ADDRESS: Final = Budget(10, every=600)
A_DEVICE: Final = Budget(10, every=60)
ALL_DEVICES: Final = Budget(60, every=30)


class WrongPassword(Conflict, usual="wrong_password"):
    """The name or the password is wrong; the refusal does not say which."""


class TooManyGuesses(TooOften, usual="too_many_guesses"):
    """Too many wrong guesses at one secret."""


class LoginThrottle:
    """Counts wrong guesses at each secret."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets

    @asynccontextmanager
    async def guess(self, secret: str, address: str, device: str = "", *, refusal: str) -> AsyncIterator[None]:
        """Check a guess inside: it counts if that raises. Raises TooManyGuesses with the text `refusal`.

        `device` is one that is known at the secret, "" for a stranger.
        """
        budgets = budgets_of(secret, address, device)
        if wait := await self._budgets.take(budgets):
            raise TooManyGuesses(refusal, wait)
        yield
        await self._budgets.give_back(budgets)


def budgets_of(secret: str, address: str, device: str = "") -> dict[Key, Budget]:
    """The budgets from which a guess is taken."""
    if device:
        return {(secret, "devices"): ALL_DEVICES, (secret, "device", device): A_DEVICE}
    return {(secret, "strangers"): STRANGERS, (secret, "address", address): AN_ADDRESS}
