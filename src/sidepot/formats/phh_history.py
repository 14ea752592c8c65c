"""Convert a `HandHistory` to a Poker Hand History, and back.

The format has fields for names, place and time. User fields of sidepot hold the hero, what each player collected after
the rake of a site, and the tournament.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.moments import zoned_moment_in
from sidepot.formats.phh import DECIMALS_FIELD, Phh
from sidepot.formats.phh_play import Played, play_phh
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_text import Moment, Table
from sidepot.formats.read_back import lost_of

COLLECTED_FIELD: Final = "_sidepot_collected"
"""The chips that each player collected after a site's rake; the format's stacks do not include the rake."""

ADJUSTMENTS_FIELD: Final = "_sidepot_adjustments"
"""Chips that a site paid each player outside the pots, or took, for a cash-out or an insurance."""

HERO_FIELD: Final = "_sidepot_hero"
"""The owner of the history, such as p2."""

MISMATCH_FIELD: Final = "_sidepot_mismatch"
"""How the hand differs from the result printed in the original history."""

UNCHECKED_FIELD: Final = "_sidepot_unchecked"
"""Why no figure printed in the original history could be compared with the hand."""

TOURNAMENT_FIELD: Final = "_sidepot_tournament"
TOURNAMENT_FIELDS: Final = {
    "tournament_id": "_sidepot_tournament_id",
    "buy_in": "_sidepot_buy_in",
    "level": "_sidepot_level",
}
"""The number, price and level of a tournament, in a site's words."""

CHECKED: Final = (
    "the names of the players", "the stacks before the hand", "what was won", "what was cashed out or insured",
    "the rake", "the stacks after the hand",
)  # fmt: skip
"""The facts that are compared after writing. Actions and cards are replayed, and decide the stacks."""


def phh_of_history(history: HandHistory) -> Phh:
    """Convert a hand and its description to a Poker Hand History.

    Raises BadNotation if the format cannot express it.
    """
    setup = history.hand.setup
    seats = len(history.names)
    around = [seat % seats for seat in range(setup.button + 1, setup.button + 1 + seats)]
    order = [seat for seat in around if setup.stacks[seat] or any(seat in can for _, can in setup.parts)]
    phh = phh_of_hand(history.hand, decimals=history.decimals, about=_about(history, order), name=history.name)
    phh = with_comments(phh, history.comments)
    phh = msgspec.structs.replace(phh, extra={**phh.extra, **_extra(history, order)})
    try:
        played = play_phh(phh)
        lost = played.unresolved or lost_of(history, of_played(phh, played), CHECKED, seats=order)
    except SidepotError as error:  # such as a raise that a site has let through
        raise BadNotation(
            f"Poker Hand History cannot express this hand: {error.detail}", code="cannot_express"
        ) from None
    if lost:
        raise BadNotation(f"Poker Hand History cannot express this hand: {lost}", code="cannot_express")
    return phh


def with_comments(phh: Phh, comments: Iterable[str]) -> Phh:
    """The same history with these comments after the last action."""
    return msgspec.structs.replace(phh, actions=(*phh.actions, *[f"# {line}" for line in comments]))


def _about(history: HandHistory, order: list[int]) -> dict[str, object]:
    """The format's fields for names, place and time."""
    about: dict[str, object] = {
        "players": [history.names[seat] for seat in order],
        "seats": [history.numbers[seat] for seat in order],
    }
    for key, value in (("venue", history.site), ("table", history.table), ("currency", history.currency)):
        if value:
            about[key] = value
    if history.table_size:
        about["seat_count"] = history.table_size
    if history.name.isascii() and history.name.isdecimal():
        about["hand"] = int(history.name)
    when = zoned_moment_in(history.when)
    if when is not None:
        about["year"], about["month"], about["day"] = when.moment[:3]
        about["time"] = Moment("{:02}:{:02}:{:02}".format(*when.moment[3:]))
        if when.zone:
            about["time_zone_abbreviation"] = when.zone
    return about


