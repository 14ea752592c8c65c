"""A hand that was read, played once: how it compares with its printed result, and the hand itself."""

from __future__ import annotations

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc import play_acpc, read_state
from sidepot.formats.phh_play import play_phh
from sidepot.formats.phh_told import of_played
from sidepot.formats.room_record import RoomHand, of_room_hand, play_room_hand
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.formats.told_hand import ToldHand, of_replay
from sidepot.hand.due import DONE
from sidepot.histories.converting import of_log
from sidepot.histories.outcomes import (
    Outcome,
    log_outcome,
    outcome_of,
    played_outcome,
    played_room_outcome,
    replay_outcome,
)
from sidepot.histories.piece_hands import HandRead, LogHand


def play_once(name: str, found: HandRead) -> tuple[Outcome, ToldHand | None]:
    """How the hand came out, and the hand; None where it cannot be played to an end that is told."""
    if isinstance(found, BadNotation):
        return outcome_of(name, found), None
    try:
        if isinstance(found, Record):
            replay = play_record(found)
            return replay_outcome(name, replay), None if found.untold else of_replay(replay, whole=False)
        if isinstance(found, LogHand):
            told = read_state(found.text)
            hand = play_acpc(told, found.game)
            return log_outcome(found, told, hand), of_log(told, hand)
        if isinstance(found, RoomHand):
            hand = play_room_hand(found)
            return played_room_outcome(name, hand), of_room_hand(found, hand) if hand.due is DONE else None
        history = found.history
        played = play_phh(history)
        return played_outcome(name, history, played), None if played.untold else of_played(history, played)
    except SidepotError:
        return outcome_of(name, found), None  # says why, and reads leniently where that helps
