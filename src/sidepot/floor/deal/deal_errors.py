"""Mistakes of the deal, with the dealer's steps for those that are not a misdeal, or are corrected.

Robert's Rules decide if the other texts are silent. Whether a mistake is a misdeal at all is a choice of the
house (`Rulebook.misdeals`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from sidepot.errors import BadNotation
from sidepot.floor.turns.substantial import is_substantial
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.floor_choices import DealError
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import Point

MISDEAL: Final = Point(
    "misdeals",
    {"TDA-2013": "34-A", "TDA-2024": "35-A/list", "RRP-11": "misdeals/list", "PG": "109", "WSOP-2026": "88/misdeal"},
)
TOO_LATE: Final = Point(
    "a misdeal after action",
    {
        "TDA-2013": "34-C",
        "TDA-2024": "35-D/misdeal",
        "TDA-2026": "37-D",
        "RRP-11": "misdeals/action",
        "PG": "112/action",
    },
)
CARD_COUNT: Final = Point(
    "a hand with a wrong number of cards", {"TDA-2024": "38", "RRP-11": "dead-hands/card-count", "PG": "112/count"}
)
FOULED_DECK: Final = Point(
    "a fouled deck", {"TDA-2013": "1", "TDA-2024": "35-E", "RRP-11": "irregularities/fouled-deck/void", "PG": "107"}
)
# Nobody sees a card that is shuffled during a hand: premature cards, a dropped stub, more cards for draw or stud.
FACE_DOWN: Final = Point("shuffling during a hand", {"TDA-2024": "39-D"})

CALL_FLOOR: Final = (say("Stop the action and leave the cards as they are."), say("Have the director decide."))
_PLAY_ON: Final = (say("Play on with the cards as they are."),)


Count = Literal["", "too few", "too many"]

# how friends put a wrong number of cards right; below, how it goes in the order of the deal
PUT_RIGHT: Final[dict[Count, tuple[Sentence, ...]]] = {
    "": (
        say("If a card is missing, deal the player the top card of the stub."),
        say(
            "If there is one card too many, have the player hold the cards face down, and have another player draw "
            "one. "
            "Shuffle the drawn card into the stub face down, and cut."
        ),
    ),
    "too few": (say("Deal the player the top card of the stub."),),
    "too many": (
        say("Have the player hold the cards face down, and have another player draw one."),
        say("Shuffle the drawn card into the stub face down, and cut."),
    ),
}
IN_ORDER_STEPS: Final[dict[Count, tuple[Sentence, ...]]] = {
    "": (
        say("If a card is missing, deal the player the next card off the stub."),
        say("If there is one card too many, take it back, and use it as the first burn card."),
    ),
    "too few": (say("Deal the player the next card off the stub."),),
    "too many": (say("Take the last card back, and use it as the first burn card."),),
}


class Mistake(NamedTuple):
    """A mistake in the deal.

    - `what`: a description of the mistake
    - `harmless`: why it is no misdeal in a house that does not list it (empty: no text gives a reason, and the floor
      decides)
    - `instead`: the dealer's steps if it is harmless
    - `late`: the dealer's steps after substantial action
    - `repair`: how friends would correct it (empty if only a new deal is fair)
    - `declared`: the rule that makes it a misdeal, if it is not the usual rule
    """

    what: Sentence
    point: Point
    harmless: Sentence = ()
    instead: tuple[Sentence, ...] = ()
    late: tuple[Sentence, ...] = _PLAY_ON
    repair: tuple[Sentence, ...] = ()
    declared: Point | None = None


_SET_ASIDE: Final = (
    say("Set the boxed card aside; it does not count as a card."),
    say("Deal the next card in its place."),
)
_SET_ALL_ASIDE: Final = (
    say("Set the boxed cards aside; they do not count as cards."),
    say("Deal the next cards in their place."),
)
_REPLACE: Final = (
    say("Finish the deal."),
    say("Replace the exposed card with the top card of the stub."),
    say("Show the exposed card to everybody and use it as the burn card."),
)
_REPLACE_ALL: Final = (
    say("Finish the deal."),
    say("Replace each exposed card with the top card of the stub."),
    say("Shuffle the exposed cards into the stub face down, and cut."),
)
_STUD: Final = (
    say("Leave the exposed card face up as an upcard."),
    say("Deal that player's third card face down."),
    say("Play on."),
)


def _listed(part: int, *, in_2013: str = "", in_2026: int = 0) -> Point:
    """A mistake on the list of misdeals. `part` is its number in 2024, which other editions share unless theirs is
    given.
    """
    numbers = {
        "TDA-2013": in_2013 or f"34-A{part}",
        "TDA-2024": f"35-A{part}",
        "TDA-2026": f"37-A{in_2026 or part}",
    }
    return Point("misdeals", MISDEAL.numbers | numbers)


def _misdealt(title: str, others: dict[str, str], part: int = 0) -> Point:
    """A mistake on the list of 34-A (TDA-2013), or on a part of it, and in PG-109.

    `others` are its numbers in other rulebooks.
    """
    return Point(title, {"TDA-2013": f"34-A{part or ''}", "PG": "109", **others})


_EXPOSED: Final = _listed(7, in_2013="34-A6", in_2026=6)

MISTAKES: Final[dict[DealError, Mistake]] = {
    DealError.TWO_BOXED: Mistake(
        say("Two or more cards were boxed (face up in the deck)."),
        _listed(1),
        late=_SET_ALL_ASIDE,
        repair=_SET_ALL_ASIDE,
    ),
    DealError.ONE_BOXED: Mistake(
        say("A card was boxed (face up in the deck)."),
        _misdealt("a boxed card", {"TDA-2024": "35-A1", "RRP-11": "irregularities/boxed"}, 1),
        harmless=say(
            "Only one card was boxed (face up in the deck). It does not count as a card, and the next card replaces it."
        ),
        instead=_SET_ASIDE,
        late=_SET_ASIDE,
        repair=_SET_ASIDE,
    ),
    DealError.FIRST_CARD: Mistake(
        say("The first card went to the wrong seat."),
        _listed(2),
        repair=(
            say("Continue the deal from there until everybody has enough cards."),
            say("Let everybody keep the cards they got."),
        ),
    ),
    DealError.NOT_ENTITLED: Mistake(
        say("A seat that is not entitled to a hand was dealt cards."),
        _listed(3),
        late=(say("Muck the hand of the seat that is not entitled to one."),),
        repair=(
            say("Take those cards back without looking at them."),
            say("Shuffle them into the stub face down, and cut."),
        ),
    ),
    DealError.DEALT_OUT: Mistake(
        say("A seat that is entitled to a hand was not dealt in."),
        _listed(4),
        late=(say("Have the player who was left out wait for the next hand."),),
        repair=(say("Deal the missing hand from the top of the stub."),),
    ),
    DealError.STUD_DOWN_CARD: Mistake(
        say("A stud downcard was exposed."),
        _misdealt(
            "a down card of stud exposed",
            {"TDA-2024": "RP-10-A", "RRP-11": "stud/exposed", "WSOP-LIVE-2026": "218"},
            5,
        ),
        harmless=say(
            "A stud downcard was exposed. It becomes an upcard, and that player's third card is dealt face down."
        ),
        instead=_STUD,
        repair=_STUD,
        declared=_misdealt(
            "a down card of stud exposed, where that is a misdeal",
            {"TDA-2024": "RP-10-A", "RRP-11": "tournament/stud-exposed"},
            5,
        ),
    ),
    DealError.STUD_BOTH_DOWN: Mistake(
        say("Both downcards of a stud hand were exposed."),
        _misdealt("both down cards of stud exposed", {"TDA-2024": "35-A/list", "RRP-11": "stud/both-exposed"}, 5),
        repair=_REPLACE_ALL,
    ),
    DealError.FIRST_TWO: Mistake(say("One of the first two cards was exposed."), _EXPOSED, repair=_REPLACE),
    DealError.TWO_EXPOSED: Mistake(say("Two downcards were exposed."), _EXPOSED, repair=_REPLACE_ALL),
    DealError.ONE_EXPOSED: Mistake(
        say("A downcard was exposed."),
        _misdealt("one down card exposed", {"TDA-2024": "35-A7", "TDA-2026": "37-A6", "RRP-11": "holdem/exposed"}, 6),
        harmless=say(
            "Only one card was exposed, and it was not one of the first two, so it is replaced after the deal."
        ),
        instead=_REPLACE,
        repair=_REPLACE,
    ),
    DealError.WRONG_COUNT: Mistake(
        say("A player has the wrong number of cards."),
        _listed(5, in_2013="34-A"),
        late=(
            say("Muck the hand with the wrong number of cards."),
            say("Play on, and burn one card before each street as usual."),
        ),
        repair=PUT_RIGHT[""],
    ),
    DealError.ODD_CARD: Mistake(
        say("A card that does not belong in the deck turned up."),
        _misdealt(
            "a card that does not belong",
            {"TDA-2024": "35-A6", "TDA-2026": "37-E", "RRP-11": "irregularities/fouled-deck/void"},
        ),
    ),
    DealError.ORDER: Mistake(
        say("Cards were dealt out of order."),
        MISDEAL,
        repair=(say("Let everybody keep the cards they got."), say("Continue in the right order.")),
    ),
    DealError.NO_SHUFFLE: Mistake(
        say("The dealer skipped the shuffle or the cut."),
        _misdealt("shuffle and cut", {"TDA-2024": "35-A/list", "RRP-11": "irregularities/shuffle"}),
    ),
    DealError.WRONG_BUTTON: Mistake(
        say("The button was in the wrong place."),
        _misdealt("a button in the wrong place", {"TDA-2024": "34-A", "RRP-11": "misdeals/list"}),
        late=(
            say("Leave the button and the blinds where they are for this hand."),
            say("Correct the button for the next hand."),
        ),
        repair=(
            say("Move the button and the blinds to the right seats."),
            say("Let everybody keep the cards they got."),
        ),
    ),
    DealError.BUTTON_TWICE: Mistake(
        say("The button was dealt two cards in a row."),
        Point("two cards in a row to the button", {"TDA-2013": "34-A7/button", "TDA-2024": "35-B"}),
        harmless=say("The two cards in a row went to the player on the button, which is allowed."),
        instead=_PLAY_ON,
        repair=_PLAY_ON,
    ),
}


def was_acted_on(actions: Sequence[str], given: bool | None, rulebook: Rulebook) -> bool:
    """Whether there has been substantial action. `given` is the answer, if it is known; otherwise, the actions decide.

    Rule: TDA-2013 35; TDA-2024 36; PG-108. Raises BadNotation for unknown actions.
    """
    reached = is_substantial(actions, rulebook)
    if given is not None and actions and given != reached:
        is_or_is_no = "is" if reached else "is no"
        raise BadNotation(
            f"substantial: {', '.join(actions)} {is_or_is_no} substantial action in this house; leave out `substantial`"
        )
    return reached if given is None else given


def check_seats(**seats: tuple[int, ...]) -> None:
    """Raise BadNotation for a seat below 0, or for a seat that is named twice."""
    named = [seat for some in seats.values() for seat in some]
    if any(seat < 0 for seat in named):
        raise BadNotation(f"{' and '.join(seats)}: expected seats counted from 0, not {min(named)}")
    if len(set(named)) < len(named):
        raise BadNotation(f"{' and '.join(seats)}: expected each seat once, not {', '.join(map(str, named))}")
