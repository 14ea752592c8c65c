"""A table that anything happens to: people come and go, buy, bust, straddle, hands are played, dealt again, called off.

After every step the chips add up, the ledger balances, and the log replays; what is refused has changed nothing. What
each player has is reckoned a second time, from the commands and the hands alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import hypothesis.strategies as st
import msgspec
from few_examples import examples
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from random_setups import TIMES

from sidepot.bots.random_player import random_player
from sidepot.cards import Deck
from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import ChangeBy, find_mix, rotation, single
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded, Killed, Redealt, Returned, Voided
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH, OPEN_STAKES
from sidepot.rules.table_choices import ButtonRule, MissedBlinds
from sidepot.simulation.credit_bots import credit_player
from sidepot.table import events
from sidepot.table.colour import Row, Why
from sidepot.table.events import HandBegun
from sidepot.table.places import State
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import Kill, OpenStakes, Straddle, TableRules, TimeCharge

NAMES = st.sampled_from(["Ann", "Bob", "Eve", "Dan", "Zoe"])
SEATS = st.integers(-1, 6)
CHIPS = st.one_of(st.integers(-1, 60), st.sampled_from([20, 40, 100, 200, 201]))
STRADDLES = (Straddle.UNDER_THE_GUN, Straddle.MISSISSIPPI, Straddle.SLEEPER)


def some_rules(chance: Random, *, is_open: bool = False) -> TableRules:
    """A table of any kind: one game or several, with all that can be agreed, or little of it."""
    kind = chance.choice(("no limit", "limit", "draw", "mix", "choice", "stud"))
    rake = Rake(10, cap=3, no_flop_no_drop=False) if chance.random() < 0.3 else None
    if kind == "no limit":
        mix = single(find_game("holdem"), NoLimit())
        stakes = (Stakes(blinds=(1, 2), ante=chance.choice((0, 1)), rake=rake),)
    elif kind == "limit":
        mix = single(find_game("holdem"), FixedLimit())
        stakes = (Stakes(blinds=(1, 2), small_bet=2, rake=rake),)
    elif kind == "draw":
        mix = single(find_game("jacks-or-better"), FixedLimit())
        stakes = (Stakes(ante=3, small_bet=2, rake=rake),)
    elif kind == "stud":
        mix = single(find_game("stud"), FixedLimit())
        stakes = (Stakes(ante=1, bring_in=1, small_bet=2),)
    else:
        mix = find_mix("horse") if kind == "mix" else rotation("menu", "A menu", MENU)
        mix = rotation(mix.name, mix.title, mix.names, by=chance.choice(list(ChangeBy)), hands=chance.randint(1, 3))
        stakes = tuple([stakes_for(part.game, part.limit, 4) for part in mix.games])
    event = not is_open and chance.random() < 0.2
    return TableRules(
        seats=chance.randint(2, 6),
        mix=mix,
        stakes=stakes,
        dealers_choice=kind == "choice",
        rulebook=(OPEN_STAKES if is_open else CASH).but(
            button=chance.choice(list(ButtonRule)),
            missed_blinds=chance.choice(list(MissedBlinds)),
            shut_out=chance.random() < 0.5,
        ),
        buy_in=(24, 0) if is_open else chance.choice(((1, 0), (20, 200), (40, 100))),
        rathole_ms=chance.choice((0, 50)),
        petty=chance.choice((0, 10)),
        straddles=STRADDLES if kind == "no limit" else (),
        kill=Kill(legs=chance.choice((0, 2)), at_least=5) if kind == "limit" else None,
        bomb_every=chance.choice((0, 2)) if kind != "choice" else 0,
        bomb_ante=2,
        seven_deuce=chance.choice((0, 7, 90)) if kind in ("no limit", "limit") and not (event or is_open) else 0,
        stand_up=0 if event or is_open else chance.choice((0, 5, 90)),
        time_charge=None if event else chance.choice((None, TimeCharge(3, 40))),
        open_stakes=OpenStakes(chance.choice((0, 5, 50))) if is_open else None,
        is_tournament=event,
    )


MENU = ("nl holdem", "fl razz", "fl jacks-or-better")


class AnyTable(RuleBasedStateMachine):
    is_open = False
    table: Table
    chance: Random

    @initialize(seed=st.integers(0, 2**32))
    def open(self, seed: int) -> None:
        self.chance = Random(seed)
        while True:
            try:
                self.table = Table(some_rules(self.chance, is_open=self.is_open))
                break
            except Conflict:
                continue  # the least buy-in is too small for open stakes
        self.base = self.table.rules.stakes
        self.hand: Hand | None = None
        self.stacks: dict[str, int] = {}
        self.paid = self.got = self.petty = self.charged = self.raked = self.coloured = 0
        self.claims: dict[str, int] = {}  # at open stakes: what was counted out for who has left
        self.credit: dict[
            str, int
        ] = {}  # what each has lent and settled, less what they have borrowed and owes on markers
        self.settled: dict[str, int] = {}
        self.markers = 0
        self.clock = 0
        for player, seat in zip(("Ann", "Bob", "Eve")[: self.table.rules.seats], range(3), strict=False):
            self.try_(lambda player=player, seat=seat: self.table.sit(player, seat, 100))  # type: ignore[misc]
        self.try_(lambda: self.table.draw_button(0))

    # ---- commands

    def try_(self, command: Callable[[], Any]) -> bool:
        """Give a command; where it is refused, with a reason, nothing has changed."""
        before = replay(self.table.log)
        logged = len(self.table.log)
        try:
            command()
        except SidepotError as error:
            refused = error
        else:
            self.book(logged)
            return True
        assert refused.message
        assert self.table == before, f"{refused} changed the table"
        return False

    def book(self, logged: int) -> None:
        """Reckon what each has after what happened outside of hands."""
        for event in self.table.log[logged:]:
            match event:
                case events.Sat(player, _, chips):
                    self.stacks[player] = chips
                    claim = self.claims.get(player, 0)
                    here = min(chips, max(claim + min(self.settled.get(player, 0), 0), 0))
                    self.claims[player] = claim - here
                    self.got -= here
                    self.paid += chips - here
                case events.Bought(player, chips):
                    self.stacks[player] += chips
                    self.paid += chips
                case events.Left(player, chips):
                    assert self.stacks.pop(player) == chips
                    self.got += chips
                    if self.table.rules.open_stakes is not None:
                        self.claims[player] = self.claims.get(player, 0) + chips
                case events.Paid(payer, payee, chips):
                    self.settled[payer] = self.settled.get(payer, 0) + chips
                    self.settled[payee] = self.settled.get(payee, 0) - chips
                case events.Petty(player, chips):
                    self.stacks[player] -= chips
                    self.petty += chips
                case events.Charged(player, chips):
                    self.stacks[player] -= chips
                    self.charged += chips
                case events.PotGiven(player, chips):
                    self.stacks[player] += chips
                case events.BountyPaid(player, paid):
                    for payer, chips in paid:
                        self.move_chips(payer, player, chips, self.table.rules.seven_deuce)
                case events.StandUpOver(player, paid):
                    for payee, chips in paid:
                        self.move_chips(player, payee, chips, self.table.rules.stand_up)

    def move_chips(self, payer: str, payee: str, chips: int, most: int) -> None:
        """A player pays another in a side game: no more than agreed, and than they have."""
        assert payer != payee and 0 < chips <= min(most, self.stacks[payer])
        self.stacks[payer] -= chips
        self.stacks[payee] += chips

    @rule(player=NAMES, seat=SEATS, chips=CHIPS, waits=st.booleans())
    def sit(self, player: str, seat: int, chips: int, waits: bool) -> None:
        self.try_(lambda: self.table.sit(player, seat, chips, self.clock, waits=waits))

    @rule(player=NAMES, chips=CHIPS)
    def buy(self, player: str, chips: int) -> None:
        self.try_(lambda: self.table.buy(player, chips, self.clock))

    @rule(player=NAMES, chips=CHIPS)
    def ask(self, player: str, chips: int) -> None:
        self.try_(lambda: self.table.ask(player, chips))

    @rule(player=NAMES, to=CHIPS)
    def top_up(self, player: str, to: int) -> None:
        self.try_(lambda: self.table.top_up(player, to))

    @rule(player=NAMES)
    def sit_out(self, player: str) -> None:
        self.try_(lambda: self.table.sit_out(player, self.clock))

    @rule(player=NAMES, waits=st.booleans())
    def come_back(self, player: str, waits: bool) -> None:
        self.try_(lambda: self.table.come_back(player, waits=waits))

    @rule(player=NAMES)
    def leave(self, player: str) -> None:
        self.try_(lambda: self.table.leave(player, self.clock))

    @rule(player=NAMES, seat=SEATS, waits=st.booleans())
    def move(self, player: str, seat: int, waits: bool) -> None:
        self.try_(lambda: self.table.move(player, seat, waits=waits))

    @rule(player=NAMES, chips=st.integers(-1, 11))
    def take_petty(self, player: str, chips: int) -> None:
        self.try_(lambda: self.table.petty(player, chips))

    @rule(player=NAMES)
    def pay_for_seat(self, player: str) -> None:
        self.try_(lambda: self.table.charge_time(player, self.clock))

    @rule(player=NAMES, interest=st.booleans())
    def queue(self, player: str, interest: bool) -> None:
        self.try_(lambda: self.table.queue(player, self.clock, interest=interest))

    @rule(player=NAMES)
    def unqueue(self, player: str) -> None:
        self.try_(lambda: self.table.unqueue(player))

    @rule(chips=CHIPS)
    def seat_next(self, chips: int) -> None:
        self.try_(lambda: self.table.seat_next(chips, self.clock))

    @rule(player=NAMES, kind=st.sampled_from(STRADDLES), to=st.integers(0, 20))
    def straddle(self, player: str, kind: Straddle, to: int) -> None:
        self.try_(lambda: self.table.straddle(player, kind, to))

    @rule(player=NAMES, game=st.sampled_from(MENU))
    def choose(self, player: str, game: str) -> None:
        self.try_(lambda: self.table.choose_game(player, game))

    @rule(seat=SEATS)
    def draw_button(self, seat: int) -> None:
        self.try_(lambda: self.table.draw_button(seat))

    @rule(times=st.integers(1, 3))
    def set_level(self, times: int) -> None:
        self.try_(lambda: self.table.set_level([raised(stakes, times) for stakes in self.base]))

    @rule(ante=st.integers(0, 3))
    def bomb_pot(self, ante: int) -> None:
        self.try_(lambda: self.table.bomb_pot(ante))

    @rule(seats=st.integers(2, 6), every=st.integers(0, 3), ends=st.booleans())
    def agree(self, seats: int, every: int, ends: bool) -> None:
        up = 0 if ends else self.table.rules.stand_up
        rules = msgspec.structs.replace(self.table.rules, seats=seats, bomb_every=every, stand_up=up)
        self.try_(lambda: self.table.agree(rules))

    @rule(begins=st.booleans())
    def stand_up(self, begins: bool) -> None:
        self.try_(self.table.stand_up if begins else self.table.end_stand_up)

    @rule(player=NAMES)
    def pay_bounty(self, player: str) -> None:
        self.try_(lambda: self.table.pay_bounty(player, self.table.players))

    @rule(seat=SEATS, chips=st.integers(-20, 20), why=st.sampled_from(list(Why)))
    def colour_up(self, seat: int, chips: int, why: Why) -> None:
        if self.try_(lambda: self.table.colour_up([Row(seat, why, chips)])):
            player = self.table.player_in(seat)
            assert player is not None
            self.stacks[player] += chips
            self.coloured += chips

    @rule(by=st.integers(0, 30))
    def wait(self, by: int) -> None:
        self.clock += by

    @rule(player=NAMES, chips=st.integers(40, 100), seat=st.integers(0, 5))
    def company(self, player: str, chips: int, seat: int) -> None:
        """Somebody who plays at once, so that there are hands."""
        if self.try_(lambda: self.table.sit(player, seat, chips, self.clock, waits=False)):
            return
        self.try_(lambda: self.table.come_back(player, waits=False))

    # ---- hands

    @rule()
    def start(self) -> None:
        """Begin a hand, where one can begin."""
        if self.table.rules.dealers_choice and not self.table.is_hand_on:
            self.try_(lambda: self.table.choose_game(self.table.dealer, self.chance.choice(MENU)))
        begun: list[Hand] = []
        if not self.try_(lambda: begun.append(self.table.start_hand(self.clock))):
            return
        assert self.hand is None
        (self.hand,) = begun
        event = self.table.begun
        assert event is not None and self.hand.setup == event.setup
        assert [self.stacks[player] for player in event.players] == list(event.setup.stacks)

    @rule(count=st.integers(1, 6), seed=st.integers(0, 2**32))
    def several_hands(self, count: int, seed: int) -> None:
        """A while goes by without anything else."""
        for number in range(count):
            if self.hand is None:
                self.start()
            if self.hand is not None:
                self.play(seed + number, 10**6)

    @rule(seed=st.integers(0, 2**32))
    def one_more(self, seed: int) -> None:
        """Who has nothing buys, and a hand is played."""
        for place in self.table.seated():
            if place.state is State.BUSTED:
                self.try_(lambda player=place.player: self.table.buy(player, 40, self.clock))  # type: ignore[misc]
        self.several_hands(1, seed)

    @precondition(lambda self: self.hand is not None)
    @rule(seed=st.integers(0, 2**32), steps=st.one_of(st.just(10**6), st.integers(0, 20)))
    def play(self, seed: int, steps: int) -> None:
        """Play the hand on, to its end or for a few decisions."""
        assert self.hand is not None
        if play_on(self.hand, Random(f"{seed} {self.chance.random()}"), steps, self.table.begun):
            self.finish()

    @precondition(lambda self: self.hand is not None)
    @rule(void=st.booleans())
    def call_off(self, void: bool) -> None:
        """Deal the hand again, or call it off: the hand by itself, or through the table."""
        assert self.hand is not None
        if not void:
            self.hand.redeal()
            return
        if self.chance.random() < 0.5:
            self.hand.void()
            self.finish()
            return
        before = replay(self.table.log)
        self.try_(lambda: self.table.void(self.clock))
        self.hand = None
        assert (self.table.marks, self.table.hands, self.table.turn) == (before.marks, before.hands, before.turn)

    def finish(self) -> None:
        """Give the hand back that is over, and reckon what it did."""
        hand, begun = self.hand, self.table.begun
        assert hand is not None and begun is not None
        before, hands = dict(self.stacks), self.table.hands
        for player, stack in zip(begun.players, hand.stacks, strict=True):
            self.stacks[player] = stack
        voided = any(isinstance(event, Voided) for event in hand.log)
        self.raked += hand.raked
        owed: dict[str, int] = {}
        if not voided:
            self.lend(hand, begun)
            owed = self.tear_up(hand, begun)
        assert self.try_(lambda: self.table.finish(hand, self.clock))
        assert voided or owed == self.owed()
        assert self.table.hands == hands + (not voided)
        assert not voided or [before[player] for player in begun.players] == list(hand.stacks)
        self.hand = None

    def lend(self, hand: Hand, begun: HandBegun) -> None:
        """What came into the hand: cash, and what was lent."""
        self.paid += sum(hand.added)
        for seat, chips, lender, name in hand.loans:
            borrower = begun.players[seat]
            name = begun.players[lender] if lender >= 0 else name
            self.credit[borrower] = self.credit.get(borrower, 0) - chips
            self.credit[name] = self.credit.get(name, 0) + chips
            if lender < 0 and self.stacks.get(name, 0) >= chips:
                self.stacks[name] -= chips
            elif lender < 0:
                self.paid += chips

    def owed(self, *, waiting: bool = False) -> dict[str, int]:
        """What each owes on markers, or only on those in a pot that waits."""
        found: dict[str, int] = {}
        for marker in self.table.markers:
            assert marker.face > 0 and marker.face == sum(chips for _, chips in marker.holders) or not marker.holders
            if not (waiting and marker.holders):
                found[marker.maker] = found.get(marker.maker, 0) + marker.face
        return found

    def tear_up(self, hand: Hand, begun: HandBegun) -> dict[str, int]:
        """What each owes on markers after the hand: those that came back to their makers are not owed any more."""
        owed, waiting = self.owed(), self.owed(waiting=True)
        back = [0] * len(begun.players)
        for event in hand.log:
            if isinstance(event, Redealt):
                back = [0] * len(begun.players)
            elif isinstance(event, Returned):
                back[event.seat] += event.amount
            elif isinstance(event, Killed):
                back[event.seat] += event.refund
            elif isinstance(event, Awarded):
                for seat, chips in event.shares:
                    back[seat] += chips
        for seat, player in enumerate(begun.players):
            made = sum(face for maker, face in hand.markers if maker == seat)
            torn = min(made + waiting.get(player, 0), hand.stacks[seat], back[seat])
            self.stacks[player] -= torn
            self.markers += made - torn
            self.credit[player] = self.credit.get(player, 0) + torn - made
            owed[player] = owed.get(player, 0) + made - torn
        return {player: chips for player, chips in owed.items() if chips}

    @rule()
    def settle(self) -> None:
        """Somebody who has left pays what they owe."""
        if self.hand is not None or self.table.rules.is_tournament:
            return
        is_open = self.table.rules.open_stakes is not None
        for payment in self.table.settlement().payments:
            here = {payment.payer, payment.payee} & set(self.table.places)
            chips = self.chance.randint(0, payment.chips + 1)
            paid = self.try_(partial(self.table.pay, payment.payer, payment.payee, chips))
            assert paid == (is_open and not here and 0 < chips <= payment.chips)

    @precondition(lambda self: self.hand is not None)
    @rule()
    def finish_too_early(self) -> None:
        assert self.hand is not None
        hand = self.hand
        try:
            self.table.finish(hand, self.clock)
        except NotDue:
            return
        raise AssertionError("a hand that is not over was paid out")

    # ---- always

    @invariant()
    def the_chips_add_up(self) -> None:
        table, bank = self.table, self.table.ledger
        assert {place.player: place.stack for place in table.seated()} == self.stacks
        on_table = sum(self.stacks.values()) + table.carried
        gone = self.got + self.raked + self.charged + self.petty - self.coloured
        assert bank.issued == self.paid + self.markers == on_table + gone
        assert bank.on_table() == on_table and bank.redeemed == self.got
        assert (bank.balance("rake"), bank.balance("charges"), bank.balance("pot")) == (
            self.raked,
            self.charged,
            table.carried,
        )
        assert sum(bank.balance(account) for account in bank.accounts) == 0
        assert all(bank.balance(f"stack:{player}") == stack for player, stack in self.stacks.items())

    @invariant()
    def everybody_can_be_paid(self) -> None:
        table = self.table
        if table.rules.is_tournament or table.is_hand_on:
            return
        settlement = table.settlement()
        rest = dict(settlement.standings)
        for player in {*self.stacks, *self.claims, *self.credit}:
            reckoned = [some.get(player, 0) for some in (self.stacks, self.claims, self.credit, self.settled)]
            assert rest.get(player, 0) == sum(reckoned)
        for payment in settlement.payments:
            rest[payment.payer] += payment.chips
            rest[payment.payee] -= payment.chips
        assert not any(rest.values())
        assert table.rules.open_stakes is not None or not (table.markers or table.loans or any(self.claims.values()))

    @invariant()
    def everybody_has_a_seat_and_a_state(self) -> None:
        table = self.table
        assert len({place.seat for place in table.seated()}) == len(table.places)
        for place in table.seated():
            assert 0 <= place.seat < table.rules.seats
            assert place.stack >= 0
            assert (place.state is State.BUSTED) == (not table.in_play(place)), place
            assert place.leaving <= table.is_in_hand(place.player)
            assert not place.asked or table.is_in_hand(place.player)
        assert set(table.claims) <= set(table.places)
        assert bool(table.carried) >= bool(table.claims)
        assert not table.carried or len(table.claims) > 1 or table.is_hand_on

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        assert events.decode_log(events.encode(self.table.log)) == self.table.log
        assert replay(self.table.log) == self.table


def raised(stakes: Stakes, times: int) -> Stakes:
    return Stakes(
        ante=stakes.ante * times,
        blinds=tuple([blind * times for blind in stakes.blinds]),
        bring_in=stakes.bring_in * times,
        small_bet=stakes.small_bet * times,
        rake=stakes.rake,
    )


def play_on(hand: Hand, chance: Random, steps: int, begun: HandBegun | None) -> bool:
    """Play on at random; whether the hand is over."""
    assert begun is not None
    passive = 0.8 if hand.setup.open is None else 0.6
    player = credit_player(random_player(chance, fold=0.1, passive=passive), chance.random)
    held = {card for some in (*hand.hole, *hand.boards, hand.burns, hand.muck_pile) for card in some}
    deck = Deck([card for card in hand.plan.deck if card not in held], below=chance.randrange)
    dealer = Dealer(deck, absent=begun.dead)
    for _ in range(steps):
        if dealer.run(hand) is Due.DONE:
            return True
        hand.do(player(view_of(hand, hand.seat), options(hand, explain=False)))
    return False


class OpenTable(AnyTable):
    """The same at open stakes: in the hands chips are bought and borrowed, and markers are offered."""

    is_open = True


TestOpenTable = OpenTable.TestCase
TestOpenTable.settings = settings(max_examples=examples(20) * TIMES, stateful_step_count=60, deadline=None)
TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=examples(30) * TIMES, stateful_step_count=60, deadline=None)
