"""The seven-deuce bounty and the stand-up game: who pays whom and how much, from what is in front of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.bots.random_player import random_player
from sidepot.cards import Deck, cards
from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand import commands as c
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.table import events as e
from sidepot.table.commands import StandUp
from sidepot.table.places import State
from sidepot.table.side_games import has_bounty, won_with_seven_deuce
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import OpenStakes, TableRules

NAMES = ("ann", "bo", "cy", "di", "ed")


def rules(game: str = "holdem", **more: Any) -> TableRules:
    return TableRules(mix=single(find_game(game), NoLimit()), stakes=(Stakes(blinds=(1, 2)),), seats=6, **more)


def table(*stacks: int, **more: Any) -> Table:
    """Players in seats 0, 1, 2 ...; the first has the button."""
    made = Table(rules(**more))
    for seat, chips in enumerate(stacks):
        made.sit(NAMES[seat], seat, chips, waits=False)
    made.draw_button(0)
    return made


def played(made: Table, order: str, *acts: c.Command, shows: bool = True) -> tuple[Hand, tuple[e.Event, ...]]:
    """A hand with the cards in this order (the first goes to the left of the button), and what its end makes happen."""
    hand = made.start_hand()
    first = cards(order)
    dealer = Dealer(Deck([*first, *[card for card in range(52) if card not in first]]), auto_show=shows)
    dealer.run(hand)
    for act in acts:
        hand.do(act)
        dealer.run(hand)
    mark = len(made.log)
    made.finish(hand)
    return hand, tuple(made.log[mark:])


def stacks(made: Table) -> dict[str, int]:
    return {place.player: place.stack for place in made.seated()}


# Three players: ann has the button and acts first, bo is seat 0 of the hand. Bo has 7-2 and makes a full house.
SEVENS = "7cKcQc 2dJd9s 3s 7h2h4d 5s 8c 6s Tc"
CHECKED = [c.Call(), c.Call(), c.Check(), *[c.Check()] * 9]


def test_who_wins_with_seven_deuce_gets_the_bounty_from_each_other_player() -> None:
    made = table(100, 100, 100, seven_deuce=10)
    hand, happened = played(made, SEVENS, *CHECKED)
    assert won_with_seven_deuce(hand, 0)
    done, paid = happened
    assert isinstance(done, e.HandDone) and done.sevens == (0,)
    assert paid == e.BountyPaid("bo", (("ann", 10), ("cy", 10)))
    assert stacks(made) == {"ann": 88, "bo": 124, "cy": 88}
    assert [(one.debit, one.credit, one.chips, one.game) for one in made.ledger.postings[-2:]] == [
        ("stack:bo", "stack:ann", 10, "seven_deuce"), ("stack:bo", "stack:cy", 10, "seven_deuce"),
    ]  # fmt: skip
    assert replay(made.log) == made


def test_without_the_bounty_nothing_is_paid() -> None:
    made = table(100, 100, 100)
    _, happened = played(made, SEVENS, *CHECKED)
    assert [type(one) for one in happened] == [e.HandDone]


def test_a_player_pays_what_is_left_and_no_more() -> None:
    made = table(6, 2, 100, seven_deuce=10)
    _, happened = played(made, SEVENS, *CHECKED[:3], *[c.Check()] * 6)
    assert happened[1] == e.BountyPaid("bo", (("ann", 4), ("cy", 10)))
    assert stacks(made) == {"ann": 0, "bo": 20, "cy": 88} and made.places["ann"].state is State.BUSTED


def test_a_player_who_folded_pays_and_one_who_sat_out_does_not() -> None:
    made = table(100, 100, 100, 100, seven_deuce=10)
    made.sit_out("di")
    _, happened = played(made, SEVENS, c.Fold(), c.Call(), c.Check(), *[c.Check()] * 6)
    assert happened[1] == e.BountyPaid("bo", (("ann", 10), ("cy", 10)))
    assert stacks(made)["di"] == 100


def test_a_player_who_leaves_after_the_hand_pays_first() -> None:
    made = table(100, 100, 100, seven_deuce=10)
    hand = made.start_hand()
    first = cards(SEVENS)
    dealer = Dealer(Deck([*first, *[card for card in range(52) if card not in first]]), auto_show=True)
    dealer.run(hand)
    made.leave("ann")
    made.ask("cy", 50)
    for act in CHECKED:
        hand.do(act)
        dealer.run(hand)
    mark = len(made.log)
    made.finish(hand)
    assert [type(one) for one in made.log[mark:]] == [e.HandDone, e.BountyPaid, e.Bought, e.Left]
    assert made.gone["ann"].chips == 88 and stacks(made) == {"bo": 124, "cy": 138}


def test_two_winners_do_not_pay_each_other() -> None:
    made = table(100, 100, 13, seven_deuce=10)
    order = "7cQc7d 2d9s2c 3s 7h2h4d 5s 8c 6s Tc"  # bo and ann split, cy has ten behind
    _, happened = played(made, order, *CHECKED)
    paid = [one for one in happened if isinstance(one, e.BountyPaid)]
    assert paid == [e.BountyPaid("bo", (("cy", 5),)), e.BountyPaid("ann", (("cy", 6),))]  # ann sits left of cy
    assert sum(stacks(made).values()) == 213


def test_a_bluff_counts_when_it_is_shown() -> None:
    made = table(100, 100, 100, seven_deuce=10)
    hand, happened = played(made, SEVENS, c.Fold(), c.RaiseTo(6), c.Fold())
    assert [type(one) for one in happened] == [e.HandDone]
    assert won_with_seven_deuce(hand, 0) and not won_with_seven_deuce(hand, 1)
    made.pay_bounty("bo", NAMES[:3])
    assert stacks(made) == {"ann": 90, "bo": 122, "cy": 88}
    assert replay(made.log) == made


def test_a_bounty_needs_terms_and_no_hand_in_progress() -> None:
    with pytest.raises(Conflict) as none:
        table(100, 100).pay_bounty("bo", NAMES)
    assert none.value.code == "no_side_game"
    made = table(100, 100, seven_deuce=5)
    made.start_hand()
    with pytest.raises(NotDue) as early:
        made.pay_bounty("bo", NAMES)
    assert early.value.code == "hand_on"


@pytest.mark.parametrize(
    ("game", "has"),
    [("holdem", True), ("short-deck", True), ("double-board-holdem", True), ("omaha", False), ("pineapple", True),
     ("stud", False), ("five-card-draw", False), ("courchevel", False)],
)  # fmt: skip
def test_which_games_have_it(game: str, has: bool) -> None:
    assert has_bounty(find_game(game)) == has


def test_terms_that_do_not_fit_are_refused() -> None:
    with pytest.raises(Conflict, match="two hole cards"):
        rules("omaha", seven_deuce=5)
    assert rules("omaha", stand_up=5).stand_up == 5
    with pytest.raises(Conflict, match="a tournament has no side games"):
        rules(stand_up=5, is_tournament=True)
    with pytest.raises(Conflict, match="at open stakes"):
        TableRules(
            mix=single(find_game("holdem"), NoLimit()), stakes=(Stakes(blinds=(1, 2)),), stand_up=5, buy_in=(10, 0),
            open_stakes=OpenStakes(), rulebook="open-stakes",  # type: ignore[arg-type]
        )  # fmt: skip


# ---- stand-up

FOLDED = [c.Fold(), c.Fold()]  # the big blind wins
ANY = "7cKcQc 2dJd9s"


def test_winners_sit_down_and_the_last_one_standing_pays() -> None:
    made = table(100, 100, 100, stand_up=20)
    made.stand_up()
    assert made.standing == made.in_round == ("ann", "bo", "cy")
    _, happened = played(made, ANY, *FOLDED)
    assert happened[1:] == (e.StandUpWon("cy"),) and made.standing == ("ann", "bo")
    _, happened = played(made, ANY, *FOLDED)  # ann has the big blind now
    assert happened[1:] == (e.StandUpWon("ann"), e.StandUpOver("bo", (("cy", 20), ("ann", 20))))
    assert stacks(made) == {"ann": 121, "bo": 59, "cy": 120}
    assert made.standing == made.in_round == ()
    _, happened = played(made, ANY, *FOLDED)
    assert [type(one) for one in happened] == [e.HandDone]  # a new round needs the host
    assert replay(made.log) == made


def test_a_second_pot_changes_nothing() -> None:
    made = table(100, 100, 100, stand_up=20)
    made.stand_up()
    played(made, ANY, *FOLDED)
    _, happened = played(made, ANY, c.Fold(), c.RaiseTo(8), c.Fold())
    assert [type(one) for one in happened] == [e.HandDone] and made.standing == ("ann", "bo")
    assert stacks(made)["cy"] == 103


def test_who_has_too_little_pays_equal_parts() -> None:
    made = table(100, 7, 100, stand_up=20)
    made.stand_up()
    played(made, ANY, *FOLDED)
    _, happened = played(made, ANY, *FOLDED)
    assert happened[-1] == e.StandUpOver("bo", (("cy", 3), ("ann", 3)))
    assert stacks(made)["bo"] == 0 and made.places["bo"].state is State.BUSTED


def test_if_the_last_ones_sit_down_together_nobody_pays() -> None:
    made = table(100, 100, stand_up=20)
    made.stand_up()
    order = "AcAd KcKd 3s Qh2h4d 5s 8c 6s Tc"  # both have ace-king
    _, happened = played(made, order, c.Call(), c.Check(), *[c.Check()] * 6)
    assert happened[1:] == (e.StandUpWon("bo"), e.StandUpWon("ann"), e.StandUpOver())
    assert stacks(made) == {"ann": 100, "bo": 100}


def test_a_player_who_comes_later_is_not_in_the_round() -> None:
    made = table(100, 100, 100, stand_up=20)
    made.stand_up()
    made.sit("di", 3, 100, waits=False)
    assert "di" not in made.standing
    with pytest.raises(NotDue) as again:
        made.stand_up()
    assert again.value.code == "standing_already"


def test_a_leaver_leaves_the_round_and_one_alone_pays_nobody() -> None:
    made = table(100, 100, 100, stand_up=20)
    made.stand_up()
    played(made, ANY, *FOLDED)
    made.leave("cy")
    assert made.standing == ("ann", "bo")
    made.leave("bo")
    assert made.log[-1] == e.StandUpOver() and not made.standing
    assert stacks(made) == {"ann": 100}
    assert replay(made.log) == made


def test_the_host_ends_a_round_and_needs_terms_and_players_to_begin_one() -> None:
    for made, code in ((table(100, 100), "no_side_game"), (table(100, stand_up=5), "too_few_stand")):
        with pytest.raises(SidepotError) as refused:
            made.stand_up()
        assert refused.value.code == code
    made = table(100, 100, stand_up=5)
    with pytest.raises(NotDue) as none:
        made.end_stand_up()
    assert none.value.code == "nobody_stands"
    made.stand_up()
    made.end_stand_up()
    assert not made.standing and made.log[-1] == e.StandUpOver()


def test_terms_without_the_game_end_the_round() -> None:
    made = table(100, 100, stand_up=5)
    made.stand_up()
    made.agree(rules(stand_up=8))
    assert made.standing
    made.agree(rules())
    assert not made.standing and not made.in_round
    assert replay(made.log) == made


# ---- any hands


@settings(max_examples=examples(40), deadline=None)
@given(
    seed=st.integers(0, 2**32), players=st.integers(2, 5), seven=st.integers(0, 30), up=st.integers(0, 30),
    limit=st.booleans(),
)  # fmt: skip
def test_no_chip_is_made_or_lost(seed: int, players: int, seven: int, up: int, limit: bool) -> None:
    """After each event the stacks and the bank agree, nobody is below zero, and a replay comes to the same."""
    rng = Random(seed)
    how = FixedLimit() if limit else NoLimit()
    game = find_game("holdem")
    made = Table(
        TableRules(
            mix=single(game, how),
            stakes=(stakes_for(game, how, 2),),
            seats=6,
            seven_deuce=seven,
            stand_up=up,
        )
    )
    for seat in range(players):
        made.sit(NAMES[seat], seat, rng.choice((5, 40, 200)), waits=False)
    pack = [*cards("7c7d7h7s2c2d2h2s"), *[card for card in range(20, 52) if card not in cards("7c7d7h7s2c2d2h2s")]]
    player = random_player(rng)
    for _ in range(8):
        if up and not made.standing and made.may_do(StandUp()):
            made.stand_up()
        try:
            hand = made.start_hand()
        except NotDue:
            break
        order = [*pack]
        rng.shuffle(order)
        dealer = Dealer(Deck(order), auto_show=True)
        while dealer.run(hand) is not Due.DONE:
            hand.do(player(hand, options(hand)))
        total = sum(stacks(made).values())
        raked = made.ledger.balance("rake")
        mark = len(made.log)
        if rng.random() < 0.2:
            made.leave(rng.choice([*made.places]))
        made.finish(hand)
        for at in range(mark, len(made.log)):
            assert not any(chips < 0 for chips in stacks(replay(made.log[: at + 1])).values())
        left = sum(one.chips for one in made.log[mark:] if isinstance(one, e.Left))
        assert sum(stacks(made).values()) + left + made.ledger.balance("rake") - raked == total
        assert made.ledger.on_table() == sum(stacks(made).values())
        assert len(made.standing) != 1 and set(made.standing) <= set(made.in_round)
        assert replay(made.log) == made
