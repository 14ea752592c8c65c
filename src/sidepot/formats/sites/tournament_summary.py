"""The summary of a tournament from a poker site: cost, places, prizes, rebuys.

Amounts are integers in cents (in play money hundredths of a chip).
"""

from __future__ import annotations

import msgspec

DECIMALS = 2


class Finish(msgspec.Struct, frozen=True, kw_only=True):
    """A player's result in a tournament.

    - `place`: the finishing place, counted from 1
    - `bounties`: what the player won for knocking out other players
    - `ticket`: a prize in words: an entry to another tournament
    - `added`: the total price of the rebuys and add-ons (0 if the file does not have it)
    - `is_playing`: whether the player is still playing, and has no place yet
    """

    place: int
    name: str
    prize: int = 0
    bounties: int = 0
    ticket: str = ""
    rebuys: int = 0
    add_ons: int = 0
    added: int = 0
    re_entries: int = 0
    is_playing: bool = False


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament.

    - `buy_in`: the part of an entry for the prize pool
    - `bounty`: the part of an entry for players who knock others out
    - `fee`: the part of an entry for the site
    - `finishes`: the players whom the file names; in most files, only the file's owner (`hero`)
    """

    site: str
    number: str
    line: int
    title: str = ""
    game: str = ""
    currency: str = ""
    buy_in: int = 0
    bounty: int = 0
    fee: int = 0
    rebuy: int = 0
    add_on: int = 0
    entries: int = 0
    prize_pool: int | None = None
    started: str = ""
    ended: str = ""
    finishes: tuple[Finish, ...] = ()
    hero: str = ""

    @property
    def cost(self) -> int:
        """The total cost of an entry."""
        return self.buy_in + self.bounty + self.fee

    def net_of(self, name: str) -> int | None:
        """A player's net result without tickets; None for a player whom the summary does not name."""
        mine = [one for one in self.finishes if one.name == name]
        if not mine:
            return None
        one = mine[0]
        added = one.added or self.rebuy * one.rebuys + self.add_on * one.add_ons
        return sum([each.prize + each.bounties for each in mine]) - self.cost * (1 + one.re_entries) - added
