"""An incident: its facts by name, from text or data, and the ruling on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.acting.legal import and_also
from sidepot.floor.fact_fields import check_table, fields_of, nearest_or_all, read_field
from sidepot.floor.rulings import read_facts, rule_on
from sidepot.floor.spot_line import read_spot, third_amount
from sidepot.floor.topic import Topic
from sidepot.rules.clauses import Sentence
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling

HOUSE: Final = "tda-2013"
"""The house that rules if none is named."""


def ruling_on(facts: Mapping[str, object], rulebook: Rulebook) -> tuple[Ruling, str]:
    """Rule on the facts of an incident, in which `topic` names the topic. Returns the ruling and the player's name (""
    if unknown).

    The betting may be given as a line of text. Raises BadNotation or IllegalAction for impossible facts.
    """
    found = read_facts(facts)
    spot = getattr(found, "spot", None)
    reading: Sentence = ()
    if isinstance(spot, str):
        reading = third_amount(spot)
        spot = read_spot(spot, rulebook)
        found = msgspec.structs.replace(found, spot=spot)
    ruling = rule_on(found, rulebook)
    return and_also(ruling, then=reading) if reading else ruling, "" if spot is None else spot.name


def facts_in(topic: Topic, answers: Iterable[tuple[str, object]], sign: str = "=...") -> dict[str, object]:
    """Read the facts of a topic from (name, answer) pairs. An answer is text typed by a person, or a value from a file.

    Raises BadNotation for an unknown, unreadable or missing fact. In the message about a missing fact, `sign` follows
    the fact's name, to show how to give the fact.
    """
    fields = {one.name: one for one in fields_of(topic)}
    facts: dict[str, object] = {}
    for key, value in answers:
        name = key.strip().replace("-", "_")
        if name not in fields:
            raise BadNotation(f"{topic.name}: unknown fact {key.strip()!r}; {nearest_or_all(name, list(fields))}")
        if name in facts:
            raise BadNotation(f"{topic.name}: {name} is given twice")
        if not isinstance(value, str):
            check_table({name: value}, [fields[name]], topic.name)
            facts[name] = value
            continue
        try:
            facts[name] = read_field(value, fields[name])
        except BadNotation as error:
            raise BadNotation(f"{topic.name}: {error.message}") from None
    check_missing(topic, facts, sign)
    return {"topic": topic.name} | facts


def check_missing(topic: Topic, facts: Mapping[str, object], sign: str) -> None:
    """Raise BadNotation if a required fact is missing.

    The message shows how to give the fact: its name, followed by `sign`.
    """
    for one in fields_of(topic):
        if one.required and one.name not in facts:
            question = f" ({one.question})" if one.question else ""
            choices = f": {', '.join(one.choices)}" if one.choices else f", {one.hint}"
            form = f"{one.name}{sign}{question}{choices}"
            raise BadNotation(f"{topic.name}: {one.name} is missing: give {form}")
