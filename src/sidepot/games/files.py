"""Games as text: a game is read from a TOML file, and written as one to start another game from.

The keys are the fields of `model.Game`, with a table `[[streets]]` for each street and `[[halves]]` for each half. What
a file leaves out has a usual value, or where it says `like = "omaha8"` the value of that game; only the name and title
are always its own. `docs/games.md` tells the format with an example.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.decks import STANDARD, find_deck
from sidepot.games.file_values import at_place, check_keys, one_of, quoted, said, text_of, toml_of, whole, yes_no
from sidepot.games.model import Choose, Game, Half, Opens, Street
from sidepot.ranking.choose import at_least
from sidepot.ranking.scales import SCALES, find_scale
from sidepot.ranking.wild import wild_cards

GAME_KEYS: Final = ("like", *Game.__struct_fields__)
STREET_KEYS: Final = Street.__struct_fields__
HALF_KEYS: Final = Half.__struct_fields__
MOST_SEATS: Final = 10  # where a file does not say how many play
MOST_STREETS: Final = 30

_COUNTS: Final = ("down", "up", "board", "draw", "discard")
_FAR: Final = 10**9  # numbers beyond are not repeated in an error


def read_game(text: str) -> Game:
    """The game of a TOML file. Raises BadNotation for an unreadable file, Conflict for an unplayable game.

    >>> game = read_game('name = "two-boards"\\nlike = "omaha8"\\nboards = 2')
    >>> game.boards, game.hole_cards, game.seats  # eleven could play Omaha, and two boards leave cards for ten
    (2, 4, (2, 10))
    """
    data = toml_of(text, "a game")
    check_keys(data, GAME_KEYS, "the file", "a game")
    like = _like(data)
    if "name" not in data:
        raise BadNotation('the game has no name: give it one, as in name = "my-game"')
    name = text_of(data["name"], "name")
    streets = tuple(_streets(data["streets"])) if "streets" in data else like.streets if like else ()
    if not streets:
        raise BadNotation(
            "the game has no streets: write a table [[streets]] for each, or take those of another game, as in "
            'like = "holdem"'
        )
    halves = tuple(_halves(data["halves"])) if "halves" in data else like.halves if like else (Half(),)
    deck = _deck(data["deck"]) if "deck" in data else like.deck if like else STANDARD
    boards = whole(data["boards"], "boards", "a number of boards") if "boards" in data else like.boards if like else 1
    if "seats" in data:
        seats = _seats(data["seats"])
    else:
        room = _room(streets, deck, boards, short=like is not None)
        seats = (2, max(min(like.seats[1] if like else MOST_SEATS, room), 2))
    return Game(
        name,
        text_of(data["title"], "title") if "title" in data else name,
        streets,
        halves,
        seats,
        deck=deck,
        pass_out=yes_no(data["pass_out"], "pass_out") if "pass_out" in data else like is not None and like.pass_out,
        wild=tuple(_wild(data["wild"])) if "wild" in data else like.wild if like else (),
        boards=boards,
        open_requirement=_requirement(data, "open_requirement", like),
        win_requirement=_requirement(data, "win_requirement", like),
    )


def write_game(game: Game) -> str:
    """A game as a TOML file that `read_game` reads back; usual values are left out."""
    lines = [
        f"name = {quoted(game.name)}",
        f"title = {quoted(game.title)}",
        f"seats = [{game.seats[0]}, {game.seats[1]}]",
    ]
    if game.deck != STANDARD:
        lines.append(f"deck = {quoted(game.deck)}")
    if game.wild:
        lines.append(f"wild = [{', '.join(quoted(name) for name in game.wild)}]")
    if game.boards != 1:
        lines.append(f"boards = {game.boards}")
    if game.pass_out:
        lines.append("pass_out = true")
    lines += [f"{key} = {quoted(ranks)}" for key in _REQUIREMENTS if (ranks := getattr(game, key))]
    for at, street in enumerate(game.streets):
        lines += ["", "[[streets]]", f"name = {quoted(street.name)}", f"opens = {quoted(street.opens)}"]
        lines += [f"{key} = {count}" for key in _COUNTS if (count := getattr(street, key))]
        if street.burn != _burns(at, street.discard):
            lines.append(f"burn = {str(street.burn).lower()}")
        if street.big:
            lines.append("big = true")
    for half in game.halves:
        lines += ["", "[[halves]]", f"scale = {quoted(half.scale)}"]
        if half.choose is not Choose.ANY:
            lines.append(f"choose = {quoted(half.choose)}")
        if half.qualifier is not None:
            lines.append(f"qualifier = {half.qualifier}")
    return "\n".join(lines) + "\n"


def _burns(at: int, discard: int) -> bool:
    """Whether a card is burned where a file does not say: before each street but the first, if cards come."""
    return at > 0 and not discard


# ---- the tables of a file


def _like(data: Mapping[str, Any]) -> Game | None:
    if "like" not in data:
        return None
    with at_place("like"):
        return find_game(text_of(data["like"], ""))


def _streets(value: Any) -> Iterator[Street]:
    tables = _tables(value, "streets")
    if len(tables) > MOST_STREETS:
        raise BadNotation(f"streets: a game has {MOST_STREETS} of them at most, not {len(tables)}")
    for at, table in enumerate(tables):
        where = f"street {at + 1}"
        if "name" in table:
            where += f" ({text_of(table['name'], f'{where}: name')!r})"
        check_keys(table, STREET_KEYS, where, "a street")
        if "name" not in table:
            raise BadNotation(f'{where} has no name: give it one, as in name = "flop"')
        if "opens" not in table:
            raise BadNotation(
                f"{where} has no betting round: say who opens it, as in opens = {quoted(Opens.LEFT_OF_BUTTON)} "
                f"({', '.join(Opens)}); {quoted(Opens.NOBODY)} where nobody bets"
            )
        counts = {
            key: whole(table[key], f"{where}: {key}", "a number of cards, 0 or more") for key in _COUNTS if key in table
        }
        burn = yes_no(table["burn"], f"{where}: burn") if "burn" in table else _burns(at, counts.get("discard", 0))
        yield Street(
            table["name"],
            Opens(one_of(table["opens"], list(Opens), f"{where}: opens")),
            burn=burn,
            big=yes_no(table["big"], f"{where}: big") if "big" in table else False,
            **counts,
        )


def _halves(value: Any) -> Iterator[Half]:
    tables = _tables(value, "halves")
    if not tables:
        raise BadNotation('nothing wins the pot: write a table [[halves]], as in scale = "high", or leave halves out')
    for at, table in enumerate(tables):
        where = f"half {at + 1}"
        check_keys(table, HALF_KEYS, where, "a half")
        scale = one_of(table.get("scale", "high"), SCALES, f"{where}: scale")
        choose = Choose(one_of(table.get("choose", Choose.ANY), list(Choose), f"{where}: choose"))
        qualifier = None
        if "qualifier" in table:
            qualifier = whole(table["qualifier"], f"{where}: qualifier", "a card as a number, 5 to 14 for an ace")
        with at_place(f"{where}: qualifier"):
            find_scale(scale, qualifier)
        yield Half(scale, choose, qualifier)


def _tables(value: Any, key: str) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise BadNotation(f"{key}: these are tables, one after the other, each under a line [[{key}]] of its own")
    return value


# ---- values


def _deck(value: Any) -> str:
    name = text_of(value, "deck")
    with at_place("deck"):
        return find_deck(name).name


def _wild(value: Any) -> Iterator[str]:
    if not isinstance(value, list):
        raise BadNotation(f'wild: this is a list, as in wild = ["joker"] or wild = ["2"], not {said(value)}')
    for name in value:
        with at_place("wild"):
            wild_cards((text_of(name, ""),))
        yield name


def _seats(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadNotation(f"seats: this is the least and the most that may play, as in [2, 8], not {said(value)}")
    least, most = (whole(seats, "seats", "a number of players") for seats in value)
    return least, most


def _room(streets: Sequence[Street], deck: str, boards: int, *, short: bool) -> int:
    """How many seats the deck has cards for; with `short` only for the first street of stud, as `Game` allows it."""
    middle = boards * sum(street.board for street in streets)
    short = short and not middle and any(street.up for street in streets)
    each = sum(street.down + street.up for street in (streets[:1] if short else streets))
    return (len(find_deck(deck).cards) - middle) // max(each, 1)


_REQUIREMENTS: Final = ("open_requirement", "win_requirement")


def _requirement(data: Mapping[str, Any], key: str, like: Game | None) -> str:
    if key not in data:
        return getattr(like, key) if like else ""
    ranks = data[key]
    if ranks != "":  # an empty one asks for nothing, even if the other game does
        with at_place(key):
            at_least(text_of(ranks, ""))
    return str(ranks)
