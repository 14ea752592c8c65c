"""Tells hatch-mypyc which modules to compile, and takes away what mypyc has put into the tree.

Python prefers such a library to the source of the same name: the next change of that source would have no effect.
"""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before mypyc, and after each build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        mypyc = self.build_config.hook_config.get("mypyc")
        if mypyc is not None:  # nothing is compiled unless that is asked for
            names = run_path(str(Path(self.root, "tools", "compiled.py")))["hot_modules"]()
            mypyc["include"] = [f"/src/{name.replace('.', '/')}.py" for name in names]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        del version, artifact_path
        if not build_data["pure_python"]:
            for library in Path(self.root, "src").rglob("*.*"):
                if library.suffix in (".so", ".pyd"):
                    library.unlink()
