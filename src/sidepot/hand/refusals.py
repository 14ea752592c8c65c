"""The messages of refused commands: what is due instead, what would be legal, and the rule.

This code runs only when a command is refused, and changes nothing. The rule has its number in the house's own book if
that is known (`own_book`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from sidepot.cards import UNKNOWN, text
from sidepot.errors import SEAT, BadNotation, Cite, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.titles import half_label
from sidepot.hand.betting_terms import FIXED_LIMIT, HALF, HALF_ALONE, SPREAD_LIMIT
from sidepot.hand.due import Due
from sidepot.hand.own_book import (
    BRING_IN_OWED,
    FACE_UP,
    IN_TURN,
    LIMIT_CAP,
    RAISE_SIZE,
    REOPENING,
    STUB,
    TABLE_ALL,
    own,
)
from sidepot.rules.clauses import Sentence, plain, refuse, say
from sidepot.rules.rulebook import Openers

if TYPE_CHECKING:
    from sidepot.hand.betting import Betting
    from sidepot.hand.state import HandState

E = TypeVar("E", bound=SidepotError)

TABLE_STAKES = Cite("PG", "41")
NO_MORE_BETTING = Cite("TS", "12")
OPENERS = Cite("PG", "84")
CHECK_RAISE = Cite("RRP-11", "lowball/check-raise")
CREDIT = Cite("OS", "10")
CHIPS = Cite("PG", "23")
RAISES = Cite("PG", "40")


def what_is_due(hand: HandState) -> str:
    """What the hand is waiting for, as a sentence without a full stop."""
    return plain(waited_for(hand), commas=False).replace(SEAT, f"seat {hand.seat + 1}")


_WAITS: Final = {
    Due.DONE: say("the hand is over"),
    Due.POST: say("{player} must post first", SEAT),
    Due.BURN: say("a card must be burned first"),
    Due.RESHUFFLE: say("the stub is too short: the discards must be shuffled first"),
    Due.BRING_IN: say("{player} must bring it in or complete", SEAT),
    Due.ACT: say("it is {player}'s turn to act", SEAT),
    Due.DRAW: say("it is {player}'s turn to draw", SEAT),
    Due.SHOW: say("{player} must show or muck first", SEAT),
    Due.AWARD: say("a pot must be awarded first"),
    Due.PASS_OUT: say("nobody may take the pot: it must be left for the next deal"),
    Due.RUN: say("{player} must say how often the board is run", SEAT),
    Due.PROVE: say("{player} must show its openers", SEAT),
    Due.REVEAL: say("the closed hands must be opened first"),
    Due.CONSENT: say("{player} must accept or refuse the marker", SEAT),
}


def waited_for(hand: HandState) -> Sentence:
    """What the hand is waiting for, as a sentence with gaps. A part that is `SEAT` stands for the seat in turn."""
    if hand.due is Due.SHOW and hand.forced:
        return say("{player} must show first", SEAT)
    if hand.due is Due.DECLARE:
        return say("{player} must declare for {halves} or both", SEAT, _in_a_row(_halves(hand)))
    if hand.due is Due.DEAL:
        return say("{count} card(s) must be dealt to {player} first", str(hand.count), SEAT)
    if hand.due is Due.BOARD:
        return say("{count} card(s) must be dealt to the board first", str(hand.count))
    if hand.due is Due.RETURN:
        return say("{chips} uncalled chips must go back to {player} first", hand.count, SEAT)
    return _WAITS[hand.due]


def not_due(hand: HandState, what: str, *parts: str) -> NotDue:
    """The error for a command that is not due. `what` names the command, with gaps for the `parts`."""
    sentence = (f"nobody may {what} now: {{waits}}", *parts, waited_for(hand))
    code = "hand_over" if hand.due is Due.DONE else "not_due"
    return _about(hand, NotDue, sentence, _own(hand, IN_TURN), code)


def _about(hand: HandState, kind: type[E], sentence: Sentence, cite: Cite, code: str) -> E:
    """The error with a sentence that may be about the seat in turn."""
    return refuse(kind, sentence, cite, code=code, seats=(hand.seat,) * plain(sentence).count(SEAT))


def _own(hand: HandState, rule: Cite) -> Cite:
    """The rule as the house's book numbers it, for the limit in play."""
    return own(hand.setup.rulebook, rule, at_limit=hand.betting.terms.kind in (FIXED_LIMIT, SPREAD_LIMIT))


