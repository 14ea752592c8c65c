"""One command to a tournament while it is being carried out: its effects are collected, and become its event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sidepot.room.tournament.events import News, Offer, TournamentEvent
from sidepot.rules.clauses import Sentence, in_lists, plain
from sidepot.tournament.auto_director import Director
from sidepot.tournament.commands import OpenEnvelope
from sidepot.tournament.mystery import key

if TYPE_CHECKING:
    from sidepot.room.tournament.commands import TournamentCommand
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.tournament.advice import Advice
    from sidepot.tournament.commands import AnyCommand
    from sidepot.tournament.steps import Step


class UnitOfWork:
    """A `command` that is being carried out at the time `now`. `by` is the sender's name or mark.

    `log_before` is the number of steps in the library's log before the command. All steps after these belong to the
    command.
    """

    __slots__ = (
        "account", "accounts", "bots", "by", "called_off", "command", "log_before", "news", "now", "offer", "state",
        "tournament", "why",
    )  # fmt: skip

    def __init__(self, state: RoomTournamentState, command: TournamentCommand, now: int, by: str, account: str) -> None:
        self.state = state
        self.tournament = state.tournament
        self.command = command
        self.now = now
        self.by = by
        self.account = account
        self.accounts: dict[str, str] = {}
        self.bots: dict[str, str] = {}
        self.news: list[News] = []
        self.offer: Offer | msgspec.UnsetType | None = msgspec.UNSET
        self.called_off = ""
        self.log_before = len(state.tournament.log)
        self.why: dict[int, Advice] = {}  # the director's orders, by the number of their step

    @property
    def director(self) -> Director:
        """The program that directs an online tournament. What it does becomes part of this command."""
        found = director_of(self.state)
        found.do = self._ordered
        found.first = self._open_envelopes
        return found

    def do(self, command: AnyCommand, *, by: str | None = None) -> Step:
        """Carry out a command of the library, and inform the program that directs the tournament.

        Raises SidepotError if the command is refused.
        """
        step = self.tournament.do(command, self.now, by=self.by if by is None else by)
        self.director.note(step)
        return step

    def start_hand(self, number: int) -> None:
        """Begin a hand at a table. Raises SidepotError if the hand may not begin."""
        self.tournament.start_hand(number, self.now)
        self.director.note(self.tournament.log[-1])

    def _ordered(self, command: AnyCommand, order: Advice | None) -> Step:
        step = self.do(command, by="")
        if order is not None:
            self.why[step.number] = order
        return step

    def _open_envelopes(self) -> None:
        """Open the sealed bounties that players have won."""
        envelopes, secret = self.tournament.envelopes, secret_of(self.state)
        while envelopes.unopened:
            self.do(OpenEnvelope(key(secret, envelopes.opened + 1)), by="")
            envelopes = self.tournament.envelopes

    def add_news(
        self,
        command: Sentence,
        kind: str = "note",
        *,
        cite: str = "",
        player: str = "",
        tables: tuple[int, ...] = (),
        by: str = "",
    ) -> None:
        """Add a line of news. `command` is a sentence as data, so that pages can translate it.

        The other arguments are the fields of `News`. Without `tables`, the line is for everybody.
        """
        self.news.append(
            News(self.now, plain(command, commas=False), kind, cite, player, tables, by, in_lists(command))
        )

    def steps(self) -> tuple[Step, ...]:
        """The steps that the command has caused so far."""
        return tuple(self.tournament.log[self.log_before :])

    def has_changed(self) -> bool:
        """Whether the command has already changed anything."""
        has_steps = len(self.tournament.log) != self.log_before
        rest = self.news or self.accounts or self.bots or self.called_off
        return has_steps or bool(rest) or self.offer is not msgspec.UNSET

    def event(self, id: str) -> TournamentEvent:
        """The event of the command, with all its effects. `id` is the id under which the command may be sent again."""
        return TournamentEvent(
            seq=self.state.seq + 1,
            at=self.now,
            by=self.by,
            id=id,
            command=self.command,
            steps=self.steps(),
            accounts=self.accounts,
            bots=self.bots,
            news=tuple(self.news),
            offer=self.offer,
            called_off=self.called_off,
        )


def secret_of(state: RoomTournamentState) -> str:
    """The secret from which the keys of a tournament's envelopes are made.

    If the tournament has no secret, its seed takes the place of the secret.
    """
    return state.secret or f"{state.tournament.seed}/envelopes"


def director_of(state: RoomTournamentState) -> Director:
    """The program that directs an online tournament. It is created again after a replay or an undo."""
    if state.director is None:
        state.director = Director(state.tournament, _lost)
    return state.director


def _lost(command: AnyCommand, order: Advice | None) -> object:
    raise RuntimeError("a director can only act while a command is carried out")
