"""Poker Hand Histories (PHH): read `.phh` and `.phhs`.

A `Phh` is the content of one history, checked for shape but not yet played: `phh_play` plays it, `phh_write` writes it.
Amounts are integers in the smallest unit of the hand's text (`decimals`). Seats are 0-based: `p1` is seat 0, and the
last player has the button. Format: phh.readthedocs.io.

Strict reading raises BadNotation for anything the format does not allow. Lenient reading repairs what it can, with
`notes`; only a hand without usable variant, stacks or actions stays unreadable. User fields start with an underscore
and are kept; so are other unknown fields, with a note. Amounts in sidepot's own fields are in the smallest unit
(`_sidepot_decimals`).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sidepot.cards import JOKER
from sidepot.errors import BadNotation
from sidepot.formats.phh_actions import parse_action
from sidepot.formats.phh_text import Moment, Real, Table, tables
from sidepot.validation.decimals import MOST_DECIMALS, decimals_of, scaled
from sidepot.validation.reader import not_text

LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
SINGLES = ("bring_in", "small_bet", "big_bet", "min_bet")
TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(
        "author event url venue address city region postal_code country time_zone time_zone_abbreviation currency "
        "currency_symbol".split(),
        (str,),
    ),
    **dict.fromkeys("day month year level seat_count".split(), (int,)),
    "time": (Moment,),
    "hand": (str, int),
    "table": (str, int),
    "time_limit": (int, Real),
}
"""The types of the fields for people, place and time."""

LISTED: dict[str, tuple[type, ...]] = {"players": (str,), "seats": (int,), "time_banks": (int, Real)}
"""The types of the items in those fields that are lists."""

ABOUT = TYPES.keys() | LISTED.keys()
DECIMALS_FIELD = "_sidepot_decimals"
KNOWN = ABOUT | {*LISTS, *SINGLES, "variant", "actions", "ante_trimming_status"}

Amounts = tuple[int, ...]


class Phh(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a Poker Hand History. A starting stack of None is unknown (`inf` in the file).

    - `about`: the format's fields for people, place and time, as in the file
    - `extra`: user-defined and unknown fields, as in the file
    - `name`: the hand's header in a `.phhs`
    - `notes`: what was odd in the history, and how it was repaired
    """

    variant: str
    starting_stacks: tuple[int | None, ...]
    actions: tuple[str, ...]
    antes: Amounts
    blinds_or_straddles: Amounts | None = None
    bring_in: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    ante_trimming_status: bool | None = None
    finishing_stacks: Amounts | None = None
    winnings: Amounts | None = None
    about: Table = {}
    extra: Table = {}
    decimals: int = 0
    name: str = ""
    notes: tuple[str, ...] = ()


def read_phh(text: str | bytes, *, strict: bool = True) -> list[Phh]:
    """Read every hand of a `.phh` or `.phhs` text. Raises BadNotation, naming the hand, for an unreadable one.

    If `strict` is false, fields that the format does not allow are repaired, with a note, as far as possible.
    """
    hands = []
    if not isinstance(text, str | bytes):
        raise BadNotation(f"text: expected the text of a hand history, {not_text(text)}")
    for name, found in iter_phh(text, strict=strict):
        if isinstance(found, BadNotation):
            raise BadNotation(f"hand [{name}]: {found.message}" if name else found.message)
        hands.append(found)
    return hands


def iter_phh(text: str | bytes, *, strict: bool = True) -> Iterator[tuple[str, Phh | BadNotation]]:
    """Yield the header of each hand in order, with its history, or with a BadNotation if it is unreadable.

    If `strict` is false, fields that the format does not allow are repaired, with a note, as far as possible.
    """
    for name, table in tables(text):
        if isinstance(table, BadNotation):
            yield name, table
            continue
        try:
            yield name, phh_of(table, name=name, strict=strict)
        except BadNotation as error:
            yield name, error


def phh_of(table: Table, *, name: str = "", strict: bool = True) -> Phh:
    """Make a history from a table of plain values. `name` is the hand's header in a `.phhs`.

    Raises BadNotation, naming the field, for an invalid value. If `strict` is false, fields that the format does not
    allow are repaired, with a note, as far as possible.
    """
    reader = _Reader(strict)
    decimals = reader.find_decimals(table)
    fields: Table = {"decimals": decimals, "name": name, "about": {}, "extra": {}}
    for key, value in table.items():
        if key in LISTS:
            fields[key] = reader.amounts(key, value, decimals)
        elif key in SINGLES:
            fields[key] = reader.amount(key, value, decimals)
        elif key in ABOUT:
            if reader.describes(key, value):
                fields["about"][key] = value
            else:
                fields["extra"][key] = value
        elif key not in KNOWN:
            fields["extra"][key] = value
            if key[:1] != "_":
                reader.notes.append(f"the format has no field {key!r}; it was kept")
    reader.head(table, fields)
    reader.sizes(fields)
    fields["notes"] = tuple(reader.notes)
    return Phh(**fields)


