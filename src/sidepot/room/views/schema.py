"""The views of a table: the public part, which is the same for everybody, and the private part of one player.

Seats are those of the table, from 0; cards are the numbers of `sidepot.cards`, 53 for a face-down card. Times are
milliseconds since 1970, 0 for none. Only the fields named in this module are published.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sidepot.games.titles import Kind, LimitKind, Parts
from sidepot.hand.legal.options import Options
from sidepot.room.table.commands import Emoji, Sent, Thrown
from sidepot.room.table.events import Reported, TalkLine, TalkNow
from sidepot.table.table_rules import Straddle

Sentence = list[Any]
"""A line of the log as data: a sentence with gaps, and its parts (`log_parts`)."""


class SeatState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A taken seat.

    - `stack`, `bet`: the chips behind, and the chips in front.
    - `state`: as in `table.places` (in, waits, posts, out, busted), or gone for a player of the last hand who has left.
    - `hand`: live, all-in or folded ("" for a seat that is not in the hand).
    - `cards`: the cards of the current hand as everybody sees them.
    - `last`: the last action in this round, in words.
    - `won`: the chips won in the last hand.
    - `bot`, `style`: the strength and the style of a bot ("" for a person).
    - `leaving`: the player leaves after the hand.
    - `declared`: the halves declared for: 1 the first, 2 the second, 3 both, 0 none or not revealed yet.
    - `put_out`: the host removes the player after the hand.
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
    hand_name: str = ""  # the shown hand in words
    bot: str = ""
    away: bool = False
    leaving: bool = False
    bank: int = 0
    declared: int = 0
    put_out: bool = False
    away_since: int = 0  # when the last connection was lost; 0 if connected
    style: str = ""


class PotState(msgspec.Struct, frozen=True, gc=False):
    """A collected pot, with the seats that can win it.

    The main pot comes first. Pots that wait for a later hand (`waits`) come last.
    """

    amount: int
    eligible: tuple[int, ...]
    waits: bool = False


class Payment(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A payment to a seat from a pot.

    - `pot`: the number of the pot (0: the main pot).
    - `board`: the board for which it is paid (-1: the winner showed no hand, and `cards` is empty).
    - `half`: the half of the pot (-1: the pot has only one half, or the same seats won both).
    - `cards`: the winning cards.
    - `odd`: why this payment includes the odd chip (empty: it does not).
    """

    pot: int
    board: int
    half: int
    seat: int
    chips: int
    cards: tuple[int, ...]
    odd: str = ""


class HandShowed(msgspec.Struct, frozen=True, tag="hand_showed"):
    """A player showed cards after the hand. A card that stays hidden is given as 53."""

    player: str
    cards: tuple[int, ...]


class RabbitShown(msgspec.Struct, frozen=True, tag="rabbit_shown"):
    """The board cards that would have come, in dealing order, after a player asked for them."""

    player: str
    cards: tuple[int, ...]


class Reacted(msgspec.Struct, frozen=True, tag="reacted"):
    """A player reacted with an emoji."""

    player: str
    emoji: Emoji


class Threw(msgspec.Struct, frozen=True, tag="threw"):
    """A player threw something at another player."""

    player: str
    thrown: Thrown
    to: str


