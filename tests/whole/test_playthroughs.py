"""The hands of docs/reference/playthroughs/ come out as they stand there, and each shows what its game is about."""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from each import each
from places import ROOT

from sidepot.errors import SidepotError
from sidepot.games.catalog import GAMES
from sidepot.games.model import BRING_INS
from sidepot.hand import events
from sidepot.hand.events import Awarded, BroughtIn, Discarded, PassedOut, Proved, Reshuffled, Shown
from sidepot.hand.hand import Hand
from sidepot.ranking.wild import read_wild

FOLDER = ROOT / "docs" / "reference" / "playthroughs"


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sidepot_playthroughs", ROOT / "tools" / "playthroughs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where the fields of its struct are looked up
    spec.loader.exec_module(module)
    return module


GENERATOR = load_generator()
HANDS = GENERATOR.read_hands()


@cache
def played(name: str) -> Hand:
    hand: Hand = GENERATOR.play(HANDS[name])
    return hand


def of_kind(name: str, kind: type) -> list[events.Event]:
    return [event for event in played(name).log if isinstance(event, kind)]


def games(which: str) -> list[str]:
    """The games of which something is true, so that their hands must show it."""
    asks = {
        "draws": lambda game: any(street.draw for street in game.streets),
        "throws cards away": lambda game: any(street.discard for street in game.streets),
        "is split": lambda game: len(game.halves) > 1,
        "has boards": lambda game: game.boards > 1,
        "has wild cards": lambda game: bool(game.wild),
        "asks for openers": lambda game: bool(game.open_requirement),
        "is brought in": lambda game: game.streets[0].opens in BRING_INS,
    }
    return [name for name, game in GAMES.items() if asks[which](game)]


@each("name", [*GAMES, "README"])
def test_the_pages_are_up_to_date(name: str) -> None:
    told = GENERATOR.index_page(HANDS) if name == "README" else GENERATOR.game_page(HANDS[name])
    committed = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert committed == told, (
        f"docs/reference/playthroughs/{name}.md is out of date: run `make playthroughs`, and read it again"
    )


def test_there_is_a_page_for_every_game_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {*GAMES, "README"}


@each("page", sorted(FOLDER.glob("*.md")), ids=lambda page: page.stem)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    assert links
    assert all((FOLDER / link).exists() for link in links)


@each("name", GAMES)
def test_two_to_four_hands_are_shown_and_every_chip_is_somewhere(name: str) -> None:
    hand = played(name)
    assert 2 <= len(of_kind(name, Shown)) <= 4
    assert not of_kind(name, Reshuffled)
    assert sum(hand.stacks) + hand.carried + hand.raked == sum(hand.setup.stacks) + hand.setup.carried


@each("name", games("draws") + games("throws cards away"))
def test_cards_are_changed_or_thrown_away(name: str) -> None:
    assert any(isinstance(event, Discarded) and event.cards for event in played(name).log)


@each("name", sorted({*games("is split"), *games("has boards")} - {"stud-high-low"}))
def test_each_half_and_each_board_has_a_winner_of_its_own(name: str) -> None:
    (awarded,) = of_kind(name, Awarded)
    assert isinstance(awarded, Awarded)
    first, second = ({seat for part in awarded.parts if key(part) for seat, _ in part.shares} for key in halves(name))
    assert first and second
    assert first != second


def halves(name: str) -> tuple[object, object]:
    if GAMES[name].boards > 1:
        return (lambda part: part.board == 0), (lambda part: part.board == 1)
    return (lambda part: part.half == 0), (lambda part: part.half == 1)


@pytest.mark.parametrize("name", games("has wild cards"))
def test_a_wild_card_is_in_a_hand_that_wins(name: str) -> None:
    hand = played(name)
    wild = read_wild(GAMES[name].wild).all
    winners = {seat for event in of_kind(name, Awarded) for seat, _ in event.shares}  # type: ignore[union-attr]
    assert any(wild & set(hand.hole[seat]) for seat in winners)


@pytest.mark.parametrize("name", games("asks for openers"))
def test_the_opener_shows_the_openers(name: str) -> None:
    (proved,) = of_kind(name, Proved)
    assert isinstance(proved, Proved)
    assert proved.good
    assert proved.seat == played(name).opener


@each("name", games("is brought in"))
def test_it_is_brought_in(name: str) -> None:
    assert len(of_kind(name, BroughtIn)) == 1


def test_some_hands_show_what_their_house_is_about() -> None:
    assert played("jacks-or-better").aside.set_aside, "openers are split"
    assert played("lowball").aside.voided, "the sevens rule gives bets back"
    assert [type(event) for event in played("jacks-trips").log][-1] is PassedOut
    assert played("omaha").aside.runs == 2
    assert played("omaha").raked == 3
    assert played("stud-high-low").aside.declared == ((0, 1), (3, 3))
    assert len(of_kind("holdem", Awarded)) == 2, "a main pot and a side pot"
    quarters = [part for part in of_kind("omaha8", Awarded)[0].parts if len(part.shares) == 2]  # type: ignore[union-attr]
    assert [part.shares for part in quarters] == [((1, 8), (2, 7))]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"script": ["folds, folds, folds, folds, folds"]}, "the hand is over before 'folds'"),
        ({"script": ["folds, raises to 6"]}, "the script ends, and seat 5 is to act"),
        ({"script": ["folds, raises to 3"]}, r"step 2 \(raises to 3\)"),
        ({"script": ["folds, sings"]}, "nobody can do 'sings' here"),
    ],
)
def test_a_script_that_does_not_fit_is_refused(change: dict[str, object], wrong: str) -> None:
    with pytest.raises(SidepotError, match=wrong):
        GENERATOR.play(msgspec.structs.replace(HANDS["holdem"], **change))
