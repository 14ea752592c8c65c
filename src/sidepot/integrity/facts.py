"""The facts of one hand that integrity counts: the flow of chips, all-ins, and choices against one opponent.

Unknown cards yield no facts: a history without hole cards has only chip flow and all-ins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sidepot.cards import UNKNOWN
from sidepot.hand import events
from sidepot.hand.hand import Hand
from sidepot.hand.replaying import replay
from sidepot.hand.result import result
from sidepot.hand.streets import seats_of
from sidepot.integrity.played import Played

MUCH: Final = 10.0  # big blinds, too many to fold lightly
LEAST_CARDS: Final = 5  # of a hand and its board, to decide who is ahead

FOLD, SOFT = "fold", "soft"
_ACTS: Final = (events.Folded, events.Checked, events.Called, events.RaisedTo)


class Choice(NamedTuple):
    """A choice that `player` made with the better hand, when only `against` was left.

    - `kind`: `fold` if the player faced a bet, `soft` if the player could bet or raise
    - `yields`: whether the player gave in: folded, or neither bet nor raised
    """

    kind: str
    player: str
    against: str
    yields: bool


class AllIn(NamedTuple):
    """A called all-in between two players: `loser` lost `amount` big blinds to `winner`."""

    loser: str
    winner: str
    amount: float


class HandFacts(NamedTuple):
    """The countable facts of a hand. Amounts are in big blinds.

    - `entered`: the players who put chips in voluntarily
    """

    label: str
    players: tuple[str, ...]
    flows: dict[tuple[str, str], float]  # from the first to the second
    entered: frozenset[str]
    choices: tuple[Choice, ...]
    all_in: AllIn | None
    given_up: tuple[tuple[str, str], ...]  # players who folded many chips, and the winner
    answers: tuple[tuple[str, int], ...]


def facts_of(played: Played) -> HandFacts:
    """The facts of one hand. Raises BadNotation for a log that does not begin with its setup."""
    log = played.log
    whole = replay(log)
    names = tuple(played.players)
    unit = _unit(whole)
    nets = {names[seat]: chips / unit for seat, chips in enumerate(result(whole).nets)}
    flows = _flows(nets)
    hand = replay(log[:1])
    entered: set[str] = set()
    choices: list[Choice] = []
    answers: list[tuple[str, int]] = []
    for at, event in enumerate(log[1:], 1):
        if isinstance(event, _ACTS):
            name = names[event.seat]
            if at in played.took and name not in played.bots:
                answers.append((name, played.took[at]))
            if isinstance(event, (events.Called, events.RaisedTo)) and not hand.street:
                entered.add(name)
            choices.extend(_choices(whole, hand, names, event))
        hand.apply(event)
    return HandFacts(
        played.label,
        names,
        flows,
        frozenset(entered),
        tuple(choices),
        _all_in(whole, names, flows),
        _given_up(whole, names, flows),
        tuple(answers),
    )


def _unit(hand: Hand) -> float:
    """The unit of the stakes: the big blind or, in games without blinds, the small bet."""
    stakes = hand.setup.stakes
    return float(max((*stakes.blinds, stakes.small_bet, stakes.bring_in, stakes.ante, 1)))


def _flows(nets: Mapping[str, float]) -> dict[tuple[str, str], float]:
    """Each loser's chips, shared among the winners in proportion to their winnings, without the rake."""
    won = sum(net for net in nets.values() if net > 0)
    if won <= 0:
        return {}
    losers = [(name, -net) for name, net in nets.items() if net < 0]
    lost = sum(net for _, net in losers)
    part = min(1.0, won / lost) if lost else 0.0
    return {
        (loser, winner): amount * part * net / won
        for loser, amount in losers
        for winner, net in nets.items()
        if net > 0
    }


def _all_in(hand: Hand, names: Sequence[str], flows: Mapping[tuple[str, str], float]) -> AllIn | None:
    """The all-in between two players, if there was one with a winner."""
    betting = hand.betting
    live = tuple(seats_of(betting.live))
    if len(live) != 2 or betting.able & betting.live == betting.live:
        return None
    for a, b in (live, live[::-1]):
        amount = flows.get((names[a], names[b]), 0.0)
        if amount > 0:
            return AllIn(names[a], names[b], amount)
    return None


def _given_up(hand: Hand, names: Sequence[str], flows: Mapping[tuple[str, str], float]) -> tuple[tuple[str, str], ...]:
    """Players who folded after putting in many chips, each with the winner, if only one player was left."""
    left = list(seats_of(hand.betting.live))
    if len(left) != 1:
        return ()
    winner = names[left[0]]
    return tuple([pair for pair, amount in flows.items() if pair[1] == winner and amount >= MUCH])


def _choices(whole: Hand, hand: Hand, names: Sequence[str], event: events.Event) -> Iterator[Choice]:
    """The choices in an action against one opponent with the worse hand."""
    assert isinstance(event, _ACTS)
    seat = event.seat
    others = [other for other in seats_of(hand.live) if other != seat]
    if len(others) != 1 or hand.seat != seat:
        return
    other = others[0]
    if not is_ahead(whole, hand, seat, other):
        return
    player, against = names[seat], names[other]
    if hand.to_call:
        yield Choice(FOLD, player, against, isinstance(event, events.Folded))
    if hand.may_raise():
        yield Choice(SOFT, player, against, not isinstance(event, events.RaisedTo))


def is_ahead(whole: Hand, hand: Hand, seat: int, other: int) -> bool:
    """Whether the cards of `seat` beat the cards of `other` now, on every board and in every half.

    `whole` is the hand at its end, when more cards may be known. If a card is unknown, nobody is ahead.
    """
    mine, theirs = _cards(whole, hand, seat), _cards(whole, hand, other)
    boards = hand.boards or ((),)
    if mine is None or theirs is None or any(len(mine) + len(board) < LEAST_CARDS for board in boards):
        return False
    better = 0
    for board in boards:
        for _, on_board in hand.plan.rankers:
            rank = on_board(board)
            first, second = rank(mine), rank(theirs)
            if first < second:
                return False
            better += first > second
    return better > 0


def _cards(whole: Hand, hand: Hand, seat: int) -> tuple[int, ...] | None:
    """The current hole cards of a seat; None if they are unknown."""
    hole = hand.hole[seat]
    if UNKNOWN in hole and not hand.plan.is_draw:  # a draw changes what is held
        hole = whole.hole[seat]
    return None if UNKNOWN in hole or len(hole) != len(hand.hole[seat]) else tuple(hole)
