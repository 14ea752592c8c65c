"""The cases hold, they can fail, and whoever writes a bad file is told where and why."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from each import each
from few_examples import ALL
from own_cases import OWN_FILES, own_cases
from places import ROOT

from sidepot.cases.button_cases import EXPECTED, ButtonCase
from sidepot.cases.case_setups import Betting, WholeHand
from sidepot.cases.kinds import OF_BODY
from sidepot.cases.looks import HandSeen
from sidepot.cases.run import Case, check_cases, load_cases, proving, read_cases, run_case
from sidepot.cases.small import Pots
from sidepot.cases.structure_cases import ClockCase
from sidepot.cases.tables import TableCase, TableSeen
from sidepot.cases.tournament_cases import TournamentCase
from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.rules.index import points, rules

DOCS = ROOT / "docs" / "reference" / "cases.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@each("file", OWN_FILES)
def test_the_cases_of_a_file_hold(file: str) -> None:
    cases = [case for case in own_cases() if case.file == file]
    assert cases and {case.id: told for case in cases if (told := run_case(case))} == {}


def test_the_cases_name_rules_of_the_index() -> None:
    known = {rule.id for rule in (*rules(), *points())}
    assert [case.id for case in own_cases() if not set(case.rules) <= known] == []


@each("example", EXAMPLES)
def test_an_example_of_the_docs_holds(example: str) -> None:
    assert [run_case(case) for case in read_cases(example)] == [[]]


def test_the_docs_have_an_example_of_each_kind() -> None:
    kinds = {type(case.body) for example in EXAMPLES for case in read_cases(example)}
    assert kinds == {type(case.body) for case in own_cases()}


def test_the_docs_name_everything_that_can_be_seen() -> None:
    text = DOCS.read_text(encoding="utf-8")
    looks = (*HandSeen.__struct_fields__, *TableSeen.__struct_encode_fields__)
    assert [look for look in looks if f"`{look}`" not in text] == []


# ---- a case that cannot fail is worthless: change any one expectation, and it must


def other(value: Any) -> Any:
    """Something else of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "no such thing"
    if isinstance(value, list):
        return [*value, *value] if value else ["nobody"]
    return {**value, next(iter(value)): other(next(iter(value.values())))} if value else {"nobody": 1}


def wrong_looks(looks: dict[str, Any], case: Case) -> Iterator[dict[str, Any]]:  # noqa: C901 - one branch for each
    names = list(getattr(case.body, "stacks", ()))
    of_table = isinstance(case.body, TableCase)
    for key, value in looks.items():
        if key in ("seat", "do", "rule", "choose", "by"):
            continue
        if of_table and key in ("at", "hand", "play", "cards", "board", "level"):
            continue
        if of_table and key == "refuses":
            yield looks | {key: dict.fromkeys(value, "XX:1")}
            continue
        if key == "ruling":
            for part, wanted in value.items():
                wrong = ["no such thing"] if part in ("cites", "says", "does") else other(wanted)
                yield looks | {key: value | {part: wrong}}
            continue
        if key == "refuses":
            yield looks | {key: {"folds" if words != "folds" else words: "XX:1" for words in value}}
        elif key in ("board", "rabbit", "cards", "upcards", "seen"):
            text = msgspec.json.encode(value).decode()
            swapped = "".join({"c": "d", "d": "h", "h": "s", "s": "c"}.get(letter, letter) for letter in text)
            if key in ("board", "rabbit"):
                yield looks | {key: "no" if value and key == "rabbit" and value != "no" else "2c2d"}
            elif key == "seen":
                yield looks | {key: {who: dict.fromkeys(seen, "Jo") for who, seen in value.items()}}
            else:
                assert swapped != text
                yield looks | {key: dict.fromkeys(value, "2c2d2h2s3c3d3h")}
        elif key == "pots":
            yield looks | {key: [*value, {"amount": 1, "eligible": names}]}
        elif of_table and key == "bets":
            yield looks | {key: [size + 1 for size in value]}
        elif key == "owes":
            yield looks | {key: {who: [not small, big] for who, (small, big) in value.items()}}
        elif key in ("markers", "loans") and not value:
            yield looks | {key: [[names[0], 1] if key == "markers" else [names[0], 1, "nobody"]]}
        elif key in ("live", "shown"):
            yield looks | {key: value[1:] if value else names[:1]}
        elif key in ("returned", "payouts") and not value:
            yield looks | {key: {names[0]: 1}}
        elif key == "pot_told" and value == "no":
            yield looks | {key: 1}
        else:
            yield looks | {key: other(value)}


