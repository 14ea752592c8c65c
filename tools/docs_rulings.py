"""docs/rulings.md: how to ask for a ruling, what the floor rules on, and how a ruling reaches a live hand."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs_text import NOTE, table

from sidepot.cases.ruling import RulingCase
from sidepot.cases.run import load_cases
from sidepot.cli.rule_fields import HINTS, fields_of
from sidepot.cli.rule_told import read_incidents
from sidepot.cli.rule_topics import groups
from sidepot.cli.rule_words import notice, show
from sidepot.floor.rulings import TOPICS, read_facts, rule_on
from sidepot.floor.topic import Topic

TWO_CHIPS = "examples/rulings/two-chips.toml"
TINY_CHIP = "examples/rulings/tiny-chip.toml"
EVENING = "examples/rulings/one-evening.toml"
WIDTH = 100


def rulings_page(root: Path) -> str:
    """The whole page; what is shown of rulings is what the program prints."""
    parts = [
        "# Rulings",
        NOTE,
        "What people do at a card table is not always an action: chips come without a word, words without chips, cards "
        "are seen that should not be, somebody acts out of turn. The floor says what it counts as. A ruling has a "
        "verdict, the reason in a sentence, the rules it rests on with the deciding one first, and what the dealer "
        "does now. Everything here is in our own words; the TDA's rules are at <https://www.pokertda.com>.",
        "## Asking",
        "Tell in a line how the betting stands, and what the player said and pushed:",
        _console('sidepot rule "NL 200/400: A 1200; B to act" --chips 1000,1000', root, TWO_CHIPS, title=False),
        "`sidepot rule` alone, on a terminal, asks: what it is about, by a number or a word to look for, then one "
        "question after the other. `--json` prints the ruling as data, `--house` names whose book decides "
        "([houses.md](houses.md)), and `sidepot rules diff tda-2013 tda-2024` says where two of them differ.",
        "### How the betting stands",
        "In front of the colon stands what is played, behind it who did what, in order. The line is played through a "
        "real betting round: what is not allowed is refused, with the place and with what would be right.",
        table(["in front", "what it says"], _HEADS),
        table(["behind", "what it says"], _PARTS),
        "SB and BB are the blinds, BTN has the button; others sit in the order in which they are named. Players "
        "of whom nothing is told have folded where the action has passed them, and are still to act otherwise. Before "
        "the flop the two blinds are there even when nobody names them; say `heads-up` or `3 players` if not.",
        "### What was said and pushed",
        "`--chips 1000,500` are two chips in one motion, `--chips 1000/500` are two motions, and `5x100` are five "
        "chips of 100. `--motions 2` says the same of chips without a slash: each of them in a motion of its own. "
        "`--said` is what was said, before the chips unless `--chips-first` says otherwise; `--prior` what lay there "
        "from an earlier bet, `--moved` what became of that; `--last` that there are no more.",
        "## As a file",
        "An incident is a TOML file with its topic and its facts; several stand under `[[incident]]`. `house`, "
        "`rulebook` (what this room does otherwise), `title`, `choose` and `overrule` may stand beside them. This is "
        f"[{EVENING}](../{EVENING}):",
        f"```toml\n{(root / EVENING).read_text(encoding='utf-8')}```",
        "## What the floor rules on",
        "Each topic with the facts it asks for; `sidepot rule --topics misdeal` says of one what each fact may "
        "be. `sidepot rule TOPIC KEY=VALUE ...` tells them on the command line, as "
        'in `sidepot rule misdeal error="two boxed cards" game=flop`. What is left out is as it usually is; facts in '
        "bold must be told.",
    ]
    for title, topics in groups().items():
        parts += [f"### {title}", table(["topic", "", "facts"], [_topic(topic) for topic in topics])]
    parts += [
        "How facts are written on the command line and in answers; in a file they are values of TOML:",
        table(["a fact that is", "is written"], [[name, hint] for name, hint in HINTS.items()]),
        "Facts that nobody is asked for, but a program or a case may tell: what follows from others of them, or from a "
        "hand that is live (`live`, `seat`).",
        table(["topic", "facts"], list(_unasked())),
        "## Verdicts",
        "A verdict is a word or two, and so is each of its options; these are the ones that the cases of the package "
        "come to, by topic.",
        table(["topic", "verdicts"], list(_verdicts())),
        "## Discretion",
        "Where the rule leaves it to the director, the verdict is `discretion`, and nothing is picked silently: the "
        "options are listed, one of them recommended. `--choose VERDICT` takes one, `--choose recommended` that one.",
        _console(f"sidepot rule {TINY_CHIP}", root, TINY_CHIP),
        "## Overruling",
        "Fairness stands above the technical rule: `--overrule VERDICT --reason TEXT --by NAME` puts another decision "
        "in the place of the ruling, which stays in the record with the reason. It needs one. Only the law of the "
        "place cannot be overruled.",
        "## On a live hand",
        "A ruling is a value, and by itself changes nothing. Where its facts name a seat it carries effects, and "
        "`sidepot.floor.carry_out.carry_out` does them to a `Hand`: all of them or none, with the ruling in the log in "
        "front of what follows from it.",
        f"```pycon\n{_LIVE}```",
    ]
    return "\n\n".join(parts) + "\n"


_HEADS = [
    ["`NL 200/400`", "no limit, with the blinds; `PL` is pot limit"],
    ["`NL 200/400/400`", "the third amount is an ante that the big blind pays for all"],
    ["`FL 4/8`", "fixed limit, with the small and the big bet; the blinds are half a small bet and a small bet"],
    ["`SL 2-10 blinds 1/2`", "spread limit"],
    ["`1/2 NL`, `$1/$2 NL`", "the same as `NL 1/2`"],
    ["`ante 50`", "everybody antes"],
    ["`turn pot 3000`", "which street it is, and what is in the middle as it begins"],
    ["`4 players`, `heads-up`", "how many are in, where not all of them are named"],
]
_PARTS = [
    ["`A 1200`", "A bets or raises to 1200 in all; `A raises to 1200` and `A bets 1200` are the same"],
    ["`A raises by 800`", "A raises the bet there is by 800"],
    ["`A calls`, `A checks`, `A folds`", "what they say"],
    ["`A all-in 1150`", "all-in for a total of 1150, a call or a raise"],
    ["`A (5000) 1200`", "A has 5000 behind, and then raises to 1200"],
    ["`BB posts 300`", "the big blind has no more than that"],
    ["`B to act`", "it is about B, whose turn it is; `C out of turn` where it is not"],
]
_LIVE = """\
>>> from sidepot.floor.carry_out import carry_out
>>> from sidepot.floor.rulings import read_facts, rule_on
>>> from sidepot.floor.spot_line import read_round
>>> from sidepot.rules.houses import TDA_2013
>>> hand = read_round("NL 200/400: A 1200; B to act", TDA_2013).hand
>>> ruling = rule_on(read_facts({"topic": "clock", "acted_seconds": 61, "seat": hand.seat}), TDA_2013)
>>> ruling.verdict, ruling.effects
('dead hand', (Kill(seat=1, refund=False),))
>>> carry_out(hand, ruling, by="Jo")
()
>>> [type(event).__name__ for event in hand.log[-2:]]
['Ruled', 'Killed']
"""


def _topic(topic: Topic) -> list[str]:
    asked = set(topic.asks)
    facts = [f"**`{one.name}`**" if one.required else f"`{one.name}`" for one in fields_of(topic) if one.name in asked]
    return [f"`{topic.name}`", topic.title, ", ".join(facts)]


def _console(command: str, root: Path, path: str, *, title: bool = True) -> str:
    """A command and what it prints."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(file=out, width=WIDTH, highlight=False)
    incidents = read_incidents((root / path).read_text(encoding="utf-8"), path)
    decisions = [incident.decide() for incident in incidents]
    for one in decisions:
        show(console, one.ruling, who=one.who, house=one.rulebook, title=one.title if title else "")
    notice(console, [one.ruling for one in decisions], hint=True)
    lines = [line.rstrip() for line in out.getvalue().rstrip().splitlines()]
    return "```console\n$ " + "\n".join([command, *lines]) + "\n```"


def _unasked() -> Iterator[list[str]]:
    """The facts of a topic that no question asks for."""
    for topic in TOPICS.values():
        left = [f"`{name}`" for name in topic.facts.__struct_fields__ if name not in topic.asks]
        if left:
            yield [f"`{topic.name}`", ", ".join(left)]


def _verdicts() -> Iterator[list[str]]:
    """The verdicts that rulings of the package's cases have, before anything is chosen, and their options."""
    found: dict[str, set[str]] = {name: set() for name in TOPICS}
    for case in load_cases():
        if isinstance(case.body, RulingCase) and case.body.expect.refused is None:
            facts = read_facts(case.body.facts)
            ruling = rule_on(facts, case.house_rules())
            found[_tag(facts)] |= {ruling.verdict, *[option.verdict for option in ruling.options]}
    for name, verdicts in found.items():
        yield [f"`{name}`", ", ".join(f"`{verdict}`" for verdict in sorted(verdicts))]


def _tag(facts: Any) -> str:
    return str(facts.__struct_config__.tag)
