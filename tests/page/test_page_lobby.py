"""The lobby in a browser: who one is and what is lost with a name, what can be done at each table, and opening one."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from page_browser import DESK, PHONE, PlayedRoom, done, leave
from places import ROOT

from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES as CATALOGUE
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.titles import limit_words
from sidepot.table.table_rules import Straddle
from sidepot.web.schemas.tables import MoreTerms, TableForm, mix_of, sit_and_go_terms, terms_of

TABLES: list[dict[str, Any]] = [
    {"id": "10", "title": "Tenth", "phase": "playing", "game": "Texas hold'em",
     "terms": "Fixed limit 1000/2000, blinds 500/1000", "mix": "H.O.R.S.E.", "seats": 6, "free": 5,
     "people": ["Ann"], "hands": 1},
    {"id": "1", "title": "First", "phase": "over", "game": "Razz", "seats": 6, "people": ["Ann"]},
    {"id": "3", "title": "Third", "phase": "between", "terms": "No limit, blinds 10/20", "seats": 3,
     "free": 1, "people": ["Bo"], "bots": 2, "hands": 4},
    {"id": "2", "title": "Second", "phase": "waiting", "game": "Razz", "seats": 3, "of_tournament": "7", "number": 1,
     "people": ["Ann"]},
    {"id": "4", "title": "Fourth", "phase": "waiting", "game": "Razz", "seats": 3, "free": 1, "people": ["Bo"],
     "bots": 1},
    {"id": "5", "title": "Fifth", "phase": "playing", "game": "Razz", "seats": 3, "of_tournament": "8", "number": 1,
     "people": ["Bo"]},
]  # fmt: skip


def test_tables_lie_in_their_order_and_say_what_can_be_done(browser: Any) -> None:
    """Tables of tournaments are there for those who play at them; what is over comes last; limits are in words."""
    room = PlayedRoom("Ann", tables=TABLES)
    page = room.open(browser, "/")
    rows = page.locator(".table-row")
    rows.first.wait_for()
    assert page.locator(".table-row h2").all_inner_texts() == ["Second", "Tenth", "Third", "Fourth", "First"]
    assert page.locator(".table-go .quiet").all_inner_texts() == [
        "Back to my seat", "Back to my seat", "Full", "Sit down", "Over",
    ]  # fmt: skip
    assert rows.nth(2).get_by_role("button", name="Full").is_disabled()
    assert rows.nth(0).locator(".table-what p").all_inner_texts() == ["Razz · tournament", "Ann"]
    told = rows.nth(1).inner_text()
    assert (
        "H.O.R.S.E.: Texas hold'em · Fixed limit 1,000/2,000, blinds 500/1,000" in told and "1 player, 1 hand" in told
    )
    done(room, page)


def test_a_tournament_that_is_open_stands_in_the_lobby(browser: Any) -> None:
    room = PlayedRoom("Ann")
    line = {"title": "Quick", "phase": "registering", "game": "Razz", "players": 2, "entry_open": True}
    both = [{"id": "7", **line, "most": 6}, {"id": "8", **line}]
    room.api["/api/tables"] = (200, {"tables": [], "mine": [], "tournaments": both})
    page = room.open(browser, "/")
    rows = page.locator(".table-row")
    rows.first.wait_for()
    assert [rows.nth(at).locator("small").inner_text() for at in (0, 1)] == ["2 of 6 registered", "2 entered"]
    assert rows.nth(0).get_by_role("link", name="Register").get_attribute("href") == "/tournament/7"
    done(room, page)


def test_one_main_action_for_each_role_and_friends_tables_first(browser: Any) -> None:
    """A guest sits down, a host opens a table; at the side: the next tournament, who is here, one's last night."""
    base = {"phase": "playing", "game": "Razz", "seats": 6, "free": 3}
    tables = [
        {"id": "1", "title": "Bots", "people": [], "bots": 3, **base},
        {"id": "2", "title": "Others", "people": ["Cy"], **base},
        {"id": "3", "title": "Friends", "people": ["Bo", "Ed"], **base},
    ]
    night = {"date": "2026-11-27", "begins": 1, "ends": 2, "tables": 2, "players": 7, "moved": 9, "mine": 340}
    line = {"id": "7", "title": "Quick", "phase": "registering", "game": "Razz", "players": 2, "entry_open": True}
    for role, action in (("guest", "Sit down"), ("host", "Open a table")):
        room = PlayedRoom("Ann", role=role, tables=tables)
        listed = room._answer("/api/tables")[1]["tables"]
        room.api["/api/tables"] = (200, {"tables": listed, "mine": [], "tournaments": [line]})
        room.api["/api/nights"] = (200, {"nights": [night], "more": 0, "all": False})
        people = [{"player": "Bo", "bot": False, "you": False}, {"player": "Ann", "bot": False, "you": True}]
        room.api["/api/nights/2026-11-27"] = (200, {"players": people})
        page = room.open(browser, "/")
        page.wait_for_selector(".side-result")
        assert page.locator(".table-row h2").all_inner_texts()[:3] == ["Friends", "Others", "Bots"]
        assert page.locator("main .strong:visible").all_inner_texts() == [action]
        assert page.locator(".side-card h2").all_inner_texts() == ["Next tournament", "Who is here", "Your last night"]
        assert page.locator(".side-people strong").all_inner_texts() == ["Bo", "Cy", "Ed"]
        doors = [door.bounding_box() for door in page.locator(".door").all()]
        assert len({(box["y"], box["width"], box["height"]) for box in doors}) == 1, "both doors are alike"
        room.api["/api/nights/2026-11-27"] = (200, {"players": people[:1]})  # hosts read the nights of others, too
        page.reload()
        page.wait_for_selector(".side-people strong")
        assert page.locator(".side-card h2").all_inner_texts() == ["Next tournament", "Who is here"]
        done(room, page)