def wrong_steps(case: Case) -> Iterator[Case]:
    """Of a clock or an event: each thing that is looked at after a step, and each refusal."""
    body = msgspec.to_builtins(case.body)
    name = "steps" if "steps" in body else "do"
    for at, step in enumerate(body[name]):
        looks = "shows" if name == "steps" else "then"
        wrong = [
            {looks: step[looks] | {key: {"nobody": 1} if value == {} else differently(value)}}
            for key, value in (step.get(looks) or {}).items()
            if value is not None
        ]
        wrong += [{key: "no such thing"} for key in ("refused", "cite") if step.get(key)]
        for change in wrong:
            steps = [*body[name][:at], step | change, *body[name][at + 1 :]]
            yield msgspec.structs.replace(case, body=msgspec.convert(body | {name: steps}, type(case.body)))


def differently(value: Any) -> Any:
    """Something else of the same type: of a table of players, for each of them."""
    if isinstance(value, float):
        return value + 1
    return {key: differently(one) for key, one in value.items()} if isinstance(value, dict) else other(value)


def wrong_cases(case: Case) -> Iterator[Case]:  # noqa: C901 - one branch for each thing to try
    """The case with one expectation changed, for each that it has."""
    body = case.body
    if isinstance(body, ButtonCase):
        for at, hand in enumerate(body.hands):
            for key in EXPECTED:
                if getattr(hand, key) is not None:
                    wrong_hand = msgspec.structs.replace(hand, **{key: other(getattr(hand, key))})
                    hands = [*body.hands[:at], wrong_hand, *body.hands[at + 1 :]]
                    yield msgspec.structs.replace(case, body=msgspec.structs.replace(body, hands=hands))
        return
    if isinstance(body, ClockCase | TournamentCase):
        yield from wrong_steps(case)
        return
    if isinstance(body, Betting | WholeHand | TableCase):
        told = json.loads(msgspec.json.encode(body))
        changed = [told | {"expect": looks} for looks in wrong_looks(told["expect"], case)]
        for at, step in enumerate(told["script"]):
            for looks in wrong_looks(step, case) if isinstance(step, dict) else ():
                changed.append(told | {"script": [*told["script"][:at], looks, *told["script"][at + 1 :]]})
        for one in changed:
            yield msgspec.structs.replace(case, body=msgspec.convert(one, type(body)))
        return
    expect = getattr(body, "expect", None)
    fields = msgspec.structs.asdict(expect)  # type: ignore[arg-type]
    for key, value in fields.items():
        if value is None or value == {} and key != "returned" or value == []:
            continue
        if key == "pots":
            wrong: Any = value[:-1]
        elif key == "order":
            wrong = [line.replace(">", "~").replace("=", ">").replace("~", "=") for line in value]
        elif key == "best":
            wrong = dict.fromkeys(value, "2c3c4c5c7d")
        elif key in ("cites", "says", "does", "options"):  # each of them counts
            for at in range(len(value)):
                one = [*value[:at], "no such thing", *value[at + 1 :]]
                changed = msgspec.structs.replace(expect, **{key: one})  # type: ignore[type-var]
                yield msgspec.structs.replace(case, body=msgspec.structs.replace(body, expect=changed))
            wrong = ["no such thing"]
        elif key == "not_said":
            wrong = [""]  # which every text has
        elif key == "not_cited":
            wrong = fields["cites"]
        elif key == "about":  # give or take a tenth
            wrong = 2 * value
        else:
            wrong = other(value)
        changed = msgspec.structs.replace(expect, **{key: wrong})  # type: ignore[type-var]
        yield msgspec.structs.replace(case, body=msgspec.structs.replace(body, expect=changed))


@pytest.mark.long
@each("file", OWN_FILES)
def test_every_expectation_of_a_case_counts(file: str) -> None:
    for case in [case for case in own_cases() if case.file == file][:: 1 if ALL else 5]:
        changed = list(wrong_cases(case))
        assert changed, case.id
        for wrong in changed:
            assert run_case(wrong), f"{case.id} holds with {wrong.body}"


