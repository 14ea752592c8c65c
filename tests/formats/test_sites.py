"""Text of poker sites: each dialect on a sample of our own, broken text, and the nets of the corpus to the cent."""

from __future__ import annotations

import json
from collections import defaultdict
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from needs import CORPUS, CORPUS_FOLDER

from sidepot.cards import text
from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation
from sidepot.formats.ohh import read_ohh
from sidepot.formats.sites.printed_result import Verdict, printed_nets, problem_of, verdict_of
from sidepot.formats.sites.reading import DIALECTS, dialect_of, read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_games import game_of_title, limit_of_title
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.text import amounts_of, brackets, text_of
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.hand.setup import Post

SAMPLES = Path(__file__).parent / "sites"


def records(path: Path) -> list[Record]:
    """The hands of a file; all are readable."""
    data = path.read_bytes()
    found = list(read_ohh(data) if path.suffix == ".ohh" else read_site(data))
    for name, record in found:
        assert isinstance(record, Record), (name, record)
    return [record for _, record in found if isinstance(record, Record)]


def one(name: str, at: int = 0) -> Record:
    """One hand of a sample."""
    return records(SAMPLES / name)[at]


@each("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_each_sample_comes_out_to_the_printed_chip(path: Path) -> None:
    for record in records(path):
        replay = play_record(record)
        assert (replay.unresolved, problem_of(replay), replay.notes) == ("", "", []), record.name


def test_every_dialect_has_a_sample() -> None:
    assert {dialect_of(text_of(path.read_bytes())) for path in SAMPLES.iterdir()} >= set(DIALECTS)


def test_a_stars_hand_in_all_parts() -> None:
    record = one("stars.txt")
    assert [(one.number, one.name, one.stack) for one in record.players] == [
        (1, "Ann", 2000),
        (2, "Bo: the [great]", 6000),
        (3, "Cy", 110050),
    ]
    assert (record.name, record.button, record.table, record.hero) == ("1001", 1, "Samos II", "Cy")
    assert [(one.seat, one.post, one.amount) for one in record.owed] == [
        (2, Post.SMALL_BLIND, 50),
        (0, Post.BIG_BLIND, 100),
    ]
    assert (record.limit, record.pot, record.rake) == (NoLimit(), 14000, 300)
    assert [text(board) for board in record.boards] == ["Ad7h2c2s9c"]
    assert printed_nets(record) == [3800, -6000, 1900]


def test_the_posts_of_a_new_player_are_live() -> None:
    assert [(one.seat, one.post) for one in one("pacific.txt").owed] == [
        (3, Post.SMALL_BLIND),
        (0, Post.BIG_BLIND),
        (1, Post.LIVE_BLIND),
    ]


def test_a_result_that_is_changed_does_not_come_out() -> None:
    told = (SAMPLES / "stars.txt").read_text("utf-8")
    for was, put in (
        ("collected $58 from", "collected $57 from"),
        ("Ann collected $58", "Cy collected $58"),
    ):
        changed = told.replace(was, put)
        assert changed != told
        record = next(found for _, found in read_site(changed))
        assert isinstance(record, Record)
        assert verdict_of(play_record(record)).kind == "mismatched"


@pytest.mark.parametrize(
    ("was", "put", "said"),
    [
        ("Cy: raises $9 to $12\n", "Cy: raises $9 to $1200\n", "line 13: "),
        ("Ann: calls $11\n", "", "line 15: Ann is to act, not Bo: the [great]"),
        ("*** FLOP *** [Ad 7h 2c]", "*** FLOP *** [Ad 7h Qs]", "has already been dealt"),
        ("raises $48 to $60", "raises", "line 16: expected an amount"),
        ("Bo: the [great]: mucks hand", "", ""),
    ],
)
def test_a_line_that_is_wrong_is_named(was: str, put: str, said: str) -> None:
    told = (SAMPLES / "stars.txt").read_text("utf-8").split("\n\n\n")[0]
    changed = told.replace(was, put)
    assert changed != told
    record = next(found for _, found in read_site(changed))
    if not said:
        assert isinstance(record, Record)
        assert not problem_of(play_record(record))
        return
    if isinstance(record, Record):
        with pytest.raises(BadNotation) as refused:
            play_record(record)
        record = refused.value
    assert said in str(record)


@each("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings_are_recognised(encoding: str) -> None:
    told = (SAMPLES / "winamax.txt").read_text("utf-8")
    assert text_of(told.encode(encoding)).lstrip("\ufeff").replace("\r", "") == told


def test_amounts_and_cards_as_sites_write_them() -> None:
    assert amounts_of("posts $1,234.5 and €0.05, 10\u00a0000", 2) == (123450, 5, 1000000)
    assert [text(some) for some in brackets("[10h, 2c] [X X 9D] [AcKd]")] == ["Th2c", "????9d", "AcKd"]
    with pytest.raises(BadNotation, match="more than 0 decimal places"):
        amounts_of("0.5", 0)
    with pytest.raises(BadNotation, match="card"):
        brackets("[Ah Zz9]")


@each(
    ("title", "game", "limit"),
    [
        ("Hold'em No Limit", "holdem", NoLimit()),
        ("NL Hold'em", "holdem", NoLimit()),
        ("Hold'em Limit", "holdem", FixedLimit()),
        ("PLO-5", "omaha5", PotLimit()),
        ("5 Card Omaha Hi/Lo Pot Limit", "big-o", PotLimit()),
        ("Limit Omaha H/L", "omaha8", FixedLimit()),
        ("Pot Limit OmahaHL", "omaha8", PotLimit()),
        ("PL 5 Card Omaha HL", "big-o", PotLimit()),
        ("Omaha5 pot limit", "omaha5", PotLimit()),
        ("Omaha6 pot limit", "omaha6", PotLimit()),
        ("Omaha5 Hi/Lo pot limit", "big-o", PotLimit()),
        ("7 Card StudHL Limit", "stud8", FixedLimit()),
        ("Courchevel HL Pot Limit", "courchevel8", PotLimit()),
        ("5 Card Stud Limit", "five-card-stud-low", FixedLimit()),
        ("Pot Limit Omaha Hi", "omaha", PotLimit()),
        ("Limit Stud H/L", "stud8", FixedLimit()),
        ("Triple Draw 2-7 Lowball Limit", "triple-draw", FixedLimit()),
        ("Limit A-5 Triple Draw", "triple-draw-a5", FixedLimit()),
        ("Limit 2-7 Drawmaha", "drawmaha-27", FixedLimit()),
        ("6+ Hold'em No Limit", "short-deck", NoLimit()),
        ("Courchevel Pot Limit", "courchevel", PotLimit()),
    ],
)
def test_titles_name_games(title: str, game: str, limit: object) -> None:
    assert game_of_title(title).name == game
    assert limit_of_title(title) == limit


def test_a_title_that_names_no_game_is_refused() -> None:
    with pytest.raises(BadNotation) as refused:
        game_of_title("Bridge No Limit")
    assert refused.value.code == "unknown_game"


def test_text_of_no_site_is_refused_with_the_sites_that_are_known() -> None:
    assert dialect_of("Dear diary") is None
    with pytest.raises(BadNotation, match="PokerStars, Full Tilt, GGPoker"):
        list(read_site("Dear diary"))


LINES = [
    (path.name, path.read_text("utf-8").splitlines()) for path in sorted(SAMPLES.iterdir()) if path.suffix != ".ohh"
]


@given(st.data())
def test_broken_text_is_a_record_or_says_where(data: st.DataObject) -> None:
    _, lines = data.draw(st.sampled_from(LINES))
    lines = list(lines)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["cut", "drop", "swap", "twice", "noise"]))
        if how == "cut":
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
        elif how == "drop" and len(lines) > 1:
            del lines[at]
        elif how == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "twice":
            lines.insert(at, lines[at])
        else:
            lines[at] = data.draw(st.text(max_size=40))
    try:
        for _, record in read_site("\n".join(lines)):
            if isinstance(record, Record):
                problem_of(play_record(record))
            else:
                assert "line" in str(record)
    except BadNotation:
        pass


