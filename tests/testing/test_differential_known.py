"""Every divergence of the list, in a hand made by hand: what we ask or pay, what PokerKit does, and that it is named.

The numbers are worked out from the rules, ours and theirs; none was copied from a run.
"""

from __future__ import annotations

from typing import NamedTuple

from against_pokerkit.games import pokerkit
from against_pokerkit.known import KNOWN, Known
from against_pokerkit.mirror import Asked
from against_pokerkit.play import Played, play_both
from against_pokerkit.setup import HOUSE
from each import each
from needs import POKERKIT

from sidepot.cards import Deck, cards
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit
from sidepot.games.rake import Rake, Sharing
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.plan import plan_of
from sidepot.rules.index import find_rule


class Situation(NamedTuple):
    """A hand: `top` is the top of the deck, `actions` what the seats do in turn; the last seat has the button.

    x checks, calls or brings in, f folds, a number raises to it, `run2` runs the board twice. `ours` and `theirs` are
    what is asked where the two part, or the stacks that the hand ends with, or what we do and why PokerKit refuses it.
    """

    name: str
    game: str
    limit: Limit
    stakes: Stakes
    stacks: tuple[int, ...]
    top: str
    actions: str
    ours: Asked | list[int] | str
    theirs: Asked | list[int] | str
    run_it: int = 1


NO_LIMIT, LIMIT = NoLimit(), FixedLimit()
BLINDS = Stakes(blinds=(1, 2))
TENS = Stakes(blinds=(5, 10))
STUD = Stakes(1, bring_in=1, small_bet=2)
FLOP = "x x x "
DOWN = "x x x x x x"
RAKED = Rake(5, no_flop_no_drop=False, sharing=Sharing.SIDE_POT_FIRST)

# Stud: two rounds of down cards, then the upcards of the seats in turn.
UP = "Kc Kh Kd Qc Qh Qd "
BOARD = "7s Ks Kd 7h 8s 7c 9s 4d"  # burn, flop, burn, turn, burn, river

SITUATIONS = (
    Situation(
        "short blind", "holdem", NO_LIMIT, BLINDS, (100, 1, 100), "", "",
        Asked("act", 2, 2, 4, 100), Asked("act", 2, 1, 3, 100),
    ),
    Situation(
        "bring-in passed on", "stud", LIMIT, STUD, (1, 50, 50), UP + "2c 9d 9h", "",
        Asked("act", 1, 1, 2, 2), Asked("bring in", 1, 1, 2, 2),
    ),
    Situation(
        "completion with less", "stud", LIMIT, Stakes(1, bring_in=2, small_bet=4), (3, 50, 50), UP + "2c 9d 9h", "",
        Asked("bring in", 0, 2), Asked("bring in", 0, 2, 2, 2),
    ),
    Situation(
        "equal blinds", "holdem", NO_LIMIT, Stakes(blinds=(2, 2)), (100, 100), "", "",
        Asked("act", 1, 0, 4, 100), Asked("act", 0, 0, 4, 100),
    ),
    Situation(
        "tie of upcards", "stud-high-first", LIMIT, Stakes(1, small_bet=2), (50, 50, 50), UP + "9c Jd Js", "",
        Asked("act", 2, 0, 2, 2), Asked("act", 1, 0, 2, 2),
    ),
    Situation(
        "ace among upcards", "razz-27", LIMIT, STUD, (50, 50, 50), "2c 2h 2d 3c 3h 3d Ac Ks 9d", "",
        Asked("bring in", 0, 1, 2, 2), Asked("bring in", 1, 1, 2, 2),
    ),
    Situation(
        "raise nobody can match", "holdem", NO_LIMIT, BLINDS, (100, 10, 20), "", "20",
        Asked("act", 0, 19, 38, 100), Asked("act", 0, 19),
    ),
    Situation(
        "short wager taken for full", "holdem", NO_LIMIT, TENS, (100, 14, 100), "", FLOP + "x 4 x",
        Asked("act", 0, 4), Asked("act", 0, 4, 14, 90),
    ),
    Situation(
        "sum of raises in a row", "holdem", NO_LIMIT, Stakes(blinds=(50, 100)), (1000, 225, 900, 300, 350), "",
        "x x x x x 100 125 x 200 250",
        Asked("act", 0, 150, 350, 900), Asked("act", 0, 150),
    ),
    Situation(
        "bring-in taken for a bet", "stud", NO_LIMIT, STUD, (50, 50, 50), UP + "2c 9d 9h", "x 7",
        Asked("act", 2, 7, 14, 49), Asked("act", 2, 7, 13, 49),
    ),
    Situation(
        "half rule", "holdem", LIMIT, TENS, (100, 25, 100), "", FLOP + "10 15 x",
        Asked("act", 0, 5, 25, 25), Asked("act", 0, 5),
    ),
    Situation(
        "added, not completed", "holdem", LIMIT, TENS, (13, 100, 100), "", FLOP + "3",
        Asked("act", 1, 3, 10, 10), Asked("act", 1, 3, 13, 13),
    ),
    Situation(
        "short raise counted", "holdem", LIMIT, TENS, (100, 100, 100, 43), "", "x x x x 10 20 30 33",
        Asked("act", 0, 23, 40, 40), Asked("act", 0, 23),
    ),
    Situation(
        "runs asked for later", "royal", NO_LIMIT, BLINDS, (4, 4, 4), "", "4 x x run2 run2 run2",
        "BoardDealt", "No board dealing is pending.", run_it=2,
    ),
    Situation(
        "stub of stud", "stud", LIMIT, STUD, (50,) * 8, "", "x " * 31 + "f " + "x " * 7,
        "BoardDealt", "No board dealing is pending.",
    ),
    Situation(  # 17 chips for three: six, six and five; or seven, five and five
        "odd chips to the first", "holdem", NO_LIMIT, Stakes(blinds=(2, 5)), (100, 100, 100, 100),
        "2c 2d 2h 2s 3c 3d 3h 3s 4c As Ks Qs 4d Js 4h Ts", "x x f x " + "x " * 9,
        [98, 101, 101, 100], [98, 102, 100, 100],
    ),
    Situation(  # 21 and 31 chips for two, or 52; the third hand, all-in for 5, is beaten
        "pots put together", "holdem", NO_LIMIT, BLINDS, (100, 100, 100, 5, 100),
        "2c Ac 3c Qc Ad 2d Jc 3d Jd Jh " + BOARD, "6 x 20 f x f " + DOWN,
        [99, 107, 94, 0, 105], [99, 106, 94, 0, 106],
    ),
    Situation(  # the low is all-in for 2, the best high for 10: of the 24 chips that it wins, nobody can be the low
        "low of others", "holdem-high-low-8", NO_LIMIT, BLINDS, (2, 10, 100, 100),
        "As Kd Qs Js 2s Qd Qh Jh 5c 3h 4d 8c 6c Kc 7c Ks", "20 x x x " + DOWN,
        [4, 28, 100, 80], [4, 22, 106, 80],
    ),
    Situation(  # 12 chips and 9: one chip of 21, taken from the last pot; none of 12, none of 9
        "rake of each pot", "holdem", NO_LIMIT, Stakes(blinds=(1, 2), rake=RAKED), (3, 100, 100),
        "As Kd Qs Ad Kh Qh 5c 3h 4d 8c 6c 9c 7c Jh", "9 x x " + DOWN,
        [8, 103, 91], [9, 103, 91],
    ),
    Situation(  # 50 chips without what came back; without the 20 that were called, 30
        "rake without the last bets", "holdem", NO_LIMIT, Stakes(blinds=(10, 20), rake=RAKED), (100, 100, 100), "",
        "60 f f", [90, 80, 128], [90, 80, 129],
    ),
    Situation(  # the straight is on the second board of the first run alone, and makes one pot of four
        "boards mixed up", "double-board-holdem", NO_LIMIT, Stakes(blinds=(2, 4)), (40, 40),
        "As Qs Ah Jh 5c 2c 2d 7h 9c Td 5h 5d Kd 8h 5s 3d 4s 6s 3s 2h 6h 6c 4d", "x x 36 x run2 run2",
        [60, 20], [80, 0], run_it=2,
    ),
)  # fmt: skip


