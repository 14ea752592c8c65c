"""Cases that need no table: pots from contributions, the split of a pot, the ranking of hands."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from sidepot.cards import cards, find_duplicate, text
from sidepot.cases.expected import Problems, differ
from sidepot.errors import BadNotation
from sidepot.games.decks import STANDARD, find_deck
from sidepot.hand.pots import pots, uncalled
from sidepot.hand.winning.split_pots import split
from sidepot.ranking.playable_cards import CHOICES, Made, made
from sidepot.ranking.scales import find_scale
from sidepot.rules.rulebook import Rulebook


class PotExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pot that a case expects, and the players who can win it."""

    amount: int
    eligible: list[str]


class PotsExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pots: list[PotExpected] | None = None
    returned: dict[str, int] | None = None


class Pots(msgspec.Struct, frozen=True, tag="pots", tag_field="kind"):
    """The chips that players put in, the folded players, and the dead money. Rule: SD-3, PG-10."""

    put: dict[str, int]
    expect: PotsExpected
    folded: list[str] = []
    dead: int = 0


class SplitExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shares: dict[str, int]


class Split(msgspec.Struct, frozen=True, tag="split", tag_field="kind"):
    """A pot and the winners of each half. Several pots are split separately. Rule: TDA-2013 19, 20.

    - `order`: the players in the order in which they get odd chips
    - `chip`: the smallest chip in play
    """

    amount: int | list[int]
    order: list[str]
    high: list[str]
    expect: SplitExpected
    low: list[str] = []
    chip: int = 1


class RankExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: list[str] = []
    best: dict[str, str] = {}
    category: dict[str, str] = {}
    text: dict[str, str] = {}


class Rank(msgspec.Struct, frozen=True, tag="rank", tag_field="kind"):
    """Hands against each other on one scale.

    - `order`: the expected order, such as `A > B` or `A = B > C`, where A is a name in `hands`, or cards
    - `deck`: the pack from which the hands are dealt
    - `wild`: the names of its wild cards
    """

    expect: RankExpected
    hands: dict[str, str] = {}
    board: str = ""
    scale: str = "high"
    choose: str = "any"
    qualifier: int | None = None
    deck: str = STANDARD
    wild: list[str] = []


# ---- pots


def prepare_pots(body: Pots) -> None:
    """Raise BadNotation for amounts that are impossible at a table."""
    _need(body.put, "put", "what each player put in")
    for name in [*body.folded, *(who for pot in body.expect.pots or () for who in pot.eligible)]:
        _known(name, list(body.put))
    for name in body.expect.returned or ():
        _known(name, list(body.put))
    if min([*body.put.values(), body.dead]) < 0:
        raise BadNotation("`put` and `dead` must not be negative")
    if body.expect.pots is None and body.expect.returned is None:
        raise BadNotation("`expect` is empty; give `pots` or `returned`")


def run_pots(body: Pots, _rulebook: Rulebook) -> Problems:
    """Return uncalled chips, then divide the other chips into pots."""
    names = list(body.put)
    put = list(body.put.values())
    live = sum(1 << seat for seat, name in enumerate(names) if name not in body.folded)
    returned = {}
    for seat, chips in uncalled(put, live):
        put[seat] -= chips
        returned[names[seat]] = chips
    found = [
        {"amount": pot.amount, "eligible": sorted(names[seat] for seat in pot.seats)}
        for pot in pots(put, live, body.dead)
    ]
    problems: Problems = []
    if body.expect.pots is not None:
        differ(problems, "pots", plain_pots(body.expect.pots), found)
    if body.expect.returned is not None:
        differ(problems, "returned", body.expect.returned, returned)
    return problems


def plain_pots(expected: list[PotExpected]) -> list[dict[str, object]]:
    """Expected pots in the form in which they are compared."""
    return [{"amount": pot.amount, "eligible": sorted(pot.eligible)} for pot in expected]


# ---- split


def prepare_split(body: Split) -> None:
    """Raise BadNotation for winners who are not in `order`, or chips that do not add up."""
    _need(body.high, "high", "who wins the pot, or its high half")
    for name in [*body.high, *body.low, *body.expect.shares]:
        _known(name, body.order)
    amounts = body.amount if isinstance(body.amount, list) else [body.amount]
    if min(amounts, default=0) < 1 or body.chip < 1:
        raise BadNotation("`amount` and `chip` must be at least 1")
    if sum(body.expect.shares.values()) != sum(amounts):
        raise BadNotation(f"the expected shares add up to {sum(body.expect.shares.values())}, not {sum(amounts)}")


