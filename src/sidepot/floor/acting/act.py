"""A player's words and chips in turn become one action.

Words that come before chips are binding. Chips without words, or with words that nobody understands, count by the rules
on chips; only the first motion of silent chips counts.
"""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.acting.act_points import BINDS, FOLDING, STRING, TAPPING, UNOFFICIAL
from sidepot.floor.acting.amounts import Amount, tokens
from sidepot.floor.acting.in_talk import IN_TALK, OFFICIAL
from sidepot.floor.acting.legal import CHECK, FOLD, and_also, legal_total, option
from sidepot.floor.acting.phrases import Word
from sidepot.floor.acting.prior import Moved, check_partly, rule_on_prior
from sidepot.floor.acting.questions import asks_for_pot, is_question, rule_on_pot_question
from sidepot.floor.acting.said import rule_on_words
from sidepot.floor.acting.scene import Scene
from sidepot.floor.acting.silent import rule_on_chips
from sidepot.floor.acting.sizes import again
from sidepot.floor.acting.spoken import Said, read_words
from sidepot.floor.acting.together import Order, rule_on_both
from sidepot.floor.spot import Spot
from sidepot.floor.spot_line import read_spot
from sidepot.floor.topic import Facts
from sidepot.floor.turns.early import CONDITION, ConditionalStatement, rule_on_conditional_statement
from sidepot.rules.clauses import in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, Sanction, left_open
from sidepot.rules.texts import cite

_COUNTS: Final = re.compile(r"\bcounts?\b|\bhow much\b|\bbehind\b|\bchips\b", re.IGNORECASE)


class Gesture(Facts, frozen=True, kw_only=True, tag="act"):
    """A player's words and chips in turn.

    - `chips`: the values of the chips put out, motion by motion
    - `said_first`: whether the words came before the first chip touched the table
    - `order`: the order of words and chips, if they came together or if it is unknown which came first
    - `prior`: the chips of an earlier bet of the round that are still in front or, if all were pulled back, all of them
    - `moved`: what the player did with these chips
    - `last`: whether the player has no more chips (None if the stack decides)
    - `motion`: a gesture without words
    - `meanings`: the possible amounts, if the table knows better than these rules
    """

    spot: Spot | str
    said: str = ""
    chips: tuple[tuple[int, ...], ...] = ()
    said_first: bool = True
    order: Order = ""
    prior: tuple[int, ...] = ()
    moved: Moved = Moved.LEFT
    last: bool | None = None
    motion: Literal["", "tap", "wave", "push cards forward"] = ""
    meanings: tuple[int, ...] = ()


def rule_on_act(gesture: Gesture, rulebook: Rulebook) -> Ruling:
    """Rule on a player's words and chips in turn.

    Rule: TDA-2013 3, 37-A, 39-43, 48, 49; TDA-2024 3, 40-46, 50, 51, 55-57. Raises BadNotation if neither the words nor
    the chips can be understood.

    >>> from sidepot.rules.houses import TDA_2013
    >>> ruling = rule_on_act(Gesture(spot=Spot(price=1200, full=1200), chips=((1000, 1000),)), TDA_2013)
    >>> ruling.verdict, ruling.amount, ruling.change
    ('call', 1200, 800)
    """
    scene = _scene(gesture, rulebook)
    said = scene.said
    is_late = bool(scene.chips) and not gesture.said_first
    if gesture.order and scene.chips and said.word is not Word.NOTHING and not said.conditional:
        alone = scene._replace(said=Said(Word.NOTHING))
        by_chips = _silent(alone, msgspec.structs.replace(gesture, said=""))
        return rule_on_both(scene, gesture.order, rule_on_words(scene), by_chips)
    if said.conditional:
        if not scene.chips:
            return scene.settled(rule_on_conditional_statement(ConditionalStatement(said=gesture.said), rulebook))
        return _silent(scene, gesture)
    if said.word is not Word.NOTHING and not is_late:
        return rule_on_words(scene)
    if scene.chips:
        return _silent(scene, gesture)
    if gesture.motion:
        return _motion(scene, gesture.motion)
    if gesture.said.strip():
        if is_question(gesture.said) and asks_for_pot(tokens(gesture.said)):
            return rule_on_pot_question(scene.spot, rulebook)
        return _no_action(gesture.said, scene.spot, rulebook)
    raise BadNotation(f"no action was given: enter words or chips, such as {_examples(scene.spot)}")


def _examples(spot: Spot) -> str:
    """Examples of actions that are legal in this spot."""
    may, to = ("call", "raise to ") if spot.is_facing_bet else ("check", "raise to " if spot.price else "bet ")
    total = legal_total(spot, spot.price + 1) if spot.full else 0
    more = f", '{to}{total}'" if total else ""
    return f"'{may}'{more}, 'all-in', or chips such as 1000 and 500"


