"""The public view of a table, and the messages to everybody: one snapshot, then every event.

The hand comes from `public_hand`, which knows no hidden cards. Of the table and its people, only the fields named in
this module are published. Each event is encoded once for everybody.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from sidepot.bots.bot_names import style_of
from sidepot.cards import UNKNOWN
from sidepot.hand.due import ACT, BRING_IN, CONSENT, DECLARE, DRAW, RUN, SHOW, Due
from sidepot.hand.rabbit import by_board
from sidepot.hand.streets import seats_of
from sidepot.hand.view import PLAIN
from sidepot.hand.words import hand_words
from sidepot.room.table.changeable import differences
from sidepot.room.table.commands import Order
from sidepot.room.table.events import is_act
from sidepot.room.table.play.changing import awaited, until
from sidepot.room.table.play.chat import lines_by, lines_of
from sidepot.room.table.play.seating import usual_buy
from sidepot.room.table.terms import title_sentence
from sidepot.room.views.log_lines import event_lines, public_items
from sidepot.room.views.log_parts import plain_and_parts
from sidepot.room.views.public_hand import PublicHand, public_hand_of
from sidepot.room.views.schema import Event, Payment, PotState, PublicView, SeatState, Sentence, Snapshot, TermsChange
from sidepot.room.views.stakes_text import game_of, mix_text, setup_text
from sidepot.table.places import State
from sidepot.table.pot_waits import claimed, waiting_beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.hand.hand import Hand
    from sidepot.room.table.events import Change, Person, TableEvent
    from sidepot.room.table.machine import RoomTable
    from sidepot.table.places import Place
    from sidepot.table.table import Table
    from sidepot.table.table_rules import Straddle

DUE: Final[dict[Due, str]] = {
    ACT: "act",
    DRAW: "draw",
    BRING_IN: "bring_in",
    SHOW: "show",
    RUN: "run",
    DECLARE: "declare",
    CONSENT: "consent",
}
_PRICED: Final = (ACT, BRING_IN, CONSENT)
_WAITS: Final = {
    "frozen": "Something went wrong at this table. The host was notified and can resume it.",
    "paused": "The host has paused the table.",
}
_ENCODER: Final = msgspec.json.Encoder()


def snapshot_of(
    room: RoomTable, log: Sequence[str] = (), headings: Sequence[int] = (), sentences: Sequence[Sentence] = ()
) -> bytes:
    """The current table with the last lines of its log, encoded. This is the first message to a new subscriber."""
    state, begins, talk = public_view(room), tuple(headings) or msgspec.UNSET, lines_of(room) or msgspec.UNSET
    found = Snapshot(room.id, room.seq, room.at, state, tuple(log), begins, talk, tuple(sentences))
    return _ENCODER.encode(found)


def event_of(room: RoomTable, event: TableEvent) -> Event:
    """The message about the last event: its public items, its log lines, and the public view after it.

    An action changes only a part of the public view. Everything else is taken from the previous view
    (`PublicHand.state`). Within a betting round, only seats, pots and the turn change. At the end of the round, boards
    and payments change too.
    """
    seen = public_hand_of(room)  # it has applied the items of this event
    only_act = is_act(event)
    can_reuse = only_act and seen.kept_at == event.seq - 1 and room.seq == event.seq
    in_round = can_reuse and not seen.stale
    if not in_round:
        seen.kept = all_seats(room, seen), _pots(room, seen)
        seen.stale = False
    else:  # usually one seat has changed
        seats, pots = seen.kept
        live = seen.view.betting.live if seen.view is not None else 0
        if seen.touched & ~live:
            pots = _pots(room, seen)
        seen.kept = with_touched(room, seen, seats), pots
    seen.kept_at = room.seq
    seen.touched = 0
    last = seen.state
    if can_reuse and last is not None:
        if in_round:
            state = replace(last, **_as_acts_go(room, seen, *seen.kept))
        else:  # cards were dealt, or a round ended
            state = replace(last, **_as_cards_come(room, seen, *seen.kept), root=seen.root)
    else:
        state = _state(room, seen, *seen.kept)
    seen.state = state
    count = len(event.items)
    headings: tuple[int, ...] = ()
    if only_act and count == 1:  # the usual case: the lines of the act
        lines = seen.lines[-1]
    else:
        lines, headings = event_lines(room, seen, event)
    talk = () if only_act else lines_by(room, event)
    unit = room.table.rules.unit
    texts, sentences = zip(*map(plain_and_parts, lines, repeat(unit)), strict=True) if lines else ((), ())
    return Event(
        room.id,
        event.seq,
        event.at,
        state,
        event.items if only_act and PLAIN.issuperset(map(type, event.items)) else public_items(event),
        texts,
        headings or msgspec.UNSET,
        talk or msgspec.UNSET,
        (event.command.sent or msgspec.UNSET) if isinstance(event.command, Order) else msgspec.UNSET,
        sentences,
    )


def public_view(room: RoomTable) -> PublicView:
    """The public view of a table: what everybody sees."""
    seen = public_hand_of(room)
    return _state(room, seen, all_seats(room, seen), _pots(room, seen))


def _as_acts_go(
    room: RoomTable, seen: PublicHand, seats: tuple[SeatState | None, ...], pots: tuple[PotState, ...]
) -> dict[str, Any]:
    """The fields that an action in a betting round may change: seats and pots, whose turn it is, and the clock.

    The next seat to act has to pay `price`, and the seats in `to_come` act after it.
    """
    clock, view, begun = room.clock, seen.view, room.begun
    to_act, due, price = -1, "", 0
    to_come: tuple[int, ...] = ()
    if room.hand is not None and view is not None and view.seat >= 0 and begun is not None and view.due in DUE:
        to_act, due = begun.seats[view.seat], DUE[view.due]
        price = view.betting.price if view.due in _PRICED else 0
        others = view.betting.to_act
        if view.due is ACT and others & (others - 1):
            to_come = _in_turn(begun.seats, view.seat, others)
    return {
        "seats": seats,
        "pots": pots,
        "price": price,
        "to_act": to_act,
        "due": due,
        "turn": clock.turn,
        "since": clock.since,
        "bank_from": clock.bank_from,
        "until": clock.until,
        "next_at": clock.next_at,
        "to_come": to_come,
    }


def _as_cards_come(
    room: RoomTable, seen: PublicHand, seats: tuple[SeatState | None, ...], pots: tuple[PotState, ...]
) -> dict[str, Any]:
    """The fields that an ordinary action may change if it ends a round, or if cards come after it."""
    view = seen.view
    return {
        **_as_acts_go(room, seen, seats, pots),
        "street": street_of(view) if view is not None else "",
        "boards": boards_of(view) if view is not None else (),
        "runs": view.aside.runs if view is not None else 0,
        "won_by": _won_by(seen, seats),
        "paid": _paid(seen, seats) if seen.paid else (),
        "contested": _contested(room, seen) if seen.paid else (),
        "behind": _behind(room, seen) if seen.paid else (),
    }


@lru_cache(4096)
def _in_turn(seats: tuple[int, ...], at: int, to_act: int) -> tuple[int, ...]:
    """The seats with a bit in `to_act`, clockwise from the one after `at`."""
    order = (*range(at + 1, len(seats)), *range(at))
    return tuple([seats[one] for one in order if to_act >> one & 1])


def _state(
    room: RoomTable, seen: PublicHand, seats: tuple[SeatState | None, ...], pots: tuple[PotState, ...]
) -> PublicView:
    table, phase = room.table, room.phase
    rules = table.rules
    view = seen.view
    on = room.hand is not None
    text = game_of(room, view)
    of = room.terms.of_tournament
    return PublicView(
        **_as_cards_come(room, seen, seats, pots),
        table=room.id,
        title=room.terms.title,
        phase=phase,
        game=text.title,
        game_id=text.id,
        limit=text.limit,
        stakes=text.stakes,
        terms=text.terms,
        terms_parts=text.terms_parts,
        facts=text.facts,
        mix=mix_text(rules.mix),
        buy_in=rules.buy_in if room.at_tournament is None else (0, 0),
        usual_buy=usual_buy(rules) if room.at_tournament is None else 0,
        hand=seen.number,
        button=_button(table),
        chip=view.setup.stakes.chip if on and view is not None else 1,
        chooser=_seat_of(table, room.chooser),
        cutter=_seat_of(table, room.cutter),
        root=seen.root if on else "",
        link=room.link.hex() if not on and room.hands else "",
        locked=room.terms.locked,
        approve=room.terms.approve,
        watch_after=room.terms.watch_after,
        street_ms=room.terms.timing.street,
        why=_WAITS.get(phase, "") if phase != "waiting" or room.at_tournament is not None else _waits_for(table),
        straddles=_straddles(table) if not on and table.straddles else (),
        halves=setup_text(view.setup).halves if view is not None else (),
        of_tournament=of.tournament if of is not None else "",
        number=of.number if of is not None else 0,
        title_sentence=title_sentence(room.terms),
        decimals=rules.unit.decimals,
        stopped_at=room.clock.stopped_at,
        change=_change(room, room.change) if room.change is not None else None,
        bomb=table.bomb,
        bomb_ante=rules.bomb_ante,
        seven_deuce=rules.seven_deuce,
        stand_up=rules.stand_up,
        standing=tuple([table.places[player].seat for player in table.standing]),
        rabbit=by_board(room.last, room.rabbit) if room.rabbit and room.last is not None else (),
    )


def _change(room: RoomTable, change: Change) -> TermsChange:
    places = room.table.places
    rows = [(list(topic), list(old), list(new)) for topic, old, new in differences(room.terms, change.terms)]
    return TermsChange(change.by, until(change), tuple(rows), tuple([places[one].seat for one in awaited(room)]))


def _seat_of(table: Table, player: str) -> int:
    place = table.places.get(player) if player else None
    return place.seat if place is not None else -1


def _waits_for(table: Table) -> str:
    """Why no hand is in progress or about to begin at a cash table."""
    able = sum([table.in_play(place) and place.state is not State.OUT for place in table.places.values()])
    return "Play starts when two players are ready" if able < 2 else ""


def _button(table: Table) -> int:
    if table.begun is not None:
        return table.begun.marks.button
    if table.marks is not None:
        return table.marks.button
    return table.first_button if table.first_button is not None else -1


# ---- the middle of the table


def _pots(room: RoomTable, seen: PublicHand) -> tuple[PotState, ...]:
    """The collected pots, and pots carried over. Bets of the current round are in front of the seats."""
    view, begun = seen.view, room.begun
    if room.hand is None or view is None or begun is None:
        return _waiting_pots(room.table)
    seats = begun.seats
    live = view.live  # hands mucked at the showdown no longer count
    found = [
        PotState(amount, tuple(sorted([seats[at] for at in seats_of(can & live)]))) for amount, can, _ in view.pots()
    ]
    if room.table.carried or view.aside.waits:
        found += [PotState(chips, can, waits=True) for chips, can in waiting_beside(room.table, begun, view)]
    return tuple(found)


def _waiting_pots(table: Table) -> tuple[PotState, ...]:
    """The pot carried to the next deal, in parts with their claimants."""
    if not table.carried:
        return ()
    return tuple(
        [PotState(chips, tuple([place.seat for place in places]), waits=True) for chips, places in claimed(table)]
    )


def boards_of(view: Hand) -> tuple[tuple[int, ...], ...]:
    """The cards on each board (empty if there is a single board without cards)."""
    boards = view.boards
    return () if len(boards) == 1 and not boards[0] else boards


def _won_by(seen: PublicHand, seats: tuple[SeatState | None, ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The payments of each board, if there are several, without players who have left."""
    if not seen.won_by:
        return ()
    place = {seat.player: at for at, seat in enumerate(seats) if seat is not None}
    named = [[(place.get(seen.players[at], -1), chips) for at, chips in board.items()] for board in seen.won_by]
    return tuple([tuple([paid for paid in board if paid[0] >= 0]) for board in named])


