"""The fields that a filter of hands can use: one table, for the SQL, the form of the page and the documentation.

Each field is an SQL expression over a row of `played`, so a filter selects the hands of any player.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from sidepot.rules.clauses import say
from sidepot.stats.action_lines import POT_TYPES
from sidepot.stats.figures import FIGURES, MARKED
from sidepot.stats.hand_seen import POSITIONS
from sidepot.tracker.filters.refusals import refuse_name


class Kind(StrEnum):
    """The kind of value with which a field is compared."""

    TEXT = "text"
    CHOICE = "choice"
    NUMBER = "number"
    DATE = "date"
    YES = "yes"
    FIGURE = "figure"
    CARDS = "cards"
    STREET = "street"


class Part(StrEnum):
    """What a field is about."""

    WHEN = "when"
    SEAT = "seat"
    CARDS = "cards"
    ACTIONS = "actions"
    RESULT = "result"
    NOTES = "notes"
    FIGURES = "figures"


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field of filters.

    - `key`: its name
    - `also`: its other names
    - `text`: a description in one line
    - `example`: a condition with the field
    - `sql`: the SQL expression for its value
    - `choices`: for a choice, each word with the values that it stands for, in order
    - `names`: for a text, the table whose column `sql` contains all values
    - `has`: for a field with several values in a hand, the table with these values and the column `id`
    """

    key: str
    part: Part
    kind: Kind
    text: str
    example: str
    sql: str
    also: tuple[str, ...] = ()
    choices: dict[str, tuple[str, ...]] = {}
    names: str = ""
    has: str = ""


def _same(*words: str) -> dict[str, tuple[str, ...]]:
    return {word: (word,) for word in words}


POSITION_GROUPS: Final = {
    "early": tuple([name for name in POSITIONS if name.startswith("UTG")]),
    "middle": ("LJ", "HJ"),
    "late": ("CO", "BTN"),
    "blinds": ("SB", "BB"),
}
WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
STREETS: Final = {"flop": 3, "turn": 4, "river": 5}
"""The number of cards on the board, by street."""

