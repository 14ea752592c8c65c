"""Cases of chips: amounts and change, races and colour-ups, chips that leave play, and the draw for the first button.

The seats of a race are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from sidepot.cards import Deck, cards, text
from sidepot.cases.expected import Problems, compare_all
from sidepot.cases.refusal import look_at
from sidepot.errors import BadNotation
from sidepot.rules.rulebook import Rulebook
from sidepot.table.chip_text import read_chips, read_pile
from sidepot.table.chips import ChipSet, plain_chips
from sidepot.table.colour import Exchange, Forfeit, Row, colour_up, exchange_late, forfeit
from sidepot.table.draw import draw_button
from sidepot.table.piles import Pile
from sidepot.table.race import announce, deal_race, odd_chips, race


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An amount to make up in chips: from as few chips as possible or, with `least`, in a playable mix from the
    `stock`.
    """

    amount: int
    least: int | None = None
    stock: str | None = None
    players: int = 1


class Paid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A price paid with chips.

    - `exactly`: whether some of the chips make the exact price; otherwise, change is given
    """

    chips: str
    price: int
    exactly: bool = False


class Race(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chip race: the stacks by seat, and the cards of each seat in order from seat 1."""

    stacks: dict[str, str]
    cards: str = ""
    remove: int | None = None


class ColourUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's chips, which are exchanged for larger ones."""

    stack: str
    handed: str
    got: str | None = None
    seat: int = 1


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stack that still has chips of a denomination that has left play."""

    stack: str
    seat: int = 1


class Lost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stack, and the chips of it that are forfeited."""

    stack: int
    chips: int
    seat: int = 1


class FirstDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deal of one card each for the first button: the players in dealing order, and the cards."""

    players: list[str]
    cards: str


class ChipsExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects. Only the fields that are given, and the seats named in them, are compared."""

    made: str | None = None
    odd: dict[str, int] = {}
    won: dict[str, int] = {}
    kept_in: dict[str, int] = {}
    stacks: dict[str, str] = {}
    issued: int | None = None
    taken: int | None = None
    total: int | None = None
    rows: list[str] | None = None
    dealer: str | None = None
    dealt: int | None = None
    says: list[str] = []
    refused: str | None = None


class Chips(msgspec.Struct, frozen=True, tag="chips", tag_field="kind"):
    """A set of `chips`, and one operation on chips of this set."""

    expect: ChipsExpected
    chips: str = ""
    make: Made | None = None
    pay: Paid | None = None
    race: Race | None = None
    colour_up: ColourUp | None = None
    late: Late | None = None
    forfeit: Lost | None = None
    first_button: FirstDeal | None = None


Found = dict[str, object]


def prepare_chips(body: Chips, rulebook: Rulebook) -> None:
    """Raise BadNotation unless the case has exactly one operation, and expects something."""
    done = [name for name in DEEDS if getattr(body, name) is not None]
    if len(done) != 1:
        raise BadNotation(f"a case needs exactly one of {', '.join(DEEDS)}; it has {' and '.join(done) or 'none'}")
    if body.expect == ChipsExpected():
        raise BadNotation("`expect` is empty; give the result")
    if body.expect.refused is None:
        _do(body, rulebook)


def run_chips(body: Chips, rulebook: Rulebook) -> Problems:
    """Carry out the operation, and return the differences from the case."""
    return look_at(lambda: _do(body, rulebook), body.expect.refused, partial(compare_all, body.expect))


def _do(body: Chips, rulebook: Rulebook) -> Found:
    chips = read_chips(body.chips) if body.chips else plain_chips()
    name = next(name for name in DEEDS if getattr(body, name) is not None)
    return DEEDS[name](getattr(body, name), chips, rulebook)


def _make(facts: Made, chips: ChipSet, _house: Rulebook) -> Found:
    stock = None if facts.stock is None else read_pile(facts.stock, chips)
    if facts.least is None and stock is None:
        return _pile(chips.make(facts.amount), chips)
    return _pile(chips.usable(facts.amount, least=facts.least or 0, stock=stock, players=facts.players), chips)


