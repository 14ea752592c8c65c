"""Cases of integrity: hands that were played a number of times, and what is suspicious in them."""

from __future__ import annotations

import msgspec

from sidepot.cases.expected import Problems, differ
from sidepot.errors import BadNotation
from sidepot.formats.phh import Phh
from sidepot.formats.phh_play import play_phh
from sidepot.integrity import Examination, Played
from sidepot.rules.rulebook import Rulebook


class Repeated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand that was played `times` times. Its actions are written as in a Poker Hand History; `p1` is the small
    blind.
    """

    times: int
    actions: list[str]


class Flagged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flag of an examination.

    - `seen`: how often the suspicious thing was seen
    - `of`: on how many occasions it was possible
    """

    kind: str
    players: list[str]
    seen: int
    of: int


class IntegrityExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects: how many `hands` were examined, and all flags (an empty list for none)."""

    hands: int
    flags: list[Flagged]


class IntegrityCase(msgspec.Struct, frozen=True, tag="integrity", tag_field="kind"):
    """No-limit hold'em with blinds 1 and 2 between `players` in seat order. The last player has the button."""

    players: list[str]
    stack: int
    hands: list[Repeated]
    expect: IntegrityExpected


def prepare_integrity(body: IntegrityCase) -> None:
    """Raise BadNotation for impossible players or hands."""
    if not 2 <= len(set(body.players)) == len(body.players) <= 10:
        raise BadNotation("`players` must be 2 to 10 different names")
    if not all(1 <= hand.times <= 1000 for hand in body.hands):
        raise BadNotation("`hands` must each be played 1 to 1,000 times")
    list(_played(body))


def run_integrity(body: IntegrityCase, rulebook: Rulebook) -> Problems:
    """Examine the hands, and compare the flags."""
    found = Examination()
    for hand, played in zip(body.hands, _played(body), strict=True):
        for number in range(hand.times):
            found.take(played._replace(label=f"{played.label}, {number + 1}"))
    report = found.report()
    flags = report.flags
    seen = [Flagged(flag.kind, list(flag.players), round(flag.seen), flag.of) for flag in flags]
    problems: Problems = []
    differ(problems, "hands", body.expect.hands, report.hands)
    differ(problems, "flags", sorted(body.expect.flags, key=str), sorted(seen, key=str))
    return problems


def _played(body: IntegrityCase) -> list[Played]:
    """Each hand, played once. Raises BadNotation for an action that is not legal, or a hand that is not over."""
    seats = len(body.players)
    found = []
    for at, hand in enumerate(body.hands, 1):
        history = Phh(
            variant="NT",
            starting_stacks=(body.stack,) * seats,
            actions=tuple(hand.actions),
            antes=(0,) * seats,
            blinds_or_straddles=(1, 2, *(0,) * (seats - 2)),
            min_bet=2,
        )
        played = play_phh(history)
        if played.unresolved or played.left:
            raise BadNotation(f"hand {at}: {played.unresolved or 'it has actions after its end'}")
        found.append(Played(f"hand {at}", body.players, played.hand.log))
    return found
