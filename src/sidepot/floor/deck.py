"""The thirty commonest incidents, as cards to print: each with its facts, which a house rules on."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from sidepot.validation.reader import package_toml


class DeckIncident(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An incident on a card of the deck.

    - `title`: what happened
    - `facts`: the facts of the incident, in which `topic` names the topic
    """

    title: str
    facts: dict[str, Any]


class _Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    incident: tuple[DeckIncident, ...]


@cache
def deck() -> tuple[DeckIncident, ...]:
    """The cards of the deck, in order."""
    return msgspec.convert(package_toml("sidepot.floor", "deck.toml"), _Deck).incident
