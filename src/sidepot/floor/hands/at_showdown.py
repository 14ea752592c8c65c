"""The showdown: mucked hands, and hands that are not shown although a player is all-in."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.hands.dead import CARDS_SPEAK, DEAD, LIVE, MUCK, OUT_OF_THE_MUCK
from sidepot.floor.hands.tabled import OPEN_HAND, Sure
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.floor_choices import Mucking
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, kill, left_open
from sidepot.rules.texts import FAIRNESS, Point, also, cite

HALF_OPEN: Final = Point("a hand mucked before it was tabled in full", {"TDA-2013": "13-B", "TDA-2024": "13-B"})
MUCK_LINE: Final = Point("a mucking line", {"TDA-2013": "14-B"})
ALL_UP: Final = Point("hands face up when somebody is all-in", {"TDA-2013": "15", "TDA-2024": "16", "TS": "13"})
KEPT_DOWN: Final = Point("all-in hands in a cash game", {"TS": "14", "TDA-2013": "16/muck", "PG": "77"})

IN_MUCK: Final = ("touching the muck", "in the muck")
INTO_MUCK: Final = (say("Leave the cards in the muck."), say("Award the pot to the best live hand."))

Where = Literal["pushed forward", "over the line", "touching the muck", "in the muck"]


# ---- a hand that was mucked at the showdown


class MuckedAtShowdown(Facts, frozen=True, kw_only=True, tag="mucked at showdown"):
    """A hand that was mucked at the showdown: which of its cards were seen, where it is, and who put it there."""

    tabled: Literal["not", "partly", "fully"] = "not"
    where: Where = "pushed forward"
    by: Literal["the player", "the dealer"] = "the player"
    identifiable: bool = True  # each of its cards can be identified, and taken back
    read: Sure = "no"  # whether everybody had clearly read it
    misled: bool = False  # the player threw it away because of a wrong statement
    seat: int = -1

    def __post_init__(self) -> None:
        if self.tabled == "not" and self.read != "no":
            raise BadNotation(
                "read: cards that stayed face down cannot have been read; give tabled=partly, or leave out `read`"
            )


def rule_on_mucked(facts: MuckedAtShowdown, rulebook: Rulebook) -> Ruling:
    """Rule on whether a hand that was pushed away or mucked at the showdown may still be tabled and win.

    Rule: TDA-2013 13-B, 14-A, 14-B; TDA-2024 13-B, 14; PG-113; Robert's, dead hands.
    """
    if facts.tabled == "fully" and facts.read == "yes":
        return Ruling(
            verdict=LIVE,
            reason=say("All the cards were tabled and read before they were mucked, so the hand is live without them."),
            cites=(cite(OPEN_HAND, rulebook), *also(rulebook, CARDS_SPEAK)),
            instructions=(say("Award the pot, counting the hand as it was read."),),
        )
    muck = (cite(MUCK, rulebook, "mucking"), *(also(rulebook, MUCK_LINE) if rulebook.mucking is Mucking.LINE else ()))
    if rulebook.mucking is Mucking.FLOOR and facts.where in IN_MUCK and facts.identifiable:
        return _may_retrieve(facts, muck)
    killed = _killed_by(facts, rulebook)
    if killed:
        return Ruling(verdict=DEAD, reason=killed, cites=muck, instructions=INTO_MUCK, effects=kill(facts.seat))
    if facts.identifiable and facts.tabled == "fully":
        return Ruling(
            verdict=LIVE,
            reason=(
                say(
                    "All the cards were tabled and can still be clearly identified, so the hand is turned face up "
                    "again and read."
                )
            ),
            cites=(cite(OPEN_HAND, rulebook),) if rulebook.mucking is Mucking.MIXED else muck,
            instructions=(say("Retrieve the cards and turn them face up."), say("Read every hand aloud.")),
        )
    if facts.identifiable:
        away = rulebook.mucking is Mucking.TOUCHED
        return Ruling(
            verdict=LIVE,
            reason=say("The cards did not touch the muck and can be clearly identified, so the player may table them.")
            if away
            else say("The cards can still be clearly identified, so the player may still table them."),
            cites=muck if facts.tabled == "not" else _identified(muck, rulebook),
            instructions=(
                say("Retrieve the player's own cards, and no others."),
                say("Have the player table all of them now."),
            ),
        )
    if facts.tabled == "not":
        because = say("The cards were never shown and can no longer be identified.")
        return Ruling(verdict=DEAD, reason=because, cites=muck, instructions=INTO_MUCK, effects=kill(facts.seat))
    return _rule_on_reading(facts, rulebook)


def _may_retrieve(facts: MuckedAtShowdown, cites: tuple[Cite, ...]) -> Ruling:
    """Let the floor decide whether a hand in the muck is retrieved."""
    return left_open(
        OUT_OF_THE_MUCK,
        cites,
        Option(
            verdict=LIVE,
            reason=say("The hand can be clearly identified, and retrieving it is in the best interest of the game."),
            when=say("If it is in the best interest of the game, the hand is retrieved and is live."),
            instructions=(
                say("Take the cards out of the muck and turn them face up."),
                say("Read every hand aloud."),
            ),
        ),
        Option(
            verdict=DEAD,
            reason=say("The hand is in the muck, and there is no good reason to retrieve it."),
            when=say("If there is no good reason to retrieve the hand, it stays dead."),
            instructions=INTO_MUCK,
            effects=kill(facts.seat),
        ),
        recommended=LIVE if facts.misled else DEAD,
    )


def _identified(muck: tuple[Cite, ...], rulebook: Rulebook) -> tuple[Cite, ...]:
    """The rules on an open hand that can be identified, including TDA 13-B if the house follows it."""
    return (cite(HALF_OPEN, rulebook, "mucking"),) if rulebook.mucking is Mucking.MIXED else muck


def _killed_by(facts: MuckedAtShowdown, rulebook: Rulebook) -> Sentence:
    """Why the place where the hand went makes it dead; empty if it does not."""
    if rulebook.mucking is Mucking.TOUCHED and facts.where in IN_MUCK:
        return say("The cards touched the muck, so the hand is dead.")
    if rulebook.mucking is Mucking.FLOOR and facts.where in IN_MUCK:
        return say("The cards went into the muck and can no longer be identified, so they stay dead.")
    if rulebook.mucking is Mucking.LINE and facts.where != "pushed forward" and facts.by == "the player":
        return say("The cards crossed the mucking line of this house, so the hand is dead.")
    if facts.by == "the dealer" and facts.where == "in the muck" and facts.tabled == "not":
        return say(
            "The player discarded the cards without showing them, and the dealer killed them by pushing them "
            "into the muck."
        )
    return ()


def _rule_on_reading(facts: MuckedAtShowdown, rulebook: Rulebook) -> Ruling:
    """Rule on an open hand that can no longer be identified: it counts if everybody could clearly read it."""
    cites = (cite(HALF_OPEN, rulebook),)
    was_read = say("The hand was clearly read before it was mucked, so it is live even without the cards.")
    unread = say(
        "The player mucked the cards at their own risk. The cards can no longer be identified and were not clearly "
        "read."
    )
    if facts.read == "yes":
        return Ruling(
            verdict=LIVE,
            reason=was_read,
            cites=cites,
            instructions=(say("Award the pot, counting the hand as it was read."),),
        )
    if facts.read == "no":
        return Ruling(verdict="no claim", reason=unread, cites=cites, instructions=INTO_MUCK, effects=kill(facts.seat))
    return left_open(
        say(
            "The cards can no longer be identified, and it is not clear whether the hand was read, so the director "
            "decides."
        ),
        (*cites, *also(rulebook, FAIRNESS)),
        Option(
            verdict="no claim",
            reason=unread,
            when=say("If the hand was not clearly read, it cannot win the pot."),
            instructions=INTO_MUCK,
            effects=kill(facts.seat),
        ),
        Option(
            verdict=LIVE,
            reason=say("The director finds that the hand was clearly read before it was mucked, so it is live."),
            when=say("If the hand was clearly read before it was mucked, it is live even without the cards."),
            instructions=(say("Award the pot, counting the hand as it was read."),),
        ),
        recommended="no claim",
        instructions=(
            say("Ask the dealer and the players one by one what they saw."),
            say("Have the director decide."),
        ),
    )


# ---- a hand that is not shown although a player is all-in


class AllInNotShown(Facts, frozen=True, kw_only=True, tag="all-in hand not shown"):
    """A hand that must be shown because a player is all-in, but has not been shown."""

    betting_over: bool = True
    where: Literal["in front of the player", "pushed forward", "in the muck"] = "in front of the player"
    identifiable: bool = True
    seat: int = -1

    def __post_init__(self) -> None:
        if not self.betting_over and self.where != "in front of the player":
            raise BadNotation(
                "where: expected cards in front of the player; while players can still bet, throwing cards away "
                "is a fold"
            )
        if self.where == "in front of the player" and not self.identifiable:
            raise BadNotation(
                "identifiable: cards in front of the player can always be identified; give another place in `where`, "
                "or leave out `identifiable`"
            )


def rule_on_all_in_hand(facts: AllInNotShown, rulebook: Rulebook) -> Ruling:
    """Rule on whether a hand must be tabled because a player is all-in, and whether it may be mucked.

    Rule: TDA-2013 15; TDA-2024 16; TS-13, TS-14.
    """
    if not rulebook.face_up_all_in:
        return Ruling(
            verdict="may muck",
            reason=say("In this house all-in hands are not turned up; each player shows or mucks in turn."),
            cites=(cite(KEPT_DOWN, rulebook, "face_up_all_in"),),
        )
    up = cite(ALL_UP, rulebook, "face_up_all_in")
    if not facts.betting_over:
        return Ruling(
            verdict="stays down",
            reason=say("Players can still bet, so all hands stay face down until the betting is over."),
            cites=(up,),
            instructions=(say("Continue the betting, and leave all hands face down."),),
        )
    if not facts.identifiable:
        return Ruling(
            verdict=DEAD,
            reason=say("The hand should have been tabled. It is in the muck and can no longer be identified."),
            cites=(up, *also(rulebook, MUCK)),
            penalty=Sanction("mucking all-in"),
            effects=kill(facts.seat),
        )
    thrown = facts.where != "in front of the player"
    return Ruling(
        verdict="must table",
        reason=say(
            "A player is all-in and the betting is over, so all live hands must be tabled and none may be mucked."
        ),
        cites=(up,),
        instructions=(
            *((say("Retrieve the cards; they are live."),) if thrown else ()),
            say("Have all hands turned face up."),
            say("Deal the remaining cards, and award each pot."),
        ),
        penalty=Sanction("mucking all-in") if thrown else None,
    )
