"""`make serve`: the room, with the compiled core where `make compiled` has built it from these very sources.

    python tools/serve.py [arguments of `sidepot serve`]

It says on stderr which core runs when there is a build. One that is older than the sources is not used.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from compiled import UNPACKED, outdated


def environment_of(tree: Path) -> tuple[dict[str, str], str]:
    """The environment to serve in, and what to say about it; nothing where nothing was ever built."""
    if not tree.is_dir():
        return dict(os.environ), ""
    reason = outdated(tree)
    if reason:
        return dict(os.environ), f"the interpreted core runs: {reason}. `make compiled` builds it again."
    paths = [str(tree), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, f"the compiled core runs, from {tree}"


def main(arguments: list[str]) -> None:
    """Become the server."""
    environment, core = environment_of(UNPACKED)
    if core:
        print(f"make serve: {core}", file=sys.stderr, flush=True)
    os.execve(sys.executable, [sys.executable, "-m", "sidepot", "serve", *arguments], environment)


if __name__ == "__main__":
    main(sys.argv[1:])
