"""A stub with too few cards for the deal: in stud the burn cards are used too; in draw games also the discards."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sidepot.errors import BadNotation
from sidepot.floor.deal.deal_errors import FACE_DOWN
from sidepot.floor.topic import Facts
from sidepot.hand.stub import ALL, BURN, BURNS, COMMUNITY, NO_BURN, draw_plan, stub_plan
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.deal_choices import DrawStub, ShortStub
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, also, cite

AT_STUD: Final = Point(
    "a short stub at stud",
    {"TDA-2024": "RP-10-H", "RRP-11": "stud/short-stub", "WSOP-LIVE-2026": "232"},
)
_DRAW: Final = {"RRP-11": "draw/last-card"}
LAST: Final = Point("the last card at draw", {"TDA-2026": "RP-25-A", "WSOP-2026": "draw/last-card", **_DRAW})
ENOUGH: Final = Point("cards drawn", {"PG": "82"})
WITH_BURNS: Final = Point("a short stub at draw", {"TDA-2026": "RP-25-B", **_DRAW})
WITH_MUCK: Final = Point("a stub at draw that needs the muck", {"TDA-2026": "RP-25-C", **_DRAW})

MOST: Final = 51
KEPT_BACK: Final = 2  # a burn card and the last card of the stub
_DEAL: Final = say("Deal the cards that are needed.")
_BURN: Final = say("Burn the top card.")
_SCRAMBLE: Final = say("Scramble the stub and the burn cards face down, shuffle, and cut.")
_SCRAMBLE_BURNS: Final = say("Scramble the burn cards face down, shuffle, and cut.")


class ShortStubFacts(Facts, frozen=True, kw_only=True, tag="short stub"):
    """A stub that seems too short.

    - `needed`: the number of cards for this street in stud, or for this player in a draw game
    - `burns`: the number of burn cards so far
    - `bared`: whether one of the burn cards was seen
    - `muck`: the number of discards and folded cards of other players
    - `others_wait`: whether, in a draw game, other players get cards after this player
    """

    stub: int
    needed: int
    game: Literal["stud", "draw"] = "stud"
    burns: int = 0
    bared: bool = False
    muck: int = 0
    others_wait: bool = False


class _Way(NamedTuple):
    """A verdict, its reason and its steps."""

    verdict: str
    because: Sentence
    steps: tuple[Sentence, ...]


def rule_on_short_stub(facts: ShortStubFacts, rulebook: Rulebook) -> Ruling:
    """Rule on how the deal is finished if the stub has too few cards. Raises BadNotation for impossible numbers.

    Rule: TDA-2024 RP-10-H; TDA-2026 RP-25; WSOP live 232; PG-95; Robert's, stud and draw.
    """
    counts = (facts.stub, facts.burns, facts.muck)
    if min(counts) < 0 or sum(counts) > MOST:
        raise BadNotation(
            f"stub, burns and muck: expected 0 or more each, and at most {MOST} together, not "
            f"{', '.join(map(str, counts))}"
        )
    if not 1 <= facts.needed <= MOST:
        raise BadNotation(f"needed: expected 1 to {MOST} cards, not {facts.needed}")
    if facts.game == "stud":
        way = _at_stud(facts, rulebook)
        cites = (cite(AT_STUD, rulebook, "short_stub"),)
    else:
        way, point, field = _at_draw(facts, rulebook)
        cites = (cite(point, rulebook, field),)
    is_shuffled = {_SCRAMBLE, _SCRAMBLE_BURNS} & {*way.steps} or way.verdict == "discards shuffled in"
    shuffled = also(rulebook, FACE_DOWN) if is_shuffled else ()
    return Ruling(verdict=way.verdict, reason=way.because, cites=(*cites, *shuffled), instructions=way.steps)


# ---- stud


def _at_stud(facts: ShortStubFacts, rulebook: Rulebook) -> _Way:
    spare = KEPT_BACK if rulebook.short_stub is ShortStub.BURN_KEPT else 0
    how = stub_plan(facts.stub, facts.burns, facts.needed, burn=True, spare=spare)
    wanted, stub = str(facts.needed), str(facts.stub)
    if how == BURN:
        because = (
            say(
                "The deal needs {cards} cards and a card to burn. The stub of {stub} cards has enough, even "
                "without its last card.",
                wanted,
                stub,
            )
            if spare
            else say(
                "The deal needs {cards} cards and a card to burn, and the stub of {stub} cards has enough.",
                wanted,
                stub,
            )
        )
        return _Way("deal with a burn", because, (_BURN, _DEAL))
    if how == NO_BURN:
        because = say("The deal needs {cards} cards and the stub has no more, so no card is burned.", str(facts.needed))
        return _Way("deal without a burn", because, (_DEAL,))
    if how == COMMUNITY:
        return _community(facts, spare)
    steps = (
        _scramble(facts),
        *((_BURN,) if spare else ()),
        _DEAL,
        say("Never use cards from the muck."),
    )
    because = in_a_row(
        _needed(facts, spare),
        say("The stub has only {stub}, but the burn cards make up the rest.", stub),
    )
    return _Way("burns shuffled in", because, steps)


def _needed(facts: ShortStubFacts, spare: int) -> Sentence:
    if spare:
        return say(
            "The deal needs {cards} cards and a card to burn, and the last card of the stub is never dealt.",
            str(facts.needed),
        )
    return say("The deal needs {cards} cards.", str(facts.needed))


def _too_short(facts: ShortStubFacts) -> Sentence:
    """The sentence that not even the burn cards make the stub long enough."""
    burns = str(facts.burns)
    if not facts.stub:
        return (
            say("The stub is empty, and the {burns} burn cards are not enough.", burns)
            if facts.burns > 1
            else say("The stub is empty, and the one card burned so far is not enough.")
            if facts.burns
            else say("The stub is empty, and there is no burn card.")
        )
    stub = str(facts.stub)
    if facts.burns > 1:
        return say("The stub has only {stub}, too few even with the {burns} burn cards.", stub, burns)
    if facts.burns:
        return say("The stub has only {stub}, too few even with the burn card.", stub)
    return say("The stub has only {stub}, and there is no burn card.", stub)


def _community(facts: ShortStubFacts, spare: int) -> _Way:
    """One card for all hands, from the stub. The burn cards are shuffled in if no burn would be left."""
    first = say("Start the betting with the player who acted first on sixth street.")
    because = in_a_row(
        _needed(facts, spare),
        _too_short(facts),
    )
    if facts.burns == 1 and not facts.stub:
        return _Way(
            "one card for all", because, (say("Turn the burn card face up in the middle for all hands."), first)
        )
    scrambled = facts.stub < 1 + spare and facts.burns
    cards = facts.stub + facts.burns if spare and scrambled else facts.stub
    steps = (_scramble(facts),) if scrambled else ()
    burn = (_BURN,) if cards > 1 else ()
    if facts.stub and scrambled:
        because = in_a_row(
            because, say("The burn cards are shuffled in, so that a card can be burned and the next one dealt.")
        )
    return _Way(
        "one card for all", because, (*steps, *burn, say("Deal one card face up in the middle for all hands."), first)
    )


def _scramble(facts: ShortStubFacts) -> Sentence:
    """The step that shuffles the burn cards into what is left of the stub."""
    return _SCRAMBLE if facts.stub else _SCRAMBLE_BURNS


# ---- draw


def _at_draw(facts: ShortStubFacts, rulebook: Rulebook) -> tuple[_Way, Point, str]:
    last_stays = rulebook.last_card_stays or rulebook.last_card_completes and facts.others_wait
    keep = int(last_stays)
    if facts.stub - keep >= facts.needed:
        because = (
            say("The draw needs one card, and the stub has {stub}.", str(facts.stub))
            if facts.needed == 1
            else say("The draw needs {cards} cards, and the stub has {stub}.", str(facts.needed), str(facts.stub))
        )
        field = "last_card_stays" if rulebook.last_card_stays else "last_card_completes"
        if facts.stub == facts.needed and rulebook.last_card_completes:
            because = (
                say(
                    "The draw needs one card, and the last card of the stub may be dealt because it completes the deal."
                )
                if facts.needed == 1
                else say(
                    "The stub has exactly the {stub} cards that are needed, and its last card may be dealt because it "
                    "completes the deal.",
                    str(facts.stub),
                )
            )
        asks = rulebook.last_card_stays or rulebook.last_card_completes
        return _Way("deal on", because, (_DEAL,)), LAST if asks else ENOUGH, field
    why = _too_few_to_draw(facts, never_dealt=rulebook.last_card_stays)
    by_burns = rulebook.draw_stub is DrawStub.BURNS_FIRST
    keep = keep if by_burns else 0
    what = draw_plan(
        facts.stub, facts.muck, facts.burns, facts.needed, burns_first=by_burns, keep=keep, bared=facts.bared
    )
    if what == BURNS:
        is_left = facts.stub + facts.burns > facts.needed + keep
        steps = (_scramble(facts), *((_BURN,) if is_left else ()), _DEAL)
        enough = (
            say("With the burn cards there are enough, even to burn one.")
            if is_left
            else say("With the burn cards there are just enough, so no card is burned.")
        )
        return _Way("burns shuffled in", in_a_row(why, enough), steps), WITH_BURNS, "draw_stub"
    return _with_discards(facts, why, what, by_burns=by_burns), WITH_MUCK, "draw_stub"


def _too_few_to_draw(facts: ShortStubFacts, *, never_dealt: bool) -> Sentence:
    """The sentence that the stub does not have enough cards for the draw, or only with its last card."""
    one, needed = facts.needed == 1, str(facts.needed)
    if not facts.stub:
        return (
            say("The draw needs one card, but the stub is empty.")
            if one
            else say("The draw needs {cards} cards, but the stub is empty.", needed)
        )
    if facts.stub < facts.needed:
        return say("The draw needs {cards} cards, but the stub has only {stub}.", needed, str(facts.stub))
    if never_dealt:
        return (
            say("The draw needs one card, but the stub has only its last card, which is never dealt.")
            if one
            else say(
                "The draw needs {cards} cards. The stub has just as many, but its last card is never dealt.", needed
            )
        )
    return (
        say(
            "The draw needs one card, but the stub has only its last card, which may not be dealt while other players "
            "wait for cards."
        )
        if one
        else say(
            "The draw needs {cards} cards. The stub has just as many, but its last card may not be dealt while other "
            "players wait for cards.",
            needed,
        )
    )


def _with_discards(facts: ShortStubFacts, why: Sentence, what: int, *, by_burns: bool) -> _Way:
    """Shuffle the stub and the discards together, and deal on."""
    with_burns = by_burns or what == ALL
    burn = (_BURN,) if by_burns else ()
    if what == ALL:
        first = say(
            "Put the stub together with the burn cards and all discards, including those of the player who is drawing. "
            "Scramble them face down, shuffle, and cut."
        )
    elif with_burns:
        first = say(
            "Put the stub together with the burn cards and the discards. Scramble them face down, shuffle, and cut."
        )
    else:
        first = say(
            "Put the stub together with all discards except those of the player who is drawing. Scramble them face "
            "down, shuffle, and cut."
        )
    seen = say("A burn card was seen, so the burn cards alone may not be added.") if by_burns and facts.bared else ()
    together = (
        say("The stub, the burn cards and all discards are shuffled together, even those of the player who is drawing.")
        if what == ALL
        else say("The stub, the burn cards and the discards are shuffled together.")
        if with_burns
        else say("The stub and all discards except those of the player who is drawing are shuffled together.")
    )
    return _Way("discards shuffled in", in_a_row(why, seen, together), (first, *burn, _DEAL))
