"""A director's questions about levels, the bubble, re-entries and announcements."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.conduct.announcements import SUBJECTS, Subject, announcements
from sidepot.floor.topic import Facts
from sidepot.floor.tournament.out_together import BEFORE_MONEY, IN_MONEY
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import HandStart
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, each_then, left_open
from sidepot.rules.texts import Point, cite

MINUTES_A_HAND: Final = 2  # TDA-2024 RP-8-C recommends this many
MOST_MINUTES: Final = 3  # RP-8-B allows so many

LEVEL: Final = Point("a new level", {"TDA-2013": "22", "TDA-2024": "23/begins", "RRP-11": "tournament/new-level"})
WRONG_LEVEL: Final = Point("a hand at the wrong level", {"TDA-2013": "34-C", "TDA-2024": "23/stays"})
_BUBBLE: Final = {"TDA-2013": "1", "PG": "107", "WSOP-2026": "126/minutes"}
PLACES: Final = Point("hand for hand: prizes", {**_BUBBLE, "TDA-2024": "RP-8-A", "WSOP-2026": "126/places"})
MORE_MINUTES: Final = Point("hand for hand: the most minutes", {**_BUBBLE, "TDA-2024": "RP-8-B"})
EACH_HAND: Final = Point("hand for hand: minutes for each hand", {**_BUBBLE, "TDA-2024": "RP-8-C"})
ALL_IN: Final = Point("hand for hand: all-in", {**_BUBBLE, "TDA-2024": "RP-8-F"})
FULL_STACK: Final = Point("re-entry", {"TDA-2013": "7", "TDA-2024": "8-A"})
GIVEN_UP: Final = Point("a stack given up", {"TDA-2013": "7", "TDA-2024": "8-B"})

_STARTS: Final = {
    HandStart.RIFFLE: ("riffle", "shuffler button"),
    HandStart.RIFFLE_OR_PUSH: ("riffle", "shuffler button", "dealer push"),
}


# ---- levels


class LevelFacts(Facts, frozen=True, kw_only=True, tag="new level"):
    """A change of level.

    - `begun`: how far the next hand was when the level was announced
    - `played_at`: the level of that hand
    """

    begun: Literal["nothing", "dealer push", "riffle", "shuffler button"] = "nothing"
    played_at: Literal["unknown", "old level", "new level"] = "unknown"
    substantial: bool = False


_BEGUN: Final = {
    "nothing": say(
        "The next hand had not been started when the new level was announced, so it is played at that level."
    ),
    "dealer push": say("The dealers were changing when the new level was announced, so the hand had not begun yet."),
    "riffle": say("The riffle had begun when the new level was announced, so the hand had already begun."),
    "shuffler button": say(
        "The shuffler button had been pressed when the new level was announced, so the hand had already begun."
    ),
}


def rule_on_level(facts: LevelFacts, rulebook: Rulebook) -> Ruling:
    """Rule on the level of a hand near a change of level. The old level applies only if the hand began before the
    change.

    Rule: TDA-2013 22, 34-C; TDA-2024 23.
    """
    if facts.substantial and facts.played_at == "unknown":
        raise BadNotation(
            "played_at is missing: there has been substantial action, so give the level at which the hand is played"
        )
    begun = facts.begun in _STARTS[rulebook.hand_start]
    right = "old level" if begun else "new level"
    decides = cite(LEVEL, rulebook, "hand_start")
    because = _BEGUN[facts.begun]
    if facts.begun == "dealer push" and begun:
        because = say(
            "The dealers were changing when the new level was announced, so one more hand is played at the old level."
        )
    if facts.played_at in ("unknown", right):
        once = (say("Play this hand at the old level, and the next at the new one."),) if begun else ()
        return Ruling(
            verdict=right,
            reason=because,
            cites=(decides,),
            instructions=once or (say("Play the hand at the new level."),),
        )
    if facts.substantial:
        because = (
            say("The old level should have applied, but there has been substantial action, so the hand is played out.")
            if begun
            else say(
                "The new level should have applied, but there has been substantial action, so the hand is played out."
            )
        )
        steps = (say("Play the hand out as it was started."),)
        return Ruling(
            verdict=facts.played_at, reason=because, cites=(cite(WRONG_LEVEL, rulebook), decides), instructions=steps
        )
    steps = (
        say("Correct the blinds and antes to the old level for this hand.")
        if begun
        else say("Correct the blinds and antes to the new level for this hand."),
    )
    return Ruling(
        verdict=right,
        reason=in_a_row(because, say("There is still time to correct this hand.")),
        cites=(decides,),
        instructions=steps,
    )


# ---- the bubble, re-entries


class BubbleFacts(Facts, frozen=True, kw_only=True, tag="hand for hand"):
    """The bubble of a tournament, and what happened in the current hand.

    - `hands`: the number of hands played hand for hand
    - `announcement`: whether hand-for-hand play was announced during the current hand
    - `left`: the number of players when the current hand began (0 if unknown)
    - `paid`: the number of paid places
    - `minutes`: the minutes that each hand takes off the clock
    - `same_table`: whether all players who busted did so in one hand at one table
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
    """Rule on how the bubble is played, so that nobody gains from being slow. Rule: TDA-2024 RP-8; TDA-2013 1."""
    _check_bubble(facts)
    steps = [
        say("Announce hand-for-hand play. Each table finishes its hand and waits."),
        say("Deal one hand at every table, then wait for the last table to finish."),
    ]
    by_stacks = _larger(facts, rulebook) if facts.busted > 1 and facts.same_table else ()
    if not rulebook.hand_for_hand:
        return _no_rule_for_bubble(facts, rulebook, steps, by_stacks)
    so_far = str(facts.minutes * facts.hands)
    steps.append(
        say("Take 1 minute off the clock for each hand; that makes 1 minute so far.")
        if so_far == "1"
        else say("Take 1 minute off the clock for each hand; that makes {so_far} minutes so far.", so_far)
        if facts.minutes == 1
        else say(
            "Take {minutes} minutes off the clock for each hand; that makes {so_far} minutes so far.",
            str(facts.minutes),
            so_far,
        )
    )
    if facts.all_in:
        steps.append(say("Keep the cards of the all-in hand face down, and deal no card until the director says so."))
    because = say("The tables play one hand at a time, so that nobody gains by playing slowly.")
    if by_stacks:
        because = in_a_row(because, by_stacks)
        steps.append(_by_stacks(facts))
    elif facts.busted > 1:
        because = in_a_row(
            because,
            say(
                "The {busted} players who busted in the same round of hands share the prizes for their places.",
                str(facts.busted),
            )
            if _in_money(facts)
            else say(
                "The {busted} players who busted in the same round of hands tie for their places.", str(facts.busted)
            ),
        )
        steps.append(_shared(facts))
    if facts.announcement:
        because = in_a_row(
            because, say("The hand in progress at the announcement counts, so a player who busts in it shares as well.")
        )
    return Ruling(
        verdict="hand for hand", reason=because, cites=_bubble_cites(facts, rulebook), instructions=tuple(steps)
    )