FIELDS: Final = [
    Field(
        key="date", part=Part.WHEN, kind=Kind.DATE, sql="started", text="the day, month or year of the hand",
        example="date = 2026-05-01..2026-06-15", also=("day", "month", "year"),
    ),
    Field(
        key="days_ago", part=Part.WHEN, kind=Kind.NUMBER, sql="date_diff('day', started::DATE, today())",
        text="how many days ago the hand was played", example="days ago <= 30",
    ),
    Field(
        key="weekday", part=Part.WHEN, kind=Kind.CHOICE, sql="dayname(started)[:3]", text="the day of the week",
        example="weekday = Sat Sun", choices=_same(*WEEKDAYS),
    ),
    Field(
        key="hour", part=Part.WHEN, kind=Kind.NUMBER, sql="hour(started)",
        text="the hour of the day, in the time of the history", example="hour = 20..23",
    ),
    Field(
        key="site", part=Part.WHEN, kind=Kind.TEXT, sql="site", text="the site", example="site = PokerStars | Winamax",
        names="hand",
    ),
    Field(
        key="game", part=Part.WHEN, kind=Kind.TEXT, sql="game", text="the game", example="game = nl holdem",
        names="hand",
    ),
    Field(
        key="stakes", part=Part.WHEN, kind=Kind.TEXT, sql="stakes", text="the stakes", example="stakes = 0.50/1 | 1/2",
        names="hand",
    ),
    Field(
        key="blind", part=Part.WHEN, kind=Kind.NUMBER, sql="unit / 10.0 ** decimals", also=("big_blind", "bb"),
        text="the big blind (else the small bet) in money or chips", example="blind >= 0.50",
    ),
    Field(
        key="table", part=Part.WHEN, kind=Kind.TEXT, sql='"table"', text="the name of the table",
        example="table = Kit*", names="hand",
    ),
    Field(
        key="tournament", part=Part.WHEN, kind=Kind.TEXT, sql="tournament", text="the number of the tournament",
        example="tournament = 3901234567", names="hand",
    ),
    Field(
        key="players", part=Part.SEAT, kind=Kind.NUMBER, sql="players", text="how many players were dealt in",
        example="players = 2..6",
    ),
    Field(
        key="position", part=Part.SEAT, kind=Kind.CHOICE, sql="position", example="position = CO BTN",
        text="the position; `early`, `middle`, `late` and `blinds` are several",
        choices=_same(*POSITIONS[:-1]) | {"none": POSITIONS[-1:], "BU": ("BTN",), "button": ("BTN",)} | POSITION_GROUPS,
    ),
    Field(
        key="in_position", part=Part.SEAT, kind=Kind.YES, sql="in_position", also=("ip",),
        text="acted last in the second betting round", example="in position",
    ),
    Field(
        key="depth", part=Part.SEAT, kind=Kind.NUMBER, sql="depth", also=("effective_stack", "effective"),
        text="the smaller of this stack and the largest other one, in big blinds", example="depth >= 80",
    ),
    Field(
        key="stack", part=Part.SEAT, kind=Kind.NUMBER, sql="stack / unit", text="the own stack, in big blinds",
        example="stack < 20",
    ),
    Field(
        key="opponent", part=Part.SEAT, kind=Kind.TEXT, sql="player", also=("opponents", "villain", "against", "vs"),
        text="another player in the hand", example="opponent = Bo", names="player",
    ),
    Field(
        key="name", part=Part.SEAT, kind=Kind.TEXT, sql="player", also=("player",),
        text="the own name, if you have several", example="name = Ann", names="player",
    ),
    Field(
        key="cards", part=Part.CARDS, kind=Kind.CARDS, sql="starting_hand", also=("hand", "hole_cards", "range"),
        text="two known cards, as a [range](../how-to/odds.md) or by category",
        example="cards = 22-66 A5s-A2s suited-connectors",
    ),
    *[
        Field(
            key=street, part=Part.CARDS, kind=Kind.STREET, sql="board", example=example,
            text=f"the board on the {street}, or the own actions there",
        )
        for street, example in (("flop", "flop = paired"), ("turn", "turn = flush"), ("river", "river = check-raise"))
    ],
    Field(
        key="preflop", part=Part.ACTIONS, kind=Kind.STREET, sql="line", example="preflop = raise-call",
        text="the own actions in the first betting round",
    ),
    Field(
        key="line", part=Part.ACTIONS, kind=Kind.STREET, sql="line", example="line = R/B*",
        text="the own actions in all betting rounds, with a slash between rounds",
    ),
    Field(
        key="pot", part=Part.ACTIONS, kind=Kind.CHOICE, sql="pot_type", also=("pot_type",), example="pot >= 3bet",
        text="the kind of pot, by the raises of the first betting round; `5bet` has four or more",
        choices=_same(*POT_TYPES[:-1]) | {"bomb": ("bomb pot",), "srp": ("raised",)},
    ),
    Field(
        key="saw", part=Part.ACTIONS, kind=Kind.CHOICE, sql="", text="was in the hand when this card was dealt",
        example="saw = turn", choices=_same(*STREETS),
    ),
    Field(
        key="all_in", part=Part.ACTIONS, kind=Kind.YES, sql="expected IS NOT NULL", also=("allin",),
        text="was all-in, or called an all-in, before the last card, and all hands are known", example="all in",
    ),
    Field(
        key="showdown", part=Part.RESULT, kind=Kind.YES, sql="showdown", text="came to the showdown",
        example="not showdown",
    ),
    Field(
        key="won", part=Part.RESULT, kind=Kind.YES, sql="net > 0", text="won chips in the hand", example="won"
    ),
    Field(
        key="lost", part=Part.RESULT, kind=Kind.YES, sql="net < 0", text="lost chips in the hand", example="lost"
    ),
    Field(
        key="result", part=Part.RESULT, kind=Kind.NUMBER, sql="net / unit", also=("net",),
        text="chips won or lost, in big blinds", example="result <= -100",
    ),
    Field(
        key="pot_size", part=Part.RESULT, kind=Kind.NUMBER, sql="pot / unit", also=("size",),
        text="all pots together, in big blinds", example="pot size >= 50",
    ),
    Field(
        key="tag", part=Part.NOTES, kind=Kind.TEXT, sql="tag", also=("tags",), text="a tag that you gave the hand",
        example="tag = bluff", names="hand_tag", has="hand_tag",
    ),
    Field(
        key="opponent_tag", part=Part.NOTES, kind=Kind.TEXT, sql="tag", also=("opponent_tags", "villain_tag"),
        text="a tag that you gave another player in the hand", example="opponent tag = fish", names="player_tag",
        has="opponent_tag",
    ),
    Field(
        key="noted", part=Part.NOTES, kind=Kind.YES, sql="(id IN (SELECT id FROM hand_note))",
        text="has a note of yours", example="noted", also=("note",),
    ),
    *[
        Field(
            key=key, part=Part.FIGURES, kind=Kind.FIGURE, sql=key, text=FIGURES[key].text, example=f"{key} = chance",
            also=tuple({FIGURES[key].name.lower().replace(" ", "_").replace("-", "_")} - {key}),
        )
        for key in MARKED
    ],
]  # fmt: skip
"""All fields, in the order of the documentation."""

BY_NAME: Final = {name: field for field in FIELDS for name in (field.key, *field.also)}


def field_named(name: str) -> Field:
    """The field with this name. If there is none, raises BadNotation, suggesting a similar name."""
    if name not in BY_NAME:
        shown = name.replace("_", " ")
        known = [field.key.replace("_", " ") for field in FIELDS if field.kind is not Kind.FIGURE]
        also = [one.replace("_", " ") for one in BY_NAME]
        raise refuse_name(say("a filter has no field {name}", repr(shown)), shown, known, also)
    return BY_NAME[name]


def is_alone(name: str) -> bool:
    """Whether a field may be written without a value."""
    return name in BY_NAME and BY_NAME[name].kind in (Kind.YES, Kind.FIGURE)
