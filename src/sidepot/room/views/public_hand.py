"""The hand at a table as everybody sees it, replayed only from its public items.

Everything published about a hand (seats, pots, boards, last actions, the log) comes from a `PublicHand`. It never
contains a hidden card, so it cannot reveal one.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.errors import SidepotError
from sidepot.games.model import Game
from sidepot.games.titles import limit_words, stakes_parts, ways_words
from sidepot.games.unit import WHOLE, Unit
from sidepot.hand import events as e
from sidepot.hand.due import ACT, DONE
from sidepot.hand.events import Part
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Post
from sidepot.hand.story.odd import odd_reasons
from sidepot.hand.story.story import Story, act_words, discard_words
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from sidepot.hand.view import PLAIN, SPECTATOR, redact
from sidepot.hand.words import hand_words, played_cards, rivals_of, runs_words
from sidepot.room.fairness.items import OF_THE_ROOM, Cut, Heading, Item, Shuffled
from sidepot.room.table.level_text import listed
from sidepot.room.views.log_parts import marked, marking_voice, name, phrase
from sidepot.room.views.stakes_text import title_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.hand.events import Awarded
    from sidepot.room.table.machine import RoomTable
    from sidepot.room.views.schema import PotState, PublicView, SeatState

KEPT: Final = 2048  # tables whose hands are cached; others are replayed again


class PublicHand:
    """The public replay of a hand's `items` so far: what a spectator sees or, for a record, what its `seat` saw.

    - `view`: the hand (None until it has started)
    - `last`, `won`: the last action in this round, and the chips won, by seat of the hand
    - `won_by`: with several boards, the chips that each board paid, by seat
    - `paid`: all payments, as (pot, board, half, seat, chips, winning cards)
    - `contested`, `behind`: the pots and the stacks before the first payment
    - `lines`: the text of each item, with marked parts (`log_parts`)
    - `root`: the commitment to the deck in use
    - `state`: the public view that was published last
    - `kept`, `kept_at`: the seats and pots of this view, and the number of its event
    - `touched`: the seats that have bet, checked or folded since that event, in the same round
    - `stale`: anything else has happened since that event
    """

    __slots__ = (
        "_names", "_round", "_seat", "_story", "behind", "contested", "items", "kept", "kept_at", "last", "lines",
        "number", "paid", "players", "root", "stale", "state", "touched", "unit", "view", "won", "won_by",
    )  # fmt: skip

    def __init__(self, items: Sequence[Item], seat: int = SPECTATOR) -> None:
        self.items = items
        self._seat = seat
        self.view: Hand | None = None
        self.number = 0
        self.players: tuple[str, ...] = ()
        self.unit = WHOLE
        self.root = ""
        self.last: list[str] = []
        self.won: list[int] = []
        self.won_by: tuple[dict[int, int], ...] = ()
        self.paid: list[Paid] = []
        self.contested: list[tuple[int, int]] = []
        self.behind: tuple[int, ...] = ()
        self.lines: list[tuple[str, ...]] = []
        self.kept: tuple[tuple[SeatState | None, ...], tuple[PotState, ...]] = (), ()
        self.kept_at = 0
        self.state: PublicView | None = None
        self.touched = 0  # a bit for each seat
        self.stale = True
        self._story: Story | None = None
        self._round = (-1, 0)
        self._names: dict[int, tuple[object, str]] = {}

    def catch_up(self) -> None:
        """Apply the new items."""
        for at in range(len(self.lines), len(self.items)):
            self.lines.append(tuple(self._take(self.items[at])))

    def hand_name(self, seat: int) -> str:
        """The name of a seat's tabled hand, such as `two pair, kings and nines`."""
        view = self.view
        if view is None or not view.shown >> seat & 1:
            return ""
        depends_on = view.hole[seat], view.boards, view.shown & view.live
        named = self._names.get(seat)
        if named is None or named[0] != depends_on:
            named = self._names[seat] = depends_on, hand_words(view, view.hole[seat], rivals_of(view, seat))
        return named[1]

    def _take(self, item: Item) -> list[str]:
        """Apply an item without its hidden parts. Returns its lines."""
        view, story, is_plain = self.view, self._story, type(item) in PLAIN
        event: Any = item
        if not is_plain:
            if isinstance(item, OF_THE_ROOM):
                return self._of_the_room(item)
            if isinstance(item, e.Started):
                self.view = Hand(item.setup)
                self._story = Story(self.view, marking_voice(self.players))
                self._clear()
                return [first_line(self.view, self.players, self.number, self.unit)]
            event = redact(item, self._seat)
        if view is None or story is None:
            return []
        words = _LAST.get(type(event))
        last_act = words if words is None or isinstance(words, str) else words(view, event)
        if not is_plain and isinstance(event, e.Awarded) and not self.paid:
            self.contested = [(amount, can & view.live) for amount, can, _ in view.pots()]
            self.behind = tuple(view.stacks)
        lines = story.tell(event)  # applies it to the view
        if not is_plain:
            self._look_at(view, event)
        where = view.street, view.aside.run
        if where == self._round or view.due is DONE:
            seat: int = getattr(event, "seat", -1)
            if last_act:
                self.last[seat] = last_act
            if last_act and is_plain and view.due is ACT:  # the bets stay in front of the seats
                self.touched |= 1 << seat
            else:
                self.stale = True
        else:  # the act closed the round
            self.last = [""] * len(self.last)
            self.stale = True
        self._round = where
        return lines

    def _look_at(self, view: Hand, event: e.Event) -> None:
        """Apply what an event changes besides the hand and the last actions."""
        if isinstance(event, e.Redealt):
            self._clear()
        elif isinstance(event, e.Awarded):
            self._pays(view, event)
        elif isinstance(event, e.Revealed):
            self._opens(view, event)

    def _pays(self, view: Hand, event: e.Awarded) -> None:
        """Apply the payment of a pot. Uncontested chips have no board."""
        for seat, amount in event.shares:
            self.won[seat] += amount
        self.paid += payments(view, event)
        if event.parts and len(view.boards) > 1:
            boards = self.won_by or tuple([{} for _ in view.boards])
            for board, _, shares in event.parts:
                for seat, amount in shares:
                    boards[board][seat] = boards[board].get(seat, 0) + amount
            self.won_by = boards

    def _opens(self, view: Hand, event: e.Revealed) -> None:
        """Reveal the declarations: show each as the last action of its seat."""
        for seat, ways in event.declared:
            if view.live >> seat & 1:
                self.last[seat] = declares_words(view.setup.game, ways)

    def _of_the_room(self, item: Heading | Shuffled | Cut) -> list[str]:
        if isinstance(item, Heading):
            self.number = item.hand
            self.players = item.players
            self.unit = Unit(item.decimals)
            return []
        if isinstance(item, Shuffled):
            self.root = item.root
            return []
        return [f"{name(item.by)} cuts the pack"]

    def _clear(self) -> None:
        self.last = [""] * len(self.players)
        self.won = [0] * len(self.players)
        self.won_by = ()
        self.paid = []
        self.contested = []
        self.behind = ()
        self._round = (-1, 0)


