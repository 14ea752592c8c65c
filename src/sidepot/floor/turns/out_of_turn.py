"""Action out of turn: which actions are binding, the chips that go back, and the player's choices in turn."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.spot import Spot, announce, moves
from sidepot.floor.topic import Facts
from sidepot.floor.turns.deeds import LIMITED, Deed, act_of, after, as_spot, read_deed, reopening_cite, settle, total_of
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import HeadsUpEarly, OutOfTurn
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, left_open
from sidepot.rules.texts import Point, cite

# ---- what the act can become


class Early(NamedTuple):
    """An action out of turn.

    - `deed`: what the action counts as
    - `put`: the chips put out for it (None if unknown)
    """

    deed: Deed
    put: int | None

    def moves(self, spot: Spot, amount: int | None) -> tuple[int, int]:
        """The chips to return and the chips to add if the player's total is `amount` (None for no bet)."""
        if self.put is None:
            return 0, 0
        more = (spot.front if amount is None else amount) - spot.front - self.put
        return max(-more, 0), max(more, 0)


def choices(early: Early, spot: Spot, *, may_raise: bool = True) -> tuple[Option, ...]:
    """The player's choices in turn, after the chips were returned. The player chooses, not the director.

    `may_raise` says whether a raise is one of the choices.
    """
    anew, back = early._replace(put=0), early.put or 0
    call, fold = Deed("call"), Deed("fold")
    now = say("Another player has since made it {price}, so the action has changed.", spot.price)
    calls = held(anew, call, spot, in_a_row(now, say("The player acts again and calls.")), back)
    found = [_when(calls, say("The player puts in {amount}.", calls.add))]
    if may_raise and spot.may_raise and spot.all_in > spot.price:
        least = Deed("raise", min(spot.least_raise, spot.all_in))
        raises = held(anew, least, spot, in_a_row(now, _it_is_raise(spot)), back)
        found.append(_when(raises, _if_raised(spot, raises.add)))
    folds = held(anew, fold, spot, in_a_row(now, say("The player acts again and folds.")), back)
    return (*found, _when(folds, say("The player puts in nothing.")))


def _when(option: Option, when: Sentence) -> Option:
    return msgspec.structs.replace(option, when=when)


def _if_raised(spot: Spot, add: int) -> Sentence:
    """The chips that a raise puts in, as a sentence: one amount, or an amount and more."""
    if min(spot.all_in, spot.most_raise) <= spot.least_raise:
        return say("The player puts in {amount}.", add)
    return say("The player puts in {amount}, the minimum, or more.", add)


def _it_is_raise(spot: Spot) -> Sentence:
    """The totals to which a raise is legal, as a sentence: one total, or a total and more."""
    if spot.all_in <= spot.least_raise:
        return say("The player acts again and raises all-in.")
    if spot.most_raise <= spot.least_raise:
        return say("The player acts again and raises.")
    return say("The player acts again and raises. The minimum is a raise to {amount}.", spot.least_raise)


def _or(options: tuple[Option, ...], spot: Spot) -> Sentence:
    """The choices as a part of a sentence, such as `call 600, raise to 1000 or more, or fold`."""
    call = options[0].amount or 0
    if len(options) < 3:
        return say("call {amount} (all-in) or fold", call) if options[0].all_in else say("call {amount} or fold", call)
    if spot.all_in <= spot.least_raise:
        return say("call {amount}, raise to {total} (all-in), or fold", call, spot.all_in)
    if spot.most_raise <= spot.least_raise:
        return say("call {amount}, raise to {total}, or fold", call, spot.least_raise)
    return say("call {amount}, raise to {total} or more, or fold", call, spot.least_raise)


def held(early: Early, deed: Deed, spot: Spot, because: Sentence, back: int = 0) -> Option:
    """The option in which the player is held to an action. The chips in front count towards it.

    `back` is the number of chips that are returned first.
    """
    amount = total_of(deed, spot)
    change, add = early.moves(spot, amount)
    return Option(
        verdict=deed.verb,
        reason=because,
        amount=amount,
        change=back + change,
        add=add,
        all_in=amount == spot.all_in,
        instructions=(
            *moves(spot, back, 0),
            announce(_act(deed, spot)),
            *moves(spot, change, add, is_more=amount != add),
        ),
        effects=act_of(deed, spot),
    )


