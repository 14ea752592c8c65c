"""The table when a hand is settled: chips, names, cards, checked and put in seat order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sidepot.cards import STANDARD_DECK, UNKNOWN, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.model import Game
from sidepot.ranking.choose import Made, made
from sidepot.reader import unknown
from sidepot.rules.rulebook import Rulebook

Order = Sequence[Sequence[str]]  # who beats whom: groups of equal hands, the best first


class LaidOut(NamedTuple):
    """All that a settlement rests on, by seat: seat 0 is the first that was named, and they go clockwise."""

    names: tuple[str, ...]
    put: tuple[int, ...]
    dead: int
    live: int
    holes: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    orders: tuple[Order, ...] | None  # one for each half, where there are no cards
    game: Game
    house: Rulebook
    button: int
    chip: int

    @property
    def left_of_button(self) -> int:
        """The seat that is first in line for an odd chip."""
        return (self.button + 1) % len(self.names)

    def made(self, seat: int, half: int) -> Made:
        """The hand a seat makes of its cards for one half."""
        rule = self.game.halves[half]
        return made(rule.scale, rule.choose, rule.qualifier, self.holes[seat], self.board)

    def strength(self, seat: int, half: int) -> int:
        """How strong a seat is for one half, by its cards or by its place in the order; 0 is no hand."""
        if self.orders is None:
            return self.made(seat, half).strength
        order = self.orders[half]
        return next((len(order) - place for place, equals in enumerate(order) if self.names[seat] in equals), 0)

    def is_known(self, seat: int) -> bool:
        """Whether a seat's hand can be compared. A place among the lows is only needed where any low wins."""
        if self.orders is None:
            return bool(self.holes[seat])
        halves = range(len(self.game.halves))
        return all(self.strength(seat, half) or self.game.halves[half].qualifier for half in halves)


def lay_out(
    put: Mapping[str, int],
    folded: Iterable[str],
    hands: Mapping[str, Sequence[int]],
    board: Sequence[int],
    dead: int,
    orders: tuple[Order, Order],
    game: Game,
    house: Rulebook,
    button: str | None,
    chip: int,
) -> LaidOut:
    """Check what is given and put it in seat order. Raises BadNotation, and Conflict where two things clash.

    `orders` are the two orders of strength that stand in for cards, one for each half.
    """
    if not put:
        raise BadNotation("nobody put chips in: name each player with the chips put in during the whole hand")
    names = tuple(put)
    for name in names:
        if not name.strip() or not name.isprintable():
            raise BadNotation(f"{name!r} is no name: it has letters, and no control characters")
    for name, chips in (*put.items(), ("the dead money", dead)):
        _check_chips(name, chips, chip)
    out = list(folded)
    best, low = orders
    placed = [*_flat(best), *_flat(low)]
    for name in (*out, *hands, *placed, *([] if button is None else [button])):
        _check_name(name, names)
    given = [name for name in names if hands.get(name)]
    if given and placed:
        raise Conflict(f"the cards of {given[0]} are given, and an order of strength too: give one or the other")
    still_in = [name for name in names if name not in out and (put[name] or name in hands or name in placed)]
    if not any(put.values()):
        raise Conflict("nobody put a chip in: there is nothing to settle")
    if not still_in:
        raise Conflict("everybody folded: the last player left takes the pot, so one of them did not fold (PG-26)")
    for name in placed:
        if name in out:
            raise Conflict(f"{name} folded and cannot win: take the name out of one list or the other")
    _check_orders(game, best, low)
    _check_cards(game, {name: hands[name] for name in given}, board)
    return LaidOut(
        names,
        tuple(put.values()),
        dead,
        sum(1 << seat for seat, name in enumerate(names) if name in still_in),
        tuple(tuple(hands.get(name, ())) for name in names),
        tuple(board),
        (best, low)[: len(game.halves)] if placed else None,
        game,
        house,
        len(names) - 1 if button is None else names.index(button),
        chip,
    )


def _check_chips(name: str, chips: int, chip: int) -> None:
    if chip < 1:
        raise BadNotation(f"the smallest chip in play is worth at least 1, not {chip:,}")
    if chips < 0:
        raise BadNotation(f"{name}: nobody puts in {chips:,} chips; an amount is 0 or more")
    if chips % chip:
        raise Conflict(f"{name}: {chips:,} cannot be made of chips of {chip:,}; name the smallest chip in play")


def _check_name(name: str, names: Sequence[str]) -> None:
    if name not in names:
        raise unknown(f"nobody called {name!r} put chips in", name, names, brief=True, cutoff=0.5)


def _check_orders(game: Game, best: Order, low: Order) -> None:
    for order in (best, low):
        names = _flat(order)
        for name in names:
            if names.count(name) > 1:
                raise Conflict(f"{name} stands twice in the order of strength")
    if low and len(game.halves) < 2:
        raise Conflict(f"{game.title} has no low half: give one order of strength")
    if low and not best:
        raise Conflict("the order of the lows is given and that of the high hands is not")
    if best and not low and len(game.halves) > 1 and not game.halves[1].qualifier:
        raise Conflict(f"in {game.title} every hand has a low: give the order of the lows too")


def _check_cards(game: Game, hands: Mapping[str, Sequence[int]], board: Sequence[int]) -> None:
    """The right number of cards for the game, each of them in the deck, none of them twice."""
    places = {f"in the hand of {name}": hand for name, hand in hands.items()} | {"on the board": board}
    seen: dict[int, str] = {}
    for place, some in places.items():
        for card in some:
            if card == UNKNOWN:
                raise BadNotation(f"a card {place} is not known: leave the hand out, or name all of its cards")
            if card not in STANDARD_DECK:
                raise Conflict(f"{text((card,))} {place} is not a card of this deck")
            if card in seen:
                where = f"twice {place}" if seen[card] == place else f"{seen[card]} and {place} too"
                raise Conflict(f"{text((card,))} is {where}")
            seen[card] = place
    full = sum(street.board for street in game.streets)
    most = 1 if game.is_stud else full  # in stud one card in the middle may stand for everybody's last (PG-95)
    if len(board) > most or hands and not game.is_stud and len(board) < full:
        raise Conflict(f"{game.title} is won on a board of {full}, and {_count(len(board))} given")
    wanted = game.hole_cards - (len(board) if game.is_stud else 0)
    for name, hand in hands.items():
        if len(hand) != wanted:
            raise Conflict(f"a hand of {game.title} has {wanted} cards, and for {name} {_count(len(hand))} given")


def _count(cards: int) -> str:
    return "1 card is" if cards == 1 else f"{cards or 'no'} cards are"


def _flat(order: Order) -> list[str]:
    return [name for equals in order for name in equals]
