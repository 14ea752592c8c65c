"""Settle a hand played with real chips: uncalled bets, pots, the winner of each, and why.

The input is the table at the end: each player's chips in the pot, the folded players, the boards and the shown hands
(or, without cards, the order of the hands). These become a hand at its showdown (`laid_out`), and the engine awards its
pots.

>>> shown = {"Alice": "As Ks", "Carol": "Qh Qd"}
>>> settled = settle({"Alice": 800, "Bob": 900, "Carol": 1700}, folded=["Bob"], hands=shown, board="Kd 8s 5s 4c 2h")
>>> settled.returned, settled.payouts
({'Carol': 800}, {'Alice': 2400, 'Carol': 200})
>>> settle({"Ann": 33, "Bo": 33}, best=[["Ann", "Bo"]], dead=1, house="cash").payouts
{'Ann': 34, 'Bo': 33}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from sidepot.cards import Cards, boards_of, cards_of
from sidepot.games.catalog import HOLDEM, game_of
from sidepot.games.model import Game
from sidepot.games.titles import half_label
from sidepot.hand.events import Awarded
from sidepot.hand.pots import layered, uncalled
from sidepot.hand.settling import why
from sidepot.hand.settling.laid_out import Facts, LaidOut, Order, lay_out
from sidepot.hand.settling.why import Reason
from sidepot.hand.streets import seats_of
from sidepot.hand.winning.claims import qualified
from sidepot.hand.winning.split_pots import award
from sidepot.hand.words import board_name, played_text, won_parts
from sidepot.ranking.playable_cards import made
from sidepot.rules.houses import CASH, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect, expect_mapping, expect_row

BY_NAME: Final = "a value for each player, as in {'Ann': ...}"

SomeBoards = Cards | Sequence[Cards]
"""The cards of one board, or of several as one text (`a / b`) or a list."""


class Tabled(NamedTuple):
    """A hand that contests a pot.

    - `half`: the half of the pot ("" if the pot is not split into halves)
    - `words`: the name of the hand
    """

    name: str
    half: str
    words: str
    cards: tuple[int, ...]
    wins: bool
    board: str = ""


class SettledPot(msgspec.Struct, frozen=True):
    """A pot with its winners and their shares.

    A pot without winners waits for unknown hands. If nobody may win it, it is `carried` to the next deal.
    """

    name: str
    amount: int
    eligible: tuple[str, ...]
    winners: tuple[str, ...]
    shares: dict[str, int]
    hands: tuple[Tabled, ...]
    why: tuple[Reason, ...]
    carried: bool = False


class Settlement(msgspec.Struct, frozen=True):
    """The settlement of a hand.

    - `returned`: the uncalled chips of each player
    - `payouts`: each player's winnings from the pots
    """

    pots: tuple[SettledPot, ...]  # main pot first
    returned: dict[str, int]
    payouts: dict[str, int]
    why_returned: tuple[Reason, ...]

    @property
    def unpaid(self) -> int:
        """The chips of pots that cannot be awarded yet."""
        return sum(pot.amount for pot in self.pots if not pot.winners and not pot.carried)

    @property
    def carried(self) -> int:
        """The chips that nobody may win, which are carried to the next deal."""
        return sum(pot.amount for pot in self.pots if pot.carried)

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules that this settlement cites, each once."""
        reasons = (*self.why_returned, *(reason for pot in self.pots for reason in pot.why))
        return tuple(dict.fromkeys(cite for reason in reasons for cite in reason.cites))


def settle(
    put: Mapping[str, int],
    *,
    folded: Iterable[str] = (),
    killed: Iterable[str] = (),
    mucked: Iterable[str] = (),
    hands: Mapping[str, Cards] | None = None,
    board: SomeBoards = (),
    dead: int = 0,
    best: Order = (),
    low: Order = (),
    declared: Mapping[str, str] | None = None,
    all_in: Iterable[str] = (),
    game: str | Game = HOLDEM,
    house: str | Rulebook = CASH,
    button: str | None = None,
    chip: int = 1,
) -> Settlement:
    """Settle a hand from the chips that each player `put` in, including antes and blinds.

    Players are named clockwise; the last player has the button unless `button` names another. A player who put in
    nothing is out of the hand, unless cards are given.

    - `hands`, `board`: cards as text (`AsKs`) or ints; several boards, or runs of a board, as `a / b`
    - `folded`, `killed`: players whose hands are out; in some houses, a killed hand gets nothing back
    - `mucked`: players who mucked at the showdown, in this order; they win only pots that nobody else contests
    - `dead`: dead money, such as big-blind antes and dead blinds
    - `best`, `low`: instead of cards, groups of equal hands from the best down, for high and for low
    - `declared`: in games with a declaration, the half that each hand plays for (`high`, `low`, `both`)
    - `all_in`: the players who are all-in; this matters only for the last player left

    A pot whose hands are unknown stays open. A pot that nobody may win is `carried`. Rule: SD-2, SD-3, SD-6, SD-8,
    TS-4, TS-5, PG-8, PG-10, PG-62, TDA-2013 19, 20. Raises BadNotation or Conflict for an impossible hand.
    """
    at = None if button is None else expect(button, str, "button")
    facts = Facts(
        {name: as_int(chips, f"what {name} put in") for name, chips in expect_mapping(put, "put", BY_NAME).items()},
        expect_row(folded, str, "folded"),
        expect_row(killed, str, "killed"),
        expect_row(mucked, str, "mucked"),
        {
            name: cards_of(some, f"the hand of {name}")
            for name, some in expect_mapping({} if hands is None else hands, "hands", BY_NAME).items()
        },
        boards_of(board),
        as_int(dead, "dead"),
        _order(best, "best"),
        _order(low, "low"),
        expect_mapping({} if declared is None else declared, "declared", BY_NAME),
        expect_row(all_in, str, "all_in"),
    )
    return settled(lay_out(facts, game_of(game), house_of(house), at, as_int(chip, "chip")))