_SEEN: dict[str, PublicHand] = {}  # the last public hand of each table, so that each item is applied only once


def public_hand_of(room: RoomTable) -> PublicHand:
    """The public replay of a table's current or last hand."""
    seen = _SEEN.get(room.id)
    if seen is None or seen.items is not room.items:
        if seen is None and len(_SEEN) >= KEPT:
            del _SEEN[next(iter(_SEEN))]
        seen = _SEEN[room.id] = PublicHand(room.items)
    if len(seen.lines) < len(room.items):
        seen.catch_up()
    return seen


Paid = tuple[int, int, int, int, int, tuple[int, ...], str]  # pot, board, half, seat, chips, cards, odd chip's reason


def payments(view: Hand, event: Awarded) -> list[Paid]:
    """The payments from a pot, with the winning cards if they were shown."""
    parts = event.parts or (Part(0, -1, event.shares),)
    shown = view.shown & view.live
    odd = odd_reasons(view, event)
    found = []
    for board, half, shares in parts:
        for seat, chips in shares:
            cards = _cards(view, seat, board, half) if shown >> seat & 1 else ()
            why = odd.get((board, half, seat), "")
            found.append((event.pot, board if cards else -1, half, seat, chips, cards, why))
    return found


def _cards(view: Hand, seat: int, board: int, half: int) -> tuple[int, ...]:
    """The winning cards of one half, or of the whole hand."""
    halves = range(len(view.setup.game.halves)) if half < 0 else (half,)
    try:
        return tuple(dict.fromkeys([card for one in halves for card in played_cards(view, seat, board, one)]))
    except SidepotError:  # an incomplete board
        return ()


# ---- the first line of a hand, and the last act of each seat


def first_line(hand: Hand, players: Sequence[str], number: int, unit: Unit = WHOLE) -> str:
    """The first log line of a hand, with the game, the stakes and the button."""
    setup = hand.setup
    stakes = marked(listed(stakes_parts(setup.limit, setup.stakes, unit)))
    game = f"{marked(title_sentence(setup.game))}, {phrase(limit_words(setup.limit))}, {stakes}"
    button = "" if hand.plan.is_stud else f". {name(players[setup.button])} has the button"
    return f"Hand {name(str(number))}: {game}{button}"


def declares_words(game: Game, ways: int) -> str:
    """A declaration in words, such as `declares low`, shown as the last action of a seat."""
    return f"declares {ways_words(game, ways)}"


_POSTS: Final = {Post.DEAD_ANTE: "ante", Post.LIVE_BLIND: "blind"}


def _post(post: Post, amount: int) -> str:
    """A post as a last action, such as `big blind 20` ("" for an ante that everybody posts)."""
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
