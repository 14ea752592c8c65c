"""A table's name and its stakes, in words: worked out once for each game and level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.games.catalog import GAMES
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import Mix, MixGame
from sidepot.games.titles import (
    Parts,
    half_label,
    kind_of,
    limit_kind,
    limit_words,
    stakes_words,
    terms_parts,
    terms_words,
)
from sidepot.room.views.schema import GameFacts
from sidepot.rules.clauses import Said

if TYPE_CHECKING:
    from sidepot.games.limits import Limit
    from sidepot.games.model import Game
    from sidepot.games.stakes import Stakes
    from sidepot.hand.hand import Hand
    from sidepot.hand.setup import Setup
    from sidepot.room.table.machine import RoomTable


class GameText(NamedTuple):
    """A game and its stakes: its title, its name in the mix (`nl holdem`), `no limit`, `blinds 10/20`, both as `terms`.

    `facts` are the same for programs, `terms_said` for pages in other languages. `halves` are what the halves of its
    pots are called (`high`, `low`), where there are two.
    """

    title: str
    id: str
    limit: str
    stakes: str
    terms: str = ""
    facts: GameFacts | None = None
    halves: tuple[str, ...] = ()
    terms_said: Parts = ()


_KEPT: Final = 1024
_TEXTS: dict[tuple[int, int, int], tuple[GameText, object]] = {}


def game_text(part: MixGame, stakes: Stakes) -> GameText:
    """One game of a table with its stakes, in words."""
    return _text(part.game, part.limit, stakes)


def setup_text(setup: Setup) -> GameText:
    """The game of a hand with its stakes, in words."""
    return _text(setup.game, setup.limit, setup.stakes)


def bomb_text(told: GameText, ante: int) -> GameText:
    """The game of a bomb pot: its stakes are what all put in, not the blinds that nobody posts."""
    words = f"all ante {ante}, no betting before the flop"
    said = (("Bomb pot: all ante {}, no betting before the flop", str(ante)),)
    return told._replace(stakes=f"bomb pot, {words}", terms=f"Bomb pot: {words}", terms_said=said)


def _text(game: Game, limit: Limit, stakes: Stakes) -> GameText:
    # by identity: the values themselves take long to hash; they are kept here, so that their ids stay theirs
    key = id(game), id(limit), id(stakes)
    found = _TEXTS.get(key)
    if found is None:
        told = GameText(
            game.title,
            MixGame(game, limit).name,
            limit_words(limit),
            stakes_words(limit, stakes),
            terms_words(limit, stakes),
            _facts(game, limit, stakes),
            tuple([half_label(game, at) for at in range(len(game.halves))]) if len(game.halves) > 1 else (),
            tuple(terms_parts(limit, stakes)),
        )
        if len(_TEXTS) >= _KEPT:
            _TEXTS.clear()
        found = _TEXTS[key] = told, (game, limit, stakes)
    return found[0]


def _facts(game: Game, limit: Limit, stakes: Stakes) -> GameFacts:
    fixed = isinstance(limit, FixedLimit)
    return GameFacts(
        kind=kind_of(game),
        limit=limit_kind(limit),
        blinds=stakes.blinds,
        ante=stakes.ante,
        bring_in=stakes.bring_in,
        small_bet=stakes.bet_size(big=False) if fixed else 0,
        big_bet=stakes.bet_size(big=True) if fixed else 0,
        least_bet=stakes.min_bet,
    )


_NONE: Final = GameText("", "", "", "")


def game_of(room: RoomTable, view: Hand | None) -> GameText:
    """The game of the hand that is on, or was over last; of the next one where it is named, or none was played."""
    rules = room.table.rules
    if room.hand is not None and room.begun is not None:
        told = setup_text(room.begun.setup)
        return bomb_text(told, rules.bomb_ante) if room.begun.bomb else told
    told = _game_to_come(room, view)
    if not rules.bomb_every or not told.terms:
        return told
    if rules.bomb_every == 1:
        return bomb_text(told, rules.bomb_ante)
    said = (*told.terms_said, ("a bomb pot every {} hands", str(rules.bomb_every)))
    return told._replace(terms=f"{told.terms}, a bomb pot every {rules.bomb_every} hands", terms_said=said)


def _game_to_come(room: RoomTable, view: Hand | None) -> GameText:
    table = room.table
    rules = table.rules
    if table.chosen is not None:
        at = table.chosen[1]
    elif rules.dealers_choice:
        if room.phase == "choosing" or view is None:
            return _NONE
        return setup_text(view.setup)
    elif view is not None and len(rules.mix.games) > 1:
        return setup_text(view.setup)
    else:
        at = table.turn.at
    return game_text(rules.mix.games[at], rules.stakes[at])


def title_said(game: Game) -> Said | str:
    """The title of a game: a sentence for one of the catalogue, which pages may have words for; else a name."""
    known = GAMES.get(game.name)
    return (game.title,) if known is not None and known.title == game.title else game.title


_MIXES: dict[int, tuple[tuple[tuple[str, str], ...], Mix]] = {}


def mix_text(mix: Mix) -> tuple[tuple[str, str], ...]:
    """The games of a mix: the key of each, and its title; nothing where there is only one."""
    if len(mix.games) < 2:
        return ()
    found = _MIXES.get(id(mix))
    if found is None or found[1] is not mix:
        if len(_MIXES) >= _KEPT:
            _MIXES.clear()
        told = tuple([(part.name, f"{part.game.title}, {limit_words(part.limit)}") for part in mix.games])
        found = _MIXES[id(mix)] = told, mix
    return found[0]
