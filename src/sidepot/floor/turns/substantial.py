"""Substantial action: the action after which a deal stands, or a skipped player is too late.

Actions are words in order: check, fold, call, bet, raise; and post for a blind, a straddle or a bring-in, which is
forced and counts only if the house says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.hand import events as e
from sidepot.hand.setup import Post
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import Substantial
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

if TYPE_CHECKING:
    from sidepot.hand.events import Event
    from sidepot.hand.hand import Hand

Word = Literal["check", "fold", "call", "bet", "raise", "post"]

POST_WORD: Final = "post"
WITH_CHIPS: Final = ("call", "bet", "raise", POST_WORD)
WORDS: Final = ("check", "fold", *WITH_CHIPS)
ANTES: Final = (Post.ANTE, Post.DEAD_ANTE)
DEALINGS: Final = (e.Dealt, e.BoardDealt, e.Burned, e.Discarded)

SUBSTANTIAL: Final = Point(
    "substantial action",
    {"TDA-2013": "35", "TDA-2024": "36", "RRP-11": "misdeals/action", "PG": "108", "WSOP-LIVE-2026": "109"},
)


class SubstantialAction(Facts, frozen=True, kw_only=True, tag="substantial action"):
    """The actions so far in the betting round, in order."""

    actions: tuple[Word, ...] = ()


def is_substantial(actions: Sequence[str], rulebook: Rulebook) -> bool:
    """Whether these actions are substantial action. Rule: TDA-2013 35; TDA-2024 36; PG-108.

    Substantial action is two actions, at least one of them with chips, or any three actions. In some houses, it is any
    two actions. Posts alone never count, because otherwise no hand with blinds could be dealt again. Raises BadNotation
    for an unknown action.

    >>> from sidepot.rules.houses import TDA_2013
    >>> is_substantial(("fold", "call"), TDA_2013), is_substantial(("check", "check"), TDA_2013)
    (True, False)
    """
    for word in actions:
        if word not in WORDS:
            raise BadNotation(f"unknown action {word!r}; expected one of {', '.join(WORDS)}")
    if all(word == POST_WORD for word in actions):
        return False
    done = _counted(actions, rulebook)
    enough = 2 if rulebook.substantial is Substantial.TWO_ACTED else 3
    if len(done) != 2 or enough == 2:
        return len(done) >= enough
    if any(word in WITH_CHIPS for word in done):
        return True
    return rulebook.check_and_fold and len(set(done)) == 2


def has_substantial(hand: Hand, rulebook: Rulebook) -> bool:
    """Whether there has been substantial action since the deal, on any street."""
    return is_substantial(actions_of(hand.log), rulebook)


def actions_of(log: Sequence[Event]) -> tuple[str, ...]:
    """The actions since the deal, with blinds and bring-ins as posts."""
    words: list[str] = []
    first = 0  # the first word of this round
    has_acted = False
    for event in log:
        if isinstance(event, DEALINGS):
            if has_acted:  # blinds are posted before the cards, and belong to the first round
                first = len(words)
            continue
        if isinstance(event, e.Redealt):
            words, first, has_acted = [], 0, False
        if isinstance(event, e.TookBack):
            del words[-1:]
            has_acted = False
            continue
        word = _word(event, has_bet=any(word in WITH_CHIPS for word in words[first:]))
        if word:
            words.append(word)
            has_acted = has_acted or not isinstance(event, e.Posted)
    return tuple(words)


def _word(event: Event, *, has_bet: bool) -> str:
    if isinstance(event, e.RaisedTo):
        return "raise" if has_bet else "bet"
    if isinstance(event, e.Posted):
        return "" if event.post in ANTES else POST_WORD
    return _PLAIN.get(type(event), "")


_PLAIN: Final[dict[type, str]] = {e.Checked: "check", e.Folded: "fold", e.Called: "call", e.BroughtIn: POST_WORD}


BOTH_WAYS: Final = say("Rules differ on whether a check and a fold are enough.")


def rule_on_substantial(facts: SubstantialAction, rulebook: Rulebook) -> Ruling:
    """Rule on whether substantial action has taken place. Rule: TDA-2013 35; TDA-2024 36; PG-108."""
    actions = facts.actions
    reached = is_substantial(actions, rulebook)
    return Ruling(
        verdict="substantial" if reached else "not substantial",
        reason=_because(actions, rulebook, reached),
        cites=(cite(SUBSTANTIAL, rulebook, *fields_of(actions, rulebook)),),
        instructions=(
            (say("Play on; it is too late to declare a misdeal."),)
            if reached
            else (say("A misdeal may still be declared."),)
        ),
    )


def is_read_both_ways(actions: Sequence[str], rulebook: Rulebook) -> bool:
    """Whether the actions are a check and a fold. The rule can be read to include or to exclude these as substantial
    action.
    """
    return rulebook.substantial is Substantial.TDA and sorted(_counted(actions, rulebook)) == ["check", "fold"]


def _counted(actions: Sequence[str], rulebook: Rulebook) -> list[str]:
    return [word for word in actions if rulebook.posts_count or word != POST_WORD]


def fields_of(actions: Sequence[str], rulebook: Rulebook) -> tuple[str, ...]:
    """The names of the rulebook's fields that decide whether these actions are substantial action."""
    reached = is_substantial(actions, rulebook)
    choices = ("check_and_fold", "posts_count")
    return (*[name for name in choices if is_substantial(actions, rulebook.turned(name)) != reached], "substantial")


def _because(actions: Sequence[str], rulebook: Rulebook, reached: bool) -> Sentence:
    done = _counted(actions, rulebook)
    if all(word == POST_WORD for word in actions):
        return say("Nobody has acted yet: forced bets do not count.") if actions else say("Nobody has acted yet.")
    if rulebook.substantial is Substantial.TWO_ACTED:
        return say("Two players have acted.") if reached else say("Only one player has acted, and it takes two.")
    if len(done) >= 3:
        return say("There have been {count} actions, and any 3 are enough.", str(len(done)))
    if len(done) < 2:
        alone = say("One action is not enough: it takes two, at least one of them with chips, or any three.")
        return in_a_row(say("Posted blinds do not count."), alone) if len(done) < len(actions) else alone
    if is_read_both_ways(actions, rulebook):
        return in_a_row(
            BOTH_WAYS,
            say("In this house they are.")
            if reached
            else say("In this house, two actions are enough only if chips go in."),
        )
    if reached:
        return say("There were two actions, and chips were put in.")
    if not rulebook.check_and_fold:
        return say("There were two actions without chips, and without chips it takes three.")
    return (
        say("There were two folds, and it takes three.")
        if done[0] == "fold"
        else say("There were two checks, and it takes three.")
    )
