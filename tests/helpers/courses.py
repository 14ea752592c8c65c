"""Hands that reach every pair of the table `sidepot.hand.follows.FOLLOWS` between them, as their logs.

`python tests/helpers/courses.py FIRST LAST` plays random hands by number, and writes those that reach something new.
"""

from __future__ import annotations

import gzip
import itertools
import random
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from open_setups import open_setup
from places import TESTS
from random_games import random_game
from random_setups import LIMITS, forms, random_house, random_setup
from universal.answering import answer, is_bring_in, kill, mistake, rule

from sidepot.cards import Deck
from sidepot.games.catalog import GAMES
from sidepot.hand.due import Due
from sidepot.hand.events import Event, decode_log, encode
from sidepot.hand.follows import ANSWERS
from sidepot.hand.hand import Hand
from sidepot.hand.replaying import replay
from sidepot.hand.setup import Setup

FILE: Final = TESTS / "records" / "courses.jsonl.gz"
Turn = tuple[Due, type, Due]
"""What was due, the event that happened, and what was due then."""

_CATALOGUE = list(GAMES.values())
_FORMS = forms()


def random_hand(number: int) -> Hand:
    """A random hand by its number: of the catalogue, of a form of it, of a new game, or at open stakes."""
    chance = random.Random(f"course {number}")
    below = chance.randrange
    hand = Hand(_setup(number, chance))
    deck = Deck(hand.plan.deck, below=below)
    manner = (1 + below(12), 1 + below(30), below(12))
    while hand.due is not Due.DONE:
        events = len(hand.log)
        if number % 8 > 3:
            _err(hand, deck, chance)
        if len(hand.log) == events:
            answer(hand, deck, below, manner)
    return hand


def _setup(number: int, chance: random.Random) -> Setup:
    kind = number % 4
    if kind == 3:
        return open_setup(chance.choice(_CATALOGUE), chance)
    game = random_game(chance) if kind == 2 else chance.choice((_CATALOGUE, _FORMS)[kind])
    return random_setup(game, chance.choice(LIMITS), chance.randint(*game.seats), random_house(chance), chance)


def _err(hand: Hand, deck: Deck, chance: random.Random) -> None:
    """Now and then the floor kills a hand or rules, or somebody errs."""
    below, events = chance.randrange, len(hand.log)
    if not below(25):
        kill(hand, below)
    if len(hand.log) == events and not below(80):
        rule(hand, deck, below)
    if len(hand.log) == events and not below(4 if is_bring_in(hand) else 12):
        mistake(hand, below)


def turns_of(hand: Hand) -> Iterator[Turn]:
    """A finished hand again, event by event."""
    again = Hand(hand.setup)
    for event in hand.log[1:]:
        due = again.due
        again.apply(event)
        yield due, type(event), again.due


def pairs_of(hand: Hand) -> set[tuple[Due, Due]]:
    """What was due after what in a hand, events between left out."""
    return {(due, then) for due, kind, then in turns_of(hand) if kind in ANSWERS[due]}


def read_courses() -> list[list[Event]]:
    """The logs that were written."""
    with gzip.open(FILE, "rb") as file:
        return [decode_log(line) for line in file]


def write_courses(numbers: Iterable[int]) -> None:
    """Keep those of the logs, and of these random hands, that reach something new."""
    hands = [replay(log) for log in read_courses()] if FILE.exists() else []
    reached: set[tuple[Due, Due]] = set()
    kept = []
    for hand in itertools.chain(hands, map(random_hand, numbers)):
        new = pairs_of(hand) - reached
        if new:
            reached |= new
            kept.append(encode(hand.log))
    with gzip.GzipFile(FILE, "wb", mtime=0) as file:
        file.write(b"\n".join(kept) + b"\n")


if __name__ == "__main__":
    write_courses(range(*map(int, sys.argv[1:])))
