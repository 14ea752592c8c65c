"""HTTP: a hand with real chips is settled: who gets what, from which pot, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.params import JSONBody

from sidepot.errors import Conflict
from sidepot.hand.settling.real_chips import Settlement, settle
from sidepot.hand.settling.why import Reason
from sidepot.rules.clauses import Said
from sidepot.rules.houses import find_house

NAME: Final = 64
Name = Annotated[str, msgspec.Meta(max_length=NAME)]
Cards = Annotated[str, msgspec.Meta(max_length=60)]
Boards = Annotated[str, msgspec.Meta(max_length=500)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Order = Annotated[list[Annotated[list[Name], msgspec.Meta(max_length=23)]], msgspec.Meta(max_length=23)]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player of the hand: all chips put in, antes and blinds too; the cards, if they were shown.

    A player may have `folded`, or the hand may have been `killed`. `all_in` matters of the last player left in, and of
    one with nothing in but dead money. `declared` is the half that a hand plays for, where halves are declared for.
    """

    name: Name
    put: Chips = 0
    folded: bool = False
    cards: Cards = ""
    killed: bool = False
    all_in: bool = False
    declared: Name = ""


class SettleForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand to settle: the players clockwise, the last one has the button.

    Give the board (several with a slash between them: `a / b`) and the cards shown; or `best` and `low`, groups of
    equal hands from the best down. `mucked` are the players who threw their hands away at the showdown, in this order.
    `rulebook` are choices in which the table's house differs from the `house` of that name.
    """

    players: Annotated[list[Player], msgspec.Meta(max_length=23)]
    board: Boards = ""
    best: Order = []
    low: Order = []
    mucked: Annotated[list[Name], msgspec.Meta(max_length=23)] = []
    dead: Chips = 0
    chip: Annotated[int, msgspec.Meta(ge=1, le=10**15)] = 1
    game: Name = "holdem"
    house: Name = "cash"
    rulebook: Annotated[dict[Name, bool | Name], msgspec.Meta(max_length=NAME)] = {}


class Why(msgspec.Struct, frozen=True):
    """A sentence of the reason, also as data (`said`), and the rules it rests on."""

    text: str
    cites: tuple[str, ...]
    said: Said = ()


class PotPaid(msgspec.Struct, frozen=True):
    """A pot: its amount, who may win it, and what each gets of it.

    Without winners its hands are not known; or nobody may win it, and it stays for the next deal (`carried`).
    """

    name: str
    amount: int
    eligible: tuple[str, ...]
    shares: dict[str, int]
    why: tuple[Why, ...]
    carried: bool = False


class Settled(msgspec.Struct, frozen=True):
    """The hand settled: chips returned that were never called, the pots, and what each wins in all.

    `unpaid` are the chips of pots whose hands are not known, `carried` those that stay for the next deal.
    """

    returned: dict[str, int]
    pots: tuple[PotPaid, ...]
    payouts: dict[str, int]
    unpaid: int
    why_returned: tuple[Why, ...]
    carried: int = 0


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
    house = find_house(form.house)
    found = settle(
        put,
        folded=[player.name for player in form.players if player.folded],
        killed=[player.name for player in form.players if player.killed],
        mucked=form.mucked,
        hands={player.name: player.cards for player in form.players if player.cards.strip()},
        board=form.board,
        dead=form.dead,
        best=form.best,
        low=form.low,
        declared={player.name: player.declared for player in form.players if player.declared},
        all_in=[player.name for player in form.players if player.all_in],
        game=form.game,
        house=house.but(**form.rulebook) if form.rulebook else house,
        chip=form.chip,
    )
    return as_told(found)


def as_told(found: Settlement) -> Settled:
    """A settlement as it is sent."""
    return Settled(
        found.returned,
        tuple([
            PotPaid(pot.name, pot.amount, tuple(pot.eligible), dict(pot.shares), _why(pot.why), pot.carried)
            for pot in found.pots
        ]),
        found.payouts,
        found.unpaid,
        _why(found.why_returned),
        found.carried,
    )  # fmt: skip


def _why(reasons: Iterable[Reason]) -> tuple[Why, ...]:
    return tuple([Why(reason.text, tuple(reason.cites), reason.said) for reason in reasons])


HEAVY: Final = (settle_hand,)
