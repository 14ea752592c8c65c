"""Conduct: the penalty of an offence, and the devices that may be used."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.conduct.offences import (
    CASH_LADDER,
    CHIPS,
    DODGING,
    FORFEIT,
    FORFEIT_AND_OUT,
    HANDS,
    IN_TRANSIT,
    LADDER,
    NOTHING,
    OUT,
    REVOKED,
    ROUNDS,
    SUSPENSION,
    WARNING,
    Code,
    Offence,
    find_offence,
    hands_missed,
)
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import Devices, Penalties
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, left_open
from sidepot.rules.texts import Point, cite

MOST_PLAYERS: Final = 22
ONE_ROUND: Final = "1 round"
# editions in which a penalty is certain; other rulebooks leave it to the house
STRICT: Final = ("TDA-2013", "TDA-2024", "TDA-2026", "WSOP-2026")
STRICT_ON_REPEATS: Final = ("TDA-2013",)  # editions in which a repeated breach of etiquette is always punished

PENALTIES: Final = Point(
    "penalties", {"TDA-2013": "58-B", "TDA-2024": "71-A", "RRP-11": "tournament/penalties", "WSOP-2026": "113"}
)
SOME: Final = Point("offences that may be penalized", {"TDA-2013": "58-A", "TDA-2024": "71-B"})
# In a cash game nobody misses hands that are dealt in and posted for.
SENT_AWAY: Final = Point("sanctions of a card room", {"RRP-11": "behavior/conduct/sanctions"})
BAD_CONDUCT: Final = Point("bad conduct in a card room", {"RRP-11": "behavior/conduct"})
LAST_TWO: Final = Point("talk of the last two players", {"TDA-2013": "59", "TDA-2024": "67", "WSOP-2026": "116"})
_TAKE_BLINDS: Final = say("Take both blinds and the big-blind ante from the player's stack.")
TALK: Final = ("disclosure", "chatter", "misleading statement")
SECRET: Final = Point(
    "devices that record or help in secret", {"TDA-2013": "4/devices", "TDA-2024": "5-D", "TDA-2026": "5-A"}
)
PHONE: Final = Point(
    "talking on a telephone", {"TDA-2013": "4/phone", "TDA-2024": "5-A", "RRP-11": "behavior/etiquette"}
)
DEVICE: Final = Point("using a device", {"TDA-2013": "4/devices", "TDA-2024": "5-C"})
CHARTS: Final = Point("charts and programs", {"TDA-2013": "4/devices", "TDA-2024": "5-D"})


class OffenceFacts(Facts, frozen=True, kw_only=True, tag="offence"):
    """A player's offence, the number of earlier offences, and the number of players at the table.

    - `last_two`: whether only two players are left in the tournament
    """

    offence: Code
    times: int = 0
    players: int = 9
    live_hand: bool = False
    moving: bool = True
    hands: int = 1
    last_two: bool = False


def rule_on_offence(facts: OffenceFacts, rulebook: Rulebook) -> Ruling:
    """Rule on an offence. The director chooses the penalty, which is harder if the offence is repeated.

    Rule: TDA-2013 58-A, 58-B, 60, 61, 62; TDA-2024 71, 68, 69, 70; PG-116; in cash games Robert's, conduct.
    """
    _check(facts)
    offence = find_offence(facts.offence)
    if facts.last_two and offence.code in TALK and rulebook.last_two_may_talk:
        because = say("The last two players of a tournament may talk about the hand, because nobody else is affected.")
        return Ruling(verdict=NOTHING, reason=because, cites=(cite(LAST_TWO, rulebook, "last_two_may_talk"),))
    dodging = offence.code == DODGING
    outside = dodging and not facts.moving and not rulebook.dodging_anywhere  # the rule is on blinds dodged by moving
    decides = cite(SOME if outside else offence.point, rulebook, *(("dodging_anywhere",) if dodging else ()))
    cash = rulebook.penalties is Penalties.SUSPENSION
    will = _must_be_punished(offence, facts, rulebook)
    named = decides == cite(BAD_CONDUCT, rulebook)  # its line lists the sanctions, too
    by_text = (BAD_CONDUCT if named else SENT_AWAY) if cash else PENALTIES
    cites = (decides, cite(by_text, rulebook, "penalties"), cite(by_text, rulebook))
    taken = (_TAKE_BLINDS,) if dodging and will and rulebook.dodged_blinds_taken else ()
    sanction = Sanction(offence.code, will=will)
    if cash:
        steps, first = _in_cash_game(offence)
    else:
        steps = _steps(offence, will=will, strict=cite(offence.point, rulebook).edition in STRICT)
        if rulebook.chip_penalties and HANDS in steps:
            at = steps.index(HANDS) + 1
            steps = (*steps[:at], CHIPS, *steps[at:])
        first = WARNING if dodging and not will else offence.first
        if taken:
            first, steps = ONE_ROUND, steps[steps.index(ONE_ROUND) :]  # WSOP-2026 86: never less than a round
    options = [
        Option(
            verdict=step,
            reason=in_a_row((offence.gist,), _what_it_is(step, facts, cash=cash)),
            when=_when(step, facts, cash=cash),
            instructions=() if step == NOTHING else (*taken, *_what_now((step,), facts, cash=cash)),
        )
        for step in steps
    ]
    recommended = _step_up([option.verdict for option in options], first, facts.times)
    if len(options) == 1:
        gone = (
            say("For this offence there is no other penalty, so the player is disqualified.")
            if cash
            else say("For this offence the only penalty is disqualification.")
        )
        because = in_a_row((offence.gist,), gone)
        now = _what_now((OUT,), facts, cash=cash)
        return Ruling(verdict=OUT, reason=because, cites=cites, instructions=now, penalty=sanction)
    return left_open(
        in_a_row((offence.gist,), *_how_hard(recommended, facts, will=will)),
        cites,
        *options,
        recommended=recommended,
        instructions=(*taken, *_what_now(steps, facts, cash=cash)),
        penalty=sanction,
    )


def _check(facts: OffenceFacts) -> None:
    if facts.times < 0:
        raise BadNotation(f"times: expected the number of earlier offences, 0 or more, not {facts.times}")
    if not 2 <= facts.players <= MOST_PLAYERS:
        raise BadNotation(
            f"players: expected 2 to {MOST_PLAYERS} at the table, including the offender, not {facts.players}"
        )
    if facts.hands < 1:
        raise BadNotation(f"hands: expected at least 1 missed hand, not {facts.hands}")


def _must_be_punished(offence: Offence, facts: OffenceFacts, rulebook: Rulebook) -> bool:
    """Whether a penalty is certain, not only possible: only in the TDA's rules, in tournaments."""
    edition = cite(offence.point, rulebook).edition
    if rulebook.penalties is Penalties.SUSPENSION or edition not in STRICT:
        return False
    if offence.code == DODGING and not facts.moving:
        return rulebook.dodging_anywhere
    return offence.will or offence.etiquette and facts.times > 0 and edition in STRICT_ON_REPEATS


