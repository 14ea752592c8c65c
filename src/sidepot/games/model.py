"""A game of poker as data: the cards of each street, the opener of each round, and the winning hands.

A `Game` leaves out amounts (see `stakes`), the size of bets (see `limits`) and the choices of a house (see
`rules.rulebook`). There are no subclasses: each variant is a value, and a new variant is another value.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import Conflict, SidepotError
from sidepot.games.decks import STANDARD, find_deck
from sidepot.ranking.playable_cards import at_least, maker
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields


class Opens(StrEnum):
    """Which seat acts first in a betting round. Source: PG-54, PG-55."""

    LEFT_OF_BLINDS = "left of blinds"  # of the last live blind or straddle; of the button if there is none
    LEFT_OF_BUTTON = "left of button"
    OPENER = "opener"  # the opener of the first round, or the next live seat to the left
    LOW_CARD = "low card"  # lowest upcard brings it in (suits break ties)
    HIGH_CARD = "high card"  # highest upcard brings it in, as in razz; ace high
    HIGH_CARD_ACTS = "high card acts"  # highest upcard acts first, no forced bet
    HIGH_HAND = "high hand"  # best hand showing; ties to the first seat left of the button
    LOW_HAND = "low hand"  # lowest hand showing
    NOBODY = "nobody"  # cards only: no betting on this street


MOST_RANKED = 12  # a sum of keys counts no more of a suit
HIGH_SCALES = ("high", "short-deck", "short-deck-trips", "three-card")
ACE_IS_LOW = ("ace-to-five", "ace-to-six", "badugi")
BRING_INS = (Opens.LOW_CARD, Opens.HIGH_CARD)
BY_FACES = (Opens.LOW_CARD, Opens.HIGH_CARD, Opens.HIGH_CARD_ACTS, Opens.HIGH_HAND, Opens.LOW_HAND)


class Choose(StrEnum):
    """Which cards a player may use to make a hand."""

    ANY = "any"  # the best five of all
    TWO_THREE = "two and three"  # exactly two from the hand and three from the board (Omaha)
    HOLE = "hole"  # the player's own cards alone, without the board (the draw half of drawmaha)


class Street(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stage of the deal, and the betting round that follows it. Cards are dealt and exchanged in this order:

    - `down`, `up`: the numbers of cards dealt face down and face up to each live seat
    - `draw`: the maximum number of cards that a seat may exchange
    - `discard`: the number of cards that a seat must throw away without replacement
    - `board`: the number of cards dealt on each board

    `big` means that the round is played for the big bet of a fixed-limit game.
    """

    name: str
    opens: Opens
    down: q.Cards = 0
    up: q.Cards = 0
    board: q.Cards = 0
    draw: q.Cards = 0
    discard: q.Cards = 0
    burn: bool = True
    big: bool = False

    def __post_init__(self) -> None:
        check_fields(self)


