"""A bad deck that is not a misdeal: the hand is void or played on, or the floor decides.

Two identical cards foul the deck in every house. The effect of a card of another deck is a choice
(`Rulebook.odd_card`).
"""

from __future__ import annotations

from typing import Final

from sidepot.floor.deal.deal_errors import CALL_FLOOR, FOULED_DECK, TOO_LATE
from sidepot.floor.deal.scrap import Where, as_scrap
from sidepot.floor.hands.dispute import HANDS
from sidepot.rules.clauses import in_a_row, say
from sidepot.rules.deal_choices import OddCard
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Effect, Option, Ruling, Void, left_open
from sidepot.rules.texts import Point, cite

ODD_CARD: Final = Point(
    "a card that does not belong, found late",
    {
        "TDA-2013": "1",
        "TDA-2024": "35-D/scrap",
        "TDA-2026": "37-E",
        "RRP-11": "irregularities/fouled-deck/stub",
        "PG": "107",
        "WSOP-2026": "88-back/stub",
        "WSOP-LIVE-2026": "115/stub",
    },
)
ODD_CARD_IN_HAND: Final = Point(
    "a card that does not belong, in a hand after substantial action",
    {text: number for text, number in ODD_CARD.numbers.items() if text not in ("WSOP-2026", "WSOP-LIVE-2026")},
)
ODD_CARD_VOIDS: Final = Point(
    "a card that does not belong, in a hand",
    {
        **ODD_CARD.numbers,
        "RRP-11": "irregularities/fouled-deck/void",
        "WSOP-2026": "88-back/void",
        "WSOP-LIVE-2026": "115/void",
    },
)
KNEW: Final = Point(
    "a player who knew of the bad deck",
    {
        "RRP-11": "irregularities/fouled-deck/knew",
        "TDA-2013": "1",
        "TDA-2024": "1",
        "PG": "107",
        "WSOP-2026": "88-back/knew",
    },
)

VOID_STEPS: Final = (
    say("Stop play and return all bets."),
    say("Replace the deck with one that has been checked."),
)
_FOULED_BY_ODD: Final = say("The deck is fouled by a card that does not belong in it.")
FOULED_BY_TWO: Final = say("The deck is fouled by two identical cards.")
_PAID_BACK: Final = say("Take back the pot and return all bets of the hand.")
_KEEP_CHIPS: Final = (
    say("Leave the chips of the player who knew in the pot for the next deal."),
    say("Return all other bets."),
    say("Deal the next hand only to the players of this hand, with a checked deck."),
)


def odd_card(
    rulebook: Rulebook,
    where: Where = "in a hand",
    *,
    acted: bool = False,
    dealt: bool = False,
    live: bool = False,
    over: bool = False,
    early: bool = False,
    knew: bool = False,
) -> Ruling:
    """Rule on a card that does not belong to the deck, if it is not a misdeal.

    - `dealt`: whether all players have their cards
    - `early`: whether there has been no substantial action
    - `over`: whether the hand is over
    - `knew`: whether a player knew of the card, and kept betting

    Rule: TDA-2024 35-D; TDA-2026 37-E; WSOP-2026 88; Robert's, irregularities; in other houses the floor decides.
    """
    choice = rulebook.odd_card
    if choice is OddCard.DISCRETION:
        return _for_the_floor(rulebook, live=live, over=over, choice="odd_card")
    if _fouls(choice, where, early=early):
        if knew and rulebook.knowing_forfeits:
            return _known(ODD_CARD_VOIDS, "odd_card", rulebook, live=live and not over)
        return _void("odd_card", rulebook, live=live, over=over)
    decides = cite(ODD_CARD, rulebook, "odd_card")
    if choice is OddCard.BACK_FOULS or over:
        return Ruling(
            verdict="stands",
            about="action",
            reason=say("A card of another deck was found in the stub and was not dealt to anybody.")
            if choice is OddCard.BACK_FOULS
            else say(
                "A card that does not belong in the deck does not count as a card, so it changes nothing in a hand "
                "that is over."
            ),
            cites=(decides,),
            instructions=(
                say("Set the card aside and play on.") if not over else say("Set the card aside and check the deck."),
            ),
        )
    if where != "in the stub":
        decides = cite(ODD_CARD_IN_HAND, rulebook, "odd_card")
    return as_scrap("card", where, decides, rulebook, acted=acted, dealt=dealt)


def _fouls(choice: OddCard, where: Where, *, early: bool) -> bool:
    """Whether all bets are returned because of the card."""
    if choice is OddCard.FOULS:
        return True
    if where == "in the stub":
        return False
    return choice is OddCard.BACK_FOULS or choice is OddCard.VOIDS_EARLY and early


