"""A game tree as arrays: every deal and every move of a hand, from a setup or from any spot, with exact chances.

The engine plays each move on a copy of the hand, so that a tree follows the rules of any game, limit and house. The
nodes are in the order of their depth, each with its children in a row: algorithms are two loops over arrays.

>>> from sidepot.hand.planning.study import study_setup
>>> tree = Tree(study_setup("kuhn"))
>>> tree
<Tree: Kuhn poker, 58 nodes, 12 information states, 30 ends>
>>> tree.states[0].moves
('check', 'bet 1')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from sidepot.errors import Conflict
from sidepot.hand.due import Due
from sidepot.hand.events import Event
from sidepot.hand.hand import Hand
from sidepot.hand.information import InformationState, Memory, key_of, notes_of
from sidepot.hand.setup import Setup
from sidepot.kernels.jit import need_fast
from sidepot.solve.moves import Bets, Move
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import wrong_type

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[numpy.int32]
    Floats: TypeAlias = NDArray[numpy.float64]

MOST_NODES: Final = 5_000_000
CHANCE: Final = -1
END: Final = -2
DECISIONS: Final = (Due.ACT, Due.BRING_IN, Due.DRAW, Due.RUN, Due.DECLARE)


class State(NamedTuple):
    """An information state of a tree: the seat to act, its key, its moves, and the position of its first action among
    all actions.
    """

    seat: int
    key: bytes
    moves: tuple[str, ...]
    first: int


class Deal(NamedTuple):
    """One of the ways in which chance may continue: the resulting hand, and its probability."""

    hand: Hand
    chance: float


def advance(hand: Hand, *, showdown: bool = True) -> None:
    """Do everything that needs no decision and deals no card to a seat or board: posts, burns, returned chips.

    - `showdown`: whether hands are also shown at the showdown

    Raises Conflict if the stub must be shuffled, because then the next cards are not equally likely.
    """
    while True:
        due = hand.due
        if due is Due.POST:
            hand.post()
        elif due is Due.BURN:
            hand.burn()
        elif due is Due.RETURN:
            hand.return_uncalled()
        elif due is Due.SHOW and showdown:
            hand.show_all()
        elif due is Due.AWARD:
            hand.award()
        elif due is Due.PASS_OUT:
            hand.pass_out()
        elif due is Due.REVEAL:
            hand.reveal()
        elif due is Due.PROVE:
            hand.prove()
        elif due is Due.RESHUFFLE:
            raise Conflict("a tree cannot shuffle the stub again: play with fewer seats")
        else:
            return


def deals(hand: Hand) -> list[Deal]:
    """Every deal of the cards that are due. All deals are equally likely, and the order of the cards does not
    matter.
    """
    found = []
    for cards in choices(hand):
        after = hand.copy()
        if hand.due is Due.DEAL:
            after.deal(cards)
        else:
            after.board(cards)
        found.append(after)
    return [Deal(after, 1 / len(found)) for after in found]


def choices(hand: Hand) -> Iterator[tuple[int, ...]]:
    """The cards of every possible deal of the cards that are due, in ascending order."""
    left = [card for card in hand.plan.deck if hand.fresh >> card & 1]
    down = hand.count - hand.up_count if hand.due is Due.DEAL else hand.count
    return ways_to_deal(left, down, hand.count - down)


def ways_to_deal(left: Sequence[int], down: int, up: int) -> Iterator[tuple[int, ...]]:
    """Each way to deal `down` cards face down and then `up` cards face up, in the order of a tree's children.

    `left` are the cards that can be dealt.
    """
    for hidden in combinations(left, down):
        if not up:
            yield hidden
            continue
        for shown in combinations([card for card in left if card not in hidden], up):
            yield (*hidden, *shown)


class Tree:
    """A hand as a game tree.

    - `start`: a setup; or a hand whose cards so far are all known; or a list of such hands as `Deal`s, one of which is
      chosen by chance (see `worlds`)
    - `bets`: the sizes of bets (`Bets`); at fixed limit, every action is in the tree
    - `most`: the maximum number of nodes; a larger tree raises Conflict

    The nodes are numbered by depth, so each parent comes before its children. Each node has:

    - `actor`: the seat that moves, or `CHANCE` (-1), or `END` (-2)
    - `first`, `count`: the number of its first child, and how many children it has
    - `slot`: the position of its first action among the actions of all information states (-1 if it has no moves)
    - `chance`: the probability that chance leads there from its parent (1 if the parent is not a chance node)
    - `pays`: at an end, the chips that each seat has won

    The tree has:

    - `levels`: the first node of each depth, and finally the number of nodes
    - `states`: the information states, each with its moves
    - `actions`: the number of actions in all information states
    """

    actor: Ints
    first: Ints
    count: Ints
    slot: Ints
    chance: Floats
    pays: Floats
    levels: Ints

    def __init__(
        self, start: Setup | Hand | Sequence[Deal], bets: Bets | None = None, *, most: int = MOST_NODES
    ) -> None:
        need_fast("a tree")
        if isinstance(start, Setup):
            begun = [Deal(Hand(start), 1.0)]
        elif isinstance(start, Hand):
            begun = [Deal(start.copy(log=True), 1.0)]
        elif isinstance(start, Sequence) and start and all(isinstance(one, Deal) for one in start):
            begun = [Deal(one.hand.copy(log=True), one.chance) for one in start]
        else:
            raise wrong_type(start, (Setup, Hand), "start")
        self.setup = begun[0].hand.setup
        self.bets = bets or Bets()
        self.seats = begun[0].hand.plan.seats
        self.states: list[State] = []
        self.actions = 0
        self._by_key: dict[tuple[int, bytes], int] = {}
        _Builder(self, as_int(most, "most")).build(begun)

    def __repr__(self) -> str:
        ends = int((self.actor == END).sum())
        return f"<Tree: {self.setup.game.title}, {len(self)} nodes, {len(self.states)} information states, {ends} ends>"

    def __len__(self) -> int:
        return len(self.actor)

    def state_of(self, state: InformationState) -> State | None:
        """The tree's own copy of this information state; None if the tree does not contain it."""
        at = self._by_key.get((state.seat, state.key))
        return None if at is None else self.states[at]

    def add_state(self, seat: int, key: bytes, moves: Sequence[Move]) -> int:
        """The position of the first action of an information state. A new state is added.

        Raises Conflict if the tree has this state with other moves, because then the seat could tell two of its nodes
        apart.
        """
        names = tuple([move.name for move in moves])
        at = self._by_key.get((seat, key))
        if at is not None:
            if self.states[at].moves != names:
                raise Conflict("a seat has different moves in one information state, so this game cannot be a tree")
            return self.states[at].first
        self._by_key[seat, key] = len(self.states)
        self.states.append(State(seat, key, names, self.actions))
        self.actions += len(moves)
        return self.states[-1].first


