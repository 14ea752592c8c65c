"""All routes of the director's desk."""

from __future__ import annotations

from typing import Any, Final

from sidepot.web.director import archive, displays, people, printing, public, routes

PLAIN: Final[tuple[Any, ...]] = (
    *routes.DIRECTOR_ROUTES,
    *people.PEOPLE,
    *displays.SCREENS,
    *public.PUBLIC,
)
RATED: Final[tuple[Any, ...]] = (*routes.DIRECTOR_RATED, *people.PEOPLE_RATED)
HEAVY: Final[tuple[Any, ...]] = (*printing.PAPER, *archive.ARCHIVE, *people.LIST)
