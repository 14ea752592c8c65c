"""Commitments and the chain: what they bind, and what they tell of a card that is not opened (nothing)."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from sidepot.cards import STANDARD_DECK
from sidepot.errors import BadNotation, Conflict
from sidepot.hand.events import RaisedTo
from sidepot.room.fairness import chain
from sidepot.room.fairness.decks import (
    HASH,
    SALT,
    Commitment,
    FairDeck,
    Opened,
    SealedDeck,
    leaf,
    root_of,
    seal,
    unhex,
    unseal,
)


def sealed(order: tuple[int, ...], seed: int = 0) -> SealedDeck:
    return SealedDeck(order, random.Random(seed).randbytes(SALT * len(order)))


@each("count", [*range(1, 20), 36, 52, 53, 64, 65, 255])
def test_each_card_opens_to_the_root(count: int) -> None:
    deck = sealed(tuple(range(count)))
    tree = Commitment(deck)
    for index in range(count):
        opened = tree.opened(index)
        assert (opened.index, opened.card, opened.salt) == (index, index, deck.salt(index))
        assert root_of(opened, count) == tree.root


@given(st.integers(1, 60), st.data())
def test_an_opening_that_was_changed_leads_elsewhere(count: int, data: st.DataObject) -> None:
    """Another card, place, salt, path or size of the pack: never the same root."""
    tree = Commitment(sealed(tuple(range(count)), count))
    opened = tree.opened(data.draw(st.integers(0, count - 1)))
    flip = data.draw(st.integers(1, 255))
    at = data.draw(st.integers(0, SALT - 1))
    salt = opened.salt[:at] + bytes([opened.salt[at] ^ flip]) + opened.salt[at + 1 :]
    changes: list[dict[str, Any]] = [
        {"card": (opened.card + 1) % 53},
        {"index": (opened.index + 1) % count} if count > 1 else {"index": 1},
        {"salt": salt},
        {"salt": opened.salt[:-1]},
        {"path": (*opened.path, bytes(32))},
    ]
    if opened.path:
        beside = data.draw(st.integers(0, len(opened.path) - 1))
        changed = bytes([opened.path[beside][0] ^ flip]) + opened.path[beside][1:]
        changes += [
            {"path": (*opened.path[:beside], changed, *opened.path[beside + 1 :])},
            {"path": opened.path[1:]},
            {"path": opened.path[:-1]},
            {"path": (*opened.path[:beside], opened.path[beside][:-1], *opened.path[beside + 1 :])},
        ]
    for change in changes:
        other = msgspec.structs.replace(opened, **change)
        try:
            assert root_of(other, count) != tree.root, change
        except BadNotation:
            continue


@pytest.mark.parametrize(("index", "card"), [(-1, 0), (52, 0), (0, -1), (0, 256)])
def test_there_is_no_such_card(index: int, card: int) -> None:
    with pytest.raises(BadNotation, match="cannot have card"):
        root_of(Opened(index, card, bytes(16), ()), 52)


def test_all_commitments_are_as_long_and_each_card_has_a_salt_of_its_own() -> None:
    assert {len(leaf(bytes(16), 3, card)) for card in range(54)} == {HASH}
    deck = FairDeck(STANDARD_DECK).sealed[0]
    salts = {deck.salt(index) for index in range(52)}
    assert len(salts) == 52
    assert {len(salt) for salt in salts} == {SALT}
    assert SALT * 8 >= 128


def test_salts_are_drawn_without_regard_to_the_cards() -> None:
    """The source of salts is asked once for as many bytes, whatever the order is: so no hash tells of a card."""
    asked: list[int] = []

    def salts(count: int) -> bytes:
        asked.append(count)
        return bytes(count)

    orders = {
        FairDeck(STANDARD_DECK, below=random.Random(seed).randrange, salts=salts).sealed[0].order for seed in (1, 2)
    }
    assert len(orders) == 2
    assert asked == [SALT * 52] * 2


def test_an_opening_holds_no_salt_but_its_own() -> None:
    deck = sealed(tuple(range(52)))
    shown = msgspec.msgpack.encode(Commitment(deck).opened(17))
    assert [index for index in range(52) if deck.salt(index) in shown] == [17]


def test_hidden_leaves_cannot_be_told_apart_without_their_salts() -> None:
    """Two cards change places in the pack under the same salts: what a third card's opening tells changes, and looks
    alike: no leaf of it is the bare hash of any card."""
    one, other = list(range(52)), list(range(52))
    other[0], other[1] = other[1], other[0]
    first, second = (Commitment(sealed(tuple(order))).opened(2) for order in (one, other))
    assert (first.index, first.card, first.salt) == (second.index, second.card, second.salt)
    assert [len(beside) for beside in first.path] == [len(beside) for beside in second.path] == [HASH] * 6
    assert first.path[1] != second.path[1]
    bare = {leaf(b"", index, card) for index in range(52) for card in range(53)}
    assert not bare & {*first.path, *second.path}


def test_seals_are_kept_and_read_back() -> None:
    decks = [sealed(STANDARD_DECK, seed) for seed in range(3)]
    assert unseal(seal(decks)) == decks
    for bad in (b"", b"[{}]", b'[{"order":[1],"salts":""}]', seal(decks)[:-9]):
        with pytest.raises(BadNotation, match="not a sealed deck"):
            unseal(bad)
    with pytest.raises(Conflict):
        SealedDeck((), b"")


@pytest.mark.parametrize("text", ["", "AB" * 32, "0" * 63, "0" * 62 + " 0", "zz" * 32])
def test_hexadecimal_is_written_one_way(text: str) -> None:
    assert unhex("ab" * 32, 32) == b"\xab" * 32
    with pytest.raises(BadNotation, match="hexadecimal"):
        unhex(text, 32)


# ---- the chain

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(plain)
def test_an_item_is_hashed_as_python_writes_it_with_its_keys_sorted(item: Any) -> None:
    expected = json.dumps(item, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert chain.canonical(item) == expected
    assert chain.canonical_text(json.dumps(item, indent=2).encode()) == expected


def test_a_struct_is_hashed_as_its_json() -> None:
    assert chain.canonical(RaisedTo(2, 600)) == b'{"seat":2,"to":600,"type":"raised_to"}'
    assert chain.canonical_text(b'{ "type": "raised_to", "seat": 2, "to": 600 }') == chain.canonical(RaisedTo(2, 600))
    with pytest.raises(BadNotation, match="not JSON"):
        chain.canonical_text(b"{")


@given(st.lists(st.binary(max_size=9), min_size=1, max_size=8), st.data())
def test_a_chain_breaks_where_it_was_changed(items: list[bytes], data: st.DataObject) -> None:
    told = chain.links(chain.START, items)
    assert chain.first_broken(chain.START, items, told) is None
    half = len(items) // 2
    assert told == [*told[:half], *chain.links(told[half - 1] if half else chain.START, items[half:])]
    at = data.draw(st.integers(0, len(items) - 1))
    assert chain.first_broken(chain.START, [*items[:at], items[at] + b"x", *items[at + 1 :]], told) == at
    assert chain.first_broken(chain.START, items, [*told[:at], bytes(32), *told[at + 1 :]]) == at
    assert chain.first_broken(b"\1" * 32, items, told) == 0
    assert chain.first_broken(chain.START, items[:at], told) == at
    assert chain.first_broken(chain.START, items, told[:at]) == at
    assert chain.first_broken(chain.START, [*items, b""], told) == len(items)
