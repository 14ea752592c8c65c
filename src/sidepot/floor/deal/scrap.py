"""A card that does not belong to this game: it is set aside as a scrap of paper, and a rule decides on the hand that
holds it.
"""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import Cite
from sidepot.rules.clauses import in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, kill
from sidepot.rules.texts import Point, also

Where = Literal["in a hand", "on the board", "in the stub"]

# Only Robert's has a rule on the hand that holds one.
HELD: Final = Point("a hand with a card that is none", {"RRP-11": "irregularities/joker"})


def as_scrap(
    what: str,
    where: Where,
    decides: Cite,
    rulebook: Rulebook,
    *,
    acted: bool,
    dealt: bool,
    too_late: bool = False,
    seat: int = -1,
) -> Ruling:
    """Rule that play continues without a worthless card.

    - `what`: "joker" or "card"
    - `acted`: whether the holder of the card has acted on the hand
    - `dealt`: whether all players have their cards
    - `too_late`: whether it was a misdeal before substantial action

    Rule: TDA-2024 35-D; Robert's, irregularities.
    """
    cites = (decides, *also(rulebook, HELD))
    is_joker = what == "joker"
    aside = (
        say("Set the joker aside; it does not count as a card.")
        if is_joker
        else say("Set the card aside; it does not count as a card.")
    )
    if acted:
        return _acted_on(is_joker, cites, seat)
    if where == "in the stub":
        return Ruling(
            verdict="set aside",
            reason=say("A joker is not a card in this game, so play goes on without it.")
            if is_joker
            else say("The card does not belong in the deck and does not count, so play goes on without it."),
            cites=cites,
            instructions=(aside, say("Deal the next card in its place.")),
        )
    holder = where == "in a hand"
    why = (
        say("The player who got it has not acted on the hand, so the next card replaces it.")
        if holder
        else say("The next card replaces it.")
    )
    place = (
        say("Deal that player the next card off the stub in its place.")
        if dealt
        else say("Once the others have their cards, deal that player the next card off the stub in its place.")
    )
    return Ruling(
        verdict="replaced",
        reason=in_a_row(
            say("A joker is not a card in this game. After substantial action, finding one is not a misdeal.")
            if is_joker and too_late
            else say("A joker is not a card in this game, and finding one is not a misdeal.")
            if is_joker
            else say("The card does not belong in the deck, so it does not count as a card, and the hand goes on."),
            why,
        ),
        cites=cites,
        instructions=(
            aside,
            place if holder else say("Replace it with the next card off the stub, without another burn."),
        ),
    )


def _acted_on(is_joker: bool, cites: tuple[Cite, ...], seat: int) -> Ruling:
    """Rule that a hand is dead because its player acted on it with the worthless card."""
    return Ruling(
        verdict="hand dead",
        reason=say("The player acted on a hand with a joker, which is not a card in this game.")
        if is_joker
        else say("The player acted on a hand with a card that does not belong in the deck."),
        cites=cites,
        instructions=(
            say("Muck the hand."),
            say("Return only an uncalled bet. The player's other chips stay in the pot."),
            say("Play on, and burn one card before each street as usual."),
        ),
        effects=kill(seat, refund=True),
    )
