"""One's own hands over HTTP: the list in pages, a hand to replay and to show to others, notes, figures."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from few_examples import some
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import msgspec
from web_rooms import Browser, Player, Running, running

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation
from sidepot.formats.phh import iter_phh
from sidepot.formats.phh_play import play_phh
from sidepot.histories.bulk import replay_files
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.ledger import DAY, night_of, shift_of
from sidepot.room.table.terms import Timing
from sidepot.web.routes import hands as hands_api
from sidepot.web.schemas.tables import TableForm, terms_of

HANDS = 4
BIG_BLIND = 10


class Played(NamedTuple):
    """A table with a password at which hands were played, and closed since: its player, and one who looked on."""

    room: Running
    table: str
    player: Browser
    rail: Browser


def written(told: str) -> set[str]:
    """The cards that stand in a text: `Th`, `AcKd`, not the first letters of a name such as Theo."""
    groups = re.findall(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])", told)
    return {group[at : at + 2] for group in groups for at in range(0, len(group), 2)}


def act(options: dict[str, Any]) -> dict[str, Any]:
    if options["may_show"]:
        return {"type": "muck" if options["may_muck"] else "show"}
    if options["may_check"]:
        return {"type": "check"}
    return {"type": "call"} if 0 < options["call"] <= BIG_BLIND else {"type": "fold"}  # never all their chips


class Line:
    """The line of somebody who plays: each of their turns is answered once, whatever is told meanwhile."""

    def __init__(self, socket: Player, table: str) -> None:
        self.socket = socket
        self.table = table
        self.turn = -1

    def hear(self) -> None:
        """The next message, and what there is to answer."""
        told = self.socket.next()
        if told["type"] == "yours" and told.get("options") and told["turn"] != self.turn:
            self.turn = told["turn"]
            do = {"type": "act", "turn": self.turn, "command": act(told["options"])}
            self.socket.cmd(f"a{self.turn}", do, self.table)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with running(
        tmp_path_factory.mktemp("room"), lambda store: TableRegistry(store, bots=BotPlayers(Pace(0.0, 0.01)))
    ) as room:
        host = room.guest("Hosta")
        host.become_host()
        terms = terms_of(TableForm(title="Company", seats=3, bots=2, password="x"), Random(2))
        timing = Timing(decide=60_000, bank=0, bank_back=0, between=10, showdown=10, away=20_000)
        terms = msgspec.structs.replace(terms, timing=timing, agreed=False)
        table = host.post("/api/tables", {"terms": msgspec.to_builtins(terms), "password": "x"})["id"]
        player, rail = room.guest("Ann"), room.guest("Rae")
        for one in (player, rail):
            one.post(f"/api/tables/{table}/join", {"password": "x"})
        looks = rail.socket(**{"t" + table: 0})
        looks.hear("snapshot")
        plays = player.socket(**{"t" + table: 0})
        plays.cmd("sit", {"type": "sit", "waits": False}, table)
        line, until = Line(plays, table), time.monotonic() + 120
        while len(player.get("/api/hands?mine=true")["hands"]) < HANDS:
            assert time.monotonic() < until
            line.hear()
        plays.cmd("leave", {"type": "leave"}, table)
        host.socket(**{"t" + table: 0}).cmd("close", {"type": "close"}, table)
        while room.registry.actor(table).machine.phase != "over":  # the hand that is on is played to its end
            assert time.monotonic() < until
            line.hear()
        room.do(room.registry._drop(room.registry.actor(table)))
        yield Played(room, table, player, rail)


def test_cards_are_found_in_a_text_and_not_in_names() -> None:
    assert written('"Theo shows AcTh","9c 2d", "Ash"') == {"Ac", "Th", "9c", "2d"}


@pytest.mark.long
def test_the_list_is_told_in_pages_and_by_filters(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    player, rail = played.player, played.rail
    whole = player.get("/api/hands")
    assert whole["more"] == "" and whole["games"] == {"holdem": "Texas hold'em"}
    hands = whole["hands"]
    numbers = [one["hand"] for one in hands]
    assert len(numbers) >= HANDS and numbers == sorted(numbers, reverse=True)
    mine = [one for one in hands if one["own"]]  # before they sat down, and since they left, they looked on
    assert len(mine) >= HANDS and all(len(one["cards"]) == 4 and one["title"] == "Company" for one in mine)
    assert [one["hand"] for one in player.get("/api/hands?mine=true")["hands"]] == [one["hand"] for one in mine]
    assert {one["hand"] for one in player.get("/api/hands?showdown=true")["hands"]} == {
        one["hand"] for one in hands if one["showdown"]
    }
    pot = max(one["pot"] for one in hands)
    assert all(one["pot"] >= pot for one in player.get(f"/api/hands?least={pot}")["hands"])
    assert player.get("/api/hands?game=omaha")["hands"] == []
    monkeypatch.setattr(hands_api, "PAGE", 3)
    found, more = [], ""
    while True:
        page = player.get(f"/api/hands?before={more}")
        found += [one["hand"] for one in page["hands"]]
        more = page["more"]
        if not more:
            break
    assert found == numbers
    assert player.get("/api/hands?before=yesterday", 400)["because"].startswith("`before` must be")
    # who only looked on has the hands too, without a card; a stranger has none, and a browser without a name is asked
    seen = rail.get("/api/hands")["hands"]
    assert seen and not any(one["own"] or one["cards"] for one in seen)
    assert rail.get("/api/hands?mine=true")["hands"] == []
    assert played.room.guest().get("/api/hands")["hands"] == []
    assert Browser(played.room).get("/api/hands", 401)["because"] == "log in first"


def test_a_hand_is_replayed_from_ones_own_view_and_shown_as_a_spectator_saw_it(played: Played) -> None:
    """Also when its table is closed. Those who look on see no card that they may not see, in any byte."""
    player, rail, table = played.player, played.rail, played.table
    for one in player.get("/api/hands?mine=true")["hands"]:
        path = f"/api/tables/{table}/hands/{one['hand']}"
        mine = player.get(f"{path}/replay")
        told = mine["replayed"]
        assert mine["own"] and told["title"] == "Company" and told["hand"] == one["hand"]
        own = told["steps"][-1]["seats"][told["you"]]
        assert own["player"] == "Ann" and text(own["cards"]) == one["cards"]
        shown = {card for step in told["steps"] for card in step["seats"][told["you"]].get("cards", ())}
        for other in (rail.http.get(f"{path}/replay"), player.http.get(f"{path}/replay?public=true")):
            seen = other.json()["replayed"]
            assert seen["you"] == -1
            known = {card for step in seen["steps"] for seat in step["seats"] for card in seat.get("cards", ())}
            public = {
                card for step in told["steps"] for seat in step["seats"] if seat.get("shown") for card in seat["cards"]
            }
            assert known - {UNKNOWN} == public
            if not own.get("shown"):
                assert not shown & known
                assert not {text([card]) for card in shown} & written(other.text)
        all_in = any(seat.get("hand") == "all-in" for step in told["steps"] for seat in step["seats"])  # of the bots
        assert all_in or rail.get(f"{path}/shares") == {"hand": one["hand"], "steps": []}
    # the table has a password: a stranger to it is refused, everywhere
    stranger = played.room.guest()
    for rest in ("", "/replay", "/shares", "/phh"):
        assert stranger.get(f"{path}{rest}", 403)["code"] == "password_needed"
    stranger.post(f"{path}/note", {"text": "hello"}, 403)
    assert stranger.get("/api/tables/77/hands/1/replay", 404)["code"] == "no_hand"


def test_a_hand_is_taken_home_as_a_history(played: Played) -> None:
    hand = played.player.get("/api/hands?mine=true")["hands"][-1]
    for who, cards in ((played.player, True), (played.rail, False)):
        answer = who.http.get(f"/api/tables/{played.table}/hands/{hand['hand']}/phh")
        assert answer.status_code == 200 and answer.headers["content-disposition"].endswith('.phh"')
        ((_, told),) = iter_phh(answer.content)
        again = play_phh(told).hand
        assert again.due.name == "DONE" and "Ann" in told.about["players"]
        player = f"p{told.about['players'].index('Ann') + 1}"
        dealt = "".join([one.split()[3] for one in told.actions if one.startswith(f"d dh {player} ")])
        assert dealt == (hand["cards"] if cards else "????")


def seen_cards(viewer: Browser, path: str) -> set[str]:
    """The cards that the replay shows to a viewer, boards too."""
    steps = viewer.get(f"{path}/replay")["replayed"]["steps"]
    groups = [cards for step in steps for cards in step.get("boards", ())]
    groups += [seat.get("cards", ()) for step in steps for seat in step["seats"]]
    return {text([card]) for cards in groups for card in cards} - {"??"}


def cards_in(data: bytes, kind: str) -> set[str]:
    """The cards that stand in any byte of a file; those of records by the keys that hold cards."""
    if kind != "json":
        return written(data.decode())
    found: set[int] = set()

    def walk(value: Any) -> None:
        for key, inside in value.items() if isinstance(value, dict) else ():
            if key == "card":
                found.add(inside)
            elif key == "cards" and isinstance(inside, list):  # a shuffle has their number
                found.update(inside)
            walk(inside)
        for inside in value if isinstance(value, list) else ():
            walk(inside)

    for line in data.splitlines():
        walk(msgspec.json.decode(line))
    return {text([card]) for card in found - {UNKNOWN}}


@pytest.mark.more
@pytest.mark.parametrize("kind", some(["json", "stars", "phh", "ohh"], 2))
def test_no_file_tells_a_card_that_its_viewer_did_not_see(played: Played, kind: str) -> None:
    path = f"/api/tables/{played.table}/hands"
    for viewer in (played.player, played.rail):
        numbers = [one["hand"] for one in viewer.get("/api/hands")["hands"]][::-1]
        whole = viewer.http.get(f"/api/hands/file?kind={kind}")
        assert whole.status_code == 200, whole.text
        parts = []
        for number in numbers:
            answer = viewer.http.get(f"{path}/{number}/file?kind={kind}")
            seen = seen_cards(viewer, f"{path}/{number}")
            assert answer.status_code == 200 and cards_in(answer.content, kind) <= seen, (kind, number)
            own = [one for one in viewer.get("/api/hands?mine=true")["hands"] if one["hand"] == number]
            assert all(written(one["cards"]) <= cards_in(answer.content, kind) for one in own)
            parts.append(answer.text)
        if kind != "phh":  # there each hand of many has a header
            between = {"ohh": "\n", "stars": "\n\n", "json": ""}[kind]
            assert whole.text == between.join(parts)


@pytest.mark.more
@pytest.mark.parametrize(
    ("kind", "suffix"), some([("ohh", ".ohh"), ("phh", ".phhs"), ("stars", ".txt"), ("json", ".jsonl")], 1)
)
def test_files_are_read_again(played: Played, kind: str, suffix: str, tmp_path: Path) -> None:
    for viewer in (played.player, played.rail):
        latest = viewer.get("/api/hands")["hands"][0]["at"]
        month = night_of((latest + shift_of(0)) // DAY)[:7]  # after midnight, it is still the night before
        for query in ("", "&mine=true", f"&table={played.table}", f"&night={month}"):
            answer = viewer.http.get(f"/api/hands/file?kind={kind}{query}")
            if answer.status_code == 400:
                assert viewer is played.rail and query == "&mine=true" and answer.json()["code"] == "no_hand"
                continue
            assert answer.headers["content-disposition"].endswith(f'{suffix}"')
            file = tmp_path / f"hands{suffix}"
            file.write_bytes(answer.content)
            found = replay_files([file])
            listed = viewer.get(f"/api/hands?{query.split('night')[0].strip('&')}")["hands"]
            assert found.hands == len(listed) and found.matched + found.unchecked == found.hands, found.problems


def test_hands_a_format_cannot_express_are_named_or_left_out(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    viewer = played.player
    first = viewer.get("/api/hands")["hands"][-1]["hand"]
    real = hands_api.home_text

    def some(record: Any, told: Any, kind: Any, **more: Any) -> str:
        if told.hand == first:
            raise BadNotation("there is no word for Razz")
        return real(record, told, kind, **more)

    monkeypatch.setattr(hands_api, "home_text", some)
    refused = viewer.get("/api/hands/file?kind=ohh", 400)
    assert (
        refused["code"] == "cannot_express"
        and f"hand {first} at Company: there is no word for Razz" in refused["because"]
    )
    assert viewer.http.get("/api/hands/file?kind=ohh&leave_out=true").status_code == 200
    assert viewer.get("/api/hands/file?kind=pdf", 400)["because"]
    assert viewer.get("/api/hands/file?night=yesterday", 400)["because"].startswith("'yesterday'")
    assert viewer.get("/api/hands/file?night=1999-01-01", 400)["code"] == "no_hand"
    monkeypatch.setattr(hands_api, "MOST_IN_FILE", 2)
    assert viewer.get("/api/hands/file", 400)["code"] == "too_long"
    assert Browser(played.room).get("/api/hands/file", 401)["because"] == "log in first"
    stranger = played.room.guest()
    assert stranger.get(f"/api/tables/{played.table}/hands/{first}/file", 403)["code"] == "password_needed"


def test_a_note_is_ones_own(played: Played) -> None:
    player, table = played.player, played.table
    number = player.get("/api/hands?mine=true")["hands"][0]["hand"]
    path = f"/api/tables/{table}/hands/{number}"
    player.post(f"{path}/note", {"text": " pays off too much "})
    assert player.get(f"{path}/replay")["note"] == "pays off too much"
    assert [one["hand"] for one in player.get("/api/hands?noted=true")["hands"]] == [number]
    assert played.rail.get(f"{path}/replay")["note"] == ""
    player.post(f"{path}/note", {"text": "x" * 2001}, 400)
    player.post(f"{path}/note", {"text": ""})
    assert player.get("/api/hands?noted=true")["hands"] == []


def test_figures_are_those_of_the_hands(played: Played) -> None:
    hands = played.player.get("/api/hands?mine=true")["hands"]
    told = played.player.get("/api/figures")
    of = told["all"]
    assert (of["hands"], of["net"]) == (len(hands), sum(one["net"] for one in hands))
    assert of["per_100"] == round(100 * sum(one["net"] for one in hands) / BIG_BLIND / len(hands), 2)
    assert of["raised"] == 0 and of["voluntary"] <= of["decided"] <= of["hands"] and of["won_there"] <= of["showdowns"]
    assert [(one["game"], one["hands"]) for one in told["games"]] == [("holdem", len(hands))]
    assert told["line"][-1]["net"] == of["net"] and len(told["line"]) == len(hands)
    assert played.player.get("/api/figures?tournament=true")["all"]["hands"] == 0
    assert played.rail.get("/api/figures")["all"]["hands"] == 0
