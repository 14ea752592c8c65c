"""Options that a ruling leaves to the director: what is to be done is still said when one of them is taken."""

from __future__ import annotations

from typing import Final

from own_cases import own_cases

from sidepot.cases.ruling_cases import RulingCase
from sidepot.errors import SidepotError
from sidepot.floor.rulings import read_facts, rule_on
from sidepot.rules.houses import HOUSES
from sidepot.rules.ruling import choose

NOTHING_TO_DO: Final = {
    ("device", "allowed"),
    ("end of the day", "on the clock"),
    ("halt play", "play on"),
    ("hand for hand", "play on"),
    ("offence", "no penalty"),
    ("out of turn", "full rights"),
    ("out of turn", "no raise"),
    ("premature stud card", "kept"),
    ("pulled back", "may fold"),
    ("pulled back", "may not fold"),
    ("re-entry", "no re-entry"),
}
"""The options, by topic and verdict, after which play simply goes on, or the player is asked by the reason itself."""


def test_an_option_that_is_taken_says_what_is_to_be_done() -> None:
    silent = set()
    for case in own_cases():
        if not isinstance(case.body, RulingCase):
            continue
        facts = read_facts(dict(case.body.facts)) if case.body.expect.refused is None else None
        for house in HOUSES.values() if facts is not None else ():
            try:
                ruling = rule_on(facts, house)
            except SidepotError:  # what another house cannot be asked
                continue
            silent |= {
                (str(case.body.facts["topic"]), option.verdict)
                for option in ruling.options
                if not choose(ruling, option.verdict).steps
            }
    assert silent == NOTHING_TO_DO
