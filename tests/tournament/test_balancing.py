"""Balancing, breaking and halting: every move is one that the next hands, dealt out, show to be right."""

from __future__ import annotations

from random import Random

import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EXAMPLES

from sidepot.bots.random_player import random_player
from sidepot.cards import Deck
from sidepot.errors import Cite, Conflict, NotDue
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import find_mix, single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand.dealer import Dealer
from sidepot.rules.houses import TDA_2013, TDA_2024
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.table_choices import ButtonRule
from sidepot.simulation.bot_hand import Bot, play_out
from sidepot.table.blinds import Planned, Standing, plan_next
from sidepot.table.button import Marks, clockwise
from sidepot.table.table import Table
from sidepot.table.table_rules import TableRules
from sidepot.tournament.balancing import balance, halts, longest_table
from sidepot.tournament.breaking import break_table, table_to_break
from sidepot.tournament.dodging import dodging, hurry
from sidepot.tournament.moves import Drawn, Move, TableView, view_of
from sidepot.tournament.positions import blind_order, next_hand, seat_opened_last, spot, worst_seat
from sidepot.tournament.seating import check_draw

many = settings(max_examples=examples(5) * EXAMPLES, deadline=None)
some = settings(max_examples=EXAMPLES, deadline=None)
CHANCE = st.integers(0, 2**40).map(Random)
STAKES = {1: Stakes(blinds=(2,)), 2: Stakes(blinds=(1, 2)), 3: Stakes(blinds=(1, 2, 4))}


def dealt(view: TableView, rulebook: Rulebook, *, frozen: bool | None = None) -> Planned:
    """The next hand of a table as it is."""
    return plan_next(
        view.marks,
        tuple(
            [Standing(seat, 100, new=seat in view.fresh) for seat, _ in view.taken]
            + [Standing(seat, 0) for seat in view.held]
        ),
        view.seats,
        STAKES[view.blinds],
        rule=rulebook.button,
        missed_rule=rulebook.missed_blinds,
        shut_out=rulebook.shut_out,
        has_blinds=True,
        frozen=view.parked if frozen is None else frozen,
        first_button=view.first_button,
        is_tournament=True,
    )


def played(view: TableView, rulebook: Rulebook) -> TableView:
    """The table after its next hand, in which nobody goes out."""
    planned = dealt(view, rulebook)
    return view._replace(
        marks=planned.marks,
        parked=False,
        fresh=view.fresh.difference(planned.settled),
        first_button=None,
    )


def without(view: TableView, seats: set[int]) -> TableView:
    left = tuple([one for one in view.taken if one[0] not in seats])
    return view._replace(taken=left, fresh=view.fresh - seats)


def hands_until_big(view: TableView, seat: int, rulebook: Rulebook) -> int:
    """So many hands are dealt until the big blind is in this seat."""
    for hands in range(1, 3 * view.seats):
        view = played(view, rulebook)
        assert view.marks is not None
        if view.marks.big == seat:
            return hands
    raise AssertionError("the big blind never comes to the seat")


def some_table(chance: Random, number: int, rulebook: Rulebook, seats: int) -> TableView:
    """A table in the middle of an event: hands were played, people went out, some came."""
    count = chance.randint(2, seats)
    taken = tuple([(seat, f"{number}-{seat}") for seat in sorted(chance.sample(range(seats), count))])
    view = TableView(number, seats, taken, blinds=chance.choice((1, 2, 2, 2, 3)))
    view = view._replace(first_button=chance.choice(taken)[0])
    for hand in range(chance.randint(0, 12)):
        view = played(view, rulebook)
        gone = {seat for seat, _ in view.taken if chance.random() < 0.12}
        if len(view.taken) - len(gone) > 1:
            view = without(view, gone)
        if view.open_seats and chance.random() < 0.2:
            view = view.joined_by([(chance.choice(view.open_seats), f"{number}-{hand} new")])
    if view.marks is not None and chance.random() < 0.2:
        view = view._replace(parked=True)
    if view.open_seats and chance.random() < 0.1:
        view = view._replace(held=frozenset([chance.choice(view.open_seats)]))
    return view


