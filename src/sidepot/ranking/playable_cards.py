"""Which cards may make up a hand, and how strong a seat is once the board is known.

`any`: the best five of all cards. `two and three`: exactly two from the hand and three from the board, as in Omaha.
`hole`: only own cards, as in the draw half of drawmaha. `ranker` prepares the part that depends only on the board, so
that each seat costs little; `made` names the cards. Source: PG-101, PG-102, PG-103.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple

from sidepot.cards import JOKER, RANKS
from sidepot.errors import BadNotation, Conflict
from sidepot.ranking.describe import describe, values_played
from sidepot.ranking.high import high_of_ranks, high_table
from sidepot.ranking.keys import FIVE_MORE, FIVE_OF_A_SUIT, KEYS, RANK_BITS, not_ranked
from sidepot.ranking.low import ACE_TO_FIVE, PERFECT, badness, low_value
from sidepot.ranking.omaha import Ranker, omaha_high, omaha_low, too_few
from sidepot.ranking.scales import RankTable, Scale, find_scale

CHOICES: Final = ("any", "two and three", "hole")


class Made(NamedTuple):
    """The hand that a seat makes.

    - `strength`: its strength
    - `cards`: its cards, the most important first; empty if the hand does not qualify
    - `name`: its name
    - `high_card`: the card that takes an odd chip if suits decide; -1 if the hand does not qualify

    The high card is the highest card by rank and then by suit, and an ace that plays low is low. Rule: TDA-2013 19.
    Wild cards that play are among the cards, but have no rank of their own: a wild card is the high card only if no
    natural card plays.
    """

    strength: int
    cards: tuple[int, ...]
    category: str
    text: str
    high_card: int


def ranker(
    scale: str,
    choose: str,
    qualifier: int | None,
    board: Sequence[int],
    *,
    lowest: int = 0,
    wild: Sequence[str] = (),
) -> Ranker:
    """A function that computes the strength of a seat's cards on this board. Greater strengths win, equal strengths
    tie.

    A strength of 0 means no hand.

    - `scale`: the order of hands, such as `high`
    - `choose`: which cards the seat may use: `any`, `two and three` (two hole cards and three of the board) or `hole`
    - `qualifier`: the highest card that a low may have (None: any low)
    - `lowest`: the lowest rank in the deck (0 for deuces)
    - `wild`: the names of the wild cards

    Raises BadNotation for an unknown scale or choice. For unknown cards, this function or the returned function raises
    BadNotation.
    """
    if board and (min(board) < 0 or max(board) > 51) and choose != "hole":
        order = find_scale(scale, qualifier, lowest=lowest, wild=wild)
        if min(board) < 0 or max(board) > JOKER or JOKER not in order.wild:
            raise order.not_ranked(board)
    return maker(scale, choose, qualifier, lowest=lowest, wild=wild)(board)


def maker(
    scale: str,
    choose: str,
    qualifier: int | None,
    *,
    lowest: int = 0,
    wild: Sequence[str] = (),
) -> Callable[[Sequence[int]], Ranker]:
    """A function that makes a `ranker` for a board of known cards. Use it to rank hands on many boards.

    The seat may use cards by the rule `choose`: `any`, `two and three` (two hole cards and three of the board) or
    `hole`. `lowest` is the lowest rank in the deck (0 for deuces), and `wild` has the names of the wild cards. Raises
    BadNotation for an unknown scale or choice.
    """
    order = find_scale(scale, qualifier, lowest=lowest, wild=wild)
    if choose not in CHOICES:
        raise BadNotation(f"unknown choice of cards {choose!r}; expected one of {', '.join(CHOICES)}")
    of_any = partial(_any_cards, order) if order.table is None else partial(_any_five, order.table)
    if choose == "any":
        return of_any
    if choose == "hole":
        rank_hole = of_any(())
        return lambda _board: rank_hole
    make: Callable[[Sequence[int]], Ranker] = partial(_two_and_three, order)
    if order.table is not None and order.high is not None:
        make = partial(omaha_high, high_table(order.high))
    elif order.table is not None and order.qualifier and order.low == ACE_TO_FIVE:
        make = partial(omaha_low, order.qualifier)

    def of_board(board: Sequence[int]) -> Ranker:
        if len(board) < 3:
            raise Conflict(f"expected a board of at least three cards, got {len(board)}")
        try:
            return make(board)
        except IndexError:
            raise order.not_ranked(board) from None

    return of_board


def _any_five(table: RankTable, board: Sequence[int]) -> Ranker:
    """A ranker for the best five of the hand and the board together, by the sum of their keys.

    The sum starts with a number by which five cards of a suit are recognised. Seven cards are written out, because they
    are ranked most often.
    """
    keys = KEYS
    start = FIVE_MORE
    try:
        for card in board:
            start += keys[card]
    except IndexError:
        raise not_ranked(board) from None
    by_ranks, learn, suited = table.by_ranks, table.learn, table.suited
    ignore_suits = suited is None

    def rank(hole: Sequence[int]) -> int:
        total = start
        try:
            if len(hole) == 7:
                a, b, c, d, e, f, g = hole
                total += keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
            else:
                for card in hole:
                    total += keys[card]
            if ignore_suits or not total & FIVE_OF_A_SUIT:
                return by_ranks[total & RANK_BITS]
        except IndexError:
            raise not_ranked(hole) from None
        except KeyError:
            return learn(total & RANK_BITS)
        assert suited is not None
        return suited(total - FIVE_MORE, (*hole, *board))

    return rank


def _any_cards(order: Scale, board: Sequence[int]) -> Ranker:
    """A ranker for the best of the hand and the board together, for orders that need the cards themselves."""
    value = order.value
    assert value is not None

    def rank(hole: Sequence[int]) -> int:
        try:
            return value((*hole, *board) if board else hole)
        except IndexError:
            raise order.not_ranked((*hole, *board)) from None

    return rank


def _two_and_three(order: Scale, board: Sequence[int]) -> Ranker:
    """A ranker for two cards from the hand and three from the board on any scale, by trying all of them."""

    def rank(hole: Sequence[int]) -> int:
        if len(hole) < 2:
            raise too_few(hole)
        try:
            return max([order.strength(five) for five in possible_hands("two and three", hole, board)])
        except IndexError:
            raise order.not_ranked((*hole, *board)) from None

    return rank


def possible_hands(choose: str, hole: Sequence[int], board: Sequence[int]) -> list[tuple[int, ...]]:
    """Every set of five cards that may be played by the rule `choose`: `any`, `two and three` or `hole`.

    If there are fewer than five cards, only the set of all cards.
    """
    if choose == "two and three":
        return [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    everything = tuple(hole) if choose == "hole" else (*hole, *board)
    return list(combinations(everything, min(5, len(everything))))


def made(
    scale: str,
    choose: str,
    qualifier: int | None,
    hole: Sequence[int],
    board: Sequence[int],
    *,
    lowest: int = 0,
    wild: Sequence[str] = (),
) -> Made:
    """The hand that a seat makes. Of equal choices, the one with the higher suits counts, from the highest card down.

    Natural cards are preferred to wild cards. A badugi contains only the cards that play.

    >>> from sidepot.cards import cards, text
    >>> hand = made("high", "any", None, cards("AsKs"), cards("5h5s5dKh7h"))
    >>> text(hand.cards), hand.text
    ('5s5h5dKsKh', 'Full house, fives full of kings')
    """
    order = find_scale(scale, qualifier, lowest=lowest, wild=wild)
    strength = ranker(scale, choose, qualifier, board, lowest=lowest, wild=wild)(hole)
    category, words = describe(strength, order)
    if not strength:
        return Made(0, (), category, words, -1)
    values = values_played(strength, order)
    ace = 1 if 1 in values else 14  # low where it plays low

    def height(card: int) -> tuple[int, int]:
        if card in order.wild:
            return 0, card
        return ace if card >= 48 else (card >> 2) + 2, card & 3

    def from_the_top(some: Sequence[int]) -> list[tuple[int, int]]:
        return sorted([height(card) for card in some], reverse=True)

    hands = possible_hands(choose, hole, board)
    if order.badugi is not None or order.size < 5:
        hands = [some for five in hands for some in combinations(five, len(values))]
    best = max([some for some in hands if order.strength(some) == strength], key=from_the_top)
    left = sorted(best, key=height, reverse=True)
    laid = []
    for value in values:
        natural = [card for card in left if height(card)[0] == value]
        card = natural[0] if natural else next(card for card in left if card in order.wild)
        left.remove(card)
        laid.append(card)
    return Made(strength, tuple(laid), category, words, max(best, key=height))


def cards_made(
    scale: str,
    choose: str,
    qualifier: int | None,
    hole: Sequence[int],
    board: Sequence[int],
    *,
    lowest: int = 0,
    wild: Sequence[str] = (),
) -> tuple[int, ...]:
    """Cards that make up a seat's hand, in any order.

    If several sets of cards make the same hand, any of them is returned, so this function is faster than `made`.

    >>> from sidepot.cards import cards, text
    >>> text(sorted(cards_made("high", "any", None, cards("AsKs"), cards("5h5s5dKh7h"))))
    '5d5h5sKhKs'
    """
    order = find_scale(scale, qualifier, lowest=lowest, wild=wild)
    strength = ranker(scale, choose, qualifier, board, lowest=lowest, wild=wild)(hole)
    if not strength:
        return ()
    if order.badugi is not None or order.size < 5:
        return made(scale, choose, qualifier, hole, board, lowest=lowest, wild=wild).cards
    return next(some for some in possible_hands(choose, hole, board) if order.strength(some) == strength)


def at_least(ranks: str, scale: str = "high") -> int:
    """The strength of the weakest hand that holds these ranks: a requirement to open or to win.

    `JJ` is any pair of jacks, `222` any three deuces, `KK77` these two pair, `A` ace high; five ranks are a hand of
    mixed suits. A hand is good enough if its strength is not below this. On a low scale, `8` is any eight low and `87`
    any eight-seven. Raises BadNotation for anything but one to five ranks. Source: PG-84.

    >>> from sidepot.cards import cards
    >>> rank = ranker("high", "any", None, ())
    >>> rank(cards("JsJh4d3c2c")) >= at_least("JJ") > rank(cards("TsThAdKcQc"))
    True
    """
    order = find_scale(scale)
    if order.size < 5:
        raise BadNotation(f"a requirement to open or to win needs a scale of five-card hands, not {scale}")
    letters = ranks.replace("10", "T").replace(" ", "").upper()
    most = 5 if order.high is not None else 4
    if not 1 <= len(letters) <= 5 or any(letter not in RANKS or letters.count(letter) > most for letter in letters):
        raise BadNotation(
            f"expected one to five ranks of {RANKS}, got {ranks!r}; a pair of jacks is 'JJ', three "
            "deuces '222', kings and sevens 'KK77', ace high 'A'"
        )
    if order.high is not None:
        return high_of_ranks([letters.count(rank) for rank in RANKS], order.high)
    if order.low is None:
        raise BadNotation(f"a win requirement needs a high or a low scale, not {scale}")
    rule = order.low
    bad = badness([low_value(4 * RANKS.index(letter), rule) for letter in letters], rule, False)
    worst_kickers = 0
    while bad >> worst_kickers & 15 == 0 and worst_kickers < 20:
        worst_kickers += 4
    return PERFECT - (bad | (1 << worst_kickers) - 1)
