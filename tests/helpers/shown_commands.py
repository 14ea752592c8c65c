"""Every command line that the pages, the examples and each command's `--help` tell, found where it stands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from places import ROOT
from typer.main import get_command

from sidepot.cli.app import COMMANDS, app, load

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
EXAMPLES = sorted(ROOT.glob("examples/**/*.toml"))
HISTORY = "CHANGELOG.md"  # tells of what was; the lines of older versions need not run

_PROGRAM = r"(?:[A-Z]+=\S+ )*(?:\.venv/bin/)?sidepot"
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(rf"`({_PROGRAM} [^`]+)`")
_PLAIN = re.compile(rf"(?:^|: )({_PROGRAM} .+)$")
_COMMENT = re.compile(r"\s+# ")
_GLOSS = re.compile(r" {2,}(?=\S)")


@dataclass(frozen=True)
class ShownCommand:
    """A command line: where it stands, its words, and what is printed below it (nothing: it is not told)."""

    line: str
    where: str = field(compare=False)
    printed: str = ""
    named: bool = field(default=False, compare=False)

    @property
    def words(self) -> list[str]:
        """The words behind `sidepot`, without redirections."""
        return self._split[0]

    @property
    def reads(self) -> str:
        return self._split[1]

    @property
    def writes(self) -> str:
        return self._split[2]

    @property
    def _split(self) -> tuple[list[str], str, str]:
        words = shlex.split(self.line)
        while "=" in words[0]:
            words = words[1:]
        reads = writes = ""
        for sign in "<>":
            if sign in words:
                at = words.index(sign)
                reads, writes = (words[at + 1], writes) if sign == "<" else (reads, words[at + 1])
                words = words[:at] + words[at + 2 :]
        return words[1:], reads, writes


def shown_commands() -> list[ShownCommand]:
    """All of them, each once; one that is run somewhere is more than a name."""
    found: dict[ShownCommand, ShownCommand] = {}
    for one in (*_in_pages(), *_in_examples(), *_in_help()):
        if one not in found or found[one].named:
            found[one] = one
    return list(found.values())


def _in_pages() -> Iterator[ShownCommand]:
    for page in PAGES:
        if page.name == HISTORY:
            continue
        where, text = str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")
        for language, block in _FENCE.findall(text):
            yield from _in_console(block, where) if language == "console" else _in_plain(block.splitlines(), where)
        prose = _FENCE.sub("", text)
        yield from _in_plain([line[4:] for line in prose.splitlines() if line.startswith("    sidepot ")], where)
        yield from _inline(prose, where)


def _in_console(block: str, where: str) -> Iterator[ShownCommand]:
    """Prompts, and what stands below each of them."""
    for part in re.split(r"^\$ ", block.replace("\\\n", " "), flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        if re.match(_PROGRAM + r"\b", line):
            yield ShownCommand(_COMMENT.split(line)[0].strip(), where, printed.strip())


def _in_plain(lines: list[str], where: str) -> Iterator[ShownCommand]:
    """Lines with what they do behind them, two blanks away."""
    for line in lines:
        for command in _PLAIN.findall(line):
            yield ShownCommand(_GLOSS.split(command.strip())[0], where)


def _inline(text: str, where: str) -> Iterator[ShownCommand]:
    """Code within a sentence; a command's name alone is a name."""
    for code in _INLINE.findall(text):
        line = " ".join(code.split())
        yield ShownCommand(line, where, named=len(line.split()) == 2)


def _in_examples() -> Iterator[ShownCommand]:
    for file in EXAMPLES:
        yield from _in_plain(file.read_text(encoding="utf-8").splitlines(), str(file.relative_to(ROOT)))


def _in_help() -> Iterator[ShownCommand]:
    for path, command in all_commands():
        where = f"sidepot {path} --help"
        text = (command.help or "").replace("\b\n", "")
        told = re.sub(r"\s*\\\n\s*", " ", text)
        yield from _in_plain([line.strip() for line in told.splitlines() if line.startswith("  sidepot ")], where)
        yield from _inline(told, where)


@cache
def all_commands() -> tuple[tuple[str, Any], ...]:
    """Each command by its path, such as `tournament run`."""
    found = [("", get_command(app))]
    for name in COMMANDS:
        command = load(name)
        found.append((name, command))
        found += [(f"{name} {below}", sub) for below, sub in getattr(command, "commands", {}).items()]
    return tuple(found)
