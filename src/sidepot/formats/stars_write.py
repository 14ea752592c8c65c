"""Write hands as PokerStars' text, which trackers read.

Every game that PokerStars has offered can be written; others are refused by name. If the hand has a `hero`, only the
hero's cards and shown cards are written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.moments import eastern_of, zoned_moment_in
from sidepot.formats.sites.site_games import as_sites_play
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.model import Opens
from sidepot.hand import events as e
from sidepot.hand.setup import LIVE_POSTS, Post
from sidepot.hand.words import half_text
from sidepot.validation.decimals import unscaled

TITLES: Final = {
    "holdem": "Hold'em",
    "short-deck": "6+ Hold'em",
    "omaha": "Omaha",
    "omaha8": "Omaha Hi/Lo",
    "omaha5": "5 Card Omaha",
    "omaha6": "6 Card Omaha",
    "big-o": "5 Card Omaha Hi/Lo",
    "courchevel": "Courchevel",
    "courchevel8": "Courchevel Hi/Lo",
    "stud": "7 Card Stud",
    "stud8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "five-card-draw": "5 Card Draw",
    "triple-draw": "Triple Draw 2-7 Lowball",
    "single-draw": "Single Draw 2-7 Lowball",
    "badugi": "Badugi",
}
SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "$", "AUD": "$", "INR": "₹"}
UNDATED: Final = "2000/01/01 00:00:00 ET"
_NUMBER: Final = re.compile(r"[A-Z]*(?P<digits>[0-9]+(?:-[0-9]+)*)", re.A)
POSTS: Final = {
    Post.ANTE: "the ante",
    Post.DEAD_ANTE: "the ante",
    Post.SMALL_BLIND: "small blind",
    Post.BIG_BLIND: "big blind",
    Post.LIVE_BLIND: "big blind",
    Post.DEAD_BLIND: "small blind",
    Post.STRADDLE: "straddle",
}
BOARDS: Final = ("FLOP", "TURN", "RIVER")
DRAWS: Final = ("FIRST", "SECOND", "THIRD")
STUD: Final = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
RUNS: Final = ("FIRST", "SECOND", "THIRD")


def stars_text(history: HandHistory) -> str:
    """Write a hand as PokerStars' text. Raises BadNotation for a hand that the text cannot express."""
    setup = history.hand.setup
    if setup.game.name not in TITLES:
        raise BadNotation(f"the PokerStars format cannot express {setup.game.title}")
    if as_sites_play(setup.game) != setup.game:
        raise BadNotation("the PokerStars format cannot express that the opener acts first after the draw")
    if setup.game.streets[0].opens is Opens.NOBODY:
        raise BadNotation("the PokerStars format cannot express a bomb pot")
    if not isinstance(setup.limit, NoLimit | PotLimit | FixedLimit):
        raise BadNotation("the PokerStars format cannot express this limit")
    if any(isinstance(event, e.RunChosen) and event.runs > len(RUNS) for event in history.hand.log):
        raise BadNotation("the PokerStars format cannot express a board that is run more than three times")
    big = max([owed.amount for owed in setup.owed if owed.post is Post.BIG_BLIND], default=0)
    if any(owed.post is Post.LIVE_BLIND and owed.amount != big for owed in setup.owed):
        raise BadNotation("the PokerStars format cannot express a live blind other than the big blind")
    if setup.carried or setup.open is not None:
        raise BadNotation("the PokerStars format cannot express a carried pot or open stakes")
    if history.is_tournament and any(stack % 10**history.decimals for stack in setup.stacks):
        raise BadNotation("the PokerStars format cannot express parts of a tournament chip")
    return _Writer(history).text()


