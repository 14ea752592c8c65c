"""Mixed games: games that follow each other, each with its limit, and when the next one comes.

H.O.R.S.E. and similar mixes are values; a host can make others from any games (`rotation`, or a file: `mix_files`). A
`Turn` says which game is played now, and makes the next `Turn` for each hand. At dealer's choice, the same list is a
menu: before each hand, its dealer names one of the games. Source: PG-37, PG-104, PG-106.

>>> turn = Turn()
>>> played = []
>>> for hand in range(5):
...     turn = turn.next(find_mix("horse"), players=2)
...     played.append(find_mix("horse").games[turn.at].name)
>>> played
['fl holdem', 'fl holdem', 'fl omaha8', 'fl omaha8', 'fl razz']
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

import msgspec

from sidepot.errors import BadNotation, Cite, Conflict
from sidepot.games.catalog import NICKNAMES, find_game, game_of
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import Game
from sidepot.validation import quantities as q
from sidepot.validation.reader import at_place, unknown
from sidepot.validation.type_checks import check_fields, expect

SHORT: Final[dict[str, Limit]] = {"nl": NoLimit(), "pl": PotLimit(), "fl": FixedLimit()}
_LIMITS: Final[dict[str, type[Limit]]] = {
    "nl": NoLimit,
    "no-limit": NoLimit,
    "pl": PotLimit,
    "pot-limit": PotLimit,
    "fl": FixedLimit,
    "fixed-limit": FixedLimit,
    "limit": FixedLimit,
    "sl": SpreadLimit,
    "spread-limit": SpreadLimit,
}


PG_104: Final = Cite("PG", "104")
PG_105: Final = Cite("PG", "105")
_GUTS: Final = "Guts is no poker: players say whether they are in, and losers match the pot"
_SEVEN: Final = "7-27 is no poker: points nearest to 7 and 27 win, and no ranking of hands"
_BOURRE: Final = "Bourré is no poker: tricks win, and a player who takes none matches the pot"
NOT_POKER: Final = {
    "guts": _GUTS,
    "7-27": _SEVEN,
    "seven-twenty-seven": _SEVEN,
    "bourre": _BOURRE,
    "bourré": _BOURRE,
    "boo-ray": _BOURRE,
}


class ChangeBy(StrEnum):
    """What makes a rotation change to the next game."""

    HANDS = "hands"  # after a number of hands
    ORBIT = "orbit"  # when everybody has dealt once: one hand for each player, also where the button does not move
    LEVEL = "level"  # with the next level of a tournament


class MixGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game of a rotation, with its betting limit."""

    game: Game
    limit: Limit

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "game", game_of(self.game))
        check_fields(self)

    @property
    def name(self) -> str:
        """The name of the game with its limit, as used in lists, such as `nl holdem`."""
        short = next((short for short, limit in SHORT.items() if isinstance(self.limit, type(limit))), "sl")
        return f"{short} {self.game.name}"


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rotation of games.

    - `games`: the games, in order
    - `by`: what makes the rotation change to the next game
    - `hands`: the number of hands of each game, if `by` counts hands
    """

    name: str
    title: str
    games: tuple[MixGame, ...]
    by: ChangeBy = ChangeBy.ORBIT
    hands: q.SomeHands = 8

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.games:
            raise Conflict(f"{self.name}: a rotation needs at least one game")
        if self.seats[0] > self.seats[1]:
            raise Conflict(f"{self.name}: no number of players can play all of its games")

    @property
    def seats(self) -> tuple[int, int]:
        """The minimum and maximum number of players who can play all games of the rotation."""
        return max(part.game.seats[0] for part in self.games), min(part.game.seats[1] for part in self.games)

    @property
    def seats_for_choice(self) -> tuple[int, int]:
        """The minimum and maximum number of players who can play at least one game of the rotation.

        These limits apply if each dealer chooses a game that fits the number of players.
        """
        return min(part.game.seats[0] for part in self.games), max(part.game.seats[1] for part in self.games)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the games with their limits, as used in lists."""
        return tuple(part.name for part in self.games)

    def next_at(self, at: int) -> int:
        """The index of the game that follows the one at index `at`."""
        return (at + 1) % len(self.games)

    def find(self, name: str, players: int = 0) -> int:
        """The index of the game that a dealer names. The limit may be left out if the name fits only one game.

        Raises BadNotation, with the most similar names, if there is no such game. Raises Conflict if the game is not
        for `players` players.

        >>> [find_mix("eight-game").find(name) for name in ("razz", "PLO", "no-limit hold'em", "limit holdem")]
        [3, 7, 6, 1]
        """
        found = self._places(_key(name))
        if len(found) == 1:
            if players:
                self.check_players(found[0], players)
            return found[0]
        if found:
            ways = " or ".join(self.names[at] for at in found)
            raise BadNotation(f"{name!r} is ambiguous here; expected {ways}", code="ambiguous_game")
        if _key(name) in NOT_POKER:
            game_among(name)
        words = {**dict.fromkeys(self.names), **dict.fromkeys(part.game.name for part in self.games)}
        word = _key(name).replace("-", " ")
        raise unknown(
            f"{name!r} is not one of the games of this table", word, self.names, also=words, most=2, code="unknown_game"
        )

    def check_players(self, at: int, players: int) -> None:
        """Raise Conflict if the game at index `at` cannot be dealt to this number of players. The dealer must then name
        another game.
        """
        least, most = self.games[at].game.seats
        if not least <= players <= most:
            raise Conflict(
                f"{self.games[at].name} needs {least} to {most} players, not {players}; name another game "
                "before the antes",
                PG_104,
                code="wrong_player_count",
            )

    def _places(self, key: str) -> list[int]:
        """The indices of the games that a key may mean: the whole key, or the part after a limit."""
        ways: list[tuple[str, type[Limit] | None]] = [(key, None)]
        ways += [(key.removeprefix(word + "-"), limit) for word, limit in _LIMITS.items() if key.startswith(word + "-")]
        return [
            at
            for at, part in enumerate(self.games)
            if any(
                _means(part.game, wanted) and (limit is None or isinstance(part.limit, limit)) for wanted, limit in ways
            )
        ]


