"""`sidepot explain`: the options of the player to act at a point of a hand, the acts refused, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.cli.explain_hand import Decision, ReadHand
    from sidepot.hand.hand import Hand
    from sidepot.hand.legal.options import Options
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
        help="Which decision of the hand, counted from 1 [the last].",
    ),
]
HandOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="Which hand of a file with several: its name, or 1, 2 ...")
]
House = Annotated[
    str | None,
    typer.Option(metavar="HOUSE", help="tda-2013, cash ... [the one the log names; else SIDEPOT_HOUSE]."),
]
Game = Annotated[str | None, typer.Option(metavar="NAME|FILE", help="The game of an ACPC log that does not name it.")]
Steps = Annotated[bool, typer.Option("--list", help="List the decisions with their numbers.")]


def command(
    history: History,
    step: Step = None,
    hand: HandOption = None,
    house: House = None,
    game: Game = None,
    steps: Steps = False,
    json: AsJson = False,
) -> None:
    """Explain a decision of a hand: the options of the player to act, the acts refused, and the rules.

    Steps are the players' decisions, not the cards and posts between them: every fold, check, call, bet, raise,
    bring-in, draw, declaration and showing counts one. If the history ends before the hand does, the last step is the
    decision that is still due.

    Examples:

      sidepot explain hand.phh                    the last decision
      sidepot explain hand.phh --list             all of them, with their numbers
      sidepot explain hand.phh --step 7
      sidepot explain session.phhs --hand 12 --step 3 --json
      sidepot explain match.log --hand 2 --game "nl holdem 50/100 20000"

    Exit codes: 0 explained, 2 bad usage or input.
    """
    from sidepot.cli.explain_hand import decisions, read_hand
    from sidepot.histories.acpc_logs import asked_game
    from sidepot.rules.houses import find_house

    asked = None if game is None else asked_game(game)
    told = read_hand(history, hand, None if house is None else find_house(house), game=asked)
    found = decisions(told.hand)
    if not found:
        raise BadNotation(f"{history}: nobody had anything to decide in this hand")
    if step is not None and step > len(found):
        raise BadNotation(
            f"{history}: this hand has {len(found)} decisions, so there is no step {step}; --list shows them"
        )
    if steps:
        _list(told, found, json=json)
        return
    chosen = found[-1 if step is None else step - 1]
    count = len(found)
    common.answer(lambda: report_of(told, chosen, count), lambda: _show(told, chosen, count), json=json)


def name_of(told: ReadHand, seat: int) -> str:
    """The player on a seat: `Bob`, or `Seat 2`."""
    named = told.players[seat] if seat < len(told.players) else ""
    return named.strip() or f"Seat {seat + 1}"


class PermissionsReport(Struct, frozen=True):
    """The legal acts; null or false what is out of question."""

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
    """Why something is allowed, or not."""

    text: str
    cite: str
    refusal: bool
    about: tuple[About, ...]
    verdict: Verdict


class GestureReport(Struct, frozen=True):
    """What a gesture would count as."""

    does: str
    counts_as: str
    cite: str


class DecisionReport(Struct, frozen=True):
    """One decision: the player, what is allowed and why, and what was done."""

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
    gestures: list[GestureReport]
    did: str | None
    house: str
    notes: list[str]


class StepReport(Struct, frozen=True):
    """A decision in the list of all of them."""

    step: int
    street: str
    seat: int
    player: str
    did: str | None


class StepsReport(Struct, frozen=True):
    """All decisions of a hand."""

    hand: str
    steps: list[StepReport]


def report_of(told: ReadHand, decision: Decision, count: int) -> DecisionReport:
    """One decision, for other programs."""
    from sidepot.cli.explain_hand import street_of, what_was_done
    from sidepot.hand.legal.options import options

    hand = decision.hand
    allowed = options(hand)
    return DecisionReport(
        hand=told.name,
        step=decision.step,
        steps=count,
        seat=hand.seat + 1,
        player=name_of(told, hand.seat),
        street=street_of(hand),
        due=hand.due.name.lower().replace("_", "-"),
        pot=hand.betting.pot(),
        may=_permissions(allowed),
        why=[
            common.filled(ReasonReport, reason, cite=_own(hand, reason), refusal=reason.is_refusal)
            for reason in allowed.why
        ],
        gestures=_gestures(decision),
        did=what_was_done(decision) or None,
        house=hand.setup.rulebook.name,
        notes=list(told.notes),
    )


def _permissions(allowed: Options) -> PermissionsReport:
    """The legal acts, without those out of question."""
    return PermissionsReport(
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
    )


def _own(hand: Hand, reason: Reason) -> str:
    """The rule of a reason, under its number in the book by which the hand is played."""
    from sidepot.rules.own_numbers import own_cite

    return str(own_cite(hand.setup.rulebook, reason.cite))


def _gestures(decision: Decision) -> list[GestureReport]:
    from sidepot.cli.explain_gestures import gestures

    return [common.filled(GestureReport, one) for one in gestures(decision.hand)]


# ---- on the terminal


def _show(told: ReadHand, decision: Decision, count: int) -> None:
    from sidepot.cli.explain_gestures import gestures
    from sidepot.cli.explain_hand import street_of, what_was_done
    from sidepot.cli.screen import Terminal
    from sidepot.cli.table_text import board_lines, flow, heading, paragraph, plain, pot_parts, table_lines
    from sidepot.hand.legal.options import options

    hand, show = decision.hand, Terminal().show
    name = plain(name_of(told, hand.seat))
    which = f"Hand {plain(told.name)}, step" if told.name else "Step"
    show(heading(f"[bold]{which} {decision.step} of {count}[/]  {plain(street_of(hand))}", ""))
    for note in told.notes:
        for line in paragraph(note):
            show(f"[yellow]{plain(line)}[/]")
    if told.decimals:
        unit = _ORDINALS[told.decimals] if told.decimals < len(_ORDINALS) else f"1/10^{told.decimals}"
        show(f"[dim]Amounts are in {unit} of the unit of the file.[/]")
    notes = [plain(name_of(told, seat)) if told.players else "" for seat in range(hand.plan.seats)]
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
        _show_below(show, f"[bold]{title}[/]", [f"{reason.text}. ({_own(hand, reason)})" for reason in some])
    house = plain(hand.setup.rulebook.name)
    _show_below(
        show,
        f"[bold]What it would count as here[/] [dim](house {house})[/][bold]:[/]",
        [f"{one.does}: {one.counts_as}. ({one.cite})" for one in gestures(hand)],
    )
    done = what_was_done(decision)
    show(f"[bold]{name}[/] {done}." if done else f"The history ends here: it is for [bold]{name}[/] to decide.")
    if why:
        show(f"[dim]`sidepot rules {_own(hand, why[0])}` shows what that rule says; so with the others.[/]")


def _show_below(show: Callable[[str], None], title: str, lines: list[str]) -> None:
    """A title, and each line as a paragraph below it; nothing where there are no lines."""
    from sidepot.cli.table_text import paragraph, plain

    if lines:
        show(title)
    for told in lines:
        for line in paragraph(told):
            show(plain(line))


def _list(told: ReadHand, found: list[Decision], *, json: bool) -> None:
    from sidepot.cli.explain_hand import street_of, what_was_done

    steps = [
        StepReport(
            one.step,
            street_of(one.hand),
            one.hand.seat + 1,
            name_of(told, one.hand.seat),
            what_was_done(one) or None,
        )
        for one in found
    ]
    common.answer(lambda: StepsReport(told.name, steps), lambda: _show_steps(steps), json=json)


def _show_steps(steps: list[StepReport]) -> None:
    for one in steps:
        print(f"{one.step:>4}  {one.street:<16}  {one.player}: {one.did or 'is to decide'}")
