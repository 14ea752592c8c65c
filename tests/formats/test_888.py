"""888poker: uncalled bets that no line returns, tournaments, and programs in other languages."""

from __future__ import annotations

from pathlib import Path

from each import each
from site_hands import nets, record_of

from sidepot.cards import text as cards_text
from sidepot.formats.hand_history import of_record
from sidepot.formats.reasons import NO_RAKE
from sidepot.formats.sites.localised import in_english
from sidepot.formats.sites.printed_result import verdict_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.hand.setup import Post
from sidepot.histories.bulk import replay_files
from sidepot.stats import stats

FOLDS = """***** 888poker Hand History for Game 71 *****
$1/$2 Blinds No Limit Holdem Jackpot table - *** 14 04 2024 03:12:08
Table Arezzo 6 Max (Real Money)
Seat 1 is the button
Total number of players : 3
Seat 1: Ann ( $200 )
Seat 2: Bob ( $100 )
Seat 4: Cal ( $50 )
Bob posts small blind [$1]
Cal posts big blind [$2]
** Dealing down cards **
Ann raises [$6]
Bob folds
Cal folds
** Summary **
Ann did not show his hand
Ann collected [ $5 ]
"""


def kind(record: Record) -> str:
    """How a hand comes out."""
    return verdict_of(play_record(record)).kind


def test_the_bet_that_nobody_called_is_not_lost(tmp_path: Path) -> None:
    record = record_of(FOLDS)
    assert (kind(record), record.table) == ("matched", "Arezzo")
    assert nets(of_record(record)) == {"Ann": 3, "Bob": -1, "Cal": -2}
    file = tmp_path / "hand.txt"
    file.write_text(FOLDS, encoding="utf-8")
    assert {row.group: row.won for row in stats([file]).rows} == {
        "Ann": {"USD": "3"},
        "Bob": {"USD": "-1"},
        "Cal": {"USD": "-2"},
    }


def test_chips_above_an_all_in_call_return() -> None:
    """Ann bets 200, and Cal has 48 left; the rake of 3 is not printed."""
    text = FOLDS.replace("raises [$6]", "raises [$200]").replace("Cal folds", "Cal calls [$48]")
    text = text.replace("** Summary **\nAnn did not show his hand\nAnn collected [ $5 ]\n", "")
    text += "** Dealing flop ** [ Ks, Jc, Ac ]\n** Dealing turn ** [ 2s ]\n** Dealing river ** [ 4d ]\n** Summary **\n"
    text += "Ann shows [ Ah, Ad ]\nCal mucks [ Kh, Kd ]\nAnn collected [ $98 ]\n"
    record = record_of(text)
    assert verdict_of(play_record(record))[:2] == ("unchecked", NO_RAKE)
    told = of_record(record)
    assert nets(told) == {"Ann": 48, "Bob": -1, "Cal": -50}
    assert cards_text(told.hand.hole[2]) == "KhKd"


def test_a_small_blind_alone_is_collected_with_what_was_not_called() -> None:
    text = FOLDS.replace("Cal posts big blind [$2]\n", "").replace("Ann raises [$6]\nBob folds\n", "Ann folds\n")
    text = text.replace("Ann did not show his hand\nAnn collected [ $5 ]", "Bob collected [ $1 ]")
    record = record_of(text)
    assert set(nets(of_record(record)).values()) == {0}


DEAD = FOLDS.replace("Cal posts big blind [$2]\n", "Cal posts big blind [$2]\nAnn posts dead blind [$1 + $2]\n")
DEAD = DEAD.replace("Ann raises [$6]", "Ann checks").replace("Cal folds", "Cal checks")
DEAD = DEAD.replace("** Summary **\nAnn did not show his hand\n", "") + "** Dealing flop ** [ Ks, Jc, Ac ]\n"
DEAD = DEAD.replace("Ann collected [ $5 ]\n", "") + "Cal bets [$4]\nAnn folds\n** Summary **\nCal collected [ $6 ]\n"


