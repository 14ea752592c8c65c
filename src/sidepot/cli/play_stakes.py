"""The stakes of a table, from options and defaults."""

from __future__ import annotations

import re
from random import Random

from msgspec.structs import replace

from sidepot.cli.common import MOST_CHIPS
from sidepot.cli.common_options import Declares, LimitName
from sidepot.cli.game_words import named_game
from sidepot.cli.play_table import PlayTable
from sidepot.cli.simulate_bots import find_bots
from sidepot.errors import BadNotation
from sidepot.games.limits import Limit, with_raises
from sidepot.games.mixes import SHORT
from sidepot.games.model import Game
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.games.study import study_of
from sidepot.games.titles import terms_words
from sidepot.games.usual import has_blinds, has_bring_in, limit_for, must_bet, stakes_for, usual_limit
from sidepot.rules.hand_choices import RaiseCap
from sidepot.rules.houses import HOUSES, find_house
from sidepot.rules.rulebook import CapHeadsUp, Declaration, Rulebook

MOST_RUNS = 4
MOST_RAISES = 100
USUAL_SEATS = 6


def open_table(
    game: str,
    limit: LimitName | None,
    house: str,
    *,
    seats: int | None,
    stack: int,
    seed: int | None = None,
    blinds: str | None = None,
    ante: int | None = None,
    bring_in: int | None = None,
    bets: str | None = None,
    rake: str | None = None,
    run_it: int | None = None,
    declare: Declares | None = None,
    raises: str | None = None,
) -> PlayTable:
    """Open a table, with a random seed if none is given.

    Raises BadNotation or Conflict for impossible terms.
    """
    found = named_game(game)
    low, high = found.seats
    if seats is None:
        seats = max(min(USUAL_SEATS, high), low)
    if not low <= seats <= high:
        raise BadNotation(f"--seats {seats}: {found.title} is for {low} to {high} players")
    if not 0 < stack <= MOST_CHIPS:
        raise BadNotation(f"--stack {stack}: expected 1 to {MOST_CHIPS:,} chips")
    name = limit or LimitName(usual_limit(found))
    stakes = stakes_of(found, name, blinds=blinds, ante=ante, bring_in=bring_in, bets=bets)
    if rake is not None:
        stakes = replace(stakes, rake=read_rake(rake))
    rulebook = house_of(found, house, run_it=run_it, declare=declare)
    if len(stakes.blinds) > seats:
        count = len(stakes.blinds)
        raise BadNotation(f"--blinds {blinds}: {count} blinds need at least {count} players, not {seats}")
    if seed is None:
        seed = Random().randrange(10**6)
    table_limit: Limit = limit_for(found) if limit is None else SHORT[name]
    if study_of(found) is not None:
        rulebook = rulebook.but(cap_heads_up=CapHeadsUp.ON)
    if raises is not None:
        most = read_raises(raises)
        table_limit = with_raises(table_limit, most)
        if most is not None:
            rulebook = rulebook.but(raise_cap=RaiseCap.THREE)  # the option overrides the house
    return PlayTable(found, table_limit, stakes, rulebook, seats=seats, stack=stack, seed=seed)


def named_bots(text: str) -> list[str]:
    """Parse the names of bots, such as `expert,loose`. Raises BadNotation for an unknown bot."""
    names = [name.strip() for name in text.split(",")]
    find_bots(names, "--bots", Random(0))
    return names


def house_of(game: Game, house: str, *, run_it: int | None = None, declare: Declares | None = None) -> Rulebook:
    """The rulebook of the house with this table's changes. Raises BadNotation for an unknown house or value."""
    rulebook = find_house(house)
    if run_it is not None:
        if not 1 <= run_it <= MOST_RUNS:
            raise BadNotation(f"--run-it {run_it}: a board is run 1 to {MOST_RUNS} times")
        if not game.board_cards:
            raise BadNotation(f"--run-it {run_it}: {game.title} has no board to run")
        rulebook = rulebook.but(run_it=run_it)
    if declare is not None:
        if len(game.halves) < 2:
            raise BadNotation(
                f"--declare {declare}: {game.title} is not a split-pot game, so there is nothing to declare"
            )
        rulebook = rulebook.but(declaration=DECLARATIONS[declare])
    return rulebook


DECLARATIONS: dict[Declares, Declaration] = {
    Declares.CHIPS: Declaration.CHIPS_IN_HAND,
    Declares.TURN: Declaration.IN_TURN,
}
DECLARED: dict[Declaration, str] = {
    Declaration.CARDS_SPEAK: "nothing declared",
    Declaration.CHIPS_IN_HAND: "halves declared with chips in hand",
    Declaration.IN_TURN: "halves declared in turn",
}


