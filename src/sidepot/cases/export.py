"""The cases as a suite for other engines: JSON Lines, one complete case per line, without this engine's defaults.

The first line says which suite it is. Each other line has a case as in its file, completed by the keys that were left
out (`case`), the choices of its house (`rulebook`), its rules in words, and what the names in it stand for (`terms`).
`docs/reference/suite.md` describes the format.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from typing import Any, Final

import msgspec

from sidepot.cards import text
from sidepot.cases.button_cases import ButtonCase, stakes_of
from sidepot.cases.case_setups import Betting, WholeHand, setup_of
from sidepot.cases.mix_cases import MixCase, mix_of
from sidepot.cases.prizes import PayoutCase
from sidepot.cases.ruling_cases import RulingCase
from sidepot.cases.run import Case
from sidepot.cases.small import Rank
from sidepot.cases.structure_cases import StructureCase, structure_of_case
from sidepot.cases.tables import TableCase, rules_of_table
from sidepot.cases.tournament_cases import TournamentCase, structure_of_tournament
from sidepot.errors import SidepotError
from sidepot.floor.rulings import read_facts
from sidepot.games.decks import find_deck
from sidepot.hand.planning.plan import plan_of
from sidepot.rules.index import find_rule
from sidepot.rules.rulebook import Rulebook
from sidepot.tournament.pay_tables import percents_of

SUITE: Final = "sidepot-cases"
VERSION: Final = "1.0"  # the first number changes when a reader must change, the second with what cases there are
NOTICE: Final = (
    "Rules are in the words of sidepot. The rules of the Poker Tournament Directors Association are its own: "
    "https://www.pokertda.com"
)
Plain = dict[str, object]  # a table of JSON


class Header(msgspec.Struct, frozen=True):
    """The first line of a suite: the houses with their editions, and the number of cases of each kind.

    Each house has a `digest`, which changes when one of the house's cases changes.
    """

    suite: str
    version: str
    books: list[Plain]
    kinds: dict[str, int]
    cases: int
    notice: str


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One case with all its keys, its house and its rules."""

    id: str
    title: str
    kind: str
    house: str
    edition: str
    rules: list[Plain]
    source: str
    case: Plain
    terms: Plain
    rulebook: Plain
    readings: tuple[Plain, ...] = ()


def lines(cases: Sequence[Case]) -> Iterator[Header | Line]:
    """Yield the header of the suite, and then a line for each case."""
    found = [line_of(case) for case in cases]
    yield header(found)
    yield from found


def to_text(found: Iterable[Header | Line]) -> bytes:
    """The header and the lines as JSON Lines."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in found)


def header(found: Sequence[Line]) -> Header:
    """The header that describes these lines."""
    books = [_book(found, *book) for book in sorted({(line.house, line.edition) for line in found})]
    return Header(SUITE, VERSION, books, dict(Counter(line.kind for line in found)), len(found), NOTICE)


def _book(found: Sequence[Line], house: str, edition: str) -> Plain:
    own = [line for line in found if line.house == house]
    digest = hashlib.sha256(to_text(own)).hexdigest()[:12]
    return {"house": house, "edition": edition, "cases": len(own), "digest": digest}


def line_of(case: Case) -> Line:
    """One complete case as a line."""
    rulebook = case.house_rules()
    body = table_of(case.body)
    kind = str(body.pop("kind"))
    rules = [_rule(rule) for rule in case.rules]
    terms = _terms(case.body, rulebook)
    book = {key: value for key, value in table_of(rulebook).items() if key not in ("name", "edition")}
    where = (case.house, rulebook.edition)
    return Line(case.id, case.title, kind, *where, rules, case.source, body, terms, book, case.readings)


def _rule(rule_id: str) -> Plain:
    row = find_rule(rule_id)
    return {"id": row.id, "section": row.section, "says": row.gist}


def table_of(struct: object) -> Plain:
    """A struct as plain data, without optional fields that have no value."""
    assert isinstance(struct, msgspec.Struct)
    config = struct.__struct_config__
    found: Plain = {str(config.tag_field): config.tag} if config.tag_field else {}
    for name, key, is_optional in _fields(type(struct)):
        one = getattr(struct, name)
        if one is not None or not is_optional:
            found[key] = plain(one)
    return found


def plain(value: object) -> object:
    """A value as it would be after a round trip through JSON."""
    if isinstance(value, msgspec.Struct):
        return table_of(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(plain(key)): plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, bool], ...]:
    """The fields of a struct, their keys, and whether one may be left out if it has no value."""
    return tuple((field.name, field.encode_name, field.default is None) for field in msgspec.structs.fields(kind))


# ---- what the names of a case stand for


def _terms(body: object, rulebook: Rulebook) -> Plain:
    """The meaning of a case's names and omitted keys; empty if it expects their refusal."""
    resolve = _TERMS.get(type(body))
    if resolve is None:
        return {}
    try:
        found = resolve(body, rulebook)
    except SidepotError:
        return {}
    found.pop("rulebook", None)
    return found


def _hand(body: Betting | WholeHand, rulebook: Rulebook) -> Plain:
    """The setup, with seats as numbers from 0, in the order of `stacks`, and the bets that follow from it."""
    setup = setup_of(body, rulebook)
    plan = plan_of(setup)
    return table_of(setup) | {"price": plan.price, "raises": plan.raises, "units": list(plan.units)}


def _rank(body: Rank, _rulebook: Rulebook) -> Plain:
    return {"deck": text(find_deck(body.deck).cards)}


def _ruling(body: RulingCase, _rulebook: Rulebook) -> Plain:
    return {"facts": plain(read_facts(body.facts))}


def _button(body: ButtonCase, _rulebook: Rulebook) -> Plain:
    return {"stakes": plain(stakes_of(body.stakes))}


def _payout(body: PayoutCase, _rulebook: Rulebook) -> Plain:
    own = body.percents or body.seat_price
    return {} if own else {"percents": [float(part) for part in percents_of(body.table, body.entries)]}


_TERMS: Final[dict[type, Callable[[Any, Rulebook], Plain]]] = {
    Betting: _hand,
    WholeHand: _hand,
    Rank: _rank,
    RulingCase: _ruling,
    ButtonCase: _button,
    PayoutCase: _payout,
    MixCase: lambda body, _: table_of(mix_of(body)),
    TableCase: lambda body, rulebook: table_of(rules_of_table(body, rulebook)),
    StructureCase: lambda body, _: table_of(structure_of_case(body)),
    TournamentCase: lambda body, rulebook: table_of(structure_of_tournament(body, rulebook)),
}
