"""Conversation at the table during a hand: one player to a hand, so nobody may help or disclose."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.floor.conduct.offence import LAST_TWO
from sidepot.floor.conduct.offences import find_offence
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite, cite_choice

AT_ONCE: Final = "sent at once"
HELD: Final = "held until the hand is over"
NOT_NOW: Final = "not allowed"

Writer = Literal["in the hand", "folded", "not in the hand"]

TALKING: Final = Point("talk while a hand is on", {"TDA-2013": "59", "TDA-2024": "67"})


class TalkFacts(Facts, frozen=True, kw_only=True, tag="talk"):
    """A message to the table, and whether a hand is in progress. A writer who is all-in is still in the hand.

    - `last_two`: whether only two players are left in the tournament
    """

    writer: Writer = "in the hand"
    hand_on: bool = True
    last_two: bool = False


def rule_on_talk(facts: TalkFacts, rulebook: Rulebook) -> Ruling:
    """Rule on whether a message appears at once, waits for the end of the hand, or is not allowed now.

    The content of the message does not matter, because even a greeting may be a hint. Rule: TDA-2013 59; TDA-2024 67;
    WSOP-2026 116.
    """
    if not facts.hand_on:
        because = say(
            "No hand is in progress, so there is nothing to give away. Advice and criticism of play are offences even "
            "between hands."
        )
        advice = find_offence("advice").point
        return Ruling(verdict=AT_ONCE, reason=because, cites=(cite(TALKING, rulebook), cite(advice, rulebook)))
    if facts.last_two and rulebook.last_two_may_talk:
        because = say("The last two players of a tournament may talk about the hand, because nobody else is affected.")
        return Ruling(verdict=AT_ONCE, reason=because, cites=(cite(LAST_TWO, rulebook, "last_two_may_talk"),))
    if rulebook.talk_in_hand:
        because = say("Players may talk during a hand in this house.")
        return Ruling(verdict=AT_ONCE, reason=because, cites=(cite_choice("talk_in_hand"),))
    cites = (cite(TALKING, rulebook, "talk_in_hand"),)
    if facts.writer == "in the hand":
        because = say("The player is still in the hand, and nobody may disclose a live hand or give or take advice.")
        return Ruling(verdict=NOT_NOW, about="message", reason=because, cites=cites)
    because = say("During a hand, players who are not in it may not give advice or disclose folded cards.")
    step = say("Stop the talk. In a chat, publish the message when the hand is over.")
    return Ruling(verdict=HELD, reason=because, cites=cites, instructions=(step,))
