import json
import sys
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
ROOM, NAME, HANDS = sys.argv[1], sys.argv[2], int(sys.argv[3])

web = httpx.Client(base_url=ROOM)
token = web.get("/api/me").json()["csrf"]
web.post("/api/guest", json={"name": NAME}, headers={"x-csrftoken": token}).raise_for_status()
tables = web.get("/api/tables").json()["tables"]
table = next(t["id"] for t in tables if t.get("free") and t["phase"] != "over" and not t.get("of_tournament"))
cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in web.cookies.jar)

unanswered: dict[str, Json] = {}  # the commands that wait for an answer, by their ids
seq = 0  # the last event of the table that has arrived
state: Json = {}  # the table as everybody sees it
played: set[int] = set()  # the numbers of the hands in which this bot has acted
is_over = False


def send(socket: ClientConnection, key: str, do: Json) -> None:
    unanswered[key] = {"type": "cmd", "id": key, "table": table, "do": do}
    socket.send(json.dumps(unanswered[key]))


def decide(may: Json, cards: list[int]) -> Json:
    match may["due"]:
        case 6:
            return {"type": "bring_in"}
        case 8:
            return {"type": "discard", "cards": cards[: may["discard_least"]]}
        case 10:
            return {"type": "show"}
        case 13:
            return {"type": "choose_runs", "runs": 1}
        case 14:
            return {"type": "declare", "ways": 1}
        case 17:
            return {"type": "consent", "agrees": True}
        case _ if may["may_check"]:
            return {"type": "check"}
        case _:
            return {"type": "call"} if may["call"] else {"type": "fold"}


def take(socket: ClientConnection, message: Json) -> None:
    global seq, state, is_over
    match message["type"]:
        case "snapshot" | "event":
            seq, state = message["seq"], message["state"]
            if len(played) >= HANDS and state["phase"] == "between":
                send(socket, "leave", {"type": "leave"})
        case "yours" if message.get("options"):
            played.add(state["hand"])
            command = decide(message["options"], message.get("cards", []))
            send(socket, f"turn {message['turn']}", {"type": "act", "turn": message["turn"], "command": command})
        case "yours" if "sit" in message.get("may", []) and not unanswered:
            chips = message["buy"][0]  # the least that you may bring
            accepts = message.get("accept", "")  # the version of the terms, where the table has some
            send(socket, f"sit {seq}", {"type": "sit", "chips": chips, "waits": False, "accepts": accepts})
        case "ack" | "nack":
            unanswered.pop(message["id"], None)
            is_over = message["id"] == "leave" and message["type"] == "ack"
            print(message)
        case _:  # nothing that this bot needs
            pass


while not is_over:
    try:
        with connect(ROOM.replace("http", "ws", 1) + "/ws", additional_headers={"Cookie": cookies}) as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 1, "since": {table: seq}}))
            for command in unanswered.values():
                socket.send(json.dumps(command))
            while not is_over:
                for line in str(socket.recv()).split("\n"):
                    take(socket, json.loads(line))
    except ConnectionClosed:
        continue
