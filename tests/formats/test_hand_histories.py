"""Hands that were read come back the same from each format that is written, as far as the format can tell them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import CORPUS, CORPUS_FOLDER
from phh_hands import LIMITS, of_phh, random_hand, table

from sidepot import Dealer, Deck, Hand, find_game, seat_hand
from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.hand_history import HandHistory, of_record
from sidepot.formats.moments import zoned_moment_in
from sidepot.formats.ohh import read_ohh
from sidepot.formats.ohh_write import GAMES, ohh_of
from sidepot.formats.phh import Phh, iter_phh, read_phh
from sidepot.formats.phh_game import PHH
from sidepot.formats.phh_history import CHECKED, COLLECTED_FIELD, HERO_FIELD, phh_of_history
from sidepot.formats.phh_play import play_phh
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phh
from sidepot.formats.read_back import lost_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.site_games import as_sites_play
from sidepot.formats.sites.site_record import Record
from sidepot.formats.stars_write import TITLES, stars_text
from sidepot.games.catalog import GAMES as CATALOG
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.view import view_of
from sidepot.histories.converting import SUFFIX_OF, written

SAMPLES = Path(__file__).parent / "sites"


def again(told: HandHistory, kind: str) -> HandHistory | str:
    """The hand, written in a format and read back; or why the format cannot express it."""
    try:
        text = json.dumps(ohh_of(told)) if kind == "ohh" else stars_text(told)
    except BadNotation as error:
        return error.message
    ((_, record),) = read_ohh(text) if kind == "ohh" else read_site(text)
    assert isinstance(record, Record), record
    return of_record(record)


def check_same(told: HandHistory, back: HandHistory) -> None:
    """The same players, cards and chips, and the same events one after another."""
    assert back.names == told.names and back.numbers == told.numbers
    assert back.hand.stacks == told.hand.stacks and back.collected == told.collected and back.rake == told.rake
    assert back.hand.boards == told.hand.boards
    assert [type(event) for event in back.hand.log] == [type(event) for event in told.hand.log]


def hands_of(data: bytes, *, ohh: bool) -> list[HandHistory]:
    """The hands of a file that can be played."""
    found = []
    for _, record in read_ohh(data) if ohh else read_site(data):
        if isinstance(record, Record):
            try:
                found.append(of_record(record))
            except BadNotation:
                continue
    return found


@each("kind", ["stars", "ohh"])
@each("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_samples_come_back(path: Path, kind: str) -> None:
    for told in hands_of(path.read_bytes(), ohh=path.suffix == ".ohh"):
        back = again(told, kind)
        if isinstance(back, HandHistory):
            check_same(told, back)
        else:
            unknown = (
                "a bomb pot", "a carried pot or open stakes", "Double-board hold'em", "parts of a tournament chip",
            )  # fmt: skip
            assert "cannot express" in back and (kind == "ohh" or back.endswith(unknown)), back


@each("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_poker_hand_history_loses_nothing_of_a_sites_hand(path: Path) -> None:
    """The rake of the site, the hero, the time and whether it was a tournament are there again, too."""
    for told in hands_of(path.read_bytes(), ohh=path.suffix == ".ohh"):
        back = of_phh(read_phh(write_phh(phh_of_history(told)))[0])
        assert lost_of(told, back) == ""
        assert back.names[back.hero] == told.names[told.hero] if told.hero >= 0 else back.hero == -1
        assert back.is_tournament == told.is_tournament and zoned_moment_in(back.when) == zoned_moment_in(told.when)
        assert (back.currency, back.table, back.site) == (told.currency, told.table, told.site)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (COLLECTED_FIELD, [1]),
        (COLLECTED_FIELD, [1, -1, 0]),
        (COLLECTED_FIELD, "9"),
        (HERO_FIELD, "p4"),
        (HERO_FIELD, 1),
    ],
)
def test_a_field_of_our_own_that_cannot_be_is_named(field: str, value: object) -> None:
    (history,) = read_phh(THREE)
    with pytest.raises(BadNotation, match=field):
        of_phh(msgspec.structs.replace(history, extra={field: value}))


THREE = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 7c2d', 'p3 f', 'p1 cbr 6', 'p2 f']
"""


