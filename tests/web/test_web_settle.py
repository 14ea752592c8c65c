"""`POST /api/settle`: a hand with real chips, as `sidepot settle` settles it."""

from __future__ import annotations

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import msgspec
from places import ROOT

from sidepot.errors import SidepotError
from sidepot.hand.events import Awarded
from sidepot.room.fair.record import decode_record
from sidepot.room.tables.replayed import hand_of_record
from sidepot.web.settle_api import Player, SettleForm, settled
from sidepot.web.settle_played import form_of_record

THREE = [Player("Ann", 800), Player("Bo", 900, folded=True), Player("Cy", 1700)]


def test_cards_settle_a_hand_pot_by_pot() -> None:
    players = [Player("Ann", 800, cards="AsKs"), Player("Bo", 900, folded=True), Player("Cy", 1700, cards="QhQd")]
    found = settled(SettleForm(players, board="Kd 8s 5s 4c 2h"))
    assert found.returned == {"Cy": 800} and found.payouts == {"Ann": 2400, "Cy": 200}
    assert [pot.amount for pot in found.pots] == [2400, 200] and not found.unpaid
    assert all(pot.why and pot.why[0].cites for pot in found.pots)


def test_an_order_settles_it_without_cards_and_what_is_not_known_stays_open() -> None:
    found = settled(SettleForm(THREE, best=[["Cy"], ["Ann"]]))
    assert found.payouts == {"Cy": 2600}
    assert settled(SettleForm(THREE)).unpaid == 2400


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (SettleForm([*THREE, Player("Ann", 1)]), "named twice"),
        (SettleForm([]), "nobody put chips in"),
        (SettleForm(THREE, game="nonsense"), "nonsense"),
        (SettleForm(THREE, board="Xx"), "the board"),
        (SettleForm(THREE, best=[["Bo"]]), "Bo folded and cannot win"),
    ],
)
def test_what_cannot_be_settled_says_why(form: SettleForm, why: str) -> None:
    with pytest.raises(SidepotError) as found:
        settled(form)
    assert why in str(found.value)


def test_a_hand_of_the_room_is_settled_as_it_was() -> None:
    """What everybody saw of the hand pays the same players the same chips."""
    record = decode_record((ROOT / "examples" / "hand-record.json").read_bytes())
    form = form_of_record(msgspec.structs.replace(record, seat=-1))
    assert [player.name for player in form.players][-1] == "Ann"  # who has the button
    assert (form.game, form.house, form.dead) == ("holdem", "cash", 0)
    hand, names = hand_of_record(record)
    won = {names[seat]: chips for event in hand.log if isinstance(event, Awarded) for seat, chips in event.shares}
    assert settled(form).payouts == won and not settled(form).unpaid
