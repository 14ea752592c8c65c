"""A director's questions about levels, the bubble, re-entries and announcements."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.conduct.announcements import SUBJECTS, Subject, announcements
from sidepot.floor.topic import Facts
from sidepot.floor.tournament.out_together import BEFORE_MONEY, IN_MONEY
from sidepot.rules.floor_choices import HandStart
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, each_then, left_open
from sidepot.rules.texts import Point, cite

MINUTES_A_HAND: Final = 2  # TDA-2024 RP-8-C recommends this many
MOST_MINUTES: Final = 3  # RP-8-B allows so many

LEVEL: Final = Point("a new level", {"TDA-2013": "22", "TDA-2024": "23", "RRP-11": "tournament/new-level"})
WRONG_LEVEL: Final = Point("a hand at the wrong level", {"TDA-2013": "34-C", "TDA-2024": "23"})
_BUBBLE: Final = {"TDA-2013": "1", "PG": "107", "WSOP-2026": "126"}
PLACES: Final = Point("hand for hand: prizes", {**_BUBBLE, "TDA-2024": "RP-8-A"})
MORE_MINUTES: Final = Point("hand for hand: the most minutes", {**_BUBBLE, "TDA-2024": "RP-8-B"})
EACH_HAND: Final = Point("hand for hand: minutes for each hand", {**_BUBBLE, "TDA-2024": "RP-8-C"})
ALL_IN: Final = Point("hand for hand: all-in", {**_BUBBLE, "TDA-2024": "RP-8-F"})
FULL_STACK: Final = Point("re-entry", {"TDA-2013": "7", "TDA-2024": "8"})
GIVEN_UP: Final = Point("a stack given up", {"TDA-2013": "7", "TDA-2024": "8-B"})

_STARTS: Final = {
    HandStart.RIFFLE: ("riffle", "shuffler button"),
    HandStart.RIFFLE_OR_PUSH: ("riffle", "shuffler button", "dealer push"),
}


# ---- levels


class LevelFacts(Facts, frozen=True, kw_only=True, tag="new level"):
    """How far the next hand was when the new level was announced, and the level at which it is played."""

    begun: Literal["nothing", "dealer push", "riffle", "shuffler button"] = "nothing"
    played_at: Literal["unknown", "old level", "new level"] = "unknown"
    substantial: bool = False


def rule_on_level(facts: LevelFacts, rulebook: Rulebook) -> Ruling:
    """Rule on the level of the next hand: the old one only if the hand had begun.

    Rule: TDA-2013 22, 34-C; TDA-2024 23.
    """
    if facts.substantial and facts.played_at == "unknown":
        raise BadNotation("there has been substantial action; say at which level the hand is played")
    begun = facts.begun in _STARTS[rulebook.hand_start]
    right = "old level" if begun else "new level"
    decides = cite(LEVEL, rulebook, "hand_start")
    done = {
        "nothing": "The next hand had not been started",
        "dealer push": "The dealers were changing",
        "riffle": "The riffle had begun",
        "shuffler button": "The shuffler button had been pressed",
    }[facts.begun]
    how = "had already begun" if begun else "had not begun yet"
    because = f"{done} when the new level was announced, so the hand {how}."
    if facts.played_at in ("unknown", right):
        once = ("Play this hand at the old level, and the next at the new one.",) if begun else ()
        return Ruling(verdict=right, because=because, cites=(decides,), steps=once or ("Play it at the new level.",))
    if facts.substantial:
        because = f"The {right} should have applied, but there has been substantial action, so the hand is played out."
        steps = ("Play the hand out as it was started.",)
        return Ruling(
            verdict=facts.played_at, because=because, cites=(cite(WRONG_LEVEL, rulebook), decides), steps=steps
        )
    steps = (f"Correct the blinds and antes to the {right} for this hand.",)
    return Ruling(verdict=right, because=f"{because} There is still time to correct it.", cites=(decides,), steps=steps)


# ---- the bubble, re-entries


class BubbleFacts(Facts, frozen=True, kw_only=True, tag="hand for hand"):
    """The bubble: the number of hands played hand for hand, and what happened in this one.

    `announcement`: it was announced during this hand. `left` players began it (0: unknown), and `paid` places are paid.
    `minutes` come off the clock for each hand. `same_table`: all who went out did so in one hand of one table.
    """

    hands: int = 1
    all_in: bool = False
    busted: int = 0
    same_table: bool = False
    announcement: bool = False
    left: int = 0
    paid: int = 0
    minutes: int = MINUTES_A_HAND


def rule_on_bubble(facts: BubbleFacts, rulebook: Rulebook) -> Ruling:
    """How the bubble is played, so that nobody gains by being slow. Rule: TDA-2024 RP-8; TDA-2013 1."""
    _check_bubble(facts)
    steps = [
        "Announce it. Each table finishes its hand and waits.",
        "Deal one hand at all tables, and wait for the last table to finish.",
    ]
    by_stacks = ""
    if facts.busted > 1 and facts.same_table:
        by_stacks = f" Of the {facts.busted} who busted in one hand at one table, {_larger(facts, rulebook)}."
    if not rulebook.hand_for_hand:
        places = (_by_stacks(facts),) if by_stacks else ()
        return left_open(
            "No rule here says how to play the bubble, so the director does what is fairest." + by_stacks,
            _bubble_cites(facts, rulebook),
            *each_then(
                places,
                Option(
                    verdict="hand for hand",
                    because="All tables play one hand at a time, so that nobody can stall.",
                    steps=tuple(steps),
                ),
                Option(verdict="play on", because="The tables play at their own pace."),
            ),
            recommended="hand for hand",
            steps=(*steps, *places),
        )
    off, so_far = _minutes(facts.minutes), facts.minutes * facts.hands
    steps.append(f"Take {off} off the clock after each hand, {so_far} so far. Levels rise as the clock runs down.")
    if facts.all_in:
        steps.append("Keep the cards of the all-in hand face down, and deal no card until the floor says so.")
    because = "All tables play one hand at a time, so that nobody gains by playing slowly."
    if by_stacks:
        because += by_stacks
        steps.append(_by_stacks(facts))
    elif facts.busted > 1:
        because = f"{because} The {facts.busted} who busted in the same hand share the prizes of their places."
        steps.append(_shared(facts))
    if facts.announcement:
        because = (
            f"{because} The hand in progress at the announcement counts, so a player who busts in it shares as well."
        )
    return Ruling(verdict="hand for hand", because=because, cites=_bubble_cites(facts, rulebook), steps=tuple(steps))


def _bubble_cites(facts: BubbleFacts, rulebook: Rulebook) -> tuple[Cite, ...]:
    """The parts of the rule on these facts."""
    points = [EACH_HAND if facts.minutes == MINUTES_A_HAND else MORE_MINUTES]
    by_stacks = facts.busted > 1 and facts.same_table
    if facts.busted > 1 and not by_stacks or facts.announcement:
        points.append(PLACES)
    if facts.all_in:
        points.append(ALL_IN)
    cites = [cite(point, rulebook, "hand_for_hand") for point in points]
    if by_stacks:
        cites.append(cite(IN_MONEY if _in_money(facts) else BEFORE_MONEY, rulebook, "single_ante_off_rank"))
    return tuple(dict.fromkeys(cites))


def _check_bubble(facts: BubbleFacts) -> None:
    if min(facts.hands, facts.busted, facts.left, facts.paid, facts.minutes) < 0:
        raise BadNotation("hands, players, places and minutes are counted from 0")
    if facts.minutes > MOST_MINUTES:
        raise BadNotation(
            f"{facts.minutes} minutes a hand are too many: no more than {MOST_MINUTES} come off the clock"
        )
    if facts.left and facts.busted > facts.left:
        raise BadNotation(f"of {facts.left} players no {facts.busted} can go out")


def _minutes(count: int) -> str:
    return f"{count} minute" if count == 1 else f"{count} minutes"


def _in_money(facts: BubbleFacts) -> bool:
    """Whether the best place of those who went out is paid; yes if it is not known."""
    return not facts.left or not facts.paid or facts.left - facts.busted < facts.paid


def _larger(facts: BubbleFacts, rulebook: Rulebook) -> str:
    """The order of players who went out at one table. Rule: Robert's, tournaments; TDA-2026 22."""
    higher = "the larger stack at the start of the hand places higher"
    if rulebook.single_ante_off_rank and _in_money(facts):
        return f"{higher}, counted after a single ante for the table"
    return higher


