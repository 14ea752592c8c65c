"""Hands: how they begin and end at the tables, and how players are eliminated. Source: T22, T23, T26; PG-23."""

from __future__ import annotations

from sidepot.errors import Conflict, NotDue
from sidepot.hand.hand import Hand
from sidepot.table import choosing, dealing
from sidepot.table import commands as t
from sidepot.table.events import HandBegun, HandDone
from sidepot.table.table import Table
from sidepot.tournament import commands as c
from sidepot.tournament import do_envelopes, money
from sidepot.tournament import events as e
from sidepot.tournament.bounties import knock_out
from sidepot.tournament.cited import CHIPS, LEVELS, SHORT, TOGETHER
from sidepot.tournament.do_clock import rank
from sidepot.tournament.do_entries import chances
from sidepot.tournament.do_flights import is_flight_over
from sidepot.tournament.do_race import bring_back
from sidepot.tournament.do_reports import count_hand
from sidepot.tournament.do_seats import drop_chips, leave
from sidepot.tournament.entrants import Status
from sidepot.tournament.ranks import ranking_stack
from sidepot.tournament.seating import HashDraw
from sidepot.tournament.unit_of_work import UnitOfWork, kept_button
from sidepot.tournament.views import is_closed


def signal(work: UnitOfWork, command: c.Signal) -> None:
    """Record that a hand begins, with the riffle. A later level applies only from the next hand on (rule T22)."""
    table = work.table(command.table)
    if table.is_hand_on:
        raise NotDue(f"a hand is already in progress at table {command.table}", LEVELS, code="hand_on")
    work.emit(e.Signalled(command.table, _level(work, command.table)))


def _level(work: UnitOfWork, table: int) -> int:
    """The level of the next hand at a table. Raises NotDue if no hand may begin."""
    tournament = work.tournament
    if table in tournament.signals:
        return tournament.signals[table]
    reading = work.reading
    if is_flight_over(tournament, work.now):
        raise NotDue("the flight is over, and the chips are bagged", LEVELS, code="flight_over")
    if not reading.running and not (tournament.hand_for_hand and tournament.clock.begun):
        raise NotDue("the clock is stopped, so no hand can begin", LEVELS, code="clock_stands")
    if reading.is_break:
        raise NotDue("it is a break; begin the hand after it", LEVELS, code="is_break")
    return reading.level


def begin(work: UnitOfWork, command: c.BeginHand) -> None:
    """Begin a hand, with its level, button and blinds. The hands of penalised players are killed."""
    tournament = work.tournament
    number = command.table
    table = work.table(number)
    if tournament.reports.live:
        raise NotDue(
            f"table {number} plays with real cards; report its hands with `hands` or `count_hand`", code="real_cards"
        )
    if number in tournament.halted:
        reason = tournament.halted[number]
        raise NotDue(f"table {number} is stopped: {reason}", SHORT, code="table_halted")
    if tournament.hand_for_hand and number in tournament.round_played:
        raise NotDue(
            f"table {number} has played its hand and must wait for the other tables", TOGETHER, code="hand_for_hand"
        )
    level = _level(work, number)
    if tournament.levels[number] != level:
        work.emit(e.LevelSet(number, level))
        work.at_table(number, t.SetLevel(tournament.level(level).stakes))
    due = tournament.chips_at(level)
    if table.rules.chips != due:
        bring_back(work, number, due)
    if table.marks is None and table.first_button is None:
        work.at_table(number, t.DrawButton(_first_button(work, table, number)))
    entrants = tournament.entrants
    missing = [
        player for player in table.places if (one := entrants[player]).penalty or one.status is Status.DISQUALIFIED
    ]
    dead = [player for player in missing if player in _dealt_in(table)] if missing else []
    left = tournament.left
    if left < len(table.places):
        left = max(left, table.in_play_here)
    work.at_table(number, t.StartHand(tuple(dead), left))
    work.hand = Hand(_begun(work, number).setup)


