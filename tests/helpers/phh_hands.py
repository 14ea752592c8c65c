"""Hands for the tests of Poker Hand Histories: any game, at random, in every house, with what goes wrong at tables."""

from __future__ import annotations

import random
from collections.abc import Callable

from sidepot.cards import Deck
from sidepot.errors import SidepotError
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.phh import Phh
from sidepot.formats.phh_history import of_played
from sidepot.formats.phh_play import play_phh
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import BRING_INS, Game, Opens
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Event
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Setup
from sidepot.ranking.playable_cards import possible_hands
from sidepot.rules.houses import CASH, HOME, ROBERTS, TDA_2013, TDA_2024
from sidepot.rules.rulebook import BothWays, Declaration, Openers, Reading

LIMITS = (
    NoLimit(),
    PotLimit(),
    FixedLimit(),
    FixedLimit(bets=None),
    SpreadLimit(2, 10),
    NoLimit(cap=30),
    PotLimit(1, 2),
)
HOUSES = (
    TDA_2013,
    CASH,
    ROBERTS,
    HOME,
    TDA_2024,
    HOME.but(name="chips", declaration=Declaration.CHIPS_IN_HAND, openers=Openers.PROVED),
    HOME.but(name="in turn", declaration=Declaration.IN_TURN, both_ways=BothWays.WIN_OUTRIGHT, run_it=2),
    CASH.but(name="as called", reading=Reading.AS_CALLED),
)
RAKES = (None, Rake(5, cap=9), Rake(1, denominator=10, no_flop_no_drop=False))


def table(game: Game, limit: Limit, chance: random.Random) -> Setup:
    """A table for a game, with short stacks among them, a rake now and then, and a pot carried over."""
    rake = chance.choice(RAKES)
    opens = game.streets[0].opens
    if opens is not Opens.LEFT_OF_BLINDS:
        stakes = Stakes(ante=1, bring_in=1 if opens in BRING_INS else 0, small_bet=2, big_bet=4, rake=rake)
    elif game.pass_out and chance.random() < 0.7:
        stakes = Stakes(ante=2, small_bet=4, ante_is_dead=chance.random() < 0.3, rake=rake)
    else:
        stakes = Stakes(blinds=(1, 2), ante=chance.choice((0, 0, 1)), small_bet=2, rake=rake)
    seats = chance.randint(game.seats[0], min(game.seats[1], 6))
    stacks = [chance.choice((chance.randint(1, 9), chance.randint(20, 90))) for _ in range(seats)]
    return seat_hand(
        game,
        limit,
        stakes,
        chance.choice(HOUSES),
        stacks,
        button=chance.choice((seats - 1, seats - 1, chance.randrange(seats))),
        players_left=chance.choice((None, seats, 50)),
        carried=chance.choice((0, 0, 0, 7)),
    )


def random_hand(setup: Setup, chance: random.Random, *, mistakes: bool = False) -> Hand:
    """A hand played at random to its end; with `mistakes`, cards are exposed, and the wrong seat brings it in."""
    hand = Hand(setup)
    dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange))
    while (due := dealer.run(hand)) is not Due.DONE:
        if mistakes and chance.random() < 0.2:
            some_mistake(hand, chance)
            if hand.due is not due:
                continue
        if due is Due.SHOW:
            show(hand, chance)
        elif due is Due.BRING_IN:
            hand.bring_in()
        elif due is Due.DRAW:
            street = hand.plan.streets[hand.street]
            hole = hand.hole[hand.seat]
            hand.discard(chance.sample(hole, street.discard or chance.randint(0, min(street.draw, 4, len(hole)))))
        elif due is Due.RUN:
            hand.choose_runs(chance.choice((1, 2, hand.count, hand.count)))
        elif due is Due.DECLARE:
            hand.declare(chance.randint(1, 3))
        else:
            act(hand, chance)
    return hand


def act(hand: Hand, chance: random.Random) -> None:
    """Fold, check, call, bet or raise."""
    what = chance.random()
    low, high = hand.raise_bounds()
    if what < 0.1 and hand.to_call:
        hand.fold()
    elif what < 0.4 and low:
        between = high if hand.betting.alt else chance.randint(low, high)
        hand.raise_to(chance.choice([low, high, between]))
    else:
        hand.check_or_call()


def show(hand: Hand, chance: random.Random) -> None:
    """Muck where that is allowed now and then, else show, and say where that counts what the hand is."""
    if chance.random() < 0.2 and attempt(hand, Hand.muck):
        return
    called = []
    if hand.setup.rulebook.reading is Reading.AS_CALLED:
        for half in hand.setup.game.halves:
            able = possible_hands(half.choose, hand.hole[hand.seat], hand.boards[-1])
            called.append(chance.choice(able) if able and chance.random() < 0.7 else ())
    hand.show(called=tuple(called))


def some_mistake(hand: Hand, chance: random.Random) -> None:
    """A card is exposed, the wrong seat brings it in, that is taken back, or a hand is killed; where it can be."""
    seat = chance.randrange(hand.plan.seats)
    card = chance.choice(hand.hole[seat] or (0,))
    kinds: list[Callable[[Hand], object]] = [
        lambda hand: hand.expose(seat, card),
        lambda hand: hand.bring_in(seat),
        lambda hand: hand.take_back(),
        lambda hand: hand.kill(seat),
        lambda hand: hand.kill(max(hand.betting.aggressor, 0), refund=True),
        lambda hand: hand.fold(seat=seat),
    ]
    attempt(hand, chance.choice(kinds))


def attempt(hand: Hand, command: Callable[[Hand], object]) -> bool:
    """Whether the hand took the command."""
    try:
        command(hand)
    except SidepotError:
        return False
    return True


def told(hand: Hand) -> list[Event]:
    """What of a hand's log a history can tell: all but which cards were burned, and whose seat is whose."""
    return [event for event in hand.log[1:] if type(event).__name__ != "Burned"]


def of_phh(history: Phh) -> HandHistory:
    """The hand of a history. Raises BadNotation for an illegal action, or an end that is not told."""
    return of_played(history, play_phh(history))
