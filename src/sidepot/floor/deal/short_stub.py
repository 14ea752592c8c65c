"""A stub with too few cards for the deal: at stud the burn cards help out, at draw also the discards."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sidepot.errors import BadNotation
from sidepot.floor.deal.deal_errors import FACE_DOWN
from sidepot.floor.topic import Facts
from sidepot.hand.stub import ALL, BURN, BURNS, COMMUNITY, NO_BURN, draw_plan, stub_plan
from sidepot.rules.deal_choices import DrawStub, ShortStub
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, also, cite

AT_STUD: Final = Point(
    "a short stub at stud",
    {"TDA-2024": "RP-10-H", "RRP-11": "stud/short-stub", "PG": "95", "WSOP-LIVE-2026": "232"},
)
_DRAW: Final = {"RRP-11": "draw/last-card"}
LAST: Final = Point("the last card at draw", {"TDA-2026": "RP-25-A", "WSOP-2026": "draw/last-card", **_DRAW})
ENOUGH: Final = Point("cards drawn", {"PG": "82"})
WITH_BURNS: Final = Point("a short stub at draw", {"TDA-2026": "RP-25-B", **_DRAW})
WITH_MUCK: Final = Point("a stub at draw that needs the muck", {"TDA-2026": "RP-25-C", **_DRAW})

MOST: Final = 51
KEPT_BACK: Final = 2  # a burn card and the last card of the stub
_DEAL: Final = "Deal the cards that are needed."
_BURN: Final = "Burn the top card."
_SCRAMBLE: Final = "face down, shuffle, and cut."


class ShortStubFacts(Facts, frozen=True, kw_only=True, tag="short stub"):
    """The stub seems too short. `needed`: the cards of this street at stud, those of this player at draw.

    `burns`: the burn cards so far; `bared`: one of them was seen. `muck`: discards and folded cards of other players.
    `others_wait`: at draw, others get cards after this player.
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
    because: str
    steps: tuple[str, ...]


def rule_on_short_stub(facts: ShortStubFacts, rulebook: Rulebook) -> Ruling:
    """How the deal ends with too few cards. Raises BadNotation for impossible numbers.

    Rule: TDA-2024 RP-10-H; TDA-2026 RP-25; WSOP live 232; PG-95; Robert's, stud and draw.
    """
    counts = (facts.stub, facts.burns, facts.muck)
    if min(counts) < 0 or sum(counts) > MOST:
        raise BadNotation(f"stub, burn cards and muck are 0 to {MOST} cards together, not {counts}")
    if not 1 <= facts.needed <= MOST:
        raise BadNotation(f"1 to {MOST} cards are needed, not {facts.needed}")
    if facts.game == "stud":
        way = _at_stud(facts, rulebook)
        cites = (cite(AT_STUD, rulebook, "short_stub"),)
    else:
        way, point, field = _at_draw(facts, rulebook)
        cites = (cite(point, rulebook, field),)
    shuffled = () if way.verdict.startswith("deal") else also(rulebook, FACE_DOWN)
    return Ruling(verdict=way.verdict, because=way.because, cites=(*cites, *shuffled), steps=way.steps)


# ---- stud


def _at_stud(facts: ShortStubFacts, rulebook: Rulebook) -> _Way:
    spare = KEPT_BACK if rulebook.short_stub is ShortStub.BURN_KEPT else 0
    how = stub_plan(facts.stub, facts.burns, facts.needed, burn=True, spare=spare)
    wanted = f"{facts.needed} cards" + (", a burn card and the last card" if spare else "")
    wanted = f"{wanted} are needed"
    if how == BURN:
        return _Way("deal with a burn", f"{wanted}, and the stub of {facts.stub} has them.", (_BURN, _DEAL))
    if how == NO_BURN:
        because = f"{facts.needed} cards are needed and the stub has no more, so no card is burned."
        return _Way("deal without a burn", because, (_DEAL,))
    if how == COMMUNITY:
        return _community(facts, wanted, spare)
    steps = (
        f"Scramble the stub and the burn cards {_SCRAMBLE}",
        *((_BURN,) if spare else ()),
        _DEAL,
        "Never use the muck.",
    )
    because = f"{wanted}. The stub of {facts.stub} is too short, but with the burn cards there are enough."
    return _Way("burns shuffled in", because, steps)


def _community(facts: ShortStubFacts, wanted: str, spare: int) -> _Way:
    """One card for all hands, from the stub; the burn cards are shuffled in if no burn would be left."""
    first = "The player who acted first on sixth street acts first again."
    because = f"{wanted}. The stub and the burn cards together are too few."
    scrambled = facts.stub < 1 + spare and facts.burns
    cards = facts.stub + facts.burns if spare and scrambled else facts.stub
    steps = (f"Scramble the stub and the burn cards {_SCRAMBLE}",) if scrambled else ()
    burn = (_BURN,) if cards > 1 else ()
    return _Way(
        "one card for all", because, (*steps, *burn, "Deal one card face up in the middle for all hands.", first)
    )


# ---- draw


def _at_draw(facts: ShortStubFacts, rulebook: Rulebook) -> tuple[_Way, Point, str]:
    last_stays = rulebook.last_card_stays or rulebook.last_card_completes and facts.others_wait
    keep = int(last_stays)
    if facts.stub - keep >= facts.needed:
        because = f"The stub of {facts.stub} has the {facts.needed} cards that are needed."
        field = "last_card_stays" if rulebook.last_card_stays else "last_card_completes"
        if facts.stub == facts.needed and rulebook.last_card_completes:
            because = "The last card of the stub may be dealt because it completes the deal."
        asks = rulebook.last_card_stays or rulebook.last_card_completes
        return _Way("deal on", because, (_DEAL,)), LAST if asks else ENOUGH, field
    why = f"The stub of {facts.stub} is too short for the {facts.needed} cards needed"
    why += " and the last card, which is not dealt" if keep else ""
    by_burns = rulebook.draw_stub is DrawStub.BURNS_FIRST
    keep = keep if by_burns else 0
    what = draw_plan(
        facts.stub, facts.muck, facts.burns, facts.needed, burns_first=by_burns, keep=keep, bared=facts.bared
    )
    if what == BURNS:
        is_left = facts.stub + facts.burns > facts.needed + keep
        steps = (f"Scramble the stub and the burn cards {_SCRAMBLE}", *((_BURN,) if is_left else ()), _DEAL)
        end = "one card is burned again" if is_left else "no card is burned because all are needed"
        return (
            _Way("burns shuffled in", f"{why}. With the burn cards there are enough, and {end}.", steps),
            WITH_BURNS,
            "draw_stub",
        )
    with_burns = by_burns or what == ALL
    pile = "the stub, the burn cards and the discards" if with_burns else "the stub and the discards of other players"
    burn = (_BURN,) if by_burns else ()
    steps = (f"Scramble {pile} {_SCRAMBLE}", *burn, _DEAL)
    if what == ALL:
        steps = (f"Scramble {pile}, including this player's, {_SCRAMBLE}", *burn, _DEAL)
    seen = " A burn card was seen." if by_burns and facts.bared else ""
    return (
        _Way("discards shuffled in", f"{why}.{seen} {pile[:1].upper()}{pile[1:]} are shuffled together.", steps),
        WITH_MUCK,
        "draw_stub",
    )
