"""HTTP: plan a live tournament from a preset, or from players and hours, with the host's chips, money and house
rules.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec.structs import replace

from sidepot.errors import Conflict
from sidepot.games.titles import Parts
from sidepot.games.unit import Unit
from sidepot.room.table.level_text import level_parts, level_words
from sidepot.rules.clauses import refuse, say
from sidepot.rules.houses import PAGE_HOUSE, find_house
from sidepot.table.chips import plain_chips
from sidepot.table.piles import Pile
from sidepot.tournament.builder import build, enough_for, largest_stack
from sidepot.tournament.estimate import estimate
from sidepot.tournament.payouts import pays
from sidepot.tournament.presets import in_unit
from sidepot.tournament.schedule import MINUTE, Break
from sidepot.tournament.structure import ANY, EntryTerms, Structure
from sidepot.tournament.structure_files import write_structure
from sidepot.validation.decimals import Currency
from sidepot.web.director.schemas import HouseLine, house_lines
from sidepot.web.tournaments.forms import preset_by_page_house

Amount = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
AnyAmount = Annotated[int, msgspec.Meta(ge=-1, le=10**9)]
AnyLevel = Annotated[int, msgspec.Meta(ge=-1, le=100)]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Owned = Annotated[dict[Annotated[int, msgspec.Meta(ge=1, le=10**9)], Amount], msgspec.Meta(max_length=20)]
LATE: Final = 4  # levels with rebuys, unless late entry is open longer


class BuildForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A host's wishes for a live tournament: a `preset`, or `players` and `minutes`.

    - `chips`: the numbers of chips that the host owns, by denomination
    - `stack`: the starting stack (by default, the largest round stack that the chips allow, or a usual one)
    - `final`: the number of seats at the final table (0 for the number in the rules)
    - `rebuys`, `addon`: whether there are rebuys and an add-on (None: as in the preset)
    - `addon_level`: the level before the break of the add-on (by default, the level before the first break)
    - `round_to`: prizes are multiples of this amount (0 for no cents)

    Money is in units of `10 ** -decimals` of the `currency`. Prices, chips and levels of -1 are as in the preset. If it
    has no rebuys or no add-on, each costs as much and brings as many chips as an entry.
    """

    preset: Name = ""
    players: Annotated[int, msgspec.Meta(ge=2, le=5000)] = 27
    minutes: Annotated[int, msgspec.Meta(ge=10, le=3000)] = 240
    chips: Owned = {}
    stack: Amount = 0
    seats: Annotated[int, msgspec.Meta(ge=2, le=10)] = 9
    final: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    decimals: Literal[0, 2] = 0
    currency: Currency = ""
    buy_in: AnyAmount = -1
    fee: AnyAmount = -1
    bounty: AnyAmount = -1
    late_levels: AnyLevel = -1
    rebuys: bool | None = None
    rebuy_cost: AnyAmount = -1
    rebuy_fee: AnyAmount = -1
    rebuy_chips: AnyAmount = -1
    rebuy_levels: AnyLevel = -1
    addon: bool | None = None
    addon_cost: AnyAmount = -1
    addon_fee: AnyAmount = -1
    addon_chips: AnyAmount = -1
    addon_level: AnyLevel = -1
    round_to: Amount = 0
    house: Name = ""
    name: Name = ""


class PlannedItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A level or a break of a plan, in words.

    - `level`: the number of the level, counted from 1 (0 for a break)
    - `removes`: the denominations that leave play at that time
    """

    level: int
    text: str
    ms: int
    removes: tuple[int, ...] = ()
    parts: Parts = ()  # the stakes as data, for pages in other languages


class ChipLine(msgspec.Struct, frozen=True):
    """A number of chips of one denomination and colour."""

    value: int
    colour: str
    count: int


class PlannedMoney(msgspec.Struct, frozen=True):
    """The money of a plan: the values of the form, and the totals for its entries (pool, prizes, bounties, fees)."""

    decimals: int
    currency: Currency
    buy_in: int
    fee: int
    bounty: int
    late_levels: int
    rebuys: bool
    rebuy_cost: int
    rebuy_fee: int
    rebuy_chips: int
    rebuy_levels: int
    addon: bool
    addon_cost: int
    addon_fee: int
    addon_chips: int
    addon_level: int
    round_to: int
    players: int
    pool: int
    prizes: tuple[int, ...]
    bounties: int
    fees: int


class Planned(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plan: the structure as text, the stack and its chips, the likely end, and the house's own rules.

    `enough_for` is the number of entries for which the host's chips are enough (0 if the chips are unknown).
    """

    title: str
    structure: str
    stack: int
    pile: list[ChipLine]
    levels: list[PlannedItem]
    minutes: int
    early: int
    late: int
    cost: int
    house: str
    money: PlannedMoney
    enough_for: int = 0
    differs: tuple[HouseLine, ...] = ()


def planned(form: BuildForm) -> Planned:
    """Make the plan for a form. Raises BadNotation or Conflict for an impossible form."""
    stock = Pile.of({value: count for value, count in form.chips.items() if count})
    unit = Unit(form.decimals, form.currency)
    made = in_unit(preset_by_page_house(form.preset), unit) if form.preset else _measured(form, stock)
    structure = _with_terms(replace(made, money=unit, final=form.final or made.final), form)
    until = estimate(structure, form.players)
    colours = {chip.value: chip.colour for chip in structure.chips.chips}
    entry = structure.entry
    return Planned(
        title=structure.title,
        structure=write_structure(structure),
        stack=structure.stack,
        pile=[ChipLine(value, colours[value], count) for value, count in structure.pile.counts],
        levels=_items(structure),
        minutes=until.end_ms // MINUTE,
        early=until.early_ms // MINUTE,
        late=until.late_ms // MINUTE,
        cost=entry.price,
        house=structure.rulebook.name,
        money=_money(structure, form.players),
        enough_for=enough_for(stock, structure.pile) if stock.counts else 0,
        differs=house_lines(structure.rulebook),
    )


def _measured(form: BuildForm, stock: Pile) -> Structure:
    name = form.name or f"{form.players} players"
    if not stock.counts:
        made = build(form.players, form.minutes, stack=form.stack, seats=form.seats, name=name)
        return replace(made, rulebook=PAGE_HOUSE)
    kinds = plain_chips(*[value for value, _ in stock.counts])
    if form.stack:
        pile = kinds.usable(form.stack, stock=stock, players=form.players)
        stack = form.stack
    else:
        stack, pile = largest_stack(kinds, stock, form.players)
    made = build(form.players, form.minutes, stack=stack, chips=kinds, seats=form.seats, name=name)
    return replace(made, pile=pile, rulebook=PAGE_HOUSE)


def _with_terms(structure: Structure, form: BuildForm) -> Structure:
    """The structure with the money and the house rules of the form."""
    entry = structure.entry
    changes: dict[str, Any] = _given(form, "buy_in", "fee", "bounty", "late_levels")
    if not changes.get("bounty", entry.bounty):
        changes |= {"progressive": False, "mystery": (), "mystery_left": 0}
    if not changes.get("late_levels", entry.late_levels):
        changes["reentries"] = 0
    entry = replace(entry, **changes)
    entry = _with_addon(structure, _with_rebuys(structure, entry, form), form)
    house = find_house(form.house) if form.house else structure.rulebook
    step = form.round_to or max(structure.pays.round_to, structure.money.one)
    terms = replace(structure.pays, round_to=step)
    title = form.name or structure.title
    return replace(structure, entry=entry, pays=terms, rulebook=house, title=title, at_full=False)


def _given(form: BuildForm, *names: str) -> dict[str, int]:
    """The numbers of the form that were filled in."""
    return {name: getattr(form, name) for name in names if getattr(form, name) >= 0}


