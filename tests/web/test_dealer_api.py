"""The dealer's helper over HTTP: by PIN, from the tournament and back to it, sent again, killed, and put right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import PLAYERS, Console, announced, begun
from web_rooms import Running, running

from sidepot.formats.phh import read_phh
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.transaction import Append
from sidepot.room.tournament import commands as s
from sidepot.tournament import commands as c


class Helper:
    """Somebody with the helper of a table."""

    def __init__(self, console: Console, table: int = 1) -> None:
        self.browser, self.sent = console.browser, 0
        self.path = f"/api/tournaments/{console.tournament}/dealer/{table}"

    def view(self, status: int = 200) -> dict[str, Any]:
        return self.browser.get(self.path, status)

    def do(self, kind: str, status: int = 200, id: str = "", **fields: Any) -> dict[str, Any]:  # noqa: A002
        self.sent += not id
        return self.browser.post(self.path, {"id": id or f"a{self.sent}", "do": {"type": kind, **fields}}, status)

    def tap(self, kind: str, status: int = 200, **fields: Any) -> dict[str, Any]:
        return self.do("tap", status, act={"type": kind, **fields})


def _dealer(room: Running, pin: str, name: str = "Dora", table: int = 1) -> Console:
    found = Console(room.guest(name))
    found.browser.post("/api/tournaments/1/enter", {"pin": pin, "name": name, "table": table})
    return found


def test_a_hand_comes_from_the_tournament_and_goes_back_to_it(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk, PLAYERS[:6])
        helper = Helper(_dealer(room, pins["dealer"]))
        before = helper.view()
        assert before["dealt"]["phase"] == "between" and before["games"][0]["title"] == "Texas hold'em"
        names = {one["seat"]: one["player"] for one in before["seats"]}
        assert set(names.values()) == set(PLAYERS[:6]) and {one["chips"] for one in before["seats"]} == {10_000}
        assert helper.do("begin", 409)["code"] == "button_unknown"
        button = max(names)
        hand = helper.do("begin", button=button)["dealt"]["hand"]
        assert [one["player"] for one in hand["seats"] if one.get("button")] == [names[button]]
        first = hand["turn"]["seat"]
        hand = helper.tap("all_in")["dealt"]["hand"]
        assert hand["turn"]["call"] > 0 and any("raise" in why["about"] for why in hand["turn"]["why"])
        second = hand["turn"]["seat"]
        helper.tap("call")
        while (seen := helper.tap("fold"))["dealt"]["phase"] != "showdown":
            pass
        assert seen["dealt"]["hand"]["pots"][0]["seats"] == sorted([first, second])
        paid = helper.tap("order", high=[[first], [second]])
        assert paid["dealt"]["phase"] == "paid" and paid["dealt"]["hand"]["pots"][0]["shares"][0][0] == first
        after = helper.do("close")
        assert after["dealt"]["phase"] == "between" and after["dealt"]["step"]
        left = {one["player"]: one["chips"] for one in after["seats"]}
        assert names[second] not in left and left[names[first]] > 20_000
        assert desk.get("director")["counts"]["left"] == 5
        table = desk.get("tables")["tables"][0]
        assert table["button"] == button and table["hands"] == 1
        assert after["button"] != button  # it moves by itself
        desk.do("undo", step=after["dealt"]["step"], only=True)
        phhs = helper.browser.http.get(f"{helper.path}/hands.phhs").text
        assert len(read_phh(phhs)) == 1 and names[first] in phhs


def test_an_act_for_an_older_view_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk, PLAYERS[:6])
        helper = Helper(desk)
        seen = helper.do("begin", button=helper.view()["seats"][0]["seat"])["dealt"]["seq"]
        helper.tap("fold")
        form = {"id": "late", "do": {"type": "tap", "act": {"type": "fold"}}, "seen": seen}
        assert helper.browser.post(helper.path, form, 409)["code"] == "acted_meanwhile"
        now = helper.browser.post(helper.path, form | {"id": "new", "seen": seen + 1})["dealt"]
        assert len(now["hand"]["lines"]) == 2
        again = helper.browser.post(helper.path, form | {"id": "new", "seen": seen + 1})["dealt"]  # it was carried out
        assert again == now


def test_a_closed_hand_is_reopened_and_its_report_undone(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk, PLAYERS[:3])
        dealer = Helper(_dealer(room, pins["dealer"]))
        dealer.do("begin", button=dealer.view()["seats"][0]["seat"])
        dealer.tap("all_in")
        dealer.tap("call")
        seats = dealer.tap("fold")["dealt"]["hand"]["pots"][0]["seats"]
        dealer.tap("order", high=[[seats[0]], [seats[1]]])
        dealer.do("close")
        assert desk.get("director")["counts"]["left"] == 2
        floor = Helper(_dealer(room, pins["floor"], "Flo"))
        assert floor.do("reopen", 403)["code"] == "other_role"  # somebody else's report
        assert dealer.do("reopen")["dealt"]["phase"] == "paid"
        assert desk.get("director")["counts"]["left"] == 3
        dealer.do("take_back")
        dealer.tap("order", high=[[seats[1]], [seats[0]]])
        after = dealer.do("close")
        assert desk.get("director")["counts"]["left"] == 2
        chips = {one["seat"]: one["chips"] for one in after["seats"]}
        assert seats[0] not in chips and chips[seats[1]] > 20_000
        assert desk.get("tables")["tables"][0]["hands"] == 1
        desk.do("undo", step=after["dealt"]["step"], only=True)  # a director has undone it: it is reopened all the same
        assert dealer.do("reopen")["dealt"]["phase"] == "paid"


def test_an_act_that_is_sent_again_is_done_once(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk, PLAYERS[:6])
        helper = Helper(_dealer(room, pins["dealer"]))
        helper.do("begin", button=helper.view()["seats"][0]["seat"])
        once = helper.do("tap", id="one", act={"type": "call"})
        again = helper.do("tap", id="one", act={"type": "call"})
        assert once == again and len(again["dealt"]["hand"]["lines"]) == 1
        refused = helper.do("tap", 409, id="two", act={"type": "check"})
        assert refused["code"] == "must_call" and refused["cite"]


def test_only_its_dealer_the_floor_and_directors_use_a_helper(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk)
        Helper(_dealer(room, pins["dealer"], "Dora", 1), 2).view(403)
        counter = Helper(_dealer(room, pins["desk"], "Cora"))
        assert counter.view() and counter.do("take_back", 403)["code"] == "other_role"
        Helper(Console(room.guest("Nobody"))).view(401)
        assert Helper(_dealer(room, pins["floor"], "Flo"), 2).view()["dealt"]["table"] == 2
        assert Helper(desk, 9).view(404)["code"] == "no_table"


def test_a_helper_goes_on_in_the_middle_of_a_hand_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk, PLAYERS[:6])
        helper = Helper(_dealer(room, pins["dealer"]))
        helper.do("begin", button=helper.view()["seats"][0]["seat"])
        before = helper.tap("raise_to", to=500)
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hanna")
        host.become_host()
        again = Helper(Console(host))
        assert again.view()["dealt"] == before["dealt"]
        again.tap("fold")


def test_results_that_the_tournament_refuses_wait_and_may_be_left_out(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk, PLAYERS[:2])
        helper = Helper(desk)
        helper.do("begin", button=helper.view()["seats"][0]["seat"])
        helper.tap("all_in")
        seen = helper.tap("call")
        seats = seen["dealt"]["hand"]["pots"][0]["seats"]
        helper.tap("order", high=[[seats[0]], [seats[1]]])
        desk.do("end")
        refused = helper.do("close", 409)
        assert refused["code"]
        assert helper.view()["dealt"]["phase"] == "report"
        assert helper.do("skip")["dealt"]["phase"] == "between"


class AtSocket:
    """Somebody at the helper of a table over the socket."""

    def __init__(self, console: Console, table: int = 1) -> None:
        self.table, self.topic, self.sent = table, f"tournament/{console.tournament}/dealer/{table}", 0
        self.tournament = console.tournament
        self.socket = console.browser.socket()
        self.socket.say({"type": "watch", "topic": self.topic})

    def say(self, kind: str, *, as_id: str = "", **fields: Any) -> dict[str, Any]:
        """Do something. Returns the answer."""
        self.sent += 1
        message = {"type": "dealer_cmd", "id": as_id or f"s{self.sent}", "tournament": self.tournament,
                   "table": self.table, "do": {"type": kind, **fields}}  # fmt: skip
        self.socket.say(message)
        return self.socket.hear("ack", "nack")

    def tap(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self.say("tap", act={"type": kind, **fields})

    def view(self) -> dict[str, Any]:
        """The next view of the topic."""
        dealt: dict[str, Any] = self.socket.hear("dealer")["view"]["dealt"]
        return dealt


def test_everybody_at_a_table_is_sent_each_act(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk, PLAYERS[:3])
        dealer, floor = AtSocket(_dealer(room, pins["dealer"])), AtSocket(_dealer(room, pins["floor"], "Flo"))
        assert dealer.view()["phase"] == floor.view()["phase"] == "between"
        assert dealer.say("begin", button=0)["type"] == "ack"
        dealer.tap("raise_to", to=500)
        assert [floor.view()["phase"], len(floor.view()["hand"]["lines"])] == ["act", 1]
        refused = dealer.tap("check")
        assert (refused["code"], refused["table"]) == ("must_call", dealer.topic) and refused["cite"]
        dealer.tap("fold")
        dealer.tap("fold")
        seen = [floor.view()["phase"] for _ in range(2)]
        assert seen == ["act", "paid"]
        dealer.say("close")
        last = floor.view()
        assert last["phase"] == "between" and last["step"]  # a closed hand comes with its report
        again = dealer.say("close", as_id=f"s{dealer.sent}")
        assert again["type"] == "ack"


def test_the_socket_refuses_others_and_forgets_nobody(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk)
        other = AtSocket(_dealer(room, pins["dealer"], "Dora", 1), 2)
        assert other.socket.hear("gone")["code"] == "other_role"
        assert other.say("take_back")["code"] == "other_role"
        counter = AtSocket(_dealer(room, pins["desk"], "Cora"))
        assert counter.view() and counter.say("take_back")["code"] == "other_role"
        nobody = AtSocket(Console(room.guest("Nobody")))
        assert nobody.socket.hear("gone")["code"] == nobody.say("take_back")["code"] == "pin_needed"
        assert AtSocket(desk, 9).say("take_back")["code"] == "no_table"
        wrong = AtSocket(desk)
        assert wrong.say("begin", button=-7)["type"] == "nack"
        assert wrong.say("take_back")["code"] == "no_hand"


def test_many_hands_may_end_at_once_for_one_person(tmp_path: Path) -> None:
    """One floor person is signed in at every table; the tournament takes all their reports."""
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room, preset="regular")
        begun(desk, tuple([f"P{at}" for at in range(170)]))
        floor = _dealer(room, pins["floor"], "Flo")
        numbers = [one["number"] for one in desk.get("tables")["tables"]]
        assert len(numbers) > 16
        at = [AtSocket(floor, number) for number in numbers]
        for one in at:
            one.say("begin", button=0)
            for _ in range(12):
                if one.tap("fold")["type"] == "nack":
                    break
        for one in at:
            one.sent += 1
            one.socket.say({"type": "dealer_cmd", "id": f"s{one.sent}", "tournament": one.tournament,
                            "table": one.table, "do": {"type": "close"}})  # fmt: skip
        assert {one.socket.hear("ack", "nack")["type"] for one in at} == {"ack"}


class Held:
    """A store that does not write the events of the tournament until it is told to."""

    def __init__(self, room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room, self.actor = room, room.registry.tournaments.actor("1")
        self.writer, self.waiting = room.app_state.store.writer, list[tuple[Any, ...]]()
        self.submit, self.holds = self.writer.submit, True
        monkeypatch.setattr(self.writer, "submit", self._submit)

    def _submit(self, what: Any, *rest: Any) -> None:
        if self.holds and isinstance(what, Append) and what.stream == "tournament/1":
            self.waiting.append((what, *rest))
        else:
            self.submit(what, *rest)

    def report(self, *tables: int) -> None:
        """Report hands of these tables to the tournament, all at once."""

        def submit() -> None:
            for table in tables:
                report = s.Act(c.CountHand(table, ()), "director")
                self.actor.submit(report, by=self.actor.persons.find("Hilda", staff=True), staff=True)

        self.room.call(submit)

    def go(self) -> None:
        """Write everything that was held back, and all that follows."""

        def write() -> None:
            self.holds = False
            for job in self.waiting:
                self.submit(*job)

        self.room.call(write)


def test_a_tap_does_not_wait_until_the_tournament_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But what shows the tournament does: a helper between two hands, and the begin of a hand."""
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk)
        dealer, other = AtSocket(_dealer(room, pins["dealer"])), AtSocket(_dealer(room, pins["floor"], "Flo"), 2)
        watcher = AtSocket(desk)
        assert watcher.view()["phase"] == other.view()["phase"] == "between"
        dealer.say("begin", button=0)
        held = Held(room, monkeypatch)
        held.report(2)
        assert held.actor.is_busy
        assert dealer.tap("call")["type"] == dealer.say("take_back")["type"] == dealer.tap("fold")["type"] == "ack"
        assert [len(watcher.view()["hand"].get("lines", ())) for _ in range(4)] == [0, 1, 0, 1]
        message = {"type": "dealer_cmd", "id": "b", "tournament": "1", "table": 2, "do": {"type": "begin", "button": 0}}
        other.socket.say(message)
        late = AtSocket(desk, 2)
        assert dealer.tap("fold")["type"] == "ack"
        assert held.actor.is_busy and not other.socket.waiting and not late.socket.waiting
        held.go()
        assert other.socket.hear("ack", "nack")["type"] == "ack" and late.view()["phase"] in ("between", "act")


