"""Games on the command line: find them by name or file, and describe them in words.

The pages of `docs/` and `sidepot games` share them.
"""

from __future__ import annotations

from sidepot.cards import RANK_NAMES, RANK_PLURALS, RANKS, text
from sidepot.cli import common
from sidepot.errors import BadNotation
from sidepot.games import forms
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.decks import find_deck
from sidepot.games.model import Choose, Game, Half, Opens, Street
from sidepot.games.titles import required_words
from sidepot.games.usual import has_blinds, usual_limit

KINDS = {"draw": "Draw", "stud": "Stud", "board": "Games with a board"}
LISTED = "`sidepot games` lists them"
LIMITS = {"nl": "no limit", "pl": "pot limit", "fl": "fixed limit"}

OPENS = {
    Opens.LEFT_OF_BLINDS: "left of the blinds",
    Opens.LEFT_OF_BUTTON: "left of the button",
    Opens.OPENER: "who opened the first round",
    Opens.LOW_CARD: "lowest card showing brings it in",
    Opens.HIGH_CARD: "highest card showing brings it in",
    Opens.HIGH_CARD_ACTS: "highest card showing",
    Opens.HIGH_HAND: "highest hand showing",
    Opens.LOW_HAND: "lowest hand showing",
    Opens.NOBODY: "nobody: no betting",
}

WINS = {
    "high": "highest hand",
    "short-deck": "highest hand, a flush above a full house",
    "short-deck-trips": "highest hand, a flush above a full house, three of a kind above a straight",
    "ace-to-five": "lowest hand, ace to five",
    "ace-to-six": "lowest hand, ace to six",
    "deuce-to-seven": "lowest hand, deuce to seven",
    "badugi": "best badugi, ace low",
    "badugi-deuce": "best badugi, ace high",
    "three-card": "highest three cards",
}


def is_file(game: str) -> bool:
    """Whether a name is a file name. Names of games contain no dot or slash."""
    return any(mark in game for mark in "./\\")


def named_game(name: str) -> Game:
    """Find a game by its name in the catalogue, or read a game from a TOML file (`-` for standard input).

    Raises BadNotation if there is no such game, and Conflict if the file's game cannot be played.
    """
    if name == "-" or is_file(name):
        from sidepot.games.files import read_game

        return common.read_file(name, read_game)
    try:
        return find_game(name)
    except BadNotation as error:
        hint = f"{error.hint} {LISTED}" if error.near else LISTED  # listing is a command of its own
        raise BadNotation(error.detail, code=error.code, hint=hint, near=error.near) from None


def forms_of(game: Game) -> list[str]:
    """The names of the forms (low or high-low) in which a game of the catalogue can be played."""
    return [f"{game.name}-{form}" for form in forms.forms_of(game)] if GAMES.get(game.name) == game else []


# ---- the deal


def seats_words(game: Game) -> str:
    """The number of seats in words, such as `2 to 8`."""
    low, high = game.seats
    return f"{low} to {high}" if low < high else str(low)


def cards_words(game: Game) -> str:
    """The cards of a hand in words, such as `4 of one's own, 5 on each of 2 boards`."""
    parts = [f"{game.hole_cards} of one's own"]
    if game.board_cards:
        parts.append(f"{game.board_cards} on {'the board' if game.boards == 1 else f'each of {game.boards} boards'}")
    draws = sum(1 for street in game.streets if street.draw)
    if draws:
        parts.append(f"{draws} draw{'s'[: draws > 1]}")
    away = sum(street.discard for street in game.streets)
    if away:
        parts.append(f"{away} more thrown away")
    return ", ".join(parts)


def deck_words(game: Game) -> str:
    """The deck in words, such as `36 cards, sixes and up`."""
    pack = find_deck(game.deck)
    words = f"{len(pack.cards)} cards"
    if not pack.stripped:
        return f"{words}, {text(pack.cards)}"
    if pack.lowest:
        words += f", {RANK_PLURALS[pack.lowest]} and up"
    return words + (", a joker among them" if pack.has_joker else "")


def wild_words(game: Game) -> str:
    """The wild cards in words, such as `deuces`; "" if there are none."""
    return ", ".join(_wild_card(name) for name in game.wild)


def _wild_card(name: str) -> str:
    if name == "bug":
        return "the joker as a bug: an ace, or what completes a straight or a flush"
    if name in ("joker", "one-eyed jacks"):
        return f"the {name}"
    rank = name.upper().replace("10", "T")
    return RANK_PLURALS[RANKS.index(rank)] if len(rank) == 1 and rank in RANKS else f"the {name}"


def street_words(street: Street) -> str:
    """The cards of a street in words, such as `2 down, 1 up`."""
    parts = [
        f"{count} {what}"
        for count, what in ((street.down, "down"), (street.up, "up"), (street.board, "to the board"))
        if count
    ]
    if street.draw:
        parts.insert(0, f"change up to {street.draw}")
    if street.discard:
        parts.insert(0, f"throw {street.discard} away")
    return ", ".join(parts) or "no cards"


def street_row(game: Game, street: Street) -> tuple[str, str, str, str]:
    """A street as a table row: the name, the cards, the opener, and the fixed-limit bet."""
    bet = "" if street.opens is Opens.NOBODY else "big bet" if street.big else "small bet"
    is_first = street.opens is Opens.LEFT_OF_BLINDS and not has_blinds(game)
    return street.name, street_words(street), OPENS[Opens.LEFT_OF_BUTTON if is_first else street.opens], bet


# ---- the winning hands


def wins_words(game: Game) -> str:
    """The hands that win the pot, or each half of it, in words: `highest hand; and lowest hand, eight or better`."""
    choices = {half.choose for half in game.halves}
    alike = len(choices) == 1
    words = "; and ".join(_half(half, choose=not alike) for half in game.halves)
    return words + (_chosen(game.halves[0]) if alike else "")


def _half(half: Half, *, choose: bool) -> str:
    words = WINS.get(half.scale, half.scale)
    if half.qualifier:
        words += f", {RANK_NAMES[half.qualifier - 2]} or better"
    return words + (_chosen(half) if choose else "")


def _chosen(half: Half) -> str:
    return {
        Choose.TWO_THREE: " (two own cards, three of the board)",
        Choose.HOLE: " (own cards alone)",
    }.get(half.choose, "")


def requirement_words(game: Game) -> list[str]:
    """The hands required to open and to win, in words: `a pair of jacks or better opens`. "" if none are required."""
    return [
        f"{required_words(game, ranks)} {verb}"
        for ranks, verb in (
            (game.open_requirement, "opens the betting"),
            (game.win_requirement, "wins; without it the pot stays for the next deal"),
        )
        if ranks
    ]


def describe_game(game: Game) -> dict[str, str]:
    """The facts of a game by topic, without its streets."""
    rows = {
        "seats": seats_words(game),
        "deck": deck_words(game),
        "wild": wild_words(game),
        "cards": cards_words(game),
        "wins": wins_words(game),
        "asked for": "; ".join(requirement_words(game)),
        "passed": "if nobody opens, the pot stays for the next deal" if game.pass_out else "",
        "usually": f"{LIMITS[usual_limit(game)]}; any limit can be played",
        "forms": ", ".join(forms_of(game)),
    }
    return {name: words for name, words in rows.items() if words}
