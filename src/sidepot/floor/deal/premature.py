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
_LEAVE_BURN: Final = "Leave the burn card in place."


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
        about="cards",
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
        because=early,
        before=(_LEAVE_BURN, f"Shuffle the {facts.street} back into the stub face down, and cut."),
        after=(f"Deal a new {facts.street} without another burn.",),
        shuffled=True,
    )


_PLURAL: Final = (
    "Cards dealt before the betting is over do not stand, whatever has happened since. They are shuffled back into the "
    "stub and may come again."
)
_SINGLE: Final = (
    "A card dealt before the betting is over does not stand, whatever has happened since. It is shuffled back into the "
    "stub and may come again."
)

_BURN_ONLY: Final = Procedure(
    "burn stays",
    "Only the burn card was dealt too early, so no board card changes.",
    (_LEAVE_BURN,),
    ("Deal the board without another burn.",),
)
_UNSEEN: Final = Procedure(
    "kept",
    "Nobody has seen the premature card, so it stays in place.",
    (_LEAVE_BURN, "Leave it face down until the betting is over."),
    ("Then turn it face up.",),
)
_KEEP: Final[dict[Street, Procedure]] = {
    "flop": Procedure(
        "taken back",
        "A flop dealt before the betting is over is shuffled back and dealt again. The turn, the river and their burn "
        "cards stay as they would have come.",
        (
            _LEAVE_BURN,
            "Set the next four cards of the stub aside face down, in order: burn, turn, burn, river.",
            "Shuffle the flop into the rest of the stub face down, and cut.",
        ),
        ("Deal a new flop without another burn.", "Burn and deal the turn and the river from the cards set aside."),
    ),
    "turn": Procedure(
        "taken back",
        "A turn dealt before the betting is over is shuffled back and dealt again. The river and its burn card stay as "
        "they would have come.",
        (
            _LEAVE_BURN,
            "Set the next two cards of the stub aside face down, in order: burn, river.",
            "Shuffle the turn into the rest of the stub face down, and cut.",
        ),
        ("Deal a new turn without another burn.", "Burn and deal the river from the cards set aside."),
    ),
}
_RIVER_FOR_TURN: Final = Procedure(
    "set aside",
    "A turn dealt before the betting is over does not stand. The river card becomes the turn, and the premature card "
    "is shuffled back in before the river.",
    (_LEAVE_BURN, "Set the premature turn aside for now."),
    (
        "Burn a card and deal what would have been the river as the turn.",
        "Finish the betting on the turn.",
        "Shuffle the card set aside into the stub face down, without burn cards and discards, and cut.",
        "Deal the river without another burn.",
    ),
)