def _by_stacks(facts: BubbleFacts) -> str:
    """The step for those who went out at one table."""
    places = _places(facts)
    if not _in_money(facts):
        return f"{places}, and none of these is paid."
    give = "the larger stack the higher place and its prize; equal stacks split theirs."
    return f"{places}: give {give}" if places else f"Give {give}"


def _places(facts: BubbleFacts) -> str:
    """The places of those who went out together; empty if it is not known how many were left and are paid."""
    if not facts.left or not facts.paid:
        return ""
    return f"They hold places {facts.left - facts.busted + 1} to {facts.left}"


def _shared(facts: BubbleFacts) -> str:
    """How those who went out together divide their prizes, by their places if known."""
    places = _places(facts)
    if not places:
        return f"Add up the prizes of the {facts.busted} places, as far as they pay, and split them evenly."
    if not _in_money(facts):
        return f"{places}, and none of these is paid."
    first = facts.left - facts.busted + 1
    paid = (
        f"place {first}" if first >= min(facts.paid, facts.left) else f"places {first} to {min(facts.paid, facts.left)}"
    )
    return f"{places}: split the prize of {paid} evenly among the {facts.busted}."


class ReentryFacts(Facts, frozen=True, kw_only=True, tag="re-entry"):
    """A player re-enters, and gives up any chips that are left."""

    given_up: int = 0