def _paid(seen: PublicHand, seats: tuple[SeatState | None, ...]) -> tuple[Payment, ...]:
    """The payments, by seats of the table, without players who have left."""
    place = {seat.player: at for at, seat in enumerate(seats) if seat is not None}
    return tuple(
        [
            Payment(pot, board, half, place[player], chips, cards, odd)
            for pot, board, half, at, chips, cards, odd in seen.paid
            if (player := seen.players[at]) in place
        ]
    )


def _contested(room: RoomTable, seen: PublicHand) -> tuple[PotState, ...]:
    """The pots before the first payment, each with the seats that could win it."""
    seats = room.begun.seats if room.begun is not None else ()
    if not seats:
        return ()
    return tuple(
        [PotState(amount, tuple(sorted([seats[at] for at in seats_of(can)]))) for amount, can in seen.contested]
    )


def _behind(room: RoomTable, seen: PublicHand) -> tuple[int, ...]:
    """The stack of each seat of the table before the first payment (0 for seats that were not in the hand)."""
    if room.begun is None:
        return ()
    found = [0] * room.table.rules.seats
    for seat, chips in zip(room.begun.seats, seen.behind, strict=True):
        found[seat] = chips
    return tuple(found)


def _straddles(table: Table) -> tuple[tuple[int, Straddle, int], ...]:
    """The straddles announced for the next hand."""
    return tuple([(table.places[player].seat, kind, chips) for player, kind, chips in table.straddles])


