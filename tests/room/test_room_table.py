"""A cash table of the room: people sit down, hands go by, everything is refused that is not anybody's to say."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from each import each
from msgspec.structs import replace
from room_tables import PEOPLE, Led, bots, cash, check_chips, check_same, one_game, refused, terms

from sidepot.bots.bot_names import BotStyle, style_of
from sidepot.cards import text
from sidepot.errors import Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import find_mix
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import Call, Check, Discard, Fold, Muck, RaiseTo, Show
from sidepot.hand.due import ACT, SHOW
from sidepot.room.fairness.items import Cut, Heading, Shuffled
from sidepot.room.fairness.record_check import audit_hand
from sidepot.room.table import commands as s
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms
from sidepot.room.views.public import event_of, public_view
from sidepot.rules.houses import CASH
from sidepot.rules.table_choices import FirstButton
from sidepot.table.draw import FirstDraw
from sidepot.table.events import ButtonDrawn
from sidepot.table.places import State


def test_a_table_waits_until_two_can_play() -> None:
    led = Led(terms())
    assert (led.room.phase, led.room.alarm()) == ("waiting", 0)
    led.sit("Ann")
    assert (led.room.phase, led.room.alarm()) == ("waiting", 0)
    led.sit("Bo")
    assert led.room.phase == "between"
    assert led.room.alarm() == led.now + led.room.terms.timing.between
    led.tick()
    assert led.room.phase == "playing"
    assert led.room.to_decide()[0] in ("Ann", "Bo")
    led.say(s.Leave(), "Ann")
    led.say(s.Leave(), "Bo")
    led.act(Fold())
    assert (led.room.phase, led.room.alarm()) == ("waiting", 0)
    assert not led.room.table.places
    assert not led.room.people


def test_a_hand_is_told_in_order_and_taken_home() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo", "Cy")
    entry = led.tick()
    assert [type(item).__name__ for item in entry.items[:3]] == ["Heading", "Shuffled", "Started"]
    heading, shuffled = entry.items[:2]
    assert isinstance(heading, Heading)
    assert (heading.table, heading.hand, sorted(heading.players)) == ("Kitchen", 1, ["Ann", "Bo", "Cy"])
    assert isinstance(shuffled, Shuffled)
    (key, data), *more = led.room.to_seal()
    assert key == f"deck/t1/{shuffled.root}"
    assert not more
    assert data
    while led.room.hand is not None:
        may = led.room.options_of(led.room.to_decide()[0])
        led.act(Show() if may.may_show else Check() if may.may_check else Call())
        assert not led.room.to_seal()
    items, decks, before = led.hand_items(1)
    assert before == bytes(32)
    assert led.room.link != before
    assert items == led.room.items
    assert all(check.holds for check in audit_hand(items, decks, before, _links(items, before)))
    assert _links(items, before)[-1] == led.room.link


def _links(items, before):
    from sidepot.room.fairness import chain
    from sidepot.room.fairness.chain import public

    return chain.links(before, [chain.canonical(public(item)) for item in items])


def test_the_chain_goes_on_from_hand_to_hand() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo", "Cy")
    rng = Random(3)
    links = [led.room.link]
    for _ in range(5):
        led.play_hand(rng)
        links.append(led.room.link)
        for player in ("Ann", "Bo", "Cy"):
            if led.room.table.places[player].state is State.BUSTED:
                led.say(s.Buy(200), player)
    assert [led.room.hands[number].before for number in range(1, 6)] == links[:-1]
    assert len(set(links)) == 6
    ranges = [led.room.hands[number] for number in range(1, 6)]
    assert all(one.last_seq < other.first_seq for one, other in pairwise(ranges))


def test_a_late_answer_is_never_taken_for_the_next_question() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo")
    led.tick()
    player, turn = led.room.to_decide()
    other = "Bo" if player == "Ann" else "Ann"
    assert "it is" in str(refused(led, s.Act(turn, Fold()), other))
    assert isinstance(refused(led, s.Act(turn - 1, Call()), player), NotDue)
    assert isinstance(refused(led, s.Act(turn, RaiseTo(3)), player), IllegalAction)
    led.act(Call())
    assert isinstance(refused(led, s.Act(turn, Call()), player), NotDue)
    assert led.room.to_decide() == (other, turn + 1)


def test_a_command_is_known_again() -> None:
    led = Led(terms())
    led.say(s.Sit(), "Ann", key="a1")
    assert led.room.ids.get("a1") == led.room.seq == 2
    assert led.room.ids.get("a2") is None
    assert "event 2" in str(refused(led, s.Sit(), "Ann", id="a1"))
    assert led.folded().ids.get("a1") == 2


def test_each_command_is_refused_from_the_wrong_sender() -> None:
    led = Led(terms())
    led.sit("Ann")
    for said in (s.Pause(), s.Resume(), s.Close(), s.Remove("Ann"), s.AddBot("Max")):
        assert isinstance(refused(led, said, "Ann"), IllegalAction)
    for said in (s.Tick(), s.Came("Ann"), s.Went("Ann"), s.Restarted(), s.Moved(1), s.Freeze("no")):
        assert isinstance(refused(led, said, "Ann", staff=True), IllegalAction)
    assert isinstance(refused(led, s.Sit()), IllegalAction)
    assert isinstance(refused(led, s.Open(terms())), NotDue)
    assert isinstance(refused(led, s.Leave(), "Bo"), Conflict)
    assert isinstance(refused(led, s.Tick()), NotDue)


@each(
    "said",
    [
        s.Sit(seat=0),
        s.Sit(seat=6),
        s.Sit(chips=5),
        s.Sit(chips=-1),
        s.Sit(chips=1000),
        s.Leave(),
        s.SitOut(),
        s.ComeBack(),
        s.Buy(10),
        s.TopUp(100),
        s.ChooseGame("razz"),
        s.CutPack("hello"),
        s.Act(0, Fold()),
        s.AskCut(),
    ],
)
def test_commands_of_players_without_a_seat_are_refused(said: s.TableCommand) -> None:
    led = Led(terms(cash(buy_in=(40, 400))))
    led.sit("Ann")
    refused(led, said, "Bo")
    assert led.room.seq == 2


def test_buy_ins() -> None:
    led = Led(terms(cash(buy_in=(40, 150))))
    led.sit("Ann", "Bo")
    assert led.room.table.stack_of("Ann") == 150
    led.say(s.Sit(chips=60), "Cy")
    led.say(s.Buy(40), "Cy")
    assert led.room.table.stack_of("Cy") == 100
    led.tick()
    led.say(s.Buy(50), "Cy")
    assert led.room.table.stack_of("Cy") == 100
    refused(led, s.Buy(151), "Cy")
    while led.room.hand is not None:
        led.act(Fold())
    assert led.room.table.places["Cy"].asked == 0
    assert led.room.table.places["Cy"].bought in (149, 150)  # as far as the most one may have allows
    led.say(s.Leave(), "Cy")
    led.say(s.Sit(), "Cy")
    assert led.room.table.stack_of("Cy") >= 147  # as much as they took away
    check_chips(led.room)


def test_a_bot_makes_room_for_a_person_and_comes_back() -> None:
    led = Led(terms(cash(seats=3), bots=bots(3), fill=True))
    assert set(led.room.table.places) == {"Bot 1", "Bot 2", "Bot 3"}
    led.sit("Ann")  # between hands: at once
    assert set(led.room.table.places) == {"Ann", "Bot 2", "Bot 3"}
    led.tick()
    led.say(s.Sit(chips=77), "Bo")
    assert led.room.table.going_list == ("Bo",)
    refused(led, s.Sit(), "Bo")
    refused(led, s.Sit(chips=0, seat=led.room.table.places["Ann"].seat), "Cy")
    check_same(led.room, led.folded())
    while led.room.hand is not None:
        led.act(Fold())
    assert {"Ann", "Bo"} < set(led.room.table.places)
    assert led.room.table.stack_of("Bo") == 77
    assert set(led.room.people) == set(led.room.table.places)
    led.say(s.Leave(), "Bo")
    assert len(led.room.table.places) == 3
    check_same(led.room, led.folded())


def test_bots_make_room_for_more_than_one() -> None:
    led = Led(terms(cash(seats=3), bots=bots(3), fill=True))
    led.tick()
    seat = led.room.table.places["Bot 2"].seat
    led.sit("Ann", "Bo", seat=seat)  # both want that one
    led.say(s.Sit(seat=led.room.table.places["Bot 3"].seat), "Cy")
    assert led.room.table.going_list == ("Ann", "Bo", "Cy")
    while led.room.hand is not None:
        led.act(Fold())
    assert set(led.room.table.places) == {"Ann", "Bo", "Cy"}
    assert led.room.table.places["Ann"].seat == seat
    check_same(led.room, led.folded())
    led.say(s.Leave(), "Bo")
    assert len(led.room.table.places) == 3


def test_bots_that_are_broke_buy_again() -> None:
    led = Led(terms(cash(seats=4), bots=bots(4), buys=20), seed=4)
    rng = Random(5)
    for _ in range(25):
        led.play_hand(rng)
        assert all(place.stack for place in led.room.table.places.values())
    assert sum(place.bought for place in led.room.table.places.values()) > 80
    check_chips(led.room)


def test_bots_do_not_play_on_for_nobody() -> None:
    led = Led(terms(bots=bots(3)))
    assert led.room.phase == "between"
    led.say(s.Went(""))
    assert led.room.phase == "waiting"
    assert led.room.alarm() == 0
    refused(led, s.Went(""))
    led.sit("Ann")
    assert led.room.phase == "between"
    led.say(s.Went("Ann"))
    assert led.room.phase == "waiting"
    led.say(s.Came(""))
    assert led.room.phase == "between"
    check_same(led.room, led.folded())


def test_a_person_who_comes_to_bots_can_sit_down_before_they_begin() -> None:
    """Bots alone give who looks on the time for it; once the person sits there, nobody waits any longer."""
    led = Led(terms(bots=bots(3)))
    between = led.room.terms.timing.between
    led.say(s.Went(""))
    led.say(s.Came(""))
    assert led.room.clock.next_at == led.now + 4 * between
    led.now += between
    led.sit("Ann", waits=False)
    assert led.room.clock.next_at == led.now + between
    led.deal()
    assert "Ann" in led.room.begun.players
    check_same(led.room, led.folded())


def test_a_table_closes_when_the_hand_is_over() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo")
    led.tick()
    led.host(s.Close())
    refused(led, s.Sit(), "Cy")
    assert led.room.phase == "playing"
    led.act(Fold())
    assert led.room.phase == "over"
    assert not led.room.table.places
    assert led.room.alarm() == 0
    refused(led, s.Sit(), "Cy")
    refused(led, s.Close(), "Host", staff=True)
    check_same(led.room, led.folded())


def test_a_pot_that_waits_is_divided_when_the_table_closes() -> None:
    rules = one_game("five-card-draw", FixedLimit())
    led = Led(terms(replace(rules, stakes=(Stakes(ante=4, small_bet=4),))))
    led.sit("Ann", "Bo", "Cy")
    led.deal()
    while led.room.hand is not None:
        led.act(Check())
    assert led.room.table.carried == 12
    entry = led.host(s.Close())
    assert {gone.chips for gone in led.room.table.gone.values()} == {400}  # what each has brought
    told = event_of(led.room, entry).log
    assert "Ann gets 4 from the carried pot" in told
    check_chips(led.room)
    check_same(led.room, led.folded())


def test_an_empty_table_closes_at_once() -> None:
    led = Led(terms())
    led.host(s.Close())
    assert led.room.phase == "over"
    assert led.folded().phase == "over"


def test_the_host_seats_bots_and_removes_people() -> None:
    led = Led(terms(cash(seats=2)))
    led.host(s.AddBot("Max"))
    led.sit("Ann")
    refused(led, s.AddBot("Moritz"), "Host", staff=True)
    assert led.room.people["Max"].bot == "regular"
    led.tick()
    led.host(s.Remove("Ann"))
    refused(led, s.Remove("Bo"), "Host", staff=True)
    assert "Ann" in led.room.table.places
    led.act(Fold())
    assert "Ann" not in led.room.table.places


def test_a_bot_without_a_name_gets_one_of_its_style() -> None:
    led = Led(terms(cash(seats=6)))
    for _ in range(4):
        led.host(s.AddBot(style=BotStyle.LOOSE))
    led.host(s.AddBot())
    names = list(led.room.people)
    assert len(names) == 5 and all(name.endswith("(bot)") for name in names)
    assert [style_of(name) for name in names[:4]] == [BotStyle.LOOSE] * 4
    seen = [seat for seat in public_view(led.room).seats if seat is not None]
    assert [(seat.bot, seat.style) for seat in seen[:4]] == [("regular", "loose")] * 4
    check_same(led.room, led.folded())


def test_at_the_showdown_who_must_show_is_not_asked() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo")
    led.ask("Ann", "Bo")
    led.tick()
    while led.room.hand is not None and led.room.hand.due is ACT:
        led.act(Check() if led.room.options_of(led.room.to_decide()[0]).may_check else Call())
    assert led.room.hand is not None
    assert led.room.hand.due is SHOW  # they may muck
    led.act(Muck())
    assert led.room.hand is None  # the other has the last claim
    assert led.room.last is not None
    assert led.room.last.shown == 0


def test_showing_hands_takes_longer_to_look_at() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo")
    led.tick()
    while led.room.hand is not None:
        may = led.room.options_of(led.room.to_decide()[0])
        led.act(Show() if may.may_show else Check() if may.may_check else Call())
    assert led.room.clock.next_at == led.now + led.room.terms.timing.showdown
    led.tick()
    led.act(Fold())
    assert led.room.clock.next_at == led.now + led.room.terms.timing.show  # the winner may show the hand


def test_dealers_choice() -> None:
    mix = find_mix("dealers-choice")
    led = Led(terms(cash(mix, dealers_choice=True)))
    led.sit("Ann", "Bo", "Cy")
    led.tick()
    assert led.room.phase == "choosing"
    chooser = led.room.chooser
    assert chooser == led.room.table.dealer
    assert led.room.to_decide()[0] == ""
    other = next(player for player in ("Ann", "Bo", "Cy") if player != chooser)
    refused(led, s.ChooseGame("fl razz"), other)
    refused(led, s.ChooseGame("bridge"), chooser)
    check_same(led.room, led.folded())
    led.say(s.ChooseGame("fl razz"), chooser)
    assert led.room.phase == "playing"
    assert led.room.hand is not None
    assert led.room.hand.setup.game.name == "razz"
    led.play_hand(Random(1))
    before = led.room.chooser
    led.tick()
    assert before == ""
    assert led.room.chooser not in ("", chooser)
    chooser = led.room.chooser
    led.tick()  # they say nothing: the first on the list
    assert led.room.hand is not None
    assert led.room.hand.setup.game.name == "holdem"
    assert led.room.people[chooser].lapses == 1
    check_same(led.room, led.folded())


def test_a_dealer_may_name_his_game_before_he_is_asked() -> None:
    led = Led(terms(cash(find_mix("dealers-choice"), dealers_choice=True)))
    led.sit("Ann", "Bo", "Cy")
    led.tick()
    led.say(s.ChooseGame("badugi"), led.room.chooser)
    led.play_hand(Random(2))
    led.say(s.ChooseGame("fl badugi"), led.room.table.dealer)
    led.tick()
    assert led.room.phase == "playing"


def test_when_the_dealer_leaves_another_is_asked() -> None:
    led = Led(terms(cash(find_mix("dealers-choice"), dealers_choice=True)))
    led.sit(*PEOPLE[:4])
    led.tick()
    first = led.room.chooser
    led.say(s.Leave(), first)
    assert led.room.phase == "choosing"
    assert led.room.chooser not in ("", first)
    check_same(led.room, led.folded())


@pytest.mark.parametrize(
    "what",
    [
        terms(cash(seats=3), bots=bots(4)),
        terms(bots=(*bots(1), *bots(1))),
        terms(cash(buy_in=(40, 100)), bots=bots(2), buys=10),
        terms(cash(is_tournament=True)),
    ],
)
def test_unplayable_terms_are_refused(what: RoomTerms) -> None:
    with pytest.raises(SidepotError):
        RoomTable.open("t1", what, now=0)


def test_a_pack_that_is_shuffled_again_in_the_middle_of_a_hand() -> None:
    led = Led(terms(one_game("triple-draw", FixedLimit())))
    led.sit(*PEOPLE)
    led.say(s.AskCut(), "Bo")
    for _ in range(3):
        led.tick()
        if led.room.cutter:
            led.say(s.CutPack("socks"), led.room.cutter)
        number = led.room.begun.number
        while led.room.hand is not None:
            may = led.room.options_of(led.room.to_decide()[0])
            if may.is_draw:
                led.act(Discard(led.room.hand.hole[may.seat]))
            else:
                led.act(Show() if may.may_show else Check() if may.may_check else Call())
            led.room = led.folded()  # it goes on from the stream, the new order too
        items, decks, before = led.hand_items(number)
        assert len(decks) > 1
        assert all(check.holds for check in audit_hand(items, decks, before, _links(items, before)))
    assert any(isinstance(item, Cut) for entry in led.entries() for item in entry.items)


def test_a_stream_of_another_table_is_not_folded() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo")
    entries = led.entries()
    with pytest.raises(Conflict):
        led.folded().apply(entries[1])
    with pytest.raises(Exception, match="does not open it"):
        RoomTable.rebuild("t1", entries[1:], {})


def test_secrets_are_asked_for() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo")
    led.tick()
    room = RoomTable.rebuild("t1", led.entries(), {})
    (root,) = room.lacks
    with pytest.raises(Conflict):
        room.give_deck("00", led.secrets[root])
    room.give_deck(root, led.secrets[root])
    assert not room.lacks
    check_same(room, led.room)
    assert "Card" not in repr(room)
    assert repr(room) == "<RoomTable 't1' at event 4, playing>"


def test_a_hand_without_its_secret_is_called_off() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo")
    led.tick()
    room = RoomTable.rebuild("t1", led.entries(), {})
    room.decide(s.Restarted(), now=led.now + 5000)
    assert room.hand is None
    assert room.table.stack_of("Ann") == room.table.stack_of("Bo") == 200
    assert room.phase == "between"


@pytest.mark.parametrize("rule", FirstButton)
def test_the_first_button_is_drawn_as_the_house_has_it(rule: FirstButton) -> None:
    rules = cash(rulebook=CASH.but(first_button=rule))
    led = Led(terms(rules))
    led.sit("Ann", "Bo", "Cy")
    entry = led.deal()
    (drawn,) = [event for line in led.log for event in decode_table_event(line).table if isinstance(event, ButtonDrawn)]
    assert entry.table and drawn.seat in range(6)
    if rule is FirstButton.FIRST_JACK:
        assert isinstance(drawn.draw, FirstDraw) and text(drawn.draw.dealt[-1][1:])[0] == "J"