def some_house(chance: Random) -> Rulebook:
    return chance.choice((TDA_2013, TDA_2024)).but(button=chance.choice(list(ButtonRule)))


def carried_out(views: list[TableView], move: Move) -> list[TableView]:
    after = []
    for view in views:
        if view.number == move.from_table:
            assert (move.from_seat, move.player) in view.taken
            view = without(view, {move.from_seat})
        elif view.number == move.to_table:
            assert move.to_seat in view.open_seats
            view = view.joined_by([(move.to_seat, move.player)])
        after.append(view)
    return after


# ---- positions, against hands dealt one after the other


@many
@given(CHANCE)
def test_the_big_blind_comes_when_a_spot_says(chance: Random) -> None:
    rulebook = some_house(chance)
    view = some_table(chance, 1, rulebook, chance.randint(3, 9))
    for seat in view.open_seats:
        one = spot(view, seat, rulebook)
        joined = view.joined_by([(seat, "new")])
        planned = dealt(joined, rulebook)
        assert one.within == hands_until_big(joined, seat, rulebook)
        assert one.closed == (seat not in planned.dealt)
        posts = [str(post) for who, post, _ in planned.owed if who == seat]
        assert one.is_small == (posts == ["small blind"] and view.blinds > 1)


@many
@given(CHANCE)
def test_big_blinds_come_in_the_order_that_is_told(chance: Random) -> None:
    rulebook = some_house(chance)
    view = some_table(chance, 1, rulebook, chance.randint(2, 9))
    if len(view.taken) < 2:
        return
    told = list(blind_order(view, rulebook))
    now = view
    came: list[int] = []
    for _ in range(len(view.taken)):
        now = played(now, rulebook)
        assert now.marks is not None
        came.append(now.marks.big)
    assert list(dict.fromkeys(came)) == [seat for seat in told if seat in came]
    if rulebook.button is not ButtonRule.MOVING and len(view.taken) - len(view.fresh) > 2:
        assert came == told == clockwise(told, (told[0] - 1) % view.seats, view.seats)


@many
@given(CHANCE)
def test_the_worst_seat_is_the_one_that_pays_first_and_never_the_small_blind(chance: Random) -> None:
    rulebook = some_house(chance)
    view = some_table(chance, 1, rulebook, chance.randint(3, 9))
    worst = worst_seat(view, rulebook)
    fits: dict[int, tuple[bool, int]] = {}
    for seat in view.open_seats:
        joined = view.joined_by([(seat, "new")])
        planned = dealt(joined, rulebook)
        if planned.marks.small != seat or planned.marks.big == seat:
            fits[seat] = (seat not in planned.dealt, hands_until_big(joined, seat, rulebook))
    if worst is None:
        assert not fits
        return
    assert fits[worst.seat] == min(fits.values())


# ---- balancing a room


@many
@given(CHANCE)
def test_balancing_ends_and_makes_tables_even(chance: Random) -> None:
    rulebook = some_house(chance)
    views = [some_table(chance, number, rulebook, 9) for number in range(1, chance.randint(2, 6) + 1)]
    people = sorted([player for view in views for player in view.players])
    for _ in range(len(people) + 1):
        move = balance(views, rulebook)
        if move is None:
            break
        sizes = {view.number: len(view.taken) for view in views}
        long, short = sizes[move.from_table], sizes[move.to_table]
        assert long == max(sizes.values())
        assert long - short >= 2
        (source,) = [view for view in views if view.number == move.from_table]
        (target,) = [view for view in views if view.number == move.to_table]
        planned = dealt(source, rulebook)
        assert dict(source.taken)[planned.marks.big] == move.player
        after = dealt(target.joined_by([(move.to_seat, move.player)]), rulebook).marks
        assert after.small != move.to_seat or after.big == move.to_seat or not target.taken or len(target.taken) < 2
        if move.within == 1:
            assert after.big == move.to_seat
        views = carried_out(views, move)
    else:
        pytest.fail("balancing goes on for ever")
    assert sorted([player for view in views for player in view.players]) == people
    sizes = {view.number: len(view.taken) for view in views}
    most = max(sizes.values())
    for view in views:
        if most - len(view.taken) >= 2:  # only the small blind is open there now, or a seat is kept
            assert worst_seat(view, rulebook) is None


