"""Which cards to throw away: keep what is made, else what is nearest to it.

In draw games it works from the first half of the game (badugi with a second low: from both): its scale says whether
high or which low is wanted. Where cards go for nothing, as in pineapple, it keeps those that make the best hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from sidepot.games.decks import find_deck
from sidepot.games.model import Game, Half
from sidepot.ranking.badugi import BadugiRule
from sidepot.ranking.choose import ranker
from sidepot.ranking.high import STRAIGHT, straight_top
from sidepot.ranking.low import LowRule, low_value
from sidepot.ranking.scales import Scale, find_scale

_PAT_LOW = {0: 14, 1: 9, 2: 8, 3: 7}  # by draws left: the highest card with which a low stands pat
_KEEP_LOW = {1: 9, 2: 8, 3: 7}  # and the highest card worth keeping while drawing
_PAT_BADUGI = {0: 14, 1: 12, 2: 10, 3: 8}


def to_discard(game: Game, hand: Sequence[int], draws_left: int) -> tuple[int, ...]:
    """The cards a sensible player changes with so many draws left, this one included; none to stand pat."""
    scale = scale_of(game, game.halves[0])
    natural = [card for card in hand if card not in scale.wild]
    draws = min(draws_left, 3)
    if scale.badugi is not None:
        low = scale_of(game, game.halves[1]).low if len(game.halves) > 1 else None
        return _for_badugi(natural, scale.badugi, low, draws)
    if scale.low is not None:
        return _for_low(natural, scale.low, draws, len(hand))
    if len(natural) < len(hand):
        return _for_high_with_wild(natural, scale.strength(hand) >> 20)
    return _for_high(hand, scale.strength(hand) >> 20)


def to_throw(game: Game, hand: Sequence[int], board: Sequence[int], count: int) -> tuple[int, ...]:
    """The `count` cards a sensible player gives up for nothing: what is left makes the best hand on this board.

    Before the flop high cards, pairs and suited cards count.
    """
    half = game.halves[0]
    lowest = find_deck(game.deck).lowest
    rank = ranker(half.scale, half.choose, half.qualifier, board, lowest=lowest, wild=game.wild)

    def worth(kept: Sequence[int]) -> tuple[int, int, int]:
        suits = Counter(card & 3 for card in (*kept, *board))
        return (rank(kept) >> 16, max(suits.values()), sum(kept)) if kept else (0, 0, 0)

    keep = max(combinations(hand, len(hand) - count), key=worth)
    return tuple(card for card in hand if card not in keep)


def scale_of(game: Game, half: Half) -> Scale:
    """The order that a half is won by, with the deck and the wild cards of the game."""
    return find_scale(half.scale, half.qualifier, lowest=find_deck(game.deck).lowest, wild=game.wild)


def _for_badugi(hand: Sequence[int], rule: BadugiRule, low: LowRule | None, draws_left: int) -> tuple[int, ...]:
    """Keep the lowest cards of different ranks and suits; with a second low, its low cards too."""
    order = LowRule(rule.ace_low, straights=False)
    kept: list[int] = []
    for card in sorted(hand, key=lambda card: low_value(card, order)):
        if all(card >> 2 != other >> 2 and card & 3 != other & 3 for other in kept):
            kept.append(card)
    if len(kept) == 4 and low_value(kept[3], order) > _PAT_BADUGI[draws_left]:
        kept.pop()
    if len(kept) < 4:
        kept = [card for card in kept if low_value(card, order) <= 9]
    if low is not None:
        ranks = {card >> 2 for card in kept}
        for card in sorted(hand, key=lambda card: low_value(card, low)):
            if card >> 2 not in ranks and low_value(card, low) <= _KEEP_LOW[max(draws_left, 1)]:
                kept.append(card)
                ranks.add(card >> 2)
    return tuple(card for card in hand if card not in kept)


def _for_low(hand: Sequence[int], rule: LowRule, draws_left: int, size: int) -> tuple[int, ...]:
    """Keep different low ranks; break straights and flushes where they count. Wild cards of a hand of `size` stay."""
    by_value: dict[int, int] = {}
    for card in sorted(hand):
        by_value.setdefault(low_value(card, rule), card)
    values = sorted(by_value)
    if len(values) == len(hand) and values[-1] <= _PAT_LOW[draws_left] and not _spoiled(values, by_value, rule):
        return ()
    limit = _KEEP_LOW[max(draws_left, 1)]
    kept = [value for value in values if value <= limit][:5]
    if len(kept) == size:
        kept.remove(kept[-1])
    keep = {by_value[value] for value in kept}
    return tuple(card for card in hand if card not in keep)


def _spoiled(values: Sequence[int], by_value: dict[int, int], rule: LowRule) -> bool:
    """Whether five different ranks are a straight or a flush, where those count against a low."""
    if not rule.straights:
        return False
    if len(values) < 5:  # with a wild card, which spoils nothing
        return False
    return values[4] - values[0] == 4 or len({card & 3 for card in by_value.values()}) == 1


def _for_high_with_wild(natural: Sequence[int], category: int) -> tuple[int, ...]:
    """Beside wild cards: keep a made hand; else pairs; else the highest card."""
    if category >= STRAIGHT and category != 7:
        return ()
    counts = Counter(card >> 2 for card in natural)
    keep = [card for card in natural if counts[card >> 2] > 1] or [max(natural)]
    return tuple(card for card in natural if card not in keep)


def _for_high(hand: Sequence[int], category: int) -> tuple[int, ...]:
    """Keep a made hand; else pairs and trips; else four to a flush or an open straight; else the highest cards."""
    if category >= STRAIGHT and category != 7:
        return ()
    counts = Counter(card >> 2 for card in hand)
    paired = [card for card in hand if counts[card >> 2] > 1]
    if paired:
        return tuple(card for card in hand if card not in paired)
    four = _four_to_a_flush(hand) or _four_to_a_straight(hand)
    if four:
        return tuple(card for card in hand if card not in four)
    best = max(hand)
    keep = [card for card in hand if card >> 2 >= 11] or [best]
    return tuple(card for card in hand if card not in keep)


def _four_to_a_flush(hand: Sequence[int]) -> list[int]:
    for suit in range(4):
        suited = [card for card in hand if card & 3 == suit]
        if len(suited) == 4:
            return suited
    return []


def _four_to_a_straight(hand: Sequence[int]) -> list[int]:
    """Four in a row that a card on either side would complete; the hand has five different ranks."""
    for away in hand:
        four = sorted(card for card in hand if card != away)
        mask = sum(1 << (card >> 2) for card in four)
        low, high = four[0] >> 2, four[3] >> 2
        if high - low == 3 and low > 0 and high < 12 and straight_top(mask | 1 << (high + 1)):
            return four
    return []
