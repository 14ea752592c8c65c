"""Questions about odd chips: the pots of a hand are settled by the rules of a house.

A wrong answer is what another house or another button would give, what follows if one rule is left out, or a common
mistake; its reason says which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from itertools import chain, islice, permutations
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from sidepot.cards import cards_of, text
from sidepot.errors import Cite
from sidepot.games.catalog import find_game
from sidepot.hand.settling.real_chips import SettledPot, Settlement, settle
from sidepot.hand.settling.why import Reason
from sidepot.quiz.question import MOST, ODD_CHIP, Answer, Question, Wrong
from sidepot.quiz.shown_facts import ShownFact
from sidepot.rules.clauses import Sentence, in_a_row, plain, say
from sidepot.rules.houses import HOUSES, find_house
from sidepot.rules.meanings import house_notes
from sidepot.rules.rulebook import OddChip, Rulebook
from sidepot.validation.reader import package_toml

ASKS: Final = {
    "game": "Which game is it?",
    "put": "What has each player put in, clockwise?",
    "folded": "Who has folded?",
    "dead": "How much is in the pot from antes and the like?",
    "button": "Who has the button?",
    "chip": "What is the smallest chip in play?",
    "board": "Which cards are on the board?",
    "hands": "Which hands are shown?",
    "best": "Who has the best hand?",
    "low": "Who has the best low?",
}
"""The facts of a hand, and the questions for them."""
_EDITIONS: Final = ("tda-2013", "tda-2024", "tda-2026")
_SUITS: Final = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠"})
_PAID: Final = say("All chips of a pot are paid to its winners.")
_WRONG_PLAYER: Final = say("This gives the odd chip to the wrong player.")
_NO_DRAW: Final = say("Cards are drawn in a chip race, not for a pot.")
_EACH_POT: Final = say("Each pot is split by itself, so each may have an odd chip.")
_BY_CARDS: Final = say("In stud, the cards decide who gets it, not the seats.")
_BY_SEATS: Final = say("In this house, the seats decide who gets it, not the cards.")
_NOT_EVEN: Final = say("In this house, each half is split by itself, even between the same hands.")
_EVEN: Final = say("In this house, players with the same hands both ways share the whole pot as one.")
_ONE_EACH: Final = say("In this house, nobody gets two odd chips of one pot.")
_MORE: Final = say("In this house, a player may get an odd chip of each half.")


class OddHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand whose pots leave odd chips, as `settle` takes it."""

    put: dict[str, int]
    game: str = "holdem"
    folded: list[str] = []
    best: list[list[str]] = []
    low: list[list[str]] = []
    hands: dict[str, str] = {}
    board: str = ""
    dead: int = 0
    chip: int = 1
    button: str = ""

    def settled(self, house: Rulebook, button: str = "") -> Settlement:
        """The settlement by the rules of a house, with the button at a player."""
        facts = {name: value for name in self.__struct_fields__ if (value := getattr(self, name))}
        return settle(**facts | {"button": button or self.has_button}, house=house)

    @property
    def has_button(self) -> str:
        """The player with the button."""
        return self.button or list(self.put)[-1]


@cache
def odd_hands() -> Mapping[str, OddHand]:
    """All hands, by what is special about them."""
    return msgspec.convert(package_toml("sidepot.quiz", "odd_chips.toml"), dict[str, OddHand])


def odd_chip_questions(house: Rulebook) -> Iterator[Question]:
    """The questions about odd chips by the rules of a house."""
    for name, hand in odd_hands().items():
        yield _question(name, hand, house)


def _question(name: str, hand: OddHand, house: Rulebook) -> Question:
    settled = hand.settled(house)
    right = _payouts(hand, settled.payouts)
    seen = {plain(right)}
    wrong: list[Answer] = []
    for answer, because in _wrong_answers(hand, house, settled):
        if plain(answer) not in seen:
            seen.add(plain(answer))
            wrong.append(Answer(answer, because, False))
    answers = [Answer(right, _why(settled), True), *islice(wrong, MOST - 1)]
    key = f"{house.name}:{blake2b(f'{ODD_CHIP} {name}'.encode(), digest_size=6).hexdigest()}"
    Random(key).shuffle(answers)
    changed = any(hand.settled(find_house(one)).payouts != settled.payouts for one in _EDITIONS)
    game = find_game(hand.game)
    level = 1 + (len(game.halves) > 1 or game.boards > 1 or len(settled.pots) > 1) + (changed or game.is_stud)
    return Question(key, house.name, ODD_CHIP, "", tuple(_facts(hand)), tuple(answers), _cites(settled), level, changed)


# ---- what is shown


def _facts(hand: OddHand) -> Iterator[ShownFact]:
    cards = [f"{name} {_shown(shown)}" for name, shown in hand.hands.items()]
    answers = {
        "game": find_game(hand.game).title,
        "put": ", ".join([f"{name} {chips}" for name, chips in hand.put.items()]),
        "folded": ", ".join(hand.folded),
        "dead": str(hand.dead or ""),
        "button": hand.has_button,
        "chip": str(hand.chip),
        "board": " / ".join(map(_shown, hand.board.split("/"))) if hand.board else "",
        "hands": ", ".join(cards),
        "best": " > ".join([" = ".join(group) for group in hand.best]),
        "low": " > ".join([" = ".join(group) for group in hand.low]),
    }
    for name, asks in ASKS.items():
        if answers[name]:
            yield ShownFact(name, asks, answers[name])