def fouled_deck(rulebook: Rulebook, *, live: bool, over: bool = False, knew: bool = False) -> Ruling:
    """Rule on a deck with two identical cards.

    - `over`: whether the hand is over
    - `knew`: whether a player knew of the cards, and kept betting

    Rule: TDA-2024 35-E; Robert's, irregularities; in other houses the floor decides.
    """
    if not rulebook.fouled_deck_voids:
        return _for_the_floor(rulebook, live=live, over=over, choice="fouled_deck_voids")
    if knew and rulebook.knowing_forfeits:
        return _known(FOULED_DECK, "fouled_deck_voids", rulebook, live=live and not over)
    return _void("fouled_deck_voids", rulebook, live=live, over=over)


def _void(choice: str, rulebook: Rulebook, *, live: bool, over: bool) -> Ruling:
    is_odd = choice == "odd_card"
    what = _FOULED_BY_ODD if is_odd else FOULED_BY_TWO
    decides = cite(ODD_CARD_VOIDS if is_odd else FOULED_DECK, rulebook, choice)
    if over:
        return Ruling(
            verdict="void",
            reason=in_a_row(
                what, say("The next hand has not begun, so the pot may still be disputed, and all bets go back.")
            ),
            cites=(decides, cite(HANDS, rulebook)),
            instructions=(_PAID_BACK, VOID_STEPS[1]),
        )
    return Ruling(
        verdict="void",
        reason=in_a_row(
            what,
            say("There has been no substantial action, so the hand is void.")
            if is_odd and rulebook.odd_card is OddCard.VOIDS_EARLY
            else say("A fouled deck voids the hand, no matter what has happened in it."),
        ),
        cites=(decides,),
        instructions=VOID_STEPS,
        effects=(Void(),) if live else (),
    )


def _known(point: Point, choice: str, rulebook: Rulebook, *, live: bool) -> Ruling:
    """The ruling for a player who knew of the bad deck and kept betting: the refund may be lost."""
    return left_open(
        say(
            "The deck is fouled, so the hand is void. One of the players knew that the deck was fouled and bet anyway, "
            "and may lose the refund."
        ),
        (cite(point, rulebook, choice), cite(KNEW, rulebook, "knowing_forfeits")),
        Option(
            verdict="no refund for that player",
            reason=say(
                "The player knew that the deck was fouled and bet anyway. Those chips stay in the pot for the next "
                "deal, and only the players of this hand are dealt in."
            ),
            when=say(
                "If the player bet in order to win with the fouled deck, those chips stay in the pot for the next "
                "deal, and only the players of this hand are dealt in."
            ),
            instructions=_KEEP_CHIPS,
        ),
        Option(
            verdict="void",
            reason=say("All bets go back, including that player's."),
            when=say("If the player did not try to gain from it, all bets go back."),
            instructions=VOID_STEPS,
            effects=(Void(),) if live else (),
        ),
        recommended="no refund for that player",
        instructions=CALL_FLOOR,
    )


def _for_the_floor(rulebook: Rulebook, *, live: bool, over: bool, choice: str) -> Ruling:
    effects: tuple[Effect, ...] = (Void(),) if live and not over else ()
    point = ODD_CARD if choice == "odd_card" else FOULED_DECK
    if over:
        stands = Option(
            verdict="stands",
            reason=say("The pot has been awarded, so the result stands, and the next hand gets a new deck."),
            when=say("If the fouled deck made no difference, the result stands, and the next hand gets a new deck."),
            instructions=(VOID_STEPS[1],),
        )
    else:
        stands = Option(
            verdict="play on",
            reason=say("After substantial action the hand is played out, and the deck is changed after it."),
            when=say("If the hand can still be played fairly, it is played out, and the deck is changed after it."),
            instructions=(say("Play the hand out."), say("Bring a complete deck for the next hand.")),
        )
    return left_open(
        in_a_row(
            _FOULED_BY_ODD if choice == "odd_card" else FOULED_BY_TWO,
            say(
                "There has been substantial action, so it is too late for a misdeal, and no rule of this house voids "
                "the hand."
            ),
        ),
        (cite(point, rulebook, choice), cite(TOO_LATE, rulebook)),
        stands,
        Option(
            verdict="void",
            reason=say("No result is fair with a fouled deck, so all bets go back."),
            when=say("If no result would be fair, all bets go back."),
            instructions=(_PAID_BACK, VOID_STEPS[1]) if over else VOID_STEPS,
            effects=effects,
        ),
        recommended=stands.verdict,
        instructions=(say("Do not start the next hand."), CALL_FLOOR[1]) if over else CALL_FLOOR,
        about="hand",
    )