def wrong_count(hand: HandState, given: int) -> IllegalAction:
    sentence = say("{count} card(s) were dealt, but {waits}", str(given), waited_for(hand))
    return _about(hand, IllegalAction, sentence, Cite("PG", "24"), "wrong_card_count")


def not_in_stub(hand: HandState, card: int) -> SidepotError:
    rule = Cite("PG", "21")
    if card in hand.plan.deck:
        return refuse(IllegalAction, say("{card} has already been dealt", name(card)), rule, code="card_dealt_already")
    return refuse(IllegalAction, say("{card} is not in this deck", name(card)), rule, code="card_not_in_deck")


def no_command(given: object) -> BadNotation:
    what = f"a player answers with a command of `sidepot.hand.commands`, not with {type(given).__name__}"
    return BadNotation(what, code="no_command")


def name(card: int) -> str:
    """The name of a card, or its number if it is not a card."""
    return text((card,)) if 0 <= card <= UNKNOWN else f"card {card}"


def must_call(hand: HandState) -> IllegalAction:
    owed = hand.to_call or hand.betting.price - hand.betting.bets[hand.seat]
    sentence = say("{player} may not check: it must call {amount} or fold", SEAT, owed)
    return illegal(hand, "must_call", sentence, Cite("PG", "57"))


def nothing_to_call(hand: HandState) -> IllegalAction:
    sentence = say("{player} has nothing to call: it may check", SEAT)
    return illegal(hand, "nothing_to_call", sentence, Cite("PG", "57"))


def illegal(hand: HandState, code: str, sentence: Sentence, cite: Cite) -> IllegalAction:
    """The error for a refused action of the seat in turn, whose place in the sentence is `SEAT`."""
    return refuse(IllegalAction, sentence, _own(hand, cite), code=code, seats=(hand.seat,))


def cap_rule(betting: Betting) -> Cite:
    """The rule about the cap on raises. At no limit and pot limit, the cap is a choice of the table."""
    return LIMIT_CAP if betting.terms.kind in (FIXED_LIMIT, SPREAD_LIMIT) else RAISES


def why_no_raise(hand: HandState) -> tuple[str, Sentence, Cite]:
    """Why the seat to act may not raise, as an error code, a reason and a rule."""
    betting, seat = hand.betting, hand.seat
    if lacks_openers(hand):
        least = hand.setup.game.open_requirement
        return "no_openers", say("it holds no openers: {hand} or better", str(least)), OPENERS
    if has_checked(hand):
        return "checked_already", say("it has checked, and nobody may check and raise in this game"), CHECK_RAISE
    if hand.due is Due.BRING_IN:
        has = say("it has only {stack}, no more than the bring-in", betting.stacks[seat])
        return "too_few_chips", has, TABLE_STAKES
    if not betting.able & ~(1 << seat):
        return "nobody_can_call", say("all its opponents are all-in"), NO_MORE_BETTING
    if betting.capped:
        return "raise_cap", say("the cap of {bets} bets is reached", str(betting.terms.bets)), cap_rule(betting)
    if betting.bets[seat] + betting.stacks[seat] <= betting.price:
        owed = betting.price - betting.bets[seat]
        return (
            "too_few_chips",
            say("it has only {stack} to call {amount} with", betting.stacks[seat], owed),
            TABLE_STAKES,
        )
    if betting.bounds(seat)[1]:
        why = say("that would be all-in with borrowed chips, or after a raise with them")
        return "credit_all_in", why, CREDIT
    return "not_reopened", _not_reopened(betting, seat), REOPENING


