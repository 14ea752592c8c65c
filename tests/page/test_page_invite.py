"""Getting in: the host lets phones on the network join, and a friend plays; the ways over the internet, as printed."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from page_browser import DESK, PHONE, PlayedRoom, done, leave
from page_presses import Presses
from room_tables import cash, terms
from web_rooms import Running, running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.web import lan
from sidepot.web.networks import Network, private_networks
from sidepot.web.print.qr import qr_picture
from sidepot.web.settings import Settings

CLICK_TO_CARD = 60  # seconds
WIFI = [Network("wlan0", "127.0.0.2")]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A room on a machine with a network, if need be a pretended one."""
    if not private_networks():
        monkeypatch.setattr(lan, "private_networks", lambda: WIFI)
    with running(tmp_path, TableRegistry) as found:
        yield found


def host_of(browser: Any, room: Running) -> Presses:
    told = room.guest("Hosta")
    told.become_host()
    cookies = [{"name": name, "value": value, "url": room.url} for name, value in told.http.cookies.items()]
    return Presses(browser, DESK, cookies)


def test_a_friend_has_cards_a_minute_after_the_hosts_first_click(
    browser: Any, room: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phone of this test is on this machine, and counts as another device."""
    monkeypatch.setattr(room.app_state.lan, "is_own", lambda number: False)
    host, friend = host_of(browser, room), Presses(browser, PHONE)
    host.page.goto(room.url)
    host.page.get_by_role("button", name="Open a table").wait_for()
    begun = monotonic()
    host.press(host.page.get_by_role("button", name="Open a table"))
    host.press(host.button("^open the table$"))
    host.page.wait_for_selector(".seat.may")
    host.page.locator(".menu summary").click()
    host.press(host.page.get_by_role("button", name="Invite"))
    host.press(host.button("^let phones on this network join$"))  # one tap
    host.front.get_by_text("Waiting for the first phone").wait_for()
    link = host.front.get_by_label("Link").input_value()
    code = host.page.request.get(room.url + str(host.front.locator(".qr").get_attribute("src")))
    assert code.body() == qr_picture(link)  # what the phone reads
    assert not link.startswith(room.url)

    friend.page.goto(link)
    host.front.get_by_text("1 device has opened the room.").wait_for()
    host.page.keyboard.press("Escape")
    for one in (host, friend):
        one.press(one.page.locator(".waits").get_by_role("button", name="Sit down"))
        if one is friend:
            one.page.get_by_role("textbox", name="Your name").fill("Freda")
            one.press(one.button("^continue$"))
        one.press(one.button("sit down$"))
        one.page.wait_for_selector("body.seated")
    friend.has_cards()
    assert monotonic() - begun < CLICK_TO_CARD
    assert friend.count == 3

    host.page.locator(".menu summary").click()
    host.page.get_by_role("button", name="Invite").click()
    host.press(host.button("^close the room to this network$"))
    host.front.get_by_text("Only this machine reaches the room.").wait_for()
    number = link.partition("://")[2].partition(":")[0]
    with socket.socket() as probe:
        assert probe.connect_ex((number, room.port)) != 0
    for one in (host, friend):
        leave(one.page)


# ---- what the window shows


HERE = {"ways": [{"address": "http://127.0.0.1:8000", "name": "this machine"}], "only_here": True, "port": 8000}
OPEN = {"ways": [{"address": "http://192.168.1.7:8000", "name": "wlan0"}], "lan": "on", "port": 8000}


CODE_OF = """async () => {
    const { checkInCode } = await import("/static/desk/pins.js");
    document.querySelector("main").prepend(await checkInCode("/e/7?enter"));
}"""


def invited(browser: Any, invite: dict[str, Any], role: str, **more: Any) -> tuple[PlayedRoom, Any]:
    room = PlayedRoom("Ann", role=role)
    room.api["/api/invite"] = (200, invite)
    room.api["/api/invite/qr"] = (200, "")
    page = room.open(browser, "/", size=PHONE, **more)
    page.get_by_role("button", name="Invite" if not more else "Einladen").click()
    page.get_by_role("dialog").wait_for()
    return room, page


def test_the_owner_alone_is_offered_the_switch(browser: Any) -> None:
    room, page = invited(browser, {**HERE, "lan": "off", "is_owner": True}, "host")
    room.api["/api/invite/lan"] = (409, {"because": "this machine is not on a local network", "code": "no_network"})
    page.get_by_role("button", name="Let phones on this network join").click()
    page.get_by_role("alert").filter(has_text="this machine is not on a local network").wait_for()
    assert page.locator(".qr").count() == 0
    room.api["/api/invite/lan"] = (200, {**OPEN, "is_owner": True})
    page.get_by_role("button", name="Let phones on this network join").click()
    page.locator(".qr").wait_for()
    assert room.posts == [("/api/invite/lan", {"on": True})] * 2
    assert "allow port 8000" in page.get_by_role("dialog").inner_text()
    assert page.get_by_role("link", name="Invite over the internet").get_attribute("href") == "/invite"
    room.errors = [line for line in room.errors if "409" not in line]  # the browser notes the refusal
    done(room, page)


def test_a_code_for_phones_at_a_live_tournament_has_the_switch_too(browser: Any) -> None:
    room = PlayedRoom("Eve", role="host")
    room.api["/api/invite"] = (200, {**HERE, "lan": "off", "is_owner": True})
    room.api["/api/invite/lan"] = (200, {**OPEN, "is_owner": True})
    room.api["/api/invite/qr"] = (200, "")
    page = room.open(browser, "/", size=PHONE)  # any page: the code is a part of several
    page.evaluate(CODE_OF)
    page.get_by_role("button", name="Let phones on this network join").click()
    page.get_by_text("http://192.168.1.7:8000/e/7?enter").wait_for()
    assert page.get_by_role("button", name="Let phones").count() == 0
    done(room, page)


def test_others_see_who_can_switch_it(browser: Any) -> None:
    room, page = invited(browser, {**HERE, "lan": "off"}, "staff")
    page.get_by_role("alert").filter(has_text="Its owner can let phones on this network join").wait_for()
    assert page.get_by_role("button", name="Let phones").count() == 0
    done(room, page)


def test_the_window_is_german_too(browser: Any) -> None:
    room, page = invited(browser, {**HERE, "lan": "off"}, "staff", locale="de")
    told = page.get_by_role("dialog").inner_text()
    assert "Nur dieser Rechner erreicht den Raum." in told and "`" not in told
    assert page.locator("dialog [lang=en]").count() == 0
    done(room, page)


# ---- over the internet: what the page prints, done


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def speaks_tls(port: int) -> bool:
    try:
        ssl.get_server_certificate(("127.0.0.1", port), timeout=5)
    except OSError:
        return False
    return True


@contextmanager
def started(command: list[str], port: int, log: Path, **more: Any) -> Iterator[None]:
    """A program that speaks TLS at a port, until the end."""
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out, **more) as program:
        try:
            until = monotonic() + 60
            while program.poll() is None and monotonic() < until and not speaks_tls(port):
                pass  # Caddy makes its certificate after it has begun to listen
            assert program.poll() is None, log.read_text()
            yield
        finally:
            program.terminate()


def printed(browser: Any, room: Running, tool: str, address: str) -> list[str]:
    """The commands that the page prints for a program and an address."""
    page = browser.tabs.take(None, DESK).page
    page.goto(f"{room.url}/invite")
    page.get_by_role("radio", name=tool).check()
    page.get_by_label("Your domain").fill(address)
    page.get_by_text("The room answers to this address.").wait_for()
    found = page.locator("#steps pre").all_inner_texts()
    leave(page)
    return [str(one) for one in found]


@contextmanager
def proxied(folder: Path) -> Iterator[tuple[Running, str, int]]:
    """A room for an address of a proxy, and the port for the proxy."""
    port = free_port()
    address = f"https://127.0.0.1:{port}"
    settings = Settings(limits=False, demo=False, secure=True, origins=(address,))
    with running(folder, TableRegistry, settings) as room:
        yield room, address, port


def plays_at(browser: Any, address: str, room: Running) -> None:
    """A friend takes a seat at a table through the proxy."""
    room.do(room.app_state.open_table(terms(cash()), by=""))
    friend = Presses(browser, PHONE, ignore_https_errors=True)
    friend.page.goto(address)
    friend.page.get_by_label("Playing as").fill("Freda")
    friend.press(friend.page.locator(".table-row").get_by_role("button", name="Sit down"))
    friend.press(friend.button("sit down$"))
    friend.page.wait_for_selector(".seat.own[aria-label*='Freda']")  # the socket works
    cookies = [one for one in friend.page.context.cookies() if one["name"].startswith("sidepot-")]
    assert cookies and all(one["secure"] for one in cookies)
    leave(friend.page)


CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -keyout privkey.pem -out fullchain.pem"
)
OWN_FOLDERS = "".join(
    f"{of}_temp_path {of}; " for of in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)  # nginx's usual ones are root's
NGINX = f"""daemon off; pid nginx.pid; error_log stderr; events {{}}
http {{ {OWN_FOLDERS} access_log off; include site.conf; }}"""


@pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx: apt-get install nginx-light")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl for a certificate: apt-get install openssl")
def test_nginx_takes_the_file_that_the_page_prints(browser: Any, tmp_path: Path) -> None:
    with proxied(tmp_path) as (room, address, port):
        site, *_ = printed(browser, room, "nginx", address)
        subprocess.run(CERTIFICATE.split(), cwd=tmp_path, check=True, capture_output=True)
        (tmp_path / "site.conf").write_text(site.replace("/etc/letsencrypt/live/127.0.0.1", str(tmp_path)))
        (tmp_path / "nginx.conf").write_text(NGINX)
        with started(["nginx", "-p", str(tmp_path), "-c", "nginx.conf"], port, tmp_path / "nginx.log"):
            plays_at(browser, address, room)


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy: apt-get install caddy")
def test_caddy_takes_the_command_that_the_page_prints(browser: Any, tmp_path: Path) -> None:
    with proxied(tmp_path) as (room, address, port):
        command, *_ = printed(browser, room, "Caddy", address)
        kept = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        with started(shlex.split(command), port, tmp_path / "caddy.log", env=kept):
            plays_at(browser, address, room)


def test_commands_follow_what_is_typed(browser: Any) -> None:
    room = PlayedRoom("Ann", role="host")
    room.api["/api/invite"] = (200, {**HERE, "port": 8123})
    page = room.open(browser, "/invite", size=PHONE)
    commands = page.locator("#steps pre")
    page.get_by_text("cloudflared tunnel --url http://127.0.0.1:8123").wait_for()
    page.get_by_label("Its address").fill("tall-trees.trycloudflare.com")
    assert commands.all_inner_texts()[1:] == [
        "sidepot serve --port 8123 --https --origin https://tall-trees.trycloudflare.com",
        'make serve ARGS="--port 8123 --https --origin https://tall-trees.trycloudflare.com"',
    ]
    page.get_by_label("Its address").fill("http://tall-trees.trycloudflare.com")
    page.get_by_role("alert").filter(has_text="expected an address such as https://cards.example.org").wait_for()
    assert page.get_by_label("Its address").get_attribute("aria-invalid") == "true"
    for tool, word in (("Tailscale Funnel", "tailscale funnel 8123"), ("ngrok", "ngrok http 8123")):
        page.get_by_role("radio", name=tool).check()
        page.get_by_text(word, exact=True).wait_for()
    assert page.locator("#steps > li").count() == 3
    done(room, page)
