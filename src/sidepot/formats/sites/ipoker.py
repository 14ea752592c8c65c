"""iPoker: a session in XML. Actions are numbered, cards begin with the suit, players have their bets and winnings."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import ClassVar, Final

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.formats.reasons import NO_WINNER
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.hand_so_far import BRING_IN, CALL, CHECK, FOLD, RAISE
from sidepot.formats.sites.ipoker_xml import (
    MOST_OF_A_HAND,
    TAG,
    attributes_of,
    chips_of,
    hands_in,
    session_of,
)
from sidepot.formats.sites.site_record import Posted, Record
from sidepot.formats.sites.text import cards_of, unreadable
from sidepot.hand.setup import LIVE_POSTS, Post
from sidepot.rules.clauses import say

_BOARD: Final = 5
_WORDS: Final = (
    "0 fold, 1 and 2 blinds, 3 call, 4 check, 5 bet, 6, 7 and 23 raise or all-in, 8 and 9 away, 15 ante, 16 bring-in"
)
_DOWN: Final = {("Second Street", 2): (True, False), ("Third Street", 3): (True, True, False)}
"""Which of several cards dealt at once are face down; third street of five-card stud brings one, face up."""
_RUNS: Final = 4
_SIX: Final = 6
"""The cards of stud before the seventh, which is face down."""


class IPoker(Dialect):
    """Hands of iPoker: `<game gamecode="1">` with `<player ...>`, `<round no="1">`, `<cards ...>`, `<action ...>`."""

    site: ClassVar[str] = "iPoker"
    marks: ClassVar[tuple[str, ...]] = ("<session ", "<game gamecode=")
    start: ClassVar[re.Pattern[str]] = re.compile(r'<game [^<>"]*\bgamecode="(?P<name>[^"<]{1,40})"')

    def __init__(self, text: str, first: int, head: str) -> None:
        super().__init__([text], first)
        self.head = head
        self.actions: list[tuple[int, int, int, str, str, str]] = []  # round, number, line, player, kind, amount
        self.printed: dict[str, tuple[int, int]] = {}  # what each player won, and bet
        self.held: dict[str, list[int]] = {}
        self.down: dict[str, list[bool]] = {}
        self.bets: dict[str, int] = {}
        self.put: dict[str, int] = {}
        self.blinds: list[str] = ["", ""]
        self.big = 0
        self.began = ""
        self.shared: tuple[int, ...] | None = None  # the part of the board that all runs share

    def read(self, head: re.Match[str] | None) -> Record:
        """The record of the hand. Raises BadNotation, giving the line that cannot be read."""
        self.line = self.first
        try:
            if head is None:
                raise unreadable(say("a hand of {site} cannot begin with {line}", "iPoker", repr(self.lines[0][:80])))
            self.session = session_of(self.head)
            self.decimals = 0 if self.session.is_tournament else 2
            self.table, self.table_size = self.session.table, self.session.table_size
            self.read_tags(self.lines[0])
            self.do_all()
            self.line = self.first
            self.see_cards()
            self.settle()
            return self.record(head)
        except BadNotation as error:
            raise error.at_line(self.line) from None

    # ---- tags

    def read_tags(self, text: str) -> None:
        """Read all tags of the hand in order."""
        at = seen = 0
        tags = _TAGS
        for found in TAG.finditer(text):
            start = found.start()
            if start != at:
                break
            at = found.end()
            words = found[1].split(None, 1)
            reader = tags.get(words[0]) if words else None
            if reader is not None:
                self.line += text.count("\n", seen, start)
                seen = start
                try:
                    reader(self, attributes_of(words[1]) if len(words) > 1 else {}, found[2])
                except KeyError as error:
                    tag = f"<{found[1][:80]}>"
                    raise unreadable(say("{field} is missing from {tag}", repr(error.args[0]), tag)) from None
            if found[3] and "</game>" in found[3]:
                return
        if at != len(text):
            self.line += text.count("\n", seen, at)
            raise unreadable(say("this tag is broken: {tag}", repr(text[at : at + 80])))

    def tag_player(self, attributes: dict[str, str], text: str) -> None:
        """Read a player such as `<player seat="3" name="Ann" chips="$20" dealer="0" win="$0" bet="$0.05" />`."""
        name = attributes["name"]
        if not name:  # an empty chair
            return
        if name in self.seats:
            raise unreadable(say("{player} has two seats", name))
        number, chips = number_in(attributes, "seat"), chips_of(attributes["chips"], self.decimals)
        self.seats[name] = number, chips
        if "win" in attributes and "bet" in attributes:
            self.printed[name] = chips_of(attributes["win"], self.decimals), chips_of(attributes["bet"], self.decimals)
        if "rakeamount" in attributes:
            self.rake = (self.rake or 0) + chips_of(attributes["rakeamount"], self.decimals)
        if attributes.get("dealer") == "1":
            self.button_number = number

    def tag_round(self, attributes: dict[str, str], text: str) -> None:
        """Read the beginning of a round such as `<round no="1">`. Round 0 contains the posts."""
        self.street = number_in(attributes, "no")

    def tag_cards(self, attributes: dict[str, str], text: str) -> None:
        """Read cards such as `<cards type="Pocket" player="Ann">SA X</cards>`.

        Cards without a player are board cards.
        """
        cards, name = cards_of(text), attributes.get("player", "")
        if not name:
            board = self.board_of(attributes["board"]) if "board" in attributes else self.boards[0]
            board += cards
            if len(board) > _BOARD:
                raise unreadable(
                    say("the board has {count} cards; expected at most {most}", *map(str, (len(board), _BOARD)))
                )
            return
        queue, down = self.held.setdefault(name, []), self.down.setdefault(name, [])
        street, count = attributes["type"], len(cards)
        down += _DOWN.get((street, count), ()) or [len(queue) == _SIX and street == "River"] * count
        queue += cards

    def board_of(self, word: str) -> list[int]:
        """The board of a cards tag.

        `<cards board="board2" type="River">HK</cards>` belongs to the second run, which shares the earlier cards.
        """
        run = number_in({"board": word.removeprefix("board")}, "board")
        if not 1 <= run <= _RUNS:
            raise unreadable(say("{field}: expected a run from {least} to {most}", f"board={word!r}", "1", str(_RUNS)))
        if self.shared is None:
            self.shared = tuple(self.boards[0])
        while len(self.boards) < run:
            self.boards.append(list(self.shared))
        return self.boards[run - 1]

    def tag_action(self, attributes: dict[str, str], text: str) -> None:
        """Read an action such as `<action no="5" player="Ann" type="23" sum="$3" cards="" />`.

        Actions are numbered, because the file does not list them in order.
        """
        number, amount = number_in(attributes, "no"), attributes.get("sum") or "0"
        self.actions.append((self.street, number, self.line, attributes["player"], attributes["type"], amount))

    def tag_time(self, attributes: dict[str, str], text: str) -> None:
        """Read the time of a hand, such as `<startdate>2013-07-30 18:26:02</startdate>`."""
        self.began = self.began or text.strip()

    def tag_small(self, attributes: dict[str, str], text: str) -> None:
        """Read the small blind, such as `<smallblind>250</smallblind>`, which newer tournaments print in each hand."""
        self.blinds[0] = text

    def tag_big(self, attributes: dict[str, str], text: str) -> None:
        """Read the big blind, such as `<bigblind>500</bigblind>`."""
        self.blinds[1] = text

    # ---- acts

    def do_all(self) -> None:
        """Carry out the actions in number order."""
        self.street = 0
        for street, _, line, name, kind, amount in sorted(self.actions):
            self.line = line
            if name not in self.seats:
                raise unreadable(say("{player} acts but has no seat", repr(name)))
            if street != self.street:
                if street > 1:
                    self.bets.clear()
                self.street = street
            reader = _ACTS.get(kind)
            if reader is None:
                raise unreadable(say("unknown type of action {kind}; expected one of {words}", repr(kind), _WORDS))
            reader(self, name, chips_of(amount, self.decimals))

    def pay(self, name: str, amount: int) -> None:
        """Take chips from a player's stack."""
        self.put[name] = self.put.get(name, 0) + amount

    def post(self, name: str, post: Post, amount: int) -> None:
        """Post a blind or an ante. A player who is all-in for less may owe more."""
        self.pay(name, amount)
        if post in LIVE_POSTS:
            self.bets[name] = self.bets.get(name, 0) + amount
        self.posts.append(Posted(name, post, amount, self.put[name] >= self.seats[name][1]))

    def do_small(self, name: str, amount: int) -> None:
        """Post the small blind. A second small blind is dead."""
        is_first = all(one.post is not Post.SMALL_BLIND for one in self.posts)
        self.post(name, Post.SMALL_BLIND if is_first else Post.DEAD_BLIND, amount)

    def do_big(self, name: str, amount: int) -> None:
        """Post the big blind, or what a new player posts, which may include a dead small blind.

        If data miners have changed the stakes in the header, the big blind is twice the small blind.
        """
        if not self.big:
            usual = self.usual_blinds()
            small = next((one.amount for one in self.posts if one.post is Post.SMALL_BLIND), 0)
            is_usual = not usual or amount in usual or amount == 2 * small
            self.big = amount if is_usual else max([one for one in usual if one < amount], default=usual[0])
            if amount <= self.big:
                self.post(name, Post.BIG_BLIND, amount)
                return
        live = min(self.big, amount)
        self.post(name, Post.LIVE_BLIND, live)
        if amount > live:
            self.post(name, Post.DEAD_BLIND, amount - live)

    def usual_blinds(self) -> tuple[int, ...]:
        """The big blinds that the stakes of a cash game may mean: at fixed limit, they are the blinds or the bets."""
        stakes = tuple([chips_of(one, self.decimals) for one in self.session.stakes])
        return stakes if self.session.limit == "Limit" else stakes[1:]

    def do_call(self, name: str, amount: int) -> None:
        """Call with the added chips `amount`."""
        self.pay(name, amount)
        self.bets[name] = self.bets.get(name, 0) + amount
        self.add(name, CALL, amount)

    def do_bet(self, name: str, amount: int) -> None:
        """Bet or raise to the total `amount` for the round. If the total is not the highest bet, the action is a
        call.
        """
        more = amount - self.bets.get(name, 0)
        if amount <= max(self.bets.values(), default=0):
            self.do_call(name, more)
            return
        self.pay(name, more)
        self.bets[name] = amount
        self.add(name, RAISE, amount)

    def do_push(self, name: str, amount: int) -> None:
        """Add `amount` chips, for an all-in or, in older files, a raise. It is a call if other bets are as high."""
        self.do_bet(name, self.bets.get(name, 0) + amount)

    def do_bring(self, name: str, amount: int) -> None:
        """Record the bring-in, and take it from the player's stack."""
        self.bring_in = amount
        self.pay(name, amount)
        self.bets[name] = amount
        self.add(name, BRING_IN, amount)

    def do_leave(self, name: str, amount: int) -> None:
        """Fold for a player who is away, if they posted or have cards."""
        if name in self.put or name in self.held:
            self.add(name, FOLD)

    # ---- the whole hand

    def see_cards(self) -> None:
        """Divide the known cards into cards shown at the showdown, and cards that were seen when dealt."""
        folded = {one[0] for one in self.acts if one[3] is FOLD}
        live = [name for name in {**self.held, **self.put} if name not in folded]
        self.hero = self.session.hero if self.session.hero in self.held else ""
        for name, cards in self.held.items():
            is_shown = name != self.hero and name in live and len(live) > 1 and cards and UNKNOWN not in cards
            if is_shown:
                self.shown[name] = tuple(cards)
                cards = self.open_cards(name)
            self.dealt[name] = cards

    def open_cards(self, name: str) -> list[int]:
        """The cards of a player that everybody saw before the showdown: the upcards of stud."""
        cards, down = self.held[name], self.down[name]
        return [UNKNOWN if is_down else one for one, is_down in zip(cards, down, strict=False)] if any(down) else []

    def settle(self) -> None:
        """Compute the uncalled bet, and what each player won from the pots."""
        first = max(self.bets, key=lambda name: self.bets[name], default="")
        others = [bet for name, bet in self.bets.items() if name != first]
        back = max(self.bets.get(first, 0) - max(others, default=0), 0)
        amounts = {name: won for name, (won, _) in self.printed.items() if won}
        if not amounts:
            self.unresolved = NO_WINNER
        gap = sum(self.put.values()) - sum(amounts.values())
        if back:
            self.back[first] = back
            has_back = gap < back or amounts.get(first, 0) >= back and self.session.wins_have_back
            if self.session.is_tournament:
                has_back = gap != back
            if has_back and first in amounts:
                amounts[first] -= back
        self.won = {name: amount for name, amount in amounts.items() if amount}
        antes = {one.name: one.amount for one in self.posts if one.post is Post.ANTE}
        for name, (_, bet) in self.printed.items():
            put = self.put.get(name, 0)
            if bet not in (0, put, put - self.back.get(name, 0), put - antes.get(name, 0)):  # some omit the ante
                self.put[name] = bet  # the amounts of the actions differ, and so will the result

    def paid(self) -> dict[str, int]:
        """The chips that each player put in."""
        return self.put

    def title(self, head: re.Match[str]) -> str:
        """The game and limit in words. Some files do not name Omaha."""
        return f"{self.session.limit} {self.session.game or 'Omaha'}"

    def stakes(self, head: re.Match[str]) -> tuple[int, int]:
        """The blinds or, at fixed limit, the bets."""
        named = self.blinds if all(self.blinds) else self.session.stakes
        low, high = [chips_of(one, self.decimals) for one in named] if named else self.posted_blinds()
        if self.session.limit != "Limit":
            return (low, high) if self.big <= high or all(self.blinds) else self.posted_blinds()
        if "Stud" not in self.session.game:
            return (high, high * 2) if not named or self.big == high or all(self.blinds) else (low, high)
        return (low, high) if named else self.stud_bets()

    def posted_blinds(self) -> tuple[int, int]:
        """The blinds as they were posted. The full size of a short, all-in blind is derived from the other blind."""
        small, big = [
            max([one.amount for one in self.posts if one.post is post and not one.all_in], default=0)
            for post in (Post.SMALL_BLIND, Post.BIG_BLIND)
        ]
        big = big or small * 2 or self.big
        return small or big // 2, big

    def stud_bets(self) -> tuple[int, int]:
        """The bet sizes of stud, according to the bets that were made, if the head does not name them."""
        made = [(one[1], one[4]) for one in self.acts if one[3] is RAISE and one[1] > 1]
        early = min([amount for street, amount in made if street < _BOARD - 1], default=0)
        late = min([amount for street, amount in made if street >= _BOARD - 1], default=0)
        small = early or late // 2 or self.bring_in * 4
        return small, small * 2

    def is_tournament(self, head: re.Match[str]) -> bool:
        """Whether the session is a tournament."""
        return self.session.is_tournament

    def tournament_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The tournament's number, its price and its level."""
        return self.session.tournament_id, self.session.buy_in, ""

    def currency(self, head: re.Match[str]) -> str:
        """The currency of the table."""
        return self.session.currency

    def when(self, head: re.Match[str]) -> str:
        """When the hand began."""
        return self.began

    def button_seat(self, order: list[str]) -> int:
        """The seat of the button. Without a button, it is the seat before the small blind."""
        if not self.button_number:
            small = next((one.name for one in self.posts if one.post is Post.SMALL_BLIND), order[0])
            self.button_number = self.seats[small][0] - 1
        return super().button_seat(order)


