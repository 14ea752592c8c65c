"""`sidepot explain`: explain a player's options at any point of a hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import msgspec
import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.usual_house import house_of_environment, read_option
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.rulings import TOPICS, read_facts, rule_on
from sidepot.floor.spot import Spot, spot_of
from sidepot.floor.verdict_words import verdict_words
from sidepot.formats.acpc import is_log, play_acpc, read_acpc, read_state
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.phh import Phh, iter_phh
from sidepot.formats.phh_game import HOUSE_FIELD
from sidepot.formats.phh_play import play_phh
from sidepot.hand.due import Due
from sidepot.hand.events import (
    BroughtIn,
    Called,
    Checked,
    Declared,
    Discarded,
    Event,
    Folded,
    Mucked,
    RaisedTo,
    RunChosen,
    Shown,
)
from sidepot.hand.hand import Hand
from sidepot.hand.story.story import act_words
from sidepot.histories.acpc_logs import game_of_log
from sidepot.histories.bulk import find_histories
from sidepot.rules.houses import find_house
from sidepot.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from sidepot.hand.legal.reason import About, Reason, Verdict


_ORDINALS = ("", "tenths", "hundredths", "thousandths")


History = Annotated[
    Path,
    typer.Argument(parser=common.path, metavar="HISTORY", help="A hand history: PHH (.phh, .phhs) or ACPC (.log)."),
]
Step = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=1_000_000,
        help="The decision to explain, counted from 1 [the last].",
    ),
]
HandOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="The hand to explain, if the file has several: its name, or 1, 2 ...")
]
House = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE",
        callback=read_option,
        help="The house rules: tda-2013, cash ..., or a file [those the history names, or SIDEPOT_HOUSE].",
    ),
]
Game = Annotated[str | None, typer.Option(metavar="NAME|FILE", help="The game of an ACPC log that does not name it.")]
Steps = Annotated[bool, typer.Option("--list", help="List all decisions with their numbers.")]


def command(
    history: History,
    step: Step = None,
    hand: HandOption = None,
    house: House = None,
    game: Game = None,
    steps: Steps = False,
    json: AsJson = False,
) -> None:
    """Explain a decision in a hand: what the player may and may not do, and the rules.

    A step is one decision: a fold, check, call, bet, raise, bring-in, draw, declaration or show. Deals and posts do not
    count. If the history ends in the middle of a hand, the last step is the decision that is due.

    Examples:

      sidepot explain hand.phh                    explain the last decision
      sidepot explain hand.phh --list             list all decisions
      sidepot explain hand.phh --step 7
      sidepot explain session.phhs --hand 12 --step 3 --json
      sidepot explain match.log --hand 2 --game "nl holdem 50/100 20000"

    Exit codes: 0 explained, 2 bad usage or input.
    """
    from sidepot.histories.acpc_logs import asked_game

    asked = None if game is None else asked_game(game)
    read = read_hand(history, hand, None if house is None else find_house(house), game=asked)
    found = decisions(read.hand)
    if not found:
        raise BadNotation(f"{history}: no player had to make a decision in this hand")
    if step is not None and step > len(found):
        raise BadNotation(f"{history}: this hand has {len(found)} decisions, so there is no step {step}; see --list")
    if steps:
        _list(read, found, json=json)
        return
    chosen = found[-1 if step is None else step - 1]
    count = len(found)
    common.answer(lambda: report_of(read, chosen, count), lambda: _show(read, chosen, count), json=json)


def name_of(read: ReadHand, seat: int) -> str:
    """The name of the player in a seat, or `Seat 2` if there is no name."""
    named = read.players[seat] if seat < len(read.players) else ""
    return named.strip() or f"Seat {seat + 1}"


class PermissionsReport(Struct, frozen=True):
    """The legal actions. An impossible action is null or false."""

    fold: bool
    check: bool
    call: int | None
    raise_to: tuple[int, int] | None
    bring_in: int | None
    draw: object
    runs: object
    declare: object
    show: bool
    muck: bool


class ReasonReport(Struct, frozen=True):
    """Why something is allowed or not, and the rule."""

    text: str
    cite: str
    refusal: bool
    about: tuple[About, ...]
    verdict: Verdict


class Gesture(Struct, frozen=True):
    """A common gesture at the table: what it counts as, and the rule that decides."""

    does: str
    counts_as: str
    cite: str


class DecisionReport(Struct, frozen=True):
    """A decision: the player, the legal actions with reasons, and the action that was taken."""

    hand: str
    step: int
    steps: int
    seat: int
    player: str
    street: str
    due: str
    pot: int
    may: PermissionsReport
    why: list[ReasonReport]
    gestures: tuple[Gesture, ...]
    did: str | None
    house: str
    notes: list[str]


class StepReport(Struct, frozen=True):
    """A decision in the list of all decisions of a hand."""

    step: int
    street: str
    seat: int
    player: str
    did: str | None


class StepsReport(Struct, frozen=True):
    """All decisions of a hand."""

    hand: str
    steps: list[StepReport]


def report_of(read: ReadHand, decision: Decision, count: int) -> DecisionReport:
    """Convert a decision to a report for JSON. `count` is the number of decisions in the hand."""
    from sidepot.hand.legal.options import options

    hand = decision.hand
    allowed = options(hand)
    return DecisionReport(
        hand=read.name,
        step=decision.step,
        steps=count,
        seat=hand.seat + 1,
        player=name_of(read, hand.seat),
        street=street_of(hand),
        due=hand.due.name.lower().replace("_", "-"),
        pot=hand.betting.pot(),
        may=PermissionsReport(
            fold=allowed.may_fold,
            check=allowed.may_check,
            call=allowed.call or None,
            raise_to=(allowed.raise_min, allowed.raise_max) if allowed.may_raise else None,
            bring_in=allowed.bring_in or None,
            draw=allowed.discard or None,
            runs=allowed.runs or None,
            declare=allowed.declare,
            show=allowed.may_show,
            muck=allowed.may_muck,
        ),
        why=[
            common.filled(ReasonReport, reason, cite=_own(hand, reason), refusal=reason.is_refusal)
            for reason in allowed.why
        ],
        gestures=gestures(hand),
        did=what_was_done(decision) or None,
        house=hand.setup.rulebook.name,
        notes=list(read.notes),
    )


def _own(hand: Hand, reason: Reason) -> str:
    """The rule of a reason, with its number in the rulebook of the hand."""
    from sidepot.rules.own_numbers import own_cite

    return str(own_cite(hand.setup.rulebook, reason.cite))


# ---- terminal


def _show(read: ReadHand, decision: Decision, count: int) -> None:
    from sidepot.cli.screen import Terminal
    from sidepot.cli.table_text import board_lines, flow, heading, paragraph, plain, pot_parts, table_lines
    from sidepot.hand.legal.options import options
    from sidepot.rules.sources import cited, names_of

    hand, show = decision.hand, Terminal().show
    name = plain(name_of(read, hand.seat))
    which = f"Hand {plain(read.name)}, step" if read.name else "Step"
    show(heading(f"[bold]{which} {decision.step} of {count}[/]  {plain(street_of(hand))}", ""))
    for note in read.notes:
        for line in paragraph(note):
            show(f"[yellow]{plain(line)}[/]")
    if read.decimals:
        unit = _ORDINALS[read.decimals] if read.decimals < len(_ORDINALS) else f"1/10^{read.decimals}"
        show(f"[dim]Amounts are in {unit} of the unit in the file.[/]")
    notes = [plain(name_of(read, seat)) if read.players else "" for seat in range(hand.plan.seats)]
    for line in table_lines(hand, -1, notes):
        show(line)
    for line in [*board_lines(hand), *flow(pot_parts(hand))]:
        show(f"  {line}")
    show()
    why = options(hand).why
    for title, some in (
        (f"{name} must:", [reason for reason in why if reason.is_duty]),
        (f"{name} may:", [reason for reason in why if not reason.is_duty and not reason.is_refusal]),
        (f"{name} may not:", [reason for reason in why if reason.is_refusal]),
    ):
        _show_below(show, f"[bold]{title}[/]", [f"{reason.text}. ({cited(_own(hand, reason))})" for reason in some])
    house = plain(hand.setup.rulebook.name)
    _show_below(
        show,
        f"[bold]How gestures count here[/] [dim](house {house})[/][bold]:[/]",
        [f"{one.does}: {one.counts_as}. ({cited(one.cite)})" for one in gestures(hand)],
    )
    done = what_was_done(decision)
    show(f"[bold]{name}[/] {done}." if done else f"The history ends here: [bold]{name}[/] is to act.")
    if why:
        show(f"[dim]`sidepot rules {_own(hand, why[0])}` shows this rule.[/]")
    named = names_of([*[_own(hand, reason) for reason in why], *[one.cite for one in gestures(hand)]])
    if named:
        show(f"[dim]{named}[/]")


def _show_below(show: Callable[[str], None], title: str, lines: list[str]) -> None:
    """Print a title, and each line as a paragraph below it. Prints nothing if there are no lines."""
    from sidepot.cli.table_text import paragraph, plain

    if lines:
        show(title)
    for text in lines:
        for line in paragraph(text):
            show(plain(line))


def _list(read: ReadHand, found: list[Decision], *, json: bool) -> None:
    steps = [
        StepReport(
            one.step,
            street_of(one.hand),
            one.hand.seat + 1,
            name_of(read, one.hand.seat),
            what_was_done(one) or None,
        )
        for one in found
    ]
    common.answer(lambda: StepsReport(read.name, steps), lambda: _show_steps(steps), json=json)


def _show_steps(steps: list[StepReport]) -> None:
    for one in steps:
        print(f"{one.step:>4}  {one.street:<16}  {one.player}: {one.did or 'to act'}")


# ---- the meaning of common gestures: a large chip without a word, a bare "raise"


CHIPS: Final = tuple(value * 1000**power for power in range(5) for value in (1, 5, 25, 100, 500))


def gestures(hand: Hand) -> tuple[Gesture, ...]:
    """How common gestures count if the seat to act makes them. Empty unless the seat faces a betting decision."""
    if hand.due is not Due.ACT or "act" not in TOPICS:
        return ()
    spot = spot_of(hand)
    found = [_rule(hand, spot, chips=[[chip]]) for chip in _large_chip(spot)]
    found.append(_rule(hand, spot, said="raise" if spot.price else "bet"))
    return tuple([one for one in found if one is not None])


def _large_chip(spot: Spot) -> list[int]:
    """A chip large enough for a raise, if the player has one."""
    wanted = spot.least_raise or spot.price + 1
    return [chip for chip in CHIPS if wanted - spot.front <= chip <= (spot.stack or 0)][:1]


def _rule(hand: Hand, spot: Spot, **did: Any) -> Gesture | None:
    try:
        facts = read_facts({"topic": "act", "spot": msgspec.to_builtins(spot)} | did)
        ruling = rule_on(facts, hand.setup.rulebook)
    except SidepotError:
        return None
    chips = did.get("chips")
    does = f"One chip of {chips[0][0]} without a word" if chips else f'"{did["said"]}" without an amount'
    counts = "for the director" if ruling.is_open else verdict_words(ruling, "the player").rstrip(".")
    return Gesture(does, counts, str(ruling.cites[0]))


# ---- the decisions of a played hand


_DECIDING: Final = (Due.ACT, Due.BRING_IN, Due.DRAW, Due.SHOW, Due.RUN, Due.DECLARE, Due.CONSENT)
_DECISIONS: Final = (
    Folded, Checked, Called, RaisedTo, BroughtIn, Discarded, RunChosen, Declared, Shown, Mucked,
)  # fmt: skip
_MOST_NAMES: Final = 12


class ReadHand(NamedTuple):
    """A hand of a history, played as far as possible, with the players' names by seat and notes about oddities."""

    name: str
    hand: Hand
    players: tuple[str, ...]
    notes: tuple[str, ...] = ()
    decimals: int = 0


