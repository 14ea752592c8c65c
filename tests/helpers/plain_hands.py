"""Hands as the texts of five sites print them: seats, acts and money. It needs neither rules nor sidepot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

Money = Fraction
NUMBER: Final = r"[^\d\s(]{0,2}\s?(\d[\d,]*(?:\.\d+)?)"
SITES: Final = {
    "Stars": r"(?:PokerStars|POKERSTARS) (?:Zoom |Home Game )?(?:Hand|Game) #",
    "Full Tilt": "Full ?Tilt ?Poker Game #",
    "GGPoker": "Poker Hand #",
    "Winamax": "Winamax Poker - ",
    "Bovada": "Bovada Hand #",
}
AFTER_NAME: Final = {"Stars": ": ", "GGPoker": ": ", "Bovada": " : "}
POSTS: Final = [
    (re.compile(rf"(?:{pattern}){NUMBER}", re.I), kind)
    for pattern, kind in (
        (r"posts (?:a )?dead (?:small )?blind (?:of )?|posts missed blind |posts dead chip ", "dead"),
        (r"posts small (?:&|and) big blinds? (?:of )?", "both"),
        (r"posts (?:the )?small blind (?:of )?|small blind ", "small"),
        (r"posts (?:a |the )?big blind (?:of )?|big blind |posts button blind ", "big"),
        (r"posts (?:the )?ante |antes |ante chip ", "ante"),
        (r"posts (?:chip )?", "live"),
    )
]
ACTS: Final = [
    (re.compile(pattern, re.I), word)
    for pattern, word in (
        (r"folds?\b", "fold"),
        (r"checks?\b", "check"),
        (rf"calls? +{NUMBER}", "call"),
        (rf"bets? +{NUMBER}", "bet"),
        (rf"(?:raises?|all-in\(raise\)) +(?:{NUMBER} +)?to +{NUMBER}", "raise"),
        (rf"completes it to +{NUMBER}", "raise"),
        (rf"brings? in (?:low )?for +{NUMBER}", "bring-in"),
        (rf"all-in +{NUMBER}", "all-in"),
        (r"stands pat", "pat"),
        (r"discards \d", "discard"),
    )
]
DRAWN: Final = ("pat", "discard")
STREET: Final = re.compile(r"\*\*\* (?:FLOP|TURN|RIVER|[4-7]TH STREET|(?:FIRST|SECOND|THIRD) DRAW|DRAW)\b", re.I)
NOT_READ: Final = re.compile(r"\*\*\* (?:FIRST|SECOND) (?:FLOP|TURN|RIVER)|cash(?:ed)? ?out|insurance|straddle", re.I)
SEAT: Final = re.compile(rf"Seat #?(\d+): (.+?) \(\s*{NUMBER}[^)]*\)(.*)$")
BUTTON: Final = re.compile(r"Seat #(\d+) is the button|button is in seat #(\d+)|Set dealer \[(\d+)\]")
BACK: Final = re.compile(rf"Uncalled bet (?:of )?\(?{NUMBER}\)? returned to (.+)$")
WON: Final = [
    re.compile(rf"collected {NUMBER}"),
    re.compile(rf"(?:wins|ties for) .*?\(\s*{NUMBER}\)"),
    re.compile(rf"Hand result(?:-Side pot)? +{NUMBER}"),
]
BACK_OWN: Final = re.compile(rf"Return uncalled portion of bet +{NUMBER}")
MUCKED: Final = re.compile(rf"Seat (\d+): .* collected \({NUMBER}\), mucked")


class Act(NamedTuple):
    """An act of a seat; `owes`: there were chips to call; `all_in`: none are left."""

    seat: int
    word: str
    owes: bool
    all_in: bool


@dataclass
class PlainHand:
    """A hand. `seats` are the printed numbers of the players dealt in; `draws` has whether each stood pat."""

    site: str
    head: str
    lines: list[str]
    name: str = ""
    button: int = 0
    board: bool = False
    names: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, Money] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    active: set[int] = field(default_factory=set)
    posts: dict[int, set[str]] = field(default_factory=dict)
    rounds: list[list[Act]] = field(default_factory=lambda: [[]])
    draws: list[dict[int, bool]] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    put: dict[int, Money] = field(default_factory=dict)
    back: dict[int, Money] = field(default_factory=dict)
    won: dict[int, Money] = field(default_factory=dict)
    street: dict[int, Money] = field(default_factory=dict)

    @property
    def seats(self) -> list[int]:
        return [seat for seat in self.names if seat in self.active or seat not in self.away]

    @property
    def is_stud(self) -> bool:
        return bool(re.search("stud|razz", self.head, re.I))

    @property
    def has_blinds(self) -> bool:
        return any(kinds & {"small", "big"} for kinds in self.posts.values())

    def read(self) -> None:
        """Read all lines."""
        for line in self.lines:
            found = BUTTON.search(line)
            if found and not self.button:
                self.button = int(next(one for one in found.groups() if one))
        at = next((at for at, line in enumerate(self.lines) if line.startswith("*** SUMMARY")), len(self.lines))
        for line in self.lines[:at]:
            self._read_line(line)
        for line in self.lines[at:]:
            self._read_summary(line)

    def _read_line(self, line: str) -> None:
        seat_line = SEAT.match(line)
        if seat_line and not self.put:
            number = int(seat_line[1])
            self.names[number], self.stacks[number] = seat_line[2].replace(" [ME]", ""), _money(seat_line[3])
            if re.search("sit(?:ting)? out|out of hand", seat_line[4]):
                self.away.add(number)
        elif STREET.match(line):
            self.board = self.board or bool(re.search("FLOP|TURN", line))
            if any(self.rounds):
                self._next_round()
        elif returned := BACK.match(line):
            self._add(self.back, next(seat for seat, name in self.names.items() if name == returned[2]), returned[1])
        elif not line.startswith("***"):
            self._read_own(*self._own(line))

    def _own(self, line: str) -> tuple[int, str]:
        """The seat of a line that begins with a player's name, and the rest of the line."""
        line = line.replace("  [ME]", "")
        for seat, name in sorted(self.names.items(), key=lambda one: -len(one[1])):
            after = AFTER_NAME.get(self.site, " ")
            for between in (after, " "):  # GGPoker and PokerStars collect without a colon
                if line.startswith(name + between):
                    return seat, line[len(name + between) :].strip()
        return 0, ""

    def _read_own(self, seat: int, rest: str) -> None:
        if not seat:
            return
        if returned := BACK_OWN.match(rest):
            self._add(self.back, seat, returned[1])
            return
        for pattern in WON:
            if won := pattern.match(rest):
                self._add(self.won, seat, won[1])
                return
        for pattern, kind in POSTS:
            if posted := pattern.match(rest):
                self._post(seat, kind, _money(posted[1]))
                return
        for pattern, word in ACTS:
            if (acted := pattern.match(rest)) and seat not in self.folded:
                self._act(seat, word, [_money(one) for one in acted.groups() if one])
                return
        if rest.startswith("Card dealt"):
            self.active.add(seat)

    def _post(self, seat: int, kind: str, amount: Money) -> None:
        self.active.add(seat)
        self.posts.setdefault(seat, set()).add(kind)
        self.put[seat] = self.put.get(seat, Money()) + amount
        if kind not in ("ante", "dead"):
            live = amount * 2 / 3 if kind == "both" else amount
            self.street[seat] = self.street.get(seat, Money()) + live

    def _act(self, seat: int, word: str, amounts: list[Money]) -> None:
        level, mine = max(self.street.values(), default=Money()), self.street.get(seat, Money())
        more = amounts[-1] - mine if word == "raise" else amounts[-1] if amounts else Money()
        if word == "all-in":
            word = "bet" if not level else "call" if mine + more <= level else "raise"
        if word in DRAWN:
            if self.rounds[-1]:
                self._next_round()
            if not self.draws or seat in self.draws[-1]:
                self.draws.append({})
            self.draws[-1][seat] = word == "pat"
            return
        self.active.add(seat)
        self.street[seat] = mine + more
        self.put[seat] = self.put.get(seat, Money()) + more
        if word == "fold":
            self.folded.add(seat)
        self.rounds[-1].append(Act(seat, word, level > mine, self.put[seat] >= self.stacks[seat]))

    def _next_round(self) -> None:
        self.rounds.append([])
        self.street = {}
        if self.draws and self.draws[-1]:
            self.draws.append({})

    def _read_summary(self, line: str) -> None:
        away = re.match(r"Seat #?(\d+): .*is sitting out$", line)
        if away and int(away[1]) not in self.active:
            self.away.add(int(away[1]))
        mucked = MUCKED.match(line)
        if mucked and not self.won:
            self._add(self.won, int(mucked[1]), mucked[2])

    def _add(self, amounts: dict[int, Money], seat: int, text: str) -> None:
        amounts[seat] = amounts.get(seat, Money()) + _money(text)


def _money(text: str) -> Money:
    return Money(text.replace(",", ""))


def text_of_file(content: bytes) -> str:
    """The text, in whichever encoding it is."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace")
    if content[1:2] == b"\0":
        return content.decode("utf-16-le", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def plain_hands(text: str) -> Iterator[PlainHand]:
    """The hands of the five sites in a text, as far as they are dealt once and without side bets."""
    for part in re.split(rf"(?m)^\s*(?={'|'.join(SITES.values())})", text):
        lines = [line.strip("\r\ufeff ") for line in part.splitlines() if line.strip()]
        site = next((site for site, mark in SITES.items() if lines and re.match(mark, lines[0])), "")
        if not site or NOT_READ.search(part):
            continue
        named = re.search(r"HandId: #(\S+)" if site == "Winamax" else r"#([A-Z]*\d+)", lines[0])
        hand = PlainHand(site, lines[0], lines[1:], named[1] if named else "")
        hand.read()
        yield hand
