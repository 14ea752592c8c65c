"""Showdowns that run by themselves, and hands that are shown after they are over."""

from __future__ import annotations

from room_scenes import BLINDS, Scene, one, scene
from room_tables import Led, check_same, fold_records, refused, terms
from table_messages import event

from sidepot.cards import UNKNOWN, cards, text
from sidepot.games.limits import NoLimit
from sidepot.hand import commands as c
from sidepot.hand.events import Mucked, Shown
from sidepot.room.table import commands as s
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view
from sidepot.room.views.schema import HandShowed
from sidepot.rules.houses import CASH, TDA_2013
from sidepot.rules.rulebook import Reading, Rulebook

ORDER = "AcKc AdKd 2c 2h5s5d 3c 9h 4c Jd"  # Bo has aces, Ann kings: the first card goes to seat 2


def checked_down(rulebook: Rulebook = CASH, stacks: tuple[int, ...] = (80, 50), asks: str = "") -> Scene:
    """Bo bets the river, and Ann calls with the worse hand."""
    table = scene(one("holdem", NoLimit(), BLINDS, rulebook=rulebook), stacks, ORDER)
    if asks:
        table.ask(asks)
    table.acts(c.Call(), c.Check(), c.Check(), c.Check(), c.Check(), c.Check(), c.RaiseTo(10), c.Call())
    return table


def shows(table: Led) -> list[tuple[str, str]]:
    """Who has shown or mucked in the last entry, in order."""
    players = table.room.begun.players
    return [
        (players[item.seat], type(item).__name__)
        for item in table.entries()[-1].items
        if isinstance(item, (Shown, Mucked))
    ]


def test_a_beaten_hand_is_mucked_by_itself_and_unseen() -> None:
    table = checked_down()
    assert table.room.hand is None  # nobody was asked
    assert shows(table) == [("Bo", "Shown"), ("Ann", "Mucked")]
    assert UNKNOWN not in table.room.last.hole[0]
    ann = public_view(table.room).seats[0]
    assert (ann.cards, ann.shown, ann.hand_name) == ((), False, "")
    assert '"Kc"' not in str(event(table.room, table.entries()[-1]))


def test_a_hand_that_may_win_is_shown_by_itself() -> None:
    """Ann is first to show, with the worse hand: nothing lies open that beats it."""
    table = scene(one("holdem", NoLimit(), BLINDS), (80, 50), ORDER)
    table.acts(c.Call(), c.Check(), *[c.Check()] * 4, c.Check(), c.RaiseTo(10), c.Call())
    assert shows(table) == [("Ann", "Shown"), ("Bo", "Shown")]


def test_where_the_house_has_every_hand_tabled_none_is_mucked() -> None:
    table = checked_down(CASH.but(may_muck=False))
    assert shows(table) == [("Bo", "Shown"), ("Ann", "Shown")]


def test_all_in_hands_are_tabled_by_themselves() -> None:
    """Also where the house lets the beaten one be mucked, and before the board is dealt where it does not."""
    for house in (CASH, TDA_2013):
        table = scene(one("holdem", NoLimit(), BLINDS, rulebook=house), (80, 50), ORDER)
        table.ask("Ann")
        table.acts(c.RaiseTo(50), c.Call())
        assert table.room.hand is None
        assert {player for player, did in shows(table) if did == "Shown"} == {"Ann", "Bo"}
        timing = table.room.terms.timing
        assert table.room.clock.next_at == table.now + timing.showdown + 4 * timing.street  # hands, flop, turn, river


def test_with_two_who_have_chips_left_a_beaten_hand_is_still_mucked() -> None:
    order = "AcKcQc AdKdQd 2c 2h5s5d 3c 9h 4c Jd"
    table = scene(one("holdem", NoLimit(), BLINDS), (80, 80, 10), order)
    table.acts(c.Call(), c.Call(), c.RaiseTo(10) if table.room.to_decide()[0] == "Cy" else c.Check())
    while table.room.hand is not None:
        may = table.room.options_of(table.room.to_decide()[0])
        table.act(c.Call() if may.may_call else c.Check())
    told = shows(table)
    assert ("Ann", "Mucked") in told or ("Cy", "Shown") in told


