"""Any game at many tables at once: play a million hands from policies, or act by act from arrays.

A `Batch` holds what its tables share: the game, the limit, the stakes, the house and the number of seats. Each table
has its own stacks and button. Every hand ends as `hand.Hand` would end it, to the last odd chip: see
`tools/batch_scenes.py`, which plays the hands again, and `docs/how-to/batch.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.cards import UNKNOWN, Cards, cards_of
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import HOLDEM, game_of
from sidepot.games.decks import find_deck
from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.games.study import study_of
from sidepot.games.titles import stakes_words
from sidepot.games.usual import limit_for, stakes_for
from sidepot.hand.hand import Hand
from sidepot.hand.information import InformationState, information_state
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.study import STUDY_HOUSE
from sidepot.hand.setup import Setup
from sidepot.kernels.array_input import MOST, acts_of, finite_of, integers_of
from sidepot.kernels.bits import state_of
from sidepot.kernels.jit import need_fast
from sidepot.kernels.observing import Rows, no_rows
from sidepot.kernels.plain_numbers import form_of, posts_of
from sidepot.kernels.records import DECK, desk_type, table_type
from sidepot.kernels.replay import replayed
from sidepot.kernels.running import ACTS, CERTAIN, DEAL, PLAY, STEP, run_tables
from sidepot.rules.houses import CASH, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.integers import as_int

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_DEEP: Final = 1 << 40  # a stack that covers every post
MOST_TABLES: Final = 10**8
MOST_KEPT: Final = 10**4  # decisions of a hand
A_DECK: Final = "a card is a number from 0 to 52"
THROWS: Final = 0.4  # the usual probability of throwing a card away
BET: Final = 2  # the big blind, or the small bet


class Played(NamedTuple):
    """The results of one hand at each table.

    - `won`: the result of each seat, one row per table
    - `decks`: the cards in the order in which they were dealt, including burn cards (None unless requested)
    - `log`: the seat and the action of each decision (None unless requested)

    An action is -1 for a fold, 0 for a check or call, and the total for a bet or raise. For a draw, it is -2 minus a
    bit mask of the cards thrown away. After the last decision, the seat is -1.
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

    `game` and `rulebook` are values or names; a game from a file is a value (`read_game`). By default, limit and stakes
    are the usual ones with a big blind or small bet of 2. Raises Conflict, naming the feature, for anything that
    kernels do not play (see `plain_numbers.check_features`). Raises Conflict if the extra `fast` is not installed.
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
        self.limit: Limit = limit_for(self.game) if limit is None else limit
        self.stakes: Stakes = stakes_for(self.game, self.limit, BET) if stakes is None else stakes
        study = study_of(self.game) is not None and rulebook is CASH
        self.rulebook: Rulebook = STUDY_HOUSE if study else house_of(rulebook, "rulebook")
        self.players_left = players_left
        self.seats: int = as_int(seats, "seats")
        stacks = (_DEEP,) * min(self.seats, 100)  # more are refused as 100 are
        setup = self.setup(stacks, 0)
        self._forms, self._look = form_of(setup)
        self._posts = posts_of(setup)
        self._desks = np.zeros(1, dtype=desk_type())

    def __repr__(self) -> str:
        return f"<Batch: {self.game.title}, {stakes_words(self.limit, self.stakes)}, {self.seats} seats>"

    def __copy__(self) -> Batch:
        return _batch(self.game, self.limit, self.stakes, self.rulebook, self.seats, self.players_left)

    def __deepcopy__(self, memo: dict[int, object]) -> Batch:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        return _batch, (self.game, self.limit, self.stakes, self.rulebook, self.seats, self.players_left)

    def setup(self, stacks: Sequence[int], button: int) -> Setup:
        """The setup of a hand of these tables in the engine."""
        return seat_hand(
            self.game, self.limit, self.stakes, self.rulebook, stacks, button=button, players_left=self.players_left
        )

    @property
    def form(self) -> np.void:
        """The game, limit, stakes and house as plain numbers for kernels. They are described in
        `kernels.records.Form`.
        """
        form: np.void = self._forms[0]
        return form

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
        throws: ArrayLike = THROWS,
    ) -> Played:
        """Play a hand at each table, with decisions drawn from policies.

        - `stacks`: the stacks for all tables, or one row for each table
        - `buttons`: the seats of the buttons; by default, the last seat has the button
        - `policy[seat, street, owed]`: the probabilities of folding, staying in, and raising the minimum, the pot or
          the maximum; without the seat axis, the policy is for all seats
        - `seed`: the same seed gives the same hands
        - `after`: how many hands of this seed are skipped
        - `throws`: the probability with which each card is thrown away at a draw; for all seats, or one for each seat
        - `keep`: the maximum number of decisions in a hand, if decks and decisions are kept
        """
        import numpy as np

        before, at, count = self._seated(stacks, tables, buttons)
        seed, after, keep = as_int(seed, "seed"), as_int(after, "after"), checked_keep(keep)
        chances = cumulated(policy, self.seats, len(self.game.streets))
        away = np.ascontiguousarray(np.rint(_throws(throws, self.seats) * CERTAIN)).astype(np.int64)
        won = np.zeros((count, self.seats), dtype=np.int64)
        decks = np.full((count if keep else 0, self._dealt()), UNKNOWN, dtype=np.int32)
        log = np.zeros((count if keep else 0, keep, 2), dtype=np.int64)
        _, made, showdowns, longest = self._run(
            PLAY, np.zeros(1, dtype=table_type()), log, before, at, state_of(seed, after), None, None, chances, away,
            won, decks,
        )  # fmt: skip
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
        keep: int = 0,
    ) -> BatchTables:
        """Post and deal a hand at each table, at random or from `decks`, up to the first decision.

        - `decks`: a row of cards for each table, as an array or as text; in stud and draw games, each row is a whole
          deck
        - `keep`: how many decisions of each hand its `history` keeps
        """
        given = None if decks is None else integers_of(_as_numbers(decks), "decks", A_DECK)
        before, at, count = self._seated(stacks, tables, buttons, 0 if given is None or not given.ndim else len(given))
        seed, after = as_int(seed, "seed"), as_int(after, "after")
        return BatchTables(self, before, at, count, state_of(seed, after), given, checked_keep(keep))

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

    def _run(
        self,
        mode: int,
        tables: NDArray[np.void],
        log: NDArray[np.int64],
        before: NDArray[np.int64] | None = None,
        buttons: NDArray[np.int64] | None = None,
        state: int = 0,
        decks: NDArray[np.int32] | None = None,
        actions: NDArray[np.int64] | None = None,
        chances: NDArray[np.int64] | None = None,
        away: NDArray[np.int64] | None = None,
        won: NDArray[np.int64] | None = None,
        dealt: NDArray[np.int32] | None = None,
        rows: Rows | None = None,
    ) -> list[int]:
        """Run the kernel. Returns the number of hands in progress, of decisions, of showdowns, and of the most
        decisions in any hand.
        """
        import numpy as np

        empty = np.zeros((0, 0), dtype=np.int64)
        no_cards = np.zeros((0, 0), dtype=np.int32)
        totals = np.zeros(4, dtype=np.int64)
        run_tables(
            mode,
            self._forms,
            self._look,
            self._posts,
            empty if before is None else before,
            empty[0:0, 0:0].ravel() if buttons is None else buttons,
            state or state_of(0, 0),
            no_cards if decks is None else decks,
            empty.ravel() if actions is None else actions,
            np.zeros((0, 0, 0, 0), dtype=np.int64) if chances is None else chances,
            empty.ravel() if away is None else away,
            tables,
            self._desks,
            empty if won is None else won,
            no_cards if dealt is None else dealt,
            log,
            totals,
            rows or no_rows(),
        )
        found: list[int] = totals.tolist()
        return found

    def _dealt(self) -> int:
        """The most cards that a hand may deal, including burn cards, and again those that went back into the stub."""
        game = self.game
        if game.is_draw or game.is_stud:
            return DECK
        cards = sum([street.down for street in game.streets]) * self.seats + game.boards * game.board_cards
        return min(len(find_deck(game.deck).cards), cards + sum([street.burn for street in game.streets]))


