"""The end of a hand in lines of text: what is said of runs and halves, who wins which part of which pot, the rake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sidepot.cards import UNKNOWN
from sidepot.cli.game_words import half_label, least_words
from sidepot.cli.table_text import (
    WIDTH,
    board_name,
    card_text,
    cards_text,
    flow,
    half_text,
    length,
    pot_name,
    seat_name,
)
from sidepot.errors import SidepotError
from sidepot.games.model import Choose, Game
from sidepot.hand.claims import winners
from sidepot.hand.due import Due
from sidepot.hand.events import (
    Awarded,
    Declared,
    Exposed,
    Part,
    PassedOut,
    Proved,
    Revealed,
    RunChosen,
    TookBack,
)
from sidepot.hand.streets import seats_of

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def award_lines(hand: Hand, event: Awarded, pots: int, you: int) -> list[str]:
    """Who gets what of a pot, told before the hand takes it in: all of it, or its parts by board and half.

    `pots` is how many pots there were in all, so that each has its name.
    """
    name = f"the {pot_name(event.pot, pots)} of {event.amount}"
    if event.rake:
        name += f", less {event.rake} for the house"
    if not event.shares:
        return [f"The house takes {name.partition(',')[0]}"]
    won = _won(hand, event)
    boards, halves = len(hand.boards) > 1, len(hand.setup.game.halves) > 1
    if len(event.shares) == 1:
        seat = event.shares[0][0]
        said = f"[bold]{seat_name(seat, you)} {'win' if seat == you else 'wins'} {name}[/]"
        return _with_words(said, _words(hand, seat, won, boards=boards, halves=halves))
    lines = [f"{name[0].upper()}{name[1:]}{',' * bool(event.rake)} is shared:"]
    if event.parts:
        for part in event.parts:
            lines += _part_lines(hand, part, won, you)
        return lines
    for seat, amount in event.shares:
        words = _words(hand, seat, won, boards=boards, halves=halves)
        lines += _with_words(f"  {_gets(seat, amount, you)}", words)
    return lines


def passed_out_words(hand: Hand, event: PassedOut) -> str:
    """Why a pot waits for the next deal, told before the hand takes it in."""
    stays = f"{event.amount} stay in the pot for the next deal"
    if hand.opener < 0 and hand.pot_at < 0:
        return f"Nobody opened: the cards go in, and {stays}"
    if hand.plan.to_win and hand.aside.proved >= 0:
        return f"Nobody holds {least_words(hand.setup.game)}: {stays}"
    return f"Nobody is left with a claim: {stays}"


def said_lines(hand: Hand, event: RunChosen | Declared | Revealed, you: int) -> list[str]:
    """How often the board is run, and which halves are declared for, told after the hand has taken it in."""
    match event:
        case RunChosen(seat=seat, runs=runs):
            lines = [f"{_says(seat, you, 'say', 'says')}: run it {runs_words(runs)}"]
            if hand.due is not Due.RUN:
                lines.append(f"[bold]The board is run {runs_words(hand.aside.runs)}[/]")
            return lines
        case Declared(seat=seat, ways=ways) if ways > 0:
            return [f"{_says(seat, you, 'declare', 'declares')} {ways_words(hand.setup.game, ways)}"]
        case Declared(seat=seat):
            return [f"{_says(seat, you, 'declare', 'declares')} with chips in the closed hand"]
    told = [f"{seat_name(seat, you)} {ways_words(hand.setup.game, ways)}" for seat, ways in event.declared]
    return flow(["The hands are opened", *told])


def checked_words(event: Proved | Exposed | TookBack, you: int) -> str:
    """What the dealer looks at: openers, a card that was seen, a bring-in of the wrong seat."""
    match event:
        case Proved(seat=seat, cards=cards, good=True):
            return f"{_says(seat, you, 'show', 'shows')} {cards_text(cards)} to open with"
        case Proved(seat=seat, cards=cards):
            return f"{_says(seat, you, 'show', 'shows')} {cards_text(cards)}, which are no openers: the hand is dead"
        case Exposed(seat=seat, card=card, kept=kept):
            after = "it stays" if kept else "it goes, and another comes for it"
            return f"{card_text(card)} was seen as {'you' if seat == you else seat_name(seat)} got it: {after}"
        case TookBack(seat=seat, amount=amount):
            return f"{_says(seat, you, 'take', 'takes')} {amount} back: another seat brings it in"


def ways_words(game: Game, ways: int) -> str:
    """What is declared for: `high`, `low`, `both`."""
    return {1: half_label(game, 0), 2: half_label(game, 1), 3: "both"}.get(ways, "nothing")


def runs_words(runs: int) -> str:
    """How often the board is run: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(runs, f"{runs} times")


