"""The password of a table or a tournament is given: guesses are counted by the lock, however many tables it has."""

from __future__ import annotations

from litestar import Response

from sidepot.web.asked import Ask
from sidepot.web.desk import Desk
from sidepot.web.identities import WrongPassword
from sidepot.web.known_devices import device_known
from sidepot.web.rate_limits import address_of
from sidepot.web.sessions import known_cookie, known_in, somebody
from sidepot.web.shapes import Nothing


async def open_lock(
    request: Ask, desk: Desk, password: str, lock: str, *, locked: bool, of: str = "table"
) -> Response[Nothing]:
    """Let the sender in by the password of a lock. Raises SayWho, WrongPassword, TooManyGuesses."""
    who = somebody(request.user)
    secret = f"lock/{lock}"
    device = device_known(desk.secret, secret, known_in(request, desk))
    refusal = f"too many wrong passwords for this {of}: try again in a minute"
    async with desk.login_throttle.guess(secret, address_of(request), device, refusal=refusal):
        if not await desk.locks.open(lock, who.id, password, locked=locked):
            raise WrongPassword(f"that is not the password of this {of}")
    return Response(Nothing(), cookies=[known_cookie(request, desk, secret)] if locked else [])
