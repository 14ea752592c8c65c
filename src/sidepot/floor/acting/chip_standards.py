"""Silent chips: their meaning when there is a bet to match, and when there is none.

One large chip is a call. Several chips are a call if each of them is needed for it; otherwise they are a raise if they
make up half of one. If there is nothing to match, they are a bet.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from sidepot.errors import Cite
from sidepot.floor.acting.act_points import (
    ALL_IN_CALL,
    BET_BROUGHT_UP,
    BOUNDS,
    BROUGHT_UP,
    CAPPED,
    CHANGE,
    CHIP_BET,
    CHIPS_BET,
    EXACT_CHIPS,
    HALF,
    LAST_CHIPS,
    MANY_CHIPS,
    NOBODY_CALLS,
    ONE_CHIP,
    SPARE_CHIPS,
)
from sidepot.floor.acting.legal import (
    BET,
    CALL,
    CHECK,
    COMPLETE,
    call_total,
    is_short,
    least_total,
    legal_total,
    outcome,
    verb_of,
)
from sidepot.floor.spot import Acted, Spot
from sidepot.floor.turns.deeds import LIMITED, MAY_RAISE, MAY_RAISE_IN_LIMIT, reopening_cite
from sidepot.rules.clauses import Sentence, in_a_row, names, say
from sidepot.rules.floor_choices import LastChips
from sidepot.rules.rulebook import Reopening, Rulebook
from sidepot.rules.ruling import Ruling, Sanction
from sidepot.rules.texts import cite

# ---- who may raise after a short all-in


class ShortAllIn(NamedTuple):
    """The effect of a short all-in on the other players.

    - `barred`: the players who may not raise
    """

    because: Sentence
    steps: tuple[Sentence, ...]
    cites: tuple[Cite, ...]
    barred: tuple[Acted, ...] = ()


def short_all_in(spot: Spot, amount: int, full: int, rulebook: Rulebook) -> ShortAllIn:
    """The effect of an all-in to `amount`, which is less than a full bet or raise to `full`.

    Players who have acted may raise again only if they face a large enough raise. Players who have not acted may raise
    as usual. Rule: TDA-2013 41-B; TDA-2024 47-A; TS-9.
    """
    how = rulebook.reopening_limit if spot.limit in LIMITED else rulebook.reopening
    cites = (reopening_cite(spot, rulebook),)
    size = spot.full or full - spot.price
    more = (
        say(
            "The all-in for {amount} is a raise of {raised}, less than a full raise of {full}.",
            amount,
            amount - spot.price,
            size,
        )
        if spot.price
        else say("The all-in for {amount} is less than a full bet of {full}.", amount, size)
    )
    by_half = how in (Reopening.HALF, Reopening.HALF_ALONE)
    alone = how in (Reopening.FULL, Reopening.HALF_ALONE)  # short raises do not add up
    if by_half and 2 * (amount - _level(spot)) >= size:
        reopens = say("It is at least half of that, so it reopens the betting for everybody.")
        return ShortAllIn(in_a_row(more, reopens), (), cites)
    enough = -(-size // 2) if by_half else size
    unless = _reopening_raise(enough, by_half=by_half, alone=alone)
    if spot.acted is None:
        return ShortAllIn(
            in_a_row(more, _not_reopened_for_unknown(enough, alone=alone)),
            (
                say(
                    "Tell each player who has already acted: you may call or fold. You may raise only if {reopened}.",
                    unless,
                ),
            ),
            cites,
        )
    barred = [one for one in spot.acted if not _may_raise(one, amount, size, how)]
    free = [one for one in spot.acted if one not in barred]
    parts, steps = [more], []
    if by_half and spot.acted:
        parts.append(say("Half a raise, {half}, is enough to reopen the betting.", enough))
    if barred:
        who = _names(barred)
        parts.append(_not_reopened(who, enough, alone=alone))
        steps.append(say("Tell {players}: you may call or fold. You may raise only if {reopened}.", who, unless))
    if free:
        parts.append(_reopened(_names(free), enough, alone=alone))
    if not spot.acted:
        parts.append(say("The players still to act have not acted before, so all of them may raise."))
    return ShortAllIn(in_a_row(*parts), tuple(steps), cites, tuple(barred))


def _reopening_raise(enough: int, *, by_half: bool, alone: bool) -> Sentence:
    """What must happen before a player who may not raise now may raise again, as a part of a sentence."""
    if not alone:
        return say("the bet has gone up by {amount} or more in all since you last acted", enough)
    if by_half:
        return say("somebody else raises by {amount} or more", enough)
    return say("somebody else makes a full raise")


def _not_reopened_for_unknown(enough: int, *, alone: bool) -> Sentence:
    return (
        say(
            "It does not reopen the betting for players who have acted, unless a single raise since then was "
            "{amount} or more.",
            enough,
        )
        if alone
        else say(
            "A player who has already acted may raise only if the bet has gone up by {amount} or more since then.",
            enough,
        )
    )


def _not_reopened(players: str | Sentence, enough: int, *, alone: bool) -> Sentence:
    return (
        say(
            "It does not reopen the betting for {players}, because no single raise since they last acted was "
            "{amount} or more.",
            players,
            enough,
        )
        if alone
        else say(
            "It does not reopen the betting for {players}, because the bet has gone up by less than {amount} "
            "since they last acted.",
            players,
            enough,
        )
    )


def _reopened(players: str | Sentence, enough: int, *, alone: bool) -> Sentence:
    return (
        say(
            "It reopens the betting for {players}, because a single raise since they last acted was {amount} or more.",
            players,
            enough,
        )
        if alone
        else say(
            "It reopens the betting for {players}, because the bet has gone up by {amount} or more since they "
            "last acted.",
            players,
            enough,
        )
    )


def _level(spot: Spot) -> int:
    """The level from which a bet or raise is measured. A bring-in does not count, because it is not a bet."""
    return spot.least - spot.full if spot.opening and spot.least else spot.price


def _may_raise(other: Acted, amount: int, size: int, how: Reopening) -> bool:
    """Whether a player who has acted may raise again over a short all-in to this total."""
    if other.reopened:
        return True
    raised = amount - other.at
    if how is Reopening.HALF:
        return 2 * raised >= size
    return how is Reopening.CUMULATIVE and raised >= size


def _names(players: list[Acted]) -> str | Sentence:
    if any(not one.name and one.seat < 0 for one in players):
        return (
            say("the player who has already acted") if len(players) == 1 else say("the players who have already acted")
        )
    return names([one.name or f"seat {one.seat + 1}" for one in players])


# ---- silent chips


_FULL_RAISE: Final = say("They are enough for a full raise, so it is a raise.")
_WHOLE: Final = (1000000, 100000, 25000, 10000, 5000, 1000, 500, 100, 50, 25, 10, 5)  # usual values of chips


def silent_standard(
    spot: Spot, chips: tuple[int, ...], total: int, rulebook: Rulebook, *, last: bool = False
) -> Ruling:
    """Rule on several chips put out silently when there is a bet to match.

    - `total`: the player's total for the round, with these chips
    - `last`: whether the player has no more chips

    The chips are a call if each of them is needed for it. Otherwise, they are a raise if they amount to half of a raise
    or more, and a call if they amount to less. Rule: TDA-2013 43, 41-A; TDA-2024 45, 43-A.

    >>> from sidepot.rules.houses import TDA_2013
    >>> ruling = silent_standard(Spot(price=1100, full=600), (1000, 100, 100, 100, 100), 1400, TDA_2013, last=False)
    >>> ruling.verdict, ruling.amount, ruling.add
    ('raise', 1700, 300)
    """
    spot = with_last_chips(spot, total) if last else spot
    to_call = spot.price - (total - sum(chips))  # the total that these chips needed
    if total - min(chips) < spot.price:
        return _all_needed(spot, chips, total, to_call, rulebook)
    spare = (
        say("The chips are more than the call of {to_call}.", to_call)
        if to_call == spot.price
        else say("The chips are more than the {to_call} still to call.", to_call)
    )
    if not legal_total(spot, total):
        return may_not_raise(spot, total, rulebook, cite(SPARE_CHIPS, rulebook))
    is_last = total >= spot.all_in
    if is_last and rulebook.last_chips is LastChips.ALL_IN:
        because = in_a_row(spare, say("These are the player's last chips, so it is an all-in."))
        return raised(spot, total, total, because, (cite(LAST_CHIPS, rulebook, "last_chips"),), rulebook)
    cites = (cite(HALF, rulebook), cite(SPARE_CHIPS, rulebook, *["last_chips"] * is_last))
    if is_last:
        cites = cites[::-1]
    return half_standard(spot, total, total, spare, cites, rulebook, chips=chips)


def half_standard(
    spot: Spot,
    total: int,
    out: int,
    why: Sentence,
    cites: tuple[Cite, ...],
    rulebook: Rulebook,
    *,
    chips: tuple[int, ...] = (),
) -> Ruling:
    """Rule on chips above the price without a declared raise. Half of a raise or more is a raise; less is a call.

    - `total`: the player's total for the round, with these chips
    - `out`: the value of all chips in front of the player

    Rule: TDA-2013 41-A; TDA-2024 43-A.
    """
    more, full = total - spot.price, least_total(spot) - spot.price
    if more >= full:
        return raised(
            spot,
            total,
            out,
            in_a_row(why, _FULL_RAISE),
            cites,
            rulebook,
        )
    if 2 * more >= full:
        because = in_a_row(
            why,
            say("The extra {more} is at least half of the {full} needed for a raise, so it is a raise.", more, full),
        )
        ruling = raised(spot, total, out, because, cites, rulebook)
        if not _expects_change(chips, total - spot.price):
            return ruling
        change = (*ruling.cites, cite(CHANGE, rulebook))
        return msgspec.structs.replace(ruling, cites=change, penalty=Sanction("over-betting for change"))
    verdict = CALL if spot.is_facing_bet else CHECK
    less = (
        say("The extra {more} is less than half of the {full} needed for a raise, so it is a call.", more, full)
        if spot.is_facing_bet
        else say("The extra {more} is less than half of the {full} needed for a raise, so it is a check.", more, full)
    )
    if chips and total >= spot.all_in:
        less = in_a_row(less, say("The half-raise rule also applies to a player's last chips."))
    because = in_a_row(why, less)
    return outcome(spot, verdict, call_total(spot), out, because, cites)


def one_chip(spot: Spot, chip: int, rulebook: Rulebook) -> Ruling:
    """Rule on a single silent chip larger than the call, which is a call. Rule: TDA-2013 42; TDA-2024 44."""
    because = say(
        "With {to_call} to call, the player put out a single {chip} chip without declaring a raise, so it is a call.",
        spot.to_call,
        chip,
    )
    return outcome(spot, CALL, spot.price, spot.front + chip, because, (cite(ONE_CHIP, rulebook),))


def called(spot: Spot, out: int, rulebook: Rulebook) -> Ruling:
    """Rule on chips that make the call exactly. Rule: TDA-2013 39; TDA-2024 41-B.

    `out` is the value of all chips in front of the player.
    """
    because = (
        say("The chips match the {to_call} still to call exactly.", spot.to_call)
        if spot.front
        else say("The chips match the call of {to_call} exactly.", spot.to_call)
    )
    return outcome(spot, CALL, spot.price, out, because, (cite(EXACT_CHIPS, rulebook),))


def chips_without_bet(spot: Spot, chips: tuple[int, ...], rulebook: Rulebook) -> Ruling:
    """Rule on silent chips with nothing to call. They are a bet of their total value, or a raise of the player's own
    blind.

    A single chip is oversized if it is more than the minimum bet. Rule: TDA-2013 42, last sentence, 37-A; TDA-2024 44.
    """
    total = spot.front + sum(chips)
    is_one, put = len(chips) == 1, sum(chips)
    point = CHIP_BET if is_one and total > least_total(spot) else CHIPS_BET
    if not legal_total(spot, total):
        return may_not_raise(spot, total, rulebook, cite(point, rulebook))
    if not spot.price:
        because = (
            say("Nobody has bet yet, so the {chip} chip is a bet.", put)
            if is_one
            else say("Nobody has bet yet, so the {amount} is a bet.", put)
        )
        return raised(spot, total, total, because, (cite(point, rulebook),), rulebook)
    if total >= spot.all_in and rulebook.last_chips is LastChips.ALL_IN:
        why = (
            say("The player has nothing to call, so the added {chip} chip is an all-in raise.", put)
            if is_one
            else say("The player has nothing to call, so the added {amount} is a raise, all-in.", put)
        )
        return raised(spot, total, total, why, (cite(LAST_CHIPS, rulebook, "last_chips"),), rulebook)
    if total >= least_total(spot):
        why = (
            say("The player has nothing to call, so the added {chip} chip is a raise.", put)
            if is_one
            else say("The player has nothing to call, so the added {amount} is a raise.", put)
        )
        return raised(spot, total, total, why, (cite(point, rulebook),), rulebook)
    return half_standard(
        spot,
        total,
        total,
        say("The player has nothing to call and added {amount}.", put),
        (cite(HALF, rulebook),),
        rulebook,
    )


def raised(spot: Spot, wanted: int, out: int, because: Sentence, cites: tuple[Cite, ...], rulebook: Rulebook) -> Ruling:
    """Rule on a bet or raise to the total `wanted`. An illegal total is corrected to the nearest legal one.

    `out` is the value of all chips in front of the player.

    Rule: TDA-2013 41-A; PG-39.
    """
    amount = legal_total(spot, wanted)
    if not amount:
        return may_not_raise(spot, out, rulebook, *cites)
    verdict = verb_of(spot)
    steps: tuple[Sentence, ...] = ()
    if is_short(spot, amount):
        short = short_all_in(spot, amount, least_total(spot), rulebook)
        because = in_a_row(because, short.because)
        cites, steps = (*cites, *short.cites), short.steps
    elif amount > wanted:
        because = in_a_row(
            because, _made_up(verdict, wanted, amount) if wanted > spot.price else _minimum(verdict, amount)
        )
        cites = (*cites, cite(BROUGHT_UP if spot.price else BET_BROUGHT_UP, rulebook))
    elif amount < wanted and amount < spot.all_in:
        because = in_a_row(because, _maximum(verdict, wanted, amount))
        cites = (*cites, cite(BOUNDS, rulebook))
    elif amount < wanted:
        because = in_a_row(because, say("The player has only {amount} and is all-in.", amount))
    ruling = outcome(spot, verdict, amount, out, because, tuple(dict.fromkeys(cites)))
    return msgspec.structs.replace(ruling, instructions=(*ruling.instructions, *steps))


def _minimum(verdict: str, amount: int) -> Sentence:
    if verdict == BET:
        return say("That is below the minimum, so it is a bet of {amount}.", amount)
    if verdict == COMPLETE:
        return say("That is below the minimum, so it completes to {amount}.", amount)
    return say("That is below the minimum, so it is a raise to {amount}.", amount)


def _made_up(verdict: str, wanted: int, amount: int) -> Sentence:
    """The sentence that a bet or raise below the minimum counts as the minimum."""
    if verdict == BET:
        return say("A bet of {wanted} is less than the minimum bet, so it is made up to {amount}.", wanted, amount)
    if verdict == COMPLETE:
        return say("Completing to {wanted} is less than the minimum, so it is made up to {amount}.", wanted, amount)
    return say("A raise to {wanted} is less than the minimum raise, so it is made up to {amount}.", wanted, amount)


def _maximum(verdict: str, wanted: int, amount: int) -> Sentence:
    if verdict == BET:
        return say("A bet of {wanted} is more than the maximum bet, so it is reduced to {amount}.", wanted, amount)
    if verdict == COMPLETE:
        return say("Completing to {wanted} is more than the maximum, so it is reduced to {amount}.", wanted, amount)
    return say("A raise to {wanted} is more than the maximum raise, so it is reduced to {amount}.", wanted, amount)


def may_not_raise(spot: Spot, out: int, rulebook: Rulebook, *cites: Cite) -> Ruling:
    """Rule on a raise by a player who may not raise, or who has no chips for a raise. It is a call or a check.

    `out` is the value of all chips in front of the player.

    Rule: TDA-2013 41-B, 45; TS-12; SD-1.
    """
    if spot.is_facing_bet and spot.all_in <= spot.price:
        because = (
            say(
                "The player has only {all_in} against a bet of {price}, so this is an all-in call.",
                spot.all_in,
                spot.price,
            )
            if spot.all_in < spot.price
            else say("Calling takes the player's whole stack of {all_in}, so the player calls all-in.", spot.all_in)
        )
        return outcome(spot, CALL, spot.all_in, out, because, (cite(ALL_IN_CALL, rulebook), *cites))
    calls = spot.is_facing_bet
    verdict = CALL if calls else CHECK
    point = MAY_RAISE_IN_LIMIT if spot.limit in LIMITED else MAY_RAISE
    if spot.alone:
        point = NOBODY_CALLS
        because = (
            say("All the others are all-in and nobody could call a raise, so the action counts as a call.")
            if calls
            else say("All the others are all-in and nobody could call a raise, so the action counts as a check.")
        )
    elif spot.limit == "fixed limit" and spot.to_call >= spot.full:
        point = CAPPED
        because = (
            say("The cap on raises has been reached, so the action counts as a call.")
            if calls
            else say("The cap on raises has been reached, so the action counts as a check.")
        )
    elif spot.front and 0 < spot.to_call < spot.full:
        because = (
            say(
                "Since the player last acted, the bet has gone up by only {amount}, less than half a raise, so the "
                "player may not raise, and the action counts as a call.",
                spot.to_call,
            )
            if spot.limit == "fixed limit"
            else say(
                "Since the player last acted, the bet has gone up by only {amount}, less than a full raise, so the "
                "player may not raise, and the action counts as a call.",
                spot.to_call,
            )
        )
    elif spot.name:
        because = (
            say("The betting has not been reopened for {player}, so the action counts as a call.", spot.name)
            if calls
            else say("The betting has not been reopened for {player}, so the action counts as a check.", spot.name)
        )
    else:
        because = (
            say("The betting has not been reopened for the player, so the action counts as a call.")
            if calls
            else say("The betting has not been reopened for the player, so the action counts as a check.")
        )
    return outcome(spot, verdict, call_total(spot), out, because, (cite(point, rulebook), *cites))


def with_last_chips(spot: Spot, total: int) -> Spot:
    """The player's spot after going all-in for `total`."""
    return msgspec.structs.replace(spot, stack=max(total - spot.front, 0))


