"""The page of docs/ about the filters of the tracker: each field with an example, textures, categories and SQL."""

from __future__ import annotations

from docs_text import NOTE, table

from sidepot.stats.action_lines import LETTERS
from sidepot.stats.textures import WORDS
from sidepot.tracker.filters.fields import FIELDS, Field, Kind, Part
from sidepot.tracker.filters.ranges import CATEGORIES

TITLES = {
    Part.WHEN: "When and where",
    Part.SEAT: "The seat",
    Part.CARDS: "Cards and board",
    Part.ACTIONS: "Actions",
    Part.RESULT: "The result",
    Part.NOTES: "Notes and tags",
}

HEAD = """# The filters of the tracker

For players who want to see their figures in some spots only. The [page of the tracker](../how-to/tracker.md),
the option `--where` of `sidepot tracker` and its JSON use the same filters.

```text
position = CO BTN, pot = 3bet, depth >= 80
date = 2026-05, cards = 22-66 A5s-A2s, not showdown
flop = monotone, flop = bet, opponent = Bo or pot = 4bet
```

- Commas (or `and`) separate conditions, which must all hold. With `or` one is enough. `and` binds more closely:
  `won, showdown or lost` means `(won, showdown) or lost`. Parentheses change that: `(won or lost), showdown`.
- `not` before a condition or parentheses means the opposite: `not (won or showdown)` is `not won, not showdown`.
- Several values mean any of them: `position = CO BTN`. Names are separated by `|`, because they may have spaces:
  `site = Run It Once | Winamax`; a comma works too, as long as no condition follows it directly.
- `=` and `!=` work everywhere, `<`, `<=`, `>` and `>=` with numbers, dates and `pot`.
  `80..100` is a range with both ends, `100+` is 100 or more.
- A condition about what is unknown does not hold: `cards != pairs` needs known cards, `flop != paired` a flop, and
  `flop != bet` an action on the flop.
- Upper and lower case are the same. `*` in a name or an action line means anything. Quotes keep a name together that
  has commas, parentheses, `|`, or a word such as `or`: `opponent = "Rock or Roll"`.
- Instead of a filter, write the name of a saved one. They are in `filters.json` in the tracker's folder.

A filter selects your own hands. The same conditions apply to other players in *Leaks*: there, `position = BTN` is the
other player on the button. Conditions about cards find only hands that others showed, so the page warns about them.
"""

FIGURES_TEXT = """## Figures

Each [figure](figures.md) that has a chance and an event is a field: `c_bet` (it happened), `c_bet = no` (a chance, but
it did not happen), `c_bet = chance` (both). Spaces and hyphens are the same as `_`, and usual names work too: `3-bet`,
`fold to steal = chance`.
"""

LINES_TEXT = """## Action lines

What you did in a betting round, in order: words with hyphens (`check-raise`) or letters (`XR`): {letters}.
Before the flop each bet is a raise. An action line is the whole round: `flop = bet` is a bet after which you had
nothing more to do there; `flop = bet*` begins with a bet.
"""

SQL_TEXT = """## The same in SQL

A filter becomes a condition over the columns of `played`; what you write is passed as values, never as SQL. With
`--where`, [`--sql`](../how-to/tracker.md#ask-questions) has the table `wanted`: your own hands that the filter selects.
These columns were made for filters: `pot_type`, `flop`, `turn`, `river`, `line`, `starting_hand`, `depth`,
`in_position` ([what they are](corpus.md)).

```sql
SELECT position, count(*) AS hands, 100 * avg(net / unit) AS bb_100
FROM mine
WHERE pot_type = '3bet' AND depth >= 80 AND flop LIKE '%two-tone%' AND split_part(line, '/', 2) = 'XR'
GROUP BY position
```

`saved_filter` has the saved filters, `name` and `filter`.
"""


def filters_page() -> str:
    """The page."""
    parts = [NOTE, HEAD]
    for part, title in TITLES.items():
        rows = [_row(field) for field in FIELDS if field.part is part]
        parts.append(f"## {title}\n\n{table(['field', 'what it is', 'for example'], rows)}\n")
    parts.append(FIGURES_TEXT)
    hands = [[f"`{name}`", text] for name, (text, _) in CATEGORIES.items()]
    parts.append(f"## Categories of starting hands\n\n{table(['category', 'hands'], hands)}\n")
    words = [[f"`{name}`", text] for name, text in WORDS.items() if not name.endswith("-high")]
    words += [["`unpaired`", "no two cards of a rank"], ["`A-high` to `4-high`", "the highest card is this one"]]
    parts.append(f"## Textures of boards\n\n{table(['word', 'the cards on the board'], words)}\n")
    letters = ", ".join([f"`{letter}` {word}" for letter, word in LETTERS.items()])
    parts.append(LINES_TEXT.format(letters=letters))
    parts.append(SQL_TEXT)
    return "\n".join(parts)


def _row(field: Field) -> list[str]:
    names = ", ".join([f"`{name.replace('_', ' ')}`" for name in (field.key, *field.also)])
    choices = [word for word in field.choices if not word.startswith("UTG+")] if field.kind is Kind.CHOICE else []
    text = field.text + (f": {', '.join([f'`{word}`' for word in choices])}" if choices and field.key != "saw" else "")
    return [names, text, f"`{field.example}`"]
