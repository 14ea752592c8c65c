"""The decisions of a hand that was played: each player's options in turn, and the act."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from sidepot.cli import common
from sidepot.cli.usual_house import told_house
from sidepot.errors import BadNotation, SidepotError
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

_DECIDING: Final = (Due.ACT, Due.BRING_IN, Due.DRAW, Due.SHOW, Due.RUN, Due.DECLARE, Due.CONSENT)
_DECISIONS: Final = (
    Folded, Checked, Called, RaisedTo, BroughtIn, Discarded, RunChosen, Declared, Shown, Mucked,
)  # fmt: skip
_MOST_NAMES: Final = 12


class ReadHand(NamedTuple):
    """A hand of a history, played as far as it goes; the players' names by seat, and its oddities."""

    name: str
    hand: Hand
    players: tuple[str, ...]
    notes: tuple[str, ...] = ()
    decimals: int = 0


class Decision(NamedTuple):
    """The hand at a player's turn, and the act; None where the history ends there."""

    step: int
    hand: Hand
    event: Event | None


def read_hand(
    path: Path, wanted: str | None, house: Rulebook | None = None, *, game: AcpcGame | AcpcStakes | None = None
) -> ReadHand:
    """The hand of that name or number in a file, or its only one. Raises BadNotation, saying which there are."""
    if not find_histories([path]):
        raise BadNotation(f"{path}: this is a folder without histories; name a file")
    data = common.read_bytes(path)
    if is_log(data[:8000].decode("utf-8", "replace")):
        if house is not None:
            raise BadNotation(
                f"{path}: the hands of the competition are played by its own rules, not by those of a house"
            )
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
        f"{path}: this is no hand history (PHH or ACPC): {error.message}",
        hint=f"if it is of another format, convert it first: sidepot convert {path} --to phh --out FOLDER",
    )


def _place(names: list[str], wanted: str | None, path: str) -> int:
    if wanted is None and len(names) == 1:
        return 0
    if wanted in names:
        return names.index(wanted or "")
    if wanted is not None and wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(names):
        return int(wanted) - 1
    shown = ", ".join(names[:_MOST_NAMES]) + (" ..." if len(names) > _MOST_NAMES else "")
    what = f"there is no hand {wanted!r}" if wanted is not None else f"{len(names)} hands are in this file"
    raise BadNotation(f"{path}: {what}; choose one with --hand, by its name or from 1 to {len(names)}: {shown}")


def _phh(name: str, history: Phh, path: str, house: Rulebook | None) -> ReadHand:
    """Play strictly; where that is refused, leniently as far as possible, with a note of the refusal."""
    about = history.about.get("players")
    players = tuple(map(str, about)) if isinstance(about, list) else ()
    if house is None and HOUSE_FIELD not in history.extra and (usual := told_house()):
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
    """Each decision of the hand in order, counted from 1; the one that is still owed comes last."""
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
    """The player's act, in words: `raises to 600`; empty where the history ends before it."""
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
    """Where in the hand it is: `flop`, `showdown`."""
    return hand.plan.streets[hand.street].name if hand.street < hand.plan.showdown else "showdown"
