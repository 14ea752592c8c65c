"""Where the button and the blinds are in the next hand, after a player in the blinds or on the button has left."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.table_choices import ButtonRule
from sidepot.rules.texts import Point, cite

BUTTON: Final = Point(
    "the button moves",
    {
        "TDA-2013": "31",
        "TDA-2024": "32",
        "TDA-2026": "34",
        "RRP-11": "blinds/dead-or-moving",
        "WSOP-LIVE-2026": "155",
        "PG": "51",
    },
)
OVER_EMPTY: Final = Point("a dead button moves over empty seats", {"TDA-2026": "36-B"})
HEADS_UP: Final = Point("the button heads-up", {"TDA-2013": "33", "TDA-2024": "34-B", "RRP-11": "blinds/heads-up"})

Left = Literal["nobody", "the small blind", "the big blind", "both blinds", "the button"]


class NextButton(Facts, frozen=True, kw_only=True, tag="next button"):
    """The end of a hand, after which the button moves.

    - `left`: who left the table, by position in that hand
    - `heads_up`: whether two players are left
    - `empty`: whether the seat to which the button would go, and the seat after it, are both empty
    """

    left: Left = "nobody"
    heads_up: bool = False
    empty: bool = False

    def __post_init__(self) -> None:
        if self.heads_up and self.empty:
            raise BadNotation("empty: with two players left there is no dead button; leave out `empty`")


def rule_on_next_button(facts: NextButton, rulebook: Rulebook) -> Ruling:
    """Rule on the button and the blinds of the next hand. Rule: TDA-2013 31, 33; TDA-2024 32, 34-B; PG-51."""
    if facts.heads_up:
        return Ruling(
            verdict="big blind first",
            reason=say(
                "Two players are left. The small blind has the button, and nobody pays the big blind twice in a row."
            ),
            cites=(cite(HEADS_UP, rulebook),),
            instructions=(
                say("Give the big blind to the next player to the left of the last big blind."),
                say("Give the button and the small blind to the other player."),
                say("Have the button act first before the flop and last after it."),
            ),
        )
    if rulebook.button is ButtonRule.MOVING:
        return Ruling(
            verdict="button moves on",
            reason=say("In this house the button passes to the next player, and the blinds follow it."),
            cites=(cite(BUTTON, rulebook, "button"),),
            instructions=(
                say("Move the button to the next player on the left who is dealt in."),
                say("Have the next two players post the small and the big blind."),
            ),
        )
    return _dead(facts, rulebook)


def _dead(facts: NextButton, rulebook: Rulebook) -> Ruling:
    """The button and the blinds where a button may be dead: the big blind moves on by one player, the others follow."""
    no_small = facts.left in ("the big blind", "both blinds")
    dead = facts.left in ("the small blind", "both blinds")
    over = dead and facts.empty and rulebook.button is ButtonRule.DEAD_OVER_EMPTY
    verdict = {
        (False, False): "all move on",
        (True, False): "dead button",
        (False, True): "no small blind",
        (True, True): "dead button, no small blind",
    }[dead, no_small]
    small: Sentence = (
        say("Post no small blind: its seat is empty.")
        if no_small
        else say("Give the small blind to the player who had the big blind.")
    )
    button: Sentence = (
        say("Move the dead button on over the empty seats, so that new players can be dealt in.")
        if over
        else say("Place the button at the empty seat where the small blind was.")
        if dead
        else say("Move the button to the player who had the small blind.")
    )
    because = {
        "nobody": say("Nobody left, so the button and both blinds move on by one player."),
        "the button": say(
            "The big blind moves on by one player, and the small blind and the button follow it. It makes no "
            "difference that the player on the button left."
        ),
        "the small blind": say(
            "The big blind moves on by one player, and the small blind and the button follow it, so the button goes "
            "to an empty seat."
        ),
        "the big blind": say(
            "The big blind moves on by one player, and the small blind goes to the seat where the big blind was, which "
            "is now empty."
        ),
        "both blinds": say(
            "The big blind moves on by one player. The small blind and the button go to the seats where the blinds "
            "were, which are now empty."
        ),
    }[facts.left]
    cites = (cite(BUTTON, rulebook, "button"), *((cite(OVER_EMPTY, rulebook),) if over else ()))
    first = say("Give the big blind to the next player on the left.")
    return Ruling(verdict=verdict, reason=because, cites=cites, instructions=(first, small, button))
