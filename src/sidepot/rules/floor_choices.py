"""Where houses differ on the floor: on words and chips, mistakes of the deal, hands, clocks and the tournament."""

from __future__ import annotations

from enum import StrEnum

# ---- words and chips


class FiftyPercent(StrEnum):
    """Whether chips for half of a raise or more count as a full raise if no raise was declared."""

    CHIPS = "chips pushed"  # an amount that was only declared is for the director
    HALF_IN_WORDS = "half a raise, pushed or declared"  # TDA-2013 41-A, 37-A: less that is declared is for the director
    CHIPS_AND_WORDS = "chips pushed or amount declared"  # TDA-2024 40-C, 43-A: both are treated alike


class TwoMotions(StrEnum):
    """Whether the chips of a declared raise may be put out in more than one motion."""

    EXACT_CALL = "after the exact call"  # TDA-2013 40-C: the call first, then one motion more
    NEVER = "never"  # TDA-2024 42: declared or not, one motion
    UNTIL_HANDS_REST = "until the hands rest"  # Robert's, no limit: raise declared, as many motions as it takes


class RaiseAmount(StrEnum):
    """What the amount in "raise eight thousand" means: the total, or the raise alone."""

    LESSER = "the lesser"  # TDA-2013 49: the total or what is added, whichever legal raise is less
    TOTAL = "the total"  # TDA-2024 43-B


class LastChips(StrEnum):
    """The meaning of a player's last chips if they are put out silently and are too few for a full raise."""

    LIKE_OTHERS = "like any chips"  # TDA-2013 43
    ALL_IN = "all-in unless all are needed"  # TDA-2024 45-B


class PriorChips(StrEnum):
    """The meaning of chips that are put out on top of an earlier bet."""

    DISCRETION = "for the director"  # TDA-2013 44
    BY_TABLE = "by what became of the earlier chips"  # TDA-2024 46
    ONE_BET = "pulled back or pushed together, one bet"  # WSOP-2026 98: and left alone, as by the table of 2024


class Undercalls(StrEnum):
    """The meaning of a call for less than the price."""

    FULL_CALL = "full call to an opening bet or heads-up"  # TDA-2013 37-A: otherwise for the director
    # TDA-2024 51-B, 51-C: otherwise the undercall that was meant may be forfeited, and the hand folded
    BACK_UP = "the same, and several go back to the first"
    MAY_WITHDRAW = "may be taken back if the raise was not known"  # Robert's, betting: until the next has acted


class WrongBets(StrEnum):
    """How long a bet or raise that was too small, or above the pot, can be corrected."""

    DISCRETION = "for the director"  # no rule of 2013 says
    CORRECTED = "until the street ends"  # TDA-2024 52-A; 52-B: on an understated pot until substantial action
    UNTIL_SUBSTANTIAL = "too small while the street lasts, too large until substantial action"  # WSOP-2026, pot limit
    ROUND = "until the round is over"  # Robert's: below the least, or above the pot; it is silent on an understated pot


class SkippedHand(StrEnum):
    """What happens to the hand of a skipped player once the action after that player is binding."""

    DISCRETION = "for the director"  # TDA-2013 38-B
    DEAD_OR_PASSIVE = "dead, or no raise"  # TDA-2024 53-B


class WrongWords(StrEnum):
    """The meaning of words that do not fit the situation, such as a call without a bet, or a check facing a bet."""

    DISCRETION = "for the director"  # TDA-2013 49: at the player's own risk
    NEAREST = "the nearest action"  # TDA-2024 55


class UnclearAmount(StrEnum):
    """The meaning of "five" if it may be 500 or 5000."""

    LESSER = "the lesser"  # TDA-2013 49
    UP_TO_POT = "the greatest up to the pot"  # TDA-2024 57


class OutOfTurn(StrEnum):
    """Whether an action out of turn is binding."""

    UNLESS_CHANGED = "unless the action changed"  # TDA-2013 38-A
    COMMITTED = "always"  # PG-115


