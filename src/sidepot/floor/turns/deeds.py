"""A player's action in words (`check`, `fold`, `call`, `bet 300`, `raise to 800`, `all-in`), and what it means in a
spot.

`read_deed` reads a deed from text, `settle` finds its meaning in the player's spot, and `after` finds the spot of the
players behind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.spot import Spot
from sidepot.floor.spot_line import read_spot
from sidepot.floor.spot_words import chips
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.rulebook import Reopening, Rulebook
from sidepot.rules.ruling import Act
from sidepot.rules.texts import Point, cite

LIMITED: Final = ("fixed limit", "spread limit")
MAY_RAISE: Final = Point("who may raise", {"TDA-2013": "41-B/no-limit", "TDA-2024": "47-A", "TS": "9/no-limit"})
MAY_RAISE_IN_LIMIT: Final = Point(
    "who may raise in limit", {"TDA-2013": "41-B/limit", "TDA-2024": "47-A", "TS": "9/limit"}
)

Verb = Literal["fold", "check", "call", "bet", "raise", "all-in"]

_NUMBER: Final = r"([0-9][0-9_.]{0,14}[km]?)"
# the forms of an act, the first that fits; `#` is an amount
_FORMS: Final[tuple[tuple[str, Verb], ...]] = (
    (r"fold(?:s|ed)?", "fold"),
    (r"check(?:s|ed)?", "check"),
    (r"call(?:s|ed)?", "call"),
    (r"(?:bets?|bet #|bets #)", "bet"),
    (r"raise[sd]?(?: to #)?", "raise"),
    (r"(?:goes |is )?all[- ]?in(?: (?:for|to|with) #| #)?", "all-in"),
)
_PATTERNS: Final = tuple((re.compile(form.replace("#", _NUMBER)), verb) for form, verb in _FORMS)
_RAISE_OF: Final = re.compile(rf"raise[sd]?(?: by)? {_NUMBER}")
_THOUSANDS: Final = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_LINKS: Final[dict[Verb, str]] = dict.fromkeys(get_args(Verb), " ") | {"raise": " to ", "all-in": " for "}
EXAMPLES: Final = "check, call, fold, bet 300, raise to 800, all-in"


class Deed(NamedTuple):
    """A player's action.

    - `to`: the total of a bet, raise or all-in (0 if there is no amount)
    """

    verb: Verb
    to: int = 0

    def __str__(self) -> str:
        return self.verb + _LINKS[self.verb] + str(self.to) if self.to else self.verb

    @property
    def act(self) -> Sentence:
        """The action in words that fit into a sentence, such as `check`, `bet 300` or `raise to 800`."""
        if not self.to:
            return (self.verb,)
        if self.verb == "bet":
            return say("bet {amount}", self.to)
        if self.verb == "raise":
            return say("raise to {amount}", self.to)
        return say("all-in for {amount}", self.to)


def read_deed(text: str) -> Deed:
    """Read a player's action from words. Raises BadNotation for text that is not an action.

    >>> read_deed("raise to 800")
    Deed(verb='raise', to=800)
    """
    plain = _THOUSANDS.sub("", " ".join(text.lower().split()))
    for form, verb in _PATTERNS:
        match = form.fullmatch(plain)
        if match:
            amount = next((chips(group) for group in match.groups() if group), None)
            if amount == 0:
                raise BadNotation(f"{text!r}: expected an amount above 0, as in {EXAMPLES}")
            return Deed(verb, amount or 0)
    if _RAISE_OF.fullmatch(plain):
        raise BadNotation(f"{_short(text)}: expected the total of the raise, as in 'raise to 800'")
    raise BadNotation(f"{_short(text)}: expected an action, such as {EXAMPLES}")


def as_spot(spot: Spot | str, rulebook: Rulebook) -> Spot:
    """Return the spot. If it is given as a line of text, read the line. Raises BadNotation for a line that cannot be
    read.

    If the spot has no minimum raise, a raise must be at least as large as the bet.
    """
    found = read_spot(spot, rulebook) if isinstance(spot, str) else spot
    if found.front > found.price:
        raise BadNotation(f"front: expected at most the {found.price} to call, not {found.front}")
    if found.full or found.least is not None:
        return found
    return msgspec.structs.replace(found, full=found.price or 1)


def settle(deed: Deed, spot: Spot) -> Deed:
    """The meaning of an action in this spot: call, check, fold, or a bet or raise to a legal total.

    For a raise without an amount, `to` is 0, unless only one total is legal. Raises BadNotation for an impossible
    action, such as a check facing a bet, or a raise with no bet to raise.
    """
    verb, to = deed
    if verb == "all-in":
        if spot.stack is None and not to:
            raise BadNotation("give the amount of the all-in, as in 'all-in for 800', or give the player's stack")
        if not to:
            to = spot.all_in
        if to <= spot.price or not spot.may_raise:
            return Deed("call") if spot.is_facing_bet else Deed("check")
        return Deed("raise" if spot.price else "bet", min(to, spot.most_raise))
    _refuse(deed, spot)
    if verb not in ("bet", "raise"):
        return Deed(verb)
    if not spot.may_raise or spot.all_in <= spot.price:
        return Deed("call") if spot.is_facing_bet else Deed("check")
    if not to:
        only = spot.least_raise == spot.most_raise or spot.all_in <= spot.least_raise
        return Deed(verb, min(spot.least_raise, spot.all_in)) if only else Deed(verb)
    return Deed(verb, min(max(to, spot.least_raise), spot.most_raise, spot.all_in))


def _refuse(deed: Deed, spot: Spot) -> None:
    """Raise BadNotation for words that do not fit the spot."""
    if deed.verb == "check" and spot.is_facing_bet:
        raise BadNotation(
            f"did: a check is impossible with {spot.to_call} to call; for the word alone, use the topic `act`"
        )
    if deed.verb == "call" and not spot.is_facing_bet:
        raise BadNotation("did: a call is impossible with nothing to call; for the word alone, use the topic `act`")
    if deed.verb == "bet" and spot.price:
        raise BadNotation(
            f"did: after a bet of {spot.price}, expected a raise with its total, as in 'raise to {2 * spot.price}'"
        )
    if deed.verb == "raise" and not spot.price:
        raise BadNotation("did: before any bet, expected a bet with its amount, as in 'bet 300'")
    if deed.to and deed.to <= spot.price:
        raise BadNotation(f"did: expected a raise above the bet of {spot.price}, not {deed}")
    if deed.to > spot.all_in:
        raise BadNotation(f"did: the player has only {spot.all_in} for the round and cannot {deed}")


def reopening_cite(spot: Spot, rulebook: Rulebook) -> Cite:
    """The rule on when an all-in reopens the betting for a player who has acted. Rule: TDA-2013 41-B."""
    if spot.limit in LIMITED:
        return cite(MAY_RAISE_IN_LIMIT, rulebook, "reopening_limit")
    return cite(MAY_RAISE, rulebook, "reopening")


def after(spot: Spot, deeds: Sequence[Deed], rulebook: Rulebook) -> Spot:
    """The player's spot after `deeds`, which are the actions of the players who act first.

    Raises BadNotation for impossible actions.

    >>> from sidepot.rules.houses import TDA_2013
    >>> after(Spot(price=300, full=300), [Deed("raise", 600)], TDA_2013).least_raise
    900
    """
    is_fixed = spot.limit == "fixed limit"
    reopening = rulebook.reopening_limit if spot.limit in LIMITED else rulebook.reopening
    price, full = spot.price, spot.full
    # a raise is measured from here, which differs from the price over a bring-in or a short all-in at fixed limit
    level = spot.least - full if spot.least else price
    if not is_fixed and 0 < level - price < spot.chip:  # `least` is rounded up to what chips make (PG-23)
        level = price
    # no raise of a spread is larger than its greatest bet
    largest = spot.most - spot.price if spot.limit == "spread limit" and spot.most else 0
    may_raise = spot.may_raise
    raised = 0
    for deed in deeds:
        to = _total(deed, price, level + full if is_fixed else 0)
        if to <= price:
            if deed.verb == "check" and price > spot.price:
                raise BadNotation(f"a check is impossible after a bet of {price}; expected call, fold or a raise")
            continue
        step = to - level
        raised += to - price
        half = step if reopening is Reopening.HALF else to - price if reopening is Reopening.HALF_ALONE else 0
        is_full = step >= full or 2 * half >= full
        is_half = reopening is Reopening.HALF and 2 * raised >= full
        is_summed = reopening is Reopening.CUMULATIVE and raised >= full
        may_raise = may_raise or is_full or is_half or is_summed
        if step > full and not is_fixed:
            full = min(step, largest) if largest > 0 else step
        if is_full or not is_fixed:
            level = to
        price = to
    if price == spot.price:
        return spot
    least = level + full if may_raise else 0
    if not is_fixed:
        least += -least % max(spot.chip, 1)
    most = price + largest if largest > 0 else None
    return msgspec.structs.replace(spot, price=price, full=full, least=least, most=most, opening=False)


def _total(deed: Deed, price: int, only: int) -> int:
    """The price after an action. `only` is the one raise that fixed limit allows. Raises BadNotation for an illegal
    action.
    """
    verb, to = deed
    if verb == "call" and not price:
        raise BadNotation("a call was impossible, because there was nothing to call; expected check")
    if verb == "bet" and price:
        raise BadNotation(f"after a bet of {price}, expected a raise with its total, as in 'raise to {2 * price}'")
    if verb == "raise" and not price:
        raise BadNotation("before any bet, expected a bet with its amount, as in 'bet 300'")
    if verb in ("fold", "check", "call"):
        return price
    if not to and (verb == "all-in" or only <= price):
        raise BadNotation(f"{verb}: give the total, as in '{Deed(verb, 800)}'")
    if to and to <= price and verb == "raise":
        raise BadNotation(f"expected a raise above the bet of {price}, not {deed}")
    return to or only


def act_of(deed: Deed, spot: Spot) -> tuple[Act, ...]:
    """The effect of a settled action on a live hand (empty without a seat or an amount)."""
    if spot.seat < 0 or deed.verb in ("bet", "raise") and not deed.to:
        return ()
    if deed.verb in ("bet", "raise"):
        return (Act(spot.seat, "raise_to", deed.to),)
    return (Act(spot.seat, "fold" if deed.verb == "fold" else "check" if deed.verb == "check" else "call"),)


def total_of(deed: Deed, spot: Spot) -> int | None:
    """The player's total for the round after a settled action (None for a fold, or if it is not known)."""
    if deed.verb in ("bet", "raise"):
        return deed.to or None
    if deed.verb == "fold":
        return None
    return spot.front if deed.verb == "check" else max(min(spot.price, spot.all_in), spot.front)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
