"""Hands of `sidepot.kernels.batch` played again by the engine, decision by decision.

A *scene* is a batch of tables with random everything: game, limit, stakes, house, seats, stacks, buttons, decks. Half
of them are stepped through beside the engine, which is asked at each decision what is allowed; the others are played by
a policy, and the engine plays what was decided. Whatever differs is a `Conflict` that names the scene.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from sidepot.cards import UNKNOWN, Deck
from sidepot.errors import Conflict
from sidepot.games.boards import with_boards
from sidepot.games.bomb_pot import without_first_round
from sidepot.games.catalog import GAMES, game_of
from sidepot.games.decks import find_deck
from sidepot.games.files import read_game
from sidepot.games.forms import forms_of
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import Game, Opens
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.usual import has_bring_in
from sidepot.hand.betting_terms import nearest
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.information import information_state
from sidepot.kernels.batch import Batch, BatchTables
from sidepot.kernels.jit import Array
from sidepot.kernels.records import ACT, BRING_IN, DRAW, OVER
from sidepot.kernels.replay import DealtDeck, begun, take
from sidepot.rules.deal_choices import DrawStub, ShortStub
from sidepot.rules.hand_choices import OddHalf, TiedBoards
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import (
    CapHeadsUp,
    Declaration,
    OddChip,
    Openers,
    PotLimitBlinds,
    Reopening,
    Rulebook,
    ShortPost,
)

FILES = (
    'name = "wild-stud"\nlike = "stud"\nwild = ["2"]',
    'name = "wild-holdem"\nlike = "holdem"\nwild = ["one-eyed jacks", "Kd"]',
    'name = "joker-omaha"\nlike = "omaha"\ndeck = "joker"\nwild = ["bug"]',
    'name = "two-boards"\nlike = "omaha8"\nboards = 2',
    'name = "three-boards"\nlike = "holdem"\nboards = 3',
    'name = "joker-badugi"\nlike = "badugi"\ndeck = "joker"\nwild = ["joker"]',
    'name = "win-trips"\nlike = "stud"\nwin_requirement = "22"',
    """name = "long-stud"
    streets = [
      {name = "one", opens = "low card", down = 2, up = 2, burn = false},
      {name = "two", opens = "high hand", up = 3},
      {name = "three", opens = "high hand", up = 1, down = 1, big = true},
    ]""",
    """name = "draw-board"
    streets = [
      {name = "one", opens = "left of blinds", down = 4, burn = false},
      {name = "two", opens = "opener", draw = 2},
      {name = "three", opens = "left of button", board = 3},
      {name = "four", opens = "nobody", discard = 2},
      {name = "five", opens = "left of button", board = 2, down = 1},
    ]""",
)
_STATES = 2  # tables of a scene whose information states are compared
_ROOM = 400  # decisions of a hand; capped or short stacks never come near
_ANTES = (AnteBy.ALL, AnteBy.ALL, AnteBy.BIG_BLIND, AnteBy.BUTTON)


class Scene(NamedTuple):
    """Tables to play, and what they have in common."""

    name: str
    batch: Batch
    stacks: Array
    buttons: Array


def scene(seed: int, tables: int, game: Game | None = None) -> Scene:
    """The tables of a seed, with a game of its own if none is given."""
    import numpy as np

    chance = random.Random(seed)
    game = game or some_game(chance)
    seats = chance.randint(2, min(10, game.seats[1]))
    unit = chance.choice((1, 1, 2, 5, 25))
    stakes = some_stakes(chance, game, seats, unit)
    limit = some_limit(chance, stakes)
    house = some_house(chance, game, limit)
    big = max((*stakes.blinds, stakes.ante, stakes.small_bet))
    deep = chance.choice((3, 12, 40, 120)) * big
    draw = np.random.default_rng(seed)
    stacks = draw.integers(1, deep, size=(tables, seats))
    if chance.random() < 0.5:
        stacks = -(-stacks // stakes.chip) * stakes.chip
    stacks[draw.random((tables, seats)) < chance.choice((0.0, 0.0, 0.1))] = 0
    stacks[stacks.sum(axis=1) == 0] = big
    left = None if chance.random() < 0.7 else seats + chance.choice((0, 0, 5))
    batch = Batch(game, limit, stakes, house, seats=seats, players_left=left)
    name = f"scene {seed}: {game.name}, {limit}, {stakes}, {house.name}, {seats} seats, {left} left"
    return Scene(name, batch, stacks, draw.integers(0, seats, size=tables))


def some_game(chance: random.Random) -> Game:
    """A game of the catalogue, a form of one, with more boards or as a bomb pot, or a game from a file."""
    kind = chance.random()
    if kind < 0.15:
        return read_game(chance.choice(FILES))
    game = chance.choice(list(GAMES.values()))
    forms = forms_of(game)
    if kind < 0.35 and forms:
        game = game_of(f"{game.name}-{chance.choice(forms)}")
    if kind > 0.9 and game.board_cards and not game.is_draw:
        boards = chance.choice((1, 2))
        if 4 * game.hole_cards + boards * game.board_cards < 30 and game.deck == "standard":
            game = with_boards(replace(game, seats=(2, 4)), boards)
        return without_first_round(game)
    return game


def some_stakes(chance: random.Random, game: Game, seats: int, unit: int) -> Stakes:
    """Blinds or antes in a room's usual sizes, with or without straddles."""
    small = unit * chance.choice((1, 1, 2, 3))
    if game.streets[0].opens is Opens.NOBODY:
        return Stakes(ante=small, ante_is_dead=chance.random() < 0.3, chip=unit, small_bet=2 * small)
    if game.is_stud or game.open_requirement or chance.random() < (0.7 if game.pass_out else 0.1):
        bring = chance.choice((0, small, small, 2 * small)) if has_bring_in(game) else 0
        ante = chance.choice((0, unit, unit, small)) if bring else small
        alone = chance.random() < 0.1 and not bring and not game.open_requirement  # one blind, on top of the antes
        return Stakes(ante=ante, bring_in=bring, small_bet=2 * small, chip=unit, blinds=(small,) if alone else ())
    blinds: tuple[int, ...] = (small, chance.choice((2, 2, 1, 3)) * small)
    if seats > 3 and chance.random() < 0.15:
        blinds = (*blinds, 2 * blinds[1])
    ante = chance.choice((0, 0, 0, unit, small))
    if chance.random() < 0.05:
        ante, blinds = small, ()
    return Stakes(
        blinds=blinds,
        ante=ante,
        ante_by=chance.choice(_ANTES),
        ante_is_dead=chance.random() < 0.2,
        chip=unit,
        small_bet=0 if chance.random() < 0.7 else 2 * small,
    )