def test_dates_are_those_of_new_york_in_one_format_and_universal_in_the_other() -> None:
    (told,) = hands_of(STARS_HAND.encode(), ohh=False)
    assert "2016/04/14 23:31:38 ET" in stars_text(told)
    assert ohh_of(told)["ohh"]["start_date_utc"] == "2016-04-15T03:31:38Z"
    ((_, record),) = read_ohh(json.dumps(ohh_of(told)))
    assert isinstance(record, Record) and "2016/04/14 23:31:38 ET" in stars_text(of_record(record))


STARS_HAND = """\
PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2016/04/15 5:31:38 CET [2016/04/14 23:31:38 ET]
Table 'Ida' 2-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($200 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Ann: folds
Uncalled bet ($1) returned to Bob
Bob collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""


def played(game: str, seats: int, limit: str, choices: list[int]) -> Hand:
    """A hand by choices out of what may be done."""
    kinds = {"no": NoLimit(), "pot": PotLimit(), "fixed": FixedLimit()}
    found = as_sites_play(find_game(game))
    stakes = Stakes(ante=1, bring_in=2, small_bet=5, big_bet=10) if found.is_stud else Stakes(blinds=(2, 4))
    stacks = [20 + 30 * seat for seat in range(seats)]
    hand = Hand(seat_hand(found, kinds[limit], stakes, PHH, stacks, button=seats - 1))
    dealer = Dealer(Deck(hand.plan.deck, below=Random(choices[0]).randrange))
    at = 0
    while hand.due is not Due.DONE:
        dealer.run(hand)
        at += 1
        choice = choices[at % len(choices)]
        if hand.due is Due.ACT:
            low, high = hand.raise_bounds()
            if high and choice % 5 == 0:
                hand.raise_to(high if choice % 2 else low)
            elif choice % 7 == 1 and hand.to_call:
                hand.fold()
            else:
                hand.check_or_call()
        elif hand.due is Due.BRING_IN:
            hand.bring_in()
        elif hand.due is Due.DRAW:
            hand.discard(hand.hole[hand.seat][: choice % 3])
        elif hand.due is Due.SHOW:
            hand.show()
    return hand


@settings(deadline=None)
@given(st.data())
def test_hands_of_our_own_come_back_from_pokerstars_text(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(sorted(TITLES)))
    limit = data.draw(st.sampled_from(["no", "pot", "fixed"]))
    seats = data.draw(st.integers(2, 5))
    choices = data.draw(st.lists(st.integers(0, 1000), min_size=3, max_size=12))
    try:
        hand = played(game, seats, limit, choices)
    except SidepotError as error:
        pytest.fail(f"{game}: {error}")
    names = tuple([f"Player {seat}" for seat in range(seats)])
    told = HandHistory(hand=hand, names=names, numbers=tuple(range(1, seats + 1)), name="7", hero=0, is_tournament=True)
    for kind in ("stars", "ohh") if game in GAMES else ("stars",):
        back = again(told, kind)
        assert isinstance(back, HandHistory), back
        assert back.hand.stacks == hand.stacks and back.hand.boards == hand.boards


@settings(deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(sorted(SUFFIX_OF)), st.booleans(), st.booleans())
def test_hands_of_every_game_come_back_or_are_refused_by_name(
    seed: int, kind: str, mistakes: bool, is_whole: bool
) -> None:
    """In any house, with rakes, short stacks and mistakes of the dealer; from one player's view, or with all cards."""
    chance = Random(seed)
    game = as_sites_play(CATALOG[chance.choice(sorted(CATALOG))])
    try:
        setup = table(game, chance.choice(LIMITS), chance)
    except SidepotError:
        return  # no game is played at such a limit
    hand = random_hand(setup, chance, mistakes=mistakes)
    seats = len(setup.stacks)
    hero = chance.randrange(-1, seats)
    names = tuple([f"Player {seat}" for seat in range(seats)])
    told = HandHistory(
        hand=hand if is_whole else view_of(hand, hero),
        names=names,
        numbers=tuple(range(1, seats + 1)),
        name="7",
        hero=hero,
        is_tournament=True,
    )
    text = written(told, kind)
    if isinstance(text, SidepotError):
        assert kind != "phh" or mistakes or "openers" in text.message or "fewer than" in text.message, text.message
        return
    if kind == "phh":
        ((_, history),) = iter_phh(text)
        assert isinstance(history, Phh), history
        back = play_phh(history).hand
        assert [back.stacks[seat] for seat in range(seats)] == [
            hand.stacks[(setup.button + 1 + seat) % seats] for seat in range(seats)
        ]
        assert lost_of(told, of_phh(history), CHECKED if mistakes else ()) == ""
        return
    ((_, record),) = read_ohh(text) if kind == "ohh" else read_site(text)
    assert isinstance(record, Record), record
    assert lost_of(told, of_record(record)) == ""


