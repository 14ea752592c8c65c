"""Cards thrown into another player's hand, and a hand thrown away because another was miscalled."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.floor.hands.dead import CARDS_SPEAK, DEAD, LIVE, MUCK
from sidepot.floor.hands.killed import FOULED
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Redeal, Ruling, Sanction, each_then, kill, left_open
from sidepot.rules.texts import FAIRNESS, Point, also, cite

INTO_HAND: Final = Point(
    "cards thrown into another hand",
    {"RRP-11": "dead-hands/another-hand", "TDA-2013": "1", "TDA-2024": "1", "PG": "107"},
)
INTO_BLIND: Final = Point(
    "cards thrown into the hand of a player in the blinds", {**INTO_HAND.numbers, "WSOP-LIVE-2026": "112"}
)
MISCALLED: Final = Point(
    "a hand called better than it is",
    {"RRP-11": "lowball/miscalled", "TDA-2013": "12", "TDA-2024": "12/miscall", "PG": "74"},
)

_APART: Final = (say("Set both hands aside, and let nobody look at them."),)


class ThrownIntoHand(Facts, frozen=True, kw_only=True, tag="cards in another hand"):
    """Cards that a player threw into another player's hand.

    - `identifiable`: whether the cards of both hands can be identified
    - `blind`: whether the other hand belonged to a player in the blinds
    - `seat`: in a live hand, the seat of the player who threw the cards
    """

    identifiable: bool = True
    blind: bool = False
    seat: int = -1


def rule_on_thrown(facts: ThrownIntoHand, rulebook: Rulebook) -> Ruling:
    """Rule on cards thrown into another player's hand.

    Rule: Robert's, dead hands 3; WSOP live 112 for the hand of a player in the blinds; in other houses TDA-2013 1 and
    PG-107.
    """
    if facts.blind and rulebook.blind_hand_redealt:
        return _into_blind(facts, rulebook)
    decides = cite(INTO_HAND, rulebook, "thrown_in_hand_dead")
    fouled = () if facts.identifiable else (cite(FOULED, rulebook),)
    other = say("Return the other player's own cards; that hand is live.")
    if not facts.identifiable:
        other = say("Then rule on the other hand, which the thrown cards fouled.")
    if rulebook.thrown_in_hand_dead or not facts.identifiable:
        because = say("Cards thrown into another player's hand count as given up, so they are dead.")
        if not rulebook.thrown_in_hand_dead:
            because = say(
                "The thrown cards are mixed with the other hand and can no longer be identified, so they are dead."
            )
        return Ruling(
            verdict=DEAD,
            about="thrown cards",
            reason=because,
            cites=(decides, *fouled),
            instructions=(*_APART, say("Muck the thrown cards."), other) if facts.identifiable else (*_APART, other),
            effects=kill(facts.seat),
        )
    return left_open(
        say(
            "No rule of this house says whether cards thrown into another player's hand are dead if they can be "
            "identified, so the director decides."
        ),
        (decides,),
        *each_then(
            (other,),
            Option(
                verdict=DEAD,
                reason=say("The player released the thrown cards, which is a fold."),
                when=say("If the player meant to fold, the thrown cards are dead."),
                instructions=(say("Muck the thrown cards."),),
                effects=kill(facts.seat),
            ),
            Option(
                verdict=LIVE,
                reason=say("The thrown cards can be clearly identified, and the player did not mean to fold."),
                when=say("If the player did not mean to fold, the thrown cards are live."),
                instructions=(say("Give the thrown cards back to the player."),),
            ),
        ),
        recommended=DEAD,
        instructions=(*_APART, say("Have the director decide."), other),
        about="thrown cards",
    )


def _into_blind(facts: ThrownIntoHand, rulebook: Rulebook) -> Ruling:
    """Rule on cards thrown into the hand of a player in the blinds: the floor may have the hand dealt again.

    Rule: WSOP live 112.
    """
    again = Option(
        verdict="dealt again",
        reason=say(
            "Cards were thrown into the hand of a player in the blinds, who should not pay for another player's "
            "mistake."
        ),
        when=say(
            "If the player in the blinds would have to pay for a hand that another player fouled, the cards are dealt "
            "again."
        ),
        instructions=(
            say("Return all chips, and deal the hand again."),
            say("Deal in the player who threw the cards, and kill that player's hand."),
        ),
        effects=(Redeal(dead=(facts.seat,)),) if facts.seat >= 0 else (),
    )
    dead = Option(
        verdict=DEAD,
        reason=say("The cards of the player in the blinds can be identified, so only the thrown cards are dead."),
        when=say("If the cards of the player in the blinds can be identified, only the thrown cards are dead."),
        instructions=(
            say("Muck the thrown cards."),
            say("Return the other cards to the player in the blinds, and play on."),
        ),
        effects=kill(facts.seat),
    )
    return left_open(
        (
            say(
                "Cards were thrown into the hand of a player in the blinds, who has chips in the pot, so the director "
                "may have the hand dealt again."
            )
        ),
        (cite(INTO_BLIND, rulebook, "blind_hand_redealt"),),
        dead,
        again,
        recommended=dead.verdict if facts.identifiable else again.verdict,
        instructions=(*_APART, say("Have the director decide.")),
        about="thrown cards",
    )


class MiscalledHand(Facts, frozen=True, kw_only=True, tag="miscalled hand"):
    """A hand that a player announced at the showdown as better than it is.

    - `other`: what the other player did with their own hand
    - `seat`: in a live hand, the seat of the player who announced the hand
    """

    other: Literal["held", "thrown away"] = "held"
    deliberate: bool = False
    seat: int = -1


def rule_on_miscalled(facts: MiscalledHand, rulebook: Rulebook) -> Ruling:
    """Rule on a hand that was announced as better than it is.

    Rule: Robert's, lowball; TDA-2013 12; TDA-2024 12; PG-74.
    """
    penalty = Sanction("miscalling a hand") if facts.deliberate else None
    if facts.other == "held":
        return Ruling(
            verdict="best hand wins",
            reason=(
                say(
                    "Both hands are complete, so they are turned face up and the best one wins, whatever it was called."
                )
            ),
            cites=(cite(MISCALLED, rulebook), *also(rulebook, CARDS_SPEAK)),
            instructions=(
                say("Have both hands turned face up."),
                say("Read them aloud, and award the pot by the cards."),
            ),
            penalty=penalty,
        )
    decides = cite(MISCALLED, rulebook, "miscall_may_kill")
    steps = (say("Do not push the pot yet."), say("Retrieve the discarded hand if it can be clearly identified."))
    if not rulebook.miscall_may_kill:
        return Ruling(
            verdict="cards speak",
            reason=say(
                "Miscalling a hand does not kill it. The other player's discarded hand is lost unless it can be "
                "identified."
            ),
            cites=tuple(dict.fromkeys((decides, cite(CARDS_SPEAK, rulebook), cite(MUCK, rulebook)))),
            instructions=(*steps, say("Award the pot to the best remaining hand.")),
            penalty=penalty,
        )
    return left_open(
        say("The other player discarded because of the miscall, and in this house the miscalled hand may be dead."),
        (decides, *also(rulebook, FAIRNESS)),
        *each_then(
            (steps[1], say("Award the pot to the best remaining hand.")),
            Option(
                verdict=DEAD,
                reason=say(
                    "The other player relied on the miscall, and the player who made it may not profit from it."
                ),
                when=say("If the miscall was deliberate, the player may not profit from it, and the hand is dead."),
                effects=kill(facts.seat),
            ),
            Option(
                verdict=LIVE,
                reason=say("It was an honest mistake, and the other player did not wait to see the cards."),
                when=say(
                    "If it was an honest mistake, the hand stays live: the other player should have waited to see it."
                ),
            ),
        ),
        recommended=DEAD if facts.deliberate else LIVE,
        instructions=(*steps, say("Have the director decide.")),
        penalty=penalty,
    )