def _says(seat: int, you: int, yours: str, other: str) -> str:
    return f"{seat_name(seat, you)} {yours if seat == you else other}"


# ---- what wins


def _won(hand: Hand, event: Awarded) -> list[tuple[int, int, int]]:
    """(board, half, winners as a bit mask) of a pot, where hands were compared or the winner has shown his."""
    claimants = hand.layers[event.pot].eligible & hand.live if hand.layers else 0
    if not claimants & (claimants - 1):
        claimants &= hand.shown
    if not claimants:
        return []
    try:
        return [
            (board, half, mask)
            for board in range(len(hand.boards))
            for half, mask in winners(hand, seats_of(claimants), board)
        ]
    except SidepotError:  # a hand that nobody saw, or a board that never came
        return []


def _part_lines(hand: Hand, part: Part, won: Sequence[tuple[int, int, int]], you: int) -> list[str]:
    """`  Board 2, low: Seat 3 gets 20: Six-five low, 6-5-4-3-A`; on several lines where the half is shared."""
    game = hand.setup.game
    names = [board_name(hand, part.board)] if len(hand.boards) > 1 else []
    if len(game.halves) > 1:
        names.append(
            half_label(game, part.half) if part.half >= 0 else f"{half_label(game, 0)} and {half_label(game, 1)}"
        )
    label = ", ".join(names)
    here = [row for row in won if row[0] == part.board and part.half in (-1, row[1])]
    lines: list[str] = []
    for seat, amount in part.shares:
        words = _words(hand, seat, here, boards=False, halves=part.half < 0 and len(game.halves) > 1)
        lines += _with_words(f"  {label[:1].upper()}{label[1:]}: {_gets(seat, amount, you)}", words)
    return lines


def _gets(seat: int, amount: int, you: int) -> str:
    return f"[bold]{seat_name(seat, you)} {'get' if seat == you else 'gets'} {amount}[/]"


def _words(hand: Hand, seat: int, won: Sequence[tuple[int, int, int]], *, boards: bool, halves: bool) -> list[str]:
    """With what a seat wins its parts, each named by its board and half where asked: `low with wheel, 5-4-3-2-A`."""
    said = []
    for board, half in [(board, half) for board, half, mask in won if mask >> seat & 1]:
        words = _hand_text(hand, seat, board, half)
        if not words:
            return []
        label = [board_name(hand, board).lower()] if boards else []
        if halves:
            label.append(half_label(hand.setup.game, half))
        said.append(f"{', '.join(label)} with {words[0].lower()}{words[1:]}" if label else words)
    return said


def _hand_text(hand: Hand, seat: int, board: int, half: int) -> str:
    """What a seat makes for a half on a board, or is held to have called."""
    game = hand.setup.game
    called = hand.aside.called_by(seat)
    if half < len(called) and called[half]:
        return half_text(game, replace(game.halves[half], choose=Choose.HOLE), called[half], ())
    hole = hand.hole[seat]
    return "" if UNKNOWN in hole else half_text(game, game.halves[half], hole, hand.boards[board])


def _with_words(said: str, words: Sequence[str]) -> list[str]:
    """Who wins what, and with what: on one line where it fits."""
    if not words:
        return [said]
    line = f"{said}: {'; '.join(words)}"
    return [line] if length(line) <= WIDTH else [f"{said}:", *flow(words, indent="      ", between="; ")]
