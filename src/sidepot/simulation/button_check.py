"""Check the position of button and blinds against that of the previous hand.

These are not the rules for moving them, only what holds by any of these rules: one big blind is posted, by a player who
is there; nobody has it twice in a row, and it passes over nobody who is dealt in; a dead button may stay at an empty
seat, and a moving button never passes a player.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sidepot.games.stakes import AnteBy
from sidepot.hand.setup import Post
from sidepot.rules.table_choices import ButtonRule
from sidepot.table.events import HandBegun
from sidepot.table.table_rules import TableRules


def wrong_marks(
    begun: HandBegun, before: HandBegun | None, rules: TableRules, fresh: Collection[str] = ()
) -> Iterator[str]:
    """The errors in the button, the blinds and the antes of a hand; empty if there are none.

    - `before`: the previous hand
    - `fresh`: the players who have sat down, moved or returned since that hand
    """
    yield from _wrong_seats(begun, rules)
    yield from _wrong_posts(begun)
    if before is None:
        return
    if before.parked:
        if begun.parked and len(begun.seats) > 2 and begun.marks != before.marks:
            yield f"the button stands still in this game, and the marks went from {before.marks} to {begun.marks}"
        return
    yield from _wrong_way(begun, before, rules, fresh)


def _wrong_seats(begun: HandBegun, rules: TableRules) -> Iterator[str]:
    seats = begun.seats
    if len(set(seats)) != len(seats) or len(seats) != len(begun.players) or len(seats) != len(begun.setup.stacks):
        yield f"these seats cannot all play: {seats}"
    all_in = {seat for _, can in begun.setup.parts for seat in can}  # for a pot that waits
    if not all(begun.setup.stacks) and any(
        not stack and seat not in all_in for seat, stack in enumerate(begun.setup.stacks)
    ):
        yield f"somebody without chips is dealt in: {begun.setup.stacks}"
    ring = rules.seats
    first = begun.marks.button + 1
    ways = [(seat - first) % ring for seat in seats]
    if ways != sorted(ways):
        yield f"the cards do not go round from the left of the button (seat {first}): {seats}"
    if begun.setup.button != len(seats) - 1:
        yield "the last player dealt in does not have the button"


def _wrong_posts(begun: HandBegun) -> Iterator[str]:
    """The errors in posts: blinds not posted once each at the marks, a dead small blind that is posted, unpaid
    antes.
    """
    stakes, marks, seats = begun.setup.stakes, begun.marks, begun.seats
    found: dict[Post, list[tuple[int, int]]] = {}
    for owed in begun.setup.owed:
        found.setdefault(owed.post, []).append((seats[owed.seat], owed.amount))
    small, big = found.get(Post.SMALL_BLIND, []), found.get(Post.BIG_BLIND, [])
    blinds = () if begun.bomb else stakes.blinds
    if len(blinds) == 1:  # the only one is on the big blind's mark
        small, big, blinds = [], small, (0, blinds[0])
    if marks.button == marks.big:
        yield f"button and big blind are both on seat {marks.big + 1}"
    wanted = [(marks.big, blinds[1])] if blinds and blinds[1] else []
    if big != wanted:
        yield f"the big blind should be {_posts_text(wanted)}, and is {_posts_text(big)}"
    wanted = [(marks.small, blinds[0])] if blinds and blinds[0] and marks.small in seats else []
    if small != wanted:
        yield f"the small blind should be {_posts_text(wanted)}, and is {_posts_text(small)}"
    if stakes.ante:
        antes = found.get(Post.ANTE, []) + found.get(Post.DEAD_ANTE, [])
        payers = len(seats) if stakes.ante_by is AnteBy.ALL else 1
        if len(antes) != payers or any(amount != stakes.ante for _, amount in antes):
            yield f"{payers} should ante {stakes.ante}, and the antes are {_posts_text(antes)}"


def _wrong_way(begun: HandBegun, before: HandBegun, rules: TableRules, fresh: Collection[str]) -> Iterator[str]:
    """The errors in the moves of button and blinds since the previous hand."""
    marks, last = begun.marks, before.marks
    here = set(begun.seats)
    if rules.rulebook.button is ButtonRule.MOVING or not any(stakes.blinds for stakes in rules.stakes):
        if min(len(begun.settled), len(before.settled)) < 3:  # with two in the game the big blind leads
            return
        way, start, end = "button", last.button, marks.button
        here = {  # who comes in behind it was never to have it
            seat
            for player, seat in zip(begun.players, begun.seats, strict=True)
            if player in before.settled and player not in fresh
        }
    else:
        way, start, end = "big blind", last.big, marks.big
    if start == end:
        yield f"seat {end + 1} has the {way} twice running"
    for seat in here:
        if 0 < (seat - start) % rules.seats < (end - start) % rules.seats:
            yield f"the {way} passes seat {seat + 1} over, on its way from {start + 1} to {end + 1}"


def _posts_text(some: list[tuple[int, int]]) -> str:
    return ", ".join(f"{amount} on seat {seat + 1}" for seat, amount in some) or "none"
