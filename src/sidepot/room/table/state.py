"""The state of a table of the room, and questions about it.

`apply` and the handlers of commands (`play/`) change it. `RoomTable` adds the commands and the replay.

In the code, a table of the room is called `room`, because `table` is the library's table inside it (`sidepot.table`).
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.cards import Below
from sidepot.hand.due import DONE
from sidepot.hand.legal.options import Options, options
from sidepot.hand.rabbit import can_hunt
from sidepot.room.fairness import chain
from sidepot.room.fairness.decks import SealedDeck
from sidepot.room.fairness.items import Item, Shuffled
from sidepot.room.fairness.shuffle import OS, Source, os_below
from sidepot.room.table.events import AtTournament, Change, Clock, Person, RecentIds
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.table.table import Table

if TYPE_CHECKING:
    from sidepot.hand.dealer import Dealer
    from sidepot.hand.hand import Hand
    from sidepot.room.store.rows import BookChange
    from sidepot.room.table.commands import Sit
    from sidepot.room.table.events import Line, Reported
    from sidepot.table.events import HandBegun

UNDEALT: Final = 2  # items before the deal or the cut: the heading and the shuffle
_SEEDS: Final = 2**16
Secrets = Callable[[str], SealedDeck | None] | Mapping[str, SealedDeck]  # by root, in hexadecimal


class Chance(NamedTuple):
    """The sources of chance.

    - `below`: returns a new source of random numbers for each deck
    - `salts`: the source of the random bytes for salts and seeds
    """

    below: Callable[[], Below] = os_below
    salts: Source = OS

    def rng(self) -> Random:
        """A generator of random numbers for everything except cards, such as the names of bots."""
        return Random(self.below()(_SEEDS))


class HandAt(NamedTuple):
    """Where a finished hand is in the log of its table, and the chain's link before the hand."""

    first_seq: int
    last_seq: int
    before: bytes