def seats(text: str) -> tuple[tuple[int, str], ...]:
    """Who sits where: `a b - d` has an empty third seat."""
    return tuple([(seat, name) for seat, name in enumerate(text.split()) if name != "-"])


LONG = TableView(1, 9, seats("a b c d e f g h i"), Marks(2, 3, 4))
SHORT = TableView(2, 9, seats("A B C D E - G - -"), Marks(2, 3, 4))


def test_the_next_big_blind_takes_the_single_big_blind() -> None:
    move = balance([LONG, SHORT], TDA_2013)
    assert move is not None
    assert (move.player, move.from_table, move.from_seat, move.to_table, move.to_seat) == ("f", 1, 5, 2, 5)
    assert move.within == 1
    assert str(move.cite) == "TDA-2013:10-A"
    assert "next big blind at table 1, which has 9 players" in move.because
    assert "has the big blind in the next hand" in move.because
    assert str(balance([LONG, SHORT], TDA_2024).cite) == "TDA-2024:11-A"  # type: ignore[union-attr]


def test_a_player_in_a_hand_stays_and_a_newcomer_to_one_waits() -> None:
    assert balance([LONG._replace(is_on=True), SHORT], TDA_2013) is None
    assert longest_table([LONG._replace(is_on=True), SHORT]) == 1
    move = balance([LONG, SHORT._replace(is_on=True)], TDA_2013)
    assert move is not None
    assert move.to_seat == 5


def test_a_player_pinned_to_a_table_is_not_moved() -> None:
    move = balance([LONG._replace(pinned=frozenset("f")), SHORT], TDA_2013)
    assert move is not None
    assert move.player == "g"
    assert "stays, and " in move.because
    pinned = LONG._replace(pinned=frozenset("abcdefghi"))
    assert balance([pinned, SHORT], TDA_2013) is None
    third = TableView(3, 9, seats("p q r s t u v w -"), Marks(0, 1, 2))
    move = balance([pinned, SHORT, third], TDA_2013)
    assert move is not None
    assert (move.player, move.from_table) == ("s", 3)


def test_a_difference_of_one_is_even_enough() -> None:
    views = [TableView(1, 9, seats("a b c d e f g h -"), Marks(0, 1, 2)), TableView(2, 9, LONG.taken, Marks(0, 1, 2))]
    assert balance(views, TDA_2013) is None
    assert balance(views, TDA_2013, apart=1) is None  # it would only turn round
    assert balance([LONG, SHORT], TDA_2013, apart=4) is None
    assert balance([LONG, SHORT], TDA_2013, apart=3) is not None
    assert balance([], TDA_2013) is None


def test_of_equal_tables_the_order_decides() -> None:
    third = TableView(3, 9, seats("p q r s t u v w x"), Marks(0, 1, 2))
    assert longest_table([LONG, SHORT, third]) == 3
    assert longest_table([LONG, SHORT, third], order=[1, 2, 3]) == 1
    everybody = [view._replace(seats=40) for view in (LONG, SHORT, third)]
    assert [table_to_break(everybody), table_to_break(everybody, [2])] == [3, 2]
    another = SHORT._replace(number=4)
    assert balance([LONG, SHORT, another], TDA_2013).to_table == 2  # type: ignore[union-attr]
    assert balance([LONG, SHORT, another], TDA_2013, order=[2, 4]).to_table == 4  # type: ignore[union-attr]


