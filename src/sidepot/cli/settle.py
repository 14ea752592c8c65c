"""`sidepot settle`: split the pots of a hand played with real chips."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from msgspec import Struct

from sidepot.cards import cards
from sidepot.cli import common
from sidepot.cli.common_options import AsJson, House
from sidepot.cli.game_words import named_game
from sidepot.cli.settle_input import SettleInput, add_once, read_chips, read_names
from sidepot.errors import BadNotation, SidepotError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from sidepot.hand.settling.real_chips import SettledPot, Settlement
    from sidepot.hand.settling.why import Reason


_SUITS = ("♣", "♦", "♥", "♠")
_SUIT_STYLES = ("green", "blue", "red", "bold")


File = Annotated[Path | None, typer.Argument(parser=common.path, metavar="HAND.toml", help="The hand as a TOML file.")]
Put = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=CHIPS", help="All chips that a player put in; list the players clockwise."),
]
Folded = Annotated[list[str] | None, typer.Option(metavar="NAME", help="A player who folded; repeatable.")]
Killed = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="A player whose hand was killed before the showdown.")
]
Mucked = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="A player who mucked at the showdown, in order.")
]
Hand = Annotated[list[str] | None, typer.Option(metavar="NAME=CARDS", help="The cards that a player showed.")]
Board = Annotated[str | None, typer.Option(metavar="CARDS", help="The board; two boards or two runs as A/B.")]
Best = Annotated[
    str | None, typer.Option(metavar="NAMES", help="Without cards: the order of the hands, as in Carol,Alice=Bob.")
]
Low = Annotated[str | None, typer.Option(metavar="NAMES", help="The same for the low half.")]
Dead = Annotated[str | None, typer.Option(metavar="CHIPS", help="Dead money, such as a big blind ante or dead blinds.")]
Button = Annotated[str | None, typer.Option(metavar="NAME", help="The player with the button [the last player].")]
Chip = Annotated[str | None, typer.Option(metavar="CHIPS", help="The smallest chip in play [1].")]
Declared = Annotated[
    list[str] | None, typer.Option(metavar="NAME=WAY", help="What a player declared: high, low or both.")
]
AllIn = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="A player who is all-in, if only one player is left.")
]
Game = Annotated[
    str | None, typer.Option(metavar="GAME", help="One of `sidepot games`, or a file: my-game.toml [holdem].")
]


def command(
    file: File = None,
    put: Put = None,
    folded: Folded = None,
    killed: Killed = None,
    mucked: Mucked = None,
    hand: Hand = None,
    board: Board = None,
    best: Best = None,
    low: Low = None,
    dead: Dead = None,
    button: Button = None,
    chip: Chip = None,
    declared: Declared = None,
    all_in: AllIn = None,
    game: Game = None,
    house: House = None,
    json: AsJson = False,
) -> None:
    """Split the pots of a hand: uncalled bets, main and side pots, shares, and the rules.

    Name each player with all chips they put into the hand, including antes and blinds, clockwise from the left of the
    button. A pot without the hands that decide it stays open; a pot that nobody can win carries over to the next deal.
    Separate several boards with a slash, for games with two boards and for boards run twice; give each board in full.
    Options add to the values in the file. Without arguments, on a terminal, sidepot asks you.

    Examples:

      sidepot settle examples/alice-bob-carol.toml
      sidepot settle --put Opener=20 --put Short=5 --put Caller=20
      sidepot settle --put Ann=100 --put Bo=250 --put Cy=250 --best Ann,Bo=Cy
      sidepot settle --put Ann=800 --put Bo=900 --put Cy=1700 --folded Bo \\
          --board "Kd 8s 5s 4c 2h" --hand Ann=AsKs --hand Cy=QhQd
      sidepot settle hand.toml --game omaha8 --house tda-2013 --json
      sidepot settle --put Ann=33 --put Bo=33 --game double-board-holdem \\
          --board "4h5h9sTdJc / 2c3c4c5d9d" --hand Ann=AsAh --hand Bo=8h7h
      sidepot settle --put Ann=50 --put Bo=50 --hand Ann=AsAh --hand Bo=8h7h \\
          --board "4h 5h 9s Td Jc / 4h 5h 9s 2c Kd"          run twice after the flop
      sidepot settle hand.toml --game my-game.toml            a game of your own (docs/reference/games.md)

    Exit codes: 0 settled, 2 bad usage or input.
    """
    inputs = _read_inputs(file, {
        "put": put, "folded": folded, "killed": killed, "mucked": mucked, "hands": hand, "board": board,
        "best": best, "low": low, "dead": dead,
        "button": button, "chip": chip, "game": game, "house": house, "declared": declared, "all_in": all_in,
    })  # fmt: skip
    try:
        settlement = inputs.settle()
    except SidepotError as error:
        if file is None:
            raise
        raise error.at(str(file)) from None
    common.answer(lambda: report_of(settlement), lambda: show(common.console(), inputs, settlement), json=json)


def _read_inputs(file: Path | None, options: dict[str, Any]) -> SettleInput:
    """Read the hand from a file, from the options, or from answers. Raises BadNotation for an unreadable hand."""
    from sidepot.cli.settle_input import read_toml

    if file is not None:
        inputs = read_toml(common.read_text(file), str(file))
    elif any(given is not None for given in options.values()):
        inputs = SettleInput()
    elif sys.stdin.isatty():
        inputs = ask_for_hand()
    else:
        raise BadNotation(
            "nothing to settle: give --put NAME=CHIPS for each player, or a TOML file; or run it in a terminal and "
            "answer its questions"
        )
    add_options(inputs, options)
    return inputs


def add_options(inputs: SettleInput, options: dict[str, Any]) -> None:
    """Add command-line options to a hand. Raises BadNotation, naming the option, for an invalid value."""
    from sidepot.cli import settle_input as read

    given = {name: value for name, value in options.items() if value is not None}
    for name in ("game", "house", "button", "board"):
        if name in given:
            setattr(inputs, name, given[name])
    for name in ("dead", "chip"):
        if name in given:
            setattr(inputs, name, read.read_chips(given[name], f"--{name}"))
    for name in ("best", "low"):
        if name in given:
            setattr(inputs, name, read.read_order(given[name], f"--{name}"))
    for name in ("folded", "killed", "mucked", "all_in"):
        getattr(inputs, name).extend([one for names in given.get(name, ()) for one in read.read_names(names)])
    amounts = [read.read_pair(pair, "--put") for pair in given.get("put", ())]
    read.add_once(inputs.put, [(name, read.read_chips(chips, f"--put {name}")) for name, chips in amounts], "--put")
    read.add_once(inputs.hands, [read.read_pair(pair, "--hand") for pair in given.get("hands", ())], "--hand")
    ways = [read.read_pair(pair, "--declared") for pair in given.get("declared", ())]
    read.add_once(inputs.declared, ways, "--declared")


class PotReport(Struct, frozen=True):
    """A pot, the players who contest it, and how and why it is divided."""

    amount: int
    eligible: tuple[str, ...]
    winners: tuple[str, ...]
    shares: dict[str, int]
    why: list[str]
    carried: bool


class SettlementReport(Struct, frozen=True):
    """A settled hand."""

    pots: list[PotReport]
    returned: dict[str, int]
    payouts: dict[str, int]
    cites: tuple[str, ...]
    unpaid: int
    carried: int


def report_of(settlement: Settlement) -> SettlementReport:
    """Convert a settlement to a report for JSON, with each reason as a sentence."""
    pots = [common.filled(PotReport, pot, why=[_sentence(one) for one in pot.why]) for pot in settlement.pots]
    return common.filled(SettlementReport, settlement, pots=pots)


def _sentence(reason: Reason) -> str:
    return f"{reason.text} ({', '.join(reason.cites)})" if reason.cites else reason.text


# ---- terminal


def show(console: Console, inputs: SettleInput, settlement: Settlement) -> None:
    """Print the uncalled chips, each pot, and each player's total."""
    from rich.text import Text

    from sidepot.hand.words import board_label
    from sidepot.rules.sources import names_of

    suits = console.encoding.lower().startswith("utf")
    if inputs.title:
        console.print(Text(inputs.title, style="bold"))
    players = f"{len(inputs.put)} player{'s put' if len(inputs.put) > 1 else ' puts'} in {sum(inputs.put.values()):,}"
    dead = f", {inputs.dead:,} dead money" if inputs.dead else ""
    game = inputs.played()
    console.print(Text(f"{game.title}, house {inputs.house_rules().name}: {players}{dead}", style="dim"))
    boards = inputs.board.split("/") if inputs.board.strip() else []
    for at, board in enumerate(boards):
        name = board_label(game.boards, len(boards) // game.boards, at)
        console.print(Text(f"{name}  ").append_text(_cards(board, suits)))
    for name, chips in settlement.returned.items():
        why = settlement.why_returned[0]
        line = Text.assemble("\n", (f"{chips:,}", "bold green"), " back to ", (name, "bold"), ": ")
        console.print(line.append_text(_line(why.text, why.cites)))
    for pot in settlement.pots:
        console.print(_panel(pot, suits, is_wide=console.is_terminal))
    if len(settlement.pots) > 1 and not settlement.unpaid:
        console.print(_line("Side pots are paid first, starting with the last one", ("PG-68",)))
    console.print(_takings(inputs, settlement))
    if settlement.unpaid:
        console.print(Text(_lacks(settlement)))
    console.print(Text(names_of(settlement.cites), style="dim"))


def _lacks(settlement: Settlement) -> str:
    """What is missing to decide the first open pot, as a hint."""
    from shlex import quote

    names = next(pot.eligible for pot in settlement.pots if not pot.winners and not pot.carried)
    order, hand = quote(",".join(names)), quote(f"{names[0]}=AsKs")
    return f"Give the order of the hands: --best {order} (= for equal hands), or their cards: --hand {hand} and so on."


def _panel(pot: SettledPot, suits: bool, *, is_wide: bool) -> RenderableType:
    """The panel of a pot: the origin of its chips, the contesting hands, the verdict."""
    from rich.console import Group
    from rich.panel import Panel
    from rich.text import Text

    made_of, *why = pot.why
    parts: list[RenderableType] = [_reason(made_of)]
    if pot.hands:
        parts.append(_hands(pot, suits))
    parts += [_reason(reason) for reason in why]
    names = ", ".join(pot.eligible)
    title = Text.assemble(f" {pot.name} ", (f"{pot.amount:,}", "bold"), f"  for {names} ")
    style = "green" if pot.winners or pot.carried else "yellow"
    return Panel(Group(*parts), title=title, title_align="left", border_style=style, padding=(0, 1), expand=is_wide)


def _hands(pot: SettledPot, suits: bool) -> RenderableType:
    """The hands that contest a pot, best first."""
    from rich.table import Table
    from rich.text import Text

    from sidepot.cards import text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for hand in pot.hands:
        style = "bold green" if hand.wins else ""
        half = [Text(name, style="dim") for name in (hand.board.lower(), hand.half) if name]
        mark = "wins" if hand.wins else ""
        table.add_row(
            Text(f"  {hand.name}", style=style),
            *half,
            _cards(text(hand.cards), suits),
            hand.words,
            Text(mark, style=style),
        )
    return table


def _takings(inputs: SettleInput, settlement: Settlement) -> RenderableType:
    """Each player's total."""
    from rich.text import Text

    table = common.table("player", right=("back", "wins", "takes"))
    for name in inputs.put:
        back, wins = settlement.returned.get(name, 0), settlement.payouts.get(name, 0)
        if back or wins:
            table.add_row(Text(name), f"{back:,}" if back else "", f"{wins:,}" if wins else "", f"{back + wins:,}")
    if settlement.carried:
        table.add_row(Text("next deal"), "", f"{settlement.carried:,}", "")
    if settlement.unpaid:
        table.add_row(Text("still open", style="yellow"), "", f"{settlement.unpaid:,}", "")
    return table


def _reason(reason: Reason) -> Text:
    return _line(reason.text[:1].upper() + reason.text[1:], reason.cites)


def _line(sentence: str, cites: tuple[str, ...]) -> Text:
    from rich.text import Text

    from sidepot.rules.sources import cited

    line = Text(sentence)
    return line.append(f"  {'; '.join(map(cited, cites))}", style="cyan") if cites else line


def _cards(written: str, suits: bool) -> Text:
    """Cards in four colours, with suit symbols if the terminal can show them."""
    from rich.text import Text

    from sidepot.cards import JOKER, RANKS, SUITS, rank_of, suit_of

    line = Text()
    for card in cards(written):
        if card >= JOKER:
            line.append("Joker " if card == JOKER else "? ", style="bold")
            continue
        suit = _SUITS[suit_of(card)] if suits else SUITS[suit_of(card)]
        line.append(f"{RANKS[rank_of(card)]}{suit} ", style=_SUIT_STYLES[suit_of(card)])
    return line


# ---- without arguments: questions on the terminal, one at a time


Answer = TypeVar("Answer")


def ask_for_hand() -> SettleInput:
    """Ask for the game, chips, folds, board and hands. Each question is repeated until the answer is valid."""
    inputs = SettleInput()
    common.say("Settle a hand. An empty answer goes on; Ctrl+C quits.")
    inputs.game = _ask("Game, or a game file (`sidepot games` lists them) [holdem]: ", _game)
    while True:
        inputs.put = _ask_for_chips()
        inputs.dead = _ask("Dead money (big-blind ante, dead blinds) [0]: ", lambda text: _number(text, 0))
        inputs.folded = _ask("Who folded? (Bob, Dave) ", lambda text: _names_of(text, inputs))
        inputs.chip = _ask("Smallest chip in play [1]: ", lambda text: _number(text, 1))
        try:
            open_pots = [pot for pot in inputs.settle().pots if not pot.winners]
            break
        except SidepotError as error:
            common.say(f"{error}; please try again:")
    contesting = [name for name in inputs.put if any(name in pot.eligible for pot in open_pots)]
    if contesting:
        _ask_for_cards(inputs, contesting)
    return inputs


def _ask_for_chips() -> dict[str, int]:
    """Ask for each player clockwise from the left of the button, with all chips put in."""
    common.say("Each player, clockwise from the left of the button, with all chips put into the hand, as in: Alice 800")
    put: dict[str, int] = {}
    while True:
        line = _ask(f"Player {len(put) + 1}: ", lambda text: _player(text, put))
        if not line:
            return put
        add_once(put, [line], "player")


def _player(text: str, put: dict[str, int]) -> tuple[str, int] | None:
    if not text:
        if len(put) < 2:
            raise BadNotation("a pot needs at least two players")
        return None
    name, _, chips = text.replace("=", " ").rpartition(" ")
    if not name.strip():
        raise BadNotation("expected a name and chips, as in: Alice 800")
    if name.strip() in put:
        raise BadNotation(f"{name.strip()} is already named")
    return name.strip(), read_chips(chips, name.strip())


def _ask_for_cards(inputs: SettleInput, contesting: list[str]) -> None:
    """Ask for the board and the hands."""
    game = inputs.played()
    while True:
        if game.board_cards:
            several = " / 9h 9d 6c 3c 2d" if game.boards > 1 else ""
            inputs.board = _ask(f"Board (Kd 8s 5s 4c 2h{several}), several runs separated by /: ", _board)
        inputs.hands = {name: hand for name in contesting if (hand := _ask(f"Hand of {name}: ", _written_cards))}
        try:
            inputs.settle()
            return
        except SidepotError as error:
            common.say(f"{error}; please try again:")


def _game(text: str) -> str:
    named_game(text or "holdem")
    return text or "holdem"


def _board(text: str) -> str:
    for board in text.split("/"):
        cards(board)
    return text


def _written_cards(text: str) -> str:
    cards(text)
    return text


def _number(text: str, otherwise: int) -> int:
    return read_chips(text, "chips") if text else otherwise


def _names_of(text: str, inputs: SettleInput) -> list[str]:
    names = read_names(text)
    for name in names:
        if name not in inputs.put:
            raise BadNotation(f"unknown player {name!r}; expected one of {', '.join(inputs.put)}")
    return names


def _ask(question: str, read: Callable[[str], Answer]) -> Answer:
    """Ask until the answer is readable. Raises EOFError when the input ends."""
    while True:
        print(question, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        try:
            return read(line.strip())
        except SidepotError as error:
            common.say(f"{error}")
