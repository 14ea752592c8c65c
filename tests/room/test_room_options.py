"""What a player may do at a table of the room, by what they are told alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EVERY_GAME, EXAMPLES
from room_scenes import BLINDS, OPEN_STAKES, Scene, one, own
from room_scripts import SPECTATOR, Play, any_terms, played
from room_tables import Led, cash, terms
from table_messages import yours

from sidepot.errors import SidepotError
from sidepot.games.limits import NoLimit
from sidepot.games.mixes import find_mix
from sidepot.games.usual import stakes_for
from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import RoomTable
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view
from sidepot.table.table_rules import OpenStakes, TableRules

few = settings(max_examples=EXAMPLES // 2, deadline=None)


# ---- what one may do


def test_refusals_name_the_player_and_no_seat_of_the_hand() -> None:
    """Ann, Bo and Cy are seats 1, 2 and 3 of the hand, and sit elsewhere at the table."""
    table = Scene(one("holdem", NoLimit(), BLINDS), (), "")
    for seat, name in {1: "Ann", 3: "Bo", 4: "Cy"}.items():
        table.say(s.Sit(seat=seat, chips=100), name)
    table.room.table.draw_button(1)
    table.deal()
    refused = []
    for command in (c.Check(), c.RaiseTo(3), c.RaiseTo(1000), c.Show(), c.Discard(()), c.ChooseRuns(2), c.Declare(1)):
        with pytest.raises(SidepotError) as told:
            table.acts(command)
        refused.append(told.value.message)
    assert all("seat" not in text for text in refused), refused
    assert all("Ann" in text for text in refused), refused


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


def test_a_spectator_may_sit_and_a_player_may_leave() -> None:
    table = Led(terms(cash(seats=2, buy_in=(20, 100))))
    assert own(table, "Zoe").may == ("sit",) and own(table, "Zoe").buy == (20, 100)
    assert public_view(table.room).why == "Play starts when two players are ready"
    table.sit("Ann", "Bo", chips=60)
    assert public_view(table.room).why == ""
    assert own(table, "Zoe").may == ("wait_for_seat",)
    assert own(table, "Ann").buy == (1, 40)
    assert {"leave", "sit_out", "buy", "top_up", "ask_cut"} <= set(own(table, "Ann").may)
    table.say(s.SitOut(), "Ann")
    assert "come_back" in own(table, "Ann").may and "sit_out" not in own(table, "Ann").may
    assert {"pause", "close", "remove"} <= set(own(table, "Ann", staff=True).may)
    assert not {"pause", "close", "remove"} & set(own(table, "Ann").may)


@few
@given(st.integers(0, 2**32))
def test_an_offered_command_is_not_refused(seed: int) -> None:
    """Whatever stands in `may` can be said there, but for amounts and names that are wrong."""
    chance = random.Random(seed)
    game = chance.choice(EVERY_GAME)
    players = chance.randint(max(2, game.seats[0]), min(4, game.seats[1]))
    plain: dict[str, s.TableCommand] = {
        "leave": s.Leave(), "sit_out": s.SitOut(), "come_back": s.ComeBack(), "cut": s.CutPack("socks"),
        "pause": s.Pause(), "resume": s.Resume(), "close": s.Close(),
    }  # fmt: skip

    def told(play: Play, entry: TableEvent | None) -> None:
        if chance.randrange(12):
            return
        who = chance.choice([*play.room.table.places, SPECTATOR])
        found = player_view(play.room, who, staff=True)
        assert found is not None
        for tag in found.may:
            if tag in plain:
                again = RoomTable.rebuild("t", play.entries, {}, play.packs.chance())
                if again.lacks and tag == "cut":
                    continue  # without the secrets of the pack
                again.decide(plain[tag], now=play.now + 1, by=who, staff=True)
        room = play.room
        place = room.table.places.get(who)
        if place and not (place.put_out or room.over or room.frozen):  # and none is left out
            done = {tag for tag in ("leave", "sit_out", "come_back") if room.table.may_do(plain[tag], who)}
            assert done <= set(found.may)

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
    state = public_view(table.room)
    assert state.phase == "choosing" and state.chooser >= 0 and state.game == ""
    assert ("fl razz", "Razz, fixed limit") in state.mix
    who = next(name for name in ("Ann", "Bo") if table.room.table.places[name].seat == state.chooser)
    other = "Bo" if who == "Ann" else "Ann"
    assert ("fl razz", "Razz, fixed limit") in own(table, who).games and own(table, other).games == ()
    entry = table.say(s.ChooseGame("razz"), who)
    lines = list(event_of(table.room, entry).log)
    while table.room.hand is None:
        lines += event_of(table.room, table.tick()).log
    assert lines[0] == f"{who} chooses Razz"
    state = public_view(table.room)
    assert state.phase == "cutting" and len(state.root) == 64 and state.cutter >= 0
    assert state.game == "Razz" and state.game_id == "fl razz" and state.limit == "fixed limit"
    cutter = next(name for name in ("Ann", "Bo") if table.room.table.places[name].seat == state.cutter)
    assert own(table, cutter).cut and "cut" in own(table, cutter).may
    entry = table.say(s.CutPack("socks"), cutter)
    assert event_of(table.room, entry).log[0] == f"{cutter} cuts the pack"
    assert not own(table, cutter).cut


def test_open_stakes_tell_what_may_be_added() -> None:
    rules = one("holdem", NoLimit(), BLINDS, rulebook=OPEN_STAKES, open_stakes=OpenStakes(5), buy_in=(6, 0))
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
