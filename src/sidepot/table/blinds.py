"""The players, posts and marks of the next hand, as far as button and blinds decide them.

In a cash game a player who sits out is not dealt in, and misses the blinds that pass. A player who comes in or back
waits for the big blind or posts at once, but not between the button and the big blind (Robert's). In a tournament,
everybody with chips is dealt in, even absent players; a player who was moved to the table plays from any seat except
those between the button and the small blind (TDA-2013 9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, ParamSpec, TypeVar, cast

import msgspec

from sidepot.errors import Conflict
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.setup import Owed, Post
from sidepot.rules.clauses import refuse, say
from sidepot.rules.table_choices import ButtonRule, MissedBlinds
from sidepot.table.button import (
    Marks,
    clockwise,
    closed_seats,
    first_marks,
    heads_up,
    move,
    next_seat,
    passed,
    passed_in_freeze,
    resume,
)
from sidepot.table.table_rules import Straddle

# ---- posts before a hand


Posting = tuple[int, Post, int]  # table seat, kind, amount


def antes(stakes: Stakes, marks: Marks, dealt: Sequence[int]) -> list[Posting]:
    """The antes of the next hand: one from each player, or one for all from the big blind or the button.

    If the button is dead, or nobody has the big blind, the last seat dealt in posts the ante for all.
    """
    if not stakes.ante:
        return []
    if stakes.ante_by is AnteBy.ALL:
        post = Post.DEAD_ANTE if stakes.ante_is_dead else Post.ANTE
        return [(seat, post, stakes.ante) for seat in dealt]
    payer = marks.big if stakes.ante_by is AnteBy.BIG_BLIND else marks.button
    return [(payer if payer in dealt else dealt[-1], Post.DEAD_ANTE, stakes.ante)]


class Blinds:
    """The blinds of one hand, in posting order. Chips in front of a seat count towards its later posts.

    `sleepers` are the seats that straddle only if nobody raises before them. Their straddles are not forced bets.
    """

    def __init__(self, amounts: Sequence[int], marks: Marks, dealt: Sequence[int]) -> None:
        """Post the small and the big blind in these amounts, or a single blind. A dead blind is not posted."""
        self.marks = marks
        self.dealt = dealt
        self.postings: list[Posting] = []
        self.sleepers: list[tuple[int, int]] = []
        self.in_front = dict.fromkeys(dealt, 0)
        self.small, self.big = (amounts[0], amounts[1]) if len(amounts) > 1 else (0, sum(amounts))
        self._post(marks.small, Post.SMALL_BLIND, self.small)
        self._post(marks.big, Post.BIG_BLIND if len(amounts) > 1 else Post.SMALL_BLIND, self.big)

    def make_up(self, seat: int, rule: MissedBlinds, *, small: bool, big: bool, new: bool) -> None:
        """Post the blinds with which a player comes in.

        A new player posts the big blind; a returning player posts the missed blinds. The big blind is live. Anything
        more, or a small blind alone, is dead. A seat that has the big blind in this hand owes nothing more.
        """
        if rule is MissedBlinds.NONE or seat == self.marks.big:
            return
        live = self.big if new or big else 0
        dead = self.small if small and rule is MissedBlinds.BOTH else 0
        lying = min(self.in_front[seat], live)
        self._post(seat, Post.LIVE_BLIND, live - lying)
        self._post(seat, Post.DEAD_BLIND, dead if new else dead + lying)

    def kill(self, seat: int, amount: int) -> None:
        """Post the live kill blind. The seat adds chips until it has posted `amount`. A killer who has left posts
        nothing.
        """
        self._post(seat, Post.LIVE_BLIND, amount - self.in_front.get(seat, 0))

    def go_on(self, amounts: Sequence[int]) -> None:
        """Post the straddles that the stakes require, from the left of the big blind."""
        for at, amount in enumerate(amounts, 1):
            seat = self.dealt[(self.dealt.index(self.marks.big) + at) % len(self.dealt)]
            self._post(seat, Post.STRADDLE, amount - self.in_front[seat])

    def straddle(self, seat: int, kind: Straddle, amount: int) -> None:
        """Post a straddle that a player has chosen. Raises Conflict if the seat may not straddle."""
        if seat not in self.in_front:
            raise Conflict(f"seat {seat + 1} is not dealt in and cannot straddle", code="not_dealt_in")
        if seat in (self.marks.small, self.marks.big):
            raise Conflict(f"seat {seat + 1} is in the blinds and cannot straddle", code="blind_straddles_not")
        first = self.dealt[(self.dealt.index(self.marks.big) + 1) % len(self.dealt)]
        if kind == Straddle.UNDER_THE_GUN and seat != first:
            raise Conflict(
                f"seat {seat + 1} cannot straddle: seat {first + 1} is under the gun", code="not_under_the_gun"
            )
        if any((one, post) == (seat, Post.STRADDLE) for one, post, _ in self.postings) or seat in dict(self.sleepers):
            raise Conflict(f"seat {seat + 1} has already straddled", code="straddled_already")
        least = 2 * max(self.big, *self.in_front.values())
        if amount < least:
            small = say("the straddle must be at least {least}, twice the bet before it, not {amount}", least, amount)
            raise refuse(Conflict, small, code="straddle_too_small")
        if kind == Straddle.SLEEPER:
            self.sleepers.append((seat, amount))
        else:
            self._post(seat, Post.STRADDLE, amount - self.in_front[seat])

    def _post(self, seat: int, post: Post, amount: int) -> None:
        """Post an amount for a seat, less its earlier posts of the same kind. A seat that is not dealt in posts
        nothing.
        """
        if seat not in self.in_front or amount <= 0:
            return
        same = [at for at, (who, what, _) in enumerate(self.postings) if (who, what) == (seat, post)]
        if same:
            self.postings[same[0]] = (seat, post, self.postings[same[0]][2] + amount)
        else:
            self.postings.append((seat, post, amount))
        if post is not Post.DEAD_BLIND:
            self.in_front[seat] += amount


# ---- the blinds of each hand


P = ParamSpec("P")
R = TypeVar("R")
State = Literal["in", "out", "waits", "posts"]
_MOST: Final = 4096  # most cached plans


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A taken seat, as needed to plan the button and the blinds.

    - `stack`: the player's chips; it matters only whether there are any
    - `state`: `in`: plays; `out`: sits out; `waits`: comes in with the big blind; `posts`: posts to come in as soon as
      possible
    - `missed_small`, `missed_big`: whether the player has missed a small or a big blind
    - `new`: whether the player has never been dealt in here with blinds; a new player misses no blinds
    - `all_in`: whether the player has no chips but has a claim to a carried pot
    """

    seat: int
    stack: int
    state: State = "in"
    missed_small: bool = False
    missed_big: bool = False
    new: bool = False
    all_in: bool = False

    @property
    def plays(self) -> bool:
        """Whether the player has chips, or is all-in from an earlier deal."""
        return self.stack > 0 or self.all_in

    @property
    def comes_in(self) -> bool:
        """Whether the player is coming in, either for the first time or after missed blinds."""
        return self.new or self.missed_small or self.missed_big


