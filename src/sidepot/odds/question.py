"""The question: a game, the known or possible cards of each hand, the boards so far, and dead cards.

A hand is two or more cards, with `??` for an unknown card. In draw and stud games, cards that are not named are still
to come: `AsKsQs` is a hand on third street in stud, and a hand that draws two cards in draw. In games with a board, a
hand may be a range (see `ranges` and `patterns`). In all games, it may be `random`, or several hands separated by
commas, which are equally likely unless they have weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, prod
from typing import NamedTuple

from sidepot.cards import UNKNOWN, Cards, boards_of, cards, cards_of, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import game_of
from sidepot.games.decks import find_deck
from sidepot.games.model import Game
from sidepot.odds.patterns import read_patterns
from sidepot.odds.ranges import RANDOM, is_cards, read_range
from sidepot.odds.weights import items_of, spread

MOST_HANDS = 12

Known = tuple[int, ...]  # the numbers of cards that are known


class Holding(NamedTuple):
    """One hand of the question.

    - `choices`: its possible cards, all equally likely; a choice with more weight is listed more often
    - `missing`: the number of cards still to be dealt to the hand
    """

    text: str
    choices: tuple[Known, ...]
    missing: int


class Spot(NamedTuple):
    """A game and the known cards of one deal.

    - `live`: how many hands can win; these are the first hands, and the other hands only use up cards
    """

    game: Game
    holdings: tuple[Holding, ...]
    boards: tuple[Known, ...]
    dead: Known
    deck: Known
    live: int

    @property
    def to_come(self) -> list[int]:
        """How many cards each hand will get, followed by how many each board will get."""
        game = self.game
        return [one.missing for one in self.holdings] + [game.board_cards - len(board) for board in self.boards]

    @property
    def stub(self) -> Known:
        """The cards that can still be dealt: those not on a board, not dead, and not in a known hand."""
        gone = {*self.dead, *[card for board in self.boards for card in board]}
        for one in self.holdings:
            if len(one.choices) == 1:
                gone.update(one.choices[0])
        return tuple([card for card in self.deck if card not in gone])

    @property
    def choices(self) -> int:
        """The number of combinations of hands. Combinations in which two hands share a card are counted, too."""
        return prod([len(one.choices) for one in self.holdings])

    @property
    def runouts(self) -> int:
        """The number of ways to deal the remaining cards, for one combination of hands."""
        several = [one for one in self.holdings if len(one.choices) > 1]
        left = len(self.stub) - sum([len(one.choices[0]) for one in several])
        ways = 1
        for count in self.to_come:
            ways *= comb(max(left, 0), count)
            left -= count
        return ways


def make_spot(
    hands: Sequence[Cards],
    *,
    board: Cards | Sequence[Cards] = "",
    dead: Cards = "",
    game: str | Game = "holdem",
) -> Spot:
    """Read a question about odds. Raises BadNotation or Conflict, saying what was expected, if the question is
    invalid.
    """
    game = game_of(game)
    deck = find_deck(game.deck).cards
    if isinstance(hands, str | bytes) or not isinstance(hands, Sequence):
        raise BadNotation(f"hands: expected a list of hands, as in ['AsKs', 'QhQd'], got {hands!r:.60}")
    if len(hands) < 2:
        raise BadNotation(f"expected two or more hands, as in 'AsKs QhQd', got {len(hands)}")
    most = min(game.seats[1], MOST_HANDS)
    if len(hands) > most:
        raise BadNotation(f"expected at most {most} hands of {game.name}, got {len(hands)}")
    boards, gone = _read_boards(board, game), _known(cards_of(dead, "dead"), "the dead cards")
    named = [(f"board {number}" if len(boards) > 1 else "the board", one) for number, one in enumerate(boards, 1)]
    named.append(("the dead cards", gone))
    holdings = [_read_hand(cards_text(one, f"hands: hand {at}"), game) for at, one in enumerate(hands, 1)]
    for number, one in enumerate(holdings, 1):
        if len(one.choices) == 1:
            named.append((f"hand {number}", one.choices[0]))
    _refuse_twice(named, deck, game)
    spot = Spot(game, tuple(_without_gone(holdings, named, deck)), boards, gone, deck, len(hands))
    several = sum([len(one.choices[0]) for one in spot.holdings if len(one.choices) > 1])
    if several + sum(spot.to_come) > len(spot.stub):
        raise Conflict(
            f"the hands need {several + sum(spot.to_come)} more cards, but the deck has "
            f"{len(spot.stub)}; give fewer hands or fewer dead cards"
        )
    return spot


def cards_text(given: Cards, what: str) -> str:
    """Cards in any form, converted to text. The text may also be a range.

    Raises BadNotation for other values. `what` names the value in the message.
    """
    return given if isinstance(given, str) else text(cards_of(given, what))


def _known(some: Known, where: str) -> Known:
    if UNKNOWN in some:
        raise BadNotation(f"{where}: every card must be known")
    return some


def _read_boards(board: Cards | Sequence[Cards], game: Game) -> tuple[Known, ...]:
    read = [_known(one, "the board") for one in boards_of(board)]
    if read and not game.board_cards:
        raise BadNotation(f"{game.name} has no board; omit it, and give each hand its own cards")
    if len(read) > game.boards:
        raise BadNotation(f"{game.name} has {game.boards} board{'s' * (game.boards > 1)}, got {len(read)}")
    for one in read:
        if len(one) > game.board_cards:
            raise BadNotation(f"a board of {game.name} has at most {game.board_cards} cards, got {len(one)}")
    return tuple(read + [()] * (game.boards - len(read)))


def _read_hand(some: str, game: Game) -> Holding:
    """Read one hand: its cards, or a range. Raises BadNotation for other text."""
    most = max(game.held)
    squeezed = some.strip()
    if not squeezed:
        raise BadNotation("a hand is empty; give its cards, a range such as QQ+,AKs, or random")
    if squeezed.lower() in RANDOM or set(squeezed) == {"?"}:
        return Holding(some, ((),), most) if most != 2 else Holding(some, read_range("random"), 0)
    if all(is_cards(item) for item, _ in items_of(squeezed)):
        return _read_choices(some, game)
    if most == 2:
        if "%" in squeezed and find_deck(game.deck).lowest:
            raise BadNotation(f"{some!r}: percentages need the full deck, which {game.name} does not use")
        return Holding(some, read_range(squeezed), 0)
    if game.board_cards and not game.is_stud:
        return Holding(some, read_patterns(squeezed, most, find_deck(game.deck).cards), 0)
    if len(squeezed) > 3 and not set("+-*xX%") & set(squeezed):
        for item, _ in items_of(squeezed):
            cards(item)  # says which card it is that is wrong
    raise BadNotation(
        f"{some!r}: ranges need hold'em, Omaha or a similar game; for {game.name} give cards, "
        "several hands separated by commas, or random"
    )


def _read_choices(some: str, game: Game) -> Holding:
    most = max(game.held)
    comes_later = game.is_stud or game.is_draw and not game.board_cards
    deck = find_deck(game.deck).cards
    read: dict[Known, int] = {}
    whole = 0
    for part, weight in items_of(some):
        named = cards(part)
        if not named:
            raise BadNotation(f"{some!r} has an empty hand; give its cards")
        if len(named) > most:
            raise BadNotation(f"a hand of {game.name} has at most {most} cards, but {part!r} has {len(named)}")
        if len(named) < game.hole_cards and not comes_later:
            short = game.hole_cards - len(named)
            raise BadNotation(
                f"a hand of {game.name} has {game.hole_cards} cards, but {part!r} has {len(named)}; write "
                f"{'??' * short} for unknown cards"
            )
        for card in named:
            if card not in (*deck, UNKNOWN):
                raise BadNotation(f"{text((card,))} in {part!r} is not in the deck of {game.name} ({len(deck)} cards)")
        whole = whole or len(named)
        read[tuple([one for one in named if one != UNKNOWN])] = weight
    sizes = {len(one) for one in read}
    if len(sizes) > 1:
        raise BadNotation(f"{some!r}: hands separated by commas must have the same number of known cards")
    return Holding(some, spread(read, some), max(whole, game.hole_cards) - sizes.pop())


def _refuse_twice(named: Sequence[tuple[str, Known]], deck: Known, game: Game) -> None:
    """Raise Conflict for a card that is in two places, and BadNotation for a card that is not in the deck."""
    where: dict[int, str] = {}
    for place, some in named:
        for card in some:
            if card in where:
                in_two_places = f"twice in {place}" if where[card] == place else f"in {where[card]} and in {place}"
                raise Conflict(f"{text((card,))} is used {in_two_places}; give another card")
            if card not in deck:
                raise BadNotation(f"{text((card,))} in {place} is not in the deck of {game.name} ({len(deck)} cards)")
            where[card] = place


def _without_gone(holdings: Sequence[Holding], named: Sequence[tuple[str, Known]], deck: Known) -> list[Holding]:
    """The holdings without impossible choices: those with a card that is known to be elsewhere, or not in the deck.

    Raises Conflict if a holding has no choice left.
    """
    left = []
    for number, one in enumerate(holdings, 1):
        if len(one.choices) == 1:
            left.append(one)
            continue
        there = set(deck).difference(*[some for place, some in named if place != f"hand {number}"])
        choices = [hand for hand in one.choices if there.issuperset(hand) and len(set(hand)) == len(hand)]
        if not choices:
            raise Conflict(
                f"{one.text!r} has no possible hand: each needs a card that is used elsewhere or is not "
                "in the deck; change the range, the board or the dead cards"
            )
        left.append(one._replace(choices=spread(Counter(choices))))
    return left
