"""A hand of poker in words: what cards make, which pot and board is which, who wins a part with what.

Words here are plain text. The command line adds colours and seats to them, the room the names of its players.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sidepot.cards import UNKNOWN
from sidepot.errors import Conflict, SidepotError
from sidepot.games.decks import find_deck
from sidepot.games.model import Choose, Game, Half
from sidepot.games.titles import half_label, least_words
from sidepot.hand.streets import seats_of
from sidepot.hand.winning.claims import winners
from sidepot.ranking.describe import describe, kicker_words
from sidepot.ranking.omaha import Ranker
from sidepot.ranking.playable_cards import cards_made, ranker
from sidepot.ranking.scales import find_scale

if TYPE_CHECKING:
    from sidepot.hand.events import Awarded, PassedOut
    from sidepot.hand.state import HandState

# ---- what cards make


def half_text(
    game: Game, half: Half, hole: Sequence[int], board: Sequence[int], rivals: Sequence[Sequence[int]] = ()
) -> str:
    """What a hand makes for a half of the pot on one board, in words; "" while that is not known.

    If one of the `rivals` (other hands) has the same name, the text says which card decides.
    """
    try:
        strength = _ranker_on(tuple(board), half, game.deck, game.wild)(hole)
    except Conflict:  # Omaha before the flop
        return ""
    if not strength:
        is_complete = len(board) >= game.board_cards and len(hole) + len(board) >= game.hole_cards + game.board_cards
        if not is_complete:
            return ""
    words = _strength_text(strength, half, game.deck, game.wild)
    if not rivals:
        return words
    kicker = _kicker_text(strength, game, half, rivals, board)
    return f"{words}, {kicker}" if kicker else words


def _kicker_text(strength: int, game: Game, half: Half, rivals: Sequence[Sequence[int]], board: Sequence[int]) -> str:
    """The card that decides against the best rival hand with the same name."""
    rank = _ranker_on(tuple(board), half, game.deck, game.wild)
    scale = find_scale(half.scale, half.qualifier, lowest=find_deck(game.deck).lowest, wild=game.wild)
    found = [(other, kicker_words(strength, other, scale)) for other in [rank(hole) for hole in rivals]]
    return max([one for one in found if one[1]], default=(0, ""))[1]


@lru_cache(maxsize=64)
def _ranker_on(board: tuple[int, ...], half: Half, deck: str, wild: tuple[str, ...]) -> Ranker:
    """The ranker of hands on a board. It is cached, because all players at a table need it in turn."""
    lowest = find_deck(deck).lowest
    return ranker(half.scale, half.choose, half.qualifier, board, lowest=lowest, wild=wild)


@lru_cache(maxsize=8192)
def _strength_text(strength: int, half: Half, deck: str, wild: tuple[str, ...]) -> str:
    """A strength in words. It is cached, because most hands at a table are among about a hundred."""
    lowest = find_deck(deck).lowest
    return describe(strength, find_scale(half.scale, half.qualifier, lowest=lowest, wild=wild))[1]


def readings(game: Game, hole: Sequence[int], board: Sequence[int], rivals: Sequence[Sequence[int]] = ()) -> list[str]:
    """What a hand makes for each half of the pot, in words, as far as that is known."""
    if not hole or UNKNOWN in hole:
        return []
    found: list[str] = []
    for at, half in enumerate(game.halves):
        words = half_text(game, half, hole, board, rivals)
        if words and at:
            words = uncapital(words)
            if half.choose is Choose.HOLE:
                words = f"{half_label(game, at)}: {words}"
        if words:
            found.append(words)
    return found


def reading_text(game: Game, hole: Sequence[int], board: Sequence[int], rivals: Sequence[Sequence[int]] = ()) -> str:
    """What a hand makes on one board, in one phrase, such as `Pair of aces` or `Flush, ace high; no low`."""
    return "; ".join(readings(game, hole, board, rivals))


def hand_words(hand: HandState, hole: Sequence[int], rivals: Sequence[Sequence[int]] = ()) -> str:
    """The hand that these hole cards make now, in words.

    With several boards, each board is named: `board 1: flush, ace high; ...`.
    """
    game, boards = hand.setup.game, hand.boards
    if len(boards) == 1 or len(set(boards)) == 1:
        return reading_text(game, hole, boards[0], rivals)
    readings = [(at, reading_text(game, hole, board, rivals)) for at, board in enumerate(boards)]
    return "; ".join([f"{board_name(hand, at).lower()}: {uncapital(words)}" for at, words in readings if words])


def rivals_of(hand: HandState, seat: int) -> list[tuple[int, ...]]:
    """The other players' tabled cards at the end of a hand, once they can be compared."""
    if any(len(board) < hand.setup.game.board_cards for board in hand.boards):
        return []
    others = seats_of(hand.shown & hand.live & ~(1 << seat))
    return [hand.hole[at] for at in others if UNKNOWN not in hand.hole[at]]


def uncapital(words: str) -> str:
    """The words with a lower-case first letter, for use within a sentence."""
    return words[:1].lower() + words[1:]