_TAGS: Final[dict[str, Callable[[IPoker, dict[str, str], str], None]]] = {
    "player": IPoker.tag_player,
    "round": IPoker.tag_round,
    "cards": IPoker.tag_cards,
    "action": IPoker.tag_action,
    "startdate": IPoker.tag_time,
    "smallblind": IPoker.tag_small,
    "bigblind": IPoker.tag_big,
}

_ACTS: Final[dict[str, Callable[[IPoker, str, int], None]]] = {
    "0": lambda hand, name, _: hand.add(name, FOLD),
    "1": IPoker.do_small,
    "2": IPoker.do_big,
    "3": IPoker.do_call,
    "4": lambda hand, name, _: hand.add(name, CHECK),
    "5": IPoker.do_bet,
    "6": IPoker.do_push,
    "7": IPoker.do_push,
    "8": IPoker.do_leave,
    "9": IPoker.do_leave,
    "15": lambda hand, name, amount: hand.post(name, Post.ANTE, amount),
    "16": IPoker.do_bring,
    "23": IPoker.do_bet,
}


def number_in(attributes: dict[str, str], name: str) -> int:
    """A small number in an attribute of a tag. Raises BadNotation if it is not a number."""
    word = attributes[name]
    if not word.isdecimal() or len(word) > 4:
        raise unreadable(say("{field}: expected a number, got {word}", name, repr(word)))
    return int(word)


def read_ipoker(text: str, first_line: int = 1, head: str = "") -> Iterator[tuple[str, Record | BadNotation]]:
    """Yield the number of each hand in order, with its record, or with a BadNotation if it is unreadable.

    If the text is a piece of a session, `head` is the session's head.
    """
    line, seen = first_line, 0
    for at, hand, its_head in hands_in(text, head):
        line += text.count("\n", seen, at)
        seen = at
        begins = IPoker.start.match(hand)
        name = begins["name"] if begins is not None else str(line)
        try:
            if len(hand) > MOST_OF_A_HAND:
                raise unreadable(say("the hand is too long: {count} characters", f"{len(hand):,}")).at_line(line)
            yield name, IPoker(hand, line, its_head).read(begins)
        except BadNotation as error:
            yield name, error
        except (ValueError, KeyError, IndexError) as error:  # an unforeseen tag
            yield name, BadNotation(f"this hand cannot be read ({type(error).__name__}: {error})").at_line(line)
