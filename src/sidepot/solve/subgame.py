"""The end of a hand between two ranges, on the river or on the turn: hold'em and every game like it.

It is solved by discounted CFR+. The public tree has what everybody sees; at each of its nodes all hands of both ranges
are computed at once.

>>> game = Subgame(spot("Ks 7d 4c 2h 9s", pot=100, stack=100), ("KK,A5s", "QQ"), Bets(pot_parts=(1,), all_in=False))
>>> game.run_to(0.1)
>>> {move: round(part, 1) for move, part in game.mix("check").items()}  # queens beat nothing that calls
{'check': 1.0, 'all-in': 0.0}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from sidepot.cards import UNKNOWN, Cards, cards_of, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.limits import Limit, NoLimit
from sidepot.games.model import Choose, Game
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.streets import seats_of
from sidepot.hand.view import SPECTATOR, view_of
from sidepot.hand.winning.split_pots import rakes_on
from sidepot.kernels import subgames
from sidepot.kernels.jit import need_fast
from sidepot.odds.combos import HANDS
from sidepot.odds.ranges import read_range
from sidepot.rules.houses import CASH
from sidepot.solve.moves import Bets
from sidepot.solve.solver import discount
from sidepot.solve.tree import DECISIONS, advance
from sidepot.validation.integers import as_int, short

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[numpy.float64]
    Singles: TypeAlias = NDArray[numpy.float32]

MOST_NODES: Final = 50_000
CHECK_EVERY: Final = 10  # iterations of `run_to`


def spot(
    board: Cards,
    pot: int,
    stack: int,
    *,
    game: str | Game = "holdem",
    bet: int = 1,
    limit: Limit | None = None,
    rake: Rake | None = None,
) -> Hand:
    """A hand of two players on this board, with unknown cards. Seat 0 acts first.

    - `pot`: the chips in the pot
    - `stack`: the chips that each player has left
    - `bet`: the minimum bet
    - `rake`: the rake of the whole pot

    Raises Conflict for an odd pot.
    """
    chips, behind = as_int(pot, "pot"), as_int(stack, "stack")
    if chips < 2 or chips % 2:
        raise Conflict(f"pot: expected an even number of chips, half from each of the two players, not {pot}")
    half = chips // 2
    stakes = Stakes(ante=half, small_bet=as_int(bet, "bet"), rake=rake)
    hand = Hand(seat_hand(game, limit or NoLimit(), stakes, CASH, [behind + half] * 2))
    left = list(cards_of(board, "board"))
    while True:
        advance(hand, showdown=False)
        if hand.due is Due.DEAL:
            hand.deal((UNKNOWN,) * hand.count)
        elif hand.due is Due.BOARD and len(left) >= hand.count:
            some, left = left[: hand.count], left[hand.count :]
            hand.board(some)
        elif hand.due is Due.ACT and left:
            hand.check()
        else:
            break
    if left or hand.due is not Due.ACT:
        raise Conflict("board: expected all board cards up to the flop, the turn or the river")
    return hand


class _Node(NamedTuple):
    hand: Hand
    moves: tuple[str, ...]  # of a seat, or the cards that may come


class Subgame:
    """Two ranges against each other from one spot on.

    - `start`: a hand in which two seats are left, on the river or with one board card to come; the seats' cards do not
      matter
    - `ranges`: for each of the two seats, in the order of `seats`, a range as text (`QQ+,AKs:0.5`) or a weight for each
      of the 1,326 hands of `sidepot.odds.combos.HANDS`
    - `bets`: the sizes of bets
    - `hands`: the hands of both ranges that are possible on the board; arrays have one number for each of these hands
    - `pot`: the chips in the pot

    The rake is that of the stakes. Raises Conflict for a game with more than two hole cards, or with several boards.
    """

    def __init__(self, start: Hand, ranges: Sequence[str | ArrayLike], bets: Bets | None = None) -> None:
        need_fast("a subgame")
        self.start = view_of(start, SPECTATOR)
        _check(self.start)
        self.bets = bets or Bets()
        self.seats = tuple(seats_of(self.start.live))
        self.pot = self.start.betting.pot()
        self.iterations = 0
        board = self.start.boards[0]
        deck = self.start.plan.deck
        self.hands = tuple([pair for pair in HANDS if {*pair} <= {*deck} - {*board}])
        self._read_ranges(ranges)
        self._grow()
        self._rank()
        self._make_room()

    def __repr__(self) -> str:
        game = self.start.setup.game.title
        return f"<Subgame: {game}, {text(self.start.boards[0])}, pot {self.pot}, {len(self.nodes)} nodes>"

    # ---- solve

    def run(self, iterations: int) -> None:
        """Run some more iterations of CFR+, in which early regrets count less (discounted)."""
        for _ in range(as_int(iterations, "iterations")):
            self.iterations += 1
            keep = discount(self.iterations)
            for seat in range(2):
                self._sweep(subgames.LEARN, seat, self._now)
                subgames.match_ranges(seat, *self._places, keep, self._regrets, self._now, self._sums)

    def run_to(self, exploitability: float, *, most: int = 10_000) -> None:
        """Run iterations until the exploitability is at most `exploitability` percent of the pot. Stop after `most`
        iterations.

        0.5 percent is usual.
        """
        while self.iterations < most:
            self.run(CHECK_EVERY)
            if 100 * self.exploitability() <= exploitability * self.pot:
                return

    def exploitability(self) -> float:
        """How many chips a seat gains on average by switching to its best response to the average strategy.

        With rake, the chips of the two seats do not add up to a constant. Then nothing is proved about the convergence,
        but this number shows it.
        """
        average = self._average()
        gains = [
            self._mean(seat, self._sweep(subgames.ANSWER, seat, average))
            - self._mean(seat, self._sweep(subgames.PLAY, seat, average))
            for seat in range(2)
        ]
        return sum(gains) / 2

    # ---- answers

    def values(self, seat: int) -> Floats:
        """The chips that each hand of a seat wins from here on, including the pot; NaN for impossible hands."""
        import numpy as np

        at = self._seat(seat)
        found = self._sweep(subgames.PLAY, at, self._average()).astype(float)
        met = self._met(at)
        return np.divide(found, met, out=np.full(len(met), np.nan), where=(met > 0) & (self.ranges[at] > 0))

    def value(self, seat: int) -> float:
        """The chips that a seat wins on average from here on, including the pot. The values of both seats add up to the
        pot, less the rake.
        """
        at = self._seat(seat)
        return self._mean(at, self._sweep(subgames.PLAY, at, self._average()))

    def moves(self, *path: str) -> dict[str, Singles]:
        """The probability of each move for each hand after a path. A path consists of moves and of the card that is
        dealt.

        `moves("check", "bet 50")` is the response of seat 0. Raises BadNotation for a path that is not in the tree.
        """
        node = self._node(path)
        average = self._average()
        row = self.slot[node]
        return {move: average[row + at] for at, move in enumerate(self._decision(node))}

    def mix(self, *path: str) -> dict[str, float]:
        """How often a seat makes each move after this path, over all hands of its range."""
        node = self._node(path)
        seat = int(self.actor[node])
        names = self._decision(node)
        average = self._average()
        self._sweep(subgames.PLAY, seat, average)
        reach = self._own[node].astype(float) * self._unblocked(self._others[node])
        whole = reach.sum() or 1.0
        row = self.slot[node]
        return {move: float((reach * average[row + at]).sum() / whole) for at, move in enumerate(names)}

    def chances(self, hand: Cards, *path: str) -> dict[str, float]:
        """The probability of each move for one hand after this path."""
        high, low = sorted(cards_of(hand, "hand"), reverse=True)
        if (high, low) not in self.hands:
            raise BadNotation(f"hand: {text((high, low))} cannot be held on this board")
        at = self.hands.index((high, low))
        return {move: float(row[at]) for move, row in self.moves(*path).items()}

    # ---- the tree

    def _node(self, path: Sequence[str]) -> int:
        node = 0
        for step in path:
            moves = self.nodes[node].moves
            if step not in moves:
                raise BadNotation(f"path: {step!r} is none of {', '.join(moves) or 'no moves: the hand is over'}")
            node = int(self.first[node]) + moves.index(step)
        return node

    def _decision(self, node: int) -> tuple[str, ...]:
        if self.actor[node] < 0:
            raise BadNotation("path: it leads to a card or to the end; name the card, or stop before")
        return self.nodes[node].moves

    def _seat(self, seat: int) -> int:
        if seat not in self.seats:
            raise BadNotation(f"seat: expected one of {', '.join(map(str, self.seats))}, not {seat}")
        return self.seats.index(seat)

    def _grow(self) -> None:
        """Play through the betting and the cards to come, level by level."""
        import numpy as np

        root = self.start.copy()
        self.nodes: list[_Node] = []
        actor: list[int] = []
        first: list[int] = []
        cards: list[int] = []  # that came; UNKNOWN for none
        level = [(root, UNKNOWN)]
        while level:
            behind = len(self.nodes) + len(level)
            below: list[tuple[Hand, int]] = []
            for hand, came in level:
                advance(hand, showdown=False)
                who, names, after = self._steps(hand)
                self.nodes.append(_Node(hand, names))
                actor.append(who)
                cards.append(came)
                first.append(behind + len(below))
                below += after
            if behind + len(below) > MOST_NODES:
                raise Conflict(f"this subgame has more than {MOST_NODES:,} nodes; allow fewer bets")
            level = below
        self.actor = np.array(actor, np.int32)
        self.first = np.array(first, np.int32)
        self.count = np.array([len(node.moves) for node in self.nodes], np.int32)
        self.card = np.array(cards, np.uint32)
        actions = np.where(self.actor >= 0, self.count, 0)
        self.slot = (np.cumsum(actions) - actions).astype(np.int32)
        self.actions = int(actions.sum())
        self._set_pays()

    def _steps(self, hand: Hand) -> tuple[int, tuple[str, ...], list[tuple[Hand, int]]]:
        """The seat to move, the names of its moves, and the hand after each move with the card that came, if any."""
        if hand.due is Due.DONE:
            return subgames.FOLDED, (), []
        if hand.due is Due.SHOW:
            if hand.street < hand.plan.showdown:
                raise Conflict("this house shows hands before the last card; choose another house, such as CASH")
            return subgames.SHOWDOWN, (), []
        found = []
        if hand.due is Due.BOARD:
            left = [one for one in hand.plan.deck if hand.fresh >> one & 1]
            for one in left:
                after = hand.copy()
                after.board((one,))
                found.append((after, one))
            return subgames.CARD, tuple([text((one,)) for one in left]), found
        if hand.due not in DECISIONS:
            raise Conflict(f"a subgame cannot continue when {hand.due.name} is due")
        moves = self.bets.moves(hand)
        for move in moves:
            after = hand.copy()
            after.do(move.command)
            found.append((after, UNKNOWN))
        return self.seats.index(hand.seat), tuple([move.name for move in moves]), found

    def _set_pays(self) -> None:
        import numpy as np

        self.pays = np.zeros((len(self.nodes), 2, 3))
        for at, node in enumerate(self.nodes):
            hand, ends = node.hand, self.actor[at] in (subgames.FOLDED, subgames.SHOWDOWN)
            for own, seat in enumerate(self.seats if ends else ()):
                gained = hand.stacks[seat] - self.start.stacks[seat]
                pots = hand.pots() if self.actor[at] == subgames.SHOWDOWN else []
                for outcome, part in enumerate((1.0, 0.5, 0.0)):
                    shares = [
                        (pot.amount - rake) * (part if pot.eligible & hand.live & ~(1 << seat) else 1.0)
                        for pot, rake in zip(pots, rakes_on(hand, pots), strict=True)
                        if pot.eligible >> seat & 1
                    ]
                    self.pays[at, own, outcome] = gained + sum(shares)

    # ---- hands

    def _read_ranges(self, ranges: Sequence[str | ArrayLike]) -> None:
        import numpy as np

        if isinstance(ranges, str) or len(ranges) != 2:
            raise BadNotation(f"ranges: expected two, one for each seat that is left, not {short(ranges)}")
        held = {pair: at for at, pair in enumerate(self.hands)}
        self.ranges = np.zeros((2, len(self.hands)))
        for seat, given in enumerate(ranges):
            if isinstance(given, str):
                for pair in read_range(given):
                    if pair in held:
                        self.ranges[seat, held[pair]] += 1
                continue
            weights = np.asarray(given, float)
            if weights.shape != (len(HANDS),) or not np.isfinite(weights).all() or (weights < 0).any():
                raise BadNotation(f"ranges: expected text or {len(HANDS):,} weights, each 0 or more")
            self.ranges[seat] = [weights[at] for at, pair in enumerate(HANDS) if pair in held]
        used = self.ranges.any(axis=0)
        self.hands = tuple([pair for pair, is_used in zip(self.hands, used, strict=True) if is_used])
        self.ranges = self.ranges[:, used]
        if not len(self.hands):
            raise Conflict("ranges: no hand in them is possible on this board")
        self.ranges /= np.maximum(self.ranges.max(axis=1, keepdims=True), 1e-300)
        if not self._met(0) @ self.ranges[0] > 0:
            raise Conflict("ranges: on this board, every hand of one shares a card with every hand of the other")

    def _rank(self) -> None:
        """The strength of each hand on each full board, and the hands in this order."""
        import numpy as np

        rank_on = self.start.plan.rankers[0][1]
        known: dict[tuple[int, ...], int] = {}
        orders, ranks = [], []
        self.board = np.zeros(len(self.nodes), np.int32)
        for at, node in enumerate(self.nodes):
            if self.actor[at] != subgames.SHOWDOWN:
                continue
            full = node.hand.boards[0]
            if full not in known:
                known[full] = len(known)
                rank = rank_on(full)
                strengths = np.array([0 if {*pair} & {*full} else rank(pair) for pair in self.hands], np.int64)
                orders.append(np.argsort(strengths, kind="stable").astype(np.uint32))
                ranks.append(strengths)
            self.board[at] = known[full]
        self._orders = np.array(orders or [[0] * len(self.hands)], np.uint32)
        self._ranks = np.array(ranks or [[0] * len(self.hands)], np.int64)

    def _make_room(self) -> None:
        import numpy as np

        size = len(self.hands)
        self._pairs = np.array(self.hands, np.uint32)  # unsigned: kernels need not check for negative indices
        self._regrets, self._total, self._now = np.zeros((3, self.actions, size), np.float32)
        self._own, self._others, self._value = np.zeros((3, len(self.nodes), size), np.float32)
        self._by_card, self._rest, self._sums = np.zeros(64), np.zeros(size), np.zeros(size)
        self._places = (self.actor, self.count, self.slot)
        # a card is as likely as any that neither hand holds
        left = len(self.start.plan.deck) - len(self.start.boards[0]) - 4
        self._chance = 1 / left if (self.actor == subgames.CARD).any() else 1.0
        for seat in range(2):
            subgames.match_ranges(seat, *self._places, 1.0, self._regrets, self._now, self._sums)

    def _sweep(self, mode: int, seat: int, strategy: Singles) -> Singles:
        """The value of each hand of a seat at the start, weighted by the hands that it meets."""
        self._own[0], self._others[0] = self.ranges[seat], self.ranges[1 - seat]
        tree = (self.actor, self.first, self.count, self.slot, self.card, self.board, self.pays, self._chance)
        hands = (self._pairs, self._orders, self._ranks)
        sums = (self._regrets, self._total, self._own, self._others, self._value, self._by_card, self._rest)
        subgames.sweep_ranges(mode, seat, float(self.iterations**3), *tree, *hands, strategy, *sums)
        found: Singles = self._value[0]
        return found

    def _average(self) -> Singles:
        """The average strategy so far."""
        import numpy as np

        found = np.zeros_like(self._total)
        for seat in range(2):
            subgames.match_ranges(seat, *self._places, 1.0, self._total, found, self._sums)
        return found

    def _met(self, seat: int) -> Floats:
        """For each hand of a seat, how many hands of the other range it can meet, weighted."""
        return self._unblocked(self.ranges[1 - seat])

    def _unblocked(self, reach: Singles | Floats) -> Floats:
        import numpy as np

        pairs = np.array(self.hands)
        by_card = np.zeros(64)
        np.add.at(by_card, pairs[:, 0], reach)
        np.add.at(by_card, pairs[:, 1], reach)
        found: Floats = np.maximum(reach.sum() - by_card[pairs[:, 0]] - by_card[pairs[:, 1]] + reach, 0)
        return found

    def _mean(self, seat: int, value: Singles) -> float:
        """The mean over the hands of a seat, each as likely as the hands that it meets."""
        return float((self.ranges[seat] @ value.astype(float)) / (self.ranges[seat] @ self._met(seat)))


def _check(start: Hand) -> None:
    game = start.setup.game
    half = game.halves[0]
    if game.hole_cards != 2 or game.boards > 1 or len(game.halves) > 1 or half.choose is not Choose.ANY:
        raise Conflict(f"{game.title}: a subgame needs a game with two own cards, one board and one half, as hold'em")
    if game.wild or any(start.plan.changes) or start.plan.is_stud:
        raise Conflict(f"{game.title}: a subgame needs a game without wild cards, upcards or draws")
    if start.live.bit_count() != 2 or start.due not in DECISIONS:
        raise Conflict("start: expected a hand in which two seats are left, and one of them must act")
    to_come = game.board_cards - len(start.boards[0])
    if to_come > 1:
        raise Conflict(f"start: {to_come} cards are to come, and a subgame can deal only one; begin on the turn")
