"""An all-in is run out before one's eyes: the hands, then street by street, then who has won."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins
from page_browser import done
from page_scenes import Scene, at_table, c
from room_tables import cash, terms
from table_messages import event

from sidepot.room.table import commands as s
from sidepot.room.table.terms import Timing
from sidepot.room.views.equities import shares_of
from sidepot.room.views.public import public_view, snapshot_of

# What is seen, written down whenever it changes: hands face up, cards on the board, and whether somebody has won.
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const count = (what) => document.querySelectorAll(what).length;
        const now = [count('.seat .card .rank') >= 4, count('.board .card'), count('.result p') > 0];
        if (String(now) !== String(window.seen.at(-1))) window.seen.push(now);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_hands_come_first_then_the_streets_then_who_has_won(browser: Any, motion: str) -> None:
    scene = Scene(terms(cash(seats=2), timing=Timing(street=150)))
    scene.seat(2)
    scene.deal()
    first = scene.room.to_decide()[0]
    may = scene.room.options_of(first)
    assert may is not None
    scene.act(c.RaiseTo(may.raise_max))
    room, page = at_table(browser, scene, "Zoe", reduced_motion=motion)
    page.evaluate(WATCH)
    told = scene.act(c.Call())
    room.tell(event(scene.room, told))
    scene.now += 1
    came = scene.say(s.Pause(), "Host", staff=True)  # is told meanwhile, and waits
    room.tell(event(scene.room, came))
    page.wait_for_selector(".result p")
    seen = page.evaluate("window.seen")
    streets = [cards for up, cards, won in seen if up and not won]
    if motion == "reduce":
        assert not {0, 3, 4} & set(streets), seen
    else:
        assert streets == [0, 3, 4, 5], seen
    assert seen[-1] == [True, 5, True]
    done(room, page)


@pytest.mark.long
def test_each_hand_has_its_share_and_the_cards_that_win_are_lifted(browser: Any) -> None:
    """The room works the shares out when the page asks for them."""
    scene = Scene(terms(cash(seats=2), timing=Timing(street=60_000)))  # the hands stand until the page is told anew
    scene.seat(2)
    scene.deal()
    may = scene.room.options_of(scene.room.to_decide()[0])
    assert may is not None
    scene.act(c.RaiseTo(may.raise_max))
    room, page = at_table(browser, scene, "Zoe")
    told = scene.act(c.Call())
    shares = shares_of(scene.room.items)
    room.api["/api/tables/t1/hands/1/shares"] = (200, to_builtins(shares))
    room.tell(event(scene.room, told))
    page.wait_for_function("() => document.querySelectorAll('.seat.shares').length === 2")
    texts = [float(str(one).removesuffix("%")) for one in page.locator(".seat .stack").all_text_contents()]
    assert sorted(texts) == [round(100 * share) for share in sorted(dict(shares.steps[0].shares).values())]
    assert page.locator(".lifted, .dimmed").count() == 0
    room.tell(snapshot_of(scene.room))
    page.wait_for_selector(".result p")
    assert page.locator(".board .card").count() == 5
    state = public_view(scene.room)
    won = {card for paid in state.paid for card in paid.cards}
    shown = {card for seat in state.seats if seat for card in seat.cards} | set(state.boards[0])
    assert page.locator(".card.lifted").count() == len(won)
    assert page.locator(".card.dimmed").count() == len(shown) - len(won)
    assert page.locator(".seat.shares").count() == 0
    done(room, page)


@pytest.mark.long
def test_only_what_is_new_moves(browser: Any) -> None:
    """At the turn the flop stays where it lies, and one's own cards do not move when it is one's turn."""
    scene = Scene(terms(cash(seats=2)))
    scene.seat(2)
    scene.deal()
    room, page = at_table(browser, scene, "Ann")

    for street in (3, 4):
        while len(scene.room.hand.boards[0]) < street:
            who = scene.room.to_decide()[0]
            may = scene.room.options_of(who)
            for told in scene.next(s.Act(scene.room.clock.turn, c.Call() if may.call else c.Check()), who, "Ann"):
                room.tell(told)
        page.wait_for_function("n => document.querySelectorAll('.board .card').length === n", arg=street)
        if street == 3:
            page.evaluate("document.querySelectorAll('.board .card, .own-card').forEach((one) => one.dataset.old = '')")
    assert page.locator(".own-card[data-old]").count() == 2
    assert page.locator(".board .card[data-old]").count() == 3
    done(room, page)
