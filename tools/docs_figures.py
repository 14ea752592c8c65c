"""The page of docs/ about the figures of players: each definition in a line, the name elsewhere, and the SQL."""

from __future__ import annotations

from docs_text import NOTE, table

from sidepot.stats.figures import FIGURES, Figure, Group

TITLES = {
    Group.FIRST: "The first betting round",
    Group.LATER: "Later betting rounds",
    Group.SHOWDOWN: "Showdowns",
    Group.STUD: "Stud",
    Group.DRAW: "Draw",
    Group.RESULT: "Results",
}

HEAD = """# The figures of players

For players and researchers who want to know what each figure counts. `sidepot stats`, the tables of
[`replay --out`](../how-to/corpora.md) and the SQL below use the same definitions.

A rate has *chances* and *events*: "folded to a steal, of the first acts after a steal" counts such folds (events) among
such acts (chances), at most one of each in a hand. In the table `player`, it is a column of that name: empty without a
chance, else whether the event happened. So its average is the rate, and `count(column)` its chances. Its standard error
is that of Agresti and Coull: half an event and half a non-event are added, so that a rate of 0 in few chances is not
certain.

A raise is a bet, a raise or a completion; posts and the bring-in are neither calls nor raises. A player's first act is
the first in the hand: who has called or brought it in before has no first act left. Positions are explained
[here](stats.md). The column *PokerTracker 4* has the name of the nearest figure there, with the differences we know.
We had no full list of its definitions, so others are possible in rare cases.
"""


def figures_page() -> str:
    """The page."""
    parts = [NOTE, HEAD]
    for group, title in TITLES.items():
        rows = [_row(figure) for figure in FIGURES.values() if figure.group is group]
        parts.append(f"## {title}\n")
        parts.append(table(["figure", "what counts"], [row[:2] for row in rows]) + "\n")
        parts.append(table(["figure", "games", "PokerTracker 4", "SQL"], [[row[0], *row[2:]] for row in rows]) + "\n")
    return "\n".join(parts)


def _row(figure: Figure) -> list[str]:
    tracker = f"{figure.tracker}; {figure.differs}" if figure.differs else figure.tracker or "none"
    return [figure.name, figure.text, figure.games, tracker, f"`{figure.sql}`"]
