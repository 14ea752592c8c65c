"""`sidepot tournament`: structures, simulations, and the tools of a tournament director."""

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
    "new": (tournament_new.command, "Print a structure to start from."),
    "run": (tournament_run.command, "Let bots play a whole tournament."),
    "direct": (tournament_direct.command, "Direct a live tournament, with real chips and cards."),
    "seat": (tournament_seat.command, "Draw seats, or check a draw."),
    "balance": (tournament_balance.command, "Find who moves when tables are uneven."),
    "button": (tournament_button.command, "Place button and blinds for the next hand."),
    "race": (tournament_race.command, "Work out a chip race."),
    "payout": (tournament_money.payout, "Compute the prize of each place."),
    "icm": (tournament_money.icm, "Compute ICM values and deals."),
}

_HELP = """Tournaments: structures, simulations, seating, chip races, payouts and deals.

Examples:

  sidepot tournament new --list
  sidepot tournament new --preset turbo > friday.toml
  sidepot tournament run friday.toml --players 27
  sidepot tournament direct saturday.jsonl --new turbo
  sidepot tournament seat --players 23
  sidepot tournament balance "A/btn,B,C,D,E,F" "G,H/btn,-,-,I,-"
  sidepot tournament payout --entries 45 --pool 90000

Exit codes: 0 success, 1 a check failed, 2 bad usage or input.
"""

group = group_of("tournament", _HELP, COMMANDS)
