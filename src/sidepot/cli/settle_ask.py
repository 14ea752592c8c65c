"""`sidepot settle` without arguments: ask for the hand on the terminal, one thing at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from sidepot.cards import cards
from sidepot.cli import common
from sidepot.cli.game_words import named_game
from sidepot.cli.settle_input import SettleInput, add_once, read_chips, read_names
from sidepot.errors import BadNotation, SidepotError

Answer = TypeVar("Answer")


def ask_for_hand() -> SettleInput:
    """Ask for game, chips, folds, board and hands; a wrong answer is told and asked for again."""
    told = SettleInput()
    common.say("Settle a hand. Leave an answer empty to go on; Ctrl-C ends it.")
    told.game = _ask("Game, or a game file (`sidepot games` lists them) [holdem]: ", _game)
    while True:
        told.put = _ask_for_chips()
        told.dead = _ask("Dead money (big-blind ante, dead blinds) [0]: ", lambda text: _number(text, 0))
        told.folded = _ask("Who folded? (Bob, Dave) ", lambda text: _names_of(text, told))
        told.chip = _ask("Smallest chip in play [1]: ", lambda text: _number(text, 1))
        try:
            open_pots = [pot for pot in told.settle().pots if not pot.winners]
            break
        except SidepotError as error:
            common.say(f"{error}; once more:")
    contesting = [name for name in told.put if any(name in pot.eligible for pot in open_pots)]
    if contesting:
        _ask_for_cards(told, contesting)
    return told


def _ask_for_chips() -> dict[str, int]:
    """Each player clockwise from the left of the button, with all chips put in."""
    common.say("Each player, clockwise from the left of the button, with all chips put into the hand, as in: Alice 800")
    put: dict[str, int] = {}
    while True:
        line = _ask(f"Player {len(put) + 1}: ", lambda text: _player(text, put))
        if not line:
            return put
        add_once(put, [line], "player")


def _player(text: str, put: dict[str, int]) -> tuple[str, int] | None:
    if not text:
        if len(put) < 2:
            raise BadNotation("it takes two players to make a pot")
        return None
    name, _, chips = text.replace("=", " ").rpartition(" ")
    if not name.strip():
        raise BadNotation("a name and chips, please, as in: Alice 800")
    if name.strip() in put:
        raise BadNotation(f"{name.strip()} is named already")
    return name.strip(), read_chips(chips, name.strip())


def _ask_for_cards(told: SettleInput, contesting: list[str]) -> None:
    """The board and the hands, or who beats whom."""
    game = told.played()
    while True:
        if game.board_cards:
            several = " / 9h 9d 6c 3c 2d" if game.boards > 1 else ""
            told.board = _ask(f"Board (Kd 8s 5s 4c 2h{several}), of several runs with / between them: ", _board)
        told.hands = {name: hand for name in contesting if (hand := _ask(f"Hand of {name}: ", _cards))}
        try:
            told.settle()
            return
        except SidepotError as error:
            common.say(f"{error}; once more:")


def _game(text: str) -> str:
    named_game(text or "holdem")
    return text or "holdem"


def _board(text: str) -> str:
    for board in text.split("/"):
        cards(board)
    return text


def _cards(text: str) -> str:
    cards(text)
    return text


def _number(text: str, otherwise: int) -> int:
    return read_chips(text, "chips") if text else otherwise


def _names_of(text: str, told: SettleInput) -> list[str]:
    names = read_names(text)
    for name in names:
        if name not in told.put:
            raise BadNotation(f"nobody called {name!r} put chips in; there are {', '.join(told.put)}")
    return names


def _ask(question: str, read: Callable[[str], Answer]) -> Answer:
    """Ask until the answer can be read. Raises EOFError when the input ends."""
    while True:
        print(question, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        try:
            return read(line.strip())
        except SidepotError as error:
            common.say(f"{error}")
