"""OpenSpiel's universal_poker on the suite: hold'em, and betting rounds, at no limit and at fixed limit.

A betting round without blinds is played as the second round of a hand: in the first, everybody has posted one bet and
checks. What this puts into the pot is taken off again.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

import pyspiel
from case_cards import Pack
from holdem_table import HoldemTable
from script_play import MORE_THAN_A_HAND, Answer, CannotExpress, Line, Refused, asks_more_than_a_hand, play, refuse

NAME = "OpenSpiel"
VERSION = version("open_spiel")
RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


def run(line: Line) -> Answer:
    """Play one case."""
    if line["kind"] in ("hand", "betting"):
        return play(line, lambda: Spiel(line))
    return "cannot express", f"no {line['kind']}"


class Spiel(HoldemTable):
    """One state of universal_poker. Amounts there are totals for the hand, and cards are dealt one by one."""

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        terms = self.terms
        self.fixed = terms["limit"]["kind"] == "fixed limit"
        self._refuse(line)
        self.pack = Pack(line)
        self.start = [stack + self.before for stack in terms["stacks"]]
        self.round = 0
        self.base = 0
        self.deals = self._deals()
        try:
            self.state = pyspiel.load_game(self._game()).new_initial_state()
        except (RuntimeError, pyspiel.SpielError) as error:
            raise CannotExpress(f"such a table: {error}") from None
        self._go_on()
        for _ in range(self.seats if self.before else 0):
            self.state.apply_action(1)
            self._go_on()
        if self.before:
            self.base = self.before
        self.looks = {
            "stacks": self._stacks,
            "bets": self._bets,
            "pot": lambda: sum(self.chips.put) - sum(self.chips.uncalled() if self.seat() < 0 else []),
            "over": lambda: self.due() == "done",
            "street": lambda: "showdown" if self.seat() < 0 else str(terms["game"]["streets"][self.round]["name"]),
            "payouts": lambda: self.chips.paid(self._stacks()),
            "returned": self.chips.uncalled,
        }
        if self.is_round:
            del self.looks["payouts"], self.looks["street"], self.looks["stacks"]

    def _refuse(self, line: Line) -> None:
        """Raise CannotExpress for what universal_poker has no notion of."""
        terms, game = self.terms, self.terms["game"]
        posts = [owed["post"] for owed in terms["owed"]]
        asks = {
            MORE_THAN_A_HAND: asks_more_than_a_hand(line),
            game["name"]: game["name"] not in ("holdem", "one-round"),
            terms["limit"]["kind"]: terms["limit"]["kind"] not in ("no limit", "fixed limit"),
            "a hand without blinds": not self.is_round and not posts,
            "a cap on a hand": terms["limit"].get("cap"),
            "a cap on raises but at fixed limit": terms["limit"].get("bets") and not self.fixed,
            "antes": any(post not in ("small blind", "big blind", "straddle") for post in posts),
            "chips that cannot be broken": terms["stakes"]["chip"] != 1,
            "rake": terms["stakes"].get("rake"),
            "more than ten players": self.seats > 10,
            "fixed limit for five or more (`load_game` ends the process)": self.fixed and self.seats > 4,
            "a big blind that is posted short": any(
                owed["amount"] > terms["stacks"][owed["seat"]] for owed in terms["owed"]
            ),
        }
        refuse(asks)

    def _game(self) -> str:
        blinds = [self.before] * self.seats
        for owed in self.terms["owed"]:
            blinds[owed["seat"]] = owed["amount"]
        first = 0 if self.before else (blinds.index(max(blinds)) + 1) % self.seats
        left = (self.terms["button"] + 1) % self.seats
        rounds = 2 if self.is_round else 4
        told = self._limit(rounds) | {
            "numPlayers": self.seats,
            "blind": " ".join(map(str, blinds)),
            "stack": " ".join(map(str, self.start)),
            "numRounds": rounds,
            "firstPlayer": " ".join(str(1 + (left if at else first)) for at in range(rounds)),
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": " ".join(["0", "3", "1", "1"][:rounds]),
        }
        return f"universal_poker({','.join(f'{key}={value}' for key, value in told.items())})"

    def _limit(self, rounds: int) -> dict[str, Any]:
        if not self.fixed:
            return {"betting": "nolimit", "bettingAbstraction": "fullgame"}
        units = [self.terms["units"][0]] * 2 if self.is_round else self.terms["units"]
        most = self.terms["limit"]["bets"] or 99
        counted = 0 if self.before else self.terms["raises"]
        return {
            "betting": "limit",
            "bettingAbstraction": "fcpa",
            "raiseSize": " ".join(map(str, units)),
            "maxRaises": " ".join(str(most if at else most - counted) for at in range(rounds)),
        }

    def _deals(self) -> Any:
        for seat in range(self.seats):
            yield from (self.pack.hole(seat), self.pack.hole(seat))
        while True:
            yield self.pack.board()

    def _go_on(self) -> None:
        """Deal what is due."""
        dealt = 0
        while self.state.is_chance_node():
            card = next(self.deals)
            self.state.apply_action(4 * RANKS.index(card[0]) + SUITS.index(card[1]))
            dealt += 1
        if dealt and len(self.state.history()) > 2 * self.seats:
            self.round += 1
            self.base = max(self._spent())

    # ---- what it asks

    def _spent(self) -> list[int]:
        return [put + self.before for put in self.chips.put]

    def street(self) -> int:
        return self.round

    def due(self) -> str:
        return "done" if self.seat() < 0 else "act"

    def seat(self) -> int:
        if self.state.is_terminal() or self.is_round and self.round > bool(self.before):
            return -1
        return int(self.state.current_player())

    def price(self) -> int:
        seat, spent = self.seat(), self._spent()
        return 0 if seat < 0 else min(max(spent), self.start[seat]) - spent[seat]

    def bounds(self) -> tuple[int, int]:
        raises = [action for action in self.state.legal_actions() if action > 1]
        if self.fixed and raises:
            unit = self.terms["units"][0 if self.is_round else self.round]
            raises = [min(max(self._spent()) + unit, self.start[self.seat()])]
        return (raises[0] - self.base, raises[-1] - self.base) if raises else (0, 0)

    def do(self, verb: str, amount: int, cards: str) -> None:
        seat, price = self.seat(), self.price()
        if verb == "all-in":
            amount = self.start[seat] - self.base
            verb = "call" if self.start[seat] <= max(self._spent()) else "raise"
        to = amount + self.base
        least, most = self.bounds()
        action = {"fold": 0, "check": 1, "call": 1}.get(verb, 2 if self.fixed else to)
        if seat < 0 or action not in self.state.legal_actions() or verb == "raise" and not least <= amount <= most:
            raise Refused(f"{verb} {amount or ''} is not legal")
        spent = self._spent()[seat]
        if self.fixed and self.start[seat] <= max(to, spent + price):
            raise CannotExpress("all-in at fixed limit: its limit games go on asking a player without chips")
        self.state.apply_action(action)
        self.chips.add(seat, price if verb == "call" else to - spent if verb == "raise" else 0)
        if verb == "fold":
            self.chips.folded.add(seat)
        self._go_on()

    def _bets(self) -> list[int]:
        return [spent - self.base for spent in self._spent()]

    def _stacks(self) -> list[Any]:
        if not self.state.is_terminal():
            return [stack - put for stack, put in zip(self.terms["stacks"], self.chips.put, strict=True)]
        ends = [stack + won for stack, won in zip(self.terms["stacks"], self.state.returns(), strict=True)]
        return [int(end) if end == int(end) else round(end, 2) for end in ends]
