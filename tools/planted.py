"""Planted cheats: tables of bots at which somebody cheats on purpose, to measure what integrity finds.

`docs/how-to/integrity.md` has the two rates: flags at honest tables, and cheats that are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from sidepot.bots.roster import find_bot
from sidepot.cards import Deck
from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import Call, Check, Command, Fold, RaiseTo
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import DONE, RUN, Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.streets import seats_of
from sidepot.hand.view_cache import PlayerViews
from sidepot.integrity.played import Played
from sidepot.rules.houses import CASH

STAKES: Final = Stakes(blinds=(1, 2))
STACK: Final = 200
DUMPS: Final = 0.04  # of the hands in which partners meet, those in which chips are given away

Cheat = Callable[[Hand, Sequence[str], Options], Command | None]
"""What a cheat does, who sees all cards; None where there is nothing to cheat about, and it plays its own game."""


def passive(may: Options) -> Command:
    """Check, or else fold."""
    return Check() if may.may_check else Fold()


def dumping(partner: str, rng: Random) -> Cheat:
    """Puts a quarter of the stack in now and then, and folds to the partner."""
    at: Hand | None = None
    gives = False

    def cheat(hand: Hand, seats: Sequence[str], may: Options) -> Command | None:
        nonlocal at, gives
        if partner not in seats or not hand.live >> seats.index(partner) & 1 or hand.due is not Due.ACT:
            return None
        if at is not hand:
            at, gives = hand, rng.random() < DUMPS
        if not gives:
            return None
        to = STACK // 4
        if hand.betting.put[hand.seat] < to and may.raise_max >= to:
            return RaiseTo(max(to, may.raise_min))
        return passive(may)

    return cheat


def taking(partner: str) -> Cheat:
    """Raises whoever dumps: a bet of a quarter of a stack by the partner is answered with everything."""

    def cheat(hand: Hand, seats: Sequence[str], may: Options) -> Command | None:
        if partner not in seats or hand.due is not Due.ACT:
            return None
        seat = seats.index(partner)
        if hand.live >> seat & 1 and hand.street == 0 and hand.bets[seat] >= STACK // 4:
            return RaiseTo(may.raise_max) if may.raise_max else Call()
        return None

    return cheat


def soft(partner: str) -> Cheat:
    """Never bets against the partner when nobody else is left."""

    def cheat(hand: Hand, seats: Sequence[str], may: Options) -> Command | None:
        if hand.due is Due.ACT and _alone_with(hand, seats, partner) and hand.street > 0:
            return Check() if may.may_check else Call()
        return None

    return cheat


def one_of_two(partner: str) -> Cheat:
    """Two seats of one person: before the flop the worse hand goes, and alone with the partner the worse hand folds."""

    def cheat(hand: Hand, seats: Sequence[str], may: Options) -> Command | None:
        if partner not in seats or hand.due is not Due.ACT or hand.street:
            return None
        seat, other = hand.seat, seats.index(partner)
        if hand.live >> other & 1 and _worth(hand.hole[seat]) < _worth(hand.hole[other]):
            return passive(may)
        return None

    return cheat


def _alone_with(hand: Hand, seats: Sequence[str], partner: str) -> bool:
    live = seats_of(hand.live)
    return len(live) == 2 and partner in [seats[seat] for seat in live]


def _worth(hole: Sequence[int]) -> int:
    """A rough order of two cards: pairs first, then by rank, suited a little better."""
    high, low = sorted((card // 4 for card in hole), reverse=True)
    return (100 if high == low else 0) + 4 * high + low + (3 if hole[0] % 4 == hole[1] % 4 else 0)


PLANTED: Final[Mapping[str, str]] = {
    "dumping": "one gives the other a quarter of a stack now and then",
    "soft play": "two never bet against each other when nobody else is left",
    "two seats": "one person has two seats, and plays the better hand",
}


def plant(kind: str, one: str, other: str, rng: Random) -> dict[str, Cheat]:
    """The cheats of a kind, by player. Raises BadNotation for a kind that there is not."""
    if kind == "dumping":
        return {one: dumping(other, rng), other: taking(one)}
    if kind == "soft play":
        return {one: soft(other), other: soft(one)}
    if kind == "two seats":
        return {one: one_of_two(other), other: one_of_two(one)}
    raise BadNotation(f"no cheat is called {kind!r}: there are {', '.join(PLANTED)}")


def session(
    players: Mapping[str, str], hands: int, rng: Random, *, cheats: Mapping[str, Cheat] | None = None, seats: int = 6
) -> Iterator[Played]:
    """Hands of no-limit hold'em between bots, all with the same stack in each; at each so many of them sit, by lot.

    `players` are bots by name; `cheats` are those who cheat.
    """
    bots = {name: find_bot(bot, rng) for name, bot in players.items()}
    secret = cheats or {}
    game, names = find_game("holdem"), list(players)
    for number in range(1, hands + 1):
        here = rng.sample(names, min(seats, len(names)))
        hand = Hand(seat_hand(game, NoLimit(), STAKES, CASH, [STACK] * len(here)))
        dealer = Dealer(Deck(hand.plan.deck, below=rng.randrange), auto_show=True)
        views = PlayerViews(hand)
        while (due := dealer.run(hand)) is not DONE:
            name, may = here[hand.seat], options(hand, explain=False)
            cheat = secret.get(name)
            said = cheat(hand, here, may) if cheat is not None and due is not RUN else None
            bot = bots[name]
            hand.do(said or bot.play(views.of(hand.seat) if bot.looks else hand, may))
        yield Played(f"hand {number}", here, list(hand.log))
