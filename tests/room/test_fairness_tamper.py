"""Whatever is changed in a record, it does not hold any more: by itself, or against what was noted at the table."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from each import each
from fair_hands import Fair, fair_hand
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EXAMPLES

from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.room.fairness import chain
from sidepot.room.fairness.record import decode_record, encode_record
from sidepot.room.fairness.record_check import verify_record

HANDS = (1, 4, 8, 21, 33, 40)


@cache
def hand(seed: int) -> Fair:
    return fair_hand(seed)


def document(seed: int, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(encode_record(hand(seed).record(seat)))
    return found


def holds(doc: dict[str, Any], **noted: str) -> bool:
    """Whether a record holds; one that cannot be read does not."""
    try:
        return verify_record(decode_record(json.dumps(doc).encode()), **noted).holds
    except BadNotation:
        return False


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from paths(part, (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from paths(part, (*path, at))


def changed(value: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-1, 1, 4))
        case str() if value:
            at = chance.randrange(len(value))
            return value[:at] + ("1" if value[at] == "0" else "0") + value[at + 1 :]
        case list() if len(value) > 1 and value[0] != value[-1]:
            return value[::-1]
        case list() | dict():
            return None
    return "something"


@settings(max_examples=examples(10) * EXAMPLES, deadline=None)
@given(st.sampled_from(HANDS), st.integers(0, 2**32))
def test_any_single_change_is_found(seed: int, draw: int) -> None:
    """A value changed, a part taken out, a part put in twice: anywhere in the document."""
    chance = random.Random(draw)
    doc = document(seed)
    section = chance.choice(("items", "links", "own", "openings", "seat", "before", "format"))
    places = [path for path in paths(doc) if path[0] == section]
    path = chance.choice(places)
    inside = doc
    for key in path[:-1]:
        inside = inside[key]
    match chance.randrange(3):
        case 0:
            inside[path[-1]] = changed(inside[path[-1]], chance)
        case 1:
            inside.pop(path[-1])
        case 2:
            if isinstance(inside, list):
                inside.insert(path[-1], copy.deepcopy(inside[path[-1]]))
            else:
                inside["one more"] = 1
    if told(doc) != told(document(seed)):
        assert not holds(doc), path


def told(doc: dict[str, Any]) -> dict[str, Any]:
    """What a record tells: the order in which its owner named the cards that they threw away is no part of that."""
    plain = copy.deepcopy(doc)
    for own in plain.get("own") or []:
        event = own.get("event") if isinstance(own, dict) else None
        if isinstance(event, dict) and event.get("type") == "discarded" and isinstance(event.get("cards"), list):
            event["cards"] = sorted(event["cards"], key=str)
    return plain


@each("seed", HANDS)
def test_untouched_records_hold(seed: int) -> None:
    """In any layout of JSON; for everybody."""
    for seat in hand(seed).seats:
        doc = document(seed, seat)
        assert holds(doc)
        assert holds(dict(reversed(doc.items())))


def rechained(doc: dict[str, Any]) -> dict[str, Any]:
    """A forger's record: the chain worked out again over what they changed."""
    items = [chain.canonical(item) for item in doc["items"]]
    doc["links"] = [link.hex() for link in chain.links(bytes.fromhex(doc["before"]), items)]
    return doc


def of_type(doc: dict[str, Any], *kinds: str) -> list[int]:
    return [at for at, item in enumerate(doc["items"]) if item["type"] in kinds]


def checks(doc: dict[str, Any], **noted: str) -> list[str]:
    found = verify_record(decode_record(json.dumps(doc).encode()), **noted)
    return [check.name for check in found.checks if not check.holds]


@pytest.fixture
def holdem() -> dict[str, Any]:
    """A hand of hold'em that went to the river, cut, as seat 1 saw it."""
    for seed in range(1000):
        fair = fair_hand(seed, find_game("holdem"), floor=False)
        doc: dict[str, Any] = json.loads(encode_record(fair.record(0)))
        if len(of_type(doc, "board_dealt")) == 3 and of_type(doc, "cut") and of_type(doc, "shown") and doc["own"]:
            return doc
    raise AssertionError("no such hand")


def test_a_forged_board_is_found(holdem: dict[str, Any]) -> None:
    """The chain is worked out again, and the rules know nothing against it; the commitment does."""
    river = holdem["items"][of_type(holdem, "board_dealt")[-1]]
    taken = {opening["card"] for opening in holdem["openings"]}
    river["cards"] = [next(card for card in range(52) if card not in taken)]
    assert set(checks(rechained(holdem))) & {"rules", "cards"}


