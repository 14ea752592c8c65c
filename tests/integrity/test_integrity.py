"""What integrity counts of a hand, what it flags, and that honest tables stay quiet. Rules: AI-12, T61, PG-116."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import planted
import pytest
from planted import PLANTED, plant, session

from sidepot.cards import cards
from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phh
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.due import DONE, Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.integrity import Played, examine
from sidepot.integrity.chances import at_least, at_most
from sidepot.integrity.facts import FOLD, SOFT, Choice, facts_of
from sidepot.rules.houses import CASH

BOARD = ("2c 7d 9h", "Js", "3s")


def three_handed(acts: str, stack: int = 200) -> Hand:
    """Ann (button) folds, Bo holds aces and Cy kings; each letter is what the one to act does: f, k, c, or a total."""
    stakes = Stakes(blinds=(1, 2))
    hand = Hand(seat_hand(find_game("holdem"), NoLimit(), stakes, CASH, [stack] * 3))
    held = {0: "4c 5d", 1: "As Ad", 2: "Ks Kd"}  # the last seat has the button
    said, board = iter(acts.split()), iter(BOARD)
    while hand.due is not DONE:
        if hand.due is Due.POST:
            hand.post()
        elif hand.due is Due.BURN:
            hand.burn()
        elif hand.due is Due.DEAL:
            hand.deal(cards(held[hand.seat].replace(" ", "")))
        elif hand.due is Due.BOARD:
            hand.board(cards(next(board).replace(" ", "")))
        elif hand.due is Due.ACT:
            act = next(said)
            _ = hand.fold() if act == "f" else hand.check_or_call() if act in "kc" else hand.raise_to(int(act))
        elif hand.due is Due.SHOW:
            hand.show()
        elif hand.due is Due.RETURN:
            hand.return_uncalled()
        else:
            hand.award()
    return hand


def looked_at(hand: Hand) -> Played:
    return Played("hand 1", ("Ann", "Bo", "Cy"), hand.log)


def test_chips_flow_from_each_loser_to_the_winners() -> None:
    """Cy opens to 6, Ann calls and Bo calls; all check to the end: aces win 6 of each, 3 big blinds."""
    facts = facts_of(looked_at(three_handed("6 c c k k k k k k k k k")))
    assert facts.flows == {("Ann", "Bo"): 3.0, ("Cy", "Bo"): 3.0}
    assert facts.entered == {"Ann", "Bo", "Cy"}
    assert facts.all_in is None


def test_all_in_of_two_names_the_loser() -> None:
    facts = facts_of(looked_at(three_handed("200 f c")))
    assert facts.all_in is not None
    assert facts.all_in[:2] == ("Cy", "Bo")
    assert facts.all_in.amount == 100.0


def test_the_better_hand_that_folds_alone_against_one_is_a_choice_that_yields() -> None:
    """Bo has aces, alone with Cy on the flop, and folds to a bet; before that Bo could have bet, and did not."""
    facts = facts_of(looked_at(three_handed("6 f c k 10 f")))
    assert facts.choices == (
        Choice(SOFT, "Bo", "Cy", True),
        Choice(FOLD, "Bo", "Cy", True),
        Choice(SOFT, "Bo", "Cy", True),
    )


def test_chips_that_are_put_in_and_folded_are_given_up() -> None:
    facts = facts_of(looked_at(three_handed("60 f c k 140 f")))
    assert facts.given_up == (("Bo", "Cy"),)
    assert facts_of(looked_at(three_handed("6 f c k 10 f"))).given_up == ()


def test_tails_of_the_binomial_distribution_are_exact() -> None:
    assert at_least(3, 3, 0.5) == pytest.approx(0.125)
    assert at_most(1, 3, 0.5) == pytest.approx(0.5)
    assert at_least(0, 5, 0.1) == at_most(5, 5, 0.1) == 1.0
    assert at_least(1, 4, 0.0) == 0.0
    assert at_least(4, 4, 1.0) == 1.0


@pytest.mark.long
@pytest.mark.parametrize("kind", PLANTED)
def test_planted_cheats_are_found_and_nobody_else(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five regulars, of whom two cheat: what is flagged names the two. Rules: AI-12, T61, PG-116."""
    monkeypatch.setattr(planted, "DUMPS", 0.15)  # more often than people would, so that few hands do
    rng = Random(7)
    report = examine(session(dict.fromkeys("ABCDE", "regular"), 250, rng, cheats=plant(kind, "A", "B", rng), seats=5))
    assert report.hands == 250
    assert report.flags
    assert {player for flag in report.flags for player in flag.players} == {"A", "B"}
    assert all(flag.chance is not None and flag.chance < 0.001 for flag in report.flags)


