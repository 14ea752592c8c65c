"""Drawing seats: by chance, evenly, the same for everybody who draws again; and the draw at the final table."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import msgspec
import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EXAMPLES

from sidepot.errors import Conflict, NotDue
from sidepot.rules.houses import TDA_2013, TDA_2024
from sidepot.table.button import Marks
from sidepot.tournament.final import final_size, final_table, redraw_all
from sidepot.tournament.moves import SeatDraw, TableView
from sidepot.tournament.seating import (
    ANY_SEAT,
    HashDraw,
    check_draw,
    draw_seats,
    mixed,
    tables_needed,
    to_right_seats,
)

many = settings(max_examples=examples(2) * EXAMPLES, deadline=None)
SEED = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)


def names(count: int) -> list[str]:
    return [f"P{number:03}" for number in range(count)]


def rooms(count: int, seats: int = 9) -> dict[int, range]:
    return {number: range(seats) for number in range(1, count + 1)}


# ---- chance


def test_chance_is_what_anybody_reckons_from_the_seed() -> None:
    below = HashDraw("dice 4 2 6")
    first = int(sha256(b"dice 4 2 6:0").hexdigest(), 16)
    second = int(sha256(b"dice 4 2 6:1").hexdigest(), 16)
    assert below(1000) == first % 1000
    assert below(7) == second % 7
    assert below.count == 2


def test_a_hash_that_would_favour_some_outcomes_is_passed_over() -> None:
    first = int(sha256(b"x:0").hexdigest(), 16)
    second = int(sha256(b"x:1").hexdigest(), 16)
    # `first` is more than half of all hashes, so one from there on is passed over.
    assert second < first
    assert 2 * first > 1 << 256
    assert HashDraw("x")(first) == second


@many
@given(SEED, st.integers(1, 60))
def test_numbers_are_in_their_bounds_and_repeat(seed: str, n: int) -> None:
    one, two = HashDraw(seed), HashDraw(seed)
    drawn = [one(n) for _ in range(20)]
    assert all(0 <= number < n for number in drawn)
    assert drawn == [two(n) for _ in range(20)]


def test_every_order_is_as_likely_as_any_other() -> None:
    below = HashDraw("orders")
    seen = Counter(tuple(mixed("abc", below)) for _ in range(6000))
    assert len(seen) == 6
    assert max(seen.values()) - min(seen.values()) < 200  # about six standard deviations of a difference


def test_a_seed_is_needed_and_an_outcome() -> None:
    with pytest.raises(
        Conflict, match="the seed is empty; give any text, preferably one that nobody could choose alone"
    ):
        HashDraw("")
    with pytest.raises(Conflict, match="UTF-8"):
        HashDraw("\udcff")
    with pytest.raises(Conflict, match="the number of outcomes must be at least 1, not"):
        HashDraw("x")(0)


# ---- the draw


@many
@given(SEED, st.integers(0, 60), st.integers(2, 10))
def test_players_sit_evenly_each_in_their_own_seat(seed: str, players: int, seats: int) -> None:
    tables = tables_needed(players, seats)
    draw = draw_seats(names(players), rooms(tables, seats), seed)
    places = [(table, seat) for _, table, seat in draw.order]
    assert [player for player, _, _ in draw.order] == names(players)
    assert len(set(places)) == players
    assert all(0 <= seat < seats for _, seat in places)
    sizes = Counter(dict.fromkeys(rooms(tables), 0)) + Counter(table for table, _ in places)
    assert not sizes or max(sizes.values()) - min(sizes.values()) <= 1
    assert (tables - 1) * seats < players or not players
    assert check_draw(draw) == ()


@many
@given(SEED, st.lists(st.integers(0, 9), min_size=1, max_size=6), st.data())
def test_late_players_fill_the_shortest_tables_first(seed: str, sitting: list[int], data: st.DataObject) -> None:
    room = {number: range(count, 9) for number, count in enumerate(sitting, 1)}
    free = sum(len(seats) for seats in room.values())
    players = names(data.draw(st.integers(0, free)))
    draw = draw_seats(players, room, seed, sitting=dict(enumerate(sitting, 1)))
    after = dict(enumerate(sitting, 1))
    for _, table, seat in draw.order:
        assert seat in room[table]
        after[table] += 1
    filled = [table for table in after if after[table] > sitting[table - 1]]
    with_room = [count for table, count in after.items() if count < 9]
    for table in filled:
        assert after[table] - 1 <= min(with_room, default=9)
    assert check_draw(draw) == ()


def test_the_order_in_which_players_are_named_makes_no_difference() -> None:
    one = draw_seats(["Ann", "Bob", "Cy"], rooms(2), "seed")
    assert draw_seats(["Cy", "Ann", "Bob"], rooms(2), "seed") == one
    assert draw_seats({"Bob": 1, "Cy": 2, "Ann": 3}, {2: range(9), 1: range(8, -1, -1)}, "seed") == one
    assert draw_seats(["Ann", "Bob", "Cy"], rooms(2), "seeds") != one


def test_every_seat_falls_to_everybody() -> None:
    drawn = Counter(
        (player, table, seat)
        for n in range(400)
        for player, table, seat in draw_seats(list("abc"), rooms(2, 3), str(n)).order
    )
    assert len(drawn) == 3 * 6
    assert min(drawn.values()) > 35  # 66 are to be expected


def test_fixed_places_are_kept_and_the_rest_is_drawn() -> None:
    """TDA-2013 8."""
    pinned = {"P003": (2, 0), "P001": (2, ANY_SEAT), "nobody": (1, 1)}
    draw = draw_seats(names(18), rooms(2), "seed", pinned=pinned)
    assert ("P003", 2, 0) in draw.order
    assert ("P001", 2) in [one[:2] for one in draw.order]
    assert draw.pinned == (("P001", 2, -1), ("P003", 2, 0))
    assert check_draw(draw) == ()
    assert len({(table, seat) for _, table, seat in draw.order}) == 18
    assert "nobody" not in [player for player, _, _ in draw.order]
    together = draw_seats(names(6), rooms(3), "x", pinned=dict.fromkeys(names(3), (1, ANY_SEAT)))
    sizes = Counter(table for _, table, _ in together.order)
    assert sizes[1] == 3
    assert {sizes[2], sizes[3]} == {1, 2}


def test_cards_give_the_order_the_highest_first() -> None:
    draw = draw_seats(names(5), rooms(2), "seed", by_card=True, pinned={"P002": (1, 0)})
    cards = dict(draw.cards)
    assert sorted(cards) == ["P000", "P001", "P003", "P004"]
    assert [cards[player] for player, _, _ in draw.order[1:]] == sorted(cards.values(), reverse=True)
    assert check_draw(draw) == ()


@each(
    ("players", "tables", "pinned", "said"),
    [
        (["a", "a"], rooms(1), {}, "a appears twice in the draw"),
        ([""], rooms(1), {}, "a player has no name"),
        (names(10), rooms(1), {}, "players draw for only"),
        (["a"], {1: [2, 2]}, {}, "table 1: list each seat once, numbered from 0"),
        (["a"], {1: [-1]}, {}, "table 1: list each seat once, numbered from 0"),
        (["a"], rooms(1), {"a": (3, 0)}, "table 3, given for a, is not one of the tables of the draw: 1"),
        (["a"], rooms(1), {"a": (1, 9)}, ", given for"),
        (["a", "b"], rooms(1), {"a": (1, 0), "b": (1, 0)}, "a and b have the same seat: table 1, seat 1"),
        (["a", "b"], {1: [0], 2: [0]}, {"a": (1, -1), "b": (1, -1)}, "table 1, given for b, is full"),
    ],
)
def test_a_draw_that_cannot_be_made_says_why(
    players: list[str], tables: dict[int, range], pinned: dict[str, tuple[int, int]], said: str
) -> None:
    with pytest.raises(Conflict, match=said):
        draw_seats(players, tables, "seed", pinned=pinned)


def test_how_many_tables_are_needed() -> None:
    assert [tables_needed(players, 9) for players in (0, 1, 9, 10, 90, 91)] == [0, 1, 1, 2, 10, 11]
    with pytest.raises(Conflict):
        tables_needed(-1, 9)
    with pytest.raises(Conflict):
        tables_needed(5, 1)


# ---- checking


def altered(draw: SeatDraw, **changes: object) -> SeatDraw:
    return msgspec.structs.replace(draw, **changes)


def test_a_record_that_was_tampered_with_does_not_hold() -> None:
    draw = draw_seats(names(12), rooms(2), "seed")
    (a, *one), (b, *two), *rest = draw.order
    swapped = altered(draw, order=((a, *two), (b, *one), *rest))
    wrong = check_draw(swapped)
    assert len(wrong) == 2
    assert wrong[0].startswith("P000: table ")
    assert "and by the seed table" in wrong[0]
    assert check_draw(altered(draw, seed="another")) != ()
    assert check_draw(altered(draw, order=draw.order[:-1])) != ()
    assert check_draw(altered(draw, tables=draw.tables[:1])) == ("12 players draw for only 9 open seats",)
    assert check_draw(altered(draw, seed="")) != ()
    cards = draw_seats(names(3), rooms(1), "seed", by_card=True)
    (player, card), *others = cards.cards
    said = check_draw(altered(cards, cards=((player, (card + 1) % 52), *others)))
    assert said == ("the seats are right, and the record says otherwise how they were drawn",)


def test_a_record_goes_through_json() -> None:
    draw = draw_seats(names(12), rooms(2), "seed", pinned={"P001": (1, 1)}, by_card=True)
    assert msgspec.json.decode(msgspec.json.encode(draw), type=SeatDraw) == draw


def test_player_in_a_wrong_seat_moves_to_the_right_one() -> None:
    """TDA-2013 6: two changed places, and both go back, at once."""
    draw = draw_seats(["Ann", "Bob", "Cy"], rooms(2), "friday")
    right = {player: (table, seat) for player, table, seat in draw.order}
    sat = {right["Ann"]: "Bob", right["Bob"]: "Ann", right["Cy"]: "Cy", (1, 8): "late"}
    views = [
        TableView(number, 9, tuple(sorted((seat, who) for (table, seat), who in sat.items() if table == number)))
        for number in (1, 2)
    ]
    moves = to_right_seats(draw, views, TDA_2013)
    assert {move.player: (move.to_table, move.to_seat) for move in moves} == {k: right[k] for k in ("Ann", "Bob")}
    assert str(moves[0].cite) == "TDA-2013:6"
    assert "the chips come along" in moves[0].because
    assert str(to_right_seats(draw, views, TDA_2024)[0].cite) == "TDA-2024:7"


# ---- the final table


@each(("seats", "in_2013", "in_2024"), [(10, 10, 10), (9, 10, 9), (8, 9, 9), (7, 8, 7), (6, 7, 7), (2, 3, 3)])
def test_the_final_table_is_due_at_its_size(seats: int, in_2013: int, in_2024: int) -> None:
    for rulebook, size in ((TDA_2013, in_2013), (TDA_2024, in_2024)):
        assert final_size(seats, rulebook) == size
        assert final_table(size, 2, seats, rulebook)
        assert not final_table(size + 1, 2, seats, rulebook)
        assert not final_table(size, 1, seats, rulebook)  # all sit at one table already
    assert final_table(6, 2, 9, TDA_2013, size=6)
    assert not final_table(7, 2, 9, TDA_2013, size=6)
    assert not final_table(3, 2, 2, TDA_2013, heads_up=True)


def test_all_draw_again_for_the_final_table() -> None:
    views = [
        TableView(1, 9, tuple((seat, f"a{seat}") for seat in range(5)), Marks(0, 1, 2)),
        TableView(4, 9, tuple((seat, f"b{seat}") for seat in range(5)), Marks(0, 1, 2)),
    ]
    drawn = redraw_all(views, {1: range(10)}, "seed", TDA_2013)
    assert check_draw(drawn.draw) == ()
    assert sorted(seat for _, _, seat in drawn.draw.order) == list(range(10))
    stayed = {player for player, table, seat in drawn.draw.order if (seat, player) in views[0].taken}
    assert {move.player for move in drawn.moves} == {f"{t}{s}" for t in "ab" for s in range(5)} - stayed
    assert "All 10 players left come to one table" in drawn.moves[0].because
    assert str(drawn.moves[0].cite) == "TDA-2013:11"
    two = redraw_all(views, {1: range(9), 2: range(9)}, "seed", TDA_2024, pinned={"a0": (1, 0)})
    assert ("a0", 1, 0) in two.draw.order
    assert "Everybody draws" in two.moves[0].because
    with pytest.raises(NotDue, match="a hand is in progress at table 4"):
        redraw_all([views[0], views[1]._replace(is_on=True)], {1: range(10)}, "seed", TDA_2013)