@given(st.binary(max_size=300))
def test_noise_is_refused(noise: bytes) -> None:
    for begin in (b"", b"PokerStars Hand #1: ", b"entry,at,order\n", b'{"ohh": ', b"LoadHand({"):
        for reader in (read_site, read_ohh):
            try:
                found = list(reader(begin + noise))
            except BadNotation:
                continue
            assert all(isinstance(record, BadNotation | Record) for _, record in found)


def expected() -> dict[str, list[dict[str, Any]]]:
    """The nets of the corpus by file."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for name in ("stars-like", "kingsclub", "thebiggame"):
        for line in Path(CORPUS_FOLDER, "expected", f"{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            found[row["file"]].append(row)
    return found


UNREADABLE = {"d1h7", "d1h33", "d1h141", "d1h143", "d2h101", "d3h7", "d3h56", "d3h119", "3857875", "109687480274"}
"""Hands with an expected net that cannot be played, each with its reason in tests/corpus_expected.toml."""


EMPTY_CHAIR = {"d2h135", "d2h139", "d2h149"}
"""The list takes a blind from a chair without chips; the stacks of the next hand say that the next player paid it."""


@CORPUS.mark
def test_every_expected_net_of_the_corpus_comes_out_to_the_cent() -> None:
    seen = 0
    for file, rows in expected().items():
        by_name = {}
        for name, record in read_site(Path(CORPUS_FOLDER, file).read_bytes()):
            by_name.setdefault(name, record)
        for row in rows:
            record = next(one for name, one in by_name.items() if name.endswith(row["hand"]))
            if row["hand"] in UNREADABLE | EMPTY_CHAIR:
                continue
            assert isinstance(record, Record), (file, record)
            players = row.get("players") or row["seats"]
            scale = 10**record.decimals
            for player, net in zip(record.players, printed_nets(record), strict=True):
                told = players[player.name if "players" in row else str(player.number)]
                assert [player.stack, net] == [Decimal(str(amount)) * scale for amount in told], (file, row["hand"])
            seen += 1
    assert seen > 1380


@CORPUS.mark
def test_where_the_list_is_wrong_the_stacks_of_the_next_hand_are_ours() -> None:
    file = Path(CORPUS_FOLDER, "sites/fpdb/cash/TheBigGame/TheBigGame.S1E02.Davs.txt")
    hands = [record for _, record in read_site(file.read_bytes()) if isinstance(record, Record)]
    for record, later in pairwise(hands):
        if record.name in EMPTY_CHAIR - {"d2h149"}:
            ends = [player.stack + net for player, net in zip(record.players, printed_nets(record), strict=True)]
            assert ends == [player.stack for player in later.players]


def test_amounts_of_open_hand_history_are_totals_where_the_pots_say_so() -> None:
    """Ann raises to 2.5, Bob to 10, and Ann's call is `10`; the bet of the flop that nobody calls is in the pot."""
    acts = [
        [("a", "Post SB", 0.5), ("b", "Post BB", 1), ("a", "Raise", 2.5), ("b", "Raise", 10), ("a", "Call", 10)],
        [("b", "Check", 0), ("a", "Bet", 15), ("b", "Raise", 45), ("a", "Call", 45)],
        [("b", "Bet", 45), ("a", "Fold", 0)],
    ]
    hand = {
        "spec_version": "1.4.6", "site_name": "Ten-Four", "game_type": "Holdem", "game_number": "7",
        "small_blind_amount": 0.5, "big_blind_amount": 1, "bet_limit": {"bet_type": "NL"}, "dealer_seat": 1,
        "players": [{"id": one, "name": one, "seat": at, "starting_stack": 100} for at, one in enumerate("ab", 1)],
        "rounds": [
            {
                "cards": cards.split(),
                "actions": [{"player_id": who, "action": what, "amount": amount} for who, what, amount in some],
            }
            for some, cards in zip(acts, ("", "9h 8h Kc", "Ad"), strict=True)
        ],
        "pots": [{"amount": 155, "rake": 4, "player_wins": [{"player_id": "b", "win_amount": 151}]}],
    }  # fmt: skip
    ((_, record),) = read_ohh(json.dumps({"ohh": hand}))
    assert isinstance(record, Record), record
    assert verdict_of(play_record(record)) == Verdict("matched")
    assert record.paid == {0: 5500, 1: 10000}


