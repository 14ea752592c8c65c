"""What is told of a table in words and to all; and that at any table it is what there is."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EVERY_GAME, EXAMPLES
from room_scenes import BLINDS, one, scene
from room_scripts import SPECTATOR, Play, any_terms, played
from room_tables import Led, bots, cash, hand_lines, terms
from table_messages import event, yours

from sidepot.cards import UNKNOWN
from sidepot.games.limits import NoLimit
from sidepot.hand import commands as c
from sidepot.hand.apply import APPLY
from sidepot.hand.events import PassedOut
from sidepot.room.fairness.items import OF_THE_ROOM
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import RoomTable
from sidepot.room.views import public_hand
from sidepot.room.views.log_lines import AT_TABLE
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view, snapshot_of
from sidepot.room.views.schema import Event, PublicView, Snapshot
from sidepot.rules.clauses import fill
from sidepot.web.catalogues import FOLDER, read_po

few = settings(max_examples=EXAMPLES // 2, deadline=None)


# ---- the log


def test_the_log_tells_a_hand_as_its_dealer_would() -> None:
    order = "AcKc AdKd 2c 2h5s5d 3c 9h 4c Jd"
    table = scene(one("holdem", NoLimit(), BLINDS), (80, 50), order)
    table.acts(c.RaiseTo(6), c.Call(), c.Check(), c.RaiseTo(10), c.RaiseTo(30), c.Call(), c.RaiseTo(14), c.Call())
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
        "Bo wins the pot of 100: two pair, aces and fives, jack kicker",
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
    assert (public_view(table.room).phase, public_view(table.room).why) == (
        "paused",
        "The host has paused the table.",
    )
    said += event_of(table.room, table.host(s.Resume())).log
    said += event_of(table.room, table.say(s.Leave(), "Ann")).log
    assert said == [
        "Ann sits down in seat 4 with 60",
        "Ann lost the connection",
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
    state = public_view(table.room)
    assert state.phase == "frozen" and state.why and "ace" not in state.why
    assert "ace" not in snapshot_of(table.room).decode()


def test_kinds_of_what_happened_can_be_told_apart() -> None:
    kinds = [*AT_TABLE, *OF_THE_ROOM, *APPLY]
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

    def told(play: Play, entry: TableEvent | None) -> None:
        if entry is None:
            return
        room = play.room
        data = event(room, entry)
        heard = msgspec.json.decode(data, type=Event)
        assert heard.state == public_view(room) and heard.seq == room.seq
        check_state(room, heard.state)
        for name in (*room.table.places, SPECTATOR):
            check_own(room, name)
        log.extend(heard.log)
        if not chance.randrange(10):  # what is kept makes no difference
            public_hand._SEEN.clear()
            assert event(room, entry) == data
            shown = msgspec.json.decode(snapshot_of(room, log[-5:]), type=Snapshot)
            assert shown.state == heard.state and shown.log == tuple(log[-5:])
        if room.hand is None and room.last is not None and entry.items:
            left = iter(log)
            assert all(line in left for line in hand_lines(room))  # in this order

    played(any_terms(game, chance, players), f"views {seed}", players=players, told=told)


def check_state(room: RoomTable, state: PublicView) -> None:
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
        assert sum(pot.amount for pot in state.pots) == room.table.carried  # what waits for the next deal
        assert all(at in taken for pot in state.pots for at in pot.eligible)
        assert state.to_act == -1 and state.due == ""
        return
    chips = sum(seat.stack + seat.bet for seat in taken.values() if seat.hand) + sum(pot.amount for pot in state.pots)
    chips += sum(item.amount for item in room.items if isinstance(item, PassedOut))  # they wait for the next hand
    assert chips + hand.raked == sum(hand.setup.stacks) + hand.setup.carried + sum(hand.added)
    live = {at for at, seat in taken.items() if seat.hand in ("live", "all-in")}
    for pot in state.pots:
        assert pot.amount > 0 and pot.eligible and set(pot.eligible) <= live
    assert state.boards == (() if hand.boards == ((),) else hand.boards)
    decides = room.to_decide()[0]
    assert state.to_act == room.table.places[decides].seat and state.due and state.turn == room.clock.turn
    assert state.phase == "paused" or room.clock.until == state.until > 0


def check_own(room: RoomTable, name: str) -> None:
    found = player_view(room, name)
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


ENGLISH = ("openers", "declare for")  # what only few games say stays so


def said_again(line: list[Any]) -> str:
    """A line from its data."""
    sentence, *parts = line
    return fill(str(sentence), [said_again(part) if isinstance(part, list) else part for part in parts])


def sentences_of(line: list[Any]) -> Iterator[str]:
    """The sentences of a line that have letters and parts."""
    sentence, *parts = line
    if parts and any(letter.isalpha() for letter in sentence):
        yield sentence
    for part in parts:
        if isinstance(part, list):
            yield from sentences_of(part)


def reasons_now(room: RoomTable) -> Iterator[str]:
    """The reasons of the player to act, with a gap for each name and number; each is the same as data."""
    may = room.options_of(room.to_decide()[0])
    for why in may.why if may is not None else ():
        sentence, *parts = why.sentence or (why.text,)
        assert fill(str(sentence), parts) == why.text
        assert not re.search(r"[0-9]", str(sentence)), sentence
        yield str(sentence)


@pytest.mark.long
def test_lines_are_told_for_every_game() -> None:
    """Each game, in words: no line is empty, none names a seat by its number in the hand; each is known in German.

    So is each reason, by its words without numbers and names.
    """
    sentences: set[str] = set()
    reasons: set[str] = set()
    for at, game in enumerate(EVERY_GAME):
        chance = Random(at)
        players = chance.randint(max(2, game.seats[0]), min(5, game.seats[1]))
        lines: list[str] = []

        def told(play: Play, entry: TableEvent | None, lines: list[str] = lines) -> None:
            if entry is not None:
                found = event_of(play.room, entry)
                lines += found.log
                assert [said_again(line) for line in found.sentences] == list(found.log)
                sentences.update(sentence for line in found.sentences for sentence in sentences_of(line))
                reasons.update(reasons_now(play.room))

        played(any_terms(game, chance, players), f"lines {at}", players=players, hands=1, told=told)
        assert any(line.startswith(f"Hand 1: {game.title}, ") for line in lines)
        assert all(line.strip() and "\n" not in line and "  " not in line for line in lines), lines
        ends = (" wins ", " gets ", " share ", "stay in the pot", "The house takes", " back to ")
        assert any(end in line for end in ends for line in lines), lines
    known = read_po((FOLDER / "de" / "LC_MESSAGES" / "room.po").read_text("utf-8")).keys()
    assert len(sentences) > 30 and sentences - known == set()
    assert len(reasons) > 15 and [one for one in reasons - known if not any(word in one for word in ENGLISH)] == []


@pytest.mark.parametrize("seats", [2, 9])
def test_a_big_table_is_told_in_few_bytes(seats: int) -> None:
    """An event of hold'em after the first one of a hand is small enough to be sent to hundreds."""
    table = Led(terms(cash(seats=9), bots=bots(seats)))
    sizes = []
    for _ in range(40):
        may = table.room.options_of(table.room.to_decide()[0])
        stays = c.Show() if may is not None and may.may_show else c.Call() if may and may.may_call else c.Check()
        entry = table.tick() if may is None else table.act(stays)
        if not any(type(item).__name__ == "Started" for item in entry.items):
            sizes.append(len(event(table.room, entry)))
    assert max(sizes) < 3500
