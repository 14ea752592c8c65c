"""Logs of the Annual Computer Poker Competition (ACPC): `STATE:` lines, one hand each.

A line reads `STATE:number:betting:cards:payoffs:players`. Positions become seats; the last position has the button. At
no limit, a raise names the total that the player has put into the whole hand. If payoffs are in halves of a chip, the
hand is played in tenths.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from sidepot.cards import JOKER, UNKNOWN, cards
from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc_games import GAMES, UNLIMITED, AcpcGame
from sidepot.formats.phh_game import PHH
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.validation.decimals import MOST_DECIMALS, decimals_of, scaled, unscaled
from sidepot.validation.reader import file_text


class AcpcHand(msgspec.Struct, frozen=True, gc=False):
    """A hand (a `STATE:` line).

    - `betting`: the betting by round
    - `hole`: the hole cards by position
    - `board`: the board cards by round
    - `payoffs`: the payoffs by position, in units of `10 ** -decimals`
    """

    number: str
    betting: str
    hole: tuple[tuple[int, ...], ...]
    board: tuple[tuple[int, ...], ...]
    payoffs: tuple[int, ...]
    players: tuple[str, ...]
    decimals: int = 0


class AcpcLog(msgspec.Struct, frozen=True):
    """A match log.

    - `game_name`: the name of the game in the first line
    - `lines`: the `STATE:` lines with their numbers
    - `score`: the final score
    """

    game: AcpcGame | None
    game_name: str
    lines: tuple[tuple[int, str], ...]
    score: dict[str, str]


def is_log(text: str) -> bool:
    """Whether a text is a log of hands, judging by its first lines."""
    return text.startswith("STATE:") or "\nSTATE:" in text[:4000]


def is_message_log(text: str) -> bool:
    """Whether a text is a log of messages between dealer and players, which repeats the hands of the match log."""
    return "MATCHSTATE:" in text[:4000] and not is_log(text)


def read_acpc(text: str | bytes, *, games: dict[str, AcpcGame] | None = None) -> AcpcLog:
    """Read a log without parsing its hands. `games` lists games in addition to those of the competition.

    Raises BadNotation if the log has no hands.
    """
    text = file_text(text, "a log of hands", ".log")
    name = ""
    lines = []
    score: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("STATE:"):
            lines.append((number, line))
        elif line.startswith("#") and not name:
            found = re.search(r"(?:^|[/\\ ])([^/\\ ]+)\.game\b", line)
            name = found[1] if found else ""
        elif line.startswith("SCORE:"):
            score = _score(line) or score
        elif line_problem(line):
            raise BadNotation(line_problem(line)).at_line(number)
    if not lines:
        raise BadNotation("no hands found; a log has lines that begin with STATE:")
    return AcpcLog({**GAMES, **(games or {})}.get(name), name, tuple(lines), score)


def head_of(text: str) -> AcpcLog:
    """Read a log up to its first hand, to find out which game was played. Raises BadNotation if the log has no hand."""
    begun = text.find("STATE:")
    end = text.find("\n", begun) if begun >= 0 else -1
    lines = text[: end if end >= 0 else len(text)].splitlines()
    kept = [line for line in lines if line.startswith(("STATE:", "#"))]
    found = read_acpc("\n".join(kept) + "\n")
    return msgspec.structs.replace(found, lines=((len(lines), lines[-1]),))


class Score:
    """Adds up a log's payoffs by player, to compare them with its final score."""

    __slots__ = ("_is_readable", "_sums", "printed")

    def __init__(self) -> None:
        self._sums: dict[str, int] = {}
        self.printed: dict[str, str] = {}
        self._is_readable = True

    def add(self, lines: Iterable[str]) -> None:
        """Add lines of the log, of any kind."""
        sums = self._sums
        for line in lines:
            if line.startswith("SCORE:"):
                self.printed = _score(line) or self.printed
            elif line.startswith("STATE:"):
                try:
                    parts = line.split(":")
                    for player, paid in zip(parts[5].split("|"), parts[4].split("|"), strict=False):
                        sums[player] = sums.get(player, 0) + scaled(paid, MOST_DECIMALS)
                except (BadNotation, IndexError):
                    self._is_readable = False  # the line itself is reported

    @property
    def problem(self) -> str:
        """What is wrong with the final score; "" if it is right or missing."""
        try:
            printed = {player: scaled(paid, MOST_DECIMALS) for player, paid in self.printed.items()}
        except BadNotation:
            return ""
        wrong = [player for player, paid in printed.items() if paid != self._sums.get(player)]
        if not wrong or not self._is_readable:
            return ""
        total = unscaled(self._sums.get(wrong[0], 0), MOST_DECIMALS)
        total = total.rstrip("0") if "." in total else total
        return f"the payoffs of {wrong[0]} add up to {total}, not {self.printed[wrong[0]]}"


def _score(line: str) -> dict[str, str]:
    parts = line.split(":")
    return dict(zip(parts[2].split("|"), parts[1].split("|"), strict=False)) if len(parts) == 3 else {}


def line_problem(line: str) -> str:
    """Why a line cannot belong to a log; "" if it can."""
    if not line.strip() or line.startswith(("STATE:", "SCORE:", "#")):
        return ""
    return f"this is neither a comment, STATE: nor SCORE:: {line[:40]!r}"


