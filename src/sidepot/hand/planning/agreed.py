"""The consequences of game, limit, stakes and house. They are the same for every hand of a table."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sidepot.cards import UNKNOWN
from sidepot.games.decks import find_deck
from sidepot.games.limits import USUAL_BETS, FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import ACE_IS_LOW, HIGH_SCALES, Choose, Game, Half, Opens, Street
from sidepot.games.stakes import Stakes
from sidepot.hand.betting_terms import (
    BINDS,
    CUMULATIVE,
    FIXED_LIMIT,
    FULL,
    HALF,
    HALF_ALONE,
    LIFTED,
    LIFTED_FOR_TWO,
    NO_LIMIT,
    POT_LIMIT,
    SPREAD_LIMIT,
    Terms,
)
from sidepot.hand.planning.stage import Stage, has_changes
from sidepot.ranking.omaha import Ranker
from sidepot.ranking.playable_cards import at_least, maker
from sidepot.ranking.scales import showing
from sidepot.rules.deal_choices import DrawStub, ShortStub
from sidepot.rules.hand_choices import OddHalf, RaiseCap, ShowFirst, TiedBoards
from sidepot.rules.rulebook import (
    CapHeadsUp,
    Declaration,
    ExposedCards,
    PotLimitBlinds,
    Reopening,
    Rulebook,
    ShowOrder,
)

_REOPENING = {
    Reopening.FULL: FULL,
    Reopening.CUMULATIVE: CUMULATIVE,
    Reopening.HALF: HALF,
    Reopening.HALF_ALONE: HALF_ALONE,
}
_HEADS_UP = {
    CapHeadsUp.ON: BINDS,
    CapHeadsUp.OFF: LIFTED,
    CapHeadsUp.UNTIL_TWO_LEFT: BINDS,
    CapHeadsUp.BEGAN_WITH_TWO: LIFTED_FOR_TWO,
}
LAST_TWO: Final = 2  # with this many players left in a tournament, raises may be uncapped
FOUR_CARDS: Final = ("badugi", "badugi-deuce")

AGREED: Final = (
    "assumed", "boards", "burns_first", "by_suit", "changes", "check_raise", "deck", "declares", "end_asks",
    "exposed_burns", "fifth_last", "fresh", "hand_cap", "held", "is_draw", "is_ruled", "is_stud", "keep_last",
    "last_change", "last_completes", "lifts", "low_aces", "lowest", "notes_checks", "odd_first", "open_pair",
    "pass_out", "pusher_shows", "puts_off", "rake", "rankers", "reburns", "rounds_ask", "run_cost", "safe_first",
    "sevens", "showdown", "showing", "side_pot_first", "spare", "stages", "streets", "terms", "to_open", "to_win",
    "units", "values",
)  # fmt: skip


class Agreed:
    """Everything that follows from the agreed `values`: the game, limit, stakes and house.

    - `terms`: the terms of the betting, unless they depend on the number of players left in the tournament
    - `units`: the minimum bet (or fixed bet) of each street
    - `stages`: for each street, what is dealt and bet there
    - `assumed`: the sum of all blinds of the stakes, for houses that count short blinds as full
    - `lifts`: whether the small blind counts as a big blind
    - `rankers`: for each half, a function that makes its ranker from a board
    - `odd_first`: the order in which the halves get odd chips (empty: the high half first)
    - `pusher_shows`: whether the player who went all-in before the last street shows first
    - `fresh`: a bit for each card of the deck, and one for the unknown card
    - `showdown`: the number of streets; as an index, it means the showdown
    - `hand_cap`: the most that a seat may lose in a cap game
    - `held`: the number of cards that a seat has at the end of each street
    - `changes`: the streets on which cards are exchanged or thrown away
    - `last_change`: the last of these streets
    - `run_cost`: for each street, the number of cards needed for another run if betting ends there (0: the board is run
      once)
    - `declares`: whether players declare for halves
    - `pass_out`: whether a deal that nobody opens is passed out
    - `to_open`: the strength that the game requires to open (0: none)
    - `to_win`: the strength that the game requires to win (0: none)
    - `showing`: the function that ranks the upcards
    - `open_pair`: the larger bet that an open pair allows (0: none)
    - `check_raise`: whether a player who has checked may raise
    - `sevens`: the ranker for the sevens rule of lowball (None: the rule does not apply)
    - `fifth_last`: whether the fifth of five new cards is dealt after all other new cards
    - `keep_last`: 1 if the last card of the stub is never dealt
    - `last_completes`: 1 if the last card is dealt only if it completes the deal
    - `burns_first`: whether burn cards go into a short stub before discards
    - `exposed_burns`: whether the first exposed card that is replaced serves as the burn card
    - `safe_first`: whether seats that are all-in show last
    - `spare`: the cards that must be left in the stub of stud after the deal
    - `reburns`: whether a card is burned from a shuffled stub
    - `by_suit`: whether suits decide between equal upcards
    - `low_aces`: whether aces are low among upcards
    - `is_ruled`: whether something other than chips may keep a seat from raising
    """

    __slots__ = AGREED

    def __init__(self, game: Game, limit: Limit, stakes: Stakes, rulebook: Rulebook) -> None:
        self.values = (game, limit, stakes, rulebook)
        self.streets: tuple[Street, ...] = game.streets
        self.side_pot_first = rulebook.show_order is ShowOrder.SIDE_POT_FIRST and not rulebook.face_up_all_in
        self.showdown = len(game.streets)
        pack = find_deck(game.deck)
        self.deck = pack.cards
        self.lowest = pack.lowest
        self.fresh = sum([1 << card for card in (*pack.cards, UNKNOWN)])
        self.boards = game.boards
        self.held = game.held
        self.terms = terms_of(game, limit, stakes, rulebook)
        last_bettor = rulebook.show_first is ShowFirst.LAST_BETTOR
        self.pusher_shows = last_bettor or rulebook.show_first is ShowFirst.PUSHER and isinstance(limit, NoLimit)
        self.hand_cap = limit.cap if isinstance(limit, NoLimit | PotLimit) else None
        self.is_draw = game.is_draw
        self.is_stud = game.is_stud
        self.changes = bytes(has_changes(street) for street in game.streets)
        self.last_change = self.changes.rfind(1)
        self.rankers = rankers_of(game, pack.lowest)
        self.odd_first = odd_first(game) if rulebook.odd_half is OddHalf.LARGER else ()
        first = game.halves[0].scale
        self.showing = showing(shown_scale(game), lowest=pack.lowest, wild=game.wild)
        self.to_open = at_least(game.open_requirement, first) if game.open_requirement else 0
        self.to_win = at_least(game.win_requirement, first) if game.win_requirement else 0
        self.declares = rulebook.declaration is not Declaration.CARDS_SPEAK and len(game.halves) > 1
        runs = rulebook.run_it > 1
        self.run_cost = [run_cost(game, at) if runs else 0 for at in range(self.showdown)]
        self.rake = stakes.rake
        self.pass_out = game.pass_out
        lowball = is_limit_lowball(game, limit)
        self.check_raise = rulebook.lowball_check_raise or not lowball
        self.sevens = ranks_sevens(game) if rulebook.sevens_rule and lowball else None
        self.open_pair = open_pair_bet(game, limit, stakes, rulebook)
        self.notes_checks = self.sevens is not None or not self.check_raise  # a seat's check matters later
        nobody = any(street.opens is Opens.NOBODY for street in game.streets)
        self.rounds_ask = self.notes_checks or nobody  # something must be checked before a betting round
        self.end_asks = bool(self.to_win or runs or rulebook.face_up_all_in)  # or after the betting
        self.is_ruled = bool(self.to_open or not self.check_raise)
        self.fifth_last = rulebook.fifth_card_last and game.is_draw
        exposes = rulebook.exposed_lowball is not ExposedCards.KEPT
        self.puts_off = game.is_draw and (self.fifth_last or exposes)  # some cards come after all others
        self.keep_last = 1 if rulebook.last_card_stays and game.is_draw else 0
        self.last_completes = 1 if rulebook.last_card_completes and game.is_draw else 0
        self.burns_first = rulebook.draw_stub is DrawStub.BURNS_FIRST and game.is_draw
        self.exposed_burns = rulebook.exposed_is_burn and exposes and game.is_draw
        self.safe_first = rulebook.at_risk_shows_last and game.is_stud
        self.spare = 2 if rulebook.short_stub is ShortStub.BURN_KEPT and game.is_stud else 0
        self.reburns = self.spare > 0 or self.burns_first
        self.by_suit = suits_decide(game, rulebook)
        self.low_aces = shown_scale(game) in ACE_IS_LOW
        fixed = _is_fixed(limit)
        self.units = tuple(stakes.bet_size(big=street.big) if fixed else stakes.min_bet for street in game.streets)
        self.stages = [Stage(game, at, unit) for at, unit in enumerate(self.units)]
        full = rulebook.pot_limit_blinds is PotLimitBlinds.AS_FULL and isinstance(limit, PotLimit)
        self.assumed = sum(stakes.blinds) if full else 0
        as_big = rulebook.pot_limit_blinds is PotLimitBlinds.SMALL_AS_BIG and isinstance(limit, PotLimit)
        self.lifts = as_big and len(stakes.blinds) > 1

    @property
    def game(self) -> Game:
        """The game that is dealt."""
        return self.values[0]

    def in_play(self, stacks: Sequence[int]) -> list[int]:
        """How much of each stack plays in one hand. In a cap game, it is at most the cap."""
        cap = self.hand_cap
        return list(stacks) if cap is None else [min(stack, cap) for stack in stacks]


def rankers_of(game: Game, lowest: int) -> tuple[tuple[Half, Callable[[Sequence[int]], Ranker]], ...]:
    """For each half of a game, a function that makes the half's ranker from a board.

    `lowest` is the lowest rank in the deck (0 for deuces).
    """
    return tuple(
        (half, maker(half.scale, half.choose, half.qualifier, lowest=lowest, wild=game.wild)) for half in game.halves
    )


def open_pair_bet(game: Game, limit: Limit, stakes: Stakes, rulebook: Rulebook) -> int:
    """The larger bet that an open pair allows on fourth street; 0 if it allows none."""
    return stakes.bet_size(big=True) if rulebook.open_pair_option and has_open_pairs(game, limit) else 0


def suits_decide(game: Game, rulebook: Rulebook) -> bool:
    """Whether suits decide between equal upcards."""
    split = rulebook.tied_boards is TiedBoards.SUIT_NOT_HIGH_LOW and len(game.halves) > 1
    return rulebook.tied_boards is not TiedBoards.POSITION and not split


def run_cost(game: Game, at: int) -> int:
    """The number of board cards still to be dealt if betting ends on street `at`. It is 0 if players still get cards of
    their own.
    """
    rest = game.streets[at + 1 :]
    if any(street.down + street.up + street.draw + street.discard for street in rest):
        return 0
    if not any(street.board for street in rest):
        return 0
    return sum([game.boards * street.board + street.burn for street in rest])


def is_limit_lowball(game: Game, limit: Limit) -> bool:
    """Whether this is ace-to-five lowball with one draw at fixed limit. Robert's Rules has special rules for it."""
    draws = sum(1 for street in game.streets if street.draw)
    return draws == 1 and len(game.halves) == 1 and game.halves[0].scale == "ace-to-five" and _is_fixed(limit)


