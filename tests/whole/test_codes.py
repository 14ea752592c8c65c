"""Every error has a code that is documented, and no program of ours reads what it says."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot.error_codes import CODES, GROUPS
from sidepot.errors import BadNotation, Cite, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.room.store.errors import Trouble

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "sidepot"
STATIC = SOURCE / "web" / "static"
sys.path.insert(0, str(ROOT / "tools"))
from error_codes import modules, read_source  # noqa: E402

# ---- codes

# what answers a player, a host or a director: each refusal there has a code of its own
ANSWERS = (
    "hand/refusals.py", "hand/credit/", "hand/floor_acts.py", "table/choosing.py", "table/seats.py", "table/waiting.py",
    "table/finishing.py", "table/charges.py", "table/credit.py", "table/dealing.py", "tournament/do_",
    "tournament/unit_of_work.py", "tournament/tournament.py", "tournament/clock.py", "tournament/steps.py",
    "room/table/",
    "web/",
)  # fmt: skip
PLAIN = {"SidepotError", "IllegalAction", "NotDue", "Conflict"}  # what cannot be read may go by the code of its class


def test_every_code_is_listed_and_every_listed_one_is_used() -> None:
    found = read_source(set(CODES))
    of_store = {f"store_{trouble.value}" for trouble in Trouble}
    used = {*found.given, *found.usual.values(), *of_store}
    assert {code: place for code, place in found.given.items() if code not in CODES} == {}
    assert set(found.usual.values()) <= set(CODES)
    assert used >= set(CODES), f"no error has these codes: {sorted(set(CODES) - used)}"
    assert sum(map(len, GROUPS.values())) == len(CODES), "a code stands in two groups"
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in CODES)


def test_every_class_of_errors_has_a_code() -> None:
    def all_of(kind: type[SidepotError]) -> Iterator[type[SidepotError]]:
        yield kind
        for below in kind.__subclasses__():
            yield from all_of(below)

    assert {kind.__name__ for kind in all_of(SidepotError) if kind.usual not in CODES} == set()


def test_refusals_of_people_have_codes_of_their_own() -> None:
    bare = [
        f"{path}:{node.lineno}"
        for path, tree in modules()
        if path.startswith(ANSWERS)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.name != "__post_init__"
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLAIN and node.args
        if not any(keyword.arg == "code" for keyword in node.keywords)
    ]
    assert bare == []


def test_the_page_has_every_code() -> None:
    page = (ROOT / "docs" / "reference" / "codes.md").read_text(encoding="utf-8")
    assert [code for code in CODES if f"| `{code}` |" not in page] == []
    examples = json.loads((ROOT / "tools" / "codes_examples.json").read_text(encoding="utf-8"))
    assert set(examples) == set(CODES), "run `python tools/docs_codes.py`, and then `make docs`"


def test_an_error_keeps_its_code_with_a_place_and_with_names() -> None:
    cite = Cite("PG", "57")
    error = IllegalAction("{} may not check: {} has bet", cite, code="must_call", seats=(1, 0), hint="call or fold")
    assert error.message == "seat 2 may not check: seat 1 has bet; call or fold"
    assert str(error) == f"{error.message} (PG:57)"
    assert error.named(("Ann",)) == "seat 2 may not check: Ann has bet; call or fold"
    placed = error.with_names(("Ann", "Bo")).at("hand 3").at("night.phh")
    assert type(placed) is IllegalAction and (placed.code, placed.cite) == ("must_call", cite)
    assert placed.message == "night.phh: hand 3: Bo may not check: Ann has bet; call or fold"
    assert placed.detail == "Bo may not check: Ann has bet"
    assert error.place == ""  # the first one is as it was
    odd = Conflict("{} and {braces} of {}", seats=(4,))
    assert odd.message == "{} and {braces} of seat 5"
    assert (NotDue("x").code, BadNotation("x").code, SidepotError("x").code) == ("not_due", "unreadable", "refused")


# ---- nobody reads the words

WORDS = {"message", "because", "said", "hint", "text", "why"}  # attributes that are for people
LOOKS = {
    "startswith", "endswith", "partition", "rpartition", "split", "rsplit", "find", "index", "replace", "removeprefix",
    "removesuffix", "count",
}  # fmt: skip
PATTERN = {"match", "fullmatch", "search", "sub", "findall", "finditer", "split"}

# A module that may look at such a text, and why.
ALLOWED = {
    "cases/refusal.py": "a case may expect a part of the words: it is a test",
}


def _is_words(node: ast.AST, caught: set[str]) -> bool:
    """Whether an expression is what an error or a reason says."""
    if isinstance(node, ast.Attribute):
        return node.attr in {"message", "because", "hint"} or node.attr in WORDS and _name(node.value) in {
            "error", "reason", "why", "refused", "one", *caught,
        }  # fmt: skip
    is_str = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and node.args
    return bool(is_str) and isinstance(node, ast.Call) and _name(node.args[0]) in caught


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def looked_at(tree: ast.Module) -> Iterator[int]:
    """The lines in which a program looks for something in a text that is for people."""
    caught = {"error"} | {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            if any(_is_words(one, caught) for one in (node.left, *node.comparators)):
                yield node.lineno
        elif isinstance(node, ast.Compare) and any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            sides = (node.left, *node.comparators)
            if any(_is_words(one, caught) for one in sides) and any(isinstance(one, ast.Constant) for one in sides):
                yield node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            looks = node.func.attr in LOOKS and _is_words(node.func.value, caught)
            if looks or node.func.attr in PATTERN and any(_is_words(one, caught) for one in node.args):
                yield node.lineno


def test_no_module_reads_what_another_says() -> None:
    found = [f"{path}:{line}" for path, tree in modules() if path not in ALLOWED for line in looked_at(tree)]
    assert found == []
    unused = [path for path in ALLOWED if not list(looked_at(ast.parse((SOURCE / path).read_text(encoding="utf-8"))))]
    assert unused == []


@pytest.mark.parametrize(
    "line",
    [
        'if "did you mean" in error.message: pass',
        'if str(error).startswith("no game"): pass',
        'hint = error.message.partition("; ")[2]',
        'if re.match(r"You may", reason.text): pass',
        'if state.because == "the table is paused": pass',
    ],
)
def test_a_module_that_reads_words_is_found(line: str) -> None:
    program = f"try:\n    pass\nexcept Exception as error:\n    {line}\n"
    assert list(looked_at(ast.parse(program))) == [4]


# ---- the scripts of the pages

TOLD = r"(?:because|text|why|terms|stakes|limit|log|line|last|title|message|detail|street|hand_name|hint)"
LOOKING = (  # for words, in what the room tells: not for a sign or a digit
    rf"/[^/\n]*[A-Za-z]{{3}}[^/\n]*/[a-z]*\.(?:test|exec)\(\s*(?:[\w?.]+\.)?{TOLD}\b",
    rf"\b{TOLD}\)?\??\.(?:includes|startsWith|endsWith|indexOf|match|matchAll|search|split|replace)\(\s*"
    r"[\"'`/][^)]*[A-Za-z]{3}",
    rf"\b{TOLD}\s*(?:===|!==)\s*[\"'`]\w",
)

# A line of a script that may look at a text, and why.
ALLOWED_IN_SCRIPTS = {
    "common/page.js": "whether a text of the page is blank, and its spaces, before it is translated whole",
    "form/rows.js": "the codes of limits",
    "form/table_form.js": "the codes of limits",
    "verify/proof.js": "bytes that are written as hexadecimal digits",
}


def looked_at_in(script: str) -> list[str]:
    """The lines of a script that look for something in a text which is for people."""
    return [line.strip() for line in script.splitlines() if any(re.search(form, line) for form in LOOKING)]


def test_no_script_reads_what_the_room_says() -> None:
    found = {
        str(file.relative_to(STATIC)): lines
        for file in sorted(STATIC.rglob("*.js"))
        if (lines := looked_at_in(file.read_text(encoding="utf-8")))
    }
    assert {name: lines for name, lines in found.items() if name not in ALLOWED_IN_SCRIPTS} == {}
    assert set(found) == set(ALLOWED_IN_SCRIPTS)


@pytest.mark.parametrize(
    "line",
    [
        "if (/password/.test(because)) enter();",
        'const isStud = (state) => state.stakes.includes("bring-in");',
        'const bets = stakes.startsWith("bets ") ? stakes.slice(5) : stakes;',
        "const found = options.why.find(({ text }) => /^You may (not )?fold/.test(text));",
        'if (refused.because === "the table is paused") wait();',
    ],
)
def test_a_script_that_reads_words_is_found(line: str) -> None:
    assert looked_at_in(line)
