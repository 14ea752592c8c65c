"""Every topic the floor rules on, by name: `read_facts` takes data in, `rule_on` makes the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.acting import act, bets_in_front, in_talk, prior, undercall, wrong_bets
from sidepot.floor.claims import accepted, kill_pot, other_chips, stacks, time_call
from sidepot.floor.conduct import offence, precedence, served, table_talk
from sidepot.floor.deal import (
    bad_deals,
    boards,
    by_chance,
    exposed,
    joker,
    misdeal,
    premature,
    rabbit,
    redeal,
    short_stub,
    stud_cards,
)
from sidepot.floor.fact_fields import check_bounds
from sidepot.floor.hands import (
    absentees,
    at_showdown,
    discarded,
    dispute,
    divided,
    killed,
    owed_blind,
    see_hand,
    tabled,
    thrown,
)
from sidepot.floor.topic import Topic
from sidepot.floor.tournament import (
    absent_chips,
    end_of_day,
    levels,
    new_deck,
    out_together,
    rebuys,
    short_tables,
    wrong_seat,
)
from sidepot.floor.turns import early, skipped, substantial, turn
from sidepot.rules.houses import house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, director_decides
from sidepot.rules.texts import cite_choice
from sidepot.validation.problems import as_type
from sidepot.validation.reader import unknown
from sidepot.validation.type_checks import check_fields, expect_mapping

TOPICS: Final[dict[str, Topic]] = {
    topic.name: topic
    for topic in (
        *act.TOPICS,
        *prior.TOPICS,
        *undercall.TOPICS,
        *wrong_bets.TOPICS,
        *in_talk.TOPICS,
        *bets_in_front.TOPICS,
        *turn.TOPICS,
        *skipped.TOPICS,
        *early.TOPICS,
        *substantial.TOPICS,
        *misdeal.TOPICS,
        *redeal.TOPICS,
        *bad_deals.TOPICS,
        *joker.TOPICS,
        *exposed.TOPICS,
        *boards.TOPICS,
        *premature.TOPICS,
        *stud_cards.TOPICS,
        *short_stub.TOPICS,
        *rabbit.TOPICS,
        *by_chance.TOPICS,
        *killed.TOPICS,
        *discarded.TOPICS,
        *thrown.TOPICS,
        *divided.TOPICS,
        *absentees.TOPICS,
        *owed_blind.TOPICS,
        *tabled.TOPICS,
        *at_showdown.TOPICS,
        *see_hand.TOPICS,
        *dispute.TOPICS,
        *accepted.TOPICS,
        *stacks.TOPICS,
        *other_chips.TOPICS,
        *kill_pot.TOPICS,
        *time_call.TOPICS,
        *offence.TOPICS,
        *served.TOPICS,
        *table_talk.TOPICS,
        *precedence.TOPICS,
        *levels.TOPICS,
        *wrong_seat.TOPICS,
        *short_tables.TOPICS,
        *new_deck.TOPICS,
        *rebuys.TOPICS,
        *end_of_day.TOPICS,
        *out_together.TOPICS,
        *absent_chips.TOPICS,
    )
}
_BY_FACTS: Final[dict[type[msgspec.Struct], Topic]] = {topic.facts: topic for topic in TOPICS.values()}


def find_topic(name: str) -> Topic:
    """The topic of that name. Raises BadNotation, with the nearest names."""
    plain = name.strip().lower().replace("_", " ").replace("-", " ")
    for known, topic in TOPICS.items():
        if known.replace("-", " ") == plain:
            return topic
    said = f"no topic is called {name!r}"
    raise unknown(said, plain, TOPICS, brief=True, most=3, cutoff=0.5, code="unknown_topic")


def read_facts(data: Mapping[str, Any]) -> msgspec.Struct:
    """A topic's facts, from data with a `topic`. Raises BadNotation, naming the key."""
    data = expect_mapping(data, "data", "a dict with a topic, as in {'topic': 'offence', 'offence': 'phone'}")
    if not isinstance(data.get("topic"), str):
        raise BadNotation(f"`topic` is missing: one of {', '.join(TOPICS)}")
    topic = find_topic(data["topic"])
    rest = {key: value for key, value in data.items() if key != "topic"}
    known = topic.facts.__struct_fields__
    for key in rest:
        if key not in known:
            raise BadNotation(f"{topic.name}: unknown key {key!r}; there are {', '.join(known) or 'none'}")
        check_bounds(rest[key], f"{topic.name}: {key}")
    found: msgspec.Struct = as_type(rest | {"topic": topic.name}, topic.facts, topic.name)
    return found


def rule_on(facts: msgspec.Struct, rulebook: Rulebook | str) -> Ruling:
    """The ruling on what happened, in this house or the one of this name. Raises BadNotation for impossible facts."""
    topic = _BY_FACTS.get(type(facts))
    if topic is None:
        right = "expected what read_facts returns"
        raise BadNotation(f"facts: {right}, and the floor does not rule on a {type(facts).__name__}")
    rulebook = house_of(rulebook, "rulebook")
    check_fields(facts)
    ruling = topic.rule(facts, rulebook)
    cites = (*ruling.cites, *_choice(facts, topic, ruling, rulebook))
    steps = ruling.steps or ((director_decides(ruling.options),) if ruling.is_open else ())
    return msgspec.structs.replace(ruling, house=rulebook.name, cites=cites, steps=steps)


def _choice(facts: msgspec.Struct, topic: Topic, ruling: Ruling, rulebook: Rulebook) -> tuple[Cite, ...]:
    """The house's choice on a check and a fold, where the ruling hangs on it: the rule can be read both ways.

    Rule: TDA-2013 35; TDA-2024 36.
    """
    if not substantial.is_read_both_ways(getattr(facts, "actions", ()), rulebook):
        return ()
    other = topic.rule(facts, rulebook.turned("check_and_fold"))
    return () if other.verdict == ruling.verdict else (cite_choice("check_and_fold"),)
