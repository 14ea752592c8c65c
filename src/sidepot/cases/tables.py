"""Cases of a table over many hands: players sit, buy, wait and leave, and the hands dealt follow.

Seats are counted from 1, and times are in minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple, TypeVar, get_type_hints

import msgspec

from sidepot.cases.case_setups import WholeHand, fill, find_limit
from sidepot.cases.expected import Problems, differ
from sidepot.cases.hand_cases import play_script
from sidepot.cases.looks import HandEnd, Script
from sidepot.cases.refusal import look_at_cite
from sidepot.cases.script import prepare_script
from sidepot.cases.sentences import Sentences, Values
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.mixes import ChangeBy, Mix, find_mix, rotation, single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.rulebook import Rulebook
from sidepot.table import commands as c
from sidepot.table.events import HandBegun
from sidepot.table.places import Place
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import Straddle, TableRules
from sidepot.validation.problems import as_type
from sidepot.validation.reader import at_place

# ---- sentences, each one command of the table


Read = Callable[[Values], c.AnyCommand]


class Sentence(NamedTuple):
    """A command in words, and the player who gives it ("" for a command of the house)."""

    text: str
    command: c.AnyCommand
    player: str

    def do(self, table: Table, at: int) -> Hand | None:
        """Carry out the command. Returns the hand if one begins. Raises the errors of the table."""
        last = table.do(self.command, self.player, at)[-1]
        return Hand(last.setup) if isinstance(last, HandBegun) else None


def _sits(values: Values) -> c.Sit:
    return c.Sit(int(values["seat"]) - 1, int(values["chips"]), not values["posts"])


def _straddles(values: Values) -> c.DoStraddle:
    return c.DoStraddle(Straddle(values["kind"] or Straddle.UNDER_THE_GUN), int(values["chips"]))


_WHO: Final = r"(?P<who>\w+) "
_POSTS: Final = r"(?P<posts> and posts)?"
_PATTERNS: Final[tuple[tuple[str, Read], ...]] = (
    (_WHO + r"sits in seat (?P<seat>\d+) with (?P<chips>\d+)" + _POSTS, _sits),
    (_WHO + r"buys (?P<chips>\d+)", lambda values: c.Buy(int(values["chips"]))),
    (_WHO + r"asks for (?P<chips>\d+)", lambda values: c.Ask(int(values["chips"]))),
    (_WHO + r"tops up to (?P<chips>\d+)", lambda values: c.TopUp(int(values["chips"]))),
    (_WHO + r"sits out", lambda values: c.SitOut()),
    (_WHO + r"comes back" + _POSTS, lambda values: c.ComeBack(not values["posts"])),
    (_WHO + r"leaves", lambda values: c.Leave()),
    (
        _WHO + r"moves to seat (?P<seat>\d+)" + _POSTS,
        lambda values: c.Move(int(values["seat"]) - 1, not values["posts"]),
    ),
    (_WHO + r"takes (?P<chips>\d+) off the table", lambda values: c.TakePetty(int(values["chips"]))),
    (_WHO + r"pays for the seat", lambda values: c.ChargeTime()),
    (_WHO + r"waits for a seat", lambda values: c.Queue()),
    (_WHO + r"is interested", lambda values: c.Queue(interest=True)),
    (_WHO + r"is off the list", lambda values: c.Unqueue()),
    (
        r"the next one sits down with (?P<chips>\d+)" + _POSTS,
        lambda values: c.SeatNext(int(values["chips"]), waits=not values["posts"]),
    ),
    (r"the button goes to seat (?P<seat>\d+)", lambda values: c.DrawButton(int(values["seat"]) - 1)),
    (_WHO + r"names (?P<game>.+)", lambda values: c.ChooseGame(values["game"])),
    (_WHO + r"straddles to (?P<chips>\d+)(?:, (?P<kind>mississippi|sleeper))?", _straddles),
    (
        r"a hand begins(?:, (?P<dead>\w+) on a penalty)?",
        lambda values: c.StartHand((values["dead"],) if values["dead"] else ()),
    ),
    (r"the stand-up game begins", lambda values: c.StandUp()),
    (r"the stand-up game ends", lambda values: c.EndStandUp()),
    (r"the hand is called off", lambda values: c.VoidHand()),
)
_SENTENCES: Final = Sentences(
    _PATTERNS,
    "{} is nothing that happens at a table; there are: "
    "Ann sits in seat 3 with 100 (and posts), Ann buys 50, Ann asks for 50, Ann tops up to 100, Ann sits out, "
    "Ann comes back (and posts), Ann leaves, Ann moves to seat 4 (and posts), Ann takes 5 off the table, "
    "Ann pays for the seat, Ann waits for a seat, Ann is interested, Ann is off the list, "
    "the next one sits down with 100, the button goes to seat 1, Ann names razz, Ann straddles to 4(, sleeper), "
    "the stand-up game begins, the stand-up game ends, a hand begins(, Ann on a penalty), the hand is called off",
)


def parse_sentence(text: str) -> Sentence:
    """Parse a sentence of a table case. Raises BadNotation, listing the forms, for any other text."""
    read, values = _SENTENCES.read(text)
    return Sentence(text, read(values), values.get("who", ""))


# ---- cases


T = TypeVar("T")
MINUTE: Final = 60_000
Names = list[str]  # the structs have a field `list`
Tables = list[dict[str, object]]
Chips = dict[str, int]


class MixTerms(msgspec.Struct, frozen=True):
    """What a table plays: one game, a mix, or several games in turn. The stakes are given, or follow from the `bet`."""

    game: str | None = None
    limit: str | dict[str, object] = "no limit"
    mix: str = ""
    games: list[str] | None = None
    by: ChangeBy | None = None
    hands: int | None = None
    stakes: dict[str, object] | Tables = []
    bet: int | None = None


FIELDS: Final = {  # the key of each field of the rules
    field.encode_name: field.name
    for field in msgspec.structs.fields(TableRules)
    if field.name not in ("mix", "stakes", "rulebook")
}
TYPES: Final = {key: get_type_hints(TableRules)[name] for key, name in FIELDS.items()}


class TableSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is expected of the table, its lists and its ledger at some time. Fields left out are not compared."""

    stacks: Chips | None = None
    seats: Chips | None = None
    states: dict[str, str] | None = None
    owes: dict[str, tuple[bool, bool]] | None = None
    players: Names | None = None
    button: int | None = None
    small: int | None = None
    big: int | None = None
    dealt: Names | None = None
    posts: Names | None = None
    game: str | None = None
    next_game: str | None = None
    bets: tuple[int, int] | None = None
    bomb: bool | None = None
    dead: Names | None = None
    sleepers: Chips | None = None
    dealer: str | None = None
    who_deals: str | None = None
    killer: str | None = None
    standing: Names | None = None
    carried: int | None = None
    claims: Chips | None = None
    barred: Chips | None = None
    contests: Names | None = None
    hands: int | None = None
    list: Names | None = None
    time_due: Names | None = None
    balance: Chips | None = None
    results: Chips | None = None


