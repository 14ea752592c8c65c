"""Misdeals: the mistake, and whether the hand is dealt again, corrected, or played on."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.deal import redeal
from sidepot.floor.deal.deal_errors import (
    CALL_FLOOR,
    CARD_COUNT,
    IN_ORDER_STEPS,
    MISTAKES,
    PUT_RIGHT,
    TOO_LATE,
    Count,
    Mistake,
    check_seats,
    was_acted_on,
)
from sidepot.floor.deal.fouled import odd_card
from sidepot.floor.deal.stud_cards import both_down, third_down
from sidepot.floor.topic import Facts
from sidepot.floor.turns.substantial import SUBSTANTIAL, Word
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.deal_choices import OddCard
from sidepot.rules.floor_choices import DealError, DrawMisdeals
from sidepot.rules.rulebook import ExposedCards, Rulebook
from sidepot.rules.ruling import Effect, Option, Redeal, Ruling, Void, left_open
from sidepot.rules.texts import Point, also, cite

# ---- the button in the wrong place


BUTTON: Final = Point(
    "a button in the wrong place", {"TDA-2013": "1", "TDA-2024": "34-A", "RRP-11": "misdeals/list", "PG": "109"}
)


def button_stands(rulebook: Rulebook) -> Ruling:
    """Rule on a button in the wrong place after substantial action. The button stays in that seat, and later moves on
    from it.

    Rule: TDA-2024 34-A.
    """
    return Ruling(
        verdict="play on",
        reason=(
            say(
                "The button was in the wrong place. After substantial action it stays there, and moves on from "
                "there for the next hand."
            )
        ),
        cites=(cite(BUTTON, rulebook, "wrong_button_corrected"), cite(SUBSTANTIAL, rulebook, "substantial")),
        instructions=(
            say("Leave the button and the blinds where they are for this hand."),
            say("Move the button on from there for the next hand. Do not move it back."),
        ),
    )


def button_misplaced(rulebook: Rulebook, *, live: bool) -> Ruling:
    """Rule on a button in the wrong place before substantial action.

    Rule: TDA-2024 34-A; Robert's, misdeals; in other houses the floor decides.
    """
    steps = (
        say("Return all bets, and move the button and the blinds to the right seats."),
        say("Deal the hand again from the right seat."),
    )
    effects: tuple[Effect, ...] = (Void(),) if live else ()
    decides = cite(BUTTON, rulebook, "wrong_button_corrected")
    if rulebook.wrong_button_corrected:
        return Ruling(
            verdict="corrected",
            reason=say(
                "The button was in the wrong place, and there has been no substantial action, so it can still "
                "be corrected."
            ),
            cites=(decides,),
            instructions=steps,
            effects=effects,
        )
    return left_open(
        say("The button was in the wrong place, and no rule of this house says whether that is a misdeal."),
        (decides, cite(MISTAKES[DealError.WRONG_BUTTON].point, rulebook, "misdeals")),
        Option(
            verdict="corrected",
            reason=say(
                "Little has happened, so the button and the blinds are moved to the right seats and the hand "
                "starts again."
            ),
            when=say(
                "If little has happened, the button and the blinds are moved to the right seats and the hand "
                "starts again."
            ),
            instructions=steps,
            effects=effects,
        ),
        Option(
            verdict="play on",
            reason=say("The hand is played as it was dealt, and the button is corrected for the next hand."),
            when=say(
                "If too much has happened, the hand is played as it was dealt and the button is corrected for "
                "the next one."
            ),
            instructions=MISTAKES[DealError.WRONG_BUTTON].late,
        ),
        recommended="corrected",
        instructions=CALL_FLOOR,
    )


# ---- the ruling


REPAIR: Final = Point("a deal put right", {"PG": "110"})
IN_ORDER: Final = Point(
    "a deal that is finished in its order",
    {"TDA-2013": "34-A", "TDA-2024": "35-A/list", "RRP-11": "misdeals/in-order", "PG": "109"},
)
FINISHED: Final = Point(IN_ORDER.title, {"RRP-11": "misdeals/in-order"})  # the only rule that says how
IN_A_ROW: Final = Point("misdeals in a row", {"PG": "111"})
DRAW_GAMES: Final = Point(
    "misdeals of draw games",
    {
        "TDA-2013": "34-A7/draw",
        "TDA-2024": "35-A/draw",
        "RRP-11": "misdeals/list",
        "PG": "109",
        "WSOP-2026": "draw/exposed/deal",
    },
)

EXPOSED_AT_DRAW: Final = Point(
    "one card exposed in a draw game", MISTAKES[DealError.ONE_EXPOSED].point.numbers | {"RRP-11": "lowball/exposed"}
)
_EXPOSED: Final = (DealError.FIRST_TWO, DealError.TWO_EXPOSED, DealError.ONE_EXPOSED)
_BY_STANDARDS: Final = {  # the mistakes for which draw games have their own misdeals
    DrawMisdeals.DISCRETION: (*_EXPOSED, DealError.TWO_BOXED),
    DrawMisdeals.SECOND: _EXPOSED,
    DrawMisdeals.LISTED: (),
}


class Misdeal(Facts, frozen=True, kw_only=True, tag="misdeal"):
    """A mistake in the first deal of a hand.

    - `actions`: the actions before the mistake was noticed; `substantial` may be given instead
    - `in_order`: whether a missing card is the next card of the stub, or an extra card can become the first burn card
    - `count`: whether a card is missing or extra
    - `looked`: whether a player has looked at cards
    - `in_a_row`: how many misdeals this dealer has had in a row, including this one
    - `pot`: the number of chips put in so far
    - `absent`: the seats that were absent for the deal or are on a penalty
    - `back`: those absent seats whose players are present for a re-deal
    - `low_card`: whether, in stud, the hand had the card that brings it in
    - `live`: whether the hand is played in the program
    """

    error: DealError
    game: Literal["", "flop", "stud", "draw"] = ""
    actions: tuple[Word, ...] = ()
    substantial: bool | None = None
    count: Count = ""
    in_order: bool = False
    looked: bool = False
    in_a_row: int = 1
    pot: int = 0
    absent: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    low_card: bool = False
    live: bool = False


class WrongButton(Facts, frozen=True, kw_only=True, tag="wrong button"):
    """A hand dealt with the button in the wrong place, and therefore with wrong blinds and a wrong first card."""

    actions: tuple[Word, ...] = ()
    substantial: bool | None = None
    live: bool = False


def rule_on_misdeal(facts: Misdeal, rulebook: Rulebook) -> Ruling:
    """Rule on whether a mistake in the deal is a misdeal.

    Rule: TDA-2013 34; TDA-2024 35; Robert's, misdeals; PG-109, PG-110, PG-111. Raises BadNotation for facts that
    contradict each other.
    """
    error = _check(facts)
    mistake = _mistake(error, facts)
    late = was_acted_on(facts.actions, facts.substantial, rulebook)
    is_listed = error in rulebook.misdeals
    if error is DealError.ODD_CARD and (late or not is_listed and rulebook.odd_card is not OddCard.DISCRETION):
        return odd_card(rulebook, dealt=late or bool(facts.actions), live=facts.live)
    if late and error is DealError.WRONG_BUTTON and rulebook.wrong_button_corrected:
        return button_stands(rulebook)
    if late and (is_listed or not mistake.harmless):
        return _play_on(error, rulebook)
    if not late and facts.game == "draw" and error in _BY_STANDARDS[rulebook.draw_misdeals]:
        return _draw_game(facts, rulebook)
    if is_listed and rulebook.repair_deals and mistake.repair:
        return _put_right(mistake, rulebook)
    if error is DealError.WRONG_COUNT and facts.in_order and rulebook.finish_in_order:
        cites = (cite(IN_ORDER, rulebook, "finish_in_order"), *also(rulebook, FINISHED))
        return _finish_in_order(facts.count, tuple(dict.fromkeys(cites)))
    if is_listed:
        return _declare(facts, mistake, rulebook)
    if error is DealError.STUD_BOTH_DOWN and rulebook.both_down_dead:
        return both_down(rulebook, low_card=facts.low_card)
    if error is DealError.STUD_BOTH_DOWN and rulebook.both_down_third_down:
        return third_down(rulebook)
    if error is DealError.WRONG_BUTTON:
        return button_misplaced(rulebook, live=facts.live)
    if mistake.harmless:
        return _no_misdeal(facts, error, rulebook, late=late)
    return _not_listed(facts, error, mistake, rulebook)


def _mistake(error: DealError, facts: Misdeal) -> Mistake:
    """The mistake. How a wrong number of cards is corrected depends on `count`."""
    mistake = MISTAKES[error]
    return mistake._replace(repair=PUT_RIGHT[facts.count]) if error is DealError.WRONG_COUNT else mistake


def _is_exposed_at_draw(facts: Misdeal) -> bool:
    return facts.game == "draw" and facts.error in _EXPOSED


def _rests_on(facts: Misdeal) -> tuple[str, ...]:
    """The names of the house's choices that decide whether this is a misdeal."""
    if _is_exposed_at_draw(facts):
        return ("misdeals", "draw_misdeals")
    if facts.error is DealError.WRONG_COUNT and facts.in_order:
        return ("misdeals", "finish_in_order")
    return ("misdeals",)


