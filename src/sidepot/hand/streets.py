"""Round the table: which seat comes next, and who opens a betting round."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Sequence

from sidepot.cards import JOKER
from sidepot.games.model import Opens


def next_seat(mask: int, start: int) -> int:
    """The first seat of `mask` from `start` on, clockwise; `mask` must not be empty."""
    after = mask >> start
    if after:
        return start + (after & -after).bit_length() - 1
    return (mask & -mask).bit_length() - 1


def seats_of(mask: int) -> list[int]:
    """The seats of a bit mask, in seat order."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def clockwise(mask: int, start: int) -> list[int]:
    """The seats of a bit mask, clockwise from `start` on."""
    before = mask & ((1 << start) - 1)
    return seats_of(mask ^ before) + seats_of(before) if before else seats_of(mask)


def card_opens(opens: Opens, faces: Sequence[Sequence[int]], mask: int, *, ace_is_low: bool) -> int:
    """The seat with the lowest or highest first upcard, as `opens` requires. Suits break ties (spades are highest).

    `faces` has the upcards of each seat, and `mask` the seats that may open. Rule: PG-93, PG-96.

    In games played for low, the ace is the lowest card, and a joker is lower still.
    """

    def height(seat: int) -> int:
        return height_of(faces[seat][0], ace_is_low=ace_is_low)

    seats = seats_of(mask)
    return min(seats, key=height) if opens is Opens.LOW_CARD else max(seats, key=height)


def height_of(card: int, *, ace_is_low: bool) -> int:
    """How high a card is, by rank and suit. If `ace_is_low`, a joker is lower still."""
    if not ace_is_low or card < 48:
        return card
    return -5 if card == JOKER else card - 52


def hand_opens(showing: Callable[[Sequence[int]], int], faces: Sequence[Sequence[int]], mask: int, start: int) -> int:
    """The seat that opens, because `showing` ranks its upcards highest: the best or, in some games, the lowest upcards.

    `faces` has the upcards of each seat, and `mask` the seats that may open. Among equal upcards, the first seat from
    `start` on, which is left of the button, opens. Rule: PG-91, PG-94.
    """
    best = -1
    opener = -1
    for seat in clockwise(mask, start):
        strength = showing(faces[seat])
        if strength > best:
            best = strength
            opener = seat
    return opener


def highest_of_tied(
    showing: Callable[[Sequence[int]], int], faces: Sequence[Sequence[int]], mask: int, first: int, *, ace_is_low: bool
) -> int:
    """The seat with the highest upcard by rank and suit, among the seats whose upcards tie with those of `first`.

    `faces` has the upcards of each seat, `mask` the seats that may open, and `showing` ranks upcards. Rule: TDA-2024
    RP-10-D.
    """
    best = showing(faces[first])
    tied = [seat for seat in seats_of(mask) if showing(faces[seat]) == best]
    if len(tied) < 2:
        return first
    return max(tied, key=lambda seat: max([height_of(card, ace_is_low=ace_is_low) for card in faces[seat]]))
