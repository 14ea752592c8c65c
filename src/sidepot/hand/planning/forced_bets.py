"""The forced bets of each seat, from a level and a button, for an ordinary hand without missing players.

Tables with absent players, missed or dead blinds compute their own `Setup.owed`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.games.catalog import game_of
from sidepot.games.limits import Limit, limit_of
from sidepot.games.model import Game
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.rules.houses import house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.integers import as_int, as_ints
from sidepot.validation.type_checks import expect

_BLIND_NAMES = (Post.SMALL_BLIND, Post.BIG_BLIND)


def seat_hand(
    game: Game | str,
    limit: Limit,
    stakes: Stakes,
    rulebook: Rulebook | str,
    stacks: Sequence[int],
    *,
    button: int | None = None,
    players_left: int | None = None,
    carried: int = 0,
) -> Setup:
    """The setup of an ordinary hand. Antes and blinds depend on the button (by default, the last seat).

    Heads-up, the button posts the small blind (TDA-2013 33). Short stacks pay in the order of `rulebook.short_post`.
    The game and the rulebook may be given by name. `players_left` is the number of players left in the tournament.
    `carried` is the number of chips carried into this hand. Raises BadNotation, naming the argument, for invalid
    values.
    """
    game, rulebook = game_of(game), house_of(rulebook, "rulebook")
    limit, stakes = limit_of(limit), expect(stakes, Stakes, "stakes")
    stacks = as_ints(stacks, "stacks")
    seats = len(stacks)
    button = seats - 1 if button is None else as_int(button, "button")
    blinds = blinds_owed(stakes, seats, button)
    antes = antes_owed(stakes, seats, button, blinds)
    blind_first = rulebook.short_post.puts_blind_first(one_payer=stakes.ante_by is not AnteBy.ALL)
    owed = blinds + antes if blind_first else antes + blinds
    return Setup(game, limit, stakes, rulebook, stacks, button, tuple(owed), players_left, carried)


def blinds_owed(stakes: Stakes, seats: int, button: int) -> list[Owed]:
    """The small blind, the big blind and the straddles, clockwise from the left of the button."""
    if seats < 2:
        return []
    first = button if seats == 2 else button + 1
    in_front = [0] * seats
    owed = []
    for at, amount in enumerate(stakes.blinds):
        seat = (first + at) % seats
        if amount > in_front[seat]:  # a straddle in addition to a blind only adds the difference
            owed.append(Owed(seat, _BLIND_NAMES[at] if at < 2 else Post.STRADDLE, amount - in_front[seat]))
            in_front[seat] = amount
    return owed


def antes_owed(stakes: Stakes, seats: int, button: int, blinds: Sequence[Owed]) -> list[Owed]:
    """The antes in these stakes, clockwise from the left of the button."""
    if not stakes.ante:
        return []
    if stakes.ante_by is AnteBy.BUTTON:
        return [Owed(button, Post.DEAD_ANTE, stakes.ante)]
    if stakes.ante_by is AnteBy.BIG_BLIND:
        payer = next((owed.seat for owed in blinds if owed.post is Post.BIG_BLIND), button)
        return [Owed(payer, Post.DEAD_ANTE, stakes.ante)]
    post = Post.DEAD_ANTE if stakes.ante_is_dead else Post.ANTE
    return [Owed((button + 1 + at) % seats, post, stakes.ante) for at in range(seats)]
