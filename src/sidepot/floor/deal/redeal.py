"""The re-deal after a misdeal, and what it means for absent and new players."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.floor_choices import Away
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Redeal, Ruling
from sidepot.rules.texts import Point, cite

REDEAL: Final = Point("the re-deal", {"TDA-2013": "34-B/replay", "TDA-2024": "35-C/replay", "PG": "109"})
# Only the TDA has a rule on the players dealt in and on the limits.
EXACT: Final = Point(
    "who plays a re-deal, and at which limits",
    {"TDA-2013": "34-B/replay", "TDA-2024": "35-C/replay", "WSOP-2026": "88"},
)
ABSENT: Final = Point(EXACT.title, {"TDA-2013": "34-B/absent", "TDA-2024": "35-C/absent", "WSOP-2026": "88/absent"})

About = Literal["the deal", "a player who was absent", "a player on penalty", "a new player", "a new level"]
Answer = tuple[str, Sentence, tuple[Sentence, ...]]  # the verdict, the reason, and the dealer's steps

COLLECT: Final = say("Collect all cards, shuffle and cut again.")
COLLECT_OTHERS: Final = say("Take out the card that does not belong, or change the deck; then shuffle and cut again.")
_DEAL: Final = say("Deal the hand again.")
SAME_BUTTON: Final = say("Leave the button in place, deal in no new player, and keep the same limits.")
MOVE_BUTTON: Final = say("Move the button to the right seat, deal in no new player, and keep the same limits.")
STEPS: Final = (
    say("Return all chips, and have the blinds and antes posted again."),
    COLLECT,
    SAME_BUTTON,
    _DEAL,
)
STUD_STEPS: Final = (  # stud has neither blinds nor a button
    say("Return all chips, and have the antes posted again."),
    COLLECT,
    say("Deal in no new player, and keep the same limits."),
    _DEAL,
)
DEAL_BACK: Final = say("In the re-deal, also deal in the players who were absent and are back; they may play.")
DEAL_AND_KILL: Final = say(
    "In the re-deal, also deal in players who are still absent or on penalty, and kill their hands afterwards."
)
KILL_THE_RETURNED: Final = say(
    "In the re-deal, also deal in players who were absent for the first deal or are on penalty, and kill their hands "
    "afterwards, even if the players are back."
)
LEAVE_OUT: Final = say("Deal no cards to the seats that got none in the first deal.")

DEALT_AND_KILLED: Final = "dealt in and killed"
_KILL: Final = (say("Deal the seat in."), say("Kill the hand right after the re-deal."))
_PLAYS: Final[Answer] = (
    "plays",
    say("The player was absent for the first deal but is back in time for the re-deal, and may play."),
    (say("Deal the seat in like the other seats."),),
)
_STILL_DEAD: Final[Answer] = (
    DEALT_AND_KILLED,
    say("The player was absent for the first deal, and being back for the re-deal changes nothing."),
    _KILL,
)
_AWAY_AGAIN: Final[Answer] = (
    DEALT_AND_KILLED,
    say("The player was absent for the first deal and could play the re-deal, but is still absent."),
    _KILL,
)
_LEFT_OUT: Final[Answer] = (
    "not dealt in",
    say("The re-deal is an exact replay of the hand, so a seat without cards in the first deal gets none now."),
    (LEAVE_OUT,),
)
_ANSWERS: Final[dict[About, Answer]] = {
    "the deal": (
        "dealt again",
        say("The re-deal is an exact replay of the hand; only the cards change."),
        STEPS,
    ),
    "a player who was absent": (
        DEALT_AND_KILLED,
        say("The player was absent for the first deal and for the re-deal."),
        _KILL,
    ),
    "a player on penalty": (
        DEALT_AND_KILLED,
        say("The player is on penalty; the misdeal and the re-deal together count as one penalty hand."),
        (*_KILL, say("Count one hand of the penalty, not two.")),
    ),
    "a new player": (
        "waits",
        say("The re-deal is an exact replay of the hand, so no new player is dealt in."),
        (say("Deal the player in from the next hand on."),),
    ),
    "a new level": (
        "old level",
        say("The re-deal is an exact replay of the hand, so the limits of the first deal apply."),
        (say("Raise the blinds and limits from the next hand on."),),
    ),
}


class ExactRedeal(Facts, frozen=True, kw_only=True, tag="re-deal"):
    """A question about a hand that is dealt again.

    - `back`: whether a player who was absent for the first deal is present for the second
    - `seat`: the seat of that player, or of the player on a penalty (-1 if it does not matter)
    - `live`: whether the hand is played in the program
    """

    about: About = "the deal"
    back: bool = False
    seat: int = -1
    live: bool = False


def rule_on_redeal(facts: ExactRedeal, rulebook: Rulebook) -> Ruling:
    """Rule on whether a misdealt hand is dealt again exactly as before. Rule: TDA-2013 34-B; TDA-2024 35-C; PG-109.

    Raises BadNotation for facts that contradict each other.
    """
    if facts.back and facts.about != "a player who was absent":
        raise BadNotation(f"back: allowed only if about is 'a player who was absent', not {facts.about!r}")
    away = facts.about in ("a player who was absent", "a player on penalty")
    if away and rulebook.away is Away.LEFT_OUT:
        decides = cite(EXACT, rulebook, "away")
        verdict, because, steps = _LEFT_OUT
    elif facts.back:
        decides = cite(ABSENT, rulebook, "absent_plays_redeal")
        verdict, because, steps = _PLAYS if rulebook.absent_plays_redeal else _STILL_DEAD
    else:
        decides = cite(REDEAL if facts.about == "the deal" else ABSENT if away else EXACT, rulebook)
        is_away_again = facts.about == "a player who was absent" and rulebook.absent_plays_redeal
        verdict, because, steps = _AWAY_AGAIN if is_away_again else _ANSWERS[facts.about]
    is_dealt = facts.live and facts.about not in ("a new player", "a new level")
    dead = (facts.seat,) if verdict == DEALT_AND_KILLED and facts.seat >= 0 else ()
    return Ruling(
        verdict=verdict,
        reason=because,
        cites=(decides,),
        instructions=steps,
        effects=(Redeal(dead),) if is_dealt else (),
    )


def dead_seats(absent: tuple[int, ...], back: tuple[int, ...], rulebook: Rulebook) -> tuple[int, ...]:
    """The seats whose hands are killed after a re-deal. They are the seats of absent players, unless the house leaves
    these players out.

    The players of the seats in `back` have returned in time. If the house does not let them play, their hands are
    killed, too. Rule: TDA-2013 34-B; TDA-2024 35-C.
    """
    if rulebook.away is Away.LEFT_OUT:
        return ()
    return tuple(sorted(absent if rulebook.absent_plays_redeal else {*absent, *back}))


def steps_for(
    absent: tuple[int, ...], back: tuple[int, ...], rulebook: Rulebook, *, stud: bool = False
) -> tuple[Sentence, ...]:
    """The dealer's steps for a re-deal.

    - `absent`: the seats that were absent for the first deal or are on a penalty
    - `back`: those absent seats whose players are present now
    """
    steps = STUD_STEPS if stud else STEPS
    if (absent or back) and rulebook.away is Away.LEFT_OUT:
        return (*steps, LEAVE_OUT)
    plays = (DEAL_BACK,) if back and rulebook.absent_plays_redeal else ()
    kill = KILL_THE_RETURNED if back and not plays else DEAL_AND_KILL
    killed = (kill,) if dead_seats(absent, back, rulebook) else ()
    return (*steps, *plays, *killed)
