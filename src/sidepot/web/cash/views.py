"""What the pages of a cash night show: the desk shows everything, a player's page shows what concerns the player, and a
wall shows the lists.

Amounts are in the smallest unit of the night's money (`unit`). Players are marks, which an answer fills with names.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from sidepot.games.unit import Unit
from sidepot.room.cash.closing import OpenLine, open_lines, payments
from sidepot.room.cash.events import Line
from sidepot.room.cash.lists import free_seats
from sidepot.room.cash.state import CashState, CashTable
from sidepot.room.cash.terms import CashGame, Charge
from sidepot.room.store.rows import BOUGHT, CASHED, HOUSE, PAID, RESERVE
from sidepot.rules.clauses import Sentence
from sidepot.rules.houses import CASH, HOUSES, nearest_book
from sidepot.rules.rulebook import Rulebook
from sidepot.table.agreement import Point, points, title_of
from sidepot.table.settlement import BOX

LATEST: Final = 60  # lines on the desk
RECEIPTS: Final = ("buy_in", "top_up", "cash_out", "pay_in", "pay_out", "marker", "loan", "marker_paid", "settled")


class CashEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player on a waiting list.

    - `until`: when the player's call expires (0 for no call)
    - `passed`: the player let a call pass, so other players are called first
    """

    player: str
    at: int
    going: bool = False
    phone: bool = False
    until: int = 0
    passed: bool = False


class CashGameView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game with its waiting list.

    - `free`: the number of seats that are neither taken nor held for a call
    - `next`: the next player to call
    """

    number: int
    name: str
    least: int
    most: int
    seats: int
    charge: Charge
    entries: list[CashEntry]
    amount: int = 0
    period_ms: int = 0
    free: int = 0
    next: str = ""


class CashSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat (counted from 1) and its player. `bought` is false until the player's first buy-in."""

    seat: int
    player: str = ""
    since: int = 0
    bought: bool = False


class CashTableView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table.

    - `movers`: the players who must move to this table, in order
    - `wants`: the players who asked to move to this table
    - `time_due`: when the next time charge is due
    - `agreed`: what the players of the table agreed about markers, in words
    - `agreed_by`: the players who agreed
    """

    number: int
    game: int
    seats: list[CashSeat]
    must_move: int = 0
    movers: list[str] = []
    wants: list[str] = []
    time_due: int = 0
    agreed: str = ""
    threshold: int = 0
    was_played: bool = False
    agreed_by: tuple[str, ...] = ()


class CashPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The money of a player.

    - `balance`: what the player is owed (below zero for a debt)
    - `away`: the chips that the player took away
    """

    player: str
    bought: int = 0
    cashed: int = 0
    paid: int = 0
    balance: int = 0
    away: int = 0
    table: int = 0
    seat: int = 0
    restricted: bool = False


class CashMarker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A marker or loan.

    - `line`: its line in the books
    - `player`, `other`: the two parties
    - `unpaid`: how many of its chips are still owed
    - `due`: when it is due (0 for no date)
    """

    line: int
    kind: str
    player: str
    other: str
    chips: int
    unpaid: int = 0
    due: int = 0
    raised: bool = False
    agreed: tuple[str, ...] = ()


class CashBank(msgspec.Struct, frozen=True):
    """The money that the bank should hold, the chips in play, and the accounts of the house."""

    cash: int
    in_play: int
    on_tables: int
    reserve: int
    rake: int
    time: int
    expenses: int
    difference: int


class CashLine(msgspec.Struct, frozen=True):
    """A line of the books, and the number of the counter-entry that corrects it (0 for none)."""

    line: Line
    corrected: int = 0


class CashOpen(msgspec.Struct, frozen=True):
    """An open item, in words and as a sentence with gaps, for translation."""

    what: str
    player: str
    chips: int
    sentence: Sentence


class CashPayment(msgspec.Struct, frozen=True):
    """One of the payments that settle the night. The bank has the name ""."""

    payer: str
    payee: str
    chips: int


class CashRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules of the night's house.

    - `id`, `title`: the house
    - `book`: the title of the book of a club's own house ("" for another house)
    - `differs`: the points in which the club's house differs from its book
    """

    id: str
    title: str
    book: str = ""
    differs: tuple[Point, ...] = ()


