"""Kernels rank as the plain evaluators do, on every scale, and the tables they look hands up in are whole."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from each import each
from needs import FAST
from places import ROOT

from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.ranking.playable_cards import ranker

SCALES = [
    ("high", None, 0),
    ("short-deck", None, 4),
    ("short-deck-trips", None, 4),
    ("high", None, 8),
    ("ace-to-five", None, 0),
    ("ace-to-five", 8, 0),
    ("ace-to-six", None, 0),
    ("deuce-to-seven", None, 0),
]


def rows(count: int, size: int, seed: int, lowest: int = 0) -> list[list[int]]:
    """Random hands, every third of few suits, so that flushes come up."""
    chance = random.Random(seed)
    deck = range(4 * lowest, 52)
    few = [card for card in deck if card & 3 < 2]
    return [chance.sample(few if at % 3 == 0 else deck, size) for at in range(count)]


@FAST.mark
@each("size", [5, 6, 7])
@each(("scale", "qualifier", "lowest"), SCALES)
def test_any_five(scale: str, qualifier: int | None, lowest: int, size: int) -> None:
    from sidepot.kernels.evaluate import Evaluator

    kernel = Evaluator(scale, "any", qualifier, lowest)
    hands = rows(3000, size, size, lowest)
    rank = ranker(scale, "any", qualifier, (), lowest=lowest)
    assert kernel.strengths(kernel.places(hands)).tolist() == [rank(hand) for hand in hands]


@FAST.mark
@each("held", [2, 4, 5, 6])
@each("dealt", [3, 4, 5])
@each(("scale", "qualifier"), [("high", None), ("ace-to-five", 8), ("ace-to-five", None)])
def test_two_and_three(scale: str, qualifier: int | None, held: int, dealt: int) -> None:
    from sidepot.kernels.evaluate import Evaluator

    kernel = Evaluator(scale, "two and three", qualifier)
    hands = rows(800, held + dealt, held * dealt)
    holes, boards = [hand[:held] for hand in hands], [hand[held:] for hand in hands]
    plain = [ranker(scale, "two and three", qualifier, board)(hole) for hole, board in zip(holes, boards, strict=True)]
    assert kernel.strengths(kernel.places(holes, boards)).tolist() == plain


@FAST.mark
@pytest.mark.parametrize("scale", ["badugi", "badugi-deuce"])
@pytest.mark.parametrize("size", [4, 5])
def test_badugis(scale: str, size: int) -> None:
    from sidepot.kernels.evaluate import Evaluator

    kernel = Evaluator(scale, "any")
    hands = rows(3000, size, size)
    rank = ranker(scale, "any", None, ())
    assert kernel.strengths(kernel.places(hands)).tolist() == [rank(hand) for hand in hands]


@FAST.mark
def test_all_hands_of_seven_are_counted_by_category() -> None:
    """The published counts, over all 133,784,560 hands."""
    import numpy as np

    from sidepot.kernels.evaluate import count_sevens, key_arrays
    from sidepot.kernels.lookups import tables

    found = tables("high", 7)
    counts = np.zeros(len(found.strengths), dtype=np.int64)
    assert count_sevens(found.rows, found.table, *key_arrays(), counts, 52) == 133_784_560
    by_category = np.bincount(found.strengths >> 20, weights=counts).astype(int).tolist()
    assert by_category == [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260 + 4324]


@FAST.mark
def test_no_two_hands_share_a_place_in_a_table() -> None:
    from sidepot.kernels.lookups import BITS, FLUSHES, ROW, hands_of, rows_of

    for count, many in ((5, 6175), (6, 18395), (7, 49205)):
        hands, sums = hands_of(count)
        starts, size = rows_of(count)
        at = starts[sums >> ROW].astype(int) + (sums & (1 << ROW) - 1)
        assert len(hands) == many == len(set(at.tolist()))
        assert at.min() >= FLUSHES
        assert at.max() < size
        assert int(starts.max()) < 1 << 16
        assert sums.max() < 1 << BITS


@FAST.mark
@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([[0, 1, 2, 3]], "five, six or seven"),
        ([[0, 1, 2, 3, 52]], "jokers"),
        ([0, 1, 2, 3, 4], "two dimensions"),
    ],
)
def test_hands_without_a_lookup_are_refused(hands: Any, words: str) -> None:
    from sidepot.kernels.evaluate import Evaluator

    with pytest.raises(BadNotation, match=words):
        Evaluator("high", "any").places(hands)


def test_without_the_extra_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from sidepot.kernels import jit, lookups

    monkeypatch.setattr(jit, "is_fast", lambda: False)
    with pytest.raises(Conflict, match=re.escape(how_to_install("fast"))):
        lookups.tables.__wrapped__("high", 7)


@FAST.mark
def test_kernels_run_where_no_cache_can_be_written(tmp_path: Path) -> None:
    """The install and the home cannot be written: a file stands where the folder of compiled code would be."""
    package = tmp_path / "sidepot"
    shutil.copytree(ROOT / "src" / "sidepot", package, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in [package, *[path for path in package.rglob("*") if path.is_dir()]]:
        (folder / "__pycache__").touch()
    nowhere = tmp_path / "file"
    nowhere.touch()
    code = (
        "from sidepot.kernels.evaluate import Evaluator, places_of_badugis; "
        "print(Evaluator('badugi', 'any').places([[48, 1, 6, 11]])[0], places_of_badugis.stats.cache_path)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "HOME": str(nowhere), "XDG_CACHE_HOME": str(nowhere), "PATH": ""},
    )
    best, kept = done.stdout.split()
    assert (int(best) > 0, kept) == (True, "None"), done.stderr


@FAST.mark
def test_kernels_mean_the_same_as_ordinary_functions() -> None:
    """What they are compiled from, called as it stands, finds the places that the compiled code finds."""
    from sidepot.kernels.evaluate import Evaluator

    hands = rows(60, 9, 1)
    asked = [
        (Evaluator("high", "any"), [hand[:7] for hand in hands], None),
        (Evaluator("deuce-to-seven", "any"), [hand[:5] for hand in hands], None),
        (Evaluator("high", "two and three"), [hand[:4] for hand in hands], [hand[4:] for hand in hands]),
        (Evaluator("ace-to-five", "two and three", 8), [hand[:5] for hand in hands], [hand[5:] for hand in hands]),
    ]
    code = (
        "import sys, json\n"
        "from sidepot.kernels import jit\n"
        "jit.is_fast, jit.need_fast = (lambda: False), (lambda what: None)\n"
        "from sidepot.kernels.evaluate import Evaluator, places_of\n"
        "assert not hasattr(places_of, 'py_func')\n"
        "asked = json.load(sys.stdin)\n"
        "found = [Evaluator(*how).places(*[some for some in cards if some]).tolist() for how, *cards in asked]\n"
        "print(json.dumps(found))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    compiled = [how.places(*[some for some in cards if some]).tolist() for how, *cards in asked]
    assert json.loads(done.stdout) == compiled


# ---- what is kept compiled


@FAST.mark
def test_a_change_to_any_module_compiles_all_kernels_anew(tmp_path: Path) -> None:
    """A kernel of one module holds code of others; where one of them has changed, what was kept is not used.

    The changed module keeps its length, and is no newer than before: only what it says is another thing.
    """
    package = tmp_path / "sidepot"
    shutil.copytree(ROOT / "src" / "sidepot", package, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import numpy as np\n"
        "from sidepot.kernels.evaluate import places_of_badugis\n"
        "from sidepot.kernels.shares import winners\n"
        "table, out = np.arange(9000, dtype=np.uint16), np.zeros(1, dtype=np.uint16)\n"
        "places_of_badugis(np.array([[0, 5, 10, 15]], dtype=np.uint8), table, out)\n"
        "winners(np.array([1]), 1, 1)\n"
        "print(out[0], *[sum(one.stats.cache_hits.values()) for one in (places_of_badugis, winners)])"
    )

    def said() -> list[int]:
        done = subprocess.run(
            [sys.executable, "-B", "-c", code],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "kept"), "PATH": ""},
        )
        assert done.returncode == 0, done.stderr
        return [int(part) for part in done.stdout.split()]

    assert said() == [15, 0, 0]
    assert said() == [15, 1, 1]
    places = package / "kernels" / "hand_places.py"
    before, times = places.read_text(encoding="utf-8"), places.stat()
    changed = before.replace("best = max(best, table[ranks])", "best = max(best, 7 * ranks   )")
    assert len(changed) == len(before)
    assert changed != before
    places.write_text(changed, encoding="utf-8")
    os.utime(places, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert said() == [105, 0, 0]
    assert said() == [105, 1, 1]


@FAST.mark
def test_all_kernels_are_compiled_by_the_same_means() -> None:
    """Nothing but `jit` compiles, so that nothing is kept that `jit` does not stamp."""
    for path in sorted((ROOT / "src" / "sidepot" / "kernels").glob("*.py")):
        if path.name != "jit.py":
            assert "njit" not in path.read_text(encoding="utf-8"), path
