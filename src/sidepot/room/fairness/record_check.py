"""Check the record of a hand: the chain, the commitments, the order of the deal, the rules.

A record by itself proves only that it is consistent. The check `pinned` proves that this is the hand that was played:
it compares the record with the root and the link that the player wrote down at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, SidepotError
from sidepot.hand.due import Due
from sidepot.hand.events import Dealt, Declared, Discarded, Event, Redealt, Started
from sidepot.hand.replaying import replay
from sidepot.hand.view_replay import replay_view
from sidepot.room.fairness import chain
from sidepot.room.fairness.chain import public
from sidepot.room.fairness.decks import HASH, Commitment, SealedDeck, root_of, unhex
from sidepot.room.fairness.items import OF_THE_ROOM, Cut, Heading, Item, Shuffled, decode
from sidepot.room.fairness.record import DEALER, HandRecord, ItemWalk, Opening, Place, cards_shown


class Check(msgspec.Struct, frozen=True):
    """One check of a record: whether it passed, and what was found. The checks have these names:

    - form: the record is complete: one heading, one hand, and no hidden cards of other players.
    - chain: each item is hashed with all items before it.
    - rules: each event follows the rules of the game.
    - order: each order was committed to before its first card, and cut by the player's text.
    - cards: each card shown is the committed card at the next position.
    - pinned: root and link are the ones that the owner noted at the table.
    """

    name: str
    holds: bool
    found: str


class Verified(msgspec.Struct, frozen=True):
    """The result of verifying a record.

    - `table`, `hand`, `seat`, `players`: the hand, and the seat that owns the record
    - `events`, `openings`: the number of events and of proofs
    - `roots`, `link`: the roots of its shuffles, and the last link of its chain
    - `checks`: the result of each check
    """

    holds: bool
    table: str
    hand: int
    seat: int
    players: tuple[str, ...]
    events: int
    openings: int
    finished: bool
    roots: tuple[str, ...]
    link: str
    checks: tuple[Check, ...]


def verify_record(record: HandRecord, *, root: str = "", link: str = "") -> Verified:
    """Check a record. Raises BadNotation if the record cannot be read. Any other fault is reported as a failed check.

    - `root`: the root of the first shuffle that the owner noted at the table ("" for none)
    - `link`: any link of the hand that the owner noted at the table ("" for none)
    """
    items = items_of(record)
    before = unhex(record.before, HASH)
    links = [unhex(one, HASH) for one in record.links]
    view = view_of_record(record, items)
    for item in (*items, *view):  # checked before anything is computed from it
        if isinstance(item, Dealt) and not 0 <= item.up <= len(item.cards):
            raise BadNotation(f"{item.up} cards are face up, but only {len(item.cards)} are dealt")
    shuffles = [item for item in items if isinstance(item, Shuffled)]
    heading = next((item for item in items if isinstance(item, Heading)), Heading("", 0, ()))
    checks = [
        _check("form", lambda: _form(record, items, view)),
        _check("chain", lambda: _chained(record, before, links)),
        _check("rules", lambda: _by_the_rules(view)),
    ]
    if all(check.holds for check in checks):
        walk = ItemWalk()
        checks.append(_check("order", lambda: _ordered(walk, items)))
        checks.append(_check("cards", lambda: _opened(record, view)))
    else:
        checks += [Check(name, False, "not checked, because an earlier check failed") for name in ("order", "cards")]
    if root or link:
        checks.append(_check("pinned", lambda: _pinned(shuffles, record.links, root, link)))
    events = [item for item in view if not isinstance(item, OF_THE_ROOM)]
    return Verified(
        all(check.holds for check in checks),
        heading.table,
        heading.hand,
        record.seat,
        heading.players,
        len(events),
        len(record.openings),
        checks[2].holds and replay(events).due is Due.DONE,
        tuple(item.root for item in shuffles),
        record.links[-1] if record.links else "",
        tuple(checks),
    )


def _check(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, True, look())
    except SidepotError as error:
        return Check(name, False, str(error))


def items_of(record: HandRecord) -> list[Item]:
    """Decode the public items of a record. Raises BadNotation, with the item's number, if an item is unreadable."""
    return [_read(at, raw) for at, raw in enumerate(record.items)]


def _read(at: int, raw: msgspec.Raw) -> Item:
    try:
        return decode(bytes(raw))
    except BadNotation as error:
        raise BadNotation(f"item {at}: {error.message}") from None
    except RecursionError:
        raise BadNotation(f"item {at}: nested too deeply") from None


