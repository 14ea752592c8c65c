"""Each reader of a tournament against each route and topic: the tables here say what each may see, and nothing else is.

A route that is not in a table fails the first test. The tournaments hold a mark for each scope: a name, a stack, a sum
of money, a penalty, the code of a slip, a seed. An answer has the marks that its route holds and its reader may see.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from each import each
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import msgspec
from test_director_api import Console
from web_rooms import Browser, Inside, inside

from sidepot.room.views.readers import Scope
from sidepot.room.views.tournament_page import LINE_FIELDS, TOURNAMENT_FIELDS
from sidepot.room.views.tournament_schema import PublicTournament, TournamentLine
from sidepot.web.director import sheets
from sidepot.web.director.schemas import Counts, DeskTerms
from sidepot.web.director.views import COUNT_FIELDS, TERM_FIELDS
from sidepot.web.print.html import Markup
from sidepot.web.tournaments.routes import MOVE_FIELDS, PLAYER_FIELDS, MoveLine, TournamentPlayer
from sidepot.web.ws import topic_access
from sidepot.web.ws.topic_access import CASH, DEALER, SCREEN, SEAT, STATE, WatchSender

TERMS, STANDINGS, PRIZES, NAMES, COURSE = Scope.TERMS, Scope.STANDINGS, Scope.PRIZES, Scope.NAMES, Scope.COURSE
TABLES, MONEY, CODES, COPIES = Scope.TABLES, Scope.MONEY, Scope.CODES, Scope.COPIES
WALL: Final = {TERMS, STANDINGS, PRIZES, NAMES}
FLOOR: Final = {*WALL, COURSE, TABLES, MONEY, CODES}
PUBLIC: Final[dict[str, set[Scope]]] = {"": {TERMS}, "numbers": {TERMS, STANDINGS, PRIZES}, "names": WALL}

# what each reader may see besides what everybody may
READERS: Final[dict[str, set[Scope]]] = {
    "stranger": set(),
    "guest": set(),
    "dealer": {STANDINGS, NAMES, TABLES},
    "floor": FLOOR,
    "desk": FLOOR,
    "director": {*FLOOR, COPIES},
    "host": {*FLOOR, COPIES},
}
STAFF_ALL: Final = ("dealer", "floor", "desk", "director", "host")

# routes of a tournament that are read: the scopes that they need, and the marks that they hold
READ: Final[dict[str, tuple[set[Scope], set[Scope]]]] = {
    "/api/tournaments": (set(), {TERMS}),
    "/api/tournaments/{tournament}": (set(), {*WALL, COURSE}),
    "/api/tournaments/{tournament}/players": ({STANDINGS}, {STANDINGS, NAMES, COURSE, TABLES, MONEY}),
    "/api/tournaments/{tournament}/csv": ({STANDINGS}, {STANDINGS, NAMES, COURSE}),
    "/api/tournaments/{tournament}/moves": ({STANDINGS}, {NAMES, COURSE}),
    "/api/tournaments/{tournament}/structure": ({STANDINGS}, set()),
    "/api/tournaments/{tournament}/hands": (set(), set()),
    "/api/tournaments/{tournament}/role": (set(), set()),
    "/api/tournaments/{tournament}/director": ({TABLES}, {*WALL, TABLES, MONEY}),
    "/api/tournaments/{tournament}/advice": ({TABLES}, {NAMES, MONEY}),
    "/api/tournaments/{tournament}/tables": ({TABLES}, {NAMES, STANDINGS, TABLES}),
    "/api/tournaments/{tournament}/dealer/{table}": ({TABLES}, {TERMS, NAMES, STANDINGS}),
    "/api/tournaments/{tournament}/dealer/{table}/hands.phhs": ({TABLES}, set()),
    "/api/tournaments/{tournament}/spot": ({TABLES}, set()),
    "/api/tournaments/{tournament}/log": ({TABLES}, {NAMES, STANDINGS, TABLES, MONEY}),
    "/api/tournaments/{tournament}/money": ({MONEY}, {PRIZES, NAMES, MONEY}),
    "/api/tournaments/{tournament}/players.csv": ({TABLES}, {STANDINGS, NAMES, COURSE}),
    "/api/tournaments/{tournament}/regulars": ({MONEY}, set()),
    "/api/tournaments/{tournament}/known": ({MONEY}, set()),
    "/api/tournaments/{tournament}/bags": ({MONEY}, {TERMS}),
    "/api/tournaments/{tournament}/bags.csv": ({MONEY}, set()),
    "/api/tournaments/{tournament}/books.csv": ({MONEY}, {NAMES, MONEY}),
    "/api/tournaments/{tournament}/archive.html": ({MONEY}, {*WALL, TABLES, MONEY}),
    "/api/tournaments/{tournament}/archive.json": ({COPIES}, {TERMS, STANDINGS, NAMES, TABLES, MONEY, COURSE, COPIES}),
    "/api/tournaments/{tournament}/archive.jsonl": ({COPIES}, {STANDINGS, NAMES, TABLES, MONEY, COURSE, COPIES}),
    "/api/tournaments/{tournament}/archive.copy": (
        {COPIES},
        {TERMS, STANDINGS, NAMES, TABLES, MONEY, COURSE, COPIES},
    ),
}
PRINTED: Final[dict[str, tuple[set[Scope], set[Scope]]]] = {
    "slips": ({CODES}, {TERMS, NAMES, CODES}),
    "breaks": ({CODES}, {TERMS, NAMES, CODES}),
    "poster": ({TABLES}, {TERMS}),
    "seats-by-name": ({TABLES}, {TERMS, NAMES, STANDINGS}),
    "seats-by-table": ({TABLES}, {TERMS, NAMES, STANDINGS}),
    "sign-in": ({TABLES}, {TERMS, NAMES}),
    "schedule": ({TABLES}, {TERMS}),
    "race": ({TABLES}, {TERMS, NAMES}),
    "log": ({TABLES}, {TERMS, STANDINGS, NAMES, TABLES, MONEY}),
    "deal": ({MONEY}, {TERMS}),
    "receipts": ({MONEY}, {TERMS, NAMES, MONEY}),
    "bags": ({MONEY}, {TERMS}),
    "bag-slips": ({MONEY}, {TERMS}),
}
HEADS: Final = {"do": {"type": "heads", "table": 1, "n": 4}}
# routes that change something, with a body, and the readers who are not turned away for who they are
WRITTEN: Final[dict[str, tuple[Any, tuple[str, ...]]]] = {
    "/api/tournaments": ({"title": ""}, ("host",)),
    "/api/tournaments/copy": ("", ("host",)),
    "/api/tournaments/{tournament}/again": ({"title": ""}, ("host",)),
    "/api/tournaments/{tournament}/day2": ({}, ("host",)),
    "/api/tournaments/{tournament}/day2/back": ({"why": "x"}, ("host",)),
    "/api/tournaments/{tournament}/do": (HEADS, ("dealer", "floor", "director", "host")),
    "/api/tournaments/{tournament}/preview": (HEADS, ("dealer", "floor", "director", "host")),
    "/api/tournaments/{tournament}/dealer/{table}": (
        {"do": {"type": "take_back"}},
        ("dealer", "floor", "director", "host"),
    ),
    "/api/tournaments/{tournament}/say": ({"do": {"type": "pause", "reason": "x"}}, ("host",)),
    "/api/tournaments/{tournament}/names": ({"text": ""}, ("desk", "director", "host")),
    "/api/tournaments/{tournament}/players.csv": ("", ("desk", "director", "host")),
    "/api/tournaments/{tournament}/persons": ({"player": "Bergamot"}, ("desk", "director", "host")),
    "/api/tournaments/{tournament}/pins": ({}, ("director", "host")),
    "/api/tournaments/{tournament}/draft": ({"title": "x"}, ("director", "host")),
    "/api/screens/{display}": ({"tournament": ""}, STAFF_ALL),
}  # fmt: skip
# routes that show one tournament to whoever has a code for it, and the public page: what they hold
BY_CODE: Final = {
    "GET /api/seat/{token}": WALL,
    "POST /api/seat/{token}/asks": WALL,
    "GET /api/seat/{token}/person": {NAMES},
    "POST /api/seat/{token}/picture": set(),
    "GET /api/screens/{display}": WALL,
    "GET /api/screens/{display}/seats": {NAMES},
    "GET /api/tournaments/{tournament}/public": WALL,
}
# routes that hold nothing of a tournament with real chips, and the readers whom they turn away
FREE: Final = {
    "GET": (
        "/api/me", "/api/avatars", "/api/avatars/{tag}", "/api/club/look", "/api/club/logo/{tag}",
        "/api/tables", "/api/games", "/api/invite", "/api/invite/qr", "/api/floor", "/api/quiz",
        "/api/floor/search", "/api/floor/deck", "/api/houses", "/api/houses/choices",
        "/api/tournaments/presets", "/api/tournaments/{tournament}/agreement", "/api/screens/{display}/qr",
        "/api/hands",
        "/api/figures", "/api/hands/file", "/api/nights", "/api/nights/{period}", "/api/nights/{period}/csv",
        "/api/nights/{period}/league", "/api/standings/{token}",
        "/api/tables/{table}/agreement", "/api/tables/{table}/hands", "/api/tables/{table}/hands/{hand}",
        *[f"/api/tables/{{table}}/hands/{{hand}}/{what}" for what in ("equities", "file", "phh", "replay", "settle")],
        "/api/tables/{table}/hands/{hand}/shares", "/api/tables/{table}/hands/{hand}/practice",
        "/healthz", "/readyz", "/metrics",
    ),
    "POST": (
        "/api/avatar", "/api/avatar/picture", "/api/club/look", "/api/club/logo",
        "/api/guest", "/api/signup", "/api/rename", "/api/login", "/api/logout", "/api/host", "/api/tables",
        "/api/nights/{period}/changes",
        "/api/tables/{table}/join", "/api/tables/{table}/password", "/api/tables/{table}/hands/{hand}/note",
        "/api/verify", "/api/settle",
        "/api/floor/rule", "/api/floor/felt", "/api/floor/compare", "/api/houses/file", "/api/houses/read",
        "/api/quiz/ask", "/api/quiz/answer", "/api/quiz/test", "/api/quiz/result",
        "/api/screens", "/api/tournaments/build", "/api/tournaments/{tournament}/join",
        "/api/tournaments/{tournament}/enter", "/api/tournaments/{tournament}/checkin", "/api/club/bans",
        "/api/club/bans/lift", "/api/club/pictures/erase",
        "/api/seasons", "/api/seasons/{season}",
        "/api/floor/log", "/api/floor/log/{ruling}/photo", "/api/floor/log/{ruling}/erase",
        "/api/club/persons/{person}", "/api/club/persons/{person}/picture",
        "/api/club/merges", "/api/club/merges/{merge}/undo",
        "/api/club/roles", "/api/club/owner", "/api/club/end", "/api/integrity/look", "/api/integrity/seat",
        "/api/invite/lan",
    ),
}  # fmt: skip
OF_PERSONS: Final = (  # with names, over all tournaments
    "/api/club/persons", "/api/club/persons/{person}/stored",
    "/api/journal/{period}", "/api/journal/{period}/lines", "/api/journal/{period}/csv",
    "/api/seasons", "/api/seasons/{season}", "/api/seasons/{season}/standings", "/api/seasons/{season}/csv",
    "/api/seasons/{season}/toml",
    "/api/floor/log", "/api/floor/log/csv", "/api/floor/log/photos/{tag}",
)  # fmt: skip
HOSTS_ALONE: Final = ("/api/club", "/api/integrity", *OF_PERSONS)
STAFF_ALONE: Final = ("/api/screens",)
TOPICS: Final[dict[str, tuple[set[Scope], set[Scope]]]] = {
    SCREEN: ({STANDINGS, PRIZES, NAMES}, WALL),
    f"{DEALER}/1": ({TABLES}, {TERMS, NAMES, STANDINGS}),
}
OUT: Final = (401, 403)


@dataclass
class Evening:
    """A tournament with real chips, its marks, and what its readers need for it."""

    tournament: str
    public: str
    marks: dict[Scope, re.Pattern[str]]
    token: str = ""
    display: str = ""
    at: dict[str, Browser] = field(default_factory=dict)

    def found(self, text: str) -> set[Scope]:
        """The scopes of which a text has a mark."""
        return {scope for scope, mark in self.marks.items() if mark.search(text)}

    def may(self, reader: str) -> set[Scope]:
        return READERS[reader] | PUBLIC[self.public]

    @property
    def readers(self) -> tuple[str, ...]:
        """The readers to look at: what everybody may read makes a difference to two of them."""
        return ("stranger", "dealer") if self.public else tuple(READERS)


class Told:
    """The send queue of a client that keeps what it is told."""

    def __init__(self) -> None:
        self.behind = False
        self.told: list[bytes] = []

    def put(self, data: bytes) -> None:
        self.told.append(data)

    @property
    def text(self) -> str:
        return b"\n".join(self.told).decode()


def held(room: Inside, host: Browser, public: str) -> Evening:
    """An evening under way, with a mark of each scope in it."""
    title = f"Zinnia {public or 'nothing'}"
    opened = host.post("/api/tournaments", {"title": title, "preset": "rebuy", "live": True, "public": public})
    desk, pins = Console(host, opened["id"]), {one["role"]: one["pin"] for one in opened["pins"]}
    for player in ("Anemone", "Bergamot", "Clematis", "Dahlia", "Edelweiss"):
        desk.do("register", player=player)
    for act in ("draw_seats", "start"):
        desk.do(act)
    desk.do("change_terms", added=12_345, why="the brewery")
    desk.do("rebuy", player="Clematis")
    desk.do("rebuy", player="Clematis", options={"at": 1})
    desk.do("count", stacks=[["Anemone", 7325]])
    desk.do("penalise", player="Bergamot", hands=17, why="rude")
    seats = desk.get("tables")["tables"][0]["seats"]
    free = next(seat["seat"] for seat in seats if not seat.get("player"))
    desk.do("move_to", player="Dahlia", table=1, seat=free, why="wrong seat")
    desk.do("rebuy", player="Dahlia", pledge=True)
    persons = f"/api/tournaments/{desk.tournament}/persons"
    token, moved = [host.post(persons, {"player": player})["token"] for player in ("Bergamot", "Dahlia")]
    for about in ("rebuy", "floor"):
        host.post(f"/api/seat/{token}/asks", {"id": about, "about": about})
    tournament = room.app_state.registry.tournaments.actor(desk.tournament).machine.tournament
    pool = f"{tournament.pool:,}"
    marks = {
        TERMS: title,
        STANDINGS: r"(?<!\d)7,?325(?!\d)",  # and no part of a time in milliseconds
        PRIZES: f"{pool.replace(',', ',?')}\\b",
        NAMES: "Anemone|Bergamot|Dahlia|Edelweiss",
        COURSE: '"rebuys":2\\b|"news":|,rebuys|"because":"wrong seat',
        TABLES: 'of 17 hands|"hands":17|"type":"penalise"|misses 17 hands<',  # the news say it in other words
        MONEY: r'"due":|"added":|"unpaid":|,owes|\S rebuys\b|Still to pay|"(about|type)":"rebuy"',
        CODES: "|".join([one.rsplit("-", 1)[1] for one in (token, moved)]),
        COPIES: tournament.seed,
    }
    evening = Evening(desk.tournament, public, {scope: re.compile(mark) for scope, mark in marks.items()}, token)
    made = host.post("/api/screens")
    host.get(f"/api/screens/{made['token']}")
    host.post(f"/api/screens/{made['code']}", {"tournament": desk.tournament})
    evening.display = made["token"]
    for role, pin in pins.items():
        found = evening.at[role] = Browser(room)
        form = {"pin": pin, "name": role.title(), "table": 1}
        found.post(f"/api/tournaments/{desk.tournament}/enter", form)
    evening.at |= {"stranger": Browser(room), "guest": room.guest(f"Guest {public}"), "host": host}
    return evening


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Inside, list[Evening]]]:
    with pytest.MonkeyPatch.context() as patch, inside(tmp_path_factory.mktemp("room")) as room:
        patch.setattr(sheets, "qr_code", Markup)  # what the code leads to, as text
        host = room.guest("Hilda")
        host.become_host()
        yield room, [held(room, host, public) for public in PUBLIC]


def routes(room: Inside) -> set[str]:
    """All routes of the server but for its pages, which are files."""
    found = set()
    for route in room.app.routes:
        path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
        for method in getattr(route, "methods", ()):
            if method not in ("OPTIONS", "HEAD") and path.startswith("/api/"):
                found.add(f"{method} {path}")
    return found


CASH_NIGHTS: Final = {  # who may do what there: test_web_cash
    *("GET /api/cash", "POST /api/cash", "GET /api/cash/{night}", "POST /api/cash/{night}/do"),
    *(f"POST /api/cash/{{night}}/{what}" for what in ("enter", "pins", "slip", "join")),
    *(f"GET /api/cash/{{night}}/{what}" for what in ("role", "regulars", "lists", "receipts/{line}", "books", "csv")),
    *("GET /api/cash/me/{token}", "POST /api/cash/me/{token}/asks"),
}


def listed() -> set[str]:
    """All routes of the tables."""
    return {
        *CASH_NIGHTS,
        *[f"GET {path}" for path in (*READ, *HOSTS_ALONE, *STAFF_ALONE)],
        "GET /api/tournaments/{tournament}/print/{sheet}",
        *[f"POST {path}" for path in WRITTEN],
        *BY_CODE,
        *[f"{method} {path}" for method, paths in FREE.items() for path in paths if path.startswith("/api/")],
    }


def test_each_route_and_topic_is_in_a_table(registry: tuple[Inside, list[Evening]]) -> None:
    room, _ = registry
    assert routes(room) == listed()
    assert {*[kind.partition("/")[0] for kind in TOPICS], STATE, SEAT, CASH} == set(topic_access.CHECKS)
    assert set(PRINTED) == set(get_args(sheets.SheetName))


@each(
    ("shown", "fields"),
    [
        (PublicTournament, TOURNAMENT_FIELDS), (TournamentLine, LINE_FIELDS), (TournamentPlayer, PLAYER_FIELDS),
        (MoveLine, MOVE_FIELDS), (Counts, COUNT_FIELDS), (DeskTerms, TERM_FIELDS),
    ],
)  # fmt: skip
def test_each_field_of_a_view_belongs_to_one_scope(shown: Any, fields: dict[Scope, tuple[str, ...]]) -> None:
    names = [name for some in fields.values() for name in some]
    assert sorted(names) == sorted(shown.__struct_fields__)


def test_each_reader_reads_what_the_table_says(registry: tuple[Inside, list[Evening]]) -> None:
    _, evenings = registry
    wrong, seen = [], set[tuple[str, Scope]]()
    sheets = {f"/api/tournaments/{{tournament}}/print/{sheet}": needs for sheet, needs in PRINTED.items()}
    for evening in evenings:
        for path, (needed, holds) in {**READ, **sheets}.items():
            for reader in evening.readers:
                answer = evening.at[reader].http.get(path.format(tournament=evening.tournament, table=1))
                may = evening.may(reader)
                expected = holds & may if needed <= may else set()
                status = 200 if needed <= may else OUT
                came = evening.found(answer.text)
                seen |= {(path, scope) for scope in came}
                if came != expected or answer.status_code not in (status if isinstance(status, tuple) else (status,)):
                    wrong.append((evening.public, reader, path, answer.status_code, sorted(came ^ expected)))
                if answer.headers["cache-control"] != "no-store":
                    wrong.append((evening.public, reader, path, "may be kept", []))
    assert not wrong, "\n".join(map(str, wrong))
    assert {path for path, _ in seen} >= {path for path, (_, holds) in READ.items() if holds}


def test_each_act_is_open_to_those_in_the_table(registry: tuple[Inside, list[Evening]]) -> None:
    _, evenings = registry
    wrong = []
    for evening in evenings[:1]:
        code = evening.display.split("-")[0]
        for path, (body, allowed) in WRITTEN.items():
            for reader in READERS:
                browser = evening.at[reader]
                sent = {"id": f"{reader} x", **body} if "do" in body else body
                if isinstance(body, dict) and "tournament" in body:
                    sent = {"tournament": evening.tournament}
                how: dict[str, Any] = {"json": sent} if isinstance(body, dict) else {"content": body}
                at = path.format(tournament=evening.tournament, display=code, table=1)
                answer = browser.http.post(at, headers={"x-csrftoken": browser.me["csrf"]}, **how)
                if (answer.status_code in OUT) == (reader in allowed):
                    wrong.append((reader, path, answer.status_code, answer.text))
                if reader not in allowed and evening.found(answer.text):
                    wrong.append((reader, path, "tells", answer.text))
                if answer.headers["cache-control"] != "no-store":
                    wrong.append((reader, path, "may be kept", ""))
    assert not wrong, "\n".join(map(str, wrong))


def test_a_display_code_shows_only_what_the_wall_shows(registry: tuple[Inside, list[Evening]]) -> None:
    _, evenings = registry
    wrong = []
    for evening in evenings:
        browser = evening.at["stranger"]
        for route, holds in BY_CODE.items():
            method, path = route.split()
            at = path.format(tournament=evening.tournament, token=evening.token, display=evening.display)
            form = {"id": f"request {evening.tournament}", "about": "count", "n": 5}
            answer = browser.http.get(at) if method == "GET" else browser.http.post(
                at, json=form, headers={"x-csrftoken": browser.me["csrf"]})  # fmt: skip
            expected = holds & PUBLIC[evening.public] if path.endswith("/public") else holds
            if evening.found(answer.text) - {MONEY} != expected or answer.headers["cache-control"] != "no-store":
                wrong.append((evening.public, route, answer.status_code, sorted(evening.found(answer.text) ^ expected)))
            if re.search('"due"|"added"|Still to pay', answer.text):
                wrong.append((evening.public, route, "money", []))
    assert not wrong, "\n".join(map(str, wrong))


def test_all_other_routes_tell_nothing_of_it_and_no_answer_is_kept(registry: tuple[Inside, list[Evening]]) -> None:
    _, evenings = registry
    wrong = []
    secret = {STANDINGS, PRIZES, NAMES, CODES, COPIES}
    for path in (*FREE["GET"], *HOSTS_ALONE, *STAFF_ALONE):
        at = path.format(
            tournament=evenings[0].tournament,
            display="ABCD",
            table="1",
            hand="1",
            period="2026-01",
            tag="0",
            person="1",
            season="1",
            token="0",
        )
        for reader in READERS:
            answer = evenings[0].at[reader].http.get(at)
            allowed = ("host",) if path in HOSTS_ALONE else STAFF_ALL if path in STAFF_ALONE else READERS
            if (reader in allowed) == (answer.status_code in OUT) and allowed is not READERS:
                wrong.append((reader, at, answer.status_code))
            hidden = secret if path not in OF_PERSONS or reader != "host" else secret - {STANDINGS, PRIZES, NAMES}
            if any(evening.found(answer.text) & hidden for evening in evenings):
                wrong.append((reader, at, answer.text[:200]))
            if answer.headers["cache-control"] != "no-store":
                wrong.append((reader, at, "may be kept"))
    assert not wrong, "\n".join(map(str, wrong))


# ---- the socket


def test_each_reader_watches_what_the_table_says(registry: tuple[Inside, list[Evening]]) -> None:
    room, evenings = registry
    wrong = []
    for evening in evenings:
        for kind, (needed, holds) in TOPICS.items():
            topic = f"tournament/{evening.tournament}/{kind}"
            for reader in evening.readers:
                told = watched(room, evening.at[reader], topic)
                may = evening.may(reader)
                expected = holds & may if needed <= may else set()
                if evening.found(told) != expected or bool(told) != (needed <= may):
                    wrong.append((evening.public, reader, topic, sorted(evening.found(told) ^ expected), told[:100]))
        for topic in (f"{SCREEN}/{evening.display}", f"{SEAT}/{evening.token}"):
            told = watched(room, evening.at["stranger"], f"tournament/{evening.tournament}/{topic}")
            if evening.found(told) - {MONEY, CODES} != WALL or re.search('"due"|"added"', told):
                wrong.append((evening.public, "by code", topic, sorted(evening.found(told) ^ WALL), told[:100]))
        for reader, may in (("guest", PUBLIC[evening.public]), ("host", READERS["host"])):
            told = watched(room, evening.at[reader], f"tournament/{evening.tournament}")
            if evening.found(told) != {*WALL, COURSE} & may:
                wrong.append((evening.public, reader, "state", sorted(evening.found(told)), told[:100]))
    assert not wrong, "\n".join(map(str, wrong))


def watched(room: Inside, browser: Browser, topic: str) -> str:
    """What somebody is told first at a topic; "" where they may not watch it."""

    async def run() -> str:
        queue: Any = Told()
        try:
            watcher = await room.app_state.topics.subscriber(topic, queue, await asker_of(room, browser))
        except Exception:
            return ""
        room.app_state.topics.add(watcher)
        await filled(queue)
        room.app_state.topics.drop(watcher)
        return str(queue.text)

    return room.do(run())


async def asker_of(room: Inside, browser: Browser) -> WatchSender:
    cookies = dict(browser.http.cookies.items())
    token = cookies.get(f"sidepot-{room.app_state.room}", "")
    person = await room.app_state.accounts.who(token, room.app_state.registry.clock()) if token else None
    return WatchSender(person, cookies)


async def filled(queue: Any, kind: str = "") -> None:
    """Wait for a first message, of a kind if one is named."""
    for _ in range(10_000):
        if any(f'"type":"{kind}' in one.decode() for one in queue.told):
            return
        await asyncio.sleep(0.001)
    raise AssertionError("nothing was told")


def watch(room: Inside, browser: Browser, topic: str) -> Told:
    """Somebody at a topic, who was told how it stands; they stay there."""

    async def run() -> Told:
        queue: Any = Told()
        room.app_state.topics.add(await room.app_state.topics.subscriber(topic, queue, await asker_of(room, browser)))
        await filled(queue)
        queue.told.clear()
        return queue

    return room.do(run())


def codes(queue: Told) -> list[str]:
    told = [msgspec.json.decode(one) for one in queue.told]
    return [one["code"] for one in told if one["type"] == "gone"]


def test_a_right_that_is_taken_away_ends_what_is_watched_by_it(tmp_path: Path) -> None:
    with inside(tmp_path) as room:
        host = room.guest("Hilda")
        host.become_host()
        form = {"title": "Friday", "preset": "regular", "live": True, "draft": True, "public": "names"}
        pins = {one["role"]: one["pin"] for one in host.post("/api/tournaments", form)["pins"]}
        at: dict[str, Browser] = {"stranger": Browser(room)}
        at["floor"] = Browser(room)
        at["floor"].post("/api/tournaments/1/enter", {"pin": pins["floor"], "name": "Floor"})
        made = host.post("/api/screens")
        host.get(f"/api/screens/{made['token']}")
        host.post(f"/api/screens/{made['code']}", {"tournament": "1"})
        everybody = watch(room, at["stranger"], "tournament/1/screen")
        display = watch(room, at["stranger"], f"tournament/1/screen/{made['token']}")
        floor = watch(room, at["floor"], "tournament/1/screen")
        host.post("/api/tournaments/1/draft", {**form, "public": ""})
        assert codes(everybody) == ["not_public"] and not codes(display) and not codes(floor)
        host.post(f"/api/screens/{made['code']}", {"tournament": ""})
        assert codes(display) == ["not_shown"]
        host.post("/api/tournaments/1/pins", {"revoke": "floor"})
        assert codes(floor) == ["not_public"]


def test_a_dealer_does_not_learn_who_owes_money_by_trying(registry: tuple[Inside, list[Evening]]) -> None:
    _, evenings = registry
    dealer = Console(evenings[0].at["dealer"], evenings[0].tournament)
    for kind in ("paid", "hand_out"):
        answers = [dealer.do(kind, 403, player=player) for player in ("Dahlia", "Anemone", "Nobody")]
        assert {one["code"] for one in answers} == {"other_role"}, answers


def test_a_preview_shows_a_dealer_who_goes_out_and_no_money(tmp_path: Path) -> None:
    with inside(tmp_path) as room:
        host = room.guest("Hilda")
        host.become_host()
        pins = host.post("/api/tournaments", {"title": "Friday", "preset": "knockout", "live": True})["pins"]
        desk, dealer = Console(host), Browser(room)
        pin = next(one["pin"] for one in pins if one["role"] == "dealer")
        dealer.post("/api/tournaments/1/enter", {"pin": pin, "name": "Dot", "table": 1})
        for player in ("Ann", "Bob", "Cy"):
            desk.do("register", player=player)
        for act in ("draw_seats", "start"):
            desk.do(act)
        form = {"id": "look", "do": {"type": "out", "player": "Ann", "by": ["Bob"]}}
        told = [
            {one["what"] for one in browser.post("/api/tournaments/1/preview", form)["changes"]}
            for browser in (host, dealer)
        ]
        assert "bounties" in told[0] and "players left" in told[1] and told[0] - told[1] == {"bounties"}


def test_the_list_of_tournaments_shows_strangers_what_the_public_page_shows(
    registry: tuple[Inside, list[Evening]],
) -> None:
    _, evenings = registry
    told = {
        reader: {one["id"]: one for one in evenings[0].at[reader].get("/api/tournaments")["tournaments"]}
        for reader in ("stranger", "host")
    }
    for evening in evenings:
        assert told["host"][evening.tournament]["players"] == 5
        assert told["stranger"][evening.tournament].get("players", 0) == (5 if evening.public else 0)
        assert told["stranger"][evening.tournament]["title"] == told["host"][evening.tournament]["title"]
