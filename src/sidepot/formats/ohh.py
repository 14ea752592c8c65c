"""Open Hand History: the JSON of hh-specs.handhistory.org, versions 1.2 to 1.4, read into a `Record`.

A file has one object per hand, separated by blank lines or one on each line. Amounts are decimal numbers; each action
has the added chips (for a player who has 2 in, a raise from 2 to 6 is `4`). Ten-Four writes the total (`6`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar, Final

import msgspec

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.formats.moments import zoned_moment_in
from sidepot.formats.sites.site_games import game_of_title, limit_of_title
from sidepot.formats.sites.site_record import Act, Cards, Player, Record, What, in_order
from sidepot.formats.sites.text import cards_of, text_of
from sidepot.games.limits import FixedLimit, Limit
from sidepot.hand.setup import LIVE_POSTS, Owed, Post
from sidepot.validation.codec import UNREADABLE
from sidepot.validation.decimals import MOST_DECIMALS, decimals_of, scaled
from sidepot.validation.json_text import json_error

GAMES: Final = {
    "holdem": "Hold'em",
    "omaha": "Omaha",
    "omahahilo": "Omaha Hi/Lo",
    "stud": "7 Card Stud",
    "studhilo": "7 Card Stud Hi/Lo",
    "draw": "5 Card Draw",
}
"""The format's names of games, and the titles that sites use for them; any other name is read as a title."""

LIMITS: Final = {"NL": "No Limit", "PL": "Pot Limit", "FL": "Limit"}
POSTS: Final = {
    "Post Ante": Post.ANTE,
    "Post SB": Post.SMALL_BLIND,
    "Post BB": Post.BIG_BLIND,
    "Straddle": Post.STRADDLE,
    "Post Dead": Post.DEAD_BLIND,
    "Post Extra Blind": Post.LIVE_BLIND,
}
ACTS: Final = {
    "Fold": What.FOLD,
    "Check": What.CHECK,
    "Call": What.CALL,
    "Bet": What.RAISE,
    "Raise": What.RAISE,
    "Complete": What.RAISE,
}
_Node = dict[str, Any]
"""An object of the file as plain JSON data."""

IGNORED: Final = frozenset({"Added Chips", "Sits Down", "Stands Up", "Added To Pot", "Payout"})


class Number(str):
    """A decimal number as written in the file."""

    __slots__ = ()


def read_ohh(data: str | bytes, first_line: int = 1) -> Iterator[tuple[str, Record | BadNotation]]:
    """Yield the number of each hand of a file with the hand's record. A hand without a number gets the number of its
    line.

    For an unreadable hand, this yields a BadNotation in place of the record. `first_line` is the number of the text's
    first line in its file.
    """
    text = text_of(data) if isinstance(data, bytes) else data
    decoder = json.JSONDecoder(parse_float=Number, parse_int=Number)
    at, counted, line = 0, 0, first_line
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if at >= len(text):
            return
        line += text.count("\n", counted, at)
        counted = at
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = text.find("\n{", at + 1) + 1
            yield str(line), _why_no_json(text[at : end or len(text)], line)
            at = end
            if not at:
                return
            continue
        hand = value.get("ohh", value) if isinstance(value, dict) else None
        name = str(hand.get("game_number") or line) if isinstance(hand, dict) else str(line)
        try:
            if not isinstance(hand, dict):
                raise BadNotation("expected a hand as a JSON object, {...}")
            yield name, _read(hand, line)
        except BadNotation as error:
            yield name, error.at_line(line)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            yield name, BadNotation(f"the hand lacks a required field: {error}").at_line(line)


def _read(hand: _Node, line: int) -> Record:
    """The record of a hand. The amounts are totals for the round if only such totals lead to the printed pots."""
    record = _Reader(hand, line).read()
    if not record.pot or _put_in(record) == record.pot:
        return record
    other = _Reader(hand, line, has_totals=True).read()
    return other if _put_in(other) == other.pot else record


def _put_in(record: Record) -> int:
    """The sum of all contributions minus returned chips."""
    return sum(record.paid.values()) - sum(record.back.values())


def _why_no_json(text: str, line: int) -> BadNotation:
    """Why the text of a hand that begins on this line is not JSON."""
    try:
        msgspec.json.decode(text)
    except UNREADABLE as error:
        return json_error(error, text, object, "a hand", first_line=line)
    return BadNotation("invalid JSON").at_line(line)


