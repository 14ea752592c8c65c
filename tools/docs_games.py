"""The page of docs/ about games: all of them, street by street, their forms, and how to write one as a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from docs_text import NOTE, listed, table

from sidepot.cli.game_words import (
    KINDS,
    LIMITS,
    OPENS,
    cards_words,
    forms_of,
    requirement_words,
    seats_words,
    street_row,
    wins_words,
)
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.decks import find_deck
from sidepot.games.files import GAME_KEYS, HALF_KEYS, MOST_SEATS, STREET_KEYS
from sidepot.games.forms import FORMS
from sidepot.games.mixes import MIXES
from sidepot.games.model import Choose, Game, Opens, Street
from sidepot.games.study import STUDIES, Study
from sidepot.games.titles import kind_of
from sidepot.games.usual import usual_limit
from sidepot.ranking.scales import SCALES

EXAMPLE = "examples/my-game.toml"

# What each key of a game file is, and what it is where a file leaves it out.
GAME_MEANINGS = {
    "like": ("a game of the catalogue or a form of one; it supplies every key that the file leaves out", "no game"),
    "name": ("the name of the game", "required"),
    "title": ("the name that people read", "the name"),
    "streets": ("the deal and its betting rounds, a table each", "those of `like`, else required"),
    "halves": ("what wins the pot, or each half of it, one table or two", "one: the highest hand"),
    "seats": ("how many may play, as in `[2, 8]`", f"as many as the deck has cards for, {MOST_SEATS} at most"),
    "deck": ('the pack: `"standard"`, `"joker"`, or stripped as in `"6+"` or `"7+ joker"`', '`"standard"`'),
    "pass_out": ("whether the pot stays for the next deal when nobody opens", "`false`"),
    "wild": ("the wild cards, a list", "none"),
    "boards": ("how many boards share the pot, 1 to 4", "1"),
    "open_requirement": ('what a hand must hold to make the first bet, as in `"JJ"`; not with a board', "nothing"),
    "win_requirement": ('what a hand must hold to win anything, as in `"222"`', "nothing"),
}
STREET_MEANINGS = {
    "name": ("the name of the street", "required"),
    "opens": ('who begins its betting round; `"nobody"` if it has none', "required"),
    "down": ("cards dealt face down to each seat", "0"),
    "up": ("cards dealt face up to each seat", "0"),
    "board": ("cards dealt to the board, or to each of the boards", "0"),
    "draw": ("how many cards a seat may change", "0"),
    "discard": ("how many cards each seat must throw away without a replacement", "0"),
    "burn": ("whether a card is burned first", "on all streets but the first and those of discards"),
    "big": ("whether fixed limit uses the big bet", "`false`"),
}
HALF_MEANINGS = {
    "scale": ("the order of hands", '`"high"`'),
    "choose": ("which cards make the hand", '`"any"`'),
    "qualifier": ("the highest card that a low may have, 8 for eight or better", "any hand qualifies"),
}
SCALE_MEANINGS = {
    "high": "the usual order of hands, from high card to straight flush",
    "ace-to-five": "the lowest hand; aces are low, straights and flushes do not count: the best is 5-4-3-2-A",
    "ace-to-six": "the lowest hand; aces are low, straights and flushes count as high: the best is 6-4-3-2-A",
    "deuce-to-seven": "the lowest hand; aces are high, straights and flushes count as high: the best is 7-5-4-3-2",
    "short-deck": "the order of stripped decks: a flush is above a full house",
    "short-deck-trips": "the same, with three of a kind above a straight",
    "badugi": "the most cards, up to four, that differ in rank and suit, then the lowest; aces are low",
    "badugi-deuce": "the same with aces high",
    "three-card": "the best three cards: straight flush, three of a kind, straight, flush, pair, high card; in 3-2-A "
    "the ace is low",
}
OPENS_TOO = {Opens.LEFT_OF_BLINDS: "left of the blinds; left of the button if nobody posts a blind"}
CHOOSE_MEANINGS = {
    Choose.ANY: "the best of all",
    Choose.TWO_THREE: "exactly two hole cards and three board cards, as in Omaha",
    Choose.HOLE: "hole cards only, as in the second half of drawmaha",
}
WILD_MEANINGS = {
    '"joker"': "the joker is any card (a deck with a joker)",
    '"bug"': "the joker is an ace, or any card that completes a straight, a flush or both (a deck with a joker)",
    '"2"': "the four cards of a rank, here the deuces, are any card",
    '"one-eyed jacks"': "the jacks of hearts and spades",
    '"Kd"': "a single card",
}
DECK_MEANINGS = {
    "standard": "all ordinary cards",
    "joker": "and a joker; `wild` says whether it is a `joker` or a `bug`",
    "6+": "sixes and up; the ace is also low, so that 9-8-7-6-A is a straight",
    "T+": "tens and up",
    "7+ joker": "sevens and up, and a joker",
    "JQK hs": "these ranks in these suits; no card of such a deck can be wild",
    "Js Qs Ks": "these cards",
}


def games_page(root: Path) -> str:
    """The catalogue, what games are made of, and how to make another."""
    parts = [
        "# Games",
        "For players and programmers who look up a game or write their own.",
        NOTE,
        "A game is a value of `sidepot.games.model.Game`: its streets, and what wins. It does not set amounts or how "
        "much may be bet, so you can play each at no limit, pot limit, fixed limit or spread limit. The tables show "
        "the default limit of `sidepot play`. `sidepot games NAME` shows a game, the [playthroughs]"
        "(playthroughs/README.md) show a hand of each, and a game of your own is [a file](#your-own-game).",
    ]
    for kind, title in KINDS.items():
        rows = [_row(game) for game in GAMES.values() if kind_of(game) == kind]
        parts += [f"## {title}", table(["name", "game", "seats", "cards", "what wins", "limit"], rows)]
    parts += _studies()
    parts += _mixes()
    parts += ["## Street by street", *_streets()]
    parts += _forms()
    parts += ["## Decks", table(["deck", "cards", ""], _decks()), _played_with(lambda game: game.deck, "standard")]
    wild = [[f"`{name}`", meaning] for name, meaning in WILD_MEANINGS.items()]
    parts += [
        "## Wild cards",
        "A wild card stands for the card that makes the best hand. Five of a kind is then the highest hand. In a flush "
        "a wild card counts as the highest missing card, in a low as the lowest.",
        table(["`wild`", ""], wild),
        _played_with(lambda game: ", ".join(game.wild), ""),
        "## What wins",
        table(["`scale`", "the order of hands"], _meant(SCALES, SCALE_MEANINGS)),
        table(["`choose`", "which cards make the hand"], _meant(Choose, CHOOSE_MEANINGS)),
    ]
    asked = [f"- `{game.name}`: {'; '.join(words)}" for game in GAMES.values() if (words := requirement_words(game))]
    parts += ["What a hand must hold, to open or to win:", "\n".join(asked)]
    parts += _own_game((root / EXAMPLE).read_text(encoding="utf-8"))
    return "\n\n".join(parts) + "\n"


def _amounts(study: Study) -> str:
    small = study.stakes.small_bet
    return f"ante {study.stakes.ante}, bets {small}/{2 * small}, at most {study.limit.bets} in each round"


def _studies() -> list[str]:
    """The small games that papers solve."""
    rows = [[*_row(study.game)[:5], _amounts(study), study.source] for study in STUDIES.values()]
    return [
        "## Small games for study",
        "Papers solve these games. They are not in `GAMES`, in the lobby or in a mix; `find_game`, `sidepot games` "
        "and `sidepot play` know them, and `study_setup` in `sidepot.hand.planning.study` is a hand with the amounts "
        "of the paper. [Solve games](../how-to/solve.md) solves them.",
        table(["name", "game", "seats", "cards", "what wins", "amounts", "source"], rows),
    ]


def _mixes() -> list[str]:
    """Games that follow each other."""
    rows = [[f"`{mix.name}`", mix.title, _seats(mix.seats), ", ".join(mix.names)] for mix in MIXES.values()]
    return [
        "## Mixed games",
        "In a mix the games take turns, each for an orbit, for some hands or for a level. It seats as many players as "
        "all of its games can. At dealer's choice the same list is a menu: before the antes the dealer names any "
        "game on it that has cards for all players. `sidepot games horse` shows a mix, `sidepot games horse --toml` "
        "writes it as a file to change, and `sidepot simulate --game horse` plays it.",
        table(["name", "mix", "seats", "games"], rows),
    ]


def _seats(seats: tuple[int, int]) -> str:
    return f"{seats[0]} to {seats[1]}"


def _row(game: Game) -> list[str]:
    cells = [game.title, seats_words(game), cards_words(game), wins_words(game), LIMITS[usual_limit(game)]]
    return [f"`{game.name}`", *cells]


def _streets() -> Iterable[str]:
    """A table for each deal, under the first game that has it, with the other games it serves for."""
    alike: dict[tuple[Street, ...], list[Game]] = {}
    for game in GAMES.values():
        alike.setdefault(game.streets, []).append(game)
    for streets, games in alike.items():
        yield f"### {games[0].title}"
        if games[1:]:
            yield f"Also {listed(game.name for game in games[1:])}."
        yield table(
            ["street", "dealt", "who opens", "fixed limit"], (street_row(games[0], street) for street in streets)
        )


def _forms() -> list[str]:
    """The endings of a name, and the games that they work with."""
    every = [game for game in GAMES.values() if len(forms_of(game)) == len(FORMS)]
    none = [game.name for game in GAMES.values() if not forms_of(game)]
    if len(every) + len(none) != len(GAMES):
        sys.exit("tools/docs_games.py: a game has some forms and not others: say so on the page")
    return [
        "## Forms",
        "Add an ending to the name of a high-only game to play it for low, or high-low:",
        table(["added", "form", "for example"], [_form(name, every) for name in FORMS]),
        f"The endings work with {listed(game.name for game in every)}. They do not work with a deck that lacks the low "
        "cards, or with a game that requires a high hand. In stud played for low alone, the highest card brings it "
        "in and the lowest hand showing opens.",
    ]


def _form(name: str, games: list[Game]) -> list[str]:
    example = find_game(f"{games[-1 - list(FORMS).index(name) % len(games)].name}-{name}")
    return [f"`-{name}`", FORMS[name].title, f"`{example.name}`: {wins_words(example)}"]


def _decks() -> Iterable[list[str]]:
    for name, meaning in DECK_MEANINGS.items():
        yield [f"`{name}`", str(len(find_deck(name).cards)), meaning]


def _played_with(what: Callable[[Game], str], usual: str) -> str:
    """Which games have something unusual."""
    found: dict[str, list[str]] = {}
    for game in GAMES.values():
        if what(game) != usual:
            found.setdefault(what(game), []).append(game.name)
    return "\n".join(f"- `{value}`: {listed(names)}" for value, names in found.items())


def _own_game(example: str) -> list[str]:
    return [
        "## Your own game",
        "A game is also a TOML file. `sidepot games omaha8 --toml > my-game.toml` writes one to start from, `sidepot "
        "games my-game.toml` shows what it says, and `sidepot play my-game.toml` plays it. From Python, "
        "`sidepot.games.files.read_game` reads the text and `write_game` writes it. This is "
        f"[{EXAMPLE}](../../{EXAMPLE}):",
        f"```toml\n{example}```",
        "If a game is almost like another one, name that game:",
        '```toml\nname = "one-eyed-omaha"\ntitle = "Omaha high-low, one-eyed jacks wild"\nlike = "omaha8"\n'
        'wild = ["one-eyed jacks"]\n```',
        "The keys of the file:",
        _keys(GAME_KEYS, GAME_MEANINGS),
        "A street, under `[[streets]]`. A street does nothing that its keys do not name.",
        _keys(STREET_KEYS, STREET_MEANINGS),
        "The values of `opens`:",
        table(["`opens`", "who begins"], _meant(Opens, OPENS | OPENS_TOO)),
        "A half of the pot, under `[[halves]]`; the high one comes first, and takes the odd chip. [What wins]"
        "(#what-wins) lists the scales and choices.",
        _keys(HALF_KEYS, HALF_MEANINGS),
        "A file that cannot be played is refused with exit code 2. The error names the place: an unknown key or value "
        "(with what would be right), a street without a round, more cards than the deck has, a pot that nobody can "
        "win.",
        "A hand history of such a game (`sidepot.formats.phh_record.phh_of_hand`) contains the game itself, so "
        "`sidepot replay` can play it without the file.",
    ]


def _keys(keys: Iterable[str], meanings: dict[str, tuple[str, str]]) -> str:
    """The keys of a table of a file. Ends the program where one has no meaning yet."""
    for key in keys:
        if key not in meanings:
            sys.exit(f"tools/docs_games.py: a game file has a new key {key!r}: say what it means")
    return table(["key", "what it is", "default"], [[f"`{key}`", *meanings[key]] for key in keys])


def _meant(values: Iterable[str], meanings: Mapping[Any, str]) -> Iterable[list[str]]:
    return [[f"`{value}`", meanings[value]] for value in values]