PAGES_WITH_FRAME = ["/", "/tournaments", "/desk", "/floor", "/verify", "/settle", "/screens"]


@pytest.mark.long
def test_head_and_foot_are_the_same_everywhere(browser: Any) -> None:
    room = PlayedRoom("Ann", tables=TABLES)
    found = set()
    for path in PAGES_WITH_FRAME:
        page = room.open(browser, path)
        page.wait_for_selector(".foot #looks")
        found.add(tuple(page.locator(".pages a, .foot a").evaluate_all("all => all.map((one) => one.pathname)")))
        leave(page)
    assert found == {
        (
            "/",
            "/tournaments",
            "/hands",
            "/nights",
            "/desk",
            "/cash",
            "/settle",
            "/floor",
            "/learn",
            "/verify",
            "/schema",
        )
    }


TOO_WIDE = """() => [...document.querySelectorAll(".design *")].filter((one) => one.scrollWidth > innerWidth).length"""


@pytest.mark.long
@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_page_for_developers_shows_each_token_and_part(browser: Any, look: str) -> None:
    room = PlayedRoom("Ann")
    page = room.open(browser, "/design", color_scheme=look)
    page.wait_for_selector("sp-transport button")
    css = (ROOT / "src/sidepot/web/static/common/tokens.css").read_text()
    tokens = set(re.findall(r"--[\w-]+(?=:)", css)) - {"--ease"}
    assert set(page.locator(".design li code").all_inner_texts()) == tokens
    assert page.locator(".design .strong, .design .slider, .design sp-felt .seat, .design .icon").count() > 15
    assert page.evaluate(TOO_WIDE) == 0
    done(room, page)


@pytest.mark.long
def test_others_are_invited_by_a_link_and_a_code(browser: Any) -> None:
    """By the address that phones reach, and another if the host chooses it; where none can, it says what to do."""
    room = PlayedRoom(tables=TABLES)
    ways = [
        {"address": "http://192.168.1.7:8000", "name": "eth0"},
        {"address": "http://10.0.0.2:8000", "name": "wlan0"},
    ]
    room.api["/api/invite"] = (200, {"ways": ways})
    room.api["/api/invite/qr"] = (200, "")
    page = room.open(browser, "/", size=PHONE)
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_label("Link")
    assert link.input_value() == "http://192.168.1.7:8000"
    page.get_by_label("Network").select_option("1")
    assert link.input_value() == "http://10.0.0.2:8000"
    assert str(page.locator(".qr").get_attribute("src")) == "/api/invite/qr?at=1"
    page.keyboard.press("Escape")
    room.api["/api/invite"] = (200, {"ways": [{"address": "http://127.0.0.1:8000"}], "only_here": True})
    page.get_by_role("button", name="Invite").click()
    page.get_by_role("alert").filter(has_text="Only this machine").wait_for()
    assert page.locator(".qr").count() == 0
    done(room, page)


