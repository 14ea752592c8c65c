"""The types that routes share: the request, and the parts of an address."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request
from litestar.params import PathParameter

from sidepot import quantities as q

Ask = Request[Any, Any, Any]
EventId = Annotated[str, PathParameter(description="The id of a tournament.", max_length=18)]
TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=64)]
HandNumber = Annotated[int, PathParameter(description="The number of a hand.", ge=1, le=q.MOST_CHIPS)]
GIVEN: Final = "sidepot.given"  # where the state of a request has what was sent


class Asked(Request[Any, Any, Any]):
    """A request that keeps what was sent, so that a refusal can say what is wrong in it."""

    async def json(self) -> Any:
        """The body of a request, read from JSON."""
        given = await super().json()
        self.scope["state"][GIVEN] = given
        return given
