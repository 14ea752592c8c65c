"""Incidents of the public are ruled on as they are first told, by the house's own numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from each import each

from sidepot.floor.finding import search
from sidepot.floor.incident import facts_in, ruling_on
from sidepot.floor.rulings import find_topic
from sidepot.rules.houses import HOUSES

INCIDENTS = tomllib.loads((Path(__file__).parent / "public_incidents.toml").read_text("utf-8"))["incident"]


@each("incident", INCIDENTS, ids=[f"{one['title']}, {one['house']}" for one in INCIDENTS])
def test_an_incident_is_ruled_by_the_deciding_rule(incident: dict[str, Any]) -> None:
    assert incident["topic"] in [topic.name for topic in search(incident.get("asked", incident["topic"])).topics[:3]]
    facts = facts_in(find_topic(incident["topic"]), incident["facts"].items())
    ruling, _ = ruling_on(facts, HOUSES[incident["house"]])
    assert (ruling.verdict, str(ruling.cites[0])) == (incident["verdict"], incident["cites"])
    assert ruling.amount == incident.get("amount")
    assert ruling.recommended == incident.get("recommended", ruling.recommended)
    assert ruling.is_open == ("recommended" in incident)
