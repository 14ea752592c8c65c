"""Tables of the room for tests: opened with chance that is told, led along, and looked at to the last detail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from sidepot.bots.random_player import random_player
from sidepot.errors import SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import Limit, NoLimit
from sidepot.games.mixes import Mix, single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.room.fairness.decks import SealedDeck
from sidepot.room.table import commands as s
from sidepot.room.table import hands
from sidepot.room.table.commands import Buy
from sidepot.room.table.events import TableEvent, decode_table_event, encode_table_event
from sidepot.room.table.machine import Chance, RoomTable
from sidepot.room.table.rebuild import PLAYED, TableReplay, begins_hand
from sidepot.room.table.terms import BotSeat, RoomTerms, Timing
from sidepot.room.views.log_parts import plain
from sidepot.room.views.public_hand import public_hand_of
from sidepot.table.credit import came_in
from sidepot.table.table_rules import TableRules

START = 1_700_000_000_000
PEOPLE = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
BLINDS = Stakes(blinds=(1, 2))
HOLDEM = single(find_game("holdem"), NoLimit())


def chance(seed: int = 1) -> Chance:
    """Chance that is the same each time."""
    rng = Random(seed)
    return Chance(lambda: lambda n: int(rng.random() * n), rng.randbytes)


def cash(mix: Mix = HOLDEM, *, stakes: tuple[Stakes, ...] = (), seats: int = 6, **more: Any) -> TableRules:
    """The rules of a cash table."""
    usual = tuple(stakes_for(part.game, part.limit, 2) for part in mix.games)
    return TableRules(mix=mix, stakes=stakes or usual, seats=seats, **more)


def one_game(name: str, limit: Limit, bet: int = 4) -> TableRules:
    """The rules of a cash table for one game, with as many seats as it has, nine at most."""
    game = find_game(name)
    seats = min(game.seats[1], 9)
    return TableRules(mix=single(game, limit), stakes=(stakes_for(game, limit, bet),), seats=seats)


def terms(rules: TableRules | None = None, *, timing: Timing | None = None, **more: Any) -> RoomTerms:
    """Terms of a table of the room: no-limit hold'em of six seats unless told."""
    return RoomTerms(title="Kitchen", rules=rules or cash(), timing=timing or Timing(), **more)


def bots(count: int) -> tuple[BotSeat, ...]:
    """So many bots."""
    return tuple(BotSeat(f"Bot {at}") for at in range(1, count + 1))


class Led:
    """A table that is led along by a test, with the entries and the sealed secrets that its store would have."""

    def __init__(self, what: RoomTerms, *, seed: int = 1, now: int = START) -> None:
        self.now = now
        self.chance = chance(seed)
        self.room, entry = RoomTable.open("t1", what, now=now, by="Host", chance=self.chance)
        self.log: list[bytes] = [encode_table_event(entry)]
        self.secrets: dict[str, SealedDeck] = {}
        self.posted: list[Any] = []  # what each entry books
        self.books: Counter[tuple[str, str]] = Counter(
            {(change.player, change.kind): change.chips for change in self.room.booked}
        )
        self.keep()

    def say(
        self, said: s.TableCommand, by: str = "", *, key: str = "", staff: bool = False, account: str = ""
    ) -> TableEvent:
        """Say something now."""
        entry = self.room.decide(said, now=self.now, by=by, id=key, staff=staff, account=account)
        self.log.append(encode_table_event(entry))
        self.keep()
        assert not sum(change.chips for change in self.room.booked), f"the ledger does not balance: {self.room.booked}"
        for player, kind, chips, _ in self.room.booked:
            self.books[player, kind] += chips
        return entry

    def keep(self) -> None:
        self.secrets.update({hands.root_of(deck): deck for deck in self.room.shuffled})
        self.posted.append(self.room.booked)

    def host(self, said: s.TableCommand) -> TableEvent:
        """The host says something."""
        return self.say(said, "Host", staff=True)

    def sit(self, *players: str, **more: Any) -> None:
        for player in players:
            self.say(s.Sit(**more), player)

    def ask(self, *players: str) -> None:
        """These players want to be asked at the showdown whether to show."""
        for player in players:
            self.say(s.AskShow(), player)

    def tick(self) -> TableEvent:
        """Wait for the alarm."""
        due = self.room.alarm()
        assert due, f"nothing is waited for: {self.room}"
        self.now = max(self.now, due)
        return self.say(s.Tick())

    def act(self, command: Any, *, after: int = 1000) -> TableEvent:
        """Who is to decide decides."""
        player, turn = self.room.to_decide()
        self.now += after
        return self.say(s.Act(turn, command), player)

    def deal(self) -> TableEvent:
        """Wait until a hand is on."""
        entry = self.tick()
        while self.room.hand is None:
            entry = self.tick()
        return entry

    def play_hand(self, rng: Random, *, lapse: float = 0.0) -> None:
        """Play the current hand, or the next one, at random to its end."""
        if self.room.hand is None:
            self.deal()
        number = self.room.begun.number
        player = random_player(rng)
        while self.room.hand is not None and self.room.begun.number == number:
            who, _ = self.room.to_decide()
            may = self.room.options_of(who)
            if may is None or rng.random() < lapse:
                self.tick()
            else:
                self.act(player(self.room.hand, may))

    def entries(self) -> list[TableEvent]:
        """The stream as it is read from the store."""
        return [decode_table_event(data) for data in self.log]

    def folded(self) -> RoomTable:
        """The table made of its stream again."""
        return RoomTable.rebuild("t1", self.entries(), self.secrets, chance(99))

    def hand_items(self, number: int) -> tuple[list[Any], list[SealedDeck], bytes]:
        """A finished hand as it lies in the stream: its items, its secrets, and the link before it."""
        at = self.room.hands[number]
        items = [item for entry in self.entries()[at.first_seq - 1 : at.last_seq] for item in entry.items]
        return items, [self.secrets[root] for root in hands.roots(items)], at.before


