"""Each figure on hands made for it: a chance with the event, a chance without it, and no chance."""

from __future__ import annotations

import pytest
from each import each

from sidepot import CASH, Dealer, Deck, FixedLimit, Hand, NoLimit, Stakes, find_game, seat_hand
from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import HandHistory
from sidepot.hand.due import Due
from sidepot.stats.figures import COUNTS, FIGURES, MARKED, Kind, chosen_figures
from sidepot.stats.hand_seen import HandSeen, seen


def history_of(hand: Hand) -> HandHistory:
    seats = range(len(hand.setup.stacks))
    return HandHistory(hand=hand, names=tuple([f"p{seat}" for seat in seats]), numbers=tuple(seats), name="1")


def play(hand: Hand, acts: str) -> list[int]:
    """Play these acts (f fold, k check, c call, r6 or b6 raise or bet to 6, i bring in, p pat, d discard a card), then
    check or fold to the end. Returns the seats in the order of their first acts.
    """
    dealer = Dealer(Deck(below=lambda n: 0), auto_show=True)
    order: list[int] = []
    waiting = acts.split()
    while dealer.run(hand) is not Due.DONE:
        if hand.due is Due.RUN:
            hand.choose_runs(1)
            continue
        order += [hand.seat] if hand.seat not in order else []
        act = waiting.pop(0) if waiting else "p" if hand.due is Due.DRAW else "f" if hand.to_call else "k"
        if act[0] in "rb":
            hand.raise_to(int(act[1:]))
        elif act == "d":
            hand.discard(hand.hole[hand.seat][:1])
        elif act == "p":
            hand.discard(())
        else:
            {"f": hand.fold, "k": hand.check, "c": hand.call, "i": hand.bring_in}[act]()
    assert not waiting
    return order


def holdem(acts: str, players: int = 6) -> HandSeen:
    """A hand of hold'em, 1/2, with 200 chips each."""
    stakes = Stakes(blinds=(1, 2))
    hand = Hand(seat_hand(find_game("holdem"), NoLimit(), stakes, CASH, [200] * players, button=0))
    play(hand, acts)
    return seen(history_of(hand))


def marks(hand: HandSeen) -> dict[str, dict[str, int]]:
    return {seat.position: seat.marks for seat in hand.seats if seat}


BUTTON = "f f f r6 f c"  # the button raises, the big blind calls

