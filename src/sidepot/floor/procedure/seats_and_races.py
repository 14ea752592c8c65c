"""Moving between tables, and the chip race."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.table_choices import RaceRounding
from sidepot.rules.texts import Point, also, cite

BALANCE: Final = Point("balancing tables", {"TDA-2013": "10-A/blinds", "TDA-2024": "11-A"})
BALANCE_STUD: Final = Point(
    "balancing stud tables", {"TDA-2013": "10-A/stud", "TDA-2024": "11-A", "WSOP-2026": "67-stud"}
)
BALANCE_MIX: Final = Point("balancing in a mix", {"TDA-2013": "10-B", "TDA-2024": "11-B"})
RACE: Final = Point("the chip race", {"TDA-2013": "23-A/race", "TDA-2024": "24-A", "RRP-11": "tournament/chip-race"})
RACED_OUT: Final = Point(
    "the last chip in a race", {"TDA-2013": "23-A/last-chip", "TDA-2024": "24-A", "RRP-11": "tournament/raced-out"}
)
BUYING_ODD_CHIPS: Final = Point("buying odd chips", {"TDA-2026": "26-D"})


class MovedPlayer(Facts, frozen=True, kw_only=True, tag="balancing"):
    """A tournament in which one table has too many players, and another has open seats.

    - `game`: the game at the table that gives up a player
    """

    game: Literal["flop game", "stud", "mixed games, in a stud round"] = "flop game"


def rule_on_moved_player(facts: MovedPlayer, rulebook: Rulebook) -> Ruling:
    """Rule on who moves to balance tables, and to which seat. Rule: TDA-2013 10; TDA-2024 11; WSOP-2026 67."""
    if facts.game == "stud":
        by_card = "WSOP-2026" in rulebook.texts
        return Ruling(
            verdict="high card moves" if by_card else "moves by position",
            reason=say("Stud has no blinds, so one card for each player decides who moves.")
            if by_card
            else say("Stud has no blinds that could decide who moves."),
            cites=(cite(BALANCE_STUD, rulebook),),
            instructions=(
                say("Deal one card to each player, and move the player with the highest one.")
                if by_card
                else say("Move the player in the position that the floor has fixed in advance."),
                say("Seat the player in the seat that became empty last, and deal the player in."),
            ),
        )
    mixed = facts.game != "flop game"
    because = (
        say("The button does not move in the stud rounds, so the player due for the big blind after them moves.")
        if mixed
        else say("That player would post the next big blind in any case, and so loses the least by moving.")
    )
    return Ruling(
        verdict="next big blind moves",
        reason=because,
        cites=(cite(BALANCE_MIX if mixed else BALANCE, rulebook),),
        instructions=(
            say("Move the player who would post the next big blind."),
            say("Choose the open seat that posts the big blind soonest, even if that is in the next hand."),
            say("Never move a player to the small blind."),
            say("Have the player move quickly, with the chips in racks."),
        ),
    )


class ChipRace(Facts, frozen=True, kw_only=True, tag="chip race"):
    """The removal of the smallest chips from a tournament.

    - `chip`: the value of the chip that leaves play
    - `larger`: the value of the next larger chip
    - `odd`: how many of the small chips each player cannot exchange, such as 3, 1, 2
    - `last`: whether these are all the chips that a player has
    """

    chip: int
    larger: int
    odd: tuple[int, ...]
    last: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.chip < self.larger:
            raise BadNotation(f"larger: expected more than the chip of {self.chip}, not {self.larger}")
        if not self.odd or not all(0 < count * self.chip < self.larger for count in self.odd):
            raise BadNotation(
                f"odd: expected each player's number of odd chips, which must be worth less than {self.larger}"
            )


def _worth(value: int, prizes: int, larger: int) -> Sentence:
    """What the odd chips are worth, and how many larger chips are raced for."""
    one, count = prizes == 1, str(prizes)
    if prizes * larger == value:
        return (
            say("The odd chips are worth {value} together, which makes one chip of {larger}.", value, larger)
            if one
            else say(
                "The odd chips are worth {value} together, which makes {count} chips of {larger}.", value, count, larger
            )
        )
    if prizes * larger > value:
        return (
            say("The odd chips are worth {value} together, which is rounded up to one chip of {larger}.", value, larger)
            if one
            else say(
                "The odd chips are worth {value} together, which is rounded up to {count} chips of {larger}.",
                value,
                count,
                larger,
            )
        )
    return (
        say("The odd chips are worth {value} together, which is rounded down to one chip of {larger}.", value, larger)
        if one
        else say(
            "The odd chips are worth {value} together, which is rounded down to {count} chips of {larger}.",
            value,
            count,
            larger,
        )
    )


def rule_on_chip_race(facts: ChipRace, rulebook: Rulebook) -> Ruling:
    """Rule on a chip race: how many chips are raced for, and how. Rule: TDA-2013 23; TDA-2024 24; Robert's.

    >>> from sidepot.rules.houses import TDA_2024
    >>> rule_on_chip_race(ChipRace(chip=25, larger=100, odd=(3, 1, 2)), TDA_2024).because
    'The odd chips are worth 150 together, which is rounded up to 2 chips of 100.'
    """
    value = sum(facts.odd) * facts.chip
    count, rest = divmod(value, facts.larger)
    up = rest and (
        rulebook.chip_race is RaceRounding.UP or rulebook.chip_race is RaceRounding.NEAREST and 2 * rest >= facts.larger
    )
    prizes = count + bool(up)
    cites = (cite(RACE, rulebook, "chip_race"), *((cite(RACED_OUT, rulebook),) if facts.last else ()))
    saved: tuple[Sentence, ...] = (
        (say("Give a player who is left without chips one chip of {larger}.", facts.larger),) if facts.last else ()
    )
    if not prizes:
        return Ruling(
            verdict="no race",
            reason=say(
                "The odd chips are worth only {value} together, less than half of {larger}.", value, facts.larger
            )
            if rulebook.chip_race is RaceRounding.NEAREST
            else say("The odd chips are worth only {value} together, less than {larger}.", value, facts.larger),
            cites=cites,
            instructions=(say("Remove the odd chips from play."), *saved),
        )
    prizes = min(prizes, len(facts.odd))
    kept = (
        say(
            "Nobody is raced out: a player who wins nothing and has no other chip gets one chip of {larger}.",
            facts.larger,
        )
        if facts.last
        else ()
    )
    return Ruling(
        verdict="race",
        reason=in_a_row(
            _worth(value, prizes, facts.larger),
            kept,
        ),
        cites=(*cites, *also(rulebook, BUYING_ODD_CHIPS)),
        instructions=(
            say("Exchange all small chips at their value first, with the stacks in view."),
            say(
                "Starting at seat 1, deal each player one card face up for each odd chip, all of a player's "
                "cards together."
            ),
            say(
                "Give {count} chips of {larger} to the highest cards, at most one to each player.",
                str(prizes),
                facts.larger,
            )
            if prizes > 1
            else say("Give one chip of {larger} to the highest card.", facts.larger),
            say("Suits break ties: spades, hearts, diamonds, clubs."),
            *saved,
        ),
    )
