"""The course of a hand as one table: what may be due next, for any game, limit, house and stakes.

`ANSWERS` lists the events that answer each `Due`, and `FOLLOWS` what may be due after such an event. The events in
`BETWEEN` can happen at any time: an action of the floor, a mistake, a fold or a show out of turn, a purchase of chips.
They usually do not change what is due.

`course` decides what is due; this table only describes it. The universal tester compares the table with every event of
every hand that it plays, and a test shows that each listed pair occurs. The idea comes from h11, which has such a table
for the states of HTTP.
"""

from __future__ import annotations

from typing import Final

from sidepot.hand import events as e
from sidepot.hand import terms as t
from sidepot.hand.due import (
    ACT,
    AWARD,
    BOARD,
    BRING_IN,
    BURN,
    CONSENT,
    DEAL,
    DECLARE,
    DONE,
    DRAW,
    PASS_OUT,
    POST,
    PROVE,
    RESHUFFLE,
    RETURN,
    REVEAL,
    RUN,
    SHOW,
    Due,
)

ANSWERS: Final[dict[Due, tuple[type, ...]]] = {
    POST: (e.Posted,),
    BURN: (e.Burned,),
    DEAL: (e.Dealt,),
    BOARD: (e.BoardDealt,),
    RESHUFFLE: (e.Reshuffled,),
    BRING_IN: (e.BroughtIn, e.RaisedTo),
    ACT: (e.Folded, e.Checked, e.Called, e.RaisedTo, t.MarkerOffered),
    CONSENT: (t.Consented,),
    DRAW: (e.Discarded,),
    RETURN: (e.Returned,),
    RUN: (e.RunChosen,),
    DECLARE: (e.Declared,),
    REVEAL: (e.Revealed,),
    SHOW: (e.Shown, e.Mucked),
    PROVE: (e.Proved,),
    AWARD: (e.Awarded,),
    PASS_OUT: (e.PassedOut,),
}

BETWEEN: Final = (
    t.Added, t.Borrowed, e.Exposed, e.Folded, e.Killed, e.Redealt, e.Restubbed, e.Ruled, e.Shown, e.TookBack, e.Voided,
)  # fmt: skip


def _of(*dues: Due) -> frozenset[Due]:
    return frozenset(dues)


# fmt: off
FOLLOWS: Final[dict[Due, frozenset[Due]]] = {
    POST: _of(POST, BURN, DEAL),
    BURN: _of(DEAL, BOARD, RESHUFFLE, DRAW),
    DEAL: _of(BURN, DEAL, BOARD, RESHUFFLE, BRING_IN, ACT, DRAW, RETURN, RUN, DECLARE, SHOW, PROVE, AWARD, PASS_OUT,
              DONE),
    BOARD: _of(BURN, DEAL, BOARD, RESHUFFLE, ACT, DRAW, RETURN, RUN, DECLARE, SHOW, AWARD, PASS_OUT, DONE),
    RESHUFFLE: _of(BURN, DEAL, BOARD),
    BRING_IN: _of(BURN, ACT, RETURN, SHOW, AWARD),
    ACT: _of(BURN, DEAL, BOARD, RESHUFFLE, ACT, CONSENT, DRAW, RETURN, RUN, DECLARE, SHOW, PROVE, AWARD, PASS_OUT,
             DONE),
    CONSENT: _of(ACT, CONSENT),
    DRAW: _of(BURN, DEAL, BOARD, RESHUFFLE, ACT, DRAW, RUN, DECLARE, SHOW, PROVE, AWARD, DONE),
    RETURN: _of(BURN, DEAL, BOARD, RESHUFFLE, DRAW, RETURN, RUN, DECLARE, SHOW, PROVE, AWARD, DONE),
    RUN: _of(BURN, BOARD, RUN, SHOW),
    DECLARE: _of(DECLARE, REVEAL, SHOW, AWARD),
    REVEAL: _of(SHOW, PROVE, AWARD),
    SHOW: _of(BURN, DEAL, BOARD, RESHUFFLE, RETURN, SHOW, PROVE, AWARD, PASS_OUT),
    PROVE: _of(BURN, SHOW, AWARD, PASS_OUT),
    AWARD: _of(BURN, DEAL, BOARD, RESHUFFLE, DRAW, RUN, DECLARE, SHOW, PROVE, AWARD, PASS_OUT, DONE),
    PASS_OUT: _of(SHOW, PROVE, AWARD, PASS_OUT, DONE),
    DONE: _of(),
}
# fmt: on


def is_in_course(due: Due, kind: type, then: Due) -> bool:
    """Whether an event of this kind may happen while `due` is due, and may make `then` due."""
    if due in ANSWERS and kind in ANSWERS[due]:
        return then in FOLLOWS[due]
    return kind in BETWEEN
