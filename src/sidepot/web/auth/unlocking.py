"""The password of a table or a tournament is given: guesses are counted by the lock, however many tables it has."""

from __future__ import annotations

from litestar import Response

from sidepot.web.auth.sessions import known_cookie, known_in, somebody
from sidepot.web.requests import Ask
from sidepot.web.schemas.base import Nothing
from sidepot.web.security.known_devices import device_known
from sidepot.web.security.rate_limits import address_of
from sidepot.web.security.throttle import WrongPassword
from sidepot.web.state import Desk


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
