"""How hands begin, are cut, dealt and ended at a table of the room, and when the next hand is due."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import BadNotation, NotDue
from sidepot.hand.commands import RaiseTo
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import ACT, DONE, SHOW
from sidepot.room.fairness.decks import FairDeck
from sidepot.room.fairness.items import Cut, Shuffled, interleave
from sidepot.room.fairness.shuffle import virtual_cut
from sidepot.room.table import commands as s
from sidepot.room.table import hands
from sidepot.room.table.events import Clock
from sidepot.room.table.play import changing, people, rabbit, seating, showdown
from sidepot.table import commands as t
from sidepot.table import cutting
from sidepot.table.dealing import able, before_hand, standings
from sidepot.validation.shown_text import can_be_shown

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork
    from sidepot.table.events import HandBegun

TO_SIT_DOWN: Final = 4  # a multiple of the usual pause between hands

# ---- when the next hand begins


def schedule(work: UnitOfWork) -> None:
    """Between hands: decide whether and when the next hand begins, or close the table."""
    room = work.room
    if work.hand_on or room.over:
        return
    if room.at_tournament is not None:
        return  # the tournament orders the next hand
    if room.closing or isinstance(work.command, s.Close):
        close(work)
        return
    clock = work.clock
    if clock.stopped_at:
        return
    if not is_ready(work):
        if clock.next_at or clock.player:
            work.set_clock()
    elif clock.player:
        if seating.dealer_of(room.table) != clock.player:  # the player who was to name the game has left, or sits out
            work.set_clock()
            begin(work)
    elif not work.waits:
        _set_next(work)


def _set_next(work: UnitOfWork) -> None:
    """Begin the next hand soon. If only bots play, a person who comes to look first gets time to sit down."""
    clock, between = work.clock, work.room.terms.timing.between
    if not clock.next_at:
        comes = isinstance(work.command, s.Came) and not people.seated_persons(work)
        work.set_clock(next_at=work.now + between * (TO_SIT_DOWN if comes else 1))
    elif isinstance(work.command, s.Sit) and clock.next_at > work.now + between:
        if people.seated_persons(work) == [work.by]:
            work.set_clock(next_at=work.now + between)
    elif changing.is_answered(work):
        work.set_clock(next_at=work.now)


def is_ready(work: UnitOfWork) -> bool:
    """Whether a hand can begin: at least two players can be dealt in, and somebody is present or watching."""
    table = work.room.table
    if not people.is_attended(work):
        return False
    return able(table, standings(table, before_hand(table))) > 1


def close(work: UnitOfWork) -> None:
    """Close the table. Everybody leaves."""
    room = work.room
    if room.table.carried:
        room.table.share_pot()
    for player in list(room.table.places):
        room.table.leave(player, work.now)
    for player in room.table.going_list:
        room.table.unqueue(player)
    for player in list(room.requests):
        seating.drop_request(work, player)
    work.set_clock()


def choose_game(work: UnitOfWork, command: t.ChooseGame) -> None:
    """Choose the game of the next hand, as its dealer (PG-104).

    If the table was waiting for this choice, the hand begins.
    """
    seating.at_table(work, command)
    if work.clock.player and not work.clock.stopped_at:
        begin(work)


# ---- a hand


def begin(work: UnitOfWork) -> None:
    """Begin a hand: shuffle the deck and commit to its order. Then the deck is cut, or the cards are dealt."""
    if not changing.settle(work):
        return
    hand = seating.start_hand(work)
    begun = work.room.table.begun
    if hand is not None and begun is not None:
        deal_hand(work, hand, begun)


def deal_hand(work: UnitOfWork, hand: Hand, begun: HandBegun) -> None:
    """Shuffle the deck of a hand that has begun, and commit to its order.

    Then the deck is cut, or the cards are dealt.
    """
    room = work.room
    hands.begin(room, hand, begun)
    deck = FairDeck(hand.plan.deck, below=room.chance.below(), salts=room.chance.salts)
    room.dealer = Dealer(deck, absent=begun.dead)
    work.items.append(hands.heading(room, begun))
    work.items += _new_shuffles(work, deck)
    people.dealt_in(work, begun.players)
    work.accounts |= people.accounts_of(room, begun.players)
    cutter = _cutter(work, begun.players, hand.setup.button)
    if cutter and cutting.places_to_cut(len(hand.plan.deck)):
        work.set_clock(player=cutter, since=work.now, next_at=work.now + room.terms.timing.cut)
    else:
        go_on(work, 0)


def _cutter(work: UnitOfWork, players: tuple[str, ...], button: int) -> str:
    """The player to cut: of those who asked, the nearest to the right of the button, but not the button itself
    (PG-50).
    """
    if not work.room.terms.timing.cut:
        return ""
    for seat in cutting.offered_the_cut(button, len(players)):
        person = work.person(players[seat])
        if person.cuts and not person.away_since:
            return person.player
    return ""


def cut_pack(work: UnitOfWork, command: s.CutPack) -> None:
    """Cut the freshly shuffled deck as a player has asked, and deal the hand. Rule: PG-50."""
    room = work.room
    hand = room.hand
    if hand is None or room.is_dealt:
        raise NotDue("no pack is waiting to be cut", cutting.THE_CUT, code="no_cut")
    if room.clock.stopped_at:
        raise NotDue("the table is paused", code="paused")
    if room.clock.player != work.by:
        raise NotDue(f"only {room.clock.player} may cut this pack", cutting.THE_CUT, code="not_your_cut")
    if not can_be_shown(command.text):
        raise BadNotation(
            "the text for the cut may have only printable characters, because everybody sees it",
            cutting.THE_CUT,
            code="bad_cut",
        )
    hands.dealer_of(room, hand)
    deck = hands.pack(room)
    at = virtual_cut(deck.roots[0], command.text, len(deck))
    deck.cut(at)
    work.items.append(Cut(0, work.by, command.text, at))
    go_on(work, 0)


def go_on(work: UnitOfWork, log_before: int) -> None:
    """Continue a hand from its start or after an action: the dealer does all that is due, until a player must decide.

    The hand's events from index `log_before` on become items of the table's event.
    """
    room = work.room
    hand = room.hand
    if hand is None:
        return
    dealer = room.dealer or hands.dealer_of(room, hand)
    due = hand.due
    if due is not ACT:
        due = dealer.run(hand)
    while due is SHOW and showdown.goes_by_itself(work, hand):
        due = dealer.run(hand)
    while due is ACT and room.begun is not None and room.begun.sleepers and (to := _sleeper(room, hand)):
        hand.do(RaiseTo(to))
        due = dealer.run(hand)
    happened = hand.log[log_before:]
    deck = dealer.deck
    if isinstance(deck, FairDeck) and len(deck.sealed) > len(room.decks):
        work.items += interleave(happened, _new_shuffles(work, deck))
    else:
        work.items += happened
    if due is DONE:
        _finish(work, hand, showdown.runout_of(hand, happened))
    else:
        _ask(work, hand)


def _sleeper(room: RoomState, hand: Hand) -> int:
    """The raise of a seat with a sleeper straddle (0 if it has none, or another seat has raised)."""
    if hand.street > 0 or hand.price > hand.plan.price or room.begun is None:
        return 0
    to = dict(room.begun.sleepers).get(hand.seat, 0)
    return to if hand.may_raise_to(to) else 0


def _new_shuffles(work: UnitOfWork, deck: FairDeck) -> list[Shuffled]:
    """The public parts of new shuffles. Their sealed decks are stored with the event."""
    room = work.room
    first = len(room.decks)
    new = deck.sealed[first:]
    room.decks += new
    work.shuffled += new
    return [Shuffled(at, len(one.order), deck.roots[at].hex()) for at, one in enumerate(new, first)]


def _ask(work: UnitOfWork, hand: Hand) -> None:
    """Number the decision that a player must make, and start the clock."""
    room = work.room
    begun = room.begun
    if begun is None:
        return
    player = begun.players[hand.seat]
    place = room.table.places.get(player)
    leaves = place is not None and place.leaving
    person, now, clock = work.person(player), work.now, work.clock
    if hand.due is SHOW and showdown.is_quick(hand):
        bank_from = until = now + room.terms.timing.show
    elif leaves and person.away_since:  # they have left for good
        bank_from = until = now
    elif person.away_since:  # the player gets the time to come back, and keeps the time bank
        bank_from = until = max(now + work.timing.decide, person.away_since + work.timing.away)
    else:
        bank_from = now + work.timing.decide
        until = bank_from + person.bank
    work.clock = Clock(clock.turn + 1, player, now, bank_from, until, 0, clock.stopped_at)


def _finish(work: UnitOfWork, hand: Hand, runout: int = 0) -> None:
    """End a hand: update stacks, let players leave, seat waiting people, and schedule the next hand.

    The pause gives time to look at the hand and at the `runout` of an all-in (in steps, see `runout_of`), and to show a
    hand.
    """
    room = work.room
    timing = room.terms.timing
    pause = timing.showdown if hand.shown else timing.between
    if showdown.somebody_may_show(work, hand) or rabbit.somebody_may_hunt(work, hand):
        pause = max(pause, timing.show)
    work.set_clock(next_at=work.now + pause + runout * timing.street)
    if room.at_tournament is not None:
        return  # the tournament gets a report, and orders the end of the hand
    work.ended = True
    room.table.finish(hand, work.now)
    seating.after_hand(work)


def call_off(work: UnitOfWork) -> None:
    """Call off the current hand, because it cannot be dealt any further. All chips are returned."""
    hand = work.room.hand
    if hand is None:
        return
    log_before = len(hand.log) if work.room.is_dealt else 0
    hand.void()
    work.items += hand.log[log_before:]
    _finish(work, hand)
