"""Cases of a table over many hands: players sit, buy, wait and leave, and the hands dealt follow.

Seats are written as people count them, from 1; times in minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, NamedTuple, get_type_hints

import msgspec

from sidepot.cases.case_setups import Deal, WholeHand, fill, find_limit
from sidepot.cases.expected import Problems, differ
from sidepot.cases.hand_cases import play_script
from sidepot.cases.refusal import look_at_cite
from sidepot.cases.script import check_keys, prepare_script
from sidepot.cases.table_words import Sentence, parse_sentence
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.mixes import ChangeBy, Mix, find_mix, rotation, single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.rulebook import Rulebook
from sidepot.table.events import HandBegun
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import TableRules
from sidepot.validation.problems import as_type

MINUTE: Final = 60_000
MIX_TYPES: Final[dict[str, object]] = {
    "game": str, "limit": str | dict[str, Any], "mix": str, "games": list[str], "by": ChangeBy, "hands": int,
    "stakes": Stakes | list[Stakes], "bet": int,
}  # fmt: skip
FIELDS: Final = {  # the key of each field of the rules
    field.encode_name: field.name
    for field in msgspec.structs.fields(TableRules)
    if field.name not in ("mix", "stakes", "rulebook")
}
TYPES: Final = {key: get_type_hints(TableRules)[name] for key, name in FIELDS.items()}


class TableCase(msgspec.Struct, frozen=True, tag="table", tag_field="kind"):
    """The terms (`table`), the acts (`script`), and the looks on the way and at the end."""

    table: dict[str, Any]
    script: list[str | dict[str, Any]] = []
    expect: dict[str, Any] = {}


class Step(NamedTuple):
    """One step: looks and refusals first, then a sentence, a new level, or a hand that is played."""

    number: int
    looks: dict[str, Any]
    refuses: dict[str, str]
    sentence: Sentence | None = None
    level: list[Stakes] | None = None
    begins: bool = False
    play: list[Any] | None = None
    deal: Deal = Deal()
    minutes: int | None = None

    @property
    def place(self) -> str:
        return f"step {self.number}" + (f" ({self.sentence.text})" if self.sentence else "")


def prepare_table(body: TableCase, rulebook: Rulebook) -> None:
    """Raise BadNotation or Conflict for an unreadable case, or one that cannot fail."""
    steps = _steps(body)
    _check_looks(body.expect, ("refused", *LOOKS), "expect")
    if not body.expect and not any(step.looks or step.refuses for step in steps):
        raise BadNotation("nothing is expected, neither on the way nor at the end: such a case cannot fail")
    try:
        rules_of_table(body, rulebook)
    except SidepotError as error:
        if "refused" not in body.expect or error.cite is None:
            raise


def run_table(body: TableCase, rulebook: Rulebook) -> Problems:
    """Let it all happen, looking where the case looks."""
    refused = body.expect.get("refused")
    return look_at_cite(lambda: Table(rules_of_table(body, rulebook)), refused, partial(_happen, body))


def _happen(body: TableCase, table: Table) -> Problems:
    problems: Problems = []
    at = 0
    hand: Hand | None = None
    for step in _steps(body):
        at = at if step.minutes is None else step.minutes * MINUTE
        _look(table, step.looks, step.place, problems, at)
        _try_refused(table, step, at, problems)
        try:
            if step.sentence is not None:
                hand = step.sentence.do(table, at) or hand
            if step.level is not None:
                table.set_level(step.level)
            if step.begins:
                hand = table.start_hand(at)
            if step.play is not None and hand is not None:
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


def _listed(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


def rules_of_table(body: TableCase, rulebook: Rulebook) -> TableRules:
    """All that is agreed at the table of a case. Raises BadNotation and Conflict."""
    given = body.table
    for key in given:
        if key not in MIX_TYPES and key not in TYPES:
            raise BadNotation(f"table: unknown key {key!r}; there are {', '.join((*MIX_TYPES, *TYPES))}")
    types = TYPES | MIX_TYPES
    agreed = {key: as_type(value, types[key], f"table.{key}") for key, value in given.items() if key != "by"}
    agreed = {FIELDS[key]: value for key, value in agreed.items() if key in FIELDS}
    mix = _mix(given)
    if "bet" in given:
        stakes = tuple([stakes_for(part.game, part.limit, given["bet"]) for part in mix.games])
    else:
        stakes = tuple([fill(Stakes, one, "stakes") for one in _listed(given.get("stakes", []))])
    agreed.setdefault("seats", min(9, mix.seats[1]))
    return TableRules(mix=mix, stakes=stakes, rulebook=rulebook, **agreed)


def _mix(given: dict[str, Any]) -> Mix:
    if "game" in given:
        return single(find_game(given["game"]), find_limit(given.get("limit", "no limit")))
    mix = rotation("case", "The case", given["games"]) if "games" in given else find_mix(given.get("mix", ""))
    try:
        by = ChangeBy(given.get("by", mix.by))
    except ValueError:
        raise BadNotation(f"table: by: one of {', '.join(ChangeBy)}, not {given['by']!r}") from None
    return msgspec.structs.replace(mix, by=by, hands=given.get("hands", mix.hands))


# ---- what happens


def _steps(body: TableCase) -> list[Step]:
    steps = []
    for number, given in enumerate(body.script, 1):
        try:
            steps.append(_step(number, {"do": given} if isinstance(given, str) else given))
        except BadNotation as error:
            raise BadNotation(f"script, step {number}: {error}") from None
    return steps


def _step(number: int, given: dict[str, Any]) -> Step:
    _check_looks(given, (*STEP_TYPES, *LOOKS), "")
    acts = [key for key in ("do", "hand", "play", "level") if key in given]
    if len(acts) > 1:
        raise BadNotation(f"a step does one thing, not {' and '.join(acts)}")
    refuses = given.get("refuses", {})
    for words in refuses:
        parse_sentence(words)
    script = given.get("hand", given.get("play"))
    check_keys(script or ())
    deal = Deal(cards=given.get("cards", {}), board=given.get("board", ""))
    return Step(
        number,
        {key: value for key, value in given.items() if key in LOOKS},
        refuses,
        parse_sentence(given["do"]) if "do" in given else None,
        [fill(Stakes, one, "level") for one in _listed(given["level"])] if "level" in given else None,
        "hand" in given,
        script,
        deal,
        given.get("at"),
    )


def _play(table: Table, hand: Hand, step: Step) -> Problems:
    """Play a hand to its end; where the script is done, hands that are known are shown."""
    begun = table.begun
    if begun is None:
        raise BadNotation("no hand is on that could be played")
    body = WholeHand(
        hand.setup.game.name,
        {},
        dict(zip(begun.players, hand.setup.stacks, strict=True)),
        expect={"over": True},
        cards={name: cards for name, cards in step.deal.cards.items() if name in begun.players},
        board=step.deal.board,
        absent=[begun.players[seat] for seat in begun.dead],
        script=step.play or [],
    )
    prepare_script(body)
    problems = play_script(body, hand)
    return problems if hand.due is Due.DONE else [*problems, "the hand is not over"]


def _try_refused(table: Table, step: Step, at: int, problems: Problems) -> None:
    """Each of these must be refused, under the rule that is named, and must change nothing."""
    for words, rule in step.refuses.items():
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
    """Where the ledger is not what lies on the table."""
    bank = table.ledger
    for place in table.seated():
        if bank.balance(f"stack:{place.player}") != place.stack:
            yield f"{place.player} has {place.stack}, and in the ledger {bank.balance(f'stack:{place.player}')}"
    if sum([bank.balance(account) for account in bank.accounts]) or bank.balance("pot") != table.carried:
        yield "the ledger does not balance"


# ---- what is seen


def _latest(table: Table) -> HandBegun:
    """The hand that is on, or the last one."""
    for event in reversed(table.log):
        if isinstance(event, HandBegun):
            return event
    raise BadNotation("no hand has begun yet")


def _posts(table: Table, at: int) -> list[str]:
    begun = _latest(table)
    return [f"{begun.players[owed.seat]}: {owed.post} {owed.amount}" for owed in begun.setup.owed]


def _contests(table: Table, at: int) -> list[str]:
    """Of the pot that waited before the hand, who contests which part; nothing where all contest all of it."""
    begun = _latest(table)
    return [f"{chips}: {', '.join([begun.players[seat] for seat in can])}" for chips, can in begun.setup.parts]


def _bets(table: Table, at: int) -> list[int]:
    stakes = _latest(table).setup.stakes
    return [stakes.bet_size(big=False), stakes.bet_size(big=True)]


def _of_players(column: Callable[[Any], Any]) -> Callable[[Table, int], dict[str, Any]]:
    return lambda table, at: {place.player: column(place) for place in table.seated()}


LOOKS: Final[dict[str, Callable[[Table, int], Any]]] = {
    "stacks": _of_players(lambda place: place.stack),
    "seats": _of_players(lambda place: place.seat + 1),
    "states": _of_players(lambda place: str(place.state)),
    "owes": _of_players(lambda place: [place.owes_small, place.owes_big]),
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
LOOK_TYPES: Final[dict[str, Any]] = {
    "stacks": dict[str, int], "seats": dict[str, int], "states": dict[str, str], "owes": dict[str, tuple[bool, bool]],
    "players": list[str], "button": int, "small": int, "big": int, "dealt": list[str], "posts": list[str], "game": str,
    "next_game": str, "bets": tuple[int, int], "bomb": bool, "dead": list[str], "sleepers": dict[str, int],
    "dealer": str, "who_deals": str, "killer": str, "carried": int, "claims": dict[str, int],
    "barred": dict[str, int], "contests": list[str], "hands": int, "list": list[str], "time_due": list[str],
    "balance": dict[str, int], "results": dict[str, int], "refused": str,
}  # fmt: skip
STEP_TYPES: Final[dict[str, Any]] = {
    "do": str, "at": int, "cards": dict[str, str], "board": str, "refuses": dict[str, str],
    "hand": list[str | dict[str, Any]], "play": list[str | dict[str, Any]],
    "level": Stakes | list[Stakes],
}  # fmt: skip
_TOLD_AS: Final = {
    "cards": 'cards are told as in cards = { Ann = "AsKd" }',
    "board": 'a board is told as in board = "QdJc7s"',
}
_SOME: Final = ("stacks", "seats", "states", "owes", "balance", "results")  # only those that are named are compared


def _check_looks(given: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    place = f"{where}: " if where else ""
    for key, value in given.items():
        if key not in known:
            raise BadNotation(f"{place}unknown key {key!r}; there are {', '.join(known)}")
        if key in _SOME and not isinstance(value, dict):
            raise BadNotation(f"{place}{key}: one for each player, as in {{ Ann = ... }}")
        if key == "level":  # its tables are read with all that they may have
            continue
        try:
            as_type(value, LOOK_TYPES.get(key) or STEP_TYPES[key], key)
        except BadNotation as error:
            raise BadNotation(f"{place}{_TOLD_AS.get(key) or error.message}") from None


def _look(table: Table, looks: dict[str, Any], place: str, problems: Problems, at: int) -> None:
    """Compare the case's looks with the table."""
    for key, expected in looks.items():
        look = LOOKS.get(key)
        if look is None:
            continue
        try:
            got = look(table, at)
        except SidepotError as error:
            problems.append(f"{place}: {key}: {error}")
            continue
        if key in _SOME:
            got = {name: got.get(name, "nothing") for name in expected}
        differ(problems, f"{place}: {key}", expected, got)
