"""Poker Hand Histories played: what they are played by, strict and lenient; fuzz."""

from __future__ import annotations

import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from test_phh import NO_LIMIT, TRIPLE_DRAW, one

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.phh import Phh, iter_phh
from sidepot.formats.phh_game import PHH, VARIANTS, UnknownGame, posts_of, setup_of
from sidepot.formats.phh_play import play_phh
from sidepot.formats.phh_write import write_phh
from sidepot.games.stakes import AnteBy
from sidepot.hand.setup import Owed, Post
from sidepot.rules.clauses import plain

# ---- what it is played by


def test_each_code_of_the_format_is_a_game_and_a_limit() -> None:
    assert set(VARIANTS) == set("FT NT NS PO FO/8 F7S F7S/8 FR N2L1D F2L3D FB".split())
    with pytest.raises(UnknownGame, match="unknown game 'ZZ'"):
        play_phh(one(NO_LIMIT.replace("'NT'", "'ZZ'")))


def test_heads_up_the_blinds_are_listed_the_other_way_round() -> None:
    hand = Phh(variant="NT", antes=(0, 3), blinds_or_straddles=(1, 2), min_bet=2, starting_stacks=(50, 60), actions=())
    assert posts_of(hand, PHH) == (
        Owed(0, Post.DEAD_ANTE, 3), Owed(1, Post.SMALL_BLIND, 1), Owed(0, Post.BIG_BLIND, 2)
    )  # fmt: skip
    assert setup_of(hand).button == 1
    assert setup_of(hand).stakes.ante_by is AnteBy.BIG_BLIND


def test_an_ante_of_one_seat_is_dead_whatever_the_flag_says() -> None:
    text = NO_LIMIT.replace("antes = [0, 0, 0]", "antes = [0, 5, 0]").replace("[216, 184, 100]", "[221, 179, 100]")
    for status in ("true", "false"):
        played = play_phh(one(text.replace("status = true", f"status = {status}")))
        assert tuple(played.hand.stacks) == (221, 179, 100)


def test_trimmed_antes_are_layers_and_others_are_dead() -> None:
    hand = Phh(
        variant="NT", antes=(10, 10, 10), blinds_or_straddles=(1, 2, 0), min_bet=2, starting_stacks=(100, 100, 4),
        actions=("d dh p1 KsKh", "d dh p2 QsQh", "d dh p3 AsAh", "p1 cc", "p2 cc", "d db 2c8dTh", "p1 cc", "p2 cc",
                 "d db Jd", "p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cc"),
        ante_trimming_status=True,
    )  # fmt: skip
    assert play_phh(hand).hand.stacks == [104, 88, 12]
    dead = Phh(**{field: getattr(hand, field) for field in hand.__struct_fields__} | {"ante_trimming_status": False})
    assert play_phh(dead).hand.stacks == [92, 88, 24]


def test_straddles_and_posts_out_of_turn() -> None:
    hand = Phh(
        variant="NT",
        antes=(0,) * 5,
        blinds_or_straddles=(1, 2, 4, -2, 2),
        min_bet=2,
        starting_stacks=(50,) * 5,
        actions=(),
    )
    assert [owed.post for owed in posts_of(hand, PHH)] == [
        Post.SMALL_BLIND, Post.BIG_BLIND, Post.STRADDLE, Post.LIVE_BLIND, Post.LIVE_BLIND
    ]  # fmt: skip


@pytest.mark.parametrize("field", ["min_bet = 2\n", "blinds_or_straddles = [1, 2, 0]\n"])
def test_a_field_that_the_game_requires_is_missed_when_played(field: str) -> None:
    with pytest.raises(BadNotation, match=field.split()[0]):
        play_phh(one(NO_LIMIT.replace(field, "")))


def test_a_stack_that_is_not_known_is_deep() -> None:
    played = play_phh(one(NO_LIMIT.replace("[200, 200, 100]", "[inf, 200, 100]")))
    assert played.hand.stacks[1:] == [184, 100]


