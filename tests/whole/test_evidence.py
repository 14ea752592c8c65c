"""The public hands: the manifest is whole, a line that got worse is noticed, and the files come by git."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import evidence
import pytest
from evidence import Figures, Source, Worse, checksums, figures, files_of, is_worse, known_files, sources
from places import ROOT

GOOD = Figures("A site", hands=9, matched=6, mismatched=1, unchecked=1, failed=1, explained=3)


def test_each_file_belongs_to_one_corpus_and_each_corpus_has_figures() -> None:
    owners = [name for source in sources() for name in known_files(source)]
    assert sorted(owners) == sorted(checksums())
    assert [one.site for one in figures()] == [source.site for source in sources()]
    assert [source.site for source in sources() if not source.repository and not source.changed] == []


def test_the_readme_says_how_many_hands_come_out() -> None:
    matched, hands = sum(one.matched for one in figures()), sum(one.hands for one in figures())
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"{matched:,} of {hands:,} public hands come out as printed" in text


@pytest.mark.parametrize(
    ("changes", "worse"),
    [
        ({}, ""),
        ({"hands": 10, "matched": 7}, ""),
        ({"matched": 5}, "A site: 5 matched, 6 before"),
        ({"hands": 8}, "A site: 8 hands, 9 before"),
        ({"failed": 2}, "A site: 2 failed, 1 before"),
        ({"unchecked": 2}, "A site: 2 unchecked, 1 before"),
    ],
)
def test_a_line_that_got_worse_is_named(changes: dict[str, int], worse: str) -> None:
    fields = {name: getattr(GOOD, name) for name in GOOD.__struct_fields__}
    assert is_worse(Figures(**{**fields, **changes}), GOOD) == worse
    assert "nothing to compare with" not in is_worse(GOOD, GOOD)
    assert "there is no figure to compare with" in is_worse(GOOD, None)


@pytest.fixture
def public(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    """A corpus of one hand, whose file has another name in its repository, and another that the repository lacks."""
    repository = tmp_path / "public"
    repository.mkdir()
    hand = repository / "other-name.phh"
    hand.write_text("variant = 'NT'", encoding="utf-8")
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", str(repository)]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "A hand"]):
        subprocess.run([*git, *command], check=True)
    manifest = tmp_path / "manifest"
    manifest.mkdir()
    toml = f'[[corpus]]\nsite = "A site"\nfolder = "hands"\nlicence = "MIT"\nrepository = "{repository.as_uri()}"\n'
    (manifest / "sources.toml").write_text(toml, encoding="utf-8")
    lines = [f"{evidence.checksum_of(hand)}  hands/1.phh", f"{'0' * 64}  hands/2.phh"]
    (manifest / "files.sha256").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(evidence, "FOLDER", manifest)
    return sources()[0]


def test_files_come_by_git_known_by_their_checksums(public: Source, tmp_path: Path) -> None:
    missing = evidence.fetch(tmp_path / "here")
    assert (tmp_path / "here/hands/1.phh").exists()
    assert missing == [f"hands/2.phh: not in {public.repository}"]


def test_a_folder_with_other_files_is_refused(public: Source, tmp_path: Path) -> None:
    here = tmp_path / "here"
    evidence.fetch(here)
    with pytest.raises(Worse, match=r"^hands/2.phh: not there$"):
        files_of(here, public)
    shutil.copyfile(here / "hands/1.phh", here / "hands/2.phh")
    shutil.copyfile(here / "hands/1.phh", here / "hands/3.phh")
    with pytest.raises(Worse, match=r"^hands/2.phh: changed\nhands/3.phh: not in files.sha256$"):
        files_of(here, public)
