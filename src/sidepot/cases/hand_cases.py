"""Cases that are played: a betting round or a whole hand, step by step, with looks on the way."""

from __future__ import annotations

from collections.abc import Callable

from sidepot.cases.case_setups import Betting, Pack, WholeHand, can_show, setup_of
from sidepot.cases.case_words import Action, act, parse_action, parse_tried, seat_of
from sidepot.cases.events import SETTLING, say, say_parts
from sidepot.cases.expected import Problems, differ
from sidepot.cases.floor import do_floor
from sidepot.cases.looks import due_of, is_in_order, look, refusal
from sidepot.cases.script import ALL, Step, prepare_script
from sidepot.errors import BadNotation, Cite, SidepotError
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.own_numbers import own_cite
from sidepot.rules.rulebook import Rulebook


def run_script(body: Betting | WholeHand, rulebook: Rulebook) -> Problems:
    """Begin the hand that the case describes, and play it."""
    return play_script(body, Hand(setup_of(body, rulebook)))


def play_script(body: Betting | WholeHand, hand: Hand) -> Problems:
    """Play the script, looking where it looks, and then let the hand run to its end or to unknown cards."""
    names = list(body.stacks)
    pack = Pack(body)
    problems: Problems = []
    for step in prepare_script(body):
        try:
            _run_on(hand, pack, shows=not step.is_of_showing, until=step.looks.due or "")
        except SidepotError as error:
            return [*problems, f"{step.place}: {error}"]
        if not _play(hand, pack, step, names, problems):
            return problems
    while _run_on(hand, pack) or _show_in_turn(hand):
        pass
    look(hand, body.expect, names, "at the end", problems)
    _try_refused(hand, body.expect.refuses or {}, names, "at the end", problems)
    said = [say(event, names) for event in hand.log]
    if body.expect.settlement is not None:
        settled = [line for event, line in zip(hand.log, said, strict=True) if isinstance(event, SETTLING)]
        differ(problems, "settlement", body.expect.settlement, settled)
    if body.expect.parts is not None:
        differ(problems, "parts", body.expect.parts, say_parts(hand, names))
    missing = is_in_order(body.expect.events or (), said)
    if missing is not None:
        problems.append(f"events: {missing!r} does not come in its turn; the events: {'; '.join(said)}")
    if body.expect.rabbit is not None:
        differ(problems, "rabbit", body.expect.rabbit, pack.rabbit(hand))
    return problems


def _run_on(hand: Hand, pack: Pack, *, shows: bool = True, until: str = "") -> bool:
    """Let the dealer do all due, or go on `until` a step's look is due; whether there was anything to do."""
    done = False
    while True:
        pack.kill_absent(hand)
        if due_of(hand) == until or not pack.deal(hand, shows=shows):
            return done
        done = True


def _show_in_turn(hand: Hand) -> bool:
    """After the script the hands that must be shown are, as far as they are known."""
    if hand.due is not Due.SHOW or not can_show(hand):
        return False
    hand.show()
    return True


def _play(hand: Hand, pack: Pack, step: Step, names: list[str], problems: Problems) -> bool:
    """One step; whether the script can go on after it."""
    if step.who == ALL:
        return _play_together(hand, pack, step, problems)
    seat = seat_of(step.who, names) if step.who else hand.seat
    action = parse_action(step.words) if step.words else None
    if seat != hand.seat and step.in_turn:
        turn = f"it is the turn of {names[hand.seat]}" if hand.seat >= 0 else "it is nobody's turn"
        problems.append(f"{step.place}: {turn}, due is {due_of(hand)}")
        return False
    look(hand, step.looks, names, step.place, problems)
    _try_refused(hand, step.looks.refuses or {}, names, step.place, problems)
    if step.floor is not None:
        found = do_floor(step.floor, seat, hand, pack, names)
        problems += [f"{step.place}: {problem}" for problem in found]
        return not found
    if action is not None:
        try:
            _act(hand, action, seat, names)
        except SidepotError as error:
            problems.append(f"{step.place}: refused: {error}")
            return False
        if action.verb in ("deal again", "shuffle all"):
            pack.deal_again()
    return True


def _play_together(hand: Hand, pack: Pack, step: Step, problems: Problems) -> bool:
    """Everybody does the same until the round is over: all check (or bring in and call), fold, stand pat, or show."""
    if step.words == "show":
        return _show_all(hand, pack, step, problems)
    street, draws = hand.street, hand.due is Due.DRAW
    try:
        while hand.street == street and (hand.due is Due.DRAW if draws else hand.due in (Due.ACT, Due.BRING_IN)):
            if hand.due is Due.BRING_IN:
                hand.bring_in()
            elif step.words == "call":
                hand.check_or_call()
            else:
                act(hand, parse_action(step.words), hand.seat)
    except SidepotError as error:
        problems.append(f"{step.place}: refused: {error}")
        return False
    return True


def _show_all(hand: Hand, pack: Pack, step: Step, problems: Problems) -> bool:
    """Everybody who is to show does, who might muck too; pots that come first are paid."""
    if hand.due is not Due.SHOW:
        problems.append(f"{step.place}: nobody is to show, due is {due_of(hand)}")
        return False
    try:
        while due_of(hand) == "show":
            hand.show()
            _run_on(hand, pack, shows=False)
    except SidepotError as error:
        problems.append(f"{step.place}: refused: {error}")
        return False
    return True


def _act(hand: Hand, action: Action, seat: int, names: list[str]) -> None:
    if action.verb == "call" and action.amount and action.amount != hand.to_call:
        raise BadNotation(f"the call costs {hand.to_call}, not {action.amount}")
    act(hand, action, seat, names)


def _try_refused(hand: Hand, refuses: dict[str, str], names: list[str], place: str, problems: Problems) -> None:
    """Each of these must be refused, under the rule that is named, and must change nothing."""
    for words, rule in refuses.items():
        who, action = parse_tried(words, names)
        error = refusal(hand, _attempt(action, seat_of(who, names) if who else hand.seat, names))
        if error is None:
            problems.append(f"{place}: {words!r}: expected a refusal, but it was accepted")
        elif rule and str(error.cite) not in (rule, _there(hand, rule)):
            problems.append(f"{place}: {words!r}: expected a refusal under {rule}, got: {error}")


def _there(hand: Hand, rule: str) -> str:
    """A rule of one TDA book under its number in that of the house: a case is told once for several of them."""
    return str(own_cite(hand.setup.rulebook, Cite.parse(rule)))


def _attempt(action: Action, seat: int, names: list[str]) -> Callable[[Hand], None]:
    return lambda hand: _act(hand, action, seat, names)
