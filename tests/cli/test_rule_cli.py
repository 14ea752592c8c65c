"""`sidepot rule` and `sidepot rules diff`, run as a user runs them: options, files, topics, and the desk that asks."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import sys
import time
import tomllib
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT
from rich.console import Console

from sidepot.cli.app import run
from sidepot.cli.rule_ask import Desk
from sidepot.cli.rule_input import ABOUT
from sidepot.cli.screen import Terminal
from sidepot.errors import BadNotation, Cite
from sidepot.floor.fact_fields import Field, fields_of, read_chips, read_field
from sidepot.floor.fact_fields import value_text as as_typed
from sidepot.floor.incident import ruling_on
from sidepot.floor.rulings import TOPICS
from sidepot.floor.topic_groups import groups
from sidepot.floor.verdict_words import DEEDS, verdict_words
from sidepot.rules.gists import gists_of
from sidepot.rules.house_differences import differences
from sidepot.rules.houses import HOUSES, TDA_2013, TDA_2024
from sidepot.rules.index import find_rule
from sidepot.rules.meanings import CHOICES, does, how_often, meanings, say_value
from sidepot.rules.meanings import groups as choice_groups
from sidepot.rules.notice import LINK
from sidepot.rules.own_numbers import own_rule
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option

RULINGS = ROOT / "examples" / "rulings"
LINE = "NL 200/400: A 1200; B to act"
KEYS = """verdict amount change add all_in at_least cites because options recommended steps penalty chosen overruled
house text""".split()


def ruled(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert run(["rule", *args, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert run(["rule", *args]) == 0
    return " ".join(capsys.readouterr().out.split())


# ---- options


def test_words_and_chips_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = ruled(capsys, LINE, "--chips", "1000,1000")
    assert list(found) == KEYS
    assert (found["verdict"], found["amount"], found["change"]) == ("call", 1200, 800)
    assert found["cites"][0] == "TDA-2013:43"


def test_the_options_become_facts(capsys: pytest.CaptureFixture[str]) -> None:
    """Each of them changes the ruling: the motion, the word before the chips, the chips out before."""
    raised = ruled(capsys, LINE, "--said", "raise", "--chips", "1200,1000", "--motions", "2")
    assert (raised["verdict"], raised["amount"]) == ("raise", 2200)
    assert ruled(capsys, LINE, "--said", "raise", "--chips", "1200/1000") == raised
    assert ruled(capsys, LINE, "--said", "raise", "--chips", "1200/1000", "--house", "tda-2024") != raised
    silent = ruled(capsys, LINE, "--chips", "1200/1000")
    assert (silent["verdict"], silent["change"]) == ("call", 1000)
    assert ruled(capsys, LINE, "--said", "raise", "--chips", "5000", "--chips-first")["verdict"] == "call"
    again = "NL 100/200: A 500; B 1700; A to act"
    with_prior = [
        ruled(capsys, again, "--chips", "1000", "--prior", "500", "--moved", how) for how in ("left", "all pulled")
    ]
    assert with_prior[0] != with_prior[1]
    five = [ruled(capsys, again, "--chips", "1000", "--prior", prior) for prior in ("5x100", "100,100,100,100,100")]
    assert five[0] == five[1] != with_prior[1]
    last = ["NL 100/200: A 500; B to act", "--chips", "300,300", "--house", "tda-2024"]
    assert ruled(capsys, *last) == ruled(capsys, *last, "--last")
    more = [last[0], "--chips", "500,100", *last[2:][1:]]
    assert ruled(capsys, *more)["verdict"] == "call"
    assert ruled(capsys, *more, "--last")["verdict"] != "call"


def test_the_text_says_verdict_reason_rule_and_notice(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, LINE, "--chips", "1000,1000")
    assert out.startswith("B calls 1200 and gets 800 back. why ")
    assert "rule TDA-2013:43 Several chips are a call" in out
    assert "text Poker TDA rules of 2013 (house tda-2013)" in out
    assert "now 1. Announce: call." in out
    assert LINK in out


def test_the_director_decides(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = ["NL 2000/4000: A 50k; B calls; C to act", "--chips", "1000"]
    out = printed(capsys, *tiny)
    assert out.startswith("The director decides.")
    assert "options 1. call 50000 (add 49000) recommended" in out
    assert "The player may be penalized for betting a tiny chip." in out
    found = ruled(capsys, *tiny)
    assert found["verdict"] == "discretion" and found["recommended"] == "call"
    assert found["options"][0]["add"] == 49000 and len(found["options"]) > 1
    assert found["penalty"] == {"offence": "tiny chips", "will": False}
    chosen = ruled(capsys, *tiny, "--choose", "recommended")
    assert chosen["verdict"] == "call" and chosen["chosen"]
    second = found["options"][1]["verdict"]
    assert {ruled(capsys, *tiny, "--choose", one)["verdict"] for one in (second, "2")} == {second}
    assert "options" not in printed(capsys, *tiny, "--choose", "call")


def test_a_ruling_is_overruled_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    args = [LINE, "--chips", "1000,1000", "--overrule", "raise", "--reason", "They had asked for change", "--by", "Jo"]
    found = ruled(capsys, *args)
    assert found["verdict"] == "raise" and found["cites"][0] == "TDA-2013:1"
    assert found["overruled"] == {
        "verdict": "call", "amount": 1200, "reason": "They had asked for change", "by": "Jo"
    }  # fmt: skip
    out = printed(capsys, *args)
    assert "reason They had asked for change" in out
    assert "B raises." in out
    assert 'replaces "The player calls 1200." Jo set this aside in the interest of fairness.' in out


def test_a_choice_of_the_house_is_cited_and_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('topic = "clock"\nacted_seconds = 70\nrulebook = { clock_seconds = 100 }\n')
    out = printed(capsys, str(file))
    assert "HOUSE:clock_seconds This house gives a player on the clock 100 seconds." in out
    assert LINK not in out


# ---- topics


def test_every_topic_is_listed_once(capsys: pytest.CaptureFixture[str]) -> None:
    listed = [topic.name for topics in groups().values() for topic in topics]
    assert sorted(listed) == sorted(TOPICS)
    out = printed(capsys, "--topics")
    assert [name for name in TOPICS if name not in out] == []
    assert run(["rule", "--topics", "--json"]) == 0
    topics = json.loads(capsys.readouterr().out)["topics"]
    assert [topic["topic"] for topic in topics] == listed


def test_a_topic_with_its_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert ruled(capsys, "misdeal", "error=two boxed cards", "game=flop")["verdict"] == "misdeal"
    assert ruled(capsys, "out", "of", "turn", "did=fold")["verdict"] == "fold"
    assert ruled(capsys, "out-of-turn", "did=fold") == ruled(capsys, "out of turn", "did=fold")
    assert ruled(capsys, "act", f"spot={LINE}", "chips=1000,1000")["change"] == 800
    assert ruled(capsys, LINE, "motion=tap")["cites"]


def test_topics_have_titles_and_questions() -> None:
    """Each fact has a kind that can be typed, each question is of a fact, and no fact is called like a key of files."""
    for topic in TOPICS.values():
        fields = {field.name: field for field in fields_of(topic)}
        assert set(topic.asks) <= set(fields), topic.name
        assert not set(fields) & set(ABOUT), topic.name
        for field in fields.values():
            assert not field.required or field.question, f"{topic.name}: {field.name} is never asked for"
            assert field.kind != "choice" or len(field.choices) > 1
            if field.default is not None and field.kind != "betting":
                typed = as_typed(field.default, field)
                if typed:
                    back = msgspec.to_builtins(field.default)
                    assert msgspec.to_builtins(read_field(typed, field)) == (
                        list(back) if isinstance(back, tuple) else back
                    )


@given(st.sampled_from(sorted(TOPICS)), st.text(max_size=12), st.data())
def test_any_answer_is_read_or_refused(name: str, text: str, data: st.DataObject) -> None:
    field: Field = data.draw(st.sampled_from(fields_of(TOPICS[name])))
    try:
        read_field(text, field)
    except BadNotation as error:
        assert str(error)  # noqa: PT017 - that it is refused with a reason is what is tested


# ---- chips


@each(
    ("text", "motions", "expected"),
    [
        ("1000,1000", None, [[1000, 1000]]),
        ("1000,1000", 1, [[1000, 1000]]),
        ("1000,1000", 2, [[1000], [1000]]),
        ("1000,1000/500", None, [[1000, 1000], [500]]),
        ("1000 / 500", 2, [[1000], [500]]),
        ("5x100+1k", None, [[100] * 5 + [1000]]),
        ("\u20ac25,\u20ac25/5x$5", None, [[25, 25], [5] * 5]),
        ("\u00a3 25 + 5 \u20ac", None, [[25, 5]]),
        ("", None, []),
    ],
)
def test_chips(text: str, motions: int | None, expected: list[list[int]]) -> None:
    assert read_chips(text, motions) == expected


@each("text", ["1000/", "a", "$", "x100", "0x100", "5x", "2000x5", "1.5", "1000,1000,/x"])
def test_chips_that_are_none(text: str) -> None:
    with pytest.raises(BadNotation, match="chips"):
        read_chips(text)


# ---- files


@pytest.mark.parametrize("path", sorted(RULINGS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_are_ruled_on(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    title = tomllib.loads(path.read_text(encoding="utf-8"))
    out = printed(capsys, str(path))
    for incident in title.get("incident", [title]):
        assert incident["title"] in out


def test_the_files_of_the_help_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rule", "--help"]) == 0
    named = re.findall(r"examples/rulings/(\S+)", capsys.readouterr().out)
    assert named
    assert [name for name in named if not (RULINGS / name).is_file()] == []


def test_several_incidents(capsys: pytest.CaptureFixture[str]) -> None:
    found = ruled(capsys, str(RULINGS / "one-night.toml"))["rulings"]
    assert [one["title"][:12] for one in found] == ["A raise out ", "Two boxed ca", "On the clock", "A telephone "]
    assert {one["house"] for one in found} == {"tda-2024"}
    assert found[2]["cites"][0] == "HOUSE:clock_seconds"
    assert found[3]["chosen"]
    older = ruled(capsys, str(RULINGS / "one-night.toml"), "--house", "tda-2013")["rulings"]
    assert {one["house"] for one in older} == {"tda-2013"}


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'topic = "act"\nspot = "{LINE}"\nchips = [[1000, 1000]]\noverrule = {{ verdict = "fold", reason = "x" }}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert ruled(capsys, "-")["overruled"]["verdict"] == "call"


FILES: dict[str, tuple[str, str]] = {
    "no topic": ("x = 1", "the topic is missing"),
    "bad topic": ('topic = "actt"', "did you mean act"),
    "not toml": ("topic = ", "it.toml: "),
    "bad fact": ('topic = "clock"\nnope = 1', "unknown key 'nope'"),
    "bad type": ('topic = "clock"\nacted_seconds = "x"', "acted_seconds"),
    "near topic key": ('topik = "act"', "did you mean topic by 'topik'?"),
    "many topics": ('topic = "zzz"', "`sidepot rule --topics` lists them all"),
    "near fact": ('topic = "clock"\nfacing = true', "unknown key 'facing'; did you mean facing_bet?"),
    "near key of files": ('topic = "clock"\ntitel = "x"', "did you mean title?"),
    "missing fact": (
        'topic = "misdeal"',
        "misdeal: error is missing: give error = ... (What went wrong in the deal?): two boxed cards",
    ),
    "number": (
        'topic = "clock"\nacted_seconds = "x"',
        "acted_seconds: expected a whole number without quotes, not 'x'",
    ),
    "yes or no": ('topic = "clock"\nfacing_bet = 1', "facing_bet: expected true or false, not 1"),
    "no motions": (f'topic = "act"\nspot = "{LINE}"\nchips = [9]', "chips: expected a list of motions, each a list of"),
    "near choice": (
        'topic = "misdeal"\nerror = "two boxed"',
        "'two boxed' is not one of the choices; did you mean two boxed c",
    ),
    "no choice": ('topic = "misdeal"\nerror = 3', "error: expected one of these in quotes, not 3: two boxed cards, "),
    "texts": (
        'topic = "substantial action"\nactions = "call"',
        "actions: expected a list of these in quotes, not 'call'",
    ),
    "spot key": ('topic = "act"\nspot = { ful = 3 }', "act: spot: unknown key 'ful'; did you mean full?"),
    "spot value": ('topic = "act"\nspot = { full = true }', "act: spot: full: expected a whole number"),
    "near rulebook": ('topic = "clock"\nrulebook = { clock_secs = 1 }', "did you mean clock_seconds"),
    "rulebook value": (
        'topic = "clock"\nrulebook = { clock_seconds = "x" }',
        "rulebook: clock_seconds: expected a whole",
    ),
    "bad house": ('topic = "clock"\nhouse = "ours"', "unknown house 'ours'"),
    "house no text": ('topic = "clock"\nhouse = 1', "house: expected text in quotes"),
    "bad rulebook": ('topic = "clock"\nrulebook = { nope = 1 }', "rulebook: unknown key 'nope'"),
    "rulebook no table": ('topic = "clock"\nrulebook = 1', "rulebook: expected a table"),
    "bad choice": ('topic = "clock"\nchoose = "x"', "there is nothing to choose"),
    "overrule no table": ('topic = "clock"\noverrule = "x"', "overrule: expected a table"),
    "no reason": ('topic = "clock"\noverrule = { verdict = "x" }', "overrule: the key 'reason' is missing"),
    "bad overrule": ('topic = "clock"\noverrule = { verdict = "x", why = "y" }', "overrule: unknown key 'why'"),
    "bad amount": (
        'topic = "clock"\noverrule = { verdict = "x", reason = "y", amount = "z" }',
        "overrule.amount: expected",
    ),
    "no incidents": ("incident = []", "each under its own line [[incident]]"),
    "beside incidents": ('topic = "clock"\n[[incident]]\ntopic = "clock"', "unknown key 'topic' above the incidents"),
    "which incident": ('[[incident]]\ntopic = "clock"\n[[incident]]\nx = 1', "incident 2: the topic is missing"),
    "ruled wrong": ('[[incident]]\ntopic = "clock"\n[[incident]]\ntopic = "clock"\nchoose = "x"', "incident 2: "),
    "bad line": ('topic = "act"\nspot = "NL 200/400: A 500"\nchips = [[1]]', "'A 500': 500 is not a legal bet"),
}


@each(("text", "told"), FILES.values(), ids=FILES)
def test_a_bad_file_is_one_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    file = tmp_path / "it.toml"
    file.write_text(text)
    assert run(["rule", str(file)]) == 2
    output = capsys.readouterr()
    assert told in output.err and "it.toml" in output.err
    assert output.out == "" and "Traceback" not in output.err


# ---- bad usage

WRONG: dict[str, tuple[list[str], str]] = {
    "nothing": ([], "a topic (sidepot rule --topics)"),
    "no line": (["--chips", "1000"], "give the betting so far"),
    "no act": ([LINE], "the action is missing: give"),
    "bad line": (["NL 200/400: A 500; B to act", "--chips", "1000"], "A may raise to 800 or more"),
    "motions": ([LINE, "--chips", "1000,500,500", "--motions", "2"], "--chips 1000,500/500"),
    "motions alone": ([LINE, "--motions", "2", "--said", "raise"], "--motions needs --chips"),
    "bad chips": ([LINE, "--chips", "many"], "expected a value such as 1000, or 5x100"),
    "bad moved": ([LINE, "--chips", "5", "--moved", "x"], "there are left"),
    "no topic": (["nonsense"], "is not a file"),
    "no file": (["nothing.toml"], "no such file"),
    "option with a topic": (["clock", "--chips", "5"], "--chips needs a line of betting"),
    "option with a file": ([str(RULINGS / "two-chips.toml"), "--said", "x"], "in the file, not as options"),
    "unknown fact": (["misdeal", "eror=x"], "unknown fact 'eror'"),
    "missing fact": (["misdeal"], "error is missing: give error=... (What went wrong in the deal?)"),
    "twice": (["clock", "seconds=5", "seconds=6"], "seconds is given twice"),
    "topic and fact": (
        ["misdeal", "error=x"],
        "misdeal: error: 'x' is not one of the choices; there are two boxed cards, ",
    ),
    "no empty choice": (["misdeal", "error=one boxed card", "game=x"], "there are flop, stud, draw"),
    "near topic": (["tiny"], "or a topic; did you mean act?"),
    "no such topic": (["zebra"], "or a topic; `sidepot rule --topics` lists them all"),
    "folder": ([str(RULINGS)], "the file name of an incident must end in .toml"),
    "no colon": (["NL 200/400 A 1200 B to act", "--chips", "1000"], "put a colon before"),
    "topics": (["--topics", "misdeel"], "did you mean misdeal"),
    "zebra crossing": (["misdeal", "error=boxed"], "did you mean two boxed cards or one boxed card?"),
    "yes or no": (["clock", "facing_bet=maybe"], "expected yes or no"),
    "number": (["clock", "seconds=long"], "expected a whole number, not 'long'"),
    "house": (["clock", "--house", "ours"], "unknown house 'ours'"),
    "choose": ([LINE, "--chips", "1000,1000", "--choose", "x"], "nothing to choose"),
    "a round in a cash game": (
        [str(RULINGS / "one-night.toml"), "--house", "cash"],
        "unknown option '1 round'; expected one of 'no penalty', 'verbal warning', 'suspension'",
    ),
    "reason": ([LINE, "--chips", "1000", "--overrule", "fold"], "--reason"),
    "overrule": ([LINE, "--chips", "1000", "--by", "Jo"], "--by needs --overrule"),
}


@each(("args", "told"), WRONG.values(), ids=WRONG)
def test_bad_usage_is_one_clear_error(capsys: pytest.CaptureFixture[str], args: list[str], told: str) -> None:
    assert run(["rule", *args]) == 2
    output = capsys.readouterr()
    assert told in output.err
    assert output.out == "" and "Traceback" not in output.err and output.err.count("\n") == 1


# ---- verdicts and rules in words


def test_verdicts_are_sentences() -> None:
    assert (
        verdict_words(Option(verdict="call", reason=("",), amount=1200, change=800), "B")
        == "B calls 1200 and gets 800 back."
    )
    assert verdict_words(Option(verdict="fold", reason=("",))) == "The player folds."
    assert (
        verdict_words(Option(verdict="chips stay", reason=("",), amount=5, add=2))
        == "The 5 stays in the pot; 2 more goes in."
    )
    dead = Option(verdict="dead", reason=("",), amount=300, change=400)
    assert verdict_words(dead) == "The hand is dead, and the called 300 stays in the pot; the uncalled 400 goes back."
    asked = ruling_on({"topic": "clock call", "asker": "player of another table"}, TDA_2024)[0]
    assert verdict_words(asked) == "The clock starts once the director approves it."
    for verdict in DEEDS:
        assert "{" not in verdict_words(Option(verdict=verdict, reason=("",)))


def test_rules_have_gists() -> None:
    assert gists_of(Cite("TDA-2013", "43"))[0].startswith("Several chips")
    assert gists_of(Cite("TDA-2024", "44")) == (find_rule("TDA-2024:44").gist,)
    assert gists_of(Cite("TDA-2024", "35-A")) == (find_rule("TDA-2024:35-A").gist,)  # no line for each of its misdeals
    assert gists_of(Cite("TDA-2013", "34-A")) == (find_rule("T34A").gist,)
    # a number of the edition comes before a row that only looks like it
    assert gists_of(Cite("TDA-2013", "10-D")) == (find_rule("T10e").gist,)
    assert gists_of(Cite("TDA-2013", "10-A")) == (find_rule("T10a").gist, find_rule("T10b").gist)
    assert len(gists_of(Cite("TDA-2013", "29"))) == 4  # it has no line of its own
    assert gists_of(Cite("NO-SUCH", "1")) == ()
    assert gists_of(Cite("HOUSE", "run_it"), TDA_2013) == ("This house runs the board once.",)
    assert gists_of(Cite("HOUSE", "nothing"), TDA_2013) == ()


@each(
    ("cite", "gist"),
    [
        (Cite("TDA-2013", "29/clock"), "To call for the clock a player must be at their seat"),  # a row of its own
        (Cite("TDA-2013", "39/tiny"), "If a player silently puts in a chip far smaller"),  # a part of a row
        (Cite("TDA-2026", "55-A1/fold"), "A fold out of turn is always binding."),
        (Cite("TDA-2026", "31/up"), "When the clock runs out"),  # renumbered
        (Cite("TS", "9/limit"), "In limit, half a bet"),
        (Cite("RRP-11", "showdown/ask-to-see/mucked"), "If the winner asks to see a mucked hand"),
    ],
)
def test_a_cite_of_a_part_has_its_line_alone(cite: Cite, gist: str) -> None:
    (line,) = gists_of(cite)
    assert line.startswith(gist)


def test_one_topic_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    """What each fact asks, what it may be, and what holds where it is left out."""
    out = printed(capsys, "--topics", "Misdeal")
    assert "error What went wrong in the deal? two boxed cards, one boxed card, " in out and "(must be given)" in out
    assert "looked Has anybody looked at any cards? yes or no (left out: no)" in out
    assert "game Is it a flop game, stud or draw? flop, stud, draw (may be left out)" in out
    assert ruled(capsys, "misdeal", "--topics")["topic"] == "misdeal"


def test_a_penalty_that_is_chosen_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "offence", "offence=phone", "--choose", "1 round")
    assert out.startswith("The player misses one round.")


# ---- the desk


class Script:
    """Answers from a list, and everything that was shown."""

    def __init__(self, answers: list[str]) -> None:
        self.out = io.StringIO()
        self.console = Console(file=self.out, width=100, highlight=False)
        self.terminal = Terminal(self.console)
        self.answers = list(answers)

    def show(self, line: str = "") -> None:
        self.terminal.show(line)

    def ask(self, prompt: str) -> str:
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        self.terminal.show(f"{prompt}{answer}")
        return answer


def asked(*answers: str, house: str | None = None) -> tuple[str, list[str]]:
    """What the desk shows, in one line; and the answers it never came to."""
    script = Script(list(answers))
    Desk(script, script.console, house=house).run()
    return " ".join(script.out.getvalue().split()), script.answers


def of_group(topic: str) -> list[str]:
    """What chooses a topic: the number of its group, and its own there."""
    for at, topics in enumerate(groups().values(), start=1):
        names = [one.name for one in topics]
        if topic in names:
            return [str(at), *([str(names.index(topic) + 1)] if len(names) > 1 else [])]
    raise AssertionError(topic)


def test_the_desk_asks_and_rules() -> None:
    out, left = asked(*of_group("clock"), "61", "yes", "", "", "q")
    assert "Did the player face a bet? [yes] > yes" in out
    assert "The player's hand is dead." in out and "TDA-2013:27" in out and LINK in out
    assert left == []


def test_the_desk_finds_a_matter_by_a_word_and_reads_chips() -> None:
    questions = list(TOPICS["act"].asks)
    answers = {"spot": LINE, "chips": "1000,1000"}
    idle = ("said_first", "order", "motion", "moved")
    out, left = asked("oversized", "1", *[answers.get(name, "") for name in questions if name not in idle], "q")
    assert "B calls 1200 and gets 800 back." in out
    assert left == []


def test_the_desk_goes_back_keeps_answers_and_asks_again() -> None:
    """A wrong line is asked again at once; `back` asks the one before with its answer as the default; `-` clears."""
    answers = ["x", "50", "back", "", "maybe", "no", "b", "-", "b", "b", "b", "b", "zebra", "q"]
    out, left = asked(*of_group("clock"), *answers)
    assert "xpected a whole number, not " in out
    assert "if at all? [50] >" in out
    assert "Expected yes or no, not 'maybe'." in out
    assert "Did the player face a bet? [no] > -" in out
    assert "Did the player face a bet? [yes] > b" in out
    assert "Nothing is about 'zebra'; type all to list every topic." in out
    assert left == []


def test_the_desk_goes_back_by_one_question_wherever_it_is() -> None:
    """From the ruling to the last question, from the overruling to the ruling, from the first one to the matters."""
    out, left = asked(*of_group("clock"), "61", "yes", "", "b", "b", "no", "", "", "q", house="tda-2024")
    assert "The player's hand is dead." in out and "The player checks." in out and left == []
    out, left = asked(*of_group("clock"), "61", "yes", "", "o", "call", "b", "b", "", "q")
    assert out.count("The player's hand is dead.") == 2 and left == []
    out, left = asked(*of_group("clock"), "b", of_group("clock call")[1], "q")
    assert out.count("A player is on the clock clock") == 2 and left == []
    assert "This is the first question; q leaves." in asked("b", "q")[0]


def test_the_desk_does_not_ask_what_cannot_be() -> None:
    """No gesture where they spoke, no earlier chips that moved where there were none; and back passes over them too."""
    out, left = asked(*of_group("act"), LINE, "", "1000,1000", "b", "", "", "", "", "q")
    assert (
        "gesture" not in out
        and "What did the player do with the earlier chips?" not in out
        and "before the first chip" not in out
    )
    assert "B calls 1200 and gets 800 back." in out and left == []
    assert "What did the player do with the earlier chips?" in asked(*of_group("act"), LINE, "", "1000", "500", "q")[0]
    assert "Was there a gesture instead? [none of these] >" in asked(*of_group("act"), LINE, "", "", "none", "q")[0]


@pytest.mark.parametrize("width", [40, 60])
def test_the_desk_fits_a_narrow_terminal(width: int) -> None:
    """No line is broken by the terminal: what is longer goes on with an indent."""
    script = Script(["all", "b", "1", "1", "x", "q"])
    script.console.width = width
    Desk(script, script.console).run()
    lines = script.out.getvalue().splitlines()
    listed = lines[lines.index("      disputes (10)") - 1 :] if "      disputes (10)" in lines else lines
    assert any(line.startswith("    ") for line in listed)
    error = lines[next(at for at, line in enumerate(lines) if "'x': the line must begin" in line) + 1]
    assert error.startswith("    ")


def test_the_desk_checks_the_line_at_once_and_what_cannot_be_is_asked_again() -> None:
    out, left = asked("string bet", "", "NL 200/400: A 500; B to act", LINE, *[""] * 5, "q")
    assert "A value is required: as a line" in out
    assert "A may raise to 800 or more" in out
    assert "This is impossible: " in out and "Once more; Enter keeps what you have said." in out
    assert f"How does the betting stand? [{LINE}] > q" in out
    assert left == []


def test_the_desk_lets_the_director_choose_and_overrule() -> None:
    tiny = ["NL 2000/4000: A 50k; B calls; C to act", "", "1000", "", ""]
    assert list(TOPICS["act"].asks)[:3] == ["spot", "said", "chips"]
    out, left = asked(
        *of_group("act"), *tiny, "9", "2", "o", "", "call", "much", "50000", "", "It was heard", "Jo", "x", "", "q"
    )
    assert "1-3 to decide, o to overrule, l to leave it open [call 50000 (add 49000)]" in out
    assert "Unknown option '9'" in out
    assert "The 1000 stays in the pot." in out
    assert "A value is required: in words." in out
    assert "xpected a whole number, not " in out
    assert 'C calls 50000. reason It was heard replaces "The 1000 stays in the pot."' in out
    assert "Jo set this aside in the interest of fairness." in out
    assert "Enter continues; o overrules the ruling; q quits." in out
    assert left == []
    assert "C calls 50000 and must add 49000." in asked(*of_group("act"), *tiny, "", "q")[0]
    left_open, left = asked(*of_group("act"), *tiny, "l", "q")
    assert "C calls 50000 and" not in left_open and left == []


def test_the_desk_changes_the_house_lists_all_and_helps() -> None:
    out, left = asked("house", "?", "nowhere", "2", "all", "99", "", "clock", "25", *[""] * 2, "", "q")
    assert "House tda-2024: Poker TDA rules of 2024." in out
    assert "Unknown house 'nowhere'" in out
    assert "a word looks for matters that speak of it" in out
    assert "Type a number from 1 to" in out
    assert "The player acted in time." in out and "TDA-2024:29" in out
    assert left == []
    assert "House roberts: Robert's Rules of Poker." in asked("q", house="roberts")[0]


def test_the_law_is_not_overruled_at_the_desk() -> None:
    facts = {"price": "500", "stack": "300"}
    questions = list(TOPICS["all-in for less"].asks)
    script = [
        *of_group("all-in for less"),
        *[facts.get(name, "") for name in questions],
        "o",
        "fold",
        "",
        "unfair",
        "",
        "",
        "q",
    ]
    out, left = asked(*script, house="south-dakota")
    assert "no ruling of the director overrides the law" in out
    assert left == []


def test_the_desk_ends_with_the_input() -> None:
    assert "What is it about? >" not in asked()[0]


@each("name", sorted(TOPICS))
def test_every_topic_can_be_asked_for_at_the_desk(name: str) -> None:
    """With nothing but what must be told, each topic comes to a ruling, or says what cannot be."""
    needed = {"spot": LINE, "did": "raise to 4000"}
    answers = []
    for field in fields_of(TOPICS[name], asked=True):
        by_kind = {"choice": "1", "choices": "1", "number": "2000", "numbers": "500", "chips": "1000", "betting": LINE}
        by_kind["texts"] = "A 400, B 900"
        answers.append(needed.get(field.name) or by_kind[field.kind] if field.required else "")
    out, left = asked(*of_group(name), *answers)
    assert "text " in out or "This is impossible" in out
    assert left == []


def test_in_a_terminal() -> None:
    pid, master = pty.fork()
    if not pid:
        os.execv(sys.executable, [sys.executable, "-m", "sidepot", "rule", "--house", "tda-2024"])
    try:
        assert "\x1b[1mtda-2024\x1b[0m: Poker TDA rules" in _read_until(master, b"What is it about? > ")
        os.write(master, b"clock\n")
        assert "A player calls the clock" in _read_until(master, b"Which of them? > ")
        os.write(master, b"q\n")
        assert os.waitpid(pid, 0)[1] == 0
    finally:
        os.close(master)


def _read_until(master: int, end: bytes) -> str:
    seen = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if select.select([master], [], [], 0.2)[0]:
            seen += os.read(master, 65536)
            if re.sub(rb"\x1b\[[0-9;]*m", b"", seen).endswith(end):
                return seen.decode()
    raise AssertionError(seen.decode())


# ---- sidepot rules diff


def test_every_choice_has_a_sentence() -> None:
    """Each field of the rulebook has its meaning, each of its values a sentence, and nothing else is there."""
    assert list(meanings()) == list(CHOICES)
    assert [field for fields in choice_groups().values() for field in fields] == list(CHOICES)
    for field in CHOICES:
        value = getattr(TDA_2013, field)
        told = meanings()[field]
        if isinstance(value, tuple):
            assert told.item and not told.values
            assert not told.words or set(told.words) == {str(member) for member in type(value[0])}
        elif isinstance(value, bool):
            assert set(told.values) == {"yes", "no"}
        elif hasattr(type(value), "__members__"):
            assert set(told.values) == {str(member) for member in type(value)}
        elif isinstance(value, int):
            assert str(say_value(field, 7)) == told.values["{}"].replace("{}", "7")
        for sentence in told.values.values():
            assert not sentence.endswith((".", " "))


def test_houses_differ_where_their_fields_do() -> None:
    for first, second in permutations(HOUSES.values(), 2):
        found = differences(first, second)
        assert {one.field for one in found} == {
            field for field in CHOICES if getattr(first, field) != getattr(second, field)
        }
        assert [one.often for one in found] == sorted([one.often for one in found], reverse=True)
        for one in found:
            assert one.first.text and one.second.text and one.first != one.second


def test_lists_show_what_only_one_house_has() -> None:
    assert "a wrong number of cards" in does(TDA_2024, "misdeals", TDA_2013).text
    assert "boxed" not in does(TDA_2024, "misdeals", TDA_2013).text
    assert "two boxed cards" in does(TDA_2024, "misdeals").text
    fewer: Rulebook = TDA_2013.but(misdeals=[one for one in TDA_2013.misdeals if one != "two boxed cards"])
    assert does(fewer, "misdeals", TDA_2013).text == "declares no misdeal for two boxed cards"
    assert does(TDA_2013.but(misdeals=()), "misdeals").text == "declares no misdeal for any of these mistakes"


def test_each_point_has_a_weight_and_each_weight_its_meaning() -> None:
    assert list(how_often()) == [5, 4, 3, 2, 1]
    assert {meaning.often for meaning in meanings().values()} == set(how_often())


def test_a_difference_has_the_number_of_each_book() -> None:
    found = {one.field: one for one in differences(HOUSES["tda-2024"], HOUSES["tda-2026"])}
    assert found["button"].first.rule == "TDA-2024 32"
    assert found["button"].second.rule == "TDA-2026 36-B"
    assert found["misdeals"].second.rule == "TDA-2026 37-A", "the list is told where it has nothing more, too"
    live = {one.field: one for one in differences(HOUSES["wsop-live-2026"], HOUSES["tda-2026"])}
    assert live["see_hand"].first.rule == "WSOP live 147"
    assert live["see_hand"].second.rule == "TDA-2026 19-B"


def test_a_rule_that_no_text_of_the_house_has_keeps_its_name() -> None:
    assert own_rule(HOUSES["tda-2024"], "WSOP live 267") == "WSOP live 267"
    assert own_rule(HOUSES["tda-2024"], "Robert's, misdeals; WSOP-2026 88") == "Robert's, misdeals"
    assert own_rule(HOUSES["tda-2024"], "TDA-2013 99") == "TDA-2013 99"


def test_diff_in_words_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "diff", "tda-2013", "tda-2024"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "tda-2013 gives a player on the clock 50 seconds (TDA-2013 27);" in out
    assert "tda-2024 gives a player on the clock 25 seconds (TDA-2024 29)." in out
    assert LINK in out
    assert run(["rules", "diff", "tda-2013", "tda-2024", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["houses"] == ["tda-2013", "tda-2024"]
    one = next(one for one in found["differences"] if one["field"] == "clock_seconds")
    assert [house["value"] for house in one["houses"]] == [50, 25]
    assert one["sentence"] == (
        "tda-2013 gives a player on the clock 50 seconds (TDA-2013 27); "
        "tda-2024 gives a player on the clock 25 seconds (TDA-2024 29)."
    )
    assert (one["often"], one["how_often"]) == (4, "many times in a session")
    assert [one["often"] for one in found["differences"]] == sorted(
        [one["often"] for one in found["differences"]], reverse=True
    )
    assert run(["rules", "diff", "cash", "cash"]) == 0
    assert f"cash and cash agree on all {len(CHOICES)} points." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["diff"], "name two houses"),
        (["diff", "cash"], "name two houses"),
        (["diff", "cash", "nowhere"], "unknown house 'nowhere'"),
        (["diff", "cash", "home", "--state", "done"], "omit them with diff"),
    ],
)
def test_diff_of_what_is_no_house(capsys: pytest.CaptureFixture[str], args: list[str], told: str) -> None:
    assert run(["rules", *args]) == 2
    assert told in capsys.readouterr().err
