"""Hold'em and Omaha at many tables at once: a million hands from policies, or one act at a time from arrays of acts.

A `Batch` is what its tables have in common: the game, the limit, the stakes, the house and how many seats there are.
Stacks and buttons are each table's own. Every hand comes out as `hand.Hand` has it, to the last odd chip: see
`tools/batch_scenes.py`, which plays them again, and `docs/batch.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import Limit, NoLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.kernels.array_betting import Form
from sidepot.kernels.array_input import MOST, acts_of
from sidepot.kernels.bits import state_of
from sidepot.kernels.hand_course import BOARD, BURNS, HandArrays
from sidepot.kernels.jit import Array, need_fast
from sidepot.kernels.plain_numbers import form_of, looks_of, posts_of
from sidepot.kernels.policy_hands import ACTS, CERTAIN, play_hands
from sidepot.kernels.stepping import HIGH, LOW, OWED, POT, ROUND, SEAT, STREET, deal_tables, step_tables
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Rulebook

_DEEP = 1 << 40  # a stack that covers every post


class Played(NamedTuple):
    """The result of a hand at each table.

    `won` is what each seat won or lost, a row a table. `decks` are the cards in the order in which a dealer deals them,
    burns and all, and `log` the seat and the act of each decision (-1 to fold, 0 to check or call, else the total bet
    or raised to), with seat -1 behind the last one; both are None unless they were asked for.
    """

    won: Array
    decisions: int
    showdowns: int
    decks: Array | None = None
    log: Array | None = None


class Batch:
    """Tables that play the same game for the same stakes in the same house.

    Raises Conflict for a game not played here (see `forms.form_of`), and without the extra `fast`.
    """

    def __init__(
        self,
        game: Game = HOLDEM,
        limit: Limit | None = None,
        stakes: Stakes | None = None,
        rulebook: Rulebook = CASH,
        *,
        seats: int = 6,
        players_left: int | None = None,
    ) -> None:
        need_fast("playing many tables at once")
        import numpy as np

        self.game = game
        self.limit = NoLimit() if limit is None else limit
        self.stakes = Stakes(blinds=(1, 2)) if stakes is None else stakes
        self.rulebook = rulebook
        self.players_left = players_left
        setup = seat_hand(
            game, self.limit, self.stakes, rulebook, (_DEEP,) * seats, button=0, players_left=players_left
        )
        self.form: Form = form_of(setup)
        self._posts = posts_of(setup)
        self._looks = looks_of(game)
        self._scratch = np.zeros((3, seats), dtype=np.int64)

    @property
    def seats(self) -> int:
        """How many seats each table has."""
        return self.form.seats

    def play(
        self,
        stacks: Sequence[Sequence[int]] | Sequence[int] | Array,
        policy: Array,
        *,
        tables: int | None = None,
        buttons: Sequence[int] | int | Array | None = None,
        seed: int = 0,
        after: int = 0,
        keep: int = 0,
    ) -> Played:
        """Play a hand at each table, from policies.

        `stacks` is one row for all tables or one for each, `buttons` a seat or one for each (the last seat unless
        told). `policy` has, for each seat (or once for all), street and whether something is owed, the chances to fold,
        stay in, raise the minimum, raise the pot, raise all there may be. The same seed gives the same hands; `after`
        goes on behind so many of them. `keep` is how many decisions a hand may have when decks and decisions are kept.
        """
        import numpy as np

        before, at = self._seated(stacks, tables, buttons)
        count = tables if tables is not None else max(len(before), len(at))
        won = np.zeros((count, self.seats), dtype=np.int64)
        size = min(52, self.form.hole * self.seats + BOARD + BURNS)
        decks = np.full((count if keep else 0, size), UNKNOWN, dtype=np.int32)
        log = np.zeros((count if keep else 0, max(keep, 1), 2), dtype=np.int64)
        made, showdowns, longest = play_hands(
            self.form,
            self._posts,
            self._looks,
            before,
            at,
            cumulated(policy, self.seats),
            state_of(seed, after),
            self._table(),
            won,
            decks,
            log,
        )
        if keep and longest >= keep:
            raise BadNotation(f"a hand had {longest} decisions: keep={keep} leaves no room, {longest + 1} would")
        return Played(won, made, showdowns, decks if keep else None, log if keep else None)

    def deal(
        self,
        stacks: Sequence[Sequence[int]] | Sequence[int] | Array,
        *,
        tables: int | None = None,
        buttons: Sequence[int] | int | Array | None = None,
        seed: int = 0,
        after: int = 0,
        decks: Array | None = None,
    ) -> BatchTables:
        """Post and deal at each table, by chance or from the rows of `decks`, and wait for the first acts."""
        before, at = self._seated(stacks, tables, buttons)
        count = tables if tables is not None else max(len(before), len(at), 0 if decks is None else len(decks))
        return BatchTables(self, before, at, count, state_of(seed, after), decks)

    def _seated(
        self,
        stacks: Sequence[Sequence[int]] | Sequence[int] | Array,
        tables: int | None,
        buttons: Sequence[int] | int | Array | None,
    ) -> tuple[Array, Array]:
        """Stacks and buttons as arrays of one row or one a table. Raises BadNotation for a wrong shape."""
        import numpy as np

        before = np.atleast_2d(np.ascontiguousarray(stacks, dtype=np.int64))
        at = np.atleast_1d(np.ascontiguousarray(self.seats - 1 if buttons is None else buttons, dtype=np.int64))
        if before.ndim != 2 or before.shape[1] != self.seats or not len(before):
            raise BadNotation(f"stacks are rows of {self.seats} numbers, not an array of shape {before.shape}")
        if before.min() < 0 or before.max() > MOST or not before.max(axis=1).min():
            raise BadNotation(f"stacks are from 0 to {MOST} chips, and somebody at each table has some")
        if at.ndim != 1 or not len(at) or at.min() < 0 or at.max() >= self.seats:
            raise BadNotation(f"buttons are seats from 0 to {self.seats - 1}")
        sizes = {len(before), len(at), 1 if tables is None else tables} - {1}
        if len(sizes) > 1 or (tables is not None and (tables < 1 or sizes - {tables})):
            raise BadNotation(f"stacks for {len(before)}, buttons for {len(at)}, and {tables or 'as many'} tables")
        return before, at

    def _table(self) -> HandArrays:
        """One table's arrays, which hand after hand is played in."""
        import numpy as np

        chips = np.zeros((4, self.seats), dtype=np.int64)
        holes = np.zeros((self.seats, self.form.hole), dtype=np.int32)
        board, deck = np.zeros(BOARD, dtype=np.int32), np.zeros(52, dtype=np.int32)
        base, stacks, bets, acted = chips
        return HandArrays(base, stacks, bets, acted, holes, board, deck, *self._scratch.copy())


