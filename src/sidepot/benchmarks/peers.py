"""The same poker through other people's engines: drivers that play our benchmark workloads with the peers.

PokerKit 0.7.7 plays them all; OpenSpiel 2.0.2 (`universal_poker`, C++) plays W19 and W19-mixed. Each is driven through
its public interface, in the fastest way we found in which the engine still checks every action and pays every pot.
Neither is a dependency (`make peers` installs them), so they are imported only when they are used.

In every workload, each decision depends on a uniform random number `u`: below .10 fold (check if nothing is owed),
below .75 check or call, below .95 raise the minimum, else go all-in (pot limit: bet the pot; fixed limit: make the only
possible raise); if raising is not allowed, call. The bring-in seat posts below .75 and completes otherwise. A drawing
seat throws away its `int(4 * u)` highest cards.
"""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import Any

_NO_LIMIT = ("W19", "W19-mixed", "double-board", "short-deck")
WORKLOADS: tuple[str, ...] = (*_NO_LIMIT, "omaha8-pl", "omaha8-fl", "stud", "razz", "draw", "badugi")

Chance = Callable[[], float]
"""A function that returns a uniform random number from 0 to below 1."""

PlayHand = Callable[[Chance], object]
"""A function that plays one whole hand, including payment, and returns the peer's final state."""

_EVEN = (200,) * 6
_MIXED = (60, 35, 200, 120, 90, 400)
_DRAWN_CARDS = {"draw": 5, "badugi": 4}
PEERS = {"openspiel": ("pyspiel", "open_spiel"), "pokerkit": ("pokerkit", "pokerkit")}


def hands_per_second(peer: str, workload: str, *, seconds: float, seed: int, textbook: bool = False) -> float | None:
    """Hands per second of a peer, measured for `seconds` after a short warm-up. None if the peer cannot play the
    workload.

    `textbook` drives OpenSpiel with the loop from its own examples: legal actions are listed at every node, and chance
    is sampled from this list. The loop is two to three times slower than our other driver. PokerKit has the same driver
    in both cases. Raises ImportError if the peer is not installed, and ValueError for an unknown name.
    """
    play = driver(peer, workload, textbook=textbook)
    if play is None:
        return None
    with undisturbed(seed) as chance:
        _hands_within(play, chance, min(0.25, seconds / 5))
        started = perf_counter()
        hands = _hands_within(play, chance, seconds)
        return hands / (perf_counter() - started)


def _hands_within(play: PlayHand, chance: Chance, seconds: float) -> int:
    """How many whole hands are begun within `seconds` (at least one); the last one is finished."""
    until = perf_counter() + seconds
    hands = 0
    while not hands or perf_counter() < until:
        play(chance)
        hands += 1
    return hands


def driver(peer: str, workload: str, *, textbook: bool) -> PlayHand | None:
    if peer not in PEERS:
        raise ValueError(f"unknown peer {peer!r}; expected one of {', '.join(PEERS)}")
    if workload not in WORKLOADS:
        raise ValueError(f"unknown workload {workload!r}; expected one of {', '.join(WORKLOADS)}")
    module, package = PEERS[peer]
    try:
        engine = import_module(module)
    except ImportError as missing:
        raise ImportError(f"peer {peer} is not installed; run `make peers` or pip install {package}") from missing
    if peer == "pokerkit":
        return _pokerkit(engine, workload)
    if workload not in ("W19", "W19-mixed"):
        return None
    return openspiel_textbook(engine, workload) if textbook else openspiel(engine, workload)


def stacks_of(workload: str) -> Sequence[int]:
    return _MIXED if workload == "W19-mixed" else _EVEN


@contextmanager
def undisturbed(seed: int) -> Iterator[Chance]:
    """A context for a seeded run, in which harmless warnings of the peers are silenced. At its end, all is restored.

    PokerKit shuffles with the shared generator of `random`, and warns when discards are dealt again. OpenSpiel's C code
    writes to file descriptor 2 when a betting round becomes too long for it, and then forbids raises. This happens in
    one hand in ten thousand. Errors of both peers are still raised.
    """
    before = random.getstate()
    random.seed(seed)
    stderr, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 2)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield random.Random(seed + 1).random
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(null)
        random.setstate(before)


# OpenSpiel: seats 0 and 1 are the blinds, action 0 folds, 1 checks or calls, n >= 2 raises until n chips are in for the
# whole hand. A fold is legal only when something is owed. Cards are actions 0-51 too, dealt one by one at chance nodes.


def _openspiel_game(pyspiel: ModuleType, workload: str) -> Any:
    stacks = " ".join(map(str, stacks_of(workload)))
    return pyspiel.load_game(
        "universal_poker(betting=nolimit,bettingAbstraction=fullgame,numPlayers=6,blind=1 2 0 0 0 0,numRounds=4,"
        f"firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack={stacks})"
    )