def played(situation: Situation, known: tuple[Known, ...] = KNOWN) -> Played:
    house = HOUSE.but(name="runs", run_it=situation.run_it)
    setup = seat_hand(find_game(situation.game), situation.limit, situation.stakes, house, situation.stacks)
    top = cards(situation.top)
    rest = [card for card in plan_of(setup).deck if card not in top]
    deck = Deck((*top, *rest) if top else rest[::-1])  # where the cards do not matter, any order but that of a new pack
    actions = iter(situation.actions.split())
    return play_both(pokerkit(), setup, deck, lambda hand: act(hand, next(actions)), known=known)


def act(hand: Hand, action: str) -> None:
    if action.startswith("run"):
        hand.choose_runs(int(action.removeprefix("run")))
    elif action == "f":
        hand.fold()
    elif action != "x":
        hand.raise_to(int(action))
    elif hand.due is Due.BRING_IN:
        hand.bring_in()
    else:
        hand.check_or_call()


@POKERKIT.mark
@each("situation", SITUATIONS, ids=[situation.name for situation in SITUATIONS])
def test_the_situation_is_known_by_its_name(situation: Situation) -> None:
    assert played(situation).known == situation.name


@POKERKIT.mark
@each("situation", SITUATIONS, ids=[situation.name for situation in SITUATIONS])
def test_without_its_row_it_is_a_finding(situation: Situation) -> None:
    others = tuple(row for row in KNOWN if row.name != situation.name)
    result = played(situation, others)
    found = result.found
    assert found is not None, f"{result.known!r} explains it too"
    if isinstance(situation.ours, list):
        ours, theirs = found.hand.stacks, found.mirror.chips(found.mirror.state.stacks)
        assert (ours, theirs) == (situation.ours, situation.theirs)
    elif isinstance(situation.ours, str):
        assert (found.kind, found.what) == ("refused", f"{situation.ours}: {situation.theirs}")
    else:
        assert (found.ours, found.theirs) == (situation.ours, situation.theirs)


def test_every_row_has_its_situation() -> None:
    assert {situation.name for situation in SITUATIONS} == {row.name for row in KNOWN}
    assert len({row.name for row in KNOWN}) == len(KNOWN)


@each("row", KNOWN, ids=[row.name for row in KNOWN])
def test_a_row_cites_rules_that_there_are(row: Known) -> None:
    assert row.rules
    assert [find_rule(rule).id for rule in row.rules] == list(row.rules)
