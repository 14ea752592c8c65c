"""The figures against a slow count that reads the action table alone, over random hands and real ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from few_examples import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from needs import CORPUS, CORPUS_FOLDER
from random_setups import played

from sidepot.corpora.corpus_rows import COLUMNS, rows_of
from sidepot.formats.hand_history import HandHistory
from sidepot.histories.converting import histories_in
from sidepot.stats.figures import COUNTS, MARKED
from sidepot.stats.hand_seen import seen

RAISES = ("bet", "raise")
WORDS = ("fold", "check", "call", "bet", "raise", "bring-in")
LIVE = ("small blind", "big blind", "straddle", "live blind")
Acts = list[tuple[int, str]]
Found = dict[tuple[int, str], int]


def by_name(table: str, row: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(COLUMNS[table], row, strict=True))


def counted(actions: list[dict[str, Any]], positions: dict[int, str], kinds: set[str]) -> Found:
    """Each chance and event of the first betting round, and of the later ones of a game with a board (`kinds`)."""
    acts = [row for row in actions if row["action"] in WORDS]
    rounds: list[Acts] = [[] for _ in range(4)]
    for number, (_, some) in enumerate(groupby(acts, key=lambda row: row["round"])):
        words = [
            (row["seat"], "check" if row["action"] == "call" and not row["amount"] else row["action"]) for row in some
        ]
        rounds[number : number + 1] = [words]
    found: Found = {}
    posted = {row["seat"]: row["total"] for row in actions if row["action"] in LIVE}
    opening = [row["total"] for row in acts if row["round"] == acts[0]["round"]]
    prices = [max([*posted.values(), *opening[:at]], default=0) for at in range(len(opening))]
    first(rounds[0], posted, prices, positions, kinds, found)
    if "board" in kinds:
        for at in (1, 2, 3):
            later(at, rounds, found)
    for acts_there in rounds[1:]:
        for seat, word in acts_there:
            name = {"bet": "aggressive", "raise": "aggressive", "call": "calls", "fold": "folds"}.get(word)
            if name is not None:
                found[seat, name] = found.get((seat, name), 0) + 1
    return found


def first(
    acts: Acts, posted: dict[int, int], prices: list[int], positions: dict[int, str], kinds: set[str], found: Found
) -> None:
    """`prices` are the highest bets before each act: if all blinds were short, the first call is more than a blind."""
    for at, (seat, word) in enumerate(acts):
        before = acts[:at]
        raisers = [one for one, what in before if what in RAISES]
        words = {what for _, what in before}
        new = all(one != seat for one, _ in before)
        is_raise, is_fold = int(word in RAISES), int(word == "fold")
        could_check = word == "check" or word != "call" and posted.get(seat, 0) >= prices[at]
        if not raisers and new and "stud" not in kinds:
            if not could_check:
                found[seat, "limp"] = int(word == "call")
                if words <= {"fold"}:
                    found[seat, "rfi"] = is_raise
                    if positions[seat] in ("CO", "BTN", "SB"):
                        found[seat, "steal"] = is_raise
            if "call" in words:
                found[seat, "isolate"] = is_raise
        if len(raisers) == 1 and new:
            start = next(n for n, (_, what) in enumerate(before) if what in RAISES)
            between = [what for _, what in before[start + 1 :]]
            if "call" in between:
                found[seat, "squeeze"] = is_raise
            if positions[seat] in ("SB", "BB") and found.get((raisers[0], "steal")) and {*between} <= {"fold"}:
                found[seat, "fold_to_steal"] = is_fold
        if len(raisers) == 1 and raisers[0] != seat and word != "check":
            found[seat, "three_bet"] = is_raise
        if len(raisers) == 2 and raisers[1] != seat:
            found[seat, "four_bet"] = is_raise
        if len(raisers) == 2 and raisers[0] == seat:
            found[seat, "fold_to_three_bet"] = is_fold
        if len(raisers) == 3 and raisers[1] == seat and raisers[2] != seat:
            found[seat, "fold_to_four_bet"] = is_fold


def last_raiser(acts: Acts) -> int | None:
    raisers = [seat for seat, word in acts if word in RAISES]
    return raisers[-1] if raisers else None


def is_c_bet(rounds: list[Acts], at: int) -> int | None:
    """The seat that makes a c-bet in this round."""
    seat = next((seat for seat, word in rounds[at] if word in RAISES), None)
    if seat is None or last_raiser(rounds[at - 1]) != seat or at > 1 and is_c_bet(rounds, at - 1) != seat:
        return None
    return seat


def later(at: int, rounds: list[Acts], found: Found) -> None:
    street = ("flop", "turn", "river")[at - 1]
    owner = last_raiser(rounds[at - 1])
    older = last_raiser(rounds[at - 2]) if at > 1 and owner is None else None
    c_bettor = is_c_bet(rounds, at)
    for n, (seat, word) in enumerate(rounds[at]):
        before, after = rounds[at][:n], rounds[at][n:]
        bets = [one for one, what in before if what in RAISES]
        own = [what for one, what in before if one == seat]
        is_raise = int(word in RAISES)
        if not bets and not own and seat == owner and (at == 1 or is_c_bet(rounds, at - 1) == seat):
            found[seat, "c_bet" if at == 1 else f"c_bet_{street}"] = is_raise
        if (
            bets == [c_bettor]
            and seat != c_bettor
            and not any(one == seat for one, _ in before[[what in RAISES for _, what in before].index(True) :])
        ):
            found[seat, f"fold_to_c_bet_{street}"] = int(word == "fold")
        for target, name in ((owner, "donk"), (older, "probe")):
            if target is not None and target != seat and not bets and not own:
                if all(one != target for one, _ in before) and any(one == target for one, _ in after):
                    found[seat, f"{name}_{street}"] = is_raise
        if own == ["check"]:
            found[seat, f"check_raise_{street}"] = is_raise


NOT_HERE = ("vpip", "pfr", "wtsd", "w_sd", "wwsf", "stud_steal", "pat_1", "pat_2", "pat_3")
"""Those whose chances are no acts of the player: they are counted below, or on made hands."""


def line_of(actions: list[dict[str, Any]], seat: int) -> str:
    """The line of a seat up to its last action."""
    letters = {"check": "X", "bet": "B", "call": "C", "raise": "R", "fold": "F", "bring-in": "I"}
    acts = [row for row in actions if row["action"] in WORDS]
    line = ""
    for number, (_, some) in enumerate(groupby(acts, key=lambda row: row["round"])):
        line += "/" if number else ""
        for row in some:
            word = "check" if row["action"] == "call" and not row["amount"] else row["action"]
            word = "raise" if word == "bet" and number == 0 else word
            line += letters[word] if row["seat"] == seat else ""
    return line.rstrip("/")


def check(history: HandHistory) -> int:
    """Compare all marks of a hand. Returns how many chances there were."""
    hand = seen(history, expectation=False)
    rows = rows_of(1, "file", "matched", history, hand)
    game = history.hand.setup.game
    if any(seat is not None and seat.did.bomb for seat in hand.seats):
        return 0
    players = [by_name("player", row) for row in rows["player"]]
    positions = {row["seat"]: row["position"] for row in players}
    actions = [by_name("action", row) for row in rows["action"]]
    kinds = {name for name, is_one in (("stud", game.is_stud), ("board", bool(game.board_cards))) if is_one}
    wanted = counted(actions, positions, kinds)
    if "board" not in kinds:
        wanted |= {(row["seat"], "c_bet"): row["c_bet"] for row in players if row["c_bet"] is not None}
    count = 0
    for row in players:
        assert row["line"].rstrip("/") == line_of(actions, row["seat"]), (history.name, row["player"])
        for key in MARKED:
            if key not in NOT_HERE:
                assert row[key] == wanted.get((row["seat"], key)), (history.name, row["player"], key)
                count += row[key] is not None
        for key in COUNTS:
            assert row[key] == wanted.get((row["seat"], key), 0), (history.name, row["player"], key)
        own = {
            word["action"] for word in actions if word["seat"] == row["seat"] and not word["round"] and word["amount"]
        }
        if row["vpip"] is not None:
            assert row["vpip"] == bool(own & {"call", *RAISES}) and row["pfr"] == bool(own & {*RAISES})
        if row["w_sd"] is not None:
            assert row["wtsd"] and row["showdown"]
    return count


def of_files(folder: Path) -> Iterator[HandHistory]:
    for file in sorted(folder.rglob("*.txt")):
        try:
            yield from (one for _, one in histories_in(file) if isinstance(one, HandHistory))
        except Exception:
            continue


@given(st.integers(0, 1 << 32))
@example(298701)  # all blinds are short
@settings(max_examples=examples(60), deadline=None)
def test_random_hands(seed: int) -> None:
    hand = played(seed, kills=False)
    seats = range(len(hand.setup.stacks))
    check(HandHistory(hand=hand, names=tuple([f"p{seat}" for seat in seats]), numbers=tuple(seats), name=str(seed)))


@CORPUS.mark
@pytest.mark.long
def test_real_hands_of_all_sites() -> None:
    hands = chances = 0
    for history in of_files(Path(CORPUS_FOLDER) / "sites"):
        chances += check(history)
        hands += 1
    assert hands > 2_000 and chances > 10_000
