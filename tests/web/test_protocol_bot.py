"""The guide of docs/reference/protocol.md is enough to write a bot: its program plays a hand in a real room."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from random import Random

from places import ROOT
from web_rooms import SOON, quick_hall, running

from sidepot.hand.due import Due
from sidepot.room.views.public import DUE
from sidepot.web.schemas.tables import TableForm, terms_of

PAGE = (ROOT / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
GUIDE = PAGE.split("## Write a bot\n")[1].split("\n## ")[0]


def test_the_bot_of_the_page_plays_a_hand_and_sends_a_lost_command_again(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    bot = tmp_path / "bot.py"
    bot.write_text(program)
    with running(tmp_path, quick_hall) as room:
        table = room.do(
            room.app_state.open_table(terms_of(TableForm(title="Kitchen", seats=4, bots=2), Random(1)), by="")
        )
        with Cutting(room.port) as way:
            command = [sys.executable, str(bot), f"http://127.0.0.1:{way.port}", "Ann", "1"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=SOON, check=False)
        assert done.returncode == 0, done.stderr
        hands = room.do(room.registry.hands(table))
        people = room.guest("Bo").get("/api/tables")["tables"][0].get("people", [])
    answers = re.findall(r"^.*'id': '(turn \d+)'.*$", done.stdout, re.MULTILINE)
    lines = {line for line in done.stdout.splitlines() if "'turn " in line}
    assert way.sockets == 2, "the connection was lost once, and the bot came back"
    assert answers, "the bot acted"
    assert len(lines) == len(set(answers)), "a command that is sent again is answered alike"
    assert not [line for line in done.stdout.splitlines() if "'nack'" in line], done.stdout
    assert hands
    assert people == [], "the bot has left with its chips"


def test_the_page_names_each_decision_of_a_seat_by_its_number() -> None:
    rows = re.findall(r"^\| `(\d+)` \| `(\w+)` \|", GUIDE, re.MULTILINE)
    assert {Due(int(number)): name for number, name in rows} == DUE


class Cutting:
    """A port that leads to another one, and loses one socket: with the first command that answers a question."""

    def __init__(self, port: int) -> None:
        self.there = port
        self.sockets = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.door.getsockname()[1]

    def __enter__(self) -> Cutting:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.door.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self.door.accept()
                there = socket.create_connection(("127.0.0.1", self.there))
                threading.Thread(target=self._carry, args=(there, here), daemon=True).start()
                threading.Thread(target=self._carry_in, args=(here, there), daemon=True).start()

    def _carry_in(self, here: socket.socket, there: socket.socket) -> None:
        first = here.recv(1 << 16)
        there.sendall(first)
        most = 1 << 30
        if first.startswith(b"GET /ws"):
            self.sockets += 1
            most = 2 if self.sockets == 1 else most  # hello and sit
        self._carry(here, there, most)

    def _carry(self, here: socket.socket, there: socket.socket, most: int = 1 << 30) -> None:
        with suppress(OSError):
            while data := here.recv(1 << 16):
                most -= 1
                if most < 0:
                    break
                there.sendall(data)
        for one in (here, there):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
