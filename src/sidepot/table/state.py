"""The state of a table: places, chips, the button; and simple questions about them.

`TableState` has no commands; `table` adds them. The modules that check commands, plan hands and apply events only need
this part.
"""

from __future__ import annotations

from sidepot.errors import Conflict
from sidepot.games.mixes import Turn
from sidepot.table.button import Marks
from sidepot.table.debts import Loan, Marker
from sidepot.table.events import Event, HandBegun, Opened, Parts
from sidepot.table.ledger import Ledger
from sidepot.table.places import Gone, Place, Waiting, ahead_of, by_seat, in_order
from sidepot.table.table_rules import Straddle, TableRules
from sidepot.validation.type_checks import expect


class TableState:
    """The state of a table.

    - `places`: the seated players, by name
    - `gone`: the players who have left, by name
    - `marks`: the seats of button and blinds in the last hand
    - `first_button`: the seat that was drawn before the first hand
    - `turn`: which game of the mix was played last
    - `level`: how many times the stakes have changed
    - `parked`: whether the button waits for a game with blinds (TDA-2013 10-B)
    - `chosen`: the game that the dealer named for the next hand
    - `straddles`: the straddles of the next hand
    - `carried`: the chips that wait for the next deal
    - `claims`: the chips that each claimant has anted
    - `parts`: the carried chips that some players may not win, with these players
    - `anted_only`: whether only antes are carried
    - `leg`: the player who won the last pots, and how many pots in a row
    - `killer`: the player who kills the next pot
    - `bomb`: the ante of the announced bomb pot, the next hand with a flop (0 for none)
    - `markers`, `loans`: the debts at open stakes that are still owed
    - `standing`: in a round of the stand-up game, the players who have won no pot yet
    - `in_round`: all players of this round
    """

    __slots__ = (
        "anted_only", "begun", "bomb", "carried", "chosen", "claims", "first_button", "gone", "hands", "in_round",
        "killer", "ledger", "leg", "level", "loans", "log", "markers", "marks", "parked", "parts", "places", "rules",
        "standing", "straddles", "turn", "waiting",
    )  # fmt: skip

    def __init__(self, rules: TableRules) -> None:
        self.rules = expect(rules, TableRules, "rules")
        self.log: list[Event] = [Opened(rules)]
        self.places: dict[str, Place] = {}
        self.gone: dict[str, Gone] = {}
        self.waiting: list[Waiting] = []
        self.ledger = Ledger(is_tournament=rules.is_tournament)
        self.marks: Marks | None = None
        self.first_button: int | None = None
        self.begun: HandBegun | None = None
        self.hands = 0
        self.turn = Turn()
        self.level = 0
        self.parked = False
        self.chosen: tuple[str, int] | None = None
        self.straddles: tuple[tuple[str, Straddle, int], ...] = ()
        self.carried = 0
        self.claims: dict[str, int] = {}
        self.parts: Parts = ()
        self.anted_only = True
        self.leg: tuple[str, int] = ("", 0)
        self.killer = ""
        self.bomb = 0
        self.markers: tuple[Marker, ...] = ()
        self.loans: tuple[Loan, ...] = ()
        self.standing: tuple[str, ...] = ()
        self.in_round: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in TableState.__slots__)

    @property
    def players(self) -> tuple[str, ...]:
        """The players at the table, by seat."""
        return tuple([place.player for place in self.seated()])

    def seated(self) -> list[Place]:
        """The taken seats, in seat order."""
        return by_seat(self.places.values())

    def seats(self) -> tuple[str | None, ...]:
        """The player in each seat (None if the seat is empty)."""
        taken = {place.seat: place.player for place in self.places.values()}
        return tuple([taken.get(seat) for seat in range(self.rules.seats)])

    def player_in(self, seat: int) -> str | None:
        """The player in a seat (None if the seat is empty)."""
        return next((place.player for place in self.places.values() if place.seat == seat), None)

    def place_of(self, player: str) -> Place:
        """The place of a player. Raises Conflict if no player at the table has this name."""
        place = self.places.get(expect(player, str, "player"))
        if place is None:
            there = f"at the table are {', '.join(self.players)}" if self.places else "nobody does"
            raise Conflict(f"no player named {player!r} sits here; {there}", code="not_seated")
        return place

    def stack_of(self, player: str) -> int:
        """A player's chips on the table, which everybody may know (TS-2). During a hand, it is the stack at the start
        of the hand.
        """
        return self.place_of(player).stack

    @property
    def is_hand_on(self) -> bool:
        """Whether a hand is in progress."""
        return self.begun is not None

    @property
    def players_in_hand(self) -> tuple[str, ...]:
        """The players of the hand in progress, in the order of the hand."""
        return self.begun.players if self.begun is not None else ()

    def is_in_hand(self, player: str) -> bool:
        """Whether a player is in the hand in progress."""
        return self.begun is not None and player in self.begun.players

    def lacks_claim(self, place: Place) -> bool:
        """Whether a pot is carried that other players have anted for, but this player has not (PG-81)."""
        return self.carried > 0 and place.player not in self.claims

    def has_claim(self, player: str) -> bool:
        """Whether the player has a claim to a carried pot or to a part of it (PG-81)."""
        return player in self.claims and self.carried > sum([chips for chips, barred in self.parts if player in barred])

    def in_play(self, place: Place) -> bool:
        """Whether the player has chips, or is all-in for a carried pot."""
        return place.stack > 0 or self.has_claim(place.player)

    @property
    def in_play_here(self) -> int:
        """The number of players who have chips, or are all-in for a carried pot."""
        return len([1 for place in self.places.values() if place.stack > 0 or self.has_claim(place.player)])

    def must_wait(self, place: Place) -> bool:
        """Whether a player who does not post must wait for the big blind or for the end of a carried pot.

        In a tournament, nobody has to wait.
        """
        return not self.rules.is_tournament and (place.owes or self.lacks_claim(place))

    def ahead_of(self, player: str) -> list[str]:
        """The names ahead of this player on the waiting list for a seat."""
        return ahead_of(self.waiting, player)

    @property
    def going_list(self) -> tuple[str, ...]:
        """The names on the waiting list for a seat, in the order in which they are called."""
        return tuple(in_order(self.waiting))

    @property
    def has_blinds(self) -> bool:
        """Whether any game of the table has blinds. If no game has blinds, nobody waits or posts to come in."""
        return any(stakes.blinds for stakes in self.rules.stakes)
