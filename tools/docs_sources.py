"""docs/reference/sources.md: every source by name, and its rules in our own words."""

from __future__ import annotations

import re

from docs_text import NOTE, table

from sidepot.rules.rows import Rule
from sidepot.rules.sources import Source, parallels, sources


def sources_page() -> str:
    """Each source with its rows; a rule has its id as its anchor."""
    parts = [
        "# Sources",
        "For readers who meet a cite such as TS-7 and want the rule.",
        NOTE,
        "sidepot plays by these sources. A cite names the source and its rule: `TS-7`, or `TS:7`, is rule 7 of *Table "
        "stakes*. The rules are in our own words, and numbered by us where the source has no numbers. The last column "
        "names the rules of the TDA and of Robert's Rules of Poker that say the same. `sidepot rules TS-7` shows a "
        "rule with its code and its cases. [Books](books.md) lists the other rule books that houses play "
        "by.",
        table(["cite", "source", "what it is"], [_listed(source) for source in sources()]),
    ]
    for source in sources():
        parts += [f"## {source.title}", source.about, _rules(source)]
    return "\n\n".join(parts) + "\n"


def _listed(source: Source) -> tuple[str, str, str]:
    anchor = re.sub(r"[^a-z0-9 -]", "", source.title.lower()).replace(" ", "-")
    return f"`{source.key}`", f"[{source.title}](#{anchor})", source.about


def _rules(source: Source) -> str:
    """The rules of a source; those of the TDA with their numbers in the edition of 2024."""
    other = "2024" if source.key == "TDA-2013" else "the same in"
    return table(["rule", "in our words", other], [_row(rule) for rule in source.rules])


def _row(rule: Rule) -> tuple[str, str, str]:
    same = rule.tda_2024 or parallels().get(rule.id, "")
    return f'<a id="{rule.id.lower()}"></a>{rule.id}', rule.gist, same


def sources_script() -> str:
    """common/sources.js: the names of the sources, and the rules that say the same, for the cites of the pages."""
    names = [f'  {source.key}: t("{source.name}"),' for source in sources() if source.key != "TDA-2013"]
    same = [f'  "{cite}": "{others}",' for cite, others in parallels().items()]
    return "\n".join(
        [
            "/** The sources by name, and the rules of other books that say the same. Written by `make docs`. */",
            "",
            'import { t } from "./language.js";',
            "",
            "/** @type {Record<string, string>} */",
            "export const SOURCES = {",
            *names,
            "};",
            "",
            "/** @type {Record<string, string>} */",
            "export const PARALLELS = {",
            *same,
            "};",
            "",
        ]
    )
