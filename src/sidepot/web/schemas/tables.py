"""The short form of a table, and its terms: cash tables with a host's options, and sit-and-gos."""

from __future__ import annotations

from random import Random
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from sidepot.bots.bot_names import BotStyle, bot_names
from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, Limit, PotLimit, SpreadLimit, with_raises
from sidepot.games.mixes import MIXES, SHORT, Mix, MixGame, find_mix, rotation, single
from sidepot.games.rake import Rake
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.study import study_of
from sidepot.games.unit import Unit
from sidepot.games.usual import cash_stakes, own_stakes, stakes_for, usual_limit
from sidepot.privacy import PrivateStruct
from sidepot.room.table.changeable import MOST_BLINDS, SecondsToAct, check_straddles
from sidepot.room.table.terms import BotSeat, RoomTerms, Strength, Timing
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.rules.clauses import refuse, say
from sidepot.rules.hand_choices import RaiseCap
from sidepot.rules.houses import CASH, PAGE_HOUSE, find_house
from sidepot.rules.meanings import asked_houses
from sidepot.rules.rulebook import Declaration, Reading, Reopening, Rulebook
from sidepot.rules.table_choices import FirstButton
from sidepot.table.chips import plain_chips
from sidepot.table.table_rules import MINUTE, Kill, OpenStakes, Straddle, TableRules, TimeCharge
from sidepot.tournament.colour_plan import plan_colour_ups
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.schedule import Level
from sidepot.tournament.structure import EntryTerms, Structure
from sidepot.validation import quantities as q
from sidepot.validation.integers import out_of_bounds
from sidepot.validation.type_checks import check_fields

LONGEST: Final = 200  # characters of a text in terms
MOST_GAMES: Final = 100  # of a menu
LimitKey = Literal["", "nl", "pl", "hp", "fl", "sl"]


Raises = Annotated[int, msgspec.Meta(ge=1, le=100)]


class MoreTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Options of a cash table. An option that is left out is as usual for the game and house. An amount of 0 means
    none.

    - `blinds`: the blinds from the left of the button, in games with blinds
    - `ante`: the ante
    - `ante_by`: who pays the ante: all players, the big blind or the button (in games without blinds, all players)
    - `big_bet`, `bring_in`: the big bet and the bring-in, in games that have them
    - `spread`: the minimum and maximum of each bet at spread limit
    - `raises`: the maximum number of raises in a round
    - `any_raises`: whether any number of raises is allowed
    - `bomb_every`: the number of hands from one bomb pot to the next
    - `bomb_ante`: the ante that all players pay in a bomb pot
    - `rake`: the percentage of each pot that the house takes
    - `rake_cap`: the maximum rake of a pot in chips (0 for no cap)
    - `time_charge`: what players pay for their seats
    - `kill`: higher stakes after a large pot
    - `buy_in`: the minimum and maximum buy-in (0 for none)
    - `back_minutes`: players who return within this time must bring the chips that they took away
    - `runs`: how often the board is run at most
    - `rabbit`: whether players may ask after a hand for the board cards that would have been dealt
    - `seven_deuce`: what each other player pays to a player who wins with seven-deuce and shows it
    - `stand_up`: what the last player standing in the stand-up game pays to each other player
    - `face_up`: whether all-in hands are opened once nobody can bet
    - `talk`: whether players in a hand may chat
    - `marker_below`: at `open_stakes`, the players must accept markers below this amount
    - `marker_terms`: how and by when markers are settled

    The other fields are choices of the house.
    """

    blinds: Annotated[tuple[q.SomeChips, ...], msgspec.Meta(max_length=MOST_BLINDS)] = ()
    ante: q.Chips | None = None
    ante_by: AnteBy = AnteBy.ALL
    big_bet: q.SomeChips | None = None
    bring_in: q.Chips | None = None
    spread: tuple[q.SomeChips, q.SomeChips] | None = None
    raises: Raises | None = None
    any_raises: bool = False
    straddles: tuple[Straddle, ...] = ()
    kill: Kill | None = None
    bomb_every: q.Hands = 0
    bomb_ante: q.Chips = 0
    rake: q.RakePercent = 0
    rake_cap: q.Chips = 0
    time_charge: TimeCharge | None = None
    buy_in: tuple[q.Chips, q.Chips] | None = None
    back_minutes: q.Minutes | None = None
    runs: q.Boards | None = None
    rabbit: bool | None = None
    seven_deuce: q.Chips = 0
    stand_up: q.Chips = 0
    declaration: Declaration | None = None
    reading: Reading | None = None
    reopening: Reopening | None = None
    face_up: bool | None = None
    first_button: FirstButton | None = None
    open_stakes: bool = False
    marker_below: q.Chips = 0
    marker_terms: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    talk: Literal["", "in a hand too", "not in a hand"] = ""

    def __post_init__(self) -> None:
        check_fields(self)
        if bool(self.bomb_every) != bool(self.bomb_ante):
            raise refuse(BadNotation, say("bomb pots need both an interval in hands and an ante"), code="bad_form")
        if self.raises is not None and self.any_raises:
            raise refuse(
                BadNotation, say("give the maximum number of raises, or allow any number: not both"), code="bad_form"
            )
        if self.rake_cap and not self.rake:
            raise refuse(BadNotation, say("a rake cap needs a rake: leave the cap out"), code="bad_form")
        if (self.marker_below or self.marker_terms) and not self.open_stakes:
            raise refuse(
                BadNotation,
                say("markers need open stakes: choose them, or leave the marker limit out"),
                code="bad_form",
            )


def with_more(rules: TableRules, more: MoreTerms) -> TableRules:
    """The rules of a cash table with the host's options.

    Raises BadNotation or Conflict if the options do not fit together.
    """
    check_straddles(more.straddles, rules.stakes)
    if more.blinds and not any(stakes.blinds for stakes in rules.stakes):
        raise refuse(BadNotation, say("this game has no blinds: leave them out"), code="bad_form")
    return replace(
        rules,
        rulebook=_house(rules.rulebook, more),
        mix=_capped(rules.mix, more),
        stakes=tuple([_stakes(stakes, part, more) for stakes, part in zip(rules.stakes, rules.mix.games, strict=True)]),
        buy_in=more.buy_in or rules.buy_in,
        rathole_ms=more.back_minutes * MINUTE if more.back_minutes is not None else rules.rathole_ms,
        straddles=more.straddles,
        kill=more.kill,
        bomb_every=more.bomb_every,
        bomb_ante=more.bomb_ante,
        seven_deuce=more.seven_deuce,
        stand_up=more.stand_up,
        time_charge=more.time_charge,
        open_stakes=_open_stakes(more) if more.open_stakes else None,
    )


def _open_stakes(more: MoreTerms) -> OpenStakes:
    if not more.marker_terms.strip():
        return OpenStakes(threshold=more.marker_below)
    return OpenStakes(threshold=more.marker_below, terms=more.marker_terms)


def _house(house: Rulebook, more: MoreTerms) -> Rulebook:
    """The rulebook with the host's options."""
    asked: dict[str, object] = {
        "run_it": more.runs,
        "rabbit_hunting": more.rabbit,
        "declaration": more.declaration,
        "reading": more.reading,
        "reopening_limit": more.reopening,
        "face_up_all_in": more.face_up,
        "first_button": more.first_button,
        "open_stakes": more.open_stakes or None,
        # even in a house with a cap of four
        "raise_cap": RaiseCap.THREE if more.raises is not None else None,
        "talk_in_hand": more.talk == "in a hand too" if more.talk else None,
    }
    change = {field: value for field, value in asked.items() if value is not None}
    return house.but(**change) if change else house


def _capped(mix: Mix, more: MoreTerms) -> Mix:
    """The games with the host's cap on raises."""
    if more.raises is None and not more.any_raises:
        return mix
    return replace(mix, games=tuple([replace(part, limit=with_raises(part.limit, more.raises)) for part in mix.games]))


