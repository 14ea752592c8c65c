"""Action out of turn: what binds, what goes back, and what a player may do when his turn comes."""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.spot import Spot
from sidepot.floor.turns.deeds import Deed, act_of, after, as_spot, read_deed, settle, total_of
from sidepot.rules.floor_choices import OutOfTurn
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import DISCRETION, Option, Ruling, Sanction
from sidepot.rules.texts import Point, cite

OUT_OF_TURN: Final = Point(
    "action out of turn",
    {"TDA-2013": "38-A", "TDA-2024": "53-A", "RRP-11": "irregularities/out-of-turn", "PG": "115"},
)
RAISE_SIZE: Final = Point("size of a raise", {"TDA-2013": "41-A", "TDA-2024": "43-A"})
ODD_FOLD: Final = Point("fold that nobody asked for", {"TDA-2013": "50", "TDA-2024": "58"})
PENALTY: Final = Sanction("acting out of turn")

PASSED: Final = ("check", "call")  # what, done out of turn, bars a raise in some houses (`passed_bars_raise`)


class ActedOutOfTurn(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="out of turn", tag_field="topic"
):
    """What a player did before his turn; `spot` is his place then, `since` what those he passed over have done since.

    An empty `since` says that they have not acted yet.
    """

    did: str
    spot: Spot | str = Spot()
    since: tuple[str, ...] = ()


def rule_on_out_of_turn(facts: ActedOutOfTurn, rulebook: Rulebook) -> Ruling:
    """What an action out of turn binds its player to, now or when his turn comes.

    Rule: TDA-2013 38-A, 50; TDA-2024 53-A, 58; Robert's, irregularities; PG-115.
    """
    then = as_spot(facts.spot, rulebook)
    if then.stack == 0:
        raise BadNotation("who is all-in has nothing more to do in the betting, in turn or not")
    said, then = read_did(facts.did, then)
    now = after(then, [read_deed(word) for word in facts.since], rulebook)
    return rule_by_spots(said, then, now, rulebook, is_known=bool(facts.since))


def read_did(did: str, spot: Spot) -> tuple[Deed, Spot]:
    """What he did, and his spot; the amount of an all-in says what he has. Raises BadNotation."""
    said = read_deed(did)
    if said.verb == "all-in" and said.to and spot.stack is None:
        if said.to <= spot.front:
            raise BadNotation(f"all-in for {said.to} says his total for the round, and {spot.front} is in front of him")
        spot = msgspec.structs.replace(spot, stack=said.to - spot.front)
    settle(said, spot)
    return said, spot


def rule_by_spots(said: Deed, then: Spot, now: Spot, rulebook: Rulebook, *, is_known: bool) -> Ruling:
    """The ruling on what he did, from his spot then and his spot now; `is_known`: those he passed over have acted."""
    deed = settle(said, then)
    if deed.verb == "fold":
        return _folded(now, rulebook)
    committed = rulebook.out_of_turn is OutOfTurn.COMMITTED
    if committed and deed.verb == "check" and rulebook.passed_bars_raise:
        committed = now.price == then.price  # nobody checks a bet; this house says what he may do instead
    if is_known and now.price != then.price:
        return _committed(deed, now, rulebook) if committed else _returned(deed, now, rulebook)
    ruling = _binds(deed, now, rulebook) if is_known else _waits(deed, rulebook, committed=committed)
    return _corrected(ruling, said, deed, rulebook)


def _corrected(ruling: Ruling, said: Deed, deed: Deed, rulebook: Rulebook) -> Ruling:
    """Say so where what he said is not legal as it stands, and counts as something else."""
    if said.verb == "all-in" or said == deed or said.verb == deed.verb and not said.to:
        return ruling
    if said.verb != deed.verb:
        told = f"He may not {said.verb} here, so it is a {deed}. "
    else:
        told = f"He said {said.to}; the {'least' if said.to < deed.to else 'most'} that is allowed is {deed.to}. "
    cites = (*ruling.cites, cite(RAISE_SIZE, rulebook))
    return msgspec.structs.replace(ruling, because=told + ruling.because, cites=cites)


