"""Logs of the Annual Computer Poker Competition: reading, playing, payoffs, games; fuzz."""

from __future__ import annotations

from contextlib import suppress

import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc import (
    AcpcLog,
    Score,
    is_log,
    is_message_log,
    play_acpc,
    read_acpc,
    read_state,
    setup_of,
)
from sidepot.formats.acpc_games import GAMES, UNLIMITED, AcpcGame, read_game
from sidepot.hand.setup import Post

LIMIT2 = GAMES["holdem.limit.2p.reverse_blinds"]
LIMIT3 = GAMES["holdem.limit.3p"]
FREE2 = GAMES["holdem.nolimit.2p.reverse_blinds"]

LIMIT_LINE = "STATE:0:rrrc/rc/cc/rrf:AsAh|KsKd/2c7d9h/Tc/Qs:-70|70:x|y"
HALVES = "STATE:3:cfc/cc/cc/cc:2c3c|AsKd|AdKs/4h5h9s/Tc/Jd:-5|2.5|2.5:x|y|z"
FREE_LINE = "STATE:9:r300c/cr900c/r2000c/cc:AsAh|KsKd/2c7d9h/Tc/Qs:2000|-2000:x|y"

DEFINITION = """\
GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 2 1
raiseSize = 2 2 4 4
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


def nets(line: str, game: AcpcGame) -> tuple[int, ...]:
    hand = play_acpc(read_state(line), game)
    return tuple(stack - start for stack, start in zip(hand.stacks, hand.setup.stacks, strict=True))


@pytest.mark.parametrize(
    ("line", "game", "came"),
    [
        (LIMIT_LINE, LIMIT2, (-70, 70)),
        (FREE_LINE, FREE2, (2000, -2000)),
        ("STATE:2:f:AsAh|KsKd:50|-50:x|y", FREE2, (50, -50)),
        ("STATE:2:r20000c///:AsAh|KsKd/2c7d9h/Tc/Qs:20000|-20000:x|y", FREE2, (20000, -20000)),
        ("STATE:2:cc/cc/cc/cc:AsAh|KsKd|QsQd/2c7d9h/Tc/Qh:0|0|0:x|y|z", LIMIT3, None),
    ],
)
def test_a_line_is_played_to_its_payoffs(line: str, game: AcpcGame, came: tuple[int, ...] | None) -> None:
    if came is None:
        with pytest.raises(BadNotation):
            nets(line, game)
    else:
        assert nets(line, game) == came


def test_half_chips_are_played_in_tenths() -> None:
    told = read_state(HALVES)
    assert told.decimals == 1 and told.payoffs == (-50, 25, 25)
    assert nets(HALVES, LIMIT3) == told.payoffs
    whole = "STATE:3:crfc/cc/cc/cc:AsKd|2c3c|AdKs/4h5h9s/Tc/Jd:5|-10|5:x|y|z"
    assert nets(whole, LIMIT3) == (5, -10, 5)


def test_the_cap_is_four_bets_and_binds_two_players() -> None:
    assert nets("STATE:1:rrrc/f:AsAh|KsKd/2c7d9h:-40|40:x|y", LIMIT2) == (-40, 40)
    with pytest.raises(BadNotation, match="cap of 4"):
        nets("STATE:1:rrrrc/f:AsAh|KsKd/2c7d9h:-40|40:x|y", LIMIT2)


@each(
    ("line", "words"),
    [
        (LIMIT_LINE.replace("rc/cc", "r/cc"), "round"),
        (LIMIT_LINE.replace("rrf", "rr"), "ends although position"),
        (LIMIT_LINE.replace("rrf", "rrff"), "over"),
        (LIMIT_LINE.replace("rrf", "rxf"), "unknown action 'xf' in 'rrrc/rc/cc/rxf'"),
        (LIMIT_LINE.replace("rrrc", "r20rrc"), "no amount"),
        (LIMIT_LINE.replace("KsKd", "KsAs"), "As has already been dealt"),
        (LIMIT_LINE.replace("/Qs", ""), "card"),
        (LIMIT_LINE.replace("/Qs", "/Qs/Qh"), "more cards than the betting"),
        (LIMIT_LINE.replace("|KsKd", ""), "expected cards, payoffs and names of 2 players"),
        (FREE_LINE.replace("r300", "r150"), "total of 200 to 20000"),
        (FREE_LINE.replace("r900", "r"), "total for the hand"),
        (FREE_LINE.replace("r2000c", "r30000c"), "30000"),
    ],
)
def test_illegal_lines_are_refused(line: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        play_acpc(read_state(line), FREE2 if line.startswith("STATE:9") else LIMIT2)


@pytest.mark.parametrize(
    "line",
    ["STATE:0", "STATE:0:f:AsZz|KsKd:1|1:x|y", "STATE:0:f:AsAh|KsKd:a|b:x|y", "STATE:0:f:Jo??|??:1|1:x|y", "f:::::"],
)
def test_a_line_that_is_no_hand_is_refused(line: str) -> None:
    with pytest.raises(BadNotation):
        read_state(line)


def score_problem(log: AcpcLog) -> str:
    """The error in the final score of a log; "" for nothing or no score."""
    score = Score()
    score.add([line for _, line in log.lines])
    score.printed = log.score
    return score.problem


def test_a_log_names_its_game_and_its_score() -> None:
    head = "# name/game/hands/seed m /some/where/holdem.limit.2p.reverse_blinds.game 1 0\n#--t 1\n"
    text = f"{head}{LIMIT_LINE}\nSCORE:-70|70:x|y\n"
    log = read_acpc(text.encode())
    assert log.game == LIMIT2 and len(log.lines) == 1
    assert score_problem(log) == ""
    assert "add up to -70, not -71" in score_problem(read_acpc(text.replace("SCORE:-70", "SCORE:-71")))
    assert is_log(text) and not is_message_log(text)
    assert is_message_log("STARTED at 1\nTO 1 at 2 MATCHSTATE:0:0::5d5c|\n")


@pytest.mark.parametrize("text", ["", "# only\n", "STATE:0:f\nsomething else\n", b"\xff"])
def test_text_that_is_no_log_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadNotation):
        read_acpc(text)


def test_a_game_definition_is_read() -> None:
    game = read_game(DEFINITION, "ours")
    assert game == AcpcGame("ours", False, (2, 1), (UNLIMITED,) * 2, (2, 2, 4, 4), (3, 4, 4, 4))
    assert [owed.seat for owed in setup_of(game).owed] == [1, 0]
    assert [owed.post for owed in setup_of(LIMIT3).owed] == [Post.SMALL_BLIND, Post.BIG_BLIND]
    log = read_acpc(f"# x ours.game\n{LIMIT_LINE}", games={"ours": game})
    assert log.game == game


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("numRanks = 13", "numRanks = 4"),
        ("limit\n", ""),
        ("blind = 2 1", "blind = 2"),
        ("blind = 2 1", "blind = x"),
        ("raiseSize = 2 2 4 4", ""),
    ],
)
def test_a_game_that_is_not_holdem_is_refused(old: str, new: str) -> None:
    with pytest.raises(BadNotation, match="ours"):
        read_game(DEFINITION.replace(old, new), "ours")


_PIECES = ["r", "c", "f", "/", "|", ":", "-", ".5", "As", "9" * 20, "STATE:", "SCORE:", "#", "\n", "x", "é", "٣", "??"]


@st.composite
def mangled(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from([LIMIT_LINE, HALVES, FREE_LINE]))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["", *_PIECES])) + text[at + draw(st.integers(0, 3)) :]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


@settings(max_examples=examples(500), deadline=None)
@given(mangled(), st.sampled_from(sorted(GAMES)))
def test_any_input_raises_only_sidepot_errors(text: str, game: str) -> None:
    try:
        log = read_acpc(text)
        score_problem(log)
        for _, line in log.lines:
            hand = play_acpc(read_state(line), GAMES[game])
            assert sum(hand.stacks) == sum(hand.setup.stacks)
    except SidepotError:
        pass


@settings(max_examples=examples(200), deadline=None)
@given(st.text("GAMEDFlimtno=0123456789 \n#blindstackRruSe-é", max_size=120).map(lambda extra: DEFINITION + extra))
def test_any_game_definition_is_read_or_refused(text: str) -> None:
    with suppress(SidepotError):
        setup_of(read_game(text, "x"))
