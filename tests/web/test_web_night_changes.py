"""Changes of a night over HTTP: who may make which, bounds, races, and what everybody sees of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

from night_scene import BOT, Night, post_legs
from web_rooms import Browser, quick_hall, running

from sidepot.bots.bot_names import MARK

PIZZA = {"type": "expense", "text": "Pizza", "chips": 24, "to": "Ida", "among": ["Ann", "Bo", "Ida"]}


def due(books: Any) -> list[tuple[str, str, int]]:
    return [(one["payer"], one["payee"], one["chips"]) for one in books["payments"]]


def test_the_host_writes_and_the_payee_marks(tmp_path: Path) -> None:
    with running(tmp_path, quick_hall) as room:
        night = Night(room)
        books = night.books(night.host)
        assert due(books) == [("Bo", "Ann", 40), ("Cy", "Ann", 20)]
        books = night.change(night.host, PIZZA)
        assert {line["player"]: line["expenses"] for line in books["players"]} == {
            "Ann": -8, "Bo": -8, "Cy": 0, "Ida": 16, BOT: 0,
        }  # fmt: skip
        assert sum(line["open"] for line in books["players"]) == books["house_balance"]["open"] == 0
        bo_pays = next(one for one in books["payments"] if one["payer"] == "Bo" and one["payee"] == "Ann")
        paid = {"type": "paid", "payer": "Bo", "payee": "Ann", "chips": bo_pays["chips"]}
        assert night.change(night.bo, paid, 403)["code"] == "host_only"  # who pays may not say so
        mine = night.books(night.ann)
        assert [one["yours"] for one in mine["payments"]] == [one["payee"] == "Ann" for one in mine["payments"]]
        after = night.change(night.ann, paid)
        assert ("Bo", "Ann", bo_pays["chips"]) not in due(after)
        mark = after["changes"][-1]
        assert mark["by"] == "Ann" and mark["yours"] and mark["what"] == paid and mark["at"] > 0
        assert night.change(night.ann, paid, 409)["code"] == "payment_not_due"
        undo = {"type": "undo", "number": mark["number"]}
        assert night.change(night.bo, undo, 403)["code"] == "host_only"
        assert due(night.change(night.ann, undo)) == due(books)
        assert night.change(night.ann, undo, 409)["code"] == "nothing_to_undo"
        for what in (PIZZA, {"type": "undo", "number": 1}, {"type": "points", "points": [3]}):
            assert night.change(night.ann, what, 403)["code"] == "host_only"
        assert Browser(room).post(f"/api/nights/{night.date}/changes", {"what": paid, "after": 0}, 401)
        for what in ("players", "payments", "changes", "postings"):
            answer = night.ann.http.get(f"/api/nights/{night.date}/csv?what={what}")
            assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"


def test_a_payment_may_be_made_in_parts_and_in_a_finer_unit(tmp_path: Path) -> None:
    with running(tmp_path, quick_hall) as room:
        night = Night(room)
        paid = {"type": "paid", "payer": "Bo", "payee": "Ann"}
        assert night.change(night.ann, {**paid, "chips": 4001}, 409, decimals=2)["code"] == "payment_not_due"
        books = night.change(night.ann, {**paid, "chips": 1050}, decimals=2)
        assert books["decimals"] == 2 and due(books) == [("Bo", "Ann", 2950), ("Cy", "Ann", 2000)]
        assert night.change(night.ann, {**paid, "chips": 30}, 409)["code"] == "payment_not_due"
        assert due(night.change(night.ann, {**paid, "chips": 29})) == [("Bo", "Ann", 50), ("Cy", "Ann", 2000)]
        night.change(night.ann, {**paid, "chips": 1}, 400, decimals=3)


def test_a_change_after_another_one_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, quick_hall) as room:
        night = Night(room)
        night.change(night.host, PIZZA)
        again = {"what": PIZZA, "after": 0}
        assert night.host.post(f"/api/nights/{night.date}/changes", again, 409)["code"] == "night_changed"
        assert len(night.books(night.host)["changes"]) == 1


def test_numbers_texts_and_names_have_bounds(tmp_path: Path) -> None:
    with running(tmp_path, quick_hall) as room:
        night = Night(room)
        for wrong in (
            {"chips": 0}, {"chips": -5}, {"chips": 10**12 + 1}, {"chips": 1.5}, {"text": ""}, {"text": " "},
            {"text": "x" * 81}, {"text": "two\nlines"}, {"among": []}, {"among": [f"P{at}" for at in range(101)]},
            {"to": "x" * 65}, {"to": "the dealer"}, {"to": "New " + MARK}, {"to": ""}, {"to": " Ida"}, {"more": 1},
        ):  # fmt: skip
            night.change(night.host, {**PIZZA, **wrong}, 400)
        assert night.change(night.host, {**PIZZA, "to": BOT}, 409)["code"] == "bot_pays_nothing"
        assert night.change(night.host, {**PIZZA, "among": ["Ann", "Ann"]}, 409)["code"] == "no_change"
        assert night.change(night.host, {**PIZZA, "among": ["Ida"]}, 409)["code"] == "no_change"
        night.change(night.host, {"type": "points", "points": [3, 2]}, 400)  # of a night
        night.change(night.host, {"type": "points", "points": [1001]}, 400, period=night.date[:4])
        night.change(night.host, {"type": "points", "points": [1] * 31}, 400, period=night.date[:4])
        night.change(night.host, PIZZA, 400, period="2026-W48-4")
        night.change(night.host, PIZZA, 400, tables=["t"] * 101)
        assert night.host.post(f"/api/nights/{night.date}/changes", {"what": PIZZA, "after": -1}, 400)
        assert night.books(night.host)["changes"] == []
        # an account that did not play is the same person under every name
        room.guest("Ida")
        night.change(night.host, PIZZA)
        assert due(night.books(night.host))


def test_a_league_is_chosen_and_read(tmp_path: Path) -> None:
    with running(tmp_path, quick_hall) as room:
        night = Night(room)
        year = night.date[:4]
        night.change(night.host, {"type": "points", "points": [5, 3]}, period=year)
        league = night.bo.get(f"/api/nights/{year}/league")
        assert league["points"] == [5, 3]
        assert [(one["player"], one["points"], one["result"], one["you"]) for one in league["players"]] == [
            ("Ann", 5, 60, False), ("Cy", 3, -20, False), ("Bo", 0, -40, True),
        ]  # fmt: skip
        assert night.bo.get(f"/api/nights/{night.date}/league", 400)["because"].endswith("a year such as 2026")
        answer = night.bo.http.get(f"/api/nights/{year}/csv?what=league")
        assert answer.text.splitlines()[1] == "Ann,1,5,60,60"


def test_nobody_pays_for_a_table_and_again_for_the_night(tmp_path: Path) -> None:
    with running(tmp_path, quick_hall) as room:
        night = Night(room)
        post_legs(room, night.at, "table/2", **dict(zip(night.accounts, (-5, 0, 5), strict=True)))
        table = {"tables": ["table/1"]}
        part = f"{night.date}?table=table/1"
        paid = {"type": "paid", "payer": "Bo", "payee": "Ann", "chips": 40}
        assert night.books(night.ann, part)["elsewhere"] == []
        whole = night.change(night.host, paid)
        assert ("Bo", "Ann", 40) not in due(whole) and whole["elsewhere"] == []
        # the table alone has not seen this payment: it says so, and takes no other one of these two
        books = night.books(night.host, part)
        (seen,) = books["elsewhere"]
        assert ("Bo", "Ann", 40) in due(books)
        assert (seen["period"], seen["tables"], seen["payer"], seen["payee"], seen["chips"]) == (
            night.date, [], "Bo", "Ann", 40,
        )  # fmt: skip
        refused = night.change(night.ann, paid, 409, **table)
        assert refused["code"] == "settled_as_a_whole"
        undo = {"type": "undo", "number": whole["changes"][-1]["number"]}
        assert night.change(night.host, undo)["elsewhere"] == []
        # the other way round the night counts what was paid at its table
        night.change(night.ann, paid, **table)
        assert ("Bo", "Ann", 40) not in due(night.books(night.host))
        assert night.change(night.ann, paid, 409)["code"] == "payment_not_due"


def test_what_is_settled_for_a_month_is_not_paid_again_for_its_night(tmp_path: Path) -> None:
    with running(tmp_path, quick_hall) as room:
        night = Night(room)
        paid = {"type": "paid", "payer": "Bo", "payee": "Ann", "chips": 40}
        night.change(night.host, paid, period=night.date[:7])
        assert [one["period"] for one in night.books(night.ann)["elsewhere"]] == [night.date[:7]]
        assert night.change(night.ann, paid, 409)["code"] == "settled_as_a_whole"
        assert night.change(night.ann, {**paid, "payer": "Cy", "chips": 20}, 409)["code"] == "settled_as_a_whole"
