"""sidepot on its own suite: every case is played from its line alone, without its names being looked up again."""

from __future__ import annotations

from typing import Any

import msgspec

import sidepot
from sidepot.cases.hand_cases import play_script
from sidepot.cases.kinds import KINDS
from sidepot.errors import SidepotError
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup
from sidepot.rules.rulebook import Rulebook

NAME = "sidepot"
VERSION = sidepot.__version__


def run(line: dict[str, Any]) -> tuple[str, str]:
    """Play one case; what came out otherwise."""
    try:
        problems = _play(line)
    except SidepotError as error:
        problems = [str(error)]
    return ("fail", "; ".join(problems)) if problems else ("pass", "")


def _play(line: dict[str, Any]) -> list[str]:
    kind = KINDS[line["kind"]]
    terms = line["terms"]
    house = {"name": line["house"], "edition": line["edition"]}
    rulebook = msgspec.convert(line["rulebook"] | house, Rulebook)
    told = line["case"] | {"kind": line["kind"]} | ({"facts": terms["facts"]} if "facts" in terms else {})
    body: Any = msgspec.convert(told, kind.body)
    if "owed" not in terms:
        return kind.run(body, rulebook)
    agreed = {key: value for key, value in terms.items() if key in Setup.__struct_fields__}
    return play_script(body, Hand(msgspec.convert(agreed | {"rulebook": line["rulebook"] | house}, Setup)))
