"""Which rulebook decides: the law of the place, then the house's own choices, then its books in order."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, act_by
from sidepot.rules.texts import JURISDICTIONS, TEXTS, Point, cite, is_own

Matter = Literal[
    "fairness", "all-in for less", "what a short call leaves", "side pots", "acting out of turn", "substantial action",
    "misdeals", "raising in two motions", "one large chip", "asking to see a hand", "mucked hands", "odd chips in stud",
    "the clock", "the first riffle", "penalties", "collusion",
]  # fmt: skip

SHORT_CALL: Final = Point("all-in for less", {"TS": "3", "PG": "6", "SD": "1"})
RETURNED: Final = Point("what nobody can match", {"PG": "8", "SD": "2"})
SIDE_POT: Final = Point("what a short call leaves", {"TS": "5", "PG": "9", "SD": "2"})

_MATTERS: Final = (
    # each with the choice of the house that decides it, if there is one
    (Point("fairness", {"TDA-2013": "1", "TDA-2024": "1", "PG": "107"}), ""),
    (SHORT_CALL, ""),
    (SIDE_POT, ""),
    (Point("side pots", {"TDA-2013": "20", "TDA-2024": "21", "TS": "5", "PG": "10", "SD": "3"}), ""),
    (
        Point(
            "acting out of turn",
            {"TDA-2013": "38-A", "TDA-2024": "53-A", "PG": "115", "RRP-11": "irregularities/out-of-turn"},
        ),
        "out_of_turn",
    ),
    (
        Point("substantial action", {"TDA-2013": "35", "TDA-2024": "36", "PG": "108", "RRP-11": "misdeals/action"}),
        "substantial",
    ),
    (Point("misdeals", {"TDA-2013": "34-A", "TDA-2024": "35-A", "PG": "109", "RRP-11": "misdeals/list"}), "misdeals"),
    (
        Point(
            "raising in two motions",
            {"TDA-2013": "40-C", "TDA-2024": "42-A", "PG": "65", "RRP-11": "no-limit/raise-said"},
        ),
        "two_motions",
    ),
    (Point("one large chip", {"TDA-2013": "42", "TDA-2024": "44", "RRP-11": "betting/oversized-chip"}), ""),
    (
        Point(
            "asking to see a hand", {"TDA-2013": "18", "TDA-2024": "18", "PG": "78", "RRP-11": "showdown/ask-to-see"}
        ),
        "see_hand",
    ),
    (
        Point("mucked hands", {"TDA-2013": "14-A", "TDA-2024": "14", "PG": "113", "RRP-11": "dead-hands/muck"}),
        "mucking",
    ),
    (Point("odd chips in stud", {"TDA-2013": "19", "TDA-2024": "20", "RRP-11": "ties"}), "odd_chip_stud"),
    (Point("the clock", {"TDA-2013": "27", "TDA-2024": "29", "RRP-11": "no-limit/clock"}), "clock_seconds"),
    (Point("the first riffle", {"TDA-2013": "22", "TDA-2024": "23", "RRP-11": "tournament/new-level"}), "hand_start"),
    (Point("penalties", {"TDA-2013": "58-B", "TDA-2024": "71-A", "RRP-11": "tournament/penalties"}), ""),
    (Point("collusion", {"TDA-2013": "61", "TDA-2024": "69", "PG": "116", "RRP-11": "behavior/conduct"}), ""),
)
MATTERS: Final = {point.title: (point, field) for point, field in _MATTERS}


class WhichTextFacts(Facts, frozen=True, kw_only=True, tag="which text"):
    """A matter for which several rulebooks have a rule."""

    matter: Matter


def rule_on_text(facts: WhichTextFacts, rulebook: Rulebook) -> Ruling:
    """Rule on which rulebook governs a matter in this house, and which rulebooks come next in precedence.

    Rule: SD-10; TDA-2013, preface: in a conflict with a gaming agency, the agency's rules apply.
    """
    point, field = MATTERS[facts.matter]
    order = speaking(point, rulebook, field)
    first = order[0]
    if first.edition in JURISDICTIONS:
        because = say("The law comes before the rules of the house and its rule books.")
    elif first.edition == "HOUSE":
        because = say("The house has a rule of its own on this, which overrides the books.")
    elif first.edition not in rulebook.texts:
        because = say("No rule book of this house covers this, so the first of the others that does decides.")
    else:
        because = say(
            "This house goes through its rule books in a fixed order, and this is the first that covers the matter."
        )
    return Ruling(
        verdict=first.edition,
        reason=because,
        cites=order,
        instructions=tuple(
            say("If that leaves a question open, see {rule} ({text}).", str(text), _name(text))
            if at == 0
            else say("After that, see {rule} ({text}).", str(text), _name(text))
            for at, text in enumerate(order[1:])
        ),
    )


def speaking(point: Point, rulebook: Rulebook, field: str = "") -> tuple[Cite, ...]:
    """The rules on a matter in all texts of the house, in order of precedence: the law, the house, the house's books.

    The house itself counts if it has changed its choice in `field`. Books of other houses are used only if no book of
    the house has a rule.
    """
    found: list[Cite] = []
    if rulebook.jurisdiction in point.numbers:
        found.append(Cite(rulebook.jurisdiction, point.numbers[rulebook.jurisdiction]))
    if field and is_own(rulebook, field):
        found.append(Cite("HOUSE", field))
    books = [text for text in rulebook.texts if text in point.numbers]
    others = [text for text in point.numbers if text not in JURISDICTIONS]
    found += [Cite(text, point.numbers[text]) for text in books or others]
    return tuple(dict.fromkeys(found))


def _name(text: Cite) -> Sentence:
    """The name of the text, for translation."""
    return (TEXTS.get(text.edition, text.edition),)


class ShortCallFacts(Facts, frozen=True, kw_only=True, tag="all-in for less"):
    """A bet that is larger than a player's stack.

    - `price`: the total to call
    - `front`: the player's chips in front
    - `stack`: the player's chips behind
    - `matched`: whether another player has called the whole bet
    """

    price: int
    stack: int
    front: int = 0
    matched: bool = False
    seat: int = -1


def rule_on_short_call(facts: ShortCallFacts, rulebook: Rulebook) -> Ruling:
    """Rule on a player who faces a bet larger than the stack: the player may call all-in.

    The excess is returned or makes a side pot. Rule: SD-1, SD-2; TS-3, TS-5; PG-6, PG-8.
    """
    if facts.price < 0 or facts.front < 0:
        raise BadNotation(f"price and front: expected 0 or more chips, not {facts.price} and {facts.front}")
    if facts.stack < 1:
        raise BadNotation(f"stack: expected at least 1 chip to call with, not {facts.stack}")
    total = facts.front + facts.stack
    if total >= facts.price:
        raise BadNotation(f"front and stack together must be less than the price of {facts.price}, not {total}")
    rest = facts.price - total
    if facts.matched:
        goes = say("Another player matches the other {rest}, which makes a side pot.", rest)
        step = say(
            "Make the main pot equal for everybody, and put the rest into a side pot that the player cannot win."
        )
    else:
        goes = say("Nobody has matched the other {rest}, so it goes back to the bettor.", rest)
        step = say("Give {rest} back to the bettor.", rest)
    return Ruling(
        verdict="call all-in",
        reason=in_a_row(
            say(
                "Nobody can be bet out of a hand, so a player with only {total} may call the bet of {price} all-in.",
                total,
                facts.price,
            ),
            goes,
        ),
        cites=(cite(SHORT_CALL, rulebook), cite(SIDE_POT if facts.matched else RETURNED, rulebook)),
        amount=total,
        instructions=(
            say("Put the other {stack} in, which makes a call of {total}.", facts.stack, total)
            if facts.front
            else say("Put the {stack} in as a call.", facts.stack),
            step,
            say("Deal the player all further cards until the showdown."),
        ),
        effects=act_by(facts.seat, "call"),
    )