def test_a_wrong_expectation_of_each_kind_is_reported_with_both_values() -> None:
    for example in EXAMPLES:
        (case,) = read_cases(example)
        for wrong in wrong_cases(case):
            assert any("expected" in detail or "does not come" in detail for detail in run_case(wrong))


def test_a_script_that_cannot_be_played_fails() -> None:
    text = EXAMPLES[1]
    turn = read_cases(text.replace('"A bets 20"', '"B bets 20"'))[0]
    assert run_case(turn) == ["step 1 (B bets 20): it is the turn of A, due is act"]
    refused = read_cases(text.replace('"B raises to 25"', '"B raises to 26"'))[0]
    assert run_case(refused)[0].startswith("step 2 (B raises to 26): refused: ")


# ---- files


def write(path: Path, *texts: str) -> str:
    path.write_text("\n".join(texts), encoding="utf-8")
    return str(path)


@pytest.mark.long
def test_check_runs_the_package(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert found == {
        "cases": len(own_cases()),
        "passed": len(own_cases()),
        "failed": 0,
        "unreadable": 0,
        "problems": [],
    }


def test_check_runs_files_and_folders(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    inside = tmp_path / "more"
    inside.mkdir()
    one = write(tmp_path / "one.toml", EXAMPLES[0])
    write(inside / "two.toml", *EXAMPLES[1:])
    assert run(["check", one, str(inside), str(tmp_path), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["cases"] == len(EXAMPLES)
    assert run(["check", str(tmp_path)]) == 0
    assert f"{len(EXAMPLES)} cases: {len(EXAMPLES)} passed, 0 failed" in capfd.readouterr().out


def test_check_says_what_failed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "wrong.toml", EXAMPLES[0].replace("amount = 103", "amount = 104"), EXAMPLES[1])
    assert run(["check", path, "--json"]) == 1
    found = json.loads(capfd.readouterr().out)
    assert list(found) == ["cases", "passed", "failed", "unreadable", "problems"]
    assert (found["cases"], found["passed"], found["failed"], found["unreadable"]) == (2, 1, 1, 0)
    assert [list(problem) for problem in found["problems"]] == [["case", "file", "detail", "kind"]]
    assert found["problems"][0]["kind"] == "failed"
    assert found["problems"][0]["case"] == "EXAMPLE-POTS"
    assert found["problems"][0]["file"] == path
    assert "expected [{'amount': 104" in found["problems"][0]["detail"]
    assert run(["check", path]) == 1
    shown = capfd.readouterr()
    assert "EXAMPLE-POTS" in shown.out and "2 cases: 1 passed, 1 failed" in shown.out


def test_an_unreadable_case_does_not_stop_the_others(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A bad case in the middle of a file, one whose id is taken, and a file that is no TOML."""
    wrong = EXAMPLES[5].replace("A = 33, B = 33", "A = 32, B = 34")
    bad = EXAMPLES[0].replace("EXAMPLE-POTS", "BAD").replace("folded", "fouled")
    texts = [EXAMPLES[0], bad, EXAMPLES[1], EXAMPLES[0], wrong]
    path = write(tmp_path / "a.toml", *texts)
    broken = write(tmp_path / "b.toml", "[[case]]\nid = ")
    write(tmp_path / "c.toml", EXAMPLES[2], "[other]")
    assert run(["check", str(tmp_path), "--json"]) == 2
    found = json.loads(capfd.readouterr().out)
    assert [found[key] for key in ("cases", "passed", "failed", "unreadable")] == [8, 3, 1, 4]
    unread = [problem for problem in found["problems"] if problem["kind"] == "unreadable"]
    assert [(one["case"], one["file"]) for one in unread[:3]] == [("BAD", path), ("EXAMPLE-POTS", path), ("", broken)]
    assert "unknown key 'fouled'" in unread[0]["detail"] and "the id is taken" in unread[1]["detail"]
    assert "unknown key 'other'" in unread[3]["detail"]
    assert run(["check", str(tmp_path)]) == 2
    shown = capfd.readouterr()
    assert shown.out.endswith("8 cases: 3 passed, 1 failed, 4 cannot be read\n")
    assert [line.startswith("error: ") for line in shown.err.splitlines()] == [True] * 4
    assert run(["check", path, "--rule", "TS-10", "--json"]) == 2  # nobody knows what the others prove
    assert json.loads(capfd.readouterr().out)["passed"] == 1


def test_a_fault_of_the_reader_stops_its_case_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(body: object, rulebook: object) -> None:
        raise KeyError("seat")

    monkeypatch.setitem(OF_BODY, Pots, OF_BODY[Pots]._replace(prepare=fault))
    assert run(["check", write(tmp_path / "a.toml", *EXAMPLES[:2]), "--json"]) == 2
    found = json.loads(capfd.readouterr().out)
    assert (found["passed"], found["unreadable"]) == (1, 1)
    assert found["problems"][0]["detail"] == "internal error: KeyError: 'seat'"


@pytest.mark.long
def test_check_of_one_rule(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--rule", "TDA-2013:41-B", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["cases"] == len(proving(own_cases(), ["T41B1", "T41B2"])) >= 8
    assert run(["check", write(tmp_path / "one.toml", EXAMPLES[0]), "--rule", "OS-12"]) == 2
    assert "no case here tests OS-12" in capfd.readouterr().err
    assert run(["check", "--rule", "ZZ-1"]) == 2


POTS, BETTING, HAND, RUNS, _, SPLIT, RANK, RULING, CHIPS, _CUT, MIX, TABLE, BUTTON, OPEN, *_ = EXAMPLES
CROWD = "BB = 5, " + "".join(f"P{number} = 5, " for number in range(10))


@each(
    ("text", "message"),
    [
        ("", "the file has no [[case]]"),
        ("case = 3", "the file has no [[case]]"),
        ("case = [3]", "a case must be a table"),
        ("[[case]]\nid = ", "invalid TOML: Invalid value (at end of document); a line is"),
        (POTS + "[other]\n", "unknown key 'other'"),
        (POTS.replace("Andy = 100", "Andy = " + "9" * 5000), "invalid TOML: Exceeds the limit"),
        (
            POTS.replace("Andy = 100", "Andy = 1" + "0" * 30),
            "put.Andy: a number in a case must be from -1000000000000000 to",
        ),
        (BETTING.replace("A bets 20", "A bets " + "9" * 5000), "script: expected fewer than 100 digits, not 5000"),
        (POTS.replace('"pots"', '"potz"'), "unknown kind of case 'potz'"),
        (POTS.replace("folded", "fouled"), "case EXAMPLE-POTS: unknown key 'fouled'"),
        (POTS.replace("returned", "returns"), "expect: unknown key 'returns'; did you mean 'returned'?"),
        (POTS.replace("amount = 103", "amount = '103'"), "expect.pots[0].amount: expected an integer, not '103'"),
        (POTS.replace("Andy = 100", "Andy = -100"), "must not be negative"),
        (POTS.replace("Andy = 100", "Andy = 2024-01-01"), "POTS: put.Andy: expected an integer, not a date"),
        (POTS.replace('"PG-12"', "12"), "POTS: rules[0]: expected text in quotes, not 12"),
        (POTS.replace('"PG-12"', '"PG-999"'), "there is no rule 'PG-999'"),
        (POTS.replace('"PG-12"', '"pg-12"'), "as PG-12"),
        (POTS.replace('rules = ["PG-12"]', "rules = []"), "the rules that it tests"),
        (POTS.replace('["SB", "BB"]', '["Zoe"]'), "no player is named 'Zoe'"),
        (
            POTS.replace('title = "A bet of 100 into 50: the rest goes back"', ""),
            "the key 'title' is missing",
        ),
        (POTS + POTS, "case EXAMPLE-POTS: the id is taken"),
        (BETTING.replace('"cash"', '"casino"'), "unknown house 'casino'"),
        (BETTING.replace('house = "cash"', "rulebook = { muck = true }"), "a rulebook has no field 'muck'"),
        (BETTING.replace('house = "cash"', "rulebook = { may_muck = 3 }"), "may_muck: expected true or false, not 3"),
        (BETTING.replace("bet = 20", 'limit = "big limit"'), "unknown limit 'big limit'"),
        (BETTING.replace("bet = 20", 'limit = { kind = "no limit", cup = 3 }'), "limit: unknown key 'cup'"),
        (BETTING.replace("bet = 20", 'limit = { kind = "spread limit", low = 3 }'), "limit: the key 'high' is missing"),
        (
            BETTING.replace("A bets 20", "Zoe bets 20"),
            "script, step 1: 'Zoe bets 20' does not begin with a player's name",
        ),
        (BETTING.replace("A bets 20", "A plays 20"), "script, step 1: nobody can do 'plays 20'"),
        (BETTING.replace("A bets 20", "all bets 20"), "for all players together"),
        (BETTING.replace("to_call = 5", "to_cal = 5"), "script[3]: unknown key 'to_cal'; did you mean 'to_call'?"),
        (BETTING.replace('{ "raises to 45" = "TS:10" }', '"raises"'), "refuses: expected a table {...}, not 'raises'"),
        (BETTING.replace("over = true", "ovr = true"), "expect: unknown key 'ovr'; did you mean 'over'?"),
        (BETTING.replace("over = true", "stacks = { Zoe = 1 }"), "no player is named 'Zoe'"),
        (BETTING.replace("over = true", "pots = [{ amount = 1 }]"), "pots[0]: the key 'eligible' is missing"),
        (BETTING.replace("over = true", "over = 1"), "expect.over: expected true or false, not 1"),
        (BETTING.replace("to_call = 5", "to_call = true"), "script[3].to_call: expected an integer, not true"),
        (BETTING.replace("over = true", "live = [3]"), "expect.live[0]: expected text in quotes, not 3"),
        (BETTING.replace("over = true", "events = 3"), "expect.events: expected a list [...], not 3"),
        (BETTING.replace("A = 1000", "A = -1"), "a stack cannot be negative"),
        (BETTING.replace("C = 1000", "all = 1000"), "means all players"),
        (BETTING.split("script")[0], "so it cannot fail"),
        (HAND.replace('"holdem"', '"holdum"'), "unknown game"),
        (HAND.replace("blinds =", "blind ="), "stakes: unknown key 'blind'"),
        (HAND.replace("KsKh", "KsKx"), "unknown card 'Kx'"),
        (HAND.replace("KsKh", "KsAh"), "Ah appears twice"),
        (HAND.replace("KsKh", "KsJo"), "Jo is not in the pack"),
        (HAND.replace("cards = { SB", "cards = { Zoe"), "no player is named 'Zoe'"),
        (HAND.replace('"holdem"', '"omaha"').replace("BB = 5,", CROWD), "Omaha needs 2 to 11 players, not 13"),
        (
            HAND.replace("[1, 2]", "[1, 2], rake = { numerator = 5, kap = 3 }"),
            "stakes.rake: unknown key 'kap'; did you mean 'cap'?",
        ),
        (
            HAND.replace("[1, 2]", "[1, 2], rake = { numerator = 101 }"),
            "the rake must be between none and all of the pot, not",
        ),
        (RUNS.replace("boards = [", 'board = "3c4c5c"\nboards = ['), "either `board` or `boards`"),
        (RUNS.replace("Ks2d", "Kh2d"), "Kh appears twice"),
        (RUNS.replace("runs it twice", "runs it often"), "nobody can do 'runs it often'"),
        (RUNS.replace("runs it twice", "declares middle"), "nobody can do 'declares middle'"),
        (RUNS.replace("runs it twice", "shows as AsKx"), "unknown card 'Kx'"),
        (RUNS.replace("runs = 2", 'runs = "twice"'), "expect.runs: expected an integer, not 'twice'"),
        (RUNS.replace("runs = 2", 'boards = ["2c7"]'), "expected two characters"),
        (SPLIT.replace('low = ["A", "B"]', 'low = ["Zoe"]'), "no player is named 'Zoe'"),
        (SPLIT.replace("A = 33", "A = 34"), "add up to 67, not 66"),
        (RANK.replace("P1 = P2", "P1"), "expected at least two hands"),
        (
            RANK.replace("P1 = P2", "P1 = P3"),
            "'P3' is neither a hand in the case; there are P1, P2 nor a list of cards",
        ),
        (RANK.replace('P2 = "Kd3c"', 'P2 = "Kd3"'), "P2: "),
        (RANK.replace("AsKs", "AsKh"), "one deck does not contain"),
        (RANK.replace('kind = "rank"', 'kind = "rank"\nscale = "low"'), "unknown ranking 'low'"),
        (RANK.replace('kind = "rank"', 'kind = "rank"\nchoose = "one"'), "unknown choice of cards"),
        (
            RANK.replace('kind = "rank"', 'kind = "rank"\ndeck = "50"'),
            "unknown deck",
        ),
        (RANK.replace('kind = "rank"', 'kind = "rank"\ndeck = "6+"'), "one deck does not contain"),
        (RANK.replace('kind = "rank"', 'kind = "rank"\nwild = ["dogs"]'), "unknown wild cards 'dogs'"),
        (RANK.split("[case.expect]")[0] + "[case.expect]", "`expect` is empty"),
        (RULING.replace('"tabled hand"', '"tabled hands"'), "no topic is called 'tabled hands'; did you mean"),
        (RULING.replace("face_up = ", "faces = "), "tabled hand: unknown key 'faces'; the keys are"),
        (
            RULING.replace("expect = {", "expect = { verdikt = 3,"),
            "expect: unknown key 'verdikt'; did",
        ),
        (OPEN.replace("A checks", "A sleeps"), "'A sleeps' is nothing that happens at open stakes; there are: A c"),
        (
            OPEN.replace("answers = { C", "answers = { Zoe"),
            "answers: no player is named 'Zoe'; the players are A, B, C",
        ),
        (OPEN.replace("options", "choices"), "unknown key 'choices'"),
        (re.sub(r"expect = .*", "expect = {}", OPEN), "the case expects nothing, so it cannot fail"),
        (OPEN.replace('action = "A calls by marker"', ""), "`allowed` and `cite` need an `action`"),
        (BUTTON.replace("C leaves", "Zoe leaves"), "hands, hand 1: no player is named 'Zoe'"),
        (BUTTON.replace("C leaves", "C sleeps"), "hand 1: nothing at a table is called 'C sleeps'"),
        (BUTTON.replace("C leaves", "E sits down in seat 4"), "hand 1: E cannot sit in seat 4"),
        (BUTTON.replace("C leaves", "E sits down in seat 9"), "hand 1: E cannot sit in seat 9"),
        (BUTTON.replace("C leaves", "D sits down in seat 4"), "hand 1: D already has a seat"),
        (BUTTON.replace('last = ["A", "B", "C"]', 'last = ["A", "B"]'), "`last` needs three entries"),
        (BUTTON.replace('last = ["A", "B", "C"]', 'last = ["A", "B", "9"]'), "`last`: the table has no seat 9"),
        (BUTTON.replace('last = ["A", "B", "C"]', 'last = ["A", "B", "Zoe"]'), "no player is named 'Zoe'"),
        (
            BUTTON.replace("tournament = true", 'rulebook = { button = "dying" }'),
            "rulebook tda-2013: button: unknown value 'dying'; ",
        ),
        (BUTTON.replace("tournament = true", 'button = "dead"'), "unknown key 'button'; the keys are"),
        (BUTTON.replace("tournament = true", "stakes = { blind = 2 }"), "stakes: unknown key 'blind'"),
        (BUTTON.replace("tournament = true", "chips = { Zoe = 2 }"), "no player is named 'Zoe'"),
        (BUTTON.replace("small = ", "smal = "), "unknown key 'smal'; did you mean 'small'?"),
        (re.sub(r"hands = .*", "hands = [{ why = 'x' }]", BUTTON, flags=re.DOTALL), "so the case cannot fail"),
        (CHIPS.replace("race = {", 'late = { stack = "25x3" }\nrace = {'), "a case needs exactly one of"),
        (CHIPS.replace('"25x3"', '"3 of 25"'), "unknown chip '3'; the choices are 25 green, 100 black"),
        (CHIPS.replace('"25x3"', '"25xmany"'), "unknown chip '25xmany'"),
        (CHIPS.replace("KsQsJs Ah", "KsQsJs"), "4 odd chips need 4 cards, but there are 3"),
        (CHIPS.replace("KsQsJs Ah", "KsQsJs AhTd"), "expected one card for each odd chip, so Td is too many"),
        (CHIPS.replace("{ 1 =", "{ Zoe ="), "a seat number from 1 to 99"),
        (CHIPS.split("[case.expect]")[0] + "[case.expect]", "`expect` is empty"),
        (MIX.replace('"horse"', '"hrose"'), "unknown rotation 'hrose'; did you mean"),
        (MIX.replace("mix =", 'games = ["nl holdem"]\nmix ='), "give a `mix`, or its `games`"),
        (MIX.replace("players = [2, 2, 2]", ""), "no hand is played"),
        (MIX.replace("players = [2, 2, 2]", "players = [2, 2]\nlevels = [1]"), "lists of the same length"),
        (MIX.replace("[2, 2, 2]", "[2, 1, 2]"), "an orbit needs at least two players, not"),
        (MIX.split("expect")[0] + "[case.expect]", "`expect` is empty"),
        (TABLE.replace("buy_in", "buyin"), "table: unknown key 'buyin'; the keys are game,"),
        (TABLE.replace("[40, 200]", '"40"'), "table.buy_in: expected a list [...], not '40'"),
        (TABLE.replace("[40, 200]", "[200, 40]"), "must not be below the smallest"),
        (TABLE.replace('"holdem"', '"holdum"'), "unknown game"),
        (TABLE.replace('game = "holdem"', 'mix = "hrose"'), "unknown rotation 'hrose'; did you mean"),
        (
            TABLE.replace('game = "holdem"', 'mix = "horse", by = "year"'),
            "table.by: unknown value 'year'; the choices are hands, orbit, level",
        ),
        (TABLE.replace("sits in seat 1", "sits on seat 1"), "script, step 1: 'Ann sits on seat 1 with 100' is nothing"),
        (TABLE.replace('"Bob buys 50"', '"Bob goes"'), "script, step 5: 'Bob goes' is nothing that happens at a table"),
        (TABLE.replace("{ Bob = 60 }", "60"), "script[5].stacks: expected a table {...}, not 60"),
        (
            TABLE.replace("play = [", "level = { blinds = [1, 2] }, play = ["),
            "one thing, not play and level",
        ),
        (TABLE.replace("play = [", 'cards = ["As"], play = ['), "script[5].cards: expected a table {...}, not a list"),
        (TABLE.split("[case.expect]")[0].split("script")[0], "so it cannot fail"),
    ],
)
def test_a_bad_file_is_refused_in_one_clear_line(
    text: str, message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "bad.toml", text)
    assert run(["check", path]) == 2
    error = capfd.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1
    assert path in error
    assert re.search(message if "|" in message else re.escape(message), error), error


def test_files_that_cannot_be_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(tmp_path)]) == 2
    assert "no .toml file" in capfd.readouterr().err
    assert run(["check", str(tmp_path / "none.toml")]) == 2
    assert "no such file" in capfd.readouterr().err
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(BadNotation, match="is not UTF-8"):
        load_cases([tmp_path / "latin.toml"])
    with pytest.raises(BadNotation, match=r"nested|maximum|Exceeds|limit|Unclosed|recursion"):
        read_cases("case = " + "[" * 5000)


LARGE = 'id = "X"\ntitle = "x"\nrules = ["T1"]\nsource = "x"\n'


@each(
    ("text", "message"),
    [
        ('kind = "payout"\npool = 9\nentries = 2\ntied = { place = 1, players = 1_000_000_000 }', "tied.players: "),
        ('kind = "payout"\npool = 1_000_000_000\nentries = 1_000_000_000\nseat_price = 1', "entries: "),
        ('kind = "seats"\nplayers = ["A"]\ntables = [1_000_000_000]\nseed = "x"', "tables[0]: "),
        ('kind = "structure"\nbuild = { players = 1_000_000_000, minutes = 240 }', "build.players: "),
        ('kind = "clock"\nschedule = [20]\nsteps = [{ at = inf, do = "start" }]', "steps.at: a number in a case"),
        ('kind = "clock"\nschedule = [20]\nsteps = [{ at = nan, do = "start" }]', "steps.at: a number in a case"),
    ],
)
def test_a_number_that_would_run_without_end_is_refused_when_it_is_read(text: str, message: str) -> None:
    expect = "" if "clock" in text else "\nexpect = { refused = 'x' }"
    with pytest.raises(BadNotation, match=f"case X: {re.escape(message)}"):
        read_cases(f"[[case]]\n{LARGE}{text}{expect}")


def test_cases_are_counted() -> None:
    wrong = read_cases(EXAMPLES[0].replace("amount = 103", "amount = 104"))
    told: list[int] = []
    checked = check_cases([*own_cases()[:3], *wrong], told.append)
    assert (checked.cases, checked.passed, checked.failed, len(checked.problems)) == (4, 3, 1, 1)
    assert told == [1, 1, 1, 1]
