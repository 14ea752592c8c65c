"""The table of a case: the setup that it describes, and the cards that it has prepared.

Seats are listed clockwise. In a `hand` the last one has the button unless another is named; in a `betting` round the
first one acts first, wherever the blinds are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from sidepot.cards import UNKNOWN, Deck, cards, text
from sidepot.cases.case_words import seat_of
from sidepot.cases.looks import HandEnd, Script
from sidepot.errors import BadNotation, IllegalAction
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import BY_FACES
from sidepot.games.parts import ONE_ROUND
from sidepot.games.stakes import Stakes
from sidepot.hand.absent import kill_absent
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.rabbit import streets_to_come
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.hand.terms import OpenTerms
from sidepot.hand.winning.openers import fewest_openers
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.problems import as_type

S = TypeVar("S", bound=msgspec.Struct)
LIMITS: dict[str, type[Limit]] = {
    "no limit": NoLimit,
    "pot limit": PotLimit,
    "fixed limit": FixedLimit,
    "spread limit": SpreadLimit,
}


class PostSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A forced bet that a seat owes in place of the ordinary one."""

    seat: str
    post: Post
    amount: int


class OpenSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of open stakes.

    - `restricted`: players who may neither buy nor borrow chips
    - `lenders`: players who sit out and may lend
    """

    threshold: int = 0
    restricted: list[str] = []
    lenders: list[str] = []


class Betting(msgspec.Struct, frozen=True, tag="betting", tag_field="kind"):
    """One betting round, without cards. The first player in `stacks` acts first.

    - `bet`: the minimum bet or, at fixed limit, the size of a bet
    """

    stacks: dict[str, int]
    expect: HandEnd = HandEnd()
    bet: int = 0
    limit: str | dict[str, object] = "no limit"
    blinds: dict[str, int] = {}
    ante: int = 0
    posts: list[PostSpec] = []
    players_left: int | None = None
    open: OpenSpec | None = None
    script: Script = []


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one deal, as in a `hand`."""

    cards: dict[str, str] = {}
    board: str = ""
    boards: list[str] = []
    burns: str = ""


class WholeHand(msgspec.Struct, frozen=True, tag="hand", tag_field="kind"):
    """A whole hand. Cards that are not given are unknown.

    - `stacks`: the players' stacks, clockwise from the left of the button
    - `boards`: the cards of each board, or of each run of the board from the point at which the runs differ
    - `absent`: players who are dealt in, and whose hands are then killed
    - `again`: the cards for a new deal, or for a stub into which the muck was shuffled
    """

    game: str
    stakes: dict[str, object]
    stacks: dict[str, int]
    expect: HandEnd = HandEnd()
    limit: str | dict[str, object] = "no limit"
    button: str | None = None
    posts: list[PostSpec] = []
    players_left: int | None = None
    carried: int = 0
    cards: dict[str, str] = {}
    board: str = ""
    boards: list[str] = []
    burns: str = ""
    absent: list[str] = []
    again: Deal | None = None
    open: OpenSpec | None = None
    script: Script = []


def find_limit(given: str | dict[str, object]) -> Limit:
    """A limit given by name, or with its numbers. `bets` may be `any`.

    Raises BadNotation for an unknown limit.
    """
    fields = {"kind": given} if isinstance(given, str) else given
    kind = LIMITS.get(str(fields.get("kind")))
    if kind is None:
        raise BadNotation(f"unknown limit {fields.get('kind')!r}; expected one of {', '.join(LIMITS)}")
    numbers = {key: value for key, value in fields.items() if key != "kind"}
    if numbers.get("bets") == "any":
        numbers["bets"] = None  # TOML has no null
    return fill(kind, numbers, "limit")


def fill(struct: type[S], fields: Mapping[str, object], where: str) -> S:
    """Make a struct from the keys of a case. Raises BadNotation for an unknown key or an impossible value."""
    known = struct.__struct_encode_fields__
    for key in fields:
        if key not in known:
            raise BadNotation(f"{where}: unknown key {key!r}; the keys are {', '.join(known)}")
    return as_type(fields, struct, where)


def setup_of(body: Betting | WholeHand, rulebook: Rulebook) -> Setup:
    """All terms before the first card. Raises BadNotation or Conflict for an impossible table."""
    names = list(body.stacks)
    stacks = list(body.stacks.values())
    limit = find_limit(body.limit)
    given = [Owed(seat_of(post.seat, names), post.post, post.amount) for post in body.posts]
    if isinstance(body, WholeHand):
        stakes = fill(Stakes, body.stakes, "stakes")
        button = len(names) - 1 if body.button is None else seat_of(body.button, names)
        setup = seat_hand(
            find_game(body.game),
            limit,
            stakes,
            rulebook,
            stacks,
            button=button,
            players_left=body.players_left,
            carried=body.carried,
        )
        if body.open is not None:
            setup = msgspec.structs.replace(setup, open=_terms(body.open, names))
        return msgspec.structs.replace(setup, owed=tuple(given)) if given else setup
    blinds = tuple(body.blinds.values())
    stakes = Stakes(ante=body.ante, blinds=blinds, small_bet=body.bet)
    kinds = (Post.SMALL_BLIND, Post.BIG_BLIND, *[Post.STRADDLE] * len(blinds))
    antes = [Owed(seat, Post.ANTE, body.ante) for seat in range(len(names)) if body.ante]
    posted = [Owed(seat_of(name, names), kinds[at], blind) for at, (name, blind) in enumerate(body.blinds.items())]
    owed = given or (antes + posted)
    last = len(names) - 1
    left = body.players_left
    return Setup(
        ONE_ROUND, limit, stakes, rulebook, tuple(stacks), last, tuple(owed), left, open=_terms(body.open, names)
    )


