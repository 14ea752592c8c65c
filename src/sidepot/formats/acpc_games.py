"""The games of ACPC logs: the games of the competition, `.game` definitions, and games in words."""

from __future__ import annotations

import re

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import mix_game
from sidepot.validation.reader import file_text

UNLIMITED = 2**31 - 1


class AcpcGame(msgspec.Struct, frozen=True):
    """A game of the ACPC, the Annual Computer Poker Competition.

    - `blinds`, `stacks`: the blinds and the stacks by position
    - `raises`: the bet sizes
    """

    name: str
    no_limit: bool
    blinds: tuple[int, ...]
    stacks: tuple[int, ...]
    raises: tuple[int, ...] = ()
    most_raises: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.blinds)


GAMES: dict[str, AcpcGame] = {
    game.name: game
    for game in (
        AcpcGame("holdem.limit.2p.reverse_blinds", False, (10, 5), (UNLIMITED,) * 2, (10, 10, 20, 20), (3, 4, 4, 4)),
        AcpcGame("holdem.limit.3p", False, (5, 10, 0), (UNLIMITED,) * 3, (10, 10, 20, 20), (3, 4, 4, 4)),
        AcpcGame("holdem.nolimit.2p.reverse_blinds", True, (100, 50), (20000,) * 2),
        AcpcGame("holdem.nolimit.3p", True, (50, 100, 0), (20000,) * 3),
    )
}


class AcpcStakes(msgspec.Struct, frozen=True):
    """Hold'em for any number of players.

    - `small`, `big`: the blinds
    - `stack`: each player's stack at the beginning of every hand
    """

    no_limit: bool
    small: int
    big: int
    stack: int = UNLIMITED

    def game(self, seats: int) -> AcpcGame:
        """The game for this number of players. Heads-up, the last position has the button and the small blind."""
        blinds = (self.big, self.small) if seats == 2 else (self.small, self.big, *[0] * (seats - 2))
        name = f"{'nl' if self.no_limit else 'fl'} holdem {self.small}/{self.big}"
        stacks = (self.stack,) * seats
        if self.no_limit:
            return AcpcGame(name, True, blinds, stacks)
        return AcpcGame(name, False, blinds, stacks, (self.big, self.big, 2 * self.big, 2 * self.big), (3, 4, 4, 4))


_WORDS = re.compile(r"(\S+ .*?) +([0-9]{1,9})/([0-9]{1,9})(?: +([0-9]{1,9}))?")


def game_named(text: str) -> AcpcGame | AcpcStakes:
    """Find a game of the ACPC by name, or read a description such as `nl holdem 50/100 20000`.

    The last number is the stack; without it, nobody can be all-in. At fixed limit, the big blind is the small bet.
    Raises BadNotation, listing the names, for any other text.

    >>> game_named("fl holdem 5/10").game(2).blinds
    (10, 5)
    """
    named = text.strip()
    if named.removesuffix(".game") in GAMES:
        return GAMES[named.removesuffix(".game")]
    found = _WORDS.fullmatch(named)
    if not found:
        raise BadNotation(
            f"unknown game {text!r}; expected one of {', '.join(GAMES)}, a .game file, or a line "
            "such as 'nl holdem 50/100 20000' (limit, game, blinds, stack)"
        )
    words, small, big, stack = found.groups()
    part = mix_game(words)
    if part.game != HOLDEM or not isinstance(part.limit, NoLimit | FixedLimit):
        raise BadNotation(f"expected nl or fl hold'em, got {words!r}")
    if not 0 < int(small) <= int(big):
        raise BadNotation(f"expected blinds such as 50/100, got {small}/{big}")
    chips = UNLIMITED if stack is None else int(stack)
    if chips < int(big):
        raise BadNotation(f"the stack of {chips} is less than the big blind of {big}")
    return AcpcStakes(isinstance(part.limit, NoLimit), int(small), int(big), chips)


def read_definition(text: str, name: str) -> tuple[str, dict[str, tuple[int, ...]]]:
    """The kind of a game definition (`limit`, `nolimit` or ""), and its numbers by key.

    Raises BadNotation for a value that is not an integer.
    """
    fields: dict[str, tuple[int, ...]] = {}
    kind = ""
    for line in file_text(text, "a game definition", ".game").splitlines():
        word = line.split("#")[0].strip()
        key, equals, value = word.partition("=")
        if not equals:
            kind = word.lower() if word.lower() in ("limit", "nolimit") else kind
            continue
        try:
            fields[key.strip().lower()] = tuple([int(item) for item in value.split()])
        except ValueError:
            raise BadNotation(f"{name}: {line.strip()!r} has a value that is not an integer") from None
    return kind, fields


def read_game(text: str, name: str) -> AcpcGame:
    """Read a game definition (`.game`). Raises BadNotation for anything but hold'em for two or more players."""
    kind, fields = read_definition(text, name)
    shape = tuple(fields.get(key) for key in ("numranks", "numsuits", "numholecards", "numboardcards"))
    if not kind or shape != ((13,), (4,), (2,), (0, 3, 1, 1)):
        raise BadNotation(f"{name}: only limit and no-limit hold'em are supported")
    blinds = fields.get("blind", ())
    if len(blinds) < 2 or any(blind < 0 for blind in blinds) or fields.get("numplayers") != (len(blinds),):
        raise BadNotation(f"{name}: expected a blind for each player")
    stacks = fields.get("stack", (UNLIMITED,) * len(blinds))
    raises = fields.get("raisesize", ())
    if len(stacks) != len(blinds) or kind == "limit" and (len(raises) != 4 or raises[0] != raises[1]):
        raise BadNotation(f"{name}: the stacks or bet sizes do not fit hold'em for {len(blinds)} players")
    return AcpcGame(name, kind == "nolimit", blinds, stacks, raises, fields.get("maxraises", ()))
