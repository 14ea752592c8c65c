"""A final day and its flights over HTTP: announced together, entered by flight, with one password."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from web_rooms import running

from sidepot.room.runtime.tables import TableRegistry

FAR = 4_000_000_000_000


def wait_until(is_so: Callable[[], bool]) -> None:
    end = monotonic() + 60
    while not is_so() and monotonic() < end:
        sleep(0.02)


def test_flights_are_announced_and_entered_and_called_off_over_http(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host, ann = room.guest("Hilda"), room.guest("Ann")
        host.become_host()
        form = {"title": "Weekend", "preset": "flights", "starts_at": FAR, "flights_at": [FAR - 9], "password": "word"}
        final = host.post("/api/tournaments", form)["id"]

        def state(tournament: str) -> dict[str, Any]:
            found: dict[str, Any] = host.get(f"/api/tournaments/{tournament}")["state"]
            return found

        wait_until(lambda: all(one.get("tournament") for one in state(final)["flights"]))
        flights = {one["name"]: one["tournament"] for one in state(final)["flights"]}
        assert list(flights) == ["1A", "1B", "1C"] and state(final)["flights"][0]["starts_at"] == FAR - 9
        about = state(flights["1A"])["about"]
        assert (about["flight"], about["final"], about["title"]) == ("1A", final, "Weekend, 1A")
        lines = {one["id"]: one for one in host.get("/api/tournaments")["tournaments"]}
        assert lines[final]["flights"] == 3 and not lines[final].get("entry_open")
        assert all(lines[one]["final"] == final and lines[one]["entry_open"] for one in flights.values())

        def say(who: Any, tournament: str, status: int = 200, /, **do: Any) -> Any:
            return who.post(f"/api/tournaments/{tournament}/say", {"id": f"{tournament} {do}"[:64], "do": do}, status)

        assert say(ann, flights["1A"], 403, type="register")["code"] == "password_needed"
        ann.post(f"/api/tournaments/{flights['1B']}/join", {"password": "word"})  # that of the final day, for all
        say(ann, flights["1A"], type="register")
        assert say(ann, final, 409, type="register")["code"] == "registration_closed"
        assert ann.get("/api/tournaments")["mine"] == [flights["1A"]]
        say(host, flights["1C"], type="call_off", reason="too few")
        say(host, final, type="call_off", reason="rain")  # and with it the flights that have not begun
        wait_until(lambda: state(final)["phase"] == "called off")
        assert all(one["over"] for one in state(final)["flights"])
        assert state(final)["why"] == state(flights["1A"])["why"] == "rain" and state(flights["1C"])["why"] == "too few"
