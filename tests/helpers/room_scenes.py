"""Scenes at a table of the room for tests of what people see: cards in an order that is told, stacks as told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from room_scripts import NAMES, Dealt, Packs
from room_tables import Led, terms

from sidepot.cards import cards
from sidepot.games.catalog import find_game
from sidepot.games.decks import find_deck
from sidepot.games.limits import Limit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.room.views.player import player_view
from sidepot.room.views.public import public_view
from sidepot.room.views.schema import PlayerView, PublicView
from sidepot.rules.houses import HOUSES
from sidepot.table.table_rules import TableRules

BLINDS = Stakes(blinds=(1, 2))
OPEN_STAKES = HOUSES["open-stakes"]


class Scene(Led):
    """A table where the cards come in an order that is told, and everybody buys in for what is told.

    Who sits in seat 1 has the first button: the first card goes to seat 2.
    """

    def __init__(self, rules: TableRules, stacks: Sequence[int], order: str, **more: Any) -> None:
        game = rules.mix.games[0].game
        pack = Packs("scene")
        first = cards(order)
        whole = tuple(find_deck(game.deck).cards)
        rest = tuple([card for card in whole if card not in first])
        pack.given = [Dealt(whole, (*first, *rest), bytes(16 * len(whole)), 0, "", (), frozenset())] * 9
        self.packs = pack
        super().__init__(terms(rules, **more))
        for name, stack in zip(NAMES, stacks, strict=False):
            self.say(s.Sit(chips=stack), name)

    @property
    def state(self) -> PublicView:
        return public_view(self.room)

    def acts(self, *commands: c.Command) -> None:
        for command in commands:
            self.act(command)


def scene(rules: TableRules, stacks: Sequence[int], order: str = "", **more: Any) -> Scene:
    """The same, at the first decision."""
    table = Scene(rules, stacks, order, **more)
    table.room.chance = table.packs.chance()
    table.room.table.draw_button(0)
    table.deal()
    return table


def one(name: str, limit: Limit, stakes: Stakes | None = None, **more: Any) -> TableRules:
    game = find_game(name)
    found = stakes or stakes_for(game, limit, 2)
    return TableRules(mix=single(game, limit), stakes=(found,), seats=6, **more)


def pots(state: PublicView) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in state.pots]


def bets(state: PublicView) -> list[int]:
    return [seat.bet for seat in state.seats if seat is not None]


def own(table: Led, player: str, **more: Any) -> PlayerView:
    found = player_view(table.room, player, **more)
    assert found is not None
    return found