def _as_numbers(decks: object) -> object:
    """Decks as numbers, with cards given as text converted. Raises BadNotation for unreadable cards."""
    if isinstance(decks, list | tuple) and any(isinstance(deck, str) for deck in decks):
        return [cards_of(deck, f"decks: row {at}") for at, deck in enumerate(decks)]
    return decks


def _batch(game: Game, limit: Limit, stakes: Stakes, rulebook: Rulebook, seats: int, players_left: int | None) -> Batch:
    """A batch made from the parts that `copy` and `pickle` keep."""
    return Batch(game, limit, stakes, rulebook, seats=seats, players_left=players_left)


class BatchTables:
    """Hands in progress, one row for each table. Read the arrays, then call `step` with an action for each table.

    The arrays belong to the tables and change with each step, so copy the ones that you keep.
    """

    def __init__(
        self,
        batch: Batch,
        before: NDArray[np.int64],
        buttons: NDArray[np.int64],
        count: int,
        state: int,
        decks: NDArray[np.int64] | None,
        keep: int,
    ) -> None:
        import numpy as np

        self.batch: Batch = batch
        self.buttons: NDArray[np.int64] = buttons
        self._before = before
        self._tables = np.zeros(count, dtype=table_type())
        self._log = np.zeros((count, keep, 2), dtype=np.int64)
        dealt = None if decks is None else self._checked(decks, before, count)
        self.on: int = batch._run(DEAL, self._tables, self._log, before, buttons, state, dealt)[0]

    def __repr__(self) -> str:
        return f"<BatchTables: {self.on} of {len(self._tables)} hands are on, {self.batch.seats} seats>"

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

        -1 folds, 0 checks or calls, and any other number is a total to bet or raise to. If this total is not allowed,
        the next lower allowed total is used or, if there is none, the minimum. Raises BadNotation, giving the row, for
        anything that is not a finite number. In that case, nothing has changed.
        """
        read = acts_of(acts, len(self._tables))
        batch = self.batch
        self.on = batch._run(STEP, self._tables, self._log, actions=read)[0]
        return self.on

    @property
    def seat(self) -> NDArray[np.int64]:
        """The seat to act at each table; -1 if the hand is over."""
        return self._of("seat")

    @property
    def due(self) -> NDArray[np.int64]:
        """What the seat must do: 0 for an action, 1 for a bring-in or completion, 2 for a draw; -1 if the hand is
        over.
        """
        return self._of("due")

    @property
    def street(self) -> NDArray[np.int64]:
        """The street at each table, from 0. After the hand, it is the number of streets."""
        return self._of("street")

    @property
    def owed(self) -> NDArray[np.int64]:
        """The amount to call at each table."""
        return self._of("owed")

    @property
    def low(self) -> NDArray[np.int64]:
        """The minimum total to bet or raise to; 0 if no raise is allowed."""
        return self._of("least")

    @property
    def high(self) -> NDArray[np.int64]:
        """The maximum total to bet or raise to; 0 if no raise is allowed."""
        return self._of("most")

    @property
    def pot(self) -> NDArray[np.int64]:
        """All chips in the pots and in front of the seats. After the hand, the chips before the pots were paid."""
        return self._of("pot")

    @property
    def carried(self) -> NDArray[np.int64]:
        """The chips that nobody won, and that are carried to the next deal."""
        return self._of("carried")

    @property
    def stacks(self) -> NDArray[np.int64]:
        """The chips behind at each seat. In a cap game, only the chips that are in play."""
        return self._of("stacks")[:, : self.batch.seats]

    @property
    def bets(self) -> NDArray[np.int64]:
        """The chips in front of each seat in the current or last round."""
        return self._of("bets")[:, : self.batch.seats]

    @property
    def live(self) -> NDArray[np.int64]:
        """The seats that have not folded, as bit masks."""
        return self._of("live")

    @property
    def holes(self) -> NDArray[np.int8]:
        """The hole cards of each seat, in the order in which they were dealt. Empty places are 53."""
        found: NDArray[np.int8] = self._tables["holes"][:, : self.batch.seats, : int(self.batch.form["hole"])]
        return found

    @property
    def faces(self) -> NDArray[np.int8]:
        """The upcards of each seat, in the same places as in `holes`. All other places are 53."""
        import numpy as np

        holes = self.holes
        up = self._of("upmask")[:, None] >> np.arange(holes.shape[2]) & 1
        return np.where(up[:, None, :], holes, np.int8(UNKNOWN))

    @property
    def boards(self) -> NDArray[np.int8]:
        """The board cards so far. If there are several boards, there is one row for each. Cards that are not dealt yet
        are 53.

        In stud, these are cards that serve all hands because the deck has run out.
        """
        game = self.batch.game
        boards: NDArray[np.int8] = self._tables["boards"]
        cards = game.board_cards or (len(game.streets) if game.is_stud else 0)
        return boards[:, 0, :cards] if game.boards == 1 else boards[:, : game.boards, :cards]

    @property
    def won(self) -> NDArray[np.int64]:
        """What each seat has won or lost so far. After the hand, this is the reward."""
        won: NDArray[np.int64] = self.stacks - self._of("before")[:, : self.batch.seats]
        return won

    @property
    def history(self) -> NDArray[np.int64]:
        """The seat and the action of each decision, for as many decisions as `keep` allows. After the last one, the
        seat is -1.

        A draw is -2 minus a bit mask of the cards thrown away: -2 stands pat, -3 throws away the first card.
        """
        import numpy as np

        made = np.arange(self._log.shape[1]) < self._of("steps")[:, None]
        return np.where(made[:, :, None], self._log, np.array([-1, 0]))

    def hand(self, table: int) -> Hand:
        """A copy of the hand at a table as the engine has it, with its log. It is played again from the beginning.

        Raises BadNotation for a table that does not exist. Raises Conflict if `keep` was too small for all decisions of
        the hand, or if its first cards are forgotten, because many discards went back into the deck.
        """
        table, count = as_int(table, "table"), len(self._tables)
        if not 0 <= table < count:
            raise BadNotation(f"table: expected a table from 0 to {count - 1}, got {table}")
        here = self._tables[table]
        made = int(here["steps"])
        if made > self._log.shape[1]:
            raise Conflict(f"this hand has {made} decisions, more than the {self._log.shape[1]} that are kept")
        if here["lost"]:
            raise Conflict("the first cards of this hand are no longer known")
        stacks = self._before[table if len(self._before) > 1 else 0].tolist()
        dealt = here["deck"][: here["top"]].tolist()
        setup = self.batch.setup(stacks, int(here["button"]))
        return replayed(setup, dealt, self._log[table, :made].tolist())

    def information_state(self, table: int, seat: int | None = None) -> InformationState:
        """Everything that a seat has seen of the hand at a table, in order. By default, this is the seat to act.

        It equals the information state of the same hand in the engine, in an environment and in a tree of `solve`.
        Raises BadNotation for a table that does not exist, and Conflict if no seat is given and the hand is over, or if
        the hand cannot be played again (see `hand`).
        """
        hand = self.hand(table)
        if seat is None and self.seat[table] < 0:
            raise Conflict(f"the hand at table {table} is over, so no seat must act; give a seat")
        return information_state(hand, int(self.seat[table]) if seat is None else seat)

    def _of(self, name: str) -> NDArray[np.int64]:
        found: NDArray[np.int64] = self._tables[name]
        return found

    def _checked(self, decks: NDArray[np.int64], before: NDArray[np.int64], count: int) -> NDArray[np.int32]:
        """Return decks that are long enough and contain each card once. Raises BadNotation for other decks."""
        import numpy as np

        game = self.batch.game
        pack = find_deck(game.deck).cards
        playing = int((before > 0).sum(axis=1).max())
        whole = game.is_draw or game.is_stud
        burns = sum([street.burn for street in game.streets])
        deals = sum([street.down for street in game.streets]) * playing + game.boards * game.board_cards + burns
        need = len(pack) if whole else min(deals, len(pack))
        if decks.ndim != 2 or len(decks) != count or not need <= decks.shape[1] <= len(pack):
            raise BadNotation(
                f"decks: expected {count} rows of {need} to {len(pack)} cards, got an array of shape {decks.shape}"
            )
        known = np.sort(decks[:, :need], axis=1)
        if not np.isin(known, pack).all() or (known[:, 1:] == known[:, :-1]).any():
            raise BadNotation(
                f"decks: the first {need} cards of a row must be different, and in the deck {game.deck!r}"
            )
        return np.ascontiguousarray(np.clip(decks, -1, 52), dtype=np.int32)


_OWN_ARRAYS: Final = ("_tables", "_log")


def checked_keep(keep: int) -> int:
    """The number of decisions of a hand that are kept. Raises BadNotation for a number that is out of range."""
    keep = as_int(keep, "keep")
    if not 0 <= keep <= MOST_KEPT:
        raise BadNotation(f"keep: expected 0 to {MOST_KEPT} decisions, got {keep}")
    return keep


def _throws(given: ArrayLike, seats: int) -> NDArray[np.float64]:
    """The probability with which each seat throws away a card. Raises BadNotation for other numbers."""
    import numpy as np

    found = finite_of(given, "throws", "a chance is a number from 0 to 1")
    if found.shape not in ((1,), (seats,)) or not ((found >= 0) & (found <= 1)).all():
        raise BadNotation(f"throws: expected a number from 0 to 1, or {seats} of them, got an array of {found.shape}")
    return np.broadcast_to(found, (seats,))


def cumulated(policy: ArrayLike, seats: int, streets: int) -> NDArray[np.int64]:
    """The cumulative probabilities of a policy for each seat, as fractions of `CERTAIN`.

    Raises BadNotation for values that are not probabilities.
    """
    import numpy as np

    chances = finite_of(policy, "policy", "a chance is a number from 0 to 1")
    try:
        chances = np.broadcast_to(chances, (seats, streets, 2, ACTS))
    except ValueError:
        raise BadNotation(
            f"policy: expected the shape (seats, streets, owed, acts) = {(seats, streets, 2, ACTS)}, or one "
            f"that broadcasts to it, got {chances.shape}"
        ) from None
    if not (chances >= 0).all() or not np.allclose(chances.sum(axis=-1), 1.0):
        raise BadNotation("policy: the probabilities of the five acts must be 0 or more, and add up to 1")
    left = np.cumsum(chances[..., :0:-1], axis=-1)[..., ::-1]  # of the acts behind: exactly 0 if none can happen
    return np.ascontiguousarray(np.rint((1.0 - left) * CERTAIN)).astype(np.int64)
