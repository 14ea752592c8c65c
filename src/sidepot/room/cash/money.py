"""The chips and the money of a cash night: every command adds lines to the books, and no line is ever changed.

The night records; it moves no money. A player who comes back within the house's time must bring back at least the
chips that they left with (PG-44).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, get_args

from msgspec.structs import replace

from sidepot.errors import BadNotation, Cite, Conflict, IllegalAction, NotDue
from sidepot.room.cash import events as e
from sidepot.room.cash.lists import seated
from sidepot.room.cash.terms import check_text
from sidepot.rules.clauses import refuse, say
from sidepot.validation import quantities as q

if TYPE_CHECKING:
    from sidepot.room.cash import commands as c
    from sidepot.room.cash.state import CashState
    from sidepot.rules.clauses import Sentence

Facts = Sequence[e.AnyFact]
GONE_SOUTH: Final = Cite("PG", "44")
TIME_CHARGE: Final = Cite("PG", "45")
RESTRICTED: Final = Cite("OS", "4")
NOT_CORRECTED: Final = ("count", "handed_over")
"""Kinds of lines that are corrected by doing them again."""
LONGEST: Final = 200


# ---- chips


def buy(night: CashState, command: c.Buy, now: int) -> Facts:
    """Sell chips to a player, as a buy-in or as a top-up.

    A buy-in must be within the bounds of the game. A top-up may fill the stack up to the largest buy-in.
    """
    player, chips, stack = command.player, command.chips, command.stack
    place = seated(night, player)
    game = night.game(night.tables[place.table].game)
    if not chips and (place.has_bought or not stack):
        raise BadNotation("at least one chip is needed", code="no_chips")
    total, most, found = stack + chips, game.most, list[e.AnyFact]()
    if not place.has_bought:
        kept = night.away.get(player, 0)
        if stack > kept:
            raise refuse(
                IllegalAction,
                say("{player} has only {chips} from before; record the rest as bought now", player, _sum(night, kept)),
                code="chips_not_held",
            )
        left = _left_with(night, player, now)
        if total < left and left > game.least:
            raise refuse(
                IllegalAction,
                say(
                    "{player} left with {before} a short time ago and must bring at least that back, not {chips}",
                    player, _sum(night, left), _sum(night, total),
                ),
                GONE_SOUTH, code="rathole",
            )  # fmt: skip
        if total < game.least:
            least = say("a buy-in is at least {least}, not {chips}", _sum(night, game.least), _sum(night, total))
            raise refuse(IllegalAction, least, code="buy_in_too_small")
        most = max(most, left) if most else 0
        if stack:
            found.append(e.Brought(player, stack))
    elif player in night.restricted and total < game.least:
        raise refuse(
            IllegalAction,
            say("{player} was all-in for less than a full buy-in and may only buy enough chips to have one", player),
            RESTRICTED, code="credit_restricted",
        )  # fmt: skip
    if most and total > most:
        much = say(
            "{player} may have {most} at most after buying, not {chips}", player, _sum(night, most), _sum(night, total)
        )
        raise refuse(IllegalAction, much, code="buy_in_too_large")
    if player in night.restricted and total >= game.least:
        found.append(e.Restricted(player, False))
    if chips:
        kind: e.Kind = "top_up" if place.has_bought else "buy_in"
        found.append(_line(night, kind, chips, player=player, table=place.table, on_account=command.on_account))
    return found


def cash_out(night: CashState, command: c.CashOut, now: int) -> Facts:
    """Take back all chips of a player, who may already have left the seat.

    The bank pays for the chips now or, on account, later.
    """
    player, place = command.player, night.seats.get(command.player)
    chips = _amount(command.chips, command.count)
    kept = night.away.get(player, 0)
    if place is None and not kept:
        raise Conflict(f"{player} has no chips to cash out", code="chips_not_held")
    if place is None and chips != kept:
        raise refuse(
            Conflict,
            say("{player} left with {kept}, not {chips}", player, _sum(night, kept), _sum(night, chips)),
            code="chips_not_held",
        )
    if place is not None:
        _check_in_play(night, chips)
    if not command.on_account:
        _check_bank(night, chips)
    found: list[e.AnyFact] = [e.Left(player, chips)]
    if chips:
        table = place.table if place is not None else 0
        owed = command.on_account
        found.append(_line(night, "cash_out", chips, player=player, table=table, count=command.count, on_account=owed))
    return found


def leave(night: CashState, command: c.Leave, now: int) -> Facts:
    """Record that a player leaves with all their chips, and may come back with these chips."""
    place = seated(night, command.player)
    chips = _amount(command.chips, command.count)
    if chips and not place.has_bought:
        raise Conflict(f"{command.player} has not bought in", code="chips_not_held")
    _check_in_play(night, chips)
    return [e.Left(command.player, chips, keeps=chips > 0)]


def take_time(night: CashState, command: c.TakeTime, now: int) -> Facts:
    """Collect the time charge at a table, at most once per period."""
    _check_table(night, command.table)
    table = night.tables[command.table]
    game = night.game(table.game)
    players = [one for one in night.at_table(command.table).values() if night.seats[one].has_bought]
    if game.charge != "time" or not players:
        raise NotDue("nobody at this table owes a time charge", TIME_CHARGE, code="no_charge")
    if any(one.kind == "time" and one.table == command.table for one in night.lines) and (
        now - table.time_at < game.period_ms // 2
    ):
        raise NotDue("the time charge for this period has already been collected", TIME_CHARGE, code="paid_already")
    chips = game.amount * len(players)
    _check_in_play(night, chips)
    return [_line(night, "time", chips, table=command.table, players=len(players))]


def drop(night: CashState, command: c.Drop, now: int) -> Facts:
    """Record the rake that was dropped at a table."""
    _check_table(night, command.table)
    if night.game(night.tables[command.table].game).charge != "rake":
        raise NotDue("this game has no rake", code="no_charge")
    chips = _some(command.chips, command.count)
    _check_in_play(night, chips)
    return [_line(night, "drop", chips, table=command.table, count=command.count)]


def missing_chips(night: CashState, command: c.MissingChips, now: int) -> Facts:
    """Book the chips that are missing, or the surplus chips, after all players have left."""
    _check_text(command.why)
    if night.seats or night.away:
        raise NotDue("players still have chips; cash them out first", code="chips_in_play")
    if not night.in_play:
        raise NotDue("all chips are back; there is nothing to write off", code="no_change")
    return [_line(night, "missing", night.in_play, why=command.why)]


# ---- money


def pay_in(night: CashState, command: c.PayIn, now: int) -> Facts:
    """Record that a player pays a debt to the bank, in part or in full."""
    owed = -night.balance(command.player)
    if command.chips > owed:
        raise refuse(
            Conflict, say("{player} owes only {chips}", command.player, _sum(night, max(owed, 0))), code="no_debt"
        )
    return [_line(night, "pay_in", command.chips, player=command.player)]


def pay_out(night: CashState, command: c.PayOut, now: int) -> Facts:
    """Record that the bank pays what it owes to a player, in part or in full."""
    claim = night.balance(command.player)
    if command.chips > claim:
        raise refuse(
            Conflict,
            say("the bank owes {player} only {chips}", command.player, _sum(night, max(claim, 0))),
            code="no_debt",
        )
    _check_bank(night, command.chips)
    return [_line(night, "pay_out", command.chips, player=command.player)]


def settle(night: CashState, command: c.Settle, now: int) -> Facts:
    """Record that one player has paid another.

    The payment first covers the markers between the two players, starting with the oldest.
    """
    payer, payee, left = command.payer, command.payee, command.chips
    owed = [one for one in night.markers() if (one.player, one.other) == (payer, payee)]
    if left > sum(map(night.unpaid, owed)) and left > min(-night.balance(payer), night.balance(payee)):
        raise refuse(Conflict, say("{player} does not owe {other} that much", payer, payee), code="no_debt")
    found: list[e.AnyFact] = []
    for marker in owed:
        part = min(left, night.unpaid(marker))
        if part:
            found.append(_line(night, "marker_paid", part, len(found), player=payer, other=payee, of=marker.number))
            left -= part
    if left:
        found.append(_line(night, "settled", left, len(found), player=payer, other=payee))
    return found


def fill_bank(night: CashState, command: c.FillBank, now: int) -> Facts:
    """Add the house's money to the bank."""
    return [_line(night, "float", _some(command.chips, command.count), count=command.count)]


