"""A club's own house in a room: offered for new tables and tournaments, shown in the terms, kept by what is open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from each import each
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

from own_houses_of_tests import forget_own_houses
from web_rooms import quick_hall, running

from sidepot.errors import BadNotation
from sidepot.room.runtime.tables import TableRegistry
from sidepot.rules.houses import HOUSES
from sidepot.rules.meanings import CHOICES
from sidepot.rules.own_houses import HouseFile, adopt, house_of
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


def test_a_cash_night_keeps_the_house_with_which_it_was_opened(tmp_path: Path) -> None:
    adopt(HouseFile("our-club", "roberts", "Our club", {"run_it": 2, "back_within": 90}))
    game = {"name": "No limit hold'em 1/2", "least": 40}
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hosta")
        host.become_host()
        night = host.post("/api/cash", {"title": "Friday", "games": [game], "house": "our-club"})["id"]
        rules = host.get(f"/api/cash/{night}")["rules"]
        assert (rules["id"], rules["title"], rules["book"]) == (
            "our-club", "Our club", "Robert's Rules of Poker, version 11",
        )  # fmt: skip
        assert {one["field"] for one in rules["differs"]} == {"run_it", "back_within"}
        kept = room.do(room.app_state.registry.cash.find(night))[0].terms
        assert kept.back_ms == 90 * 60_000 and kept.rulebook.run_it == 2
        refused = host.post("/api/cash", {"title": "Friday", "games": [game], "house": "tda-2024"}, 400)
        assert "has no rules for this kind of table" in refused["because"]
        plain = host.post("/api/cash", {"title": "Saturday", "games": [game]})["id"]
        assert host.get(f"/api/cash/{plain}")["rules"] == {"id": "cash", "title": "Cash game, table stakes"}
    adopt(HouseFile("our-club", "roberts", "Our club", {"may_muck": False}))
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Ines")
        host.become_host()
        assert host.get(f"/api/cash/{night}")["rules"] == rules, "the file has changed"


def test_the_form_offers_every_choice_and_reads_what_it_wrote(tmp_path: Path) -> None:
    adopt(OURS)
    with running(tmp_path, quick_hall) as room:
        ann = room.guest("Ann")
        offered = ann.get("/api/houses")
        assert [one["id"] for one in offered["houses"]] == [*HOUSES, "our-club"] and offered["house"] == "tda-2024"
        assert offered["houses"][-1]["own"] == msgspec.to_builtins(OURS)
        choices = {one["field"]: one for one in ann.get("/api/houses/choices?house=roberts")["choices"]}
        assert set(choices) == set(CHOICES)
        assert {field: one["kind"] for field, one in choices.items() if one["kind"] in ("several", "order")} == {
            "texts": "order", "misdeals": "several",
        }  # fmt: skip
        assert (choices["run_it"]["least"], choices["run_it"]["most"]) == (1, 10)
        assert "{}" in choices["run_it"]["template"]
        own: dict[str, Any] = {}
        for field, one in choices.items():
            values = [option["value"] for option in one["options"]]
            match one["kind"]:
                case "one":
                    own[field] = next(value for value in values if value != one["now"])
                case "number":
                    own[field] = one["most"]
                case _:
                    own[field] = values
        form = {"name": "ours", "title": "Ours", "based_on": "roberts", "choices": own}
        made = ann.post("/api/houses/file", form)
        assert {one["field"] for one in made["differences"]} == set(CHOICES)
        read = ann.post("/api/houses/read", {"text": made["text"]})
        assert read == form and ann.post("/api/houses/file", read)["text"] == made["text"]


@each(
    ("choices", "message"),
    [
        ({"run_it": 0}, "choices.run_it: expected 1 to 10, not 0"),
        ({"clock_seconds": "long"}, "choices.clock_seconds: expected an integer"),
        ({"texts": ["TDA-2031"]}, "choices: texts: unknown text 'TDA-2031'"),
        ({"texts": []}, "choices: texts: expected at least one text"),
        ({"texts": ["TS", "TS"]}, "choices: texts: TS is named twice"),
        ({"jurisdiction": "ND"}, "choices: jurisdiction: unknown law 'ND'"),
        ({"misdeals": ["a bad day"]}, "choices.misdeals[0]: unknown value 'a bad day'"),
    ],
)
def test_a_wrong_value_is_refused_where_it_is(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(BadNotation) as refused:
        house_of(HouseFile("ours", "roberts", choices=choices))
    assert str(refused.value).startswith(message)
