"""The figures against a count from the texts of public hands alone, written from docs/reference/figures.md.

It plays no hand by the rules: it shares nothing with the code that it checks.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from needs import CORPUS, CORPUS_FOLDER
from plain_hands import Act, PlainHand, plain_hands, text_of_file

from sidepot.corpora.corpus_rows import COLUMNS, rows_of
from sidepot.formats.hand_history import HandHistory
from sidepot.histories.converting import histories_in
from sidepot.stats.figures import COUNTS, MARKED
from sidepot.stats.hand_seen import seen

RAISES = ("bet", "raise")
STREETS = ("", "flop", "turn", "river")
C_BETS = ("", "c_bet", "c_bet_turn", "c_bet_river")
STEALS = ("CO", "BTN", "SB")
QUIRKS = {
    "16652117062",  # prints the fold of a player who was all-in with the blind
    "199247789909",  # short deck with a blind of the button: its positions are in no text
}
Found = dict[int, dict[str, Any]]


def positions_of(hand: PlainHand) -> dict[int, str]:
    """CO, BTN, SB and BB, as far as somebody has them."""
    ring = sorted(hand.seats, key=lambda seat: (seat <= hand.button, seat))
    small = [seat for seat in ring if "small" in hand.posts.get(seat, ())][:1]
    big = [seat for seat in ring if "big" in hand.posts.get(seat, ()) and seat not in small][:1]
    if not big:
        return {}
    if len(ring) == 2:
        return {seat: "BTN" if seat == hand.button else "BB" for seat in ring}
    found = {big[0]: "BB"} | dict.fromkeys(small, "SB")
    between = ring[ring.index(big[0]) + 1 :]
    if between and between[-1] == hand.button:
        found[between.pop()] = "BTN"
    if between:
        found[between[-1]] = "CO"
    return found


class Counting:
    """The chances and events of one hand."""

    def __init__(self, hand: PlainHand) -> None:
        self.hand = hand
        self.found: Found = {seat: dict.fromkeys(MARKED) | dict.fromkeys(COUNTS, 0) for seat in hand.seats}
        self.live = set(hand.seats)
        self.all_in = {act.seat for act in hand.rounds[0] if act.all_in}
        self.first()
        self.last = next((act.seat for act in reversed(hand.rounds[0]) if act.word in RAISES), None)
        self.before_last: int | None = None
        self.c_bettor: int | None = None
        self.bet_before = True
        for number, acts in enumerate(hand.rounds[1:], 1):
            self.later(number, acts)
        self.ends()

    def mark(self, seat: int, figure: str, happened: bool) -> None:
        """A chance, of which a hand has at most one."""
        self.found[seat][figure] = bool(self.found[seat][figure]) or happened

    def first(self) -> None:
        """The first betting round."""
        acts = self.hand.rounds[0]
        positions = positions_of(self.hand)
        for at, act in enumerate(acts):
            before = acts[:at]
            raisers = [one.seat for one in before if one.word in RAISES]
            is_first = all(one.seat != act.seat for one in before)
            if self.hand.has_blinds and is_first:
                self.opening(act, before, raisers, positions)
            self.raising(act, before, raisers, is_first)
            if self.hand.is_stud and is_first and before and before[0].word == "bring-in":
                to_come = len(self.hand.seats) - len(before)  # the bring-in acts again
                if to_come <= 3 and all(one.word == "fold" for one in before[1:]):
                    self.mark(act.seat, "stud_steal", act.word in RAISES)
        out = {act.seat for act in acts if act.word == "fold"}
        self.live -= out
        for seat in self.hand.seats:
            own = {act.word for act in acts if act.seat == seat}
            if own or self.live != {seat}:
                self.found[seat]["vpip"], self.found[seat]["pfr"] = bool(own & {"call", *RAISES}), bool(own & {*RAISES})
            if seat in self.live and len(self.hand.rounds) > 1:
                self.found[seat]["wtsd"], self.found[seat]["wwsf"] = False, seat in self.hand.won

    def opening(self, act: Act, before: list[Act], raisers: list[int], positions: dict[int, str]) -> None:
        """The first act of a player in a game with blinds."""
        if raisers:
            first = next(at for at, one in enumerate(before) if one.word in RAISES)
            stole = before[first].owes and all(one.word == "fold" for one in before[:first])
            stole = stole and positions.get(raisers[0]) in STEALS
            if stole and all(one.word == "fold" for one in before[first + 1 :]):
                if positions.get(act.seat) in ("SB", "BB"):
                    self.mark(act.seat, "fold_to_steal", act.word == "fold")
            return
        if act.owes and all(one.word == "fold" for one in before):
            self.mark(act.seat, "rfi", act.word in RAISES)
            if positions.get(act.seat) in STEALS:
                self.mark(act.seat, "steal", act.word in RAISES)
        if act.owes:
            self.mark(act.seat, "limp", act.word == "call")
        if any(one.word == "call" for one in before):
            self.mark(act.seat, "isolate", act.word in RAISES)

    def raising(self, act: Act, before: list[Act], raisers: list[int], is_first: bool) -> None:
        """Answers to the raises of the first betting round."""
        raised, folded = act.word in RAISES, act.word == "fold"
        if len(raisers) == 1 and raisers[0] != act.seat:
            self.mark(act.seat, "three_bet", raised)
            after = before[next(at for at, one in enumerate(before) if one.word in RAISES) :]
            if is_first and any(one.word == "call" for one in after):
                self.mark(act.seat, "squeeze", raised)
        if len(raisers) == 2 and raisers[0] == act.seat:
            self.mark(act.seat, "fold_to_three_bet", folded)
        if len(raisers) == 2 and raisers[1] != act.seat:
            self.mark(act.seat, "four_bet", raised)
        if len(raisers) == 3 and raisers[1] == act.seat:
            self.mark(act.seat, "fold_to_four_bet", folded)

    def later(self, number: int, acts: list[Act]) -> None:
        """A later betting round."""
        street = STREETS[number] if number < len(STREETS) and self.hand.board else ""
        owner = self.last if number == 1 or self.c_bettor == self.last else None
        c_bettor: int | None = None
        for at, act in enumerate(acts):
            before = acts[:at]
            bets = [one.seat for one in before if one.word in RAISES]
            if act.word in ("call", "fold", *RAISES):
                counted = "aggressive" if act.word in RAISES else f"{act.word}s"
                self.found[act.seat][counted] += 1
            if not bets and owner == act.seat and (street or number == 1):
                self.mark(act.seat, C_BETS[number], act.word in RAISES)
                c_bettor = act.seat if act.word in RAISES else c_bettor
            if street:
                self.on_street(street, act, before, bets, c_bettor)
            if act.word == "fold":
                self.live.discard(act.seat)
            if act.all_in:
                self.all_in.add(act.seat)
        self.before_last, self.last = self.last, next((act.seat for act in reversed(acts) if act.word in RAISES), None)
        self.bet_before, self.c_bettor = self.last is not None, c_bettor

    def on_street(self, street: str, act: Act, before: list[Act], bets: list[int], c_bettor: int | None) -> None:
        """An act on the flop, the turn or the river."""
        own = [one.word for one in before if one.seat == act.seat]
        if bets and bets == [c_bettor] and act.seat != c_bettor:
            self.mark(act.seat, f"fold_to_c_bet_{street}", act.word == "fold")
        if not bets and not own:
            to_act = self.live - self.all_in - {act.seat} - {one.seat for one in before}
            if self.last in to_act:
                self.mark(act.seat, f"donk_{street}", act.word in RAISES)
            if street != "flop" and not self.bet_before and self.before_last in to_act:
                self.mark(act.seat, f"probe_{street}", act.word in RAISES)
        if own == ["check"]:
            self.mark(act.seat, f"check_raise_{street}", act.word in RAISES)

    def ends(self) -> None:
        """Showdown, money and draws."""
        hand = self.hand
        rake = sum(hand.put.values()) - sum(hand.back.values()) - sum(hand.won.values())
        for seat, row in self.found.items():
            won = hand.won.get(seat, Fraction())
            row["net"] = won + hand.back.get(seat, 0) - hand.put.get(seat, 0)
            row["rake"] = rake * won / sum(hand.won.values()) if won else Fraction()
            row["showdown"] = seat in self.live and len(self.live) > 1
            if row["showdown"]:
                row["w_sd"] = seat in hand.won
                row["wtsd"] = row["wtsd"] if row["wtsd"] is None else True
        for number, draw in enumerate([draw for draw in hand.draws if draw][:3], 1):
            for seat, pat in draw.items():
                self.mark(seat, f"pat_{number}", pat)


def differences(history: HandHistory, hand: PlainHand, chances: Counter[str]) -> list[tuple[str, int, str, Any, Any]]:
    """What the two counts have different in a hand."""
    rows = rows_of(1, "file", "matched", history, seen(history, expectation=False))["player"]
    theirs = {row["number"]: row for row in (dict(zip(COLUMNS["player"], one, strict=True)) for one in rows)}
    ours = Counting(hand).found
    if set(ours) != set(theirs):
        return [(hand.name, 0, "players", set(ours), set(theirs))]
    found = []
    for seat, row in ours.items():
        other = theirs[seat]
        part = 10 ** other["decimals"]
        chances.update(figure for figure in MARKED if row[figure] is not None)
        for figure in (*MARKED, *COUNTS, "showdown"):
            if row[figure] != other[figure]:
                found.append((hand.name, seat, figure, row[figure], other[figure]))
        if row["net"] * part != other["net"] or abs(row["rake"] * part - other["rake"]) > 1:
            found.append((hand.name, seat, "money", (row["net"], row["rake"]), (other["net"], other["rake"])))
    return found


@CORPUS.mark
@pytest.mark.long
def test_public_hands_of_five_sites() -> None:
    hands: Counter[str] = Counter()
    chances: Counter[str] = Counter()
    wrong = []
    for file in sorted((Path(CORPUS_FOLDER) / "sites").rglob("*.txt")):
        plain = {hand.name: hand for hand in plain_hands(text_of_file(file.read_bytes()))}
        for _, history in histories_in(file) if plain else ():
            if isinstance(history, HandHistory) and history.name in plain.keys() - QUIRKS:
                hand = plain[history.name]
                wrong += differences(history, hand, chances)
                hands[hand.site] += 1
    assert not wrong
    assert hands.total() > 1_500 and len(hands) == 5
    assert all(chances[figure] for figure in MARKED)
