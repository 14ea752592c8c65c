"""The records that the kernels of a batch work on: the form of a batch, one table, and working space.

A game is compiled to a `Form`: plain integers, and short arrays by street or by half of the pot. One interpreter plays
every form (see `hand_course`). A `Table` is everything that changes during a hand. Each class names the fields of a
NumPy record, and is its type for `mypy`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Protocol

from sidepot.kernels.jit import Array

if TYPE_CHECKING:
    import numpy as np

SEATS: Final = 24  # the greatest numbers of which kernels have room
STREETS: Final = 32
HELD: Final = 12
BOARDS: Final = 4
ON_BOARD: Final = 12
CARDS: Final = 56
DECK: Final = 256  # cards dealt and to come, with those that went back into the stub
WILDS: Final = 16  # wild cards of a hand: a bug counts as eight
COUNTS: Final = 13

# What is due of a seat.
OVER: Final = -1
ACT: Final = 0
BRING_IN: Final = 1
DRAW: Final = 2


class Form(Protocol):
    """The constants of a batch. Fields without a note are those of `hand.betting_terms.Terms`, `hand.planning.plan` and
    `hand.planning.agreed`.

    - `hole`, `streets`, `halves`, `boards`: the numbers of hole cards, streets, halves of the pot, and boards
    - `even`, `one_odd`, `odd_rule`, `low_odd_first`: the choices of the house on odd chips (see `paying`)
    - `cap`: the most that a seat may lose in a hand (0: its whole stack)
    - `first`: the seat after the last blind, counted from the button
    - `small_left`, `big_left`: the seats of the blinds, counted from the button; `small_left` is -1 if the small blind
      does not count as a big blind in the pot
    - `big_blind`: the big blind, if the small blind counts as a big blind in the pot
    - `size`: the number of cards in the deck
    - `deck`: the cards of the deck
    - `shows_boards`: whether observations have a section for boards
    - `opens`, `down`, `up`, ...: by street, as in `games.model.Street` and `hand.planning.stage`
    - `how`: for each half of the pot, how the hand is ranked (see `strengths`)
    - `own`: for each half of the pot, whether only hole cards count
    - `rows`, `table`: where the lookup tables of each order begin, by wild cards and natural cards
    """

    seats: int
    hole: int
    streets: int
    halves: int
    boards: int
    is_draw: int
    is_stud: int
    even: int
    one_odd: int
    odd_rule: int
    low_odd_first: int
    lowest: int
    chip: int
    rounds_up: int
    cap: int
    kind: int
    reopening: int
    bets: int
    cap_heads_up: int
    numerator: int
    denominator: int
    low: int
    high: int
    price: int
    raises: int
    first: int
    assumed: int
    small_left: int
    big_left: int
    big_blind: int
    bring_in: int
    pass_out: int
    to_open: int
    to_win: int
    check_raise: int
    open_pair: int
    fifth_last: int
    keep_last: int
    last_completes: int
    burns_first: int
    reburns: int
    spare: int
    by_suit: int
    low_aces: int
    first_change: int
    size: int
    pairs: int
    has_wild: int
    shows_boards: int
    opens: Array
    down: Array
    up: Array
    board: Array
    draw: Array
    discard: Array
    burn: Array
    unit: Array
    held: Array
    needed: Array
    a_seat: Array
    how: Array
    own: Array
    high_scale: Array
    low_ace: Array
    row_of: Array
    table_of: Array
    two_rows: Array
    two_table: Array
    two_board: Array
    keys: Array
    masks: Array
    wild: Array
    deck: Array


FORM_SIZES: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    **dict.fromkeys(
        ("opens", "down", "up", "board", "draw", "discard", "burn", "unit", "held", "needed", "a_seat"),
        ("i8", (STREETS,)),
    ),
    **dict.fromkeys(
        ("how", "own", "high_scale", "low_ace", "two_rows", "two_table", "two_board"),
        ("i8", (3,)),
    ),
    "row_of": ("i8", (3, WILDS, COUNTS)),
    "table_of": ("i8", (3, WILDS, COUNTS)),
    "keys": ("i8", (CARDS,)),
    "masks": ("i8", (CARDS,)),
    "wild": ("i8", (CARDS,)),
    "deck": ("i1", (CARDS,)),
}


class Table(Protocol):
    """One table during a hand. Sets of seats are bit masks. The fields of the betting are those of `hand.betting`.

    - `street`: the current street
    - `due`: what must happen next
    - `seat`: the seat that must act next (-1 after the hand)
    - `owed`: the amount that this seat must add to call
    - `least`, `most`: the minimum and maximum total that this seat may bet or raise to
    - `began`: the seats that could bet when the round began
    - `pot`: all chips in the pots and in front of the seats
    - `dead`: the dead money in the pot
    - `carried`: chips that nobody won
    - `top`: how far the deck has been dealt
    - `size`: the end of the deck
    - `fixed`: whether the order of the deck is given
    - `pending`: the seats that have yet to get cards or to draw
    - `to_board`: the number of cards to turn on each board
    - `mucked`: the number of discarded cards
    - `burned`: the number of burn cards
    - `aside`: the number of cards set aside as split openers
    - `unburned`: whether a card that should have been burned was not burned
    - `upmask`: the places of the upcards among a seat's cards
    - `turned`: the number of cards on each board
    - `held`: the number of cards of each seat
    - `steps`: the number of decisions so far
    - `lost`: whether `deck` no longer has all dealt cards
    - `scale`: one chip as a fraction of all chips
    - `chance`: the state of the deck's random generator
    - `luck`: the state of the policy's random generator
    """

    due: int
    seat: int
    owed: int
    least: int
    most: int
    live: int
    able: int
    to_act: int
    actor: int
    price: int
    level: int
    full_at: int
    full_raise: int
    raises: int
    capped: int
    extra: int
    checked: int
    opener: int
    pot: int
    button: int
    street: int
    steps: int
    turned: int
    scale: float
    stacks: Array
    bets: Array
    acted: Array
    put: Array
    held: Array
    boards: Array
    holes: Array
    unit: int
    alt: int
    pending: int
    top: int
    size: int
    fixed: int
    start: int
    upmask: int
    mucked: int
    to_board: int
    burned: int
    began: int
    dead: int
    carried: int
    aside: int
    unburned: int
    lost: int
    chance: int
    luck: int
    deck: Array
    before: Array
    muck: Array
    burns: Array
    set_aside: Array


TABLE_SIZES: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    **dict.fromkeys(("stacks", "bets", "acted", "put", "before"), ("i8", (SEATS,))),
    "held": ("i1", (SEATS,)),
    "holes": ("i1", (SEATS, HELD)),
    "boards": ("i1", (BOARDS, ON_BOARD)),
    "deck": ("i1", (DECK,)),
    "muck": ("i1", (CARDS,)),
    "burns": ("i1", (CARDS,)),
    "set_aside": ("i1", (HELD,)),
    "scale": ("f8", ()),
    "chance": ("u8", ()),
    "luck": ("u8", ()),
}


class Desk(Protocol):
    """Working space for a showdown: hand ranks by board and half, orders and shares of winners, and a hand's cards.

    - `have`: the seats that got an odd chip of the pot
    """

    have: int
    won: Array
    ranks: Array
    order: Array
    first: Array
    second: Array
    has_first: Array
    cards: Array
    five: Array
    claims: Array


DESK_SIZES: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "won": ("i8", (BOARDS, 2)),
    "ranks": ("i8", (BOARDS, 2, SEATS)),
    "order": ("i8", (SEATS,)),
    "first": ("i8", (SEATS,)),
    "second": ("i8", (SEATS,)),
    "has_first": ("i8", (SEATS,)),
    "cards": ("i8", (2 * HELD,)),
    "five": ("i8", (8,)),
    "claims": ("i8", (SEATS,)),
}


@cache
def form_type() -> np.dtype[np.void]:
    """The record type of a `Form`."""
    return _record(Form, FORM_SIZES)


@cache
def table_type() -> np.dtype[np.void]:
    """The record type of a `Table`."""
    return _record(Table, TABLE_SIZES)


@cache
def desk_type() -> np.dtype[np.void]:
    """The record type of a `Desk`."""
    return _record(Desk, DESK_SIZES)


def _record(fields: type, sizes: dict[str, tuple[str, tuple[int, ...]]]) -> np.dtype[np.void]:
    import numpy as np

    return np.dtype([(name, *sizes.get(name, ("i8", ()))) for name in fields.__annotations__], align=True)
