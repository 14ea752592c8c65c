"""Bets and raises that are declared first: with an amount, without one and then in chips, or as an amount alone."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite
from sidepot.floor.acting.act_points import (
    BINDS,
    CALLING,
    CHIP_BET,
    CHIP_RAISE,
    DECLARED,
    HALF,
    LIKE_CHIPS,
    ONE_MOTION,
    RAISE_AMOUNT,
    RAISE_SAID,
    STRING,
    UNCLEAR,
    WITHOUT_BET,
    WRONG_WORDS,
)
from sidepot.floor.acting.amounts import least_meant, meanings_of, settle_meaning
from sidepot.floor.acting.chip_standards import half_standard, may_not_raise, raised
from sidepot.floor.acting.legal import (
    CALL,
    CHECK,
    COMPLETE,
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
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import FiftyPercent, RaiseAmount, TwoMotions, WrongWords
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, left_open
from sidepot.rules.texts import cite

BIG_BETS: Final = ("no limit", "pot limit")  # the limits for which TDA-2013 40 lists the ways to raise

# ---- a bet


def rule_on_bet(scene: Scene) -> Ruling:
    """Rule on a declared bet: the amount named or, if none was named, the chips put out in one motion.

    Rule: TDA-2013 37-A, 48.
    """
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
        return and_also(raising, first=say("A bet after a bet is a raise."), decides=cites)
    calling = option(
        spot,
        CALL,
        call_total(spot),
        scene.out,
        say("A bet is not a raise, so it is a call."),
        say("If the player did not mean to raise, it is a call."),
    )
    because = say('The player said "bet" after a bet, so the director decides what it means.')
    return left_open(because, cites, as_option(raising, say("If the player meant to raise, it is a raise.")), calling)


def _bet(scene: Scene) -> Ruling:
    """Rule on the first bet of the round."""
    spot, rulebook = scene.spot, scene.rulebook
    if not legal_total(spot, 1):
        return may_not_raise(spot, scene.out, rulebook, cite(BINDS, rulebook))
    if scene.said.amount is not None:
        amount, note, cites = _amount(scene)
        because = note or _declared_bet(spot, amount)
        return and_also(raised(spot, amount, scene.out, because, (cite(BINDS, rulebook),), rulebook), decides=cites)
    if scene.chips:
        counted = _motions_of_bet(rulebook, len(scene.chips))
        total = scene.total_after(counted)
        because = say("The player declared a bet and put out {amount}.", total)
        point = CHIP_BET if len(scene.chips[0]) == 1 and counted == 1 and total > least_total(spot) else BINDS
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
    """Rule on a raise without a bet before it. Rule: TDA-2013 49; TDA-2024 55."""
    spot, rulebook = scene.spot, scene.rulebook
    cites = (cite(WITHOUT_BET, rulebook, "wrong_words"),)
    betting = _bet(scene)
    if rulebook.wrong_words is WrongWords.NEAREST or betting.verdict == CHECK:
        return and_also(betting, first=say("There is no bet to raise, so the raise is a bet."), decides=cites)
    checking = option(spot, CHECK, spot.front, scene.out, say("There is no bet to raise, so it is a check."))
    because = say('The player said "raise" with no bet to raise, so the director decides what it means.')
    meant = say("If the player meant to put in chips, the raise counts as a bet.")
    return left_open(because, cites, as_option(betting, meant), checking)


def _sized_raise(scene: Scene) -> Ruling:
    """Rule on a raise with an amount, which is the total or the increment. Rule: TDA-2013 40-B, 49; TDA-2024 43-B."""
    spot, rulebook, how = scene.spot, scene.rulebook, scene.said.how
    amount, note, cites = _amount(scene)
    declared: tuple[Cite, ...] = (said_first(spot, rulebook),)
    added = spot.price + amount
    if how is not How.OPEN:
        is_total = how is How.TOTAL
        wanted = amount if is_total else added
        if note:
            because, note = (note, ()) if is_total else (say("It is a raise by {amount}.", amount), note)
        else:
            because = _declared_raise(spot, wanted) if is_total else _declared_raise_by(spot, amount, wanted)
    elif rulebook.raise_amount is RaiseAmount.TOTAL:
        wanted, declared = amount, (cite(RAISE_AMOUNT, rulebook, "raise_amount"), *declared)
        because = say("The amount declared with a raise is the total: {amount}.", amount)
    else:
        is_total = amount > spot.price and legal_total(spot, amount) <= legal_total(spot, added)
        wanted, declared = amount if is_total else added, (cite(RAISE_AMOUNT, rulebook, "raise_amount"), *declared)
        because = (
            say(
                "The words may mean a raise to {amount} or by {amount}, and the smaller amount applies.", amount, amount
            )
            if is_total
            else say(
                "With a bet of {price} to match, {amount} can only be the amount on top: a raise to {added}.",
                spot.price,
                amount,
                added,
            )
        )
    return and_also(raised(spot, wanted, scene.out, because, declared, rulebook), first=note, decides=cites)


def _raise_in_chips(scene: Scene) -> Ruling:
    """Rule on a declared raise followed by chips: the house decides how many motions count. Rule: TDA-2013 40-C, 42."""
    spot, rulebook, motions = scene.spot, scene.rulebook, len(scene.chips)
    way, first, counted = rulebook.two_motions, sum(scene.chips[0]), 1
    cites = (cite(RAISE_SAID[way], rulebook, "two_motions") if spot.limit in BIG_BETS else cite(BINDS, rulebook),)
    is_bet = scene.said.word is Word.BET
    declared = (
        say("The player declared a bet and put out {amount}.", first)
        if is_bet
        else say("The player declared a raise and put out {amount}.", first)
    )
    before = (
        say("The player declared a bet before putting out chips.")
        if is_bet
        else say("The player declared a raise before putting out chips.")
    )
    because = declared
    if way is TwoMotions.UNTIL_HANDS_REST and motions > 1:
        counted = motions
        because = in_a_row(
            before,
            say(
                "The whole {amount} counts, because it was put out before the player's hands came to rest.",
                scene.pushed,
            ),
        )
    elif way is TwoMotions.EXACT_CALL and motions > 1 and scene.total_after(1) == spot.price:
        counted = 2
        then = sum(scene.chips[1])
        because = in_a_row(
            before,
            say(
                "The player put in exactly the {call} to call, and then added {amount} in one motion.",
                first,
                then,
            ),
        )
    elif motions == 1 and scene.total_after(1) >= least_total(spot):  # no house rules otherwise
        is_chip = len(scene.chips[0]) == 1
        point = CHIP_RAISE if is_chip else ONE_MOTION if spot.limit in BIG_BETS else BINDS
        cites = (cite(point, rulebook),)
        because = in_a_row(
            before,
            _full_value(spot, first)
            if is_chip
            else say("The {amount} put out is the total to which the player raises.", first),
        )
    total = scene.total_after(counted)
    return _string(scene, raised(spot, total, scene.out, because, cites, rulebook), counted)


def _full_value(spot: Spot, chip: int) -> Sentence:
    """The sentence that the chip counts in full, on top of chips in front that match nothing more."""
    if spot.front and not spot.to_call:
        return say("The {chip} chip counts for its full value, on top of the {front} in front.", chip, spot.front)
    return say("The {chip} chip counts for its full value.", chip)


# ---- an amount alone


def rule_on_amount(scene: Scene) -> Ruling:
    """Rule on an amount named without an action. It counts like silent chips of that amount.

    Rule: TDA-2013 37-A, 41-A; TDA-2024 40-C.
    """
    spot = scene.spot
    amount, note, cites = _amount(scene)
    is_more = scene.said.how is How.ADDED
    greater = _reading_as_raise(scene, amount)
    if greater:
        return _left_between(scene, amount, greater)
    is_added = is_more or not spot.is_facing_bet and amount <= spot.price  # with nothing to call, no player means less
    if is_added:
        total = spot.price + amount
        first = (
            say("The player said {amount} more, for a total of {total}.", amount, total)
            if is_more
            else say("The player has nothing to call and said {amount}, for a total of {total}.", amount, total)
        )
    else:
        total = amount
        first = () if note else say("The player said {amount}.", amount)
    first = in_a_row(note, first)
    return and_also(_rule_on_total(scene, total, first, is_plain=not note and not is_added), decides=cites)


def _reading_as_raise(scene: Scene, amount: int) -> int:
    """The call or raise that an undercall of less than half may mean, such as `eleven` against 3000; 0 if none.

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
    """Rule on words that are an undercall in one meaning, and a call or raise in another: the director decides.

    Rule: TDA-2013 49; TDA-2024 57: no meaning above the pot is taken for granted.
    """
    spot, rulebook, figure = scene.spot, scene.rulebook, scene.said.figure.capitalize()
    less = _rule_on_total(scene, amount, say("The words count as {amount}.", amount), is_plain=False)
    more = _rule_on_total(scene, greater, say("The words count as {amount}.", greater), is_plain=False)
    ways = [
        one
        for ruling, meant in ((less, amount), (more, greater))
        for one in ruling.options or (as_option(ruling, _if_meant(ruling, meant)),)
    ]
    options = tuple({one.verdict: one for one in reversed(ways)}.values())[::-1]
    may = (
        say(
            '"{words}" may mean {amount} (less than half of the call of {call}) or {greater} (more than the '
            "pot of {pot}). Neither is likely, so the director decides.",
            figure,
            amount,
            spot.price,
            greater,
            spot.pot,
        )
        if greater > spot.pot
        else say(
            '"{words}" may mean {amount} (less than half of the call of {call}) or {greater}, so the director decides.',
            figure,
            amount,
            spot.price,
            greater,
        )
    )
    chips: Sentence = ()
    if scene.pushed and scene.base + scene.pushed < greater:
        chips = (
            say("The {chips} put out is less than {greater}.", scene.pushed, greater)
            if scene.base + scene.pushed < spot.price
            else say("The {chips} put out covers the call, but not {greater}.", scene.pushed, greater)
        )
    because = in_a_row(may, chips)
    cites = (cite(UNCLEAR, rulebook, "unclear_amount"), *less.cites, *more.cites)
    recommended = less.recommended or less.verdict
    return left_open(because, tuple(dict.fromkeys(cites)), *options, recommended=recommended)


