"""The data for a printed sheet of a live tournament."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sidepot.tournament.tournament import Tournament
from sidepot.web.print.html import Markup, club_logo, tag, translatable
from sidepot.web.routes.club_look import ClubLook

if TYPE_CHECKING:
    from sidepot.games.unit import Unit


class Sheet(NamedTuple):
    """The data of a printed sheet.

    - `name`: returns the name for a mark, the text that is stored in place of the name
    - `text`: replaces all marks in a text by names
    - `code`: makes the QR code of a player's page
    - `entry`: the address of the check-in
    - `step`: the step whose move slips are printed (0 for the latest moves)
    """

    tournament: Tournament
    title: str
    at: int
    name: Callable[[str], str]
    text: Callable[[str], str]
    code: Callable[[str], Markup | None] = lambda _: None
    step: int = 0
    entry: str = ""
    club: ClubLook = ClubLook()

    def table(self, number: int) -> str:
        """The number of a table, with its name if it has one."""
        name = self.tournament.reports.names.get(number)
        return f"{number} ({name})" if name else str(number)

    @property
    def head(self) -> Markup:
        """The first line of a slip: the club and the tournament."""
        name = [self.club.name, " \N{MIDDLE DOT} "] if self.club.name else None
        return tag("p", club_logo(self.club.logo), name, self.title, cls="slip-title")

    def money(self, amount: int) -> Markup:
        """An amount of money, which the page formats in the user's language."""
        return translatable(self.unit.part(amount))

    @property
    def unit(self) -> Unit:
        """The unit of all money on the sheet."""
        return self.tournament.structure.money