class _Node(NamedTuple):
    hand: Hand
    keys: tuple[bytes, ...]  # of each seat, what it has seen
    number: int


class _Builder:
    """Plays through a whole hand. The nodes come out depth first, and are then put into the order of their depth."""

    def __init__(self, tree: Tree, most: int) -> None:
        self.tree = tree
        self.most = most
        self.parent: list[int] = []
        self.depth: list[int] = []
        self.actor: list[int] = []
        self.slot: list[int] = []
        self.chance: list[float] = []
        self.pays: list[Sequence[int]] = []

    def build(self, begun: Sequence[Deal]) -> None:
        """Fill the arrays of the tree, from one hand, or from several of which chance chooses."""
        if len(begun) == 1:
            todo = [self._root(begun[0].hand, -1, 0, 1.0)]
        else:
            self._node(begun[0].hand, (), -1, 0, 1.0)
            self.actor[0] = CHANCE
            whole = sum([deal.chance for deal in begun])
            todo = [self._root(deal.hand, 0, 1, deal.chance / whole) for deal in begun][::-1]
        while todo:
            node = todo.pop()
            todo += reversed(self._children(node))
        self._lay_out()

    def _root(self, hand: Hand, parent: int, depth: int, chance: float) -> _Node:
        """The node of a hand that begins the tree: what the seats have seen comes from its log."""
        advance(hand)
        memories = [Memory(hand.setup, seat) for seat in range(self.tree.seats)]
        for event in hand.log:
            for memory in memories:
                memory.see(event)
        return self._node(hand, tuple([memory.state().key for memory in memories]), parent, depth, chance)

    def _node(self, hand: Hand, keys: tuple[bytes, ...], parent: int, depth: int, chance: float) -> _Node:
        if len(self.parent) >= self.most:
            raise Conflict(f"this tree has more than {self.most:,} nodes; allow more with `most`, or fewer bets")
        self.parent.append(parent)
        self.depth.append(depth)
        self.chance.append(chance)
        self.actor.append(END if hand.due is Due.DONE else hand.seat if hand.due in DECISIONS else CHANCE)
        self.slot.append(-1)
        self.pays.append(())
        return _Node(hand, keys, len(self.parent) - 1)

    def _children(self, node: _Node) -> list[_Node]:
        hand, keys, number = node
        actor = self.actor[number]
        if actor == END:
            self.pays[number] = [after - before for after, before in zip(hand.stacks, hand.setup.stacks, strict=True)]
            return []
        if actor == CHANCE:
            return [self._after(deal.hand, keys, number, deal.chance) for deal in deals(hand)]
        moves = self.tree.bets.moves(hand)
        self.slot[number] = self.tree.add_state(actor, keys[actor], moves)
        found = []
        for move in moves:
            after = hand.copy()
            after.do(move.command)
            found.append(self._after(after, keys, number, 1.0))
        return found

    def _after(self, hand: Hand, keys: tuple[bytes, ...], parent: int, chance: float) -> _Node:
        """The node of a hand after one step. Its log has only the events since the parent."""
        advance(hand)
        if hand.due is Due.DONE:  # nobody asks what the seats have seen
            return self._node(hand, (), parent, self.depth[parent] + 1, chance)
        new: Iterable[Event] = hand.log
        setup = self.tree.setup
        seen = tuple(
            [key + b"".join([key_of(notes_of(event, seat, setup)) for event in new]) for seat, key in enumerate(keys)]
        )
        return self._node(hand, seen, parent, self.depth[parent] + 1, chance)

    def _lay_out(self) -> None:
        """Number the nodes by depth, then by parent, so that children stand in a row."""
        import numpy as np

        tree = self.tree
        parent, depth = np.array(self.parent, np.int64), np.array(self.depth, np.int64)
        new = np.zeros(len(parent), np.int64)  # the new number of each node
        order, starts = [np.zeros(1, np.int64)], [0]
        at = 1
        for level in range(1, int(depth.max()) + 1):
            nodes = np.flatnonzero(depth == level)
            nodes = nodes[np.argsort(new[parent[nodes]], kind="stable")]
            new[nodes] = np.arange(at, at + len(nodes))
            order.append(nodes)
            starts.append(at)
            at += len(nodes)
        by_depth = np.concatenate(order)
        tree.levels = np.array([*starts, at], np.int32)
        tree.actor = np.array(self.actor, np.int32)[by_depth]
        tree.slot = np.array(self.slot, np.int32)[by_depth]
        tree.chance = np.array(self.chance)[by_depth]
        none = (0,) * tree.seats
        tree.pays = np.array([pays or none for pays in self.pays], float)[by_depth]
        parents = new[parent[by_depth[1:]]]
        tree.count = np.bincount(parents, minlength=at).astype(np.int32)
        tree.first = (1 + np.concatenate([[0], np.cumsum(tree.count)[:-1]])).astype(np.int32)
