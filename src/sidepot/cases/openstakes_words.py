"""The sentences of a case of open stakes, in a hand and between hands.

>>> [deed.text for deed in parse_deeds("A buys 100 and bets 100")]
['A buys 100', 'A bets 100']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from sidepot.cards import UNKNOWN, cards
from sidepot.cases.case_words import go_all_in
from sidepot.cases.sentences import Sentences, Values
from sidepot.errors import BadNotation, NotDue
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.table.table import Table

BOARD: Final = cards("2c7d9h3sJc")
HANDS: Final = [cards(text) for text in ("AsAh", "KsKh", "QsQh", "TsTh", "8s8h", "6s6h")]  # the best comes first


class Played:
    """A table at which a case is played. It holds the current hand, if any, and each player's answer to a marker."""

    def __init__(self, table: Table, names: list[str], answers: Mapping[str, bool]) -> None:
        self.table = table
        self.names = names
        self.answers = answers
        self.hand: Hand | None = None

    def begin(self) -> None:
        """Begin a hand."""
        self.hand = self.table.start_hand()
        self.names = list(self.table.players_in_hand)
        self.run_on()

    def seat(self, name: str) -> int:
        """The seat of a player in the hand. Raises BadNotation for an unknown name."""
        if name not in self.names:
            raise BadNotation(f"{name} is not in the hand; the players are {', '.join(self.names)}")
        return self.names.index(name)

    def in_turn(self, name: str) -> Hand:
        """The hand, if it is this player's turn. Raises NotDue if it is another player's turn."""
        if self.hand is None or self.hand.due is not Due.ACT or self.hand.seat != self.seat(name):
            raise NotDue(f"it is not {name}'s turn")
        return self.hand

    def stacks(self) -> dict[str, int]:
        """The current stack of each player."""
        found = {place.player: place.stack for place in self.table.seated()}
        if self.hand is not None:
            found |= dict(zip(self.names, self.hand.stacks, strict=True))
        return found

    def lenders(self) -> list[int | str]:
        """The players who may lend chips, because they are not in the pot: folded seats, and other names."""
        if self.hand is None:
            return []
        folded = [seat for seat in range(len(self.names)) if not self.hand.live >> seat & 1]
        return [*folded, *[name for name in self.table.players if name not in self.names]]

    def run_on(self) -> None:
        """Carry out everything that requires no player, and pay out a hand that is over."""
        hand = self.hand
        while hand is not None:
            if hand.due is Due.DEAL:
                hand.deal((UNKNOWN,) * hand.count)
            elif hand.due is Due.BURN:
                hand.burn()
            elif hand.due is Due.BOARD:
                hand.board(BOARD[len(hand.boards[0]) :][: hand.count])
            elif hand.due is Due.RETURN:
                hand.return_uncalled()
            elif hand.due is Due.AWARD:
                hand.award()
            elif hand.due is Due.RUN:
                hand.choose_runs(1)
            else:
                break
        if hand is not None and hand.due is Due.DONE:
            self.table.finish(hand)
            self.hand = None

    def call_down(self, winner: str) -> None:
        """Let everybody check and call to the end, so that `winner` wins.

        The players to the left of the winner have the next best hands.
        """
        best = self.seat(winner)
        while self.hand is not None:
            hand = self.hand
            if hand.due is Due.SHOW:
                hand.show(HANDS[(hand.seat - best) % len(self.names)])
            else:
                hand.check_or_call()
            self.run_on()


Doing = Callable[[Played, Values], bool]


class Deed(NamedTuple):
    """A statement or an action, given in words."""

    text: str
    doing: Doing
    values: Values

    def do(self, played: Played) -> bool:
        """Carry out the deed. Returns whether it took effect: a marker takes effect only if everybody agrees.

        Raises the errors of the hand and of the table.
        """
        done = self.doing(played, self.values)
        played.run_on()
        return done


def _acts(played: Played, values: Values) -> bool:
    """Let a player act with the chips on the table."""
    hand = played.in_turn(values["who"])
    act, to = values["act"], int(values["to"] or 0)
    if act == "goes all-in":
        go_all_in(hand)
    elif act == "checks":
        hand.check()
    elif act == "folds":
        hand.fold()
    elif act == "calls":
        hand.call()
    else:
        hand.raise_to(to)
    return True


def _together(played: Played, values: Values) -> bool:
    """Let everybody do the same until the round is over."""
    hand = played.hand
    if hand is None or hand.due is not Due.ACT:
        raise NotDue("no player has to act")
    street = hand.street
    while hand.due is Due.ACT and hand.street == street:
        if values["act"] == "fold":
            hand.fold()
        elif values["act"] == "call":
            hand.check_or_call()
        else:
            hand.check()
    return True


