"""Game definitions of the ACPC, of the competition and small ones, played beside OpenSpiel's `universal_poker`."""

from __future__ import annotations

import random
from typing import Any

import pytest
from needs import OPENSPIEL

from sidepot.errors import BadNotation
from sidepot.formats.acpc_setup import read_acpc_game
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand

KUHN = """GAMEDEF
limit
numPlayers = 2
numRounds = 1
blind = 1 1
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""
LEDUC = """# Leduc
GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
firstPlayer = 1 1
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""
LIMIT = """GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
THREE = LIMIT.replace("Players = 2", "Players = 3").replace("10 5\n", "5 10 0\n").replace("2 1 1 1", "3 1 1 1")
FREE = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 2
stack = 20 20
blind = 1 1
firstPlayer = 1 1
numSuits = 2
numRanks = 5
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""


def deal(hand: Hand, cards: list[int]) -> None:
    """Deal cards one after the other, as the peer did, and do what follows by itself."""
    while hand.due not in (Due.ACT, Due.DONE):
        if hand.due in (Due.DEAL, Due.BOARD):
            if len(cards) < hand.count:
                return
            some, cards[:] = tuple(cards[: hand.count]), cards[hand.count :]
            (hand.deal if hand.due is Due.DEAL else hand.board)(some)
        else:
            {
                Due.POST: hand.post, Due.RETURN: hand.return_uncalled, Due.SHOW: hand.show_all, Due.AWARD: hand.award,
            }[hand.due]()  # fmt: skip


@OPENSPIEL.mark
@pytest.mark.parametrize("definition", [KUHN, LEDUC, LIMIT, THREE], ids=["kuhn", "leduc", "limit", "three"])
def test_a_definition_is_played_as_by_the_engine_of_the_acpc(definition: str) -> None:
    import pyspiel

    peer = pyspiel.universal_poker.load_universal_poker_from_acpc_gamedef(
        definition.partition("# Leduc\n")[2] or definition
    )
    setup = read_acpc_game(definition)
    chance = random.Random(3)
    for _ in range(150):
        state, hand, dealt = peer.new_initial_state(), Hand(setup), []
        while not state.is_terminal():
            if state.is_chance_node():
                card = chance.choice(state.legal_actions())
                dealt.append(hand.plan.deck[card])
                state.apply_action(card)
                continue
            deal(hand, dealt)
            assert hand.seat == state.current_player()
            moves = ["fold"] * (hand.to_call > 0) + ["stay"] + ["raise"] * hand.may_raise()
            move = chance.choice(moves)
            assert len(state.legal_actions()) == len(moves)
            state.apply_action(state.legal_actions()[moves.index(move)])
            if move == "raise":
                hand.raise_to(hand.min_raise_to())
            else:
                (hand.fold if move == "fold" else hand.check_or_call)()
        deal(hand, dealt)
        won: list[Any] = [after - before for after, before in zip(hand.stacks, setup.stacks, strict=True)]
        assert won == pytest.approx(state.returns(), abs=0.5)  # the engine of the ACPC splits a chip


def test_no_limit_has_its_stacks_and_the_blind_as_its_least_bet() -> None:
    hand = Hand(read_acpc_game(FREE))
    deal(hand, list(hand.plan.deck[:2]))
    assert hand.plan.deck[0] >> 2 == 8 and len(hand.plan.deck) == 10
    assert (hand.min_raise_to(), hand.max_raise_to()) == (1, 19)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (("limit\n", "\n"), "expected a line with limit or nolimit"),
        (("raiseSize = 2 4", "raiseSize = 4 2"), "at most two sizes"),
        (("maxRaises = 2 2", "maxRaises = 2 3"), "the same cap in each round"),
        (("firstPlayer = 1 1", "firstPlayer = 2 1"), "expected firstPlayer = 1 1"),
        (("blind = 1 1", "blind = 1 1 1"), "expected blind = and 2 numbers"),
        (("blind = 1 1", "blind = 0 0"), "a blind or an ante"),
        (("blind = 1 1", "blind = 1 x"), "not an integer"),
        (("numRanks = 3", "numRanks = 14"), "at most 13 ranks"),
        (("numRanks = 3", ""), "numranks"),
        (("numRanks = 3\nnumHoleCards = 1", "numRanks = 9\nnumHoleCards = 4"), "ranks smaller decks differently"),
    ],
)
def test_what_cannot_be_played_is_refused(change: tuple[str, str], error: str) -> None:
    with pytest.raises(BadNotation, match=error):
        read_acpc_game(LEDUC.replace(*change), "mine.game")
