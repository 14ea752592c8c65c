"""Make the `Setup` of a hand from a Poker Hand History: its variant, stakes, forced bets and house.

The format has eleven variant codes. A game without one is written under its name with an underscore
(`_five-card-draw`), so that readers refuse it instead of playing something else; the user fields `_sidepot_game` and
`_sidepot_limit` have the game and the limit as JSON or by name. A hand with an event that the format cannot express
(`phh_also`) is written the same way. Other user fields hold everything else that the format cannot express: stakes,
posts, house, a pot carried over, and the number of players left in the tournament.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.phh import Phh
from sidepot.games.catalog import (
    BADUGI_GAME,
    HOLDEM,
    OMAHA,
    OMAHA8,
    RAZZ,
    SHORT,
    SINGLE_DRAW,
    STUD,
    STUD8,
    TRIPLE_DRAW,
    find_game,
)
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import Game
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.rules.clauses import Sentence, refuse, say
from sidepot.rules.houses import TDA_2013
from sidepot.rules.own_houses import house_in
from sidepot.rules.rulebook import CapHeadsUp, OddChip, Rulebook
from sidepot.validation.codec import UNREADABLE
from sidepot.validation.json_text import json_error
from sidepot.validation.reader import at_place

VARIANTS: dict[str, tuple[Game, Limit]] = {
    "FT": (HOLDEM, FixedLimit()),
    "NT": (HOLDEM, NoLimit()),
    "NS": (SHORT, NoLimit()),
    "PO": (OMAHA, PotLimit()),
    "FO/8": (OMAHA8, FixedLimit()),
    "F7S": (STUD, FixedLimit()),
    "F7S/8": (STUD8, FixedLimit()),
    "FR": (RAZZ, FixedLimit()),
    "N2L1D": (SINGLE_DRAW, NoLimit()),
    "F2L3D": (TRIPLE_DRAW, FixedLimit()),
    "FB": (BADUGI_GAME, FixedLimit()),
}

# Most histories are of tournaments. The cap binds two players, odd chips go by position (the format has no suits
# there), and the history says which hands were shown or mucked.
PHH = TDA_2013.but(
    name="phh",
    cap_heads_up=CapHeadsUp.ON,
    face_up_all_in=False,
    last_down_cards_up=False,
    odd_chip_stud=OddChip.POSITION,
    identical_high_low_even=False,
)
PHH_FACE_UP = PHH.but(face_up_all_in=True)

DEEP = 10**15
"""The stack, in chips, that replaces an unknown stack."""

GAME_FIELD = "_sidepot_game"
LIMIT_FIELD = "_sidepot_limit"
STAKES_FIELD = "_sidepot_stakes"
HOUSE_FIELD = "_sidepot_house"
POSTS_FIELD = "_sidepot_posts"
CARRIED_FIELD = "_sidepot_carried"
PARTS_FIELD = "_sidepot_parts"
LEFT_FIELD = "_sidepot_players_left"

_TERMS = (
    "variant", "starting_stacks", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet",
    "ante_trimming_status", "decimals",
)  # fmt: skip
_terms_of: Callable[[Phh], tuple[Any, ...]] = attrgetter(*_TERMS)

_T = TypeVar("_T")


class UnknownGame(BadNotation, usual="unknown_game"):
    """Raised for a history of an unknown game: it can be read, but not played."""


def _unknown(sentence: Sentence) -> UnknownGame:
    return refuse(UnknownGame, sentence)


def game_of(hand: Phh) -> tuple[Game, Limit]:
    """The game and the limit of a history. Raises UnknownGame, listing the known codes."""
    named = hand.extra.get(GAME_FIELD)
    found = VARIANTS.get(hand.variant)
    if found is None and named is None:
        raise _unknown(say("unknown game {game}; expected one of {games}", repr(hand.variant), ", ".join(VARIANTS)))
    game, limit = found or (None, None)
    if named is not None:
        game = _named_game(hand, named)
    if LIMIT_FIELD in hand.extra:
        limit = _decode(hand, LIMIT_FIELD, Limit)
    if game is None or limit is None:
        raise _unknown(
            say("the format has no code for {game}, and {field} is missing", repr(hand.variant), LIMIT_FIELD)
        )
    return game, limit


def _named_game(hand: Phh, named: object) -> Game:
    """Find a game by its name, by the name of a form (`omaha-high-low`), or from JSON."""
    if not isinstance(named, str) or named.lstrip()[:1] in ("", "{", "["):
        return _field(hand, GAME_FIELD, Game)
    try:
        return find_game(named)
    except SidepotError:
        raise _unknown(say("{field}: unknown game {game}", GAME_FIELD, repr(named))) from None


def setup_of(hand: Phh, *, face_up: bool = False, house: Rulebook | None = None) -> Setup:
    """The setup of a history. `face_up` means that the history shows all-in hands before the remaining cards are dealt.

    Raises UnknownGame for an unknown game, BadNotation for a missing field, and Conflict for a game that cannot be
    played.
    """
    if house is None and not hand.extra and hand.variant in VARIANTS:
        return _usual(face_up, _terms_of(hand))
    game, limit = game_of(hand)
    if house is None:
        house = _house(hand) or (PHH_FACE_UP if face_up else PHH)
    stakes = _field(hand, STAKES_FIELD, Stakes) if STAKES_FIELD in hand.extra else stakes_of(hand, limit)
    if POSTS_FIELD in hand.extra:
        owed = _field(hand, POSTS_FIELD, tuple[Owed, ...])
    else:
        owed = posts_of(hand, house)
    deep = DEEP * 10**hand.decimals
    stacks = tuple([deep if stack is None else stack for stack in hand.starting_stacks])
    carried = _whole(hand, CARRIED_FIELD) or 0
    parts = _field(hand, PARTS_FIELD, tuple[tuple[int, tuple[int, ...]], ...]) if PARTS_FIELD in hand.extra else ()
    left = _whole(hand, LEFT_FIELD)
    return Setup(game, limit, stakes, house, stacks, len(stacks) - 1, owed, left, carried, parts=parts)


@lru_cache(maxsize=128)
def _usual(face_up: bool, terms: tuple[Any, ...]) -> Setup:
    """The setup of a history without user-defined fields. It is cached, because a session repeats the same terms."""
    hand = Phh(actions=(), **dict(zip(_TERMS, terms, strict=True)))
    return setup_of(hand, house=PHH_FACE_UP if face_up else PHH)


def missing(hand: Phh) -> list[str]:
    """The fields that the format requires for the game, but that the history lacks."""
    game, limit = game_of(hand)
    needed = ["bring_in" if game.is_stud else "blinds_or_straddles"] if hand.variant in VARIANTS else []
    needed += ["small_bet", "big_bet"] if isinstance(limit, FixedLimit) else ["min_bet"]
    return [field for field in needed if getattr(hand, field) is None]


def stakes_of(hand: Phh, limit: Limit) -> Stakes:
    """The stakes in a history, for the limit of its game."""
    antes, payers = hand.antes, [at for at, ante in enumerate(hand.antes) if ante]
    ante_by = AnteBy.ALL
    if len(payers) == 1 and len(antes) > 1:
        # heads-up the format lists forced bets in reverse
        ante_by = AnteBy.BIG_BLIND if payers[0] == 1 else AnteBy.BUTTON
    blinds = [max(blind, 0) for blind in hand.blinds_or_straddles or ()]
    while blinds and not blinds[-1]:
        blinds.pop()
    fixed = isinstance(limit, FixedLimit)
    return Stakes(
        ante=max(antes, default=0),
        ante_by=ante_by,
        blinds=tuple(blinds),
        bring_in=hand.bring_in or 0,
        small_bet=(hand.small_bet if fixed else hand.min_bet) or 0,
        big_bet=(hand.big_bet or 0) if fixed else 0,
        ante_is_dead=ante_by is AnteBy.ALL and any(antes) and not hand.ante_trimming_status,
    )


def posts_of(hand: Phh, house: Rulebook) -> tuple[Owed, ...]:
    """The posts of each seat: antes, then blinds, unless the house takes the blind first (`Rulebook.short_post`).

    Heads-up, antes and blinds are listed in reverse, because `p2` has the button. With `ante_trimming_status`, an ante
    makes side pots like any other contribution. Without it, or if the antes differ, the antes are dead money: everybody
    contests all of the antes, and they create no side pot.
    """
    seats = len(hand.starting_stacks)

    def seat_of(at: int) -> int:
        return 1 - at if seats == 2 else at

    even = len(set(hand.antes)) == 1
    ante_post = Post.ANTE if hand.ante_trimming_status and even else Post.DEAD_ANTE
    antes = [Owed(seat_of(at), ante_post, ante) for at, ante in enumerate(hand.antes) if ante]
    owed = []
    blinds = hand.blinds_or_straddles or ()
    big = max(blinds[:2], default=0)
    for at, blind in enumerate(blinds):
        if not blind:
            continue
        if blind < 0 or (at > 1 and blind <= big):
            post = Post.LIVE_BLIND  # posted by a player who came in or came back, out of turn
        elif at > 1 and big:
            post = Post.STRADDLE
        else:
            post = Post.SMALL_BLIND if at == 0 and len(blinds) > 1 and blinds[1] > 0 else Post.BIG_BLIND
        owed.append(Owed(seat_of(at), post, abs(blind)))
    blinds_first = house.short_post.puts_blind_first(one_payer=len(antes) == 1 and seats > 1)
    return tuple(owed + antes if blinds_first else antes + owed)


def _house(hand: Phh) -> Rulebook | None:
    named = hand.extra.get(HOUSE_FIELD)
    if named is None:
        return None
    if isinstance(named, str) and named.lstrip()[:1] in ("", "{", "["):
        return _field(hand, HOUSE_FIELD, Rulebook)
    with at_place(HOUSE_FIELD):
        return house_in(named)


def _whole(hand: Phh, key: str) -> int | None:
    value = hand.extra.get(key)
    if value is not None and type(value) is not int:
        raise BadNotation(f"{key}: expected an integer, got {value!r}")
    return value


def _field(hand: Phh, key: str, kind: type[_T]) -> _T:
    found: _T = _decode(hand, key, kind)
    return found


def _decode(hand: Phh, key: str, kind: Any) -> Any:
    """One of sidepot's user-defined fields, decoded from JSON. Raises BadNotation, naming the field."""
    value = hand.extra[key]
    try:
        return msgspec.json.decode(value if isinstance(value, str) else b"", type=kind)
    except UNREADABLE as error:
        raise json_error(error, str(value), kind, key, first_line=0).at(
            f"{key} does not have the form that sidepot writes"
        ) from None