def test_a_dead_blind_is_a_small_one_and_a_live_big_one() -> None:
    record = record_of(DEAD)
    assert [(one.seat, one.post, one.amount) for one in record.owed][2:] == [
        (0, Post.LIVE_BLIND, 2),
        (0, Post.DEAD_BLIND, 1),
    ]
    assert nets(of_record(record)) == {"Ann": -3, "Bob": -1, "Cal": 4}


EVENT = """#Game No : 305700479
***** Cassava Hand History for Game 305700479 *****
$750/$1,500 Blinds No Limit Holdem - *** 23 05 2012 22:24:08
Tournament #38339532 $3.15 + $0.35 - Table #47 (Real Money)
Seat 10 is the button
Total number of players : 3
Seat 1: Ann ( $999 )
Seat 2: Bob ( $90,663 )
Seat 10: Cal ( $45 )
Bob posts ante [$150]
Ann posts ante [$150]
Cal posts ante [$45]
Ann posts small blind [$750]
Bob posts big blind [$1,500]
** Dealing down cards **
Dealt to Bob [ Jh, 5c ]
Ann calls [$99]
** Dealing flop ** [ Th, 5s, 9d ]
** Dealing turn ** [ 6d ]
** Dealing river ** [ Ks ]
** Summary **
Ann shows [ 4d, 8c ]
Bob shows [ Jh, 5c ]
Cal shows [ 2d, 2c ]
Bob collected [ $135 ]
Bob collected [ $1,908 ]
Bob collected [ $651 ]
"""


def test_a_tournament_with_short_antes_and_what_nobody_called_among_the_pots(tmp_path: Path) -> None:
    record = record_of(EVENT)
    assert kind(record) == "matched" and record.decimals == 0
    assert (record.tournament_id, record.buy_in) == ("38339532", "$3.15+$0.35")
    assert nets(of_record(record)) == {"Ann": -999, "Bob": 1044, "Cal": -45}
    file = tmp_path / "two.txt"
    file.write_text(f"{EVENT}\n\n\n{EVENT}", encoding="utf-8")
    found = replay_files([file])
    assert (found.hands, found.matched, found.summaries) == (2, 2, 0)


def test_a_tournament_of_another_country_and_without_a_date() -> None:
    text = """***** 888.ro Hand History for Game 896313800 *****
8.000 $/16.000 $ Blinds No Limit Holdem - ***
Tournament #132736084 40 $ + 4 $ - Table #10 6 Max (Real Money)
Seat 4 is the button
Total number of players : 3
Seat 2: Ann ( 298.064 $ )
Seat 4: Bob ( 1.617.146 $ )
Seat 6: Cal ( 854.876 $ )
Ann posts ante [2.000 $]
Bob posts ante [2.000 $]
Cal posts ante [2.000 $]
Cal posts small blind [8.000 $]
Ann posts big blind [16.000 $]
** Dealing down cards **
Dealt to Bob [ Qs, Qd ]
Bob raises [854.876 $]
Cal folds
Ann calls [280.064 $]
** Dealing flop ** [ 2s, Ks, Ah ]
** Dealing turn ** [ 9h ]
** Dealing river ** [ Kc ]
** Summary **
Bob shows [ Qs, Qd ]
Ann shows [ 8c, 8h ]
Bob collected [ 606.128 $ ]
"""
    record = record_of(text)
    assert (kind(record), record.buy_in) == ("matched", "40$+4$")
    assert nets(of_record(record)) == {"Ann": -298064, "Bob": 308064, "Cal": -10000}


SWEDISH = """***** 888poker.ca-on Hand History for Game 873818904 *****
25 $/50 $ Blinds Pot Limit Omaha - *** 21 04 2016 16:34:37
Table Kumanovo 6 Max (Real Money)
Seat 4 is the button
Total number of players : 2
Seat 4: Ann ( 5 000 $ )
Seat 9: Bob ( 6 497,50 $ )
Ann posts small blind [25 $]
Bob posts big blind [50 $]
** Dealing down cards **
Dealt to Bob [ Tc, Knh, 9h, 9c ]
Ann raises [125 $]
Bob raises [400 $]
Ann calls [300 $]
** Dealing flop ** [ 3s, 9d, Ts ]
Bob checks
Ann checks
** Dealing turn ** [ Dd ]
Bob bets [675 $]
Ann calls [675 $]
** Dealing river ** [ 3c ]
Bob bets [2 250 $]
Ann calls [2 250 $]
** Summary **
Bob shows [ Tc, Knh, 9h, 9c ]
Ann mucks [ Ec, Knd, 4c, Kh ]
Bob collected [ 6 749 $ ]
"""