def capital(words: str) -> str:
    """The words with an upper-case first letter, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


# ---- pots and boards


def pot_name(at: int, count: int) -> str:
    """The name of pot `at` of `count` pots: `pot`, `main pot` (number 0), `side pot`, `side pot 2`."""
    if count == 1:
        return "pot"
    if not at:
        return "main pot"
    return "side pot" if count == 2 else f"side pot {at}"


def pot_words(at: int, count: int, amount: int | str, quote: Callable[[str], str] = str) -> str:
    """A pot and its chips, such as `the main pot of 40` or `side pot 2 (40)`. `quote` formats the number."""
    name = pot_name(at, count)
    return f"side pot {quote(str(at))} ({amount})" if name[-1].isdigit() else f"the {name} of {amount}"


def board_name(hand: HandState, at: int) -> str:
    """The name of a board: `Board`; `Board 2` if there are several; `Run 2` if it is run more than once."""
    return board_label(hand.plan.boards, hand.aside.runs, at)


def board_label(boards: int, runs: int, at: int) -> str:
    """The label of board `at`, counted from 0, in a game with this many boards and runs.

    >>> board_label(1, 1, 0), board_label(2, 1, 1), board_label(1, 2, 1), board_label(2, 2, 3)
    ('Board', 'Board 2', 'Run 2', 'Run 2, board 2')
    """
    names = [f"Run {at // boards + 1}"] if runs > 1 else []
    if boards > 1:
        names.append(f"{'board' if names else 'Board'} {at % boards + 1}")
    return ", ".join(names) or "Board"


def runs_words(runs: int) -> str:
    """How often the board is run, in words: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(runs, f"{runs} times")


# ---- who wins with what


class Won(NamedTuple):
    """The winners of one half of a pot on one board. `seats` is a bit mask."""

    board: int
    half: int
    seats: int


def won_parts(hand: HandState, event: Awarded) -> list[Won]:
    """The winners of each part of a pot, if hands were compared or if the winner showed a hand.

    Call this before the event is applied.
    """
    claimants = hand.layers[event.pot].eligible & hand.live if hand.layers else 0
    if not claimants & (claimants - 1):
        claimants &= hand.shown
    if not claimants:
        return []
    try:
        return [
            Won(board, half, mask)
            for board in range(len(hand.boards))
            for half, mask in winners(hand, seats_of(claimants), board)
        ]
    except SidepotError:  # a hand that nobody saw, or a board that never came
        return []


def winning_words(hand: HandState, seat: int, won: Sequence[Won], *, boards: bool, halves: bool) -> list[str]:
    """The hands with which a seat wins its parts of the pot, in words, such as `low with wheel, 5-4-3-2-A`.

    With `boards` or `halves`, the board or half of each part is named.
    """
    parts = []
    for board, half in [(one.board, one.half) for one in won if one.seats >> seat & 1]:
        words = played_text(hand, seat, board, half)
        if not words:
            return []
        label = [board_name(hand, board).lower()] if boards else []
        if halves:
            label.append(half_label(hand.setup.game, half))
        parts.append(f"{', '.join(label)} with {uncapital(words)}" if label else words)
    return parts


def played_text(hand: HandState, seat: int, board: int, half: int) -> str:
    """What a seat makes for a half on a board, in words. The cards decide or, if announcements count, the
    announcement.
    """
    game = hand.setup.game
    called = hand.aside.called_by(seat)
    if half < len(called) and called[half]:
        return half_text(game, replace(game.halves[half], choose=Choose.HOLE), called[half], ())
    hole = hand.hole[seat]
    if UNKNOWN in hole:
        return ""
    rivals = [] if called else rivals_of(hand, seat)
    return half_text(game, game.halves[half], hole, hand.boards[board], rivals)


def played_cards(hand: HandState, seat: int, board: int, half: int) -> tuple[int, ...]:
    """The cards of the hand that a seat plays for a half on a board.

    Empty if the cards were not seen, or do not make a hand.
    """
    game = hand.setup.game
    called = hand.aside.called_by(seat)
    if half < len(called) and called[half]:
        return called[half]
    hole, one = hand.hole[seat], game.halves[half]
    if UNKNOWN in hole:
        return ()
    lowest = find_deck(game.deck).lowest
    return cards_made(one.scale, one.choose, one.qualifier, hole, hand.boards[board], lowest=lowest, wild=game.wild)


def passed_out_words(hand: HandState, event: PassedOut, chips: Callable[[int], str] = str) -> str:
    """Why a pot is carried to the next deal, in words. Call this before the event is applied."""
    stays = f"{chips(event.amount)} stay in the pot for the next deal"
    if hand.opener < 0 and hand.pot_at < 0:
        return f"Nobody opened: the cards are thrown in, and {stays}"
    if hand.plan.to_win and hand.aside.proved >= 0:
        return f"Nobody holds {least_words(hand.setup.game)}: {stays}"
    return f"Nobody wins the pot: {stays}"