def some_limit(chance: random.Random, stakes: Stakes) -> Limit:
    """Any limit that these stakes are played at."""
    least = stakes.min_bet
    cap = chance.choice((None, None, None, 10 * least))
    limits: tuple[Limit, ...] = (
        NoLimit(cap),
        NoLimit(),
        PotLimit(cap=cap),
        PotLimit(1, 2),
        FixedLimit(),
        FixedLimit(chance.choice((3, None))),
        SpreadLimit(least, 4 * least, chance.choice((None, 4))),
    )
    return chance.choice(limits)


def some_house(chance: random.Random, game: Game, limit: Limit) -> Rulebook:
    """A house, or one with another choice in what concerns the deal, the betting, odd chips and caps."""
    house = chance.choice(list(HOUSES.values()))
    if chance.random() < 0.5:
        house = house.but(
            name=f"a house like {house.name}",
            reopening=chance.choice(list(Reopening)),
            reopening_limit=chance.choice(list(Reopening)),
            short_post=chance.choice(list(ShortPost)),
            cap_heads_up=chance.choice(list(CapHeadsUp)),
            pot_limit_blinds=chance.choice(list(PotLimitBlinds)),
            identical_high_low_even=chance.random() < 0.5,
            one_odd_chip=chance.random() < 0.5,
            pot_limit_rounds_up=chance.random() < 0.5,
            odd_chip_stud=chance.choice(list(OddChip)),
            odd_half=chance.choice(list(OddHalf)),
            tied_boards=chance.choice(list(TiedBoards)),
            short_stub=chance.choice(list(ShortStub)),
            draw_stub=chance.choice(list(DrawStub)),
            fifth_card_last=chance.random() < 0.3,
            last_card_stays=chance.random() < 0.3,
            last_card_completes=chance.random() < 0.3,
            lowball_check_raise=chance.random() < 0.5,
            open_pair_option=chance.random() < 0.3,
        )
    if house.declaration is not Declaration.CARDS_SPEAK or house.sevens_rule or house.openers is Openers.PROVED:
        house = house.but(declaration=Declaration.CARDS_SPEAK, sevens_rule=False, openers=Openers.CHECKED)
    return house.but(odd_chip_stud=OddChip.POSITION) if game.is_stud and game.wild else house


