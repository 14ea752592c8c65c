"""Numbers that no incident has, in every fact of every topic: refused by name."""

from __future__ import annotations

from number_fields import numbers_of

from sidepot.errors import BadNotation
from sidepot.floor.rulings import TOPICS, read_facts


def test_a_number_that_nobody_can_mean_is_refused_by_its_fact() -> None:
    wrong, tried = [], 0
    for name, topic in TOPICS.items():
        for number in numbers_of(topic.facts):
            for value in (10**14, -(10**14), 10**400, 0.5, True):
                tried += 1
                try:
                    read_facts(number.message(value) | {"topic": name})
                    wrong.append(f"{name}{number.path} {value:.5g} is taken")
                except BadNotation as error:
                    if not error.message.startswith(name):
                        wrong.append(f"{name}{number.path} {value:.5g}: {error.message}")
    assert not wrong, "\n".join(wrong[:30])
    assert tried > 500