# figure: the acts, the player, and the mark
MADE = {
    "vpip": [("r6", "UTG", 1), ("f", "UTG", 0), ("f f f f c k", "BB", 0), ("f f f f f", "BB", None)],
    "pfr": [("r6", "UTG", 1), ("c", "UTG", 0), ("f f f f f", "BB", None)],
    "rfi": [("f r6", "HJ", 1), ("f c", "HJ", 0), ("c r6", "HJ", None), ("r6 f f f f c", "BB", None)],
    "limp": [("f c", "HJ", 1), ("c c", "HJ", 1), ("f f", "HJ", 0), ("f r6", "HJ", 0), ("r6 c", "HJ", None),
             ("c f f f c k", "BB", None)],
    "isolate": [("c r8", "HJ", 1), ("c c", "HJ", 0), ("c f f f f r9", "BB", 1), ("c f f f f k", "BB", 0),
                ("f r6", "HJ", None), ("c r8 r20", "CO", None)],
    "steal": [("f f f r6", "BTN", 1), ("f f f f c", "SB", 0), ("f f f", "CO", 0), ("f f r6 f", "BTN", None),
              ("f r6", "HJ", None), ("c f f r8", "BTN", None)],
    "fold_to_steal": [("f f f r6 f c", "SB", 1), ("f f f r6 f c", "BB", 0), ("f f f r6 f f", "BB", 1),
                      ("f f f r6 r20 f", "SB", 0), ("f f f r6 c f", "BB", None), ("f r6 f f f f", "SB", None),
                      ("c f f r8 f f", "SB", None), ("f f f f c r8 f", "SB", None)],
    "three_bet": [("r6 r18", "HJ", 1), ("r6 c", "HJ", 0), ("r6 r18 c", "CO", None), ("r6 r18", "UTG", None),
                  ("c", "HJ", None)],
    "fold_to_three_bet": [("r6 r18 f f f f f", "UTG", 1), ("r6 r18 f f f f c", "UTG", 0), ("r6 r18 f", "CO", None),
                          ("r6 r18 r50 f f f f", "UTG", None)],
    "four_bet": [("r6 r18 r50", "CO", 1), ("r6 r18 f f f f r50", "UTG", 1), ("r6 r18 f", "CO", 0),
                 ("r6 r18 f f f f c", "UTG", 0), ("r6 c", "HJ", None), ("r6 r18 c", "HJ", None)],
    "fold_to_four_bet": [("r6 r18 f f f f r50 f", "HJ", 1), ("r6 r18 f f f f r50 c", "HJ", 0),
                         ("r6 r18 r50 f f f f f", "UTG", None)],
    "squeeze": [("r6 c r24", "CO", 1), ("r6 c f", "CO", 0), ("r6 c c", "CO", 0), ("r6 f r20", "CO", None),
                ("c r8 c f f f r30", "UTG", None), ("r6 c r24 c", "BTN", None)],
    "c_bet": [(f"{BUTTON} k b8", "BTN", 1), (f"{BUTTON} k k", "BTN", 0), (f"{BUTTON} b5 r20", "BTN", None),
              (f"{BUTTON} k b8", "BB", None)],
    "c_bet_turn": [(f"{BUTTON} k b8 c k b20", "BTN", 1), (f"{BUTTON} k b8 c k k", "BTN", 0),
                   (f"{BUTTON} k b8 r24 c k", "BTN", None), (f"{BUTTON} k k k b20", "BTN", None),
                   (f"{BUTTON} k b8 c b10", "BTN", None), (f"{BUTTON} k b8 r24 r60 c k k", "BTN", 0)],
    "c_bet_river": [(f"{BUTTON} k b8 c k b20 c k b40", "BTN", 1), (f"{BUTTON} k b8 c k b20 c k k", "BTN", 0),
                    (f"{BUTTON} k b8 c k k k b40", "BTN", None), (f"{BUTTON} k k k b20 c k b40", "BTN", None)],
    "fold_to_c_bet_flop": [(f"{BUTTON} k b8 f", "BB", 1), (f"{BUTTON} k b8 c", "BB", 0),
                           (f"{BUTTON} k b8 r24 f", "BB", 0), (f"{BUTTON} k k", "BB", None),
                           (f"{BUTTON} b5 r20 f", "BB", None), ("f f f f c k b4 f", "BB", None),
                           ("f f r6 c f c k b8 r24 f", "BTN", 0), ("f f r6 c f c k b8 r24 f", "BB", None),
                           ("f f r6 c f c k b8 f f", "BTN", 1)],
    "fold_to_c_bet_turn": [(f"{BUTTON} k b8 c k b20 f", "BB", 1), (f"{BUTTON} k b8 c k b20 c", "BB", 0),
                           (f"{BUTTON} k k k b20 f", "BB", None)],
    "fold_to_c_bet_river": [(f"{BUTTON} k b8 c k b20 c k b40 f", "BB", 1),
                            (f"{BUTTON} k b8 c k b20 c k b40 c", "BB", 0),
                            (f"{BUTTON} k b8 c k k k b40 f", "BB", None)],
    "donk_flop": [(f"{BUTTON} b5", "BB", 1), (f"{BUTTON} k", "BB", 0), (f"{BUTTON} k b8", "BTN", None),
                  ("f f f f c k b2", "SB", None), ("r6 f f c f f b9", "UTG", None), ("r6 f f c f f k b9", "BTN", None)],
    "donk_turn": [(f"{BUTTON} k b8 c b10", "BB", 1), (f"{BUTTON} k b8 c k", "BB", 0), (f"{BUTTON} k k b5", "BB", None),
                  (f"{BUTTON} k b8 r24 c k b20", "BTN", None)],
    "donk_river": [(f"{BUTTON} k b8 c k b20 c b50", "BB", 1), (f"{BUTTON} k b8 c k b20 c k", "BB", 0),
                   (f"{BUTTON} k b8 c k k b50", "BB", None)],
    "check_raise_flop": [(f"{BUTTON} k b8 r24", "BB", 1), (f"{BUTTON} k b8 c", "BB", 0), (f"{BUTTON} k b8 f", "BB", 0),
                         (f"{BUTTON} k k", "BB", None), (f"{BUTTON} b5 r20 r60", "BB", None)],
    "check_raise_turn": [(f"{BUTTON} k k k b8 r24", "BB", 1), (f"{BUTTON} k k k b8 f", "BB", 0),
                         (f"{BUTTON} k b8 r24 c k k", "BB", None)],
    "check_raise_river": [(f"{BUTTON} k k k k k b8 r24", "BB", 1), (f"{BUTTON} k k k k k b8 c", "BB", 0),
                          (f"{BUTTON} k k k k k k", "BB", None)],
    "probe_turn": [(f"{BUTTON} k k b5", "BB", 1), (f"{BUTTON} k k k", "BB", 0), (f"{BUTTON} k b8 c b10", "BB", None),
                   (f"{BUTTON} k k k b5", "BTN", None), ("f f f f c k k k b2", "SB", None)],
    "probe_river": [(f"{BUTTON} k b8 c k k b9", "BB", 1), (f"{BUTTON} k b8 c k k k", "BB", 0),
                    (f"{BUTTON} k k k k b9", "BB", None), (f"{BUTTON} k k b5 c b9", "BB", None)],
    "wtsd": [(f"{BUTTON} k k k k k k", "BB", 1), (f"{BUTTON} b5 f", "BTN", 0), (f"{BUTTON} b5 f", "BB", 0),
             ("r6", "UTG", None), ("r200 f f f f c", "UTG", 1)],
    "wwsf": [(f"{BUTTON} b5 f", "BB", 1), (f"{BUTTON} b5 f", "BTN", 0), ("r6", "UTG", None)],
}  # fmt: skip


