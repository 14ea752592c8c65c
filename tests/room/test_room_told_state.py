"""What was said and what was won stands in the state of a table: who comes in the middle of a hand misses nothing."""

from __future__ import annotations

from random import Random

import pytest
from room_scenes import BLINDS, Scene, one, own, scene
from room_scripts import NAMES, SPECTATOR
from room_tables import HOLDEM, Led, cash, hand_lines, terms
from table_messages import event, yours

from sidepot.bots.random_player import random_player
from sidepot.games.catalog import find_game
from sidepot.games.files import read_game
from sidepot.games.limits import FixedLimit, PotLimit
from sidepot.games.mixes import rotation, single
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent
from sidepot.room.views.public import event_of, public_view, snapshot_of
from sidepot.room.views.schema import PublicView, SeatState
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Declaration, Reading, Rulebook
from sidepot.table.table_rules import TableRules

IN_HAND = CASH.but(declaration=Declaration.CHIPS_IN_HAND)
IN_TURN = CASH.but(declaration=Declaration.IN_TURN)


def taken(state: PublicView) -> list[SeatState]:
    return [seat for seat in state.seats if seat is not None]


def to_declare(table: Scene) -> str:
    """Check and call until halves are declared for: who begins."""
    while table.state.due != "declare":
        stays(table)
    return table.room.to_decide()[0]


def stays(table: Led) -> TableEvent:
    """Who is to decide stays in for the least, stands pat, declares for the first half, shows."""
    may = table.room.options_of(table.room.to_decide()[0])
    assert may is not None
    plain = {Due.DRAW: c.Discard(), Due.BRING_IN: c.BringIn(), Due.DECLARE: c.Declare(1), Due.SHOW: c.Show()}
    return table.act(plain.get(may.due) or (c.Call() if may.may_call else c.Check()))


# ---- declarations


def test_closed_hands_are_shown_once_they_are_opened() -> None:
    table = scene(one("stud-high-low", FixedLimit(), rulebook=IN_HAND), (100, 100, 100))
    table.ask(*NAMES[:3])
    first = to_declare(table)
    table.acts(c.Declare(2), c.Declare(3))
    assert [seat.declared for seat in taken(table.state)] == [0, 0, 0]
    assert sorted(seat.last for seat in taken(table.state)) == ["", "has declared", "has declared"]
    table.acts(c.Declare(1))
    told = {seat.player: (seat.declared, seat.last) for seat in taken(table.state)}
    assert told[first] == (2, "declares low")
    assert sorted(told.values()) == [(1, "declares high"), (2, "declares low"), (3, "declares both")]
    table.acts(c.Show())
    shown = [(seat.declared, seat.last) for seat in taken(table.state) if seat.shown]
    assert [last for _, last in shown] == ["shows"] and shown[0][0] > 0


def test_a_spoken_declaration_is_shown_at_once_in_the_words_of_the_game() -> None:
    table = scene(one("badacey", FixedLimit(), rulebook=IN_TURN), (100, 100))
    first = to_declare(table)
    entry = table.act(c.Declare(1))
    told = {seat.player: (seat.declared, seat.last) for seat in taken(event_of(table.room, entry).state)}
    assert told[first] == (1, "declares badugi")
    assert sorted(told.values()) == [(0, ""), (1, "declares badugi")]


def test_the_next_hand_begins_with_nothing_declared_or_won() -> None:
    table = scene(one("double-board-omaha", PotLimit(), BLINDS), (100, 100))
    while table.room.hand is not None:
        stays(table)
    assert table.state.won_by
    table.deal()
    assert table.state.won_by == ()


@pytest.mark.parametrize("house", [IN_HAND, IN_TURN], ids=["in hand", "in turn"])
def test_before_the_hands_are_opened_nobody_can_tell_what_another_has_declared(house: Rulebook) -> None:
    """To the byte: all that others are told is the same, whatever the closed hands hold; what is spoken all hear."""

    def told(first: int, second: int) -> list[bytes | None]:
        table = scene(one("stud-high-low", FixedLimit(), rulebook=house), (100, 100, 100, 100))
        before = {to_declare(table)}
        heard: list[bytes | None] = []
        for ways in (first, second):
            before.add(table.room.to_decide()[0])
            heard.append(event(table.room, table.act(c.Declare(ways))))
            heard += [yours(table.room, name) for name in (*NAMES[:4], SPECTATOR) if name not in before]
            heard.append(snapshot_of(table.room, hand_lines(table.room)))
        return heard

    usual = told(1, 2)
    for other in ((2, 1), (3, 3), (1, 1)):
        assert (told(*other) == usual) is (house is IN_HAND)


@pytest.mark.parametrize(("game", "words"), [("omaha8", "high, low or both"), ("badeucey", "badugi, low or both")])
def test_one_is_asked_for_the_halves_by_their_names(game: str, words: str) -> None:
    table = scene(one(game, FixedLimit(), rulebook=IN_TURN), (100, 100))
    told = own(table, to_declare(table)).options
    assert told is not None
    assert told.why[0].text.startswith(f"You must declare for {words} (say it aloud); ")


@pytest.mark.parametrize(
    ("game", "halves"),
    [("omaha8", ("high", "low")), ("badeucey", ("badugi", "low")), ("drawmaha", ("high", "in hand"))],
)
def test_the_halves_of_a_hand_are_told_by_their_names(game: str, halves: tuple[str, ...]) -> None:
    table = scene(one(game, FixedLimit(), rulebook=IN_TURN), (100, 100))
    assert table.state.halves == halves
    first = to_declare(table)
    seats = {seat.player: seat for seat in taken(event_of(table.room, table.act(c.Declare(2))).state)}
    state = table.state
    assert state.halves == halves
    assert seats[first].last == f"declares {state.halves[seats[first].declared - 1]}"


