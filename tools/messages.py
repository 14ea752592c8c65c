"""The texts that people read, for translators: templates (`*.pot`) and catalogues (`*.po`) of `web/locales`.

    python tools/messages.py            # write them again, and the pseudo-locale: what `make messages` does
    python tools/messages.py --check    # only say what is missing, fuzzy or out of date

Babel reads the texts: `t("…")`, `tNodes("…")` and `tn("…", "…", count)` in scripts of the pages, all texts of their
HTML but those with `translate="no"` or a `lang` of their own, `mark("…")` where Python writes a page; `say("…")`,
`clause("…")` and `line("…")` where the server makes a sentence, and `m("…", "context")` for one that a page knows
beforehand. What is data (titles of games, verdicts, questions of the floor) is taken from there.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Final, get_args

import pseudo
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

import sidepot.floor
from sidepot.errors import Cite
from sidepot.floor.conduct.offences import CASH_LADDER, CHIPS, LADDER, OFFENCES
from sidepot.floor.deck import deck
from sidepot.floor.fact_fields import fields_of
from sidepot.floor.rulings import TOPICS, find_topic
from sidepot.floor.topic_groups import groups
from sidepot.floor.turns.deeds import Verb
from sidepot.floor.verdict_words import COUNTS, DEEDS, MAY, SENTENCES
from sidepot.formats.reasons import REASONS
from sidepot.games.catalog import GAMES
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.mixes import MIXES
from sidepot.games.rake import Rake, Sharing
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.titles import half_words, least_words, stakes_parts, terms_parts
from sidepot.quiz.odd_chips import ASKS
from sidepot.quiz.paths import paths
from sidepot.quiz.question import ODD_CHIP_TITLE
from sidepot.quiz.shown_facts import MINIMUM, SPOT, shorter
from sidepot.rules.gists import gists_of
from sidepot.rules.houses import HOUSES
from sidepot.rules.meanings import CHOICES, choice_texts, house_notes, meanings
from sidepot.rules.notice import notice_for
from sidepot.rules.own_houses import CHOOSABLE
from sidepot.rules.texts import TEXTS, Point, cite_choice, is_own
from sidepot.tournament.presets import PRESETS
from sidepot.web.catalogues import DOMAINS, FOLDER, languages
from sidepot.web.routes import accounts

SOURCE: Final = Path(__file__).parents[1] / "src" / "sidepot"
FLOOR: Final = SOURCE / "floor"
STATIC: Final = SOURCE / "web" / "static"
HEADER: Final = "# Texts of sidepot. `make messages` writes this file; translate what stands in msgstr."

Found = tuple[str | tuple[str, ...], str, str]
"""A message (or its singular and plural), its context, and the file that has it."""

OF_PAGES: Final[dict[str, Any]] = {"t": None, "tNodes": None, "tn": (1, 2)}
OF_THE_ROOM: Final[dict[str, Any]] = {"m": (1, (2, "c"))}
NAMED: Final = ("check_and_fold", "rabbit_hunting")
"""Choices that rulings cite as the house's own rule in every house."""

# ---- the texts of the pages


class Texts(HTMLParser):
    """The texts of a page, and the attributes that people read."""

    SILENT: Final = ("script", "style", "svg", "code")
    EMPTY: Final = ("meta", "link", "input", "img", "br", "base", "path")
    READ: Final = ("aria-label", "title", "placeholder", "alt")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[bool] = []  # of each open element, whether its texts are not to be translated
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        is_own = told.get("translate") == "no" or (tag != "html" and "lang" in told)
        if not is_own and not any(self._open):
            described = told.get("content") if told.get("name") == "description" else None
            self.found += [text for text in (*map(told.get, self.READ), described) if text]
        if tag not in self.EMPTY:
            self._open.append(is_own or tag in self.SILENT)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open):
            self.found.append(" ".join(data.split()))


def of_html(page: str, name: str) -> Iterator[Found]:
    """The texts of some HTML; those without a word are none."""
    for text in Texts(page).found:
        if re.search(r"[^\W\d_]{2}", re.sub(r"\{\w+\}", "", text)):
            yield text, "", name


TEXT: Final = r'"(?:[^"\\]|\\.)*"'


def of_javascript(file: Any, names: Iterable[str], *_: object, **__: object) -> Iterator[Any]:
    """The calls of a script, for Babel, whose own reader stumbles over regular expressions."""
    code = file.read().decode()
    for call in re.finditer(rf"(?<![\w.#$])({'|'.join(names)})\(\s*({TEXT})(?:,\s*({TEXT}))?", code):
        yield code.count("\n", 0, call.start()), call[1], [json.loads(text) for text in call.groups()[1:] if text], []


def of_script(path: Path, keywords: dict[str, Any], method: str = "") -> Iterator[Found]:
    """The texts of a script, or of Python."""
    name = path.relative_to(SOURCE).as_posix()
    with path.open("rb") as file:
        for _, message, _, context in extract(method or of_javascript, file, keywords):
            yield message, context or "", name


