"""Commands that a hand must refuse in its current state: out of order, out of bounds, impossible cards and seats.

The universal tester tries each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import methodcaller
from typing import Final

from sidepot.cards import JOKER, STANDARD_DECK, UNKNOWN, Below
from sidepot.errors import Cite
from sidepot.games.limits import FixedLimit
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.rules.rulebook import Declaration, Reading
from sidepot.rules.ruling import DISCRETION, Option, Ruling
from universal.invariants import BETTING

# a ruling that leaves it to the director, who has not chosen
OPEN: Final = Ruling(
    verdict=DISCRETION,
    reason=("The director decides.",),
    cites=(Cite("TDA-2013", "1"),),
    options=(Option(verdict="live", reason=("It stays.",)), Option(verdict="dead", reason=("It goes.",))),
    recommended="dead",
)

Attempt = tuple[str, Callable[[Hand], object]]

# each command, with arguments to try it with, and its answer
_COMMANDS: Final[tuple[tuple[str, tuple[object, ...], tuple[Due, ...]], ...]] = (
    ("post", (), (Due.POST,)),
    ("burn", (), (Due.BURN,)),
    ("deal", ((UNKNOWN,),), (Due.DEAL,)),
    ("board", ((UNKNOWN,),), (Due.BOARD,)),
    ("reshuffle", (), (Due.RESHUFFLE,)),
    ("bring_in", (), (Due.BRING_IN,)),
    ("fold", (), (Due.ACT,)),
    ("check", (), (Due.ACT,)),
    ("call", (), (Due.ACT,)),
    ("check_or_call", (), (Due.ACT,)),
    ("raise_to", (2,), BETTING),
    ("discard", (), (Due.DRAW,)),
    ("return_uncalled", (), (Due.RETURN,)),
    ("show", (), (Due.SHOW,)),
    ("muck", (), (Due.SHOW,)),
    ("award", (), (Due.AWARD,)),
    ("pass_out", (), (Due.PASS_OUT,)),
    ("choose_runs", (1,), (Due.RUN,)),
    ("declare", (1,), (Due.DECLARE,)),
    ("reveal", (), (Due.REVEAL,)),
    ("prove", (), (Due.PROVE,)),
    ("buy", (5,), BETTING),
    ("borrow", (5, "Dan"), BETTING),
    ("offer_marker", (), (Due.ACT,)),
    ("consent", (True,), (Due.CONSENT,)),
)


def illegal(hand: Hand, below: Below) -> Iterator[Attempt]:
    """Commands that the hand must refuse in its current state, each with a name."""
    due, seat = hand.due, hand.seat
    for name, arguments, dues in _COMMANDS:
        if due not in dues:
            yield attempt(name, *arguments)
    yield attempt("deal", ())
    nobody = [other for other in range(len(hand.stacks)) if not hand.live >> other & 1]
    for other in (-1, len(hand.stacks), 1000, *nobody):
        yield attempt("kill", other)
        yield f"show(seat={other})", methodcaller("show", seat=other)
        yield attempt("expose", other, 0)
        yield attempt("bring_in", other)
        yield f"fold(seat={other})", methodcaller("fold", seat=other)
    yield from _bad_of_the_floor(hand)
    yield attempt("expose", max(seat, 0), 99)
    if due in BETTING:
        yield from _bad_bets(hand, below)
    if due is Due.ACT:
        yield attempt("check" if hand.price > hand.bets[seat] else "call")
    if due in BETTING:
        yield from _bad_of_open_stakes(hand, below)
    if due in (Due.DEAL, Due.BOARD):
        yield from _bad_cards("deal" if due is Due.DEAL else "board", hand, below)
    if due is Due.BURN:
        yield from (attempt("burn", bad) for bad in not_of_the_deck(hand))
    yield from _bad_of_players(hand)


def _bad_bets(hand: Hand, below: Below) -> Iterator[Attempt]:
    """Amounts below the least, above the most, and those between that cannot be bet."""
    low, high = hand.raise_bounds()
    wrong = {low - 1, high + 1, 0, -5, hand.bets[hand.seat], hand.price, 10**9}
    wrong = {to for to in wrong if not 0 < low <= to <= high}
    wrong |= {to for to in between(low, high, below) if not is_made(hand, to)}
    yield from (attempt("raise_to", to) for to in sorted(wrong))


def _bad_of_players(hand: Hand) -> Iterator[Attempt]:
    """Illegal attempts to discard, show, muck, choose or declare, if that is due."""
    due, seat = hand.due, hand.seat
    if due is Due.DRAW:
        yield from (attempt("discard", bad) for bad in _bad_discards(hand))
        if seat != hand.opener or not hand.setup.game.open_requirement:
            most = hand.setup.game.streets[hand.street].discard or 1
            yield "discard(split=True)", methodcaller("discard", hand.hole[seat][:most], split=True)
    if due is Due.SHOW:
        hole = hand.hole[seat]
        other = next(card for card in STANDARD_DECK if card not in hole)
        yield from (attempt("show", bad) for bad in ((other, *hole[1:]), hole[1:], (*hole, other), (99, *hole[1:]), ()))
        if not options(hand, explain=False).may_muck:
            yield attempt("muck")
        yield from (("show(called)", methodcaller("show", called=bad)) for bad in _bad_calls(hand, other))
    if due is Due.RUN:
        yield from (attempt("choose_runs", runs) for runs in (0, -1, hand.count + 1, 1000))
    if due is Due.DECLARE:
        aloud = hand.setup.rulebook.declaration is Declaration.IN_TURN
        yield from (attempt("declare", ways) for ways in (0, 4, 7, -2, *((-1,) if aloud else ())))


def _bad_of_open_stakes(hand: Hand, below: Below) -> Iterator[Attempt]:
    """Chips from nowhere, from a seat in the pot or from nobody; at table stakes, and for bound seats, any chips."""
    may = options(hand, explain=False)
    terms = may.open
    yield from (attempt("buy", chips) for chips in ((0, -1, 5) if terms is None or not terms.may_add else (0, -1)))
    yield from (attempt("borrow", 1, lender) for lender in (-1, 1000, hand.seat, "", "nobody"))
    yield from (attempt("offer_marker", to) for to in (-1, 0, hand.bets[hand.seat]))
    for seat, stack in enumerate(hand.stacks):
        if terms is None or seat not in terms.folded:
            yield attempt("borrow", 1, seat)
        else:
            yield from (attempt("borrow", chips, seat) for chips in (0, -1, stack + 1))
    if terms is None or not terms.marker_call:
        yield attempt("offer_marker")
    if terms is None or not terms.marker_min:
        yield attempt("offer_marker", 10**6)
    elif may.open is not None:
        low, high = terms.marker_min, terms.marker_max
        odd = [to for to in between(low, high, below) if not is_made(hand, to)]
        yield from (attempt("offer_marker", to) for to in (low - 1, high + 1, *odd) if to > hand.price)
    if terms is not None and hand.due is Due.ACT:
        yield from (attempt(name) for name in ("fold", "check") if terms.bound)
        if not may.may_call and not may.may_check:
            yield from (attempt(name) for name in ("call", "check_or_call"))


def _bad_of_the_floor(hand: Hand) -> Iterator[Attempt]:
    """Acts the floor cannot do now: kill a hand that was not dealt or is being paid, change a hand that is over."""
    due, live = hand.due, hand.live
    seats = [seat for seat in range(hand.plan.seats) if live >> seat & 1]
    is_dealing = hand.street <= 0 and due in (Due.POST, Due.BURN, Due.DEAL)
    closing = (Due.RETURN, Due.RESHUFFLE, Due.PASS_OUT, Due.PROVE, Due.REVEAL, Due.DONE, Due.CONSENT)
    no_kill = is_dealing or due in closing or due is Due.AWARD and hand.street < len(hand.plan.streets)
    for seat in seats:
        if no_kill or len(seats) == 1 or due is Due.BRING_IN and seat == hand.seat:
            yield attempt("kill", seat)
        if due not in BETTING or not hand.able >> seat & 1:
            yield f"fold(seat={seat})", methodcaller("fold", seat=seat)
    if due is Due.DONE:
        yield attempt("redeal")
        yield attempt("void")
    if due in (Due.POST, Due.RESHUFFLE, Due.DONE) or not 0 <= hand.street < len(hand.plan.streets):
        yield attempt("restub")
    yield attempt("rule", OPEN)


def between(low: int, high: int, below: Below) -> list[int]:
    """Amounts between two bounds: all of them if there are few, else those next to the bounds and some random ones."""
    if high - low < 30:
        return list(range(low + 1, high))
    return [low + 1, high - 1, *[low + 1 + below(high - low - 1) for _ in range(3)]]


def is_made(hand: Hand, to: int) -> bool:
    """Whether the chips in play can make an amount between the bounds. At fixed limit there is none (PG-23, PG-39)."""
    return not isinstance(hand.setup.limit, FixedLimit) and to % hand.setup.stakes.chip == 0


def attempt(name: str, *arguments: object) -> Attempt:
    """A named command with these arguments, as a function that gives it to a hand."""
    return f"{name}({', '.join(map(str, arguments))})", methodcaller(name, *arguments)


def _bad_cards(name: str, hand: Hand, below: Below) -> Iterator[Attempt]:
    """Too many cards, too few, cards that are out already, a card twice, and things that are not cards."""
    count = hand.count
    rest = (UNKNOWN,) * (count - 1)
    yield attempt(name, (*rest, UNKNOWN, UNKNOWN))
    yield attempt(name, rest)
    flags = hand.seen
    seen = [card for card in STANDARD_DECK if flags[card]]
    for bad in (*not_of_the_deck(hand), *(seen[below(len(seen))] for _ in range(2) if seen)):
        yield attempt(name, (*rest, bad))
    if count > 1:
        top = hand.plan.deck[-1]
        yield attempt(name, (top, *rest[1:], top))


def not_of_the_deck(hand: Hand) -> list[int]:
    """Values that are not cards, and cards that are not in this deck: a joker, or the low ranks of a stripped deck."""
    deck = hand.plan.deck
    return [-1, 54, 1000, *[card for card in (JOKER, 0) if card not in deck]]


def _bad_discards(hand: Hand) -> list[tuple[int, ...]]:
    """Cards that are not held, a card twice, and more or fewer than may go."""
    hole = hand.hole[hand.seat]
    street = hand.setup.game.streets[hand.street]
    other = next(card for card in STANDARD_DECK if card not in hole)
    least, most = street.discard, street.discard or street.draw
    wrong = [size for size in range(len(hole) + 1) if not least <= size <= most]
    count = max(least, 1)
    bad = [(other,) * count, (hole[0],) * max(count, 2), (*hole, other), (-1,) * count, (99,) * count]
    return [*bad, *[hole[:size] for size in wrong]]


def may_call(hand: Hand) -> bool:
    """Whether a player may announce the hand and is held to it, as at the showdown in some houses."""
    return hand.setup.rulebook.reading is Reading.AS_CALLED and hand.street == len(hand.setup.game.streets)


def _bad_calls(hand: Hand, other: int) -> list[tuple[tuple[int, ...], ...]]:
    """Calls of a hand that its cards cannot make; if cards speak, or more come, any call (PG-75, PG-76)."""
    hole = hand.hole[hand.seat]
    if not may_call(hand):
        return [(hole[:5],), ((),)]
    size = min(5, len(hole))
    one_too_many = ((),) * len(hand.setup.game.halves) + (hole[:size],)
    return [((other,) * 5,), ((*hole[: size - 1], 99),), ((hole[0],) * 5,), one_too_many]
