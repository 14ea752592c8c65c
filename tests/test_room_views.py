"""What people see of a table of the room: seats, pots, boards, options, the log; and that it is what there is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EVERY_GAME, EXAMPLES
from room_scripts import NAMES, SPECTATOR, Dealt, Packs, Play, any_terms, played
from room_tables import HOLDEM, Led, bots, cash, terms

from sidepot.cards import UNKNOWN, cards
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.mixes import find_mix, single, stakes_for
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.room.tables import event_state, onlooker
from sidepot.room.tables import sayings as s
from sidepot.room.tables.entry import Entry
from sidepot.room.tables.private import yours, yours_of
from sidepot.room.tables.projection import event, event_of, public_state, snapshot
from sidepot.room.tables.public_items import AT_TABLE, IN_EVENT
from sidepot.room.tables.room_table import RoomTable
from sidepot.room.tables.state import Event, Snapshot, TableState, Yours
from sidepot.room.tables.telling_entries import hand_lines
from sidepot.room.tables.terms import RoomTerms, Timing
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Declaration
from sidepot.table.model import OpenStakes, TableRules
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.schedule import Level
from sidepot.tournament.structure import EntryTerms, Structure

few = settings(max_examples=EXAMPLES // 2, deadline=None)
BLINDS = Stakes(blinds=(1, 2))


class Scene(Led):
    """A table where the cards come in an order that is told, and everybody buys in for what is told.

    Who sits in seat 1 has the first button: the first card goes to seat 2.
    """

    def __init__(self, rules: TableRules, stacks: Sequence[int], order: str, **more: Any) -> None:
        game = rules.mix.games[0].game
        pack = Packs("scene")
        from sidepot.games.decks import find_deck

        first = cards(order)
        whole = tuple(find_deck(game.deck).cards)
        rest = tuple([card for card in whole if card not in first])
        pack.given = [Dealt(whole, (*first, *rest), bytes(16 * len(whole)), 0, "", (), frozenset())] * 9
        self.packs = pack
        super().__init__(terms(rules, **more))
        for name, stack in zip(NAMES, stacks, strict=False):
            self.say(s.Sit(chips=stack), name)

    @property
    def state(self) -> TableState:
        return public_state(self.room)

    def acts(self, *commands: c.Command) -> None:
        for command in commands:
            self.act(command)


def scene(rules: TableRules, stacks: Sequence[int], order: str = "", **more: Any) -> Scene:
    """The same, at the first decision."""
    table = Scene(rules, stacks, order, **more)
    table.room.chance = table.packs.chance()
    table.room.table.draw_button(0)
    table.deal()
    return table


def one(name: str, limit: Limit, stakes: Stakes | None = None, **more: Any) -> TableRules:
    game = find_game(name)
    found = stakes or stakes_for(game, limit, 2)
    return TableRules(mix=single(game, limit), stakes=(found,), seats=6, **more)


def pots(state: TableState) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in state.pots]


def bets(state: TableState) -> list[int]:
    return [seat.bet for seat in state.seats if seat is not None]


def own(table: Led, player: str, **more: Any) -> Yours:
    found = yours_of(table.room, player, **more)
    assert found is not None
    return found


# ---- the middle of the table


def test_side_pots_stand_apart_while_bets_still_lie_in_front() -> None:
    table = scene(one("holdem", NoLimit(), BLINDS), (40, 300, 300, 300))
    state = table.state
    assert bets(state) == [0, 1, 2, 0] and pots(state) == [] and state.price == 2
    assert (state.button, state.to_act, state.due, state.street) == (0, 3, "act", "pre-flop")
    table.acts(c.Call(), c.RaiseTo(40), c.Fold(), c.Call(), c.Call())
    state = table.state
    assert state.street == "flop" and len(state.boards) == 1 and len(state.boards[0]) == 3
    assert pots(state) == [(121, (0, 2, 3))] and bets(state) == [0, 0, 0, 0]
    assert [seat.hand for seat in state.seats if seat] == ["all-in", "folded", "live", "live"]
    table.acts(c.RaiseTo(50))
    state = table.state
    assert pots(state) == [(121, (0, 2, 3))] and bets(state) == [0, 0, 50, 0] and state.price == 50
    assert state.seats[2] is not None and (state.seats[2].last, state.seats[2].stack) == ("bets 50", 210)
    table.acts(c.Call())
    assert pots(table.state) == [(121, (0, 2, 3)), (100, (2, 3))]
    assert all(seat.last == "" for seat in table.state.seats if seat)  # a new round


def test_dead_money_is_in_the_main_pot_and_a_cap_keeps_chips_out() -> None:
    stakes = Stakes(blinds=(1, 2), ante=2, ante_by=AnteBy.BIG_BLIND)
    table = scene(one("holdem", NoLimit(cap=20), stakes), (100, 100, 100))
    state = table.state
    assert pots(state) == [(2, (0, 1, 2))] and bets(state) == [0, 1, 2]
    assert [seat.stack for seat in state.seats if seat] == [100, 99, 96]
    told = own(table, "Ann").options
    assert told is not None and told.raise_max == 20
    table.acts(c.RaiseTo(20), c.Fold(), c.Call())
    ann = table.state.seats[0]
    assert ann is not None and (ann.stack, ann.hand) == (80, "all-in")  # the cap is reached: betting is over for him


def test_boards_and_runs_stand_side_by_side() -> None:
    table = scene(one("double-board-omaha", PotLimit(), BLINDS), (50, 50))
    assert table.state.boards == ((), ())
    table.acts(c.Call(), c.Check())
    assert [len(board) for board in table.state.boards] == [3, 3]
    rules = cash(HOLDEM, stakes=(BLINDS,), rulebook=CASH.but(run_it=3))
    table = scene(rules, (50, 50))
    assert table.state.boards == ()
    table.acts(c.RaiseTo(50), c.Call())
    assert (table.state.due, table.state.runs) == ("run", 0)
    told = own(table, NAMES[table.state.to_act])
    assert told.options is not None and told.options.runs == 3
    table.acts(c.ChooseRuns(2), c.ChooseRuns(3))
    state = table.state
    assert (state.runs, [len(board) for board in state.boards]) == (2, [5, 5])
    assert {"Flop, run 1", "River, run 2"} <= {line.partition(":")[0] for line in hand_lines(table.room)}


# ---- cards


def test_stud_shows_upcards_where_they_lie_and_ones_own_below() -> None:
    #            Bo Cy Ann
    order = "2c3c4c 5d6d7d 8hThJh"
    table = scene(one("stud", FixedLimit()), (100, 100, 100), order)
    seats = table.state.seats
    assert [seat.cards for seat in seats if seat] == [
        (UNKNOWN, UNKNOWN, cards("Jh")[0]),
        (UNKNOWN, UNKNOWN, cards("8h")[0]),
        (UNKNOWN, UNKNOWN, cards("Th")[0]),
    ]
    told = own(table, "Ann")
    assert (told.cards, told.down) == (cards("4c 7d Jh"), 2)
    assert table.state.due == "bring_in" and table.state.to_act == 1
    assert own(table, SPECTATOR).cards == ()


def test_what_is_changed_is_only_counted() -> None:
    table = scene(one("five-card-draw", NoLimit(), BLINDS), (100, 100), "2c3c 4c5c 6c7c 8c9c TcJc QdKd")
    table.acts(c.Call(), c.Check())
    who = NAMES[table.state.to_act]
    held = own(table, who).cards
    entry = table.say(s.Act(table.room.clock.turn, c.Discard(held[:2])), who)
    heard = event_of(table.room, entry)
    assert heard.log == (f"{who} draws 2",)
    thrown = next(item for item in msgspec.to_builtins(heard.what) if item["type"] == "discarded")
    assert thrown["cards"] == [UNKNOWN, UNKNOWN]
    seat = heard.state.seats[NAMES.index(who)]
    assert seat is not None and (seat.last, seat.cards) == ("draws 2", (UNKNOWN,) * 5)
    assert own(table, who).cards == (*held[2:], *cards("QdKd"))


def test_closed_hands_are_opened_together() -> None:
    rules = one("stud-high-low", FixedLimit(), rulebook=CASH.but(declaration=Declaration.CHIPS_IN_HAND))
    table = scene(rules, (100, 100))
    while table.state.due != "declare":
        may = table.room.options_of(table.room.to_decide()[0])
        assert may is not None
        table.act(c.BringIn() if may.due is Due.BRING_IN else c.Call() if may.may_call else c.Check())
    who = table.room.to_decide()[0]
    entry = table.say(s.Act(table.room.clock.turn, c.Declare(2)), who)
    heard = event_of(table.room, entry)
    assert heard.log == (f"{who} has declared, with chips in the closed hand",)
    assert msgspec.to_builtins(heard.what)[0]["ways"] == -1
    other = table.room.to_decide()[0]
    entry = table.say(s.Act(table.room.clock.turn, c.Declare(1)), other)
    assert event_of(table.room, entry).log[1] == f"The hands are opened: {who} low, {other} high"


def test_a_hand_that_is_shown_is_named_until_the_next_one() -> None:
    #        Bo Ann      burn flop     burn turn  burn river
    order = "AcKc AdKd 2c 2h5s5d 3c 9h 4c Jd"
    table = scene(one("holdem", NoLimit(), BLINDS), (50, 80), order)
    assert own(table, "Bo").hand_name == "Pair of aces"
    table.acts(c.RaiseTo(80), c.Call())
    while table.room.hand is not None:
        table.act(c.Show())
    state = table.state
    assert state.phase == "between" and (state.hand, state.street) == (1, "showdown")
    assert state.root == "" and state.link == table.room.link.hex()
    bo, ann = state.seats[1], state.seats[0]
    assert bo is not None and ann is not None
    assert (bo.cards, bo.shown, bo.hand_name, bo.won, bo.stack) == (
        cards("AcAd"), True, "Two pair, aces and fives, jack kicker", 100, 100
    )  # fmt: skip
    assert ann.won == 0 and ann.stack == 30
    table.say(s.Leave(), "Bo")
    gone = table.state.seats[1]
    assert gone is not None and (gone.state, gone.cards, gone.won, gone.stack) == ("gone", cards("AcAd"), 100, 0)
    assert own(table, "Bo").seat == -1


# ---- what one may do


def test_reasons_name_players_and_seats_are_those_of_the_table() -> None:
    table = Scene(one("holdem", NoLimit(), BLINDS), (), "")
    for seat, (name, chips) in {1: ("Ann", 100), 3: ("Bo", 20), 4: ("Cy", 100)}.items():
        table.say(s.Sit(seat=seat, chips=chips), name)
    table.room.table.draw_button(1)
    table.deal()
    assert (table.state.to_act, table.state.button) == (1, 1)
    table.acts(c.Call(), c.RaiseTo(20))
    told = own(table, "Cy").options
    assert told is not None and told.seat == 4
    texts = [reason.text for reason in told.why]
    assert any(text.startswith("Bo is all-in: it contests 20") for text in texts)
    assert not any("eat " in text for text in texts)
    assert own(table, "Ann").options is None and own(table, "Ann").turn == 0
    assert yours(table.room, "") is None


def test_who_watches_may_sit_and_who_sits_may_leave() -> None:
    table = Led(terms(cash(seats=2, buy_in=(20, 100))))
    assert own(table, "Zoe").may == ("sit",) and own(table, "Zoe").buy == (20, 100)
    table.sit("Ann", "Bo", chips=60)
    assert own(table, "Zoe").may == ()
    assert own(table, "Ann").buy == (1, 40)
    assert {"leave", "sit_out", "buy", "top_up", "ask_cut"} <= set(own(table, "Ann").may)
    table.say(s.SitOut(), "Ann")
    assert "come_back" in own(table, "Ann").may and "sit_out" not in own(table, "Ann").may
    assert {"pause", "close", "remove"} <= set(own(table, "Ann", staff=True).may)
    assert not {"pause", "close", "remove"} & set(own(table, "Ann").may)


@few
@given(st.integers(0, 2**32))
def test_what_one_may_say_is_not_refused(seed: int) -> None:
    """Whatever stands in `may` can be said there, but for amounts and names that are wrong."""
    chance = random.Random(seed)
    game = chance.choice(EVERY_GAME)
    players = chance.randint(max(2, game.seats[0]), min(4, game.seats[1]))
    plain: dict[str, s.Saying] = {
        "leave": s.Leave(), "sit_out": s.SitOut(), "come_back": s.ComeBack(), "cut": s.CutPack("socks"),
        "pause": s.Pause(), "resume": s.Resume(), "close": s.Close(),
    }  # fmt: skip

    def told(play: Play, entry: Entry | None) -> None:
        if chance.randrange(12):
            return
        who = chance.choice([*play.room.table.places, SPECTATOR])
        found = yours_of(play.room, who, staff=True)
        assert found is not None
        for tag in found.may:
            if tag in plain:
                again = RoomTable.fold("t", play.entries, {}, play.packs.chance())
                if again.lacks and tag == "cut":
                    continue  # without the secrets of the pack
                again.handle(plain[tag], now=play.now + 1, by=who, staff=True)

    played(any_terms(game, chance, players), f"may {seed}", players=players, hands=1, told=told)


def test_dealers_choice_and_the_cut_ask_one_player() -> None:
    rules = TableRules(
        mix=find_mix("dealers-choice"),
        stakes=tuple(stakes_for(part.game, part.limit, 4) for part in find_mix("dealers-choice").games),
        seats=6,
        dealers_choice=True,
    )
    table = Led(terms(rules))
    table.sit("Ann", "Bo")
    table.say(s.AskCut(), "Ann")
    table.say(s.AskCut(), "Bo")
    table.tick()
    state = public_state(table.room)
    assert state.phase == "choosing" and state.chooser >= 0 and state.game == ""
    assert ("fl razz", "Razz, fixed limit") in state.mix
    who = next(name for name in ("Ann", "Bo") if table.room.table.places[name].seat == state.chooser)
    other = "Bo" if who == "Ann" else "Ann"
    assert ("fl razz", "Razz, fixed limit") in own(table, who).games and own(table, other).games == ()
    entry = table.say(s.ChooseGame("razz"), who)
    lines = list(event_of(table.room, entry).log)
    while table.room.hand is None:
        lines += event_of(table.room, table.tick()).log
    assert lines[0] == f"{who} names the game: Razz"
    state = public_state(table.room)
    assert state.phase == "cutting" and len(state.root) == 64 and state.cutter >= 0
    assert state.game == "Razz" and state.game_id == "fl razz" and state.limit == "fixed limit"
    cutter = next(name for name in ("Ann", "Bo") if table.room.table.places[name].seat == state.cutter)
    assert own(table, cutter).cut and "cut" in own(table, cutter).may
    entry = table.say(s.CutPack("socks"), cutter)
    assert event_of(table.room, entry).log[0] == f"{cutter} cuts the pack"
    assert not own(table, cutter).cut


def test_open_stakes_tell_what_may_be_added() -> None:
    rules = one("holdem", NoLimit(), BLINDS, rulebook=CASH.but(open_stakes=True), open_stakes=OpenStakes(threshold=5))
    rules = msgspec.structs.replace(rules, buy_in=(6, 0))
    table = Scene(rules, (), "")
    for seat, (name, chips) in {1: ("Ann", 100), 3: ("Bo", 10), 4: ("Cy", 100)}.items():
        table.say(s.Sit(seat=seat, chips=chips), name)
    table.room.table.draw_button(1)
    table.deal()
    table.acts(c.Fold())
    may = own(table, "Bo").options
    assert may is not None and may.open is not None and may.open.may_add
    assert may.open.folded == (1,)  # Ann, who can lend, by her seat at the table
    entry = table.say(s.Act(table.room.clock.turn, c.Buy(50)), "Bo")
    assert event_of(table.room, entry).log == ("Bo buys 50 in chips",)
    bo = table.state.seats[3]
    assert bo is not None and bo.stack == 59 and bo.last == "buys chips"
    assert table.state.to_act == 3


# ---- an event


def sit_and_go() -> Structure:
    levels = tuple(Level((Stakes(blinds=(small, 2 * small)),), 60_000) for small in (10, 20, 40))
    from sidepot.table.chips import plain_chips

    return Structure(
        name="sng", title="Sit-and-go", seats=3, mix=HOLDEM, schedule=levels, chips=plain_chips(), stack=200,
        entry=EntryTerms(buy_in=10), pays=PayTerms(percents=((70, 30),)) if False else PayTerms(),
    )  # fmt: skip


def test_an_event_is_told_from_its_entries_to_its_winner() -> None:
    table = Led(RoomTerms(title="Sit-and-go", event=sit_and_go(), timing=Timing()))
    table.say(s.Sit(), "Ann")
    now = public_state(table.room).event
    assert now is not None and (now.needed, now.entries, now.waiting, now.level) == (2, 1, ("Ann",), 1)
    assert own(table, "Ann").may[:1] == ("leave",) and own(table, "Zoe").may == ("sit",)
    table.say(s.Sit(), "Bo")
    entry = table.say(s.Sit(), "Cy")
    heard = event_of(table.room, entry)
    assert heard.log[:2] == ("Cy enters", "Seats are drawn")
    assert sorted(seat.player for seat in heard.state.seats if seat) == ["Ann", "Bo", "Cy"]
    now = heard.state.event
    assert now is not None and now.needed == 0 and now.waiting == () and now.players == 3 and now.prizes
    assert (now.stakes, now.next_stakes) == ("blinds 10/20", "blinds 20/40") and now.level_until > table.now
    assert table.room.event is not None and table.room.event.seed not in event(table.room, entry).decode()
    lines: list[str] = []
    while table.room.phase != "over":
        may = table.room.options_of(table.room.to_decide()[0])
        if may is None:
            entry = table.tick()
        else:
            command = c.RaiseTo(may.raise_max) if may.may_raise else c.Call() if may.may_call else c.Check()
            entry = table.act(c.Show() if may.may_show else command)
        heard = event_of(table.room, entry)
        lines += heard.log
        assert table.room.event.seed not in event(table.room, entry).decode()
    end = heard.state
    assert end.phase == "over" and end.event is not None and [place[1] for place in end.event.places] == [1, 2, 3]
    assert sum(prize for _, _, prize in end.event.places) == 30
    winner = end.event.places[0][0]
    assert f"{winner} wins the event and gets {end.event.places[0][2]}" in lines
    assert any(line.endswith(", in place 3") for line in lines)
    gone = [seat for seat in end.seats if seat is not None and seat.state == "gone"]
    assert [seat.player for seat in gone] == [end.event.places[1][0]] and gone[0].shown


# ---- the log


def test_the_log_tells_a_hand_as_its_dealer_would() -> None:
    order = "AcKc AdKd 2c 2h5s5d 3c 9h 4c Jd"
    table = scene(one("holdem", NoLimit(), BLINDS), (50, 80), order)
    table.acts(c.RaiseTo(6), c.Call(), c.Check(), c.RaiseTo(10), c.RaiseTo(30), c.Call(), c.RaiseTo(14), c.Call())
    table.acts(c.Show())
    assert list(hand_lines(table.room)) == [
        "Hand 1: Texas hold'em, no limit, blinds 1/2. Ann has the button",
        "Ann posts the small blind, 1",
        "Bo posts the big blind, 2",
        "Ann raises to 6",
        "Bo calls 4",
        "Flop: 2♥ 5♠ 5♦",
        "Bo checks",
        "Ann bets 10",
        "Bo raises to 30",
        "Ann calls 20",
        "Turn: 9♥",
        "Bo bets 14, all-in",
        "Ann calls 14",
        "River: J♦",
        "Bo shows A♣ A♦: two pair, aces and fives, jack kicker",
        "Ann shows K♣ K♦: two pair, kings and fives, jack kicker",
        "Bo wins 100 with two pair, aces and fives, jack kicker",
    ]


def test_the_log_tells_who_comes_and_goes() -> None:
    table = Led(terms(bots=bots(2)))
    said: list[str] = []
    said += event_of(table.room, table.say(s.Sit(seat=3, chips=60), "Ann")).log
    said += event_of(table.room, table.say(s.Went("Ann"))).log
    said += event_of(table.room, table.say(s.Came("Ann"))).log
    said += event_of(table.room, table.say(s.SitOut(), "Ann")).log
    said += event_of(table.room, table.say(s.Buy(40), "Ann")).log
    said += event_of(table.room, table.host(s.Pause())).log
    assert (public_state(table.room).phase, public_state(table.room).why) == (
        "paused",
        "The table is paused by its host.",
    )
    said += event_of(table.room, table.host(s.Resume())).log
    said += event_of(table.room, table.say(s.Leave(), "Ann")).log
    assert said == [
        "Ann sits down in seat 4 with 60",
        "Ann has lost the connection",
        "Ann is connected",
        "Ann sits out",
        "Ann buys 40",
        "The table is paused",
        "Play goes on",
        "Ann leaves with 100",
    ]


def test_why_a_table_is_frozen_is_not_quoted() -> None:
    table = Led(terms(bots=bots(2)))
    table.say(s.Freeze("KeyError: the ace of spades"))
    state = public_state(table.room)
    assert state.phase == "frozen" and state.why and "ace" not in state.why
    assert "ace" not in snapshot(table.room).decode()


def test_kinds_of_what_happened_can_be_told_apart() -> None:
    from sidepot.hand.fold import FOLD
    from sidepot.room.items import OF_THE_ROOM

    kinds = [*AT_TABLE, *IN_EVENT, *OF_THE_ROOM, *FOLD]
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags)


# ---- any table


@few
@given(st.integers(0, 2**32))
def test_a_view_is_what_there_is(seed: int) -> None:
    """At any table of any game: chips add up, seats and pots are those of the table, cards are open or backs."""
    chance = random.Random(seed)
    game = chance.choice(EVERY_GAME)
    players = chance.randint(max(2, game.seats[0]), min(6, game.seats[1]))
    log: list[str] = []

    def told(play: Play, entry: Entry | None) -> None:
        if entry is None:
            return
        room = play.room
        data = event(room, entry)
        heard = msgspec.json.decode(data, type=Event)
        assert heard.state == public_state(room) and heard.seq == room.seq
        check_state(room, heard.state)
        for name in (*room.table.places, SPECTATOR):
            check_own(room, name)
        log.extend(heard.log)
        if not chance.randrange(10):  # what is kept makes no difference
            onlooker._SEEN.clear()
            event_state._FIELDS.clear()
            assert event(room, entry) == data
            shown = msgspec.json.decode(snapshot(room, log[-5:]), type=Snapshot)
            assert shown.state == heard.state and shown.log == tuple(log[-5:])
        if room.hand is None and room.last is not None and entry.items:
            assert "\n".join(hand_lines(room)) in "\n".join(log)

    played(any_terms(game, chance, players), f"views {seed}", players=players, told=told)


def check_state(room: RoomTable, state: TableState) -> None:
    hand = room.hand
    taken = {at: seat for at, seat in enumerate(state.seats) if seat is not None}
    for at, seat in taken.items():
        if seat.state != "gone":
            assert room.table.places[seat.player].seat == at
        whole = hand if hand is not None else room.last
        if seat.cards and whole is not None and room.begun is not None:
            who = room.begun.players.index(seat.player)
            open_now = set(whole.upcards(who)) | {UNKNOWN}
            assert set(seat.cards) <= open_now and len(seat.cards) == len(whole.hole[who])
    if hand is None or room.phase != "playing" or room.begun is None:
        assert state.pots == () and state.to_act == -1 and state.due == ""
        return
    chips = sum(seat.stack + seat.bet for seat in taken.values() if seat.hand) + sum(pot.amount for pot in state.pots)
    assert chips + hand.raked == sum(hand.setup.stacks) + hand.setup.carried + sum(hand.added)
    live = {at for at, seat in taken.items() if seat.hand in ("live", "all-in")}
    for pot in state.pots:
        assert pot.amount > 0 and pot.eligible and set(pot.eligible) <= live
    assert state.boards == (() if hand.boards == ((),) else hand.boards)
    decides = room.to_decide()[0]
    assert state.to_act == room.table.places[decides].seat and state.due and state.turn == room.clock.turn
    assert state.phase == "paused" or room.clock.until == state.until > 0


def check_own(room: RoomTable, name: str) -> None:
    found = yours_of(room, name)
    assert found is not None
    data = yours(room, name)
    assert data is not None and msgspec.json.decode(data)["seq"] == room.seq
    assert (found.options is not None) is (room.to_decide()[0] == name)
    hand = room.hand if room.hand is not None else room.last
    if hand is None or room.begun is None or name not in room.begun.players:
        assert found.cards == ()
        return
    seat = room.begun.players.index(name)
    assert sorted(found.cards) == sorted(hand.hole[seat])
    if not hand.shown >> seat & 1:
        assert set(found.cards[found.down :]) == set(hand.faces[seat])


def test_lines_are_told_for_every_game() -> None:
    """Each game, in words: no line is empty, none names a seat by its number in the hand."""
    for at, game in enumerate(EVERY_GAME):
        chance = Random(at)
        players = chance.randint(max(2, game.seats[0]), min(5, game.seats[1]))
        lines: list[str] = []

        def told(play: Play, entry: Entry | None, lines: list[str] = lines) -> None:
            if entry is not None:
                lines += event_of(play.room, entry).log

        played(any_terms(game, chance, players), f"lines {at}", players=players, hands=1, told=told)
        assert any(line.startswith(f"Hand 1: {game.title}, ") for line in lines)
        assert all(line.strip() and "\n" not in line and "  " not in line for line in lines), lines
        assert sum(" wins " in line or " gets " in line or " share" in line or "stay in" in line for line in lines)


@pytest.mark.parametrize("seats", [2, 9])
def test_a_big_table_is_told_in_few_bytes(seats: int) -> None:
    """An event of hold'em after the first one of a hand is small enough to be sent to hundreds."""
    table = Led(terms(cash(seats=9), bots=bots(seats)))
    sizes = []
    for _ in range(40):
        may = table.room.options_of(table.room.to_decide()[0])
        entry = table.tick() if may is None else table.act(c.Call() if may.may_call else c.Check())
        if not any(type(item).__name__ == "Started" for item in entry.items):
            sizes.append(len(event(table.room, entry)))
    assert max(sizes) < 3000
