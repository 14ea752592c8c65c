"""What the room tells those who direct, and its refusals, in German: each kind has its words, and none is left over.

The sentences are read out of the source: they are the first arguments of `say` and `clause`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import get_args

from sidepot.error_codes import CODES, GROUPS
from sidepot.floor.fact_fields import fields_of
from sidepot.floor.rulings import find_topic
from sidepot.floor.topic_groups import COMMONEST
from sidepot.floor.verdict_words import DEEDS, SENTENCES
from sidepot.games.catalog import GAMES
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.rake import Rake, Sharing
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.titles import half_words, least_words, stakes_parts, terms_parts
from sidepot.room.tournament.acts import ACTS, type_of
from sidepot.tournament import commands as c
from sidepot.tournament.presets import PRESETS

SOURCE = Path(str(files("sidepot")))
GERMAN = SOURCE / "web" / "static" / "german"
MAKERS = ("say", "clause")
REAL = (
    "web/director/*.py",
    "web/tournaments/*.py",
    "web/security/pins.py",
    "tournament/*.py",
    "room/tournament/*.py",
    "room/tournament/*/*.py",
)

ENGLISH = {
    "bad_form": "its words name the field that is wrong, and what would be right",
    "bad_terms": "its words name the term that is wrong, and what would be right",
    "out_of_bounds": "its words name the number and its bounds, and are told as data",
    "bad_id": "a page makes no such id",
    "no_topic": "a page watches only topics that there are",
    "too_many_topics": "a page watches few topics",
    "entry_out_of_order": "processes say it to each other",
    "order_out_of_order": "processes say it to each other",
}
"""Refusals that stay English, and why."""

OF_THE_ROOM = {
    "signal": "tables of the room say it",
    "begin_hand": "tables of the room say it",
    "end_hand": "tables of the room say it",
    "count_hand": "tables of the room say it",
    "void_hand": "tables of the room say it",
    "set_button": "tables of the room say it",
    "push_dealers": "no desk has it",
    "seal_envelopes": "no desk has it",
    "open_envelope": "no desk has it",
    "bring_flight": "a final day of the room says it",
    "qualify": "a final day of the room says it",
}
"""Commands without words of their own, and why."""


def made_in(path: Path) -> Iterator[ast.expr]:
    """The sentences that a file makes."""
    text = path.read_text("utf-8")
    if "sidepot.rules.clauses import" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            yield node.args[0]


def sentences() -> set[str]:
    """All sentences of the source with words in them."""
    found = [one for path in sorted(SOURCE.rglob("*.py")) for one in made_in(path)]
    assert all(isinstance(one, ast.Constant) for one in found), "a sentence is written where it is said"
    texts = {str(one.value) for one in found if isinstance(one, ast.Constant)}
    return {text for text in texts if re.search("[a-zA-Z]", text)}


def german(*names: str) -> dict[str, str]:
    """The sentences that have German words."""
    found = {}
    for name in names:
        text = (GERMAN / f"{name}.js").read_text("utf-8")
        found.update(re.findall(r'^  "(.*?)": "(.*)",$', text, re.MULTILINE))
    return found


def refused() -> set[str]:
    """The codes that have German words."""
    texts = [(GERMAN / f"{name}.js").read_text("utf-8") for name in ("of_refusals", "of_event_refusals")]
    return {code for text in texts for code in re.findall(r'^  ([a-z_]+): "', text, re.MULTILINE)}


def test_each_sentence_has_german_words_and_none_is_left_over() -> None:
    said, own = sentences(), german("of_director", "of_pots", "of_verdicts", "of_news", "of_sheets")
    halves = {half_words(game, at) for game in GAMES.values() for at in range(len(game.halves))}
    least = {least_words(game) for game in GAMES.values() if game.win_requirement}
    assert len(said) > 150
    assert said - own.keys() - german("of_stakes", "of_log").keys() == set()
    assert own.keys() - said - halves - least - verdicts() == set()
    assert least - own.keys() == set()
    assert verdicts() - german("of_verdicts", "of_log").keys() == set()
    assert own.keys() & german("of_stakes", "of_log").keys() == set()  # one of two would be the one that is said


def test_each_structure_to_start_from_has_a_german_title() -> None:
    assert german("of_presets").keys() == {one.title for one in PRESETS.values()}


def test_titles_of_games_and_stakes_have_german_words_and_none_is_left_over() -> None:
    titles = {game.title for game in GAMES.values()}
    limits = (
        NoLimit(),
        PotLimit(),
        PotLimit(1, 2),
        FixedLimit(),
        SpreadLimit(1, 5),
        NoLimit(cap=50),
        NoLimit(bets=4),
        FixedLimit(None),
    )
    rakes = (None, Rake(5), *[Rake(5, 3, sharing=sharing) for sharing in Sharing])
    stakes = [Stakes(ante=1, ante_by=by, blinds=(1, 2), small_bet=4, rake=rake) for by in AnteBy for rake in rakes]
    stakes.append(Stakes(ante=1, bring_in=1, small_bet=4))
    parts = {part[0] for limit in limits for one in stakes for part in terms_parts(limit, one)}
    parts |= {part[0] for limit in limits for one in stakes for part in stakes_parts(limit, one)}
    texts = ("views/stakes_text.py", "table/level_text.py")
    of_rooms = "".join([(SOURCE / "room" / name).read_text("utf-8") for name in texts])
    parts |= set(re.findall(r'\("([^"]*\{\}[^"]*)", str', of_rooms))  # of several games, and bomb pots
    own, known = german("of_stakes").keys(), german("of_log").keys()
    assert (titles | parts) - own - known == set()
    assert own - titles - parts == set()


def verdicts() -> set[str]:
    """What the floor can decide: sentences, and what a player does with an amount and without one."""
    deeds = {f"{{}} {deed}" for deed in DEEDS.values()}
    bare = {text.removesuffix(" {}") for text in deeds}
    return {*SENTENCES.values(), *deeds, *bare}


def test_a_sentence_has_the_same_parts_in_german() -> None:
    for text, words in german("of_director", "of_pots", "of_verdicts", "of_news", "of_sheets", "of_stakes").items():
        assert words.count("{") == text.count("{}") and words.strip(), text


def test_each_refusal_of_a_tournament_has_german_words_or_a_reason_for_none() -> None:
    raised = {
        code
        for pattern in REAL
        for path in SOURCE.glob(pattern)
        for code in re.findall(r'code="([a-z_]+)"', path.read_text("utf-8"))
    }
    known = refused()
    assert {*GROUPS["A tournament"], *raised} - known - ENGLISH.keys() == set()
    assert known & ENGLISH.keys() == set() and known | ENGLISH.keys() <= CODES.keys()


def test_each_act_of_a_desk_has_words_in_the_history() -> None:
    without = {type_of(kind) for kind in get_args(c.AnyCommand) if kind not in ACTS or ACTS[kind].words is None}
    assert without == OF_THE_ROOM.keys()


def test_the_floor_asks_for_what_is_most_frequent_in_german() -> None:
    """Each question of the tiles, and each answer that is picked; answers in order are written as in a line."""
    text = (GERMAN / "of_floor_facts.js").read_text("utf-8")
    blocks = dict(re.findall(r'^  "?([a-z ]+)"?: \{\n(.*?)^  \},', text, re.MULTILINE | re.DOTALL))
    assert blocks.keys() >= set(COMMONEST)
    for name, block in blocks.items():
        facts = dict(re.findall(r"^    (\w+): (\{.*?)(?=^    \w+: |\Z)", block, re.MULTILINE | re.DOTALL))
        fields = {field.name: field for field in fields_of(find_topic(name), asked=True)}
        assert facts.keys() == fields.keys(), name
        for fact, field in fields.items():
            _, _, after = facts[fact].partition("choices: {")
            pairs = re.findall(r'(?:"([^"]+)"|\b(\w+)): "[^"]+"', after)
            picked = {choice for choice in field.choices if choice} if field.kind == "choice" else set()
            assert {quoted or bare for quoted, bare in pairs} == picked, (name, fact)