@pytest.mark.long
def test_an_honest_table_raises_no_flag() -> None:
    report = examine(session(dict.fromkeys("ABCDE", "regular"), 250, Random(8), seats=5))
    assert report.flags == ()
    assert report.pairs == 10


def test_answers_as_regular_as_a_clock_are_flagged_and_bots_of_the_host_are_not() -> None:
    """Cy answers in 1,000 ms each time; Bo takes from 500 to 6,000; a bot that the host seated does not count."""
    log = three_handed("6 c c k k k k k k k k k").log
    acts = [at for at, event in enumerate(log) if type(event).__name__ in ("Checked", "Called", "RaisedTo")]

    def took(number: int, at: int) -> int:
        return 1000 if log[at] in of_cy else 500 + 300 * ((number + at) % 19)

    of_cy = [log[at] for at in acts if getattr(log[at], "seat", -1) == 2]
    players = ("Ann", "Bo", "Cy")
    hands = [Played(f"hand {n}", players, log, {at: took(n, at) for at in acts}, frozenset({"Ann"})) for n in range(40)]
    found = [(flag.kind, flag.players) for flag in examine(hands).flags if flag.chance is None]
    assert found == [("even answers", ("Cy",))]
    seated = [played._replace(bots=frozenset({"Ann", "Cy"})) for played in hands]
    assert [flag for flag in examine(seated).flags if flag.chance is None] == []


def test_a_hand_that_cannot_be_played_again_is_named_and_the_others_count() -> None:
    whole = three_handed("6 f c k 10 f").log
    report = examine([Played("hand 1", ("Ann", "Bo", "Cy"), whole[1:]), Played("hand 2", ("Ann", "Bo", "Cy"), whole)])
    assert report.hands == 1
    assert list(report.unread) == ["hand 1"]


def test_no_cheat_of_an_unknown_kind_is_planted() -> None:
    with pytest.raises(BadNotation, match="dumping, soft play, two seats"):
        plant("marking", "A", "B", Random(1))


def test_the_command_reads_histories_and_ends_well_with_flags(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The 60 times that Bo gives 60 chips up to Cy stand out: the command says so, and passes no verdict."""
    texts = []
    for number in range(120):
        hand = three_handed("60 f c k 140 f" if number % 2 else "f f")
        history = phh_of_hand(hand, about={"players": ["Ann", "Bo", "Cy"]})
        texts.append(f"[{number}]\n{write_phh(history)}")
    file = tmp_path / "night.phhs"
    file.write_text("\n".join(texts), encoding="utf-8")
    assert run(["integrity", str(file), "--json"]) == 0
    found = json.loads(capsysbinary.readouterr().out)
    assert found["hands"] == 120
    assert ("folded chips", ["Bo", "Cy"]) in [(flag["kind"], flag["players"]) for flag in found["flags"]]
    assert run(["integrity", str(file)]) == 0
    assert b"Bo puts in many chips and folds to Cy" in capsysbinary.readouterr().out
    assert run(["integrity", str(tmp_path / "none.phh")]) == 2
    assert run(["integrity", str(file), "--table", "1"]) == 2
