"""Each figure in one line that names its events. `sidepot stats --explain` prints them, docs/stats.md lists them."""

from __future__ import annotations

from typing import Final

EXPLAINED: Final = {
    "hands": "hands in which the player was `Dealt` a card",
    "won": "chips up or down after the rake, cash-outs counted, in each currency; tournament chips apart",
    "bb/100": "chips up or down, each hand in its own big blind (else small bet), for a hundred hands",
    "±": "the standard error of bb/100: two times in three the true rate is no further away",
    "VPIP": "a `Called` with chips or a `RaisedTo` in the first betting round, of all hands but walks and bomb pots",
    "PFR": "a `RaisedTo` in the first betting round, of all hands but walks and bomb pots",
    "walk": "a hand in which all others have `Folded` in the first betting round before the player had an act",
    "bomb pot": "a hand in which nobody bets before the flop: it has no VPIP, PFR, 3-bet and c-bet",
    "3-bet": "a `RaisedTo` where one `RaisedTo` of another stands in the first betting round, of the acts at such a"
    " moment",
    "c-bet": "the last to have `RaisedTo` in the first betting round is the first to do so in the second, of the times"
    " they act there before anybody has",
    "WTSD": "came to the showdown, of the hands in which the player neither `Folded` nor was `Killed` in the first"
    " betting round that another one, or the showdown, follows",
    "W$SD": "got a share of an `Awarded` pot, of the showdowns the player came to",
    "all-in": "hands in which no act follows and cards come, a player is all-in, and all hands are known at the end",
    "expected": "bb/100 where each all-in hand counts as the average of its pots at the last act, after the same rake",
}
"""By the name of the column."""
