"""The floor in a case that is played: a ruling is made on the live hand, compared, and carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

import msgspec

from sidepot.cases.case_words import seat_of
from sidepot.cases.expected import Problems
from sidepot.cases.ruling_cases import Expected, look
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.carry_out import carry_out
from sidepot.floor.rulings import find_topic, read_facts, rule_on
from sidepot.floor.spot import spot_of
from sidepot.floor.turns.substantial import has_substantial
from sidepot.hand.deaths import death
from sidepot.rules.ruling import FourCards, NewStub, Redeal, Ruling, choose
from sidepot.validation.problems import as_type

if TYPE_CHECKING:
    from sidepot.cases.case_setups import Pack
    from sidepot.hand.hand import Hand

SEATS = tuple[int, ...]


class Floor(NamedTuple):
    """A ruling that a step asks for: the facts, the expected ruling, the chosen option, and who rules."""

    rule: dict[str, object]
    ruling: Expected
    choose: str | None = None
    by: str = ""


def prepare_floor(given: Mapping[str, object], names: Sequence[str]) -> None:
    """Raise BadNotation for a `rule` that names no topic, or facts that the topic does not have."""
    facts = with_seats(given, names)
    fields = _fields(facts)
    for key, value in facts.items():
        if key != "topic" and key not in fields:
            keys = f"the keys are {', '.join(fields)}" if fields else "there are none"
            raise BadNotation(f"{facts['topic']}: unknown key {key!r}; {keys}")
        as_type(value, fields.get(key, str), f"{facts['topic']}: {key}")


def _fields(facts: Mapping[str, object]) -> dict[str, Any]:
    topic = facts.get("topic")
    if not isinstance(topic, str):
        raise BadNotation('a `rule` needs the name of its topic, as in topic = "misdeal"')
    struct = find_topic(topic).facts
    return {name: kind for name, kind in get_type_hints(struct).items() if name in struct.__struct_fields__}


def with_seats(given: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
    """The facts with seats in place of players' names, if the topic asks for seats."""
    fields = _fields(given)
    facts = dict(given)
    for key, value in given.items():
        if fields.get(key) is int and isinstance(value, str):
            facts[key] = seat_of(value, names)
        elif fields.get(key) == SEATS and isinstance(value, list):
            facts[key] = [seat_of(one, names) if isinstance(one, str) else one for one in value]
    return facts


def do_floor(floor: Floor, seat: int, hand: Hand, pack: Pack, names: list[str]) -> Problems:
    """Make the ruling of a step, compare it with the case, and carry it out. Returns the differences."""
    try:
        ruling = rule_on(read_facts(_of_hand(floor.rule, seat, hand, names)), hand.setup.rulebook)
    except SidepotError as error:
        return [f"the ruling is refused: {error}"]
    problems = look(ruling, floor.ruling)
    try:
        if floor.choose is not None:
            ruling = choose(ruling, floor.choose)
        pack.absent = (*pack.absent, *carry_out(hand, ruling, by=floor.by))
    except SidepotError as error:
        return [*problems, f"the ruling cannot be carried out: {error}"]
    _deal_otherwise(ruling, pack)
    return problems


def _of_hand(given: Mapping[str, object], seat: int, hand: Hand, names: Sequence[str]) -> dict[str, object]:
    """The facts of a step, with the live hand's: spot, seat, chips, whether there has been action."""
    facts = with_seats(given, names)
    fields = _fields(facts)
    if "spot" in fields and "spot" not in facts:
        facts["spot"] = msgspec.to_builtins(spot_of(hand, seat))
    if fields.get("seat") is int and "seat" not in facts and seat >= 0:
        facts["seat"] = seat
    if fields.get("live") is bool and "live" not in facts:
        facts["live"] = True
    if {"called", "uncalled", "seat"} <= set(fields) and not {"called", "uncalled"} & set(facts):
        dead = as_type(facts.get("seat"), int, "seat")
        facts["uncalled"] = death(hand, dead, refund=True).refund
        facts["called"] = hand.bets[dead] - death(hand, dead, refund=True).refund
    if {"actions", "substantial"} <= set(fields) and not {"actions", "substantial"} & set(facts):
        facts["substantial"] = has_substantial(hand, hand.setup.rulebook)
    return facts


def _deal_otherwise(ruling: Ruling, pack: Pack) -> None:
    """Apply the ruling to the cards that the case has prepared."""
    for effect in ruling.effects:
        if isinstance(effect, Redeal) or isinstance(effect, NewStub) and effect.mixed:
            pack.deal_again()
        elif isinstance(effect, FourCards):
            pack.four_cards(effect.drawn)
