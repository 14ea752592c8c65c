"""The bank: chips and cash in double entry, so that nothing appears or disappears. Source: PG-23.

Every posting debits chips to one account and credits them to another, so that all balances add up to zero.

- `stack:ANN`: Ann's chips on the table
- `pot`: the chips that wait in the middle
- `rake`, `charges`: the chips that the house has taken
- `adjusted`: the chips that the house has taken to correct stacks (below zero: given)
- `petty:ANN`: the chips that Ann has taken off the table for refreshments and tips
- `cash:ANN`: the cash paid out to Ann, less the cash paid in; after the session, her winnings
- `tournament`: at a tournament table, the account from which chips come

At open stakes, there are more accounts:

- `marker:ANN`: what Ann owes on her markers, as a negative number
- `loan:ANN`: what Ann has lent, less what she has borrowed
- `claim:ANN`: the chips that were counted out for Ann when she left, to be paid at the settlement
- `paid:ANN`: what Ann has paid at the settlement, less what she has received

>>> bank = Ledger()
>>> bank.buy("ann", 100)
>>> bank.balance("stack:ann"), bank.balance("cash:ann")
(100, -100)
"""

from __future__ import annotations

import msgspec

from sidepot.errors import Conflict

POT = "pot"
RAKE = "rake"
CHARGES = "charges"
ADJUSTED = "adjusted"
TOURNAMENT = "tournament"
STACK = "stack:"
CASH = "cash:"
PETTY = "petty:"
OUTSIDE = (CASH, TOURNAMENT)
MARKER = "marker:"
LOAN = "loan:"
CLAIM = "claim:"
PAID = "paid:"
SEVEN_DEUCE = "seven_deuce"
STAND_UP = "stand_up"
BOMB_POT = "bomb_pot"
SIDE_GAMES = (SEVEN_DEUCE, STAND_UP, BOMB_POT)
OF_A_PLAYER = (STACK, CASH, PETTY, MARKER, LOAN, CLAIM, PAID)


class Posting(msgspec.Struct, frozen=True, gc=False):
    """A posting of chips: to the debit of one account, and to the credit of another account.

    `game` is the side game in which the chips moved ("" in ordinary hands).
    """

    debit: str
    credit: str
    chips: int
    why: str
    game: str = ""


class Statement(msgspec.Struct, frozen=True):
    """A player's account.

    - `bought`: the chips bought
    - `redeemed`: the chips cashed in
    - `stack`: the chips on the table
    - `petty`: the chips taken off the table for refreshments and tips
    - `credit`: at open stakes, the chips that the player will still receive (counted out, or lent and not repaid), less
      all debts
    """

    player: str
    bought: int
    redeemed: int
    stack: int
    petty: int
    credit: int = 0

    @property
    def result(self) -> int:
        """The chips won (below zero: lost), after the cost of the seat."""
        return self.redeemed + self.stack + self.petty + self.credit - self.bought