def rule_on_button(facts: WrongButton, rulebook: Rulebook) -> Ruling:
    """Rule on a hand that was dealt with the button in the wrong place.

    Rule: TDA-2024 34-A; Robert's, misdeals; in other houses the floor decides.
    """
    mistake = Misdeal(
        error=DealError.WRONG_BUTTON, actions=facts.actions, substantial=facts.substantial, live=facts.live
    )
    return rule_on_misdeal(mistake, rulebook)


def _check(facts: Misdeal) -> DealError:
    """The mistake, by its name in this game. Raises BadNotation for impossible facts."""
    check_seats(absent=facts.absent, back=facts.back)
    if facts.pot < 0:
        raise BadNotation(f"pot: expected 0 or more chips, not {facts.pot}")
    if facts.in_a_row < 1:
        raise BadNotation(f"in_a_row: expected 1 or more, including this misdeal, not {facts.in_a_row}")
    if facts.count and facts.error is not DealError.WRONG_COUNT:
        raise BadNotation(
            f"count: expected only with the error {DealError.WRONG_COUNT.value!r}, not with {facts.error.value!r}"
        )
    if facts.error in (DealError.STUD_DOWN_CARD, DealError.STUD_BOTH_DOWN) and facts.game not in ("", "stud"):
        raise BadNotation(
            f"error: {facts.error.value!r} is for stud, not for a {facts.game} game; choose another error, "
            "such as 'one of the first two cards exposed'"
        )
    if facts.game == "stud" and facts.error in _EXPOSED:
        return DealError.STUD_DOWN_CARD
    return facts.error