def test_a_player_who_wants_to_is_asked() -> None:
    table = checked_down(asks="Ann")
    assert table.room.to_decide()[0] == "Ann"
    assert player_view(table.room, "Ann").asks_show
    table.act(c.Show())
    assert shows(table) == [("Ann", "Shown")]
    refused(table, s.AskShow(), "Ann")
    table.say(s.AskShow(wants=False), "Ann")
    refused(table, s.AskShow(wants=False), "Ann")


def test_where_hands_are_called_everybody_is_asked() -> None:
    table = checked_down(CASH.but(reading=Reading.AS_CALLED))
    assert table.room.to_decide()[0] == "Bo"


# ---- after the hand


def test_a_winner_without_a_call_shows_the_hand() -> None:
    table = scene(one("holdem", NoLimit(), BLINDS), (80, 50), ORDER)
    table.act(c.Fold())
    assert "show_hand" in player_view(table.room, "Bo").may
    assert "show_hand" not in player_view(table.room, "Ann").may  # who has folded
    refused(table, s.ShowHand(), "Ann")
    entry = table.say(s.ShowHand(), "Bo")
    told = event_of(table.room, entry)
    bo = told.state.seats[1]
    assert (bo.cards, bo.shown, bo.hand_name) == (cards("AcAd"), True, "Pair of aces")
    assert told.what == (HandShowed("Bo", cards("AcAd")),)
    assert told.log == (f"Bo shows {text(cards('AcAd'))}",)
    assert "show_hand" not in player_view(table.room, "Bo").may
    refused(table, s.ShowHand(), "Bo")
    check_same(table.room, table.folded())
    check_same(table.room, fold_records("t1", table.log, table.chance))
    table.deal()
    assert table.room.showed == {}
    refused(table, s.ShowHand(), "Bo")


def test_one_card_is_shown_and_the_other_stays_hidden() -> None:
    table = scene(one("holdem", NoLimit(), BLINDS), (80, 50), ORDER)
    table.act(c.Fold())
    first, second = cards("AcAd")
    refused(table, s.ShowHand(cards("Kc")), "Bo")
    refused(table, s.ShowHand(cards("AcKc")), "Bo")
    entry = table.say(s.ShowHand((second,)), "Bo")
    told = event_of(table.room, entry)
    bo = told.state.seats[1]
    assert (bo.cards, bo.shown, bo.hand_name) == ((UNKNOWN, second), True, "")
    assert told.what == (HandShowed("Bo", (UNKNOWN, second)),) and told.log == (f"Bo shows {text((second,))}",)
    assert first not in table.room.showed["Bo"]
    assert public_view(table.room).seats[1].cards == (UNKNOWN, second)
    check_same(table.room, table.folded())
    check_same(table.room, fold_records("t1", table.log, table.chance))
    assert "show_hand" in player_view(table.room, "Bo").may  # the other one may follow
    table.say(s.ShowHand((first,)), "Bo")
    assert (public_view(table.room).seats[1].cards, public_view(table.room).seats[1].hand_name) == (
        cards("AcAd"), "Pair of aces",
    )  # fmt: skip
    refused(table, s.ShowHand(), "Bo")
    check_same(table.room, table.folded())


def test_a_hand_that_was_mucked_is_shown_by_its_player_alone() -> None:
    table = checked_down()
    assert "show_hand" in player_view(table.room, "Ann").may and "show_hand" not in player_view(table.room, "Bo").may
    assert public_view(table.room).seats[0].cards == ()
    table.say(s.ShowHand(), "Ann")
    assert public_view(table.room).seats[0].cards == cards("KcKd")
    link = table.room.link
    check_same(table.room, table.folded())
    assert table.folded().link == link  # the record of the hand is as it was: this is told beside it


def test_the_next_hand_waits_while_somebody_may_show() -> None:
    table = Led(terms())
    table.sit("Ann", "Bo")
    table.tick()
    table.act(c.Fold())
    assert table.room.clock.next_at == table.now + table.room.terms.timing.show
