"""What a seat may do: everything that is offered is accepted, everything else is refused, and each has its reason."""

from __future__ import annotations

from itertools import combinations
from random import Random

import msgspec
import pytest
from each import each

from sidepot.bots.random_player import random_player
from sidepot.cards import Deck
from sidepot.errors import SidepotError
from sidepot.games.catalog import FIVE_CARD_DRAW, GAMES, HOLDEM, RAZZ, STUD, TRIPLE_DRAW
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand import commands as c
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.rules.houses import CASH, TDA_2013
from sidepot.rules.index import find_rules
from sidepot.rules.rulebook import Rulebook

BLINDS = Stakes(blinds=(1, 2))
STUD_STAKES = Stakes(ante=1, bring_in=2, small_bet=4, big_bet=8)
LIMITS: list[Limit] = [NoLimit(), PotLimit(), FixedLimit(), SpreadLimit(2, 10), NoLimit(cap=40), PotLimit(1, 2)]
STACKS = [60, 3, 200, 7, 90, 1]


def start(
    stacks: list[int],
    *,
    game: Game = HOLDEM,
    limit: Limit | None = None,
    stakes: Stakes = BLINDS,
    house: Rulebook = CASH,
    button: int | None = None,
) -> tuple[Hand, Dealer]:
    """A hand at its first decision, and its dealer."""
    hand = Hand(seat_hand(game, limit or NoLimit(), stakes, house, stacks, button=button))
    dealer = Dealer(Deck(hand.plan.deck, below=Random(1).randrange))
    dealer.run(hand)
    return hand, dealer


def said(hand: Hand) -> str:
    """All the reasons, one a line."""
    return "\n".join(str(reason) for reason in options(hand).why)


