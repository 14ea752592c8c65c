"""Filters of hands: each condition against seven hands that are worked out by hand.

Ann's hands, with her results in big blinds: 1 AA on the button, 3-bet pot, all-in, -100; 2 72o in the big blind,
limped, +1; 3 QQ in the small blind, raised, +5.5; 4 KQs heads-up, check-raised, -4; 5 A5s in the cutoff, 4-bet, +10.5;
6 JTs, a walk, +0.5; 7 98s in the big blind, check-raise, +12. Hands 1 to 3 are tests/stats/evening.txt, the others
tests/tracker/filtered.txt.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from each import each
from few_examples import examples
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from needs import CORPORA

from sidepot.errors import BadNotation
from sidepot.tracker.database import reading
from sidepot.tracker.filters.fields import FIELDS, is_alone
from sidepot.tracker.filters.filter_sql import filter_sql
from sidepot.tracker.filters.grammar import read_filter, written
from sidepot.tracker.filters.saved import delete_filter, save_filter, saved_filters
from sidepot.tracker.overview import hands_page, overview, positions
from sidepot.tracker.selection import Wanted

pytestmark = CORPORA.mark


def found(home: Path, where: str) -> str:
    """The names of the hands that a filter selects."""
    return "".join(sorted(hand.hand for hand in hands_page(home, Wanted(where=where))))


ALL = "1234567"


@each(
    ("where", "wanted"),
    [
        ("", ALL),
        # when and where
        ("date = 2026-05", "12567"), ("date = 2026-05-02", "567"), ("date = 2025", "4"), ("date >= 2026-05-02", "3567"),
        ("date > 2026-05-02", "3"), ("date < 2026", "4"), ("date <= 2026-05-01", "124"),
        ("date = 2025-12-31..2026-05-01", "124"), ("date = 2025, 2026-06", "34"), ("date != 2026-05", "34"),
        ("weekday = fri tue", "123"), ("hour = 9", "567"), ("hour = 20..23", "1234"), ("days ago < 0", ""),
        ("site = pokerstars", ALL), ("site = Poker*", ALL), ("site = *x*", ""), ("site != PokerStars", ""),
        ("game = nl holdem", ALL), ("stakes = 0.50/1", "4"), ("stakes = 0.50/1 | 1/2", ALL), ("blind < 1.5", "4"),
        ("table = Duel*", "4"), ("table = kit", "123567"), ("table = K_t", None), ("table = K%", None),
        # the seat
        ("players = 2", "4"), ("players >= 3", "123567"), ("players = 3..9", "123567"), ("players = 2 6", "45"),
        ("position = BTN", "14"), ("position = blinds", "2367"), ("position = CO, BTN", "145"),
        ("position != BB", "1345"), ("not position = BB", "1345"), ("position = sb | late", "1345"),
        ("in position", "124"), ("in position = no", "37"), ("depth < 100", "4"), ("depth = 25", "4"),
        ("depth >= 100.5", "3"), ("stack <= 40", "4"), ("result > 12", ""), ("pot size < 50", "234567"),
        ("stack = 40", "4"), ("depth = 100+", "123567"),
        ("opponent = Dee Dee", "4"), ("opponent = bo", "123567"), ("villain = Gus | Dee Dee", "45"),
        ("opponent != Bo", "4"), ("opponent = D*", "4"), ("opponent = Ann", ""), ("name = ann", ALL),
        # cards and board
        ("cards = QQ+", "13"), ("cards = 22-QQ, A5s-A2s", "35"), ("cards = suited", "4567"), ("cards = pairs", "13"),
        ("cards = suited-connectors", "467"), ("cards = AcAd, AsAh, Qc Qd", None), ("cards = AsAh", "1"),
        ("cards = AhAs QcQd", "13"), ("cards = AdAc", ""), ("cards != pairs", "24567"), ("cards = 72o", "2"),
        ("cards = 100%", ALL), ("cards = known", ALL), ("cards = offsuit", "2"), ("cards = suited-aces", "5"),
        ("cards = broadways", "46"), ("cards = 20%, 98s", "13457"), ("cards = KQs 98s", "47"),
        ("flop = paired", "7"), ("flop = unpaired", "1234"), ("flop = monotone", "4"), ("flop = A-high", "4"),
        ("flop = ace-high", "4"), ("flop = rainbow", "1237"), ("flop != rainbow", "4"),
        ("flop = 9-high, rainbow", "1237"),
        ("flop = 9-high, flop = rainbow", "123"), ("turn = straight", "13"), ("turn = overcard", "17"),
        ("river = overcard", "1"), ("turn != overcard", "3"), ("turn = paired, overcard", "17"),
        # actions
        ("preflop = raise", "34"), ("preflop = raise-call", "1"), ("preflop = RR", "5"), ("preflop = raise*", "1345"),
        ("preflop = check", "2"), ("preflop != check", "13457"), ("flop = check-raise", "7"), ("flop = XR bet", "237"),
        ("flop = BF", "4"), ("flop != bet", "147"), ("flop = B*", "234"), ("turn = bet", "7"), ("river = check", "3"),
        ("line = R/B*", "34"), ("line = raise/bet/check/check", "3"), ("line = *F", "4"),
        ("pot = 3bet", "1"), ("pot >= 3bet", "15"), ("pot = 3bet+", "15"), ("pot < raised", "26"), ("pot = srp", "347"),
        ("pot = limped walk", "26"), ("pot != raised", "1256"), ("pot > raised", "15"), ("pot <= limped", "26"),
        ("saw = flop", "12347"), ("saw = turn", "137"), ("saw = river", "13"), ("saw != flop", "56"),
        ("all in", "1"), ("not all in", "234567"),
        # figures
        ("c_bet", "34"), ("c-bet = yes", "34"), ("c_bet = chance", "34"), ("c_bet = no", ""), ("not c_bet", "12567"),
        ("steal", "1345"), ("three_bet = no", "7"), ("3-bet = chance", "7"), ("check raise flop", "7"),
        ("vpip = no", "2"),
        # the result
        ("won", "23567"), ("lost", "14"), ("showdown", "13"), ("not showdown", "24567"), ("showdown = no", "24567"),
        ("result = -4", "4"), ("result >= 10", "57"), ("result = 1..6", "23"), ("result < -50bb", "1"),
        ("pot size >= 100", "1"), ("net > 10", "57"),
        # together
        ("won, showdown", "3"), ("won and not showdown and position = BB", "267"),
        ("position = BTN, lost or pot = 4bet", "145"), ("pot = 4bet or position = BTN, players = 2", "45"),
        ("(position = BTN or pot = 4bet), lost", "14"), ("(position = BTN or pot = 4bet) and (won)", "5"),
        ("position = BB and (won, (pot = limped or showdown))", "2"), ("not (position = BTN or pot = 4bet)", "2367"),
        ("not (flop = rainbow, won)", "14"), ("NOT (not (lost))", "14"), ("table = \"K(it)\" or lost", None),
        ("(position = CO, BTN), won or (showdown)", "135"), ("not (cards = pairs or pot = walk)", "2457"),
        ("site = PokerStars, date = 2026, cards = 22+ suited, depth >= 80, pot = raised, 3bet", "137"),
    ],
)  # fmt: skip
def test_conditions(where: str, wanted: str | None, seven: Path) -> None:
    if wanted is None:
        with pytest.raises(BadNotation):
            found(seven, where)
    else:
        assert found(seven, where) == wanted
        normal = written(read_filter(where, is_alone))
        assert found(seven, normal) == wanted  # the usual form means the same


@each(
    ("where", "why"),
    [
        ("postion = BTN", "a filter has no field 'postion'; did you mean position?"),
        ("position = BUT", "position has no 'BUT'; did you mean BU?"),
        ("position > BTN", "position takes only = and !="),
        ("depth = deep", "'deep' is not a number; for example: depth >= 80"),
        ("depth = 80..20", "80..20 ends before it begins; write 20..80"),
        ("hour = 22..3", "22..3 ends before it begins; write 22..23 0..3 for the hours around midnight"),
        ("date = 2026-06..2026-05", "2026-06..2026-05 ends before it begins; write 2026-05..2026-06"),
        ("depth = \u0665", "not a number"), ("date = \u0662\u0660\u0662\u0666", "not a date"),
        ("depth = 1e400", "not a number"), ("depth = nan", "not a number"), ("depth = " + "9" * 400, "not a number"),
        ("depth", "`depth` needs a value"), ("depth >=", "there is no value after `depth >=`"),
        ("date = 31.05.2026", "is not a date; write 2026, 2026-05 or 2026-05-31"), ("date = 2026-02-30", "not a date"),
        ("date = 0000", "not a date"), ("date = 2026-13", "not a date"),
        ("cards = AKx", "'AKx' is not a range of hands; write hands such as 22-66"),
        ("cards = suited-conectors", "did you mean suited-connectors?"),
        ("cards = AKs:0.5", "a filter has no weights"),
        ("flop = soggy", "neither an action line nor a texture; write actions such as check-raise"),
        ("preflop = jam", "'jam' is not an action line"), ("showdown = maybe", "showdown is yes or no"),
        ("c_bet = often", "c_bet is yes, no (a chance without it) or chance"),
        ("site = Pokerstar", "no hand has the site 'Pokerstar'; did you mean PokerStars?"),
        ("opponent = Nobody At All", "no hand has the opponent"), ("won or", "no condition after `or`"),
        ("or won", "no condition before `or`"), ("= 5", "there is no field"),
        ("position = BTN depth = 80", "two operators"), ("(won", "`(` is not closed"), ("won)", "no `(` before `)`"),
        ("won ()", "`won` needs a comma"), ("won, ()", "no condition between"), ("(won) lost", "before `lost`"),
        ("(" * 11 + "won" + ")" * 11, "more than 10 parentheses"), ("(won or)", "no condition after `or`"),
        ("(" + "won or " * 30 + "won), " * 1 + "won, " * 20 + "lost", "more than 50"),
        ('opponent = "Bo', "a quote is not closed"), ("won!", "has no meaning here"),
        ("won, " * 60 + "won", "more than 50"),
        ("x" * 2001, "more than 2,000 characters"),
    ],
)  # fmt: skip
def test_wrong_filters_say_what_would_be_right(where: str, why: str, seven: Path) -> None:
    with pytest.raises(BadNotation) as caught:
        found(seven, where)
    assert why in str(caught.value)


@each("text", ["' OR 1=1 --", "Bo'; DROP TABLE hand; --", "$money", "%", "\\", "x') UNION SELECT 1 --"])
def test_what_is_written_is_never_sql(text: str, seven: Path) -> None:
    for field in FIELDS:
        try:
            made = filter_sql(f'{field.key} = "{text}"')
        except BadNotation:
            continue
        assert text not in made.sql and text.lower() in [str(value).lower() for value in made.values.values()]
    with pytest.raises(BadNotation, match="no hand has"):
        found(seven, f'opponent = "{text}"')


_WORDS = [
    *[name for field in FIELDS for name in (field.key, field.example, *field.choices)],
    *"= != < <= >= > , ; | ( ) or and not yes no chance 5 -5 80..100 100+ 1e9 2026 2026-05 2026-02-30".split(),
    "9999-12-31",
    "0001",
    *'AKs 22-66 AsKs AKx 15% XR R/B* check-raise raise* * *** / - .. A..B "x" " \' -- $w1 %s {} \\ \x00 ß İ bb'.split(),
]


@given(words=st.lists(st.one_of(st.sampled_from(_WORDS), st.text(max_size=3)), max_size=12))
@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_a_filter_or_is_refused(words: list[str], seven: Path) -> None:
    with suppress(BadNotation):
        found(seven, " ".join(words))


_LEAVES = {
    "won": ("23567", "14"),
    "showdown": ("13", "24567"),
    "position = BB": ("267", "1345"),
    "flop = rainbow": ("1237", "4"),
    "cards = pairs": ("13", "24567"),
    "turn = overcard": ("17", "3"),
    "c_bet": ("34", "12567"),
    "pot >= 3bet": ("15", "23467"),
}
"""Conditions, the hands for which they hold, and those for which the opposite holds: the others are unknown."""

Tree = str | tuple[str, list["Tree"]]


def _text_of(tree: Tree) -> str:
    if isinstance(tree, str):
        return tree
    word, parts = tree
    texts = [f"({_text_of(part)})" for part in parts]
    return f"not {texts[0]}" if word == "not" else f" {word} ".join(texts)


def _hands_of(tree: Tree) -> tuple[set[str], set[str]]:
    """The hands for which a tree holds, and those for which its opposite holds."""
    if isinstance(tree, str):
        holds, fails = _LEAVES[tree]
        return set(holds), set(fails)
    word, parts = tree
    all_hold, all_fail = zip(*map(_hands_of, parts), strict=True)
    if word == "not":
        return all_fail[0], all_hold[0]
    if word == "and":
        return set.intersection(*all_hold), set.union(*all_fail)
    return set.union(*all_hold), set.intersection(*all_fail)


_TREES: st.SearchStrategy[Tree] = st.recursive(
    st.sampled_from([*_LEAVES]),
    lambda trees: st.one_of(
        st.tuples(st.just("not"), st.lists(trees, min_size=1, max_size=1)),
        st.tuples(st.sampled_from(["and", "or"]), st.lists(trees, min_size=2, max_size=3)),
    ),
    max_leaves=8,
)


@given(tree=_TREES)
@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_and_or_and_not_select_the_hands_that_sets_do(tree: Tree, seven: Path) -> None:
    where = _text_of(tree)
    assume(where.count("(") <= 10)
    groups = read_filter(where, is_alone)
    assert found(seven, where) == "".join(sorted(_hands_of(tree)[0]))
    assert written(read_filter(written(groups), is_alone)) == written(groups)
    assert found(seven, written(groups)) == found(seven, where)


def test_an_error_has_its_parts_for_the_page(seven: Path) -> None:
    with pytest.raises(BadNotation) as caught:
        found(seven, "postion = BTN")
    assert caught.value.code == "bad_filter" and caught.value.near == ("position",)
    assert caught.value.sentence == (
        "{}; {}",
        ("a filter has no field {name}", "'postion'"),
        ("did you mean {name}?", "position"),
    )


def test_each_example_is_a_condition() -> None:
    for field in FIELDS:
        assert filter_sql(field.example).sql


def test_every_question_has_the_same_hands(seven: Path) -> None:
    """The hands in the big blind are 2 (+2), 6 (+1) and 7 (+24)."""
    wanted = Wanted(where="position = BB")
    of = overview(seven, wanted)
    assert (of.hands, of.net, of.line[-1].net) == (3, 27, 27)
    assert [row.hands for row in positions(seven, wanted)] == [3, 3]
    assert sum(one.hands for one in of.sessions) == 3


def test_a_filter_applies_to_other_players_too(seven: Path) -> None:
    made = filter_sql("position = BTN, pot = raised")
    with reading(seven) as connection:
        rows = connection.execute(f"SELECT player, hand FROM played WHERE {made.sql}", made.values).fetchall()
    assert sorted(rows) == [("Ann", "4"), ("Bo", "7"), ("Cy", "3")]


def test_saved_filters(seven: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(seven, home)
    assert saved_filters(home) == []
    assert save_filter(home, "Late", "((position = BTN, CO)) and (won OR pot=4bet)")[0].where == (
        "position = BTN | CO, (won or pot = 4bet)"
    )
    assert found(home, "late") == "5" and delete_filter(home, "Late") == []
    save_filter(home, " Big   pots ", "pot>=3bet;won")
    assert [(one.name, one.where) for one in saved_filters(home)] == [("Big pots", "pot >= 3bet, won")]
    assert found(home, "big pots") == "5"
    assert [one.where for one in save_filter(home, "big POTS", "Big pots")] == ["pot >= 3bet, won"]
    save_filter(home, "Blinds", "position = blinds")
    assert [one.name for one in saved_filters(home)] == ["big POTS", "Blinds"]
    for name, where in (
        ("", "won"),
        ("a, b", "won"),
        ("x" * 41, "won"),
        ("(a)", "won"),
        ("won", "lost"),
        ("c-bet", "lost"),
        ("y", ""),
    ):
        with pytest.raises(BadNotation):
            save_filter(home, name, where)
    with pytest.raises(BadNotation, match="did you mean Blinds"):
        delete_filter(home, "Blind")
    assert [one.name for one in delete_filter(home, "blinds")] == ["big POTS"]
    (home / "filters.json").write_text("{")
    assert saved_filters(home) == []
