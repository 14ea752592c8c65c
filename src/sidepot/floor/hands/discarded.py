"""A bettor throws the hand away in the belief that nobody is left to call."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.hands.dead import LIVE, dead_hand
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, held_to, left_open
from sidepot.rules.texts import FAIRNESS, Point, also, cite

DISCARDED: Final = Point(
    "cards thrown away by a bettor", {"TDA-2024": "15-B", "TDA-2013": "50", "RRP-11": "irregularities/protect"}
)
UNCALLED: Final = Point(
    "the uncalled bet of a bettor without cards",
    {"TDA-2024": "15-B", "TDA-2013": "56", "RRP-11": "irregularities/protect"},
)


class DiscardedByBettor(Facts, frozen=True, kw_only=True, tag="early discard"):
    """Cards that a bettor or raiser threw away too early.

    - `retrievable`: whether each card can be identified and taken back
    - `called`: the part of the bet that was called
    - `uncalled`: the part of the bet that was not called
    """

    retrievable: bool = True
    called: int = 0
    uncalled: int = 0
    seat: int = -1

    def __post_init__(self) -> None:
        if self.called < 0 or self.uncalled < 0:
            raise BadNotation(f"called and uncalled: expected 0 or more chips, not {self.called} and {self.uncalled}")


def rule_on_discarded(facts: DiscardedByBettor, rulebook: Rulebook) -> Ruling:
    """Rule on whether a bettor who discarded by mistake still has a hand, and on which chips are returned.

    Rule: TDA-2024 15-B, which is an exception to 58; TDA-2013 50, 56; Robert's, irregularities.
    """
    cites = (cite(DISCARDED, rulebook, "mistaken_discard_held"), cite(UNCALLED, rulebook))
    if rulebook.mistaken_discard_held and facts.retrievable:
        lives = say("The cards can be identified and retrieved, so the player gets them back and the bet stands.")
        return left_open(
            say(
                "The bettor thought the pot was won and discarded. The cards can be identified, so the director "
                "decides whether the hand is live."
            ),
            (*cites, *also(rulebook, FAIRNESS)),
            Option(
                verdict=LIVE,
                reason=lives,
                when=say("If it was an honest mistake, the player gets the cards back and the bet stands."),
                instructions=(say("Give the cards back to the player."),),
            ),
            _gone(
                facts,
                say("The player discarded the cards and has no claim to the pot."),
                say("If the player should have seen that the hand was not over, the cards stay dead."),
            ),
            instructions=(say("Keep the cards separate from all others."), say("Have the director decide.")),
        )
    why = say("The bettor discarded, and the cards cannot be clearly identified and retrieved.")
    if facts.retrievable:
        why = say("The player discarded the cards before the betting was over. That is a fold, and it stands.")
    return held_to(_gone(facts, why), cites)


def _gone(facts: DiscardedByBettor, because: Sentence, when: Sentence = ()) -> Option:
    return dead_hand(because, facts.called, facts.uncalled, facts.seat, when)
