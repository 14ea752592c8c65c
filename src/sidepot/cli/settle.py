"""`sidepot settle`: the split of a hand that was played with real chips, and why."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, House
from sidepot.errors import BadNotation, SidepotError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from sidepot.cli.settle_input import SettleInput
    from sidepot.settling.real_chips import SettledPot, Settlement
    from sidepot.settling.why import Reason

_SUITS = ("♣", "♦", "♥", "♠")
_SUIT_STYLES = ("green", "blue", "red", "bold")


def command(
    file: Annotated[
        Path | None, typer.Argument(parser=common.path, metavar="HAND.toml", help="The hand as a TOML file.")
    ] = None,
    put: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=CHIPS", help="A player's chips put in during the whole hand; players clockwise."),
    ] = None,
    folded: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A folded player; may be repeated.")] = None,
    hand: Annotated[list[str] | None, typer.Option(metavar="NAME=CARDS", help="A hand that was shown.")] = None,
    board: Annotated[str | None, typer.Option(metavar="CARDS", help="The board.")] = None,
    best: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Without cards: the order of hands, as in Carol,Alice=Bob.")
    ] = None,
    low: Annotated[str | None, typer.Option(metavar="NAMES", help="The same for the low half.")] = None,
    dead: Annotated[
        str | None, typer.Option(metavar="CHIPS", help="Dead money: a big-blind ante, dead blinds.")
    ] = None,
    button: Annotated[str | None, typer.Option(metavar="NAME", help="The button [the last player].")] = None,
    chip: Annotated[str | None, typer.Option(metavar="CHIPS", help="The smallest chip in play [1].")] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="holdem, omaha8, stud ... [holdem].")] = None,
    house: House = None,
    json: AsJson = False,
) -> None:
    """Settle a hand: uncalled bets, the pots, their claimants, the shares, and the rules.

    Name each player with all chips put into the hand, antes and blinds included, clockwise from the left of the button.
    Pots whose hands are not given stay open. Options are added to those of the file. With nothing at all, on a
    terminal, you are asked.

    Examples:

      sidepot settle examples/alice-bob-carol.toml
      sidepot settle --put Opener=20 --put Short=5 --put Caller=20
      sidepot settle --put Ann=100 --put Bo=250 --put Cy=250 --best Ann,Bo=Cy
      sidepot settle --put Ann=800 --put Bo=900 --put Cy=1700 --folded Bo \\
          --board "Kd 8s 5s 4c 2h" --hand Ann=AsKs --hand Cy=QhQd
      sidepot settle hand.toml --game omaha8 --house tda-2013 --json

    Exit codes: 0 settled, 2 bad usage or input.
    """
    from sidepot.cli.settle_input import SettleInput, read_toml

    options: dict[str, Any] = {
        "put": put, "folded": folded, "hands": hand, "board": board, "best": best, "low": low, "dead": dead,
        "button": button, "chip": chip, "game": game, "house": house,
    }  # fmt: skip
    if file is not None:
        told = read_toml(common.read_text(file), str(file))
    elif any(given is not None for given in options.values()):
        told = SettleInput()
    elif sys.stdin.isatty():
        from sidepot.cli.settle_ask import ask_for_hand

        told = ask_for_hand()
    else:
        raise BadNotation("nothing to settle: give --put NAME=CHIPS for each player, or a TOML file; or use a terminal")
    add_options(told, options)
    try:
        settlement = told.settle()
    except SidepotError as error:
        if file is None:
            raise
        raise error.at(str(file)) from None
    if json:
        common.print_json(as_json(settlement))
    else:
        show(common.console(), told, settlement)


def add_options(told: SettleInput, options: dict[str, Any]) -> None:
    """Add what the command line says to what the file says. Raises BadNotation, naming the option."""
    from sidepot.cli import settle_input as read

    given = {name: value for name, value in options.items() if value is not None}
    for name in ("game", "house", "button", "board"):
        if name in given:
            setattr(told, name, given[name])
    for name in ("dead", "chip"):
        if name in given:
            setattr(told, name, read.read_chips(given[name], f"--{name}"))
    for name in ("best", "low"):
        if name in given:
            setattr(told, name, read.read_order(given[name], f"--{name}"))
    told.folded += [name for names in given.get("folded", ()) for name in read.read_names(names)]
    amounts = [read.read_pair(pair, "--put") for pair in given.get("put", ())]
    read.add_once(told.put, [(name, read.read_chips(chips, f"--put {name}")) for name, chips in amounts], "--put")
    read.add_once(told.hands, [read.read_pair(pair, "--hand") for pair in given.get("hands", ())], "--hand")


def as_json(settlement: Settlement) -> dict[str, Any]:
    """The settlement as one JSON document."""
    return {
        "pots": [
            {
                "amount": pot.amount,
                "eligible": pot.eligible,
                "winners": pot.winners,
                "shares": pot.shares,
                "why": [_sentence(reason) for reason in pot.why],
            }
            for pot in settlement.pots
        ],
        "returned": settlement.returned,
        "payouts": settlement.payouts,
        "cites": settlement.cites,
        "unpaid": settlement.unpaid,
    }


def _sentence(reason: Reason) -> str:
    return f"{reason.text} ({', '.join(reason.cites)})" if reason.cites else reason.text


# ---- on the terminal


def show(console: Console, told: SettleInput, settlement: Settlement) -> None:
    """The uncalled chips first, then each pot, then what everybody takes."""
    from rich.text import Text

    from sidepot.games.catalog import find_game

    suits = console.encoding.lower().startswith("utf")
    if told.title:
        console.print(Text(told.title, style="bold"))
    players = f"{len(told.put)} player{'s put' if len(told.put) > 1 else ' puts'} in {sum(told.put.values()):,}"
    dead = f", {told.dead:,} dead money" if told.dead else ""
    console.print(Text(f"{find_game(told.game).title}, house {told.rulebook().name}: {players}{dead}", style="dim"))
    if told.board:
        console.print(Text("Board  ").append_text(_cards(told.board, suits)))
    for name, chips in settlement.returned.items():
        why = settlement.why_returned[0]
        line = Text.assemble("\n", (f"{chips:,}", "bold green"), " back to ", (name, "bold"), ": ")
        console.print(line.append_text(_line(why.text, why.cites)))
    for pot in settlement.pots:
        console.print(_panel(pot, suits, is_wide=console.is_terminal))
    if len(settlement.pots) > 1 and not settlement.unpaid:
        console.print(_line("The side pots are paid first, the last one made before the others", ("PG-68",)))
    console.print(_takings(told, settlement))
    if settlement.unpaid:
        from rich.text import Text

        console.print(Text(_lacks(settlement)))


def _lacks(settlement: Settlement) -> str:
    """How to say who wins the first pot that is still open."""
    from shlex import quote

    names = next(pot.eligible for pot in settlement.pots if not pot.winners)
    order, hand = quote(",".join(names)), quote(f"{names[0]}=AsKs")
    return f"Say whose hand is best: --best {order} (= between equal ones); or what they hold: --hand {hand} and so on."


def _panel(pot: SettledPot, suits: bool, *, is_wide: bool) -> RenderableType:
    """One pot: where it comes from, the hands that contest it, the verdict."""
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
    style = "green" if pot.winners else "yellow"
    return Panel(Group(*parts), title=title, title_align="left", border_style=style, padding=(0, 1), expand=is_wide)


def _hands(pot: SettledPot, suits: bool) -> RenderableType:
    """The hands that contest a pot, the best first."""
    from rich.table import Table
    from rich.text import Text

    from sidepot.cards import text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for hand in pot.hands:
        style = "bold green" if hand.wins else ""
        half = [Text(hand.half, style="dim")] if hand.half else []
        mark = "wins" if hand.wins else ""
        table.add_row(
            Text(f"  {hand.name}", style=style),
            *half,
            _cards(text(hand.cards), suits),
            hand.words,
            Text(mark, style=style),
        )
    return table


def _takings(told: SettleInput, settlement: Settlement) -> RenderableType:
    """Each player's total from the table."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("player")
    for column in ("back", "wins", "takes"):
        table.add_column(column, justify="right")
    for name in told.put:
        back, wins = settlement.returned.get(name, 0), settlement.payouts.get(name, 0)
        if back or wins:
            table.add_row(Text(name), f"{back:,}" if back else "", f"{wins:,}" if wins else "", f"{back + wins:,}")
    if settlement.unpaid:
        table.add_row(Text("still open", style="yellow"), "", f"{settlement.unpaid:,}", "")
    return table


def _reason(reason: Reason) -> Text:
    return _line(reason.text[:1].upper() + reason.text[1:], reason.cites)


def _line(sentence: str, cites: tuple[str, ...]) -> Text:
    from rich.text import Text

    line = Text(sentence)
    return line.append(f"  {' '.join(cites)}", style="cyan") if cites else line


def _cards(written: str, suits: bool) -> Text:
    """Cards in the four colours of a deck, with their suits drawn where the terminal can."""
    from rich.text import Text

    from sidepot.cards import RANKS, SUITS, cards, rank_of, suit_of

    line = Text()
    for card in cards(written):
        suit = _SUITS[suit_of(card)] if suits else SUITS[suit_of(card)]
        line.append(f"{RANKS[rank_of(card)]}{suit} ", style=_SUIT_STYLES[suit_of(card)])
    return line
