"""HTTP under nonsense: schemathesis asks for everything that the interface describes, and for what it does not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from few_examples import examples
from needs import SCHEMATHESIS
from web_rooms import PLAIN, FakeRegistry

schemathesis = pytest.importorskip("schemathesis", reason=SCHEMATHESIS.reason)

from hypothesis import HealthCheck, Phase, given, settings  # noqa: E402
from litestar.middleware.csrf import generate_csrf_token  # noqa: E402
from schemathesis.checks import not_a_server_error  # noqa: E402
from test_socket import terms  # noqa: E402

from sidepot.room.store.store import open_store  # noqa: E402
from sidepot.web.app import make_app  # noqa: E402
from sidepot.web.state import AppState  # noqa: E402

QUICK = settings(
    max_examples=examples(8),
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
PATHS = (
    *("GET /api/me", "POST /api/guest", "POST /api/signup", "POST /api/login", "POST /api/logout", "POST /api/host"),
    "POST /api/rename",
    *("GET /api/tables", "POST /api/tables", "POST /api/tables/{table}/join", "GET /api/tables/{table}/hands"),
    *("GET /api/tables/{table}/agreement", "POST /api/tables/{table}/password"),
    *("GET /api/club", "POST /api/club/bans", "POST /api/club/bans/lift"),
    "POST /api/club/pictures/erase",
    *("POST /api/club/roles", "POST /api/club/owner", "POST /api/club/end"),
    *("GET /api/club/look", "GET /api/club/logo/{tag}", "POST /api/club/look", "POST /api/club/logo"),
    *("GET /api/club/persons", "POST /api/club/persons/{person}", "GET /api/club/persons/{person}/stored"),
    *("GET /api/seasons", "POST /api/seasons", "GET /api/seasons/{season}", "POST /api/seasons/{season}"),
    *(f"GET /api/seasons/{{season}}/{what}" for what in ("standings", "csv", "toml")),
    *("GET /api/floor/log", "POST /api/floor/log", "GET /api/floor/log/csv", "GET /api/floor/log/photos/{tag}"),
    *("POST /api/floor/log/{ruling}/photo", "POST /api/floor/log/{ruling}/erase"),
    "GET /api/standings/{token}",
    *("GET /api/journal/{period}", "GET /api/journal/{period}/lines", "GET /api/journal/{period}/csv"),
    *("POST /api/club/persons/{person}/picture", "GET /api/seat/{token}/person", "POST /api/seat/{token}/picture"),
    *("POST /api/club/merges", "POST /api/club/merges/{merge}/undo"),
    *("GET /api/avatars", "GET /api/avatars/{tag}", "POST /api/avatar", "POST /api/avatar/picture"),
    "GET /api/invite",
    "GET /api/invite/qr",
    "POST /api/invite/lan",
    *("GET /api/hands", "GET /api/figures", "GET /api/tables/{table}/hands/{hand}/replay"),
    *("GET /api/integrity", "POST /api/integrity/look", "POST /api/integrity/seat"),
    *("GET /api/nights", "GET /api/nights/{period}", "GET /api/nights/{period}/csv"),
    *("GET /api/nights/{period}/league", "POST /api/nights/{period}/changes"),
    *("GET /api/tables/{table}/hands/{hand}/phh", "POST /api/tables/{table}/hands/{hand}/note"),
    *("GET /api/tables/{table}/hands/{hand}/shares", "GET /api/tables/{table}/hands/{hand}/file"),
    *("GET /api/tables/{table}/hands/{hand}/equities", "GET /api/hands/file"),
    "GET /api/tables/{table}/hands/{hand}/practice",
    *(
        "GET /api/tournaments",
        "POST /api/tournaments",
        "GET /api/tournaments/presets",
        "GET /api/tournaments/{tournament}",
    ),
    "POST /api/tournaments/build",
    *("POST /api/tournaments/{tournament}/join", "GET /api/tournaments/{tournament}/agreement"),
    *("POST /api/tournaments/{tournament}/say", "GET /api/tournaments/{tournament}/players"),
    *(
        "GET /api/tournaments/{tournament}/moves",
        "GET /api/tournaments/{tournament}/csv",
        "GET /api/tournaments/{tournament}/hands",
    ),
    *("POST /api/tournaments/{tournament}/do", "POST /api/tournaments/{tournament}/preview"),
    *(f"{how} /api/tournaments/{{tournament}}/dealer/{{table}}" for how in ("GET", "POST")),
    "GET /api/tournaments/{tournament}/dealer/{table}/hands.phhs",
    "GET /api/tournaments/{tournament}/spot",
    *("POST /api/tournaments/{tournament}/enter", "POST /api/tournaments/{tournament}/pins"),
    *(f"GET /api/tournaments/{{tournament}}/{view}" for view in ("director", "advice", "tables", "money", "log")),
    *(f"GET /api/tournaments/{{tournament}}/archive.{ending}" for ending in ("json", "jsonl", "copy")),
    *("POST /api/tournaments/copy", "POST /api/tournaments/{tournament}/draft"),
    *(f"{how} /api/tournaments/{{tournament}}/players.csv" for how in ("GET", "POST")),
    "GET /api/tournaments/{tournament}/books.csv",
    *("POST /api/tournaments/{tournament}/again", "GET /api/tournaments/{tournament}/regulars"),
    "GET /api/tournaments/{tournament}/known",
    *("GET /api/tournaments/{tournament}/bags", "GET /api/tournaments/{tournament}/bags.csv"),
    *("POST /api/tournaments/{tournament}/day2", "POST /api/tournaments/{tournament}/day2/back"),
    *("GET /api/seat/{token}", "POST /api/seat/{token}/asks", "POST /api/tournaments/{tournament}/checkin"),
    *("POST /api/tournaments/{tournament}/names", "POST /api/tournaments/{tournament}/persons"),
    *("GET /api/tournaments/{tournament}/structure", "GET /api/tournaments/{tournament}/role"),
    "GET /api/tables/{table}/hands/{hand}/settle",
    *(
        "GET /api/floor",
        "GET /api/floor/deck",
        "GET /api/houses",
        "GET /api/houses/choices",
        "POST /api/houses/file",
        "POST /api/houses/read",
        "GET /api/floor/search",
        "POST /api/floor/felt",
        "POST /api/floor/compare",
        "POST /api/floor/rule",
    ),
    *("GET /api/quiz", "POST /api/quiz/ask", "POST /api/quiz/answer", "POST /api/quiz/test", "POST /api/quiz/result"),
    *("GET /api/screens", "POST /api/screens", "GET /api/screens/{display}", "POST /api/screens/{display}"),
    *("GET /api/tournaments/{tournament}/print/{sheet}", "GET /api/tournaments/{tournament}/archive.html"),
    "GET /api/tournaments/{tournament}/public",
    *("GET /api/screens/{display}/seats", "GET /api/screens/{display}/qr"),
    *("GET /api/tables/{table}/hands/{hand}", "POST /api/verify", "POST /api/settle", "GET /api/games", "GET /healthz"),
    "GET /readyz",
    *("GET /api/cash", "POST /api/cash", "GET /api/cash/{night}", "POST /api/cash/{night}/do"),
    *(f"POST /api/cash/{{night}}/{what}" for what in ("enter", "pins", "slip", "join")),
    *(f"GET /api/cash/{{night}}/{what}" for what in ("role", "regulars", "lists", "receipts/{line}", "books", "csv")),
    *("GET /api/cash/me/{token}", "POST /api/cash/me/{token}/asks"),
)


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    folder: Path = tmp_path_factory.mktemp("room")
    store = open_store(folder / "room.db")
    app_state = AppState(PLAIN, store, FakeRegistry(), room="abcdef", secret="for tests")
    asyncio.run(app_state.open_table(terms(), by=""))
    schema = schemathesis.openapi.from_asgi("/schema/openapi.json", make_app(app_state))
    found = [result.ok() for result in schema.get_all_operations()]
    yield {f"{one.method.upper()} {one.path}": one for one in found}
    asyncio.run(store.close())


@pytest.mark.long
def test_all_that_the_interface_describes_is_asked_for(operations: dict[str, Any]) -> None:
    assert set(operations) == set(PATHS)


@pytest.mark.more
@pytest.mark.parametrize("path", PATHS)
def test_every_request_is_answered(operations: dict[str, Any], path: str) -> None:
    """No request is an error of the server's, and every refusal says why."""
    token = generate_csrf_token("for tests")

    @QUICK
    @given(case=operations[path].as_strategy())
    def ask(case: Any) -> None:
        case.headers = {**(case.headers or {}), "x-csrftoken": token}
        case.cookies = {**(case.cookies or {}), "sidepot-csrf-abcdef": token}
        answer = case.call_and_validate(checks=(not_a_server_error,))
        if answer.status_code >= 400:
            assert answer.json()["because"]

    ask()