def _declare(facts: Misdeal, mistake: Mistake, rulebook: Rulebook) -> Ruling:
    decides = cite(mistake.declared or mistake.point, rulebook, *_rests_on(facts))
    why = in_a_row(
        mistake.what, say("There has been no substantial action, so it is a misdeal."), *_by_game(facts, rulebook)
    )
    if 0 < rulebook.misdeals_in_a_row < facts.in_a_row:
        return Ruling(
            verdict="deal passes",
            reason=in_a_row(
                why,
                say(
                    "This dealer has now misdealt {number} times in a row, so the deal passes to the next player.",
                    str(facts.in_a_row),
                ),
            ),
            cites=(cite(IN_A_ROW, rulebook, "misdeals_in_a_row", "misdealer_pays"), decides),
            instructions=(
                say("Return all chips and collect the cards."),
                say("Pass the deal to the next player."),
                _penalty_of_dealer(facts.pot, rulebook),
            ),
            effects=(Void(),) if facts.live else (),
        )
    return Ruling(
        verdict="misdeal",
        reason=in_a_row(why, *_same_dealer(facts.in_a_row, rulebook)),
        cites=(decides, cite(redeal.REDEAL, rulebook)),
        instructions=_redeal_steps(facts, rulebook),
        effects=_deal_again(facts, rulebook),
    )


def _same_dealer(times: int, rulebook: Rulebook) -> tuple[Sentence, ...]:
    """Why a dealer who has misdealt several times in a row deals again; empty for a first misdeal. Rule: PG-111."""
    if times < 2:
        return ()
    if not rulebook.misdeals_in_a_row:
        return (say("In this house it makes no difference how often a dealer has misdealt in a row."),)
    passes = str(rulebook.misdeals_in_a_row + 1)
    return (say("The deal passes to the next player only after {number} misdeals in a row.", passes),)


def _penalty_of_dealer(pot: int, rulebook: Rulebook) -> Sentence:
    """The dealer's penalty if the deal passes on: as much as the pot, up to the house's limit. Rule: PG-111."""
    most = rulebook.misdealer_pays
    if not most:
        return say("If the players agreed on it, the player who misdealt pays a penalty, such as matching the pot.")
    if not pot:
        return say("Have the player who misdealt pay as much as the pot, up to {most}, into the next pot.", most)
    return say("The player who misdealt pays {amount} into the next pot.", min(pot, most))


