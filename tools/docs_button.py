"""The page of docs/ about button and blinds: each case in a line, and one of each part hand by hand.

python tools/docs_button.py T31/both-leave     prints the hands of a case
"""

from __future__ import annotations

import sys

from docs_text import NOTE, table

from sidepot.cases.button_cases import EMPTY, ButtonCase, NextHand, Night, look
from sidepot.cases.run import Case, load_cases
from sidepot.errors import Conflict
from sidepot.rules.rulebook import Rulebook
from sidepot.table.blinds import Planned

# Each part of the page: what it is about, and how the ids of its cases begin.
PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "The dead button": (
        "The big blind moves on by one player. The small blind moves to the last big blind, the button to the last "
        "small blind, even if nobody is dealt in there (TDA-2013 31). So everybody has every blind once a round, in "
        "order, and only the small blind and the button can be dead.",
        ("T31/", "LIVE-155"),
    ),
    "Two players, and three": (
        "With two players the button has the small blind. The big blind goes to the player who is next for it, so that "
        "nobody has it twice in a row (TDA-2013 33). When more players come, the small blind is where the big one was, "
        "and the button is right of it.",
        ("SV-166/", "T33/"),
    ),
    "The moving button": (
        "The button moves to the next player in the game, and the blinds to the players after that (PG-51). Nothing is "
        "dead, but when a player leaves, another may miss a blind.",
        ("PG-51/",),
    ),
    "Dealt in, and where": (
        "In a tournament a player who is moved to the table plays from any seat, including the blinds and the button, "
        "but not between the button and the small blind (TDA-2013 9). Absent players are dealt in and post.",
        ("SV-163/", "T9b/"),
    ),
    "Mixed games": (
        "After the last hand with blinds the button moves on once more. It then stays while games without "
        "blinds are played, and the first hand with blinds is played from there (TDA-2013 10-B). At dealer's choice "
        "the button always moves as in games with blinds, so the turn to deal does not depend on the game that is "
        "named. A player who waits for the big blind plays in games without blinds, and the button skips them "
        "(PG-104).",
        ("SV-160/", "T10c/"),
    ),
    "Antes and blinds": (
        "Everybody antes, or the big blind or the button antes for all. One blind or two go round (PG-38, PG-49). A "
        "short stack owes the full amount and pays what it has.",
        ("PG-38/", "PG-49/", "BARGE-ANTE-"),
    ),
    "Straddles and kills": (
        "A straddle is at least twice the bet before it. A kill blind is live, and the killer acts in turn.",
        ("BLINDS/straddle", "BLINDS/kill", "LIVE-165"),
    ),
    "Missed blinds and new players": (
        "In a cash game a player who sits out is not dealt in. A player who has missed blinds waits for the big blind, "
        "or makes them up: the big blind live, the small blind dead. A new player waits for the big blind or posts "
        "it, live; the number of blinds that have passed does not matter. Nobody makes up blinds or comes in between "
        "the button and the big blind. When fewer than two players are in the game, it starts again, and nobody posts "
        "to come in.",
        ("BLINDS/", "FIX-TB-"),
    ),
}


def button_page() -> str:
    """Every case of button and blinds, as a table of its hands."""
    left = [case for case in load_cases() if isinstance(case.body, ButtonCase)]
    parts = [
        "# Button and blinds",
        "For dealers and floor people who check where the button and the blinds go.",
        NOTE,
        "This page shows where the button and the blinds go from hand to hand, who is dealt in, and who posts what. "
        "The first case of each part is drawn as a table of consecutive hands; a first line without a number is the "
        "hand before. `python tools/docs_button.py T31/both-leave` draws any other. `sidepot check` runs them all "
        "(`src/sidepot/cases/table_button.toml`, "
        "[how to write one](cases.md#button-where-button-and-blinds-go-hand-after-hand)).",
        "`btn` is the button, `sb` the small and `bb` the big blind, `blind` a single blind. Nobody pays blinds in "
        "brackets: the hand has antes only. A dot is an empty seat. A player in brackets is not dealt in; a button or "
        "a small blind there is dead.",
    ]
    for title, (about, prefixes) in PARTS.items():
        chosen = [case for case in left if case.id.startswith(prefixes)]
        left = [case for case in left if case not in chosen]
        others = [[f"`{case.id}`", case.title, ", ".join(case.rules)] for case in chosen[1:]]
        parts += [f"## {title}", about, drawn(chosen[0]), *([table(["case", "shows", "rules"], others)] * bool(others))]
    if left:
        raise Conflict(f"no part of the page is about {left[0].id}")
    return "\n\n".join(parts) + "\n"


def drawn(case: Case) -> str:
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
    """The terms of the table, as far as they matter."""
    terms = [
        "tournament" if body.is_tournament else "cash game",
        f"button: {house.button.value}",
        ""
        if body.is_tournament or house.missed_blinds == "both"
        else f"returning players post {house.missed_blinds.value}",
        "" if house.shut_out else "new players are dealt in anywhere",
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
    posts = ", ".join(words.replace(" posts ", ": ", 1) for words in seen.posts or ())
    sleepers = "".join(f", {name} sleeps on {to}" for name, to in (seen.sleepers or {}).items())
    owes = ", ".join(f"{name}: {what}" for name, what in (seen.owes or {}).items())
    return ["; ".join(done), *_seats(night, planned, antes=hand.without_blinds), posts + sleepers, owes]


def _seats(night: Night, planned: Planned | None, *, antes: bool = False) -> list[str]:
    """A cell for each seat: the player, whether they are dealt in, and their button and blinds."""
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
    found = [case for case in load_cases() if case.id in sys.argv[1:] and isinstance(case.body, ButtonCase)]
    if not found:
        sys.exit("name the cases to draw, such as T31/both-leave")
    print("\n\n".join(map(drawn, found)))
