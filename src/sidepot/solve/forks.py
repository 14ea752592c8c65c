"""A fork of a hand: a whole hand that fits what one seat sees, with chosen or random cards where it sees none.

>>> from sidepot.cards import text
>>> from sidepot.hand.planning.study import study_setup
>>> from sidepot.hand.view import view_of
>>> hand = Hand(study_setup("leduc"))
>>> hand.post(), hand.post(), hand.deal("Kh"), hand.deal("Js")
(None, None, None, None)
>>> fork = with_cards(view_of(hand, 0), {1: "Qs"})
>>> [text(hole) for hole in fork.hole], fork.due is hand.due
(['Kh', 'Qs'], True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random

import msgspec

from sidepot.cards import UNKNOWN, Cards, cards_of, find_duplicate, text
from sidepot.errors import BadNotation, Conflict
from sidepot.hand.events import Dealt, Discarded, Event, Exposed, Proved, Redealt, Shown, Started
from sidepot.hand.hand import Hand
from sidepot.odds.ranges import read_range
from sidepot.solve.tree import Deal
from sidepot.validation.type_checks import expect

MOST_TRIES = 10_000
Take = Callable[[int, int], Sequence[int]]  # of a seat and a number, the cards that it gets
Drop = Callable[[int, Sequence[int], int], Sequence[int]]  # of a seat, its cards and a number, those it throws away


def with_cards(view: Hand, hands: Mapping[int, Cards]) -> Hand:
    """The hand that a view shows, with these cards in place of unknown ones. A seat that is not in `hands` keeps
    unknown cards.

    The cards of a seat are dealt to it in the order of the deal, and the log contains them. Raises Conflict for cards
    that are not in the deck, for the wrong number of cards, and for a seat that threw unknown cards away.
    """
    given = {seat: list(cards_of(cards, "hands")) for seat, cards in hands.items()}
    taken = [card for cards in given.values() for card in cards]
    unseen = _unseen(view)
    wrong = [card for card in taken if card not in unseen]
    twice = find_duplicate(taken)
    impossible = wrong[:1] or ([] if twice is None else [twice])
    if impossible:
        raise Conflict(f"hands: {text(impossible)} is given twice, or is not one of the unseen cards")

    def take(seat: int, count: int) -> Sequence[int]:
        if seat not in given:
            return (UNKNOWN,) * count
        found, given[seat] = given[seat][:count], given[seat][count:]
        if len(found) < count:
            raise Conflict(f"hands: seat {seat} was dealt more cards than are given")
        return found

    def drop(seat: int, _held: Sequence[int], count: int) -> Sequence[int]:
        if seat in hands:
            raise Conflict(f"hands: seat {seat} threw unknown cards away; deal_unknown can deal them")
        return (UNKNOWN,) * count

    fork = _dealt_again(view, take, drop)
    left = [seat for seat, cards in given.items() if cards]
    if left:
        raise Conflict(f"hands: seat {left[0]} was dealt fewer cards than are given")
    return fork


def deal_unknown(view: Hand, rng: Random, ranges: Mapping[int, str] | None = None) -> Hand:
    """A random hand that fits a view: every unknown card is dealt from the cards that the seat has not seen.

    All hands are equally likely. With `ranges`, two-card hands are as likely as the range of their seat says. In draw
    games, the other players throw away cards at random. Raises BadNotation for an unreadable range, and Conflict for
    ranges that cannot all be dealt.
    """
    choices = {seat: read_range(text) for seat, text in (ranges or {}).items()}
    unseen = sorted(_unseen(view))
    wanted = [seat for seat in choices if UNKNOWN in view.hole[seat]]
    if any(len(view.hole[seat]) != 2 for seat in wanted):
        raise BadNotation("ranges: a range holds two-card hands, but a seat of this hand has another number of cards")
    for _ in range(MOST_TRIES):
        drawn = {seat: rng.choice(choices[seat]) for seat in wanted}
        taken = [card for pair in drawn.values() for card in pair]
        if len(set(taken)) == len(taken) and set(taken) <= {*unseen}:
            break
    else:
        raise Conflict("ranges: no hands from these ranges are possible with the known cards")
    stub = [card for card in unseen if card not in taken]
    rng.shuffle(stub)

    def take(seat: int, count: int) -> Sequence[int]:
        if seat in drawn:
            return drawn[seat]
        return [stub.pop() for _ in range(count)]

    return _dealt_again(view, take, lambda _seat, held, count: rng.sample(list(held), count))


def worlds(view: Hand, ranges: Mapping[int, str] | None = None, *, most: int = 100_000) -> list[Deal]:
    """Every hand that fits a view, with its probability. `Tree` accepts these hands as the choices of its first chance
    node.

    The unknown cards of a seat come from its range. If the seat has no range, they may be any cards. Raises Conflict if
    there are more than `most` hands, or none.
    """
    unseen = sorted(_unseen(view))
    choices: list[tuple[int, dict[tuple[int, ...], int]]] = []
    for seat, hole in enumerate(view.hole):
        count = hole.count(UNKNOWN)
        if seat in (ranges or {}) and count:
            choices.append((seat, Counter(read_range((ranges or {})[seat]))))
        elif count and view.live >> seat & 1:
            choices.append((seat, dict.fromkeys(combinations(unseen, count), 1)))
    found: list[tuple[dict[int, tuple[int, ...]], float]] = [({}, 1.0)]
    for seat, hands in choices:
        found = [
            ({**dealt, seat: cards}, weight * times)
            for dealt, weight in found
            for cards, times in hands.items()
            if {*cards} <= {*unseen}.difference(*dealt.values())
        ]
        if len(found) > most:
            raise Conflict(f"ranges: more than {most:,} hands fit; give narrower ranges, or use a Subgame")
    if not found:
        raise Conflict("ranges: no hands from these ranges are possible with the known cards")
    whole = sum([weight for _, weight in found])
    return [Deal(with_cards(view, dealt), weight / whole) for dealt, weight in found]


def _unseen(view: Hand) -> set[int]:
    """The cards of the deck that no event of a view shows."""
    log = expect(view, Hand, "view").log
    if not log or not isinstance(log[0], Started):
        raise Conflict(
            "a fork is made from the log of a view, which this copy lacks; use `copy(log=True)`", code="no_log"
        )
    seen: set[int] = set()
    for event in log:
        if isinstance(event, Redealt):
            seen.clear()
        for name in ("cards", "card"):
            cards = getattr(event, name, ())
            seen.update((cards,) if isinstance(cards, int) else cards)
    return {card for card in view.plan.deck if card not in seen}


def _dealt_again(view: Hand, take: Take, drop: Drop) -> Hand:
    """The same events, with other cards in the place of unknown ones. A seat that has shown had the cards it showed."""
    shown = {event.seat: list(event.cards) for event in view.log if isinstance(event, Shown)}
    if any(isinstance(event, Exposed | Proved) for event in view.log) or shown and any(view.plan.changes):
        raise Conflict("a hand cannot be forked after cards were exposed, or shown after a draw")
    for event in view.log:
        if isinstance(event, Dealt) and event.seat in shown:
            shown[event.seat] = [card for card in shown[event.seat] if card not in event.cards]

    def known_or_taken(seat: int, count: int) -> Sequence[int]:
        if seat not in shown:
            return take(seat, count)
        return [shown[seat].pop() for _ in range(count)]

    fork = Hand(view.setup)
    for event in view.log[1:]:
        fork.apply(_filled(event, fork, known_or_taken, drop))
    return fork


def _filled(event: Event, fork: Hand, take: Take, drop: Drop) -> Event:
    if isinstance(event, Dealt) and UNKNOWN in event.cards:
        cards = list(event.cards)
        at = [place for place, card in enumerate(cards) if card == UNKNOWN]
        for place, card in zip(at, take(event.seat, len(at)), strict=True):
            cards[place] = card
        return msgspec.structs.replace(event, cards=tuple(cards))
    if isinstance(event, Discarded) and UNKNOWN in event.cards:
        thrown = drop(event.seat, fork.hole[event.seat], len(event.cards))
        return msgspec.structs.replace(event, cards=tuple(thrown))
    return event