def _by_game(facts: Misdeal, rulebook: Rulebook) -> tuple[Sentence, ...]:
    """How the ruling differs in other games, if the game is not given; empty if it does not."""
    if facts.game:
        return ()
    if facts.error is DealError.TWO_BOXED and rulebook.draw_misdeals is DrawMisdeals.DISCRETION:
        return (say("If this is a draw game, the house rule decides instead."),)
    if facts.error not in _EXPOSED:
        return ()
    others = []
    if DealError.STUD_DOWN_CARD not in rulebook.misdeals:
        others.append(say("In stud an exposed downcard is played as an upcard."))
    if rulebook.draw_misdeals is DrawMisdeals.DISCRETION:
        others.append(say("If this is a draw game, the house rule decides instead."))
    if rulebook.draw_misdeals is DrawMisdeals.SECOND and facts.error is DealError.FIRST_TWO:
        others.append(say("In draw games, only a second exposed card is a misdeal."))
    return (say("This is the rule for flop games."), *others) if others else ()


def _redeal_steps(facts: Misdeal, rulebook: Rulebook) -> tuple[Sentence, ...]:
    stud = facts.game == "stud" or facts.error in (DealError.STUD_DOWN_CARD, DealError.STUD_BOTH_DOWN)
    steps = redeal.steps_for(facts.absent, facts.back, rulebook, stud=stud)
    others = {
        DealError.WRONG_BUTTON: {redeal.SAME_BUTTON: redeal.MOVE_BUTTON},
        DealError.ODD_CARD: {redeal.COLLECT: redeal.COLLECT_OTHERS},
    }.get(facts.error, {})
    return tuple(others.get(step, step) for step in steps)


def _deal_again(facts: Misdeal, rulebook: Rulebook) -> tuple[Effect, ...]:
    return (Redeal(redeal.dead_seats(facts.absent, facts.back, rulebook)),) if facts.live else ()


def _play_on(error: DealError, rulebook: Rulebook) -> Ruling:
    mistake = MISTAKES[error]
    count = (cite(CARD_COUNT, rulebook),) if error is DealError.WRONG_COUNT else ()
    return Ruling(
        verdict="play on",
        reason=in_a_row(
            mistake.what,
            say("There has been substantial action, so it is too late for a misdeal."),
        ),
        cites=(cite(TOO_LATE, rulebook), cite(SUBSTANTIAL, rulebook, "substantial"), *count),
        instructions=mistake.late,
    )


def _no_misdeal(facts: Misdeal, error: DealError, rulebook: Rulebook, *, late: bool) -> Ruling:
    mistake = MISTAKES[error]
    steps, point = mistake.instead, mistake.point
    because = mistake.harmless
    fields = [*_rests_on(facts)]
    if late and mistake.late != mistake.instead:
        because = in_a_row(
            mistake.what,
            say("There has been substantial action, so it is too late for a misdeal.")
            if facts.game == "draw"
            else say("That is not a misdeal, and there has been substantial action, so the hand is played as it is."),
        )
        steps, point = mistake.late, TOO_LATE if facts.game == "draw" else point
    elif _is_exposed_at_draw(facts):
        because = say("Only one card was exposed, and it was not one of the first two.")
        fields.append("exposed_lowball")
        point = EXPOSED_AT_DRAW
        steps = _exposed_stays(rulebook)
    return Ruling(
        verdict="no misdeal",
        reason=because,
        cites=(cite(point, rulebook, *fields),),
        instructions=steps,
    )


_NOT_LISTED: Final = say(
    "This alone is not on the list of misdeals, but the list is not exhaustive, so the director decides."
)
_LOOKED: Final = say("Players have already looked at their cards, so the director decides whether the deal stands.")

_EXPOSED_THEN: Final = {
    ExposedCards.KEPT: say("Let the player keep the exposed card."),
    ExposedCards.REPLACED: say("In lowball, replace the exposed card after the deal."),
    ExposedCards.LOW_KEPT: say(
        "In lowball, if the exposed card is low, the player keeps it; otherwise replace it after the deal."
    ),
}


def _exposed_stays(rulebook: Rulebook) -> tuple[Sentence, ...]:
    """The dealer's steps if an exposed card does not spoil a draw game."""
    return say("Finish the deal."), _EXPOSED_THEN[rulebook.exposed_lowball]


def _put_right(mistake: Mistake, rulebook: Rulebook) -> Ruling:
    return Ruling(
        verdict="put right",
        reason=in_a_row(
            mistake.what,
            say("This house corrects the mistake as fairly as possible rather than dealing again."),
        ),
        cites=(cite(REPAIR, rulebook, "repair_deals"),),
        instructions=mistake.repair,
    )


