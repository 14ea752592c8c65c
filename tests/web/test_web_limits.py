"""How many requests one address may make: each kind is counted apart, and every path of the room is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from few_examples import some
from web_rooms import Browser, Running, running

from sidepot.web import rate_limits
from sidepot.web.settings import Settings


@pytest.fixture
def room(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    for at, name in enumerate(("GENERAL", "FILES", "WATCHING")):
        limit = getattr(rate_limits, name)
        monkeypatch.setattr(rate_limits, name, limit._replace(per_minute=20 + 10 * at))
    with running(tmp_path_factory.mktemp("room"), settings=Settings(demo=False)) as found:
        yield found


def heard(browser: Browser, path: str, most: int = 100) -> int:
    """How many requests are answered before it is too much."""
    for at in range(most):
        answer = browser.http.get(path)
        if answer.status_code == 429:
            assert "too many requests" in answer.json()["because"]
            return at
        assert answer.status_code in (200, 503)
    return most


@pytest.mark.more
@pytest.mark.parametrize("path", some(["/healthz", "/readyz", "/metrics", "/schema", "/schema/openapi.json"], 2))
def test_how_the_room_is_can_be_asked_so_often(room: Running, path: str) -> None:
    browser = Browser(room)
    assert heard(browser, path) == rate_limits.WATCHING.per_minute
    assert browser.http.get("/api/tables").status_code == 200
    assert browser.http.get("/").status_code == 200


def test_files_are_counted_apart(room: Running) -> None:
    """A room full of players behind one address loads its pages, and plays on."""
    browser = Browser(room)  # which has asked who it is
    assert (
        heard(browser, "/static/common/style.css", rate_limits.FILES.per_minute - 5) == rate_limits.FILES.per_minute - 5
    )
    for path in ("/", "/tiles", "/verify", "/favicon.ico", "/static/common/icon.svg"):
        assert browser.http.get(path).status_code == 200
    assert browser.http.get("/").status_code == 429
    assert heard(browser, "/api/tables") == rate_limits.GENERAL.per_minute - 1
    assert browser.http.get("/healthz").status_code == 200


def test_every_path_is_counted(room: Running) -> None:
    """But the socket, which has limits of its own: they are in the middleware of its route or of what is around it."""
    from sidepot.web.app import make_app

    app = make_app(room.app_state)
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            assert handler.resolve_middleware()[1:], route.path  # besides the sessions