def settled(table: LaidOut) -> Settlement:
    """Return uncalled chips, then award the pots as the engine does, last pot first (PG-68)."""
    hand, names = table.hand, table.names
    put = hand.betting.put
    contested = hand.live | sum([1 << seat for seat in table.mucked])
    back = uncalled(put, contested, all_in=table.all_in, kept=hand.aside.kept)
    for seat, over in back:
        put[seat] -= over
    hand.layers = layered(put, contested, hand.dead)
    pots = [_settle_pot(table, at) for at in range(len(hand.layers))]
    won = {name: sum(pot.shares.get(name, 0) for pot in pots) for name in names}
    return Settlement(
        tuple(pots),
        {names[seat]: over for seat, over in back},
        {name: chips for name, chips in won.items() if chips},
        why.not_called(table, back),
    )


def _settle_pot(table: LaidOut, at: int) -> SettledPot:
    """The contestants of a pot, its winners, and their shares."""
    hand, names = table.hand, table.names
    pot = hand.layers[at]
    count = len(hand.layers)
    name = "Main pot" if not at else f"Side pot {at}" if count > 2 else "Side pot"
    seats = seats_of(pot.eligible & hand.live) or [next(seat for seat in table.mucked if pot.eligible >> seat & 1)]
    eligible = tuple([names[seat] for seat in seats])
    made_of = why.made_of(table, at)
    if len(seats) == 1 and not hand.plan.to_win:
        alone = why.one_claimant(eligible[0], is_only_pot=count == 1)
        return SettledPot(name, pot.amount, eligible, eligible, {eligible[0]: pot.amount}, (), (made_of, alone))
    unknown = [names[seat] for seat in seats if not table.known >> seat & 1]
    if unknown:
        return SettledPot(name, pot.amount, eligible, (), {}, (), (made_of, why.still_open(unknown)))
    if hand.plan.to_win and not qualified(hand, pot.eligible & hand.live):
        carried = (made_of, why.nobody_holds(table))
        return SettledPot(name, pot.amount, eligible, (), {}, _tabled(table, at), carried, carried=True)
    event = award(hand, at)
    why.check_suits(table, event)
    shares = dict(event.shares)
    winners = [seat for seat in seats if seat in shares]
    return SettledPot(
        name,
        pot.amount,
        eligible,
        tuple([names[seat] for seat in winners]),
        {names[seat]: shares[seat] for seat in winners},
        _tabled(table, at),
        (made_of, *why.verdicts(table, event), *why.odd_chips(table, event)),
    )


def _tabled(table: LaidOut, at: int) -> tuple[Tabled, ...]:
    """The known hands that contest a pot, for each half of each board, best first."""
    if table.by_order:
        return ()
    hand = table.hand
    game, seats = hand.setup.game, seats_of(hand.layers[at].eligible & hand.live)
    won = won_parts(hand, Awarded(at, 0, ()))
    found = []
    for number, board in enumerate(hand.boards):
        for half, rule in enumerate(game.halves):
            winners = sum([one.seats for one in won if (one.board, one.half) == (number, half)])
            best = {
                seat: made(
                    rule.scale, rule.choose, rule.qualifier, hand.hole[seat], board,
                    lowest=hand.plan.lowest, wild=game.wild,
                )
                for seat in seats
            }  # fmt: skip
            found += [
                Tabled(
                    table.names[seat],
                    half_label(game, half) if len(game.halves) > 1 else "",
                    played_text(hand, seat, number, half),
                    best[seat].cards,
                    bool(winners >> seat & 1),
                    board_name(hand, number) if len(hand.boards) > 1 else "",
                )
                for seat in sorted(seats, key=lambda seat: -best[seat].strength)
            ]
    return tuple(found)


# ---- input


def _order(given: Order, what: str) -> Order:
    """Groups of equal hands; a single name is a group of one."""
    groups = expect_row(given, (str, list, tuple), what)
    return [[group] if isinstance(group, str) else expect_row(group, str, what) for group in groups]
