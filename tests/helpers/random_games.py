"""Games that nobody has played: random values of `Game` that the model takes, for the universal tester."""

from __future__ import annotations

import random

from sidepot.cards import STANDARD_DECK, text
from sidepot.errors import Conflict
from sidepot.games.decks import find_deck
from sidepot.games.model import Choose, Game, Half, Opens, Street

LOW_SCALES = ("ace-to-five", "ace-to-six", "deuce-to-seven")
ROUNDS = (Opens.LEFT_OF_BUTTON, Opens.LEFT_OF_BUTTON, Opens.LEFT_OF_BUTTON, Opens.OPENER, Opens.NOBODY)
BY_FACES = (Opens.HIGH_HAND, Opens.LOW_HAND, Opens.HIGH_CARD_ACTS, Opens.LEFT_OF_BUTTON)


def random_game(chance: random.Random) -> Game:
    """A game that the model takes, whatever it is: drawn again until one is."""
    while True:
        try:
            return _any_game(chance)
        except Conflict:
            continue  # not every mixture is a game


def _any_game(chance: random.Random) -> Game:
    kind = chance.choice(("board", "board", "draw", "stud"))
    streets = {"board": _board_streets, "draw": _draw_streets, "stud": _stud_streets}[kind](chance)
    deck, wild = _pack(chance)
    halves = _halves(kind, deck, chance)
    asks = not chance.randrange(6)
    return Game(
        f"random {kind}",
        "A game that nobody has played",
        streets,
        halves,
        (2, _most_seats(streets, deck, chance)),
        deck=deck,
        pass_out=kind == "draw" and not chance.randrange(3),
        wild=wild,
        boards=chance.choice((1, 1, 2, 3)) if kind == "board" else 1,
        open_requirement=chance.choice(("JJ", "A", "77")) if kind == "draw" and not chance.randrange(4) else "",
        win_requirement=chance.choice(("222", "JJ", "KK77", "A")) if asks else "",
    )


def _board_streets(chance: random.Random) -> tuple[Street, ...]:
    """Cards in hand, then the board in one to four steps; cards are thrown away or changed on the way."""
    streets = [Street("deal", Opens.LEFT_OF_BLINDS, down=chance.randint(1, 6), board=chance.choice((0, 0, 0, 1)))]
    for at, board in enumerate(chance.choice(((3, 1, 1), (1, 1, 1), (2, 2), (5,), (3, 2), (1, 1, 1, 1, 1)))):
        if not chance.randrange(5):
            streets.append(_change(at, chance))
        opens = chance.choice(ROUNDS)
        more = int(not chance.randrange(6))
        streets.append(Street(f"street {at}", opens, down=more, board=board, burn=chance.random() < 0.8, big=at > 0))
    if not chance.randrange(6):
        streets.append(_change(9, chance))
    return tuple(streets)


def _change(at: int, chance: random.Random) -> Street:
    opens = chance.choice((Opens.NOBODY, Opens.LEFT_OF_BUTTON))
    cards = chance.randint(1, 3)
    if chance.random() < 0.5:
        return Street(f"throw {at}", opens, discard=cards, burn=chance.random() < 0.3)
    return Street(f"change {at}", opens, draw=cards, burn=chance.random() < 0.7)


def _draw_streets(chance: random.Random) -> tuple[Street, ...]:
    held = chance.randint(3, 6)
    first = chance.choice((Opens.LEFT_OF_BLINDS, Opens.LEFT_OF_BLINDS, Opens.LEFT_OF_BUTTON))
    streets = [Street("deal", first, down=held, burn=False)]
    for at in range(chance.randint(1, 4)):
        if held > 2 and not chance.randrange(5):
            streets.append(Street(f"throw {at}", chance.choice(ROUNDS), discard=1, burn=False))
            held -= 1
        streets.append(Street(f"draw {at}", chance.choice(ROUNDS), draw=chance.randint(1, held), big=at > 0))
    return tuple(streets)


def _stud_streets(chance: random.Random) -> tuple[Street, ...]:
    first = chance.choice((Opens.LOW_CARD, Opens.HIGH_CARD, Opens.HIGH_CARD_ACTS, Opens.HIGH_HAND))
    streets = [Street("street 0", first, down=chance.randint(0, 3), up=chance.randint(1, 2), burn=False)]
    for at in range(1, chance.randint(2, 6)):
        up = chance.choice((0, 1, 1, 1))
        streets.append(Street(f"street {at}", chance.choice(BY_FACES), down=1 - up, up=up, big=at > 1))
    return tuple(streets)


def _pack(chance: random.Random) -> tuple[str, tuple[str, ...]]:
    if not chance.randrange(8):  # ranks in suits, or any cards; nothing is wild then
        some = text(sorted(chance.sample(STANDARD_DECK, chance.randint(20, 50))))
        return chance.choice(("23456789TJ cdhs", "A2345678 cdh", "789TJQKA dhs", some)), ()
    deck = chance.choice(("standard", "standard", "standard", "joker", "6+", "7+ joker", "3+"))
    wild = ("joker" if chance.random() < 0.5 else "bug",) if "joker" in deck else ()
    return deck, (*wild, *chance.choice(((), (), (), ("one-eyed jacks",), ("Kd",), ("8",))))


def _halves(kind: str, deck: str, chance: random.Random) -> tuple[Half, ...]:
    high = "high" if not find_deck(deck).lowest else chance.choice(("high", "short-deck", "short-deck-trips"))
    one = chance.choice((high, high, *LOW_SCALES, "badugi", "badugi-deuce"))
    two = chance.choice((*LOW_SCALES, "badugi", "badugi-deuce", high))
    choices = (Choose.ANY, Choose.ANY, Choose.TWO_THREE, Choose.HOLE) if kind == "board" else (Choose.ANY,)
    halves = (Half(one, chance.choice(choices)),)
    if chance.random() < 0.5:
        qualifier = chance.choice((None, 8, 9)) if two in LOW_SCALES or two.startswith("badugi") else None
        halves += (Half(two, chance.choice(choices), qualifier),)
    return halves


def _most_seats(streets: tuple[Street, ...], deck: str, chance: random.Random) -> int:
    """As many seats as the deck has cards for, or fewer."""
    size = len(find_deck(deck).cards)
    each = sum(street.down + street.up for street in streets)
    middle = sum(street.board for street in streets)
    return max(2, min((size - 3 * middle) // each, chance.randint(3, 10)))
