"""Applications are made quickly: the routes of each are the same, and their signatures are read once in a process.

Importing this is enough. To read the signatures of 240 routes is half of the work of making an application, and
hundreds of tests make one of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar.utils.signature import ParsedSignature

READ: dict[Callable[..., Any], ParsedSignature] = {}
read_anew = ParsedSignature.from_fn


def read_once(fn: Callable[..., Any], signature_namespace: dict[str, Any]) -> ParsedSignature:
    """The signature of a function of the package; those that a test makes itself are read each time."""
    if not fn.__module__.startswith("sidepot."):
        return read_anew(fn, signature_namespace)
    if fn not in READ:
        READ[fn] = read_anew(fn, signature_namespace)
    return READ[fn]


ParsedSignature.from_fn = read_once  # type: ignore[method-assign,assignment]
