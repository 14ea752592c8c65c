"""What the format of Poker Hand Histories has no word for: hands worked out by hand, written as text and played."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from each import each
from test_phh import NO_LIMIT, one
from test_phh_games import check, there_and_back
from universal.answering import A_RULING

from sidepot.cards import Deck
from sidepot.errors import BadNotation
from sidepot.formats.phh import Phh
from sidepot.formats.phh_play import play_phh
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phh
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import FixedLimit, Limit, NoLimit
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Burned, Exposed, Proved, Redealt, Restubbed, Ruled, Shown, TookBack
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.rules.houses import CASH, HOME, ROBERTS, TDA_2024
from sidepot.rules.rulebook import Declaration, Reading, Rulebook


def history_of(
    game: str,
    actions: str,
    *,
    house: str | Rulebook = "home",
    limit: Limit | None = None,
    stacks: tuple[int, ...] = (100, 100),
    also: tuple[str, ...] = (),
    **fields: Any,
) -> Phh:
    """A history of a game without a code, as text that is read. Heads-up `p2` has the button and the small blind."""
    none = (0,) * len(stacks)
    terms = {
        "antes": none,
        "blinds_or_straddles": none,
        "starting_stacks": stacks,
        "actions": tuple(actions.split(", ")),
    }
    named = house if isinstance(house, str) else msgspec.json.encode(house).decode()
    extra = {
        "_sidepot_game": game,
        "_sidepot_limit": msgspec.json.encode(limit or NoLimit()).decode(),
        "_sidepot_house": named,
        **{key: fields.pop(key) for key in tuple(fields) if key[0] == "_"},
    }
    if also:
        extra["_sidepot_also"] = list(also)
    if not isinstance(limit, FixedLimit):
        fields.setdefault("min_bet", 2)
    return one(write_phh(Phh(variant=f"_{game}", extra=extra, **(terms | fields))))


ALL_IN = "d dh p1 AsAh, d dh p2 KsKh, p2 cbr 100, p1 cc"
ACES = "d db 2c7d9h, d db Ac, d db 3s"
KINGS = "d db KdJs4h, d db 5c, d db 8s"


@pytest.mark.parametrize(
    ("boards", "runs", "stacks"),
    [
        ((ACES,), (), [200, 0]),
        ((ACES, KINGS), (2, 2), [100, 100]),
        ((KINGS, ACES), (2, 4), [100, 100]),  # the lowest choice counts
        ((KINGS,), (1,), [0, 200]),  # one who says once is enough: the other is not asked
        ((ACES, KINGS, "d db 2d3c4d, d db 6d, d db 9c"), (3, 3), [133, 67]),  # 66 for each board, the odd chips first
    ],
)
def test_board_runs_as_often_as_the_line_says(
    boards: tuple[str, ...], runs: tuple[int, ...], stacks: list[int]
) -> None:
    also = tuple(f"4 p{at + 1} runs {count}" for at, count in enumerate(runs))
    actions = ", ".join([ALL_IN, *boards, "p2 sm KsKh, p1 sm AsAh"])
    played = play_phh(history_of("holdem", actions, blinds_or_straddles=(1, 2), also=also))
    assert played.finished and played.hand.stacks == stacks
    assert len(played.hand.boards) == len(boards)


# two pair against a seven low: three chips in from each
HIGH_AND_LOW = (
    "d dh p1 AsAhKdKc2s, d dh p2 7c5d4h3s2d, p1 cbr 2, p2 cc, p1 sd, p2 sd, p1 cc, p2 cc, "
    "p1 sm AsAhKdKc2s, p2 sm 7c5d4h3s2d"
)


@pytest.mark.parametrize(
    ("first", "second", "stacks"),
    [
        ("high", "low", [100, 100]),
        ("high", "both", [103, 97]),  # who declares both and does not win both wins nothing
        ("low", "low", [97, 103]),  # nobody declared the high half: the low hand takes it all
    ],
)
def test_halves_go_to_who_declared_for_them(first: str, second: str, stacks: list[int]) -> None:
    for declaration in (Declaration.CHIPS_IN_HAND, Declaration.IN_TURN):
        house = HOME.but(name="ours", declaration=declaration)
        also = (f"8 p1 declares {first}", f"8 p2 declares {second}")
        history = history_of("five-card-draw-high-low", HIGH_AND_LOW, house=house, antes=(1, 1), also=also)
        played = play_phh(history)
        assert played.finished and played.hand.stacks == stacks
        for unresolved in (history_of("five-card-draw-high-low", HIGH_AND_LOW, house=house, antes=(1, 1)),
                       one(write_phh(history).replace(f"declares {second}", "declares ?"))):  # fmt: skip
            assert play_phh(unresolved).unresolved == "the declaration is unknown"


# an ace-high flush that may also be called a straight, against a queen-high flush
CALLED = (
    "d dh p1 AsKs, d dh p2 9s8s, p2 cc, p1 cc, d db QsJs2s, p1 cc, p2 cc, d db Th, p1 cc, p2 cc, d db 3d, "
    "p1 cc, p2 cc, p1 sm AsKs, p2 sm 9s8s"
)


def test_a_player_is_taken_at_his_word() -> None:
    house = CASH.but(name="as called", reading=Reading.AS_CALLED)
    silent = play_phh(history_of("holdem", CALLED, house=house, blinds_or_straddles=(1, 2)))
    assert silent.hand.stacks == [102, 98]
    straight = ("13 p1 calls AsKsQsJsTh",)
    called = play_phh(history_of("holdem", CALLED, house=house, blinds_or_straddles=(1, 2), also=straight))
    assert called.hand.stacks == [98, 102]
    with pytest.raises(BadNotation, match="in this house cards speak: players do not call their hands"):
        play_phh(history_of("holdem", CALLED, house="cash", blinds_or_straddles=(1, 2), also=straight))
    with pytest.raises(BadNotation, match="cannot play"):
        play_phh(
            history_of("holdem", CALLED, house=house, blinds_or_straddles=(1, 2), also=("13 p1 calls AsAdAhAcKs",))
        )


def draw_hand(first: str, away: str, new: str) -> str:
    last = "".join(card for card in split_cards(first) if card != away) + new
    return (
        f"d dh p1 {first}, d dh p2 8s8h4c3c2s, p1 cbr 4, p2 cc, p1 sd {away}, p2 sd, d dh p1 {new}, p1 cc, p2 cc, "
        f"p1 sm {last}, p2 sm 8s8h4c3c2s"
    )


def split_cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def test_openers_that_were_split_are_proved() -> None:
    actions = draw_hand("JsJh5h6h7h", "Js", "Kh")
    played = play_phh(history_of("jacks-or-better", actions, house="roberts", antes=(2, 2), min_bet=4))
    assert played.hand.stacks == [106, 94]
    (proof,) = [event for event in played.hand.log if isinstance(event, Proved)]
    assert proof.good
    assert phh_of_hand(played.hand).extra["_sidepot_also"] == ["4 p1 splits"]


def test_a_false_opener_wins_nothing() -> None:
    actions = draw_hand("TsTh5h6h7h", "Ts", "Kh")
    played = play_phh(history_of("jacks-or-better", actions, house="roberts", antes=(2, 2), min_bet=4))
    assert played.hand.stacks == [94, 106]
    (proof,) = [event for event in played.hand.log if isinstance(event, Proved)]
    assert not proof.good
    with pytest.raises(BadNotation, match="holds no openers"):  # elsewhere it cannot open at all
        play_phh(history_of("jacks-or-better", actions, house="cash", antes=(2, 2), min_bet=4))


def test_a_pot_that_nobody_opens_waits_for_the_next_deal() -> None:
    cards = "d dh p1 JsJh5h6h7h, d dh p2 8s8h4c3c2s"
    first = play_phh(history_of("jacks-or-better", f"{cards}, p1 cc, p2 cc", antes=(2, 2)))
    assert first.finished and first.hand.stacks == [98, 98] and first.hand.carried == 4
    second = history_of(
        "jacks-or-better", f"{cards}, p1 cbr 4, p2 f", antes=(2, 2), stacks=(98, 98), _sidepot_carried=4
    )
    assert play_phh(second).hand.stacks == [104, 96]


def test_the_joker_is_a_card_where_the_deck_has_one() -> None:
    actions = (
        "d dh p1 Jo2h3h4d6s, d dh p2 7c5d3s2cAd, p2 cc, p1 cc, p1 sd, p2 sd, p1 cc, p2 cc, p1 sm Jo2h3h4d6s, "
        "p2 sm 7c5d3s2cAd"
    )
    played = play_phh(history_of("lowball-joker", actions, blinds_or_straddles=(1, 2)))  # six-four beats seven-five
    assert played.hand.stacks == [102, 98]
    with pytest.raises(BadNotation, match="Jo is not in this deck"):
        play_phh(history_of("lowball", actions, blinds_or_straddles=(1, 2)))
    with pytest.raises(BadNotation, match="no joker"):
        one(NO_LIMIT.replace("AsAh", "AsJo"))
    assert play_phh(one(NO_LIMIT.replace("AsAh", "AsJo"), strict=False), strict=False).notes


def test_the_house_takes_its_rake() -> None:
    stakes = Stakes(blinds=(1, 2), small_bet=2, rake=Rake(10))
    raked = f"{NO_LIMIT}_sidepot_stakes = '{msgspec.json.encode(stakes).decode()}'\n"
    played = play_phh(one(raked))  # a tenth of 32
    assert played.hand.stacks == [213, 184, 100] and played.hand.raked == 3
    history = phh_of_hand(played.hand)
    assert history.variant == "NT" and history.finishing_stacks == (213, 184, 100)


THIRD_STREET = "d dh p1 AhAd5c, d dh p2 AcKh2c, d dh p3 QhQsKd"


def stud(actions: str, house: str = "roberts", also: tuple[str, ...] = ()) -> Phh:
    return history_of(
        "stud", f"{THIRD_STREET}, {actions}", house=house, also=also, limit=FixedLimit(), stacks=(50, 50, 50),
        antes=(1, 1, 1), bring_in=1, small_bet=2, big_bet=4,
    )  # fmt: skip


def test_the_wrong_seat_brings_it_in() -> None:
    wrong = play_phh(stud("p3 pb, p1 f, p2 f"))
    assert wrong.hand.stacks == [49, 49, 52]  # once somebody has acted on it, it stands
    mended = play_phh(stud("p3 pb, p2 pb, p3 f, p1 f", also=("4 p3 takes back",)))
    assert mended.hand.stacks == [49, 52, 49]
    assert any(isinstance(event, TookBack) for event in mended.hand.log)
    check(mended.hand, there_and_back(mended.hand))
    with pytest.raises(BadNotation, match="p2 must bring it in"):
        play_phh(stud("p3 pb, p1 f, p2 f", house="cash"))
    with pytest.raises(BadNotation, match=r"'5 p3 takes back': nobody may take a bring-in back"):
        play_phh(stud("p3 pb, p1 f, p2 f", also=("5 p3 takes back",)))


def test_a_card_that_was_exposed_is_replaced() -> None:
    cards = "d dh p1 Kd2c3c4c5d, d dh p2 7c5s3s2hAs"
    actions = f"{cards}, d dh p1 Ah, p2 cc, p1 cc, p1 sd, p2 sd, p1 cc, p2 cc, p1 sm 2c3c4c5dAh, p2 sm 7c5s3s2hAs"
    fields: dict[str, Any] = {"limit": FixedLimit(), "small_bet": 2, "big_bet": 4, "blinds_or_straddles": (1, 2)}
    also = ("2 p1 exposes Kd",)
    played = play_phh(history_of("lowball", actions, house="roberts", also=also, **fields))
    assert played.hand.stacks == [102, 98]
    assert [event.kept for event in played.hand.log if isinstance(event, Exposed)] == [False]
    with pytest.raises(BadNotation, match="d dh p1 Ah"):  # elsewhere the king is kept
        play_phh(history_of("lowball", actions, house="cash", also=also, **fields))


def test_a_hand_that_the_floor_kills() -> None:
    text = NO_LIMIT[: NO_LIMIT.index(", 'p2 cc', 'd db 2c")] + "]\n_sidepot_also = ['5 p2 is dead']\n"
    assert play_phh(one(text)).hand.stacks == [202, 198, 100]


def played_out(*commands: Callable[[Hand], object]) -> Hand:
    """A hand of four at no limit: these commands as players are asked or before a burn, then all check to the end."""
    hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), HOME, (100, 100, 100, 100)))
    deck = Deck(below=random.Random(3).randrange)
    dealer = Dealer(deck, auto_show=True)
    dealer.run(hand)
    for command in commands:
        command(hand)
        if hand.due is not Due.BURN:
            dealer.run(hand)
    while dealer.run(hand) is Due.ACT:
        hand.check_or_call()
    return hand


@pytest.mark.parametrize(
    ("commands", "lines"),
    [
        ([lambda hand: hand.fold(seat=1)], ["4 p2 folds out of turn"]),
        ([lambda hand: hand.raise_to(9), lambda hand: hand.kill(2, refund=True)], ["5 p3 is dead and paid"]),
        ([Hand.call, Hand.call, Hand.call, Hand.check, lambda hand: hand.kill(0)], ["8 p1 is dead at burn"]),
        ([Hand.call, Hand.redeal, Hand.call, lambda hand: hand.kill(0)], ["5 p1 is dead"]),
        ([Hand.restub, Hand.call, lambda hand: hand.rule(A_RULING)], []),
    ],
)
def test_floor_actions_round_trip(commands: list[Callable[[Hand], object]], lines: list[str]) -> None:
    hand = played_out(*commands)
    assert phh_of_hand(hand).extra.get("_sidepot_also", []) == lines
    played = there_and_back(hand)
    deal = max([at for at, event in enumerate(hand.log) if isinstance(event, Redealt)], default=0)
    kept = [event for event in hand.log[deal + 1 :] if not isinstance(event, (Ruled, Restubbed, Burned))]
    assert [event for event in played.hand.log[1:] if not isinstance(event, Burned)] == kept
    assert played.hand.stacks == hand.stacks


def test_events_that_no_history_can_express_are_not_written() -> None:
    off = played_out(Hand.call, Hand.void)
    with pytest.raises(BadNotation, match="a history cannot express a cancelled hand"):
        phh_of_hand(off)
    mixed = played_out(Hand.fold, lambda hand: hand.restub(mixed=True))
    with pytest.raises(BadNotation, match="muck was shuffled"):
        phh_of_hand(mixed)
    with pytest.raises(BadNotation, match="is made from the log"):
        phh_of_hand(mixed.copy())


def test_player_who_shows_before_the_last_card_may_show_it_too() -> None:
    actions = (
        "d dh p1 AhAd5c, d dh p2 KcKh2c, p2 cbr 49, p1 cc, p1 sm AhAd5c, p2 sm KcKh2c, d dh p1 2d, d dh p2 3d, "
        "d dh p1 4s, d dh p2 6s, d dh p1 8h, d dh p2 9h, d dh p1 Jc, d dh p2 Qc, "
        "p1 sm AhAd5c2d4s8hJc, p2 sm KcKh2c3d6s9hQc"
    )
    played = play_phh(history_of("stud", actions, house=TDA_2024, stacks=(50, 50), antes=(1, 1), bring_in=1))
    assert played.finished and played.hand.stacks == [100, 0]
    assert sum(isinstance(event, Shown) for event in played.hand.log) == 4
    check(played.hand, there_and_back(played.hand))


# ---- what cannot be


LINES = (
    "p1 runs 2", "4 p1 runs", "4 p1 runs two", "4 p3 runs 2", "4 p0 runs 2", "x p1 runs 2", "4 p1 declares nothing",
    "4 p1 exposes", "4 p1 exposes AsKs", "4 p1 exposes Ax", "4 p1 calls", "4 p1 calls As?", "4 p1 flies", "4", "",
    "9999999 p1 splits", "4 p1 splits at burn",
)  # fmt: skip


@each("line", LINES)
def test_a_line_that_is_none_is_named(line: str) -> None:
    with pytest.raises(BadNotation, match="_sidepot_also") as caught:
        play_phh(history_of("holdem", ALL_IN, blinds_or_straddles=(1, 2), also=(line,)))
    assert repr(line) in caught.value.message


def test_listed_events_must_come_up() -> None:
    actions = f"{ALL_IN}, {ACES}, p2 sm KsKh, p1 sm AsAh"
    for line in ("4 p1 declares high", "4 p1 splits", "9 p1 is dead", "4 p1 is dead at noon", "1 p2 runs 2"):
        history = history_of("holdem", actions, blinds_or_straddles=(1, 2), also=("4 p1 runs 1", line))
        with pytest.raises(BadNotation, match=f"'{line}' never came up"):
            play_phh(history)
        played = play_phh(history, strict=False)
        assert played.hand.stacks == [200, 0] and played.notes
    with pytest.raises(BadNotation, match="1 to 4 times, not 5"):
        play_phh(history_of("holdem", actions, blinds_or_straddles=(1, 2), also=("4 p1 runs 5",)))
    with pytest.raises(BadNotation, match="list of lines"):
        play_phh(one(f"{NO_LIMIT}_sidepot_also = 'p1 runs 2'\n"))


def test_a_board_of_a_second_run_that_nobody_asked_for_is_refused() -> None:
    with pytest.raises(BadNotation, match="KdJs4h"):
        play_phh(history_of("holdem", f"{ALL_IN}, {ACES}, {KINGS}", house=ROBERTS, blinds_or_straddles=(1, 2)))