class _Writer:
    """Writes the log of a hand, line by line."""

    def __init__(self, history: HandHistory) -> None:
        self.history = history
        self.hand = history.hand
        self.setup = history.hand.setup
        self.symbol = symbol_of(history)
        self.lines: list[str] = []
        self.left = list(self.setup.stacks)
        self.bets: dict[int, int] = {}
        self.boards: list[list[int]] = [[] for _ in self.hand.boards]
        self.hole: list[list[int]] = [[] for _ in self.left]
        self.folded: set[int] = set()
        self.draws = self.streets = 0
        self.is_shown = False  # the heading of the showdown is written, or there is none
        self.taken: dict[int, int] = {}  # the rake from each winner so far
        self.pots = sum(isinstance(event, e.Awarded) for event in self.hand.log)

    def text(self) -> str:
        """The whole hand."""
        self.head()
        posting = True
        for event in self.hand.log:
            if posting and not isinstance(event, e.Started | e.Posted):
                posting = False
                if not self.setup.game.is_stud:
                    self.lines.append("*** DEALING HANDS ***" if self.setup.game.is_draw else "*** HOLE CARDS ***")
            self.event(event)
        self.summary()
        return "\n".join(self.lines) + "\n"

    def money(self, chips: int) -> str:
        """An amount after its currency."""
        return f"{self.symbol}{unscaled(chips, self.history.decimals)}"

    def name(self, seat: int) -> str:
        """The player of a seat."""
        return self.history.names[seat]

    def head(self) -> None:
        """The game, the table, and the players."""
        history = self.history
        self.lines += head_lines(history)
        for seat in sorted(range(len(self.left)), key=lambda one: history.numbers[one]):
            self.lines.append(
                f"Seat {history.numbers[seat]}: {self.name(seat)} ({self.money(self.left[seat])} in chips)"
            )

    # ---- the events

    def event(self, event: e.Event) -> None:
        """The lines of one event."""
        match event:
            case e.Posted(seat, post, amount):
                self.post(seat, post, amount)
            case e.Dealt(seat, cards, up):
                self.deal(seat, cards, up)
            case e.BoardDealt(cards, board):
                self.turn(cards, board)
            case e.BroughtIn(seat, amount):
                self.pay(seat, amount)
                self.say(seat, f"brings in for {self.money(amount)}{self.all_in(seat)}")
            case e.Folded(seat) | e.Killed(seat):
                self.folded.add(seat)
                self.say(seat, "folds")
            case e.Checked(seat):
                self.say(seat, "checks")
            case e.Called() | e.RaisedTo():
                self.bet(event)
            case e.Discarded(seat, cards):
                self.discard(seat, cards)
            case e.Returned(seat, amount):
                self.left[seat] += amount
                self.lines.append(f"Uncalled bet ({self.money(amount)}) returned to {self.name(seat)}")
            case e.Shown(seat, cards):
                self.show_down()
                makes = self.makes(cards)
                self.say(seat, f"shows [{_cards(cards)}]" + (f" ({makes})" if makes else ""))
            case e.Mucked(seat):
                self.show_down()
                self.say(seat, "mucks hand")
            case e.Awarded():
                self.award(event)
            case e.Voided() | e.Redealt():
                raise BadNotation("the PokerStars format cannot express a hand that was cancelled or dealt again")
            case _:
                pass

    def post(self, seat: int, post: Post, amount: int) -> None:
        """A forced bet. A returning player posts both blinds in one line."""
        self.pay(seat, amount, live=post in LIVE_POSTS)
        both = [
            owed for owed in self.setup.owed if owed.seat == seat and owed.post in (Post.LIVE_BLIND, Post.DEAD_BLIND)
        ]
        if len(both) < 2 or post not in (Post.LIVE_BLIND, Post.DEAD_BLIND):
            self.say(seat, f"posts {POSTS[post]} {self.money(amount)}{self.all_in(seat)}")
        elif post is both[-1].post:
            total = self.money(sum([owed.amount for owed in both]))
            self.say(seat, f"posts small & big blinds {total}{self.all_in(seat)}")

    def say(self, seat: int, what: str) -> None:
        """A line of a player."""
        self.lines.append(f"{self.name(seat)}: {what}")

    def pay(self, seat: int, amount: int, *, live: bool = True) -> None:
        """Chips go in."""
        self.left[seat] -= amount
        if live:
            self.bets[seat] = self.bets.get(seat, 0) + amount

    def all_in(self, seat: int) -> str:
        """The words for a player without chips left."""
        return "" if self.left[seat] else " and is all-in"

    def bet(self, event: e.Called | e.RaisedTo) -> None:
        """A call, a bet, or a raise, with amount and total."""
        seat = event.seat
        if isinstance(event, e.Called):
            self.pay(seat, event.amount)
            self.say(seat, f"calls {self.money(event.amount)}{self.all_in(seat)}")
            return
        to = event.to
        price = max(self.bets.values(), default=0)
        self.pay(seat, to - self.bets.get(seat, 0))
        if price:
            self.say(seat, f"raises {self.money(to - price)} to {self.money(to)}{self.all_in(seat)}")
        else:
            self.say(seat, f"bets {self.money(to)}{self.all_in(seat)}")

    def deal(self, seat: int, cards: Sequence[int], up: int) -> None:
        """Cards to a seat: the hero's, and upcards of stud."""
        before = [card for card in self.hole[seat] if card != UNKNOWN]
        is_first = not self.hole[seat]
        self.hole[seat] += cards
        if self.setup.game.is_stud:
            if is_first and all(len(hole) <= len(cards) for hole in self.hole) and self.streets == 0:
                self.street()
            elif len(self.hole[seat]) > self.streets + 2:
                self.street()
            seen = list(cards) if seat == self.history.hero else list(cards[len(cards) - up :] if up else ())
            shown = before if seat == self.history.hero else [card for card in before if card in self.faces(seat)]
        else:
            seen, shown = (list(cards), before) if seat == self.history.hero else ([], [])
        if not seen or UNKNOWN in seen:
            return
        old = f"[{_cards(shown)}] " if shown else ""
        self.lines.append(f"Dealt to {self.name(seat)} {old}[{_cards(seen)}]")

    def faces(self, seat: int) -> Sequence[int]:
        """The upcards of a seat at the end of the hand."""
        return [card for card in self.hand.faces[seat] if card != UNKNOWN]

    def street(self) -> None:
        """The next street of stud."""
        self.lines.append(f"*** {STUD[min(self.streets, len(STUD) - 1)]} ***")
        self.streets += 1
        if self.streets > 1:
            self.bets = {}

    def turn(self, cards: Sequence[int], board: int) -> None:
        """Cards to the board."""
        there = self.boards[board]
        name = BOARDS[max(0, len(there) - 2 if there else 0)] if len(there) + len(cards) <= 5 else "RIVER"
        run = f"{RUNS[board]} " if len(self.boards) > 1 and (board or self.runs_from(there)) else ""
        before = f"[{_cards(there)}] " if there else ""
        self.lines.append(f"*** {run}{name} *** {before}[{_cards(cards)}]")
        there += cards
        self.bets = {}
        if not run:
            for other in self.boards[board + 1 :]:
                other[:] = there

    def runs_from(self, there: Sequence[int]) -> bool:
        """Whether the first two boards differ from here on."""
        at = len(there)
        return self.hand.boards[0][at : at + 1] != self.hand.boards[1][at : at + 1]

    def discard(self, seat: int, cards: Sequence[int]) -> None:
        """A discard, or standing pat."""
        if not self.draws or self.lines[-1].startswith("***") is False and not self.drawing():
            self.draws += 1
            if sum(bool(street.draw) for street in self.setup.game.streets) > 1:
                self.lines.append(f"*** {DRAWS[min(self.draws, len(DRAWS)) - 1]} DRAW ***")
            self.bets = {}
        for card in cards:
            if card in self.hole[seat]:
                self.hole[seat].remove(card)
        if not cards:
            self.say(seat, "stands pat")
            return
        some = f" [{_cards(cards)}]" if seat == self.history.hero and UNKNOWN not in cards else ""
        self.say(seat, f"discards {len(cards)} card{'s' if len(cards) > 1 else ''}{some}")

    def drawing(self) -> bool:
        """Whether the last line belongs to a draw."""
        last = self.lines[-1]
        return last.startswith("Dealt to ") or ": discards " in last or last.endswith(": stands pat")

    # ---- the end

    def show_down(self) -> None:
        """Write the heading before the first hand that is shown or mucked."""
        if not self.is_shown:
            self.lines.append("*** SHOW DOWN ***")
            self.is_shown = True

    def makes(self, cards: Sequence[int]) -> str:
        """The hand in words; "" if the board is unknown."""
        if UNKNOWN in self.hand.boards[0]:
            return ""
        halves = [half_text(self.setup.game, half, cards, self.hand.boards[0]) for half in self.setup.game.halves]
        return "; ".join([words for words in halves if words]) or "no hand"

    def award(self, event: e.Awarded) -> None:
        """A pot and its winners. The rake comes from each winner's first pots."""
        self.is_shown = True  # a hand that is shown after this decides nothing
        awarded, collected = self.history.awarded, self.history.collected
        side = "side pot" if self.pots == 2 else f"side pot-{event.pot}"
        name = "pot" if self.pots < 2 else "main pot" if not event.pot else side
        for seat, amount in event.shares:
            taken = min(max(awarded[seat] - collected.get(seat, 0) - self.taken.get(seat, 0), 0), amount)
            self.taken[seat] = self.taken.get(seat, 0) + taken
            if amount > taken and seat not in self.history.adjustments:
                self.lines.append(f"{self.name(seat)} collected {self.money(amount - taken)} from {name}")

    def summary(self) -> None:
        """The cash-outs, then the pot, the rake, the board and the seats."""
        history = self.history
        for seat, adjustment in history.adjustments.items():
            got = max(history.collected.get(seat, 0) + adjustment, 0)
            self.lines.append(
                f"{self.name(seat)} cashed out the hand for {self.money(got)} | Cash Out Fee {self.money(0)}"
            )
        pot = sum([event.amount for event in self.hand.log if isinstance(event, e.Awarded)])
        self.lines += ["*** SUMMARY ***", f"Total pot {self.money(pot)} | Rake {self.money(history.rake)}"]
        if len(self.boards) > 1 and self.boards[1]:
            self.lines += [f"{RUNS[at]} Board [{_cards(board)}]" for at, board in enumerate(self.boards)]
        elif self.boards and self.boards[0]:
            self.lines.append(f"Board [{_cards(self.boards[0])}]")
        mucked = history.mucked
        for seat in sorted(range(len(self.left)), key=lambda one: history.numbers[one]):
            won = history.collected.get(seat, 0)
            end = f"collected ({self.money(won)})" if won else "folded" if seat in self.folded else "lost"
            if seat in mucked:
                end = f"mucked [{_cards(mucked[seat])}]"
            self.lines.append(f"Seat {history.numbers[seat]}: {self.name(seat)} {end}")


