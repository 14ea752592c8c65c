"""Undercalls: fewer chips than the call, by one player or by several in a row."""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.acting.act_points import ALL_IN_CALL
from sidepot.floor.acting.legal import CALL, call_total, option, outcome
from sidepot.floor.spot import Spot
from sidepot.floor.spot_line import read_spot
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import Undercalls
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import Point, cite

UNDERCALL: Final = Point("undercalls", {"TDA-2013": "37-A/director", "TDA-2024": "51-B/director"})
UNDERCALL_MADE_UP: Final = Point("undercalls made up", {"TDA-2013": "37-A/undercall", "TDA-2024": "51-B/full-call"})
IN_A_ROW: Final = Point("undercalls in a row", {"TDA-2013": "37-A/undercall", "TDA-2024": "51-C"})
IN_A_ROW_FACING_RAISE: Final = Point(IN_A_ROW.title, {"TDA-2013": "37-A/director", "TDA-2024": "51-C"})
RAISE_NOT_KNOWN: Final = Point(
    "a raise that was not known", {"RRP-11": "betting/raise-not-known/taken-back", "TDA-2013": "37-A/undercall"}
)
CALL_TO_COMPLETE: Final = Point(
    "a call that was too small", {"RRP-11": "betting/raise-not-known/complete", "TDA-2013": "37-A/undercall"}
)

STAYS: Final = "chips stay"
TAKEN_BACK: Final = "taken back"
FORFEITS: Final = "forfeits and folds"


_EACH_CALLS: Final = (say("Have each of these players add the missing chips, in turn."),)
_IN_TURN: Final = (
    say("Go back to the first undercall and correct it."),
    say("Then continue with the players behind, in turn."),
)


class Undercall(Facts, frozen=True, kw_only=True, tag="undercall"):
    """Chips that a player silently put out for less than the call.

    - `total`: the amount now in front of the player
    - `unaware`: whether the player did not know of the raise (None if unknown)
    - `acted_behind`: whether a later player has acted
    - `meant`: the total of the bet that the player had in mind (None for the bet before the last raise)
    """

    spot: Spot | str
    total: int
    unaware: bool | None = None
    acted_behind: bool = False
    meant: int | None = None


def rule_on_undercall_facts(facts: Undercall, rulebook: Rulebook) -> Ruling:
    """Rule on a call for less than the price. Rule: TDA-2013 37-A; TDA-2024 51-B."""
    spot = as_spot(facts.spot, rulebook)
    counted = max(facts.total - spot.front, 0)
    if facts.meant is not None and not spot.front <= facts.meant < spot.price:
        raise BadNotation(f"meant: expected less than the bet of {spot.price}, not {facts.meant}")
    return rule_on_undercall(
        spot, facts.total, counted, rulebook, unaware=facts.unaware, acted_behind=facts.acted_behind, meant=facts.meant
    )


def rule_on_undercall(
    spot: Spot,
    total: int,
    counted: int,
    rulebook: Rulebook,
    *,
    unaware: bool | None = None,
    acted_behind: bool = False,
    meant: int | None = None,
) -> Ruling:
    """Rule on an undercall.

    - `total`: the player's total in front for the round
    - `counted`: the part of it that was just put in

    Rule: TDA-2013 37-A; TDA-2024 51-B. Raises BadNotation if the chips are not an undercall.
    """
    _check(spot, total)
    if total >= spot.all_in:
        because = say("The player put in the last chips, {total} in all, so it is an all-in call.", total)
        return outcome(spot, CALL, call_total(spot), total, because, (cite(ALL_IN_CALL, rulebook),))
    if rulebook.undercalls is Undercalls.MAY_WITHDRAW:
        return _may_withdraw(spot, total, counted, rulebook, unaware, acted_behind)
    must = _must_call(spot, total)
    if must:
        return _full_call(spot, total, must, rulebook, UNDERCALL_MADE_UP)
    lesser = _stays(spot, total)
    if rulebook.undercalls is Undercalls.BACK_UP:
        lesser = _forfeits(spot, total, meant)
    return left_open(
        say(
            "The raise to {price} was undercalled with only {total}. More than two players are in the hand, "
            "so the director decides whether it is a full call.",
            spot.price,
            total,
        ),
        (cite(UNDERCALL, rulebook, "undercalls"),),
        _call(spot, total),
        lesser,
        recommended=lesser.verdict if unaware and not acted_behind else CALL,
    )


def _check(spot: Spot, total: int) -> None:
    if total < 0:
        raise BadNotation(f"total: expected 0 or more chips, not {total}")
    if not spot.is_facing_bet:
        raise BadNotation("spot: the player must face a bet; otherwise there is no undercall")
    if total >= spot.price:
        raise BadNotation(f"total: expected less than the call of {spot.price}, not {total}")


