"""Names in the acts of a director: numbers of persons go in where names came, and names where an answer goes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import msgspec
from litestar import Response

from sidepot.errors import BadNotation, Conflict
from sidepot.room.running.persons import CLOSES, OPENS, check_brackets, key_of
from sidepot.room.tournament import commands as s
from sidepot.validation.shown_text import PILED, is_piled

if TYPE_CHECKING:
    from sidepot.room.running.persons import Persons

T = TypeVar("T")
FEW: Final = 400  # names among which a similar one is looked for
_ENCODER: Final = msgspec.json.Encoder()


def named(persons: Persons, content: T, status: int = 200) -> Response[T]:
    """An answer with names."""
    data = persons.told(_ENCODER.encode(content))
    return cast("Response[T]", Response(data, media_type="application/json", status_code=status))


def check_texts(command: object) -> None:
    """Raise BadNotation where a text of an act could pass for a person, or nobody could read it."""
    told = _ENCODER.encode(command).decode()
    if OPENS in told or CLOSES in told:
        check_brackets(told)
    if is_piled(told):
        raise BadNotation(PILED, code="bad_text")


def finder(persons: Persons, *, staff: bool = False) -> Callable[[str], str]:
    """A function from names (of the `staff`) to numbers, which raises NobodySo for a name that nobody has."""

    def find(name: str) -> str:
        mark = persons.find(name, staff=staff)
        if not mark:
            raise NobodySo(name, similar(name, persons.names()))
        return mark

    return find


class NobodySo(Conflict, usual="not_entered"):
    """Nobody of that `name` plays here; `near` are those who may be meant."""

    def __init__(self, name: str, near: Sequence[str]) -> None:
        super().__init__(f"{name!r} has not entered", near=near)
        self.name = name


def similar(name: str, names: Sequence[str]) -> list[str]:
    """At most three names that may be meant."""
    key = key_of(name)
    begins = [one for one in names if key and key_of(one).startswith(key[:3])]
    among = begins if len(names) > FEW else list(names)
    found = get_close_matches(key, [key_of(one) for one in among[:FEW]], 3)
    return [one for one in among if key_of(one) in found][:3]


def with_why(command: Any, why: str, at: int | None, now: int) -> Any:
    """The same act with its reason, and the time at which it was tapped, where it has none of its own."""
    changes: dict[str, Any] = {}
    if why and getattr(command, "why", None) == "" and not isinstance(command, s.CloseAsk | s.RefuseAll | s.SetAside):
        changes["why"] = why
    if at is not None and "at" in command.__struct_fields__ and command.at is None:
        changes["at"] = min(at, now)
    return msgspec.structs.replace(command, **changes) if changes else command
