"""Tabled hands: all cards or some of them, the player's words about them, and a tabled hand mucked by the dealer."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.hands.dead import CARDS_SPEAK, DEAD, LIVE
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Reading, Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, kill, left_open
from sidepot.rules.texts import FAIRNESS, Point, also, cite

TABLE_ALL: Final = Point(
    "tabling all cards", {"TDA-2013": "13-A/tabled", "TDA-2024": "13-A", "RRP-11": "showdown/table-all", "PG": "73"}
)
OPEN_HAND: Final = Point("a tabled hand that was mucked", {"TDA-2013": "13-A/kill", "TDA-2024": "13-C"})
WINNING_CARD: Final = Point(
    "a winning card that is tabled alone", {"TDA-2024": "15-A", "TDA-2013": "13-A/tabled", "PG": "73"}
)
PLAYING_BOARD: Final = Point("playing the board", {"TDA-2013": "17", "TDA-2024": "19", "PG": "73"})
AS_CALLED: Final = Point("hands as they are called", {"PG": "76"})

Sure = Literal["yes", "no", "unclear"]


class TabledHand(Facts, frozen=True, kw_only=True, tag="tabled hand"):
    """A hand that was tabled, in full or in part: the player's words about it, and whether the dealer mucked it."""

    face_up: Literal["all", "some", "none"] = "all"
    plays_board: bool = False
    refuses: bool = False  # the player will not turn up the rest
    said: Literal["nothing", "what it is", "more than it is", "less than it is"] = "nothing"
    deliberate: bool = False  # miscalled on purpose
    mucked: bool = False  # by the dealer, although it was open
    winner: Sure = "yes"  # whether it obviously won, or would with the cards that are seen
    identifiable: bool = True  # each of its cards can be identified in the muck
    to_come: bool | None = None  # board cards are still to come, after an early all-in; None: unknown
    seat: int = -1

    def __post_init__(self) -> None:
        if self.face_up == "all" and self.refuses:
            raise BadNotation(
                "refuses: all the cards are face up, so there is nothing left to show; leave out `refuses`"
            )
        if self.face_up != "all" and self.mucked:
            raise BadNotation(
                "mucked: expected all cards face up; for other hands in the muck, use the topic `mucked at showdown`"
            )
        if self.deliberate and self.said in ("nothing", "what it is"):
            raise BadNotation("deliberate: expected only with said='more than it is' or said='less than it is'")


def rule_on_tabled(facts: TabledHand, rulebook: Rulebook) -> Ruling:
    """Rule on a hand that was tabled at the showdown, in full or in part.

    Rule: TDA-2013 12, 13-A, 17; TDA-2024 12, 13-A, 13-C, 15-A, 19; PG-73, PG-74, PG-76.
    """
    if facts.mucked:
        return _rule_on_open_hand_in_muck(facts, rulebook)
    if facts.face_up != "all":
        return _rule_on_hidden_rest(facts, rulebook)
    return _rule_on_words(facts, rulebook)


def _rule_on_open_hand_in_muck(facts: TabledHand, rulebook: Rulebook) -> Ruling:
    """Rule on an open hand that the dealer mucked: a clear winner still wins."""
    cites = (cite(OPEN_HAND, rulebook),)
    if facts.to_come:
        return Ruling(
            verdict=LIVE,
            reason=say("Board cards are still to come, so nobody has won yet and the tabled hand is retrieved."),
            cites=cites,
            instructions=(
                say("Take the cards out of the muck and turn them face up."),
                say("Deal the rest of the board, and read every hand."),
            ),
        )
    ask = (say("If board cards are still to come, deal them before the pot is awarded."),)
    if facts.winner == "yes":
        return Ruling(
            verdict="wins",
            about="board" if facts.to_come is None else "",
            reason=say("The hand was fully tabled and obviously won, so the dealer cannot kill it."),
            cites=cites,
            instructions=(
                say("Turn the hand face up again.") if facts.identifiable else say("Announce what the hand was."),
                *(ask if facts.to_come is None else ()),
                say("Push the pot to the winner."),
            ),
        )
    if facts.winner == "no":
        return Ruling(
            verdict=DEAD,
            reason=say("The hand was fully tabled but did not win, so it makes no difference that it was mucked."),
            cites=cites,
            effects=kill(facts.seat),
        )
    if facts.identifiable:
        return Ruling(
            verdict=LIVE,
            reason=(
                say("The hand was fully tabled and can still be identified, so it is turned face up again and read.")
            ),
            cites=cites,
            instructions=(say("Take the cards out of the muck and turn them face up."), say("Read every hand aloud.")),
        )
    return _hand_unclear(facts, (*also(rulebook, FAIRNESS), *cites))