class _Column:
    """One number of each table, as `tables.name`: a column of one of its arrays."""

    def __init__(self, of: str, at: int) -> None:
        self.of = of
        self.at = at

    def __get__(self, tables: BatchTables, _: type[BatchTables]) -> Array:
        return getattr(tables, self.of)[:, self.at]


class BatchTables:
    """Hands that are on, a row a table: look at the arrays, then `step` with an act for each."""

    seat = _Column("_seen", SEAT)
    """The seat to act at each table, -1 where the hand is over."""
    street = _Column("_seen", STREET)
    """0 before the flop to 3 on the river, 4 where the hand is over."""
    owed = _Column("_seen", OWED)
    """The price of a call."""
    low = _Column("_seen", LOW)
    """The least total to bet or raise to, 0 where no raise is allowed."""
    high = _Column("_seen", HIGH)
    """The greatest total to bet or raise to, 0 where no raise is allowed."""
    pot = _Column("_seen", POT)
    """All that is in the middle and in front of the seats."""
    stacks = _Column("_chips", 1)
    """The chips behind each seat, in a cap game those that the cap keeps out of the hand apart."""
    bets = _Column("_chips", 2)
    """The chips in front of each seat in the round that is on, or was last."""
    live = _Column("_rounds", 0)
    """The seats that have not folded, as bit masks."""

    def __init__(
        self, batch: Batch, before: Array, buttons: Array, count: int, state: int, decks: Array | None
    ) -> None:
        import numpy as np

        form = batch.form
        self.batch = batch
        self.before, self.buttons = before, buttons
        self._rounds = np.zeros((count, ROUND), dtype=np.int64)
        self._chips = np.zeros((count, 4, form.seats), dtype=np.int64)
        self._holes = np.full((count, form.seats, form.hole), UNKNOWN, dtype=np.int32)
        self._boards = np.zeros((count, BOARD), dtype=np.int32)
        self._seen = np.zeros((count, 6), dtype=np.int64)
        deck = np.zeros(52, dtype=np.int32)
        self._written = (self._rounds, self._chips, self._holes, self._boards, self._seen, deck, batch._scratch)
        dealt = np.zeros((0, 1), dtype=np.int32) if decks is None else self._checked(decks, count)
        self.on: int = deal_tables(form, batch._posts, batch._looks, before, buttons, state, dealt, *self._written)

    def step(self, acts: Array) -> int:
        """Act at each table where a hand is on: -1 folds, 0 checks or calls, any other number is a total to bet or
        raise to, brought to the nearest that is allowed. Returns how many hands are still on."""
        read = acts_of(acts, len(self._rounds))
        self.on = step_tables(self.batch.form, self.batch._looks, self.buttons, read, *self._written)
        return self.on

    def _checked(self, decks: Array, count: int) -> Array:
        """Decks that are long enough and have each card once. Raises BadNotation."""
        import numpy as np

        form = self.batch.form
        decks = np.ascontiguousarray(decks, dtype=np.int32)
        playing = int((self.before > 0).sum(axis=1).max())
        need = form.hole * playing + BOARD + BURNS
        if decks.ndim != 2 or len(decks) != count or not need <= decks.shape[1] <= 52:
            raise BadNotation(f"decks are {count} rows of {need} to 52 cards, not an array of shape {decks.shape}")
        known = np.sort(decks[:, :need], axis=1)
        if known.min() < 0 or known.max() > 51 or (known[:, 1:] == known[:, :-1]).any():
            raise BadNotation(f"the first {need} cards of a deck are different ones from 0 to 51")
        return decks

    @property
    def holes(self) -> Array:
        """The hole cards of each seat; 53 where none were dealt."""
        return self._holes

    @property
    def boards(self) -> Array:
        """The board as far as it is turned; 53 for cards to come."""
        import numpy as np

        turned = np.array([0, 3, 4, 5, 5])[self.street]
        return np.where(np.arange(BOARD) < turned[:, None], self._boards, UNKNOWN)

    @property
    def won(self) -> Array:
        """The result of each seat so far; final once a hand is over."""
        import numpy as np

        cap = self.batch.form.cap
        before = np.minimum(self.before, cap) if cap else self.before
        return self.stacks - before


def cumulated(policy: Array, seats: int) -> Array:
    """The chances of a policy added up, for each seat, as parts of `CERTAIN`.

    Raises BadNotation for anything but chances.
    """
    import numpy as np

    chances = np.asarray(policy, dtype=np.float64)
    try:
        chances = np.broadcast_to(chances, (seats, 4, 2, ACTS))
    except ValueError:
        raise BadNotation(
            f"a policy has the shape (seats, streets, owed, acts), which is {(seats, 4, 2, ACTS)}, or one that extends "
            f"to it, not {chances.shape}"
        ) from None
    if not (chances >= 0).all() or not np.allclose(chances.sum(axis=-1), 1.0):
        raise BadNotation("the chances of the five acts are 0 or more, and add up to 1")
    left = np.cumsum(chances[..., :0:-1], axis=-1)[..., ::-1]  # of the acts behind: exactly 0 where none can happen
    return np.ascontiguousarray(np.rint((1.0 - left) * CERTAIN)).astype(np.int64)