def view_of_record(record: HandRecord, items: Sequence[Item]) -> list[Item]:
    """The items as the seat saw them. These are the public items, some of them replaced by the seat's own view.

    Raises BadNotation if the seat's own views do not fit the public items.
    """
    view = list(items)
    for own in record.own:
        if not 0 <= own.item < len(items):
            raise BadNotation(f"an event in `own` is for item {own.item}, which does not exist")
        view[own.item] = _read(own.item, own.event)
    return view


# ---- the checks


def _form(record: HandRecord, items: Sequence[Item], view: Sequence[Item]) -> str:
    """Check the form: one heading, one hand with as many seats, and at most one own view of each event, by this
    seat.
    """
    if not items or not isinstance(items[0], Heading) or sum(isinstance(item, Heading) for item in items) != 1:
        raise BadNotation("a record must begin with its only heading")
    started = [item for item in items if isinstance(item, Started)]
    if len(started) != 1 or len(started[0].setup.stacks) != len(items[0].players):
        raise BadNotation("a record must have one hand, and a player for each of its seats")
    if not -1 <= record.seat < len(items[0].players):
        raise BadNotation(f"seat: expected 0 to {len(items[0].players) - 1}, or -1 for a spectator, not {record.seat}")
    places = [own.item for own in record.own]
    if places != sorted(set(places)):
        raise BadNotation("the events in `own` must be in order, at most one for each item of the record")
    for own in record.own:
        event = view[own.item]
        if public(event) != items[own.item] or event == items[own.item]:
            raise BadNotation(f"the event in `own` for item {own.item} differs in more than its cards")
        if getattr(event, "seat", -1) != record.seat:
            raise BadNotation(f"the event in `own` for item {own.item} belongs to another seat")
        if chain.canonical_text(own.event) != chain.canonical(event):
            raise BadNotation(f"the event in `own` for item {own.item} has unknown fields")
    for at, (item, shown) in enumerate(zip(items, view, strict=True)):
        if public(item) != item:
            raise BadNotation(f"item {at} is public but shows hidden cards")
        if _is_hidden(shown, record.seat):
            raise BadNotation(f"item {at} hides cards from the seat that saw them")
    return f"{len(items)} items, {len(record.own)} of them the player's own"


def _is_hidden(item: Item, seat: int) -> bool:
    match item:
        case Dealt(whose, cards) | Discarded(whose, cards):
            return whose == seat and UNKNOWN in cards
        case Declared(whose, ways):
            return whose == seat and ways < 0
    return False


def _chained(record: HandRecord, before: bytes, links: Sequence[bytes]) -> str:
    broken = chain.first_broken(before, [chain.canonical_text(raw) for raw in record.items], links)
    if broken is not None:
        raise BadNotation(f"the chain breaks at item {broken}: this item or an earlier one was changed")
    return f"{len(links)} links"


def _by_the_rules(view: Sequence[Item]) -> str:
    hand = replay_view(_events(view))
    return f"{len(hand.log)} events" if hand.due is Due.DONE else f"{len(hand.log)} events; the hand is not over"


def _events(items: Sequence[Item]) -> list[Event]:
    return [item for item in items if not isinstance(item, Heading | Shuffled | Cut)]


def _ordered(walk: ItemWalk, items: Sequence[Item]) -> str:
    players: tuple[str, ...] = ()
    for item in items:
        if isinstance(item, Heading):
            players = item.players
        if isinstance(item, Cut) and item.by not in players:
            raise BadNotation(f"{item.by} cuts the pack but is not in the hand")
        walk.take(item)
    if not walk.sizes:
        raise BadNotation("the hand has no commitment to the order of its deck")
    cuts = sum(1 for at in walk.cuts if at)
    return f"{len(walk.sizes)} shuffle{'s' * (len(walk.sizes) != 1)}, {cuts or 'none'} of them cut"


