"""Takes away what mypyc has put into the tree once the compiled wheel is built from it.

Python prefers such a library to the source of the same name: the next change of that source would have no effect.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TreeCleaned(BuildHookInterface):  # type: ignore[type-arg]
    """Runs after each build; a pure one has put nothing there."""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        del version, artifact_path
        if not build_data["pure_python"]:
            for library in Path(self.root, "src").rglob("*.*"):
                if library.suffix in (".so", ".pyd"):
                    library.unlink()
