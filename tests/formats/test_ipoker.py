"""iPoker's XML: hostile and damaged files, sessions in pieces, and the ways in which its programs differ."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from each import each
from fuzz_histories import in_little_memory
from site_hands import nets, record_of

from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import of_record
from sidepot.formats.sites.ipoker_xml import MOST_OF_A_HAND, chips_of
from sidepot.formats.sites.printed_result import problem_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.hand.setup import Post
from sidepot.histories import pieces
from sidepot.histories.bulk import find_histories, replay_files
from sidepot.histories.converting import histories_in, written
from sidepot.histories.piece_hands import hands_of
from sidepot.histories.pieces import pieces_of

SAMPLE = (Path(__file__).parent / "sites" / "ipoker.xml").read_text("utf-8")
HANDS = ["7001", "7002", "7003", "7004", "7005"]
HEAD = """<session sessioncode="1"><general><gametype>{game}</gametype><tablename>T, 12</tablename>{more}
<currency>USD</currency><nickname>Ann</nickname></general>
"""
HEADS_UP = """<game gamecode="5"><general><startdate>2026-05-01 20:00:00</startdate><players>
<player seat="1" name="Ann" chips="$100" dealer="1" win="{win}" bet="$60"/>
<player seat="2" name="Bo" chips="$100" dealer="0" win="$0" bet="$40"/></players></general>
<round no="0"><action no="1" player="Ann" type="1" sum="$10"/><action no="2" player="Bo" type="2" sum="$20"/></round>
<round no="1"><cards type="Pocket" player="Ann">sK hJ</cards><cards type="Pocket" player="Bo"></cards>
<action no="3" player="Ann" type="6" sum="$30"/><action no="4" player="Bo" type="3" sum="$20"/></round>
<round no="2"><cards type="Flop">dQ c7 s6</cards>
<action no="5" player="Bo" type="4" sum="$0"/><action no="6" player="Ann" type="5" sum="$20"/>
<action no="7" player="Bo" type="0" sum="$0"/></round>
</game></session>
"""


def hands(text: str) -> dict[str, Record | BadNotation]:
    """The hands of a text by their numbers."""
    return dict(read_site(text))


def one(name: str) -> Record:
    """A hand of the sample."""
    found = hands(SAMPLE)[name]
    assert isinstance(found, Record)
    return found


def heads_up(game: str = "LH 20/40 x2 Limit $10/$20", more: str = "", win: str = "$99") -> str:
    """A session with one hand."""
    return HEAD.format(game=game, more=more) + HEADS_UP.format(win=win)


def test_an_all_in_with_a_side_pot_a_dead_blind_and_a_bet_that_nobody_called() -> None:
    record = one("7001")
    assert [(player.number, player.name, player.stack) for player in record.players] == [
        (1, "Ann", 500),
        (3, 'Bo "B" O\'Hara', 1200),
        (5, "Cy", 102050),
        (8, "Di", 2030),
    ]
    assert [(owed.seat, owed.post, owed.amount) for owed in record.owed] == [
        (1, Post.SMALL_BLIND, 10),
        (2, Post.BIG_BLIND, 20),
        (3, Post.LIVE_BLIND, 20),
        (3, Post.DEAD_BLIND, 10),
    ]
    assert (record.limit, record.currency, record.hero, record.table) == (NoLimit(), "USD", "Ann", "Turku, 9001")
    assert (record.back, record.won) == ({3: 820}, {0: 1478, 1: 1352})
    assert {seat: cards_text(cards) for seat, cards in record.shown.items()} == {1: "KcKd", 3: "QcTd"}
    assert record.when == "2026-05-01 20:00:10"


def test_newer_programs_print_the_uncalled_bet_apart() -> None:
    record = one("7003")
    assert (record.game.name, record.limit, record.currency) == ("omaha5", PotLimit(), "EUR")
    assert (record.back, record.won, record.table_size) == ({2: 100}, {2: 167}, 6)
    assert record.players[0].name == "Cy & Co" and record.when == "02.05.2026 18:26:13"
    old = heads_up()
    new = heads_up(more="<uncalled_bet_enabled>true</uncalled_bet_enabled>", win="$79")
    assert record_of(old).won == record_of(new).won == {0: 7900}
    newest = heads_up(more="<client_version>21.1.1.9</client_version>", win="$79")
    assert nets(of_record(record_of(newest))) == {"Ann": 3900, "Bo": -4000}


def test_tournaments_have_chips_a_number_and_a_price() -> None:
    record = one("7005")
    assert (record.is_tournament, record.tournament_id, record.buy_in) == (True, "90040", "€0.91+€0.91+€0.18")
    assert (record.decimals, record.rake, record.currency) == (0, 0, "")
    assert [owed.amount for owed in record.owed] == [75, 75, 75, 75, 250, 500]  # the big blind in full, all-in for less
    stud = one("7004")
    assert (stud.game.name, stud.tournament_id, stud.small_bet, stud.big_bet, stud.bring_in) == (
        "stud8",
        "9003",
        20,
        40,
        10,
    )
    assert cards_text(stud.dealt[0]) == "AsAhKdQd4d2cJc"
    assert {seat: cards_text(cards) for seat, cards in stud.shown.items()} == {1: "8c7d2s3c4c5h9d"}
    assert cards_text(stud.dealt[1]) == "????2s3c4c5h??"  # down cards came to light at the end


def test_fixed_limit_by_the_blinds_and_small_letters_of_cards() -> None:
    record = record_of(heads_up())
    assert isinstance(record.limit, FixedLimit)
    assert (record.small_bet, record.big_bet, record.game.name) == (2000, 4000, "holdem")
    assert cards_text(record.boards[0]) == "Qd7c6s" and record.tournament_id == ""
    assert cards_text(record.dealt[0]) == "KsJh" and record.dealt[1] == ()


@each(
    ("game", "name", "limit"),
    [
        ("Holdem БЛ $1/$2", "holdem", NoLimit()),
        ("Omaha Hi-Lo PL $1/$2", "omaha8", PotLimit()),
        ("Omaha Pot limit $10.00/$20.00 Ante $0.00", "omaha", PotLimit()),
        ("Six Plus Holdem NL $1/$2", "short-deck", NoLimit()),
        ("7 Card Stud HiLow L $1/$2", "stud8", FixedLimit()),
        ("Holdem No limit $1/$2", "holdem", NoLimit()),
    ],
)
def test_games_and_limits(game: str, name: str, limit: object) -> None:
    found = hands(heads_up(game))["5"]
    assert isinstance(found, Record) and (found.game.name, found.limit) == (name, limit)


FIVE_CARDS = """<game gamecode="6"><general><startdate>2026-05-01 20:00:00</startdate><players>
<player seat="1" name="Ann" chips="$9" dealer="1" win="{win}" bet="$1.10"/>
<player seat="4" name="Bo" chips="$8" dealer="0" win="$0" bet="$1.10"/></players></general>
<round no="0"><action no="1" player="Ann" type="15" sum="$0.10"/><action no="2" player="Bo" type="15" sum="$0.10"/>
</round><round no="1">
</round>
<round no="2"><cards type="Second Street" player="Ann">H8 DJ</cards>
<cards type="Second Street" player="Bo">SQ C3</cards>
<action no="3" player="Bo" type="16" sum="$0.10"/><action no="4" player="Ann" type="5" sum="$0.25"/>
<action no="5" player="Bo" type="3" sum="$0.15"/></round>
<round no="3"><cards type="Third Street" player="Ann">C4</cards><cards type="Third Street" player="Bo">CA</cards>
<action no="6" player="Bo" type="5" sum="$0.25"/><action no="7" player="Ann" type="3" sum="$0.25"/></round>
<round no="4"><cards type="Fourth Street" player="Ann">S4</cards><cards type="Fourth Street" player="Bo">CK</cards>
<action no="8" player="Ann" type="5" sum="$0.50"/><action no="9" player="Bo" type="3" sum="$0.50"/></round>
<round no="5"><cards type="River" player="Ann">DK</cards><cards type="River" player="Bo">C5</cards>
<action no="10" player="Ann" type="4" sum="$0"/><action no="11" player="Bo" type="4" sum="$0"/></round>
</game></session>
"""


def test_five_card_stud_has_one_card_down_and_the_lowest_upcard_brings_in() -> None:
    head = HEAD.format(game="5 Card Stud L $0.25/$0.50", more="<tablecurrency>USD</tablecurrency>")
    record = record_of(head + FIVE_CARDS.format(win="$2.20"))
    assert (record.game.name, record.bring_in) == ("five-card-stud-low", 10)
    assert [cards_text(cards) for cards in record.dealt.values()] == ["8hJd4c4sKd", "??3cAcKc5c"]
    assert nets(of_record(record)) == {"Ann": 110, "Bo": -110}


def test_each_hand_can_be_written_again() -> None:
    for name in HANDS:
        told = of_record(one(name))
        assert str(written(told, "phh")).startswith(f"[{name}]\nvariant = ")
        assert str(written(told, "stars")).startswith("PokerStars Hand #700")


LAUGHS = "".join(f'<!ENTITY lol{at} "{f"&lol{at - 1};" * 10}">\n' for at in range(1, 10))
BOMB = f'<?xml version="1.0"?>\n<!DOCTYPE lolz [\n<!ENTITY lol0 "lol">\n{LAUGHS}]>\n'
OUTSIDE = '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>\n'


@pytest.mark.parametrize("hostile", [BOMB, OUTSIDE, BOMB.replace("DOCTYPE", "doctype")])
def test_a_file_that_declares_entities_is_refused_and_nothing_is_expanded(hostile: str, tmp_path: Path) -> None:
    entity = "&lol9;" if "lol9" in hostile else "&e;"
    file = tmp_path / "bomb.xml"
    file.write_text(hostile + heads_up().replace("Ann", entity), encoding="utf-8")
    ((name, found),) = [found for piece in pieces_of(file) for found in hands_of(piece)]
    assert name == "5" and isinstance(found, BadNotation)
    line = hostile.count("\n") + 3
    assert str(found).startswith(f"line {line}: the file declares a document type or entities")
    assert replay_files([file]).failed == 1
    if sys.platform == "linux":  # memory is limited as Linux does it; who expands needs three gigabytes
        assert in_little_memory(file, 48 << 20) == (1, 1, 0)


def test_entities_of_one_s_own_are_letters_like_others() -> None:
    """Without a declaration there is nothing to expand; only the five names and the numbers of XML are known."""
    text = heads_up().replace('"Ann"', '"&lol;&#65;&#x42;&amp;lt;&#0;&#xD800;"').replace(">Ann<", "><")
    assert record_of(text).players[0].name == "&lol;AB&lt;&#0;&#xD800;"


@each(
    ("was", "put", "line", "said"),
    [
        ('type="6" sum="$30"', 'type="17" sum="$30"', 8, "unknown type of action '17'; expected one of 0 fold"),
        ('no="4" player="Bo"', 'no="4" player="Cy"', 8, "'Cy' acts but has no seat"),
        ('no="4" player="Bo"', 'no="4" player="Ann"', 8, "Bo is to act, not Ann"),
        ('no="4" player="Bo" ', 'no="4" ', 8, "'player' is missing from <action no="),
        ('no="4" player="Bo"', 'no="four" player="Bo"', 8, "no: expected a number, got 'four'"),
        ('type="5" sum="$20"', 'type="5" sum="much"', 10, "expected an amount, got 'much'"),
        ('type="5" sum="$20"', 'type="5" sum="$200"', 10, ""),
        ("dQ c7 s6", "dQ c7 s6 s1", 9, "unknown card 'S1'"),
        ("dQ c7 s6", "dQ c7 s6 s2 s3 s4", 9, "the board has 6 cards"),
        ('<action no="5" player="Bo" ', '<action no="5" player="Bo ', 10, "this tag is broken: '<action no="),
        (
            'no="7" player="Bo" type="0" sum="$0"/></round>\n</game></session>\n',
            "",
            11,
            "this tag is broken: '<action ",
        ),
        ('seat="2" name="Bo"', 'seat="2" name="Ann"', 5, "Ann has two seats"),
        ("LH 20/40 x2 Limit $10/$20", "Holdem", 3, "'Holdem' lacks the limit; expected NL, PL or L"),
        (
            "<gametype>LH 20/40 x2 Limit $10/$20</gametype>",
            "",
            3,
            "no <gametype> comes before this hand",
        ),
    ],
)
def test_damage_is_named_with_its_hand_and_line(was: str, put: str, line: int, said: str) -> None:
    changed = heads_up().replace(was, put)
    assert changed != heads_up()
    found = hands(changed)["5"]
    if isinstance(found, Record):
        with pytest.raises(BadNotation) as refused:
            play_record(found)
        found = refused.value
    assert str(found).startswith(f"line {line}: ") and said in str(found)


def test_a_result_that_is_changed_does_not_come_out() -> None:
    for was, put in (('win="218"', 'win="217"'), ('win="$13.52"', 'win="$15.52"'), ('bet="205"', 'bet="204"')):
        assert was in SAMPLE
        found = hands(SAMPLE.replace(was, put, 1))
        problems = [problem_of(play_record(one)) for one in found.values() if isinstance(one, Record)]
        assert len(problems) == 5 and [bool(problem) for problem in problems].count(True) == 1, was


def test_a_hand_that_names_no_winner_is_not_checked() -> None:
    found = hands(heads_up(win="$0"))["5"]
    assert isinstance(found, Record) and found.unresolved == "the text does not tell who won"


def test_a_hand_that_is_too_long_is_refused_and_the_others_go_on() -> None:
    long = SAMPLE.replace("<round", "<servername>x</servername>" * (MOST_OF_A_HAND // 20) + "<round", 1)
    found = hands(long)
    assert str(found["7001"]).startswith("line 12: the hand is too long")
    assert all(isinstance(found[name], Record) for name in HANDS[1:])


@pytest.mark.parametrize("size", [64, 300, 2_000])
def test_a_session_in_pieces_keeps_its_head_and_its_lines(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands begin within lines; the head of a session stands before the first of them alone."""
    file = tmp_path / "session.xml"
    file.write_text(SAMPLE, encoding="utf-8")
    whole = [record for _, record in read_site(SAMPLE)]
    lines = SAMPLE.splitlines()
    for record in whole:
        assert isinstance(record, Record) and f'gamecode="{record.name}"' in lines[record.line - 1]
    monkeypatch.setattr(pieces, "BLOCK", size)
    parts = list(pieces_of(file))
    assert len(parts) > 3
    assert [record for piece in parts for _, record in hands_of(piece)] == whole