def house_text(rulebook: Rulebook) -> str:
    """The house and the table's changes in words, such as `House cash, board run up to 2 times`."""
    parts = [f"House {rulebook.name}"]
    usual = HOUSES.get(rulebook.name, rulebook)
    if rulebook.run_it != usual.run_it:
        parts.append(f"board run up to {rulebook.run_it} times" if rulebook.run_it > 1 else "board run once")
    if rulebook.declaration is not usual.declaration:
        parts.append(DECLARED[rulebook.declaration])
    return ", ".join(parts)


def read_raises(text: str) -> int | None:
    """Parse the cap on raises per round. Returns None for `any`.

    Raises BadNotation for text that is neither a number nor `any`.
    """
    word = text.strip().lower()
    if word == "any":
        return None
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(MOST_RAISES)) and 1 <= int(word) <= MOST_RAISES):
        raise BadNotation(f"--raises {text}: expected 1 to {MOST_RAISES}, or any")
    return int(word)


def read_rake(text: str) -> Rake:
    """Parse a rake such as `5%`, `2.5%`, or `5%/3` with a cap of 3 chips per hand.

    Raises BadNotation or Conflict for any other text.
    """
    found = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,4}))?%(?:/(\d{1,9}))?", text.strip(), re.ASCII)
    if found is None:
        why = "expected a percentage, as in 5%, or 5%/3 with a cap of 3 chips per hand"
        raise BadNotation(why, place=f"--rake {text}")
    whole, digits, cap = found[1], found[2] or "", found[3]
    return Rake(int(whole + digits), int(cap) if cap else None, 100 * 10 ** len(digits))


def stakes_of(
    game: Game,
    limit: LimitName,
    *,
    blinds: str | None = None,
    ante: int | None = None,
    bring_in: int | None = None,
    bets: str | None = None,
) -> Stakes:
    """The stakes of a table. Amounts that are not given are the usual ones.

    Raises BadNotation for amounts that do not fit the game.
    """
    if blinds is not None and not has_blinds(game):
        raise BadNotation(f"--blinds: {game.title} is played without blinds; use --ante and --bets")
    if bring_in is not None and not has_bring_in(game):
        raise BadNotation(f"--bring-in: {game.title} has no bring-in")
    for option, amount in (("--ante", ante), ("--bring-in", bring_in)):
        if amount is not None and not 0 <= amount <= MOST_CHIPS:
            raise BadNotation(f"{option} {amount}: an amount must be from 0 to {MOST_CHIPS:,} chips")
    if has_blinds(game):
        posted = (1, 2) if blinds is None else _amounts("--blinds", blinds, "1/2")
        if len(posted) < 2 or list(posted) != sorted(posted):
            raise BadNotation(
                f"--blinds {blinds}: expected a small blind, a big blind and straddles in ascending order, as in 1/2"
            )
        usual = stakes_for(game, SHORT[limit], max(*posted[:2], 1), ante=ante)
        return replace(usual, blinds=posted, **_bets(bets))
    given = _bets(bets)
    study = study_of(game)
    if study is not None and not given:
        return study.stakes if ante is None else replace(study.stakes, ante=ante)
    if ante is None and not must_bet(game):
        ante = 1
    bet = given.get("small_bet", 4 if game.is_stud else 2)
    usual = stakes_for(game, SHORT[limit], bet, ante=ante)
    if bring_in is None:
        return replace(usual, **given)
    if bring_in > bet:
        raise BadNotation(f"--bring-in {bring_in}: the bring-in must be at most the small bet of {bet}")
    return replace(usual, bring_in=bring_in, **given)


def title_of(table: PlayTable) -> str:
    """The title of a table, such as `Razz, fixed limit 4/8, ante 1, bring-in 2`."""
    return f"{table.game.title}, {stakes_text(table.limit, table.stakes)}"


def stakes_text(limit: Limit, stakes: Stakes) -> str:
    """The stakes in words, such as `fixed limit 4/8, ante 1, bring-in 2`."""
    text = terms_words(limit, stakes)
    return text[:1].lower() + text[1:]


def _bets(text: str | None) -> dict[str, int]:
    """Parse small and big bet, such as `2/4`, or one number; {} for None."""
    if text is None:
        return {}
    amounts = _amounts("--bets", text, "2/4")
    if len(amounts) > 2 or not 0 < amounts[0] <= amounts[-1]:
        raise BadNotation(f"--bets {text}: expected a small and a big bet, as in --bets 2/4")
    return {"small_bet": amounts[0], "big_bet": amounts[1] if len(amounts) == 2 else 2 * amounts[0]}


def _amounts(option: str, text: str, example: str) -> tuple[int, ...]:
    parts = text.split("/")
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise BadNotation(f"{option} {text}: expected whole chips separated by /, as in {option} {example}")
    if any(len(part.lstrip("0")) > len(str(MOST_CHIPS)) or int(part) > MOST_CHIPS for part in parts):
        raise BadNotation(f"{option} {text}: an amount must be at most {MOST_CHIPS:,} chips")
    return tuple(int(part) for part in parts)
