"""`sidepot play`: play against bots, or let bots play one hand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Annotated

import typer

from sidepot.bots.roster import player
from sidepot.cli import common
from sidepot.cli.common_options import Ante, Bets, Blinds, Bots, BringIn, Declares, House, Limit, Rake
from sidepot.cli.play_answers import HELP, pot_size, read_answer, ways_of, why_not
from sidepot.cli.play_stakes import house_text
from sidepot.cli.play_table import PlayTable
from sidepot.cli.screen import Screen
from sidepot.cli.simulate_bots import own_player
from sidepot.cli.table_text import (
    board_lines,
    card_text,
    cards_text,
    flow,
    heading,
    paragraph,
    plain,
    pots_text,
    reading_lines,
    seat_name,
    table_lines,
)
from sidepot.cli.transcript import Transcript
from sidepot.errors import SidepotError
from sidepot.hand.commands import Command
from sidepot.hand.due import Due
from sidepot.hand.events import Event
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player, options

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game, such as holdem or stud8, or a file: my-game.toml.")
]
Seats = Annotated[
    int | None, typer.Option("--seats", metavar="N", help="The number of players, including you [usually 6].")
]
Stack = Annotated[int, typer.Option("--stack", metavar="N", help="The starting stack, and the amount of each rebuy.")]
RunIt = Annotated[
    int | None, typer.Option("--run-it", metavar="N", help="How many times the board may be run after all-ins.")
]
Declare = Annotated[
    Declares | None, typer.Option("--declare", help="Declare high or low: with chips in hand, or in turn.")
]
Raises = Annotated[str | None, typer.Option("--raises", metavar="N", help="The most raises per round, or `any`.")]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="The random seed; the same seed deals the same hands.")
]
Watch = Annotated[bool, typer.Option("--watch", help="Let bots play one hand, and print it.")]
Json = Annotated[bool, typer.Option("--json", help="Let bots play one hand, and print its events as JSON.")]


def command(
    game: GameName = "holdem",
    seats: Seats = None,
    stack: Stack = 200,
    limit: Limit = None,
    blinds: Blinds = None,
    ante: Ante = None,
    bring_in: BringIn = None,
    bets: Bets = None,
    house: House = None,
    rake: Rake = None,
    run_it: RunIt = None,
    declare: Declare = None,
    raises: Raises = None,
    company: Bots = "regular",
    seed: Seed = None,
    watch: Watch = False,
    json: Json = False,
) -> None:
    """Play poker against bots until you leave. Without a terminal, bots play one hand, which is printed.

    After each action you see the pots and who contests them. At any prompt, `why?` explains your options with their
    rules, and `?` lists the commands. `sidepot games` lists the games.

    Examples:

      sidepot play                              no-limit hold'em 1/2, six seats
      sidepot play omaha8 --limit fl --blinds 2/4
      sidepot play stud --seats 4 --ante 1 --bring-in 2 --bets 4/8
      sidepot play triple-draw --house tda-2013
      sidepot play double-board-omaha --run-it 2 --rake 5%/3
      sidepot play holdem --limit pl --raises 3
      sidepot play stud-high-low --declare chips
      sidepot play badugi --bots expert,beginner,loose
      sidepot play my-game.toml                 a game of your own (docs/reference/games.md)
      sidepot play razz --watch --seed 7        one hand between bots

    Exit codes: 0 you left, or the hand is over; 2 bad usage.
    """
    from sidepot.cli.play_stakes import named_bots, open_table, title_of
    from sidepot.cli.screen import Terminal
    from sidepot.cli.usual_house import usual_house

    table = open_table(
        game, limit, house or usual_house("cash"), seats=seats, stack=stack, seed=seed, blinds=blinds, ante=ante,
        bring_in=bring_in, bets=bets, rake=rake, run_it=run_it, declare=declare, raises=raises,
    )  # fmt: skip
    table.company = named_bots(company)
    if json:
        common.print_json(table.play(table.setup(), bots(table)).log)
    elif watch or not (sys.stdin.isatty() and sys.stdout.isatty()):
        watch_hand(table, Terminal(), title_of(table))
    else:
        Sitting(table, Terminal(), title_of(table)).run()


# ---- a session: one person against bots until they leave; or one hand between bots


YOU = 0


class Leave(Exception):
    """Raised when the player leaves the table, to end the session."""


def bots(table: PlayTable, first: int = 0) -> list[Player]:
    """A bot for every seat, each with its own random numbers.

    The named bots take the seats in turn, clockwise from seat `first`.
    """
    names, seats = table.company, range(len(table.stacks))
    chances = [Random(f"{table.seed} player {seat}") for seat in seats]
    return [bot_player(names[(seat - first) % len(names)], chances[seat]) for seat in seats]


def bot_player(name: str, rng: Random) -> Player:
    """The bot with this name, or the user's own player (`module:name`).

    Raises BadNotation for an unknown name, or for a module without such a player.
    """
    return own_player(name, "--bots") if ":" in name else player(name, rng)


def watch_hand(table: PlayTable, screen: Screen, title: str) -> Hand:
    """Let bots play one hand. Show every card, every action with the pots after it, and the showdown."""
    setup = table.setup()
    story = Transcript(setup)

    def tell(event: Event) -> None:
        for line in story.tell(event):
            screen.show(line)

    names = [seat_name(seat) for seat in range(len(setup.stacks))]
    show_title(screen, title)
    for line in flow([f"{name} {stack}" for name, stack in zip(names, setup.stacks, strict=True)]):
        screen.show(line)
    button = names[table.button].lower()
    for line in flow([f"The button is on {button}.", f"{house_text(table.rulebook)}, seed {table.seed}."], between=" "):
        screen.show(line)
    screen.show("[dim]After each action you see the pots, with the seats that can win them.[/]")
    hand = table.play(setup, bots(table), tell)
    screen.show(heading("[bold]Result[/]"))
    for line in result_lines(names, setup.stacks, hand.stacks):
        screen.show(line)
    for line in left_over(hand):
        screen.show(line)
    return hand


def show_title(screen: Screen, title: str) -> None:
    """Show the game and its stakes."""
    for line in paragraph(title, indent="", hanging="  "):
        screen.show(f"[bold]{plain(line)}[/]")


def left_over(hand: Hand) -> list[str]:
    """The chips that no seat won, in words: the rake, and any pot carried to the next deal."""
    rake = [f"The house has taken {hand.raked}."] if hand.raked else []
    return [*rake, *([f"{hand.carried} wait for the next deal."] if hand.carried else [])]


class Sitting:
    """A session of a person in seat 1 against bots."""

    def __init__(self, table: PlayTable, screen: Screen, title: str) -> None:
        self.table = table
        self.screen = screen
        self.title = title
        self.story: Transcript | None = None
        seats = len(table.stacks)
        self.players: list[Player] = [self._answer, *bots(table, first=1)[1:]]
        self.names = [seat_name(seat, YOU) for seat in range(seats)]

    def run(self) -> None:
        """Play hands until the person types `q` or Ctrl+C, or until the input ends."""
        show = self.screen.show
        show_title(self.screen, self.title)
        house = f"{house_text(self.table.rulebook)}, seed {self.table.seed}."
        for line in flow([house, f"You are on seat 1; everybody has {self.table.stack} chips."], between=" "):
            show(line)
        show("[dim]After each action you see the pots, with the seats that can win them.[/]")
        show("Type ? for help, why? to see your options and the rules, q to leave.")
        try:
            while True:
                self._one_hand()
                self._between_hands()
        except (Leave, EOFError, KeyboardInterrupt) as end:
            if not isinstance(end, Leave):
                show()
            self._farewell()

    # ---- one hand

    def _one_hand(self) -> None:
        table, show = self.table, self.screen.show
        setup = table.setup()
        self.story = story = Transcript(setup, you=YOU)
        button = "You have the button" if table.button == YOU else f"{seat_name(table.button)} has the button"
        show()
        show(heading(f"[bold]Hand {table.hands + 1}[/]  {button}"))
        before = list(table.stacks)

        def tell(event: Event) -> None:
            for line in story.tell(event):
                show(line)

        hand = table.play(setup, self.players, tell)
        self.story = None
        for line in left_over(hand):
            show(line)
        change = hand.stacks[YOU] - before[YOU]
        outcome = f"You win {change}" if change > 0 else f"You lose {-change}" if change < 0 else "You come out even"
        total = table.stacks[YOU] - table.bought[YOU]
        stands = f"{abs(total)} {'ahead' if total > 0 else 'behind'}" if total else "even"
        after = "after one hand" if table.hands == 1 else f"after {table.hands} hands"
        show(f"[bold]{outcome}.[/] You have {table.stacks[YOU]}, {stands} {after}.")

    def _between_hands(self) -> None:
        for seat in self.table.rebuy():
            verb = "are out of chips and buy" if seat == YOU else "is out of chips and buys"
            self.screen.show(f"{self.names[seat]} {verb} in again for {self.table.stack}.")
        while True:
            answer = self.screen.ask("[dim]Enter for the next hand, q to leave >[/] ").strip().lower()
            if answer in ("q", "quit", "exit", "leave"):
                raise Leave
            if answer in ("", "y", "yes", "next", "deal"):
                return
            self.screen.show("The hand is over. Enter deals the next one; q leaves the table.")

    def _farewell(self) -> None:
        table, show = self.table, self.screen.show
        stack = table.stacks[YOU]
        if self.story is not None:  # left in the middle of a hand: chips in the pot stay there
            stack = self.story.hand.stacks[YOU]
            if self.story.hand.live >> YOU & 1:
                show("You leave in the middle of a hand: your chips stay in the pot.")
        total = stack - table.bought[YOU]
        count = table.hands - (self.story is not None)
        played = f"{count} hand{'' if count == 1 else 's'}"
        how = f"{abs(total)} {'ahead' if total > 0 else 'behind'}" if total else "even"
        show(f"You leave with {stack}, {how} after {played}. Goodbye.")

    # ---- one decision

    def _answer(self, view: Hand, allowed: Options) -> Command:
        """Ask for a command until the hand accepts it."""
        self._show_table(view, allowed)
        while True:
            text = self.screen.ask(self._prompt(view, allowed)).strip()
            word = text.lower()
            if word in ("q", "quit", "exit", "leave"):
                raise Leave
            if word in ("", "?", "h", "help"):
                for line in HELP.splitlines():
                    self.screen.show(f"  {line}")
            elif word in ("why?", "why", "w"):
                self._explain(view)
            elif word in ("t", "table"):
                self._show_table(view, allowed)
            else:
                try:
                    command = read_answer(text, view, allowed)
                except SidepotError as error:
                    self._refuse([str(error)])
                    continue
                try:
                    view.copy().do(command)
                except SidepotError as error:
                    self._refuse(why_not(view, command, error))
                else:
                    return command

    def _refuse(self, lines: Sequence[str]) -> None:
        for text in lines:
            for line in paragraph(text):
                self.screen.show(f"[yellow]{plain(line)}[/]")

    def _show_table(self, view: Hand, allowed: Options) -> None:
        show = self.screen.show
        show()
        for line in table_lines(view, YOU, *(self.story.notes, self.story.mucked) if self.story else ()):
            show(line)
        boards = board_lines(view)
        if len(boards) == 1:
            show(f"  {boards[0]}   {pots_text(view, YOU)}")
        elif boards:
            for line in [*boards, pots_text(view, YOU)]:
                show(f"  {line}")
        hole = view.hole[YOU]
        if allowed.due is Due.DRAW:
            cards = "   ".join(f"[dim]{at}:[/] {card_text(card)}" for at, card in enumerate(hole, start=1))
        else:
            cards = cards_text(hole)
        for line in reading_lines(view, hole, before=f"  You hold {cards}   ", indent="    ", bold=True):
            show(line)

    def _prompt(self, view: Hand, allowed: Options) -> str:
        parts: list[str] = []
        if allowed.due is Due.DRAW and allowed.discard_least:
            which = " ".join(str(at) for at in range(1, allowed.discard_least + 1))
            return self._keys(["why?", "?"], f"Throw {allowed.discard_least} of them away, as in d {which}")
        elif allowed.due is Due.DRAW:
            parts = ["d 1 3 change cards", "pat keep all"]
        elif allowed.due is Due.RUN:
            return self._keys(["why?", "?"], f"How many times should the board be run? 1-{allowed.runs}")
        elif allowed.due is Due.DECLARE:
            return self._keys(["why?", "?"], f"What do you declare for? {', '.join(ways_of(view.setup.game))}")
        elif allowed.due is Due.SHOW:
            parts = ["s show"] + (["m muck"] if allowed.may_muck else [])
        else:
            if allowed.may_fold:
                parts.append("f fold")
            if allowed.may_check:
                parts.append("k check")
            if allowed.call:
                short = view.price - view.bets[YOU] > allowed.call
                parts.append(f"c call {allowed.call}{' all-in' if short else ''}")
            if allowed.bring_in:
                parts.append(f"c bring in {allowed.bring_in}")
            if allowed.may_raise:
                letter = "b" if allowed.is_bet else "r"
                amounts = f"{allowed.raise_min}"
                if allowed.raise_max > allowed.raise_min:
                    amounts += f"{' or ' if allowed.raise_two else '-'}{allowed.raise_max}"
                parts.append(f"{letter} {allowed.verb}{'' if allowed.is_bet else ' to'} {amounts}")
                if allowed.raise_max > allowed.raise_min and not allowed.raise_two:
                    parts.append(f"p pot {pot_size(view, allowed)}")
        return self._keys([*parts, "why?", "?"])

    def _keys(self, parts: Sequence[str], question: str = "") -> str:
        """The available commands with highlighted keys."""
        keys = [f"[bold cyan]{part.partition(' ')[0]}[/] {part.partition(' ')[2]}".rstrip() for part in parts]
        return "  " + ", ".join([question, *keys] if question else keys) + " > "

    def _explain(self, view: Hand) -> None:
        """Show the legal and the refused actions, each with its rule."""
        for reason in options(view).why:
            for line in paragraph(str(reason)):
                self.screen.show(line)
        self.screen.show("  [dim]To read a rule: `sidepot rules PG-57`.[/]")


def result_lines(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> list[str]:
    """The lines about the result of a hand: each seat's stack, and what the seat won or lost."""
    parts = []
    for name, was, now in zip(names, before, after, strict=True):
        change = now - was
        parts.append(f"{name} {now} ({change:+})" if change else f"{name} {now}")
    return flow(parts)
