"""Exposed cards: who sees them, when, and whether the hand stays live."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.deal.deal_errors import CALL_FLOOR
from sidepot.floor.hands.dead import DEAD, LIVE
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import ShowOne
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, kill, left_open
from sidepot.rules.texts import Point, cite

SHOWN: Final = Point("a card shown to one player", {"RRP-11": "showdown/show-one", "PG": "114"})
EXPOSING: Final = Point(
    "exposing cards",
    {"TDA-2013": "60", "TDA-2024": "68", "RRP-11": "showdown/show-one", "PG": "114", "WSOP-2026": "117"},
)
PUNISHED: Final = Point("exposing cards, always penalized", {**EXPOSING.numbers, "RRP-11": "tournament/shown"})
ANY_CARD: Final = Point("exposing any card", {"TDA-2013": "58-A", "TDA-2024": "71-B", "PG": "114"})

DROPPED: Final = Point("a card that its player dropped", {"RRP-11": "irregularities/dropped", "WSOP-LIVE-2026": "125"})

SeenBy = Literal[
    "a player who may still act in this round",
    "a player who may act in a later round",
    "a player who is out of the hand",
    "everybody",
    "nobody",
]

AT_ONCE: Final = ("shown at once", say("Show the card to all players now."))
AFTER_ROUND: Final = ("shown after the round", say("Show the card to all players after this betting round."))
AFTER_HAND: Final = ("shown after the hand", say("Show the card to all players after the hand."))

# When the others see it, in a house where that depends on what the player who saw it can still do
BY_USE: Final[dict[SeenBy, tuple[str, Sentence]]] = {
    "a player who may still act in this round": AT_ONCE,
    "a player who may act in a later round": AFTER_ROUND,
    "a player who is out of the hand": AFTER_HAND,
}


class ExposedCard(Facts, frozen=True, kw_only=True, tag="exposed card"):
    """A hidden card that was seen, from a player's own hand, another hand, or the deck.

    - `by`: who exposed the card
    - `seen_by`: who saw the card
    - `dropped`: whether its player dropped it off the table
    - `seat`: that player's seat in a live hand
    - `pending`: whether there is action to come

    `Misdeal` covers a card that the dealer exposes in the first deal.
    """

    by: Literal["a player", "the dealer"] = "a player"
    of: Literal["own hand", "another hand", "the deck"] = "own hand"
    seen_by: SeenBy = "everybody"
    pending: bool = True
    dropped: bool = False
    seat: int = -1


def rule_on_exposed(facts: ExposedCard, rulebook: Rulebook) -> Ruling:
    """Rule on an exposed card. Everybody sees the card, the hand stays live, and a player who exposed it may be
    penalized.

    Rule: TDA-2013 58-A, 60; TDA-2024 68; Robert's, showdown; PG-114. Raises BadNotation for facts that contradict each
    other.
    """
    if facts.dropped and (facts.by, facts.of) != ("a player", "own hand"):
        raise BadNotation(
            "dropped: only a player can drop a card, and only one of their own; leave out either `dropped` or both "
            "`by` and `of`"
        )
    if facts.dropped:
        return _rule_on_dropped(facts, rulebook)
    if facts.by == "the dealer" and facts.of == "own hand":
        raise BadNotation("of: expected 'another hand' or 'the deck', because the dealer has no hand")
    may_sanction = facts.by == "a player" and facts.pending and facts.seen_by != "nobody"
    exposing = cite(EXPOSING if facts.of == "own hand" else ANY_CARD, rulebook)
    if may_sanction and rulebook.exposing_punished:
        exposing = cite(PUNISHED, rulebook, "exposing_punished")
    if facts.seen_by in _PLAIN:
        because = in_a_row(
            _WHOSE if (facts.by, facts.of) == ("a player", "another hand") else (), _PLAIN[facts.seen_by]
        )
        verdict = "play on" if facts.of == "the deck" else "live"
        cites: tuple[Cite, ...] = (exposing,) if facts.by == "a player" else (cite(SHOWN, rulebook),)
        steps = [say("Play on.")]
    else:
        by_use = rulebook.show_one_show_all is ShowOne.BY_USE
        verdict, step = BY_USE[facts.seen_by] if by_use else AT_ONCE
        shown = cite(SHOWN, rulebook, "show_one_show_all")
        because = _SEEN_BY_ANOTHER if facts.by == "a player" and verdict == AT_ONCE[0] else _WHY[verdict]
        cites = (shown, exposing) if facts.by == "a player" else (shown,)
        steps = [step]
    if facts.of != "the deck" and verdict != LIVE:
        because = in_a_row(because, say("The hand that the card belongs to stays live."))
    elif facts.of == "the deck" and facts.seen_by != "nobody":
        steps.append(say("If it belongs on the board, also follow the rule for a board card dealt too early."))
    if may_sanction and rulebook.exposing_punished:
        steps.append(say("Give a penalty that begins after the hand."))
    elif may_sanction:
        steps.append(say("Any penalty begins after the hand."))
    elif facts.by == "a player" and not facts.pending:
        because = in_a_row(because, say("No action was pending, so there is no penalty."))
    return Ruling(
        verdict=verdict,
        reason=because,
        cites=tuple(dict.fromkeys(cites)),
        instructions=tuple(steps),
        penalty=Sanction("exposing cards", will=rulebook.exposing_punished) if may_sanction else None,
    )


def _rule_on_dropped(facts: ExposedCard, rulebook: Rulebook) -> Ruling:
    """Rule on a card that its player dropped: it is not replaced. Rule: Robert's, irregularities; WSOP live 125."""
    is_seen = facts.seen_by not in _PLAIN
    by_use = rulebook.show_one_show_all is ShowOne.BY_USE
    shown = ((BY_USE[facts.seen_by] if by_use else AT_ONCE)[1],) if is_seen else ()
    steps = (say("Give the card back. Do not replace it."), *shown)
    cites = (
        cite(DROPPED, rulebook, "dropped_card_kills"),
        *((cite(SHOWN, rulebook, "show_one_show_all"),) if is_seen else ()),
    )
    if not rulebook.dropped_card_kills:
        because = say("The player dropped the card. It still plays, and the hand is not dead.")
        return Ruling(verdict=LIVE, reason=because, cites=cites, instructions=steps)
    return left_open(
        say("A card dropped on the floor is not replaced, and the director decides whether the hand is dead."),
        cites,
        Option(
            verdict=LIVE,
            reason=say("It is clearly the player's card."),
            when=say("If it is clearly the player's card, the hand stays live."),
            instructions=steps,
        ),
        Option(
            verdict=DEAD,
            reason=say("Nobody can be sure which card was dropped."),
            when=say("If nobody can be sure which card was dropped, the hand is dead."),
            instructions=(say("Muck the cards."),),
            effects=kill(facts.seat),
        ),
        recommended=LIVE,
        instructions=CALL_FLOOR,
    )


_PLAIN: Final[dict[SeenBy, Sentence]] = {
    "everybody": say(
        "Exposing a card does not kill a hand. All players may see the card, so it gives nobody an advantage."
    ),
    "nobody": say("Nobody has seen the card."),
}
_WHOSE: Final = say("The player exposed a card of another player's hand.")
_SEEN_BY_ANOTHER: Final = say("Another player has seen the card, so it is shown to everybody.")
_WHY: Final = {
    AT_ONCE[0]: say("A player has seen the card, so it is shown to everybody."),
    AFTER_ROUND[0]: say(
        "The player who saw the card cannot use it in this betting round, so the card is shown to everybody "
        "after the round."
    ),
    AFTER_HAND[0]: say(
        "The player who saw the card is out of the hand, so the card is shown to everybody only after the hand."
    ),
}
