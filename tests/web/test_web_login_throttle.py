"""Guessing passwords: of one name and of one table, from many addresses; and whom that never keeps out."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from each import each
from room_tables import terms
from test_director_api import announced
from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.web.security import passwords
from sidepot.web.security.devices import MOST_MARKS, device_known, note_known
from sidepot.web.security.throttle import MOST_KEPT, MemoryBudgets, budgets_of
from sidepot.web.settings import Settings

T = TypeVar("T")
RIGHT = "long enough"
SATURDAY = {"title": "Saturday", "preset": "regular", "live": True}
_ADDRESSES = count(1)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    from argon2 import PasswordHasher

    with pytest.MonkeyPatch.context() as patch, running(tmp_path_factory.mktemp("room")) as found:
        patch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield found


def stranger(room: Running) -> Browser:
    """A browser from an address that nobody has come from yet."""
    found = Browser(room)
    found.http.headers["x-forwarded-for"] = f"10.7.{next(_ADDRESSES)}.1"
    return found


def signed_up(room: Running, name: str) -> Browser:
    found = stranger(room)
    found.post("/api/signup", {"name": name, "password": RIGHT})
    return found


def guess(browser: Browser, name: str, password: str = "wrong") -> Any:
    return browser.http.post(
        "/api/login", json={"name": name, "password": password}, headers={"x-csrftoken": browser.me["csrf"]}
    )


def test_a_name_is_guessed_at_ten_times_from_however_many_addresses(room: Running) -> None:
    signed_up(room, "Ann")
    assert [guess(stranger(room), name).status_code for name in ("Ann", "ANN") * 6] == [403] * 10 + [429] * 2
    refused = guess(stranger(room), "Ann", RIGHT)
    assert refused.status_code == 429 and 0 < int(refused.headers["retry-after"]) <= 60
    assert "logged in before" in refused.json()["because"]
    nobodys = [guess(stranger(room), "Nobody").status_code for _ in range(12)]  # and who has no account is not told
    assert nobodys == [403] * 10 + [429] * 2


def test_strangers_never_keep_an_owner_out_who_has_signed_in_there_before(room: Running) -> None:
    """A session that is on goes on; a browser that has had one is counted apart; nobody is logged in by its mark."""
    phone, desk = signed_up(room, "Bo"), signed_up(room, "Other")
    desk.post("/api/logout")
    desk.post("/api/login", {"name": "Bo", "password": RIGHT})
    desk.post("/api/logout")
    for _ in range(10):
        assert guess(stranger(room), "Bo").status_code == 403
    assert guess(stranger(room), "Bo", RIGHT).status_code == 429
    assert phone.name == "Bo" and desk.name == ""
    assert guess(desk, "Bo", RIGHT).status_code == 200
    desk.post("/api/logout")
    codes = [guess(desk, "Bo").status_code for _ in range(12)]
    assert codes == [403] * 10 + [429] * 2  # it has guesses of its own, and no more of them than others
    assert guess(phone, "Bo", RIGHT).status_code == 200  # another one is not held up by it


def test_the_mark_of_a_browser_is_for_one_account_and_is_not_made_up(room: Running) -> None:
    own = signed_up(room, "Cy")
    signed_up(room, "Di")
    for _ in range(10):
        guess(stranger(room), "Di")
    assert guess(own, "Di", RIGHT).status_code == 429
    (name,) = [name for name in own.http.cookies if name.startswith("sidepot-known-")]
    other = stranger(room)
    device, _, mark = own.http.cookies[name].partition(".")
    for forged in (f"{device[:-1]}x.{mark}", f"{device}.{mark[::-1]}", f"{device}.", "", ".", "x" * 5000):
        other.http.cookies.set(name, forged)
        assert guess(other, "Di", RIGHT).status_code == 429
    guest = room.guest()
    assert name not in guest.http.cookies  # a guest has no password


def test_a_browser_is_known_at_each_name_that_was_used_in_it(room: Running) -> None:
    family = signed_up(room, "Mum")
    family.post("/api/logout")
    family.post("/api/signup", {"name": "Dad", "password": RIGHT})
    family.post("/api/logout")
    for _ in range(10):
        guess(stranger(room), "Mum")
    assert guess(stranger(room), "Mum", RIGHT).status_code == 429
    assert guess(family, "Mum", RIGHT).status_code == 200


def test_the_right_password_is_no_guess(room: Running) -> None:
    signed_up(room, "Ed")
    for _ in range(9):
        assert guess(stranger(room), "Ed").status_code == 403
    for _ in range(3):
        assert guess(stranger(room), "Ed", RIGHT).status_code == 200
    assert [guess(stranger(room), "Ed").status_code for _ in range(2)] == [403, 429]


def test_strangers_do_not_lock_out_a_browser_that_has_given_the_password_of_a_table(room: Running) -> None:
    table = room.do(room.app_state.open_table(terms(locked=True), by="", password="sesame"))
    path = f"/api/tables/{table}/join"
    guests = [stranger(room) for _ in range(12)]
    for guest in guests:
        guest.post("/api/guest")
    guests[0].post(path, {"password": "sesame"})
    for guest in guests[1:11]:
        guest.post(path, {"password": "open"}, 403)
    assert "table" in guests[11].post(path, {"password": "sesame"}, 429)["because"]
    assert guests[0].get(f"/api/tables/{table}/hands") == {"hands": []}  # once in, always in
    guests[0].post("/api/logout")
    guests[0].post("/api/guest")
    guests[0].get(f"/api/tables/{table}/hands", 403)  # another guest, in a browser that is known
    for word, status in [("open", 403)] * 9 + [("sesame", 200), ("open", 403), ("open", 429)]:
        guests[0].post(path, {"password": word}, status)
    guests[11].post(path, {"password": "sesame"}, 429)


def test_all_tables_of_a_tournament_have_one_password_and_one_budget(room: Running) -> None:
    """Else a tournament of fifty tables had five hundred guesses."""
    room.app_state.lock_of = lambda table: "tournament/9"  # type: ignore[method-assign]
    try:
        found = [room.do(room.app_state.open_table(terms(locked=True), by="")) for _ in range(12)]
        room.do(room.app_state.locks.lock("tournament/9", room.do(room.app_state.locks.hashed("sesame"))))
        for at, table in enumerate(found):
            guest = stranger(room)
            guest.post("/api/guest")
            guest.post(f"/api/tables/{table}/join", {"password": "open"}, 403 if at < 10 else 429)
    finally:
        del room.app_state.lock_of


def test_strangers_do_not_lock_out_the_staff_by_guessing_pins(tmp_path: Path) -> None:
    """Also after a PIN was renewed; and at another tournament a browser is a stranger."""
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        others_pins = {one["role"]: one["pin"] for one in desk.browser.post("/api/tournaments", SATURDAY)["pins"]}
        floor = stranger(room)
        enter = {"name": "Eve", "table": 1}
        floor.post("/api/tournaments/1/enter", {"pin": pins["floor"], **enter})
        renewed = desk.browser.post("/api/tournaments/1/pins", {"renew": "floor"})
        (pin,) = [one["pin"] for one in renewed["pins"] if one["role"] == "floor"]
        for tournament in (1, 2):
            for at in range(10):
                stranger(room).post(f"/api/tournaments/{tournament}/enter", {"pin": f"x{at}", **enter}, 403)
        assert stranger(room).post("/api/tournaments/1/enter", {"pin": pin, **enter}, 429)["code"] == "too_many_guesses"
        for _ in range(9):
            floor.post("/api/tournaments/1/enter", {"pin": pins["floor"], **enter}, 403)
        floor.post("/api/tournaments/1/enter", {"pin": pin, **enter})
        floor.post("/api/tournaments/2/enter", {"pin": others_pins["floor"], **enter}, 429)


@each("cookie", ["", ".", "\u00e9.x", "x.\u00e9", "\ud800.\ud800", "a.b.c", f"{'0' * 16}.{'0' * 15}"])
def test_a_cookie_that_the_room_did_not_make_is_known_nowhere(cookie: str) -> None:
    assert device_known("secret", "a1", cookie) == ""
    assert device_known("secret", "a1", note_known("secret", "a1", cookie))


def test_a_cookie_has_the_last_secrets_of_one_device() -> None:
    cookie = ""
    for at in range(50):
        cookie = note_known("secret", f"a{at}", cookie)
    cookie = note_known("secret", "a49", cookie)
    known = {device_known("secret", f"a{at}", cookie) for at in range(50 - MOST_MARKS, 50)}
    assert len(known) == 1 and "" not in known and len(cookie) < 400
    assert device_known("secret", f"a{49 - MOST_MARKS}", cookie) == device_known("other", "a49", cookie) == ""


@pytest.mark.long
def test_neighbours_of_an_address_do_not_keep_a_known_browser_from_asking(tmp_path: Path) -> None:
    """A venue has one address for all: the limit of log-ins by address is a stranger's."""
    with running(tmp_path, settings=Settings(demo=False)) as room:
        own = Browser(room)
        own.post("/api/signup", {"name": "Ann", "password": RIGHT})
        own.post("/api/logout")
        thief = Browser(room)
        while guess(thief, "Bo").json()["code"] != "too_much":
            pass
        assert guess(Browser(room), "Ann", RIGHT).json()["code"] == "too_much"
        assert guess(own, "Ann", RIGHT).status_code == 200
        codes = {guess(own, "Ann").json()["code"] for _ in range(60)}
        assert codes == {"wrong_password", "too_many_guesses", "too_much"}  # and has limits of its own


