"""Words in turn are binding, whatever the chips: fold, check, call, all-in, the pot, and words that do not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sidepot.errors import Cite
from sidepot.floor.acting.act_points import (
    ALL_IN_CALL,
    BINDS,
    CALLING,
    CHECK_FACING_BET,
    CHECKING,
    FOLDING,
    ODD_FOLD,
    STRING,
    UNOFFICIAL,
    WITHOUT_BET,
)
from sidepot.floor.acting.declared import rule_on_amount, rule_on_bet, rule_on_raise
from sidepot.floor.acting.legal import (
    CALL,
    CALL_OR_FOLD,
    CHECK,
    FOLD,
    and_also,
    call_total,
    legal_total,
    option,
    outcome,
    verb_of,
)
from sidepot.floor.acting.phrases import CHECK_RAISES, PASSIVE, PHRASES, Word
from sidepot.floor.acting.scene import Scene
from sidepot.floor.acting.sizes import (
    again,
    rule_on_all_in,
    rule_on_complete,
    rule_on_least,
    rule_on_most,
    rule_on_pot,
    rule_on_times,
)
from sidepot.floor.acting.spoken import Said
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import WrongWords
from sidepot.rules.ruling import Ruling, Sanction, left_open
from sidepot.rules.texts import cite


def rule_on_words(scene: Scene) -> Ruling:
    """Rule on words in turn, which are binding. The chips pay for the action, and any excess is returned.

    Rule: TDA-2013 3, 37-A, 40-B, 49; TDA-2024 3, 50-A, 42, 55, 57.
    """
    said = scene.said
    ruling = _RULES[said.word](scene)
    if not said.official:
        ruling = and_also(ruling, first=_at_own_risk(said, ruling), decides=(cite(UNOFFICIAL, scene.rulebook),))
    if said.later:
        ruling = _first_word_counts(scene, ruling)
    return ruling


def _at_own_risk(said: Said, ruling: Ruling) -> Sentence:
    """The note that a word is not official, and how it counts. Rule: TDA-2013 3, 49."""
    words = said.phrase.capitalize()
    if ruling.verdict == CHECK and said.word in (Word.RAISE, Word.PASS):
        return _PLAIN[Word.CHECK](words)
    if said.word is Word.PASS:
        return _PLAIN[Word.FOLD](words)
    if said.word not in _PLAIN:
        return say('"{words}" is not official wording, so the player uses it at their own risk.', words)
    return _PLAIN[said.word](words)


def _first_word_counts(scene: Scene, ruling: Ruling) -> Ruling:
    """Rule on `Call... and raise`: the first words count. Rule: TDA-2013 37-A, 48; PG-64, PG-65."""
    added = PHRASES.get(tuple(scene.said.later.split()))
    is_string = scene.said.word is Word.CALL and not (added and added.word in PASSIVE)
    point = STRING if is_string else BINDS
    later = scene.said.later
    then = (
        say('The "{words}" afterwards is a string raise and does not count.', later)
        if is_string
        else say('The "{words}" came too late: the first words are binding.', later)
    )
    return and_also(ruling, then=then, cites=(cite(point, scene.rulebook),))


# ---- fold, check, call


def _fold(scene: Scene) -> Ruling:
    """Rule on a fold, even with nothing to call. Rule: TDA-2013 37-A, 50; TDA-2024 50-A, 58."""
    spot, rulebook = scene.spot, scene.rulebook
    if spot.is_facing_bet:
        because = say("The fold was made in turn, so it is binding.")
        return outcome(spot, FOLD, spot.front, scene.out, because, (cite(FOLDING, rulebook),))
    because = say("There was nothing to call, but a fold in turn is binding all the same.")
    penalty = Sanction("odd fold")
    return outcome(spot, FOLD, spot.front, scene.out, because, (cite(ODD_FOLD, rulebook),), penalty=penalty)


def _check(scene: Scene) -> Ruling:
    """Rule on a check, which is not an action when facing a bet. Rule: TDA-2013 37-A, 49; TDA-2024 50-A, 55."""
    spot, rulebook = scene.spot, scene.rulebook
    if not spot.is_facing_bet:
        because = (
            say("The check was made in turn, so it is binding, no matter what chips the player put out.")
            if scene.pushed
            else say("The check was made in turn, so it is binding.")
        )
        return outcome(spot, CHECK, spot.front, scene.out, because, (cite(CHECKING, rulebook),))
    cites = (cite(CHECK_FACING_BET, rulebook, "wrong_words"),)
    to_call = spot.to_call
    if scene.base + scene.pushed >= call_total(spot):
        because = say(
            "The player cannot check with {to_call} to call. The chips cover the call, so it is a call, and the "
            "player may not raise.",
            to_call,
        )
        when = say("If the player is to be held to the chips, it is a call.")
        held = option(spot, CALL, call_total(spot), scene.out, because, when)
    else:
        because = say(
            "The player cannot check with {to_call} to call, so the player may call or fold, but not raise.", to_call
        )
        when = say("If the player meant to check, the player may call or fold, but not raise.")
        held = option(spot, CALL_OR_FOLD, None, scene.out, because, when)
    if rulebook.wrong_words is WrongWords.NEAREST:
        return outcome(spot, held.verdict, held.amount, scene.out, held.reason, cites)
    because = say(
        "The player cannot check with {to_call} to call, so the director decides what the check means.", to_call
    )
    return left_open(because, cites, held, again(scene))


def _raise(scene: Scene) -> Ruling:
    """Rule on a raise. `check-raise` with nothing to call is a check. Rule: TDA-2013 37-A; TDA-2024 50-A."""
    if scene.said.phrase in CHECK_RAISES and not scene.spot.is_facing_bet:
        return and_also(_check(scene), then=say("A raise cannot be announced in advance."))
    return rule_on_raise(scene)


def _call(scene: Scene) -> Ruling:
    """Rule on a call: in full, or all-in for less. Rule: TDA-2013 39, 37-A; TDA-2024 41, 51-A; SD-1."""
    spot, rulebook = scene.spot, scene.rulebook
    if not spot.is_facing_bet:
        return _nothing_to_call(scene)
    amount = call_total(spot)
    cites: tuple[Cite, ...] = (cite(CALLING, rulebook), cite(BINDS, rulebook))
    if amount < spot.price:
        because = say(
            "The player declared a call and has only {amount} for the bet of {price}, so it is an all-in call.",
            amount,
            spot.price,
        )
        return outcome(spot, CALL, amount, scene.out, because, (cite(ALL_IN_CALL, rulebook), *cites))
    because = say("The declared call of {amount} is binding.", amount)
    if scene.pushed and scene.out != amount:
        because = say("The declared call of {amount} is binding, no matter what chips the player put out.", amount)
    if scene.said.all_in and amount < spot.all_in:
        because = in_a_row(because, say('A call is never for more than the bet, so "all-in" adds nothing to it.'))
    return outcome(spot, CALL, amount, scene.out, because, cites)


def _nothing_to_call(scene: Scene) -> Ruling:
    """Rule on a call with nothing to call. Rule: TDA-2013 49; TDA-2024 55."""
    spot, rulebook = scene.spot, scene.rulebook
    cites = (cite(WITHOUT_BET, rulebook, "wrong_words"),)
    because = say("There is nothing to call, so the call is a check.")
    if rulebook.wrong_words is WrongWords.NEAREST:
        return outcome(spot, CHECK, spot.front, scene.out, because, cites)
    options = [option(spot, CHECK, spot.front, scene.out, because)]
    bet = legal_total(spot, scene.base + scene.pushed)
    if scene.pushed and bet:
        put = (
            say("The player put out chips, so it is a raise.")
            if spot.price
            else say("There is nothing to call, but the player put out chips, so it is a bet.")
        )
        options.append(option(spot, verb_of(spot), bet, scene.out, put))
    options.append(again(scene))
    because = say('The player said "call" with nothing to call, so the director decides what it means.')
    return left_open(because, cites, *options)


def _pass(scene: Scene) -> Ruling:
    """Rule on `pass`, which may mean a check or a fold. Rule: TDA-2013 49."""
    return _fold(scene) if scene.spot.is_facing_bet else _check(scene)


_PLAIN: Final[dict[Word, Callable[[str], Sentence]]] = {
    Word.FOLD: lambda words: say(
        '"{words}" is not official wording. It counts as a fold, at the player\'s own risk.', words
    ),
    Word.CHECK: lambda words: say(
        '"{words}" is not official wording. It counts as a check, at the player\'s own risk.', words
    ),
    Word.CALL: lambda words: say(
        '"{words}" is not official wording. It counts as a call, at the player\'s own risk.', words
    ),
    Word.BET: lambda words: say(
        '"{words}" is not official wording. It counts as a bet, at the player\'s own risk.', words
    ),
    Word.RAISE: lambda words: say(
        '"{words}" is not official wording. It counts as a raise, at the player\'s own risk.', words
    ),
    Word.ALL_IN: lambda words: say(
        '"{words}" is not official wording. It counts as an all-in, at the player\'s own risk.', words
    ),
}
_RULES = {
    Word.FOLD: _fold,
    Word.CHECK: _check,
    Word.CALL: _call,
    Word.PASS: _pass,
    Word.BET: rule_on_bet,
    Word.RAISE: _raise,
    Word.COMPLETE: rule_on_complete,
    Word.ALL_IN: rule_on_all_in,
    Word.POT: rule_on_pot,
    Word.LEAST: rule_on_least,
    Word.MOST: rule_on_most,
    Word.TIMES: rule_on_times,
    Word.AMOUNT: rule_on_amount,
}
