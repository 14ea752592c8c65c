"""Random answers to whatever a hand is waiting for: the dealer's, the players', and now and then a mistake.

For the universal tester: any legal answer comes up, sensible or not.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller

from sidepot.cards import Below, Deck
from sidepot.errors import Cite, SidepotError
from sidepot.hand.betting_terms import nearest
from sidepot.hand.due import Due
from sidepot.hand.events import BroughtIn
from sidepot.hand.floor_acts import mucked_and_burned
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.stub import to_reshuffle
from sidepot.ranking.playable_cards import possible_hands
from sidepot.rules.ruling import Kill, Ruling, Sanction
from universal.broken import require
from universal.illegal import may_call

A_RULING = Ruling(
    verdict="dead",
    reason=("The player was not at the seat.",),
    cites=(Cite("TDA-2013", "29"),),
    amount=5,
    instructions=(("Kill the hand.",),),
    penalty=Sanction("leaving the table"),
    effects=(Kill(0, refund=True),),
)


def answer(hand: Hand, deck: Deck, below: Below, manner: tuple[int, int, int] = (3, 10, 4)) -> None:  # noqa: C901 - one line for each due
    """Make the next decision: for the dealer, with cards from `deck`; for a player, at random.

    `manner` weighs fold, check or call, and bet or raise.
    """
    match hand.due:
        case Due.POST:
            hand.post()
        case Due.BURN:
            hand.burn(deck.draw(1)[0])
        case Due.DEAL:
            hand.deal(deck.draw(hand.count))
        case Due.BOARD:
            hand.board(deck.draw(hand.count))
        case Due.RESHUFFLE:
            deck.refill(to_reshuffle(hand))
            hand.reshuffle()
        case Due.BRING_IN | Due.ACT if hand.setup.open is not None and add_chips(hand, below):
            pass
        case Due.BRING_IN:
            to = random_raise(hand, below) if not below(3) else 0
            if to:
                hand.raise_to(to)
            else:
                hand.bring_in()
        case Due.ACT:
            act(hand, below, manner)
        case Due.DRAW:
            hand.discard(random_discards(hand, below))
        case Due.RUN:
            hand.choose_runs(1 + below(hand.count) if not below(3) else hand.count)
        case Due.DECLARE:
            hand.declare(1 + below(3))
        case Due.CONSENT:
            hand.consent(below(5) > 0)
        case Due.REVEAL:
            hand.reveal()
        case Due.PROVE:
            hand.prove()
        case Due.RETURN:
            hand.return_uncalled()
        case Due.SHOW:
            _show_or_muck(hand, below)
        case Due.AWARD:
            hand.award()
        case Due.PASS_OUT:
            hand.pass_out()
        case _:
            require(hand, False, "nobody can answer this")


def act(hand: Hand, below: Below, manner: tuple[int, int, int]) -> None:
    """Make one random legal decision of a player, in units of the smallest chip."""
    fold, stay, push = manner
    pick = below(fold + stay + push)
    may = options(hand, explain=False)
    to = random_raise(hand, below) if pick >= fold + stay else 0
    if to:
        hand.raise_to(to)
    elif may.may_fold and pick < fold and (not may.may_check or not below(8)):
        hand.fold()
    elif may.may_call:
        hand.call()
    elif may.may_check:
        hand.check()
    elif may.may_raise:  # a bet for which a marker was accepted
        hand.raise_to(may.raise_max)
    else:  # it raised on credit, and has not the chips to call
        hand.fold()


def add_chips(hand: Hand, below: Below) -> bool:
    """At open stakes, let the player now and then buy chips, borrow some or offer a marker, more often if out of chips.

    Returns whether that happened.
    """
    may = options(hand, explain=False).open
    if may is None or not may.may_add or below(6 if may.lacks else 12):
        return False
    chip = hand.setup.stakes.chip
    chips = chip * (1 + below(max(2 * may.lacks // chip, 60)))
    pick = below(5)
    if pick == 0 and may.lenders:
        hand.borrow(chips, may.lenders[below(len(may.lenders))])
    elif pick == 1 and may.folded:
        seat = may.folded[below(len(may.folded))]
        hand.borrow(min(chips, hand.stacks[seat]), seat)
    elif pick == 2 and may.marker_call:
        hand.offer_marker()
    elif pick == 3 and may.marker_min:
        low, high = may.marker_min, min(may.marker_max, may.marker_min + 10 * chips)
        hand.offer_marker(may.marker_max if may.marker_two else nearest(low + below(high - low + 1), low, high, chip))
    else:
        hand.buy(chips)
    return True


def random_raise(hand: Hand, below: Below) -> int:
    """A legal total to bet or raise to; 0 if there is none."""
    low, high = hand.raise_bounds()
    pick = below(4)
    to = low if pick == 0 else high if pick == 1 else low + below(high - low + 1)
    return nearest(to, low, high, hand.betting.step())


def random_discards(hand: Hand, below: Below) -> list[int]:
    """Random cards that the seat to draw may discard: the required number, or else any allowed number."""
    hole = list(hand.hole[hand.seat])
    street = hand.setup.game.streets[hand.street]
    most = street.discard or min(street.draw, len(hole))
    count = street.discard or (below(most + 1) if below(5) else most)
    return [hole.pop(below(len(hole))) for _ in range(count)]


def _show_or_muck(hand: Hand, below: Below) -> None:
    early = [seat for seat in range(hand.plan.seats) if (hand.live & ~hand.shown) >> seat & 1]
    if not below(10):
        hand.show(seat=early[below(len(early))])
    elif hand.forced or below(3) or is_refused(hand.copy(), methodcaller("muck")):
        as_called = may_call(hand) and below(2)
        hand.show(called=random_call(hand, below) if as_called else ())
    else:
        hand.muck()


def random_call(hand: Hand, below: Below) -> tuple[tuple[int, ...], ...]:
    """The cards that a careless player announces for each half: any playable cards, or none."""
    called = []
    for half in hand.setup.game.halves:
        board = hand.boards[below(len(hand.boards))]
        able = possible_hands(half.choose, hand.hole[hand.seat], board)
        called.append(able[below(len(able))] if able and below(4) else ())
    return tuple(called)


def kill(hand: Hand, below: Below) -> None:
    """Let the floor kill a hand, if it may: any hand or, by mistake or not, that of the last player to bet."""
    seat = below(hand.plan.seats) if below(2) else max(hand.betting.aggressor, 0)
    command = methodcaller("kill", seat, refund=below(2) == 1)
    if not is_refused(hand.copy(log=True), command):
        command(hand)


def rule(hand: Hand, deck: Deck, below: Below) -> None:
    """Let the floor act on the whole hand, if it may: by a ruling, a new stub, a new deal, or by calling it off."""
    pick = below(12)
    mixed = below(2) == 1
    command = methodcaller("rule", A_RULING, by="the floor")
    if pick == 0:
        command = methodcaller("void")
    elif pick < 4:
        command = methodcaller("redeal")
    elif pick < 9:
        command = methodcaller("restub", mixed=mixed)
    if is_refused(hand.copy(log=True), command):
        return
    more = mucked_and_burned(hand) if mixed else ()
    command(hand)
    if pick < 4:
        deck.gather(hand.plan.deck)
    elif pick < 9:
        deck.shuffle(more)


def mistake(hand: Hand, below: Below) -> None:
    """Let something go wrong that does not end the hand: a card is exposed, or the wrong seat brings it in or folds."""
    seat = below(hand.plan.seats)
    hole = hand.hole[seat] or (0,)
    wrong = methodcaller("expose", seat, hole[below(len(hole))])
    if hand.due is Due.BRING_IN:
        wrong = methodcaller("bring_in", seat)
    elif is_bring_in(hand):
        wrong = methodcaller("take_back")
    elif hand.due is Due.ACT and below(2):
        wrong = methodcaller("fold", seat=seat)
    if not is_refused(hand.copy(), wrong):
        wrong(hand)


def is_bring_in(hand: Hand) -> bool:
    """Whether a bring-in is due, or was just posted."""
    return hand.due is Due.BRING_IN or isinstance(hand.log[-1], BroughtIn)


def is_refused(hand: Hand, command: Callable[[Hand], object]) -> bool:
    """Whether the hand refuses the command. If it does not, the command has been carried out."""
    try:
        command(hand)
    except SidepotError:
        return True
    return False
