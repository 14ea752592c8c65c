"""Who acts when: substantial action, action out of turn, skipped players, odd folds; on facts and on live hands."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from random_setups import EVERY_GAME, HOUSES, LIMITS, TIMES, random_house, random_setup

from sidepot.bots.random_player import random_player
from sidepot.cards import Deck
from sidepot.errors import BadNotation, NotDue
from sidepot.floor.carry_out import carry_out
from sidepot.floor.rulings import TOPICS, read_facts, rule_on
from sidepot.floor.spot import Spot, spot_of
from sidepot.floor.turns.deeds import Deed, after, read_deed, settle
from sidepot.floor.turns.substantial import POST_WORD, WORDS, actions_of, has_substantial, is_substantial
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Called, Checked, Event, Folded, RaisedTo
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.rules.floor_choices import OutOfTurn, SkippedHand, Substantial
from sidepot.rules.houses import HOME, ROBERTS, TDA_2013
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import DISCRETION, Act, Kill, Ruling, choose

rulebooks = st.builds(
    lambda house, **choices: house.but(**choices),
    st.sampled_from(HOUSES),
    substantial=st.sampled_from(Substantial),
    check_and_fold=st.booleans(),
    posts_count=st.booleans(),
    out_of_turn=st.sampled_from(OutOfTurn),
    skipped_hand=st.sampled_from(SkippedHand),
    passed_bars_raise=st.booleans(),
    skipped_after=st.integers(0, 4),
)
amounts = st.one_of(st.integers(-5, 2000), st.integers(-(10**20), 10**20))
chips = st.one_of(st.integers(0, 2000), st.integers(0, 10**20))
limits = st.sampled_from(["no limit", "pot limit", "fixed limit", "spread limit"])
maybe_chips = st.one_of(st.none(), chips)
deeds = st.one_of(
    st.sampled_from(["check", "fold", "calls", "all-in", "all in", "bet", "raise", "raise 300", "", "bet 0", "éé"]),
    st.builds("{} {}".format, st.sampled_from(["bet", "raise to", "all-in for"]), st.integers(0, 10**16)),
    st.builds("{} {}".format, st.sampled_from(["bet", "raise to", "all-in for"]), st.integers(0, 2000)),
    st.text(max_size=30),
)
spots = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            "limit": limits,
            "price": chips,
            "front": chips,
            "stack": maybe_chips,
            "full": chips,
            "least": maybe_chips,
            "most": maybe_chips,
            "pot": chips,
            "seat": st.integers(-1, 9),
        },
    ),
    st.sampled_from(["NL 100/200: A 600; B to act", "PL 1/2 flop pot 20: A 5; B raises to 15; C to act", "NL", ""]),
    st.text(max_size=40),
)
facts_of_any_kind = st.one_of(
    st.fixed_dictionaries(
        {"topic": st.just("out of turn"), "did": deeds},
        optional={"spot": spots, "since": st.lists(deeds, max_size=4)},
    ),
    st.fixed_dictionaries(
        {"topic": st.just("skipped"), "behind": st.lists(deeds, max_size=4)},
        optional={"spot": spots} | dict.fromkeys(("spoke_up", "had_time", "was_due", "next_card"), st.booleans()),
    ),
    st.fixed_dictionaries(
        {"topic": st.just("odd fold")},
        optional={"seat": amounts} | dict.fromkeys(("in_turn", "facing_bet", "betting_over"), st.booleans()),
    ),
    st.fixed_dictionaries(
        {"topic": st.just("early reaction"), "reactions": st.lists(st.sampled_from(["fold", "call"]), max_size=3)},
        optional={"declared": st.sampled_from(["bet", "raise"]), "amount": amounts},
    ),
    st.fixed_dictionaries(
        {"topic": st.just("conditional statement")},
        optional={
            "said": st.text(max_size=50),
            "condition": st.sampled_from(["open", "met", "not met"]),
            "relied_on": st.booleans(),
        },
    ),
    st.fixed_dictionaries({"topic": st.just("substantial action"), "actions": st.lists(st.sampled_from(WORDS))}),
)


def ruled(house: Rulebook, **facts: Any) -> Ruling:
    return rule_on(read_facts(facts), house)


@given(facts_of_any_kind, rulebooks)
def test_any_facts_give_a_ruling_or_are_refused(facts: dict[str, Any], house: Rulebook) -> None:
    try:
        ruling = rule_on(read_facts(facts), house)
    except BadNotation:
        return
    assert ruling.because.endswith(".")
    assert "  " not in ruling.because
    for option in ruling.options:
        assert choose(ruling, option.verdict).reason == option.reason


@given(facts_of_any_kind, rulebooks)
def test_facts_that_are_read_once_are_read_again(facts: dict[str, Any], house: Rulebook) -> None:
    """Facts go to JSON and back, as a log of the floor would take them."""
    try:
        read = read_facts(facts)
        ruling = rule_on(read, house)
    except BadNotation:
        return
    assert rule_on(read_facts(msgspec.json.decode(msgspec.json.encode(read))), house) == ruling


TURN_TOPICS = [topic for topic in TOPICS.values() if topic.rule.__module__.startswith("sidepot.floor.turns.")]


def test_topics_ask_for_every_field_that_a_person_knows() -> None:
    unasked = {topic.name: set(topic.facts.__struct_fields__) - set(topic.asks) for topic in TURN_TOPICS}
    assert {name: rest for name, rest in unasked.items() if rest - {"seat"}} == {}
    assert len(unasked) == 6


# ---- substantial action


@given(st.lists(st.sampled_from(WORDS)), st.sampled_from(WORDS), rulebooks)
def test_more_action_never_makes_it_less(actions: list[str], more: str, house: Rulebook) -> None:
    assert is_substantial([*actions, more], house) >= is_substantial(actions, house)


@given(st.lists(st.sampled_from(WORDS), max_size=6))
def test_posts_change_nothing_where_they_do_not_count(actions: list[str]) -> None:
    acted = [word for word in actions if word != POST_WORD]
    for house in HOUSES:
        assert is_substantial(actions, house) == is_substantial(acted, house)


def test_a_word_that_is_no_action_is_refused() -> None:
    with pytest.raises(BadNotation, match="unknown action 'shove'; expected one of check"):
        is_substantial(["call", "shove"], TDA_2013)


def table(house: Rulebook = TDA_2013, stacks: tuple[int, ...] = (5000,) * 4) -> tuple[Hand, Dealer]:
    """Hold'em at 100/200, dealt: seats 0 and 1 are the blinds, seat 2 acts first, seat 3 has the button."""
    hand = Hand(seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(100, 200)), house, stacks))
    dealer = Dealer(Deck(below=random.Random(1).randrange))
    dealer.run(hand)
    return hand, dealer