def test_cards_of_the_players_of_open_hand_history_were_dealt() -> None:
    folds = [{"player_id": who, "action": what} for who, what in (("a", "Post SB"), ("b", "Post BB"), ("a", "Fold"))]
    hand = {
        "spec_version": "1.4.6", "site_name": "Ten-Four", "game_type": "Holdem", "game_number": "7",
        "small_blind_amount": 1, "big_blind_amount": 2, "bet_limit": {"bet_type": "NL"}, "dealer_seat": 1,
        "hero_player_id": "b",
        "players": [
            {"id": one, "name": one, "seat": at, "starting_stack": 100, "cards": cards}
            for at, (one, cards) in enumerate((("a", []), ("b", ["Ks", "9s"])), 1)
        ],
        "rounds": [{"cards": [], "actions": [{**one, "amount": at} for at, one in zip((1, 2, 0), folds, strict=True)]}],
        "pots": [{"amount": 2, "rake": 0, "player_wins": [{"player_id": "b", "win_amount": 2}]}],
    }  # fmt: skip
    ((_, record),) = read_ohh(json.dumps({"ohh": hand}))
    assert isinstance(record, Record), record
    assert (record.hero, {seat: cards_text(some) for seat, some in record.dealt.items()}) == ("b", {1: "Ks9s"})