class Planned(NamedTuple):
    """The plan of the next hand: the marks, the seats that are dealt in, and the forced bets.

    - `dealt`: the table's seats in the order of the hand, from the left of the button
    - `owed`: the posts in payment order, by seat of the table
    - `missed`: for each taken seat, whether it owes a small or a big blind after the hand
    - `hand_button`: the last of `dealt`: the button or, if the button is dead, the last seat before it
    - `settled`: the seats that are in the game from now on, and need not post again
    - `sleepers`: the seats that straddle if nobody raises before them
    - `dealer`: the seat on the button or, if the button is dead, the last seat before it that would also be dealt in
      with blinds
    - `posts`: the posts by seat of the hand, as its `Setup` needs them
    """

    marks: Marks
    dealt: tuple[int, ...]
    owed: tuple[tuple[int, Post, int], ...]
    missed: tuple[tuple[int, bool, bool], ...]
    hand_button: int
    settled: tuple[int, ...] = ()
    sleepers: tuple[tuple[int, int], ...] = ()
    dealer: int = -1
    posts: tuple[Owed, ...] = ()


def _remembered(plan: Callable[P, R]) -> Callable[P, R]:
    """Cache plans by their arguments, because a table often asks for the same plan, also when it looks ahead."""
    return cast("Callable[P, R]", lru_cache(maxsize=_MOST)(plan))