class HeadsUpEarly(StrEnum):
    """What binds a player who acted out of turn heads-up, once the other player has bet or raised."""

    AS_ALWAYS = "as with more players"
    CHECK_BARS = "a check leaves call and fold"  # TDA-2026 55-B
    PASSIVE_BARS = "a check or a call leaves call and fold"  # WSOP-2026, out of turn


class CountRight(StrEnum):
    """When a player may have an opponent's chips counted exactly."""

    ALL_IN = "facing an all-in"  # TDA-2013 52
    ALL_IN_IN_TURN = "facing an all-in, in turn"  # TDA-2024 60
    ALWAYS = "always"  # TS-1: any player may ask about a stake


class Accepted(StrEnum):
    """Whether a caller must pay the true amount of a bet, even if another amount was announced."""

    TRUE_AMOUNT = "the true amount"  # TDA-2013 46
    NOT_IF_GROSS = "unless grossly misunderstood"  # Robert's, no limit


# ---- the deal


class Substantial(StrEnum):
    """How much action must follow a mistake in the deal before the hand is played on."""

    TDA = "two actions with chips, or three"  # TDA-2013 35
    TWO_ACTED = "two players have acted"  # PG-108


class DealError(StrEnum):
    """A mistake made in dealing a hand."""

    TWO_BOXED = "two boxed cards"
    ONE_BOXED = "one boxed card"
    FIRST_CARD = "first card to the wrong seat"
    NOT_ENTITLED = "cards to a seat not entitled"
    DEALT_OUT = "an entitled seat dealt out"
    STUD_DOWN_CARD = "a down card of stud exposed"
    STUD_BOTH_DOWN = "both down cards of a stud hand exposed"
    FIRST_TWO = "one of the first two cards exposed"
    TWO_EXPOSED = "two down cards exposed"
    ONE_EXPOSED = "one later down card exposed"
    WRONG_COUNT = "a wrong number of cards"
    ODD_CARD = "a card that does not belong to the deck"
    ORDER = "cards dealt out of order"
    NO_SHUFFLE = "the shuffle or the cut left out"
    WRONG_BUTTON = "the button in the wrong place"
    BUTTON_TWICE = "two cards in a row to the button"


class DrawMisdeals(StrEnum):
    """Whether cards exposed in the deal of a draw game are a misdeal."""

    DISCRETION = "for the director"  # TDA-2013 34-A; TDA-2024 35-A: the house has not laid down standards
    SECOND = "a second exposed card"  # WSOP-2026, draw: the first one is replaced
    LISTED = "by the list of misdeals"  # PG-109; Robert's, misdeals: as in other games


class Premature(StrEnum):
    """What happens to a board card that was dealt before the betting was over."""

    KEEP_UNSEEN = "unseen cards keep their places"  # TDA-2013 RP-5
    RESHUFFLE = "back to the stub, and shuffled"  # TDA-2024 RP-5
    NEXT_CARD = "set aside until the next street"  # Robert's, hold'em: the river card serves as the turn


class ExtraFlopCard(StrEnum):
    """What happens to a flop of four cards."""

    DRAW_BURN = "one drawn as the next burn"  # TDA-2013 36
    REDEAL = "dealt again"  # Robert's, hold'em: all go back to the stub, the burn stays


class FlopWithoutBurn(StrEnum):
    """What happens to a flop dealt without a burn card, if this is noticed before or soon after the first action."""

    IN_ORDER = "its first card is the burn"  # Robert's, irregularities: the cards go where they belong
    DRAWN = "one of the three drawn as the burn"  # TDA-2024 39-B
    DRAWN_LONGER = "one of the three drawn as the burn, until substantial action"  # WSOP-2026 88


# ---- hands


class LiveAt(StrEnum):
    """When a player must be at the seat to have a live hand."""

    FIRST_CARD = "first card"  # TDA-2013 29
    LAST_CARD = "last card"  # TDA-2024 30


class Away(StrEnum):
    """What happens to the hand of a player who is away during the deal."""

    DEALT_IN = "dealt in, and killed"  # TDA-2013 29, 58-C; TDA-2024 30: the player posts, and the hand is killed
    LEFT_OUT = "not dealt in"  # Robert's, misdeals and blinds: unless a blind or ante is posted; missed blinds are owed