def _not_reopened(betting: Betting, seat: int) -> Sentence:
    raised = betting.level - betting.acted[seat]
    size = betting.unit if betting.terms.kind == 2 else betting.full_raise
    so_far = say("it has acted, and the bet has gone up by only {raised} since", raised)
    if betting.terms.reopening == HALF_ALONE:
        return say("{so_far}, not by half of a full raise of {size} by one player", so_far, size)
    if betting.terms.reopening == HALF:
        return say("{so_far}, not by half of a full raise of {size}", so_far, size)
    return say("{so_far}, not by a full raise of {size}", so_far, size)


def may_not_raise(hand: HandState) -> IllegalAction:
    code, why, cite = why_no_raise(hand)
    return illegal(hand, code, say("{player} may not raise: {why}; {instead}", SEAT, why, _else(hand)), cite)


def out_of_bounds(hand: HandState, to: int, low: int, high: int) -> IllegalAction:
    chip = hand.betting.step()
    if chip and low < to < high:
        below = to - to % chip
        sentence = say(
            "{player} may not bet or raise to {amount}: with {chip} the smallest chip in play, it may raise to {below} "
            "or {above}",
            SEAT,
            to,
            chip,
            below,
            min(below + chip, high),
        )
        return illegal(hand, "chips_cannot_make", sentence, CHIPS)
    allowed = (
        say("it may raise to {amount}", low)
        if low == high
        else say("it may raise to {amount} or to {other}", low, high)
        if hand.betting.alt
        else say("it may raise to {low} at least and {high} at most", low, high)
    )
    code = "raise_too_small" if to < low else "raise_too_large" if to > high else "raise_between"
    sentence = say("{player} may not bet or raise to {amount}: {allowed}", SEAT, to, allowed)
    return illegal(hand, code, sentence, RAISE_SIZE)


def _else(hand: HandState) -> Sentence:
    if hand.due is Due.BRING_IN:
        return say("it may bring it in")
    to_call = hand.to_call
    if not to_call and hand.betting.price > hand.betting.bets[hand.seat]:
        return say("it may add chips, go all-in or fold")
    return say("it may call {amount} or fold", to_call) if to_call else say("it may check or fold")


def wrong_discards(hand: HandState, count: int) -> IllegalAction:
    street = hand.plan.streets[hand.street]
    exact = say("{player} must throw {count} card(s) away, not {given}", SEAT, str(street.discard), str(count))
    most = say("{player} may change {count} card(s) at most, not {given}", SEAT, str(street.draw), str(count))
    return illegal(hand, "wrong_discard_count", exact if street.discard else most, Cite("PG", "82"))


def wrong_runs(hand: HandState, runs: int) -> IllegalAction:
    sentence = say("{player} may run the board 1 to {most} times, not {runs}", SEAT, str(hand.count), str(runs))
    return illegal(hand, "wrong_run_count", sentence, Cite("PG", "13"))


def wrong_ways(hand: HandState, ways: int) -> IllegalAction:
    numbered = [("{} ({})", half, str(way)) for way, half in enumerate(_halves(hand), 1)]
    sentence = say("{player} must declare for {halves} or both (3), not {given}", SEAT, _in_a_row(numbered), str(ways))
    return illegal(hand, "wrong_declaration", sentence, Cite("PG", "69"))


def _halves(hand: HandState) -> list[Sentence]:
    game = hand.setup.game
    return [(half_label(game, at),) for at in range(len(game.halves))]


def _in_a_row(parts: Sequence[str | Sentence]) -> Sentence:
    """Parts separated by commas."""
    return (", ".join(["{}"] * len(parts)), *parts)


def unknown_declarations() -> Conflict:
    return Conflict(
        "this copy of the hand does not know what the closed hands declare", Cite("PG", "69"), code="unknown_cards"
    )


def may_not_call() -> IllegalAction:
    sentence = say("in this house cards speak: players do not call their hands")
    return refuse(IllegalAction, sentence, Cite("PG", "74"), code="cards_speak")


def too_early_to_call(seat: int) -> IllegalAction:
    sentence = say("{player} may call its hand at the showdown: more cards are to come", SEAT)
    return refuse(IllegalAction, sentence, Cite("PG", "76"), code="too_early", seats=(seat,))


