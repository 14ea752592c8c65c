"""The terms of a table, agreed before anybody sits down.

All amounts are chips; times are milliseconds, passed in by the caller. Seats are those of the table, 0-based, including
empty ones.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from sidepot.errors import Cite, Conflict
from sidepot.games.limits import FixedLimit, SpreadLimit
from sidepot.games.mixes import Mix, MixGame, mix_of_name
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.games.unit import WHOLE, Unit
from sidepot.hand.terms import PRIVATE, check_place
from sidepot.rules.houses import CASH, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.table_choices import FullBuyIn
from sidepot.table.chips import ChipSet, plain_chips
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields

MINUTE: Final = 60 * 1000
HALF_HOUR: Final = 30 * MINUTE
FULL: Final = 10  # times the bet that a full buy-in is counted in
SEVERAL: Final = 3  # times the largest blind or bet: the least buy-in at open stakes
BUY_IN: Final = Cite("PG", "42")
STRICT_BUY_IN: Final = Cite("OS", "3")
AGREED_BEFORE: Final = Cite("OS", "12")
IN_ADVANCE: Final = Cite("PG", "45")


class Straddle(StrEnum):
    """A blind raise to at least twice the big blind, posted before the cards are dealt."""

    UNDER_THE_GUN = "under the gun"  # the seat left of the big blind
    MISSISSIPPI = "mississippi"  # any seat but the blinds; the action then starts at its left
    SLEEPER = "sleeper"  # any seat but the blinds; it counts only if nobody raises before it


class KillKind(StrEnum):
    """By how much a kill raises the stakes of the next hand."""

    HALF = "half"  # one and a half times
    FULL = "full"  # twice


class Kill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kill. The winner of a large pot, or of several pots in a row, posts a blind, and the limits go up (Robert's).

    - `legs`: the number of pots won in a row that makes a kill (0 if only the size of a pot counts)
    - `at_least`: the size of a pot, in big bets, that makes a kill (0 if the size does not matter)

    Only a whole pot counts. In high-low games, the pot must be scooped. The second leg needs a full bet by another
    player, and blinds do not count. A player who splits a pot keeps the leg.
    """

    kind: KillKind = KillKind.FULL
    legs: q.Hands = 2
    at_least: q.Chips = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if not (self.legs or self.at_least):
            raise Conflict(
                "give the trigger of a kill: the number of pots won in a row, or the size of the pot in big bets"
            )

    def of(self, amount: int, chip: int = 1) -> int:
        """An amount as raised in a killed pot, rounded up to the smallest chip."""
        raised = amount * 2 if self.kind is KillKind.FULL else -(-amount * 3 // 2)
        return -(-raised // chip) * chip

    def raised(self, stakes: Stakes) -> Stakes:
        """The stakes of a killed pot, with raised fixed bets."""
        if not stakes.small_bet:
            return stakes
        small, big = (self.of(stakes.bet_size(big=big), stakes.chip) for big in (False, True))
        return msgspec.structs.replace(stakes, small_bet=small, big_bet=big)


class TimeCharge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The charge for a seat, paid in advance for each period of `period_ms` milliseconds (PG-45)."""

    amount: q.SomeChips
    period_ms: q.SomeMs = HALF_HOUR

    def __post_init__(self) -> None:
        check_fields(self)


class OpenStakes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of markers at open stakes, agreed before play (OS-12, OS-13).

    - `threshold`: a marker below this amount must be accepted
    - `terms`: when and how markers are settled
    """

    threshold: q.Chips = 0
    terms: str = "settled at the end of the session, in cash"

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.terms.strip():
            raise Conflict("`terms` is missing: it says how and by when players settle their markers", AGREED_BEFORE)


class TableRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """The terms of a table. The `rulebook` decides how the button moves and what missed blinds cost.

    - `stakes`: the stakes of each game of the `mix`, in the order of the mix
    - `house_dealer`: whether the house deals (if not, the player with the button deals)
    - `buy_in`: the minimum buy-in (0: the minimum of the house's rules) and the maximum buy-in (0: no limit)
    - `dealers_choice`: whether the dealer names one of the games before each hand
    - `rathole_ms`: a player who comes back within this time must bring back the chips taken away (-1: the house's time)
    - `petty`: what a player may take off the table in a session, for refreshments and tips (OS-11)
    - `bomb_every`: every how many hands a bomb pot is played (0: never)
    - `bomb_ante`: the ante of a bomb pot
    - `seven_deuce`: what each other player pays to a player who wins with seven-deuce (0: nothing)
    - `stand_up`: what the last player standing pays to each other player (0: the stand-up game is not played)
    - `unit`: how amounts are shown
    - `is_tournament`: whether the table is part of a tournament: chips are not bought, and nobody sits out of a hand
    """

    name: str = "table"
    seats: q.Seats = 9
    mix: Mix
    stakes: tuple[Stakes, ...]
    rulebook: Rulebook = CASH
    house_dealer: bool = True
    buy_in: tuple[q.Chips, q.Chips] = (0, 0)
    dealers_choice: bool = False
    rathole_ms: q.AnyMs = -1
    petty: q.Chips = 0
    straddles: tuple[Straddle, ...] = ()
    kill: Kill | None = None
    bomb_every: q.Hands = 0
    bomb_ante: q.Chips = 0
    seven_deuce: q.Chips = 0
    stand_up: q.Chips = 0
    time_charge: TimeCharge | None = None
    chips: ChipSet = plain_chips()
    open_stakes: OpenStakes | None = None
    unit: Unit = WHOLE
    is_tournament: bool = msgspec.field(default=False, name="tournament")

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "mix", mix_of_name(self.mix))
        msgspec.structs.force_setattr(self, "rulebook", house_of(self.rulebook, "rulebook"))
        check_fields(self)
        check_stakes(self.mix, self.stakes)
        self._take_from_house()
        high = (self.mix.seats_for_choice if self.dealers_choice else self.mix.seats)[1]
        if not 2 <= self.seats <= high:
            raise Conflict(
                f"{self.mix.title} is for up to {high} players; its table must have 2 to {high} seats, not {self.seats}"
            )
        least, most = self.buy_in
        if least < 1 or most and most < least:
            raise Conflict(f"the largest buy-in ({most}) must not be below the smallest ({least})")
        if most and self.time_charge is not None and self.time_charge.amount >= most:
            raise Conflict(
                f"a seat costs {self.time_charge.amount}, so the largest buy-in ({most}) would leave no "
                "chips to play with",
                IN_ADVANCE,
            )
        if self.bomb_every and not self.bomb_ante:
            raise Conflict("`bomb_ante` is missing: it is the ante that everybody posts in a bomb pot")
        if self.open_stakes is not None:
            self._check_open(least)
        if self.seven_deuce or self.stand_up:
            self._check_side_games()

    def _take_from_house(self) -> None:
        """Use the house's minimum buy-in and time for coming back, if the table has none of its own."""
        least, most = self.buy_in
        if not least:
            msgspec.structs.force_setattr(self, "buy_in", (self._full_buy_in(), most))
        if self.rathole_ms == -1:
            msgspec.structs.force_setattr(self, "rathole_ms", self.rulebook.back_within * MINUTE)

    def _full_buy_in(self) -> int:
        """The house's full buy-in at limit (1 if it has none, or a game has no limit)."""
        asks = self.rulebook.full_buy_in
        if asks is FullBuyIn.AGREED or self.is_tournament or not all(map(_is_limit, self.mix.games)):
            return 1
        if asks is FullBuyIn.TEN_LARGEST:
            return FULL * self.largest_bet
        return FULL * max([stakes.min_bet for stakes in self.stakes])

    def is_bomb(self, hand: int) -> bool:
        """Whether these rules make the hand with this number a bomb pot."""
        return bool(self.bomb_every) and not hand % self.bomb_every

    def is_straddled(self, game: int) -> bool:
        """Whether a game of the mix can be straddled. It can if it has blinds and the house allows straddles at its
        limit.
        """
        if not self.stakes[game].blinds:
            return False
        return self.rulebook.straddle_at_limit or not _is_limit(self.mix.games[game])

    def _check_open(self, least: int) -> None:
        """Raise Conflict if open stakes are impossible here, or the minimum buy-in does not fit them."""
        check_place(open_stakes=self.rulebook.open_stakes, is_tournament=self.is_tournament)
        if any(getattr(part.limit, "cap", None) is not None for part in self.mix.games):
            raise Conflict("a hand can have a cap or open stakes, but not both", PRIVATE)
        if least < SEVERAL * self.largest_bet:
            raise Conflict(
                f"at open stakes the smallest buy-in must be at least {SEVERAL * self.largest_bet} "
                f"({SEVERAL} times the largest bet or blind of {self.largest_bet}), not {least}",
                STRICT_BUY_IN,
            )

    def _check_side_games(self) -> None:
        """Raise Conflict if side games cannot be played here."""
        if self.is_tournament:
            raise Conflict("a tournament has no side games")
        if self.seven_deuce and not any(has_bounty(part.game) for part in self.mix.games):
            raise Conflict(f"{self.mix.title} cannot have a seven-deuce bounty, which needs a board and two hole cards")
        if self.open_stakes is not None:
            raise Conflict("at open stakes there are no side games: they are paid from the stacks", PRIVATE)
        smallest = self.chips.smallest
        for amount in (self.seven_deuce, self.stand_up):
            if amount % smallest:
                raise Conflict(f"{amount} cannot be paid: the smallest chip is {smallest}")

    @property
    def largest_bet(self) -> int:
        """The largest bet of any game of the mix. For a game whose limit sets no bet, the largest blind or the minimum
        bet counts.
        """
        return max(map(_largest_bet, self.mix.games, self.stakes))


def has_bounty(game: Game) -> bool:
    """Whether a game can have the seven-deuce bounty, which needs a board and two hole cards."""
    return game.hole_cards == 2 and game.board_cards > 0


def _is_limit(part: MixGame) -> bool:
    return isinstance(part.limit, FixedLimit | SpreadLimit)


def _largest_bet(part: MixGame, stakes: Stakes) -> int:
    blind = max(stakes.blinds[:2], default=0)
    match part.limit:
        case FixedLimit():
            return max(blind, stakes.bet_size(big=any(street.big for street in part.game.streets)))
        case SpreadLimit(high=high):
            return max(blind, high)
        case _:
            return max(blind, stakes.min_bet)


def check_stakes(mix: Mix, stakes: tuple[Stakes, ...]) -> None:
    """Raise Conflict if a game of the mix has no stakes."""
    if len(stakes) != len(mix.games):
        raise Conflict(f"{mix.title} has {len(mix.games)} games, but there are stakes for {len(stakes)}")