def _no_rule_for_bubble(facts: BubbleFacts, rulebook: Rulebook, steps: list[Sentence], by_stacks: Sentence) -> Ruling:
    """Let the director decide how the bubble is played."""
    places = (_by_stacks(facts),) if by_stacks else ()
    return left_open(
        in_a_row(
            say("No rule of this house says how to play the bubble, so the director decides what is fairest."),
            by_stacks,
        ),
        _bubble_cites(facts, rulebook),
        *each_then(
            places,
            Option(
                verdict="hand for hand",
                reason=say("All tables play one hand at a time, so that nobody can stall."),
                instructions=tuple(steps),
            ),
            Option(verdict="play on", reason=say("The tables play at their own pace.")),
        ),
        recommended="hand for hand",
        instructions=(
            say("Have the director decide. These are the steps for hand-for-hand play:"),
            *steps,
            *places,
        ),
    )


def _bubble_cites(facts: BubbleFacts, rulebook: Rulebook) -> tuple[Cite, ...]:
    """The parts of the rule that apply to these facts."""
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
        raise BadNotation("hands, busted, left, paid and minutes: expected 0 or more each")
    if facts.minutes > MOST_MINUTES:
        raise BadNotation(f"minutes: expected 0 to {MOST_MINUTES} for each hand, not {facts.minutes}")
    if facts.left and facts.busted > facts.left:
        raise BadNotation(f"busted: expected at most the {facts.left} players who were left, not {facts.busted}")


def _in_money(facts: BubbleFacts) -> bool:
    """Whether the best place of the players who busted is paid; True if that is not known."""
    return not facts.left or not facts.paid or facts.left - facts.busted < facts.paid


def _larger(facts: BubbleFacts, rulebook: Rulebook) -> Sentence:
    """The sentence on the order of players who busted at one table. Rule: Robert's, tournaments; TDA-2026 22."""
    if rulebook.single_ante_off_rank and _in_money(facts):
        return say(
            "{players} players busted in the same hand at one table; the one who began it with more chips places "
            "higher. If one player anted for all, the stacks are counted after that ante.",
            str(facts.busted),
        )
    return say(
        "{players} players busted in the same hand at one table; the one who began it with more chips places higher.",
        str(facts.busted),
    )


def _by_stacks(facts: BubbleFacts) -> Sentence:
    """The step for players who busted at one table."""
    places = _places(facts)
    if not _in_money(facts):
        return _unpaid(facts)
    give = say("Give the larger stack the higher place and its prize; equal stacks split the prizes.")
    return in_a_row(_finish(facts), give) if places else give


def _finish(facts: BubbleFacts) -> Sentence:
    return (
        say("The players who busted finish in places {first} and {last}.", *_places(facts))
        if facts.busted == 2
        else say("The players who busted finish in places {first} to {last}.", *_places(facts))
    )


