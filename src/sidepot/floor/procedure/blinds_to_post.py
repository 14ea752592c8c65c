"""Blinds outside of the usual order: missed blinds, straddles and kills."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.hands.absentees import MISSED
from sidepot.floor.hands.owed_blind import BLINDED_OFF
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.floor_choices import Away
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.table_choices import MissedBlinds
from sidepot.rules.texts import Point, also, cite

BEHIND_BUTTON: Final = Point(
    "no player comes in behind the button",
    {"RRP-11": "blinds/behind-button", "TDA-2013": "9/new-player", "TDA-2024": "10-A"},
)
STRADDLE: Final = Point("straddles", {"RRP-11": "no-limit/straddle", "WSOP-LIVE-2026": "165"})
STRADDLE_RAISE: Final = Point(
    "a raise over a straddle", {"RRP-11": "no-limit/straddle-bring-in", "WSOP-LIVE-2026": "165"}
)
STRADDLE_AT_LIMIT: Final = Point("straddles at limit", {"RRP-11": "blinds/straddle-limit"})
BUTTON_AT_LIMIT: Final = Point(
    "straddles on the button at limit", {"WSOP-LIVE-2026": "165-button", "RRP-11": "blinds/straddle-limit"}
)
KILL_BY_LEG: Final = Point("a kill after two pots", {"RRP-11": "kills/leg"})
KILL_BY_SCOOP: Final = Point("a kill after a large pot", {"RRP-11": "kills/scoop", "WSOP-LIVE-2026": "193"})
KILL_BLIND: Final = Point("the blind of a kill", {"RRP-11": "kills/blind"})
KILL_SIZE: Final = 5  # times the upper limit


# ---- missed blinds


class MissedBlindsFacts(Facts, frozen=True, kw_only=True, tag="missed blinds"):
    """A player who missed blinds and wants to play again.

    - `missed`: the blinds that passed
    - `behind_button`: whether the seat is between the button and the big blind
    """

    missed: Literal["both blinds", "the big blind", "the small blind"] = "both blinds"
    behind_button: bool = False


def rule_on_missed_blinds(facts: MissedBlindsFacts, rulebook: Rulebook) -> Ruling:
    """Rule on what a player posts after missed blinds. Rule: Robert's, blinds; in a tournament TDA-2013 29."""
    if rulebook.away is Away.DEALT_IN:
        return Ruling(
            verdict="nothing owed",
            reason=say(
                "In a tournament absent players are dealt in and post their blinds, so a returning player owes nothing."
            ),
            cites=(cite(BLINDED_OFF, rulebook, "away"),),
            instructions=(say("Deal the player in as usual."),),
        )
    if facts.behind_button and rulebook.shut_out:
        return Ruling(
            verdict="waits",
            reason=say("The seat is between the button and the big blind, where nobody comes in or makes up a blind."),
            cites=(cite(BEHIND_BUTTON, rulebook, "shut_out"),),
            instructions=(say("Deal the player in after the button has passed."),),
        )
    posts, because = _missed(facts, rulebook)
    return Ruling(
        verdict=posts[0],
        reason=because,
        cites=(cite(MISSED, rulebook, "missed_blinds"),),
        instructions=(posts[1], say("Or let the player wait for the big blind, and post nothing until then.")),
    )


_BOTH: Final = (
    "posts both",
    say(
        "Have the player post both blinds: the big blind counts as a bet, and the small blind is dead money in the pot."
    ),
)
_BIG: Final = ("posts the big blind", say("Have the player post the big blind. It counts as a bet."))
_SMALL: Final = ("posts the small blind", say("Have the player post the small blind. It is dead money in the pot."))


def _missed(facts: MissedBlindsFacts, rulebook: Rulebook) -> tuple[tuple[str, Sentence], Sentence]:
    """What the player posts, with the dealer's step, and why."""
    if rulebook.missed_blinds is MissedBlinds.NONE:
        return (
            ("posts nothing", say("Deal the player in without a post.")),
            say("In this house a player does not make up missed blinds."),
        )
    if rulebook.missed_blinds is MissedBlinds.BIG_ONLY:
        return _BIG, say("In this house a player who missed a blind comes back with the big blind alone.")
    match facts.missed:
        case "the small blind":
            return _SMALL, say(
                "The player missed the small blind and posts it, or waits for the big blind. By custom, a small blind "
                "posted alone is dead, although the rule may be read otherwise."
            )
        case "the big blind":
            return _BIG, say("The player missed the big blind and posts it, or waits for the next one.")
        case _:
            return _BOTH, say("The player missed both blinds and posts them, or waits for the big blind.")


# ---- straddles


class StraddleFacts(Facts, frozen=True, kw_only=True, tag="straddle"):
    """A blind raise before the cards are dealt.

    - `amount`: the amount of the straddle
    - `big_blind`: the big blind
    - `seat`: who wants to straddle
    - `limit`: whether the game is fixed limit
    """

    amount: int
    big_blind: int
    seat: Literal["under the gun", "the button", "another seat"] = "under the gun"
    limit: bool = False

    def __post_init__(self) -> None:
        if self.big_blind < 1:
            raise BadNotation(f"big_blind: expected 1 or more, not {self.big_blind}")
        if self.amount <= self.big_blind:
            raise BadNotation(f"amount: expected more than the big blind of {self.big_blind}, not {self.amount}")


