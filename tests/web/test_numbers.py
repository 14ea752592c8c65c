"""Numbers that nobody can mean, in every field of every form and command: each is refused by name, the room goes on.

The fields are found in the structs (`number_fields`) and in the routes, so that a new one is tried by itself.
"""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import msgspec
from cash_nights import TERMS
from litestar import Litestar
from msgspec import to_builtins
from number_fields import BAD, Number, numbers_of, unbounded
from rooms_within import Room, room_within, say

from sidepot.room.views.tournament_schema import AnyFromClient
from sidepot.tournament.tournament import encode

PARTS = {"period": "2026-11", "sheet": "slips"}  # of addresses; else "1"
TEXTS = (str(10**14), "-1", str(10**400), "0.5", "true", "1e999")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room_within(tmp_path_factory.mktemp("room")) as found:
        assert found.run(found.ask("POST", "/api/cash", to_builtins(TERMS))).status == 200
        yield found


@pytest.fixture(autouse=True)
def goes_on(room: Room) -> Iterator[None]:
    """After each test the room is well, and its evening goes on."""
    yield
    assert room.run(room.act("heads", table=1, n=6)).status == 200
    assert room.run(room.ask("GET", "/healthz")).told["status"] == "ok"


# ---- what there is


def handlers(app: Litestar) -> Iterator[tuple[str, Any]]:
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            yield route.path, handler


def address(path: str, name: str = "") -> str:
    """An address with something in each of its places, and `<>` in that of one name."""
    return re.sub(r"\{(\w+):\w+\}", lambda part: "<>" if part[1] == name else PARTS.get(part[1], "1"), path)


def forms(app: Litestar) -> dict[str, tuple[Any, str]]:
    """Every form that is sent to the room, with one address that takes it."""
    found: dict[str, tuple[Any, str]] = {}
    for path, handler in handlers(app):
        field = handler.parsed_data_field
        if field is not None and isinstance(field.annotation, type) and issubclass(field.annotation, msgspec.Struct):
            found.setdefault(field.annotation.__name__, (field.annotation, address(path)))
    return found


class Parameter(NamedTuple):
    """A number in an address or a query, its bounds, and the address with `<>` in its place."""

    name: str
    least: int | None
    most: int | None
    path: str

    def is_right(self, text: str) -> bool:
        return text.removeprefix("-").isdecimal() and (self.least or 0) <= int(text) <= (self.most or 0)


def parameters(app: Litestar) -> Iterator[Parameter]:
    for path, handler in handlers(app):
        for part in (handler, *handler.resolve_dependencies().values()):
            for name, field in part.parsed_fn_signature.parameters.items():
                if field.annotation in (int, float):
                    told = field.kwarg_definition
                    own = getattr(told, "name", None) or name
                    plain = address(path, name)
                    asked = plain if "<>" in plain else f"{plain}?{own}=<>"
                    yield Parameter(own, getattr(told, "ge", None), getattr(told, "le", None), asked)


def names_it(because: str, number: Number) -> bool:
    """Whether a refusal says which number is wrong, and what would be right."""
    place, _, told = because.partition(": ")
    return told.startswith(("expected ", "this is ")) and number.field in re.split(r"[.\[]", place)


def test_every_number_has_a_least_and_a_most(room: Room) -> None:
    found = {name: unbounded(numbers_of(form)) for name, (form, _) in forms(room.app).items()}
    found["messages of the socket"] = unbounded(numbers_of(AnyFromClient))
    found["addresses"] = [one.path for one in parameters(room.app) if one.least is None or one.most is None]
    assert {name: paths for name, paths in found.items() if paths} == {}
    assert len(numbers_of(forms(room.app)["DoForm"][0])) > 150 and len(list(parameters(room.app))) > 20


# ---- what nobody can mean


@pytest.mark.long
def test_a_number_out_of_bounds_in_a_form_is_refused_by_its_name(room: Room) -> None:
    async def wrong() -> list[str]:
        found = []
        for name, (form, path) in forms(room.app).items():
            for number in numbers_of(form):
                for value in BAD:
                    if not number.is_right(value):
                        answer = await room.ask("POST", path, number.message(value), stranger=True)
                        if answer.status in (401, 403):  # a reader without the right is refused first
                            answer = await room.ask("POST", path, number.message(value))
                        if answer.status != 400 or not names_it(answer.because, number):
                            found.append(f"{name}{number.path} {value!r:.20}: {answer}")
        return found

    found = room.run(wrong())
    assert not found, "\n".join(found[:30])


