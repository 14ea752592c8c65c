"""Hands at a table of the room by a script, so that the same can be done again with another pack of cards.

A script says what is done by places, never by cards: which cards of one's hand are thrown away, not what they are. A
pack's twin has the same cards wherever a viewer sees one to the end, and others everywhere else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from random_setups import LIMITS, limit_of, random_house, stakes_of

from sidepot.errors import Conflict, SidepotError
from sidepot.games.limits import Limit
from sidepot.games.mixes import single
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.legal.offers import OpenOptions
from sidepot.hand.legal.options import Options
from sidepot.room.fairness.chain import seen_by
from sidepot.room.fairness.decks import SALT, Commitment, SealedDeck
from sidepot.room.fairness.items import Cut, Heading, Item
from sidepot.room.fairness.record import cards_shown
from sidepot.room.fairness.shuffle import virtual_cut
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import Chance, RoomTable
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.rules.table_choices import FirstButton
from sidepot.table.table_rules import TableRules

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Guy", "Hal", "Ida", "Jo")
SPECTATOR = "Zoe"


class Done(NamedTuple):
    """A thing that is done: `by` whom what is said, at which time; `throws` are places in their hand to discard."""

    by: str
    said: s.TableCommand
    at: int
    throws: tuple[int, ...] | None = None
    refused: bool = False


class Dealt(NamedTuple):
    """How a hand was dealt: the pack, its order, its salts, where it was cut by which text."""

    pack: tuple[int, ...]
    order: tuple[int, ...]
    salts: bytes
    cut: int
    text: str
    items: tuple[Item, ...]
    private: frozenset[int]  # cards that have a say in what may be done: those of who opened with openers

    def off_the_top(self) -> tuple[int, ...]:
        return self.order[self.cut :] + self.order[: self.cut]

    def seen_by(self, player: str) -> set[int]:
        """The cards of this hand that a player sees before its end."""
        heading = self.items[0]
        assert isinstance(heading, Heading)
        seat = heading.players.index(player) if player in heading.players else -1
        return {card for item in self.items for _, card in cards_shown(seen_by(item, seat))}

    def twin(self, player: str, chance: random.Random) -> Dealt:
        """Another order that they cannot tell from this one: whatever they never see is another card."""
        known = self.seen_by(player) | self.private
        hidden = [card for card in self.pack if card not in known]
        chance.shuffle(hidden)
        other = {card: card for card in self.pack} | dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
        dealt = tuple([other[card] for card in self.off_the_top()])
        order = dealt[len(dealt) - self.cut :] + dealt[: len(dealt) - self.cut]
        salts = self.salts
        while self.text and virtual_cut(Commitment(SealedDeck(order, salts)).root, self.text, len(order)) != self.cut:
            salts = chance.randbytes(len(salts))  # the cut falls where the commitment has it: elsewhere, mostly
        return self._replace(order=order, salts=salts)


class Packs:
    """Chance for a table: packs in an order that is given, or by chance; what is shuffled later by the same numbers."""

    def __init__(self, seed: str, given: list[Dealt] | None = None) -> None:
        self.given = given
        self.calls = 0
        self.hands = 0
        self.draws = False  # whether the next pack is dealt for the first jack: no hand, and the same for all
        self._told = 0
        self.seed = seed
        self._salts = random.Random(f"{seed} salts")

    def chance(self) -> Chance:
        return Chance(self.below, self.salts)

    def below(self) -> Callable[[int], int]:
        self.calls += 1
        first, later = (random.Random(f"{self.seed} {self.calls} {which}") for which in ("first", "later"))
        script: Iterator[int] | None = None
        left = -1

        def below(n: int, /) -> int:
            nonlocal script, left
            if left < 0:
                left = n - 1
                if n > 12 and self.draws:
                    self.draws = False
                elif n > 12:
                    if self.given is not None:
                        script = iter(numbers_for(self.given[self.hands].pack, self.given[self.hands].order))
                    self.hands += 1
            left -= 1
            if left < 0:
                left = 0
                return later.randrange(n)
            return next(script) if script is not None else first.randrange(n)

        return below

    def salts(self, count: int) -> bytes:
        made = self._salts.randbytes(count)
        if self.given is not None and self.hands and count == SALT * len(self.given[self.hands - 1].order):
            if self._told != self.hands:  # the first shuffle of the hand
                self._told = self.hands
                return self.given[self.hands - 1].salts
        return made


def numbers_for(pack: tuple[int, ...], order: tuple[int, ...]) -> list[int]:
    """The numbers by which `shuffle` puts a pack in that order."""
    cards = [*pack]
    told = []
    for left in range(len(cards), 1, -1):
        at = cards.index(order[left - 1])
        told.append(at)
        cards[at], cards[left - 1] = cards[left - 1], cards[at]
    return told


# ---- a table


def any_terms(game: Game, chance: random.Random, players: int) -> RoomTerms:
    """A table of a game by any house, limit and stakes that go together, now and then with time to cut."""
    timing = Timing(cut=chance.choice((0, 8000, 8000)))
    for _ in range(8):
        try:
            stakes = stakes_of(game, players, chance)
            limit = limit_of(chance.choice(LIMITS), stakes.min_bet, chance)
            rules = _rules(game, limit, stakes, players, rulebook=random_house(chance))
            return RoomTerms(title="Kitchen", rules=rules, timing=timing)
        except Conflict:
            continue
    limit = limit_of("fixed limit", 10, chance)
    return RoomTerms(title="Kitchen", rules=_rules(game, limit, stakes_for(game, limit, 10), players), timing=timing)


def _rules(game: Game, limit: Limit, stakes: Stakes, players: int, **more: Any) -> TableRules:
    return TableRules(mix=single(game, limit), stakes=(stakes,), seats=max(players, 2), buy_in=(1, 0), **more)


class Play:
    """Hands played at a table: what was done, what came of it, and how each hand was dealt."""

    def __init__(self, terms: RoomTerms, packs: Packs) -> None:
        self.packs = packs
        packs.draws = terms.rules.rulebook.first_button is FirstButton.FIRST_JACK
        self.room, entry = RoomTable.open("table-1", terms, now=1000, by="Host", chance=packs.chance())
        self.entries: list[TableEvent] = [entry]
        self.script: list[Done] = []
        self.hands: list[Dealt] = []
        self.errors: list[str] = []
        self.now = 1000

    def do(self, done: Done) -> TableEvent | None:
        """Do one thing; what is refused is noted."""
        room = self.room
        said = done.said
        if done.throws is not None and room.hand is not None:
            hole = room.hand.hole[room.hand.seat]
            said = s.Act(room.clock.turn, c.Discard(tuple([hole[at] for at in done.throws])))
        self.script.append(done)
        self.now = done.at
        try:
            entry = room.decide(said, now=done.at, by=done.by)
        except SidepotError as error:
            self.errors.append(str(error))
            if not done.refused:
                raise
            return None
        self.entries.append(entry)
        if any(isinstance(item, Heading) for item in entry.items):
            hand = room.hand or room.last  # which may be over at once
            assert hand is not None
            self._order, self._salts, self._pack = *_secret(room), tuple(hand.plan.deck)
        if room.hand is None and room.last is not None and entry.items:
            self._over()
        return entry

    def _over(self) -> None:
        room = self.room
        cut = next((item for item in room.items if isinstance(item, Cut)), None)
        last = room.last
        assert last is not None
        private = {*last.aside.opening, *last.aside.set_aside}
        if last.plan.to_open and last.opener >= 0:
            private |= {card for item in room.items for whose, card in cards_shown(item) if whose == last.opener}
        at, text = (cut.at, cut.text) if cut is not None else (0, "")
        self.hands.append(Dealt(self._pack, self._order, self._salts, at, text, tuple(room.items), frozenset(private)))


def _secret(room: RoomTable) -> tuple[tuple[int, ...], bytes]:
    if room.decks:
        return room.decks[0].order, room.decks[0].salts
    deck = room.shuffled[0]  # a hand that was over at once
    return deck.order, deck.salts


def played(
    terms: RoomTerms,
    seed: str,
    *,
    players: int,
    hands: int = 2,
    told: Callable[[Play, TableEvent | None], None] = lambda play, entry: None,
) -> Play:
    """So many hands by chance: any legal act, cuts, people who come and go, and things that are refused."""
    chance = random.Random(f"{seed} script")
    play = Play(terms, Packs(seed))
    told(play, play.entries[0])

    def do(by: str, said: s.TableCommand, **more: Any) -> None:
        told(play, play.do(Done(by, said, play.now + 700, **more)))

    stakes = terms.rules.stakes[0] if terms.rules is not None else None
    unit = stakes.min_bet if stakes is not None else 10
    chip = stakes.chip if stakes is not None else terms.tournament.chips.smallest if terms.tournament is not None else 1
    for at in range(players):
        chips = chance.choice((3, 10, 30, 100)) * unit
        do(NAMES[at], s.Sit(chips=max(chips - chips % chip, chip)))
        do(NAMES[at], s.AskShow())  # what goes by itself at the showdown tells which hand is better
    room = play.room
    for _ in range(1500):
        if len(play.hands) >= hands or room.phase == "waiting":
            break
        if not chance.randrange(10):
            _beside(play, chance, do)
        due = room.to_decide()[0]
        if room.cutter:
            if chance.random() < 0.8:
                do(room.cutter, s.CutPack(f"socks {chance.random()}"))
                continue
        elif room.chooser:
            if chance.random() < 0.9:
                told(play, play.do(_named(play, chance)))
                continue
        elif due:
            may = room.options_of(due)
            assert may is not None
            if may.open is not None and (credit := _credit(may, may.open, chance, unit)) is not None:
                told(play, play.do(Done(due, s.Act(room.clock.turn, credit), play.now + 700, refused=True)))
                continue
            # a player who times out at the showdown mucks only what is beaten: that they muck tells so much of it
            if may.due is not Due.SHOW and not chance.randrange(25):
                told(play, play.do(Done("", s.Tick(), room.alarm())))  # they have no time left
            elif may.due is Due.DRAW:
                assert room.hand is not None
                held = range(len(room.hand.hole[room.hand.seat]))
                count = chance.randint(may.discard_least, min(may.discard, len(held)))
                throws = tuple(chance.sample(held, count))
                do(due, s.Act(room.clock.turn, c.Discard()), throws=throws)
            else:
                do(due, s.Act(room.clock.turn, _command(may, chance)))
            continue
        alarm = room.alarm()
        if not alarm:
            break
        told(play, play.do(Done("", s.Tick(), max(alarm, play.now))))
    return play


def again(
    terms: RoomTerms, seed: str, script: list[Done], given: list[Dealt], told: Callable[[Play, Any], None]
) -> Play:
    """The same script with other packs."""
    play = Play(terms, Packs(seed, given))
    told(play, play.entries[0])
    for done in script:
        told(play, play.do(done))
    return play


def _command(may: Options, chance: random.Random) -> c.Command:
    pick = chance.randrange(10)
    match may.due:
        case Due.SHOW:
            return c.Muck() if may.may_muck and pick < 5 else c.Show()
        case Due.RUN:
            return c.ChooseRuns(chance.randint(1, may.runs) if pick < 2 else may.runs)
        case Due.DECLARE:
            return c.Declare(chance.randint(1, 3))
        case Due.BRING_IN if not may.may_raise or pick < 7:
            return c.BringIn()
        case Due.CONSENT:
            return c.Consent(pick < 8)
    if may.may_raise and (pick < 3 or may.due is Due.BRING_IN):
        to = chance.choice((may.raise_min, may.raise_max, chance.randint(may.raise_min, may.raise_max)))
        return c.RaiseTo(may.nearest(to))
    if may.may_fold and pick == 9 and not may.may_check:
        return c.Fold()
    if may.may_call:
        return c.Call()
    return c.Check() if may.may_check else c.Fold()


def _named(play: Play, chance: random.Random) -> Done:
    """The dealer of the next hand names its game, which may be none for so many."""
    room = play.room
    game = chance.choice(room.table.rules.mix.names)
    return Done(room.chooser, s.ChooseGame(game), play.now + 700, refused=True)


def _credit(may: Options, open_: OpenOptions, chance: random.Random, unit: int) -> c.Command | None:
    """At open stakes now and then: chips for cash, borrowed ones, or a marker; what it was given for, they must do."""
    if open_.bound:
        return c.RaiseTo(may.raise_max) if may.may_raise else c.Call()
    if chance.random() < 0.6:
        return None
    if open_.marker_call and chance.random() < 0.5:
        return c.OfferMarker()
    if open_.marker_max and chance.random() < 0.5:
        return c.OfferMarker(open_.marker_min)
    if open_.may_add and open_.folded and chance.random() < 0.5:
        return c.Borrow(unit, open_.folded[0])
    return c.Buy(unit) if open_.may_add and chance.random() < 0.3 else None


def _beside(play: Play, chance: random.Random, do: Callable[..., None]) -> None:
    """Something else than playing on: coming, going, asking; and what is refused, whoever says it."""
    room = play.room
    who = chance.choice([*room.table.places, SPECTATOR])
    here = who in room.people
    match chance.randrange(7):
        case 0 if here:
            do(who, s.AskCut(not room.people[who].cuts))
        case 1 if here:
            away = room.people[who].away_since
            do("", s.Came(who) if away else s.Went(who))
        case 2 if here and room.table.is_in_hand(who):
            chips = s.Buy(room.table.rules.stakes[0].chip)
            do(who, chips, refused=room.table.rules.open_stakes is not None)
        case 3:
            do(who, s.Act(room.clock.turn + 1, c.Discard((chance.randrange(54), chance.randrange(54)))), refused=True)
        case 4 if who != room.to_decide()[0]:
            said = chance.choice((c.Discard((7,)), c.Show(((3, 4),)), c.Check(), c.RaiseTo(7), c.Muck()))
            do(who, s.Act(room.clock.turn, said), refused=True)
        case 5 if who == room.to_decide()[0]:
            do(who, s.Act(room.clock.turn, c.Discard(tuple(range(7)))), refused=True)
        case 6:
            do(who, s.ChooseGame("holdem"), refused=True)
