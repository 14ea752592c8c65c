"""The clock on a slow player: who may call it, and what happens when it runs out.

`Clock` is a value that gets the time as an argument, in milliseconds; the table, the room and the director use it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import ClockEnd
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, act_by, kill
from sidepot.rules.texts import Point, cite

CLOCK: Final = Point(
    "calling for a clock",
    {"TDA-2013": "27", "TDA-2024": "29", "RRP-11": "no-limit/clock", "WSOP-2026": "80", "WSOP-LIVE-2026": "185"},
)
CLOCK_CALL: Final = CLOCK.part("call", "TDA-2024", "TDA-2026")
CLOCK_TIME: Final = CLOCK.part("time", "TDA-2024", "TDA-2026")
CLOCK_UP: Final = CLOCK.part("up", "TDA-2024", "TDA-2026")
AT_SEAT: Final = Point("at one's seat to call for a clock", {"TDA-2013": "29/clock", "TDA-2024": "29/call"})

Asker = Literal["player at the table", "player of another table", "dealer", "director"]


class Phase(StrEnum):
    """The phase of a player's clock."""

    RUNNING = "running"
    COUNTDOWN = "countdown"
    UP = "time is up"


class Clock(msgspec.Struct, frozen=True):
    """A clock on a player.

    - `started`: when it started, in milliseconds
    - `seconds`: the time to think
    - `countdown`: the seconds of the countdown after that

    >>> clock = Clock(0, 50, 10)
    >>> [str(clock.phase(now)) for now in (49_999, 50_000, 60_000, 60_001)]
    ['running', 'countdown', 'countdown', 'time is up']
    """

    started: int
    seconds: int
    countdown: int

    def __post_init__(self) -> None:
        if self.seconds < 0 or self.countdown < 0:
            raise BadNotation(f"seconds and countdown: expected 0 or more, not {self.seconds} and {self.countdown}")

    @property
    def ends(self) -> int:
        """The last moment (ms) at which the player can still act in time."""
        return self.started + (self.seconds + self.countdown) * 1000

    def left(self, now_ms: int) -> int:
        """The milliseconds left, including the countdown (never less than 0)."""
        return max(self.ends - max(now_ms, self.started), 0)

    def phase(self, now_ms: int) -> Phase:
        """The phase of the clock at the time `now_ms`."""
        if now_ms > self.ends:
            return Phase.UP
        return Phase.RUNNING if now_ms < self.ends - self.countdown * 1000 else Phase.COUNTDOWN


def clock_of(rulebook: Rulebook, started: int, *, seconds: int | None = None, countdown: int | None = None) -> Clock:
    """The clock of a house, which starts at the time `started` (ms).

    `seconds` and `countdown` are the director's times, if they differ from the house's times.
    """
    return Clock(
        started,
        rulebook.clock_seconds if seconds is None else seconds,
        rulebook.clock_countdown if countdown is None else countdown,
    )


# ---- calling the clock


class ClockCall(Facts, frozen=True, kw_only=True, tag="clock call"):
    """A call for a clock on a player.

    - `thought`: how many seconds the player has thought, if known
    - `seconds`: the director's time for the clock, if it is not the usual one
    """

    asker: Asker = "player at the table"
    at_seat: bool = True
    reasonable_time: bool = True
    thought: int | None = None
    seconds: int | None = None


