"""Which cards to throw away in a draw: keep a made hand or, failing that, the cards closest to one; wild cards always
stay.

It considers the half to which a player draws: the half made of own cards only (drawmaha) or, failing that, the first
half. If one half is a badugi and the other a low, a fifth low card is kept for the low.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from sidepot.games.decks import find_deck
from sidepot.games.model import Choose, Game
from sidepot.ranking.badugi import BadugiRule
from sidepot.ranking.high import QUADS, STRAIGHT, straight_top
from sidepot.ranking.low import LowRule, low_value
from sidepot.ranking.scales import Scale, find_scale

_PAT_LOW = {0: 14, 1: 9, 2: 8, 3: 7}  # by draws left: the highest card with which a low stands pat
_KEEP_LOW = {1: 9, 2: 8, 3: 7}  # and the highest card worth keeping while drawing
_PAT_BADUGI = {0: 14, 1: 14, 2: 10, 3: 8}
_ACE_HIGH = [(card >> 2) + 2 for card in range(52)]
_ACE_LOW = [*_ACE_HIGH[:48], 1, 1, 1, 1]
_KEEP_BADUGI = {1: 10, 2: 9, 3: 8}


def to_discard(game: Game, hand: Sequence[int], draws_left: int) -> tuple[int, ...]:
    """The cards that a sensible player changes, the worst card first. Empty to stand pat.

    - `draws_left`: the number of draws, including this one

    A player who may change fewer cards throws away the first of them.
    """
    known = _KNOWN.get(id(game))
    scale = known[1] if known is not None and known[0] is game else _scale_of(game)
    natural = [card for card in hand if card not in scale.wild] if scale.wild else list(hand)
    wilds = len(hand) - len(natural)
    draws = max(1, min(draws_left, 3))
    if scale.badugi is not None:
        fifth = len(game.halves) > 1 and len(hand) > 4
        return _for_badugi(natural, scale.badugi, wilds, draws, fifth=fifth)
    if scale.low is not None:
        return _for_low(natural, scale.low, wilds, draws)
    return _for_high(hand, natural, scale)


_KNOWN: dict[int, tuple[Game, Scale]] = {}  # by identity of the game, which is kept here: its id stays its own


def _scale_of(game: Game) -> Scale:
    """The order that a player draws to."""
    half = next((half for half in game.halves if half.choose is Choose.HOLE), game.halves[0])
    scale = find_scale(half.scale, half.qualifier, lowest=find_deck(game.deck).lowest, wild=game.wild)
    if len(_KNOWN) >= 256:
        _KNOWN.clear()
    _KNOWN[id(game)] = game, scale
    return scale


# ---- lows


def _for_low(natural: Sequence[int], rule: LowRule, wilds: int, draws: int) -> tuple[int, ...]:
    """Keep different low ranks. Break straights and flushes if they count against the hand."""
    by_value: dict[int, int] = {}
    for card in sorted(natural):
        by_value.setdefault(low_value(card, rule), card)
    needed = max(5 - wilds, 0)
    values = sorted(by_value)[:needed]
    if len(values) == needed and (not values or values[-1] <= _PAT_LOW[draws]):
        if wilds or not _is_spoiled(values, by_value, rule):
            return ()
    kept = [value for value in values if value <= _KEEP_LOW[draws]]
    if len(kept) == 5:
        kept.remove(kept[4])
    keep = {by_value[value] for value in kept}
    away = [card for card in natural if card not in keep]
    return tuple(sorted(away, key=lambda card: low_value(card, rule), reverse=True))


def _is_spoiled(values: Sequence[int], by_value: dict[int, int], rule: LowRule) -> bool:
    """Whether five different ranks are a straight or a flush, if those count against a low."""
    if not rule.straights or len(values) < 5:
        return False
    return values[4] - values[0] == 4 or len({by_value[value] & 3 for value in values}) == 1


def _for_badugi(natural: Sequence[int], rule: BadugiRule, wilds: int, draws: int, *, fifth: bool) -> tuple[int, ...]:
    """Keep the largest set of low cards of different ranks and suits, and if it counts a `fifth` for the low."""
    value = (_ACE_LOW if rule.ace_low else _ACE_HIGH).__getitem__
    in_order = sorted(natural, key=value)
    best = _badugi_of(in_order, min(4, 4 - wilds))
    if len(best) + wilds >= 4 and (not best or value(best[-1]) <= _PAT_BADUGI[draws]):
        keep = set(best)
    else:
        low = [card for card in in_order if value(card) <= _KEEP_BADUGI[draws]] or in_order[:1]
        keep = set(_badugi_of(low, min(3, 4 - wilds)))
    if fifth:
        held = {value(card) for card in keep}
        extra = [card for card in in_order if value(card) not in held and value(card) <= _KEEP_LOW[draws] + 1]
        keep |= set(extra[:1])
    return tuple([card for card in reversed(in_order) if card not in keep])


def _badugi_of(in_order: Sequence[int], most: int) -> tuple[int, ...]:
    """The best badugi of natural cards, lowest first, with at most this number of cards. The cards are given lowest
    first.

    The badugi with the lowest highest card is best, then that with the lowest next card. So sets without the last cards
    are tried first.
    """
    marks = [1 << (card & 3) | 16 << (card >> 2) for card in in_order]
    for size in range(min(most, len(in_order)), 2, -1):
        for some in _sets(len(in_order), size):
            together = 0
            for at in some:
                if together & marks[at]:
                    break
                together |= marks[at]
            else:
                return tuple([in_order[at] for at in some])
    if most >= 2:
        for high in range(1, len(in_order)):
            for low in range(high):
                if not marks[low] & marks[high]:
                    return in_order[low], in_order[high]
    return tuple(in_order[:1]) if most else ()


@lru_cache(maxsize=256)
def _sets(count: int, size: int) -> list[tuple[int, ...]]:
    """The sets of positions, those without high positions first."""
    return sorted(combinations(range(count), size), key=lambda some: some[::-1])


# ---- high


def _for_high(hand: Sequence[int], natural: Sequence[int], scale: Scale) -> tuple[int, ...]:
    """Keep a made hand, or pairs and trips, or four to a flush or an open straight, or the highest cards."""
    assert scale.high is not None
    category = scale.high.places.index(scale.strength(hand) >> 20)
    if not natural or category >= STRAIGHT and category != QUADS:
        return ()
    counts = Counter(card >> 2 for card in natural)
    keep = [card for card in natural if counts[card >> 2] > 1]
    if not keep and len(natural) < len(hand):
        keep = [max(natural)] if natural else []
    keep = keep or _four_to_a_flush(natural) or _four_to_a_straight(natural)
    keep = keep or [card for card in natural if card >> 2 >= 11] or [max(natural)]
    return tuple(sorted([card for card in natural if card not in keep]))


def _four_to_a_flush(hand: Sequence[int]) -> list[int]:
    for suit in range(4):
        suited = [card for card in hand if card & 3 == suit]
        if len(suited) == 4:
            return suited
    return []


def _four_to_a_straight(hand: Sequence[int]) -> list[int]:
    """Four cards in a row that a card on either side would complete. The cards of the hand have different ranks."""
    for some in combinations(sorted(hand), 4):
        mask = sum([1 << (card >> 2) for card in some])
        low, high = some[0] >> 2, some[3] >> 2
        if high - low == 3 and low > 0 and high < 12 and straight_top(mask | 1 << (high + 1)):
            return list(some)
    return []
