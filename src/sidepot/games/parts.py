"""The parts of games: the streets of draw, stud and board games, and the usual halves.

`ONE_ROUND` is not a real game: it is one betting round, for uses in which only the betting matters.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.games.model import Choose, Game, Half, Opens, Street

HIGH = Half()
ACE_TO_FIVE = Half(scale="ace-to-five")
ACE_TO_SIX = Half(scale="ace-to-six")
DEUCE_TO_SEVEN = Half(scale="deuce-to-seven")
EIGHT_OR_BETTER = Half(scale="ace-to-five", qualifier=8)
BADUGI = Half(scale="badugi")
BADUGI_DEUCE = Half(scale="badugi-deuce")
OMAHA_HIGH = Half(choose=Choose.TWO_THREE)
OMAHA_EIGHT = Half(scale="ace-to-five", choose=Choose.TWO_THREE, qualifier=8)
SHORT_DECK = Half(scale="short-deck")
SHORT_DECK_TRIPS = Half(scale="short-deck-trips")

# a hand needs a card; nobody knows which one it is
ONE_ROUND = Game(
    "one-round", "One betting round", (Street("betting", Opens.LEFT_OF_BUTTON, down=1, burn=False),), (HIGH,), (2, 22)
)

DISCARD = "discard"
_DRAWS = {1: ("draw",), 3: ("first draw", "second draw", "third draw")}


def board_streets(hole: int, *, at_once: int = 0) -> tuple[Street, ...]:
    """The streets of hold'em and Omaha. `at_once` flop cards are dealt with the hole cards (Courchevel)."""
    return (
        Street("pre-flop", Opens.LEFT_OF_BLINDS, down=hole, board=at_once, burn=False),
        Street("flop", Opens.LEFT_OF_BUTTON, board=3 - at_once),
        Street("turn", Opens.LEFT_OF_BUTTON, board=1, big=True),
        Street("river", Opens.LEFT_OF_BUTTON, board=1, big=True),
    )


def between(streets: Sequence[Street], before: str, extra: Street) -> tuple[Street, ...]:
    """The streets with the street `extra` inserted before the street named `before`."""
    at = [street.name for street in streets].index(before)
    return (*streets[:at], extra, *streets[at:])


def throw(cards: int) -> Street:
    """A street on which each seat throws away this many cards without replacement, and nobody bets."""
    return Street(DISCARD, Opens.NOBODY, discard=cards, burn=False)


def stud_streets(first: Opens, later: Opens) -> tuple[Street, ...]:
    """The streets of seven-card stud: two cards down and one up, then three cards up one by one, then one card down.

    `first` and `later` say which seat acts first in the first betting round, and in the later ones.
    """
    return (
        Street("third street", first, down=2, up=1, burn=False),
        *_three_up("fourth street", "fifth street", "sixth street", later),
        Street("seventh street", later, down=1, big=True),
    )


def five_card_streets(first: Opens, later: Opens) -> tuple[Street, ...]:
    """The streets of five-card stud: one card down and one up, then three more cards up one by one.

    `first` and `later` say which seat acts first in the first betting round, and in the later ones.
    """
    return (
        Street("second street", first, down=1, up=1, burn=False),
        *_three_up("third street", "fourth street", "fifth street", later),
    )


def _three_up(first: str, second: str, third: str, opens: Opens) -> tuple[Street, ...]:
    """Three streets with an upcard each. From the second on, the bets are big."""
    return (Street(first, opens, up=1), Street(second, opens, up=1, big=True), Street(third, opens, up=1, big=True))


def draw_streets(draws: int, first: Opens, later: Opens, *, cards: int = 5) -> tuple[Street, ...]:
    """The streets of a draw game: `cards` cards are dealt face down. In each of `draws` draws, any number is exchanged.

    `first` and `later` say which seat acts first in the first betting round, and in the later ones.
    """
    return (
        Street("before the draw", first, down=cards, burn=False),
        *(
            Street(name, later, draw=cards, big=2 * at + 1 >= draws)  # the upper limit from half of the draws on
            for at, name in enumerate(_DRAWS[draws])
        ),
    )
