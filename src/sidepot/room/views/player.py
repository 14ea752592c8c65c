"""The private view of one player: the cards, the options in the hand with reasons, and the other commands allowed now.

It reads only the player's own seat and, when it is their turn, the options.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sidepot.errors import SidepotError
from sidepot.hand.legal.options import Options
from sidepot.hand.words import capital, hand_words
from sidepot.room.table.agreement import to_accept
from sidepot.room.table.play import rabbit, showdown
from sidepot.room.table.play.chat import held_of, talk_now
from sidepot.room.table.play.people import seat_until
from sidepot.room.table.play.seating import may_sit_out_at_big
from sidepot.room.views.schema import PlayerView, Straddling
from sidepot.room.views.stakes_text import mix_text
from sidepot.table import choosing, seats
from sidepot.table import commands as t
from sidepot.table.dealing import has_bombs
from sidepot.table.places import State
from sidepot.table.table_rules import Straddle

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.hand.legal.reason import Reason
    from sidepot.room.table.machine import RoomTable
    from sidepot.table.places import Place
    from sidepot.table.table import Table

_KEPT: Final = 8192  # how many names of hands are cached
_NAMES: dict[tuple[str, str], tuple[object, object, object, str]] = {}  # by table and player (see `_hand_name`)


def player_view(
    room: RoomTable, player: str, *, staff: bool = False, own_name: str = "", account: str = ""
) -> PlayerView | None:
    """The current private view of `player`. Returns None if this person has none.

    `own_name` is the account's own name, if the table shows a different one.
    """
    if not player:
        return None
    table = room.table
    place = table.places.get(player)
    cards, down, name, turn, may = _in_hand(room, player)
    chooses = room.chooser == player
    straddle = may_straddle(room, player)
    person = room.people.get(player)
    return PlayerView(
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
        accept=_to_accept(room, player, account),
        asks_show=person is not None and person.asks_show,
        talk=talk_now(room, player, account),
        held=held_of(room, player),
        reports=tuple(room.reports) if staff else (),
        asks=player in room.requests,
        requests=tuple([(name, request.chips) for name, request in room.requests.items()]) if staff else (),
        out_at_big=person is not None and person.out_at_big and may_sit_out_at_big(room, player),
        call=room.terms.call if place is not None or staff else "",
    )


def player_view_after(room: RoomTable, player: str, last: PlayerView, *, cards_lie: bool = False) -> PlayerView:
    """The view of a seated player after ordinary actions (`room.table.events.is_act`). `last` was the view before them.

    Only the player's own part has changed: nobody has come, left, sat out or bought chips, and the hand is in progress.
    With `cards_lie`, no card has changed either, so that only the turn is new.
    """
    if cards_lie:
        turn, may = _own_turn(room, player)
        return replace(last, seq=room.seq, turn=turn, options=may, talk=talk_now(room, player))
    cards, down, name, turn, may = _in_hand(room, player)
    return replace(
        last,
        seq=room.seq,
        cards=cards,
        down=down,
        turn=turn,
        options=may,
        hand_name=name,
        talk=talk_now(room, player),
    )


# ---- in the hand


def _in_hand(room: RoomTable, player: str) -> tuple[tuple[int, ...], int, str, int, Options | None]:
    """The player's cards, the number of face-down cards, the name of the hand, the number of the decision, and the
    options.
    """
    hand = room.hand if room.hand is not None else room.last
    begun = room.begun
    if hand is None or begun is None or player not in begun.players:
        return (), 0, "", 0, None
    seat = begun.players.index(player)
    cards, down = _own(hand, seat)
    return cards, down, _hand_name(room.id, player, hand, seat), *_own_turn(room, player)


def _own_turn(room: RoomTable, player: str) -> tuple[int, Options | None]:
    """The number of the decision and the options, if it is the player's turn. Seats in the options are those of the
    table.
    """
    begun = room.begun
    may = room.options_of(player) if room.clock.player == player else None
    if may is None or begun is None:
        return 0, None
    seats = begun.seats
    change: dict[str, object] = {}
    if may.seat >= 0 and seats[may.seat] != may.seat:
        change["seat"] = seats[may.seat]
    for why in may.why:
        if why.seats:
            change["why"] = tuple([_at_the_table(why, seats) for why in may.why])
            break
    if may.open is not None and may.open.folded:
        change["open"] = replace(may.open, folded=tuple([seats[at] for at in may.open.folded]))
    return room.clock.turn, replace(may, **change) if change else may


def _at_the_table(why: Reason, seats: tuple[int, ...]) -> Reason:
    return replace(why, seats=tuple([seats[at] for at in why.seats])) if why.seats else why


def _own(hand: Hand, seat: int) -> tuple[tuple[int, ...], int]:
    """A player's own cards, face-down ones first, and the number of face-down cards."""
    hole, faces = hand.hole[seat], hand.faces[seat]
    if hand.shown >> seat & 1:
        return hole, 0
    if not faces:
        return hole, len(hole)
    below = [card for card in hole if card not in faces]
    return (*below, *[card for card in hole if card in faces]), len(below)


