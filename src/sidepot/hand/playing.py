"""Play whole hands between programs: `play_hand` plays one, `match` many.

A player is any callable that takes its seat's view of the hand and its options, and returns a command:

>>> from random import Random
>>> from sidepot.hand.commands import Call, Check, Fold
>>> def timid(view, may):
...     return Check() if may.may_check else Fold()
>>> def curious(view, may):
...     return Check() if may.may_check else Call()
>>> match({"Tim": timid, "Cora": curious}, 100, Random(1)).nets
{'Tim': -52, 'Cora': 52}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import add
from typing import Final, NoReturn, Protocol

import msgspec

from sidepot.cards import Deck
from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.games.catalog import game_of
from sidepot.games.limits import Limit, NoLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import ChooseRuns, Command
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import ACT, DONE, DRAW, RUN
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Player, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.result import nets as nets_of
from sidepot.hand.setup import Setup
from sidepot.hand.view_cache import PlayerViews
from sidepot.rules.houses import CASH, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.integers import IntLike, as_int
from sidepot.validation.type_checks import expect, expect_mapping, is_text

BLINDS: Final = Stakes(blinds=(1, 2))
OF_CARDS: Final = frozenset({"card_not_held", "card_dealt_already", "card_not_in_deck", "no_card"})
"""The codes of refusals whose messages name cards that other players must not see."""
DEEP: Final = 100  # big blinds, if no stack is given


class Chance(Protocol):
    """A source of randomness: a `random.Random`, or any other object with a method `randrange`."""

    def randrange(self, start: int, /) -> int:
        """An integer from 0 to `start` - 1."""
        ...


class PlayerFailed(Conflict, usual="player_failed"):
    """Raised when a player returns no command, or an illegal one. `seat` is the seat in turn, counted from 0."""

    def __init__(self, message: str, seat: int, error: SidepotError | None = None) -> None:
        super().__init__(message, error.cite if error is not None else None)
        self.seat = seat


def play_hand(
    setup: Setup,
    players: Sequence[Player],
    rng: Chance | None = None,
    *,
    deck: Deck | None = None,
    auto_show: bool = True,
) -> Hand:
    """Play a hand to its end, and return it. Seat 0 is the first of `players`.

    The cards are random (`rng`) or come from a `deck`. Each player sees only its seat's view. With `auto_show`, hands
    are tabled in order and the board is run once, without asking anybody.

    Raises PlayerFailed, with the seat, if a player returns an illegal command. Raises Conflict if the number of players
    is wrong, or if neither `rng` nor `deck` is given.
    """
    expect(setup, Setup, "setup")
    if not isinstance(players, Sequence) or is_text(players):
        raise BadNotation(f"players: expected a list of functions, one for each seat, not {players!r:.60}")
    if len(players) != len(setup.stacks):
        raise Conflict(f"the hand has {len(setup.stacks)} seats, so it needs as many players, not {len(players)}")
    if (rng is None) is (deck is None):
        raise Conflict("pass exactly one of `rng` and `deck`")
    if deck is not None:
        expect(deck, Deck, "deck")
    for seat, player in enumerate(players):
        if not callable(player):
            raise _no_player(player, f"players: seat {seat + 1}")
    hand = Hand(setup)
    if deck is None:
        deck = Deck(hand.plan.deck, below=_below(rng))
    play_on(hand, Dealer(deck, auto_show=auto_show), players)
    return hand


def play_on(hand: Hand, dealer: Dealer, players: Sequence[Player]) -> None:
    """Play a hand in progress to its end. Each player sees its own view. The hand must have its log.

    Raises PlayerFailed, with the seat, if a player returns an illegal command.
    """
    auto_show = dealer.auto_show
    look = PlayerViews(hand).of
    while True:
        if hand.due is not ACT and hand.due is not DRAW:
            due = dealer.run(hand)
            if due is DONE:
                return
            if due is RUN and auto_show:
                hand.do(ChooseRuns(1))
                continue
        seat = hand.seat
        command = players[seat](look(seat), options(hand, explain=False))
        try:  # like `carry_out`, without the function call
            hand.do(command)
        except SidepotError as error:
            refused = error
        else:
            continue
        _fail(hand, command, "", refused)


def _below(rng: object) -> Callable[[int], int]:
    below: Callable[[int], int] | None = getattr(rng, "randrange", None)
    if below is None:
        raise BadNotation(f"rng: expected a random generator such as random.Random(42), not {rng!r:.60}")
    return below


def _no_player(player: object, who: str) -> BadNotation:
    return BadNotation(f"{who}: expected a function that takes a view and options, not {player!r:.60}")


def carry_out(hand: Hand, command: Command, who: str = "") -> None:
    """Carry out the command of the player in turn.

    Raises PlayerFailed if the command is refused; the error calls the player `who`.
    """
    try:
        hand.do(command)
        return
    except SidepotError as error:
        refused = error
    _fail(hand, command, who, refused)


def _fail(hand: Hand, command: Command, who: str, error: SidepotError) -> NoReturn:
    name = f"{who or 'the player'} in seat {hand.seat + 1}"
    why = "these are not cards that it holds" if error.code in OF_CARDS else error.message
    raise PlayerFailed(f"{name} answered with {type(command).__name__}, which is refused: {why}", hand.seat, error)


# ---- a match


class MatchResult(msgspec.Struct, frozen=True):
    """The result of a match.

    - `nets`: the chips that each player won (below zero: lost)
    - `rake`: the chips that went to the house
    - `waiting`: the chips of a carried pot

    `nets`, `rake` and `waiting` add up to 0.
    """

    hands: int
    big_blind: int
    nets: dict[str, int]
    rake: int = 0
    waiting: int = 0

    @property
    def per_100(self) -> dict[str, float]:
        """Each player's winnings per hundred hands, in big blinds (or in minimum bets, in games without blinds)."""
        return {name: 100 * net / self.hands / self.big_blind for name, net in self.nets.items()}