class GameFacts(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The game and its stakes as data. The table's `terms` and `stakes` are the same in words.

    - `small_bet`, `big_bet`: the bets at fixed limits
    - `least_bet`: the minimum opening bet
    """

    kind: Kind
    limit: LimitKind
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    least_bet: int = 0


class TermsChange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A change of the terms that the host `by` has announced. It applies from the next hand on.

    - `until`: when the next hand begins at the latest.
    - `rows`: the name, the old value and the new value of each term that changes, as data.
    - `awaited`: the seats of the players for whose acceptance the next hand waits.
    """

    by: str
    until: int
    rows: tuple[tuple[Sentence, Sentence, Sentence], ...]
    awaited: tuple[int, ...] = ()


class PublicView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The public view of a table.

    - `phase`: waiting (for players), choosing (the dealer names the game), cutting, playing, between (hands), paused,
      frozen or over.
    - `to_act`, `due`, `turn`: the seat of the next decision (-1: none), its kind (act, draw, bring_in, show, run,
      declare or consent), and its number.
    - `bank_from`, `until`: the end of the ordinary time to act, and of the time bank.
    - `to_come`: the seats that act later in this betting round, in order. A raise adds seats.
    """

    table: str
    title: str
    phase: str
    game: str = ""  # the title of the game of this or the next hand
    game_id: str = ""
    limit: str = ""
    stakes: str = ""
    terms: str = ""  # limit and stakes in one line
    facts: GameFacts | None = None  # the same as data; None if no game is named yet
    mix: tuple[tuple[str, str], ...] = ()  # (id, title) of the games of the mix
    buy_in: tuple[int, int] = (0, 0)
    hand: int = 0
    street: str = ""
    button: int = -1
    seats: tuple[SeatState | None, ...] = ()
    pots: tuple[PotState, ...] = ()
    boards: tuple[tuple[int, ...], ...] = ()
    runs: int = 0  # how often the board is run, if players were asked
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
    root: str = ""  # the commitment to the deck in use
    link: str = ""  # between hands: the chain's link after the last hand
    locked: bool = False
    why: str = ""  # why it is frozen, paused or waiting
    won_by: tuple[tuple[tuple[int, int], ...], ...] = ()  # the (seat, chips) that each of several boards paid
    straddles: tuple[tuple[int, Straddle, int], ...] = ()  # (seat, kind, chips) announced for the next hand
    street_ms: int = 1200  # milliseconds that each street of an all-in is shown
    paid: tuple[Payment, ...] = ()  # payments of the last hand, or of the current one so far
    contested: tuple[PotState, ...] = ()  # the pots before the first of these payments
    usual_buy: int = 0  # the chips to bring that are offered first: a hundred big blinds, within `buy_in`
    behind: tuple[int, ...] = ()  # the stack of each seat before it; 0 for seats that are not in the hand
    approve: bool = False  # a host must approve seats: players ask for one
    watch_after: int = 0  # by how many hands spectators are delayed; -1: they see no hands
    halves: tuple[str, ...] = ()  # of the current or last hand: (high, low), or the names in its game
    to_come: tuple[int, ...] = ()
    of_tournament: str = ""  # the online tournament of this table, and the table's number there
    number: int = 0
    terms_parts: Parts = ()  # the `terms` as data, for translated pages
    title_sentence: tuple[str, ...] = ()  # the title of a tournament's table, as data
    decimals: int = 0  # of amounts: a chip is shown as `10 ** -decimals`
    stopped_at: int = 0  # since when all clocks are stopped; 0: they run
    change: TermsChange | None = None
    bomb: int = 0  # the ante of the announced bomb pot, which the next hand with a flop is; 0: none
    bomb_ante: int = 0  # the ante of the table's own bomb pots; 0: none
    seven_deuce: int = 0  # what each other player pays to who wins with seven-deuce and shows it; 0: nothing
    stand_up: int = 0  # what the last one standing pays to each other player; 0: the stand-up game is not played
    standing: tuple[int, ...] = ()  # the seats that stand in the current round
    rabbit: tuple[tuple[int, ...], ...] = ()  # of each board, the cards that would have come, if a player asked


class Straddling(msgspec.Struct, frozen=True, gc=False):
    """Whether a player may straddle the next hand.

    - `kinds`: the possible straddles, each with its minimum
    - `chips`: the straddle that the player has already announced
    - `why`: the reason if no straddle is possible
    """

    kinds: tuple[tuple[Straddle, int], ...] = ()
    chips: int = 0
    why: str = ""


class PlayerView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="yours"):
    """The private view of one player at event `seq`: cards and options.

    - `cards`, `down`: the player's own cards, and how many of them (the first ones) are face down.
    - `options`: what the player can do at decision `turn`, with bounds and reasons (null if another player decides).
    - `games`: the games from which the player can choose for the next hand.
    - `cut`: the player may cut the deck now.
    - `may`: the tags of other commands that are possible now (sit, leave, buy and so on). `wait_for_seat` is `sit` with
      `lists`.
    - `cuts`: the player wants to cut the deck.
    - `asked`: the chips that the player gets after the hand.
    - `top_up`: the stack to which the player is filled up before each hand.
    - `buy`: the minimum and the maximum to buy or bring (a maximum of 0: no limit).
    - `straddle`: set for a seated player if the table has straddles.
    - `queued`: the place on the waiting list, from 1 (0: not on it).
    - `seat_until`: when a player without chips loses the seat (0: never).
    - `name`: the name by which this table shows the player, if it differs from the player's own.
    - `accept`: the version of the terms to accept with `sit` or, in a seat, with `accept_terms` ("" for none).
    - `asks_show`: the player wants to be asked at the showdown.
    - `talk`: whether the player may chat now; lines are published at once, or `held` until the hand is over.
    - `reports`: the open reports, for hosts.
    - `asks`: the player has asked for a seat that a host must approve.
    - `requests`: the players who ask for a seat, each with the chips to bring (0: the usual number), for hosts.
    - `out_at_big`: the player sits out at the next big blind.
    - `call`: the link to the table's call, for seated players and hosts.
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
    out_at_big: bool = False
    call: str = ""


class Snapshot(msgspec.Struct, frozen=True, gc=False, tag="snapshot"):
    """A table at event `seq`, and the last lines of its `log`.

    - `headings`: the indices of the lines that begin a hand.
    - `talk`: the last chat lines.
    - `sentences`: the log lines as data.
    """

    table: str
    seq: int
    at: int
    state: PublicView
    log: tuple[str, ...] = ()
    headings: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    talk: tuple[TalkLine, ...] | msgspec.UnsetType = msgspec.UNSET
    sentences: tuple[Sentence, ...] = ()


class Event(msgspec.Struct, frozen=True, gc=False, tag="event"):
    """What event `seq` did, and the table after it.

    - `what`: the public items of the event.
    - `log`: the same in words.
    - `headings`: the indices in `log` of the lines that begin a hand.
    - `talk`: chat lines that are published now, or have new reactions.
    - `sent`: the players who move to another table of the tournament.
    - `sentences`: each line of `log` as data: a sentence with gaps (`{player}` or `{}`), and the parts that fill them.
      A part is a text, a number of chips, or a list of words with parts.
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
    sentences: tuple[Sentence, ...] = ()
