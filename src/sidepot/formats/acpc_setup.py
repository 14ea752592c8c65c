"""Game definitions of the ACPC (`.game` files) as setups: any number of ranks, suits, cards and rounds.

`acpc_games` reads the definitions of match logs, which are all of hold'em.

>>> lines = "limit; numPlayers = 2; numRounds = 2; blind = 1 1; raiseSize = 2 4; firstPlayer = 1 1; maxRaises = 2 2"
>>> lines += "; numSuits = 2; numRanks = 3; numHoleCards = 1; numBoardCards = 0 1"
>>> setup = read_acpc_game(lines.replace("; ", chr(10)))
>>> setup.game.deck, setup.limit.bets, setup.stakes.ante, setup.stacks
('QKA hs', 2, 1, (13, 13))
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sidepot.cards import RANKS, SUITS
from sidepot.errors import BadNotation
from sidepot.formats.acpc_games import UNLIMITED, read_definition
from sidepot.games.decks import STANDARD
from sidepot.games.limits import FixedLimit, Limit, NoLimit
from sidepot.games.model import Game, Half, Opens, Street
from sidepot.games.stakes import Stakes
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Setup
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import CapHeadsUp

HOUSE: Final = CASH.but(cap_heads_up=CapHeadsUp.ON)
"""The rules of the competition: those of a cash game, with bets capped between two players too."""

_ONE: Final = ("numplayers", "numrounds", "numsuits", "numranks", "numholecards")


class _Definition(NamedTuple):
    """The lines of a definition, each as a row of numbers."""

    name: str
    no_limit: bool
    rows: dict[str, tuple[int, ...]]

    def one(self, key: str) -> int:
        row = self.rows.get(key, ())
        if len(row) != 1 or row[0] < 1:
            raise BadNotation(f"{self.name}: expected {key} = and a number above 0")
        return row[0]

    def row(self, key: str, count: int, default: tuple[int, ...] = ()) -> tuple[int, ...]:
        row = self.rows.get(key, default)
        if len(row) != count or min(row, default=0) < 0:
            raise BadNotation(f"{self.name}: expected {key} = and {count} numbers, each 0 or more")
        return row


def read_acpc_game(text: str, name: str = "the game") -> Setup:
    """The setup of a game definition. Positions become seats, and the last position has the button.

    The deck has the highest ranks and suits, as in the ACPC. At fixed limit without stacks, a stack is the most that a
    player can lose in a hand. Raises BadNotation, with the `name`, for a definition that cannot be read or played.
    Sidepot cannot play bets of three sizes, different caps by round, or blinds in unusual positions.
    """
    found = _read(text, name)
    players, rounds = found.one("numplayers"), found.one("numrounds")
    blinds = found.row("blind", players)
    is_ante = len({*blinds}) == 1
    stakes, bets = _stakes(found, players, rounds, is_ante=is_ante)
    limit: Limit = NoLimit(bets=bets) if found.no_limit else FixedLimit(bets)
    most = UNLIMITED
    if not found.no_limit and bets is not None:
        sizes = found.row("raisesize", rounds)
        most = (blinds[0] if is_ante else max(blinds) - sizes[0]) + bets * sum(sizes)
    stacks = found.row("stack", players, (most,) * players)
    return seat_hand(_game(found, players, rounds, is_ante=is_ante), limit, stakes, HOUSE, stacks)


def _read(text: str, name: str) -> _Definition:
    kind, rows = read_definition(text, name)
    if not kind:
        raise BadNotation(f"{name}: expected a line with limit or nolimit")
    found = _Definition(name, kind == "nolimit", rows)
    for key in _ONE:
        found.one(key)
    return found


def _stakes(found: _Definition, players: int, rounds: int, *, is_ante: bool) -> tuple[Stakes, int | None]:
    """The stakes, and the most bets and raises of a round."""
    blinds = found.row("blind", players)
    name = found.name
    if not any(blinds):
        raise BadNotation(f"{name}: expected a blind or an ante")
    posted = () if is_ante else blinds[1::-1] if players == 2 else blinds[:2]
    if not is_ante and (any(blinds[2:]) or posted[0] > posted[1]):
        raise BadNotation(f"{name}: blinds are posted by positions 1 and 2, or by 2 and 1 if two play; got {blinds}")
    caps = found.row("maxraises", rounds, (-1,) * rounds) if "maxraises" in found.rows else ()
    counted = {cap + (not at and not is_ante) for at, cap in enumerate(caps)}  # the big blind is a bet, too
    if len(counted) > 1:
        raise BadNotation(f"{name}: expected the same cap in each round (a blind counts as a bet), got {caps}")
    bets = counted.pop() if counted else None
    ante = blinds[0] if is_ante else 0
    if found.no_limit:
        return Stakes(ante=ante, blinds=posted), bets
    sizes = found.row("raisesize", rounds)
    if len({*sizes}) > 2 or list(sizes) != sorted(sizes):
        raise BadNotation(f"{name}: expected at most two sizes of bets, the larger ones last; got {sizes}")
    return Stakes(ante=ante, blinds=posted, small_bet=sizes[0], big_bet=sizes[-1]), bets


def _game(found: _Definition, players: int, rounds: int, *, is_ante: bool) -> Game:
    suits, ranks, hole = found.one("numsuits"), found.one("numranks"), found.one("numholecards")
    board = found.row("numboardcards", rounds)
    if suits > len(SUITS) or ranks > len(RANKS):
        raise BadNotation(f"{found.name}: expected at most {len(RANKS)} ranks and {len(SUITS)} suits")
    if hole + sum(board) >= 5 <= ranks < len(RANKS):
        raise BadNotation(
            f"{found.name}: hands of five cards need all {len(RANKS)} ranks, not {ranks}: "
            "the ACPC ranks smaller decks differently"
        )
    usual = (1 if is_ante else 2 if players == 2 else 3 % players or players, *[1] * (rounds - 1))
    if found.row("firstplayer", rounds, (1,) * rounds) != usual:
        first = " ".join(map(str, usual))
        raise BadNotation(f"{found.name}: expected firstPlayer = {first}, the position after the blinds")
    sizes = found.row("raisesize", rounds, (1,) * rounds) if not found.no_limit else (1,) * rounds
    opens = [Opens.LEFT_OF_BUTTON if at or is_ante else Opens.LEFT_OF_BLINDS for at in range(rounds)]
    streets = [
        Street(f"round {at + 1}", opens[at], down=0 if at else hole, board=cards, burn=False, big=sizes[at] > sizes[0])
        for at, cards in enumerate(board)
    ]
    deck = STANDARD if (suits, ranks) == (4, 13) else f"{RANKS[-ranks:]} {SUITS[-suits:]}"
    return Game("acpc", f"ACPC game with {suits * ranks} cards", tuple(streets), (Half(),), (players, players), deck)
