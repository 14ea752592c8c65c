"""The command line: the list of commands, each of which is imported only when it runs.

A command is a module `sidepot.cli.<name>` with a function `command(...)`, annotated for Typer, whose docstring is its
help, or with a `group` of commands. `sidepot --help` lists them from the table below and imports none of them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from inspect import getdoc
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from sidepot.cli import common

COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("sidepot.cli.play", "Play against bots, or watch them play a hand."),
    "games": ("sidepot.cli.games", "Every game: its deal, its winning hands, how to make one."),
    "rule": ("sidepot.cli.rule", "Rule on an incident at the table, and say why."),
    "penalties": ("sidepot.cli.penalties", "The penalty log of an evening."),
    "explain": ("sidepot.cli.explain", "A player's options at any point of a hand, and why."),
    "replay": ("sidepot.cli.replay", "Replay hand histories and compare the results."),
    "stats": ("sidepot.cli.stats", "A player's figures over hand histories, and a plot."),
    "convert": ("sidepot.cli.convert", "Write hand histories in another format."),
    "settle": ("sidepot.cli.settle", "The winner of each pot, and why."),
    "odds": ("sidepot.cli.odds", "The average share of each hand, in every game."),
    "check": ("sidepot.cli.check", "Run the cases that prove the rules."),
    "rules": ("sidepot.cli.rules", "Every rule: its gist, and its code."),
    "simulate": ("sidepot.cli.simulate", "Have bots play hands at a cash table; check the books."),
    "tournament": ("sidepot.cli.tournament_group", "Structures, whole tournaments, seats, races, payouts, deals."),
    "serve": ("sidepot.cli.serve", "Open a card room for browsers."),
    "drain": ("sidepot.cli.drain", "Have one process of a room hand its tables over, and stop."),
    "nodes": ("sidepot.cli.nodes", "The processes that share a room: who has it, who stands by."),
    "verify": ("sidepot.cli.verify", "Check the record of a hand: deal, rules, chain."),
    "rng": ("sidepot.cli.rng", "Test the shuffle."),
    "audit": ("sidepot.cli.audit", "Check all hands of a room: chain, rules, cards."),
    "nights": ("sidepot.cli.nights", "The nights of a club: who is up, and who pays whom."),
    "integrity": ("sidepot.cli.integrity", "What in the hands of a room looks like a cheat."),
    "archive": ("sidepot.cli.archive", "Move closed tables to a compressed file, still audited."),
    "backup": ("sidepot.cli.backup", "Copy a room's store while it runs, and check it."),
    "doctor": ("sidepot.cli.doctor", "Check that this machine can run a room."),
    "bench": ("sidepot.cli.bench", "Measure hands per second."),
}

ASKED_BY_SHELL = "_SIDEPOT_COMPLETE"  # set while a shell asks what it may complete
PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None, "pretty_exceptions_enable": False}


class LazyGroup(TyperGroup):
    """Lists every command by its table entry, and loads the one that was named."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed if name is None else load(name), rest

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.Exit:
            raise
        except TyperException as error:
            raise in_plain_words(error) from error.__cause__
        except typer.Abort:
            raise typer.Exit(common.INTERRUPTED) from None
        except Exception as error:
            raise typer.Exit(common.report(error)) from error


def load(name: str) -> Any:
    """The command of that name, or the group of commands, ready to run."""
    return _load(name, import_module(COMMANDS[name][0]), ASKED_BY_SHELL in os.environ)


@cache
def _load(name: str, module: Any, completes: bool) -> Any:
    is_group = hasattr(module, "group")
    if completes:
        from sidepot.cli.completion import teach

        parts = [part.callback for part in module.group.registered_commands] if is_group else [module.command]
        teach(name, [part for part in parts if part is not None])
    if is_group:
        return _without_types(get_command(module.group))
    function: Callable[..., None] = module.command
    alone = typer.Typer(**PLAIN)
    alone.command(name, help=keep_layout(getdoc(function) or ""))(function)
    return _without_types(get_command(alone))


def _without_types(command: Any) -> Any:
    """Take the Python types out of the help of the arguments, such as Typer's `<list[Path]>`."""
    for argument in [one for one in command.params if one.param_type_name == "argument"]:
        argument.display_type_rich = _no_type
    for part in getattr(command, "commands", {}).values():
        _without_types(part)
    return command


def _no_type(ctx: Any) -> str:
    return ""


def group_of(name: str, gist: str, commands: Mapping[str, tuple[Callable[..., None], str]]) -> typer.Typer:
    """A group of commands: the function of each, and its line in the list of them."""
    group = typer.Typer(name=name, help=keep_layout(gist), no_args_is_help=True, **PLAIN)
    for one, (function, short) in commands.items():
        group.command(one, help=keep_layout(getdoc(function) or ""), short_help=short)(function)
    group.callback()(_nothing)
    return group


def _nothing() -> None: ...


def keep_layout(text: str) -> str:
    r"""Help text whose indented paragraphs, such as examples, are not reflowed: each is marked with `\b`."""
    return "\n\n".join(
        "\b\n" + part if re.search(r"^ ", part, re.MULTILINE) else part for part in re.split(r"\n\s*\n", text)
    )


def _listed(name: str, gist: str) -> None:
    @app.command(name, help=gist)
    def placeholder() -> None: ...


def _show_version(wanted: bool) -> None:
    if wanted:
        from sidepot import __version__

        print(f"sidepot {__version__}")
        raise typer.Exit


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, **(PLAIN | {"add_completion": True}))


@app.callback()
def sidepot(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Poker by the book, from the first ante to the last odd chip.

    Exit codes: 0 success, 1 a check failed, 2 bad usage or bad input. After --install-completion the shell completes
    commands, options, and the names of games, houses, topics and bots.
    """


for _name, (_, _gist) in COMMANDS.items():
    _listed(_name, _gist)


def run(args: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; nothing but the code and the text leaves it."""
    common.prepare_output()
    try:
        get_command(app).main(args=args, prog_name="sidepot")
        code = common.OK
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else common.OK if end.code is None else common.BAD_INPUT
        if isinstance(end.__context__, BrokenPipeError):
            code = common.READER_GONE
    except BaseException as error:
        code = common.report(error)
    return common.flush_output() or code


def main() -> NoReturn:
    """The `sidepot` program."""
    sys.exit(run())


# ---- wrong values of options, in plain words


_LONGEST = 40  # letters of a value that are told
_WORDS = {
    "int_parsing": "expected an integer",
    "int_from_float": "expected an integer",
    "int_parsing_size": "this number has too many digits",
    "float_parsing": "expected a number",
    "bool_parsing": "this is neither yes nor no",
    "greater_than_equal": "the least is {ge}",
    "greater_than": "it must be more than {gt}",
    "less_than_equal": "the most is {le}",
    "less_than": "it must be less than {lt}",
    "value_error": "{error}",
}


def in_plain_words(error: TyperException) -> TyperException:
    """The same error, which says what would be right where the kind of the mistake is known."""
    details = getattr(error.__cause__, "errors", None)
    if details is None:
        return error
    first: dict[str, Any] = details()[0]
    words = _WORDS.get(first["type"])
    if words is not None:
        message = words.format(**first.get("ctx", {}))
        given = str(first["input"])
        shown = given if len(given) <= _LONGEST else f"{given[:_LONGEST]}..."
        error.message = message if first["type"] == "value_error" else f"{shown!r}: {message}"
    return error