class Decision(NamedTuple):
    """A hand at a moment when a player must decide.

    - `event`: the decision that followed (None if the history ends at that moment)
    """

    step: int
    hand: Hand
    event: Event | None


def read_hand(
    path: Path, wanted: str | None, house: Rulebook | None = None, *, game: AcpcGame | AcpcStakes | None = None
) -> ReadHand:
    """The hand with this name or number in a file, or its only hand.

    Raises BadNotation, listing the hands, if it is not clear which one is meant.
    """
    if not find_histories([path]):
        raise BadNotation(f"{path}: this is a folder without histories; name a file")
    data = common.read_bytes(path)
    if is_log(data[:8000].decode("utf-8", "replace")):
        if house is not None:
            raise BadNotation(f"{path}: ACPC hands follow the rules of the competition; omit --house")
        return _acpc(data, wanted, str(path), game)
    try:
        hands = list(iter_phh(data))
    except BadNotation as error:
        raise _unread(path, error) from None
    name, found = hands[_place([name for name, _ in hands], wanted, str(path))]
    if isinstance(found, BadNotation):
        raise _unread(path, found)
    return _phh(name, found, str(path), house)


def _unread(path: Path, error: BadNotation) -> BadNotation:
    if error.code != "not_toml":
        return BadNotation(f"{path}: {error.message}")
    return BadNotation(
        f"{path}: not a hand history (PHH or ACPC): {error.message}",
        hint=f"if it has another format, convert it first: sidepot convert {quote(str(path))} --to phh --out FOLDER",
    )