def _hand_name(table: str, player: str, hand: Hand, seat: int) -> str:
    """The name of the player's hand, cached until cards or boards change."""
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
    """The games that the chooser can name now, with their titles: those possible with this number of players."""
    mix = room.table.rules.mix
    titles = mix_text(mix) or tuple([(part.name, part.game.title) for part in mix.games])
    players = sum([place.stack > 0 and place.state.value == "in" for place in room.table.places.values()])
    found = []
    for at, one in enumerate(titles):
        try:
            mix.check_players(at, max(players, 2))
        except SidepotError:
            continue
        found.append(one)
    return tuple(found)


# Commands for a seated player, offered if the table would accept them.
_WITHOUT_CHIPS: Final[tuple[tuple[str, t.AnyCommand], ...]] = (
    ("leave", t.Leave()),
    ("sit_out", t.SitOut()),
    ("come_back", t.ComeBack()),
)


def may_say(room: RoomTable, player: str, straddle: Straddling | None, *, staff: bool = False) -> tuple[str, ...]:
    """The tags of the commands that `player` can give now. With `staff`, a host's commands are included.

    `straddle` is the result of `may_straddle`.
    """
    found: list[str] = []
    if not room.over:
        if not room.frozen:
            if straddle is not None and straddle.kinds:
                found.append("straddle")
            found += _player_may(room, player) if room.at_tournament is None else _at_tournament(room, player)
            if room.chooser == player:
                found.append("choose_game")
            if room.cutter == player:
                found.append("cut")
            place = room.table.places.get(player)
            if player in room.people and not (place is not None and place.put_out):
                found += ["ask_cut", "ask_show"]
            if showdown.may_show_after(room, player):
                found.append("show_hand")
            if rabbit.may_hunt(room, player):
                found.append("hunt_rabbit")
        if staff:
            found += _host_may(room)
    return tuple(found)


def may_buy(room: RoomTable, player: str) -> tuple[int, int]:
    """The minimum and the maximum that a player may buy or bring now. A maximum of 0 means that there is no limit.

    Returns (0, 0) if the player may not buy.
    """
    table = room.table
    if room.at_tournament is not None or room.over:
        return 0, 0
    least, most = table.rules.buy_in
    place = table.places.get(player)
    if place is None:
        gone = table.gone.get(player)
        if gone is not None and room.at - gone.at < table.rules.rathole_ms and gone.chips > least:
            return gone.chips, max(most, gone.chips) if most else 0
        return least, most
    if not _may_add(room, place):
        return 0, 0
    smallest = table.rules.chips.smallest
    if table.is_in_hand(player):
        return smallest, most
    return smallest if place.stack or seats.may_buy_short(table, place) else least, most - place.stack if most else 0


def may_straddle(room: RoomTable, player: str) -> Straddling | None:
    """Whether a player may straddle the next hand. Returns None without a seat, or at a table without straddles."""
    table = room.table
    place = table.places.get(player)
    if place is None or not table.rules.straddles or room.over or room.closing:
        return None
    if room.hand is not None:
        return Straddling(why="The next hand is straddled when this one is over")
    if room.frozen:
        return Straddling(why="The table waits for its host")
    chips = next((to for who, _, to in table.straddles if who == player), 0)
    try:
        found = choosing.open_to_straddles(table, place)
    except SidepotError as error:
        return Straddling(chips=chips, why=capital(error.detail))
    least = found.least
    kinds = tuple([(kind, least) for kind in table.rules.straddles if table.may_do(t.DoStraddle(kind, least), player)])
    return Straddling(kinds, chips, "" if kinds else _why_no_straddle(table, place, found))


