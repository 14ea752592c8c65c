"""Players who go out at tables of real cards, as somebody tells it, sooner or later. Source: T58D; PG-23; RP-8.

It is accepted whenever it is true: in a break, while the clock stands, before a race, a level later. Places follow the
time at which it happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.errors import Conflict, NotDue
from sidepot.table import commands as t
from sidepot.table import events as at_table
from sidepot.tournament import commands as c
from sidepot.tournament import do_envelopes
from sidepot.tournament import events as e
from sidepot.tournament.bounties import knock_out
from sidepot.tournament.cited import CHIPS, TOGETHER
from sidepot.tournament.do_entries import may_rebuy, may_reenter
from sidepot.tournament.do_heard import check_at, real_cards, serve
from sidepot.tournament.do_seats import leave
from sidepot.tournament.entrants import Entrant, Status
from sidepot.tournament.state import TournamentState
from sidepot.tournament.underway import Doing

ROOM: Final = 16  # for players below in the same hand
Shares = tuple[tuple[str, int], ...]


def out(doing: Doing, command: c.Out) -> None:
    """A player lost the last chips. Raises NotDue for one who is out already, saying who told it."""
    tournament = doing.tournament
    entrant = doing.entrant(command.player)
    _check_winners(doing, command)
    known = tournament.heard.outs.get(command.player)
    if entrant.status in (Status.OUT, Status.BUSTED):
        if known is not None and command.by and not known.by:
            _tell_winners(doing, known, command.by)
            return
        step = next((one for one in tournament.log if known is not None and one.number == known.step), None)
        told = f": step {step.number}{f', by {step.by}' if step.by else ''}" if step is not None else ""
        raise NotDue(f"{command.player} is out already{told}", code="already_out")
    if entrant.status is not Status.SEATED:
        raise Conflict(f"{command.player} is {entrant.status}, and has no seat to go out from", code="not_in_play")
    if tournament.left < 2:
        raise Conflict(f"{command.player} is the last player, and has won", code="last_player")
    at = check_at(doing, command.at)
    together = _together(doing, command, at)
    real_cards(doing)
    go_out(doing, entrant, command.by, together.at if together is not None else at, together, command.higher)


def go_out(
    doing: Doing, entrant: Entrant, by: Sequence[str], at: int, together: e.Busted | None, higher: bool | None
) -> None:
    """Put a player out: chips, bounty, seat, and place."""
    tournament, player, table = doing.tournament, entrant.player, entrant.table
    place = doing.table(table).place_of(player)
    stack, seat = place.stack, place.seat
    shares = _shares(stack, by)
    rebuys, again = may_rebuy(doing, entrant), may_reenter(doing, entrant)
    hand = together.hand if together is not None else doing.number
    doing.table_event(table, at_table.Adjusted(player, -stack, "out"))
    _give(doing, table, shares)
    rank, is_final = _rank(stack, together, higher), not (rebuys or again)
    pending = tournament.hand_for_hand and at >= tournament.heard.round_since
    bounty = _bounty(tournament, player, by)
    doing.emit(
        e.Busted(player, table, hand, rank, is_final, at, seat, stack, shares, bounty, entrant.head, doing.number)
    )
    _pay_out(doing, player, by, bounty)
    if not rebuys:
        leave(doing, player)
    if not pending:
        doing.emit(place_of(tournament, player, at, together, higher))


def _rank(stack: int, together: e.Busted | None, higher: bool | None) -> int:
    """The stack that ranks the player among those out in the same hand, as the director says."""
    if together is None:
        return stack + ROOM
    return max(together.rank + (higher is True) - (higher is False), 0)


def place_of(
    tournament: TournamentState, player: str, at: int, together: e.Busted | None, higher: bool | None
) -> e.Ranked:
    """The place of a player who went out at that time: above all who went out before."""
    groups, entrants = tournament.groups, tournament.entrants
    if together is not None:
        index = next((at for at, group in enumerate(groups) if together.player in group), len(groups))
        if higher is None and index < len(groups):
            return e.Ranked(((player,),), index, shared=True)
        return e.Ranked(((player,),), min(index + (higher is True), len(groups)))
    index = len(groups)
    while index and max([entrants[one].out_at for one in groups[index - 1]]) > at:
        index -= 1
    return e.Ranked(((player,),), index)


def _together(doing: Doing, command: c.Out, at: int) -> e.Busted | None:
    if not command.together:
        if command.higher is not None:
            raise Conflict("say with whom: `with` names a player who went out in the same hand", code="not_out")
        others = out_in_round(doing.tournament, doing.entrant(command.player).table, at)
        if others and doing.again is None:
            raise Conflict(
                f"{others[0].player} went out at table {others[0].table} in this hand, too: say who began it with more "
                "chips",
                TOGETHER,
                code="same_hand",
            )
        return None
    doing.entrant(command.together)
    known = doing.tournament.heard.outs.get(command.together)
    if known is None:
        raise Conflict(f"{command.together} is not out: tell that first, then who had more", code="not_out")
    if known.table != doing.entrant(command.player).table:
        raise Conflict(f"{command.together} went out at table {known.table}, in another hand", code="other_hand")
    return known


def out_in_round(tournament: TournamentState, table: int, at: int) -> list[e.Busted]:
    """Those who went out at a table in the round of hand for hand that is on: in one hand, as it plays no other one."""
    if not tournament.hand_for_hand or at < tournament.heard.round_since:
        return []
    outs = tournament.heard.outs
    return [outs[bust.player] for bust in tournament.round_busts if bust.table == table and bust.player in outs]


def _check_winners(doing: Doing, command: c.Out) -> None:
    if len(set(command.by)) < len(command.by) or command.player in command.by:
        raise Conflict("the winners of the last chips are others, each named once", code="bad_winner")
    for winner in command.by:
        if doing.entrant(winner).status in (Status.REGISTERED, Status.ALTERNATE):
            raise Conflict(f"{winner} has no seat, and won no chips", code="bad_winner")


def _shares(stack: int, by: Sequence[str]) -> Shares:
    each, odd = divmod(stack, len(by)) if by else (0, 0)
    return tuple([(winner, each + (at < odd)) for at, winner in enumerate(by)])


def _give(doing: Doing, table: int, shares: Shares, sign: int = 1) -> None:
    """Put chips that were won on the stacks of the record, as far as their players still sit somewhere."""
    tournament = doing.tournament
    here = table if table in tournament.tables else 0
    for winner, chips in shares:
        entrant = tournament.entrants.get(winner)
        if entrant is None or entrant.status is not Status.SEATED or not chips:
            continue
        if sign < 0 and tournament.stack_of(winner) <= chips:
            continue  # the record cannot give it back: the next count tells
        doing.table_event(entrant.table, at_table.Adjusted(winner, sign * chips, "out" if sign > 0 else "not out"))
        if entrant.table != here:
            doing.emit(e.Drifted(here, entrant.table, sign * chips))


def _bounty(tournament: TournamentState, player: str, by: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
    """The bounty of each winner; where nobody is named, it stays until somebody is."""
    winners = [one for one in by if tournament.entrants[one].status is not Status.DISQUALIFIED]
    if not tournament.entrants[player].head or not winners:
        return ()
    heads = {one: tournament.entrants[one].head for one in (player, *winners)}
    won = knock_out(heads, player, winners, progressive=tournament.structure.entry.progressive)
    return tuple([(one, won.cash[one], won.added[one]) for one in winners])


def _pay_out(doing: Doing, player: str, by: Sequence[str], bounty: tuple[tuple[str, int, int], ...]) -> None:
    if bounty:
        doing.emit(e.BountyWon(player, bounty))
    if by:
        do_envelopes.won(doing, player, tuple(by))


def _tell_winners(doing: Doing, known: e.Busted, by: Sequence[str]) -> None:
    """It is told later who won."""
    shares = _shares(known.stack, by)
    _give(doing, known.table, shares)
    bounty = _bounty(doing.tournament, known.player, by)
    _pay_out(doing, known.player, by, bounty)
    doing.emit(e.WinnerReported(known.player, shares, bounty))


# ---- put right


def unbust(doing: Doing, command: c.Unbust) -> None:
    """Take a player back in who is not out after all. Raises Conflict where the seat is taken or the bounty is gone."""
    tournament, player = doing.tournament, command.player
    entrant = doing.entrant(player)
    known = tournament.heard.outs.get(player)
    if known is None or entrant.status not in (Status.OUT, Status.BUSTED):
        raise NotDue(f"{player} is {entrant.status}, and nobody told that they are out", code="not_out")
    if tournament.deal is not None and player not in tournament.deal.players:
        raise NotDue(f"a deal has been made without them: undo it, and {player} comes back", code="deal_made")
    table, seat = command.table or known.table, command.seat if command.seat >= 0 else known.seat
    if not entrant.table:
        here = doing.table(table)
        if seat >= here.rules.seats or here.player_in(seat) is not None:
            raise Conflict(
                f"seat {seat + 1} at table {table} is not free: say which seat {player} gets", code="seat_taken"
            )
    if known.by and tournament.envelopes.is_filled:
        raise Conflict(f"an envelope was won with {player}: undo step {known.step} alone instead", code="bounty_gone")
    for winner, _, head in known.bounty:
        if winner not in tournament.entrants or tournament.entrants[winner].head < head:
            raise Conflict(f"the bounty on {player} has gone on from {winner}: undo that first", code="bounty_gone")
    _give(doing, known.table, known.by, -1)
    if known.bounty:
        doing.emit(e.BountyReturned(player, known.bounty, known.head))
    if entrant.table:
        doing.emit(e.Unbusted(player, command.why))
        doing.table_event(entrant.table, at_table.Adjusted(player, known.stack, "not out"))
        return
    doing.emit(e.Unbusted(player, command.why))
    doing.at_table(table, t.Sit(seat, known.stack), player)


def reorder(doing: Doing, command: c.Reorder) -> None:
    """Put the places of players right who are out."""
    placed = {player for group in doing.tournament.groups for player in group}
    for player in command.players:
        doing.entrant(player)
        if player not in placed:
            raise Conflict(f"{player} has no place yet", code="not_out")
    if len(set(command.players)) < max(len(command.players), 2):
        raise Conflict("say two players or more, each once, the best first", code="told_twice")
    doing.emit(e.Reordered(command.players, command.alike, command.why))


def round_done(doing: Doing, command: c.Round) -> None:
    """All tables have played their hand of hand for hand: penalties are served by it (58-B)."""
    tournament = doing.tournament
    if not tournament.hand_for_hand:
        raise NotDue("it is not hand for hand: say how many hands a table has played", TOGETHER, code="hand_for_hand")
    real_cards(doing)
    serve(doing, [one.player for one in tournament.entrants.values() if one.penalty and one.table], 1)
    doing.emit(e.RoundReported(doing.now))


def count_hand(doing: Doing, command: c.CountHand) -> None:
    """Report one hand with real cards: stacks that have changed are known then, and players without chips are out."""
    tournament, number = doing.tournament, command.table
    table = doing.table(number)
    told = dict(command.stacks)
    strange = next((player for player in told if player not in table.places), None)
    if strange is not None or len(told) != len(command.stacks):
        raise Conflict(f"{strange or 'a player'} is not at table {number}, or is counted twice", code="not_in_hand")
    if min(told.values(), default=0) < 0:
        raise Conflict("no stack is negative", CHIPS, code="chips_do_not_add_up")
    if not any(told.get(player, tournament.stack_of(player)) for player in table.places):
        why = f"somebody at table {number} has the chips: not all are out in one hand"
        raise Conflict(why, CHIPS, code="bad_count")
    winners = [player for player, chips in told.items() if chips > tournament.stack_of(player)]
    gone = sorted([player for player, chips in told.items() if not chips], key=tournament.stack_of)
    first: e.Busted | None = None
    for player in gone:
        entrant = doing.entrant(player)
        higher = None if first is None or tournament.stack_of(player) == first.stack else True
        go_out(doing, entrant, winners, doing.now, first, higher)
        first = tournament.heard.outs[player]
    count = {player: chips for player, chips in told.items() if chips}
    doing.count(count, doing.now)
    serve(doing, [player for player in table.places if tournament.entrants[player].penalty], 1)
    doing.emit(e.HandsReported(number, 1, doing.now))
