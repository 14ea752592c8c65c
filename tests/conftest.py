"""For all tests: none of them is timed, so that a slow machine finds no faults that are not there."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("sidepot", deadline=None)
settings.load_profile("sidepot")