def _extra(history: HandHistory, order: list[int]) -> dict[str, object]:
    """The user-defined fields of sidepot."""
    extra: dict[str, object] = {}
    collected = history.collected
    if collected != history.awarded:
        extra[COLLECTED_FIELD] = [collected.get(seat, 0) for seat in order]
    if history.adjustments:
        extra[ADJUSTMENTS_FIELD] = [history.adjustments.get(seat, 0) for seat in order]
    if history.decimals and (COLLECTED_FIELD in extra or ADJUSTMENTS_FIELD in extra):
        extra[DECIMALS_FIELD] = history.decimals
    if history.hero in order:
        extra[HERO_FIELD] = f"p{order.index(history.hero) + 1}"
    if history.is_tournament:
        extra[TOURNAMENT_FIELD] = True
        extra.update({field: value for name, field in TOURNAMENT_FIELDS.items() if (value := getattr(history, name))})
    for field, why in ((MISMATCH_FIELD, history.mismatch), (UNCHECKED_FIELD, history.unchecked)):
        if why:
            extra[field] = why
    return extra


def of_played(phh: Phh, played: Played) -> HandHistory:
    """Convert a replayed PHH file to a hand history. Raises BadNotation if the result of the hand is unknown."""
    if played.unresolved:
        raise BadNotation(played.unresolved)
    about = phh.about
    seats = len(phh.starting_stacks)
    names = about.get("players") or [f"p{seat + 1}" for seat in range(seats)]
    numbers = about.get("seats") or list(range(1, seats + 1))
    return HandHistory(
        hand=played.hand,
        names=tuple(map(str, names)),
        numbers=tuple(numbers),
        name=str(about.get("hand", phh.name)),
        site=str(about.get("venue", "")),
        table=str(about.get("table", "")),
        when=_when(about),
        currency=str(about.get("currency", "")),
        hero=_hero(phh, seats),
        decimals=phh.decimals,
        is_tournament="level" in about or phh.extra.get(TOURNAMENT_FIELD) is True,
        won=_collected(phh, seats),
        adjustments=_amounts(phh, ADJUSTMENTS_FIELD, seats) or {},
        notes=tuple(played.notes),
        table_size=int(about.get("seat_count") or 0),
        comments=_comments(phh),
        **{name: str(phh.extra.get(field, "")) for name, field in TOURNAMENT_FIELDS.items()},
    )


def _comments(phh: Phh) -> tuple[str, ...]:
    """The comments after the last action."""
    actions = phh.actions
    last = max([at for at, action in enumerate(actions) if not action.startswith("#")], default=-1)
    return tuple([action.removeprefix("#").strip() for action in actions[last + 1 :]])


def _when(about: Table) -> str:
    year, month, day = [int(about.get(part) or 0) for part in ("year", "month", "day")]
    if not (year and month and day):
        return ""
    time = about.get("time", "00:00:00")
    zone = about.get("time_zone_abbreviation", "")
    return f"{year:04}/{month:02}/{day:02} {getattr(time, 'text', time)} {zone}".rstrip()


def _hero(phh: Phh, seats: int) -> int:
    history = phh.extra.get(HERO_FIELD)
    if history is None:
        return -1
    players = [f"p{seat + 1}" for seat in range(seats)]
    if history not in players:
        raise BadNotation(f"{HERO_FIELD}: expected one of {', '.join(players)}, got {history!r}")
    return players.index(history)


def _collected(phh: Phh, seats: int) -> dict[int, int] | None:
    found = _amounts(phh, COLLECTED_FIELD, seats)
    if found is not None and min(found.values(), default=0) < 0:
        raise BadNotation(f"{COLLECTED_FIELD}: amounts must not be negative")
    return found


def _amounts(phh: Phh, field: str, seats: int) -> dict[int, int] | None:
    history = phh.extra.get(field)
    if history is None:
        return None
    if not isinstance(history, list) or len(history) != seats or not all(type(one) is int for one in history):
        raise BadNotation(f"{field}: expected an integer for each of {seats} players, got {history!r}")
    return {seat: amount for seat, amount in enumerate(history) if amount}
