"""What is to do says who goes where and by which rule, before it is done; what is put off stands in the history."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console, announced, begun
from web_rooms import running

from sidepot.room.runtime.tables import TableRegistry

Line = dict[str, Any]


def seats_of(desk: Console) -> dict[int, list[tuple[int, str]]]:
    """The taken seats of each table."""
    return {
        table["number"]: [(seat["seat"], seat["player"]) for seat in table["seats"] if seat.get("player")]
        for table in desk.get("tables")["tables"]
    }


def out_at(desk: Console, table: int, count: int) -> None:
    for _, player in seats_of(desk)[table][:count]:
        desk.do("out", player=player)


def to_do(desk: Console, about: str) -> Line:
    """The line to do about that."""
    found: Line = next(line for line in desk.get("advice")["todo"] if line.get("about") == about)
    return found


def balance_line(desk: Console) -> Line:
    """Two are out at table 1, and both buttons are told: the line of the move that is due."""
    out_at(desk, 1, 2)
    assert to_do(desk, "button")["kind"] == "question"
    for table, seats in seats_of(desk).items():
        desk.do("button_at", table=table, seat=seats[0][0])
    return to_do(desk, "balance")


def test_a_move_is_told_before_it_is_made(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        line = balance_line(desk)
        [player] = line["players"]
        assert line["tables"] == [2, 1] and player in [name for _, name in seats_of(desk)[2]]
        assert to_do(desk, "balance") == line
        desk.do("do_todo", todo=line["id"])
        move = desk.get("moves")["moves"][-1]
        assert (move["player"], move["from_table"], move["to_table"]) == (player, 2, 1)
        assert line["text"] == f"Table 2 to 1: {player}, next big blind, to seat {move['to_seat']}"
        assert line["because"] == move["because"] and line["cite"] == move["cite"]


def test_a_move_that_has_become_another_one_is_not_made(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        line = balance_line(desk)
        taken = [seat for seat, _ in seats_of(desk)[1]]
        seat = next(seat for seat in range(9) if line["text"].endswith(f"to seat {seat + 1}") and seat not in taken)
        desk.do("lock", table=1, seat=seat, why="a broken chair")
        assert desk.do("do_todo", 409, todo=line["id"])["code"] == "not_to_do"
        assert not any(one["text"].endswith(f"to seat {seat + 1}") for one in desk.get("advice")["todo"])


def test_of_a_draw_it_is_told_who_draws_for_what(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        gone = [player for _, player in seats_of(desk)[2][:3]]
        for player in gone:
            desk.do("out", player=player)
        line = to_do(desk, "break")
        assert line["text"] == "Break table 2: its 3 players draw cards for the order, then seats at table 1"
        assert line["players"] == [player for _, player in seats_of(desk)[2] if player not in gone]
        assert line["tables"] == [2, 1]


def test_a_postponed_task_is_in_the_history_with_its_reason(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        line = balance_line(desk)
        desk.do("not_now", todo=line["id"], why="after the break")
        desk.do("announce", text="Dinner at nine")
        assert to_do(desk, "balance")["aside"] == "after the break"
        lines = desk.get("log")["lines"]
        assert [one["text"] for one in lines[:2]] == ["Dinner at nine", f"Not now: {line['text']}"]
        assert lines[1]["why"] == "after the break" and lines[1]["by"] == "Hilda"
        assert lines[1]["step"] == 0 and lines[1]["seq"] and not lines[1].get("undo")
        desk.do("not_now", todo=line["id"], on=False)
        assert desk.get("log")["lines"][0]["text"] == f"To do again: {line['text']}"
        guest = room.guest("Zoe")
        guest.post("/api/tournaments/1/checkin", {"id": "z", "name": "Zoe"})
        asked = next(one for one in desk.get("advice")["todo"] if one["kind"] == "asked")
        desk.do("not_now", todo=asked["id"], why="it is full")
        before = desk.get("director")["history"]
        assert before[-1]["text"] == "Not granted: Zoe would like to enter" and before[-1]["why"] == "it is full"
    with running(tmp_path, TableRegistry) as room:
        again = Console(room.guest("Hilda again"))
        again.browser.become_host()
        assert again.get("director")["history"] == before


def test_who_won_a_bounty_is_asked_until_it_is_named(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room, "knockout")
        begun(desk)
        [(_, loser), (_, winner), (_, other), *_] = seats_of(desk)[1]
        desk.do("jump", item=17)
        desk.do("out", player=loser)
        line = to_do(desk, "winner")
        assert (line["kind"], line["players"]) == ("question", [loser])
        assert line["text"] == f"Who won the last chips of {loser}? The bounty is open."
        desk.do("out", player=loser, by=[winner])
        assert all(one.get("about") != "winner" for one in desk.get("advice")["todo"])
        desk.do("out", player=other, by=[winner])
        assert all(one.get("about") != "winner" for one in desk.get("advice")["todo"])


def test_who_won_a_bounty_is_asked_when_its_player_is_back_too(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room, "bounty")
        begun(desk)
        [(_, loser), (_, winner), *_] = seats_of(desk)[1]
        desk.do("out", player=loser)
        desk.do("reenter", player=loser)
        line = to_do(desk, "winner")
        assert line["text"] == f"Who won the last chips of {loser}, who has bought in again since? The bounty is open."
        desk.do("out", player=loser, by=[winner], step=line["n"])
        assert all(one.get("about") != "winner" for one in desk.get("advice")["todo"])
        assert desk.do("out", player=loser, by=[winner], step=line["n"])["already"]["step"]


def test_a_stack_that_is_estimated_is_marked_on_the_tournament_page(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        [(_, loser), (_, winner), *_] = seats_of(desk)[1]
        desk.do("out", player=loser, by=[winner])
        first, second, *_ = desk.browser.get("/api/tournaments/1")["state"]["stacks"]
        assert (first["player"], first["how"]) == (winner, "estimated") and "how" not in second


def test_who_has_received_too_much_after_a_correction_is_asked_for_it(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room, "knockout")
        begun(desk)
        [(_, loser), (_, winner), *_] = seats_of(desk)[1]
        desk.do("out", player=loser, by=[winner])
        desk.do("hand_out", player=winner)
        bounty = desk.get("director")["terms"]["bounty"]
        assert all(one.get("about") != "overpaid" for one in desk.get("advice")["todo"])
        desk.do("unbust", player=loser, why="wrong name")
        line = to_do(desk, "overpaid")
        assert line["text"] == f"{winner} has {bounty:,} too much: received {bounty:,}, won 0"
        assert line["n"] == bounty
        desk.do(kind=line["do"]["type"], player=line["do"]["player"])
        assert all(one.get("about") != "overpaid" for one in desk.get("advice")["todo"])