def _hand_unclear(facts: TabledHand, cites: tuple[Cite, ...]) -> Ruling:
    """Let the director decide on a tabled hand that nobody can identify."""
    lives = say("The hand was tabled, and those who saw it agree what it was.")
    gone = say("Nobody can clearly identify the hand, so it cannot win the pot.")
    return left_open(
        say("The hand was tabled, but it did not obviously win and can no longer be identified."),
        cites,
        Option(
            verdict=LIVE,
            reason=lives,
            when=say("If those who saw the tabled hand agree what it was, it is live."),
            instructions=(say("Announce what the hand was, and award the pot to the best hand."),),
        ),
        Option(
            verdict=DEAD,
            reason=gone,
            when=say("If nobody can clearly say what the hand was, it cannot win the pot."),
            instructions=(say("Award the pot to the best tabled hand."),),
            effects=kill(facts.seat),
        ),
        recommended=DEAD,
        instructions=(
            say("Ask the dealer and the players one by one what they saw."),
            say("Have the director decide."),
        ),
    )


def _rule_on_hidden_rest(facts: TabledHand, rulebook: Rulebook) -> Ruling:
    """Rule on a hand of which not all cards are face up: they must be, even to play the board."""
    point = PLAYING_BOARD if facts.plays_board else TABLE_ALL
    cites = (cite(point, rulebook), *also(rulebook, TABLE_ALL))
    if rulebook.winning_card_advised and facts.face_up == "some" and facts.winner == "yes":
        return _rule_on_winning_card(facts, rulebook, cites)
    if facts.refuses:
        return Ruling(
            verdict="no share",
            reason=say("A player who plays the board must table all cards to share the pot, and this player refuses.")
            if facts.plays_board
            else say(
                "Only a fully tabled hand may win any part of the pot, and the player refuses to table all the cards."
            ),
            cites=cites,
            instructions=(say("Muck the cards."), say("Award the pot to the best tabled hand.")),
            effects=kill(facts.seat),
        )
    return Ruling(
        verdict="must table all",
        reason=say(
            "The player plays the board and has not shown all cards. Only a fully tabled hand may share the pot."
        )
        if facts.plays_board
        else say("The player has not shown all cards, and only a fully tabled hand may win any part of the pot."),
        cites=cites,
        instructions=(say("Ask the player to table all cards."), say("Do not award the pot until then.")),
    )


def _rule_on_winning_card(facts: TabledHand, rulebook: Rulebook, cites: tuple[Cite, ...]) -> Ruling:
    """Rule on a hand of which only a winning card is face up.

    The dealer advises the player to table all cards; the floor decides if the player refuses.
    """
    cites = (cite(WINNING_CARD, rulebook, "winning_card_advised"), *cites)
    advise = say("Advise the player to table all cards.")
    if not facts.refuses:
        return Ruling(
            verdict="must table all",
            reason=say("The card shown would win, but a player must table all cards to win any part of the pot."),
            cites=cites,
            instructions=(advise, say("Do not award the pot until then.")),
        )
    return left_open(
        say("The card shown would win, but the player refuses to table the rest, so the director decides."),
        cites,
        Option(
            verdict="no share",
            reason=say("A player must table all cards to win any part of the pot, and this player refuses."),
            when=say(
                "If the player goes on refusing, the hand has no share: only a fully tabled hand may win any "
                "part of the pot."
            ),
            instructions=(say("Muck the cards."), say("Award the pot to the best tabled hand.")),
            effects=kill(facts.seat),
        ),
        Option(
            verdict=LIVE,
            reason=say("The best hand wins, so the director turns the cards face up and the hand is read."),
            when=say(
                "If the best hand should win all the same, the director turns the cards face up and the hand is read."
            ),
            instructions=(say("Turn all its cards face up."), say("Read every hand aloud.")),
        ),
        recommended="no share",
        instructions=(say("Keep the cards apart, and have the director decide."),),
    )


def _rule_on_words(facts: TabledHand, rulebook: Rulebook) -> Ruling:
    """Rule on a fully tabled hand: it counts by its cards or, in some houses, as the player called it."""
    penalty = Sanction("miscalling a hand") if facts.deliberate else None
    read = (say("Read every hand aloud, and let anyone who sees a mistake speak up."),)
    if rulebook.reading is Reading.AS_CALLED and facts.said != "nothing":
        cites = (cite(AS_CALLED, rulebook, "reading"), *also(rulebook, AS_CALLED))
        if facts.said == "less than it is":
            because = say("In this house a hand counts as its owner announces it, even if the cards make a better one.")
            return Ruling(verdict="counts as called", reason=because, cites=cites, instructions=read, penalty=penalty)
        because = (
            say("The player announced what the cards make, so the hand counts as announced.")
            if facts.said == "what it is"
            else say("The cards do not make the hand that was announced, so they play for what they are.")
        )
        return Ruling(verdict="cards speak", reason=because, cites=cites, instructions=read, penalty=penalty)
    because = say("All the cards are tabled, and cards speak.")
    miscalled = facts.said in ("more than it is", "less than it is")
    if miscalled:
        because = (
            say("The player announced the hand as better than it is, but only the cards count.")
            if facts.said == "more than it is"
            else say("The player announced the hand as worse than it is, but only the cards count.")
        )
    return Ruling(
        verdict="cards speak",
        reason=because,
        cites=(cite(CARDS_SPEAK, rulebook, "reading"), *(() if miscalled else also(rulebook, TABLE_ALL))),
        instructions=read,
        penalty=penalty,
    )
