"""The page and the schema of the protocol hold what is really sent, and the example bot can live by them."""

from __future__ import annotations

import importlib.util
import json
import re
from random import Random
from types import ModuleType
from typing import Any

import pytest
from each import each
from needs import SCHEMATHESIS
from places import ROOT

pytest.importorskip("jsonschema_rs", reason=SCHEMATHESIS.reason)

import jsonschema_rs
import msgspec
from room_tables import PEOPLE, Led, one_game, terms
from table_messages import event, yours

from sidepot.games.catalog import GAMES
from sidepot.games.limits import FixedLimit
from sidepot.hand import commands
from sidepot.room.views import public
from sidepot.room.views.messages import FromClient

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "reference" / "protocol.schema.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
TO_CLIENT = jsonschema_rs.validator_for({**SCHEMA["to_client"], "$defs": SCHEMA["$defs"]})
FROM_CLIENT = jsonschema_rs.validator_for({**SCHEMA["from_client"], "$defs": SCHEMA["$defs"]})


def the_bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", ROOT / "examples" / "bot.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BOT = the_bot()


def test_the_conversation_of_the_page_can_be_read() -> None:
    said = re.findall(r"^> (\{.*)$", PAGE, re.MULTILINE)
    assert len(said) == 3
    for text in said:
        msgspec.json.decode(text, type=FromClient)
        FROM_CLIENT.validate(json.loads(text))


@pytest.mark.parametrize(
    "message", ['{"type":"cmd","id":"a"}', '{"type":"hello","protocol":"one"}', '{"type":"hallo"}']
)
def test_the_schema_refuses_what_the_room_refuses(message: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(message, type=FromClient)
    assert not FROM_CLIENT.is_valid(json.loads(message))


@pytest.mark.long
@each("name", sorted(GAMES))
def test_the_example_bot_plays_by_what_it_is_told(name: str) -> None:
    """Every message of two hands is of the schema, and each answer of the bot's is one that the table takes."""
    rules = one_game(name, FixedLimit())
    led = Led(terms(rules), seed=sum(map(ord, name)))
    led.sit(*PEOPLE[: min(4, rules.seats)], chips=200)
    rng = Random(name)
    answers = 0
    while len(led.room.hands) < 2:
        entry = led.deal() if led.room.hand is None else None
        while led.room.hand is not None:
            who, turn = led.room.to_decide()
            private = yours(led.room, who)
            assert private is not None
            told = json.loads(private)
            state = json.loads(public.snapshot_of(led.room))
            for message in (told, state, *([json.loads(event(led.room, entry))] if entry else [])):
                TO_CLIENT.validate(message)
            assert told["turn"] == turn
            do = BOT.answer(told["options"], state["state"]["seats"][told["seat"]]["stack"], told.get("cards", []))
            if do["type"] == "fold" and rng.random() < 0.5:  # so that more than blinds are seen
                do = {"type": "call"} if told["options"]["call"] else do
            entry = led.act(commands.decode(json.dumps(do)))
            answers += 1
    assert answers > 2
