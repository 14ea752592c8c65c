"""What a host may add to the few terms of a cash table: ante, straddles, bomb pots, rake, buy-in, runs."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from sidepot.errors import BadNotation
from sidepot.games.limits import with_raises
from sidepot.games.mixes import Mix
from sidepot.games.rake import Rake
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.rules.hand_choices import RaiseCap
from sidepot.rules.rulebook import Declaration, Rulebook
from sidepot.table.table_rules import MINUTE, OpenStakes, Straddle, TableRules
from sidepot.validation import quantities as q
from sidepot.validation.integers import whole_fields

ANY_NUMBER: Final = -1


class MoreTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a host adds to a cash table; what is left out is as its game and its house have it.

    `ante` is paid by all, the big blind or the button (`ante_by`); a game without blinds has it of all. Every
    `bomb_every` hands all ante `bomb_ante`. `rake` is a percentage of each pot, `rake_cap` chips at most (0: no cap).
    `buy_in` is the least and the most to bring (0: no limit to the most). A player who comes back within `back_minutes`
    brings what they took away (-1: as the house has it). `talk` says whether the players in a hand may write while
    it is on ("": as the house has it). The rest of a board is run `runs` times at most (0: as the house has it). At
    `open_stakes` a marker of less than `marker_below` must be accepted. A round has `raises` raises
    at most (0: as the game and the house have it, -1: any number).
    """

    ante: q.Chips = 0
    ante_by: AnteBy = AnteBy.ALL
    straddles: tuple[Straddle, ...] = ()
    bomb_every: q.Hands = 0
    bomb_ante: q.Chips = 0
    rake: q.RakePercent = 0
    rake_cap: q.Chips = 0
    buy_in: tuple[q.Chips, q.Chips] | None = None
    back_minutes: q.AnyMinutes = -1
    runs: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    declaration: Declaration | None = None
    open_stakes: bool = False
    marker_below: q.Chips = 0
    talk: Literal["", "in a hand too", "not in a hand"] = ""
    raises: Annotated[int, msgspec.Meta(ge=ANY_NUMBER, le=100)] = 0

    def __post_init__(self) -> None:
        whole_fields(self)
        if bool(self.bomb_every) != bool(self.bomb_ante):
            raise BadNotation("bomb pots need both: every how many hands, and the ante", code="bad_form")
        if self.rake_cap and not self.rake:
            raise BadNotation("without a rake there is no cap on it", code="bad_form")
        if self.marker_below and not self.open_stakes:
            raise BadNotation("markers are for open stakes: choose these, or leave the bound out", code="bad_form")


def with_more(rules: TableRules, more: MoreTerms) -> TableRules:
    """The rules of a cash table with what the host has added. Raises BadNotation, Conflict."""
    if more.straddles and not any(stakes.blinds for stakes in rules.stakes):
        raise BadNotation("without blinds nobody straddles: leave the straddles out", code="bad_form")
    return replace(
        rules,
        rulebook=_house(rules.rulebook, more),
        mix=_capped(rules.mix, more),
        stakes=tuple(_stakes(stakes, more) for stakes in rules.stakes),
        buy_in=more.buy_in or rules.buy_in,
        rathole_ms=more.back_minutes * MINUTE if more.back_minutes >= 0 else rules.rathole_ms,
        straddles=more.straddles,
        bomb_every=more.bomb_every,
        bomb_ante=more.bomb_ante,
        open_stakes=OpenStakes(threshold=more.marker_below) if more.open_stakes else None,
    )


def _house(house: Rulebook, more: MoreTerms) -> Rulebook:
    """The house with the choices of the host."""
    change: dict[str, object] = {}
    if more.runs:
        change["run_it"] = more.runs
    if more.declaration:
        change["declaration"] = more.declaration
    if more.open_stakes:
        change["open_stakes"] = True
    if more.raises > 0:
        change["raise_cap"] = RaiseCap.THREE  # a host's three are three in a house of four, too
    if more.talk:
        change["talk_in_hand"] = more.talk == "in a hand too"
    return house.but(**change) if change else house


def _capped(mix: Mix, more: MoreTerms) -> Mix:
    """The games with the cap on raises that the host has set."""
    if not more.raises:
        return mix
    raises = None if more.raises == ANY_NUMBER else more.raises
    return replace(mix, games=tuple([replace(part, limit=with_raises(part.limit, raises)) for part in mix.games]))


def _stakes(stakes: Stakes, more: MoreTerms) -> Stakes:
    change: dict[str, object] = {}
    if more.ante:
        change = {"ante": more.ante, "ante_by": more.ante_by if stakes.blinds else AnteBy.ALL}
    if more.rake:
        change["rake"] = Rake(more.rake, cap=more.rake_cap or None)
    return replace(stakes, **change) if change else stakes
