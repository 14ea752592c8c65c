"""The first fault of a text that is no JSON, and what would be right there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from sidepot.validation import json_text as syntax
from sidepot.validation.json_text import first_fault


@each(
    ("text", "at", "right"),
    [
        ('{"a" 1}', 5, syntax.COLON),
        ('{"a":1,}', 7, syntax.NO_COMMA["{"]),
        ("[1,]", 3, syntax.NO_COMMA["["]),
        ("[1 2]", 3, syntax.COMMA_IN["["]),
        ('{"a":1 "b"}', 7, syntax.COMMA_IN["{"]),
        ("[[1}]", 3, syntax.COMMA_IN["["]),
        ("{1:2}", 1, syntax.KEY),
        ("{a:1}", 1, syntax.KEY),
        ("{,}", 1, syntax.KEY),
        ('{"a":1, 2}', 8, syntax.KEY),
        ('["\\x"]', 2, syntax.ESCAPE),
        ('"\\u12x4"', 1, syntax.ESCAPE),
        ("[1] 2", 4, syntax.OVER),
        ('{"a":1}}', 7, syntax.OVER),
        ("nul]", 0, syntax.VALUE),
        ('{"a":}', 5, syntax.VALUE),
        ("[NaN]", 1, syntax.VALUE),
        ("[+1]", 1, syntax.VALUE),
        ("[01]", 1, syntax.NUMBER),
        ("[1.]", 1, syntax.NUMBER),
        ("[-]", 1, syntax.NUMBER),
    ],
)
def test_the_first_fault_is_found(text: str, at: int, right: str) -> None:
    assert first_fault(text) == (at, right)


@each("text", ["", " ", "[", '{"a"', '{"a":', '{"a":1', '{"a":1,', '"abc', '"a\\', '"a\\u12', "tru", "[1"])
def test_a_text_that_is_cut_off_has_none(text: str) -> None:
    assert first_fault(text) is None


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(_values, st.sampled_from([None, 1]), st.booleans())
def test_json_has_none(value: Any, indent: int | None, plain: bool) -> None:
    assert first_fault(json.dumps(value, indent=indent, ensure_ascii=plain)) is None


@given(_values, st.data())
def test_a_text_that_is_changed_has_one_where_it_is_no_json_any_more(value: Any, data: st.DataObject) -> None:
    text = json.dumps(value)
    at = data.draw(st.integers(0, len(text)))
    sign = data.draw(st.sampled_from(list('{}[]",:1e.-+tn \\\n')))
    changed = text[:at] + sign + text[at:]
    try:
        json.loads(changed)
    except json.JSONDecodeError:
        found = first_fault(changed)
        whole = found is None or found[1] in (
            syntax.NUMBER,
            syntax.VALUE,
        )  # such a fault is a word, from its first sign
        with pytest.raises(json.JSONDecodeError):
            json.loads(changed if whole or found is None else changed[: found[0] + 1])
        if found is not None:
            assert first_fault(changed[: found[0]]) is None  # all before it may go on as JSON
    else:
        assert first_fault(changed) is None