# ---- looking at everything

LEFT_OUT = (
    "chance",
    "chances",
    "hall",  # test_tournament_growth holds it against one made anew
    "dealer",
    "shuffled",
    "seen",
    "plan",
    "version",  # of the agreement, once it was asked for
    "booked",  # of the last entry alone: the books have it
)  # where chance comes from, and what is kept to save work or found again from the rest


def deep(what: Any) -> Any:
    """Everything there is in a value, as plain data that can be compared."""
    if isinstance(what, msgspec.Struct):
        if type(what).__struct_config__.frozen:
            return what
        return (type(what).__name__, *[deep(getattr(what, name)) for name in what.__struct_fields__])
    if isinstance(what, dict):
        return {key: deep(value) for key, value in what.items()}
    if isinstance(what, (list, tuple)):
        return [deep(value) for value in what]
    slots = [name for kind in type(what).__mro__ for name in getattr(kind, "__slots__", ())]
    if slots and type(what).__module__.startswith("sidepot") and not hasattr(type(what), "__members__"):
        return {name: deep(getattr(what, name)) for name in slots if name not in LEFT_OUT}
    return what


def state_of(room: RoomTable) -> dict[str, Any]:
    """All that a table is, the order of the cards that are still to come too."""
    found = deep(room)
    assert isinstance(found, dict)
    if room.hand is not None and not room.lacks:
        found["stub"] = list(hands.dealer_of(room, room.hand).deck._stub)
    return found


def differences(one: Any, other: Any, path: str = "") -> Iterable[str]:
    """Where two states differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            yield from differences(one.get(key), other.get(key), f"{path}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{path}[{at}]")
    elif one != other:
        yield f"{path}: {one!r} and {other!r}"


def check_same(one: RoomTable, other: RoomTable) -> None:
    """Two tables are the same, to the last clock and card."""
    found = list(differences(state_of(one), state_of(other)))
    assert not found, found


def check_chips(room: RoomTable) -> None:
    """No chip is made or lost, and what the stacks say is what the bank says."""
    table = room.table
    stacks = sum(place.stack for place in table.places.values())
    ledger = table.ledger
    assert sum(ledger.debits.values()) == sum(ledger.credits.values())
    assert ledger.on_table() == stacks + table.carried
    charges = sum(ledger.balance(account) for account in ("rake", "charges", "adjusted"))
    assert ledger.issued - ledger.redeemed == stacks + table.carried + charges
    if room.hand is not None:
        hand = room.hand
        had = sum(hand.setup.stacks) + hand.setup.carried + came_in(hand)
        assert had == sum(hand.stacks) + hand.betting.pot() + hand.raked + hand.carried, "chips of the hand"


def refused(led: Led, said: s.TableCommand, by: str = "", **more: Any) -> SidepotError:
    """Say what is refused; that nothing has changed is checked."""
    before = state_of(led.room)
    try:
        led.room.decide(said, now=led.now, by=by, **more)
    except SidepotError as error:
        found = list(differences(before, state_of(led.room)))
        assert not found, found
        return error
    raise AssertionError(f"{said} was not refused")


def fold_records(name: str, records: Sequence[bytes], chance: Chance) -> RoomTable:
    """The table that the records of a stream tell of. Raises BadNotation or Conflict for those that tell of none."""
    begun = [seq for seq, record in enumerate(records, 1) if begins_hand(decode_table_event(record))]
    found = TableReplay(name, begun[-PLAYED] if len(begun) >= PLAYED else 1, chance)
    for record in records:
        found.take(record)
    return found.done()


def hand_lines(room: RoomTable) -> tuple[str, ...]:
    """The hand that is on, or was over last, from its beginning: for a new viewer."""
    return tuple([plain(line) for lines in public_hand_of(room).lines for line in lines])


def in_a_hand() -> Led:
    """A cash table at which five hands are over, and one is on."""
    led = Led(terms(cash(buy_in=(20, 300))))
    led.sit("Ann", "Bo", "Cy")
    rng = Random(3)
    for _ in range(5):
        led.play_hand(rng)
        for player in list(led.room.busted):
            led.say(Buy(100), player)
    led.tick()
    assert led.room.hand is not None
    return led
