"""What the package index shows of sidepot: the README with whole addresses, and links to the project.

The repository names no address of its own. Give it when you build a release: `SIDEPOT_URL=https://… python -m build`
(docs/how-to/release.md). Without it the README stands as it is, and the package has no links.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\((?![a-z]+:|#)([^()\s]+)\)")  # of a file of the repository; (1) is a picture


class PackagePage(MetadataHookInterface):
    """Sets `readme` and `urls`, which pyproject.toml leaves to it."""

    def update(self, metadata: dict[str, object]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        address = os.environ.get("SIDEPOT_URL", "").rstrip("/")
        if address:
            tag = f"v{metadata['version']}"
            text = whole_addresses(text, address, tag)
            metadata["urls"] = project_urls(address, tag)
        else:
            metadata["urls"] = {}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def project_urls(address: str, tag: str) -> dict[str, str]:
    """The links beside the page; names that the package index knows and draws a sign for."""
    if not re.fullmatch(r"https://[^\s/]+(/[^\s/]+)+", address):
        raise ValueError(
            f"SIDEPOT_URL is {address!r}; it is the address of the repository, such as https://example.org/us/sidepot"
        )
    return {
        "Homepage": address,
        "Documentation": f"{address}/blob/{tag}/docs/README.md",
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/{tag}/CHANGELOG.md",
    }


def whole_addresses(text: str, address: str, tag: str) -> str:
    """The README with links and pictures that work outside of the repository: those of the release with this tag."""
    return _LINK.sub(lambda m: f"{m[1]}[{m[2]}]({address}/{'raw' if m[1] else 'blob'}/{tag}/{m[3]})", text)
