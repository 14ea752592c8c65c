"""The kinds of cases, one row each: how it is read, checked before it is played, and played.

A new kind is a struct, two functions and a row of `KINDS`; the reader and the JSON Schema take the rest from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from sidepot.cases.agreement_cases import AgreementCase, prepare_agreement, run_agreement
from sidepot.cases.ban_cases import BanCase, prepare_ban, run_ban
from sidepot.cases.button_cases import ButtonCase, prepare_button, run_button
from sidepot.cases.case_setups import Betting, WholeHand, setup_of
from sidepot.cases.chip_cases import Chips, prepare_chips, run_chips
from sidepot.cases.cut import CutCase, prepare_cut, run_cut
from sidepot.cases.expected import Problems
from sidepot.cases.hand_cases import run_script
from sidepot.cases.integrity_cases import IntegrityCase, prepare_integrity, run_integrity
from sidepot.cases.mix_cases import MixCase, prepare_mix, run_mix
from sidepot.cases.openstakes import OpenStakesCase, prepare_openstakes, run_openstakes
from sidepot.cases.prizes import IcmCase, PayoutCase, PlacesCase, prepare_prizes, run_prizes
from sidepot.cases.ruling_cases import RulingCase, prepare_ruling, run_ruling
from sidepot.cases.script import prepare_script
from sidepot.cases.seating_cases import (
    BalanceCase,
    BreakCase,
    DodgingCase,
    SeatsCase,
    prepare_seating,
    run_seating,
)
from sidepot.cases.small import (
    Pots,
    Rank,
    Split,
    prepare_pots,
    prepare_rank,
    prepare_split,
    run_pots,
    run_rank,
    run_split,
)
from sidepot.cases.structure_cases import (
    ClockCase,
    StructureCase,
    prepare_clock,
    prepare_structure,
    run_clock,
    run_structure,
)
from sidepot.cases.tables import TableCase, prepare_table, run_table
from sidepot.cases.tournament_cases import TournamentCase, prepare_tournament, run_tournament
from sidepot.rules.rulebook import Rulebook


class Kind(NamedTuple):
    """A kind of case: the struct of its body, a check before it is played, and the function that plays it.

    - `prepare`: raises BadNotation or Conflict for an impossible name, card or action, and if nothing is expected
    - `by_hand`: the part of the schema for each key whose table has no type of its own
    - `loose`: a key of `by_hand` under which anything is allowed if the case expects a refusal
    """

    body: type[msgspec.Struct]
    prepare: Callable[[Any, Rulebook], object]
    run: Callable[[Any, Rulebook], Problems]
    by_hand: Mapping[str, str] = {}
    loose: str = ""


def _by_itself(prepare: Callable[[Any], object]) -> Callable[[Any, Rulebook], object]:
    """For a kind of case in which no house decides what is possible."""
    return lambda body, _rulebook: prepare(body)


def _prepare_hand(body: Betting | WholeHand, rulebook: Rulebook) -> None:
    prepare_script(body)
    setup_of(body, rulebook)


_LIMIT: Final = {"limit": "Limit"}
KINDS: dict[str, Kind] = {
    "pots": Kind(Pots, _by_itself(prepare_pots), run_pots),
    "split": Kind(Split, _by_itself(prepare_split), run_split),
    "rank": Kind(Rank, _by_itself(prepare_rank), run_rank),
    "betting": Kind(Betting, _prepare_hand, run_script, _LIMIT),
    "hand": Kind(WholeHand, _prepare_hand, run_script, _LIMIT | {"stakes": "Stakes"}),
    "ruling": Kind(RulingCase, _by_itself(prepare_ruling), run_ruling, {"facts": "Facts"}, loose="facts"),
    "chips": Kind(Chips, prepare_chips, run_chips),
    "cut": Kind(CutCase, _by_itself(prepare_cut), run_cut),
    "mix": Kind(MixCase, _by_itself(prepare_mix), run_mix),
    "table": Kind(TableCase, prepare_table, run_table, {"table": "Agreed"}),
    "agreement": Kind(AgreementCase, prepare_agreement, run_agreement, {"table": "Agreed", "accepted": "Agreed"}),
    "ban": Kind(BanCase, _by_itself(prepare_ban), run_ban),
    "button": Kind(ButtonCase, _by_itself(prepare_button), run_button, {"stakes": "Stakes"}),
    "openstakes": Kind(OpenStakesCase, _by_itself(prepare_openstakes), run_openstakes, {"limit": "LimitName"}),
    "clock": Kind(ClockCase, _by_itself(prepare_clock), run_clock),
    "structure": Kind(
        StructureCase, _by_itself(prepare_structure), run_structure, {"terms": "TournamentTerms"}, loose="terms"
    ),
    "payout": Kind(PayoutCase, _by_itself(prepare_prizes), run_prizes),
    "places": Kind(PlacesCase, _by_itself(prepare_prizes), run_prizes),
    "icm": Kind(IcmCase, _by_itself(prepare_prizes), run_prizes),
    "seats": Kind(SeatsCase, _by_itself(prepare_seating), run_seating),
    "balance": Kind(BalanceCase, _by_itself(prepare_seating), run_seating),
    "break": Kind(BreakCase, _by_itself(prepare_seating), run_seating),
    "integrity": Kind(IntegrityCase, _by_itself(prepare_integrity), run_integrity),
    "dodging": Kind(DodgingCase, _by_itself(prepare_seating), run_seating),
    "tournament": Kind(
        TournamentCase,
        _by_itself(prepare_tournament),
        run_tournament,
        {"do": "TournamentSteps", "terms": "TournamentTerms"},
    ),
}
OF_BODY: dict[type, Kind] = {kind.body: kind for kind in KINDS.values()}
