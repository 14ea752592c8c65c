"""What plays and what does not: cash, chips in a pocket, chips taken away, boards run twice, and side deals."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.deal.deal_errors import CALL_FLOOR
from sidepot.floor.hands.divided import DIVIDED
from sidepot.floor.topic import Facts
from sidepot.floor.tournament.rebuys import TABLE_STAKES
from sidepot.rules.clauses import say
from sidepot.rules.floor_choices import Away
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, each_then, left_open
from sidepot.rules.texts import FAIRNESS, Point, also, cite

OUT_OF_VIEW: Final = Point("chips out of view", {"TDA-2013": "55", "TDA-2024": "63"})
TAKEN_AWAY: Final = Point("chips taken off the table", {"TS": "1", "PG": "44", "RRP-11": "house/removed-chips"})
OPEN_CASH: Final = Point("cash out of the pocket", {"OS": "5", "TS": "1"})
RUN_AGAIN: Final = Point("a board run more than once", {"WSOP-LIVE-2026": "208", "RRP-11": "house/deals-twice"})


class ChipsOffTable(Facts, frozen=True, kw_only=True, tag="chips and cash"):
    """Chips or cash that may or may not be in play.

    - `what`: what happened
    - `before`: whether the chips or cash were on the table, in view, when the hand began
    """

    what: Literal[
        "cash lies on the table",
        "chips are in a pocket",
        "chips were taken off the table",
        "a player adds chips during the hand",
    ]
    before: bool = False


def rule_on_chips_off_table(facts: ChipsOffTable, rulebook: Rulebook) -> Ruling:
    """Rule on cash and on chips off the table. Rule: TDA-2013 55; TDA-2024 63; TS-1; PG-44; OS-5."""
    tournament = rulebook.away is Away.DEALT_IN
    is_cash = facts.what == "cash lies on the table"
    if tournament and facts.what in ("chips are in a pocket", "chips were taken off the table"):
        return Ruling(
            verdict="chips forfeited",
            reason=say("Tournament chips must stay in view on the table. Chips kept out of view are lost."),
            cites=(cite(OUT_OF_VIEW, rulebook),),
            instructions=(
                say("Remove these chips from play."),
                say("Consider disqualification if the player hid them on purpose."),
            ),
        )
    if tournament and is_cash:
        return Ruling(
            verdict="cash does not play",
            reason=say("Only tournament chips play in a tournament."),
            cites=(cite(TABLE_STAKES, rulebook),),
            instructions=(say("Have the player put the cash away."), say("Play on.")),
        )
    if facts.what == "chips were taken off the table":
        return Ruling(
            verdict="chips come back",
            reason=say("Chips leave the table only when their owner leaves the game."),
            cites=(cite(TAKEN_AWAY, rulebook),),
            instructions=(
                say("Have the player put the chips back before the next hand."),
                say("A player who leaves and soon comes back brings the same amount."),
            ),
        )
    if rulebook.open_stakes and not tournament:
        return Ruling(
            verdict="cash plays",
            reason=say("With open stakes a player may bet cash from their pocket at any time."),
            cites=(cite(OPEN_CASH, rulebook, "open_stakes"),),
            instructions=(say("Count the cash into the bet."), say("Play on.")),
        )
    if facts.before:
        return Ruling(
            verdict="cash plays" if is_cash else "chips play",
            reason=say("The cash was on the table in view before the hand, so it is part of the player's stake.")
            if is_cash
            else say("The chips were on the table in view before the hand, so they are part of the player's stake."),
            cites=(cite(TABLE_STAKES, rulebook),),
            instructions=(say("Count the cash into the stack."), say("Change it into chips after the hand."))
            if is_cash
            else (say("Count them into the stack."),),
        )
    return Ruling(
        verdict="chips do not play yet",
        about="cash" if is_cash else "",
        reason=say("A hand is played with the chips that were on the table when it began."),
        cites=(cite(TABLE_STAKES, rulebook), *also(rulebook, TAKEN_AWAY)),
        instructions=(
            say("Play this hand with the chips that were on the table."),
            say("Let the player change the cash into chips before the next hand.")
            if is_cash
            else say("Let the player add the other chips before the next hand."),
        ),
    )


class RunItTwice(Facts, frozen=True, kw_only=True, tag="run it twice"):
    """A request to deal the rest of the board more than once.

    - `boards`: how often the rest is dealt
    - `agreed`: whether every player in the hand has agreed
    - `betting_over`: whether nobody can bet any more
    - `dealt`: whether a card of the first board has been dealt since the players agreed
    - `changed_mind`: whether a player who agreed now wants one board
    """

    boards: int = 2
    agreed: bool = True
    betting_over: bool = True
    dealt: bool = False
    changed_mind: bool = False

    def __post_init__(self) -> None:
        if self.boards < 2:
            raise BadNotation(f"boards: expected 2 or more, not {self.boards}")
        if self.changed_mind and not self.agreed:
            raise BadNotation(
                "changed_mind: expected only if all players had agreed; give agreed=yes, or leave out `changed_mind`"
            )


def rule_on_run_it_twice(facts: RunItTwice, rulebook: Rulebook) -> Ruling:
    """Rule on whether a board is run more than once. Rule: WSOP live 208; Robert's, procedures."""
    cites = (cite(RUN_AGAIN, rulebook, "run_it"),)
    once = (say("Deal one board."),)
    if rulebook.run_it < 2:
        because = say("A board is run more than once only where the house allows it, and this house does not.")
        return Ruling(verdict="one board", reason=because, cites=cites, instructions=once)
    if facts.boards > rulebook.run_it:
        because = say(
            "The players asked for {asked} boards, but this house deals at most {boards}.",
            str(facts.boards),
            str(rulebook.run_it),
        )
        ask = say("Ask the players whether they want {boards} boards or one.", str(rulebook.run_it))
        return Ruling(verdict="fewer boards", reason=because, cites=cites, instructions=(ask,))
    if not facts.betting_over:
        because = say("Players can still bet, and a board is run more than once only when the betting is over.")
        return Ruling(verdict="one board", reason=because, cites=cites, instructions=(say("Finish the betting."),))
    if not facts.agreed or facts.changed_mind and not facts.dealt:
        because = (
            say("A player has withdrawn consent before another card was dealt.")
            if facts.changed_mind
            else say("All players in the hand must agree before the next card, and not all of them do.")
        )
        return Ruling(verdict="one board", reason=because, cites=cites, instructions=once)
    because = (
        say("All players agreed before the first card of these boards, so nobody can go back on it now.")
        if facts.dealt
        else say("The betting is over, and all players in the hand agree.")
    )
    return Ruling(
        verdict="run as agreed",
        reason=because,
        cites=(*cites, cite(FAIRNESS, rulebook)) if facts.dealt and facts.changed_mind else cites,
        instructions=(
            say("Split the pot into {boards} equal parts, and give an odd chip to the first board.", str(facts.boards)),
            say("Deal one complete board after the other from the same stub, with a burn card for each street."),
            say("Award one part of the pot for each board."),
        ),
    )