def _by_marker(played: Played, values: Values) -> bool:
    """Let a player act with a marker. The players asked accept unless the case says otherwise."""
    hand = played.in_turn(values["who"])
    hand.offer_marker(int(values["to"]) if values["to"] else None)
    agreed = True
    while hand.due is Due.CONSENT:
        answer = played.answers.get(played.names[hand.seat], True)
        agreed = agreed and answer
        hand.consent(answer)
    if agreed and values["to"]:
        hand.raise_to(int(values["to"]))
    elif agreed:
        hand.call()
    return agreed


def _buys(played: Played, values: Values) -> bool:
    if played.hand is not None and values["who"] in played.names:
        played.in_turn(values["who"]).buy(int(values["chips"]))
    else:
        played.table.buy(values["who"], int(values["chips"]))
    return True


def _borrows(played: Played, values: Values) -> bool:
    lender = values["lender"]
    hand = played.in_turn(values["who"])
    hand.borrow(int(values["chips"]), played.seat(lender) if lender in played.names else lender)
    return True


def _asks(played: Played, values: Values) -> bool:
    played.table.ask(values["who"], int(values["chips"]))
    return True


def _wins(played: Played, values: Values) -> bool:
    played.call_down(values["who"])
    return True


def _begins(played: Played, values: Values) -> bool:
    played.begin()
    return True


def _called_off(played: Played, values: Values) -> bool:
    if played.hand is not None:
        played.hand.void()
    return True


def _leaves(played: Played, values: Values) -> bool:
    played.table.leave(values["who"])
    return True


def _sits(played: Played, values: Values) -> bool:
    played.table.sit(values["who"], played.table.seats().index(None), int(values["chips"]))
    return True


def _takes(played: Played, values: Values) -> bool:
    played.table.petty(values["who"], int(values["chips"]))
    return True


def _pockets(played: Played, values: Values) -> bool:
    """Let a player take a marker that they won, or their own one, off the table."""
    faces = [
        chips
        for marker in played.table.markers
        for holder, chips in marker.holders
        if marker.maker == values["of"] and values["who"] in (holder, marker.maker)
    ]
    if not faces:
        raise BadNotation(f"{values['who']} has no marker from {values['of']}")
    played.table.petty(values["who"], sum(faces))
    return True


def _pays(played: Played, values: Values) -> bool:
    played.table.pay(values["who"], values["to"], int(values["chips"]))
    return True


_WHO: Final = r"(?P<who>\w+) "
_PARTY: Final = r"(the box|the house|\w+)"
_PATTERNS: Final[tuple[tuple[str, Doing], ...]] = (
    (r"all (?P<act>check|call|fold)", _together),
    (_WHO + r"(?P<act>calls)(?P<to>) by marker", _by_marker),
    (_WHO + r"(?P<act>bets|raises to) (?P<to>\d+) by marker", _by_marker),
    (_WHO + r"(?P<act>checks|calls|folds|goes all-in)(?P<to>)", _acts),
    (_WHO + r"(?P<act>bets|raises to) (?P<to>\d+)", _acts),
    (_WHO + r"buys (?P<chips>\d+)", _buys),
    (_WHO + r"borrows (?P<chips>\d+) from (?P<lender>\w+)", _borrows),
    (_WHO + r"asks for (?P<chips>\d+)", _asks),
    (_WHO + r"wins", _wins),
    (_WHO + r"leaves", _leaves),
    (_WHO + r"sits down with (?P<chips>\d+)", _sits),
    (_WHO + r"takes (?P<chips>\d+) off the table", _takes),
    (_WHO + r"pockets a marker of (?P<of>\w+)", _pockets),
    (rf"(?P<who>{_PARTY}) pays (?P<to>{_PARTY}) (?P<chips>\d+)", _pays),
    (r"a hand begins", _begins),
    (r"the hand is called off", _called_off),
)
_SENTENCES: Final = Sentences(
    _PATTERNS,
    "{} is nothing that happens at open stakes; there are: A checks, calls, folds, bets 20, raises to 50, goes "
    "all-in, calls by marker, bets 20 by marker, raises to 50 by marker, buys 50, borrows 50 from B, asks for 50, "
    "wins (all check and call to the end), leaves, sits down with 100, takes 5 off the table, pockets a marker of "
    "B, pays B 50; all check, all call, all fold, a hand begins, the hand is called off; and the same player's "
    "further acts: A buys 50 and calls",
)


def parse_deeds(text: str) -> list[Deed]:
    """Parse actions, one after the other. Raises BadNotation, listing all known actions, for other text."""
    who = text.strip().partition(" ")[0]
    parts = text.strip().split(" and ")
    acts = [part if at == 0 else f"{who} {part}" for at, part in enumerate(parts)]
    return [Deed(act, *_SENTENCES.read(act)) for act in acts]