class CashDesk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The desk of a night.

    - `lines`: the latest lines of the books
    - `role`, `may`: the user's role and commands
    - `payments`: the payments that settle the night (none while somebody has chips)
    - `wall`: the key of the waiting lists for a display
    """

    id: str
    title: str
    seq: int
    now: int
    unit: Unit
    role: str
    may: tuple[str, ...]
    games: list[CashGameView]
    tables: list[CashTableView]
    players: list[CashPlayer]
    markers: list[CashMarker]
    bank: CashBank
    lines: list[CashLine]
    open: list[CashOpen]
    payments: list[CashPayment]
    wall: str
    rules: CashRules
    chips: tuple[int, ...] = ()
    over: bool = False
    why_over: str = ""
    frozen: str = ""


class CashWall(msgspec.Struct, frozen=True, omit_defaults=True):
    """The waiting lists that everybody in the room sees, without money."""

    id: str
    title: str
    seq: int
    now: int
    games: list[CashWallGame]
    over: bool = False


class CashWallGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game on the display in the room: its name, tables, free seats and waiting list."""

    name: str
    tables: list[int]
    entries: list[CashEntry]
    free: int = 0


class CashOwnGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as one player sees it.

    - `waiting`: the number of players on the waiting list
    - `place`: the player's place on the waiting list (0 for none)
    - `until`: when the player's call expires (0 for no call)
    - `passed`: the player let a call pass, so other players are called first
    - `seated`: whether the player has a seat in the game
    """

    number: int
    name: str
    waiting: int
    free: int = 0
    place: int = 0
    going: bool = False
    until: int = 0
    passed: bool = False
    seated: bool = False


class CashOwnPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The page of one player: seat, waiting lists, receipts, markers, and balance."""

    night: str
    title: str
    seq: int
    now: int
    unit: Unit
    player: str
    games: list[CashOwnGame]
    lines: list[CashLine]
    markers: list[CashMarker]
    rules: CashRules
    balance: int = 0
    away: int = 0
    table: int = 0
    seat: int = 0
    moves_to: int = 0
    over: bool = False


# ---- making them


def desk_view(night: CashState, now: int, role: str, may: tuple[str, ...], wall: str) -> CashDesk:
    """What the desk of a night shows to a role."""
    return CashDesk(
        night.id, night.terms.title, night.seq, now, night.terms.unit, role, may,
        [_game(night, number) for number in range(1, len(night.terms.games) + 1)],
        [_table(night, number, table) for number, table in sorted(night.tables.items())],
        players_of(night),
        markers_of(night),
        bank_of(night),
        [_line(night, one) for one in night.lines[: -LATEST - 1 : -1]],
        [_open(one) for one in open_lines(night)],
        payments_of(night),
        wall, rules_of(night.terms.rulebook), night.terms.chips, night.over, night.why_over, night.frozen,
    )  # fmt: skip


def wall_view(night: CashState, now: int) -> CashWall:
    """The waiting lists of a night."""
    games = [
        CashWallGame(game.name, night.tables_of(number), _entries(night, number), _free(night, number))
        for number, game in enumerate(night.terms.games, 1)
    ]
    return CashWall(night.id, night.terms.title, night.seq, now, games, night.over)


def own_view(night: CashState, now: int, player: str) -> CashOwnPage:
    """What the page of a player shows."""
    place = night.seats.get(player)
    mine = [
        _line(night, one) for one in reversed(night.lines) if one.kind in RECEIPTS and player in (one.player, one.other)
    ]
    moves_to = night.tables[place.table].must_move if place is not None else 0
    return CashOwnPage(
        night.id, night.terms.title, night.seq, now, night.terms.unit, player,
        [_own_game(night, number, game, player) for number, game in enumerate(night.terms.games, 1)],
        mine,
        [one for one in markers_of(night) if player in (one.player, one.other)],
        rules_of(night.terms.rulebook),
        night.balance(player), night.away.get(player, 0),
        place.table if place is not None else 0, place.seat + 1 if place is not None else 0,
        moves_to, night.over,
    )  # fmt: skip


