"""Cases of the floor: the facts, and the expected ruling."""

from __future__ import annotations

import msgspec

from sidepot.cases.expected import Problems, compare, covers, look_for
from sidepot.cases.refusal import look_at
from sidepot.errors import BadNotation
from sidepot.floor.rulings import read_facts, rule_on
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, choose, overrule


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a case expects of a ruling. Only the fields that are given are compared.

    - `says`: parts of the reason
    - `does`: parts of the steps
    - `not_said`: parts that neither the reason nor the steps may contain
    - `not_cited`: rules that must not be cited; a rule includes its parts, as `TDA-2024:53-A` includes
      `TDA-2024:53-A/fold`
    """

    verdict: str | None = None
    amount: int | str | None = None
    change: int | None = None
    add: int | None = None
    cites: list[str] | None = None
    options: list[str] | None = None
    recommended: str | None = None
    penalty: str | None = None
    effects: list[dict[str, object]] | None = None
    says: list[str] = []
    does: list[str] = []
    not_said: list[str] = []
    not_cited: list[str] = []
    all_in: bool | None = None
    text: str | None = None
    refused: str | None = None


class Overruled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decision that replaces the ruling, and the reason for it.

    - `amount`: the player's total for the round
    """

    verdict: str
    reason: str
    by: str = ""
    amount: int | None = None


class RulingCase(msgspec.Struct, frozen=True, tag="ruling", tag_field="kind"):
    """The facts (`topic` and its fields), and the expected ruling: at once, with an option chosen, or overruled."""

    facts: dict[str, object]
    expect: Expected
    choose: str | None = None
    overrule: Overruled | None = None


def prepare_ruling(body: RulingCase) -> None:
    """Raise BadNotation for unreadable facts, unless the case expects them to be refused."""
    if body.expect == Expected():
        raise BadNotation("`expect` is empty; give the ruling")
    if body.expect.refused is None:
        read_facts(body.facts)


def run_ruling(body: RulingCase, rulebook: Rulebook) -> Problems:
    """Make the ruling, and return the differences from the case."""
    return look_at(lambda: _decide(body, rulebook), body.expect.refused, lambda ruling: look(ruling, body.expect))


def _decide(body: RulingCase, rulebook: Rulebook) -> Ruling:
    ruling = rule_on(read_facts(body.facts), rulebook)
    if body.choose is not None:
        ruling = choose(ruling, body.choose)
    if body.overrule is not None:
        ruling = overrule(ruling, **msgspec.structs.asdict(body.overrule))
    return ruling


def look(ruling: Ruling, expect: Expected) -> Problems:
    """How a ruling differs from what the case expects."""
    problems: Problems = []
    got: dict[str, object] = {
        "verdict": ruling.verdict,
        "amount": "none" if ruling.amount is None else ruling.amount,
        "change": ruling.change,
        "add": ruling.add,
        "options": [option.verdict for option in ruling.options],
        "recommended": ruling.recommended,
        "penalty": _penalty(ruling),
        "effects": msgspec.json.decode(msgspec.json.encode(ruling.effects)),
        "all_in": ruling.all_in,
        "text": ruling.text,
    }
    compare(problems, expect, **got)
    if expect.cites is not None:
        cites = [str(cite) for cite in ruling.cites]
        missing = [cite for cite in expect.cites if not any(covers(cite, one) for one in cites)]
        if missing or expect.cites and not covers(expect.cites[0], cites[0]):
            problems.append(f"cites: expected {expect.cites}, the deciding one first, got {cites}")
    steps = " / ".join(ruling.steps)
    look_for(problems, "because", expect.says, ruling.because)
    look_for(problems, "steps", expect.does, steps)
    whole = f"{ruling.because} / {steps}"
    problems += [f"unexpected: {part!r} in {whole!r}" for part in expect.not_said if part in whole]
    cited = map(str, ruling.cites)
    problems += [f"cites: unexpected {one}" for one in cited if any(covers(cite, one) for cite in expect.not_cited)]
    return problems


def _penalty(ruling: Ruling) -> str:
    if ruling.penalty is None:
        return "none"
    return f"{'will' if ruling.penalty.will else 'may'}: {ruling.penalty.offence}"
