"""Stud: cards that came before the betting was over, a last card dealt face up, both downcards exposed."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.deal.deal_errors import CALL_FLOOR, FACE_DOWN
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.deal_choices import LastCardUp
from sidepot.rules.floor_choices import Premature
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import NewStub, Option, Ruling, held_to, left_open
from sidepot.rules.texts import Point, also, cite

EARLY: Final = Point(
    "stud cards dealt too early", {"TDA-2024": "RP-10-G", "TDA-2013": "1", "PG": "107", "WSOP-LIVE-2026": "231"}
)
LAST_CARD: Final = Point(
    "the last card of stud exposed",
    {
        "TDA-2024": "RP-10-B/exposed",
        "TDA-2026": "RP-10-B",
        "RRP-11": "stud/last-card/several",
        "TDA-2013": "1",
        "PG": "107",
        "WSOP-LIVE-2026": "234/several",
    },
)
LAST_OF_TWO: Final = Point(
    "the last card of stud exposed with two players left",
    {**LAST_CARD.numbers, "RRP-11": "stud/last-card/two", "WSOP-LIVE-2026": "234/two"},
)
FIRST_OF_LAST: Final = Point(
    "the first of the last cards exposed", {**LAST_CARD.numbers, "WSOP-LIVE-2026": "234/first"}
)
BOTH_DOWN: Final = Point(
    "both hole cards of stud exposed", {"RRP-11": "stud/both-exposed", "PG": "109", "WSOP-LIVE-2026": "218"}
)

DEAD_LOW: Final = Point("a dead hand with the low card of stud", {"RRP-11": "stud/dead-low-card"})

MOST_PLAYERS: Final = 10


class PrematureStud(Facts, frozen=True, kw_only=True, tag="premature stud card"):
    """Stud cards dealt before the betting of the previous street was over.

    - `finished`: whether all players have acted by now
    - `live`: whether the hand is played in the program
    """

    street: Literal["fourth street", "fifth street", "sixth street", "seventh street"] = "fourth street"
    finished: bool = False
    live: bool = False


class LastCardExposed(Facts, frozen=True, kw_only=True, tag="last card exposed"):
    """The last down card of a stud hand, exposed by the dealer.

    - `betting`: whether a bet is still possible on the last street
    - `all_in`: whether the player who got the card is all-in
    - `players`: the number of players still in the hand
    - `first`: whether the player who got the card is the first to get a last card
    """

    betting: bool = True
    all_in: bool = False
    players: int = 3
    first: bool = False


def rule_on_premature_stud(facts: PrematureStud, rulebook: Rulebook) -> Ruling:
    """Rule on stud cards that were dealt too early. Rule: TDA-2024 RP-10-G; other texts are silent."""
    finish = () if facts.finished else (say("Finish the betting on the street before."),)
    back = Option(
        verdict="reshuffled",
        reason=say(
            "The cards were dealt before the betting was over, so they do not stand. The same cards may be dealt again."
        ),
        when=say("As with premature board cards, the cards go back into the stub and may be dealt again."),
        instructions=(
            say("Leave the burn card in place."),
            say("Shuffle the cards of {street} back into the stub face down, and cut.", (facts.street,)),
            *finish,
            say("Deal {street} without another burn.", (facts.street,)),
        ),
        effects=(NewStub(),) if facts.live else (),
    )
    cites = (cite(EARLY, rulebook, "premature"), *also(rulebook, FACE_DOWN))
    if rulebook.premature is Premature.RESHUFFLE:
        return held_to(back, cites, about="street")
    return left_open(
        say("The cards were dealt before the betting was over, and no rule of this house covers this in stud."),
        cites,
        back,
        Option(
            verdict="kept",
            reason=say("The cards stay where they are, and the betting is completed."),
            instructions=finish,
        ),
        recommended="reshuffled",
        instructions=CALL_FLOOR,
        about="street",
    )


def rule_on_last_card(facts: LastCardExposed, rulebook: Rulebook) -> Ruling:
    """Rule on a last down card that was dealt face up. Rule: TDA-2024 RP-10-B; TDA-2026 RP-10-B; Robert's, stud."""
    if not 2 <= facts.players <= MOST_PLAYERS:
        raise BadNotation(f"players: expected 2 to {MOST_PLAYERS}, not {facts.players}")
    choice = rulebook.last_card_up
    cites = (cite(LAST_OF_TWO if facts.players == 2 else LAST_CARD, rulebook, "last_card_up"),)
    if choice is LastCardUp.DISCRETION:
        return left_open(
            say(
                "The dealer exposed a player's last card, which should be face down. No rule of this house covers this."
            ),
            cites,
            _KEPT,
            _REPLACED,
            recommended="replaced" if facts.betting and not facts.all_in else "kept",
            instructions=CALL_FLOOR,
        )
    if facts.all_in or not facts.betting:
        because = say(
            "The dealer exposed a player's last card. There is no betting left, so the card stays with the hand."
        )
        return Ruling(verdict="kept", reason=because, cites=cites, instructions=_KEPT.instructions)
    if choice is LastCardUp.FIRST_UP_ALL_UP and facts.first and facts.players > 2:
        cites = (cite(FIRST_OF_LAST, rulebook, "last_card_up"),)
        because = say(
            "The first player's last card was dealt face up, so all last cards are dealt face up and nobody has an "
            "advantage."
        )
        steps = (say("Leave the card with the hand."), say("Deal all remaining last cards face up."), _SAME_ORDER)
        return Ruling(verdict="kept", reason=because, cites=cites, instructions=steps)
    if choice in (LastCardUp.KEPT, LastCardUp.FIRST_UP_ALL_UP):
        return Ruling(verdict="kept", reason=_why_kept(facts), cites=cites, instructions=_kept_steps(facts))
    shuffled = choice is LastCardUp.SHUFFLED_IN
    return Ruling(
        verdict="shuffled in" if shuffled else "replaced",
        reason=say(
            "The dealer exposed a player's last card and there is betting left, so the player gets a new card face "
            "down."
        ),
        cites=(*cites, *also(rulebook, FACE_DOWN)) if shuffled else cites,
        instructions=_SHUFFLED_IN if shuffled else _REPLACED.instructions,
    )


