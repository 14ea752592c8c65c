"""A table in a few words, and the terms that they mean: a host's wishes, and the tables of the demo."""

from __future__ import annotations

from random import Random
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from sidepot.bots.bot_names import bot_names
from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import MIXES, SHORT, Mix, find_mix, single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for, usual_limit
from sidepot.privacy import PrivateStruct
from sidepot.room.table.terms import BotSeat, RoomTerms, Strength, Timing
from sidepot.rules.houses import CASH, find_house
from sidepot.rules.meanings import asked_houses
from sidepot.rules.rulebook import Rulebook
from sidepot.table.table_rules import TableRules
from sidepot.validation import quantities as q
from sidepot.validation.integers import out_of_bounds
from sidepot.web.schemas.more_terms import MoreTerms, with_more

BET: Final = 10  # where none is said
LONGEST: Final = 200  # text in them
SHORTEST: Final = {"decide": 100, "between": 10}  # milliseconds: with less the table would only be busy with itself
FIRST_BET: Final = 20  # of a sit-and-go


class TableForm(PrivateStruct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as a host asks for it.

    `game` is a game (`holdem`) or a mix (`horse`, `dealers-choice`); `limit` is nl, pl or fl, "" as the game is
    mostly bet; a mix has those of its games. `bet` is the big blind, or the small bet at fixed limits. With
    `choice` the dealer names each game of a mix. `bots` sit down at once; with `fill` one makes room for a person.
    `kind` sit-and-go: a tournament of one table that starts when it is full, with stakes of its own. A table has no
    more `seats` than its game has. With `approve` a host gives the seats of a cash table; onlookers see a hand
    `watch_after` hands later, or none (-1).
    `house` is the book it is played by, "" the usual one of its kind. `more` is what else a cash
    table has. Instead of all this
    `terms` may say everything, and the password goes with them.
    """

    SHOWN = ("title", "kind", "game")

    title: str = ""
    kind: Literal["cash", "sit-and-go"] = "cash"
    game: str = "holdem"
    limit: Literal["", "nl", "pl", "fl"] = ""
    bet: q.Bet = BET
    seats: q.Seats = 6
    bots: q.Seats = 0
    strength: Strength = Strength.REGULAR
    fill: bool = True
    choice: bool = False
    seconds: Annotated[int, msgspec.Meta(ge=5, le=600)] = 25
    house: str = ""
    password: str = ""
    approve: bool = False
    watch_after: q.AnyDelay = 0
    more: MoreTerms = MoreTerms()
    terms: RoomTerms | None = None


def terms_of(form: TableForm, rng: Random) -> RoomTerms:
    """The terms of the table that a form means. Raises BadNotation, Conflict."""
    if form.terms is not None:
        if form.terms.locked != bool(form.password):
            raise BadNotation("a table with a password is `locked`, and one without is not", code="bad_form")
        check_sane(form.terms)
        return form.terms
    mix, seats = mix_and_seats(form)
    if form.kind == "sit-and-go":
        raise BadNotation("a sit-and-go is a tournament, and no table", code="bad_form")
    timing = Timing(decide=form.seconds * 1000)
    bots = company(form.bots, form.strength, rng)
    rules = replace(cash_rules(form.title, mix, form.bet, seats, choice=form.choice), rulebook=book_of(form, CASH))
    rules = with_more(rules, form.more)
    return RoomTerms(
        title=form.title,
        rules=rules,
        timing=timing,
        bots=bots,
        fill=form.fill,
        locked=bool(form.password),
        agreed=True,
        approve=form.approve,
        watch_after=form.watch_after,
    )


def mix_and_seats(form: TableForm) -> tuple[Mix, int]:
    """The games and the number of seats of a form whose wishes fit together. Raises BadNotation."""
    mix = mix_of(form.game, form.limit)
    seats = min(form.seats, (mix.seats_for_choice if form.choice else mix.seats)[1])
    if not 0 <= form.bots <= seats:
        raise BadNotation(
            f"there are {seats} seats: from 0 to {seats} bots can sit there, not {form.bots}", code="bad_form"
        )
    _check_together(form, mix)
    return mix, seats


def book_of(form: TableForm, usual: Rulebook) -> Rulebook:
    """The book that a form asks for. Raises BadNotation for one that is not of its kind."""
    offered = asked_houses("event" if form.kind == "sit-and-go" else "cash")
    if not form.house:
        return usual
    book = find_house(form.house)
    if book.name not in offered:
        raise BadNotation(
            f"a {form.kind} table is not played by {book.name}; it may be by {', '.join(offered)}", code="bad_form"
        )
    return book


def _check_together(form: TableForm, mix: Mix) -> None:
    """Raise BadNotation for a field that does not fit the rest of a form: no choice of a host is ignored."""
    is_mix = len(mix.games) > 1
    if form.limit and is_mix:
        raise BadNotation(f"the games of {mix.title} have limits of their own: leave the limit out", code="bad_form")
    if form.choice and not is_mix:
        raise BadNotation(
            f"the dealer names one of several games: say a mix, such as dealers-choice, not {form.game!r}",
            code="bad_form",
        )
    if form.kind == "sit-and-go" and form.more != MoreTerms():
        raise BadNotation("a sit-and-go has terms of its own: leave `more` out", code="bad_form")
    if form.kind == "sit-and-go" and form.approve:
        raise BadNotation("a sit-and-go is open to all who come in: leave `approve` out", code="bad_form")
    if form.kind == "sit-and-go" and form.choice:
        raise BadNotation("a sit-and-go has no dealer's choice: its games follow each other", code="bad_form")
    if form.kind == "sit-and-go" and form.bet not in (BET, FIRST_BET):
        raise BadNotation(
            f"a sit-and-go begins with a bet of {FIRST_BET}, which goes up: leave the bet out", code="bad_form"
        )


def check_sane(terms: RoomTerms) -> None:
    """Raise BadNotation for times that no table is played with, and for texts that no page can show."""
    check_timing(terms.timing)
    if terms.of_event is not None:
        raise BadNotation("a table of a tournament is opened by the tournament", code="bad_form")
    waiting: list[object] = [msgspec.to_builtins(terms)]
    while waiting:
        match waiting.pop():
            case dict() as told:
                waiting += told.values()
            case list() | tuple() as told:
                waiting += told
            case str() as told if len(told) > LONGEST:
                raise BadNotation(f"a text has {LONGEST} characters at most, not {len(told)}", code="bad_form")


def check_timing(timing: Timing) -> None:
    """Raise BadNotation for times that no table is played with."""
    for name, least in SHORTEST.items():
        value = getattr(timing, name)
        if value < least:
            raise out_of_bounds(name, least, q.DAY, str(value))


def mix_of(game: str, limit: str) -> Mix:
    """The game or the mix of that name. Raises BadNotation."""
    key = game.lower().replace(" ", "-")
    if key in MIXES:
        return find_mix(key)
    found = find_game(game)
    return single(found, SHORT[limit or usual_limit(found)])


def cash_stakes(mix: Mix, bet: int) -> tuple[Stakes, ...]:
    """The stakes of each game: beside games at fixed limits, the others have blinds of half as much."""
    fixed = [isinstance(part.limit, FixedLimit) for part in mix.games]
    mixed = any(fixed) and not all(fixed)
    return tuple(
        stakes_for(part.game, part.limit, max(bet // 2, 2) if mixed and not is_fixed else bet)
        for part, is_fixed in zip(mix.games, fixed, strict=True)
    )


def cash_rules(title: str, mix: Mix, bet: int, seats: int, *, choice: bool = False) -> TableRules:
    """A cash table: one buys in for 40 to 200 bets."""
    most = (mix.seats_for_choice if choice else mix.seats)[1]
    return TableRules(
        name=title,
        seats=min(seats, most),
        mix=mix,
        stakes=cash_stakes(mix, bet),
        buy_in=(40 * bet, 200 * bet),
        dealers_choice=choice,
    )


def company(count: int, strength: Strength, rng: Random) -> tuple[BotSeat, ...]:
    """So many bots, by names of their own."""
    return tuple(BotSeat(name, strength) for name in bot_names((), rng, count))
