"""Names that look alike: the second one is refused, whoever has the first; and those that sound like the room's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from each import each
from web_rooms import Browser, Running, running

from sidepot.bots.bot_names import NAMES
from sidepot.errors import BadNotation, Conflict
from sidepot.room.store.accounts import Account
from sidepot.validation.lookalikes import skeleton
from sidepot.web.auth import identities
from sidepot.web.security import names as names_of_room
from sidepot.web.security.names import Names


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        yield found


TWINS = [
    ("Bill", "BiIl"), ("Bill", "B1ll"), ("Olga", "0lga"), ("Norma", "Norma."), ("Norma", "Norrna"),
    ("lan", "Ian"), ("Lan", "Ian"),  # Lan and lan are one name, and lan looks like Ian
    ("Walter", "VValter"), ("Ann Lee", "AnnLee"), ("Ann Lee", "Ann-Lee"), ("Ann", "A.n.n"),
    ("Ann", "Ann!"), ("Ann", "Ann \u2665"),
    ("Copa", "\u0421\u043e\u0440\u0430"), ("ANNA", "\u0391\u039d\u039d\u0391"), ("anna", "\u0391\u039d\u039d\u0391"),
    ("Ken", "\uff2b\uff45\uff4e"), ("Ann2", "Ann\u00b2"), ("O'Neil", "ONeil"), ("O'Neil", "0\u2019Nei1"),
]  # fmt: skip


@each(("one", "other"), [*TWINS, *[(other, one) for one, other in TWINS]])
def test_two_who_look_alike_are_not_both_here(one: str, other: str) -> None:
    names = Names([identities.check_name(one)])
    with pytest.raises(Conflict, match="looks too much like"):
        names.take(identities.check_name(other))
    names.give_back(one)
    names.take(other)


@each(
    ("one", "other"),
    [
        ("Ann", "Anne"), ("Ann", "Ann 2"), ("Ann 2", "Ann 3"), ("Zoe", "Zo\u00eb"), ("Bo", "Bob"),
        ("Anna", "\u0410\u043d\u043d\u0430"), ("Jose", "Jos\u00e9"), ("\u674e\u5c0f\u9f8d", "\u674e\u5c0f\u660e"),
        ("Olga", "\u041e\u043b\u044c\u0433\u0430"),
    ],
)  # fmt: skip
def test_two_who_can_be_told_apart_are(one: str, other: str) -> None:
    names = Names([one])
    names.take(other)
    assert not names.is_free(one) and not names.is_free(other)


@each(
    "name",
    [
        *("Admin", "ADMIN", "Adm1n", "admin.", "Dealer", "dea1er", "The Dealer", "TheDealer", "Dealer 2", "Dealer2"),
        *(
            "H0st",
            "the host",
            "House Dealer",
            "Floor-Manager",
            "Table Host",
            "\u00c4dmin",
            "D\u00e9aler",
            "s i d e p o t",
        ),
        *("Sidepot", "sidepot 1", "Moderator", "\u0430\u0501\u043c\u0456n"),
    ],
)
def test_names_of_the_room_itself_are_nobodys(name: str) -> None:
    with pytest.raises(BadNotation):
        identities.check_name(name)


@each("name", ["Joe Root", "House Cat", "Hosta", "Adele", "The Ann", "Theo", "1", "007", "Botho"])
def test_names_of_people_are_not(name: str) -> None:
    assert identities.check_name(name) == name


def test_names_that_the_room_offers_can_be_had() -> None:
    for name in {names_of_room.numbered_name() for _ in range(200)} | {f"{one} x" for one in NAMES}:
        assert identities.check_name(name) == name
    whole = [f"{first} {second}" for first in names_of_room._FIRST for second in names_of_room._SECOND]
    assert len({skeleton(name) for name in whole}) == len(whole)


def test_over_http_too_and_the_name_is_free_again_with_its_guest(room: Running) -> None:
    norma = room.guest("Norma")
    for path, more in (("/api/guest", {}), ("/api/signup", {"password": "long enough"})):
        assert "looks too much like" in Browser(room).post(path, {"name": "Norma.", **more}, 409)["because"]
    assert "of the room" in Browser(room).post("/api/guest", {"name": "Dealer"}, 400)["because"]
    norma.post("/api/signup", {"name": "Norma", "password": "long enough"})  # the own name is one's own
    olga = room.guest("Olga")
    olga.post("/api/logout")
    room.do(identities.forget_guests(room.app_state))
    assert room.guest("0lga").name == "0lga"


def test_a_name_that_could_not_be_kept_is_free(room: Running) -> None:
    async def fail(new: Account) -> None:
        raise Conflict("not now")

    add, room.app_state.accounts.add = room.app_state.accounts.add, fail  # type: ignore[method-assign]
    try:
        Browser(room).post("/api/guest", {"name": "Quentin"}, 409)
    finally:
        room.app_state.accounts.add = add  # type: ignore[method-assign]
    assert room.guest("Quentin").name == "Quentin"


@pytest.mark.long
def test_older_rooms_may_have_two_who_look_alike(tmp_path: Path) -> None:
    """Both stay, and come in by their passwords; after a restart the room knows all names."""
    with running(tmp_path) as room:
        kept = Browser(room).post("/api/signup", {"name": "Bill", "password": "long enough"})
        assert kept["name"] == "Bill"
        found = room.do(room.app_state.accounts.named("Bill"))
        assert found is not None
        room.do(room.app_state.accounts.add(Account("twin", "BiIl", "player", 1, found.password)))
    with running(tmp_path) as room:
        for name in ("Bill", "BiIl"):
            assert Browser(room).post("/api/login", {"name": name, "password": "long enough"})["name"] == name
        assert "looks too much like" in Browser(room).post("/api/guest", {"name": "B1LL"}, 409)["because"]