# ---- the first lines


def symbol_of(history: HandHistory) -> str:
    """The currency sign that is printed before an amount."""
    return SYMBOLS.get(history.money, "")


def head_lines(history: HandHistory) -> list[str]:
    """The first two lines: about the hand, and about its table."""
    setup = history.hand.setup
    limit = {NoLimit: "No Limit", PotLimit: "Pot Limit", FixedLimit: "Limit"}[type(setup.limit)]
    title = f"{TITLES[setup.game.name]} {limit}"
    what = f" {title} {_stakes(history)}"
    if history.is_tournament:
        number, buy_in, level = history.tournament_id or "1", history.buy_in or "Freeroll ", history.level or "I"
        what = f"Tournament #{number}, {buy_in} {title} - Level {level} {_stakes(history)}"
    size = max(history.table_size, *history.numbers, 2)
    button = "" if setup.game.is_stud else f" Seat #{history.numbers[setup.button]} is the button"
    return [
        f"PokerStars Hand #{_number(history.name)}: {what} - {_when(history.when)}",
        f"Table '{history.table or 'sidepot'}' {size}-max{button}",
    ]


def _stakes(history: HandHistory) -> str:
    """The blinds or, at fixed limit, the bets, the cap of a cap game, and the currency."""
    setup, stakes = history.hand.setup, history.hand.setup.stakes
    if isinstance(setup.limit, FixedLimit):
        low, high = stakes.bet_size(big=False), stakes.bet_size(big=True)
    else:
        low, high = (*stakes.blinds, 0, 0)[:2]
        if not high:
            low, high = low or stakes.ante, low or stakes.ante
    symbol = symbol_of(history)
    cap = getattr(setup.limit, "cap", None)
    capped = f" - {symbol}{unscaled(cap, history.decimals)} Cap - " if cap else ""
    currency = f" {history.money}" if history.money else ""
    return f"({symbol}{unscaled(low, history.decimals)}/{symbol}{unscaled(high, history.decimals)}{capped}{currency})"


def _number(name: str) -> str:
    """The number of a hand. A name with letters is hashed to a number, because PokerStars uses only digits.

    The number is always the same, because trackers skip a second hand with the same number.
    """
    found = _NUMBER.fullmatch(name)
    if found is not None:
        return found["digits"].replace("-", "")
    return str(int(sha256(name.encode("utf-8", "replace")).hexdigest()[:14], 16)) if name else "1"


def _when(when: str) -> str:
    """The date and time in New York if the zone is known, otherwise as written; without any time, a day long ago."""
    history = zoned_moment_in(when)
    if history is None:
        return UNDATED
    year, month, day, hour, minute, second = eastern_of(history) or history.moment
    return f"{year:04}/{month:02}/{day:02} {hour}:{minute:02}:{second:02} ET"


def _cards(some: Sequence[int]) -> str:
    return " ".join([text((card,)) for card in some])