class StayUntil(StrEnum):
    """How long a player with a live hand must stay at the table."""

    BETTING_ENDS = "while betting remains"  # TDA-2013 30
    SHOWDOWN = "until the showdown"  # TDA-2024 31


class Mucking(StrEnum):
    """When cards that were pushed forward face down at the showdown become dead."""

    MIXED = "when they cannot be identified"  # TDA-2013 14-A
    TOUCHED = "when they touch the muck"  # PG-113
    LINE = "when they cross the line"  # TDA-2013 14-B: the house has a line, or a forward-motion rule
    FLOOR = "in the muck, unless the floor takes them out"  # Robert's, dead hands: identifiable cards, if it is fair


class SeeHand(StrEnum):
    """Which players may ask to see a hand at the showdown."""

    HOLDS_CARDS = "a player who still holds cards"  # TDA-2013 18: the director decides, and others have no right
    CALLER = "a caller may see the last aggressor"  # TDA-2024 18-B: for the rest the director decides
    DEALT_IN = "anybody dealt in"  # PG-78: not the winner, and not abusively
    CALLED_HAND = "anybody dealt in, also the winner"  # Robert's, showdown: any hand of it; it lives if the winner asks
    ON_SUSPICION = "on suspicion of collusion"  # WSOP live 147: the floor decides, and others have no right


class ShowOne(StrEnum):
    """When all players must see a card that one of them has seen."""

    AT_ONCE = "at once"  # PG-114
    BY_USE = "at once if it can be used"  # Robert's, show one, show all: else after the round, or after the hand


class Disputes(StrEnum):
    """How long a pot may be disputed."""

    NEXT_HAND = "until the next hand begins"  # TDA-2013 21
    FIRST_RIFFLE = "until the first riffle"  # WSOP-2026 76: a dealer push ends nothing
    # TDA-2024 22: until substantial action on the next hand; of a hand that ends in a break, a minute from the award
    BY_KIND = "the count of it longer"


# ---- clock, penalties, tournament


class Penalties(StrEnum):
    """The penalties that follow a warning."""

    MISSED_HANDS = "missed hands and rounds"  # TDA-2013 58-B: dealt in, posted for and killed; in the end disqualified
    SUSPENSION = "suspension"  # Robert's, conduct; PG-116: sent away for a time, or for good


class ClockEnd(StrEnum):
    """What happens to a player whose clock runs out without a bet to call."""

    DEAD = "the hand is dead"  # TDA-2013 27
    CHECK = "the player has checked"  # TDA-2024 29


class Devices(StrEnum):
    """Whether telephones and other devices may be used at the table."""

    HOUSE = "as the house says"  # TDA-2013 4: no talking on a telephone
    NOT_IN_HAND = "not with a live hand"  # TDA-2024 5-C, 5-D: and no charts at the table


class HandStart(StrEnum):
    """When a hand begins. A level that begins after this moment applies from the next hand."""

    RIFFLE = "the first riffle"  # TDA-2013 22: or the button of the shuffler
    RIFFLE_OR_PUSH = "the first riffle or the dealer push"  # TDA-2024 23


class FinalTable(StrEnum):
    """How many players sit at the final table."""

    ONE_MORE = "a full table and one, ten at most"  # TDA-2013 11
    BY_FORMAT = "by the format"  # TDA-2024 RP-9: 9 stays 9, 8 makes 9, 7 and 6 make 7


class Halting(StrEnum):
    """When a short table stops playing."""

    THREE_SHORT = "three short"  # TDA-2013 10-D
    BY_ELIMINATION = "three short by elimination, once blinds suffer"  # TDA-2024 11-D


class BreakSeats(StrEnum):
    """How the players of a broken table get their new seats."""

    DRAW = "one draw"  # TDA-2013 9
    TWO_STEPS = "two draws, table and seat"  # TDA-2024 10-B: playing cards for the order, then seats from a pile
