"""The state of a tournament of the room: the library's tournament, persons, tables and pending orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sidepot.room.table.agreement import tournament_agreement
from sidepot.room.tournament.events import News, Offer
from sidepot.room.tournament.live_state import LiveState
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament.auto_director import Director
from sidepot.tournament.entrants import Status
from sidepot.tournament.events import TableOpened
from sidepot.tournament.tournament import Tournament

if TYPE_CHECKING:
    from sidepot.room.store.rows import BookChange
    from sidepot.room.table.commands import Order
    from sidepot.tournament.clock import Reading


class RoomTournamentState:
    """The state of a tournament of the room, online or live.

    - `secret`: the secret of its envelopes
    - `accounts`, `names`: the account of each name, and the name of each account
    - `bots`: the strength of each bot
    - `opened`: the event that opened each table, by table number
    - `tables`: the id in the room of each table
    - `last_order`: the number of the last order to each table
    - `began`: the number of the order that began the last hand of each table
    - `next_at`: when the next hand can begin at each table
    - `stands`: the paused tables
    - `outbox`: the orders that a table may not have carried out yet
    - `busted`: for each player who has busted and may come back, when the player busted
    - `offer`, `offers`: the offered deal, and the number of offers so far
    - `offered`: the level in which each player last offered a deal
    - `paused`: the staff paused the tournament
    - `frozen`: the error that stopped it
    - `called_off`: why it was called off before it began
    - `money`: what everybody has paid and won
    - `booked`: the postings of the last event to the club's books
    - `accepted`: the version of the terms that each account has accepted, and when
    - `agreement`: the current version of the terms, once it has been computed
    - `banks`: the time banks, in milliseconds, of the people who do not have a full one
    - `flights`: on a final day, the tournament of each flight
    - `brought`: the number of players from each finished flight
    - `dropped`: why the staff called the final day off before it began
    """

    __slots__ = (
        "accepted", "accounts", "agreement", "at", "banks", "began", "booked", "bots", "brought", "busted",
        "called_off", "director", "dropped", "flights", "frozen", "id", "ids", "is_last", "last_order", "live", "money",
        "names", "news", "next_at", "offer", "offered", "offers", "opened", "outbox", "over", "paused", "secret", "seq",
        "stands", "tables", "terms", "tournament",
    )  # fmt: skip

    def __init__(
        self, id: str, terms: TournamentTerms, seed: str, *, at: int = 0, by: str = "", secret: str = ""
    ) -> None:
        self.id = id
        self.secret = secret
        self.terms = terms
        self.seq = 0
        self.at = at
        self.tournament = Tournament(terms.structure, seed, at=at, by=by, live=terms.live, draft=terms.draft)
        self.live = LiveState()
        self.director: Director | None = None
        self.accounts: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.bots: dict[str, str] = {}
        self.opened: dict[int, TableOpened] = {}
        self.tables: dict[int, str] = {}
        self.last_order: dict[int, int] = {}
        self.began: dict[int, int] = {}
        self.next_at: dict[int, int] = {}
        self.stands: set[int] = set()
        self.outbox: dict[int, list[Order]] = {}
        self.busted: dict[str, int] = {}
        self.offer: Offer | None = None
        self.offers = 0
        self.offered: dict[str, int] = {}
        self.news: list[News] = []
        self.paused = False
        self.frozen = ""
        self.called_off = ""
        self.is_last = False
        self.over = False
        self.money: Mapping[tuple[str, str], int] = {}
        self.booked: tuple[BookChange, ...] = ()
        self.ids: dict[str, int] = {}
        self.accepted: dict[str, tuple[str, int]] = {}
        self.agreement = ""
        self.banks: dict[str, int] = {}
        self.flights: dict[str, str] = {}
        self.brought: dict[str, int] = {}
        self.dropped = ""

    def __repr__(self) -> str:
        return f"<RoomTournament {self.id!r} at event {self.seq}, {self.phase}>"

    # ---- questions

    @property
    def phase(self) -> str:
        """The phase of the tournament after its last event."""
        return self.phase_at(self.tournament.reading(self.moment(0)))

    def phase_at(self, reading: Reading) -> str:
        """The phase of the tournament when the clock shows this reading.

        It is one of draft, registering, seated (not started yet), running, break, deal, paused, frozen, called off, or
        over.
        """
        if self.called_off or self.tournament.reports.cancelled:
            return "called off"
        if self.over:
            return "over"
        if self.frozen:
            return "frozen"
        if not self.tournament.is_seated and not self.tournament.clock.begun:
            return "draft" if self.tournament.reports.draft else "registering"
        if self.terms.live and not self.tournament.clock.running:
            return "paused" if self.tournament.clock.begun else "seated"
        if self.paused:
            return "paused"
        if self.offer is not None:
            return "deal"
        return "break" if reading.is_break else "running"

    def moment(self, now: int) -> int:
        """The later of `now` and the time of the last step."""
        return max(now, self.at, self.tournament.at)

    @property
    def played(self) -> TournamentTerms:
        """The terms with the current structure, which may have more levels than the announced one."""
        structure = self.tournament.structure
        return self.terms if structure is self.terms.structure else replace(self.terms, structure=structure)

    @property
    def version(self) -> str:
        """The version of the tournament's terms. It is computed only once."""
        if not self.agreement:
            self.agreement = tournament_agreement(self.terms.structure, self.terms.timing).version
        return self.agreement

    @property
    def is_on(self) -> bool:
        """Whether the tournament has started and is not over."""
        return self.tournament.is_seated and not self.over

    def is_free(self, name: str) -> bool:
        """Whether no player of the tournament has this name. Upper and lower case count as the same."""
        plain = name.casefold()
        return all(plain != one.casefold() for one in self.tournament.entrants)

    def name_of(self, account: str, name: str) -> str:
        """The name that the tournament shows, or would show, for an account called `name`. No other player has it."""
        found = self.names.get(account) if account else name
        return found if found is not None else self.free_name(name)

    def free_name(self, name: str) -> str:
        """The name itself or, if another player has it, the name with a number."""
        shown, number = name, 2
        while not self.is_free(shown):
            shown, number = f"{name} ({number})", number + 1
        return shown

    def may_deal(self) -> bool:
        """Whether the clock and the staff allow hands to begin."""
        tournament = self.tournament
        if not self.is_on or self.paused or self.frozen or self.offer is not None or not tournament.clock.begun:
            return False
        return tournament.clock.running or tournament.hand_for_hand

    def may_come_back(self) -> bool:
        """Whether a player without chips can still rebuy or enter again."""
        return bool(self.tournament.counts[Status.BUSTED])
