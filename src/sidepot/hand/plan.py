"""What follows from a setup before a card is dealt: worked out once, shared by every hand with the same setup."""

from __future__ import annotations

from sidepot.cards import UNKNOWN
from sidepot.games.decks import find_deck
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import HIGH_SCALES, Game, Opens, Street
from sidepot.hand.betting import CUMULATIVE, FIXED_LIMIT, FULL, HALF, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT, Terms
from sidepot.hand.events import LIVE_POSTS, Post, Setup
from sidepot.ranking.choose import at_least, maker
from sidepot.ranking.omaha import Ranker
from sidepot.ranking.scales import showing
from sidepot.rules.rulebook import CapHeadsUp, Declaration, ExposedCards, PotLimitBlinds, Reopening, Rulebook, ShowOrder

_REOPENING = {Reopening.FULL: FULL, Reopening.CUMULATIVE: CUMULATIVE, Reopening.HALF: HALF}
_TURN = (Post.SMALL_BLIND, Post.BIG_BLIND, Post.STRADDLE)
_COUNTED = frozenset({Post.BIG_BLIND, Post.STRADDLE})


class Plan:
    """The consequences of a setup.

    `units` is the minimum bet (or fixed bet) of each street; `price` the full blind to call and `raises` how many bets
    the blinds count as; `first` the seat left of the last live blind; `deal_from` the seat dealt first,
    `order` all seats from there on. `assumed` are the blinds that the stakes name in all, for houses that count short
    ones as full, and `newcomers` the seats that post a live blind besides those. `rankers` makes of a board what ranks
    each half on it; `unseen` flags each card that is not in the deck; `showdown` is the number of streets, which as an
    index stands for the showdown. In a cap game `stacks` are the chips that play in this hand, `reserve` those that the
    cap keeps out of it (empty if none).

    `held` is how many cards a seat has at the end of each street, `changes` flags the streets on which cards are
    changed or thrown away and `last_change` is the last of them. `to_come` are the cards that must be left from a
    street on, for the boards and for each live seat, so that none is burned that is needed. `run_cost` is how many
    cards a run of the board takes once betting ended on a street (0: it is run once). `declares`: the halves are
    declared for. `to_open` and `to_win` are the strengths that the game asks for, 0 for none; `showing` ranks the
    upcards. `check_raise`, `sevens`, `open_pair` (the larger bet that an open pair allows, 0 for none), `fifth_last`
    and `keep_last` are what the house has for this game; `is_ruled`: something besides the chips may keep a seat from
    raising.
    """

    __slots__ = (
        "assumed", "boards", "changes", "check_raise", "deal_from", "deck", "declares", "end_asks", "fifth_last",
        "first", "hand_cap", "held", "is_draw", "is_ruled", "is_stud", "keep_last", "last_change", "lowest",
        "newcomers", "notes_checks", "open_pair", "order", "price", "puts_off", "raises", "rake", "rankers", "reserve",
        "rounds_ask", "run_cost", "seats", "setup", "sevens", "showdown", "showing", "side_pot_first", "stacks",
        "streets", "terms", "to_come", "to_open", "to_win", "units", "unseen",
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
        pack = find_deck(game.deck)
        self.deck = pack.cards
        self.lowest = pack.lowest
        self.unseen = bytes(card not in self.deck and card != UNKNOWN for card in range(UNKNOWN + 1))
        self.boards = game.boards
        self.held = game.held
        self.hand_cap = setup.limit.cap if isinstance(setup.limit, NoLimit | PotLimit) else None
        most = self.hand_cap or max(setup.stacks)
        self.stacks = [min(stack, most) for stack in setup.stacks]
        reserve = [stack - playing for stack, playing in zip(setup.stacks, self.stacks, strict=True)]
        self.reserve = reserve if any(reserve) else []
        self.is_draw = game.is_draw
        self.is_stud = game.is_stud
        self.changes = bytes(street.draw > 0 or street.discard > 0 for street in game.streets)
        self.to_come = cards_to_come(game)
        self.last_change = self.changes.rfind(1)
        self.rankers = tuple(
            (half, maker(half.scale, half.choose, half.qualifier, lowest=pack.lowest, wild=game.wild))
            for half in game.halves
        )
        first = game.halves[0].scale
        self.showing = showing(shown_scale(game), lowest=pack.lowest, wild=game.wild)
        self.to_open = at_least(game.open_requirement, first) if game.open_requirement else 0
        self.to_win = at_least(game.win_requirement, first) if game.win_requirement else 0
        self.declares = setup.rulebook.declaration is not Declaration.CARDS_SPEAK and len(game.halves) > 1
        runs = setup.rulebook.run_it > 1
        self.run_cost = [run_cost(game, at) if runs else 0 for at in range(self.showdown)]
        self.rake = stakes.rake
        rulebook = setup.rulebook
        lowball = is_limit_lowball(game, setup.limit)
        self.check_raise = rulebook.lowball_check_raise or not lowball
        self.sevens = ranks_sevens(game) if rulebook.sevens_rule and lowball else None
        self.open_pair = stakes.bet_size(big=True) if rulebook.open_pair_option and has_open_pairs(setup) else 0
        self.notes_checks = self.sevens is not None or not self.check_raise  # who has checked matters later
        nobody = any(street.opens is Opens.NOBODY for street in game.streets)
        self.rounds_ask = self.notes_checks or nobody  # something is looked at before a betting round
        self.end_asks = bool(self.to_win or runs or rulebook.face_up_all_in)  # and once there is no more betting
        self.is_ruled = bool(self.to_open or not self.check_raise)
        self.fifth_last = rulebook.fifth_card_last and game.is_draw
        exposes = rulebook.exposed_lowball is not ExposedCards.KEPT
        self.puts_off = game.is_draw and (self.fifth_last or exposes)  # some cards come when all others have theirs
        self.keep_last = 1 if rulebook.last_card_stays and game.is_draw else 0
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


def cards_to_come(game: Game) -> list[tuple[int, int]]:
    """How many cards each street and all after it take, for the boards and for each live seat.

    Where the stub may be refilled (draws) or is helped out (stud), only the boards of the street itself count.
    """
    streets = game.streets
    if game.is_draw or game.is_stud:
        return [(game.boards * street.board, 0) for street in streets]
    return [
        (
            game.boards * sum([street.board for street in streets[at:]]),
            sum([street.down for street in streets[at:]]),
        )
        for at in range(len(streets))
    ]


def run_cost(game: Game, at: int) -> int:
    """How many cards the rest of the board takes when betting ends on street `at`; 0 where not only the board comes."""
    rest = game.streets[at + 1 :]
    if any(street.down + street.up + street.draw + street.discard for street in rest):
        return 0
    if not any(street.board for street in rest):
        return 0
    return sum([game.boards * street.board + street.burn for street in rest])


def is_limit_lowball(game: Game, limit: Limit) -> bool:
    """Whether this is ace-to-five lowball, one draw, at fixed limit: what some of Robert's rules are for."""
    draws = sum(1 for street in game.streets if street.draw)
    return draws == 1 and len(game.halves) == 1 and game.halves[0].scale == "ace-to-five" and _is_fixed(limit)


def ranks_sevens(game: Game) -> Ranker:
    """A ranker for which a hand is something when it is a seven low or better."""
    return maker("ace-to-five", "hole", 7, lowest=0, wild=game.wild)(())


def has_open_pairs(setup: Setup) -> bool:
    """Whether this is seven-card stud for high at fixed limit, where an open pair on fourth street matters."""
    game = setup.game
    return (
        _is_fixed(setup.limit)
        and game.is_stud
        and game.hole_cards == 7
        and all(half.scale in HIGH_SCALES for half in game.halves)
    )


def _is_fixed(limit: Limit) -> bool:
    return isinstance(limit, FixedLimit)


def shown_scale(game: Game) -> str:
    """The scale on which upcards are compared for who opens: that of the half that is meant by the opening rule."""
    low = any(street.opens is Opens.LOW_HAND for street in game.streets)
    scales = [half.scale for half in game.halves if (half.scale in HIGH_SCALES) != low]
    return scales[0] if scales else "ace-to-five" if low else "high"


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
