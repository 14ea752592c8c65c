"""The table at settlement: names, chips and cards are checked, and made into a hand at its showdown.

It is an ordinary `Hand`, so the engine ranks its hands and awards its pots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.decks import find_deck
from sidepot.games.limits import NoLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.games.titles import half_label
from sidepot.hand.planning.agreed import Agreed
from sidepot.hand.planning.plan import Plan
from sidepot.hand.setup import Setup
from sidepot.hand.state import HandState
from sidepot.hand.winning.claims import BOTH_WAYS, HIGH_WAY, LOW_WAY
from sidepot.hand.words import board_label
from sidepot.ranking.omaha import Ranker
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.reader import unknown

# ---- cards


Cards = Sequence[int]


def check_cards(game: Game, hands: Mapping[str, Cards], boards: Sequence[Cards]) -> None:
    """Raise BadNotation or Conflict for cards that cannot be in one hand.

    If a board is run several times, `boards` lists it once per run, including the shared cards.
    """
    deck = find_deck(game.deck).cards
    seen: dict[int, str] = {}
    for place, some in [*((f"in the hand of {name}", hand) for name, hand in hands.items()), *_on_boards(game, boards)]:
        for card in some:
            if card == UNKNOWN:
                raise BadNotation(f"there is an unknown card {place}; name all the cards there, or none")
            if card not in deck:
                raise Conflict(f"{text((card,))} {place} is not in the deck of {game.title} ({len(deck)} cards)")
            if card in seen:
                in_two_places = f"twice {place}" if seen[card] == place else f"{seen[card]} and {place} too"
                raise Conflict(f"{text((card,))} is {in_two_places}")
            seen[card] = place
    _count_board(game, boards, is_contest=bool(hands))
    community = len(boards[0]) if boards and game.is_stud else 0
    wanted = game.hole_cards - community
    for name, hand in hands.items():
        if len(hand) != wanted:
            raise Conflict(f"a hand of {game.title} has {wanted} cards, but {_cards_are(len(hand))} given for {name}")


def _count_board(game: Game, boards: Sequence[Cards], *, is_contest: bool) -> None:
    """Raise an error for too many boards or cards, and also for too few if hands must be compared."""
    full = game.board_cards
    if game.is_stud and not full:  # if the deck is used up, a card in the middle is everybody's last (PG-95)
        if len(boards) > 1 or boards and len(boards[0]) > 1:
            raise Conflict(f"{game.title} has no board: only one community card, dealt if the deck runs out (PG-95)")
        return
    if not full:
        if boards:
            raise Conflict(f"{game.title} has no board; leave the board out")
        return
    needed = f"a board of {full} cards" if game.boards == 1 else f"{game.boards} boards of {full} cards"
    hint = ": give each board and each run with all of its cards" if len(boards) > 1 else ""
    for board in boards:
        if len(board) > full or is_contest and len(board) < full:
            raise Conflict(f"{game.title} needs {needed}, but {_cards_are(len(board))} given{hint}")
    if is_contest and not boards:
        raise Conflict(f"{game.title} needs {needed}, but no cards are given")
    if is_contest and len(boards) % game.boards:
        boards_are = f"{len(boards)} {'are' if len(boards) > 1 else 'is'}"
        form = " / ".join("abcd"[: game.boards])
        raise Conflict(
            f"{game.title} needs {needed}, but {boards_are} given; write {form}, and as many more for a second run"
        )


def _on_boards(game: Game, boards: Sequence[Cards]) -> Iterator[tuple[str, Cards]]:
    """The cards of the boards by position, with cards shared by several runs only once."""
    runs = len(boards) // game.boards
    shared = _shared(game, boards)
    for at, board in enumerate(boards):
        name = board_label(game.boards, runs, at).lower()
        yield f"on {'the board' if name == 'board' else name}", board[shared if at >= game.boards else 0 :]


def _shared(game: Game, boards: Sequence[Cards]) -> int:
    """How many cards of each board the runs share: the cards of whole streets that are equal in every run."""
    shared = 0
    for street in game.streets:
        end = shared + street.board
        parts = [frozenset(board[:end]) for board in boards]
        is_same = all(
            one == other
            for number in range(game.boards)
            for one, other in combinations(parts[number :: game.boards], 2)
        )
        if end >= game.board_cards or not is_same:
            return shared
        shared = end
    return shared


def _cards_are(cards: int) -> str:
    return "1 card is" if cards == 1 else f"{cards or 'no'} cards are"


# ---- hands


Order = Sequence[Sequence[str]]
"""Groups of equal hands, best first."""

ANY_LIMIT = NoLimit()  # betting is over, so its limit does not matter


class Facts(NamedTuple):
    """What the players know about a hand to be settled.

    - `folded`, `killed`: the players whose hands are out
    - `mucked`: the players who mucked at the showdown; they win nothing, but they still count for the pots
    - `boards`: the boards of the first run, then those of the second
    """

    put: Mapping[str, int]
    folded: Sequence[str]
    killed: Sequence[str]
    mucked: Sequence[str]  # first one first
    hands: Mapping[str, Sequence[int]]
    boards: Sequence[Sequence[int]]
    dead: int
    best: Order  # in place of cards: the order of the hands, and another one for the second half
    low: Order
    declared: Mapping[str, str]
    all_in: Sequence[str]

    @property
    def out(self) -> tuple[str, ...]:
        """The players who can no longer win anything."""
        return (*self.folded, *self.killed, *self.mucked)


class LaidOut(NamedTuple):
    """A hand at its showdown, with the players' names by seat. Seat 0 is the first named player, and the other seats
    follow clockwise.

    - `known`: the seats whose hands can be compared, as a bit mask
    - `by_order`: whether the hands are given as an order instead of cards; the hole cards are then only placeholders
    - `mucked`: the seats that mucked at the showdown, after the pots were made; the last to muck comes first
    - `all_in`: whether no live seat has chips behind
    """

    names: tuple[str, ...]
    hand: HandState
    known: int
    mucked: tuple[int, ...]
    by_order: bool
    all_in: bool

    @property
    def button(self) -> str:
        """The player on the button."""
        return self.names[self.hand.setup.button]


def lay_out(facts: Facts, game: Game, house: Rulebook, button: str | None, chip: int) -> LaidOut:
    """Check the facts and put them in seat order. `chip` is the smallest chip in play.

    Raises BadNotation for unreadable facts, and Conflict for facts that contradict each other.
    """
    names = tuple(facts.put)
    placed = [*_flat(facts.best), *_flat(facts.low)]
    _check_players(facts, placed, button, chip)
    setup = Setup(
        game, ANY_LIMIT, _stakes(chip), house, (chip,) * len(names),  # whatever they had before
        len(names) - 1 if button is None else names.index(button), (),
    )  # fmt: skip
    hand = HandState(setup)
    _put_in(hand, facts, placed)
    if placed:
        _check_orders(facts, game)
        hand.plan = _plan_by_order(setup, names, (facts.best, facts.low))
        hand.hole = [(seat,) for seat in range(len(names))]
        known = _mask(names, lambda name: _is_placed(facts, game, name))
    else:
        hand.hole = [tuple(facts.hands.get(name, ())) for name in names]
        known = _mask(names, lambda name: bool(facts.hands.get(name)))
    _board(hand, facts)
    _declare(hand, names, facts)
    hand.shown = known & hand.live
    mucked = tuple([names.index(name) for name in reversed(facts.mucked)])
    all_in = _mask(names, lambda name: name in facts.all_in)
    return LaidOut(names, hand, known, mucked, bool(placed), not hand.live & ~all_in)


@lru_cache(maxsize=16)
def _stakes(chip: int) -> Stakes:
    """Stakes in which only the smallest chip matters."""
    return Stakes(ante=1, chip=chip)


def _mask(names: Sequence[str], is_one: Callable[[str], bool]) -> int:
    return sum([1 << seat for seat, name in enumerate(names) if is_one(name)])


# ---- players and chips


def _check_players(facts: Facts, placed: Sequence[str], button: str | None, chip: int) -> None:
    """Raise an error for players without chips in the hand, and for impossible amounts."""
    names = tuple(facts.put)
    if not names:
        raise BadNotation("nobody put in chips; give each player's chips for the whole hand")
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise BadNotation(f"{name!r} is not a valid name: expected letters, without control characters")
    for name, chips in (*facts.put.items(), ("the dead money", facts.dead)):
        _check_chips(name, chips, chip)
    for name in (
        *facts.out,
        *facts.hands,
        *placed,
        *facts.declared,
        *facts.all_in,
        *(() if button is None else (button,)),
    ):
        if name not in names:
            raise unknown(f"no player named {name!r} put in chips", name, names, brief=True, cutoff=0.5)
    for name in facts.mucked:
        if name in (*facts.folded, *facts.killed) or facts.mucked.count(name) > 1:
            raise Conflict(
                f"{name} is listed both as mucked at the showdown and as out before it; list the player once"
            )
    if not facts.dead and not any(facts.put.values()):
        raise Conflict("nobody put in chips, so there is nothing to settle")


def _check_chips(name: str, chips: int, chip: int) -> None:
    if chip < 1:
        raise BadNotation(f"the smallest chip must be at least 1, not {chip:,}")
    if chips < 0:
        raise BadNotation(f"{name}: the chips put in must not be negative, but are {chips:,}")
    if chips % chip:
        raise Conflict(f"{name}: {chips:,} cannot be made with chips of {chip:,}; give the smallest chip in play")


def _put_in(hand: HandState, facts: Facts, placed: Sequence[str]) -> None:
    """Set the contributions of all seats, and fold the players who folded. Betting is over.

    If other players have put in chips, a player without any is in the hand only with cards, a position in the order, or
    as all-in.
    """
    names = tuple(facts.put)
    betting = hand.betting
    betting.put = list(facts.put.values())
    betting.stacks = [0] * len(names)
    betting.dead = facts.dead
    betting.able = 0
    named = {*facts.hands, *facts.all_in, *placed}
    betting.live = _mask(
        names,
        lambda name: name not in facts.out and (facts.put[name] > 0 or name in named or not any(facts.put.values())),
    )
    if hand.setup.rulebook.dead_hand_forfeits:
        hand.aside = hand.aside._replace(kept=_mask(names, lambda name: name in facts.killed))
    if not betting.live:
        raise Conflict("not everybody can have folded: the last player left takes the pot (PG-26)")
    hand.street = hand.plan.showdown


# ---- an order of strength instead of cards


def _check_orders(facts: Facts, game: Game) -> None:
    best, low = facts.best, facts.low
    name_with_cards = next((name for name in facts.put if facts.hands.get(name)), None)
    if name_with_cards is not None:
        raise Conflict(f"give either the cards of {name_with_cards} or an order of strength, not both")
    for order in (best, low):
        names = _flat(order)
        for name in names:
            if names.count(name) > 1:
                raise Conflict(f"{name} appears twice in the order of strength")
            if name in facts.out:
                raise Conflict(
                    f"{name} is listed both as folded and in an order of strength; remove the name from one of them"
                )
    if max(len(facts.boards), game.boards) > 1:
        raise Conflict("with more than one board, give the hands as cards, not as an order of strength")
    if low and len(game.halves) < 2:
        raise Conflict(f"{game.title} has no low half, so give a single order of strength")
    if low and not best:
        raise Conflict("the order of the low hands is given, but not that of the high hands")
    if best and not low and len(game.halves) > 1 and not game.halves[1].qualifier:
        raise Conflict(f"in {game.title} every hand has a low; list the low hands too, in order of strength")


def _is_placed(facts: Facts, game: Game, name: str) -> bool:
    """Whether an order gives the strength of a hand. An order is needed only for hands that can win."""
    high = name in _flat(facts.best) or bool(game.win_requirement)
    return high and (len(game.halves) < 2 or game.halves[1].qualifier is not None or name in _flat(facts.low))


def _plan_by_order(setup: Setup, names: Sequence[str], orders: Sequence[Order]) -> Plan:
    """A plan that ranks the seats by their positions in an order, one for each half."""
    agreed = Agreed(setup.game, setup.limit, setup.stakes, setup.rulebook)
    least = (max(agreed.to_win - 1, 0), 0)  # a hand in the order is assumed to meet the game's requirements
    agreed.rankers = tuple([
        (half, _ranking(names, order, below))
        for half, order, below in zip(setup.game.halves, orders, least, strict=False)
    ])  # fmt: skip
    return Plan(setup, agreed)


def _ranking(names: Sequence[str], order: Order, below: int) -> Callable[[Sequence[int]], Ranker]:
    """A ranker for any board: a seat that is not in the order has no hand for this half."""
    strengths = dict.fromkeys(range(len(names)), 0)
    for place, equals in enumerate(order):
        strengths |= {names.index(name): below + len(order) - place for name in equals}

    def rank(hole: Sequence[int]) -> int:
        return strengths[hole[0]]

    return lambda _board: rank


def _flat(order: Order) -> list[str]:
    return [name for equals in order for name in equals]


# ---- cards and declarations


def _board(hand: HandState, facts: Facts) -> None:
    """Put the cards on the boards, and check all cards."""
    game = hand.setup.game
    boards = tuple([tuple(board) for board in facts.boards])
    runs = len(boards) // game.boards
    if runs > 1:
        hand.aside = hand.aside._replace(runs=runs)
    hands = {name: cards for name, cards in facts.hands.items() if cards}
    check_cards(game, hands, boards)
    if boards:
        hand.boards = boards


def _declare(hand: HandState, names: Sequence[str], facts: Facts) -> None:
    """Set the declarations: `both`, the name of a half, `first` or `second`. Rule: PG-69."""
    game = hand.setup.game
    if facts.declared and len(game.halves) < 2:
        raise Conflict(f"players of {game.title} do not declare; leave the declarations out")
    ways = {"first": HIGH_WAY, "second": LOW_WAY, "both": BOTH_WAYS}
    labels = [half_label(game, at) for at in range(len(game.halves))]
    if len(set(labels)) > 1:
        ways = dict(zip(labels, (HIGH_WAY, LOW_WAY), strict=True)) | ways
    for name, way in facts.declared.items():
        if way not in ways:
            raise unknown(f"{name} cannot declare {way!r}", way, ways)
    contest = [name for seat, name in enumerate(names) if hand.live >> seat & 1]
    missing = [name for name in contest if name not in facts.declared]
    if missing and len(contest) > 1 and (facts.declared or hand.plan.declares):
        raise Conflict(f"{missing[0]} has not declared; expected {', '.join(ways)} (PG-69)")
    hand.aside = hand.aside._replace(
        declared=tuple([(names.index(name), ways[way]) for name, way in facts.declared.items()])
    )
