"""Bots in styles: each plays as it says, legally, and by what its seat sees."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from each import each
from places import ROOT

from sidepot.bots.bot_names import CAST, NAMES, BotStyle, bot_names, style_of
from sidepot.bots.strengths import STRENGTHS, player
from sidepot.bots.styles import in_style
from sidepot.cards import Deck
from sidepot.cli.play_stakes import open_table
from sidepot.cli.play_table import play_hand
from sidepot.games.catalog import GAMES
from sidepot.hand.commands import Call, Command, RaiseTo
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.planning.plan import plan_of

PLAIN = "plain"


def counted(style: str, seed: object, seen: Counter[tuple[str, str]]) -> Player:
    """A regular in a style, or without one, that counts what it does."""
    plain = player("regular", Random(f"{seed}"))
    play = plain if style == PLAIN else in_style(BotStyle(style), plain, Random(f"{seed} moods"))
    last: list[object] = [None]

    def watched(view: Hand, options: Options) -> Command:
        command = play(view, options)
        if view.street == 0:
            if last[0] is not view.setup:
                last[0] = view.setup
                seen[style, "hands"] += 1
                seen[style, "came in"] += isinstance(command, Call | RaiseTo)
        seen[style, "raises"] += isinstance(command, RaiseTo)
        seen[style, "calls"] += isinstance(command, Call)
        return command

    return watched


def habits(hands: int, seed: int = 1) -> dict[str, tuple[float, float]]:
    """By style: the part of its hands that it comes in with at first, and how many raises it makes for each call."""
    seen: Counter[tuple[str, str]] = Counter()
    styles = [*BotStyle, PLAIN]
    players = [counted(style, at, seen) for at, style in enumerate(styles)]
    chance = Random(seed)
    for number in range(hands):
        setup = open_table("holdem", None, "cash", seats=4, stack=1000, seed=number).setup()
        turned = [players[(at + number) % 4] for at in range(4)]
        play_hand(setup, Deck(plan_of(setup).deck, below=chance.randrange), turned)
    return {
        style: (seen[style, "came in"] / seen[style, "hands"], seen[style, "raises"] / max(seen[style, "calls"], 1))
        for style in styles
    }


def test_each_style_plays_as_it_says() -> None:
    found = habits(150)
    tight, loose, aggressive, plain = (found[style] for style in (*BotStyle, PLAIN))
    assert tight[0] < plain[0] - 0.05 < loose[0] - 0.1, found
    assert loose[1] < plain[1] < aggressive[1], found


@pytest.mark.long
@each("name", list(GAMES)[::4])
def test_each_style_plays_any_game_legally_and_alike_for_the_same_seed(name: str) -> None:
    logs = []
    for _ in range(2):
        setup = open_table(name, None, "cash", seats=3, stack=100, seed=3).setup()
        players = [in_style(style, player(STRENGTHS[at], Random(at)), Random(at)) for at, style in enumerate(BotStyle)]
        hand = play_hand(setup, Deck(plan_of(setup).deck, below=Random(6).randrange), players)
        assert sum(hand.stacks) + hand.carried == 300
        logs.append(str(hand.log))
    assert logs[0] == logs[1]


def test_a_name_has_one_style_and_names_of_one_style_are_enough_for_a_table() -> None:
    assert set(CAST.values()) == set(BotStyle) and len(NAMES) == len(set(NAMES)) == 26
    for style in BotStyle:
        names = bot_names(["Ada (bot)"], Random(3), 12, style)
        assert len({*names}) == 12 and {style_of(name) for name in names} == {style} and "Ada (bot)" not in names
    assert style_of("Robo (bot)") is style_of("Ada") is None


def test_the_guide_describes_each_style() -> None:
    page = (ROOT / "docs" / "reference" / "bots.md").read_text(encoding="utf-8")
    for style in BotStyle:
        names = ", ".join(name for name in NAMES if CAST[name] is style)
        assert f"| {style} |" in page and names in page, style