def check(seed: int, tables: int, game: Game | None = None) -> int:
    """Play a scene both ways; how many decisions were compared. Raises Conflict, saying where the two part."""
    here = scene(seed, tables, game)
    return check_steps(here, seed) if seed % 2 else check_plays(here, seed)


def dealt(here: Scene, at: int, deck: Deck) -> tuple[Hand, Dealer]:
    """The engine's hand at one table of a scene, before its first decision."""
    return begun(here.batch.setup(here.stacks[at].tolist(), int(here.buttons[at])), deck)


DECISIONS = {Due.ACT: ACT, Due.BRING_IN: BRING_IN, Due.DRAW: DRAW, Due.DONE: OVER}


def check_plays(here: Scene, seed: int) -> int:
    """Whole hands by a policy: the engine takes each decision, and the same chips are won."""
    import numpy as np

    draw = np.random.default_rng(seed + 1)
    policy = draw.dirichlet((0.4, 3.0, 0.8, 0.4, 0.3), size=(here.batch.seats, len(here.batch.game.streets), 2))
    throws = draw.random(here.batch.seats) if seed % 4 else 0.9
    played = here.batch.play(here.stacks, policy, buttons=here.buttons, seed=seed, keep=_ROOM, throws=throws)
    assert played.decks is not None
    assert played.log is not None
    for at in range(len(here.stacks)):
        hand, dealer = dealt(here, at, DealtDeck(played.decks[at].tolist()))
        for seat, act in decisions(played.log[at]):
            if hand.seat != seat:
                raise Conflict(f"{here.name}, table {at}: {seat} acts, in the engine {hand.due} of {hand.seat}")
            if act > 0 and not hand.may_raise_to(act):
                raise Conflict(f"{here.name}, table {at}: {act} is no raise in the engine: {hand.raise_bounds()}")
            take(hand, dealer, -2 - act if hand.due is Due.DRAW else act)
        compare_chips(here, at, hand, played.won[at])
    return played.decisions


def decisions(log: Array) -> Iterator[tuple[int, int]]:
    """The seats and acts of one hand."""
    for seat, act in log.tolist():
        if seat < 0:
            return
        yield seat, act


