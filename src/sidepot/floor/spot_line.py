"""A betting round as a line of text, for people: `NL 200/400: A 1200; B to act`.

Before the colon: the limit (NL, PL, FL, SL) with the blinds, or the small and the big bet (`FL 4/8`); a third amount is
an ante of the big blind; then, if they matter, `ante 50`, `turn pot 3000`, `4 players`, `heads-up`.

After the colon, the actions in order: `A 1200` (bets or raises to that total), `A raises to 1200`, `A bets 300`, `A
calls`, `A checks`, `A folds`, `A all-in 1150`, and `B to act`, or `C out of turn`. At fixed limit `A raises` is enough.
If it is the turn of nobody who is named, an unnamed player before the one out of turn is to act. A straddle comes
first: `UTG straddles 6`. `A (5000)` has that much behind at that moment, which is not an action. SB and BB are the
blinds, BTN the button; the other players sit in the order in which the line names them. Players without an action have
folded if the action has passed them, and are still to act otherwise.

The line is played, so an illegal act is refused, with its place and the legal choices.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.spot import MUCH, Spot, spot_of
from sidepot.floor.spot_words import POSITIONS, Head, Part, read_line
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.parts import ONE_ROUND
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.rulebook import Rulebook

# ---- how the betting round begins


_UNNAMED: Final = "unnamed player"
Straddles = tuple[tuple[int, int], ...]  # seats and totals


class Seating(NamedTuple):
    """The players of a line.

    - `names`: the players, in the order in which they act
    - `shown`: for each seat, the name as it is written in the line (empty for players whom the line does not name)
    - `seats`: the seat of each name in the line
    """

    names: tuple[str, ...]
    shown: tuple[str, ...]
    seats: tuple[int, ...]


@lru_cache(maxsize=256)
def seating(head: Head, named: tuple[str, ...]) -> Seating:
    """The seats of the names in a line. Raises BadNotation for more names than players."""
    first_said: dict[str, str] = {}
    for name in named:
        first_said.setdefault(name.casefold(), name)
    names = _names(head, list(first_said.values()))
    at = {name.casefold(): seat for seat, name in enumerate(names)}
    shown = ["" if name.startswith(_UNNAMED) else name for name in names]
    return Seating(names, tuple(shown), tuple([at[name.casefold()] for name in named]))


def _names(head: Head, named: list[str]) -> tuple[str, ...]:
    """The players in the order in which they act. Raises BadNotation for more names than players."""
    middle = [name for name in named if name not in ("SB", "BB", "BTN")]
    if all(name in POSITIONS for name in middle):
        middle.sort(key=POSITIONS.index)
    button = ["BTN"] if "BTN" in named else []
    if head.street:
        unnamed = _unnamed(max(head.players, 2) - len(named))
        if head.players == 2 and "BB" in named:  # heads-up the other one has the button, and acts last
            middle, unnamed, button = [], [], [*(name for name in named if name != "BB"), *unnamed]
            named = ["BB"]
        names = [*sorted({"SB", "BB"} & set(named), reverse=True), *middle, *unnamed, *button]
    elif head.players == 2:
        names = _heads_up(named)
    else:
        count = head.players or max(len(middle) + len(button) + 2, 3)
        spare = len(middle) + len(button) + 2 - count  # this many of those named must be the blinds
        blinds: list[str] = ["SB", "BB"]
        for at in range(2):
            if spare > 0 and blinds[at] not in named and middle and not button:
                blinds[at] = middle.pop(len(middle) - spare)
                spare -= 1
        unnamed = _unnamed(count - 2 - len(middle) - len(button))
        names = [*middle, *unnamed, *button, *blinds]
    most = head.players or ONE_ROUND.seats[1]
    if len(names) > most:
        raise BadNotation(f"expected at most {most} players, not {len(names)}: {', '.join(names)}")
    return tuple(names)


def _heads_up(named: list[str]) -> list[str]:
    """The two players in order: the small blind, who has the button and acts first, and the big blind."""
    others = [name for name in named if name not in ("SB", "BTN", "BB")]
    first = [name for name in named if name in ("SB", "BTN")] or others[:1] or ["SB"]
    rest = [name for name in others if name not in first]
    if "BB" in named:
        return [*first, *rest, "BB"]
    return [*first, *(rest or ["BB"])]


def _unnamed(count: int) -> list[str]:
    return [f"{_UNNAMED} {at + 1}" for at in range(count)]


# ---- the hand


class _House:
    """A rulebook as a cache key, compared by identity: comparing all choices takes longer than beginning a round."""

    __slots__ = ("rulebook",)

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _House) and other.rulebook is self.rulebook

    def __hash__(self) -> int:
        return id(self.rulebook)


def begun(head: Head, seats: int, stacks: dict[int, int], rulebook: Rulebook, straddles: Straddles = ()) -> Hand:
    """The hand at the beginning of the round. Without stacks, it is a copy of an earlier hand at the same stakes."""
    if not stacks:
        return _usual(head, seats, _House(rulebook), straddles).copy(log=True)
    return _hand(head, tuple([stacks.get(seat, MUCH) for seat in range(seats)]), rulebook, straddles)


@lru_cache(maxsize=256)
def _usual(head: Head, seats: int, house: _House, straddles: Straddles) -> Hand:
    """The round at its beginning, with enough chips at all seats."""
    return _hand(head, (MUCH,) * seats, house.rulebook, straddles)


def _hand(head: Head, stacks: tuple[int, ...], rulebook: Rulebook, straddles: Straddles) -> Hand:
    """A new round: forced bets posted, and unknown cards dealt."""
    limit, stakes = _terms(head.limit, head.low, head.high, head.unit, head.ante, () if head.street else head.blinds)
    seats = len(stacks)
    posts = () if head.street else _posts(head, seats, rulebook, straddles)
    last = straddles[-1][0] if straddles else seats - 1  # the last blind: the seat behind it begins
    left = seats if head.last_two else None
    setup = Setup(ONE_ROUND, limit, stakes, rulebook, stacks, last, posts, carried=head.pot, players_left=left)
    hand = Hand(setup)
    while hand.due is Due.POST:
        hand.post()
    if hand.due is Due.DEAL:
        hand.deal_round((UNKNOWN,) * (hand.count * hand.pending.bit_count()))
    return hand


def _posts(head: Head, seats: int, rulebook: Rulebook, straddles: Straddles) -> tuple[Owed, ...]:
    """The forced bets, in the order in which the house takes them."""
    small, big = (seats - 2, seats - 1)
    antes = [Owed(seat, Post.ANTE, head.ante) for seat in range(seats) if head.ante]
    antes += [Owed(big, Post.DEAD_ANTE, head.big_blind_ante)] if head.big_blind_ante else []
    blinds = [Owed(small, Post.SMALL_BLIND, head.blinds[0]), Owed(big, Post.BIG_BLIND, head.blinds[1])]
    blinds += [Owed(seat, Post.STRADDLE, amount) for seat, amount in straddles]
    blind_first = rulebook.short_post.puts_blind_first(one_payer=head.big_blind_ante > 0)
    owed = blinds + antes if blind_first else antes + blinds
    return tuple([post for post in owed if post.amount])


@lru_cache(maxsize=256)
def _terms(kind: str, low: int, high: int, unit: int, ante: int, blinds: tuple[int, ...]) -> tuple[Limit, Stakes]:
    """The limit and the stakes. They are cached, so that the plan of the hand is made once."""
    limits: dict[str, Limit] = {"no limit": NoLimit(), "pot limit": PotLimit(), "fixed limit": FixedLimit()}
    limit = limits.get(kind) or SpreadLimit(max(low, 1), high)
    return limit, Stakes(ante=ante, blinds=blinds, small_bet=unit)


# ---- the line


class Round(NamedTuple):
    """A betting round played from a line of text.

    - `names`: the names by seat
    - `seat`: the seat that the line is about
    - `stacks`: the seats whose chips the line gives; the other seats have enough for anything
    - `shown`: for each seat, the name as it is written in the line
    """

    hand: Hand
    names: tuple[str, ...]
    seat: int
    stacks: dict[int, int]
    shown: tuple[str, ...]


def read_spot(line: str, rulebook: Rulebook) -> Spot:
    """The spot that a line describes.

    Raises BadNotation for a line that cannot be read. The message says which part is wrong, and how to write it.

    >>> from sidepot.rules.houses import TDA_2013
    >>> spot = read_spot("NL 200/400: A 1200; B to act", TDA_2013)
    >>> spot.name, spot.price, spot.least_raise, spot.pot, spot.players
    ('B', 1200, 2000, 1800, 4)
    """
    hand, _, seat, stacks, shown = read_round(line, rulebook)
    return spot_of(hand, seat, names=shown, is_known=seat in stacks)


def third_amount(line: str) -> Sentence:
    """A note that a third amount after the blinds was read as a big blind ante, although it may mean a straddle.

    The note is empty if there is no third amount, or if it is at most the big blind. The example shows only the two
    amounts in the note.

    >>> third_amount("NL 1/2/5: A to act")[1:]
    (5, 5)
    """
    head, _ = read_line(line)
    third = head.big_blind_ante
    if third <= head.blinds[1]:
        return ()
    return say(
        'The third amount, {amount}, was read as a big blind ante. For a straddle, write "UTG straddles {amount}" '
        "after the colon.",
        third,
        third,
    )


def read_round(line: str, rulebook: Rulebook) -> Round:
    """Play the betting round that a line describes. Raises BadNotation for a line that cannot be read or played."""
    head, parts = read_line(line)
    try:
        return _played(head, parts, rulebook)
    except _SkippedUnnamed:
        return _played(head, _with_skipped(parts), rulebook)


class _SkippedUnnamed(BadNotation):
    """Raised for a line that calls a player out of turn without naming the player whose turn it is."""


def _with_skipped(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The same parts, with an unnamed player before the one out of turn."""
    at = next(at for at, part in enumerate(parts) if part.verb == "out of turn")
    return (*parts[:at], Part(parts[at].text, f"{_UNNAMED} 0", "named"), *parts[at:])


