"""The houses sidepot knows by name. Each is a value; `docs/houses.md` shows them side by side."""

from __future__ import annotations

from sidepot.errors import BadNotation
from sidepot.rules.floor_choices import (
    Accepted,
    Away,
    BreakSeats,
    ClockEnd,
    CountRight,
    DealError,
    Devices,
    Disputes,
    DrawMisdeals,
    ExtraFlopCard,
    FiftyPercent,
    FinalTable,
    FlopWithoutBurn,
    Halting,
    HandStart,
    LastChips,
    LiveAt,
    Mucking,
    OutOfTurn,
    Penalties,
    Premature,
    PriorChips,
    RaiseAmount,
    SeeHand,
    ShowOne,
    SkippedHand,
    StayUntil,
    Substantial,
    TwoMotions,
    UnclearAmount,
    Undercalls,
    WrongBets,
    WrongWords,
)
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
from sidepot.rules.table_choices import ButtonRule, FirstButton

TDA_2013 = Rulebook(name="tda-2013", edition="TDA-2013")

TDA_2024 = TDA_2013.but(
    name="tda-2024",
    edition="TDA-2024",
    short_post=ShortPost.BLIND_FIRST,
    pot_limit_blinds=PotLimitBlinds.AS_FULL,
    last_down_cards_up=False,
    identical_high_low_even=False,
    texts=("TDA-2024", "TDA-2013", "RRP-11", "TS", "AI", "PG"),
    fifty_percent=FiftyPercent.CHIPS_AND_WORDS,
    two_motions=TwoMotions.NEVER,
    raise_amount=RaiseAmount.TOTAL,
    last_chips=LastChips.ALL_IN,
    prior_chips=PriorChips.BY_TABLE,
    undercalls=Undercalls.BACK_UP,
    wrong_bets=WrongBets.CORRECTED,
    wrong_words=WrongWords.NEAREST,
    unclear_amount=UnclearAmount.UP_TO_POT,
    skipped_hand=SkippedHand.DEAD_OR_PASSIVE,
    count_right=CountRight.ALL_IN_IN_TURN,
    misdeals=(
        DealError.TWO_BOXED,
        DealError.FIRST_CARD,
        DealError.NOT_ENTITLED,
        DealError.DEALT_OUT,
        DealError.WRONG_COUNT,
        DealError.ODD_CARD,
        DealError.FIRST_TWO,
        DealError.TWO_EXPOSED,
    ),
    fouled_deck_voids=True,
    button_completed=True,
    wrong_button_corrected=True,
    absent_plays_redeal=True,
    flop_without_burn=FlopWithoutBurn.DRAWN,
    premature=Premature.RESHUFFLE,
    live_at=LiveAt.LAST_CARD,
    stay_until=StayUntil.SHOWDOWN,
    killed_by_mistake_lives=True,
    see_hand=SeeHand.CALLER,
    disputes=Disputes.BY_KIND,
    clock_seconds=25,
    clock_countdown=5,
    clock_no_bet=ClockEnd.CHECK,
    clock_by_director=True,
    devices=Devices.NOT_IN_HAND,
    dodging_anywhere=True,
    hand_start=HandStart.RIFFLE_OR_PUSH,
    final_table=FinalTable.BY_FORMAT,
    halting=Halting.BY_ELIMINATION,
    break_seats=BreakSeats.TWO_STEPS,
    hand_for_hand=True,
    reentry_forfeits=True,
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
    pot_count_in_pot_limit_only=False,
    texts=("TS", "AI", "PG", "RRP-11", "TDA-2013"),
    out_of_turn=OutOfTurn.COMMITTED,
    count_right=CountRight.ALWAYS,
    substantial=Substantial.TWO_ACTED,
    misdeals=tuple(error for error in DealError if error is not DealError.BUTTON_TWICE),
    draw_misdeals=DrawMisdeals.LISTED,
    finish_in_order=False,
    four_card_flop=ExtraFlopCard.REDEAL,
    premature=Premature.NEXT_CARD,
    away=Away.LEFT_OUT,
    mucking=Mucking.TOUCHED,
    see_hand=SeeHand.DEALT_IN,
    show_one_show_all=ShowOne.AT_ONCE,
    penalties=Penalties.SUSPENSION,
)

ROBERTS = CASH.but(
    name="roberts",
    edition="RRP-11",
    reopening=Reopening.CUMULATIVE,
    reopening_limit=Reopening.HALF,
    pot_limit_blinds=PotLimitBlinds.SMALL_AS_BIG,
    odd_chip_stud=OddChip.ALL_HIGH_OR_LOW,
    openers=Openers.PROVED,
    open_pair_option=True,
    lowball_check_raise=False,
    sevens_rule=True,
    fifth_card_last=True,
    last_card_stays=True,
    exposed_lowball=ExposedCards.LOW_KEPT,
    wrong_bring_in_stands=True,
    texts=("RRP-11", "TS", "AI", "PG", "TDA-2013"),
    two_motions=TwoMotions.UNTIL_HANDS_REST,
    undercalls=Undercalls.MAY_WITHDRAW,
    wrong_bets=WrongBets.ROUND,
    out_of_turn=OutOfTurn.UNLESS_CHANGED,
    passed_bars_raise=True,
    skipped_after=3,
    accepted_action=Accepted.NOT_IF_GROSS,
    misdeals=(
        DealError.TWO_BOXED,
        DealError.FIRST_CARD,
        DealError.NOT_ENTITLED,
        DealError.DEALT_OUT,
        DealError.FIRST_TWO,
        DealError.TWO_EXPOSED,
        DealError.WRONG_COUNT,
        DealError.ORDER,
        DealError.WRONG_BUTTON,
    ),
    finish_in_order=True,
    fouled_deck_voids=True,
    missing_card_stands=True,
    mucking=Mucking.FLOOR,
    see_hand=SeeHand.CALLED_HAND,
    show_one_show_all=ShowOne.BY_USE,
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
    house.name: house for house in (TDA_2013, TDA_2024, CASH, ROBERTS, HOME, OPEN_STAKES, SOUTH_DAKOTA)
}


def find_house(name: str) -> Rulebook:
    """The house of that name (case, spaces and underscores do not matter). Raises BadNotation, naming them all."""
    if not isinstance(name, str):
        raise BadNotation(f"a house is named by its text, not {name!r:.60}")
    found = HOUSES.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
    if found is None:
        raise BadNotation(f"no house is called {name!r}; there are {', '.join(HOUSES)}")
    return found