def not_made_of(seat: int, cards: Sequence[int]) -> IllegalAction:
    sentence = say("{player} cannot play {cards} here", SEAT, " ".join(map(name, cards)))
    return refuse(IllegalAction, sentence, Cite("PG", "76"), code="not_made_of_hand", seats=(seat,))


def not_held(hand: HandState, card: int, seat: int = -1) -> IllegalAction:
    seat = hand.seat if seat < 0 else seat
    sentence = say("{card} is not one of the cards of {player}: {held}", name(card), SEAT, text(hand.hole[seat]))
    return refuse(IllegalAction, sentence, Cite("PG", "82"), code="card_not_held", seats=(seat,))


def no_openers_to_split() -> NotDue:
    return refuse(NotDue, say("this game has no openers to split"))


def must_prove(seat: int) -> IllegalAction:
    sentence = say("{player} opened the betting and must show openers", SEAT)
    return refuse(IllegalAction, sentence, OPENERS, code="must_prove_openers", seats=(seat,))


def other_cards(hand: HandState, seat: int) -> IllegalAction:
    sentence = say("{player} was dealt {cards}: it must table all of them", SEAT, text(hand.hole[seat]))
    return refuse(IllegalAction, sentence, Cite("PG", "73"), code="other_cards", seats=(seat,))


def unknown_cards(seats: Sequence[int], holes: Sequence[Sequence[int]], board: Sequence[int] = ()) -> Conflict:
    who = [seat for seat in seats if UNKNOWN in holes[seat]]
    hidden: list[str | Sentence] = [SEAT] * len(who)
    if UNKNOWN in board:
        hidden.append(say("the board"))
    sentence = say("this copy of the hand does not know the cards of {players}", _in_a_row(hidden))
    return refuse(Conflict, sentence, Cite("PG", "73"), code="unknown_cards", seats=who)


def must_show(hand: HandState) -> IllegalAction:
    if hand.setup.rulebook.may_muck:
        sentence = say("{player} must show: betting is over and a player is all-in", SEAT)
        return illegal(hand, "must_show", sentence, FACE_UP)
    sentence = say("{player} must show: this house requires all hands to be tabled", SEAT)
    return illegal(hand, "must_show", sentence, TABLE_ALL)


def owes_bring_in(hand: HandState, seat: int) -> IllegalAction:
    sentence = say("{player} owes the bring-in: a dead hand posts it first", SEAT)
    return refuse(IllegalAction, sentence, _own(hand, BRING_IN_OWED), code="owes_bring_in", seats=(seat,))


def all_in_stays(hand: HandState, seat: int) -> IllegalAction:
    sentence = say("{player} is all-in: its hand stays until the showdown", SEAT)
    return refuse(IllegalAction, sentence, _own(hand, FACE_UP), code="all_in_stays", seats=(seat,))


def never_mixed(hand: HandState) -> NotDue:
    sentence = say("the stub cannot be put in order now: {waits}", waited_for(hand))
    return _about(hand, NotDue, sentence, _own(hand, STUB), "no_stub")


def not_decided() -> BadNotation:
    return refuse(BadNotation, say("the director must choose one of the options first"), code="ruling_open")


def last_claim(seat: int) -> IllegalAction:
    sentence = say("{player} holds the last claim to a pot: its hand cannot go", SEAT)
    return refuse(IllegalAction, sentence, Cite("PG", "26"), code="last_claim", seats=(seat,))


def lacks_openers(hand: HandState) -> bool:
    """Whether the seat to act would open without openers in a house that checks them (PG-84)."""
    if not hand.plan.to_open or hand.opener >= 0 or hand.betting.price:
        return False
    hole = hand.hole[hand.seat]
    if hand.setup.rulebook.openers is Openers.PROVED or UNKNOWN in hole:
        return False
    return hand.plan.showing(hole) < hand.plan.to_open


def has_checked(hand: HandState) -> bool:
    """Whether the seat to act may not raise, because it has checked in this round (Robert's, lowball)."""
    return not hand.plan.check_raise and bool(hand.aside.checked >> hand.seat & 1)