def _act(deed: Deed, spot: Spot) -> Sentence:
    """The action in words, such as `raise to 800` or, with the player's last chips, `call, all-in`."""
    is_last = deed.verb not in ("check", "fold") and total_of(deed, spot) == spot.all_in
    return say("{act}, all-in", deed.act) if is_last else deed.act


# ---- the ruling


UNCHANGED: Final = Point(
    "action out of turn",
    {
        "TDA-2013": "38-A/unchanged",
        "TDA-2024": "53-A/unchanged",
        "RRP-11": "irregularities/out-of-turn/unchanged",
        "PG": "115",
        "WSOP-LIVE-2026": "136",
    },
)
CHANGED: Final = Point(
    "action out of turn before a bet or raise",
    {
        "TDA-2013": "38-A/changed",
        "TDA-2024": "53-A/changed",
        "RRP-11": "irregularities/out-of-turn/changed",
        "PG": "115",
        "WSOP-LIVE-2026": "136",
    },
)
FOLDED: Final = Point(
    "fold out of turn",
    {
        "TDA-2013": "38-A/fold",
        "TDA-2024": "53-A/fold",
        "RRP-11": "irregularities/out-of-turn/unchanged",
        "PG": "115",
        "WSOP-LIVE-2026": "136",
    },
)
ACTED_HEADS_UP: Final = Point("action out of turn, heads-up", {"TDA-2026": "55"})
CHECKED_HEADS_UP: Final = Point(
    "check out of turn, heads-up", {"TDA-2026": "55-B", "WSOP-2026": "out-of-turn/heads-up"}
)
RAISE_SIZE: Final = Point("size of a raise", {"TDA-2013": "41-A/minimum", "TDA-2024": "43-A/minimum"})
ODD_FOLD: Final = Point("fold that nobody asked for", {"TDA-2013": "50", "TDA-2024": "58"})
PENALTY: Final = Sanction("acting out of turn")

BARRED_HEADS_UP: Final = {
    HeadsUpEarly.AS_ALWAYS: (),
    HeadsUpEarly.CHECK_BARS: ("check",),
    HeadsUpEarly.PASSIVE_BARS: ("check", "call"),
}
PASSED: Final = ("check", "call")  # acts out of turn that bar a raise in some houses (`_bars_raise`)


class ActedOutOfTurn(Facts, frozen=True, kw_only=True, tag="out of turn"):
    """A player's action out of turn.

    - `spot`: the player's spot at that time
    - `since`: the actions of the skipped players (empty if they have not acted yet)
    """

    did: str
    spot: Spot | str = Spot()
    since: tuple[str, ...] = ()


def rule_on_out_of_turn(facts: ActedOutOfTurn, rulebook: Rulebook) -> Ruling:
    """Rule on action out of turn, now or when the turn comes.

    Rule: TDA-2013 38-A, 50; TDA-2024 53-A, 58; TDA-2026 55-B; Robert's, irregularities; PG-115.
    """
    then = as_spot(facts.spot, rulebook)
    if then.stack == 0:
        raise BadNotation("stack: expected at least 1, because a player who is all-in cannot act out of turn")
    said, then = read_did(facts.did, then)
    now = after(then, [read_deed(word) for word in facts.since], rulebook)
    return rule_by_spots(said, then, now, rulebook, is_known=bool(facts.since))


def read_did(did: str, spot: Spot) -> tuple[Deed, Spot]:
    """Read the action. For an all-in with an amount, take the stack from the amount.

    Raises BadNotation for text that is not an action.
    """
    said = read_deed(did)
    if said.verb == "all-in" and said.to and spot.stack is None:
        if said.to <= spot.front:
            raise BadNotation(
                f"did: 'all-in for {said.to}': give the total for the round, which must be more than the {spot.front} "
                "already in front"
            )
        spot = msgspec.structs.replace(spot, stack=said.to - spot.front)
    settle(said, spot)
    return said, spot


