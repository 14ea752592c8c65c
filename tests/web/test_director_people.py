"""The players of a tournament with real chips and cards: check-in, slips, what they ask, and what the staff grant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console, announced, begun
from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry


def test_a_player_checks_in_is_entered_when_paid_and_sees_the_seat(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        for player in ("Ann", "Bob", "Cy"):
            desk.do("register", player=player)
        phone = room.guest("Phone")
        form = {"id": "first", "name": "Zoe Lee"}
        told = phone.post("/api/tournaments/1/checkin", form)
        assert told == phone.post("/api/tournaments/1/checkin", form)  # the answer was lost, and it is sent again
        assert told["name"] == "Zoe Lee"
        taken = phone.post("/api/tournaments/1/checkin", {"id": "other", "name": "zoe lee"}, 409)
        assert taken["code"] == "name_taken"
        page = phone.get(f"/api/seat/{told['token']}")
        assert "state" not in page and page["asks"][0]["about"] == "enter"
        assert page["price"] == 5_500  # 5,000 to the prizes, and the fee
        view = desk.get("director")
        assert view["counts"]["unpaid"] == 1
        [line] = view["todo"]
        assert line["kind"] == "asked" and line["text"] == "Zoe Lee would like to enter"
        assert desk.do("paid", player="Zoe Lee")["step"] == 5
        assert desk.do("do_todo", todo=line["id"])["already"]["by"] == "Hilda"
        assert desk.do("paid", 409, player="Zoe Lee")["code"] == "no_debt"
        desk.do("draw_seats")
        desk.do("start")
        page = phone.get(f"/api/seat/{told['token']}")
        assert "price" not in page
        assert page["state"]["player"] == "Zoe Lee" and page["state"]["table"] == 1 and page["state"]["seat"] > 0


def test_a_request_of_a_player_is_granted_or_refused(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        token = desk.browser.post("/api/tournaments/1/persons", {"player": "Ann"})["token"]
        phone = room.guest("Phone")
        asks = f"/api/seat/{token}/asks"
        phone.post(asks, {"id": "one", "about": "count", "n": 7500})
        assert phone.post(asks, {"id": "two", "about": "count", "n": 7500}, 409)["code"] == "asked_already"
        phone.post(asks, {"id": "three", "about": "floor"})
        count, floor = desk.get("advice")["todo"]
        assert count["text"] == "Ann reports a stack of 7,500"
        own = phone.get(f"/api/seat/{token}")["state"]
        assert floor["text"] == f"Ann asks for the floor at table {own['table']}, seat {own['seat']}"
        assert desk.do("do_todo", todo=count["id"])["step"]
        seats = [seat for table in desk.get("tables")["tables"] for seat in table["seats"]]
        assert next(seat["chips"] for seat in seats if seat.get("player") == "Ann") == 7500
        desk.do("not_now", todo=floor["id"], why="after this hand")
        states = [(one["about"], one["state"], one.get("why", "")) for one in phone.get(f"/api/seat/{token}")["asks"]]
        assert states == [("count", "done", ""), ("floor", "refused", "after this hand")]
        assert phone.post(asks, {"id": "four", "about": "the moon"}, 409)["code"] == "bad_ask"


def test_a_slip_is_made_anew_and_a_name_is_changed_or_erased(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        persons = "/api/tournaments/1/persons"
        old = desk.browser.post(persons, {"player": "Ann"})["token"]
        new = desk.browser.post(persons, {"player": "Ann", "slip": True})["token"]
        assert old != new and desk.browser.http.get(f"/api/seat/{old}").status_code == 404
        assert desk.browser.get(f"/api/seat/{new}")["player"] == "Ann"
        assert desk.browser.post(persons, {"player": "Ann", "name": "Anna"})["name"] == "Anna"
        assert desk.browser.post(persons, {"player": "Bob", "name": "anna"}, 409)["code"] == "name_taken"
        assert desk.browser.post(persons, {"player": "Anna", "erase": True}, 409)["code"] == "tournament_on"
        desk.do("end")
        assert desk.browser.post(persons, {"player": "Anna", "erase": True})["name"] == "Player 1"
        names = [one["player"] for one in desk.get("players")["players"]]
        assert "Player 1" in names and "Anna" not in names


def test_a_list_of_names_is_entered_once(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        counter = Console(room.guest("Cass"))
        counter.browser.post("/api/tournaments/1/enter", {"pin": pins["desk"], "name": "Cass"})
        form = {"text": "Ann, 50\nBob; 50\n\nann\n" + "x" * 70}
        first = counter.browser.post("/api/tournaments/1/names", form)
        assert first["entered"] == ["Ann", "Bob"] and first["twice"] == ["ann"] and len(first["refused"]) == 1
        assert counter.browser.post("/api/tournaments/1/names", form)["entered"] == []
        assert desk.get("director")["counts"]["players"] == 2


def test_players_have_numbers_instead_of_names_and_are_nobody_of_the_club(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        entered = desk.browser.post("/api/tournaments/1/names", {"numbers": 3})["entered"]
        assert entered == ["Player 1", "Player 2", "Player 3"]
        assert desk.browser.post("/api/tournaments/1/names", {"numbers": 4})["entered"] == ["Player 4"]
        desk.do("draw_seats")
        desk.do("start")
        desk.do("out", player="Player 2", by=["Player 3"])
        assert desk.get("director")["history"][-1]["text"] == "Player 2 is out, by Player 3"
        assert desk.browser.get("/api/club/persons")["persons"] == []
        desk.browser.post("/api/tournaments/1/persons", {"player": "Player 3", "name": "Ann"})
        assert desk.get("director")["history"][-2]["text"] == "Player 2 is out, by Ann"


def test_names_have_quotes_and_joined_emoji_and_are_one_however_their_accents_are_written(tmp_path: Path) -> None:
    family, hat = "Kim \U0001f468\u200d\U0001f469\u200d\U0001f467", 'Bob "The Hat"'
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        told = desk.browser.post("/api/tournaments/1/names", {"text": f'Jos\u00e9\n{family}\n{hat}\n"Lee"\n'})
        assert told["entered"] == ["Jos\u00e9", family, hat, "Lee"] and told["refused"] == []
        assert (
            desk.do("register", player="JOSE\u0301")["already"] and desk.do("register", player="Le\u200de")["already"]
        )
        found = desk.get("players?find=jose%CC%81&from=0")["players"]
        assert [one["player"] for one in found] == ["Jos\u00e9"]
        for name in ("\u200d", "A\u200db\x07"):
            assert desk.do("register", 400, player=name)["code"] == "bad_name"
        desk.do("announce", options={"why": f"for {family}"}, text="Hello")
        assert [one["player"] for one in desk.get("players")["players"]] == ["Jos\u00e9", family, hat, "Lee"]


SPREADSHEET = 'place;player\n;Lee, Ann\n;=Bob\n;\'t Hooft\n;"A;=1+1;"\n;\uff1d2+3\n'.encode()


def test_a_file_of_a_spreadsheet_is_entered_once(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        path = f"{room.url}/api/tournaments/1/players.csv"
        sent = {"content": SPREADSHEET, "headers": {"x-csrftoken": desk.browser.me["csrf"]}}
        names = ["Lee, Ann", "=Bob", "'t Hooft", "A;=1+1;", "\uff1d2+3"]
        first, second = [desk.browser.http.post(path, **sent).json() for _ in range(2)]
        assert first["entered"] == second["already"] == names and not second["entered"]
        told = desk.browser.http.get(path).text
        for cell in ("'=Bob", '"Lee, Ann"', ",'t Hooft,", '"A;\'=1+1;"', ",'\uff1d2+3,"):
            assert cell in told
        sent["content"] = told.encode()  # what was written is known again
        assert sorted(desk.browser.http.post(path, **sent).json()["already"]) == sorted(names)
        assert Browser(room).http.get(path).status_code == 401


def test_a_list_of_names_is_taken_back_whole(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        told = desk.browser.post("/api/tournaments/1/names", {"text": "Ann Lee\nBob; paid\n\nann lee"})
        assert (told["entered"], told["twice"]) == (["Ann Lee", "Bob"], ["ann lee"])
        first, second = told["steps"]
        done = desk.do("undo", step=first, only=True, also=[second])
        assert desk.get("director")["counts"]["players"] == 0
        assert desk.get("director")["history"][-1]["text"] == f"Steps {first} and {second} undone"
        assert desk.do("undo", step=first, only=True, also=[second])["already"]["step"] == done["step"]


def test_numbers_stand_for_names_where_everybody_may_read_numbers(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room, public="numbers")
        begun(desk)
        guest = room.guest("Gus")
        for path in ("", "/players", "/players?find=an", "/csv", "/moves"):
            answer = guest.http.get(f"/api/tournaments/1{path}")
            assert answer.status_code == 200 and not any(name in answer.text for name in ("Ann", "Flo", "Kit"))
        assert "Player 1" in guest.http.get("/api/tournaments/1/players").text
        assert "Ann" in desk.browser.http.get("/api/tournaments/1/players").text


def test_words_of_the_staff_may_name_players_and_are_not_public_where_numbers_are(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room, public="numbers")
        begun(desk)
        ruling = "A string raise: Ann's raise stands (TDA-2024 42)"
        desk.do("announce", text=ruling)  # as the page of rulings tells it to a tournament
        told = room.guest("Gus").http.get("/api/tournaments/1/public").text
        assert "Ann" not in told and '"#1"' in told
        token = desk.browser.post("/api/tournaments/1/persons", {"player": "Bob"})["token"]
        assert (
            desk.browser.get(f"/api/seat/{token}")["state"]["screen"]["announcement"]["text"] == ruling
        )  # in the room all hear


def test_winnings_are_paid_out_once(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk, ("Ann", "Bob", "Cy", "Di"))
        floor = Console(Browser(room))
        floor.browser.post("/api/tournaments/1/enter", {"pin": pins["floor"], "name": "Fay"})
        counter = Console(Browser(room))
        counter.browser.post("/api/tournaments/1/enter", {"pin": pins["desk"], "name": "Cass"})
        assert counter.do("hand_out", 409, player="Ann")["code"] == "nothing_won"
        desk.do("count", stacks=[["Ann", 900_000]])  # so that nobody shares the first place
        desk.do("end")
        [first] = [one for one in desk.get("money")["players"] if one.get("place") == 1]
        assert floor.do("hand_out", 403, player=first["player"])["code"] == "other_role"
        assert counter.do("hand_out", player=first["player"])["seq"]
        assert desk.do("hand_out", player=first["player"])["already"]["by"] == "Cass"
        line = desk.get("director")["history"][-1]
        assert (line["step"], line["by"]) == (0, "Cass") and line[
            "text"
        ] == f"{first['player']} is paid {first['won']:,}"
        sheet = desk.browser.http.get("/api/tournaments/1/books.csv").text.splitlines()
        assert f"1,{first['player']},{first['paid']},0,{first['won']},{first['won']},0," in sheet
        counter.do("hand_out", player=first["player"], back=True)
        assert not any(one.get("given") for one in desk.get("money")["players"])
    with running(tmp_path, TableRegistry) as room:
        page = Browser(room).http.get("/api/tournaments/1/books.csv")
        assert page.status_code == 401


def test_a_request_that_the_staff_met_meanwhile_is_closed(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room, "rebuy")
        begun(desk)
        ann = asks_of(desk, room, "Ann")
        for at, request in enumerate([{"about": "count", "n": 7500}, {"about": "floor"}, {"about": "out"}]):
            ann(id=f"w{at}", **request)
        desk.do("count", stacks=[["Ann", 7000], ["Bob", 9000]])
        desk.do("out", player="Ann", by=["Bob"])
        assert [line["about"] for line in desk.get("advice")["todo"] if line["kind"] == "asked"] == ["floor"]
        page = ann(id="more", about="floor", n=1)
        assert [(one["about"], one["state"]) for one in page["asks"][:3]] == [
            ("count", "done"),
            ("floor", "open"),
            ("out", "done"),
        ]


def test_two_of_the_staff_who_sell_the_same_rebuy_at_once_sell_it_once(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room, "rebuy")
        begun(desk)
        counter = Console(room.guest("Cass"))
        counter.browser.post("/api/tournaments/1/enter", {"pin": pins["desk"], "name": "Cass"})
        first = desk.do("rebuy", player="Ann")
        assert counter.do("rebuy", player="Ann")["already"] == {"by": "Hilda", "at": ANY, "step": first["step"]}
        assert desk.do("rebuy", player="Ann")["step"] == first["step"] + 1  # who sells two means two
        assert counter.do("rebuy", player="Bob")["step"] == first["step"] + 2


def test_a_count_by_phone_is_shown_beside_the_record_and_one_that_cannot_be_is_flagged(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        asks_of(desk, room, "Ann")(id="a", about="count", n=100_000)
        asks_of(desk, room, "Bob")(id="b", about="count", n=1_000_000)
        asks_of(desk, room, "Cy")(id="c", about="count", n=11_000)
        said = {line["players"][0]: line["because"] for line in desk.get("advice")["todo"] if line["kind"] == "asked"}
        assert said == {
            "Ann": "Look again: The record has 10,000.",
            "Bob": "Look again: there are 120,000 chips in all.",
            "Cy": "The record has 10,000.",
        }


def asks_of(desk: Console, room: Running, player: str) -> Callable[..., dict[str, Any]]:
    """How a player asks on their own page."""
    token = desk.browser.post("/api/tournaments/1/persons", {"player": player})["token"]
    phone = room.guest(f"Phone of {player}")
    return lambda **request: phone.post(f"/api/seat/{token}/asks", request)
