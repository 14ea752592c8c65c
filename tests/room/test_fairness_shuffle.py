"""The shuffle of the room: every permutation as likely as every other, known answers, and tests that can fail."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import permutations, product
from math import factorial

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from sidepot.cards import STANDARD_DECK, Below
from sidepot.errors import BadNotation, Conflict
from sidepot.room.fairness import selftest
from sidepot.room.fairness.chain import START
from sidepot.room.fairness.shuffle import LONGEST, OS, below_of, os_below, shuffle, virtual_cut
from sidepot.table.cutting import cut, offered_the_cut, places_to_cut


def seeded(seed: int) -> Callable[[int], bytes]:
    return random.Random(seed).randbytes


# ---- numbers


@each("n", [1, 2, 3, 5, 26, 51, 52, 53, 128, 129, 200, 255, 256])
def test_of_all_bytes_each_number_comes_equally_often(n: int) -> None:
    """What one byte can be is tried whole: each number under n as often as the others, the rest is read over."""
    width = (n - 1).bit_length()
    found: Counter[int] = Counter()
    for byte in range(256):
        script = iter([byte])
        try:
            found[below_of(lambda count, script=script: bytes([next(script)]))(n)] += 1
        except StopIteration:
            assert byte % (1 << width) >= n  # read over, and the script has no more
    assert found == dict.fromkeys(range(n), 256 >> width)


@pytest.mark.parametrize("n", [257, 1000, 65536])
def test_beyond_256_two_bytes_are_read(n: int) -> None:
    mask = (1 << (n - 1).bit_length()) - 1
    for wanted in (0, 1, 255, 256, n - 1):
        script = iter([b"\xff\xff"] * (n <= mask) + [wanted.to_bytes(2, "big")])
        assert below_of(lambda count, script=script: next(script))(n) == wanted


@pytest.mark.parametrize("n", [0, -1, 65537])
def test_there_is_no_number_under(n: int) -> None:
    with pytest.raises(ValueError, match="expected an upper bound"):
        below_of(OS)(n)


@given(st.lists(st.integers(1, 300), max_size=60), st.integers(1, 50), st.integers(0, 9))
def test_bytes_asked_for_together_make_the_same_numbers(under: list[int], at_once: int, seed: int) -> None:
    one_by_one, together = below_of(stream(seed)), below_of(stream(seed), at_once)
    assert [one_by_one(n) for n in under] == [together(n) for n in under]


def stream(seed: int) -> Callable[[int], bytes]:
    """Seeded bytes that are the same however many of them are asked for at once."""
    left = iter(random.Random(seed).randbytes(5000))
    return lambda count: bytes([next(left) for _ in range(count)])


# ---- permutations


@each("size", range(1, 7))
def test_every_permutation_comes_of_exactly_one_script(size: int) -> None:
    scripts = list(product(*[range(left) for left in range(size, 1, -1)]))
    made = Counter(shuffle(range(size), below_of(selftest.scripted(script))) for script in scripts)
    assert made == dict.fromkeys(permutations(range(size)), 1)
    assert len(made) == factorial(size)


def test_of_all_rows_of_masked_bytes_each_permutation_comes_equally_often() -> None:
    """Also with the rows in which numbers are read over: 4 cards, numbers under 4, 3 and 2."""
    made: Counter[tuple[int, ...]] = Counter()
    for row in product(range(4), repeat=5):
        script = iter(row)
        try:
            made[shuffle(range(4), below_of(lambda count, script=script: bytes([next(script)])))] += 1
        except StopIteration:
            continue  # too many were read over
    assert len(made) == 24
    assert len(set(made.values())) == 1


@given(st.lists(st.integers(0, 53)), st.integers())
def test_a_shuffle_loses_no_card(pack: list[int], seed: int) -> None:
    before = pack.copy()
    assert sorted(shuffle(pack, random.Random(seed).randrange)) == sorted(before)
    assert pack == before


def test_the_operating_system_deals_two_different_packs() -> None:
    assert shuffle(STANDARD_DECK, os_below()) != shuffle(STANDARD_DECK, os_below())


# ---- known answers and statistics


def test_known_answers_worked_out_by_hand() -> None:
    """The numbers of the self-test from the description alone, without the code of the room."""
    stream = b"".join(sha256(b"sidepot" + block.to_bytes(8, "big")).digest() for block in range(60))
    order, at = list(range(52)), 0
    for left in range(52, 1, -1):
        bits = len(f"{left - 1:b}")
        while (number := stream[at] % 2**bits) >= left:
            at += 1
        at += 1
        order[number], order[left - 1] = order[left - 1], order[number]
    salts = stream[at : at + 16 * 52]
    level = [sha256(b"\0" + salts[16 * i : 16 * i + 16] + bytes([i, order[i]])).digest() for i in range(52)]
    while len(level) > 1:
        level = [sha256(b"\1" + b"".join(level[i : i + 2])).digest() if level[i + 1 : i + 2] else level[i]
                 for i in range(0, len(level), 2)]  # fmt: skip
    number = int(sha256(b"\3" + level[0] + b"my lucky socks").hexdigest(), 16)
    assert selftest.answers() == {
        "order": bytes(order).hex(),
        "root": level[0].hex(),
        "link": sha256(b"\2" + START + '{"a":null,"b":[1,"é"]}'.encode()).hexdigest(),
        "cut": str(5 + number % 43),
    }
    assert selftest.known_answers().holds


@pytest.mark.long
def test_the_self_test_holds_with_seeded_bytes() -> None:
    results = selftest.selftest(14_000, source=seeded(1))
    assert [result for result in results if not result.holds] == []
    assert len(results) == 9
    assert {result.tries for result in results} == {1}


def one_place_off(pack: Sequence[int], below: Below) -> tuple[int, ...]:
    """No card may stay where it is (Sattolo): one wrong bound."""
    order = [*pack]
    for left in range(len(order) - 1, 0, -1):
        at = below(left)
        order[at], order[left] = order[left], order[at]
    return tuple(order)


def any_with_any(pack: Sequence[int], below: Below) -> tuple[int, ...]:
    """Each card changes places with any: more rows than there are permutations."""
    order = [*pack]
    for at in range(len(order)):
        other = below(len(order))
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def by_remainder(pack: Sequence[int], below: Below) -> tuple[int, ...]:
    """Numbers by a remainder of 64: the first of them come too often."""
    return shuffle(pack, lambda n: below(64) % n)


def one_cut_only(pack: Sequence[int], below: Below) -> tuple[int, ...]:
    at = below(len(pack))
    return (*pack[at:], *pack[:at])


@pytest.mark.long
@pytest.mark.parametrize("make", [one_place_off, any_with_any, by_remainder, one_cut_only])
def test_a_shuffle_that_is_not_fair_fails_the_statistics(make: Callable[..., tuple[int, ...]]) -> None:
    below = below_of(seeded(2), 512)
    orders = [make(STANDARD_DECK, below) for _ in range(14_000)]
    failed = []
    for statistic in (selftest.positions, selftest.pairs, selftest.runs, selftest.neighbours):
        value, freedom = statistic(orders, 52)
        low, high = selftest.bounds(freedom)
        failed += [statistic.__name__] * (not low <= value <= high)
    assert failed


def test_a_shuffle_that_is_not_fair_fails_the_permutations() -> None:
    assert not selftest.every_permutation(lambda pack, below: tuple(pack)).holds
    assert not selftest.every_permutation(lambda pack, below: shuffle(pack[:-1], below) + tuple(pack[-1:])).holds
    assert selftest.every_permutation().holds


def test_numbers_that_repeat_are_too_even() -> None:
    script = iter(list(range(52)) * 400)
    value, freedom = selftest.numbers(lambda n: next(script), 52 * 400)
    assert value == 0
    assert value < selftest.bounds(freedom)[0]


@pytest.mark.parametrize(("freedom", "low", "high"), [(51, 28.735, 80.747), (100, 67.328, 140.169)])
def test_the_bounds_are_those_of_the_tables(freedom: int, low: float, high: float) -> None:
    assert selftest.bounds(freedom) == pytest.approx((low, high), abs=0.06)
    assert selftest.bounds(0) == pytest.approx((-2.5758, 2.5758), abs=1e-4)


# ---- the cut


def test_the_right_of_the_dealer_is_offered_the_cut_first() -> None:
    assert offered_the_cut(0, 2) == [1]
    assert offered_the_cut(0, 5) == [4, 3, 2, 1]


@given(st.integers(10, 53), st.text(min_size=1, max_size=LONGEST), st.binary(min_size=32, max_size=32))
def test_each_part_of_a_virtual_cut_has_five_cards(count: int, text: str, root: bytes) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        with pytest.raises(BadNotation, match="incomplete character"):
            virtual_cut(root, text, count)
        return
    at = virtual_cut(root, text, count)
    assert 5 <= at <= count - 5
    assert sorted(cut(range(count), at)) == list(range(count))
    assert cut(range(count), at)[0] == at


def test_every_place_may_be_cut_at_and_text_and_root_both_decide() -> None:
    root = bytes(32)
    found = Counter(virtual_cut(root, f"text {at}", 52) for at in range(4300))
    assert set(found) == set(range(5, 48))
    assert len(found) == places_to_cut(52) == 43
    low, high = selftest.bounds(42)
    assert low < sum((count - 100) ** 2 / 100 for count in found.values()) < high
    assert len({virtual_cut(bytes([at] * 32), "text", 52) for at in range(200)}) > 30


@pytest.mark.parametrize(("text", "count"), [("", 52), ("x" * 101, 52), ("x", 9)])
def test_a_bad_cut_is_refused(text: str, count: int) -> None:
    with pytest.raises(BadNotation, match="cut"):
        virtual_cut(bytes(32), text, count)


@pytest.mark.parametrize("at", [0, 4, 48, 52, -1])
def test_a_cut_that_leaves_too_little_is_refused(at: int) -> None:
    with pytest.raises(Conflict, match=r"at least 5 cards.*PG:50"):
        cut(STANDARD_DECK, at)
