"""One table from hand to hand: the button, the stacks, rebuys, and chips carried over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass
from random import Random

import msgspec

from sidepot.cards import Deck
from sidepot.errors import Conflict
from sidepot.games.decks import find_deck
from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Event
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Player, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.playing import carry_out
from sidepot.hand.setup import Setup
from sidepot.hand.view_cache import PlayerViews
from sidepot.rules.rulebook import Rulebook

Tell = Callable[[Event], None]


@dataclass(eq=False)
class PlayTable:
    """The chips and the button of a table, and its hands. The seeds of the hands are derived from the table's seed.

    - `bought`: the total buy-ins of each seat, so that `stacks[seat] - bought[seat]` is the seat's result
    - `company`: the names of the bots, which take the seats in turn
    """

    game: Game
    limit: Limit
    stakes: Stakes
    rulebook: Rulebook
    _: KW_ONLY
    seats: InitVar[int]
    stack: int
    seed: int
    hands: int = 0
    carried: int = 0
    company: Sequence[str] = ("regular",)
    parts: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def __post_init__(self, seats: int) -> None:
        self.stacks = [self.stack] * seats
        self.bought = [self.stack] * seats
        self.button = seats - 1

    def setup(self) -> Setup:
        """The setup of the next hand. If a pot was carried over because nobody opened, it is dead money in this hand
        (PG-81).

        A player who was all-in for less and then bought in again can still win only the part of that pot that they
        matched (TS-4).
        """
        setup = seat_hand(
            self.game,
            self.limit,
            self.stakes,
            self.rulebook,
            self.stacks,
            button=self.button,
            carried=self.carried,
        )
        return msgspec.structs.replace(setup, parts=self.parts)

    def play(self, setup: Setup, players: Sequence[Player], tell: Tell = lambda event: None) -> Hand:
        """Deal and play one hand, and call `tell` with each event. Then settle the stacks and move the button."""
        self.hands += 1
        deck = Deck(find_deck(self.game.deck).cards, below=Random(f"{self.seed} hand {self.hands}").randrange)
        hand = play_hand(setup, deck, players, tell)
        if sum(hand.stacks) + hand.carried + hand.raked != sum(setup.stacks) + setup.carried:
            raise Conflict(f"chips were lost in hand {self.hands} of seed {self.seed}")
        self.stacks = list(hand.stacks)
        self.carried = hand.carried
        seats = range(len(self.stacks))
        waits = [(chips, tuple([at for at in seats if not barred >> at & 1])) for chips, barred, _ in hand.aside.waits]
        self.parts = tuple([part for part in waits if part[1] != tuple(seats)])
        self.button = (self.button + 1) % len(self.stacks)
        return hand

    def rebuy(self) -> list[int]:
        """Let players without chips rebuy the starting stack (SD-9). Returns their seats."""
        broke = [seat for seat, stack in enumerate(self.stacks) if not stack]
        for seat in broke:
            self.stacks[seat] += self.stack
            self.bought[seat] += self.stack
        return broke


def play_hand(setup: Setup, deck: Deck, players: Sequence[Player], tell: Tell = lambda event: None) -> Hand:
    """Play one hand with an automatic dealer, and call `tell` with each event.

    Each player decides from the view of their own seat.
    """
    hand = Hand(setup)
    dealer = Dealer(deck)
    views = PlayerViews(hand)
    shown = 0

    def catch_up() -> None:
        nonlocal shown
        for event in hand.log[shown:]:
            tell(event)
        shown = len(hand.log)

    while True:
        due = dealer.run(hand)
        catch_up()
        if due is Due.DONE:
            return hand
        allowed = options(hand, explain=False)
        carry_out(hand, players[hand.seat](views.of(hand.seat), allowed))
        catch_up()
