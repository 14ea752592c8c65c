"""A club's own house in a room: offered for new tables and tournaments, shown in the terms, kept by what is open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

from own_houses_of_tests import forget_own_houses
from web_rooms import quick_hall, running

from sidepot.errors import BadNotation
from sidepot.rules.own_houses import HouseFile, adopt
from sidepot.tournament.structure_files import read_structure
from sidepot.web.director.build import BuildForm, planned
from sidepot.web.schemas.tables import TableForm, sit_and_go_terms

OURS = HouseFile("our-club", "roberts", "Our club", {"run_it": 2, "rabbit_hunting": True})


def test_a_table_keeps_the_house_with_which_it_was_opened(tmp_path: Path) -> None:
    adopt(OURS)
    with running(tmp_path, quick_hall) as room:
        host = room.guest("Hosta")
        host.become_host()
        listed = {"id": "our-club", "title": "Our club", "is_tournament": False}
        assert [one for one in host.get("/api/games")["books"] if one["id"] == "our-club"] == [listed]
        table = host.post("/api/tables", {"title": "Ours", "house": "our-club"})["id"]
        agreed = host.get(f"/api/tables/{table}/agreement")["agreement"]
        assert (agreed["house"], agreed["book"]) == ("Our club", "Robert's Rules of Poker, version 11")
        assert {one["field"] for one in agreed["differs"]} == {"run_it", "rabbit_hunting"}
    adopt(HouseFile("our-club", "roberts", "Our club", {"may_muck": False}))
    with running(tmp_path, quick_hall) as room:
        assert room.guest("Ann").get(f"/api/tables/{table}/agreement")["agreement"] == agreed, "the file has changed"
    forget_own_houses()
    with running(tmp_path, quick_hall) as room:
        now: Any = room.guest("Bert").get(f"/api/tables/{table}/agreement")["agreement"]
        assert (now["version"], now["differs"]) == (agreed["version"], agreed["differs"]), "the file is gone"


def test_a_tournament_is_announced_by_a_house_of_the_club_and_keeps_it() -> None:
    house = adopt(HouseFile("our-club", "tda-2024", "Our club", {"face_up_all_in": False}))
    found = planned(BuildForm(preset="regular", house="our-club"))
    assert found.house == "our-club" and len(found.differs) == 1
    terms = sit_and_go_terms(TableForm(title="A", kind="sit-and-go", house="our-club"))
    assert terms.structure.rulebook == house
    with pytest.raises(BadNotation, match="has no rules for this kind of table"):
        sit_and_go_terms(TableForm(title="A", kind="sit-and-go", house=adopt(OURS).name))
    forget_own_houses()
    assert read_structure(found.structure).rulebook == house
    assert 'house = "tda-2024"' in found.structure and "two_motions" not in found.structure
