"""Cases that are played: a betting round or a whole hand, step by step, with comparisons on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sidepot.cards import UNKNOWN, text
from sidepot.cases.case_setups import Betting, Pack, WholeHand, can_show, setup_of
from sidepot.cases.case_words import Action, act, parse_action, parse_tried, seat_of
from sidepot.cases.expected import Problems, differ
from sidepot.cases.floor import do_floor
from sidepot.cases.looks import due_of, is_in_order, look, refusal
from sidepot.cases.script import ALL, Step, prepare_script
from sidepot.errors import BadNotation, Cite, SidepotError
from sidepot.hand import events
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from sidepot.rules.own_numbers import own_cite
from sidepot.rules.rulebook import Rulebook

# ---- events in words


_WAYS = {1: "high", 2: "low", 3: "both"}
_TIMES = {1: "once", 2: "twice"}
_HALVES = ("first half", "second half")

SETTLING = (
    events.Returned,
    events.Shown,
    events.Proved,
    events.Mucked,
    events.Killed,
    events.Awarded,
    events.PassedOut,
    events.Voided,
)


def say(event: events.Event, names: Sequence[str]) -> str:
    """Describe an event in the words of a case."""
    return _of_cards(event, names) or _of_bets(event, names) or _of_floor(event, names) or "the hand begins"


def _of_cards(event: events.Event, names: Sequence[str]) -> str:
    """An event about cards, in words; empty for other events."""
    match event:
        case events.Burned(card):
            return "burn" if card == UNKNOWN else f"burn {text((card,))}"
        case events.Dealt(seat, some, up):
            down = len(some) - up
            parts = [f"{text(some[:down])} down"] * (down > 0) + [f"{text(some[down:])} up"] * (up > 0)
            return f"{names[seat]} is dealt {', '.join(parts)}"
        case events.BoardDealt(some, board):
            return f"board {board + 1}: {text(some)}" if board else f"board {text(some)}"
        case events.Reshuffled(count):
            return f"{count} cards are shuffled" if count != 1 else "1 card is shuffled"
        case events.Discarded(seat, some, split):
            if not some:
                return f"{names[seat]} stands pat"
            return f"{names[seat]} discards {len(some)}" + (" and splits openers" if split else "")
        case events.Proved(seat, some, good):
            return f"{names[seat]} proves {text(some)}" if good else f"{names[seat]} has no openers: {text(some)}"
        case events.Exposed(seat, card, kept):
            return f"{names[seat]} exposes {text((card,))}, which {'is kept' if kept else 'goes'}"
        case events.Shown(seat, _, called):
            return f"{names[seat]} shows" + (f" as {' / '.join([text(half) or '-' for half in called])}" * bool(called))
        case events.Mucked(seat):
            return f"{names[seat]} mucks"
        case events.Redealt():
            return "the hand is dealt again"
        case events.Restubbed(count, mixed):
            return f"{count} cards are shuffled, muck and burns with them" if mixed else f"{count} cards are shuffled"
        case _:
            return ""


def _of_bets(event: events.Event, names: Sequence[str]) -> str:
    """An event about chips, in words; empty for other events."""
    match event:
        case events.Posted(seat, post, amount):
            return f"{names[seat]} posts {amount} {post.value}"
        case events.BroughtIn(seat, amount):
            return f"{names[seat]} brings in {amount}"
        case events.Folded(seat):
            return f"{names[seat]} folds"
        case events.Checked(seat):
            return f"{names[seat]} checks"
        case events.Called(seat, amount):
            return f"{names[seat]} calls {amount}"
        case events.RaisedTo(seat, to):
            return f"{names[seat]} raises to {to}"
        case events.TookBack(seat, amount):
            return f"{names[seat]} takes {amount} back"
        case events.Returned(seat, amount):
            return f"{amount} back to {names[seat]}"
        case Added(seat, amount):
            return f"{names[seat]} buys {amount}"
        case MarkerOffered(seat, to, face):
            return f"{names[seat]} offers a marker of {face} for {to}"
        case Borrowed(seat, amount, lender, name):
            return f"{names[seat]} borrows {amount} from {name or names[lender]}"
        case events.Awarded(pot, _, shares, rake):
            return f"{_pot(pot)}: {_paid(shares, names)}" + (f", rake {rake}" if rake else "")
        case events.PassedOut(amount):
            return f"passed out, {amount} stay in the pot"
        case _:
            return ""


def _of_floor(event: events.Event, names: Sequence[str]) -> str:
    """A declaration, an agreement or a ruling, in words; empty for other events."""
    match event:
        case events.RunChosen(seat, runs):
            return f"{names[seat]} runs it {_TIMES.get(runs, f'{runs} times')}"
        case events.Declared(seat, ways, spoken):
            return f"{names[seat]} declares {_WAYS[ways]}" if spoken else f"{names[seat]} closes the hand"
        case events.Revealed(declared):
            return f"hands are opened: {', '.join(f'{names[seat]} {_WAYS[ways]}' for seat, ways in declared)}"
        case events.Killed(seat, refund):
            return f"{names[seat]} is killed" + (f", {refund} back" if refund else "")
        case events.Voided():
            return "the hand is void"
        case events.Ruled(ruling, by):
            return f"ruled: {ruling.verdict}" + (f", by {by}" if by else "")
        case Consented(seat, agrees):
            return f"{names[seat]} {'agrees' if agrees else 'refuses'}"
        case _:
            return ""


def say_parts(hand: Hand, names: Sequence[str]) -> list[str]:
    """The shares of each board and half, pot by pot, such as `main pot, board 2, first half: 10 to A`."""
    boards = len(hand.boards) > 1
    halves = len(hand.setup.game.halves) > 1
    sentences = []
    for event in hand.log:
        if isinstance(event, events.Awarded):
            for board, half, shares in event.parts:
                where = [_pot(event.pot)]
                where += [f"board {board + 1}"] if boards else []
                where += [_HALVES[half]] if halves and half >= 0 else []
                sentences.append(f"{', '.join(where)}: {_paid(shares, names)}")
    return sentences


def _pot(at: int) -> str:
    return f"side pot {at}" if at else "main pot"


def _paid(shares: Iterable[tuple[int, int]], names: Sequence[str]) -> str:
    return ", ".join(f"{amount} to {names[seat]}" for seat, amount in shares)


# ---- playing


def run_script(body: Betting | WholeHand, rulebook: Rulebook) -> Problems:
    """Begin the hand that the case describes, and play it. Returns the differences."""
    return play_script(body, Hand(setup_of(body, rulebook)))


def play_script(body: Betting | WholeHand, hand: Hand) -> Problems:
    """Play the script, and make its comparisons. Then play the hand to its end, or until unknown cards stop it."""
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
    sentences = [say(event, names) for event in hand.log]
    if body.expect.settlement is not None:
        settled = [line for event, line in zip(hand.log, sentences, strict=True) if isinstance(event, SETTLING)]
        differ(problems, "settlement", body.expect.settlement, settled)
    if body.expect.parts is not None:
        differ(problems, "parts", body.expect.parts, say_parts(hand, names))
    missing = is_in_order(body.expect.events or (), sentences)
    if missing is not None:
        problems.append(f"events: {missing!r} does not come in its turn; the events: {'; '.join(sentences)}")
    if body.expect.rabbit is not None:
        differ(problems, "rabbit", body.expect.rabbit, pack.rabbit(hand))
    return problems


def _run_on(hand: Hand, pack: Pack, *, shows: bool = True, until: str = "") -> bool:
    """Let the dealer do everything that is due, or only `until` something is due. Returns whether there was anything to
    do.
    """
    done = False
    while True:
        pack.kill_absent(hand)
        if due_of(hand) == until or not pack.deal(hand, shows=shows):
            return done
        done = True


def _show_in_turn(hand: Hand) -> bool:
    """After the script, show the known hands that must be shown, in turn."""
    if hand.due is not Due.SHOW or not can_show(hand):
        return False
    hand.show()
    return True


def _play(hand: Hand, pack: Pack, step: Step, names: list[str], problems: Problems) -> bool:
    """Play one step. Returns whether the script can continue after it."""
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
    """Let everybody do the same until the round is over: check (or bring in and call), fold, stand pat, or show."""
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
    """Show all hands in turn, even those that might be mucked. Earlier pots are paid."""
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
    """A TDA rule under its number in the house's book, because a case is written once for several houses."""
    return str(own_cite(hand.setup.rulebook, Cite.parse(rule)))


def _attempt(action: Action, seat: int, names: list[str]) -> Callable[[Hand], None]:
    return lambda hand: _act(hand, action, seat, names)