def openspiel(pyspiel: ModuleType, workload: str) -> PlayHand:
    """OpenSpiel at its best: with our own shuffle, and legal actions listed only if the policy needs them.

    `apply_action` still refuses what the rules forbid. Each hand ends with a call of `returns`, which compares the
    hands.
    """
    game = _openspiel_game(pyspiel, workload)
    chance_node, finished = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
    deck = list(range(52))
    picks = tuple((at, 52 - at) for at in range(17))

    def play(chance: Chance) -> object:
        for at, left in picks:
            pick = at + int(chance() * left)
            deck[at], deck[pick] = deck[pick], deck[at]
        state = game.new_initial_state()
        apply, turn, legal = state.apply_action, state.current_player, state.legal_actions
        for card in deck[:12]:
            apply(card)
        board = iter(deck[12:17])
        while (seat := turn()) != finished:
            if seat == chance_node:
                apply(next(board))
                continue
            u = chance()
            if u < 0.10:
                apply(legal()[0])
            elif u < 0.75:
                apply(1)
            elif u < 0.95:
                actions = legal()
                at = actions.index(1) + 1
                apply(actions[at] if at < len(actions) else 1)
            else:
                apply(legal()[-1])
        state.returns()
        return state

    return play


def openspiel_textbook(pyspiel: ModuleType, workload: str) -> PlayHand:
    """OpenSpiel as its examples play any game: find the kind of node, list the legal actions, choose one and apply
    it.
    """
    game = _openspiel_game(pyspiel, workload)

    def play(chance: Chance) -> object:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(random.choice(actions))
                continue
            u = chance()
            if u < 0.10:
                action = actions[0]
            elif u < 0.75:
                action = 1
            elif u < 0.95:
                action = next((action for action in actions if action > 1), 1)
            else:
                action = actions[-1]
            state.apply_action(action)
        state.returns()
        return state

    return play


# PokerKit: all automations on, so that only the players' decisions are left; one game object for all hands, as its
# documentation advises (it builds streets and stakes once); cards from its own shuffled deck; cash-game procedure.


def _pokerkit_game(pk: ModuleType, workload: str) -> Any:
    cash = {"mode": pk.Mode.CASH_GAME}
    everything = tuple(pk.Automation), True, 0  # no antes
    if workload in _NO_LIMIT:
        holdem = pk.NoLimitShortDeckHoldem if workload == "short-deck" else pk.NoLimitTexasHoldem
        boards = 2 if workload == "double-board" else 1
        return holdem(*everything, (1, 2), 2, starting_board_count=boards, **cash)
    if workload == "omaha8-pl":  # nothing predefined, and the predefined fixed limit bets pot-limit, uncapped
        halves = {"hand_types": (pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand)}
        return type("PotLimitOmahaEight", (pk.PotLimitOmahaHoldem,), halves)(*everything, (1, 2), 2, **cash)
    if workload == "omaha8-fl":
        limit = {"betting_structure": pk.BettingStructure.FIXED_LIMIT, "max_completion_betting_or_raising_count": 4}
        predefined = pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
        return type("FixedLimitOmahaEight", (predefined,), limit)(*everything, (1, 2), 2, 4, **cash)
    if workload in _DRAWN_CARDS:
        draw = pk.FixedLimitBadugi if workload == "badugi" else pk.FixedLimitDeuceToSevenLowballTripleDraw
        return draw(*everything, (1, 2), 2, 4, **cash)
    seven_card = pk.FixedLimitSevenCardStud if workload == "stud" else pk.FixedLimitRazz
    return seven_card(*everything, 1, 2, 4, **cash)


def _pokerkit(pk: ModuleType, workload: str) -> PlayHand:
    """PokerKit with as few queries as possible: a raise is tried, and a refusal (ValueError, nothing changed) means a
    call.
    """
    game = _pokerkit_game(pk, workload)
    stacks = stacks_of(workload)
    held = _DRAWN_CARDS.get(workload, 0)
    no_limit = workload in _NO_LIMIT
    minimum_below = 0.95 if no_limit or workload == "omaha8-pl" else 1.0

    def height(card: Any) -> int:
        return "23456789TJQKA".find(card.rank)

    def play(chance: Chance) -> object:
        state = game(stacks, 6)
        while state.status:
            u = chance()
            if held and (seat := state.stand_patter_or_discarder_index) is not None:
                thrown = int(4 * u)
                state.stand_pat_or_discard(sorted(state.hole_cards[seat], key=height)[-thrown:] if thrown else ())
            elif u < 0.75:
                if state.bring_in_status:
                    state.post_bring_in()
                elif u < 0.10 and state.checking_or_calling_amount:
                    state.fold()
                else:
                    state.check_or_call()
            else:
                try:
                    if u < minimum_below:
                        state.complete_bet_or_raise_to()
                    elif no_limit:
                        seat = state.actor_index
                        state.complete_bet_or_raise_to(state.stacks[seat] + state.bets[seat])
                    else:
                        state.complete_bet_or_raise_to(state.pot_completion_betting_or_raising_to_amount)
                except ValueError:
                    state.check_or_call()
        return state

    return play
