"""Button and blinds: equal to a slow dealer who walks round the table, and fair to everybody."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from own_cases import own_cases
from places import ROOT
from random_setups import EXAMPLES
from slow_button import Chair, Refused, SlowTable
from universal.tester import play_randomly

from sidepot.cases.button_cases import ButtonCase
from sidepot.cases.run import Case, run_case
from sidepot.errors import Conflict
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.rules.houses import CASH, TDA_2024
from sidepot.rules.table_choices import ButtonRule, MissedBlinds
from sidepot.table.blinds import Planned, Standing, plan_next
from sidepot.table.button import Marks, between, closed_seats, first_marks, heads_up, next_seat
from sidepot.table.table_rules import Straddle


@cache
def button_cases() -> list[Case]:
    """The cases of hands that follow each other."""
    return [case for case in own_cases() if isinstance(case.body, ButtonCase)]


BLINDS = [(1, 2), (1, 2), (1, 2), (2,), (0, 2), (2, 2), (1, 2, 4), (1, 2, 4, 8)]
DEAD = (ButtonRule.DEAD, ButtonRule.DEAD_OVER_EMPTY)
many = settings(max_examples=examples(10) * EXAMPLES, deadline=None)
CHANCE = st.integers(0, 2**40).map(Random)  # faster than recording every draw, and a night is short enough to read
some = settings(max_examples=examples(2) * EXAMPLES, deadline=None)


class Terms(NamedTuple):
    """What is agreed at a random table."""

    seats: int
    rule: ButtonRule
    missed: MissedBlinds
    shut_out: bool
    is_tournament: bool
    blinds: tuple[int, ...]
    ante: int
    ante_by: AnteBy
    dead_ante: bool


class Dealt(NamedTuple):
    """One hand of a random night: what was asked for, and what came of it (None: no hand can be dealt)."""

    terms: Terms
    before: Marks | None
    chairs: list[Chair | None]
    stakes: Stakes
    has_blinds: bool
    frozen: bool
    drawn: int | None
    planned: Planned | None

    @property
    def standings(self) -> list[Standing]:
        return [standing(seat, chair) for seat, chair in enumerate(self.chairs) if chair]


def standing(seat: int, chair: Chair) -> Standing:
    return Standing(seat, chair["stack"], chair["state"], chair["small"], chair["big"], chair["new"])


def random_terms(rng: Random) -> Terms:
    return Terms(
        rng.randint(2, 9),
        rng.choice(list(ButtonRule)),
        rng.choice(list(MissedBlinds)),
        rng.random() < 0.7,
        rng.random() < 0.4,
        rng.choice(BLINDS),
        rng.choice([0, 0, 1]),
        rng.choice(list(AnteBy)),
        rng.random() < 0.5,
    )


def somebody(rng: Random) -> Chair:
    state = rng.choice(["in", "posts", "waits", "waits"])
    return {"stack": rng.choice([1, 3, 50, 50]), "state": state, "small": False, "big": False, "new": True}


def life(rng: Random, chairs: list[Chair | None]) -> None:
    """Between two hands people come and go, sit out and come back, lose all and buy in again; or all but one leave."""
    if rng.random() < 0.07:
        left = rng.choice([seat for seat, chair in enumerate(chairs) if chair] or [0])
        for seat in range(len(chairs)):
            if seat != left:
                chairs[seat] = somebody(rng) if rng.random() < 0.4 else None
        return
    for seat, chair in enumerate(chairs):
        what = rng.random()
        if chair is None:
            if what < 0.15:
                chairs[seat] = somebody(rng)
        elif what < 0.08:
            chairs[seat] = None
        elif what < 0.12:
            chair["stack"] = 0
        elif what < 0.25:
            chair["state"] = "out"
        elif chair["state"] == "out" and what < 0.6:
            chair["state"] = rng.choice(["in", "posts", "waits"])
            chair["stack"] = chair["stack"] or 20
        elif not chair["stack"] and what < 0.8:
            chair["stack"] = 20


def night(
    rng: Random, terms: Terms, *, hands: int = 10, only_blinds: bool = False, mixed: bool = False
) -> Iterator[Dealt]:
    """A random night, hand by hand; games without blinds and frozen buttons now and then, and `mixed` other blinds."""
    chairs = [somebody(rng) if rng.random() < 0.6 else None for _ in range(terms.seats)]
    marks: Marks | None = None
    parked = False
    for _ in range(hands):
        life(rng, chairs)
        if mixed and rng.random() < 0.1:
            terms = terms._replace(blinds=rng.choice(BLINDS))
        has_blinds = only_blinds or rng.random() < 0.75
        drawn = rng.randrange(terms.seats) if rng.random() < 0.05 and not only_blinds else None
        stakes = Stakes(
            blinds=terms.blinds if has_blinds or rng.random() < 0.3 else (),
            ante=terms.ante if has_blinds else 1,
            ante_by=terms.ante_by,
            ante_is_dead=terms.dead_ante,
        )
        frozen = parked and marks is not None and rng.random() < 0.8
        asked = [None if chair is None else dict(chair) for chair in chairs]
        dealt = Dealt(terms, marks, asked, stakes, has_blinds, frozen, drawn, None)
        try:
            planned = plan(dealt)
        except Conflict:
            yield dealt
            continue
        yield dealt._replace(planned=planned)
        marks = planned.marks
        parked = not has_blinds
        for seat, small, big in planned.missed:
            chair = chairs[seat]
            assert chair is not None
            chair["small"], chair["big"] = small, big
            if seat in planned.settled:
                chair["new"] = False
                chair["state"] = "in" if chair["state"] != "out" else "out"


def plan(dealt: Dealt, **changes: Any) -> Planned:
    terms = dealt.terms
    wanted: dict[str, Any] = {
        "rule": terms.rule,
        "missed_rule": terms.missed,
        "shut_out": terms.shut_out,
        "has_blinds": dealt.has_blinds,
        "frozen": dealt.frozen,
        "first_button": dealt.drawn,
        "is_tournament": terms.is_tournament,
    }
    return plan_next(dealt.before, tuple(dealt.standings), terms.seats, dealt.stakes, **(wanted | changes))


# ---- the slow dealer says the same


def slowly(dealt: Dealt) -> dict[str, Any] | None:
    terms, stakes = dealt.terms, dealt.stakes
    house = {
        "rule": terms.rule.value,
        "missed": terms.missed.value,
        "shut_out": terms.shut_out,
        "event": terms.is_tournament,
        "blinds": stakes.blinds,
        "ante": stakes.ante,
        "ante_by": stakes.ante_by.value,
        "dead_ante": stakes.ante_is_dead,
    }
    pegs = (dealt.before.button, dealt.before.small, dealt.before.big) if dealt.before else None
    try:
        return SlowTable(dealt.chairs, pegs, house).play(
            blinds=dealt.has_blinds, frozen=dealt.frozen, drawn=dealt.drawn
        )
    except Refused:
        return None


@given(CHANCE)
@settings(max_examples=examples(40) * EXAMPLES, deadline=None)
def test_any_night_is_as_the_slow_dealer_has_it(rng: Random) -> None:
    for dealt in night(rng, random_terms(rng), mixed=True):
        planned = dealt.planned
        seen = planned and {
            "pegs": (planned.marks.button, planned.marks.small, planned.marks.big),
            "dealt": list(planned.dealt),
            "posts": [(seat, post.value, amount) for seat, post, amount in planned.owed],
            "owes": {seat: (small, big) for seat, small, big in planned.missed},
            "settled": set(planned.settled),
        }
        assert seen == slowly(dealt)


# ---- fair to everybody


@given(CHANCE)
@many
def test_big_blind_goes_around_once_before_it_comes_again(rng: Random) -> None:
    """With a dead button, between two big blinds of one player everybody who played all these hands had one."""
    terms = random_terms(rng)._replace(rule=rng.choice(DEAD))
    since: dict[int, set[int]] = {}  # for each seat: who has played all hands since it was big, and had no big blind
    for dealt in night(rng, terms, hands=30, only_blinds=True):
        if dealt.planned is None:
            continue
        big, playing = dealt.planned.marks.big, set(dealt.planned.dealt)
        assert not since.get(big, set()) & playing
        since = {seat: waiting & playing - {big} for seat, waiting in since.items() if seat in playing}
        since[big] = playing - {big}


@given(CHANCE)
@many
def test_the_big_blind_is_never_dead_and_passes_nobody(rng: Random) -> None:
    before: Planned | None = None
    for dealt in night(rng, random_terms(rng)._replace(rule=rng.choice(DEAD)), only_blinds=True):
        planned = dealt.planned
        if planned is None:
            continue
        assert planned.marks.big in planned.dealt
        if before is not None:
            went_by = between(before.marks.big, planned.marks.big, dealt.terms.seats)
            assert not set(went_by) & set(planned.dealt) & set(before.dealt)
        before = planned


@given(CHANCE)
@many
def test_with_two_players_nobody_is_big_blind_twice_running(rng: Random) -> None:
    for dealt in night(rng, random_terms(rng), only_blinds=True):
        if dealt.planned and dealt.before and len(dealt.planned.dealt) == 2:
            assert dealt.planned.marks.big != dealt.before.big
            assert dealt.planned.marks.button in dealt.planned.dealt
            assert dealt.planned.marks.is_heads_up == (len(dealt.terms.blinds) > 1)


@given(CHANCE)
@many
def test_with_more_than_two_the_button_comes_before_the_small_blind_and_that_before_the_big_one(rng: Random) -> None:
    for dealt in night(rng, random_terms(rng)):
        if dealt.planned and dealt.has_blinds and len(dealt.planned.dealt) > 2 and len(dealt.terms.blinds) > 1:
            button, small, big = dealt.planned.marks.button, dealt.planned.marks.small, dealt.planned.marks.big
            assert len({button, small, big}) == 3
            assert small in between(button, big, dealt.terms.seats)


@given(CHANCE)
@many
def test_no_newcomer_is_dealt_in_behind_the_button(rng: Random) -> None:
    terms = random_terms(rng)._replace(shut_out=True)
    for dealt in night(rng, terms, only_blinds=True):
        planned = dealt.planned
        if planned is None or dealt.before is None:
            continue
        strangers = [one for one in dealt.standings if one.comes_in]
        able = [one for one in dealt.standings if one.stack and (terms.is_tournament or one.state != "out")]
        old = len(able) - len([one for one in strangers if one in able])
        if old < (1 if terms.is_tournament else 2):
            continue  # the game begins anew
        closed = between(planned.marks.button, planned.marks.small, terms.seats)
        if old == 1 and {one.seat for one in strangers if one in able} <= set(closed):
            continue  # there is nobody else to play with
        if not terms.is_tournament and not planned.marks.is_heads_up:
            closed = between(planned.marks.button, planned.marks.big, terms.seats)
        assert not {one.seat for one in strangers} & set(closed) & set(planned.dealt)


@given(CHANCE)
@many
def test_player_passed_by_the_blinds_owes_them_and_others_owe_nothing(rng: Random) -> None:
    terms = random_terms(rng)._replace(is_tournament=False)
    for dealt in night(rng, terms, only_blinds=True):
        if dealt.planned is None:
            continue
        owing = {seat: (small, big) for seat, small, big in dealt.planned.missed}
        assert set(owing) == {one.seat for one in dealt.standings}
        assert not any(any(owing[seat]) for seat in dealt.planned.dealt)
        assert set(dealt.planned.settled) == set(dealt.planned.dealt)
        if dealt.before is None:
            continue
        went_by = between(dealt.before.big, dealt.planned.marks.big, terms.seats)
        for one in dealt.standings:
            if one.seat in went_by and one.seat not in dealt.planned.dealt:
                assert owing[one.seat][1] == (not one.new)


def test_a_settled_player_is_one_who_owes_nothing() -> None:
    assert not Standing(0, 100, "out").comes_in
    assert all(
        one.comes_in
        for one in (Standing(0, 100, new=True), Standing(0, 100, missed_small=True), Standing(0, 100, missed_big=True))
    )


@given(CHANCE)
@many
def test_newcomer_pays_at_most_both_blinds_with_at_most_a_big_blind_live(rng: Random) -> None:
    terms = random_terms(rng)._replace(is_tournament=False, blinds=(1, 2), shut_out=True)
    for dealt in night(rng, terms, only_blinds=True):
        if dealt.planned is None:
            continue
        for one in dealt.standings:
            paid = {post: amount for seat, post, amount in dealt.planned.owed if seat == one.seat}
            made_up = {post: paid[post] for post in (Post.LIVE_BLIND, Post.DEAD_BLIND) if post in paid}
            if made_up:
                assert one.comes_in and one.seat != dealt.planned.marks.big
                assert paid.get(Post.SMALL_BLIND) is None
                assert made_up.get(Post.LIVE_BLIND, 2) == 2 and made_up.get(Post.DEAD_BLIND, 1) == 1
                assert Post.DEAD_BLIND not in made_up or (one.missed_small and terms.missed is MissedBlinds.BOTH)


@given(CHANCE)
@some
def test_every_hand_can_be_played(rng: Random) -> None:
    """With straddles, a killer and either order of payment."""
    for dealt in night(rng, random_terms(rng), hands=4):
        if dealt.planned is None:
            continue
        planned = dealt.planned
        marks = (planned.marks.small, planned.marks.big)
        changes: dict[str, Any] = {"blinds_first": rng.random() < 0.5}
        free = [seat for seat in planned.dealt if seat not in marks]
        if dealt.has_blinds and free and len(dealt.terms.blinds) < 3 and rng.random() < 0.5:
            changes["straddles"] = ((rng.choice(free), Straddle.MISSISSIPPI, 40),)
        if dealt.has_blinds and rng.random() < 0.5:
            changes["killer"] = (rng.choice(planned.dealt), 8)
        again = plan(dealt, **changes)
        assert again.marks == planned.marks and again.dealt == planned.dealt
        stacks = {one.seat: one.stack for one in dealt.standings}
        setup = Setup(
            HOLDEM,
            NoLimit(),
            dealt.stakes,
            CASH,
            tuple(stacks[seat] for seat in again.dealt),
            again.hand_button,
            again.posts,
        )
        hand = play_randomly(setup, rng.randrange, thorough=False)
        assert sum(hand.stacks) == sum(setup.stacks)


@given(st.integers(2, 9), st.integers(0, 8), st.sampled_from(BLINDS), st.integers(0, 1), st.sampled_from(AnteBy))
@some
def test_an_ordinary_hand_is_that_of_seat_hand(
    seats: int, button: int, blinds: tuple[int, ...], ante: int, ante_by: AnteBy
) -> None:
    """Nobody is missing: what the table plans is what `seat_hand` does by itself."""
    if len(blinds) == 1 and (seats == 2 or ante_by is AnteBy.BIG_BLIND):
        return  # a single blind: there small, and with two players on the button; here it is the big one
    stakes = Stakes(blinds=blinds, ante=ante, ante_by=ante_by)
    planned = plan_next(
        None,
        tuple([Standing(seat, 100) for seat in range(seats)]),
        seats,
        stakes,
        rule=ButtonRule.DEAD,
        missed_rule=MissedBlinds.BOTH,
        shut_out=True,
        has_blinds=True,
        first_button=button % seats,
    )
    assert list(planned.posts) == list(seat_hand(HOLDEM, NoLimit(), stakes, CASH, [100] * seats).owed)


# ---- one thing at a time


def simple(standings: list[Standing], *, seats: int = 6, before: Marks | None = None, **changes: Any) -> Planned:
    wanted: dict[str, Any] = {
        "rule": ButtonRule.DEAD,
        "missed_rule": MissedBlinds.BOTH,
        "shut_out": True,
        "has_blinds": True,
    }
    return plan_next(before or Marks(0, 1, 2), tuple(standings), seats, Stakes(blinds=(1, 2)), **(wanted | changes))


SIX = [Standing(seat, 100) for seat in range(6)]


def test_seats_and_marks() -> None:
    assert next_seat([1, 4], 4, 6) == 1
    assert next_seat([4], 4, 6) == 4
    with pytest.raises(Conflict, match="no player can take the button or a blind"):
        next_seat([], 0, 6)
    assert between(4, 1, 6) == [5, 0] and between(2, 2, 6) == []
    assert first_marks([0, 2, 3], 3, 6) == Marks(3, 0, 2)
    assert first_marks([0, 3], 3, 6) == Marks(3, 3, 0) == heads_up(0, [0, 3])
    assert first_marks([0, 3], 3, 6, one_blind=True) == Marks(3, 0, 0)
    with pytest.raises(Conflict, match="the button must be at a seat with a player; seat 2 is empty"):
        first_marks([0, 3], 1, 6)
    with pytest.raises(Conflict, match="two players"):
        first_marks([3], 3, 6)
    assert closed_seats(Marks(0, 2, 4), 6, is_tournament=True) == [1]
    assert closed_seats(Marks(0, 2, 4), 6, is_tournament=False) == [1, 2, 3]
    assert closed_seats(Marks(0, 0, 4), 6, is_tournament=True) == [1, 2, 3]
    assert closed_seats(Marks(0, 1, 0), 6, is_tournament=False) == [1, 2, 3, 4, 5]


def test_without_a_draw_the_last_player_deals_first() -> None:
    planned = plan_next(
        None,
        tuple(SIX[:5]),
        6,
        Stakes(blinds=(1, 2)),
        rule=ButtonRule.MOVING,
        missed_rule=MissedBlinds.BOTH,
        shut_out=True,
        has_blinds=True,
    )
    assert planned.marks == Marks(4, 0, 1)
    assert planned.dealt == (0, 1, 2, 3, 4) and planned.hand_button == 4
    assert planned.posts == (Owed(0, Post.SMALL_BLIND, 1), Owed(1, Post.BIG_BLIND, 2))


@each(
    ("standings", "changes", "message"),
    [
        ([], {}, "two players with chips"),
        ([Standing(0, 100), Standing(1, 0)], {}, "two players with chips"),
        ([Standing(0, 100), Standing(1, 100, "out")], {}, "two players with chips"),
        ([Standing(0, 100), Standing(6, 100)], {}, ", but these players sit in"),
        ([Standing(0, 100), Standing(-1, 100)], {}, ", but these players sit in"),
        ([Standing(0, 100), Standing(0, 100)], {}, "two players are in the same seat:"),
        ([Standing(0, 100), Standing(1, -1)], {}, "a stack cannot be negative"),
        (SIX, {"before": Marks(0, 1, 9)}, ", but these players sit in"),
        (SIX[:3], {"first_button": 4}, "the button must be at a seat with a player; seat 5 is empty"),
        (SIX, {"has_blinds": False, "killer": (1, 4)}, "a hand without blinds has no straddles and no kill"),
        (
            SIX,
            {"has_blinds": False, "straddles": ((4, Straddle.UNDER_THE_GUN, 4),)},
            "a hand without blinds has no straddles and no kill",
        ),
    ],
)
def test_table_that_cannot_be_dealt_is_refused(
    standings: list[Standing], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(Conflict, match=message):
        simple(standings, **changes)


def test_an_absent_player_of_an_event_is_dealt_in_and_posts() -> None:
    standings = [msgspec.structs.replace(one, state="out") for one in SIX]
    planned = simple(standings, is_tournament=True)
    assert planned.marks == Marks(1, 2, 3) and planned.dealt == (2, 3, 4, 5, 0, 1)
    assert [seat for seat, _, _ in planned.owed] == [2, 3]


def test_a_killer_who_has_left_posts_nothing() -> None:
    planned = simple(SIX[:5], killer=(5, 4))
    assert [seat for seat, _, _ in planned.owed] == [2, 3]


def test_a_new_player_who_kills_posts_one_live_blind() -> None:
    standings = [*SIX[:5], Standing(5, 100, "posts", new=True)]
    planned = simple(standings, killer=(5, 5))
    assert planned.owed[2:] == ((5, Post.LIVE_BLIND, 5),)


def test_blinds_first_pays_antes_last() -> None:
    stakes = Stakes(blinds=(1, 2), ante=2, ante_by=AnteBy.BIG_BLIND)
    for first in (False, True):
        planned = plan_next(
            Marks(0, 1, 2),
            tuple(SIX),
            6,
            stakes,
            rule=ButtonRule.DEAD,
            missed_rule=MissedBlinds.BOTH,
            shut_out=True,
            has_blinds=True,
            blinds_first=first,
        )
        blinds = ((2, Post.SMALL_BLIND, 1), (3, Post.BIG_BLIND, 2))
        ante = ((3, Post.DEAD_ANTE, 2),)
        assert planned.owed == (blinds + ante if first else ante + blinds)
        setup = seat_hand(HOLDEM, NoLimit(), stakes, TDA_2024 if first else CASH, [100] * 6)
        assert [owed.post for owed in setup.owed] == [post for _, post, _ in planned.owed]


# ---- the cases


def forced(case: Case, field: str, value: Any) -> Case:
    return msgspec.structs.replace(case, body=msgspec.structs.replace(case.body, **{field: value}))


@each(
    ("field", "value"),
    [
        *[("button", value) for value in ButtonRule],
        *[("missed_blinds", value) for value in MissedBlinds],
        *[("shut_out", value) for value in (False, True)],
    ],
)
def test_some_case_needs_another_choice_of_the_house(field: str, value: Any) -> None:
    """Forced to this value, some case of hands that follow each other fails: it is about one of the others."""
    assert any(run_case(case, {field: value}) for case in button_cases())


@pytest.mark.parametrize("is_tournament", [False, True])
def test_some_case_is_about_tournaments_and_some_is_not(is_tournament: bool) -> None:
    assert any(run_case(forced(case, "is_tournament", is_tournament)) for case in button_cases())


@pytest.mark.long
def test_the_page_of_the_cases_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    root = ROOT
    monkeypatch.syspath_prepend(root / "tools")
    spec = importlib.util.spec_from_file_location("docs_button", root / "tools" / "docs_button.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (root / "docs" / "reference" / "button.md").read_text(encoding="utf-8")
    assert page == module.button_page(), "docs/reference/button.md is out of date: run `make docs`"
    assert all(f"`{case.id}`" in page for case in button_cases())
