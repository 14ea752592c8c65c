"""How strong a seat is: the share of the pot it would win if the cards nobody has seen were dealt out at random.

It works for every game that is data, because it uses the game's own streets and halves. It sees what the seat sees:
unknown cards of other hands are among those dealt out.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sidepot.bots.discards import to_discard, to_throw
from sidepot.cards import UNKNOWN
from sidepot.games.decks import find_deck
from sidepot.games.model import Game
from sidepot.hand.streets import seats_of
from sidepot.ranking.choose import ranker
from sidepot.ranking.omaha import Ranker

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def share_of_pot(view: Hand, seat: int, rng: Random, *, deals: int = 40) -> float:
    """The part of the pot, 0 to 1, that the seat wins on average over `deals` random ends of the hand."""
    shares = shares_of_halves(view, seat, rng, deals=deals)
    return sum(shares) / len(shares)


def shares_of_halves(view: Hand, seat: int, rng: Random, *, deals: int = 40) -> list[float]:
    """The part of each half, 0 to 1, that the seat wins on average; a half that nobody wins counts as the other."""
    game = view.setup.game
    seats = seats_of(view.live)
    if seats == [seat]:
        return [1.0] * len(game.halves)
    unseen = _unseen(view)
    boards = view.boards
    needs = [game.board_cards - len(board) if not game.is_stud else 0 for board in boards]
    hole_needs = _most_held(view) - (len(boards[0]) if game.is_stud else 0)
    draws = _draws_to_come(view, seat)
    to_throw = _to_throw(view)
    won = [0.0] * len(game.halves)
    for _ in range(deals):
        stub = rng.sample(unseen, len(unseen))
        full = [(*board, *_take(stub, count)) for board, count in zip(boards, needs, strict=True)]
        hands = {other: _complete(view.hole[other], hole_needs, stub) for other in seats}
        for other in seats:
            if game.is_draw:
                hands[other] = _drawn(game, hands[other], stub, draws[other])
            elif to_throw:
                hands[other] = _thrown(game, hands[other], full[0], to_throw)
        for at, share in enumerate(_shares(game, full, hands, seat)):
            won[at] += share
    return [part / deals for part in won]


def _most_held(view: Hand) -> int:
    """How many cards a seat holds before it throws any away, from here on."""
    at = max(view.street, 0)
    dealt = sum(street.down + street.up for street in view.plan.streets[at + 1 :])
    return view.plan.held[at] + dealt + (view.plan.streets[at].discard if view.due.name == "DRAW" else 0)


def _to_throw(view: Hand) -> int:
    """How many cards each seat has still to give up for nothing."""
    return _most_held(view) - view.plan.held[-1]


def _thrown(game: Game, hand: tuple[int, ...], board: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The hand after its owner has given up cards for nothing; he will not have seen the whole board."""
    flop = board[:3]
    away = to_throw(game, hand, flop, min(count, len(hand) - 1)) if len(hand) > count else ()
    return tuple(card for card in hand if card not in away)


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
    return (*known, *_take(stub, min(max(count - len(known), 0), len(stub))))


def _drawn(game: Game, hand: tuple[int, ...], stub: list[int], draws: int) -> tuple[int, ...]:
    """The hand after its owner has changed cards as many times as he may."""
    for left in range(draws, 0, -1):
        away = to_discard(game, hand, left)
        if len(away) > len(stub):
            return hand
        hand = (*(card for card in hand if card not in away), *_take(stub, len(away)))
    return hand


def _shares(game: Game, boards: list[tuple[int, ...]], hands: dict[int, tuple[int, ...]], seat: int) -> list[float]:
    """The part of each half that the seat wins when all hands are shown, over all boards."""
    total = [0.0] * len(game.halves)
    for board in boards:
        halves = [_share(rankers_of(game, board)[at], hands, seat) for at in range(len(game.halves))]
        known = [share for share in halves if share is not None]
        rest = sum(known) / len(known) if known else 0.0
        for at, share in enumerate(halves):
            total[at] += rest if share is None else share
    return [part / len(boards) for part in total]


def _share(rank: Ranker, hands: dict[int, tuple[int, ...]], seat: int) -> float | None:
    """The part of a half that the seat wins; None where nobody has a hand for it."""
    strengths = {other: rank(hand) for other, hand in hands.items()}
    best = max(strengths.values())
    if not best:
        return None
    return 1 / list(strengths.values()).count(best) if strengths[seat] == best else 0.0


def rankers_of(game: Game, board: tuple[int, ...]) -> list[Ranker]:
    """What ranks each half of a game on a board."""
    lowest = find_deck(game.deck).lowest
    return [
        ranker(half.scale, half.choose, half.qualifier, board, lowest=lowest, wild=game.wild) for half in game.halves
    ]