# ---- played


def test_a_history_is_played_to_its_end() -> None:
    played = play_phh(one(NO_LIMIT))
    assert played.finished and not played.left and not played.unresolved and not played.notes
    assert played.hand.stacks == [216, 184, 100]


def test_discards_and_deals_are_put_in_the_order_of_the_hand() -> None:
    played = play_phh(one(TRIPLE_DRAW))
    assert played.finished
    assert played.hand.stacks == [112, 88, 100]


@each(
    ("old", "new", "words"),
    [
        ("p1 cbr 6", "p1 cbr 3", "`cbr` from 4|to 3"),
        ("p1 cbr 6", "p1 cbr 600", "600"),
        ("p1 cbr 6", "p2 cc", "p1 is to act: `f`, `cc` to call 1, `cbr` from 4 to 200"),
        ("d db Jd", "d db As", "As has already been dealt"),
        ("d db Jd", "d db JdQd", "1 card"),
        ("d db 2c8dTh", "p1 cc", "board"),
        ("d dh p2 KsKh", "d dh p2 KsAs", "As has already been dealt"),
        ("d dh p2 KsKh", "d dh p3 KsKh", "due to p2"),
        ("p1 sm AsAh", "p1 sm AsAd", "was dealt"),
        ("p2 sm'", "p2 sm', 'p1 f'", "show or muck"),
        ("p2 sm'", "p2 sm', 'p2 sm KsKh'", "shown or mucked already"),
        ("p2 sm'", "p2 sm', 'p3 sm'", "no hand to show"),
        ("p2 sm'", "p2 sm', 'p9 sm -'", "no hand to show"),
        ("d db 2c8dTh", "p2 f', 'd db 2c8dTh", "p1 is to act|3 card"),
    ],
)
def test_strict_play_refuses_what_is_not_legal(old: str, new: str, words: str) -> None:
    text = NO_LIMIT.replace(old, new)
    assert text != NO_LIMIT
    with pytest.raises(BadNotation, match=words):
        play_phh(one(text))
    played = play_phh(one(text), strict=False)
    assert played.notes


def test_what_is_not_legal_is_a_sentence_with_the_action_for_translation() -> None:
    with pytest.raises(BadNotation) as refused:
        play_phh(one(NO_LIMIT.replace("p1 cbr 6", "p2 cc")))
    where, why = refused.value.sentence[1:]
    assert where[0] == "action {number} ({text})" and where[2] == "'p2 cc'"
    assert why[:2] == ("{player} is to act: `f`, {call}, `cbr` from {least} to {most}", "p1")
    assert plain(refused.value.sentence) == refused.value.message


def test_a_fold_that_was_left_out_is_put_back_leniently() -> None:
    text = NO_LIMIT.replace("'p3 f # as ever', ", "")
    with pytest.raises(BadNotation, match="p3 is to act"):
        play_phh(one(text))
    played = play_phh(one(text), strict=False)
    assert played.hand.stacks == [216, 184, 100] and "left out" in played.notes[0]


def test_lenient_play_stops_where_nothing_helps() -> None:
    played = play_phh(one(NO_LIMIT.replace("'d db Jd', ", "'p3 cc', 'd db Jd', ")), strict=False)
    assert played.unresolved and not played.finished
    assert played.left >= 5


def test_a_limit_raise_written_as_what_the_caller_has_is_a_full_one() -> None:
    text = NO_LIMIT.replace("'NT'", "'FT'").replace("min_bet = 2", "small_bet = 4\nbig_bet = 8")
    text = text.replace("[200, 200, 100]", "[200, 9, 100]").replace("cbr 6", "cbr 6").replace("[1, 2, 0]", "[2, 4, 0]")
    text = text.replace("cbr 6", "cbr 8").replace("cbr 10", "cbr 1").replace("'p1 cc', 'p2 cc', ", "")
    played = play_phh(one(text))
    assert played.hand.stacks == [209, 0, 100]
    assert "as much as the others can call" in played.notes[0]


