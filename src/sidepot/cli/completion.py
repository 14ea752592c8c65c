"""Shell completion of options and arguments: names of games, houses, topics, bots, presets.

`sidepot --install-completion` turns it on. This module is imported only when the shell asks.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable
from typing import Final

from typer.models import ParameterInfo

Words = Callable[[], Iterable[tuple[str, str]]]  # names, each with a short description


def games() -> Iterable[tuple[str, str]]:
    from sidepot.games.catalog import GAMES

    return [(name, game.title) for name, game in GAMES.items()]


def mixes() -> Iterable[tuple[str, str]]:
    from sidepot.games.mixes import MIXES

    return [(name, mix.title) for name, mix in MIXES.items()]


def games_and_mixes() -> Iterable[tuple[str, str]]:
    return [*games(), *mixes()]


def houses() -> Iterable[tuple[str, str]]:
    from sidepot.rules.houses import HOUSES

    return [(name, "") for name in HOUSES]


def topics() -> Iterable[tuple[str, str]]:
    from sidepot.floor.topic_groups import groups

    return [(topic.name.replace(" ", "-"), topic.title) for listed in groups().values() for topic in listed]


def bots() -> Iterable[tuple[str, str]]:
    from sidepot.bots.roster import BOTS, gist_of

    return [(name, gist_of(name)) for name in BOTS]


def presets() -> Iterable[tuple[str, str]]:
    from sidepot.tournament.presets import PRESETS

    return [(name.replace(" ", "-"), "") for name in PRESETS]


def pay_tables() -> Iterable[tuple[str, str]]:
    from sidepot.tournament.pay_tables import TABLES

    return [(name.replace(" ", "-"), "") for name in TABLES]


def rules() -> Iterable[tuple[str, str]]:
    from sidepot.rules.index import rules

    return [("diff", "where two houses differ"), *houses(), *[(rule.id, rule.gist) for rule in rules()]]


def workloads() -> Iterable[tuple[str, str]]:
    from sidepot.benchmarks.workloads import WORKLOADS

    return [(name, "") for name in WORKLOADS]


# The commands and parameters with completions; `*` stands for every command with a parameter of this name.
_TAKEN_BY: Final[dict[Words, tuple[str, ...]]] = {
    games: ("* game",),
    games_and_mixes: ("simulate game", "tournament game", "games name"),
    houses: ("* house",),
    topics: ("rule what", "quiz topic"),
    bots: ("* bots", "play company"),
    presets: ("* preset",),
    pay_tables: ("tournament table",),
    rules: ("rules ids", "check rule"),
    workloads: ("bench workload",),
}
NAMES: Final = {place: words for words, places in _TAKEN_BY.items() for place in places}


def teach(command: str, functions: Iterable[Callable[..., object]]) -> None:
    """Let the shell complete the values of a command. Its parameters are those of `functions`."""
    for function in functions:
        hints = typing.get_type_hints(function, include_extras=True)
        function.__annotations__ = hints  # resolved once: Typer would resolve text again, without the completions
        for field, hint in hints.items():
            words = NAMES.get(f"{command} {field}") or NAMES.get(f"* {field}")
            for info in getattr(hint, "__metadata__", ()):
                if words is not None and isinstance(info, ParameterInfo):
                    info.autocompletion = completer(words, in_turn=words is bots)


def completer(words: Words, *, in_turn: bool) -> Callable[[str], list[tuple[str, str]]]:
    """A function that completes a word to those of `words`.

    With `in_turn`, it completes the last of several words separated by commas.
    """

    def complete(incomplete: str) -> list[tuple[str, str]]:
        before, comma, last = incomplete.rpartition(",") if in_turn else ("", "", incomplete)
        start = before + comma
        return [(start + name, gist) for name, gist in words() if name.startswith(last)]

    return complete
