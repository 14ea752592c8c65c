"""Write docs/reference/playthroughs/: one whole hand of every game as a page for people, and the page that lists them.

python tools/playthroughs.py            writes what is out of date
python tools/playthroughs.py --check    writes nothing; exit 1 if something is out of date

docs/reference/playthroughs/hands.toml describes the hands: the terms, the seed of the deck, each player's
actions, in the words of the cases (docs/reference/cases.md). The engine does the rest: it
finds who acts, deals, and pays.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.text import Text

from sidepot.cards import Deck
from sidepot.cases.case_setups import fill, find_limit
from sidepot.cases.case_words import act, parse_action
from sidepot.cli.game_words import KINDS, deck_words, requirement_words, wild_words, wins_words
from sidepot.cli.play_stakes import house_text, title_of
from sidepot.cli.play_table import PlayTable
from sidepot.cli.transcript import Transcript
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.stakes import Stakes
from sidepot.games.titles import kind_of
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Setup
from sidepot.rules.houses import find_house

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference" / "playthroughs"
HANDS = FOLDER / "hands.toml"

sys.path.insert(0, str(ROOT / "tools"))  # the tests load this file from elsewhere
from docs_text import table  # noqa: E402

NOTE = "*`make playthroughs` plays this page from [hands.toml](hands.toml): change that, and read the page again.*"


class Playthrough(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hand that is to be told: a game, what is agreed, the seed of its deck, and what the players do in turn.

    `look` says what the hand shows. `script` has a line for each betting round or draw, actions with commas between.
    """

    game: str
    look: str
    limit: str | dict[str, Any]
    stakes: dict[str, Any]
    stacks: list[int]
    seed: int
    script: list[str]
    house: str = "cash"
    rulebook: dict[str, Any] = {}
    carried: int = 0


def read_hands() -> dict[str, Playthrough]:
    """The hands by the names of their games, in the order of the catalogue. Exits where one is missing or too much."""
    data = tomllib.loads(HANDS.read_text(encoding="utf-8"))
    hands = {one.game: one for one in msgspec.convert(data["hand"], list[Playthrough])}
    for name in GAMES.keys() ^ hands.keys():
        sys.exit(f"tools/playthroughs.py: hands.toml has no hand of {name!r}, or the catalogue no such game")
    if len(hands) < len(data["hand"]):
        sys.exit("tools/playthroughs.py: hands.toml has two hands of one game")
    return {name: hands[name] for name in GAMES}


def setup_of(told: Playthrough) -> Setup:
    """The setup before the first card. Raises BadNotation or Conflict."""
    house = find_house(told.house)
    return seat_hand(
        find_game(told.game),
        find_limit(told.limit),
        fill(Stakes, told.stakes, "stakes"),
        house.but(**told.rulebook) if told.rulebook else house,
        told.stacks,
        carried=told.carried,
    )


def play(told: Playthrough) -> Hand:
    """The hand as its players play it; at its end every live hand is shown.

    Raises BadNotation for a script of another length, and what the engine raises for an action that is not allowed.
    """
    hand = Hand(setup_of(told))
    dealer = Dealer(Deck(hand.plan.deck, below=Random(told.seed).randrange), auto_show=True)
    steps = [step.strip() for line in told.script for step in line.split(",")]
    for at, step in enumerate(steps):
        due = dealer.run(hand)
        if due is Due.DONE:
            raise BadNotation(f"{told.game}: the hand is over before {', '.join(steps[at:])!r}")
        try:
            act(hand, parse_action(step), hand.seat)
        except SidepotError as error:
            raise type(error)(f"{told.game}: step {at + 1} ({step}): {error.message}", error.cite) from None
    due = dealer.run(hand)
    if due is not Due.DONE:
        raise BadNotation(f"{told.game}: the script ends, and seat {hand.seat + 1} is to {due.name.lower()}")
    return hand


# ---- the pages


def game_page(told: Playthrough) -> str:
    """The page of one game: what is played for, the hand in lines of text, and what everybody has at its end."""
    hand = play(told)
    setup = hand.setup
    game = setup.game
    story = Transcript(setup)
    lines = [Text.from_markup(line).plain.rstrip() for event in hand.log for line in story.tell(event)]
    seats = len(setup.stacks)
    results = [
        [_seat(setup, seat), str(before), str(hand.stacks[seat]), _change(hand.stacks[seat] - before)]
        for seat, before in enumerate(setup.stacks)
    ]
    parts = [
        f"# {game.title}",
        "For players who want to see how the game is played: one whole hand.",
        NOTE,
        told.look,
        table(["", ""], [[name, words] for name, words in _agreed(setup).items()]),
        "All cards lie open here, and at the right stand the chips in the middle with the seats that may win them.",
        "```text\n" + "\n".join(lines) + "\n```",
        table(["seat", "before", "after", ""], results),
    ]
    if hand.carried or hand.raked:
        rest = [f"{hand.raked} for the house"] * bool(hand.raked)
        rest += [f"{hand.carried} in the pot for the next deal"] * bool(hand.carried)
        parts.append(f"Besides: {', '.join(rest)}.")
    parts.append(f"[All games](README.md). Play it: `sidepot play {game.name} --seats {seats}`.")
    return "\n\n".join(parts) + "\n"


def _change(chips: int) -> str:
    return f"{chips:+}" if chips else ""


def _seat(setup: Setup, seat: int) -> str:
    return f"Seat {seat + 1}" + (" (button)" if seat == setup.button else "")


def _agreed(setup: Setup) -> dict[str, str]:
    """The terms, line by line, if there is something to say."""
    game, house = setup.game, setup.rulebook
    table_of = PlayTable(game, setup.limit, setup.stakes, house, seats=len(setup.stacks), stack=1, seed=0)
    rows = {
        "stakes": title_of(table_of).removeprefix(f"{game.title}, "),
        "house": house_text(house).removeprefix("House "),
        "deck": deck_words(game) if game.deck != "standard" else "",
        "wild": wild_words(game),
        "wins": wins_words(game),
        "asked for": "; ".join(requirement_words(game)),
        "in the pot": f"{setup.carried} from the deal before" if setup.carried else "",
    }
    return {name: words for name, words in rows.items() if words}


def index_page(hands: dict[str, Playthrough]) -> str:
    """The list of the hands, with what to look at in each."""
    parts = [
        "# A hand of every game",
        "For players who want to see how a game is played: one whole hand of each.",
        NOTE,
        "One whole hand of each game, dealt from a seed and played by a script ([hands.toml](hands.toml)); each page "
        "has been read against the rules, amount by amount. The tests play the hands again and compare, so that a page "
        "that changes is read again. How the games are dealt and bet is in [games.md](../games.md).",
    ]
    for kind, title in KINDS.items():
        rows = [
            [f"[{GAMES[name].title}]({name}.md)", told.look]
            for name, told in hands.items()
            if kind_of(GAMES[name]) == kind
        ]
        parts += [f"## {title}", table(["game", "what to look at"], rows)]
    return "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    hands = read_hands()
    return {"README.md": index_page(hands)} | {f"{name}.md": game_page(told) for name, told in hands.items()}


def main(*, check: bool) -> int:
    """Write what changed, and take away pages of games that are gone; with `check` only say what is out of date."""
    made = pages()
    stale = 0
    for path in [FOLDER / name for name in made] + [path for path in FOLDER.glob("*.md") if path.name not in made]:
        text = made.get(path.name)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if check:
            print(f"{path.relative_to(ROOT)} is out of date")
        elif text is None:
            path.unlink()
            print(f"{path.relative_to(ROOT)} is gone")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.relative_to(ROOT)} written")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
