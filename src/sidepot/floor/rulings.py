"""Every topic the floor rules on, by name: `read_facts` takes data in, `rule_on` makes the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.topic import Topic
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling

# each of these modules has TOPICS, a tuple of its topics
_MODULES: Final = ("act", "turn", "misdeal", "dealing", "hands", "showdown", "claims", "clock", "conduct", "event")


def _all() -> dict[str, Topic]:
    found: dict[str, Topic] = {}
    for name in _MODULES:
        try:
            module = import_module(f"sidepot.floor.{name}")
        except ModuleNotFoundError:
            continue
        for topic in module.TOPICS:
            found[topic.name] = topic
    return found


TOPICS: Final = _all()
_BY_FACTS: Final = {topic.facts: topic for topic in TOPICS.values()}


def find_topic(name: str) -> Topic:
    """The topic of that name. Raises BadNotation, with the nearest names."""
    plain = name.strip().lower().replace("_", " ").replace("-", " ")
    for known, topic in TOPICS.items():
        if known.replace("-", " ") == plain:
            return topic
    near = get_close_matches(plain, list(TOPICS), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(TOPICS)}"
    raise BadNotation(f"no topic is called {name!r}; {hint}")


def read_facts(data: Mapping[str, Any]) -> msgspec.Struct:
    """What happened, from data with a `topic` and the facts of it. Raises BadNotation, naming the key."""
    if not isinstance(data.get("topic"), str):
        raise BadNotation(f"`topic` is missing: one of {', '.join(TOPICS)}")
    topic = find_topic(data["topic"])
    rest = {key: value for key, value in data.items() if key != "topic"}
    known = topic.facts.__struct_fields__
    for key in rest:
        if key not in known:
            raise BadNotation(f"{topic.name}: unknown key {key!r}; there are {', '.join(known) or 'none'}")
    try:
        return msgspec.convert(rest | {"topic": topic.name}, topic.facts)
    except msgspec.ValidationError as error:
        raise BadNotation(f"{topic.name}: {error}") from None


def rule_on(facts: msgspec.Struct, rulebook: Rulebook) -> Ruling:
    """The ruling on what happened, in this house. Raises BadNotation for facts that cannot be."""
    topic = _BY_FACTS.get(type(facts))
    if topic is None:
        raise BadNotation(f"the floor does not rule on a {type(facts).__name__}")
    ruling = topic.rule(facts, rulebook)
    return msgspec.structs.replace(ruling, house=rulebook.name)