def test_the_halves_of_a_game_of_ones_own_are_told() -> None:
    own_game = read_game("""
name = "badugi-high"
like = "badacey"
halves = [{scale = "badugi"}, {scale = "high"}]
""")
    rules = cash(single(own_game, FixedLimit()))
    assert scene(rules, (100, 100)).state.halves == ("badugi", "high")


def test_where_the_pot_has_one_half_none_is_named() -> None:
    table = scene(one("holdem", FixedLimit()), (100, 100))
    assert table.state.halves == ()
    assert b"halves" not in snapshot_of(table.room)


def test_a_declaration_keeps_its_name_until_the_next_hand() -> None:
    """At dealer's choice too: the halves are those of the hand that is shown, not of the game that comes."""
    mix = rotation("two", "Two games", ["fl badeucey", "fl omaha8"])
    table = Led(terms(cash(mix, dealers_choice=True, rulebook=IN_TURN)))
    table.sit("Ann", "Bo")

    def choose(game: str) -> None:
        while table.room.phase != "choosing":
            table.tick()
        assert public_view(table.room).game_id == ""
        assert public_view(table.room).halves == shown
        table.say(s.ChooseGame(game), table.room.chooser)
        while table.room.hand is None:
            assert public_view(table.room).halves == shown
            table.tick()

    shown: tuple[str, ...] = ()
    choose("fl badeucey")
    assert public_view(table.room).halves == ("badugi", "low")
    while table.room.hand is not None:
        stays(table)
    assert [seat.declared for seat in taken(public_view(table.room))] == [1, 1]
    shown = ("badugi", "low")
    choose("fl omaha8")
    assert public_view(table.room).halves == ("high", "low")


# ---- boards


def test_each_run_says_who_won_it() -> None:
    #        Bo Ann      the first run         the second, in which Ann has three kings
    order = "AcKc AdKd 2c 2h5s5d 3c 9h 4c Jd 6c Kh7s8d 6d 9c 6h Tc"
    table = scene(cash(HOLDEM, stakes=(BLINDS,), rulebook=CASH.but(run_it=2)), (50, 50), order)
    table.acts(c.RaiseTo(50), c.Call(), c.ChooseRuns(2))
    assert table.state.won_by == ()
    state = event_of(table.room, table.act(c.ChooseRuns(2))).state
    assert state.won_by == (((1, 50),), ((0, 50),))  # Bo the first, Ann the second
    assert [seat.won for seat in taken(state)] == [50, 50]


def test_a_side_pot_is_told_by_board_while_the_hand_goes_on() -> None:
    """The side pot is paid before who is all-in must show: an act, after which only some of the table is told anew."""
    table = scene(
        one("double-board-omaha", PotLimit(), BLINDS, rulebook=CASH.but(reading=Reading.AS_CALLED)), (6, 100, 100)
    )
    table.acts(c.RaiseTo(6), c.Call(), c.Call(), c.RaiseTo(10), c.Call())
    told = []
    while table.room.hand is not None:
        state = event_of(table.room, stays(table)).state
        assert state == public_view(table.room)
        told.append((table.room.hand is not None, [sum([chips for _, chips in board]) for board in state.won_by]))
    assert (True, [10, 10]) in told
    assert told[-1] == (False, [19, 19])


def test_a_new_player_in_a_winners_seat_has_won_nothing() -> None:
    table = scene(one("double-board-omaha", PotLimit(), BLINDS), (100, 100, 100))
    while table.room.hand is not None:
        stays(table)
    winner = table.state.won_by[0][0][0]
    seat = table.state.seats[winner]
    assert seat is not None
    table.say(s.Leave(), seat.player)
    assert table.state.won_by[0][0][0] == winner  # they are shown with it still
    table.say(s.Sit(seat=winner), "Zoe")
    assert all(seat != winner for board in table.state.won_by for seat, _ in board)


# ---- any such table


@pytest.mark.parametrize("kind", ["in hand", "in turn", "runs", "boards"])
def test_events_tell_the_whole_of_it(kind: str) -> None:
    """After each entry an event says what a snapshot says, though it is made of what has changed."""
    rules = {
        "in hand": cash(single(find_game("omaha8"), FixedLimit()), rulebook=IN_HAND),
        "in turn": cash(single(find_game("badacey"), FixedLimit()), rulebook=IN_TURN),
        "runs": cash(HOLDEM, rulebook=CASH.but(run_it=3)),
        "boards": cash(single(find_game("double-board-omaha"), PotLimit())),
    }[kind]
    states = [state for seed in range(6) for state in told_of_a_hand(rules, seed)]
    assert any(seat.declared for state in states for seat in taken(state)) is kind.startswith("in")
    assert any(state.won_by for state in states) is (kind in ("runs", "boards"))


def told_of_a_hand(rules: TableRules, seed: int) -> list[PublicView]:
    """A hand by chance, few folding, between stacks of every size: the table after each entry."""
    table = Led(terms(rules), seed=seed)
    for name, chips in (("Ann", 20), ("Bo", 60), ("Cy", 200)):
        table.sit(name, chips=chips)
    play = random_player(Random(seed), fold=0.05, passive=0.5)
    told = [event_of(table.room, table.deal()).state]
    while table.room.hand is not None:
        may = table.room.options_of(table.room.to_decide()[0])
        entry = table.tick() if may is None else table.act(play(table.room.hand, may))
        told.append(event_of(table.room, entry).state)
        assert told[-1] == public_view(table.room)
    return told
