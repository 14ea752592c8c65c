"""The extras of sidepot: optional packages of pyproject.toml, and how to install them here.

As long as no version is released, sidepot is on no package index. So the command that installs an extra names the copy
of the repository that is running, or the place from which sidepot was installed.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path


def how_to_install(extra: str) -> str:
    """The command that installs an extra such as `plot`, depending on how this sidepot was installed.

    In a copy of the repository with its own .venv, it is `make extra-plot`; otherwise it is a pip command.
    """
    copy = Path(__file__).parents[2]
    if (copy / "pyproject.toml").is_file() and (copy / "Makefile").is_file():
        if Path(sys.prefix) == copy / ".venv":
            return shlex.join(["make", *_in_folder(copy), f"extra-{extra}"])
        return shlex.join(["pip", "install", "-e", f"{copy}[{extra}]"])
    return shlex.join(["pip", "install", wanted(extra, _origin())])


def not_installed(error: ImportError, extra: str) -> str:
    """A message that names the missing package and says how to install its extra.

    >>> not_installed(ImportError(name="litestar.middleware"), "serve").partition(":")[0]
    'litestar is not installed'
    """
    package = (error.name or str(error)).partition(".")[0]
    return f"{package} is not installed: {how_to_install(extra)}"


def wanted(extra: str, origin: Mapping[str, object]) -> str:
    """The extra as pip accepts it, given the origin that pip recorded when it installed sidepot (direct_url.json).

    >>> wanted("plot", {})
    'sidepot[plot]'
    >>> wanted("plot", {"url": "https://example.org/sidepot.git", "vcs_info": {"vcs": "git", "commit_id": "5dfc54"}})
    'sidepot[plot] @ git+https://example.org/sidepot.git@5dfc54'
    """
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    url, vcs = str(origin.get("url", "")), origin.get("vcs_info")
    if not url:
        return f"sidepot[{extra}]"
    if url.startswith("file:") and vcs is None:
        return f"{url2pathname(urlsplit(url).path)}[{extra}]"
    if isinstance(vcs, dict):
        url = f"{vcs['vcs']}+{url}@{vcs['commit_id']}"
    return f"sidepot[{extra}] @ {url}"


def _origin() -> dict[str, object]:
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        noted = distribution("sidepot").read_text("direct_url.json")
    except PackageNotFoundError:
        noted = None
    found: dict[str, object] = json.loads(noted) if noted else {}
    return found


def _in_folder(copy: Path) -> list[str]:
    try:
        here = Path.cwd() == copy
    except OSError:  # the folder is gone
        here = False
    return [] if here else ["-C", str(copy)]
