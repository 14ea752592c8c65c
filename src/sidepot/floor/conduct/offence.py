"""Conduct: what an offence costs, when who serves a penalty is back, and which devices may be used."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.conduct.offences import (
    FORFEIT,
    FORFEIT_AND_OUT,
    HANDS,
    LADDER,
    NOTHING,
    OUT,
    REVOKED,
    ROUNDS,
    WARNING,
    Code,
    Offence,
    find_offence,
    hands_missed,
)
from sidepot.floor.topic import Topic
from sidepot.rules.floor_choices import Devices
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import DISCRETION, Option, Ruling, Sanction
from sidepot.rules.texts import Point, cite

MOST_PLAYERS: Final = 22
STRICT: Final = ("TDA-2013", "TDA-2024")  # the texts by which a penalty will follow; others leave it to the house
STRICT_ON_REPEATS: Final = ("TDA-2013",)  # those by which a repeated breach of etiquette will be punished

PENALTIES: Final = Point("penalties", {"TDA-2013": "58-B", "TDA-2024": "71", "RRP-11": "tournament/penalties"})
SERVING: Final = Point("serving a penalty", {"TDA-2013": "58-C", "TDA-2024": "71"})
REDEALT: Final = Point("a hand dealt again, in a penalty", {"TDA-2013": "34-B", "TDA-2024": "35-C"})
PHONE: Final = Point("talking on a telephone", {"TDA-2013": "4", "TDA-2024": "5", "RRP-11": "behavior/etiquette"})
DEVICE: Final = Point("using a device", {"TDA-2013": "4", "TDA-2024": "5-C"})
CHARTS: Final = Point("charts and programs", {"TDA-2013": "4", "TDA-2024": "5-D"})


class OffenceFacts(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="offence", tag_field="topic"
):
    """What a player did, how often he had done it before, and at how full a table."""

    offence: Code
    times: int = 0
    players: int = 9
    live_hand: bool = False
    moving: bool = True
    hands: int = 1


def rule_on_offence(facts: OffenceFacts, rulebook: Rulebook) -> Ruling:
    """What an offence costs: the director's choice among the penalties, harder when it is repeated.

    Rule: TDA-2013 58-A, 58-B, 60, 61, 62; TDA-2024 71, 68, 69, 70; PG-116.
    """
    _check(facts)
    offence = find_offence(facts.offence)
    dodging = offence.code == "dodging blinds"
    decides = cite(offence.point, rulebook, *(("dodging_anywhere",) if dodging else ()))
    strict = cite(offence.point, rulebook).edition in STRICT
    will = strict and offence.will
    if dodging and not facts.moving:
        will = rulebook.dodging_anywhere
    if offence.etiquette and facts.times and cite(offence.point, rulebook).edition in STRICT_ON_REPEATS:
        will = True
    cites = (decides, cite(PENALTIES, rulebook))
    sanction = Sanction(offence.code, will=will)
    options = [_option(step, facts) for step in _steps(offence, will=will, strict=strict)]
    first = WARNING if dodging and not will else offence.first
    recommended = _step_up([option.verdict for option in options], first, facts.times)
    if len(options) == 1:
        because = f"{offence.gist} Whoever does is out: the rule leaves no other penalty."
        return Ruling(verdict=OUT, because=because, cites=cites, steps=_what_now(OUT, facts), penalty=sanction)
    return Ruling(
        verdict=DISCRETION,
        because=f"{offence.gist} {_how_hard(recommended, facts, will=will)}",
        cites=cites,
        options=tuple(options),
        recommended=recommended,
        penalty=sanction,
        steps=_what_now("", facts),
    )


def _check(facts: OffenceFacts) -> None:
    if facts.times < 0:
        raise BadNotation(f"he has done it {facts.times} times before; 0 says that it is the first time")
    if not 2 <= facts.players <= MOST_PLAYERS:
        raise BadNotation(f"{facts.players} players are no table; count them with the offender, 2 to {MOST_PLAYERS}")
    if facts.hands < 1:
        raise BadNotation(f"{facts.hands} hands cannot be missed; it is 1 or more")


def _steps(offence: Offence, *, will: bool, strict: bool) -> tuple[str, ...]:
    """The penalties there are: no text but the TDA's says that there is only one, or that there must be one."""
    steps = offence.steps if strict or len(offence.only) != 1 else LADDER
    if offence.also:
        steps = (*steps[:-1], offence.also, steps[-1])
    return tuple(step for step in steps if step != NOTHING or not will)


def _step_up(steps: list[str], first: str, times: int) -> str:
    start = steps.index(first) if first in steps else 0
    choices = [step for step in steps[start:] if step != FORFEIT or step == first]
    return choices[min(times, len(choices) - 1)]


def _option(step: str, facts: OffenceFacts) -> Option:
    return Option(verdict=step, because=_what_it_is(step, facts))


def _what_it_is(step: str, facts: OffenceFacts) -> str:
    if step in ROUNDS:
        missed = hands_missed(facts.players, ROUNDS[step])
        return f"He misses {missed} hands: {ROUNDS[step]} for each of the {facts.players} players at the table."
    return {
        NOTHING: "The director lets it pass.",
        WARNING: "He is told not to do it again.",
        HANDS: f"He misses {facts.hands} {'hand' if facts.hands == 1 else 'hands'}.",
        OUT: "He is out, and in an event his chips leave play.",
        FORFEIT: "He loses the chips, and they leave play.",
        FORFEIT_AND_OUT: "He loses the chips and is out; all his chips leave play.",
        REVOKED: "He has used the right too often, and may not ask to see hands any more.",
    }[step]