def run_split(body: Split, rulebook: Rulebook) -> Problems:
    """Split each pot separately, and add up what each player gets."""
    halves = [[seat for seat, name in enumerate(body.order) if name in half] for half in (body.high, body.low) if half]
    got = dict.fromkeys(body.expect.shares, 0)
    for amount in body.amount if isinstance(body.amount, list) else [body.amount]:
        for seat, chips in split(amount, halves, chip=body.chip, even=rulebook.identical_high_low_even):
            got[body.order[seat]] = got.get(body.order[seat], 0) + chips
    problems: Problems = []
    differ(problems, "shares", body.expect.shares, got)
    return problems


# ---- rank

_SIGNS = {">", "="}


def prepare_rank(body: Rank) -> None:
    """Raise BadNotation for cards that are unreadable or occur twice, and for a line without anything to compare."""
    pack = find_deck(body.deck)
    find_scale(body.scale, body.qualifier, lowest=pack.lowest, wild=body.wild)
    if body.choose not in CHOICES:
        raise BadNotation(f"unknown choice of cards {body.choose!r}; expected one of {', '.join(CHOICES)}")
    board = cards(body.board)
    expect = body.expect
    if not (expect.order or expect.best or expect.category or expect.text):
        raise BadNotation("`expect` is empty; give `order`, `best`, `category` or `text`")
    for name in [*body.hands, *expect.best, *expect.category, *expect.text]:
        hand = _cards_of(body, name)
        if find_duplicate((*hand, *board)) is not None or not set(hand + board) <= set(pack.cards):
            raise BadNotation(f"{name}: one deck does not contain all of {text((*hand, *board))}")
    for line in expect.order:
        _compared(body, line)
    for best in expect.best.values():
        cards(best)


def _compared(body: Rank, line: str) -> list[tuple[str, str]]:
    """`A > B = C` as pairs of sign and hand; the first sign is empty."""
    pairs: list[tuple[str, str]] = []
    words: list[str] = []
    sign = ""
    for word in [*line.split(), ">"]:
        if word not in _SIGNS:
            words.append(word)
            continue
        if not words:
            raise BadNotation(f"{line!r}: expected at least two hands, as in A > B or A = B, with spaces")
        pairs.append((sign, " ".join(words)))
        _cards_of(body, pairs[-1][1])
        words, sign = [], word
    if len(pairs) < 2:
        raise BadNotation(f"{line!r}: expected at least two hands, as in A > B or A = B, with spaces")
    return pairs


def _cards_of(body: Rank, name: str) -> tuple[int, ...]:
    """The cards of a named hand of the case, or cards written in place of a name."""
    try:
        return cards(body.hands.get(name, name))
    except BadNotation as error:
        if name in body.hands:
            raise BadNotation(f"{name}: {error}") from None
        known = f"; there are {', '.join(body.hands)}" if body.hands else ""
        raise BadNotation(f"{name!r} is neither a hand in the case{known} nor a list of cards: {error}") from None


def _made(body: Rank, name: str) -> Made:
    own, board = _cards_of(body, name), cards(body.board)
    lowest = find_deck(body.deck).lowest
    return made(body.scale, body.choose, body.qualifier, own, board, lowest=lowest, wild=body.wild)


def run_rank(body: Rank, _rulebook: Rulebook) -> Problems:
    """Rank every hand of the case, and compare their order with what the case expects."""
    problems: Problems = []
    for line in body.expect.order:
        pairs = _compared(body, line)
        for (_, left), (sign, right) in pairwise(pairs):
            one, other = _made(body, left), _made(body, right)
            got = ">" if one.strength > other.strength else "=" if one.strength == other.strength else "<"
            differ(problems, f"{left} against {right}", f"{left} {sign} {right}", f"{left} {got} {right}")
    for name, best in body.expect.best.items():
        differ(problems, f"best five of {name}", text(sorted(cards(best))), text(sorted(_made(body, name).cards)))
    for name, category in body.expect.category.items():
        differ(problems, f"category of {name}", category, _made(body, name).category)
    for name, words in body.expect.text.items():
        differ(problems, f"{name} in words", words, _made(body, name).text)
    return problems


def _known(name: str, names: list[str]) -> None:
    if name not in names:
        raise BadNotation(f"no player is named {name!r}; the players are {', '.join(names)}")


def _need(value: object, key: str, what: str) -> None:
    if not value:
        raise BadNotation(f"`{key}` is empty; expected {what}")
