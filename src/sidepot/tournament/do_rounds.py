"""Rounds of hand for hand: when one is over, and who goes out in it. Source: TDA-2024 RP-8; Robert's, tournaments."""

from __future__ import annotations

from collections.abc import Iterable

from sidepot.tournament import events as e
from sidepot.tournament.do_clock import take_hand_off
from sidepot.tournament.doing import Doing
from sidepot.tournament.ranks import Bust, rank_out


def rank(doing: Doing, busts: Iterable[e.Busted]) -> None:
    """Those who went out together have their places: in a round of hand for hand all tables count as one."""
    round_of = 0 if doing.event.hand_for_hand else None
    out = [Bust(bust.player, bust.table, bust.hand, bust.stack, bust.at, round_of) for bust in busts]
    doing.emit(e.Ranked(rank_out(out)[::-1]))


def end_round(doing: Doing) -> None:
    """When the last table has played its hand, or will not play, the round is over."""
    event = doing.event
    if not event.hand_for_hand or not (event.round_played or event.round_busts):
        return
    playing = [
        number
        for number, table in event.tables.items()
        if table.is_hand_on
        or number not in event.halted
        and sum([table.in_play(place) for place in table.places.values()]) > 1
    ]
    if all(number in event.round_played for number in playing):
        close_round(doing)


def close_round(doing: Doing) -> None:
    """A round is over: those who went out in it are ranked together, and its time is taken off the level."""
    event = doing.event
    if not event.hand_for_hand or not (event.round_played or event.round_busts):
        return
    busts = list(event.round_busts)
    doing.emit(e.RoundDone())
    if busts:
        rank(doing, busts)
    take_hand_off(doing)
