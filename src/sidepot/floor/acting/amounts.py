"""Amounts in words: `800`, `12,000`, `1.2k`, `eight hundred`, `twelve fifty`, `five`; and what "five" means.

An amount without its unit means a usual bet at this table: if nobody bets five, `five` means 500 or 5000.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from sidepot.errors import BadNotation, Cite
from sidepot.floor.acting.act_points import UNCLEAR
from sidepot.floor.spot import Spot
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.floor_choices import UnclearAmount
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import cite

_UNITS: Final = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS: Final = {
    word: 10 * value for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_SCALES: Final = {
    word: scale
    for scale, words in (
        (1000, "thousand thousands k grand large"),
        (1000000, "million millions mil m"),
    )
    for word in words.split()
}
_HUNDRED: Final = ("hundred", "hundreds")
_ALONE: Final = ("thousand", "grand", "million")  # `a thousand`, and without the a
_BEGINS: Final = frozenset((*_UNITS, *_TENS, *_HUNDRED, *_ALONE, "a", "an"))  # an amount in words
_THOUSANDS: Final = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_SHORT: Final = re.compile(r"(?<![0-9.])([0-9]{1,3})k([0-9]{1,2})(?![0-9])")  # 2k5 is 2.5k
_TOKEN: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?|[a-z']+|[.,;:!?]")
_MOST_DIGITS: Final = 15

UNIT_MEANINGS: Final = (100, 1000)  # a bare number counts hundreds, or thousands
MOST_FULL_BETS: Final = 100  # the largest number without a unit that is multiplied: our own limit


class Amount(NamedTuple):
    """An amount as a player says it.

    - `is_bare`: whether it may stand for hundreds or thousands, as "five" does
    """

    value: int | Fraction
    is_bare: bool


def tokens(text: str) -> list[str]:
    """The words, numbers and punctuation of a text, in lower case."""
    plain = text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("-", " ")
    return _TOKEN.findall(_SHORT.sub(r"\1.\2k", _THOUSANDS.sub("", plain)))


def read_amount(words: list[str], at: int) -> tuple[Amount, int] | None:
    """The amount that begins at word number `at` (from 0), and the index of the word after it. None if no amount begins
    there.

    >>> read_amount(tokens("two thousand five hundred"), 0)
    (Amount(value=2500, is_bare=False), 4)
    >>> read_amount(tokens("twelve fifty"), 0)
    (Amount(value=1250, is_bare=True), 2)
    """
    word = _word(words, at)
    if word not in _BEGINS and not word[:1].isdigit():
        return None
    start = at + 1 if word in ("a", "an") else at
    head = _hundreds(words, at)
    if head is None and _word(words, start) in _HUNDRED:
        head = _after_hundred(words, 100, start)
    if head is None and _word(words, start) in _ALONE:
        head = 1, start
    if head is None:
        return None
    value, at = head
    scale = _SCALES.get(_word(words, at))
    if scale is None:
        return Amount(value, True), at
    value, at = value * scale, at + 1
    rest = read_amount(words, _after_and(words, at))
    if rest is not None and rest[0].value < scale and rest[0].value.denominator == 1:
        return Amount(value + rest[0].value, False), rest[1]
    return Amount(value, False), at


def _word(words: list[str], at: int) -> str:
    return words[at] if at < len(words) else ""


def _after_and(words: list[str], at: int) -> int:
    return at + 1 if _word(words, at) == "and" else at


def _hundreds(words: list[str], at: int) -> tuple[int | Fraction, int] | None:
    """A number below a thousand or so: `800`, `five hundred and fifty`, `five fifty`."""
    small = _small(words, at)
    if small is None:
        return None
    value, after = small
    if _word(words, after) in _HUNDRED:
        return _after_hundred(words, value * 100, after)
    is_spoken = not words[at][0].isdigit()
    more = _small(words, after) if is_spoken else None
    if more is None or words[after][0].isdigit() or not 0 < value < 100:
        return value, after
    if 10 <= more[0] < 100:
        return value * 100 + more[0], more[1]  # "five fifty"
    if value < 10 and 0 < more[0] < 10 and _word(words, more[1]) not in (*_HUNDRED, *_SCALES):
        return value + Fraction(more[0], 10), more[1]  # "two five"
    return value, after


def _after_hundred(words: list[str], value: int | Fraction, at: int) -> tuple[int | Fraction, int]:
    more = _small(words, _after_and(words, at + 1))
    if more is not None and 0 < more[0] < 100 and _word(words, more[1]) not in _HUNDRED:
        return value + more[0], more[1]
    return value, at + 1


def _small(words: list[str], at: int) -> tuple[int | Fraction, int] | None:
    """Digits, or a number below a hundred in words, perhaps with a `point`."""
    word = _word(words, at)
    if word[:1].isdigit():
        if len(word) > _MOST_DIGITS:
            return None
        return int(word) if word.isdecimal() else Fraction(word), at + 1
    if word in _TENS:
        unit = _UNITS.get(_word(words, at + 1), 0)
        found = (_TENS[word] + unit, at + 2) if 0 < unit < 10 else (_TENS[word], at + 1)
    elif word in _UNITS:
        found = (_UNITS[word], at + 1)
    else:
        return None
    value, after = found
    if words[after : after + 3] == ["and", "a", "half"]:
        return value + Fraction(1, 2), after + 3
    tenths = _UNITS.get(_word(words, after + 1), 10)
    if _word(words, after) == "point" and tenths < 10:
        return value + Fraction(tenths, 10), after + 2
    return found


# ---- what it means


def least_meant(spot: Spot, *, is_added: bool = False) -> int:
    """The smallest amount that a number without a unit can mean: half the minimum bet, or half the bet to match.

    Half the minimum bet already counts as a full bet, so no player would mean less. With `is_added`, the number is an
    amount on top of the bet to match. Rule: TDA-2013 49.
    """
    size = spot.full or spot.price
    return (max(size, spot.price) if spot.is_facing_bet and not is_added else size) // 2


def meanings_of(amount: Amount, spot: Spot, least: int | None = None) -> tuple[int, ...]:
    """The reasonable meanings of an amount at these stakes, the smallest first. Meanings below `least` are left out.

    Raises BadNotation for an amount of no chips.

    >>> meanings_of(Amount(5, True), Spot(full=400))
    (500, 5000)
    """
    value, size = amount.value, spot.full or spot.price
    is_small = amount.is_bare and (5 if value < 100 else 10) * value <= size  # nobody bets so little: our own limits
    if is_small:
        found = [value * unit for unit in UNIT_MEANINGS if value * unit <= MOST_FULL_BETS * size]
        whole = tuple(int(one) for one in found if one.denominator == 1)
        fits = tuple(one for one in whole if one <= spot.all_in) or whole[:1]
        if fits:
            least = least_meant(spot) if least is None else least
            return tuple(one for one in fits if one >= least) or fits
    if value.denominator != 1:
        raise BadNotation(
            f"expected a whole number of chips, not {float(value):g}; write the amount in full, as in 2500"
        )
    return (int(value),)


def either(amounts: list[int]) -> Sentence:
    """Alternative amounts in words, such as `500 or 5000`."""
    *others, last = amounts
    return say("{amount} or {last}", either(others) if len(others) > 1 else others[0], last)


def _lesser(said: str, amounts: Sentence, least: int, count: int) -> Sentence:
    return (
        say(
            '"{words}" may mean {amounts}. The smaller amount applies, so the words count as {least}.',
            said,
            amounts,
            least,
        )
        if count == 2
        else say(
            '"{words}" may mean {amounts}. The smallest amount applies, so the words count as {least}.',
            said,
            amounts,
            least,
        )
    )


def _largest_in_pot(said: str, amounts: Sentence, fits: list[int], pot: int) -> Sentence:
    return (
        say(
            '"{words}" may mean {amounts}. Only {amount} is within the pot of {pot}, so the words count as {amount}.',
            said,
            amounts,
            fits[0],
            pot,
            fits[0],
        )
        if len(fits) == 1
        else say(
            '"{words}" may mean {amounts}. The largest amount within the pot of {pot} applies, so the words count as '
            "{amount}.",
            said,
            amounts,
            pot,
            fits[-1],
        )
    )


def _only(said: str, value: int | Fraction, meant: int, spot: Spot) -> Sentence:
    """Why an amount without its unit has one meaning only: the other one is too much for the player, or too little."""
    less, more = (value * unit for unit in UNIT_MEANINGS)
    if meant == less and more > spot.all_in:
        return say('"{words}" counts as {amount}, because the player does not have {other}.', said, meant, int(more))
    if meant == more and less.denominator == 1:
        return say('"{words}" counts as {amount}, because {other} would be too little here.', said, meant, int(less))
    return say('"{words}" can only mean {amount} here.', said, meant)


def settle_meaning(
    said: str, value: int | Fraction, meanings: tuple[int, ...], spot: Spot, rulebook: Rulebook
) -> tuple[int, Sentence, tuple[Cite, ...]]:
    """The meaning of an amount by the rules, with the reason and the rules.

    The reason is empty if the amount simply means `value`. Rule: TDA-2013 49; TDA-2024 57.
    """
    least = min(meanings)
    if max(meanings) == least:
        return (
            least,
            () if least == value else _only(said, value, least, spot),
            (),
        )
    cites = (cite(UNCLEAR, rulebook, "unclear_amount"),)
    what = either(sorted(set(meanings)))
    if rulebook.unclear_amount is UnclearAmount.LESSER:
        return least, _lesser(said, what, least, len(set(meanings))), cites
    if least > spot.pot:
        return (
            least,
            say(
                '"{words}" may mean {amounts}. Each is more than the pot of {pot}, so the words count as the smallest: '
                "{least}.",
                said,
                what,
                spot.pot,
                least,
            ),
            cites,
        )
    fits = sorted({one for one in meanings if one <= spot.pot})
    return fits[-1], _largest_in_pot(said, what, fits, spot.pot), cites
