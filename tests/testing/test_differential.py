"""Random hands of every game that PokerKit knows too: nothing but known divergences, and the test can fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from against_pokerkit import games as differential_games
from against_pokerkit import setup as differential_setup
from against_pokerkit.games import NotInstalled, our_seat, pokerkit, shared_games, their_seat, why_not
from against_pokerkit.known import KNOWN
from against_pokerkit.paid import paid, pots_of
from against_pokerkit.play import decide, limit_of
from against_pokerkit.run import Tally, compare, find_shared
from against_pokerkit.setup import LIMITS, random_setup
from each import each
from needs import POKERKIT
from places import ROOT

from sidepot.cards import Deck
from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup

HANDS = 50
SEED = 1

# What the two are known to share, so that a game that can no longer be told is noticed.
SHARED = set(
    """
    badacey badeucey badugi badugi-27 big-o courchevel courchevel8 double-board-holdem double-board-omaha five-card-stud
    five-card-draw-by-position five-card-stud-forced five-card-stud-low-card holdem lowball omaha omaha5 omaha6 omaha8
    omaha6-high-low-8 razz razz-27 royal short-deck single-draw stud stud-high-first stud-high-low stud8 triple-draw
    triple-draw-a5
    """.split()
)


def random_hand(setup: Setup, chance: Random) -> Hand:
    """A finished hand of ours alone."""
    hand = Hand(setup)
    dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange), auto_show=True)
    while dealer.run(hand) is not Due.DONE:
        decide(hand, chance, (1, 12, 8))
    return hand


@pytest.mark.long
@POKERKIT.mark
@each("game", sorted(SHARED))
def test_both_engines_play_the_same_hands(game: str) -> None:
    tally = compare(game, SEED, 0, HANDS)
    assert not tally.findings, "\n".join(f"{finding}\n{finding.script}" for finding in tally.findings[:1])
    assert tally.hands == HANDS == tally.agreed + sum(tally.known.values())
    assert tally.agreed > HANDS * 0.4  # what is known must not hide the rest
    assert tally.decisions > 4 * HANDS


def test_these_games_are_shared() -> None:
    assert set(shared_games()) >= SHARED


def test_the_others_have_a_reason() -> None:
    for game in GAMES.values():
        assert bool(why_not(game)) is (game.name not in shared_games())
    assert why_not(GAMES["deuces-wild"]) == "no wild cards"
    assert "thrown away" in why_not(GAMES["pineapple"])


def test_a_game_that_is_not_shared_is_refused_with_those_that_are() -> None:
    with pytest.raises(BadNotation, match=r"'pineapple'.*stud8"):
        find_shared(["holdem", "pineapple"])
    assert [game.name for game in find_shared(["stud8"])] == ["stud8"]


def test_pokerkit_missing_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(differential_games, "import_module", missing)
    with pytest.raises(NotInstalled, match="make pokerkit"):
        pokerkit()


@pytest.mark.long
@POKERKIT.mark
@pytest.mark.parametrize(
    ("game", "choice"),
    [
        ("holdem", {"reopening": "half bet"}),
        ("holdem", {"reopening_limit": "full bet"}),
        ("omaha", {"pot_limit_blinds": "as full"}),
        ("five-card-draw-by-position", {"short_post": "blind first"}),
    ],
)
def test_another_house_is_noticed(game: str, choice: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule played otherwise than PokerKit plays it is found: the list does not swallow it."""
    monkeypatch.setattr(differential_setup, "HOUSE", differential_setup.HOUSE.but(name="another", **choice))
    first = 0
    while first < 2000:
        tally = compare(game, 9, first, 50)
        if tally.findings:
            assert "sidepot" in tally.findings[0].script
            return
        first += 50
    pytest.fail("2000 hands of another house, and no difference was found")


@POKERKIT.mark
def test_another_ranking_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(differential_games._HANDS, ("ace-to-five", "any", None), "StandardLowHand")
    assert compare("lowball", 9, 0, 50).findings


@pytest.mark.long
@POKERKIT.mark
def test_the_script_of_a_hand_runs_by_itself(tmp_path: Path) -> None:
    tally = compare("holdem", SEED, 0, HANDS, known=())
    finding = next(finding for finding in tally.findings if "is asked to act" in finding.what)
    file = tmp_path / "hand.py"
    file.write_text(finding.script, encoding="utf-8")
    run = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    ours, theirs = run.stdout.splitlines()
    assert finding.what.startswith("sidepot: " + ours.removeprefix("sidepot:").split(" stacks")[0].strip())
    assert theirs.startswith("PokerKit: seat ")


@POKERKIT.mark
def test_hands_in_parts_are_the_same_hands() -> None:
    whole = compare("five-card-stud-low-card", 3, 0, 40, known=())
    parts = Tally("five-card-stud-low-card")
    parts.add(compare(parts.game, 3, 20, 20, known=()))
    parts.add(compare(parts.game, 3, 0, 20, known=()))
    assert whole.findings
    assert parts == whole


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud8", "double-board-omaha", "short-deck"])
def test_pots_shared_by_our_rules_are_what_a_hand_paid(game: str) -> None:
    """What explains PokerKit's payments by its ways of sharing begins from our own."""
    chance = Random(4)
    for at in range(60):
        hand = random_hand(random_setup(shared_games()[game], limit_of(at), chance), chance)
        won = [0] * len(hand.stacks)
        for event in hand.log:
            if isinstance(event, Awarded):
                for seat, amount in event.shares:
                    won[seat] += amount
        shares = paid(pots_of(hand), ())
        assert [shares.get(seat, 0) for seat in range(len(won))] == won


def test_the_random_tables_have_everything_in_them() -> None:
    chance = Random(1)
    setups = [random_setup(shared_games()["holdem"], limit_of(at), chance) for at in range(600)]
    posts = {owed.post.value for setup in setups for owed in setup.owed}
    assert posts == {"ante", "dead ante", "small blind", "big blind", "straddle", "live blind"}
    assert {len(setup.stacks) for setup in setups} >= {2, 3, 4, 5, 6, 22}
    assert {setup.rulebook.run_it for setup in setups} == {1, 2, 3, 4}
    assert any(setup.stakes.rake for setup in setups)
    assert {limit_of(at) for at in range(3)} == set(LIMITS)
    assert min(min(setup.stacks) for setup in setups) == 1


def test_seats_are_counted_from_the_left_of_the_button() -> None:
    chance = Random(2)
    setup = random_setup(shared_games()["stud"], "fixed limit", chance)
    seats = range(len(setup.stacks))
    assert [our_seat(setup, their_seat(setup, seat)) for seat in seats] == list(seats)
    assert their_seat(setup, setup.button) == len(setup.stacks) - 1


def test_the_page_has_every_game_and_every_divergence() -> None:
    page = (ROOT / "docs" / "reference" / "differential.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[0].removeprefix("| ") for line in page.splitlines() if line.startswith("| ")]
    assert set(rows) >= SHARED
    assert {row.name for row in KNOWN} <= set(rows)
