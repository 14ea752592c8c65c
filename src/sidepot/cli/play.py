"""`sidepot play`: a person against simple bots, or bots alone for one hand."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import Ante, Bets, Blinds, Bots, BringIn, House, Limit, Rake
from sidepot.cli.play_limits import Declares

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="The game, such as holdem or stud8, or a file such as my-game.toml.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="The number of players, with you; usually 6.")]
Stack = Annotated[int, typer.Option("--stack", metavar="N", help="Chips at the start, and for each new buy-in.")]
RunIt = Annotated[
    int | None, typer.Option("--run-it", metavar="N", help="How often a board may be run when betting is over.")
]
Declare = Annotated[
    Declares | None, typer.Option("--declare", help="Declare high or low: with chips in the hand, or in turn.")
]
Raises = Annotated[
    str | None, typer.Option("--raises", metavar="N", help="The raises of a round at most, or `any` number.")
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Deal the same hands again.")]
Watch = Annotated[bool, typer.Option("--watch", help="Bots play one hand; print all of it.")]
Json = Annotated[bool, typer.Option("--json", help="Bots play one hand; print its events as JSON.")]


def command(
    game: Game = "holdem",
    seats: Seats = None,
    stack: Stack = 200,
    limit: Limit = None,
    blinds: Blinds = None,
    ante: Ante = None,
    bring_in: BringIn = None,
    bets: Bets = None,
    house: House = None,
    rake: Rake = None,
    run_it: RunIt = None,
    declare: Declare = None,
    raises: Raises = None,
    company: Bots = "regular",
    seed: Seed = None,
    watch: Watch = False,
    json: Json = False,
) -> None:
    """Play poker against bots until you leave. Without a terminal, bots play one hand and print it.

    The pots and their claimants are shown after each action. `why?` at any prompt says what you may do and by which
    rule; `?` lists the answers there are. `sidepot games` lists the games.

    Examples:

      sidepot play                              no-limit hold'em 1/2, six seats
      sidepot play omaha8 --limit fl --blinds 2/4
      sidepot play stud --seats 4 --ante 1 --bring-in 2 --bets 4/8
      sidepot play triple-draw --house tda-2013
      sidepot play double-board-omaha --run-it 2 --rake 5%/3
      sidepot play holdem --limit pl --raises 3
      sidepot play stud-high-low --declare chips
      sidepot play badugi --bots expert,beginner,loose
      sidepot play my-game.toml                 a game of your own (docs/games.md)
      sidepot play razz --watch --seed 7        one hand between bots

    Exit codes: 0 when you leave or the hand is over; 2 bad usage.
    """
    from sidepot.cli.play_session import Sitting, bots, watch_hand
    from sidepot.cli.play_stakes import named_bots, open_table, title_of
    from sidepot.cli.screen import Terminal
    from sidepot.cli.usual_house import usual_house

    table = open_table(
        game, limit, house or usual_house("cash"), seats=seats, stack=stack, seed=seed, blinds=blinds, ante=ante,
        bring_in=bring_in, bets=bets, rake=rake, run_it=run_it, declare=declare, raises=raises,
    )  # fmt: skip
    table.company = named_bots(company)
    if json:
        common.print_json(table.play(table.setup(), bots(table)).log)
    elif watch or not (sys.stdin.isatty() and sys.stdout.isatty()):
        watch_hand(table, Terminal(), title_of(table))
    else:
        Sitting(table, Terminal(), title_of(table)).run()