def _cites(rulebook: Rulebook, *more: Point, passed: bool = False) -> tuple[Cite, ...]:
    """What decides; `passed`: he checked or called, and it counts whether he may raise."""
    fields = ("out_of_turn", "passed_bars_raise") if passed else ("out_of_turn",)
    return (cite(OUT_OF_TURN, rulebook, *fields), *(cite(point, rulebook) for point in more))


def _folded(spot: Spot, rulebook: Rulebook) -> Ruling:
    """A fold out of turn stands at once, whatever those in front do."""
    return Ruling(
        verdict="fold",
        because="A fold out of turn stands, whatever the players before him do.",
        cites=(cite(OUT_OF_TURN, rulebook), cite(ODD_FOLD, rulebook)),
        steps=("Take his cards in.", "Give the action to the player whose turn it is."),
        effects=act_of(Deed("fold"), spot),
        penalty=PENALTY,
    )


def _waits(deed: Deed, rulebook: Rulebook, *, committed: bool) -> Ruling:
    """Those he passed over have still to act."""
    passed = deed.verb in PASSED and not committed
    if committed:
        because = f"He has shown that he means to {deed}, and must do so when his turn comes."
    else:
        because = (
            f"The players he passed over act first. If they check, call or fold, his {deed.noun} stands; "
            "if one of them bets or raises, it comes back to him"
        )
        barred = passed and rulebook.passed_bars_raise
        because += ", and he may call or fold." if barred else ", and he may call, raise or fold."
    return Ruling(
        verdict="committed" if committed else "wait",
        because=because,
        cites=_cites(rulebook, passed=passed),
        steps=("Leave what he did as it lies.", "Give the action to the player whose turn it is."),
        penalty=PENALTY,
    )


def _binds(deed: Deed, spot: Spot, rulebook: Rulebook) -> Ruling:
    """Nothing has changed for him: what he did stands."""
    told = "Nobody has bet or raised since, so nothing has changed for him: "
    steps: tuple[str, ...] = (f"His {deed.noun} stands.",)
    points: tuple[Point, ...] = ()
    shown, deed = deed, settle(deed, spot)
    if shown.verb != deed.verb:
        told += f"but nobody is left to raise, and his {shown.noun} is a {deed}."
        steps = (f"He must {deed}.",)
    elif deed.verb in ("bet", "raise") and not deed.to:
        told += f"he must {deed.verb}, and now says how much: at least {spot.least_raise}."
        steps = (f"Ask him how much he makes it: {spot.least_raise} or more.",)
        points = (RAISE_SIZE,)
    else:
        told += f"his {deed.noun} stands."
    return Ruling(
        verdict="binding",
        because=told,
        cites=_cites(rulebook, *points),
        amount=total_of(deed, spot),
        steps=steps,
        effects=act_of(deed, spot),
        penalty=PENALTY,
    )


def _returned(deed: Deed, spot: Spot, rulebook: Rulebook) -> Ruling:
    """Somebody in front bet or raised: what he did is off, and he chooses anew."""
    passed = deed.verb in PASSED
    no_raise = passed and rulebook.passed_bars_raise
    options = _choices(spot, may_raise=not no_raise)
    back = () if deed.verb == "check" else ("Give him back what he put out.",)
    told = f"It is {spot.price} to him now, so the action has changed: his {deed.noun} does not bind him"
    if no_raise:
        told += f", but after a {deed.verb} out of turn he may not raise."
    else:
        told += " and he may call, raise or fold." if len(options) > 2 else " and he may call or fold."
    return Ruling(
        verdict="returned",
        because=told,
        cites=_cites(rulebook, *((RAISE_SIZE,) if len(options) > 2 else ()), passed=passed),
        options=options,
        steps=(*back, f"Let him act anew: {_told(options, spot)}."),
        penalty=PENALTY,
    )


