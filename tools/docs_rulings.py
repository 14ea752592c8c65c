"""docs/reference/rulings.md: how to ask for a ruling, what the floor rules on, and how a ruling reaches a live hand."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs_text import NOTE, table

from sidepot.cases.ruling_cases import RulingCase
from sidepot.cases.run import load_cases
from sidepot.cli.rule_input import read_incidents
from sidepot.cli.rule_words import notice, show
from sidepot.floor.fact_fields import FORMS, fields_of
from sidepot.floor.rulings import TOPICS, read_facts, rule_on
from sidepot.floor.topic import Topic
from sidepot.floor.topic_groups import groups

TWO_CHIPS = "examples/rulings/two-chips.toml"
TINY_CHIP = "examples/rulings/tiny-chip.toml"
NIGHT = "examples/rulings/one-night.toml"
WIDTH = 100


def rulings_page(root: Path) -> str:
    """The whole page; what is shown of rulings is what the program prints."""
    parts = [
        "# Rulings",
        "For dealers, floor people and directors who need a ruling.",
        NOTE,
        "Not everything that happens at a card table is an action. A player pushes chips without a word, or speaks "
        "without chips; a card is exposed; somebody acts out of turn. The floor decides what it counts as. A ruling "
        "has a verdict, the reason in a sentence, its rules with the deciding one first, and what the dealer does "
        "now. Everything here is in our own words; the TDA's rules are at <https://www.pokertda.com>.",
        "## Asking",
        "Give the betting so far in a line, and what the player said and pushed:",
        _console('sidepot rule "NL 200/400: A 1200; B to act" --chips 1000,1000', root, TWO_CHIPS, title=False),
        "On a terminal, `sidepot rule` alone asks questions. First pick the topic by its number or search for a word, "
        "then answer one question after the other. `--json` prints the ruling as data. `--house` chooses the rules "
        "([houses.md](houses.md)), else the variable `SIDEPOT_HOUSE` does; `--all-houses` rules by each of them. "
        "`sidepot rules diff tda-2013 tda-2024` lists where two houses differ, the most frequent first.",
        "A [card room](../how-to/serve.md) has the same as a page, `/floor`, for a phone.",
        "### The line of the betting",
        "Write the stakes before the colon, and who did what after it, in order. sidepot plays the line through a real "
        "betting round. It refuses an illegal action, names the place, and says what would be right.",
        table(["before the colon", "meaning"], _HEADS),
        table(["after the colon", "meaning"], _PARTS),
        "SB and BB are the blinds, BTN has the button. Other players sit in the order in which you name them. A player "
        "with no action in the line has folded if the action has passed them, and is still to act otherwise. Before "
        "the flop both blinds are there even if you do not name them; if they are not, say `heads-up` or `3 players`.",
        "### Words and chips",
        "`--chips 1000,500` means two chips in one motion, `--chips 1000/500` two motions, and `5x100` five chips of "
        "100. `--motions 2` splits chips without a slash into motions, one chip each. `--said` gives the player's "
        "words; they came before the chips unless you add `--chips-first`. `--prior` gives the chips of an "
        "earlier bet that still lie in front, `--moved` what happened to that bet. `--last` says that the player has "
        "no more chips.",
        "## As a file",
        "An incident is a TOML file with its topic and its facts; put several under `[[incident]]`. It may also have "
        "`house`, `rulebook` (single choices of this room), `title`, `choose` and `overrule`. This is "
        f"[{NIGHT}](../../{NIGHT}):",
        f"```toml\n{(root / NIGHT).read_text(encoding='utf-8')}```",
        "## What the floor rules on",
        "The tables list each topic with its facts; `sidepot rule --topics misdeal` lists the values of each fact. "
        "`sidepot rule TOPIC KEY=VALUE ...` gives facts on the command line, as in "
        '`sidepot rule misdeal error="two boxed cards" game=flop`. Facts in bold are required; the others have usual '
        "values.",
    ]
    for title, topics in groups().items():
        parts += [f"### {title}", table(["topic", "", "facts"], [_topic(topic) for topic in topics])]
    parts += [
        "Write facts like this on the command line and in answers; in a file they are TOML values:",
        table(["a fact that is", "is written"], [[name, form.hint] for name, form in FORMS.items()]),
        "No question asks for the following facts, but a program or a case may give them. They follow from other "
        "facts, or from a live hand (`live`, `seat`).",
        table(["topic", "facts"], list(_unasked())),
        "## Verdicts",
        "A verdict is a word or two, and so is each option. The table lists those that the cases of the package reach, "
        "by topic.",
        table(["topic", "verdicts"], list(_verdicts())),
        "## Discretion",
        "If the rule leaves the decision to the director, the verdict is `discretion`. sidepot lists the options and "
        "recommends one, but picks none by itself. `--choose` takes an option by its number or verdict, "
        "`--choose recommended` the recommended one.",
        _console(f"sidepot rule {TINY_CHIP}", root, TINY_CHIP),
        "## Overruling",
        "Fairness comes before the technical rule. `--overrule VERDICT --reason TEXT --by NAME` replaces the ruling by "
        "another decision. The reason is required, and the record keeps the first ruling with it. Only local law "
        "cannot be overruled.",
        "## On a live hand",
        "A ruling is a value, and changes nothing by itself. If its facts name a seat, it has effects, which "
        "`sidepot.floor.carry_out.carry_out` applies to a `Hand`: all of them or none. The log has the ruling first, "
        "then what follows from it.",
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
    ["`turn pot 3000`", "the street, and the pot when it begins"],
    ["`4 players`, `heads-up`", "the number of players in the hand, if the line does not name all of them"],
]
_PARTS = [
    ["`A 1200`", "A bets or raises to 1200 in all; `A raises to 1200` and `A bets 1200` are the same"],
    ["`A raises by 800`", "A raises the current bet by 800"],
    ["`A calls`, `A checks`, `A folds`", "A does so"],
    ["`A all-in 1150`", "all-in for a total of 1150, a call or a raise"],
    ["`A (5000) 1200`", "A has 5000 behind, and then raises to 1200"],
    ["`BB posts 300`", "the big blind has only 300"],
    ["`B to act`", "the question is about B, whose turn it is; `C out of turn` if it is not C's turn"],
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