def rule_on_clock_call(facts: ClockCall, rulebook: Rulebook) -> Ruling:
    """Rule on whether a player is put on the clock. Rule: TDA-2013 27, 29; TDA-2024 29."""
    clock = clock_of(rulebook, 0, seconds=None if _is_too_long(facts.seconds, rulebook) else facts.seconds)
    at_seat = cite(AT_SEAT, rulebook)
    if facts.asker.startswith("player") and not facts.at_seat:
        because = say("The player who asked was not within reach of their chair, and so may not call the clock.")
        return Ruling(verdict="no clock", reason=because, cites=_both(at_seat, cite(CLOCK_CALL, rulebook)))
    if facts.thought is not None and facts.thought < rulebook.clock_after:
        because = say(
            "The player has thought for {thought} seconds, and the clock may be called after {clock_after}.",
            str(facts.thought),
            str(rulebook.clock_after),
        )
        return Ruling(verdict="no clock", reason=because, cites=(cite(CLOCK_CALL, rulebook, "clock_after"),))
    asks = facts.asker.startswith("player")
    own = () if facts.asker == "player at the table" or not facts.reasonable_time else ("clock_by_director",)
    refusal = _refusal(facts, rulebook)
    if refusal:
        return Ruling(verdict="no clock", reason=refusal, cites=_both(cite(CLOCK_CALL, rulebook, *own), at_seat))
    approves = asks and rulebook.clock_by_director
    if approves:
        because = say("Any player in the tournament may ask for the clock, and the director must approve it.")
    elif facts.asker == "director":
        because = say("The director started the clock, and a reasonable time has passed.")
    else:
        because = say("A player called the clock, and a reasonable time has passed.")
    return Ruling(
        verdict="clock",
        about="approval" if approves else "",
        reason=because,
        cites=_both(cite(CLOCK_TIME, rulebook, *own, *_times(facts.seconds, None)), at_seat),
        instructions=(
            *((say("Ask the director to approve the clock."),) if approves else ()),
            *_at_most(facts.seconds, rulebook),
            say("Tell the player on the clock: you have {seconds} seconds.", str(clock.seconds)),
            say("Then count down {countdown} seconds aloud.", str(clock.countdown)),
            _end(rulebook),
        ),
    )


def _both(*cites: Cite) -> tuple[Cite, ...]:
    """The rules, each once. (Since 2024, the rule on the clock and the rule on the seat are the same.)"""
    return tuple(dict.fromkeys(cites))


def _times(seconds: int | None, countdown: int | None) -> tuple[str, ...]:
    """The names of the house's times that the clock uses, without those that the director replaced."""
    limits = (("clock_seconds", seconds), ("clock_countdown", countdown))
    return tuple(field for field, given in limits if given is None)


def _is_too_long(seconds: int | None, rulebook: Rulebook) -> bool:
    """Whether the director gives more than the house's time, which may only be shortened."""
    return seconds is not None and seconds > rulebook.clock_seconds


def _at_most(seconds: int | None, rulebook: Rulebook) -> tuple[Sentence, ...]:
    """The step that shortens a time that is too long."""
    if not _is_too_long(seconds, rulebook):
        return ()
    most = str(rulebook.clock_seconds)
    return (say("Give the player {most} seconds, not {seconds}: the rule allows no more.", most, str(seconds)),)


def _too_long(seconds: int | None, rulebook: Rulebook) -> tuple[Sentence, ...]:
    """A warning if the director gave more than the house's time."""
    if not _is_too_long(seconds, rulebook):
        return ()
    most = rulebook.clock_seconds
    return (
        (
            say(
                "Next time give at most {most} seconds before the countdown, not {seconds}.",
                str(most),
                str(seconds),
            )
        ),
    )


def _extra(seconds: int | None, rulebook: Rulebook) -> tuple[Sentence, ...]:
    """Why an action counts as in time although the director gave more than the house's time."""
    if not _is_too_long(seconds, rulebook):
        return ()
    return (say("The player had been given {seconds} seconds before the countdown.", str(seconds)),)


def _refusal(facts: ClockCall, rulebook: Rulebook) -> Sentence:
    if not facts.reasonable_time:
        return say("Not enough time has passed yet, so the player may keep thinking.")
    if facts.asker == "dealer":
        return say("A dealer may not call the clock, but may call the director to the table.")
    if rulebook.clock_by_director or facts.asker == "player at the table":
        return ()
    if facts.asker == "director":
        return say("In this house the director does not start the clock unasked; a player at the table must call it.")
    return say("Only players at the table may call the clock, not a player from another table.")


def _end(rulebook: Rulebook) -> Sentence:
    if rulebook.clock_no_bet is ClockEnd.CHECK:
        return say(
            "If the player has not acted by then, the hand is dead if there is a bet to call; otherwise "
            "the player checks."
        )
    return say("If the player has not acted by then, the hand is dead.")


