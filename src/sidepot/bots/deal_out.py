"""How strong a seat is: the share of the pot it would win if all unseen cards were dealt out at random.

It works for every game that is data, because it uses the game's own streets, boards and halves. It sees only what the
seat sees: unknown cards of other hands are among those dealt out. Cards still to be exchanged or thrown away are chosen
by simple rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from sidepot.bots.discards import to_discard
from sidepot.cards import UNKNOWN
from sidepot.games.model import Choose
from sidepot.hand.due import Due
from sidepot.hand.streets import seats_of

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

Hands = dict[int, tuple[int, ...]]
End = tuple[list[tuple[int, ...]], Hands]  # the boards and the hands of the live seats


def share_of_pot(view: Hand, seat: int, rng: Random, *, deals: int = 40) -> float:
    """The fraction of the pot that the seat wins on average, over `deals` random ends of the hand."""
    if view.live == 1 << seat:
        return 1.0
    return sum([share_of_end(view, end, seat) for end in ends(view, seat, rng, deals)]) / deals


def beats_one(view: Hand, seat: int, rng: Random, *, deals: int) -> float:
    """The fraction of the pot that the seat would win against one random hand, on average over `deals` deals."""
    game = view.setup.game
    hole = view.hole[seat]
    unseen = unseen_cards(view)
    draws = len(_still(view, seat, "draw")[seat])
    size = game.hole_cards
    total = 0.0
    for _ in range(deals):
        stub = rng.sample(unseen, len(unseen))
        board = (*view.boards[0], *_take(stub, game.board_cards - len(view.boards[0])))
        mine = _drawn(view, _complete(hole, size, stub), stub, min(draws, 1))
        other = tuple(_take(stub, size))
        total += share_of_board(view, board, {seat: mine, -1: other}, seat)
    return total / deals


def share_of_end(view: Hand, end: End, seat: int) -> float:
    """The fraction of the pot that the seat wins when all hands are shown, over all boards and both halves."""
    boards, hands = end
    return sum([share_of_board(view, board, hands, seat) for board in boards]) / len(boards)


def share_of_board(view: Hand, board: tuple[int, ...], hands: Hands, seat: int) -> float:
    """The fraction of the pot that the seat wins on one board."""
    halves: list[float] = []
    to_win = view.plan.to_win
    for at, strengths in enumerate(strengths_on(view, board, hands)):
        best = max(strengths.values())
        if best and (at or best >= to_win):
            halves.append(share_of_half(strengths, seat))
    return sum(halves) / len(halves) if halves else 0.0


def strengths_on(view: Hand, board: tuple[int, ...], hands: Hands) -> Iterator[dict[int, int]]:
    """The strength of each hand on a board, for each half in turn."""
    for _, on_board in view.plan.rankers:
        rank = on_board(board)
        yield {other: rank(hand) for other, hand in hands.items()}


def share_of_half(strengths: dict[int, int], seat: int) -> float:
    """The fraction of a half that the seat wins: 1 for the best hand, less for a tie, 0 for any other hand."""
    best = max(strengths.values())
    if not best or strengths[seat] < best:
        return 0.0
    return 1 / list(strengths.values()).count(best)


# ---- the cards to come


def ends(view: Hand, seat: int, rng: Random, deals: int, *, keep: bool = False) -> Iterator[End]:
    """Make `deals` random ends of the hand that fit what the seat knows. With `keep`, the seat keeps all its cards."""
    game = view.setup.game
    seats = seats_of(view.live)
    unseen = unseen_cards(view)
    draws = _still(view, seat, "draw")
    throws = _still(view, seat, "discard")
    full = [game.board_cards] * len(view.boards)
    extra = max(len(view.boards[0]) - game.board_cards, 0) if game.is_stud else 0  # a card in the middle for all
    others_first = [other for other in seats if other != seat]
    for _ in range(deals):
        stub = rng.sample(unseen, len(unseen))
        boards = _complete_boards(view, full, stub)
        hands = {
            other: _complete(view.hole[other], game.hole_cards + sum([one for one, _ in throws[other]]) - extra, stub)
            for other in (seat, *others_first)
        }
        for other in seats:
            if not (keep and other == seat):
                hands[other] = _thrown(view, hands[other], boards[0], throws[other])
                hands[other] = _drawn(view, hands[other], stub, len(draws[other]))
        yield boards, hands


def unseen_cards(view: Hand) -> list[int]:
    """The cards that the seat has seen neither in a hand, nor on a board, nor among its own discards."""
    seen = {card for cards in (*view.hole, *view.boards, view.muck_pile, view.aside.set_aside) for card in cards}
    return [card for card in view.plan.deck if card not in seen]


def _still(view: Hand, seat: int, what: str) -> dict[int, list[tuple[int, int]]]:
    """How many cards each live seat still has to change or throw away, and with how many cards on the board, by street.

    Seats before this seat have had their turn in this round.
    """
    found: dict[int, list[tuple[int, int]]] = {other: [] for other in seats_of(view.live)}
    on_board = 0
    for at, street in enumerate(view.plan.streets):
        on_board += street.board
        count = getattr(street, what)
        if not count or at < view.street or at == view.street and view.due is not Due.DRAW:
            continue
        for other, still in found.items():
            if at > view.street or view.pending >> other & 1 or other == seat:
                still.append((count, on_board))
    return found


def _take(stub: list[int], count: int) -> list[int]:
    """The next cards of the stub, or all that are left."""
    first = max(len(stub) - max(count, 0), 0)
    taken = stub[first:]
    del stub[first:]
    return taken


def _complete_boards(view: Hand, full: Sequence[int], stub: list[int]) -> list[tuple[int, ...]]:
    return [(*board, *_take(stub, count - len(board))) for board, count in zip(view.boards, full, strict=True)]


def _complete(hole: tuple[int, ...], count: int, stub: list[int]) -> tuple[int, ...]:
    """The hand with its unknown cards, and those still to come, dealt from the stub until the hand ends."""
    known = tuple([card for card in hole if card != UNKNOWN])
    return (*known, *_take(stub, count - len(known)))


def _thrown(
    view: Hand, hand: tuple[int, ...], board: tuple[int, ...], throws: Sequence[tuple[int, int]]
) -> tuple[int, ...]:
    """The hand after a discard of the cards that count least with the board at that moment."""
    for count, on_board in throws:
        if len(hand) > count:
            hand = best_kept(view, hand, len(hand) - count, board[:on_board])
    return hand


def best_kept(view: Hand, hand: tuple[int, ...], size: int, board: tuple[int, ...]) -> tuple[int, ...]:
    """The `size` cards of a hand to keep: the strongest for the first half on this board or, in a tie, the highest."""
    half, on_board = view.plan.rankers[0]
    if half.choose is Choose.TWO_THREE and (len(board) < 3 or size < 2):
        return max(combinations(sorted(hand), size), key=lambda kept: (len({card >> 2 for card in kept}) < size, kept))
    rank = on_board(board)
    return max(combinations(hand, size), key=lambda kept: (rank(kept), sum(kept)))


def _drawn(view: Hand, hand: tuple[int, ...], stub: list[int], draws: int) -> tuple[int, ...]:
    """The hand after all draws that its owner may still make."""
    for left in range(draws, 0, -1):
        away = to_discard(view.setup.game, hand, left)
        if len(away) > len(stub):
            return hand
        hand = (*[card for card in hand if card not in away], *_take(stub, len(away)))
    return hand
