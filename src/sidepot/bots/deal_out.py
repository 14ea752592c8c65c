"""How strong a seat is: the share of the pot it would win if the cards nobody has seen were dealt out at random.

It works for every game that is data, because it uses the game's own streets and halves. It sees what the seat sees:
unknown cards of other hands are among those dealt out.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sidepot.bots.discards import to_discard
from sidepot.cards import UNKNOWN
from sidepot.games.model import Game
from sidepot.hand.streets import seats_of
from sidepot.ranking.choose import ranker

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def share_of_pot(view: Hand, seat: int, rng: Random, *, deals: int = 40) -> float:
    """The part of the pot, 0 to 1, that the seat wins on average over `deals` random ends of the hand."""
    game = view.setup.game
    seats = seats_of(view.live)
    if seats == [seat]:
        return 1.0
    unseen = _unseen(view)
    board = view.boards[0]
    board_needs = sum(street.board for street in game.streets) - len(board) if not game.is_stud else 0
    hole_needs = game.hole_cards - (len(board) if game.is_stud else 0)
    draws = _draws_to_come(view, seat)
    won = 0.0
    for _ in range(deals):
        stub = rng.sample(unseen, len(unseen))
        full_board = (*board, *_take(stub, board_needs))
        hands = {other: _complete(view.hole[other], hole_needs, stub) for other in seats}
        if game.is_draw:
            hands = {other: _drawn(game, hands[other], stub, draws[other]) for other in seats}
        won += _share(game, full_board, hands, seat)
    return won / deals


def _unseen(view: Hand) -> list[int]:
    """The cards that the seat has not seen: not in a hand, on a board or thrown away by itself."""
    seen = {card for cards in (*view.hole, *view.boards, view.muck_pile) for card in cards}
    return [card for card in view.plan.deck if card not in seen]


def _draws_to_come(view: Hand, seat: int) -> dict[int, int]:
    """How many draws each live seat has left; those before the seat in this round have had theirs."""
    streets = view.plan.streets
    later = sum(1 for street in streets[view.street + 1 :] if street.draw)
    now = bool(streets[max(view.street, 0)].draw) and view.due.name == "DRAW"
    return {
        other: later + (now and (bool(view.pending >> other & 1) or other == seat)) for other in seats_of(view.live)
    }


def _take(stub: list[int], count: int) -> list[int]:
    taken = stub[len(stub) - count :] if count else []
    del stub[len(stub) - len(taken) :]
    return taken


def _complete(hole: tuple[int, ...], count: int, stub: list[int]) -> tuple[int, ...]:
    """The hand with its unknown cards, and those still to come, dealt from the stub as far as it goes."""
    known = tuple(card for card in hole if card != UNKNOWN)
    return (*known, *_take(stub, min(count - len(known), len(stub))))


def _drawn(game: Game, hand: tuple[int, ...], stub: list[int], draws: int) -> tuple[int, ...]:
    """The hand after its owner has changed cards as many times as he may."""
    for left in range(draws, 0, -1):
        away = to_discard(game, hand, left)
        if len(away) > len(stub):
            return hand
        hand = (*(card for card in hand if card not in away), *_take(stub, len(away)))
    return hand


def _share(game: Game, board: tuple[int, ...], hands: dict[int, tuple[int, ...]], seat: int) -> float:
    """The part of the pot that the seat wins when all hands are shown."""
    halves: list[float] = []
    for half in game.halves:
        rank = ranker(half.scale, half.choose, half.qualifier, board)
        mine = rank(hands[seat])
        best = max([rank(hand) for hand in hands.values()])
        if best:
            tied = sum(rank(hand) == best for hand in hands.values()) if mine == best else 0
            halves.append(1 / tied if tied else 0.0)
    return sum(halves) / len(halves)
