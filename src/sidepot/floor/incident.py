"""An incident as it is told: its facts by name, from text or data, and the ruling on them."""

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
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling

HOUSE: Final = "tda-2013"
"""The house that rules where none is named."""


def ruling_on(facts: Mapping[str, object], rulebook: Rulebook) -> tuple[Ruling, str]:
    """The ruling on facts with their `topic`, and the name of the player it is about ("": not told).

    The betting may stand there as a line. Raises BadNotation and IllegalAction, saying what cannot be.
    """
    found = read_facts(facts)
    spot = getattr(found, "spot", None)
    reading = ""
    if isinstance(spot, str):
        reading = third_amount(spot)
        spot = read_spot(spot, rulebook)
        found = msgspec.structs.replace(found, spot=spot)
    ruling = rule_on(found, rulebook)
    return and_also(ruling, then=reading) if reading else ruling, "" if spot is None else spot.name


def facts_in(topic: Topic, answers: Iterable[tuple[str, object]], sign: str = "=...") -> dict[str, object]:
    """The facts of a topic from answers by name: a text as a person types it, or a value as a file has it.

    Raises BadNotation for an unknown fact, for one that cannot be read, and where one is missing; `sign` is how a fact
    is said there.
    """
    fields = {one.name: one for one in fields_of(topic)}
    facts: dict[str, object] = {}
    for key, value in answers:
        name = key.strip().replace("-", "_")
        if name not in fields:
            raise BadNotation(f"{topic.name}: there is no fact {key.strip()!r}; {nearest_or_all(name, list(fields))}")
        if name in facts:
            raise BadNotation(f"{topic.name}: {name} is told twice")
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
    """Refuse facts without one that must be told, saying what it is."""
    for one in fields_of(topic):
        if one.required and one.name not in facts:
            what = f" ({one.question})" if one.question else ""
            choices = f": {', '.join(one.choices)}" if one.choices else f", {one.hint}"
            raise BadNotation(f"{topic.name}: say {one.name}{sign}{what}{choices}")
