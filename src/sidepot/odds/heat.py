"""The equity of each of the 169 starting hands, against given hands or a random one, as a square heat map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sidepot.cards import cards
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import find_game
from sidepot.games.decks import find_deck
from sidepot.games.model import Game
from sidepot.kernels.jit import is_fast
from sidepot.odds.ask import check_samples, no_progress, odds
from sidepot.odds.plain import Progress
from sidepot.odds.question import make_spot
from sidepot.odds.ranges import classes, read_range
from sidepot.plots import check_plot

SAMPLES = 200_000  # for each of the hands; plainly a hundredth of it


def starting_hands(
    against: Sequence[str] = ("random",),
    *,
    board: str = "",
    dead: str = "",
    game: str | Game = "holdem",
    samples: int | None = None,
    seed: int = 0,
    progress: Progress = no_progress,
) -> dict[str, float | None]:
    """The sampled equity of each starting hand, from `AA` to `32o`; None for a hand whose cards are not available.

    `against` has the range or the cards of each opponent.

    Raises BadNotation or Conflict, saying what was expected, for an impossible question.
    """
    found = find_game(game) if isinstance(game, str) else game
    need_two_cards(found)
    if samples is not None:
        check_samples(samples)
    make_spot(["random", *against], board=board, dead=dead, game=found)  # says what is wrong with the rest
    gone = {*cards(dead), *[card for part in board.split("/") for card in cards(part)]}
    left = set(find_deck(found.deck).cards) - gone
    deals = samples or (SAMPLES if is_fast() else SAMPLES // 100)
    equities: dict[str, float | None] = {}
    for name in classes():
        equities[name] = None
        if any(left.issuperset(hand) for hand in read_range(name)):
            equities[name] = _equity([name, *against], board, dead, found, deals, seed)
        progress(1)
    return equities


def need_two_cards(game: Game) -> None:
    """Raise BadNotation for a game in which starting hands are not two cards."""
    if game.hole_cards != 2 or max(game.held) != 2 or game.board_cards != 5:
        raise BadNotation(f"{game.name} does not have the 169 starting hands of two cards; choose holdem")


def _equity(hands: Sequence[str], board: str, dead: str, game: Game, deals: int, seed: int) -> float | None:
    try:
        return odds(hands, board=board, dead=dead, game=game, samples=deals, seed=seed).hands[0].equity
    except Conflict:  # the others hold its cards
        return None


def plot(equities: dict[str, float | None], path: Path, title: str) -> None:
    """Draw the heat map into a picture file, with pairs on the diagonal and suited hands above the diagonal.

    `equities` has all 169 starting hands. Raises Conflict if matplotlib is not installed, and BadNotation if the
    picture cannot be written.
    """
    check_plot(path)
    from matplotlib.figure import Figure

    names = list(equities)
    known = [value for value in equities.values() if value is not None]
    figure = Figure(figsize=(8, 8), layout="constrained")
    axes = figure.add_subplot()
    rows = [[equities[name] for name in names[13 * row : 13 * row + 13]] for row in range(13)]
    square = [[float("nan") if value is None else value for value in row] for row in rows]
    image = axes.imshow(square, cmap="RdYlGn", vmin=min(known, default=0.0), vmax=max(known, default=1.0))
    for at, name in enumerate(names):
        value = equities[name]
        label = "" if value is None else f"\n{100 * value:.1f}"
        red, green, blue, _ = (1.0, 1.0, 1.0, 1.0) if value is None else image.cmap(image.norm(value))
        ink = "black" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.4 else "white"
        axes.text(at % 13, at // 13, name + label, ha="center", va="center", fontsize=8, color=ink)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_title(title)
    figure.savefig(path, dpi=120)
