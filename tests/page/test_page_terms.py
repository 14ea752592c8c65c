"""What is agreed at a table, in a browser: seen and accepted before sitting down, and to be read and printed later."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from page_browser import PHONE, PlayedRoom, done, sent
from page_scenes import holdem
from room_tables import cash, terms

from sidepot.room.table.agreement import agreement
from sidepot.rules.houses import HOME
from sidepot.web.schemas.base import TableTerms

TERMS = agreement(terms(cash(rulebook=HOME.but(run_it=2), buy_in=(40, 200))))
TOLD = TableTerms("Kitchen", TERMS, opened=1_800_000_000_000, asked=True)
PATH = "/api/tables/t1/agreement"


def test_a_newcomer_sees_the_terms_and_accepts_them_with_one_key(browser: Any) -> None:
    room = PlayedRoom("Zoe")
    room.greet = holdem(3).told("Zoe")[:1]  # the table alone: it is not said yet what Zoe may do
    room.api[PATH] = (200, msgspec.to_builtins(TOLD))
    page = room.open(browser, "/table/t1#sit", size=PHONE)
    shown = page.get_by_role("dialog")
    shown.get_by_text("No limit, blinds 1/2").wait_for()
    assert "A game at home; changed by the host: 1 rule; different from Robert's Rules of Poker" in shown.inner_text()
    assert room.said == []
    page.keyboard.press("Enter")
    shown.wait_for(state="detached")
    sit = {"type": "sit", "seat": -1, "chips": 200, "waits": False, "accepts": TERMS.version}
    assert sent(room, page, 1) == [sit]
    done(room, page)


@pytest.mark.long
def test_declining_the_terms_does_not_sit_down(browser: Any) -> None:
    room = PlayedRoom("Zoe")
    room.greet = holdem(3).told("Zoe")[:1]
    room.api[PATH] = (200, msgspec.to_builtins(TOLD))
    page = room.open(browser, "/table/t1#sit")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert room.said == []
    done(room, page)


@pytest.mark.long
def test_the_terms_are_a_page_that_is_printed_whole(browser: Any) -> None:
    """On the screen what is met seldom is folded away; on paper nothing is."""
    room = PlayedRoom("Zoe")
    room.api[PATH] = (200, msgspec.to_builtins(msgspec.structs.replace(TOLD, accepted=1_800_000_100_000)))
    page = room.open(browser, "/table/t1/terms", size=PHONE)
    page.get_by_role("heading", name="How this table differs from Robert's Rules of Poker").wait_for()
    told = page.locator("main").inner_text()
    assert "You accepted these terms on" in told and TERMS.version in told
    assert "Changed by the host" in told and "run the rest of the board up to 2 times" in told
    assert page.locator("details:not([open])").count() > 0
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    done(room, page)


def test_terms_are_read_in_german(browser: Any) -> None:
    room = PlayedRoom("Zoe")
    room.greet = holdem(3).told("Zoe")[:1]
    room.api[PATH] = (200, msgspec.to_builtins(TOLD))
    page = room.open(browser, "/table/t1#sit", size=PHONE, locale="de-DE")
    shown = page.get_by_role("dialog")
    shown.get_by_text("No Limit, Blinds 1/2").wait_for()
    shown.locator("details summary").click()
    words = shown.locator(".terms").all_inner_texts()
    for text in ("Einsätze", "40 bis 200 Chips", "Bedenkzeit", "Sekunden", "Table Stakes: gespielt wird"):
        assert any(text in one for one in words), text
    assert any("wird bis zu 2-mal gegeben" in one for one in words)
    assert shown.locator(".terms .is-english").count() == 0
    done(room, page)