def test_the_actions_are_read_from_the_log() -> None:
    hand, dealer = table()
    assert actions_of(hand.log) == ("post", "post")
    assert not has_substantial(hand, TDA_2013)
    hand.raise_to(600)
    assert not has_substantial(hand, TDA_2013)
    hand.fold()
    assert actions_of(hand.log) == ("post", "post", "raise", "fold")
    assert has_substantial(hand, TDA_2013)
    hand.fold()
    hand.call()
    dealer.run(hand)
    assert hand.plan.streets[hand.street].name == "flop"
    assert has_substantial(hand, TDA_2013), "what was done before the flop is not undone"
    hand.check()
    hand.raise_to(300)
    assert actions_of(hand.log)[-3:] == ("call", "check", "bet")


def test_a_hand_that_is_dealt_again_begins_anew() -> None:
    hand, _ = table()
    hand.raise_to(600)
    hand.redeal()
    assert actions_of(hand.log) == ()
    hand.post()
    assert actions_of(hand.log) == ("post",)


def test_a_bring_in_is_a_post() -> None:
    setup = seat_hand(find_game("stud"), NoLimit(), Stakes(ante=1, bring_in=2, small_bet=5), ROBERTS, (200, 200, 200))
    hand = Hand(setup)
    Dealer(Deck(below=random.Random(3).randrange)).run(hand)
    assert actions_of(hand.log) == ()
    wrong = hand.copy(log=True)
    hand.bring_in()
    wrong.bring_in((hand.seat + 1) % 3)
    assert actions_of(hand.log) == actions_of(wrong.log) == ("post",)
    hand.raise_to(5)
    assert actions_of(hand.log) == ("post", "raise")
    wrong.take_back()
    assert actions_of(wrong.log) == ()


# ---- what a player did, in words


@each(
    ("text", "deed"),
    [
        ("Folds", Deed("fold")),
        ("checked", Deed("check")),
        (" call ", Deed("call")),
        ("bets", Deed("bet")),
        ("bet 1,200", Deed("bet", 1200)),
        ("raises to 1.2k", Deed("raise", 1200)),
        ("raise", Deed("raise")),
        ("all in for 800", Deed("all-in", 800)),
        ("is all-in", Deed("all-in")),
    ],
)
def test_deeds_are_read_as_they_are_said(text: str, deed: Deed) -> None:
    assert read_deed(text) == deed
    assert read_deed(str(deed)) == deed


