"""Write a hand played by sidepot as a Poker Hand History.

Players are listed from the left of the button, as the format requires; `seats` has their places, and players without
chips are left out. What the format cannot express (a game without a code, another limit, stakes or house, the board run
twice) goes into user fields that `phh_game` and `phh_also` read back, so that reading gives the same hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sidepot.cards import text
from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.phh import DECIMALS_FIELD, Phh
from sidepot.formats.phh_also import ALSO_FIELD, also_of, moments_of
from sidepot.formats.phh_game import (
    CARRIED_FIELD,
    GAME_FIELD,
    HOUSE_FIELD,
    LEFT_FIELD,
    LIMIT_FIELD,
    PARTS_FIELD,
    PHH,
    POSTS_FIELD,
    STAKES_FIELD,
    VARIANTS,
    setup_of,
)
from sidepot.formats.phh_text import Table
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.model import Game
from sidepot.hand import events as e
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.replaying import strict_replay
from sidepot.hand.setup import LIVE_POSTS, Owed, Post, Setup
from sidepot.rules.houses import HOUSES
from sidepot.validation.decimals import MOST_DECIMALS, unscaled
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect, expect_mapping


def phh_of_hand(hand: Hand, *, decimals: int = 0, about: Table | None = None, name: str = "") -> Phh:
    """Convert a hand, finished or not, to a Poker Hand History, from its log.

    - `decimals`: a chip is `10 ** -decimals`; 2 for cents of a dollar
    - `about`: the format's fields for people, place and time
    - `name`: the hand's header in a `.phhs`

    If the hand was dealt again, only the last deal is included. Raises BadNotation for a hand that the format cannot
    express: with fewer than two players with chips, called off, with a muck shuffled into the stub, or with chips
    added.
    """
    setup = expect(hand, Hand, "hand").setup
    decimals, name = as_int(decimals, "decimals"), expect(name, str, "name")
    if not 0 <= decimals <= MOST_DECIMALS:
        raise BadNotation(f"decimals: expected 0 to {MOST_DECIMALS}, got {decimals}")
    seats = len(setup.stacks)
    there = {seat for seat, stack in enumerate(setup.stacks) if stack}.union(*[can for _, can in setup.parts])
    order = [seat % seats for seat in range(setup.button + 1, setup.button + 1 + seats) if seat % seats in there]
    if len(order) < 2:
        raise BadNotation("a history needs at least two players with chips")
    if setup.open is not None:
        _check_table_stakes(hand)
    about = {} if about is None else expect_mapping(about, "about", "a dict of fields of the format")
    if order != list(range(seats)) and "seats" not in about:
        about["seats"] = [seat + 1 for seat in order]
    player = {seat: f"p{at + 1}" for at, seat in enumerate(order)}
    moments = moments_of(hand.log)
    return Phh(
        actions=tuple(actions_of([moment.event for moment in moments if not moment.is_early], player, decimals)),
        about=about,
        decimals=decimals,
        name=name,
        finishing_stacks=tuple([hand.stacks[seat] for seat in order]) if hand.due is Due.DONE else None,
        **terms_of(_turned(setup, order), decimals, also_of(moments, player)),
    )


def _check_table_stakes(hand: Hand) -> None:
    """Raise BadNotation for a hand at open stakes that would have been impossible at table stakes."""
    try:
        strict_replay([e.Started(msgspec.structs.replace(hand.setup, open=None)), *hand.log[1:]])
    except BadNotation as error:
        raise BadNotation(
            "a history cannot express chips that are added during a hand (open stakes)", error.cite
        ) from None


def actions_of(log: Sequence[e.Event], player: dict[int, str], decimals: int = 0) -> list[str]:
    """The actions of a log as PHH writes them. In a draw round, all discards are listed first, then all deals.

    - `player`: the name of each seat in the history, such as `p1`
    - `decimals`: a chip is `10 ** -decimals`
    """
    actions: list[str] = []
    drawn: list[str] = []
    drawing = False
    for event in log:
        if drawing and not isinstance(event, e.Dealt | e.Discarded):
            actions += drawn
            drawn = []
            drawing = False
        match event:
            case e.Dealt(seat, some):
                (drawn if drawing else actions).append(f"d dh {player[seat]} {text(some)}")
            case e.BoardDealt(some):
                actions.append(f"d db {text(some)}")
            case e.BroughtIn(seat):
                actions.append(f"{player[seat]} pb")
            case e.Folded(seat):
                actions.append(f"{player[seat]} f")
            case e.Checked(seat) | e.Called(seat):
                actions.append(f"{player[seat]} cc")
            case e.RaisedTo(seat, to):
                actions.append(f"{player[seat]} cbr {unscaled(to, decimals)}")
            case e.Discarded(seat, some):
                drawing = True
                actions.append(f"{player[seat]} sd {text(some)}".rstrip())
            case e.Shown(seat, some):
                actions.append(f"{player[seat]} sm {text(some)}")
            case e.Mucked(seat):
                actions.append(f"{player[seat]} sm")
            case _:
                pass
    return actions + drawn


def terms_of(setup: Setup, decimals: int = 0, also: Sequence[str] = ()) -> Table:
    """The PHH fields for a setup. The last seat has the button. A chip is `10 ** -decimals`.

    `also` names the events for which the format has no action; a hand with such events gets no variant code.
    """
    named = {pair: code for code, pair in VARIANTS.items()} if not also else {}
    stakes = setup.stakes
    fixed = isinstance(setup.limit, FixedLimit)
    fields: Table = {
        "variant": named.get((setup.game, setup.limit), f"_{setup.game.name}"),
        "starting_stacks": setup.stacks,
        "antes": _listed(setup, (Post.ANTE, Post.DEAD_ANTE)),
        "blinds_or_straddles": None if setup.game.is_stud else _listed(setup, tuple(LIVE_POSTS)),
        "bring_in": stakes.bring_in or None,
        "small_bet": stakes.bet_size(big=False) if fixed else None,
        "big_bet": stakes.bet_size(big=True) if fixed else None,
        "min_bet": None if fixed else stakes.min_bet,
        "ante_trimming_status": not any(owed.post is Post.DEAD_ANTE for owed in setup.owed),
    }
    extra: Table = {}
    if (setup.game, setup.limit) not in named:
        extra[GAME_FIELD] = setup.game.name if _is_known(setup.game) else _json(setup.game)
        extra[LIMIT_FIELD] = _json(setup.limit)
    if setup.carried:
        extra[CARRIED_FIELD] = setup.carried
    if setup.parts:
        extra[PARTS_FIELD] = _json(setup.parts)
    again = setup_of(Phh(actions=(), extra=extra, **fields))
    if again.stakes != stakes:
        extra[STAKES_FIELD] = _json(stakes)
    if again.owed != setup.owed:
        extra[POSTS_FIELD] = _json(setup.owed)
    if setup.players_left is not None:
        extra[LEFT_FIELD] = setup.players_left
    if extra and decimals:
        extra[DECIMALS_FIELD] = decimals
    if setup.rulebook != PHH:
        known = HOUSES.get(setup.rulebook.name) == setup.rulebook
        extra[HOUSE_FIELD] = setup.rulebook.name if known else _json(setup.rulebook)
    if also:
        extra[ALSO_FIELD] = list(also)
    return {**fields, "extra": extra}


def _is_known(game: Game) -> bool:
    """Whether a game can be found by its name, in the catalogue or as a form of a game in it."""
    try:
        return find_game(game.name) == game
    except SidepotError:
        return False


def _turned(setup: Setup, order: Sequence[int]) -> Setup:
    """The same setup with the seats in the given order, the button on the last."""
    at = {seat: index for index, seat in enumerate(order)}
    return Setup(
        setup.game,
        setup.limit,
        setup.stakes,
        setup.rulebook,
        tuple([setup.stacks[seat] for seat in order]),
        len(order) - 1,
        tuple([Owed(at[owed.seat], owed.post, owed.amount) for owed in setup.owed if owed.seat in at]),
        setup.players_left,
        setup.carried,
        parts=tuple([(chips, tuple([at[seat] for seat in can])) for chips, can in setup.parts]),
    )


def _listed(setup: Setup, posts: Sequence[Post]) -> tuple[int, ...]:
    """The sum of these posts for each seat; in reverse heads-up, as the format requires."""
    seats = len(setup.stacks)
    owed = [0] * seats
    for post in setup.owed:
        if post.post in posts:
            owed[post.seat] += post.amount
    return tuple(reversed(owed)) if seats == 2 else tuple(owed)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