def _opened(record: HandRecord, view: Sequence[Item]) -> str:
    """Check that each shown card has an opening, at a place that was dealt to the card's owner."""
    shuffles = [item for item in view if isinstance(item, Shuffled)]
    openings: dict[Place, int] = {}
    for opening in record.openings:
        openings[Place(opening.deck, opening.index)] = _true_card(opening, shuffles)
    if list(openings) != sorted(openings) or len(openings) != len(record.openings):
        raise BadNotation("openings must be sorted by position, one for each position")
    walk = ItemWalk()
    drawn: dict[int, list[Place]] = {}  # the places of a seat's cards, latest first
    used: set[Place] = set()
    for item in view:
        if isinstance(item, Redealt):
            drawn.clear()  # hands before a redeal are void
        for place, card, seat in walk.take(item):
            drawn.setdefault(seat, []).insert(0, place)
            if card != UNKNOWN and openings.get(place) != card:
                raise BadNotation(f"{text((card,))} was dealt at position {place.at}, but {_other(openings, place)}")
        for seat, card in cards_shown(item):
            found = next((place for place in drawn.get(seat, ()) if openings.get(place) == card), None)
            if found is None:
                whose = "the board" if seat == DEALER else f"seat {seat + 1}"
                raise BadNotation(f"{text((card,))} was shown for {whose}, but is not among the cards dealt there")
            used.add(found)
    for place, card, _ in walk.hunt(record.rabbit) if record.rabbit else ():
        if openings.get(place) != card:
            raise BadNotation(
                f"the rabbit hunt shows {text((card,))} from position {place.at}, but {_other(openings, place)}"
            )
        used.add(place)
    for place in openings:
        if place not in used:
            raise BadNotation(
                f"position {place.at} of shuffle {place.deck} has an opening, but nobody was shown its card"
            )
    return f"{len(openings)} cards opened" + (", some of them by the rabbit hunt" if record.rabbit else "")


def _true_card(opening: Opening, shuffles: Sequence[Shuffled]) -> int:
    if not 0 <= opening.deck < len(shuffles):
        raise BadNotation(f"an opening is for shuffle {opening.deck}, but there are only {len(shuffles)}")
    shuffle = shuffles[opening.deck]
    if root_of(opening.opened(), shuffle.cards).hex() != shuffle.root:
        raise BadNotation(f"the opened card at position {opening.index} does not match the commitment")
    return opening.card


def _other(openings: dict[Place, int], place: Place) -> str:
    return f"the commitment is to {text((openings[place],))}" if place in openings else "it has no opening"


def _pinned(shuffles: Sequence[Shuffled], links: Sequence[str], root: str, link: str) -> str:
    if root and (not shuffles or shuffles[0].root != root.strip().lower()):
        raise BadNotation("the first root is not the one you noted: the hand was dealt from another order")
    if link and link.strip().lower() not in links:
        raise BadNotation("the link that you noted is not in the hash chain of this hand")
    if root and link:
        return "the root and the link match your notes"
    return "the root matches your note" if root else "the link matches your note"


# ---- for the auditor


def audit_rabbit(items: Sequence[Item], decks: Sequence[SealedDeck], cards: Sequence[int]) -> None:
    """Check the cards of a rabbit hunt after a hand.

    Raises SidepotError if they are not the next cards of the deck.
    """
    walk = ItemWalk()
    for item in items:
        walk.take(item)
    for place, card, _ in walk.hunt(cards):
        _check_sealed(decks, place, card)


def _check_sealed(decks: Sequence[SealedDeck], place: Place, card: int) -> None:
    order = decks[place.deck].order if place.deck < len(decks) else ()
    if place.at >= len(order) or order[place.at] != card:
        raise BadNotation(
            f"{text((card,))} was dealt at position {place.at}, but the sealed order has another card there"
        )


def audit_hand(
    items: Sequence[Item], decks: Sequence[SealedDeck], before: bytes, links: Sequence[bytes]
) -> tuple[Check, ...]:
    """Check all items of a hand against its sealed decks and its stored chain. A fault is reported as a failed check.

    `before` is the last link of the previous hand, and `links` has the link after each item.
    """

    def sealed() -> str:
        walk = ItemWalk()
        cards = 0
        for item in items:
            for place, card, _ in walk.take(item):
                _check_sealed(decks, place, card)
                cards += 1
        roots = [Commitment(deck).root for deck in decks]
        if walk.roots != roots:
            raise BadNotation("the published roots do not match the sealed orders of the cards")
        return f"{cards} cards as sealed"

    def chained() -> str:
        broken = chain.first_broken(before, [chain.canonical(public(item)) for item in items], links)
        if broken is not None:
            raise BadNotation(f"the chain breaks at item {broken}")
        return f"{len(links)} links"

    return (
        _check("chain", chained),
        _check("rules", lambda: _by_the_rules(items)),
        _check("cards", sealed),
    )