def street_of(view: Hand) -> str:
    at = view.street
    if at < 0:
        return ""
    return view.plan.streets[at].name if at < view.plan.showdown else "showdown"


def all_seats(room: RoomTable, seen: PublicHand) -> tuple[SeatState | None, ...]:
    """Every seat of the table. A player of the last hand who has left since is still shown."""
    table, people, view, begun = room.table, room.people, seen.view, room.begun
    on = room.hand is not None
    found: list[SeatState | None] = [None] * table.rules.seats
    dealt = dict(zip(seen.players, range(len(seen.players)), strict=True)) if view is not None else {}
    stacks, bets = (view.stacks, view.bets) if on and view is not None else ([], [])
    for place in table.places.values():
        person = people.get(place.player)
        at = dealt.pop(place.player, -1)
        if at >= 0 and view is not None:
            stack, bet = (stacks[at], bets[at]) if on else (place.stack, 0)
            found[place.seat] = seat_in_hand(seen, view, at, stack, bet, place, person)
        else:
            found[place.seat] = _beside(place, person)
    if dealt and begun is not None and view is not None:
        for player, at in dealt.items():
            seat = begun.seats[at]
            if seat < len(found) and found[seat] is None:
                found[seat] = seat_in_hand(seen, view, at, 0, 0, None, people.get(player))
    if room.showed and view is not None:
        return tuple([_showed(one, view, room.showed) for one in found])
    return tuple(found)