def _in_cash_game(offence: Offence) -> tuple[tuple[str, ...], str]:
    """The penalties of a cash game, from mild to severe, and the usual first one. Nobody loses hands or chips."""
    if REVOKED in offence.only:
        return offence.only, offence.first
    hard = offence.first == HANDS or offence.first in ROUNDS
    return CASH_LADDER, OUT if offence.first == OUT else SUSPENSION if hard and offence.code != DODGING else WARNING


def _steps(offence: Offence, *, will: bool, strict: bool) -> tuple[str, ...]:
    """The available penalties. Only the TDA's rules limit them to one, or demand one."""
    steps = offence.steps if strict or len(offence.only) != 1 else LADDER
    if offence.also:
        steps = (*steps[:-1], offence.also, steps[-1])
    return tuple(step for step in steps if step != NOTHING or not will)


def _step_up(steps: list[str], first: str, times: int) -> str:
    start = steps.index(first) if first in steps else 0
    choices = [step for step in steps[start:] if step not in (FORFEIT, CHIPS) or step == first]
    return choices[min(times, len(choices) - 1)]


def _what_it_is(step: str, facts: OffenceFacts, *, cash: bool) -> Sentence:
    if step in ROUNDS:
        missed, players = str(hands_missed(facts.players, ROUNDS[step])), str(facts.players)
        rounds = ROUNDS[step]
        return (
            say("The player misses {missed} hands: 1 for each of the {players} players at the table.", missed, players)
            if rounds == 1
            else say(
                "The player misses {missed} hands: {hands} for each of the {players} players at the table.",
                missed,
                str(rounds),
                players,
            )
        )
    return {
        NOTHING: say("The offence is too minor for a penalty."),
        WARNING: say("A warning is enough for this offence."),
        HANDS: say("The player misses at least 1 hand; the director decides how many.")
        if facts.hands == 1
        else say("The player misses {hands} hands.", str(facts.hands)),
        SUSPENSION: say("The player is suspended for as long as the house decides, and is not dealt in."),
        OUT: say("The offence is too serious for the player to stay, so the player must cash out and leave.")
        if cash
        else say(
            "The offence is too serious for the player to stay in the tournament. The player's chips are removed "
            "from play."
        ),
        CHIPS: (
            say(
                "The player forfeits chips instead of missing hands. The director decides how many, and they are "
                "removed from play."
            )
        ),
        FORFEIT: say("The player loses the chips that were out of view, and they are removed from play.")
        if facts.offence == IN_TRANSIT
        else say("The player forfeits chips. The director decides how many, and they are removed from play."),
        FORFEIT_AND_OUT: (
            say("The player loses the chips and is disqualified; all the player's chips are removed from play.")
        ),
        REVOKED: say("The player has asked too often and may no longer ask to see hands."),
    }[step]