def _pay(facts: Paid, chips: ChipSet, _house: Rulebook) -> Found:
    pile = read_pile(facts.chips, chips)
    if not facts.exactly:
        return _pile(chips.change(pile, facts.price), chips)
    paid = pile.pay(facts.price)
    if paid is None:
        raise BadNotation(f"{pile} cannot pay {facts.price} without change")
    return _pile(paid, chips)


def _pile(pile: Pile, chips: ChipSet) -> Found:
    return {"made": str(pile), "total": pile.total, "says": [chips.tell(pile)]}


def _race(facts: Race, chips: ChipSet, house: Rulebook) -> Found:
    stacks = {_seat(seat): read_pile(pile, chips) for seat, pile in facts.stacks.items()}
    odd = odd_chips(stacks, chips, facts.remove)
    deck = Deck(cards(facts.cards))
    dealt = deal_race(odd, deck) if facts.cards else {}
    if len(deck):
        unused = text(deck.draw(len(deck)))
        raise BadNotation(f"cards: expected one card for each odd chip, so {unused} is too many")
    sheet = race(stacks, chips, dealt, house.chip_race, facts.remove)
    return {
        "odd": {str(each.seat + 1): each.odd for each in odd},
        "won": {str(seat.seat + 1): seat.won for seat in sheet.seats},
        "kept_in": {str(seat.seat + 1): seat.kept_in for seat in sheet.seats},
        "stacks": {str(seat.seat + 1): str(seat.after) for seat in sheet.seats},
        "issued": sheet.issued,
        "taken": sheet.taken,
        "total": sheet.after,
        "rows": _rows(sheet.rows),
        "says": [*announce(odd, chips, house.chip_race), *sheet.lines],
    }


def _colour_up(facts: ColourUp, chips: ChipSet, _house: Rulebook) -> Found:
    got = None if facts.got is None else read_pile(facts.got, chips)
    stack, handed = read_pile(facts.stack, chips), read_pile(facts.handed, chips)
    return _exchange(colour_up(facts.seat - 1, stack, handed, chips, got))


def _late(facts: Late, chips: ChipSet, _house: Rulebook) -> Found:
    return _exchange(exchange_late(facts.seat - 1, read_pile(facts.stack), chips))


def _exchange(done: Exchange) -> Found:
    return {
        "made": str(done.got),
        "stacks": {str(done.seat + 1): str(done.after)},
        "kept_in": {str(done.seat + 1): done.kept_in},
        "taken": done.lost,
        "total": done.after.total,
        "rows": _rows(done.rows),
        "says": [done.announcement],
    }


def _forfeit(facts: Lost, _chips: ChipSet, _house: Rulebook) -> Found:
    done: Forfeit = forfeit(facts.seat - 1, facts.stack, facts.chips)
    return {"taken": done.chips, "total": done.left, "rows": _rows(done.rows), "says": [done.announcement]}


def _first_button(facts: FirstDeal, _chips: ChipSet, house: Rulebook) -> Found:
    drawn = draw_button(range(len(facts.players)), house.first_button, Deck(cards(facts.cards)))
    return {"dealer": facts.players[drawn.seat], "dealt": len(drawn.dealt), "says": [str(drawn)]}


def _rows(rows: tuple[Row, ...]) -> list[str]:
    return [str(row) for row in rows]


def _seat(name: str) -> int:
    if not name.isdecimal() or not 1 <= int(name) <= 99:
        raise BadNotation(f"expected a seat number from 1 to 99, got {name!r}")
    return int(name) - 1


DEEDS: dict[str, Callable[[Any, ChipSet, Rulebook], Found]] = {
    "make": _make,
    "pay": _pay,
    "race": _race,
    "colour_up": _colour_up,
    "late": _late,
    "forfeit": _forfeit,
    "first_button": _first_button,
}