def count_bank(night: CashState, command: c.CountBank, now: int) -> Facts:
    """Compare the counted money in the bank with the books, and record any difference."""
    counted = _amount(command.chips, command.count)
    short = night.cash - counted
    found: list[e.AnyFact] = [_line(night, "count", counted, count=command.count, expected=night.cash)]
    if short:
        _check_text(command.why)
        found.append(_line(night, "difference", -short, 1, why=command.why))
    return found


def empty_bank(night: CashState, command: c.EmptyBank, now: int) -> Facts:
    """Hand the money in the bank over to the house, once all chips are back."""
    if night.seats or night.away or night.in_play:
        raise NotDue("chips are still in play; the bank needs its money for them", code="chips_in_play")
    if night.cash < 1:
        raise NotDue("the bank has no money to hand over", code="no_change")
    return [_line(night, "handed_over", night.cash)]


def expense(night: CashState, command: c.Expense, now: int) -> Facts:
    """Record an expense of the house."""
    _check_text(command.text)
    if not command.player:
        _check_bank(night, command.chips)
    return [_line(night, "expense", command.chips, player=command.player, text=command.text)]


# ---- corrections


def correct(night: CashState, command: c.Correct, now: int) -> Facts:
    """Reverse a line by a counter-entry, and enter the right amount if the command has one."""
    _check_text(command.why)
    line = night.line(command.line)
    if line is None:
        raise Conflict(
            f"the books have no line {command.line}; they have lines 1 to {len(night.lines)}", code="unknown_line"
        )
    if not night.stands(line):
        raise Conflict(f"line {line.number} has already been corrected", code="corrected_already")
    if line.kind in NOT_CORRECTED:
        raise Conflict(
            f"line {line.number} cannot be corrected; repeat the count or the handover of the money instead",
            code="unknown_line",
        )
    if line.kind in ("marker", "loan") and night.unpaid(line) != line.chips:
        raise Conflict(
            f"the marker of line {line.number} has been paid; correct the payment first", code="unknown_line"
        )
    counter = replace(line, number=0, at=0, by="", chips=-line.chips, count=(), why=command.why, corrects=line.number)
    found: list[e.AnyFact] = [_numbered(night, counter)]
    if command.chips != -1 or command.count:
        chips = _some(max(command.chips, 0), command.count)
        if chips == line.chips:
            raise BadNotation("the corrected amount is the same as before", code="no_change")
        found.append(_numbered(night, replace(counter, chips=chips, count=command.count, corrects=0), 1))
    elif line.kind == "cash_out" and line.player not in night.seats:
        found.append(e.Left(line.player, line.chips, keeps=True))  # the player has these chips again
    return found


