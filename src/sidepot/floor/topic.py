"""A topic: one kind of event at a table, with its facts, the function that rules on it, and its wording."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.validation.reader import package_toml


class Facts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="topic"):
    """The facts of a topic. The tag of the struct is the name of the topic."""


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wording of a topic: its title, and the questions for its facts in order."""

    title: str
    asks: dict[str, str] = {}


@cache
def wordings() -> dict[str, Wording]:
    """The wording of each topic (from `topics.toml`), by the name of the topic."""
    return msgspec.convert(package_toml("sidepot.floor", "topics.toml"), dict[str, Wording])


class Topic(NamedTuple):
    """A topic of the floor: the struct of its facts, tagged with the topic's name, and the function that rules on
    them.
    """

    facts: type[Facts]
    rule: Callable[[Any, Rulebook], Ruling]

    @property
    def name(self) -> str:
        """The name of the topic in data files: the tag of its facts."""
        return str(self.facts.__struct_config__.tag)

    @property
    def wording(self) -> Wording:
        """The wording of the topic."""
        return wordings()[self.name]

    @property
    def title(self) -> str:
        """The title of the topic."""
        return self.wording.title

    @property
    def asks(self) -> dict[str, str]:
        """The question for each fact of the topic, in the order of asking."""
        return self.wording.asks