class Half(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One share of the pot, and what decides who wins it.

    - `scale`: a name from `ranking.scales`, such as `high`, `ace-to-five` or `badugi`
    - `choose`: which cards a player may use
    - `qualifier`: the highest card that a low may have (8 for eight-or-better; None: any hand qualifies)
    """

    scale: str = "high"
    choose: Choose = Choose.ANY
    qualifier: q.Rank | None = None

    def __post_init__(self) -> None:
        check_fields(self)


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant of poker.

    - `streets`: its streets, in order
    - `halves`: the parts into which the pot is split
    - `seats`: the minimum and maximum number of players
    - `wild`: the wild cards: `joker`, `bug`, a rank such as `2`, `one-eyed jacks`, or a card such as `Kd`
    - `boards`: the number of boards, among which the pot is divided
    - `open_requirement`: the weakest hand that may make the first bet, as ranks, such as `JJ` for a pair of jacks or
      `222` for trips
    - `win_requirement`: the weakest hand that may win, in the same form
    """

    name: str
    title: str
    streets: tuple[Street, ...]
    halves: tuple[Half, ...]
    seats: tuple[q.Seats, q.Seats]
    deck: str = STANDARD
    pass_out: bool = False  # all pass before the draw: the cards are thrown in and the pot stays (PG-81)
    wild: tuple[str, ...] = ()
    boards: q.Boards = 1
    open_requirement: str = ""
    win_requirement: str = ""

    def __post_init__(self) -> None:
        try:
            check_fields(self)
            _check(self)
        except SidepotError as error:
            raise Conflict(f"{self.name}: {error.message}", error.cite) from None

    def __repr__(self) -> str:
        return f"Game {self.name!r}"

    @property
    def hole_cards(self) -> int:
        """The number of hole cards that a seat has at the end."""
        return self.held[-1]

    @property
    def held(self) -> tuple[int, ...]:
        """The number of cards that a live seat holds at the end of each street."""
        held = 0
        after = []
        for street in self.streets:
            held += street.down + street.up - street.discard
            after.append(held)
        return tuple(after)

    @property
    def board_cards(self) -> int:
        """The number of cards that each board has at the end."""
        return sum(street.board for street in self.streets)

    @property
    def is_stud(self) -> bool:
        """Whether cards are dealt face up to the seats."""
        return any(street.up for street in self.streets)

    @property
    def is_draw(self) -> bool:
        """Whether players may exchange cards."""
        return any(street.draw for street in self.streets)


def _check(game: Game) -> None:
    """Raise Conflict or BadNotation, saying what is possible, for a plan that cannot be played."""
    if not game.streets or not game.halves:
        raise Conflict("a game needs at least one street, and at least one half of the pot with the hands that win it")
    if all(half.qualifier is not None for half in game.halves):
        raise Conflict("at least one half must have no qualifier, or nobody might win the pot")
    if len(game.halves) > 2:
        raise Conflict(f"a game has at most two halves, not {len(game.halves)}")
    if not 2 <= game.seats[0] <= game.seats[1]:
        raise Conflict(
            f"seats: expected 2 or more and a maximum of at least that, got {game.seats[0]} and {game.seats[1]}"
        )
    if game.boards > 1 and not game.board_cards:
        raise Conflict(f"a game without board cards cannot have {game.boards} boards")
    _check_streets(game)
    _check_cards(game)
    _check_ranking(game)


def _check_streets(game: Game) -> None:
    faces = held = 0
    for at, street in enumerate(game.streets):
        name = street.name
        if not at and not street.down + street.up:
            raise Conflict(f"{name}: the first street must deal cards to the seats")
        if street.draw and street.down + street.up + street.discard:
            raise Conflict(f"{name}: a street can deal, change or discard cards, but only one of these")
        if street.discard and street.down + street.up:
            raise Conflict(f"{name}: a street can deal or discard cards, but not both")
        if max(street.draw, street.discard) > held:
            raise Conflict(
                f"{name}: a player cannot give up {max(street.draw, street.discard)} cards and hold only {held}"
            )
        held += street.down + street.up - street.discard
        if not held:
            raise Conflict(f"{name}: after this street, a seat would have no cards")
        faces += street.up
        if street.opens in BY_FACES and not faces:
            raise Conflict(f"{name}: `{street.opens}` cannot open the betting, because no card is face up yet")
        if street.opens in BRING_INS and at:
            raise Conflict(f"{name}: the {street.opens} can bring it in on the first street only")
    if all(street.opens is Opens.NOBODY for street in game.streets):
        raise Conflict("at least one street of a game needs a betting round")
    if faces and any(street.draw or street.discard for street in game.streets):
        raise Conflict("a game can have face-up cards or draws, but not both")


def _check_cards(game: Game) -> None:
    """Raise Conflict unless the deck has enough cards: for the whole deal or, if it may run short, for the first
    street.
    """
    size = len(find_deck(game.deck).cards)
    first = game.streets[0]
    dealt = sum(street.down + street.up for street in game.streets)
    middle = game.boards * game.board_cards
    most = game.seats[1]
    short = game.is_stud and not middle  # a short stub of stud is helped out by a card for all
    each = first.down + first.up if short else dealt
    need = each * most + middle
    if need > size:
        raise Conflict(f"{most} seats need {need} cards, but the deck has {size}")
    least = game.seats[0]
    need = dealt * least + middle
    if need > size:
        raise Conflict(f"{least} seats need {need} cards, but the deck has {size}")


def _check_ranking(game: Game) -> None:
    pack = find_deck(game.deck)
    if ("joker" in game.wild or "bug" in game.wild) and not pack.has_joker:
        raise Conflict(f"the joker is wild, but the deck {game.deck!r} has none; choose a deck with a joker")
    if game.wild and not pack.stripped:
        raise Conflict(f"the deck {game.deck!r} cannot have wild cards; choose a standard or a stripped deck")
    if pack.has_joker and not ("joker" in game.wild or "bug" in game.wild):
        raise Conflict(f"the deck {game.deck!r} has a joker; `wild` must name it, as 'joker' or 'bug'")
    for half in game.halves:
        maker(half.scale, half.choose, half.qualifier, lowest=pack.lowest, wild=game.wild)
        ranked = game.hole_cards + (game.board_cards if half.choose is Choose.ANY else 0)
        if half.choose is not Choose.TWO_THREE and ranked > MOST_RANKED:
            raise Conflict(f"a hand can be the best of at most {MOST_RANKED} cards, not of {ranked}")
        if half.choose is Choose.TWO_THREE and (game.hole_cards < 2 or game.board_cards < 3):
            raise Conflict(
                f"a hand uses two hole cards and three board cards, but this game deals {game.hole_cards} "
                f"hole cards and {game.board_cards} board cards"
            )
    for name, ranks in (("open_requirement", game.open_requirement), ("win_requirement", game.win_requirement)):
        if ranks and game.halves[0].scale not in HIGH_SCALES:
            raise Conflict(f"{name} {ranks!r} is a high hand, but this game is won by {game.halves[0].scale}")
        if ranks:
            at_least(ranks, game.halves[0].scale)
    if game.open_requirement and game.board_cards:
        raise Conflict("a game with a board cannot require openers")
