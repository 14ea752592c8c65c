"""The pages in German: as the browser has it, or as the person chose; loaded only where it is wanted."""

from __future__ import annotations

from typing import Any

import pytest
from evening_scenes import done_by, evening, told
from page_browser import PlayedRoom, done
from page_scenes import Scene, at_table, c, choosing, holdem, to_act
from room_tables import cash, terms
from table_messages import event

from sidepot.room.table import commands as s


def files(page: Any) -> list[str]:
    """The scripts that the page has loaded."""
    return [str(name) for name in page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")]


def test_a_german_browser_gets_a_german_table_and_what_the_room_says_is_marked_as_english(browser: Any) -> None:
    scene = holdem(3)
    scene.deal()
    room, page = at_table(browser, scene, to_act(scene), log=["Ann folds"], locale="de-DE")
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.get_by_role("button", name="Raise auf").is_visible()
    page.locator(".menu summary").click()
    assert page.get_by_role("button", name="Tisch verlassen").is_visible()
    assert page.locator("[aria-label='Deine Hand']").count() == 1  # which stands in the page itself
    assert page.locator("sp-log p.is-english[lang=en]", has_text="Ann folds").count() == 1  # with a mark that all see
    assert page.locator(".tip", has_text="Du darfst folden: am Zug geht das immer").count() == 1
    assert any("/locales/" in one for one in files(page))
    done(room, page)


def test_why_a_table_waits_is_said_in_german(browser: Any) -> None:
    """In the middle of the table, and in the dock what one can do; nothing of it is marked as English."""
    scene = Scene(terms(cash(seats=3)))
    scene.seat(1)
    room, page = at_table(browser, scene, "Zoe", locale="de-DE")
    page.locator(".street", has_text="Es geht los, sobald zwei bereit sind").wait_for()
    page.locator(".waits p", has_text="Setz dich irgendwohin oder wähl einen Platz").wait_for()
    room.tell(event(scene.room, scene.host(s.Pause())))
    page.locator(".street", has_text="Der Host hat den Tisch angehalten.").wait_for()
    assert page.locator(".street [lang=en], .waits [lang=en]").count() == 0
    done(room, page)


def test_games_to_choose_from_have_german_titles(browser: Any) -> None:
    scene = choosing()
    room, page = at_table(browser, scene, scene.room.chooser, locale="de-DE")
    page.keyboard.press("g")
    page.locator("dialog .game").first.wait_for()
    titles = [*page.locator("dialog .game").all_inner_texts(), *page.locator(".mix li").all_inner_texts()]
    assert "Seven Card Stud, Fixed Limit" in titles
    assert not [title for title in titles if "or better" in title or "-card" in title], titles
    done(room, page)


@pytest.mark.long
def test_the_language_is_chosen_in_the_lobby_and_kept(browser: Any) -> None:
    room = PlayedRoom()
    page = room.open(browser, "/")
    page.get_by_role("heading", name="Play here").wait_for()
    page.get_by_role("button", name="Deutsch").wait_for()
    assert not any("/locales/" in one for one in files(page))
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("heading", name="Hier spielen").wait_for()
    page.reload()
    page.get_by_role("heading", name="Hier spielen").wait_for()
    assert page.title().endswith("der Kartenraum")
    page.get_by_role("button", name="Aussehen").click()
    page.get_by_role("group", name="Sprache").get_by_label("English").click()
    page.get_by_role("heading", name="Play here").wait_for()
    assert page.locator("html").get_attribute("lang") == "en"
    done(room, page)


@pytest.mark.long
def test_a_german_desk_says_what_is_to_do_and_what_was_refused_in_german_and_marks_the_rest(browser: Any) -> None:
    room = PlayedRoom("Eve", role="host")
    because = [
        "{} {}",
        ["Table {table} has {players} players.", "2", "3"],
        ["Free seats: {seats}. Waiting players: {players}.", "4", "1"],
    ]
    order = {
        "id": "o1",
        "kind": "order",
        "text": "Stop table 2",
        "sentence": ["Stop table {table}", "2"],
        "do": {"type": "do_todo"},
    }
    lines = [
        {**order, "because": "…", "because_sentence": because},
        {**order, "id": "o2", "text": "Wait", "sentence": ["Wait"]},
    ]
    told(room, evening(todo=lines))
    offers = [{"text": "Say why", "sentence": ["Say why"], "do": {"type": "end"}}]
    done_by(room, {"code": "no_reason", "because": "say why", "cite": "", "offers": offers}, 409)
    page = room.open(browser, "/desk/7", locale="de-DE")
    card = page.locator("[data-key=o1]")
    card.get_by_text("Tisch 2 anhalten").wait_for()
    assert "Freie Plätze: 4. Auf einen Platz warten: 1." in card.inner_text()
    assert card.locator("[lang=en]").count() == 0
    assert page.locator("[data-key=o2] .desk-order .is-english[lang=en]", has_text="Wait").count() == 1
    card.get_by_role("button", name="Ausführen").click()
    page.get_by_role("alert").get_by_text("Dafür braucht es einen Grund").wait_for()
    assert page.get_by_role("alert").get_by_role("button", name="Den Grund sagen").is_visible()
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)


@pytest.mark.long
def test_the_log_and_the_seats_speak_german_and_in_big_blinds_where_that_is_wanted(browser: Any) -> None:
    scene = holdem(3)
    scene.deal()
    me = to_act(scene)
    room, page = at_table(browser, scene, me, locale="de-DE")
    room.tell(event(scene.room, scene.act(c.RaiseTo(6))))
    line = page.locator("sp-log p", has_text=f"{me} erhöht auf 6")
    line.wait_for()
    assert line.get_attribute("lang") is None
    assert page.locator(".seat .below", has_text="erhöht auf 6").get_attribute("lang") is None
    page.keyboard.press("a")
    page.locator("sp-log p", has_text=f"{me} erhöht auf 3\u00a0BB").wait_for()
    page.locator(".seat .below", has_text="erhöht auf 3\u00a0BB").wait_for()
    page.keyboard.press("a")
    line.wait_for()
    done(room, page)
