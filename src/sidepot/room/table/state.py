"""The state of a table of the room, and what can be read off it.

`apply` and the handlers of commands (`play/`) change it. `RoomTable` adds the commands, and the way from the log.

In code a table of the room is called `room`, since `table` is the library's table in it (`sidepot.table`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.cards import Below
from sidepot.hand.due import DONE
from sidepot.hand.legal.options import Options, options
from sidepot.room.fairness import chain
from sidepot.room.fairness.decks import SealedDeck
from sidepot.room.fairness.items import Item, Shuffled
from sidepot.room.fairness.shuffle import OS, Source, os_below
from sidepot.room.table.events import AtTournament, Clock, Person
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.table.table import Table

if TYPE_CHECKING:
    from sidepot.hand.dealer import Dealer
    from sidepot.hand.hand import Hand
    from sidepot.room.store.rows import Leg
    from sidepot.room.table.commands import Sit
    from sidepot.room.table.events import Line, Reported
    from sidepot.table.events import HandBegun

UNDEALT: Final = 2  # items before the cards are dealt or cut: the heading and the shuffle
Secrets = Callable[[str], SealedDeck | None] | Mapping[str, SealedDeck]  # by root, in hexadecimal


class Chance(NamedTuple):
    """Where chance comes from: numbers, a fresh source for each pack, and the bytes of salts and seeds."""

    below: Callable[[], Below] = os_below
    salts: Source = OS


class HandAt(NamedTuple):
    """Where a finished hand is in the log of its table, and the hash of the chain before it."""

    first_seq: int
    last_seq: int
    before: bytes


class Spoken:
    """The ids of the last commands of one account, and the time of the last one."""

    __slots__ = ("at", "ids")

    def __init__(self) -> None:
        self.at = 0
        self.ids: list[str] = []


class RoomState:
    """The state of a table of the room.

    `table` is the library's table: seats, stacks, the button. `hand` is the current hand, `last` the one before if none
    is on; `begun` says who was dealt in, and `items` what has happened in it; `showed` are the cards that players
    showed after it. `hands` has the place of each finished hand in the log, `link` is the hash of the chain after the
    last one. `decks` are the sealed decks of the current hand, `shuffled` those of the last event. `busted`: since when
    each player without chips has none; `queue` has the requests of those who wait for a seat, and `requests` those that
    a host is to answer. `closing`: it closes when the hand is over; `over`: for good; `frozen`: why; `paused` by its
    host; `watched`: there are spectators.

    `ids` are the remembered commands, `spoken` those by account, the latest at the end. `accounts` has the account of
    each name at the table, `names` the reverse (`people`). `accepted` has the version of the terms that each account
    has accepted, and when; `version` is the one to accept, once it is worked out (`agreement`). `booked` is what the
    last event posts to the books of the club (`booking`). Of talk, `lines` are the last ones, some of which wait for
    the end of the hand if it `holds` them; `silenced` are the accounts, or names, that may not write, with their
    names; `reports` wait for the host, and `talk_pace` has the times at which people wrote last (`chat`).
    `at_tournament`, at a table of an online tournament: how far it has followed the orders (`tournament`).
    """

    __slots__ = (
        "accepted", "accounts", "at", "at_tournament", "begun", "booked", "busted", "chance", "clock", "closing",
        "dealer", "decks", "first_seq", "frozen", "hand", "hands", "holds", "id", "ids", "items", "last", "lines",
        "link", "names", "over", "paused", "people", "queue", "reports", "requests", "seq", "showed", "shuffled",
        "silenced", "spoken", "table", "talk_pace", "terms", "version", "watched",
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
        self.booked: tuple[Leg, ...] = ()
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
        self.spoken: dict[str, Spoken] = {}
        self.showed: dict[str, tuple[int, ...]] = {}
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
        return f"<RoomTable {self.id!r} at entry {self.seq}, {self.phase}>"

    # ---- what there is to see

    @property
    def timing(self) -> Timing:
        """The times that people have here now."""
        return (
            self.at_tournament.timing
            if self.at_tournament is not None and self.at_tournament.timing is not None
            else self.terms.timing
        )

    @property
    def phase(self) -> str:
        """The phase: waiting (for players), choosing, cutting, playing, between, paused, frozen or over."""
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

    def known(self, id: str) -> int | None:
        """The number of the event by which the command with this id was carried out."""
        return self.ids.get(id)

    def to_decide(self) -> tuple[str, int]:
        """The player whose decision in the hand is due, and its number; nobody's is "" with the number of the last one.

        While clocks are stopped, the table waits for nobody.
        """
        hand = self.hand
        if hand is None or hand.due is DONE or not self.is_dealt or self.clock.stopped_at:
            return "", self.clock.turn
        return self.clock.player, self.clock.turn

    @property
    def chooser(self) -> str:
        """The player asked to name the game of the next hand."""
        return self.clock.player if self.hand is None else ""

    @property
    def cutter(self) -> str:
        """The player who may cut the pack now."""
        return self.clock.player if self.hand is not None and not self.is_dealt else ""

    def options_of(self, player: str) -> Options | None:
        """A player's options in the hand now, with the reasons; None if another decides."""
        hand = self.hand
        if hand is None or not player or self.clock.player != player:
            return None
        if self.clock.stopped_at or hand.due is DONE or len(self.items) <= UNDEALT:  # see `to_decide`
            return None
        return options(hand, names=self.begun.players if self.begun is not None else ())

    @property
    def is_dealt(self) -> bool:
        """Whether the deal of the current hand has begun: before that, its pack may be cut."""
        return self.hand is not None and len(self.items) > UNDEALT

    @property
    def lacks(self) -> list[str]:
        """The roots of shuffles in the current hand with secrets still needed to go on, in order."""
        if self.hand is None:
            return []
        return [item.root for item in self.items if isinstance(item, Shuffled)][len(self.decks) :]