def match(
    players: Mapping[str, Player],
    hands: IntLike,
    rng: Chance,
    *,
    game: Game | str = "holdem",
    limit: Limit | None = None,
    stakes: Stakes = BLINDS,
    house: Rulebook | str = CASH,
    stack: IntLike = 0,
) -> MatchResult:
    """Play a number of hands. The button moves one seat after each hand, and every hand begins with the same `stack`.

    The default stack is 100 minimum bets. A pot that nobody won is carried to the next hand. Raises PlayerFailed, with
    the player's name, if a player returns an illegal command. Raises Conflict or BadNotation for invalid terms.
    """
    expect(stakes, Stakes, "stakes")
    count, chips = as_int(hands, "hands"), as_int(stack, "stack") or DEEP * stakes.min_bet
    if count < 1:
        raise BadNotation(f"hands: expected at least 1, not {count}")
    played, house = game_of(game), house_of(house)
    bets = NoLimit() if limit is None else limit
    named = expect_mapping(players, "players", "a dict of functions by name, as in {'Ann': ann, 'Bo': bo}")
    for name, player in named.items():
        if not callable(player):
            raise _no_player(player, f"players: {name}")
    below = _below(rng)
    seats, turns, won = list(named), list(named.values()), [0] * len(named)  # of each seat; they move on together
    rake = waiting = 0
    setup = seat_hand(played, bets, stakes, house, [chips] * len(seats))
    for _ in range(count):
        if setup.carried != waiting:
            setup = seat_hand(played, bets, stakes, house, [chips] * len(seats), carried=waiting)
        hand = Hand(setup)
        try:
            play_on(hand, Dealer(Deck(hand.plan.deck, below=below), auto_show=True), turns)
        except PlayerFailed as error:
            failed = error
        else:
            won = list(map(add, won, nets_of(hand)))
            rake += hand.raked
            waiting = hand.carried
            seats.append(seats.pop(0))
            turns.append(turns.pop(0))
            won.append(won.pop(0))
            continue
        raise PlayerFailed(f"{seats[failed.seat]}: {failed.message}", failed.seat, failed)
    total = dict(zip(seats, won, strict=True))
    return MatchResult(count, stakes.min_bet, {name: total[name] for name in named}, rake, waiting)