# ---- running out


class ClockRun(Facts, frozen=True, kw_only=True, tag="clock"):
    """A clock that was called on a player. The player acted after a time in seconds or milliseconds, or not at all.

    - `seconds`: the director's time to think, if it is not the usual one
    - `countdown`: the director's countdown, if it is not the usual one
    """

    acted_seconds: int | None = None
    acted_ms: int | None = None
    facing_bet: bool = True
    seconds: int | None = None
    countdown: int | None = None
    seat: int = -1


def rule_on_clock(facts: ClockRun, rulebook: Rulebook) -> Ruling:
    """Rule on whether a player on the clock acted in time, and on what follows. Rule: TDA-2013 27; TDA-2024 29."""
    acted = _acted(facts)
    clock = clock_of(rulebook, 0, seconds=facts.seconds, countdown=facts.countdown)
    times = _times(facts.seconds, facts.countdown)
    if acted is not None and clock.phase(acted) is not Phase.UP:
        steps = (say("Play on."), *_too_long(facts.seconds, rulebook))
        return Ruling(
            verdict="in time",
            reason=in_a_row(_in_time(acted, clock), *_extra(facts.seconds, rulebook)),
            cites=(cite(CLOCK_TIME, rulebook, *times),),
            instructions=steps,
        )
    late = _too_late(acted, clock)
    if not facts.facing_bet and rulebook.clock_no_bet is ClockEnd.CHECK:
        effects = act_by(facts.seat, "check")
        return Ruling(
            verdict="check",
            reason=in_a_row(late, say("The player faced no bet, so it is a check.")),
            cites=(cite(CLOCK_UP, rulebook, "clock_no_bet"),),
            instructions=(
                say("Announce: check."),
                say("Continue with the next player."),
                *_too_long(facts.seconds, rulebook),
            ),
            effects=effects,
        )
    facing = (
        say("The player faced a bet, so the hand is dead.")
        if facts.facing_bet
        else say("In this house the hand is dead even if the player faced no bet.")
    )
    return Ruling(
        verdict="dead hand",
        reason=in_a_row(late, facing),
        cites=(cite(CLOCK_UP, rulebook, *(times if facts.facing_bet else ("clock_no_bet",))),),
        instructions=(
            say("Muck the cards."),
            say("Continue with the next player."),
            *_too_long(facts.seconds, rulebook),
        ),
        effects=kill(facts.seat),
    )


def _acted(facts: ClockRun) -> int | None:
    if facts.acted_seconds is not None and facts.acted_ms is not None:
        raise BadNotation("give either acted_seconds or acted_ms, not both")
    acted = facts.acted_ms if facts.acted_seconds is None else facts.acted_seconds * 1000
    if acted is not None and acted < 0:
        raise BadNotation("the time of the action must be 0 or more: the clock starts at 0")
    return acted


def _in_time(acted: int, clock: Clock) -> Sentence:
    if acted == clock.ends:
        return say(
            "The player acted just as the {limit} seconds ended, and a tie goes to the player.", _seconds(clock.ends)
        )
    if clock.phase(acted) is Phase.COUNTDOWN:
        return say(
            "The player acted after {time} seconds, during the countdown, so the action stands.", _seconds(acted)
        )
    if not acted:
        return say("The player acted at once, before the countdown, so the action stands.")
    return say("The player acted after {time} seconds, before the countdown, so the action stands.", _seconds(acted))


def _too_late(acted: int | None, clock: Clock) -> Sentence:
    if acted is None:
        return say("Time ran out after {time} seconds.", _seconds(clock.ends))
    return say(
        "The player acted after {time} seconds, but time ran out at {limit}.",
        _seconds(acted),
        _seconds(clock.ends),
    )


def _seconds(ms: int) -> str:
    whole, rest = divmod(ms, 1000)
    return f"{whole}.{rest:03}".rstrip("0") if rest else str(whole)
