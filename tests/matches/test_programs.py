"""Programs as players: what they are asked, and what becomes of those that hang, flood or end."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from each import each

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.hand.commands import Call, Check, Command
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.matches.duplicate import play_duplicate
from sidepot.matches.programs import LONGEST, ProgramPlayer

CALLS = """
import json, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as notes:
        notes.write(line)
    may = json.loads(line)["options"]
    print(json.dumps({"type": "check" if may.get("may_check") else "call"}), flush=True)
"""
BAD = {
    "hangs": "import time; time.sleep(60)",
    "ends": "",
    "floods": 'while True: print(\'{"type": "call"}\' * 3, flush=True)',
    "floods one line": "import sys\nwhile True: sys.stdout.write('x' * 1000)",
    "repeats itself": """
import sys
for line in sys.stdin:
    print('{"type": "call"}\\n{"type": "call"}', flush=True)
""",
    "speaks another language": "import sys\nfor line in sys.stdin: print('CALL', flush=True)",
    "closes its output": "import sys, os, time\nos.close(1)\ntime.sleep(60)",
}


def caller(_view: Hand, may: Options) -> Command:
    return Check() if may.may_check else Call()


def program(folder: Path, text: str) -> list[str]:
    file = folder / "player.py"
    file.write_text(text, encoding="utf-8")
    return [sys.executable, str(file), str(folder / "notes")]


def test_a_program_is_asked_what_its_seat_sees(tmp_path: Path) -> None:
    with ProgramPlayer(program(tmp_path, CALLS)) as player:
        found = play_duplicate({"program": player, "caller": caller}, 3, seed=1)
    assert not any(row.failure for row in found.rows)
    asked: list[dict[str, Any]] = [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()]
    assert len(asked) == 3 * 2 * 4
    for question in asked:
        assert set(question) == {"seat", "options", "events"}
        assert question["options"]["seat"] == question["seat"]
        dealt = {event["seat"]: event["cards"] for event in question["events"] if event["type"] == "dealt"}
        assert UNKNOWN in dealt[1 - question["seat"]] and UNKNOWN not in dealt[question["seat"]]
        assert "start" in question["events"][0]["type"]


def test_a_program_plays_as_a_function_does(tmp_path: Path) -> None:
    with ProgramPlayer(program(tmp_path, CALLS)) as player:
        by_program = play_duplicate({"one": player, "other": caller}, 3, seed=1)
    assert by_program.rows == play_duplicate({"one": caller, "other": caller}, 3, seed=1).rows


@each("kind", sorted(BAD))
def test_a_bad_program_loses_its_hands_and_the_match_goes_on(tmp_path: Path, kind: str) -> None:
    with ProgramPlayer(program(tmp_path, BAD[kind]), seconds=0.5) as player:
        found = play_duplicate({"program": player, "caller": caller}, 1, seed=1)
    failed = [row.agent for row in found.rows if row.failure]
    assert set(failed) == {"program"} and len(failed) == 2
    assert found.hands == 2 and sum(row.net for row in found.rows) == 0


def test_a_program_is_started_again_after_it_failed(tmp_path: Path) -> None:
    once = 'import sys, os\nif not os.path.exists(sys.argv[1]):\n    open(sys.argv[1], "a").close()\n    sys.exit(1)\n'
    with ProgramPlayer(program(tmp_path, once + CALLS)) as player:
        found = play_duplicate({"program": player, "caller": caller}, 2, seed=1)
    assert [row.seating for row in found.rows if row.failure] == [0]


def test_a_long_answer_is_refused(tmp_path: Path) -> None:
    long = f"import sys\nfor line in sys.stdin: print('x' * {LONGEST + 5}, flush=True)"
    with ProgramPlayer(program(tmp_path, long)) as player:
        found = play_duplicate({"program": player, "caller": caller}, 1, seed=1)
    assert "more than 10,000 bytes" in next(row.failure for row in found.rows if row.failure)


def test_an_unknown_program_is_refused_at_once() -> None:
    with pytest.raises(BadNotation, match="no such program"):
        ProgramPlayer(["./no-such-program"])
    with pytest.raises(BadNotation, match="seconds: expected more than 0"):
        ProgramPlayer([sys.executable], seconds=0)
