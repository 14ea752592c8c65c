"""Random tables for the universal tester and the properties: uneven short stacks, every kind of forced bet."""

from __future__ import annotations

import os
import random

import msgspec
from hypothesis import settings
from random_games import random_game
from universal.tester import play_randomly

from sidepot.errors import Conflict
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.forms import FORMS
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import Game, Opens
from sidepot.games.rake import Rake, Rounding, Sharing
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.rules.deal_choices import DrawStub, ShortStub
from sidepot.rules.hand_choices import TiedBoards
from sidepot.rules.houses import CASH, HOME, ROBERTS, TDA_2013, TDA_2024, TDA_2026, WSOP_2026
from sidepot.rules.rulebook import BothWays, Declaration, ExposedCards, Openers, Reading, Rulebook

HOUSES = (TDA_2013, CASH, TDA_2024, ROBERTS, HOME, TDA_2026, WSOP_2026)
SOAK = os.environ.get("SIDEPOT_SOAK", "")
TIMES = {"": 1, "0": 1, "1": 50}.get(SOAK) or int(SOAK)  # how many times the ordinary number of hands
EXAMPLES = (2 if settings.get_current_profile_name() == "few" else 16) * TIMES
LIMITS = ("no limit", "pot limit", "half pot", "fixed limit", "spread limit", "cap game")


def played(seed: int, *, kills: bool = False) -> Hand:
    """A finished hand of a random game, one of the catalogue or one made up, at a random table, watched all the way."""
    chance = random.Random(seed)
    game = random_game(chance) if not chance.randrange(4) else chance.choice(EVERY_GAME)
    seats = chance.randint(game.seats[0], min(game.seats[1], 9))
    setup = random_setup(game, chance.choice(LIMITS), seats, random_house(chance), chance)
    return play_randomly(setup, chance.randrange, thorough=False, kills=kills)


def forms() -> list[Game]:
    """Every game of the catalogue in every form that it has: low, high-low and so on."""
    found = []
    for game in GAMES.values():
        for form in FORMS:
            try:
                found.append(find_game(f"{game.name}-{form}"))
            except Conflict:
                continue  # it has no such form
    return found


YES_OR_NO = (
    "open_pair_option", "lowball_check_raise", "sevens_rule", "fifth_card_last", "last_card_stays",
    "wrong_bring_in_stands", "last_card_completes", "exposed_is_burn", "at_risk_shows_last",
)  # fmt: skip
EVERY_GAME = [*GAMES.values(), *forms()]


def random_house(chance: random.Random, house: Rulebook | None = None) -> Rulebook:
    """A house of the book, now and then with what only some houses do: runs, declarations, calling one's hand."""
    house = house or chance.choice(HOUSES)
    changes: dict[str, object] = {}
    if not chance.randrange(3):
        changes["run_it"] = chance.choice((1, 2, 3, 4))
    if not chance.randrange(3):
        changes["declaration"] = chance.choice(tuple(Declaration))
        changes["both_ways"] = chance.choice(tuple(BothWays))
    if not chance.randrange(5):
        changes["reading"] = Reading.AS_CALLED
    if not chance.randrange(3):
        changes["openers"] = chance.choice(tuple(Openers))
        changes["exposed_lowball"] = chance.choice(tuple(ExposedCards))
        changes["tied_boards"] = chance.choice(tuple(TiedBoards))
        changes["short_stub"] = chance.choice(tuple(ShortStub))
        changes["draw_stub"] = chance.choice(tuple(DrawStub))
        changes |= {name: chance.random() < 0.5 for name in YES_OR_NO}
    return house.but(**changes) if changes else house


def random_rake(chip: int, chance: random.Random) -> Rake:
    """A rake of 0 to 100 %, with and without a cap, in chips in play or smaller ones."""
    numerator, denominator = chance.choice(((5, 100), (1, 20), (5, 200), (1, 3), (1, 1), (0, 1), (10, 100)))
    return Rake(
        numerator,
        chance.choice((None, None, 0, chip, 3 * chip, 7)),
        denominator,
        no_flop_no_drop=chance.random() < 0.5,
        unit=chance.choice((1, chip, 5 * chip)),
        rounding=chance.choice(tuple(Rounding)),
        sharing=chance.choice(tuple(Sharing)),
    )


def limit_of(name: str, bet: int, chance: random.Random) -> Limit:
    """A limit by name, for a minimum bet of `bet`."""
    if name == "no limit":
        return NoLimit()
    if name == "pot limit":
        return PotLimit()
    if name == "half pot":
        return PotLimit(1, 2)
    if name == "fixed limit":
        return FixedLimit(chance.choice((3, 4, 5, None)))
    if name == "spread limit":
        return SpreadLimit(bet, bet * chance.choice((1, 2, 5)), chance.choice((None, 4)))
    if chance.random() < 0.3:
        return PotLimit(cap=bet * chance.choice((3, 5, 15)))
    return NoLimit(cap=bet * chance.choice((2, 5, 10, 20)))


