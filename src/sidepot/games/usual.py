"""The usual terms of a game: its limit, and its blinds, antes and bets.

The command line, the room, tournaments, the learning environment and the benchmarks all start from `stakes_for`.
"""

from __future__ import annotations

from msgspec.structs import replace

from sidepot.errors import Conflict
from sidepot.games.catalog import game_of
from sidepot.games.limits import FixedLimit, Limit, limit_of
from sidepot.games.mixes import SHORT, Mix, MixGame
from sidepot.games.model import HIGH_SCALES, Choose, Game, Opens
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.study import study_of
from sidepot.validation.integers import as_int


def usual_limit(game: Game) -> str:
    """The usual limit of a game, as a short name.

    It is `fl` for stud and games with several draws, `pl` for Omaha and similar games, and `nl` for other games.
    """
    if study_of(game) is not None or game.is_stud or sum([1 for street in game.streets if street.draw]) > 1:
        return "fl"
    return "pl" if any(half.choose is Choose.TWO_THREE for half in game.halves) else "nl"


def limit_for(game: Game | str) -> Limit:
    """The usual limit of a game. A small game for study has the limit that its paper gives.

    >>> limit_for("holdem"), limit_for("leduc")
    (NoLimit(cap=None, bets=None), FixedLimit(bets=2))
    """
    game = game_of(game)
    study = study_of(game)
    return SHORT[usual_limit(game)] if study is None else study.limit


def stakes_for(game: Game | str, limit: Limit, bet: int, *, ante: int | None = None, chip: int = 1) -> Stakes:
    """The usual stakes of a game for a `bet`, which is the big blind or, at fixed limit, the small bet.

    In games with blinds (`has_blinds`), the small blind is half the bet. In other games, everybody antes. The default
    ante is a quarter of the bet or, in a small game for study, the part that its paper gives. If an upcard decides who
    brings it in, the bring-in is half the bet. Amounts are rounded up to the smallest chip, `chip`. Raises Conflict if
    the bet is smaller than a chip. Rule: PG-49, PG-81.

    >>> stakes_for("stud", FixedLimit(), 40).bring_in
    20
    >>> stakes_for("jacks-or-better", FixedLimit(), 40).ante
    10
    """
    game, limit = game_of(game), limit_of(limit)
    bet, chip = as_int(bet, "bet"), as_int(chip, "chip")
    ante = None if ante is None else as_int(ante, "ante")
    if bet < chip:
        raise Conflict(f"the bet must be at least one chip ({chip}), not {bet}")
    study = study_of(game)
    if study is not None:
        usual = bet * study.stakes.ante // study.stakes.small_bet
        return Stakes(ante=_chips(usual, chip) if ante is None else ante, small_bet=bet, chip=chip)
    half = _chips(bet // 2, chip)
    if has_blinds(game):
        fixed = isinstance(limit, FixedLimit)
        return Stakes(ante=ante or 0, blinds=(half, bet), small_bet=bet if fixed else 0, chip=chip)
    forced = must_bet(game)
    brings = bet if forced else half if has_bring_in(game) else 0
    asked = (0 if forced else _chips(bet // 4, chip)) if ante is None else ante
    return Stakes(ante=asked, bring_in=brings, small_bet=bet, chip=chip)


def cash_stakes(mix: Mix, bet: int) -> tuple[Stakes, ...]:
    """The usual stakes of each game of a mix, for a `bet` that is the big blind or, at fixed limit, the small bet.

    In a mix with fixed-limit games, no-limit and pot-limit games have blinds of half the size.
    """
    fixed = [isinstance(part.limit, FixedLimit) for part in mix.games]
    mixed = any(fixed) and not all(fixed)
    return tuple(
        stakes_for(part.game, part.limit, max(bet // 2, 2) if mixed and not is_fixed else bet)
        for part, is_fixed in zip(mix.games, fixed, strict=True)
    )


def own_stakes(
    stakes: Stakes,
    part: MixGame,
    *,
    blinds: tuple[int, ...] = (),
    ante: int | None = None,
    ante_by: AnteBy = AnteBy.ALL,
    bring_in: int | None = None,
    big_bet: int | None = None,
) -> Stakes:
    """The stakes of the game `part`, with these amounts as far as it uses them. Amounts that are not given stay.

    In a game without blinds, everybody antes.
    """
    change: dict[str, object] = {}
    if blinds and stakes.blinds:
        change["blinds"] = blinds
    if ante is not None:
        change |= {"ante": ante, "ante_by": ante_by if stakes.blinds else AnteBy.ALL}
    if bring_in is not None and has_bring_in(part.game) and not must_bet(part.game):
        change["bring_in"] = bring_in
    if big_bet is not None and isinstance(part.limit, FixedLimit):
        change["big_bet"] = big_bet
    return replace(stakes, **change) if change else stakes


def _chips(amount: int, chip: int) -> int:
    """An amount in whole chips, at least one."""
    return max(-(-amount // chip), 1) * chip


def has_blinds(game: Game) -> bool:
    """Whether the game is played with blinds. Stud, draw games that are passed out if nobody opens, and small games for
    study have none.
    """
    return not game.is_stud and not game.pass_out and study_of(game) is None


def has_bring_in(game: Game) -> bool:
    """Whether an upcard decides who posts the bring-in."""
    return game.streets[0].opens in (Opens.LOW_CARD, Opens.HIGH_CARD)


def must_bet(game: Game) -> bool:
    """Whether the high card must bet because nobody antes, in a game that the high hand wins (PG-90)."""
    return game.streets[0].opens is Opens.HIGH_CARD and all(half.scale in HIGH_SCALES for half in game.halves)