@each(
    ("text", "told"),
    [
        ("raise 800", "expected the total of the raise, as in 'raise to 800'"),
        ("raises by 500", "expected the total of the raise, as in 'raise to 800'"),
        ("bet 0", "expected an amount above 0, as in check, call, fold"),
        ("muck", "expected an action, such as check, call, fold, bet 300"),
        ("x" * 500, "expected an action, such as check, call, fold, bet 300"),
        ("bet 99999999999999", "expected a whole number of chips up to 1000000000000"),
    ],
)
def test_words_that_are_no_deed_are_refused(text: str, told: str) -> None:
    with pytest.raises(BadNotation, match=told):
        read_deed(text)


@each(
    ("did", "spot", "counts_as"),
    [
        ("raise to 400", Spot(price=300, full=300), Deed("raise", 600)),
        ("raise to 800", Spot(price=300, full=300), Deed("raise", 800)),
        ("raise to 400", Spot(price=300, full=300, stack=400), Deed("raise", 400)),
        ("raise to 900", Spot(limit="fixed limit", price=300, full=300), Deed("raise", 600)),
        ("raise", Spot(limit="fixed limit", price=300, full=300), Deed("raise", 600)),
        ("raise", Spot(price=300, full=300), Deed("raise")),
        ("raise to 800", Spot(price=300, full=300, least=0), Deed("call")),
        ("all-in", Spot(price=300, full=300, stack=1000), Deed("raise", 1000)),
        ("all-in", Spot(price=300, full=300, stack=200), Deed("call")),
        ("all-in for 50", Spot(full=100, stack=50), Deed("bet", 50)),
        ("raise to 5000", Spot(limit="pot limit", price=300, full=300, pot=600), Deed("raise", 1200)),
    ],
)
def test_a_deed_comes_to_what_is_legal(did: str, spot: Spot, counts_as: Deed) -> None:
    assert settle(read_deed(did), spot) == counts_as


@each(
    ("facts", "told"),
    [
        ({"did": "check", "spot": {"price": 300}}, "did: a check is impossible with 300 to call; for the"),
        ({"did": "call"}, "nothing to call"),
        ({"did": "bet 500", "spot": {"price": 300}}, "did: after a bet of 300, expected a raise with its"),
        ({"did": "raise to 500"}, "did: before any bet, expected a bet with its amount, as"),
        ({"did": "raise to 300", "spot": {"price": 300}}, "did: expected a raise above the bet of 300, not raise"),
        ({"did": "raise to 900", "spot": {"price": 300, "stack": 500}}, "only 500"),
        ({"did": "all-in", "spot": {"price": 300}}, "give the amount of the all-in, as in"),
        ({"did": "all-in for 50", "spot": {"price": 300, "front": 100}}, "total for the round"),
        ({"did": "call", "spot": {"price": 300, "stack": 0}}, "stack: expected at least 1, because a player who is"),
        ({"did": "call", "spot": {"price": 300, "front": 400}}, "front: expected at most the 300 to call, not 400"),
        ({"did": "call", "spot": {"price": 300}, "since": ["raise"]}, "raise to 800"),
        (
            {"did": "call", "spot": {"price": 300}, "since": ["bet 600"]},
            "after a bet of 300, expected a raise with its total, as",
        ),
        (
            {"did": "call", "spot": {"price": 300}, "since": ["raise to 200"]},
            "expected a raise above the bet of 300, not raise to 200",
        ),
        (
            {"did": "call", "spot": {"price": 300}, "since": ["raise to 600", "check"]},
            "a check is impossible after a bet of 600; expected",
        ),
        ({"did": "check", "since": ["call"]}, "nothing to call"),
        ({"did": "check", "since": ["raise to 600"]}, "before any bet, expected a bet with its amount, as in"),
        ({"did": "check", "since": ["all-in"]}, "all-in: give the total, as in 'all-in for 800'"),
    ],
)
def test_an_impossible_course_of_events_is_refused(facts: dict[str, Any], told: str) -> None:
    with pytest.raises(BadNotation, match=told):
        ruled(TDA_2013, topic="out of turn", **facts)


