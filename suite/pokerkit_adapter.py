"""PokerKit on the suite: hands, betting rounds, pots and the ranking of hands."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Final

import pokerkit as pk
from case_cards import Pack
from chips_put import ChipsPut
from pots_play import play_pots
from rank_play import play_rank
from script_play import MORE_THAN_A_HAND, Answer, CannotExpress, Line, Refused, asks_more_than_a_hand, play, refuse

NAME = "PokerKit"
VERSION = version("pokerkit")

HANDS: Final = {
    ("high", "any", None): "StandardHighHand",
    ("high", "two and three", None): "OmahaHoldemHand",
    ("short-deck", "any", None): "ShortDeckHoldemHand",
    ("ace-to-five", "any", None): "RegularLowHand",
    ("ace-to-five", "any", 8): "EightOrBetterLowHand",
    ("ace-to-five", "two and three", 8): "OmahaEightOrBetterLowHand",
    ("deuce-to-seven", "any", None): "StandardLowHand",
    ("badugi", "any", None): "BadugiHand",
    ("badugi-deuce", "any", None): "StandardBadugiHand",
}
_OPENINGS: Final = {
    "left of blinds": "POSITION",
    "left of button": "POSITION",
    "low card": "LOW_CARD",
    "high card": "HIGH_CARD",
    "high card acts": "HIGH_HAND",
    "high hand": "HIGH_HAND",
    "low hand": "LOW_HAND",
}
_DECKS: Final = {"standard": "STANDARD", "6+": "SHORT_DECK_HOLDEM", "T+": "ROYAL_HOLDEM"}
_BETTING: Final = {"no limit": "NO_LIMIT", "pot limit": "POT_LIMIT", "fixed limit": "FIXED_LIMIT"}
_PAYING: Final = ("HOLE_CARDS_SHOWING_OR_MUCKING", "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING")
_ALWAYS: Final = ("ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING", "RUNOUT_COUNT_SELECTION")


def run(line: Line) -> Answer:
    """Play one case."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if line["kind"] == "pots":
            return play_pots(line, Holding)
        if line["kind"] in ("hand", "betting"):
            return play(line, lambda: Holding(line))
        if line["kind"] == "rank":
            return play_rank(line, _strength)
        return "cannot express", f"no {line['kind']}"


def _strength(case: dict[str, Any], hole: str, board: str) -> tuple[Any, str, str]:
    """A hand to compare, its cards and its category."""
    kind = HANDS.get((case["scale"], case["choose"], case.get("qualifier")))
    if kind is None or case["wild"] or case["deck"] not in _DECKS:
        raise CannotExpress(f"no {case['scale']} hands with these cards")
    try:
        hand = getattr(pk, kind).from_game(hole, board)
    except ValueError:  # it does not qualify
        return (False, 0), "", ""
    category = str(hand.entry.label.value).lower() if case["scale"] in ("high", "short-deck") else ""
    return (True, hand), "".join(map(repr, hand.cards)), category