def _must_call(spot: Spot, total: int) -> Sentence:
    """Why an undercall with this total is always a full call in this spot; empty if it is not."""
    if spot.players <= 2:
        return say(
            "The {total} is an undercall of the bet of {price}. Heads-up, an undercall becomes a full call.",
            total,
            spot.price,
        )
    if spot.opening:
        return say(
            "The {total} is an undercall of the opening bet of {price}, so it becomes a full call.",
            total,
            spot.price,
        )
    return ()


def _full_call(spot: Spot, total: int, because: Sentence, rulebook: Rulebook, point: Point) -> Ruling:
    return outcome(spot, CALL, call_total(spot), total, because, (cite(point, rulebook, "undercalls"),))


def _call(spot: Spot, total: int) -> Option:
    call = call_total(spot)
    because = say("The player meant to call, so it is a call of {call}.", call)
    return option(
        spot, CALL, call, total, because, say("If the player meant to call, it is a full call of {call}.", call)
    )


def _stays(spot: Spot, total: int) -> Option:
    kept = max(total, spot.front)
    because = say(
        "The player did not mean to call and is not held to it: the player may fold or call {call}.", call_total(spot)
    )
    when = say(
        "If the player did not mean to call, the {kept} stays in the pot, and the player may fold or call {call}.",
        kept,
        call_total(spot),
    )
    return option(spot, STAYS, kept, total, because, when)


def _bet_before(spot: Spot) -> int:
    """The bet before the last raise: the last price at which a player acted or, failing that, computed from the raise's
    size.
    """
    earlier = [one.at for one in spot.acted or () if one.at < spot.price]
    return max(spot.price - spot.full, *earlier) if earlier else spot.price - spot.full


def _forfeits(spot: Spot, total: int, meant: int | None) -> Option:
    """The option that the player forfeits the undercall, but not all of a larger chip. Rule: TDA-2024 51-B."""
    before = _bet_before(spot) if meant is None else meant
    kept = max(min(total, before) if before > spot.front else total, spot.front)
    if meant is not None:
        because = say(
            "The player meant to call a bet of {meant}, not {price}, so {kept} is forfeited and the hand is folded.",
            meant,
            spot.price,
            kept,
        )
        when = say(
            "If the player meant to call a bet of only {meant}, the player forfeits {kept} and folds.", meant, kept
        )
    elif kept < total:
        because = say(
            "The player did not mean to call {price}. The undercall is the bet before the raise: {kept} is forfeited "
            "and the hand is folded.",
            spot.price,
            kept,
        )
        when = say(
            "If the player did not mean to call the raise, the undercall is the bet before it: {kept} is forfeited "
            "and the hand is folded.",
            kept,
        )
    else:
        because = say(
            "The player did not mean to call {price}, so {kept} is forfeited and the hand is folded.", spot.price, kept
        )
        when = say(
            "If the player did not mean to call, the undercall of {kept} stays in the pot and the hand is folded.", kept
        )
    return option(spot, FORFEITS, kept, total, because, when)


def _may_withdraw(
    spot: Spot, total: int, counted: int, rulebook: Rulebook, unaware: bool | None, acted_behind: bool
) -> Ruling:
    """Rule by Robert's Rules: the player completes the call.

    The player may withdraw instead if they did not know of the raise, and nobody has acted since.
    """
    bound: Sentence = ()
    amount = call_total(spot)
    if spot.opening:
        bound = say("There was no raise to overlook, so the player must complete the call of {amount}.", amount)
    elif acted_behind:
        bound = say("Another player has acted since, so the player must complete the call of {amount}.", amount)
    elif unaware is False:
        bound = say("The player knew of the raise and must complete the call of {amount}.", amount)
    if bound:
        return _full_call(spot, total, bound, rulebook, CALL_TO_COMPLETE)
    back = say(
        "The player did not know of the raise and nobody has acted since, so the {counted} goes back and the player "
        "acts again.",
        counted,
    )
    cites = (cite(RAISE_NOT_KNOWN, rulebook, "undercalls"),)
    if unaware:
        ruling = outcome(spot, TAKEN_BACK, spot.front, total, back, cites)
        return msgspec.structs.replace(
            ruling, about="call", instructions=(say("Announce: {price} to call.", spot.price), *ruling.instructions)
        )
    return left_open(
        say(
            "Nobody has acted since. If the player did not know of the raise to {price}, the {counted} may go back; "
            "otherwise it is a full call.",
            spot.price,
            counted,
        ),
        cites,
        option(
            spot,
            TAKEN_BACK,
            spot.front,
            total,
            back,
            say("If the player did not know of the raise, the {counted} goes back and the player acts again.", counted),
        ),
        _call(spot, total),
    )


# ---- several in a row


class UndercallsInARow(Facts, frozen=True, kw_only=True, tag="undercalls in a row"):
    """Undercalls by several players in a row.

    - `totals`: the players' amounts, in order
    - `spot`: the first player's spot
    """

    spot: Spot | str
    totals: tuple[int, ...]


