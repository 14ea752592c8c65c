"""The cards of a hand that is settled: in the deck of the game, none of them twice, and as many as it takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.decks import find_deck
from sidepot.games.model import Game
from sidepot.hand.words import board_label

Cards = Sequence[int]


def check_cards(game: Game, hands: Mapping[str, Cards], boards: Sequence[Cards]) -> None:
    """Refuse cards that cannot be. Raises BadNotation, Conflict.

    A board that is run several times is given once for each run, with the cards that the runs share.
    """
    deck = find_deck(game.deck).cards
    seen: dict[int, str] = {}
    for place, some in [*((f"in the hand of {name}", hand) for name, hand in hands.items()), *_on_boards(game, boards)]:
        for card in some:
            if card == UNKNOWN:
                raise BadNotation(f"a card {place} is not known: leave the hand out, or name all of its cards")
            if card not in deck:
                raise Conflict(f"{text((card,))} {place} is not in the deck of {game.title} ({len(deck)} cards)")
            if card in seen:
                where = f"twice {place}" if seen[card] == place else f"{seen[card]} and {place} too"
                raise Conflict(f"{text((card,))} is {where}")
            seen[card] = place
    _count_board(game, boards, is_contest=bool(hands))
    community = len(boards[0]) if boards and game.is_stud else 0
    wanted = game.hole_cards - community
    for name, hand in hands.items():
        if len(hand) != wanted:
            raise Conflict(f"a hand of {game.title} has {wanted} cards, and for {name} {_many(len(hand))} given")


def _count_board(game: Game, boards: Sequence[Cards], *, is_contest: bool) -> None:
    """Refuse too many boards or cards of one; and too few, where hands are to be compared on them."""
    full = game.board_cards
    if game.is_stud and not full:  # where the deck runs out, a card in the middle is everybody's last (PG-95)
        if len(boards) > 1 or boards and len(boards[0]) > 1:
            raise Conflict(f"{game.title} has no board, only one card for all where the deck runs out (PG-95)")
        return
    if not full:
        if boards:
            raise Conflict(f"{game.title} has no board: leave it out")
        return
    each = "a board" if game.boards == 1 else f"{game.boards} boards"
    hint = ": give each board and each run with all of its cards" if len(boards) > 1 else ""
    for board in boards:
        if len(board) > full or is_contest and len(board) < full:
            raise Conflict(f"{game.title} is won on {each} of {full}, and {_many(len(board))} given{hint}")
    if is_contest and not boards:
        raise Conflict(f"{game.title} is won on {each} of {full}, and no cards are given")
    if is_contest and len(boards) % game.boards:
        raise Conflict(
            f"{game.title} is won on {each} of {full}, and {len(boards)} {'are' if len(boards) > 1 else 'is'} given: "
            f"write {' / '.join('abcd'[: game.boards])}, and as many more for a second run"
        )


def _on_boards(game: Game, boards: Sequence[Cards]) -> Iterator[tuple[str, Cards]]:
    """The cards of the boards by their places; those that runs share only once."""
    runs = len(boards) // game.boards
    shared = _shared(game, boards)
    for at, board in enumerate(boards):
        name = board_label(game.boards, runs, at).lower()
        yield f"on {'the board' if name == 'board' else name}", board[shared if at >= game.boards else 0 :]


def _shared(game: Game, boards: Sequence[Cards]) -> int:
    """How many cards of each board came before the runs parted: those of whole streets, the same in every run."""
    shared = 0
    for street in game.streets:
        end = shared + street.board
        parts = [frozenset(board[:end]) for board in boards]
        is_same = all(
            one == other
            for number in range(game.boards)
            for one, other in combinations(parts[number :: game.boards], 2)
        )
        if end >= game.board_cards or not is_same:
            return shared
        shared = end
    return shared


def _many(cards: int) -> str:
    return "1 card is" if cards == 1 else f"{cards or 'no'} cards are"