def _no_action(said: str, spot: Spot, rulebook: Rulebook) -> Ruling:
    """Rule that words without an action leave the turn as it is. Rule: TDA-2013 3; TDA-2024 3.

    Raises BadNotation for a question, naming the topic for a count of chips, or for an official word.
    """
    word = next((word for word in re.findall(r"all-in|[a-z]+", said.lower()) if word in OFFICIAL), "")
    if is_question(said):
        not_an_action = f"{said!r} is a question, not an action, so it is still {spot.who}'s turn"
        if _COUNTS.search(said):
            raise BadNotation(f"{not_an_action}; for a request to count chips, use the topic `count`")
        if word:
            use = f"use the topic `word in a question` with word {word!r}"
            not_an_action = f"{not_an_action}; for an official word in a question, {use}"
            raise BadNotation(f"{not_an_action}; if it was an action, give only the words of the action")
        raise BadNotation(not_an_action)
    turn = say("it is still {player}'s turn", spot.name) if spot.name else say("it is still the player's turn")
    because = say('Saying "{words}" is not an action, and no chips were put out, so {turn}.', said.strip(), turn)
    if word:
        because = in_a_row(because, say('If the others could take "{word}" for an action, the director decides.', word))
    ask = say("Ask {player} to act.", spot.name) if spot.name else say("Ask the player to act.")
    return Ruling(verdict="no action", reason=because, cites=(cite(IN_TALK, rulebook),), instructions=(ask,))


# ---- acts without words


def _silent(scene: Scene, gesture: Gesture) -> Ruling:
    """Rule on the first motion of chips without a word that counts. Rule: TDA-2013 39-44, 48, 49."""
    spot, rulebook, first = scene.spot, scene.rulebook, scene.chips[0]
    is_one = len(scene.chips) == 1
    if gesture.prior and (spot.is_facing_bet or gesture.moved in (Moved.PARTLY, Moved.ALL)):
        ruling = rule_on_prior(spot, gesture.prior, gesture.moved, first, rulebook, last=scene.last and is_one)
    else:
        ruling = rule_on_chips(spot, first, rulebook, last=scene.last and is_one)
    ruling = scene.settled(ruling)
    if not is_one:
        only = say("Only the chips of the first motion count; the rest are a string bet.")
        ruling = and_also(ruling, first=only, decides=(cite(STRING, rulebook),))
    if scene.said.conditional:
        ruling = msgspec.structs.replace(ruling, penalty=Sanction("conditional statement"))
        return and_also(ruling, then=say("A conditional statement is not a bet."), cites=(cite(CONDITION, rulebook),))
    if scene.said.word is not Word.NOTHING and scene.said.word.value != ruling.verdict:
        then = say("Words come too late once the chips have touched the table.")
        return and_also(ruling, then=then, cites=(cite(BINDS, rulebook),))
    if gesture.said.strip() and scene.said.word is Word.NOTHING:
        first_said = say("The words name no action, so the chips count, at the player's own risk.")
        return and_also(ruling, first=first_said, cites=(cite(UNOFFICIAL, rulebook),))
    return ruling


def _motion(scene: Scene, motion: str) -> Ruling:
    """Rule on a gesture without words or chips. Rule: TDA-2013 49; TDA-2024 3."""
    spot, rulebook = scene.spot, scene.rulebook
    if motion == "tap":
        ruling = rule_on_words(scene._replace(said=Said(Word.CHECK, "tap")))
        return and_also(ruling, first=say("A tap on the table is a check."), decides=(cite(TAPPING, rulebook),))
    if motion == "push cards forward":
        ruling = rule_on_words(scene._replace(said=Said(Word.FOLD, "fold")))
        return and_also(ruling, first=say("Pushing the cards forward is a fold."), cites=(cite(FOLDING, rulebook),))
    folding = option(
        spot,
        FOLD,
        spot.front,
        scene.out,
        say("The wave counts as a fold."),
        say("If the wave looked like a fold, it counts as one."),
    )
    checking = option(
        spot,
        CHECK,
        spot.front,
        scene.out,
        say("With nothing to call, the wave counts as a check."),
        say("If the wave looked like a check, it counts as one."),
    )
    options = (folding, again(scene)) if spot.is_facing_bet else (checking, folding, again(scene))
    because = say("The player only waved. A wave is not an official action, so the director decides what it means.")
    return left_open(because, (cite(UNOFFICIAL, rulebook),), *options)


# ---- facts