class Holding:
    """One of PokerKit's states, for one case."""

    looks: dict[str, Callable[[], Any]]
    verbs = frozenset(("fold", "check", "call", "raise", "all-in", "bring in", "draw"))

    def __init__(self, line: Line) -> None:
        self.terms = terms = line["terms"]
        self.rulebook = line["rulebook"]
        self.is_round = line["kind"] == "betting"
        if asks_more_than_a_hand(line):
            raise CannotExpress(MORE_THAN_A_HAND)
        self.pack = Pack(line)
        self.seats = len(terms["stacks"])
        self.shift = (self.seats - self._last_blind()) if self.is_round else terms["button"] + 1
        self.chips = ChipsPut(terms)
        self.before = int(self.is_round and not terms["owed"])  # PokerKit asks for a forced bet: one chip from each
        if self.before and terms["limit"]["kind"] == "pot limit":
            raise CannotExpress("a pot-limit round without forced bets")
        try:
            self.state = pk.State(**self._arguments())
        except ValueError as error:
            raise CannotExpress(f"such a table: {error}") from None
        self._go_on()
        self.looks = {
            "stacks": lambda: self._by_seat(self.state.stacks),
            "bets": lambda: self._by_seat(self.state.bets),
            "pot": lambda: self.state.total_pot_amount - self.before * self.seats,
            "over": lambda: self.due() == "done",
            "live": lambda: [seat for seat in range(self.seats) if self.state.statuses[self._their(seat)]],
            "all_in": lambda: [seat for seat in self.looks["live"]() if not self.state.stacks[self._their(seat)]],
            "street": lambda: self._street(),
            "board": lambda: "".join(map(repr, self.state.get_board_cards(0))),
            "cards": lambda: self._cards(self.state.hole_cards),
            "upcards": lambda: self._cards([list(self.state.get_up_cards(at)) for at in range(self.seats)]),
            "pots": self._pots,
            "payouts": lambda: self.chips.paid(self._by_seat(self.state.stacks)),
            "returned": self.chips.uncalled,
        }
        if self.is_round:
            del self.looks["payouts"], self.looks["board"], self.looks["street"]

    # ---- seats

    def _last_blind(self) -> int:
        """How many seats from the end of the list the blinds take: they must be the last to act."""
        blinds = [
            owed["seat"] for owed in self.terms["owed"] if owed["post"] in ("small blind", "big blind", "straddle")
        ]
        if blinds != list(range(self.seats - len(blinds), self.seats)):
            raise CannotExpress("blinds anywhere but before the first seat")
        return len(blinds)

    def _their(self, seat: int) -> int:
        return (seat - self.shift) % self.seats

    def _our(self, at: int | None) -> int:
        return -1 if at is None else (at + self.shift) % self.seats

    def _by_seat(self, of: Any) -> list[int]:
        return [of[self._their(seat)] for seat in range(self.seats)]

    def _cards(self, of: Any) -> list[str]:
        return ["".join(map(repr, of[self._their(seat)])) for seat in range(self.seats)]

    # ---- what it is told

    def _arguments(self) -> dict[str, Any]:
        terms, game = self.terms, self.terms["game"]
        self._refuse_game(game)
        antes, blinds = [self.before] * self.seats, [0] * self.seats
        for owed in terms["owed"]:
            at = self._their(owed["seat"])
            if owed["post"] in ("ante", "dead ante", "dead blind"):
                antes[at] += owed["amount"]
            else:
                blinds[at] += -owed["amount"] if owed["post"] == "live blind" else owed["amount"]
        if self.seats == 2:  # the forced bets of two players are listed the other way round
            antes.reverse()
            blinds.reverse()
        paying = () if self.is_round else _PAYING
        raked = {"rake": _rake(terms["stakes"]["rake"])} if terms["stakes"].get("rake") else {}
        return raked | {
            "automations": tuple(getattr(pk.Automation, name) for name in (*_ALWAYS, *paying)),
            "deck": getattr(pk.Deck, _DECKS[game["deck"]]),
            "hand_types": tuple(getattr(pk, HANDS[_key(half)]) for half in game["halves"]),
            "streets": tuple(self._streets()),
            "betting_structure": getattr(pk.BettingStructure, _BETTING[terms["limit"]["kind"]]),
            "ante_trimming_status": not any(owed["post"] in ("dead ante", "dead blind") for owed in terms["owed"]),
            "raw_antes": tuple(antes),
            "raw_blinds_or_straddles": tuple(blinds),
            "bring_in": terms["stakes"]["bring_in"],
            "raw_starting_stacks": tuple([terms["stacks"][self._our(at)] + self.before for at in range(self.seats)]),
            "player_count": self.seats,
            "mode": pk.Mode.CASH_GAME if terms.get("players_left") is None else pk.Mode.TOURNAMENT,
            "starting_board_count": game["boards"],
        }

    def _refuse_game(self, game: dict[str, Any]) -> None:
        """Raise CannotExpress for what PokerKit has no notion of."""
        limit, stakes = self.terms["limit"], self.terms["stakes"]
        asks = {
            "wild cards": game["wild"],
            f"a deck of {game['deck']}": game["deck"] not in _DECKS,
            "such hands": any(_key(half) not in HANDS for half in game["halves"]),
            "openers, and deals that are passed out": game["pass_out"] or game["open_requirement"],
            "a least hand to win": game["win_requirement"],
            "cards that are thrown away": any(street["discard"] for street in game["streets"]),
            "such an opening": any(street["opens"] not in _OPENINGS for street in game["streets"]),
            limit["kind"]: limit["kind"] not in _BETTING,
            "a cap on a hand": limit.get("cap"),
            "half pot limit": limit.get("numerator", 1) != limit.get("denominator", 1),
            "chips that cannot be broken": stakes["chip"] != 1,
            "a high card that opens with the ace high": any(
                street["opens"] == "high card" for street in game["streets"]
            )
            and game["halves"][0]["scale"] != "ace-to-five",
            "what this house has for lowball and stud": self._has_own_rules(game),
            "rake that waits for a flop": (stakes.get("rake") or {}).get("no_flop_no_drop"),
            "rake in units": (stakes.get("rake") or {}).get("unit", 1) != 1,
        }
        refuse(asks)

    def _has_own_rules(self, game: dict[str, Any]) -> bool:
        """Whether the house has a rule of its own for such a game at fixed limit."""
        house, halves = self.rulebook, [half["scale"] for half in game["halves"]]
        if self.terms["limit"]["kind"] != "fixed limit":
            return False
        lowball = halves == ["ace-to-five"] and any(street["draw"] for street in game["streets"])
        stud = halves == ["high"] and len(game["streets"]) == 5 and bool(game["streets"][0]["up"])
        return (
            lowball and (house["sevens_rule"] or not house["lowball_check_raise"]) or stud and house["open_pair_option"]
        )

    def _streets(self) -> list[Any]:
        terms = self.terms
        fixed = terms["limit"]["kind"] == "fixed limit"
        bets = terms["limit"].get("bets")
        found = []
        for at, street in enumerate(terms["game"]["streets"]):
            least = terms["units"][at] if fixed or at else max(terms["units"][at], terms["price"])
            raises = None if bets is None else bets - (0 if at else terms["raises"])
            faces = (False,) * street["down"] + (True,) * street["up"]
            opening = getattr(pk.Opening, _OPENINGS[street["opens"]])
            drawing = street["draw"] > 0
            found.append(pk.Street(street["burn"], faces, street["board"], drawing, opening, least, raises))
        return found

    # ---- what happens

    def _go_on(self) -> None:
        """Deal what is due, and make the checks that decide nothing."""
        state = self.state
        while state.status and state.stand_patter_or_discarder_index is None:
            if state.actor_index is not None:
                if not self._is_alone(state.actor_index):
                    return
                state.check_or_call()
            elif state.can_burn_card():
                state.burn_card(self.pack.burn())
            elif state.hole_dealee_index is not None:
                state.deal_hole(self.pack.hole(self._our(state.hole_dealee_index)))
            elif state.board_dealing_count:
                at = next(at for at, count in enumerate(state.board_dealing_counts) if count)
                cards = [self.pack.board(at) for _ in range(state.board_dealing_count)]
                state.deal_board("".join(cards))
            else:
                return

    def _is_alone(self, at: int) -> bool:
        state = self.state
        others = [other for other in state.player_indices if other != at and state.statuses[other]]
        return bool(state.bets[at] >= max(state.bets)) and not any(state.stacks[other] for other in others)

    def street(self) -> int:
        return -1 if self.state.street_index is None else int(self.state.street_index)

    def _street(self) -> str:
        at = self.street()
        return "showdown" if not at >= 0 or not self.state.status else str(self.terms["game"]["streets"][at]["name"])

    def due(self) -> str:
        if self.state.stand_patter_or_discarder_index is not None:
            return "draw"
        if self.state.actor_index is None:
            return "done"
        return "bring-in" if self.state.bring_in_status else "act"

    def seat(self) -> int:
        at = self.state.stand_patter_or_discarder_index
        return self._our(self.state.actor_index if at is None else at)

    def price(self) -> int:
        return int(self.state.checking_or_calling_amount or 0)

    def bounds(self) -> tuple[int, int]:
        if not self.state.can_complete_bet_or_raise_to():
            return 0, 0
        least = self.state.min_completion_betting_or_raising_to_amount
        return int(least), int(self.state.max_completion_betting_or_raising_to_amount)

    def do(self, verb: str, amount: int, cards: str) -> None:
        seat, state = self.seat(), self.state
        before = state.stacks[self._their(seat)] if seat >= 0 else 0
        bet = state.bets[self._their(seat)] if seat >= 0 else 0
        if verb == "all-in" and state.stacks[self._their(seat)] <= self.price():
            verb = "call"
        elif verb == "all-in":
            verb, amount = "raise", state.stacks[self._their(seat)] + bet
        added = {"raise": amount - bet, "call": self.price(), "bring in": state.effective_bring_in_amount}.get(verb, 0)
        try:
            _DOES[verb](state, amount, cards)
        except ValueError as error:
            raise Refused(f"{verb} {amount or ''}: {error}") from None
        self.chips.add(seat, min(added, before))
        if verb == "fold":
            self.chips.folded.add(seat)
        self._go_on()

    def _pots(self) -> list[tuple[int, list[int]]]:
        """The pots; one that a single player is in is what nobody called."""
        found = []
        for at, pot in enumerate(self.state.pots):
            chips = pot.raked_amount + pot.unraked_amount - (0 if at else self.before * self.seats)
            found += [(chips, [self._our(at) for at in pot.player_indices])] if chips else []
        return found


_DOES: Final = {
    "fold": lambda state, amount, cards: state.fold(),
    "check": lambda state, amount, cards: state.check_or_call(),
    "call": lambda state, amount, cards: state.check_or_call(),
    "raise": lambda state, amount, cards: state.complete_bet_or_raise_to(amount),
    "bring in": lambda state, amount, cards: state.post_bring_in(),
    "draw": lambda state, amount, cards: state.stand_pat_or_discard(cards),
}


def _key(half: dict[str, Any]) -> tuple[str, str, int | None]:
    return half["scale"], half["choose"], half.get("qualifier")


def _rake(told: dict[str, Any]) -> Any:
    def taken(amount: int, _state: Any) -> tuple[int, int]:
        up = {"down": 0, "nearest": told["denominator"] // 2, "up": told["denominator"] - 1}[told["rounding"]]
        part = (amount * told["numerator"] + up) // told["denominator"]
        part = part if told["cap"] is None else min(part, told["cap"])
        return part, amount - part

    return taken