def test_hands_shown_before_the_board_are_shown_then() -> None:
    text = NO_LIMIT.replace("cbr 6", "cbr 200")
    start = text.index("'d db 2c8dTh'")
    end = text.index("]\nhand")
    text = text[:start] + "'p1 sm -', 'p2 sm KsKh', 'd db 2c8dTh', 'd db Jd', 'd db 3s'" + text[end:]
    played = play_phh(one(text))
    assert played.hand.stacks == [400, 0, 100]
    kinds = [type(event).__name__ for event in played.hand.log]
    assert kinds.index("Shown") < kinds.index("BoardDealt")


def test_a_showdown_that_nobody_saw_has_no_result() -> None:
    text = NO_LIMIT.replace("AsAh', 'd dh p2 KsKh", "????', 'd dh p2 ????")
    unseen = text.replace(", 'p1 sm AsAh', 'p2 sm'", "")
    assert "not shown" in play_phh(one(unseen)).unresolved
    assert play_phh(one(text)).hand.stacks == [216, 184, 100]  # one shows, the other mucks


def test_a_history_that_ends_early_says_so() -> None:
    text = NO_LIMIT[: NO_LIMIT.index(", 'd db Jd'")] + "]\n"
    played = play_phh(one(text))
    assert not played.finished and "ends before" in played.unresolved
    assert played.hand.stacks == [184, 184, 100]


# ---- fuzz


_SEEDS = [NO_LIMIT, TRIPLE_DRAW, f"[1]\n{NO_LIMIT}\n[2]\n{TRIPLE_DRAW}"]
_PIECES = [
    "p1",
    "p9",
    "cbr",
    "f",
    "cc",
    "sd",
    "sm",
    "d dh p1 ",
    "d db ",
    "As",
    "??",
    "-1",
    "1e30",
    "inf",
    "[",
    "]",
    "'",
    '"',
    "\n",
    "=",
    "#",
    ",",
    "0",
    "9" * 30,
    "nan",
    "\x00",
    "é",
    "FT",
    "FR",
    "F7S",
    "N2L1D",
    "PO",
    "true",
    "_sidepot_game = 'razz'\n",
    "_sidepot_posts = '[]'\n",
    "_sidepot_game = 'badugi-low'\n",
    "_sidepot_house = 'roberts'\n",
    "_sidepot_carried = -1\n",
    "_sidepot_decimals = 3\n",
    "_sidepot_also = ['3 p1 is dead', '4 p2 exposes Kh', '5 p1 runs 2']\n",
]


@st.composite
def mangled(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(_SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = at + draw(st.sampled_from([0, 0, 1, 2, 5, 30]))
        text = text[:at] + draw(st.sampled_from(["", *_PIECES])) + text[end:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


@settings(max_examples=examples(500), deadline=None)
@given(mangled(), st.booleans())
def test_any_input_raises_only_sidepot_errors(text: str, strict: bool) -> None:
    try:
        hands = list(iter_phh(text, strict=strict))
    except SidepotError:
        return
    for _, hand in hands:
        if isinstance(hand, BadNotation):
            continue
        assert one(write_phh(hand), strict=False).actions == hand.actions
        try:
            played = play_phh(hand, strict=strict)
        except SidepotError:
            continue
        if played.finished:
            over = played.hand
            assert sum(over.stacks) + over.carried + over.raked == sum(over.setup.stacks) + over.setup.carried


@settings(max_examples=examples(200), deadline=None)
@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_at_all_is_read_or_refused(text: str | bytes) -> None:
    try:
        for _, found in iter_phh(text, strict=False):
            assert isinstance(found, Phh | BadNotation)
    except SidepotError:
        pass
