"""Anything that anybody could say to a table of the room, at any table: it is refused, or all the books are right.

Tables, games, houses, timings and sayings are drawn at random, with amounts and seats that nobody would name; hands go
on between them by random acts. After each step no chip is lost, everybody can be told how the table stands, and in the
end the table folded anew is the same. `SIDEPOT_SOAK=1` plays fifty times as many tables, on other seeds; a fault names
the seed of its table, which `played(seed)` plays again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import pytest
from random_setups import TIMES, random_house
from room_tables import Led, bots, cash, chance, check_chips, check_same, fold_records, terms

from sidepot.bots.random_player import random_player
from sidepot.errors import SidepotError
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.mixes import find_mix, single
from sidepot.games.usual import stakes_for
from sidepot.hand import commands as c
from sidepot.hand.legal.options import Player
from sidepot.room.runtime.lobby import summary_of
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, snapshot_of
from sidepot.rules.houses import OPEN_STAKES
from sidepot.table.table_rules import Kill, KillKind, OpenStakes, Straddle, TableRules, TimeCharge

T = TypeVar("T")
TABLES = 40  # in each of the parts, which may be played at the same time
PARTS = 5
STEPS = 120
PEOPLE = ("Ann", "Bo", "Cy", "Di", "Ed")
OTHERS = ("Bot 1", "Bot 2", "Nobody", "")  # whom nobody speaks as, but who may be spoken of
HUGE = 10**30
AMOUNTS = (-HUGE, -1, 0, 1, 2, 3, 5, 20, 40, 77, 200, 300, 1000, 10_000, 10**9, 10**18, 2**63, HUGE)
SEATS = (-HUGE, -2, -1, 0, 1, 2, 3, 5, 6, HUGE)
TEXTS = ("", "socks", "x" * 100, "x" * 101, "e\u0301\u0301", "\x00", "\ud800")
LIMITS = (NoLimit(), PotLimit(), FixedLimit())


class Said(NamedTuple):
    """What is said, and by whom."""

    what: s.TableCommand
    by: str = ""
    staff: bool = False


# ---- tables


def random_terms(rng: random.Random) -> RoomTerms:
    """The terms of a table of some kind, drawn again where there is no such table."""
    while True:
        try:
            return rng.choice(KINDS)(rng)
        except SidepotError:
            continue


def timing(rng: random.Random) -> Timing:
    one_of = rng.choice
    return Timing(lapses=one_of((1, 2, 5)), cut=one_of((0, 8000)), away=one_of((0, 45_000)), grace=one_of((0, 10_000)))


def table(rng: random.Random, rules: TableRules, *, of_bots: tuple[int, ...] = (0, 0, 2)) -> RoomTerms:
    count = rng.choice(of_bots)
    return terms(rules, timing=timing(rng), bots=bots(count), fill=count > 0 and rng.random() < 0.5)


def any_game(rng: random.Random, **more: object) -> TableRules:
    """A table for one game of the catalogue."""
    game, limit = rng.choice(list(GAMES.values())), rng.choice(LIMITS)
    stakes = (stakes_for(game, limit, rng.choice((2, 4, 10))),)
    seats = min(game.seats[1], rng.choice((2, 3, 6)))
    return TableRules(mix=single(game, limit), stakes=stakes, seats=seats, **more)  # type: ignore[arg-type]


def with_kill(rng: random.Random) -> TableRules:
    game = find_game("holdem")
    kill = Kill(rng.choice(list(KillKind)), legs=rng.choice((0, 2)), at_least=3)
    stakes = (stakes_for(game, FixedLimit(), 4),)
    return TableRules(mix=single(game, FixedLimit()), stakes=stakes, seats=4, kill=kill)


def straddled(rng: random.Random) -> TableRules:
    ways = tuple(rng.sample(list(Straddle), rng.choice((1, 2, 3))))
    return cash(seats=rng.choice((2, 3, 6)), straddles=ways, buy_in=(40, 0))


def bomb_pots(rng: random.Random) -> TableRules:
    return cash(seats=4, bomb_every=rng.choice((1, 2)), bomb_ante=rng.choice((1, 5, 500)), straddles=tuple(Straddle))


def charged(rng: random.Random) -> TableRules:
    return cash(seats=4, time_charge=TimeCharge(10, 60_000), buy_in=(40, rng.choice((0, 300))))


def on_credit(rng: random.Random) -> TableRules:
    agreed = OpenStakes(threshold=rng.choice((0, 50)))
    return any_game(rng, rulebook=OPEN_STAKES, open_stakes=agreed, buy_in=(60, 0))


def dealers_choice(rng: random.Random) -> TableRules:
    return cash(find_mix("dealers-choice"), dealers_choice=True, seats=rng.choice((2, 4, 5)))


KINDS: tuple[Callable[[random.Random], RoomTerms], ...] = (
    lambda rng: table(rng, any_game(rng, rulebook=random_house(rng), buy_in=(rng.choice((1, 20)), 0))),
    lambda rng: table(rng, on_credit(rng)),
    lambda rng: table(rng, dealers_choice(rng), of_bots=(0, 1, 2)),
    lambda rng: table(rng, cash(find_mix("horse"), seats=4, buy_in=(20, 100))),
    lambda rng: table(rng, with_kill(rng)),
    lambda rng: table(rng, bomb_pots(rng)),
    lambda rng: table(rng, straddled(rng), of_bots=(0, 2)),
    lambda rng: table(rng, charged(rng)),
    lambda rng: table(rng, cash(seats=4, petty=20)),
)


# ---- sayings


def any_command(rng: random.Random, room: RoomTable) -> c.Command:
    """Anything that could be said in a hand, sense or nonsense."""
    hand = room.hand
    hole = hand.hole[hand.seat] if hand is not None and hand.seat >= 0 else ()
    held = tuple(rng.sample(list(hole), rng.randint(0, len(hole))))
    cards = held if rng.random() < 0.7 else tuple(rng.choices((-1, 0, 51, 52, 53, 54, HUGE), k=rng.randint(0, 6)))
    called = rng.choice(((), (cards,), (cards, cards), ((), ()), (hole[:5],), (hole[:5], hole[:5])))
    amount, number = rng.choice(AMOUNTS), rng.choice((-1, 0, 1, 2, 3, 4, HUGE))
    return rng.choice(
        (
            c.Fold(), c.Check(), c.Call(), c.RaiseTo(amount), c.BringIn(), c.Discard(cards), c.Show(called), c.Muck(),
            c.ChooseRuns(number), c.Declare(number), c.Buy(amount), c.OfferMarker(amount),
            c.Consent(rng.random() < 0.5), c.Borrow(amount, number, rng.choice((*PEOPLE, *OTHERS, "x" * 3000))),
        )
    )  # fmt: skip


def of_people(rng: random.Random, room: RoomTable) -> s.TableCommand:
    amount, yes = rng.choice(AMOUNTS), rng.random() < 0.5
    games = ("nl holdem", "fl razz", "", *room.table.rules.mix.names)
    return rng.choice(
        (
            s.Sit(rng.choice(SEATS), rng.choice((0, 0, amount)), yes), s.Sit(waits=yes), s.Sit(), s.Leave(), s.SitOut(),
            s.ComeBack(yes), s.Buy(amount), s.TopUp(amount), s.ChooseGame(rng.choice(games)),
            s.DoStraddle(rng.choice(list(Straddle)), rng.choice((4, 5, 8, amount))), s.AskCut(yes),
            s.SitOutAtBig(yes),
            s.CutPack(rng.choice(TEXTS)), s.Act(room.clock.turn, any_command(rng, room)),
        )
    )  # fmt: skip


def put_right(rng: random.Random, room: RoomTable) -> s.TableCommand:
    """A stack is put right, mostly one that is as it was."""
    player = rng.choice((*room.table.places, *OTHERS))
    place = room.table.places.get(player)
    return s.AdjustStack(player, place.stack if place is not None else 5, rng.choice(AMOUNTS), "a mistake")


def of_the_host(rng: random.Random, room: RoomTable) -> s.TableCommand:
    bot = s.AddBot(rng.choice((*PEOPLE, *OTHERS)), seat=rng.choice(SEATS), chips=rng.choice(AMOUNTS))
    say = (
        s.Pause(),
        s.Resume(),
        s.Resume(),
        s.Remove(rng.choice((*room.people, *OTHERS))),
        s.AddBot("Bot 3"),
        s.BombPot(rng.choice(AMOUNTS)),
        s.WithdrawBombPot(),
        bot,
        put_right(rng, room),
    )
    return s.Close() if rng.random() < 0.01 else rng.choice(say)


def of_the_room(rng: random.Random, room: RoomTable) -> s.TableCommand:
    player = rng.choice((*room.people, *PEOPLE, *OTHERS))
    if rng.random() < 0.1:
        return rng.choice((s.Restarted(), s.Restarted(), s.Freeze("a mistake")))
    return rng.choice((s.Came(player), s.Went(player)))


def somebody(rng: random.Random, room: RoomTable) -> str:
    """A person, mostly one who is at the table; nobody whose name the host has given to a bot."""
    there = [name for name, person in room.people.items() if not person.bot]
    others = [name for name in PEOPLE if name not in room.people]
    return rng.choice(there if there and (not others or rng.random() < 0.8) else others or ["Guest"])


def goes_on(rng: random.Random, led: Led, player: Player) -> Said:
    """What brings the table on: who is waited for does something, mostly sense; else the alarm is waited for."""
    room = led.room
    who, turn = room.to_decide()
    may = room.options_of(who)
    if may is not None and room.hand is not None:
        return Said(s.Act(turn, player(room.hand, may) if rng.random() < 0.9 else any_command(rng, room)), who)
    if room.cutter and rng.random() < 0.7:
        return Said(s.CutPack("lucky"), room.cutter)
    if room.chooser and rng.random() < 0.7:
        return Said(s.ChooseGame(rng.choice(room.table.rules.mix.names)), room.chooser)
    if room.clock.stopped_at:
        return Said(s.Resume(), "Host", staff=True)
    if not room.alarm():
        return Said(s.Sit(waits=rng.random() < 0.5), somebody(rng, room))
    led.now = max(led.now, room.alarm())
    return Said(s.Tick())


def any_saying(rng: random.Random, led: Led, player: Player) -> Said:
    """What is said next. As a bot only its decisions are said."""
    room = led.room
    at = rng.random()
    if at < 0.5:
        return goes_on(rng, led, player)
    if at < 0.78:
        return Said(of_people(rng, room), somebody(rng, room))
    if at < 0.84:
        return Said(of_the_host(rng, room), "Host", staff=True)
    if at < 0.93:
        return Said(of_the_room(rng, room))
    led.now += rng.choice((0, 1, 1000, 30_000, 60_000, 100_000, 1_900_000))
    return Said(s.Tick())


# ---- tables are played


def look(led: Led, entry: TableEvent, rng: random.Random) -> None:
    """Count the chips, and tell everybody how the table stands."""
    check_chips(led.room)
    event_of(led.room, entry)
    for player in (*PEOPLE, "Bot 1", "Nobody", ""):
        player_view(led.room, player, staff=rng.random() < 0.2)
    snapshot_of(led.room)
    summary_of(led.room)


def fold_again(led: Led) -> None:
    """The table out of its stream is the same, with every hand played again, and with the last ones only."""
    check_same(led.folded(), led.room)
    folded = fold_records("t1", led.log, chance(99))
    for root in folded.lacks:
        folded.give_deck(root, led.secrets[root])
    check_same(folded, led.room)


def played(seed: int, *, steps: int = STEPS) -> Led:
    """A random table at which anything was said."""
    rng = random.Random(seed)
    led = Led(random_terms(rng), seed=seed)
    player = random_player(rng)
    for _ in range(steps):
        try:
            said = any_saying(rng, led, player)
            entry = led.say(said.what, said.by, staff=said.staff)
        except SidepotError:
            continue
        look(led, entry, rng)
        if led.room.over:
            break
    fold_again(led)
    return led


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_any_command_is_done_or_refused_cleanly(part: int) -> None:
    entries = 0
    for at in range(TABLES * TIMES):
        seed = at * PARTS + part + (1000 * TIMES if TIMES > 1 else 0)
        try:
            entries += len(played(seed).log)
        except Exception as error:
            error.add_note(f"the table of seed {seed}")
            raise
    assert entries > TABLES * TIMES * STEPS / 4  # most of it is no nonsense
