"""A tournament as a host asks for it: what its structure says already, and what is not played at live tables."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.errors import BadNotation, Conflict
from sidepot.room.tournament.online.flights import flight_terms
from sidepot.room.views.tournament_page import announced
from sidepot.tournament.presets import find_preset
from sidepot.tournament.structure import EntryTerms
from sidepot.tournament.structure_files import write_structure
from sidepot.web.tournaments.forms import TournamentForm, tournament_terms

FULL = write_structure(replace(find_preset("flights"), entry=EntryTerms(buy_in=100)))  # nobody comes late


def test_a_sit_and_go_starts_when_it_is_full_unless_a_time_is_said() -> None:
    assert tournament_terms(TournamentForm(preset="sit-and-go")).starts_full
    assert tournament_terms(TournamentForm(preset="sit-and-go", players=12)).structure.entry.most == 12
    assert not tournament_terms(TournamentForm(preset="sit-and-go", starts_at=1_900_000_000_000)).starts_full
    assert not tournament_terms(TournamentForm(preset="turbo")).starts_full


def test_a_long_title_of_a_structure_is_shortened() -> None:
    assert tournament_terms(TournamentForm(preset="mystery")).title == "Mystery bounty"
    assert tournament_terms(TournamentForm(preset="turbo")).title == "Turbo: six-minute levels"


def test_flights_are_announced_with_their_final_day() -> None:
    terms = tournament_terms(TournamentForm(preset="flights", flights_at=(5,), players=18, fill=9))
    assert terms.days is not None and terms.days.entry.most == 18 and terms.structure.entry.most == 0
    about = announced(terms)
    assert about.flights == ("1A", "1B", "1C") and about.flight_levels == 10 and about.kinds == ("flights", "re-entry")
    assert (about.late_levels, about.levels[0].level) == (4, 11)
    assert flight_terms("7", terms, "1B").fill == 9
    full = tournament_terms(TournamentForm(preset="flights", starts_full=True, players=18, structure=FULL))
    assert full.days is not None and full.days.at_full and not full.starts_full and not full.structure.at_full
    for wrong in ({"live": True}, {"flights_at": (-1,)}):
        with pytest.raises(BadNotation):
            tournament_terms(TournamentForm(preset="flights", **wrong))  # type: ignore[arg-type]
    with pytest.raises(Conflict):
        tournament_terms(TournamentForm(preset="turbo", flights_at=(5,)))


def test_the_kinds_and_the_envelopes_are_announced() -> None:
    about = announced(tournament_terms(TournamentForm(preset="mystery")))
    assert about.kinds == ("mystery bounty", "freeze-out") and about.mystery == (20, 10, 10, 5, 5)
    assert announced(tournament_terms(TournamentForm(preset="hyper"))).kinds == ("hyper", "freeze-out")
