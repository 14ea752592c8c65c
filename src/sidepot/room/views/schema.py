"""The views of a table: the public part, the same for everybody, and one player's private part.

All seats are those of the table, 0-based, and cards are the numbers of `sidepot.cards`, 53 where one lies face down.
Times are milliseconds since 1970, 0 is none. Nothing is in here by accident: a field that is not named is not told.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sidepot.games.titles import Kind, LimitKind, Parts
from sidepot.hand.legal.options import Options
from sidepot.room.table.commands import Emoji, Sent
from sidepot.room.table.events import Reported, TalkLine, TalkNow
from sidepot.table.table_rules import Straddle


class SeatState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A taken seat: `stack` is behind, `bet` in front, `cards` of the hand that is on as everybody sees them.

    `state` is that of `table.places` (in, waits, posts, out, busted), or gone: a player who has left, and is shown with
    the hand that was over last. `hand`: "" not in the hand, else live, all-in or folded. `last` is the last act in this
    round, in words; `won` the chips taken from the hand that is over. `declared`: the halves known to be declared for,
    1 the first, 2 the second, 3 both; 0 for none, or while the closed hands were not opened yet. `leaving` when the
    hand is over; `put_out`: by the host, and may not stay.
    """

    player: str
    stack: int
    bet: int = 0
    state: str = "in"
    hand: str = ""
    cards: tuple[int, ...] = ()
    shown: bool = False
    last: str = ""
    won: int = 0
    hand_name: str = ""  # what the tabled hand is, in words, once it is shown
    bot: str = ""
    away: bool = False
    leaving: bool = False
    bank: int = 0
    declared: int = 0
    put_out: bool = False
    away_since: int = 0  # when the last connection was lost; 0 while there is one


class PotState(msgspec.Struct, frozen=True, gc=False):
    """A pot that is collected, main pot first, and the seats that can win it; waiting ones last."""

    amount: int
    eligible: tuple[int, ...]
    waits: bool = False