# ---- the counting itself


class Asked:
    """Guesses that are counted in this process: nobody waits for anything, so they can be asked without a loop."""

    def __init__(self, clock: Clock) -> None:
        self._budgets = MemoryBudgets(clock)

    def __len__(self) -> int:
        return len(self._budgets)

    def wait(self, secret: str, address: str, device: str = "") -> float:
        return at_once(self._budgets.take(budgets_of(secret, address, device)))

    def right(self, secret: str, address: str, device: str = "") -> None:
        at_once(self._budgets.give_back(budgets_of(secret, address, device)))


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """What comes of something that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise AssertionError("it waits")


class Clock:
    def __init__(self) -> None:
        self.now = 1.0

    def __call__(self) -> float:
        return self.now


def heard(guesses: Asked, times: int, address: str, device: str = "") -> int:
    return sum(not guesses.wait("ann", address, device) for _ in range(times))


def test_one_address_alone_never_makes_others_wait_longer_than_a_minute() -> None:
    """It has one guess in ten minutes once its ten are said; everybody together has one a minute."""
    clock = Clock()
    guesses = Asked(clock)
    assert heard(guesses, 50, "thief") == 10
    assert guesses.wait("ann", "owner") == 60.0
    heard_of_thief = 0
    for _ in range(60):
        clock.now += 60.0
        heard_of_thief += heard(guesses, 5, "thief")
        assert heard(guesses, 1, "owner") == 1
        guesses.right("ann", "owner")
    assert heard_of_thief <= 6


def test_asking_does_not_prolong_the_wait() -> None:
    clock = Clock()
    guesses = Asked(clock)
    for at in range(10):
        assert heard(guesses, 1, f"a{at}") == 1
    assert heard(guesses, 1000, "owner") == 0
    clock.now += 600.0
    assert heard(guesses, 20, "owner") == 10


def test_a_known_device_is_counted_apart() -> None:
    clock = Clock()
    guesses = Asked(clock)
    assert heard(guesses, 20, "thief") == 10
    assert heard(guesses, 20, "thief", "phone") == 10 and heard(guesses, 20, "thief", "desk") == 10
    clock.now += 60.0
    assert heard(guesses, 20, "thief", "phone") == 1


def test_known_devices_together_gain_no_more_than_two_guesses_a_minute() -> None:
    """A thousand browsers in which one PIN was right do not find the next one: that takes 10**6 guesses."""
    clock = Clock()
    guesses = Asked(clock)
    assert sum(heard(guesses, 1, "insider", f"browser {at}") for at in range(1000)) == 60
    found = 0
    for _ in range(4 * 60):
        clock.now += 60.0
        found += sum(heard(guesses, 1, "insider", f"browser {at}") for at in range(20))
    assert found == 2 * 4 * 60
    assert heard(guesses, 20, "stranger") == 10  # whose budget is not touched


@pytest.mark.long
def test_stored_guesses_are_bounded() -> None:
    """Whatever names and addresses come, and however many; what was guessed at last is what is remembered."""
    clock = Clock()
    guesses = Asked(clock)
    for at in range(3 * MOST_KEPT):
        if at % 1000 == 0:
            heard(guesses, 20, f"thief {at}")
        assert not guesses.wait(f"name {at}", "thief")
    assert len(guesses) <= MOST_KEPT
    assert heard(guesses, 20, "another") == 0
