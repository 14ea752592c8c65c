"""The pots in the middle: what is pointed at or has the focus keeps it, and its light, while the pots change."""

from __future__ import annotations

from typing import Any

from page_browser import done
from page_scenes import Scene, at_table, c
from room_tables import cash, terms
from table_messages import event

from sidepot.room.table import commands as s

LIT = "() => [...document.querySelectorAll('.seat.lit')].map((one) => one.ariaLabel.split(/[:,]/)[1].trim()).join()"


def with_side_pot() -> Scene:
    """Ann is all-in for 20; Bo and Cy have called, and bet on the flop for a pot of their own."""
    scene = Scene(terms(cash(seats=3)))
    for player, chips in (("Ann", 20), ("Bo", 100), ("Cy", 100)):
        scene.say(s.Sit(chips=chips, waits=False), player)
    scene.deal()
    while (hand := scene.room.hand) is not None and not hand.boards[0]:
        may = scene.room.options_of(scene.room.to_decide()[0])
        assert may is not None
        scene.act(c.RaiseTo(20) if may.raise_max == 20 else c.Call() if may.call else c.Check())
    return scene


def test_a_pot_keeps_the_focus_and_its_light_when_the_pots_change(browser: Any) -> None:
    scene = with_side_pot()
    scene.act(c.RaiseTo(10))
    room, page = at_table(browser, scene, "Zoe")
    pot = page.locator(".pot")
    pot.first.focus()
    page.wait_for_function(f"() => ({LIT})() === 'Ann,Bo,Cy'")
    room.tell(event(scene.room, scene.act(c.Call())))  # the pots are two now
    page.wait_for_function("() => document.querySelectorAll('.pot').length === 2")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Main pot, 60 chips")
    assert page.evaluate(LIT) == "Ann,Bo,Cy"
    pot.nth(1).focus()
    page.wait_for_function(f"() => ({LIT})() === 'Bo,Cy'")
    room.tell(event(scene.room, scene.act(c.RaiseTo(20))))
    room.tell(event(scene.room, scene.act(c.Call())))
    page.wait_for_function("() => document.querySelectorAll('.pot')[1]?.ariaLabel.startsWith('Side pot, 60')")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Side pot, 60 chips")
    assert page.evaluate(LIT) == "Bo,Cy"
    pot.nth(1).blur()
    page.wait_for_function(f"() => ({LIT})() === ''")
    done(room, page)
