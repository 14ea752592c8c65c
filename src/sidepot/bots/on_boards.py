"""The field in games with a board, and in any that is neither stud nor draw: everybody holds random hands at first."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.deal_out import unseen_cards
from sidepot.bots.field import BoardPool, Field, Weights
from sidepot.bots.past import Past
from sidepot.bots.starting import starting_of
from sidepot.bots.weighing import Moment, to_draw, weigh
from sidepot.bots.worlds import Cards, Judge, Order, World, finish, make_worlds, orders_of, values
from sidepot.games.model import Game

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

WORK: Final = 1500  # hands ranked for one decision, about


def of_boards(view: Hand, seat: int, others: list[int], past: Past, rng: Random) -> Field:
    plan = view.plan
    game = plan.game
    judge = Judge(plan)
    unseen = unseen_cards(view)
    starting = starting_of(plan)
    held = max([len(view.hole[other]) for other in others], default=len(view.hole[seat]))
    hard = judge.size > 2 or len(judge.rankers) > 1 or plan.boards > 1
    work = WORK // (3 if hard else 1)
    left = game.board_cards - len(view.boards[0])
    later = left or judge.size != len(view.hole[seat]) or to_draw(view, seat)
    count = max(60, work // 16) if later else min(200, work // 2)
    cards = _dealt(view, starting.deal(set(view.plan.deck) - set(unseen), count, rng), held, unseen, count, rng)
    hands = [hand for hand, _ in cards]
    spare = 12 if judge.size > held or to_draw(view, seat) else 0
    worlds = make_worlds(view.boards, game.board_cards, unseen, max(8, work // count) if later else 1, rng, spare=spare)
    worths, made = worths_in(judge, game, hands, worlds, to_draw(view, others[0]) if others else 0)
    mine = []
    wins: list[list[Weights]] = [[] for _ in range(len(judge.rankers) * plan.boards)]
    none: list[list[Weights]] = [[] for _ in wins]
    counts = []
    draws = to_draw(view, seat)
    for world, strengths in zip(worlds, made, strict=True):
        end = finish(game, view.hole[seat], world.stub[::-1], judge.size, draws)
        own = judge.on(world.boards)(end)
        mine.append(own)
        counts.append([1.0 if of else 0.0 for of in strengths])
        for part, strength in enumerate(own):
            wins[part].append([_takes(strength, of[part]) if of else 0.0 for of in strengths])
            none[part].append([1.0 if of and not of[part] else 0.0 for of in strengths])
    pool = BoardPool(worths, wins, none, counts)
    before: dict[int, list[float]] = {}

    def worths_then(moment: Moment) -> Weights:
        board = moment[0]
        if board == len(view.boards[0]):
            return worths
        if board not in before:
            boards = [some[:board] for some in view.boards]
            free = [*unseen, *(card for some in view.boards for card in some[board:])]
            then = make_worlds(boards, game.board_cards, free, 5, rng, spare=spare)
            before[board] = worths_in(judge, game, hands, then, 0)[0]
        return before[board]

    places = [place for _, place in cards]
    weights = [weigh(view, past, other, len(hands), lambda: places, worths_then) for other in others]
    place = starting.place(view.hole[seat]) if len(view.hole[seat]) == starting.size else 0.5
    return Field(judge, others, [pool] * len(others), weights, mine, place)


def _dealt(
    view: Hand, found: list[tuple[Cards, float]], held: int, unseen: list[int], count: int, rng: Random
) -> list[tuple[Cards, float]]:
    """Starting hands if all players still have all their first cards, otherwise random hands."""
    if found and len(found[0][0]) == held and len(found) * 2 > count:
        return found
    held = min(held, len(unseen))
    return [(tuple(rng.sample(unseen, held)), 0.5) for _ in range(count)]


def worths_in(
    judge: Judge, game: Game, hands: list[Cards], worlds: list[World], draws: int
) -> tuple[list[float], list[list[tuple[int, ...]]]]:
    """The value of each hand against the other hands, averaged over the worlds, and its strengths in each world.

    A hand that shares a card with a world's board is impossible in that world, and has no strengths there. `draws` is
    the number of draws still to come.
    """
    total = [0.0] * len(hands)
    times = [0] * len(hands)
    made = []
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
                strengths.append(rank(finish(game, hand, world.stub, judge.size, draws)))
        possible = [of for of in strengths if of]
        orders = orders_of(possible) if possible else [Order(()) for _ in range(len(judge.rankers) * len(world.boards))]
        beats = iter(values(judge, possible, orders))
        for at, of in enumerate(strengths):
            if of:
                total[at] += next(beats)
                times[at] += 1
        made.append(strengths)
    return [some / count if count else 0.5 for some, count in zip(total, times, strict=True)], made


def _takes(mine: int, other: int) -> float:
    return 0.0 if mine < other or not mine else 1.0 if mine > other else 0.5
