"""The events of a case, in the words of a table: each as a line, and the shares of each board and half."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sidepot.cards import UNKNOWN, text
from sidepot.hand import events
from sidepot.hand.hand import Hand
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered

_WAYS = {1: "high", 2: "low", 3: "both"}
_TIMES = {1: "once", 2: "twice"}
_HALVES = ("first half", "second half")

SETTLING = (
    events.Returned,
    events.Shown,
    events.Proved,
    events.Mucked,
    events.Killed,
    events.Awarded,
    events.PassedOut,
    events.Voided,
)


def say(event: events.Event, names: Sequence[str]) -> str:
    """An event, in the words of a case."""
    return _of_cards(event, names) or _of_bets(event, names) or _of_floor(event, names) or "the hand begins"


def _of_cards(event: events.Event, names: Sequence[str]) -> str:
    """What happens to cards; empty for other events."""
    match event:
        case events.Burned(card):
            return "burn" if card == UNKNOWN else f"burn {text((card,))}"
        case events.Dealt(seat, some, up):
            down = len(some) - up
            parts = [f"{text(some[:down])} down"] * (down > 0) + [f"{text(some[down:])} up"] * (up > 0)
            return f"{names[seat]} is dealt {', '.join(parts)}"
        case events.BoardDealt(some, board):
            return f"board {board + 1}: {text(some)}" if board else f"board {text(some)}"
        case events.Reshuffled(count):
            return f"{count} cards are shuffled" if count != 1 else "1 card is shuffled"
        case events.Discarded(seat, some, split):
            if not some:
                return f"{names[seat]} stands pat"
            return f"{names[seat]} discards {len(some)}" + (" and splits openers" if split else "")
        case events.Proved(seat, some, good):
            return f"{names[seat]} proves {text(some)}" if good else f"{names[seat]} has no openers: {text(some)}"
        case events.Exposed(seat, card, kept):
            return f"{names[seat]} exposes {text((card,))}, which {'is kept' if kept else 'goes'}"
        case events.Shown(seat, _, called):
            return f"{names[seat]} shows" + (f" as {' / '.join([text(half) or '-' for half in called])}" * bool(called))
        case events.Mucked(seat):
            return f"{names[seat]} mucks"
        case events.Redealt():
            return "the hand is dealt again"
        case events.Restubbed(count, mixed):
            return f"{count} cards are shuffled, muck and burns with them" if mixed else f"{count} cards are shuffled"
        case _:
            return ""


def _of_bets(event: events.Event, names: Sequence[str]) -> str:
    """What happens to chips; empty for other events."""
    match event:
        case events.Posted(seat, post, amount):
            return f"{names[seat]} posts {amount} {post.value}"
        case events.BroughtIn(seat, amount):
            return f"{names[seat]} brings in {amount}"
        case events.Folded(seat):
            return f"{names[seat]} folds"
        case events.Checked(seat):
            return f"{names[seat]} checks"
        case events.Called(seat, amount):
            return f"{names[seat]} calls {amount}"
        case events.RaisedTo(seat, to):
            return f"{names[seat]} raises to {to}"
        case events.TookBack(seat, amount):
            return f"{names[seat]} takes {amount} back"
        case events.Returned(seat, amount):
            return f"{amount} back to {names[seat]}"
        case Added(seat, amount):
            return f"{names[seat]} buys {amount}"
        case MarkerOffered(seat, to, face):
            return f"{names[seat]} offers a marker of {face} for {to}"
        case Borrowed(seat, amount, lender, name):
            return f"{names[seat]} borrows {amount} from {name or names[lender]}"
        case events.Awarded(pot, _, shares, rake):
            return f"{_pot(pot)}: {_paid(shares, names)}" + (f", rake {rake}" if rake else "")
        case events.PassedOut(amount):
            return f"passed out, {amount} stay in the pot"
        case _:
            return ""


def _of_floor(event: events.Event, names: Sequence[str]) -> str:
    """Declarations, agreements and rulings; empty for other events."""
    match event:
        case events.RunChosen(seat, runs):
            return f"{names[seat]} runs it {_TIMES.get(runs, f'{runs} times')}"
        case events.Declared(seat, ways, spoken):
            return f"{names[seat]} declares {_WAYS[ways]}" if spoken else f"{names[seat]} closes the hand"
        case events.Revealed(declared):
            return f"hands are opened: {', '.join(f'{names[seat]} {_WAYS[ways]}' for seat, ways in declared)}"
        case events.Killed(seat, refund):
            return f"{names[seat]} is killed" + (f", {refund} back" if refund else "")
        case events.Voided():
            return "the hand is void"
        case events.Ruled(ruling, by):
            return f"ruled: {ruling.verdict}" + (f", by {by}" if by else "")
        case Consented(seat, agrees):
            return f"{names[seat]} {'agrees' if agrees else 'refuses'}"
        case _:
            return ""


def say_parts(hand: Hand, names: Sequence[str]) -> list[str]:
    """The shares of each board and half, pot by pot, as in `main pot, board 2, first half: 10 to A`."""
    boards = len(hand.boards) > 1
    halves = len(hand.setup.game.halves) > 1
    said = []
    for event in hand.log:
        if isinstance(event, events.Awarded):
            for board, half, shares in event.parts:
                where = [_pot(event.pot)]
                where += [f"board {board + 1}"] if boards else []
                where += [_HALVES[half]] if halves and half >= 0 else []
                said.append(f"{', '.join(where)}: {_paid(shares, names)}")
    return said


def _pot(at: int) -> str:
    return f"side pot {at}" if at else "main pot"


def _paid(shares: Iterable[tuple[int, int]], names: Sequence[str]) -> str:
    return ", ".join(f"{amount} to {names[seat]}" for seat, amount in shares)