class _Reader:
    """Checks the fields of one hand. Strict mode raises an error; lenient mode repairs, with a note."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.notes: list[str] = []

    def odd(self, problem: str, repair: str) -> None:
        """Report something the format does not allow: an error, or a note on its repair."""
        if self.strict:
            raise BadNotation(problem)
        self.notes.append(f"{problem}; {repair}")

    def find_decimals(self, table: Table) -> int:
        """The most decimals of any amount in fields and actions, or those of sidepot's own field."""
        texts = []
        for key in LISTS:
            value = table.get(key)
            if isinstance(value, list):
                texts += [item.text for item in value if isinstance(item, Real)]
        for key in SINGLES:
            value = table.get(key)
            if isinstance(value, Real):
                texts.append(value.text)
        actions = table.get("actions")
        if isinstance(actions, list):
            for action in actions:
                if isinstance(action, str) and "." in action:
                    head = action.partition("#")[0].split()
                    if len(head) == 3 and head[1] == "cbr":
                        texts.append(head[2])
        stated = table.get(DECIMALS_FIELD, 0)
        most = stated if type(stated) is int and 0 <= stated <= MOST_DECIMALS else 0
        for text in texts:
            try:
                most = max(most, decimals_of(text))
            except BadNotation:
                continue  # reported with the amount itself
        return most

    def amount(self, key: str, value: object, decimals: int) -> int | None:
        """A chip amount that is not negative."""
        try:
            found = _amount(value, decimals)
        except BadNotation as error:
            self.odd(f"{key}: {error.message}", "left out")
            return None
        if found is None or found < 0:
            self.odd(f"{key} is a number that is not negative, not {_show(value)}", "left out")
            return None
        return found

    def amounts(self, key: str, value: object, decimals: int) -> tuple[int | None, ...] | None:
        """One amount per player."""
        if not isinstance(value, list):
            self.odd(f"{key} is a list with one number a player, not {_show(value)}", "left out")
            return None
        found: list[int | None] = []
        for at, item in enumerate(value):
            try:
                amount = item * 10**decimals if type(item) is int else _amount(item, decimals)
            except BadNotation as error:
                raise BadNotation(f"{key} of p{at + 1}: {error.message}") from None
            if amount is None and key != "starting_stacks":
                raise BadNotation(f"{key} of p{at + 1}: only a starting stack may be unknown")
            if amount is not None and amount < 0:
                if key != "blinds_or_straddles":
                    raise BadNotation(f"{key} of p{at + 1} is negative: {_show(item)}")
                self.notes.append(f"p{at + 1} has a negative blind: read as one that was posted out of turn")
            found.append(amount)
        return tuple(found)

    def describes(self, key: str, value: object) -> bool:
        """Whether a field of people, place or time has the format's type."""
        if key in LISTED:
            right = isinstance(value, list) and all(type(item) in LISTED[key] for item in value)
        else:
            right = type(value) in TYPES[key]
        if not right:
            self.odd(f"{key} may not be {_show(value)}", "kept as a field of the user's")
        return right

    def head(self, table: Table, fields: Table) -> None:
        """The variant, the actions and the ante flag."""
        variant = table.get("variant")
        if not isinstance(variant, str) or not variant:
            raise BadNotation("variant is missing; a history begins with it, as in variant = 'NT'")
        fields["variant"] = variant
        actions = table.get("actions")
        if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
            raise BadNotation("actions are missing; expected a list, as in actions = ['p1 f']")
        fields["actions"] = tuple(actions)
        trimming = table.get("ante_trimming_status")
        if trimming is not None and not isinstance(trimming, bool):
            self.odd(f"ante_trimming_status is true or false, not {_show(trimming)}", "left out")
            trimming = None
        fields["ante_trimming_status"] = trimming
        if self.strict:
            for at, action in enumerate(actions):
                try:
                    act = parse_action(action)
                except BadNotation as error:
                    raise BadNotation(f"action {at + 1}: {error.message}") from None
                if act.cards and JOKER in act.cards and variant[0] != "_":
                    raise BadNotation(f"action {at + 1}: {action!r}: the games of the format have no joker")

    def sizes(self, fields: Table) -> None:
        """Check that every list has one entry per player."""
        stacks = fields.get("starting_stacks")
        if not stacks:
            raise BadNotation("starting_stacks is missing; it must list one stack per player")
        count = len(stacks)
        if fields.get("antes") is None:
            self.odd("there are no antes: a history lists them, 0 where nobody antes", "nobody antes")
            fields["antes"] = (0,) * count
        for key in ("antes", "blinds_or_straddles", "finishing_stacks", "winnings"):
            value = fields.get(key)
            if value is not None and len(value) != count:
                self.odd(f"{key} has {len(value)} entries for {count} players", "the difference made up with 0")
                if key in ("antes", "blinds_or_straddles"):
                    fields[key] = (*value, *[0] * count)[:count]
                else:
                    fields[key] = None
        for key in ("players", "seats", "time_banks"):
            value = fields["about"].get(key)
            if value is not None and len(value) != count:
                self.odd(f"{key} has {len(value)} entries for {count} players", "kept")


def _amount(value: object, decimals: int) -> int | None:
    """A number as units; None for infinity. Raises BadNotation for anything but a number."""
    if type(value) is int:
        value = Real(str(value)) if abs(value) > 10**20 else value
    if type(value) is int:
        return int(value * 10**decimals)
    if not isinstance(value, Real):
        raise BadNotation(f"expected a number, got {_show(value)}")
    return None if value.text in ("inf", "+inf") else scaled(value.text, decimals)


def _show(value: object) -> str:
    text = value.text if isinstance(value, Real | Moment) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