def _shown(cards: str) -> str:
    return " ".join([text((card,)).translate(_SUITS) for card in cards_of(cards, "a hand")])


def _payouts(hand: OddHand, payouts: Mapping[str, int]) -> Sentence:
    """What each winner gets, clockwise."""
    return in_a_row(*[say("{player} gets {amount}.", name, payouts[name]) for name in hand.put if payouts.get(name)])


def _why(settled: Settlement) -> Sentence:
    """The winners of each pot, and the rule for its odd chips."""
    return in_a_row(*[_pot(pot, at) for at, pot in enumerate(settled.pots)])


def _pot(pot: SettledPot, at: int) -> Sentence:
    reasons = _list([one.sentence for one in pot.why[1:]])
    if at:
        return say("Side pot {number} is {amount}: {reasons}.", str(at), pot.amount, reasons)
    return say("The main pot is {amount}: {reasons}.", pot.amount, reasons)


def _list(sentences: list[Sentence]) -> Sentence:
    return ("; ".join(["{}"] * len(sentences)), *sentences)


def _cites(settled: Settlement) -> tuple[Cite, ...]:
    """The rules, those of the odd chips first."""
    reasons: list[Reason] = [one for pot in settled.pots for one in reversed(pot.why)]
    cites = [Cite.parse(cite) for one in reasons for cite in one.cites if ":" in cite]
    return tuple(dict.fromkeys(cites))


# ---- wrong answers


def _wrong_answers(hand: OddHand, house: Rulebook, settled: Settlement) -> Wrong:
    """Wrong answers, each with its reason. What other houses do is first."""
    return chain(
        _of_other_houses(hand, house),
        _of_other_rules(hand, house),
        _of_one_pot(hand, settled),
        _of_other_buttons(hand, house),
        _of_moved_chips(hand, settled),
        _usual(),
    )


def _of_other_houses(hand: OddHand, house: Rulebook) -> Wrong:
    for name in HOUSES:
        if name != house.name:
            because = say("This is the ruling of another house: {house}.", house_notes()[name].name)
            yield _payouts(hand, hand.settled(find_house(name)).payouts), because


def _of_other_rules(hand: OddHand, house: Rulebook) -> Wrong:
    """What would be right if the house had chosen otherwise."""
    by_cards, by_seats = replace(house, odd_chip_stud=OddChip.BEST_FIVE), replace(house, odd_chip_stud=OddChip.POSITION)
    others = [
        (by_seats, _BY_CARDS) if house.odd_chip_stud is not OddChip.POSITION else (by_cards, _BY_SEATS),
        (
            replace(house, identical_high_low_even=not house.identical_high_low_even),
            _EVEN if house.identical_high_low_even else _NOT_EVEN,
        ),
        (replace(house, one_odd_chip=not house.one_odd_chip), _ONE_EACH if house.one_odd_chip else _MORE),
    ]
    for other, because in others:
        yield _payouts(hand, hand.settled(other).payouts), because


def _of_one_pot(hand: OddHand, settled: Settlement) -> Wrong:
    """All pots split as one, if the same players win them."""
    winners = settled.pots[0].winners
    if len(settled.pots) > 1 and all(set(pot.winners) == set(winners) for pot in settled.pots):
        total = sum(pot.amount for pot in settled.pots) // hand.chip
        each, odd = divmod(total, len(winners))
        first = sorted(winners, key=lambda name: (-settled.payouts[name], list(hand.put).index(name)))
        payouts = {name: (each + (at < odd)) * hand.chip for at, name in enumerate(first)}
        yield _payouts(hand, payouts), _EACH_POT


def _of_other_buttons(hand: OddHand, house: Rulebook) -> Wrong:
    for name in hand.put:
        if name != hand.has_button:
            payouts = hand.settled(house, name).payouts
            yield _payouts(hand, payouts), say("That would be right if {player} had the button.", name)


def _of_moved_chips(hand: OddHand, settled: Settlement) -> Wrong:
    """An odd chip goes to another winner."""
    for pot in settled.pots:
        for one, other in permutations(pot.winners, 2):
            payouts = settled.payouts | {
                one: settled.payouts[one] - hand.chip,
                other: settled.payouts[other] + hand.chip,
            }
            if _spread(payouts, pot) <= _spread(settled.payouts, pot):
                yield _payouts(hand, payouts), _WRONG_PLAYER


def _spread(payouts: Mapping[str, int], pot: SettledPot) -> int:
    """How far the winners of a pot are apart."""
    got = [payouts[name] for name in pot.winners]
    return max(got) - min(got)


def _usual() -> Wrong:
    """Mistakes that people make with any odd chip."""
    yield say("The odd chip stays in the pot for the next hand."), _PAID
    yield say("The winners draw cards for the odd chip."), _NO_DRAW
