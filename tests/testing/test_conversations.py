"""The conversations that the pages tell are had with a real room, message by message.

`>` is said, `<` is heard. `…` stands for anything: in a string, as a value's inside, or for more keys. Times and cards
are any; the numbers of entries and decisions are other ones in each room, but the same number stays the same one.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from each import each
from places import ROOT
from room_halls import FAST
from room_tables import terms
from web_rooms import Browser, Player, Running, running

from sidepot.room.runtime.tables import TableRegistry

BLOCK = re.compile(r"^```\w*\n((?:[<>] \{.*\n)+)```$", re.MULTILINE)
TIMES = {"at", "now"}
NUMBERS = {"seq", "turn"}
MORE = "…"


def conversations() -> list[tuple[str, list[tuple[str, Any]]]]:
    """Each with its page: what is said and heard, in order."""
    found = []
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]):
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            found.append((page.name, [(line[0], told(line[2:])) for line in block.splitlines()]))
    return found


def told(line: str) -> Any:
    """The message of a line; what is left out is the key or the item `…`."""
    line = line.replace("{…}", '{"…":0}').replace("[…]", '["…"]')
    return json.loads(line.replace(",…}", ',"…":0}'))


class Ear:
    """Compares what is heard with what is told. `names` are the room's own numbers for those of the page."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, int], int] = {}

    def differs(self, page: Any, real: Any, key: str = "") -> str:
        """Where they differ, or nothing."""
        if key in TIMES:
            return "" if isinstance(real, int) else f"{key} is {real!r}"
        if key in NUMBERS and isinstance(page, int) and isinstance(real, int):
            known = self.names.setdefault((key, page), real)
            return "" if known == real else f"{key} is {real}, and was {known}"
        if isinstance(page, dict) and isinstance(real, dict):
            if MORE not in page and (extra := real.keys() - page.keys()):
                return f"{key} has {sorted(extra)} besides"
            parts = [(name, value, real.get(name)) for name, value in page.items() if name != MORE]
        elif isinstance(page, list) and isinstance(real, list):
            if page == [MORE]:
                return ""
            if len(page) != len(real):
                return f"{key} has {len(real)} items"
            parts = [] if key == "cards" else [(key, one, other) for one, other in zip(page, real, strict=True)]
        elif isinstance(page, str) and isinstance(real, str) and MORE in page:
            pattern = ".*".join(re.escape(part) for part in page.split(MORE))
            return "" if re.fullmatch(pattern, real) else f"{key} is {real!r}"
        else:
            return "" if page == real else f"{key} is {real!r}, not {page!r}"
        return next((found for name, one, other in parts if (found := self.differs(one, other, name))), "")

    def said(self, page: Any) -> Any:
        """What the page says, with the room's own numbers."""
        if isinstance(page, dict):
            return {
                name: self.names.get((name, value), value) if name in NUMBERS else self.said(value)
                for name, value in page.items()
            }
        return page


def call_once(bo: Player) -> None:
    """Bob calls when it is Bob's turn, unless it is Ann's first."""
    while True:
        message = bo.next()
        if message["type"] == "event" and message["state"].get("to_act") == 3:
            return
        if message["type"] == "yours" and message.get("turn"):
            bo.cmd("call", {"type": "act", "turn": message["turn"], "command": {"type": "call"}})
            return


def have(page: str, room: Running, lines: list[tuple[str, Any]]) -> None:
    """Say what is said, and hear what is told: of each type the next message, and of `yours` that with a turn."""
    room.do(room.app_state.open_table(terms(timing=FAST), by=""))
    bo = room.guest("Bo").socket(t1=0)
    bo.cmd("sit", {"type": "sit", "seat": 0, "chips": 100})
    bo.hear("ack")
    if page == "online-tournaments.md":
        host = room.guest("Kim")
        host.become_host()
        host.post("/api/tournaments", {"title": "Friday", "preset": "turbo"})
    ann: Browser = room.guest("Ann")
    socket = room.socket(ann.cookies)
    heard_all = (json.loads(line) for frame in socket for line in str(frame).split("\n"))
    ear = Ear()
    for sign, message in lines:
        if sign == ">":
            socket.send(json.dumps(ear.said(message)))
            continue
        if "turn" in message:
            call_once(bo)
        for heard in heard_all:
            if heard["type"] == message["type"] and ("turn" in message) <= ("turn" in heard):
                break
        assert not ear.differs(message, heard), (ear.differs(message, heard), heard)


def test_the_recorded_conversations_are_repeated(tmp_path: Path) -> None:
    found = conversations()
    assert [page for page, _ in found] == ["online-tournaments.md", "protocol.md"]
    for number, (page, lines) in enumerate(found):
        assert {sign for sign, _ in lines} == {"<", ">"} and len(lines) >= 4
        (tmp_path / str(number)).mkdir()
        with running(tmp_path / str(number), TableRegistry) as room:
            have(page, room, lines)


@each(
    ("page", "real", "same"),
    [
        ('{"type":"nack","cite":"TDA-2013:43"}', {"type": "nack", "cite": "TDA-2013:41-A"}, False),
        ('{"type":"ack","seq":3}', {"type": "ack", "seq": 3, "more": 1}, False),
        ('{"type":"ack","seq":3,…}', {"type": "ack", "seq": 9, "more": 1}, True),
        ('{"because":"… 4 at least"}', {"because": "raise to 4 at least"}, True),
        ('{"because":"… 8 at least"}', {"because": "raise to 4 at least"}, False),
        ('{"cards":[51,50],"log":[…]}', {"cards": [1, 2], "log": ["x"]}, True),
        ('{"cards":[51,50]}', {"cards": [1]}, False),
        ('{"seq":3,"inner":{"seq":3}}', {"seq": 7, "inner": {"seq": 8}}, False),
    ],
)
def test_the_ear_hears_what_differs(page: str, real: Any, same: bool) -> None:
    assert (Ear().differs(told(page), real) == "") is same