def test_the_small_blind_waits_a_hand_unless_somebody_sits_alone() -> None:
    """Only the seat is open in which the big blind has just gone out: there the small blind is next."""
    short = TableView(2, 6, seats("A B C D E -"), Marks(3, 4, 5))
    long = TableView(1, 9, seats("a b c d e f g - -"), Marks(2, 3, 4))
    assert worst_seat(short, TDA_2013) is None
    assert balance([long, short], TDA_2013) is None
    assert balance([long, played(short, TDA_2013)], TDA_2013).to_seat == 5  # type: ignore[union-attr]
    alone = TableView(2, 2, seats("A -"), Marks(0, 0, 1))
    assert worst_seat(alone, TDA_2013) is not None
    assert balance([long, alone], TDA_2013).to_seat == 1  # type: ignore[union-attr]


def test_before_the_first_hand_the_button_is_where_it_was_drawn_else_in_the_last_taken_seat() -> None:
    short = TableView(2, 9, seats("A B - D - - - - -"))
    planned = next_hand(short, TDA_2013)
    assert planned is not None
    assert planned.marks == Marks(3, 0, 1)
    drawn = short._replace(first_button=0)
    assert next_hand(drawn, TDA_2013).marks == Marks(0, 1, 3)  # type: ignore[union-attr]
    assert worst_seat(drawn, TDA_2013).seat == 2  # type: ignore[union-attr]
    assert next_hand(short._replace(first_button=7), TDA_2013) == planned  # whoever had drawn it has gone


def test_heads_up_he_gets_the_big_blind() -> None:
    short = TableView(2, 4, seats("A - - -"), Marks(1, 1, 0))
    worst = worst_seat(short, TDA_2013)
    assert worst is not None
    assert (worst.within, worst.is_small) == (1, False)


def test_in_the_stud_round_of_a_mixed_game_the_button_stands_still() -> None:
    """TDA-2013 10-B: the one moves who would have the big blind if this hand were hold'em."""
    move = balance([LONG._replace(parked=True), SHORT], TDA_2013)
    assert move is not None
    assert move.player == "e"  # the marks are those of the next hold'em hand


def test_in_stud_the_seat_that_opened_last_is_filled() -> None:
    long = LONG._replace(stud_only=True, blinds=0)
    short = SHORT._replace(stud_only=True, blinds=0, opened=((5, 10), (7, 30), (8, 20)))
    assert seat_opened_last(short) == 7
    move = balance([long, short], TDA_2013)
    assert move is not None
    assert (move.player, move.to_seat, move.within) == ("h", 7, 0)
    assert "Seat 8 opened there last" in move.because
    gap = long._replace(taken=seats("a b c d e f g - i"))
    move = balance([gap, short], TDA_2013)
    assert move is not None
    assert (move.player, move.to_seat) == ("i", 7)
    assert seat_opened_last(short._replace(opened=())) == 5
    assert seat_opened_last(long) is None
    assert next_hand(long, TDA_2013) is None


# ---- halting


def of_size(number: int, players: int, marks: Marks | None = None, **more: bool) -> TableView:
    taken = tuple([(seat, f"{number}-{seat}") for seat in range(players)])
    return TableView(number, 9, taken, marks or Marks(0, 1, 2))._replace(**more)


def test_a_table_three_short_stops() -> None:
    assert halts([of_size(1, 9), of_size(2, 9), of_size(3, 7)], TDA_2013) == ()
    (halt,) = halts([of_size(1, 9), of_size(2, 9), of_size(3, 6)], TDA_2013)
    assert (halt.table, str(halt.cite), halt.discretion) == (3, "TDA-2013:10-D", False)
    assert "6 players, 3 less" in halt.because
    (halt,) = halts([of_size(1, 9), of_size(3, 6)], TDA_2013, full_tables=False)
    assert halt.discretion
    assert halts([], TDA_2013) == ()


