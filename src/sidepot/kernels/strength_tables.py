"""Lookup tables of the orders of a game, laid one after another in one array, and found by a `Form`.

For each order (of both halves, and of upcards) and each number of wild and natural cards there is a table as in
`lookups`: flushes by the mask of their ranks, then all hands by the sum of their ranks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import combinations
from os import getpid
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zipfile import BadZipFile

from sidepot.errors import Conflict
from sidepot.games.decks import find_deck
from sidepot.games.model import ACE_IS_LOW, HIGH_SCALES, Choose, Game, Half
from sidepot.hand.planning.agreed import shown_scale
from sidepot.kernels.evaluate import key_arrays
from sidepot.kernels.jit import Array, cache_folder
from sidepot.kernels.lookups import FLUSHES, five_card_strengths, hands_of, pairs_of_ranks, rows_of, two_and_three
from sidepot.kernels.records import CARDS, HELD, ON_BOARD
from sidepot.kernels.strengths import BADUGI, FIVES, LOW, RANKS, SHOWING, SUM, THREE, TWO, TWO_FIVES
from sidepot.ranking.badugi import badugi_table
from sidepot.ranking.high import high_of_ranks, high_of_suit, pack, straight_top
from sidepot.ranking.low import low_of_ranks
from sidepot.ranking.playable_cards import at_least
from sidepot.ranking.scales import Scale, find_scale
from sidepot.ranking.wild import read_wild

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIVE: Final = 5
THREE_CARDS: Final = 3
MOST_SUMMED: Final = 7  # cards whose sums are all different
JOKER: Final = 52
BUG: Final = 8  # what a bug adds to the number of wild cards


class Tables(NamedTuple):
    """All tables of a game, and the fields of a `Form` that locate them."""

    look: NDArray[np.uint16]
    fields: dict[str, Any]


class Order(NamedTuple):
    """An order of hands in a game, and how many cards these hands have."""

    scale: Scale
    lowest: int
    wild: tuple[str, ...]
    counts: tuple[int, ...]


@cache
def tables_of(game: Game) -> Tables:
    """The lookup tables of a game. They are kept next to the compiled kernels.

    Raises Conflict, naming the feature, for hands that the tables cannot rank.
    """
    key = repr(
        (game.halves, game.streets, game.deck, game.wild, game.boards, game.open_requirement, game.win_requirement)
    )
    folder = cache_folder()
    if folder is None:
        return _made(game)
    file = folder / f"tables-{blake2b(key.encode(), digest_size=8).hexdigest()}.npz"
    found = _read(file)
    if found is None:
        found = _made(game)
        _write(file, found)
    return found


def _read(file: Path) -> Tables | None:
    """The tables in a file, None if there are none."""
    import numpy as np

    try:
        with np.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        return Tables(arrays.pop("look"), {name: array if array.ndim else int(array) for name, array in arrays.items()})
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def _write(file: Path, tables: Tables) -> None:
    """Keep tables in a file if it can be written."""
    import numpy as np

    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{getpid()}.tmp")
        with part.open("wb") as out:
            np.savez(out, allow_pickle=False, look=tables.look, **tables.fields)
        part.replace(file)


def _made(game: Game) -> Tables:
    """The lookup tables of a game, made from the plain evaluators."""
    import numpy as np

    laid: list[Array] = [pairs_of_ranks().astype(np.uint16)]
    fields = _cards(game)
    size = len(laid[0])
    for at, half in enumerate((*game.halves, Half(shown_scale(game)))):
        order = at if at < len(game.halves) else SHOWING
        counts = _counts(game, half) if order != SHOWING else _shown(game)
        fields["how"][order] = how = _how(game, half) if order != SHOWING else SUM
        fields["own"][order] = int(half.choose is Choose.HOLE)
        fields["high_scale"][order] = int(half.scale in HIGH_SCALES)
        fields["low_ace"][order] = int(half.scale in ACE_IS_LOW)
        lowest = find_deck(game.deck).lowest
        scale = find_scale(half.scale, half.qualifier, lowest=lowest, wild=game.wild)
        if how == TWO:
            found = two_and_three(half.scale, game.board_cards, qualifier=half.qualifier, lowest=lowest)
            fields["two_rows"][order], fields["two_table"][order] = size, size + len(found.rows)
            laid += [found.rows, found.table]
            size += len(found.rows) + len(found.table)
            continue
        made = Order(scale, lowest, game.wild, counts)
        blocks = list(_blocks(made))
        known = np.unique(np.concatenate([[0], *[block[3] for block in blocks]]))
        if order in (0, SHOWING):
            fields["known"][order] = known
        for wilds, cards, rows, strengths in blocks:
            fields["row_of"][order, wilds, cards] = size
            fields["table_of"][order, wilds, cards] = size + len(rows)
            laid += [rows, np.searchsorted(known, strengths).astype(np.uint16)]
            size += len(rows) + len(strengths)
    scale_name = game.halves[0].scale
    for name, at, ranks in (("to_open", SHOWING, game.open_requirement), ("to_win", 0, game.win_requirement)):
        least = at_least(ranks, scale_name) if ranks else 0
        fields[name] = int(np.searchsorted(fields["known"].get(at, np.zeros(1)), least)) if ranks else 0
    del fields["known"]
    return Tables(np.concatenate(laid), fields)


def _cards(game: Game) -> dict[str, Array]:
    """The fields of a form for cards, and room for those of the orders."""
    import numpy as np

    from sidepot.kernels.records import FORM_SIZES

    found = {name: np.zeros(FORM_SIZES[name][1], dtype=np.int64) for name in _FIELDS}
    found["keys"][:52], found["masks"][:52] = key_arrays()
    wild = read_wild(game.wild)
    for card in wild.any_card:
        found["wild"][card] = 1
    if wild.bug:
        found["wild"][JOKER] = BUG
    found["has_wild"] = int(bool(game.wild))
    found["pairs"] = 0
    found["known"] = {}
    assert len(found["keys"]) == CARDS
    return found


_FIELDS: Final = (
    "how", "own", "high_scale", "low_ace", "row_of", "table_of", "two_rows", "two_table", "two_board", "keys", "masks",
    "wild",
)  # fmt: skip


def _counts(game: Game, half: Half) -> tuple[int, ...]:
    """The numbers of cards that are looked up for a half."""
    if half.choose is Choose.TWO_THREE:
        return (FIVE,)
    size = game.hole_cards + (0 if half.choose is Choose.HOLE else game.board_cards)
    if size > MOST_SUMMED:
        return (FIVE,)
    return tuple(sorted({size, min(size, FIVE)}))


def _shown(game: Game) -> tuple[int, ...]:
    """The numbers of upcards, or of cards that may be openers."""
    if game.open_requirement:
        return tuple(range(1, game.hole_cards + 1))
    up = found = 0
    counts = set()
    for street in game.streets:
        up += street.up
        if up:
            counts.add(up)
        found = up
    return tuple(sorted(counts)) if found else ()


def _how(game: Game, half: Half) -> int:
    """In which way the hands of a half are found: see `strengths`."""
    order = find_scale(half.scale, half.qualifier, lowest=find_deck(game.deck).lowest, wild=game.wild)
    straight_low = order.low is not None and order.low.straights
    if half.choose is Choose.TWO_THREE:
        if order.badugi is not None:
            raise Conflict("batches cannot rank a badugi of two hole cards and three board cards")
        return TWO_FIVES if game.wild or straight_low or not 3 <= game.board_cards <= FIVE else TWO
    if order.badugi is not None:
        return BADUGI
    size = game.hole_cards + (0 if half.choose is Choose.HOLE else game.board_cards)
    if order.high is not None and order.high.size == THREE_CARDS:
        if size > THREE_CARDS or game.wild:
            raise Conflict(
                f"batches cannot rank the three-card hands of {game.title}: expected at most three cards, none of them "
                "wild"
            )
        return THREE
    if size > MOST_SUMMED:
        return FIVES
    return SUM if order.high is not None else LOW if straight_low else RANKS


def check_size(game: Game) -> None:
    """Raise Conflict for a game with more cards than kernels have room for."""
    if game.hole_cards > HELD or max(game.held) > HELD:
        raise Conflict(f"batches have room for {HELD} hole cards, and {game.title} deals {max(game.held)}")
    if game.board_cards + sum([street.up for street in game.streets]) > ON_BOARD:
        raise Conflict(f"batches have room for {ON_BOARD} board cards, and {game.title} deals {game.board_cards}")


def _blocks(order: Order) -> Iterator[tuple[int, int, Array, Array]]:
    """Each table of an order: the numbers of wild and natural cards, its rows, and the strengths in it."""
    import numpy as np

    if order.scale.badugi is not None:
        for wilds in _wilds(order, order.counts[-1]):
            yield wilds, 0, np.zeros(0, dtype=np.uint16), _badugis(order, _number(wilds))
        return
    for count in order.counts:
        for wilds in _wilds(order, count):
            natural = count - _number(wilds)
            rows, size = rows_of(natural)
            sums, strengths, flushes = _natural(order, natural) if not wilds else _with_wilds(order, wilds, natural)
            block = np.zeros(size, dtype=np.int64)
            block[:FLUSHES] = flushes
            block[rows[sums >> 10].astype(np.int64) + (sums & 1023)] = strengths
            yield wilds, natural, rows, block


def _wilds(order: Order, most: int) -> list[int]:
    """The numbers of wild cards that a hand may have, with the bug counted as eight."""
    if not order.wild:
        return [0]
    wild = read_wild(order.wild)
    plain = range(min(len(wild.any_card), most, BUG - 1) + 1)
    return [count + bug for count in plain for bug in ((0, BUG) if wild.bug else (0,)) if _number(count + bug) <= most]


def _number(wilds: int) -> int:
    """How many cards are wild."""
    return wilds % BUG + wilds // BUG


def _natural(order: Order, count: int) -> tuple[Array, Array, Array]:
    """The sums of the ranks of natural cards, their strengths, and those of flushes by mask."""
    import numpy as np

    scale = order.scale
    plain = find_scale(scale.name, scale.qualifier or None, lowest=order.lowest)
    ranks, sums = hands_of(count)
    if scale.high is not None and scale.high.size == THREE_CARDS:
        mixed = [scale.strength([4 * rank + at for at, rank in enumerate(row)]) for row in ranks.tolist()]
        return sums, np.array(mixed), _flushes_of_three(scale)
    _, flushes = five_card_strengths(scale.name, scale.qualifier or None, order.lowest)
    if count < FIVE:
        assert plain.table is not None
        learn = plain.table.learn
        return sums, np.array([learn(sum([1 << 3 * rank for rank in row])) for row in ranks.tolist()]), flushes
    strengths, _ = five_card_strengths(scale.name, scale.qualifier or None, order.lowest)
    for more in range(FIVE + 1, count + 1):
        (ranks, sums), (_, fewer) = hands_of(more), hands_of(more - 1)
        strengths = strengths[_without(ranks, sums, fewer)].max(axis=1)
    return sums, strengths, flushes


def _flushes_of_three(scale: Scale) -> Array:
    """The strength of each flush of three cards, by the mask of its ranks."""
    import numpy as np

    flushes = np.zeros(FLUSHES, dtype=np.int64)
    for some in combinations(range(13), THREE_CARDS):
        flushes[sum([1 << rank for rank in some])] = scale.strength([4 * rank for rank in some])
    return flushes


def _without(ranks: Array, sums: Array, fewer: Array) -> Array:
    """Where each hand is, less one of its cards, among the hands of one card fewer."""
    import numpy as np

    from sidepot.kernels.lookups import BITS, WEIGHTS

    found: Array = np.searchsorted(fewer, (sums[:, None] - np.array(WEIGHTS)[ranks]) % (1 << BITS))
    return found


def _with_wilds(order: Order, wilds: int, natural: int) -> tuple[Array, Array, Array]:
    """The same for natural cards together with wild cards."""
    import numpy as np

    scale = order.scale
    ranks, sums = hands_of(natural)
    made = [_of_ranks(order, row, wilds) for row in ranks.tolist()]
    flushes = np.zeros(FLUSHES, dtype=np.int64)
    if scale.high is not None:
        number = _number(wilds)
        for size in range(max(FIVE - number, 0), natural + 1):
            for some in combinations(range(13), size):
                mask = sum([1 << rank for rank in some])
                flushes[mask] = high_of_suit(mask, scale.high, number)
    return sums, np.array(made, dtype=np.int64), flushes


def _of_ranks(order: Order, ranks: list[int], wilds: int) -> int:
    """The strength of some ranks together with wild cards, without a flush."""
    scale = order.scale
    if scale.low is not None:
        key = sum([1 << 3 * rank for rank in ranks])
        return low_of_ranks(key, scale.low, scale.qualifier, _number(wilds), order.lowest)
    assert scale.high is not None
    counts = [ranks.count(rank) for rank in range(13)]
    if wilds < BUG:
        return high_of_ranks(counts, scale.high, wilds)
    others = wilds - BUG
    with_ace = high_of_ranks([*counts[:12], counts[12] + 1], scale.high, others)
    mask = sum([1 << rank for rank in set(ranks)])
    top = straight_top(mask, scale.high.lowest, others + 1)
    return max(with_ace, pack(scale.high.places[4], [top])) if top else with_ace


def _badugis(order: Order, wilds: int) -> Array:
    """The strength of each mask of one to four ranks of different suits together with wild cards."""
    import numpy as np

    scale = order.scale
    assert scale.badugi is not None
    table = badugi_table(scale.badugi, scale.qualifier, order.lowest)
    strengths = np.zeros(FLUSHES, dtype=np.int64)
    for count in range(5):
        for ranks in combinations(range(13), count):
            cards = [4 * rank + at for at, rank in enumerate(ranks)]
            strengths[sum([1 << rank for rank in ranks])] = table.of_cards(cards, wilds)
    return strengths