def _names_turn(parts: tuple[Part, ...]) -> bool:
    """Whether the line names the player whose turn it is."""
    return any(part.verb in ("turn", "named") for part in parts)


def _played(head: Head, parts: tuple[Part, ...], rulebook: Rulebook) -> Round:
    """The round after all parts. Raises _SkippedUnnamed, or BadNotation for parts that cannot be played."""
    names, shown, seats = seating(head, tuple([part.name for part in parts]))
    is_early = any(part.verb == "out of turn" for part in parts)
    if is_early and head.street and not head.players and len(names) == 2 and _names_turn(parts):
        raise BadNotation(
            "give the number of players, which rules on action out of turn need: write 'heads-up' or '3 players' "
            "before the colon"
        )
    stacks: dict[int, int] = {}
    while True:  # the round starts again when a stack turns out to end with the chips put in before
        try:
            straddles = _straddles(head, names, seats, parts)
            table = _Table(begun(head, len(names), stacks, rulebook, straddles), names, seats, stacks)
        except SidepotError as error:
            raise BadNotation(error.named(names), error.cite, code=error.code) from None
        seat = table.play(parts)
        if table.is_played:
            return Round(table.hand, names, seat, table.stacks, shown)
        stacks = table.stacks


def _straddles(
    head: Head, names: tuple[str, ...], seats: tuple[int, ...], parts: tuple[Part, ...]
) -> tuple[tuple[int, int], ...]:
    """The seats that straddle, with their totals: by default, twice the previous blind or straddle.

    Raises BadNotation for a straddle that is too late or too small.
    """
    found: list[tuple[int, int]] = []
    price = head.blinds[1]
    for at, part in enumerate(parts):
        if part.verb != "straddle":
            continue
        name, least = names[seats[at]], 2 * price
        if head.street:
            raise BadNotation(
                f"{part.text!r}: a straddle is only possible before the cards are dealt, not on the {head.street}"
            )
        if any(before.verb not in ("straddle", "post", "named") for before in parts[:at]):
            raise BadNotation(f"{part.text!r}: put a straddle first on the line, before anybody acts")
        if name in ("SB", "BB") or any(seats[at] == seat for seat, _ in found):
            raise BadNotation(f"{part.text!r}: {name} has already posted and cannot straddle")
        amount = part.amount or least
        if amount < least:
            raise BadNotation(f"{part.text!r}: expected a straddle of at least {least}, twice the bet before it")
        found.append((seats[at], amount))
        price = amount
    return tuple(found)


