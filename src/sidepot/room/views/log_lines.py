"""A hand of the room in words: its first line, and the last act of each seat, as it stands beside the seat.

All other lines are told by `hand.story`. They are told from the public fold of the hand alone (see `onlooker`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.games.titles import limit_words, stakes_parts, ways_words
from sidepot.hand import events as e
from sidepot.hand.setup import Post
from sidepot.hand.story.story import act_words, discard_words
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from sidepot.hand.words import runs_words
from sidepot.room.table.level_text import listed
from sidepot.room.views.stakes_text import title_said
from sidepot.room.views.told_parts import marked, name, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.games.model import Game
    from sidepot.hand.hand import Hand


def first_line(hand: Hand, players: Sequence[str], number: int) -> str:
    """A hand begins: the game, the stakes and the button."""
    setup = hand.setup
    stakes = marked(listed(stakes_parts(setup.limit, setup.stakes)))
    game = f"{marked(title_said(setup.game))}, {phrase(limit_words(setup.limit))}, {stakes}"
    button = "" if hand.plan.is_stud else f". {name(players[setup.button])} has the button"
    return f"Hand {name(str(number))}: {game}{button}"


def last_words(hand: Hand, event: Any) -> tuple[int, str] | None:
    """The seat that acts and its act, short, as it stands beside the seat; told before the hand takes it in."""
    words = _LAST.get(type(event))
    said = words if words is None or isinstance(words, str) else words(hand, event)
    return (event.seat, said) if said else None


def declares_words(game: Game, ways: int) -> str:
    """`declares low`: as it stands beside a seat, when it is said aloud or the closed hands are opened."""
    return f"declares {ways_words(game, ways)}"


_POSTS: Final = {Post.DEAD_ANTE: "ante", Post.LIVE_BLIND: "blind"}


def _post(post: Post, amount: int) -> str:
    """`big blind 20`, as it stands beside a seat; the antes of all are told of nobody."""
    return "" if post is Post.ANTE else f"{_POSTS.get(post, post)} {amount}"


_LAST: Final[dict[type, str | Callable[[Hand, Any], str]]] = {
    e.Folded: "folds",
    e.Checked: "checks",
    e.RaisedTo: act_words,
    e.Called: lambda hand, event: f"calls {event.amount}" if event.amount else "calls",
    e.Posted: lambda hand, event: _post(event.post, event.amount),
    e.BroughtIn: lambda hand, event: f"brings in {event.amount}",
    e.Discarded: discard_words,
    e.RunChosen: lambda hand, event: runs_words(event.runs),
    e.Declared: lambda hand, event: declares_words(hand.setup.game, event.ways) if event.ways > 0 else "has declared",
    e.Shown: "shows",
    e.Mucked: "mucks",
    e.Killed: "hand is dead",
    Added: "buys chips",
    Borrowed: "borrows chips",
    MarkerOffered: "offers a marker",
    Consented: lambda hand, event: "accepts" if event.agrees else "refuses",
}