def rule_by_spots(said: Deed, then: Spot, now: Spot, rulebook: Rulebook, *, is_known: bool) -> Ruling:
    """Rule on an action out of turn, given the player's spot at that time (`then`) and the current one (`now`).

    `is_known` says whether the skipped players have acted.
    """
    deed = settle(said, then)
    if deed.verb == "fold":
        return _folded(now, rulebook)
    early = Early(deed, _put_out(said, deed, then))
    committed = rulebook.out_of_turn is OutOfTurn.COMMITTED
    if committed and deed.verb == "check" and _bars_raise(deed, now, rulebook):
        committed = now.price == then.price  # a check is impossible against a bet: this house says what is open instead
    if is_known and now.price != then.price:
        if not committed:
            return _returned(early, now, rulebook)
        ruling = _committed(early, now, rulebook)
        return ruling if said.verb in (deed.verb, "all-in") else _corrected(ruling, said, deed, then, rulebook)
    if not is_known:
        ruling = _waits(early, now, rulebook, committed=committed)
    else:
        ruling = _binds(early, said, now, rulebook)
    return _corrected(ruling, said, deed, then, rulebook)


def _bars_raise(deed: Deed, spot: Spot, rulebook: Rulebook) -> bool:
    """Whether this action out of turn costs the player the right to raise if the action changes."""
    heads_up = spot.players == 2 and deed.verb in BARRED_HEADS_UP[rulebook.heads_up_early]
    return deed.verb in PASSED and (rulebook.passed_bars_raise or heads_up)


def _put_out(said: Deed, deed: Deed, spot: Spot) -> int | None:
    """The chips put out for the action; None for a bet or raise without an amount."""
    if said.verb == "check":
        return 0
    if said.verb == "call":
        return min(spot.to_call, spot.all_in - spot.front)
    to = spot.all_in if said.verb == "all-in" else said.to or deed.to
    return to - spot.front if to else None


def _is_as_said(said: Deed, deed: Deed) -> bool:
    """Whether the action counts as it was announced."""
    return said.verb == "all-in" or said == deed or said.verb == deed.verb and not said.to


def _corrected(ruling: Ruling, said: Deed, deed: Deed, then: Spot, rulebook: Rulebook) -> Ruling:
    """The ruling, with an explanation if the action is not legal as announced and counts as another.

    `then` is the player's spot at that time.
    """
    if _is_as_said(said, deed):
        return ruling
    if said.verb != deed.verb:
        reason = in_a_row(_not_open(said, deed, then), ruling.reason)
        about = f"as {deed.verb}" if ruling.verdict == "binding" else ruling.about
        return msgspec.structs.replace(ruling, about=about, reason=reason)
    if said.to < deed.to:
        reason = say("The player said {amount}, but the minimum is {least}.", said.to, deed.to)
    else:
        reason = say("The player said {amount}, but the maximum is {most}.", said.to, deed.to)
    cites = (*ruling.cites, cite(RAISE_SIZE, rulebook))
    return msgspec.structs.replace(ruling, reason=in_a_row(reason, ruling.reason), cites=cites)


def _not_open(said: Deed, deed: Deed, then: Spot) -> Sentence:
    """The sentence that a bet or raise by a player who may not make one is a call or a check."""
    if said.verb == "bet":
        return (
            say("The player may not bet here, so it is a call.")
            if deed.verb == "call"
            else say("The player may not bet here, so it is a check.")
        )
    if deed.verb == "call" and then.all_in <= then.price:
        return say("A call takes all of the player's chips, so the raise is a call.")
    return (
        say("The betting was not open for a raise, so the raise counts as a call.")
        if deed.verb == "call"
        else say("The betting was not open for a raise, so the raise counts as a check.")
    )


