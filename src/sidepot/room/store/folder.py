"""The folder of the user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def default_folder() -> Path:
    """The folder named by SIDEPOT_DATA or, if it is not set, the system's folder for application data."""
    if named := os.environ.get("SIDEPOT_DATA"):
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "sidepot"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "sidepot"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "sidepot"
