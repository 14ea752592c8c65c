"""The simulation of a table: chips are kept, seeds repeat, and whatever is wrong with a table is found."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from each import each
from few_examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidepot.bots.random_player import random_player
from sidepot.cards import UNKNOWN, Deck
from sidepot.cli.simulate_bots import loose
from sidepot.cli.simulate_guests import guests_of
from sidepot.cli.simulate_input import read_toml
from sidepot.cli.simulate_terms import rules_of
from sidepot.errors import Conflict
from sidepot.games.stakes import AnteBy
from sidepot.hand.dealer import Dealer
from sidepot.hand.events import Posted, RaisedTo
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.hand.setup import Owed
from sidepot.rules.table_choices import ButtonRule, MissedBlinds
from sidepot.simulation import books as simulate_books
from sidepot.simulation.books import Books
from sidepot.simulation.bot_hand import Bot, play_out
from sidepot.simulation.button_check import wrong_marks
from sidepot.simulation.cash_table import Simulated, Simulation
from sidepot.simulation.visitors import NAMES, Guest
from sidepot.table.button import Marks
from sidepot.table.events import Bought, HandBegun
from sidepot.table.table import Table

TABLES = {
    "holdem": 'game = "holdem"\nseats = 9\nrake = "5%/3"',
    "moving": 'mix = ["nl holdem", "fl stud"]\nhands_each = 3\nbutton = "moving"',
    "horse": 'mix = "horse"\nbets = [4, 8]\nrake = "2.5%"\nseats = 8',
    "eight": 'mix = "eight-game"\nbutton = "dead, over empty seats"\nshut_out = false',
    "choice": 'mix = "dealers-choice"\ndealers_choice = true\nhouse = "home"',
    "wide choice": 'mix = "dealers-choice"\ndealers_choice = true\nseats = 10',
    "bombs": 'game = "nl holdem"\nstraddles = ["mississippi", "sleeper"]\nbomb = { every = 4, ante = 5 }\npetty = 9',
    "kill": 'game = "fl omaha8"\nkill = { kind = "half", legs = 2, at_least = 6 }\nhouse = "roberts"',
    "charge": 'game = "pl omaha"\ntime_charge = { amount = 7, minutes = 5 }',
    "carried": 'game = "nl jacks-trips"\nseats = 5',
    "chips": 'game = "nl holdem"\nchip = 25\nblinds = [25, 50]\nbuy_in = [1000, 5000]\nrake = "5%/100"',
    "big-blind ante": 'game = "nl holdem"\nstakes = { blinds = [1, 2], ante = 2, ante_by = "big blind" }',
    "one blind": 'game = "nl holdem"\nblinds = [2]\nmissed_blinds = "the big one"',
    "heads-up": 'game = "nl holdem"\nseats = 2',
    "open stakes": 'mix = ["nl holdem", "fl stud", "nl jacks-trips"]\nhands_each = 9\nopen_stakes = { threshold = 5 }',
}


def table_of(text: str, *, seed: int = 1, lively: bool = True, bots: str = "", **more: Any) -> Simulation:
    told = read_toml(text, "test")
    if bots:
        told.set("bots", bots, "test")
    rules = rules_of(told)
    rng = Random(seed)
    return Simulation(rules, guests_of(told, rules, rng, lively=lively), rng, lively=lively, **more)


def check(result: Simulated) -> None:
    assert result.violations == ()
    gone = result.chips_cashed_out + result.rake + result.charges
    assert result.chips_issued == result.chips_in_play + gone
    markers = result.markers.owed if result.markers is not None else 0
    assert result.chips_issued == sum(one.bought for one in result.players) + markers
    assert result.chips_cashed_out == sum(one.cashed_out for one in result.players)
    assert sum(one.net for one in result.players) == -(result.rake + result.charges + result.pot_waiting)


# ---- chips are kept


@pytest.mark.long
@each("bots", ["loose", "random,loose"])
@each("name", TABLES)
def test_the_books_hold_while_people_come_and_go(name: str, bots: str) -> None:
    simulation = table_of(TABLES[name], bots=bots, voids=0.04)
    result = simulation.run(250)
    check(result)
    assert result.hands + result.voided == 250
    assert result.voided
    assert sum(result.games.values()) == result.hands
    assert len(result.players) > simulation.table.rules.seats or name == "heads-up"
    assert result.chips_cashed_out


@pytest.mark.long
@each("name", TABLES)
def test_the_books_hold_where_the_same_ones_stay(name: str) -> None:
    simulation = table_of(TABLES[name], lively=False, bots="random")
    result = simulation.run(120)
    check(result)
    assert result.hands == 120
    assert result.chips_cashed_out == 0
    assert {one.seat for one in result.players} == set(range(1, simulation.table.rules.seats + 1))


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_table_keeps_its_books(data: st.DataObject) -> None:
    draw = data.draw
    game = draw(st.sampled_from(['game = "holdem"', 'mix = "horse"', 'mix = ["nl holdem", "fl stud", "pl omaha"]']))
    lines = [
        game,
        f"seats = {draw(st.integers(2, 8))}",
        f'button = "{draw(st.sampled_from(ButtonRule))}"',
        f'missed_blinds = "{draw(st.sampled_from(MissedBlinds))}"',
        f"shut_out = {draw(st.sampled_from(['true', 'false']))}",
        f'by = "{draw(st.sampled_from(["orbit", "hands"]))}"',
        f'house = "{draw(st.sampled_from(["cash", "roberts", "tda-2024"]))}"',
    ]
    if draw(st.booleans()):
        lines.append('kill = "full"')
    simulation = table_of("\n".join(lines), seed=draw(st.integers(0, 2**32)), bots="random", voids=0.05)
    check(simulation.run(60))


def test_moved_player_is_still_new_when_a_void_hand_is_dealt_again() -> None:
    """A player moves in behind the button, the hand is called off: the button passes them in the next one as it did."""
    game = ['game = "holdem"', "seats = 6", 'button = "moving"', 'missed_blinds = "both"', "shut_out = true"]
    simulation = table_of("\n".join([*game, 'house = "cash"']), seed=6711582, bots="random", voids=0.05)
    result = simulation.run(60)
    check(result)
    assert result.voided == 4


def test_some_of_everything_happens() -> None:
    """What people can do is done, so that the books have something to keep."""
    seen: Counter[str] = Counter()
    posts: Counter[str] = Counter()

    def note(hand: Hand, begun: HandBegun) -> None:
        posts.update(owed.post.value for owed in begun.setup.owed)
        seen["sleeper"] += len(begun.sleepers)
        seen["bomb"] += begun.bomb

    simulation = table_of(TABLES["bombs"], on_hand=note)
    heard = simulation.table.apply

    def apply(event: Any) -> None:
        seen[type(event).__name__] += 1
        heard(event)

    simulation.table.__class__ = type("Heard", (Table,), {"__slots__": (), "apply": lambda self, event: apply(event)})
    check(simulation.run(1500))
    wanted = (
        "Sat Bought Asked TopUp SatOut CameBack Leaves Left Moved Petty Queued Unqueued Straddled HandBegun".split()
    )
    assert {what for what in wanted if not seen[what]} == set()
    assert seen["sleeper"] and seen["bomb"]
    assert {"small blind", "big blind", "live blind", "dead blind", "straddle", "ante"} <= set(posts)


# ---- the same seed


def log_of(seed: int, text: str, **more: Any) -> tuple[Any, ...]:
    simulation = table_of(text, seed=seed, **more)
    result = simulation.run(60)
    return (*simulation.table.log, msgspec.structs.replace(result, seconds=0.0, hands_per_second=0.0))


@pytest.mark.long
@pytest.mark.parametrize("bots", ["loose", "random", "loose,regular"])
def test_the_same_seed_gives_the_same_session(bots: str) -> None:
    text = 'game = "nl holdem"\nseats = 4'
    hands = log_of(5, text, bots=bots)
    assert hands == log_of(5, text, bots=bots)
    assert hands != log_of(6, text, bots=bots)


def test_a_session_goes_on() -> None:
    whole = table_of(TABLES["horse"])
    parts = table_of(TABLES["horse"])
    whole.run(90)
    parts.run(50)
    assert parts.run(40).hands == 90
    assert parts.table == whole.table


def test_the_log_of_a_long_session_is_not_kept() -> None:
    simulation = table_of(TABLES["holdem"])
    simulation.run(simulate_books.FOLDED_AGAIN - 1)
    assert len(simulation.table.log) > simulate_books.FOLDED_AGAIN
    check(simulation.run(300))
    assert len(simulation.table.log) == len(simulation.table.ledger.postings) == 0


# ---- what is wrong is found


@pytest.fixture
def simulation() -> Simulation:
    """A table after some hands, all well."""
    found = table_of(TABLES["holdem"], lively=False)
    check(found.run(20))
    return found


def told(books: Books) -> str:
    return "; ".join(one.what for one in books.found)


def test_a_chip_that_comes_from_nowhere_is_found(simulation: Simulation) -> None:
    next(iter(simulation.table.places.values())).stack += 1
    result = simulation.run(5)
    assert result.hands == 21  # it ends there
    assert "chips were issued" in result.violations[0].what
    assert result.violations[0].hand == 21
    assert any("by the ledger" in one.what for one in result.violations)


@pytest.mark.parametrize(
    ("account", "says"),
    [("rake", "for rake"), ("charges", "for charges"), ("cash:Ann", "issued"), ("stack:Ann", "on the table")],
)
def test_an_account_that_is_wrong_is_found(simulation: Simulation, account: str, says: str) -> None:
    ledger = simulation.table.ledger
    ledger.credits[account] = ledger.credits.get(account, 0) + 3
    simulation.books.close()
    assert "does not balance: its accounts add up to -3" in told(simulation.books)
    assert says in told(simulation.books)


def test_a_pot_that_is_forgotten_is_found(simulation: Simulation) -> None:
    simulation.table.carried = 5
    simulation.books.ended()
    assert "5 wait in the pot, and by the ledger 0" in told(simulation.books)


def test_an_account_below_zero_is_found(simulation: Simulation) -> None:
    simulation.table.ledger.post("rake", "petty:Ann", 2, "a mistake")
    simulation.books.close()
    assert "the account petty:Ann is at -2" in told(simulation.books)


def test_a_log_that_tells_something_else_is_found(simulation: Simulation) -> None:
    log = simulation.table.log
    at = next(at for at, event in enumerate(log) if isinstance(event, Bought))
    del log[at]
    simulation.books.finish()
    assert "replays to another one: " in told(simulation.books) or "does not replay" in told(simulation.books)


def test_a_log_that_cannot_be_is_found(simulation: Simulation) -> None:
    simulation.table.log.append(Bought("nobody", 5))
    simulation.books._replay()
    assert "does not replay" in told(simulation.books)


def test_check_finds_players_left_out_or_dealt_in_by_mistake(simulation: Simulation) -> None:
    table = simulation.table
    table.start_hand(10**9)
    begun = table.begun
    assert begun is not None
    table.begun = msgspec.structs.replace(begun, players=(*begun.players[:-1], "somebody"))
    simulation.books.begun(10**9)
    assert "is in the game and is not dealt in" in told(simulation.books)
    simulation.books.found.clear()
    table.begun = begun
    table.sit_out(begun.players[0])
    simulation.books.begun(10**9)
    assert told(simulation.books) == f"{begun.players[0]} sits out and is dealt in"


def test_a_hand_that_loses_chips_is_found(simulation: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    finish = Table.finish

    def lose(self: Table, hand: Hand, at: int = 0) -> None:
        hand.betting.stacks[0] += 1
        finish(self, hand, at)

    monkeypatch.setattr(Table, "finish", lose)
    result = simulation.run(5)
    assert len(result.violations) == 1
    assert "Conflict: hand 21 began with" in result.violations[0].what


def test_a_table_that_refuses_what_it_should_not_is_found(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Table, at: int = 0) -> Hand:
        raise Conflict("not today")

    monkeypatch.setattr(Table, "start_hand", refuse)
    assert [one.what for one in simulation.run(5).violations] == ["Conflict: not today"]


def test_a_hand_that_was_called_off_and_left_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    finish = Table.finish

    def keep(self: Table, hand: Hand, at: int = 0) -> None:
        finish(self, hand, at)
        self.parked = not self.parked

    monkeypatch.setattr(Table, "finish", keep)
    result = table_of(TABLES["holdem"], voids=1.0).run(3)
    assert result.violations[0].what == "a hand was called off, and it has changed parked"


# ---- button and blinds


def begun_hand(simulation: Simulation, at: int = -1) -> HandBegun:
    return [event for event in simulation.table.log if isinstance(event, HandBegun)][at]


def with_setup(begun: HandBegun, **changes: Any) -> HandBegun:
    return msgspec.structs.replace(begun, setup=msgspec.structs.replace(begun.setup, **changes))


def test_marks_that_cannot_be_are_found(simulation: Simulation) -> None:
    rules = simulation.table.rules
    before, begun = begun_hand(simulation, -2), begun_hand(simulation)
    marks, seats, owed = begun.marks, begun.seats, begun.setup.owed

    def wrong(changed: HandBegun, since: HandBegun | None = before) -> str:
        return "; ".join(wrong_marks(changed, since, rules))

    def marked(button: int, small: int, big: int) -> HandBegun:
        return msgspec.structs.replace(begun, marks=Marks(button, small, big))

    assert wrong(begun) == ""
    assert "both on seat" in wrong(marked(marks.big, marks.small, marks.big), None)
    assert "do not go round" in wrong(marked(marks.small, marks.small, marks.big), None)
    assert "big blind should be 2 on seat" in wrong(marked(marks.button, marks.small, marks.small), None)
    assert "small blind should be 1 on seat" in wrong(marked(marks.button, marks.button, marks.big), None)
    assert "cannot all play" in wrong(msgspec.structs.replace(begun, seats=(seats[1], *seats[1:])), None)
    assert "does not have the button" in wrong(with_setup(begun, button=0), None)
    broke = (0, *begun.setup.stacks[1:])
    assert "without chips" in wrong(with_setup(begun, stacks=broke), None)
    twice = (*owed, Owed(4, owed[1].post, 2))
    assert "big blind should be" in wrong(with_setup(begun, owed=twice), None)
    assert "big blind should be" in wrong(with_setup(begun, owed=owed[:1]), None)
    assert "twice running" in wrong(begun, msgspec.structs.replace(before, marks=begun.marks))
    far = Marks(before.marks.button, before.marks.small, (marks.big - 2) % rules.seats)
    assert "passes seat" in wrong(begun, msgspec.structs.replace(before, marks=far))
    stands = msgspec.structs.replace(before, parked=True)
    assert "stands still" in wrong(msgspec.structs.replace(begun, parked=True), stands)
    assert wrong(begun, stands) == ""


def test_antes_that_cannot_be_are_found(simulation: Simulation) -> None:
    begun = begun_hand(simulation)
    rules = simulation.table.rules
    stakes = msgspec.structs.replace(begun.setup.stakes, ante=3)
    assert "9 should ante 3, and the antes are none" in "; ".join(
        wrong_marks(with_setup(begun, stakes=stakes), None, rules)
    )
    stakes = msgspec.structs.replace(stakes, ante_by=AnteBy.BIG_BLIND)
    assert "1 should ante 3" in "; ".join(wrong_marks(with_setup(begun, stakes=stakes), None, rules))


def test_a_moving_button_passes_nobody(simulation: Simulation) -> None:
    moving = simulation.table.rules.rulebook.but(button=ButtonRule.MOVING)
    rules = msgspec.structs.replace(simulation.table.rules, rulebook=moving)
    before, begun = begun_hand(simulation, -2), begun_hand(simulation)
    last = Marks((begun.marks.button - 2) % rules.seats, before.marks.small, before.marks.big)
    over = msgspec.structs.replace(before, marks=last)
    passed = (begun.marks.button - 1) % rules.seats
    assert "; ".join(wrong_marks(begun, over, rules)).startswith(f"the button passes seat {passed + 1} over")
    who = begun.players[begun.seats.index(passed)]
    assert list(wrong_marks(begun, over, rules, {who})) == []  # they have just come


# ---- bots


def test_looking_bot_sees_only_the_view_of_its_seat() -> None:
    asked = 0
    rng = Random(1)
    plays = random_player(rng)

    def watch(view: Hand, may: Options) -> Any:
        nonlocal asked
        asked += 1
        for seat, hole in enumerate(view.hole):
            if hole and not view.shown >> seat & 1:
                assert (UNKNOWN in hole) == (seat != may.seat)
        return plays(view, may)

    told = read_toml(TABLES["holdem"], "test")
    guests = [Guest(name, Bot("watch", watch)) for name in NAMES[:9]]
    check(Simulation(rules_of(told), guests, rng).run(20))
    assert asked > 100


def test_bets_are_in_whole_chips() -> None:
    amounts: list[int] = []

    def note(hand: Hand, begun: HandBegun) -> None:
        raises = [event.to for event in hand.log if isinstance(event, RaisedTo)]
        amounts.extend(to for to in raises if to not in begun.setup.stacks)

    for bots in ("loose", "random"):
        check(table_of(TABLES["chips"], bots=bots, on_hand=note).run(60))
    assert len(amounts) > 50
    assert not any(to % 25 for to in amounts)


def test_a_sleeper_straddles_where_nobody_has_raised() -> None:
    simulation = table_of(TABLES["holdem"], lively=False)
    hand = simulation._start(0)
    rng = Random(3)

    def calls(hand: Hand) -> None:
        hand.check_or_call()

    caller = Bot(
        "caller", lambda view, may: random_player(rng, fold=0.0, passive=1.0)(view, may), looks=False, bet=calls
    )
    raised = hand.copy(log=True)
    play_out(hand, Dealer(Deck(below=rng.randrange), auto_show=True), [caller] * 9, [(4, 8)])
    assert [(event.seat, event.to) for event in hand.log if isinstance(event, RaisedTo)] == [(4, 8)]
    dealer = Dealer(Deck(below=rng.randrange), auto_show=True)
    dealer.run(raised)
    raised.raise_to(10)
    play_out(raised, dealer, [caller] * 9, [(4, 8)])
    assert [event.to for event in raised.log if isinstance(event, RaisedTo)] == [10]
    assert isinstance(raised.log[1], Posted)


def test_the_loose_bot_does_a_bit_of_everything() -> None:
    done: Counter[str] = Counter()
    bot = loose(Random(2))
    assert not bot.looks

    def note(hand: Hand, begun: HandBegun) -> None:
        done.update(type(event).__name__ for event in hand.log)

    check(table_of(TABLES["holdem"], lively=False, on_hand=note).run(100))
    assert min(done[name] for name in ("Checked", "Called", "Folded", "RaisedTo")) > 50
    assert done["Called"] > done["RaisedTo"]