def check_steps(here: Scene, seed: int) -> int:
    """Hands act by act: at each decision the same seat, the same call, the same least and greatest raise."""
    import numpy as np

    draw = np.random.default_rng(seed + 1)
    count = len(here.stacks)
    pack = np.array(find_deck(here.batch.game.deck).cards)
    decks = draw.permuted(np.tile(pack, (count, 1)), axis=1)
    tables = here.batch.deal(here.stacks, buttons=here.buttons, decks=decks, keep=_ROOM)
    hands = [dealt(here, at, Deck([int(card) for card in decks[at]])) for at in range(count)]
    compared = 0
    while tables.on:
        acts = some_acts(draw, tables, here.batch.form["chip"])
        columns = (tables.due, tables.seat, tables.street, tables.owed, tables.low, tables.high, tables.pot)
        for at, seen in enumerate(zip(*[column.tolist() for column in columns], strict=True)):
            hand, dealer = hands[at]
            if seen[0] < 0 and hand.due is Due.DONE:
                continue
            asked: tuple[int | None, ...] = (DECISIONS.get(hand.due), hand.seat, hand.street)
            if seen[0] != DRAW:
                asked = (*asked, hand.betting.to_call(hand.seat), *hand.raise_bounds(), hand.betting.pot())
            if asked != seen[: len(asked)]:
                raise Conflict(f"{here.name}, table {at}: {seen}, in the engine {hand.due} {asked}")
            compare_cards(here, at, hand, tables)
            if at < _STATES:
                compare_states(here, at, hand, tables)
            act = int(acts[at])
            if hand.due is Due.DRAW:
                options = hand.plan.streets[hand.street]
                act = within(act, len(hand.hole[hand.seat]), options.discard, options.discard or options.draw)
            elif act > 0 and hand.may_raise():
                act = nearest(act, *hand.raise_bounds(), hand.betting.step())
            take(hand, dealer, act)
            compared += 1
        tables.step(acts)
    for at in range(count):
        compare_chips(here, at, hands[at][0], tables.won[at])
        if at < _STATES:
            compare_states(here, at, hands[at][0], tables)
    return compared


def within(act: int, held: int, least: int, most: int) -> int:
    """The places of the cards to throw away that are nearest to an act."""
    places = [at for at in range(held) if act >> at & 1][:most]
    places += [at for at in range(held) if at not in places][: max(least - len(places), 0)]
    return sum([1 << at for at in places])


def some_acts(draw: Array, tables: BatchTables, chip: int) -> Array:
    """An act for each table: mostly calls, raises of all sizes that are allowed, and cards to throw away."""
    import numpy as np

    low, high = tables.low, tables.high
    kind = draw.random(len(low))
    between = draw.integers(low, high + 1)
    made = np.maximum(between - between % chip, low)
    sizes = np.where(kind < 0.85, low, np.where((kind < 0.93) & (between < high), made, high))
    acts = np.where(kind < 0.07, -1, np.where(kind < 0.65, 0, sizes))
    return np.where(tables.due == DRAW, draw.integers(0, 1 << 12, size=len(low)) * (kind < 0.9), acts)


def compare_cards(here: Scene, at: int, hand: Hand, tables: BatchTables) -> None:
    """Raise Conflict unless the seat to act holds the same cards in the engine, and all see the same cards."""
    holes = tables.holes[at][hand.seat]
    boards = tables.boards[at].reshape(hand.plan.boards, -1)
    mine = [card for card in holes.tolist() if card < UNKNOWN]
    middle = [[card for card in board.tolist() if card < UNKNOWN] for board in boards]
    up = [[card for card in seat.tolist() if card < UNKNOWN] for seat in tables.faces[at]]
    ups = [[*cards] if hand.live >> seat & 1 else up[seat] for seat, cards in enumerate(hand.faces)]
    asked = [*hand.hole[hand.seat]], [[*board] for board in hand.boards], ups
    if (mine, middle, up) != asked:
        raise Conflict(f"{here.name}, table {at}: {(mine, middle, up)}, in the engine {asked}")


def compare_states(here: Scene, at: int, hand: Hand, tables: BatchTables) -> None:
    """Raise Conflict unless the information states of the batch are those of the engine, in all forms."""
    for seat in range(here.batch.seats):
        ours, theirs = tables.information_state(at, seat), information_state(hand, seat)
        if (ours, ours.key, ours.text, ours.tensor()) != (theirs, theirs.key, theirs.text, theirs.tensor()):
            raise Conflict(f"{here.name}, table {at}, seat {seat}: {ours.text}, in the engine {theirs.text}")


def compare_chips(here: Scene, at: int, hand: Hand, won: Array) -> None:
    """Raise Conflict unless the hand is over in the engine too, and each seat has the same chips."""
    ours = [after - before for after, before in zip(hand.stacks, hand.setup.stacks, strict=True)]
    if hand.due is not Due.DONE or ours != won.tolist():
        raise Conflict(f"{here.name}, table {at}: {won.tolist()} won, in the engine {ours} ({hand.due})")