def stakes_of(game: Game, seats: int, chance: random.Random) -> Stakes:
    """Random stakes that suit a game, in chips of 1, 2, 5 or 25, raked one time in three."""
    chip = chance.choice((1, 1, 1, 2, 5, 25))
    small = chip * chance.choice((2, 3, 4, 10))
    rake = random_rake(chip, chance) if not chance.randrange(3) else None
    opens = game.streets[0].opens
    if opens is not Opens.LEFT_OF_BLINDS:
        brings = opens in (Opens.LOW_CARD, Opens.HIGH_CARD)
        bring_in = chip * chance.choice((1, small // chip // 2, small // chip)) if brings else 0
        ante = chip * chance.choice((0, 1, 2)) if bring_in else chip
        return Stakes(ante=ante, bring_in=bring_in, small_bet=small, big_bet=2 * small, chip=chip, rake=rake)
    ante = chip * chance.choice((0, 0, 1, 2))
    ante_by = chance.choice(tuple(AnteBy))
    dead = chance.random() < 0.3
    if game.pass_out and chance.random() < 0.7:
        return Stakes(ante=chip * chance.choice((1, 2)), small_bet=small, chip=chip, ante_is_dead=dead, rake=rake)
    blinds = chance.choice(((small // 2 // chip * chip, small), (small, small), (0, small), (chip, small)))
    straddles = tuple(small * 2 ** (at + 1) for at in range(chance.choice((0, 0, 0, 1, 2))) if seats > 3 + at)
    fixed = {"small_bet": small, "big_bet": 2 * small} if chance.random() < 0.5 else {}
    return Stakes(ante, ante_by, blinds + straddles, chip=chip, ante_is_dead=dead, rake=rake, **fixed)


def random_setup(game: Game, limit: str, seats: int, house: Rulebook, chance: random.Random) -> Setup:
    """A random table: stacks from less than an ante to forty bets, new players, missing blinds, empty stacks."""
    stakes = stakes_of(game, seats, chance)
    bet = stakes.min_bet
    depth = chance.choice((1, 3, 10, 40))
    stacks = [stakes.chip * chance.randint(1, max(2, depth * bet // stakes.chip)) for _ in range(seats)]
    if stakes.chip > 1 and chance.random() < 0.2:
        stacks = [stack + chance.randrange(stakes.chip) for stack in stacks]
    if seats > 3 and chance.random() < 0.1:
        stacks[chance.randrange(seats)] = 0
    setup = seat_hand(
        game,
        limit_of(limit, bet, chance),
        stakes,
        house,
        stacks,
        button=chance.randrange(seats),
        players_left=chance.choice((None, seats, 100)),
    )
    carried = stakes.chip * chance.randrange(1, 9) if game.pass_out and chance.random() < 0.2 else 0
    setup = msgspec.structs.replace(setup, owed=tuple(odd_posts(setup, chance)), carried=carried)
    return with_parts(setup, chance) if carried and chance.random() < 0.5 else setup


def with_parts(setup: Setup, chance: random.Random) -> Setup:
    """The same setup, where only some contest parts of the pot that waits, now and then one without chips."""
    seats = range(len(setup.stacks))
    stacks = tuple([0 if chance.random() < 0.2 else stack for stack in setup.stacks])
    chip = setup.stakes.chip
    left, parts = setup.carried, []
    while left >= chip and chance.random() < 0.8:
        chips = chip * chance.randint(1, left // chip)
        left -= chips
        can = tuple([seat for seat in seats if chance.random() < 0.7])
        parts.append((chips, can or (0,)))
    in_it = {seat for _, can in parts for seat in can}
    if sum([stack > 0 or seat in in_it for seat, stack in enumerate(stacks)]) < 2:
        stacks = setup.stacks
    return msgspec.structs.replace(setup, stacks=stacks, parts=tuple(parts))


def odd_posts(setup: Setup, chance: random.Random) -> list[Owed]:
    """The posts of a setup, now and then with a dead small blind, uneven antes, or what a new player posts."""
    owed = list(setup.owed)
    chip = setup.stakes.chip
    if chance.random() < 0.1:
        owed = [one for one in owed if one.post is not Post.SMALL_BLIND]
    if chance.random() < 0.1:
        owed = [
            Owed(one.seat, Post.DEAD_ANTE, one.amount + chip * chance.randrange(3)) if one.post is Post.ANTE else one
            for one in owed
        ]
    if len(setup.stacks) > len(setup.stakes.blinds) > 0 and chance.random() < 0.15:
        free = set(range(len(setup.stacks))) - {one.seat for one in owed if one.post is not Post.ANTE}
        seat = chance.choice(sorted(free) or [setup.button])
        owed.append(Owed(seat, Post.LIVE_BLIND, max(setup.stakes.blinds[:2])))
        if chance.random() < 0.5:
            owed.append(Owed(seat, Post.DEAD_BLIND, chip))
    return owed