class TableStep(TableSeen, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step of a script: what is expected and refused, followed by what happens.

    - `do`: a sentence that is carried out
    - `level`: the new level
    """

    do: str | None = None
    at: int | None = None
    cards: dict[str, str] | None = None
    board: str | None = None
    refuses: dict[str, str] | None = None
    hand: Script | None = None
    play: Script | None = None
    level: dict[str, object] | Tables | None = None


class TableEnd(TableSeen, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is expected at the end, or the rule by which the terms are `refused`."""

    refused: str | None = None


class TableCase(msgspec.Struct, frozen=True, tag="table", tag_field="kind"):
    """The terms (`table`), the actions (`script`), and what is expected during and after them."""

    table: dict[str, object]
    script: list[str | TableStep] = []
    expect: TableEnd = TableEnd()


class Step(NamedTuple):
    """A step with its number, and its command for the table."""

    number: int
    given: TableStep
    sentence: Sentence | None = None
    level: list[Stakes] | None = None

    @property
    def place(self) -> str:
        return f"step {self.number}" + (f" ({self.sentence.text})" if self.sentence else "")


def prepare_table(body: TableCase, rulebook: Rulebook) -> None:
    """Raise BadNotation or Conflict for an unreadable case, or one that cannot fail."""
    steps = _steps(body)
    looked_at = (*LOOKS, "refuses")
    if body.expect == TableEnd() and not any(
        getattr(step.given, key) is not None for step in steps for key in looked_at
    ):
        raise BadNotation("the case expects nothing, neither during the hand nor after it, so it cannot fail")
    try:
        rules_of_table(body, rulebook)
    except SidepotError as error:
        if body.expect.refused is None or error.cite is None:
            raise


def run_table(body: TableCase, rulebook: Rulebook) -> Problems:
    """Carry out all steps, and return the differences from the case."""
    refused = body.expect.refused
    return look_at_cite(lambda: Table(rules_of_table(body, rulebook)), refused, partial(_happen, body))


def _happen(body: TableCase, table: Table) -> Problems:
    problems: Problems = []
    at = 0
    hand: Hand | None = None
    for step in _steps(body):
        at = at if step.given.at is None else step.given.at * MINUTE
        _look(table, step.given, step.place, problems, at)
        _try_refused(table, step, at, problems)
        try:
            if step.sentence is not None:
                hand = step.sentence.do(table, at) or hand
            if step.level is not None:
                table.set_level(step.level)
            if step.given.hand is not None:
                hand = table.start_hand(at)
            if _script_of(step.given) is not None and hand is not None:
                problems += [f"{step.place}: {problem}" for problem in _play(table, hand, step)]
                table.finish(hand, at)
        except SidepotError as error:
            return [*problems, f"{step.place}: refused: {error}"]
        problems += [f"{step.place}: {problem}" for problem in _balance(table)]
    _look(table, body.expect, "at the end", problems, at)
    if replay(table.log) != table:
        problems.append("the log of the table replays to another table")
    return problems


# ---- what is agreed


def _listed(given: T | list[T]) -> list[T]:
    return given if isinstance(given, list) else [given]


def rules_of_table(body: TableCase, rulebook: Rulebook) -> TableRules:
    """The terms of the table in a case.

    Raises BadNotation or Conflict for terms that contradict each other.
    """
    known = (*MixTerms.__struct_fields__, *TYPES)
    for key in body.table:
        if key not in known:
            raise BadNotation(f"table: unknown key {key!r}; the keys are {', '.join(known)}")
    terms = as_type(body.table, MixTerms, "table")
    agreed = {FIELDS[key]: as_type(one, TYPES[key], f"table.{key}") for key, one in body.table.items() if key in FIELDS}
    mix = _mix(terms)
    if terms.bet is not None:
        stakes = tuple([stakes_for(part.game, part.limit, terms.bet) for part in mix.games])
    else:
        stakes = tuple([fill(Stakes, one, "stakes") for one in _listed(terms.stakes)])
    agreed.setdefault("seats", min(9, mix.seats[1]))
    return TableRules(mix=mix, stakes=stakes, rulebook=rulebook, **agreed)


def _mix(terms: MixTerms) -> Mix:
    if terms.game is not None:
        return single(find_game(terms.game), find_limit(terms.limit))
    mix = find_mix(terms.mix) if terms.games is None else rotation("case", "The case", terms.games)
    by, hands = terms.by or mix.by, mix.hands if terms.hands is None else terms.hands
    return msgspec.structs.replace(mix, by=by, hands=hands)


# ---- what happens


def _steps(body: TableCase) -> list[Step]:
    steps = []
    for number, given in enumerate(body.script, 1):
        with at_place(f"script, step {number}"):
            steps.append(_step(number, TableStep(do=given) if isinstance(given, str) else given))
    return steps


def _step(number: int, given: TableStep) -> Step:
    acts = [key for key in ("do", "hand", "play", "level") if getattr(given, key) is not None]
    if len(acts) > 1:
        raise BadNotation(f"a step must do one thing, not {' and '.join(acts)}")
    for words in given.refuses or ():
        parse_sentence(words)
    level = None if given.level is None else [fill(Stakes, one, "level") for one in _listed(given.level)]
    return Step(number, given, None if given.do is None else parse_sentence(given.do), level)


def _script_of(given: TableStep) -> Script | None:
    return given.play if given.hand is None else given.hand


def _play(table: Table, hand: Hand, step: Step) -> Problems:
    """Play a hand to its end. After the script, known hands are shown."""
    begun = table.begun
    if begun is None:
        raise BadNotation("no hand is in progress")
    body = WholeHand(
        hand.setup.game.name,
        {},
        dict(zip(begun.players, hand.setup.stacks, strict=True)),
        expect=HandEnd(over=True),
        cards={name: cards for name, cards in (step.given.cards or {}).items() if name in begun.players},
        board=step.given.board or "",
        absent=[begun.players[seat] for seat in begun.dead],
        script=_script_of(step.given) or [],
    )
    prepare_script(body)
    problems = play_script(body, hand)
    return problems if hand.due is Due.DONE else [*problems, "the hand is not over"]


def _try_refused(table: Table, step: Step, at: int, problems: Problems) -> None:
    """Each of these must be refused, under the rule that is named, and must change nothing."""
    for words, rule in (step.given.refuses or {}).items():
        before = replay(table.log)
        try:
            parse_sentence(words).do(table, at)
        except SidepotError as error:
            if rule and str(error.cite) != rule:
                problems.append(f"{step.place}: {words!r}: expected a refusal under {rule}, got: {error}")
            if table != before:
                problems.append(f"{step.place}: {words!r} was refused, and changed the table")
        else:
            problems.append(f"{step.place}: {words!r}: expected a refusal, but it was accepted")
            return


def _balance(table: Table) -> Iterable[str]:
    """The differences between the ledger and the chips on the table."""
    bank = table.ledger
    for place in table.seated():
        if bank.balance(f"stack:{place.player}") != place.stack:
            yield f"{place.player} has {place.stack}, and in the ledger {bank.balance(f'stack:{place.player}')}"
    if sum([bank.balance(account) for account in bank.accounts]) or bank.balance("pot") != table.carried:
        yield "the ledger does not balance"


# ---- what is seen


def _latest(table: Table) -> HandBegun:
    """The current hand, or the last one."""
    for event in reversed(table.log):
        if isinstance(event, HandBegun):
            return event
    raise BadNotation("no hand has begun yet")


def _posts(table: Table, at: int) -> list[str]:
    begun = _latest(table)
    return [f"{begun.players[owed.seat]}: {owed.post} {owed.amount}" for owed in begun.setup.owed]


def _contests(table: Table, at: int) -> list[str]:
    """The players who contest each part of the carried pot; empty if all contest all of it."""
    begun = _latest(table)
    return [f"{chips}: {', '.join([begun.players[seat] for seat in can])}" for chips, can in begun.setup.parts]


def _bets(table: Table, at: int) -> tuple[int, int]:
    stakes = _latest(table).setup.stakes
    return stakes.bet_size(big=False), stakes.bet_size(big=True)


def _of_players(column: Callable[[Place], object]) -> Callable[[Table, int], dict[str, object]]:
    return lambda table, at: {place.player: column(place) for place in table.seated()}


LOOKS: Final[dict[str, Callable[[Table, int], object]]] = {
    "stacks": _of_players(lambda place: place.stack),
    "seats": _of_players(lambda place: place.seat + 1),
    "states": _of_players(lambda place: str(place.state)),
    "owes": _of_players(lambda place: (place.owes_small, place.owes_big)),
    "players": lambda table, at: list(table.players),
    "button": lambda table, at: _latest(table).marks.button + 1,
    "small": lambda table, at: _latest(table).marks.small + 1,
    "big": lambda table, at: _latest(table).marks.big + 1,
    "dealt": lambda table, at: list(_latest(table).players),
    "posts": _posts,
    "game": lambda table, at: table.rules.mix.names[_latest(table).turn.at],
    "next_game": lambda table, at: table.next_game.name,
    "bets": _bets,
    "bomb": lambda table, at: _latest(table).bomb,
    "dead": lambda table, at: [_latest(table).players[seat] for seat in _latest(table).dead],
    "sleepers": lambda table, at: {_latest(table).players[seat]: to for seat, to in _latest(table).sleepers},
    "dealer": lambda table, at: table.dealer,
    "who_deals": lambda table, at: table.who_deals,
    "killer": lambda table, at: table.killer,
    "standing": lambda table, at: list(table.standing),
    "carried": lambda table, at: table.carried,
    "claims": lambda table, at: table.claims,
    "barred": lambda table, at: {",".join(players): chips for chips, players in table.parts},
    "contests": _contests,
    "hands": lambda table, at: table.hands,
    "list": lambda table, at: list(table.going_list),
    "time_due": lambda table, at: list(table.time_due(at)),
    "balance": lambda table, at: {account: table.ledger.balance(account) for account in table.ledger.accounts},
    "results": lambda table, at: {one.player: one.result for one in table.ledger.statements()},
}
_SOME: Final = ("stacks", "seats", "states", "owes", "balance", "results")  # only those that are named are compared


def _look(table: Table, seen: TableSeen, place: str, problems: Problems, at: int) -> None:
    """Compare the table with what the case expects at this moment."""
    for key, look in LOOKS.items():
        expected = getattr(seen, key)
        if expected is None:
            continue
        try:
            got = look(table, at)
        except SidepotError as error:
            problems.append(f"{place}: {key}: {error}")
            continue
        if key in _SOME and isinstance(got, dict):
            got = {name: got.get(name, "nothing") for name in expected}
        differ(problems, f"{place}: {key}", expected, got)