def test_lost_facts_are_named() -> None:
    told, *others = hands_of((SAMPLES / "stars.txt").read_bytes(), ohh=False)
    changed = msgspec.structs.replace(told, names=("Ann", "Bo", "Cy"))
    assert lost_of(told, told) == "" and lost_of(told, changed) == "the names of the players"
    assert lost_of(told, others[0]) != ""
    called = msgspec.structs.replace(told, names=("Ann", "Bo\nCy", "Cy"))
    refused = written(called, "stars")
    assert isinstance(refused, BadNotation) and "PokerStars' text cannot express" in refused.message
    assert refused.code == "cannot_express"


def test_hands_that_a_format_cannot_express_are_refused_by_name() -> None:
    razz = hands_of((SAMPLES / "full_tilt.txt").read_bytes(), ohh=False)[0]
    with pytest.raises(BadNotation, match="Open Hand History cannot express Razz"):
        ohh_of(razz)
    twice = hands_of((SAMPLES / "stars.txt").read_bytes(), ohh=False)[3]
    with pytest.raises(BadNotation, match="run twice"):
        ohh_of(twice)
    drawmaha = played("drawmaha", 2, "pot", [3])
    told = HandHistory(hand=drawmaha, names=("Ann", "Bo"), numbers=(1, 2))
    with pytest.raises(BadNotation, match="the PokerStars format cannot express Drawmaha"):
        stars_text(told)


def test_names_are_taken_away_everywhere() -> None:
    told = hands_of((SAMPLES / "stars.txt").read_bytes(), ohh=False)[0].renamed()
    for text in (stars_text(told), json.dumps(ohh_of(told))):
        assert not any(name in text for name in ("Ann", "Bo: the", "Cy", "Samos"))


def test_cards_of_others_are_not_written() -> None:
    """Of a hand with all cards known, a view has the hero's and those that were shown."""
    (told,) = hands_of((SAMPLES / "bovada.txt").read_bytes(), ohh=False)
    assert told.hero == told.names.index("Big Blind")
    for text in (stars_text(told), json.dumps(ohh_of(told))):
        assert "7h" not in text and "Td" in text
    seen = told.seen_by("Dealer")
    for text in (stars_text(seen), json.dumps(ohh_of(seen)), write_phh(phh_of_hand(seen.hand, decimals=2))):
        assert "7h" not in text and "Td" not in text and "Ac" in text


@pytest.mark.long
@CORPUS.mark
@pytest.mark.parametrize("folder", ["sites/hhp", "sites/fpdb/cash/FTP", "sites/fpdb/cash/Stars", "ohh"])
def test_real_hands_come_back(folder: str) -> None:
    seen = 0
    for path in sorted(Path(CORPUS_FOLDER, folder).rglob("*.*")):
        if path.suffix not in (".txt", ".ohh", ".jsonl"):
            continue
        for told in hands_of(path.read_bytes(), ohh=path.suffix != ".txt"):
            for kind in ("stars", "ohh"):
                back = again(told, kind)
                if isinstance(back, str):
                    assert "cannot express" in back, (path, told.name, back)
                else:
                    check_same(told, back)
                    seen += 1
    assert seen > 20
