"""Cards thrown into another player's hand, and a hand thrown away because another was called better than it is."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.floor.hands.dead import CARDS_SPEAK, DEAD, LIVE, MUCK
from sidepot.floor.hands.killed import FOULED
from sidepot.floor.topic import Facts
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Redeal, Ruling, Sanction, each_then, kill, left_open
from sidepot.rules.texts import FAIRNESS, Point, also, cite

INTO_HAND: Final = Point(
    "cards thrown into another hand",
    {"RRP-11": "dead-hands/another-hand", "TDA-2013": "1", "TDA-2024": "1", "PG": "107"},
)
INTO_BLIND: Final = Point("cards thrown into the hand of a blind", {**INTO_HAND.numbers, "WSOP-LIVE-2026": "112"})
MISCALLED: Final = Point(
    "a hand called better than it is",
    {"RRP-11": "lowball/miscalled", "TDA-2013": "12", "TDA-2024": "12", "PG": "74"},
)

_APART: Final = ("Hold all those cards apart, and let nobody look at them.",)


class ThrownIntoHand(Facts, frozen=True, kw_only=True, tag="cards in another hand"):
    """A player threw the cards into another player's hand. `told`: the cards of both hands can be identified.

    `blind`: it was the hand of a blind. `seat` is the player who threw them, in a live hand.
    """

    told: bool = True
    blind: bool = False
    seat: int = -1


def rule_on_thrown(facts: ThrownIntoHand, rulebook: Rulebook) -> Ruling:
    """Rule on cards thrown into another player's hand.

    Rule: Robert's, dead hands 3; WSOP live 112 for the hand of a blind; elsewhere TDA-2013 1; PG-107.
    """
    if facts.blind and rulebook.blind_hand_redealt:
        return _into_blind(facts, rulebook)
    decides = cite(INTO_HAND, rulebook, "thrown_in_hand_dead")
    fouled = () if facts.told else (cite(FOULED, rulebook),)
    other = "Give the other player back their own cards: that hand is live."
    if not facts.told:
        other = "Rule on the other hand as on one that other cards got into."
    if rulebook.thrown_in_hand_dead or not facts.told:
        because = "Cards that are thrown into another player's hand are dead."
        if not rulebook.thrown_in_hand_dead:
            because = "The cards cannot be told from those of the other hand any more, and nobody gets them back."
        return Ruling(
            verdict=DEAD,
            because=because,
            cites=(decides, *fouled),
            steps=(*_APART, "Muck the cards that were thrown.", other),
            effects=kill(facts.seat),
        )
    return left_open(
        "No rule here says whether cards that are thrown into another hand are dead, if they can be told.",
        (decides,),
        *each_then(
            (other,),
            Option(
                verdict=DEAD,
                because="The player let go of them, and that is a fold.",
                steps=("Muck the cards that were thrown.",),
                effects=kill(facts.seat),
            ),
            Option(
                verdict=LIVE,
                because="They can be told for certain, and were not meant to be given up.",
                steps=("Give the player back the cards that were thrown.",),
            ),
        ),
        recommended=DEAD,
        steps=(*_APART, other),
    )


def _into_blind(facts: ThrownIntoHand, rulebook: Rulebook) -> Ruling:
    """Cards got into the hand of a blind: the floor may have the hand dealt again. Rule: WSOP live 112."""
    again = Option(
        verdict="dealt again",
        because="The blind cannot be asked to pay for a hand that others fouled.",
        steps=("Give all chips back, and deal the hand again.", "Deal the offender in, and kill that hand."),
        effects=(Redeal(dead=(facts.seat,)),) if facts.seat >= 0 else (),
    )
    dead = Option(
        verdict=DEAD,
        because="The blind's own cards are there, so only the cards that were thrown are dead.",
        steps=("Muck the cards that were thrown.", "Give the blind back the blind's own cards, and play on."),
        effects=kill(facts.seat),
    )
    return left_open(
        "Cards got into the hand of a blind, who has put chips in: the floor may have the hand dealt again.",
        (cite(INTO_BLIND, rulebook, "blind_hand_redealt"),),
        dead,
        again,
        recommended=dead.verdict if facts.told else again.verdict,
        steps=_APART,
    )


class MiscalledHand(Facts, frozen=True, kw_only=True, tag="miscalled hand"):
    """A player called a hand better than it is at the showdown. `other`: what the other player did with theirs.

    `seat` is the player who called the hand, in a live hand.
    """

    other: Literal["held", "thrown away"] = "held"
    deliberate: bool = False
    seat: int = -1


def rule_on_miscalled(facts: MiscalledHand, rulebook: Rulebook) -> Ruling:
    """Rule on a hand that was called better than it is. Rule: Robert's, lowball; TDA-2013 12; TDA-2024 12; PG-74."""
    penalty = Sanction("miscalling a hand") if facts.deliberate else None
    if facts.other == "held":
        return Ruling(
            verdict="best hand wins",
            because="Both hands are whole, so they are laid open, and the best one wins, whatever it was called.",
            cites=(cite(MISCALLED, rulebook), *also(rulebook, CARDS_SPEAK)),
            steps=("Have both hands laid open.", "Read them aloud, and award the pot by the cards."),
            penalty=penalty,
        )
    decides = cite(MISCALLED, rulebook, "miscall_may_kill")
    steps = ("Stop before the pot is pushed.", "Take the other hand back, if each card of it can be told for certain.")
    if not rulebook.miscall_may_kill:
        return Ruling(
            verdict="cards speak",
            because="Words about a hand do not kill it. The hand that was thrown away is lost, unless it can be told.",
            cites=(decides, cite(MUCK, rulebook)),
            steps=(*steps, "Award the pot among the hands that are left."),
            penalty=penalty,
        )
    return left_open(
        "The call made the other player throw the hand away, and here the hand that was miscalled may be dead.",
        (decides, *also(rulebook, FAIRNESS)),
        *each_then(
            (steps[1], "Award the pot among the hands that are left."),
            Option(
                verdict=DEAD,
                because="The other player relied on the words: the hand that was miscalled may not win by them.",
                effects=kill(facts.seat),
            ),
            Option(verdict=LIVE, because="It was an honest mistake, and the other player did not wait for the cards."),
        ),
        recommended=DEAD if facts.deliberate else LIVE,
        steps=steps,
        penalty=penalty,
    )