def _place(names: list[str], wanted: str | None, path: str) -> int:
    if wanted is None and len(names) == 1:
        return 0
    if wanted in names:
        return names.index(wanted or "")
    if wanted is not None and wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(names):
        return int(wanted) - 1
    shown = ", ".join(names[:_MOST_NAMES]) + (" ..." if len(names) > _MOST_NAMES else "")
    problem = f"there is no hand {wanted!r}" if wanted is not None else f"{len(names)} hands are in this file"
    raise BadNotation(f"{path}: {problem}; choose one with --hand, by its name or from 1 to {len(names)}: {shown}")


def _phh(name: str, history: Phh, path: str, house: Rulebook | None) -> ReadHand:
    """Play a hand strictly. If that is refused, play leniently as far as possible, and note the refusal."""
    about = history.about.get("players")
    players = tuple(map(str, about)) if isinstance(about, list) else ()
    if house is None and HOUSE_FIELD not in history.extra and (usual := house_of_environment()):
        house = find_house(usual)
    try:
        return ReadHand(name, play_phh(history, house=house).hand, players, (), history.decimals)
    except SidepotError as error:
        try:
            played = play_phh(history, strict=False, house=house)
        except SidepotError:
            raise BadNotation(f"{path}: {error.message}", error.cite) from None
        notes = [f"by the rules this hand stops: {error}", *played.notes]
        return ReadHand(name, played.hand, players, tuple(notes), history.decimals)


