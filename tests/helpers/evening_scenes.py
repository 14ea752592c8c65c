"""A live tournament, as the console is told of it: two tables, a question, an order, a player who asks."""

from __future__ import annotations

from typing import Any

from page_browser import PlayedRoom

MINUTE = 60_000
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max", "Nia", "Oz", "Pia")
ITEMS = [
    {"item": 0, "level": 1, "is_break": False, "ms": 20 * MINUTE, "stakes": "blinds 25/50"},
    {"item": 1, "level": 2, "is_break": False, "ms": 20 * MINUTE, "stakes": "blinds 50/100"},
    {"item": 2, "level": 0, "is_break": True, "ms": 10 * MINUTE, "remove": [25]},
    {"item": 3, "level": 3, "is_break": False, "ms": 20 * MINUTE, "stakes": "blinds 100/200"},
    {"item": 4, "level": 4, "is_break": False, "ms": 20 * MINUTE, "stakes": "blinds 1000/2000"},
]
TODO = [
    {
        "id": "q1",
        "kind": "question",
        "about": "button",
        "text": "Where is the button at table 2?",
        "because": "A player moves by it.",
        "cite": "TDA-2024 10-A",
        "tables": [2],
    },
    {
        "id": "o1",
        "kind": "order",
        "text": "Table 1 to 2: Ann, next big blind, to seat 9",
        "because": "Table 1 has two players more.",
        "cite": "TDA-2024 10-A",
        "do": {"type": "do_todo", "todo": "o1"},
        "players": ["Ann"],
        "tables": [1, 2],
    },
    {
        "id": "a1",
        "kind": "asked",
        "about": "rebuy",
        "text": "Cy asks for a rebuy",
        "do": {"type": "do_todo", "todo": "a1"},
        "players": ["Cy"],
        "ask": 3,
    },
]
HISTORY = [
    {"step": 40, "at": 1_800_000_000_000, "by": "Eve", "text": "Oz is out, by Bo", "undo": True},
    {"step": 41, "at": 1_800_000_060_000, "by": "Sam", "text": "Table 2 has 8 heads", "why": "asked before the money"},
]


def seats(names: tuple[str, ...], *, how: str = "known") -> list[dict[str, Any]]:
    """Players in their seats, from the first on."""
    return [{"seat": at, "player": name, "chips": 5000 + 1250 * at, "how": how} for at, name in enumerate(names)]


def tables() -> list[dict[str, Any]]:
    """Its tables, with their seats."""
    return [
        {"number": 1, "button": 3, "button_known": True, "seats": seats(NAMES[:8])},
        {"number": 2, "seats": seats(NAMES[8:15], how="estimated")},
    ]


def evening(**more: Any) -> dict[str, Any]:
    """What `GET /api/tournaments/7/director` answers."""
    clock = {"running": False, "begun": True, "item": 1, "level": 2, "is_break": False, "left": 754_000}
    return {
        "id": "7",
        "title": "Friday",
        "phase": "running",
        "role": "director",
        "name": "Eve",
        "may": ["*"],
        "now": 0,
        "seq": 41,
        "clock": {**clock, "stakes": "blinds 50/100", "next": "blinds 100/200"},
        "counts": {"players": 16, "entries": 17, "left": 15, "tables": 2, "average": 10_000, "pool": 85_000},
        "terms": {"seats": 9, "stack": 10_000, "entry_open": True, "rebuy_open": True},
        "todo": TODO,
        "history": HISTORY,
        "tables": tables(),
        **more,
    }


def players() -> list[dict[str, Any]]:
    """What `GET /api/tournaments/7/players` answers: fifteen at two tables, one out, one who has not paid."""
    seated = [
        {
            "player": name,
            "status": "seated",
            "table": 1 if at < 8 else 2,
            "seat": at % 8,
            "chips": 5000 + 1250 * (at % 8),
            "how": "known",
        }
        for at, name in enumerate(NAMES[:15])
    ]
    return [
        *seated,
        {"player": "Pia", "status": "out", "place": 16},
        {"player": "Zoë Bolt", "status": "alternate", "due": 5000},
    ]


def told(room: PlayedRoom, state: dict[str, Any] | None = None, people: list[dict[str, Any]] | None = None) -> None:
    """The room answers with this evening."""
    room.api["/api/tournaments/7/director"] = (200, evening() if state is None else state)
    room.api["/api/tournaments/7/regulars"] = (200, {"regulars": []})
    room.api["/api/tournaments/7/players"] = (200, {"players": players() if people is None else people})
    room.api["/api/tournaments/7/structure"] = (200, {"items": ITEMS})


def done_by(room: PlayedRoom, answer: dict[str, Any], status: int = 200) -> None:
    """What the next acts are answered with."""
    room.api["/api/tournaments/7/do"] = (status, answer)


def acts(room: PlayedRoom) -> list[dict[str, Any]]:
    """What was done, in order."""
    return [form["do"] for path, form in room.posts if path == "/api/tournaments/7/do"]
