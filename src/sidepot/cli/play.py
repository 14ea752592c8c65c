"""`sidepot play`: play against bots, or let bots play one hand."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Annotated, Final

import typer

from sidepot.bots.roster import player
from sidepot.cards import cards as read_cards
from sidepot.cli import common
from sidepot.cli.common_options import Ante, Bets, Blinds, Bots, BringIn, Declares, House, Limit, Rake
from sidepot.cli.play_stakes import house_text
from sidepot.cli.play_table import PlayTable
from sidepot.cli.screen import Screen
from sidepot.cli.simulate_bots import own_player
from sidepot.cli.table_text import (
    WIDTH,
    board_lines,
    card_text,
    cards_text,
    flow,
    heading,
    length,
    pad,
    paragraph,
    plain,
    pot_parts,
    pots_text,
    reading_lines,
    seat_name,
    table_lines,
)
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.model import Game
from sidepot.games.titles import half_label
from sidepot.hand import commands as c
from sidepot.hand.commands import Command
from sidepot.hand.due import Due
from sidepot.hand.events import (
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Dealt,
    Discarded,
    Event,
    Folded,
    Mucked,
    Posted,
    RaisedTo,
    Redealt,
    Ruled,
    Started,
)
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player, options
from sidepot.hand.legal.reason import About
from sidepot.hand.playing import OF_CARDS
from sidepot.hand.setup import Setup
from sidepot.hand.story.story import Story, Voice
from sidepot.hand.view import redact
from sidepot.hand.words import board_name, capital

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


# ---- a hand on the screen


POTS_AT: Final = 36
_WITH_POTS: Final = (Posted, BroughtIn, Folded, Checked, Called, RaisedTo)
_BREAKS: Final = (re.compile(r"(?<=;) "), re.compile(r"(?<=[,;]) "))


class Transcript:
    """Describes a hand as seat `you` sees it, or with all cards if `you` is -1.

    - `hand`: the hand after the last event
    - `notes`: the draws of each seat
    - `mucked`: the seats that did not show
    """

    def __init__(self, setup: Setup, *, you: int = -1) -> None:
        self.hand = Hand(setup)
        self.you = you
        self.notes = [""] * len(setup.stacks)
        self.mucked = 0  # seats that mucked at the showdown
        names = [seat_name(seat) for seat in range(len(setup.stacks))]
        self._story = Story(self.hand, Voice(names, you, cards=cards_text, quote=plain, strong=_bold))
        self._street = (-1, 0)  # street and run of the last heading

    def tell(self, event: Event) -> list[str]:
        """The lines that describe an event. There is usually one line, or none if the line of a later event covers the
        event.
        """
        if isinstance(event, Started):
            return []
        if self.you >= 0:
            event = redact(event, self.you)
        lines = [self._with_pots(line) for line in self._story.waiting(event)]
        if isinstance(event, Redealt):  # the hand starts again
            self._street, self.notes, self.mucked = (-1, 0), [""] * self.hand.plan.seats, 0
        elif isinstance(event, Mucked):
            self.mucked |= 1 << event.seat
        elif isinstance(event, Discarded):
            lines += self._head()
            self._note(event)
        elif isinstance(event, Dealt) and not self.hand.plan.streets[self.hand.street].draw:
            lines += self._head()  # from now on: the cards of a street come in one line, after the deal
        if isinstance(event, BoardDealt):
            lines += self._board(event)
        else:
            story = self._story.tell(event)
            if isinstance(event, _WITH_POTS):
                story = [self._with_pots(line) for line in story]
            elif not isinstance(event, Ruled):
                story = [part for line in story for part in _fitted(line)]
            lines += story
        if self.hand.due is Due.DRAW:
            lines += self._head()
        return lines

    def _note(self, event: Discarded) -> None:
        """Add a draw to the seat's note."""
        if self.hand.plan.streets[self.hand.street].draw:
            seat, count = event.seat, len(event.cards)
            draw = str(count) if count else "pat"
            self.notes[seat] += f", {draw}" if self.notes[seat] else f"drew {draw}" if count else "stood pat"

    # ---- headings

    def _head(self) -> list[str]:
        """The heading of a street, which is shown only once."""
        if self._street == (self.hand.street, self.hand.aside.run):
            return []
        return self._heading(_bold(self._street_name()))

    def _street_name(self) -> str:
        return capital(plain(self.hand.plan.streets[self.hand.street].name))

    def _heading(self, title: str) -> list[str]:
        """The heading of a street with the pots at its start; below it if they do not fit in one line."""
        self._street = (self.hand.street, self.hand.aside.run)
        line = heading(title, pots_text(self.hand, self.you))
        return [line] if length(line) <= WIDTH else [heading(title), *self._pots_below()]

    def _board(self, event: BoardDealt) -> list[str]:
        hand = self.hand
        has_heading = self._street == (hand.street, hand.aside.run)
        name = "Community card" if hand.plan.is_stud else self._street_name()
        before = hand.boards[event.board]
        cards = f"{cards_text(before)}  {cards_text(event.cards)}" if before else cards_text(event.cards)
        if hand.aside.runs > 1:
            name += f", run {hand.aside.run + 1} of {hand.aside.runs}"
        if hand.plan.boards == 1 and not has_heading:
            lines = self._heading(f"{_bold(name)}  {cards}")
        else:  # one of several boards, or a board dealt after the seats
            lines = [] if has_heading else self._heading(_bold(name))
            lines.append(f"{board_name(hand, event.board)}  {cards}")
        hand.apply(event)
        return lines

    # ---- pots

    def _with_pots(self, text: str) -> str:
        """An action, and the pots after it."""
        line = pad(f"{text}  ", POTS_AT) + f"[dim]{pots_text(self.hand, self.you)}[/]"
        return line if length(line) <= WIDTH else "\n".join([text, *self._pots_below()])

    def _pots_below(self) -> list[str]:
        return [f"[dim]{part}[/]" for part in flow(pot_parts(self.hand, self.you), indent="      ")]


