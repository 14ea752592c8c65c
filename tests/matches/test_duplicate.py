"""Duplicate matches: the same cards in every seating, chips conserved, and an agent that fails loses its hand only."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from each import each

from sidepot.bots.roster import find_bot
from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.catalog import GAMES
from sidepot.hand.commands import Call, Check, Command, Fold, RaiseTo
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.matches.duplicate import play_duplicate
from sidepot.matches.one_deal import give_up


def caller(_view: Hand, may: Options) -> Command:
    return Check() if may.may_check else Call() if may.may_call else give_up(may, ())


def raiser(_view: Hand, may: Options) -> Command:
    return RaiseTo(may.raise_min) if may.may_raise else caller(_view, may)


def test_two_players_who_play_alike_win_nothing_in_any_deal() -> None:
    found = play_duplicate({"one": raiser, "other": raiser}, 30, seed=3)
    assert all(set(sums.values()) == {0} for sums in found.of_deals().values())
    assert any(row.net for row in found.rows)
    assert [one.error for one in found.standings] == [0, 0]


def test_cards_are_the_same_in_each_seating_and_differ_between_deals() -> None:
    seen: dict[str, list[tuple[int, ...]]] = defaultdict(list)

    def noting(name: str) -> Any:
        def play(view: Hand, may: Options) -> Command:
            if view.street == 0:
                seen[f"{name} {may.seat}"].append(view.hole[may.seat])
            return caller(view, may)

        return play

    play_duplicate({"one": noting("one"), "other": noting("other")}, 4, seed=5)
    assert seen["one 0"] == seen["other 0"] and seen["one 1"] == seen["other 1"]
    assert len(set(seen["one 0"])) == 4


def test_the_seed_decides_the_cards() -> None:
    agents = {"one": caller, "other": raiser}
    assert play_duplicate(agents, 10, seed=1).rows == play_duplicate(agents, 10, seed=1).rows
    assert play_duplicate(agents, 10, seed=1).rows != play_duplicate(agents, 10, seed=2).rows


def test_each_group_of_agents_has_a_table() -> None:
    agents = dict.fromkeys("abcd", caller)
    found = play_duplicate(agents, 2, seats=3)
    assert found.hands == 4 * 2 * 3
    assert {tuple(sorted(sums)) for sums in found.of_deals().values()} == {
        ("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d"),
    }  # fmt: skip
    assert [one.deals for one in found.standings] == [6] * 4


def test_errors_come_from_the_spread_between_deals() -> None:
    found = play_duplicate({"one": caller, "other": raiser}, 40, seed=2)
    won = [100 * sums["other"] / 2 / 2 for sums in found.of_deals().values()]  # two hands a deal, a big blind of 2
    standing = next(one for one in found.standings if one.agent == "other")
    assert standing.per_100 == pytest.approx(fmean(won)) and standing.error == pytest.approx(stdev(won) / 40**0.5)
    assert standing.high - standing.low == pytest.approx(2 * 1.96 * standing.error)


@each("game", sorted(GAMES))
def test_every_game_is_played_and_conserves_chips(game: str) -> None:
    """There is no rake here. Antes that nobody won go back."""
    bots = {name: find_bot(name, Random(7)).play for name in ("loose", "random")}
    found = play_duplicate(bots, 3, seed=4, game=game)
    sums: dict[tuple[int, int], int] = defaultdict(int)
    for row in found.rows:
        sums[row.deal, row.seating] += row.net
        assert not row.failure
    assert set(sums.values()) == {0}


# ---- agents that fail


def breaks(_view: Hand, _may: Options) -> Command:
    raise ValueError("a bug")


def cheats(view: Hand, may: Options) -> Command:
    return RaiseTo(may.raise_max + 1) if view.street >= 0 else Fold()


def says_nothing(_view: Hand, _may: Options) -> Command:
    return None  # type: ignore[return-value]


@each(
    ("bad", "why"),
    [
        (breaks, "ValueError"),
        (cheats, "answered with RaiseTo, which is refused"),
        (says_nothing, "answered with NoneType"),
    ],
)
@each("game", ["holdem", "stud", "triple-draw", "omaha8"])
def test_an_agent_that_fails_loses_its_hand_and_no_more(bad: Any, why: str, game: str) -> None:
    found = play_duplicate({"good": caller, "bad": bad}, 5, seed=1, game=game)
    failed = [row for row in found.rows if row.failure]
    assert {row.agent for row in failed} == {"bad"} and len(failed) == 10
    assert all(row.failure.startswith(why) for row in failed)
    assert all(row.net <= 0 for row in failed)
    standing = next(one for one in found.standings if one.agent == "bad")
    assert standing.failures == 10 and standing.failed.startswith(why)


def test_a_refusal_does_not_name_hidden_cards() -> None:
    def names_cards(view: Hand, may: Options) -> Command:
        from sidepot.hand.commands import Discard

        return Discard(tuple(range(5))) if may.is_draw else caller(view, may)

    found = play_duplicate({"good": caller, "bad": names_cards}, 3, seed=1, game="triple-draw")
    assert any(row.failure for row in found.rows)
    assert all("these are not cards that it holds" in row.failure for row in found.rows if row.failure)


def test_agents_see_only_their_own_cards() -> None:
    def looks(view: Hand, may: Options) -> Command:
        assert UNKNOWN in view.hole[1 - may.seat] and UNKNOWN not in view.hole[may.seat]
        return caller(view, may)

    found = play_duplicate({"one": looks, "other": looks}, 5)
    assert not any(row.failure for row in found.rows)


@each(
    ("change", "message"),
    [
        ({"agents": {"one": caller}}, "agents: expected 2 to 64, not 1"),
        ({"agents": {"one": caller, "other": 5}}, "agents: other: expected a function"),
        ({"deals": 0}, "deals: expected 1 to"),
        ({"seats": 3}, "seats: expected 2 to 2, the number of agents, not 3"),
        ({"game": "nonsense"}, "nonsense"),
        ({"stack": -1}, "stack"),
    ],
)
def test_impossible_terms_are_refused(change: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"agents": {"one": caller, "other": caller}, "deals": 2} | change
    with pytest.raises(SidepotError, match=message):
        play_duplicate(asked.pop("agents"), asked.pop("deals"), **asked)
    assert issubclass(BadNotation, SidepotError)
