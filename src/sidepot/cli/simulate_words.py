"""The results of a simulation on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.mixes import MixGame
from sidepot.games.stakes import Stakes
from sidepot.games.titles import rake_words

if TYPE_CHECKING:
    from rich.console import Console

    from sidepot.simulation.cash_table import Simulated
    from sidepot.table.table_rules import TableRules

LIMITS = {NoLimit: "no limit", PotLimit: "pot limit", FixedLimit: "fixed limit"}


def show(console: Console, result: Simulated, rules: TableRules, seed: int, *, lively: bool) -> None:
    """The table, each player's result, the chips, and whether the books hold."""
    from rich.table import Table
    from rich.text import Text

    console.print(Text(title_of(rules), style="bold"))
    people = "; people come and go" if lively else ""
    least, most = rules.buy_in
    console.print(
        Text(f"House {rules.rulebook.name}, {rules.seats} seats, buy-in {least:,}-{most:,}, seed {seed}{people}", "dim")
    )
    table = Table()
    table.add_column("player")
    table.add_column("bot", style="dim")
    for head in ("hands", "bought", "cashed out", "on the table", "won", "in 100 hands"):
        table.add_column(head, justify="right")
    for one in sorted(result.players, key=lambda one: -one.net):
        each = f"{100 * one.net / one.hands:+,.1f}" if one.hands else ""
        style = "green" if one.net > 0 else "red" if one.net < 0 else ""
        table.add_row(
            Text(one.name),
            one.bot,
            f"{one.hands:,}",
            f"{one.bought:,}",
            f"{one.cashed_out:,}" if one.cashed_out else "",
            f"{one.chips:,}" if one.seat is not None else "",
            Text(f"{one.net:+,}", style),
            each,
        )
    console.print(table)
    for line in lines_of(result):
        console.print(Text(line))
    for violation in result.violations:
        console.print(Text(f"hand {violation.hand}: {violation.what}", "bold red"))
    if not result.violations:
        console.print(Text("The books hold after every hand.", "green"))


def lines_of(result: Simulated) -> list[str]:
    """How many hands, how fast, and where the chips are."""
    count = f"{result.hands:,} hand{'' if result.hands == 1 else 's'}"
    lines = [f"{count} in {result.seconds:,.1f} seconds, {result.hands_per_second:,.0f} a second"]
    if len(result.games) > 1:
        lines.append(", ".join(f"{hands:,} of {name}" for name, hands in result.games.items()))
    parts = [f"{result.chips_in_play:,} in play"]
    for chips, what in (
        (result.chips_cashed_out, "cashed out"),
        (result.rake, "rake"),
        (result.charges, "charged for seats"),
    ):
        if chips:
            parts.append(f"{chips:,} {what}")
    lines.append(f"{result.chips_issued:,} chips issued: {', '.join(parts)}")
    if result.pot_waiting:
        lines.append(f"Of those in play, {result.pot_waiting:,} wait in the pot for the next deal.")
    return lines + _on_credit(result)


def _on_credit(result: Simulated) -> list[str]:
    """At open stakes: the markers and loans, and the payments at the end."""
    markers = result.markers
    if markers is None:
        return []
    lines = [
        f"Markers of {markers.made:,} made, {markers.torn_up:,} torn up, {markers.owed:,} owed; {markers.lent:,} lent"
    ]
    return [*lines, *[str(payment) for payment in result.settlement]]


def title_of(rules: TableRules) -> str:
    """`Razz, fixed limit 4/8, ante 1, bring-in 2`; or a mix with the stakes of its first games."""
    mix = rules.mix
    name = "" if rules.name == "table" else f"{rules.name}: "
    if len(mix.games) == 1:
        return f"{name}{mix.title}, {_stakes(mix.games[0], rules.stakes[0])}"
    said = list(dict.fromkeys([_stakes(*one) for one in zip(mix.games, rules.stakes, strict=True)]))
    choice = "dealer's choice of " if rules.dealers_choice else ""
    return f"{name}{choice}{mix.title}: {'; '.join(said)}"


def _stakes(part: MixGame, stakes: Stakes) -> str:
    """`no limit, blinds 1/2`."""
    fixed = isinstance(part.limit, FixedLimit)
    parts = [LIMITS.get(type(part.limit), "spread limit")]
    if fixed:
        parts[0] += f" {stakes.bet_size(big=False)}/{stakes.bet_size(big=True)}"
    if stakes.blinds:
        parts.append("blinds " + "/".join(map(str, stakes.blinds)))
    if stakes.ante:
        parts.append(f"ante {stakes.ante}")
    if stakes.bring_in:
        parts.append(f"bring-in {stakes.bring_in}")
    if stakes.rake is not None:
        parts.append(rake_words(stakes.rake))
    return ", ".join(parts)
