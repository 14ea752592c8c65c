"""The check of each command to a table, which also makes the command's events.

A check reads the table and changes nothing. It raises a refusal before its first event, or not at all. Each event is
applied before the check continues, so a carried pot goes to the last claimant as soon as the other claimants have left.

`CHECKS` is the list of all commands. A new command is a struct in `commands`, a check here, and its event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from sidepot.errors import Conflict, NotDue
from sidepot.hand.planning.plan import plan_of
from sidepot.table import charges, choosing, credit, dealing, finishing, pot_waits, seats, side_games, waiting
from sidepot.table import commands as c
from sidepot.table import events as e
from sidepot.table.draw import FirstDraw
from sidepot.table.places import by_seat
from sidepot.table.table_rules import check_stakes
from sidepot.validation.integers import as_int

if TYPE_CHECKING:
    from sidepot.table.state import TableState

Events = Iterator[e.Event]


# ---- coming and going


def sit(table: TableState, player: str, command: c.Sit, at: int) -> Events:
    seats.check_sit(table, player, command.seat, command.chips, at)
    yield e.Sat(player, command.seat, command.chips, at, command.waits)


def buy(table: TableState, player: str, command: c.Buy, at: int) -> Events:
    seats.check_buy(table, table.place_of(player), command.chips)
    yield e.Bought(player, command.chips, at)


def ask(table: TableState, player: str, command: c.Ask, at: int) -> Events:
    seats.check_ask(table, table.place_of(player), command.chips)
    yield e.Asked(player, command.chips)


def give_chips(table: TableState, player: str, command: c.GiveChips, at: int) -> Events:
    seats.check_give(table, table.place_of(player), command.chips)
    yield e.Bought(player, command.chips, at)


def adjust(table: TableState, player: str, command: c.Adjust, at: int) -> Events:
    seats.check_adjust(table, table.place_of(player), command)
    yield e.Adjusted(player, command.to - command.was, command.reason)


def top_up(table: TableState, player: str, command: c.TopUp, at: int) -> Events:
    seats.check_top_up(table, table.place_of(player), command.to)
    yield e.TopUp(player, command.to)


def sit_out(table: TableState, player: str, command: c.SitOut, at: int) -> Events:
    seats.check_out(table.place_of(player))
    yield e.SatOut(player, at)


def come_back(table: TableState, player: str, command: c.ComeBack, at: int) -> Events:
    seats.check_back(table, table.place_of(player))
    yield e.CameBack(player, command.waits)


def leave(table: TableState, player: str, command: c.Leave | c.PutOut, at: int) -> Events:
    place = table.place_of(player)
    put_out = isinstance(command, c.PutOut)
    if not table.is_in_hand(player):
        yield from _gone(table, player, at)
    elif place.leaving and (place.put_out or not put_out):
        raise NotDue(f"{player} is already due to leave after this hand", code="is_leaving")
    else:
        yield e.Leaves(player, put_out)


def _gone(table: TableState, player: str, at: int) -> Events:
    yield e.Left(player, table.places[player].stack, at)
    yield from pot_waits.last_claim(table)
    yield from side_games.left_alone(table)


def move(table: TableState, player: str, command: c.Move, at: int) -> Events:
    place = table.place_of(player)
    seats.check_move(table, place, command.seat)
    later, passed = seats.comes_later(table, place, command.seat), seats.is_passed(table, place, command.seat)
    yield e.Moved(player, command.seat, later, command.waits, passed)


def take_petty(table: TableState, player: str, command: c.TakePetty, at: int) -> Events:
    seats.check_petty(table, table.place_of(player), command.chips)
    yield e.Petty(player, command.chips)


def charge_time(table: TableState, player: str, command: c.ChargeTime, at: int) -> Events:
    yield charges.charge(table, table.place_of(player), at)


def pay(table: TableState, player: str, command: c.Pay, at: int) -> Events:
    yield credit.payment(table, player, command.payee, command.chips)


# ---- the list


def queue(table: TableState, player: str, command: c.Queue, at: int) -> Events:
    waiting.check_queue(table, player, interest=command.interest)
    yield e.Queued(player, command.interest, at)


def unqueue(table: TableState, player: str, command: c.Unqueue, at: int) -> Events:
    waiting.check_unqueue(table, player)
    yield e.Unqueued(player)


def seat_next(table: TableState, player: str, command: c.SeatNext, at: int) -> Events:
    first = waiting.next_up(table)
    seat = table.seats().index(None) if command.seat is None else command.seat
    yield from sit(table, first, c.Sit(seat, command.chips, command.waits), at)


# ---- the next hand


def draw_button(table: TableState, player: str, command: c.DrawButton, at: int) -> Events:
    draw = command.draw
    if isinstance(draw, FirstDraw):
        choosing.check_first_button(table, draw)
        yield e.ButtonDrawn(draw.seat, draw)
    else:
        seat = as_int(draw, "the seat with the button")
        choosing.check_first_button(table, seat)
        yield e.ButtonDrawn(seat)


def choose_game(table: TableState, player: str, command: c.ChooseGame, at: int) -> Events:
    yield choosing.choice(table, table.place_of(player), command.game)


def straddle(table: TableState, player: str, command: c.DoStraddle, at: int) -> Events:
    yield choosing.straddle(table, table.place_of(player), command.kind, command.chips)


def bomb_pot(table: TableState, player: str, command: c.BombPot, at: int) -> Events:
    rules = table.rules
    if rules.is_tournament:
        raise Conflict("a tournament has no bomb pots", code="no_tournament_bombs")
    if command.ante == table.bomb:
        raise NotDue("the next bomb pot has this ante" if table.bomb else "no bomb pot is announced", code="no_change")
    games = [at for at, part in enumerate(rules.mix.games) if dealing.has_bombs(part.game)]
    if not games:
        raise Conflict(f"{rules.mix.title} has no flop, so it has no bomb pots", code="no_flop")
    if command.ante:
        for game in games:
            dealing.bomb_stakes(rules, game, command.ante)
    yield e.BombPotSet(command.ante)


def set_level(table: TableState, player: str, command: c.SetLevel, at: int) -> Events:
    check_stakes(table.rules.mix, command.stakes)
    yield e.LevelSet(command.stakes)


def agree(table: TableState, player: str, command: c.Agree, at: int) -> Events:
    choosing.check_terms(table, command.rules)
    yield e.Agreed(command.rules)


def pay_bounty(table: TableState, player: str, command: c.PayBounty, at: int) -> Events:
    side_games.check_bounty(table, player)
    yield from side_games.bounty(table, (player,), command.payers)


def stand_up(table: TableState, player: str, command: c.StandUp, at: int) -> Events:
    yield side_games.round_begins(table)


def end_stand_up(table: TableState, player: str, command: c.EndStandUp, at: int) -> Events:
    yield side_games.round_ends(table)


def colour_up(table: TableState, player: str, command: c.ColourUp, at: int) -> Events:
    yield e.Coloured(finishing.booked(table, command.rows), command.chips)


# ---- hands


def start_hand(table: TableState, player: str, command: c.StartHand, at: int) -> Events:
    choosing.check_between_hands(table, "start a new one")
    before = dealing.before_hand(table, at)
    begun = dealing.next_hand(table, choosing.next_turn(table, before), before, at, command.dead, command.players_left)
    plan_of(begun.setup)  # refuses hands that cannot be dealt; `Hand` finds it done
    yield from before.happens
    yield begun


def end_hand(table: TableState, player: str, command: c.EndHand, at: int) -> Events:
    begun = finishing.check_done(table, command.done)
    yield command.done
    yield from side_games.after_hand(table, begun, command.done)
    yield from _after_hand(table, at)


def void_hand(table: TableState, player: str, command: c.VoidHand, at: int) -> Events:
    yield finishing.called_off(table)
    yield from _after_hand(table, at)


def _after_hand(table: TableState, at: int) -> Events:
    """The events that waited for the end of a hand: chips arrive, players leave, the last claimant gets the pot."""
    yield from finishing.asked(table, at)
    for place in by_seat([one for one in table.places.values() if one.leaving]):
        yield from _gone(table, place.player, at)
    yield from pot_waits.last_claim(table)


def share_pot(table: TableState, player: str, command: c.SharePot, at: int) -> Events:
    choosing.check_between_hands(table, "divide the waiting pot")
    if not table.carried:
        raise NotDue("no pot is carried to the next deal", code="no_pot_waits")
    yield from pot_waits.shares(table)


CHECKS: Final[dict[type, Callable[[TableState, str, Any, int], Events]]] = {
    c.Sit: sit,
    c.Buy: buy,
    c.Ask: ask,
    c.TopUp: top_up,
    c.SitOut: sit_out,
    c.ComeBack: come_back,
    c.Leave: leave,
    c.Move: move,
    c.TakePetty: take_petty,
    c.Pay: pay,
    c.Queue: queue,
    c.Unqueue: unqueue,
    c.ChooseGame: choose_game,
    c.DoStraddle: straddle,
    c.BombPot: bomb_pot,
    c.PutOut: leave,
    c.ChargeTime: charge_time,
    c.GiveChips: give_chips,
    c.Adjust: adjust,
    c.SeatNext: seat_next,
    c.DrawButton: draw_button,
    c.SetLevel: set_level,
    c.Agree: agree,
    c.PayBounty: pay_bounty,
    c.StandUp: stand_up,
    c.EndStandUp: end_stand_up,
    c.ColourUp: colour_up,
    c.StartHand: start_hand,
    c.EndHand: end_hand,
    c.VoidHand: void_hand,
    c.SharePot: share_pot,
}


def check(table: TableState, command: c.AnyCommand, player: str, at: int) -> Events:
    """The events of a command. Apply each event before taking the next from the iterator.

    Raises the error of a refused command, and Conflict if the command is unknown.
    """
    found = CHECKS.get(type(command))
    if found is None:
        raise Conflict(f"unknown table command: {command!r}")
    return found(table, player, command, at)
