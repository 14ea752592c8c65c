"""Reports from tables with real cards: eliminated players, counts, buttons, hands, headcounts.

A late report is accepted too: in a break, while the clock is stopped, a level later. Places follow the time at which
players went out. Source: T58D; PG-23; TDA-2013 10-A, 58-B; TDA-2024 RP-8.

The *record* is what the server knows of the stacks: chips that were given out and that reports have moved. The real
stacks may differ until they are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.errors import Conflict, NotDue
from sidepot.table import commands as t
from sidepot.table import events as at_table
from sidepot.table.dealing import waits_for_blinds
from sidepot.tournament import commands as c
from sidepot.tournament import do_envelopes
from sidepot.tournament import events as e
from sidepot.tournament.bounties import knock_out
from sidepot.tournament.cited import CHIPS, FROZEN, TOGETHER
from sidepot.tournament.do_entries import chances
from sidepot.tournament.entrants import Entrant, Status
from sidepot.tournament.real_tables import differences, record_of
from sidepot.tournament.reports import How, Stock
from sidepot.tournament.state import TournamentState
from sidepot.tournament.unit_of_work import UnitOfWork

ROOM: Final = 16  # added to a rank, so that others who went out in the same hand can rank below
Shares = tuple[tuple[str, int], ...]


def out(work: UnitOfWork, command: c.Out) -> None:
    """Record that a player busted. For a player who is already out, record who won the chips.

    Raises NotDue if that is already known.
    """
    tournament = work.tournament
    entrant = work.entrant(command.player)
    _check_winners(work, command)
    if command.step:
        _report_winners_before(work, command)
        return
    known = tournament.reports.outs.get(command.player)
    if entrant.status in (Status.OUT, Status.BUSTED):
        if known is not None and command.by and not known.by:
            _report_winners(work, known, command.by)
            return
        step = next((one for one in tournament.log if known is not None and one.number == known.step), None)
        by_which_step = f": step {step.number}{f', by {step.by}' if step.by else ''}" if step is not None else ""
        raise NotDue(f"{command.player} is already out{by_which_step}", code="already_out")
    if entrant.status is not Status.SEATED:
        raise Conflict(
            f"{command.player} is {entrant.status} and has no seat, so they cannot go out", code="not_in_play"
        )
    if tournament.left < 2:
        raise Conflict(f"{command.player} is the last player and has won", code="last_player")
    at = check_at(work, command.at)
    together = _together(work, command, at)
    real_cards(work)
    go_out(work, entrant, command.by, together.at if together is not None else at, together, command.higher)


def go_out(
    work: UnitOfWork, entrant: Entrant, by: Sequence[str], at: int, together: e.Busted | None, higher: bool | None
) -> None:
    """Eliminate a player whose chips go to the winners `by`: pay the bounty, free the seat, and rank the player.

    - `by`: the winners of the player's chips
    - `together`: the elimination of another player in the same hand
    - `higher`: whether this player began that hand with more chips than the other player
    """
    tournament, player, table = work.tournament, entrant.player, entrant.table
    place = work.table(table).place_of(player)
    stack, seat = place.stack, place.seat
    shares = _shares(stack, by)
    rebuys, again = chances(tournament, work.reading, entrant)
    hand = together.hand if together is not None else work.number  # no hands are numbered: the step stands for it
    work.emit(e.AtTable(table, at_table.Adjusted(player, -stack, "out")))
    _give(work, table, shares)
    if together is None:
        rank = stack + ROOM
    else:  # as the director says: above, below, or alike
        rank = max(together.rank + (higher is True) - (higher is False), 0)
    pending = tournament.hand_for_hand and at >= tournament.reports.round_since  # ranked at the end of the round
    bounty = _bounty(tournament, player, entrant.head, by)
    work.emit(
        e.Busted(
            player, table, hand, rank, not (rebuys or again), at, seat, stack, shares, bounty, entrant.head, work.number
        )
    )
    _pay_out(work, player, by, bounty)
    if not rebuys:
        work.at_table(table, t.Leave(), player)
    if not pending:
        work.emit(place_of(tournament, player, at, together, higher))


def place_of(
    tournament: TournamentState, player: str, at: int, together: e.Busted | None, higher: bool | None
) -> e.Ranked:
    """The finishing place of a player who busted at the time `at`: above everybody who had already busted."""
    groups, entrants = tournament.groups, tournament.entrants
    if together is not None:
        index = next((place for place, group in enumerate(groups) if together.player in group), len(groups))
        if higher is None and index < len(groups):
            return e.Ranked(((player,),), index, shared=True)
        return e.Ranked(((player,),), min(index + (higher is True), len(groups)))
    index = len(groups)
    while index and max([entrants[one].out_at for one in groups[index - 1]]) > at:
        index -= 1
    return e.Ranked(((player,),), index)


def _together(work: UnitOfWork, command: c.Out, at: int) -> e.Busted | None:
    """The elimination of the player named in `with`. Raises Conflict if it is missing, or was not in the same hand."""
    if not command.together:
        if command.higher is not None:
            raise Conflict("name in `with` a player who went out in the same hand", code="not_out")
        others = out_in_round(work.tournament, work.entrant(command.player).table, at)
        if others and work.again is None:
            raise Conflict(
                f"{others[0].player} also went out at table {others[0].table} in this hand; report who began "
                "it with more chips",
                TOGETHER,
                code="same_hand",
            )
        return None
    work.entrant(command.together)
    known = work.tournament.reports.outs.get(command.together)
    if known is None:
        raise Conflict(
            f"{command.together} is not out; first report that bust, then who had more chips", code="not_out"
        )
    if known.table != work.entrant(command.player).table:
        raise Conflict(f"{command.together} went out at table {known.table}, in another hand", code="other_hand")
    return known


def out_in_round(tournament: TournamentState, table: int, at: int) -> list[e.Busted]:
    """The players who busted at a table in the current round of hand-for-hand play.

    A round is one hand, so they all busted in the same hand.
    """
    if not tournament.hand_for_hand or at < tournament.reports.round_since:
        return []
    outs = tournament.reports.outs
    return [outs[bust.player] for bust in tournament.round_busts if bust.table == table and bust.player in outs]


def _check_winners(work: UnitOfWork, command: c.Out) -> None:
    """Raise Conflict for winners who cannot have won the chips. Players who busted later can have won them."""
    if len(set(command.by)) < len(command.by) or command.player in command.by:
        raise Conflict(
            "name each winner of the last chips once, and leave out the player who is out", code="bad_winner"
        )
    for winner in command.by:
        if work.entrant(winner).status in (Status.REGISTERED, Status.ALTERNATE):
            raise Conflict(f"{winner} has no seat, so they cannot have won chips", code="bad_winner")


def _shares(stack: int, by: Sequence[str]) -> Shares:
    """Each winner's chips, in equal parts; odd chips go to the first ones."""
    each, odd = divmod(stack, len(by)) if by else (0, 0)
    return tuple([(winner, each + (place < odd)) for place, winner in enumerate(by)])