def _scene(gesture: Gesture, rulebook: Rulebook) -> Scene:
    """Check the facts, and read the words. Raises BadNotation for impossible facts."""
    spot = read_spot(gesture.spot, rulebook) if isinstance(gesture.spot, str) else gesture.spot
    chips = tuple(motion for motion in gesture.chips if motion)
    _check(gesture, spot, chips)
    said = _said(gesture)
    if spot.front > spot.price:
        raise BadNotation(f"price: expected at least the {spot.front} in front of the player, not {spot.price}")
    if gesture.prior and not spot.front and spot.seat >= 0:
        raise BadNotation(
            "prior: the player has not bet in this round, so there are no chips of an earlier bet; leave them out"
        )
    if gesture.moved is Moved.PARTLY:
        check_partly(spot, gesture.prior)
    if gesture.prior and not spot.front:
        if sum(gesture.prior) >= spot.price:
            raise BadNotation(
                "front is missing: the earlier chips cover the price, so change was due; give the amount of the "
                "earlier bet"
            )
        spot = msgspec.structs.replace(spot, front=sum(gesture.prior))
    if gesture.prior and spot.front >= spot.price and gesture.moved in (Moved.PARTLY, Moved.ALL) and not chips:
        raise BadNotation(
            "moved: there is no raise to face, so pulling chips back means nothing; give the new chips, "
            "or leave out `moved`"
        )
    stayed, base = _earlier(gesture, spot)
    pushed = sum(map(sum, chips))
    spot, last = _with_stack(gesture, spot, pushed, stayed)
    return Scene(spot, said, rulebook, chips, base, stayed, last, gesture.meanings)


def _check(gesture: Gesture, spot: Spot, chips: tuple[tuple[int, ...], ...]) -> None:
    if any(chip < 1 for motion in (*chips, gesture.prior) for chip in motion):
        raise BadNotation("chips: each chip must be worth at least 1")
    if any(meaning < 1 for meaning in gesture.meanings):
        raise BadNotation("meanings: each amount must be at least 1")
    if chips and gesture.motion:
        raise BadNotation(f"chips and motion: give only what came first, the chips or the gesture ({gesture.motion})")
    if gesture.last and not chips:
        raise BadNotation(
            "last: no chips were put out, so they cannot be the last ones; give the chips, or leave out `last`"
        )
    if spot.stack == 0:
        raise BadNotation("stack: expected at least 1, because a player who is already all-in gets no turn")
    if gesture.moved is not Moved.LEFT and not gesture.prior:
        raise BadNotation("prior is missing: give the chips of the earlier bet")


def _said(gesture: Gesture) -> Said:
    """Read the words. `meanings` replace the amount."""
    said = read_words(gesture.said)
    if not gesture.meanings:
        return said
    if not gesture.said.strip():
        raise BadNotation("meanings: give the words that may have these meanings in `said`")
    word = Word.AMOUNT if said.word is Word.NOTHING else said.word
    amount = Amount(min(gesture.meanings), True)
    return said._replace(word=word, amount=amount, figure=said.figure or gesture.said.strip())


def _earlier(gesture: Gesture, spot: Spot) -> tuple[int, int]:
    """The chips of an earlier bet that are still in front, and the part to which new chips are added."""
    if not gesture.prior:
        return spot.front, spot.front
    lay = sum(gesture.prior)
    if gesture.moved is Moved.ALL:
        return 0, 0
    if gesture.moved is Moved.PARTLY:
        return lay, lay
    if lay < spot.front or not spot.front:
        raise BadNotation(f"prior: the chips of the earlier bet must be worth at least {spot.front}, not {lay}")
    return lay, spot.front


def _with_stack(gesture: Gesture, spot: Spot, pushed: int, stayed: int) -> tuple[Spot, bool]:
    """The spot, with the stack if the last chips reveal it, and whether they are the last chips.

    Change due from an earlier bet is still in front, and belongs to the stack.
    """
    if spot.stack is None:
        if not gesture.last:
            return spot, False
        return msgspec.structs.replace(spot, stack=max(stayed + pushed - spot.front, 0)), True
    has = spot.front + spot.stack - stayed
    if has < 0:
        raise BadNotation(
            f"stack: expected at least {stayed - spot.front}, the chips due back to the player, not {spot.stack}"
        )
    if pushed > has:
        raise BadNotation(f"chips: the player has only {has} and cannot put out {pushed}")
    is_last = pushed == has > 0
    if gesture.last is not None and gesture.last is not is_last:
        raise BadNotation(
            f"last: {pushed} of {has} was put out, so these are {'' if is_last else 'not '}the last chips"
        )
    return spot, is_last