# ---- lines


def _line(night: CashState, kind: e.Kind, chips: int, after: int = 0, **more: object) -> e.Written:
    """The next line of the books, after `after` lines of the same event. `decide` adds the time and the sender."""
    return _numbered(night, e.Line(0, 0, "", kind, chips, **more), after)  # type: ignore[arg-type]


write_line = _line


def _numbered(night: CashState, line: e.Line, after: int = 0) -> e.Written:
    return e.Written(replace(line, number=len(night.lines) + 1 + after))


def amount_of(count: Sequence[tuple[int, int]]) -> int:
    """The value of chips counted by denomination.

    >>> amount_of(((25, 4), (5, 3)))
    115
    """
    return sum(value * many for value, many in count)


def _amount(chips: int, count: Sequence[tuple[int, int]]) -> int:
    """The number of chips, given as one number or by denominations. Raises BadNotation if the two differ."""
    counted = amount_of(count)
    if count and chips and counted != chips:
        raise refuse(
            BadNotation, say("the chips counted are worth {counted}, not {chips}", counted, chips),
            code="amounts_do_not_add_up",
        )  # fmt: skip
    if counted > q.MOST_CHIPS:
        raise BadNotation(f"expected at most {q.MOST_CHIPS} chips, not {counted}", code="out_of_bounds")
    return counted or chips


def _some(chips: int, count: Sequence[tuple[int, int]]) -> int:
    found = _amount(chips, count)
    if not found:
        raise BadNotation("at least one chip is needed", code="no_chips")
    return found


def _sum(night: CashState, chips: int) -> Sentence:
    return night.terms.unit.part(chips)


def _check_bank(night: CashState, chips: int) -> None:
    if chips > night.cash:
        raise refuse(
            Conflict,
            say("the bank holds only {chips}; put money in, or pay later", _sum(night, night.cash)),
            code="bank_short",
        )


def _check_in_play(night: CashState, chips: int) -> None:
    if chips > max(night.on_tables, 0):
        raise refuse(
            Conflict,
            say("the chips on the tables are worth only {chips}", _sum(night, max(night.on_tables, 0))),
            code="chips_not_held",
        )


def _check_table(night: CashState, table: int) -> None:
    if table not in night.tables:
        raise Conflict(f"there is no table {table}", code="no_table")


def _check_text(text: str) -> None:
    if not text.strip():
        raise BadNotation("a reason is needed", code="no_reason")
    check_text(text, LONGEST)


def _left_with(night: CashState, player: str, now: int) -> int:
    """The chips with which a player left this game within the house's time (0 if the player did not leave it)."""
    game = night.tables[night.seats[player].table].game
    gone = night.gone.get(player, {}).get(game)
    return gone.chips if gone is not None and now - gone.at < night.terms.back_ms else 0


KINDS: Final = get_args(e.Kind)
