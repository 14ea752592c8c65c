"""The rows of a hand: one for the hand, one for each dealt-in player, one for each action.

A tournament summary has a row for each player that it names.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sidepot.cards import text
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.moments import moment_in
from sidepot.formats.sites.tournament_summary import Finish, TournamentSummary
from sidepot.hand import events as e
from sidepot.hand.due import DONE
from sidepot.hand.setup import LIVE_POSTS
from sidepot.stats.action_lines import starting_hand
from sidepot.stats.figures import COUNTS, MARKED
from sidepot.stats.hand_seen import HandSeen, mark_of
from sidepot.stats.textures import textures

COLUMNS: Final[dict[str, dict[str, str]]] = {
    "hand": {
        "id": "int64", "file": "string", "hand": "string", "outcome": "string", "site": "string", "table": "string",
        "when": "string", "started": "string", "month": "string", "stakes": "string", "money": "string",
        "decimals": "int8", "unit": "int64", "players": "int8", "pot": "int64", "side_pots": "int8", "rake": "int64",
        "board": "string", "rounds": "int8", "showdown": "bool", "all_in": "bool",
        "pot_type": "string", "flop": "string", "turn": "string", "river": "string", "mark": "int64",
        "tournament": "string", "price": "string",
    },
    "player": {
        "id": "int64", "seat": "int8", "number": "int16", "player": "string", "position": "string", "hero": "bool",
        "money": "string", "decimals": "int8", "unit": "int64", "stack": "int64", "put": "int64", "won": "int64",
        "net": "int64", "cards": "string", "showdown": "bool", "walk": "bool", "bomb": "bool", "adjustment": "int64",
        "rake": "float64", "big_bet": "int64", "expected": "float64", "starting_hand": "string", "depth": "float64",
        "line": "string", "in_position": "bool",
        **dict.fromkeys(MARKED, "bool"), **dict.fromkeys(COUNTS, "int16"),
    },
    "action": {
        "id": "int64", "step": "int16", "round": "int8", "seat": "int8", "action": "string", "amount": "int64",
        "total": "int64", "cards": "string",
    },
    "tournament": {
        "file": "string", "site": "string", "tournament": "string", "title": "string", "game": "string",
        "currency": "string", "started": "string", "entries": "int64", "prize_pool": "int64", "buy_in": "int64",
        "bounty": "int64", "fee": "int64", "player": "string", "hero": "bool", "playing": "bool", "place": "int64",
        "prize": "int64", "bounties": "int64", "ticket": "string", "rebuys": "int64", "add_ons": "int64",
        "re_entries": "int64", "net": "int64",
    },
}  # fmt: skip
"""The columns of each table with their types, in order. docs/reference/corpus.md explains them."""

_CARDS: Final = frozenset({e.Dealt, e.BoardDealt, e.Discarded, e.Burned})
_DONE: Final = frozenset(
    {
        e.Folded, e.Checked, e.Called, e.BroughtIn, e.RaisedTo, e.Posted, e.Returned, e.Shown, e.Discarded, e.Mucked,
    }
)  # fmt: skip
_IN_TURN: Final = frozenset({e.Checked, e.Called, e.RaisedTo, e.Folded})
_NEW_CARDS: Final = frozenset({e.Dealt, e.BoardDealt})
_ACTS: Final = ("fold", "check", "call", "bet", "raise", "bring-in")

_NO_MARKS: Final[list[object]] = [*[None] * len(MARKED), *[0] * len(COUNTS)]
_MARKED: Final = len(MARKED)
_AT: Final = {name: at for at, name in enumerate((*MARKED, *COUNTS))}

Row = tuple[object, ...]


def rows_of(number: int, file: str, outcome: str, history: HandHistory, hand: HandSeen) -> dict[str, list[Row]]:
    """The rows of a hand for each table of the corpus.

    - `number`: the id of the hand
    - `file`: its file
    - `outcome`: how it compares with its printed result
    """
    actions = _actions(number, history)
    return {
        "hand": [_hand_row(number, file, outcome, history, hand, actions)],
        "player": _player_rows(number, history, hand),
        "action": actions,
    }


def _hand_row(number: int, file: str, outcome: str, history: HandHistory, hand: HandSeen, actions: list[Row]) -> Row:
    log = history.hand.log
    pots = len({event.pot for event in [event for event in log if type(event) is e.Awarded]})
    if history.hand.due is not DONE:
        pots += len(history.hand.pots())
    acts = [row for row in actions if row[4] in _ACTS]
    rounds = 1 + int(str(acts[-1][2])) if acts else 1
    return (
        number, file, history.name, outcome, history.site, history.table, history.when, hand.started, hand.month,
        hand.stakes, hand.money, hand.decimals, hand.unit, len(hand.seats) - hand.seats.count(None), hand.pot,
        max(pots - 1, 0), hand.rake, " ".join([text(board) for board in history.hand.boards if board]),
        rounds, hand.showdown, hand.showdown and _ran_out(log), hand.pot_type,
        *textures(history.hand.boards[0] if history.hand.boards else ()), mark_of(history), history.tournament_id,
        history.buy_in,
    )  # fmt: skip


def _ran_out(log: Sequence[e.Event]) -> bool:
    """Whether cards came after the last act, or nobody acted."""
    dealt = False
    for event in reversed(log):
        if type(event) in _IN_TURN:
            return dealt
        dealt = dealt or type(event) in _NEW_CARDS
    return True


def tournament_rows(file: str, summary: TournamentSummary) -> list[Row]:
    """A row for each player that a summary names. Amounts are in cents. `net` is empty for a player without a finishing
    place.
    """
    one = summary
    found: dict[str, list[Finish]] = {}
    for finish in one.finishes:
        found.setdefault(finish.name, []).append(finish)
    return [
        (
            file, one.site, one.number, one.title, one.game, one.currency, _started(one.started), one.entries,
            one.prize_pool, one.buy_in, one.bounty, one.fee, name, name == one.hero, each[0].is_playing,
            0 if each[0].is_playing else min([finish.place for finish in each]), sum([finish.prize for finish in each]),
            sum([finish.bounties for finish in each]), ", ".join([finish.ticket for finish in each if finish.ticket]),
            each[0].rebuys, each[0].add_ons, each[0].re_entries, None if each[0].is_playing else one.net_of(name),
        )
        for name, each in found.items()
    ]  # fmt: skip


def _started(text: str) -> str:
    moment = moment_in(text)
    return "{}-{:02}-{:02} {:02}:{:02}:{:02}".format(*moment) if moment else ""


def _player_rows(number: int, history: HandHistory, hand: HandSeen) -> list[Row]:
    stacks, hole, collected = history.hand.setup.stacks, history.hand.hole, history.collected
    largest, *others = sorted([stacks[seat] for seat, one in enumerate(hand.seats) if one is not None], reverse=True)
    second = others[0] if others else largest
    return [
        (
            number, seat, history.numbers[seat], one.player, one.position, seat == history.hero, hand.money,
            hand.decimals, hand.unit, stacks[seat], collected.get(seat, 0) - one.net + one.adjustment,
            collected.get(seat, 0), one.net, text(hole[seat]), one.did.showdown, one.did.walk, one.did.bomb,
            one.adjustment, one.rake, hand.big_bet, one.expected, starting_hand(tuple(hole[seat])),
            min(stacks[seat], second) / hand.unit, one.line, one.in_position, *_marks(one.marks),
        )
        for seat, one in enumerate(hand.seats)
        if one is not None
    ]  # fmt: skip


def _marks(marks: Mapping[str, int]) -> list[object]:
    """The values of the columns `MARKED` and `COUNTS`."""
    found = _NO_MARKS.copy()
    for name, value in marks.items():
        at = _AT[name]
        if at < _MARKED:  # one expression for both would make them integers in a compiled module
            found[at] = value == 1
        else:
            found[at] = value
    return found


def _actions(number: int, history: HandHistory) -> list[Row]:
    """The actions in order. `amount` is the added chips, `total` the seat's bet after them; rounds are counted
    from 0.
    """
    turn = 0
    acted = False
    bets = [0] * len(history.names)
    found: list[Row] = []
    for event in history.hand.log:  # by the exact type, because `isinstance` is slow with structs
        of = type(event)
        if of in _CARDS and acted:
            turn, acted = turn + 1, False
            bets = [0] * len(bets)
        if of not in _DONE:
            continue
        seat, what, amount, cards = _done(event, bets)
        acted = acted or of is not e.Posted and of is not e.Discarded
        found.append((number, len(found), turn, seat, what, amount, bets[seat], cards))
    return found


def _done(event: e.Event, bets: list[int]) -> tuple[int, str, int, str]:
    """The seat, the word, the chips and the cards of an action of a kind in `_DONE`. `bets` is updated."""
    if type(event) is e.Folded:
        return event.seat, "fold", 0, ""
    if type(event) is e.Checked:
        return event.seat, "check", 0, ""
    if type(event) is e.Called:
        bets[event.seat] += event.amount
        return event.seat, "call", event.amount, ""
    if type(event) is e.RaisedTo:
        added = event.to - bets[event.seat]
        word = "raise" if any(bets) else "bet"
        bets[event.seat] = event.to
        return event.seat, word, added, ""
    if type(event) is e.Posted:
        if event.post in LIVE_POSTS:
            bets[event.seat] += event.amount
        return event.seat, event.post.value, event.amount, ""
    if type(event) is e.Returned:
        return event.seat, "returned", event.amount, ""
    if type(event) is e.Shown:
        return event.seat, "show", 0, text(event.cards)
    if type(event) is e.BroughtIn:
        bets[event.seat] += event.amount
        return event.seat, "bring-in", event.amount, ""
    if type(event) is e.Discarded:
        return event.seat, "draw", 0, text(event.cards)
    assert type(event) is e.Mucked
    return event.seat, "muck", 0, ""