def _unpaid(facts: BubbleFacts) -> Sentence:
    if not facts.same_table:
        return (
            say("The players who busted tie for places {first} and {last}, neither of which is paid.", *_places(facts))
            if facts.busted == 2
            else say("The players who busted tie for places {first} to {last}, none of which is paid.", *_places(facts))
        )
    return (
        say("The players who busted finish in places {first} and {last}, neither of which is paid.", *_places(facts))
        if facts.busted == 2
        else say("The players who busted finish in places {first} to {last}, none of which is paid.", *_places(facts))
    )


def _places(facts: BubbleFacts) -> tuple[str, ...]:
    """The first and last place of the players who busted together; empty if these places are not known."""
    if not facts.left or not facts.paid:
        return ()
    return str(facts.left - facts.busted + 1), str(facts.left)


def _shared(facts: BubbleFacts) -> Sentence:
    """The sentence on how players who busted together divide their prizes, with their places if known."""
    places, players = _places(facts), str(facts.busted)
    if not places:
        return say(
            "Add up the prizes for the {places} places, as far as they are paid, and split the total evenly.", players
        )
    if not _in_money(facts):
        return _unpaid(facts)
    first, last = facts.left - facts.busted + 1, min(facts.paid, facts.left)
    split = (
        say("Split the prize for place {place} evenly among the {players} players.", str(first), players)
        if first >= last
        else say(
            "Split the prizes for places {first} and {last} evenly among the {players} players.",
            str(first),
            str(last),
            players,
        )
        if last == first + 1
        else say(
            "Split the prizes for places {first} to {last} evenly among the {players} players.",
            str(first),
            str(last),
            players,
        )
    )
    return in_a_row(_finish(facts), split)


class ReentryFacts(Facts, frozen=True, kw_only=True, tag="re-entry"):
    """A player who re-enters.

    - `given_up`: the chips that the player still has, and gives up
    """

    given_up: int = 0


def rule_on_reentry(facts: ReentryFacts, rulebook: Rulebook) -> Ruling:
    """Rule on a re-entry: the new stack, and the old chips. Rule: TDA-2013 7; TDA-2024 8, 8-B."""
    if facts.given_up < 0:
        raise BadNotation(f"given_up: expected 0 or more chips, not {facts.given_up}")
    sell = say("Sell the player a full stack, and draw a seat.")
    if not facts.given_up:
        because = say("The player re-enters, and every entry is for a full stack.")
        return Ruling(verdict="full stack", reason=because, cites=(cite(FULL_STACK, rulebook),), instructions=(sell,))
    cites = (cite(GIVEN_UP, rulebook, "reentry_forfeits"),)
    if rulebook.reentry_forfeits:
        because = say(
            "The player gets a full stack for the re-entry, and does not keep the {given_up} given up for it.",
            facts.given_up,
        )
        steps = (say("Remove the {given_up} from play.", facts.given_up), sell)
        return Ruling(verdict="old chips leave play", reason=because, cites=cites, instructions=steps)
    return left_open(
        (
            say(
                "A re-entry starts with a full stack, but the rules do not say what happens to the {given_up} that the "
                "player gives up for it.",
                facts.given_up,
            )
        ),
        cites,
        Option(
            verdict="old chips leave play",
            reason=say("The player re-enters, and a re-entry starts with a full stack."),
            when=say("The player re-enters, and the {given_up} is removed from play.", facts.given_up),
            instructions=(say("Remove the {given_up} from play.", facts.given_up), sell),
        ),
        Option(
            verdict="no re-entry",
            reason=say("A player who still has chips plays on with them."),
            when=say("The player keeps the {given_up} and plays on with it.", facts.given_up),
        ),
        recommended="old chips leave play",
        instructions=(say("Have the director decide."),),
    )


# ---- announcements


class AnnouncementFacts(Facts, frozen=True, kw_only=True, tag="announcement"):
    """The notices of the house, on one subject or on all subjects."""

    about: Literal["everything"] | Subject = "everything"
    languages: tuple[str, ...] = ("English",)


def rule_on_announcement(facts: AnnouncementFacts, rulebook: Rulebook) -> Ruling:
    """List the house's notices and announcements. Rule: TDA-2013 2, 4, 5, 24-A, RP-3; TDA-2024 2, 5, 6, 25-A, RP-3."""
    subjects = tuple(SUBJECTS) if facts.about == "everything" else (facts.about,)
    field = {"devices": ("devices",)}
    return Ruling(
        verdict="announce",
        about="" if facts.about == "everything" else facts.about,
        reason=say("Players must be able to read the house notices at any time."),
        cites=tuple(cite(SUBJECTS[one], rulebook, *field.get(one, ())) for one in subjects),
        instructions=tuple([step for one in subjects for step in _posted(rulebook, facts.languages, one)]),
    )


def _posted(rulebook: Rulebook, languages: tuple[str, ...], subject: Subject) -> tuple[Sentence, ...]:
    """The steps that post a notice."""
    lines = announcements(rulebook, languages, (subject,))
    if subject == "rule books":  # which is not in our words
        return lines
    return (say('Post this notice: "{notice}"', in_a_row(*lines)),)
