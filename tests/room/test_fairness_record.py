"""The record of a hand: it holds for each seat of each game, shows nothing else, and says the same of hidden twins."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from each import each
from fair_hands import Fair, fair_hand
from hypothesis import given, settings
from hypothesis import strategies as st
from places import TESTS
from random_setups import EVERY_GAME, EXAMPLES
from test_views import cards_in, known_to

from sidepot.cards import JOKER, UNKNOWN
from sidepot.errors import Conflict
from sidepot.games.model import Game
from sidepot.hand.due import Due
from sidepot.hand.events import (
    BoardDealt,
    Burned,
    Dealt,
    Discarded,
    Exposed,
    Killed,
    Proved,
    Redealt,
    Reshuffled,
    Restubbed,
    Shown,
    Started,
)
from sidepot.hand.view import SPECTATOR, redact
from sidepot.room.fairness.chain import public
from sidepot.room.fairness.decks import SALT, Commitment, FairDeck, SealedDeck, seal, unseal
from sidepot.room.fairness.items import OF_THE_ROOM, Cut, Heading, Item, Shuffled
from sidepot.room.fairness.record import ItemWalk, decode_record, encode_record, record_hand, shown_cards
from sidepot.room.fairness.record_check import Verified, audit_hand, verify_record

seeds = st.integers(0, 2**32)
few = settings(max_examples=EXAMPLES // 2, deadline=None)


def failed(found: Verified) -> list[tuple[str, str]]:
    return [(check.name, check.found) for check in found.checks if not check.holds]


@pytest.mark.long
@each("game", EVERY_GAME, ids=lambda game: game.name)
def test_a_record_of_every_game_holds_and_shows_nothing_else(game: Game) -> None:
    fair = fair_hand(sum(game.name.encode()), game, most=5)
    for seat in fair.seats:
        check_record(fair, seat)


@few
@given(seeds)
def test_a_record_of_any_hand_holds_and_shows_nothing_else(seed: int) -> None:
    """With new deals, stubs put in order and hands killed by the floor."""
    fair = fair_hand(seed)
    check_record(fair, random.Random(seed).choice(fair.seats))
    found = audit_hand(fair.items, fair.deck.sealed, fair.before, fair.links())
    assert [check for check in found if not check.holds] == []


def check_record(fair: Fair, seat: int) -> None:
    """It survives JSON, holds, and has in it exactly the cards that the rules let the seat see."""
    record = fair.record(seat)
    assert decode_record(encode_record(record)).openings == record.openings
    found = verify_record(decode_record(encode_record(record)))
    assert not failed(found)
    assert found.finished is (fair.hand.due is Due.DONE)
    log = [item for item in fair.items if not isinstance(item, OF_THE_ROOM)]
    known: set[int] = set()
    for _, now in known_to(seat, log):
        known |= now
    assert {opening.card for opening in record.openings} == known
    assert len(record.openings) >= len(known)
    for raw, item in zip(record.items, fair.items, strict=True):
        if not isinstance(item, (Heading, Shuffled, Cut, Started)):
            assert set(cards_in(json.loads(bytes(raw)))) - {UNKNOWN} <= known_in_public(log)
    for own in record.own:
        shown = set(cards_in(json.loads(bytes(own.event)))) - {UNKNOWN}
        assert shown <= known
        assert json.loads(bytes(own.event))["seat"] == seat


def known_in_public(log: list[Any]) -> set[int]:
    return set().union(*(now for _, now in known_to(SPECTATOR, log)))


def test_a_record_has_these_keys_and_no_others() -> None:
    """The allow-list of HAND.json, key by key: whoever adds one decides here that it may be shown."""
    found: set[str] = set()
    for seed in range(60):
        fair = fair_hand(seed)
        document = json.loads(encode_record(fair.record(0)))
        assert set(document) == {"format", "seat", "before", "items", "links", "own", "openings"}
        for opening in document["openings"]:
            assert set(opening) == {"deck", "index", "card", "salt", "path"}
        for own in document["own"]:
            assert set(own) == {"item", "event"}
            found.add(own["event"]["type"])
    assert found == {"dealt", "discarded", "declared"}


# ---- two hands that differ only in what a seat does not see


def swapped(item: Item, to: dict[int, int]) -> Item:
    """The same item with other cards."""
    match item:
        case Burned(card):
            return Burned(to[card])
        case BoardDealt(cards) | Dealt(_, cards) | Discarded(_, cards) | Shown(_, cards) | Proved(_, cards):
            return msgspec.structs.replace(item, cards=tuple(to[card] for card in cards))
        case Exposed(_, card):
            return msgspec.structs.replace(item, card=to[card])
    return item


def masked(document: bytes) -> bytes:
    """A record with every commitment value blotted out; salts of cards that were shown stay."""
    return re.sub(rb"\b[0-9a-f]{64}\b", b"#" * 64, document)


@few
@given(seeds)
def test_hands_that_differ_only_in_hidden_cards_make_the_same_record(seed: int) -> None:
    """Byte for byte, but for the values of commitments and links, which are as long in both."""
    fair = fair_hand(seed, floor=False, cut="")  # where a text cuts depends on the root, and so does what is dealt
    seat = random.Random(seed).choice(fair.seats)
    pack = fair.deck.sealed[0].order
    seen = set(shown_cards(fair.items, seat).values())
    hidden = [card for card in pack if card not in seen]
    to = {card: card for card in pack} | dict(zip(hidden, hidden[1:] + hidden[:1], strict=True)) | {UNKNOWN: UNKNOWN}
    decks = [SealedDeck(tuple(to[card] for card in deck.order), deck.salts) for deck in fair.deck.sealed]
    items = [
        msgspec.structs.replace(item, root=Commitment(decks[item.deck]).root.hex())
        if isinstance(item, Shuffled)
        else swapped(item, to)
        for item in fair.items
    ]
    one = encode_record(fair.record(seat))
    other = encode_record(record_hand(items, decks, seat, fair.before))
    assert masked(one) == masked(other)
    assert one != other  # commitments bind what is hidden, too
    assert len(hidden) > 1


# ---- the pack


def test_a_pack_goes_on_after_a_restart_where_it_was() -> None:
    for seed in range(40):
        fair = fair_hand(seed)
        walk = ItemWalk()
        for item in fair.items:
            walk.take(item)
        kept = unseal(seal(fair.deck.sealed))
        again = FairDeck.resumed(kept, walk.cuts[walk.deck], walk.drawn)
        assert again.roots == fair.deck.roots == walk.roots
        left = len(fair.deck)
        assert again.draw(left) == fair.deck.copy().draw(left)
        assert len(again) == 0


def test_a_pack_is_cut_before_the_deal_and_never_put_back() -> None:
    deck = FairDeck(range(52))
    order = deck.sealed[0].order
    deck.cut(20)
    assert deck.copy().draw(52) == order[20:] + order[:20]
    with pytest.raises(Conflict, match="at least 5"):
        deck.cut(4)
    deck.draw_one()
    with pytest.raises(Conflict, match="can no longer be cut"):
        deck.cut(20)
    with pytest.raises(Conflict, match="cannot go back"):
        deck.put_back([order[20]])
    deck.refill([order[20]])
    assert len(deck.roots) == len(deck.sealed) == 2
    assert sorted(deck.sealed[1].order) == list(range(52))
    assert len(deck.sealed[1].salts) == SALT * 52


def test_secrets_of_another_hand_make_no_record() -> None:
    fair, other = fair_hand(1, floor=False), fair_hand(2, floor=False)
    with pytest.raises(Conflict, match="another card"):
        record_hand(fair.items, other.deck.sealed, SPECTATOR, fair.before)
    found = audit_hand(fair.items, other.deck.sealed, fair.before, fair.links())
    assert [check.name for check in found if not check.holds] == ["cards"]
    with pytest.raises(Conflict, match="another card"):
        record_hand(fair.items, [], SPECTATOR, fair.before)


def test_an_audit_finds_a_root_that_was_not_told_and_a_link_that_is_wrong() -> None:
    fair = fair_hand(3, floor=False)
    deck = fair.deck.sealed[0]
    salts = bytes([deck.salts[0] ^ 1]) + deck.salts[1:]
    found = audit_hand(fair.items, [SealedDeck(deck.order, salts), *fair.deck.sealed[1:]], fair.before, fair.links())
    assert [check.name for check in found if not check.holds] == ["cards"]
    found = audit_hand(fair.items, fair.deck.sealed, fair.before, fair.links()[:-1])
    assert [check.name for check in found if not check.holds] == ["chain"]


def test_public_of_a_view_is_public() -> None:
    """What is chained can be worked out from what any seat sees, and from the whole hand: it is the same."""
    for seed in range(60):
        fair = fair_hand(seed)
        for item in fair.items:
            if not isinstance(item, OF_THE_ROOM):
                assert all(public(redact(item, seat)) == public(item) for seat in fair.seats)


@pytest.mark.long
def test_random_hands_have_all_that_is_looked_at() -> None:
    """Reshuffles, cuts, jokers and several shuffles do come up, or the tests above would be about nothing."""
    hands = [fair_hand(seed) for seed in range(900)]
    kinds = {type(item) for fair in hands for item in fair.items}
    assert {Reshuffled, Restubbed, Redealt, Cut, Discarded, Shown, Exposed, Proved, Killed} <= kinds
    assert max(len(fair.deck.roots) for fair in hands) >= 3
    assert any(JOKER in fair.deck.sealed[0].order for fair in hands)


@pytest.mark.parametrize("path", sorted((TESTS / "records").glob("*.json")), ids=lambda path: path.stem)
def test_a_hand_that_was_kept_holds(path: Path) -> None:
    """From the first release on, records are never written anew: people keep such files."""
    found = verify_record(decode_record(path.read_bytes()))
    assert not failed(found)
    assert found.finished
