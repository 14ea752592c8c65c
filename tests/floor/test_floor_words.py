"""What players say, read: actions, amounts in figures and in English, and what a number without its unit may mean."""

from __future__ import annotations

from fractions import Fraction

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from sidepot.errors import BadNotation
from sidepot.floor.acting.amounts import Amount, meanings_of, read_amount, tokens
from sidepot.floor.acting.phrases import PHRASES, Word
from sidepot.floor.acting.spoken import How, read_words
from sidepot.floor.spot import Spot

# ---- amounts


@each(
    ("text", "value", "is_bare"),
    [
        ("800", 800, True),
        ("12,000", 12000, True),
        ("1.2k", 1200, False),
        ("eight hundred", 800, True),
        ("five", 5, True),
        ("twelve fifty", 1250, True),
        ("five hundred and fifty", 550, True),
        ("a thousand", 1000, False),
        ("two point five", Fraction(5, 2), True),
        ("two thousand five hundred", 2500, False),
        ("one million two hundred thousand", 1200000, False),
        ("twenty-five hundred", 2500, True),
        ("hundred and twenty thousand", 120000, False),
        ("12 grand", 12000, False),
        ("fifty-five fifty", 5550, True),
        ("5 hundred", 500, True),
    ],
)
def test_amounts_in_figures_and_words(text: str, value: int, is_bare: bool) -> None:
    words = tokens(text)
    assert read_amount(words, 0) == (Amount(Fraction(value), is_bare), len(words))


@each("text", ["k", "a", "large", "raise", "", "9999999999999999", "point five"])
def test_words_that_are_no_amount_are_not_read(text: str) -> None:
    assert read_amount(tokens(text), 0) is None


UNITS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
UNITS += "seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_english(number: int) -> str:
    """A number below a million in words."""
    if number >= 1000:
        rest = number % 1000
        return f"{in_english(number // 1000)} thousand" + (f" {in_english(rest)}" if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{in_english(number // 100)} hundred" + (f" and {in_english(rest)}" if rest else "")
    if number >= 20:
        return TENS[number // 10 - 2] + (f"-{UNITS[number % 10 - 1]}" if number % 10 else "")
    return UNITS[number - 1]


@given(st.integers(1, 999999))
def test_every_number_is_read_from_its_english_words(number: int) -> None:
    words = tokens(in_english(number))
    found = read_amount(words, 0)
    assert found is not None
    assert (found[0].value, found[1]) == (number, len(words))


@each(
    ("text", "spot", "meanings"),
    [
        ("five", Spot(full=400), (500, 5000)),
        ("five", Spot(full=2), (5,)),
        ("five", Spot(full=50), (500, 5000)),
        ("twenty", Spot(full=40), (20,)),
        ("one hundred", Spot(price=600, full=600), (100,)),
        ("five", Spot(full=600), (500, 5000)),
        ("five", Spot(full=1000), (500, 5000)),
        ("five", Spot(full=1200), (5000,)),
        ("five", Spot(price=600, full=600), (500, 5000)),
        ("five", Spot(price=1200, full=800), (5000,)),
        ("five", Spot(price=5000, full=2500), (5000,)),
        ("five", Spot(full=400, stack=3000), (500,)),
        ("five thousand", Spot(full=400), (5000,)),
        ("two hundred", Spot(price=600, full=600), (200,)),
        ("eight hundred", Spot(full=400000), (800000,)),
        ("two point five", Spot(full=200), (250, 2500)),
        ("800", Spot(), (800,)),
    ],
)
def test_an_amount_has_these_meanings(text: str, spot: Spot, meanings: tuple[int, ...]) -> None:
    found = read_amount(tokens(text), 0)
    assert found is not None
    assert meanings_of(found[0], spot) == meanings


def test_half_a_chip_is_refused() -> None:
    with pytest.raises(BadNotation, match=r"expected a whole number of chips, not 2\.5; write the"):
        meanings_of(Amount(Fraction(5, 2), True), Spot(full=1))


# ---- words


@each(
    ("text", "word"),
    [
        ("I call", Word.CALL),
        ("I'm all-in", Word.ALL_IN),
        ("call all-in", Word.CALL),
        ("raise, all in", Word.ALL_IN),
        ("I call your raise", Word.CALL),
        ("I don't want to raise", Word.NOTHING),
        ("no, call", Word.CALL),
        ("how much is the call?", Word.NOTHING),
        ("call the clock", Word.NOTHING),
        ("I bet the pot", Word.POT),
        ("I bet 5000 into the pot", Word.BET),
        ("min raise", Word.LEAST),
        ("3x", Word.TIMES),
        ("make it 800", Word.AMOUNT),
        ("I see your 400 and raise 600", Word.CALL),
        ("nice weather", Word.NOTHING),
        ("pass", Word.PASS),
        ("shove", Word.ALL_IN),
    ],
)
def test_the_first_action_named_counts(text: str, word: Word) -> None:
    assert read_words(text).word is word


@each(
    ("text", "value", "how"),
    [
        ("raise to 800", 800, How.TOTAL),
        ("raise 800", 800, How.OPEN),
        ("raise by 400", 400, How.ADDED),
        ("make it 800", 800, How.TOTAL),
        ("eight hundred more", 800, How.ADDED),
        ("800 total", 800, How.TOTAL),
        ("raise 800 to 1200", 1200, How.TOTAL),
        ("raise to 800, no, 900", 800, How.TOTAL),
    ],
)
def test_an_amount_is_a_total_or_what_is_added(text: str, value: int, how: How) -> None:
    said = read_words(text)
    assert said.amount is not None
    assert (said.amount.value, said.how) == (value, how)


def test_every_phrase_is_read_as_it_stands_in_the_table() -> None:
    for phrase, meaning in PHRASES.items():
        said = read_words(" ".join(phrase))
        assert (said.word, said.official) == (meaning.word, meaning.official or meaning.word is Word.NOTHING)


def test_a_speech_is_refused() -> None:
    with pytest.raises(BadNotation, match="said: expected at most 400 characters, not 600; give"):
        read_words("raise " * 100)
