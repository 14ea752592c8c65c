"""Poker Hand Histories of every game and house: through the format and back; what the format has no word for."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from phh_hands import LIMITS, random_hand, table, told
from test_phh import NO_LIMIT, one

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.phh import Phh, read_phh
from sidepot.formats.phh_game import UnknownGame
from sidepot.formats.phh_play import Played, play_phh
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phh, write_phhs
from sidepot.games.catalog import FIVE_CARD_DRAW, GAMES, HOLDEM, OMAHA8, STUD, find_game
from sidepot.games.files import read_game
from sidepot.games.forms import FORMS
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import Game
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.events import Exposed, Owed, Post, Proved, RunChosen, Setup, Shown, TookBack
from sidepot.hand.hand import Hand
from sidepot.hand.replay import replay
from sidepot.hand.seating import seat_hand
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH, HOME, ROBERTS, TDA_2024
from sidepot.rules.rulebook import Declaration, Reading, Rulebook

# ---- every game, through the format and back


def there_and_back(hand: Hand, decimals: int = 0) -> Played:
    """The hand that is read from what was written of this one; what a history can tell is the same."""
    history = phh_of_hand(hand, decimals=decimals, name="1")
    (again,) = read_phh(write_phhs([history]))
    assert again == history
    return play_phh(again)


def check(hand: Hand, played: Played) -> None:
    """The same hand came back: cards, chips, and what happened in which order; its seats from the button on."""
    setup, back = hand.setup, played.hand
    first = (setup.button + 1) % len(setup.stacks)
    assert played.finished and not played.notes
    assert back.stacks == hand.stacks[first:] + hand.stacks[:first]
    assert back.hole == hand.hole[first:] + hand.hole[:first]
    assert (back.boards, back.raked, back.carried) == (hand.boards, hand.raked, hand.carried)
    for field in ("game", "limit", "stakes", "rulebook", "players_left", "carried"):
        assert getattr(back.setup, field) == getattr(setup, field)
    if not first:
        assert back.setup == setup
        assert told(back) == told(hand)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_goes_through_the_format_and_back(name: str) -> None:
    for seed in range(4 * len(LIMITS)):
        chance = random.Random(f"{name} {seed}")
        hand = random_hand(table(GAMES[name], LIMITS[seed % len(LIMITS)], chance), chance, mistakes=seed % 2 == 1)
        check(hand, there_and_back(hand, decimals=2 * (seed % 3 == 0)))


def all_forms() -> list[Game]:
    """Every low or high-low form of a game of the catalogue."""
    found = []
    for name in GAMES:
        for form in FORMS:
            try:
                found.append(find_game(f"{name}-{form}"))
            except SidepotError:
                continue
    return found


def test_every_form_of_a_game_is_written_by_its_name() -> None:
    forms = all_forms()
    assert len(forms) > 50
    for at, game in enumerate(forms):
        chance = random.Random(at)
        hand = random_hand(table(game, LIMITS[at % len(LIMITS)], chance), chance)
        assert phh_of_hand(hand).extra["_sidepot_game"] == game.name
        check(hand, there_and_back(hand))


OWN_GAMES = (
    'name = "it\'s ours"\nlike = "crazy-pineapple"\nboards = 2\nseats = [2, 6]\n',
    'name = "one-eyed"\nlike = "badacey"\nwild = ["one-eyed jacks"]\n',
    'name = "jacks-three-draws"\nlike = "jacks-or-better"\ndeck = "joker"\nwild = ["bug"]\n'
    '[[streets]]\nname = "deal"\nopens = "left of blinds"\ndown = 5\n'
    '[[streets]]\nname = "one"\nopens = "opener"\ndraw = 5\n[[streets]]\nname = "two"\nopens = "opener"\ndraw = 5\n',
    'name = "holdem"\nlike = "holdem"\nseats = [2, 5]\n',  # a game of that name, but not that game
    'name = "seven-to-five"\n[[streets]]\nname = "deal"\nopens = "left of blinds"\ndown = 7\n'
    '[[streets]]\nname = "throw"\nopens = "nobody"\ndiscard = 1\nburn = false\n'
    '[[streets]]\nname = "change"\nopens = "nobody"\ndraw = 3\nburn = false\n'
    '[[streets]]\nname = "throw again"\nopens = "left of button"\ndiscard = 1\n'
    '[[streets]]\nname = "last"\nopens = "left of button"\ndown = 1\nburn = false\n',
)


@pytest.mark.parametrize("text", OWN_GAMES)
def test_a_game_of_ones_own_is_written_out(text: str) -> None:
    game = read_game(text)
    for seed in range(3 * len(LIMITS)):
        chance = random.Random(seed)
        hand = random_hand(table(game, LIMITS[seed % len(LIMITS)], chance), chance, mistakes=seed % 2 == 1)
        assert phh_of_hand(hand).extra["_sidepot_game"].startswith("{")
        check(hand, there_and_back(hand))


@pytest.mark.parametrize("name", GAMES)
def test_what_one_seat_saw_of_a_hand_is_played_as_far_as_it_is_known(name: str) -> None:
    for seed in range(6):
        chance = random.Random(f"view {name} {seed}")
        setup = table(GAMES[name], LIMITS[seed], chance)
        hand = random_hand(setup, chance, mistakes=seed % 2 == 1)
        played = there_and_back(view_of(hand, chance.randrange(-1, len(setup.stacks))))
        first = (setup.button + 1) % len(setup.stacks)
        if played.finished:
            assert played.hand.stacks == hand.stacks[first:] + hand.stacks[:first]
        else:
            assert played.untold == "the openers were not shown"


def test_a_hand_that_is_not_over_is_played_as_far_as_it_goes() -> None:
    for seed in range(200):
        chance = random.Random(f"part {seed}")
        game = chance.choice(list(GAMES.values()))
        whole = random_hand(table(game, chance.choice(LIMITS), chance), chance, mistakes=seed % 2 == 1)
        hand = replay(whole.log[: chance.randint(1, len(whole.log))])
        played = there_and_back(hand)
        if hand.setup.button == len(hand.setup.stacks) - 1:
            both = list(zip(told(hand), told(played.hand), strict=False))
            assert both == [(event, event) for event, _ in both]
            assert len(told(played.hand)) >= len(told(hand))


# ---- what of it is written


def hand_of(game: Game, limit: Limit, stakes: Stakes, house: Rulebook, stacks: list[int], **more: Any) -> Hand:
    return random_hand(seat_hand(game, limit, stakes, house, stacks, **more), random.Random(1))


def test_a_game_without_a_code_names_itself() -> None:
    stakes = Stakes(blinds=(1, 2), small_bet=2)
    history = phh_of_hand(hand_of(FIVE_CARD_DRAW, FixedLimit(), stakes, CASH, [50, 50]))
    assert history.variant == "_five-card-draw"
    assert history.extra["_sidepot_game"] == "five-card-draw"
    broken = write_phh(history).replace("'five-card-draw'", "'{}'")
    with pytest.raises(BadNotation, match="_sidepot_game"):
        play_phh(one(broken))
    with pytest.raises(UnknownGame, match="no game is called 'six-card-draw' here"):
        play_phh(one(write_phh(history).replace("'five-card-draw'", "'six-card-draw'")))
    with pytest.raises(UnknownGame, match="_sidepot_limit is missing"):
        play_phh(one(write_phh(history).replace("_sidepot_limit", "_limit")))


def test_uneven_posts_are_carried() -> None:
    posts = ((0, Post.DEAD_ANTE, 3), (2, Post.DEAD_ANTE, 1), (0, Post.SMALL_BLIND, 1), (1, Post.BIG_BLIND, 2),
             (2, Post.DEAD_BLIND, 1), (2, Post.LIVE_BLIND, 2))  # fmt: skip
    owed = tuple(Owed(*post) for post in posts)
    setup = Setup(HOLDEM, NoLimit(), Stakes(blinds=(1, 2), ante=3), CASH, (40, 40, 40), 2, owed)
    history = phh_of_hand(random_hand(setup, random.Random(3)))
    played = play_phh(one(write_phh(history)))
    assert played.hand.setup == setup
    assert tuple(played.hand.stacks) == history.finishing_stacks


def test_a_pot_that_waits_and_who_is_left_are_carried() -> None:
    hand = hand_of(STUD, FixedLimit(), Stakes(ante=1, bring_in=1, small_bet=2), CASH, [9, 9], carried=5, players_left=7)
    history = phh_of_hand(hand)
    assert history.extra["_sidepot_carried"] == 5 and history.extra["_sidepot_players_left"] == 7
    check(hand, there_and_back(hand))
    with pytest.raises(BadNotation, match="_sidepot_carried is a whole number, not 'five'"):
        play_phh(one(write_phh(history).replace("_sidepot_carried = 5", "_sidepot_carried = 'five'")))


def test_cents_are_kept_where_only_dollars_are_written() -> None:
    hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(100, 200), chip=100), CASH, [5000, 5000]))
    history = phh_of_hand(hand, decimals=2)
    assert "starting_stacks = [50, 50]" in write_phh(history)
    assert there_and_back(hand, decimals=2).hand.setup == hand.setup


def test_who_has_no_chips_is_left_out() -> None:
    hand = hand_of(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [40, 0, 40, 30], button=3)
    history = phh_of_hand(hand)
    assert history.starting_stacks == (40, 40, 30) and history.about["seats"] == [1, 3, 4]
    played = there_and_back(hand)
    assert played.hand.stacks == [hand.stacks[0], hand.stacks[2], hand.stacks[3]]
    with pytest.raises(BadNotation, match="two players with chips"):
        phh_of_hand(Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [40, 0])))


def test_an_unfinished_hand_and_a_winner_who_shows() -> None:
    text = NO_LIMIT.replace("'p2 cc', 'd db 2c", "'p2 f']\n_rest = ['d db 2c")
    hand = play_phh(one(text.replace("[216, 184, 100]", "[202, 198, 100]"))).hand
    assert hand.due is Due.DONE
    hand.show(seat=0)
    history = phh_of_hand(hand)
    assert history.actions[-1] == "p1 sm AsAh"
    assert isinstance(play_phh(history).hand.log[-1], Shown)
    assert phh_of_hand(Hand(hand.setup)).finishing_stacks is None


def test_a_code_is_used_only_where_the_format_can_say_all() -> None:
    stakes = Stakes(blinds=(1, 2), small_bet=2)
    assert phh_of_hand(hand_of(OMAHA8, FixedLimit(), stakes, CASH, [60, 60])).variant == "FO/8"
    assert phh_of_hand(hand_of(OMAHA8, PotLimit(), stakes, CASH, [60, 60])).variant == "_omaha8"
    setup = seat_hand(HOLDEM, NoLimit(), stakes, HOME, [60, 60])
    ran = next(
        hand
        for hand in (random_hand(setup, random.Random(seed)) for seed in range(100))
        if any(isinstance(event, RunChosen) for event in hand.log)
    )
    assert phh_of_hand(ran).variant == "_holdem" and there_and_back(ran).hand.stacks == ran.stacks
    assert phh_of_hand(Hand(setup)).variant == "NT"


# ---- hands worked out by hand


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
        ((KINGS, ACES), (2, 4), [100, 100]),  # the least that anybody says is done
        ((KINGS,), (1,), [0, 200]),  # one who says once is enough: the other is not asked
        ((ACES, KINGS, "d db 2d3c4d, d db 6d, d db 9c"), (3, 3), [133, 67]),  # 66 for each board, the odd chips first
    ],
)
def test_the_board_is_run_as_often_as_is_told(
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
        for untold in (history_of("five-card-draw-high-low", HIGH_AND_LOW, house=house, antes=(1, 1)),
                       one(write_phh(history).replace(f"declares {second}", "declares ?"))):  # fmt: skip
            assert play_phh(untold).untold == "what was declared is not told"


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
    with pytest.raises(BadNotation, match="cards speak in this house"):
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
    with pytest.raises(BadNotation, match="Jo is not a card of this deck"):
        play_phh(history_of("lowball", actions, blinds_or_straddles=(1, 2)))
    with pytest.raises(BadNotation, match="no joker"):
        one(NO_LIMIT.replace("AsAh", "AsJo"))
    assert play_phh(one(NO_LIMIT.replace("AsAh", "AsJo"), strict=False), strict=False).notes


def test_the_house_takes_its_rake() -> None:
    stakes = Stakes(blinds=(1, 2), small_bet=2, rake=Rake(1, 10))
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


def test_who_shows_before_the_last_card_may_show_it_too() -> None:
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
    "9999999 p1 splits",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_is_none_is_named(line: str) -> None:
    with pytest.raises(BadNotation, match="_sidepot_also") as caught:
        play_phh(history_of("holdem", ALL_IN, blinds_or_straddles=(1, 2), also=(line,)))
    assert repr(line) in caught.value.message


def test_what_is_told_must_come_up() -> None:
    actions = f"{ALL_IN}, {ACES}, p2 sm KsKh, p1 sm AsAh"
    for line in ("4 p1 declares high", "4 p1 splits", "9 p1 is dead", "1 p2 runs 2"):
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
