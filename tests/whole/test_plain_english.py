"""The project reads in plain English: people are *they*, a seat or a name, and a sentence has a noun for its subject.

`CONTRIBUTING.md` has the rules of style. Questions and headings may begin with *who* and *what*; names of cards and
values that stored files and clients know are not prose.
"""

import io
import re
import tokenize
from pathlib import Path

import pytest
from each import each

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
# Each folder or file that holds the rules.
CLEAN = (
    "src/sidepot/benchmarks",
    "src/sidepot/bots",
    "src/sidepot/cases",
    "src/sidepot/cli",
    "src/sidepot/corpora",
    "src/sidepot/floor",
    "src/sidepot/formats",
    "src/sidepot/games",
    "src/sidepot/hand",
    "src/sidepot/histories",
    "src/sidepot/kernels",
    "src/sidepot/odds",
    "src/sidepot/ranking",
    "src/sidepot/rl",
    "src/sidepot/room",
    "src/sidepot/rules",
    "src/sidepot/simulation",
    "src/sidepot/stats",
    "src/sidepot/table",
    "src/sidepot/testing",
    "src/sidepot/tournament",
    "src/sidepot/web",
    "src/sidepot/__init__.py",
    "src/sidepot/__main__.py",
    "src/sidepot/cards.py",
    "src/sidepot/chance.py",
    "src/sidepot/codec.py",
    "src/sidepot/codes.py",
    "src/sidepot/tournament_codes.py",
    "src/sidepot/errors.py",
    "src/sidepot/plots.py",
    "src/sidepot/reader.py",
    "src/sidepot/toml_text.py",
    "src/sidepot/whole.py",
    "src/sidepot/workers.py",
    "bench",
)
MALE = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
FREE = (
    re.compile(r"\bwho(?:m|se)?ever\b", re.IGNORECASE),
    re.compile(r"(?:^|[.:;!] |[\"(#] ?)Who(?= )(?! \|)[^?]*$"),
    re.compile(
        r"(?:^|[.:;!] |[\"(#] ?)What (?:is|was|were|has|had|may|might|must|can|could|would|lies|came|comes) [^?]*$"
    ),
    re.compile(r"\b(?:for|to|of|by|with|from|than|lets|let|against|behind|because) who (?!is who\b)", re.IGNORECASE),
    re.compile(r"\b(?:for|to|by|with|from|than) what (?:is|was|has|may|can|must|cannot|nobody|lies) ", re.IGNORECASE),
)
# Not prose: phrases that the reader of words knows, the TDA's own words.
VALUES = re.compile(
    r"\"the\", \"your\", \"his\", \"her\""
    r"|you he she they|your his her their|count his, count her"
)


def lines_of(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that people read, with their numbers: of Python the texts and the comments."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    if path.suffix != ".py":
        return list(enumerate(lines, 1))
    kept: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", -1)):
            kept.update(range(token.start[0], token.end[0] + 1))
    return [(at, lines[at - 1]) for at in sorted(kept)]


def files_of(place: str) -> list[Path]:
    """The files of a folder that hold prose, or the one file."""
    path = ROOT / place
    if path.is_file():
        return [path]
    return sorted(one for one in path.rglob("*") if one.suffix in (".py", ".toml", ".md", ".js", ".html"))


def is_plain(line: str, *, heading: bool = False) -> bool:
    """Whether a line has neither *he* nor a sentence whose subject is *who* or *what*; a `heading` may have those."""
    line = VALUES.sub("", line)
    line = line.strip().removeprefix('"""')
    return not MALE.search(line) and (heading or not any(free.search(line) for free in FREE))


@each(
    ("line", "plain"),
    [
        ("A player who times out is sat out.", True),
        ("Who has let the time run out sits out.", False),
        ("Who acts first?", True),
        ("Whoever is all-in may not borrow.", False),
        ("It is dealt to who sits there.", False),
        ("The pot goes to the player who shows first.", True),
        ("What was pushed is a raise.", False),
        ("What is a raise here?", True),
        ("Give 800 back to him.", False),
        ("His cards are dead.", False),
        ("Give 800 back to B.", True),
        ("It takes `count his stack` for words.", False),
        ("The bets go back to what was before.", False),
    ],
)
def test_the_rules_tell_plain_lines_from_others(line: str, plain: bool) -> None:
    assert is_plain(line) == plain


@each("place", CLEAN)
def test_a_folder_reads_in_plain_english(place: str) -> None:
    files = files_of(place)
    assert files
    found = [
        f"{path.name}:{at}: {line.strip()}"
        for path in files
        for at, line in lines_of(path)
        if not is_plain(line, heading=path.suffix == ".md" and line.startswith("#"))
    ]
    assert found == []


@pytest.mark.parametrize("place", ["src/sidepot", "docs", "README.md"])
def test_nobody_is_he(place: str) -> None:
    found = [
        f"{path.name}:{at}: {line.strip()}"
        for path in files_of(place)
        for at, line in lines_of(path)
        if MALE.search(VALUES.sub("", line))
    ]
    assert found == []