def _acpc(data: bytes, wanted: str | None, path: str, asked: AcpcGame | AcpcStakes | None) -> ReadHand:
    log = read_acpc(data)
    try:
        game = game_of_log(log, Path(path), asked)
    except BadNotation as error:
        raise BadNotation(f"{path}: {error.message}") from None
    names = [line.split(":", 2)[1] for _, line in log.lines]
    number, line = log.lines[_place(names, wanted, path)]
    try:
        state = read_state(line)
        return ReadHand(state.number, play_acpc(state, game), state.players, (), state.decimals)
    except SidepotError as error:
        raise BadNotation(f"{path}: line {number}: {error.message}", error.cite) from None


# ---- decisions


def decisions(hand: Hand) -> list[Decision]:
    """All decisions of the hand in order, numbered from 1. A pending decision is last."""
    found: list[Decision] = []
    now = Hand(hand.setup)
    for event in hand.log[1:]:
        if isinstance(event, _DECISIONS) and now.due in _DECIDING and event.seat == now.seat and not now.forced:
            found.append(Decision(len(found) + 1, now.copy(), event))
        now.apply(event)
    if now.due in _DECIDING and not now.forced:
        found.append(Decision(len(found) + 1, now, None))
    return found


def what_was_done(decision: Decision) -> str:
    """What the player did, in words such as `raises to 600`. "" if the history ends before the decision."""
    event = decision.event
    match event:
        case Discarded(cards=cards):
            return f"changes {len(cards)}" if cards else "stands pat"
        case RunChosen(runs=runs):
            return f"has the board run {'once' if runs == 1 else f'{runs} times'}"
        case Declared(ways=ways):
            return f"declares {('high', 'low', 'both')[ways - 1]}" if ways > 0 else "declares"
        case Shown():
            return "shows"
        case Mucked():
            return "mucks"
    return act_words(decision.hand, event)


def street_of(hand: Hand) -> str:
    """The stage of the hand, such as `flop` or `showdown`."""
    return hand.plan.streets[hand.street].name if hand.street < hand.plan.showdown else "showdown"
