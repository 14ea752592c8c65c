"""Wrong bets: below the minimum, or based on a wrong count of the pot."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.acting.act_points import ALL_IN_BET, BROUGHT_UP
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import WrongBets
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import Point, cite

WRONG_POT: Final = Point("a bet on a pot announced too low", {"TDA-2013": "47/count", "TDA-2024": "52-B/too-low"})
ABOVE_POT: Final = Point(
    "a bet above the pot",
    {
        "TDA-2013": "47/count",
        "TDA-2024": "52-B/too-high",
        "RRP-11": "pot-limit/above-the-pot",
        "WSOP-2026": "pot-limit/above-the-pot",
    },
)
FLOOR: Final = Point("floor decisions", {"TDA-2013": "1", "TDA-2024": "1"})

RESIZED: Final = Point("a size put right", {"RRP-11": "betting/resized", "WSOP-LIVE-2026": "142"})

CORRECTED: Final = "corrected"
STANDS: Final = "stands"

Mistake = Literal["below the minimum", "pot announced too high", "pot announced too low"]


class WrongBet(Facts, frozen=True, kw_only=True, tag="wrong bet"):
    """A bet or raise that was too small, or based on a wrong count of the pot. It was noticed after play went on.

    - `made`: the player's total for the round
    - `right`: the total for the minimum legal amount, or for the pot
    - `street_over`: whether the next card has been dealt, or the showdown has begun
    - `substantial`: whether there has been substantial action behind the bet
    - `all_in`: whether the bet was the player's whole stack
    """

    mistake: Mistake = "below the minimum"
    made: int
    right: int
    substantial: bool = False
    street_over: bool = False
    all_in: bool = False


def rule_on_wrong_bet(facts: WrongBet, rulebook: Rulebook) -> Ruling:
    """Rule on a bet of a wrong amount that was noticed late.

    Rule: TDA-2013 1; TDA-2024 52-A, 52-B; Robert's, no limit and pot limit. Raises BadNotation for impossible amounts.
    """
    _check(facts)
    point = _POINTS[facts.mistake]
    if facts.all_in and facts.made < facts.right:
        return Ruling(
            verdict=STANDS,
            about="bet",
            reason=say("The player was all-in for {made}, and an all-in may be less than the minimum.", facts.made),
            cites=(cite(point, rulebook), cite(ALL_IN_BET, rulebook)),
            amount=facts.made,
            instructions=(say("Play on."),),
        )
    why, in_time = _in_time(facts, rulebook)
    options = (_corrected(facts, _steps(facts, rulebook)), _stands(facts))
    taken = options[0] if in_time else options[1]
    if rulebook.wrong_bets in _SILENT[facts.mistake]:
        return left_open(
            _no_limit_of_time(facts),
            (cite(FLOOR, rulebook, "wrong_bets"), *((cite(point, rulebook),) if point is BROUGHT_UP else ())),
            *options,
            recommended=taken.verdict,
            about="bet",
        )
    return Ruling(
        verdict=taken.verdict,
        about="bet",
        reason=why,
        cites=(cite(point, rulebook, "wrong_bets"), *_resized(facts, rulebook, in_time=in_time)),
        amount=taken.amount,
        add=taken.add,
        change=taken.change,
        instructions=taken.instructions,
    )


def _resized(facts: WrongBet, rulebook: Rulebook, *, in_time: bool) -> tuple[Cite, ...]:
    """The step for players who have called a bet whose size is corrected."""
    asks = in_time and facts.made < facts.right and rulebook.no_raise_on_correction
    return (cite(RESIZED, rulebook, "no_raise_on_correction"),) if asks else ()


def _check(facts: WrongBet) -> None:
    if facts.made < 1 or facts.right < 1:
        raise BadNotation(f"made and right: expected at least 1 chip each, not {facts.made} and {facts.right}")
    too_high = facts.mistake == "pot announced too high"
    if too_high and facts.made <= facts.right:
        raise BadNotation(f"made: expected a bet above the pot of {facts.right}, not {facts.made}")
    if not too_high and facts.made >= facts.right:
        raise BadNotation(f"made: expected a bet below the right amount of {facts.right}, not {facts.made}")


def _in_time(facts: WrongBet, rulebook: Rulebook) -> tuple[Sentence, bool]:
    """Whether it is still time to correct the bet, and why."""
    if facts.street_over:
        return say("The betting round is over, so it is too late to correct the bet."), False
    if facts.mistake == "pot announced too low":
        if facts.substantial:
            return say(
                "The pot was announced too low, but the bet was legal, and after substantial action it is too late to "
                "correct it."
            ), False
        return say(
            "The bet of {made} was based on a pot announced too low. There has been no substantial action since, so "
            "the bet can still be corrected for everybody in the hand.",
            facts.made,
        ), True
    if facts.mistake == "pot announced too high":
        if facts.substantial and rulebook.wrong_bets is WrongBets.UNTIL_SUBSTANTIAL:
            return say(
                "The bet was above the pot, but there has been substantial action since, so it is too late to correct "
                "it."
            ), False
        if rulebook.wrong_bets is WrongBets.UNTIL_SUBSTANTIAL:
            return say(
                "The bet of {made} is above the pot of {right}. There has been no substantial action since, so the bet "
                "can still be corrected for everybody in the hand.",
                facts.made,
                facts.right,
            ), True
        if rulebook.wrong_bets is WrongBets.ROUND:
            return say(
                "The bet of {made} is above the pot of {right}. Not everyone has acted on it yet, so it can still be "
                "corrected for everybody in the hand.",
                facts.made,
                facts.right,
            ), True
        return say(
            "The bet of {made} is above the pot of {right}. The betting round is not over, so the bet can still "
            "be corrected for everybody in the hand.",
            facts.made,
            facts.right,
        ), True
    return say(
        "The bet of {made} is below the minimum of {right}. The betting round is not over, so the bet can still be "
        "corrected for everybody in the hand.",
        facts.made,
        facts.right,
    ), True


def _no_limit_of_time(facts: WrongBet) -> Sentence:
    """The reason why the director decides if no rule says how late such a bet can still be corrected."""
    open_ended = say("No rule of this house says how late such a bet can still be corrected, so the director decides.")
    match facts.mistake:
        case "below the minimum":
            wrong = say("The bet of {made} is below the minimum of {right}.", facts.made, facts.right)
        case "pot announced too high":
            wrong = say("The bet of {made} is above the pot of {right}.", facts.made, facts.right)
        case _:
            wrong = say("The bet of {made} was based on a pot announced too low.", facts.made)
    over = say("The betting round is over.") if facts.street_over else say("The betting round is not over.")
    return in_a_row(wrong, over, open_ended)


def _corrected(facts: WrongBet, steps: tuple[Sentence, ...]) -> Option:
    more = facts.right - facts.made
    return Option(
        verdict=CORRECTED,
        reason=say("The bet of {made} is corrected to {right} for everybody in the hand.", facts.made, facts.right),
        when=say("If it is early enough to be fair, the bet is corrected for everybody in the hand."),
        amount=facts.right,
        add=max(more, 0),
        change=max(-more, 0),
        instructions=steps,
    )


def _stands(facts: WrongBet) -> Option:
    return Option(
        verdict=STANDS,
        reason=say("The bet of {made} stands.", facts.made),
        when=say("If it is too late to be fair, the bet stands."),
        amount=facts.made,
        instructions=(say("Play on."),),
    )


def _steps(facts: WrongBet, rulebook: Rulebook) -> tuple[Sentence, ...]:
    if facts.made < facts.right:
        bring = say("Have the bettor and all callers make it {right}.", facts.right)
        return (bring, _NO_RAISE, say("Play on.")) if rulebook.no_raise_on_correction else (bring, say("Play on."))
    back = say("Give everything above {right} back to the bettor and all callers.", facts.right)
    if rulebook.wrong_bets is WrongBets.ROUND:
        otherwise = say("Otherwise give everything above {right} back to the bettor and all callers.", facts.right)
        return (_THOUGHT_ABOUT, otherwise, say("Play on."))
    return (back, say("Play on."))


_POINTS: Final[dict[Mistake, Point]] = {
    "below the minimum": BROUGHT_UP,
    "pot announced too high": ABOVE_POT,
    "pot announced too low": WRONG_POT,
}
_SILENT: Final[dict[Mistake, tuple[WrongBets, ...]]] = {
    "below the minimum": (WrongBets.DISCRETION,),
    "pot announced too high": (WrongBets.DISCRETION,),
    "pot announced too low": (WrongBets.DISCRETION, WrongBets.ROUND),  # such a bet was legal, and Robert's is silent
}
_NO_RAISE: Final = say("Do not let the correction reopen the betting: players who have called may not raise.")
_THOUGHT_ABOUT: Final = say(
    "If a player has thought about the larger bet for a long time, the director may let it stand."
)