def read_state(line: str) -> AcpcHand:
    """Parse the `STATE:` line of a hand. Raises BadNotation, naming the wrong part, if the line is invalid."""
    parts = line.strip().split(":")
    if len(parts) != 6 or parts[0] != "STATE":
        raise BadNotation("expected STATE:number:betting:cards:payoffs:players")
    _, number, betting, dealt, paid, names = parts
    hole, *board = dealt.split("/")
    amounts = paid.split("|")
    decimals = max([decimals_of(amount) for amount in amounts])
    return AcpcHand(
        number,
        betting,
        tuple([_cards(some) for some in hole.split("|")]),
        tuple([_cards(some) for some in board]),
        tuple([scaled(amount, decimals) for amount in amounts]),
        tuple(names.split("|")),
        decimals,
    )


def _cards(text: str) -> tuple[int, ...]:
    found = cards(text)
    if JOKER in found:
        raise BadNotation("hold'em has no joker")
    return found


@lru_cache(maxsize=64)
def setup_of(game: AcpcGame, decimals: int = 0) -> Setup:
    """The setup of every hand of a match. All hands have the same stacks."""
    unit = 10**decimals
    order = sorted([at for at, blind in enumerate(game.blinds) if blind], key=lambda at: game.blinds[at])
    if game.seats > 2 and order != sorted(order):
        raise BadNotation(f"{game.name}: the blinds must follow the button in order")
    names = [Post.SMALL_BLIND, Post.BIG_BLIND, *[Post.STRADDLE] * len(order)]
    owed = tuple([Owed(at, names[index], game.blinds[at] * unit) for index, at in enumerate(order)])
    if game.no_limit:
        limit: NoLimit | FixedLimit = NoLimit()
    else:
        # the big blind counts as the first bet, so a round before the flop has one raise less
        most = game.most_raises or (UNLIMITED,) * 4
        limit = FixedLimit(most[-1])
        if len(most) != 4 or most[0] + 1 != most[1] or len(set(most[1:])) > 1:
            raise BadNotation(f"{game.name}: every round must allow the same number of bets")
    stakes = Stakes(
        blinds=tuple([game.blinds[at] * unit for at in order]),
        small_bet=game.raises[0] * unit if game.raises else 0,
        big_bet=game.raises[-1] * unit if game.raises else 0,
    )
    stacks = tuple([stack * unit for stack in game.stacks])
    return Setup(HOLDEM, limit, stakes, PHH.but(name="acpc"), stacks, game.seats - 1, owed)


def play_acpc(state: AcpcHand, game: AcpcGame) -> Hand:
    """Play a hand to its end. Raises BadNotation, naming the round and the action, if an action is illegal."""
    if not len(state.hole) == len(state.payoffs) == len(state.players) == game.seats:
        raise BadNotation(f"expected cards, payoffs and names of {game.seats} players")
    hand = Hand(setup_of(game, state.decimals))
    actions = list(_actions(state.betting))
    at = 0
    boards = iter(state.board)
    while hand.due is not Due.DONE:
        due = hand.due
        try:
            if due is Due.ACT:
                if at == len(actions):
                    raise BadNotation(f"the betting ends although position {hand.seat + 1} must act")
                _act(hand, actions[at], state.decimals, game.no_limit)
                at += 1
            elif due is Due.DEAL:
                hand.deal(state.hole[hand.seat] or (UNKNOWN,) * hand.count)
            elif due is Due.BOARD:
                hand.board(next(boards, ()))
            elif due is Due.SHOW:
                hand.show()
            else:
                _DEALER[due](hand)
        except SidepotError as error:
            where = f"action {at + 1} of {state.betting!r}" if due is Due.ACT else f"betting {state.betting!r}"
            raise BadNotation(f"{where}: {error.message}", error.cite) from None
    if at < len(actions):
        raise BadNotation(f"action {at + 1} of {state.betting!r}: the hand is over")
    if next(boards, None) is not None:
        raise BadNotation("the board has more cards than the betting allows")
    return hand


_DEALER = {
    Due.POST: Hand.post,
    Due.BURN: Hand.burn,
    Due.RETURN: Hand.return_uncalled,
    Due.AWARD: Hand.award,
}


def _actions(betting: str) -> Iterator[tuple[int, str]]:
    """Yield each action with its round. Raises BadNotation for an unreadable action."""
    for at, some in enumerate(betting.split("/")):
        end = 0
        for found in re.finditer(r"[fc]|r[0-9]{0,12}", some):
            if found.start() != end:
                break
            end = found.end()
            yield at, found[0]
        if end != len(some):
            raise BadNotation(f"unknown action {some[end:]!r} in {betting!r}; expected f, c, r, or r with an amount")


def _act(hand: Hand, action: tuple[int, str], decimals: int, no_limit: bool) -> None:
    at, what = action
    if at != hand.street:
        to_act = f"position {hand.seat + 1} is to act in round {hand.street + 1}"
        raise BadNotation(f"round {at + 1} begins too early: {to_act}")
    if what == "f":
        hand.fold()
    elif what == "c":
        if hand.to_call:
            hand.call()
        else:
            hand.check()
    elif not no_limit:
        if len(what) > 1:
            raise BadNotation("a raise in limit has no amount")
        if not hand.min_raise_to():
            hand.raise_to(hand.price + 1)
        hand.raise_to(hand.min_raise_to())
    else:
        if len(what) < 2:
            raise BadNotation("a no-limit raise must name its total for the hand")
        total = int(what[1:]) * 10**decimals
        seat = hand.seat
        before = hand.put[seat] - hand.bets[seat]
        try:
            hand.raise_to(total - before)
        except SidepotError as error:
            low, high = hand.min_raise_to(), hand.max_raise_to()
            if not low:
                raise
            bounds = f"{unscaled(low + before, decimals)} to {unscaled(high + before, decimals)}"
            raise BadNotation(
                f"{what}: position {seat + 1} may only raise to a total of {bounds}", error.cite
            ) from None