def _cites(
    rulebook: Rulebook, spot: Spot, *more: Point, point: Point = CHANGED, passed: Deed | None = None
) -> tuple[Cite, ...]:
    """The deciding rules. `passed` is the check or call, if it matters whether a raise is open."""
    heads_up = ACTED_HEADS_UP.numbers if spot.players == 2 else {}
    fields = ("out_of_turn", *(("passed_bars_raise",) if passed else ()))
    bars = passed and (passed.verb == "check" or passed.verb in BARRED_HEADS_UP[rulebook.heads_up_early])
    if bars and spot.players == 2:
        heads_up, fields = CHECKED_HEADS_UP.numbers, (*fields, "heads_up_early")
    point = Point(point.title, point.numbers | heads_up)
    return (cite(point, rulebook, *fields), *(cite(other, rulebook) for other in more))


def _folded(spot: Spot, rulebook: Rulebook) -> Ruling:
    """Rule on a fold out of turn: it is binding at once, whatever the skipped players do."""
    return Ruling(
        verdict="fold",
        reason=say("The player folded out of turn. A fold is binding, whatever the skipped players do."),
        cites=_cites(rulebook, spot, point=FOLDED),
        instructions=(say("Muck the cards."), say("Give the action to the player whose turn it is.")),
        effects=act_of(Deed("fold"), spot),
        penalty=PENALTY,
    )


def _waits(early: Early, spot: Spot, rulebook: Rulebook, *, committed: bool) -> Ruling:
    """Rule while the skipped players still have to act."""
    deed, chips = early.deed, early.put != 0
    passed = deed.verb in PASSED and not committed
    if committed:
        because = say(
            'The player announced "{act}" out of turn. That is binding, whatever others do first.',
            deed.act,
        )
    else:
        stands = (
            say("The action out of turn stands unless the skipped player bets or raises.")
            if spot.players == 2
            else say("The action out of turn stands unless one of the skipped players bets or raises.")
        )
        if _bars_raise(deed, spot, rulebook):
            changed = (
                say("In that case the chips go back, and the player who acted out of turn may only call or fold.")
                if chips
                else say("In that case the player who acted out of turn may only call or fold.")
            )
        else:
            changed = (
                say("In that case the chips go back, and the player who acted out of turn may call, raise or fold.")
                if chips
                else say("In that case the player who acted out of turn may call, raise or fold.")
            )
        because = in_a_row(stands, changed)
    leave = (
        say("Leave the chips in front of the player.")
        if early.put is None
        else say("Leave the {amount} in front of the player.", early.put)
    )
    return Ruling(
        verdict="committed" if committed else "wait",
        about="player" if spot.players == 2 and not committed else deed.verb,
        reason=because,
        cites=_cites(rulebook, spot, point=UNCHANGED, passed=deed if passed else None),
        instructions=(
            *((leave,) if chips else ()),
            say("Give the action to the player whose turn it is."),
        ),
        penalty=PENALTY,
    )


def _binds(early: Early, said: Deed, spot: Spot, rulebook: Rulebook) -> Ruling:
    """Rule that the action is binding, because nothing has changed. `said` is the action as it was announced."""
    because, deed = say("Nobody has bet or raised since, so the action has not changed."), early.deed
    if deed.verb in ("bet", "raise") and not deed.to:
        names = (
            say("The player now names the amount of the bet: {amount} or more.", spot.least_raise)
            if deed.verb == "bet"
            else say("The player now names the amount of the raise: {amount} or more.", spot.least_raise)
        )
        cites = _cites(rulebook, spot, RAISE_SIZE, point=UNCHANGED)
        return _bound(early, deed, spot, in_a_row(because, names), cites, (_ask(spot),))
    is_last = deed.verb != "check" and total_of(deed, spot) == spot.all_in
    step = _stands(deed) if _is_as_said(said, deed) and not is_last else announce(_act(deed, spot))
    if is_last and deed.verb in ("bet", "raise") and said == (deed.verb, 0):
        because = in_a_row(because, _takes_all(deed))
    return _bound(early, deed, spot, because, _cites(rulebook, spot, point=UNCHANGED), (step,))


def _takes_all(deed: Deed) -> Sentence:
    """The sentence that a bet or raise announced without an amount is all-in, because it takes all chips."""
    if deed.verb == "bet":
        return say("The minimum bet takes all of the player's chips, so the bet is all-in, for {amount}.", deed.to)
    return say("The minimum raise takes all of the player's chips, so the raise is all-in, to {amount}.", deed.to)


