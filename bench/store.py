"""How many appends a second the store makes durable, with few and with many who write at once.

    python bench/store.py [--seconds 2] [--db postgresql://...] [--folder DIR] [--json]

Each writer has a stream of its own and appends 600 bytes as soon as the last ones are on the disk: one hand at one
table. With more of them a commit carries more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path

from sidepot.room.store.store import Store, open_store

WRITERS = (1, 10, 100)
RECORD = b"x" * 600


async def measure(store: Store, writers: int, seconds: float) -> dict[str, float]:
    """Let so many write for so long."""
    waits: list[float] = []
    commits = store.commits
    begun = time.perf_counter()

    async def write(stream: str) -> None:
        last = 0
        while (asked := time.perf_counter()) < begun + seconds:
            last = await store.append(stream, last, [RECORD], 0)
            waits.append(time.perf_counter() - asked)

    name = time.monotonic_ns()
    await asyncio.gather(*(write(f"bench/{name}/{writers}/{n}") for n in range(writers)))
    took = time.perf_counter() - begun
    waits.sort()
    return {
        "writers": writers,
        "appends_per_second": round(len(waits) / took),
        "commits_per_second": round((store.commits - commits) / took),
        "p50_ms": round(waits[len(waits) // 2] * 1000, 1),
        "p99_ms": round(waits[int(len(waits) * 0.99)] * 1000, 1),
    }


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--db", default="", help="a PostgreSQL database to fill; else a file that is thrown away")
    parser.add_argument("--folder", type=Path, help="on which disk the file is")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        async with open_store(args.db or Path(folder) / "room.db") as store:
            for writers in WRITERS:
                found = await measure(store, writers, args.seconds)
                print(json.dumps(found) if args.json else "  ".join(f"{key} {value}" for key, value in found.items()))


if __name__ == "__main__":
    asyncio.run(main())
