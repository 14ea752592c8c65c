"""What the floor does to live hands: killed hands, re-deals, stubs, absent players, rulings carried out.

`SIDEPOT_SOAK=1` draws fifty times as many examples.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EVERY_GAME, EXAMPLES, LIMITS, random_house, random_setup
from universal.answering import A_RULING, answer
from universal.illegal import OPEN
from universal.tester import difference, snapshot

from sidepot.cards import STANDARD_DECK, UNKNOWN, Deck, cards
from sidepot.errors import BadNotation, Cite, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.floor.carry_out import carry_out, kill_absent
from sidepot.games.catalog import DOUBLE_BOARD_HOLDEM, HOLDEM, STUD, TRIPLE_DRAW
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import (
    BoardDealt,
    BroughtIn,
    Burned,
    Called,
    Checked,
    Event,
    Folded,
    Killed,
    RaisedTo,
    Redealt,
    Restubbed,
    Ruled,
    Voided,
    decode_log,
    encode,
)
from sidepot.hand.floor_acts import COLUMNS, mucked_and_burned
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.replaying import replay, strict_replay
from sidepot.hand.state import HandState
from sidepot.hand.view import view_of
from sidepot.hand.winning.split_pots import is_last_claim
from sidepot.rules.houses import CASH, TDA_2013
from sidepot.rules.ruling import Act, Effect, FourCards, Kill, NewStub, Redeal, Ruling, Void, choose

seeds = st.integers(0, 2**32)
some = settings(max_examples=examples(3) * EXAMPLES, deadline=None)
many = settings(max_examples=examples(8) * EXAMPLES, deadline=None)

BLINDS = Stakes(blinds=(50, 100))
STUD_STAKES = Stakes(ante=1, bring_in=2, small_bet=5, big_bet=10)


def ruling(*effects: Effect) -> Ruling:
    return Ruling(verdict="so", reason=("It is so.",), cites=(Cite("TDA-2013", "1"),), effects=effects)


def table(game: Game = HOLDEM, stacks: tuple[int, ...] = (1000, 1000, 1000, 1000), **more: Any) -> tuple[Hand, Dealer]:
    """A hand and its dealer, who has dealt as far as the first decision. Limit games have a bring-in or blinds."""
    limit, stakes = (FixedLimit(), STUD_STAKES) if game is STUD else (NoLimit(), BLINDS)
    hand = Hand(seat_hand(game, limit, stakes, TDA_2013, stacks))
    dealer = Dealer(Deck(below=random.Random(7).randrange), auto_show=True, **more)
    dealer.run(hand)
    return hand, dealer


def round_of(hand: Hand, dealer: Dealer) -> None:
    """All check or call until the round is over, and the next street is dealt."""
    street = hand.street
    while dealer.run(hand) is Due.ACT and hand.street == street:
        hand.check_or_call()


# ---- killed hands


def checked_or_called(hand: Hand, seat: int) -> Event:
    """What puts the seat to act in for as little as possible."""
    if hand.due is Due.BRING_IN:
        return BroughtIn(seat, min(hand.setup.stakes.bring_in, hand.betting.stacks[seat]))
    return Called(seat, hand.to_call) if hand.to_call else Checked(seat)


def is_refundable(hand: Hand) -> bool:
    """Whether the last to bet has not been called in full, and others are to act."""
    seat = hand.betting.aggressor
    return hand.due is Due.ACT and seat >= 0 and hand.live >> seat & 1 == 1 and hand.live.bit_count() > 2


@many
@given(seeds)
def test_a_refund_leaves_the_betting_as_if_the_bet_had_never_been_made(seed: int) -> None:
    """Rule: TDA-2013 56. As if they had checked or called; where it was called for less, as if they had bet that."""
    for hand in bets_to_refund(seed):
        seat = hand.betting.aggressor
        killed = hand.copy(log=True)
        killed.kill(seat, refund=True)
        event = killed.log[-1]
        assert isinstance(event, Killed)
        at = max(at for at, told in enumerate(hand.log) if isinstance(told, RaisedTo) and told.seat == seat)
        other = replay(hand.log[:at])
        over = hand.setup.stakes.bring_in if other.due is Due.BRING_IN else other.price
        rest = hand.bets[seat] - event.refund
        others = [bet for one, bet in enumerate(hand.bets) if one != seat]
        assert rest == min(max(over, *others), hand.bets[seat])
        if not event.refund:
            continue
        if other.betting.stacks[seat] == over - other.bets[seat]:
            continue  # to call would have been to go all-in, which they did not
        other.apply(checked_or_called(other, seat) if rest == over else RaisedTo(seat, rest))
        since = hand.log[at + 1 :]
        while since and other.due is Due.ACT:
            other.apply(since.pop(0))
        if since:
            continue  # they would not have been asked any more
        if other.due is Due.BURN or other.due is Due.ACT and other.street == hand.street:
            other.kill(seat)
            assert not differences(killed, other)
        assert_told(killed)


def bets_to_refund(seed: int) -> list[Hand]:
    """The moments of a random hand at which the last bet may go back."""
    chance = random.Random(seed)
    game = chance.choice(EVERY_GAME)
    seats = chance.randint(max(3, game.seats[0]), max(3, min(game.seats[1], 7)))
    if seats > game.seats[1]:
        return []
    hand = Hand(random_setup(game, chance.choice(LIMITS), seats, random_house(chance), chance))
    deck = Deck(hand.plan.deck, below=chance.randrange)
    found = []
    while hand.due is not Due.DONE:
        if is_refundable(hand):
            found.append(hand.copy(log=True))
        answer(hand, deck, chance.randrange, (5, 6, 6))
    return found


def differences(one: Hand, other: Hand) -> str:
    """In what two hands differ that matters from here on: chips, turns, prices, and rights to raise."""
    parts = ("due", "seat", "street", "stacks", "bets", "put", "dead", "live", "able", "price", "stub")
    wrong = [
        f"{name}: {getattr(one, name)} and {getattr(other, name)}"
        for name in parts
        if getattr(one, name) != getattr(other, name)
    ]
    if one.due is Due.ACT:
        for seat in range(one.plan.seats):
            bounds = one.betting.bounds(seat), other.betting.bounds(seat)
            acts = one.betting.to_act >> seat & 1, other.betting.to_act >> seat & 1
            if one.able >> seat & 1 and (bounds[0] != bounds[1] or acts[0] != acts[1]):
                wrong.append(f"seat {seat}: {bounds}, {acts}")
    return "; ".join(wrong)


def assert_told(hand: Hand) -> None:
    """The log tells the hand: replayed, played by the rules, and through JSON."""
    log = decode_log(encode(hand.log))
    assert log == hand.log
    assert not difference(snapshot(hand), snapshot(replay(log)))
    assert not difference(snapshot(hand), snapshot(strict_replay(log)))


def test_bets_are_looked_up_in_the_log() -> None:
    hand, _ = table()
    hand.raise_to(300)
    with pytest.raises(Conflict, match="this copy lacks"):
        hand.copy().kill(2, refund=True)
    hand.copy().kill(2)
    hand.copy().kill(3, refund=True)  # it has not bet: there is nothing to look up
    hand.kill(2, refund=True)
    assert (hand.stacks[2], hand.price, hand.betting.full_raise) == (900, 100, 100)


def test_a_refund_survives_a_view_and_a_re_deal() -> None:
    """The last deal counts, and what a seat may see of the log is enough."""
    hand, dealer = table()
    hand.raise_to(700)
    hand.redeal()
    dealer.run(hand)
    hand.raise_to(300)
    hand.raise_to(900)
    for seen in (hand.copy(log=True), view_of(hand, 1), view_of(hand, -1)):
        seen.kill(3, refund=True)
        assert (seen.stacks[3], seen.price, seen.raise_bounds()) == (700, 300, (500, 1000))
        assert seen.betting.aggressor == 2


def test_hands_are_killed_once_they_are_dealt_and_not_while_chips_move() -> None:
    hand = Hand(seat_hand(HOLDEM, NoLimit(), BLINDS, TDA_2013, (1000, 1000, 500)))
    deck = Deck(below=random.Random(3).randrange)
    with pytest.raises(NotDue):
        hand.kill(0)  # blinds are due
    while hand.due is Due.POST:
        hand.post()
    with pytest.raises(NotDue):
        hand.kill(0)  # the deal is on
    Dealer(deck).run(hand)
    hand.raise_to(500)
    hand.raise_to(1000)
    hand.fold()
    assert hand.due is Due.RETURN
    with pytest.raises(NotDue, match="500 uncalled chips must go back to seat 1 first"):
        hand.kill(0)


# ---- folds out of turn


def test_a_fold_out_of_turn_binds() -> None:
    """Rule: TDA-2013 38-A, 50. Who has acted may fold too; the turn stays."""
    hand, _ = table()
    hand.call()
    hand.fold(seat=1)
    hand.fold(seat=2)
    assert (hand.seat, hand.live) == (3, 0b1001)
    assert hand.log[-2:] == [Folded(1), Folded(2)]
    hand.fold(seat=3)
    assert hand.due is Due.AWARD
    assert_told(hand)


def test_before_the_bring_in_others_may_fold_out_of_turn() -> None:
    hand, _ = table(STUD, (100, 100, 100))
    assert hand.due is Due.BRING_IN
    owes = hand.seat
    with pytest.raises(NotDue):
        hand.fold(seat=owes)
    first, second = [seat for seat in range(3) if seat != owes]
    hand.fold(seat=first)
    assert (hand.due, hand.seat) == (Due.BRING_IN, owes)
    assert_told(hand)
    hand.fold(seat=second)
    assert [hand.due] == [Due.AWARD]


# ---- the whole hand


def test_the_columns_of_a_hand_are_known() -> None:
    """A re-deal resets every one of them."""
    assert sorted(COLUMNS) == sorted({*HandState.__slots__, *Hand.__slots__} - {"log", "plan", "setup"})


@some
@given(seeds)
def test_a_hand_is_dealt_again_or_called_off_at_any_time(seed: int) -> None:
    chance = random.Random(seed)
    hand = any_hand(chance)
    start = Hand(hand.setup)
    again, off = hand.copy(log=True), hand.copy(log=True)
    if hand.due is Due.DONE:
        for command in (again.redeal, again.void):
            with pytest.raises(NotDue):
                command()
        return
    again.redeal()
    assert not difference(snapshot(start), snapshot(again), log=False)
    off.void()
    assert (off.due, off.stacks, off.pots()) == (Due.DONE, start.stacks, [])
    assert (off.carried, off.raked) == (hand.setup.carried, 0)
    assert not any((*off.put, off.dead, *off.bets))
    for other in (again, off):
        other.rule(A_RULING, by="the floor")
        assert_told(other)


def any_hand(chance: random.Random) -> Hand:
    """A random hand, stopped anywhere."""
    game = chance.choice(EVERY_GAME)
    seats = chance.randint(game.seats[0], min(game.seats[1], 7))
    hand = Hand(random_setup(game, chance.choice(LIMITS), seats, random_house(chance), chance))
    deck = Deck(hand.plan.deck, below=chance.randrange)
    for _ in range(chance.randrange(60)):
        if hand.due is not Due.DONE:
            answer(hand, deck, chance.randrange)
    return hand


def test_a_ruling_stands_in_the_log_even_after_the_hand() -> None:
    hand, dealer = table()
    while dealer.run(hand) is not Due.DONE:
        hand.fold()
    before = snapshot(hand)
    hand.rule(A_RULING, by="Dora")
    assert hand.log[-1] == Ruled(A_RULING, "Dora")
    assert not difference(before, snapshot(hand), log=False)
    with pytest.raises(BadNotation, match="the director must choose one of the options first"):
        hand.rule(OPEN)
    assert_told(hand)


@some
@given(seeds, st.booleans())
def test_a_new_stub_holds_what_is_not_on_the_table(seed: int, mixed: bool) -> None:
    """Rule: TDA-2013 RP-4. Live hands, boards and what was thrown away openly apart stay; no card is there twice."""
    chance = random.Random(seed)
    hand = any_hand(chance)
    more = mucked_and_burned(hand)
    before = hand.copy(log=True)
    try:
        hand.restub(mixed=mixed)
    except NotDue:
        assert hand.due in (Due.POST, Due.RESHUFFLE, Due.DONE) or not hand.stub or hand.street >= hand.plan.showdown
        return
    assert hand.log[-1] == Restubbed(before.stub + len(more) * mixed, mixed)
    assert hand.stub == before.stub + len(more) * mixed
    if not mixed:
        assert not difference(snapshot(before), snapshot(hand), log=False)
        return
    assert not hand.burns and not mucked_and_burned(hand)
    assert not any(hand.seen[card] for card in more)
    for seat in range(hand.plan.seats):
        if hand.live >> seat & 1:
            assert hand.hole[seat] == before.hole[seat] and hand.faces[seat] == before.faces[seat]
    assert (hand.boards, hand.due, hand.seat, hand.stacks) == (before.boards, before.due, before.seat, before.stacks)
    assert_told(hand)


# ---- absent players


@some
@given(seeds)
def test_absent_players_pay_and_hold_nothing(seed: int) -> None:
    """Rule: TDA-2013 29, 58-C. Their blinds, antes and bring-ins stay; after a re-deal they are dead again."""
    chance = random.Random(seed)
    game = chance.choice(EVERY_GAME)
    seats = chance.randint(game.seats[0], min(game.seats[1], 7))
    setup = random_setup(game, chance.choice(LIMITS), seats, random_house(chance), chance)
    there = [seat for seat, stack in enumerate(setup.stacks) if stack]
    if len(there) < 2:
        return  # the others have no chips, and are in for a part of a pot that waits
    absent = tuple(chance.sample(there, chance.randint(1, len(there) - 1)))
    hand = Hand(setup)
    dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange), auto_show=True, absent=absent)
    redealt = chance.random() < 0.5
    while dealer.run(hand) is not Due.DONE:
        assert all(is_last_claim(hand, seat) for seat in dealer.absent)  # a side pot that nobody else is in waits
        stay = [seat for seat in absent if hand.live >> seat & 1]
        assert stay == [*dealer.absent] or hand.live.bit_count() == 1
        if redealt:
            redealt = False
            dealer.absent = carry_out(hand, ruling(Redeal(absent)), deck=dealer.deck)
            assert dealer.absent == absent
            continue
        answer(hand, dealer.deck, chance.randrange)
    for event in hand.log:
        if isinstance(event, (Called, Checked, RaisedTo, Folded)):
            assert event.seat not in absent
    assert_told(hand)


def test_an_absent_player_with_the_low_card_brings_it_in() -> None:
    """Rule: TDA-2013 29. SV-169."""
    hand, dealer = table(STUD, (100, 100, 100))
    owes = hand.seat
    with pytest.raises(IllegalAction, match="owes the bring-in"):
        hand.kill(owes)
    assert kill_absent(hand, (owes,)) == ()
    assert hand.log[-2:] == [BroughtIn(owes, 2), Killed(owes)]
    assert (hand.price, hand.stacks[owes]) == (2, 97)
    hand.redeal()
    assert kill_absent(hand, (owes,)) == (owes,)  # not before the cards are there
    dealer.deck.gather(STANDARD_DECK)
    dealer.absent = (owes,)
    dealer.run(hand)
    assert not hand.live >> owes & 1
    assert not any(dealer.absent)


def test_the_last_hand_is_not_killed() -> None:
    hand, _ = table()
    assert kill_absent(hand, (0, 1, 2, 3)) == ()
    assert hand.live == 0b1000
    assert hand.due in (Due.AWARD, Due.RETURN)


# ---- carrying rulings out


def test_a_ruling_stands_just_before_what_follows_from_it() -> None:
    hand, _ = table()
    done = ruling(Act(2, "raise_to", 300))
    assert carry_out(hand, done, by="Dora") == ()
    assert hand.log[-2:] == [Ruled(done, "Dora"), RaisedTo(2, 300)]
    carry_out(hand, ruling(Act(3, "call")))
    carry_out(hand, ruling(Act(1, "fold")))  # out of turn
    carry_out(hand, ruling(Act(0, "fold")))
    assert [type(event) for event in hand.log[-6:]] == [Ruled, Called, Ruled, Folded, Ruled, Folded]
    assert hand.due is Due.BURN
    with pytest.raises(NotDue):
        carry_out(hand, ruling(Act(2, "check")))
    stud, _ = table(STUD, (100, 100))
    carry_out(stud, ruling(Act(stud.seat, "bring_in")))
    assert isinstance(stud.log[-1], BroughtIn)


def test_only_a_fold_holds_a_seat_out_of_turn() -> None:
    hand, _ = table()
    with pytest.raises(NotDue, match=r"must do this .raise to. in turn; it is not that seat's turn now"):
        carry_out(hand, ruling(Act(3, "raise_to", 300)))
    assert hand.log[-1] != Ruled(ruling(Act(3, "raise_to", 300)))


def test_an_open_ruling_is_carried_out_only_with_a_chosen_option() -> None:
    hand, _ = table()
    dead = (Kill(2),)
    options = (msgspec.structs.replace(OPEN.options[0]), msgspec.structs.replace(OPEN.options[1], effects=dead))
    told = msgspec.structs.replace(OPEN, options=options)
    with pytest.raises(BadNotation, match="the director must choose one of the options first"):
        carry_out(hand, told)
    carry_out(hand, choose(told))
    assert hand.log[-2:] == [Ruled(choose(told)), Killed(2)]


def test_a_ruling_is_carried_out_whole_or_not_at_all() -> None:
    hand, dealer = table()
    before, order = snapshot(hand), dealer.deck.copy().draw(len(dealer.deck))
    with pytest.raises(NotDue):
        carry_out(hand, ruling(Kill(2), NewStub(), Act(2, "fold")), deck=dealer.deck)
    assert not difference(before, snapshot(hand))
    assert dealer.deck.copy().draw(len(dealer.deck)) != order  # it is dealt by chance,
    assert sorted(dealer.deck.copy().draw(len(dealer.deck))) == sorted(order)  # but of the same cards
    for wrong in (Kill(9), Act(9, "fold"), FourCards(1)):
        with pytest.raises(SidepotError):
            carry_out(hand, ruling(wrong), deck=dealer.deck)
    assert not difference(before, snapshot(hand))


def test_killing_before_the_deal_waits_for_it() -> None:
    hand = Hand(seat_hand(HOLDEM, NoLimit(), BLINDS, TDA_2013, (1000, 1000, 1000)))
    assert carry_out(hand, ruling(Kill(1), Kill(1))) == (1,)
    assert carry_out(hand, ruling(Redeal((2,)), Kill(0))) == (2, 0)
    dealer = Dealer(Deck(below=random.Random(1).randrange), absent=(2,))
    assert dealer.run(hand) is Due.ACT
    assert hand.live == 0b011


def test_a_hand_that_is_off_stays_off() -> None:
    hand, dealer = table()
    hand.raise_to(400)
    carry_out(hand, ruling(Void()))
    assert hand.log[-1] == Voided()
    assert hand.stacks == [1000] * 4
    with pytest.raises(NotDue):
        carry_out(hand, ruling(Kill(1)))
    assert dealer.run(hand) is Due.DONE


effects = st.one_of(
    st.builds(Act, st.integers(-1, 9), st.sampled_from(("fold", "check", "call", "raise_to", "bring_in")), seeds),
    st.builds(Kill, st.integers(-1, 9), st.booleans()),
    st.builds(Redeal, st.tuples(st.integers(0, 3)) | st.just(())),
    st.just(Void()),
    st.builds(NewStub, st.booleans()),
    st.builds(FourCards, st.integers(-1, 5)),
)


@many
@given(seeds, st.lists(effects, max_size=3), st.booleans())
def test_any_ruling_is_carried_out_or_refused(seed: int, wanted: list[Effect], with_deck: bool) -> None:
    chance = random.Random(seed)
    hand = any_hand(chance)
    out = [card for card in hand.plan.deck if not hand.seen[card]]
    deck = Deck(out, below=chance.randrange) if with_deck else None
    before = snapshot(hand)
    try:
        waiting = carry_out(hand, ruling(*wanted), deck=deck)
    except SidepotError:
        assert not difference(before, snapshot(hand))
        assert deck is None or sorted(deck.draw(len(deck))) == sorted(out)
        return
    told = hand.log[len(before["log"]) :]
    assert told[0] == Ruled(ruling(*wanted))
    assert bool(waiting) <= any(isinstance(effect, (Kill, Redeal)) for effect in wanted)
    chips = sum(hand.stacks) + sum(hand.put) + hand.dead + hand.carried + hand.raked
    assert chips == sum(hand.setup.stacks) + hand.setup.carried
    assert_told(hand)


# ---- the deck


def test_four_cards_for_a_flop() -> None:
    """Rule: TDA-2013 36. SV-168: the drawn card is the next burn, and the rest of the deck comes as it would have."""
    order = cards("As Kd 7c 2h 9s 3d Jh 8s Qd")
    for drawn, flop, burn in ((0, "Kd7c2h", "As"), (2, "AsKd2h", "7c"), (3, "AsKd7c", "2h")):
        hand = at_the_flop(HOLDEM)
        deck = Deck(order)
        carry_out(hand, ruling(FourCards(drawn)), deck=deck)
        round_of(hand, Dealer(deck))
        assert hand.boards[0] == cards(flop) + order[4:5]
        burns = [event.card for event in hand.log if isinstance(event, Burned)]
        assert burns[1:] == [cards(burn)[0]]
        assert deck.draw(4) == order[5:]


def at_the_flop(game: Game) -> Hand:
    """A hand that waits for its flop."""
    hand = Hand(seat_hand(game, NoLimit(), BLINDS, TDA_2013, (1000, 1000, 1000)))
    while hand.due is Due.POST:
        hand.post()
    while hand.due is Due.DEAL:
        hand.deal((UNKNOWN,) * hand.count)
    while hand.due is Due.ACT:
        hand.check_or_call()
    hand.burn()
    return hand


def test_with_two_boards_the_drawn_card_is_burned_after_both_flops() -> None:
    order = cards("As Kd 7c 2h 9s 3d Jh 8s Qd 4c")
    hand = at_the_flop(DOUBLE_BOARD_HOLDEM)
    deck = Deck(order)
    carry_out(hand, ruling(FourCards(1)), deck=deck)
    round_of(hand, Dealer(deck))
    assert hand.boards == (cards("As 7c 2h 8s"), cards("9s 3d Jh Qd"))
    assert [event.card for event in hand.log if isinstance(event, Burned)][1:] == [*cards("Kd")]


def test_one_of_four_cards_is_drawn_for_a_flop_only() -> None:
    hand = at_the_flop(HOLDEM)
    for drawn in (-1, 4):
        with pytest.raises(IllegalAction, match="0 to 3"):
            carry_out(hand, ruling(FourCards(drawn)))
    hand.board((UNKNOWN,) * 3)
    with pytest.raises(NotDue, match="a four-card flop is possible only when the flop is due"):
        carry_out(hand, ruling(FourCards(0)))


def test_a_chance_deck_keeps_the_order_that_was_seen() -> None:
    deck = Deck(below=random.Random(5).randrange)
    four = deck.draw(4)
    deck.put_back(four[::-1])
    again = deck.copy()
    assert deck.draw(4) == four[::-1]
    assert again.draw(52) == (*four[::-1], *deck.draw(48))
    deck.refill(four)
    assert sorted(deck.draw(4)) == sorted(four)


def test_shuffling_needs_chance() -> None:
    fixed = Deck(cards("As Kd 7c 2h"))
    with pytest.raises(Conflict, match="a source of random numbers"):
        fixed.shuffle()
    with pytest.raises(Conflict, match="a source of random numbers"):
        fixed.gather(STANDARD_DECK)
    fixed.shuffle(cards("9s"), below=lambda n: 0)
    assert sorted(fixed.draw(5)) == sorted(cards("As Kd 7c 2h 9s"))
    hand, dealer = table()
    dealer.deck = Deck(cards("As Kd 7c 2h"))
    with pytest.raises(Conflict, match="a source of random numbers"):
        carry_out(hand, ruling(Redeal()), deck=dealer.deck)
    assert not any(isinstance(event, (Ruled, Redealt)) for event in hand.log)
    carry_out(hand, ruling(Redeal()), deck=dealer.deck, below=random.Random(2).randrange)
    assert len(dealer.deck) == 52


def test_every_order_of_a_shuffled_stub_is_as_likely() -> None:
    chance = random.Random(11)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        deck = Deck(cards("As Kd"))
        deck.shuffle(cards("7c"), below=chance.randrange)
        order = deck.draw(3)
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_mucked_cards_come_from_a_stub_that_was_mixed() -> None:
    hand, dealer = table()
    mine = hand.hole[2]
    hand.fold()
    round_of(hand, dealer)
    dealer.deck = Deck(cards("4d"), below=random.Random(9).randrange)
    carry_out(hand, ruling(NewStub(mixed=True)), deck=dealer.deck)
    assert set(mine) < {*dealer.deck.copy().draw(len(dealer.deck))}
    assert hand.hole[2] == ()
    blind = at_the_flop(HOLDEM)
    with pytest.raises(Conflict, match="because some of these are unknown"):
        carry_out(blind, ruling(NewStub(mixed=True)), deck=dealer.deck)
    carry_out(blind, ruling(NewStub(mixed=True)))  # whoever deals has the cards
    assert blind.log[-1] == Restubbed(52 - 6, True)


def test_in_draw_games_the_muck_is_the_discards_too() -> None:
    hand = Hand(seat_hand(TRIPLE_DRAW, FixedLimit(), Stakes(blinds=(1, 2), small_bet=2), CASH, (50, 50, 50)))
    dealer = Dealer(Deck(below=random.Random(4).randrange))
    dealer.run(hand)
    hand.fold()
    while dealer.run(hand) is Due.ACT:
        hand.check_or_call()
    hand.discard(hand.hole[hand.seat][:3])
    dealer.run(hand)
    assert len(mucked_and_burned(hand)) == 5 + 3 + 1
    stub = hand.stub
    hand.restub(mixed=True)
    assert hand.stub == stub + 9
    assert_told(hand)


def test_a_board_that_was_dealt_stays() -> None:
    hand, dealer = table()
    round_of(hand, dealer)
    flop = [event for event in hand.log if isinstance(event, BoardDealt)]
    hand.restub(mixed=True)
    assert hand.boards[0] == flop[0].cards
