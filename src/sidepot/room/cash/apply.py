"""The effect of each fact on the night, in one table, `EFFECTS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from sidepot.errors import BadNotation
from sidepot.room.cash import events as e
from sidepot.room.cash.booking import changes_of, posted
from sidepot.room.cash.state import CashState, CashTable, Entry, Gone, Place

if TYPE_CHECKING:
    from sidepot.room.cash.events import CashEvent

IDS: Final = 2000  # commands whose ids are remembered


def apply(night: CashState, event: CashEvent) -> None:
    """Apply the next event of the log to the night. Raises BadNotation if the event is not the next one."""
    if event.seq != night.seq + 1:
        raise BadNotation(f"event {event.seq} does not follow event {night.seq}", code="event_out_of_order")
    night.seq, night.at = event.seq, event.at
    for fact in event.facts:
        EFFECTS[type(fact)](night, fact)
    lines = [one.line for one in event.facts if isinstance(one, e.Written)]
    night.booked = posted(lines, night.parties, night.terms.unit)
    if event.id:
        night.ids[event.id] = event.seq
        if len(night.ids) > IDS:
            del night.ids[next(iter(night.ids))]


def _opened(night: CashState, fact: e.Opened) -> None:
    night.terms = fact.terms


def _game_added(night: CashState, fact: e.GameAdded) -> None:
    night.terms = replace(night.terms, games=(*night.terms.games, fact.game))


def _entered(night: CashState, fact: e.Entered) -> None:
    night.parties[fact.player] = fact.party


def _listed(night: CashState, fact: e.Listed) -> None:
    some = night.lists.setdefault(fact.game, [])
    for at, one in enumerate(some):
        if one.player == fact.player:
            some[at] = replace(one, going=fact.going, phone=fact.phone, until=one.until if fact.going else 0)
            return
    some.append(Entry(fact.player, night.at, fact.going, fact.phone))


def _unlisted(night: CashState, fact: e.Unlisted) -> None:
    night.lists[fact.game] = [one for one in night.lists[fact.game] if one.player != fact.player]


def _called(night: CashState, fact: e.Called) -> None:
    _change_entry(night, fact.game, fact.player, until=fact.until, passed=False)


def _call_ended(night: CashState, fact: e.CallEnded) -> None:
    _change_entry(night, fact.game, fact.player, until=0, passed=not fact.to_end)
    if fact.to_end:
        some = night.lists[fact.game]
        some.sort(key=lambda one: one.player == fact.player)


def _change_entry(night: CashState, game: int, player: str, **changes: Any) -> None:
    some = night.lists[game]
    at = next(at for at, one in enumerate(some) if one.player == player)
    some[at] = replace(some[at], **changes)


def _table_opened(night: CashState, fact: e.TableOpened) -> None:
    night.tables[fact.table] = CashTable(fact.game, fact.seats, fact.must_move, night.at)


def _table_closed(night: CashState, fact: e.TableClosed) -> None:
    del night.tables[fact.table]


def _sat(night: CashState, fact: e.Sat) -> None:
    game = night.tables[fact.table].game
    night.seats[fact.player] = Place(fact.table, fact.seat, night.at)
    some = [one for one in night.lists.get(game, ()) if one.player != fact.player]
    night.lists[game] = [replace(one, passed=False) for one in some]  # the seat for which they passed is taken


def _moved(night: CashState, fact: e.Moved) -> None:
    night.seats[fact.player] = replace(night.seats[fact.player], table=fact.table, seat=fact.seat, at=night.at)
    _want(night, fact.player, fact.table, on=False)
    if night.seats[fact.player].has_bought:
        night.tables[fact.table] = replace(night.tables[fact.table], was_played=True)


def _wanted(night: CashState, fact: e.Wanted) -> None:
    _want(night, fact.player, fact.table, on=fact.on)


def _want(night: CashState, player: str, table: int, *, on: bool) -> None:
    wants = tuple([one for one in night.tables[table].wants if one != player])
    night.tables[table] = replace(night.tables[table], wants=(*wants, player) if on else wants)


def _brought(night: CashState, fact: e.Brought) -> None:
    _take_away(night, fact.player, fact.chips)
    _has_bought(night, fact.player)


def _take_away(night: CashState, player: str, chips: int) -> None:
    """Reduce the number of chips that a player keeps away from the tables."""
    left = night.away.pop(player, 0) - chips
    if left > 0:
        night.away[player] = left


def _has_bought(night: CashState, player: str) -> None:
    place = night.seats.get(player)
    if place is not None:
        night.seats[player] = replace(place, has_bought=True)
        night.tables[place.table] = replace(night.tables[place.table], was_played=True)


def _left(night: CashState, fact: e.Left) -> None:
    place = night.seats.pop(fact.player, None)
    if place is not None:
        game = night.tables[place.table].game
        if place.has_bought:
            night.gone.setdefault(fact.player, {})[game] = Gone(night.at, fact.chips)
        for number in night.tables_of(game):
            _want(night, fact.player, number, on=False)
    if fact.keeps:
        night.away[fact.player] = night.away.get(fact.player, 0) + fact.chips
    elif place is None:
        night.away.pop(fact.player, None)


def _agreed(night: CashState, fact: e.Agreed) -> None:
    night.tables[fact.table] = replace(night.tables[fact.table], agreed=fact)


def _restricted(night: CashState, fact: e.Restricted) -> None:
    (night.restricted.add if fact.on else night.restricted.discard)(fact.player)


def _written(night: CashState, fact: e.Written) -> None:
    line = fact.line
    night.lines.append(line)
    night.written.setdefault(night.seq, []).append(line.number)
    if line.corrects:
        night.corrected[line.corrects] = line.number
    for (player, kind), chips in changes_of(line).items():
        kinds = night.accounts.setdefault(player, {})
        kinds[kind] = kinds.get(kind, 0) + chips
    if line.corrects or line.why:  # a correction changes the books, not the seats
        _correct_gone(night, line)
    elif line.kind == "buy_in":
        _has_bought(night, line.player)
    elif line.kind == "time" and line.table in night.tables:
        night.tables[line.table] = replace(night.tables[line.table], time_at=line.at)


def _correct_gone(night: CashState, line: e.Line) -> None:
    """Correct the number of chips with which a player left, after a correction of the cash-out."""
    if line.kind == "cash_out" and not line.corrects:
        before = -night.lines[-2].chips
        left = night.gone.get(line.player, {})
        left.update({game: replace(one, chips=line.chips) for game, one in left.items() if one.chips == before})


def _ended(night: CashState, fact: e.Ended) -> None:
    night.over, night.why_over = True, fact.why
    night.lists.clear()


def _frozen(night: CashState, fact: e.Frozen) -> None:
    night.frozen = fact.why


EFFECTS: Final[dict[type, Callable[[CashState, Any], None]]] = {
    e.Opened: _opened,
    e.GameAdded: _game_added,
    e.Entered: _entered,
    e.Listed: _listed,
    e.Unlisted: _unlisted,
    e.Called: _called,
    e.CallEnded: _call_ended,
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.Sat: _sat,
    e.Moved: _moved,
    e.Wanted: _wanted,
    e.Brought: _brought,
    e.Left: _left,
    e.Agreed: _agreed,
    e.Restricted: _restricted,
    e.Written: _written,
    e.Ended: _ended,
    e.Frozen: _frozen,
}
