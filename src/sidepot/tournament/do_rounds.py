"""Rounds of hand for hand: when a round is over, and who goes out in it. Source: TDA-2024 RP-8; Robert's Rules."""

from __future__ import annotations

from collections.abc import Iterable

from sidepot.tournament import events as e
from sidepot.tournament.do_clock import take_hand_off
from sidepot.tournament.ranks import Bust, rank_out
from sidepot.tournament.underway import Doing


def rank(doing: Doing, busts: Iterable[e.Busted]) -> None:
    """Rank players who went out together; in a round of hand for hand all tables count as one."""
    round_of = 0 if doing.tournament.hand_for_hand else None
    out = [Bust(bust.player, bust.table, bust.hand, bust.rank, bust.at, round_of) for bust in busts]
    doing.emit(e.Ranked(rank_out(out)[::-1]))


def end_round(doing: Doing) -> None:
    """Close the round when every table has played its hand, or will not play."""
    tournament = doing.tournament
    if not tournament.hand_for_hand or not (tournament.round_played or tournament.round_busts):
        return
    playing = [
        number
        for number, table in tournament.tables.items()
        if table.is_hand_on or number not in tournament.halted and table.in_play_here > 1
    ]
    if all(number in tournament.round_played for number in playing):
        close_round(doing)


def close_round(doing: Doing) -> None:
    """Rank the players who went out in this round together, and take its time off the level."""
    tournament = doing.tournament
    if not tournament.hand_for_hand or not (tournament.round_played or tournament.round_busts):
        return
    busts = list(tournament.round_busts)
    doing.emit(e.RoundDone(doing.now))
    if busts:
        rank(doing, busts)
    take_hand_off(doing)
