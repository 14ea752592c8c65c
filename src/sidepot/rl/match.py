"""The hands of a match: stacks carry over, and button and blinds move as in a tournament."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.setup import Owed, Setup
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.table_choices import ButtonRule
from sidepot.table.blinds import Standing, plan_next
from sidepot.table.button import Marks


def next_hand(
    before: Marks | None,
    stacks: Sequence[int],
    *,
    game: Game,
    limit: Limit,
    stakes: Stakes,
    house: Rulebook,
    first_button: int = 0,
) -> tuple[Setup, Marks]:
    """The setup of the next hand of a match, and its button and blinds.

    - `before`: the button and blinds of the hand before (None for the first hand, which has its button at
      `first_button`)
    - `stacks`: a stack for each seat; a seat without chips is out, and keeps its place

    Rule: TDA-2013 31, 33.
    """
    players = tuple([Standing(seat, stack) for seat, stack in enumerate(stacks) if stack])
    planned = plan_next(
        before,
        players,
        len(stacks),
        stakes,
        rule=house.button if stakes.blinds else ButtonRule.MOVING,  # a dead button follows blinds
        missed_rule=house.missed_blinds,
        shut_out=house.shut_out,
        has_blinds=bool(stakes.blinds),
        first_button=first_button if before is None else None,
        is_tournament=True,
        blinds_first=house.short_post.puts_blind_first(one_payer=stakes.ante_by is not AnteBy.ALL),
        ante_reduced_at=house.ante_reduced_at,
    )
    owed = tuple([Owed(seat, post, amount) for seat, post, amount in planned.owed])
    button = planned.dealt[-1]  # a dead button deals from the last seat before it
    return Setup(game, limit, stakes, house, tuple(stacks), button, owed, len(players)), planned.marks
