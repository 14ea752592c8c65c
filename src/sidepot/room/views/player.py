"""The private view of one player: the cards, the options in the hand with reasons, the other commands open.

It is read off the whole hand, but only at the player's own seat, and off the options when it is their turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import SidepotError
from sidepot.hand.legal.options import Options
from sidepot.hand.words import hand_words
from sidepot.room.table.agreement import to_accept
from sidepot.room.table.play.chat import held_of, talk_now
from sidepot.room.table.play.people import seat_until
from sidepot.room.views.permissions import may_buy, may_say, may_straddle
from sidepot.room.views.schema import Yours
from sidepot.room.views.stakes_text import mix_text

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.hand.legal.reason import Reason
    from sidepot.room.table.machine import RoomTable

_ENCODER: Final = msgspec.json.Encoder()
_KEPT: Final = 8192
_NAMES: dict[tuple[str, str], tuple[object, object, object, str]] = {}


def yours(room: RoomTable, player: str, staff: bool = False) -> bytes | None:
    """The private view of `player` now, encoded; None for a stranger.

    Without its `seq` it is the same until something in it changes: compare `yours_of`, and send it then only.
    """
    found = yours_of(room, player, staff=staff)
    return None if found is None else _ENCODER.encode(found)


def yours_of(
    room: RoomTable, player: str, *, staff: bool = False, own_name: str = "", account: str = ""
) -> Yours | None:
    """The same, not encoded yet. `own_name` is that of the `account`, where the table may know it by another."""
    if not player:
        return None
    table = room.table
    place = table.places.get(player)
    cards, down, name, turn, may = _in_hand(room, player)
    chooses = room.chooser == player
    straddle = may_straddle(room, player)
    person = room.people.get(player)
    return Yours(
        table=room.id,
        seq=room.seq,
        seat=place.seat if place is not None else -1,
        cards=cards,
        down=down,
        turn=turn,
        options=may,
        hand_name=name,
        games=_games(room) if chooses else (),
        cut=room.cutter == player,
        may=may_say(room, player, straddle, staff=staff),
        cuts=person is not None and person.cuts,
        asked=place.asked if place is not None else 0,
        top_up=place.top_up if place is not None else 0,
        buy=may_buy(room, player),
        straddle=straddle,
        queued=table.going_list.index(player) + 1 if player in table.going_list else 0,
        seat_until=seat_until(room, player) if player in room.busted else 0,
        name=player if own_name and own_name != player else "",
        accept=to_accept(room, account or room.accounts.get(player, "")) if place is None else "",
        asks_show=person is not None and person.asks_show,
        talk=talk_now(room, player, account),
        held=held_of(room, player),
        reports=tuple(room.reports) if staff else (),
        asks=player in room.requests,
        requests=tuple([(name, said.chips) for name, said in room.requests.items()]) if staff else (),
    )


def yours_after(room: RoomTable, player: str, last: Yours, *, cards_lie: bool = False) -> Yours:
    """The same after mere acts (`public_items.is_act`), for a seated player who had `last` before them.

    Nobody came or went, sat out or bought, and the hand goes on: only the player's part of the hand has changed; where
    all `cards_lie` as they lay, only whether it is their turn.
    """
    if cards_lie:
        cards, down, name = last.cards, last.down, last.hand_name
        turn, may = _own_turn(room, player)
    else:
        cards, down, name, turn, may = _in_hand(room, player)
    return Yours(
        last.table, room.seq, last.seat, cards, down, turn, may, name, last.games, last.cut, last.may, last.cuts,
        last.asked, last.top_up, last.buy, last.straddle, last.queued, last.seat_until, last.name,
        last.accept, last.asks_show, talk_now(room, player), last.held, last.reports,
        last.asks, last.requests,
    )  # fmt: skip


# ---- in the hand


def _in_hand(room: RoomTable, player: str) -> tuple[tuple[int, ...], int, str, int, Options | None]:
    """The player's cards, how many lie face down, the hand's name; the number of the decision, and the options."""
    hand = room.hand if room.hand is not None else room.last
    begun = room.begun
    if hand is None or begun is None or player not in begun.players:
        return (), 0, "", 0, None
    seat = begun.players.index(player)
    cards, down = _own(hand, seat)
    return cards, down, _hand_name(room.id, player, hand, seat), *_own_turn(room, player)


def _own_turn(room: RoomTable, player: str) -> tuple[int, Options | None]:
    """The number of the player's decision, where one is due, and the options."""
    if room.clock.player != player:
        return 0, None
    told, begun = room.options_of(player), room.begun
    if told is None or begun is None:
        return 0, None
    return room.clock.turn, _of_the_table(told, begun.seats)


def _own(hand: Hand, seat: int) -> tuple[tuple[int, ...], int]:
    """A player's own cards, those first that lie face down, and how many these are."""
    hole, faces = hand.hole[seat], hand.faces[seat]
    if hand.shown >> seat & 1:
        return hole, 0
    if not faces:
        return hole, len(hole)
    below = [card for card in hole if card not in faces]
    return (*below, *[card for card in hole if card in faces]), len(below)


def _hand_name(table: str, player: str, hand: Hand, seat: int) -> str:
    """The name of the player's hand: worked out when the cards, or the boards, have changed."""
    hole, boards = hand.hole[seat], hand.boards
    if not hole:
        return ""
    key = table, player
    found = _NAMES.get(key)
    if found is None or found[0] is not hand.setup or found[1] != hole or found[2] != boards:
        if found is None and len(_NAMES) >= _KEPT:
            del _NAMES[next(iter(_NAMES))]
        found = _NAMES[key] = hand.setup, hole, boards, hand_words(hand, hole)
    return found[3]


def _games(room: RoomTable) -> tuple[tuple[str, str], ...]:
    """The games that can be named now, each with its title: those that so many can play."""
    mix = room.table.rules.mix
    told = mix_text(mix) or tuple([(part.name, part.game.title) for part in mix.games])
    players = sum([place.stack > 0 and place.state.value == "in" for place in room.table.places.values()])
    found = []
    for at, one in enumerate(told):
        try:
            mix.check_players(at, max(players, 2))
        except SidepotError:
            continue
        found.append(one)
    return tuple(found)


# ---- a hand's seats are not the table's


def _of_the_table(may: Options, seats: tuple[int, ...]) -> Options:
    """Options by the seats of the table."""
    change: dict[str, object] = {}
    if may.seat >= 0 and seats[may.seat] != may.seat:
        change["seat"] = seats[may.seat]
    if any(why.seats for why in may.why):
        change["why"] = tuple([_at_the_table(why, seats) for why in may.why])
    if may.open is not None and may.open.folded:
        change["open"] = msgspec.structs.replace(may.open, folded=tuple([seats[at] for at in may.open.folded]))
    return msgspec.structs.replace(may, **change) if change else may


def _at_the_table(why: Reason, seats: tuple[int, ...]) -> Reason:
    return msgspec.structs.replace(why, seats=tuple([seats[at] for at in why.seats])) if why.seats else why