def test_in_2024_it_stops_by_elimination_and_once_the_blinds_suffer() -> None:
    full = of_size(1, 9)
    untouched = of_size(2, 6, Marks(0, 1, 2))
    touched = of_size(2, 6, Marks(3, 4, 5))  # the next big blind goes over three empty seats
    assert halts([full, untouched], TDA_2024) == ()
    assert [halt.table for halt in halts([full, touched], TDA_2024)] == [2]
    assert halts([full, touched._replace(eliminated=False)], TDA_2024) == ()
    dead_small = of_size(2, 6)._replace(marks=Marks(6, 7, 8))
    assert [halt.table for halt in halts([full, dead_small], TDA_2024)] == [2]


def test_a_table_to_which_nobody_can_come_plays_on() -> None:
    full = of_size(1, 9)
    short = TableView(2, 6, seats("A B C D E -"), Marks(3, 4, 5))
    assert halts([full, short], TDA_2013) == ()
    assert [halt.table for halt in halts([full, played(short, TDA_2013)], TDA_2013)] == [2]
    assert halts([full, of_size(2, 0)], TDA_2013) == ()
    stud = of_size(2, 6)._replace(stud_only=True, blinds=0)
    assert [halt.table for halt in halts([full, stud], TDA_2013)] == [2]
    assert [halt.table for halt in halts([full, stud], TDA_2024)] == [2]


# ---- breaking


def test_the_table_breaks_once_its_players_fit_elsewhere() -> None:
    views = [of_size(1, 8), of_size(2, 8), of_size(3, 3)]
    assert table_to_break(views) is None
    views = [of_size(1, 7), of_size(2, 8), of_size(3, 3)]
    assert table_to_break(views) == 3
    assert table_to_break(views, seats=8) is None
    assert table_to_break([of_size(1, 7), of_size(2, 7), of_size(3, 2)], seats=8) == 3
    assert table_to_break(views, [1]) == 1
    assert table_to_break([of_size(1, 7), of_size(2, 8)._replace(held=frozenset([8])), of_size(3, 3)]) is None
    assert table_to_break([of_size(1, 4)]) is None
    assert table_to_break([]) is None
    kept = of_size(3, 3)._replace(pinned=frozenset(["3-0"]))
    assert table_to_break([of_size(1, 2), of_size(2, 2), kept]) == 2


@many
@given(CHANCE)
def test_broken_tables_leave_the_others_even(chance: Random) -> None:
    rulebook = chance.choice((TDA_2013, TDA_2024))
    sizes = [chance.randint(4, 7) for _ in range(chance.randint(2, 6))]
    views = [of_size(number, size) for number, size in enumerate(sizes, 1)]
    number = table_to_break(views)
    if number is None:
        return
    assert number == len(sizes)
    *others, broken = views
    drawn = break_table(broken, others, str(chance.random()), rulebook)
    assert check_draw(drawn.draw) == ()
    assert sorted([move.player for move in drawn.moves]) == sorted(broken.players)
    after = {view.number: len(view.taken) for view in others}
    for move in drawn.moves:
        after[move.to_table] += 1
    places = [(move.to_table, move.to_seat) for move in drawn.moves]
    assert len(set(places)) == len(places)
    assert all(seat in others[table - 1].open_seats for table, seat in places)
    before = sizes[:-1]
    raised = [table for table, size in after.items() if size > before[table - 1]]
    assert max([after[table] for table in raised]) <= min(after.values()) + 1


def test_two_draws_go_by_the_cards() -> None:
    drawn = break_table(of_size(3, 3), [of_size(1, 7), of_size(2, 8)], "seed", TDA_2024)
    cards = dict(drawn.draw.cards)
    order = [cards[player] for player, _, _ in drawn.draw.order]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == 3
    assert {str(move.cite) for move in drawn.moves} == {"TDA-2024:10-B"}
    one: Drawn = break_table(of_size(3, 3), [of_size(1, 7), of_size(2, 8)], "seed", TDA_2013)
    assert one.draw.cards == ()
    assert {str(move.cite) for move in one.moves} == {"TDA-2013:9/broken-table"}


