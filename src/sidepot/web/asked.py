"""What the routes have in common: the request, the names in an address, and answers that nobody keeps."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request
from litestar.params import PathParameter

Ask = Request[Any, Any, Any]
EventId = Annotated[str, PathParameter(description="The id of a tournament.", max_length=18)]
TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=64)]
NO_STORE: Final = {"cache-control": "no-store"}
