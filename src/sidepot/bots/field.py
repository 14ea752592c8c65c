"""The hands that the others may hold, weighted by what they have done, and how a seat's own hand stands against them.

`read_field` deals every opponent a number of hands that fit what lies open, and asks of each how likely it would have
been played as he played. `Field.shares` then tells the part of the pot the seat wins in each of a number of worlds.
It sees the view of its seat, and nothing else.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.bots.deal_out import unseen_cards
from sidepot.bots.drawing import drawing_of
from sidepot.bots.past import Past
from sidepot.bots.ranges import likelihood
from sidepot.bots.starting import reseated, starting_of
from sidepot.bots.worlds import Cards, Judge, Order, World, finish, make_worlds, orders_of, values
from sidepot.cards import UNKNOWN
from sidepot.hand.betting import FIXED_LIMIT
from sidepot.hand.due import Due
from sidepot.hand.streets import seats_of

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

Weights = list[float]

WORK: Final = 1500  # hands ranked for one decision, about
WORK_OWN: Final = 700  # where each seat has its own cards to come, which takes longer
ENDS: Final = 40  # ends of the seat's own hand, where each seat has its own cards to come
LEAST: Final = 0.002  # no hand is ruled out by what people do


class BoardPool:
    """Hands that somebody may hold, each of which ends in one way in each world, since the board does.

    `worths` are what they are worth against random ones, in the round that is on. `wins` says for each part of the pot
    and each world what the seat's own hand takes from each of them (1, a half, 0), `none` which do not qualify, and
    `counts` in which worlds they are possible at all.
    """

    def __init__(
        self, worths: Weights, wins: list[list[Weights]], none: list[list[Weights]], counts: list[Weights]
    ) -> None:
        self.worths = worths
        self._wins = wins
        self._none = none
        self._counts = counts

    def against(self, weights: Weights) -> tuple[list[Weights], list[Weights]]:
        """By part and world: what the seat takes from hands of these weights, and how often they do not qualify."""
        totals = [sum(map(mul, weights, counts)) or 1.0 for counts in self._counts]
        return [
            [[sum(map(mul, weights, of)) / total for of, total in zip(part, totals, strict=True)] for part in parts]
            for parts in (self._wins, self._none)
        ]  # type: ignore[return-value]


class EndsPool:
    """Hands that somebody may hold, each with cards of its own to come: the seat's own hand may meet any of their ends.

    A world is an end of the seat's `own` hand; `ends` ways to end stand for each hand, one after another.
    """

    def __init__(
        self, worths: Weights, strengths: list[tuple[int, ...]], own: list[tuple[int, ...]], ends: int
    ) -> None:
        self.worths = worths
        self.strengths = strengths
        self._own = own
        self._ends = ends
        self._parts = []
        for part in range(len(own[0])):
            column = [of[part] for of in strengths]
            order = sorted(range(len(column)), key=column.__getitem__)
            inside = [column[at] for at in order]
            places = [(bisect_left(inside, mine[part]), bisect_right(inside, mine[part])) for mine in own]
            self._parts.append((order, inside, places))

    def meeting(self, own: list[tuple[int, ...]]) -> EndsPool:
        """The same hands, met by other ends of the seat's own."""
        return EndsPool(self.worths, self.strengths, own, self._ends)

    def against(self, weights: Weights) -> tuple[list[Weights], list[Weights]]:
        """By part and world: what the seat takes from hands of these weights, and how often they do not qualify."""
        wins, none = [], []
        ends = self._ends
        for part, (order, inside, places) in enumerate(self._parts):
            sums = [0.0, *accumulate([weights[at // ends] for at in order])]
            total = sums[-1] or 1.0
            nothing = sums[bisect_right(inside, 0)] / total
            wins.append(
                [
                    (sums[low] + sums[high]) / (2 * total) if mine[part] else 0.0
                    for (low, high), mine in zip(places, self._own, strict=True)
                ]
            )
            none.append([nothing] * len(places))
        return wins, none


class Field(NamedTuple):
    """A seat's hand and its live opponents: for each his pool and the weights of its hands.

    `place` is that of the seat's own starting hand, `mine` its strengths in each world; `worth` what it is worth
    against random hands.
    """

    judge: Judge
    seats: list[int]
    pools: Sequence[BoardPool | EndsPool]
    weights: list[Weights]
    mine: list[tuple[int, ...]]
    place: float
    worth: float

    def with_ends(self, own: list[tuple[int, ...]]) -> Field:
        """The same opponents, where each has his own cards to come, against other ends of the seat's own hand."""
        pools = [pool.meeting(own) for pool in self.pools if isinstance(pool, EndsPool)]
        return self._replace(pools=pools, mine=own)

    def shares(self, kept: Sequence[Weights] | None = None, folds: Sequence[float] | None = None) -> list[float]:
        """The share of the pot in each world, against hands of these weights, where each folds so often."""
        judge = self.judge
        parts = range(len(self.mine[0]))
        qualified = [judge.qualified[part % judge.halves] for part in parts]
        won = [[1.0] * len(parts) for _ in self.mine]
        none = [
            [1.0 if asks and not of else 0.0 for asks, of in zip(qualified, strengths, strict=True)]
            for strengths in self.mine
        ]
        for who, pool in enumerate(self.pools):
            fold = folds[who] if folds is not None else 0.0
            if fold >= 0.999:
                continue
            wins, nothing = pool.against(self.weights[who] if kept is None else kept[who])
            for part in parts:
                for at, win in enumerate(wins[part]):
                    won[at][part] *= fold + (1 - fold) * win
                if qualified[part]:
                    for at, of in enumerate(nothing[part]):
                        none[at][part] *= fold + (1 - fold) * of
        return [judge.worth(some, of) for some, of in zip(won, none, strict=True)]


class Stream:
    """Unseen cards in a random order, over and over."""

    def __init__(self, unseen: Sequence[int], rng: Random) -> None:
        self._unseen = unseen
        self._random = rng.random
        self._cards: list[int] = []

    def take(self, count: int) -> list[int]:
        """The next so many cards, different ones; fewer where there are not so many."""
        cards = self._cards
        if len(cards) < count:
            random = self._random
            cards = [card for _, card in sorted([(random(), card) for card in self._unseen])]
            self._cards = cards
        taken = cards[-count:]
        del cards[-count:]
        return taken


def read_field(view: Hand, seat: int, past: Past, rng: Random) -> Field:
    """The field as the seat sees it now."""
    plan = view.plan
    others = [other for other in seats_of(view.live) if other != seat]
    game = plan.setup.game
    if game.is_draw and not game.board_cards and len(set(plan.held)) == 1 and not game.is_stud:
        return _of_draws(view, seat, others, past, rng)
    if game.is_stud and not game.is_draw and not game.board_cards:
        return _of_stud(view, seat, others, past, rng)
    return _of_boards(view, seat, others, past, rng)


# ---- games with a board


def _of_boards(view: Hand, seat: int, others: list[int], past: Past, rng: Random) -> Field:
    plan = view.plan
    game = plan.setup.game
    judge = Judge(plan)
    unseen = unseen_cards(view)
    starting = starting_of(plan)
    held = max([len(view.hole[other]) for other in others], default=len(view.hole[seat]))
    hard = judge.size > 2 or len(judge.rankers) > 1 or plan.boards > 1
    work = WORK // (3 if hard else 1)
    left = game.board_cards - len(view.boards[0])
    later = left or judge.size != len(view.hole[seat]) or _to_draw(view, seat)
    count = max(60, work // 16) if later else min(200, work // 2)
    cards = _dealt(view, starting.deal(set(view.plan.deck) - set(unseen), count, rng), held, unseen, count, rng)
    hands = [hand for hand, _ in cards]
    spare = 12 if judge.size > held or _to_draw(view, seat) else 0
    worlds = make_worlds(view.boards, game.board_cards, unseen, max(8, work // count) if later else 1, rng, spare=spare)
    worths, ranks = _worths_in(judge, game, hands, worlds, _to_draw(view, others[0]) if others else 0)
    mine = []
    worth = 0.0
    wins: list[list[Weights]] = [[] for _ in range(len(judge.rankers) * plan.boards)]
    none: list[list[Weights]] = [[] for _ in wins]
    counts = []
    draws = _to_draw(view, seat)
    for world, (orders, strengths) in zip(worlds, ranks, strict=True):
        end = finish(game, view.hole[seat], world.stub[::-1], judge.size, draws)
        own = judge.on(world.boards)(end)
        mine.append(own)
        worth += values(judge, [own], orders)[0]
        counts.append([1.0 if of else 0.0 for of in strengths])
        for part, strength in enumerate(own):
            wins[part].append([_takes(strength, of[part]) if of else 0.0 for of in strengths])
            none[part].append([1.0 if of and not of[part] else 0.0 for of in strengths])
    pool = BoardPool(worths, wins, none, counts)
    before: dict[int, list[float]] = {}

    def worths_then(board: int, _held: int, _draws: int) -> list[float]:
        if board == len(view.boards[0]):
            return worths
        if board not in before:
            boards = [some[:board] for some in view.boards]
            free = [*unseen, *(card for some in view.boards for card in some[board:])]
            then = make_worlds(boards, game.board_cards, free, 5, rng, spare=spare)
            before[board] = _worths_in(judge, game, hands, then, 0)[0]
        return before[board]

    places = [place for _, place in cards]
    weights = _weigh(view, past, others, lambda _: places, lambda _other, moment: worths_then(*moment), len(hands))
    place = starting.place(view.hole[seat]) if len(view.hole[seat]) == starting.size else 0.5
    return Field(judge, others, [pool] * len(others), weights, mine, place, worth / len(worlds))


def _dealt(
    view: Hand, found: list[tuple[Cards, float]], held: int, unseen: list[int], count: int, rng: Random
) -> list[tuple[Cards, float]]:
    """Starting hands as they are, where everybody has as many cards as at the start; else random ones."""
    if found and len(found[0][0]) == held and len(found) * 2 > count:
        return found
    held = min(held, len(unseen))
    return [(tuple(rng.sample(unseen, held)), 0.5) for _ in range(count)]


def _worths_in(
    judge: Judge, game: object, hands: list[Cards], worlds: list[World], draws: int
) -> tuple[list[float], list[tuple[list[Order], list[tuple[int, ...]]]]]:
    """What each hand is worth against the others over the worlds, and the orders and strengths in each world.

    A hand with a card that lies on the board is not possible there, and has no strengths.
    """
    total = [0.0] * len(hands)
    times = [0] * len(hands)
    ranks = []
    for world in worlds:
        taken = {card for board in world.boards for card in board}
        rank = judge.on(world.boards)
        strengths: list[tuple[int, ...]] = []
        for hand in hands:
            if taken and not taken.isdisjoint(hand):
                strengths.append(())
            elif len(hand) >= judge.size and not draws:
                strengths.append(rank(hand))
            else:
                strengths.append(rank(finish(game, hand, world.stub, judge.size, draws)))  # type: ignore[arg-type]
        possible = [of for of in strengths if of]
        orders = orders_of(possible) if possible else [Order(()) for _ in range(len(judge.rankers) * len(world.boards))]
        beats = iter(values(judge, possible, orders))
        for at, of in enumerate(strengths):
            if of:
                total[at] += next(beats)
                times[at] += 1
        ranks.append((orders, strengths))
    return [some / count if count else 0.5 for some, count in zip(total, times, strict=True)], ranks


# ---- games in which each seat has its own cards to come


class _Ends(NamedTuple):
    """Somebody's hands and how each ends: `ends` ways each, one after another."""

    hands: int
    ends: int
    strengths: list[tuple[int, ...]]


def _of_stud(view: Hand, seat: int, others: list[int], past: Past, rng: Random) -> Field:
    plan = view.plan
    game = plan.setup.game
    judge = Judge(plan)
    rank = judge.on(((),) * plan.boards)
    unseen = unseen_cards(view)
    everybody = [*others, seat]
    left = judge.size - len(view.hole[seat])
    ends = 3 if left > 0 else 1
    count = max(24, min(70, WORK_OWN // (len(everybody) * (ends + 1))))
    stream = Stream(unseen, rng)
    up = {other: set(view.faces[other]) for other in everybody}
    hidden = [*unseen, *(card for card in view.hole[seat] if card not in up[seat])]
    hands = {}
    for other in everybody:  # the seat's own as the others see it
        free = hidden if other == seat else unseen
        need = [at for at, card in enumerate(view.hole[other]) if card == UNKNOWN or card not in up[other]]
        hands[other] = [_filled(view.hole[other], need, rng.sample(free, min(len(need), len(free)))) for _ in range(count)]

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

    first = plan.held[0]
    places: dict[int, list[float]] = {}

    def places_of(other: int) -> list[float]:
        if not places:
            worths = {who: worths_then(who, first) for who in everybody}
            order = sorted([worth for some in worths.values() for worth in some])
            for who in everybody:
                places[who] = [_place(order, worth) for worth in worths[who]]
        return places[other]

    weights = _weigh(view, past, others, places_of, lambda other, moment: worths_then(other, moment[1]), count)
    own = [
        rank(finish(game, view.hole[seat], stream.take(judge.size), judge.size, 0)) for _ in range(ENDS if left else 1)
    ]
    everyone = [strengths for other in others for strengths in now[other].strengths]
    worth = sum(values(judge, own, orders_of(everyone))) / len(own) if others else 1.0
    place = 0.5
    if not past.round and others:
        order = sorted([of for who in everybody for of in worths_then(who, len(view.hole[seat]))])
        place = _place(order, worth)
    return _field(judge, others, now, known[len(view.hole[seat])], weights, own, place, worth)


def _of_draws(view: Hand, seat: int, others: list[int], past: Past, rng: Random) -> Field:
    plan = view.plan
    game = plan.setup.game
    drawing = drawing_of(plan)
    judge = drawing.judge
    rank = drawing.rank
    unseen = unseen_cards(view)
    taken = set(plan.deck) - set(unseen)
    stream = Stream(unseen, rng)
    now: dict[int, _Ends] = {}
    worths: dict[int, list[tuple[float, ...]]] = {}
    for other in others:
        left = _to_draw(view, other)
        drawn = past.draws[other][: drawing.draws]
        held = drawing.after(drawn)
        count = max(40, min(110, 220 // len(others)))
        ends = 2 if left else 1
        chosen: list[tuple[Cards, tuple[float, ...]]] = []
        for _ in range(4 * count):
            one = held[int(rng.random() * len(held))]
            hand = reseated(one.hand, rng)
            if taken.isdisjoint(hand):
                chosen.append((hand, one.worths))
                if len(chosen) == count:
                    break
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

    weights = [
        _weigh(
            view,
            past,
            [other],
            lambda who: worths_then(who, 0),
            lambda who, moment: worths_then(who, moment[2]),
            now[other].hands,
        )[0]
        for other in others
    ]
    left = _to_draw(view, seat)
    own = [
        rank(finish(game, view.hole[seat], stream.take(14), 0, left) if left else view.hole[seat])
        for _ in range(ENDS if left else 1)
    ]
    worth = sum(values(judge, own, drawing.orders)) / len(own)
    place = drawing.place(worth) if not past.draws[seat] else 0.5
    current = {other: worths_then(other, len(past.draws[other])) for other in others}
    if not past.round:  # places say little about worth before the first draw
        current = {other: [0.2 + 0.6 * some for some in current[other]] for other in others}
    return _field(judge, others, now, current, weights, own, place, worth)


def _field(
    judge: Judge,
    others: list[int],
    now: dict[int, _Ends],
    worths: dict[int, list[float]],
    weights: list[Weights],
    own: list[tuple[int, ...]],
    place: float,
    worth: float,
) -> Field:
    """A field of hands that end by themselves: every end of the seat's own is compared with every other."""
    pools = [EndsPool(worths[other], now[other].strengths, own, now[other].ends) for other in others]
    return Field(judge, others, pools, weights, own, place, worth)


def _against_others(judge: Judge, ends: dict[int, _Ends], everybody: list[int]) -> dict[int, list[float]]:
    """What each hand of each seat is worth against the hands of the others, over its ends."""
    found = {}
    for who in everybody:
        rivals = [strengths for other in everybody if other != who for strengths in ends[other].strengths]
        of = values(judge, ends[who].strengths, orders_of(rivals)) if rivals else [1.0] * len(ends[who].strengths)
        each = ends[who].ends
        found[who] = [sum(of[at : at + each]) / each for at in range(0, len(of), each)]
    return found


def _weigh(view: Hand, past: Past, others: list[int], places, worths, count: int) -> list[Weights]:  # type: ignore[no-untyped-def]
    """How likely each hand is, by all that its owner has done; hands all alike for who has done nothing."""
    fixed = view.betting.terms.kind == FIXED_LIMIT
    found = []
    for other in others:
        weights = [1.0] * count
        for act in past.acts:
            if act.seat != other:
                continue
            like = likelihood(act, fixed=fixed, seats=view.plan.seats)
            of = places(other) if not act.round else worths(other, (act.board, act.held, act.draws))
            weights = [weight * like(worth) for weight, worth in zip(weights, of, strict=True)]
        most = max(weights, default=1.0) or 1.0
        found.append([max(weight / most, LEAST) for weight in weights])
    return found


def _to_draw(view: Hand, seat: int) -> int:
    """How often the seat will still change cards, this turn included."""
    left = sum([1 for street in view.plan.streets[view.street + 1 :] if street.draw])
    street = view.plan.streets[view.street] if 0 <= view.street < len(view.plan.streets) else None
    if street is not None and street.draw and view.due is Due.DRAW and (seat == view.seat or view.pending >> seat & 1):
        left += 1
    return left


def _filled(hole: Cards, at: list[int], cards: Sequence[int]) -> Cards:
    """A hand with these cards in the places of those that are not known; shorter where there are not enough."""
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


def _takes(mine: int, other: int) -> float:
    return 0.0 if mine < other or not mine else 1.0 if mine > other else 0.5
