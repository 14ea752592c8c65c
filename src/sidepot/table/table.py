"""A table over many hands: the fold of its events, as a hand is of its own.

Commands check themselves against the rules, then apply what happens; a command that is refused changes nothing.
`start_hand` gives a `Hand`, which is played by whoever plays hands; `finish` takes it back when it is over. Until then
the table stands as it was before it, so that a hand that is called off leaves nothing behind.

>>> from sidepot.games.catalog import find_game
>>> from sidepot.games.limits import NoLimit
>>> from sidepot.games.mixes import single
>>> from sidepot.games.stakes import Stakes
>>> table = Table(TableRules(mix=single(find_game("holdem"), NoLimit()), stakes=(Stakes(blinds=(1, 2)),)))
>>> table.sit("ann", 0, 100)
>>> table.sit("bob", 3, 80)
>>> table.draw_button(3)
>>> hand = table.start_hand()
>>> hand.setup.stacks, hand.setup.button, table.players_in_hand
((100, 80), 1, ('ann', 'bob'))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sidepot.errors import BadNotation, NotDue, SidepotError
from sidepot.games.mixes import MixGame
from sidepot.games.stakes import Stakes
from sidepot.hand.hand import Hand
from sidepot.table import apply, charges, choosing, credit, dealing, finishing, pot_waits, seats, waiting
from sidepot.table import events as e
from sidepot.table.chips import ChipSet
from sidepot.table.colour import Row
from sidepot.table.credit import Settlement
from sidepot.table.draw import FirstDraw
from sidepot.table.events import Event, Opened
from sidepot.table.places import State
from sidepot.table.settlement import HOUSE
from sidepot.table.state import Columns
from sidepot.table.table_rules import Straddle, TableRules, check_stakes
from sidepot.whole import whole, whole_arguments


class Table(Columns):
    """A table: who sits where with what, where the button is, and the hand that is on (`begun`).

    What its attributes are is told at `Columns`.
    """

    __slots__ = ()

    # ---- coming and going

    @whole_arguments
    def sit(self, player: str, seat: int, chips: int, at: int = 0, *, waits: bool = True) -> None:
        """Take a seat with chips from the bank: for the big blind he waits, or posts to be dealt in at once (PG-42)."""
        seats.check_sit(self, player, seat, chips, at)
        self.apply(e.Sat(player, seat, chips, at, waits))

    @whole_arguments
    def buy(self, player: str, chips: int, at: int = 0) -> None:
        """Buy chips, between hands (TS-1, PG-43)."""
        seats.check_buy(self, self.place_of(player), chips)
        self.apply(e.Bought(player, chips, at))

    @whole_arguments
    def ask(self, player: str, chips: int) -> None:
        """Ask for chips in a hand: they come when it is over (TS-1). 0 takes it back."""
        seats.check_ask(self, self.place_of(player), chips)
        self.apply(e.Asked(player, chips))

    @whole_arguments
    def top_up(self, player: str, to: int) -> None:
        """Have a stack filled up to so much before each hand (PG-1); 0: no longer."""
        seats.check_top_up(self, self.place_of(player), to)
        self.apply(e.TopUp(player, to))

    @whole_arguments
    def sit_out(self, player: str, at: int = 0) -> None:
        """Sit out from the next hand on; in an event the player is absent then, and his hands are killed."""
        seats.check_out(self.place_of(player))
        self.apply(e.SatOut(player, at))

    def come_back(self, player: str, *, waits: bool = True) -> None:
        """Be dealt in again, or stay after all: who has missed blinds waits for the big one, or posts."""
        seats.check_back(self, self.place_of(player))
        self.apply(e.CameBack(player, waits))

    @whole_arguments
    def leave(self, player: str, at: int = 0, *, put_out: bool = False) -> None:
        """Leave the table with all one has; from a hand that is on, when it is over. Who is `put_out` cannot stay."""
        place = self.place_of(player)
        if not self.is_in_hand(player):
            self._leave(player, at)
        elif place.leaving and (place.put_out or not put_out):
            raise NotDue(f"{player} leaves when this hand is over", code="is_leaving")
        else:
            self.apply(e.Leaves(player, put_out))

    @whole_arguments
    def move(self, player: str, seat: int, *, waits: bool = True) -> None:
        """Change one's seat; to where the big blind comes later, like a new player; a small one he dodges he owes."""
        place = self.place_of(player)
        seats.check_move(self, place, seat)
        later, passed = seats.comes_later(self, place, seat), seats.is_passed(self, place, seat)
        self.apply(e.Moved(player, seat, later, waits, passed))

    @whole_arguments
    def petty(self, player: str, chips: int) -> None:
        """Take a little off the table, for refreshments and tips (OS-11)."""
        seats.check_petty(self, self.place_of(player), chips)
        self.apply(e.Petty(player, chips))

    def time_due(self, at: int) -> tuple[str, ...]:
        """Whose seat is to be paid for now (PG-45)."""
        return tuple([place.player for place in self.seated() if charges.is_owed(self, place, at)])

    @whole_arguments
    def charge_time(self, player: str, at: int) -> None:
        """Take what a seat costs, for one period in advance (PG-45). The same is done before each hand."""
        place = self.place_of(player)
        if self.is_in_hand(player):
            raise NotDue(
                f"{player} is in the hand that is on; after it he pays for his seat", charges.IN_ADVANCE, code="in_hand"
            )
        self.apply(charges.charge_for(self, place, place.stack, at))

    def settlement(self) -> Settlement:
        """Who would pay whom if play were over now, in the fewest payments (OS-12)."""
        return credit.settlement(self)

    @whole_arguments
    def pay(self, payer: str, payee: str, chips: int) -> None:
        """Put on record what one pays another to settle, once neither sits at the table (OS-11, OS-12)."""
        self.apply(credit.payment(self, payer, payee, chips))

    # ---- the list

    @whole_arguments
    def queue(self, player: str, at: int = 0, *, interest: bool = False) -> None:
        """Put a name on the list for a seat, or of those with an `interest` in a game."""
        waiting.check_queue(self, player, interest=interest)
        self.apply(e.Queued(player, interest, at))

    def unqueue(self, player: str) -> None:
        """Take a name off the lists."""
        waiting.check_unqueue(self, player)
        self.apply(e.Unqueued(player))

    @whole_arguments
    def seat_next(self, chips: int, at: int = 0, *, seat: int | None = None, waits: bool = True) -> str:
        """Seat who is first on the list, in that `seat` or the first that is free; his name."""
        player = waiting.next_up(self)
        if seat is None:
            seat = self.seats().index(None)
        self.sit(player, seat, chips, at, waits=waits)
        return player

    # ---- what the next hand is played for

    def draw_button(self, draw: FirstDraw | int) -> None:
        """Give the first button to the seat that it was drawn for, or that is named (PG-47, PG-48)."""
        drawn = draw if isinstance(draw, FirstDraw) else whole(draw, "the seat with the button")
        choosing.check_first_button(self, drawn)
        self.apply(e.ButtonDrawn(drawn) if isinstance(drawn, int) else e.ButtonDrawn(drawn.seat, drawn))

    def choose_game(self, player: str, game: str) -> None:
        """Name the game of the next hand: who deals it does, before the antes, for that hand (PG-104)."""
        self.apply(choosing.choice(self, self.place_of(player), game))

    @whole_arguments
    def straddle(self, player: str, kind: Straddle, chips: int) -> None:
        """Straddle the next hand."""
        self.apply(choosing.straddle(self, self.place_of(player), kind, chips))

    def set_level(self, stakes: Sequence[Stakes]) -> None:
        """New stakes, one for each game; a hand that is on is played out at its own (TDA-2013 22)."""
        check_stakes(self.rules.mix, tuple(stakes))
        self.apply(e.LevelSet(tuple(stakes)))

    def agree(self, rules: TableRules) -> None:
        """Other terms for the next hand on."""
        choosing.check_terms(self, rules)
        self.apply(e.Agreed(rules))

    def colour_up(self, rows: Iterable[Row], chips: ChipSet | None = None) -> None:
        """Book what came of a race or an exchange, between hands; `chips` are those in play from then on."""
        booked = finishing.booked(self, rows)
        self.apply(e.Coloured(booked, chips))

    @property
    def next_game(self) -> MixGame:
        """The game of the next hand. Raises NotDue where its dealer has not named it yet."""
        return self.rules.mix.games[choosing.next_turn(self, dealing.before_hand(self)).at]

    @property
    def dealer(self) -> str:
        """Who has the button in the next hand, and at dealer's choice names its game. Raises NotDue without two."""
        return choosing.next_dealer(self)

    @property
    def who_deals(self) -> str:
        """Who deals the next hand: the house, or where it has no dealer, the player with the button (PG-52)."""
        return HOUSE if self.rules.house_dealer else self.dealer

    # ---- hands

    @whole_arguments
    def start_hand(self, at: int = 0, *, dead: Sequence[str] = (), players_left: int | None = None) -> Hand:
        """Begin a hand: what is due before it is paid, button and blinds go on, and the cards can be dealt.

        `dead` are players whose hands are killed once they are dealt (a penalty); `HandBegun.dead` has their seats and
        those of who is absent in an event. `players_left` is how many are left in the whole event. Raises NotDue where
        there are not two to play.
        """
        choosing.check_between_hands(self, "a new hand begins")
        before = dealing.before_hand(self, at)
        turn = choosing.next_turn(self, before)
        begun = dealing.next_hand(self, turn, before, at, dead, players_left)
        hand = Hand(begun.setup)
        for event in before.happens:
            self.apply(event)
        self.apply(begun)
        return hand

    @whole_arguments
    def finish(self, hand: Hand, at: int = 0) -> None:
        """Take the hand back that is over: pay it out, bring the chips that were asked for, let go who leaves.

        A hand that was called off (`Hand.void`) leaves everything as it was before it. At open stakes the markers that
        came back to their makers are torn up, and what is owed is put on record (`markers`, `loans`).
        """
        self.apply(finishing.outcome(self, hand))
        self.after_hand(at)

    @whole_arguments
    def void(self, at: int = 0) -> None:
        """Call the hand off that is on: everything is as it was before it."""
        self.apply(finishing.called_off(self))
        self.after_hand(at)

    def after_hand(self, at: int) -> None:
        for event in finishing.asked(self, at):
            self.apply(event)
        for place in self.seated():
            if place.leaving:
                self._leave(place.player, at)
        self._give_pot()

    def share_pot(self) -> None:
        """Divide a pot that waits among those who have a claim to it, where no hand follows that could win it (PG-81).

        Raises NotDue while a hand is on, and where no pot waits.
        """
        choosing.check_between_hands(self, "a pot that waits is divided")
        if not self.carried:
            raise NotDue("no pot waits", code="no_pot_waits")
        for given in pot_waits.shares(self):
            self.apply(given)

    def _leave(self, player: str, at: int) -> None:
        self.apply(e.Left(player, self.places[player].stack, at))
        self._give_pot()

    def _give_pot(self) -> None:
        given = pot_waits.last_claim(self)
        if given is not None:
            self.apply(given)

    # ---- the fold

    def apply(self, event: Event) -> None:
        """Take one event in. It is trusted: commands are what checks."""
        apply.APPLY[type(event)](self, event)
        self.log.append(event)


def replay(log: Iterable[Event]) -> Table:
    """The table that a trusted log tells of. Raises BadNotation, naming the first event that nobody can follow."""
    told = iter(log)
    first = next(told, None)
    if not isinstance(first, Opened):
        raise BadNotation("a log begins with the event that the table was opened, which holds its rules")
    table = Table(first.rules)
    for at, event in enumerate(told, start=1):
        try:
            table.apply(event)
        except SidepotError as error:
            raise BadNotation(f"event {at} ({type(event).__name__}): {error.message}") from None
        except (LookupError, ValueError):
            raise BadNotation(f"event {at} ({type(event).__name__}) does not fit what was before it") from None
    return table


__all__ = ["State", "Table", "replay"]