def is_ohh(text: str) -> bool:
    """Whether a text begins like an Open Hand History."""
    start = text[:4000].lstrip("\ufeff \t\r\n")
    return start.startswith("{") and ('"ohh"' in start or '"spec_version"' in start or '"dealer_seat"' in start)


def _in_utc(when: str) -> str:
    """The time of a hand with its zone. The format uses universal time, and many files omit the zone."""
    zoned = zoned_moment_in(when)
    return f"{when}Z" if zoned is not None and not zoned.zone else when


class _Reader:
    """Reads one object."""

    KINDS: ClassVar = (dict, list)

    def __init__(self, hand: _Node, line: int, *, has_totals: bool = False) -> None:
        self.hand = hand
        self.line = line
        self.has_totals = has_totals
        played = {key: value for key, value in hand.items() if key != "tournament_info"}  # that has the price, in money
        most = max(_decimals(played), default=0)
        self.decimals = min(2 if most == 1 else most, MOST_DECIMALS)  # as money has them
        self.at: dict[str, int] = {}
        self.paid: dict[int, int] = {}
        self.stacks: list[int] = []
        self.bets: dict[int, int] = {}
        self.owed: list[Owed] = []
        self.acts: list[Act] = []
        self.dealt: dict[int, Cards] = {}
        self.shown: dict[int, Cards] = {}

    def dealt_in(self) -> list[_Node]:
        """The players who posted, acted or got cards, by seat. Raises BadNotation for fewer than two."""
        hand = self.hand
        there = {
            str(action["player_id"])
            for found in hand["rounds"]
            for action in found.get("actions") or []
            if action["action"] in POSTS or action["action"] in ACTS or action["action"] == "Dealt Cards"
        }
        seated = sorted((one for one in hand["players"] if str(one["id"]) in there), key=lambda one: int(one["seat"]))
        if len(seated) < 2:
            raise BadNotation("fewer than two players were dealt in")
        return seated

    def rounds(self) -> list[int]:
        """Read the actions, round by round; returns the board."""
        board: list[int] = []
        for found in self.hand["rounds"]:
            board += self.cards(found.get("cards"))
            actions = found.get("actions") or []
            if self.acts and any(action["action"] in ACTS for action in actions):
                self.bets = {}  # the bets of the last round with any
            for action in actions:
                self.read_action(action)
        return board

    def title_and_limit(self) -> tuple[str, Limit]:
        """The game's title, and its limit."""
        hand = self.hand
        limit = hand.get("bet_limit") or {}
        cap = self.amount(limit.get("bet_cap") or 0)
        title = GAMES.get(str(hand["game_type"]).replace(" ", "").replace("-", "").lower(), str(hand["game_type"]))
        kind = limit_of_title(LIMITS.get(str(limit.get("bet_type", "NL")), "No Limit"), cap or None)
        held = max(map(len, [*self.dealt.values(), *self.shown.values()]), default=0)
        if title.startswith("Omaha") and held in (5, 6):
            title = f"{held} Card {title}"
        return title, kind

    def read(self) -> Record:
        """The record of the hand."""
        hand = self.hand
        seated = self.dealt_in()
        self.at = {str(one["id"]): at for at, one in enumerate(seated)}
        players = tuple(
            [Player(int(one["seat"]), str(one["name"]), self.amount(one["starting_stack"])) for one in seated]
        )
        self.stacks = [player.stack for player in players]
        board = self.rounds()
        for at, one in enumerate(seated):  # some programs write the cards here, and no action that deals them
            some = self.cards(one.get("cards"))
            if some and at not in self.dealt:
                self.dealt[at] = some
        won, rake, pot = self.pots()
        title, kind = self.title_and_limit()
        small, big = self.amount(hand.get("small_blind_amount", 0)), self.amount(hand.get("big_blind_amount", 0))
        fixed = isinstance(kind, FixedLimit)
        tournament = hand.get("tournament_info") or {}
        button = int(hand.get("dealer_seat", 0))
        before = [at for at, player in enumerate(players) if player.number <= button]
        return Record(
            site=str(hand.get("site_name", "")),
            name=str(hand.get("game_number", "")),
            line=self.line,
            game=game_of_title(title),
            limit=kind,
            players=players,
            button=before[-1] if before else len(players) - 1,
            owed=self.posts(small, big),
            small_bet=big,
            big_bet=2 * big if fixed else 0,
            small_blind=0 if fixed else small,
            acts=tuple(self.acts),
            dealt=self.dealt,
            shown=self.shown,
            boards=(tuple(board),),
            paid=self.paid,
            won=won,
            back=self.uncalled(pot),
            rake=rake,
            pot=pot,
            is_tournament=bool(hand.get("tournament") or hand.get("tournament_info")),
            currency=str(hand.get("currency", "")),
            table=str(hand.get("table_name", "")),
            when=_in_utc(str(hand.get("start_date_utc", ""))),
            hero=next((str(one["name"]) for one in seated if str(one["id"]) == str(hand.get("hero_player_id"))), ""),
            decimals=self.decimals,
            tournament_id=str(tournament.get("tournament_number") or ""),
            buy_in=str(tournament.get("buy_in") or ""),
            level=str(tournament.get("level") or ""),
            table_size=int(hand.get("table_size") or 0),
        )

    def amount(self, value: object) -> int:
        """An amount in the smallest unit of the hand."""
        return scaled(str(value), self.decimals)

    def cards(self, value: object) -> Cards:
        """Cards as a list of texts, or as one text."""
        return cards_of(" ".join(value) if isinstance(value, list) else str(value or ""))

    def read_action(self, action: _Node) -> None:
        """One action of a round."""
        kind = str(action["action"])
        if kind in IGNORED:
            return
        seat = self.at[str(action["player_id"])]
        if kind == "Dealt Cards":
            self.dealt[seat] = self.dealt.get(seat, ()) + self.cards(action.get("cards"))
            return
        if kind in ("Shows Cards", "Mucks Cards"):
            some = self.cards(action.get("cards"))
            if some and UNKNOWN not in some:
                (self.shown if kind == "Shows Cards" else self.dealt)[seat] = some
            return
        added = self.amount(action.get("amount") or 0)
        if self.has_totals and added and kind in ACTS:
            added -= self.bets.get(seat, 0)
        self.paid[seat] = self.paid.get(seat, 0) + added
        post = POSTS.get(kind)
        if post is not None:
            self.owed.append(Owed(seat, post, added))
            if post not in LIVE_POSTS:
                return
        elif kind not in ACTS:
            raise BadNotation(f"unknown action {kind!r}; expected one of {', '.join([*POSTS, *ACTS])}")
        to = self.bets[seat] = self.bets.get(seat, 0) + added
        if post is None:
            what = ACTS[kind]
            self.acts.append(Act(self.line, seat, what, to if what is What.RAISE else added))

    def posts(self, small: int, big: int) -> tuple[Owed, ...]:
        """The posts, each in full, even if a player had less."""
        antes = [one.amount for one in self.owed if one.post is Post.ANTE]
        full = {Post.SMALL_BLIND: small, Post.BIG_BLIND: big, Post.ANTE: max(antes, default=0)}
        found: list[Owed] = []
        taken: set[Post] = set()
        for one in self.owed:
            post = one.post
            if post in taken and post in (Post.SMALL_BLIND, Post.BIG_BLIND):
                post = Post.DEAD_BLIND if post is Post.SMALL_BLIND else Post.LIVE_BLIND
            taken.add(post)
            if post is Post.ANTE and len(antes) < len(self.at):
                post = Post.DEAD_ANTE
            whole = self.paid.get(one.seat, 0) >= self.stacks[one.seat]
            found.append(Owed(one.seat, post, max(one.amount, full.get(one.post, 0)) if whole else one.amount))
        return in_order(found)

    def pots(self) -> tuple[dict[int, int], int, int]:
        """The winnings of each seat, the rake, and the sum of all pots."""
        won: dict[int, int] = {}
        rake = pot = 0
        for one in self.hand.get("pots") or []:
            pot += self.amount(one["amount"])
            rake += self.amount(one.get("rake") or 0)
            for share in one.get("player_wins") or []:
                seat = self.at[str(share["player_id"])]
                won[seat] = won.get(seat, 0) + self.amount(share["win_amount"])
        return won, rake, pot

    def uncalled(self, pot: int) -> dict[int, int]:
        """The uncalled part of the last bet, which the format omits."""
        if sum(self.paid.values()) == pot:
            return {}
        seat, most = max(self.bets.items(), key=lambda one: one[1], default=(0, 0))
        second = max([bet for other, bet in self.bets.items() if other != seat], default=0)
        return {seat: most - second} if most > second else {}


def _decimals(value: object) -> Iterator[int]:
    """The decimals of all numbers in an object."""
    if isinstance(value, Number):
        yield decimals_of(value)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _decimals(one)
    elif isinstance(value, list):
        for one in value:
            yield from _decimals(one)
