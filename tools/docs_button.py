"""The page of docs/ about button and blinds: the cases, hand by hand, as tables.

python tools/docs_button.py     writes docs/button.md
"""

from __future__ import annotations

from pathlib import Path

from docs_text import NOTE, table

from sidepot.cases.button import EMPTY, ButtonCase, NextHand, Night, look
from sidepot.cases.run import Case, load_cases
from sidepot.errors import Conflict
from sidepot.rules.rulebook import Rulebook
from sidepot.table.blinds import Planned

ROOT = Path(__file__).resolve().parent.parent

# Each part of the page: what it is about, and how the ids of its cases begin.
PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "The dead button": (
        "The big blind goes on by one player; the small blind and the button go to where the big and the small blind "
        "were, whoever sits there (TDA-2013 31). So everybody has every blind once a round, in order, and only the "
        "small blind and the button can be dead.",
        ("T31/",),
    ),
    "Two players, and three": (
        "With two players the button has the small blind, and the big blind goes to the one who is next for it, so "
        "that nobody has it twice running (TDA-2013 33). When more come, the small blind is where the big one was, and "
        "the button is right of it.",
        ("SV-166/", "T33/"),
    ),
    "The moving button": (
        "The button goes to the next player who is in the game, and the blinds to the players after him (PG-51). "
        "Nothing is dead, but where somebody leaves, another may miss a blind.",
        ("PG-51/",),
    ),
    "Who is dealt in where": (
        "In a tournament who is moved to the table plays from any seat, also from the blinds and the button, but not "
        "between the button and the small blind (TDA-2013 9). Absent players are dealt in and post.",
        ("SV-163/", "T9b/"),
    ),
    "Mixed games": (
        "After the last hand with blinds the button goes on once more and stands still while games without blinds are "
        "played; the first hand with blinds is played from there (TDA-2013 10-B). At dealer's choice it goes on as in "
        "the games with blinds, whichever game is named, so that who deals does not depend on it: who waits for the "
        "big blind plays where there is none, and the button passes him over (PG-104).",
        ("SV-160/", "T10c/"),
    ),
    "Antes and blinds": (
        "Antes of all, of the big blind or of the button; one blind or two, which go round (PG-38, PG-49). Short "
        "stacks owe the whole and pay what they have.",
        ("PG-38/", "PG-49/"),
    ),
    "Straddles and kills": (
        "A straddle is twice the bet before it or more. A kill blind is live, and the killer acts in turn.",
        ("BLINDS/straddle", "BLINDS/kill"),
    ),
    "Missed blinds and new players": (
        "In a cash game who sits out is not dealt in. Who has missed blinds waits for the big one, or makes them up: "
        "the big one live, the small one dead. A new player waits for the big blind or posts it, live; how many "
        "blinds have passed him does not matter. Nobody makes up blinds or comes in between the button and the big "
        "blind. Where fewer than two are in the game it begins anew, and nobody posts to come in.",
        ("BLINDS/", "FIX-TB-"),
    ),
}


def button_page() -> str:
    """Every case of button and blinds, as a table of its hands."""
    left = [case for case in load_cases() if isinstance(case.body, ButtonCase)]
    parts = [
        "# Button and blinds",
        NOTE,
        "Where the button and the blinds go from hand to hand, who is dealt in, and who posts what. These are the "
        "cases of the package (`src/sidepot/cases/table_button.toml`, played by `sidepot check`; "
        "[how to write one](cases.md#button-where-button-and-blinds-go-hand-after-hand)), each a table of hands that "
        "follow each other. The first line, where there is no number, is the hand before.",
        "In the tables `btn` is the button, `sb` the small and `bb` the big blind; with a single blind it is `blind`. "
        "Blinds in brackets nobody pays: it is a hand with antes only. A dot is an empty seat, and who stands in "
        "brackets is not dealt in: a button or a small blind there is dead.",
    ]
    for title, (about, prefixes) in PARTS.items():
        chosen = [case for case in left if case.id.startswith(prefixes)]
        left = [case for case in left if case not in chosen]
        parts += [f"## {title}", about, *[_case(case) for case in chosen]]
    if left:
        raise Conflict(f"no part of the page is about {left[0].id}")
    return "\n\n".join(parts) + "\n"


def _case(case: Case) -> str:
    """A case: what it shows, and its hands."""
    body = case.body
    assert isinstance(body, ButtonCase)
    night = Night(body)
    rows = []
    if night.marks is not None:
        rows.append(["", "", *_seats(night, None), "", ""])
    for number, hand in enumerate(body.hands, 1):
        for words in hand.do:
            night.happens(words)
        rows.append([str(number), *_hand(case, night, hand)])
    head = ["hand", "before it", *[f"seat {seat + 1}" for seat in range(night.seats)], "posts", "owe afterwards"]
    shown = [at for at in range(len(head)) if at in range(2, 3 + night.seats) or any(row[at] for row in rows)]
    why = [f"Hand {number}: {hand.why}" for number, hand in enumerate(body.hands, 1) if hand.why]
    terms = _terms(body, case.house_rules())
    return "\n\n".join(
        [
            f"### {case.title}",
            f"`{case.id}` · {', '.join(case.rules)}{f' · {terms}' if terms else ''}",
            table([head[at] for at in shown], [[row[at] for at in shown] for row in rows]),
            *why,
        ]
    )


def _terms(body: ButtonCase, house: Rulebook) -> str:
    """What is agreed at the table, as far as it matters."""
    terms = [
        "tournament" if body.event else "cash game",
        f"button: {house.button.value}",
        f"who comes back posts {house.missed_blinds.value}" if not body.event and house.missed_blinds != "both" else "",
        "" if house.shut_out else "who comes in is dealt in anywhere",
    ]
    return ", ".join(term for term in terms if term)


def _hand(case: Case, night: Night, hand: NextHand) -> list[str]:
    """What happened before a hand, where everybody is, what is posted, and who owes afterwards."""
    done = list(hand.do) + ["antes only"] * hand.without_blinds + ["button frozen"] * hand.frozen
    try:
        planned = night.plan(hand, case.house_rules())
    except Conflict as error:
        night.forget()
        return ["; ".join(done), *_seats(night, None), f"refused: {error.message}", ""]
    seen = look(night, planned)
    posts = ", ".join(words.replace(" posts ", ": ", 1) for words in seen["posts"])
    sleepers = "".join(f", {name} sleeps on {to}" for name, to in seen["sleepers"].items())
    owes = ", ".join(f"{name}: {what}" for name, what in seen["owes"].items())
    return ["; ".join(done), *_seats(night, planned, antes=hand.without_blinds), posts + sleepers, owes]


def _seats(night: Night, planned: Planned | None, *, antes: bool = False) -> list[str]:
    """A cell for each seat: who sits there, whether he is dealt in, and what he has of button and blinds."""
    marks = night.marks
    cells = []
    for seat in range(night.seats):
        name = night.name_of(seat)
        if name == EMPTY:
            cell = "·"
        elif planned is not None and seat not in planned.dealt:
            cell = f"({name})"
        else:
            cell = name
        if marks is not None:
            blinds = ["blind"] * (seat == marks.big) if marks.small == marks.big else []
            if marks.small != marks.big:
                blinds = ["sb"] * (seat == marks.small) + ["bb"] * (seat == marks.big)
            blinds = [f"({blind})" for blind in blinds] if antes else blinds
            cell = " ".join([cell, *["btn"] * (seat == marks.button), *blinds])
        cells.append(cell)
    return cells


if __name__ == "__main__":
    (ROOT / "docs" / "button.md").write_text(button_page(), encoding="utf-8")
