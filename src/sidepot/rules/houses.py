"""The houses that sidepot knows by name. Each is a value; `docs/reference/houses.md` shows them side by side."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.rules import deal_choices as deal
from sidepot.rules import floor_choices as floor
from sidepot.rules.act_choices import WordsWithChips
from sidepot.rules.hand_choices import OddHalf, RaiseCap, ShowFirst, TiedBoards
from sidepot.rules.rulebook import (
    CapHeadsUp,
    ExposedCards,
    OddChip,
    Openers,
    PotLimitBlinds,
    Reopening,
    Rulebook,
    ShortPost,
    ShowOrder,
)
from sidepot.rules.table_choices import ButtonRule, FirstButton, FullBuyIn
from sidepot.validation.reader import at_place, unknown
from sidepot.validation.type_checks import expect

TDA_2013 = Rulebook(name="tda-2013", edition="TDA-2013")

TDA_2024 = TDA_2013.but(
    name="tda-2024",
    edition="TDA-2024",
    short_post=ShortPost.SINGLE_BLIND_FIRST,
    pot_limit_blinds=PotLimitBlinds.AS_FULL,
    last_down_cards_up=False,
    at_risk_shows_last=True,
    identical_high_low_even=False,
    tied_boards=TiedBoards.SUIT,
    short_stub=deal.ShortStub.BURN_KEPT,
    texts=("TDA-2024", "TDA-2013", "RRP-11", "TS", "AI", "PG"),
    fifty_percent=floor.FiftyPercent.CHIPS_AND_WORDS,
    words_with_chips=WordsWithChips.WORDS,
    two_motions=floor.TwoMotions.NEVER,
    raise_amount=floor.RaiseAmount.TOTAL,
    last_chips=floor.LastChips.ALL_IN,
    prior_chips=floor.PriorChips.BY_TABLE,
    undercalls=floor.Undercalls.BACK_UP,
    wrong_bets=floor.WrongBets.CORRECTED,
    wrong_words=floor.WrongWords.NEAREST,
    unclear_amount=floor.UnclearAmount.UP_TO_POT,
    skipped_hand=floor.SkippedHand.DEAD_OR_PASSIVE,
    count_right=floor.CountRight.ALL_IN_IN_TURN,
    misdeals=(
        floor.DealError.TWO_BOXED,
        floor.DealError.FIRST_CARD,
        floor.DealError.NOT_ENTITLED,
        floor.DealError.DEALT_OUT,
        floor.DealError.WRONG_COUNT,
        floor.DealError.ODD_CARD,
        floor.DealError.FIRST_TWO,
        floor.DealError.TWO_EXPOSED,
    ),
    finish_in_order=False,
    fouled_deck_voids=True,
    odd_card=deal.OddCard.SCRAP,
    last_card_up=deal.LastCardUp.REPLACED,
    button_completed=True,
    wrong_button_corrected=True,
    absent_plays_redeal=True,
    flop_without_burn=floor.FlopWithoutBurn.DRAWN,
    premature=floor.Premature.RESHUFFLE,
    live_at=floor.LiveAt.LAST_CARD,
    stay_until=floor.StayUntil.SHOWDOWN,
    killed_by_mistake_lives=True,
    winning_card_advised=True,
    mistaken_discard_held=True,
    see_hand=floor.SeeHand.CALLER,
    disputes=floor.Disputes.BY_KIND,
    clock_seconds=25,
    clock_countdown=5,
    clock_no_bet=floor.ClockEnd.CHECK,
    clock_by_director=True,
    devices=floor.Devices.NOT_IN_HAND,
    dodging_anywhere=True,
    hand_start=floor.HandStart.RIFFLE_OR_PUSH,
    final_table=floor.FinalTable.BY_FORMAT,
    halting=floor.Halting.BY_ELIMINATION,
    break_seats=floor.BreakSeats.TWO_STEPS,
    hand_for_hand=True,
    reentry_forfeits=True,
)

TDA_2026 = TDA_2024.but(
    name="tda-2026",
    edition="TDA-2026",
    texts=("TDA-2026", *TDA_2024.texts),
    misdeals=tuple(error for error in TDA_2024.misdeals if error is not floor.DealError.ODD_CARD),
    odd_card=deal.OddCard.FOULS,
    last_card_up=deal.LastCardUp.SHUFFLED_IN,
    last_card_completes=True,
    draw_stub=deal.DrawStub.BURNS_FIRST,
    button=ButtonRule.DEAD_OVER_EMPTY,
    heads_up_early=floor.HeadsUpEarly.CHECK_BARS,
    showdown_words_free=True,
    chip_penalties=True,
    hopeless_stack_leaves=True,
    single_ante_off_rank=True,
)

# The tournament rules of the WSOP are read whole; if they are as the TDA's of 2024 we cite those.
WSOP_2026 = TDA_2024.but(
    name="wsop-2026",
    edition="WSOP-2026",
    texts=("WSOP-2026", *TDA_2024.texts),
    raise_cap=RaiseCap.FOUR,
    pot_limit_blinds=PotLimitBlinds.AS_POSTED,
    identical_high_low_even=True,
    tied_boards=TiedBoards.SUIT_NOT_HIGH_LOW,
    last_card_completes=True,
    exposed_lowball=ExposedCards.REPLACED,
    last_chips=floor.LastChips.LIKE_OTHERS,
    prior_chips=floor.PriorChips.ONE_BET,
    heads_up_early=floor.HeadsUpEarly.PASSIVE_BARS,
    last_two_may_talk=True,
    wrong_bets=floor.WrongBets.UNTIL_SUBSTANTIAL,
    misdeals=tuple(error for error in TDA_2024.misdeals if error is not floor.DealError.WRONG_COUNT),
    finish_in_order=True,
    draw_misdeals=floor.DrawMisdeals.SECOND,
    even_from=12,
    redraw_field=100,
    day_ends_by_draw=True,
    odd_card=deal.OddCard.VOIDS_EARLY,
    knowing_forfeits=True,
    flop_without_burn=floor.FlopWithoutBurn.DRAWN_LONGER,
    absent_plays_redeal=False,
    disputes=floor.Disputes.FIRST_RIFFLE,
    exposing_punished=True,
    dodged_blinds_taken=True,
    final_table=floor.FinalTable.ONE_MORE,
    first_at_dealers_right=True,
)

# A series among friends, played by the TDA's rules of 2024 except for what its own book says.
BARGE_2026 = TDA_2024.but(
    name="barge-2026",
    edition="BARGE-2026",
    texts=("BARGE-2026", *TDA_2024.texts),
    one_odd_chip=True,
    odd_half=OddHalf.LARGER,
    ante_reduced_at=4,
    bomb_bet_is_ante=True,
)

CASH = Rulebook(
    name="cash",
    edition="TS",
    reopening=Reopening.FULL,
    reopening_limit=Reopening.HALF_ALONE,
    cap_heads_up=CapHeadsUp.OFF,
    face_up_all_in=False,
    last_down_cards_up=False,
    show_order=ShowOrder.SIDE_POT_FIRST,
    show_first=ShowFirst.LAST_BETTOR,
    pot_count_in_pot_limit_only=False,
    texts=("TS", "AI", "PG", "RRP-11", "TDA-2013"),
    out_of_turn=floor.OutOfTurn.COMMITTED,
    count_right=floor.CountRight.ALWAYS,
    substantial=floor.Substantial.TWO_ACTED,
    misdeals=tuple(error for error in floor.DealError if error is not floor.DealError.BUTTON_TWICE),
    draw_misdeals=floor.DrawMisdeals.LISTED,
    finish_in_order=False,
    four_card_flop=floor.ExtraFlopCard.REDEAL,
    premature=floor.Premature.NEXT_CARD,
    away=floor.Away.LEFT_OUT,
    mucking=floor.Mucking.TOUCHED,
    see_hand=floor.SeeHand.DEALT_IN,
    show_one_show_all=floor.ShowOne.AT_ONCE,
    penalties=floor.Penalties.SUSPENSION,
    talk_in_hand=True,
    setup_minutes=60,
    blinds_chopped=True,
)

ROBERTS = CASH.but(
    name="roberts",
    edition="RRP-11",
    show_first=ShowFirst.FIRST_TO_ACT,
    reopening=Reopening.CUMULATIVE,
    reopening_limit=Reopening.HALF,
    raise_cap=RaiseCap.BY_ROUNDS,
    straddle_is_bet=False,
    pot_limit_blinds=PotLimitBlinds.SMALL_AS_BIG,
    pot_limit_rounds_up=True,
    one_odd_chip=True,
    odd_chip_stud=OddChip.ALL_HIGH_OR_LOW,
    openers=Openers.PROVED,
    open_pair_option=True,
    lowball_check_raise=False,
    sevens_rule=True,
    fifth_card_last=True,
    last_card_stays=True,
    exposed_lowball=ExposedCards.LOW_KEPT,
    exposed_is_burn=True,
    wrong_bring_in_stands=True,
    texts=("RRP-11", "TS", "AI", "PG", "TDA-2013"),
    two_motions=floor.TwoMotions.UNTIL_HANDS_REST,
    undercalls=floor.Undercalls.MAY_WITHDRAW,
    wrong_bets=floor.WrongBets.ROUND,
    out_of_turn=floor.OutOfTurn.UNLESS_CHANGED,
    passed_bars_raise=True,
    skipped_after=3,
    accepted_action=floor.Accepted.NOT_IF_GROSS,
    misdeals=(
        floor.DealError.TWO_BOXED,
        floor.DealError.FIRST_CARD,
        floor.DealError.NOT_ENTITLED,
        floor.DealError.DEALT_OUT,
        floor.DealError.FIRST_TWO,
        floor.DealError.TWO_EXPOSED,
        floor.DealError.WRONG_COUNT,
        floor.DealError.ORDER,
        floor.DealError.WRONG_BUTTON,
    ),
    finish_in_order=True,
    fouled_deck_voids=True,
    odd_card=deal.OddCard.BACK_FOULS,
    knowing_forfeits=True,
    both_down_dead=True,
    short_hand_lives=True,
    free_fold_binds=False,
    thrown_in_hand_dead=True,
    miscall_may_kill=True,
    last_card_up=deal.LastCardUp.KEPT,
    missing_card_stands=True,
    mucking=floor.Mucking.FLOOR,
    no_raise_on_correction=True,
    see_hand=floor.SeeHand.CALLED_HAND,
    show_one_show_all=floor.ShowOne.BY_USE,
    full_buy_in=FullBuyIn.TEN_LARGEST,
    short_buy_in=True,
    back_within=60,
    straddle_at_limit=False,
)
# Tournaments by chapter 15, under half of which we could read; the rest is as in the live games.
ROBERTS_TOURNAMENT = ROBERTS.but(
    name="roberts-tournament",
    cap_heads_up=CapHeadsUp.ON,
    face_up_all_in=True,
    misdeals=(*ROBERTS.misdeals, floor.DealError.STUD_DOWN_CARD),
    away=floor.Away.DEALT_IN,
    penalties=floor.Penalties.MISSED_HANDS,
    talk_in_hand=False,
    exposing_punished=True,
    setup_minutes=0,
    blinds_chopped=False,
    even_from=6,
)

# The live action rules of the WSOP follow Robert's nearly rule by rule: what they do not say is taken from there.
WSOP_LIVE = ROBERTS.but(
    name="wsop-live-2026",
    edition="WSOP-LIVE-2026",
    texts=("WSOP-LIVE-2026", *ROBERTS.texts),
    raise_cap=RaiseCap.FOUR,
    cap_heads_up=CapHeadsUp.BEGAN_WITH_TWO,
    show_first=ShowFirst.PUSHER,
    odd_chip_stud=OddChip.BEST_FIVE_HIGH,
    short_stub=deal.ShortStub.BURN_KEPT,
    run_it=3,
    lowball_check_raise=True,
    sevens_rule=False,
    fifth_card_last=False,
    exposed_lowball=ExposedCards.REPLACED,
    passed_bars_raise=False,
    skipped_after=2,
    substantial=floor.Substantial.TDA,
    check_and_fold=True,
    four_card_flop=floor.ExtraFlopCard.DRAW_BURN,
    premature=floor.Premature.RESHUFFLE,
    both_down_dead=False,
    both_down_third_down=True,
    last_card_up=deal.LastCardUp.FIRST_UP_ALL_UP,
    live_at=floor.LiveAt.LAST_CARD,
    leaving_kills=True,
    see_hand=floor.SeeHand.ON_SUSPICION,
    clock_seconds=60,
    clock_after=120,
    setup_minutes=120,
    blind_hand_redealt=True,
    dropped_card_kills=True,
    full_buy_in=FullBuyIn.TEN_SMALL,
    short_buy_in=False,
    straddle_at_limit=True,
)

HOME = CASH.but(
    name="home",
    edition="PG",
    rabbit_hunting=True,
    run_it=4,
    texts=("PG", "TS", "AI", "RRP-11", "TDA-2013"),
    repair_deals=True,
    misdeals_in_a_row=2,
    first_button=FirstButton.FIRST_JACK,
    button=ButtonRule.MOVING,
)
OPEN_STAKES = HOME.but(
    name="open-stakes", edition="OS", texts=("OS", "PG", "TS", "AI", "RRP-11", "TDA-2013"), open_stakes=True
)
SOUTH_DAKOTA = CASH.but(name="south-dakota", edition="SD", jurisdiction="SD")

HOUSES: dict[str, Rulebook] = {
    house.name: house
    for house in (
        TDA_2013,
        TDA_2024,
        TDA_2026,
        WSOP_2026,
        BARGE_2026,
        ROBERTS_TOURNAMENT,
        CASH,
        ROBERTS,
        WSOP_LIVE,
        HOME,
        OPEN_STAKES,
        SOUTH_DAKOTA,
    )
}


OWN_HOUSES: Final[dict[str, Rulebook]] = {}
"""The houses of clubs that this process has read from files (`own_houses.adopt`), by name."""

BASES: Final[dict[str, Rulebook]] = {}
"""The house on which each of `OWN_HOUSES` is based, by its name."""


PAGE_HOUSE: Final = TDA_2024
"""The rules that pages of the room offer first, for rulings and for new tournaments."""


def base_of(rules: Rulebook) -> Rulebook:
    """The TDA house of the edition that a house is based on. For a house with other books, it is the house of 2024.

    >>> base_of(TDA_2026.but(raise_cap=TDA_2026.raise_cap)).name, base_of(CASH).name
    ('tda-2026', 'tda-2024')
    """
    return next((one for one in (TDA_2013, TDA_2024, TDA_2026) if one.edition == rules.edition), TDA_2024)


def book_of(house: Rulebook) -> Rulebook:
    """The house of this program that a house is based on, perhaps through another house.

    If this process has not read the file of a club's house, it is the nearest book or, without any, the house itself.
    """
    while OWN_HOUSES.get(house.name) == house:
        house = BASES[house.name]
    return HOUSES.get(house.name) or nearest_book(house) or house


def nearest_book(house: Rulebook) -> Rulebook | None:
    """The house of this program that has the same edition and differs in the fewest choices; None if there is none.

    >>> print(nearest_book(ROBERTS.but(name="our-club", run_it=2)).name)
    roberts
    """

    def distance(book: Rulebook) -> int:
        return sum(getattr(house, field) != getattr(book, field) for field in Rulebook.__struct_fields__)

    return min([book for book in HOUSES.values() if book.edition == house.edition], key=distance, default=None)


def house_key(name: str) -> str:
    """The name of a house in small letters, with hyphens.

    >>> house_key("TDA_2024")
    'tda-2024'
    """
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def find_house(name: str) -> Rulebook:
    """The house with this name, ignoring case, spaces and underscores.

    If there is none, raises BadNotation, which lists all houses.
    """
    if not isinstance(name, str):
        raise BadNotation(f"expected a house's name, such as 'cash', not {name!r:.60}")
    plain = house_key(name)
    if plain.endswith(".toml"):
        raise BadNotation(
            f"{name!r} is the path of a file, and files are not read here",
            hint="write the content of the file as a table, as in "
            '{ name = "our-club", based_on = "roberts", choices = { run_it = 2 } }',
        )
    found = HOUSES.get(plain) or OWN_HOUSES.get(plain)
    if found is None:
        raise unknown(f"unknown house {name!r}", name, [*HOUSES, *OWN_HOUSES], cutoff=0.7)
    return found


def house_of(given: Rulebook | str, what: str = "house") -> Rulebook:
    """The house that a caller gave, either as a value or by name.

    Raises BadNotation for an unknown name. The message begins with `what`.

    >>> house_of("TDA 2024") is house_of(TDA_2024)
    True
    """
    if isinstance(given, str):
        with at_place(what):
            return find_house(given)
    return expect(given, Rulebook, what)
