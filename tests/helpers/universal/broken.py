"""The tester's error for a fact that must be true of every hand and is not."""

from __future__ import annotations

from sidepot.hand.events import encode
from sidepot.hand.hand import Hand


class Broken(AssertionError):
    """The error for a hand that breaks a rule which every hand must keep. The message ends with the log as JSON."""

    def __init__(self, hand: Hand, what: str) -> None:
        where = f"due {hand.due.name}, seat {hand.seat}, count {hand.count}"
        super().__init__(f"{what}\n{where}\n{encode(hand.log).decode()}")


def require(hand: Hand, true: bool, what: str) -> None:
    """Raise Broken, saying that `what` must be so, unless `true`."""
    if not true:
        raise Broken(hand, what)
