"""Replay public hands and write the results of each corpus: docs/reference/evidence.md.

    python tools/evidence.py                    replays the corpus that SIDEPOT_CORPUS names, and writes the page
    python tools/evidence.py --corpus DIR       another folder
    python tools/evidence.py --fetch DIR        gets the files by git into DIR first
    python tools/evidence.py --check            writes nothing; exit 1 where a line got worse than it was

tests/evidence/sources.toml names the corpora, tests/evidence/files.sha256 the checksum of each file (`sha256sum -c`
reads it in the folder of the corpus), tests/evidence/figures.json the results. A file that is missing or has changed
is an error: the figures are of these files. Where PokerKit is installed (`make pokerkit`), it gets the same hands.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from sidepot.histories.bulk import Replayed, find_histories, replay_files
from sidepot.histories.expectations import Expectation, read_expectations

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "tests" / "evidence"
EXPECTED: Final = ROOT / "tests" / "corpus_expected.toml"
KINDS: Final = ("mismatched", "unchecked", "failed")


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A corpus: public files under one licence. `changed` says why the repository has them in another form."""

    site: str
    folder: str
    licence: str
    repository: str = ""
    path: str = ""
    changed: str = ""


class Figures(msgspec.Struct, frozen=True):
    """What came of a corpus. `explained` of the hands that did not match have a reason in tests/corpus_expected.toml.

    `pokerkit` is how many hands PokerKit's own readers read and play to the end; None where it has no reader.
    """

    site: str
    hands: int
    matched: int
    mismatched: int
    unchecked: int
    failed: int
    explained: int
    pokerkit: int | None = None


class Worse(Exception):
    """The files are not those of the manifest, or a figure got worse."""


def sources() -> list[Source]:
    """The corpora, in the order of the table."""
    return msgspec.toml.decode((FOLDER / "sources.toml").read_bytes(), type=dict[str, list[Source]])["corpus"]


def figures() -> list[Figures]:
    """What came of them when somebody looked last."""
    return msgspec.json.decode((FOLDER / "figures.json").read_bytes(), type=list[Figures])


# ---- the files


def checksums() -> dict[str, str]:
    """The checksum of each file, by its path in the folder of the corpus."""
    lines = (FOLDER / "files.sha256").read_text(encoding="utf-8").splitlines()
    return {name: checksum for checksum, name in (line.split("  ", 1) for line in lines)}


