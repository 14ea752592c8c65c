"""Hands with a wrong number of cards, and incomplete or fouled decks."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.deal.deal_errors import CALL_FLOOR, CARD_COUNT, MISTAKES, TOO_LATE, was_acted_on
from sidepot.floor.deal.fouled import FOULED_BY_TWO, VOID_STEPS, fouled_deck, odd_card
from sidepot.floor.deal.misdeal import Misdeal, rule_on_misdeal
from sidepot.floor.deal.scrap import Where
from sidepot.floor.hands.dispute import HANDS
from sidepot.floor.topic import Facts
from sidepot.floor.turns.substantial import Word
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.deal_choices import OddCard
from sidepot.rules.floor_choices import DealError
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Void, kill, left_open
from sidepot.rules.texts import Point, cite

SHORT_BUTTON: Final = Point(
    "a button short of cards", {"TDA-2024": "37", "RRP-11": "dead-hands/card-count", "PG": "112/count"}
)
BEFORE_DRAW: Final = Point("a draw hand that is short", CARD_COUNT.numbers | {"RRP-11": "dead-hands/card-count/draw"})
LACKS_LAST: Final = Point(
    "a stud hand without its last card", {"TDA-2024": "38", "RRP-11": "stud/card-count", "PG": "112/count"}
)
MISSING_CARD: Final = Point(
    "a deck that lacks cards",
    {"TDA-2013": "1", "TDA-2024": "35-E", "RRP-11": "irregularities/missing-card", "PG": "107"},
)


class WrongCount(Facts, frozen=True, kw_only=True, tag="wrong number of cards"):
    """A hand with too few or too many cards.

    - `actions`: the actions before this was noticed; `substantial` may be given instead
    - `button`: whether the player has the button
    - `acted`: whether the player has checked, called or bet with the hand
    - `may_complete`: whether the game still allows cards to be dealt
    - `in_order`: whether the hand can be corrected in dealing order
    - `lacks`: the missing card
    - `seat`: the player's seat in a live hand
    """

    count: Literal["too few", "too many"] = "too few"
    actions: tuple[Word, ...] = ()
    substantial: bool | None = None
    showdown: bool = False
    button: bool = False
    acted: bool = False
    may_complete: bool = True
    in_order: bool = False
    lacks: Literal["", "only the last card of stud", "a card before the draw"] = ""
    seat: int = -1
    live: bool = False


class FouledDeck(Facts, frozen=True, kw_only=True, tag="fouled deck"):
    """A deck that is incomplete or fouled.

    - `found`: when this was noticed
    - `where`: where a card of another deck turned up
    - `acted`: whether the player who holds that card has acted on the hand
    - `knew`: whether a player knew of the card, but went on betting in the hope of winning
    """

    fault: Literal["two cards alike", "a card of another deck", "a card missing"] = "two cards alike"
    found: Literal["in the hand", "before the next hand", "later"] = "in the hand"
    where: Where = "in a hand"
    acted: bool = False
    knew: bool = False
    actions: tuple[Word, ...] = ()
    substantial: bool | None = None
    live: bool = False


def rule_on_count(facts: WrongCount, rulebook: Rulebook) -> Ruling:
    """Rule on a hand with a wrong number of cards. Before substantial action it is a misdeal; after it, the hand
    is dead.

    Rule: TDA-2013 34; TDA-2024 35-A5, 37, 38; Robert's, dead hands; PG-112. Raises BadNotation for facts that
    contradict each other.
    """
    if facts.lacks and (facts.count == "too many" or facts.showdown and facts.lacks == "a card before the draw"):
        raise BadNotation(
            f"lacks: a hand with {facts.count} cards cannot lack {facts.lacks} at this point; change `count`, "
            "`lacks` or `showdown`"
        )
    late = was_acted_on(facts.actions, facts.substantial, rulebook)
    if facts.lacks and rulebook.short_hand_lives and (facts.showdown or late):
        return _short(facts, rulebook)
    if facts.showdown:
        return _dead(facts, rulebook, say("At the showdown it is too late for a misdeal, so the hand is dead."))
    if facts.button and facts.count == "too few" and rulebook.button_completed and facts.may_complete:
        if facts.acted:
            return _dead(facts, rulebook, (), short=True)
        return Ruling(
            verdict="completed",
            reason=say(
                "The player on the button has not acted yet and may be dealt the missing cards, even after substantial "
                "action."
            ),
            cites=(cite(SHORT_BUTTON, rulebook, "button_completed"),),
            instructions=(
                say("Deal the player on the button the missing cards from the top of the stub."),
                say("Play on."),
            ),
        )
    if late:
        return _dead(facts, rulebook, say("There has been substantial action, so it is too late for a misdeal."))
    return rule_on_misdeal(
        Misdeal(
            error=DealError.WRONG_COUNT,
            count=facts.count,
            substantial=False,
            in_order=facts.in_order,
            live=facts.live,
        ),
        rulebook,
    )


def _dead(facts: WrongCount, rulebook: Rulebook, because: Sentence, *, short: bool = False) -> Ruling:
    decides = cite(SHORT_BUTTON, rulebook, "button_completed") if short else cite(CARD_COUNT, rulebook)
    after = (
        say("Award the pot to the best of the other hands.")
        if facts.showdown
        else say("Play on, and burn one card before each street as usual.")
    )
    return Ruling(
        verdict="hand dead",
        reason=say("The player on the button has too few cards and has already acted, so the hand is dead.")
        if short
        else in_a_row(
            say("The player has too many cards.")
            if facts.count == "too many"
            else say("The player has too few cards."),
            because,
        ),
        cites=(decides, cite(TOO_LATE, rulebook)),
        instructions=(
            say("Muck the cards."),
            say("Return only an uncalled bet. The player's other chips stay in the pot."),
            after,
        ),
        effects=kill(facts.seat, refund=True),
    )


def _short(facts: WrongCount, rulebook: Rulebook) -> Ruling:
    """Rule on a short hand that may be live: a stud hand without its last card, or a hand before the draw."""
    if facts.lacks == "a card before the draw":
        return Ruling(
            verdict="live",
            reason=say("The hand is short before the draw and stays live, because the draw completes it."),
            cites=(cite(BEFORE_DRAW, rulebook, "short_hand_lives"),),
            instructions=(say("Play on."), say("On the draw, deal the missing card as well as the replacements.")),
        )
    return Ruling(
        verdict="live",
        reason=say("Only the last card of the stud hand is missing, and the hand may win without it."),
        cites=(cite(LACKS_LAST, rulebook, "short_hand_lives"),),
        instructions=(
            say("Read the hand as it is.")
            if facts.showdown
            else say("Play on; the hand is live with the cards it has."),
        ),
    )


def rule_on_deck(facts: FouledDeck, rulebook: Rulebook) -> Ruling:
    """Rule on a deck with two identical cards, a card of another deck, or a missing card.

    Rule: TDA-2024 35-A, 35-D, 35-E; TDA-2026 37-E; Robert's, irregularities; in other houses TDA-2013 34 and 1. Raises
    BadNotation for facts that contradict each other.
    """
    late = was_acted_on(facts.actions, facts.substantial, rulebook)
    if facts.found == "later":
        return Ruling(
            verdict="stands",
            about="hand",
            reason=say("The next hand has begun, so it is too late to dispute this one."),
            cites=(cite(HANDS, rulebook),),
            instructions=(say("Replace the deck with one that has been checked."),),
        )
    if facts.fault == "a card missing":
        return _lacks_a_card(rulebook, facts)
    first = facts.found == "in the hand" and not late
    over = facts.found != "in the hand"
    if facts.fault == "two cards alike":
        if first and not rulebook.fouled_deck_voids:
            return _two_alike_early(rulebook, live=facts.live)
        return fouled_deck(rulebook, live=facts.live, over=over, knew=facts.knew)
    listed = DealError.ODD_CARD in rulebook.misdeals and rulebook.odd_card is not OddCard.VOIDS_EARLY
    if first and (listed or rulebook.odd_card is OddCard.DISCRETION):
        return rule_on_misdeal(Misdeal(error=DealError.ODD_CARD, substantial=False, live=facts.live), rulebook)
    return odd_card(
        rulebook,
        facts.where,
        acted=facts.acted,
        dealt=late or bool(facts.actions),
        live=facts.live,
        over=over,
        early=first,
        knew=facts.knew,
    )


def _two_alike_early(rulebook: Rulebook, *, live: bool) -> Ruling:
    """Rule on two identical cards found early, in a house that has no rule on them: as on a card that does not belong
    in the deck.
    """
    ruling = rule_on_misdeal(Misdeal(error=DealError.ODD_CARD, substantial=False, live=live), rulebook)
    odd = MISTAKES[DealError.ODD_CARD].what
    reason = tuple(FOULED_BY_TWO if part == odd else part for part in ruling.reason)
    return msgspec.structs.replace(ruling, reason=reason)


def _lacks_a_card(rulebook: Rulebook, facts: FouledDeck) -> Ruling:
    decides = cite(MISSING_CARD, rulebook, "missing_card_stands")
    whole = (say("Play the hand out."), say("Bring a complete deck for the next hand."))
    because = say("The missing card could just as well have been at the bottom of the deck, so nobody is harmed.")
    if rulebook.missing_card_stands:
        return Ruling(
            verdict="stands",
            about="hand",
            reason=because,
            cites=(decides,),
            instructions=whole,
        )
    return left_open(
        say("A card is missing from the deck. No rule says whether that fouls the deck, so the director decides."),
        (decides,),
        Option(
            verdict="stands",
            reason=because,
            when=say("If the house plays on with an incomplete deck, the hand stands."),
            instructions=whole,
        ),
        Option(
            verdict="void",
            reason=say("A card is missing, and in this house an incomplete deck is a fouled one."),
            when=say("If the house counts an incomplete deck as fouled, all bets go back."),
            instructions=VOID_STEPS,
            effects=(Void(),) if facts.live and facts.found == "in the hand" else (),
        ),
        recommended="stands",
        instructions=CALL_FLOOR,
    )
