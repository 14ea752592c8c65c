"""Why a pot is settled in this way, in sentences for the table, each with its rules.

Citations are written as `sidepot rules` takes them: `SD-2`, `PG-8`, `TDA-2013:19`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sidepot.cards import text
from sidepot.errors import Conflict
from sidepot.games.titles import half_words, least_words
from sidepot.hand.events import Awarded
from sidepot.hand.settling.laid_out import LaidOut
from sidepot.hand.story.odd import Odd, Why, odd_chips_of
from sidepot.hand.streets import seats_of
from sidepot.hand.words import Won, played_text, uncapital, won_parts
from sidepot.ranking.playable_cards import made
from sidepot.rules.clauses import Sentence, names, plain, say
from sidepot.rules.texts import Point, cite

NOT_CALLED: Final = ("SD-2", "PG-8")
NOT_MATCHED: Final = ("TS-4",)
MAIN_POT: Final = ("TS-5", "PG-10")
SIDE_POT: Final = ("PG-9", "PG-10")
FOLDED_CHIPS: Final = ("PG-25",)
AT_ONCE: Final = ("AI-8",)
LAST_ONE_LEFT: Final = ("PG-26",)
BEST_HAND: Final = ("PG-67",)
BEST_IN_ITS_POT: Final = ("SD-6", "PG-16")
HIGH_LOW: Final = ("SD-8",)
NO_LOW: Final = ("PG-98",)
LEAST_HAND: Final = ("PG-62",)
DECLARED: Final = ("PG-69",)

EACH_POT: Final = Point("each pot by itself", {"TDA-2013": "20", "TDA-2024": "21", "RRP-11": "ties/each-pot"})
IDENTICAL: Final = Point(
    "identical both ways", {"TDA-2013": "19", "TDA-2024": "20", "WSOP-2026": "73", "RRP-11": "ties/identical"}
)
ODD_HALF: Final = Point("odd chip of the halves", {"TDA-2013": "19", "TDA-2024": "20-C", "RRP-11": "ties/high-low"})
LARGER_HALF: Final = Point("odd chip of the larger hand", {"BARGE-2026": "ties/split-games"})
FIRST_BOARD: Final = Point("odd chip of the boards", {"WSOP-LIVE-2026": "208"})
BOARD_ODD: Final = Point("odd chip with a board", {"TDA-2013": "19", "TDA-2024": "20-A", "RRP-11": "ties/button-games"})
STUD_ODD: Final = Point("odd chip in stud", {"TDA-2013": "19", "TDA-2024": "20-B", "WSOP-LIVE-2026": "153"})
ALL_CARDS: Final = Point("odd chip by all cards", {"RRP-11": "ties"})
OTHER_ODD: Final = Point(
    "odd chip in other games", {"TDA-2013": "19", "TDA-2024": "20", "TDA-2026": "21-D", "RRP-11": "ties/button-games"}
)
ONE_EACH: Final = Point("one odd chip", {"RRP-11": "ties/one-chip", "BARGE-2026": "ties/one-chip"})


class Reason(NamedTuple):
    """A reason in a settlement, with its rules. It is given as text and as a translatable `sentence`."""

    text: str
    cites: tuple[str, ...] = ()
    sentence: Sentence = ()


def _reason(sentence: Sentence, cites: tuple[str, ...] = ()) -> Reason:
    return Reason(plain(sentence), cites, sentence)


# ---- chips


def not_called(table: LaidOut, back: Sequence[tuple[int, int]]) -> tuple[Reason, ...]:
    """The reason why uncalled chips are returned before any pot is paid."""
    if not back:
        return ()
    hand = table.hand
    most = hand.betting.put[back[0][0]]
    if not hand.live >> back[0][0] & 1:
        return (_reason(say("those left in are all-in for {most} at most", most), NOT_MATCHED),)
    return (
        _reason(
            say("nobody else put in more than {most}", most) if most else say("nobody called any of it"), NOT_CALLED
        ),
    )


def made_of(table: LaidOut, at: int) -> Reason:
    """The reason why pot `at` has its size: equal amounts from all claimants, chips of folded hands and dead money."""
    hand = table.hand
    pot = hand.layers[at]
    each = min(hand.put[seat] for seat in pot.seats) - pot.floor
    dead = 0 if at else hand.dead
    left = pot.amount - dead - each * len(pot.seats)
    who = names([table.names[seat] for seat in pot.seats])
    parts = []
    if each:
        parts.append(
            say("{amount} from each of {players}", each, who)
            if len(pot.seats) > 1
            else say("{amount} from {player}", each, who)
        )
    if left:
        parts.append(say("{amount} from those who folded", left))
    if dead:
        parts.append(say("{amount} of dead money", dead))
    sentence: Sentence = (", ".join(["{}"] * len(parts)), *parts)
    return _reason(sentence, (SIDE_POT if at else MAIN_POT) + (FOLDED_CHIPS if left else ()))


# ---- winners


def one_claimant(name: str, *, is_only_pot: bool) -> Reason:
    """The reason why a pot is won without a showdown."""
    if is_only_pot:
        return _reason(say("everybody else folded: {player} takes it without showing", name), LAST_ONE_LEFT)
    return _reason(say("{player} is the only one left in it and gets it at once", name), AT_ONCE)


def still_open(players: Sequence[str]) -> Reason:
    """The reason why a pot is not paid yet: the hands of these players are unknown."""
    who = names(list(players))
    many = say("open until the hands of {players} can be compared", who)
    return _reason(many if len(players) > 1 else say("open until the hand of {player} can be compared", who))


def nobody_holds(table: LaidOut) -> Reason:
    """The reason why nobody wins a pot: no hand qualifies, so it is carried to the next deal."""
    return _reason(say("nobody holds {hand}, and it stays for the next deal", _least(table)), LEAST_HAND)


def verdicts(table: LaidOut, event: Awarded) -> list[Reason]:
    """The reasons why the winners of each half of each board win, with their hands."""
    hand = table.hand
    won = {(one.board, one.half): one for one in won_parts(hand, event)}
    halves = range(len(hand.setup.game.halves))
    found = []
    for board in range(len(hand.boards)):
        if not any((board, half) in won for half in halves):
            line = say("nobody holds {hand}, and its part goes to the others", _least(table))
            found.append(_reason(_on_board(table, board, line), LEAST_HAND))
            continue
        for half in halves:
            one = won.get((board, half))
            line, cites = _verdict(table, one) if one is not None else _not_won(table, half)
            found.append(_reason(_on_board(table, board, line), cites))
    return found


def _verdict(table: LaidOut, won: Won) -> tuple[Sentence, tuple[str, ...]]:
    hand = table.hand
    game = hand.setup.game
    several, is_only_pot = len(game.halves) > 1, len(hand.layers) == 1
    winners = seats_of(won.seats)
    who = names([table.names[seat] for seat in winners])
    what: Sentence = (half_words(game, won.half),) if several else say("it")
    line = say("{players} share {pot}", who, what) if len(winners) > 1 else say("{player} wins {pot}", who, what)
    if not table.by_order:
        line = say("{}: {}", line, (uncapital(played_text(hand, winners[0], won.board, won.half)),))
    cites = (HIGH_LOW if several else ()) + (BEST_HAND if is_only_pot else BEST_IN_ITS_POT)
    if hand.aside.declared:
        cites += DECLARED
    if len(winners) > 1 and not is_only_pot:
        cites += (str(cite(EACH_POT, hand.setup.rulebook)),)  # each pot is split separately
    return line, cites


def _not_won(table: LaidOut, half: int) -> tuple[Sentence, tuple[str, ...]]:
    """Why nobody wins a half, so that the other half takes the whole pot."""
    game = table.hand.setup.game
    other: Sentence = (half_words(game, 1 - half),)
    if table.hand.aside.declared:
        return say(
            "nobody wins {half} by declaration, and {other} takes all", (half_words(game, half),), other
        ), DECLARED
    if not half and game.win_requirement:
        return say("nobody holds {hand}, and {other} takes all", _least(table), other), LEAST_HAND
    return say("no hand qualifies for low, and the high hand takes all"), NO_LOW


def _least(table: LaidOut) -> Sentence:
    return (least_words(table.hand.setup.game),)


def _on_board(table: LaidOut, board: int, line: Sentence) -> Sentence:
    """The sentence, with the board or run that it is about if there are several."""
    return say("{}: {}", _board(table, board), line) if len(table.hand.boards) > 1 else line


def _board(table: LaidOut, board: int) -> Sentence:
    each, runs = table.hand.plan.boards, table.hand.aside.runs
    run, number = str(board // each + 1), str(board % each + 1)
    if runs < 2:
        return say("board {number}", number)
    return say("run {run}, board {number}", run, number) if each > 1 else say("run {run}", run)


# ---- odd chips


def check_suits(table: LaidOut, event: Awarded) -> None:
    """Raise Conflict if an odd chip depends on the suit of an unknown card."""
    if table.by_order and any(odd.seats and odd.why is not Why.POSITION for odd in odd_chips_of(table.hand, event)):
        raise Conflict(
            f"in {table.hand.setup.game.title} the suit of a card decides who gets the odd chip "
            f"({table.hand.setup.stakes.chip:,}) of a pot of {event.amount:,}; give the winning hands "
            "as cards"
        )


def odd_chips(table: LaidOut, event: Awarded) -> list[Reason]:
    """The reasons for the odd chips: which hands tie in both halves, who gets each odd chip, and the rule."""
    return [*_identical(table, event), *[_odd_chip(table, odd) for odd in odd_chips_of(table.hand, event)]]


def _identical(table: LaidOut, event: Awarded) -> list[Reason]:
    """The reasons for players whose hands tie both ways, if the house lets them share both halves as one."""
    hand = table.hand
    rulebook = hand.setup.rulebook
    if not rulebook.identical_high_low_even:
        return []
    found = []
    for board in range(len(hand.boards)):
        both = [one.seats for one in won_parts(hand, event) if one.board == board]
        if len(both) > 1 and len(set(both)) == 1 and both[0] & (both[0] - 1):
            who = names([table.names[seat] for seat in seats_of(both[0])])
            line = say("{players} hold the same both ways and divide it evenly", who)
            found.append(_reason(_on_board(table, board, line), (str(cite(IDENTICAL, rulebook)),)))
    return found


def _odd_chip(table: LaidOut, odd: Odd) -> Reason:
    hand = table.hand
    game, rulebook, chip = hand.setup.game, hand.setup.rulebook, hand.setup.stakes.chip
    if odd.why is Why.FIRST_BOARD:
        return _reason(
            say("the odd {chip} goes to {part}", chip, _board(table, odd.board)), (str(cite(FIRST_BOARD, rulebook)),)
        )
    if odd.why in (Why.FIRST_HALF, Why.LARGER_HALF):
        point, *field = (LARGER_HALF, "odd_half") if odd.why is Why.LARGER_HALF else (ODD_HALF,)
        line = say("the odd {chip} goes to {part}", chip, (half_words(game, odd.half),))
        return _reason(_on_board(table, odd.board, line), (str(cite(point, rulebook, *field)),))
    who = names([table.names[seat] for seat in odd.seats])
    reason, cites = _first_in_line(table, odd)
    if odd.one_each:
        reason = say("{reason}, and nobody gets two", reason)
        cites += (str(cite(ONE_EACH, rulebook, "one_odd_chip")),)
    many = say("the odd chips of {chip} go to {players}, {reason}", chip, who, reason)
    line = many if len(odd.seats) > 1 else say("the odd {chip} goes to {player}, {reason}", chip, who, reason)
    return _reason(_on_board(table, odd.board, line), cites)


def _first_in_line(table: LaidOut, odd: Odd) -> tuple[Sentence, tuple[str, ...]]:
    """Why these seats are first in line for an odd chip."""
    hand = table.hand
    game, rulebook = hand.setup.game, hand.setup.rulebook
    if odd.why is Why.POSITION:
        point = BOARD_ODD if game.board_cards else STUD_ODD if game.is_stud else OTHER_ODD
        return say("first left of the button, which {player} has", table.button), (str(cite(point, rulebook)),)
    if odd.why is Why.ALIKE:
        return say("so that players with the same hand both ways get the same"), (str(cite(IDENTICAL, rulebook)),)
    if odd.why is Why.BEST_FIVE:
        half = game.halves[max(odd.half, 0)]
        best = made(
            half.scale, half.choose, half.qualifier, hand.hole[odd.seats[0]], hand.boards[odd.board],
            lowest=hand.plan.lowest, wild=game.wild,
        )  # fmt: skip
        high = text((best.high_card,))
        return say("the highest by suit of the best five being {card}", high), (str(cite(STUD_ODD, rulebook)),)
    line = (
        say("who holds the highest of all cards by suit")
        if odd.why is Why.HIGHEST
        else say("who holds the lowest of all cards by suit")
    )
    return line, (str(cite(ALL_CARDS, rulebook)),)
