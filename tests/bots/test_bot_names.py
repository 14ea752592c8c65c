"""One list of bots: every place that takes a bot's name knows the same ones, and says which there are."""

from __future__ import annotations

import re
from random import Random

import pytest
from each import each
from places import ROOT

from sidepot.bots.roster import BOTS, find_bot, gist_of, player
from sidepot.bots.strengths import STRENGTHS
from sidepot.cards import Deck
from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH

ALL = "the choices are beginner, regular, expert, loose, steady, random"


@pytest.mark.parametrize(
    "args",
    [
        ["simulate", "--hands", "1", "--bots"], ["play", "--watch", "--bots"],
        ["tournament", "run", "--preset", "turbo", "--players", "2", "--bots"],
    ],
    ids=lambda args: args[0],
)  # fmt: skip
def test_each_command_knows_all_names_and_lists_them(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*args, "steddy"]) == 2
    said = capsys.readouterr().err
    assert "--bots" in said and "unknown bot 'steddy'" in said and "did you mean 'steady'?" in said and ALL in said
    assert run([*args, ""]) == 2
    assert ALL in capsys.readouterr().err
    assert run([args[0], *(["run"] if args[0] == "tournament" else []), "--help"]) == 0
    assert " ".join(BOTS) in re.sub(r"[\s,;]+", " ", capsys.readouterr().out)
    names = [*BOTS] if args[0] != "tournament" else ["loose", "regular", "random"]
    assert run([*args, ",".join(names)]) == 0
    capsys.readouterr()


def test_the_room_offers_those_that_go_by_their_cards() -> None:
    tables = pytest.importorskip("sidepot.room.table.terms", reason="the extra `serve` is missing")
    looking = [name for name in BOTS if find_bot(name, Random(1)).looks]
    assert [strength.value for strength in tables.Strength] == list(STRENGTHS) == looking


def test_the_guide_describes_each_bot() -> None:
    page = (ROOT / "docs" / "reference" / "bots.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", page, re.MULTILINE))
    assert list(rows) == list(BOTS)
    for name in BOTS:
        assert gist_of(name)[0].isupper() and gist_of(name).endswith(".")


@each("name", BOTS)
def test_each_is_a_player_of_what_its_seat_sees(name: str) -> None:
    """A function from view and options to a command, in whole chips, which leaves the view as it is."""
    stakes = Stakes(blinds=(25, 50), chip=25)
    for seed in range(3):
        hand = Hand(seat_hand(find_game("holdem"), NoLimit(), stakes, CASH, [2000] * 4, button=0))
        dealer = Dealer(Deck(hand.plan.deck, below=Random(seed).randrange), auto_show=True)
        plays = [player(name, Random(10 * seed + seat)) for seat in range(4)]
        while dealer.run(hand) is not Due.DONE:
            view = view_of(hand, hand.seat)
            before = len(view.log)
            hand.do(plays[hand.seat](view, options(hand)))
            assert len(view.log) == before
        assert sum(hand.stacks) == 8000 and all(stack % 25 == 0 for stack in hand.stacks)


def test_a_fast_bot_plays_alike_as_a_player() -> None:
    """What `loose` bets on the hand itself and what it says as a player are the same."""
    told = player("loose", Random(4))
    bot = find_bot("loose", Random(4))
    assert bot.bet is not None
    setup = seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, [200] * 6, button=0)
    hand, other = Hand(setup), Hand(setup)
    for one in (hand, other):
        Dealer(Deck(one.plan.deck, below=Random(2).randrange), auto_show=True).run(one)
    while hand.due is Due.ACT:
        bot.bet(hand)
        other.do(told(view_of(other, other.seat), options(other)))
        assert hand.log[-1] == other.log[-1]


def test_no_other_name() -> None:
    with pytest.raises(BadNotation, match=ALL):
        player("house", Random(1))