def test_the_lobby_says_who_sits_where_and_how_many_seats_are_free(browser: Any) -> None:
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    base = {"phase": "playing", "game": "Razz", "hands": 3}
    tables = [
        {"id": "1", "title": "A", "seats": 8, "free": 2, "people": names, **base},
        {"id": "2", "title": "B", "seats": 6, "free": 1, "people": ["Ann"], "bots": 4, "fill": True, **base},
        {"id": "5", "title": "E", "seats": 6, "free": 0, "people": ["Ann"], "bots": 5, "fill": True, **base},
        {"id": "3", "title": "C", "seats": 6, "free": 0, "people": names, **base},
        {"id": "4", "title": "D", "phase": "waiting", "seats": 3, "free": 2, "people": ["Bo"]},
    ]
    room = PlayedRoom(tables=tables)
    page = room.open(browser, "/")
    page.locator(".table-row").first.wait_for()
    assert page.locator(".table-there").all_inner_texts() == [
        "Ann, Bo, Cy, Di and 2 others · 2 seats free", "Ann · 1 seat free",
        "Ann, Bo, Cy, Di and 2 others · no free seats", "Bo · 2 seats free", "Ann · a bot makes room",
    ]  # fmt: skip
    done(room, page)


@pytest.mark.long
def test_refusal_stays_on_the_page(browser: Any) -> None:
    """Also when the list of tables comes anew, every four seconds; it goes with the next try."""
    room = PlayedRoom(tables=TABLES)
    room.api["/api/guest"] = (409, {"because": "that name is somebody's already", "cite": ""})
    page = room.open(browser, "/", clock=True)
    row = page.locator(".table-row", has_text="Tenth")
    row.get_by_role("button", name="Sit down").click()
    page.locator("#trouble", has_text="somebody's already").wait_for()
    with page.expect_response("**/api/tables"):
        page.clock.run_for(4_500)
    page.wait_for_timeout(50)
    assert "somebody's already" in page.locator("#trouble").inner_text()
    room.api.clear()
    row.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/10*")
    leave(page)


@pytest.mark.long
def test_full_table_offers_no_seat(browser: Any) -> None:
    """Bots make room where the table is filled up with them; people do not."""
    full = {"phase": "playing", "game": "Razz", "seats": 3, "free": 0, "hands": 5, "fill": True}
    tables = [
        {"id": "1", "title": "People", "people": ["Bo", "Cy", "Di"], "bots": 0, **full},
        {"id": "2", "title": "Bots", "people": ["Ed"], "bots": 2, **full},
    ]
    room = PlayedRoom("Ann", tables=tables)
    page = room.open(browser, "/")
    page.locator(".table-row").first.wait_for()
    assert page.locator(".table-go .quiet").all_inner_texts() == ["Full", "Sit down"]
    done(room, page)


@pytest.mark.long
@pytest.mark.parametrize("role", ["guest", "host"])
def test_a_name_without_a_password_is_not_thrown_away_unasked(browser: Any, role: str) -> None:
    """Also the host may have come in as a guest: with one sign-out the room would have no host."""
    room = PlayedRoom("Ann", role=role, tables=TABLES)
    room.kept = False
    room.api["/api/signup"] = (200, {})
    page = room.open(browser, "/")
    page.locator(".table-row").first.wait_for()
    account = page.locator(".account summary", has_text="Ann")
    account.click()
    page.get_by_role("button", name="Play as someone else" if role == "guest" else "Sign out").click()
    told = page.get_by_role("dialog").inner_text()
    assert (
        "you cannot come back with this name" in told
        and "You lose your seat and your chips at Second and Tenth" in told
    )
    assert ("no host" in told) is (role == "host")
    page.keyboard.press("Enter")  # is no answer that loses anything
    page.locator("dialog").wait_for(state="detached")
    assert room.posts == []
    account.click()
    page.get_by_role("button", name="Set a password").click()
    assert page.locator("input[readonly]").input_value() == "Ann"
    room.kept, room.role = True, "player" if role == "guest" else role
    page.keyboard.type("long enough")
    page.keyboard.press("Enter")
    account.click()
    page.get_by_role("button", name="Set a password").wait_for(state="detached")
    assert room.posts == [("/api/signup", {"name": "Ann", "password": "long enough"})]
    done(room, page)


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, PHONE, DESK], ids=["small", "phone", "desk"])
@pytest.mark.parametrize("locale", ["en", "de"])
def test_ones_name_opens_what_can_be_done_with_it(browser: Any, size: dict[str, int], locale: str) -> None:
    """It is beside the mark, also on a phone and with a long name, and closes again."""
    room = PlayedRoom("Wilhelmina Quiet Heron 12", role="host", tables=TABLES)
    page = room.open(browser, "/", size=size, locale=locale)
    page.locator(".table-row").first.wait_for()
    account = page.locator(".account summary")
    top, mark = account.bounding_box(), page.locator(".brand").bounding_box()
    assert abs(top["y"] + top["height"] / 2 - mark["y"] - mark["height"] / 2) < 4
    assert not page.locator(".account-items").is_visible()
    account.click()
    items = page.locator(".account-items button")
    assert items.count() == 4
    for item in items.all():
        box = item.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] and box["height"] >= 44
    page.keyboard.press("Escape")
    assert not items.first.is_visible()
    account.click()
    page.locator("main").click(position={"x": 2, "y": 2})
    items.first.wait_for(state="hidden")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    done(room, page)