def _when(step: str, facts: OffenceFacts, *, cash: bool) -> Sentence:
    """The option before the director has decided: when it is right, if that depends on how serious the offence is."""
    if step == NOTHING:
        return say("If the offence is too minor for a penalty, there is none.")
    if step == WARNING:
        return say("If a warning is enough for this offence, the player is warned.")
    if step != OUT:
        return _what_it_is(step, facts, cash=cash)
    return (
        say("If the offence is too serious for the player to stay, the player must cash out and leave.")
        if cash
        else say(
            "If the offence is too serious for the player to stay in the tournament, the player is disqualified, and "
            "the player's chips are removed from play."
        )
    )


_NAMED: Final[dict[str, Sentence]] = {
    WARNING: say("a verbal warning"),
    HANDS: say("a penalty of missed hands"),
    ONE_ROUND: say("a penalty of one round"),
    "2 rounds": say("a penalty of two rounds"),
    "3 rounds": say("a penalty of three rounds"),
    "4 rounds": say("a penalty of four rounds"),
    CHIPS: say("a chip penalty"),
    SUSPENSION: say("a suspension"),
    FORFEIT: say("the loss of the chips"),
    FORFEIT_AND_OUT: say("the loss of the chips, and disqualification"),
    REVOKED: say("the loss of the right to ask"),
}


def _how_hard(recommended: str, facts: OffenceFacts, *, will: bool) -> tuple[Sentence, ...]:
    penalty = _NAMED.get(recommended, (recommended,))
    if not facts.times:
        return (
            say("The offence must be penalized.") if will else say("The offence may be penalized."),
            say("For a first offence, {penalty} is usual.", penalty),
        )
    follows = (
        say("The offence must be penalized, more heavily each time.")
        if will
        else say("The offence may be penalized, more heavily each time.")
    )
    if facts.times == 1:
        return follows, say("The player has done this once before, so the next step is {penalty}.", penalty)
    if facts.times == 2:
        return follows, say("The player has done this twice before, so the next step is {penalty}.", penalty)
    return follows, say(
        "The player has done this {times} times before, so the next step is {penalty}.", str(facts.times), penalty
    )


