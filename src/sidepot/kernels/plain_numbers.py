"""Compile a table's game, limit, stakes and house to the plain numbers of the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import Conflict
from sidepot.hand.planning.plan import Plan, plan_of
from sidepot.hand.setup import DEAD_POSTS, LIVE_POSTS, Setup
from sidepot.kernels.hand_course import OPENS
from sidepot.kernels.jit import Array
from sidepot.kernels.paying import ALL_CARDS, BEST_FIVE, BEST_FIVE_HIGH, POSITION
from sidepot.kernels.records import BOARDS, SEATS, STREETS, form_type
from sidepot.kernels.strength_tables import check_size, tables_of
from sidepot.kernels.strengths import FIVES, LOW, RANKS, SUM
from sidepot.rules.rulebook import OddChip, Openers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ODD: Final = {
    OddChip.POSITION: POSITION,
    OddChip.BEST_FIVE: BEST_FIVE,
    OddChip.BEST_FIVE_HIGH: BEST_FIVE_HIGH,
    OddChip.ALL_HIGH_OR_LOW: ALL_CARDS,
}
_BY_PLAN: Final = (
    "is_draw", "is_stud", "price", "raises", "first", "assumed", "pass_out", "check_raise", "open_pair", "fifth_last",
    "keep_last", "last_completes", "burns_first", "reburns", "spare", "by_suit", "low_aces", "lowest", "boards",
)  # fmt: skip
_BY_TERMS: Final = (
    "chip", "rounds_up", "kind", "reopening", "bets", "cap_heads_up", "numerator", "denominator", "low", "high",
    "big_blind",
)  # fmt: skip


def form_of(setup: Setup) -> tuple[NDArray[np.void], NDArray[np.uint16]]:
    """The constants of a setup as an array with one `Form`, and the lookup tables. The button is in seat 0.

    Raises Conflict, naming the feature, for anything that kernels do not play.
    """
    import numpy as np

    plan = plan_of(setup)
    check_features(setup, plan)
    game, rulebook = setup.game, setup.rulebook
    found = tables_of(game)
    check_odd_chips(setup, found.fields)
    forms = np.zeros(1, dtype=form_type())
    form = forms[0]
    for name, value in found.fields.items():
        form[name] = value
    for name in _BY_PLAN:
        form[name] = int(getattr(plan, name))
    for name in _BY_TERMS:
        form[name] = int(getattr(plan.terms, name))
    form["seats"] = plan.seats
    form["hole"] = max(game.held)
    form["streets"] = len(game.streets)
    form["halves"] = len(game.halves)
    form["even"] = rulebook.identical_high_low_even
    form["one_odd"] = rulebook.one_odd_chip
    form["odd_rule"] = _ODD[rulebook.odd_chip_stud] if plan.is_stud else POSITION
    form["low_odd_first"] = plan.odd_first[:1] == (1,)
    form["chip"] = setup.stakes.chip
    form["cap"] = plan.hand_cap or 0
    form["small_left"], form["big_left"] = plan.terms.small, plan.terms.big
    form["shows_boards"] = game.board_cards > 0 or (plan.is_stud and may_run_out(plan))
    form["bring_in"] = setup.stakes.bring_in
    form["first_change"] = plan.changes.find(1)
    form["size"] = len(plan.deck)
    form["deck"][: len(plan.deck)] = plan.deck
    for at, (street, stage) in enumerate(zip(plan.streets, plan.stages, strict=True)):
        form["opens"][at] = OPENS.index(street.opens)
        for name in ("down", "up", "board", "draw", "discard", "burn"):
            form[name][at] = getattr(street, name)
        for name in ("unit", "held", "needed", "a_seat"):
            form[name][at] = getattr(stage, name)
    return forms, found.look


def may_run_out(plan: Plan) -> bool:
    """Whether the deck, burn cards included, may be too short for a game of stud, so that a card serves all hands."""
    each = sum([street.down + street.up + street.draw for street in plan.streets])
    return plan.seats * each + plan.spare > len(plan.deck)


def check_features(setup: Setup, plan: Plan) -> None:
    """Raise Conflict for a feature of a game, its stakes or its house that kernels do not support."""
    game, name = setup.game, setup.rulebook.name
    check_size(game)
    if len(game.streets) > STREETS or plan.seats > SEATS or plan.boards > BOARDS:
        raise Conflict(f"batches have room for {STREETS} streets, {SEATS} seats and {BOARDS} boards")
    if setup.stakes.rake is not None:
        raise Conflict("batches do not support a rake")
    if plan.declares:
        raise Conflict(f"batches need a house where cards speak, and in house {name!r} players declare high or low")
    if plan.to_open and setup.rulebook.openers is Openers.PROVED:
        raise Conflict(f"batches need a house that checks openers, and in house {name!r} openers are proved later")
    if plan.to_open and plan.price:
        raise Conflict(
            f"batches of {game.title} need stakes without blinds, because a raise of a blind is not an opening bet"
        )
    if plan.sevens is not None:
        raise Conflict(f"batches do not support the sevens rule, which house {name!r} has for {game.title}")


def check_odd_chips(setup: Setup, fields: dict[str, Array]) -> None:
    """Raise Conflict if suits decide who gets odd chips, but kernels do not find the five cards of such hands."""
    rule = setup.rulebook.odd_chip_stud
    plan = plan_of(setup)
    if plan.is_stud and rule in (OddChip.BEST_FIVE, OddChip.BEST_FIVE_HIGH):
        ways = [fields["how"][at] for at in range(len(setup.game.halves))]
        if setup.game.wild or setup.game.hole_cards < 5 or not set(ways) <= {SUM, RANKS, LOW, FIVES}:
            raise Conflict(f"batches of {setup.game.title} need a house that gives odd chips by position")


def posts_of(setup: Setup) -> Array:
    """The posts in order. Each has the number of seats left of the button, the amount, and whether the post is live or
    dead.
    """
    import numpy as np

    rows = [
        (owed.seat, owed.amount, owed.post in LIVE_POSTS, owed.post in DEAD_POSTS) for owed in setup.owed if owed.amount
    ]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 4)
