"""`sidepot audit` carries out the hands of the dealers' helpers again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from room_stores import wait
from test_dealer_machine import Followed, begun

from sidepot.room.audit.auditor import audit
from sidepot.room.dealer import acts as a
from sidepot.room.dealer import commands as c
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store


def followed() -> list[c.DealerEvent]:
    """The log of a helper with one hand that is reported, and a second in progress."""
    found = Followed()
    found.do(begun([5000] * 3))
    found.tap(a.RaiseToAct(600), a.FoldAct(), a.FoldAct())
    found.do(c.Close(), c.Report(3), begun([5000] * 3))
    found.tap(a.RaiseToAct(400))
    return found.log


def faults(file: Path, log: list[c.DealerEvent], *, tournament: bool = True) -> list[str]:
    async def run() -> None:
        async with open_store(file) as store:
            await store.append("dealer/5-1", 0, [c.encode(event) for event in log], 1)
            if tournament:
                await store.append("tournament/5", 0, [b"{}"], 1)

    wait(run())
    return [one for one in audit(place_at(file)).faults if one.startswith("dealer")]


def test_hands_that_were_played_hold(tmp_path: Path) -> None:
    assert faults(tmp_path / "room.db", followed()) == []


def _won_more(log: list[c.DealerEvent]) -> None:
    closed = log[5].command
    assert isinstance(closed, c.Close)
    results = (replace(closed.results[0], net=closed.results[0].net + 100), *closed.results[1:])
    log[5] = replace(log[5], command=replace(closed, results=results))


def _other_act(log: list[c.DealerEvent]) -> None:
    log[2] = replace(log[2], command=c.Tap(a.RaiseToAct(300)))


@pytest.mark.parametrize(("change", "at"), [(_won_more, 6), (_other_act, 3)])
def test_a_changed_event_is_named(tmp_path: Path, change: Callable[[list[c.DealerEvent]], None], at: int) -> None:
    log = followed()
    change(log)
    (found,) = faults(tmp_path / "room.db", log)
    assert found.startswith(f"dealer's helper 5-1: event {at} does not follow from the events before it")


def test_a_helper_without_its_tournament_is_named(tmp_path: Path) -> None:
    assert faults(tmp_path / "room.db", followed(), tournament=False) == [
        "dealer's helper 5-1: there is no tournament 5"
    ]