class RoomState:
    """The state of a table of the room.

    The hands (see `hands`):

    - `table`: the library's table: seats, stacks, the button
    - `hand`, `last`: the current hand and, between hands, the previous hand
    - `begun`: the players dealt in
    - `items`: the items of the hand
    - `showed`: the cards shown after the hand
    - `rabbit`: the board cards that would have come, if a player asked for them
    - `hands`: where each finished hand is in the log
    - `link`: the chain's link after the last finished hand
    - `decks`: the sealed decks of the current hand, or of the last one while its rabbit hunt is possible
    - `shuffled`: the sealed decks of the last event

    People, seats and money (see `people`, `agreement` and `booking`):

    - `accounts`, `names`: the account of each name at the table, and the name of each account
    - `busted`: when each player without chips lost the last chips
    - `queue`: the requests of players who wait for a seat
    - `requests`: the requests that a host must answer
    - `watched`: there are spectators
    - `ids`, `recent_ids`: the remembered commands, and the same by account, latest last
    - `accepted`: the version of the terms that each account has accepted, and when
    - `version`: the version of the `terms`, once it has been computed
    - `terms_seq`: the number of the event that has the terms
    - `change`: the announced change of the terms, which takes effect before the next hand
    - `booked`: the postings of the last event to the club's books

    The course of the table:

    - `closing`: the table closes after the hand
    - `over`: the table is closed
    - `frozen`: the error that froze the table ("" for none)
    - `paused`: the host has paused the table
    - `at_tournament`: at a table of an online tournament, the orders that it has carried out (see `tournament`)

    The chat (see `chat`):

    - `lines`: the last lines
    - `holds`: some lines wait for the end of the hand
    - `silenced`: the accounts or names that may not write, each with the name to show
    - `reports`: the reports that wait for the host
    - `talk_pace`: when each person wrote last
    """

    __slots__ = (
        "accepted", "accounts", "at", "at_tournament", "begun", "booked", "busted", "chance", "change", "clock",
        "closing", "dealer", "decks", "first_seq", "frozen", "hand", "hands", "holds", "id", "ids", "items", "last",
        "lines", "link", "names", "over", "paused", "people", "queue", "rabbit", "recent_ids", "reports", "requests",
        "seq", "showed", "shuffled", "silenced", "table", "talk_pace", "terms", "terms_seq", "version", "watched",
    )  # fmt: skip

    def __init__(self, id: str, terms: RoomTerms, chance: Chance) -> None:
        self.id = id
        self.terms = terms
        self.chance = chance
        self.seq = 0
        self.at = 0
        self.clock = Clock()
        self.people: dict[str, Person] = {}
        self.accounts: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.accepted: dict[str, tuple[str, int]] = {}
        self.version = ""
        self.terms_seq = 1
        self.change: Change | None = None
        self.booked: tuple[BookChange, ...] = ()
        self.link = chain.START
        self.at_tournament = AtTournament() if terms.of_tournament is not None else None
        self.table = Table(terms.rules)
        self.hand: Hand | None = None
        self.last: Hand | None = None
        self.begun: HandBegun | None = None
        self.items: list[Item] = []
        self.hands: dict[int, HandAt] = {}
        self.decks: list[SealedDeck] = []
        self.shuffled: list[SealedDeck] = []
        self.dealer: Dealer | None = None
        self.first_seq = 0
        self.ids: dict[str, int] = {}
        self.recent_ids: dict[str, RecentIds] = {}
        self.showed: dict[str, tuple[int, ...]] = {}
        self.rabbit: tuple[int, ...] = ()
        self.lines: list[Line] = []
        self.holds = False
        self.silenced: dict[str, str] = {}
        self.reports: list[Reported] = []
        self.talk_pace: dict[str, tuple[int, ...]] = {}
        self.busted: dict[str, int] = {}
        self.queue: dict[str, Sit] = {}
        self.requests: dict[str, Sit] = {}
        self.closing = False
        self.over = False
        self.frozen = ""
        self.paused = False
        self.watched = True

    def __repr__(self) -> str:
        return f"<RoomTable {self.id!r} at event {self.seq}, {self.phase}>"

    # ---- questions

    @property
    def timing(self) -> Timing:
        """The time limits that apply at the table now."""
        return (
            self.at_tournament.timing
            if self.at_tournament is not None and self.at_tournament.timing is not None
            else self.terms.timing
        )

    @property
    def phase(self) -> str:
        """The phase of the table: waiting, choosing, cutting, playing, between, paused, frozen or over.

        While waiting, the table needs more players. While choosing, its dealer names the game. Between means between
        two hands.
        """
        if self.over:
            return "over"
        if self.frozen:
            return "frozen"
        if self.clock.stopped_at:
            return "paused"
        if self.hand is not None:
            return "playing" if self.is_dealt else "cutting"
        if self.clock.player:
            return "choosing"
        return "between" if self.clock.next_at else "waiting"

    def to_decide(self) -> tuple[str, int]:
        """The player who must decide, and the number of the decision. Nobody must decide while the clocks are stopped.

        If nobody must decide, the player is "", and the number is that of the last decision.
        """
        hand = self.hand
        if hand is None or hand.due is DONE or not self.is_dealt or self.clock.stopped_at:
            return "", self.clock.turn
        return self.clock.player, self.clock.turn

    @property
    def chooser(self) -> str:
        """The player who must name the game of the next hand ("" if nobody must)."""
        return self.clock.player if self.hand is None else ""

    @property
    def cutter(self) -> str:
        """The player who may cut the deck now ("" if nobody may)."""
        return self.clock.player if self.hand is not None and not self.is_dealt else ""

    def options_of(self, player: str) -> Options | None:
        """What a player may do in the hand now, with reasons (None if it is not the player's turn)."""
        hand = self.hand
        if hand is None or not player or self.clock.player != player:
            return None
        if self.clock.stopped_at or hand.due is DONE or len(self.items) <= UNDEALT:  # see `to_decide`
            return None
        return options(hand, names=self.begun.players if self.begun is not None else ())

    @property
    def is_dealt(self) -> bool:
        """Whether the cards of the current hand are being dealt. Before that, its deck may be cut."""
        return self.hand is not None and len(self.items) > UNDEALT

    @property
    def lacks(self) -> list[str]:
        """The roots of the shuffles whose secrets are still missing, in order.

        The secrets are needed for the current hand or, after the hand, for the rabbit hunt.
        """
        if self.hand is None and (self.last is None or self.rabbit or not can_hunt(self.last)):
            return []
        return [item.root for item in self.items if isinstance(item, Shuffled)][len(self.decks) :]