def _stands(deed: Deed) -> Sentence:
    if deed.verb == "check":
        return say("Announce: the check stands.")
    if deed.verb == "call":
        return say("Announce: the call stands.")
    if deed.verb == "bet":
        return say("Announce: the bet of {amount} stands.", deed.to)
    return say("Announce: the raise to {amount} stands.", deed.to)


def _ask(spot: Spot) -> Sentence:
    return (
        say("Ask {player} for the amount: {amount} or more.", spot.name, spot.least_raise)
        if spot.name
        else say("Ask the player for the amount: {amount} or more.", spot.least_raise)
    )


def _bound(
    early: Early, deed: Deed, spot: Spot, because: Sentence, cites: tuple[Cite, ...], steps: tuple[Sentence, ...]
) -> Ruling:
    """The ruling that holds the player to a deed, with corrected chips."""
    amount = total_of(deed, spot)
    known = early.put is not None
    change, add = (0, 0) if amount is None else early.moves(spot, amount)
    return Ruling(
        verdict="binding",
        about=f"as {deed.verb}" if _is_recounted(early.deed, deed) else deed.verb,
        reason=because,
        cites=cites,
        amount=amount,
        change=change,
        add=add,
        all_in=deed.verb != "check" and amount == spot.all_in,
        instructions=(*steps, *(moves(spot, change, add, is_more=amount != add) if known else _made_up(spot, amount))),
        effects=act_of(deed, spot),
        penalty=PENALTY,
    )


def _made_up(spot: Spot, amount: int | None) -> tuple[Sentence, ...]:
    """The dealer's step for a player of whom nobody knows how many chips are out."""
    if not amount:
        return ()
    if spot.name:
        return (say("Have {player} make it {amount} in all.", spot.name, amount),)
    return (say("Have the player make it {amount} in all.", amount),)


def _is_recounted(early: Deed, now: Deed) -> bool:
    """Whether an action counts as a call that was none, or as a raise to an amount that it did not have."""
    return now.verb == "call" != early.verb or now.verb == "raise" and now.to > 0 == early.to


def _returned(early: Early, spot: Spot, rulebook: Rulebook) -> Ruling:
    """Rule after a skipped player bet or raised: the action is not binding, its chips are returned, and the player
    chooses again.
    """
    deed, put = early
    passed = deed if deed.verb in PASSED else None
    no_raise = _bars_raise(deed, spot, rulebook)
    options = choices(early, spot, may_raise=not no_raise)
    out = (
        say("Return any chips that {player} put out.", spot.name)
        if spot.name
        else say("Return any chips that the player put out.")
    )
    back = (out,) if put is None else moves(spot, put, 0)
    if no_raise:
        may = (
            say("After a check out of turn, the player may not raise, only call or fold.")
            if deed.verb == "check"
            else say("After a call out of turn, the player may not raise, only call or fold.")
        )
    elif len(options) > 2:
        may = say("The player may call, raise or fold.")
    else:
        may = _only_call_or_fold(spot)
    size = (RAISE_SIZE,) if len(options) > 2 else ()
    reopening = () if no_raise or spot.may_raise else (reopening_cite(spot, rulebook),)
    reason = in_a_row(say("Another player has since made it {price}, so the action has changed.", spot.price), may)
    again = (
        say("Have {player} act again: {acts}.", spot.name, _or(options, spot))
        if spot.name
        else say("Have the player act again: {acts}.", _or(options, spot))
    )
    return Ruling(
        verdict="returned",
        about=deed.verb,
        reason=reason,
        cites=(*_cites(rulebook, spot, *size, passed=passed), *reopening),
        change=put or 0,
        options=options,
        instructions=(*back, again),
        penalty=PENALTY,
    )


def _only_call_or_fold(spot: Spot) -> Sentence:
    """Why the player may not raise: too few chips, or the betting is not open to the player."""
    if spot.may_raise:
        return say("The player has too few chips to raise, and may call or fold.")
    return say("The bet has not gone up enough to reopen the betting for the player, who may only call or fold.")


