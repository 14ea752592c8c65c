"""The rule index is whole and honest: every row is there, done rows are proved, planned rows say what is missing."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from each import each

import sidepot.floor
from sidepot.cli.rules import find_home
from sidepot.errors import BadNotation, Cite
from sidepot.rules.bookshelf import books
from sidepot.rules.gists import gists_of
from sidepot.rules.houses import HOUSES
from sidepot.rules.index import Rule, cases_by_rule, find_rule, find_rules, points, rules
from sidepot.rules.texts import Point

# How many rows each part of the sources has.
PARTS = {
    "South Dakota administrative rule 20:18:16:21, table stakes": 10,
    "Table stakes": 15,
    "Open stakes and markers": 14,
    "All-in situations": 12,
    "How poker is played: all-in and side pots": 19,
    "How poker is played: cards and outline": 15,
    "How poker is played: preparation, stakes and house": 12,
    "How poker is played: deal and betting round": 20,
    "How poker is played: showdown": 13,
    "How poker is played: variants": 27,
    "How poker is played: irregularities": 10,
    "TDA 2013: general concepts": 5,
    "TDA 2013: seating, breaking and balancing": 11,
    "TDA 2013: pots and showdown": 17,
    "TDA 2013: general procedures": 12,
    "TDA 2013: present and eligible": 5,
    "TDA 2013: button and blinds": 3,
    "TDA 2013: dealing": 13,
    "TDA 2013: bets and raises": 32,
    "TDA 2013: etiquette and penalties": 11,
    "TDA 2013: recommended procedures": 7,
    "TDA 2013: illustrations": 21,
}
DONE = [rule for rule in (*rules(), *points()) if rule.state == "done"]
BOOKS = tuple(f"{book.edition}:" for book in books())
GAMES = ("PG-32", "PG-33", "PG-34", "PG-46", "PG-62", "PG-69", "PG-76", *[f"PG-{number}" for number in range(84, 92)])


def ids_of(some: tuple[Rule, ...]) -> list[str]:
    return [rule.id for rule in some]


def test_every_row_of_the_sources_is_there() -> None:
    assert Counter(rule.section for rule in rules()) == PARTS
    assert len(set(ids_of(rules()))) == sum(PARTS.values()) == 304


def test_numbered_sources_have_no_gaps() -> None:
    known = set(ids_of(rules()))
    for source, count in (("SD", 10), ("TS", 15), ("OS", 14), ("AI", 12), ("PG", 116), ("RP", 7)):
        assert {f"{source}-{number}" for number in range(1, count + 1)} <= known
    for number in range(1, 63):
        assert find_rules(f"TDA-2013:{number}")


def test_at_least_the_rows_of_the_hand_and_the_games_are_done() -> None:
    assert len([rule for rule in rules() if rule.state == "done"]) >= 132 + len(GAMES)
    assert [rule for rule in GAMES if find_rule(rule).state != "done"] == []


def test_rules_of_other_books_are_no_rows_of_the_sources() -> None:
    assert len(points()) == len(set(ids_of(points()))) >= 9
    assert [rule.id for rule in points() if not rule.id.startswith(BOOKS)] == []
    assert set(ids_of(points())) & set(ids_of(rules())) == set()


def test_a_point_is_found_by_its_own_id() -> None:
    """A number of 2024 may be found from a row too, where that speaks of a part of it."""
    assert [rule.id for rule in points() if rule not in find_rules(rule.id)] == []


@each("home", sorted({rule.home for rule in DONE}))
def test_a_done_row_names_code_that_exists(home: str) -> None:
    module, _, name = home.partition(":")
    assert module.startswith("sidepot.")
    assert name
    find_home(home)


def test_every_done_row_is_proved_by_a_case() -> None:
    assert [rule.id for rule in DONE if not cases_by_rule().get(rule.id)] == []


def test_cases_name_rules_that_exist() -> None:
    assert sorted(set(cases_by_rule()) - set(ids_of((*rules(), *points())))) == []


def cites_in_code() -> set[str]:
    """Every citation that is written out in the package, as in `Cite("PG", "82")`."""
    found = set()
    for file in Path(sidepot.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Cite(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Cite":
                parts = [part.value for part in node.args if isinstance(part, ast.Constant)]
                if len(parts) == 2:
                    found.add(str(Cite(*parts)))
    return found


def test_every_rule_cited_by_an_error_is_in_the_index() -> None:
    cites = cites_in_code()
    assert len(cites) > 25
    assert unknown(cites) == []


def points_of_the_floor() -> dict[str, dict[str, str]]:
    """Each citation that a matter of the floor may come to, with these matters and where they stand."""
    found: dict[str, dict[str, str]] = {}
    for module in walk_packages(sidepot.floor.__path__, "sidepot.floor."):
        for point in points_in(vars(import_module(module.name))):
            for text, number in point.numbers.items():
                found.setdefault(f"{text}:{number}", {}).setdefault(point.title, module.name)
    return found


def points_in(value: object) -> Iterator[Point]:
    """Every Point in a value: itself, or inside tables and tuples."""
    if isinstance(value, Point):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from points_in(part)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            yield from points_in(part)


def unknown(cites: Iterable[str]) -> list[str]:
    """The citations of which the index knows nothing."""
    lost = []
    for cite in sorted(cites):
        try:
            find_rules(cite)
        except BadNotation:
            lost.append(cite)
    return lost


def test_every_rule_cited_by_the_floor_is_in_the_index() -> None:
    points = points_of_the_floor()
    assert len(points) > 25
    lost = [
        f"{cite}: {', '.join(f'{title} ({module})' for title, module in points[cite].items())}"
        for cite in unknown(points)
    ]
    assert not lost, "no row and no [[book]] point has these:\n" + "\n".join(lost)


# topics that ask for whole rules: which book decides, and what the house announces
WHOLE = ("sidepot.floor.conduct.precedence", "sidepot.floor.conduct.announcements")


def test_the_floor_cites_the_part_that_decides_if_a_rule_has_parts() -> None:
    """So that a ruling prints one line of each rule, the one that applies."""
    points = points_of_the_floor()
    several = {cite: of for cite, of in points.items() if len(gists_of(Cite.parse(cite))) > 1}
    assert [(cite, of) for cite, of in several.items() if set(of.values()) - set(WHOLE)] == []


def test_every_part_of_a_rule_is_cited() -> None:
    cited = {rule.id for cite in points_of_the_floor() if "/" in cite for rule in find_rules(cite)}
    parts = {f"{row.id}/{name}" for row in (*rules(), *points()) if row.edition != "TDA-2026" for name in row.parts}
    assert sorted(parts - cited) == []


# cited beside the rule that decides, or told by one book alone, which is cited in every house
ONLY_BESIDE = (
    "action out of turn, heads-up",
    "check out of turn, heads-up",
    "shuffling during a hand", "chips without an owner", "chips without value that are bet",
    "a dead button moves over empty seats", "buying odd chips",
)  # fmt: skip  # cited beside the rule that decides, where a text of the house has it


def test_every_matter_of_the_floor_is_spoken_of_in_a_text_that_all_houses_have() -> None:
    """Else `cite` would have nothing to say in some house."""
    for module in walk_packages(sidepot.floor.__path__, "sidepot.floor."):
        for point in points_in(vars(import_module(module.name))):
            for house in HOUSES.values():
                spoken_of = set(point.numbers) & {*house.texts, house.jurisdiction}
                assert spoken_of or point.title in ONLY_BESIDE, f"{point.title}: {house.name}"


def test_a_planned_row_says_what_is_missing_and_others_miss_nothing() -> None:
    assert [rule.id for rule in rules() if (rule.state == "planned") != bool(rule.missing)] == []


def test_policy_is_for_rows_where_nothing_is_computed() -> None:
    policy = [rule for rule in rules() if rule.state == "policy"]
    assert len(policy) <= 40
    assert [rule.id for rule in policy if set(rule.kind) - set("ALF")] == []


def test_gists_are_short_sentences_without_brackets() -> None:
    every = (*rules(), *points())  # no brackets: the terminal would take them for its own
    gists = [gist for rule in every for gist in (rule.gist, *rule.parts.values())]
    assert [gist for gist in gists if "[" in gist or not gist.endswith(".")] == []
    assert max(map(len, gists)) <= 190


@each(
    ("text", "expected"),
    [
        ("sd-3", ["SD-3"]),
        ("TDA-2013:41-B", ["T41B1", "T41B2"]),
        ("T19", ["T19a", "T19b", "T19c", "T19d", "T19e"]),
        ("TDA-2013 4", ["T4"]),
        ("TS:9", ["TS-9"]),
        ("TDA-2013:RP-1", ["RP-1"]),
        ("PG-1", ["PG-1"]),
        ("ia-41.r1", ["IA-41.R1", "IA-41.R1A", "IA-41.R1B"]),
        ("rrp-11:stud/open-pair", ["RRP-11:stud/open-pair"]),
        ("RRP-11:Ties", ["RRP-11:ties", *[rule.id for rule in points() if rule.id.startswith("RRP-11:ties/")]]),
        ("RRP-11:stud", [rule.id for rule in points() if rule.id.startswith("RRP-11:stud/")]),
        ("TDA-2024:44", ["TDA-2024:44", "T42a", "T42b", "T42c"]),
        ("TDA-2024:53-A/fold", ["TDA-2024:53-A/fold"]),
        ("TDA-2013:29/clock", ["T29c"]),
        ("T34A", ["T34A", *[f"T34A{part}" for part in range(1, 8)]]),
        ("TDA-2024:45-A", ["TDA-2024:45-A", "T43"]),
        ("tda-2024:45b2", ["TDA-2024:45-B2"]),
        ("TDA-2024 45", ["TDA-2024:45-A", "TDA-2024:45-B1", "TDA-2024:45-B2", "T43"]),
        ("TDA-2024:13-C", ["TDA-2024:13-C", "T13a"]),
        ("TDA-2024:50", ["TDA-2024:50-A", "TDA-2024:50-B", "T37A1", "T37B"]),
        ("TDA-2024:59-B", ["TDA-2024:59-B", "T37B"]),
        ("TDA-2024:RP-5", ["TDA-2024:RP-5", "TDA-2024:RP-5-D", "RP-5"]),
        ("TDA-2024:RP-1", ["TDA-2024:RP-1", "RP-1"]),
        ("TDA-2026:46", ["TDA-2026:46", "TDA-2024:44", "T42a", "T42b", "T42c"]),
        ("tda-2026:47-A", ["TDA-2026:47-A", "TDA-2024:45-A", "T43"]),
        ("TDA-2026:RP-5", ["TDA-2026:RP-5", "TDA-2026:RP-5-D", "TDA-2024:RP-5", "TDA-2024:RP-5-D", "RP-5"]),
    ],
)
def test_rules_are_found_by_id_number_and_citation(text: str, expected: list[str]) -> None:
    assert ids_of(find_rules(text)) == expected


@each(
    "text",
    [
        "SD-99",
        "",
        "T",
        "-",
        "PG",
        "TDA-2013:",
        "TDA-2013:99-Z",
        "RRP-11:stu",
        "RRP-11:stud/",
        "TDA-2024:53-A/none",
        "TDA-2024:",
        "TDA-2024",
        "TDA-2024:dropped",
        "TDA-2024:RP",
        "TDA-2024:99",
        "TDA-2026:",
        "TDA-2026:99",
        "\x00",
        "é" * 500,
    ],
)
def test_an_unknown_rule_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="there is no rule"):
        find_rules(text)
    with pytest.raises(BadNotation, match="there is no rule"):
        find_rule(text)


def test_a_near_miss_is_suggested() -> None:
    with pytest.raises(BadNotation, match=r"did you mean .*PG-11"):
        find_rule("PG-11x")