def _finish_in_order(count: Count, cites: tuple[Cite, ...]) -> Ruling:
    return Ruling(
        verdict="put right",
        reason=say(
            "A player has the wrong number of cards, but that can still be corrected in the original order of the "
            "deal, so it is not a misdeal."
        ),
        cites=cites,
        instructions=IN_ORDER_STEPS[count],
    )


def _second_exposed(facts: Misdeal, rulebook: Rulebook) -> Ruling:
    """Rule on exposed cards in a draw game in which only a second one is a misdeal. Rule: WSOP-2026, draw."""
    cites = (cite(DRAW_GAMES, rulebook, "draw_misdeals"),)
    if facts.error is not DealError.TWO_EXPOSED:
        because = say("One card was exposed, and in draw games only a second exposed card is a misdeal.")
        steps = _exposed_stays(rulebook)
        return Ruling(verdict="no misdeal", reason=because, cites=cites, instructions=steps)
    return Ruling(
        verdict="misdeal",
        reason=say("A second card was exposed, which is a misdeal in draw games."),
        cites=(*cites, cite(redeal.REDEAL, rulebook)),
        instructions=_redeal_steps(facts, rulebook),
        effects=_deal_again(facts, rulebook),
    )


def _draw_game(facts: Misdeal, rulebook: Rulebook) -> Ruling:
    if rulebook.draw_misdeals is DrawMisdeals.SECOND:
        return _second_exposed(facts, rulebook)
    mistake = MISTAKES[facts.error]
    return left_open(
        in_a_row(
            mistake.what, say("In draw games it is up to the house whether that is a misdeal, so the director decides.")
        ),
        (cite(DRAW_GAMES, rulebook, "draw_misdeals"),),
        Option(
            verdict="misdeal",
            reason=in_a_row(mistake.what, say("This makes the deal unfair, so the hand is dealt again.")),
            when=say("If this makes the deal unfair, the hand is dealt again."),
            instructions=_redeal_steps(facts, rulebook),
            effects=_deal_again(facts, rulebook),
        ),
        Option(
            verdict="no misdeal",
            reason=in_a_row(mistake.what, say("This does little harm, so the deal stands.")),
            when=say("If this does little harm, the deal stands."),
            instructions=mistake.late if facts.error is DealError.TWO_BOXED else _exposed_stays(rulebook),
        ),
        recommended="misdeal" if facts.error in rulebook.misdeals else "no misdeal",
        instructions=CALL_FLOOR,
    )


def _early_enough(facts: Misdeal, error: DealError) -> Sentence:
    """Why the hand may still be dealt again."""
    if error is DealError.NO_SHUFFLE and not facts.looked:
        return say("Nobody has looked at a card or acted, so the hand is dealt again.")
    return say("There has been no substantial action, so the hand is dealt again.")


def _not_listed(facts: Misdeal, error: DealError, mistake: Mistake, rulebook: Rulebook) -> Ruling:
    too_late = error is DealError.NO_SHUFFLE and facts.looked  # Robert's: complaints come before the cards
    if mistake.repair:
        other = Option(
            verdict="put right",
            reason=in_a_row(mistake.what, say("The mistake can be corrected without a new deal, so it is corrected.")),
            when=say("If the mistake can be corrected fairly without a new deal, it is corrected."),
            instructions=mistake.repair,
        )
    elif too_late:
        other = Option(
            verdict="play on",
            reason=say("It is too late to complain, so the deal stands."),
            instructions=mistake.late,
        )
    else:
        other = Option(
            verdict="play on",
            reason=in_a_row(mistake.what, say("This gives nobody an advantage, so the deal stands.")),
            when=say("If this gives nobody an advantage, the deal stands."),
            instructions=mistake.late,
        )
    return left_open(
        in_a_row(
            mistake.what,
            _LOOKED if too_late else _NOT_LISTED,
        ),
        (cite(mistake.point, rulebook, *_rests_on(facts)),),
        Option(
            verdict="misdeal",
            reason=in_a_row(mistake.what, _early_enough(facts, error)),
            when=say("If this makes the deal unfair, the hand is dealt again."),
            instructions=_redeal_steps(facts, rulebook),
            effects=_deal_again(facts, rulebook),
        ),
        other,
        recommended="play on" if too_late else "misdeal",
        instructions=CALL_FLOOR,
    )
