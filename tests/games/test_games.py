"""Games as data: what may not be, games as files, their forms, and `sidepot games`."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from each import each
from msgspec.structs import replace
from places import ROOT

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.games.catalog import FIVE_CARD_DRAW, GAMES, HOLDEM, NICKNAMES, OMAHA8, RAZZ, STUD, find_game
from sidepot.games.files import read_game, write_game
from sidepot.games.forms import FORMS
from sidepot.games.mixes import SHORT
from sidepot.games.model import Choose, Game, Half, Opens, Street
from sidepot.games.usual import has_blinds, stakes_for, usual_limit


def every_form() -> list[Game]:
    """The catalogue, and every form of its games that there is."""
    found = list(GAMES.values())
    for name in GAMES:
        for form in FORMS:
            try:
                found.append(find_game(f"{name}-{form}"))
            except Conflict:
                continue
    return found


# ---- the model


def streets(*more: Street, first: Street | None = None) -> tuple[Street, ...]:
    return (first or Street("deal", Opens.LEFT_OF_BUTTON, down=5, burn=False), *more)


@each(
    ("changes", "says"),
    [
        ({"streets": ()}, "at least one street"),
        ({"halves": ()}, "a game needs at least one street, and at least one half"),
        (
            {"halves": (Half("ace-to-five", qualifier=8),)},
            "at least one half must have no qualifier, or nobody might win the pot",
        ),
        ({"halves": (Half(), Half(), Half())}, "a game has at most two halves, not"),
        (
            {"seats": (1, 8)},
            "seats: expected 2 or more and a maximum of at least that, got 1 and 8",
        ),
        ({"seats": (6, 4)}, "got 6 and 4"),
        ({"boards": 0}, "boards: expected 1 to 4, not 0"),
        ({"boards": 5}, "boards: expected 1 to 4, not 5"),
        (
            {"streets": streets(first=Street("x", Opens.LEFT_OF_BUTTON, board=3))},
            ": the first street must deal cards to the seats",
        ),
        (
            {"streets": streets(Street("x", Opens.NOBODY, down=1, draw=1))},
            ": a street can deal, change or discard cards, but only one of these",
        ),
        (
            {"streets": streets(Street("x", Opens.NOBODY, draw=1, discard=1))},
            ": a street can deal, change or discard cards, but only one of these",
        ),
        (
            {"streets": streets(Street("x", Opens.NOBODY, up=1, discard=1))},
            ": a street can deal or discard cards, but not both",
        ),
        ({"streets": streets(Street("x", Opens.NOBODY, draw=6))}, "x: a player cannot give up 6 cards and hold only 5"),
        (
            {"streets": streets(Street("x", Opens.NOBODY, discard=6))},
            "x: a player cannot give up 6 cards and hold only 5",
        ),
        ({"streets": streets(Street("x", Opens.NOBODY, discard=5))}, "x: after this street, a seat would have"),
        ({"streets": streets(Street("x", Opens.HIGH_HAND))}, "cannot open the betting, because no card is face up yet"),
        ({"streets": (*STUD.streets, Street("x", Opens.LOW_CARD))}, "can bring it in on the first street only"),
        ({"streets": streets(first=Street("x", Opens.NOBODY, down=5))}, "needs a betting round"),
        (
            {"streets": (*STUD.streets, Street("x", Opens.HIGH_HAND, draw=1))},
            "a game can have face-up cards or draws, but not both",
        ),
        ({"seats": (2, 11)}, "11 seats need 55 cards, but the deck has 52"),
        ({"deck": "T+"}, "10 seats need 50 cards, but the deck has 20"),
        ({"deck": "five"}, "unknown deck"),
        ({"deck": "joker"}, "has a joker; `wild` must name it, as 'joker' or 'bug'"),
        ({"wild": ("joker",)}, "has none; choose a deck with a joker"),
        ({"wild": ("bug",)}, "has none; choose a deck with a joker"),
        ({"wild": ("bug", "joker"), "deck": "joker"}, "the joker cannot be both wild and a bug"),
        ({"wild": ("queens",)}, "unknown wild cards 'queens'"),
        ({"halves": (Half("hgih"),)}, "unknown ranking 'hgih'"),
        (
            {"halves": (Half("high", qualifier=8),)},
            "at least one half must have no qualifier, or nobody might win the pot",
        ),
        ({"halves": (Half(), Half("high", qualifier=8))}, "the high scale cannot have a qualifier"),
        ({"halves": (Half(), Half("ace-to-five", qualifier=4))}, "expected a qualifier from 5 to 14"),
        ({"halves": (Half(choose=Choose.TWO_THREE),)}, "a hand uses two hole cards and three board cards"),
        ({"open_requirement": "JX"}, "got 'JX'"),
        ({"win_requirement": "JJJJJJ"}, "expected one to five ranks"),
        ({"halves": (Half("ace-to-five"),), "win_requirement": "222"}, "is a high hand, but this game is won by"),
        ({"streets": HOLDEM.streets, "open_requirement": "JJ"}, "a game with a board cannot require openers"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(Conflict, match=re.escape(says)) as refused:
        replace(FIVE_CARD_DRAW, **changes)
    assert refused.value.message.startswith("five-card-draw: ")


def test_the_cards_of_a_seat_are_counted_street_by_street() -> None:
    irish = GAMES["irish"]
    assert (irish.held, irish.hole_cards, irish.board_cards) == ((4, 4, 2, 2, 2), 2, 5)
    assert GAMES["badugi"].held == (4, 4, 4, 4)
    assert GAMES["stud"].held == (3, 4, 5, 6, 7)


# ---- files


@each("game", every_form(), ids=lambda game: game.name)
def test_a_game_that_is_written_is_read_back(game: Game) -> None:
    assert read_game(write_game(game)) == game


def test_there_are_forms_of_games() -> None:
    forms = {game.name for game in every_form()} - set(GAMES)
    assert {"stud-high-low-8", "crazy-pineapple-low", "holdem-low-27", "five-card-draw-bug-low-a6"} <= forms
    assert not any(name.startswith(("razz", "omaha8", "short-deck", "royal", "jacks", "badugi")) for name in forms)


def test_text_that_toml_would_trip_over_is_read_back() -> None:
    game = replace(HOLDEM, name='a "quoted" game', title="back\\slash, Ünïcode [bold] # no comment")
    assert read_game(write_game(game)) == game
    assert tomllib.loads(write_game(replace(HOLDEM, title="tab\tand\x7f")))["title"] == "tab\tand\x7f"


def test_keys_left_out_of_a_file_have_their_defaults() -> None:
    game = read_game(
        """
        name = "plain"
        [[streets]]
        name = "deal"
        opens = "left of blinds"
        down = 4
        [[streets]]
        name = "throw"
        opens = "nobody"
        discard = 1
        [[streets]]
        name = "table"
        opens = "left of button"
        board = 3
        """
    )
    assert game == Game(
        "plain",
        "plain",
        (
            Street("deal", Opens.LEFT_OF_BLINDS, down=4, burn=False),
            Street("throw", Opens.NOBODY, discard=1, burn=False),
            Street("table", Opens.LEFT_OF_BUTTON, board=3, burn=True),
        ),
        (Half(),),
        (2, 10),  # twelve could sit, ten is the most
    )


@pytest.mark.parametrize(
    ("more", "seats"),
    [
        ("", (2, 10)),  # 5 each of 52
        ('deck = "T+"', (2, 4)),  # 5 each of 20
        ('deck = "6+"', (2, 7)),  # 36 cards
    ],
)
def test_as_many_play_as_the_deck_has_cards_for(more: str, seats: tuple[int, int]) -> None:
    street = '[[streets]]\nname = "deal"\nopens = "left of button"\ndown = 5\n'
    assert read_game(f'name = "x"\n{more}\n{street}').seats == seats


def test_a_stud_game_of_ones_own_seats_those_who_can_be_dealt_all_cards() -> None:
    own = write_game(STUD).replace("seats = [2, 8]\n", "")
    assert read_game(own).seats == (2, 7)
    assert read_game('name = "x"\nlike = "stud"').seats == (2, 8)  # where a short stub is helped out
    assert read_game('name = "x"\nlike = "stud"\nseats = [2, 17]').seats == (2, 17)  # three each on the first street
    with pytest.raises(Conflict, match="18 seats need 54 cards"):
        read_game('name = "x"\nlike = "stud"\nseats = [2, 18]')
    with pytest.raises(Conflict, match="2 seats need 54 cards"):
        read_game(own.replace("down = 2", "down = 22"))


def test_stud_with_a_board_needs_cards_for_the_whole_deal() -> None:
    river = Street("river", Opens.HIGH_HAND, board=1)
    assert replace(STUD, streets=(*STUD.streets, river), seats=(2, 7)).board_cards == 1
    with pytest.raises(Conflict, match="8 seats need 57 cards"):
        replace(STUD, streets=(*STUD.streets, river))


def test_a_game_like_another_one() -> None:
    game = read_game('name = "mine"\nlike = "omaha8"\nboards = 2\nwild = ["2", "Kd"]')
    assert game == replace(
        OMAHA8, name="mine", title="mine", boards=2, wild=("2", "Kd"), seats=(2, 10)
    )  # eleven and two boards would take 54 cards
    form = read_game('name = "x"\nlike = "Stud high low 8"\nseats = [2, 4]')
    assert form.halves == (Half(), Half("ace-to-five", qualifier=8))
    draw = read_game('name = "x"\nlike = "jacks-trips"\nopen_requirement = ""\npass_out = false')
    assert (draw.open_requirement, draw.win_requirement, draw.pass_out) == ("", "222", False)
    lower = read_game('name = "x"\nlike = "razz"\n[[halves]]\nscale = "ace-to-six"')
    assert lower == replace(RAZZ, name="x", title="x", halves=(Half("ace-to-six"),))


X = 'name = "x"\n'
LIKE = f'{X}like = "razz"\n'
DEAL = f'{X}[[streets]]\nname = "deal"\nopens = "left of button"\ndown = 5\n'
FLOP = f'{DEAL}[[streets]]\nname = "flop"\n'
HALF = f"{DEAL}[[halves]]\n"


@each(
    ("text", "says"),
    [
        ("name = ", "invalid TOML: "),
        ("x = " + "[" * 3000, "nested too deep"),
        (f"seats = {'9' * 5000}", "invalid TOML"),
        ("", "the game has no name; write, for example, name ="),
        ("name = 5", 'name: expected text in quotes, on one line, not 5'),
        ('name = ""', "name: expected text in quotes, on one line"),
        ('name = "a\\nb"', "name: expected text in quotes, on one line, not 'a\\nb'"),
        ('name = "a\\u001b[2J"', "name: expected text in quotes, on one line"),
        (X, "for each street, or copy those of another game with like ="),
        (X + "streets = []", "the game has no streets"),
        (X + DEAL.removeprefix(X) * 31, "streets: expected at most 30 tables, not 31"),
        (X + "bords = 2", "the file: unknown key 'bords'; did you mean 'boards'? a game has like, name"),
        (X + '[[street]]\nname = "a"', "did you mean 'streets'?"),
        (X + 'like = "omha"', "like: unknown game"),
        (X + 'like = "razz-low"', "has no low or high-low form: only games that the high hand alone wins have one"),
        (X + 'like = ["razz"]', 'expected text in quotes, on one line, not a list'),
        (LIKE + "title = true", "title: expected text in quotes"),
        (LIKE + "seats = 8", "seats: expected the smallest and largest number of players, as in [2, 8], not 8"),
        (LIKE + "seats = [2, true]", "seats: expected a number of players, not true"),
        (LIKE + "seats = [8, 2]", "x: seats: expected 2 or more and a maximum of at least that, got 8 and 2"),
        (LIKE + "seats = [2, 30]", "x: 30 seats need 90 cards, but the deck has 52"),
        (LIKE + 'deck = "5"', "deck: unknown deck '5'; expected 'standard', 'joker'"),
        (LIKE + "deck = 6", "deck: expected text in quotes"),
        (LIKE + 'wild = "2"', 'wild: expected a list, as in wild = ["joker"] or wild = ["2"], not '),
        (LIKE + 'wild = ["11"]', "wild: unknown wild cards '11'; expected 'joker', 'bug'"),
        (LIKE + 'wild = ["joker"]', "x: the joker is wild, but the deck 'standard' has none;"),
        (LIKE + 'boards = "two"', "boards: expected a number of boards, not 'two'"),
        (LIKE + "boards = 9", "x: boards: expected 1 to 4, not 9"),
        (LIKE + "pass_out = 1", "pass_out: expected true or false, without quotes, not 1"),
        (LIKE + 'win_requirement = "222"', "is a high hand, but this game is won by"),
        (X + 'like = "stud"\nwin_requirement = "22x"', "win_requirement: expected one to five ranks"),
        (X + 'like = "holdem"\nopen_requirement = "JJ"', "a game with a board cannot require openers"),
        (X + 'like = "stud"\nopen_requirement = 2022-01-01', "not a date or time"),
        (X + '[streets]\nname = "a"', "streets: expected several tables, each under its own line"),
        (X + "streets = [1]", "expected several tables, each under its own line"),
        (X + '[[streets]]\nopens = "nobody"', 'street 1 has no name; write, for example, name = "flop"'),
        (X + "[[streets]]\nname = 1", "street 1: name: expected text in quotes"),
        (
            FLOP + "board = 3",
            "opener, low card, high card, high card acts, high hand,",
        ),
        (
            FLOP + "board = 3",
            "(one of left of blinds, left of button, opener, low card, high card, high card acts, high hand, low",
        ),
        (
            FLOP + 'opens = "left of buton"',
            "street 2 ('flop'): opens: unknown value 'left of buton'; did you mean",
        ),
        (
            DEAL + "open = 1",
            "street 1 ('deal'): unknown key 'open'; did you mean 'opens'? a street has",
        ),
        (DEAL + "up = -1", "street 1 ('deal'): up: expected a number of cards, 0 or more, not -1"),
        (DEAL + "up = 1.5", "street 1 ('deal'): up: expected a number of cards, 0 or more, not 1.5"),
        (DEAL + f"up = 0x{'f' * 5000}", "up: expected a number of cards, 0 or more, not a number that is too"),
        (DEAL + 'burn = "no"', "street 1 ('deal'): burn: expected true or false, without quotes, not 'no'"),
        (DEAL + "big = 1", "street 1 ('deal'): big: expected true or false"),
        (DEAL.replace("5", "27"), "x: 2 seats need 54 cards, but the deck has 52"),
        (DEAL.replace("down", "board"), "x: deal: the first street must deal cards to the seats"),
        (DEAL.replace("left of button", "nobody"), "at least one street of a game needs a betting round"),
        (f"halves = []\n{DEAL}", "halves is empty: write a table"),
        (f"halves = 2\n{DEAL}", "expected several tables, each under its own line"),
        (HALF + 'scale = "higher"', "half 1: scale: unknown value 'higher'; did you mean"),
        (HALF + 'choose = "3"', "half 1: choose: unknown value '3'; the choices are any, two and three"),
        (HALF + "scales = 1", "half 1: unknown key 'scales'; did you mean 'scale'? a half has"),
        (HALF + "[[halves]]\nqualifier = 8", "half 2: qualifier: the high scale cannot have a qualifier"),
        (HALF + 'qualifier = "8"', "half 1: qualifier: expected a card as a number, 5 to 14"),
        (
            HALF + 'scale = "ace-to-five"\nqualifier = 3',
            "half 1: qualifier: expected a qualifier from 5 to 14",
        ),
        (HALF + 'scale = "ace-to-five"\nqualifier = 8', "at least one half must have no qualifier, or nobody might"),
        (HALF + "[[halves]]\n[[halves]]", "x: a game has at most two halves, not 3"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_game_says_where_and_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(SidepotError) as refused:
        read_game(text)
    assert says in str(refused.value)
    assert type(refused.value) in (BadNotation, Conflict)
    assert len(str(refused.value)) < 1200  # the list of all games is the longest


# ---- the page


def test_the_games_of_the_page_are_read_and_the_example_is_the_file() -> None:
    page = (ROOT / "docs" / "reference" / "games.md").read_text(encoding="utf-8")
    files = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(files) == 2
    assert files[0] == (ROOT / "examples" / "my-game.toml").read_text(encoding="utf-8")
    own, like = (read_game(text) for text in files)
    assert (own.boards, own.held, own.wild, len(own.halves)) == (2, (4, 4, 3, 3, 2, 2), ("2",), 2)
    assert (like.wild, like.halves) == (("one-eyed jacks",), OMAHA8.halves)


def test_the_page_lists_every_game() -> None:
    page = (ROOT / "docs" / "reference" / "games.md").read_text(encoding="utf-8")
    assert [name for name in GAMES if f"| `{name}` | {GAMES[name].title} |" not in page] == []


@each(("nickname", "name"), NICKNAMES.items())
def test_nicknames_are_found(nickname: str, name: str) -> None:
    assert nickname not in GAMES
    assert find_game(nickname).name == name


def test_usual_stakes_have_blinds_exactly_in_games_with_blinds() -> None:
    """Rule: PG-49, PG-81: where a deal that nobody opens is passed out, everybody antes and nobody posts a blind."""
    wrong = [
        name
        for name, game in GAMES.items()
        if bool(stakes_for(game, SHORT[usual_limit(game)], 10).blinds) != has_blinds(game)
    ]
    assert wrong == []
    stakes = stakes_for(GAMES["jacks-or-better"], SHORT["nl"], 20)
    assert (stakes.blinds, stakes.ante, stakes.small_bet) == ((), 5, 20)