class Ledger:
    """A table's postings, and the total of each account.

    `is_tournament` means that chips come from a tournament.
    """

    __slots__ = ("credits", "debits", "is_tournament", "postings")

    def __init__(self, *, is_tournament: bool = False) -> None:
        self.postings: list[Posting] = []
        self.debits: dict[str, int] = {}
        self.credits: dict[str, int] = {}
        self.is_tournament = is_tournament

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Ledger) and self.postings == other.postings and self.is_tournament == other.is_tournament
        )

    def copy(self) -> Ledger:
        """An independent copy."""
        made = Ledger(is_tournament=self.is_tournament)
        made.postings = self.postings.copy()
        made.debits = self.debits.copy()
        made.credits = self.credits.copy()
        return made

    def post(self, debit: str, credit: str, chips: int, why: str, game: str = "") -> None:
        """Post chips to the debit of one account and to the credit of another, for the reason `why`.

        `game` is the side game in which the chips moved ("" in ordinary hands). No posting is made for 0 chips. Raises
        Conflict for an amount below 0.
        """
        if chips < 0:
            raise Conflict(f"a posting cannot be negative: {chips} from {credit} to {debit}")
        if not chips:
            return
        self.postings.append(Posting(debit, credit, chips, why, game))
        self.debits[debit] = self.debits.get(debit, 0) + chips
        self.credits[credit] = self.credits.get(credit, 0) + chips

    def balance(self, account: str) -> int:
        """The balance of an account: its debits minus its credits."""
        return self.debits.get(account, 0) - self.credits.get(account, 0)

    @property
    def accounts(self) -> tuple[str, ...]:
        """All accounts that have at least one posting."""
        return tuple(dict.fromkeys([*self.debits, *self.credits]))

    @property
    def issued(self) -> int:
        """All chips that were ever bought, brought to a tournament table, or given for markers."""
        return sum(chips for account, chips in self.credits.items() if account.startswith(OUTSIDE)) - self._all(MARKER)

    @property
    def redeemed(self) -> int:
        """All chips that were cashed in, taken to another table, or counted out for players who left."""
        return sum(chips for account, chips in self.debits.items() if account.startswith(OUTSIDE)) + self._all(CLAIM)

    def _all(self, kind: str) -> int:
        """The balances of all accounts of a kind."""
        return sum([self.balance(account) for account in self.accounts if account.startswith(kind)])

    def on_table(self) -> int:
        """All chips on the table: the stacks and the carried pot."""
        return self._all("stack:") + self.balance(POT)

    def statement(self, player: str) -> Statement:
        """The account of a player who has or had a seat."""
        cash = f"cash:{player}"
        return Statement(
            player,
            self.credits.get(cash, 0),
            self.debits.get(cash, 0),
            self.balance(f"stack:{player}"),
            self.balance(f"petty:{player}"),
            self.credit(player),
        )

    def credit(self, player: str) -> int:
        """A player's claims, loans, markers and payments in one balance (below zero: the player owes)."""
        return sum([self.balance(f"{kind}{player}") for kind in (CLAIM, LOAN, MARKER, PAID)])

    def statements(self) -> tuple[Statement, ...]:
        """The account of each player who has bought chips, in order of the first purchase."""
        players = [account[len(CASH) :] for account in self.credits if account.startswith(CASH)]
        return tuple([self.statement(player) for player in players if player])

    # ---- what happens at a table

    def buy(self, player: str, chips: int, why: str = "buys chips") -> None:
        """Book chips that a player buys for cash."""
        self.post(f"stack:{player}", self._outside(player), chips, why)

    def bring(self, player: str, chips: int, why: str = "sits down") -> None:
        """Book chips that a player brings. First come the player's chips that were counted out and not yet paid, then
        newly bought chips.
        """
        here = max(self.balance(f"{CLAIM}{player}") + min(self.balance(f"{PAID}{player}"), 0), 0)
        self.post(f"stack:{player}", f"{CLAIM}{player}", min(here, chips), why)
        self.buy(player, chips - min(here, chips), why)

    def cash_out(self, player: str, chips: int, why: str = "leaves") -> None:
        """Book chips that a player cashes in."""
        self.post(self._outside(player), f"stack:{player}", chips, why)

    def count_out(self, player: str, chips: int, why: str = "leaves") -> None:
        """Book the chips of a player who leaves as counted out. The claim to these chips is settled together with the
        markers.
        """
        self.post(f"{CLAIM}{player}", f"stack:{player}", chips, why)

    def put(self, player: str, chips: int, why: str, game: str = "") -> None:
        """Book chips that a player put into the pots of a hand. `game` is its side game, such as a bomb pot."""
        self.post(POT, f"stack:{player}", chips, why, game)

    def win(self, player: str, chips: int, why: str, game: str = "") -> None:
        """Book chips that a player won from the pots of a hand. `game` is its side game, such as a bomb pot."""
        self.post(f"stack:{player}", POT, chips, why, game)

    def adjust(self, player: str, chips: int, why: str) -> None:
        """Book a correction of a player's stack (`chips` below zero if it was reduced)."""
        stack = f"{STACK}{player}"
        debit, credit = (stack, ADJUSTED) if chips > 0 else (ADJUSTED, stack)
        self.post(debit, credit, abs(chips), why)

    def forget(self, player: str) -> None:
        """Close the accounts of a player who has left without debts or claims."""
        if self.balance(f"{STACK}{player}") or self.credit(player):
            return
        for side in (self.debits, self.credits):
            for kind in OF_A_PLAYER:
                if chips := side.pop(f"{kind}{player}", 0):
                    side[kind] = side.get(kind, 0) + chips

    def _outside(self, player: str) -> str:
        return TOURNAMENT if self.is_tournament else f"cash:{player}"
