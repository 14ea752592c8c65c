"""The rights to the topics of a tournament, looked at again while they are watched: a PIN may be revoked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict
from sidepot.web.answers import NotAllowed, NotFound, SayWho
from sidepot.web.director_do import find_real, staff_or_none
from sidepot.web.director_people import player_of
from sidepot.web.director_screens import shown_on
from sidepot.web.topic_watchers import SCREEN, SEAT

if TYPE_CHECKING:
    from sidepot.room.tournaments.live_tournament import LiveTournament
    from sidepot.web.desk import Desk
    from sidepot.web.topic_watchers import Watcher


async def check_may_watch(desk: Desk, watcher: Watcher) -> None:
    """Raise for a topic that the client may not watch; note of a seat whose it is."""
    event, kind, rest = watcher.place
    desk.bans.check(watcher.asker.user, desk.hall.clock(), watching=True)
    if kind == SCREEN:
        await _check_screen(desk, watcher)
    elif kind == SEAT:
        of, mark = await player_of(desk, rest)
        if of != event:
            raise NotFound("this slip is of another tournament", code="no_slip")
        watcher.mark = mark
    else:
        await find_real(desk, event)
        if await staff_or_none(watcher.asker, desk, event) is None:
            raise SayWho("give the PIN of your role first", code="pin_needed")


async def _check_screen(desk: Desk, watcher: Watcher) -> None:
    """The screen of a tournament in the room is for all; with real chips it has names, and is not always public."""
    event, _, display = watcher.place
    try:
        found: LiveTournament = await desk.hall.events.find(event)
    except Conflict as error:
        raise NotFound("there is no such tournament", code="no_tournament") from error
    if not found.terms.real or found.terms.public == "names":
        return
    if display:
        if await shown_on(desk, display) != event:
            raise NotAllowed("this display shows another tournament", code="not_shown")
    elif await staff_or_none(watcher.asker, desk, event) is None:
        raise NotAllowed("this tournament is shown on its own displays alone", code="not_public")
