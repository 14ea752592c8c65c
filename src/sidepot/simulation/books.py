"""The books of a simulated table, kept by an auditor who reads the log and adds up independently.

After each hand, the auditor checks that chips issued are in play, cashed out, or the house's; that the ledger agrees;
that the hand paid out what it took in; and that button and blinds are in possible places. At the end of the first part
of the log, replaying it must give the same table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec

from sidepot.errors import SidepotError
from sidepot.simulation.button_check import wrong_marks
from sidepot.table import events as e
from sidepot.table.credit import settlement
from sidepot.table.debts import Credit
from sidepot.table.ledger import CHARGES, POT, RAKE
from sidepot.table.places import State
from sidepot.table.state import TableState
from sidepot.table.table import Table, replay

FOLDED_AGAIN: Final = 300  # hands after which the log is replayed once, and no longer kept
EVERY: Final = 200  # hands after which all accounts are added up, not only those of players who sit here


class Violation(msgspec.Struct, frozen=True):
    """A violation of a rule that every table must keep: the number of the hand, and what was wrong after it."""

    hand: int
    what: str


class Tally(msgspec.Struct):
    """A player's account so far.

    - `bought`: chips bought
    - `taken`: chips taken away
    - `hands`: the number of hands dealt to the player
    - `credit`: chips lent at open stakes, less the chips that the player borrowed or owes on markers
    """

    bought: int = 0
    taken: int = 0
    hands: int = 0
    credit: int = 0


class OnCredit(msgspec.Struct):
    """The totals of credit at open stakes.

    - `made`: markers made
    - `torn`: markers torn up
    - `lent`: chips lent
    """

    made: int = 0
    torn: int = 0
    lent: int = 0

    @property
    def owed(self) -> int:
        """The total of the markers that are still owed."""
        return self.made - self.torn


class Books:
    """The books of an auditor: sums from the log of a table, and the errors found.

    - `hand`: the number of the current hand
    - `hands`: how many hands were played to their end
    - `voided`: how many hands were called off
    - `games`: the number of hands of each game, by the game's index in the mix
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tallies: dict[str, Tally] = {}
        self.games: Counter[int] = Counter()
        self.found: list[Violation] = []
        self.issued = self.taken = self.raked = self.charged = self.coloured = 0
        self.hand = self.hands = self.voided = 0
        self.on_credit = OnCredit()
        self._counted: Counter[str] = Counter()  # at open stakes, for players who left
        self._read = 1  # the first event is that the table was opened
        self._keeps_log = True
        self._fresh: set[str] = set()  # who has sat down, moved or come back since the last hand
        self._new: set[str] = set()  # who had, as the current hand began
        self._begun: e.HandBegun | None = None
        self._waits = 0  # chips in the pot that nobody has won yet
        self._last: e.HandBegun | None = None

    @property
    def in_play(self) -> int:
        """All chips on the table: the stacks, and any pot carried to the next deal."""
        return sum([place.stack for place in self.table.places.values()]) + self.table.carried

    def breach(self, what: str) -> None:
        """Record an error."""
        self.found.append(Violation(self.hand, what))

    # ---- when a hand begins

    def begun(self, at: int) -> None:
        """Check a hand that has just begun: the seats dealt in, the button and the blinds."""
        table = self.table
        begun = table.begun
        if begun is None:
            self.breach("a hand was begun and none is on")
            return
        self._begun = begun
        self.read()
        for what in wrong_marks(begun, self._last, table.rules, self._fresh):
            self.breach(what)
        self._new, self._fresh = self._fresh, set()
        unpaid = table.time_due(at) if table.rules.time_charge is not None else ()
        for player, place in table.places.items():
            if player in begun.players:
                if place.state is State.OUT and player != table.killer:
                    self.breach(f"{player} sits out and is dealt in")
            elif place.state is State.IN and place.stack and not table.must_wait(place) and player not in unpaid:
                self.breach(f"{player} is in the game and is not dealt in")

    # ---- when it is over

    def ended(self) -> None:
        """Read everything that has happened since the last call, and compare it with the books."""
        self.read()
        self._compare()
        if not self.hand % EVERY:
            self.close()
        if self._keeps_log and self.hand >= FOLDED_AGAIN:
            self._replay()
            self._keeps_log = False
        if not self._keeps_log:  # a log of a million hands is too long to keep
            self.table.log.clear()
            self.table.ledger.postings.clear()
            self._read = 0

    def close(self) -> None:
        """Add up all accounts, including those of players who have left. If there is a log, replay it."""
        ledger = self.table.ledger
        balances = {account: ledger.balance(account) for account in ledger.accounts}
        if sum(balances.values()):
            self.breach(f"the ledger does not balance: its accounts add up to {sum(balances.values())}")
        for account, chips in balances.items():
            if chips < 0 and not account.startswith(("cash:", "marker:", "loan:", "colour")):
                self.breach(f"the account {account} is at {chips}")
        for account, mine in ((RAKE, self.raked), (CHARGES, self.charged)):
            if balances.get(account, 0) != mine:
                self.breach(f"the ledger has {balances.get(account, 0)} for {account}, and it was {mine}")
        if ledger.issued != self.issued:
            self.breach(f"the ledger has {ledger.issued} issued, and {self.issued} were")
        if ledger.on_table() != self.in_play:
            self.breach(f"the ledger has {ledger.on_table()} on the table, and {self.in_play} are")
        if self.table.rules.open_stakes is not None and self.table.begun is None:
            self._settle()

    def _settle(self) -> None:
        """Check that everybody can be paid in full, and that all debts are known."""
        settled = settlement(self.table)
        rest = dict(settled.standings)
        for player, tally in self.tallies.items():
            place = self.table.places.get(player)
            mine = self._counted[player] + tally.credit + (place.stack if place is not None else 0)
            if rest.get(player, 0) != mine:
                self.breach(f"{player} is settled with {rest.get(player, 0)}, and stands with {mine}")
        for payment in settled.payments:
            rest[payment.payer] += payment.chips
            rest[payment.payee] -= payment.chips
        if any(rest.values()):
            self.breach(f"after all payments somebody is still owed something: {rest}")

    def finish(self) -> None:
        """Check the books a last time, after the last hand."""
        self.read()
        self.close()
        if self._keeps_log:
            self._replay()

    def _compare(self) -> None:
        table, ledger = self.table, self.table.ledger
        in_play = self.in_play
        gone = self.taken + self.raked + self.charged - self.coloured
        if in_play + gone != self.issued:
            self.breach(
                f"{self.issued} chips were issued, and {in_play} are in play, {self.taken} were cashed out, "
                f"{self.raked} raked and {self.charged} charged: {in_play + gone - self.issued:+}"
            )
        for player, place in table.places.items():
            if place.stack < 0:
                self.breach(f"{player} has {place.stack}")
            if ledger.balance(f"stack:{player}") != place.stack:
                self.breach(f"{player} has {place.stack}, and by the ledger {ledger.balance(f'stack:{player}')}")
        if ledger.balance(POT) != table.carried:
            self.breach(f"{table.carried} wait in the pot, and by the ledger {ledger.balance(POT)}")
        if table.begun is not None:
            self.breach("the hand is over and still on")

    def _replay(self) -> None:
        try:
            again = replay(self.table.log)
        except SidepotError as error:
            self.breach(f"the log of the table does not replay: {error}")
            return
        if again != self.table:
            names = [name for name in TableState.__slots__ if getattr(again, name) != getattr(self.table, name)]
            self.breach(f"the log of the table replays to another one: {', '.join(names)}")

    # ---- the log

    def read(self) -> None:
        """Read the entries of the log since the last call."""
        log = self.table.log
        for event in log[self._read :]:
            read = _READ.get(type(event))
            if read is not None:
                read(self, event)
        self._read = len(log)

    def _tally(self, player: str) -> Tally:
        found = self.tallies.get(player)
        if found is None:
            found = self.tallies[player] = Tally()
        return found

    def _came(self, event: e.Sat | e.Moved | e.CameBack) -> None:
        self._fresh.add(event.player)

    def _sat(self, event: e.Sat) -> None:
        self._came(event)
        here = min(self._counted[event.player], event.chips)
        self._counted[event.player] -= here
        self.taken -= here
        self._tally(event.player).taken -= here
        self._buys(event.player, event.chips - here)

    def _bought(self, event: e.Bought) -> None:
        self._buys(event.player, event.chips)

    def _buys(self, player: str, chips: int) -> None:
        self.issued += chips
        self._tally(player).bought += chips

    def _left(self, event: e.Left) -> None:
        self._taken(event)
        if self.table.rules.open_stakes is not None:
            self._counted[event.player] += event.chips

    def _taken(self, event: e.Left | e.Petty) -> None:
        self.taken += event.chips
        self._tally(event.player).taken += event.chips

    def _charged(self, event: e.Charged) -> None:
        self.charged += event.chips

    def _coloured(self, event: e.Coloured) -> None:
        self.coloured += sum([chips for _, _, chips in event.rows])

    def _done(self, event: e.HandDone) -> None:
        begun = self._begun
        if begun is None or event.number != begun.number:
            self.breach(f"hand {event.number} is over that never began")
            return
        self.hands += 1
        self.games[begun.turn.at] += 1
        self.raked += event.raked
        for player, chips in event.bought:
            self._buys(player, chips)
        came = 0 if event.credit is None else self._credited(begun, event.credit)
        for player in begun.players:
            self._tally(player).hands += 1
        setup = begun.setup
        had = sum(setup.stacks) + self._waits + sum([chips for _, chips in event.bought]) + came
        has = sum(event.stacks) + event.raked + event.carried
        if had != has:
            self.breach(f"the hand began with {had} chips and ends with {has}")
        if min(event.stacks) < 0 or min(event.won) < 0 or event.raked < 0 or event.carried < 0:
            self.breach(f"an amount is below zero: {event}")
        self._waits = event.carried
        self._last = begun

    def _pot_given(self, event: e.PotGiven) -> None:
        self._waits -= event.chips

    def _credited(self, begun: e.HandBegun, credit: Credit) -> int:
        """The chips played on credit, and the chips that they add to the hand."""
        came = 0
        for some, sign in ((credit.made, 1), (credit.torn, -1)):
            for player, chips in some:
                came += sign * chips
                self._tally(player).credit -= sign * chips
        self.issued += came
        self.on_credit.made += sum([chips for _, chips in credit.made])
        self.on_credit.torn += sum([chips for _, chips in credit.torn])
        for loan in credit.loans:
            self.on_credit.lent += loan.chips
            self._tally(loan.borrower).credit -= loan.chips
            self._tally(loan.lender).credit += loan.chips
            if loan.cash:
                self._buys(loan.lender, loan.chips)
            if loan.lender not in begun.players:
                came += loan.chips
        return came

    def _voided(self, event: e.HandVoided) -> None:
        self.voided += 1
        self._fresh |= self._new  # it is dealt again: all is as it was before it

    def _drawn(self, event: e.ButtonDrawn) -> None:
        self._last = None


_READ: Final[dict[type, Callable[..., None]]] = {
    e.Sat: Books._sat,
    e.Moved: Books._came,
    e.CameBack: Books._came,
    e.Bought: Books._bought,
    e.Left: Books._left,
    e.Petty: Books._taken,
    e.Charged: Books._charged,
    e.Coloured: Books._coloured,
    e.HandDone: Books._done,
    e.PotGiven: Books._pot_given,
    e.HandVoided: Books._voided,
    e.ButtonDrawn: Books._drawn,
}
