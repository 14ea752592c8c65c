"""Structs that hold a secret: logs and tracebacks show only what the struct says may be shown."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Discreet(msgspec.Struct, frozen=True):
    """A struct with a secret in it: a password, a token, cards. Its `repr` has the fields in `SHOWN`, and no others."""

    SHOWN: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        """Without the secrets."""
        return f"{type(self).__name__}({', '.join([f'{name}={getattr(self, name)!r}' for name in self.SHOWN])})"
