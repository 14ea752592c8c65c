"""The possible hands of others in stud and draw games, where each seat still gets its own cards."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.bots.deal_out import unseen_cards
from sidepot.bots.drawing import Held, drawing_of
from sidepot.bots.field import EndsPool, Field, Stream, Weights
from sidepot.bots.past import Past
from sidepot.bots.starting import reseated
from sidepot.bots.weighing import Moment, to_draw, weigh
from sidepot.bots.worlds import Cards, Judge, finish, orders_of, values
from sidepot.cards import UNKNOWN

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

WORK: Final = 700  # hands ranked for one decision, about
ENDS: Final = 40  # ends of the seat's own hand


class _Ends(NamedTuple):
    """A player's possible hands, with `ends` ways for each to end, one after another."""

    hands: int
    ends: int
    strengths: list[tuple[int, ...]]


def of_stud(view: Hand, seat: int, others: list[int], past: Past, rng: Random) -> Field:
    plan = view.plan
    game = plan.game
    judge = Judge(plan)
    rank = judge.on(((),) * plan.boards)
    unseen = unseen_cards(view)
    everybody = [*others, seat]
    left = judge.size - len(view.hole[seat])
    ends = 3 if left > 0 else 1
    count = max(24, min(70, WORK // (len(everybody) * (ends + 1))))
    stream = Stream(unseen, rng)
    hands = _possible_hands(view, seat, everybody, count, unseen, rng)

    def end_at(held: int, times: int) -> dict[int, _Ends]:
        found = {}
        for other in everybody:
            ended = []
            for hand in hands[other]:
                then = hand[:held] if held else hand
                for _ in range(times if len(then) < judge.size else 1):
                    ended.append(rank(finish(game, then, stream.take(judge.size + 1), judge.size, 0)))
            found[other] = _Ends(count, len(ended) // count, ended)
        return found

    now = end_at(0, ends)
    known: dict[int, dict[int, list[float]]] = {len(view.hole[seat]): _against_others(judge, now, everybody)}

    def worths_then(other: int, held: int) -> list[float]:
        if held not in known:
            known[held] = _against_others(judge, end_at(held, 1), everybody)
        return known[held][other]

    def worths_at(other: int, at: Moment) -> Weights:
        return worths_then(other, at[1])

    first = plan.held[0]
    places: dict[int, list[float]] = {}

    def places_of(other: int) -> list[float]:
        if not places:
            worths = {who: worths_then(who, first) for who in everybody}
            order = sorted([worth for some in worths.values() for worth in some])
            for who in everybody:
                places[who] = [_place(order, worth) for worth in worths[who]]
        return places[other]

    weights = [
        weigh(view, past, other, count, partial(places_of, other), partial(worths_at, other)) for other in others
    ]
    own = [
        rank(finish(game, view.hole[seat], stream.take(judge.size), judge.size, 0)) for _ in range(ENDS if left else 1)
    ]
    place = 0.5
    if not past.round and others:
        everyone = [strengths for other in others for strengths in now[other].strengths]
        worth = sum(values(judge, own, orders_of(everyone))) / len(own)
        order = sorted([of for who in everybody for of in worths_then(who, len(view.hole[seat]))])
        place = _place(order, worth)
    return _field(judge, others, now, known[len(view.hole[seat])], weights, own, place)


def _possible_hands(
    view: Hand, seat: int, everybody: Sequence[int], count: int, unseen: Sequence[int], rng: Random
) -> dict[int, list[Cards]]:
    """A number of hands that each player may have behind the upcards. The seat's own is included, as other players see
    it.
    """
    up = {other: set(view.faces[other]) for other in everybody}
    hidden = [*unseen, *(card for card in view.hole[seat] if card not in up[seat])]
    hands = {}
    for other in everybody:
        free = hidden if other == seat else unseen
        need = [at for at, card in enumerate(view.hole[other]) if card == UNKNOWN or card not in up[other]]
        hands[other] = [
            _filled(view.hole[other], need, rng.sample(free, min(len(need), len(free)))) for _ in range(count)
        ]
    return hands


def of_draws(view: Hand, seat: int, others: list[int], past: Past, rng: Random) -> Field:
    plan = view.plan
    game = plan.game
    drawing = drawing_of(plan)
    judge = drawing.judge
    rank = drawing.rank
    unseen = unseen_cards(view)
    taken = set(plan.deck) - set(unseen)
    stream = Stream(unseen, rng)
    now: dict[int, _Ends] = {}
    worths: dict[int, list[tuple[float, ...]]] = {}
    for other in others:
        left = to_draw(view, other)
        drawn = past.draws[other][: drawing.draws]
        held = drawing.after(drawn)
        count = max(40, min(110, 220 // len(others)))
        ends = 2 if left else 1
        chosen = _chosen(held, count, taken, rng)
        if not chosen:
            chosen = [(tuple(rng.sample(unseen, min(judge.size, len(unseen)))), held[0].worths) for _ in range(count)]
        ended = [
            rank(finish(game, hand, stream.take(14), 0, left) if left else hand)
            for hand, _ in chosen
            for _ in range(ends)
        ]
        now[other] = _Ends(len(chosen), ends, ended)
        worths[other] = [past_worths for _, past_worths in chosen]

    def worths_then(other: int, draws: int) -> list[float]:
        return [some[min(draws, len(some) - 1)] for some in worths[other]]

    def worths_at(other: int, at: Moment) -> Weights:
        return worths_then(other, at[2])

    weights = [
        weigh(
            view,
            past,
            other,
            now[other].hands,
            partial(worths_then, other, 0),
            partial(worths_at, other),
        )
        for other in others
    ]
    left = to_draw(view, seat)
    own = [
        rank(finish(game, view.hole[seat], stream.take(14), 0, left) if left else view.hole[seat])
        for _ in range(ENDS if left else 1)
    ]
    worth = sum(values(judge, own, drawing.orders)) / len(own)
    place = drawing.place(worth) if not past.draws[seat] else 0.5
    current = {other: worths_then(other, len(past.draws[other])) for other in others}
    if not past.round:  # places say little about worth before the first draw
        current = {other: [0.2 + 0.6 * some for some in current[other]] for other in others}
    return _field(judge, others, now, current, weights, own, place)


def _chosen(held: Sequence[Held], count: int, taken: Set[int], rng: Random) -> list[tuple[Cards, tuple[float, ...]]]:
    """At most `count` of the hands that may be held after the draws, without taken cards, and their values."""
    chosen: list[tuple[Cards, tuple[float, ...]]] = []
    for _ in range(4 * count):
        one = held[int(rng.random() * len(held))]
        hand = reseated(one.hand, rng)
        if taken.isdisjoint(hand):
            chosen.append((hand, one.worths))
            if len(chosen) == count:
                break
    return chosen


def _field(
    judge: Judge,
    others: list[int],
    now: dict[int, _Ends],
    worths: dict[int, list[float]],
    weights: list[Weights],
    own: list[tuple[int, ...]],
    place: float,
) -> Field:
    """A field of hands that end independently: every end of the seat's own hand is compared with every end of each
    other.
    """
    pools = [EndsPool(worths[other], now[other].strengths, own, now[other].ends) for other in others]
    return Field(judge, others, pools, weights, own, place)


def _against_others(judge: Judge, ends: dict[int, _Ends], everybody: list[int]) -> dict[int, list[float]]:
    """The value of each hand of each seat against the hands of all other seats, over its ends."""
    found = {}
    for who in everybody:
        rivals = [strengths for other in everybody if other != who for strengths in ends[other].strengths]
        of = values(judge, ends[who].strengths, orders_of(rivals)) if rivals else [1.0] * len(ends[who].strengths)
        each = ends[who].ends
        found[who] = [sum(of[at : at + each]) / each for at in range(0, len(of), each)]
    return found


def _filled(hole: Cards, at: list[int], cards: Sequence[int]) -> Cards:
    """A hand with these cards in place of its unknown cards (shorter if there are not enough)."""
    found: list[int] = list(hole)
    for place, card in zip(at, cards, strict=False):
        found[place] = card
    return tuple([card for card in found if card != UNKNOWN])


def _place(order: list[float], worth: float) -> float:
    low, high = 0, len(order)
    while low < high:
        middle = (low + high) // 2
        if order[middle] < worth:
            low = middle + 1
        else:
            high = middle
    return (low + 0.5) / max(len(order), 1)
