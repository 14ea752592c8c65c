"""The consequences of a setup before the deal: computed once, and shared by hands that differ only in stacks."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from sidepot.hand.planning.agreed import AGREED, LAST_TWO, Agreed, terms_of
from sidepot.hand.planning.stage import Forced
from sidepot.hand.setup import LIVE_POSTS, Post, Setup
from sidepot.hand.terms import adding
from sidepot.validation.type_checks import expect

_TURN = (Post.SMALL_BLIND, Post.BIG_BLIND, Post.STRADDLE)
_COUNTED = (Post.BIG_BLIND, Post.STRADDLE)
_BLIND_ALONE = (Post.BIG_BLIND,)
_MOST = 256  # most cached agreements; a table needs one for each of its games
_MOST_SHARED = 1024  # plans: a table needs some for each number of seats, and a folder of histories is of many tables


class Plan(Agreed):
    """Everything that follows from the terms, the stacks and the posts of a setup.

    - `price`: the full blind to call
    - `raises`: how many bets the blinds count as
    - `first`: the seat left of the last live blind
    - `deal_from`: the seat that is dealt first
    - `order`: all seats, clockwise from this seat
    - `newcomers`: the seats that post a live blind in addition to those of the stakes
    - `posts`: the forced bets, in the order of the setup
    """

    __slots__ = ("deal_from", "first", "newcomers", "order", "posts", "price", "raises", "seats")

    def __init__(self, setup: Setup, agreed: Agreed) -> None:
        for name in AGREED:
            setattr(self, name, getattr(agreed, name))
        stakes = setup.stakes
        self.seats = len(setup.stacks)
        self.posts = [Forced(owed) for owed in setup.owed]
        if setup.players_left is not None:
            self.terms = terms_of(setup.game, setup.limit, stakes, setup.rulebook, setup.players_left)
        if setup.open is not None:
            self.terms = self.terms.open_to(adding(setup.open, self.seats))
            self.is_ruled = True
        blinds = [owed for owed in setup.owed if owed.post in LIVE_POSTS and owed.amount]
        if self.lifts:
            seats = {owed.post: owed.seat for owed in blinds}
            if Post.SMALL_BLIND in seats and Post.BIG_BLIND in seats:
                self.terms = self.terms.lift(seats[Post.SMALL_BLIND], seats[Post.BIG_BLIND], stakes.blinds[1])
        in_front = [0] * self.seats
        for owed in blinds:
            in_front[owed.seat] += owed.amount
        self.price = max(in_front)
        if blinds and len(stakes.blinds) > 1:  # the full big blind is the price even if nobody posts it (AI-5)
            self.price = max(self.price, stakes.blinds[1])
        counted = _COUNTED if setup.rulebook.straddle_is_bet else _BLIND_ALONE
        bets = [owed for owed in blinds if owed.post in counted]
        self.raises = max(len(bets), 1 if self.price and len(stakes.blinds) > 1 else 0)
        self.deal_from = (setup.button + 1) % self.seats
        self.order = [(self.deal_from + at) % self.seats for at in range(self.seats)]
        in_turn = sorted(
            [owed for owed in blinds if owed.post is not Post.LIVE_BLIND], key=lambda owed: _TURN.index(owed.post)
        )
        self.first = (in_turn[-1].seat + 1) % self.seats if in_turn else self.deal_from
        self.newcomers = [owed.seat for owed in blinds if owed.post is Post.LIVE_BLIND]


_PLANS: dict[int, tuple[Setup, Plan]] = {}  # of each setup, by its identity
_SHARED: dict[tuple[object, ...], Plan] = {}
_AGREED: dict[tuple[int, ...], Agreed] = {}  # by identity of four values, which are kept here: their ids stay theirs


def plan_of(setup: Setup) -> Plan:
    """The plan of a setup. It is cached while the setup is in use."""
    known = _PLANS.get(id(setup))
    if known is None or known[0] is not setup:
        known = setup, _shared(setup)
        if len(_PLANS) >= _MOST:
            _PLANS.clear()
        _PLANS[id(setup)] = known
    return known[1]


def _shared(setup: Setup) -> Plan:
    """The plan shared by all setups that differ only in stacks. `Plan` may use only the fields in this key."""
    agreed = _agreed(expect(setup, Setup, "setup"))
    key = agreed, len(setup.stacks), setup.button, setup.owed, setup.players_left == LAST_TWO, setup.open
    plan = _SHARED.get(key)
    if plan is None:
        plan = Plan(setup, agreed)
        if len(_SHARED) >= _MOST_SHARED:
            _SHARED.clear()
        _SHARED[key] = plan
    return plan


def _agreed(setup: Setup) -> Agreed:
    """The part of a plan that all hands of a table share, even with other seats and stacks."""
    key = id(setup.game), id(setup.limit), id(setup.stakes), id(setup.rulebook)
    agreed = _AGREED.get(key)
    if agreed is None:
        agreed = Agreed(setup.game, setup.limit, setup.stakes, setup.rulebook)
        if len(_AGREED) >= _MOST:
            _AGREED.clear()
        _AGREED[key] = agreed
    return agreed
