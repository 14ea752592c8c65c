"""Silent chips on top of an earlier bet of the round, when the player faces a raise or a blind.

They can be read in two ways: only the new chips count, or all chips in front make up one bet. By the TDA rules of 2024,
it depends on what the player did with the old chips; by earlier rules, the director decides. A small blind who faces
only the big blind faces no raise, so the rules on silent chips decide. A big blind with the option who exchanges the
blind for other chips checks with change, or raises.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.acting.act_points import CHIP_BET, CHIPS_BET, EXACT_CHIPS, HALF, ONE_CHIP
from sidepot.floor.acting.chip_standards import half_standard, silent_standard, with_last_chips
from sidepot.floor.acting.legal import CALL, CHECK, RAISES, and_also, as_option, call_total, option, outcome
from sidepot.floor.acting.silent import rule_on_chips
from sidepot.floor.acting.undercall import as_spot, rule_on_undercall
from sidepot.floor.spot import Spot
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import PriorChips
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import Point, cite

_FLOOR_DECIDES: Final = {"PG": "107", "RRP-11": "house/decisions"}  # rulebooks without a rule on earlier chips
PRIOR: Final = Point(
    "chips of an earlier bet", {"TDA-2013": "44", "TDA-2024": "46-C", "WSOP-2026": "98", **_FLOOR_DECIDES}
)
UNTOUCHED: Final = Point(PRIOR.title, {"TDA-2013": "44", "TDA-2024": "46-C"})
OF_A_BLIND: Final = Point("chips of a blind, and others", {"TDA-2013": "1", "TDA-2024": "1", **_FLOOR_DECIDES})
PULLED_BACK: Final = Point(
    "chips pulled back", {"TDA-2013": "44", "TDA-2024": "46-B", "WSOP-2026": "98", **_FLOOR_DECIDES}
)
BY_RULE: Final = (PriorChips.BY_TABLE, PriorChips.ONE_BET)  # the others leave it to the director

BOUND: Final = "may not fold"
FREE: Final = "may fold"


class Moved(StrEnum):
    """What a player did with the chips of an earlier bet, before or while putting out new ones."""

    LEFT = "left"
    PARTLY = "partly pulled back"
    ALL = "all pulled back"
    FORWARD = "all pushed forward together"


class PriorChipsFacts(Facts, frozen=True, kw_only=True, tag="prior chips"):
    """New chips on top of an earlier bet.

    - `prior`: the chips of the earlier bet that are still in front or, if all were pulled back, all of them
    - `last`: whether the new chips are the player's last chips
    """

    spot: Spot | str
    prior: tuple[int, ...]
    new: tuple[int, ...]
    moved: Moved = Moved.LEFT
    last: bool = False


def rule_on_prior_facts(facts: PriorChipsFacts, rulebook: Rulebook) -> Ruling:
    """Rule on chips that are added silently to an earlier bet. Rule: TDA-2013 44; TDA-2024 46-C; WSOP-2026 98."""
    spot = as_spot(facts.spot, rulebook)
    if facts.moved is Moved.PARTLY:
        check_partly(spot, facts.prior)
    return rule_on_prior(spot, facts.prior, facts.moved, facts.new, rulebook, last=facts.last)


def rule_on_prior(
    spot: Spot, prior: tuple[int, ...], moved: Moved, new: tuple[int, ...], rulebook: Rulebook, *, last: bool = False
) -> Ruling:
    """Rule on chips that are added silently to an earlier bet, facing a raise. Rule: TDA-2013 44; TDA-2024 46-C.

    `prior` are the chips of the earlier bet that are still in front or, if all were pulled back, all of them.
    Everything in front either counts or is returned, including the change due from an old chip.
    """
    _check(spot, prior, moved, new)
    total = sum(new) + (0 if moved is Moved.ALL else sum(prior))
    if not spot.is_facing_bet:
        return _with_option(spot, new, total, rulebook)
    no_raise = spot.opening and rulebook.prior_chips is PriorChips.DISCRETION
    if no_raise and moved is Moved.LEFT and sum(prior) == spot.front:
        return rule_on_chips(spot, new, rulebook, last=last)
    last = last and moved in (Moved.LEFT, Moved.FORWARD)  # chips that were pulled back belong to the stack
    spot = with_last_chips(spot, total) if last else spot
    if total < spot.price and total < spot.all_in:
        return _short(spot, moved, total, new, rulebook)
    if rulebook.prior_chips is PriorChips.ONE_BET and moved in (Moved.ALL, Moved.FORWARD):
        return _one_bet(spot, moved, total, rulebook)
    covered = sum(prior) >= spot.price
    beside = _beside(spot, new, total, rulebook, last)
    together = _together(spot, prior, moved, new, total, rulebook, last)
    ruled, other = (together, beside) if covered or moved in (Moved.PARTLY, Moved.FORWARD) else (beside, together)
    decides: tuple[Cite, ...] = (cite(OF_A_BLIND if no_raise else PRIOR, rulebook, "prior_chips"),)
    if rulebook.prior_chips is PriorChips.ONE_BET and moved is Moved.LEFT:
        decides = (*decides, cite(UNTOUCHED, rulebook))
    why = _why(spot, prior, moved, covered)
    if (ruled.verdict, ruled.amount) == (other.verdict, other.amount):
        same = say("It makes no difference here whether the earlier chips count.")
        decides = () if no_raise else decides
        first = why if moved is Moved.ALL or moved is Moved.PARTLY and rulebook.prior_chips in BY_RULE else same
        return and_also(ruled, decides=decides, first=first)
    if rulebook.prior_chips in BY_RULE and moved is not Moved.FORWARD:
        return and_also(ruled, decides=decides, first=why)
    return left_open(
        in_a_row(
            say("The earlier {earlier} and the new {new} can be read as a call or a raise.", sum(prior), sum(new)),
            why,
            _suggests(ruled.verdict),
        ),
        tuple(dict.fromkeys((*decides, *ruled.cites, *other.cites[:1]))),
        _as_read(ruled, is_one=ruled is together),
        _as_read(other, is_one=other is together),
    )


def _as_read(ruling: Ruling, *, is_one: bool) -> Option:
    """One reading of the chips as an option: all of them as one bet, or only the new ones."""
    read = say("All the chips in front count as one bet.") if is_one else say("Only the new chips count.")
    return msgspec.structs.replace(as_option(ruling, when=ruling.reason), reason=in_a_row(read, ruling.reason))


def _suggests(verdict: str) -> Sentence:
    return say("These facts suggest a raise.") if verdict in RAISES else say("These facts suggest a call.")


def _check(spot: Spot, prior: tuple[int, ...], moved: Moved, new: tuple[int, ...]) -> None:
    if not prior or not new:
        raise BadNotation("give both `prior`, the chips of the earlier bet, and `new`, the new ones")
    if min(*prior, *new) < 1:
        raise BadNotation("chips: each chip must be worth at least 1")
    if not spot.is_facing_bet and (not spot.front or moved in (Moved.LEFT, Moved.FORWARD)):
        raise BadNotation(
            "spot: the player must face a raise; otherwise the chips of an earlier bet make no difference"
        )
    if moved is not Moved.PARTLY and sum(prior) < spot.front:
        raise BadNotation(f"prior: the chips of the earlier bet must be worth at least {spot.front}, not {sum(prior)}")


def check_partly(spot: Spot, prior: tuple[int, ...]) -> None:
    """Raise BadNotation if the chips still in front make up the whole earlier bet, because then no chip was pulled
    back.
    """
    if spot.front and sum(prior) == spot.front:
        raise BadNotation(
            f"prior: expected the chips that are still in front, fewer than {spot.front}, because part of the earlier "
            "bet was pulled back"
        )


def _why(spot: Spot, prior: tuple[int, ...], moved: Moved, covered: bool) -> Sentence:
    """What the player did with the earlier chips, and the consequence."""
    if moved is Moved.FORWARD:
        return say("The player pushed all the chips forward together, as one bet.")
    if moved is Moved.PARTLY:
        return say("The player pulled back part of the earlier chips, so all the chips in front are one bet.")
    if covered and moved is Moved.ALL:
        return say(
            "The player pulled back all of the earlier {chips}, which covered the bet of {price}, so the new chips "
            "are a bet of their own.",
            sum(prior),
            spot.price,
        )
    if covered:
        return say(
            "The earlier {chips} already covers the bet of {price}, so all the chips in front count as one bet.",
            sum(prior),
            spot.price,
        )
    if moved is Moved.ALL:
        return say("The player pulled back all of the earlier chips, so only the new ones count.")
    return say(
        "The earlier {chips} is less than {price}, and the player did not touch it, so the new chips count on "
        "their own.",
        sum(prior),
        spot.price,
    )


# ---- the two readings


def _beside(spot: Spot, new: tuple[int, ...], total: int, rulebook: Rulebook, last: bool) -> Ruling:
    """Rule on the new chips alone: one chip is a call; several are a call if each is needed with the old ones."""
    if total == spot.price:
        return _exact(spot, total, rulebook)
    if len(new) == 1:
        because = say("A single {chip} chip put in silently is a call.", new[0])
        if total < spot.price:
            because = in_a_row(because, say("It is the player's last chip, so the call is all-in, for {total}.", total))
        return outcome(spot, CALL, call_total(spot), total, because, (cite(ONE_CHIP, rulebook),))
    return silent_standard(spot, new, total, rulebook, last=last)


def _together(
    spot: Spot, prior: tuple[int, ...], moved: Moved, new: tuple[int, ...], total: int, rulebook: Rulebook, last: bool
) -> Ruling:
    """Rule on all chips in front as one bet: they are a raise if they make half of one."""
    if total == spot.price:
        return _exact(spot, total, rulebook)
    if moved in (Moved.LEFT, Moved.FORWARD):
        return silent_standard(spot, (*prior, *new), total, rulebook, last=last)
    if moved is Moved.ALL and sum(prior) < spot.price:
        return _beside(spot, new, total, rulebook, last)  # only the new ones are in front
    return half_standard(spot, total, total, say("They come to {total}.", total), (cite(HALF, rulebook),), rulebook)


def _one_bet(spot: Spot, moved: Moved, total: int, rulebook: Rulebook) -> Ruling:
    """Rule on old chips that were all exchanged for new ones, or pushed forward with them: a bet of everything in
    front.

    Rule: WSOP-2026 98.
    """
    cites = (cite(PRIOR, rulebook, "prior_chips"),)
    back = say("The player took back all of the earlier chips, so the new ones are a bet of their own.")
    what = back if moved is Moved.ALL else say("The player pushed all the chips forward together, as one bet.")
    if total == spot.price:
        return outcome(
            spot,
            CALL,
            call_total(spot),
            total,
            in_a_row(what, say("The chips match the amount to call exactly.")),
            cites,
        )
    return half_standard(spot, total, total, what, cites, rulebook)


def _with_option(spot: Spot, new: tuple[int, ...], total: int, rulebook: Rulebook) -> Ruling:
    """Rule on a big blind with the option who exchanges the blind for other chips: a check, or a raise.

    Rule: TDA-2024 46-C2; WSOP-2026 98; in other houses the director decides (TDA-2013 1, 42).
    """
    cites: tuple[Cite, ...] = (cite(PRIOR, rulebook, "prior_chips"),)
    by_rule = rulebook.prior_chips in BY_RULE
    held = say("The player has nothing to call, took back {front} and put in {total}.", spot.front, total)
    if not by_rule:
        cites = (cite(OF_A_BLIND, rulebook, "prior_chips"), cite(CHIP_BET if len(new) == 1 else CHIPS_BET, rulebook))
    if total <= spot.price:
        because = in_a_row(held, say("It is a check, and the {front} stays in.", spot.front))
        return outcome(spot, CHECK, spot.front, total, because, cites[-1:])
    what = (
        say("The new chips are a bet of their own.")
        if rulebook.prior_chips is PriorChips.ONE_BET
        else say("The chips that are now in front count.")
    )
    raising = half_standard(spot, total, total, in_a_row(held, what), cites, rulebook)
    if by_rule or raising.verdict == CHECK:
        return raising
    checking = option(
        spot,
        CHECK,
        spot.front,
        total,
        say("The player only exchanged chips without declaring a raise, so change is due."),
    )
    return left_open(
        in_a_row(
            held, say("No rule of this house says whether that is a check or a raise to {amount}.", raising.amount or 0)
        ),
        cites,
        checking,
        as_option(half_standard(spot, total, total, what, cites, rulebook)),
    )


def _exact(spot: Spot, total: int, rulebook: Rulebook) -> Ruling:
    because = say("All the chips in front match the call of {price} exactly.", spot.price)
    return outcome(spot, CALL, call_total(spot), total, because, (cite(EXACT_CHIPS, rulebook),))


def _short(spot: Spot, moved: Moved, total: int, new: tuple[int, ...], rulebook: Rulebook) -> Ruling:
    """Rule on chips in front that add up to less than the call."""
    if moved in (Moved.PARTLY, Moved.ALL) and rulebook.prior_chips in BY_RULE:
        because = say(
            "The player pulled back earlier chips and must call or raise. The chips in front come to {total}, less "
            "than {price}, so it is a call.",
            total,
            spot.price,
        )
        return outcome(spot, CALL, call_total(spot), total, because, (cite(PULLED_BACK, rulebook, "prior_chips"),))
    ruling = rule_on_undercall(spot, total, sum(new), rulebook)
    if moved not in (Moved.PARTLY, Moved.ALL):
        return ruling
    return and_also(ruling, first=say("The player pulled back earlier chips, which leaves {total} in front.", total))


# ---- pulling back, and then folding


class PulledBack(Facts, frozen=True, kw_only=True, tag="pulled back"):
    """A player facing a raise who has pulled back chips of an earlier bet, and now wants to fold.

    - `clearly`: whether the player pulled chips back, and did not just touch them
    """

    spot: Spot | str
    clearly: bool = True


def rule_on_pulled_back(facts: PulledBack, rulebook: Rulebook) -> Ruling:
    """Rule on whether a player who has pulled back earlier chips may fold. Rule: TDA-2013 44; TDA-2024 46-B."""
    spot = as_spot(facts.spot, rulebook)
    if not spot.is_facing_bet:
        raise BadNotation("spot: the player must face a raise; otherwise pulling chips back has no meaning")
    cites = (cite(PULLED_BACK, rulebook, "prior_chips"),)
    to_call = call_total(spot)
    stays = say("The {front} of the earlier bet stays in the pot in any case.", spot.front) if spot.front else ()
    free = say(
        "The player did not clearly pull the chips back. Only touching them is not an action, so the player may call, "
        "raise or fold."
    )
    if not facts.clearly:
        return Ruling(
            verdict=FREE,
            reason=free,
            cites=cites,
            instructions=(
                say("Have {player} leave all chips of the earlier bet in place.", spot.name)
                if spot.name
                else say("Have the player leave all chips of the earlier bet in place."),
            ),
        )
    bound = say(
        "The player faces a raise and clearly pulled back the earlier chips, so the player must call "
        "{to_call} or raise.",
        to_call,
    )
    if rulebook.prior_chips in BY_RULE:
        steps = (
            say("Tell {player}: you may call {to_call} or raise, but not fold.", spot.name, to_call)
            if spot.name
            else say("Tell the player: you may call {to_call} or raise, but not fold.", to_call),
        )
        return Ruling(verdict=BOUND, reason=bound, cites=cites, instructions=steps)
    options = (
        Option(
            verdict=FREE,
            reason=say("The player put in nothing and said nothing, so the player may call, raise or fold."),
            when=say("If nothing else was said or put in, the player may call, raise or fold."),
        ),
        Option(
            verdict=BOUND,
            reason=say(
                "Pulling the chips back showed that the player wants to play on, so the player must call "
                "{to_call} or raise.",
                to_call,
            ),
            when=say(
                "If pulling back clearly showed that the player wants to play on, the player must call "
                "{to_call} or raise.",
                to_call,
            ),
        ),
    )
    because = in_a_row(say("No rule of this house says whether pulling back earlier chips is binding."), stays)
    return left_open(because, cites, *options)
