"""Cases of open stakes: whether a player may do something, and the resulting debts.

A table is opened, a hand of hold'em without blinds begins, and the `history` happens. Then comes the `action` that the
case asks about. The sentences are in `openstakes_words`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from sidepot.cases.case_setups import find_limit
from sidepot.cases.expected import Problems, differ
from sidepot.cases.openstakes_words import Played, parse_deeds
from sidepot.cases.refusal import look_at_cite
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.hand.credit.rights import marker_bounds
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.rulebook import Rulebook
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import OpenStakes, TableRules

WINNER: Final = "the winner of the pot"
MOST: Final = 10_000  # the largest buy that is tried


class OpenExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects, described in docs/reference/cases.md. Fields that the case omits are not compared."""

    refused: str | None = None
    allowed: bool | None = None
    cite: str | None = None
    options: list[str] | None = None
    face: int | None = None
    payable_to: str | None = None
    most: int | None = None
    until: int | None = None
    restricted: list[str] | None = None
    stacks: dict[str, int] | None = None
    owed: list[str] | None = None
    payments: list[str] | None = None
    terms: str | None = None


class OpenStakesCase(msgspec.Struct, frozen=True, tag="openstakes", tag_field="kind"):
    """Players with their initial stacks, clockwise. The first player acts first.

    - `outside`: players who sit out
    - `answers`: what each player says when asked about a marker (by default, yes)
    - `threshold`: the amount below which a marker must be accepted
    - `least`: the minimum buy-in
    - `bet`: the minimum bet
    """

    stacks: dict[str, int]
    expect: OpenExpected
    action: str = ""
    history: list[str] = []
    answers: dict[str, bool] = {}
    outside: dict[str, int] = {}
    threshold: int = 0
    least: int = 12
    bet: int = 2
    petty: int = 0
    limit: str = "no limit"
    terms: str = ""
    is_tournament: bool = msgspec.field(default=False, name="tournament")


def prepare_openstakes(body: OpenStakesCase) -> None:
    """Raise BadNotation for a case that is unreadable, or that no result could contradict."""
    find_limit(body.limit)
    for text in (*body.history, *[body.action] * bool(body.action)):
        parse_deeds(text)
    strange = [name for name in body.answers if name not in body.stacks]
    if strange:
        raise BadNotation(f"answers: no player is named {strange[0]!r}; the players are {', '.join(body.stacks)}")
    if body.expect == OpenExpected():
        raise BadNotation("the case expects nothing, so it cannot fail")
    if not body.action and (body.expect.allowed is not None or body.expect.cite is not None):
        raise BadNotation("`allowed` and `cite` need an `action`: give it, or leave both out")


def run_openstakes(body: OpenStakesCase, rulebook: Rulebook) -> Problems:
    """Carry out the history, try the action, and return the differences from the case."""
    return look_at_cite(lambda: Table(_rules(body, rulebook)), body.expect.refused, partial(_happen, body))


def _happen(body: OpenStakesCase, table: Table) -> Problems:
    for seat, (name, chips) in enumerate({**body.stacks, **body.outside}.items()):
        table.sit(name, seat, chips)
    for name in body.outside:
        table.sit_out(name)
    table.draw_button(len(body.stacks) - 1)
    played = Played(table, list(body.stacks), body.answers)
    played.begin()
    for text in body.history:
        for deed in parse_deeds(text):
            if not deed.do(played):
                return [f"{text}: it was not agreed to"]
    problems: Problems = []
    if body.action:
        _try(body, played, problems)
    _look(body, played, problems)
    if replay(table.log) != table:
        problems.append("the log of the table replays to another table")
    return problems


def _rules(body: OpenStakesCase, rulebook: Rulebook) -> TableRules:
    return TableRules(
        mix=single(find_game("holdem"), find_limit(body.limit)),
        stakes=(Stakes(small_bet=body.bet),),
        rulebook=rulebook,
        buy_in=(body.least, 0),
        petty=body.petty,
        open_stakes=OpenStakes(body.threshold, body.terms) if body.terms else OpenStakes(body.threshold),
        is_tournament=body.is_tournament,
    )


# ---- the action


def _try(body: OpenStakesCase, played: Played, problems: Problems) -> None:
    """Try the action of the case, and record whether it is allowed, or which rule forbids it."""
    cite: str | None = None
    allowed = True
    for deed in parse_deeds(body.action):
        before = replay(played.table.log)
        try:
            allowed = deed.do(played) and allowed
        except SidepotError as error:
            allowed, cite = False, str(error.cite)
            if played.table != before:
                problems.append(f"{body.action!r} was refused, and changed the table")
            break
    if body.expect.allowed is not None:
        differ(problems, "allowed", body.expect.allowed, allowed)
    if body.expect.cite is not None:
        differ(problems, "cite", body.expect.cite, cite)


