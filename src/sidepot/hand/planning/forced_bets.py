"""From a level and a button to the forced bets that each seat owes: the ordinary hand, with nobody missing.

Tables with absent players, missed or dead blinds make their own `Setup.owed`; this is the plain case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.errors import BadNotation
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import Game
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.rules.rulebook import Rulebook
from sidepot.whole import whole, whole_row

_BLIND_NAMES = (Post.SMALL_BLIND, Post.BIG_BLIND)
_LIMITS: Final = (NoLimit, PotLimit, FixedLimit, SpreadLimit)


def seat_hand(
    game: Game,
    limit: Limit,
    stakes: Stakes,
    rulebook: Rulebook,
    stacks: Sequence[int],
    *,
    button: int | None = None,
    players_left: int | None = None,
    carried: int = 0,
) -> Setup:
    """The setup of an ordinary hand: antes and blinds fall on the seats by the button (last seat unless told).

    Heads-up the button posts the small blind (TDA-2013 33). Short seats pay in the order of `rulebook.short_post`.
    Raises BadNotation for a name where a value of the engine is due.
    """
    if not isinstance(game, Game):
        raise _no_value("game", "find_game('holdem')", game)
    if not isinstance(limit, _LIMITS):
        raise _no_value("limit", "NoLimit()", limit)
    if not isinstance(stakes, Stakes):
        raise _no_value("stakes", "Stakes(blinds=(1, 2))", stakes)
    if not isinstance(rulebook, Rulebook):
        raise _no_value("rulebook", "find_house('cash')", rulebook)
    stacks = whole_row(stacks, "stacks")
    seats = len(stacks)
    button = seats - 1 if button is None else whole(button, "button")
    blinds = blinds_owed(stakes, seats, button)
    antes = antes_owed(stakes, seats, button, blinds)
    blind_first = rulebook.short_post.puts_blind_first(one_payer=stakes.ante_by is not AnteBy.ALL)
    owed = blinds + antes if blind_first else antes + blinds
    return Setup(game, limit, stakes, rulebook, stacks, button, tuple(owed), players_left, carried)


def _no_value(name: str, right: str, value: object) -> BadNotation:
    return BadNotation(f"{name}: this is a value of the engine, as in {right}, not {value!r:.60}")


def blinds_owed(stakes: Stakes, seats: int, button: int) -> list[Owed]:
    """Small blind, big blind and straddles, from the left of the button on."""
    if seats < 2:
        return []
    first = button if seats == 2 else button + 1
    in_front = [0] * seats
    owed = []
    for at, amount in enumerate(stakes.blinds):
        seat = (first + at) % seats
        if amount > in_front[seat]:  # a straddle on top of a blind adds the rest
            owed.append(Owed(seat, _BLIND_NAMES[at] if at < 2 else Post.STRADDLE, amount - in_front[seat]))
            in_front[seat] = amount
    return owed


def antes_owed(stakes: Stakes, seats: int, button: int, blinds: Sequence[Owed]) -> list[Owed]:
    """The antes of a level, from the left of the button on."""
    if not stakes.ante:
        return []
    if stakes.ante_by is AnteBy.BUTTON:
        return [Owed(button, Post.DEAD_ANTE, stakes.ante)]
    if stakes.ante_by is AnteBy.BIG_BLIND:
        payer = next((owed.seat for owed in blinds if owed.post is Post.BIG_BLIND), button)
        return [Owed(payer, Post.DEAD_ANTE, stakes.ante)]
    post = Post.DEAD_ANTE if stakes.ante_is_dead else Post.ANTE
    return [Owed((button + 1 + at) % seats, post, stakes.ante) for at in range(seats)]
