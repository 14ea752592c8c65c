"""Write the generated pages of docs/: houses, events and their schema, games, the picture of the README.

python tools/docs.py            writes what is out of date
python tools/docs.py --check    writes nothing; exit 1 if something is out of date
"""

from __future__ import annotations

import ast
import inspect
import io
import json
import re
import sys
import tokenize
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

from sidepot.cli.settle import show
from sidepot.cli.settle_told import read_toml
from sidepot.hand import events
from sidepot.rules import rulebook
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import Rulebook

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

sys.path.insert(0, str(ROOT / "tools"))  # the tests load this file from elsewhere
from docs_games import games_page  # noqa: E402
from docs_text import NOTE, table  # noqa: E402

# What each choice of a house means. The rules it rests on are read from the comments in rulebook.py.
MEANINGS = {
    "reopening": "When a short all-in lets those who have acted raise again, at no limit and pot limit.",
    "reopening_limit": "The same at fixed and spread limit.",
    "short_post": "Where the chips of a seat go that cannot cover both ante and blind.",
    "cap_heads_up": "Whether the cap on raises of a limit game binds two players.",
    "pot_limit_blinds": "How short or missing blinds count in the pot of pot limit before the flop.",
    "face_up_all_in": "Hands are turned face up once nobody can bet any more and somebody is all-in.",
    "last_down_cards_up": "Down cards still to come are dealt face up once the hands are open.",
    "show_order": "Whether who contests only the main pot shows with the others, or after the side pots are paid.",
    "may_muck": "A beaten hand may be thrown away unseen in its turn to show.",
    "odd_chip_stud": "Who gets the odd chip of a stud pot with several winners.",
    "identical_high_low_even": "Hands that are the same both ways share the pot once, instead of each half.",
    "pot_count_in_pot_limit_only": "The count of the pot is told at pot limit only.",
    "rabbit_hunting": "The cards that would have come may be shown after the hand.",
    "run_it": "How often the rest of the board may be run once betting is over; the least that anybody says is done.",
    "declaration": "How the halves of a high-low pot are claimed: by the cards, or declared before they are shown.",
    "both_ways": "What a hand that was declared for high and low must do, or it wins nothing.",
    "reading": "Whether a tabled hand is what its cards make, or what its owner says it is.",
    "openers": "How it is made sure that who opens holds what the game asks for, as in jacks or better.",
    "open_pair_option": "In limit stud an open pair on fourth street lets everybody bet either size.",
    "lowball_check_raise": "In limit ace-to-five lowball who has checked may still raise.",
    "sevens_rule": "In ace-to-five lowball who checks a seven or better after the draw wins nothing that is bet then.",
    "fifth_card_last": "Who changes all five cards gets the last of them when everybody else has drawn.",
    "last_card_stays": "The last card of the stub is never dealt: it is shuffled in with the discards.",
    "exposed_lowball": "What becomes of a down card of lowball that everybody saw as it was dealt.",
    "wrong_bring_in_stands": "A bring-in of the wrong seat stands once the next seat has acted on it.",
}

# ---- houses


def houses_page() -> str:
    """Every field of a rulebook, its rule and meaning, and what each house chose."""
    rules = comments(Rulebook)
    fields = [name for name in Rulebook.__struct_fields__ if name not in ("name", "edition")]
    for name in fields:
        if name not in MEANINGS:
            sys.exit(f"tools/docs.py: the rulebook has a new field {name!r}: say in MEANINGS what it means")
    choices = [
        [f"[`{name}`](#{name})", *(_choice(getattr(house, name)) for house in HOUSES.values())] for name in fields
    ]
    parts = [
        "# Houses",
        NOTE,
        "Where the sources disagree, the house decides. A house is a value of `sidepot.rules.rulebook.Rulebook`; these "
        "are the ones that sidepot knows by name (`sidepot.rules.houses`). Make your own from one of them:",
        "```python\nfrom sidepot.rules.houses import CASH\n\n"
        'ours = CASH.but(name="ours", may_muck=False, short_post="blind first")\n```',
        table(["", *(f"`{name}`" for name in HOUSES)], [["edition", *(h.edition for h in HOUSES.values())], *choices]),
        "Editions: TDA-2013 and TDA-2024 are the rules of the Poker Tournament Directors Association, TS the table "
        "stakes page of the sources, PG the page on how poker is played, OS open stakes, SD the rule of South Dakota, "
        "RRP-11 Robert's Rules of Poker. What stands here is in our own words; the TDA's rules are at "
        "<https://www.pokertda.com>. `sidepot rules` lists every rule with the code and the cases that go with it.",
        "## The fields",
    ]
    for name in fields:
        rule = rules.get(name, "").partition(":")[0]
        parts.append(f"### `{name}`\n\n{MEANINGS[name]}" + (f"\n\nRule: {rule}." if _CITE.match(rule) else ""))
        values = _values_of(name)
        if values:
            parts.append("\n".join(f"- `{value}`: {_said(value)}." for value in values))
    return "\n\n".join(parts) + "\n"


_CITE = re.compile(r"[A-Z]{2,}-|Robert's")  # how the comment of a field begins that names its rule

