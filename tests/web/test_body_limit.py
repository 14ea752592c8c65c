"""The body of a request comes in time, or the client gets a 408 and the connection ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.web import asgi
from sidepot.web.asgi import RequestBodyTimeout


def asked(
    headers: list[tuple[bytes, bytes]], *parts: dict[str, Any], reads: bool = True
) -> tuple[list[Any], list[dict[str, Any]]]:
    """What an application hears of a request with these parts, after which nothing comes; and what the client gets."""
    heard: list[Any] = []
    told: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while reads:
            message = await receive()
            heard.append(message.get("body", message["type"]))
            if not message.get("more_body"):
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def run() -> None:
        coming = list(parts)

        async def receive() -> Any:
            return coming.pop(0) if coming else await asyncio.sleep(3600)

        async def send(message: Any) -> None:
            told.append(message)

        await RequestBodyTimeout(app)({"type": "http", "headers": headers}, receive, send)  # type: ignore[arg-type]

    asyncio.run(run())
    return heard, told


def part(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_that_is_whole_is_handed_over() -> None:
    heard, told = asked([(b"content-length", b"2")], part(b"a", more=True), part(b"b"))
    assert heard == [b"a", b"b"]
    assert told[0]["status"] == 200 and told[0]["headers"] == []


def test_a_body_that_does_not_end_is_answered_with_408(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "BODY_WITHIN", 0.01)
    heard, told = asked([(b"transfer-encoding", b"chunked")], part(b"a", more=True))
    assert heard == [b"a", "http.disconnect"]
    assert [one["type"] for one in told] == ["http.response.start", "http.response.body"]
    assert told[0]["status"] == 408 and (b"connection", b"close") in told[0]["headers"]


@pytest.mark.parametrize(
    ("headers", "closes"),
    [([], False), ([(b"content-length", b"0")], False), ([(b"content-length", b"9")], True)],
)
def test_a_connection_on_which_the_body_is_not_read_is_closed(headers: list[tuple[bytes, bytes]], closes: bool) -> None:
    _, told = asked(headers, reads=False)
    assert ((b"connection", b"close") in told[0]["headers"]) == closes
