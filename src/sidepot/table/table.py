"""A table over many hands, as a machine: commands become events, and events change the state.

`Table.do` is the entry point: a command (`commands`) is checked (`checks`) and becomes events (`events`), and `apply`
changes the state (`state`) by these. A refused command changes nothing. Methods like `sit` and `buy` make one command
each. `start_hand` returns a `Hand`, to be played elsewhere; `finish` takes it back when it is over. Until then, the
stacks stay as they were before the hand, so a hand that is called off leaves nothing behind.

>>> from sidepot.games.catalog import find_game
>>> from sidepot.games.limits import NoLimit
>>> from sidepot.games.mixes import single
>>> from sidepot.games.stakes import Stakes
>>> from sidepot.table.commands import Sit
>>> table = Table(TableRules(mix=single(find_game("holdem"), NoLimit()), stakes=(Stakes(blinds=(1, 2)),)))
>>> table.do(Sit(seat=0, chips=100), "ann")
(Sat(player='ann', seat=0, chips=100, at=0, waits=True),)
>>> table.sit("bob", 3, 80)  # the same, in short
>>> table.draw_button(3)
>>> hand = table.start_hand()
>>> hand.setup.stacks, hand.setup.button, table.players_in_hand
((100, 80), 1, ('ann', 'bob'))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

import msgspec

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.games.mixes import MixGame
from sidepot.games.stakes import Stakes
from sidepot.hand.hand import Hand
from sidepot.table import apply, charges, choosing, credit, dealing, finishing
from sidepot.table import commands as c
from sidepot.table.checks import check
from sidepot.table.chips import ChipSet
from sidepot.table.colour import Row
from sidepot.table.credit import Settlement
from sidepot.table.draw import FirstDraw
from sidepot.table.events import Event, HandDone, Opened, Sat
from sidepot.table.places import State
from sidepot.table.settlement import HOUSE
from sidepot.table.state import TableState
from sidepot.table.table_rules import Straddle, TableRules
from sidepot.validation.integers import int_arguments, short
from sidepot.validation.type_checks import check_fields, expect, expect_row


class Table(TableState):
    """A poker table. `TableState` explains its attributes."""

    __slots__ = ()

    def __repr__(self) -> str:
        rules = self.rules
        games = rules.mix.title if len(rules.mix.games) == 1 else f"{rules.mix.title}, {len(rules.mix.games)} games"
        hand = f"hand {self.hands + 1} is on" if self.is_hand_on else f"{self.hands} hands played"
        return f"<Table {rules.name!r}: {games}, {len(self.places)} of {rules.seats} seats taken, {hand}>"

    def copy(self) -> Table:
        """An independent copy with the same log. `copy.copy` and `copy.deepcopy` do the same."""
        made = Table.__new__(Table)
        for name in TableState.__slots__:
            setattr(made, name, getattr(self, name))
        made.log = self.log.copy()
        made.places = {player: copy(place) for player, place in self.places.items()}
        made.gone = self.gone.copy()
        made.waiting = self.waiting.copy()
        made.claims = self.claims.copy()
        made.ledger = self.ledger.copy()
        return made

    def __copy__(self) -> Table:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        return self.copy()

    # ---- from command to event

    @int_arguments
    def do(self, command: c.AnyCommand, player: str = "", at: int = 0) -> tuple[Event, ...]:
        """Carry out a command of `player` ("" for the house) at the time `at` (ms since 1970). Returns its events.

        Raises SidepotError if the command is refused. The table is then unchanged.
        """
        _check_given(command, player)
        mark = len(self.log)
        try:
            for event in check(self, command, player, at):
                self.apply(event)
        except SidepotError as error:
            from sidepot.rules.own_numbers import cite_own  # it reads the books, which only a refusal needs

            cite_own(self.rules.rulebook, error)
            raise
        return tuple(self.log[mark:])

    def may_do(self, command: c.AnyCommand, player: str = "", at: int = 0) -> bool:
        """Whether `do` would carry out this command. This does not change the table."""
        try:
            _check_given(command, player)
            next(check(self, command, player, at))
        except SidepotError:
            return False
        return True

    def apply(self, event: Event) -> None:
        """Add an event to the log and apply it. Nothing else changes a table. The event is trusted: `do` checks
        commands.
        """
        apply.APPLY[type(event)](self, event)
        self.log.append(event)

    # ---- coming and going

    def sit(self, player: str, seat: int, chips: int, at: int = 0, *, waits: bool = True) -> None:
        """Take a seat with chips bought from the house.

        With `waits`, the player waits for the big blind. Otherwise, the player posts, and is dealt in at once (PG-42).
        """
        self.do(c.Sit(seat, chips, waits), player, at)

    def buy(self, player: str, chips: int, at: int = 0) -> None:
        """Buy chips between hands (TS-1, PG-43)."""
        self.do(c.Buy(chips), player, at)

    def ask(self, player: str, chips: int) -> None:
        """Ask for chips during a hand (TS-1). They are added after the hand. If `chips` is 0, cancel the request."""
        self.do(c.Ask(chips), player)

    def top_up(self, player: str, to: int) -> None:
        """Fill the player's stack up to `to` chips before each hand (PG-1). If `to` is 0, stop doing so."""
        self.do(c.TopUp(to), player)

    def sit_out(self, player: str, at: int = 0) -> None:
        """Sit out from the next hand on. In a tournament, the player is absent: the player's hands are dealt and
        killed.
        """
        self.do(c.SitOut(), player, at)

    def come_back(self, player: str, *, waits: bool = True) -> None:
        """Come back to be dealt in again, or cancel leaving.

        After missed blinds, the player waits for the big blind (`waits`) or posts.
        """
        self.do(c.ComeBack(waits), player)

    def leave(self, player: str, at: int = 0, *, put_out: bool = False) -> None:
        """Leave with all chips after the current hand. A player who is removed (`put_out`) cannot cancel this."""
        self.do(c.PutOut() if put_out else c.Leave(), player, at)

    def move(self, player: str, seat: int, *, waits: bool = True) -> None:
        """Change seats.

        If the big blind reaches the new seat later than the old seat, the player comes in like a new player. With
        `waits`, the player waits for the big blind; otherwise, the player posts at once. If the move avoids the small
        blind, the player owes it.
        """
        self.do(c.Move(seat, waits), player)

    def petty(self, player: str, chips: int) -> None:
        """Take a small number of chips off the table, for refreshments and tips (OS-11)."""
        self.do(c.TakePetty(chips), player)

    def time_due(self, at: int) -> tuple[str, ...]:
        """The players whose time charges are due (PG-45)."""
        return tuple([place.player for place in self.seated() if charges.is_owed(self, place, at)])

    def charge_time(self, player: str, at: int) -> None:
        """Collect a player's time charge, one period in advance (PG-45). `start_hand` does so automatically."""
        self.do(c.ChargeTime(), player, at)

    def settlement(self) -> Settlement:
        """The payments that would settle all debts now, as few as possible (OS-12)."""
        return credit.settlement(self)

    def pay(self, payer: str, payee: str, chips: int) -> None:
        """Record a payment that settles a debt. Both players must have left the table (OS-11, OS-12)."""
        self.do(c.Pay(payee, chips), payer)

    # ---- the list

    def queue(self, player: str, at: int = 0, *, interest: bool = False) -> None:
        """Put a name on the waiting list for a seat or, with `interest`, on the interest list for a game."""
        self.do(c.Queue(interest), player, at)

    def unqueue(self, player: str) -> None:
        """Remove a name from the waiting lists."""
        self.do(c.Unqueue(), player)

    def seat_next(self, chips: int, at: int = 0, *, seat: int | None = None, waits: bool = True) -> str:
        """Seat the first player on the waiting list, in `seat` or in the first free seat. Returns the player's name."""
        (sat,) = self.do(c.SeatNext(chips, seat, waits), at=at)
        assert isinstance(sat, Sat)
        return sat.player

    # ---- choices for the next hand

    def draw_button(self, draw: FirstDraw | int) -> None:
        """Give the first button to the seat that was drawn or named (PG-47, PG-48)."""
        self.do(c.DrawButton(draw))

    def choose_game(self, player: str, game: str) -> None:
        """As the dealer of the next hand, name its game before the antes (PG-104)."""
        self.do(c.ChooseGame(game), player)

    def straddle(self, player: str, kind: Straddle, chips: int) -> None:
        """Straddle the next hand to a total of `chips`, before its cards are dealt."""
        self.do(c.DoStraddle(kind, chips), player)

    def bomb_pot(self, ante: int) -> None:
        """Make the next hand with a flop a bomb pot with this ante. If `ante` is 0, cancel the bomb pot."""
        self.do(c.BombPot(ante))

    def pay_bounty(self, player: str, payers: Sequence[str]) -> None:
        """Pay a player the seven-deuce bounty, because the player showed the winning cards after the hand.

        `payers` are the other players who were dealt in.
        """
        self.do(c.PayBounty(expect_row(payers, str, "payers")), player)

    def stand_up(self) -> None:
        """Begin a round of the stand-up game among all players now in the game."""
        self.do(c.StandUp())

    def end_stand_up(self) -> None:
        """End a round of the stand-up game without payment."""
        self.do(c.EndStandUp())

    def set_level(self, stakes: Sequence[Stakes]) -> None:
        """Set new stakes, one for each game of the mix. A hand in progress keeps its stakes (TDA-2013 22)."""
        self.do(c.SetLevel(expect_row(stakes, Stakes, "stakes")))

    def agree(self, rules: TableRules) -> None:
        """Agree on other terms, which apply from the next hand on."""
        self.do(c.Agree(expect(rules, TableRules, "rules")))

    def colour_up(self, rows: Iterable[Row], chips: ChipSet | None = None) -> None:
        """Book the result of a chip race or an exchange, between hands.

        `chips` is the set in play afterwards (None if it stays the same).
        """
        self.do(c.ColourUp(expect_row(rows, Row, "rows"), None if chips is None else expect(chips, ChipSet, "chips")))

    @property
    def next_game(self) -> MixGame:
        """The game of the next hand. Raises NotDue if the dealer has not named the game."""
        return self.rules.mix.games[choosing.next_turn(self, dealing.before_hand(self)).at]

    @property
    def dealer(self) -> str:
        """The player with the button in the next hand. At dealer's choice, this player names the game.

        Raises NotDue if fewer than two players can play.
        """
        return choosing.next_dealer(self)

    @property
    def next_big_blind(self) -> str:
        """The player whom the big blind reaches in the next hand; "" if the big blind does not move or no hand can
        begin.
        """
        before = dealing.before_hand(self)
        try:
            marks = dealing.plan(self, choosing.next_turn(self, before).at, before).planned.marks
        except SidepotError:
            return ""
        return (self.player_in(marks.big) or "") if marks != self.marks else ""

    @property
    def who_deals(self) -> str:
        """The dealer of the next hand: the house dealer or, without one, the player on the button (PG-52)."""
        return HOUSE if self.rules.house_dealer else self.dealer

    # ---- hands

    def start_hand(self, at: int = 0, *, dead: Sequence[str] = (), players_left: int | None = None) -> Hand:
        """Begin a hand: collect the time charges due before it, and move the button and the blinds. Then cards can be
        dealt.

        - `dead`: players with a penalty, whose hands are killed as soon as they are dealt
        - `players_left`: the number of players left in the whole tournament

        `HandBegun.dead` has the seats of `dead` players and of players absent from a tournament. Raises NotDue if fewer
        than two players can play.
        """
        self.do(c.StartHand(expect_row(dead, str, "dead"), players_left), at=at)
        if self.begun is None:
            raise Conflict("no hand has begun", code="no_hand")
        return Hand(self.begun.setup)

    def finish(self, hand: Hand, at: int = 0) -> None:
        """Book a finished hand: pay it out, add requested chips, and remove the players who asked to leave.

        A hand that was called off (`Hand.void`) changes nothing. At open stakes, markers that came back to their makers
        are torn up, and debts are recorded (`markers`, `loans`).
        """
        done = finishing.outcome(self, hand)
        self.do(c.EndHand(done) if isinstance(done, HandDone) else c.VoidHand(), at=at)

    def void(self, at: int = 0) -> None:
        """Call off the current hand. Everything is as it was before the hand."""
        self.do(c.VoidHand(), at=at)

    def share_pot(self) -> None:
        """Divide a carried pot among its claimants, if no hand follows (PG-81).

        Raises NotDue during a hand, or if no pot is carried.
        """
        self.do(c.SharePot())


def _check_given(command: object, player: object) -> None:
    """Raise BadNotation if this is not a command, or the name is invalid."""
    if not isinstance(command, msgspec.Struct):
        raise BadNotation(f"command: expected a table command, such as Sit(seat=0, chips=100), not {short(command)}")
    expect(player, str, "player")
    check_fields(command)


def replay(log: Iterable[Event]) -> Table:
    """Rebuild a table from a trusted log. Raises BadNotation, naming the first event that does not fit."""
    rest = iter(log)
    first = next(rest, None)
    if not isinstance(first, Opened):
        raise BadNotation("the log must begin with the event that opens the table")
    table = Table(first.rules)
    for at, event in enumerate(rest, start=1):
        try:
            table.apply(event)
        except SidepotError as error:
            raise BadNotation(f"event {at} ({type(event).__name__}): {error.message}") from None
        except (LookupError, ValueError):
            raise BadNotation(f"event {at} ({type(event).__name__}) does not fit the events before it") from None
    return table


__all__ = ["State", "Table", "replay"]