def rule_on_straddle(facts: StraddleFacts, rulebook: Rulebook) -> Ruling:
    """Rule on whether a straddle stands, and the minimum raise over it. Rule: Robert's, no limit; WSOP live 165."""
    back = (say("Give the straddle back before the cards are dealt."), say("Deal with the usual blinds."))
    cites: tuple[Cite, ...] = (cite(STRADDLE, rulebook),)
    if rulebook.away is Away.DEALT_IN:
        return left_open(
            say("The rules of this tournament have no straddle."),
            cites,
            Option(
                verdict="no straddle",
                reason=say("The blinds of a tournament are those of the level."),
                when=say("If the cards are not dealt yet, there is no straddle."),
                instructions=back,
            ),
            Option(
                verdict="straddle stands",
                reason=say("The cards were dealt with the straddle in front, and players have acted on it."),
                when=say("If players have already acted on it, the straddle stands for this hand."),
                amount=facts.amount,
                instructions=(_raise(facts),),
            ),
            recommended="no straddle",
        )
    least = 2 * facts.big_blind
    if facts.limit and not rulebook.straddle_at_limit:
        because = say("In this house there are no straddles at fixed limit.")
        decides = cite(STRADDLE_AT_LIMIT, rulebook, "straddle_at_limit")
        return Ruling(verdict="no straddle", reason=because, cites=(decides,), instructions=back)
    if facts.limit and facts.seat == "the button" and "WSOP-LIVE-2026" in rulebook.texts:
        because = say("At fixed limit there is no straddle on the button.")
        return Ruling(
            verdict="no straddle", reason=because, cites=(cite(BUTTON_AT_LIMIT, rulebook),), instructions=back
        )
    if facts.seat == "another seat":
        because = say("Only the player under the gun, or the button where the house allows it, may straddle.")
        return Ruling(verdict="no straddle", reason=because, cites=cites, instructions=back)
    exact = "WSOP-LIVE-2026" in rulebook.texts
    if facts.amount < least or exact and facts.amount > least:
        because = (
            say("A straddle must be exactly twice the big blind: {least}.", least)
            if exact
            else say("A straddle must be at least twice the big blind: {least}.", least)
        )
        return Ruling(
            verdict="wrong straddle",
            reason=because,
            cites=cites,
            instructions=(say("Have the player make it {least}, or take it back before the cards are dealt.", least),),
        )
    return Ruling(
        verdict="straddle stands",
        amount=facts.amount,
        reason=say("The straddle is a blind raise made before the deal. Before the flop, the straddler acts last."),
        cites=(*cites, *also(rulebook, STRADDLE_RAISE)),
        instructions=(
            say("Have the player to the left of the straddler act first, and the straddler last."),
            _raise(facts),
            say("After the flop the minimum bet is the big blind again: {big_blind}.", facts.big_blind),
        ),
    )


def _raise(facts: StraddleFacts) -> Sentence:
    return say("Before the flop, the minimum raise is to {total}.", 2 * facts.amount)


# ---- kills


class KillFacts(Facts, frozen=True, kw_only=True, tag="kill"):
    """A pot that was won in a game with a kill.

    - `won`: what was won
    - `pot`: the size of the pot, for a high-low pot
    - `upper`: the upper limit, for a high-low pot
    """

    won: Literal["a second pot in a row", "a whole high-low pot", "a part of the pot"] = "a second pot in a row"
    pot: int = 0
    upper: int = 0

    def __post_init__(self) -> None:
        if self.won == "a whole high-low pot" and (self.pot < 1 or self.upper < 1):
            raise BadNotation("pot and upper: give the size of the pot and the upper limit of a high-low game")


def rule_on_kill(facts: KillFacts, rulebook: Rulebook) -> Ruling:
    """Rule on whether the winner of a pot kills the next one. Rule: Robert's, kill pots; WSOP live 193."""
    if facts.won == "a part of the pot":
        return Ruling(
            verdict="no kill",
            reason=say("The pot was split, and a split pot gives no kill."),
            cites=(cite(KILL_BY_LEG, rulebook),),
            instructions=(say("Leave the kill button as it was, and play at the usual limits."),),
        )
    if facts.won == "a whole high-low pot":
        cites = (cite(KILL_BY_SCOOP, rulebook),)
        enough = KILL_SIZE * facts.upper
        if facts.pot < enough:
            because = say(
                "The pot is {pot}, and a kill needs five times the upper limit of {upper}, that is {enough}.",
                facts.pot,
                facts.upper,
                enough,
            )
            steps = (say("Play the next hand at the usual limits."),)
            return Ruling(verdict="no kill", reason=because, cites=cites, instructions=steps)
        because = say(
            "One player won the whole pot of {pot}, and a kill needs five times the upper limit of {upper}, that is "
            "{enough}.",
            facts.pot,
            facts.upper,
            enough,
        )
    else:
        cites = (cite(KILL_BY_LEG, rulebook),)
        because = say("The player won two pots in a row, and the second one had a full bet that was called.")
    return Ruling(
        verdict="kill",
        reason=because,
        cites=(*cites, *also(rulebook, KILL_BLIND)),
        instructions=(
            say("Turn up the kill button, and tell the table that the next pot is a kill pot."),
            say("Have the winner post the kill blind, even if the winner wants to leave."),
            say("Play the next hand at the limits of the kill. The winner acts in turn."),
        ),
    )
