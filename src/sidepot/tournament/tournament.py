"""A tournament, from the first entry to the last hand: commands become events, and events change the state.

`do` carries out a command: its `do_*` function checks it and emits events, and `apply` changes the state by each event.
A refused command changes nothing. One command and its events are a step of the log; `replay(log)` gives the same
tournament again. `undo` and `redo` are commands too, so the log has everything that ever happened.

One kind of event does not go through `apply`: a table applies its own events, and the tournament books them
(`UnitOfWork.at_table`). During a replay, they are applied like all others.

Hands are either played at the tables (`start_hand`, `end_hand`), or played with real cards and reported (`CountHand`):
to the tournament they are the same. A caller can pass the `version` that it saw as `expect`, and is refused if
something was done since, so that two directors do not undo each other's work.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sidepot.errors import BadNotation, Conflict, NotDue, SidepotError
from sidepot.hand.hand import Hand
from sidepot.table import finishing
from sidepot.table.events import HandDone
from sidepot.tournament import commands as c
from sidepot.tournament import corrections, handlers, money
from sidepot.tournament import events as e
from sidepot.tournament.apply import apply
from sidepot.tournament.copying import EVERY, twin
from sidepot.tournament.entrants import Standing, Status
from sidepot.tournament.estimate import time_left
from sidepot.tournament.preview import TRIAL, Preview, ahead, changes_between, without_seed
from sidepot.tournament.state import TournamentState
from sidepot.tournament.steps import Step, check_text, decode, encode, since
from sidepot.tournament.structure import ROUNDS
from sidepot.tournament.unit_of_work import UnitOfWork
from sidepot.validation.integers import int_arguments, short
from sidepot.validation.type_checks import check_fields


class Tournament(TournamentState):
    """A tournament in progress: its state, and the commands that change it."""

    __slots__ = ()

    def __repr__(self) -> str:
        counts = self.counts
        left = counts[Status.SEATED] + counts[Status.REGISTERED] + counts[Status.ALTERNATE]
        state = "over" if self.ended else f"{left} players left"
        return f"<Tournament {self.structure.name!r}: {self.entries} entries, {state}, version {self.version}>"

    def copy(self) -> Tournament:
        """An independent copy of the tournament with the same log.

        `copy.copy` and `copy.deepcopy` do the same.
        """
        other = Tournament(self.structure, self.seed)
        twin(self, other)
        return other

    def __copy__(self) -> Tournament:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Tournament:
        return self.copy()

    # ---- what there is to see

    @property
    def seats_won(self) -> int:
        """The number of seats that a satellite pays with the current entries."""
        return money.seats_won(self)

    def prizes(self) -> tuple[int, ...]:
        """The amount paid for each place with the current entries."""
        return money.prizes(self)

    def payouts(self) -> tuple[int, ...]:
        """The amount paid for each place.

        These are the prizes or, after a deal, the agreed amounts. After the end, they are the amounts won.
        """
        return money.payouts(self)

    def standings(self) -> tuple[Standing, ...]:
        """All players, best first: players still in by chips, then players who are out by place."""
        return money.standings(self)

    def time_left(self, now: int) -> int:
        """About how many more milliseconds the tournament takes, given the chips in play.

        If it is played in rounds, this is the time left in the current round.
        """
        chips = max([0, *self.totals.values()]) if self.structure.kind in ROUNDS else self.in_play
        return time_left(self.structure.schedule, self.reading(now), chips, max(self.seats_won, 1))

    # ---- commands

    @int_arguments
    def do(self, command: c.AnyCommand, now: int, *, by: str = "", expect: int | None = None) -> Step:
        """Carry out a command at the time `now`, and return its step. If it is refused, nothing changes.

            - `by`: who gives the command, for the log
        - `expect`: the version of the tournament that the caller has seen; later steps raise Conflict
        """
        if not isinstance(command, msgspec.Struct):
            raise BadNotation(f"command: expected a tournament command, such as Register('ann'), not {short(command)}")
        self._check(now, expect)
        check_fields(command)
        check_text(command, by)
        if isinstance(command, c.Undo):
            return self._log(now, by, command, corrections.undo(self, command, now))
        if isinstance(command, c.Redo):
            return self._log(now, by, command, corrections.redo(self, command, now))
        return self._carry_out(command, now, by)[0]

    def preview(self, command: c.AnyCommand, now: int, *, by: str = "") -> Preview:
        """The changes that a command would make. The tournament does not change. The command may also be an undo.

        Draws are not shown: a preview uses a seed of its own. Raises the errors of the command.
        """
        other = self.copy()
        other.seed = TRIAL
        step = other.do(without_seed(command), now, by=by)
        words, unknown = ahead(step, other)
        changes = [one for one in changes_between(self, other, now) if (one.whom, one.what) not in unknown]
        return Preview(len(step.events), tuple(changes), words)

    def _carry_out(self, command: c.AnyCommand, now: int, by: str) -> tuple[Step, Hand | None]:
        """The step of a command, and the hand that it begins, if any."""
        if self.ended:
            raise NotDue("the tournament is over; you can only undo", code="tournament_over")
        work = UnitOfWork(self, now, by=by)
        try:
            handlers.carry_out(work, command)
            self.check_chips()
        except Exception as error:  # any error: take back what has been done already
            if work.is_begun:
                corrections.rebuild(self, self.course().holds)
            if isinstance(error, SidepotError):
                from sidepot.rules.own_numbers import cite_own  # it reads the books: only a refusal needs them

                cite_own(self.structure.rulebook, error)
            raise
        return self._log(now, by, command, work.events), work.hand

    @int_arguments
    def start_hand(self, table: int, now: int, *, by: str = "") -> Hand:
        """Begin a hand at a table. The caller deals it, plays it, and passes it to `end_hand`.

        Once the cards are dealt, the caller kills the hands of the seats in `tables[table].begun.dead` (absent or
        penalised players).
        """
        self._check(now, None)
        hand = self._carry_out(c.BeginHand(table), now, by)[1]
        if hand is None:
            raise NotDue(f"no hand is in progress at table {table}", code="no_hand")
        return hand

    @int_arguments
    def end_hand(self, table: int, hand: Hand, now: int, *, by: str = "") -> Step:
        """Book a finished hand: the table pays it out, and players without chips are eliminated."""
        return self.do(self.result_of(table, hand), now, by=by)

    def result_of(self, table: int, hand: Hand) -> c.EndHand | c.VoidHand:
        """The command that books a finished hand. It contains the result, so the hand itself need not be kept."""
        at = self.tables.get(table)
        if at is None:
            raise Conflict(f"there is no table {table}", code="no_table")
        done = finishing.outcome(at, hand)
        if isinstance(done, HandDone):
            knocked = money.knock_outs(at, hand) if self.structure.entry.bounty else ()
            return c.EndHand(table, done, knocked)
        return c.VoidHand(table)

    def _check(self, now: int, expect: int | None) -> None:
        if now < self.at:
            raise Conflict(f"time cannot go back: it is {self.at} ms, not {now}", code="time_goes_back")
        if expect is not None and expect != self.version:
            recent = since(self.log, expect) or "nothing was done since"
            raise Conflict(
                f"the tournament has changed since: this command is for version {expect}, and it is now "
                f"version {self.version} ({recent}); check and try again",
                code="stale",
            )

    def _log(self, now: int, by: str, command: c.AnyCommand, events: Iterable[e.Event]) -> Step:
        """Append the step of a command whose events are applied. A live tournament keeps a checkpoint now and then."""
        step = Step(self.version + 1, now, by, command, tuple(events))
        self.log.append(step)
        self.at = now
        if self.reports.live and not self.version % EVERY:
            steps = self.course().holds
            corrections.keep_point(self, steps, len(steps))
        return step

    # ---- undo, and steps of a log

    def effective(self) -> list[Step]:
        """The steps in force: all steps except undone steps and the undos themselves."""
        return self.course().holds.copy()

    def apply(self, step: Step) -> None:
        """Apply the next step of a log.

        The step is trusted. It must not be an undo or a redo, which `do` must carry out again.
        """
        for event in step.events:
            apply(self, event)
        self.log.append(step)
        self.at = step.at


def replay(log: Iterable[Step]) -> Tournament:
    """Rebuild a tournament from a trusted log. Raises BadNotation if the log does not begin with the opening of the
    tournament.
    """
    steps = list(log)
    first = steps[0].events[0] if steps and steps[0].events else None
    if not isinstance(first, e.Opened):
        raise BadNotation("the log must begin with the step that opens the tournament")
    at, by = steps[0].at, steps[0].by
    tournament = Tournament(first.structure, first.seed, at=at, by=by, live=first.live, draft=first.draft)
    tournament.log = steps
    tournament.at = steps[-1].at
    try:
        corrections.rebuild(tournament, tournament.course().holds)
    except SidepotError as error:
        raise BadNotation(f"this is not a tournament log: {error.message}") from None
    except (LookupError, ValueError):
        raise BadNotation("a step of this log does not fit the steps before it") from None
    return tournament


__all__ = ["Status", "Step", "Tournament", "decode", "encode", "replay"]