@_remembered
def plan_next(
    before: Marks | None,
    standings: tuple[Standing, ...],
    seats: int,
    stakes: Stakes,
    *,
    rule: ButtonRule,
    missed_rule: MissedBlinds,
    shut_out: bool,
    has_blinds: bool,
    frozen: bool = False,
    first_button: int | None = None,
    is_tournament: bool = False,
    straddles: tuple[tuple[int, Straddle, int], ...] = (),
    killer: tuple[int, int] | None = None,
    blinds_first: bool = False,
    ante_reduced_at: int = 0,
    whichever: int = 0,
    stays: int = -1,
) -> Planned:
    """Plan the next hand from the taken seats. `before` has the marks of the last hand (None for the first hand).

    - `frozen`: whether the marks stay where they are, as in the stud round of a mixed game after its first hand and in
      the first hand with blinds after that round (TDA-2013 10-B)
    - `rule`, `missed_rule`: how the button moves, and what missed blinds cost
    - `has_blinds`: whether the hand has blinds
    - `first_button`: the seat that drew the first button
    - `straddles`: the announced straddles, as (seat, kind, amount)
    - `blinds_first`: whether blinds are posted before antes
    - `shut_out`: whether the seats behind the button are closed to players who come in
    - `killer`: the seat that kills the pot, and the amount; it is dealt in even when sitting out (Robert's)
    - `ante_reduced_at`: with this number of players or fewer, the big blind antes no more than the small blind (BARGE)
    - `whichever`: at dealer's choice, button and blinds move as in a hand with this number of blinds (0: as in this
      hand), so that the deal does not depend on the game
    - `stays`: at dealer's choice, the seat that has won the kill (-1 for none); it is dealt in even if the dealer names
      a game without blinds

    If fewer than two players are in the game, the game begins afresh: everybody who does not sit out is dealt in, and
    nobody owes a blind. In a tournament, the game goes on even with one player (TDA-2013 9), if newcomers sit where
    they may come in. In a hand without blinds, all newcomers are dealt in, and no blind is missed or made up.

    Raises Conflict if no hand can be dealt.
    """
    _check(before, standings, seats)
    if not has_blinds and (straddles or killer):
        raise Conflict("a hand without blinds has no straddles and no kill", code="no_blinds")
    one_blind = whichever == 1 if whichever else _has_one_blind(before, stakes, has_blinds=has_blinds)
    moves_on = has_blinds or whichever > 0
    way = _Way(seats, rule, shut_out, is_tournament, moves_on, frozen, one_blind, {one.seat for one in standings})
    who = _who(standings, is_tournament=is_tournament, sure=killer[0] if killer else stays)
    before = before if first_button is None else None
    anew = before is None or len(who.settled) < (1 if is_tournament else 2)
    marks, playing = _marks(before, who, way, anew=anew, first_button=first_button)
    dealer = clockwise(playing, marks.button, seats)[-1]
    playing = playing if has_blinds else who.able
    dealt = clockwise(playing, marks.button, seats)
    comers = [] if anew or is_tournament else _comers(standings, dealt)
    blinds = _posted(stakes if has_blinds else None, marks, dealt, comers, missed_rule, killer, straddles)
    anted = antes(_with_antes(stakes, len(dealt), ante_reduced_at), marks, dealt)
    settled = playing if has_blinds or before is None else who.settled
    settled = settled if has_blinds or frozen else settled | {marks.big} & playing  # its turn came without one
    missing = _missing(before, marks, way, len(stakes.blinds)) if has_blinds else ([], [])
    return _planned(
        marks, dealt, blinds.postings + anted if blinds_first else anted + blinds.postings,
        tuple([_owes(one, settled, missing, is_tournament=is_tournament) for one in standings]),
        settled, blinds.sleepers, dealer,
    )  # fmt: skip