def _with_rebuys(structure: Structure, entry: EntryTerms, form: BuildForm) -> EntryTerms:
    if not (entry.rebuys if form.rebuys is None else form.rebuys):
        return replace(entry, rebuys=0, rebuy_cost=0, rebuy_fee=0, rebuy_chips=0, rebuy_levels=0)
    usual = {
        "rebuy_cost": _price(entry),
        "rebuy_fee": 0,
        "rebuy_chips": structure.stack,
        "rebuy_levels": entry.late_levels or LATE,
    }
    of_preset = {name: getattr(entry, name) for name in usual} if entry.rebuys else usual
    return replace(entry, rebuys=entry.rebuys or ANY, **{**of_preset, **_given(form, *usual)})


def _with_addon(structure: Structure, entry: EntryTerms, form: BuildForm) -> EntryTerms:
    has_one = entry.addon_item >= 0
    if not (has_one if form.addon is None else form.addon):
        return replace(entry, addon_cost=0, addon_fee=0, addon_chips=0, addon_item=-1)
    item = _break_after(structure, form.addon_level) if form.addon_level > 0 or not has_one else entry.addon_item
    usual = {"addon_cost": _price(entry), "addon_fee": 0, "addon_chips": structure.stack}
    of_preset = {name: getattr(entry, name) for name in usual} if has_one else usual
    return replace(entry, addon_item=item, **{**of_preset, **_given(form, *usual)})


def _break_after(structure: Structure, level: int) -> int:
    """The item of the schedule that is the break after a level (counted from 1) or, if there is none, the first
    break.
    """
    after, found = 0, dict[int, int]()
    for at, one in enumerate(structure.schedule):
        after += not isinstance(one, Break)
        if isinstance(one, Break):
            found.setdefault(after, at)
    if not found:
        raise refuse(
            Conflict,
            say("the add-on is sold in a break, but this tournament has none: leave the add-on out"),
            code="bad_form",
        )
    if level > 0 and level not in found:
        breaks = ", ".join(map(str, found))
        raise refuse(
            Conflict,
            say("there is no break after level {level}: the add-on can be sold after {levels}", str(level), breaks),
            code="bad_form",
        )
    return found[level] if level > 0 else next(iter(found.values()))


def _money(structure: Structure, players: int) -> PlannedMoney:
    entry = structure.entry
    pool = max(entry.buy_in * players, entry.guarantee)
    return PlannedMoney(
        decimals=structure.money.decimals,
        currency=structure.money.currency,
        buy_in=entry.buy_in,
        fee=entry.fee,
        bounty=entry.bounty,
        late_levels=entry.late_levels,
        rebuys=bool(entry.rebuys),
        rebuy_cost=entry.rebuy_cost,
        rebuy_fee=entry.rebuy_fee,
        rebuy_chips=entry.rebuy_chips,
        rebuy_levels=entry.rebuy_levels,
        addon=entry.addon_item >= 0,
        addon_cost=entry.addon_cost,
        addon_fee=entry.addon_fee,
        addon_chips=entry.addon_chips,
        addon_level=structure.addon_level,
        round_to=structure.pays.round_to,
        players=players,
        pool=pool,
        prizes=pays(structure.pays, pool, players)[:players],
        bounties=entry.bounty * players,
        fees=entry.fee * players,
    )


def _price(entry: EntryTerms) -> int:
    return max(entry.buy_in, 1)


def _items(structure: Structure) -> list[PlannedItem]:
    found, level = [], 0
    for item in structure.schedule:
        if isinstance(item, Break):
            found.append(PlannedItem(0, item.note or "Break", item.ms, item.remove))
        else:
            level += 1
            games = structure.mix.games
            words, parts = level_words(games, item.stakes), level_parts(games, item.stakes)
            found.append(PlannedItem(level, words, item.ms, parts=parts))
    return found


@post("/api/tournaments/build", status_code=200, sync_to_thread=True)
def build_plan(data: JSONBody[BuildForm]) -> Planned:
    """Plan a live tournament: its levels, its stack, its likely end. Nothing is stored."""
    return planned(data)


HEAVY: Final = (build_plan,)
