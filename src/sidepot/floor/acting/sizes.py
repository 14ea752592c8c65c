"""Words that name a size instead of an amount: all-in, the pot, the minimum raise, twice the bet, completing."""

from __future__ import annotations

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.acting.act_points import ALL_IN_BET, BINDS, POT_SAID, POT_SIZE, WRONG_WORDS
from sidepot.floor.acting.chip_standards import may_not_raise, raised, with_last_chips
from sidepot.floor.acting.declared import rule_on_amount, said_first
from sidepot.floor.acting.legal import (
    BET,
    CALL,
    CHOOSE_AGAIN,
    COMPLETE,
    and_also,
    and_ask,
    as_option,
    call_total,
    greatest_total,
    is_short,
    least_total,
    legal_total,
    option,
    outcome,
    verb_of,
)
from sidepot.floor.acting.scene import Scene
from sidepot.floor.spot import MUCH
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import WrongWords
from sidepot.rules.ruling import Option, Ruling, Sanction, left_open
from sidepot.rules.texts import cite


def rule_on_all_in(scene: Scene) -> Ruling:
    """Rule on a declared all-in: a bet, a raise, or a call for the whole stack. Rule: TDA-2013 3, 37-A; PG-11; SD-1."""
    spot, rulebook = scene.spot, scene.rulebook
    assumed = spot.stack is None and bool(scene.chips)
    if spot.stack is None:
        amount = scene.said.amount
        total = scene.base + scene.pushed if scene.chips else int(amount.value) if amount else 0
        if total <= spot.front:
            raise BadNotation(
                "the amount of the all-in is missing: give the stack, as in 'B (5000) to act', or the chips put out"
            )
        spot = with_last_chips(spot, total)
    cites = (cite(BINDS, rulebook), cite(ALL_IN_BET, rulebook))
    because = say("The declared all-in for {all_in} is binding.", spot.all_in)
    if assumed:
        because = all_in_if_no_more(spot.all_in)
    elif is_short(spot, spot.all_in):
        because = say("The declared all-in is binding.")
    ruling = raised(spot, spot.all_in, scene.out, because, cites, rulebook)
    look = (
        say("Check whether {player} has more chips. If so, add them to the all-in.", spot.name)
        if spot.name
        else say("Check whether the player has more chips. If so, add them to the all-in.")
    )
    return msgspec.structs.replace(
        ruling, instructions=(look, *ruling.instructions) if assumed else ruling.instructions
    )


def rule_on_pot(scene: Scene) -> Ruling:
    """Rule on a declared "pot". At pot limit, it is the maximum raise; in other games, it commits the player to a valid
    bet.

    Rule: TDA-2013 3, 47; TDA-2024 54.
    """
    spot, rulebook = scene.spot, scene.rulebook
    if spot.limit != "pot limit":
        return _pot_outside_pot_limit(scene)
    if not legal_total(spot, least_total(spot)):
        return may_not_raise(spot, scene.out, rulebook, cite(BINDS, rulebook))
    up, down = scene.said.part
    wanted = spot.price + (greatest_total(spot) - spot.price) * up // down
    because = (
        _pot_declared(scene, wanted)
        if up == down
        else say("The player declared {part} of the pot, which is {amount}.", f"{up}/{down}", wanted)
    )
    return raised(spot, wanted, scene.out, because, (cite(POT_SIZE, rulebook), cite(BINDS, rulebook)), rulebook)


def _pot_declared(scene: Scene, wanted: int) -> Sentence:
    if scene.spot.price:
        return say("The player declared the pot, which is a raise to {amount}.", wanted)
    return say("The player declared the pot, which is a bet of {amount}.", wanted)


def _pot_outside_pot_limit(scene: Scene) -> Ruling:
    spot, rulebook = scene.spot, scene.rulebook
    verb, cites = verb_of(spot), (cite(POT_SAID, rulebook),)
    is_bet = verb == BET
    least = legal_total(spot, spot.price)
    if scene.chips or not least or least == spot.all_in:
        because = (
            say('The game is not pot limit, but saying "pot" still commits the player to a valid bet.')
            if is_bet
            else say('The game is not pot limit, but saying "pot" still commits the player to a valid raise.')
        )
        total = scene.total_after(1) if scene.chips else 0
        if scene.chips:
            because = in_a_row(because, say("The player put out {amount}.", sum(scene.chips[0])))
        ruling = raised(spot, total, scene.out, because, cites, rulebook)
    else:
        if greatest_total(spot) > least:
            because = (
                say(
                    'The game is not pot limit, but saying "pot" still commits the player to a valid bet: {least} or '
                    "more.",
                    least,
                )
                if is_bet
                else say(
                    'The game is not pot limit, but saying "pot" still commits the player to a valid raise: to {least} '
                    "or more.",
                    least,
                )
            )
        else:
            because = (
                say(
                    'The game is not pot limit, but saying "pot" still commits the player to a valid bet: {amount}.',
                    least,
                )
                if is_bet
                else say(
                    'The game is not pot limit, but saying "pot" still commits the player to a valid raise: to '
                    "{amount}.",
                    least,
                )
            )
        ruling = and_ask(spot, outcome(spot, verb, least, scene.out, because, cites))
    return msgspec.structs.replace(ruling, penalty=Sanction("pot in no limit"))