def _bold(text: str) -> str:
    return f"[bold]{text}[/]"


def _fitted(line: str) -> list[str]:
    """Break a line that is too wide, after a semicolon or, if it has none, after a comma."""
    lines = [line]
    for breaks in _BREAKS:
        if all(length(part) <= WIDTH for part in lines):
            break
        first, *rest = breaks.split(line)
        lines = [first]
        for part in rest:
            if length(f"{lines[-1]} {part}") <= WIDTH:
                lines[-1] += f" {part}"
            else:
                lines.append(f"    {part}")
    return lines


def result_lines(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> list[str]:
    """The lines about the result of a hand: each seat's stack, and what the seat won or lost."""
    parts = []
    for name, was, now in zip(names, before, after, strict=True):
        change = now - was
        parts.append(f"{name} {now} ({change:+})" if change else f"{name} {now}")
    return flow(parts)


# ---- parse what a player types


HELP = """\
f  fold            k  check           c  call
b 10  bet 10       r 30  raise to 30 (the total, not by 30)
min  the minimum bet or raise         p  the size of the pot
a  all-in          bring  bring it in (stud)
d 1 3  change your first and third card (or: d 9s Kd)        pat  keep all
d 1    throw the card away, on streets without a replacement
2, twice  run the board twice         high, low, both  declare a half
s  show            m  muck            why?  your options and the rules
t  the table       ?  this help       q  leave
"""

_WORDS = {
    "f": "fold", "fold": "fold",
    "k": "check", "x": "check", "check": "check",
    "c": "call", "call": "call",
    "b": "raise", "bet": "raise", "r": "raise", "raise": "raise", "complete": "raise",
    "min": "min", "p": "pot", "pot": "pot",
    "a": "all-in", "all-in": "all-in", "allin": "all-in", "all": "all-in",
    "bring": "bring", "bring-in": "bring", "bi": "bring",
    "d": "discard", "discard": "discard", "draw": "discard", "pat": "pat", "stand": "pat",
    "s": "show", "show": "show", "m": "muck", "muck": "muck",
}  # fmt: skip


def read_answer(text: str, view: Hand, options: Options) -> c.Command:
    """Parse an answer as a command of the seat to act. Raises BadNotation for anything but a command that applies
    now.
    """
    first, *rest = text.lower().replace(",", " ").split()
    if options.due is Due.RUN:
        return c.ChooseRuns(_runs([first, *rest], options))
    if options.due is Due.DECLARE:
        return c.Declare(_ways(" ".join([first, *rest]), view.setup.game))
    word = _WORDS.get(first)
    if word is None and first[0] in "brd" and _is_number(first[1:]):  # r30, d13
        word, rest = _WORDS[first[0]], [first[1:], *rest]
    if word is None:
        raise BadNotation(f"{text.strip()!r} is not a command here; type ? for help")
    if word == "raise":
        return _raise(rest, view, options)
    if word == "discard":
        return _discard(rest, text, view, options)
    if word == "all-in" and rest[:1] == ["in"]:
        rest = rest[1:]
    if rest:
        raise BadNotation(f"{first!r} takes no amount or cards, but {' '.join(rest)!r} follows")
    return _MEANS[word](view, options)


_MEANS: Final[dict[str, Callable[[Hand, Options], c.Command]]] = {
    "fold": lambda _view, _options: c.Fold(),
    "check": lambda _view, _options: c.Check(),
    "call": lambda _view, options: c.BringIn() if options.due is Due.BRING_IN else c.Call(),
    "bring": lambda _view, _options: c.BringIn(),
    "min": lambda _view, options: c.RaiseTo(options.raise_min),
    "pot": lambda view, options: c.RaiseTo(pot_size(view, options)),
    "all-in": lambda view, options: _all_in(view, options),
    "pat": lambda _view, _options: c.Discard(),
    "show": lambda _view, _options: c.Show(),
    "muck": lambda _view, _options: c.Muck(),
}
_ABOUT: dict[type[c.Command], About] = {
    c.Fold: "fold", c.Check: "check", c.Call: "call", c.RaiseTo: "raise", c.BringIn: "bring_in", c.Discard: "discard",
    c.Show: "show", c.Muck: "muck", c.ChooseRuns: "run", c.Declare: "declare",
}  # fmt: skip


def why_not(view: Hand, command: c.Command, error: SidepotError) -> list[str]:
    """The lines that say why a command was refused, or which actions are possible instead."""
    if error.code in OF_CARDS:
        return [str(error)]
    why = [reason for reason in options(view).why if reason.verdict != "note"]
    about = [str(reason) for reason in why if _ABOUT[type(command)] in reason.about]
    instead = [str(reason) for reason in why if not reason.is_refusal]
    if isinstance(command, c.Call) and options(view).may_check:
        return ["There is nothing to call.", *instead]
    return about or ["That is not possible now.", *instead]


_TIMES = {"once": 1, "one": 1, "twice": 2, "two": 2, "three": 3, "thrice": 3, "four": 4}


def _runs(words: list[str], options: Options) -> int:
    """Parse how many times to run the board: `2`, `twice`, `run it three times`."""
    left = [word for word in words if word not in ("run", "it", "times", "time")]
    if len(left) != 1 or not (_is_number(left[0]) or left[0] in _TIMES):
        raise BadNotation(f"expected the number of times to run the board, from 1 to {options.runs}")
    return _TIMES.get(left[0]) or int(left[0])


def ways_of(game: Game) -> tuple[str, str, str]:
    """What players can declare in a game, in words: `high`, `low`, `both`."""
    return half_label(game, 0), half_label(game, 1), "both"


def _ways(text: str, game: Game) -> int:
    """Parse a declaration: 1 for the first half, 2 for the second, 3 for both."""
    first, second, both = ways_of(game)
    meant = {"1": 1, "hi": 1, "high": 1, "2": 2, "lo": 2, "l": 2, "low": 2, "3": 3, "b": 3, "high low": 3, "hi lo": 3}
    meant |= {first: 1, second: 2, both: 3}
    way = meant.get(text.removeprefix("declare ").replace("-", " "))
    if way is None:
        raise BadNotation(f"expected a declaration: {first}, {second} or {both}")
    return way


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def pot_size(view: Hand, options: Options) -> int:
    """The total of a pot-sized bet or raise, or the nearest total that the limit and the stack allow."""
    betting = view.betting
    return options.nearest(betting.price + betting.pot() + options.call)


def _raise(rest: list[str], view: Hand, options: Options) -> c.Command:
    if options.due is Due.BRING_IN and not rest and options.raise_min != options.raise_max:
        raise BadNotation(_how_much(options))
    if rest[:1] == ["to"]:
        rest = rest[1:]
    if not rest:
        if options.raise_min != options.raise_max:
            raise BadNotation(_how_much(options))
        return c.RaiseTo(options.raise_min)
    if rest[0] in _WORDS and _WORDS[rest[0]] in ("min", "pot", "all-in"):
        return read_answer(" ".join(rest), view, options)
    if len(rest) > 1 or not _is_number(rest[0]):
        raise BadNotation(f"{' '.join(rest)!r} is not an amount: {_how_much(options)}")
    return c.RaiseTo(int(rest[0]))


def _how_much(options: Options) -> str:
    letter = "b" if options.is_bet else "r"
    if options.raise_two:
        return f"say the total: {letter} {options.raise_min} or {letter} {options.raise_max}"
    made = f"chips of {options.step}" if options.step > 1 else "whole chips"
    return f"say the total in {made}, from {letter} {options.raise_min} to {letter} {options.raise_max}"


def _all_in(view: Hand, options: Options) -> c.Command:
    """The command to go all-in: a raise if the limit allows it, otherwise a call with the whole stack."""
    everything = view.bets[options.seat] + view.betting.stacks[options.seat]
    if options.due is Due.ACT and options.call and view.bets[options.seat] + options.call == everything:
        return c.Call()
    return c.RaiseTo(everything)


def _discard(rest: list[str], text: str, view: Hand, options: Options) -> c.Command:
    """Parse discards by position, `1 3` or `13`, or by name, `9s Kd`."""
    held = view.hole[options.seat] if options.seat >= 0 else ()
    if not rest:
        raise BadNotation("say which cards go, as in d 1 3" + ("" if options.discard_least else ", or pat to keep all"))
    joined = "".join(rest)
    if not _is_number(joined):
        return c.Discard(read_cards(joined))
    positions = [int(digit) for digit in joined]
    wrong = [at for at in positions if not 1 <= at <= len(held)]
    if wrong or len(set(positions)) < len(positions):
        raise BadNotation(f"{text.strip()!r}: cards are numbered 1 to {len(held)}, each once")
    return c.Discard(tuple(held[at - 1] for at in positions))