def _dealt_in(table: Table) -> tuple[str, ...]:
    """The players of the next hand: with chips, and not waiting between the button and the small blind."""
    before = dealing.before_hand(table)
    return dealing.next_hand(table, choosing.next_turn(table, before), before, 0, (), None).players


def _first_button(work: UnitOfWork, table: Table, number: int) -> int:
    """Draw the first button of a table among its players; in some houses it is the first stack at the dealer's right.

    Rule: TDA-2013 10-B; WSOP-2026 85.
    """
    kept = kept_button(work, number)
    if kept is not None:
        return kept
    seats = [place.seat for place in table.seated() if place.stack]
    if len(seats) < 2:
        raise NotDue(
            f"a hand needs at least two players, but {table.rules.name} has {len(seats)}", code="too_few_players"
        )
    if table.rules.rulebook.first_at_dealers_right:
        return max(seats)
    return seats[HashDraw(work.seed(""))(len(seats))]


def void(work: UnitOfWork, command: c.VoidHand) -> None:
    """Void a hand: the table returns to its state before the hand."""
    begun = _begun(work, command.table)
    work.at_table(command.table, t.VoidHand())
    _leavers(work, begun)


def end(work: UnitOfWork, command: c.EndHand) -> None:
    """End a hand: pay it out, count penalties, and eliminate players without chips."""
    number = command.table
    begun = _begun(work, number)
    _check(begun, command.done, work.table(number).carried)
    work.at_table(number, t.EndHand(command.done))
    _after(work, number, begun, command)


def _begun(work: UnitOfWork, number: int) -> HandBegun:
    begun = work.table(number).begun
    if begun is None:
        raise NotDue(f"no hand is in progress at table {number}", code="no_hand")
    return begun


def _check(begun: HandBegun, done: HandDone, carried: int) -> None:
    """Check that a result fits the current hand, to the chip. Raises Conflict."""
    if done.number != begun.number or not len(done.stacks) == len(done.won) == len(begun.players):
        raise Conflict(f"this result does not belong to hand {begun.number}, which is in progress", code="other_hand")
    if min(done.stacks) < 0:
        short = done.stacks.index(min(done.stacks))
        raise Conflict(
            f"the stack of {begun.players[short]} would be negative: {done.stacks[short]}",
            CHIPS,
            code="chips_do_not_add_up",
        )
    had = sum(begun.setup.stacks) + carried
    has = sum(done.stacks) + done.carried
    if had != has or done.raked:
        raise Conflict(
            f"hand {begun.number} began with {had} chips but would end with {has}", CHIPS, code="chips_do_not_add_up"
        )


def count(work: UnitOfWork, command: c.CountHand) -> None:
    """Report a hand played with real cards, whether or not it was begun in this program."""
    number = command.table
    if work.tournament.reports.live:
        count_hand(work, command)
        return
    table = work.table(number)
    given = dict(command.stacks)
    strange = next((player for player in given if player not in table.places), None)
    if strange is None and not table.is_hand_on:  # a name that is misspelt has changed nothing
        begin(work, c.BeginHand(number))
    begun = _begun(work, number) if strange is None else None
    if strange is None and begun is not None:
        strange = next((player for player in given if player not in begun.players), None)
    if strange is not None or len(given) != len(command.stacks):
        raise Conflict(f"{strange or 'a player'} is not in the hand or is listed twice", code="not_in_hand")
    assert begun is not None
    before = begun.setup.stacks
    stacks = tuple([given.get(player, stack) for player, stack in zip(begun.players, before, strict=True)])
    won = tuple([max(now - was, 0) for now, was in zip(stacks, before, strict=True)])
    winners = [at for at, chips in enumerate(won) if chips]
    done = HandDone(begun.number, stacks, won, whole=winners[0] if len(winners) == 1 else -1)
    end(work, c.EndHand(number, done))


