"""The catalogues of the pages: each text that people read is in them, and each has a translation."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from typing import get_args

import pytest
from needs import BABEL, SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.error_codes import CODES
from sidepot.room.tournament.acts import ACTS, type_of
from sidepot.tournament import commands as c
from sidepot.web.catalogues import DOMAINS, FOLDER, as_json, files_of, languages, read_po

SOURCE = FOLDER.parents[1]
PLACES = re.compile(r"\{(\w*)\}")
ENGLISH = {
    "cash_unreadable": "a page learns that the night does not exist",
    "bad_filter": "its words are sent as data, with the part of the filter that is wrong",
    "bad_form": "its words name the field that is wrong, and what would be right",
    "bad_picture": "its words are sent as data, with the number of pixels",
    "bad_terms": "its words name the term that is wrong, and what would be right",
    "log_full": "its words are sent as data, with the number of rulings or photos",
    "out_of_bounds": "its words are sent as data, with the number and its bounds",
    "race_undecided": "its words are sent as data, with the seats and the chips",
    "seat_kept": "its words are sent as data, with the players",
    "bad_id": "a page makes no such id",
    "no_topic": "a page only watches topics that exist",
    "too_many_topics": "a page watches few topics",
    "event_out_of_order": "nodes report it to each other",
    "order_out_of_order": "nodes report it to each other",
    "refused": "its words name what is wrong",
    "conflict": "its words name the values that contradict each other",
    "unreadable": "its words name the value that is wrong, and what would be right",
    "not_toml": "only commands read TOML",
    "unknown_topic": "the page of the floor lists all topics",
    "player_failed": "only programs play with functions",
    "no_log": "only programs copy a hand without its log",
    "other_cards": "only programs deal cards",
    "wrong_card_count": "only programs deal cards",
    "card_dealt_already": "only programs deal cards",
    "card_not_in_deck": "only programs deal cards",
    "no_card": "only programs deal cards",
    "no_command": "only programs give commands as values",
    "unknown_cards": "only programs play a hand from a partial view",
    "no_stub": "only programs deal cards",
    "room_only": "a page sends no command of the room",
    "watched_already": "a page sends no command of the room",
    "nobody_watches": "a page sends no command of the room",
    "wrong_secret": "nodes report it to each other",
    "say_hello": "a page begins with `hello`",
    "hello_twice": "a page sends `hello` once",
    "no_node": "only commands name nodes",
    "open_bus": "only commands take addresses",
    "cannot_express": "its words name the hands and why",
    "import_running": "only commands write corpora; the tracker waits",
    "tracker_empty": "its words are sent as data",
}
"""Refusals without words in the catalogues, and why."""

OF_THE_ROOM = {
    "signal": "tables of the room say it",
    "begin_hand": "tables of the room say it",
    "end_hand": "tables of the room say it",
    "void_hand": "tables of the room say it",
    "set_button": "tables of the room say it",
    "push_dealers": "no desk has it",
    "seal_envelopes": "no desk has it",
    "open_envelope": "no desk has it",
}
"""Commands without words of their own, and why."""


def template(domain: str) -> set[str]:
    """The messages of a template, each with its context."""
    text = (FOLDER / f"{domain}.pot").read_text("utf-8")
    return set(read_po(re.sub(r'^msgstr(\[\d\])? ""$', r'msgstr\1 "…"', text, flags=re.MULTILINE)))


def literals(code: str, functions: str) -> Iterator[str]:
    """The texts that a script hands to one of these functions."""
    for text in re.findall(rf'(?<![\w.#])(?:{functions})\(\s*("(?:[^"\\]|\\.)*")', code):
        yield json.loads(text)


@BABEL.mark
@pytest.mark.long
def test_templates_and_catalogues_are_as_make_messages_writes_them() -> None:
    """No message is missing, fuzzy or left over."""
    spec = spec_from_file_location("sidepot_messages", SOURCE.parents[1] / "tools" / "messages.py")
    assert spec is not None and spec.loader is not None
    messages = module_from_spec(spec)
    spec.loader.exec_module(messages)
    assert messages.problems() == []


def test_each_text_of_a_script_is_in_the_template() -> None:
    known, of_the_room = template("pages"), {key.split("\4")[-1] for key in template("room")}
    found = 0
    for path in sorted((SOURCE / "web" / "static").rglob("*.js")):
        code = path.read_text("utf-8")
        texts = set(literals(code, "t|tNodes|tn"))
        found += len(texts)
        assert texts - known == set(), path.name
        if path.name not in ("language.js", "page.js"):  # which have them as variables
            assert not re.search(r'(?<![\w.#$])(?:t|tNodes|tn|m)\((?!\s*")', code), f"{path.name}: a text is a literal"
        assert set(literals(code, "m")) - of_the_room == set(), path.name
    assert found > 1500


def test_each_sentence_of_the_server_is_in_the_template() -> None:
    known, found = template("room") | template("floor"), set()
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8")
        if path.name == "log_parts.py" or not re.search(r"rules\.clauses import|log_parts import", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("say", "clause", "line")
            ):
                first = node.args[0]
                assert isinstance(first, ast.Constant), f"{path.name}: a sentence is written where it is said"
                if re.search("[a-zA-Z]", PLACES.sub("", str(first.value))):
                    found.add(str(first.value))
    assert len(found) > 150 and found - known == set()


def test_each_command_that_may_not_be_due_in_a_hand_is_in_the_template() -> None:
    known, found = template("room"), 0
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8")
        for what in re.findall(r'\b(?:not_due|_check_open|check_on)\((?:hand|self|self\.hand), "([^"]+)"', text):
            found += 1
            assert f"nobody may {what} now: {{waits}}" in known, path.name
    assert found > 30


@pytest.mark.parametrize("domain", DOMAINS)
def test_each_message_has_a_translation_with_its_gaps(domain: str) -> None:
    for language in {*languages()} - {"en-XA"}:  # which `make messages` may have written
        own = read_po((FOLDER / language / "LC_MESSAGES" / f"{domain}.po").read_text("utf-8"))
        assert own.keys() == template(domain)
        for key, forms in own.items():
            gaps = sorted(set(PLACES.findall(key.split("\4")[-1])))
            for text in [forms] if isinstance(forms, str) else forms:
                assert sorted({re.sub(r"\d", "", gap) for gap in PLACES.findall(text)}) == gaps, key


def test_a_page_gets_its_catalogues_as_json() -> None:
    found = json.loads(as_json(files_of("de")))
    assert found["pages"]["Cancel"] == "Abbrechen"
    assert found["pages"]["{count} hand"] == ["{count} Hand", "{count} Hände"]
    assert found["room"]["refusal\4seat_taken"] == "Dieser Platz ist besetzt"
    assert json.loads(as_json(files_of("de.floor"))).keys() == {"room"}
    assert not files_of("xx") and not files_of("de.other") and not files_of("../de")


def test_each_refusal_has_words_in_the_catalogues_or_a_reason_for_none() -> None:
    """Errors of the store are the exception: a page gets `not_written` instead."""
    known = {key.partition("\4")[2] for key in template("room") if key.startswith("refusal\4")}
    codes = {code for code in CODES if not code.startswith("store_")}
    assert codes - known - ENGLISH.keys() == set()
    assert known & ENGLISH.keys() == set() and known | ENGLISH.keys() <= codes


def test_each_act_of_a_desk_has_words_in_the_history() -> None:
    without = {type_of(kind) for kind in get_args(c.AnyCommand) if kind not in ACTS or ACTS[kind].words is None}
    assert without == OF_THE_ROOM.keys()
