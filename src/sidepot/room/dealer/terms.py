"""What is agreed before a hand at a table with real chips and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sidepot.errors import Conflict
from sidepot.games.mixes import MixGame
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.setup import Owed, Setup
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.table_choices import ButtonRule
from sidepot.table.blinds import Blinds, antes
from sidepot.table.button import Marks, clockwise, first_marks, heads_up, move, next_seat
from sidepot.validation import quantities as q

UNKNOWN_CHIPS: Final = 10**15
"""The chips of a seat whose stack is unknown: more than anybody may bet. Its real stack replaces them once it is
entered.
"""


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that is dealt in: its player, and its chips before the hand (-1 if they are unknown)."""

    seat: q.Seat
    player: str
    chips: q.AnyChips = -1


class HandTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seats that are dealt in, clockwise, and the setup of the hand.

    - `setup`: its seat 0 is the first of `seats`, and a seat with an unknown stack has `UNKNOWN_CHIPS`
    - `marks`: the seats of the button and the blinds, some of which may be empty seats
    - `game`: the number of the game in its mix
    """

    seats: tuple[Seated, ...]
    setup: Setup
    marks: Marks | None = None
    game: q.Item = 0

    @property
    def button(self) -> int:
        """The seat with the button."""
        return self.marks.button if self.marks is not None else self.seats[self.setup.button].seat


def next_marks(
    taken: Sequence[int], size: int, rule: ButtonRule, *, last: Marks | None, button: int = -1, one_blind: bool = False
) -> Marks | None:
    """The seats of the button and the blinds in the next hand. Returns None if the place of the button is unknown.

    - `taken`: the seats that are dealt in
    - `size`: the number of seats at the table
    - `button`: the seat of the button, which is a dead button if nobody sits there (-1: move on from the `last` hand)
    - `last`: the seats of the button and the blinds in the last hand (None: unknown)

    Raises Conflict if fewer than two players are dealt in.
    """
    if len(taken) < 2:
        raise Conflict("a hand needs at least two players", code="too_few_players")
    if button in taken:
        return first_marks(taken, button, size, one_blind=one_blind)
    if button >= 0:
        first, second = clockwise(taken, button, size)[:2]
        return heads_up(second, taken, one_blind=one_blind) if len(taken) == 2 else Marks(button, first, second)
    if last is None:
        return None
    if len(taken) == 2:
        return heads_up(next_seat(taken, last.big, size), taken, one_blind=one_blind)
    return move(last, taken, size, rule, one_blind=one_blind)


def terms_of(
    seats: Sequence[Seated],
    marks: Marks,
    of: MixGame,
    stakes: Stakes,
    house: Rulebook,
    *,
    game: int = 0,
    players_left: int | None = None,
    carried: int = 0,
) -> HandTerms:
    """The terms of a hand between these seats. `marks` determines the antes and blinds. Dead blinds are not posted."""
    taken = [one.seat for one in seats]
    dealt = clockwise(taken, marks.button, max(taken) + 1)
    posted = Blinds(stakes.blinds[:2], marks, dealt)
    if len(stakes.blinds) > 2:
        posted.go_on(stakes.blinds[2:])
    blinds = posted.postings if stakes.blinds else []
    paid = antes(stakes, marks, dealt)
    blind_first = house.short_post.puts_blind_first(one_payer=stakes.ante_by is not AnteBy.ALL)
    owed = [Owed(taken.index(seat), post, amount) for seat, post, amount in (blinds + paid if blind_first
                                                                             else paid + blinds)]  # fmt: skip
    setup = Setup(
        of.game,
        of.limit,
        stakes,
        house,
        tuple([UNKNOWN_CHIPS if one.chips < 0 else one.chips for one in seats]),
        taken.index(dealt[-1]),  # if the button is dead, the last seat before it
        tuple(owed),
        players_left,
        carried,
    )
    return HandTerms(tuple(seats), setup, marks, game)