def _planned(
    marks: Marks, dealt: list[int], owed: list[tuple[int, Post, int]], owes: tuple[tuple[int, bool, bool], ...],
    settled: set[int], sleepers: list[tuple[int, int]], dealer: int,
) -> Planned:  # fmt: skip
    """The plan of a hand in which these players are `dealt` in and pay what is `owed`."""
    return Planned(
        marks,
        tuple(dealt),
        tuple(owed),
        owes,
        len(dealt) - 1,
        tuple([seat for seat in dealt if seat in settled]),
        tuple(sleepers),
        dealer,
        tuple([Owed(dealt.index(seat), post, amount) for seat, post, amount in owed]),
    )


def _has_one_blind(before: Marks | None, stakes: Stakes, *, has_blinds: bool) -> bool:
    """Whether a hand has a single blind. A hand without blinds counts as the previous one does."""
    return len(stakes.blinds) == 1 or (not has_blinds and before is not None and before.small == before.big)


def _marks(
    before: Marks | None, who: _Who, way: _Way, *, anew: bool, first_button: int | None
) -> tuple[Marks, set[int]]:
    """The button and blinds of this hand, and the seats dealt in."""
    if before is None:
        button = max(who.able) if first_button is None else first_button
        return first_marks(who.able, button, way.seats, one_blind=way.one_blind), who.able
    everybody = _Who(who.able, who.able, set())  # no player has to come in
    marks, playing = _go_on(before, who if way.has_blinds and not anew else everybody, way)
    if len(playing) < 2:  # only players who would wait are left to play with
        marks, playing = _go_on(before, everybody, way)
    return marks, playing


def _posted(
    stakes: Stakes | None, marks: Marks, dealt: list[int], comers: Iterable[Standing], missed_rule: MissedBlinds,
    killer: tuple[int, int] | None, straddles: tuple[tuple[int, Straddle, int], ...],
) -> Blinds:  # fmt: skip
    """The blinds of a hand: first missed blinds, then the kill, then straddles (none without stakes)."""
    blinds = Blinds(stakes.blinds if stakes else (), marks, dealt)
    for one in comers:
        blinds.make_up(one.seat, missed_rule, small=one.missed_small, big=one.missed_big, new=one.new)
    if killer:
        blinds.kill(*killer)
    blinds.go_on(stakes.blinds[2:] if stakes else ())
    for straddle in straddles:
        blinds.straddle(*straddle)
    return blinds


def _with_antes(stakes: Stakes, players: int, reduced_at: int) -> Stakes:
    """The stakes with the ante for this number of players: with few players, the big blind antes at most a small
    blind.
    """
    if players > reduced_at or stakes.ante_by is not AnteBy.BIG_BLIND or len(stakes.blinds) < 2:
        return stakes
    return msgspec.structs.replace(stakes, ante=min(stakes.ante, stakes.blinds[0]))


class _Way(NamedTuple):
    """How button and blinds move for this hand, as `plan_next` explains. `taken` are the taken seats.

    `has_blinds` means that they move as in a hand with blinds.
    """

    seats: int
    rule: ButtonRule
    shut_out: bool
    is_tournament: bool
    has_blinds: bool
    frozen: bool
    one_blind: bool
    taken: set[int]


class _Who(NamedTuple):
    """The seats that can play.

    - `able`: the seats that have chips and do not sit out
    - `settled`: the seats in the game
    - `comers`: the seats that come in
    """

    able: set[int]
    settled: set[int]
    comers: set[int]

    @property
    def known(self) -> set[int]:
        """All seats except players who wait for the big blind."""
        return self.settled | self.comers

    def playing(self, marks: Marks, way: _Way) -> set[int]:
        """The seats dealt in: all except closed seats, and players who wait for the big blind."""
        closed = closed_seats(marks, way.seats, is_tournament=way.is_tournament) if way.shut_out else []
        return self.settled | self.comers.difference(closed) | ({marks.big} if way.has_blinds else set())


