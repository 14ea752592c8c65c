"""Every number that may come from outside, found in the structs themselves: where it is, its bounds, and a message
that is right but for it. So a new field is tried by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from sidepot.games.catalog import EIGHT_OR_BETTER
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.room.table.terms import BotSeat, RoomTerms
from sidepot.table.debts import Credit, Loan, Marker
from sidepot.table.events import HandDone
from sidepot.table.table_rules import Kill, OpenStakes, TableRules, TimeCharge
from sidepot.tournament.presets import PRESETS

BAD = (10**14, -1, 10**400, 0.5, True, "1e999")
"""What somebody may send by mistake or to do harm; text only where forms send text."""

TEXTS = {"player": "Ann", "name": "Zoe", "id": "i1", "table": "1", "tournament": "1", "emoji": "👍", "pin": "123456"}


class Number(NamedTuple):
    """A number in a message: its `path`, the struct that it is in and the field there, its bounds, and whether other
    types are right too."""

    path: str
    owner: type
    field: str
    least: float | None
    most: float | None
    others: frozenset[type]
    message: Callable[[Any], Any]

    def is_right(self, value: Any) -> bool:
        """Whether a value may stand here."""
        if isinstance(value, bool | str):
            return type(value) in self.others
        if isinstance(value, float) and float not in self.others:
            return False
        return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)


# ---- messages that are right


def _samples() -> dict[type, Any]:
    """Structs that refuse what does not fit together, each as JSON: the first of each kind in real terms."""
    rules = TableRules(mix=PRESETS["turbo"].mix, stakes=(Stakes(ante=1, blinds=(1, 2), rake=Rake(5, cap=3)),))
    terms = RoomTerms(title="Friday", rules=rules, bots=(BotSeat("Zoe"),))
    credit = Credit(markers=(Marker(1, "Ann", 5, (("Bob", 5),)),), loans=(Loan(1, "Ann", "Bob", 5),))
    more = (Kill(), TimeCharge(1), OpenStakes(), EIGHT_OR_BETTER, credit, HandDone(1, (5, 5), (0, 5)))
    limits = (NoLimit(), PotLimit(), FixedLimit(), SpreadLimit(1, 2))
    found: dict[type, Any] = {}
    for whole in (terms, *PRESETS.values(), *more, *limits):
        for one in _structs_in(whole):
            found.setdefault(type(one), msgspec.to_builtins(one))
    return found


def _structs_in(value: Any) -> Iterator[msgspec.Struct]:
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from _structs_in(getattr(value, name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _structs_in(one)


SAMPLES = _samples()


def _right(kind: inspect.Type, name: str = "") -> Any:
    """A value of a type, as JSON, that is right as far as the type says."""
    match kind:
        case inspect.Metadata():
            return _right(kind.type, name)
        case inspect.UnionType():
            plain = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
            return _right(plain[0], name)
        case inspect.IntType() | inspect.FloatType():
            return max(int(kind.ge or 0), min(1, int(kind.le or 1)))
        case inspect.BoolType():
            return True
        case inspect.StrType():
            return TEXTS.get(name, "x")
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.EnumType():
            return next(iter(kind.cls)).value
        case inspect.StructType():
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            needed = {field.encode_name: _right(field.type, field.name) for field in kind.fields if field.required}
            return tag | SAMPLES.get(kind.cls, needed)
        case inspect.TupleType():
            return [_right(one, name) for one in kind.item_types]
        case inspect.VarTupleType() if kind.min_length:
            return [_right(kind.item_type, name)]
        case inspect.DictType():
            return {}
        case inspect.NoneType():
            return None
    return []


# ---- the numbers in a type


def numbers_of(wanted: Any) -> list[Number]:
    """Every number in a type. Those of a struct that is in it more than once are told once."""
    found: dict[tuple[type, str], Number] = {}
    for one in _numbers(inspect.type_info(wanted), lambda value: value, "", "", frozenset(), ()):
        found.setdefault((one.owner, one.path[one.path.rfind(f".{one.field}") :]), one)
    return list(found.values())


def _numbers(
    kind: inspect.Type,
    message: Callable[[Any], Any],
    path: str,
    field: str,
    others: frozenset[type],
    within: tuple[type, ...],
) -> Iterator[Number]:
    def inner(one: inspect.Type, build: Callable[[Any], Any], more: str, name: str = field) -> Iterator[Number]:
        return _numbers(one, lambda value: message(build(value)), path + more, name, frozenset(), within)

    match kind:
        case inspect.Metadata():
            yield from _numbers(kind.type, message, path, field, others, within)
        case inspect.UnionType():
            plain = {inspect.StrType: str, inspect.BoolType: bool, inspect.FloatType: float}
            also = frozenset([plain[type(one)] for one in kind.types if type(one) in plain])
            for one in kind.types:
                yield from _numbers(one, message, path, field, also, within)
        case inspect.IntType():
            yield Number(path, within[-1] if within else object, field, kind.ge, kind.le, others, message)
        case inspect.FloatType():
            owner = within[-1] if within else object
            yield Number(path, owner, field, kind.ge, kind.le, others | {float}, message)
        case inspect.StructType() if kind.cls not in within:
            base = _right(kind)
            tag = f"({kind.tag})" if kind.tag is not None else ""
            for each in kind.fields:
                yield from _numbers(
                    each.type,
                    _with(message, base, each.encode_name),
                    f"{path}{tag}.{each.encode_name}",
                    each.encode_name,
                    frozenset(),
                    (*within, kind.cls),
                )
        case inspect.ListType() | inspect.VarTupleType():
            yield from inner(kind.item_type, lambda value: [value], "[]")
        case inspect.TupleType():
            row = _right(kind)
            for at, one in enumerate(kind.item_types):
                yield from inner(one, lambda value, at=at: [*row[:at], value, *row[at + 1 :]], f"[{at}]")  # type: ignore[misc]
        case inspect.DictType():
            key = _right(kind.key_type)
            yield from inner(kind.key_type, lambda value: {str(value): _right(kind.value_type)}, "{key}")
            yield from inner(kind.value_type, lambda value: {str(key): value}, "{}")


def _with(message: Callable[[Any], Any], base: dict[str, Any], name: str) -> Callable[[Any], Any]:
    """A message with one value in its place, before all others: so it is read first."""
    return lambda value: message({key: one for key, one in base.items() if key != name} | {name: value})


def unbounded(numbers: Iterable[Number]) -> list[str]:
    """The paths of those that have no bounds."""
    return sorted({one.path for one in numbers if one.least is None or one.most is None})
