"""The settings of the server."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from sidepot.cluster.lease import LEASE, LONGEST, SHORTEST
from sidepot.errors import BadNotation

EVERYWHERE: Final = ("0.0.0.0", "::")
LOCAL: Final = ("127.0.0.1", "::1", "localhost")
HERE: Final = "here"
LAN: Final = "lan"
_BUS: Final = ("nats://", "tls://")
_NODE: Final = re.compile(r"[A-Za-z0-9.-]{1,40}")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The configuration of a room's server.

    - `reach`: who can reach the room at the start: only this machine ("here"), or also the local network ("lan"); the
      owner can switch this
    - `origins`: other origins that the room answers to, such as a proxy's (`https://cards.example.org`)
    - `node`: the name of this process among those that share a PostgreSQL database ("" if it is the only one)
    - `bus`: the address of NATS, through which these processes share the tables ("" if one process has all tables)
    - `trust_bus`: whether NATS needs no login, because only these processes can reach it
    - `lease`: the number of seconds without a heartbeat after which other processes may take the tables
    - `archive`: the folder for copies of live tournaments ("" for none)
    - `limits`: whether rate limits apply
    - `secure`: whether cookies are for HTTPS only
    - `demo`: whether to open tables with bots
    - `host_link`: whether to print a new host link even if there is a host
    """

    host: str = "127.0.0.1"
    port: int = 8000
    reach: str = HERE
    demo: bool = True
    limits: bool = True
    secure: bool = False
    host_link: bool = False
    origins: tuple[str, ...] = ()
    node: str = ""
    bus: str = ""
    trust_bus: bool = False
    lease: float = LEASE
    archive: str = ""
    sockets_each: int = 256  # most sockets from one address
    sockets: int = 10_000  # most sockets in total

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadNotation(f"expected a port from 0 to 65535, got {self.port}")
        if self.reach not in (HERE, LAN):
            raise BadNotation(f"--reach: expected here or lan, got {self.reach!r}")
        if self.reach == LAN and self.lan_obstacle:
            raise BadNotation(f"--reach lan: {self.lan_obstacle}")
        if self.node and not _NODE.fullmatch(self.node):
            raise BadNotation(f"--node: expected 1 to 40 letters, digits, dots or dashes, got {self.node!r}")
        if self.bus and not self.bus.startswith(_BUS):
            raise BadNotation(
                "--bus: expected nats://HOST:4222 or tls://HOST:4222; separate several addresses with commas"
            )
        if self.trust_bus and not self.bus:
            raise BadNotation(
                "--trust-bus needs --bus: with --trust-bus you state that only the nodes can reach the bus"
            )
        if not SHORTEST <= self.lease <= LONGEST:
            raise BadNotation(f"--lease: expected {SHORTEST:g} to {LONGEST:g} seconds, got {self.lease:g}")
        for origin in self.origins:
            scheme, _, rest = origin.partition("://")
            if scheme not in ("http", "https") or not rest or "/" in rest:
                raise BadNotation(f"expected an origin such as https://cards.example.org, got {origin!r}")

    @property
    def lan_obstacle(self) -> str:
        """Why this room cannot be opened to the local network; "" if it can."""
        if self.host not in LOCAL:
            return f"the room listens at --host {self.host}, which decides who reaches it"
        if self.node or self.bus:
            return "the room has several nodes; give each the address to listen on with --host"
        if self.secure:
            return "with --https, browsers log in over HTTPS only, and there is no HTTPS on the local network"
        return ""
