"""What is said of a hand besides betting, in words: runs, declarations, markers, openers, and what the floor does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from sidepot.cards import JOKER, RANKS, UNKNOWN
from sidepot.games.titles import ways_words
from sidepot.hand import events as e
from sidepot.hand.due import Due
from sidepot.hand.terms import Added, Borrowed, MarkerOffered
from sidepot.hand.words import runs_words

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

_SUITS: Final = "♣♦♥♠"


def cards_words(cards: Iterable[int]) -> str:
    """Cards as they are written for people: `K♠ 7♦`.

    >>> cards_words((46, 21, 52))
    'K♥ 7♦ Joker'
    """
    return " ".join([_card(card) for card in cards])


def _card(card: int) -> str:
    if card == UNKNOWN:
        return "?"
    return "Joker" if card == JOKER else RANKS[card >> 2] + _SUITS[card & 3]


def said_lines(players: Sequence[str], hand: Hand, event: Any) -> list[str]:
    """Runs, declarations, markers: what is said of the hand."""
    game = hand.setup.game
    price = hand.price
    hand.apply(event)
    if isinstance(event, e.Revealed):
        opened = [f"{players[seat]} {ways_words(game, ways)}" for seat, ways in event.declared]
        return [f"The hands are opened: {', '.join(opened)}"]
    who = players[event.seat]
    match event:
        case e.RunChosen(runs=runs):
            lines = [f"{who}: run it {runs_words(runs)}"]
            if hand.due is not Due.RUN:
                lines.append(f"The board is run {runs_words(hand.aside.runs)}")
            return lines
        case e.Declared(ways=ways) if ways > 0:
            return [f"{who} declares {ways_words(game, ways)}"]
        case e.Declared():
            return [f"{who} has declared, with chips in the closed hand"]
        case Added(amount=amount):
            return [f"{who} buys {amount} in chips"]
        case Borrowed(amount=amount, lender=lender, name=name):
            return [f"{who} borrows {amount} of {players[lender] if lender >= 0 else name}"]
        case MarkerOffered(to=to, face=face):
            return [f"{who} would {'call' if to == price else f'bet {to}'} with a marker of {face}"]
    return [f"{who} {'accepts' if event.agrees else 'refuses'} it"]


def checked_lines(players: Sequence[str], hand: Hand, event: Any) -> list[str]:
    """What the dealer looks at: openers, a card that was seen, a bring-in of the wrong seat."""
    hand.apply(event)
    who = players[event.seat]
    match event:
        case e.Proved(cards=cards, good=good):
            return [f"{who} shows {cards_words(cards)}{' to open with' if good else ', no openers: his hand is dead'}"]
        case e.Exposed(card=card, kept=kept):
            after = "it stays" if kept else "it goes, and another comes for it"
            return [f"{cards_words((card,))} was seen as {who} got it: {after}"]
    return [f"{who} takes {event.amount} back: another seat brings it in"]


def floor_lines(players: Sequence[str], hand: Hand, event: Any) -> list[str]:
    """What the floor does to a hand."""
    hand.apply(event)
    match event:
        case e.Killed(seat=seat, refund=refund):
            back = f"; {refund} that nobody called goes back" if refund else ""
            return [f"The hand of {players[seat]} is dead{back}"]
        case e.Redealt():
            return ["Misdeal: every chip goes back, and the hand is dealt again"]
        case e.Voided():
            return ["The hand is called off: every chip goes back"]
        case e.Restubbed(mixed=mixed):
            return [f"{'The stub, the muck and the burns are' if mixed else 'The stub is'} shuffled again"]
        case e.Reshuffled():
            return ["The stub is too short: the discards are shuffled into a new one"]
    who = f"The floor ({event.by})" if event.by else "The floor"
    return [f"{who} rules: {event.ruling.verdict}. {event.ruling.because} {event.ruling.cites[0]}"]