TWICE = """<game gamecode="6"><general><startdate>2026-05-01 20:00:00</startdate><players>
<player seat="1" name="Ann" chips="$20" dealer="1" win="$19.50" bet="$20" board1win="$19.50" rakeamount="$0.50"/>
<player seat="2" name="Bo" chips="$20" dealer="0" win="$19.50" bet="$20" board2win="$19.50" rakeamount="$0.50"/>
</players></general>
<round no="0"><action no="1" player="Ann" type="1" sum="$1"/><action no="2" player="Bo" type="2" sum="$2"/></round>
<round no="1"><cards type="Pocket" player="Ann">SA HA</cards><cards type="Pocket" player="Bo">SK HK</cards>
<action no="3" player="Ann" type="23" sum="$4"/><action no="4" player="Bo" type="3" sum="$2"/></round>
<round no="2"><cards type="Flop">C2 D7 S9</cards>
<action no="5" player="Bo" type="4" sum="$0"/><action no="6" player="Ann" type="4" sum="$0"/></round>
<round no="3"><cards type="Turn">H3</cards>
<action no="7" player="Bo" type="7" sum="$16"/><action no="8" player="Ann" type="3" sum="$16"/></round>
<round no="4"><cards board="board1" type="River">C4</cards><cards board="board2" type="River">DK</cards></round>
</game></session>
"""


