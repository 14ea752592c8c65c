"""Guessing passwords: of one name and of one table, from many addresses; and whom that never keeps out."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from itertools import count
from typing import Any, TypeVar

import pytest
from room_tables import terms
from web_rooms import Browser, Running, running

from sidepot.web.guesses import MOST_KEPT, Guesses, device_of, new_mark

T = TypeVar("T")
RIGHT = "long enough"
_ADDRESSES = count(1)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
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
    assert "signed in before" in refused.json()["because"]
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
    nonce, _, mark = own.http.cookies[name].partition(".")
    for forged in (f"{nonce}x.{mark}", f"{nonce}.", "", ".", "x" * 5000):
        other.http.cookies.set(name, forged)
        assert guess(other, "Di", RIGHT).status_code == 429
    guest = room.guest()
    assert name not in guest.http.cookies  # a guest has no password


def test_the_right_password_is_no_guess(room: Running) -> None:
    signed_up(room, "Ed")
    for _ in range(9):
        assert guess(stranger(room), "Ed").status_code == 403
    for _ in range(3):
        assert guess(stranger(room), "Ed", RIGHT).status_code == 200
    assert [guess(stranger(room), "Ed").status_code for _ in range(2)] == [403, 429]


def test_a_table_is_guessed_at_ten_times_too(room: Running) -> None:
    table = room.do(room.desk.open_table(terms(locked=True), by="", password="sesame"))
    guests = [stranger(room) for _ in range(12)]
    for guest in guests:
        guest.post("/api/guest")
    guests[0].post(f"/api/tables/{table}/join", {"password": "sesame"})
    for guest in guests[1:11]:
        guest.post(f"/api/tables/{table}/join", {"password": "open"}, 403)
    answer = guests[11].post(f"/api/tables/{table}/join", {"password": "sesame"}, 429)
    assert "table" in answer["because"]
    assert guests[0].get(f"/api/tables/{table}/hands") == {"hands": []}  # once in, always in


@pytest.mark.parametrize("mark", ["", ".", "\u00e9.x", "x.\u00e9", "\ud800.\ud800", "a.b.c"])
def test_whatever_a_mark_is_it_can_be_read(mark: str) -> None:
    assert device_of("secret", "a1", mark) == ""
    assert device_of("secret", "a1", new_mark("secret", "a1"))
    assert device_of("secret", "a2", new_mark("secret", "a1")) == device_of("other", "a1", new_mark("x", "a1")) == ""


# ---- the counting itself


class Asked:
    """Guesses that are counted in this process: nobody waits for anything, so they can be asked without a loop."""

    def __init__(self, clock: Clock) -> None:
        self._guesses = Guesses(clock)

    def __len__(self) -> int:
        return len(self._guesses)

    def wait(self, what: str, address: str, device: str = "") -> float:
        """See `Guesses.wait`."""
        return at_once(self._guesses.wait(what, address, device))

    def right(self, what: str, address: str, device: str = "") -> None:
        """See `Guesses.right`."""
        at_once(self._guesses.right(what, address, device))


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


def test_who_waits_is_not_made_to_wait_longer_by_asking() -> None:
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


def test_what_is_kept_of_guesses_is_bounded() -> None:
    """Whatever names and addresses come, and however many; what was guessed at last is what is remembered."""
    clock = Clock()
    guesses = Asked(clock)
    for at in range(3 * MOST_KEPT):
        if at % 1000 == 0:
            heard(guesses, 20, f"thief {at}")
        assert not guesses.wait(f"name {at}", "thief")
    assert len(guesses) <= MOST_KEPT
    assert heard(guesses, 20, "another") == 0
