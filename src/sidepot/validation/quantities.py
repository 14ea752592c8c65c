"""Types for numbers from outside: what each counts, with its bounds, for the fields of commands and forms.

A field names its quantity, as in `chips: q.Chips`. All decoders (JSON, sockets, files, the command line) and schemas
apply the bounds; `type_checks.check_fields` applies them to structs made in Python.

`Some...` is at least 1. `Any...` may also be -1 (for a table, 0); the field defines what that means: any seat, no
limit, the default.

>>> import msgspec
>>> msgspec.json.decode(b"100", type=Rounds)
Traceback (most recent call last):
    ...
msgspec.ValidationError: Expected `int` <= 99
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

MOST_CHIPS: Final = 10**12
"""The maximum amount of chips or of money (in its smallest unit). Sums of many such amounts still fit a database."""

MOST_SUM: Final = 2**63 - 1
MOST_OF_KIND: Final = 10**6  # chips of one denomination
MOST_SEATS: Final = 100  # that somebody may ask for; a table has as many of them as its game
MOST_TABLES: Final = 100_000
MOST_ENTRIES: Final = 1_000_000
MOST_PERSONS: Final = 100_000  # of a club
MOST_BOTS: Final = 2000
MOST_ITEMS: Final = 500  # levels and breaks of a schedule
MOST_STEPS: Final = 10**9  # of a tournament; also of requests and offers of its players
DAY: Final = 24 * 60 * 60 * 1000
LONGEST: Final = 10_000 * 60 * 60 * 1000  # 10,000 hours: no level or break is longer
LAST_MOMENT: Final = 32_503_680_000_000  # the year 3000

# ---- chips and money

Chips = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]
SomeChips = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
AnyChips = Annotated[int, Meta(ge=-1, le=MOST_CHIPS)]
OfKind = Annotated[int, Meta(ge=0, le=MOST_OF_KIND)]
SomeOfKind = Annotated[int, Meta(ge=1, le=MOST_OF_KIND)]
Bet = Annotated[int, Meta(ge=1, le=MOST_CHIPS // 1000)]  # the big blind, or the small bet, of a table that a host opens
Sum = Annotated[int, Meta(ge=0, le=MOST_SUM)]  # of the chips or the money of many
Money = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]
SomeMoney = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
MoneyMoved = Annotated[int, Meta(ge=-MOST_CHIPS, le=MOST_CHIPS)]  # given, or below zero given back
Difference = Annotated[int, Meta(ge=-MOST_SUM, le=MOST_SUM)]  # of chips that were counted and chips on record
Percent = Annotated[int, Meta(ge=0, le=100)]
RakePercent = Annotated[int, Meta(ge=0, le=20)]
Decimals = Annotated[int, Meta(ge=0, le=2)]  # of amounts, where a chip is 10 ** -decimals
Person = Annotated[int, Meta(ge=1, le=MOST_PERSONS)]  # of the club
AnyPerson = Annotated[int, Meta(ge=-1, le=MOST_PERSONS)]
PrizePercent = Annotated[float, Meta(ge=0, le=100)]

# ---- seats, tables and players

Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
AnySeat = Annotated[int, Meta(ge=-1, le=MOST_SEATS - 1)]
Seats = Annotated[int, Meta(ge=0, le=MOST_SEATS)]  # or players at one table
Table = Annotated[int, Meta(ge=1, le=MOST_TABLES)]
AnyTable = Annotated[int, Meta(ge=0, le=MOST_TABLES)]
TableName = Annotated[str, Meta(max_length=20)]
Entries = Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
Players = Annotated[int, Meta(ge=2, le=MOST_ENTRIES)]  # of a tournament
AnyEntries = Annotated[int, Meta(ge=-1, le=MOST_ENTRIES)]
AnyTimes = Annotated[int, Meta(ge=-1, le=1000)]  # that a player may buy or enter again
Bots = Annotated[int, Meta(ge=0, le=MOST_BOTS)]
SomeBots = Annotated[int, Meta(ge=1, le=1000)]  # that enter at once

# ---- hands

Card = Annotated[int, Meta(ge=0, le=52)]
Cards = Annotated[int, Meta(ge=0, le=53)]  # how many
Rank = Annotated[int, Meta(ge=2, le=14)]
Boards = Annotated[int, Meta(ge=1, le=4)]
Bets = Annotated[int, Meta(ge=1, le=1000)]  # bets and raises of a round
Hands = Annotated[int, Meta(ge=0, le=1000)]
SomeHands = Annotated[int, Meta(ge=1, le=1000)]
Rounds = Annotated[int, Meta(ge=0, le=99)]
SomeRuns = Annotated[int, Meta(ge=1, le=10)]  # of the rest of a board
Ways = Annotated[int, Meta(ge=1, le=3)]  # to declare: 1 the first half, 2 the second, 3 both
AnyDelay = Annotated[int, Meta(ge=-1, le=20)]  # hands by which the view of spectators is delayed
HandNumber = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]

# ---- time, in milliseconds unless the name says otherwise

Moment = Annotated[int, Meta(ge=0, le=LAST_MOMENT)]
Ms = Annotated[int, Meta(ge=0, le=LONGEST)]
SomeMs = Annotated[int, Meta(ge=1, le=LONGEST)]
AnyMs = Annotated[int, Meta(ge=-1, le=LONGEST)]
MsMoved = Annotated[int, Meta(ge=-LONGEST, le=LONGEST)]  # added to a clock, or below zero taken away
Decision = Annotated[int, Meta(ge=0, le=3_600_000)]
AnyBank = Annotated[int, Meta(ge=-1, le=3_600_000)]
Pause = Annotated[int, Meta(ge=0, le=DAY)]
SomePause = Annotated[int, Meta(ge=1, le=DAY)]
Seconds = Annotated[int, Meta(ge=0, le=600)]
SomeSeconds = Annotated[int, Meta(ge=1, le=600)]
Minutes = Annotated[int, Meta(ge=0, le=24 * 60)]
Item = Annotated[int, Meta(ge=0, le=MOST_ITEMS - 1)]  # a place in a schedule
AnyItem = Annotated[int, Meta(ge=-1, le=MOST_ITEMS - 1)]
Levels = Annotated[int, Meta(ge=0, le=MOST_ITEMS)]

# ---- places in a log

Seq = Annotated[int, Meta(ge=0, le=MOST_SUM)]  # of an entry that was sent; 0: before the first
Integer = Annotated[int, Meta(ge=-MOST_SUM, le=MOST_SUM)]  # of a client's own
Step = Annotated[int, Meta(ge=0, le=MOST_STEPS)]  # of a tournament, or the number of a request or an offer
Line = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]  # of a table: an entry, or a decision
