"""Break history files in every way, and see whether each reader says what is wrong, where, in little memory and time.

    make fuzz-histories ARGS="--seconds 60"     each dialect for so long
    make fuzz-histories ARGS="--large 1024"     noise of so many megabytes, of each kind, in 100 MB of memory

A file is a sample of a dialect (tests/formats/sites) of which lines are cut, dropped, swapped, doubled or made noise,
whose numbers are made huge, and which is written in the wrong encoding. Whatever comes out must be a hand, or an error
that names the line. Anything else is printed with the seed that makes it again (`--seed`), and the exit code is 1.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import Final

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.sites.printed_result import problem_of
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.histories.converting import SUFFIX_OF, histories_in, written
from sidepot.histories.outcomes import outcome_of
from sidepot.histories.piece_hands import hands_of
from sidepot.histories.pieces import pieces_of

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLES: Final = ROOT / "tests" / "formats" / "sites"
ENCODINGS: Final = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1")
PIECE: Final = 1 << 20
SLOW: Final = 1.0  # seconds of the processor for one small file
LIMIT: Final = 100 << 20
KINDS: Final = ("lines", "letters", "marks", "bytes")
PHH: Final = (
    "[1]\nvariant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n"
    "starting_stacks = [200, 200, 100]\nactions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 7c2d', 'p3 f', "
    "'p1 cbr 6', 'p2 f']\nfinishing_stacks = [202, 198, 100]\n\n"
)
LOG: Final = (
    "# m holdem.limit.2p.reverse_blinds.game 1 0\n"
    "STATE:0:rc/cc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:x|y\nSTATE:1:f:KsKd|2h3c:-5|5:y|x\nSCORE:15|-15:x|y\n"
)


def samples() -> dict[str, bytes]:
    """The files that are broken, by name."""
    found = {path.name: path.read_bytes() for path in sorted(SAMPLES.iterdir())}
    found["hand.json"] = (ROOT / "examples" / "hand-record.json").read_bytes()
    return {**found, "hands.phhs": (PHH + PHH.replace("[1]", "[2]")).encode(), "match.log": LOG.encode()}


def broken(data: bytes, random: Random) -> bytes:
    """A sample, broken by chance."""
    lines = data.decode().split("\n")
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(lines))
        match random.randrange(9):
            case 0:
                lines[at] = lines[at][: random.randint(0, len(lines[at]))]
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at:at] = [lines[at]] * random.choice((1, 1, 2, 40))
            case 4:
                lines[at] = noise(random, random.choice((5, 80, 3_000, 30_000)))
            case 5:
                lines[at] = re.sub(r"[0-9]+", lambda _: random.choice(NUMBERS), lines[at], count=random.randint(1, 3))
            case 6:
                begin = random.randint(0, len(lines[at]))
                lines[at] = lines[at][:begin] + noise(random, 3) + lines[at][begin + random.randint(0, 3) :]
            case 7:
                lines[at] = (lines[at][:80] or "(") * random.choice((2, 20, 200))
            case _:
                some = lines[at : at + 5]
                random.shuffle(some)
                lines[at : at + 5] = some
    text = "\n".join(lines)
    if random.random() < 0.2:
        text = text[: random.randint(0, len(text))]
    told = bytearray(text.encode(random.choice(ENCODINGS), "replace"))
    if random.random() < 0.3:
        for _ in range(random.randint(1, 20)):
            if told:
                told[random.randrange(len(told))] = random.randrange(256)
    return bytes(told)


NUMBERS: Final = ("0", "1", "-1", "999999999999999", "9" * 40, "1e9", "1.5", "0.001", "3,000,000", "\u0663", "\u00b2")
LETTERS: Final = "abcXYZ 019.,:;[](){}\"'#*/-+$\u20ac\u00e9\u2660\u00a0\ufeff\u2028\x00\x85\ud83c?=|\t"


def noise(random: Random, length: int) -> str:
    """Letters by chance, or one of them many times."""
    if random.random() < 0.3:
        return random.choice(LETTERS) * length
    return "".join(random.choices(LETTERS, k=length))


def wrong(file: Path) -> str:
    """What is not as it must be with a file; "" for nothing."""
    begun = time.process_time()
    try:
        for piece in pieces_of(file):
            for name, found in hands_of(piece):
                outcome = outcome_of(name, found)
                told = str(found) if isinstance(found, BadNotation) else outcome.detail
                if piece.kind in ("site", "ohh", "acpc", "room") and outcome.kind == "failed" and "line " not in told:
                    return f"no line is named: {told[:200]!r}"
                if isinstance(found, Record):
                    _play(found)
        for _, hand in histories_in(file):
            if isinstance(hand, HandHistory):
                for kind in SUFFIX_OF:
                    written(hand, kind)
    except Exception:  # whatever it is, it is a finding
        return traceback.format_exc()
    seconds = time.process_time() - begun
    return f"this took {seconds:.1f} seconds" if seconds > SLOW else ""


def _play(record: Record) -> None:
    try:
        problem_of(play_record(record))
    except SidepotError:
        return


def noise_file(file: Path, kind: str, hand: bytes, size: int, seed: int = 1) -> None:
    """Write `size` bytes after a `hand`, from whose letters they are made.

    `lines` are short, `letters` have no line end, `marks` is the hand's first line over and over, `bytes` is anything.
    """
    random = Random(seed)
    with file.open("wb") as opened:
        opened.write(hand + b"\n\n")
        for _ in range(size // PIECE):
            opened.write(_noise(kind, hand, random))


def _noise(kind: str, hand: bytes, random: Random) -> bytes:
    if kind == "marks":
        first = hand.split(b"\n", 1)[0] + b"\n"
        return first * (PIECE // len(first))
    if kind == "bytes":
        return random.randbytes(PIECE)
    letters = bytes(set(hand) - set(b"\r\n"))
    made = bytearray(random.randbytes(PIECE).translate(bytes(letters[at % len(letters)] for at in range(256))))
    if kind == "lines":
        made[::80] = b"\n" * len(made[::80])
    return bytes(made)


LIMITED: Final = """
import resource, sys
from pathlib import Path
from sidepot.histories.bulk import replay_files
from sidepot.histories.converting import Wanted, convert_files
room, files = int(sys.argv[1]), [Path(sys.argv[2])]
pages = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (pages + room, -1))
replayed = replay_files(files)
converted = convert_files(files, Wanted("phh", say=lambda text: None))
print(replayed.failed, len(converted.problems) + converted.untold, replayed.hands - replayed.failed)
"""


def in_little_memory(file: Path, room: int) -> tuple[int, int, int]:
    """Replay and convert a file in a process that may take so many bytes more: hands that failed in each, and others.

    Raises RuntimeError where that is not enough.
    """
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(room), str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    failed, problems, others = map(int, done.stdout.split())
    return failed, problems, others


def main() -> int:
    """Fuzz each dialect, or read large files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="for each dialect")
    parser.add_argument("--only", default="", help="samples whose name begins so")
    parser.add_argument("--seed", type=int, default=-1, help="one file alone")
    parser.add_argument("--large", type=int, default=0, help="megabytes of noise of each kind")
    told = parser.parse_args()
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, data in samples().items():
            if not name.startswith(told.only):
                continue
            if told.large:
                found += _large(Path(folder, name), data, told.large << 20)
            else:
                found += _fuzz(Path(folder, name), data, told.seconds, told.seed)
    return 1 if found else 0


def _large(file: Path, data: bytes, size: int) -> int:
    problems = 0
    for kind in KINDS:
        noise_file(file, kind, data, size)
        begun = time.monotonic()
        try:
            failed = in_little_memory(file, LIMIT)[0]
            print(f"{file.name}, {kind}: {failed:,} refused, {time.monotonic() - begun:.0f} s", flush=True)
        except RuntimeError as error:
            problems += 1
            print(f"{file.name}, {kind}: {error}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"  at most {peak} MB of memory so far")
    file.unlink()
    return problems


def _fuzz(file: Path, data: bytes, seconds: float, only: int) -> int:
    begun, seed, problems = time.monotonic(), max(only, 0), 0
    while True:
        file.write_bytes(broken(data, Random(seed)))
        said = wrong(file)
        if said:
            problems += 1
            print(f"{file.name}, seed {seed}: {said}", flush=True)
        seed += 1
        if only >= 0 or problems >= 5 or time.monotonic() - begun > seconds:
            break
    print(f"{file.name}: {seed - max(only, 0)} files, {problems} problems", flush=True)
    return problems


if __name__ == "__main__":
    sys.exit(main())
