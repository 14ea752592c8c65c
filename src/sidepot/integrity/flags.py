"""Flags: play so rare among honest players that the hands behind it deserve a closer look.

Each pair is compared with the same player's play against others, and with the play of all players. `chance` is the
probability that honest play raises such a strong flag for any of the compared pairs; flags are raised below
`LEAST_CHANCE`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from statistics import median
from typing import Final, NamedTuple

import msgspec

from sidepot.integrity.chances import at_least, at_most
from sidepot.integrity.facts import FOLD, SOFT
from sidepot.integrity.tallies import KEPT, Asked, Pair, Shown, Tallies

LEAST_CHANCE: Final = 0.001
LEAST_TOGETHER: Final = 50  # hands together before two players are compared
LEAST_LOSSES: Final = 4  # big losses or all-ins against the same player
ONE_WAY: Final = 0.05  # the probability of such an imbalance by chance
LEAST_CHOICES: Final = 8
LEAST_ANSWERS: Final = 100
EVEN: Final = 0.2  # people's answers have a larger spread, as a share of their mean


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """A suspicion.

    - `players`: the players, the one who yields first
    - `of`: the number of occasions
    - `seen`: what was seen on these occasions
    - `expected`: what was expected on these occasions
    - `chance`: the probability of what was seen (None for a comparison with a fixed bound)
    - `hands`: the hands that show the suspicion best
    """

    kind: str
    players: tuple[str, ...]
    seen: float
    expected: float
    of: int
    chance: float | None
    hands: tuple[str, ...] = ()


def flags_of(tallies: Tallies, least_chance: float = LEAST_CHANCE) -> list[Flag]:
    """All flags, least likely first. What has a probability is flagged if that is below `least_chance`."""
    found = [
        *_one_way("losses", tallies, tallies.losses, least_chance),
        *_one_way("folded chips", tallies, tallies.given_up, least_chance),
        *_one_way("all-ins", tallies, tallies.all_ins, least_chance),
        *_yields("folded winners", FOLD, tallies, least_chance),
        *_yields("soft play", SOFT, tallies, least_chance),
        *_never_together(tallies, least_chance),
        *_even_answers(tallies),
    ]
    return sorted(found, key=lambda flag: (flag.chance is None, flag.chance, flag.kind, flag.players))


# ---- chips that go one way


def _one_way(kind: str, tallies: Tallies, lost: Mapping[Pair, Shown], least: float) -> Iterator[Flag]:
    """Flag a player whose losses of a kind go to one opponent, more than that opponent wins from the field. Rule:
    AI-12.
    """
    by_loser: defaultdict[str, dict[str, Shown]] = defaultdict(dict)
    won: defaultdict[str, int] = defaultdict(int)
    for (loser, winner), shown in lost.items():
        by_loser[loser][winner] = shown
        won[winner] += shown.count
    tests = len(lost)
    opponents = _opponents(tallies)
    for loser, to in by_loser.items():
        total = sum(shown.count for shown in to.values())
        weights = {
            other: _weight(to.get(other), hands, won[other], tallies.played[other])
            for other, hands in opponents[loser].items()
        }
        whole = sum(weights.values())
        for winner, shown in to.items():
            if shown.count < LEAST_LOSSES or tallies.together(loser, winner) < LEAST_TOGETHER:
                continue
            back = lost.get((winner, loser))
            both = shown.count + (back.count if back is not None else 0)
            share = weights[winner] / whole
            chance = at_least(shown.count, total, share) * tests
            if chance < least and at_least(shown.count, both, 0.5) < ONE_WAY:
                yield Flag(
                    kind=kind, players=(loser, winner), seen=shown.count, expected=round(total * share, 2), of=total,
                    chance=chance, hands=shown.hands,
                )  # fmt: skip


def _opponents(tallies: Tallies) -> dict[str, dict[str, int]]:
    """The hands together with each opponent, by player."""
    found: dict[str, dict[str, int]] = {player: {} for player in tallies.played}
    for (first, second), met in tallies.meetings.items():
        found[first][second] = found[second][first] = met.hands
    return found


def _weight(lost: Shown | None, hands: int, won: int, played: int) -> float:
    """The weight of an opponent as the winner of a loss: hands together, times wins from other players."""
    return hands * (won - (lost.count if lost is not None else 0) + 1) / (played + 1)


# ---- the better hand, against one


def _yields(kind: str, choice: str, tallies: Tallies, least: float) -> Iterator[Flag]:
    """Flag players who yield with the better hand to one opponent, or to each other, more than to other players.

    Rule: TDA-2013 61.
    """
    asked = {(player, against): one for (what, player, against), one in tallies.choices.items() if what == choice}
    field = _Sum.of(asked.values())
    of_player: defaultdict[str, list[Asked]] = defaultdict(list)
    for (player, _), one in asked.items():
        of_player[player].append(one)
    sums = {player: _Sum.of(some) for player, some in of_player.items()}
    compared = {pair: one for pair, one in asked.items() if one.chances}
    tests = 2 * len(compared)
    for (player, against), one in compared.items():
        back = compared.get((against, player), Asked())
        own = _share(sums[player].less(one), field)
        theirs = _share(sums[against].less(back), field) if back.chances else own
        alone = _chance(one.yields.count, one.chances, own, tests)
        share = (own * one.chances + theirs * back.chances) / (one.chances + back.chances)
        seen, of = one.yields.count + back.yields.count, one.chances + back.chances
        both = _chance(seen, of, share, tests) if player < against else 1.0  # report the pair once
        if alone < least and alone <= both:
            yield _flag(kind, (player, against), one.yields.count, one.chances, own, alone, one.yields.hands)
        elif both < least:
            hands = (*one.yields.hands, *back.yields.hands)[:KEPT]
            yield _flag(kind, (player, against), seen, of, share, both, hands)


class _Sum(NamedTuple):
    """The sum of several players' choices, and how many yielded."""

    chances: int
    yields: int

    @staticmethod
    def of(some: Iterable[Asked]) -> _Sum:
        found = list(some)
        return _Sum(sum(one.chances for one in found), sum(one.yields.count for one in found))

    def less(self, one: Asked) -> _Sum:
        return _Sum(self.chances - one.chances, self.yields - one.yields.count)