@lru_cache(maxsize=32)
def rules_of(house: Rulebook) -> CashRules:
    """The rules of a night's house. For a club's own house, they include the points in which it differs from its book.

    A night keeps the house as it was at the opening, even if the club has changed its file since then.
    """
    if house.name in HOUSES:
        return CashRules(house.name, title_of(house))
    book = nearest_book(house) or CASH
    return CashRules(house.name, title_of(house), title_of(book), points(house, book))


def players_of(night: CashState) -> list[CashPlayer]:
    """The money of everybody who has had chips or has a seat."""
    names = [*dict.fromkeys([*night.seats, *[one for one in night.accounts if one != HOUSE], *night.away])]
    return [_player(night, one) for one in names]


def markers_of(night: CashState) -> list[CashMarker]:
    """The markers and loans in the books, without those that were corrected.

    A marker or loan is paid once the balances of both parties are 0.
    """
    return [
        CashMarker(
            one.number, one.kind, one.player, one.other, one.chips,
            night.unpaid(one) if night.balance(one.player) or night.balance(one.other) else 0,
            one.due, one.raised, one.agreed,
        )
        for one in night.markers()
    ]  # fmt: skip


def payments_of(night: CashState) -> list[CashPayment]:
    """The fewest payments that settle the night; none while somebody has chips."""
    if night.seats or night.away:
        return []
    return [
        CashPayment("" if one.payer == BOX else one.payer, "" if one.payee == BOX else one.payee, one.chips)
        for one in payments(night)
    ]


def bank_of(night: CashState) -> CashBank:
    """The bank and the accounts of the house."""
    house = {kind: night.balance(HOUSE, kind) for kind in (RESERVE, "rake", "time", "expenses", "difference")}
    return CashBank(night.cash, night.in_play, night.on_tables, *house.values())


def _game(night: CashState, number: int) -> CashGameView:
    game = night.game(number)
    entries, free = _entries(night, number), _free(night, number)
    period = game.period_ms if game.charge == "time" else 0
    return CashGameView(
        number, game.name, game.least, game.most, game.seats, game.charge, entries, game.amount, period, free,
        night.next_called(number),
    )  # fmt: skip


def _entries(night: CashState, game: int) -> list[CashEntry]:
    some = night.lists.get(game, ())
    return [CashEntry(one.player, one.at, one.going, one.phone, one.until, one.passed) for one in some]


def _free(night: CashState, game: int) -> int:
    return max(free_seats(night, game) - len(night.called(game)), 0)


def _table(night: CashState, number: int, table: CashTable) -> CashTableView:
    there, game, agreed = night.at_table(number), night.game(table.game), table.agreed
    seats = [CashSeat(seat + 1) for seat in range(table.seats)]
    for seat, player in there.items():
        place = night.seats[player]
        seats[seat] = CashSeat(seat + 1, player, place.at, place.has_bought)
    return CashTableView(
        number, table.game, seats, table.must_move,
        night.must_move_to(number) if len(there) < table.seats else [],
        list(table.wants),
        table.time_at + game.period_ms if game.charge == "time" and there else 0,
        agreed.terms if agreed is not None else "", agreed.threshold if agreed is not None else 0, table.was_played,
        agreed.players if agreed is not None else (),
    )  # fmt: skip


def _player(night: CashState, player: str) -> CashPlayer:
    place = night.seats.get(player)
    return CashPlayer(
        player, -night.balance(player, BOUGHT), night.balance(player, CASHED), night.balance(player, PAID),
        night.balance(player), night.away.get(player, 0),
        place.table if place is not None else 0, place.seat + 1 if place is not None else 0, player in night.restricted,
    )  # fmt: skip


def _line(night: CashState, line: Line) -> CashLine:
    return CashLine(line, night.corrected.get(line.number, 0))


def _open(one: OpenLine) -> CashOpen:
    return CashOpen(one.what, one.player, one.chips, one.sentence)


def _own_game(night: CashState, number: int, game: CashGame, player: str) -> CashOwnGame:
    some, seat = night.lists.get(number, []), night.seats.get(player)
    seated = seat is not None and night.tables[seat.table].game == number
    place = next((at for at, one in enumerate(some, 1) if one.player == player), 0)
    free = _free(night, number)
    if not place:
        return CashOwnGame(number, game.name, len(some), free, seated=seated)
    mine = some[place - 1]
    return CashOwnGame(number, game.name, len(some), free, place, mine.going, mine.until, mine.passed)
