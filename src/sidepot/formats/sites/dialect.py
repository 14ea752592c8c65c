"""A dialect reads the text of one site into a `Record`, with a table of patterns and words.

A new dialect is a subclass of `Dialect` with the pattern of a hand's first line. It overrides a word or a method only
if its site differs. docs/reference/formats.md explains how to add one.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar, Final

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.formats.sites.hand_so_far import CALL, FOLD, RAISE
from sidepot.formats.sites.hand_text import HandText, size_in
from sidepot.formats.sites.site_games import game_of_title, limit_of_title
from sidepot.formats.sites.site_record import Act, Player, Posted, Record, in_order
from sidepot.formats.sites.text import amount_of, amounts_of, currency_in, decimals_in, unreadable
from sidepot.games.boards import with_boards
from sidepot.games.bomb_pot import without_first_round
from sidepot.games.catalog import find_game
from sidepot.games.limits import USUAL_BETS, FixedLimit, Limit
from sidepot.games.model import Game
from sidepot.hand.setup import LIVE_POSTS, Owed, Post
from sidepot.rules.clauses import say

ANTE: Final = Post.ANTE  # module constants are faster than attributes, and each post needs one
SMALL_BLIND: Final = Post.SMALL_BLIND
BIG_BLIND: Final = Post.BIG_BLIND
FIXED: Final = FixedLimit()
UNCAPPED: Final = FixedLimit(None)
TOURNAMENT: Final = re.compile(
    r"ournament (?:\([^()]*\))?#(?:M-)?(?P<number>\d+)"
    r"(?:, (?P<buy_in>Freeroll|[^\s\w]?[\d.,]+(?:\+[^\s\w]?[\d.,]+)*(?: ?[A-Z]{2,3}\b)?))?"
)
_FIRST: Final = itemgetter(0)  # the name of an action, or of a post
LARGER: Final = {("omaha", 5): "omaha5", ("omaha", 6): "omaha6", ("omaha8", 5): "big-o"}
LEVEL: Final = re.compile(r"\b[Ll]evel:? ?(\d+|[IVXLCDM]+)\b")


class Dialect(HandText):
    """Reads the lines of one hand into a `Record`. Each hand needs a new dialect object."""

    site: ClassVar[str] = ""
    marks: ClassVar[tuple[str, ...]] = ()
    """The beginnings of a hand's first line, by which hands are found."""

    confirm: ClassVar[re.Pattern[str] | None] = None
    """The beginning of a hand's first line, if other lines may begin with a mark too."""

    longest_line: ClassVar[int] = 2_000
    """The maximum number of characters in a line of a hand."""

    head_lines: ClassVar[int] = 1
    """The number of lines that `start` matches."""

    takes_rake: ClassVar[bool] = True
    """Whether the site may take a rake. If False, and in tournaments, a rake that is not printed is 0."""

    names_blinds: ClassVar[bool] = False
    """Whether the first line names the blinds even at fixed limit, where the big blind is the small bet."""

    start: ClassVar[re.Pattern[str]]
    """The first line of a hand. Its groups: `name`, `title` (game and limit), `money` (the stakes)."""

    def read(self, head: re.Match[str] | None) -> Record:
        """The record of the hand. `head` is the match of the hand's first lines.

        Raises BadNotation, naming the line that cannot be read.
        """
        try:
            if head is None:
                raise unreadable(say("a hand of {site} cannot begin with {line}", self.site, repr(self.lines[0][:80])))
            self.decimals = self.decimals_of(head)
            for at, line in enumerate(self.lines[self.head_lines :], self.first + self.head_lines):
                self.line = at
                line = line.strip()
                if line:
                    self.read_line(line)
            self.line = self.first
            return self.record(head)
        except BadNotation as error:
            raise error.at_line(self.line) from None

    def decimals_of(self, head: re.Match[str]) -> int:
        """The number of decimal places of the amounts. In a tournament, the amounts are chips."""
        return 0 if "ournament" in head[0] else decimals_in("\n".join(self.lines[1:]) + " " + head["money"])

    def hand_name(self, head: re.Match[str]) -> str:
        """The number of the hand."""
        return head["name"]

    def title(self, head: re.Match[str]) -> str:
        """The game and limit in the site's words."""
        return head["title"]

    def when(self, head: re.Match[str]) -> str:
        """The date and time in the site's words."""
        return (head["when"] or "") if "when" in self.start.groupindex else ""

    def is_tournament(self, head: re.Match[str]) -> bool:
        """Whether the hand belongs to a tournament."""
        return "ournament" in head[0]

    def currency(self, head: re.Match[str]) -> str:
        """The currency of a cash game; "" for play money, or if none is named."""
        return currency_in(self.lines[0], head["money"])

    def tournament_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The tournament's number, price and level, each "" if the first lines lack it."""
        tournament, level = TOURNAMENT.search(head[0]), LEVEL.search(head[0])
        number, buy_in = tournament.group("number", "buy_in") if tournament is not None else ("", "")
        return number or "", buy_in or "", level[1] if level is not None else ""

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand."""
        self.settle_posts()
        low, high = self.stakes(head)
        order = self.dealt_in()
        at = {name: index for index, name in enumerate(order)}
        limit = self.limit(head)
        fixed = isinstance(limit, FixedLimit)
        if fixed and self.names_blinds:
            low, high = high, 2 * high
        is_tournament = self.is_tournament(head)
        number, buy_in, level = self.tournament_in(head) if is_tournament else ("", "", "")
        rake = self.rake
        if rake is None and (is_tournament or not self.takes_rake):
            rake = 0
        won, paid = self.collected(), self.paid()
        game = self.played_game(head)
        sold = {name: amount - won.get(name, 0) for name, amount in self.cashed.items()} if self.cashed else {}
        adjusted = _by_seat({**self.adjustments, **sold}, at)
        return Record(
            site=self.site,
            name=self.hand_name(head),
            line=self.first,
            game=game,
            limit=limit,
            players=tuple([Player(self.seats[name][0], name, self.seats[name][1]) for name in order]),
            button=self.button_seat(order),
            owed=self.owed(at, low, high, fixed=fixed),
            bring_in=self.bring_in,
            carried=self.carried,
            small_bet=low if fixed else high,
            big_bet=high if fixed else 0,
            small_blind=0 if fixed else low,
            acts=tuple(
                [Act(line, at[name], what, amount, n, cards) for name, _, line, what, amount, n, cards in self.acts]
            ),
            dealt={at[name]: tuple(some) for name, some in self.dealt.items() if name in at},
            shown={at[name]: some for name, some in self.shown.items() if name in at},
            boards=tuple(map(tuple, self.boards)),
            paid=_by_seat(paid, at),
            won=_by_seat(won, at),
            back=_by_seat(self.returned(won, paid, rake), at),
            ends=_by_seat(self.ends, at),
            adjustments={seat: amount for seat, amount in adjusted.items() if amount} if adjusted else {},
            rake=rake,
            has_drop=self.has_drop,
            pot=self.pot,
            is_tournament=is_tournament,
            currency="" if is_tournament else self.currency(head),
            table=self.table,
            when=self.when(head),
            hero=self.hero,
            unresolved=self.unresolved,
            decimals=self.decimals,
            tournament_id=number,
            buy_in=buy_in,
            level=level,
            table_size=self.table_size or size_in(head[0]),
        )

    def played_game(self, head: re.Match[str]) -> Game:
        """The game, checked against the cards and the betting. This also adds known cards to the dealt cards."""
        game = self.by_cards(game_of_title(self.title(head)))
        if self.second_board and game.boards == 1 and self.acts and self.acts[-1][1] >= self.second_board:
            game = with_boards(game, len(self.boards))  # the betting goes on: this is not a second run
        if self.mucked or self.shown:
            self.know_cards(game)
        # in a bomb pot everybody antes, and nobody bets before the flop
        return without_first_round(game) if self.is_bomb else game

    def collected(self) -> dict[str, int]:
        """What each player won from the pots, including players who cashed out."""
        if self.is_cashed_out and self.summed:
            return self.summed
        return self.won or self.summed

    def by_cards(self, game: Game) -> Game:
        """The game, checked against the number of cards, because a title may not say that it is five-card Omaha.

        Raises BadNotation if the numbers differ.
        """
        if game.is_draw:  # a player gets more cards than a hand has
            return game
        most = max([0, *map(len, self.dealt.values()), *map(len, self.shown.values())])
        if most <= game.hole_cards:
            return game
        larger = LARGER.get((game.name, most))
        if larger is None:
            counts = str(most), (game.title,), str(game.hole_cards)
            raise unreadable(say("a player has {count} cards, but {game} is played with {cards}", *counts))
        return find_game(larger)

    def know_cards(self, game: Game) -> None:
        """Add printed cards to the dealt cards, for hands that were not tabled."""
        if game.is_draw:
            return  # the last hand of a player is not the first one
        if game.is_stud:  # the cards are in the order of the deal
            for name, cards in {**self.shown, **self.mucked}.items():
                if name not in self.dealt and len(cards) == game.hole_cards:
                    self.dealt[name] = list(cards)
            return
        folded = {one[0] for one in self.acts if one[3] is FOLD}
        early = {name: cards for name, cards in self.shown.items() if name in folded}
        for name, cards in {**early, **self.mucked}.items():
            if len(cards) == game.hole_cards and UNKNOWN in self.dealt.get(name, [UNKNOWN]):
                self.dealt[name] = list(cards)

    def returned(self, won: dict[str, int], paid: dict[str, int], rake: int | None) -> dict[str, int]:
        """The uncalled bets by player.

        If no line returns an uncalled bet, the site or the amounts show whether the printed winnings include it.
        """
        has_back = self.wins_have_back
        if self.back or not won or has_back or has_back is None and rake is None:
            return self.back
        missing = sum(paid.values()) + self.carried - sum(won.values()) - (rake or 0)
        if missing == 0:
            return {}
        back = self.last_bet_uncalled()
        whole = sum(back.values())
        return back if missing == whole or has_back is False and missing > whole else {}

    def settle_posts(self) -> None:
        """Mark dead small blinds and all-in posts, which most texts do not mark.

        A second small blind is dead, unless its player completes it to the big blind.
        """
        put: dict[str, int] = {}
        smalls = [at for at, one in enumerate(self.posts) if one.post is SMALL_BLIND]
        for at in smalls[1:]:
            post = Post.LIVE_BLIND if self.completes(self.posts[at]) else Post.DEAD_BLIND
            self.posts[at] = self.posts[at]._replace(post=post)
        for at, (name, post, amount, all_in) in enumerate(self.posts):
            put[name] = total = put.get(name, 0) + amount
            if not all_in and name in self.seats and total >= self.seats[name][1]:
                self.posts[at] = Posted(name, post, amount, True)

    def completes(self, posted: Posted) -> bool:
        """Whether the player's first action completes the post, which is then live."""
        price = max([one.amount for one in self.posts if one.post is BIG_BLIND], default=0)
        for name, _, _, what, amount, _, _ in self.acts:
            if name == posted.name:
                return what is CALL and not self.calls_are_totals and amount == price - posted.amount
            price = amount if what is RAISE else price
        return False

    def stakes(self, head: re.Match[str]) -> tuple[int, int]:
        """The blinds or, at fixed limit, the bets. They are taken from the first line or, failing that, from the posts.

        In a tournament, the first line may already name the next level. Then the blinds that were posted in full are
        used.
        """
        found = amounts_of(head["money"], self.decimals)
        if len(found) > 1:
            low, high = found[:2]
            big = next((one.amount for one in self.posts if one.post is BIG_BLIND and not one.all_in), high)
            if big == high or not self.is_tournament(head) or limit_of_title(self.title(head)) == FIXED:
                return low, high
            return next((one.amount for one in self.posts if one.post is SMALL_BLIND and not one.all_in), big // 2), big
        small, big = [
            max([one.amount for one in self.posts if one.post is post], default=0)
            for post in (Post.SMALL_BLIND, Post.BIG_BLIND)
        ]
        return small, big or (found[0] if found else 0)

    def limit(self, head: re.Match[str]) -> Limit:
        """The limit that the title names. If the hand has more raises than the usual cap allows, there is no cap."""
        cap = head["cap"] if "cap" in self.start.groupindex else None
        limit = limit_of_title(self.title(head), amount_of(cap, self.decimals) if cap else None)
        if not isinstance(limit, FixedLimit):
            return limit
        bets: dict[int, int] = {}
        if self.acts and any(one.post in LIVE_POSTS for one in self.posts):
            bets[self.acts[0][1]] = 1
        for _, street, _, what, _, _, _ in self.acts:
            if what is RAISE:
                bets[street] = bets.get(street, 0) + 1
        return UNCAPPED if max(bets.values(), default=0) > USUAL_BETS else limit

    def dealt_in(self) -> list[str]:
        """The players who were dealt in (who posted, acted, or have cards), by seat.

        Raises BadNotation if there are fewer than two.
        """
        there = {*map(_FIRST, self.acts), *map(_FIRST, self.posts), *self.dealt, *self.shown}
        order = [name for _, name in sorted([(seat[0], name) for name, seat in self.seats.items() if name in there])]
        if len(order) < 2:
            raise unreadable(say("fewer than two players were dealt in"))
        return order

    def button_seat(self, order: list[str]) -> int:
        """The button's seat or, if that seat is empty, the seat of the last player before it."""
        for at in range(len(order) - 1, -1, -1):
            if self.seats[order[at]][0] <= self.button_number:
                return at
        return len(order) - 1

    def owed(self, at: dict[str, int], low: int, high: int, *, fixed: bool) -> tuple[Owed, ...]:
        """The posts, each in full, even if the player had less.

        - `at`: the seat of each player
        - `low`, `high`: the blinds or, at `fixed` limit, the bets
        """
        antes = [one.amount for one in self.posts if one.post is ANTE]
        small_taken = big_taken = False
        owed: list[Owed] = []
        for name, post, amount, all_in in self.posts:
            if name not in at:
                continue
            full = 0
            if post is SMALL_BLIND:
                full = 0 if fixed else low
                small_taken = True
            elif post is BIG_BLIND:
                if big_taken:
                    post = Post.LIVE_BLIND
                else:
                    full = low if fixed else high
                big_taken = True
            elif post is ANTE:
                full = max(antes)
                if len(antes) < len(at):
                    post = Post.DEAD_ANTE
            owed.append(_owed(at[name], post, max(amount, full) if all_in else amount))
        if antes and small_taken and not big_taken and len(at) > 2:
            seat = (next(one.seat for one in owed if one.post is SMALL_BLIND) + 1) % len(at)
            if any(one.all_in and at.get(one.name) == seat for one in self.posts):  # no chips were left for it
                owed.append(_owed(seat, BIG_BLIND, low if fixed else high))
        return in_order(owed)


def _by_seat(amounts: dict[str, int], at: dict[str, int]) -> dict[int, int]:
    """The amounts of the players who were dealt in, by seat."""
    return {at[name]: amount for name, amount in amounts.items() if name in at} if amounts else {}


@lru_cache(maxsize=512)
def _owed(seat: int, post: Post, amount: int) -> Owed:
    """A post. It is cached, because a session repeats the same posts and each construction is checked."""
    return Owed(seat, post, amount)