def test_a_broken_table_finishes_its_hand_and_keeps_places_for_who_needs_them() -> None:
    with pytest.raises(NotDue, match="a hand is in progress at table 3"):
        break_table(of_size(3, 3)._replace(is_on=True), [of_size(1, 3)], "seed", TDA_2013)
    with pytest.raises(Conflict, match="players draw for only"):
        break_table(of_size(3, 3), [of_size(1, 8)], "seed", TDA_2013)
    drawn = break_table(of_size(3, 3), [of_size(1, 3), of_size(2, 3)], "x", TDA_2013, pinned={"3-1": (2, 8)})
    assert ("3-1", 2, 8) in drawn.draw.order
    assert [move.within for move in drawn.moves if move.player == "3-1"] != [0]


@some
@given(CHANCE)
def test_a_broken_player_is_told_when_the_big_blind_is_his(chance: Random) -> None:
    others = [some_table(chance, number, TDA_2013, 9) for number in (1, 2)]
    try:
        drawn = break_table(of_size(3, 3), others, str(chance.random()), TDA_2013)
    except Conflict:
        return
    for move in drawn.moves:
        there = [(one.to_seat, one.player) for one in drawn.moves if one.to_table == move.to_table]
        joined = others[move.to_table - 1].joined_by(there)
        assert move.within == hands_until_big(joined, move.to_seat, TDA_2013)


# ---- the tables themselves


def table_of(kind: str, players: int) -> Table:
    if kind == "holdem":
        rules = TableRules(
            mix=single(find_game("holdem"), NoLimit()),
            stakes=(Stakes(blinds=(1, 2)),),
            rulebook=TDA_2013,
            is_tournament=True,
        )
    elif kind == "stud":
        stakes = Stakes(ante=1, bring_in=1, small_bet=2)
        rules = TableRules(
            seats=8,
            mix=single(find_game("stud"), FixedLimit()),
            stakes=(stakes,),
            rulebook=TDA_2013,
            is_tournament=True,
        )
    else:
        mix = find_mix("horse")
        blinds = tuple([stakes_for(part.game, part.limit, 4) for part in mix.games])
        rules = TableRules(seats=8, mix=mix, stakes=blinds, rulebook=TDA_2013, is_tournament=True)
    table = Table(rules)
    for seat in range(players):
        table.sit(f"p{seat}", seat, 40)
    table.draw_button(0)
    return table


def play_hand(table: Table, chance: Random) -> None:
    hand = table.start_hand()
    bot = Bot("random", random_player(chance), looks=False)
    play_out(hand, Dealer(Deck(below=chance.randrange)), [bot] * len(hand.setup.stacks))
    table.finish(hand)
    for place in table.seated():
        if not place.stack:
            table.leave(place.player)


@pytest.mark.parametrize("kind", ["holdem", "stud", "horse"])
@some
@given(chance=CHANCE)
def test_a_moved_player_is_dealt_in_where_the_move_says(kind: str, chance: Random) -> None:
    """Two tables play whole hands; whoever is moved sits down and the next hand is dealt."""
    tables = {1: table_of(kind, 8), 2: table_of(kind, 8)}
    for player in list(tables[2].places):
        place = tables[2].places[player]
        tables[2].leave(player)
        tables[2].sit(f"q{place.seat}", place.seat, 40)
    tables[2].draw_button(0)
    for hand in range(17):
        number = hand + 1 if hand < 2 else chance.choice((1, 2))
        if len(tables[number].places) > 1:
            play_hand(tables[number], chance)
        views = [view_of(table, number) for number, table in tables.items()]
        move = balance(views, TDA_2013)
        while move is not None:
            old, new = tables[move.from_table], tables[move.to_table]
            alone = len(new.places) < 2
            had = old.places[move.player].stack
            if kind == "holdem":
                assert old.player_in(dealt(views[move.from_table - 1], TDA_2013).marks.big) == move.player
            old.leave(move.player)
            new.sit(move.player, move.to_seat, had)
            joined = view_of(new, move.to_table)
            if kind == "holdem":
                new.start_hand()
                marks = new.begun.marks  # type: ignore[union-attr]
                assert alone or marks.small != move.to_seat
                assert (marks.big == move.to_seat) == (move.within == 1)
                assert move.player in new.players_in_hand or "behind the button" in move.because
                new.void()
            assert (move.to_seat, move.player) in joined.taken
            views = [view_of(table, number) for number, table in tables.items()]
            move = balance(views, TDA_2013)
        sizes = sorted([len(table.places) for table in tables.values()])
        assert sizes[1] - sizes[0] < 2 or any(worst_seat(view, TDA_2013) is None for view in views)


