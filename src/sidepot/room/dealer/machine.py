"""The dealer's helper of one table: turns taps into events, and events into the hand in progress.

An event is its command, so the log holds what was tapped, and nothing that follows from it. `Play` carries out the
hand, and only when somebody asks for it: rebuilding the log plays no finished hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sidepot.errors import BadNotation, NotDue, SidepotError
from sidepot.room.dealer import acts as a
from sidepot.room.dealer import commands as c
from sidepot.room.dealer.play import Play
from sidepot.room.dealer.terms import UNKNOWN_CHIPS, HandTerms
from sidepot.table.button import Marks

MOST_IDS: Final = 2000  # ids that are remembered: acts that may be sent again after a lost connection


class DealerTable:
    """The dealer's helper of one table of a tournament.

    - `hands`: the number of hands that were begun
    - `terms`, `acts`: the terms and the acts of the hand in progress (None and empty between hands)
    - `began`: the number of the event that began this hand
    - `closed`: the result of the last hand, until the tournament has this result
    """

    def __init__(self, id: str, tournament: str, table: int) -> None:
        self.id, self.tournament, self.table = id, tournament, table
        self.seq = self.at = self.hands = self.began = self.carried = 0
        self.frozen = ""
        self.ids: dict[str, int] = {}
        self.terms: HandTerms | None = None
        self.acts: tuple[a.AnyAct, ...] = ()
        self.closed: c.Close | None = None
        self.last: c.Close | None = None
        self.last_report: c.Report | None = None
        self.button = -1  # of the last hand
        self.marks: Marks | None = None
        self.game = 0  # of the last hand, its number in the mix
        self.ended = 0  # the event that closed the last hand, as long as that can be reopened
        self._last_hand: tuple[HandTerms, tuple[a.AnyAct, ...]] | None = None
        self._before: tuple[Marks | None, int, int] = (None, -1, 0)
        self._play: Play | None = None

    @classmethod
    def begin(cls, id: str, first: c.DealerEvent | None) -> DealerTable:
        """Make a helper from the first event of its log. Raises BadNotation if that event does not open a helper."""
        if first is None or not isinstance(first.command, c.Open):
            raise BadNotation(f"the first record of helper {id} does not open it")
        helper = cls(id, first.command.tournament, first.command.table)
        helper.apply(first)
        return helper

    @property
    def play(self) -> Play:
        """The hand in progress. Raises NotDue between hands."""
        if self.terms is None:
            raise NotDue("no hand is in progress at this table", code="no_hand")
        if self._play is None:
            self._play = Play(self.terms, self.acts)
        return self._play

    def decide(
        self,
        command: c.DealerCommand,
        *,
        now: int,
        by: str = "",
        id: str = "",
        staff: bool = False,
        account: str = "",
    ) -> c.DealerEvent:
        """Carry out a command. Returns its event, which has already been applied.

        - `now`: the time in milliseconds since 1970
        - `by`: the sender ("" for the room itself)
        - `id`: identifies a command that may be sent again ("" for a command that may not)

        Raises SidepotError, with nothing changed, if the command is refused. `staff` and `account` are not used.
        """
        if id and id in self.ids:  # the actor answers known ids itself; this is for other callers
            raise NotDue(f"this act was already carried out, as event {self.ids[id]}", code="done_already")
        if self.frozen and not isinstance(command, c.Resume | c.Freeze):
            raise NotDue(f"this helper is stopped until it is resumed: {self.frozen}", code="helper_frozen")
        play = _CHECKS[type(command)](self, command)
        if isinstance(command, c.Close):
            command = self._results()
        event = c.DealerEvent(self.seq + 1, max(now, self.at), command, by, id)
        self.apply(event)
        self._play = play
        return event

    def apply(self, event: c.DealerEvent) -> None:
        """Apply the next event of the log."""
        command = event.command
        self.seq, self.at = event.seq, event.at
        if event.id:
            self.ids[event.id] = event.seq
            if len(self.ids) > MOST_IDS:
                del self.ids[next(iter(self.ids))]
        self._play = None
        match command:
            case c.Begin(terms):
                self._before = self.marks, self.button, self.game
                self._last_hand, self.ended = None, 0
                self.terms, self.acts, self.began = terms, (), event.seq
                self.hands += 1
                self.marks, self.button, self.game = terms.marks or self.marks, terms.button, terms.game
                self.carried = 0
            case c.Tap(act):
                self.acts = (*self.acts, act)
            case c.Correct(number, act):
                self.acts = (*self.acts[: number - 1], act, *self.acts[number:])
            case c.TakeBack():
                if self.acts:
                    self.acts = self.acts[:-1]
                else:
                    self._drop()
            case c.CallOff():
                self._drop()
            case c.Close():
                self._last_hand, self.ended = (self.terms, self.acts) if self.terms is not None else None, event.seq
                self.terms, self.acts = None, ()
                self.closed = self.last = command
                self.last_report = None
                self.carried = command.carried
            case c.Reopen():
                if self._last_hand is not None:
                    self.terms, self.acts = self._last_hand
                self._last_hand, self.ended = None, 0
                self.closed = self.last = self.last_report = None
                self.carried = 0
            case c.Report():
                self.closed, self.last_report = None, command
            case c.Freeze(reason):
                self.frozen = reason
            case c.Resume():
                self.frozen = ""
                self._drop()
            case _:
                pass

    def check(self, event: c.DealerEvent) -> None:
        """Carry out the next event of a stored log again, with all rules. The results must be those that were stored.

        Raises SidepotError if the event is refused or has another result.
        """
        command = event.command
        if isinstance(command, c.Close):
            command = c.Close()
        again = self.decide(command, now=event.at, by=event.by, id=event.id)
        if again != event:
            raise BadNotation(f"event {event.seq} has a different result when its command is carried out again")

    def alarm(self) -> int:
        """Return 0 (never), because the helper has no clock of its own."""
        return 0

    def _drop(self) -> None:
        """Forget the hand in progress, as if it had not begun."""
        if self.terms is not None:
            self.hands -= 1
            self.marks, self.button, self.game = self._before
            self.carried = self.terms.setup.carried
        self.terms, self.acts = None, ()

    def _results(self) -> c.Close:
        """The results of a hand whose pots are paid."""
        play = self.play
        hand = play.hand
        results = []
        for at, one in enumerate(play.terms.seats):
            net = play.nets[at]
            chips = hand.setup.stacks[at] + net if play.is_known(at) else -1
            results.append(c.SeatResult(one.seat, one.player, net, chips))
        return c.Close(tuple(results), play.carried)


# ---- checks: each returns the hand as it is after the command


def _begin(table: DealerTable, command: c.Begin) -> Play:
    if table.terms is not None:
        raise NotDue("a hand is in progress at this table; close it first", code="hand_on")
    if table.closed is not None:
        raise NotDue(
            "the tournament does not have the results of the last hand yet; report them first", code="not_reported"
        )
    terms = command.terms
    seats, setup = terms.seats, terms.setup
    if len(seats) != len(setup.stacks) or len({one.seat for one in seats}) < len(seats):
        raise BadNotation(
            "`seats` and the stacks of the setup must have one entry for each seat of the hand", code="bad_form"
        )
    for one, stack in zip(seats, setup.stacks, strict=True):
        if stack != (UNKNOWN_CHIPS if one.chips < 0 else one.chips):
            raise BadNotation("the stacks of the setup and of the seats differ", code="bad_form")
    return Play(terms)


def _tap(table: DealerTable, command: c.Tap) -> Play:
    play = table.play
    if play.is_over and not isinstance(command.act, a.OrderAct | a.ShowAct | a.BoardAct | a.MuckAct):
        raise NotDue("the pots are paid; close the hand", code="hand_over")
    try:
        play.do(command.act)
    except SidepotError:
        table._play = None  # it is rebuilt from the acts
        raise
    return play


def _correct(table: DealerTable, command: c.Correct) -> Play:
    terms, acts = table.play.terms, table.acts
    if command.number > len(acts):
        raise NotDue(f"this hand has no act {command.number}; it has {len(acts)} so far", code="no_act")
    play = Play(terms, acts[: command.number - 1])
    play.do(command.act)
    for number, act in enumerate(acts[command.number :], command.number + 1):
        try:
            play.do(act)
        except SidepotError as error:
            raise NotDue(f"act {number} would no longer be possible: {error.message}", error.cite,
                         code="acts_do_not_fit") from None  # fmt: skip
    return play


def _take_back(table: DealerTable, command: c.TakeBack) -> Play | None:
    terms = table.play.terms
    return Play(terms, table.acts[:-1]) if table.acts else None


def _call_off(table: DealerTable, command: c.CallOff) -> None:
    _ = table.play


def _close(table: DealerTable, command: c.Close) -> None:
    if not table.play.is_over:
        raise NotDue("the pots have not been paid out yet", code="hand_on")


def _reopen(table: DealerTable, command: c.Reopen) -> Play:
    if table._last_hand is None:
        raise NotDue("no hand of this table can be reopened: the next one has begun", code="no_hand")
    return Play(*table._last_hand)


def _report(table: DealerTable, command: c.Report) -> None:
    if table.closed is None:
        raise NotDue("the tournament already has the results of the last hand", code="done_already")


def _open(table: DealerTable, command: c.Open) -> None:
    if table.seq:
        raise NotDue("this helper is already open", code="opened_already")


def _stay(table: DealerTable, command: object) -> Play | None:
    return table._play


_CHECKS: Final[dict[type, Callable[[DealerTable, Any], Play | None]]] = {
    c.Open: _open,
    c.Begin: _begin,
    c.Tap: _tap,
    c.TakeBack: _take_back,
    c.Correct: _correct,
    c.CallOff: _call_off,
    c.Close: _close,
    c.Reopen: _reopen,
    c.Report: _report,
    c.Freeze: lambda table, _: None,
    c.Resume: lambda table, _: None,
    c.Tick: _stay,
}
