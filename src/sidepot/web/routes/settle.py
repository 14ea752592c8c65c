"""HTTP: settle a hand, played here or with real chips: the shares of each pot, with rules."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.model import Game
from sidepot.hand.events import Awarded, Killed, Mucked, PassedOut, Redealt, Returned
from sidepot.hand.hand import Hand
from sidepot.hand.settling.real_chips import Settlement, settle
from sidepot.hand.settling.why import Reason
from sidepot.room.fairness.items import Item
from sidepot.room.fairness.record import HandRecord
from sidepot.room.fairness.record_check import items_of, view_of_record
from sidepot.room.views.public_hand import PublicHand
from sidepot.rules.clauses import Sentence
from sidepot.rules.houses import HOUSES
from sidepot.rules.own_houses import HouseFile, described, house_in
from sidepot.web.hand_records import seen_record
from sidepot.web.requests import Ask, HandNumber, TableId
from sidepot.web.state import Shared

NAME: Final = 64
Name = Annotated[str, msgspec.Meta(max_length=NAME)]
Cards = Annotated[str, msgspec.Meta(max_length=60)]
Boards = Annotated[str, msgspec.Meta(max_length=500)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Order = Annotated[list[Annotated[list[Name], msgspec.Meta(max_length=23)]], msgspec.Meta(max_length=23)]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player in the hand: all chips `put` in, including antes and blinds, and the cards if they were shown.

    - `folded`, `killed`: whether the player folded, and whether the hand was killed
    - `all_in`: needed only for the last remaining player, and for a player who has only dead money in
    - `declared`: the half that the hand plays for, in games with a declaration
    """

    name: Name
    put: Chips = 0
    folded: bool = False
    cards: Cards = ""
    killed: bool = False
    all_in: bool = False
    declared: Name = ""


class SettleForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand to settle: the players clockwise, with the button last.

    - `board`: the board cards; several boards are written as `a / b`
    - `best`, `low`: in place of cards, the order of the hands for high and for low: groups of equal hands, best first
    - `mucked`: the players who mucked at the showdown, in order
    - `house`: the name of a house, or the content of the file of a club's own house
    - `rulebook`: the choices in which the table differs from its `house`
    """

    players: Annotated[list[Player], msgspec.Meta(max_length=23)]
    board: Boards = ""
    best: Order = []
    low: Order = []
    mucked: Annotated[list[Name], msgspec.Meta(max_length=23)] = []
    dead: Chips = 0
    chip: Annotated[int, msgspec.Meta(ge=1, le=10**15)] = 1
    game: Name = "holdem"
    house: Name | HouseFile = "cash"
    rulebook: Annotated[dict[Name, bool | Name], msgspec.Meta(max_length=NAME)] = {}


class Why(msgspec.Struct, frozen=True):
    """One sentence of the reason, in full and (for translation) with gaps, and the rules behind it."""

    text: str
    cites: tuple[str, ...]
    sentence: Sentence = ()


class PotPaid(msgspec.Struct, frozen=True):
    """A pot: its amount, the players who can win it, and each player's share.

    A pot without shares is waiting for unknown hands or, if nobody can win it, is `carried` to the next deal.
    """

    name: str
    amount: int
    eligible: tuple[str, ...]
    shares: dict[str, int]
    why: tuple[Why, ...]
    carried: bool = False


class Settled(msgspec.Struct, frozen=True):
    """The settlement.

    - `returned`: the uncalled chips that each player gets back
    - `payouts`: each player's total
    - `unpaid`: the chips of pots whose hands are unknown
    - `carried`: the chips left for the next deal
    """

    returned: dict[str, int]
    pots: tuple[PotPaid, ...]
    payouts: dict[str, int]
    unpaid: int
    why_returned: tuple[Why, ...]
    carried: int = 0


@post("/api/settle", status_code=200)
async def settle_hand(data: JSONBody[SettleForm]) -> Settled:
    """Settle a hand played with real chips. Nothing is stored."""
    return settled(data)


def settled(form: SettleForm) -> Settled:
    """The settlement for a form. Raises BadNotation or Conflict for an impossible hand."""
    put: dict[str, int] = {}
    for player in form.players:
        if player.name in put:
            raise Conflict(f"{player.name} is named twice", code="named_twice")
        put[player.name] = player.put
    house = house_in(form.house)
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
    return settlement_view(found)


def settlement_view(found: Settlement) -> Settled:
    """A settlement in the form in which clients receive it."""
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
    return tuple([Why(reason.text, tuple(reason.cites), reason.sentence) for reason in reasons])


AT_SETTLEMENT: Final = (
    "odd_chip_stud", "identical_high_low_even", "one_odd_chip", "odd_half", "both_ways", "dead_hand_forfeits",
)  # fmt: skip
"""The choices of a house that matter in a settlement."""


@get("/api/tables/{table:str}/hands/{hand:int}/settle")
async def settle_played(request: Ask, app_state: Shared, table: TableId, hand: HandNumber) -> Response[SettleForm]:
    """A hand played in this room as the form for `POST /api/settle`, with everything that spectators saw."""
    record = await seen_record(app_state, table, hand, request.user, public=True)
    return Response(await asyncio.to_thread(form_of_record, record))


def form_of_record(record: HandRecord) -> SettleForm:
    """Turn the record of a hand into a settlement form.

    Raises BadNotation for a record without a hand, and Conflict for a hand that no form can express.
    """
    items: list[Item] = []
    seen = PublicHand(items, record.seat)
    then: Hand | None = None  # after the betting, before chips were returned or paid
    killed: list[int] = []
    mucked: list[int] = []
    for item in view_of_record(record, items_of(record)):
        view = seen.view
        if isinstance(item, Redealt):
            then, killed, mucked = None, [], []
        elif then is None and view is not None and isinstance(item, Returned | Awarded | PassedOut):
            then = view.copy()
        if (
            isinstance(item, Mucked)
            or isinstance(item, Killed)
            and view is not None
            and view.street == view.plan.showdown
        ):
            mucked.append(item.seat)
        elif isinstance(item, Killed):
            killed.append(item.seat)
        items.append(item)
        seen.catch_up()
    view = seen.view
    if view is None:
        raise BadNotation("the record contains no hand")
    return _form(view, view if then is None else then, seen.players, killed, mucked)


def _form(view: Hand, then: Hand, names: Sequence[str], killed: list[int], mucked: list[int]) -> SettleForm:
    """The form of a hand: its cards at the end, and its chips from the state `then`."""
    setup = view.setup
    if setup.parts:
        raise Conflict(
            "the form cannot express a carried pot that only some of the players can win",
            code="cannot_express",
        )
    seats = view.plan.seats
    live = then.live & view.live
    if not _is_known(setup.game):
        raise Conflict(
            f"the form cannot express the game {setup.game.title}: use `sidepot settle --game FILE`",
            code="cannot_express",
        )
    players = []
    for seat in [(setup.button + 1 + at) % seats for at in range(seats)]:
        if not setup.stacks[seat] and not then.put[seat]:
            continue
        out = not live >> seat & 1 or seat in mucked
        cards = () if out or UNKNOWN in view.hole[seat] else view.hole[seat]
        players.append(
            Player(
                names[seat],
                then.put[seat],
                out and seat not in (*killed, *mucked),
                text(cards),
                seat in killed,
                not out and not then.betting.stacks[seat],
                _declared(view, seat),
            )
        )
    game, rulebook = setup.game, setup.rulebook
    house = HOUSES.get(rulebook.name, rulebook)
    return SettleForm(
        players,
        " / ".join([text(board) for board in view.boards if board]),
        mucked=[names[seat] for seat in mucked],
        dead=then.dead,
        chip=setup.stakes.chip,
        game=game.name,
        house=house.name if house.name in HOUSES else described(house),
        rulebook={
            name: getattr(rulebook, name) for name in AT_SETTLEMENT if getattr(rulebook, name) != getattr(house, name)
        },
    )


def _is_known(game: Game) -> bool:
    """Whether a game can be found by its name."""
    try:
        return find_game(game.name) == game
    except SidepotError:
        return False


def _declared(view: Hand, seat: int) -> str:
    """A seat's declaration, in the words that `settle` reads."""
    return {1: "first", 2: "second", 3: "both"}.get(view.aside.ways_of(seat), "")


HEAVY: Final = (settle_hand, settle_played)
