"""The types that routes share: the request, and the names in an address."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.params import PathParameter

Ask = Request[Any, Any, Any]
EventId = Annotated[str, PathParameter(description="The id of a tournament.", max_length=18)]
TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=64)]
