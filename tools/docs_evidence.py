"""The page of docs/ about the public hands that sidepot is tried against: from tests/evidence."""

from __future__ import annotations

import re
from pathlib import Path

from docs_text import NOTE, table
from evidence import EXPECTED, Figures, Source, figures, sources, sum_line

from sidepot.histories.expectations import read_expectations

TITLE = "# Evidence"
BETWEEN = re.compile(r"(?<=<!-- evidence -->).*?(?=<!-- /evidence -->)", re.DOTALL)


def readme_page(root: Path) -> str:
    """The README with the sums of all corpora between its two marks."""
    found = figures()
    matched, hands = sum(one.matched for one in found), sum(one.hands for one in found)
    told = (
        f"{matched:,} of {hands:,} public hands come out as printed, and [the others](docs/reference/evidence.md) have "
        "their reasons."
    )
    return BETWEEN.sub(f"\n  {told}\n  ", (root / "README.md").read_text(encoding="utf-8"))


def evidence_page() -> str:
    """What came of each corpus, the reasons of what did not match, and where the files come from."""
    found = {one.site: one for one in figures()}
    parts = [
        TITLE,
        "For readers who ask whether the rules are right.",
        NOTE,
        "Hands that other people dealt, played again by the rules and compared with what their files print. "
        f"**{sum_line(found.values())}**",
        "```console\n"
        "$ make evidence                                # in the folder that SIDEPOT_CORPUS names\n"
        '$ make evidence ARGS="--fetch build/evidence"  # gets the public files by git first\n```',
        "A hand is *matched* if a printed figure was compared and is equal, *mismatched* if it is another one, "
        "*unchecked* if the file prints nothing to compare with, and *failed* if it cannot be read or played. "
        "*Explained* counts those of the last three whose reason somebody found in the file (below). The last column "
        "counts the same hands that PokerKit's own readers read and its engine plays to the end, without a comparison; "
        "for the text of sites, its readers know no-limit hold'em only. A dash: it has no reader for the format, or "
        "nobody tried it.",
        table(
            ("Corpus", "Hands", "Matched", "Mismatched", "Unchecked", "Failed", "Explained", "PokerKit"),
            [row(source, found[source.site]) for source in sources()],
        ),
        "No file is in this repository. [The manifest](../../tests/evidence/sources.toml) names where each corpus "
        "comes from and its licence; [another file](../../tests/evidence/files.sha256) has the checksums. CI fails "
        "where the files are there and a line of the table got worse.",
        "## Where the files come from",
        table(("Corpus", "Repository", "Licence", "Changed"), map(origin, sources())),
        "## Explained",
        table(
            ("File", "Hand", "Kind", "Reason"),
            [
                (one.file, one.hand, one.kind, " ".join(one.reason.split()))
                for one in read_expectations(EXPECTED.read_text(encoding="utf-8"))
            ],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def row(source: Source, found: Figures) -> tuple[str, ...]:
    """A line of the table."""
    counts = (found.hands, found.matched, found.mismatched, found.unchecked, found.failed, found.explained)
    peer = "-" if found.pokerkit is None else f"{found.pokerkit:,}"
    return (source.site, *(f"{count:,}" for count in counts), peer)


def origin(source: Source) -> tuple[str, ...]:
    """Where a corpus comes from."""
    name = source.repository.removeprefix("https://github.com/")
    where = f"[{name}]({source.repository}), `{source.path or '.'}`" if name else "-"
    return (source.site, where, source.licence, source.changed or "-")
