"""Banned players: the reason, the end of the ban, and whether they may still watch. Rule: PG-116.

Times are milliseconds since 1970. The room stores the bans; this module describes and checks them.

>>> check_ban(Ban("Bo", "two seats in one hand", until=1_796_169_600_000), 1_796_000_000_000)
Traceback (most recent call last):
    ...
sidepot.errors.IllegalAction: you may not play here until 2 December 2026, 00:00 UTC: two seats in one hand (PG:116)
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import BadNotation, Cite, Conflict, IllegalAction
from sidepot.validation.shown_text import THAT_CAN_BE_DISPLAYED, can_be_shown

SENT_AWAY: Final = Cite("PG", "116")
LONGEST_REASON: Final = 200
_MINUTE: Final = 60_000
_DAY: Final = 24 * 60  # minutes
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class Ban(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ban from a table. The player may not sit down.

    - `player`: the player's name at the time of the ban
    - `reason`: the reason, which the player can read
    - `since`, `until`: when the ban begins and ends (ms since 1970; an `until` of 0 means for good)
    - `watches`: whether the player may still watch
    - `by`: the person who imposed the ban
    """

    player: str
    reason: str
    since: int = 0
    until: int = 0
    watches: bool = False
    by: str = ""

    def is_over(self, now: int) -> bool:
        """Whether the ban has expired."""
        return bool(self.until) and now >= self.until


def check_reason(reason: str) -> None:
    """Raise BadNotation if a reason is empty, or cannot be shown on a page."""
    if not reason.strip() or len(reason) > LONGEST_REASON or not can_be_shown(reason):
        raise BadNotation(
            f"the reason must have 1 to {LONGEST_REASON} characters {THAT_CAN_BE_DISPLAYED}", code="bad_reason"
        )


def check_new(ban: Ban) -> None:
    """Raise BadNotation if a ban has no reason, and Conflict if it has already expired."""
    check_reason(ban.reason)
    if ban.is_over(ban.since):
        raise Conflict(
            f"the ban must end in the future, not at {date_words(ban.until)}; give a later time, or 0 "
            "for a permanent ban",
            code="bad_time",
        )


def check_ban(ban: Ban | None, now: int, *, watching: bool = False) -> None:
    """Raise IllegalAction if a ban forbids a player to sit down or, with `watching`, to watch. Rule: PG-116."""
    if ban is None or ban.is_over(now) or watching and ban.watches:
        return
    what = "watch" if watching else "play"
    until = f"until {date_words(ban.until)}" if ban.until else "any more"
    raise IllegalAction(f"you may not {what} here {until}: {ban.reason}", SENT_AWAY, code="banned")


def date_words(ms: int) -> str:
    """A date (UTC) in words.

    >>> date_words(951_782_400_000)
    '29 February 2000, 00:00 UTC'
    """
    days, minutes = divmod(ms // _MINUTE, _DAY)
    era, day = divmod(days + 719_468, 146_097)  # 400 years, which begin with a March
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    year += 400 * era + (month > 9)
    date = day - (153 * month + 2) // 5 + 1
    return f"{date} {_MONTHS[(month + 2) % 12]} {year}, {minutes // 60:02}:{minutes % 60:02} UTC"
