"""Talk on the table page: lines and emoji, what waits, mutes, reports and the host's silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from page_browser import PHONE, PlayedRoom, done, sent
from page_player import QUICK, Page
from page_room import open_room
from page_scenes import Scene, at_table
from room_tables import cash, terms
from table_messages import event

from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.room.table.terms import RoomTerms
from sidepot.room.views.player import player_view
from sidepot.rules.houses import CASH

STRICT = CASH.but(talk_in_hand=False)


def evening(hand: bool = False) -> Scene:
    """Three people, and some talk."""
    scene = Scene(terms(cash(rulebook=STRICT)))
    scene.seat(3)
    scene.say(s.Talk("Good evening"), "Bo")
    scene.say(s.Talk("Hello, all of you"), "Cy")
    scene.say(s.React("👏", scene.room.lines[0].seq), "Cy")
    if hand:
        scene.deal()
    return scene


def lines(page: Any) -> list[str]:
    return [one.strip() for one in page.locator("sp-talk .talk-line p").all_inner_texts()]


def test_a_line_is_written_and_read(browser: Any) -> None:
    scene = evening()
    room, page = at_table(browser, scene, "Ann")
    assert [one.split("  ")[0][:12] for one in lines(page)] == ["Bo Good even", "Cy Hello, al"]
    assert page.locator(".talk-answer").inner_text() == "👏 1"
    page.keyboard.press("/")
    page.keyboard.type("I fold, call me c")  # letters mean nothing else here
    page.keyboard.press("Enter")
    assert sent(room, page, 1) == [{"type": "talk", "text": "I fold, call me c"}]
    page.wait_for_function("() => document.querySelector('.talk-form input').value === ''")
    assert page.evaluate("document.activeElement.matches('.talk-form input')")
    for told in scene.next(s.Talk("<b>Hi</b> & welcome"), "Cy", "Ann"):
        room.tell(told)
    page.locator(".talk-line", has_text="<b>Hi</b> & welcome").wait_for()
    page.locator(".talk-answer").click()
    assert sent(room, page, 2)[1] == {"type": "react", "emoji": "👏", "line": scene.room.lines[0].seq}
    done(room, page)


@pytest.mark.long
def test_in_a_hand_it_is_said_why_nobody_in_it_writes(browser: Any) -> None:
    """Once one has folded, one's lines are shown as those that wait, and told when the hand is over."""
    scene = evening(hand=True)
    folds = scene.room.to_decide()[0]
    room, page = at_table(browser, scene, folds)
    page.get_by_text("You are in the hand: you can chat when it is over").wait_for()
    assert page.locator("sp-talk .talk-faces").is_hidden()
    entry = scene.act(c.Fold())
    mine = msgspec.json.encode(player_view(scene.room, folds))
    room.tell(event(scene.room, entry))
    room.tell(mine)
    page.get_by_text("your message appears when it is over").wait_for()
    for told in scene.next(s.Talk("I had a pair"), folds, folds):
        room.tell(told)
    page.locator(".is-held", has_text="I had a pair").wait_for()
    last = scene.act(c.Fold())
    room.tell(event(scene.room, last))
    room.tell(msgspec.json.encode(player_view(scene.room, folds)))
    page.locator(".talk-line:not(.is-held)", has_text="I had a pair").wait_for()
    assert page.locator(".is-held").count() == 0
    assert page.locator("sp-talk .talk-note").inner_text() == ""
    done(room, page)


@pytest.mark.long
def test_an_emoji_stands_at_the_seat_and_goes(browser: Any) -> None:
    scene = evening()
    room, page = at_table(browser, scene, "Ann")
    for told in scene.next(s.React("🔥"), "Bo", "Ann"):
        room.tell(told)
    page.locator(".seat-emoji", has_text="🔥").wait_for()
    page.locator(".talk-passing", has_text="Bo 🔥").wait_for()
    page.locator(".seat-emoji").wait_for(state="detached")
    page.get_by_role("button", name="Show 🍀").click()
    assert sent(room, page, 1) == [{"type": "react", "emoji": "🍀"}]
    done(room, page)


@pytest.mark.long
def test_somebody_is_muted_for_oneself_alone_and_read_again(browser: Any) -> None:
    scene = evening()
    room, page = at_table(browser, scene, "Ann")
    page.get_by_role("button", name="React to or report the message of Bo").click()
    page.get_by_role("button", name="Mute Bo for me").click()
    page.get_by_role("button", name="Bo", exact=True).wait_for()
    assert [one[:2] for one in lines(page)] == ["Cy"]
    assert room.said == []
    page.reload()
    page.locator(".talk-line").first.wait_for()
    assert [one[:2] for one in lines(page)] == ["Cy"]
    page.get_by_role("button", name="Bo", exact=True).click()
    page.locator(".talk-line", has_text="Good evening").wait_for()
    done(room, page)


@pytest.mark.long
def test_a_line_is_reported_and_answered_in_its_window(browser: Any) -> None:
    scene = evening()
    room, page = at_table(browser, scene, "Ann")
    line = scene.room.lines[0].seq
    page.get_by_role("button", name="React to or report the message of Bo").click()
    assert page.get_by_role("button", name="Host: mute Bo for everyone").count() == 0
    page.get_by_role("button", name="Report to the host").click()
    page.get_by_text("Reported to the host").wait_for()
    page.get_by_role("button", name="React to or report the message of Bo").click()
    page.get_by_role("button", name="React with 😂").click()
    assert sent(room, page, 2) == [{"type": "report", "line": line}, {"type": "react", "emoji": "😂", "line": line}]
    done(room, page)


