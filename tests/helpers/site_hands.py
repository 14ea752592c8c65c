"""Hands of sites in tests: a text with one hand, which comes out to the printed chip, and what each player won."""

from __future__ import annotations

from sidepot.formats.hand_history import HandHistory
from sidepot.formats.sites.printed_result import problem_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.stats import seen


def record_of(text: str) -> Record:
    """The only hand of a text, which comes out to the printed chip."""
    ((_, record),) = read_site(text)
    assert isinstance(record, Record), record
    replay = play_record(record)
    assert (replay.unresolved, problem_of(replay)) == ("", "")
    return record


def nets(told: HandHistory) -> dict[str, int]:
    """What each player is up or down by the figures."""
    return {seat.player: seat.net for seat in seen(told).seats if seat is not None}
