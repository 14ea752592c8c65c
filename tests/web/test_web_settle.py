"""`POST /api/settle`: a hand with real chips, as `sidepot settle` settles it."""

from __future__ import annotations

import random

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import msgspec
from fair_hands import Fair, dealt, fair_hand
from places import ROOT
from random_setups import random_setup
from settled_hands import outcome_of

from sidepot.errors import SidepotError
from sidepot.games.catalog import find_game
from sidepot.hand.events import Awarded, PassedOut, Proved
from sidepot.room.fairness.record import decode_record
from sidepot.room.views.replayed import hand_of_record
from sidepot.rules.houses import TDA_2024
from sidepot.rules.own_houses import HouseFile, house_of
from sidepot.web.routes.settle import Player, SettleForm, form_of_record, settled

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
        (SettleForm([]), "nobody put in chips; give each player's chips for the whole hand"),
        (SettleForm(THREE, game="nonsense"), "nonsense"),
        (SettleForm(THREE, board="Xx"), "board: unknown card 'Xx'"),
        (SettleForm(THREE, best=[["Bo"]]), "is listed both as folded and in an order of strength"),
    ],
)
def test_an_impossible_settlement_is_refused_with_a_reason(form: SettleForm, why: str) -> None:
    with pytest.raises(SidepotError) as found:
        settled(form)
    assert why in str(found.value)


def test_a_hand_of_the_room_is_settled_as_it_was() -> None:
    """What everybody saw of the hand pays the same players the same chips."""
    record = decode_record((ROOT / "examples" / "hand-record.json").read_bytes())
    form = form_of_record(msgspec.structs.replace(record, seat=-1))
    assert [player.name for player in form.players][-1] == "Ann"  # who has the button
    assert (form.game, form.house, form.dead) == ("holdem", "cash", 0)
    hand, names, _ = hand_of_record(record)
    won = {names[seat]: chips for event in hand.log if isinstance(event, Awarded) for seat, chips in event.shares}
    assert settled(form).payouts == won and not settled(form).unpaid


def test_a_hand_of_a_clubs_own_house_is_settled_by_it() -> None:
    """By all of its choices, although no room knows its name."""
    stud = find_game("stud")
    house = TDA_2024.but(name="our-club", odd_chip_stud="position", texts=["TDA-2024", "RRP-11"])
    for seed in range(40):
        chance = random.Random(seed)
        setup = msgspec.structs.replace(random_setup(stud, "fl", 4, house, chance), rulebook=house)
        fair = dealt(setup, chance)
        form = form_of_record(fair.record(-1))
        assert isinstance(form.house, HouseFile) and house_of(form.house) == house and form.rulebook == {}
        if can_be_settled(fair):
            break
    sent = msgspec.json.decode(msgspec.json.encode(form), type=SettleForm)
    found = settled(sent)
    assert (found.payouts, found.returned) == outcome_of(fair.hand, "player {}")[:2]


def test_several_boards_and_choices_of_the_house_are_taken() -> None:
    players = [Player("Ann", 34, cards="AsAh"), Player("Bo", 33, cards="8h7h"), Player("Cy", 1, folded=True)]
    form = SettleForm(
        players, board="4h5h9sTdJc / 2c3c4c5d9d", game="double-board-holdem", rulebook={"one_odd_chip": True}
    )
    sent = msgspec.json.decode(msgspec.json.encode(form), type=SettleForm)
    assert sent == form
    found = settled(sent)
    assert (found.payouts, found.returned, found.carried) == ({"Ann": 33, "Bo": 34}, {"Ann": 1}, 0)
    with pytest.raises(SidepotError, match="needs 2 boards of 5 cards, but 1 is given"):
        settled(msgspec.structs.replace(form, board="4h5h9sTdJc"))


def test_a_pot_that_nobody_may_win_stays() -> None:
    players = [Player("Ann", 10, cards="AsAhKdQc2d"), Player("Bo", 10, cards="KsKhQd3c4d")]
    found = settled(SettleForm(players, game="jacks-trips"))
    assert (found.payouts, found.carried, found.unpaid, found.pots[0].carried) == ({}, 20, 0, True)


def can_be_settled(fair: Fair) -> bool:
    """Whether a form tells all that a hand was paid by: not its rake, bets taken back, or who must show openers."""
    hand, setup = fair.hand, fair.hand.setup
    return not (
        setup.stakes.rake
        or setup.parts
        or setup.rulebook.sevens_rule
        or hand.aside.called
        or any(stack % setup.stakes.chip for stack in setup.stacks)
        or any(isinstance(event, Proved) and not event.good for event in hand.log)
        or hand.street < hand.plan.showdown
        and any(isinstance(event, PassedOut) for event in hand.log)
    )


@pytest.mark.long
def test_each_hand_of_the_room_is_settled_as_it_was_paid() -> None:
    """Whatever the game and the house; where hands were mucked or killed too."""
    wrong, count = [], 0
    for seed in range(150):
        fair = fair_hand(seed)
        if can_be_settled(fair):
            count += 1
            found = settled(form_of_record(fair.record(-1)))
            paid = outcome_of(fair.hand, "player {}")
            if (found.payouts, found.returned, found.carried, found.unpaid) != (*paid, 0):
                wrong.append(f"seed {seed}, {fair.hand.setup.game.name}: {found}, not {paid}")
    assert not wrong, "\n".join(wrong)
    assert count > 30