# ---- what is seen


def _look(body: OpenStakesCase, played: Played, problems: Problems) -> None:
    """Compare the case's expectations with the hand."""
    actor = body.action.partition(" ")[0]
    for key, look in LOOKS.items():
        expected = getattr(body.expect, key)
        if expected is None:
            continue
        got = look(played, actor)
        if isinstance(expected, dict) and isinstance(got, dict):
            got = {name: got.get(name, "nothing") for name in expected}
        differ(problems, key, expected, got)


def _options(played: Played, actor: str) -> list[str]:
    """The options of the player to act, each tried on a copy of the hand."""
    hand = played.hand
    if hand is None or hand.due is not Due.ACT:
        return []
    seat = hand.seat
    price, mine, stack = hand.price, hand.bets[seat], hand.stacks[seat]
    ways: list[tuple[str, Callable[[Hand], object]]] = [("check", Hand.check)]
    if price - mine <= stack:
        ways.append(("call", Hand.call))
    ways.append(("raise" if price else "bet", lambda hand: hand.raise_to(hand.raise_bounds()[0])))
    ways.append(("all-in", Hand.call if price - mine > stack else lambda hand: hand.raise_to(mine + stack)))
    ways.append(("cash", lambda hand: hand.buy(1)))
    ways.append(("marker", _offers))
    ways += [("loan", partial(_borrows, lender=lender)) for lender in played.lenders()]
    ways.append(("fold", Hand.fold))
    found = [name for name, way in ways if _is_possible(hand, way)]
    return list(dict.fromkeys(found))


def _borrows(hand: Hand, lender: int | str) -> None:
    hand.borrow(1, lender)


def _offers(hand: Hand) -> None:
    """Offer a marker for the call or, if there is nothing to call, for the minimum bet."""
    if hand.price > hand.bets[hand.seat] + hand.stacks[hand.seat]:
        hand.offer_marker()
    else:
        hand.offer_marker(marker_bounds(hand)[0])


def _is_possible(hand: Hand, way: Callable[[Hand], object]) -> bool:
    try:
        way(hand.copy(log=True))
    except SidepotError:
        return False
    return True


def _face(played: Played, actor: str) -> int:
    """The total of the player's markers in the current hand or, if there are none, of those that the player owes."""
    hand = played.hand
    if hand is not None:
        seat = played.seat(actor)
        return sum([face for who, face in hand.markers if who == seat]) + sum(
            [chips for who, chips, *_ in hand.loans if who == seat]
        )
    return sum([marker.face for marker in played.table.markers if marker.maker == actor])


def _payable_to(played: Played, actor: str) -> str:
    """The creditors of the player for chips put in on credit."""
    hand = played.hand
    if hand is None:
        holders = [name for one in played.table.markers if one.maker == actor for name, _ in one.holders]
        return ", ".join(dict.fromkeys(holders))
    seat = played.seat(actor)
    lenders = [name or played.names[lender] for who, _, lender, name in hand.loans if who == seat]
    winner = [WINNER] if any(who == seat for who, _ in hand.markers) else []
    return ", ".join(dict.fromkeys([*winner, *lenders]))


def _most(played: Played, actor: str) -> int:
    """The maximum total that may be bet or raised to now."""
    return played.hand.raise_bounds()[1] if played.hand is not None else 0


def _until(played: Played, actor: str) -> int:
    """The minimum stack to buy up to between hands, so that the player may buy and borrow again; 0 for none."""

    def is_free(chips: int) -> bool:
        table = replay(played.table.log)
        table.buy(actor, chips)
        return not table.place_of(actor).restricted

    chips = bisect_left(range(1, MOST + 1), True, key=is_free) + 1
    return played.table.stack_of(actor) + chips if chips <= MOST else 0


def _owed(played: Played, actor: str) -> list[str]:
    """All markers and loans, as sentences."""
    found = []
    for marker in played.table.markers:
        holders = (
            ", ".join(f"{chips} to {name}" for name, chips in marker.holders) or "to the winner of the waiting pot"
        )
        found.append(f"{marker.maker} owes a marker: {holders}")
    return [*found, *[f"{loan.borrower} owes a loan: {loan.chips} to {loan.lender}" for loan in played.table.loans]]


LOOKS: Final[dict[str, Callable[[Played, str], object]]] = {
    "options": _options,
    "face": _face,
    "payable_to": _payable_to,
    "most": _most,
    "until": _until,
    "restricted": lambda played, actor: [place.player for place in played.table.seated() if place.restricted],
    "stacks": lambda played, actor: played.stacks(),
    "owed": _owed,
    "payments": lambda played, actor: [str(one) for one in played.table.settlement().payments],
    "terms": lambda played, actor: played.table.settlement().terms,
}