def test_one_signs_up_without_being_a_guest_first(browser: Any) -> None:
    room = PlayedRoom(tables=TABLES)
    room.api["/api/signup"] = (200, {})
    page = room.open(browser, "/", size=PHONE)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Playing as").fill("N" * 30)
    page.get_by_role("button", name="Sign up").click()
    name = page.get_by_role("dialog").get_by_label("Name")
    assert name.input_value() == "N" * 24  # as many letters as the room takes
    name.fill("Nell")
    page.get_by_label("Password").fill("long enough")
    page.keyboard.press("Enter")
    page.locator("dialog").wait_for(state="detached")
    assert room.posts == [("/api/signup", {"name": "Nell", "password": "long enough"})]
    done(room, page)


GAMES = [
    {"id": "holdem", "title": "Texas hold'em", "seats": [2, 22], "kind": "board", "limit": "nl"},
    {"id": "stud", "title": "Seven-card stud", "seats": [2, 8], "kind": "stud", "limit": "fl", "blinds": False},
    {"id": "omaha", "title": "Omaha", "seats": [2, 10], "kind": "board", "limit": "pl"},
    {"id": "horse", "title": "H.O.R.S.E.", "seats": [2, 8], "mix": True, "limit": "fl"},
    {"id": "dealers-choice", "title": "Dealer's choice", "seats": [2, 6], "mix": True, "limit": "fl"},
]


def choice(page: Any, label: str) -> Any:
    """The list of choices whose label begins so: the words of a choice are part of the label's text."""
    return page.locator("label", has=page.locator("span", has_text=re.compile(f"^{label}$"))).locator("select")


BOOKS = [
    {"id": "tda-2024", "title": "Poker TDA rules of 2024", "is_tournament": True},
    {"id": "tda-2026", "title": "Poker TDA rules of 2026 (from secondary sources)", "is_tournament": True},
    {"id": "cash", "title": "A cash game", "is_tournament": False},
    {"id": "roberts", "title": "Robert's Rules of Poker", "is_tournament": False},
    {"id": "home", "title": "A game at home", "is_tournament": False},
]


def test_a_choice_that_does_not_apply_is_hidden_and_not_sent(browser: Any) -> None:
    """Whatever else asks for such a table is refused in words."""
    room = PlayedRoom("Ann", role="host")
    room.api["/api/games"] = (200, {"games": GAMES, "books": BOOKS})
    room.api["/api/tables"] = (200, {"tables": [], "id": "", "tournament": "5"})
    page = room.open(browser, "/")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert page.locator("dialog select:visible, dialog input:visible").count() == 5, (
        "what to begin with, the game and its limit, the stakes, and who may come"
    )
    folded = page.locator("dialog details:not([open]) > summary")
    while folded.count():
        folded.first.click()
    assert choice(page, "Rules").input_value() == "cash"
    assert not choice(page, "Bot strength").is_visible()
    page.get_by_label("Under the gun").check()
    choice(page, "Game").select_option("stud")
    assert not page.get_by_label("Under the gun").is_visible()
    page.get_by_role("switch", name="Sit-and-go").check()
    offered = choice(page, "Rules").locator("option").all_inner_texts()
    assert offered == [book["title"] for book in BOOKS if book["is_tournament"]], "the books of events, 2024 first"
    choice(page, "Game").select_option("horse")
    assert not choice(page, "Limit").is_visible() and not page.get_by_label("Small and big bet").is_visible()
    dialog.get_by_text("at most 8 in this game").wait_for()
    page.get_by_role("spinbutton", name="Bots").fill("2")
    assert choice(page, "Bot strength").is_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tournament/5")
    sent = dict(room.posts[-1][1])
    assert sent == {
        "title": "Our table", "kind": "sit-and-go", "game": "horse", "seats": 6, "bots": 2,
        "seconds": 25, "house": "tda-2024", "strength": "regular",
    }  # fmt: skip
    leave(page)