def ranks_sevens(game: Game) -> Ranker:
    """A ranker that recognises only a seven low or better."""
    return maker("ace-to-five", "hole", 7, lowest=0, wild=game.wild)(())


def has_open_pairs(game: Game, limit: Limit) -> bool:
    """Whether this is seven-card stud high at fixed limit, where an open pair on fourth street matters."""
    return (
        _is_fixed(limit)
        and game.is_stud
        and game.hole_cards == 7
        and all(half.scale in HIGH_SCALES for half in game.halves)
    )


def _is_fixed(limit: Limit) -> bool:
    return isinstance(limit, FixedLimit)


def shown_scale(game: Game) -> str:
    """The scale that ranks upcards to find who opens: the scale of the half to which the opening rule refers."""
    low = any(street.opens is Opens.LOW_HAND for street in game.streets)
    scales = [half.scale for half in game.halves if (half.scale in HIGH_SCALES) != low]
    return scales[0] if scales else "ace-to-five" if low else "high"


def odd_first(game: Game) -> tuple[int, ...]:
    """The order in which halves get odd chips, if it depends on the number of cards in a hand. Source: BARGE rulebook.

    >>> from sidepot.games.catalog import find_game
    >>> odd_first(find_game("badeucey")), odd_first(find_game("omaha8"))
    ((1, 0), (0, 1))
    """

    def place(at: int) -> tuple[bool, bool]:
        half = game.halves[at]
        return half.scale in FOUR_CARDS, half.choose is not Choose.HOLE

    return tuple(sorted(range(len(game.halves)), key=place))


