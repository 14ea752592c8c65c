"""What a player may do now: the call, the minimum and the maximum raise, and why the betting is open to that player."""

from __future__ import annotations

from sidepot.errors import Cite
from sidepot.floor.acting.act_points import ALL_IN_CALL, NOBODY_CALLS
from sidepot.floor.acting.legal import call_total, greatest_total, least_total
from sidepot.floor.spot import MUCH, Spot
from sidepot.floor.spot_line import read_spot
from sidepot.floor.topic import Facts
from sidepot.hand.own_book import LIMIT_CAP, RAISE_SIZE, REOPENING, own
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import cite


class MayDo(Facts, frozen=True, kw_only=True, tag="options"):
    """A question from the player to act about what is allowed."""

    spot: Spot | str


def rule_on_options(facts: MayDo, rulebook: Rulebook) -> Ruling:
    """Rule on what a player may do now, and why. Rule: TDA-2013 41, 45; TDA-2024 43, 47, 48; TS-10; Robert's.

    >>> from sidepot.rules.houses import TDA_2024
    >>> ruling = rule_on_options(MayDo(spot=Spot(price=1200, full=800)), TDA_2024)
    >>> ruling.verdict, ruling.amount
    ('may raise', 2000)
    """
    spot = read_spot(facts.spot, rulebook) if isinstance(facts.spot, str) else facts.spot
    at_limit = spot.limit in ("fixed limit", "spread limit")
    if not least_total(spot) > 0 or spot.all_in <= spot.price:
        return _no_raise(spot, rulebook, at_limit=at_limit)
    least, most = min(least_total(spot), spot.all_in), min(greatest_total(spot), spot.all_in)
    short = spot.all_in < least_total(spot)
    size = own(rulebook, RAISE_SIZE, at_limit=at_limit)
    cites: tuple[Cite, ...] = (size,)
    because = _why_least(spot, least_total(spot))
    if short:
        because = in_a_row(because, say("The player has less than that, and may go all-in."))
    elif spot.limit == "pot limit" and most < MUCH:
        because = in_a_row(because, say("With the pot as it is, it may be to {most} at most.", most))
    if spot.front and spot.is_facing_bet and spot.price > 0 and not spot.opening:
        grown = say(
            "The bet has gone up by {more} since this player put in {front}, so this player may raise.",
            spot.price - spot.front,
            spot.front,
        )
        because = in_a_row(because, grown)
        cites = (*cites, own(rulebook, REOPENING, at_limit=at_limit))
    return Ruling(
        verdict=_verdict(spot, short=short, one_size=not short and most == least and at_limit),
        amount=least,
        reason=because,
        cites=cites,
        instructions=(*_call(spot), say("An all-in is for {amount}.", least) if short else _sizes(spot, least, most)),
    )


def _verdict(spot: Spot, *, short: bool, one_size: bool) -> str:
    """The verdict for a player who may bet or raise. `one_size` means that the limit leaves no choice of an amount."""
    act = "go all-in" if short else "raise" if spot.price else "bet"
    may = "may" if spot.is_facing_bet or not spot.price else "may check or"
    return f"{may} {act}{' by the limit' if one_size else ''}"


def _why_least(spot: Spot, least: int) -> Sentence:
    if not spot.price:
        return say("Nobody has bet. The minimum bet is {least}.", least)
    amounts = (spot.price, least - spot.price, least)
    if spot.limit == "fixed limit":
        return say("The bet is {price}, and at fixed limit a raise adds {by}, so it is to {least}.", *amounts)
    if spot.opening:
        return say("The bet is {price}, and a raise adds at least {by}, so it is to {least} or more.", *amounts)
    return say(
        "The bet is {price} now, and the largest raise so far was {by}, so a raise must be to {least} or more.",
        *amounts,
    )


def _call(spot: Spot) -> tuple[Sentence, ...]:
    if not spot.is_facing_bet:
        return (say("To check, the player puts in nothing."),)
    total = call_total(spot)
    more = total - spot.front
    if total < spot.price:
        return (
            say("A call is all-in for {total}: {more} more.", total, more)
            if spot.front
            else say("A call is all-in for {total}.", total),
        )
    return (say("A call is {total}: {more} more.", total, more) if spot.front else say("A call is {total}.", total),)


def _sizes(spot: Spot, least: int, most: int) -> Sentence:
    """The dealer's words on the size of a bet or raise."""
    if not spot.price:
        if most >= MUCH:
            return say("A bet is {least} or more.", least)
        return (
            say("A bet is {least}.", least) if most == least else say("A bet is from {least} to {most}.", least, most)
        )
    if most >= MUCH:
        return say("A raise is to {least} or more.", least)
    if most == least:
        return say("A raise is to {least}.", least)
    return say("A raise is to a total from {least} to {most}.", least, most)


def _no_raise(spot: Spot, rulebook: Rulebook, *, at_limit: bool) -> Ruling:
    """The ruling for a player who may not raise, or has no chips for it."""
    if spot.is_facing_bet and spot.all_in <= spot.price:
        total = call_total(spot)
        return Ruling(
            verdict="may call all-in",
            amount=total,
            all_in=True,
            reason=say("The bet is {price}, and the player has only {stack}.", spot.price, total),
            cites=(cite(ALL_IN_CALL, rulebook),),
            instructions=_call(spot),
        )
    rule = REOPENING
    if spot.alone:
        because = say("All other players are all-in, so there is nobody to raise against.")
    elif 0 < spot.price - spot.front < spot.full:
        because = say(
            "The all-ins since this player acted add {more} to the bet, less than a full raise of {full}, so the "
            "betting has not been reopened.",
            spot.price - spot.front,
            spot.full,
        )
    elif at_limit:
        because, rule = say("The betting round has reached the cap on raises."), LIMIT_CAP
    else:
        because = say("No full raise has been made since this player acted.")
    return Ruling(
        verdict="no raise" if spot.is_facing_bet else "may check",
        amount=call_total(spot) if spot.is_facing_bet else None,
        reason=because,
        cites=(cite(NOBODY_CALLS, rulebook) if spot.alone else own(rulebook, rule, at_limit=at_limit),),
        instructions=_call(spot),
    )