def test_a_converter_writes_chips_with_a_capital_letter() -> None:
    """PokerNow's logs made into PokerStars' text, by a program that many use."""
    ((_, record),) = (
        read_site("""PokerStars Hand #20231012:  No Limit Texas Hold'em ($0.25/$0.5 USD) - 2023/10/13 01:39:37 CET
Table 'Poker Now' 10-max Seat #8 is the button
Seat 2: Ann ($185.19 in Chips)
Seat 8: Bob ($173.73 in Chips)
Seat 9: Cal ($63.47 in Chips)
Cal: posts small blind $0.25
Ann: posts big blind $0.50
*** HOLE CARDS ***
Dealt to Ann [4h Qs]
Bob: raises $1.0 to $1.50
Cal: folds
Ann: folds
Uncalled bet ($1.00) returned to Bob
Bob collected $1.25 from pot
*** SUMMARY ***
Total pot $1.25 | Rake $0
""")
    )
    assert isinstance(record, Record), record
    assert verdict_of(play_record(record)) == Verdict("matched")
    assert printed_nets(record) == [-50, 75, -25]


def test_chips_that_winamax_adds_to_a_pot_are_part_of_it() -> None:
    told = (SAMPLES / "winamax.txt").read_text("utf-8").partition("\n\n")[0]
    for gift in ("Hold-up to Pot: total 2€", "Escape to Pot: total 2€"):
        text = told.replace("*** ANTE/BLINDS ***", f"{gift}\n*** ANTE/BLINDS ***")
        text = (
            text.replace("collected 6.25€", "collected 8.25€")
            .replace("pot 6.25€", "pot 8.25€")
            .replace(" 6.25€", " 8.25€")
        )
        ((_, record),) = read_site(text.replace("CashGame", 'ESCAPE "Nice"'))
        assert isinstance(record, Record), record
        assert (record.carried, verdict_of(play_record(record))) == (200, Verdict("matched")), text


@each(
    ("title", "stakes", "bets"),
    [
        ("Holdem no limit (0.10€/0.25€/0.50€)", "Cy posts ante 0.10€", (25, 50, 0)),
        ("Holdem fixed limit (0.10€/0.50€/1€)", "Cy posts ante 0.10€", (0, 50, 100)),
        ("Holdem no limit (0.25€/0.50€)", "", (25, 50, 0)),
    ],
)
def test_the_ante_comes_first_among_the_stakes_of_winamax(title: str, stakes: str, bets: tuple[int, int, int]) -> None:
    told = (SAMPLES / "winamax.txt").read_text("utf-8").partition("\n\n")[0]
    text = told.replace("Holdem no limit (0.25€/0.50€)", title).replace("Cy posts", f"{stakes}\nCy posts", 1)
    ((_, record),) = read_site(text)
    assert isinstance(record, Record), record
    assert (record.small_blind, record.small_bet, record.big_bet) == bets
