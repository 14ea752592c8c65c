"""The PINs of a live tournament's staff, and the cookie of people who have given one.

A PIN has six digits, belongs to a role, and is stored as a hash. Renewing or revoking a PIN logs out everybody who used
it. Guesses are limited like those of passwords.
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
    """A stored PIN of a role.

    - `table`: the number of the table (0 for all)
    - `hash`: the hash of the PIN ("" if the PIN was revoked)
    - `serial`: the serial number of the PIN: how many times the role's PIN was made or revoked
    """

    role: str
    table: int = 0
    hash: str = ""
    serial: int = 1


class Staff(msgspec.Struct, frozen=True):
    """A member of the staff.

    - `table`: the number of the table (0 for all)
    - `session`: identifies the browser
    - `pin`: the role whose PIN was used ("" for a host of the room)
    - `serial`: the serial number of that PIN, not its digits
    """

    role: str
    table: int
    name: str
    session: str
    pin: str = ""
    serial: int = 0


class PinView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A role with a PIN. The PIN is shown only when it is new, because only its hash is stored."""

    role: str
    table: int = 0
    pin: str = ""


class PinBook:
    """The PINs of all tournaments. Cookies are signed with `secret`, a secret of the room."""

    def __init__(self, store: Store, secret: str) -> None:
        self._store = store
        self._secret = secret.encode()
        self._known: dict[str, tuple[str | None, dict[str, Pin]]] = {}

    async def of(self, tournament: str) -> dict[str, Pin]:
        """The PINs of a tournament, by role: `director`, or `dealer:3` for one table."""
        return (await self._kept(tournament))[1]

    async def _kept(self, tournament: str) -> tuple[str | None, dict[str, Pin]]:
        """The PINs of a tournament, with the stored text. If several processes share the room, it is read again each
        time.
        """
        found = self._known.get(tournament)
        if found is None or self._store.member is not None:
            kept = await self._store.get(_key(tournament))
            found = self._known[tournament] = kept, msgspec.json.decode(kept, type=dict[str, Pin]) if kept else {}
        return found

    async def renew(self, tournament: str, *roles: str) -> dict[str, str]:
        """Make and return a new PIN for each of these roles. The old PINs become invalid."""
        while True:
            kept, pins = await self._kept(tournament)
            pins = dict(pins)
            new = self._renewed(tournament, pins, roles)
            if await self._keep(tournament, kept, pins):
                return new

    def _renewed(self, tournament: str, pins: dict[str, Pin], roles: Sequence[str]) -> dict[str, str]:
        new: dict[str, str] = {}
        for role in roles:
            plain, table = check_role(role)
            taken = {one.hash for one in pins.values()}
            for _ in range(_TRIES):
                pin = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"
                if self._hash(tournament, pin) not in taken:
                    break
            old = pins.get(role)
            pins[role] = Pin(plain, table, self._hash(tournament, pin), old.serial + 1 if old is not None else 1)
            new[role] = pin
        return new

    async def revoke(self, tournament: str, role: str) -> None:
        """Revoke the PIN of a role, and log out everybody who used it."""
        while True:
            kept, pins = await self._kept(tournament)
            old = pins.get(role)
            if old is None:
                raise Conflict(f"the role {role!r} has no PIN", code="unknown_role")
            if await self._keep(tournament, kept, {**pins, role: replace(old, hash="", serial=old.serial + 1)}):
                return

    async def find(self, tournament: str, pin: str) -> tuple[str, Pin] | None:
        """The role key and the stored PIN that match a PIN; None if there is no match."""
        given = self._hash(tournament, pin)
        found = None
        for key, one in (await self.of(tournament)).items():
            if one.hash and hmac.compare_digest(one.hash, given):
                found = key, one
        return found

    async def _keep(self, tournament: str, kept: str | None, pins: dict[str, Pin]) -> bool:
        """Store the PINs, unless another process has changed them. Returns whether they were stored."""
        new, key = msgspec.json.encode(pins).decode(), _key(tournament)
        if await self._store.write(lambda connection: swap(connection, key, kept, new)):
            self._known[tournament] = new, pins
            return True
        self._known.pop(tournament, None)
        return False

    def _hash(self, tournament: str, pin: str) -> str:
        return hmac.new(self._secret, f"pin/{tournament}/{pin}".encode("utf-8", "surrogatepass"), sha256).hexdigest()

    # ---- the cookie

    def cookie(self, tournament: str, staff: Staff) -> str:
        """Make the cookie that identifies a staff member."""
        payload = urlsafe_b64encode(msgspec.json.encode(staff)).decode().rstrip("=")
        return f"{payload}.{self._sign(tournament, payload)}"

    def read(self, tournament: str, cookie: str) -> Staff | None:
        """The staff member that a cookie belongs to, even if their PIN is no longer valid; None for a forged cookie."""
        payload, _, signed = cookie.partition(".")
        if len(cookie) > LONGEST_COOKIE or not cookie.isascii():
            return None
        if not hmac.compare_digest(signed, self._sign(tournament, payload)):
            return None
        try:
            return msgspec.json.decode(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)), type=Staff)
        except (ValueError, msgspec.MsgspecError):
            return None

    async def staff(self, tournament: str, cookie: str) -> Staff | None:
        """The staff member that a cookie belongs to; None if their PIN was renewed or revoked."""
        found = self.read(tournament, cookie) if cookie else None
        if found is None:
            return None
        pin = (await self.of(tournament)).get(found.pin)
        return found if pin is not None and pin.hash and pin.serial == found.serial else None

    def _sign(self, tournament: str, payload: str) -> str:
        return hmac.new(self._secret, f"staff/{tournament}/{payload}".encode(), sha256).hexdigest()[:32]


def check_role(role: str) -> tuple[str, int]:
    """Split a role such as `dealer:3` into its name and the table (0 for any).

    Raises BadNotation for an unknown role.

    >>> check_role("dealer:3"), check_role("floor")
    (('dealer', 3), ('floor', 0))
    """
    plain, colon, table = role.partition(":")
    if plain not in ROLES or colon and (plain != DEALER or not table.isdecimal() or not 0 < int(table) < 10_000):
        raise BadNotation(
            f"unknown role {role!r}; expected {', '.join(ROLES)}, or dealer:3 for table 3 only", code="unknown_role"
        )
    return plain, int(table) if colon else 0


def _key(tournament: str) -> str:
    return f"web/pins/{tournament}"
