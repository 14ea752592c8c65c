"""The guide to settling: its commands print what they are shown to print, and its files can be settled."""

from __future__ import annotations

import re
import shlex

import pytest
from places import ROOT

from sidepot.cli.app import run
from sidepot.cli.settle_input import KEYS, read_toml

PAGE = (ROOT / "docs" / "how-to" / "settle.md").read_text(encoding="utf-8")


def test_the_command_of_the_guide_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for command, shown in re.findall(r"```console\n\$ sidepot (.*?)\n(.*?)```", PAGE, re.DOTALL):
        assert run(shlex.split(command)) == 0
        plain = [re.sub("[─ ]+", " ", line).strip() for line in capsys.readouterr().out.splitlines()]
        missing = [line for line in shown.splitlines() if re.sub("[─ ]+", " ", line).strip() not in plain]
        assert not missing


def test_each_file_of_the_guide_is_settled() -> None:
    files = [read_toml(text, "hand.toml").settle() for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)]
    assert [(one.payouts, one.returned, one.carried) for one in files] == [
        ({"Ann": 50, "Bo": 50}, {"Bo": 1}, 0),
        ({}, {}, 20),
    ]


def test_the_guide_names_each_key_of_a_file() -> None:
    assert [key for key in KEYS if key != "title" and f"`{key}`" not in PAGE and f"[{key}]" not in PAGE] == []