def offered(choice: Options, hand: Hand) -> set[c.Command]:
    """Every command that the options offer, with the amounts at and around their bounds."""
    found: set[c.Command] = set()
    if choice.may_fold:
        found.add(c.Fold())
    if choice.may_check:
        found.add(c.Check())
    if choice.call:
        found.add(c.Call())
    if choice.bring_in:
        found.add(c.BringIn())
    if choice.may_raise:
        found |= {c.RaiseTo(choice.raise_min), c.RaiseTo(choice.raise_max)}
        found.add(c.RaiseTo((choice.raise_min + choice.raise_max) // 2))
    if choice.is_draw:
        hole = hand.hole[choice.seat]
        counts = {count for count in (0, 1, choice.discard) if count >= choice.discard_least}
        found |= {c.Discard(some) for count in counts for some in combinations(hole, count)}
    if choice.may_show:
        found.add(c.Show())
    if choice.may_muck:
        found.add(c.Muck())
    return found


def tried(choice: Options, hand: Hand) -> set[c.Command]:
    """Every kind of command, with amounts inside and outside of what the options offer."""
    amounts = {-1, 0, 1, choice.raise_min - 1, choice.raise_max + 1, 10**6, hand.price}
    allowed = range(choice.raise_min, choice.raise_max + 1) if choice.may_raise else ()
    wrong: set[c.Command] = {c.RaiseTo(to) for to in amounts if to not in allowed}
    missing = next(card for card in range(52) if card not in hand.hole[choice.seat])
    wrong.add(c.Discard((missing,)))
    if choice.discard_least:
        wrong.add(c.Discard(hand.hole[choice.seat][: choice.discard + 1]))
    plain = (c.Fold(), c.Check(), c.Call(), c.BringIn(), c.Show(), c.Muck(), c.Discard(), c.ChooseRuns(1), c.Declare(1))
    return wrong | (set(plain) - offered(choice, hand))


def accepts(hand: Hand, command: c.Command) -> bool:
    trial = hand.copy()
    try:
        trial.do(command)
    except SidepotError:
        assert trial.due is hand.due
        assert trial.stacks == hand.stacks
        return False
    return True


@pytest.mark.long
@each("game", GAMES.values(), ids=lambda game: game.name)
@each("house", [CASH, TDA_2013], ids=lambda house: house.name)
def test_exactly_the_offered_commands_are_accepted_and_every_cited_rule_exists(game: Game, house: Rulebook) -> None:
    rng = Random(f"{game.name} {house.name}")
    player = random_player(rng)
    stakes = STUD_STAKES if game.is_stud else Stakes(ante=1, small_bet=2) if game.pass_out else BLINDS
    if game.name == "stud-high-first":
        stakes = Stakes(ante=1, small_bet=4)
    cites = set()
    for at in range(12):
        setup = seat_hand(game, LIMITS[at % len(LIMITS)], stakes, house, STACKS, button=at % 6)
        hand = Hand(setup)
        dealer = Dealer(Deck(hand.plan.deck, below=rng.randrange))
        while dealer.run(hand) is not Due.DONE:
            choice = options(hand)
            assert choice.why
            cites |= {reason.cite for reason in choice.why}
            assert options(hand, explain=False) == msgspec.structs.replace(choice, why=())
            for command in offered(choice, hand):
                assert accepts(hand, command), (command, choice)
            for command in tried(choice, hand):
                assert not accepts(hand, command), (command, choice)
            hand.do(player(hand, choice))
        assert options(hand) == Options(Due.DONE, -1)
        assert sum(hand.stacks) + hand.carried == sum(STACKS)
    for cite in cites:
        assert find_rules(str(cite))


def test_first_to_act_may_fold_call_the_full_blind_or_raise() -> None:
    hand, _ = start([200, 200, 200])
    choice = options(hand)
    assert (choice.seat, choice.call, choice.raise_min, choice.raise_max, choice.verb) == (2, 2, 4, 200, "raise")
    assert choice.may_fold and not choice.may_check and not choice.is_bet
    assert "You may not check: it is 2 to call (PG:57)" in said(hand)
    assert "You may raise to 4 or more: the bet is 2 and the largest full bet or raise so far was 2" in said(hand)


def test_price_stays_the_full_big_blind_though_less_was_posted() -> None:
    hand, _ = start([200, 1, 200])
    assert options(hand).call == 2
    assert "The price stays the full big blind of 2, though less was posted (AI:5)" in said(hand)
    assert "Seat 2 is all-in: it contests 1 from each opponent" in said(hand)


def test_short_all_in_does_not_reopen() -> None:
    stacks = [175, 1000, 1000, 1000]
    reopening = ((TDA_2013, "less than the last full raise of 98 (TDA-2013:41-B)"), (CASH, "by one player (TS:9)"))
    for house, rule in reopening:
        hand, _ = start(stacks, house=house, button=3)
        hand.raise_to(100)
        hand.fold()
        hand.raise_to(175)
        hand.call()
        assert hand.seat == 2
        choice = options(hand)
        assert (choice.call, choice.raise_max) == (75, 0)
        assert "You may not raise: you have acted and the bet went up only 75 since" in said(hand)
        assert rule in said(hand)


def test_cap_of_limit() -> None:
    hand, _ = start([200] * 3, limit=FixedLimit(), stakes=Stakes(blinds=(1, 2), small_bet=2, big_bet=4))
    for to in (4, 6, 8):
        hand.raise_to(to)
    assert not options(hand).may_raise
    assert "You may not raise: the cap of a bet and 3 raises is reached (TDA-2013:45)" in said(hand)


def test_call_all_in_for_less_and_all_in_raise_for_less() -> None:
    hand, _ = start([50, 200, 200], button=2)
    hand.raise_to(120)
    choice = options(hand)
    assert (choice.seat, choice.call, choice.raise_max) == (0, 49, 0)
    assert "You may call all-in with 49, though the call is 119 (SD:1)" in said(hand)
    assert "You then win no more than 50 from each opponent (TS:4)" in said(hand)
    assert "You may not raise: you have 49, no more than the call (PG:41)" in said(hand)
    hand, _ = start([150, 200, 200], button=2)
    hand.raise_to(100)
    choice = options(hand)
    assert (choice.raise_min, choice.raise_max) == (150, 150)
    assert "You may go all-in to 150, though a full raise is to 198 (PG:11)" in said(hand)


def test_raise_that_no_seat_could_call_is_not_offered() -> None:
    hand, _ = start([20, 200], button=0)
    hand.raise_to(20)
    assert options(hand).raise_max == 0
    assert "all your opponents are all-in, so that nobody could call (TS:12)" in said(hand)
    assert "If you call, you contest the pot of 40" in said(hand)


def test_pot_limit_says_how_the_pot_is_counted() -> None:
    hand, _ = start([200] * 3, limit=PotLimit())
    assert options(hand).raise_max == 7
    assert "You may raise to 7 at most: the pot, which after your call is 5 (PG:39)" in said(hand)


def test_bring_in_and_completion() -> None:
    for game, rule in ((STUD, "low card showing (PG:93)"), (RAZZ, "high card showing (PG:96)")):
        hand, _ = start([200] * 3, game=game, limit=FixedLimit(), stakes=STUD_STAKES)
        choice = options(hand)
        assert (choice.due, choice.bring_in, choice.raise_min, choice.verb) == (Due.BRING_IN, 2, 4, "complete")
        assert rule in said(hand)
        assert "You may complete to 4: the full bet is 4" in said(hand)
        hand.bring_in()
        assert options(hand).verb == "complete"
        hand.raise_to(4)
        assert (options(hand).verb, options(hand).raise_min) == ("raise", 8)


def test_drawing_and_showing() -> None:
    hand, dealer = start([200] * 2, game=TRIPLE_DRAW, limit=FixedLimit())
    hand.call()
    hand.check()
    dealer.run(hand)
    assert options(hand).discard == 5
    assert "You may exchange up to 5 of your cards, or stand pat (PG:82)" in said(hand)
    hand, dealer = start([200] * 2)
    while dealer.run(hand) is Due.ACT:
        hand.check_or_call()
    assert options(hand).may_muck
    assert "You may muck" in said(hand)
    hand.muck()
    dealer.run(hand)
    assert hand.due is Due.DONE


def test_all_in_hands_are_not_mucked_where_hands_lie_open() -> None:
    hand, _ = start([50, 50], house=TDA_2013, button=0)
    hand.raise_to(50)
    hand.call()
    assert hand.due is Due.SHOW
    assert not options(hand).may_muck
    assert "You may not muck: a player is all-in and betting is over, so all hands are open (TDA-2013:15)" in said(hand)


def test_the_opener_bets() -> None:
    hand, _ = start([200] * 3, game=FIVE_CARD_DRAW, stakes=Stakes(ante=1, small_bet=2))
    choice = options(hand)
    assert choice.is_bet and choice.may_check and choice.raise_min == 2
    assert "You may check: nobody has bet (PG:57)" in said(hand)


def test_commands_are_json() -> None:
    assert c.decode('{"type":"discard","cards":[1,2]}') == c.Discard((1, 2))
    with pytest.raises(SidepotError, match="not a command"):
        c.decode('{"type":"peek"}')
