"""Code shared by rulings on hands: dead or live, the muck, cards speak."""

from __future__ import annotations

from typing import Final

from sidepot.rules.clauses import Sentence, say
from sidepot.rules.ruling import Option, kill
from sidepot.rules.texts import Point

DEAD: Final = "dead"
LIVE: Final = "live"
OUT_OF_THE_MUCK: Final = say(
    "The cards are in the muck but can be clearly identified, so the director decides whether to retrieve them."
)

CARDS_SPEAK: Final = Point(
    "cards speak", {"TDA-2013": "12", "TDA-2024": "12/speak", "RRP-11": "showdown/cards-speak", "PG": "74"}
)
# Cards that touch the muck or were pushed to it, at the showdown or before it.
MUCK: Final = Point(
    "cards and the muck", {"TDA-2013": "14-A", "TDA-2024": "14", "RRP-11": "dead-hands/muck", "PG": "113"}
)


def dead_hand(because: Sentence, called: int, uncalled: int, seat: int, when: Sentence = ()) -> Option:
    """The option that a hand is dead. The uncalled chips are returned, and the called chips stay in the pot.

    - `seat`: the seat of the hand in a live hand, otherwise -1
    """
    return Option(
        verdict=DEAD,
        reason=because,
        when=when,
        amount=called if called or uncalled else None,
        change=uncalled,
        instructions=(
            say("Muck the cards."),
            *((say("Give {uncalled} back to the player.", uncalled),) if uncalled else ()),
            *((say("Leave the called {called} in the pot.", called),) if called else ()),
        ),
        effects=kill(seat, refund=True),
    )
