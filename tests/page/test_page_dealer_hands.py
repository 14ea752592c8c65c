"""Worked examples tapped into the page of the dealer's helper, which pays the printed chips.

What is tapped comes from the case; which button does it, and what is paid, from the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from dealt_hands import FIRST_SEAT, followed, worked_examples
from msgspec.structs import replace
from needs import AXE, SERVE
from page_browser import PHONE
from page_room import Room
from test_page_evening import MINUS, person

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
pytest.importorskip("litestar", reason=SERVE.reason)

from test_page_dealer import Taps, cookies_of, tournament_at

from sidepot.cases.run import Case
from sidepot.hand import events as e
from sidepot.hand.hand import Hand
from sidepot.room.dealer import acts as a
from sidepot.room.dealer.commands import Begin
from sidepot.room.dealer.terms import HandTerms

# worked examples by kind of game; those of BY_ORDER are decided by who beats whom, all others by cards
EXAMPLES = {
    "no-limit hold'em": ("ALLIN-4", "SV-041", "ALLIN-8", "FIX-08", "SV-151/applied", "FA-8", "FA-20", "FIX-02/2"),
    "Omaha and Omaha/8": ("ALLIN-10", "WSOP-73", "BARGE-ODD-2", "RUN-6", "OMAHA-4", "OMAHA-5"),
    "stud and stud/8": ("SV-122/4", "STUD-4", "STUD-6", "SV-008", "TDA24/RP-10-B/not-at-risk", "SV-131/3", "FA-5"),
    "razz": ("LIVE-153", "SV-131/4", "RR-STUD-3/2"),
    "five-card draw": ("ALLIN-9", "DRAW-2", "FIX-02", "FIX-03", "SV-037"),
    "jacks or better": ("OPEN-3", "OPEN-4", "OPEN-7/2", "OPEN-8", "WIN-4"),
    "lowball": ("DRAW-4", "LOW-5", "RR-LOW-2/10", "TDA24/RP-17"),
    "other games": ("DECL-9", "BADUGI-4", "DRAWMAHA-1", "BOARD-2"),
}
BY_ORDER = {
    "no-limit hold'em": ("ALLIN-4", "SV-041"),
    "Omaha and Omaha/8": ("ALLIN-10", "WSOP-73", "OMAHA-4"),
    "stud and stud/8": ("STUD-6",),
    "razz": ("LIVE-153",),
    "five-card draw": ("ALLIN-9",),
    "lowball": ("DRAW-4",),
}
PAID = """() => [...document.querySelectorAll(".dealer-payments ul li")]
    .map((one) => [one.firstChild.textContent.trim(), one.querySelector("b").textContent])"""
NETS = """() => [...document.querySelectorAll("#oval .dealer-seat")]
    .map((one) => one.querySelector(".dealer-won, .dealer-lost")?.textContent ?? "0")"""


def chips(text: str) -> int:
    """An amount as the page writes it."""
    return int(text.replace(MINUS, "-").replace(",", ""))


def place_of(seat: int) -> int:
    """The seat of the page for a seat of `followed`, which leaves gaps between them."""
    return (seat - FIRST_SEAT) // 2


class Dealer(Taps):
    """A dealer who taps whole hands into the page."""

    def __init__(self, page: Any, room: Room, tournament: str) -> None:
        super().__init__(page, room.address, tournament)
        self.room, self.tournament, self.hands = room, tournament, 0

    def begin_with(self, terms: HandTerms) -> None:
        """Begin a hand with the terms of a case, in the place of those that the tournament has."""
        served = self.room.served
        assert served is not None

        async def say() -> int:
            actor = await served.registry.dealers.of(self.tournament, 1)
            return int(await actor.say(Begin(terms), by="Dealer", id=f"hand {self.hands}", staff=True))

        self.hands += 1
        served.do(say())
        self.page.locator("#hand-of", has_text=f"Hand {self.hands} ·").wait_for()

    def play(self, acts: Sequence[a.AnyAct]) -> None:
        """Tap these acts; openers are shown and cards are entered as soon as the page asks for them."""
        left, done = [*acts], 0
        while left and not self.turn().startswith("Push the pots"):
            some = self._next(left)
            for act in some:
                left.remove(act)
            if isinstance(some[0], a.BoardAct | a.ShowAct):
                self._enter(some)
            else:
                self._tap(some[0])
            done += len(some)
            self.page.locator("#lines li").nth(done - 1).wait_for()
        assert all(isinstance(act, a.ShowAct | a.BoardAct) for act in left), left

    def _next(self, left: Sequence[a.AnyAct]) -> list[a.AnyAct]:
        cards = [act for act in left if isinstance(act, a.BoardAct | a.ShowAct)]
        if "openers" in self.turn() and not isinstance(left[0], a.MuckAct):
            return [next(act for act in left if isinstance(act, a.ProveAct))]
        return cards if left[0] in cards else [left[0]]

    def _press(self, name: str) -> None:
        self.page.locator("#turn").get_by_role("button", name=re.compile(f"^{name}")).click()

    def _seat(self, seat: int) -> None:
        self.page.locator(f"#oval .dealer-seat[data-seat='{place_of(seat)}']").click()

    def _tap(self, act: a.AnyAct) -> None:
        page = self.page
        match act:
            case a.FoldAct(-1) | a.CheckAct() | a.CallAct() | a.BringInAct():
                self._press({"fold": "Fold", "check": "Check", "call": "Call", "bring_in": "Bring in"}[_kind(act)])
            case a.FoldAct(seat):
                self._rule(seat, "Folded out of turn")
            case a.KillAct(seat, refund):
                self._kill(seat, refund=refund)
            case a.RaiseToAct(to):
                self._raise_to(to)
            case a.AllInAct(behind):
                self._all_in(behind)
            case a.StreetAct("", opens, pair):
                asked = page.get_by_label("Somebody shows a pair")
                if pair and asked.count():  # it matters to few limits
                    asked.check()
                if page.locator(".dealer-ask", has_text="open cards open the betting").count():
                    self._seat(opens)
                else:
                    self._press("Deal")
            case a.DiscardAct(count, split):
                if split:
                    page.locator("#turn").get_by_role("checkbox").check()
                self._press(f"{count}$" if count else "Stands pat")
            case a.DeclareAct(ways):
                page.locator("#turn .dealer-acts button").nth(ways - 1).click()
            case a.ProveAct(good):
                self._press("Openers are shown" if good else "No openers")
            case a.MuckAct(seat):
                self._at_showdown(seat, "Somebody mucks")
            case a.OrderAct(high, low):
                self._order(high, low)
            case _:
                raise AssertionError(act)

    def _name(self, seat: int) -> re.Pattern[str]:
        found = self.page.locator(f"#oval .dealer-seat[data-seat='{place_of(seat)}'] .dealer-name").inner_text()
        return re.compile(f"^{re.escape(found)}$")

    def _kill(self, seat: int, *, refund: bool) -> None:
        if self.turn() == "Showdown":
            self._at_showdown(seat, "The floor: a hand is dead")
        else:
            self._rule(seat, f"The floor: {'killed by mistake' if refund else 'this hand is dead'}")

    def _at_showdown(self, seat: int, what: str) -> None:
        part = self.page.locator("#turn details", has_text=what)
        if part.get_attribute("open") is None:
            part.locator("summary").click()
        part.get_by_role("button").filter(has_text=self._name(seat)).click()

    def _rule(self, seat: int, what: str) -> None:
        self._seat(seat)
        self.page.get_by_role("dialog").get_by_role("button", name=what).click()

    def _raise_to(self, to: int) -> None:
        """Type the amount; where the limit leaves no choice, the page has buttons alone."""
        amount = self.page.locator("#amount")
        if amount.count():
            amount.fill(f"{to}")
            amount.press("Enter")
        else:
            self._press(f"(Bet|Raise to|Complete to) {to:,}$")

    def _all_in(self, behind: int) -> None:
        """Enter the chips where nobody knows them: the page shows none at that seat then."""
        known = self.page.locator(".dealer-facts dt", has_text="Behind").count()
        self._press("All-in$")
        if not known:
            asked = self.page.get_by_role("dialog")
            asked.get_by_label("Chips").fill(f"{behind}")
            asked.get_by_role("button", name="All-in").click()

    def _enter(self, some: Sequence[a.AnyAct]) -> None:
        """Enter the board and the tabled hands in the window of the showdown."""
        self._press("Enter cards")
        asked = self.page.get_by_role("dialog")
        for act in some:
            if isinstance(act, a.ShowAct):
                of_seat = asked.locator("label").filter(has=self.page.get_by_text(self._name(act.seat)))
                of_seat.locator("input").fill(act.cards)
            elif isinstance(act, a.BoardAct):
                boards = asked.locator("label").filter(has_text=re.compile(r"of the board|^Board \d")).locator("input")
                each = [act.cards] if boards.count() == 1 else act.cards.split(" / ")
                for at, cards in enumerate(each):
                    boards.nth(at).fill(cards)
        asked.get_by_role("button", name="OK").click()

    def _order(self, high: Sequence[Sequence[int]], low: Sequence[Sequence[int]]) -> None:
        """Tap who beats whom, for each half of the pot."""
        for at, groups in enumerate((high, low)):
            for group in groups:
                for place, seat in enumerate(group):
                    if place:
                        self._press("The next one ties")
                    self._seat(seat)
            if not at and not self.page.locator("#turn").get_by_role("button", name="Pay the pots").count():
                self._press("Now for")
            elif not at:
                break
        self._press("Pay the pots")


def _kind(act: a.AnyAct) -> str:
    return str(type(act).__struct_config__.tag)


def terms_at(play: HandTerms, case: Case) -> HandTerms:
    """The same terms with the players of a case, in seats side by side."""
    names = [*case.body.stacks]  # type: ignore[union-attr]
    return replace(
        play,
        seats=tuple([replace(one, seat=at, player=names[at]) for at, one in enumerate(play.seats)]),
    )


def printed(case: Case, hand: Hand) -> dict[str, int]:
    """What each player gets from the pots: as the case has it, else as its hand paid it."""
    body: Any = case.body
    if body.expect.payouts is not None:
        return dict(body.expect.payouts)
    names, found = [*body.stacks], dict[str, int]()
    for event in hand.log:
        for seat, amount in event.shares if isinstance(event, e.Awarded) else ():
            found[names[seat]] = found.get(names[seat], 0) + amount
    return found


def paid(page: Any) -> dict[str, int]:
    """What each player gets from the pots, as the page has it."""
    found: dict[str, int] = {}
    for name, share in page.evaluate(PAID):
        found[name] = found.get(name, 0) + chips(share)
    return found


def taps_through(dealer: Dealer, case: Case, hand: Hand, *, by_order: bool) -> None:
    """Tap a hand, look what the page pays, and close it."""
    play = followed(hand, by_order=by_order)
    dealer.begin_with(terms_at(play.terms, case))
    dealer.play(play.acts)
    dealer.page.locator("#turn h2", has_text="Push the pots").wait_for()
    assert paid(dealer.page) == printed(case, hand), case.id
    assert tuple(chips(one) for one in dealer.page.evaluate(NETS)) == hand.result().nets, case.id
    dealer.tap("Close the hand")
    dealer.page.locator(".dealer-results").wait_for()


@pytest.mark.parametrize(
    ("kind", "by_order"), [(kind, False) for kind in EXAMPLES] + [(kind, True) for kind in BY_ORDER]
)
def test_worked_examples_are_tapped_to_the_printed_chip(browser: Any, room: Room, kind: str, by_order: bool) -> None:
    cases = {case.id: (case, hand) for case, hand in worked_examples()}
    tournament = tournament_at(room.host)
    with person(browser, PHONE, cookies_of(room.host, room.address)) as page:
        dealer = Dealer(page, room, tournament)
        for id_ in (BY_ORDER if by_order else EXAMPLES)[kind]:
            taps_through(dealer, *cases[id_], by_order=by_order)