@pytest.mark.long
def test_a_template_says_what_the_host_would_and_the_last_table_is_offered_again(browser: Any) -> None:
    room = PlayedRoom("Hosta", role="host")
    room.api["/api/games"] = (200, {"games": GAMES, "books": BOOKS})
    room.api["/api/tables"] = (200, {"id": "5", "tables": []})
    page = room.open(browser, "/", size=PHONE)
    for begin in ("bomb", "last"):
        page.get_by_role("button", name="Open a table").click()
        choice(page, "Template").select_option(begin)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/table/5")
        sent = dict(room.posts[-1][1])
        assert (sent["title"], sent["game"], sent["house"]) == ("Bomb pots", "omaha", "home")
        assert sent["more"] == {"bomb_every": 10, "bomb_ante": 20}
        rules = terms_of(TableForm(**{**sent, "more": MoreTerms(**sent["more"])}), Random(1)).rules
        assert rules is not None and (rules.bomb_every, rules.bomb_ante) == (10, 20)
        page.goto("/")
    leave(page)


@pytest.mark.parametrize(
    ("form", "because"),
    [
        ({"game": "horse", "limit": "nl"}, "have their own limits"),
        ({"choice": True}, "dealer's choice needs several games"),
        ({"kind": "sit-and-go", "game": "horse", "choice": True}, "no dealer's choice"),
        ({"kind": "sit-and-go", "bet": 50}, "begins with a bet of 20"),
        (
            {"kind": "sit-and-go", "house": "cash"},
            "the house cash has no rules for this kind of table; choose one of tda-2024, tda-2026",
        ),
        ({"house": "tda-2024"}, "the house tda-2024 has no rules for this kind of table; choose one of cash"),
        ({"kind": "sit-and-go", "more": MoreTerms(ante=5)}, "its own terms"),
        ({"game": "razz", "more": MoreTerms(straddles=(Straddle.SLEEPER,))}, "straddles need blinds"),
        ({"house": "nowhere"}, "unknown house 'nowhere'"),
        ({"game": "stud", "seats": 9, "bots": 9}, "expected 0 to 8 bots for 8 seats"),
    ],
)
def test_a_form_of_which_something_would_be_dropped_is_refused(form: dict[str, Any], because: str) -> None:
    asked = TableForm(title="x", **form)
    with pytest.raises(BadNotation, match=because):
        sit_and_go_terms(asked) if asked.kind == "sit-and-go" else terms_of(asked, Random(1))


@pytest.mark.parametrize(("raises", "bets"), [(None, None), (3, 4)])
def test_a_host_caps_the_raises_of_a_round_where_bets_are_free(raises: int, bets: int | None) -> None:
    for limit, known in (("nl", NoLimit), ("pl", PotLimit)):
        rules = terms_of(TableForm(title="x", limit=limit, more=MoreTerms(raises=raises)), Random(1)).rules
        assert rules is not None and rules.mix.games[0].limit == known(bets=bets)


def test_a_host_has_the_players_raise_indefinitely_at_fixed_limit() -> None:
    rules = terms_of(TableForm(title="x", limit="fl", more=MoreTerms(any_raises=True)), Random(1)).rules
    assert rules is not None and rules.mix.games[0].limit == FixedLimit(bets=None)
    with pytest.raises(BadNotation, match="raises: expected 1 to 100, not 101"):
        MoreTerms(raises=101)


@pytest.mark.long
def test_a_game_is_bet_as_it_mostly_is_unless_told() -> None:
    """As the page on games says of each."""
    page = (ROOT / "docs" / "reference" / "games.md").read_text(encoding="utf-8")
    told = {
        row[1].strip(" `"): row[-2].strip() for row in (line.split("|") for line in page.splitlines()) if len(row) == 8
    }
    opened = {name: limit_words(mix_of(name, "").games[0].limit) for name in CATALOGUE}
    assert opened.items() <= told.items()
    assert limit_words(mix_of("badugi", "nl").games[0].limit) == "no limit"