def _committed(early: Early, spot: Spot, rulebook: Rulebook) -> Ruling:
    """Rule after a skipped player bet or raised, in a house that still holds the player to the action."""
    deed = early.deed
    facing = say("The bet is now {price}.", spot.price)
    if deed.verb == "check":
        return _director(
            in_a_row(facing, say("Action out of turn is binding here, but the player cannot check now.")),
            (
                Option(
                    verdict="no raise",
                    reason=say("A check puts in no chips, so the player may only call {price} or fold.", spot.price),
                ),
                Option(verdict="full rights", reason=say("A check is now impossible, so nothing is binding.")),
            ),
            spot,
            rulebook,
        )
    if deed.verb == "call":
        reason = say("A call out of turn becomes a call of the current bet.")
        return _binds_now(early, deed, spot, rulebook, in_a_row(facing, reason))
    raised = Deed("raise", min(max(deed.to, spot.least_raise), spot.all_in))
    if not spot.may_raise or spot.all_in <= spot.price:
        reason = (
            say("The player has too few chips to raise, so it is a call.")
            if spot.may_raise
            else say("The player may not raise now, so it is a call.")
        )
        return _binds_now(early, Deed("call"), spot, rulebook, in_a_row(facing, reason))
    is_one_size = spot.limit in LIMITED and spot.most_raise <= spot.least_raise
    if deed == ("raise", 0) and spot.all_in > spot.least_raise and not is_one_size:
        reason = say("The player raised out of turn and now names the amount: {amount} or more.", spot.least_raise)
        return _binds_now(early, deed, spot, rulebook, in_a_row(facing, reason), RAISE_SIZE)
    if deed.verb == "raise" or deed.to >= raised.to:
        reason = _raised(deed, raised, spot)
        return _binds_now(early, raised, spot, rulebook, in_a_row(facing, reason), RAISE_SIZE)
    call = held(
        early,
        Deed("call"),
        spot,
        say("The player put out chips, and a call is the smallest action with chips."),
    )
    more = say("The player bet out of turn, and the nearest legal action is the minimum raise, to {amount}.", raised.to)
    return _director(
        in_a_row(
            facing,
            say(
                "Action out of turn is binding here, but a bet of {amount} is not a legal raise, so the director "
                "chooses between a call and the minimum raise.",
                deed.to,
            ),
        ),
        (call, held(early, raised, spot, more)),
        spot,
        rulebook,
    )


def _raised(deed: Deed, raised: Deed, spot: Spot) -> Sentence:
    """The sentence on the bet or raise that is now to be matched."""
    is_least = 0 < deed.to != raised.to
    if deed.verb == "bet":
        return (
            say(
                "The bet of {bet} out of turn is less than the minimum raise, so it is made up to {amount}.",
                deed.to,
                raised.to,
            )
            if is_least
            else say("The player bet out of turn and is held to it: the bet is now a raise to {amount}.", raised.to)
        )
    if is_least:
        return say(
            "The raise to {wanted} out of turn is less than the minimum, so it is made up to {amount}.",
            deed.to,
            raised.to,
        )
    if deed.to:
        return say("The player raised to {amount} out of turn and is held to it.", raised.to)
    held_to_raise = say("The player raised out of turn and is held to a raise.")
    return in_a_row(
        held_to_raise,
        _takes_all(raised)
        if raised.to == spot.all_in
        else say("The limit allows only a raise to {amount}.", raised.to),
    )


def _director(because: Sentence, options: tuple[Option, ...], spot: Spot, rulebook: Rulebook) -> Ruling:
    """Rule that the director decides. The first option is recommended; it asks no more than the player put out."""
    return left_open(because, _cites(rulebook, spot), *options, penalty=PENALTY)


def _binds_now(early: Early, deed: Deed, spot: Spot, rulebook: Rulebook, because: Sentence, *points: Point) -> Ruling:
    is_open = deed.verb in ("bet", "raise") and not deed.to
    ask = _ask(spot) if is_open else announce(_act(deed, spot))
    return _bound(early, deed, spot, because, _cites(rulebook, spot, *points), (ask,))
