"""A hand line by line, in a dealer's words: `Ann raises to 60`, `Flop: K♠ 7♦ 2♣`.

`Story` describes each event while applying it, so each line shows the table at that moment. Its `Voice` says for whom a
hand is described, and how names, cards and amounts are written.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sidepot.cards import JOKER, RANKS, UNKNOWN
from sidepot.games.titles import half_label, ways_words
from sidepot.hand import events as e
from sidepot.hand.due import BRING_IN, DEAL, RUN
from sidepot.hand.legal.options import verb_of
from sidepot.hand.setup import Post
from sidepot.hand.story.odd import Where, odd_reasons
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from sidepot.hand.words import (
    Won,
    board_name,
    capital,
    hand_words,
    passed_out_words,
    pot_words,
    runs_words,
    uncapital,
    winning_words,
    won_parts,
)

if TYPE_CHECKING:
    from sidepot.hand.events import Awarded, Part
    from sidepot.hand.hand import Hand

_SUITS: Final = "♣♦♥♠"


# ---- the voice


def cards_words(cards: Iterable[int]) -> str:
    """Cards as people write them, such as `K♠ 7♦`.

    >>> cards_words((46, 21, 52))
    'K♥ 7♦ Joker'
    """
    return " ".join([_card(card) for card in cards])


def _card(card: int) -> str:
    if card == UNKNOWN:
        return "?"
    return "Joker" if card == JOKER else RANKS[card >> 2] + _SUITS[card & 3]


@dataclass(slots=True, eq=False)
class Voice:
    """How a hand is described, and for whom.

    - `names`: the names of the seats
    - `you`: the seat that is called `you` (-1: none)
    - `cards`, `chips`: functions that format cards and amounts
    - `quote`: a function that escapes a text from outside
    - `strong`: a function that makes a text stand out
    - `phrase`: a function that may mark words that form a unit in a sentence
    """

    names: Sequence[str]
    you: int = -1
    cards: Callable[[Iterable[int]], str] = field(default=cards_words, kw_only=True)
    quote: Callable[[str], str] = field(default=str, kw_only=True)
    strong: Callable[[str], str] = field(default=str, kw_only=True)
    chips: Callable[[int], str] = field(default=str, kw_only=True)
    phrase: Callable[[str], str] = field(default=str, kw_only=True)

    def who(self, seat: int) -> str:
        """The name of a seat at the beginning of a sentence, such as `Ann` or `You`."""
        return "You" if seat == self.you else self.names[seat]

    def whom(self, seat: int) -> str:
        """The name of a seat within a sentence, such as `Ann` or `you`."""
        return "you" if seat == self.you else self.names[seat]

    def says(self, seat: int, deed: str) -> str:
        """What a seat does, as a sentence.

        `deed` is in the third person (`raises to 60`), and is changed to the second person for `you`.

        >>> voice = Voice(("Ann", "Bo"), 1)
        >>> voice.says(0, "raises to 60"), voice.says(1, "raises to 60"), voice.says(1, "goes all-in")
        ('Ann raises to 60', 'You raise to 60', 'You go all-in')
        """
        if seat != self.you:
            return f"{self.names[seat]} {deed}"
        verb, space, rest = deed.partition(" ")
        return f"You {verb.removesuffix('es' if verb == 'goes' else 's')}{space}{rest}"


# ---- awards


def award_lines(voice: Voice, hand: Hand, event: Awarded, pots: int) -> list[str]:
    """The lines about the shares of a pot. Call this before the event is applied.

    `pots` is the number of pots of the hand.
    """
    words = pot_words(event.pot, pots, voice.chips(event.amount), voice.quote)
    name = voice.phrase(words)
    rake = f", less {voice.chips(event.rake)} for the house" if event.rake else ""
    if not event.shares:
        return [f"The house takes {name}"]
    won = won_parts(hand, event)
    boards, halves = len(hand.boards) > 1, len(hand.setup.game.halves) > 1
    seats = [seat for seat, _ in event.shares]
    odd = odd_reasons(hand, event)
    if len(seats) == 1:
        wins = voice.strong(voice.says(seats[0], f"wins {name}"))
        return [f"{wins}{rake}{_with(voice, hand, seats[0], won, boards=boards, halves=halves)}"]
    if event.parts:
        lines = [f"{voice.phrase(capital(words))}{rake}{',' * bool(rake)} is shared:"]
        for part in event.parts:
            lines += _part_lines(voice, hand, part, won, odd)
        return lines
    parts = [voice.phrase(f"{voice.whom(seat)} ({voice.chips(amount)})") for seat, amount in event.shares]
    who = voice.phrase(capital(f"{', '.join(parts[:-1])} and {parts[-1]}"))
    shared = f"{who} share {name}{rake}{_with(voice, hand, seats[0], won, boards=boards, halves=halves)}"
    return [
        shared,
        *[f"The odd chip goes to {voice.whom(seat)}: {voice.phrase(why)}" for (_, _, seat), why in odd.items()],
    ]


def _part_lines(voice: Voice, hand: Hand, part: Part, won: Sequence[Won], odd: Mapping[Where, str]) -> list[str]:
    """The lines for one part: `Board 2, low: Ann gets 20: six-five low, 6-5-4-3-A`."""
    game = hand.setup.game
    names = [board_name(hand, part.board)] if len(hand.boards) > 1 else []
    if len(game.halves) > 1:
        names.append(
            half_label(game, part.half) if part.half >= 0 else f"{half_label(game, 0)} and {half_label(game, 1)}"
        )
    label = voice.phrase(capital(", ".join(names)))
    here = [one for one in won if one.board == part.board and part.half in (-1, one.half)]
    both = part.half < 0 and len(game.halves) > 1
    lines = []
    for seat, amount in part.shares:
        gets = voice.strong(voice.says(seat, f"gets {voice.chips(amount)}"))
        lines.append(f"{label}: {gets}{_with(voice, hand, seat, here, boards=False, halves=both)}")
        if why := odd.get((part.board, part.half, seat)):
            lines.append(f"{label}: the odd chip goes to {voice.whom(seat)}: {voice.phrase(why)}")
    return lines


def _with(voice: Voice, hand: Hand, seat: int, won: Sequence[Won], *, boards: bool, halves: bool) -> str:
    """The name of the winning hand, `: two pair, aces and eights`, or of both halves; "" if no hand was seen."""
    words = winning_words(hand, seat, won, boards=boards, halves=halves)
    return f": {voice.phrase(uncapital('; '.join(words)))}" if words else ""


# ---- the story


_RAISES: Final = {"bet": "bets", "raise": "raises to", "complete": "completes to"}


class Story:
    """Describes a hand, event by event. `hand` includes every event so far. No line describes the start of the hand."""

    __slots__ = ("antes", "deals", "hand", "pots", "thrown", "voice")

    def __init__(self, hand: Hand, voice: Voice) -> None:
        self.hand = hand
        self.voice = voice
        self.clear()

    def clear(self) -> None:
        """Forget the lines that wait for later events, because a hand begins or is redealt."""
        self.antes: list[e.Posted] = []
        self.deals: list[e.Dealt] = []
        self.thrown: dict[int, tuple[int, ...]] = {}  # cards that a seat has discarded, until the new ones come
        self.pots = 0  # the number of pots in total

    def tell(self, event: Any) -> list[str]:
        """Apply an event and return its lines. Usually there is one line; there is none if the line of a later event
        covers it.
        """
        lines = self.waiting(event) if self.antes else []
        tell = _TELL.get(type(event))
        if tell is None:
            self.hand.apply(event)
        else:
            lines += tell(self, event)
        if self.deals and self.hand.due is not DEAL:
            lines += self._dealt()
        return lines

    def waiting(self, event: Any) -> list[str]:
        """The line about all antes, if `event` shows that the last one has been posted; otherwise, no line."""
        if not self.antes or type(event) is e.Posted and event.post is Post.ANTE:
            return []
        antes, self.antes = self.antes, []
        if len({ante.amount for ante in antes}) == 1 and len(antes) == self.hand.plan.seats:
            return [f"Everybody antes {self.voice.chips(antes[0].amount)}"]
        voice = self.voice
        parts = [voice.phrase(voice.says(ante.seat, f"antes {voice.chips(ante.amount)}")) for ante in antes]
        return [", ".join(parts)]

    def _dealt(self) -> list[str]:
        """The visible cards of all seats in one line."""
        deals, self.deals = self.deals, []
        voice = self.voice
        parts = [(deal.seat, text) for deal in deals if (text := self._cards_of(deal))]
        if len(parts) == 1 and parts[0][0] == voice.you:
            return [f"You are dealt {parts[0][1]}"]
        return [", ".join([voice.phrase(f"{voice.who(seat)} {text}") for seat, text in parts])] if parts else []

    def _cards_of(self, deal: e.Dealt) -> str:
        """The known cards of a deal. In stud, face-down cards are in brackets."""
        at = len(deal.cards) - deal.up
        down, up = deal.cards[:at], deal.cards[at:]
        cards = self.voice.cards
        if UNKNOWN in down:
            return cards(up)
        if not down or not self.hand.plan.is_stud:
            return cards(deal.cards)
        return f"({cards(down)}) {cards(up)}".rstrip()


def act_words(hand: Hand, event: object, chips: Callable[[int], str] = str) -> str:
    """What another player does, in words, such as `raises to 60` or `posts the big blind, 2`.

    Call this before the event is applied.
    """
    match event:
        case e.RaisedTo(to=to):
            return f"{_RAISES['complete' if hand.due is BRING_IN else verb_of(hand)]} {chips(to)}"
        case e.Called(amount=amount):
            return f"calls {chips(amount)}" if amount else "goes all-in"
        case e.Folded():
            return "folds"
        case e.Checked():
            return "checks"
        case e.Posted(post=post, amount=amount):
            return post_words(post, chips(amount))
        case e.BroughtIn(amount=amount):
            return f"brings it in for {chips(amount)}"
    return ""


# What a post is called if its name is not one that players use.
_POSTS: Final = {
    Post.DEAD_ANTE: "posts the ante",
    Post.LIVE_BLIND: "posts a blind",
    Post.DEAD_BLIND: "posts a dead blind",
}


def post_words(post: Post, amount: int | str) -> str:
    """A forced bet in words, such as `posts the big blind, 2`, or `posts a blind, 2` for a new player."""
    return f"{_POSTS.get(post, f'posts the {post}')}, {amount}"


def discard_words(hand: Hand, event: e.Discarded, quote: Callable[[str], str] = str) -> str:
    """A draw or a discard by another player, in words, such as `draws 2` or `stands pat`."""
    count = quote(str(len(event.cards)))
    if not hand.plan.streets[hand.street].draw:
        return f"throws {count} away"
    return f"draws {count}" if event.cards else "stands pat"


# ---- one event


def _acts(story: Story, event: Any) -> list[str]:
    """The line about an action with chips, a fold or a check."""
    hand, voice, seat = story.hand, story.voice, event.seat
    text = voice.says(seat, act_words(hand, event, voice.chips))
    hand.apply(event)
    betting = hand.betting
    if betting.live >> seat & 1 and not betting.able >> seat & 1 and (type(event) is not e.Called or event.amount):
        text += f", {voice.strong('all-in')}"
    return [text]


def _posted(story: Story, event: e.Posted) -> list[str]:
    if event.post is not Post.ANTE:
        return _acts(story, event)
    story.antes.append(event)
    story.hand.apply(event)
    return []


def _dealt(story: Story, event: e.Dealt) -> list[str]:
    hand, voice = story.hand, story.voice
    draws = hand.plan.streets[hand.street].draw
    hand.apply(event)
    if not draws:
        story.deals.append(event)
        return []
    thrown = story.thrown.pop(event.seat, ())
    if UNKNOWN in event.cards:
        return [voice.says(event.seat, f"draws {voice.quote(str(len(event.cards)))}")] if thrown else []
    new = voice.cards(event.cards)
    return [voice.says(event.seat, f"changes {voice.cards(thrown)} for {new}" if thrown else f"gets {new}")]


def _board(story: Story, event: e.BoardDealt) -> list[str]:
    hand = story.hand
    name = "Community card" if hand.plan.is_stud else capital(hand.plan.streets[hand.street].name)
    if len(hand.boards) > 1:
        name += f", {board_name(hand, event.board).lower()}"
    hand.apply(event)
    return [f"{story.voice.phrase(name)}: {story.voice.cards(event.cards)}"]


def _discarded(story: Story, event: e.Discarded) -> list[str]:
    """The line about discards. Exposed cards that are replaced are named after the new cards are dealt."""
    hand, voice, seat, cards = story.hand, story.voice, event.seat, event.cards
    lines = [voice.says(seat, discard_words(hand, event, voice.quote))]
    if cards and UNKNOWN not in cards:
        if hand.plan.streets[hand.street].draw:
            story.thrown[seat] = cards
            lines = []
        else:
            lines = [voice.says(seat, f"throws {voice.cards(cards)} away")]
    hand.apply(event)
    return [*lines, f"{voice.says(seat, 'splits')} the openers: the discards are kept apart"] if event.split else lines


def _returned(story: Story, event: e.Returned) -> list[str]:
    hand, voice = story.hand, story.voice
    why = "bet after the draw" if hand.street == hand.plan.showdown else "that nobody called"  # the sevens rule
    hand.apply(event)
    goes = "goes" if event.amount == 1 else "go"
    return [f"{voice.chips(event.amount)} {why} {goes} back to {voice.whom(event.seat)}"]


def _shown(story: Story, event: e.Shown) -> list[str]:
    story.hand.apply(event)
    words = hand_words(story.hand, event.cards)
    text = story.voice.says(event.seat, f"shows {story.voice.cards(event.cards)}")
    return [f"{text}: {story.voice.phrase(uncapital(words))}" if words else text]


def _mucked(story: Story, event: e.Mucked) -> list[str]:
    hole = story.hand.hole[event.seat]
    story.hand.apply(event)
    return [story.voice.says(event.seat, "mucks" if UNKNOWN in hole else f"mucks {story.voice.cards(hole)}")]


def _act_line(story: Story, event: Any) -> list[str]:
    """The line about runs, declarations, markers, or chips that are bought or borrowed."""
    hand, voice, game = story.hand, story.voice, story.hand.setup.game
    hand.apply(event)
    match event:
        case e.Revealed(declared=declared):
            opened = [
                voice.phrase(f"{voice.whom(seat)} {voice.phrase(ways_words(game, ways))}") for seat, ways in declared
            ]
            return [f"The hands are opened: {', '.join(opened)}"]
        case e.RunChosen(seat=seat, runs=runs):
            lines = [f"{voice.says(seat, 'says')}: run it {voice.phrase(runs_words(runs))}"]
            if hand.due is not RUN:
                lines.append(voice.strong(f"The board is run {voice.phrase(runs_words(hand.aside.runs))}"))
            return lines
        case e.Declared(seat=seat, ways=ways):
            return [
                voice.says(
                    seat,
                    f"declares {voice.phrase(ways_words(game, ways)) if ways > 0 else 'with chips in the closed hand'}",
                )
            ]
        case Added(seat=seat, amount=amount):
            return [voice.says(seat, f"buys {voice.chips(amount)} in chips")]
        case Borrowed(seat=seat, amount=amount, lender=lender, name=name):
            of = voice.whom(lender) if lender >= 0 else voice.quote(name)
            return [voice.says(seat, f"borrows {voice.chips(amount)} from {of}")]
        case MarkerOffered(seat=seat, to=to, face=face):
            bets = "call" if to == hand.price else f"bet {voice.chips(to)}"
            return [f"{voice.who(seat)} would {bets} with a marker of {voice.chips(face)}"]
        case Consented(seat=seat, agrees=agrees):
            return [voice.says(seat, "accepts it" if agrees else "refuses it")]
    return []


def _checked(story: Story, event: Any) -> list[str]:
    """The line about what the dealer checks: openers, an exposed card, a bring-in of the wrong seat."""
    voice = story.voice
    story.hand.apply(event)
    match event:
        case e.Proved(seat=seat, cards=cards, good=good):
            what = "to open with" if good else "no openers: the hand is dead"
            return [voice.says(seat, f"shows {voice.cards(cards)}{'' if good else ','} {what}")]
        case e.Exposed(seat=seat, card=card, kept=kept):
            after = "it stays" if kept else "it goes, and another comes for it"
            return [f"{voice.cards((card,))} was seen as {voice.whom(seat)} got it: {after}"]
        case e.TookBack(seat=seat, amount=amount):
            return [voice.says(seat, f"takes {voice.chips(amount)} back: another seat brings it in")]
    return []


def _floor(story: Story, event: Any) -> list[str]:
    """The line about an action of the floor, or about a stub that is too short."""
    voice = story.voice
    story.hand.apply(event)
    match event:
        case e.Killed(seat=seat, refund=refund):
            back = f"; {voice.chips(refund)} that nobody called goes back" if refund else ""
            return [f"The hand of {voice.whom(seat)} is dead{back}"]
        case e.Redealt():  # everything is worded again
            story.clear()
            return ["Misdeal: every chip goes back, and the hand is dealt again"]
        case e.Voided():
            return ["The hand is called off: every chip goes back"]
        case e.Restubbed(mixed=mixed):
            return [f"{'The stub, the muck and the burns are' if mixed else 'The stub is'} shuffled again"]
        case e.Reshuffled():
            return ["The stub is too short: cards that are out of play are shuffled into it"]
        case e.Ruled(ruling=ruling, by=by):
            who = f"The floor ({voice.quote(by)})" if by else "The floor"
            rules = voice.strong(f"{who} rules: {voice.quote(ruling.verdict)}")
            return [rules, f"{voice.quote(ruling.because)} {voice.quote(str(ruling.cites[0]))}"]
    return []


def _awarded(story: Story, event: e.Awarded) -> list[str]:
    story.pots = max(story.pots, event.pot + 1)
    lines = award_lines(story.voice, story.hand, event, story.pots)
    story.hand.apply(event)
    return lines


def _passed_out(story: Story, event: e.PassedOut) -> list[str]:
    lines = [passed_out_words(story.hand, event, story.voice.chips)]
    story.hand.apply(event)
    return lines


_TELL: Final[dict[type, Callable[[Story, Any], list[str]]]] = {
    **dict.fromkeys((e.BroughtIn, e.Folded, e.Checked, e.Called, e.RaisedTo), _acts),
    **dict.fromkeys((e.RunChosen, e.Declared, e.Revealed, Added, Borrowed, MarkerOffered, Consented), _act_line),
    **dict.fromkeys((e.Proved, e.Exposed, e.TookBack), _checked),
    **dict.fromkeys((e.Killed, e.Redealt, e.Voided, e.Restubbed, e.Reshuffled, e.Ruled), _floor),
    e.Posted: _posted,
    e.Dealt: _dealt,
    e.BoardDealt: _board,
    e.Discarded: _discarded,
    e.Returned: _returned,
    e.Shown: _shown,
    e.Mucked: _mucked,
    e.Awarded: _awarded,
    e.PassedOut: _passed_out,
}