class Insurance(Facts, frozen=True, kw_only=True, tag="insurance"):
    """A wish of players to insure an all-in, or to share a pot in private.

    - `live`: whether the hand is not over
    """

    live: bool = True


def rule_on_insurance(facts: Insurance, rulebook: Rulebook) -> Ruling:
    """Rule on insurance and other private deals about a pot. Rule: Robert's, procedures; TDA-2013 61; TDA-2024 69."""
    cites = (cite(DIVIDED, rulebook),)
    award = say("Award the whole pot to the best hand.")
    if rulebook.away is Away.DEALT_IN:
        return Ruling(
            verdict="no insurance",
            reason=say("In a tournament each player plays alone, so nobody may take a share in another player's hand."),
            cites=cites,
            instructions=(say("Do not allow the insurance."), award),
            penalty=Sanction("soft play", whose="players"),
        )
    return left_open(
        say("No rule provides for insurance, and a pot may not be split by agreement: it goes to the best hand."),
        cites,
        *each_then(
            (award,),
            Option(
                verdict="no insurance",
                reason=say("The offer delays the game, and the house takes no part in it."),
                when=say("If the house does not want side deals at the table, it stops the offer."),
                instructions=(say("Do not allow the insurance, and play on."),),
            ),
            Option(
                verdict="private matter",
                reason=say("The players settle it between themselves, and the dealer handles none of it."),
                when=say("If the house allows it, the players settle it away from the pot, at their own risk."),
                instructions=(say("Tell the players that the house does not enforce it."),),
            ),
        ),
        recommended="no insurance",
        instructions=CALL_FLOOR if facts.live else (),
    )