def test_a_view_of_a_table_with_a_hand_on_is_that_after_it() -> None:
    table = table_of("holdem", 6)
    play_hand(table, Random(1))
    before = view_of(table, 4, pinned=["p1"], eliminated=False)
    assert (before.number, before.seats, before.is_on, before.pinned) == (4, 9, False, frozenset(["p1"]))
    assert not before.eliminated
    free = before.open_seats[-1]
    table.sit("new", free, 40)
    assert view_of(table, 4).fresh == {free}
    table.start_hand()
    now = view_of(table, 4, held=[8] if free != 8 else [])
    assert now.is_on
    assert now.marks == table.begun.marks  # type: ignore[union-attr]
    in_hand = "new" in table.players_in_hand
    assert (free in now.fresh) != in_hand
    assert 8 not in now.open_seats


def test_a_view_knows_which_seat_of_a_stud_table_opened_last() -> None:
    table = table_of("stud", 7)
    table.leave("p3")
    table.leave("p5")
    table.move("p1", 3)
    view = view_of(table, 1)
    assert view.stud_only
    assert seat_opened_last(view) == 1
    table.sit("x", 1, 40)
    assert seat_opened_last(view_of(table, 1)) == 5


# ---- dodging


MOVE = Move("Al", 3, 0, 1, 4, Cite("TDA-2013", "9"), "", 2)


def test_blinds_that_go_by_an_empty_seat_are_seen() -> None:
    late = [Marks(1, 2, 3), Marks(2, 3, 5), Marks(3, 5, 6)]
    seen = dodging(MOVE, late, 9, TDA_2013)
    assert seen is not None
    assert (seen.big, seen.small, seen.hands, seen.will, seen.taken) == (1, 1, 2, True, False)
    assert str(seen.cite) == "TDA-2013:32"
    assert "seat 5 at table 1 and arrived 2 hands later; meanwhile both blinds" in seen.because
    assert dodging(MOVE, late[:2], 9, TDA_2013).small == 0  # type: ignore[union-attr]
    assert "a hand later" in dodging(MOVE, late[:2], 9, TDA_2013).because  # type: ignore[union-attr]
    assert dodging(MOVE, late[:1], 9, TDA_2013) is None
    assert dodging(MOVE, [Marks(5, 6, 7), Marks(6, 7, 8)], 9, TDA_2013) is None
    assert dodging(MOVE, [None, Marks(6, 7, 8)], 9, TDA_2013) is None
    assert dodging(MOVE, [Marks(2, 3, 4), Marks(2, 3, 4)], 9, TDA_2013) is None


def test_on_another_way_than_from_a_broken_table_only_2024_punishes() -> None:
    late = [Marks(1, 2, 3), Marks(2, 3, 5)]
    assert not dodging(MOVE, late, 9, TDA_2013, broken=False).will  # type: ignore[union-attr]
    seen = dodging(MOVE, late, 9, TDA_2024, broken=False)
    assert seen is not None
    assert (seen.will, seen.taken, str(seen.cite)) == (True, False, "TDA-2024:33")
    takes = TDA_2024.but(dodged_blinds_taken=True)
    assert dodging(MOVE, late, 9, takes, broken=False).taken  # type: ignore[union-attr]


def test_a_slow_player_is_warned() -> None:
    assert hurry(MOVE, 0) is None
    assert "in the next hand" in (hurry(MOVE, 1) or "")
    assert "has gone by" in (hurry(MOVE, 2) or "")
