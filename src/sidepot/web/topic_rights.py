"""The rights to the topics of a tournament, checked again while they are watched: any of them may be taken away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from sidepot.room.tournaments.readers import Reader, Scope, Scopes
from sidepot.web.answers import NotAllowed, NotFound
from sidepot.web.director_people import player_of
from sidepot.web.director_screens import shown_on
from sidepot.web.director_staff import find_event
from sidepot.web.read_rights import check_sees, read_real, reading_of
from sidepot.web.topic_watchers import SCREEN, SEAT, STAFF, TABLE, Watcher

if TYPE_CHECKING:
    from sidepot.web.desk import Desk

SCREEN_NEEDS: Final = (Scope.STANDINGS, Scope.PRIZES, Scope.NAMES)


async def check_may_watch(desk: Desk, watcher: Watcher) -> None:
    """Raise for a topic that the client may not watch; note what the client sees, and of a seat whose it is."""
    desk.bans.check(watcher.asker.user, desk.hall.clock(), watching=True)
    watcher.scopes = await CHECKS[watcher.place.kind](desk, watcher)


async def _check_staff(desk: Desk, watcher: Watcher) -> Scopes:
    return (await read_real(watcher.asker, desk, watcher.place.event, Scope.TABLES)).scopes


async def _check_seat(desk: Desk, watcher: Watcher) -> Scopes:
    event, _, token = watcher.place
    of, watcher.mark = await player_of(desk, token)
    if of != event:
        raise NotFound("this slip is of another tournament", code="no_slip")
    return check_sees(Reader.PLAYER, await find_event(desk, event), *SCREEN_NEEDS)


async def _check_screen(desk: Desk, watcher: Watcher) -> Scopes:
    """The screen is for displays that show the tournament, and for readers who see all that is on it."""
    event, _, display = watcher.place
    found = await find_event(desk, event)
    if not display or not found.terms.real:
        return (await reading_of(watcher.asker, desk, found, *SCREEN_NEEDS)).scopes
    if await shown_on(desk, display) != event:
        raise NotAllowed("this display shows another tournament", code="not_shown")
    return check_sees(Reader.DISPLAY, found, *SCREEN_NEEDS)


CHECKS: Final[dict[str, Callable[[Desk, Watcher], Awaitable[Scopes]]]] = {
    SCREEN: _check_screen,
    SEAT: _check_seat,
    STAFF: _check_staff,
    TABLE: _check_staff,
}
