"""The sources by name, and rules of well-known books with the same content.

Few people can look up `TS-7`. So a cite also shows rules of the TDA and of Robert's with the same content, which the
index lists (`parallels`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec

from sidepot.rules.index import find_rule, rules
from sidepot.rules.rows import Rule
from sidepot.validation.reader import package_toml

ROBERTS: Final = "RRP-11"


class Source(msgspec.Struct, frozen=True):
    """A source of rules.

    - `key`: its name in citations
    - `name`: a short name
    """

    key: str
    title: str
    name: str
    about: str

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in the index that come from this source, in order."""
        return tuple([rule for rule in rules() if source_of(rule) is self])


@cache
def sources() -> tuple[Source, ...]:
    """The sources, in the order of the index."""
    return msgspec.convert(package_toml("sidepot.rules", "index.toml")["source"], tuple[Source, ...])


def source_of(rule: Rule) -> Source | None:
    """The source of a rule (None for a rule of another book).

    >>> source_of(find_rule("TS-7")).title
    'Table stakes'
    """
    if rule.edition:
        return None
    named = {source.key: source for source in sources()}
    return named.get(rule.id.partition("-")[0], named["TDA-2013"])  # whose ids are T19, RP-4, IA-41.1


def printed(rule: Rule) -> str:
    """The number of a rule of another book, as printed in the book.

    >>> printed(find_rule("RRP-11:showdown/side-pots")), printed(find_rule("TDA-2024:21"))
    ("Robert's Rules 3 showdown 8", 'TDA-2024:21')
    """
    return f"Robert's Rules {rule.number}" if rule.edition == ROBERTS else rule.id


@cache
def parallels() -> dict[str, str]:
    """For each rule, the rules with the same content, as printed: `{"PG-68": "Robert's Rules 3 showdown 8"}`."""
    return {
        rule.id: ", ".join([printed(find_rule(other)) for other in rule.parallels])
        for rule in rules()
        if rule.parallels
    }


def cited(cite: object) -> str:
    """A citation, followed by the rules of other sources with the same content, if any.

    >>> cited("TS:8"), cited("TDA-2024:44")
    ("TS:8 = Robert's Rules 3 showdown 8", 'TDA-2024:44')
    """
    same = same_rules(cite)
    return f"{cite} = {same}" if same else str(cite)


def same_rules(cite: object) -> str:
    """The rules of other sources that say the same as a cited rule, as printed. Empty if there are none."""
    return parallels().get(str(cite).replace(":", "-").partition("/")[0], "")


def names_of(cites: Iterable[object]) -> str:
    """The names of the sources of these citations, such as `TS: Table stakes; PG: How poker is played`."""
    keys = {str(cite).replace(":", "-").partition("-")[0] for cite in cites}
    return "; ".join(f"{source.key}: {source.name}" for source in sources() if source.key in keys)
