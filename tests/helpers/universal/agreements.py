"""Agreements beyond the betting: runs of the board, declarations, rake, win requirements.

The books are kept from the log alone, like the chips in `invariants`, and compared with the hand after every event.
"""

from __future__ import annotations

from sidepot.games.model import Game
from sidepot.hand.due import Due
from sidepot.hand.events import (
    Awarded,
    BoardDealt,
    Checked,
    Declared,
    Event,
    Killed,
    PassedOut,
    Proved,
    RaisedTo,
    Reshuffled,
    Restubbed,
    Revealed,
    RunChosen,
    Shown,
    Voided,
)
from sidepot.hand.hand import Hand
from sidepot.hand.pots import Pot
from sidepot.rules.rulebook import Declaration, Reading
from universal.broken import require
from universal.slow_awards import check_award, may_win, rake_of_pots


class Agreements:
    """The books for agreements: the answers so far, the house's take, and the pots before the last event."""

    def __init__(self, hand: Hand) -> None:
        self.layers: list[Pot] = []
        self.runs: list[tuple[int, int]] = []
        self.declared: list[tuple[int, int]] = []
        self.is_revealed = False
        self.raked = 0
        self.won: list[int] = []  # the pots so far of which the house takes its part
        self.is_second_street = False
        self.is_opened = False
        self.was_opened = False  # before the last bet or raise
        self.is_void = False
        self.is_mixed = False  # the muck came back into the stub, perhaps too late for another run
        self.false_opener = -1  # who opened and could not prove it
        self.due = hand.due
        self.seat = hand.seat
        self.count = hand.count
        self.look(hand)

    def take(self, hand: Hand, event: Event) -> None:
        """Record the event that has just happened, and compare it with the rules. Raises Broken if they differ."""
        match event:
            case Awarded():
                self._award(hand, event)
            case PassedOut(amount):
                self._pass_out(hand, amount)
            case RunChosen(seat, runs):
                require(hand, self.due is Due.RUN and seat == self.seat, f"seat {seat} was not asked for runs")
                require(hand, 1 <= runs <= self.count, f"{runs} runs were not among those offered")
                self.runs.append((seat, runs))
            case Declared(seat, ways, spoken):
                aloud = hand.setup.rulebook.declaration is Declaration.IN_TURN
                require(hand, spoken is aloud, "a declaration is spoken where chips say it, or the other way round")
                require(hand, ways in (1, 2, 3), f"{ways} is no declaration")
                require(hand, seat not in dict(self.declared), f"seat {seat} declares twice")
                self._check_turn(hand, seat)
                self.declared.append((seat, ways))
                self.is_revealed = aloud
            case Revealed(declared):
                require(hand, list(declared) == self.declared, f"{declared} is revealed, {self.declared} was declared")
                self.is_revealed = True
            case RaisedTo():
                self.was_opened = self.is_opened
                self.is_opened = True
            case Killed(_, refund) if refund and hand.opener < 0:
                self.is_opened = self.was_opened
            case Restubbed(_, mixed):
                self.is_mixed |= mixed
            case Voided():
                require(hand, hand.due is Due.DONE, "a hand is called off and goes on")
                self.is_void = True
                self.raked = 0
            case Proved(seat, _, good):
                self.false_opener = -1 if good else seat
            case Shown(seat, cards, called):
                require(hand, cards == hand.hole[seat], "a hand is shown that is not held")
                as_called = hand.setup.rulebook.reading is Reading.AS_CALLED
                require(hand, as_called or not called, "a hand is called where cards speak (PG-75)")
            case _:
                pass

    def look(self, hand: Hand) -> None:
        """Compare the hand with the books. Raises Broken if they differ."""
        if 0 < hand.street < len(hand.plan.streets) and hand.due is not Due.BURN:
            self.is_second_street = True
        require(hand, hand.raked == self.raked, f"{self.raked} was raked, the hand has {hand.raked}")
        self._look_at_runs(hand)
        self._look_at_declarations(hand)
        self.layers = hand.layers
        self.due = hand.due
        self.seat = hand.seat
        self.count = hand.count

    # ---- pots

    def _award(self, hand: Hand, event: Awarded) -> None:
        pot = self.layers[event.pot]
        require(hand, event.amount == pot.amount, f"pot {event.pot} holds {pot.amount}, {event.amount} is paid")
        seats = [seat for seat in pot.seats if hand.live >> seat & 1]
        require(hand, bool(seats), f"pot {event.pot} is paid, and nobody contests it")
        asks = bool(hand.setup.game.win_requirement)
        if len(seats) > 1 or asks:
            require(hand, all(hand.shown >> seat & 1 for seat in seats), "a pot is paid before all hands are shown")
        if asks:
            require(hand, may_win(hand, seats), f"nobody may win pot {event.pot} (PG-62)")
        check_award(hand, event, seats)
        self._rake(hand, event)

    def _rake(self, hand: Hand, event: Awarded) -> None:
        """The house takes its part of each pot, with one cap for the hand, unless it ends before the flop. Rule: PG-46.

        A pot may be paid before the flop if others go on for the main pot. A hand that was killed may make fewer
        pots of those that are left.
        """
        rake = hand.setup.stakes.rake
        due = 0
        goes_on = hand.live & (hand.live - 1) != 0
        if rake is not None and (self.is_second_street or goes_on or not rake.no_flop_no_drop):
            pots = [pot.amount for pot in self.layers[: event.pot + 1]]
            due = rake_of_pots(rake, pots + self.won, hand.setup.stakes.chip)[event.pot]
            if rake.cap is not None:
                due = min(due, rake.cap - self.raked)
            self.won.insert(0, event.amount)
        require(hand, event.rake == due, f"the rake on pot {event.pot} should be {due}, not {event.rake} (PG-46)")
        self.raked += event.rake

    def _pass_out(self, hand: Hand, amount: int) -> None:
        if self.layers:
            pot = self.layers[self.count]
            require(hand, pot.amount == amount, f"the pot that is left holds {pot.amount}, not {amount}")
            seats = [seat for seat in pot.seats if hand.live >> seat & 1]
            seats = [seat for seat in seats if seat != self.false_opener]
            asks = bool(hand.setup.game.win_requirement) or self.false_opener >= 0
            require(hand, asks, "a pot is left, though the game asks for no hand")
            require(hand, not may_win(hand, seats), f"a pot is left, and one of {seats} may win it (PG-62)")
            return
        if self.false_opener >= 0:
            require(hand, not hand.live & (hand.live - 1), "a false opener's pot is left, and others contest it")
            return
        require(hand, hand.setup.game.pass_out and not self.is_opened, "a hand is passed out that was opened (PG-81)")
        require(hand, any(isinstance(event, Checked) for event in hand.log), "nobody has passed (PG-81)")

    # ---- runs of the board

    def _look_at_runs(self, hand: Hand) -> None:
        if self.is_void or self.runs and not hand.live & (hand.live - 1):
            return  # it was called off, or hands were killed while they were asked
        game, most = hand.setup.game, hand.setup.rulebook.run_it
        least = min([runs for _, runs in self.runs], default=1)
        if hand.due is Due.RUN:
            require(hand, not hand.able & (hand.able - 1), "runs are agreed on while there is betting to come")
            cost = board_to_come(game, hand.street + 1)
            require(hand, cost > 0, "runs are agreed on where not only the board is to come")
            there_are = min(most, hand.stub // cost)
            right = hand.count == there_are or self.is_mixed and hand.count < there_are
            require(hand, right and hand.count > 1, f"{hand.count} runs cannot be had")
            require(hand, hand.seat not in dict(self.runs), f"seat {hand.seat} is asked twice")
            require(hand, least > 1 or not self.runs, "a seat is asked after another has said once")
            return
        require(hand, len(hand.boards) == game.boards * least, f"{least} runs were agreed on")
        over = hand.live & (hand.live - 1) and not hand.able & (hand.able - 1) and not self.is_mixed
        begun = isinstance(hand.log[-1], BoardDealt | Reshuffled)  # cards that came back then are too late for a run
        if over and hand.due is Due.BURN and 0 < hand.street < len(game.streets) and not self.runs and not begun:
            cost = board_to_come(game, hand.street)
            require(hand, not cost or min(most, hand.stub // cost) < 2, "nobody was asked how often to run the board")
        if least > 1:
            asked = {seat for seat, _ in self.runs}
            silent = [seat for seat in range(hand.plan.seats) if hand.live >> seat & 1 and seat not in asked]
            require(hand, not silent, f"the board is run {least} times, and {silent} were not asked")

    # ---- declarations

    def _look_at_declarations(self, hand: Hand) -> None:
        rulebook = hand.setup.rulebook
        declares = rulebook.declaration is not Declaration.CARDS_SPEAK and len(hand.setup.game.halves) == 2
        require(hand, declares or not self.declared, "halves are declared for in a house where cards speak")
        declared = tuple(self.declared)
        require(hand, hand.aside.declared == declared, f"{declared} was declared, the hand has {hand.aside.declared}")
        at_the_end = hand.due in (Due.SHOW, Due.AWARD) and hand.street == len(hand.setup.game.streets)
        if declares and at_the_end and hand.live & (hand.live - 1):
            silent = [seat for seat in range(hand.plan.seats) if hand.live >> seat & 1 and seat not in dict(declared)]
            require(hand, not silent, f"hands are shown, and {silent} have not declared (PG-69)")
            require(hand, self.is_revealed, "hands are shown, and the closed hands were not opened (PG-69)")

    def _check_turn(self, hand: Hand, seat: int) -> None:
        """Declarations go round clockwise, from the first to show."""
        if self.declared:
            last = self.declared[-1][0]
            open_still = [at for at in range(hand.plan.seats) if hand.live >> at & 1 and at not in dict(self.declared)]
            first = min(open_still, key=lambda at: (at - last - 1) % hand.plan.seats)
            require(hand, seat == first, f"seat {first} declares next, not {seat}")


def board_to_come(game: Game, street: int) -> int:
    """How many cards the rest of the board takes from a street on, including burns; 0 if other cards come too."""
    rest = game.streets[street:]
    if any(one.down or one.up or one.draw or one.discard for one in rest) or not any(one.board for one in rest):
        return 0
    return sum(game.boards * one.board + one.burn for one in rest)