@each(("key", "acts", "who", "mark"), [(key, *row) for key, rows in MADE.items() for row in rows])
def test_a_figure_of_a_hand(key: str, acts: str, who: str, mark: int | None) -> None:
    assert marks(holdem(acts))[who].get(key) == mark


def test_the_winner_of_a_showdown() -> None:
    hand = holdem(f"{BUTTON} k k k k k k")
    for seat in hand.seats:
        assert seat is not None
        if seat.position in ("BTN", "BB"):
            assert seat.marks["w_sd"] == seat.marks["wwsf"] == (seat.net > -6)
    assert "w_sd" not in marks(holdem(f"{BUTTON} b5 f"))["BB"]


def test_heads_up_the_button_steals() -> None:
    found = marks(holdem("r6 f", players=2))
    assert (found["BTN"]["steal"], found["BB"]["fold_to_steal"]) == (1, 1)


def test_the_counts_of_af_begin_after_the_first_round() -> None:
    found = marks(holdem(f"{BUTTON} k b8 r24 c b40 f"))
    assert [found["BTN"].get(name, 0) for name in COUNTS] == [1, 1, 1]
    assert [found["BB"].get(name, 0) for name in COUNTS] == [2, 0, 0]


def test_a_bomb_pot_has_no_first_round_and_no_c_bet() -> None:
    from sidepot.games.bomb_pot import without_first_round

    game = without_first_round(find_game("holdem"))
    hand = Hand(seat_hand(game, NoLimit(), Stakes(ante=2), CASH, (50, 50, 50), button=0))
    play(hand, "k k b5 r15 f f")
    found = marks(seen(history_of(hand)))
    assert found["SB" if "SB" in found else "UTG"].keys().isdisjoint({"vpip", "pfr", "c_bet", "donk_flop"})
    assert sum(one.get("check_raise_flop", 0) for one in found.values()) == 1
    assert sum(one.get("aggressive", 0) for one in found.values()) == 2


