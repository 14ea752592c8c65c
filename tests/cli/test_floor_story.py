"""A hand with rulings in it is told to its end: who ruled what, and what became of the hand."""

from __future__ import annotations

from random import Random

from rich.text import Text

from sidepot import Deck, find_game
from sidepot.cli.transcript import Transcript
from sidepot.errors import Cite
from sidepot.floor.carry_out import carry_out
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.rules.houses import TDA_2013
from sidepot.rules.ruling import Kill, Redeal, Ruling


def told(hand: Hand) -> str:
    story = Transcript(hand.setup)
    return "\n".join(Text.from_markup(line).plain for event in hand.log for line in story.tell(event))


def test_rulings_are_shown_with_their_consequences() -> None:
    setup = seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(100, 200)), TDA_2013, (5000, 5000, 5000))
    hand, dealer = Hand(setup), Dealer(Deck(below=Random(1).randrange))
    dealer.run(hand)
    again = Ruling(
        verdict="misdeal", reason=("The first card went to the wrong seat.",), cites=(Cite("TDA-2013", "34-A"),),
        effects=(Redeal(),),
    )  # fmt: skip
    carry_out(hand, again, by="Kim", deck=dealer.deck)
    dealer.run(hand)
    hand.raise_to(900)
    seat = hand.betting.aggressor
    dead = Ruling(
        verdict="dead hand", reason=("The dealer took their cards.",), cites=(Cite("TDA-2013", "56"),),
        effects=(Kill(seat, refund=True),),
    )  # fmt: skip
    carry_out(hand, dead)
    text = told(hand)
    assert "The floor (Kim) rules: misdeal" in text
    assert "every chip goes back, and the hand is dealt again" in text
    assert text.count("posts the big blind") == 2
    assert "The dealer took their cards. TDA-2013:56" in text
    assert f"The hand of Seat {seat + 1} is dead; 700 that nobody called goes back" in text
