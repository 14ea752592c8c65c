"""The differential test: random hands played by our engine and by PokerKit at once, for every game that both know.

At every decision the two must agree who is asked, what staying in costs and how much may be raised, and at the end who
has which chips. Where they part, the hand ends there: in a divergence of `differential_known`, or as a finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import msgspec

from against_pokerkit.games import pokerkit, shared_games
from against_pokerkit.known import KNOWN, Known
from against_pokerkit.play import Played, limit_of, play
from against_pokerkit.script import script
from sidepot.errors import BadNotation
from sidepot.games.model import Game

CHUNK = 100


class Finding(msgspec.Struct, frozen=True):
    """A hand in which the engines part and no known divergence says why; `script` takes both there."""

    game: str
    limit: str
    seed: int
    at: int
    what: str
    script: str

    def __str__(self) -> str:
        return f"{self.game}, {self.limit}, hand {self.at} of seed {self.seed}: {self.what}"


class Tally(msgspec.Struct):
    """The outcome of some hands of a game: how many agreed to the last chip, and what the others ended in.

    `decisions` is how often the two were compared before a hand was over or left. `bridged` are the checks that
    PokerKit alone asked for.
    """

    game: str
    hands: int = 0
    agreed: int = 0
    decisions: int = 0
    bridged: int = 0
    by_limit: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    known: dict[str, int] = msgspec.field(default_factory=dict)
    findings: list[Finding] = msgspec.field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count the hands of another tally of this game too."""
        self.hands += other.hands
        self.agreed += other.agreed
        self.decisions += other.decisions
        self.bridged += other.bridged
        for limit, (hands, agreed) in other.by_limit.items():
            before = self.by_limit.get(limit, (0, 0))
            self.by_limit[limit] = before[0] + hands, before[1] + agreed
        self.known = dict(Counter(self.known) + Counter(other.known))
        self.findings = sorted([*self.findings, *other.findings], key=lambda finding: finding.at)


def find_shared(names: Sequence[str]) -> list[Game]:
    """The games of those names, or all that are shared. Raises BadNotation, naming them."""
    games = shared_games()
    for name in names:
        if name not in games:
            raise BadNotation(f"PokerKit and sidepot share no game {name!r}; there are {', '.join(games)}")
    return [games[name] for name in names or games]


def compare(game: str, seed: int, first: int, hands: int, *, known: tuple[Known, ...] = KNOWN) -> Tally:
    """Play `hands` hands of a game, from hand `first` of the seed on."""
    pk = pokerkit()
    tally = Tally(game)
    (shared,) = find_shared([game])
    for at in range(first, first + hands):
        _count(tally, play(pk, shared, seed, at, known=known), seed, at)
    return tally


def _count(tally: Tally, played: Played, seed: int, at: int) -> None:
    limit = limit_of(at)
    agrees = not played.known and played.found is None
    of_limit = tally.by_limit.get(limit, (0, 0))
    tally.hands += 1
    tally.agreed += agrees
    tally.decisions += played.decisions
    tally.bridged += played.mirror.bridged
    tally.by_limit[limit] = of_limit[0] + 1, of_limit[1] + agrees
    if played.known:
        tally.known[played.known] = tally.known.get(played.known, 0) + 1
    if played.found is not None:
        text = script(played.hand, played.mirror)
        tally.findings.append(Finding(tally.game, limit, seed, at, describe(played), text))


def describe(played: Played) -> str:
    """What a hand that no row explains ended in, in a line."""
    found = played.found
    if found is None:
        return played.known
    if found.kind == "asked" and found.ours != found.theirs:
        return f"sidepot: {found.ours}; PokerKit: {found.theirs}"
    return found.what


def compare_all(
    games: Sequence[str], seed: int, hands: int, *, jobs: int, progress: Callable[[Tally], None] = lambda tally: None
) -> list[Tally]:
    """Play `hands` hands of each game in `jobs` processes; `progress` is told of every part that is done."""
    total = {game: Tally(game) for game in games}
    parts = [(game, first) for first in range(0, hands, CHUNK) for game in games]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(compare, game, seed, first, min(CHUNK, hands - first)) for game, first in parts]
        for done in as_completed(waiting):
            total[done.result().game].add(done.result())
            progress(done.result())
    return list(total.values())
