"""A night in a running room: Ann won from Bo and Cy, and a bot lost 10. The host did not play."""

from __future__ import annotations

from typing import Any

from nights import date_of
from web_rooms import Browser

from sidepot.bots.bot_names import MARK
from sidepot.room.store.rows import BookChange

BOT = f"Ada {MARK}"


def post_legs(room: Any, at: int, table: str = "table/1", **chips: int) -> None:
    """Chips won and lost at a table."""

    async def write() -> None:
        store = room.app_state.store
        after = await store.head(table)
        changes = [BookChange(who, "stack", amount) for who, amount in chips.items()]
        await store.append(table, after, [b"x"], at, (), changes)

    room.do(write())


class Night:
    """A night that Ann won from Bo and Cy; a bot lost 10. The host did not play."""

    def __init__(self, room: Any) -> None:
        self.host = room.guest("Hosta")
        self.host.become_host()
        self.ann, self.bo, self.cy = (room.guest(name) for name in ("Ann", "Bo", "Cy"))
        self.at = room.registry.clock()
        self.date = date_of(self.at, 0)
        self.accounts = [room.do(room.app_state.accounts.named(name)).id for name in ("Ann", "Bo", "Cy")]
        post_legs(room, self.at, **dict(zip([*self.accounts, f"~{BOT}"], (70, -40, -20, -10), strict=True)))

    def books(self, browser: Browser, period: str = "") -> Any:
        return browser.get(f"/api/nights/{period or self.date}")

    def change(self, browser: Browser, what: dict[str, Any], status: int = 200, **more: Any) -> Any:
        after = self.books(self.host)["last"]
        period = more.pop("period", self.date)
        return browser.post(f"/api/nights/{period}/changes", {"what": what, "after": after, **more}, status)
