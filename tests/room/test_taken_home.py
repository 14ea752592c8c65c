"""A hand of a room taken home as its record is read as a history, and comes to what the room writes itself."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from each import each
from fair_hands import Fair, fair_hand
from few_examples import some
from test_views import known_to

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import HandHistory
from sidepot.games.catalog import GAMES
from sidepot.hand.due import Due
from sidepot.histories.bulk import find_histories, replay_files
from sidepot.histories.converting import Wanted, convert_files, histories_in
from sidepot.room.fairness.items import OF_THE_ROOM
from sidepot.room.fairness.record import decode_record, encode_record
from sidepot.room.fairness.record_check import verify_record
from sidepot.room.views.replayed import SUFFIX_OF, HomeKind, PlayedHand, home_text
from sidepot.stats import stats

TOLD = PlayedHand("t4", "Friday", 7, 1_795_750_862_417)


def whole_hand(seed: int, game: str) -> Fair:
    """A hand that came to its end."""
    return next(fair for at in range(9) if (fair := fair_hand(seed + at, GAMES[game])).hand.due is Due.DONE)


def converted(file: Path, kind: str) -> str:
    said: list[str] = []
    convert_files([file], Wanted(kind, say=said.append))
    return "".join(said)


@pytest.mark.more
@each("game", some(sorted(GAMES), 10))
def test_a_record_becomes_what_the_room_writes(game: str, tmp_path: Path) -> None:
    """In every format; and where the room cannot tell a hand in one, neither can who has its record."""
    fair = whole_hand(sum(game.encode()), game)
    for seat in (-1, random.Random(game).randrange(len(fair.hand.stacks))):
        record = fair.record(seat)
        file = tmp_path / f"hand{seat}.json"
        file.write_text(home_text(record, TOLD, "json"), encoding="utf-8")
        found = replay_files([file])
        assert (found.hands, found.matched) == (1, 1), found.problems
        ((_, told),) = histories_in(file)
        assert isinstance(told, HandHistory) and told.hero == seat
        log = [item for item in fair.items if not isinstance(item, OF_THE_ROOM)]
        seen = set[int]().union(*(cards for _, cards in known_to(seat, log)))
        assert {card for cards in told.hand.hole for card in cards} - {UNKNOWN} <= seen
        for kind in [*SUFFIX_OF][:-1]:
            assert converted(file, kind) == written(fair, seat, kind)


def written(fair: Fair, seat: int, kind: HomeKind) -> str:
    """The room's own file of it; in one of many each hand has the name of its table over it."""
    try:
        return home_text(fair.record(seat), TOLD, kind, one_of_many=True).replace("[t4-7]\n", "[1795750862417007]\n")
    except BadNotation:
        return ""


def test_many_records_of_any_form_are_one_file(tmp_path: Path) -> None:
    """In lines, or laid out as the room sends one; with the words beside them or without."""
    some = [whole_hand(seed, "holdem").record(0) for seed in (10, 20, 30)]
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"".join([home_text(some[0], TOLD, "json").encode(), *map(encode_record, some[1:])]))
    names = [name for name, _ in histories_in(file)]
    assert names == ["1795750862417007", "7", "7"]
    assert replay_files([file]).matched == 3
    found = stats([file])
    assert found.hands == 3 and {row.group for row in found.rows} >= {"player 0", "player 1"}
    lines = file.read_text("utf-8").splitlines()
    lines[0] = lines[0].replace('"type":"burned"', '"type":"burnt"', 1).replace('"type":"posted"', '"type":"paid"', 1)
    file.write_text("\n".join(lines), encoding="utf-8")
    broken = replay_files([file])
    assert broken.matched == 2 and broken.failed == 1
    assert broken.problems[0].detail.startswith("line 1: item ")


def test_a_record_that_was_changed_or_ends_early_says_so(tmp_path: Path) -> None:
    record = whole_hand(10, "holdem").record(0)
    file = tmp_path / "hand.json"
    early = msgspec.structs.replace(record, items=record.items[:6], own=[one for one in record.own if one.item < 6])
    file.write_bytes(encode_record(early))
    assert replay_files([file]).unchecked == 1
    ((_, told),) = histories_in(file)
    assert str(told) == "line 1: the record ends before the hand does"
    items = [msgspec.json.decode(item) for item in record.items]
    paid = next(item for item in items if item["type"] == "awarded")
    paid["shares"][0][1] += 1
    changed = [msgspec.Raw(msgspec.json.encode(one)) for one in items]
    file.write_bytes(encode_record(msgspec.structs.replace(record, items=changed)))
    found = replay_files([file])
    assert found.failed == 1 and found.problems[0].detail.startswith("line 1: event ")


def test_the_words_beside_a_hand_are_not_hashed_and_hold(tmp_path: Path) -> None:
    record = whole_hand(10, "holdem").record(0)
    home = decode_record(home_text(record, TOLD, "json").encode())
    assert home.about is not None and home.about.when == "2026-11-27 03:41:02"
    assert verify_record(home).holds and encode_record(msgspec.structs.replace(home, about=None)) == encode_record(
        record
    )


def test_other_json_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text('{"format": 1}')
    (tmp_path / "hand.json").write_bytes(encode_record(whole_hand(10, "holdem").record(0)))
    assert [file.name for file in find_histories([tmp_path])] == ["hand.json"]
