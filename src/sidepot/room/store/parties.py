"""The parties of the books: the key by which a posting names a party, and the party that this key stands for now.

A posting names a player by an account of the room, by `~` and a name (a bot), by `#` and the number of a person of the
club, or, in the log of a live tournament, by a mark, which is a number of that tournament alone. All keys of one person
mean one party: the account, if the person has one, otherwise `#` and the number. So a merge, an account that is linked
later, or a name that is erased changes no posting.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, or_, select, tuple_

from sidepot.room.store.club_persons import PARTY, Club, read_club
from sidepot.room.store.schema import person, posting

TOURNAMENT_PREFIX: Final = "tournament/"
_OPENS: Final = "\u27e8"
_AT_ONCE: Final = 500


class Booked(NamedTuple):
    """The stream of a posting, and the key of its player in that stream."""

    stream: str
    player: str


class PartyIndex:
    """The parties that some postings name, at one moment."""

    def __init__(self, club: Club, linked: Mapping[Booked, int]) -> None:
        self._club = club
        self._linked = linked  # the persons of the club behind the marks

    def of(self, player: str, stream: str = "") -> str:
        """The party for the key of a player in a stream."""
        if player.startswith(_OPENS):
            number = self._linked.get(Booked(stream, player), 0)
            return self._club.party(number) if number else f"~Player {player[1:-1]}"
        if player.startswith(PARTY) and player[1:].isdecimal():
            return self._club.party(int(player[1:]))
        root = self._club.of_account.get(player)
        return self._club.party(root) if root is not None else player

    def person_name(self, party: str) -> str:
        """The name of a party that is a person of the club, with or without an account ("" for any other party)."""
        root = self._club.of_account.get(party)
        return self._club.name(root) if root is not None else self.name(party)

    def name(self, party: str) -> str:
        """The name of a party that is a person without an account ("" for any other party)."""
        return self._club.name(int(party[1:])) if party.startswith(PARTY) and party[1:].isdecimal() else ""


def read_parties(connection: Connection, booked: Iterable[Booked] = ()) -> PartyIndex:
    """Read the parties that these postings name."""
    tournaments = sorted(
        {one.stream.removeprefix(TOURNAMENT_PREFIX) for one in booked if one.player.startswith(_OPENS)}
    )
    linked: dict[Booked, int] = {}
    for at in range(0, len(tournaments), _AT_ONCE):
        query = select(person.c.tournament, person.c.number, person.c.club)
        for tournament, number, club in connection.execute(
            query.where(person.c.tournament.in_(tournaments[at : at + _AT_ONCE]), person.c.club != 0)
        ):
            linked[_of_mark(str(tournament), int(number))] = int(club)
    return PartyIndex(read_club(connection), linked)


def _of_mark(tournament: str, number: int) -> Booked:
    return Booked(TOURNAMENT_PREFIX + tournament, f"{_OPENS}{number}\u27e9")


def of_party(party: str, connection: Connection) -> ColumnElement[bool]:
    """The SQL condition for the postings of one party, under any of its keys."""
    club = read_club(connection)
    root = club.of_account.get(party)
    if root is None and party.startswith(PARTY) and party[1:].isdecimal():
        root = club.root(int(party[1:]))
    if root is None:
        return posting.c.player == party
    group: Collection[int] = club.groups.get(root, [root])
    keys = [party, *[f"{PARTY}{one}" for one in group]]
    keys += [one.account for one in map(club.persons.get, group) if one is not None and one.account]
    query = select(person.c.tournament, person.c.number).where(person.c.club.in_(group))
    marks = [_of_mark(str(tournament), int(number)) for tournament, number in connection.execute(query)]
    known = posting.c.player.in_(keys)
    return or_(known, tuple_(posting.c.stream, posting.c.player).in_(marks)) if marks else known