def pages() -> Iterator[Found]:
    """What the pages say."""
    for path in sorted(STATIC.rglob("*.js")):
        yield from of_script(path, OF_PAGES)
    for path in sorted(STATIC.rglob("*.html")):
        text = path.read_text("utf-8")
        yield from of_html(text, path.relative_to(SOURCE).as_posix())
    yield from of_html(accounts._PAGE + accounts._ASK, "web/routes/accounts.py")
    for path in sorted((SOURCE / "web").rglob("*.py")):
        yield from of_script(path, {"mark": None}, "python")


# ---- what the server says


def room() -> Iterator[Found]:
    """What the server says, and pages translate."""
    for path in sorted(SOURCE.rglob("*.py")):
        if FLOOR not in path.parents or path.name == "verdict_words.py":
            yield from sentences(path)
    for path in sorted(STATIC.rglob("*.js")):
        yield from of_script(path, OF_THE_ROOM)
    for group, texts in tomllib.loads((FOLDER / "sentences.toml").read_text("utf-8")).items():
        yield from (
            (text, "refusal" if group == "refusals" else "", f"web/locales/sentences.toml: {group}") for text in texts
        )
    yield from ((text, "", "floor/verdict_words.py") for text in verdicts())
    yield from ((text, "", "games/titles.py") for text in titles())
    yield from ((text, "", "formats/reasons.py") for text in sorted(REASONS))
    yield from ((one.title, "", "tournament/presets.py") for one in PRESETS.values())
    yield from ((house_notes()[name].name, "", "rules/meanings.toml") for name in HOUSES)
    of_tables = choice_texts("run_it", "declaration")  # terms of each table
    yield from ((text, "", "rules/meanings.toml") for text in of_tables)
    yield from ((one.label, "", "floor/conduct/offences.toml") for one in OFFENCES if one.label)
    for field in fields_of(find_topic("offence"), asked=True):
        if field.name == "offence":
            yield from ((choice, "", "floor/topic") for choice in field.choices if choice)


def sentences(path: Path) -> Iterator[Found]:
    """The sentences that a module of the server makes; those without a word are none."""
    if re.search(r"rules\.clauses import|log_parts import", path.read_text("utf-8")):
        for message, context, name in of_script(path, {"say": None, "clause": None, "line": None}, "python"):
            if re.search("[a-zA-Z]", re.sub(r"\{\w*\}", "", str(message))):
                yield message, context, name


def verdicts() -> list[str]:
    """What the floor can decide: sentences, and what a player does with an amount and without one."""
    deeds = [f"{{}} {deed}" for deed in DEEDS.values()]
    return [
        *SENTENCES.values(),
        *COUNTS.values(),
        *MAY.values(),
        *deeds,
        *[text.removesuffix(" {}").removesuffix(" for").removesuffix(" to") for text in deeds],
    ]


def titles() -> list[str]:
    """The titles of games, their halves and what wins, limits and stakes."""
    limits = (
        NoLimit(), PotLimit(), PotLimit(1, 2), FixedLimit(), SpreadLimit(1, 5),
        NoLimit(cap=50), NoLimit(bets=4), FixedLimit(None),
    )  # fmt: skip
    rakes = (None, Rake(5), *[Rake(5, 3, sharing=sharing) for sharing in Sharing])
    stakes = [Stakes(ante=1, ante_by=by, blinds=(1, 2), small_bet=4, rake=rake) for by in AnteBy for rake in rakes]
    stakes.append(Stakes(ante=1, bring_in=1, small_bet=4))
    parts = [
        part[0] for limit in limits for one in stakes for part in (*terms_parts(limit, one), *stakes_parts(limit, one))
    ]
    halves = [half_words(game, at) for game in GAMES.values() for at in range(len(game.halves))]
    least = [least_words(game) for game in GAMES.values() if game.win_requirement]
    mixes = [mix.title for mix in MIXES.values() if re.search("[a-z]{2}", mix.title)]  # H.O.R.S.E. is the same in all
    return list(dict.fromkeys([*[game.title for game in GAMES.values()], *mixes, *parts, *halves, *least]))


def floor() -> Iterator[Found]:
    """What only the page of the floor needs: its topics, its questions, why it decides so, and what a dealer does."""
    for topic in TOPICS.values():
        yield topic.title, "", "floor/topic"
    yield from ((group, "", "floor/topic_groups.py") for group in groups())
    for name, topic in TOPICS.items():
        for field in fields_of(topic, asked=True):
            context = f"{name}: {field.name}"
            yield field.question, context, "floor/topic"
            if field.choices:
                yield from ((choice, context, "floor/topic") for choice in field.choices if choice)
    yield from ((text, "", "quiz/shown_facts.py") for text in (*SPOT.values(), MINIMUM) if text)
    asked = [question for topic in TOPICS.values() for question in topic.asks.values()]
    yield from ((shorter(one), "", "quiz/shown_facts.py") for one in asked if shorter(one) != one)
    yield from ((text, "", "quiz/odd_chips.py") for text in (ODD_CHIP_TITLE, *ASKS.values()))
    yield from ((one.title, "", "quiz/paths.toml") for one in paths().values())
    yield from ((one.title, "", "floor/deck.toml") for one in deck())
    for path in sorted(FLOOR.rglob("*.py")):
        if path.name != "verdict_words.py":
            yield from sentences(path)
    yield from ((one.gist, "", "floor/conduct/offences.toml") for one in OFFENCES)
    yield from ((gist, "", "rules") for gist in gists())
    yield from ((text, "", "rules/texts.py") for text in TEXTS.values())
    yield notice_for([Cite("TDA-2013", "1")]), "", "rules/notice.py"
    yield from ((text, "", "floor/conduct/offences.py") for text in penalties())
    yield from ((text, "", "floor/turns/deeds.py") for text in get_args(Verb))