def _check(before: Marks | None, standings: Sequence[Standing], seats: int) -> None:
    """Raise Conflict if the table is impossible."""
    taken = [one.seat for one in standings]
    places = taken if before is None else [*taken, before.button, before.small, before.big]
    if places and (min(places) < 0 or max(places) >= seats):
        raise Conflict(f"seats are numbered 0 to {seats - 1}, but these players sit in {sorted(places)}")
    if len(set(taken)) < len(taken):
        raise Conflict(f"two players are in the same seat: {sorted(taken)}")
    if taken and min([one.stack for one in standings]) < 0:
        raise Conflict("a stack cannot be negative")


def _who(standings: Sequence[Standing], *, is_tournament: bool, sure: int) -> _Who:
    """The seats that can play. Raises Conflict if there are fewer than two."""
    able, settled, comers = set(), set(), set()
    for one in standings:
        seat, state = one.seat, one.state
        if not one.plays or not (is_tournament or state != "out" or seat == sure):
            continue
        able.add(seat)
        if not one.comes_in:
            settled.add(seat)
        elif is_tournament or state != "waits":
            comers.add(seat)
    if len(able) < 2:
        raise Conflict("a hand needs at least two players with chips", code="too_few_players")
    return _Who(able, settled, comers)


def _comers(standings: Sequence[Standing], dealt: Sequence[int]) -> list[Standing]:
    """The dealt-in players who come in, in dealing order."""
    found = [one for one in standings if one.comes_in and one.seat in dealt]
    return sorted(found, key=lambda one: dealt.index(one.seat))


def _go_on(before: Marks, who: _Who, way: _Way) -> tuple[Marks, set[int]]:
    """The button and blinds after the marks `before`, and the seats dealt in."""
    if way.frozen and not way.has_blinds:
        return before, who.able
    if way.frozen:
        marks = resume(before, who.known, way.seats, takers=who.able, one_blind=way.one_blind)
        if marks.is_heads_up and len(who.playing(marks, way)) > 2:  # there were two, and now there are more
            marks = _move(before, who, who.known, way, ButtonRule.DEAD)
    else:
        # a moving button goes to a player in the game if there are two, even if that makes a blind dead
        in_game = who.settled if way.rule is ButtonRule.MOVING and len(who.settled) > 1 else who.known
        marks = _move(before, who, in_game, way, way.rule)
        if marks.big == marks.button and not way.shut_out:  # two are in the game; players between them come in
            marks = _move(before, who, who.known, way, way.rule)
    playing = who.playing(marks, way)
    if len(playing) == 2:
        big = marks.big if way.frozen else next_seat(playing, before.big, way.seats)
        marks = heads_up(big, playing, one_blind=way.one_blind)
    return marks, playing


def _move(before: Marks, who: _Who, players: set[int], way: _Way, rule: ButtonRule) -> Marks:
    return move(before, players, way.seats, rule, takers=who.able, taken=way.taken, one_blind=way.one_blind)


def _missing(before: Marks | None, marks: Marks, way: _Way, blinds: int) -> tuple[list[int], list[int]]:
    """The seats that the small and the big blind passed. A player there who is not dealt in has missed the blind."""
    if before is None or not way.has_blinds:
        return [], []
    small, big = passed_in_freeze(marks, way.seats) if way.frozen else passed(before, marks, way.seats)
    return ([] if blinds == 1 else small), big


def _owes(
    one: Standing, settled: set[int], missing: tuple[list[int], list[int]], *, is_tournament: bool
) -> tuple[int, bool, bool]:
    """The blinds that a seat owes afterwards (none in the game, for a new player, or in a tournament)."""
    if is_tournament or one.new or one.seat in settled:
        return one.seat, False, False
    small, big = missing
    return one.seat, one.missed_small or one.seat in small, one.missed_big or one.seat in big
