"""A bot for the room, in 100 lines: a guest who checks, and calls if that costs at most a third of its chips.

    python examples/bot.py [ROOM] [NAME] [HANDS]
    python examples/bot.py ROOM NAME tournament ID      # it enters, and plays until that is over

It needs `pip install websockets`, and nothing of sidepot. docs/reference/protocol.md explains the messages.
"""

import json
import sys
from collections.abc import Iterator
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
DUE = {6: "bring_in", 8: "discard", 10: "show", 13: "choose_runs", 14: "declare", 17: "consent"}
SAYS: Json = {"choose_runs": {"runs": 1}, "declare": {"ways": 1}, "consent": {"agrees": True}}


def enter(room: str, name: str) -> tuple[str, str, str]:
    """Join as a guest; return the cookies of the session, the first table, and the version of its terms."""
    jar = CookieJar()
    web = build_opener(HTTPCookieProcessor(jar))
    tables = json.load(web.open(room + "/api/tables"))["tables"]
    table = next((one["id"] for one in tables if not one.get("of_tournament")), "")
    token = next((cookie.value or "" for cookie in jar if "csrf" in cookie.name), "")
    headers = {"Content-Type": "application/json", "X-CSRFToken": token}
    web.open(Request(room + "/api/guest", json.dumps({"name": name}).encode(), headers))
    asked = f"{room}/api/tables/{table}/agreement"
    terms = json.load(web.open(asked))["agreement"]["version"] if table else ""
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar), table, terms


def answer(may: Json, stack: int, cards: list[int]) -> Json:
    """What to do now: `may` lists the allowed commands, with their bounds."""
    if kind := DUE.get(may["due"]):
        if kind == "discard":  # stands pat where that is allowed
            return {"type": kind, "cards": cards[: may["discard_least"]]}
        return {"type": "muck" if may["may_muck"] else kind, **SAYS.get(kind, {})}
    if may["may_check"]:
        return {"type": "check"}
    return {"type": "call"} if 0 < may["call"] * 3 <= stack else {"type": "fold"}


def act(told: Json, seats: list[Any]) -> Json:
    """The command that answers a question."""
    do = answer(told["options"], seats[told["seat"]]["stack"], told.get("cards", []))
    do = {"type": "act", "turn": told["turn"], "command": do}
    return {"type": "cmd", "id": f"turn {told['turn']}", "table": told["table"], "do": do}


def messages(socket: ClientConnection) -> Iterator[Json]:
    """What the room sends: each frame has one message, or several, one a line."""
    return (json.loads(line) for frame in socket for line in str(frame).split("\n"))


def play(room: str, name: str, hands: int) -> None:
    """Sit down, and answer every question until that many hands have been dealt."""
    cookies, table, terms = enter(room, name)
    with connect(room.replace("http", "ws", 1) + "/ws", additional_headers={"Cookie": cookies}) as socket:
        seats: list[Any] = []
        first = hand = 0
        socket.send(json.dumps({"type": "hello", "since": {table: 0}}))
        sit = {"type": "sit", "waits": False, "accepts": terms}  # who sits down accepts what is agreed there
        socket.send(json.dumps({"type": "cmd", "id": "sit", "table": table, "do": sit}))
        heard = messages(socket)
        while not first or hand < first + hands:
            told = next(heard)
            for line in [*told.get("log", []), told.get("because")]:
                print(line or "", end="\n" if line else "")
            if told["type"] in ("snapshot", "event"):
                seats, hand = told["state"]["seats"], told["state"].get("hand", 0)
            elif told["type"] == "yours" and told.get("options"):
                first = first or hand
                socket.send(json.dumps(act(told, seats)))


def play_tournament(room: str, name: str, event: str) -> None:
    """Enter a tournament, and play at whatever table one is sent to, until it is over."""
    cookies, _, _ = enter(room, name)
    with connect(room.replace("http", "ws", 1) + "/ws", additional_headers={"Cookie": cookies}) as socket:
        told, table, phase = Json(), "", ""
        seats: list[Any] = []
        into = {"type": "tournament_cmd", "id": "in", "tournament": event, "do": {"type": "register"}}
        for said in ({"type": "hello"}, {"type": "watch", "topic": f"tournament/{event}"}, into):
            socket.send(json.dumps(said))
        heard = messages(socket)
        while phase not in ("over", "called off"):
            told = next(heard)
            if told["type"] == "tournament":
                phase, mine = told["state"]["phase"], told.get("yours", {})
                if mine.get("table") and mine["table"] != table:
                    table = mine["table"]
                    socket.send(json.dumps({"type": "watch", "table": table}))
            elif told["type"] in ("snapshot", "event") and told["table"] == table:
                seats = told["state"]["seats"]
            elif told["type"] == "yours" and told["table"] == table and told.get("options"):
                socket.send(json.dumps(act(told, seats)))
        print(f"{name}: place {told.get('yours', {}).get('place', 0)}")


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
    elif sys.argv[3:4] == ["tournament"]:
        play_tournament(sys.argv[1], sys.argv[2], sys.argv[4])
    else:
        where, who, many = [*sys.argv[1:], *["http://127.0.0.1:8000", "Bolt", "10"][len(sys.argv) - 1 :]]
        play(where, who, int(many))
