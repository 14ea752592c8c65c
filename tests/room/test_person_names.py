"""Names of a live tournament, and all texts that people type: nobody passes for another, or paints over the lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from msgspec.structs import replace
from room_stores import wait
from room_tables import terms

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.room.runtime.persons import Persons, check_person
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.table.play.chat import check_text as check_talk
from sidepot.room.tournament.live.reports import check_text as check_why
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.table.bans import check_reason
from sidepot.table.seats import check_name as check_seat_name
from sidepot.tournament import commands as c
from sidepot.tournament.presets import find_preset
from sidepot.tournament.tournament import Tournament
from sidepot.validation.reader import as_text
from sidepot.validation.shown_text import can_be_shown, is_piled
from sidepot.web.auth.identities import check_name
from sidepot.web.state import check_bot_name
from sidepot.web.tournaments.access import check_texts
from sidepot.web.tournaments.forms import TournamentForm, tournament_terms

ZALGO = "Za" + "\u0300\u0301\u0302\u0303" * 5 + "lgo"
PILED = (
    ZALGO, "e\u0301\u0302\u0303", "a\u0483\u0484\u0485", "a\u0300\u200d\u0301\u200d\u0302",
    "\u0e01" + "\u0e47" * 2, "\u0628" + "\u064b\u064c\u064d\u064e\u064f\u0650", "x\u20dd\u20de\u20df",
    "z\ufe20\ufe21\ufe22",
)  # fmt: skip
READABLE = (
    *("Ann", "O'Neil", "Jose\u0301", "Zo\u00eb"),
    "Vie\u0323\u0302t Nam",
    "\u1000\u103b\u1031\u102c\u103a",  # Kyaw, in Burmese
    "\u0939\u093f\u0902\u0926\u0940",  # Hindi
    "\u0e19\u0e49\u0e33",  # Thai
    "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",  # Hebrew with its vowels
    "\u1780\u17d2\u1793\u17bb\u17c6",  # Khmer
    "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",  # Arabic with its vowels
    "\u0f66\u0f92\u0fb2\u0f74\u0f56",  # Tibetan
)


def test_marks_are_piled_by_no_language() -> None:
    assert [text for text in PILED if not is_piled(text) or can_be_shown(text, joins=True)] == []
    assert [text for text in READABLE if is_piled(text) or not can_be_shown(text)] == []
    assert not is_piled("Kim \u2660\ufe0f 1\ufe0f\u20e3 \U0001f468\u200d\U0001f469\u200d\U0001f467")


def _tournament(player: str = "Ann", text: str = "Hello") -> None:
    tournament = Tournament(find_preset("turbo"), live=True)
    tournament.do(c.Register(player), 1)
    tournament.do(c.Announce(text), 2)


ENTRANCES: dict[str, Callable[[str], Any]] = {
    "an account": check_name,
    "a player or one of the staff of a live tournament": check_person,
    "a player in a file of a live tournament": lambda text: _tournament(player=text),
    "a player at a table": check_seat_name,
    "a bot": lambda text: check_bot_name(f"{text} (bot)"),
    "a line of talk": check_talk,
    "the title of a table": lambda text: replace(terms(), title=text),
    "the title of a tournament": lambda text: TournamentTerms(title=text, structure=find_preset("turbo")),
    "a description": lambda text: tournament_terms(TournamentForm(description=text)),
    "the reason of a ban": check_reason,
    "the reason of an act": check_why,
    "an announcement": lambda text: _tournament(text=text),
    "any text of a form of the staff": lambda text: check_texts({"why": text}),
    "a text in a file": lambda text: as_text(text, "title"),
}


def test_no_name_or_text_comes_in_with_piled_marks() -> None:
    wrong = []
    for name, enter in ENTRANCES.items():
        enter("Jose\u0301")
        for text in (ZALGO, "e\u0301\u0302\u0303"):
            try:
                enter(text)
            except SidepotError:
                continue
            wrong.append(name)
    assert not wrong


def entering(tmp_path: Path, work: Callable[[Persons], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_store(place_at(tmp_path / "room.db").file) as store:
            await work(Persons("1", store))

    wait(run())


def test_two_players_who_look_alike_are_not_both_entered(tmp_path: Path) -> None:
    twins = [("Bill", "BiIl"), ("Norma", "Norma."), ("Ann Lee", "Ann-Lee"), ("Copa", "\u0421\u043e\u0440\u0430"),
             ("Walter", "VValter"), ("Kim", "Kim \u2660\ufe0f"), ("Olga", "\uff2flga")]  # fmt: skip

    async def work(persons: Persons) -> None:
        for one, other in twins:
            [mark] = await persons.enter([one])
            with pytest.raises(Conflict, match="is too similar to another name here") as refused:
                await persons.enter([other])
            assert refused.value.code == "name_taken" and persons.find(other) == ""
            assert await persons.enter([one.upper()]) == [mark]  # the same name in other capitals
        with pytest.raises(Conflict, match="is too similar to another name here"):
            await persons.enter(["Jim", "J\u0131m"])  # of one list
        await persons.enter(["Jim"])
        mark = persons.find("Jim")
        with pytest.raises(Conflict, match="is too similar to another name here"):
            await persons.rename(mark, "B1ll")
        await persons.rename(mark, "Jim.")  # one's own name in another way
        await persons.rename(mark, "Jack")
        await persons.enter(["J1m"])  # Jim is nobody any more
        await persons.erase(persons.find("J1m"))
        await persons.enter(["Jim"])
        loaded = await Persons.load("1", persons._store)
        with pytest.raises(Conflict, match="is too similar to another name here"):
            await loaded.enter(["J1m"])

    entering(tmp_path, work)


def test_a_name_of_a_live_tournament_hides_nothing() -> None:
    hidden = ["A\u0430nn", "Ann\u2800", "Ann\ufe0f", "\u1d00nn", "Ann\u3164", "\u202eAnn", " "]
    wrong = []
    for name in hidden:
        try:
            wrong.append((name, check_person(name)))
        except BadNotation:
            continue
    assert not wrong
    shown = [
        "Jos\u00e9",
        "Ann (late)",
        "=Bob",
        "Kim \u2660\ufe0f",
        "\u674e\u5c0f\u9f8d Lee",
        "Lee, Ann",
        'Bob "The Hat"',
    ]
    assert [check_person(name) for name in shown] == shown


def test_one_of_the_staff_does_not_pass_for_another(tmp_path: Path) -> None:
    """Whoever is there acts on, whatever others have called themselves since."""

    async def work(persons: Persons) -> None:
        assert persons.check_staff_name("Eve") == "Eve"
        await persons.enter(["Eve"], staff=True)
        assert persons.check_staff_name("eve ") == "eve"  # at another device
        with pytest.raises(Conflict, match="is too similar to another name here"):
            persons.check_staff_name("Eve.")
        await persons.enter(["Eve"])  # a player of that name is somebody else
        assert await persons.enter(["Eve."], staff=True)  # a host of the room, by the name of their account

    entering(tmp_path, work)


def test_a_file_of_a_live_tournament_has_nobody_twice() -> None:
    """Its director has all names in view, and may call two players i and l."""
    tournament = Tournament(find_preset("turbo"), live=True)
    for at, name in enumerate(("Bill", "i", "l")):
        tournament.do(c.Register(name), at)
    with pytest.raises(Conflict, match="is another player, confirm it"):
        tournament.do(c.Register("b ill"), 3)
    with pytest.raises(Conflict, match="one alphabet"):
        tournament.do(c.Register("B\u0456ll"), 3)
