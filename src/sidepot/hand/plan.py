"""What follows from a setup before a card is dealt: worked out once, shared by every hand with the same setup."""

from __future__ import annotations

from sidepot.cards import STANDARD_DECK, UNKNOWN
from sidepot.errors import Conflict
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import Street
from sidepot.hand.betting import CUMULATIVE, FIXED_LIMIT, FULL, HALF, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT, Terms
from sidepot.hand.events import LIVE_POSTS, Post, Setup
from sidepot.ranking.choose import maker
from sidepot.rules.rulebook import CapHeadsUp, PotLimitBlinds, Reopening, Rulebook, ShowOrder

DECKS: dict[str, tuple[int, ...]] = {"standard": STANDARD_DECK}

_REOPENING = {Reopening.FULL: FULL, Reopening.CUMULATIVE: CUMULATIVE, Reopening.HALF: HALF}
_TURN = (Post.SMALL_BLIND, Post.BIG_BLIND, Post.STRADDLE)
_COUNTED = frozenset({Post.BIG_BLIND, Post.STRADDLE})


class Plan:
    """The consequences of a setup.

    `units` is the minimum bet (or fixed bet) of each street; `price` the full blind to call and `raises` how many bets
    the blinds count as; `first` the seat left of the last live blind; `deal_from` the seat dealt first,
    `order` all seats from there on. `assumed` are
    the blinds that the stakes name in all, for houses that count short ones as full, and `newcomers` the seats that
    post a live blind besides those. `rankers` makes of a board what ranks each half on it; `unseen` flags each card
    that is not in the deck; `showdown` is the number of streets, which as an index stands for the showdown. In a cap
    game `stacks` are the chips that play in this hand, `reserve` those that the cap keeps out of it (empty if none).
    """

    __slots__ = (
        "assumed", "deal_from", "deck", "first", "hand_cap", "hole_cards", "is_draw", "is_stud", "last_draw",
        "newcomers", "order", "price", "raises", "rankers", "reserve", "seats", "setup", "showdown", "side_pot_first",
        "stacks", "streets", "terms", "units", "unseen",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        game, stakes = setup.game, setup.stakes
        self.setup = setup
        self.seats = len(setup.stacks)
        self.streets: tuple[Street, ...] = game.streets
        self.side_pot_first = (
            setup.rulebook.show_order is ShowOrder.SIDE_POT_FIRST and not setup.rulebook.face_up_all_in
        )
        self.showdown = len(game.streets)
        if game.deck not in DECKS:
            raise Conflict(f"{game.title}: no deck is called {game.deck!r}; there are {', '.join(DECKS)}")
        self.deck = DECKS[game.deck]
        self.unseen = bytes(card not in self.deck and card != UNKNOWN for card in range(UNKNOWN + 1))
        self.hole_cards = game.hole_cards
        self.hand_cap = setup.limit.cap if isinstance(setup.limit, NoLimit | PotLimit) else None
        most = self.hand_cap or max(setup.stacks)
        self.stacks = [min(stack, most) for stack in setup.stacks]
        reserve = [stack - playing for stack, playing in zip(setup.stacks, self.stacks, strict=True)]
        self.reserve = reserve if any(reserve) else []
        self.is_draw = game.is_draw
        self.is_stud = game.is_stud
        self.last_draw = max((at for at, street in enumerate(game.streets) if street.draw), default=-1)
        self.rankers = tuple((half, maker(half.scale, half.choose, half.qualifier)) for half in game.halves)
        self.terms = terms_of(setup.limit, setup.rulebook, setup.players_left)
        fixed = isinstance(setup.limit, FixedLimit)
        self.units = tuple(stakes.bet_size(big=street.big) if fixed else stakes.min_bet for street in game.streets)
        blinds = [owed for owed in setup.owed if owed.post in LIVE_POSTS and owed.amount]
        in_front = [0] * self.seats
        for owed in blinds:
            in_front[owed.seat] += owed.amount
        self.price = max(in_front)
        if blinds and len(stakes.blinds) > 1:  # the full big blind is the price even where nobody posts it (AI-5)
            self.price = max(self.price, stakes.blinds[1])
        bets = [owed for owed in blinds if owed.post in _COUNTED]
        self.raises = max(len(bets), 1 if self.price and len(stakes.blinds) > 1 else 0)
        self.deal_from = (setup.button + 1) % self.seats
        self.order = [(self.deal_from + at) % self.seats for at in range(self.seats)]
        in_turn = sorted(
            [owed for owed in blinds if owed.post is not Post.LIVE_BLIND], key=lambda owed: _TURN.index(owed.post)
        )
        self.first = (in_turn[-1].seat + 1) % self.seats if in_turn else self.deal_from
        full = setup.rulebook.pot_limit_blinds is PotLimitBlinds.AS_FULL and setup.limit.__class__ is PotLimit
        self.assumed = sum(stakes.blinds) if full else 0
        self.newcomers = [owed.seat for owed in blinds if owed.post is Post.LIVE_BLIND]
        need = game.hole_cards if not game.is_stud else 0
        most = sum(street.board + street.burn for street in game.streets) if not game.is_draw else 0
        if need * self.seats + most > len(self.deck):
            raise Conflict(f"{game.title} for {self.seats} needs {need * self.seats + most} cards, the deck has fewer")


def terms_of(limit: Limit, rulebook: Rulebook, players_left: int | None = None) -> Terms:
    """A limit and a house as plain ints. Limit raises are capped heads-up or not by the house (TDA-2013 45)."""
    cap_heads_up = rulebook.cap_heads_up is CapHeadsUp.ON or (
        rulebook.cap_heads_up is CapHeadsUp.UNTIL_TWO_LEFT and players_left != 2
    )
    no_limit = _REOPENING[rulebook.reopening]
    in_limit = _REOPENING[rulebook.reopening_limit]
    if isinstance(limit, NoLimit):
        return Terms(NO_LIMIT, no_limit)
    if isinstance(limit, PotLimit):
        return Terms(
            POT_LIMIT,
            no_limit,
            numerator=limit.numerator,
            denominator=limit.denominator,
        )
    if isinstance(limit, FixedLimit):
        return Terms(FIXED_LIMIT, in_limit, bets=limit.bets or 0, cap_heads_up=cap_heads_up)
    return Terms(
        SPREAD_LIMIT, in_limit, bets=limit.bets or 0, cap_heads_up=cap_heads_up, low=limit.low, high=limit.high
    )


_PLANS: dict[int, Plan] = {}


def plan_of(setup: Setup) -> Plan:
    """The plan of a setup, remembered for as long as the setup is in use."""
    plan = _PLANS.get(id(setup))
    if plan is None or plan.setup is not setup:
        plan = Plan(setup)
        if len(_PLANS) >= 256:
            _PLANS.clear()
        _PLANS[id(setup)] = plan
    return plan
