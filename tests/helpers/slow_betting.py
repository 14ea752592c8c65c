"""Who may raise, and what goes back uncalled: slowly, from the sentences of the rules."""

from __future__ import annotations

from collections.abc import Sequence


def returned_by_chip(put: Sequence[int], live: int, *, all_in: bool, kept: int = 0) -> dict[int, int]:
    """The chips that go back to each seat, found by asking of each chip for the one that called it.

    The tenth chip of a live seat is called by the tenth chip of any other seat. That of a folded seat is lost to a live
    seat that has put in ten, which alone may win it; it goes back where none has and all who are left are all-in. The
    last one left takes the others' chips without being all-in. Source: SD-2, TS-4, PG-8.
    """
    back: dict[int, int] = {}
    over = all_in or live & (live - 1)
    for seat, chips in enumerate(put):
        for chip in range(1, chips + 1):
            others = [other for other, has in enumerate(put) if has >= chip and other != seat]
            if live >> seat & 1:
                is_called = bool(others)
            else:
                stays = not over or kept >> seat & 1
                is_called = bool(stays) or any(live >> other & 1 for other in others)
            if not is_called:
                back[seat] = back.get(seat, 0) + 1
    return back


class Right:
    """The seats that may raise, from the rule texts, with every raise of the round kept as it was made.

    `rule` is "full", "cumulative", "half" or "half alone"; `bet` the minimum bet, or the fixed bet where `is_fixed`.
    The blind that is posted counts as the first bet. Rule: TDA-2013 41-A, 41-B; TS-9 to TS-11; seed page 004 on
    incomplete raises.
    """

    def __init__(self, rule: str, bet: int, blind: int = 0, *, is_fixed: bool = False) -> None:
        self.rule = rule
        self.bet = bet
        self.is_fixed = is_fixed
        self.raises: list[tuple[int, int, bool]] = []  # (from, to, whether it counts as a real bet or raise)
        self.faced: dict[int, int] = {}  # seat -> how many raises had been made when it last acted
        self.blind = blind

    def level(self) -> int:
        """The highest bet, the nominal blind at least."""
        return self.raises[-1][1] if self.raises else self.blind

    def base(self) -> int:
        """The level from which a bet of fixed size is counted: the last real one."""
        real = [to for _, to, counts in self.raises if counts]
        return real[-1] if real else self.blind

    def size(self) -> int:
        """The largest real bet or raise of the round so far: the least a raise adds."""
        if self.is_fixed:
            return self.bet
        return max([self.bet, self.blind, *(to - start for start, to, counts in self.raises if counts)])

    def acts(self, seat: int) -> None:
        """The seat checks, calls or raises (after `raises_to`)."""
        self.faced[seat] = len(self.raises)

    def raises_to(self, seat: int, to: int) -> None:
        """The seat bets or raises: for a full bet, or all-in for less."""
        start = self.base() if self.is_fixed else self.level()
        step = to - start
        own = {"half": step, "half alone": to - self.level()}.get(self.rule, 0)
        counts = step >= self.size() or 2 * own >= self.size()
        self.raises.append((self.level(), to, counts))
        self.acts(seat)

    def may_raise(self, seat: int) -> bool:
        """Whether the betting is open for the seat, chips apart.

        A seat that has not acted may. One that has: when one of the raises since is real, but not under "half";
        under "cumulative" also when what it faces adds up to a full raise; under "half" when that is half of one.
        """
        if seat not in self.faced:
            return True
        since = self.raises[self.faced[seat] :]
        if not since:
            return False
        facing = self.level() - since[0][0]
        if self.rule == "half":
            return 2 * facing >= self.size()
        return any(counts for _, _, counts in since) or (self.rule == "cumulative" and facing >= self.size())
