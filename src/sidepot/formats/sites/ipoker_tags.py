"""The tags of a hand of iPoker: who sits there, the cards, and the numbered acts as they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sidepot.errors import BadNotation
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.ipoker_xml import TAG, attributes_of, cards_in, chips_of

_BOARD: Final = 5
_DOWN: Final = {("Second Street", 2): (True, False), ("Third Street", 3): (True, True, False)}
"""Which of the cards that come together lie face down; third street of five-card stud brings one, face up."""
_RUNS: Final = 4
_SIX: Final = 6
"""Cards of stud before the last one, which lies face down where there are seven."""


class IPokerTags(Dialect):
    """Reads the tags of one hand, one behind the other."""

    def __init__(self, text: str, first: int, head: str) -> None:
        super().__init__([text], first)
        self.head = head
        self.said: list[tuple[int, int, int, str, str, str]] = []  # round, number, line, player, kind, amount
        self.printed: dict[str, tuple[int, int]] = {}  # what each player won, and bet
        self.held: dict[str, list[int]] = {}
        self.down: dict[str, list[bool]] = {}
        self.bets: dict[str, int] = {}
        self.put: dict[str, int] = {}
        self.blinds: list[str] = ["", ""]
        self.big = 0
        self.began = ""
        self.shared: tuple[int, ...] | None = None  # the board, as far as all runs have it

    def read_tags(self, text: str) -> None:
        """All tags of the hand, one behind the other."""
        at = seen = 0
        tags = _TAGS
        for found in TAG.finditer(text):
            start = found.start()
            if start != at:
                break
            at = found.end()
            words = found[1].split(None, 1)
            reader = tags.get(words[0]) if words else None
            if reader is not None:
                self.line += text.count("\n", seen, start)
                seen = start
                try:
                    reader(self, attributes_of(words[1]) if len(words) > 1 else {}, found[2])
                except KeyError as error:
                    raise BadNotation(f"{error.args[0]!r} is missing in <{found[1][:80]}>") from None
            if found[3] and "</game>" in found[3]:
                return
        if at != len(text):
            self.line += text.count("\n", seen, at)
            raise BadNotation(f"this tag is broken: {text[at : at + 80]!r}")

    def tag_player(self, told: dict[str, str], text: str) -> None:
        """`<player seat="3" name="Ann" chips="$20" dealer="0" win="$0" bet="$0.05" />`."""
        name = told["name"]
        if not name:  # an empty chair
            return
        if name in self.seats:
            raise BadNotation(f"{name} sits there twice")
        number, chips = number_in(told, "seat"), chips_of(told["chips"], self.decimals)
        self.seats[name] = number, chips
        if "win" in told and "bet" in told:
            self.printed[name] = chips_of(told["win"], self.decimals), chips_of(told["bet"], self.decimals)
        if "rakeamount" in told:
            self.rake = (self.rake or 0) + chips_of(told["rakeamount"], self.decimals)
        if told.get("dealer") == "1":
            self.button_number = number

    def tag_round(self, told: dict[str, str], text: str) -> None:
        """`<round no="1">`; in 0 are the posts."""
        self.street = number_in(told, "no")

    def tag_cards(self, told: dict[str, str], text: str) -> None:
        """`<cards type="Pocket" player="Ann">SA X</cards>`, and the board without a player."""
        cards, name = cards_in(text), told.get("player", "")
        if not name:
            board = self.board_of(told["board"]) if "board" in told else self.boards[0]
            board += cards
            if len(board) > _BOARD:
                raise BadNotation(f"there are {len(board)} cards on the board")
            return
        queue, down = self.held.setdefault(name, []), self.down.setdefault(name, [])
        street, count = told["type"], len(cards)
        down += _DOWN.get((street, count), ()) or [len(queue) == _SIX and street == "River"] * count
        queue += cards

    def board_of(self, word: str) -> list[int]:
        """`<cards board="board2" type="River">HK</cards>`: the second run. The cards before it are shared."""
        run = number_in({"board": word.removeprefix("board")}, "board")
        if not 1 <= run <= _RUNS:
            raise BadNotation(f"board={word!r} is none of the {_RUNS} that there may be")
        if self.shared is None:
            self.shared = tuple(self.boards[0])
        while len(self.boards) < run:
            self.boards.append(list(self.shared))
        return self.boards[run - 1]

    def tag_action(self, told: dict[str, str], text: str) -> None:
        """`<action no="5" player="Ann" type="23" sum="$3" cards="" />`: they are numbered, and stand in any order."""
        self.said.append(
            (self.street, number_in(told, "no"), self.line, told["player"], told["type"], told.get("sum") or "0")
        )

    def tag_time(self, told: dict[str, str], text: str) -> None:
        """`<startdate>2013-07-30 18:26:02</startdate>`."""
        self.began = self.began or text.strip()

    def tag_small(self, told: dict[str, str], text: str) -> None:
        """`<smallblind>250</smallblind>`: newer tournaments tell the blinds of each hand."""
        self.blinds[0] = text

    def tag_big(self, told: dict[str, str], text: str) -> None:
        """`<bigblind>500</bigblind>`."""
        self.blinds[1] = text


def number_in(told: dict[str, str], name: str) -> int:
    """A small number of a tag. Raises BadNotation."""
    word = told[name]
    if not word.isdecimal() or len(word) > 4:
        raise BadNotation(f"{name}={word!r} is no number")
    return int(word)


_TAGS: Final[dict[str, Callable[[IPokerTags, dict[str, str], str], None]]] = {
    "player": IPokerTags.tag_player,
    "round": IPokerTags.tag_round,
    "cards": IPokerTags.tag_cards,
    "action": IPokerTags.tag_action,
    "startdate": IPokerTags.tag_time,
    "smallblind": IPokerTags.tag_small,
    "bigblind": IPokerTags.tag_big,
}
