"""The choices of a house as data: one field, with its rule, for every point on which houses differ.

A game's own rules (who brings it in, how many raises) belong to the game and its limit; debts belong to the table. A
test checks that changing any field makes at least one case fail.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import BadNotation
from sidepot.rules.act_choices import WordsWithChips
from sidepot.rules.deal_choices import DrawStub, LastCardUp, OddCard, ShortStub
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
    HeadsUpEarly,
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
from sidepot.rules.hand_choices import OddHalf, RaiseCap, ShowFirst, TiedBoards
from sidepot.rules.table_choices import ButtonRule, FirstButton, FullBuyIn, MissedBlinds, RaceRounding
from sidepot.validation import quantities as q
from sidepot.validation.problems import as_type
from sidepot.validation.type_checks import check_fields


class Reopening(StrEnum):
    """When a short all-in lets players who have already acted raise again."""

    FULL = "full bet"  # only a full raise by one player does (TS-9)
    CUMULATIVE = "full bet, cumulative"  # short raises add up to a full one (TDA-2013 41-B)
    HALF = "half bet"  # half of a full raise is enough, and short raises add up to it (TDA-2013 41-B for limit)
    HALF_ALONE = "half bet by one player"  # only half of a full raise by one player does (TS-11)


class OddChip(StrEnum):
    """Which of several winners gets the odd chip of a stud pot."""

    POSITION = "position"  # first seat left of the button
    BEST_FIVE = (
        "high card of the best five"  # by rank, then suit, among the five cards that make the hand (TDA-2013 19)
    )
    BEST_FIVE_HIGH = "high card of the best five, low by position"  # WSOP live 153
    ALL_HIGH_OR_LOW = "highest or lowest of all cards"  # Robert's: highest of all cards for high, lowest for low


class ShowOrder(StrEnum):
    """When players who contest only the main pot show: at the same time as the other players, or after the side pots
    are awarded.
    """

    ALL_AT_ONCE = "all at once"
    SIDE_POT_FIRST = "side pot first"  # TS-7, PG-3


class CapHeadsUp(StrEnum):
    """Whether the cap on raises in limit games applies to two players."""

    ON = "on"
    OFF = "off"  # no cap once a round is heads-up before the cap is reached (Robert's, cash)
    UNTIL_TWO_LEFT = "until two are left in the event"  # TDA-2013 45
    BEGAN_WITH_TWO = "off where the round began with two"  # WSOP live 131


class ShortPost(StrEnum):
    """The order in which a seat pays ante and blind if it cannot cover both."""

    ANTE_FIRST = "ante first"  # AI-2
    BLIND_FIRST = "blind first"  # for every ante: one payer's, or a seat's own
    SINGLE_BLIND_FIRST = "blind first where one player antes for all"  # TDA-2024 RP-11: a seat's own ante comes first

    def puts_blind_first(self, *, one_payer: bool) -> bool:
        """Whether the blind is paid before the ante.

        - `one_payer`: whether one player antes for all
        """
        return self is ShortPost.BLIND_FIRST or self is ShortPost.SINGLE_BLIND_FIRST and one_payer


class PotLimitBlinds(StrEnum):
    """How the blinds count as part of the pot in pot limit before the flop."""

    AS_POSTED = "as posted"
    AS_FULL = "as full"  # TDA-2024 54-B: short or missing ones too
    SMALL_AS_BIG = "small as big"  # Robert's, pot limit: the small blind as a big one, until the big blind has acted


class Declaration(StrEnum):
    """How the halves of a high-low pot are claimed at the showdown."""

    CARDS_SPEAK = "cards speak"
    CHIPS_IN_HAND = "chips in hand"  # PG-69: all declare at once, with chips in the closed hand
    IN_TURN = "in turn"  # PG-69: aloud, from the first to show


class BothWays(StrEnum):
    """What a seat that declared both ways must win in order to win anything."""

    WIN_OR_TIE = "win or tie both"  # a tied half is shared
    WIN_OUTRIGHT = "win both outright"  # a tie in either half loses


class Reading(StrEnum):
    """Whether a tabled hand counts by its cards or by what the player announced."""

    CARDS_SPEAK = "cards speak"  # PG-74
    AS_CALLED = "as called"  # PG-76: the hand that its owner calls, if the cards can make it


class Openers(StrEnum):
    """How the house makes sure that the opener holds the required openers."""

    CHECKED = "checked"  # nobody may open without them: the dealer, or the program, checks
    PROVED = "proved"  # anybody may; the opener proves it before taking a pot, or the hand is dead


class ExposedCards(StrEnum):
    """What happens to an exposed down card in a lowball hand."""

    KEPT = "kept"
    REPLACED = "replaced"  # WSOP live 282: after the deal, low or not
    LOW_KEPT = "low cards kept"  # Robert's: low ones are kept, others replaced after the deal; on the draw all are


class Rulebook(msgspec.Struct, frozen=True):
    """The choices of one house. Derive another house with `but`, as in `CASH.but(name="ours", may_muck=False)`."""

    name: str
    edition: str
    reopening: Reopening = Reopening.CUMULATIVE  # TDA-2013 41-B; TS-9: no limit and pot limit
    reopening_limit: Reopening = Reopening.HALF  # TDA-2013 41-B; TS-11 by one player: fixed and spread limit
    short_post: ShortPost = ShortPost.ANTE_FIRST  # AI-2
    cap_heads_up: CapHeadsUp = CapHeadsUp.UNTIL_TWO_LEFT  # TDA-2013 45
    raise_cap: RaiseCap = RaiseCap.THREE  # PG-40; WSOP-2026 100; Robert's, betting
    straddle_is_bet: bool = True  # WSOP live 130, Robert's, no limit: a straddle is none of the bets of a capped round
    pot_limit_blinds: PotLimitBlinds = PotLimitBlinds.AS_POSTED  # TDA-2024 54-B
    pot_limit_rounds_up: bool = False  # Robert's, pot limit: the pot is rounded up to the chip, not down (PG-23)
    face_up_all_in: bool = True  # TDA-2013 15; TS-13, TS-14
    last_down_cards_up: bool = True  # TS-15, AI-11: down cards dealt up once hands are open
    show_order: ShowOrder = ShowOrder.ALL_AT_ONCE  # TDA-2013 15; TS-7
    show_first: ShowFirst = (
        ShowFirst.FIRST_TO_ACT
    )  # TDA-2013 16; WSOP live 149: no limit, all-in before the last street
    at_risk_shows_last: bool = False  # TDA-2024 RP-10-B: in stud, all-in players show after those who have chips
    may_muck: bool = True  # TDA-2013 16: a beaten hand may be mucked in turn
    odd_chip_stud: OddChip = OddChip.BEST_FIVE  # TDA-2013 19
    identical_high_low_even: bool = True  # TDA-2013 19, last sentence
    one_odd_chip: bool = False  # Robert's, ties: no player gets more than one odd chip of a pot
    odd_half: OddHalf = OddHalf.FIRST  # TDA-2013 19; BARGE
    pot_count_in_pot_limit_only: bool = True  # TDA-2013 47
    rabbit_hunting: bool = False  # TDA-2013 28
    run_it: q.SomeRuns = 1  # how often a board may be run when betting is over, if all who are in agree
    declaration: Declaration = Declaration.CARDS_SPEAK  # PG-69
    both_ways: BothWays = BothWays.WIN_OR_TIE  # PG-69
    reading: Reading = Reading.CARDS_SPEAK  # PG-74, PG-76
    openers: Openers = Openers.CHECKED  # PG-84
    open_pair_option: bool = False  # Robert's, stud: an open pair on fourth street lets everybody bet the upper limit
    tied_boards: TiedBoards = TiedBoards.POSITION  # TDA-2024 RP-10-D; Robert's, stud
    short_stub: ShortStub = ShortStub.LAST_CARD  # TDA-2024 RP-10-H; PG-95
    lowball_check_raise: bool = True  # Robert's, lowball: at limit ace-to-five a player who checked may not raise
    sevens_rule: bool = False  # Robert's, lowball: checking a seven or better wins no later bets
    fifth_card_last: bool = False  # Robert's, draw: of five new cards the last comes when all others have theirs
    last_card_stays: bool = False  # Robert's, draw: the last card of the stub is shuffled in, never dealt
    last_card_completes: bool = False  # TDA-2026 RP-25-A, WSOP-2026, draw: dealt only if it completes the deal
    draw_stub: DrawStub = DrawStub.DISCARDS  # TDA-2026 RP-25-B, RP-25-C; Robert's, draw
    exposed_lowball: ExposedCards = ExposedCards.KEPT  # Robert's, lowball
    exposed_is_burn: bool = False  # Robert's, lowball: the first card exposed in the deal and replaced is the burn card
    wrong_bring_in_stands: bool = False  # Robert's, stud: once the next seat has acted; till then it is taken back

    # which texts rule, after the law of the place and the house's own choices (SD-10)
    texts: tuple[str, ...] = ("TDA-2013", "RRP-11", "TS", "AI", "PG")
    jurisdiction: str = ""  # SD-10: local law takes precedence over house and TDA

    # words and chips
    fifty_percent: FiftyPercent = FiftyPercent.HALF_IN_WORDS  # TDA-2013 41-A, 37-A
    words_with_chips: WordsWithChips = WordsWithChips.DISCRETION  # TDA-2024 40-A
    two_motions: TwoMotions = TwoMotions.EXACT_CALL  # TDA-2013 40-C
    raise_amount: RaiseAmount = RaiseAmount.LESSER  # TDA-2013 49
    last_chips: LastChips = LastChips.LIKE_OTHERS  # TDA-2013 43
    prior_chips: PriorChips = PriorChips.DISCRETION  # TDA-2013 44
    undercalls: Undercalls = Undercalls.FULL_CALL  # TDA-2013 37-A
    wrong_bets: WrongBets = WrongBets.DISCRETION  # TDA-2024 52
    wrong_words: WrongWords = WrongWords.DISCRETION  # TDA-2013 49
    unclear_amount: UnclearAmount = UnclearAmount.LESSER  # TDA-2013 49
    out_of_turn: OutOfTurn = OutOfTurn.UNLESS_CHANGED  # TDA-2013 38-A
    passed_bars_raise: bool = False  # Robert's, irregularities: no raise after a check or call out of turn
    heads_up_early: HeadsUpEarly = HeadsUpEarly.AS_ALWAYS  # TDA-2026 55-B; WSOP-2026, out of turn
    skipped_hand: SkippedHand = SkippedHand.DISCRETION  # TDA-2013 38-B
    skipped_after: q.Seats = 0  # actions behind a player that skip them; 0: substantial action does (TDA-2013 38-B)
    count_right: CountRight = CountRight.ALL_IN  # TDA-2013 52
    accepted_action: Accepted = Accepted.TRUE_AMOUNT  # TDA-2013 46
    no_raise_on_correction: bool = False  # Robert's, betting: a size put right lets nobody who acted raise

    # the deal
    substantial: Substantial = Substantial.TDA  # TDA-2013 35
    check_and_fold: bool = False  # TDA-2013 35: a check and a fold are two actions enough; its sentence says both
    posts_count: bool = False  # TDA-2024 36: posted blinds are actions
    misdeals: tuple[DealError, ...] = (  # TDA-2013 34-A: what makes a misdeal
        DealError.TWO_BOXED,
        DealError.FIRST_CARD,
        DealError.NOT_ENTITLED,
        DealError.DEALT_OUT,
        DealError.STUD_DOWN_CARD,
        DealError.STUD_BOTH_DOWN,
        DealError.FIRST_TWO,
        DealError.TWO_EXPOSED,
    )
    draw_misdeals: DrawMisdeals = DrawMisdeals.DISCRETION  # TDA-2013 34-A
    finish_in_order: bool = True  # Robert's, misdeals; TDA-2024 35-A5: a wrong number of cards, put right in order
    repair_deals: bool = False  # PG-110: a mistake is put right if that is fair, instead of a new deal
    misdeals_in_a_row: q.Hands = 0  # PG-111: after more than this many the deal passes on; 0 for no such rule
    misdealer_pays: q.Chips = 0  # PG-111: the most that one whose deal passes pays into the pot, as much as it was
    fouled_deck_voids: bool = False  # TDA-2024 35-E: all bets go back, whatever the action
    odd_card: OddCard = OddCard.DISCRETION  # TDA-2024 35-D; TDA-2026 37-E
    knowing_forfeits: bool = False  # Robert's, irregularities: a player who knew of a bad deck may get nothing back
    both_down_dead: bool = False  # Robert's, stud: both hole cards exposed, the hand is dead and the ante goes back
    both_down_third_down: bool = False  # WSOP live 218: both hole cards exposed, the third card comes down
    last_card_up: LastCardUp = LastCardUp.DISCRETION  # TDA-2024 RP-10-B; TDA-2026 RP-10-B; Robert's, stud
    short_hand_lives: bool = False  # Robert's, dead hands and stud: without the last stud card, or short before a draw
    missing_card_stands: bool = False  # Robert's, irregularities: a card missing from the deck changes no result
    button_completed: bool = False  # TDA-2024 37: cards that the button lacks may come after substantial action
    wrong_button_corrected: bool = False  # TDA-2024 34-A: until substantial action
    absent_plays_redeal: bool = False  # TDA-2024 35-C: an absent player may play the hand dealt again
    four_card_flop: ExtraFlopCard = ExtraFlopCard.DRAW_BURN  # TDA-2013 36
    flop_without_burn: FlopWithoutBurn = FlopWithoutBurn.IN_ORDER  # Robert's, irregularities; TDA-2024 39-B
    premature: Premature = Premature.KEEP_UNSEEN  # TDA-2013 RP-5

    # hands
    live_at: LiveAt = LiveAt.FIRST_CARD  # TDA-2013 29
    away: Away = Away.DEALT_IN  # TDA-2013 29: a player who is away for the deal
    dead_hand_dealt: bool = False  # TDA-2013 29: in stud a killed hand is dealt further cards
    dead_hand_forfeits: bool = False  # TDA-2024 30: a killed hand gets nothing back of what is above all live hands
    stay_until: StayUntil = StayUntil.BETTING_ENDS  # TDA-2013 30
    leaving_kills: bool = False  # WSOP live 84: leaving the seat while there is action to come kills the hand
    free_fold_binds: bool = True  # TDA-2013 50; Robert's, dead hands: without a bet only once another has acted
    thrown_in_hand_dead: bool = False  # Robert's, dead hands: cards thrown into another player's hand
    blind_hand_redealt: bool = False  # WSOP live 112: cards thrown into a hand in the blinds: it may be dealt again
    blinds_chopped: bool = False  # Robert's, procedures: the blinds may take their chips back if all others fold
    mucking: Mucking = Mucking.MIXED  # TDA-2013 14
    killed_by_mistake_lives: bool = False  # TDA-2024 65: if it can be identified; the dealer's kill is for the director
    winning_card_advised: bool = False  # TDA-2024 15-A: the dealer advises to table the rest; refusal is for the floor
    mistaken_discard_held: bool = False  # TDA-2024 15-B: cards of a bettor who thought the pot was won may live
    see_hand: SeeHand = SeeHand.HOLDS_CARDS  # TDA-2013 18
    show_one_show_all: ShowOne = ShowOne.BY_USE  # PG-114; the TDA does not say, and Robert's is asked
    miscall_may_kill: bool = False  # Robert's, lowball: a miscall that made the other throw the hand away
    disputes: Disputes = Disputes.NEXT_HAND  # TDA-2013 21
    showdown_words_free: bool = False  # TDA-2026 13: "fold", "you win" and the like at the showdown give nothing up

    # clock, penalties, tournament
    clock_seconds: q.Seconds = 50  # TDA-2013 27
    clock_countdown: q.Seconds = 10  # TDA-2013 27
    clock_after: q.Seconds = 0  # WSOP live 85: seconds a player may think before a clock can be called
    clock_no_bet: ClockEnd = ClockEnd.DEAD  # TDA-2013 27
    clock_by_director: bool = False  # TDA-2024 29: the director starts it, or approves what any player asks
    penalties: Penalties = Penalties.MISSED_HANDS  # TDA-2013 58-B
    chip_penalties: bool = False  # TDA-2026 RP-26: the director may take chips in place of hands
    last_two_may_talk: bool = False  # WSOP-2026 116: the last two players of an event may talk about the hand
    talk_in_hand: bool = False  # TDA-2013 59: players in a hand do not write to the table while it is on
    exposing_punished: bool = False  # WSOP-2026 117; Robert's, tournaments: cards shown in the hand cost a penalty
    dropped_card_kills: bool = False  # WSOP live 125: a hand whose card fell on the floor may be dead; else it plays
    devices: Devices = Devices.HOUSE  # TDA-2013 4
    dodging_anywhere: bool = False  # TDA-2024 33: dodging any blind, not only on the way from a broken table
    dodged_blinds_taken: bool = False  # WSOP-2026 86: the blinds are lost as well; by the TDA they are not
    hand_start: HandStart = HandStart.RIFFLE  # TDA-2013 22
    final_table: FinalTable = FinalTable.ONE_MORE  # TDA-2013 11
    setup_minutes: q.Minutes = (
        0  # Robert's, procedures; WSOP live 79: for this long the cards play; 0: no player may ask (TDA-2013 25)
    )
    even_from: q.AnyTable = 0  # Robert's, tournaments; WSOP-2026 67: this many tables, or fewer, differ by one player
    redraw_field: q.Entries = 0  # WSOP-2026 67: from this many entries on, all draw again at three tables and at two
    day_ends_by_draw: bool = False  # WSOP-2026 125: the last hands of a day are three to seven, drawn by chance
    halting: Halting = Halting.THREE_SHORT  # TDA-2013 10-D
    break_seats: BreakSeats = BreakSeats.DRAW  # TDA-2013 9
    hand_for_hand: bool = False  # TDA-2024 RP-8: a fixed procedure; two minutes a hand, three at most
    hopeless_stack_leaves: bool = False  # TDA-2026 RP-23: chips of an absent player who can no longer win a prize
    reentry_forfeits: bool = False  # TDA-2024 8-B: the stack given up leaves play
    single_ante_off_rank: bool = False  # TDA-2026 22: players out in one hand rank by the stack less an ante for all

    # the table
    open_stakes: bool = False  # OS 14: more chips and markers during a hand, in private games only
    first_button: FirstButton = FirstButton.HIGH_CARD  # PG-47, PG-48
    first_at_dealers_right: bool = False  # WSOP-2026 85: in a tournament; elsewhere the first button is drawn for
    ante_reduced_at: q.Seats = 0  # BARGE: with this many players or fewer, the big blind antes a small blind at most
    bomb_bet_is_ante: bool = False  # BARGE: the least bet of a bomb pot
    button: ButtonRule = ButtonRule.DEAD  # TDA-2013 31; PG-51; Robert's has either
    missed_blinds: MissedBlinds = MissedBlinds.BOTH  # Robert's, blinds
    full_buy_in: FullBuyIn = FullBuyIn.AGREED  # PG-42; Robert's, buy-in; WSOP live 104
    short_buy_in: bool = False  # Robert's, buy-in: after each full one a player may buy in short once
    back_within: q.Minutes = 30  # PG-44: minutes in which a player who left brings back what was taken away
    straddle_at_limit: bool = True  # Robert's, blinds: if the table plays straddles, in its limit games too
    shut_out: bool = True  # TDA-2013 9; Robert's, blinds: nobody comes in behind the button
    chip_race: RaceRounding = RaceRounding.NEAREST  # Robert's, tournaments; TDA-2013 23 does not say

    def __post_init__(self) -> None:
        check_fields(self)

    def __repr__(self) -> str:
        return f"Rulebook {self.name!r}"

    def but(self, **changes: object) -> Rulebook:
        """This house with some of its choices changed. Raises BadNotation for an unknown field."""
        unknown = sorted(set(changes) - set(self.__struct_fields__))
        if unknown:
            raise BadNotation(f"a rulebook has no field {unknown[0]!r}; it has {', '.join(self.__struct_fields__)}")
        return as_type(msgspec.to_builtins(self) | changes, Rulebook, f"rulebook {self.name}")

    def turned(self, field: str) -> Rulebook:
        """This house with one of its yes-or-no choices reversed."""
        return msgspec.structs.replace(self, **{field: not getattr(self, field)})