def _share(others: _Sum, field: _Sum) -> float:
    """How often a player yields to the others, smoothed by the field."""
    usual = (field.yields + 1) / (field.chances + 2)
    return max((others.yields + 10 * usual) / (others.chances + 10), usual)


def _chance(seen: int, of: int, share: float, tests: int) -> float:
    return at_least(seen, of, share) * tests if of >= LEAST_CHOICES else 1.0


def _flag(kind: str, players: Pair, seen: int, of: int, share: float, chance: float, hands: tuple[str, ...]) -> Flag:
    expected = round(of * share, 2)
    return Flag(kind=kind, players=players, seen=seen, expected=expected, of=of, chance=chance, hands=hands)


# ---- two seats that play as one


def _never_together(tallies: Tallies, least: float) -> Iterator[Flag]:
    """Flag two players who put chips in the same pot far less often than other pairs with as many hands together."""
    met = [(pair, one) for pair, one in tallies.meetings.items() if one.hands >= LEAST_TOGETHER]
    expected = {pair: one.first_in * one.second_in / one.hands for pair, one in met}
    whole = sum(expected.values())
    field = sum(one.both_in for _, one in met) / whole if whole else 1.0
    for pair, one in met:
        share = min(expected[pair] * field / one.hands, 1.0)
        chance = at_most(one.both_in, one.hands, share) * len(met)
        if chance < least:
            yield Flag(
                kind="never together", players=pair, seen=one.both_in, expected=round(share * one.hands, 2),
                of=one.hands, chance=chance,
            )  # fmt: skip


# ---- no person


def _even_answers(tallies: Tallies) -> Iterator[Flag]:
    """Flag players whose answers all take nearly the same time."""
    paces = {player: pace for player, pace in tallies.paces.items() if pace.count >= LEAST_ANSWERS}
    usual = median([pace.spread for pace in paces.values()]) if paces else 0.0
    for player, pace in paces.items():
        if pace.spread < EVEN:
            yield Flag(
                kind="even answers", players=(player,), seen=round(pace.spread, 3), expected=round(usual, 3),
                of=pace.count, chance=None,
            )  # fmt: skip
