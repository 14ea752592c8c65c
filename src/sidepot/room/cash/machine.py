"""The machine of a cash night: turns commands into events, and events into its state.

`decide` asks a handler for the facts and changes nothing until they are known, so a refusal leaves no trace. The time
is an argument. `rebuild` makes the same night from its log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from sidepot.errors import BadNotation, Conflict, NotDue
from sidepot.room.cash import closing, credit, lists, money
from sidepot.room.cash import commands as c
from sidepot.room.cash import events as e
from sidepot.room.cash.apply import apply
from sidepot.room.cash.events import CashEvent
from sidepot.room.cash.state import CashState
from sidepot.room.cash.terms import MOST_GAMES, CashTerms
from sidepot.validation.type_checks import check_fields

__all__ = ["HANDLERS", "CashNight"]

Facts = Sequence[e.AnyFact]
MOST_LINES: Final = 20_000


def _enter(night: CashState, command: c.Enter, now: int) -> Facts:
    if not command.player or night.parties.get(command.player) == command.party:
        raise NotDue("this would change nothing", code="no_change")
    return [e.Entered(command.player, command.party)]


def _add_game(night: CashState, command: c.AddGame, now: int) -> Facts:
    if len(night.terms.games) >= MOST_GAMES:
        raise Conflict(f"a cash night has 1 to {MOST_GAMES} games", code="bad_terms")
    return [e.GameAdded(command.game)]


def _freeze(night: CashState, command: c.Freeze, now: int) -> Facts:
    return [e.Frozen(command.why or "an error")]


def _resume(night: CashState, command: c.Resume, now: int) -> Facts:
    if not night.frozen:
        raise NotDue("the cash night is not stopped", code="not_paused")
    return [e.Frozen()]


HANDLERS: Final[dict[type, Callable[[CashState, Any, int], Facts]]] = {
    c.Enter: _enter,
    c.PutOnList: lists.put_on_list,
    c.TakeOffList: lists.take_off_list,
    c.CallNext: lists.call_next,
    c.Pass: lists.pass_on,
    c.ToEnd: lists.to_end,
    c.OpenTable: lists.open_table,
    c.CloseTable: lists.close_table,
    c.Sit: lists.sit,
    c.Move: lists.move,
    c.WantTable: lists.want_table,
    c.Leave: money.leave,
    c.Buy: money.buy,
    c.CashOut: money.cash_out,
    c.TakeTime: money.take_time,
    c.Drop: money.drop,
    c.PayIn: money.pay_in,
    c.PayOut: money.pay_out,
    c.Settle: money.settle,
    c.FillBank: money.fill_bank,
    c.CountBank: money.count_bank,
    c.EmptyBank: money.empty_bank,
    c.Expense: money.expense,
    c.MissingChips: money.missing_chips,
    c.Correct: money.correct,
    c.Agree: credit.agree,
    c.AgreeToo: credit.agree_too,
    c.WriteMarker: credit.write_marker,
    c.Lend: credit.lend,
    c.Restrict: credit.restrict,
    c.PayMarker: credit.pay_marker,
    c.AddGame: _add_game,
    c.End: closing.end,
    c.Tick: lists.tick,
    c.Freeze: _freeze,
    c.Resume: _resume,
}


class CashNight(CashState):
    """A cash night: its state, and the methods that change it. The methods do no input or output."""

    __slots__ = ()

    @classmethod
    def open(cls, id: str, terms: CashTerms, *, now: int, by: str = "") -> tuple[CashNight, CashEvent]:
        """Open a night. Returns the night and the first event of its log."""
        event = CashEvent(seq=1, at=now, by=by, command=c.Open(terms), facts=(e.Opened(terms),))
        return cls.begin(id, event), event

    @classmethod
    def begin(cls, id: str, first: CashEvent | None) -> CashNight:
        """Make a night from the first event of its log. Raises BadNotation if that event does not open a night."""
        if first is None or not isinstance(first.command, c.Open):
            raise BadNotation(f"the first record of cash night {id} does not open it")
        night = cls(id, first.command.terms)
        night.by = first.by
        apply(night, first)
        return night

    @classmethod
    def rebuild(cls, id: str, events: Iterable[CashEvent]) -> CashNight:
        """Rebuild a night from its log."""
        rest = iter(events)
        night = cls.begin(id, next(rest, None))
        for event in rest:
            night.apply(event)
        return night

    def decide(
        self, command: c.CashCommand, *, now: int, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> CashEvent:
        """Carry out a command. Returns its event, which has already been applied.

        - `now`: the time in milliseconds since 1970
        - `by`: the sender ("" for the room itself)
        - `id`: identifies a command that may be sent again ("" for a command that may not)

        Raises SidepotError, with nothing changed, if the command is refused. `staff` and `account` are not used.
        """
        kind = type(command)
        if kind not in HANDLERS:
            raise Conflict("the night is already open", code="opened_already")
        if kind not in c.ROOM_ONLY:
            check_fields(command)
            _check_players(command)
        elif by:
            raise NotDue("only the room itself may do that", code="room_only")
        if id and id in self.ids:  # the actor answers known ids itself; this is for other callers
            raise NotDue(f"this command was already carried out, as event {self.ids[id]}", code="done_already")
        self._check_open(kind)
        at = max(now, self.at)
        facts = [_stamped(fact, at, by) for fact in HANDLERS[kind](self, command, at)]
        event = CashEvent(seq=self.seq + 1, at=at, by=by, id=id, command=command, facts=tuple(facts))
        self.apply(event)
        return event

    def apply(self, event: CashEvent) -> None:
        """Apply the next event of the log."""
        apply(self, event)

    def alarm(self) -> int:
        """When a `Tick` is due (0: never)."""
        return lists.alarm(self)

    def _check_open(self, kind: type) -> None:
        if kind in (c.Freeze, c.Tick):
            return
        if self.over and kind not in c.AFTER_END:
            raise NotDue("the cash night is over", code="cash_over")
        if self.frozen and kind is not c.Resume:
            raise NotDue("the cash night is stopped after an error, until a director resumes it", code="cash_frozen")
        if len(self.lines) >= MOST_LINES:
            raise Conflict(f"the books of a night can have at most {MOST_LINES} lines", code="cash_over")


def _check_players(command: c.CashCommand) -> None:
    """Raise BadNotation if a command names nobody where it needs a player ("" is the house)."""
    if isinstance(command, c.CallNext | c.Expense):
        return
    if any(getattr(command, name, None) == "" for name in c.WHO):
        raise BadNotation("name a player", code="bad_name")


def _stamped(fact: e.AnyFact, at: int, by: str) -> e.AnyFact:
    """A fact. If it is a line of the books, it gets the time and the sender."""
    return replace(fact, line=replace(fact.line, at=at, by=by)) if isinstance(fact, e.Written) else fact
