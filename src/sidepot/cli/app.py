"""The command line: a table of commands, each imported only when it runs.

A command is a module `sidepot.cli.<name>` with a function `command(...)`, annotated for Typer, whose docstring is its
help, or with a `group` of commands. `sidepot --help` reads the table below and imports no command.
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
    "games": ("sidepot.cli.games", "List all games and mixes, or describe one."),
    "rule": ("sidepot.cli.rule", "Rule on an incident at the table, with reasons."),
    "quiz": ("sidepot.cli.quiz", "Learn the rules by questions, and take a test."),
    "penalties": ("sidepot.cli.penalties", "Keep the penalty log of a tournament."),
    "explain": ("sidepot.cli.explain", "Explain a player's options at any point of a hand."),
    "replay": ("sidepot.cli.replay", "Replay hand histories and compare the results."),
    "stats": ("sidepot.cli.stats", "Compute player statistics from hand histories."),
    "tracker": ("sidepot.cli.tracker", "Import your hands from all sites, and see your results."),
    "convert": ("sidepot.cli.convert", "Convert hand histories to another format."),
    "settle": ("sidepot.cli.settle", "Split the pots of a hand played with real chips."),
    "odds": ("sidepot.cli.odds", "Compute the equity of each hand, in every game."),
    "check": ("sidepot.cli.check", "Run the test cases that prove the rules."),
    "rules": ("sidepot.cli.rules", "Look up rules: gist, state, code and test cases."),
    "simulate": ("sidepot.cli.simulate", "Let bots play a cash table, and check the books."),
    "evaluate": ("sidepot.cli.evaluate", "Compare bots and programs in duplicate matches."),
    "tournament": ("sidepot.cli.tournament_group", "Structures, simulations, seating, chip races, payouts."),
    "serve": ("sidepot.cli.serve", "Run a card room for web browsers."),
    "drain": ("sidepot.cli.drain", "Stop one node gracefully; its tables move to the others."),
    "nodes": ("sidepot.cli.nodes", "List the nodes of a room."),
    "verify": ("sidepot.cli.verify", "Verify the record of a hand: deal, rules, hash chain."),
    "rng": ("sidepot.cli.rng", "Test the shuffle."),
    "audit": ("sidepot.cli.audit", "Verify every hand played in a room."),
    "nights": ("sidepot.cli.nights", "Show a club's nights: results and payments."),
    "integrity": ("sidepot.cli.integrity", "Flag suspicious play in a room or in hand histories."),
    "archive": ("sidepot.cli.archive", "Move closed tables to a compressed archive."),
    "backup": ("sidepot.cli.backup", "Back up a running room, and check the copy."),
    "doctor": ("sidepot.cli.doctor", "Check that this machine can run a room."),
    "bench": ("sidepot.cli.bench", "Measure hands per second."),
}

ASKED_BY_SHELL = "_SIDEPOT_COMPLETE"  # set while a shell asks for completions
PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None, "pretty_exceptions_enable": False}


class LazyGroup(TyperGroup):
    """A command group that lists all commands from a table. It imports a command only when that command runs."""

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
    """Import the command or command group with this name, ready to run."""
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
    """Remove Python types from the help of arguments, such as Typer's `<list[Path]>`."""
    for argument in [one for one in command.params if one.param_type_name == "argument"]:
        argument.display_type_rich = _no_type
    for part in getattr(command, "commands", {}).values():
        _without_types(part)
    return command


def _no_type(ctx: Any) -> str:
    return ""


def group_of(name: str, gist: str, commands: Mapping[str, tuple[Callable[..., None], str]]) -> typer.Typer:
    """Make a group of commands from functions with one-line descriptions."""
    group = typer.Typer(name=name, help=keep_layout(gist), no_args_is_help=True, **PLAIN)
    for one, (function, short) in commands.items():
        group.command(one, help=keep_layout(getdoc(function) or ""), short_help=short)(function)
    group.callback()(_nothing)
    return group


def _nothing() -> None: ...


def keep_layout(text: str) -> str:
    r"""Mark indented paragraphs of a help text, such as examples, with `\b`. The mark keeps their line breaks."""
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

    Exit codes: 0 success, 1 a check failed, 2 bad usage or bad input. With --install-completion your shell completes
    commands, options, and the names of games, houses, topics and bots.
    """


for _name, (_, _gist) in COMMANDS.items():
    _listed(_name, _gist)


def run(args: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code. Never raises an exception."""
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
    """Run the `sidepot` program with the arguments of this process, and exit with its code."""
    sys.exit(run())


# ---- wrong values of options


_LONGEST = 40  # letters of a wrong value that the error repeats
_WORDS = {
    "int_parsing": "expected an integer",
    "int_from_float": "expected an integer",
    "int_parsing_size": "the number has too many digits",
    "float_parsing": "expected a number",
    "bool_parsing": "expected yes or no",
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
    "value_error": "{error}",
}


def in_plain_words(error: TyperException) -> TyperException:
    """Replace a message about a wrong value with one that says what was expected."""
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
