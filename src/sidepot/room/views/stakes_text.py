"""The words for games and stakes, cached for each game and level."""

# compiled: docs/how-to/measure-speed.md

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
from sidepot.games.unit import WHOLE, Unit
from sidepot.room.views.schema import GameFacts
from sidepot.rules.clauses import Sentence

if TYPE_CHECKING:
    from sidepot.games.limits import Limit
    from sidepot.games.model import Game
    from sidepot.games.stakes import Stakes
    from sidepot.hand.hand import Hand
    from sidepot.hand.setup import Setup
    from sidepot.room.table.machine import RoomTable


class GameText(NamedTuple):
    """A game and its stakes in words.

    - `id`: the name of the game in a mix, such as `nl holdem`
    - `stakes`: the stakes, such as `blinds 10/20`
    - `terms`: limit and stakes in one line
    - `facts`, `terms_parts`: the same as data
    - `halves`: the names of the two halves of the pot, if it is split
    """

    title: str
    id: str
    limit: str
    stakes: str
    terms: str = ""
    facts: GameFacts | None = None
    halves: tuple[str, ...] = ()
    terms_parts: Parts = ()


_KEPT: Final = 1024
_TEXTS: dict[tuple[int, int, int, int], tuple[GameText, object]] = {}


def setup_text(setup: Setup, unit: Unit = WHOLE) -> GameText:
    """The game and the stakes of a hand in words."""
    return _text(setup.game, setup.limit, setup.stakes, unit)


def bomb_text(text: GameText, ante: str) -> GameText:
    """The game and stakes of a bomb pot, in which all players post an ante instead of the blinds."""
    words = f"everybody antes {ante}, no betting before the flop"
    parts = (("Bomb pot: everybody antes {}, no betting before the flop", ante),)
    return text._replace(stakes=f"bomb pot, {words}", terms=f"Bomb pot: {words}", terms_parts=parts)


def _text(game: Game, limit: Limit, stakes: Stakes, unit: Unit) -> GameText:
    # keyed by identity, because hashing is slow; the values are kept so that their ids stay valid
    key = id(game), id(limit), id(stakes), unit.decimals
    found = _TEXTS.get(key)
    if found is None:
        text = GameText(
            game.title,
            MixGame(game, limit).name,
            limit_words(limit),
            stakes_words(limit, stakes, unit),
            terms_words(limit, stakes, unit),
            _facts(game, limit, stakes),
            tuple([half_label(game, at) for at in range(len(game.halves))]) if len(game.halves) > 1 else (),
            tuple(terms_parts(limit, stakes, unit)),
        )
        if len(_TEXTS) >= _KEPT:
            _TEXTS.clear()
        found = _TEXTS[key] = text, (game, limit, stakes)
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
    """The game of a table in words.

    During a hand, it is the game of the hand. Between hands, it is the game of the next hand or, if that is not known
    yet, of the last hand.
    """
    rules = room.table.rules
    if room.hand is not None and room.begun is not None:
        text = setup_text(room.begun.setup, rules.unit)
        return bomb_text(text, rules.unit.show(room.begun.setup.stakes.ante)) if room.begun.bomb else text
    text = _game_to_come(room, view)
    if not rules.bomb_every or not text.terms:
        return text
    if rules.bomb_every == 1:
        return bomb_text(text, rules.unit.show(rules.bomb_ante))
    parts = (*text.terms_parts, ("a bomb pot every {} hands", str(rules.bomb_every)))
    return text._replace(terms=f"{text.terms}, a bomb pot every {rules.bomb_every} hands", terms_parts=parts)


def _game_to_come(room: RoomTable, view: Hand | None) -> GameText:
    table = room.table
    rules = table.rules
    if table.chosen is not None:
        at = table.chosen[1]
    elif rules.dealers_choice:
        if room.phase == "choosing" or view is None:
            return _NONE
        return setup_text(view.setup, rules.unit)
    elif view is not None and len(rules.mix.games) > 1:
        return setup_text(view.setup, rules.unit)
    else:
        at = table.turn.at
    part = rules.mix.games[at]
    return _text(part.game, part.limit, rules.stakes[at], rules.unit)


def title_sentence(game: Game) -> Sentence | str:
    """The title of a game: a sentence to translate if the game is in the catalogue, otherwise its name."""
    known = GAMES.get(game.name)
    return (game.title,) if known is not None and known.title == game.title else game.title


_MIXES: dict[int, tuple[tuple[tuple[str, str], ...], Mix]] = {}


def mix_text(mix: Mix) -> tuple[tuple[str, str], ...]:
    """The games of a mix, each with its key and title (empty for a single game)."""
    if len(mix.games) < 2:
        return ()
    found = _MIXES.get(id(mix))
    if found is None or found[1] is not mix:
        if len(_MIXES) >= _KEPT:
            _MIXES.clear()
        titles = tuple([(part.name, f"{part.game.title}, {limit_words(part.limit)}") for part in mix.games])
        found = _MIXES[id(mix)] = titles, mix
    return found[0]
