"""texasholdem on the suite: no-limit hold'em hands and betting rounds, pots, and the ranking of high hands.

A betting round without blinds is played as the flop of a hand in which everybody has called one bet; what this puts
into the pot is taken off again. Cards are laid as the package's own reader of histories lays them.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from case_cards import Pack, cards_in
from holdem_table import HoldemTable
from pots_play import play_pots
from rank_play import play_rank
from script_play import MORE_THAN_A_HAND, Answer, CannotExpress, Line, Refused, asks_more_than_a_hand, play, refuse
from texasholdem import ActionType, Card, HandPhase, PlayerState, TexasHoldEm
from texasholdem.evaluator import evaluate, rank_to_string

NAME = "texasholdem"
VERSION = version("texasholdem")


def run(line: Line) -> Answer:
    """Play one case."""
    if line["kind"] == "pots":
        return play_pots(line, Holdem)
    if line["kind"] in ("hand", "betting"):
        return play(line, lambda: Holdem(line))
    if line["kind"] == "rank":
        return play_rank(line, _strength)
    return "cannot express", f"no {line['kind']}"


def _strength(case: dict[str, Any], hole: str, board: str) -> tuple[Any, str, str]:
    """A hand to compare; the package does not say which five cards it is made of."""
    if (case["scale"], case["choose"], case["deck"]) != ("high", "any", "standard") or case["wild"]:
        raise CannotExpress(f"no {case['scale']} hands with these cards")
    if case["expect"]["best"]:
        raise CannotExpress("the cards a hand is made of")
    some = [Card(card) for card in cards_in(hole + board)]
    if not 5 <= len(some) <= 7:
        raise CannotExpress(f"a hand of {len(some)} cards")
    strength = evaluate(some[:2], some[2:])
    words = rank_to_string(strength)
    return -strength, "", {"Pair": "one pair"}.get(words, words.lower())


class Holdem(HoldemTable):
    """One hand of a TexasHoldEm, for one case."""

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        terms = self.terms
        small, big = self._blinds(line)
        self.game = game = TexasHoldEm(1, big, small, max_players=self.seats)
        button = self.seats - 3 if self.is_round and not self.before else terms["button"]
        game.btn_loc = (button - 1) % self.seats
        for seat, stack in enumerate(terms["stacks"]):
            game.players[seat].chips = stack + self.before
        game.start_hand()
        self._lay(Pack(line))
        for _ in range(self.seats if self.before else 0):
            game.take_action(ActionType.CALL if game.chips_to_call(game.current_player) else ActionType.CHECK)
        self.phase = game.hand_phase
        self.looks = {
            "stacks": lambda: [player.chips for player in game.players],
            "bets": lambda: [game.player_bet_amount(seat) if self.seat() >= 0 else 0 for seat in range(self.seats)],
            "pot": lambda: sum(pot.get_total_amount() for pot in game.pots) - self.before * self.seats,
            "over": lambda: self.due() == "done",
            "live": lambda: [seat for seat in range(self.seats) if game.players[seat].state is not PlayerState.OUT],
            "all_in": lambda: [s for s in range(self.seats) if game.players[s].state is PlayerState.ALL_IN],
            "street": lambda: "showdown" if self.seat() < 0 else game.hand_phase.name.lower(),
            "board": lambda: "".join(map(str, game.board)),
            "pots": self._pots,
            "payouts": lambda: self.chips.paid([player.chips for player in game.players]),
            "returned": self.chips.uncalled,
        }
        if self.is_round:
            for name in ("payouts", "board", "street", "stacks"):
                del self.looks[name]

    def _blinds(self, line: Line) -> tuple[int, int]:
        """The blinds. Raises CannotExpress for what the package has no notion of."""
        terms, game = self.terms, self.terms["game"]
        posts = [(owed["post"], owed["seat"]) for owed in terms["owed"]]
        button = self.seats - 3 if self.is_round else terms["button"]
        usual = [("small blind", (button + (self.seats > 2 or self.is_round)) % self.seats)]
        usual.append(("big blind", (usual[0][1] + 1) % self.seats))
        asks = {
            MORE_THAN_A_HAND: asks_more_than_a_hand(line),
            game["name"]: game["name"] not in ("holdem", "one-round"),
            terms["limit"]["kind"]: terms["limit"]["kind"] != "no limit",
            "a cap on a hand": terms["limit"].get("cap"),
            "a cap on raises": terms["limit"].get("bets"),
            "forced bets but a small and a big blind": posts != usual and not self.before,
            "chips that cannot be broken": terms["stakes"]["chip"] != 1,
            "rake": terms["stakes"].get("rake"),
            "a player without chips": not all(terms["stacks"]),
        }
        refuse(asks)
        amounts = [owed["amount"] for owed in terms["owed"]]
        return (amounts[0], amounts[1]) if amounts else (self.before, self.before)

    def _lay(self, pack: Pack) -> None:
        for seat in range(self.seats):
            self.game.hands[seat] = [Card(pack.hole(seat)), Card(pack.hole(seat))]
        deck: Any = self.game._deck
        deck.cards = [Card(pack.board()) for _ in range(5)]

    # ---- what it asks

    def street(self) -> int:
        return list(HandPhase).index(self.game.hand_phase)

    def seat(self) -> int:
        over = self.is_round and self.game.hand_phase is not self.phase
        return -1 if over or not self.game.is_hand_running() else int(self.game.current_player)

    def due(self) -> str:
        return "done" if self.seat() < 0 else "act"

    def price(self) -> int:
        seat = self.seat()
        return 0 if seat < 0 else min(self.game.chips_to_call(seat), self.game.players[seat].chips)

    def bounds(self) -> tuple[int, int]:
        moves = self.game.get_available_moves()
        raises = moves.raise_range if ActionType.RAISE in moves.action_types else range(0)
        return (raises[0], raises[-1]) if len(raises) else (0, 0)

    def do(self, verb: str, amount: int, cards: str) -> None:
        seat, game = self.seat(), self.game
        chips = game.players[seat].chips
        kinds = {"fold": "FOLD", "check": "CHECK", "call": "CALL", "raise": "RAISE", "all-in": "ALL_IN"}
        added = {"raise": amount - game.player_bet_amount(seat), "call": self.price(), "all-in": chips}.get(verb, 0)
        try:
            game.take_action(ActionType[kinds[verb]], total=amount or None)
        except ValueError as error:
            raise Refused(f"{verb} {amount or ''}: {error}") from None
        self.chips.add(seat, min(added, chips))
        if verb == "fold":
            self.chips.folded.add(seat)

    def _pots(self) -> list[tuple[int, list[int]]]:
        """The pots; one that a single player is in is what nobody called."""
        found = [(pot.get_total_amount(), sorted(pot.players_in_pot())) for pot in self.game.pots]
        found[0] = (found[0][0] - self.before * self.seats, found[0][1])
        return [pot for pot in found if pot[0] and len(pot[1]) > 1]
