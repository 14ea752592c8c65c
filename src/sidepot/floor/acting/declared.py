"""Bets and raises that are declared first: with an amount, without one and then in chips, or an amount alone."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite
from sidepot.floor.acting.act_points import (
    BINDS,
    CALLING,
    DECLARED,
    HALF,
    LIKE_CHIPS,
    ONE_CHIP,
    ONE_MOTION,
    RAISE_AMOUNT,
    RAISE_SAID,
    STRING,
    UNCLEAR,
    WRONG_WORDS,
)
from sidepot.floor.acting.amounts import least_meant, meanings_of, settle_meaning
from sidepot.floor.acting.chip_standards import half_standard, may_not_raise, raised
from sidepot.floor.acting.legal import (
    CALL,
    CHECK,
    and_also,
    and_ask,
    as_option,
    call_total,
    greatest_total,
    least_total,
    legal_total,
    option,
    outcome,
    verb_of,
)
from sidepot.floor.acting.phrases import Word
from sidepot.floor.acting.scene import Scene
from sidepot.floor.acting.spoken import How
from sidepot.floor.acting.undercall import rule_on_undercall
from sidepot.floor.spot import Spot
from sidepot.rules.floor_choices import FiftyPercent, RaiseAmount, TwoMotions, WrongWords
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, left_open
from sidepot.rules.texts import cite

BIG_BETS: Final = ("no limit", "pot limit")  # the limits for which TDA-2013 40 lists the ways to raise

# ---- a bet


def rule_on_bet(scene: Scene) -> Ruling:
    """Rule on a declared bet: the amount said, or else the chips of one motion. Rule: TDA-2013 37-A, 48."""
    spot, rulebook = scene.spot, scene.rulebook
    if spot.price and not spot.is_facing_bet:
        return rule_on_raise(scene)
    if not spot.price:
        return _bet(scene)
    if scene.said.amount is not None:
        return rule_on_amount(scene)
    raising = rule_on_raise(scene)
    cites = (cite(WRONG_WORDS, rulebook, "wrong_words"),)
    if rulebook.wrong_words is WrongWords.NEAREST or raising.verdict == CALL:
        return and_also(raising, first="A bet after a bet is a raise.", decides=cites)
    calling = option(spot, CALL, call_total(spot), scene.out, "A bet is not a raise, so it is a call.")
    because = "The player said bet after a bet, so the director decides what it means."
    return left_open(because, cites, as_option(raising), calling)


def _bet(scene: Scene) -> Ruling:
    """The first bet of the round."""
    spot, rulebook = scene.spot, scene.rulebook
    if not legal_total(spot, 1):
        return may_not_raise(spot, scene.out, rulebook, cite(BINDS, rulebook))
    if scene.said.amount is not None:
        amount, note, cites = _amount(scene)
        ruling = raised(spot, amount, scene.out, _bound(amount, note), (cite(BINDS, rulebook),), rulebook)
        return and_also(ruling, first=note, decides=cites)
    if scene.chips:
        counted = _motions_of_bet(rulebook, len(scene.chips))
        total = scene.total_after(counted)
        because = f"The player declared a bet and put out {total}."
        point = ONE_CHIP if len(scene.chips[0]) == 1 and counted == 1 and total > least_total(spot) else BINDS
        return _string(scene, raised(spot, total, scene.out, because, (cite(point, rulebook),), rulebook), counted)
    return _without_amount(scene)


def _motions_of_bet(rulebook: Rulebook, motions: int) -> int:
    return motions if rulebook.two_motions is TwoMotions.UNTIL_HANDS_REST else 1


# ---- a raise


def rule_on_raise(scene: Scene) -> Ruling:
    """Rule on a declared raise, with its amount or with chips. Rule: TDA-2013 40-B, 40-C; TDA-2024 42."""
    spot, rulebook = scene.spot, scene.rulebook
    if not spot.price:
        return _raise_without_bet(scene)
    if not legal_total(spot, spot.price + 1):
        return may_not_raise(spot, scene.out, rulebook, cite(BINDS, rulebook))
    if scene.said.amount is not None:
        return _sized_raise(scene)
    if scene.chips:
        return _raise_in_chips(scene)
    return _without_amount(scene)


def _raise_without_bet(scene: Scene) -> Ruling:
    """A raise without a bet before it. Rule: TDA-2013 49; TDA-2024 55."""
    spot, rulebook = scene.spot, scene.rulebook
    cites = (cite(WRONG_WORDS, rulebook, "wrong_words"),)
    betting = _bet(scene)
    if rulebook.wrong_words is WrongWords.NEAREST or betting.verdict == CHECK:
        return and_also(betting, first="There is no bet to raise, so the raise is a bet.", decides=cites)
    checking = option(spot, CHECK, spot.front, scene.out, "There is no bet to raise, so it is a check.")
    because = "The player said raise with no bet to raise, so the director decides what it means."
    return left_open(because, cites, as_option(betting), checking)


def _sized_raise(scene: Scene) -> Ruling:
    """A raise with an amount: the total, or the increment. Rule: TDA-2013 40-B, 49; TDA-2024 43-B."""
    spot, rulebook, how = scene.spot, scene.rulebook, scene.said.how
    amount, note, cites = _amount(scene)
    declared: tuple[Cite, ...] = (said_first(spot, rulebook),)
    added = spot.price + amount
    if how is not How.OPEN:
        wanted = amount if how is How.TOTAL else added
        what = f"to {amount}" if how is How.TOTAL else f"by {amount}"
        because = f"It is a raise {what}." if note else f"A declared raise {what} is binding."
    elif rulebook.raise_amount is RaiseAmount.TOTAL:
        wanted, declared = amount, (cite(RAISE_AMOUNT, rulebook, "raise_amount"), *declared)
        because = f"The amount declared with a raise is the total, so it is a raise to {amount}."
    else:
        is_total = amount > spot.price and legal_total(spot, amount) <= legal_total(spot, added)
        wanted, declared = amount if is_total else added, (cite(RAISE_AMOUNT, rulebook, "raise_amount"), *declared)
        because = (
            f"That may mean a raise to {amount} or by {amount}, and the smaller amount applies."
            if is_total
            else f"With a bet of {spot.price} to match, {amount} can only be the amount on top: a raise to {added}."
        )
    return and_also(raised(spot, wanted, scene.out, because, declared, rulebook), first=note, decides=cites)


def _raise_in_chips(scene: Scene) -> Ruling:
    """A declared raise followed by chips: the house says how many motions count. Rule: TDA-2013 40-C, 42."""
    spot, rulebook, motions = scene.spot, scene.rulebook, len(scene.chips)
    way, first, counted = rulebook.two_motions, sum(scene.chips[0]), 1
    cites = (cite(RAISE_SAID[way], rulebook, "two_motions") if spot.limit in BIG_BETS else cite(BINDS, rulebook),)
    said = f"The player declared a {scene.said.word}"
    because = f"{said} and put out {first}."
    if way is TwoMotions.UNTIL_HANDS_REST and motions > 1:
        counted = motions
        because = f"{said} and put out {scene.pushed} before the hands came to rest."
    elif way is TwoMotions.EXACT_CALL and motions > 1 and scene.total_after(1) == spot.price:
        counted = 2
        then = sum(scene.chips[1])
        because = f"{said}, put out exactly the call of {first}, and then {then} in one motion."
    elif motions == 1 and scene.total_after(1) >= least_total(spot):  # no house rules otherwise
        is_chip = len(scene.chips[0]) == 1
        point = ONE_CHIP if is_chip else ONE_MOTION if spot.limit in BIG_BETS else BINDS
        cites = (cite(point, rulebook),)
        because = (
            f"{said} first, so the {first} chip counts for its full value."
            if is_chip
            else f"{said} first, so the {first} put out is a raise."
        )
    total = scene.total_after(counted)
    return _string(scene, raised(spot, total, scene.out, because, cites, rulebook), counted)


# ---- an amount alone


def rule_on_amount(scene: Scene) -> Ruling:
    """Rule on an amount alone: it counts like silent chips. Rule: TDA-2013 37-A, 41-A; TDA-2024 40-C."""
    spot = scene.spot
    amount, note, cites = _amount(scene)
    is_more = scene.said.how is How.ADDED
    greater = _reading_as_raise(scene, amount)
    if greater:
        return _left_between(scene, amount, greater)
    is_added = is_more or not spot.is_facing_bet and amount <= spot.price  # with nothing to call, no player means less
    if is_added:
        total = spot.price + amount
        first = f"The player said {amount}{' more' if is_more else ''}, for a total of {total}."
    else:
        total, first = amount, f"It counts as {amount}." if note else f"The player said {amount}."
    return and_also(_rule_on_total(scene, total, first, is_plain=not note and not is_added), first=note, decides=cites)


def _reading_as_raise(scene: Scene, amount: int) -> int:
    """The call or raise that may be meant by an undercall of less than half, such as `eleven` against 3000. 0: none.

    For half of the call or more, the rule on several meanings decides.
    """
    spot, said = scene.spot, scene.said
    if said.amount is None or said.how is not How.OPEN or not spot.front <= amount < spot.price <= spot.all_in:
        return 0
    if 2 * amount >= spot.price:
        return 0
    meanings = scene.meanings or meanings_of(said.amount, spot, 1)
    above = [one for one in meanings if one >= spot.price]
    return legal_total(spot, min(above)) and min(above) if above else 0


def _left_between(scene: Scene, amount: int, greater: int) -> Ruling:
    """An undercall in one meaning, and a call or raise in another: the director decides.

    Rule: TDA-2013 49; TDA-2024 57: no meaning above the pot is taken for granted.
    """
    spot, rulebook, figure = scene.spot, scene.rulebook, scene.said.figure.capitalize()
    less = _rule_on_total(scene, amount, f"It counts as {amount}.", is_plain=False)
    more = _rule_on_total(scene, greater, f"It counts as {greater}.", is_plain=False)
    ways = [one for ruling in (less, more) for one in ruling.options or (as_option(ruling),)]
    options = tuple({one.verdict: one for one in reversed(ways)}.values())[::-1]
    pot = f" (more than the pot of {spot.pot})" if greater > spot.pot else ""
    chips = ""
    if scene.pushed and scene.base + scene.pushed < greater:
        chips = f" The {scene.pushed} put out covers the call, but not {greater}."
        if scene.base + scene.pushed < spot.price:
            chips = f" The {scene.pushed} put out is less than {greater}."
    because = (
        f'"{figure}" may mean {amount} (less than half of the call of {spot.price}) or {greater}{pot}. '
        f"The director decides.{chips}"
    )
    cites = (cite(UNCLEAR, rulebook, "unclear_amount"), *less.cites, *more.cites)
    recommended = less.recommended or less.verdict
    return left_open(because, tuple(dict.fromkeys(cites)), *options, recommended=recommended)


def _rule_on_total(scene: Scene, total: int, first: str, *, is_plain: bool) -> Ruling:
    """Rule on words that come to a `total` for the round, which may be more than the stack."""
    spot, rulebook = scene.spot, scene.rulebook
    declared: tuple[Cite, ...] = (said_first(spot, rulebook),)
    if total < spot.price and total < spot.all_in:
        total = max(total, spot.front)
        return scene.settled(rule_on_undercall(spot, total, total - spot.front, rulebook))
    if total == spot.price <= spot.all_in:
        because = f"{first} That is exactly the call."
        return outcome(spot, CALL, total, scene.out, because, (cite(CALLING, rulebook), cite(BINDS, rulebook)))
    least = least_total(spot)
    if not legal_total(spot, total):
        return may_not_raise(spot, scene.out, rulebook, *declared)
    if total >= min(least, spot.all_in) or not spot.price:
        binding = f"A declared {total} is binding." if is_plain else first
        return raised(spot, total, scene.out, binding, declared, rulebook)
    said = (cite(LIKE_CHIPS, rulebook, "fifty_percent"), cite(HALF, rulebook), cite(BINDS, rulebook))
    ruling = half_standard(spot, total, scene.out, first, said, rulebook)
    more, full, way = total - spot.price, least - spot.price, rulebook.fifty_percent
    if way is FiftyPercent.CHIPS_AND_WORDS or way is FiftyPercent.HALF_IN_WORDS and 2 * more >= full:
        return ruling
    verdict, verb = CALL if spot.is_facing_bet else CHECK, verb_of(spot)
    up = f"Words are binding, and {total} is more than the bet, so it is the minimum {verb}, to {least}."
    raising = option(spot, verb, legal_total(spot, least), scene.out, up)
    as_chips = f"In chips, {more} more would not be a {verb}, so it is a {verdict}."
    calling = option(spot, verdict, call_total(spot), scene.out, as_chips)
    because = f"{first} That is more than the bet but less than a minimum {verb}, so the director decides."
    if way is FiftyPercent.HALF_IN_WORDS:
        because = (
            f"{first} That is {more} more than the bet, less than half of the {full} needed for a {verb}. The rule "
            "does not cover such an amount in words, so the director decides."
        )
    return left_open(because, said, raising, calling, recommended=ruling.verdict)


# ---- helpers


def _amount(scene: Scene) -> tuple[int, str, tuple[Cite, ...]]:
    """The amount that counts, with reason and rule if it has several meanings."""
    said, spot = scene.said, scene.spot
    if said.amount is None:
        return 0, "", ()
    meanings = scene.meanings or meanings_of(said.amount, spot, _least_meant(scene))
    if spot.is_facing_bet and said.word is not Word.RAISE and said.how is How.OPEN and not scene.meanings:
        meanings = meanings_of(said.amount, spot, 1)  # the least one may be an undercall: nobody leaves it out unasked
    return settle_meaning(said.figure.capitalize(), said.amount.value, meanings, spot, scene.rulebook)


def _least_meant(scene: Scene) -> int:
    """The least amount that a number without its unit means: half of the least bet, or of the bet to match.

    An amount said as a total is at least the bet before it; as the total of a raise, more. Rule: TDA-2013 49.
    """
    spot, said = scene.spot, scene.said
    if said.word is Word.RAISE and said.how is How.TOTAL:
        return spot.price + 1
    if said.how is How.TOTAL and spot.price:
        return spot.price
    is_added = said.how is How.ADDED or said.word is Word.RAISE
    return least_meant(spot, is_added=is_added)


def said_first(spot: Spot, rulebook: Rulebook) -> Cite:
    """The rule by which the first words count: at no limit and pot limit the rule on raises, elsewhere that words are
    binding.

    Rule: TDA-2013 40-B, 37-A; TDA-2024 42, 50-A.
    """
    return cite(DECLARED if spot.price and spot.limit in BIG_BETS else BINDS, rulebook)


def _bound(amount: int, note: str) -> str:
    """The reason why an amount is binding. `note` explains how it follows from the words, if they name another."""
    return f"It counts as {amount}." if note else f"A declared {amount} is binding."


def _without_amount(scene: Scene) -> Ruling:
    """A bet or raise without an amount, in words or chips: at least the smallest that is legal."""
    spot, verb = scene.spot, verb_of(scene.spot)
    amount, cites = legal_total(spot, spot.price), (cite(BINDS, scene.rulebook),)
    said = f"A declared {scene.said.word} is binding."
    if amount == spot.all_in:
        return raised(spot, amount, scene.out, said, cites, scene.rulebook)
    if spot.limit == "fixed limit" and amount == greatest_total(spot):
        return outcome(spot, verb, amount, scene.out, f"{said} The limit allows only one size: {amount}.", cites)
    because = f"The player named no amount, so it is a minimum {verb} unless the player names more now."
    return and_ask(spot, outcome(spot, verb, amount, scene.out, because, cites))


def _string(scene: Scene, ruling: Ruling, counted: int) -> Ruling:
    """The ruling, with a note if later motions do not count. Rule: TDA-2013 48; PG-65."""
    if len(scene.chips) <= counted:
        return ruling
    then = "Chips added later are a string bet and do not count."
    return and_also(ruling, then=then, cites=(cite(STRING, scene.rulebook),))
