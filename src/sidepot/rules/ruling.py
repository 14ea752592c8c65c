"""A ruling: how an action counts, its reason, its rules, and what follows.

Rulings are values. If the rule leaves the decision to the director, the verdict is `discretion`, with `options`, one of
them recommended; `choose` takes one, and no code chooses silently. `overrule` sets a ruling aside for fairness, with a
reason (TDA-2013 1; PG-107), unless it rests on the law of the place (SD-10).
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from sidepot.errors import BadNotation, Cite, IllegalAction
from sidepot.rules.clauses import Sentence, as_tuples, plain, say
from sidepot.rules.houses import HOUSES, OWN_HOUSES, TDA_2013
from sidepot.rules.texts import FAIRNESS, JURISDICTIONS, TEXTS, cite

DISCRETION: Final = "discretion"
LAW: Final = Cite("SD", "10")

Verb = Literal["fold", "check", "call", "raise_to", "bring_in"]


class Act(msgspec.Struct, frozen=True, tag="act"):
    """The effect that an action of a seat is binding. Out of turn, only a fold is possible.

    - `to`: for a bet or raise, the player's total for the round
    """

    seat: int
    verb: Verb
    to: int = 0


class Kill(msgspec.Struct, frozen=True, tag="kill"):
    """The effect that the hand of a seat is dead.

    - `refund`: whether the seat's uncalled bet is returned
    """

    seat: int
    refund: bool = False


class Redeal(msgspec.Struct, frozen=True, tag="redeal"):
    """The effect of a misdeal: every chip is returned, and the same hand is dealt again.

    - `dead`: the seats whose hands are killed after the new deal
    """

    dead: tuple[int, ...] = ()


class Void(msgspec.Struct, frozen=True, tag="void"):
    """The effect that the hand is called off: every chip is returned, and the hand is not dealt again."""


class NewStub(msgspec.Struct, frozen=True, tag="new_stub"):
    """The effect that the stub is shuffled again.

    - `mixed`: whether the muck and the burn cards are shuffled in
    """

    mixed: bool = False


class FourCards(msgspec.Struct, frozen=True, tag="four_cards"):
    """The effect of a flop of four cards: one card, drawn at random, becomes the next burn card.

    - `drawn`: the position of this card in the flop, from 0
    """

    drawn: int


Effect = Act | Kill | Redeal | Void | NewStub | FourCards
"""The effect of a ruling on a live hand."""


def kill(seat: int, *, refund: bool = False) -> tuple[Effect, ...]:
    """The effect that a seat's hand is killed, and its uncalled bet returned if `refund`. Empty for seat -1."""
    return (Kill(seat, refund),) if seat >= 0 else ()


def act_by(seat: int, verb: Verb) -> tuple[Effect, ...]:
    """The effect that a seat folds, checks or calls. Empty for seat -1."""
    return (Act(seat, verb),) if seat >= 0 else ()


def _text(sentence: Sentence) -> str:
    return plain(sentence, commas=False)


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One of the decisions that a rule leaves to the director.

    - `reason`: the ruling's reason if this option is chosen
    - `when`: when to choose this option, if `reason` does not say so
    """

    verdict: str
    reason: Sentence
    when: Sentence = ()
    amount: int | None = None
    change: int = 0
    add: int = 0
    all_in: bool = False
    at_least: bool = False
    instructions: tuple[Sentence, ...] = ()
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        _keep_tuples(self)

    @property
    def offered(self) -> Sentence:
        """When to choose the option. If that is not given, the option's reason."""
        return self.when or self.reason

    @property
    def because(self) -> str:
        """When to choose the option, in English. If that is not given, the option's reason."""
        return _text(self.offered)

    @property
    def steps(self) -> tuple[str, ...]:
        """The dealer's next steps in English, in order."""
        return tuple(map(_text, self.instructions))


DECISION: Final = tuple(name for name in Option.__struct_fields__ if name != "when")
"""The fields that a ruling takes from a chosen option."""


def each_then(instructions: tuple[Sentence, ...], *options: Option) -> tuple[Option, ...]:
    """The options, each with `instructions` added after the option's own instructions."""
    return tuple(
        [msgspec.structs.replace(option, instructions=(*option.instructions, *instructions)) for option in options]
    )


class Sanction(msgspec.Struct, frozen=True):
    """A penalty for an offence.

    - `offence`: the code of the offence in the catalogue
    - `will`: whether the penalty is certain, not just possible
    - `whose`: who is penalized: the player or players of the ruling, or one or all of the players who acted,
      or the all-in player
    """

    offence: str
    will: bool = False
    whose: Literal["player", "players", "actor", "actors", "all-in"] = "player"


def _keep_tuples(decided: Option | Ruling) -> None:
    """Turn sentences that JSON returned as lists into tuples again."""
    for name in ("reason", "when", "instructions"):
        made = as_tuples(getattr(decided, name, ()))
        if made is not getattr(decided, name, ()):
            msgspec.structs.force_setattr(decided, name, made)


DIRECTOR_DECIDES: Final = say("Stop the action and have the director decide.")
"""The first step of every ruling that is left to the director."""