def _choices(spot: Spot, *, may_raise: bool = True) -> tuple[Option, ...]:
    """What the player may choose from in his turn: not for the director to decide."""
    call, fold = Deed("call"), Deed("fold")
    to_call = total_of(call, spot) or 0
    found = [Option(verdict="call", because=f"He calls {to_call}.", amount=to_call, effects=act_of(call, spot))]
    if may_raise and spot.may_raise and spot.all_in > spot.price:
        least = Deed("raise", min(spot.least_raise, spot.all_in))
        because = f"He raises to {_least(spot)}."
        found.append(Option(verdict="raise", because=because, amount=least.to, effects=act_of(least, spot)))
    found.append(Option(verdict="fold", because="He folds.", effects=act_of(fold, spot)))
    return tuple(found)


def _least(spot: Spot) -> str:
    """The totals he may raise to: one, or that and more."""
    if spot.all_in <= spot.least_raise:
        return f"{spot.all_in}, all-in"
    return f"{spot.least_raise}" if spot.most_raise <= spot.least_raise else f"{spot.least_raise} or more"


def _told(options: tuple[Option, ...], spot: Spot) -> str:
    words = {"call": f"call {options[0].amount}", "raise": f"raise to {_least(spot)}", "fold": "fold"}
    parts = [words[option.verdict] for option in options]
    return ", ".join(parts[:-1]) + (", or " if len(parts) > 2 else " or ") + parts[-1]


def _committed(deed: Deed, spot: Spot, rulebook: Rulebook) -> Ruling:
    """Somebody in front bet or raised, and he must still take the action that he showed."""
    facing = f"It is {spot.price} to him now. "
    if deed.verb == "check":
        return _director(
            facing + "He is held to what he showed, but nobody can check here: the director decides.",
            (
                Option(verdict="no raise", because=f"He meant to put nothing in: he may call {spot.price} or fold."),
                Option(verdict="full rights", because="What he is held to cannot be done, so nothing binds him."),
            ),
            rulebook,
        )
    if deed.verb == "call":
        return _binds_now(deed, spot, rulebook, facing + "A call out of turn is a call of what it costs in his turn.")
    raised = Deed("raise", min(max(deed.to, spot.least_raise), spot.all_in))
    if not spot.may_raise or spot.all_in <= spot.price:
        told = "He showed that he would put chips in, and cannot raise: it is a call."
        return _binds_now(Deed("call"), spot, rulebook, facing + told)
    if deed == ("raise", 0) and spot.all_in > spot.least_raise and spot.limit != "fixed limit":
        told = f"He showed a raise and must raise, and now says how much: at least {spot.least_raise}."
        return _binds_now(deed, spot, rulebook, facing + told, RAISE_SIZE)
    if deed.verb == "raise" or deed.to >= raised.to:
        told = f"He showed a {deed.verb} and must raise; {raised.to} "
        told += "is what he said." if deed.to == raised.to else "is the least that he can raise to."
        return _binds_now(raised, spot, rulebook, facing + told, RAISE_SIZE)
    call = Deed("call")
    return _director(
        facing + f"He is held to what he showed, but his {deed.noun} is no legal raise: the director decides.",
        (
            Option(
                verdict="call",
                because="He meant to put chips in, and a call is the least that does it.",
                amount=total_of(call, spot),
                effects=act_of(call, spot),
            ),
            Option(
                verdict="raise",
                because=f"He meant to be the one who bets: he raises to {raised.to}, the least there is.",
                amount=raised.to,
                effects=act_of(raised, spot),
            ),
        ),
        rulebook,
    )


def _director(because: str, options: tuple[Option, ...], rulebook: Rulebook) -> Ruling:
    """The director decides; the first option is the one we recommend: it asks no more of the player than he showed."""
    return Ruling(
        verdict=DISCRETION,
        because=because,
        cites=_cites(rulebook),
        options=options,
        recommended=options[0].verdict,
        penalty=PENALTY,
    )


def _binds_now(deed: Deed, spot: Spot, rulebook: Rulebook, because: str, *points: Point) -> Ruling:
    return Ruling(
        verdict="binding",
        because=because,
        cites=_cites(rulebook, *points),
        amount=total_of(deed, spot),
        steps=(f"He must {deed}.",),
        effects=act_of(deed, spot),
        penalty=PENALTY,
    )
