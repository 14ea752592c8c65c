"""The outcome of replaying one hand, compared with its history's results."""

from __future__ import annotations

from typing import Literal

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc import AcpcHand, play_acpc, read_state
from sidepot.formats.decimals import unscaled
from sidepot.formats.phh import Phh
from sidepot.formats.phh_game import UnknownGame
from sidepot.formats.phh_history import MISMATCH_FIELD, UNCHECKED_FIELD
from sidepot.formats.phh_play import Played, play_phh
from sidepot.formats.room_record import UNFINISHED, RoomHand, play_room_hand
from sidepot.formats.sites.printed_result import verdict_of
from sidepot.formats.sites.record_play import Replay, play_record
from sidepot.formats.sites.site_record import Record
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded
from sidepot.hand.hand import Hand
from sidepot.histories.piece_hands import HandRead, LogHand, PhhHand

Kind = Literal["matched", "mismatched", "failed", "unchecked", "unknown game"]


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How one hand came out, and in `detail` why."""

    hand: str
    kind: Kind
    detail: str = ""


def outcome_of(name: str, found: HandRead) -> Outcome:
    """Play a hand of any format, and compare it with its printed result."""
    if isinstance(found, BadNotation):
        return Outcome(name, "unknown game" if found.code == "unknown_game" else "failed", found.message)
    if isinstance(found, Record):
        return record_outcome(name, found)
    if isinstance(found, RoomHand):
        return room_outcome(name, found)
    return acpc_outcome(found) if isinstance(found, LogHand) else phh_outcome(name, found)


def phh_outcome(name: str, found: PhhHand) -> Outcome:
    """Play a history strictly and compare. A failed one says whether lenient reading would come to its result."""
    history = found.history
    try:
        played = play_phh(history)
    except UnknownGame as error:
        return Outcome(name, "unknown game", error.message)
    except SidepotError as error:
        return Outcome(name, "failed", f"line {found.line}: {error}{_leniently(history)}")
    return played_outcome(name, history, played)


def played_outcome(name: str, history: Phh, played: Played) -> Outcome:
    """Compare a history that is played with its result."""
    marked = history.extra.get(MISMATCH_FIELD)
    if marked:  # it was so in the history that this one was made of
        return Outcome(name, "mismatched", str(marked))
    kind, detail = _compare(history, played)
    unchecked = history.extra.get(UNCHECKED_FIELD)
    return (
        Outcome(name, "unchecked", str(unchecked)) if unchecked and kind == "matched" else Outcome(name, kind, detail)
    )


def _leniently(history: Phh) -> str:
    try:
        played = play_phh(history, strict=False)
        if _compare(history, played)[0] == "matched":
            return f"; read leniently it comes to the printed result ({'; '.join(played.notes)})"
    except SidepotError:
        pass
    return ""


def _compare(history: Phh, played: Played) -> tuple[Kind, str]:
    """The stacks, else the winnings that a history prints, with those that came out."""
    hand = played.hand
    stacks = hand.stacks
    printed = history.finishing_stacks
    if printed is None:
        return _compare_winnings(history, played)
    if tuple(stacks) == printed and not played.left:
        return "matched", ""
    decimals = history.decimals
    if played.untold and (hand.street >= len(hand.plan.streets) or hand.due is Due.PROVE):
        # nobody saw the hands that decide: known are only the kept chips, and the stacks of players who folded
        wrong = [seat for seat in range(len(stacks)) if not hand.live >> seat & 1 and stacks[seat] != printed[seat]]
        if not wrong and _may_add_up(hand, sum(printed)):
            return "unchecked", played.untold
    differences = [
        f"p{seat + 1} has {unscaled(stack, decimals)}, the file says {unscaled(told, decimals)}"
        for seat, (stack, told) in enumerate(zip(stacks, printed, strict=True))
        if stack != told and history.starting_stacks[seat] is not None
    ]
    if not differences:
        return "matched", ""
    if played.untold:
        differences.append(played.untold)
    return "mismatched", "; ".join(differences)


def _may_add_up(hand: Hand, printed: int) -> bool:
    """Whether so many chips may be left: all that there were, but for a rake or a pot that nobody may win."""
    game = hand.setup.game
    chips = sum(hand.setup.stacks) + hand.setup.carried
    may_lack = hand.plan.rake is not None or game.pass_out or game.open_requirement or game.win_requirement
    return printed == chips or printed < chips and bool(may_lack)


def _compare_winnings(history: Phh, played: Played) -> tuple[Kind, str]:
    """Winnings are compared where they add up to the pots won; after a rake that the file does not tell, or not filled
    in, they only must not be more than a seat wins."""
    if played.untold:
        return "unchecked", played.untold
    printed = history.winnings
    if printed is None:
        return "unchecked", "no result is printed"
    won = _won(played.hand)
    differences = [
        f"p{seat + 1} wins {unscaled(mine, history.decimals)}, the file says {unscaled(told, history.decimals)}"
        for seat, (mine, told) in enumerate(zip(won, printed, strict=True))
        if mine != told
    ]
    if not differences:
        return "matched", ""
    if sum(printed) == sum(won) or any(told > mine for mine, told in zip(won, printed, strict=True)):
        return "mismatched", "; ".join(differences)
    return "unchecked", "the winnings that are printed do not add up to the pots"


def _won(hand: Hand) -> list[int]:
    won = [0] * len(hand.stacks)
    for event in hand.log:
        if isinstance(event, Awarded):
            for seat, amount in event.shares:
                won[seat] += amount
    return won


def acpc_outcome(found: LogHand) -> Outcome:
    """Play one line of a log and compare with its payoffs."""
    number = found.text.split(":", 2)[1]
    try:
        told = read_state(found.text)
        hand = play_acpc(told, found.game)
    except SidepotError as error:
        return Outcome(number, "failed", f"line {found.line}: {error}")
    return log_outcome(found, told, hand)


def log_outcome(found: LogHand, told: AcpcHand, hand: Hand) -> Outcome:
    """Compare a line of a log that is played with its payoffs."""
    stacks, starts = hand.stacks, hand.setup.stacks
    differences = [
        f"position {seat + 1} comes out at {unscaled(stacks[seat] - starts[seat], told.decimals)}, "
        f"the log says {unscaled(payoff, told.decimals)}"
        for seat, payoff in enumerate(told.payoffs)
        if stacks[seat] - starts[seat] != payoff
    ]
    if differences:
        return Outcome(told.number, "mismatched", f"line {found.line}: {'; '.join(differences)}")
    return Outcome(told.number, "matched")


def record_outcome(name: str, record: Record) -> Outcome:
    """Play a hand of a site, or of Open Hand History, and compare what each player is up or down."""
    try:
        replay = play_record(record)
    except SidepotError as error:
        return Outcome(name, "failed", str(error))
    return replay_outcome(name, replay)


def replay_outcome(name: str, replay: Replay) -> Outcome:
    """Compare a hand of a site that is played."""
    return Outcome(name, *verdict_of(replay))


def room_outcome(name: str, found: RoomHand) -> Outcome:
    """Play the record of a room: each event, the payments too, is what the rules make of the hand."""
    try:
        return played_room_outcome(name, play_room_hand(found))
    except SidepotError as error:
        return Outcome(name, "failed", str(error))


def played_room_outcome(name: str, hand: Hand) -> Outcome:
    """How a record comes out that is played."""
    return Outcome(name, "matched") if hand.due is Due.DONE else Outcome(name, "unchecked", UNFINISHED)
