"""Write Open Hand History 1.4: the JSON object of a hand.

The format has hold'em and Omaha with one board. A hand that it cannot express is refused, naming the reason.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from sidepot import __version__
from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.moments import universal
from sidepot.formats.sites.text import amounts_of
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.model import Opens
from sidepot.hand import events as e
from sidepot.hand.setup import Post
from sidepot.validation.decimals import unscaled

GAMES: Final = {
    "holdem": "Holdem",
    "omaha": "Omaha",
    "omaha5": "Omaha",
    "omaha6": "Omaha",
    "omaha8": "OmahaHiLo",
    "big-o": "OmahaHiLo",
}
POSTS: Final = {
    Post.ANTE: "Post Ante",
    Post.DEAD_ANTE: "Post Ante",
    Post.SMALL_BLIND: "Post SB",
    Post.BIG_BLIND: "Post BB",
    Post.STRADDLE: "Straddle",
    Post.LIVE_BLIND: "Post Extra Blind",
    Post.DEAD_BLIND: "Post Dead",
}
STREETS: Final = ("Preflop", "Flop", "Turn", "River", "Showdown")
VERSION: Final = "1.4.7"


def ohh_of(history: HandHistory) -> dict[str, dict[str, object]]:
    """The JSON object of a hand. Raises BadNotation for a hand that the format cannot express."""
    setup = history.hand.setup
    game = GAMES.get(setup.game.name)
    if game is None:
        raise BadNotation(f"Open Hand History cannot express {setup.game.title}")
    if setup.game.streets[0].opens is Opens.NOBODY:
        raise BadNotation("Open Hand History cannot express a bomb pot")
    if len(history.hand.boards) > 1 or any(
        isinstance(event, e.RunChosen) and event.runs > 1 for event in history.hand.log
    ):
        raise BadNotation("Open Hand History cannot express a board that is run twice")
    if not isinstance(setup.limit, NoLimit | PotLimit | FixedLimit):
        raise BadNotation("Open Hand History cannot express this limit")
    if setup.carried or setup.open is not None:
        raise BadNotation("Open Hand History cannot express a carried pot or open stakes")
    writer = _Writer(history)
    small, big = (*setup.stakes.blinds, 0, 0)[:2]
    blinds = {Post.SMALL_BLIND: small, Post.BIG_BLIND: big} | {owed.post: owed.amount for owed in setup.owed}
    limit: dict[str, object] = {"bet_type": {NoLimit: "NL", PotLimit: "PL", FixedLimit: "FL"}[type(setup.limit)]}
    cap = getattr(setup.limit, "cap", None)
    if cap:
        limit["bet_cap"] = writer.amount(cap)
    found: dict[str, object] = {
        "spec_version": VERSION,
        "site_name": history.site or "sidepot",
        "network_name": history.site or "sidepot",
        "internal_version": __version__,
        "tournament": history.is_tournament,
        "game_number": history.name,
        "start_date_utc": universal(history.when),
        "table_name": history.table,
        "table_size": max(history.table_size, *history.numbers),
        "game_type": game,
        "bet_limit": limit,
        "currency": history.currency or "Chips",
        "dealer_seat": history.numbers[setup.button],
        "small_blind_amount": writer.amount(blinds.get(Post.SMALL_BLIND, 0)),
        "big_blind_amount": writer.amount(blinds.get(Post.BIG_BLIND, 0)),
        "ante_amount": writer.amount(max(blinds.get(Post.ANTE, 0), blinds.get(Post.DEAD_ANTE, 0))),
        "flags": [],
        "players": [
            {
                "id": seat,
                "seat": history.numbers[seat],
                "name": name,
                "starting_stack": writer.amount(setup.stacks[seat]),
            }
            for seat, name in enumerate(history.names)
        ],
        "rounds": writer.rounds(),
        "pots": writer.pots(),
    }
    if history.tournament_id:
        found["tournament_info"] = _tournament(history)
    if history.hero >= 0:
        found["hero_player_id"] = history.hero
    return {"ohh": found}


def _tournament(history: HandHistory) -> dict[str, object]:
    """The tournament of a hand. The format has no field for the level, and no words for the price."""
    found: dict[str, object] = {
        "tournament_number": history.tournament_id,
        "buy_in": history.buy_in,
        "level": history.level,
    }
    amounts = amounts_of(history.buy_in, 2)
    names = ("buyin_amount", "bounty_fee_amount", "fee_amount") if len(amounts) > 2 else ("buyin_amount", "fee_amount")
    return found | {name: float(unscaled(amount, 2)) for name, amount in zip(names, amounts, strict=False)}


class _Writer:
    """Writes the log of a hand."""

    def __init__(self, history: HandHistory) -> None:
        self.history = history
        self.mucked = history.mucked
        self.bets: dict[int, int] = {}
        self.left = list(history.hand.setup.stacks)

    def amount(self, chips: int) -> float | int:
        """An amount as a JSON number: exact, with the decimals of the hand."""
        shown = Decimal(unscaled(chips, self.history.decimals))
        return int(shown) if shown == int(shown) else float(shown)

    def rounds(self) -> list[dict[str, object]]:
        """The streets with their actions."""
        found: list[dict[str, object]] = []
        actions: list[dict[str, object]] = []
        street = 0

        def turn(cards: tuple[int, ...] = ()) -> None:
            nonlocal actions, street
            actions = []
            found.append({"id": len(found), "street": STREETS[street], "cards": _cards(cards), "actions": actions})
            street += 1

        turn()
        log = self.history.hand.log
        dealt = [at for at, event in enumerate(log) if isinstance(event, e.BoardDealt | e.Called | e.Checked)]
        for at, event in enumerate(log):
            match event:
                case e.BoardDealt(cards):
                    turn(cards)
                    self.bets = {}
                case e.Shown() | e.Mucked():  # hands may be opened before the board is whole
                    if found[-1]["street"] != STREETS[-1] and at > max(dealt, default=0):
                        street = len(STREETS) - 1
                        turn()
                case _:
                    pass
            for action in self.actions(event):
                actions.append({"action_number": len(actions), **action})
        return found

    def actions(self, event: e.Event) -> list[dict[str, object]]:
        """The actions of the format for an event."""
        match event:
            case e.Posted(seat, post, amount):
                return [
                    self.pay(seat, POSTS[post], amount, live=post not in (Post.ANTE, Post.DEAD_ANTE, Post.DEAD_BLIND))
                ]
            case e.Dealt(seat, cards) if UNKNOWN not in cards and self.history.hero in (-1, seat):
                return [
                    {"player_id": seat, "action": "Dealt Cards", "cards": _cards(cards), "amount": 0, "is_allin": False}
                ]
            case e.Folded(seat):
                return [self.pay(seat, "Fold", 0)]
            case e.Checked(seat):
                return [self.pay(seat, "Check", 0)]
            case e.Called(seat, amount):
                return [self.pay(seat, "Call", amount)]
            case e.RaisedTo(seat, to):
                kind = "Raise" if any(self.bets.values()) else "Bet"
                return [self.pay(seat, kind, to - self.bets.get(seat, 0))]
            case e.Shown(seat, cards):
                return [
                    {"player_id": seat, "action": "Shows Cards", "cards": _cards(cards), "amount": 0, "is_allin": False}
                ]
            case e.Mucked(seat):
                action = self.pay(seat, "Mucks Cards", 0)
                if seat in self.mucked:
                    action["cards"] = _cards(self.mucked[seat])
                return [action]
            case _:
                return []

    def pay(self, seat: int, kind: str, amount: int, *, live: bool = True) -> dict[str, object]:
        """An action with the added chips."""
        if live:
            self.bets[seat] = self.bets.get(seat, 0) + amount
        self.left[seat] -= amount
        return {
            "player_id": seat,
            "action": kind,
            "amount": self.amount(amount),
            "is_allin": bool(amount) and not self.left[seat],
        }

    def pots(self) -> list[dict[str, object]]:
        """The pots and their winners. The rake of a site comes from each winner's first pots."""
        missing = {seat: won - self.history.collected.get(seat, 0) for seat, won in self.history.awarded.items()}
        found: list[dict[str, object]] = []
        for event in self.history.hand.log:
            if not isinstance(event, e.Awarded):
                continue
            wins: list[dict[str, object]] = []
            rake = event.rake
            for seat, amount in event.shares:
                taken = min(max(missing.get(seat, 0), 0), amount)
                missing[seat] = missing.get(seat, 0) - taken
                rake += taken
                wins.append(
                    {
                        "player_id": seat,
                        "win_amount": self.amount(amount - taken),
                        "contributed_rake": self.amount(taken),
                    }
                )
            found.append(
                {
                    "number": event.pot,
                    "amount": self.amount(event.amount),
                    "rake": self.amount(rake),
                    "player_wins": wins,
                }
            )
        return found


def _cards(some: tuple[int, ...]) -> list[str]:
    return [text((card,)) for card in some]