# ---- what they do


class _Table:
    """Plays the parts of a line in order."""

    def __init__(self, hand: Hand, names: tuple[str, ...], seats: tuple[int, ...], stacks: dict[int, int]) -> None:
        self.names = names
        self.seats = seats  # of each part
        self.stacks = dict(stacks)
        self.posted_short = 0  # the seats that posted less than their blind
        self.is_played = False
        self.hand = hand

    def play(self, parts: tuple[Part, ...]) -> int:
        """Play the parts; return the seat that the line is about. Stops early if the round has to start again."""
        subject = -1
        last = len(parts) - 1
        for at, part in enumerate(parts):
            seat = self.seats[at]
            if self._learns(seat, part):
                return seat
            try:
                subject = self._do(seat, part, is_last=at == last)
            except _SkippedUnnamed:
                raise
            except SidepotError as error:
                raise BadNotation(error.named(self.names), error.cite, code=error.code, place=repr(part.text)) from None
        if self.hand.due is not Due.ACT:
            raise BadNotation("the betting is over at the end of the line: nobody is left to act")
        self.is_played = True
        return self.hand.seat if subject < 0 else subject

    def _learns(self, seat: int, part: Part) -> bool:
        """Whether the round has to start again, because the part gives an unknown stack that is already all-in."""
        betting = self.hand.betting
        behind = part.stack
        if part.verb == "post":
            behind = self._post(seat, part)
        elif part.verb == "all-in" and part.amount and behind is None:
            behind = part.amount - betting.bets[seat]
        if seat in self.stacks:
            if behind is not None and part.verb != "post" and behind != betting.stacks[seat]:
                raise BadNotation(
                    f"{part.text!r}: according to the rest of the line, "
                    f"{self.names[seat]} has {betting.stacks[seat]} behind"
                )
            return False
        if behind is None:
            return False
        if betting.put[seat] + behind <= 0 or behind < 0 and part.verb != "post":
            raise BadNotation(f"{part.text!r}: {self.names[seat]} already has {betting.bets[seat]} in front")
        self.stacks[seat] = betting.put[seat] + behind
        if behind > 0:  # the chips put in before were possible: only the rest changes
            betting.stacks[seat] = behind
            return False
        return True

    def _post(self, seat: int, part: Part) -> int | None:
        """The amount, below 0, by which a post is short of the blind; None for a full post.

        Raises BadNotation for a seat that owes no blind, and for more than the blind.
        """
        posted, name = self.hand.betting.bets[seat], self.names[seat]
        if not posted:
            raise BadNotation(f"{part.text!r}: {name} has no blind to post; only SB and BB post")
        if part.amount > posted and seat not in self.stacks:
            raise BadNotation(
                f"{part.text!r}: {name} has posted a blind of only {posted}; give a bet or raise as a total"
            )
        if part.amount <= posted and seat in self.stacks:
            self.posted_short |= 1 << seat
        return part.amount - posted if part.amount < posted else None

    def _do(self, seat: int, part: Part, *, is_last: bool) -> int:
        """Play one part of the line. Returns the seat if the line asks about it, else -1."""
        verb = part.verb
        if verb in ("post", "straddle") or verb == "named" and not (is_last and self._asks_about(seat, part)):
            return -1
        if verb == "out of turn":
            self._must_be_in(seat)
            if self.hand.seat == seat:
                name = self.names[seat]
                raise _SkippedUnnamed(
                    f"it is the turn of {name}; name the skipped player first, as in 'A to act; {name} out of turn'"
                )
            return seat
        self._pass_to(seat)
        hand = self.hand
        if verb in ("turn", "named"):
            return seat if is_last else -1
        if verb == "fold":
            hand.fold()
        elif verb == "check":
            hand.check()
        elif verb == "call":
            self._call(seat, part.amount)
        elif verb == "all-in":
            self._all_in(seat, part.amount)
        elif verb == "raise":
            self._raise(self._only_raise(seat))
        else:
            self._raise(part.amount + (hand.price if verb == "by" else 0))
        return -1

    def _asks_about(self, seat: int, part: Part) -> bool:
        """Whether a name at the end of the line asks about its player, and does not only give the player's stack."""
        return part.stack is None or self.hand.seat == seat or self.hand.seat not in self.seats

    def _pass_to(self, seat: int) -> None:
        """Fold the players without an action before this seat."""
        hand, names = self.hand, self.names
        self._must_be_in(seat)
        passed = []
        while hand.due is Due.ACT and hand.seat != seat and hand.seat not in self.seats:
            passed.append(names[hand.seat])
            hand.fold()
        if hand.due is not Due.ACT:
            raise BadNotation(
                f"nobody is left to act: {', '.join(passed)} counted as folded, because the line gives no action; "
                f"give their actions, or end the line with {passed[0]} to act"
            )
        if hand.seat != seat:
            turn = names[hand.seat]
            raise BadNotation(
                f"it is the turn of {turn}; give the action of {turn} first, or end the line with {names[seat]} "
                "out of turn"
            )

    def _must_be_in(self, seat: int) -> None:
        hand, name = self.hand, self.names[seat]
        if not hand.live >> seat & 1:
            raise BadNotation(f"{name} has folded")
        if not hand.able >> seat & 1:
            by_posting = f" with the {hand.betting.put[seat]} that were posted" if self.posted_short >> seat & 1 else ""
            raise BadNotation(f"{name} is already all-in{by_posting}")
        if hand.due is not Due.ACT:
            raise BadNotation("the betting is over before this part: nobody is left to act")

    def _call(self, seat: int, amount: int) -> None:
        hand = self.hand
        adds = hand.to_call
        if amount and adds and amount not in (adds, hand.betting.bets[seat] + adds):
            raise BadNotation(f"the call is {adds}; for a call with fewer chips, write 'all-in {amount}'")
        hand.call()

    def _all_in(self, seat: int, amount: int) -> None:
        hand = self.hand
        if seat not in self.stacks:
            raise BadNotation("give the amount of the all-in, as in 'all-in 1150'")
        total = hand.betting.bets[seat] + hand.betting.stacks[seat]
        if amount and amount != total:
            raise BadNotation(
                f"{self.names[seat]} is all-in for {total}, including the chips already in front, not for {amount}"
            )
        if total <= hand.price:
            hand.call()
        else:
            self._raise(total)

    def _only_raise(self, seat: int) -> int:
        """The total of a bet or raise without an amount, if only one is legal. Raises BadNotation otherwise."""
        low, high = self.hand.raise_bounds()
        if low != high:
            verb = "raises to" if self.hand.price else "bets"
            raise BadNotation(f"give the amount, {low} or more, as in '{self.names[seat]} {verb} {low}'")
        return low or self.hand.price + 1  # nothing is open: the refusal says why

    def _raise(self, to: int) -> None:
        """Bet or raise to a total. Raises BadNotation, saying what is allowed, if it is not legal."""
        hand = self.hand
        try:
            hand.raise_to(to)
        except SidepotError:
            self._check_bounds(to)
            raise

    def _check_bounds(self, to: int) -> None:
        """Raise BadNotation, giving the legal totals, if this total is not legal."""
        hand = self.hand
        low, high = hand.raise_bounds()
        if high and not low <= to <= high:
            least = f"raise to {low}" if hand.price else f"bet {low}"
            is_known = hand.seat in self.stacks or high < hand.betting.bets[hand.seat] + hand.betting.stacks[hand.seat]
            most = " or more" if not is_known else f" at least and {high} at most" if low < high else ""
            legal = f"{least}{most}"
            raise BadNotation(f"{to} is not a legal bet: {self.names[hand.seat]} may {legal}") from None
