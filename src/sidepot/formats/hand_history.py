"""A hand and the details of its history: names, seats, the owner's view, place and time.

Every reader returns a `HandHistory` and every writer takes one, so a writer need not know the format from which the
hand came.
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.formats.reasons import NO_UPCARDS
from sidepot.formats.sites.printed_result import Verdict, awards, exact_nets, prints_result, verdict_of
from sidepot.formats.sites.record_play import Replay, play_record
from sidepot.formats.sites.site_record import Record
from sidepot.hand.events import Awarded, Mucked
from sidepot.hand.hand import Hand
from sidepot.hand.view import view_of

PLAY_MONEY: Final = frozenset({"", "chips", "play money", "play chips"})
"""The words that sites use in place of a currency."""


class HandHistory(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that was played, and its description.

    - `names`: the players' names by seat
    - `numbers`: the printed seat numbers by seat
    - `hero`: the seat of the history's owner (-1 for none)
    - `won`: each seat's share after the rake, if the history prints it; otherwise the rules decide
    - `adjustments`: what the site paid each seat outside the pots, for a cash-out or an insurance (negative if the site
      took chips)
    - `tournament_id`, `buy_in`, `level`: a tournament's number, price and level, in the site's words
    - `table_size`: the number of chairs (0 if unknown)
    - `comments`: lines about what happened after the hand
    - `mismatch`: how the hand differs from the printed result ("" if it does not)
    - `unchecked`: why no printed figure could be compared ("" if one could)
    """

    hand: Hand
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    name: str = ""
    site: str = ""
    table: str = ""
    when: str = ""
    currency: str = ""
    hero: int = -1
    decimals: int = 0
    is_tournament: bool = False
    won: dict[int, int] | None = None
    adjustments: dict[int, int] = {}
    notes: tuple[str, ...] = ()
    tournament_id: str = ""
    buy_in: str = ""
    level: str = ""
    table_size: int = 0
    comments: tuple[str, ...] = ()
    mismatch: str = ""
    unchecked: str = ""

    @property
    def money(self) -> str:
        """The currency of the stakes; "" in a tournament, for play money, or if the history names none."""
        return "" if self.is_tournament or self.currency.lower() in PLAY_MONEY else self.currency

    @property
    def awarded(self) -> dict[int, int]:
        """Each seat's winnings by the rules, before any rake of a site."""
        return awards(self.hand)

    @property
    def collected(self) -> dict[int, int]:
        """The chips that each seat collected."""
        return self.awarded if self.won is None else self.won

    @property
    def mucked(self) -> dict[int, tuple[int, ...]]:
        """The cards of hands mucked at the showdown, as far as they are known."""
        hole = self.hand.hole
        mucked = [event.seat for event in self.hand.log if isinstance(event, Mucked)]
        return {seat: tuple(hole[seat]) for seat in mucked if hole[seat] and UNKNOWN not in hole[seat]}

    @property
    def rake(self) -> int:
        """The rake that the site or the house took."""
        house = sum([event.rake for event in self.hand.log if type(event) is Awarded])
        return house if self.won is None else house + sum(self.awarded.values()) - sum(self.won.values())

    def renamed(self) -> HandHistory:
        """The same hand without names: players are Hero, and Player1, Player2 and so on by printed seat."""
        order = sorted(range(len(self.names)), key=lambda seat: self.numbers[seat])
        names = ["Hero" if seat == self.hero else f"Player{order.index(seat) + 1}" for seat in range(len(self.names))]
        return msgspec.structs.replace(self, names=tuple(names), table="Table")

    def seen_by(self, hero: str) -> HandHistory:
        """The same hand as this player saw it. Raises BadNotation if no player has this name."""
        if hero not in self.names:
            raise BadNotation(f"no player is named {hero!r}; the players are {', '.join(self.names)}")
        seat = self.names.index(hero)
        return msgspec.structs.replace(self, hero=seat, hand=view_of(self.hand, seat))


def of_record(record: Record) -> HandHistory:
    """The history of a site's hand. Raises BadNotation for a hand that cannot be played to its end."""
    replay = play_record(record)
    return of_replay(replay, verdict_of(replay))


def of_replay(replay: Replay, verdict: Verdict, *, whole: bool = True) -> HandHistory:
    """The history of a site's hand, from its replay and its verdict. Raises BadNotation if the result of the hand is
    unknown.

    If `whole` is false, cards at the showdown may be unknown. Such a hand ends at the showdown, unpaid, and `won` holds
    the printed winnings.
    """
    record = replay.record
    if replay.unresolved and (whole or record.unresolved or replay.unresolved == NO_UPCARDS):
        raise BadNotation(replay.unresolved).at_line(record.line)
    names = tuple([player.name for player in record.players])
    return HandHistory(
        hand=replay.hand,
        names=names,
        numbers=tuple([player.number for player in record.players]),
        name=record.name,
        site=record.site,
        table=record.table,
        when=record.when,
        currency=record.currency,
        hero=names.index(record.hero) if record.hero in names else -1,
        decimals=record.decimals,
        is_tournament=record.is_tournament,
        won=_collected(replay),
        adjustments=record.adjustments,
        notes=tuple(replay.notes),
        tournament_id=record.tournament_id,
        buy_in=record.buy_in,
        level=record.level,
        table_size=record.table_size,
        mismatch=verdict.why if verdict.kind == "mismatched" else "",
        unchecked=verdict.why if verdict.kind == "unchecked" else "",
    )


def _collected(replay: Replay) -> dict[int, int] | None:
    """What each seat collected according to the text: the awards by the rules, less what the seat is short of them in
    the text.

    Printed winnings are not used directly, because sites differ in whether they include uncalled bets. None if the text
    does not name a winner; then the rules decide.
    """
    if not prints_result(replay.record):
        return None
    hand = replay.hand
    awarded = awards(hand)
    nets = exact_nets(replay)
    ends = zip(hand.stacks, hand.setup.stacks, nets, strict=True)
    found = {seat: awarded.get(seat, 0) - (end - start - net) for seat, (end, start, net) in enumerate(ends)}
    return {seat: amount for seat, amount in found.items() if amount}