def _if_meant(ruling: Ruling, amount: int) -> Sentence:
    """The sentence that says when to choose the meaning on which the ruling is based."""
    if ruling.verdict == CALL:
        return say("If the player meant {amount}, it is an undercall, which is a full call here.", amount)
    return say("If the player meant {amount}, that amount is binding.", amount)


def _rule_on_total(scene: Scene, total: int, first: Sentence, *, is_plain: bool) -> Ruling:
    """Rule on words that add up to a `total` for the round, which may be more than the stack."""
    spot, rulebook = scene.spot, scene.rulebook
    declared: tuple[Cite, ...] = (said_first(spot, rulebook),)
    words = () if is_plain else first
    if total < spot.price and total < spot.all_in:
        total = max(total, spot.front)
        ruling = scene.settled(rule_on_undercall(spot, total, total - spot.front, rulebook))
        return and_also(ruling, first=words)
    if total == spot.price <= spot.all_in:
        exactly = (
            say("That is exactly the amount to call.")
            if total < spot.all_in
            else say("That is exactly the amount to call, and it takes the player's last chips.")
        )
        because = in_a_row(first, exactly)
        return outcome(spot, CALL, total, scene.out, because, (cite(CALLING, rulebook), cite(BINDS, rulebook)))
    least = least_total(spot)
    if not legal_total(spot, total):
        return and_also(may_not_raise(spot, scene.out, rulebook, *declared), first=words)
    if total >= min(least, spot.all_in) or not spot.price:
        binding = first
        if is_plain:
            binding = (
                say("The declared amount of {amount} is binding.", total) if spot.price else _declared_bet(spot, total)
            )
        return raised(spot, total, scene.out, binding, declared, rulebook)
    said = (cite(LIKE_CHIPS, rulebook, "fifty_percent"), cite(HALF, rulebook), cite(BINDS, rulebook))
    ruling = half_standard(spot, total, scene.out, first, said, rulebook)
    more, full, way = total - spot.price, least - spot.price, rulebook.fifty_percent
    if way is FiftyPercent.CHIPS_AND_WORDS or way is FiftyPercent.HALF_IN_WORDS and 2 * more >= full:
        return ruling
    verdict = CALL if spot.is_facing_bet else CHECK
    up = say(
        "Words are binding, and {amount} is more than the bet, so it is the minimum raise, to {least}.", total, least
    )
    raising = option(spot, verb_of(spot), legal_total(spot, least), scene.out, up)
    as_chips = (
        say("The extra {amount} is less than a full raise, so it is a call.", more)
        if spot.is_facing_bet
        else say("The extra {amount} is less than a full raise, so it is a check.", more)
    )
    calling = option(spot, verdict, call_total(spot), scene.out, as_chips)
    because = say("The amount is more than the bet but less than a minimum raise, so the director decides.")
    if way is FiftyPercent.HALF_IN_WORDS:
        because = say(
            "That is only {more} more than the bet: less than half of the {full} needed for a raise. No rule covers "
            "such an amount in words, so the director decides.",
            more,
            full,
        )
    because = in_a_row(first, because)
    return left_open(because, said, raising, calling, recommended=ruling.verdict)


