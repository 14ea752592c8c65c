"""The host changes the terms of a running table: announced, accepted or not, and in effect from the next hand."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from room_tables import Led, bots, cash, chance, check_chips, check_same, fold_records, one_game, refused, terms

from sidepot.bots.bot_names import BotStyle, style_of
from sidepot.errors import BadNotation, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.limits import FixedLimit
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.commands import Fold
from sidepot.room.table import agreement
from sidepot.room.table import commands as s
from sidepot.room.table.changeable import Changeable, differences, values_of
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.play.changing import TO_ANSWER
from sidepot.room.table.snapshot import decode, encode, restore
from sidepot.room.table.terms import RoomTerms, Strength, Timing
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view
from sidepot.rules.clauses import plain
from sidepot.rules.houses import CASH, OPEN_STAKES
from sidepot.table import commands as t
from sidepot.table.places import State
from sidepot.table.table_rules import OpenStakes, Straddle
from sidepot.web.schemas.tables import MoreTerms, TableForm, terms_of

ACCOUNTS = {"Ann": "a1", "Bo": "b1", "Cy": "c1", "Host": "h1"}


def led(what: RoomTerms | None = None, *players: str) -> Led:
    """An agreed table at which these players sit by their accounts."""
    table = Led(what or terms(cash(buy_in=(40, 200)), agreed=True))
    for player in players or ("Ann", "Bo"):
        say(table, s.Sit(accepts=agreement.current(table.room)), player)
    return table


def say(table: Led, said: s.TableCommand, by: str) -> Any:
    return table.say(said, by, account=ACCOUNTS[by], staff=by == "Host")


def change(table: Led, **to: Any) -> Any:
    """The host announces other values."""
    return say(table, s.ChangeTerms(msgspec.structs.replace(values_of(table.room.terms), **to)), "Host")


def accept(table: Led, by: str) -> Any:
    view = player_view(table.room, by, account=ACCOUNTS[by])
    assert view is not None and view.accept
    return say(table, s.AcceptTerms(view.accept), by)


def play_out(table: Led) -> None:
    """End the current hand: all fold."""
    while table.room.hand is not None:
        table.act(Fold())


# ---- values


def test_the_values_are_those_of_the_form_that_opened_the_table() -> None:
    ways = (Straddle.SLEEPER,)
    more = MoreTerms(ante=3, ante_by=AnteBy.BIG_BLIND, straddles=ways, bomb_every=5, bomb_ante=20, runs=2)
    form = TableForm(
        title="Ours",
        bet=20,
        seconds=40,
        bots=2,
        strength=Strength.EXPERT,
        style=BotStyle.TIGHT,
        watch_after=1,
        more=more,
    )
    found = values_of(terms_of(form, Random(1)))
    assert found == Changeable(
        bet=20, blinds=(), ante=3, ante_by=AnteBy.BIG_BLIND, bring_in=None, big_bet=None, buy_in=(800, 4000),
        seconds=40, straddles=ways, bomb_every=5, bomb_ante=20, runs=2, rabbit=False,
        seven_deuce=0, stand_up=0, approve=False, watch_after=1, bots=2, strength=Strength.EXPERT,
        style=BotStyle.TIGHT, call="", lock="",
    )  # fmt: skip


@pytest.mark.parametrize(
    "game", ["holdem", "omaha8", "stud", "razz", "badugi", "horse", "eight-game", "dealers-choice"]
)
def test_every_table_of_the_form_has_values_that_make_the_same_terms(game: str) -> None:
    form = TableForm(title="Ours", game=game, bet=40, choice=game == "dealers-choice")
    opened = terms_of(form, Random(1))
    table = Led(opened)
    assert values_of(opened).bet == 40
    assert refused(table, s.ChangeTerms(values_of(opened)), "Host", staff=True).code == "no_change"
    table.host(s.ChangeTerms(msgspec.structs.replace(values_of(opened), bet=80)))
    assert table.room.change is not None
    assert table.room.change.terms.rules.stakes == terms_of(replaced(form, bet=80), Random(1)).rules.stakes


def replaced(form: TableForm, **more: Any) -> TableForm:
    return TableForm(**{name: getattr(form, name) for name in form.__struct_fields__} | more)


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("holdem", MoreTerms(blinds=(1, 5))),
        ("holdem", MoreTerms(blinds=(5, 10, 20), ante=0)),
        ("stud", MoreTerms(ante=1, bring_in=2, big_bet=30)),
        ("horse", MoreTerms(big_bet=50)),
    ],
)
def test_stakes_of_ones_own_are_values_too_and_stay_with_another_term(game: str, more: MoreTerms) -> None:
    opened = terms_of(TableForm(title="Ours", game=game, more=more), Random(1))
    table = Led(opened)
    values = values_of(opened)
    assert values.blinds == more.blinds and values.big_bet == more.big_bet
    assert refused(table, s.ChangeTerms(values), "Host", staff=True).code == "no_change"
    table.host(s.ChangeTerms(msgspec.structs.replace(values, seconds=60)))
    assert table.room.change is not None and table.room.change.terms.rules == opened.rules
    table.host(s.ChangeTerms(msgspec.structs.replace(values, ante=4)))
    usual = terms_of(TableForm(title="Ours", game=game, more=msgspec.structs.replace(more, ante=4)), Random(1))
    assert table.room.change.terms.rules.stakes == usual.rules.stakes


def test_any_table_has_values_that_the_form_can_show() -> None:
    """Also one that a program opened with stakes and times that the form does not take."""
    stakes = (Stakes(blinds=(1, 1, 2, 2, 2, 2, 2)),)
    odd = terms(cash(stakes=stakes, rulebook=CASH.but(run_it=9)), timing=Timing(decide=100))
    values = values_of(odd)
    assert (values.runs, values.seconds, len(values.blinds)) == (4, 5, 5)
    assert refused(Led(odd), s.ChangeTerms(values), "Host", staff=True).code == "no_change"


def test_each_difference_is_a_row_in_words() -> None:
    before = terms(cash(buy_in=(40, 200)))
    table = Led(before)
    to = msgspec.structs.replace(
        values_of(before), bet=4, buy_in=(80, 0), seconds=30, straddles=tuple(Straddle), bomb_every=1, bomb_ante=8,
        runs=2, rabbit=True, approve=True, watch_after=2, bots=2, strength=Strength.BEGINNER, lock="a1",
    )  # fmt: skip
    table.host(s.ChangeTerms(to))
    assert table.room.change is not None
    rows = [tuple(map(plain, row)) for row in differences(before, table.room.change.terms)]
    assert rows == [
        ("Stakes", "blinds 1/2", "blinds 2/4"),
        ("Buy-in", "40 to 200", "80 or more"),
        ("Time to act", "25 seconds", "30 seconds"),
        ("Straddles", "none", "under the gun, mississippi, sleeper"),
        ("Bomb pots", "none", "each hand, ante 8"),
        ("Run it", "once", "up to 2 times"),
        ("Rabbit hunt", "no", "yes"),
        ("Sitting down", "everyone may sit down", "players ask the host for a seat"),
        ("Spectators see the hands", "at once", "2 hands later"),
        ("Bots", "none", "2, beginners"),
        ("Password", "none", "yes"),
    ]


# ---- announced, accepted, in effect


def test_the_hand_in_progress_is_untouched_and_the_next_one_has_the_new_terms() -> None:
    table = led()
    table.deal()
    hand, clock = table.room.hand, table.room.clock
    change(table, bet=10, seconds=60)
    assert table.room.hand is hand and table.room.clock == clock
    assert hand is not None and hand.setup.stakes.blinds == (1, 2)
    accept(table, "Ann")
    accept(table, "Bo")
    play_out(table)
    table.deal()
    assert table.room.hand is not None and table.room.hand.setup.stakes.blinds == (5, 10)
    assert table.room.clock.bank_from - table.room.clock.since == 60_000
    assert table.room.change is None
    assert all(place.state is not State.OUT for place in table.room.table.places.values())


def test_who_has_not_accepted_sits_out_until_they_do() -> None:
    table = led(None, "Ann", "Bo", "Cy")
    table.deal()
    change(table, bet=10)
    accept(table, "Ann")
    accept(table, "Cy")
    play_out(table)
    entry = table.tick()
    assert table.room.hand is None and table.room.clock.next_at  # it waits for Bo
    while table.room.hand is None:
        entry = table.tick()
    assert table.room.table.places["Bo"].state is State.OUT
    assert set(table.room.table.players_in_hand) == {"Ann", "Cy"}
    assert "Bo has not accepted the terms and sits out" in event_of(table.room, entry).log
    view = player_view(table.room, "Bo", account="b1")
    assert view is not None and view.accept and "accept_terms" in view.may and "come_back" not in view.may
    assert refused(table, t.ComeBack(), "Bo", account="b1").code == "terms_not_accepted"
    accept(table, "Bo")
    say(table, t.ComeBack(), "Bo")
    view = player_view(table.room, "Bo", account="b1")
    assert view is not None and not view.accept
    check_same(table.folded(), table.room)


def test_the_next_hand_waits_for_answers_and_no_longer_than_that() -> None:
    table = led()
    announced = change(table, bet=10).at  # between hands
    table.tick()
    assert table.room.hand is None
    assert table.room.clock.next_at == announced + TO_ANSWER
    shown = public_view(table.room).change
    assert shown is not None and (shown.by, shown.until, shown.awaited) == ("Host", announced + TO_ANSWER, (0, 1))
    accept(table, "Ann")
    assert table.room.clock.next_at == announced + TO_ANSWER
    accept(table, "Bo")
    assert table.room.clock.next_at == table.now
    table.tick()
    assert table.room.hand is not None


def test_a_player_who_leaves_has_answered() -> None:
    table = led(None, "Ann", "Bo", "Cy")
    change(table, bet=10)
    accept(table, "Ann")
    accept(table, "Cy")
    table.tick()
    assert table.room.hand is None
    say(table, t.Leave(), "Bo")
    table.tick()
    assert table.room.hand is not None and table.room.hand.setup.stakes.blinds == (5, 10)


def test_nobody_accepts_and_no_hand_begins_until_two_do() -> None:
    table = led()
    change(table, bet=10)
    table.tick()
    table.tick()
    assert table.room.hand is None and table.room.phase == "waiting" and table.room.change is None
    for player in ("Ann", "Bo"):
        accept(table, player)
        say(table, t.ComeBack(), player)
    table.deal()
    assert table.room.hand is not None and table.room.hand.setup.stakes.blinds == (5, 10)


def test_a_host_who_sits_there_has_accepted_the_own_change() -> None:
    table = led(None, "Ann", "Host")
    change(table, bet=10)
    view = player_view(table.room, "Host", account="h1")
    assert view is not None and view.accept == ""
    accept(table, "Ann")
    table.deal()
    assert table.room.hand is not None


def test_newcomers_accept_what_the_next_hand_is_played_by() -> None:
    table = led()
    before = agreement.current(table.room)
    change(table, bet=10)
    assert refused(table, s.Sit(accepts=before), "Cy", account="c1").code == "terms_not_accepted"
    say(table, s.Sit(accepts=agreement.current(table.room)), "Cy")
    view = player_view(table.room, "Cy", account="c1")
    assert view is not None and not view.accept


def test_a_change_that_nobody_agreed_to_asks_nobody() -> None:
    """Bots and the password are not among the terms that players accept."""
    table = led()
    change(table, bots=1, lock="abc")
    view = player_view(table.room, "Ann", account="a1")
    assert view is not None and not view.accept
    table.deal()
    assert table.room.terms.locked and table.room.terms.lock == "abc"
    assert len(table.room.table.places) == 3


# ---- taken back, replaced, refused


def test_a_change_can_be_withdrawn_before_it_takes_effect() -> None:
    table = led()
    was = table.room.terms
    change(table, bet=10)
    accept(table, "Ann")
    table.tick()
    entry = say(table, s.WithdrawChange(), "Host")
    assert event_of(table.room, entry).log == ("The host withdraws the change: the terms stay as they are",)
    table.tick()
    assert table.room.hand is not None and table.room.hand.setup.stakes.blinds == (1, 2)
    assert table.room.terms == was and table.room.change is None
    assert refused(table, s.WithdrawChange(), "Host", staff=True).code == "no_change"
    for player in ("Ann", "Bo"):
        view = player_view(table.room, player, account=ACCOUNTS[player])
        assert view is not None and not view.accept
    check_same(table.folded(), table.room)


def test_another_change_replaces_the_announced_one() -> None:
    table = led()
    change(table, bet=10)
    accept(table, "Ann")
    change(table, bet=20)
    view = player_view(table.room, "Ann", account="a1")
    assert view is not None and view.accept
    accept(table, "Ann")
    accept(table, "Bo")
    table.deal()
    assert table.room.hand is not None and table.room.hand.setup.stakes.blinds == (10, 20)


def test_refusals() -> None:
    table = led(terms(cash(buy_in=(40, 200)), agreed=True, watch_after=-1))
    same = values_of(table.room.terms)

    def no(**to: Any) -> Any:
        return refused(table, s.ChangeTerms(msgspec.structs.replace(same, **to)), "Host", account="h1", staff=True)

    assert (type(no()), no().code) == (NotDue, "no_change")
    assert no(watch_after=0).code == "bad_terms"
    assert isinstance(no(buy_in=(200, 40)), Conflict)
    assert isinstance(no(bomb_every=3, bomb_ante=0), Conflict)
    assert isinstance(no(bots=7), BadNotation)
    assert isinstance(no(lock="../1"), BadNotation)
    assert isinstance(refused(table, s.ChangeTerms(same), "Ann", account="a1"), IllegalAction)
    assert refused(table, s.AcceptTerms("0123"), "Ann", account="a1").code == "terms_not_accepted"
    assert refused(table, s.AcceptTerms(agreement.current(table.room)), "Ann", account="a1").code == "no_change"
    assert refused(table, s.AcceptTerms(agreement.current(table.room)), "Cy", account="c1").code == "not_at_table"
    table.host(s.Close())


def test_stud_is_not_straddled() -> None:
    table = Led(terms(one_game("stud", FixedLimit())))
    to = msgspec.structs.replace(values_of(table.room.terms), straddles=(Straddle.SLEEPER,))
    assert "straddles need blinds" in refused(table, s.ChangeTerms(to), "Host", staff=True).message


def test_open_stakes_keep_their_least_buy_in() -> None:
    rules = cash(rulebook=OPEN_STAKES, open_stakes=OpenStakes(), buy_in=(60, 0))
    table = Led(terms(rules))
    to = msgspec.structs.replace(values_of(table.room.terms), bet=100)
    assert isinstance(refused(table, s.ChangeTerms(to), "Host", staff=True), Conflict)


# ---- bots


def test_bots_come_go_and_play_otherwise_from_the_next_hand() -> None:
    table = led(terms(cash(buy_in=(40, 200)), agreed=True, bots=bots(3)), "Ann")
    table.deal()
    change(table, bots=2, strength=Strength.EXPERT)
    assert len(table.room.table.places) == 4
    play_out(table)
    table.deal()
    assert set(table.room.table.places) == {"Ann", "Bot 1", "Bot 2"}
    assert {table.room.people[name].bot for name in ("Bot 1", "Bot 2")} == {"expert"}
    change(table, bots=4)
    play_out(table)
    table.deal()
    assert len(table.room.table.places) == 5
    check_same(table.folded(), table.room)


def test_a_style_replaces_bots_of_other_styles() -> None:
    table = led(terms(cash(buy_in=(40, 200)), agreed=True, bots=bots(2)), "Ann")
    change(table, style=BotStyle.TIGHT)
    table.deal()
    names = [name for name, person in table.room.people.items() if person.bot and not person.gone]
    assert [style_of(name) for name in names if name in table.room.table.places] == [BotStyle.TIGHT] * 2
    assert table.room.terms.bots and values_of(table.room.terms).style is BotStyle.TIGHT
    before = table.room.terms
    change(table, style=BotStyle.LOOSE)
    assert table.room.change is not None
    rows = [tuple(map(plain, row)) for row in differences(before, table.room.change.terms)]
    assert rows == [("Bots", "2, regulars, tight", "2, regulars, loose")]


# ---- the call


def test_the_link_to_a_call_is_for_seated_players_and_hosts_and_needs_no_new_acceptance() -> None:
    call = "https://meet.example.org/friday?room=1"
    table = led()
    change(table, call=call)
    assert table.room.change is not None
    before, after = table.room.terms, table.room.change.terms
    assert [tuple(map(plain, row)) for row in differences(before, after)] == [("Link to the call", "none", "yes")]
    table.deal()
    assert table.room.terms.call == values_of(table.room.terms).call == call
    views = [
        player_view(table.room, name, account=ACCOUNTS[name], staff=name == "Host") for name in ("Ann", "Cy", "Host")
    ]
    assert [view.call if view is not None else "" for view in views] == [call, "", call]
    assert call not in str(public_view(table.room)) and views[0] is not None and not views[0].accept
    check_same(table.folded(), table.room)


@pytest.mark.parametrize(
    "call",
    ["http://meet.example.org", "javascript:alert(1)", "https://", "https://a@b.example", "https://x.example/ y", "https://localhost",
     "https://meet.example.org/" + "x" * 300, "https://x.example/\n"],
)  # fmt: skip
def test_a_call_is_an_https_address(call: str) -> None:
    error = refused(
        led(), s.ChangeTerms(msgspec.structs.replace(values_of(led().room.terms), call=call)), "Host", staff=True
    )
    assert error.code == "bad_terms" and "https" in error.message


# ---- replay


def restored(table: Led) -> RoomTable:
    """The table from its snapshot, between hands."""
    room = table.room
    kept = decode(encode(room))
    return restore("t1", table.log[0], kept, table.log[kept.first_seq - 1 : kept.seq], chance(99))


def test_a_snapshot_keeps_changed_terms_and_an_announced_change() -> None:
    table = led()
    change(table, bet=10, bots=1)
    accept(table, "Ann")
    accept(table, "Bo")
    table.deal()
    change(table, runs=2)
    accept(table, "Ann")
    play_out(table)
    assert table.room.terms_seq > 1 and table.room.change is not None
    found = restored(table)
    assert found.terms == table.room.terms and found.table.rules == table.room.table.rules
    assert found.change == table.room.change
    check_same(found, table.room)


VALUES: dict[str, Any] = {
    "bet": st.sampled_from((2, 4, 10)),
    "blinds": st.sampled_from(((), (1, 3), (1, 2, 4))),
    "ante": st.sampled_from((None, 0, 1)),
    "bring_in": st.sampled_from((None, 1)),
    "big_bet": st.sampled_from((None, 10)),
    "ante_by": st.sampled_from(AnteBy),
    "buy_in": st.sampled_from(((40, 200), (1, 0), (100, 100))),
    "seconds": st.sampled_from((5, 25, 600)),
    "straddles": st.sampled_from(((), (Straddle.UNDER_THE_GUN,), tuple(Straddle))),
    "bomb_every": st.sampled_from((0, 1, 3)),
    "bomb_ante": st.sampled_from((2, 50)),
    "runs": st.integers(1, 4),
    "rabbit": st.booleans(),
    "seven_deuce": st.sampled_from((0, 5, 300)),
    "stand_up": st.sampled_from((0, 7, 400)),
    "approve": st.booleans(),
    "watch_after": st.sampled_from((-1, 0, 2)),
    "bots": st.integers(0, 7),
    "strength": st.sampled_from(Strength),
    "style": st.sampled_from([None, *BotStyle]),
    "lock": st.sampled_from(("", "a1", "b2")),
}
to_say = st.one_of(
    st.builds(s.ChangeTerms, st.builds(Changeable, **VALUES)),
    st.builds(s.WithdrawChange),
    st.builds(s.StandUp),
    st.builds(s.EndStandUp),
    st.sampled_from(("accept", "leave", "sit", "back", "tick", "tick", "play", "play")),
)


@settings(max_examples=examples(40), deadline=None)
@given(said=st.lists(st.tuples(to_say, st.sampled_from(("Ann", "Bo", "Cy"))), max_size=25), fill=st.booleans())
def test_chips_stay_and_the_log_makes_the_same_table(said: list[tuple[Any, str]], fill: bool) -> None:
    table = led(terms(cash(buy_in=(40, 200)), agreed=True, bots=bots(2), fill=fill))
    rng = Random(1)
    for what, by in said:
        hand = table.room.hand
        setup = hand.setup if hand is not None else None
        with suppress(SidepotError):
            one_step(table, what, by, rng)
        if isinstance(what, s.ChangeTerms):
            assert table.room.hand is hand and (hand is None or hand.setup is setup)
        check_chips(table.room)
    check_same(table.folded(), table.room)
    quick = fold_records("t1", table.log, chance(99))
    for root in quick.lacks:
        quick.give_deck(root, table.secrets[root])
    check_same(quick, table.room)


def one_step(table: Led, what: Any, by: str, rng: Random) -> None:
    if what == "accept":
        view = player_view(table.room, by, account=ACCOUNTS[by])
        say(table, s.AcceptTerms(view.accept if view is not None else ""), by)
    elif what == "leave":
        say(table, t.Leave(), by)
    elif what == "sit":
        say(table, s.Sit(accepts=agreement.current(table.room)), by)
    elif what == "back":
        say(table, t.ComeBack(waits=False), by)
    elif what == "tick":
        if table.room.alarm():
            table.tick()
    elif what == "play":
        if table.room.hand is not None:
            table.play_hand(rng)
    else:
        say(table, what, "Host")


def test_the_log_in_words_has_the_change() -> None:
    table = led()
    entry = change(table, bet=10)
    assert event_of(table.room, entry).log == (
        "Host changes the terms of the table from the next hand on",
        "Stakes: blinds 1/2 → blinds 5/10",
    )
    accept(table, "Ann")
    accept(table, "Bo")
    entry = table.deal()
    assert event_of(table.room, entry).log[0] == "The new terms hold from this hand on"
