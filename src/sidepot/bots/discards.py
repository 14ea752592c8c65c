"""Which cards to throw away in draw games: keep what is made, else what is nearest to it.

Works from the first half of the game: its scale says whether high or which low is wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sidepot.games.model import Game
from sidepot.ranking.high import STRAIGHT, straight_top
from sidepot.ranking.low import LowRule, low_value
from sidepot.ranking.scales import find_scale

_PAT_LOW = {0: 14, 1: 9, 2: 8, 3: 7}  # by draws left: the highest card with which a low stands pat
_KEEP_LOW = {1: 9, 2: 8, 3: 7}  # and the highest card worth keeping while drawing


def to_discard(game: Game, hand: Sequence[int], draws_left: int) -> tuple[int, ...]:
    """The cards a sensible player changes with so many draws left, this one included; none to stand pat."""
    half = game.halves[0]
    scale = find_scale(half.scale, half.qualifier)
    if scale.low is not None:
        return _for_low(hand, scale.low, min(draws_left, 3))
    return _for_high(hand, scale.strength(hand) >> 20)


def _for_low(hand: Sequence[int], rule: LowRule, draws_left: int) -> tuple[int, ...]:
    """Keep different low ranks; break straights and flushes where they count."""
    by_value: dict[int, int] = {}
    for card in sorted(hand):
        by_value.setdefault(low_value(card, rule), card)
    values = sorted(by_value)
    if len(values) == 5 and values[4] <= _PAT_LOW[draws_left] and not _spoiled(values, by_value, rule):
        return ()
    limit = _KEEP_LOW[draws_left]
    kept = [value for value in values if value <= limit][:5]
    if len(kept) == 5:
        kept.remove(kept[4])
    keep = {by_value[value] for value in kept}
    return tuple(card for card in hand if card not in keep)


def _spoiled(values: Sequence[int], by_value: dict[int, int], rule: LowRule) -> bool:
    """Whether five different ranks are a straight or a flush, where those count against a low."""
    if not rule.straights:
        return False
    return values[4] - values[0] == 4 or len({card & 3 for card in by_value.values()}) == 1


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