class Payment(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat was paid from a pot (0 is the main pot), by a board and a half of it, and the cards that won it.

    `half` is -1 where the halves went the same way or there is one only; `board` is -1 where no hand was compared.
    Then there are no `cards`. `odd` says why the odd chip is among these chips; "" where none is.
    Payments stand in the order in which the pots were paid: the last side pot first.
    """

    pot: int
    board: int
    half: int
    seat: int
    chips: int
    cards: tuple[int, ...]
    odd: str = ""


class HandShowed(msgspec.Struct, frozen=True, tag="hand_showed"):
    """A player showed the hand that is over."""

    player: str
    cards: tuple[int, ...]


class Reacted(msgspec.Struct, frozen=True, tag="reacted"):
    """Somebody shows an emoji to the table."""

    player: str
    emoji: Emoji


class GameFacts(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The game and the stakes, for programs: `terms` and `stakes` of the table say the same to people.

    `small_bet` and `big_bet` are there where the limit is fixed; `least_bet` opens the betting.
    """

    kind: Kind
    limit: LimitKind
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    least_bet: int = 0


class PublicView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A table as everybody sees it.

    `phase`: waiting (for players), choosing (its dealer names the game), cutting, playing, between (hands), paused,
    frozen, over. `due` is what is waited for (act, draw, bring_in, show, run, declare, consent), `to_act` from which
    seat (-1: nobody), as decision `turn`, until `bank_from` on own time and `until` on the bank. `to_come` are the
    seats that act after it in this betting round, in order; a raise adds others.
    """

    table: str
    title: str
    phase: str
    game: str = ""  # the title of the game of this hand, or of the next one
    game_id: str = ""
    limit: str = ""
    stakes: str = ""
    terms: str = ""  # limit and stakes in one line
    facts: GameFacts | None = None  # the same for programs; none where no game is named yet
    mix: tuple[tuple[str, str], ...] = ()  # (id, title) of the games that may be chosen or go round
    buy_in: tuple[int, int] = (0, 0)
    hand: int = 0
    street: str = ""
    button: int = -1
    seats: tuple[SeatState | None, ...] = ()
    pots: tuple[PotState, ...] = ()
    boards: tuple[tuple[int, ...], ...] = ()
    runs: int = 0  # how often the board is run, where that was asked: then there are so many boards for each
    price: int = 0
    chip: int = 1  # the smallest chip in play
    to_act: int = -1
    due: str = ""
    turn: int = 0
    since: int = 0
    bank_from: int = 0
    until: int = 0
    next_at: int = 0
    chooser: int = -1
    cutter: int = -1
    root: str = ""  # the commitment to the order of the pack that is dealt from
    link: str = ""  # between hands: the last link of the chain, after the hand that was over last
    locked: bool = False
    why: str = ""  # why it is frozen, paused or waits
    won_by: tuple[tuple[tuple[int, int], ...], ...] = ()  # with several boards: of each, (seat, chips) it has paid
    straddles: tuple[tuple[int, Straddle, int], ...] = ()  # (seat, kind, chips) announced for the next hand
    street_ms: int = 1200  # how long each street of an all-in is looked at
    paid: tuple[Payment, ...] = ()  # of the hand that is over, or of pots that are paid while it goes on
    contested: tuple[PotState, ...] = ()  # the pots as they lay before the first of these payments
    approve: bool = False  # a host gives the seats: a player who sits down asks for one
    watch_after: int = 0  # onlookers see a hand so many hands later; -1: none
    halves: tuple[str, ...] = ()  # of the hand that is on, or was over last: (high, low), or as its game calls them
    to_come: tuple[int, ...] = ()
    of_tournament: str = ""  # the online tournament of which it is a table, and its number there
    number: int = 0
    terms_said: Parts = ()  # the `terms` as data, for pages in other languages
    title_said: tuple[str, ...] = ()  # and the title of a table of a tournament


class Straddling(msgspec.Struct, frozen=True, gc=False):
    """Whether a player may straddle the next hand.

    `kinds` are those open now, each with the least chips for it; where there are none, `why` not.
    `chips` are those announced already, `under_the_gun` the seat left of the big blind (-1: not known yet).
    """

    kinds: tuple[tuple[Straddle, int], ...] = ()
    chips: int = 0
    under_the_gun: int = -1
    why: str = ""


class PlayerView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="yours"):
    """The private view of one player at entry `seq`: cards and options.

    `cards` are the player's own, `down` of them face down and these first. `options` is there when the decision `turn`
    is theirs: what they may do, with the bounds, and of each thing why or why not. `games` are those to choose from for
    the next hand, and `cut`: they may cut now. `may` are the other commands open now (sit, leave, sit_out, come_back,
    buy...). `buy` is the least and the most they may buy, or bring to the table (a most of 0: no limit); `asked` chips
    come when the hand is over, and `top_up` is the stack filled up to before each hand. `cuts`: they want to cut packs;
    `asks_show`: to be asked at the showdown whether to show.
    `straddle` is there with a seat where straddles are played. `queued` is their place in line for a seat, from 1 on;
    0: none. `seat_until` is when they lose the seat for having no chips; 0: they have some. `name` is there where this
    table shows them by another name than their own, which is somebody else's here. `accept` is the version of the
    terms to accept as they `sit`; "" where they have, or nobody has to. `talk` says whether they may write now: their
    lines are told at once, or are held until the hand is over (these are `held`); or they are in the hand, or the host
    has silenced them. `reports` are those of the host, which nobody has put away yet. `asks`: they have
    asked for a seat, and a host says yes or no; `requests` are those who ask, for a host, each with the chips (0: the
    usual ones). `wait_for_seat` among the commands is `sit` with `lists`.
    """

    table: str
    seq: int
    seat: int = -1
    cards: tuple[int, ...] = ()
    down: int = 0
    turn: int = 0
    options: Options | None = None
    hand_name: str = ""
    games: tuple[tuple[str, str], ...] = ()
    cut: bool = False
    may: tuple[str, ...] = ()
    cuts: bool = False
    asked: int = 0
    top_up: int = 0
    buy: tuple[int, int] = (0, 0)
    straddle: Straddling | None = None
    queued: int = 0
    seat_until: int = 0
    name: str = ""
    accept: str = ""
    asks_show: bool = False
    talk: TalkNow = "at once"
    held: tuple[str, ...] = ()
    reports: tuple[Reported, ...] = ()
    asks: bool = False
    requests: tuple[tuple[str, int], ...] = ()


Said = list[Any]
"""A line of the log as data: a sentence with gaps, and its parts (`told_parts`)."""


class Snapshot(msgspec.Struct, frozen=True, gc=False, tag="snapshot"):
    """A table as it stands at entry `seq`, and the last `log` lines; `headings` as in an event.

    `talk` are the last lines that people have written; it is left out where nobody has. `said` are the lines as data.
    """

    table: str
    seq: int
    at: int
    state: PublicView
    log: tuple[str, ...] = ()
    headings: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    talk: tuple[TalkLine, ...] | msgspec.UnsetType = msgspec.UNSET
    said: tuple[Said, ...] = ()


class Event(msgspec.Struct, frozen=True, gc=False, tag="event"):
    """The effects of entry `seq`: public items (`what`), the same in words (`log`), and the table as it stands then.

    `headings` are the places in `log`, from 0, of lines that begin a hand; it is left out where none does. `talk` are
    lines that are told now, or have other reactions than before.
    `sent` says who goes to another table of the tournament. `said` has each line of `log` as data: a sentence with `{}`
    for each of the parts after it. A part is a text (a name, cards), a number of chips, or a list: words with parts.
    """

    table: str
    seq: int
    at: int
    state: PublicView
    what: tuple[Any, ...] = ()
    log: tuple[str, ...] = ()
    headings: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    talk: tuple[TalkLine, ...] | msgspec.UnsetType = msgspec.UNSET
    sent: tuple[Sent, ...] | msgspec.UnsetType = msgspec.UNSET
    said: tuple[Said, ...] = ()
