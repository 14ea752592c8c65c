"""What axe says of a page: nothing that keeps somebody out."""

from __future__ import annotations

from typing import Any

import pytest
from needs import AXE

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

WRONG = ("serious", "critical")


def check(page: Any) -> None:
    """Nothing serious is wrong with the page as it stands."""
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    told = [
        f"{one['id']}: {one['help']}\n  "
        + "\n  ".join(f"{node['target']} {node['html'][:150]}" for node in one["nodes"])
        for one in found
        if one["impact"] in WRONG
    ]
    assert not told, "\n".join(told)