def words_of(event: Event, price: int) -> str:
    """What a seat did, as a person would tell it."""
    if isinstance(event, RaisedTo):
        return f"raise to {event.to}" if price else f"bet {event.to}"
    return {Folded: "fold", Checked: "check", Called: "call"}[type(event)]


def test_the_betting_moves_on_in_words_as_it_does_in_a_hand() -> None:
    """The spot of a seat to come, moved on by what those before it do, is its spot when its turn comes."""
    seen = changed = 0
    for seed in range(150 * TIMES):
        chance = random.Random(seed)
        game = chance.choice(EVERY_GAME)
        seats = chance.randint(min(game.seats[1], 3), min(game.seats[1], 6))
        house = random_house(chance)
        hand = Hand(random_setup(game, chance.choice(LIMITS), seats, house, chance))
        dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange), auto_show=True)
        play = random_player(chance, passive=0.4)
        waiting: tuple[int, int, Spot] | None = None
        told: list[str] = []
        while dealer.run(hand) is not Due.DONE:
            if hand.due is not Due.ACT:
                waiting = None
            elif waiting and hand.seat == waiting[0]:
                seat, street, then = waiting
                waiting = None
                if (
                    hand.street == street
                    and then.may_raise
                    and (now := spot_of(hand)).may_raise
                    and not hand.betting.alt
                ):
                    moved = after(then, [read_deed(word) for word in told], house)
                    assert (moved.price, moved.least_raise) == (now.price, now.least_raise), (seed, told, then, now)
                    seen += 1
                    changed += moved.price != then.price
            if waiting is None and hand.due is Due.ACT:
                others = [seat for seat in range(seats) if hand.betting.to_act >> seat & 1 and seat != hand.seat]
                if others:
                    seat = chance.choice(others)
                    waiting, told = (seat, hand.street, spot_of(hand, seat)), []
            price, events = hand.price, len(hand.log)
            hand.do(play(hand, options(hand)))
            if waiting and isinstance(hand.log[events], (Folded, Checked, Called, RaisedTo)):
                told.append(words_of(hand.log[events], price))
    assert seen > 250
    assert changed > 50


@given(
    st.sampled_from(["check", "call", "bet 500", "raise to 800", "raise to 2000", "raise", "all-in for 700"]),
    st.sampled_from([0, 100, 300]),
    st.sampled_from([(), ("call",), ("check",), ("bet 200",), ("bet 1500",), ("raise to 600",), ("raise to 3000",)]),
    rulebooks,
)
def test_every_chip_put_out_of_turn_counts_or_goes_back(
    did: str, front: int, since: tuple[str, ...], house: Rulebook
) -> None:
    """Rule: TDA-2013 38-A. As for chips put out in turn: what was put out is in the total, or in the change."""
    price = 0 if did in ("check", "bet 500") else 300
    spot = {"price": price, "full": 300, "front": min(front, price)}
    try:
        ruling = ruled(house, topic="out of turn", did=did, spot=spot, since=since)
    except BadNotation:
        return
    if did == "raise" or ruling.verdict in ("wait", "committed"):
        return
    to = {"check": 0, "call": price}.get(did) or read_deed(did).to
    put = to - spot["front"] if to else 0
    for one in ruling.options if ruling.is_open else (ruling, *ruling.options):
        if one.verdict in ("no raise", "full rights"):
            continue
        counted = 0 if one.amount is None else one.amount - spot["front"]
        assert put == counted - one.add + one.change
    assert ruling.verdict != "returned" or not put or ruling.steps[0] == f"Give {put} back to the player."


# ---- a live hand


def seen(hand: Hand, seat: int) -> dict[str, Any]:
    """The spot of a seat of the live hand, as a fact."""
    spot: dict[str, Any] = msgspec.to_builtins(spot_of(hand, seat))
    return spot


def test_a_raise_out_of_turn_waits_and_then_binds() -> None:
    hand, _ = table()
    hand.raise_to(600)  # seat 2; seat 3 is to act, and seat 0 raises before it
    facts = {"topic": "out of turn", "did": "raise to 2000", "spot": seen(hand, 0)}
    before = ruled(TDA_2013, **facts)
    assert (before.verdict, before.effects, before.house) == ("wait", (), "tda-2013")
    hand.fold()
    ruling = ruled(TDA_2013, **facts, since=["fold"])
    assert (ruling.verdict, ruling.amount, ruling.effects) == ("binding", 2000, (Act(0, "raise_to", 2000),))
    carry_out(hand, ruling)
    assert hand.price == 2000