# ---- helpers


def _amount(scene: Scene) -> tuple[int, Sentence, tuple[Cite, ...]]:
    """The amount that counts, and the reason and the rule if it has several meanings."""
    said, spot = scene.said, scene.spot
    if said.amount is None:
        return 0, (), ()
    meanings = scene.meanings or meanings_of(said.amount, spot, _least_meant(scene))
    if spot.is_facing_bet and said.word is not Word.RAISE and said.how is How.OPEN and not scene.meanings:
        meanings = meanings_of(said.amount, spot, 1)  # the least one may be an undercall: nobody leaves it out unasked
    return settle_meaning(said.figure.capitalize(), said.amount.value, meanings, spot, scene.rulebook)


def _least_meant(scene: Scene) -> int:
    """The smallest amount that a number without its unit can mean: half the minimum bet, or half the bet to match.

    An amount announced as a total is at least the bet before it; as the total of a raise, it is more. Rule: TDA-2013
    49.
    """
    spot, said = scene.spot, scene.said
    if said.word is Word.RAISE and said.how is How.TOTAL:
        return spot.price + 1
    if said.how is How.TOTAL and spot.price:
        return spot.price
    is_added = said.how is How.ADDED or said.word is Word.RAISE
    return least_meant(spot, is_added=is_added)