def bets_of(game: Game, limit: FixedLimit, rulebook: Rulebook) -> int:
    """The cap on bets and raises per round at fixed limit (0: none). It is the cap of the limit or, failing that, of
    the house.

    Rule: PG-40; WSOP-2026 100; Robert's, betting.
    """
    if limit.bets != USUAL_BETS or rulebook.raise_cap is RaiseCap.THREE:
        return limit.bets or 0
    rounds = sum([1 for street in game.streets if street.opens is not Opens.NOBODY])
    return USUAL_BETS + (rulebook.raise_cap is RaiseCap.FOUR or rounds == 2)


def terms_of(game: Game, limit: Limit, stakes: Stakes, rulebook: Rulebook, players_left: int | None = None) -> Terms:
    """The terms of betting as plain integers. They follow from the limit, the smallest chip of the stakes, and the
    house.

    In some houses, `players_left` decides whether limit raises are capped heads-up (TDA-2013 45).
    """
    until_two = rulebook.cap_heads_up is CapHeadsUp.UNTIL_TWO_LEFT and players_left == LAST_TWO
    cap_heads_up = LIFTED if until_two else _HEADS_UP[rulebook.cap_heads_up]
    no_limit = _REOPENING[rulebook.reopening]
    in_limit = _REOPENING[rulebook.reopening_limit]
    if isinstance(limit, NoLimit):
        return Terms(NO_LIMIT, no_limit, bets=limit.bets or 0, cap_heads_up=cap_heads_up, chip=stakes.chip)
    if isinstance(limit, PotLimit):
        return Terms(
            POT_LIMIT,
            no_limit,
            bets=limit.bets or 0,
            cap_heads_up=cap_heads_up,
            numerator=limit.numerator,
            denominator=limit.denominator,
            chip=stakes.chip,
            rounds_up=rulebook.pot_limit_rounds_up,
        )
    if isinstance(limit, FixedLimit):
        bets = bets_of(game, limit, rulebook)
        return Terms(FIXED_LIMIT, in_limit, bets=bets, cap_heads_up=cap_heads_up)
    return Terms(
        SPREAD_LIMIT,
        in_limit,
        bets=limit.bets or 0,
        cap_heads_up=cap_heads_up,
        low=limit.low,
        high=limit.high,
        chip=stakes.chip,
    )