def checksum_of(file: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def known_files(source: Source) -> dict[str, str]:
    """The checksums of the files of one corpus."""
    return {name: checksum for name, checksum in checksums().items() if f"{name}/".startswith(f"{source.folder}/")}


def files_of(corpus: Path, source: Source) -> list[Path]:
    """The histories of a corpus. Raises Worse where files are missing, changed or new."""
    known = known_files(source)
    found = find_histories([corpus / source.folder]) if (corpus / source.folder).exists() else []
    there = {file.relative_to(corpus).as_posix(): file for file in found}
    amiss = [f"{name}: not there" for name in known.keys() - there.keys()]
    amiss += [f"{name}: not in files.sha256" for name in there.keys() - known.keys()]
    amiss += [f"{name}: changed" for name in known.keys() & there.keys() if checksum_of(there[name]) != known[name]]
    if amiss:
        raise Worse("\n".join(sorted(amiss)))
    return found


def in_no_corpus(corpus: Path) -> list[str]:
    """The histories of the folder that no corpus of the manifest has."""
    tops = {corpus / Path(source.folder).parts[0] for source in sources()}
    known = checksums()
    names = (file.relative_to(corpus).as_posix() for file in find_histories(top for top in tops if top.is_dir()))
    return [f"{name}: in no corpus of sources.toml" for name in names if name not in known]


def write_checksums(corpus: Path) -> None:
    """Take the files of a folder as those of the manifest."""
    found = [file for source in sources() for file in find_histories([corpus / source.folder])]
    lines = [f"{checksum_of(file)}  {file.relative_to(corpus).as_posix()}\n" for file in found]
    (FOLDER / "files.sha256").write_text("".join(lines), encoding="utf-8")


def fetch(into: Path) -> list[str]:
    """Get the files by git, known by their checksums; what could not be had, a line each."""
    missing = []
    for repository in dict.fromkeys(source.repository for source in sources()):
        with tempfile.TemporaryDirectory() as folder:
            if repository:
                command = ["git", "clone", "--quiet", "--depth", "1", repository, folder]
                if subprocess.run(command, check=False).returncode:
                    print(f"{repository}: it cannot be cloned", file=sys.stderr)
            by_checksum = {checksum_of(file): file for file in Path(folder).rglob("*") if file.is_file()}
            for source in sources():
                if source.repository == repository:
                    missing += copied(source, by_checksum, into)
    return missing


def copied(source: Source, by_checksum: dict[str, Path], into: Path) -> list[str]:
    """Copy the files of one corpus; the missing ones, a line each."""
    missing = []
    for name, checksum in known_files(source).items():
        if checksum in by_checksum:
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(by_checksum[checksum], into / name)
        else:
            missing.append(f"{name}: {source.changed or 'not in ' + source.repository}")
    return missing


# ---- what comes of them


def tried(corpus: Path, source: Source, expected: Iterable[Expectation], *, peer: bool) -> tuple[Figures, Replayed]:
    """Replay a corpus: its figures, and all that came of it."""
    files = files_of(corpus, source)
    own = [one for one in expected if any(one.is_of(file.as_posix()) for file in files)]
    done = replay_files(files, jobs=os.cpu_count() or 1, expect=own)
    kinds = Counter(one.kind for one in own)
    counts = {kind: getattr(done, kind) + kinds[kind] for kind in KINDS}
    read = None
    if peer:
        from evidence_pokerkit import played_of

        read = played_of(files)
    found = Figures(source.site, done.hands, done.matched, **counts, explained=done.expected, pokerkit=read)
    return found, done


def is_worse(new: Figures, old: Figures | None) -> str:
    """What got worse in a line of the table; nothing where it holds."""
    if old is None:
        return f"{new.site}: there is no figure to compare with; run `make evidence`"
    for kind in ("hands", "matched"):
        if getattr(new, kind) < getattr(old, kind):
            return f"{new.site}: {getattr(new, kind):,} {kind}, {getattr(old, kind):,} before"
    for kind in KINDS:
        if getattr(new, kind) > getattr(old, kind):
            return f"{new.site}: {getattr(new, kind):,} {kind}, {getattr(old, kind):,} before"
    return ""


def sum_line(found: Iterable[Figures]) -> str:
    """All corpora in one line. A hand that is explained is counted as that alone."""
    total = {name: sum(getattr(one, name) for one in found) for name in ("hands", "matched", *KINDS, "explained")}
    unexplained = Counter({kind: total[kind] for kind in KINDS})
    unexplained.subtract(one.kind for one in read_expectations(EXPECTED.read_text(encoding="utf-8")))
    counts = ", ".join(f"{unexplained[kind]} {kind}" for kind in KINDS)
    counts += f", {total['explained']} expected divergences"
    return f"corpus: {total['matched']} of {total['hands']} hands matched ({counts})"


def main(arguments: list[str]) -> int:
    """Replay all corpora; print the problems, then the sum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=os.environ.get("SIDEPOT_CORPUS"), help="the folder of the files")
    parser.add_argument("--fetch", type=Path, metavar="DIR", help="get the files by git into DIR, and take them")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a line got worse")
    parser.add_argument("--new-files", action="store_true", help="take the files that are there")
    asked = parser.parse_args(arguments)
    corpus: Path | None = asked.fetch or asked.corpus
    if asked.fetch:
        print("\n".join(fetch(asked.fetch)), file=sys.stderr)
    if corpus is None or not corpus.is_dir():
        print("corpus: absent (SIDEPOT_CORPUS or --corpus names its folder; --fetch DIR gets what is public)")
        return 0 if asked.check else 2
    if asked.new_files:
        write_checksums(corpus)
    return report(corpus, check=asked.check)


def report(corpus: Path, *, check: bool) -> int:
    """Replay each corpus, compare with what it was, and write the figures and the page where nothing is amiss."""
    expected = read_expectations(EXPECTED.read_text(encoding="utf-8"))
    before = {one.site: one for one in figures()} if (FOLDER / "figures.json").exists() else {}
    found, reasons, amiss = [], [], in_no_corpus(corpus)
    for source in sources():
        try:
            line, done = tried(corpus, source, expected, peer=not check)
        except Worse as error:
            amiss.append(str(error))
            continue
        found.append(line)
        wrong = [one for one in done.problems if one.kind != "unchecked"]
        amiss += [f"{one.file} hand {one.hand}: {one.kind}: {one.detail}" for one in wrong[:20]]
        reasons += [f"  {count} unchecked: {reason}" for reason, count in done.reasons.items()]
        if check and (worse := is_worse(line, before.get(source.site))):
            amiss.append(worse)
    print("\n".join([*reasons, *amiss, sum_line(found)]))
    if not check and not amiss:
        text = json.dumps(msgspec.to_builtins(found), indent=1, ensure_ascii=False)
        (FOLDER / "figures.json").write_text(f"{text}\n", encoding="utf-8")
    return 1 if amiss or not any(line.matched for line in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
