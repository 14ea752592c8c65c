"""Whoever sits down at an agreed table has accepted its terms: once, by account, and as the log tells it."""

from __future__ import annotations

import msgspec
import pytest
from room_tables import Led, bots, cash, terms

from sidepot.errors import BadNotation, Conflict
from sidepot.games.study import STUDIES
from sidepot.room.table import agreement
from sidepot.room.table import commands as s
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.room.views.player import player_view
from sidepot.table import commands as t
from sidepot.web.schemas.tables import mix_of, sit_and_go


def to_accept(room: RoomTable, name: str, account: str) -> str:
    found = player_view(room, name, account=account)
    assert found is not None
    return found.accept


def test_a_sit_without_the_terms_is_refused_and_with_them_kept_in_the_log() -> None:
    table = Led(terms(agreed=True))
    version = to_accept(table.room, "Ann", "a1")
    assert version == agreement.agreement(table.room.terms).version
    for accepts in ("", "another"):
        with pytest.raises(Conflict, match="accept the terms of the table to sit down") as refused:
            table.say(s.Sit(accepts=accepts), "Ann", account="a1")
        assert (refused.value.code, str(refused.value.cite)) == ("terms_not_accepted", "PG:35")
    entry = table.say(s.Sit(accepts=version), "Ann", account="a1")
    kept = decode_table_event(table.log[-1])
    assert (kept.command, kept.at, kept.accounts) == (s.Sit(accepts=version), entry.at, {"Ann": "a1"})


def test_they_are_accepted_once_by_an_account_whatever_its_name_and_after_a_restart() -> None:
    table = Led(terms(agreed=True))
    version = to_accept(table.room, "Ann", "a1")
    at = table.say(s.Sit(accepts=version), "Ann", account="a1").at
    table.say(t.Leave(), "Ann", account="a1")
    room = table.folded()
    assert room.accepted == table.room.accepted == {"a1": (version, at)}
    assert to_accept(room, "Anna", "a1") == ""
    with pytest.raises(Conflict, match="accept the terms of the table to sit down"):
        table.say(s.Sit(), "Ann", account="b2")  # the same name, and somebody else
    assert table.say(s.Sit(), "Anna", account="a1").table


def test_bots_sit_down_unasked_and_so_do_people_at_older_tables() -> None:
    assert len(Led(terms(agreed=True, bots=bots(2))).room.table.places) == 2
    older = msgspec.json.decode(
        msgspec.json.encode(terms()).replace(b'"agreed":false', b'"locked":false'), type=RoomTerms
    )
    table = Led(older)
    assert to_accept(table.room, "Ann", "a1") == ""
    assert table.say(s.Sit(), "Ann", account="a1").table


def test_other_terms_of_a_tournament_or_a_table_are_another_version() -> None:
    structure = sit_and_go("Sit and go", mix_of("holdem", ""), 3)
    found = agreement.tournament_agreement(structure, Timing())
    assert {"Levels", "Entry", "Prizes", "Time to act"} <= {term.topic for term in found.terms}
    assert agreement.tournament_agreement(structure, Timing(decide=60_000)).version != found.version
    slower = msgspec.structs.replace(terms(), timing=Timing(decide=60_000))
    assert agreement.agreement(slower).version != agreement.agreement(terms()).version
    named = msgspec.structs.replace(terms(cash(name="Friday")), title="Another title")
    assert agreement.agreement(named).version == agreement.agreement(terms()).version


@pytest.mark.parametrize("game", STUDIES)
def test_a_small_game_for_study_is_not_played_in_the_room(game: str) -> None:
    with pytest.raises(BadNotation, match="is a game for study; it cannot be played at a table of the room"):
        mix_of(game, "")
