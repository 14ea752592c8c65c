"""Commands at a cash table of the room outside a hand: sit down, buy, leave, name a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sidepot.bots.bot_names import bot_names
from sidepot.cards import Deck
from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.room.table import agreement
from sidepot.room.table import commands as s
from sidepot.room.table.events import Person
from sidepot.room.table.play import people
from sidepot.room.table.terms import BotSeat
from sidepot.rules.table_choices import FirstButton
from sidepot.table import commands as t
from sidepot.table import seats, waiting
from sidepot.table.draw import draw_button
from sidepot.table.events import Queued, Sat
from sidepot.table.places import State

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork
    from sidepot.table.table import Table
    from sidepot.table.table_rules import TableRules


def usual_buy(rules: TableRules) -> int:
    """The usual buy-in: a hundred times the smallest bet, within the limits of the table."""
    least, most = rules.buy_in
    usual = max(least, 100 * rules.stakes[0].min_bet)
    return min(usual, most) if most else usual


# ---- sitting down


def sit(work: UnitOfWork, command: s.Sit) -> None:
    """Take a seat. If no seat is free, a bot makes room, at once or after its hand."""
    agreement.check(work, command.accepts)
    check_open(work.room)
    if must_ask(work):
        check_not_asked(work.room, work.by)
        _take(work, work.by, command, tries=True)
    else:
        _take(work, work.by, command)
    people.join(work, work.by)


def check_open(room: RoomState) -> None:
    """Raise NotDue if the table accepts no more players."""
    if room.closing:
        raise NotDue("this table closes after the hand", code="closing")


def _take(work: UnitOfWork, player: str, command: s.Sit, *, tries: bool = False) -> None:
    """Give a player the wanted seat, or a place on the list. With `tries`, raise the error of a refused seat
    instead.
    """
    room = work.room
    table = room.table
    chips = command.chips or _brings(work, player)
    seat = command.seat if command.seat >= 0 else _free_seat(table)
    bot = _bot_to_go(work, seat) if room.terms.fill else ""
    if not bot:
        if command.lists and (seat < 0 or command.seat < 0 and table.waiting):
            waiting.check_queue(table, player, interest=False)
            if not tries:
                table.queue(player, work.now)
            return
        if seat < 0:
            raise Conflict("no seat is free at this table; join the waiting list", code="no_free_seat")
        seats.check_sit(table, player, seat, chips, work.now)
        if not tries:
            table.sit(player, seat, chips, work.now, waits=command.waits)
        return
    _check_without(table, bot, player, chips, work.now)
    if tries:
        return
    if table.is_in_hand(bot) or table.waiting:
        table.queue(player, work.now)
        if not table.places[bot].leaving:
            table.leave(bot, work.now)
    else:
        seat = table.places[bot].seat
        table.leave(bot, work.now)
        table.sit(player, seat, chips, work.now, waits=command.waits)


def answer_seat(work: UnitOfWork, command: s.AnswerSeat) -> None:
    """Answer a player's request for a seat, for the host.

    If the request is granted, the player sits down or waits for a seat.
    """
    room = work.room
    player = asked(room, command)
    if not command.yes:
        drop_request(work, player)
        return
    check_open(room)
    request = room.requests[player]
    is_free = request.seat >= 0 and room.table.player_in(request.seat) is None
    _take(work, player, msgspec.structs.replace(request, seat=request.seat if is_free else -1, lists=True))


def _brings(work: UnitOfWork, player: str, usual: int = 0) -> int:
    """The chips that a player brings: the `usual` buy-in (0: the table's), or the stack taken away a short time ago
    (PG-44).
    """
    table = work.room.table
    gone = table.gone.get(player)
    usual = usual or usual_buy(table.rules)
    return max(usual, gone.chips) if gone is not None and work.now - gone.at < table.rules.rathole_ms else usual


def _free_seat(table: Table) -> int:
    taken = {place.seat for place in table.places.values()}
    return next((seat for seat in range(table.rules.seats) if seat not in taken), -1)


def _bot_to_go(work: UnitOfWork, seat: int) -> str:
    """The bot that makes room for a person: the bot in the wanted seat or, if no seat is free, the first to go."""
    room = work.room
    table = room.table
    bots = [place for place in table.seated() if room.people[place.player].bot]
    if seat >= 0:
        return next((place.player for place in bots if place.seat == seat), "")
    waiting = len(table.waiting)
    goes = [place.player for place in bots if place.leaving]
    free = [place.player for place in bots if not place.leaving and not table.is_in_hand(place.player)]
    rest = [place.player for place in bots if not place.leaving and table.is_in_hand(place.player)]
    return next(iter([*goes[waiting:], *free, *rest]), "")


def _check_without(table: Table, bot: str, player: str, chips: int, now: int) -> None:
    """Raise the error if a player could not take the seat of a bot, even after the bot is gone and the player's turn
    comes.
    """
    places, waiting = table.places, table.waiting
    if player in table.going_list:
        raise Conflict(f"{player} is already on the waiting list", code="on_list_already")
    if player in places:
        raise Conflict(f"{player} is already in seat {places[player].seat + 1}", code="seated_already")
    try:
        table.places = {name: place for name, place in places.items() if name != bot}
        table.waiting = []
        seats.check_sit(table, player, places[bot].seat, chips, now)
    finally:
        table.places, table.waiting = places, waiting


def sit_bot(work: UnitOfWork, bot: BotSeat, chips: int = 0) -> None:
    """Seat a bot with these chips (0 for the usual amount). Raises Conflict if the name or the seat is taken."""
    table = work.room.table
    seat = bot.seat if bot.seat >= 0 else _free_seat(table)
    table.sit(bot.name, seat, chips or _brings(work, bot.name, work.room.terms.buys), work.now)
    people.join(work, bot.name, bot=bot.strength)


def add_bot(work: UnitOfWork, command: s.AddBot) -> None:
    """Seat a bot, for the host."""
    if _free_seat(work.room.table) < 0:
        raise Conflict("no seat is free at this table", code="no_free_seat")
    name = command.name or bot_names(names_known(work.room), work.room.chance.rng(), 1, command.style)[0]
    sit_bot(work, BotSeat(name, command.strength, command.seat), command.chips)


def names_known(room: RoomState) -> list[str]:
    """The names of everybody who is or was at the table. No new bot may have one of them."""
    return [*room.people, *room.accounts, *room.table.gone]


def adjust_stack(work: UnitOfWork, command: s.AdjustStack) -> None:
    """Correct a player's stack, for the host."""
    work.room.table.do(t.Adjust(command.was, command.to, " ".join(command.reason.split())), command.player, work.now)


# ---- while seated


def leave(work: UnitOfWork, command: t.Leave) -> None:
    """Leave the table, or the waiting list."""
    table = work.room.table
    if drop_request(work, work.by):
        return
    if work.by in table.going_list:
        table.unqueue(work.by)
    else:
        table.leave(work.by, work.now)
    seat_waiting(work)


def remove(work: UnitOfWork, command: s.Remove) -> None:
    """Remove a player, for the host."""
    table, player = work.room.table, people.meant(work.room, command)
    if drop_request(work, player):
        return
    if player in table.going_list:
        table.unqueue(player)
    else:
        table.leave(player, work.now, put_out=True)
    seat_waiting(work, bots_too=not work.person(player).bot)


def at_table(work: UnitOfWork, command: t.AnyCommand) -> None:
    """Carry out a command of the library's table unchanged."""
    work.room.table.do(command, work.by, work.now)


def come_back(work: UnitOfWork, command: t.ComeBack) -> None:
    """Deal the player in again, or cancel the player's wish to leave."""
    agreement.check(work)
    at_table(work, command)
    work.keep(msgspec.structs.replace(people.fresh(work, work.by), out_at_big=False))


def sit_out_at_big(work: UnitOfWork, command: s.SitOutAtBig) -> None:
    """Record whether a player wants to sit out when the big blind reaches the seat."""
    player = work.by
    person = work.person(player)
    if command.wants and not may_sit_out_at_big(work.room, player):
        raise NotDue(
            f"{player} cannot plan to sit out at the big blind, because it will not reach this seat",
            code="no_big_blind",
        )
    if person.out_at_big == command.wants:
        raise NotDue(
            f"{player} is already sitting out at the next big blind"
            if command.wants
            else f"{player} does not sit out at the next big blind",
            code="no_change",
        )
    work.keep(msgspec.structs.replace(person, out_at_big=command.wants))


def may_sit_out_at_big(room: RoomState, player: str) -> bool:
    """Whether a player is playing, and the big blind can reach the player's seat."""
    place = room.table.places.get(player)
    return (
        place is not None
        and place.state not in (State.OUT, State.BUSTED)
        and not place.leaving
        and room.table.has_blinds
    )


def buy(work: UnitOfWork, command: t.Buy) -> None:
    """Buy chips. Chips bought during a hand are added after the hand."""
    at_table(work, t.Ask(command.chips) if work.room.table.is_in_hand(work.by) else command)


# ---- the next hand


def start_hand(work: UnitOfWork) -> Hand | None:
    """Begin a hand. Returns None if that is impossible now, or the dealer must first name the game."""
    room = work.room
    table = room.table
    if table.marks is None:
        _draw_button(work)
    _sit_out_at_big_blind(work)
    named = table.chosen is not None and table.chosen[0] == dealer_of(table)
    if named or not table.rules.dealers_choice:
        try:
            return table.start_hand(work.now)
        except SidepotError:  # other players have come since, and the game cannot be dealt to that many
            pass
    if table.rules.dealers_choice and dealer_of(table):
        ask_for_game(work)
    else:
        work.set_clock()
        work.waits = True
    return None


def dealer_of(table: Table) -> str:
    """The dealer of the next hand ("" if nobody has the button yet)."""
    try:
        return table.dealer
    except SidepotError:
        return ""


def _draw_button(work: UnitOfWork) -> None:
    """Draw for the first button among the players who can have it."""
    table = work.room.table
    able = [place.seat for place in table.seated() if place.stack and place.state is not State.OUT]
    if not able or table.first_button in able:
        return
    rule, below = table.rules.rulebook.first_button, work.room.chance.below()
    if rule is FirstButton.FIRST_JACK and len(able) > 1:
        table.draw_button(draw_button(able, rule, Deck(below=below)))
    else:  # the high card: each seat is as likely
        table.draw_button(able[below(len(able))])


def _sit_out_at_big_blind(work: UnitOfWork) -> None:
    """Before a hand, let the players sit out who wanted to at the big blind, if it now reaches their seats."""
    table = work.room.table
    for _ in [person for person in work.room.people.values() if person.out_at_big]:  # one after the other
        player = table.next_big_blind
        if not player or not work.person(player).out_at_big:
            return
        table.sit_out(player, work.now)
        work.keep(msgspec.structs.replace(people.fresh(work, player), out_at_big=False))


def ask_for_game(work: UnitOfWork) -> None:
    """Ask the dealer of the next hand to choose the game, within the usual time but without the time bank.

    A bot chooses at random after a short wait.
    """
    timing = work.room.terms.timing
    dealer = work.room.table.dealer
    until = work.now + (timing.between if work.person(dealer).bot else timing.decide)
    work.set_clock(player=dealer, since=work.now, bank_from=until, until=until, turn=work.clock.turn + 1)


def choose_for(work: UnitOfWork, player: str) -> None:
    """Choose a game for a dealer who has not chosen: the first game that these players can play.

    For a bot, the game is chosen at random.
    """
    table = work.room.table
    names = list(table.rules.mix.names)
    if work.person(player).bot:
        at = work.room.chance.below()(len(names))
        names = names[at:] + names[:at]
    for name in names:
        try:
            table.choose_game(player, name)
        except SidepotError:
            continue
        return


def after_hand(work: UnitOfWork) -> None:
    """Between hands, let bots without chips buy in again, seat waiting players, and fill free seats with bots."""
    room = work.room
    table = room.table
    if room.closing:
        return
    for place in table.seated():
        if place.state is State.BUSTED and work.person(place.player).bot:
            table.buy(place.player, room.terms.buys or usual_buy(table.rules), work.now)
    seat_waiting(work)


def seat_waiting(work: UnitOfWork, *, bots_too: bool = True) -> None:
    """Between hands, seat waiting players and, with `bots_too`, fill the free seats with bots."""
    room = work.room
    table = room.table
    if room.closing or work.hand_on:
        return
    for player in table.going_list:
        command = room.queue.get(player)
        if command is None:
            continue
        bot = _bot_to_go(work, -1) if room.terms.fill and _free_seat(table) < 0 else ""
        if bot:
            table.leave(bot, work.now)
        seat = _free_seat(table)
        if seat < 0:
            continue
        if command.seat >= 0 and table.player_in(command.seat) is None:
            seat = command.seat
        try:
            table.sit(player, seat, command.chips or _brings(work, player), work.now, waits=command.waits)
        except SidepotError:
            table.unqueue(player)
    if bots_too:
        fill(work)


def fill(work: UnitOfWork) -> None:
    """Seat a bot in place of a person who has left, if bots keep the table full."""
    room = work.room
    if not room.terms.fill or room.closing or work.hand_on:
        return
    for bot in room.terms.bots:
        if bot.name not in room.table.places and _free_seat(room.table) >= 0 and not room.table.waiting:
            try:
                sit_bot(work, BotSeat(bot.name, bot.strength))
            except SidepotError:
                continue


def must_ask(work: UnitOfWork) -> bool:
    """Whether the host must first approve this player. Bots and hosts need no approval."""
    return work.room.terms.approve and not work.staff


def check_not_asked(room: RoomState, player: str) -> None:
    """Raise NotDue if a player has already asked for a seat."""
    if player in room.requests:
        raise NotDue(f"{player} has asked for a seat; wait for the host's answer", code="asked_already")


def asked(room: RoomState, command: s.AnswerSeat) -> str:
    """The player whose request the host answers. Raises NotDue if this player has not asked for a seat."""
    player = room.names.get(command.account, "") if command.account else command.player
    if player not in room.requests:
        if not player:
            raise NotDue("nobody with this account is asking for a seat", code="not_asked")
        raise NotDue(f"{player} is not asking for a seat", code="not_asked")
    return player


def drop_request(work: UnitOfWork, player: str) -> bool:
    """Withdraw or refuse a player's request for a seat. Returns whether there was a request."""
    if player not in work.room.requests:
        return False
    work.people[player] = Person(player, gone=True)
    return True


def note_request(room: RoomState, event: TableEvent) -> None:
    """Record the request for a seat that an event makes, and drop requests that were answered or withdrawn."""
    for change in event.table:
        if isinstance(change, (Sat, Queued)):
            room.requests.pop(change.player, None)
    for person in event.people:
        if person.gone:
            room.requests.pop(person.player, None)
    command = event.command
    if isinstance(command, s.Sit) and is_request(event):
        room.requests[event.by] = command


def is_request(event: TableEvent) -> bool:
    """Whether this event asks the host for a seat: its command is `Sit`, but gave the sender no seat and no place on a
    waiting list.
    """
    return type(event.command) is s.Sit and not event.table