def said_first(spot: Spot, rulebook: Rulebook) -> Cite:
    """The rule that the first words count: the rule on raises if the player has the chips to raise at no limit or pot
    limit; otherwise, the rule that words are binding.

    Rule: TDA-2013 40-B, 37-A; TDA-2024 42, 50-A.
    """
    may_be_raise = 0 < spot.price < spot.all_in and spot.limit in BIG_BETS
    return cite(DECLARED if may_be_raise else BINDS, rulebook)


def _without_amount(scene: Scene) -> Ruling:
    """Rule on a bet or raise without an amount, in words or chips: it is at least the legal minimum."""
    spot, verb = scene.spot, verb_of(scene.spot)
    amount, cites = legal_total(spot, spot.price), (cite(BINDS, scene.rulebook),)
    if amount == spot.all_in:
        return raised(spot, amount, scene.out, _declared(scene.said.word), cites, scene.rulebook)
    if spot.limit == "fixed limit" and amount == greatest_total(spot):
        size = (
            say("The limit allows only a bet of {amount}.", amount)
            if not spot.price
            else say("The limit allows only a completion to {amount}.", amount)
            if verb == COMPLETE
            else say("The limit allows only a raise to {amount}.", amount)
        )
        because = in_a_row(_declared(scene.said.word), size)
        return outcome(spot, verb, amount, scene.out, because, cites)
    because = (
        say("The player named no amount in chips, so this is a minimum raise unless the player now names more.")
        if spot.price
        else say("The player named no amount in chips, so this is a minimum bet unless the player now names more.")
    )
    return and_ask(spot, outcome(spot, verb, amount, scene.out, because, cites))


def _declared(word: Word) -> Sentence:
    return say("The declared raise is binding.") if word is Word.RAISE else say("The declared bet is binding.")


def _declared_bet(spot: Spot, amount: int) -> Sentence:
    """The sentence that a declared bet is binding or, if its amount is not legal, that it was declared."""
    if legal_total(spot, amount) == amount:
        return say("The declared bet of {amount} is binding.", amount)
    return say("The player declared a bet of {amount}.", amount)


def _declared_raise(spot: Spot, total: int) -> Sentence:
    """The sentence that a declared raise is binding or, if its total is not legal, that it was declared."""
    if legal_total(spot, total) == total:
        return say("The declared raise to {amount} is binding.", total)
    return say("The player declared a raise to {amount}.", total)


def _declared_raise_by(spot: Spot, amount: int, total: int) -> Sentence:
    """The sentence that a raise by a declared amount is binding or, if its total is not legal, that it was declared."""
    if legal_total(spot, total) == total:
        return say("The declared raise by {amount} is binding.", amount)
    return say("The player declared a raise by {amount}, to {total}.", amount, total)


def _string(scene: Scene, ruling: Ruling, counted: int) -> Ruling:
    """The ruling, with a note if later motions do not count. Rule: TDA-2013 48; PG-65."""
    if len(scene.chips) <= counted:
        return ruling
    then = (
        say("Chips added later are a string bet, and only those needed for that amount count.")
        if (ruling.amount or 0) > scene.total_after(counted)
        else say("Chips added later are a string bet and do not count.")
    )
    return and_also(ruling, then=then, cites=(cite(STRING, scene.rulebook),))
