"""Board cards dealt before the betting was over: they do not stand, and houses differ in how the deal continues."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.floor.deal.deal_errors import FACE_DOWN
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.floor_choices import Premature
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import NewStub, Ruling
from sidepot.rules.texts import Point, also, cite

PREMATURE: Final = Point(
    "premature board cards",
    {"TDA-2013": "RP-5", "TDA-2024": "RP-5", "RRP-11": "holdem/premature/again", "WSOP-LIVE-2026": "171"},
)

PREMATURE_TURN: Final = Point(PREMATURE.title, {**PREMATURE.numbers, "RRP-11": "holdem/premature/turn"})

Street = Literal["flop", "turn", "river"]

_FINISH: Final[dict[Street, Sentence]] = {
    "flop": say("Finish the betting before the flop."),
    "turn": say("Finish the betting on the flop."),
    "river": say("Finish the betting on the turn."),
}
_LEAVE_BURN: Final = say("Leave the burn card in place.")


class PrematureCard(Facts, frozen=True, kw_only=True, tag="premature card"):
    """Board cards dealt, or a card burned for them, before the betting was over.

    - `dealt`: how far the dealer got
    - `finished`: whether all players have acted by now
    - `live`: whether the hand is played in the program
    """

    street: Street = "flop"
    dealt: Literal["face up", "face down", "burn only"] = "face up"
    finished: bool = False
    live: bool = False


class Procedure(msgspec.Struct, frozen=True):
    """The procedure for a premature card.

    - `before`: the dealer's steps before the betting is finished
    - `after`: the dealer's steps after the betting is finished
    - `shuffled`: whether the whole stub is shuffled
    """

    verdict: str
    because: Sentence
    before: tuple[Sentence, ...]
    after: tuple[Sentence, ...]
    shuffled: bool = False


def rule_on_premature(facts: PrematureCard, rulebook: Rulebook) -> Ruling:
    """Rule on board cards that were dealt too early. Rule: TDA-2013 RP-5; TDA-2024 RP-5; Robert's, hold'em."""
    found = _procedure(facts, rulebook.premature)
    finish = () if facts.finished else (_FINISH[facts.street],)
    return Ruling(
        verdict=found.verdict,
        about="card" if facts.street != "flop" else "street" if found.shuffled else "cards",
        reason=found.because,
        cites=(
            cite(PREMATURE_TURN if facts.street == "turn" else PREMATURE, rulebook, "premature"),
            *(also(rulebook, FACE_DOWN) if found.shuffled else ()),
        ),
        instructions=(*found.before, *finish, *found.after),
        effects=(NewStub(),) if found.shuffled and facts.live else (),
    )


def _procedure(facts: PrematureCard, choice: Premature) -> Procedure:
    if facts.dealt == "burn only":
        return _burn_only(facts.street)
    if facts.dealt == "face down" and choice is not Premature.RESHUFFLE:
        return _unseen(facts.street)
    if choice is Premature.KEEP_UNSEEN and facts.street in _KEEP:
        return _KEEP[facts.street]
    if choice is Premature.NEXT_CARD and facts.street == "turn":
        return _RIVER_FOR_TURN
    return Procedure(
        verdict="reshuffled",
        because=_TAKEN_BACK[facts.street],
        before=(_LEAVE_BURN, say("Shuffle the {street} back into the stub face down, and cut.", (facts.street,))),
        after=(say("Deal a new {street} without another burn.", (facts.street,)),),
        shuffled=True,
    )


def _burn_only(street: Street) -> Procedure:
    return Procedure(
        "burn stays",
        say("Only the burn card was dealt too early, so no board card changes."),
        (_LEAVE_BURN,),
        (say("Deal the {street} without another burn.", (street,)),),
    )


def _unseen(street: Street) -> Procedure:
    return Procedure(
        "kept",
        say("Nobody has seen the premature {street}, so it stays in place.", (street,)),
        (_LEAVE_BURN, say("Leave the {street} face down until the betting is over.", (street,))),
        (say("Then turn it face up."),),
    )


_TAKEN_BACK: Final[dict[Street, Sentence]] = {
    "flop": say(
        "The flop was dealt before the betting was over, so it does not stand, whatever has happened since. The same "
        "cards may be dealt again."
    ),
    "turn": say(
        "The turn was dealt before the betting was over, so it does not stand, whatever has happened since. The same "
        "card may be dealt again."
    ),
    "river": say(
        "The river was dealt before the betting was over, so it does not stand, whatever has happened since. The same "
        "card may be dealt again."
    ),
}

_KEEP: Final[dict[Street, Procedure]] = {
    "flop": Procedure(
        "taken back",
        say(
            "The flop was dealt before the betting was over, so it is dealt again. The turn, the river and "
            "their burn cards remain the cards that they would have been."
        ),
        (
            _LEAVE_BURN,
            say("Set the next four cards of the stub aside face down, in order: burn, turn, burn, river."),
            say("Shuffle the flop into the rest of the stub face down, and cut."),
        ),
        (
            say("Deal a new flop without another burn."),
            say("Burn and deal the turn and the river from the cards set aside."),
        ),
    ),
    "turn": Procedure(
        "taken back",
        say(
            "The turn was dealt before the betting was over, so it is dealt again. The river and its burn "
            "card remain the cards that they would have been."
        ),
        (
            _LEAVE_BURN,
            say("Set the next two cards of the stub aside face down, in order: burn, river."),
            say("Shuffle the turn into the rest of the stub face down, and cut."),
        ),
        (say("Deal a new turn without another burn."), say("Burn and deal the river from the cards set aside.")),
    ),
}
_RIVER_FOR_TURN: Final = Procedure(
    "set aside",
    say(
        "The turn was dealt before the betting was over, so it does not stand. The river card becomes "
        "the turn, and the premature card is shuffled back in before the river."
    ),
    (_LEAVE_BURN, say("Set the premature turn aside for now.")),
    (
        say("Burn a card and deal what would have been the river as the turn."),
        say("Finish the betting on the turn."),
        say("Shuffle the premature card face down into the stub, without the burn cards and discards, and cut."),
        say("Deal the river without another burn."),
    ),
)
