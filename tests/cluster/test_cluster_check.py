"""The checker of `bench/cluster.py` finds what it looks for: it is shown a log, and things that were told of it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from each import each
from needs import SERVE
from places import ROOT

pytest.importorskip("litestar", reason=SERVE.reason)

sys.path.append(str(ROOT / "bench"))

from cluster_check import MUST_BE_0, Harm, check
from cluster_players import Refusal, Told
from room_tables import START, chance, terms

from sidepot.errors import SidepotError
from sidepot.hand.commands import Fold
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Act, Moved, Sit, TableCommand, Tick
from sidepot.room.table.events import TableEvent, encode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.views.log_lines import public_items
from sidepot.room.views.messages import Cmd
from sidepot.room.views.player import player_view


class Night:
    """A table, its log, and what its two players were told."""

    def __init__(self) -> None:
        self.now = START
        self.told = Told()
        self.room, first = RoomTable.open("1", terms(), now=self.now, chance=chance())
        self.log = [first]
        self.count = 0
        for name in ("Ann", "Bo"):
            self.say(Sit(waits=False), name)
        self.now = self.room.alarm()
        self.say(Tick(), "")  # which begins a hand
        self.say(Moved(2, "n2"), "")
        self.say(Act(self.room.to_decide()[1], Fold()), self.idle)  # refused: it is not their turn
        self.say(Act(self.room.to_decide()[1], Fold()), self.room.to_decide()[0])

    @property
    def idle(self) -> str:
        """Who has nothing to decide."""
        return "Bo" if self.room.to_decide()[0] == "Ann" else "Ann"

    def say(self, said: TableCommand, by: str) -> None:
        """Say something, and note what is told of it."""
        self.now += 1000
        self.count += 1
        number = str(self.count)
        key = f"{by}/{number}" if by else ""
        self.told.sent.add(("1", key))
        try:
            entry = self.room.decide(said, now=self.now, by=by, id=key, account=by)
        except SidepotError as error:
            line = msgspec.json.encode(Cmd(number, "1", said))  # type: ignore[arg-type]
            self.told.refusals.append(
                Refusal("1", by, number, error.code, error.message, line, self.now - 900, self.now - 800)
            )
            return
        self.log.append(entry)
        if key:
            self.told.acked["1", key] = entry.seq
        self.told.seen["1", entry.seq] = entry.at, msgspec.json.decode(msgspec.json.encode(public_items(entry)))
        for player in ("Ann", "Bo"):
            own = player_view(self.room, player)
            if own is not None and own.cards:
                self.told.private["1", entry.seq, player] = own.cards


def found(night: Night, folder: Path, harms: list[Harm] | None = None) -> Any:
    """What the checker finds."""

    async def run() -> Any:
        folder.mkdir(exist_ok=True)
        place = place_at(folder / "room.db")
        async with open_store(place) as store:
            await store.append("table/1", 0, [encode_table_event(entry) for entry in night.log], night.log[-1].at)
        return await check(f"sqlite:///{place.file}", night.told, harms or [])

    return asyncio.run(run())


def test_nothing_is_wrong_where_nothing_is(tmp_path: Path) -> None:
    night = Night()
    told = found(night, tmp_path, [Harm("kill", "n1", night.log[4].at - 700, ["1"])])
    assert told.problems == []
    assert told.counts["private"] > 2 and told.counts["right_refusals"] == 1 and night.told.private
    assert told.takeovers == {"kill": [0.7]}


def test_a_failed_write_of_a_table_does_not_spoil_later_reads(tmp_path: Path) -> None:
    """It is asked itself, and does what was told as refused; then it is as it was."""
    night = Night()
    only = night.told.refusals[0]
    wrong = only._replace(player="Cy", said=msgspec.json.encode(Cmd("9", "1", Sit(waits=False))), id="9")
    night.told.refusals = [wrong, only, wrong._replace(id="10")]
    right = found(Night(), tmp_path / "right")
    told = found(night, tmp_path / "wrong")
    assert [problem.split(":")[:3] for problem in told.problems] == [
        ["wrong_refusals", " table 1", f" Cy/{number}"] for number in ("9", "10")
    ]
    assert told.counts - right.counts == {"wrong_refusals": 2} and not right.counts - told.counts


def _lose(night: Night) -> None:
    night.told.acked["1", "Ann/77"] = 3


def _renumber(night: Night) -> None:
    night.told.acked["1", "Bo/2"] += 1


def _repeat(night: Night) -> None:
    last = night.log[-1]
    night.log[-1] = TableEvent(**{**msgspec.structs.asdict(last), "id": night.log[1].id})
    night.told.acked = {key: seq for key, seq in night.told.acked.items() if seq != last.seq}


def _refuse_what_was_done(night: Night) -> None:
    only = night.told.refusals[0]
    night.told.refusals.append(only._replace(player="Ann", id="1"))


def _refuse_from_another_life(night: Night) -> None:
    """Before anybody sat down it would have been refused for another reason."""
    night.told.refusals = [night.told.refusals[0]._replace(asked=START, answered=START + 100)]


def _refuse_what_was_right(night: Night) -> None:
    only = night.told.refusals[0]
    night.told.refusals = [only._replace(player="Bo" if only.player == "Ann" else "Ann")]


def _show_cards_of_another(night: Night) -> None:
    key = next(key for key in night.told.private if key[2] == "Ann")
    night.told.private[key] = night.told.private[*key[:2], "Bo"]


def _show_in_public(night: Night) -> None:
    when, what = night.told.seen["1", 4]
    night.told.seen["1", 4] = when, [*what, {"type": "cards", "cards": [1, 2]}]


def _show_what_is_not(night: Night) -> None:
    night.told.seen["1", 99] = START, []


def _leave_out(night: Night) -> None:
    night.log[-1] = TableEvent(**{**msgspec.structs.asdict(night.log[-1]), "seq": night.log[-1].seq + 1})


def _tell_twice(night: Night) -> None:
    night.told.broken.append("table 1: Ann was told of event 3 after 3")


@each(
    ("harm", "what"),
    [
        (_lose, "lost"),
        (_renumber, "lost"),
        (_show_what_is_not, "lost"),
        (_repeat, "doubled"),
        (_refuse_what_was_done, "wrong_refusals"),
        (_refuse_from_another_life, "wrong_refusals"),
        (_refuse_what_was_right, "wrong_refusals"),
        (_show_cards_of_another, "leaks"),
        (_show_in_public, "leaks"),
        (_leave_out, "gaps"),
        (_tell_twice, "told_wrong"),
    ],
)
def test_each_kind_of_harm_is_found(harm: Callable[[Night], None], what: str, tmp_path: Path) -> None:
    night = Night()
    harm(night)
    told = found(night, tmp_path)
    assert told.counts[what] > 0, told.problems
    assert what in MUST_BE_0
