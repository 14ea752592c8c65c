"""The input of `sidepot rule`: an incident from a file, options or answers, and its ruling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from sidepot.cli.usual_house import usual_house, with_house_read
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.fact_fields import check_table, fields_in, fields_of
from sidepot.floor.incident import HOUSE, check_missing, facts_in, ruling_on
from sidepot.floor.rulings import read_facts
from sidepot.floor.topic import Topic
from sidepot.floor.topic_groups import topic_named
from sidepot.rules.houses import find_house
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, choose, overrule
from sidepot.validation.problems import as_type
from sidepot.validation.reader import nearest, toml_of, unknown

ABOUT: Final = ("title", "house", "rulebook", "choose", "overrule")  # keys of a file that are not facts


class Replacement(Struct, frozen=True, forbid_unknown_fields=True):
    """The decision that a director puts in place of a ruling, and the reason for it."""

    verdict: str
    reason: str
    by: str = ""
    amount: int | None = None


class Incident(Struct):
    """An incident, its house ("" for the default), and the director's choice ("" for the recommended option)."""

    facts: dict[str, Any]
    house: str = ""
    rulebook: dict[str, Any] = {}
    choose: str | None = None
    overrule: Replacement | None = None
    title: str = ""

    def decide(self) -> Decision:
        """Rule on the incident. Raises BadNotation or IllegalAction for impossible facts."""
        rulebook = find_house(self.house or usual_house(HOUSE))
        if self.rulebook:
            rulebook = rulebook.but(**self.rulebook)
        ruling, who = ruling_on(self.facts, rulebook)
        if self.choose or self.choose is not None and ruling.is_open:
            ruling = choose(ruling, self.choose)
        if self.overrule is not None:
            given = self.overrule
            ruling = overrule(ruling, given.verdict, given.reason, by=given.by, amount=given.amount)
        return Decision(ruling, rulebook, who, self.title)


@dataclass
class Decision:
    """A ruling, its house, and the name of the player ("" if unknown)."""

    ruling: Ruling
    rulebook: Rulebook
    who: str = ""
    title: str = ""


# ---- key=value


def read_pairs(topic: Topic, pairs: list[str]) -> dict[str, Any]:
    """Parse facts given as `key=value`. Raises BadNotation, naming the key, for an invalid fact."""
    split = [pair.partition("=") for pair in pairs]
    return facts_in(topic, [(key, value) for key, _, value in split])


# ---- TOML


def read_incidents(text: str, path: str) -> list[Incident]:
    """Read the incidents in a TOML file: one, or several under `[[incident]]`.

    Raises BadNotation, naming the file and the key, for an invalid value.
    """
    data = with_house_read(toml_of(text, "an incident", path), path)
    several = data.pop("incident", None)
    if several is None:
        return [_read(data, {}, path)]
    if not isinstance(several, list) or not several or not all(isinstance(one, dict) for one in several):
        raise BadNotation(f"{path}: incident: expected tables, each under its own line [[incident]]")
    unknown = sorted(set(data) - {"house", "rulebook", "title"})
    if unknown:
        raise BadNotation(f"{path}: unknown key {unknown[0]!r} above the incidents; expected house, rulebook or title")
    data.pop("title", None)
    return [
        _read(with_house_read(one, path), data, f"{path}: incident {at}") for at, one in enumerate(several, start=1)
    ]


def _read(own: dict[str, Any], shared: dict[str, Any], where: str) -> Incident:
    about = {key: value for key, value in (shared | own).items() if key in ABOUT}
    facts = {key: value for key, value in own.items() if key not in ABOUT}
    found = as_type({"facts": facts, **about}, Incident, where)
    try:
        _check_facts(facts)
        _check_house(found)
    except SidepotError as error:
        raise BadNotation(f"{where}: {error.message}", error.cite) from None
    return found


def _check_facts(facts: dict[str, Any]) -> None:
    """Raise BadNotation, giving the key and the expected value, for anything but an incident."""
    if not isinstance(facts.get("topic"), str):
        near = [key for key in facts if nearest(key, ["topic"], cutoff=0.7)]
        question = f"did you mean topic by {near[0]!r}?" if near else 'what happened? Say it as in topic = "misdeal"'
        raise BadNotation(f"the topic is missing: {question} (`sidepot rule --topics` lists all topics)")
    topic = topic_named(facts["topic"])
    fields = {field.name: field for field in fields_of(topic)}
    given = {key: value for key, value in facts.items() if key != "topic"}
    for key in given:
        if key not in fields:
            raise unknown(f"unknown key {key!r}", key, fields, also=ABOUT, brief=True, cutoff=0.7, place=topic.name)
    try:
        read_facts(facts)
    except BadNotation:
        check_table(given, list(fields.values()), topic.name)
        check_missing(topic, given, " = ...")
        raise


def _check_house(incident: Incident) -> None:
    """Raise BadNotation for an unknown house, and for choices that no house has."""
    house = find_house(incident.house or usual_house(HOUSE))
    try:
        house.but(**incident.rulebook)
    except BadNotation:
        check_table(incident.rulebook, fields_in(Rulebook, {}), "rulebook")
        raise