@each(
    ("acts", "who", "mark"),
    [("i f r4", 2, 1), ("i f f", 2, 0), ("i r4", 1, None), ("i f c r4", 3, None), ("i f f f r4", 4, 1)],
)
def test_a_steal_at_stud(acts: str, who: int, mark: int | None) -> None:
    """Five players: the third to act has two to come, and the bring-in."""
    stakes = Stakes(ante=1, bring_in=1, small_bet=4)
    hand = Hand(seat_hand(find_game("stud"), FixedLimit(), stakes, CASH, [100] * 5))
    order = play(hand, acts)
    seat = seen(history_of(hand)).seats[order[who]]
    assert seat is not None and seat.marks.get("stud_steal") == mark


def test_a_bring_in_player_who_completes_at_once_steals_nothing() -> None:
    stakes = Stakes(ante=1, bring_in=1, small_bet=4)
    hand = Hand(seat_hand(find_game("stud"), FixedLimit(), stakes, CASH, [100] * 3))
    play(hand, "r4 f f")
    assert all(seat is not None and "stud_steal" not in seat.marks for seat in seen(history_of(hand)).seats)


def test_pat_rates_of_a_triple_draw() -> None:
    """The big blind, first to draw, stands pat, draws, stands pat; the button draws and folds before the last draw."""
    stakes = Stakes(blinds=(2, 4), small_bet=4)
    hand = Hand(seat_hand(find_game("triple-draw"), FixedLimit(), stakes, CASH, [100] * 2, button=0))
    play(hand, "c k p d k k d d b8 f")
    found = marks(seen(history_of(hand)))
    assert [found["BB"].get(f"pat_{at}") for at in (1, 2, 3)] == [1, 0, None]
    assert [found["BTN"].get(f"pat_{at}") for at in (1, 2, 3)] == [0, 0, None]
    assert marks(holdem("f f f f c k"))["BB"].get("pat_1") is None


def test_limit_is_counted_in_big_bets() -> None:
    stakes = Stakes(blinds=(2, 4), small_bet=4)
    hand = Hand(seat_hand(find_game("holdem"), FixedLimit(), stakes, CASH, [100] * 2, button=0))
    play(hand, "c k b4 f")
    assert (seen(history_of(hand)).big_bet, holdem("f").big_bet) == (8, 0)


def test_each_figure_of_a_hand_is_tried() -> None:
    others = {"w_sd", "stud_steal", "pat_1", "pat_2", "pat_3"}
    assert set(MADE) | others == set(MARKED)
    for key, rows in MADE.items():
        assert {mark for _, _, mark in rows} == {0, 1, None}, key


def test_figures_are_chosen_by_name_key_or_group() -> None:
    assert [figure.key for figure in chosen_figures("3-bet,three_bet, W$SD")] == ["three_bet", "w_sd"]
    assert [figure.key for figure in chosen_figures("showdown")] == ["wtsd", "w_sd", "wwsf"]
    assert len(chosen_figures("all")) == len(FIGURES)
    with pytest.raises(BadNotation, match="did you mean 'squeeze'"):
        chosen_figures("squeze")


def test_the_keys_of_figures_are_unlike() -> None:
    names = [figure.name.lower() for figure in FIGURES.values()]
    assert len({*names}) == len(names)
    assert all(figure.chance or figure.kind is Kind.MEAN for figure in FIGURES.values())


def test_the_command_shows_the_figures_that_are_named(capfd: pytest.CaptureFixture[str]) -> None:
    from places import TESTS

    evening = str(TESTS / "stats" / "evening.txt")
    assert run(["stats", evening, "--player", "Ann", "--figures", "rfi,af,rake/100", "--csv"]) == 0
    head, row = [line.split(",") for line in capfd.readouterr().out.splitlines()]
    cells = dict(zip(head, row, strict=True))
    assert (cells["rfi"], cells["rfi_chances"], cells["af"], cells["af_chances"]) == ("1.0", "2", "1.0", "2")
    assert float(cells["rake_per_100"]) == pytest.approx(100 * 0.5 / 3)  # a rake of 1 in a pot that she won
    assert run(["stats", evening, "--figures", "luck"]) == 2
    assert "unknown figure 'luck'" in capfd.readouterr().err
