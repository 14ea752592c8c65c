"""The JSON Schema of case files, made from the structs and tables that read them.

It says which keys there are and the values of each. Values that only a table knows (a name, a card, a sentence) are
text. TOML has the same values as JSON, so that a file is validated as a reader of TOML gives it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args, get_type_hints

import msgspec

from sidepot.cases.bounds import bounded
from sidepot.cases.case_setups import LIMITS
from sidepot.cases.export import SUITE
from sidepot.cases.floor import SEATS
from sidepot.cases.kinds import KINDS
from sidepot.cases.run import COMMON, MAY_DIFFER
from sidepot.cases.tables import TYPES, MixTerms
from sidepot.cases.tournament_cases import OTHER_NAMES, StepTerms, typed_fields
from sidepot.floor.rulings import TOPICS
from sidepot.games.mixes import Mix
from sidepot.games.stakes import Stakes
from sidepot.hand.setup import Setup
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import Rulebook
from sidepot.table.table_rules import TableRules
from sidepot.tournament import commands, structure_files
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.structure import EntryTerms, Structure
from sidepot.validation.codec import dedented

# ---- the suite for other engines


_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_AGREED: Final = {"hand": "Setup", "betting": "Setup", "mix": "Mix", "table": "TableRules"} | dict.fromkeys(
    ("structure", "tournament"), "Structure"
)
_AS_BETTING: Final[Schema] = {
    "price": _COUNT,
    "raises": _COUNT,
    "units": {"type": "array", "items": _COUNT},
}


def suite_schema() -> Schema:
    """The JSON Schema of one line of an exported suite."""
    made = Made()
    each = [_header(), *[_line(made, name) for name in KINDS]]
    found = {
        "$schema": DIALECT,
        "title": SUITE,
        "description": "A line of the suite: see docs/reference/suite.md.",
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
    shape = table_of(fields | {"readings": made.case(name)["properties"]["readings"]}, list(fields))
    return {"title": name} | shape


def _body(made: Made, name: str) -> Schema:
    """The keys of a case without the common ones, as a file has them."""
    whole = made.case(name)
    own = {key: value for key, value in whole["properties"].items() if key not in (*COMMON, "kind")}
    required = [key for key in whole["required"] if key in own]
    loose = KINDS[name].loose
    if loose:
        own[loose] = whole["else"]["properties"][loose]
    return unless_refused(table_of(own, required), name)


def _terms(made: Made, name: str) -> Schema:
    """The terms named by a case; empty if there are none, or if the case expects a refusal."""
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


# ---- case files


Schema = dict[str, Any]
_REF: Final = re.compile(r'"#/\$defs/([^"]+)"')
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TEXT: Final[Schema] = {"type": "string"}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
LEVEL: Final = "EventLevel"
BREAK: Final = "EventBreak"


def schema() -> Schema:
    """The JSON Schema of a case file: a table with `case`, a list of cases, each of one kind."""
    made = Made()
    cases = [made.case(name) for name in KINDS]
    found = {
        "$schema": DIALECT,
        "title": "Cases of sidepot",
        "description": "A case file, as its TOML reads: see docs/reference/cases.md.",
        **table_of({"case": {"type": "array", "minItems": 1, "items": {"oneOf": cases}}}, ["case"]),
        "$defs": needed(cases, made.parts),
    }
    return dict(bounded(dedented(found)))


def needed(cases: list[Schema], parts: Schema) -> Schema:
    """The parts of the schema to which the cases refer, directly or indirectly."""
    found: Schema = {}
    left = _REF.findall(json.dumps(cases))
    while left:
        name = left.pop()
        if name not in found:
            found[name] = parts[name]
            left += _REF.findall(json.dumps(parts[name]))
    return dict(sorted(found.items()))


HOUSE: Final[Schema] = {
    "anyOf": [
        {"enum": list(HOUSES)},
        {"type": "string", "pattern": "[.]toml$"},
        {"type": "object", "required": ["name", "based_on"]},
    ]
}


def table_of(fields: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    """The JSON Schema of a table with these keys and no others."""
    found: Schema = {"type": "object", "properties": dict(fields), "additionalProperties": False}
    return found | ({"required": list(required)} if required else {})


def ref_to(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


class Made:
    """The parts of the schema: those that msgspec makes for structs, and those of tables without a struct."""

    def __init__(self) -> None:
        self.parts: Schema = {}
        self._of_structs()
        self.parts["Stakes"]["additionalProperties"] = False
        self.parts["Rulebook"] |= {"additionalProperties": False, "required": []}
        self.parts["Limit"] = self._limit()
        self.parts["Facts"] = {"oneOf": [self._facts(name, live=False) for name in TOPICS]}
        self.parts["LiveFacts"] = {"oneOf": [self._facts(name, live=True) for name in TOPICS]}
        self.parts["HandStep"]["properties"]["rule"] = ref_to("LiveFacts")
        stakes = ref_to("Stakes")
        self.parts["TableStep"]["properties"]["level"] = {"anyOf": [stakes, {"type": "array", "items": stakes}]}
        self.parts["TournamentTerms"] = self._structure()
        self.parts["TournamentSteps"] = self._tournament_steps()
        self.parts["NextHand"]["properties"]["stakes"] = ref_to("Stakes")
        self.by_hand: dict[str, Schema] = {
            "LimitName": {"enum": list(LIMITS)},
            "Agreed": self._agreed(),
        }

    def _of_structs(self) -> None:
        """The schemas of all typed parts, by (place, name)."""
        types: dict[tuple[str, str], Any] = {("kind", name): kind.body for name, kind in KINDS.items()}
        types |= {("limit", name): kind for name, kind in LIMITS.items()}
        types |= {("topic", name): topic.facts for name, topic in TOPICS.items()}
        types |= {("table", name): kind for name, kind in TYPES.items()}
        types |= {("table", ""): MixTerms, ("step", ""): StepTerms}
        types |= {("command", _tag(kind)): kind for kind in get_args(commands.AnyCommand)}
        for kind in get_args(commands.AnyCommand):
            shape = typed_fields(_tag(kind))
            names = (*kind.__struct_fields__, *OTHER_NAMES)
            types |= {(_tag(kind), name): shape[name].wanted for name in names if name in shape}
        types |= {("tournament", field.name): field.type for field in msgspec.structs.fields(Structure)}
        types |= {("stakes", field.name): field.type for field in msgspec.structs.fields(Stakes)}
        types |= {("", "rulebook"): Rulebook, ("", "entry"): EntryTerms, ("", "pays"): PayTerms}
        types |= {("agreed", kind.__name__): kind for kind in (Setup, Stakes, Mix, TableRules, Structure)}
        schemas, parts = msgspec.json.schema_components(
            types.values(), ref_template="#/$defs/{name}", schema_hook=_of_any
        )
        self.parts = dedented(parts)
        self.of = dict(zip(types, schemas, strict=True))

    def fields_of(self, where: str, name: str) -> tuple[Schema, list[str]]:
        """The fields of a struct without its tag, and which of them are required."""
        part = self.parts[self.of[where, name]["$ref"].rpartition("/")[2]]
        tag = {key for key, value in part["properties"].items() if "enum" in value and value["enum"] == [name]}
        fields = {key: value for key, value in part["properties"].items() if key not in tag}
        return fields, [key for key in part.get("required", []) if key not in tag]

    # ---- cases

    def case(self, name: str) -> Schema:
        """The schema of a case of one kind."""
        fields, required = self.fields_of("kind", name)
        common: Schema = {
            "id": {"type": "string", "minLength": 1},
            "title": TEXT,
            "rules": {"type": "array", "minItems": 1, "items": TEXT},
            "source": TEXT,
            "house": HOUSE,
            "rulebook": ref_to("Rulebook"),
            "also": {"type": "object", "propertyNames": {"enum": list(HOUSES)}, "additionalProperties": TEXTS},
        }
        assert (*common, "readings") == COMMON
        for key, part in KINDS[name].by_hand.items():
            kept = {word: fields[key][word] for word in ("default",) if word in fields[key]}
            fields[key] = self.by_hand.get(part, ref_to(part)) | kept
        common["readings"] = readings_of(fields)
        shape = table_of(
            common | {"kind": {"const": name}} | fields, ["id", "title", "rules", "source", "kind", *required]
        )
        return {"title": name, "description": (KINDS[name].body.__doc__ or "").strip()} | unless_refused(shape, name)

    # ---- hands

    def _limit(self) -> Schema:
        """The schema of a limit, by name or with its numbers."""
        tables_of = []
        for name in LIMITS:
            fields, required = self.fields_of("limit", name)
            if "bets" in fields:
                fields |= {"bets": {"anyOf": [fields["bets"], {"const": "any"}]}}
            tables_of.append(table_of({"kind": {"const": name}} | fields, ["kind", *required]))
        return {"anyOf": [{"enum": list(LIMITS)}, *tables_of]}

    def _facts(self, name: str, *, live: bool) -> Schema:
        """The schema of facts, by topic. In a live hand none is required, and players are named instead of seats."""
        fields, required = self.fields_of("topic", name)
        hints = get_type_hints(TOPICS[name].facts)
        for key in fields if live else ():
            if hints[key] is int:
                fields[key] = {"anyOf": [fields[key], TEXT]}
            elif hints[key] == SEATS:
                fields[key] = {"type": "array", "items": {"type": ["integer", "string"]}}
        shape = table_of({"topic": {"const": name}} | fields, ["topic"] if live else ["topic", *required])
        return {"title": name, "description": TOPICS[name].title} | shape

    # ---- tables

    def _agreed(self) -> Schema:
        stakes = ref_to("Stakes")
        mix = self.parts["MixTerms"]["properties"] | {"limit": ref_to("Limit")}
        mix["stakes"] = {"anyOf": [stakes, {"type": "array", "items": stakes}]}
        return table_of(mix | {key: self.of["table", key] for key in TYPES})

    # ---- events

    def _structure(self) -> Schema:
        stakes = {key: self.of["stakes", key] for key in structure_files.STAKES_KEYS}
        minutes: Schema = {"type": "number"}
        games = {"type": "array", "items": table_of(stakes)}
        times: Schema = {key: {"type": "integer"} for key in ("decide", "bank")}
        self.parts[LEVEL] = table_of(stakes | {"games": games, "minutes": minutes} | times, ["minutes"])
        removed = {"type": "array", "items": {"type": "integer"}}
        self.parts[BREAK] = table_of({"break": minutes, "remove": removed, "note": TEXT}, ["break"])
        assert set(self.parts[LEVEL]["properties"]) == set(structure_files.LEVEL_KEYS)
        assert set(self.parts[BREAK]["properties"]) == set(structure_files.BREAK_KEYS)
        fields: Schema = {
            key: self.of["tournament", key] for key in structure_files.KEYS if ("tournament", key) in self.of
        }
        fields |= {
            "game": TEXT, "mix": {"type": ["string", "object"]}, "pile": TEXT, "house": HOUSE,
            "rulebook": ref_to("Rulebook"), "entry": self.of["", "entry"], "pays": self.of["", "pays"],
            "chips": {"anyOf": [TEXT, {"type": "array", "items": {"type": "integer"}}]},
            "schedule": {"type": "array", "items": {"anyOf": [ref_to(LEVEL), ref_to(BREAK)]}},
        }  # fmt: skip
        return table_of(fields, ["name", "chips", "stack", "schedule"])

    def _tournament_steps(self) -> Schema:
        always = {key: value for key, value in self.parts["StepTerms"]["properties"].items() if key != "do"}
        steps = [table_of(always)]
        for kind in get_args(commands.AnyCommand):
            name = _tag(kind)
            fields, required = self.fields_of("command", name)
            shape: Schema = {key: self.of.get((name, key), value) for key, value in fields.items()}
            shape |= {key: self.of[name, key] for key in OTHER_NAMES if (name, key) in self.of}
            needed = [key for key in required if (name, key) != ("count_hand", "stacks")]
            steps.append(table_of({"do": {"const": name}} | shape | always, ["do", *needed]))
        return {"type": "array", "items": {"oneOf": steps}}


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def _of_any(kind: type) -> Schema:
    """The schema of tables in a case whose keys depend on another key."""
    if kind is object:
        return {"title": "anything"}
    raise NotImplementedError  # by this msgspec learns that the type is none of ours, and says so


def readings_of(fields: Schema) -> Schema:
    """The schema of the other readings of an ambiguous text. Each has a sentence and the keys that differ from the
    case.
    """
    other = {key: fields[key] for key in MAY_DIFFER if key in fields}
    says: Schema = {"says": {"type": "string", "minLength": 1}}
    return {"type": "array", "items": table_of(says | other, ["says"]) | {"minProperties": 2}}


def unless_refused(shape: Schema, name: str) -> Schema:
    """The schema of a case. If the case expects a refusal, its facts or terms may be invalid."""
    loose = KINDS[name].loose
    if not loose:
        return shape
    strict = shape["properties"][loose]
    shape["properties"][loose] = {"type": "object"}
    refused = {"properties": {"expect": {"required": ["refused"]}}}
    return shape | {"if": refused, "else": {"properties": {loose: strict}}}
