"""The kinds of cases: how each is read, checked before it is played, and played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sidepot.cases.button import ButtonCase, prepare_button, run_button
from sidepot.cases.chips import Chips, prepare_chips, run_chips
from sidepot.cases.cut import CutCase, prepare_cut, run_cut
from sidepot.cases.hand import run_script
from sidepot.cases.mixes import MixCase, prepare_mix, run_mix
from sidepot.cases.openstakes import OpenStakesCase, prepare_openstakes, run_openstakes
from sidepot.cases.prizes import IcmCase, PayoutCase, PlacesCase, prepare_prizes, run_prizes
from sidepot.cases.ruling import RulingCase, prepare_ruling, run_ruling
from sidepot.cases.script import prepare_script
from sidepot.cases.seating import (
    BalanceCase,
    BreakCase,
    DodgingCase,
    SeatsCase,
    prepare_seating,
    run_seating,
)
from sidepot.cases.small import (
    Pots,
    Problems,
    Rank,
    Split,
    prepare_pots,
    prepare_rank,
    prepare_split,
    run_pots,
    run_rank,
    run_split,
)
from sidepot.cases.structure import (
    ClockCase,
    StructureCase,
    prepare_clock,
    prepare_structure,
    run_clock,
    run_structure,
)
from sidepot.cases.table import Betting, WholeHand, setup_of
from sidepot.cases.tables import TableCase, prepare_table, run_table
from sidepot.cases.tournament import EventCase, prepare_event, run_event
from sidepot.rules.rulebook import Rulebook

Body = (
    Pots
    | Split
    | Rank
    | Betting
    | WholeHand
    | RulingCase
    | Chips
    | CutCase
    | MixCase
    | TableCase
    | ButtonCase
    | OpenStakesCase
    | ClockCase
    | StructureCase
    | PayoutCase
    | PlacesCase
    | IcmCase
    | EventCase
    | SeatsCase
    | BalanceCase
    | BreakCase
    | DodgingCase
)


class Kind(NamedTuple):
    """A kind of case: the struct of its body, the check that refuses unplayable ones, and the player of it.

    `prepare` raises BadNotation or Conflict for a name, a card or an action that cannot be, and where nothing is
    expected.
    """

    body: type[Body]
    prepare: Callable[[Any, Rulebook], object]
    run: Callable[[Any, Rulebook], Problems]


def _by_itself(prepare: Callable[[Any], object]) -> Callable[[Any, Rulebook], object]:
    """For a kind in which no house decides what can be played."""
    return lambda body, _rulebook: prepare(body)


def _prepare_hand(body: Betting | WholeHand, rulebook: Rulebook) -> None:
    prepare_script(body)
    setup_of(body, rulebook)


KINDS: dict[str, Kind] = {
    "pots": Kind(Pots, _by_itself(prepare_pots), run_pots),
    "split": Kind(Split, _by_itself(prepare_split), run_split),
    "rank": Kind(Rank, _by_itself(prepare_rank), run_rank),
    "betting": Kind(Betting, _prepare_hand, run_script),
    "hand": Kind(WholeHand, _prepare_hand, run_script),
    "ruling": Kind(RulingCase, _by_itself(prepare_ruling), run_ruling),
    "chips": Kind(Chips, prepare_chips, run_chips),
    "cut": Kind(CutCase, _by_itself(prepare_cut), run_cut),
    "mix": Kind(MixCase, _by_itself(prepare_mix), run_mix),
    "table": Kind(TableCase, prepare_table, run_table),
    "button": Kind(ButtonCase, _by_itself(prepare_button), run_button),
    "openstakes": Kind(OpenStakesCase, _by_itself(prepare_openstakes), run_openstakes),
    "clock": Kind(ClockCase, _by_itself(prepare_clock), run_clock),
    "structure": Kind(StructureCase, _by_itself(prepare_structure), run_structure),
    "payout": Kind(PayoutCase, _by_itself(prepare_prizes), run_prizes),
    "places": Kind(PlacesCase, _by_itself(prepare_prizes), run_prizes),
    "icm": Kind(IcmCase, _by_itself(prepare_prizes), run_prizes),
    "seats": Kind(SeatsCase, _by_itself(prepare_seating), run_seating),
    "balance": Kind(BalanceCase, _by_itself(prepare_seating), run_seating),
    "break": Kind(BreakCase, _by_itself(prepare_seating), run_seating),
    "dodging": Kind(DodgingCase, _by_itself(prepare_seating), run_seating),
    "event": Kind(EventCase, _by_itself(prepare_event), run_event),
}
OF_BODY: dict[type, Kind] = {kind.body: kind for kind in KINDS.values()}
