"""The parameters of the tracker's addresses."""

from __future__ import annotations

from typing import Annotated, Final

from litestar.params import PathParameter, QueryParameter

from sidepot.tracker.overview import MOST_HANDS

MOST_LETTERS: Final = 20_000  # of a filter; one that is a little too long gets the error of the grammar

Money = Annotated[str, QueryParameter(description="Only hands for this kind of money.", max_length=40)]
Where = Annotated[str, QueryParameter(description="A filter of hands.", max_length=MOST_LETTERS)]
Skip = Annotated[int, QueryParameter(description="How many to leave out.", ge=0, le=MOST_HANDS)]
Days = Annotated[bool, QueryParameter(description="A point of the line for each day.")]
HandId = Annotated[int, PathParameter(ge=0, le=(1 << 63) - 1)]
