"""What is seen and heard beside the cards: who is away, bets brought in, the look that was chosen, short sounds."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE, done
from page_scenes import Scene, at_table, c, holdem, to_act
from room_tables import cash, terms
from table_messages import event

from sidepot.room.table import commands as s
from sidepot.room.views.public import public_view, snapshot_of


def test_how_long_somebody_is_away_is_told(browser: Any) -> None:
    for size in (None, PHONE):
        scene = holdem(3)
        scene.say(s.Went("Bo"), "")
        scene.now += 41_000
        room, page = at_table(browser, scene, "Ann", size=size)
        told = "document.querySelector('.seat.away [data-away]')?.textContent"
        page.wait_for_function(f"() => /^away (0:4[1-9]|0:5|[1-9])/.test({told})")  # it counts on
        done(room, page)


@pytest.mark.long
def test_bets_are_brought_in_for_the_player_to_act_alone(browser: Any) -> None:
    """On their page, at their decision, from the menu or by its key; others see them in front of the seats (RP-2)."""
    scene = holdem(3)
    collect = "Collect the bets"
    for asks in ("menu", "key"):
        room, page = at_table(browser, scene, to_act(scene))
        assert page.locator("sp-felt").get_by_text(collect).count() == 0
        if asks == "key":
            page.keyboard.press("b")
        else:
            page.locator(".menu summary").click()
            page.locator(".menu").get_by_role("button", name=collect).click()
        page.wait_for_selector(".bets[visibility=hidden]", state="attached")
        scene.act(c.Call())
        room.tell(snapshot_of(scene.room))
        page.wait_for_selector(".bets:not([visibility])", state="attached")
        assert page.get_by_text(collect).count() == 0
        done(room, page)


@pytest.mark.long
def test_a_folded_hand_is_told_when_all_is_over_and_only_where_it_is_wanted(browser: Any) -> None:
    for wanted in ("shown", "hidden"):
        scene = Scene(terms(cash(seats=3)))
        scene.seat(3)
        scene.deal()
        who = to_act(scene)
        scene.act(c.Fold())
        room, page = at_table(browser, scene, who)
        page.evaluate(f"localStorage.setItem('sidepot.folded', JSON.stringify('{wanted}'))")
        assert page.locator(".own-words").text_content() == ""
        while scene.room.hand is not None:
            may = scene.room.options_of(to_act(scene))
            assert may is not None
            said = s.Act(scene.room.clock.turn, c.Call() if may.call else c.Check())
            for told in scene.next(said, to_act(scene), who):
                room.tell(told)
        page.wait_for_selector(".result p")
        if wanted == "shown":
            told_of = "document.querySelector('.own-words').textContent.startsWith('Your hand was:')"
            page.wait_for_function(f"() => {told_of}")
        else:
            assert page.locator(".own-words").text_content() == ""
        done(room, page)


@pytest.mark.long
def test_the_back_and_the_felt_that_were_chosen_are_shown(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, "Ann")
    cloth = "getComputedStyle(document.querySelector('.baize')).fill"
    green = page.evaluate(cloth)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Appearance").click()
    page.get_by_label("Blue").check()
    page.get_by_label("Stripes").check()
    assert page.evaluate(cloth) != green
    assert page.locator(".seat .back-stripes").first.evaluate("one => getComputedStyle(one).display") == "inline"
    assert page.locator(".seat .back-sign").first.evaluate("one => getComputedStyle(one).display") == "none"
    done(room, page)


HEARD = """() => {
    window.heard = [];
    const param = () => ({ setValueAtTime() {}, exponentialRampToValueAtTime() {} });
    window.AudioContext = class {
        currentTime = 0;
        resume() {}
        createGain() { return { gain: param(), connect() {} }; }
        createOscillator() {
            const frequency = {};
            return { frequency, connect: (on) => on, start() { window.heard.push(frequency.value); }, stop() {} };
        }
    };
}"""


@pytest.mark.long
def test_sounds_are_off_until_they_are_switched_on(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, "Zoe")
    page.evaluate(HEARD)
    room.tell(event(scene.room, scene.act(c.Call())))
    page.wait_for_function("() => document.querySelectorAll('.bets > g > *').length >= 9")
    assert page.evaluate("window.heard") == []
    page.evaluate("localStorage.setItem('sidepot.sound', JSON.stringify('on'))")
    room.tell(event(scene.room, scene.act(c.Call())))
    page.wait_for_function("() => window.heard.length === 2")
    assert public_view(scene.room).street == "pre-flop"
    done(room, page)
