"""Estimates with less luck: what a played hand says about the players, without the luck of cards and of known moves.

The method is AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, 2018). At each deal, and at each move of a player
whose strategy is known, the estimate is reduced by what the hand gained in worth by chance, measured with the values of
some strategy. Every hand that a known player might have held, judging by what the other players saw, counts as if it
had been played. On average over many hands the estimate is exactly the true result, whatever values are used; the
closer they are, the less it varies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import comb
from typing import NamedTuple

from sidepot.errors import BadNotation, Conflict
from sidepot.hand import events as e
from sidepot.hand.events import Event
from sidepot.hand.hand import Hand
from sidepot.solve.strategy import Strategy
from sidepot.solve.tree import CHANCE, END, State, ways_to_deal
from sidepot.validation.type_checks import expect

NAMES = {e.Folded: "fold", e.Checked: "check", e.Called: "call", e.BroughtIn: "bring in"}


class _Spot(NamedTuple):
    """A node that the players of unknown strategy cannot tell from the true one, and how likely the others made it."""

    node: int
    fresh: int  # the cards that can still come, as bits
    weight: float


class LuckCorrection:
    """Corrects the results of played hands for luck. The hands are those of a tree's game.

    - `values`: the strategy whose values measure luck, ideally an equilibrium
    - `known`: by seat, the strategies of the players who certainly play them; all other players may play in any way

    The seats are those of the tree, and hands begin with its setup. Raises Conflict for a game with draws. Raises
    Conflict, too, if all strategies are known, because then nothing has to be estimated.
    """

    def __init__(self, values: Strategy, known: Mapping[int, Strategy] | None = None) -> None:
        tree = expect(values, Strategy, "values").tree
        given = {} if known is None else dict(known)
        for seat, strategy in given.items():
            if not 0 <= seat < tree.seats or expect(strategy, Strategy, "known").tree is not tree:
                raise BadNotation("known: expected strategies of the tree of `values`, by seats of that tree")
        if len(given) == tree.seats:
            raise Conflict("known: all strategies are known, so no estimate is needed; use Strategy.values")
        if any(street.draw or street.discard for street in tree.setup.game.streets):
            raise Conflict(f"{tree.setup.game.title}: luck is corrected only in games without draws")
        start = Hand(tree.setup)
        self.tree = tree
        self.known = given
        self._deck = [card for card in start.plan.deck if start.fresh >> card & 1]
        self._fresh = sum([1 << card for card in self._deck])
        self._worth = values.node_values()
        self._states: dict[int, State] = {state.first: state for state in tree.states}

    def estimate(self, hand: Hand) -> tuple[float, ...]:
        """What each seat won in a finished hand, corrected for luck. On average, this is what the seat really wins.

        Raises Conflict for a hand that is not over, that has no log, or that left the tree.
        """
        if expect(hand, Hand, "hand").setup != self.tree.setup:
            raise Conflict("hand: expected a hand with the same setup as the tree")
        steps = list(_steps(hand))
        spots = [_Spot(0, self._fresh, 1.0)]
        found = [0.0] * self.tree.seats
        for event in steps:
            actor = int(self.tree.actor[spots[0].node])
            if actor == END:
                raise Conflict("hand: the tree ends before this hand does")
            if actor == CHANCE:
                after = [spot for one in spots for spot in self._deals(one, event)]
                seen = [spot for spot, label in after if self._is_seen(label, event)]
                self._add(found, [spot for spot, _ in after], seen)
            else:
                moved = [self._moved(one, actor, event) for one in spots]
                seen = [one for one in moved if one is not None and one.weight > 0]
                if actor in self.known:
                    self._add(found, [spot for one in spots for spot in self._moves(one, actor)], seen)
            if not seen:
                raise Conflict("hand: a known player made a move that its strategy never makes")
            spots = seen
        if any(self.tree.actor[one.node] != END for one in spots):
            raise Conflict("hand: expected a finished hand")
        whole = sum([one.weight for one in spots])
        for seat in range(len(found)):
            found[seat] += sum([one.weight * float(self.tree.pays[one.node, seat]) for one in spots]) / whole
        return tuple(found)

    def _add(self, found: list[float], before: list[_Spot], after: list[_Spot]) -> None:
        """Take off what the hand became worth by chance."""
        for seat in range(len(found)):
            found[seat] += self._value(before, seat) - self._value(after, seat)

    def _value(self, spots: list[_Spot], seat: int) -> float:
        whole = sum([one.weight for one in spots])
        if not whole:
            raise Conflict("hand: a known player made a move that its strategy never makes")
        return sum([one.weight * float(self._worth[one.node, seat]) for one in spots]) / whole

    def _deals(self, spot: _Spot, event: Event) -> Iterator[tuple[_Spot, tuple[frozenset[int], frozenset[int]]]]:
        """Each deal of as many cards as the event dealt, with its cards: face down, and face up."""
        if not isinstance(event, e.Dealt | e.BoardDealt):
            raise Conflict("hand: the tree deals cards at this point, and the hand does not")
        down, up = _cards(event)
        tree = self.tree
        first = int(tree.first[spot.node])
        if int(tree.count[spot.node]) != _ways(spot.fresh.bit_count(), len(down), len(up)):
            raise Conflict("hand: the tree does not have this deal")
        deck = [card for card in self._deck if spot.fresh >> card & 1]
        for at, cards in enumerate(ways_to_deal(deck, len(down), len(up))):
            gone = sum([1 << card for card in cards])
            weight = spot.weight * float(tree.chance[first + at])
            label = frozenset(cards[: len(down)]), frozenset(cards[len(down) :])
            yield _Spot(first + at, spot.fresh & ~gone, weight), label

    def _is_seen(self, label: tuple[frozenset[int], frozenset[int]], event: Event) -> bool:
        """Whether the players of unknown strategy see the same in this deal as in that of the event."""
        down, up = map(frozenset, _cards(event))
        if isinstance(event, e.Dealt) and event.seat in self.known:
            return label[1] == up
        return label == (down, up)

    def _moves(self, spot: _Spot, actor: int) -> Iterator[_Spot]:
        first, slot = int(self.tree.first[spot.node]), int(self.tree.slot[spot.node])
        for at in range(int(self.tree.count[spot.node])):
            yield _Spot(first + at, spot.fresh, spot.weight * float(self.known[actor].chances[slot + at]))

    def _moved(self, spot: _Spot, actor: int, event: Event) -> _Spot | None:
        """The node after the move of an event. The weight counts the moves of known players only."""
        slot = int(self.tree.slot[spot.node])
        at = _at(self._states[slot], event)
        chance = float(self.known[actor].chances[slot + at]) if actor in self.known else 1.0
        return _Spot(int(self.tree.first[spot.node]) + at, spot.fresh, spot.weight * chance)


def _steps(hand: Hand) -> Iterable[Event]:
    """The deals and moves of a hand."""
    kinds = (e.Dealt, e.BoardDealt, e.Folded, e.Checked, e.Called, e.RaisedTo, e.BroughtIn)
    if not hand.log:
        raise Conflict(
            "hand: luck is measured with the hand's log, which this copy lacks; use `copy(log=True)`", code="no_log"
        )
    return [event for event in hand.log if isinstance(event, kinds)]


def _cards(event: Event) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards of a deal: face down, and face up."""
    assert isinstance(event, e.Dealt | e.BoardDealt)
    if isinstance(event, e.BoardDealt):
        return event.cards, ()
    hidden = len(event.cards) - event.up
    return event.cards[:hidden], event.cards[hidden:]


def _ways(left: int, down: int, up: int) -> int:
    return comb(left, down) * comb(left - down, up)


def _at(state: State, event: Event) -> int:
    """The position of a move among those of a state."""
    name = NAMES.get(type(event), "")
    if isinstance(event, e.RaisedTo):
        sized = [at for at, move in enumerate(state.moves) if move.endswith(f" {event.to}")]
        if sized:
            return sized[0]
        name = "all-in"
    if name not in state.moves:
        raise Conflict(f"hand: the tree has no move {name!r} here")
    return state.moves.index(name)
