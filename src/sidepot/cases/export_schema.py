"""The JSON Schema of the suite for other engines: the header, and a line of each kind of case."""

from __future__ import annotations

from typing import Final

from sidepot.cases.bounds import bounded
from sidepot.cases.case_schema import DIALECT, TEXT, Made, Schema, needed, ref_to, table_of, unless_refused
from sidepot.cases.export import SUITE
from sidepot.cases.kinds import KINDS
from sidepot.cases.run import COMMON
from sidepot.rules.houses import HOUSES

_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_AGREED: Final = {"hand": "Setup", "betting": "Setup", "mix": "Mix", "table": "TableRules"} | dict.fromkeys(
    ("structure", "event"), "Structure"
)
_AS_BETTING: Final[Schema] = {
    "price": _COUNT,
    "raises": _COUNT,
    "units": {"type": "array", "items": _COUNT},
}


def suite_schema() -> Schema:
    """The schema of one line."""
    made = Made()
    each = [_header(), *[_line(made, name) for name in KINDS]]
    found = {
        "$schema": DIALECT,
        "title": SUITE,
        "description": "A line of the suite: see docs/suite.md.",
        "oneOf": each,
        "$defs": needed(each, made.parts),
    }
    return dict(bounded(found))


def _header() -> Schema:
    book = table_of({"house": TEXT, "edition": TEXT, "cases": _COUNT, "digest": TEXT}, ["house", "edition", "cases"])
    fields: Schema = {
        "suite": {"const": SUITE},
        "version": {"type": "string", "pattern": r"^\d+\.\d+$"},
        "books": {"type": "array", "items": book},
        "kinds": {"type": "object", "additionalProperties": _COUNT},
        "cases": _COUNT,
        "notice": TEXT,
    }
    return {"title": "header"} | table_of(fields, list(fields))


def _line(made: Made, name: str) -> Schema:
    rule = table_of({"id": TEXT, "section": TEXT, "says": TEXT}, ["id", "section", "says"])
    rulebook = dict(made.parts["Rulebook"]["properties"])
    del rulebook["name"], rulebook["edition"]
    fields: Schema = {
        "id": {"type": "string", "minLength": 1},
        "title": TEXT,
        "kind": {"const": name},
        "house": {"enum": list(HOUSES)},
        "edition": TEXT,
        "rules": {"type": "array", "minItems": 1, "items": rule},
        "source": TEXT,
        "case": _body(made, name),
        "terms": _terms(made, name),
        "rulebook": ref_to("WholeRulebook"),
    }
    made.parts["WholeRulebook"] = table_of(rulebook, list(rulebook))
    told = table_of(fields | {"readings": made.case(name)["properties"]["readings"]}, list(fields))
    return {"title": name} | told


def _body(made: Made, name: str) -> Schema:
    """The keys of a case by themselves, as a file has them."""
    whole = made.case(name)
    own = {key: value for key, value in whole["properties"].items() if key not in (*COMMON, "kind")}
    required = [key for key in whole["required"] if key in own]
    loose = KINDS[name].loose
    if loose:
        own[loose] = whole["else"]["properties"][loose]
    return unless_refused(table_of(own, required), name)


def _terms(made: Made, name: str) -> Schema:
    """What the names of a case stand for; nothing where there is none, or a case expects that it is refused."""
    found = _of_kind(made, name)
    return (
        {"anyOf": [{"type": "object", "maxProperties": 0}, found]} if found else {"type": "object", "maxProperties": 0}
    )


def _of_kind(made: Made, name: str) -> Schema:
    if name in _AGREED:
        fields: Schema = dict(made.fields_of("agreed", _AGREED[name])[0])
        fields.pop("rulebook", None)
        fields |= _AS_BETTING if _AGREED[name] == "Setup" else {}
        return table_of(fields)
    if name == "rank":
        return table_of({"deck": TEXT}, ["deck"])
    if name == "button":
        return table_of({"stakes": ref_to("Stakes")}, ["stakes"])
    if name == "payout":
        return table_of({"percents": {"type": "array", "items": {"type": "number"}}}, ["percents"])
    if name == "ruling":
        return table_of({"facts": ref_to("Facts")}, ["facts"])
    return {}