def rule_on_row(facts: UndercallsInARow, rulebook: Rulebook) -> Ruling:
    """Rule on several undercalls in a row. Rule: TDA-2013 37-A; TDA-2024 51-C."""
    spot = as_spot(facts.spot, rulebook)
    if len(facts.totals) < 2:
        raise BadNotation("totals: expected two or more; for a single undercall, use the topic `undercall`")
    if spot.players <= len(facts.totals):
        raise BadNotation(
            f"totals: expected fewer undercalls than the {spot.players} players in the hand, not {len(facts.totals)}"
        )
    for total in facts.totals:
        _check(spot, total)
    cites = (cite(IN_A_ROW if spot.opening else IN_A_ROW_FACING_RAISE, rulebook, "undercalls"),)
    if rulebook.undercalls is Undercalls.MAY_WITHDRAW:
        return _each_calls(spot, rulebook)
    if rulebook.undercalls is Undercalls.BACK_UP:
        return _back_up(spot, facts.totals[0], rulebook)
    if spot.opening:
        return Ruling(
            verdict=CALL,
            about="each",
            reason=say("All these players undercalled the opening bet, so each must call {price}.", spot.price),
            cites=cites,
            amount=spot.price,
            instructions=_EACH_CALLS,
        )
    return left_open(
        say(
            "The players face a raise to {price}, so the director decides. The players behind the first one "
            "may have relied on that undercall.",
            spot.price,
        ),
        cites,
        Option(
            verdict="back up",
            reason=say("Play goes back to the first player who undercalled, and the players behind act again."),
            when=say("If the players behind relied on the undercall, play goes back to it, and they act again."),
            instructions=_IN_TURN,
        ),
        Option(
            verdict=CALL,
            reason=say("Each of these players must call {price}.", spot.price),
            when=say("If they should have known the bet, each of these players must call {price}.", spot.price),
            amount=spot.price,
            instructions=_EACH_CALLS,
        ),
        Option(
            verdict=STAYS,
            reason=say("Their chips stay in the pot, and each may fold or call in full."),
            when=say("As a compromise, their chips stay in the pot, and each may fold or call in full."),
            instructions=(say("Ask each of these players, in turn: call in full, or fold?"),),
        ),
        about="each",
    )


def _each_calls(spot: Spot, rulebook: Rulebook) -> Ruling:
    last = say("Only the last one may take chips back, and only if that player did not know of the raise.")
    each = say("Each of these players must complete the call of {price}.", spot.price)
    return Ruling(
        verdict=CALL,
        about="each",
        reason=each if spot.opening else in_a_row(each, last),
        cites=(cite(CALL_TO_COMPLETE, rulebook, "undercalls"),),
        amount=spot.price,
        instructions=_EACH_CALLS,
    )


def _back_up(spot: Spot, total: int, rulebook: Rulebook) -> Ruling:
    """Rule that play returns to the first undercaller. The director decides on the other undercalls."""
    first = rule_on_undercall(spot, total, 0, rulebook)
    back = (
        say("Play goes back to the first player who undercalled, who must call {amount}.", first.amount or 0)
        if first.verdict == CALL
        else say("Play goes back to the first player who undercalled, and the director rules on that undercall.")
    )
    options = (
        (
            "others act anew",
            say("The players behind relied on that undercall, so they take their chips back and act again, in turn."),
            say("If the players behind relied on the undercall, they take their chips back and act again, in turn."),
        ),
        (
            "others call",
            say("The players behind should have known the bet, so they must call {price} as well.", spot.price),
            say("If the players behind should have known the bet, they must call {price} as well.", spot.price),
        ),
        (
            "others' chips stay",
            say("As a compromise, the players behind may fold and leave their chips in the pot, or call in full."),
            say("As a compromise, the players behind may fold and leave their chips in the pot, or call in full."),
        ),
    )
    return left_open(
        in_a_row(
            back, say("The director also decides about the players behind, who may have relied on that undercall.")
        ),
        tuple(dict.fromkeys((cite(IN_A_ROW, rulebook, "undercalls"), *first.cites))),
        *tuple(
            Option(
                verdict=verdict,
                reason=in_a_row(back, others),
                when=when,
                amount=first.amount,
                add=first.add,
                instructions=_IN_TURN,
            )
            for verdict, others, when in options
        ),
        recommended="others act anew",
        instructions=(
            say("Stop the action, and have the director decide."),
            *_IN_TURN,
        ),
    )


def as_spot(spot: Spot | str, rulebook: Rulebook) -> Spot:
    """The spot, which may also be given as a line of text. Raises BadNotation for a line that cannot be read."""
    return read_spot(spot, rulebook) if isinstance(spot, str) else spot
