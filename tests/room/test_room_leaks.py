"""Nothing leaks: what a viewer is told of a hand is the same, to the byte, whatever the cards are that they never see.

The same script is played with two packs that differ only in cards hidden from a viewer to the end. All their traffic is
compared: snapshots, events with their items and log lines, what is for them alone, and what they are refused. Roots and
links are hashes of the hidden order too, with salts: they are as long, and that nothing can be told from them is
looked at by itself.
"""

from __future__ import annotations

import logging
import random
import re
import traceback
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EVERY_GAME, EXAMPLES
from room_scenes import OPEN_STAKES
from room_scripts import NAMES, SPECTATOR, Dealt, Play, again, any_terms, played
from room_tables import cash
from room_tables import terms as terms_of_room
from table_messages import event, yours

from sidepot.cards import text
from sidepot.cli.bench import is_compiled
from sidepot.games.catalog import GAMES
from sidepot.games.mixes import find_mix
from sidepot.games.model import Game
from sidepot.hand.hand import Hand
from sidepot.room.fairness import chain
from sidepot.room.fairness.decks import SALT, Commitment, SealedDeck
from sidepot.room.fairness.items import Cut, Shuffled
from sidepot.room.runtime.services import evidence
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.room.views.public import snapshot_of
from sidepot.table.table_rules import OpenStakes

