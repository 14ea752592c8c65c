"""Open stakes at the table: the debts of hands played on credit, and their settlement.

The bank gives chips for a marker, and its maker owes them. The maker's winnings consist first of these markers, which
are torn up; the maker owes the rest to the winners of the pots. A loan is between two people, and no pot changes it.
The chips of a player who leaves are counted out, and paid at the settlement.

Source: OS-1, OS-4, OS-6, OS-8, OS-11, OS-12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sidepot.errors import Conflict, IllegalAction, NotDue
from sidepot.hand import events as happened
from sidepot.hand.credit.denials import STAKE
from sidepot.hand.terms import OpenTerms
from sidepot.table.debts import Credit, Loan, Marker
from sidepot.table.events import HandBegun, Paid
from sidepot.table.ledger import ADJUSTED, CHARGES, PAID, RAKE
from sidepot.table.places import State
from sidepot.table.seats import PETTY_CASH, amount, is_full
from sidepot.table.settlement import BOX, EXACT, HOUSE, Payment, settle
from sidepot.table.table_rules import AGREED_BEFORE

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.table.places import Place
    from sidepot.table.state import TableState


def terms_of(table: TableState, players: Sequence[str], stacks: Mapping[str, int]) -> OpenTerms | None:
    """The terms of a hand at open stakes: who may lend, and which seats may neither add nor borrow. None at table
    stakes.
    """
    agreed = table.rules.open_stakes
    if agreed is None:
        return None
    held = [
        seat for seat, name in enumerate(players) if table.places[name].restricted and not is_full(table, stacks[name])
    ]
    lenders = [place.player for place in table.seated() if place.player not in players]
    return OpenTerms(agreed.threshold, tuple(held), tuple(lenders))


# ---- when a hand is over


class Outcome(NamedTuple):
    """What a hand at open stakes has changed.

    - `bought`: the cash with which players bought chips
    - `credit`: the markers and loans
    - `stacks`: the new stacks
    """

    bought: tuple[tuple[str, int], ...]
    credit: Credit | None
    stacks: tuple[int, ...]


def came_in(hand: Hand) -> int:
    """All chips that came into play during a hand. They were bought with cash or on a marker, or borrowed from a player
    not in the pot.
    """
    lent = sum([chips for _, chips, lender, _ in hand.loans if lender < 0])
    return sum(hand.added) + sum([face for _, face in hand.markers]) + lent


def of_hand(
    table: TableState, begun: HandBegun, hand: Hand, log: Sequence[happened.Event], won: Sequence[int]
) -> Outcome:
    """What a hand at open stakes has changed. Markers that their makers won back are torn up. Other markers are
    recorded.
    """
    players = begun.players
    bought = tuple([(players[seat], chips) for seat, chips in enumerate(hand.added) if chips])
    made = dict.fromkeys([players[seat] for seat, _ in hand.markers], 0)
    for seat, face in hand.markers:
        made[players[seat]] += face
    stacks = list(hand.stacks)
    waiting = {marker.maker: marker.face for marker in table.markers if not marker.holders}
    took = _took(log, won)
    torn: dict[str, int] = {}
    markers: list[Marker] = []
    for player in dict.fromkeys([*waiting, *made]):
        face = waiting.get(player, 0) + made.get(player, 0)
        if player in players:
            seat = players.index(player)
            torn[player] = min(face, stacks[seat], took[seat])
            stacks[seat] -= torn[player]
            face -= torn[player]
        if face:
            markers.append(Marker(begun.number, player, face, _holders(player, face, players, won, hand.raked)))
    credit = Credit(
        tuple(made.items()),
        tuple([(player, chips) for player, chips in torn.items() if chips]),
        tuple(markers),
        _loans(table, begun, hand),
        _restricted(table, begun, hand, won),
    )
    return Outcome(bought, credit if credit != Credit() else None, tuple(stacks))


def _took(log: Sequence[happened.Event], won: Sequence[int]) -> list[int]:
    """What each player got from the pots or as returned bets. Their own markers come first."""
    took = list(won)
    for event in log:
        if isinstance(event, happened.Returned):
            took[event.seat] += event.amount
        elif isinstance(event, happened.Killed):
            took[event.seat] += event.refund
    return took


def _holders(
    maker: str, face: int, players: Sequence[str], won: Sequence[int], raked: int
) -> tuple[tuple[str, int], ...]:
    """The holders of a marker: the winners of the pots, in proportion. Odd chips go by largest remainder, then by
    seat.
    """
    shares = {player: chips for player, chips in zip(players, won, strict=True) if chips and player != maker}
    if not shares:
        return ((HOUSE, face),) if any(won) and raked else ()
    whole = sum(shares.values())
    found = {player: face * chips // whole for player, chips in shares.items()}
    rests = sorted(shares, key=lambda player: -(face * shares[player] % whole))
    for player in rests[: face - sum(found.values())]:
        found[player] += 1
    return tuple([(player, chips) for player, chips in found.items() if chips])


def _loans(table: TableState, begun: HandBegun, hand: Hand) -> tuple[Loan, ...]:
    """The loans of a hand. A lender who is not in the hand lends from the stack, or buys the chips."""
    found = []
    lent: dict[str, int] = {}
    for seat, chips, lender, name in hand.loans:
        cash = False
        if lender >= 0:
            name = begun.players[lender]
        else:
            place = table.places.get(name)
            cash = place is None or place.stack - lent.get(name, 0) < chips
            if not cash:
                lent[name] = lent.get(name, 0) + chips
        found.append(Loan(begun.number, begun.players[seat], name, chips, cash))
    return tuple(found)


def _restricted(table: TableState, begun: HandBegun, hand: Hand, won: Sequence[int]) -> tuple[str, ...]:
    """The players who went all-in and won less than the minimum buy-in (OS-4).

    They called for less, or had no chips left at the end of the betting without having added any.
    """
    helped = {seat for seat, chips in enumerate(hand.added) if chips}
    helped |= {seat for seat, _ in hand.markers} | {loan[0] for loan in hand.loans}
    all_in = hand.live & ~hand.able
    return tuple([
        player
        for seat, player in enumerate(begun.players)
        if 0 < won[seat] < table.rules.buy_in[0]
        and hand.stacks[seat] == won[seat]
        and (all_in >> seat & 1 or seat not in helped)
    ])  # fmt: skip


# ---- applying events


def take_in(table: TableState, begun: HandBegun, credit: Credit, came: dict[str, int]) -> None:
    """Book the markers and loans of a hand.

    `came` has the chips that each player bought during the hand. Chips got for markers and loans are added to it, and
    chips lent, or given back for markers that were torn up, are subtracted.
    """
    ledger, why = table.ledger, f"hand {begun.number}"
    for player, chips in credit.made:
        ledger.post(f"stack:{player}", f"marker:{player}", chips, f"marker in {why}")
        came[player] = came.get(player, 0) + chips
    for loan in credit.loans:
        lender = f"cash:{loan.lender}" if loan.cash else f"stack:{loan.lender}"
        ledger.post(f"stack:{loan.borrower}", lender, loan.chips, f"loan in {why}")
        ledger.post(f"loan:{loan.lender}", f"loan:{loan.borrower}", loan.chips, f"loan in {why}")
        came[loan.borrower] = came.get(loan.borrower, 0) + loan.chips
        if loan.lender in begun.players:
            came[loan.lender] = came.get(loan.lender, 0) - loan.chips
        else:
            _lend(table, loan)
    for player, chips in credit.torn:
        came[player] = came.get(player, 0) - chips
    table.loans += credit.loans
    table.markers = (*[marker for marker in table.markers if marker.holders], *credit.markers)


def _lend(table: TableState, loan: Loan) -> None:
    """Book a loan from a player who is not in the hand, from the stack or newly bought."""
    place = table.places.get(loan.lender)
    if place is None:
        return
    if loan.cash:
        place.bought += loan.chips
        return
    place.stack -= loan.chips
    if not place.stack:
        place.state = State.BUSTED


def tear_up(table: TableState, credit: Credit, why: str) -> None:
    """Book markers that came back to their makers as torn up. `why` is the reason in the ledger."""
    for player, chips in credit.torn:
        table.ledger.post(f"marker:{player}", f"stack:{player}", chips, f"{why}: marker torn up")


def restrict(table: TableState, credit: Credit | None, players: Sequence[str]) -> None:
    """Restrict players: they may neither add nor borrow until they have a full buy-in (OS-4)."""
    for player in credit.restricted if credit is not None else ():
        table.place_of(player).restricted = True
    for player in players:
        lift(table, table.place_of(player))


def lift(table: TableState, place: Place) -> None:
    """Lift the restriction of a player who has a full buy-in."""
    if is_full(table, place.stack):
        place.restricted = False


def give(table: TableState, player: str) -> None:
    """Give a carried pot, including the markers in it, to a player."""
    table.markers = tuple([
        marker if marker.holders else msgspec.structs.replace(marker, holders=((player, marker.face),))
        for marker in table.markers
    ])  # fmt: skip


# ---- settling


class Settlement(msgspec.Struct, frozen=True):
    """The settlement at the end of a session, on the agreed `terms`.

    - `standings`: what each party gets (below zero: owes); the parties are the players, the house and the cash box
    - `payments`: the payments that settle these amounts
    - `fewest`: whether this is surely the smallest possible number of payments
    - `markers`, `loans`: the debts behind the amounts
    """

    terms: str
    standings: tuple[tuple[str, int], ...]
    payments: tuple[Payment, ...]
    fewest: bool
    markers: tuple[Marker, ...]
    loans: tuple[Loan, ...]


def settlement(table: TableState) -> Settlement:
    """The settlement if play ended now (OS-12). Raises NotDue during a hand, and Conflict at a tournament table."""
    if table.rules.is_tournament:
        raise Conflict("there is nothing to settle at a tournament table; the tournament pays prizes", code="no_credit")
    if table.begun is not None:
        raise NotDue(
            f"hand {table.begun.number} is in progress; settle when the hand is over", AGREED_BEFORE, code="hand_on"
        )
    stand = {name: chips for name, chips in standings(table).items() if chips}
    agreed = table.rules.open_stakes
    return Settlement(
        agreed.terms if agreed is not None else "",
        tuple(stand.items()),
        settle(stand, _debts(table)),
        len(stand) <= EXACT,
        table.markers,
        table.loans,
    )


def standings(table: TableState) -> dict[str, int]:
    """The balances of the players, the house and the cash box, including all markers and loans."""
    ledger = table.ledger
    found = {player: ledger.balance(f"stack:{player}") + ledger.credit(player) for player in _people(table)}
    found[HOUSE] = sum([ledger.balance(account) for account in (RAKE, CHARGES, ADJUSTED, f"{PAID}{HOUSE}")])
    found[BOX] = -sum(found.values())
    return found


def _debts(table: TableState) -> list[tuple[str, str, int]]:
    """All debts, on markers and loans together: (debtor, creditor, chips)."""
    found: dict[tuple[str, str], int] = {}
    owed = [(loan.borrower, loan.lender, loan.chips) for loan in table.loans]
    owed += [(marker.maker, holder, chips) for marker in table.markers for holder, chips in marker.holders]
    for payer, payee, chips in owed:
        found[payer, payee] = found.get((payer, payee), 0) + chips
    return [(payer, payee, chips) for (payer, payee), chips in found.items() if payer != payee]


def _people(table: TableState) -> list[str]:
    """Everybody who has or had chips here, or lent some."""
    named = [account.partition(":") for account in table.ledger.accounts]
    return list(dict.fromkeys([name for kind, _, name in named if kind in ("cash", "stack", "loan")]))


def is_owed(table: TableState) -> bool:
    """Whether any debt is open: a marker, a loan, or the claim of a player who has left."""
    return any(table.ledger.credit(player) for player in _people(table))


def payment(table: TableState, payer: str, payee: str, chips: int) -> Paid:
    """The event of a payment that settles a debt, in part or in full.

    Raises NotDue, IllegalAction or Conflict if the payment is impossible. Markers and chips stay on the table while
    play goes on (OS-11), so both players must have left it.
    """
    amount(chips)
    if table.rules.open_stakes is None:
        raise IllegalAction(
            "nobody can owe chips at table stakes; players leave with all their chips", STAKE, code="no_credit"
        )
    if table.begun is not None:
        raise NotDue(
            f"hand {table.begun.number} is in progress; pay debts when the hand is over", PETTY_CASH, code="hand_on"
        )
    for player in (payer, payee):
        if player in table.places:
            raise IllegalAction(
                f"{player} is still at the table; settle when play is over",
                PETTY_CASH,
                code="in_play",
            )
    stand = standings(table)
    for player in (payer, payee):
        if player not in stand:
            raise Conflict(f"no party named {player!r} owes or is owed anything", code="no_debt")
    owes, gets = max(-stand[payer], 0), max(stand[payee], 0)
    if chips > min(owes, gets):
        raise Conflict(
            f"{payer} owes {owes} and {payee} is owed {gets}, so {payer} cannot pay {payee} {chips}",
            AGREED_BEFORE,
            code="no_debt",
        )
    return Paid(payer, payee, chips)
