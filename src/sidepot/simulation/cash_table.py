"""Bots over a cash table, hand after hand: the result of each player, and whether the books hold.

The table is the machine of `sidepot.table`, played through its commands. All random numbers come from one source, and
time is virtual, so that the same seed gives the same session. The bots are an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from time import perf_counter
from typing import Final, NoReturn

import msgspec

from sidepot.cards import Deck
from sidepot.errors import BadNotation, Conflict, NotDue, SidepotError
from sidepot.games.mixes import PG_104
from sidepot.hand.dealer import Dealer
from sidepot.hand.hand import Hand
from sidepot.hand.playing import PlayerFailed
from sidepot.simulation.books import Books, Violation
from sidepot.simulation.bot_hand import Bot, play_out
from sidepot.simulation.credit_bots import on_credit
from sidepot.simulation.visitors import Guest, People
from sidepot.table.draw import draw_button
from sidepot.table.events import HandBegun
from sidepot.table.places import State
from sidepot.table.settlement import Payment
from sidepot.table.state import TableState
from sidepot.table.table import Table
from sidepot.table.table_rules import TableRules
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect_callable, expect_row

HAND_MS: Final = 100_000  # duration of a hand in virtual time: 36 an hour

_LOOSE: Final = ("log", "begun", "places", "ledger")

OnHand = Callable[[Hand, HandBegun], None]


class PlayerResult(msgspec.Struct, frozen=True):
    """A player's result.

    - `seat`: the seat, counted from 1 (None if the player has left)
    - `net`: the win or loss
    """

    name: str
    bot: str
    seat: int | None
    hands: int
    bought: int
    cashed_out: int
    chips: int
    net: int


class Markers(msgspec.Struct, frozen=True):
    """The totals of credit at open stakes.

    - `made`: markers made
    - `torn_up`: markers torn up
    - `owed`: markers still owed
    - `lent`: chips lent
    """

    made: int
    torn_up: int
    owed: int
    lent: int


class Simulated(msgspec.Struct, frozen=True):
    """The result of a simulation.

    - `chips_issued`: all chips issued, which are always `chips_in_play + chips_cashed_out + rake + charges`
    - `pot_waiting`: a carried pot, which is in play
    - `games`: the number of hands by game
    - `settlement`: at open stakes, who would pay whom

    At open stakes, owed markers count as issued chips. The chips of players who left, which are paid at the settlement,
    count as cashed out.
    """

    hands: int
    seconds: float
    hands_per_second: float
    chips_issued: int
    chips_in_play: int
    chips_cashed_out: int
    rake: int
    charges: int
    pot_waiting: int
    voided: int
    games: dict[str, int]
    players: tuple[PlayerResult, ...]
    violations: tuple[Violation, ...]
    markers: Markers | None = None
    settlement: tuple[Payment, ...] = ()


class Simulation:
    """A simulated table with its people, and the hands that they play.

    - `lively`: whether people arrive, sit out, leave and move
    - `on_hand`: called with each finished hand
    - `voids`: the probability that a hand is called off before its end
    """

    def __init__(
        self,
        rules: TableRules,
        guests: Sequence[Guest],
        rng: Random,
        *,
        lively: bool = False,
        voids: float = 0.0,
        hand_ms: int = HAND_MS,
        on_hand: OnHand | None = None,
    ) -> None:
        guests = expect_row(guests, Guest, "guests")
        if not hasattr(rng, "random"):
            raise BadNotation(f"rng: expected an object with random(), such as random.Random(42), got {rng!r:.60}")
        if isinstance(voids, bool) or not isinstance(voids, int | float) or not 0 <= voids <= 1:
            raise BadNotation(f"voids: expected a probability from 0 to 1, got {voids!r:.60}")
        if on_hand is not None:
            expect_callable(on_hand, "on_hand", "a function of a hand and how it began")
        hand_ms = as_int(hand_ms, "hand_ms")
        self.table = Table(rules)
        self.rng = rng
        self.voids = voids
        self.hand_ms = hand_ms
        self.on_hand = on_hand
        self.chance = chance = rng.random
        self.below: Callable[[int], int] = lambda n: int(chance() * n)
        self.people = People(self.table, list(guests), chance, lively=lively)
        if rules.open_stakes is not None:
            bots = self.people.bots.items()
            self.people.bots = {name: on_credit(bot, chance, self.people.step, self.people.most) for name, bot in bots}
        self.books = Books(self.table)
        self.at = 0
        self.seconds = 0.0

    def __repr__(self) -> str:
        return f"<Simulation: {self.books.hands} hands at {self.table!r}>"

    def __reduce__(self) -> NoReturn:
        raise Conflict("a simulation cannot be copied or pickled; start another one with the same seed")

    def run(self, hands: int, advance: Callable[[int], None] = lambda steps: None) -> Simulated:
        """Play this many more hands, or until an error is found.

        `advance` is called with the number of hands played.
        """
        hands = as_int(hands, "hands")
        started = perf_counter()
        try:
            for _ in range(hands):
                self._play_one()
                advance(1)
                if self.books.found:
                    break
            self.books.finish()
        finally:
            self.books.read()  # of a hand that was interrupted, only what was before it counts
            self.seconds += perf_counter() - started
        return self.result()

    def result(self) -> Simulated:
        """The result so far."""
        books, table = self.books, self.table
        names = table.rules.mix.names
        credit, is_open = books.on_credit, table.rules.open_stakes is not None
        return Simulated(
            hands=books.hands,
            seconds=round(self.seconds, 3),
            hands_per_second=round(books.hands / self.seconds, 1) if self.seconds else 0.0,
            chips_issued=books.issued,
            chips_in_play=books.in_play,
            chips_cashed_out=books.taken,
            rake=books.raked,
            charges=books.charged,
            pot_waiting=table.carried,
            voided=books.voided,
            games={name: books.games[at] for at, name in enumerate(names) if books.games[at]},
            players=tuple([self._player(name) for name in books.tallies]),
            violations=tuple(books.found),
            markers=Markers(credit.made, credit.torn, credit.owed, credit.lent) if is_open else None,
            settlement=table.settlement().payments if is_open and not table.is_hand_on else (),
        )

    def nets(self) -> dict[str, int]:
        """How much each player has won so far."""
        return {name: self._net(name) for name in self.books.tallies}

    def _net(self, name: str) -> int:
        tally = self.books.tallies[name]
        place = self.table.places.get(name)
        return tally.taken + (place.stack if place is not None else 0) + tally.credit - tally.bought

    def _player(self, name: str) -> PlayerResult:
        tally = self.books.tallies[name]
        place = self.table.places.get(name)
        chips = place.stack if place is not None else 0
        return PlayerResult(
            name=name,
            bot=self.people.bots[name].name,
            seat=place.seat + 1 if place is not None else None,
            hands=tally.hands,
            bought=tally.bought,
            cashed_out=tally.taken,
            chips=chips,
            net=self._net(name),
        )

    # ---- one hand

    def _play_one(self) -> None:
        at = self.at
        self.at += self.hand_ms
        self.books.hand += 1
        is_off = self.voids > 0 and self.chance() < self.voids
        try:
            self.people.come_and_go(at)
            hand = self._start(at)
            self.books.begun(at)
            begun = self.table.begun
            if begun is None:
                return
            if is_off:
                self._call_off(hand, at)
            else:
                self._play(hand, begun, at)
            self.books.ended()
        except PlayerFailed:  # somebody's own player is at fault, and not the table
            raise
        except SidepotError as error:
            self.books.breach(f"{type(error).__name__}: {error}")
            return
        if self.on_hand is not None and not is_off:
            self.on_hand(hand, begun)

    def _start(self, at: int) -> Hand:
        try:
            self._prepare()
            return self.table.start_hand(at)
        except NotDue:  # too few are in the game
            self.people.gather(at)
            self._prepare()
            return self.table.start_hand(at)

    def _prepare(self) -> None:
        """Prepare a hand: the first button, the game at dealer's choice, and straddles."""
        table = self.table
        if table.marks is None:
            seats = [place.seat for place in table.seated() if place.stack and place.state is not State.OUT]
            if len(seats) < 2:
                raise NotDue("fewer than two players have chips")
            if table.first_button not in seats:
                table.draw_button(draw_button(seats, table.rules.rulebook.first_button, Deck(below=self.below)))
        if table.rules.dealers_choice:
            self._name()
        self.people.straddle()

    def _name(self) -> None:
        """Let the dealer name a game, and another one if the first is not for that many players."""
        games = self.table.rules.mix.names
        first = self.below(len(games))
        for game in (*games[first:], *games[:first]):
            if self._may_be(game):
                return
        raise Conflict(
            f"no game that the dealer may choose can be played with this number of players: {', '.join(games)}"
        )

    def _may_be(self, game: str) -> bool:
        """Let the dealer name this game, if that many can play it. In a game without blinds, newcomers are dealt in
        too.
        """
        try:
            self.table.choose_game(self.table.dealer, game)
        except Conflict as error:
            if error.cite != PG_104:
                raise
            return False
        return True

    def _play(self, hand: Hand, begun: HandBegun, at: int) -> None:
        people, table = self.people, self.table
        if people.lively:
            people.meanwhile(at)
        bots = [people.bots[player] for player in begun.players]
        play_out(hand, self._dealer(hand, begun, bots), bots, begun.sleepers)
        here = list(table.places)
        table.finish(hand, at)
        people.note_left(here)

    def _dealer(self, hand: Hand, begun: HandBegun, bots: Sequence[Bot]) -> Dealer:
        """The dealer of a hand. Hands are tabled in order, unless a bot looks at its view and may want to muck."""
        looks = any(bot.looks for bot in bots)
        return Dealer(Deck(hand.plan.deck, below=self.below), auto_show=not looks, absent=begun.dead)

    def _call_off(self, hand: Hand, at: int) -> None:
        """Call a hand off once its cards are dealt, and check that everything is as it was before the hand."""
        table = self.table
        before = snapshot(table)
        Dealer(Deck(hand.plan.deck, below=self.below)).run(hand)
        hand.void()
        table.finish(hand, at)
        after = snapshot(table)
        changed = [name for name, value in before.items() if after[name] != value]
        if changed:
            self.books.breach(f"a hand was called off, and it has changed {', '.join(changed)}")


def snapshot(table: Table) -> dict[str, object]:
    """The state of a table apart from its log and the current hand, as immutable values."""
    slots = {name: copy(getattr(table, name)) for name in TableState.__slots__ if name not in _LOOSE}
    places = {player: msgspec.structs.astuple(place) for player, place in table.places.items()}
    ledger = table.ledger
    return {**slots, "places": places, "ledger": (dict(ledger.debits), dict(ledger.credits))}