def _give(work: UnitOfWork, table: int, shares: Shares, sign: int = 1) -> None:
    """Add won chips to the record (`sign` -1: take them back), for winners who still have a seat."""
    tournament = work.tournament
    here = table if table in tournament.tables else 0
    for winner, chips in shares:
        entrant = tournament.entrants.get(winner)
        if entrant is None or entrant.status is not Status.SEATED or not chips:
            continue
        if sign < 0 and tournament.stack_of(winner) <= chips:
            continue  # the record cannot give it back: the next count will show it
        work.emit(e.AtTable(entrant.table, at_table.Adjusted(winner, sign * chips, "out" if sign > 0 else "not out")))
        if entrant.table != here:  # a winner who was moved since: the chips went from one table to another
            work.emit(e.Drifted(here, entrant.table, sign * chips))


def _bounty(tournament: TournamentState, player: str, head: int, by: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
    """Each winner's part in the bounty on a head. If nobody is named, it stays until somebody is."""
    winners = [one for one in by if tournament.entrants[one].status is not Status.DISQUALIFIED]
    if not head or not winners:
        return ()
    heads = {one: tournament.entrants[one].head for one in winners} | {player: head}
    won = knock_out(heads, player, winners, progressive=tournament.structure.entry.progressive)
    return tuple([(one, won.cash[one], won.added[one]) for one in winners])


def _pay_out(work: UnitOfWork, player: str, by: Sequence[str], bounty: tuple[tuple[str, int, int], ...]) -> None:
    """Pay the winners the bounty, and let them open an envelope, if there are any."""
    if bounty:
        work.emit(e.BountyWon(player, bounty))
    if by:
        do_envelopes.won(work, player, tuple(by))


def _report_winners(work: UnitOfWork, known: e.Busted, by: Sequence[str]) -> None:
    """Record the winners of the last chips of a player already out: chips, bounty, and the report."""
    shares = _shares(known.stack, by)
    _give(work, known.table, shares)
    bounty = _bounty(work.tournament, known.player, work.entrant(known.player).head, by)
    _pay_out(work, known.player, by, bounty)
    work.emit(e.WinnerReported(known.player, shares, bounty))


def _report_winners_before(work: UnitOfWork, command: c.Out) -> None:
    """Record who won the last chips of a player who has bought in again since. Raises NotDue or Conflict."""
    player, tournament = command.player, work.tournament
    known = tournament.reports.returned.get(command.step)
    if known is None or known.player != player:
        raise NotDue(f"step {command.step} left no open bounty on {player}", code="no_bounty")
    if not command.by:
        raise Conflict("name the winners of the last chips", code="bad_winner")
    shares = _shares(known.stack, command.by)
    _give(work, known.table, shares)
    bounty = _bounty(tournament, player, known.head, command.by)
    if bounty:
        work.emit(e.BountyWon(player, bounty, command.step))
    work.emit(e.WinnerReported(player, shares, bounty, command.step))


# ---- corrections


def unbust(work: UnitOfWork, command: c.Unbust) -> None:
    """Reverse the elimination of a player. Raises Conflict if the seat is taken, or if the bounty is gone."""
    tournament, player = work.tournament, command.player
    entrant = work.entrant(player)
    known = tournament.reports.outs.get(player)
    if known is None or entrant.status not in (Status.OUT, Status.BUSTED):
        raise NotDue(f"{player} is {entrant.status} and has not been reported as out", code="not_out")
    if tournament.deal is not None and player not in tournament.deal.players:
        raise NotDue(f"a deal has been made without {player}; undo the deal first", code="deal_made")
    table, seat = command.table or known.table, command.seat if command.seat >= 0 else known.seat
    if not entrant.table:
        here = work.table(table)
        if seat >= here.rules.seats or here.player_in(seat) is not None:
            raise Conflict(
                f"seat {seat + 1} at table {table} is not free; give another seat for {player}", code="seat_taken"
            )
    if known.by and tournament.envelopes.is_filled:
        raise Conflict(
            f"{player} was eliminated, and an envelope was won for it; undo step {known.step}, and no other",
            code="bounty_gone",
        )
    for winner, _, head in known.bounty:
        if winner not in tournament.entrants or tournament.entrants[winner].head < head:
            raise Conflict(f"{winner} no longer has the bounty on {player}; undo that step first", code="bounty_gone")
    _give(work, known.table, known.by, -1)
    if known.bounty:
        work.emit(e.BountyReturned(player, known.bounty, known.head))
    if entrant.table:
        work.emit(e.Unbusted(player, command.why))
        work.emit(e.AtTable(entrant.table, at_table.Adjusted(player, known.stack, "not out")))
        return
    work.emit(e.Unbusted(player, command.why))
    work.at_table(table, t.Sit(seat, known.stack), player)


def reorder(work: UnitOfWork, command: c.Reorder) -> None:
    """Correct the finishing places of eliminated players."""
    placed = {player for group in work.tournament.groups for player in group}
    for player in command.players:
        work.entrant(player)
        if player not in placed:
            raise Conflict(f"{player} has no finishing place yet", code="not_out")
    if len(set(command.players)) < max(len(command.players), 2):
        raise Conflict("name at least two different players, the best first", code="named_twice")
    work.emit(e.Reordered(command.players, command.alike, command.why))


def round_done(work: UnitOfWork, command: c.Round) -> None:
    """Record that all tables have played their hand in the round of hand-for-hand play. The hand counts towards
    penalties (TDA-2013 58-B).
    """
    tournament = work.tournament
    if not tournament.hand_for_hand:
        raise NotDue(
            "the tournament is not playing hand for hand; report the hands of each table instead",
            TOGETHER,
            code="hand_for_hand",
        )
    real_cards(work)
    serve(work, [one.player for one in tournament.entrants.values() if one.penalty and one.table], 1)
    work.emit(e.RoundReported(work.now))


def count_hand(work: UnitOfWork, command: c.CountHand) -> None:
    """Record a hand played with real cards. The reported stacks are then known, and players without chips are out."""
    tournament, number = work.tournament, command.table
    table = work.table(number)
    given = dict(command.stacks)
    strange = next((player for player in given if player not in table.places), None)
    if strange is not None or len(given) != len(command.stacks):
        raise Conflict(f"{strange or 'a player'} is not at table {number} or is listed twice", code="not_in_hand")
    if min(given.values(), default=0) < 0:
        raise Conflict("a stack cannot be negative", CHIPS, code="chips_do_not_add_up")
    if not any(given.get(player, tournament.stack_of(player)) for player in table.places):
        why = f"somebody at table {number} has the chips: not all are out in one hand"
        raise Conflict(why, CHIPS, code="bad_count")
    winners = [player for player, chips in given.items() if chips > tournament.stack_of(player)]
    gone = sorted([player for player, chips in given.items() if not chips], key=tournament.stack_of)
    first: e.Busted | None = None
    for player in gone:
        entrant = work.entrant(player)
        higher = None if first is None or tournament.stack_of(player) == first.stack else True
        go_out(work, entrant, winners, work.now, first, higher)
        first = tournament.reports.outs[player]
    count = {player: chips for player, chips in given.items() if chips}
    work.count(count, work.now)
    serve(work, [player for player in table.places if tournament.entrants[player].penalty], 1)
    work.emit(e.HandsReported(number, 1, work.now))
    if command.button >= 0:
        button_at(work, c.ButtonAt(number, command.button))


# ---- counts, buttons, hands and heads


def real_cards(work: UnitOfWork) -> None:
    """Mark the tournament as played with real cards, when the first report arrives.

    Raises NotDue if the program itself has a hand in progress.
    """
    tournament = work.tournament
    if tournament.reports.live:
        return
    on = next((number for number, table in tournament.tables.items() if table.is_hand_on), None)
    if on is not None:
        raise NotDue(
            f"the program is dealing a hand at table {on}; reports of real cards must wait until it is over",
            code="hand_on",
        )
    work.emit(e.RealCards(work.now))


def check_at(work: UnitOfWork, at: int | None) -> int:
    """The time of a reported event: `at` or, if that is None, now.

    Raises Conflict if it is in the future or before the start.
    """
    if at is None:
        return work.now
    if at > work.now:
        raise Conflict(f"the time must be from 0 to {work.now} ms, not {at}", code="bad_moment")
    return at


def count(work: UnitOfWork, command: c.Count) -> None:
    """Record the counted stacks of players at any tables. With a reason, differences from the record are accepted."""
    tournament = work.tournament
    given = dict(command.stacks)
    if not given or len(given) < len(command.stacks):
        raise Conflict("a count must name at least one player, each once", CHIPS, code="named_twice")
    for player, chips in given.items():
        entrant = work.entrant(player)
        if entrant.status is not Status.SEATED:
            raise Conflict(f"{player} is {entrant.status} and has no chips to count", CHIPS, code="not_in_play")
        if chips < 1:
            raise Conflict(
                f"the count of {player} is {chips}; report a player without chips as out", CHIPS, code="bad_count"
            )
        chip_set = work.table(entrant.table).rules.chips
        if not chip_set.can_make(chips):
            raise Conflict(
                f"a stack of {chips} cannot be made with chips of {chip_set}; count {player}'s chips again",
                CHIPS,
                code="bad_count",
            )
    at = check_at(work, command.at)
    later = next((one for one in given if is_later(tournament.reports.stacks.get(one), at)), None)
    if later is not None:
        raise NotDue(f"{later} was counted after the time of this count; count again", CHIPS, code="counted_since")
    real_cards(work)
    work.count(given, at)
    if command.why:
        _accept(work, {tournament.entrants[player].table for player in given}, command.why)


def is_later(stock: Stock | None, at: int) -> bool:
    """Whether a stack was counted after the time `at`."""
    return stock is not None and stock.how is How.KNOWN and stock.at > at


def accept(work: UnitOfWork, command: c.AcceptCount) -> None:
    """Accept the difference that a count found. Raises NotDue if there is no difference, or if a stack is unknown."""
    if not command.why.strip():
        raise Conflict("give a reason for accepting the difference", CHIPS, code="no_reason")
    if command.table:
        work.table(command.table)
    found = [one for one in differences(work.tournament) if command.table in (0, one.table)]
    if not found:
        raise NotDue("there is no difference to accept: the count and the record agree", CHIPS, code="no_difference")
    if not command.table and sum([one.chips for one in found]) == 0:
        _accept(work, {one.table for one in found}, command.why, whole=False)
        return
    if not any(one.is_counted for one in found):
        raise NotDue("some stacks at that table are unknown; count them first", CHIPS, code="stack_not_known")
    _accept(work, {one.table for one in found}, command.why)


def _accept(work: UnitOfWork, tables: set[int], why: str, *, whole: bool = True) -> None:
    for one in differences(work.tournament):
        if one.table in tables and (one.is_counted or not whole):
            work.emit(e.DifferenceAccepted(one.table, one.chips, why))


def button_at(work: UnitOfWork, command: c.ButtonAt) -> None:
    """Record in which seat of a table the button is."""
    table = work.table(command.table)
    if command.seat >= table.rules.seats:
        raise Conflict(f"table {command.table} has no seat {command.seat + 1}", code="unknown_seat")
    if command.frozen and not waits_for_blinds(table.rules.stakes):
        raise Conflict(
            f"the button of table {command.table} cannot be held: that is only for mixes that have games both "
            "with and without blinds",
            FROZEN,
            code="no_mix",
        )
    at = check_at(work, command.at)
    real_cards(work)
    work.emit(e.ButtonReported(command.table, command.seat, at, frozen=command.frozen))


def hands(work: UnitOfWork, command: c.Hands) -> None:
    """Count the hands played at a table. Players with a penalty have missed these hands (TDA-2013 58-B)."""
    tournament = work.tournament
    table = work.table(command.table)
    at = check_at(work, command.at)
    real_cards(work)
    serve(work, [player for player in table.places if tournament.entrants[player].penalty], command.n)
    work.emit(e.HandsReported(command.table, command.n, at))


def serve(work: UnitOfWork, players: Sequence[str], hands: int) -> None:
    """For each of these players with a penalty, count `hands` hands as missed."""
    entrants = work.tournament.entrants
    missed = tuple([(player, min(hands, entrants[player].penalty)) for player in players])
    if missed:
        work.emit(e.Served(missed))


def heads(work: UnitOfWork, command: c.Heads) -> None:
    """Record a table's headcount, and how many players with chips the program has recorded there."""
    table = work.table(command.table)
    if command.n > table.rules.seats:
        raise Conflict(
            f"table {command.table} has {table.rules.seats} seats, so it cannot have {command.n} players",
            code="bad_count",
        )
    at = check_at(work, command.at)
    real_cards(work)
    work.emit(e.HeadcountReported(command.table, command.n, record_of(work.tournament, command.table), at))