def _terms(given: OpenSpec | None, names: Sequence[str]) -> OpenTerms | None:
    if given is None:
        return None
    restricted = tuple([seat_of(name, names) for name in given.restricted])
    return OpenTerms(given.threshold, restricted, tuple(given.lenders))


class Pack:
    """The prepared cards of a case: each seat's cards in order, the boards and the burn cards.

    All other cards are unknown.
    """

    def __init__(self, body: Betting | WholeHand) -> None:
        self.names = list(body.stacks)
        self.absent: tuple[int, ...] = ()
        self.again: Deal | None = None
        self._lay(body if isinstance(body, WholeHand) else Deal())
        if isinstance(body, WholeHand):
            self.absent = tuple([seat_of(name, self.names) for name in body.absent])
            self.again = body.again

    def _lay(self, deal: WholeHand | Deal) -> None:
        self.hands = {seat_of(name, self.names): list(cards(some)) for name, some in deal.cards.items()}
        self.boards = [list(cards(board)) for board in deal.boards or [deal.board]]
        self.burns = list(cards(deal.burns))

    def deal_again(self) -> None:
        """Take the cards for a new deal or a new stub. If the case has none left, they are unknown."""
        self._lay(self.again or Deal())
        self.again = None

    def four_cards(self, drawn: int) -> None:
        """Handle a flop of four cards: the drawn card is the next burn card."""
        board = self._board(0)
        if len(board) > drawn:
            self.burns.insert(0, board.pop(drawn))

    def kill_absent(self, hand: Hand) -> None:
        """Kill the hands of absent players, once they are dealt."""
        if self.absent:
            self.absent = kill_absent(hand, self.absent)

    def deal(self, hand: Hand, *, shows: bool = True) -> bool:
        """Do what the dealer must do. Returns False when a player must decide.

        - `shows`: whether forced shows are made as well
        """
        due = hand.due
        if due is Due.POST:
            hand.post()
        elif due is Due.DEAL:
            hand.deal(self._dealt(hand))
        elif due is Due.BOARD:
            hand.board(_take(self._board(hand.board_at), hand.count))
        elif due is Due.BURN:
            hand.burn(_take(self.burns, 1)[0])
        elif due is Due.RESHUFFLE:
            hand.reshuffle()
        elif due is Due.RETURN:
            hand.return_uncalled()
        elif due is Due.AWARD:
            hand.award()
        elif due is Due.PASS_OUT:
            hand.pass_out()
        elif due is Due.REVEAL:
            hand.reveal()
        elif due is Due.PROVE and UNKNOWN not in fewest_openers(hand):
            hand.prove()
        elif due is Due.SHOW and shows and hand.forced and can_show(hand):
            hand.show()
        else:
            return False
        return True

    def _dealt(self, hand: Hand) -> tuple[int, ...]:
        """The next cards of a seat. Raises BadNotation for an unknown card that decides who opens the round."""
        some = _take(self.hands.get(hand.seat, []), hand.count)
        up = hand.up_count
        opens = hand.setup.game.streets[hand.street].opens
        if up and UNKNOWN in some[-up:] and opens in BY_FACES and hand.able & (hand.able - 1):
            name, street = self.names[hand.seat], hand.setup.game.streets[hand.street].name
            raise BadNotation(
                f"the upcard of {name} on {street} is unknown, but upcards decide who opens; give the card in `cards`"
            )
        return some

    def _board(self, at: int) -> list[int]:
        """The remaining cards of a board; empty if the case has none."""
        return self.boards[at] if at < len(self.boards) else []

    def rabbit(self, hand: Hand) -> str:
        """The cards that would have been dealt, in words, or `no` if the house does not show them."""
        order: list[int] = []
        try:
            for street in streets_to_come(hand):
                order += [*_take(self.burns, int(street.burn)), *_take(self._board(0), street.board)]
            return text(Dealer(Deck(order)).rabbit(hand))
        except IllegalAction:
            return "no"


def _take(some: list[int], count: int) -> tuple[int, ...]:
    taken = [some.pop(0) if some else UNKNOWN for _ in range(count)]
    return tuple(taken)


def can_show(hand: Hand) -> bool:
    """Whether there are cards to show, and all of them are known."""
    hole = hand.hole[hand.seat]
    return bool(hole) and UNKNOWN not in hole
