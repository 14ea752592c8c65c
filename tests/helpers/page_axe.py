"""What axe says of a page: nothing that keeps somebody out, in the light look and in the dark one."""

from __future__ import annotations

from typing import Any

import pytest
from needs import AXE

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

WRONG = ("serious", "critical")
LOOKS = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}  # a look changes nothing but colours
# What moves is where it goes: half faded in, anything is pale. A bar of time goes on for ever.
FINISH = """() => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity)
    .forEach((one) => one.finish())"""


def faults(page: Any, within: str = "html", looks: dict[str, Any] = LOOKS) -> list[str]:
    """What is seriously wrong with a page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    found = []
    for look, options in looks.items():
        page.emulate_media(color_scheme=look)
        page.evaluate(FINISH)
        asked = [within, {"resultTypes": ["violations"], **options}]
        told = page.evaluate("(asked) => axe.run(...asked)", asked)["violations"]
        found += [
            f"{look}: {one['id']}: {one['help']}\n  "
            + "\n  ".join(f"{node['target']} {node['html'][:150]}" for node in one["nodes"])
            for one in told
            if one["impact"] in WRONG
        ]
    page.emulate_media(color_scheme="light")
    return found


def check(page: Any, looks: dict[str, Any] = LOOKS) -> None:
    """Nothing is."""
    found = faults(page, looks=looks)
    assert not found, "\n".join(found)
