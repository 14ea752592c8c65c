"""Cases of prizes: the prizes of places and their division, players who bust together, stacks and deals."""

from __future__ import annotations

from functools import partial

import msgspec

from sidepot.cases.bounds import Players
from sidepot.cases.expected import Problems, compare_all
from sidepot.cases.refusal import look_at
from sidepot.errors import BadNotation
from sidepot.rules.rulebook import Rulebook
from sidepot.tournament.deals import DEALS, By, Deal, agreed_deal
from sidepot.tournament.icm import finishes, icm
from sidepot.tournament.payouts import PayTerms, pays, share_places
from sidepot.tournament.ranks import Bust, finish, rank_out

Found = dict[str, object]


class Tied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Players who share several places, of which `place` is the best."""

    place: Players
    players: Players


class PayoutExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects: the prize of each place and the amounts of players who share places, or a refusal."""

    paid: list[int] | None = None
    shares: list[int] | None = None
    refused: str | None = None


class PayoutCase(msgspec.Struct, frozen=True, tag="payout", tag_field="kind"):
    """A prize pool, the terms by which the pool is paid, and the players who share places."""

    expect: PayoutExpected
    pool: int
    entries: Players
    table: str = "standard"
    percents: list[float] = []
    minimum: int = 0
    round_to: int = 1
    seat_price: int = 0
    tied: Tied | None = None


class PlacesExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects: each player's place (`6-8` if it is shared), best first, or a part of the refusal."""

    places: list[str] | None = None
    refused: str | None = None


class Out(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An eliminated player.

    - `table`, `hand`: the table and the hand in which the player busted
    - `stack`: the player's chips at the start of that hand
    - `at`: when the hand ended
    - `round`: the round of hand-for-hand play
    """

    table: int
    hand: int
    stack: int
    at: int
    round: int | None = None


class PlacesCase(msgspec.Struct, frozen=True, tag="places", tag_field="kind"):
    """Players who are out, and how many are left."""

    expect: PlacesExpected
    out: dict[str, Out]
    left: Players
    by_stacks: bool = False


class IcmExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects. Numbers are compared to as many decimals as given: "45.18" is any number that rounds to
    45.18.
    """

    values: dict[str, str] = {}
    chances: dict[str, list[str]] = {}
    amounts: dict[str, int] = {}
    says: list[str] = []
    refused: str | None = None


class IcmCase(msgspec.Struct, frozen=True, tag="icm", tag_field="kind"):
    """Stacks, the remaining prizes, and the deal, if any.

    - `agreed`: the amounts on which the players agreed
    """

    expect: IcmExpected
    stacks: dict[str, int]
    prizes: list[int]
    deal: By | None = None
    keep_for_first: int = 0
    agreed: dict[str, int] = {}
    below_lowest: bool = False


Prizes = PayoutCase | PlacesCase | IcmCase


def prepare_prizes(body: Prizes) -> None:
    """Raise BadNotation if the case expects nothing, or if it expects a refusal that does not occur."""
    if not any(msgspec.structs.asdict(body.expect).values()):
        raise BadNotation("`expect` is empty; give the result")
    if isinstance(body, IcmCase) and bool(body.agreed) != (body.deal is By.AGREED):
        raise BadNotation('`agreed` and deal = "agreed" belong together; give both or neither')
    if body.expect.refused is None:
        _find(body)


def run_prizes(body: Prizes, _rulebook: Rulebook) -> Problems:
    """Compute the prizes or values, and return the differences from the case."""
    return look_at(lambda: _find(body), body.expect.refused, partial(compare_all, body.expect))


def _as_written(value: object, wanted: object) -> object:
    """A number with as many decimals as in the case. Lists are treated number by number, and player by player."""
    if isinstance(wanted, dict) and isinstance(value, dict):
        return {player: _as_written(value.get(player), wanted[player]) for player in wanted}
    if isinstance(wanted, list):
        found = value if isinstance(value, list) else []
        return [_as_written(each, one) for each, one in zip(found, wanted, strict=False)]
    return None if value is None else f"{value:.{len(str(wanted).partition('.')[2])}f}"


def _find(body: Prizes) -> Found:
    if isinstance(body, PayoutCase):
        return _pay(body)
    return _place(body) if isinstance(body, PlacesCase) else _weigh(body)


def _pay(body: PayoutCase) -> Found:
    terms = PayTerms(body.table, tuple(body.percents), body.minimum, body.round_to, body.seat_price)
    paid = pays(terms, body.pool, body.entries)
    if body.tied is None:
        return {"paid": list(paid), "shares": []}
    return {"paid": list(paid), "shares": list(share_places(paid, body.tied.place, body.tied.players, body.round_to))}


def _place(body: PlacesCase) -> Found:
    busts = [Bust(name, **msgspec.structs.asdict(out)) for name, out in body.out.items()]
    finished = finish(rank_out(busts, by_stacks=body.by_stacks), body.left)
    return {
        "places": [
            f"{name} {place}" if shared == 1 else f"{name} {place}-{place + shared - 1}"
            for name, place, shared in finished
        ]
    }


def _weigh(body: IcmCase) -> Found:
    stacks = list(body.stacks.values())
    deal = _deal(body, stacks)
    values = dict(zip(body.stacks, icm(stacks, body.prizes).values, strict=True))
    rows = [[100 * chance for chance in row] for row in finishes(stacks)]
    chances = dict(zip(body.stacks, rows, strict=True))
    return {
        "values": _as_written(values, body.expect.values),
        "chances": _as_written(chances, body.expect.chances),
        "amounts": {} if deal is None else dict(zip(body.stacks, deal.amounts, strict=True)),
        "says": () if deal is None else deal.notes,
    }


def _deal(body: IcmCase, stacks: list[int]) -> Deal | None:
    if body.deal is None:
        return None
    if body.deal is By.AGREED:
        return agreed_deal(body.stacks, body.prizes, body.agreed, body.keep_for_first, below_lowest=body.below_lowest)
    return DEALS[body.deal](stacks, body.prizes, body.keep_for_first)
