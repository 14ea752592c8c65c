"""Button and blinds done slowly, by another way: a dealer walks round the table and asks at each chair.

The test of `sidepot.table.blinds`: it shares nothing with it but the words. Chairs are a list of dicts (None: nobody
sits there), and every question is answered by going on chair by chair. Amounts, names of posts and all else are plain.
"""

from __future__ import annotations

from typing import Any, Final

Chair = dict[str, Any]  # stack, state, small, big, new
Pegs = tuple[int, int, int]  # where button, small and big blind are; for one blind the last two are the same

CASH_POSTS: Final = {"both": ("big", "small"), "the big one": ("big",), "nothing": ()}


class Refused(Exception):
    """There is no hand to be dealt."""


class SlowTable:
    """One table before one hand. `play` moves the pegs and says what happens."""

    def __init__(self, chairs: list[Chair | None], pegs: Pegs | None, house: dict[str, Any]) -> None:
        """`house`: rule, missed, shut_out, event; blinds (amounts), ante, ante_by, dead_ante."""
        self.chairs = chairs
        self.pegs = pegs
        self.house = house

    # ---- walking

    def _round(self, start: int) -> list[int]:
        """All chairs in the order of a walk that begins left of `start` and ends there."""
        count = len(self.chairs)
        walk = []
        at = start
        for _ in range(count):
            at = at + 1 if at + 1 < count else 0
            walk.append(at)
        return walk

    def _walk(self, start: int, wanted: set[int]) -> int:
        for at in self._round(start):
            if at in wanted:
                return at
        raise Refused("nobody")

    def _way(self, start: int, end: int) -> list[int]:
        """The chairs that a peg comes by on its way from `start` to `end`, which is the last of them."""
        walk = self._round(start)
        return walk[: walk.index(end) + 1]

    # ---- who

    def _plays(self, at: int) -> bool:
        chair = self.chairs[at]
        if chair is None or chair["stack"] == 0:
            return False
        return bool(self.house["event"]) or chair["state"] != "out" or chair.get("kills", False)

    def _is_stranger(self, at: int) -> bool:
        """Whether the player has to come in: new here, or (for money) owing a blind."""
        chair = self.chairs[at]
        assert chair is not None
        if chair["new"]:
            return True
        return not self.house["event"] and (chair["small"] or chair["big"])

    def _is_patient(self, at: int) -> bool:
        chair = self.chairs[at]
        assert chair is not None
        return not self.house["event"] and chair["state"] == "waits"

    # ---- the hand

    def play(self, *, blinds: bool = True, frozen: bool = False, drawn: int | None = None) -> dict[str, Any]:
        """The next hand: pegs, who is dealt in, who posts what, who owes what afterwards, who is settled."""
        able = {at for at in range(len(self.chairs)) if self._plays(at)}
        if len(able) < 2:
            raise Refused("two players")
        strangers = {at for at in able if self._is_stranger(at)}
        fresh = self.pegs is None or drawn is not None
        enough = 1 if self.house["event"] else 2
        forgiven = fresh or (blinds and len(able) - len(strangers) < enough)
        if forgiven or not blinds:
            asked: set[int] = set()  # nobody is asked to come in
        else:
            asked = strangers
        home = able - asked
        eager = {at for at in asked if not self._is_patient(at)}
        amounts = self.house["blinds"]
        single = len(amounts) == 1
        if not blinds and self.pegs is not None and self.pegs[1] == self.pegs[2]:
            single = True

        if fresh:
            pegs, playing = self._deal_first(able, drawn, single), able
        elif frozen and not blinds:
            assert self.pegs is not None
            pegs, playing = self.pegs, able
        else:
            pegs, playing = self._go_on(able, home, eager, single, blinds, frozen)
            if len(playing) == 1:
                pegs, playing = self._go_on(able, able, set(), single, blinds, frozen)
        order = [at for at in self._round(pegs[0]) if at in playing]
        posts = self._antes(pegs, order) + (self._blinds(pegs, order, strangers, forgiven) if blinds else [])
        settled = set(playing) if blinds or fresh else able - strangers
        if not blinds and not frozen and pegs[2] in playing:
            settled.add(pegs[2])
        owes = self._debts(pegs, settled, count=blinds and not fresh, frozen=frozen)
        return {"pegs": pegs, "dealt": order, "posts": posts, "owes": owes, "settled": settled & set(order)}

    def _deal_first(self, able: set[int], drawn: int | None, single: bool) -> Pegs:
        button = sorted(able)[-1] if drawn is None else drawn
        if button not in able:
            raise Refused("the button")
        following = [at for at in self._round(button) if at in able]
        if single:
            return button, following[0], following[0]
        if len(able) == 2:
            return button, button, following[0]
        return button, following[0], following[1]

    def _go_on(
        self, able: set[int], home: set[int], eager: set[int], single: bool, blinds: bool, frozen: bool
    ) -> tuple[Pegs, set[int]]:
        """Pegs for as many as there are; with two in the hand, those for two."""
        assert self.pegs is not None
        if frozen and not (self.pegs[1] == self.pegs[2] and not single):
            pegs = self._thaw(able, home | eager, single)
        elif self.house["rule"] == "moving" and not frozen:
            pegs = self._pass_button(able, home if len(home) > 1 else home | eager, single)
            if pegs[0] == pegs[2] and not self.house["shut_out"]:
                pegs = self._pass_button(able, home | eager, single)
        else:
            pegs = self._follow(able, home | eager, single, over=self.house["rule"].startswith("dead,") and not frozen)
        playing = self._dealt_in(pegs, home, eager, blinds)
        if frozen and pegs[0] == pegs[1] and len(playing) > 2:  # pegs of two, and more than two play
            pegs = self._follow(able, home | eager, single, over=False)
            playing = self._dealt_in(pegs, home, eager, blinds)
        if len(playing) == 2:
            big = pegs[2] if frozen else self._walk(self.pegs[2], playing)
            (other,) = playing - {big}
            pegs = (other, big, big) if single else (other, other, big)
        return pegs, playing

    def _dealt_in(self, pegs: Pegs, home: set[int], eager: set[int], blinds: bool) -> set[int]:
        """Those at home, who takes the big blind, and who may come in at their seat."""
        playing = set(home)
        if blinds:
            playing.add(pegs[2])
        for at in eager:
            if not self.house["shut_out"]:
                playing.add(at)
                continue
            stop = pegs[1] if self.house["event"] and pegs[0] != pegs[1] else pegs[2]
            if at not in self._way(pegs[0], stop)[:-1]:
                playing.add(at)
        return playing

    def _pass_button(self, able: set[int], known: set[int], single: bool) -> Pegs:
        assert self.pegs is not None
        button = self._walk(self.pegs[0], known)
        if single:
            blind = self._walk(button, able)
            return button, blind, blind
        small = self._walk(button, known)
        return button, small, self._walk(small, able)

    def _follow(self, able: set[int], known: set[int], single: bool, *, over: bool) -> Pegs:
        """The big blind goes on by one player; the other pegs go to the chairs that the peg before them leaves."""
        assert self.pegs is not None
        big = self._walk(self.pegs[2], able)
        small, button = (big, self.pegs[2]) if single else (self.pegs[2], self.pegs[1])
        if not single:
            button = self._last_to_act(button, small, big, known)
        while over and self.chairs[button] is None:
            on = self._round(button)[0]
            if on == small or self.chairs[on] is not None:
                break
            button = on
        return button, small, big

    def _thaw(self, able: set[int], known: set[int], single: bool) -> Pegs:
        assert self.pegs is not None
        button, small, big = self.pegs
        if big not in able:
            big = self._walk(big, able)
            if button == small or button in self._way(self.pegs[2], big):
                return self._follow(able, known, single, over=False)
        if single:
            return button, big, big
        return self._last_to_act(button, small, big, known), small, big

    def _last_to_act(self, button: int, small: int, big: int, known: set[int]) -> int:
        """The button where it is, if it comes after the big blind and before the small one; else who is last there."""
        last = button
        for at in self._round(big):
            if at == small:
                return last
            if at == button:
                return button
            if at in known:
                last = at
        return last

    # ---- chips

    def _antes(self, pegs: Pegs, order: list[int]) -> list[tuple[int, str, int]]:
        ante = self.house["ante"]
        if not ante:
            return []
        if self.house["ante_by"] == "all":
            return [(at, "dead ante" if self.house["dead_ante"] else "ante", ante) for at in order]
        payer = pegs[0] if self.house["ante_by"] == "button" else pegs[2]
        if payer not in order:
            payer = order[-1]
        return [(payer, "dead ante", ante)]

    def _blinds(self, pegs: Pegs, order: list[int], strangers: set[int], forgiven: bool) -> list[tuple[int, str, int]]:
        """One purse a player: the live chips in front, and the dead ones in the middle."""
        amounts = list(self.house["blinds"])
        if not amounts:
            return []
        single = len(amounts) == 1
        small, big = (0, amounts[0]) if single else (amounts[0], amounts[1])
        found: list[tuple[int, str, int]] = []
        front = dict.fromkeys(order, 0)
        if not single and pegs[1] in front and small:
            found.append((pegs[1], "small blind", small))
            front[pegs[1]] = small
        if big:
            found.append((pegs[2], "small blind" if single else "big blind", big))
            front[pegs[2]] += big
        for at in order:
            if at not in strangers or forgiven or self.house["event"] or at == pegs[2]:
                continue
            chair = self.chairs[at]
            assert chair is not None
            whole = self._price_to_come_in(chair, small, big)
            # with a small blind of this hand in front, the whole debt goes in, live up to the big blind
            aims_at_big = big in whole and (chair["new"] or chair["big"])
            live = big - front[at] if aims_at_big else 0
            live = max(live, 0)
            dead = 0 if chair["new"] and whole else sum(whole) - live
            if live:
                found.append((at, "live blind", live))
                front[at] += live
            if dead > 0:
                found.append((at, "dead blind", dead))
        at_step = order.index(pegs[2])
        for amount in amounts[2:]:
            at_step = at_step + 1 if at_step + 1 < len(order) else 0
            at = order[at_step]
            if amount > front[at]:
                found.append((at, "straddle", amount - front[at]))
                front[at] = amount
        return found

    def _price_to_come_in(self, chair: Chair, small: int, big: int) -> list[int]:
        asked = CASH_POSTS[self.house["missed"]]
        if chair["new"]:
            return [big] if asked else []
        whole = []
        if chair["big"] and "big" in asked:
            whole.append(big)
        if chair["small"] and "small" in asked:
            whole.append(small)
        return whole

    # ---- debts

    def _debts(self, pegs: Pegs, settled: set[int], *, count: bool, frozen: bool) -> dict[int, tuple[bool, bool]]:
        passed_small: list[int] = []
        passed_big: list[int] = []
        if count and self.pegs is not None:
            if not frozen:
                passed_big = self._way_of(self.pegs[2], pegs[2])
                passed_small = self._way_of(self.pegs[1], pegs[1])
                three, two = self.pegs[0] != self.pegs[1], pegs[0] == pegs[1]
                if three and two and self.pegs[1] != self.pegs[2]:  # the last big blind was next to be the small one
                    passed_small = self._way(self.pegs[1], self.pegs[2])
            else:
                passed_big = self._way_of(pegs[0] if pegs[1] == pegs[2] else pegs[1], pegs[2])
                passed_small = [] if pegs[0] == pegs[1] else self._way_of(pegs[0], pegs[1])
            if pegs[1] == pegs[2]:
                passed_small = []
        found = {}
        for at, chair in enumerate(self.chairs):
            if chair is None:
                continue
            if self.house["event"] or chair["new"] or at in settled:
                found[at] = (False, False)
            else:
                found[at] = (chair["small"] or at in passed_small, chair["big"] or at in passed_big)
        return found

    def _way_of(self, start: int, end: int) -> list[int]:
        """The chairs a peg comes by; a peg that stays where it is comes by that one only."""
        return [end] if start == end else self._way(start, end)