def _means(game: Game, key: str) -> bool:
    """Whether a key is the name, the title or a nickname of a game."""
    return key in (_key(game.name), _key(game.title)) or NICKNAMES.get(key) == game.name


def _key(text: str) -> str:
    """The key of a name in any spelling: `No-Limit Hold'em` and `no_limit holdem` are both `no-limit-holdem`."""
    return "-".join(text.lower().replace(".", "").replace("'", "").replace("_", " ").replace("-", " ").split())


class Turn(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The state of a rotation.

    - `at`: the index of the current game
    - `hands`: how many hands of this game have begun
    - `level`: the level of the first of these hands
    """

    at: int = 0
    hands: int = 0
    level: int = 0

    def next(self, mix: Mix, *, players: int = 0, level: int = 0) -> Turn:
        """The state of the rotation for the hand that begins now, at level `level` with `players` dealt in.

        Raises Conflict if the state does not belong to this mix.
        """
        if not 0 <= self.at < len(mix.games) or self.hands < 0:
            raise Conflict(f"{mix.title} has no hand {self.hands} of game {self.at + 1}; it has {len(mix.games)} games")
        if self.hands == 0:
            return Turn(self.at, 1, level)
        if self.left(mix, players=players, level=level) == 0:
            return Turn(mix.next_at(self.at), 1, level)
        return Turn(self.at, self.hands + 1, self.level)

    def left(self, mix: Mix, *, players: int = 0, level: int = 0) -> int | None:
        """How many hands of the current game remain; None if only the next level ends it.

        An orbit has one hand for each player who is present when it ends. It becomes longer or shorter as players join
        or leave. Raises Conflict for an orbit with fewer than two players.
        """
        if mix.by is ChangeBy.LEVEL:
            return None if level == self.level or not self.hands else 0
        if mix.by is ChangeBy.ORBIT and players < 2:
            raise Conflict(f"an orbit needs at least two players, not {players}")
        return max((mix.hands if mix.by is ChangeBy.HANDS else players) - self.hands, 0)


def single(game: Game | str, limit: Limit) -> Mix:
    """A rotation with only one game, which is given as a `Game` or by name."""
    game = game_of(game)
    return Mix(game.name, game.title, (MixGame(game, limit),))


def rotation(name: str, title: str, games: Iterable[str], *, by: ChangeBy = ChangeBy.ORBIT, hands: int = 8) -> Mix:
    """A rotation of games from the catalogue, each written with its limit.

    `by` says when the game changes. If `by` counts hands, `hands` is the number of hands of each game. Raises
    BadNotation for an unknown game or limit, and Conflict for a rotation that cannot be played.

    >>> rotation("two", "Two games", ["nl holdem", "pl omaha8"]).seats
    (2, 11)
    """
    return Mix(name, title, tuple(mix_game(part) for part in games), by, hands)


def mix_game(text: str, own: Iterable[Game] = ()) -> MixGame:
    """A game with its limit, such as `nl holdem`, `pl omaha` or `fl stud`. Names are looked up in `own` first.

    Raises BadNotation for an unknown game or limit.
    """
    short, _, game = text.strip().partition(" ")
    if short.lower() not in SHORT or not game.strip():
        raise BadNotation(f"expected a game with its limit (nl, pl or fl), as in 'nl holdem', not {text!r}")
    return MixGame(game_among(game, own), SHORT[short.lower()])


def game_among(name: str, own: Iterable[Game] = ()) -> Game:
    """The game with this name, from `own` or from the catalogue. Raises BadNotation for an unknown name."""
    for game in own:
        if _key(game.name) == _key(name):
            return game
    if _key(name) in NOT_POKER:
        raise BadNotation(
            f"{NOT_POKER[_key(name)]}; only games with betting rounds are supported", PG_105, code="unknown_game"
        )
    return find_game(name)


MIXES: Final[dict[str, Mix]] = {
    name: rotation(name, title, games.split(", "))
    for name, title, games in (
        ("horse", "H.O.R.S.E.", "fl holdem, fl omaha8, fl razz, fl stud, fl stud8"),
        ("hose", "H.O.S.E.", "fl holdem, fl omaha8, fl stud, fl stud8"),
        ("rose", "R.O.S.E.", "fl razz, fl omaha8, fl stud, fl stud8"),
        (
            "eight-game",
            "Eight-game",
            "fl triple-draw, fl holdem, fl omaha8, fl razz, fl stud, fl stud8, nl holdem, pl omaha",
        ),
        (
            "ten-game",
            "Ten-game",
            "fl triple-draw, fl holdem, fl omaha8, fl razz, fl stud, fl stud8, nl holdem, pl omaha, "
            "nl single-draw, fl badugi",
        ),
        ("omaha-holdem", "Hold'em and Omaha", "nl holdem, pl omaha"),
        ("mixed-holdem", "Mixed hold'em", "fl holdem, nl holdem"),
        ("mixed-omaha", "Mixed Omaha", "fl omaha8, pl omaha, pl omaha8"),
        ("pot-limit-omaha", "Pot-limit Omaha three ways", "pl omaha8, pl omaha, pl big-o"),
        ("omaha-stud", "Omaha and stud, eight or better", "fl omaha8, fl stud8"),
        ("triple-stud", "Triple stud", "fl stud, fl razz, fl stud8"),
        ("triple-draw-mix", "Triple draw mix", "fl triple-draw, fl triple-draw-a5, fl badugi"),
        (
            "dealers-choice",
            "Dealer's choice",
            "nl holdem, fl holdem, pl omaha, pl omaha8, fl omaha8, pl big-o, fl stud, fl stud8, fl razz, fl razz-27, "
            "nl five-card-draw, nl single-draw, fl triple-draw, fl triple-draw-a5, fl badugi",
        ),
    )
}


def mix_of_name(given: Mix | str, what: str = "mix") -> Mix:
    """The rotation that a caller gave, as a `Mix` or by name.

    Raises BadNotation if there is no such rotation. The message begins with `what`.
    """
    if isinstance(given, str):
        with at_place(what):
            return find_mix(given)
    return expect(given, Mix, what)


def find_mix(name: str) -> Mix:
    """The rotation with this name or title in any spelling, such as `HORSE`, `h.o.r.s.e.` or `8 game`.

    Raises BadNotation if there is no such rotation.

    >>> find_mix("H.O.R.S.E.").names
    ('fl holdem', 'fl omaha8', 'fl razz', 'fl stud', 'fl stud8')
    """
    if not isinstance(name, str):
        raise BadNotation(f"name: expected a rotation's name, such as 'horse', not {name!r:.60}")
    key = _key(name)
    key = {"8-game": "eight-game", "10-game": "ten-game"}.get(key, key)
    for mix in MIXES.values():
        if key in (mix.name, _key(mix.title)):
            return mix
    raise unknown(f"unknown rotation {name!r}", key, MIXES, brief=True, most=2, cutoff=0.5, code="unknown_mix")