def test_own_cards_that_were_exchanged_are_found(holdem: dict[str, Any]) -> None:
    taken = {opening["card"] for opening in holdem["openings"]}
    other = next(card for card in range(52) if card not in taken)
    event = holdem["own"][0]["event"]
    old = event["cards"][0]
    event["cards"][0] = other
    for opening in holdem["openings"]:
        opening["card"] = other if opening["card"] == old else opening["card"]
    for at in of_type(holdem, "shown"):
        cards = holdem["items"][at]["cards"]
        holdem["items"][at]["cards"] = [other if card == old else card for card in cards]
    assert set(checks(rechained(holdem))) & {"rules", "cards"}


def test_a_card_off_another_place_is_found(holdem: dict[str, Any]) -> None:
    """Turn and river change places: both were committed to, and not in this order."""
    turn, river = (holdem["items"][at] for at in of_type(holdem, "board_dealt")[1:])
    turn["cards"], river["cards"] = river["cards"], turn["cards"]
    assert checks(rechained(holdem)) in (["cards"], ["rules", "order", "cards"])


def test_a_bet_that_the_rules_do_not_know_is_found(holdem: dict[str, Any]) -> None:
    awarded = holdem["items"][of_type(holdem, "awarded")[-1]]
    awarded["amount"] += 1
    assert checks(rechained(holdem)) == ["rules", "order", "cards"]


def test_a_cut_that_is_not_that_of_the_text_is_found(holdem: dict[str, Any]) -> None:
    cut = holdem["items"][of_type(holdem, "cut")[0]]
    cut["at"] = cut["at"] + 1 if cut["at"] < 40 else cut["at"] - 1
    assert checks(rechained(holdem)) == ["order", "cards"]
    cut["at"], cut["by"] = 20, "nobody"
    assert checks(rechained(holdem)) == ["order", "cards"]


def test_a_cut_that_was_left_out_is_found(holdem: dict[str, Any]) -> None:
    at = of_type(holdem, "cut")[0]
    holdem["items"].pop(at)
    for own in holdem["own"]:
        own["item"] -= own["item"] > at
    assert checks(rechained(holdem)) == ["cards"]


def test_a_commitment_after_the_first_card_is_found(holdem: dict[str, Any]) -> None:
    """The order is fixed before the deal, or it is no commitment."""
    at = of_type(holdem, "shuffled")[0]
    moved = holdem["items"].pop(at)
    last = of_type(holdem, "dealt", "burned")[-1]
    holdem["items"].insert(last, moved)
    for own in holdem["own"]:
        own["item"] -= at < own["item"] <= last
    assert "order" in checks(rechained(holdem))


def test_the_hole_cards_of_others_are_not_opened_and_none_is_missing(holdem: dict[str, Any]) -> None:
    doc = copy.deepcopy(holdem)
    doc["openings"].pop()
    assert checks(doc) == ["cards"]
    doc = copy.deepcopy(holdem)
    doc["openings"].append(doc["openings"][0])
    assert checks(doc) == ["cards"]
    doc = copy.deepcopy(holdem)
    doc["openings"][0]["deck"] = 1
    assert "cards" in checks(doc)


def test_cards_that_were_not_shown_stay_sealed() -> None:
    """A record that opens a card of a hand that was mucked is no record of this seat."""
    for seed in HANDS:
        doc, whole = document(seed, -1), document(seed, 0)
        more = [opening for opening in whole["openings"] if opening not in doc["openings"]]
        if more:
            doc["openings"] = sorted([*doc["openings"], more[0]], key=lambda one: (one["deck"], one["index"]))
            assert checks(doc) == ["cards"]
            return
    raise AssertionError("no hand that was mucked")


def test_another_hand_altogether_is_found_by_what_was_noted() -> None:
    one, other = document(HANDS[0]), document(HANDS[1])
    root = one["items"][of_type(one, "shuffled")[0]]["root"]
    link = one["links"][3]
    assert holds(one, root=root, link=link)
    assert holds(one, root=root.upper(), link=one["links"][-1])
    assert checks(other, root=root) == checks(other, link=link) == ["pinned"]


def test_a_record_of_no_hand_fails_without_a_fault() -> None:
    doc = document(HANDS[0])
    for items in ([], doc["items"][:1], doc["items"][1:], doc["items"][:3], doc["items"] * 2):
        assert not holds(rechained(doc | {"items": items, "own": [], "openings": []}))
    for seat in (-2, 99):
        assert not holds(doc | {"seat": seat})
    for text, why in (
        (b"", "the text is empty; expected JSON that begins with { or [, for the record of a hand"),
        (b"[]", "the record of a hand is invalid: expected a table"),
        (b"{}", "the record of a hand is invalid: the key 'format' is missing; it is 'sidepot hand record 1'"),
        (b"\xff", "byte 0xff is not UTF-8"),
        (b'{"format":"sidepot hand record 2"}', "format: unknown value 'sidepot hand record 2'; did you mean"),
    ):
        with pytest.raises(BadNotation, match="line 1: ") as raised:
            decode_record(text)
        assert why in raised.value.message