def _after(work: UnitOfWork, number: int, begun: HandBegun, command: c.EndHand) -> None:
    tournament = work.tournament
    dead = [begun.players[seat] for seat in begun.dead]
    missed = tuple([(player, 1) for player in dead if tournament.entrants[player].penalty])
    if missed:
        work.emit(e.Served(missed))
    busts = []
    out = _out(work, number, begun)
    in_money = bool(out) and _in_money(work, len(out))
    for at in out:
        player = begun.players[at]
        entrant = tournament.entrants[player]
        rebuys, again = chances(tournament, work.reading, entrant)
        stack = ranking_stack(begun.setup, at, in_money=in_money)
        bust = e.Busted(player, number, begun.number, stack, not (rebuys or again), work.now)
        busts.append(bust)
        work.emit(bust)
        _pay_bounty(work, begun, command, player)
        if not rebuys:
            leave(work, player)
    _leavers(work, begun)
    if busts and not tournament.hand_for_hand:
        rank(work, busts)


def _out(work: UnitOfWork, number: int, begun: HandBegun) -> list[int]:
    """The positions in a hand of the seats that busted in it."""
    tournament = work.tournament
    table = tournament.tables[number]
    return [
        at
        for at, player in enumerate(begun.players)
        if player in table.places
        and not table.places[player].stack
        and not table.in_play(table.places[player])
        and tournament.entrants[player].status is Status.SEATED
    ]


def _in_money(work: UnitOfWork, out: int) -> bool:
    """Whether the best place of the players who bust now is paid (TDA-2026 22)."""
    tournament = work.tournament
    return is_closed(tournament, work.now) and tournament.left - out < len(money.prizes(tournament))


def _leavers(work: UnitOfWork, begun: HandBegun) -> None:
    """Remove the chips of players who were disqualified during the hand and have left."""
    tournament = work.tournament
    if tournament.counts[Status.DISQUALIFIED]:
        for player in begun.players:
            if tournament.entrants[player].status is Status.DISQUALIFIED:
                drop_chips(work, player)


def _pay_bounty(work: UnitOfWork, begun: HandBegun, command: c.EndHand, player: str) -> None:
    """Pay a bounty to the winners of its owner's last chips; if unknown, to the player who won most.

    If nobody won anything (the hand was dead, and the pot waits), the players with a claim to the pot share it.
    """
    tournament = work.tournament
    mystery = bool(tournament.structure.entry.mystery)
    if not tournament.entrants[player].head and not mystery:
        return
    winners = dict(command.knocked).get(player)
    if not winners:
        won = command.done.won
        table = tournament.tables[command.table]
        waiting = tuple([one for one in begun.players if one != player and table.has_claim(one)])
        winners = (begun.players[won.index(max(won))],) if any(won) else waiting
    strange = next((one for one in winners if one not in begun.players), None)
    if strange is not None:
        raise Conflict(
            f"{strange} was not in hand {begun.number} and cannot have won a bounty in it", code="not_in_hand"
        )
    winners = tuple([one for one in winners if tournament.entrants[one].status is not Status.DISQUALIFIED])
    if not winners:
        return  # nobody is left to take it (58-D)
    if mystery:
        do_envelopes.won(work, player, winners)
        return
    heads = {one: tournament.entrants[one].head for one in (player, *winners)}
    won_by = knock_out(heads, player, winners, progressive=tournament.structure.entry.progressive)
    work.emit(e.BountyWon(player, tuple([(one, won_by.cash[one], won_by.added[one]) for one in winners])))


def set_button(work: UnitOfWork, command: c.SetButton) -> None:
    """Set the button of the next hand, at a table where hands are not reported one by one."""
    table = work.table(command.table)
    if table.is_hand_on:
        raise NotDue(
            f"a hand is in progress at table {command.table}; set the button when the hand is over", code="hand_on"
        )
    player = table.player_in(command.seat)
    if player is None or not table.places[player].stack:
        raise Conflict(
            f"the button must be at a seat with chips, but seat {command.seat + 1} has none", code="seat_empty"
        )
    if work.tournament.reports.live:
        work.emit(e.ButtonReported(command.table, command.seat, work.now, next=True))
    else:
        work.at_table(command.table, t.DrawButton(command.seat))
