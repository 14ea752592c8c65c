"""One application for the rooms that tests open one after the other: to make it costs five times what a room costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Litestar

from sidepot.web.app import make_app
from sidepot.web.state import AppState
from sidepot.web.ws.topics import Topics


class _Open:
    """The state of the application of the room that is open now."""

    _app_state: Any

    def __init__(self, app_state: AppState) -> None:
        self.__dict__["_app_state"] = app_state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._app_state, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._app_state, name, value)

    @property
    def __class__(self) -> Any:
        return type(self._app_state)


class _App:
    """The application, once it is made; `is_free` while no room has it."""

    made: tuple[_Open, Litestar] | None = None
    is_free = True


@contextmanager
def app_of(app_state: AppState) -> Iterator[Litestar]:
    """The application of this state, as long as its room is open."""
    if app_state.settings.limits or app_state.settings.secure or not _App.is_free:
        yield make_app(app_state)  # of other settings, or as another room is open, too
        return
    if _App.made is None:
        current: Any = _Open(app_state)
        _App.made = current, make_app(current)
    current, app = _App.made
    current.__dict__["_app_state"] = app_state
    app_state.topics = Topics(app_state)
    csrf = app.csrf_config
    assert csrf is not None
    csrf.secret, csrf.cookie_name = app_state.secret, f"sidepot-csrf-{app_state.room}"
    _App.is_free = False
    try:
        yield app
    finally:
        _App.is_free = True