def terms() -> Iterator[Found]:
    """What only the pages of terms and of a club's own house need: the choices of a rulebook, and their headings."""
    yield from ((text, "", "rules/meanings.toml") for text in (*choice_texts(), "{} and {}"))
    yield from ((meanings()[field].gist, "", "rules/meanings.toml") for field in CHOICES)
    yield from ((TEXTS[text], "", "rules/texts.py") for text in CHOOSABLE)


def gists() -> list[str]:
    """The lines of the rules that rulings of the floor cite, and of what houses choose themselves."""
    points = [one.point for one in OFFENCES]
    for module in walk_packages(sidepot.floor.__path__, "sidepot.floor."):
        points += points_in(vars(import_module(module.name)))
    cited = [gist for one in points for number in one.numbers.items() for gist in gists_of(Cite(*number))]
    own = [
        gist
        for house in HOUSES.values()
        for field in house.__struct_fields__
        if is_own(house, field) or field in NAMED
        for gist in gists_of(cite_choice(field), house)
    ]
    return list(dict.fromkeys([*cited, *own]))


def points_in(value: object) -> Iterator[Point]:
    """Every topic of rulings in a value: itself, or in tables and tuples."""
    if isinstance(value, Point):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from points_in(part)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from points_in(part)


def penalties() -> list[str]:
    """The penalties that a ruling may name."""
    of_offences = [step for one in OFFENCES for step in (*one.steps, one.also) if step]
    return list(dict.fromkeys([*LADDER, *CASH_LADDER, CHIPS, *of_offences]))


# ---- files


def template(found: Iterable[Found]) -> Catalog:
    """All messages, each once, with the files that have it."""
    places: dict[tuple[Any, str], set[str]] = {}
    for message, context, name in found:
        places.setdefault((message, context), set()).add(name)
    made = Catalog(project="sidepot", header_comment=HEADER)
    order = sorted(places, key=lambda one: (min(places[one]), one[1]))  # as the files have them
    for message, context in order:
        made.add(message, locations=[(name, 1) for name in sorted(places[message, context])], context=context or None)
    return made


def written(catalog: Catalog) -> str:
    """A file of messages; without the time, so that it is the same as long as the messages are."""
    out = io.BytesIO()
    write_po(out, catalog, width=120, include_lineno=False, sort_output=False, ignore_obsolete=True)
    text = out.getvalue().decode()
    return re.sub(r'^"(?:POT-|PO-|Last-|Language-Team|Report-|Generated-).*\n', "", text, flags=re.MULTILINE)


def updated(old: Path, new: Catalog, language: str, domain: str) -> Catalog:
    """A catalogue with the messages of a template; translations of those that are gone are dropped."""
    with old.open("rb") if old.exists() else io.BytesIO() as file:
        known = read_po(file, locale=language, domain=domain)
    known.update(new, no_fuzzy_matching=True)
    known.header_comment, known.project, known.fuzzy = HEADER, new.project, False
    known.obsolete.clear()
    return known


def untranslated(catalog: Catalog) -> list[str]:
    """Messages without a translation, or with one that nobody has looked at."""
    found = []
    for message in catalog:
        texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (message.fuzzy or not all(texts)):
            found.append(f"{message.context or ''} {message.id}".strip())
    return found


def files() -> dict[Path, Catalog]:
    """All files, as they should be."""
    made = {}
    for domain, find in zip(DOMAINS, (pages, room, floor, terms), strict=True):
        new = template(find())
        made[FOLDER / f"{domain}.pot"] = new
        for language in {*languages()} - {pseudo.CODE.replace("_", "-")}:
            path = FOLDER / language.replace("-", "_") / "LC_MESSAGES" / f"{domain}.po"
            made[path] = updated(path, new, language.replace("-", "_"), domain)
    return made


def problems(made: dict[Path, Catalog] | None = None) -> list[str]:
    """What is not as it should be: files out of date, messages that are missing or fuzzy."""
    found = []
    for path, catalog in (made or files()).items():
        name = path.relative_to(FOLDER)
        if not path.exists() or path.read_text("utf-8") != written(catalog):
            found.append(f"{name} is out of date: make messages")
        if path.suffix == ".po":
            found += [f"{name}: no translation of {text}" for text in untranslated(catalog)]
    return found


def main() -> int:
    """Write all files, or check them."""
    made = files()
    if "--check" not in sys.argv:
        for path, catalog in made.items():
            path.write_text(written(catalog), "utf-8")
        pseudo.write()
    found = problems(made)
    print("\n".join(found) or "messages: all are translated")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
