"""As much of a NATS server as it takes to connect to one, in this process: logins, and what a client may do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

INFO: Final = {"server_id": "fake", "version": "2.10.0", "max_payload": 64 * 1024 * 1024, "headers": True, "proto": 1}
HEAR, SEND = "Subscription", "Publish"


class FakeNats:
    """A server whose `users` have these passwords ("": who has no login), and may not do what stands beside them."""

    def __init__(self, **users: tuple[str, tuple[str, ...]]) -> None:
        self.users = users
        self.logins: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(text: str) -> None:
            writer.write(f"{text}\r\n".encode())

        say(f"INFO {json.dumps(INFO | {'auth_required': 'nobody' not in self.users})}")
        denied: tuple[str, ...] = ()
        while line := await reader.readline():
            verb, _, rest = line.decode().strip().partition(" ")
            if verb == "CONNECT":
                user = json.loads(rest).get("user", "nobody")
                password, denied = self.users.get(user, (None, ()))
                self.logins.append(user)
                if json.loads(rest).get("pass", "") != password:
                    say("-ERR 'Authorization Violation'")
                    break
            elif verb == "PING":
                say("PONG")
            elif verb == "SUB" and HEAR in denied:
                say(f"-ERR 'Permissions Violation for Subscription to \"{rest.split()[0]}\"'")
            elif verb == "PUB":
                await reader.readexactly(int(rest.split()[-1]) + 2)
                if SEND in denied:
                    say(f"-ERR 'Permissions Violation for Publish to \"{rest.split()[0]}\"'")
        writer.close()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        """The port at which it is."""
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        async with server:
            yield server.sockets[0].getsockname()[1]
