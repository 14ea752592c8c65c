"""`sidepot rule`: rule on an incident at the table."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, TournamentHouse
from sidepot.cli.rule_ask import Desk
from sidepot.cli.rule_houses import answer_in_all_houses
from sidepot.cli.rule_input import Decision, Incident, Replacement
from sidepot.cli.rule_topics import list_topics
from sidepot.cli.rule_words import RulingReport, notice, report_of, show
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.topic_groups import topic_named

_LIMIT = re.compile(r"(?:[npfs]l\w?|(?:no|pot|fixed|spread)[ -]limit|limit|spread)\s*[0-9]", re.IGNORECASE)

_PAIR = re.compile(r"[\w-]+=")


What = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WHAT",
        help="The betting so far in one line; or a TOML file (- for standard input); or a topic and its facts as "
        "KEY=VALUE.",
    ),
]
Said = Annotated[str | None, typer.Option(metavar="WORDS", help="The player's words.")]
Chips = Annotated[
    str | None,
    typer.Option(metavar="CHIPS", help="The chips put out, motions separated by a slash: 1000/5x100."),
]
Motions = Annotated[
    int | None, typer.Option(metavar="N", min=1, max=1000, help="The number of motions, if --chips has no slash.")
]
ChipsFirst = Annotated[bool, typer.Option("--chips-first", help="The chips went in before the player spoke.")]
Prior = Annotated[
    str | None, typer.Option(metavar="CHIPS", help="Chips of an earlier bet still in front of the player.")
]
Moved = Annotated[
    str | None, typer.Option(metavar="HOW", help="What the player did with those chips: left, partly ...")
]
Last = Annotated[bool, typer.Option("--last", help="These were the player's last chips.")]
AllHouses = Annotated[bool, typer.Option("--all-houses", help="Show the ruling of every house, with its rule.")]
Choose = Annotated[
    str | None, typer.Option(metavar="VERDICT", help="The option to take, by verdict or number, or `recommended`.")
]
Overrule = Annotated[
    str | None, typer.Option(metavar="VERDICT", help="Replace the ruling by this decision, for fairness.")
]
Reason = Annotated[str | None, typer.Option(metavar="TEXT", help="The reason for --overrule.")]
By = Annotated[str | None, typer.Option(metavar="NAME", help="Who decides.")]
Topics = Annotated[bool, typer.Option("--topics", help="List the topics, or the facts of one topic.")]


def command(
    what: What = None,
    said: Said = None,
    chips: Chips = None,
    motions: Motions = None,
    chips_first: ChipsFirst = False,
    prior: Prior = None,
    moved: Moved = None,
    last: Last = False,
    house: TournamentHouse = None,
    all_houses: AllHouses = False,
    choose: Choose = None,
    overrule: Overrule = None,
    reason: Reason = None,
    by: By = None,
    topics: Topics = False,
    json: AsJson = False,
) -> None:
    """Rule on an incident at the table: the verdict, the reason, the rule, and the dealer's next steps.

    For an action, give the betting so far in one line, and the player's words and chips. Other incidents have a topic
    and facts, as KEY=VALUE or in a TOML file. Without arguments, on a terminal, sidepot asks you. If the rule leaves
    the decision to the director, the options are listed, and one is recommended.

    Examples:

      sidepot rule "NL 200/400: A 1200; B to act" --chips 1000,1000
      sidepot rule "NL 200/400: A 1200; B to act" --said raise --chips 1000,1000 --motions 2
      sidepot rule misdeal error="two boxed cards" game=flop
      sidepot rule examples/rulings/two-chips.toml --house tda-2024 --json
      sidepot rule clock facing-bet=no --all-houses
      sidepot rule --topics                  list all topics
      sidepot rule --topics misdeal          the facts of one topic

    Exit codes: 0 ruled, or left to the director; 2 bad usage or input.
    """
    acts = _acts(
        said=said, chips=chips, motions=motions, chips_first=chips_first or None, prior=prior, moved=moved,
        last=last or None,
    )  # fmt: skip
    if topics:
        list_topics(" ".join(what or []), json=json)
        return
    if all_houses and house is not None:
        raise BadNotation("--all-houses shows every house: omit --house")
    if all_houses and (choose is not None or overrule is not None):
        raise BadNotation("--choose and --overrule need one house: omit --all-houses")
    if not what and not acts and sys.stdin.isatty() and not json:
        _ask(house)
        return
    incidents, path = _read_incidents(what or [], acts)
    for incident in incidents:
        _direct(incident, house=house, choose=choose, overrule=overrule, reason=reason, by=by)
    if all_houses:
        answer_in_all_houses(incidents, path, json=json)
        return
    _answer(incidents, path, json=json)


def _acts(**given: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in given.items() if value is not None}


def _ask(house: str | None) -> None:
    """Ask for incidents on the terminal, and rule on them."""
    from sidepot.cli.screen import Terminal

    terminal = Terminal()
    Desk(terminal, terminal.console, house=house).run()


def _read_incidents(what: list[str], acts: dict[str, Any]) -> tuple[list[Incident], str]:
    """Read the incidents from the arguments. Returns them with the name of their file."""
    from sidepot.cli.rule_input import read_incidents, read_pairs

    if not what:
        example = '"NL 200/400: A 1200; B to act" --chips 1000,1000'
        if acts:
            raise BadNotation(f"give the betting so far, as in sidepot rule {example}")
        raise BadNotation(
            f"nothing to rule on: give the betting so far ({example}), a TOML file, or a topic "
            "(sidepot rule --topics); or run it in a terminal and answer its questions"
        )
    if len(what) == 1 and (what[0] == "-" or what[0].lower().endswith(".toml")):
        if acts:
            raise BadNotation(f"{what[0]}: give what was said, and the chips, in the file, not as options")
        path = "standard input" if what[0] == "-" else what[0]
        return read_incidents(common.read_text(what[0]), path), path
    words = [word for word in what if not _PAIR.match(word)]
    pairs = [word for word in what if _PAIR.match(word)]
    line = " ".join(words)
    if ":" in line or _LIMIT.match(line.strip()):
        return [Incident(_facts_of_act(line, acts, pairs))], ""
    try:
        topic = topic_named(line)
    except BadNotation as error:
        if len(what) == 1 and Path(line).exists() and line:
            raise BadNotation(f"{line}: the file name of an incident must end in .toml") from None
        raise BadNotation(
            f"{line!r} is not a file (.toml), a line of betting (NL 200/400: ...), or a topic",
            code=error.code,
            hint=error.hint,
        ) from None
    if acts and topic.name != "act":
        option = next(iter(acts)).replace("_", "-")
        raise BadNotation(f"--{option} needs a line of betting; {topic.name} does not take it")
    return [Incident(read_pairs(topic, [*pairs, *_as_pairs(acts)]))], ""


def _facts_of_act(line: str, acts: dict[str, Any], pairs: list[str]) -> dict[str, Any]:
    """The facts of an action in turn: the spot, the words and the chips."""
    from sidepot.cli.rule_input import read_pairs
    from sidepot.floor.rulings import find_topic

    if not acts and not pairs:
        raise BadNotation('the action is missing: give --said "raise", --chips 1000,1000, or both; or motion=tap')
    return read_pairs(find_topic("act"), [f"spot={line}", *pairs, *_as_pairs(acts)])


def _as_pairs(acts: dict[str, Any]) -> list[str]:
    """Turn the options about words and chips into facts. Raises BadNotation for unreadable chips."""
    from sidepot.floor.fact_fields import read_chips

    motions = acts.get("motions")
    if motions is not None and "chips" not in acts:
        raise BadNotation("--motions needs --chips")
    pairs = []
    if "chips" in acts:
        parts = read_chips(acts["chips"], motions)
        pairs.append("chips=" + "/".join(",".join(map(str, motion)) for motion in parts))
    pairs += [f"{name}={acts[name]}" for name in ("said", "prior", "moved") if name in acts]
    if "chips_first" in acts:
        pairs.append("said_first=no")
    if "last" in acts:
        pairs.append("last=yes")
    return pairs


def _direct(incident: Incident, *, house: str | None, **given: str | None) -> None:
    """Apply the options about the house and the director. Raises BadNotation for an invalid one."""
    if house is not None:
        incident.house = house
    if given["choose"] is not None:
        incident.choose = "" if given["choose"].lower() == "recommended" else given["choose"]
    if given["overrule"] is None:
        for name in ("reason", "by"):
            if given[name] is not None:
                raise BadNotation(f"--{name} needs --overrule VERDICT")
        return
    if not (given["reason"] or "").strip():
        raise BadNotation("--overrule needs a reason: --reason TEXT")
    incident.overrule = Replacement(given["overrule"], given["reason"] or "", given["by"] or "")


def _answer(incidents: list[Incident], path: str, *, json: bool) -> None:
    """Rule on each incident, and print the rulings."""
    decisions = []
    for at, incident in enumerate(incidents, start=1):
        try:
            decisions.append(incident.decide())
        except SidepotError as error:
            if not path:
                raise
            where = f"{path}: incident {at}" if len(incidents) > 1 else path
            raise error.at(where) from None
    common.answer(lambda: _report(decisions), lambda: _show(decisions), json=json)


class RulingsReport(Struct, frozen=True):
    """The rulings on several incidents of a file."""

    rulings: list[RulingReport]


def _report(decisions: list[Decision]) -> RulingReport | RulingsReport:

    found = [report_of(one.ruling, one.title) for one in decisions]
    return found[0] if len(found) == 1 else RulingsReport(found)


def _show(decisions: list[Decision]) -> None:

    console = common.console()
    for at, one in enumerate(decisions):
        if at:
            console.print()
        show(console, one.ruling, who=one.who, house=one.rulebook, title=one.title)
    notice(console, [one.ruling for one in decisions], hint=True)