def _how_hard(recommended: str, facts: OffenceFacts, *, will: bool) -> str:
    follows = "A penalty follows" if will else "A penalty may follow"
    if facts.times:
        before = "once" if facts.times == 1 else f"{facts.times} times"
        return f"{follows}, a harder one each time. He has done it {before} before; next is: {recommended}."
    return f"{follows}. Usual for a first time: {recommended}."


def _what_now(verdict: str, facts: OffenceFacts) -> tuple[str, ...]:
    """What the floor does, in order. The penalty leaves the hand he is in alone: it is played out first (T60)."""
    note = "Write down who it was, what for, what was decided, by whom and why."
    leaves = "Whoever is disqualified leaves, and his chips are taken out of play."
    if verdict == OUT:
        return (note, leaves)
    away = "While he misses hands he is away: deal him in, post for him, and kill his hand after the deal."
    if facts.live_hand:
        return (
            "Let the hand be played to its end: no penalty kills his cards, and it begins when the hand is over.",
            note,
            away,
            leaves,
        )
    return (note, away, leaves)


class ServedFacts(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="penalty served", tag_field="topic"
):
    """A penalty of missed hands, and the deals made since."""

    hands: int
    deals: int = 0
    redeals: int = 0


def rule_on_served(facts: ServedFacts, rulebook: Rulebook) -> Ruling:
    """Whether a player on penalty may come back: a hand that was dealt again counts once.

    Rule: TDA-2013 58-C, 34-B; TDA-2024 71, 35-C.
    """
    if facts.hands < 1:
        raise BadNotation(f"a penalty of missed hands is 1 hand or more, not {facts.hands}")
    if facts.deals < 0 or facts.redeals < 0:
        raise BadNotation("deals are counted from 0")
    if facts.redeals > max(facts.deals - 1, 0):
        raise BadNotation(f"of {facts.deals} deals at most {max(facts.deals - 1, 0)} can have been dealt again")
    missed = facts.deals - facts.redeals
    counts = " A hand that was dealt again counts once." if facts.redeals else ""
    cites: tuple[Cite, ...] = (cite(SERVING, rulebook),)
    if facts.redeals:
        cites = (cite(REDEALT, rulebook), *cites)
    if missed >= facts.hands:
        because = f"He has missed the {facts.hands} hands of his penalty.{counts}"
        return Ruling(verdict="comes back", because=because, cites=cites, steps=("Deal him in with a live hand.",))
    return Ruling(
        verdict="stays away",
        because=f"He has missed {missed} of {facts.hands} hands.{counts}",
        cites=cites,
        steps=(
            "Deal cards to his seat, and post his blinds and antes; in stud also the bring-in, if it falls on him.",
            "Kill his hand after the deal.",
        ),
    )


class DeviceFacts(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="device", tag_field="topic"
):
    """What a player does with a telephone or another device at the table."""

    use: Literal["talking on a telephone", "using a device", "charts or strategy programs"] = "using a device"
    live_hand: bool = False


def rule_on_device(facts: DeviceFacts, rulebook: Rulebook) -> Ruling:
    """Whether a telephone or another device may be used at the table.

    Rule: TDA-2013 4; TDA-2024 5, 5-C, 5-D.
    """
    stop = ("Tell him to put it away, or to leave the table with it.",)
    if facts.use == "talking on a telephone":
        because = "Nobody talks on a telephone at the table, in a hand or not."
        cites = (cite(PHONE, rulebook),)
        return Ruling(verdict="not allowed", because=because, cites=cites, steps=stop, penalty=Sanction("phone"))
    charts = facts.use == "charts or strategy programs"
    cites = (cite(CHARTS if charts else DEVICE, rulebook, "devices"),)
    if rulebook.devices is Devices.HOUSE:
        return Ruling(
            verdict=DISCRETION,
            because="Calls apart, what may be used at the table is for the house to say.",
            cites=cites,
            options=(
                Option(verdict="allowed", because="The house allows it."),
                Option(verdict="not allowed", because="The house does not allow it."),
            ),
            recommended="not allowed" if charts or facts.live_hand else "allowed",
            penalty=Sanction("device"),
        )
    if charts:
        because = "Charts and programs that tell how to play have no place at the table, in a hand or not."
    elif facts.live_hand:
        because = "He holds a live hand, and until it is over he uses no device."
    else:
        because = "He has no live hand, so he may use it as long as it disturbs nobody."
        return Ruling(verdict="allowed", because=because, cites=cites)
    return Ruling(verdict="not allowed", because=because, cites=cites, steps=stop, penalty=Sanction("device"))


TOPICS: Final = (
    Topic(
        "What an offence costs",
        OffenceFacts,
        rule_on_offence,
        {
            "offence": "What did he do?",
            "times": "How often had he done it before?",
            "players": "How many players are at the table, he among them?",
            "live_hand": "Has he a live hand?",
            "moving": "If he dodged a blind: was he on his way from a broken table?",
            "hands": "If he is to miss hands: how many?",
        },
    ),
    Topic(
        "Whether a penalty is served",
        ServedFacts,
        rule_on_served,
        {
            "hands": "How many hands was he to miss?",
            "deals": "How often have cards been dealt at his table since?",
            "redeals": "How many of those deals were of a hand dealt again after a misdeal?",
        },
    ),
    Topic(
        "A telephone or another device at the table",
        DeviceFacts,
        rule_on_device,
        {"use": "What is he doing?", "live_hand": "Has he a live hand?"},
    ),
)
