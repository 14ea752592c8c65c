"""Cases of the cut: the players offered it, and where a pack may be cut."""

from __future__ import annotations

from functools import partial

import msgspec

from sidepot.cards import cards, find_duplicate, text
from sidepot.cases.expected import Problems, differ
from sidepot.cases.refusal import look_at
from sidepot.errors import BadNotation
from sidepot.rules.rulebook import Rulebook
from sidepot.table.cutting import cut, offered_the_cut


class CutExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects: the pack after the cut and the players who are offered the cut, in order, or a refusal."""

    pack: str | None = None
    offered: list[str] | None = None
    refused: str | None = None


class CutCase(msgspec.Struct, frozen=True, tag="cut", tag_field="kind"):
    """A deck from which a player cuts `at` cards. The deck is listed with its top card first.

    - `players`: the players at the table; the last of them is the dealer
    """

    expect: CutExpected
    pack: str = ""
    at: int = 0
    players: list[str] = []


def prepare_cut(body: CutCase) -> None:
    """Raise BadNotation for an impossible pack, or if the case expects nothing."""
    if body.expect == CutExpected():
        raise BadNotation("`expect` is empty; give `pack`, `offered` or `refused`")
    if find_duplicate(cards(body.pack)) is not None:
        raise BadNotation(f"pack: each card may appear only once; got {body.pack}")
    if body.expect.pack is not None:
        cards(body.expect.pack)
    if (body.expect.offered is not None) != bool(body.players):
        raise BadNotation("`offered` needs `players`, listed clockwise")


def run_cut(body: CutCase, _rulebook: Rulebook) -> Problems:
    """Cut the deck, and return the differences from the case."""
    problems: Problems = []
    expect = body.expect
    if expect.offered is not None:
        seats = offered_the_cut(len(body.players) - 1, len(body.players))
        differ(problems, "offered", expect.offered, [body.players[seat] for seat in seats])
    if expect.pack is None and expect.refused is None:
        return problems
    return problems + look_at(lambda: text(cut(cards(body.pack), body.at)), expect.refused, partial(_look, expect))


def _look(expect: CutExpected, pack: str) -> Problems:
    problems: Problems = []
    differ(problems, "pack", (expect.pack or "").replace(" ", ""), pack)
    return problems
