"""Tournaments of hand-made summaries, each figure worked out by hand; those without a summary are listed."""

from __future__ import annotations

from contextlib import nullcontext
from math import sqrt
from pathlib import Path

import pytest
from needs import CORPORA
from places import TESTS

from sidepot.errors import BadNotation
from sidepot.tracker.importing import import_new
from sidepot.tracker.notes import Name, join
from sidepot.tracker.tournaments import tournaments

pytestmark = CORPORA.mark

EVENING = TESTS / "stats" / "evening.txt"


def winamax(number: int, price: str, place: int, won: str, day: int, *, entries: int = 9, bounty: str = "") -> str:
    """A summary of Ann's."""
    return f"""Winamax Poker - Tournament summary : Cup(90{number})
Player : Ann
Buy-In : {price}
Registered players : {entries}
Prizepool : 100€
Tournament started 2026/05/{day:02} 18:00:00 UTC
You finished in {place}th place
{won}

"""


TEXTS = (
    winamax(1, "9€ + 1€", 1, "You won 40€", 1)
    + winamax(2, "9€ + 1€", 5, "", 2)
    + winamax(3, "18€ + 2€", 4, "", 3, entries=200)
    + winamax(4, "0.80€ + 1€ + 0.20€", 7, "You won 3€ + Bounty 2€", 31, entries=2000)
    + winamax(5, "9€ + 1€", 1, "You won Ticket 50€", 4)
)


def tracker_of(tmp_path: Path, **texts: str) -> Path:
    folder = tmp_path / "hands"
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    import_new(tmp_path / "home", [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    return tmp_path / "home"


def as_tournament(text: str, number: int) -> str:
    """The hands of the evening as those of a tournament of PokerStars."""
    text = text.replace("Hand #", "Hand #9").replace(
        "Hold'em No Limit ($1/$2 USD)", f"Tournament #{number}, !1+!0.10 USD Hold'em No Limit - Level I (1/2)"
    )
    return text.replace("$", "").replace("!", "$")


def test_the_totals(tmp_path: Path) -> None:
    """Paid 10 + 10 + 20 + 2 + 10 = 52, got 40 + 5 = 45: two of five paid. A ticket is not counted."""
    found = tournaments(tracker_of(tmp_path, summaries=TEXTS))
    assert [(one.currency, one.events) for one in found.currencies] == [("EUR", 5)]
    total = found.total
    assert total is not None
    assert (total.events, total.paid, total.cost, total.got, total.net) == (5, 2, 52, 45, -7)
    assert total.roi == pytest.approx(-7 / 52) and total.itm == 2 / 5 and found.tickets == 1
    rest = [net + 7 / 52 * cost for net, cost in ((30, 10), (-10, 10), (-20, 20), (3, 2), (-10, 10))]
    assert total.roi_error == pytest.approx(sqrt(sum(one * one for one in rest) * 5 / 4) / 52)
    assert total.itm_error == pytest.approx(sqrt(2.5 * 3.5 / 6**3))
    assert [(point.events, point.net) for point in found.line] == [(1, 30), (2, 20), (3, 0), (4, -10), (5, -7)]
    assert [one.tournament for one in found.played] == ["904", "905", "903", "902", "901"]
    first = found.played[-1]
    assert (first.place, first.entries, first.buy_in, first.cost, first.got, first.net, first.started) == (
        1, 9, 10, 10, 40, 30, "2026-05-01 18:00:00",
    )  # fmt: skip


def test_the_groups(tmp_path: Path) -> None:
    home = tracker_of(tmp_path, summaries=TEXTS)

    def groups(by: str) -> list[tuple[str, int, float]]:
        return [(one.group, one.events, one.net) for one in tournaments(home, by=by).groups]  # type: ignore[arg-type]

    assert groups("buy_in") == [("2.00", 1, 3), ("10.00", 3, 10), ("20.00", 1, -20)]
    assert groups("kind") == [("usual", 4, -10), ("knockout", 1, 3)]
    assert groups("size") == [("3-10", 3, 10), ("101-1000", 1, -20), ("1001-", 1, 3)]
    assert groups("month") == [("2026-05", 5, -7)]
    assert groups("site") == [("Winamax", 5, -7)]
    one = tournaments(home).groups[0]
    assert one.roi == 1.5 and one.roi_error is None  # of one tournament


def test_a_summary_in_two_files_counts_once(tmp_path: Path) -> None:
    found = tournaments(tracker_of(tmp_path, a=TEXTS, b=TEXTS))
    assert found.total is not None and found.total.events == 5


def test_a_tournament_without_a_summary_is_listed_and_not_counted(tmp_path: Path) -> None:
    evening = EVENING.read_text()
    home = tracker_of(tmp_path, summaries=TEXTS, known=evening, lost=as_tournament(evening, 77))
    found = tournaments(home)
    assert [(one.site, one.tournament, one.started, one.hands) for one in found.without] == [
        ("PokerStars", "77", "2026-05-01 20:00:00", 3)
    ]
    assert found.total is not None and (found.total.events, found.total.net) == (5, -7)


def test_the_hands_of_a_tournament_with_a_summary_are_counted(tmp_path: Path) -> None:
    summary = (TESTS / "formats" / "summaries" / "stars.txt").read_text("utf-8").replace("Bo, the 2nd", "Ann A")
    home = tracker_of(tmp_path, summary=summary, hands=as_tournament(EVENING.read_text(), 900100))
    found = tournaments(home)
    (one,) = found.played
    assert (one.hands, one.cost, one.got, one.net, found.without) == (3, 42, 18.9, -23.1, [])


def test_play_money_is_apart_and_players_without_a_place_do_not_count(tmp_path: Path) -> None:
    """Of the second summary, the owner is third and two others still play."""
    home = tracker_of(tmp_path, summary=(TESTS / "formats" / "summaries" / "stars.txt").read_text("utf-8"))
    assert [(one.currency, one.events) for one in tournaments(home).currencies] == [("USD", 1), ("", 1)]
    assert tournaments(home, "").total != tournaments(home, "USD").total
    with pytest.raises(BadNotation, match="no tournaments in 'GBP'"):
        tournaments(home, "GBP")


def test_a_tournament_under_another_name_of_the_owner(tmp_path: Path) -> None:
    """The file is Bo's, who was second; Ann won 35.10 and paid 15."""
    home = tracker_of(tmp_path, summary=(TESTS / "formats" / "summaries" / "stars.txt").read_text("utf-8"))
    join(home, [Name("PokerStars", "Ann")], is_me=True)
    found = tournaments(home, "USD")
    assert sorted(one.net for one in found.played) == [-23.1, 20.1]


def test_no_tournaments(tmp_path: Path) -> None:
    found = tournaments(tracker_of(tmp_path, evening=EVENING.read_text()))
    assert (found.currencies, found.total, found.line, found.without) == ([], None, [], [])