def _showed(seat: SeatState | None, view: Hand, showed: dict[str, tuple[int, ...]]) -> SeatState | None:
    """A seat with the cards that its player showed after the hand, or None."""
    cards = showed.get(seat.player) if seat is not None else None
    if seat is None or cards is None:
        return seat
    name = hand_words(view, cards) if UNKNOWN not in cards else ""
    return replace(seat, cards=cards, shown=True, hand_name=name)


def with_touched(
    room: RoomTable, seen: PublicHand, seats: tuple[SeatState | None, ...]
) -> tuple[SeatState | None, ...]:
    """The seats during a hand. Chips and actions are updated only for the seats that have acted."""
    view, begun = seen.view, room.begun
    if view is None or begun is None:
        return all_seats(room, seen)
    found = [*seats]
    betting = view.betting  # during a round the bets are in front of the seats
    stacks, bets = betting.stacks if view.plan.hand_cap is None else view.stacks, betting.bets
    touched = seen.touched
    while touched:
        at = touched.bit_length() - 1
        touched ^= 1 << at
        seat = begun.seats[at]
        was = found[seat]
        if was is None:
            return all_seats(room, seen)
        live = betting.live >> at & 1
        found[seat] = replace(
            was,
            stack=stacks[at],
            bet=bets[at],
            hand=("live" if betting.able >> at & 1 else "all-in") if live else "folded",
            cards=view.hole[at] if live or was.shown else (),
            last=seen.last[at],
        )
    return tuple(found)


def _beside(place: Place, person: Person | None) -> SeatState:
    """A seated player who is not in the hand."""
    if person is None:
        return SeatState(
            place.player, place.stack, state=place.state.value, leaving=place.leaving, put_out=place.put_out
        )
    return SeatState(
        place.player,
        place.stack,
        0,
        place.state.value,
        bot=person.bot,
        away=person.away_since > 0,
        leaving=place.leaving,
        bank=person.bank,
        put_out=place.put_out,
        away_since=person.away_since,
        style=style_of(person.player) or "" if person.bot else "",
    )


def seat_in_hand(
    seen: PublicHand, view: Hand, at: int, stack: int, bet: int, place: Place | None, person: Person | None
) -> SeatState:
    """A player of the current or last hand. `place` is None if the player has left."""
    betting = view.betting
    live = betting.live >> at & 1
    shown = view.shown >> at & 1
    return SeatState(
        seen.players[at],
        stack,
        bet,
        place.state._value_ if place is not None else "gone",  # faster than the enum's `value`
        ("live" if betting.able >> at & 1 else "all-in") if live else "folded",
        view.hole[at] if live or shown else (),
        bool(shown),
        seen.last[at],
        seen.won[at],
        seen.hand_name(at) if shown else "",
        person.bot if person is not None else "",
        person is not None and person.away_since > 0,
        place is not None and place.leaving,
        person.bank if person is not None else 0,
        max(view.aside.ways_of(at), 0) if view.aside.declared else 0,
        place is not None and place.put_out,
        person.away_since if person is not None else 0,
        style_of(person.player) or "" if person is not None and person.bot else "",
    )
