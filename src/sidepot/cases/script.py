"""The script of a case: its steps, read and checked before anything is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sidepot.cards import UNKNOWN, cards, find_duplicate, text
from sidepot.cases.case_setups import Betting, Deal, WholeHand
from sidepot.cases.case_words import ANY_TIME, OF_THE_HAND, parse_action, parse_step, parse_tried, seat_of
from sidepot.cases.floor import Floor, prepare_floor
from sidepot.cases.looks import BY_SEAT, MASKS, HandEnd, HandSeen, HandStep
from sidepot.cases.ruling_cases import Expected
from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.decks import find_deck
from sidepot.validation.reader import at_place

ALL = "all"
_TOGETHER = ("check", "call", "fold", "stand pat", "show")
_NAMED = (*BY_SEAT, *MASKS, "payouts", "returned", "seen")


class Step(NamedTuple):
    """A step of a script: the seat to act, the action, and what is compared before the action."""

    number: int
    who: str
    words: str
    looks: HandStep = HandStep()
    in_turn: bool = True
    floor: Floor | None = None

    @property
    def is_of_showing(self) -> bool:
        """Whether the step tests how hands are shown. Otherwise, hands that must be shown are shown automatically."""
        verb = parse_action(self.words).verb if self.words else ""
        return self.looks.due == "show" or verb in ("show", "muck", "kill", "kill with refund")

    @property
    def place(self) -> str:
        return f"step {self.number}" + (
            f" ({' '.join([self.who, self.words]).strip()})" if self.who or self.words else ""
        )


def prepare_script(body: Betting | WholeHand) -> list[Step]:
    """Read every step. Raises BadNotation for an unreadable step: a key, a name, an action, a card."""
    names = list(body.stacks)
    if ALL in names or not all(names):
        raise BadNotation(f"a player needs a name other than {ALL!r}, which means all players")
    if isinstance(body, WholeHand):
        _check_cards(body, body.game, names)
        _check_names(body.absent, names)
        if body.again is not None:
            _check_cards(body.again, body.game, names)
    steps = []
    for number, given in enumerate(body.script, 1):
        with at_place(f"script, step {number}"):
            steps.append(_step(number, given, names))
    with at_place("expect"):
        _check_looks(body.expect, names)
    if body.expect == HandEnd() and all(step.looks == HandStep() for step in steps):
        raise BadNotation("the case expects nothing, neither during the hand nor after it, so it cannot fail")
    return steps


def _step(number: int, given: str | HandStep, names: list[str]) -> Step:
    if isinstance(given, str) and given in OF_THE_HAND:
        return Step(number, "", given, in_turn=False)
    if isinstance(given, str):
        who, words = parse_step(given, names) if not given.startswith(ALL + " ") else (ALL, given[len(ALL) + 1 :])
        if who == ALL and words not in _TOGETHER:
            raise BadNotation(f"{given!r}: for all players together, expected one of {', '.join(_TOGETHER)}")
        return Step(number, who, words, in_turn=parse_action(words).verb not in ANY_TIME)
    _check_looks(given, names)
    who, words = given.seat or "", given.do or ""
    if who:
        seat_of(who, names)
    verb = parse_action(words).verb if words else ""
    floor = _floor(given, names)
    in_turn = floor is None and verb not in (*ANY_TIME, *OF_THE_HAND.values())
    return Step(number, who, words, given, in_turn, floor)


def _floor(given: HandStep, names: list[str]) -> Floor | None:
    """The ruling that a step requests, or None. Raises BadNotation for unreadable facts."""
    if given.rule is None:
        for key in ("choose", "by", "ruling"):
            if getattr(given, key) is not None:
                raise BadNotation(f"`{key}` needs a `rule`")
        return None
    if given.do is not None:
        raise BadNotation("a step needs either a `rule` or a `do`")
    prepare_floor(given.rule, names)
    return Floor(given.rule, given.ruling or Expected(), given.choose, given.by or "")


def _check_looks(seen: HandSeen, names: list[str]) -> None:
    """Raise BadNotation for an impossible name, card or action."""
    for key in _NAMED:
        _check_names(getattr(seen, key) or (), names)
    for others in (seen.seen or {}).values():
        _check_names(others, names)
    for pot in seen.pots or ():
        _check_names(pot.eligible, names)
    held = [*(seen.cards or {}).values(), *(seen.upcards or {}).values(), *(seen.boards or ()), seen.board or ""]
    if isinstance(seen, HandEnd) and seen.rabbit != "no":
        held.append(seen.rabbit or "")
    for some in held:
        cards(some)
    for words in seen.refuses or ():
        parse_tried(words, names)


def _check_names(some: Iterable[str], names: list[str]) -> None:
    for name in some:
        seat_of(name, names)


def _check_cards(body: WholeHand | Deal, game: str, names: list[str]) -> None:
    if body.board and body.boards:
        raise BadNotation("give either `board` or `boards`")
    deck = find_deck(find_game(game).deck).cards
    dealt: list[int] = []
    for name, some in [*body.cards.items(), *[("", board) for board in (body.board, *body.boards, body.burns)]]:
        if name:
            seat_of(name, names)
        dealt += cards(some)
    twice = find_duplicate(dealt)
    if twice is not None:
        raise BadNotation(f"{text((twice,))} appears twice among cards, board and burns")
    strange = [card for card in dealt if card not in deck and card != UNKNOWN]
    if strange:
        raise BadNotation(f"{text(strange)} is not in the pack")
