"""The order of the showdown: one player shows first, or all hands are turned up together."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.hands.at_showdown import ALL_UP
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.hand_choices import ShowFirst
from sidepot.rules.rulebook import Rulebook, ShowOrder
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, also, cite

ORDER: Final = Point(
    "who shows first", {"TDA-2013": "16/order", "TDA-2024": "17-A", "RRP-11": "showdown/order", "PG": "70"}
)
PUSHED: Final = Point("who shows first after an early all-in", ORDER.numbers | {"WSOP-LIVE-2026": "149"})
SIDE_FIRST: Final = Point("side pots are shown first", {"TS": "7", "RRP-11": "showdown/order", "PG": "3"})


class ShowdownOrder(Facts, frozen=True, kw_only=True, tag="showdown order"):
    """A showdown: the betting is over, and two or more players still have cards.

    - `bet`: whether somebody bet or raised in the last betting round
    - `all_in`: whether a player is all-in
    - `side_pot`: whether other players contest a side pot that the all-in player cannot win
    - `no_limit`: whether the game is no limit
    """

    bet: bool = True
    all_in: bool = False
    side_pot: bool = False
    no_limit: bool = True

    def __post_init__(self) -> None:
        if self.side_pot and not self.all_in:
            raise BadNotation("side_pot: expected only if a player is all-in; give all_in=yes, or leave out `side_pot`")


def rule_on_showdown_order(facts: ShowdownOrder, rulebook: Rulebook) -> Ruling:
    """Rule on who shows first. Rule: TDA-2013 15, 16; TDA-2024 16, 17-A; TS-7; Robert's, showdown; PG-70.

    >>> from sidepot.rules.houses import TDA_2024
    >>> rule_on_showdown_order(ShowdownOrder(bet=False), TDA_2024).verdict
    'first to act shows first'
    """
    if facts.all_in and rulebook.face_up_all_in:
        return _all_up(facts, rulebook)
    verdict, because, step = _first(facts, rulebook)
    last_bettor = facts.all_in and not facts.bet and _is_last_bettor(facts, rulebook)
    first = cite(PUSHED, rulebook, "show_first") if last_bettor else cite(ORDER, rulebook)
    if facts.side_pot and rulebook.show_order is ShowOrder.SIDE_POT_FIRST:
        return Ruling(
            verdict="side pot first",
            reason=say("The players in the side pot show before the player who can only win the main pot."),
            cites=(cite(SIDE_FIRST, rulebook, "show_order"), first),
            instructions=(
                say("Begin with the players in the side pot. {step}", step),
                say("Award the side pot."),
                say("Have the all-in player show, and award the main pot."),
            ),
        )
    then = (say("Have the others show or muck in turn, clockwise."), say("Push the pot to the best hand shown."))
    return Ruling(verdict=verdict, reason=because, cites=(first,), instructions=(step, *then))


def _is_last_bettor(facts: ShowdownOrder, rulebook: Rulebook) -> bool:
    """Whether the last bettor of an earlier round shows first if an all-in ended the betting."""
    pusher = rulebook.show_first is ShowFirst.PUSHER and facts.no_limit
    return pusher or rulebook.show_first is ShowFirst.LAST_BETTOR


def _all_up(facts: ShowdownOrder, rulebook: Rulebook) -> Ruling:
    pots = (say("Award the side pot first, then the main pot."),) if facts.side_pot else ()
    return Ruling(
        verdict="all turned up",
        reason=say("A player is all-in and the betting is over, so nobody waits for another player to show."),
        cites=(cite(ALL_UP, rulebook, "face_up_all_in"), *also(rulebook, ORDER)),
        instructions=(
            say("Have every player in the hand turn the cards face up now."),
            say("Deal the rest of the board, if there is any."),
            *(pots or (say("Push the pot to the best hand."),)),
        ),
    )


def _first(facts: ShowdownOrder, rulebook: Rulebook) -> tuple[str, Sentence, Sentence]:
    """The verdict, its reason, and the dealer's step."""
    if facts.bet:
        return (
            "last bettor shows first",
            say("A player bet in the last betting round, and nobody is all-in.")
            if not facts.all_in
            else say(
                "A player bet in the last betting round. In this house hands are shown in turn even after an all-in."
            ),
            say("Ask the last player who bet or raised to show."),
        )
    if facts.all_in and _is_last_bettor(facts, rulebook):
        return (
            "last bettor shows first",
            say(
                "A player was all-in before the last round, so nobody could bet in it. The player who pushed all-in is "
                "the last who bet or raised, and shows first."
            )
            if rulebook.show_first is ShowFirst.PUSHER
            else say(
                "Nobody could bet in the last round because a player was all-in, so the last player who bet or raised "
                "before it shows first."
            ),
            say("Ask the last player who bet or raised to show."),
        )
    return (
        "first to act shows first",
        say("Nobody bet in the last betting round, so the player who was first to act in it shows first."),
        say("Ask the player who was first to act in the last round to show."),
    )
