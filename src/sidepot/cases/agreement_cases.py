"""Cases of agreements: the terms of a table in words, differences from the rulebook, and acceptance."""

from __future__ import annotations

import msgspec

from sidepot.cases.expected import Problems, differ
from sidepot.cases.tables import TableCase, rules_of_table
from sidepot.errors import BadNotation, SidepotError
from sidepot.rules.meanings import CHOICES
from sidepot.rules.rulebook import Rulebook
from sidepot.table.agreement import Agreement, agreement_of, check_accepted
from sidepot.table.table_rules import TableRules


class AgreementExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects of an agreement. Only the topics and choices named here are compared.

    - `terms`: the terms by topic
    - `differs`: choices in which the table differs from the `book`
    - `alike`: choices in which the table agrees with the `book`
    - `changed`: choices that were changed
    """

    terms: dict[str, str] = {}
    house: str | None = None
    book: str | None = None
    differs: list[str] = []
    alike: list[str] = []
    changed: list[str] | None = None
    refused: str | None = None


class AgreementCase(msgspec.Struct, frozen=True, tag="agreement", tag_field="kind"):
    """The terms of a table, and the terms that a player accepted when sitting down (`accepted`)."""

    table: dict[str, object]
    expect: AgreementExpected
    accepted: dict[str, object] | None = None


def prepare_agreement(body: AgreementCase, rulebook: Rulebook) -> None:
    """Raise BadNotation or Conflict for terms that cannot be played, or if the case expects nothing."""
    _rules(body.table, rulebook)
    if body.accepted is not None:
        _rules(body.accepted, rulebook)
    if body.expect == AgreementExpected() and body.accepted is None:
        raise BadNotation(
            "`expect` is empty; give `terms`, `house`, `book`, `differs`, `alike`, `changed` or `refused`"
        )
    for field in (*body.expect.differs, *body.expect.alike, *(body.expect.changed or ())):
        if field not in CHOICES:
            raise BadNotation(f"no house has a choice named {field!r}")


def run_agreement(body: AgreementCase, rulebook: Rulebook) -> Problems:
    """Make the agreement, let the player sit down with the accepted terms, and return the differences from the case."""
    found = agreement_of(_rules(body.table, rulebook))
    problems = _look(body.expect, found)
    if body.expect.refused is None and body.accepted is None:
        return problems
    accepted = agreement_of(_rules(body.accepted, rulebook)).version if body.accepted is not None else ""
    try:
        check_accepted(found.version, accepted)
    except SidepotError as error:
        differ(problems, "refused", body.expect.refused, str(error.cite))
    else:
        differ(problems, "refused", body.expect.refused, None)
    return problems


def _look(expect: AgreementExpected, found: Agreement) -> Problems:
    problems: Problems = []
    texts = {term.topic: term.text for term in found.terms}
    for topic, text in expect.terms.items():
        differ(problems, topic, text, texts.get(topic, ""))
    for name in ("house", "book"):
        if getattr(expect, name) is not None:
            differ(problems, name, getattr(expect, name), getattr(found, name))
    other = [point.field for point in found.differs]
    differ(problems, "differs", expect.differs, [field for field in other if field in expect.differs])
    differ(
        problems, "alike", expect.alike, [field for field in CHOICES if field in expect.alike and field not in other]
    )
    if expect.changed is not None:
        differ(problems, "changed", expect.changed, [point.field for point in found.changed])
    return problems


def _rules(given: dict[str, object], rulebook: Rulebook) -> TableRules:
    return rules_of_table(TableCase(given, []), rulebook)
