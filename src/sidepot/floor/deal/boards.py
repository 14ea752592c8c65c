"""The board and the stub: a flop of four cards, a missing or extra burn card, a dropped stub."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.cards import cards, find_duplicate, text
from sidepot.errors import BadNotation, Cite
from sidepot.floor.deal.by_chance import CHANCE
from sidepot.floor.deal.deal_errors import FACE_DOWN
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import ExtraFlopCard, FlopWithoutBurn
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Effect, FourCards, NewStub, Ruling
from sidepot.rules.texts import FAIRNESS, Point, also, cite

FOUR_CARDS: Final = Point(
    "a flop of four cards", {"TDA-2013": "36", "TDA-2024": "39-A", "RRP-11": "holdem/flop", "WSOP-LIVE-2026": "167"}
)
BURN: Final = Point("a burn card left out, or one too many", {"RRP-11": "irregularities/burn"})
FLOP_UNBURNED: Final = Point(
    "a flop without a burn card", {"TDA-2024": "39-B", "RRP-11": "irregularities/burn", "WSOP-2026": "88-burn"}
)
STUB: Final = Point("a disordered stub", {"TDA-2013": "RP-4", "TDA-2024": "RP-4"})

NOT_DRAWN: Final = -1


class FourCardFlop(Facts, frozen=True, kw_only=True, tag="four-card flop"):
    """A flop that was dealt with four cards, exposed or not.

    - `cards`: the four cards, if known
    - `drawn`: the card drawn at random, counted from 0 (-1 if none has been drawn)
    - `acted`: whether a player has checked or bet on the flop
    - `live`: whether the hand is played in the program
    """

    cards: str = ""
    acted: bool = False
    drawn: int = NOT_DRAWN
    live: bool = False


class BurnCard(Facts, frozen=True, kw_only=True, tag="burn card"):
    """A board card that was dealt without a burn card, or with one burn card too many.

    - `street`: the street that was dealt
    - `acted`: whether a player has checked or bet on that street
    - `substantial`: whether there has been substantial action on that street
    - `order_known`: whether it is known which of the two burn cards came first
    """

    fault: Literal["left out", "one too many"] = "left out"
    street: Literal["flop", "turn", "river"] = "flop"
    acted: bool = False
    substantial: bool = False
    order_known: bool = True


class DisorderedStub(Facts, frozen=True, kw_only=True, tag="disordered stub"):
    """A stub that was dropped while there were still cards to deal.

    - `order_known`: whether the order of the stub can be restored
    - `mixed`: whether the stub was mixed with the muck and the burn cards
    """

    order_known: bool = False
    mixed: bool = False
    live: bool = False


def rule_on_four_cards(facts: FourCardFlop, rulebook: Rulebook) -> Ruling:
    """Rule on a flop of four cards.

    Rule: TDA-2013 36; TDA-2024 39-A; Robert's, hold'em. Raises BadNotation for cards that are not a flop of four.
    """
    ruling = _four_cards_put_right(facts, rulebook)
    if not facts.acted:
        return ruling
    back = say("Return the chips of this betting round, which starts again on the corrected flop.")
    steps = (say("Stop the action and call the director."), back, *ruling.instructions)
    because = in_a_row(
        ruling.reason,
        say("No rule covers action on such a flop. The board was wrong, so the director takes the action back."),
    )
    return msgspec.structs.replace(
        ruling, reason=because, cites=(*ruling.cites, cite(FAIRNESS, rulebook)), instructions=steps
    )


def _four_cards_put_right(facts: FourCardFlop, rulebook: Rulebook) -> Ruling:
    four = _four_cards(facts)
    decides = cite(FOUR_CARDS, rulebook, "four_card_flop")
    if rulebook.four_card_flop is ExtraFlopCard.REDEAL:
        return Ruling(
            verdict="dealt again",
            reason=say("The flop has four cards, so it is dealt again, even if the extra card can be identified."),
            cites=(decides, *also(rulebook, FACE_DOWN)),
            instructions=(
                say("Leave the burn card in place."),
                say("Shuffle the four cards into the stub face down, and cut."),
                say("Deal a new flop without another burn."),
            ),
            effects=(NewStub(),) if facts.live else (),
        )
    is_drawn = facts.drawn != NOT_DRAWN
    because = say("Any of the four cards may be the extra one, so one is drawn at random.")
    if is_drawn and four:
        flop = four[: facts.drawn] + four[facts.drawn + 1 :]
        because = say(
            "The {burn} was drawn at random and is the next burn card; the flop is {flop}.",
            text((four[facts.drawn],)),
            " ".join(text((card,)) for card in flop),
        )
    draw = (say("Scramble the four cards face down."), say("Have the director draw one of them at random."))
    effects: tuple[Effect, ...] = (FourCards(facts.drawn),) if is_drawn and facts.live else ()
    return Ruling(
        verdict="one drawn as burn",
        reason=because,
        cites=(decides, *also(rulebook, FACE_DOWN)),
        instructions=(
            *(() if is_drawn else draw),
            say("Use the drawn card as the next burn card."),
            say("Turn the other three face up as the flop."),
        ),
        effects=effects,
    )


def _four_cards(facts: FourCardFlop) -> tuple[int, ...]:
    if not NOT_DRAWN <= facts.drawn <= 3:
        raise BadNotation(f"drawn: expected 0 to 3 for the card drawn, or -1 for none, not {facts.drawn}")
    four = cards(facts.cards)
    if len(four) not in (0, 4):
        raise BadNotation(f"cards: expected the four cards of the flop, not {facts.cards!r}")
    twice = find_duplicate(four)
    if twice is not None:
        raise BadNotation(
            f"cards: {text((twice,))} appears twice in {facts.cards!r}; for a fouled deck, use the topic `fouled deck`"
        )
    return four


def rule_on_burn(facts: BurnCard, rulebook: Rulebook) -> Ruling:
    """Rule on a missing or extra burn card.

    Rule: TDA-2024 39-B and WSOP-2026 88 for a flop without a burn; otherwise only Robert's, irregularities. Raises
    BadNotation for facts that contradict each other.
    """
    if facts.fault == "left out" and not facts.order_known:
        raise BadNotation("order_known: no card was burned, so there is no order to know; leave out `order_known`")
    if facts.substantial and not facts.acted:
        raise BadNotation("acted: expected yes, because there has been substantial action")
    if facts.fault == "left out" and facts.street == "flop":
        decides = cite(FLOP_UNBURNED, rulebook, "flop_without_burn")
        if rulebook.flop_without_burn is not FlopWithoutBurn.IN_ORDER:
            return _draw_burn(facts, rulebook, (decides, *also(rulebook, FACE_DOWN)))
    else:
        decides = cite(BURN, rulebook)
    if facts.acted:
        return Ruling(
            verdict="stands",
            about="board",
            reason=in_a_row(
                _what_was_wrong(facts),
                say("There has been action on the {street}, so the board stays as it is.", (facts.street,)),
            ),
            cites=(decides,),
            instructions=(say("Leave the board as it is."), *_later_cards(facts)),
        )
    if facts.fault == "one too many" and not facts.order_known:
        return Ruling(
            verdict="one drawn for the board",
            reason=in_a_row(
                say("There has been no action on the {street}.", (facts.street,)),
                say(
                    "One of the two burn cards belongs on the board, but nobody knows which, so one is drawn at random."
                ),
            ),
            cites=(decides, cite(CHANCE, rulebook)),
            instructions=(say("Call the director."), *_chance_steps(facts.street)),
        )
    return Ruling(
        verdict="put right",
        reason=in_a_row(
            _what_was_wrong(facts),
            say("There has been no action on the {street}, so the cards are put in the right order.", (facts.street,)),
        ),
        cites=(decides,),
        instructions=_order_steps(facts),
    )


def _what_was_wrong(facts: BurnCard) -> Sentence:
    if facts.fault == "left out":
        return say("No card was burned before the {street}.", (facts.street,))
    return say("Two cards were burned before the {street}.", (facts.street,))


def _later_cards(facts: BurnCard) -> tuple[Sentence, ...]:
    """The step by which the later board cards are the same as without the mistake."""
    if facts.street == "river":
        return ()
    later = "turn" if facts.street == "flop" else "river"
    if facts.fault == "left out":
        return (say("Burn two cards before the {street}, so that the later cards are the right ones.", (later,)),)
    return (
        say(
            "Use the extra burn card as the burn card of the {street}, so that the later cards are the right ones.",
            (later,),
        ),
    )


def _chance_steps(street: str) -> tuple[Sentence, ...]:
    """The steps if one of two burn cards belongs on the board, and nobody knows which."""
    if street == "flop":
        return (
            say("Scramble the two burn cards face down, and draw one of them as the first flop card."),
            say("Put the last flop card back on top of the stub."),
        )
    return (
        say("Put the {street} card back on top of the stub.", (street,)),
        say("Scramble the two burn cards face down, and draw one of them as the {street} card.", (street,)),
    )


def _order_steps(facts: BurnCard) -> tuple[Sentence, ...]:
    """The steps that give the burn card and the board their right cards."""
    if facts.street == "flop":
        if facts.fault == "left out":
            return (
                say("Use the first flop card as the burn card."),
                say("Complete the flop with the next card off the stub."),
            )
        return (
            say("Use the second burn card as the first flop card."),
            say("Put the last flop card back on top of the stub."),
        )
    if facts.fault == "left out":
        return (
            say("Use the {street} card as the burn card.", (facts.street,)),
            say("Deal the next card off the stub as the {street}.", (facts.street,)),
        )
    return (
        say("Put the {street} card back on top of the stub.", (facts.street,)),
        say("Use the second burn card as the {street} card.", (facts.street,)),
    )


def _draw_burn(facts: BurnCard, rulebook: Rulebook, cites: tuple[Cite, ...]) -> Ruling:
    """Rule on a flop without a burn card, in a house that draws the burn from the flop until there is too much
    action.
    """
    longer = rulebook.flop_without_burn is FlopWithoutBurn.DRAWN_LONGER
    if facts.substantial or facts.acted and not longer:
        because = say("There has been action, and even a single check makes the three cards stand.")
        if longer:
            because = say("There has been substantial action, so the three cards stand.")
        return Ruling(
            verdict="stands",
            about="board",
            reason=in_a_row(_what_was_wrong(facts), because),
            cites=cites[:1],
            instructions=(say("Leave the board as it is."), say("Burn one card before the turn as usual.")),
        )
    return Ruling(
        verdict="one of three drawn as burn",
        reason=in_a_row(
            _what_was_wrong(facts),
            say("There has been no substantial action, so one of the three cards is drawn at random as the burn card.")
            if longer
            else say("There has been no action, so one of the three cards is drawn at random as the burn card."),
        ),
        cites=cites,
        instructions=(
            say("Scramble the three cards face down."),
            say("Draw one of them at random, and use it as the burn card."),
            say("Turn the other two and the next card off the stub face up as the flop."),
            say("Burn one card before the turn as usual."),
        ),
    )


_SHUFFLED: Final = (
    say("Scramble and shuffle them face down without showing a card, and cut."),
    say("Play on with the new stub."),
)


def rule_on_stub(facts: DisorderedStub, rulebook: Rulebook) -> Ruling:
    """Rule on a dropped stub. Rule: TDA-2013 RP-4; TDA-2024 RP-4."""
    decides = cite(STUB, rulebook)
    shuffled = (decides, *also(rulebook, FACE_DOWN))
    if facts.order_known:
        return Ruling(
            verdict="put back in order",
            reason=say("The order of the stub is still known, so it is restored."),
            cites=(decides,),
            instructions=(say("Put the stub back together in its order."), say("Play on with it.")),
        )
    if facts.mixed:
        return Ruling(
            verdict="new stub with the muck",
            reason=say("The stub is mixed with the muck and the burn cards and can no longer be separated."),
            cites=shuffled,
            instructions=(say("Put the stub, the muck and the burn cards together."), *_SHUFFLED),
            effects=(NewStub(mixed=True),) if facts.live else (),
        )
    return Ruling(
        verdict="new stub",
        reason=say(
            "The order of the stub is lost, but it is clear which cards belong to it, so only those are shuffled to "
            "form the new stub."
        ),
        cites=shuffled,
        instructions=(say("Take only the cards of the stub, without the muck and the burn cards."), *_SHUFFLED),
        effects=(NewStub(),) if facts.live else (),
    )
