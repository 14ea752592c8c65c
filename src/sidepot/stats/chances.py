"""The chances and events of a hand for each seat: what `figures.py` defines, counted from the betting."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidepot.hand.betting_rounds import BRING_IN, CALL, CHECK, FOLD, RAISE, Act, BettingRounds

if TYPE_CHECKING:
    from sidepot.games.model import Game
    from sidepot.hand.seat_stats import HandFigures, SeatFigures

Marks = dict[str, int]
"""For each figure, 1 for a chance that became an event, and 0 for another chance; also the counts for AF and AFq."""

STEALS: Final = ("CO", "BTN", "SB")
BLINDS: Final = ("SB", "BB")
STREETS: Final = ("flop", "turn", "river")
DRAWS: Final = 3
STILL_TO_COME: Final = 3  # after a steal, blinds or bring-in among them


def marks_of(game: Game, betting: BettingRounds, of: HandFigures, positions: Sequence[str]) -> list[Marks]:
    """The marks of each seat of a hand. A seat that was not dealt in has none."""
    left = betting.dealt - betting.gone
    found = [_plain(did, left == {seat}) if did is not None else {} for seat, did in enumerate(of.seats)]
    if not betting.bomb:
        _raises(betting.acts(0), found)
        if game.is_stud:
            _stud_steal(betting, found)
        else:
            _first_in(betting.acts(0), positions, found)
    if game.board_cards:
        _later_rounds(betting, found)
    for acts in betting.rounds[1:]:
        for seat, kind, _ in acts:
            name = _COUNTS.get(kind)
            if name is not None:
                marks = found[seat]
                marks[name] = marks.get(name, 0) + 1
    if game.is_draw:
        for seat, pats in betting.pats.items():
            for at, pat in enumerate(pats[:DRAWS], 1):
                found[seat][f"pat_{at}"] = int(pat)
    return found


_COUNTS: Final = {RAISE: "aggressive", CALL: "calls", FOLD: "folds"}


def _plain(did: SeatFigures, alone: bool) -> Marks:
    """The figures that `hand.seat_stats` counts. `alone` means that all other players are out."""
    marks: Marks = {}
    if not did.walk and not did.bomb:
        marks["vpip"], marks["pfr"] = int(did.voluntary), int(did.raised)
    if did.may_three_bet:
        marks["three_bet"] = int(did.three_bet)
    if did.may_continue:
        marks["c_bet"] = int(did.continued)
    if did.saw:
        marks["wtsd"] = int(did.showdown)
        marks["wwsf"] = int(did.won_there or alone)
    if did.showdown:
        marks["w_sd"] = int(did.won_there)
    return marks


def _raises(acts: Sequence[Act], found: list[Marks]) -> None:
    """Mark re-raises in the first betting round."""
    raisers: list[int] = []
    callers = 0
    acted: set[int] = set()
    for seat, kind, _ in acts:
        count, marks = len(raisers), found[seat]
        raised, folded = int(kind is RAISE), int(kind is FOLD)
        if count == 1 and callers and seat not in acted:
            marks["squeeze"] = raised
        elif count == 2:
            if raisers[1] != seat:
                marks["four_bet"] = raised
            if raisers[0] == seat:
                marks["fold_to_three_bet"] = folded
        elif count == 3 and raisers[1] == seat != raisers[2]:
            marks["fold_to_four_bet"] = folded
        acted.add(seat)
        if raised:
            raisers.append(seat)
            callers = 0
        elif kind is CALL:
            callers += 1


def _first_in(acts: Sequence[Act], positions: Sequence[str], found: list[Marks]) -> None:
    """Mark who opens the pot, and what the blinds do about a steal, until somebody answers the first raise."""
    acted: set[int] = set()
    is_open = is_limped = False
    for at, (seat, kind, owes) in enumerate(acts):
        marks, raised = found[seat], int(kind is RAISE)
        if seat not in acted:
            if owes:
                marks["limp"] = int(kind is CALL)
                if not is_open:
                    marks["rfi"] = raised
                    if positions[seat] in STEALS:
                        marks["steal"] = raised
            if is_limped:
                marks["isolate"] = raised
        if raised:
            if marks.get("steal"):
                _fold_to_steal(acts[at + 1 :], positions, acted, found)
            return
        acted.add(seat)
        is_open = is_open or kind is not FOLD
        is_limped = is_limped or kind is CALL


def _fold_to_steal(acts: Sequence[Act], positions: Sequence[str], acted: set[int], found: list[Marks]) -> None:
    for seat, kind, _ in acts:
        if positions[seat] in BLINDS and seat not in acted:
            found[seat]["fold_to_steal"] = int(kind is FOLD)
        if kind is not FOLD:
            return


def _stud_steal(betting: BettingRounds, found: list[Marks]) -> None:
    """Mark who may steal from the bring-in. A player who has to bring it in and completes at once steals nothing."""
    acts = betting.acts(0)
    if not acts or acts[0].kind is not BRING_IN:
        return
    acted: set[int] = set()
    for seat, kind, _ in acts[1:]:
        acted.add(seat)
        if len(betting.dealt) - len(acted) <= STILL_TO_COME:
            found[seat]["stud_steal"] = int(kind is RAISE)
        if kind is not FOLD:
            return


def _later_rounds(betting: BettingRounds, found: list[Marks]) -> None:
    """Mark the flop, the turn and the river."""
    before, skipped = _last_raiser(betting.acts(0)), -1
    c_bettor = before  # the player whose bet would be the next c-bet
    for street, acts in zip(STREETS, betting.rounds[1:], strict=False):
        if not acts:
            return  # nobody can bet any more
        if c_bettor >= 0:
            c_bettor = _c_bets(acts, c_bettor, street, found)
        if before >= 0:
            _bets_into(acts, before, f"donk_{street}", found)
        elif skipped >= 0:
            _bets_into(acts, skipped, f"probe_{street}", found)
        _check_raises(acts, f"check_raise_{street}", found)
        skipped, before = before, _last_raiser(acts)


def _last_raiser(acts: Sequence[Act]) -> int:
    last = -1
    for seat, kind, _ in acts:
        if kind is RAISE:
            last = seat
    return last


def _c_bets(acts: Sequence[Act], player: int, street: str, found: list[Marks]) -> int:
    """Mark a c-bet that this player may make, and the answers to it.

    Returns who may make the next one: the player, or -1.
    """
    bet = False
    answered: set[int] = set()
    for seat, kind, _ in acts:
        if bet and seat != player and seat not in answered:
            found[seat][f"fold_to_c_bet_{street}"] = int(kind is FOLD)
            answered.add(seat)
        if not bet and seat == player and street != STREETS[0]:
            found[seat][f"c_bet_{street}"] = int(kind is RAISE)
        if kind is RAISE:
            if bet or seat != player:
                break
            bet = True
        elif not bet and seat == player:
            return -1
    return player if bet and _last_raiser(acts) == player else -1


def _bets_into(acts: Sequence[Act], player: int, name: str, found: list[Marks]) -> None:
    """Mark first bets by other players before this player, who acts later."""
    before = []
    for seat, kind, _ in acts:
        if seat == player:
            break
        before.append((seat, kind))
    else:
        return  # the player does not act
    for seat, kind in before:
        found[seat][name] = int(kind is RAISE)
        if kind is RAISE:
            return


def _check_raises(acts: Sequence[Act], name: str, found: list[Marks]) -> None:
    checked: set[int] = set()
    for seat, kind, _ in acts:
        if seat in checked:
            found[seat][name] = int(kind is RAISE)
            checked.remove(seat)
        elif kind is CHECK:
            checked.add(seat)
