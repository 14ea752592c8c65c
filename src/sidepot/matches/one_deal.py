"""One deal of a match: a hand whose cards come from a seed, in which a player who fails folds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from sidepot.cards import Deck
from sidepot.errors import SidepotError
from sidepot.hand import commands as c
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import ACT, DONE, DRAW, RUN
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player, options
from sidepot.hand.playing import OF_CARDS
from sidepot.hand.result import nets
from sidepot.hand.setup import Setup
from sidepot.hand.view_cache import PlayerViews

HIGH: Final = 1  # the half that a failed player declares for


class Played(NamedTuple):
    """What each seat won, and why the player of a seat failed ("" if the player did not fail)."""

    nets: tuple[int, ...]
    failures: tuple[str, ...]


def play_deal(setup: Setup, seed: str, players: Sequence[Player]) -> Played:
    """Play a hand whose cards depend only on `seed`. Seat 0 is the first of `players`.

    A player fails by raising an error or returning no legal command. From then on, the player folds as soon as
    possible, and loses the chips already put in. The other players go on. If nobody wins the hand, as when nobody opens
    a draw game, nobody loses anything: there is no next hand to carry the pot to.
    """
    hand = Hand(setup)
    dealer = Dealer(Deck(hand.plan.deck, below=Random(seed).randrange), auto_show=True)
    look = PlayerViews(hand).of
    failures = [""] * len(players)
    while True:
        if hand.due is not ACT and hand.due is not DRAW:
            due = dealer.run(hand)
            if due is DONE:
                won = tuple(nets(hand))
                is_open = hand.carried and max(won) <= 0
                return Played((0,) * len(won) if is_open else won, tuple(failures))
            if due is RUN:
                hand.do(c.ChooseRuns(1))
                continue
        seat = hand.seat
        may = options(hand, explain=False)
        if not failures[seat]:
            failures[seat] = _ask(hand, players[seat], look(seat), may)
        if failures[seat]:
            hand.do(give_up(may, hand.hole[seat]))


def _ask(hand: Hand, player: Player, view: Hand, may: Options) -> str:
    """Carry out the player's command. Returns why the player failed, or ""."""
    try:
        command = player(view, may)
    except (Exception, SystemExit) as error:  # any error of a player's own code
        return error.message if isinstance(error, SidepotError) else type(error).__name__
    try:
        hand.do(command)
    except SidepotError as error:
        why = "these are not cards that it holds" if error.code in OF_CARDS else error.message
        return f"answered with {type(command).__name__}, which is refused: {why}"
    return ""


def give_up(may: Options, held: Sequence[int]) -> c.Command:
    """The command of a player who has failed: a fold or, if that is impossible, the minimum that the rules allow."""
    if may.may_fold:
        return c.Fold()
    if may.is_draw:
        return c.Discard(tuple(held[: may.discard_least]))
    if may.may_muck:
        return c.Muck()
    if may.may_show:
        return c.Show()
    if may.declare:
        return c.Declare(HIGH)
    if may.open is not None and not may.bring_in:
        return c.Consent(False)
    return c.BringIn()
