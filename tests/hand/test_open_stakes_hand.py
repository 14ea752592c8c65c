"""Open stakes in a hand: chips that are bought, markers and loans, rule by rule, and random hands that are watched."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import msgspec
import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from open_setups import open_setup
from random_setups import EVERY_GAME, EXAMPLES, TIMES
from universal.broken import Broken
from universal.credit_checks import brought
from universal.invariants import Watch
from universal.tester import difference, play_randomly, snapshot

from sidepot.bots.open_stakes import honours_markers
from sidepot.bots.random_player import random_player
from sidepot.bots.simple import simple_player
from sidepot.cards import STANDARD_DECK, Deck, cards
from sidepot.cli.transcript import Transcript
from sidepot.errors import BadNotation, Conflict, IllegalAction, NotDue
from sidepot.formats.phh_record import phh_of_hand
from sidepot.games.catalog import HOLDEM, OMAHA, STUD, TRIPLE_DRAW
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand import commands
from sidepot.hand.credit import markers
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Called, RaisedTo, decode_log, encode
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.replaying import replay, strict_replay
from sidepot.hand.setup import Setup
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered, OpenTerms
from sidepot.hand.view import SPECTATOR, view_of
from sidepot.rules.houses import CASH, OPEN_STAKES, TDA_2013

BLINDS = Stakes(blinds=(1, 2))
TERMS = OpenTerms(lenders=("Dan",))


def setup_of(
    stacks: Sequence[int], terms: OpenTerms | None = TERMS, *, game: Game = HOLDEM, limit: Limit | None = None
) -> Setup:
    stakes = BLINDS if game is HOLDEM else Stakes(ante=1, bring_in=2, small_bet=4)
    setup = seat_hand(game, limit or NoLimit(), stakes, OPEN_STAKES, stacks)
    return msgspec.structs.replace(setup, open=terms)


def begun(*stacks: int, terms: OpenTerms | None = TERMS, game: Game = HOLDEM, limit: Limit | None = None) -> Hand:
    """A hand dealt up to its first decision. The blinds are on seats 0 and 1 (heads-up the button is small)."""
    hand = Hand(setup_of(stacks, terms, game=game, limit=limit))
    deal(hand)
    return hand


def deal(hand: Hand) -> None:
    deck = Deck(tuple(card for card in STANDARD_DECK if not hand.seen[card]), below=random.Random(1).randrange)
    Dealer(deck, auto_show=True).run(hand)


def made_good(hand: Hand, may: Options) -> commands.Command:
    """The act of a bot that has a marker to make good: its own plans are not asked for."""

    def never(view: Hand, may: Options) -> commands.Command:
        raise AssertionError("a marker binds it")

    return honours_markers(never)(hand, may)


def cite_of(refused: pytest.ExceptionInfo[IllegalAction]) -> str:
    return str(refused.value.cite)


# ---- what is agreed


@each(
    ("changes", "what"),
    [
        ({"rulebook": CASH}, "private games"),
        ({"rulebook": TDA_2013}, "private games"),
        ({"players_left": 9}, "private games"),
        ({"limit": NoLimit(cap=10)}, "cap"),
        ({"limit": PotLimit(cap=10)}, "cap"),
        ({"open": OpenTerms(threshold=-1)}, "negative"),
        ({"open": OpenTerms(restricted=(3,))}, "seat 3 cannot be restricted; the seats are 0 to 2"),
        ({"open": OpenTerms(lenders=("Dan", "Dan"))}, "lenders must have different names:"),
        ({"open": OpenTerms(lenders=("",))}, "lenders must have different names:"),
    ],
)
def test_where_open_stakes_cannot_be(changes: dict[str, object], what: str) -> None:
    """Rule: OS-14."""
    with pytest.raises(Conflict, match=what):
        msgspec.structs.replace(setup_of((50, 50, 50)), **changes)


def test_a_setup_without_open_stakes_says_so_in_json() -> None:
    told = json.loads(encode(Hand(setup_of((50, 50), None)).log))[0]["setup"]
    assert told.pop("open") is None
    old = [{"type": "started", "setup": told}]  # as logs were written before there were open stakes
    assert replay(decode_log(json.dumps(old))).setup == setup_of((50, 50), None)


# ---- without chips


def test_player_without_chips_is_asked_and_goes_all_in_for_nothing() -> None:
    """Rule: OS-2."""
    hand = begun(100, 2, 100)
    assert hand.stacks[1] == 0
    assert hand.able == 0b111
    hand.raise_to(10)
    hand.call()
    assert (hand.seat, hand.due, hand.to_call) == (1, Due.ACT, 0)
    may = options(hand)
    assert (may.may_check, may.call, may.may_call, may.may_fold, may.may_raise) == (False, 0, True, True, False)
    assert may.open is not None and may.open.lacks == 8 and may.open.marker_call == 8
    hand.check_or_call()
    assert hand.log[-1] == Called(1, 0)
    assert hand.able == 0b101
    assert hand.due is Due.BURN


def test_two_without_chips_check_to_the_end() -> None:
    hand = begun(10, 10)
    hand.raise_to(10)
    hand.call()
    for street in ("flop", "turn", "river"):
        deal(hand)
        assert hand.plan.streets[hand.street].name == street
        assert not hand.may_raise()
        hand.check()
        hand.check()
    deal(hand)
    assert hand.due is Due.DONE
    assert sum(hand.stacks) == 20


def test_a_raise_for_less_than_a_full_one_is_all_in() -> None:
    hand = begun(100, 100, 15)
    hand.buy(10)  # the button, to 25
    hand.raise_to(4)
    hand.raise_to(20)
    hand.fold()
    assert (hand.seat, hand.raise_bounds()) == (2, (25, 25))
    hand.raise_to(25)
    assert hand.able == 0b001
    assert hand.seat == 0


def test_restricted_player_is_all_in_with_the_last_chip() -> None:
    """Rule: OS-4."""
    hand = begun(100, 2, 100, terms=OpenTerms(restricted=(1,), lenders=("Dan",)))
    assert hand.able == 0b101
    hand = begun(100, 20, 100, terms=OpenTerms(restricted=(2,)))
    assert not hand.may_add()
    for command in (commands.Buy(5), commands.Borrow(5, name="Dan"), commands.OfferMarker(500)):
        with pytest.raises(IllegalAction) as refused:
            hand.do(command)
        assert cite_of(refused) == "OS:4"


def test_the_bring_in_without_a_chip_may_be_bought_or_is_all_in() -> None:
    hand = Hand(setup_of((40, 1, 40), game=STUD, limit=FixedLimit()))
    rng = random.Random(3)
    for number in range(200):  # until the low card is the seat without chips
        hand = Hand(setup_of((40, 1, 40), game=STUD, limit=FixedLimit()))
        Dealer(Deck(below=random.Random(number).randrange)).run(hand)
        if hand.seat == 1:
            break
    assert (hand.due, hand.seat, hand.stacks[1]) == (Due.BRING_IN, 1, 0)
    assert options(hand).bring_in == 0
    bought = hand.copy()
    bought.buy(rng.randint(5, 9))
    assert bought.due is Due.BRING_IN
    assert bought.raise_bounds() == (4, 4)
    bought.bring_in()
    assert bought.bets[1] == 2
    with pytest.raises(NotDue):
        hand.offer_marker(4)
    hand.bring_in()
    assert hand.able == 0b101
    assert hand.price == 2


# ---- chips for cash


def test_cash_is_chips_at_once() -> None:
    """Rule: OS-1, OS-5."""
    hand = begun(100, 100, 20)
    hand.buy(500)
    assert hand.log[-1] == Added(2, 500)
    assert (hand.seat, hand.added, hand.stacks[2]) == (2, [0, 0, 500], 520)
    hand.raise_to(520)
    assert hand.price == 520
    with pytest.raises(IllegalAction) as refused:
        hand.buy(0)
    assert cite_of(refused) == "OS:1"


# ---- markers


def test_a_marker_is_offered_to_all_in_the_pot_in_turn() -> None:
    """Rule: OS-6."""
    hand = begun(100, 10, 30, 100)
    hand.call()  # seat 2
    hand.raise_to(40)
    hand.fold()
    hand.call()  # seat 1, all-in for less
    assert hand.able == 0b1100
    hand.offer_marker()
    assert hand.log[-1] == MarkerOffered(2, 40, 10)
    assert (hand.due, hand.seat, hand.count) == (Due.CONSENT, 3, 10)
    assert options(hand).open.face == 10  # type: ignore[union-attr]
    assert hand.bets[3] == 40  # the bets still lie there
    with pytest.raises(NotDue):
        hand.kill(1)
    hand.consent(True)
    assert (hand.seat, hand.log[-1]) == (1, Consented(3, True))  # who is all-in may win it, and is asked
    hand.consent(True)
    assert (hand.due, hand.seat, hand.markers, hand.stacks[2]) == (Due.ACT, 2, ((2, 10),), 38)
    may = options(hand)
    assert (may.call, may.may_fold, may.may_raise, may.may_check) == (38, False, False, False)
    assert may.open is not None and may.open.bound == 40 and not may.open.may_add
    assert made_good(hand, may) == commands.Call()
    for refused_command in (commands.Fold(), commands.RaiseTo(80), commands.Buy(5), commands.Borrow(5, name="Dan")):
        with pytest.raises(IllegalAction) as refused:
            hand.do(refused_command)
        assert cite_of(refused) == "OS:6"
    hand.call()
    assert hand.stacks[2] == 0
    assert hand.able == 0b1100


def test_a_marker_is_for_one_of_two_bet_sizes() -> None:
    """An open pair on fourth street of stud allows the small or the big bet, and nothing between. Rule: OS-6, PG-39."""
    house = OPEN_STAKES.but(open_pair_option=True)
    setup = seat_hand(STUD, FixedLimit(), Stakes(ante=1, bring_in=2, small_bet=4), house, (6, 6))
    hand = Hand(msgspec.structs.replace(setup, open=TERMS))
    dealer = Dealer(Deck(cards("2c3c2d3d4h5sAh4d9c")))
    dealer.run(hand)
    hand.bring_in()
    hand.call()
    dealer.run(hand)
    may = options(hand)
    assert hand.betting.alt == 8 and may.open is not None
    assert (may.open.marker_min, may.open.marker_max, may.open.marker_two) == (4, 8, True)
    with pytest.raises(IllegalAction, match="to 4 or to 8") as refused:
        hand.offer_marker(6)
    assert cite_of(refused) == "OS:6"
    for to in (4, 8):
        hand.copy().offer_marker(to)


def test_a_bet_with_a_marker_must_be_legal() -> None:
    hand = begun(100, 100, 10)
    for to, what in (
        (3, "seat 3 has 10 and owes only 3: it needs no marker"),
        (10, "has 10 and owes only 10"),
        (2, "has 10 and owes only 2"),
    ):
        with pytest.raises(IllegalAction, match=what):
            hand.offer_marker(to)
    hand.raise_to(4)
    hand.raise_to(20)
    hand.fold()
    for to in (35, 10):  # it would be short, and it need not be; and 10 is not even the price
        with pytest.raises(IllegalAction, match=f"to {to} with a marker: to 36 at least") as refused:
            hand.offer_marker(to)
    assert cite_of(refused) == "OS:6"
    may = options(hand).open
    assert may is not None and (may.marker_call, may.marker_min) == (10, 36)
    hand.offer_marker(36)
    hand.consent(True)
    assert hand.raise_bounds() == (36, 36)
    assert made_good(hand, options(hand)) == commands.RaiseTo(36)
    hand.raise_to(36)
    assert hand.log[-1] == RaisedTo(2, 36)


def test_a_dead_hand_bets_nothing_more_for_its_marker() -> None:
    """Rule: OS-6. The books of the hand, too, expect the bet of nobody else then."""
    hand = begun(100, 100, 10, 100)
    hand.offer_marker(20)
    while hand.due is Due.CONSENT:
        hand.consent(True)
    hand.kill(2)
    assert hand.due is Due.ACT and hand.raise_bounds() == (4, 100)
    again = replay(hand.log[:1])
    watch = Watch(again)
    for event in hand.log[1:]:
        again.apply(event)
        watch.after(again)


def test_the_limit_bounds_a_bet_with_a_marker() -> None:
    """Rule: OS-5."""
    hand = begun(50, 50, 3, limit=PotLimit())
    assert (options(hand).open.marker_min, options(hand).open.marker_max) == (4, 7)  # type: ignore[union-attr]
    with pytest.raises(IllegalAction, match="to 7 at most"):
        hand.offer_marker(8)


def test_a_refusal_leaves_everything_but_markers() -> None:
    """Rule: OS-7."""
    hand = begun(100, 100, 5)
    hand.offer_marker(20)
    hand.consent(False)  # the other need not be asked
    assert (hand.due, hand.seat, hand.markers, hand.stacks[2]) == (Due.ACT, 2, (), 5)
    with pytest.raises(IllegalAction) as refused:
        hand.offer_marker(12)
    assert cite_of(refused) == "OS:7"
    may = options(hand).open
    assert may is not None and (may.may_add, may.marker_min, may.marker_call) == (True, 0, 0)
    hand.buy(1)  # it is the same turn still
    with pytest.raises(IllegalAction):
        hand.offer_marker(12)
    hand.call()
    hand.raise_to(50)
    hand.fold()
    hand.offer_marker()
    assert hand.due is Due.CONSENT


def test_small_markers_must_be_accepted() -> None:
    """Rule: OS-13."""
    hand = begun(100, 100, 5, terms=OpenTerms(threshold=16))
    other = hand.copy()
    hand.offer_marker(20)
    assert (hand.due, hand.seat, hand.markers) == (Due.ACT, 2, ((2, 15),))
    other.offer_marker(21)
    assert other.due is Due.CONSENT


def test_a_fold_out_of_turn_frees_who_is_bound_of_nobody() -> None:
    hand = begun(100, 100, 5, terms=OpenTerms(threshold=500))
    hand.offer_marker(20)
    hand.fold(seat=0)
    with pytest.raises(IllegalAction):
        hand.fold()
    hand.fold(seat=1)
    deal(hand)
    assert hand.due is Due.DONE
    assert hand.stacks == [99, 98, 23]


def test_bound_player_is_free_when_the_raise_is_taken_back() -> None:
    """The raise of a hand that is killed by mistake goes back (TDA-2013 56), and the call of it with it."""
    hand = begun(100, 100, 100, 5, terms=OpenTerms(threshold=500))
    hand.raise_to(50)
    hand.offer_marker()
    assert not options(hand).may_fold
    hand.kill(2, refund=True)
    assert (hand.seat, hand.price) == (3, 2)
    assert options(hand).may_fold


# ---- loans


def test_loans_of_who_is_not_in_the_pot() -> None:
    """Rule: OS-8."""
    hand = begun(100, 100, 5, 40)
    hand.fold()  # seat 2, with 5
    assert options(hand).open.folded == (2,)  # type: ignore[union-attr]
    hand.borrow(3, 2)
    assert hand.log[-1] == Borrowed(3, 3, 2)
    hand.borrow(20, "Dan")
    assert hand.loans == ((3, 3, 2, ""), (3, 20, -1, "Dan"))
    assert hand.stacks[2:] == [2, 63]
    for amount, lender in ((3, 2), (1, 0), (1, 3), (1, 9), (1, -1), (1, "Eve"), (1, ""), (0, "Dan"), (-1, 2)):
        with pytest.raises(IllegalAction):
            hand.borrow(amount, lender)
    assert brought(hand) == 20


@pytest.mark.parametrize(("raises", "allowed"), [(False, True), (True, False)])
def test_a_raise_on_credit_forfeits_all_in(raises: bool, allowed: bool) -> None:
    """Rule: OS-9, OS-10."""
    hand = begun(500, 500, 10)
    hand.borrow(40, "Dan")
    if raises:
        hand.raise_to(30)
    else:
        hand.call()
    hand.raise_to(90)
    hand.fold()
    may = options(hand)
    assert may.may_call is allowed
    assert may.call == (48 if allowed else 0)
    if allowed:
        hand.call()
        assert hand.able == 0b001
    else:
        with pytest.raises(IllegalAction) as refused:
            hand.call()
        assert cite_of(refused) == "OS:10"
        with pytest.raises(IllegalAction):
            hand.check_or_call()
        hand.buy(41)
        hand.call()  # for cash they may stay
        assert hand.able == 0b101


def test_cash_that_is_raised_after_a_call_on_credit_forfeits_nothing() -> None:
    """Who borrowed to call and raises with their own is not one who borrowed in order to raise."""
    hand = begun(500, 500, 10, terms=OpenTerms(threshold=500))
    hand.raise_to(4)
    hand.raise_to(50)
    hand.fold()
    hand.offer_marker()
    hand.call()
    deal(hand)
    hand.check()
    hand.buy(60)
    hand.raise_to(60)
    hand.raise_to(200)
    assert options(hand).open.all_in  # type: ignore[union-attr]
    hand.call()
    assert hand.able == 0b001


# ---- at table stakes


@pytest.mark.parametrize("command", [commands.Buy(5), commands.Borrow(5, name="Dan"), commands.OfferMarker(50)])
def test_table_stakes_know_none_of_it(command: commands.Command) -> None:
    hand = begun(100, 100, 20, terms=None)
    assert options(hand).open is None
    with pytest.raises(IllegalAction) as refused:
        hand.do(command)
    assert cite_of(refused) == "TS:1"
    with pytest.raises(NotDue):
        hand.consent(True)


# ---- around the hand


def told(hand: Hand) -> str:
    story = Transcript(hand.setup)
    return "\n".join(line for event in hand.log for line in story.tell(event))


def credit_hand() -> Hand:
    hand = begun(100, 100, 5, 40)
    hand.fold()
    hand.borrow(3, 2)
    hand.buy(7)
    hand.raise_to(20)
    hand.raise_to(60)
    hand.fold()
    hand.offer_marker()
    return hand


def test_story_words_credit_and_markers() -> None:
    hand = credit_hand()
    hand.consent(True)
    hand.call()
    text = told(hand)
    for line in (
        "Seat 4 borrows 3 from Seat 3",
        "Seat 4 buys 7 in chips",
        "Seat 4 would call with a marker of 10",
        "Seat 1 accepts it",
    ):
        assert line in text


def test_the_floor_calls_it_off() -> None:
    hand = credit_hand()
    void, again = hand.copy(log=True), hand.copy(log=True)
    void.void()
    assert (void.stacks, void.added, void.markers, void.loans) == ([100, 100, 5, 40], [0] * 4, (), ())
    again.redeal()
    deal(again)
    assert again.added == [0] * 4
    assert again.stacks == [99, 98, 5, 40]
    assert again.due is Due.ACT


def test_a_history_knows_only_table_stakes() -> None:
    hand = begun(100, 100, 20)
    hand.fold()
    hand.fold()
    deal(hand)
    assert phh_of_hand(hand).actions
    hand = credit_hand()
    with pytest.raises(BadNotation, match="open stakes"):
        phh_of_hand(hand)


def test_commands_are_json() -> None:
    for command in (
        commands.Buy(5),
        commands.OfferMarker(40),
        commands.OfferMarker(),
        commands.Consent(False),
        commands.Borrow(5, name="Dan"),
        commands.Borrow(5, 2),
    ):
        assert commands.decode(msgspec.json.encode(command)) == command


@pytest.mark.parametrize("player", ["random", "simple"])
def test_bots_play_on(player: str) -> None:
    for number in range(12):
        rng = random.Random(number)
        play = random_player(rng, fold=0.1) if player == "random" else simple_player(rng, deals=3)
        hand = Hand(setup_of((10, 2, 30, 6)))
        dealer = Dealer(Deck(below=rng.randrange), auto_show=True)
        while dealer.run(hand) is not Due.DONE:
            may = options(hand, explain=False)
            if may.open is not None and may.open.marker_call and rng.random() < 0.5:
                hand.offer_marker()
            else:
                hand.do(play(view_of(hand, hand.seat), may))


# ---- any hand

seeds = st.integers(0, 2**32)
GAMES = (
    (HOLDEM, "no limit"), (HOLDEM, "fixed limit"), (STUD, "fixed limit"), (TRIPLE_DRAW, "fixed limit"),
    (OMAHA, "pot limit"),
)  # fmt: skip


def check_hand(hand: Hand) -> None:
    """What a log of it gives, and what each player sees of it."""
    start = sum(hand.setup.stacks) + hand.setup.carried
    there = sum(hand.stacks) + sum(hand.put) + hand.dead + hand.raked + hand.carried
    assert start + brought(hand) == there
    end = snapshot(hand)
    assert not difference(end, snapshot(replay(hand.log)))
    assert not difference(end, snapshot(strict_replay(decode_log(encode(hand.log)))))
    for seat in (SPECTATOR, 0):
        view = view_of(hand, seat)
        assert (view.stacks, view.added, view.markers, view.loans) == (
            hand.stacks, hand.added, hand.markers, hand.loans
        )  # fmt: skip


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_any_hand(seed: int) -> None:
    """Chips are conserved after every event, what is offered is taken, what is not is refused, and the hand ends."""
    chance = random.Random(seed)
    game, limit = chance.choice(GAMES)
    setup = open_setup(game, chance, limit=limit)
    check_hand(play_randomly(setup, chance.randrange, kills=not seed % 4))


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_any_hand_of_any_game(seed: int) -> None:
    chance = random.Random(seed)
    setup = open_setup(chance.choice(EVERY_GAME), chance)
    check_hand(play_randomly(setup, chance.randrange, thorough=False))


def test_random_hands_see_all_of_it() -> None:
    """So that the two above are not empty."""
    seen: set[str] = set()
    for number in range(60 * TIMES):
        chance = random.Random(number)
        game, limit = chance.choice(GAMES)
        hand = play_randomly(open_setup(game, chance, limit=limit), chance.randrange, thorough=False)
        for event in hand.log:
            match event:
                case Added():
                    seen.add("bought")
                case Borrowed(_, _, lender):
                    seen.add("borrowed of a seat" if lender >= 0 else "borrowed of Dan")
                case Consented(_, agrees):
                    seen.add("agreed" if agrees else "refused")
                case Called(_, 0):
                    seen.add("all-in for nothing")
                case _:
                    pass
        if hand.aside.credit.forfeited:
            seen.add("forfeited")
    assert seen == {
        "bought", "borrowed of a seat", "borrowed of Dan", "agreed", "refused", "all-in for nothing", "forfeited",
    }  # fmt: skip


@pytest.mark.parametrize("broken", ["asks out of turn", "never forfeits", "lends from the pot"])
def test_the_tester_finds(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if broken == "asks out of turn":
        monkeypatch.setattr(markers, "next_seat", lambda mask, start: mask.bit_length() - 1)
    elif broken == "never forfeits":
        monkeypatch.setattr("sidepot.hand.apply.after_raise", lambda hand, seat: None)
    else:
        monkeypatch.setattr(markers, "lending", lambda hand: list(range(hand.plan.seats)))
    with pytest.raises(Broken):
        play_many()


def play_many() -> None:
    for number in range(200):
        chance = random.Random(number)
        play_randomly(open_setup(HOLDEM, chance, limit="no limit"), chance.randrange)