# Values that need words: their own comment has none, or only the rule.
SAID: list[tuple[StrEnum, str]] = [
    (rulebook.CapHeadsUp.ON, "it always does"),
    (rulebook.CapHeadsUp.UNTIL_TWO_LEFT, "it does while others are left in the event"),
    (rulebook.Declaration.CARDS_SPEAK, "nothing is declared: the best hand of each half takes it"),
    (rulebook.ExposedCards.KEPT, "it stays in the hand"),
    (rulebook.PotLimitBlinds.AS_FULL, "as if every blind had been posted in full"),
    (rulebook.PotLimitBlinds.AS_POSTED, "only what was posted counts"),
    (rulebook.Reading.CARDS_SPEAK, "what its cards make, whatever is said"),
    (rulebook.ShortPost.ANTE_FIRST, "the ante is paid, and the blind with what is left"),
    (rulebook.ShortPost.BLIND_FIRST, "the blind is paid, and the ante with what is left"),
    (rulebook.ShowOrder.ALL_AT_ONCE, "everybody shows in turn, then the pots are paid"),
    (rulebook.ShowOrder.SIDE_POT_FIRST, "a side pot is shown down and paid before the others show"),
]
_WORDS = {(type(value), value): words for value, words in SAID}  # values of different choices may be the same text


def _said(value: StrEnum) -> str:
    """What a value of a choice means, and its rule."""
    comment = comments(type(value)).get(value.name, "")
    words = _WORDS.get((type(value), value), "")
    rule, colon, meaning = comment.partition(": ")
    if colon and _CITE.match(rule):
        comment, words = rule, meaning
    return f"{words} ({comment})" if words and comment else words or comment


def comments(kind: type) -> dict[str, str]:
    """The comment that stands at each field of a class."""
    source = inspect.getsource(kind)
    said = {
        token.start[0]: token.string.lstrip("# ").rstrip(". ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found = {}
    for node in ast.parse(source).body[0].body:  # type: ignore[attr-defined]
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        comment = next((said[line] for line in lines if line in said), None)
        if isinstance(target, ast.Name) and comment:
            found[target.id] = comment
    return found


def _values_of(field: str) -> list[StrEnum]:
    """What a field may be, where it is not yes or no."""
    value = getattr(HOUSES["cash"], field)
    return list(type(value)) if isinstance(value, StrEnum) else []


def _choice(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


# ---- events


def events_page() -> str:
    """Each event of a hand with its fields, from the structs themselves."""
    kinds = get_args(events.Event)
    parts = [
        "# Events",
        NOTE,
        "A hand is the fold of its events: `Hand.apply` is the only thing that changes it, and `replay(hand.log)` "
        "gives the same hand again. Each event is one struct of `sidepot.hand.events`: the Python object, the JSON on "
        "the wire, and the schema in [events.schema.json](events.schema.json).",
        "In JSON an event is an object whose `type` is the tag in the headings below: "
        f"`{events.encode(events.RaisedTo(2, 600)).decode()}`. Cards are numbers, `4 * rank + suit` with deuce 0 to "
        "ace 12 and clubs, diamonds, hearts, spades 0 to 3; 52 is a joker, 53 a card that is not known here. Seats "
        "count from 0, and amounts are chips of the smallest unit.",
        table(
            ["event", "tag", "what happened"],
            [[f"[{k.__name__}](#{k.__name__.lower()})", f"`{_tag(k)}`", first_sentence(k)] for k in kinds],
        ),
    ]
    parts += [_struct(kind, f"## {kind.__name__}\n\n`{_tag(kind)}`. ") for kind in kinds]
    parts.append("## What they are made of")
    parts += [_struct(kind, f"### {kind.__name__}\n\n") for kind in (events.Setup, events.Owed)]
    said = comments(events.Post)
    posts = [[f"`{post.value}`", said.get(post.name, "")] for post in events.Post]
    parts.append(f"### Post\n\n{first_sentence(events.Post)}\n\n{table(['post', ''], posts)}")
    parts.append("`game` is described in [games.md](games.md), `rulebook` in [houses.md](houses.md).")
    return "\n\n".join(parts) + "\n"


def _struct(kind: Any, head: str) -> str:
    """A heading, what the struct is, and its fields."""
    doc = " ".join((inspect.getdoc(kind) or "").split())
    defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    rows = [
        [f"`{name}`", f"`{kind.__annotations__[name]}`", f"`{defaults[name]}`" if name in defaults else ""]
        for name in kind.__struct_fields__
    ]
    return f"{head}{doc}\n\n{table(['field', 'type', 'default'], rows)}"


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def first_sentence(kind: Any) -> str:
    """What a class is, in one sentence."""
    return " ".join((inspect.getdoc(kind) or "").split()).partition(". ")[0].rstrip(".") + "."


def events_schema() -> str:
    """The JSON Schema of an event."""
    return json.dumps(events.schema(), indent=2) + "\n"


# ---- the picture of the README


def picture() -> str:
    """What `sidepot settle examples/alice-bob-carol.toml` prints, as SVG that asks no other host for anything."""
    from rich.console import Console

    path = "examples/alice-bob-carol.toml"
    told = read_toml((ROOT / path).read_text(encoding="utf-8"), path)
    console = Console(record=True, width=84, file=io.StringIO(), highlight=False, force_terminal=True)
    show(console, told, told.settle())
    svg = console.export_svg(title=f"sidepot settle {path}", unique_id="settle")
    return re.sub(r"[ \t]*@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL).replace(
        "Fira Code, monospace", "Fira Code, DejaVu Sans Mono, Menlo, Consolas, monospace"
    )


PAGES: dict[str, Callable[[], str]] = {
    "houses.md": houses_page,
    "events.md": events_page,
    "events.schema.json": events_schema,
    "games.md": lambda: games_page(ROOT),
    "pictures/alice-bob-carol.svg": picture,
}


def main(arguments: list[str]) -> int:
    """Write what is out of date, or only say it."""
    stale = []
    for name, page in PAGES.items():
        path, new = DOCS / name, page()
        if not path.exists() or path.read_text(encoding="utf-8") != new:
            stale.append(name)
            if "--check" not in arguments:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"docs/{name}: {'out of date, run `make docs`' if '--check' in arguments else 'written'}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
