"""The page that checks hands, and what no page may have in it."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from page_browser import STATIC, PlayedRoom, done
from places import ROOT

from sidepot.room.fairness.record import decode_record
from sidepot.room.fairness.record_check import verify_record

RECORD = ROOT / "examples" / "hand-record.json"


def test_a_record_is_checked_in_the_browser(browser: Any) -> None:
    record = RECORD.read_text(encoding="utf-8")
    room = PlayedRoom()
    verified = verify_record(decode_record(record.encode()))
    room.api["/api/verify"] = (200, json.loads(msgspec.json.encode(verified)))
    page = room.open(browser, "/verify")
    give(page, record)
    assert page.locator(".verdict").get_attribute("data-verdict") == "good"
    assert page.locator(".opened .card").count() == verified.openings
    page.locator(".pins summary").click()
    page.locator("#root").fill("0" * 64)
    page.locator("#root").press("Tab")
    page.wait_for_selector(".verdict.bad")
    page.locator("#root").fill(verified.roots[0])
    page.locator("#link").fill(verified.link)
    page.locator("#link").press("Tab")
    page.get_by_text("All checks passed").wait_for()
    done(room, page)


@pytest.mark.parametrize("what", ["card", "item", "salt", "cut"])
def test_a_record_that_was_changed_does_not_hold(browser: Any, what: str) -> None:
    """Whatever the room says: the browser works it out."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    if what == "card":
        record["openings"][0]["card"] ^= 1
    elif what == "salt":
        record["openings"][1]["salt"] = "0" * 32
    elif what == "cut":
        record["items"][2]["at"] += 1
    else:
        record["items"][0]["hand"] += 1
    room = PlayedRoom()
    room.api["/api/verify"] = (200, {"holds": True, "checks": []})
    page = room.open(browser, "/verify")
    give(page, json.dumps(record))
    assert page.locator(".verdict").get_attribute("data-verdict") == "bad"
    done(room, page)


def give(page: Any, record: str) -> None:
    page.set_input_files("#file", {"name": "HAND.json", "mimeType": "application/json", "buffer": record.encode()})
    page.wait_for_selector(".verdict")


@pytest.mark.long
def test_the_hash_that_is_worked_out_here_is_the_same(browser: Any) -> None:
    """On a plain-http address of the LAN a browser has no hash of its own."""
    room = PlayedRoom()
    page = room.open(browser, "/verify")
    same = page.evaluate("""async () => {
        const { plainSha256, sha256 } = await import("/static/verify/sha256.js");
        const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        const abc = hex(plainSha256(new TextEncoder().encode("abc")));
        for (let n = 0; n < 200; n++) {
            const bytes = crypto.getRandomValues(new Uint8Array(n));
            const own = crypto.subtle ? await sha256(bytes) : plainSha256(bytes);
            if (hex(plainSha256(bytes)) !== hex(own)) return n;
        }
        return abc;
    }""")
    assert same == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    done(room, page)


# ---- what needs no browser

# Addresses that name something and load nothing: namespaces, the example, the host's own machine, what a person types,
# and the beginning of what they may type.
NO_SOURCE = re.compile(
    r"""https?://(www\.w3\.org/(2000/svg|1999/xhtml)|cards\.example\.org|127\.0\.0\.1:|\$\{|(\.\+)?")"""
)


def test_no_page_has_anything_that_its_policy_forbids() -> None:
    """No script, style or handler stands in a page, and nothing comes from elsewhere."""
    pages = sorted(STATIC.glob("*/*.html"))
    assert len(pages) > 20  # all of them
    for path in pages:
        text = path.read_text(encoding="utf-8")
        for script in text.split("<script")[1:]:
            assert script.split(">", 1)[1].startswith("</script>"), path.name
        assert " style=" not in text and "<style" not in text, path.name
        assert not re.search(r" on[a-z]+=", text), path.name
    for path in STATIC.glob("*/*.*"):
        if path.suffix == ".png":
            continue
        text = NO_SOURCE.sub("", path.read_text(encoding="utf-8"))
        assert "https://" not in text and "http://" not in text, path.name
        assert "innerHTML" not in text and "eval(" not in text, path.name
