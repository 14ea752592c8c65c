"""HTTP: a hand with real chips is settled: who gets what, from which pot, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.params import JSONBody

from sidepot.cards import cards
from sidepot.errors import Conflict, SidepotError
from sidepot.games.catalog import find_game
from sidepot.rules.clauses import Said
from sidepot.rules.houses import find_house
from sidepot.settling.real_chips import Settlement, settle
from sidepot.settling.why import Reason

NAME: Final = 64
Name = Annotated[str, msgspec.Meta(max_length=NAME)]
Cards = Annotated[str, msgspec.Meta(max_length=60)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Order = Annotated[list[Annotated[list[Name], msgspec.Meta(max_length=23)]], msgspec.Meta(max_length=23)]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player of the hand: all chips put in, antes and blinds too; folded or not; the cards, if they were shown."""

    name: Name
    put: Chips = 0
    folded: bool = False
    cards: Cards = ""


class SettleForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand to settle: the players clockwise, the last one has the button.

    Give the board and the cards shown; or `best` and `low`, groups of equal hands from the best down.
    """

    players: Annotated[list[Player], msgspec.Meta(max_length=23)]
    board: Cards = ""
    best: Order = []
    low: Order = []
    dead: Chips = 0
    chip: Annotated[int, msgspec.Meta(ge=1, le=10**15)] = 1
    game: Name = "holdem"
    house: Name = "cash"


class Why(msgspec.Struct, frozen=True):
    """A sentence of the reason, also as data (`said`), and the rules it rests on."""

    text: str
    cites: tuple[str, ...]
    said: Said = ()


class PotPaid(msgspec.Struct, frozen=True):
    """A pot: its amount, who may win it, and what each gets of it. Without winners its hands are not known."""

    name: str
    amount: int
    eligible: tuple[str, ...]
    shares: dict[str, int]
    why: tuple[Why, ...]


class Settled(msgspec.Struct, frozen=True):
    """The hand settled: chips returned that were never called, the pots, and what each wins in all."""

    returned: dict[str, int]
    pots: tuple[PotPaid, ...]
    payouts: dict[str, int]
    unpaid: int
    why_returned: tuple[Why, ...]


@post("/api/settle", status_code=200)
async def settle_hand(data: JSONBody[SettleForm]) -> Settled:
    """Settle a hand that was played with real chips. Nothing is kept."""
    return settled(data)


def settled(form: SettleForm) -> Settled:
    """The settlement of a form. Raises BadNotation and Conflict, saying where."""
    put: dict[str, int] = {}
    for player in form.players:
        if player.name in put:
            raise Conflict(f"{player.name} is named twice", code="told_twice")
        put[player.name] = player.put
    found = settle(
        put,
        folded=[player.name for player in form.players if player.folded],
        hands={player.name: _cards(player.cards, player.name) for player in form.players if player.cards.strip()},
        board=_cards(form.board, "the board"),
        dead=form.dead,
        best=form.best,
        low=form.low,
        game=find_game(form.game),
        house=find_house(form.house),
        chip=form.chip,
    )
    return as_told(found)


def as_told(found: Settlement) -> Settled:
    """A settlement as it is sent."""
    return Settled(
        found.returned,
        tuple([
            PotPaid(pot.name, pot.amount, tuple(pot.eligible), dict(pot.shares), _why(pot.why)) for pot in found.pots
        ]),
        found.payouts,
        found.unpaid,
        _why(found.why_returned),
    )  # fmt: skip


def _why(reasons: Iterable[Reason]) -> tuple[Why, ...]:
    return tuple([Why(reason.text, tuple(reason.cites), reason.said) for reason in reasons])


def _cards(text: str, where: str) -> tuple[int, ...]:
    try:
        return tuple(cards(text))
    except SidepotError as error:
        raise error.at(where) from None


HEAVY: Final = (settle_hand,)
