"""Hold'em and Omaha at many tables at once: play a million hands from policies, or act by act from arrays.

A `Batch` holds what its tables share: the game, the limit, the stakes, the house and the number of seats. Each table
has its own stacks and button. Every hand ends as `hand.Hand` would end it, to the last odd chip: see
`tools/batch_scenes.py`, which plays the hands again, and `docs/how-to/batch.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.cards import UNKNOWN, Cards, cards_of
from sidepot.errors import BadNotation
from sidepot.games.catalog import HOLDEM, game_of
from sidepot.games.limits import Limit, NoLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.games.titles import stakes_words
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.kernels.array_betting import Form
from sidepot.kernels.array_input import MOST, acts_of, finite_of, integers_of
from sidepot.kernels.bits import state_of
from sidepot.kernels.hand_course import BOARD, BURNS, HandArrays
from sidepot.kernels.jit import Array, need_fast
from sidepot.kernels.plain_numbers import form_of, looks_of, posts_of
from sidepot.kernels.policy_hands import ACTS, CERTAIN, play_hands
from sidepot.kernels.stepping import HIGH, LOW, OWED, POT, ROUND, SEAT, STREET, deal_tables, step_tables
from sidepot.rules.houses import CASH, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.integers import as_int

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_DEEP: Final = 1 << 40  # a stack that covers every post
MOST_TABLES: Final = 10**8
MOST_KEPT: Final = 10**4  # decisions of a hand
A_DECK: Final = "a card is a number from 0 to 51"


class Played(NamedTuple):
    """The results of one hand at each table.

    - `won`: the result of each seat, one row per table
    - `decks`: the cards in the order in which they were dealt, including burn cards (None unless requested)
    - `log`: the seat and the action of each decision: -1 for a fold, 0 for a check or call, otherwise the total bet or
      raised to; the seat after the last decision is -1 (None unless requested)
    """

    won: NDArray[np.int64]
    decisions: int
    showdowns: int
    decks: NDArray[np.int32] | None = None
    log: NDArray[np.int64] | None = None

    def __repr__(self) -> str:
        kept = ", decks and decisions kept" if self.log is not None else ""
        hands, seats = self.won.shape
        return f"<Played: {hands} hands, {seats} seats, {self.decisions} decisions, {self.showdowns} showdowns{kept}>"


class Batch:
    """Many tables with the same game, stakes and house.

    `game` and `rulebook` are values or names. Raises Conflict for a game that kernels do not play (see `form_of`), and
    if the extra `fast` is not installed.
    """

    def __init__(
        self,
        game: Game | str = HOLDEM,
        limit: Limit | None = None,
        stakes: Stakes | None = None,
        rulebook: Rulebook | str = CASH,
        *,
        seats: int = 6,
        players_left: int | None = None,
    ) -> None:
        need_fast("playing many tables at once")
        import numpy as np

        self.game: Game = game_of(game)
        self.limit: Limit = NoLimit() if limit is None else limit
        self.stakes: Stakes = Stakes(blinds=(1, 2)) if stakes is None else stakes
        self.rulebook: Rulebook = house_of(rulebook, "rulebook")
        self.players_left = players_left
        stacks = (_DEEP,) * min(as_int(seats, "seats"), 100)  # more are refused as 100 are
        setup = seat_hand(
            self.game, self.limit, self.stakes, self.rulebook, stacks, button=0, players_left=players_left
        )
        self.form: Form = form_of(setup)
        self._posts = posts_of(setup)
        self._looks = looks_of(self.game)
        self._scratch = np.zeros((3, len(stacks)), dtype=np.int64)

    def __repr__(self) -> str:
        return f"<Batch: {self.game.title}, {stakes_words(self.limit, self.stakes)}, {self.seats} seats>"

    def __copy__(self) -> Batch:
        return _batch(self.game, self.limit, self.stakes, self.rulebook, self.seats, self.players_left)

    def __deepcopy__(self, memo: dict[int, object]) -> Batch:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        return _batch, (self.game, self.limit, self.stakes, self.rulebook, self.seats, self.players_left)

    @property
    def seats(self) -> int:
        """The number of seats at each table."""
        return self.form.seats

    def play(
        self,
        stacks: ArrayLike,
        policy: ArrayLike,
        *,
        tables: int | None = None,
        buttons: ArrayLike | None = None,
        seed: int = 0,
        after: int = 0,
        keep: int = 0,
    ) -> Played:
        """Play a hand at each table, with decisions drawn from policies.

        - `stacks`, `buttons`: for all tables, or one row for each (by default, the last seat has the button)
        - `policy[seat, street, owed]`: the probabilities of folding, staying in, and raising the minimum, the pot or
          the maximum; without the seat axis, it is for all seats
        - `seed`, `after`: the same seed gives the same hands, of which the first `after` are skipped
        - `keep`: the maximum number of decisions in a hand, if decks and decisions are kept
        """
        import numpy as np

        before, at, count = self._seated(stacks, tables, buttons)
        seed, after, keep = as_int(seed, "seed"), as_int(after, "after"), as_int(keep, "keep")
        if not 0 <= keep <= MOST_KEPT:
            raise BadNotation(f"keep: expected 0 to {MOST_KEPT} decisions, got {keep}")
        chances = cumulated(policy, self.seats)
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
            chances,
            state_of(seed, after),
            self._table(),
            won,
            decks,
            log,
        )
        if keep and longest >= keep:
            raise BadNotation(f"a hand had {longest} decisions, too many for keep={keep}; {longest + 1} would suffice")
        return Played(won, made, showdowns, decks if keep else None, log if keep else None)

    def deal(
        self,
        stacks: ArrayLike,
        *,
        tables: int | None = None,
        buttons: ArrayLike | None = None,
        seed: int = 0,
        after: int = 0,
        decks: ArrayLike | Sequence[Cards] | None = None,
    ) -> BatchTables:
        """Post and deal a hand at each table, at random or from `decks`, up to the first decision.

        A deck is a row of cards, in an array or as text.
        """
        given = None if decks is None else integers_of(_as_numbers(decks), "decks", A_DECK)
        before, at, count = self._seated(stacks, tables, buttons, 0 if given is None or not given.ndim else len(given))
        seed, after = as_int(seed, "seed"), as_int(after, "after")
        return BatchTables(self, before, at, count, state_of(seed, after), given)

    def _seated(
        self, stacks: ArrayLike, tables: int | None, buttons: ArrayLike | None, decks: int = 0
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
        """Stacks and buttons as arrays with one row or one per table, and the number of tables.

        Raises BadNotation for other shapes.
        """
        import numpy as np

        before = np.atleast_2d(integers_of(stacks, "stacks", f"a row of stacks is {self.seats} integers"))
        right = f"a button is a seat from 0 to {self.seats - 1}"
        at = np.atleast_1d(integers_of(self.seats - 1 if buttons is None else buttons, "buttons", right))
        if before.ndim != 2 or before.shape[1] != self.seats or not len(before):
            raise BadNotation(f"stacks: expected rows of {self.seats} numbers, got an array of shape {before.shape}")
        if before.min() < 0 or before.max() > MOST or not before.max(axis=1).min():
            raise BadNotation(f"stacks: expected 0 to {MOST} chips, and a stack above 0 at each table")
        if at.ndim != 1 or not len(at) or at.min() < 0 or at.max() >= self.seats:
            raise BadNotation(f"buttons: expected seats from 0 to {self.seats - 1}")
        count = max(len(before), len(at), decks) if tables is None else as_int(tables, "tables")
        if not 1 <= count <= MOST_TABLES:
            raise BadNotation(f"tables: expected 1 to {MOST_TABLES:,}, got {count}")
        if len(before) not in (1, count) or len(at) not in (1, count):
            asked = "as many" if tables is None else count
            raise BadNotation(
                f"stacks, buttons and tables disagree: {len(before)} rows of stacks, {len(at)} buttons, {asked} tables"
            )
        return before, at, count

    def _table(self) -> HandArrays:
        """The arrays of one table, which are reused for every hand."""
        import numpy as np

        chips = np.zeros((4, self.seats), dtype=np.int64)
        holes = np.zeros((self.seats, self.form.hole), dtype=np.int32)
        board, deck = np.zeros(BOARD, dtype=np.int32), np.zeros(52, dtype=np.int32)
        base, stacks, bets, acted = chips
        return HandArrays(base, stacks, bets, acted, holes, board, deck, *self._scratch.copy())


def _as_numbers(decks: object) -> object:
    """Decks as numbers, with cards given as text converted. Raises BadNotation for unreadable cards."""
    if isinstance(decks, list | tuple) and any(isinstance(deck, str) for deck in decks):
        return [cards_of(deck, f"decks: row {at}") for at, deck in enumerate(decks)]
    return decks


def _batch(game: Game, limit: Limit, stakes: Stakes, rulebook: Rulebook, seats: int, players_left: int | None) -> Batch:
    """A batch made from the parts that `copy` and `pickle` keep."""
    return Batch(game, limit, stakes, rulebook, seats=seats, players_left=players_left)


class BatchTables:
    """Hands in progress, one row for each table. Read the arrays, then call `step` with an action for each.

    The arrays belong to the tables and change with each step: copy what you keep.
    """

    def __init__(
        self,
        batch: Batch,
        before: NDArray[np.int64],
        buttons: NDArray[np.int64],
        count: int,
        state: int,
        decks: NDArray[np.int64] | None,
    ) -> None:
        import numpy as np

        form = batch.form
        self.batch: Batch = batch
        self.before: NDArray[np.int64] = before
        self.buttons: NDArray[np.int64] = buttons
        self._rounds = np.zeros((count, ROUND), dtype=np.int64)
        self._chips = np.zeros((count, 4, form.seats), dtype=np.int64)
        self._holes = np.full((count, form.seats, form.hole), UNKNOWN, dtype=np.int32)
        self._boards = np.zeros((count, BOARD), dtype=np.int32)
        self._seen = np.zeros((count, 6), dtype=np.int64)
        self._deck = np.zeros(52, dtype=np.int32)
        dealt = np.zeros((0, 1), dtype=np.int32) if decks is None else self._checked(decks, count)
        self.on: int = deal_tables(form, batch._posts, batch._looks, before, buttons, state, dealt, *self._written())

    def __repr__(self) -> str:
        return f"<BatchTables: {self.on} of {len(self._rounds)} hands are on, {self.batch.seats} seats>"

    def copy(self) -> BatchTables:
        """An independent copy of the hands. `copy.copy` and `copy.deepcopy` do the same."""
        made = BatchTables.__new__(BatchTables)
        for name, value in self.__dict__.items():
            setattr(made, name, value.copy() if name in _OWN_ARRAYS else value)
        return made

    def __copy__(self) -> BatchTables:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> BatchTables:
        return self.copy()

    def step(self, acts: ArrayLike) -> int:
        """Act at each table with a hand in progress. Returns the number of hands still in progress.

        -1 folds, 0 checks or calls, and any other number is a total to bet or raise to; if it is not allowed, the
        nearest allowed total is used. Raises BadNotation, giving the row, for anything that is not a finite number;
        then nothing has changed.
        """
        read = acts_of(acts, len(self._rounds))
        self.on = step_tables(self.batch.form, self.batch._looks, self.buttons, read, *self._written())
        return self.on

    @property
    def seat(self) -> NDArray[np.int64]:
        """The seat to act at each table; -1 if the hand is over."""
        return self._seen[:, SEAT]

    @property
    def street(self) -> NDArray[np.int64]:
        """The street at each table: 0 before the flop to 3 on the river, 4 after the hand."""
        return self._seen[:, STREET]

    @property
    def owed(self) -> NDArray[np.int64]:
        """The amount to call at each table."""
        return self._seen[:, OWED]

    @property
    def low(self) -> NDArray[np.int64]:
        """The minimum total to bet or raise to; 0 if no raise is allowed."""
        return self._seen[:, LOW]

    @property
    def high(self) -> NDArray[np.int64]:
        """The maximum total to bet or raise to; 0 if no raise is allowed."""
        return self._seen[:, HIGH]

    @property
    def pot(self) -> NDArray[np.int64]:
        """All chips in the pots and in front of the seats."""
        return self._seen[:, POT]

    @property
    def stacks(self) -> NDArray[np.int64]:
        """The chips behind at each seat. In a cap game, they include the chips that do not play."""
        return self._chips[:, 1]

    @property
    def bets(self) -> NDArray[np.int64]:
        """The chips in front of each seat in the current or last round."""
        return self._chips[:, 2]

    @property
    def live(self) -> NDArray[np.int64]:
        """The seats that have not folded, as bit masks."""
        return self._rounds[:, 0]

    @property
    def holes(self) -> NDArray[np.int32]:
        """The hole cards of each seat; 53 where none were dealt."""
        return self._holes

    @property
    def boards(self) -> NDArray[np.int32]:
        """The board cards so far; 53 for cards that are not dealt yet."""
        import numpy as np

        turned = np.array([0, 3, 4, 5, 5])[self.street]
        return np.where(np.arange(BOARD) < turned[:, None], self._boards, np.int32(UNKNOWN))

    @property
    def won(self) -> NDArray[np.int64]:
        """The result of each seat so far, in chips. It is final once the hand is over."""
        import numpy as np

        cap = self.batch.form.cap
        before = np.minimum(self.before, cap) if cap else self.before
        return self.stacks - before

    def _written(self) -> tuple[Array, ...]:
        """The arrays that a kernel changes, in its order."""
        return (
            self._rounds, self._chips, self._holes, self._boards, self._seen, self._deck, self.batch._scratch,
        )  # fmt: skip

    def _checked(self, decks: NDArray[np.int64], count: int) -> NDArray[np.int32]:
        """Return decks that are long enough and contain each card once. Raises BadNotation for other decks."""
        import numpy as np

        form = self.batch.form
        playing = int((self.before > 0).sum(axis=1).max())
        need = form.hole * playing + BOARD + BURNS
        if decks.ndim != 2 or len(decks) != count or not need <= decks.shape[1] <= 52:
            raise BadNotation(
                f"decks: expected {count} rows of {need} to 52 cards, got an array of shape {decks.shape}"
            )
        known = np.sort(decks[:, :need], axis=1)
        if known.min() < 0 or known.max() > 51 or (known[:, 1:] == known[:, :-1]).any():
            raise BadNotation(f"decks: the first {need} cards of a row must be different, from 0 to 51")
        return np.ascontiguousarray(np.clip(decks, -1, 52), dtype=np.int32)


_OWN_ARRAYS: Final = ("_rounds", "_chips", "_holes", "_boards", "_seen", "_deck")


def cumulated(policy: ArrayLike, seats: int) -> NDArray[np.int64]:
    """The cumulative probabilities of a policy for each seat, as fractions of `CERTAIN`.

    Raises BadNotation for values that are not probabilities.
    """
    import numpy as np

    chances = finite_of(policy, "policy", "a chance is a number from 0 to 1")
    try:
        chances = np.broadcast_to(chances, (seats, 4, 2, ACTS))
    except ValueError:
        raise BadNotation(
            f"policy: expected the shape (seats, streets, owed, acts) = {(seats, 4, 2, ACTS)}, or one "
            f"that broadcasts to it, got {chances.shape}"
        ) from None
    if not (chances >= 0).all() or not np.allclose(chances.sum(axis=-1), 1.0):
        raise BadNotation("policy: the probabilities of the five acts must be 0 or more, and add up to 1")
    left = np.cumsum(chances[..., :0:-1], axis=-1)[..., ::-1]  # of the acts behind: exactly 0 if none can happen
    return np.ascontiguousarray(np.rint((1.0 - left) * CERTAIN)).astype(np.int64)
