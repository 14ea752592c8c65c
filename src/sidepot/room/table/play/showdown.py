"""Showing hands: what happens automatically at the showdown, when a player is asked, and showing afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.cards import UNKNOWN
from sidepot.errors import IllegalAction, NotDue
from sidepot.hand import events as e
from sidepot.hand.due import SHOW
from sidepot.hand.legal.reasons import may_muck
from sidepot.hand.streets import seats_of
from sidepot.hand.winning.beaten import is_beaten
from sidepot.room.table.play import people, seating
from sidepot.rules.rulebook import Reading
from sidepot.table.side_games import won_with_seven_deuce

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.room.table import commands as s
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork

_ACTS: Final = (e.Folded, e.Checked, e.Called, e.RaisedTo)

# ---- at the showdown


def goes_by_itself(work: UnitOfWork, hand: Hand) -> bool:
    """Show or muck the hand that is next at the showdown. Returns False if the player is asked instead.

    If all players but one are all-in, every hand is shown. Otherwise a hand that loses to tabled hands is mucked
    unseen, if that is allowed, and any other hand is shown. Rule: TDA-2013 16; PG-77.
    """
    if hand.setup.rulebook.reading is Reading.AS_CALLED:  # the player declares the hand (PG-76)
        return False
    begun = work.room.begun
    if may_muck(hand) and not _is_all_in(hand):
        if begun is not None and work.person(begun.players[hand.seat]).asks_show:
            return False
        if is_beaten(hand, hand.seat):
            hand.muck()
            return True
    hand.show()
    return True


def _is_all_in(hand: Hand) -> bool:
    """Whether the seat to show, or every other seat, is all-in, so that nothing was left to decide."""
    able = hand.live & hand.betting.able
    return able != hand.live and (not able & (able - 1) or not able >> hand.seat & 1)


def is_quick(hand: Hand) -> bool:
    """Whether the only decision left is to show or muck. There is only a short time for that, and no time bank."""
    return hand.due is SHOW and hand.setup.rulebook.reading is not Reading.AS_CALLED


def runout_of(hand: Hand, happened: Iterable[e.Event]) -> int:
    """The number of steps (hands, streets, side pots) to show one by one after the board was run out at the end.

    Returns 0 if the board was not run out.
    """
    came = [*happened]
    streets = sum([isinstance(one, e.BoardDealt) for one in came])
    if hand.plan.is_stud:
        streets += max(Counter([one.seat for one in came if isinstance(one, e.Dealt)]).values(), default=0)
    pots = {one.pot for one in came if isinstance(one, e.Awarded)}
    if streets:
        return streets + max(len(pots), 1)
    # in draw games only the hands are shown: each draw was a decision of its own
    draws = any(street.draw for street in hand.plan.streets)
    return max(len(pots), 1) if draws and hand.shown & hand.live & ~hand.betting.able else 0


def ask_show(work: UnitOfWork, command: s.AskShow) -> None:
    """Record whether a player wants to choose at the showdown. Raises NotDue if nothing changes."""
    person = work.room.people.get(work.by)
    if person is None:
        raise NotDue(f"{work.by} is not at this table", code="not_at_table")
    if person.asks_show == command.wants:
        raise NotDue(
            f"{work.by} is already asked at the showdown"
            if command.wants
            else f"{work.by} is not asked at the showdown",
            code="asks_already",
        )
    work.keep(msgspec.structs.replace(person, asks_show=command.wants))


# ---- after the hand


def closed_cards(room: RoomState, player: str) -> tuple[int, ...]:
    """The cards that a player held at the end of the last hand. If everybody has seen all of them, there are none."""
    hand, begun = room.last, room.begun
    if hand is None or begun is None or player not in begun.players:
        return ()
    if player in room.showed and UNKNOWN not in room.showed[player]:
        return ()
    seat = begun.players.index(player)
    return hand.hole[seat] if _closed(hand) >> seat & 1 else ()


def _closed(hand: Hand) -> int:
    """The seats, as bits, that were in the hand to its end and have cards that are not face up.

    They won without a call, or mucked at the showdown.
    """
    stayed = hand.live
    for event in reversed(hand.log):
        if type(event) is e.Mucked:
            stayed |= 1 << event.seat
        elif type(event) in _ACTS:  # the showdown and the pots follow the last of them
            break
    closed = stayed & ~hand.shown
    for seat in seats_of(closed):
        if not hand.hole[seat]:
            closed &= ~(1 << seat)
    return closed


def may_show_after(room: RoomState, player: str) -> bool:
    """Whether a player may show cards of the finished hand."""
    return room.hand is None and bool(closed_cards(room, player))


def somebody_may_show(work: UnitOfWork, hand: Hand) -> bool:
    """Whether any person (not a bot) may show cards after this hand."""
    begun = work.room.begun
    if begun is None:
        return False
    for seat in seats_of(_closed(hand)):
        player = begun.players[seat]
        person = work.person(player)
        if not person.bot and not person.away_since and player not in work.room.showed:
            return True
    return False


def show_hand(work: UnitOfWork, command: s.ShowHand) -> None:
    """Show a player's cards of the finished hand, all or some of them.

    Raises NotDue if there are no cards to show, or everybody has already seen them. Raises IllegalAction if the player
    did not hold these cards.
    """
    room = work.room
    cards = closed_cards(room, work.by) if room.hand is None else ()
    if not cards:
        raise NotDue(
            "you have no hand to show: the next one has begun, or everybody has seen yours", code="none_to_show"
        )
    if not set(command.cards) <= set(cards):
        raise IllegalAction("this card is not in your hand", code="card_not_held")
    before = room.showed.get(work.by, ())
    wanted = {*before, *(command.cards or cards)}
    work.showed = tuple([card if card in wanted else UNKNOWN for card in cards])
    if UNKNOWN not in work.showed:
        _pay_bounty(work)
    person = room.people.get(work.by)
    if person is not None and person.lapses:
        work.keep(people.fresh(work, work.by))


def _pay_bounty(work: UnitOfWork) -> None:
    """Pay the seven-deuce bounty to the player who has just shown the hand, if it won with that."""
    room, table = work.room, work.room.table
    hand, begun = room.last, room.begun
    if hand is None or begun is None or not table.rules.seven_deuce or work.by not in table.places:
        return
    if won_with_seven_deuce(hand, begun.players.index(work.by)):
        table.pay_bounty(work.by, begun.players)
        seating.after_hand(work)
