"""Hands dealt as the room deals them: a sealed pack, players who do anything legal, now and then the floor."""

from __future__ import annotations

import random
from typing import NamedTuple

from random_setups import EVERY_GAME, LIMITS, random_house, random_setup
from universal.answering import answer, mistake

from sidepot.errors import SidepotError
from sidepot.games.model import Game
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.floor_acts import mucked_and_burned
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup
from sidepot.room.fairness import chain
from sidepot.room.fairness.chain import public
from sidepot.room.fairness.decks import FairDeck
from sidepot.room.fairness.items import Cut, Heading, Item, Shuffled, interleave
from sidepot.room.fairness.record import HandRecord, record_hand
from sidepot.room.fairness.shuffle import virtual_cut


class Fair(NamedTuple):
    """A hand told whole, the pack it was dealt from, and the link before it."""

    items: list[Item]
    deck: FairDeck
    hand: Hand
    before: bytes = chain.START

    def record(self, seat: int) -> HandRecord:
        return record_hand(self.items, self.deck.sealed, seat, self.before)

    def links(self) -> list[bytes]:
        return chain.links(self.before, [chain.canonical(public(item)) for item in self.items])

    @property
    def seats(self) -> range:
        return range(-1, len(self.hand.stacks))


def fair_hand(
    seed: int, game: Game | None = None, *, floor: bool = True, most: int = 9, cut: str | None = None
) -> Fair:
    """A hand of a game, or of any of the catalogue, at a random table."""
    chance = random.Random(seed)
    game = game or chance.choice(EVERY_GAME)
    seats = chance.randint(game.seats[0], min(game.seats[1], most))
    setup = random_setup(game, chance.choice(LIMITS), seats, random_house(chance), chance)
    return dealt(setup, chance, floor=floor, cut=cut)


def dealt(setup: Setup, chance: random.Random, *, floor: bool = False, cut: str | None = None) -> Fair:
    """A hand of this table; one in two is cut, unless it is said by which text."""
    hand = Hand(setup)
    players = tuple(f"player {seat}" for seat in range(len(setup.stacks)))
    deck = FairDeck(hand.plan.deck, below=chance.randrange, salts=chance.randbytes)
    items: list[Item] = [Heading("Table 1", 7, players), _shuffled(deck, 0)]
    text = cut if cut is not None else chance.choice(("", f"socks {chance.random()}"))
    if text:
        at = virtual_cut(deck.roots[0], text, len(deck))
        deck.cut(at)
        items.append(Cut(0, chance.choice(players), text, at))
    items.append(hand.log[0])
    dealer = Dealer(deck)
    told, shuffles = 1, 1
    manner = (1 + chance.randrange(6), 10 + chance.randrange(30), chance.randrange(12))
    while dealer.run(hand) is not Due.DONE:
        if floor and not chance.randrange(30):
            _floor(hand, deck, chance)
        elif hand.due is not Due.SHOW or not hand.forced:
            answer(hand, deck, chance.randrange, manner)
        items += interleave(hand.log[told:], [_shuffled(deck, at) for at in range(shuffles, len(deck.roots))])
        told, shuffles = len(hand.log), len(deck.roots)
    items += interleave(hand.log[told:], [_shuffled(deck, at) for at in range(shuffles, len(deck.roots))])
    return Fair(items, deck, hand, chance.choice((chain.START, chance.randbytes(32))))


def _shuffled(deck: FairDeck, at: int) -> Shuffled:
    return Shuffled(at, len(deck.sealed[at].order), deck.roots[at].hex())


def _floor(hand: Hand, deck: FairDeck, chance: random.Random) -> None:
    """The floor has the hand dealt again, the stub put in order, a hand killed; or cannot, as things stand."""
    try:
        match chance.randrange(5):
            case 0:
                hand.redeal()
                deck.gather(hand.plan.deck)
            case 1:
                mixed = chance.random() < 0.5
                more = mucked_and_burned(hand) if mixed else ()
                hand.restub(mixed=mixed)
                deck.shuffle(more)
            case 2:
                mistake(hand, chance.randrange)
            case _:
                hand.kill(chance.randrange(len(hand.stacks)))
    except SidepotError:
        pass
