"""What a hand came to, how it introduces itself, and whole hands between programs."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from each import each

from sidepot import CASH, Dealer, Deck, Hand, NoLimit, Stakes, find_game, match, play_hand, seat_hand
from sidepot.bots.random_player import random_player
from sidepot.cards import STANDARD_DECK, cards, text
from sidepot.errors import BadNotation, Conflict, NotDue
from sidepot.games.catalog import GAMES
from sidepot.hand.commands import Call, Check, Fold, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.legal.options import options
from sidepot.hand.playing import PlayerFailed
from sidepot.hand.result import HandResult, Why
from sidepot.hand.setup import Setup
from sidepot.hand.view import view_of
from sidepot.rules.houses import HOME

HOLDEM = find_game("holdem")
BLINDS = Stakes(blinds=(1, 2))


def setup_of(*stacks: int, **more: Any) -> Setup:
    return seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, stacks, **more)


def side_pot() -> Hand:
    """Alice all-in for 10 with the best hand; Bob takes the side pot of Cy."""
    hand = Hand(setup_of(10, 50, 50))
    dealer = Dealer(Deck(cards("AsKsQs AhKhQh 2c 3d7c9d 2d Jc 2h 4s")), auto_show=True)
    dealer.run(hand)
    hand.raise_to(30)
    hand.call()
    hand.call()
    while dealer.run(hand) is not Due.DONE:
        hand.choose_runs(1) if hand.due is Due.RUN else hand.check()
    return hand


def test_result_names_winners_amounts_and_reasons() -> None:
    hand = side_pot()
    came = hand.result()
    main, side = came.pots
    assert (main.name, main.amount, main.eligible, main.shares) == ("main pot", 30, (0, 1, 2), ((0, 30),))
    assert (side.name, side.amount, side.eligible, side.shares) == ("side pot", 40, (1, 2), ((1, 40),))
    assert {main.why, side.why} == {Why.BEST_HAND}
    assert main.hands[0][0] == 0 and "ace" in main.hands[0][1]
    assert main.because.startswith("Seat 1 wins the main pot of 30: ")
    assert came.nets == (20, 10, -30) and sum(came.nets) == 0
    assert came.winners == (0, 1) and came.stacks == (30, 60, 20)
    assert msgspec.json.decode(msgspec.json.encode(came), type=HandResult) == came


def test_a_pot_that_nobody_contests_tells_no_card() -> None:
    hand = Hand(setup_of(100, 100, 100))
    Dealer(Deck(cards("AsKsQsAhKhQh"))).run(hand)
    hand.raise_to(6)
    hand.fold()
    hand.fold()
    Dealer(Deck(STANDARD_DECK[::-1])).run(hand)
    came = hand.result()
    (pot,) = came.pots
    assert (pot.why, pot.hands, pot.winners) == (Why.LAST_IN, (), (2,))
    assert came.returned == ((2, 4),) and came.nets == (-1, -2, 3)
    assert str(came) == "Seat 3 wins the pot of 5; nobody else is in it. seat 1 -1, seat 2 -2, seat 3 +3"


def test_a_split_a_void_and_a_hand_that_is_on() -> None:
    hand = Hand(setup_of(20, 20))
    with pytest.raises(NotDue, match="not over"):
        hand.result()
    dealer = Dealer(Deck(cards("2s2d 3s3d 8c AhKhQh 8d Jh 8h Th")), auto_show=True)
    dealer.run(hand)
    hand.call()
    hand.check()
    while dealer.run(hand) is not Due.DONE:
        hand.check()
    (pot,) = hand.result().pots
    assert pot.shares == ((0, 2), (1, 2)) and "is shared" in pot.because
    with pytest.raises(Conflict, match="log"):
        hand.copy().result()
    other = Hand(setup_of(20, 20))
    Dealer(Deck(cards("2s2d3s3d"))).run(other)
    other.raise_to(8)
    other.void()
    assert other.result().void and other.result().nets == (0, 0) and other.result().pots == ()


@each("game", list(GAMES))
@each("seed", range(6))
def test_the_pots_and_the_nets_of_any_hand_come_out(game: str, seed: int) -> None:
    """All chips are accounted for, and a view of the hand tells the same result as the hand itself."""
    rng = Random(seed)
    found = GAMES[game]
    stakes = Stakes(ante=1, blinds=(1, 2)) if not found.is_stud else Stakes(ante=1, bring_in=1, small_bet=2)
    stacks = [rng.randint(5, 60) for _ in range(min(4, found.seats[1]))]
    setup = seat_hand(found, NoLimit(), stakes, CASH, stacks)
    hand = play_hand(setup, [random_player(rng)] * len(stacks), rng, auto_show=seed % 2 == 0)
    came = hand.result()
    assert sum(came.nets) + came.carried + came.rake == 0
    assert [stack - began for stack, began in zip(came.stacks, stacks, strict=True)] == list(came.nets)
    for pot in came.pots:
        assert sum(chips for _, chips in pot.shares) == (0 if pot.why is Why.NOBODY else pot.amount - pot.rake)
        assert set(pot.winners) <= set(pot.eligible)
    names = [pot.name for pot in came.pots]
    assert names[:1] != ["side pot"] and len(names) >= 1
    assert view_of(hand, -1).result() == came


def test_pots_that_wait_have_names_of_their_own() -> None:
    """Nobody holds three of a kind, so the main pot of 18 and the side pot of 20 both wait for the next deal."""
    stakes = Stakes(ante=1, small_bet=2)
    hand = Hand(seat_hand(find_game("jacks-trips"), NoLimit(), stakes, HOME, (40, 40, 6)))
    dealer = Dealer(Deck(cards("KsJsQs KhJhQh 3d3c5d 8c8d7c 9d9c9s 2c")), auto_show=True)
    dealer.run(hand)
    hand.raise_to(15)
    while (due := dealer.run(hand)) is not Due.DONE:
        if due is Due.DRAW:
            hand.discard()
        elif options(hand).may_check:
            hand.check()
        else:
            hand.call()
    came = hand.result()
    told = [(pot.name, pot.amount, pot.eligible, pot.why) for pot in came.pots]
    assert told == [("main pot", 18, (0, 1, 2), Why.NOBODY), ("side pot", 20, (0, 1), Why.NOBODY)]
    assert came.carried == 38 and sum(came.nets) == -38


# ---- how it introduces itself


def test_a_hand_introduces_itself() -> None:
    hand = Hand(setup_of(100, 100, 100))
    assert repr(hand).startswith("<Hand: ") and "seat 1 must post first" in repr(hand)
    dealer = Dealer(Deck(cards("AsKsQs AhKhQh 2c 3d7c9d")))
    dealer.run(hand)
    assert "pot 3, 3 in the hand; it is seat 3's turn to act, 2 to call" in repr(hand)
    hand.call()
    hand.call()
    hand.check()
    dealer.run(hand)
    assert "flop 3d7c9d; pot 6" in repr(hand)
    assert "over, stacks 30, 60, 20" in repr(side_pot())


@each("game", list(GAMES))
def test_no_repr_tells_a_card_of_a_player(game: str) -> None:
    """A traceback of a server holds the hand of everybody: its repr names no card but those of the board."""
    rng = Random(5)
    found = GAMES[game]
    stakes = Stakes(ante=1, blinds=(1, 2)) if not found.is_stud else Stakes(ante=1, bring_in=1, small_bet=2)
    setup = seat_hand(found, NoLimit(), stakes, CASH, [50] * min(4, found.seats[1]))
    player = random_player(rng, fold=0.0)
    seen = []

    def look(view: Hand, may: Any) -> Any:
        seen.append(repr(view))
        return player(view, may)

    hand = play_hand(setup, [look] * len(setup.stacks), rng)
    open_cards = {card for board in hand.boards for card in board}
    hidden = [text((card,)) for card in STANDARD_DECK if card not in open_cards]
    for told in [*seen, repr(hand)]:
        assert not [name for name in hidden if name in told.split(": ", 1)[1].partition(";")[2]]


# ---- play_hand and match


def timid(view: Hand, may: Any) -> Any:
    return Check() if may.may_check else Fold()


def curious(view: Hand, may: Any) -> Any:
    return Check() if may.may_check else Call()


def test_play_hand_shows_each_player_its_own_cards_alone() -> None:
    seen: dict[int, set[int]] = {}

    def looks(view: Hand, may: Any) -> Any:
        seen.setdefault(view.seat, set()).update(seat for seat, hole in enumerate(view.hole) if set(hole) - {53})
        return curious(view, may)

    hand = play_hand(setup_of(100, 100, 100), [looks] * 3, Random(2))
    assert hand.due is Due.DONE and seen == {0: {0}, 1: {1}, 2: {2}}


def test_play_hand_from_a_deck() -> None:
    deck = Deck(cards("AsKsQs AhKhQh 2c 3d7c9d 2d Jc 2h 4s"))
    assert play_hand(setup_of(9, 9, 9), [curious] * 3, deck=deck).result().winners == (0,)


def test_play_hand_refuses_wrong_arguments() -> None:
    with pytest.raises(Conflict, match="the hand has 3 seats, so it needs as many players, not 2"):
        play_hand(setup_of(9, 9, 9), [curious] * 2, Random(1))
    with pytest.raises(Conflict, match="pass exactly one of `rng` and `deck`"):
        play_hand(setup_of(9, 9), [curious] * 2)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (RaiseTo(3), ", which is refused:"),
        (
            None,
            "the player in seat 2 answered with NoneType",
        ),
    ],
)
def test_a_player_that_answers_what_it_may_not_is_named(answer: Any, said: str) -> None:
    with pytest.raises(PlayerFailed, match=said) as raised:
        play_hand(setup_of(50, 50), [lambda view, may: answer] * 2, Random(1))
    assert raised.value.seat == 1
    with pytest.raises(PlayerFailed, match="bad: the player in seat"):
        match({"good": curious, "bad": lambda view, may: answer}, 5, Random(1))


def test_a_match() -> None:
    came = match({"Tim": timid, "Cora": curious}, 60, Random(3))
    assert came.hands == 60 and sum(came.nets.values()) == 0
    assert came.nets["Tim"] < 0
    assert came.per_100["Cora"] == 100 * came.nets["Cora"] / 60 / 2
    assert came == match({"Tim": timid, "Cora": curious}, 60, Random(3))
    stud = match(
        {"a": curious, "b": curious, "c": random_player(Random(1))}, 8, Random(1), game="jacks-or-better",
        stakes=Stakes(ante=1, small_bet=2),
    )  # fmt: skip
    assert sum(stud.nets.values()) + stud.waiting + stud.rake == 0


def test_match_refuses_wrong_arguments() -> None:
    with pytest.raises(BadNotation, match="hands: expected at least 1, not"):
        match({"a": curious, "b": curious}, 0, Random(1))
    with pytest.raises(BadNotation, match="hands: expected an integer"):
        match({"a": curious, "b": curious}, 2.5, Random(1))  # type: ignore[arg-type]
    with pytest.raises(Conflict, match="Texas hold'em needs 2 to 22 players, not 1"):
        match({"a": curious}, 2, Random(1))
    with pytest.raises(
        BadNotation,
        match="game: unknown game 'chess'",
    ):
        match({"a": curious, "b": curious}, 2, Random(1), game="chess")