def test_a_hand_that_is_run_twice() -> None:
    text = HEAD.format(game="Holdem NL $1/$2", more="") + TWICE
    record = hands(text)["6"]
    assert isinstance(record, Record) and not problem_of(play_record(record))
    assert [cards_text(board) for board in record.boards] == ["2c7d9s3h4c", "2c7d9s3hKd"]
    assert nets(of_record(record)) == {"Ann": -50, "Bo": -50}
    assert isinstance(hands(text.replace("board2", "board0"))["6"], BadNotation)
    assert isinstance(hands(text.replace("board2", "board9"))["6"], BadNotation)


def test_a_session_on_one_line_is_read() -> None:
    found = hands(SAMPLE.replace("\n", " "))
    assert list(found) == HANDS and all(isinstance(one, Record) and one.line == 1 for one in found.values())


def test_xml_of_another_kind_is_passed_over_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "hands.xml").write_text(SAMPLE, encoding="utf-8")
    (tmp_path / "other.xml").write_text('<?xml version="1.0"?><project><game id="1"/></project>', encoding="utf-8")
    assert find_histories([tmp_path]) == [tmp_path / "hands.xml"]
    named = [tmp_path / "hands.xml", tmp_path / "other.xml"]
    assert replay_files(named).skipped == [str(tmp_path / "other.xml")]
    assert list(histories_in(tmp_path / "other.xml")) == [("", None)]


def test_amounts_with_either_comma_and_either_side_of_the_currency() -> None:
    told = ("$1,234.50", "1.234,50€", "€1.234,5", "1 234,50", "1\u00a0234.50 kr")
    assert {chips_of(one, 2) for one in told} == {123450}
    for wrong, said in (
        ("", "expected an amount"),
        ("-5", "expected an amount"),
        ("0.5", "decimal places"),
        ("9" * 40, "is too large"),
    ):
        with pytest.raises(BadNotation, match=said):
            chips_of(wrong, 0)


def test_the_posts_are_the_stakes_where_the_head_names_others() -> None:
    """A miner writes 5/10 over a table of 10/20."""
    text = heads_up(game="Holdem NL $5/$10").replace('type="6" sum="$30"', 'type="23" sum="$40"')
    record = record_of(text)
    assert (record.small_blind, record.small_bet, [(one.post, one.amount) for one in record.owed]) == (
        1000, 2000, [(Post.SMALL_BLIND, 1000), (Post.BIG_BLIND, 2000)],
    )  # fmt: skip
