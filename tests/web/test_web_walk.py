"""Every game, limit, house and option that a host can choose opens a table, and a hand begins there."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

from web_rooms import quick_hall, running

from sidepot.bots.random_player import random_player
from sidepot.errors import SidepotError
from sidepot.games.catalog import GAMES
from sidepot.games.forms import form_of, forms_of
from sidepot.games.limits import FixedLimit, PotLimit, SpreadLimit
from sidepot.games.mixes import MIXES
from sidepot.games.usual import usual_limit
from sidepot.hand.playing import play_hand
from sidepot.rules.meanings import asked_houses
from sidepot.table.table import Table
from sidepot.web.schemas.tables import TableForm, terms_of

MADE = [form_of(game, form) for game in GAMES.values() for form in forms_of(game)]
FORMS = [game.name for game in MADE]
LIMITS = ("", "nl", "pl", "hp", "fl", "sl")


def rules_of(**form: Any) -> Any:
    """The rules of what a page sends."""
    return terms_of(msgspec.convert({"title": "Any", **form}, TableForm), Random(1)).rules


def deals(rules: Any) -> None:
    """Two players sit down, and play a hand to its end."""
    table = Table(rules)
    chips = max(rules.buy_in[0], 400)
    for seat, name in enumerate(("Ann", "Bo")):
        table.sit(name, seat, chips)
    table.draw_button(0)
    if rules.dealers_choice:
        table.choose_game(table.dealer, next(part.name for part in rules.mix.games if part.game.seats[0] <= 2))
    for name in table.time_due(1):
        table.charge_time(name, 1)
    setup, rng = table.start_hand(1).setup, Random(3)
    for _ in range(3):
        hand = play_hand(setup, [random_player(rng)] * len(setup.stacks), rng)
        assert sum(hand.stacks) + hand.raked <= sum(setup.stacks)  # what is passed out waits for the next hand


@pytest.mark.parametrize("limit", LIMITS)
def test_each_game_at_each_limit_can_be_dealt(limit: str) -> None:
    for game in (*GAMES, *FORMS):
        more = {"spread": [10, 50]} if limit == "sl" else {}
        rules = rules_of(game=game, limit=limit, more=more)
        assert rules.mix.games[0].game.name == game
        deals(rules)
    if limit == "hp":
        assert rules.mix.games[0].limit == PotLimit(1, 2)
    if limit == "sl":
        assert rules.mix.games[0].limit == SpreadLimit(10, 50)


@pytest.mark.parametrize("house", asked_houses("cash"))
def test_each_house_deals_a_game_of_each_kind(house: str) -> None:
    for game, choice in (("holdem", False), ("stud8", False), ("horse", False), ("dealers-choice", True)):
        rules = rules_of(game=game, house=house, choice=choice)
        assert rules.rulebook.name == house
        deals(rules)


def test_each_mix_deals() -> None:
    for mix, choice in product(MIXES, (False, True)):
        deals(rules_of(game=mix, choice=choice, bet=20))


def test_a_menu_of_all_games() -> None:
    """The dealer may name any game: wild ones, the bug, lowball, forms."""
    menu = [f"{usual_limit(game)} {game.name}" for game in (*GAMES.values(), *MADE)][:100]
    rules = rules_of(game="dealers-choice", choice=True, menu=menu, seats=9)
    assert {*GAMES} < {part.game.name for part in rules.mix.games}
    deals(rules)


# ---- options: what the form sends, and what comes of it

STUD = {"game": "stud", "limit": "fl", "bet": 4}


@pytest.mark.parametrize(
    ("form", "is_so"),
    [
        ({"bet": 3, "more": {"blinds": [1, 3]}}, lambda r: r.stakes[0].blinds == (1, 3)),
        ({"bet": 5, "more": {"blinds": [2, 5]}}, lambda r: r.stakes[0].blinds == (2, 5)),
        ({"bet": 4, "more": {"blinds": [1, 2, 4]}}, lambda r: r.stakes[0].blinds == (1, 2, 4)),
        ({"bet": 5, "more": {"blinds": [5]}}, lambda r: r.stakes[0].blinds == (5,)),
        ({"more": {"ante": 2, "ante_by": "button"}}, lambda r: r.stakes[0].ante == 2),
        ({**STUD, "more": {"ante": 0, "bring_in": 1}}, lambda r: (r.stakes[0].ante, r.stakes[0].bring_in) == (0, 1)),
        ({**STUD, "more": {"ante": 1, "bring_in": 0}}, lambda r: (r.stakes[0].ante, r.stakes[0].bring_in) == (1, 0)),
        ({**STUD, "more": {"big_bet": 10}}, lambda r: r.stakes[0].bet_size(big=True) == 10),
        ({"limit": "fl", "more": {"raises": 5}}, lambda r: r.mix.games[0].limit == FixedLimit(6)),
        ({"limit": "fl", "more": {"any_raises": True}}, lambda r: r.mix.games[0].limit == FixedLimit(None)),
        ({"limit": "fl", "more": {"kill": {"kind": "half", "legs": 2}}}, lambda r: r.kill.kind == "half"),
        ({"limit": "fl", "more": {"kill": {"legs": 0, "at_least": 10}}}, lambda r: r.kill.at_least == 10),
        (
            {"more": {"rake": 5, "rake_cap": 3, "time_charge": {"amount": 6, "period_ms": 1_800_000}}},
            lambda r: r.time_charge.amount == 6,
        ),
        ({"limit": "fl", "more": {"reopening": "full bet"}}, lambda r: r.rulebook.reopening_limit == "full bet"),
        ({"limit": "fl", "more": {"reopening": "half bet"}}, lambda r: r.rulebook.reopening_limit == "half bet"),
        ({"more": {"face_up": True}}, lambda r: r.rulebook.face_up_all_in),
        ({"more": {"face_up": False}}, lambda r: not r.rulebook.face_up_all_in),
        ({"more": {"reading": "as called"}}, lambda r: r.rulebook.reading == "as called"),
        ({"more": {"first_button": "first jack"}}, lambda r: r.rulebook.first_button == "first jack"),
        (
            {"more": {"open_stakes": True, "marker_terms": "settled by 2026-12-31, by bank transfer"}},
            lambda r: r.open_stakes.terms.endswith("transfer"),
        ),
        ({"more": {"buy_in": [100, 0], "back_minutes": 0}}, lambda r: (r.buy_in, r.rathole_ms) == ((100, 0), 0)),
    ],
)
def test_an_option_is_as_it_was_asked_for(form: dict[str, Any], is_so: Any) -> None:
    rules = rules_of(**form)
    assert is_so(rules)
    deals(rules)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"limit": "sl"}, "the lowest and the highest bet"),
        ({"limit": "nl", "more": {"spread": [2, 10]}}, "a spread needs spread limit"),
        ({"menu": ["nl holdem", "fl stud"]}, "a menu needs dealer's choice"),
        ({"game": "stud", "more": {"blinds": [1, 2]}}, "no blinds"),
        ({"more": {"marker_terms": "in cash"}}, "markers need open stakes"),
        ({"kind": "sit-and-go", "decimals": 2}, "leave out the decimal places"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(form: dict[str, Any], words: str) -> None:
    with pytest.raises((SidepotError, msgspec.ValidationError), match=words):
        rules_of(**form)


def test_a_host_opens_some_of_each_kind(tmp_path: Path) -> None:
    """Over HTTP, as a page does."""
    with running(tmp_path, quick_hall) as room:
        host = room.guest("Hosta")
        host.become_host()
        offered = host.get("/api/games")
        assert {one["id"] for one in offered["games"] if not one["mix"]} == set(GAMES)
        assert {form["id"] for one in offered["games"] for form in one["forms"]} == set(FORMS)
        assert [book["id"] for book in offered["books"] if not book["is_tournament"]] == list(asked_houses("cash"))
        for number, one in enumerate(offered["games"]):
            choice = {"choice": True} if one["mix"] else {"more": {"runs": 2}}
            host.post("/api/tables", {"title": f"Table {number}", "game": one["id"], "house": "south-dakota", **choice})
        tables = host.get("/api/tables")["tables"]
        assert len(tables) == len(offered["games"])