def _stakes(stakes: Stakes, part: MixGame, more: MoreTerms) -> Stakes:
    """The stakes of one game with the host's options."""
    found = own_stakes(
        stakes,
        part,
        blinds=more.blinds,
        ante=more.ante,
        ante_by=more.ante_by,
        bring_in=more.bring_in,
        big_bet=more.big_bet,
    )
    return replace(found, rake=Rake(more.rake, cap=more.rake_cap or None)) if more.rake else found


BET: Final = 10  # the default
SHORTEST: Final = {"decide": 100, "between": 10}  # milliseconds; shorter times would overload the table
FIRST_BET: Final = 20  # of a sit-and-go


class TableForm(PrivateStruct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The short form for opening a table.

    - `kind`: a cash table, or a sit-and-go, which is a tournament of one table that starts when the table is full
    - `game`: a game (`holdem`) or a mix (`horse`, `dealers-choice`)
    - `limit`: nl, pl, hp (half pot), fl or sl (spread), or "" for the usual limit; a mix has the limits of its games
    - `bet`: the big blind, or the small bet at fixed limits; a sit-and-go has its own stakes
    - `decimals`: amounts are in units of `10 ** -decimals`: if this is 2, 50 is shown as 0.50
    - `choice`: whether the dealer names each game of the mix or menu
    - `menu`: the games among which the dealer chooses, with their limits (`nl holdem`)
    - `seats`: the number of seats, which the game limits
    - `bots`: how many bots sit down when the table opens
    - `style`: the style of the bots (null for any)
    - `fill`: whether bots make room for people
    - `approve`: whether a host approves who sits down at a cash table
    - `watch_after`: how many hands the view of spectators is delayed (-1: they see no hands)
    - `house`: the rulebook ("" for the usual one of the kind)
    - `more`: options of a cash table
    - `terms`: complete terms, which replace everything except the password
    - `call`: an https link to a call in which the players talk
    """

    SHOWN = ("title", "kind", "game")

    title: str = ""
    kind: Literal["cash", "sit-and-go"] = "cash"
    game: str = "holdem"
    limit: LimitKey = ""
    bet: q.Bet = BET
    decimals: q.Decimals = 0
    seats: q.Seats = 6
    bots: q.Seats = 0
    strength: Strength = Strength.REGULAR
    style: BotStyle | None = None
    fill: bool = True
    choice: bool = False
    menu: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_GAMES)] = ()
    seconds: SecondsToAct = 25
    house: str = ""
    password: str = ""
    approve: bool = False
    watch_after: q.AnyDelay = 0
    call: str = ""
    more: MoreTerms = MoreTerms()
    terms: RoomTerms | None = None


def terms_of(form: TableForm, rng: Random) -> RoomTerms:
    """The terms of a cash table from its form. Raises BadNotation or Conflict if its fields do not fit together."""
    if form.terms is not None:
        if form.terms.locked != bool(form.password):
            raise refuse(
                BadNotation,
                say("`locked` must be true if the table has a password, and false if it has none"),
                code="bad_form",
            )
        check_sane(form.terms)
        return form.terms
    mix, seats = mix_and_seats(form)
    if form.kind == "sit-and-go":
        raise refuse(BadNotation, say("a sit-and-go is a tournament, not a table"), code="bad_form")
    timing = Timing(decide=form.seconds * 1000)
    bots = company(form.bots, form.strength, rng, form.style)
    rules = replace(
        cash_rules(form.title, mix, form.bet, seats, choice=form.choice),
        rulebook=offered_house(form.house, "cash", CASH),
        unit=Unit(form.decimals),
    )
    rules = with_more(rules, form.more)
    return RoomTerms(
        title=form.title,
        rules=rules,
        timing=timing,
        bots=bots,
        bot_style=form.style,
        fill=form.fill,
        locked=bool(form.password),
        agreed=True,
        approve=form.approve,
        watch_after=form.watch_after,
        call=form.call,
    )


def mix_and_seats(form: TableForm) -> tuple[Mix, int]:
    """The games and the number of seats of a form. Raises BadNotation if its fields do not fit together."""
    mix = _menu_of(form) if form.menu else mix_of(form.game, form.limit, form.more.spread)
    seats = min(form.seats, (mix.seats_for_choice if form.choice else mix.seats)[1])
    if not 0 <= form.bots <= seats:
        raise refuse(
            BadNotation,
            say("expected 0 to {most} bots for {seats} seats, got {bots}", str(seats), str(seats), str(form.bots)),
            code="bad_form",
        )
    _check_together(form, mix)
    return mix, seats


def offered_house(name: str, kind: Literal["tournament", "cash"], usual: Rulebook) -> Rulebook:
    """The house with this name, or `usual` without a name. Raises BadNotation for a house of the wrong kind."""
    if not name:
        return usual
    offered = asked_houses(kind)
    book = find_house(name)
    if book.name not in offered:
        raise refuse(
            BadNotation,
            say(
                "the house {house} has no rules for this kind of table; choose one of {houses}",
                book.name,
                ", ".join(offered),
            ),
            code="bad_form",
        )
    return book


def _check_together(form: TableForm, mix: Mix) -> None:
    """Raise BadNotation for a field that would be ignored."""
    is_mix = len(mix.games) > 1
    if form.limit and is_mix:
        raise refuse(
            BadNotation,
            say("the games of {mix} have their own limits: leave the limit out", mix.title),
            code="bad_form",
        )
    if form.choice and not is_mix:
        raise refuse(
            BadNotation,
            say("dealer's choice needs several games: choose a mix such as dealers-choice, not {game}", form.game),
            code="bad_form",
        )
    if form.kind == "sit-and-go" and form.more != MoreTerms():
        raise refuse(BadNotation, say("a sit-and-go has its own terms: leave the other options out"), code="bad_form")
    if form.kind == "sit-and-go" and form.approve:
        raise refuse(
            BadNotation, say("a sit-and-go is open to everybody: the host approves no players"), code="bad_form"
        )
    if form.kind == "sit-and-go" and form.call:
        raise refuse(BadNotation, say("a sit-and-go has no link to a call: leave out the link"), code="bad_form")
    if form.kind == "sit-and-go" and form.choice:
        raise refuse(BadNotation, say("a sit-and-go has no dealer's choice: its games rotate"), code="bad_form")
    if form.kind == "sit-and-go" and form.decimals:
        raise refuse(
            BadNotation, say("the chips of a sit-and-go are whole: leave out the decimal places"), code="bad_form"
        )
    if form.kind == "sit-and-go" and form.bet not in (BET, FIRST_BET):
        raise refuse(
            BadNotation,
            say("a sit-and-go begins with a bet of {bet}, which rises: leave the bet out", str(FIRST_BET)),
            code="bad_form",
        )


def check_sane(terms: RoomTerms) -> None:
    """Raise BadNotation for terms with which no table should open.

    Such terms have time limits with which nobody could play, belong to a tournament's table, or contain a text that is
    too long.
    """
    check_timing(terms.timing)
    if terms.of_tournament is not None:
        raise refuse(BadNotation, say("a tournament opens its tables itself"), code="bad_form")
    waiting: list[object] = [msgspec.to_builtins(terms)]
    while waiting:
        match waiting.pop():
            case dict() as value:
                waiting += value.values()
            case list() | tuple() as value:
                waiting += value
            case str() as value if len(value) > LONGEST:
                raise refuse(
                    BadNotation,
                    say("expected at most {most} characters, got {count}", str(LONGEST), str(len(value))),
                    code="bad_form",
                )


def check_timing(timing: Timing) -> None:
    """Raise BadNotation for time limits with which nobody could play."""
    for name, least in SHORTEST.items():
        value = getattr(timing, name)
        if value < least:
            raise out_of_bounds(name, least, q.DAY, str(value))


def mix_of(game: str, limit: LimitKey, spread: tuple[int, int] | None = None) -> Mix:
    """The game or mix with this name. `spread` is the minimum and maximum of a bet, for spread limit only.

    Raises BadNotation for an unknown name, and Conflict for an impossible limit.
    """
    key = game.lower().replace(" ", "-")
    if spread is not None and limit != "sl":
        raise refuse(
            BadNotation, say("a spread needs spread limit: choose it, or leave the spread out"), code="bad_form"
        )
    if key in MIXES:
        return find_mix(key)
    found = find_game(game)
    if study_of(found) is not None:
        raise refuse(
            BadNotation,
            say("{game} is a game for study; it cannot be played at a table of the room", found.title),
            code="unknown_game",
        )
    match limit or usual_limit(found):
        case "sl" if spread is None:
            raise refuse(BadNotation, say("spread limit needs the lowest and the highest bet"), code="bad_form")
        case "sl" if spread is not None:
            return single(found, SpreadLimit(*spread))
        case "hp":
            return single(found, PotLimit(1, 2))
        case short:
            return single(found, SHORT[short])


def limit_key(limit: Limit) -> LimitKey:
    """The short name of a limit, as used in forms."""
    match limit:
        case PotLimit():
            return "hp" if limit.denominator > limit.numerator else "pl"
        case FixedLimit():
            return "fl"
        case SpreadLimit():
            return "sl"
        case _:
            return "nl"


def _menu_of(form: TableForm) -> Mix:
    """The games that the dealer can choose. Raises BadNotation."""
    if not form.choice:
        raise refuse(
            BadNotation, say("a menu needs dealer's choice: choose it, or leave the menu out"), code="bad_form"
        )
    return rotation("dealers-choice", MIXES["dealers-choice"].title, dict.fromkeys(form.menu))


def cash_rules(title: str, mix: Mix, bet: int, seats: int, *, choice: bool = False) -> TableRules:
    """The rules of a cash table, with buy-ins of 40 to 200 times the `bet`.

    `choice` says whether the dealer names each game of the mix.
    """
    most = (mix.seats_for_choice if choice else mix.seats)[1]
    return TableRules(
        name=title,
        seats=min(seats, most),
        mix=mix,
        stakes=cash_stakes(mix, bet),
        buy_in=(40 * bet, 200 * bet),
        dealers_choice=choice,
    )


def company(count: int, strength: Strength, rng: Random, style: BotStyle | None = None) -> tuple[BotSeat, ...]:
    """`count` bots, each with its own name, and all in this `style` if one is given."""
    return tuple(BotSeat(name, strength) for name in bot_names((), rng, count, style))


_LADDER: Final = (FIRST_BET, 40, 60, 100, 150, 200, 300, 400, 600, 800, 1_200, 1_600, 2_400, 3_200, 4_800, 6_400)
_CHIPS: Final = plain_chips(5, 25, 100, 500, 1_000, 5_000)


def sit_and_go_terms(form: TableForm) -> TournamentTerms:
    """The terms of a sit-and-go from its form. Raises BadNotation or Conflict if its fields do not fit together."""
    mix, seats = mix_and_seats(form)
    return TournamentTerms(
        title=form.title,
        structure=replace(
            sit_and_go(form.title, mix, seats), rulebook=offered_house(form.house, "tournament", PAGE_HOUSE)
        ),
        starts_full=True,
        timing=Timing(decide=form.seconds * 1000),
        watch_after=form.watch_after,
        locked=bool(form.password),
        agreed=True,
    )


def sit_and_go(title: str, mix: Mix, seats: int) -> Structure:
    """The structure of a tournament of one table: stacks of 1,500 chips, levels of four minutes."""
    levels = [
        Level(tuple(stakes_for(part.game, part.limit, bet, chip=5) for part in mix.games), 4 * MINUTE)
        for bet in _LADDER
    ]
    percents = (50.0, 30.0, 20.0) if seats > 5 else (65.0, 35.0) if seats > 3 else (100.0,)
    return Structure(
        name=title,
        seats=seats,
        mix=mix,
        schedule=plan_colour_ups(levels, _CHIPS),
        chips=_CHIPS,
        stack=1_500,
        entry=EntryTerms(buy_in=100, most=seats),
        pays=PayTerms(percents=percents),
        turbo=True,
    )
