"""Refusals that a table which was broken, a lock, or a newer count brings, and the taps that put them right."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import announced, begun
from test_director_todo import seats_of
from web_rooms import running

from sidepot.room.runtime.tables import TableRegistry


def test_a_player_wrongly_reported_out_comes_back_also_to_a_broken_table(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        wrong, *others = [player for _, player in seats_of(desk)[2]]
        step = desk.do("out", player=wrong)["step"]
        for player in others[:2]:
            desk.do("out", player=player)
        desk.do("break", table=2)
        full = desk.do("unbust", 409, player=wrong, why="it was another one")
        assert [one["do"] for one in full["offers"]] == [{"type": "open_table"}]
        desk.do("out", player=others[2])
        refused = desk.do("undo", 409, step=step, only=True)
        assert refused["code"] == "does_not_fit"
        assert refused["offers"][0]["do"] == {"type": "unbust", "player": wrong} and refused["offers"][0]["why"]
        [broken] = [one for one in refused["faults"] if one["text"].startswith("Table 2 is broken")]
        assert broken["by"] and broken["at"] and broken["sentence"] and broken["code"] and "Break" not in str(refused)
        refused = desk.do("unbust", 409, player=wrong, why="it was another one")
        assert refused["code"] == "no_table"
        offer = refused["offers"][0]
        assert offer["text"].startswith("Seat ") and offer["text"].endswith(" at table 1")
        assert desk.do(offer["do"].pop("type"), **offer["do"])["step"]
        assert wrong in [player for _, player in seats_of(desk)[1]] and desk.get("director")["counts"]["left"] == 9


def test_a_correction_that_does_not_fit_takes_the_later_steps_back_too_by_one_tap(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        before = seats_of(desk)
        player, *_ = [player for _, player in before[2]]
        out = desk.do("out", player=player)["step"]
        back = desk.do("reenter", player=player)["step"]
        refused = desk.do("undo", 409, step=out, only=True)
        [needs] = refused["faults"]
        assert needs["step"] == back and needs["text"].startswith(f"{player} re-enters")
        both = next(one for one in refused["offers"] if one["do"].get("also"))
        assert both["text"] == f"Take back too: {needs['text']}" and both["why"]
        assert both["do"] == {"type": "undo", "step": out, "only": True, "also": [back]}
        assert desk.do(both["do"].pop("type"), options={"why": "nobody was out"}, **both["do"])["step"]
        assert seats_of(desk) == before


def test_a_locked_table_is_unlocked_and_an_older_count_is_taken_all_the_same(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        mover = seats_of(desk)[1][0][1]
        seat = next(seat for seat in range(9) if seat not in dict(seats_of(desk)[2]))
        desk.do("lock", table=2, why="the cameras")
        refused = desk.do("move_to", 409, player=mover, table=2, seat=seat)
        assert [one["do"] for one in refused["offers"]] == [{"type": "lock", "table": 2, "on": False}]
        told = desk.do("count", stacks=[[mover, 9000]])
        before = desk.get("director")["now"] - 60_000
        refused = desk.do("count", 409, {"at": before}, stacks=[[mover, 8000]])
        assert refused["code"] == "counted_since"
        offer = refused["offers"][0]["do"]
        assert desk.do(offer.pop("type"), **offer)["step"] == told["step"] + 1


def test_of_two_out_in_one_hand_before_the_money_one_tap_says_who_had_more(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        first, second, winner = [player for _, player in seats_of(desk)[1]][:3]
        desk.do("go_hand_for_hand")
        desk.do("out", player=first, by=[winner])
        refused = desk.do("out", 409, player=second, by=[winner])
        assert refused["code"] == "same_hand" and first in str(refused["because"])
        more, _, alike, later = [one["do"] for one in refused["offers"]]
        assert refused["offers"][0]["text"] == f"{second} had more than {first}"
        told = {"type": "out", "player": second, "by": [winner], "with": first, "step": 0}
        assert more == {**told, "higher": True} and alike == told and later == {"type": "round"}
        assert desk.do(more.pop("type"), **more)["step"]
        desk.do("round")
        places = {one["player"]: one["place"] for one in desk.get("players")["players"] if one["place"]}
        assert places[second] + 1 == places[first]


def test_a_deal_by_stacks_that_are_not_known_offers_to_count_them_first(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk, ("Ann", "Bo", "Cy"))
        desk.do("out", player="Ann", by=["Bo"])
        desk.do("go_out", player="Ann")
        desk.do("jump", item=20)
        refused = desk.do("make_deal", 409, by="icm")
        assert refused["code"] == "stack_not_known"
        count, even = refused["offers"]
        assert count["text"] == "Count the stacks of table 1" and count["do"] == {"type": "ask_count", "table": 1}
        assert even["do"] == {"type": "make_deal", "by": "even"}
