"""The types that routes share: the request, and the parts of a path."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import SerializationException
from litestar.params import PathParameter

from sidepot.room.store.accounts import Account
from sidepot.validation import quantities as q
from sidepot.validation.json_text import json_error

Ask = Request[Account | None, str | None, State]
Socket = WebSocket[Account | None, str | None, State]
Person = NamedDependency[Account]  # the parameters `who` and `staff` of a handler
Connected = ASGIConnection[Any, Account | None, str | None, State]  # a request or a socket
TournamentId = Annotated[str, PathParameter(description="The id of a tournament.", max_length=18)]
NightId = Annotated[str, PathParameter(description="The id of a cash night.", max_length=18)]
TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=64)]
HandNumber = Annotated[int, PathParameter(description="The number of a hand.", ge=1, le=q.MOST_CHIPS)]
GIVEN: Final = "sidepot.given"  # the key in a request's state for its body


class JsonRequest(Ask):
    """A request that keeps its body, so that a refusal can say where the mistake in it is."""

    async def json(self) -> Any:
        """The JSON body. Raises BadNotation, giving the position of the error, if it is not valid JSON."""
        try:
            given = await super().json()
        except SerializationException as error:
            cause = error.__cause__
            if not isinstance(cause, msgspec.DecodeError):
                raise
            raise json_error(cause, await self.body(), Any, "a request", first_line=0, shows=False) from None
        self.scope["state"][GIVEN] = given
        return given