class Overrule(msgspec.Struct, frozen=True):
    """A decision that was set aside.

    - `before`: an earlier decision that was also set aside, if any
    """

    verdict: str
    reason: str
    by: str = ""
    amount: int | None = None
    before: Overrule | None = None


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """How an action or a mistake is ruled.

    - `amount`: the player's total for the betting round (None if there is none)
    - `change`: the part of the new chips that is returned
    - `add`: the chips still to put in
    - `all_in`: whether the player has no more chips
    - `at_least`: whether `amount` is only the minimum, because the player has yet to name the amount
    - `cites`: the rules, the deciding rule first
    - `reason`: a short sentence with gaps for amounts, names and cards
    - `instructions`: the dealer's next steps, in order
    - `options`: the choices of a director who decides
    - `recommended`: the verdict of the recommended option
    - `effects`: what changes in a live hand
    - `about`: the subject of the verdict, such as "raise", if the verdict does not name it
    """

    verdict: str
    reason: Sentence
    cites: tuple[Cite, ...]
    amount: int | None = None
    change: int = 0
    add: int = 0
    instructions: tuple[Sentence, ...] = ()
    options: tuple[Option, ...] = ()
    recommended: str = ""
    penalty: Sanction | None = None
    effects: tuple[Effect, ...] = ()
    house: str = ""
    chosen: bool = False
    all_in: bool = False
    at_least: bool = False
    overruled: Overrule | None = None
    about: str = ""

    def __post_init__(self) -> None:
        if self.verdict == DISCRETION:
            verdicts = [option.verdict for option in self.options]
            if len(verdicts) < 2 or self.recommended not in verdicts:
                raise BadNotation(f"a ruling left to the director needs options, one of them recommended: {verdicts}")
        if not self.cites or not self.reason:
            raise BadNotation(f"the ruling {self.verdict!r} must name its rule and its reason")
        _keep_tuples(self)
        if len(self.cites) > 1:  # each rule is named once
            msgspec.structs.force_setattr(self, "cites", tuple(dict.fromkeys(self.cites)))

    @property
    def is_open(self) -> bool:
        """Whether the director still has to choose an option."""
        return self.verdict == DISCRETION

    @property
    def because(self) -> str:
        """The reason in English."""
        return _text(self.reason)

    @property
    def steps(self) -> tuple[str, ...]:
        """The dealer's next steps in English, in order."""
        return tuple(map(_text, self.instructions))

    @property
    def text(self) -> str:
        """The title of the rulebook that governs, such as `Poker TDA rules of 2013`."""
        return TEXTS.get(self.cites[0].edition, self.cites[0].edition)


def left_open(
    reason: Sentence,
    cites: tuple[Cite, ...],
    *options: Option,
    recommended: str = "",
    instructions: tuple[Sentence, ...] = (),
    penalty: Sanction | None = None,
    about: str = "",
) -> Ruling:
    """A ruling that leaves the decision between these options to the director.

    The first option is recommended, unless `recommended` names another.
    """
    return Ruling(
        verdict=DISCRETION,
        reason=reason,
        cites=cites,
        instructions=instructions or (DIRECTOR_DECIDES,),
        options=options,
        recommended=recommended or options[0].verdict,
        penalty=penalty,
        about=about,
    )


def held_to(option: Option, cites: tuple[Cite, ...], **changes: object) -> Ruling:
    """The ruling with this option chosen. `changes` sets other fields of the ruling."""
    return Ruling(**(_decision(option) | changes), cites=cites)


def _decision(option: Option) -> dict[str, Any]:
    return {name: getattr(option, name) for name in DECISION}


def choose(ruling: Ruling, verdict: str = "") -> Ruling:
    """Choose an option of a ruling by its verdict or by its number, counted from 1. By default, choose the recommended
    option.

    Raises BadNotation if the ruling has no such option.
    """
    wanted = verdict or ruling.recommended
    for number, option in enumerate(ruling.options, start=1):
        if wanted in (option.verdict, str(number)):
            return msgspec.structs.replace(ruling, **_decision(option), chosen=True)
    if not ruling.options:
        raise BadNotation(f"there is nothing to choose: the ruling has no options, only {ruling.verdict!r}")
    offered = ", ".join(repr(option.verdict) for option in ruling.options)
    raise BadNotation(f"unknown option {wanted!r}; expected one of {offered}")


def overrule(
    ruling: Ruling,
    verdict: str,
    reason: str,
    *,
    by: str = "",
    amount: int | None = None,
    effects: tuple[Effect, ...] = (),
) -> Ruling:
    """Replace a ruling with another decision, for fairness. Rule: TDA-2013 1; TDA-2024 1; PG-107.

    - `verdict`, `amount`, `effects`: those of the new decision
    - `by`: the name of the director

    Raises BadNotation if no reason is given. Raises IllegalAction if the ruling rests on the law of the place (SD-10).
    """
    if not reason.strip():
        raise BadNotation("the reason is missing: a ruling can only be overruled with a reason")
    if not verdict.strip() or verdict == DISCRETION:
        raise BadNotation("the new verdict is missing: give the verdict that replaces the old one")
    if ruling.cites[0].edition in JURISDICTIONS:
        raise IllegalAction(f"{ruling.text} decides this, and no ruling of the director overrides the law", LAW)
    before = Overrule(ruling.verdict, reason, by, ruling.amount, ruling.overruled)
    fairness = cite(FAIRNESS, (HOUSES | OWN_HOUSES).get(ruling.house, TDA_2013))
    return msgspec.structs.replace(
        ruling,
        verdict=verdict,
        reason=say("{}", reason),
        amount=amount,
        change=0,
        add=0,
        all_in=False,
        at_least=False,
        instructions=(),
        options=(),
        recommended="",
        effects=effects,
        cites=(fairness, *ruling.cites),
        overruled=before,
    )