def test_a_number_out_of_bounds_in_an_address_is_refused_by_its_name(room: Room) -> None:
    async def wrong() -> list[str]:
        found = []
        for one in parameters(room.app):
            for text in TEXTS:
                path = one.path.replace("<>", text)
                answer = await room.ask("GET", path, stranger=True)
                if answer.status in (401, 403):  # a reader without the right is refused first
                    answer = await room.ask("GET", path)
                is_named = answer.status == 400 and answer.because.startswith(f"{one.name}: expected ")
                is_nowhere = answer.status in (404, 405)  # there is no such address; or it takes only what is sent
                if not (answer.status < 500 if one.is_right(text) else is_named or is_nowhere):
                    found.append(f"{one.path} {text:.20}: {answer}")
        return found

    found = room.run(wrong())
    assert not found, "\n".join(found[:30])


def test_a_number_out_of_bounds_on_a_socket_is_refused_by_its_name(room: Room) -> None:
    """A command gets a `nack`, anything else a `fault`."""

    async def wrong() -> list[str]:
        found = []
        for number in numbers_of(AnyFromClient):
            line = await room.socket()
            for value in BAD:
                if not number.is_right(value):
                    message = number.message(value)
                    line.heard.clear()
                    say(line, message)
                    answer = next((one for one in line.heard if one["type"] in ("nack", "fault")), {})
                    kind = "nack" if message["type"] in ("cmd", "tournament_cmd", "dealer_cmd") else "fault"
                    if answer.get("type") != kind or not names_it(answer["because"], number):
                        found.append(f"{number.path} {value!r:.20}: {line.heard}")
        return found

    found = room.run(wrong())
    assert not found, "\n".join(found[:30])


# ---- what is allowed, however large


@pytest.mark.long
def test_the_least_and_the_most_of_each_number_are_taken_or_refused_at_once(room: Room) -> None:
    """No bound is so large that it takes time or memory, or is a fault of the room's own."""

    async def wrong() -> list[str]:
        found = []
        for name, (form, path) in forms(room.app).items():
            for number in numbers_of(form):
                for value in (number.least, number.most):
                    message = number.message(value)
                    room.acts += 1
                    if "id" in message:
                        message["id"] = f"c{room.acts}"
                    answer = await room.ask("POST", path.replace("/do", "/preview"), message)
                    if answer.status >= 500:
                        found.append(f"{name}{number.path} {value}: {answer}")
        return found

    found = room.run(wrong())
    assert not found, "\n".join(found[:30])


def test_penalties_and_hands_beyond_all_bounds_are_refused_and_the_largest_take_no_room(room: Room) -> None:
    async def tried() -> None:
        answer = await room.act("penalise", player="Ann", rounds=10**14)
        assert (answer.status, answer.because, answer.told["code"]) == (
            400, "do.rounds: expected 0 to 99", "out_of_bounds",
        )  # fmt: skip
        assert answer.told["sentence"] == ["{field}: expected {least} to {most}", "do.rounds", "0", "99"]
        assert (await room.act("hands", table=1, n=10**14)).because == "do.n: expected 1 to 1000"
        for _ in range(3):
            assert (await room.act("penalise", player="Ann", hands=1000, rounds=99)).status == 200
        events = room.app_state.registry.tournaments
        tournament = await events.find("1")
        ann = (await events.persons(tournament)).find("Ann")
        before = tournament.tournament.entrants[ann].penalty
        tracemalloc.start()
        answers = [await room.act("hands", table=table, n=1000) for table in tournament.tournament.tables]
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert [one.status for one in answers] == [200] * len(answers)
        tournament = await events.find("1")
        assert before - tournament.tournament.entrants[ann].penalty == 1000
        assert most < 2**20 and max(len(encode([step])) for step in tournament.tournament.log[-2:]) < 1000

    room.run(tried())