def _why_no_straddle(table: Table, place: Place, hand: choosing.Open) -> str:
    """The reason why this player may not straddle, although others may."""
    if place.seat not in hand.dealt:
        return "You are not dealt in when the next hand begins"
    if place.seat in hand.blinds:
        return "You have a blind in the next hand, and no blind straddles"
    if place.stack < hand.least:
        return f"A straddle is {hand.least} or more, and you have {place.stack}"
    first = table.player_in(hand.first)
    if table.rules.straddles == (Straddle.UNDER_THE_GUN,) and first != place.player:
        return f"{first} is under the gun in the next hand, and nobody else straddles it"
    return "You straddle the next hand already, by its stakes"


def _may_add(room: RoomTable, place: Place) -> bool:
    """Whether a seated player may buy at least one chip."""
    table = room.table
    most = table.rules.buy_in[1]
    if table.is_in_hand(place.player):
        return not place.leaving
    return not most or place.stack + table.rules.chips.smallest <= most


# ---- at a cash table


def _player_may(room: RoomTable, player: str) -> list[str]:
    table = room.table
    place = table.places.get(player)
    if place is None:
        if player in table.going_list or player in room.requests:
            return ["leave"]
        return [] if room.closing else ["sit" if _has_room(room) else "wait_for_seat"]
    if place.put_out:
        return []
    if place.state is State.IN and not place.leaving and not table.lacks_claim(place):  # the usual case
        found = ["leave", "sit_out"]
    else:
        found = [tag for tag, command in _WITHOUT_CHIPS if table.may_do(command, player)]
    if may_sit_out_at_big(room, player):
        found.append("sit_out_at_big")
    if _may_add(room, place):
        found.append("buy")
    found.append("top_up")
    if _to_accept(room, player, ""):
        found = [tag for tag in found if tag != "come_back"]
        found.append("accept_terms")
    return found


def _to_accept(room: RoomTable, player: str, account: str) -> str:
    """The version of the terms that a player must accept ("" for a seated bot)."""
    account = account or room.accounts.get(player, "")
    return to_accept(room, account) if account or player not in room.table.places else ""


def _has_room(room: RoomTable) -> bool:
    """Whether a seat is free, or a bot can make room."""
    waiting = 0 if room.terms.fill else len(room.table.going_list)
    if len(room.table.places) + waiting < room.table.rules.seats:
        return True
    return room.terms.fill and any(room.people[one].bot for one in room.table.places if one in room.people)


# ---- at a table of a tournament


def _at_tournament(room: RoomTable, player: str) -> list[str]:
    """The commands at a table of an online tournament. All others go to the tournament."""
    place = room.table.places.get(player)
    if place is None or room.at_tournament is None:
        return []
    is_away = room.at_tournament.requests.get(player, place.state is State.OUT)
    return ["come_back" if is_away else "sit_out"]


# ---- the host


def _host_may(room: RoomTable) -> list[str]:
    found = ["resume" if room.clock.stopped_at else "pause"]
    if room.frozen:
        return ["resume"]
    if room.at_tournament is not None:
        return found
    if not room.closing:
        found += ["close", "change_terms"]
        if any(has_bombs(part.game) for part in room.table.rules.mix.games):
            found.append("bomb_pot")
    if room.change is not None:
        found.append("withdraw_change")
    if room.table.bomb:
        found.append("withdraw_bomb_pot")
    if room.table.standing:
        found.append("end_stand_up")
    elif room.table.may_do(t.StandUp()) and not room.closing:
        found.append("stand_up")
    if room.table.places:
        found.append("remove")
    if len(room.table.places) < room.table.rules.seats:
        found.append("add_bot")
    if room.table.places and room.hand is None:
        found.append("adjust_stack")
    if room.requests:
        found.append("answer_seat")
    return found