def test_once_the_action_has_changed_the_choices_are_those_of_the_hand() -> None:
    hand, _ = table()
    hand.raise_to(600)
    spot = seen(hand, 0)
    hand.raise_to(1500)
    ruling = ruled(TDA_2013, topic="out of turn", did="call", spot=spot, since=["raise to 1500"])
    assert ruling.verdict == "returned"
    assert not ruling.is_open
    may = options(hand)
    assert [(option.verdict, option.amount) for option in ruling.options] == [
        ("call", 1500),
        ("raise", may.raise_min),
        ("fold", None),
    ]
    assert may.raise_min == 2400
    carry_out(hand, choose(ruling, "raise"))
    assert hand.price == 2400


def test_a_committed_raise_that_is_too_small_becomes_the_least() -> None:
    hand, _ = table(HOME)
    hand.raise_to(600)
    facts = {"topic": "out of turn", "did": "raise to 1000", "spot": seen(hand, 0)}
    assert ruled(HOME, **facts).verdict == "committed"
    ruling = ruled(HOME, **facts, since=["raise to 1500"])
    assert (ruling.verdict, ruling.amount, ruling.effects) == ("binding", 2400, (Act(0, "raise_to", 2400),))


def test_a_fold_out_of_turn_is_carried_out_at_once() -> None:
    hand, _ = table()
    ruling = ruled(TDA_2013, topic="out of turn", did="folds", spot=seen(hand, 0))
    assert ruling.effects == (Act(0, "fold"),)
    carry_out(hand, ruling)
    assert not hand.live & 1
    assert hand.seat == 2


def test_there_is_no_spot_between_two_rounds() -> None:
    hand, _ = table()
    for _ in range(4):
        hand.check_or_call()
    assert hand.due is Due.BURN
    with pytest.raises(NotDue, match="no betting round"):
        spot_of(hand, 0)


# ---- skipped


def test_the_floor_may_kill_the_hand_that_was_skipped() -> None:
    hand, _ = table()
    hand.raise_to(600)
    spot = msgspec.to_builtins(spot_of(hand))
    ruling = ruled(TDA_2013, topic="skipped", spot=spot, behind=["call", "fold"])
    assert ruling.verdict == DISCRETION
    killed = choose(ruling, "dead")
    assert killed.effects == (Kill(3),)
    carry_out(hand, killed)
    assert hand.seat == 0
    assert choose(ruling, "no raise").amount == 600


@given(st.lists(st.sampled_from(["call", "fold"]), max_size=5))
def test_a_player_who_spoke_up_in_time_keeps_his_rights(behind: list[str]) -> None:
    facts = {"topic": "skipped", "spot": {"price": 600}, "behind": behind}
    for house in HOUSES:
        assert ruled(house, **facts, spoke_up=True).verdict == "action goes back"
        open_to_the_floor = ruled(house, **facts).verdict == DISCRETION
        most = house.skipped_after
        assert open_to_the_floor == (len(behind) >= most if most else is_substantial(behind, house))


@given(st.lists(st.sampled_from(["call", "fold"]), max_size=5), st.integers(1, 4), st.sampled_from(HOUSES))
def test_a_house_may_count_those_who_acted_behind_a_skipped_player(
    behind: list[str], most: int, house: Rulebook
) -> None:
    own = house.but(skipped_after=most)
    ruling = ruled(own, topic="skipped", spot={"price": 600}, behind=behind)
    assert ruling.is_open == (len(behind) >= most)
    if behind and most != house.skipped_after:
        assert str(ruling.cites[0]) == "HOUSE:skipped_after"


@given(rulebooks, st.sampled_from(["check", "call", "raise to 800"]))
def test_a_house_says_whether_who_passed_out_of_turn_may_raise(house: Rulebook, did: str) -> None:
    """Where what they did does not bind them: nobody who checked or called may then raise, if that is the rule."""
    spot = {"full": 300} if did == "check" else {"price": 300, "full": 300}
    ruling = ruled(
        house, topic="out of turn", did=did, spot=spot, since=["raise to 600" if "price" in spot else "bet 600"]
    )
    if ruling.verdict == "returned":
        barred = house.passed_bars_raise and did != "raise to 800"
        assert [option.verdict for option in ruling.options] == ["call", *([] if barred else ["raise"]), "fold"]
    else:
        assert house.out_of_turn is OutOfTurn.COMMITTED
        assert did != "check" or not house.passed_bars_raise
