"""The PINs of a tournament with real chips and cards, and the cookie of those who have given one.

A PIN has six digits, and is kept as a hash. It stands for a role; a new one, or none, ends what the old one let in. Who
guesses is held up by the same limits as one who guesses passwords.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec
from msgspec.structs import replace

from sidepot.errors import BadNotation, Conflict
from sidepot.room.store.store import Store
from sidepot.room.store.transaction import swap
from sidepot.room.tournament.acts import DEALER, ROLES

LONGEST_COOKIE: Final = 400
_DIGITS: Final = 6
_TRIES: Final = 50


class Pin(msgspec.Struct, frozen=True):
    """A PIN as it is kept: role, table (0: any), hash ("": revoked). `serial` counts the PINs that the role has had."""

    role: str
    table: int = 0
    hash: str = ""
    serial: int = 1


class Staff(msgspec.Struct, frozen=True):
    """Somebody of the staff: role, table (0: all), name; `session` tells one browser from another.

    `pin` is the PIN that they gave ("": they are a host of the room), and `serial` its number.
    """

    role: str
    table: int
    name: str
    session: str
    pin: str = ""
    serial: int = 0

    @property
    def key(self) -> str:
        """What the ids of commands are told apart by."""
        return f"desk/{self.session}"


class PinView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A role with a PIN, which is told when it is new, and never again: only its hash is kept."""

    role: str
    table: int = 0
    pin: str = ""


class PinBook:
    """The PINs of all tournaments. `secret` is the room's."""

    def __init__(self, store: Store, secret: str) -> None:
        self._store = store
        self._secret = secret.encode()
        self._known: dict[str, tuple[str | None, dict[str, Pin]]] = {}

    async def of(self, event: str) -> dict[str, Pin]:
        """The PINs of a tournament, by role: `director`, or `dealer:3` for one table."""
        return (await self._kept(event))[1]

    async def _kept(self, event: str) -> tuple[str | None, dict[str, Pin]]:
        """The same, and the text as which they are kept. Where several processes share the room any may change it."""
        found = self._known.get(event)
        if found is None or self._store.member is not None:
            kept = await self._store.get(_key(event))
            found = self._known[event] = kept, msgspec.json.decode(kept, type=dict[str, Pin]) if kept else {}
        return found

    async def renew(self, event: str, *roles: str) -> dict[str, str]:
        """A new PIN for each of these roles, which are told once; those before are worth nothing any more."""
        while True:
            kept, pins = await self._kept(event)
            pins = dict(pins)
            told = self._renewed(event, pins, roles)
            if await self._keep(event, kept, pins):
                return told

    def _renewed(self, event: str, pins: dict[str, Pin], roles: Sequence[str]) -> dict[str, str]:
        told: dict[str, str] = {}
        for role in roles:
            plain, table = check_role(role)
            taken = {one.hash for one in pins.values()}
            for _ in range(_TRIES):
                pin = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"
                if self._hash(event, pin) not in taken:
                    break
            old = pins.get(role)
            pins[role] = Pin(plain, table, self._hash(event, pin), old.serial + 1 if old is not None else 1)
            told[role] = pin
        return told

    async def revoke(self, event: str, role: str) -> None:
        """A role has no PIN any more, and who came in by the last one is out."""
        while True:
            kept, pins = await self._kept(event)
            old = pins.get(role)
            if old is None:
                raise Conflict(f"{role!r} has no PIN", code="unknown_role")
            if await self._keep(event, kept, {**pins, role: replace(old, hash="", serial=old.serial + 1)}):
                return

    async def find(self, event: str, pin: str) -> tuple[str, Pin] | None:
        """What a PIN stands for, and by which name it is kept."""
        told = self._hash(event, pin)
        found = None
        for key, one in (await self.of(event)).items():
            if one.hash and hmac.compare_digest(one.hash, told):
                found = key, one
        return found

    async def _keep(self, event: str, kept: str | None, pins: dict[str, Pin]) -> bool:
        """Keep them, if they are still what they were; else they are to be read again."""
        told, key = msgspec.json.encode(pins).decode(), _key(event)
        if await self._store.write(lambda connection: swap(connection, key, kept, told)):
            self._known[event] = told, pins
            return True
        self._known.pop(event, None)
        return False

    def _hash(self, event: str, pin: str) -> str:
        return hmac.new(self._secret, f"pin/{event}/{pin}".encode("utf-8", "surrogatepass"), sha256).hexdigest()

    # ---- the cookie

    def cookie(self, event: str, staff: Staff) -> str:
        """What the browser of somebody of the staff keeps."""
        told = urlsafe_b64encode(msgspec.json.encode(staff)).decode().rstrip("=")
        return f"{told}.{self._sign(event, told)}"

    def read(self, event: str, cookie: str) -> Staff | None:
        """The person whose cookie this is, even if their PIN is no longer valid; None if the room did not make it."""
        told, _, signed = cookie.partition(".")
        if len(cookie) > LONGEST_COOKIE or not cookie.isascii():
            return None
        if not hmac.compare_digest(signed, self._sign(event, told)):
            return None
        try:
            return msgspec.json.decode(urlsafe_b64decode(told + "=" * (-len(told) % 4)), type=Staff)
        except (ValueError, msgspec.MsgspecError):
            return None

    async def staff(self, event: str, cookie: str) -> Staff | None:
        """The person whom this cookie lets in; None if the PIN was renewed or revoked since."""
        found = self.read(event, cookie) if cookie else None
        if found is None:
            return None
        pin = (await self.of(event)).get(found.pin)
        return found if pin is not None and pin.hash and pin.serial == found.serial else None

    def _sign(self, event: str, told: str) -> str:
        return hmac.new(self._secret, f"staff/{event}/{told}".encode(), sha256).hexdigest()[:32]


def check_role(role: str) -> tuple[str, int]:
    """A role, and the table of a dealer (0: any). Raises BadNotation.

    >>> check_role("dealer:3"), check_role("floor")
    (('dealer', 3), ('floor', 0))
    """
    plain, colon, table = role.partition(":")
    if plain not in ROLES or colon and (plain != DEALER or not table.isdecimal() or not 0 < int(table) < 10_000):
        raise BadNotation(f"a role is one of {', '.join(ROLES)}, or dealer:3 for one table", code="unknown_role")
    return plain, int(table) if colon else 0


def _key(event: str) -> str:
    return f"web/security/pins/{event}"
