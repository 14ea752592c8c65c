"""`sidepot tournament`: structures, whole tournaments between bots, and the single sums of a director."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sidepot.cli import (
    tournament_balance,
    tournament_button,
    tournament_direct,
    tournament_money,
    tournament_new,
    tournament_race,
    tournament_run,
    tournament_seat,
)
from sidepot.cli.app import group_of

COMMANDS: Final[dict[str, tuple[Callable[..., None], str]]] = {
    "new": (tournament_new.command, "A structure to start from, as a file."),
    "run": (tournament_run.command, "Play a whole tournament between bots."),
    "direct": (tournament_direct.command, "Direct an evening with real chips and cards."),
    "seat": (tournament_seat.command, "Draw seats, or check a draw."),
    "balance": (tournament_balance.command, "The player to move when tables are uneven."),
    "button": (tournament_button.command, "Where button and blinds go for the next hand."),
    "race": (tournament_race.command, "The sheet of a chip race."),
    "payout": (tournament_money.payout, "The pay of each place."),
    "icm": (tournament_money.icm, "The worth of stacks, and deals."),
}

_HELP = """Tournaments: structures, whole tournaments, seats, chip races, payouts and deals.

Examples:

  sidepot tournament new --list
  sidepot tournament new --preset turbo > friday.toml
  sidepot tournament run friday.toml --players 27
  sidepot tournament direct saturday.jsonl --new turbo
  sidepot tournament seat --players 23
  sidepot tournament balance "A/btn,B,C,D,E,F" "G,H/btn,-,-,I,-"
  sidepot tournament payout --entries 45 --pool 90000

Exit codes: 0 done, 1 what was checked does not hold, 2 bad usage or input.
"""

group = group_of("tournament", _HELP, COMMANDS)