def test_swedish_amounts_and_cards() -> None:
    record = record_of(SWEDISH)
    told = of_record(record)
    assert (record.currency, nets(told)) == ("USD", {"Ann": -337500, "Bob": 337400})
    assert [cards_text(cards) for cards in told.hand.hole] == ["AcJd4cKh", "TcJh9h9c"]
    assert cards_text(record.boards[0]) == "3s9dTsQd3c"


@each(
    ("told", "plain"),
    [
        ("Ann shows [ Hc, Vs, Bh, Ah ]", "Ann shows [ Kc, Qs, Jh, Ah ]"),
        ("Ann shows [ Rc, Ds, Vh, Ah ]", "Ann shows [ Kc, Qs, Jh, Ah ]"),
        ("Ann shows [ Kc, Ds, Bh, Ah ]", "Ann shows [ Kc, Qs, Jh, Ah ]"),
        ("Dealt to E. Kn [ Ec, Kns ]", "Dealt to E. Kn [ Ac, Js ]"),
        ("Seat 1: Ann ( $ 1.126,43 )", "Seat 1: Ann ( $ 1126.43 )"),
        ("Seat 1: Ann ( $1,126.43 )", "Seat 1: Ann ( $1,126.43 )"),
        ("Seat 1: Ann ( 1\u00a0126,43 € )", "Seat 1: Ann ( 1126.43 € )"),
        ("Ann bets [2 250 $]", "Ann bets [2250 $]"),
    ],
)
def test_each_language_is_made_english(told: str, plain: str) -> None:
    assert in_english([told]) == [plain]


def test_fixed_limit_is_named_by_its_blinds() -> None:
    text = FOLDS.replace("No Limit Holdem Jackpot table", "Fix Limit Holdem").replace("raises [$6]", "raises [$4]")
    record = record_of(text)
    assert (record.small_bet, record.big_bet, kind(record)) == (2, 4, "matched")


def test_other_houses_of_the_network_and_currencies_that_are_words() -> None:
    """`LuckyAcePoker.com`, `1 kr/2 kr`, `0,50 Lei/1 Lei`."""
    kroner = FOLDS.replace("$1/$2", "1 kr/2 kr").replace("( $200 )", "( 1 200,00 kr )").replace("[$6]", "[6,00 kr]")
    for text, currency in (
        (FOLDS.replace("888poker", "LuckyAcePoker.com"), "USD"),
        (kroner.replace("888poker", "888.dk"), ""),
        (FOLDS.replace("888poker", "888.ro").replace("$1/$2", "1 Lei/2 Lei").replace("[$6]", "[6 Lei]"), "RON"),
        (FOLDS.replace("888poker", "888.ro").replace("$", "RON "), "RON"),
    ):
        record = record_of(text)
        one = 10**record.decimals
        assert (kind(record), nets(of_record(record))) == ("matched", {"Ann": 3 * one, "Bob": -one, "Cal": -2 * one})
        assert record.currency == currency


def test_utf_8_that_was_encoded_twice_is_read_as_it_was() -> None:
    text = FOLDS.replace("( $200 )", "( 3\u00a0023,50 € )").replace("$1/$2", "1 €/2 €").encode().decode("cp1252")
    record = record_of(text)
    assert (record.players[0].stack, record.currency) == (302350, "EUR")
    assert record_of(text.replace("\u00a0", " ")).players[0].stack == 302350


def test_a_stack_of_two_numbers_is_refused_and_not_cut_short() -> None:
    ((_, refused),) = read_site(FOLDS.replace("( $200 )", "( $3_200 )"))
    assert str(refused) == "line 6: expected one amount, found '$3_200'"
