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
from sidepot.rules.floor_choices import Undercalls
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import Point, cite

UNDERCALL: Final = Point("undercalls", {"TDA-2013": "37-A", "TDA-2024": "51-B"})
IN_A_ROW: Final = Point("undercalls in a row", {"TDA-2013": "37-A", "TDA-2024": "51-C"})
RAISE_NOT_KNOWN: Final = Point("a raise that was not known", {"RRP-11": "betting/raise-not-known", "TDA-2013": "37-A"})

STAYS: Final = "chips stay"
TAKEN_BACK: Final = "taken back"
FORFEITS: Final = "forfeits and folds"


_EACH_CALLS: Final = ("Have each of them add the missing chips, in turn.",)
_IN_TURN: Final = ("Go back to the first of them and correct that bet.", "Then continue with the others, in turn.")


class Undercall(Facts, frozen=True, kw_only=True, tag="undercall"):
    """A player put out less than the call, without a word; `total` is in front of the player now.

    `unaware`: the player did not know of the raise (None: unknown). `acted_behind`: a later player has acted. `meant`:
    the total of the bet that the player had in mind; None: that before the last raise.
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
        raise BadNotation(f"the player took the bet for less than {spot.price}, and not for {facts.meant}")
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
    """Rule on an undercall: `total` is in front for the round, and `counted` of it is new.

    Rule: TDA-2013 37-A; TDA-2024 51-B. Raises BadNotation if it is not an undercall.
    """
    _check(spot, total)
    if total >= spot.all_in:
        because = f"These are the player's last chips, so it is a call, all-in for {total}."
        return outcome(spot, CALL, call_total(spot), total, because, (cite(ALL_IN_CALL, rulebook),))
    if rulebook.undercalls is Undercalls.MAY_WITHDRAW:
        return _may_withdraw(spot, total, counted, rulebook, unaware, acted_behind)
    reason = _must_call(spot)
    if reason:
        return _full_call(spot, total, f"{reason}, so it is a call of {call_total(spot)}.", rulebook, UNDERCALL)
    lesser = _stays(spot, total)
    if rulebook.undercalls is Undercalls.BACK_UP:
        lesser = _forfeits(spot, total, meant)
    return left_open(
        f"The player put out {total} against a raise to {spot.price}, with others in the hand. It may count as a "
        "full call.",
        (cite(UNDERCALL, rulebook, "undercalls"),),
        _call(spot, total),
        lesser,
        recommended=lesser.verdict if unaware and not acted_behind else CALL,
    )


def _check(spot: Spot, total: int) -> None:
    if total < 0:
        raise BadNotation(f"what was put out is an amount of chips, not {total}")
    if not spot.is_facing_bet:
        raise BadNotation("there is no bet to face, so there is no undercall")
    if total >= spot.price:
        raise BadNotation(f"{total} is no undercall: the call is {spot.price}")


def _must_call(spot: Spot) -> str:
    """Why an undercall is always a full call here; empty if it is not."""
    if spot.players <= 2:
        return "Heads-up, any undercall is a full call"
    return "An undercall of the opening bet is a full call" if spot.opening else ""


def _full_call(spot: Spot, total: int, because: str, rulebook: Rulebook, point: Point) -> Ruling:
    return outcome(spot, CALL, call_total(spot), total, because, (cite(point, rulebook, "undercalls"),))


def _call(spot: Spot, total: int) -> Option:
    because = f"The player meant to call, so it is a call of {call_total(spot)}."
    return option(spot, CALL, call_total(spot), total, because)


def _stays(spot: Spot, total: int) -> Option:
    kept = max(total, spot.front)
    because = f"The {kept} stays in the pot, and the player folds or calls {call_total(spot)}."
    return option(spot, STAYS, kept, total, because)


def _bet_before(spot: Spot) -> int:
    """The bet before the last raise: the last price at which a player acted, or else from the size of the raise."""
    earlier = [one.at for one in spot.acted or () if one.at < spot.price]
    return max(spot.price - spot.full, *earlier) if earlier else spot.price - spot.full


def _forfeits(spot: Spot, total: int, meant: int | None) -> Option:
    """The option that the player forfeits the undercall, but not all of a larger chip. Rule: TDA-2024 51-B."""
    before = _bet_before(spot) if meant is None else meant
    kept = max(min(total, before) if before > spot.front else total, spot.front)
    because = f"The undercall of {kept} stays in the pot, and the player folds."
    return option(spot, FORFEITS, kept, total, because)


def _may_withdraw(
    spot: Spot, total: int, counted: int, rulebook: Rulebook, unaware: bool | None, acted_behind: bool
) -> Ruling:
    """Robert's Rules: the player completes the call, or may withdraw if the raise was not known and nobody has acted
    since.
    """
    bound = ""
    if spot.opening:
        bound = "There was no raise to overlook"
    elif acted_behind:
        bound = "Another player has acted since"
    elif unaware is False:
        bound = "The player knew of the raise"
    if bound:
        because = f"{bound}, so the player must make the call up to {call_total(spot)}."
        return _full_call(spot, total, because, rulebook, RAISE_NOT_KNOWN)
    back = (
        f"The player did not know of the raise and nobody has acted since, so the {counted} goes "
        "back and the player acts again."
    )
    cites = (cite(RAISE_NOT_KNOWN, rulebook, "undercalls"),)
    if unaware:
        ruling = outcome(spot, TAKEN_BACK, spot.front, total, back, cites)
        return msgspec.structs.replace(ruling, about="call", steps=(f"Announce: {spot.price} to call.", *ruling.steps))
    return left_open(
        f"Nobody has acted since. If the player did not know of the raise to {spot.price}, the {counted} may go back; "
        "otherwise it is a full call.",
        cites,
        option(spot, TAKEN_BACK, spot.front, total, back),
        _call(spot, total),
    )


# ---- several in a row


class UndercallsInARow(Facts, frozen=True, kw_only=True, tag="undercalls in a row"):
    """Several players undercalled in a row: `totals` in order; the spot is that of the first."""

    spot: Spot | str
    totals: tuple[int, ...]


def rule_on_row(facts: UndercallsInARow, rulebook: Rulebook) -> Ruling:
    """Rule on several undercalls in a row. Rule: TDA-2013 37-A; TDA-2024 51-C."""
    spot = as_spot(facts.spot, rulebook)
    if len(facts.totals) < 2:
        raise BadNotation("undercalls in a row are two or more; a single one is the topic `undercall`")
    if spot.players <= len(facts.totals):
        raise BadNotation(f"{len(facts.totals)} undercalls and a bet are not made by {spot.players} players")
    for total in facts.totals:
        _check(spot, total)
    cites = (cite(IN_A_ROW, rulebook, "undercalls"),)
    if rulebook.undercalls is Undercalls.MAY_WITHDRAW:
        return _each_calls(spot, rulebook)
    if rulebook.undercalls is Undercalls.BACK_UP:
        return _back_up(spot, facts.totals[0], rulebook)
    if spot.opening:
        return Ruling(
            verdict=CALL,
            because=f"All of them undercalled the opening bet, so each must call {spot.price}.",
            cites=cites,
            amount=spot.price,
            steps=_EACH_CALLS,
        )
    return left_open(
        f"They face a raise to {spot.price}, so the director decides. Those behind the first player may have relied "
        "on that wrong call.",
        cites,
        Option(
            verdict="back up",
            because="Play goes back to the first of them, and the others act again.",
            steps=_IN_TURN,
        ),
        Option(
            verdict=CALL,
            because=f"Each of them must call {spot.price}.",
            amount=spot.price,
            steps=_EACH_CALLS,
        ),
        Option(
            verdict=STAYS,
            because="Their chips stay in the pot, and each may fold or call in full.",
            steps=("Ask each of them, in turn: call in full, or fold?",),
        ),
    )


def _each_calls(spot: Spot, rulebook: Rulebook) -> Ruling:
    last = " Only the last of them may take chips back, if that player did not know of the raise."
    return Ruling(
        verdict=CALL,
        because=f"Each of them must make the call up to {spot.price}.{'' if spot.opening else last}",
        cites=(cite(RAISE_NOT_KNOWN, rulebook, "undercalls"),),
        amount=spot.price,
        steps=_EACH_CALLS,
    )


def _back_up(spot: Spot, total: int, rulebook: Rulebook) -> Ruling:
    """Play returns to the first undercaller, and the director decides on the others."""
    first = rule_on_undercall(spot, total, 0, rulebook)
    back = (
        f"Play goes back to the first of them, who must call {first.amount}."
        if first.verdict == CALL
        else "Play goes back to the first of them, and the director rules on that undercall."
    )
    options = (
        ("others act anew", "The others take their chips back and act again, in turn."),
        ("others call", f"The others must call {spot.price} as well."),
        ("others' chips stay", "The others may fold and leave their chips in the pot, or call in full."),
    )
    return left_open(
        f"{back} The director decides about the others, who may have relied on that wrong call.",
        tuple(dict.fromkeys((cite(IN_A_ROW, rulebook, "undercalls"), *first.cites))),
        *tuple(
            Option(verdict=verdict, because=f"{back} {others}", amount=first.amount, add=first.add, steps=_IN_TURN)
            for verdict, others in options
        ),
        recommended="others act anew",
        steps=("Stop the action.", *_IN_TURN),
    )


def as_spot(spot: Spot | str, rulebook: Rulebook) -> Spot:
    """The spot, also from a line of text. Raises BadNotation."""
    return read_spot(spot, rulebook) if isinstance(spot, str) else spot