def rule_on_reentry(facts: ReentryFacts, rulebook: Rulebook) -> Ruling:
    """Rule on a re-entry: the new stack, and the old chips. Rule: TDA-2013 7; TDA-2024 8, 8-B."""
    if facts.given_up < 0:
        raise BadNotation(f"nobody can give up {facts.given_up} chips")
    sell = "Sell the player a full stack, and draw a seat."
    if not facts.given_up:
        because = "A player who re-enters starts with a full stack."
        return Ruling(verdict="full stack", because=because, cites=(cite(FULL_STACK, rulebook),), steps=(sell,))
    cites = (cite(GIVEN_UP, rulebook, "reentry_forfeits"),)
    if rulebook.reentry_forfeits:
        because = f"The player starts with a full stack, and the surrendered {facts.given_up} is removed from play."
        steps = (f"Remove the {facts.given_up} from play.", sell)
        return Ruling(verdict="old chips leave play", because=because, cites=cites, steps=steps)
    return left_open(
        (
            "The player starts with a full stack, but the rules do not say what happens to the "
            f"surrendered {facts.given_up}."
        ),
        cites,
        Option(
            verdict="old chips leave play",
            because="The surrendered chips are removed from play.",
            steps=(f"Remove the {facts.given_up} from play.", sell),
        ),
        Option(verdict="no re-entry", because="The player still has chips and plays on with them."),
        recommended="old chips leave play",
        steps=(sell,),
    )


# ---- announcements


class AnnouncementFacts(Facts, frozen=True, kw_only=True, tag="announcement"):
    """The notices of the house, on one subject or on all."""

    about: Literal["everything"] | Subject = "everything"
    languages: tuple[str, ...] = ("English",)


def rule_on_announcement(facts: AnnouncementFacts, rulebook: Rulebook) -> Ruling:
    """The house's notices and announcements. Rule: TDA-2013 2, 4, 5, 24-A, RP-3; TDA-2024 2, 5, 6, 25-A, RP-3."""
    subjects = tuple(SUBJECTS) if facts.about == "everything" else (facts.about,)
    field = {"devices": ("devices",)}
    return Ruling(
        verdict="announce",
        because="The house posts these notices where everybody can see them.",
        cites=tuple(cite(SUBJECTS[one], rulebook, *field.get(one, ())) for one in subjects),
        steps=announcements(rulebook, facts.languages, subjects),
    )