def _what_now(penalties: tuple[str, ...], facts: OffenceFacts, *, cash: bool) -> tuple[Sentence, ...]:
    """The floor's steps for these penalties, in order.

    A penalty begins after the current hand (T60).
    """
    steps = [say("Record the player, the offence, the decision, who made it, and why.")]
    away = say(
        "For each hand that the player has to miss, deal the seat in, post its blinds and antes, and "
        "kill the hand after the deal."
    )
    certain = len(penalties) == 1
    leaves = (
        say("Remove the player's chips from play.")
        if certain
        else say("If the player is disqualified, remove the player's chips from play.")
    )
    if cash:
        away = say("During a suspension, do not deal the seat in, and post nothing for it.")
        leaves = (
            say("Let the player cash out and leave.")
            if certain
            else say("If the player is disqualified, let them cash out and leave.")
        )
    misses = bool({HANDS, SUSPENSION, *ROUNDS} & set(penalties))
    if facts.live_hand and penalties != (OUT,):
        steps.insert(
            0,
            say("Play the hand out. The penalty does not kill the hand and begins after it.")
            if misses
            else say("Play the hand out. The penalty does not kill the hand."),
        )
    if misses:
        steps.append(away)
    if {OUT, FORFEIT_AND_OUT} & set(penalties):
        steps.append(leaves)
    return tuple(steps)


class DeviceFacts(Facts, frozen=True, kw_only=True, tag="device"):
    """A player's use of a telephone or another device at the table."""

    use: Literal[
        "talking on a telephone", "using a device", "charts or strategy programs", "recording or help in secret"
    ] = "using a device"
    live_hand: bool = False
    leave: bool = False  # the director allowed it


def rule_on_device(facts: DeviceFacts, rulebook: Rulebook) -> Ruling:
    """Rule on whether a telephone or another device may be used at the table.

    Rule: TDA-2013 4; TDA-2024 5, 5-C, 5-D; TDA-2026 5-A.
    """
    stop = (say("Have the player put the device away, or leave the table to use it."),)
    if facts.use == "talking on a telephone":
        because = say("The player was on the phone at the table, which is not allowed, even without a live hand.")
        cites = (cite(PHONE, rulebook),)
        return _not_allowed("phone", because, cites, stop)
    if facts.use == "recording or help in secret":
        return _in_secret(facts, rulebook)
    charts = facts.use == "charts or strategy programs"
    cites = (cite(CHARTS if charts else DEVICE, rulebook, "devices"),)
    if rulebook.devices is Devices.HOUSE:
        return left_open(
            say("The rule forbids only phone calls and leaves other devices to the house."),
            cites,
            Option(
                verdict="allowed",
                reason=say("The house has no rule against the device."),
                when=say("If the house has no rule against the device, it is allowed."),
            ),
            Option(
                verdict="not allowed",
                reason=say("The house forbids the device."),
                when=say("If the house forbids the device during a live hand, it is not allowed.")
                if facts.live_hand
                else say("If the house forbids the device, it is not allowed."),
                instructions=stop,
            ),
            recommended="not allowed" if charts or facts.live_hand else "allowed",
            penalty=Sanction("device"),
        )
    if charts:
        because = say(
            "The player used a strategy chart or app at the table, which is not allowed, even without a live hand."
        )
    elif facts.live_hand:
        because = say("The player has a live hand and may not use a device until it is over.")
    else:
        because = say("The player has no live hand and may use a device as long as it disturbs nobody.")
        return Ruling(verdict="allowed", about="device", reason=because, cites=cites)
    return _not_allowed("device", because, cites, stop)


def _in_secret(facts: DeviceFacts, rulebook: Rulebook) -> Ruling:
    """Rule on glasses, cameras and others that record, transmit or give help: they need the director's permission."""
    cites = (cite(SECRET, rulebook),)
    if facts.leave:
        return Ruling(
            verdict="allowed", about="device", reason=say("The director has permitted the device."), cites=cites
        )
    because = say("The device can secretly record, transmit or give help, and the director has not permitted it.")
    stop = (say("Have the device removed from the table."), say("Tell the director that the player may be cheating."))
    return _not_allowed("device", because, cites, stop)


def _not_allowed(
    about: Literal["phone", "device"], because: Sentence, cites: tuple[Cite, ...], stop: tuple[Sentence, ...]
) -> Ruling:
    return Ruling(
        verdict="not allowed", about=about, reason=because, cites=cites, instructions=stop, penalty=Sanction(about)
    )
