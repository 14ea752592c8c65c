"""Random tables for the differential test: all forced bets that both engines know, and stacks of every depth."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from sidepot.formats.phh_game import PHH
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import BRING_INS, Game, Opens
from sidepot.games.rake import Rake, Sharing
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Owed, Post, Setup

LIMITS: Final = ("no limit", "pot limit", "fixed limit")
HOUSE: Final = PHH  # odd chips by position, halves split before ties, the cap binds two players too, nobody must show
_RUNNING: Final = {runs: PHH.but(name=f"phh, {runs} runs", run_it=runs) for runs in (2, 3, 4)}


def random_setup(game: Game, limit: str, chance: Random) -> Setup:
    """One random table for a game at a limit."""
    low, high = game.seats
    seats = chance.randint(low, min(high, 6)) if chance.random() < 0.8 else chance.randint(low, high)
    stakes = _stakes(game, limit, seats, chance)
    house = HOUSE
    if game.board_cards and chance.random() < 0.3:
        house = _RUNNING[chance.choice((2, 2, 3, 4))]
    setup = seat_hand(
        game, _limit(limit, chance), stakes, house, _stacks(stakes, seats, chance), button=chance.randrange(seats)
    )
    return replace(setup, owed=_owed(setup, chance))


def _limit(name: str, chance: Random) -> Limit:
    if name == "no limit":
        return NoLimit()
    return PotLimit() if name == "pot limit" else FixedLimit(chance.choice((3, 4, 4, 5, None)))


def _stacks(stakes: Stakes, seats: int, chance: Random) -> list[int]:
    """Stacks of any depth: some hands are played for a bet or two, and now and then one stack is a chip or so."""
    bet = stakes.min_bet
    depth = chance.choice((4, 10, 10, 25, 50, 100, 100))
    stacks = [chance.randint(bet, depth * bet) for _ in range(seats)]
    if chance.random() < 0.25:
        stacks[chance.randrange(seats)] = chance.randint(1, 2 * bet + stakes.ante)
    if chance.random() < 0.05:
        return [chance.randint(1, 3 * bet) for _ in range(seats)]
    return stacks


def _stakes(game: Game, limit: str, seats: int, chance: Random) -> Stakes:
    small = chance.choice((2, 4, 5, 10, 20))
    big = 2 * small if limit == "fixed limit" else 0
    rake = None
    if chance.random() < 0.05:
        cap = chance.choice((None, None, small))
        rake = Rake(5, cap=cap, no_flop_no_drop=False, sharing=Sharing.SIDE_POT_FIRST)
    opens = game.streets[0].opens
    if opens in BRING_INS:
        ante = chance.choice((0, 1, 1, small // 2))
        return Stakes(ante, bring_in=chance.randint(1, small - 1), rake=rake, small_bet=small, big_bet=big)
    if opens is not Opens.LEFT_OF_BLINDS:
        return Stakes(chance.randint(1, small), rake=rake, small_bet=small, big_bet=big)
    ante = chance.choice((0, 0, 0, 1, small // 2, small))
    ante_by = chance.choice((AnteBy.ALL, AnteBy.ALL, AnteBy.BIG_BLIND, AnteBy.BUTTON)) if ante else AnteBy.ALL
    if ante and ante_by is AnteBy.ALL and chance.random() < 0.15:
        return Stakes(ante, small_bet=small, ante_is_dead=chance.random() < 0.3, rake=rake, big_bet=big)
    half = (small // 2, small)
    blinds = chance.choice((half, half, half, half, half, half, (1, small), (1, small), (0, small), (small, small)))
    straddles = 0
    if chance.random() < 0.12 and seats > 2:
        straddles = chance.randint(1, min(2, seats - 2))
    return Stakes(
        ante,
        ante_by,
        (*blinds, *(small * 2 ** (at + 1) for at in range(straddles))),
        ante_is_dead=ante_by is not AnteBy.ALL or chance.random() < 0.3,
        rake=rake,
        small_bet=small,
        big_bet=big,
    )


def _owed(setup: Setup, chance: Random) -> tuple[Owed, ...]:
    """The posts of a setup: now and then no small blind, or the blind of a player who is new at the table.

    Where all ante and there are no blinds, the button may post one, as is usual in short-deck hold'em.
    """
    owed = list(setup.owed)
    blinds = setup.stakes.blinds
    if not blinds and setup.game.streets[0].opens is Opens.LEFT_OF_BLINDS and chance.random() < 0.5:
        owed.append(Owed(setup.button, Post.BIG_BLIND, setup.stakes.small_bet))
    if blinds and chance.random() < 0.05:
        owed = [one for one in owed if one.post is not Post.SMALL_BLIND]
    free = set(range(len(setup.stacks))) - {
        one.seat for one in owed if one.post in (Post.SMALL_BLIND, Post.BIG_BLIND, Post.STRADDLE)
    }
    if blinds and free and chance.random() < 0.05 and len(setup.stacks) > 2:
        owed.append(Owed(chance.choice(sorted(free)), Post.LIVE_BLIND, max(blinds[:2])))
    return tuple(owed)
