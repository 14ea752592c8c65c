"""The pages read the messages that leave out usual values: they take these for the same values as the room."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec

from sidepot.hand.due import Due
from sidepot.hand.legal.offers import OpenOptions
from sidepot.hand.legal.option import Options
from sidepot.room.runtime.lobby import TableSummary
from sidepot.room.views.schema import PlayerView, PotState, PublicView, SeatState, Straddling

ROOT = Path(__file__).parents[2]
TOLD = (ROOT / "src/sidepot/web/static/room/messages.js").read_text(encoding="utf-8")


def _shown(name: str, brackets: str) -> str:
    """What the constant of this name holds, in the script."""
    found = re.search(rf"const {name} = .*?\{brackets[0]}\n(.*?),?\n\{brackets[1]}", TOLD, re.DOTALL)
    assert found, name
    return found[1]


def test_usual_values_are_the_same_on_the_page_as_in_the_room() -> None:
    for name, kind in (("SEAT", SeatState), ("TABLE", PublicView), ("MINE", PlayerView)):
        shown = json.loads("{" + re.sub(r"(\w+): ", r'"\1": ', _shown(name, "{}")) + "}")
        fields = json.loads(msgspec.json.encode(msgspec.json.schema_components([kind])[1][kind.__name__]["properties"]))
        assert shown == {field: held["default"] for field, held in fields.items() if "default" in held}, name


def test_dues_have_the_same_names_on_the_page_as_in_the_room() -> None:
    assert json.loads("[" + _shown("DUES", "[]") + "]") == [due.name.lower() for due in sorted(Due)]


def test_all_other_messages_of_a_table_are_sent_whole() -> None:
    for kind in (Options, OpenOptions, PotState, Straddling, TableSummary):
        assert not kind.__struct_config__.omit_defaults, kind
