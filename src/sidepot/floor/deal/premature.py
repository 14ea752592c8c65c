"""Board cards dealt before the betting was over: they do not stand, and houses differ in how they deal on."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.floor.deal.deal_errors import FACE_DOWN
from sidepot.floor.topic import Facts
from sidepot.rules.floor_choices import Premature
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import NewStub, Ruling
from sidepot.rules.texts import Point, also, cite

PREMATURE: Final = Point(
    "premature board cards",
    {"TDA-2013": "RP-5", "TDA-2024": "RP-5", "RRP-11": "holdem/premature", "WSOP-LIVE-2026": "171"},
)

Street = Literal["flop", "turn", "river"]

_BEFORE: Final[dict[Street, str]] = {"flop": "before the flop", "turn": "on the flop", "river": "on the turn"}
_LEAVE_BURN: Final = "Leave the burn card where it is."


class PrematureCard(Facts, frozen=True, kw_only=True, tag="premature card"):
    """Board cards were dealt, or a card burned for them, before the betting was over.

    `dealt`: how far the dealer got. `finished`: all players have acted by now. `live`: the program keeps the hand.
    """

    street: Street = "flop"
    dealt: Literal["face up", "face down", "burn only"] = "face up"
    finished: bool = False
    live: bool = False


class Procedure(msgspec.Struct, frozen=True):
    """The dealer's steps before and after the rest of the betting. `shuffled`: the whole stub is shuffled."""

    verdict: str
    because: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    shuffled: bool = False


def rule_on_premature(facts: PrematureCard, rulebook: Rulebook) -> Ruling:
    """Rule on board cards that came too early. Rule: TDA-2013 RP-5; TDA-2024 RP-5; Robert's, hold'em."""
    found = _procedure(facts, rulebook.premature)
    finish = () if facts.finished else (f"Finish the betting {_BEFORE[facts.street]}.",)
    return Ruling(
        verdict=found.verdict,
        because=found.because,
        cites=(cite(PREMATURE, rulebook, "premature"), *(also(rulebook, FACE_DOWN) if found.shuffled else ())),
        steps=(*found.before, *finish, *found.after),
        effects=(NewStub(),) if found.shuffled and facts.live else (),
    )


def _procedure(facts: PrematureCard, choice: Premature) -> Procedure:
    if facts.dealt == "burn only":
        return _BURN_ONLY
    if facts.dealt == "face down" and choice is not Premature.RESHUFFLE:
        return _UNSEEN
    if choice is Premature.KEEP_UNSEEN and facts.street in _KEEP:
        return _KEEP[facts.street]
    if choice is Premature.NEXT_CARD and facts.street == "turn":
        return _RIVER_FOR_TURN
    early = _PLURAL if facts.street == "flop" else _SINGLE
    return Procedure(
        verdict="reshuffled",
        because=f"{early}, whatever was done since; {'they go' if early is _PLURAL else 'it goes'} back into the stub,"
        " which is shuffled, and may come again.",
        before=(_LEAVE_BURN, f"Put the {facts.street} back into the stub, shuffle it face down, and cut."),
        after=(f"Deal a new {facts.street} without another burn.",),
        shuffled=True,
    )


_PLURAL: Final = "Cards that come before the betting is over do not stand"
_SINGLE: Final = "A card that comes before the betting is over does not stand"

_BURN_ONLY: Final = Procedure(
    "burn stays",
    "Only the burn card came too early, and no board card is touched by that.",
    (_LEAVE_BURN,),
    ("Deal the board without another burn.",),
)
_UNSEEN: Final = Procedure(
    "kept",
    "Nobody has seen what came too early, so it keeps its place.",
    (_LEAVE_BURN, "Leave the board face down."),
    ("Turn it up.",),
)
_KEEP: Final[dict[Street, Procedure]] = {
    "flop": Procedure(
        "taken back",
        f"{_PLURAL} and go into the rest of the stub, from which a flop comes again; turn and river, which nobody has"
        " seen, and their burn cards keep their places.",
        (
            _LEAVE_BURN,
            "Set the next four cards of the stub aside face down, in order: burn and turn, burn and river.",
            "Shuffle the flop into the rest of the stub, all face down, and cut.",
        ),
        ("Deal a new flop without another burn.", "Burn and deal turn and river from the cards set aside."),
    ),
    "turn": Procedure(
        "taken back",
        f"{_SINGLE} and goes into the rest of the stub, from which a turn comes again; the river, which nobody"
        " has seen, and its burn card keep their places.",
        (
            _LEAVE_BURN,
            "Set the next two cards of the stub aside face down, in order: burn and river.",
            "Shuffle the turn into the rest of the stub, all face down, and cut.",
        ),
        ("Deal a new turn without another burn.", "Burn and deal the river from the cards set aside."),
    ),
}
_RIVER_FOR_TURN: Final = Procedure(
    "set aside",
    f"{_SINGLE}, whatever was done since: what would have been the river serves as the turn, and the card that came"
    " too early is shuffled in for the river.",
    (_LEAVE_BURN, "Set the turn aside: it is out of play for now."),
    (
        "Burn a card and deal what would have been the river as the turn.",
        "Finish the betting on the turn.",
        "Shuffle the card set aside into the stub, without burn cards and discards, all face down, and cut.",
        "Deal the river without another burn.",
    ),
)