HASH = re.compile(rb"[0-9a-f]{64}")
CARD = re.compile(r"(?<![0-9A-Za-z])(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠])+(?![0-9A-Za-z])")
seeds = st.integers(0, 2**32)
few = settings(max_examples=EXAMPLES // 2, deadline=None)
Traffic = dict[str, list[bytes | None]]


def listener(viewers: tuple[str, ...], into: Traffic) -> Callable[[Play, TableEvent | None], None]:
    """Keeps all that these viewers are told: events, their own part, now and then a snapshot; and their refusals."""

    def told(play: Play, entry: TableEvent | None) -> None:
        for viewer in viewers:
            heard = into.setdefault(viewer, [])
            if entry is None:
                if play.script[-1].by == viewer:
                    heard.append(play.errors[-1].encode())
                continue
            heard.append(event(play.room, entry))
            heard.append(yours(play.room, viewer))
            if entry.seq % 7 == 0:
                heard.append(snapshot_of(play.room, ("a line",)))

    return told


def table_of(game: Game, seed: str, *, most: int = 6) -> tuple[Any, int, random.Random]:
    chance = random.Random(seed)
    players = chance.randint(max(2, game.seats[0]), min(most, game.seats[1]))
    return any_terms(game, chance, players), players, chance


def check_twins(game: Game, seed: str, *, only: int | None = None, most: int = 6) -> int:
    """Play by chance; for each viewer (or for one) play again with other cards where they see none, and compare."""
    terms, players, chance = table_of(game, seed, most=most)
    play = compare_twins(terms, seed, players, chance, only=only)
    viewer = (*NAMES[:players], SPECTATOR)[only % (players + 1) if only is not None else 0]
    return sum(len(hand.pack) - len(hand.seen_by(viewer)) for hand in play.hands)


def compare_twins(
    terms: RoomTerms, seed: str, players: int, chance: random.Random, *, only: int | None = None, hands: int = 2
) -> Play:
    """The same at a table of these terms: what was played."""
    viewers = (*NAMES[:players], SPECTATOR)
    if only is not None:
        viewers = (viewers[only % len(viewers)],)
    first: Traffic = {}
    play = played(terms, seed, players=players, hands=hands, told=listener(viewers, first))
    for viewer in viewers:
        twins = [hand.twin(viewer, chance) for hand in play.hands]
        second: Traffic = {}
        other = again(terms, seed, play.script, twins, listener((viewer,), second))
        assert [hand.order for hand in other.hands] == [twin.order for twin in twins]
        compare(first[viewer], second[viewer], f"{viewer} at {seed}")
    return play


def compare(first: list[bytes | None], second: list[bytes | None], who: str) -> None:
    assert len(first) == len(second), who
    for one, two in zip(first, second, strict=True):
        if one != two:
            assert one is not None and two is not None, who
            assert len(one) == len(two), who
            assert HASH.sub(b"", one) == HASH.sub(b"", two), who


@pytest.mark.long
@each("game", GAMES.values(), ids=lambda game: game.name)
def test_views_do_not_depend_on_unseen_cards(game: Game) -> None:
    """Every game, every viewer: each seat, and somebody who watches."""
    assert check_twins(game, f"{game.name} 1") > 10


def choosing_table() -> RoomTerms:
    """A table at dealer's choice: another game, and another pack, each hand."""
    rules = cash(find_mix("dealers-choice"), dealers_choice=True, seats=5, buy_in=(1, 0))
    return terms_of_room(rules, timing=Timing(cut=8000))


def open_table() -> RoomTerms:
    """A table at open stakes: chips are bought, borrowed and played on markers while a hand is on."""
    rules = cash(rulebook=OPEN_STAKES, open_stakes=OpenStakes(threshold=4), buy_in=(6, 0), seats=5)
    return terms_of_room(rules, timing=Timing(cut=8000))


TABLES: dict[str, tuple[Callable[[], RoomTerms], int]] = {
    "dealer's choice": (choosing_table, 5),
    "open stakes": (open_table, 4),
}


SEEDS = range(20, 24)  # in whose scripts chips are borrowed, too


@pytest.mark.long
@each("seed", SEEDS)
@each("kind", TABLES)
def test_views_do_not_depend_on_unseen_cards_at_other_kinds_of_tables(kind: str, seed: int) -> None:
    """Each seat, and somebody who watches, over several hands."""
    make, players = TABLES[kind]
    play = compare_twins(make(), f"{kind} {seed}", players, random.Random(seed), hands=4)
    assert len(play.hands) >= 1
    assert sum(len(hand.pack) - len(hand.seen_by(SPECTATOR)) for hand in play.hands) > 20


def test_scripts_have_what_there_is_at_other_kinds_of_tables() -> None:
    """Or the tests above would look at plain cash tables: games differ, markers are offered."""
    kinds: set[str] = set()
    packs: set[int] = set()
    for kind, (make, players) in TABLES.items():
        for seed in SEEDS:
            play = played(make(), f"{kind} {seed}", players=players, hands=4)
            kinds |= {type(item).__name__ for hand in play.hands for item in hand.items}
            kinds |= {type(done.said).__name__ for done in play.script}
            packs |= {hand.items[2].setup.game.name for hand in play.hands if hasattr(hand.items[2], "setup")}
    wanted = {"ChooseGame", "MarkerOffered", "Consented", "Borrowed", "Added"}
    assert not wanted - kinds
    assert len(packs) > 3


@few
@given(seeds)
def test_views_do_not_depend_on_unseen_cards_at_any_table(seed: int) -> None:
    """Any game and form, house, limit and stakes, with cuts, people who come and go, and time that runs out."""
    chance = random.Random(seed)
    check_twins(chance.choice(EVERY_GAME), f"any {seed}", only=chance.randrange(7), most=7)


@pytest.mark.long
def test_twins_differ_for_those_who_see_the_cards() -> None:
    """Or the tests above would compare a hand with itself: who holds the cards is told others, and only the holder."""
    differs = total = 0
    for at, game in enumerate(GAMES.values()):
        terms, players, chance = table_of(game, f"differs {at}")
        viewers = NAMES[:players]
        first: Traffic = {}
        second: Traffic = {}
        play = played(terms, f"differs {at}", players=players, hands=1, told=listener(viewers, first))
        twins = [hand.twin(viewers[0], chance) for hand in play.hands]
        again(terms, f"differs {at}", play.script, twins, listener(viewers, second))
        compare(first[viewers[0]], second[viewers[0]], viewers[0])
        for viewer in viewers[1:]:
            total += 1
            differs += [HASH.sub(b"", one or b"") for one in first[viewer]] != [
                HASH.sub(b"", one or b"") for one in second[viewer]
            ]
    assert differs > 0.6 * total  # the others have shown their hands


@pytest.mark.long
def test_scripts_have_all_that_could_leak() -> None:
    """Showdowns that are mucked, draws, declarations, cuts, new stubs, lost time, refusals: they do come up."""
    kinds: set[str] = set()
    for at, game in enumerate(EVERY_GAME):
        terms, players, _ = table_of(game, f"kinds {at}", most=7)
        play = played(terms, f"kinds {at}", players=players, hands=3)
        kinds |= {type(item).__name__ for hand in play.hands for item in hand.items}
        kinds |= {f"{type(done.said).__name__}{' refused' * done.refused}" for done in play.script}
    wanted = {"Shown", "Mucked", "Discarded", "Declared", "Revealed", "RunChosen", "BroughtIn", "Proved", "Returned"}
    wanted |= {"Reshuffled", "Cut", "CutPack", "AskCut", "Went", "Came", "Buy", "Act refused", "PassedOut"}
    assert not wanted - kinds


# ---- what is hashed


@few
@given(seeds)
def test_links_are_made_of_what_was_told(seed: int) -> None:
    """Whoever has heard the events of a hand can work its links out themselves: nothing else has gone into them."""
    chance = random.Random(seed)
    terms, players, _ = table_of(chance.choice(EVERY_GAME), f"links {seed}", most=4)
    heard: Traffic = {}
    play = played(terms, f"links {seed}", players=players, told=listener((SPECTATOR,), heard))
    link, told = chain.START, []
    for data in heard[SPECTATOR]:
        message = msgspec.json.decode(data) if data and data.startswith(b'{"type":"event"') else {}
        for item in message.get("what", ()):
            if item["type"] in ("heading", "shuffled", "cut", "started") or "player" not in item:
                if item["type"] not in ("hand_done", "hand_voided", "button_drawn", "coloured"):
                    link = chain.link(link, chain.canonical(item))
        if "link" in message.get("state", {}):
            told.append(message["state"]["link"])
            assert told[-1] == link.hex()
    assert len(set(told)) == len(play.hands)


def test_a_root_is_made_of_salted_hashes_alone() -> None:
    """Each card goes into a root by one hash of a salt, its place and itself; so with other cards it is another one."""
    _, deck = any_deck(1)
    leaves = [sha256(b"\0" + deck.salt(at) + bytes([at, card])).digest() for at, card in enumerate(deck.order)]
    while len(leaves) > 1:
        pairs = [leaves[at : at + 2] for at in range(0, len(leaves), 2)]
        leaves = [sha256(b"\1" + b"".join(pair)).digest() if len(pair) == 2 else pair[0] for pair in pairs]
    assert Commitment(deck).root == leaves[0]
    swapped = (deck.order[1], deck.order[0], *deck.order[2:])
    assert Commitment(SealedDeck(swapped, deck.salts)).root != leaves[0]
    assert len(Commitment(SealedDeck(swapped, deck.salts)).root) == 32


def test_with_fresh_salts_no_bit_of_a_root_tells_the_cards() -> None:
    """Roots of two packs, each with many salts: every bit is set as often for the one as for the other."""
    chance, deck = any_deck(2)
    twin = (*deck.order[:9], *reversed(deck.order[9:]))
    times = 600
    ones = [[0] * 256, [0] * 256]
    for which, order in enumerate((deck.order, twin)):
        for _ in range(times):
            root = int.from_bytes(Commitment(SealedDeck(order, chance.randbytes(SALT * 52))).root, "big")
            for bit in range(256):
                ones[which][bit] += root >> bit & 1
    spread = (times / 2) ** 0.5  # of the difference of two counts
    assert max(abs(one - two) for one, two in zip(*ones, strict=True)) < 5 * spread
    assert max(abs(one - times / 2) for one in ones[0]) < 5 * spread


def any_deck(seed: int) -> tuple[random.Random, SealedDeck]:
    chance = random.Random(seed)
    return chance, SealedDeck(tuple(chance.sample(range(52), 52)), chance.randbytes(SALT * 52))


@few
@given(seeds)
def test_a_commitment_is_the_only_thing_that_changes_with_the_salts(seed: int) -> None:
    """The same hand with other salts: every byte that is told is the same but for roots and links."""
    chance = random.Random(seed)
    terms, players, _ = table_of(chance.choice(EVERY_GAME), f"salts {seed}", most=4)
    first: Traffic = {}
    play = played(terms, f"salts {seed}", players=players, told=listener(NAMES[:players], first))
    if any(hand.text for hand in play.hands):
        return  # where the pack is cut follows from the root
    other = [hand._replace(salts=chance.randbytes(len(hand.salts))) for hand in play.hands]
    second: Traffic = {}
    again(terms, f"salts {seed}", play.script, other, listener(NAMES[:players], second))
    for viewer in NAMES[:players]:
        compare(first[viewer], second[viewer], viewer)
    assert not play.hands or first != second


# ---- logs, repr, tracebacks


def shown_of(room: RoomTable, entry: TableEvent | None) -> str:
    """What a log or a debugger would print of a table, its entry, its secrets and its dealer."""
    said = [repr(room), str(room), repr(entry), repr(room.decks), repr(room.shuffled), repr(room.dealer)]
    said += [repr(room.hand), repr(room.last), repr(room.dealer.deck) if room.dealer is not None else ""]
    shown = re.sub(r"0x[0-9a-f]+", "0x", "\n".join(said))
    for hand in (room.hand, room.last):
        for board in filter(None, hand.boards if isinstance(hand, Hand) else ()):
            shown = shown.replace(f" {text(board)}", " the board")  # it lies open: everybody may see it
    return shown


@few
@given(seeds)
def test_the_repr_of_a_table_shows_no_card(seed: int) -> None:
    """It is the same for twins, and no card is named in it; nor in what others are refused."""
    chance = random.Random(seed)
    game = chance.choice(EVERY_GAME)
    terms, players, _ = table_of(game, f"repr {seed}", most=5)
    lines: list[list[str]] = [[], []]

    def told(which: int) -> Callable[[Play, TableEvent | None], None]:
        def keep(play: Play, entry: TableEvent | None) -> None:
            if entry is not None:
                lines[which].append(shown_of(play.room, entry))
            elif play.script[-1].by != play.room.to_decide()[0]:
                assert not CARD.search(play.errors[-1]), play.errors[-1]

        return keep

    play = played(terms, f"repr {seed}", players=players, told=told(0))
    again(terms, f"repr {seed}", play.script, [hand.twin(SPECTATOR, chance) for hand in play.hands], told(1))
    assert lines[0] == lines[1]
    for line in lines[0]:
        assert not CARD.search(line), line


class Broken(Exception):
    """A mistake of the room's own, which quotes what it is about."""


PLACES = (
    "sidepot.room.table.play.hand_cycle._ask",
    "sidepot.room.table.play.hand_cycle._finish",
    "sidepot.room.table.play.hand_cycle.interleave",
    "sidepot.room.table.play.people.charge",
    "sidepot.hand.winning.split_pots.made",
    "sidepot.hand.apply_cards.deal_on",
    "sidepot.hand.apply.act_on",
    "sidepot.hand.apply.close_round",
    "sidepot.table.finishing.asked",
)


@pytest.mark.skipif(is_compiled(), reason="a compiled room does not look its functions up, so none can be broken")
@pytest.mark.parametrize("game", ["holdem", "triple-draw", "stud8", "jacks-or-better", "double-board-omaha"])
def test_a_mistake_in_the_middle_of_a_hand_tells_no_card(game: str) -> None:
    """Wherever the room breaks, and whatever is quoted by what breaks: no card is in what is kept as evidence."""
    broke = 0
    for at, place in enumerate(PLACES):
        for nth in (1, 4, 9):
            terms, players, _ = table_of(GAMES[game], f"broken {at}", most=4)
            error = break_at(place, nth, partial(played, terms, f"broken {at}", players=players))
            if error is None:
                continue
            broke += 1
            printed = "".join(traceback.format_exception(error))
            assert "Broken" in printed and CARD.search(printed), printed
            kept = msgspec.json.encode(evidence(error, "t", 1, 2, s.Tick())).decode()
            assert "Broken" in kept and not CARD.search(kept)
    assert broke > 10


def break_at(place: str, nth: int, play: Callable[[], object]) -> Exception | None:
    """Play until a function is called for the n-th time, which fails then."""
    calls = 0
    with pytest.MonkeyPatch.context() as patch:
        module, _, name = place.rpartition(".")
        whole = getattr(__import__(module, fromlist=[name]), name)

        def failing(*args: Any, **more: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == nth:
                raise Broken("seat 2 holds AsKd, and the next card is 7h")
            return whole(*args, **more)

        patch.setattr(place, failing)
        try:
            play()
        except Broken as error:
            return error
    return None


def test_a_pack_that_is_wrong_is_not_told_of(caplog: pytest.LogCaptureFixture) -> None:
    """A card that comes twice: the rules would name it; the room says that something failed, and what kind of thing."""
    caplog.set_level(logging.DEBUG)
    failed = 0
    for seed in range(40):
        chance = random.Random(seed)
        terms, players, _ = table_of(chance.choice(EVERY_GAME), f"wrong {seed}", most=4)
        spoil_at = chance.randrange(8, 30)
        rooms: list[RoomTable] = []

        def told(
            play: Play, entry: TableEvent | None, spoil_at: int = spoil_at, rooms: list[RoomTable] = rooms
        ) -> None:
            room = play.room
            rooms.append(room)
            if room.seq >= spoil_at and room.dealer is not None and room.hand is not None:
                stub = room.dealer.deck._stub
                stub[:] = [card for hole in room.hand.hole for card in hole][: len(stub)] * 9

        try:
            played(terms, f"wrong {seed}", players=players, told=told)
        except RuntimeError as error:
            failed += 1
            printed = "".join(traceback.format_exception(error))
            assert "failed: IllegalAction" in printed or "failed: Conflict" in printed, printed
            assert not CARD.search(printed), printed
            assert not CARD.search(repr(rooms[-1]))
    assert failed > 10
    assert not CARD.search(caplog.text)


def test_the_marker_of_cards_finds_cards() -> None:
    """Or the searches above would find nothing."""
    assert CARD.search("it holds AsKd") and CARD.search("Bo shows A♠") and CARD.search("(10h)")
    assert not CARD.search("<TableEvent 7 by 'Ann': Act(turn=3, command=Discard(...)), 3 items>")
    assert HASH.fullmatch(Shuffled(0, 52, "a" * 64).root.encode())
    assert isinstance(Dealt, type) and Cut(0, "Ann", "socks", 7).at == 7
