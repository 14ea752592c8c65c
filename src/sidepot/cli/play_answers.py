"""What a player types at the prompt of `sidepot play`, as a command, and why a command is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sidepot.cards import cards as read_cards
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.model import Game
from sidepot.games.titles import half_label
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.hand.legal.reason import About
from sidepot.hand.playing import OF_CARDS

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
        raise BadNotation(
            "say which cards to discard, as in d 1 3" + ("" if options.discard_least else ", or pat to keep all")
        )
    joined = "".join(rest)
    if not _is_number(joined):
        return c.Discard(read_cards(joined))
    positions = [int(digit) for digit in joined]
    wrong = [at for at in positions if not 1 <= at <= len(held)]
    if wrong or len(set(positions)) < len(positions):
        raise BadNotation(f"{text.strip()!r}: cards are numbered 1 to {len(held)}, each once")
    return c.Discard(tuple(held[at - 1] for at in positions))