def test_floor_reads_the_betting_at_a_table_or_the_beginning_of_its_next_hand(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        assert desk.get("spot")["spot"] == "NL 25/50, 9 players"
        begun(desk, PLAYERS[:4])
        levels = desk.get("structure")["items"]
        low, high = levels[0]["what"]["stakes"][0]["blinds"]
        assert desk.get("spot") == {"spot": f"NL {low}/{high}, 9 players"}
        assert desk.get("spot?table=1") == {"spot": f"NL {low}/{high}, 4 players"}  # nobody knows where the button is
        helper, path = Helper(_dealer(room, pins["dealer"])), "/api/tournaments/1/spot"
        seats = sorted(one["seat"] for one in helper.view()["seats"])
        desk.do("button_at", table=1, seat=seats[0])
        before = desk.get("spot?table=1")["spot"]
        stacks = f"Seat{seats[3] + 1} (10000); Seat{seats[0] + 1} (10000); SB ({10_000 - low}); BB ({10_000 - high})"
        line = f"NL {low}/{high}, 4 players: {stacks}"
        assert before == f"{line}; Seat{seats[3] + 1} to act"
        helper.do("begin", button=seats[0])
        assert desk.get("spot?table=1")["spot"] == before
        assert desk.browser.post("/api/floor/felt", {"line": before})["turn"]["most"] == 10_000
        helper.tap("fold")
        after = f"{line}; Seat{seats[3] + 1} folds; Seat{seats[0] + 1} to act"
        assert desk.get("spot?table=1")["spot"] == after
        felt = desk.browser.post("/api/floor/felt", {"line": after})
        assert [seat["behind"] for seat in felt["seats"]] == [10_000, 10_000, 10_000 - low, 10_000 - high]
        while (seen := helper.tap("fold"))["dealt"]["phase"] != "paid":
            pass
        assert desk.get("spot?table=1")["spot"] == "" and seen["dealt"]["hand"]
        helper.do("close")
        assert desk.get("spot?table=1")["spot"].endswith(" to act")  # of the next hand
        desk.browser.get(f"{path}?table=2", 404)
        room.guest("Zoe").get(path, 401)