def both_down(rulebook: Rulebook, *, low_card: bool = False) -> Ruling:
    """Rule on a stud hand with both downcards exposed, in a house where such a hand is dead. Rule: Robert's, stud.

    - `low_card`: whether the hand has the card that brings it in

    The ruling has no effects on a live hand, because no effect returns an ante: leave the seat out of the deal instead.
    Another seat then owes the bring-in.
    """
    because = say("The dealer exposed both downcards, so the hand is dead and the ante goes back.")
    first = say("Start the betting with the bring-in as usual.")
    if low_card:
        because = in_a_row(because, say("The dead hand had the low card, so the action starts to its left."))
        first = say("Start the action to the left of the dead hand.")
    return Ruling(
        verdict="hand dead",
        reason=because,
        cites=(cite(BOTH_DOWN, rulebook, "both_down_dead"), *(also(rulebook, DEAD_LOW) if low_card else ())),
        instructions=(
            say("Muck the hand, and give the ante back to the player."),
            say("Continue the deal to the others."),
            first,
        ),
    )


def third_down(rulebook: Rulebook) -> Ruling:
    """Rule on a stud hand with both downcards exposed, in a house that deals the hand's third card face down.

    Rule: WSOP live 218.
    """
    return Ruling(
        verdict="no misdeal",
        reason=say("The dealer exposed both downcards, so the third card is dealt face down and play goes on."),
        cites=(cite(BOTH_DOWN, rulebook, "both_down_third_down"),),
        instructions=(
            say("Leave the exposed cards face up as upcards."),
            say("Deal that player's third card face down. If it has already been dealt face up, declare a misdeal."),
        ),
    )


_KEPT: Final = Option(
    verdict="kept",
    reason=say("The card stays with the hand, face up."),
    when=say("If the exposed card hurts nobody, it stays with the hand, face up."),
    instructions=(
        say("Leave the card with the hand."),
        say("Deal the remaining last cards face down."),
        say("Play on."),
    ),
)
_REPLACED: Final = Option(
    verdict="replaced",
    reason=say("The player gets a new last card, face down."),
    when=say("If the player would be at a disadvantage, the player gets a new last card, face down."),
    instructions=(
        say("Deal the other players their last cards face down."),
        say("Replace the exposed card with the next card off the stub, face down."),
        say("Play on."),
    ),
)
_SHUFFLED_IN: Final = (
    say("Shuffle the exposed card into the stub face down, and cut."),
    say("Deal that player and the players after them their last cards face down, without another burn."),
    say("Do not let the player declare all-in because the card was exposed."),
)
_MAY_BE_ALL_IN: Final = say(
    "Before the betting begins, the player with the exposed card may declare all-in, and then plays only for the chips "
    "already in the pot."
)
_SAME_ORDER: Final = say("Start the betting with the player who acted first on sixth street.")


def _why_kept(facts: LastCardExposed) -> Sentence:
    if facts.players == 2:
        return say(
            "A player's last card was dealt face up. Only two players are in the hand, so the other player's last card "
            "is turned up too, and neither has an advantage."
        )
    return say(
        "A player's last card was dealt face up. More than two players are in the hand, so the card stays, and the "
        "remaining last cards are dealt face down."
    )


def _kept_steps(facts: LastCardExposed) -> tuple[Sentence, ...]:
    if facts.players == 2:
        up = (
            say("Deal the other player's last card face up.")
            if facts.first
            else say("Turn the other player's last card face up.")
        )
        return (say("Leave the card with the hand."), up, _SAME_ORDER)
    return (
        say("Leave the card with the hand."),
        say("Deal the remaining last cards face down."),
        _MAY_BE_ALL_IN,
        _SAME_ORDER,
    )
