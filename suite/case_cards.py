"""The cards of a case, for engines that are dealt to."""

from __future__ import annotations

from script_play import Line, Refused


def cards_in(words: str) -> list[str]:
    """`As Kd` as two cards."""
    plain = words.replace(" ", "")
    return [plain[at : at + 2] for at in range(0, len(plain), 2)]


class Pack:
    """The cards of a case, in the order in which they come; those that it does not tell are taken from the rest."""

    def __init__(self, line: Line) -> None:
        case = line["case"]
        given = {name: cards_in(some) for name, some in case.get("cards", {}).items()}
        boards = [cards_in(board) for board in case.get("boards") or [case.get("board", "")]]
        self.hands = [given.get(name, []) for name in case["stacks"]]
        self.boards, self.burns = boards, cards_in(case.get("burns", ""))
        told = {card for some in (*self.hands, *boards, self.burns) for card in some}
        self.rest = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit not in told]

    def hole(self, seat: int) -> str:
        """The next card of a seat."""
        return self._next(self.hands[seat])

    def board(self, at: int = 0) -> str:
        """The next card of a board."""
        return self._next(self.boards[at] if at < len(self.boards) else [])

    def burn(self) -> str:
        """The next burn card."""
        return self._next(self.burns)

    def _next(self, some: list[str]) -> str:
        card = some.pop(0) if some else "??"
        if card == "??" and not self.rest:
            raise Refused("it asks for a card when the deck is empty")
        return self.rest.pop() if card == "??" else card
