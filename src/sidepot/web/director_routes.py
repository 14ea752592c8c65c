"""All routes of the director's desk."""

from __future__ import annotations

from typing import Any, Final

from sidepot.web import (
    director_api,
    director_archive,
    director_people,
    director_print,
    director_public,
    director_screens,
)

PLAIN: Final[tuple[Any, ...]] = (
    *director_api.DIRECTOR_ROUTES,
    *director_people.PEOPLE,
    *director_screens.SCREENS,
    *director_public.PUBLIC,
)
RATED: Final[tuple[Any, ...]] = (*director_api.DIRECTOR_RATED, *director_people.PEOPLE_RATED)
HEAVY: Final[tuple[Any, ...]] = (*director_print.PAPER, *director_archive.ARCHIVE, *director_people.LIST)
