"""The posts before a hand: antes, the blinds in turn, blinds that were missed, kill blinds and straddles.

Short stacks owe the whole and pay what they have; the hand sees to that. Source: PG-38, PG-49; Robert's for missed
blinds: both are made up at once, live up to the big blind, which is what it costs to open, and the rest is dead.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.errors import Conflict
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.setup import Post
from sidepot.rules.table_choices import MissedBlinds
from sidepot.table.button import Marks
from sidepot.table.table_rules import Straddle

Posting = tuple[int, Post, int]  # table seat, what for, how much


def antes(stakes: Stakes, marks: Marks, dealt: Sequence[int]) -> list[Posting]:
    """The antes: from each player, or one for all from the big blind or the button.

    Where the button is dead, or nobody has the big blind, the last seat dealt antes.
    """
    if not stakes.ante:
        return []
    if stakes.ante_by is AnteBy.ALL:
        post = Post.DEAD_ANTE if stakes.ante_is_dead else Post.ANTE
        return [(seat, post, stakes.ante) for seat in dealt]
    payer = marks.big if stakes.ante_by is AnteBy.BIG_BLIND else marks.button
    return [(payer if payer in dealt else dealt[-1], Post.DEAD_ANTE, stakes.ante)]


class Blinds:
    """The blinds of one hand as they are posted, in order; what lies in front of a seat counts for what it owes.

    `sleepers` straddle only if nobody raises before them: no forced bet.
    """

    def __init__(self, amounts: Sequence[int], marks: Marks, dealt: Sequence[int]) -> None:
        """The small and the big blind of these amounts, or the only one; a dead one is not posted."""
        self.marks = marks
        self.dealt = dealt
        self.postings: list[Posting] = []
        self.sleepers: list[tuple[int, int]] = []
        self.in_front = dict.fromkeys(dealt, 0)
        self.small, self.big = (amounts[0], amounts[1]) if len(amounts) > 1 else (0, sum(amounts))
        self._post(marks.small, Post.SMALL_BLIND, self.small)
        self._post(marks.big, Post.BIG_BLIND if len(amounts) > 1 else Post.SMALL_BLIND, self.big)

    def make_up(self, seat: int, rule: MissedBlinds, *, small: bool, big: bool, new: bool) -> None:
        """What a player posts to come in: a new one the big blind, one who is back the blinds missed.

        A big blind is live, also with a small one that falls to the seat in this hand; the rest is dead, and so is a
        small blind missed alone. The seat that takes the big blind in turn owes nothing more.
        """
        if rule is MissedBlinds.NONE or seat == self.marks.big:
            return
        live = self.big if new or big else 0
        dead = self.small if small and rule is MissedBlinds.BOTH else 0
        lying = min(self.in_front[seat], live)
        self._post(seat, Post.LIVE_BLIND, live - lying)
        self._post(seat, Post.DEAD_BLIND, dead if new else dead + lying)

    def kill(self, seat: int, amount: int) -> None:
        """The kill blind: live, up to that amount with the chips in front. A killer who has left posts none."""
        self._post(seat, Post.LIVE_BLIND, amount - self.in_front.get(seat, 0))

    def go_on(self, amounts: Sequence[int]) -> None:
        """The straddles that the stakes name, from the left of the big blind on."""
        for at, amount in enumerate(amounts, 1):
            seat = self.dealt[(self.dealt.index(self.marks.big) + at) % len(self.dealt)]
            self._post(seat, Post.STRADDLE, amount - self.in_front[seat])

    def straddle(self, seat: int, kind: Straddle, amount: int) -> None:
        """A straddle that a player chose. Raises Conflict where that seat may not."""
        if seat not in self.in_front:
            raise Conflict(f"seat {seat + 1} is not dealt in, and straddles nothing", code="not_dealt_in")
        if seat in (self.marks.small, self.marks.big):
            raise Conflict(f"seat {seat + 1} has a blind, and no blind straddles", code="blind_straddles_not")
        first = self.dealt[(self.dealt.index(self.marks.big) + 1) % len(self.dealt)]
        if kind == Straddle.UNDER_THE_GUN and seat != first:
            raise Conflict(f"seat {seat + 1} is not under the gun; seat {first + 1} is", code="not_under_the_gun")
        if any((one, post) == (seat, Post.STRADDLE) for one, post, _ in self.postings) or seat in dict(self.sleepers):
            raise Conflict(f"seat {seat + 1} has straddled already", code="straddled_already")
        least = 2 * max(self.big, *self.in_front.values())
        if amount < least:
            raise Conflict(
                f"a straddle is twice the bet before it, {least} or more, not {amount}", code="straddle_too_small"
            )
        if kind == Straddle.SLEEPER:
            self.sleepers.append((seat, amount))
        else:
            self._post(seat, Post.STRADDLE, amount - self.in_front[seat])

    def _post(self, seat: int, post: Post, amount: int) -> None:
        """Let a seat post an amount, on top of what it posts for the same; nothing where it is not dealt in."""
        if seat not in self.in_front or amount <= 0:
            return
        same = [at for at, (who, what, _) in enumerate(self.postings) if (who, what) == (seat, post)]
        if same:
            self.postings[same[0]] = (seat, post, self.postings[same[0]][2] + amount)
        else:
            self.postings.append((seat, post, amount))
        if post is not Post.DEAD_BLIND:
            self.in_front[seat] += amount
