"""Where houses differ on the deck and the deal: cards that do not belong, a last card dealt face up."""

from __future__ import annotations

from enum import StrEnum


class OddCard(StrEnum):
    """What happens to a card that does not belong to the deck, if the hand is not a misdeal."""

    DISCRETION = "for the director"  # no rule of 2013 says
    SCRAP = "a scrap of paper"  # TDA-2024 35-D: play goes on without it
    FOULS = "fouls the deck"  # TDA-2026 37-E: a joker too; every bet goes back, whatever the action
    # WSOP-2026 88: found in the stub, or later, it is a scrap of paper
    VOIDS_EARLY = "voids the hand until substantial action"
    BACK_FOULS = "fouls the deck, but not from the stub"  # Robert's, irregularities: another back; a joker is scrap


class LastCardUp(StrEnum):
    """What happens to the last down card of stud if the dealer exposes it."""

    DISCRETION = "for the director"  # no rule of 2013 says
    REPLACED = "replaced while betting remains"  # TDA-2024 RP-10-B
    SHUFFLED_IN = "shuffled in while betting remains"  # TDA-2026 RP-10-B: the rest come without a burn
    KEPT = "kept"  # Robert's, stud: two players both get it up; of more, the one may be all-in first
    FIRST_UP_ALL_UP = "kept, and all up after the first"  # WSOP live 234: as kept, but the first one brings all up


class ShortStub(StrEnum):
    """How far the stub of stud is dealt before the burn cards are used or one community card is dealt."""

    LAST_CARD = "to the last card"  # PG-95; Robert's, stud: without a burn if need be
    BURN_KEPT = "with a burn, and not the last card"  # TDA-2024 RP-10-H; WSOP live 232


class DrawStub(StrEnum):
    """Which cards are shuffled into a stub that is too short for a draw."""

    DISCARDS = "the discards of others"  # Robert's, draw: the burn cards only if those are not enough
    BURNS_FIRST = "the burn cards, then the discards"  # TDA-2026 RP-25: all of them if a burn card was exposed