def test_the_host_sees_what_was_reported_with_the_lines_around(browser: Any) -> None:
    scene = evening()
    line = scene.room.lines[0].seq
    scene.say(s.Report(line), "Cy")
    room = PlayedRoom("Ann", role="host")
    mine = player_view(scene.room, "Ann", staff=True)
    room.greet, room.now = [scene.told("Ann")[0], msgspec.json.encode(mine)], scene.now
    page = room.open(browser, "/table/t1")
    page.wait_for_selector(".seat")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Reports (1)").click()
    section = page.locator(".report")
    assert section.locator("li").all_inner_texts() == ["Bo Good evening", "Cy Hello, all of you"]
    assert section.locator("[aria-current]").inner_text() == "Bo Good evening"
    section.get_by_role("button", name="Mute Bo for everyone").click()
    section.get_by_role("button", name="Dismiss").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert sent(room, page, 2) == [
        {"type": "silence", "player": "Bo", "quiet": True},
        {"type": "drop_report", "report": scene.room.reports[0].seq},
    ]
    done(room, page)


@pytest.mark.long
def test_on_a_phone_a_line_is_told_in_passing(browser: Any) -> None:
    scene = evening()
    room, page = at_table(browser, scene, "Ann", size=PHONE)
    for told in scene.next(s.Talk("Who is that?"), "Bo", "Ann"):
        room.tell(told)
    page.locator(".toast", has_text="Bo: Who is that?").wait_for()
    page.get_by_role("button", name="Log").click()
    page.locator(".talk-line", has_text="Who is that?").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    done(room, page)


@pytest.mark.long
def test_two_people_of_a_real_room_talk_and_the_host_silences_one(browser: Any, tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        table = room.open(RoomTerms(title="Kitchen", rules=cash(), timing=QUICK))
        ann, bo = Page(browser, room, "Ann"), Page(browser, room, "Bo")
        ann.sit("Kitchen")
        bo.sit("Kitchen")
        ann.page.get_by_label("Message").fill("Good evening, Bo")
        ann.page.get_by_role("button", name="Send").click()
        bo.page.locator(".talk-line", has_text="Good evening, Bo").wait_for()
        bo.page.get_by_role("button", name="React to or report the message of Ann").click()
        bo.page.get_by_role("button", name="React with 👍").click()
        ann.page.locator(".talk-answer", has_text="👍 1").wait_for()
        room.say(table, {"type": "silence", "player": "Ann", "quiet": True})
        ann.page.get_by_text("The host has muted you").wait_for()
        bo.page.locator("sp-log", has_text="Ann is muted by the host").wait_for()
        ann.close()
        bo.close()


FLYING = "() => document.querySelector('.thrown')?.textContent ?? ''"


@pytest.mark.long
def test_a_thing_is_thrown_to_a_seat_and_flies_there(browser: Any) -> None:
    """From the menu, or by a press on the seat; who does not want to see such things sees none."""
    scene = evening()
    room, page = at_table(browser, scene, "Ann", reduced_motion="no-preference")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Throw something").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Throw to").select_option("Cy")
    window.get_by_role("button", name="Rose").click()
    assert sent(room, page, 1) == [{"type": "throw", "what": "🌹", "to": "Cy"}]
    page.locator(".seat[aria-label*='Bo']").click()
    assert window.get_by_label("Throw to").input_value() == "Bo"
    window.get_by_role("button", name="Tomato").click()
    assert sent(room, page, 2)[1] == {"type": "throw", "what": "🍅", "to": "Bo"}
    for told in scene.next(s.Throw("🍅", "Ann"), "Bo", "Ann"):
        room.tell(told)
    page.wait_for_function(FLYING)
    assert page.evaluate(FLYING) == "🍅"
    page.locator(".thrown").wait_for(state="detached")
    page.locator(".seat[aria-label*='Bo']").click()
    window.get_by_label("Show me what players throw").uncheck()
    page.keyboard.press("Escape")
    watch_thrown(page)
    for told in (*scene.next(s.Throw("🌹", "Ann"), "Bo", "Ann"), *scene.next(s.React("🔥"), "Cy", "Ann")):
        room.tell(told)
    page.locator(".talk-passing", has_text="Cy 🔥").wait_for()
    assert page.evaluate("window.thrown") == 0
    done(room, page)


@pytest.mark.long
@pytest.mark.parametrize("why", ["reduced motion", "muted"])
def test_nothing_flies_with_reduced_motion_nor_from_somebody_who_is_muted(browser: Any, why: str) -> None:
    scene = evening()
    room, page = at_table(
        browser, scene, "Ann", reduced_motion="reduce" if why == "reduced motion" else "no-preference"
    )
    if why == "muted":
        page.get_by_role("button", name="React to or report the message of Bo").click()
        page.get_by_role("button", name="Mute Bo for me").click()
    watch_thrown(page)
    for told in (*scene.next(s.Throw("🍅", "Ann"), "Bo", "Ann"), *scene.next(s.React("🔥"), "Cy", "Ann")):
        room.tell(told)
    page.locator(".talk-passing", has_text="Cy 🔥").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.thrown") == 0
    done(room, page)


def watch_thrown(page: Any) -> None:
    page.evaluate(
        """() => {
            window.thrown = 0;
            new MutationObserver((found) => {
                const added = found.flatMap(({ addedNodes }) => [...addedNodes]);
                window.thrown += added.filter((one) => one.className === "thrown").length;
            }).observe(document.body, { childList: true });
        }"""
    )
