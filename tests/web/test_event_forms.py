"""A tournament as a host asks for it: what its structure says already, and what is not played at live tables."""

from __future__ import annotations

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.errors import BadNotation
from sidepot.room.tournaments.event_projection import announced
from sidepot.web.event_forms import EventForm, event_terms


def test_a_sit_and_go_starts_when_it_is_full_unless_a_time_is_said() -> None:
    assert event_terms(EventForm(preset="sit-and-go")).starts_full
    assert event_terms(EventForm(preset="sit-and-go", players=12)).structure.entry.most == 12
    assert not event_terms(EventForm(preset="sit-and-go", starts_at=1_900_000_000_000)).starts_full
    assert not event_terms(EventForm(preset="turbo")).starts_full


def test_a_long_title_of_a_structure_is_shortened() -> None:
    assert event_terms(EventForm(preset="mystery")).title == "Mystery bounty"
    assert event_terms(EventForm(preset="turbo")).title == "Turbo: six-minute levels"


def test_flights_are_not_announced() -> None:
    with pytest.raises(BadNotation, match="flights are not played at live tables"):
        event_terms(EventForm(preset="flights"))


def test_the_kinds_and_the_envelopes_are_announced() -> None:
    about = announced(event_terms(EventForm(preset="mystery")))
    assert about.kinds == ("mystery bounty", "freeze-out") and about.mystery == (20, 10, 10, 5, 5)
    assert announced(event_terms(EventForm(preset="hyper"))).kinds == ("hyper", "freeze-out")
