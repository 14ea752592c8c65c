"""What the ruling would be if one fact were different, and what other houses rule on the same facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sidepot.errors import Cite, SidepotError
from sidepot.floor.fact_fields import Field, fields_of, is_idle
from sidepot.floor.incident import ruling_on
from sidepot.floor.rulings import find_topic
from sidepot.floor.verdict_words import headline_sentence
from sidepot.rules.clauses import Sentence, plain
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import Rulebook

WORDS: Final = ("call", "raise", "fold", "check")  # what else a player might have said
_LIKELY: Final = ("call", "raise")  # the others only if the player used the word
MOST: Final = 6


class Changed(NamedTuple):
    """A fact with another value, and the verdict that follows."""

    field: Field
    value: object
    verdict: Sentence


class InHouses(NamedTuple):
    """Houses that rule alike.

    - `houses`: the names of the houses
    - `verdict`: their verdict
    - `cite`: the deciding rule in the first of them
    """

    houses: tuple[str, ...]
    verdict: Sentence
    cite: Cite


def other_values(field: Field, now: Any) -> Sequence[Any]:
    """The other values that a fact might have had: other choices, other words, or the same chips in other motions."""
    match field.kind:
        case "yes or no":
            return (not now,)
        case "choice":
            return [choice for choice in field.choices if choice and choice != now]
        case "chips":
            return _other_motions(now)
    if field.name != "said":
        return ()
    return [word for word in WORDS if word != now and (word in _LIKELY or word in str(now).lower())]


def _other_motions(motions: Any) -> Sequence[Any]:
    """The same chips, each in a motion of its own instead of all in one, or the other way round."""
    chips = [chip for motion in motions for chip in motion]
    if len(chips) < 2:
        return ()
    return ([[chip] for chip in chips],) if len(motions) == 1 else ([chips],)


def what_if(facts: Mapping[str, object], rulebook: Rulebook) -> list[Changed]:
    """Rulings on the same incident with one fact changed. Each verdict that differs from the real one is listed once.

    >>> from sidepot.rules.houses import TDA_2024
    >>> facts = {"topic": "act", "spot": "NL 100/200: A 600; B to act", "chips": [[5000]]}
    >>> [(one.field.name, one.value) for one in what_if(facts, TDA_2024)][:1]
    [('said', 'raise')]
    """
    ruled = _verdict(facts, rulebook)
    seen = {plain(ruled[0])} if ruled else set()
    found = []
    for field, value in _changes(facts):
        other = _verdict({**facts, field.name: value}, rulebook)
        if other and plain(other[0]) not in seen:
            seen.add(plain(other[0]))
            found.append(Changed(field, value, other[0]))
    return found[:MOST]


def _changes(facts: Mapping[str, object]) -> Iterator[tuple[Field, Any]]:
    fields = fields_of(find_topic(str(facts["topic"])), asked=True)
    for field in fields:
        if not is_idle(field, fields, facts):
            for value in other_values(field, facts.get(field.name, field.default)):
                yield field, value


def in_houses(facts: Mapping[str, object]) -> list[InHouses]:
    """What all houses rule on the same facts. Houses that rule alike are grouped, and houses that cannot rule are left
    out.
    """
    together: dict[str, list[str]] = {}
    first: dict[str, tuple[Sentence, Cite]] = {}
    for name, house in HOUSES.items():
        if ruled := _verdict(facts, house):
            words = plain(ruled[0])
            together.setdefault(words, []).append(name)
            first.setdefault(words, ruled)
    return [InHouses(tuple(names), *first[words]) for words, names in together.items()]


def _verdict(facts: Mapping[str, object], rulebook: Rulebook) -> tuple[Sentence, Cite] | None:
    """The verdict as a sentence, and the deciding rule; None for impossible facts."""
    try:
        ruling, who = ruling_on(facts, rulebook)
    except SidepotError:
        return None
    return headline_sentence(ruling, who), ruling.cites[0]