def _all_needed(spot: Spot, chips: tuple[int, ...], total: int, to_call: int, rulebook: Rulebook) -> Ruling:
    if sum(chips) < to_call:
        because = say(
            "The player's last {chips} is less than the {amount} to call, so it is an all-in call, for {total} in all.",
            sum(chips),
            to_call,
            total,
        )
    elif to_call != spot.price:
        because = _all_needed_to_add(chips, to_call)
    elif len(chips) != 2:
        because = say("Every chip is needed to make the call of {amount}, so it is a call.", to_call)
    elif chips[0] == chips[1]:
        because = say(
            "Both chips of {chip} are needed to make the call of {amount}, so it is a call.", chips[0], to_call
        )
    else:
        because = say("Both chips are needed to make the call of {amount}, so it is a call.", to_call)
    return outcome(spot, CALL, call_total(spot), total, because, (cite(MANY_CHIPS, rulebook),))


def _all_needed_to_add(chips: tuple[int, ...], to_call: int) -> Sentence:
    """Why chips are a call, if the player has earlier chips in front."""
    if len(chips) != 2:
        return say("Every chip is needed for the {amount} still to call, so it is a call.", to_call)
    if chips[0] == chips[1]:
        return say(
            "Both chips of {chip} are needed for the {amount} still to call, so it is a call.", chips[0], to_call
        )
    return say("Both chips are needed for the {amount} still to call, so it is a call.", to_call)


def _expects_change(chips: tuple[int, ...], more: int) -> bool:
    """Whether small chips were added to avoid change, such as 525 against 325, for 200 back."""
    least = min(chips, default=0)
    return _whole(more) > _whole(more - least) and _whole(more) > least


def _whole(amount: int) -> int:
    """The largest chip value of which an amount is a multiple."""
    return next((value for value in _WHOLE if amount and amount % value == 0), 1)
