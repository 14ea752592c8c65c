"""What follows from a setup: the same whether it was worked out for it alone or shared with other hands."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

from each import each
from msgspec.structs import replace
from random_setups import EVERY_GAME, LIMITS, random_house, random_setup

from sidepot.games.limits import NoLimit
from sidepot.games.rake import Rake
from sidepot.hand.betting_terms import Terms
from sidepot.hand.planning import plan
from sidepot.hand.planning.agreed import Agreed
from sidepot.hand.planning.plan import Plan, plan_of
from sidepot.hand.planning.stage import Forced, Stage
from sidepot.hand.setup import Setup

MADE_ANEW = ("posts", "rankers", "sevens", "showing", "stages", "terms")  # functions, and what has no equal
NAMES = [name for name in (*Agreed.__slots__, *Plan.__slots__) if name not in MADE_ANEW]


def a_setup(seed: int) -> Setup:
    chance = Random(seed)
    game = chance.choice(EVERY_GAME)
    seats = chance.randint(game.seats[0], min(game.seats[1], 9))
    return random_setup(game, chance.choice(LIMITS), seats, random_house(chance), chance)


def told(found: Plan) -> dict[str, object]:
    parts = [columns(part) for part in (found.terms, *found.stages, *found.posts)]
    return {"parts": parts} | {name: getattr(found, name) for name in NAMES}


def columns(part: Terms | Stage | Forced) -> list[object]:
    return [getattr(part, name) for name in type(part).__slots__]


def alone(setup: Setup) -> Plan:
    return Plan(setup, Agreed(setup.game, setup.limit, setup.stakes, setup.rulebook))


@each("seed", range(40))
def test_hands_share_only_what_they_agree_on(seed: int) -> None:
    """The same game for the same stakes, with other stacks, buttons and players left."""
    setup, chance = a_setup(seed), Random(seed)
    for _ in range(4):
        stacks = tuple([chance.randint(1, 500) for _ in setup.stacks])
        left = chance.choice((None, len(stacks), 50))
        setup = replace(setup, stacks=stacks, button=chance.randrange(len(stacks)), players_left=left)
        assert told(plan_of(setup)) == told(alone(setup))
        assert plan_of(setup) is plan_of(setup)


def test_no_value_is_taken_for_another_that_is_gone() -> None:
    """One of the four values is new in each hand, as are the stakes of a killed pot; little is remembered of it."""
    chance = Random(7)
    usual = setup = a_setup(3)
    for at in range(3000):
        part = chance.choice(("game", "limit", "stakes", "rulebook", ""))
        if part == "game":
            setup = replace(usual, game=replace(usual.game, title=f"Game {at}"))
        elif part == "limit":
            setup = replace(usual, limit=NoLimit(cap=at + 1))
        elif part == "stakes":
            setup = replace(usual, stakes=replace(usual.stakes, rake=Rake(1, denominator=at + 1)))
        elif part == "rulebook":
            setup = replace(usual, rulebook=replace(usual.rulebook, name=f"House {at}"))
        else:
            setup = replace(usual)
        found = plan_of(setup)
        assert found.values == (setup.game, setup.limit, setup.stakes, setup.rulebook)
        assert (found.hand_cap, found.rake) == (getattr(setup.limit, "cap", None), setup.stakes.rake)
        assert max(len(plan._AGREED), len(plan._PLANS)) <= plan._MOST and len(plan._SHARED) <= plan._MOST_SHARED


def test_many_threads_at_once() -> None:
    setups = [a_setup(seed) for seed in range(60)]
    wanted = [told(alone(setup)) for setup in setups]

    def work(seed: int) -> bool:
        chance = Random(seed)
        places = [chance.randrange(len(setups)) for _ in range(500)]
        return all(told(plan_of(replace(setups[at]))) == wanted[at] for at in places)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))
