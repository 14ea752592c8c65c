"""How long things took, as the room counts it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from sidepot.room.store.writer import BOUNDS, Durations


def test_a_wait_counts_for_its_bound_and_all_longer_ones() -> None:
    waits = Durations()
    for seconds in (0.001, 0.003, 7.0):
        waits.took(seconds)
    within = dict(waits.within())
    assert waits.count == 3 and waits.seconds == 7.004
    assert within[0.001] == 1  # as long as the bound is within it
    assert within[0.0025] == 1 and within[0.005] == 2
    assert within[5.0] == 2 and within[float("inf")] == 3


@given(st.lists(st.floats(min_value=0, max_value=10)))
def test_the_counts_are_those_of_a_look_at_each(found: list[float]) -> None:
    waits = Durations()
    for seconds in found:
        waits.took(seconds)
    assert waits.within() == [(bound, sum(one <= bound for one in found)) for bound in (*BOUNDS, float("inf"))]
