"""What the forms of a console send, made of its views: a level, prizes, the order in which tables are broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import announced, begun
from web_rooms import running

from sidepot.room.runtime.tables import TableRegistry


def test_a_level_of_the_schedule_is_edited_and_another_comes_before_it(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        items = desk.get("structure")["items"]
        at = next(at for at, one in enumerate(items) if at > 1 and not one["is_break"])
        what, before = items[at]["what"], items[at - 1]["what"]
        assert what["stakes"][0]["blinds"] and what["stakes"][0]["chip"]
        longer = {**what, "ms": what["ms"] + 60_000}
        desk.do("edit_item", item=at, what=longer, why="It goes well")
        if before["kind"] == "level":
            desk.do("insert_item", item=at, what=before, why="It goes well")
        after = desk.get("structure")["items"]
        assert longer["ms"] in [one["ms"] for one in after[at : at + 2]]
        assert len(after) == len(items) + (before["kind"] == "level")


def test_prizes_and_the_order_of_tables_change_and_what_is_not_said_stays(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        view = desk.get("director")
        pays = {**view["terms"]["pays"], "round_to": 5}
        tables = sorted([one["number"] for one in view["tables"]], reverse=True)
        desk.do("change_terms", pays={**pays, "percents": [60, 30, 10]}, break_order=tables, why="Few came")
        view = desk.get("director")
        assert view["terms"]["pays"] == {"percents": [60, 30, 10], "round_to": 5}
        prizes = view["terms"]["prizes"]
        assert len(prizes) == 3 and sum(prizes) == view["counts"]["pool"]
        wrong = desk.do("change_terms", 409, pays={"percents": [60, 30]}, why="Few came")
        assert "10 is missing" in wrong["because"]
        assert desk.get("director")["terms"]["pays"] == view["terms"]["pays"]