def rule_on_least(scene: Scene) -> Ruling:
    """Rule on "min raise": the minimum legal bet or raise. Rule: TDA-2013 40-B, 41-A."""
    spot = scene.spot
    least = least_total(spot)
    because = (
        say("The declared minimum raise, to {amount}, is binding.", least)
        if spot.price
        else say("The declared minimum bet of {amount} is binding.", least)
    )
    return raised(spot, least, scene.out, because, (said_first(spot, scene.rulebook),), scene.rulebook)


def rule_on_most(scene: Scene) -> Ruling:
    """Rule on "max raise": the maximum raise that the limit allows, which is all-in if there is no maximum.

    Rule: TDA-2013 40-B, 49.
    """
    spot = scene.spot
    greatest = greatest_total(spot)
    if greatest >= MUCH:
        return rule_on_all_in(scene)
    because = (
        say("The declared maximum raise, to {amount}, is binding.", greatest)
        if spot.price
        else say("The declared maximum bet of {amount} is binding.", greatest)
    )
    return raised(spot, greatest, scene.out, because, (said_first(spot, scene.rulebook),), scene.rulebook)


def rule_on_times(scene: Scene) -> Ruling:
    """Rule on "double it": a multiple of the last bet. At fixed limit, it is one bet. Rule: TDA-2013 40-B, 49."""
    spot, times = scene.spot, scene.said.times
    is_one_bet = spot.limit == "fixed limit" and spot.full and scene.said.phrase.endswith("bets")
    one = spot.full if is_one_bet else spot.price or least_total(spot)
    because = (
        say("It means {times} times the bet of {bet}, for a total of {amount}.", str(times), one, times * one)
        if spot.price
        else say("{times} times the minimum bet of {bet} is {amount}.", str(times), one, times * one)
    )
    return raised(spot, times * one, scene.out, because, (said_first(spot, scene.rulebook),), scene.rulebook)


def rule_on_complete(scene: Scene) -> Ruling:
    """Rule on "complete", which completes a bring-in, a short limit bet, or a small blind (by calling the big blind).

    In other situations the word does not fit. Rule: TDA-2013 3, 37-A, 49.
    """
    spot, rulebook = scene.spot, scene.rulebook
    least = least_total(spot)
    if not legal_total(spot, least):
        return may_not_raise(spot, scene.out, rulebook, cite(BINDS, rulebook))
    if verb_of(spot) == COMPLETE:
        because = say("The declared completion is binding.")
        return raised(spot, least, scene.out, because, (cite(BINDS, rulebook),), rulebook)
    if scene.said.amount is not None:
        return rule_on_amount(scene)
    if spot.is_facing_bet and spot.front and spot.opening:
        because = say("Completing the blind of {front} to {price} is a call.", spot.front, spot.price)
        return outcome(spot, CALL, call_total(spot), scene.out, because, (cite(BINDS, rulebook),))
    cites = (cite(WRONG_WORDS, rulebook, "wrong_words"),)
    counts = say("It counts as a raise.") if spot.price else say("It counts as a bet.")
    if not scene.chips:
        counts = say("It counts as a minimum raise.") if spot.price else say("It counts as a minimum bet.")
    raising = raised(spot, scene.total_after(1) if scene.chips else least, scene.out, counts, cites, rulebook)
    if rulebook.wrong_words is WrongWords.NEAREST:
        return and_also(raising, first=say('The player said "complete" with nothing to complete.'))
    return left_open(
        say('The player said "complete" with nothing to complete, so the director decides what it means.'),
        cites,
        as_option(raising),
        again(scene),
    )


def again(scene: Scene) -> Option:
    """The option in which the words or the action are not binding, and the player acts again."""
    because = say("It is not binding. Any chips go back, and the player acts again.")
    when = say("If the meaning is not clear, nothing is binding. Any chips go back, and the player acts again.")
    return option(scene.spot, CHOOSE_AGAIN, None, scene.out, because, when)


def all_in_if_no_more(all_in: int) -> Sentence:
    """The reason for the ruling on a declared all-in if the player's stack is unknown."""
    return say("The declared all-in is binding, and it is for {all_in} unless the player has more.", all_in)
