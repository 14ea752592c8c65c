"""HTTP: the persons of the club over the years: names, accounts, merging two, erasing one, all that is stored."""

from __future__ import annotations

import logging
from collections import defaultdict
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from sidepot.errors import SidepotError
from sidepot.room.runtime.cash_storage import CASH_STREAMS
from sidepot.room.runtime.persons import LONGEST_NAME, check_person, is_former, mark_of
from sidepot.room.store.club_persons import Club, Played, read_club, read_pictures, read_played
from sidepot.room.store.ledger import names_of, postings_of
from sidepot.room.store.persons import version_key
from sidepot.validation import quantities as q
from sidepot.validation.lookalikes import name_key, skeleton
from sidepot.web.auth.sessions import for_staff
from sidepot.web.logs import note
from sidepot.web.problems import NotFound
from sidepot.web.requests import Person
from sidepot.web.routes.avatars import address_of
from sidepot.web.state import AppState, Shared, now_ms
from sidepot.web.tournaments.access import check_texts, find_real

MOST_LISTED: Final = 5000
MOST_POSTINGS: Final = 20_000
PersonNumber = Annotated[int, PathParameter(description="The number of a person of the club.", ge=1, le=q.MOST_PERSONS)]
MergeNumber = Annotated[int, PathParameter(description="The number of a merge.", ge=1, le=q.MOST_STEPS)]
_log = logging.getLogger("sidepot.web")


class MergedPerson(msgspec.Struct, frozen=True):
    """A person who was merged into another: the old number and name, and the number of the merge, to undo it."""

    person: int
    name: str
    merge: int
    at: int
    by: str


class PersonOfClub(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person of the club.

    - `name`: the person's name ("" if the name was erased)
    - `account`: the name of the person's account of the room
    - `tournaments`: the number of live tournaments that the person entered or checked in to
    - `alike`: people with the same or a similar name, who may be the same person
    - `picture`: the address of the person's picture
    """

    number: int
    name: str
    tournaments: int
    account: str = ""
    merged: list[MergedPerson] = []
    alike: list[int] = []
    picture: str = ""


class PersonsOfClub(msgspec.Struct, frozen=True):
    """The people of the club in order of their names, erased ones last."""

    persons: list[PersonOfClub]


class ChangePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Change a person of the club.

    - `name`: the person's new name
    - `account`: the name of the person's account of the room ("" for none)
    - `erase`: whether the name is erased for good
    """

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None
    account: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    erase: bool = False


class MergePersons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Merge `person` into the person `into`, whose name and number remain."""

    person: q.Person
    into: q.Person


class TournamentOfPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the club stores about a person in a live tournament: the names under which the person played, and the
    result.
    """

    tournament: str
    title: str
    names: list[str]
    entered: bool = False
    place: int = 0
    prize: int = 0
    bounties: int = 0


class PostingOfPerson(msgspec.Struct, frozen=True):
    """A line about a person in the books.

    - `at`: when the line was written
    - `stream`: the table or tournament
    - `kind`: the kind of line
    - `chips`: the amount in units of `10 ** -decimals`
    """

    at: int
    stream: str
    kind: str
    chips: int
    decimals: int


class StoredOfPerson(msgspec.Struct, frozen=True):
    """Everything that the club stores about one person, with their lines in the books (at most the first 20,000)."""

    person: PersonOfClub
    tournaments: list[TournamentOfPerson]
    postings: list[PostingOfPerson]


@get("/api/club/persons", guards=[for_staff])
async def club_persons(app_state: Shared) -> Response[PersonsOfClub]:
    """The people of the club. For hosts."""
    return Response(await all_persons(app_state))


@post("/api/club/persons/{person:int}", status_code=200)
async def change_person(
    app_state: Shared, staff: Person, person: PersonNumber, data: JSONBody[ChangePerson]
) -> Response[PersonsOfClub]:
    """Rename a person of the club, link an account of the room, or erase the name. Standings keep the number. For
    hosts.
    """
    club = app_state.club_persons
    if data.name is not None:
        check_texts(data.name)
        await club.rename(person, check_person(data.name))
    if data.account is not None:
        await club.link_account(person, await _account(app_state, data.account))
    if data.erase:
        for tournament in await club.erase(person, version_key, await _not_over(app_state, person)):
            if tournament.startswith(CASH_STREAMS):
                await app_state.registry.cash.look_up_persons(tournament)
            else:
                await app_state.registry.tournaments.look_up_persons(tournament)
    note(_log, "person of the club changed", number=person, by=staff.name)
    return Response(await all_persons(app_state))


@post("/api/club/merges", status_code=200)
async def merge_persons(app_state: Shared, staff: Person, data: JSONBody[MergePersons]) -> Response[PersonsOfClub]:
    """Merge two people of the club. For hosts."""
    await app_state.club_persons.merge(data.person, data.into, at=now_ms(), by=staff.id)
    note(_log, "persons merged", person=data.person, into=data.into, by=staff.name)
    return Response(await all_persons(app_state))


@post("/api/club/merges/{merge:int}/undo", status_code=200)
async def undo_merge(app_state: Shared, staff: Person, merge: MergeNumber) -> Response[PersonsOfClub]:
    """Undo a merge, so that each of the two people has their own tournaments again. For hosts."""
    await app_state.club_persons.undo(merge, at=now_ms())
    note(_log, "merge undone", merge=merge, by=staff.name)
    return Response(await all_persons(app_state))


@get("/api/club/persons/{person:int}/stored", guards=[for_staff])
async def stored_of_person(app_state: Shared, person: PersonNumber) -> Response[StoredOfPerson]:
    """Everything that the club stores about one person, as JSON. For hosts."""
    club, played = await app_state.store.ask(lambda connection: (read_club(connection), read_played(connection)))
    if person not in club.persons:
        raise NotFound("the club has no such person", code="no_person")
    root = club.root(person)
    posted = await app_state.store.ask(postings_of(club.party(root), MOST_POSTINGS))
    mine = _numbers_there(club, played, root)
    whole = next(one for one in (await all_persons(app_state)).persons if one.number == root)
    found = StoredOfPerson(
        whole,
        [await _there(app_state, where, numbers) for where, numbers in mine.items()],
        [PostingOfPerson(one.at, one.stream, one.kind, one.chips, one.decimals) for one in posted],
    )
    headers = {"content-disposition": f'attachment; filename="person-{root}.json"'}
    return Response(found, headers=headers)


def _numbers_there(club: Club, played: list[Played], root: int) -> dict[str, list[int]]:
    """The tournaments of a person, and the person's numbers in each."""
    mine: defaultdict[str, list[int]] = defaultdict(list)
    for one in played:
        if club.root(one.club) == root:
            mine[one.tournament].append(one.number)
    return mine


async def _not_over(app_state: AppState, person: int) -> list[str]:
    """The tournaments of a person that need the name, because they are not over."""
    club, played = await app_state.store.ask(lambda connection: (read_club(connection), read_played(connection)))
    found = []
    for one in _numbers_there(club, played, club.root(person)):
        try:
            if one.startswith(CASH_STREAMS):
                is_over = (await app_state.registry.cash.find(one.removeprefix(CASH_STREAMS)))[0].over
            else:
                is_over = (await find_real(app_state, one))[0].over
        except SidepotError:  # archived elsewhere
            continue
        if not is_over:
            found.append(one)
    return found


async def _there(app_state: AppState, tournament: str, numbers: list[int]) -> TournamentOfPerson:
    """What a tournament stores about the person with these numbers. Former names have numbers of their own."""
    try:
        found, persons = await find_real(app_state, tournament)
    except SidepotError:  # archived elsewhere
        return TournamentOfPerson(tournament, "", [])
    names = [persons.name(mark_of(one)) for one in numbers]
    marks = [mark_of(one) for one in numbers if not is_former(one)]
    line = next(
        (one for one in app_state.registry.tournaments.views.of(found).standings.values() if one.player in marks), None
    )
    if line is None:
        return TournamentOfPerson(tournament, found.terms.title, names)
    return TournamentOfPerson(tournament, found.terms.title, names, True, line.place, line.paid, line.bounties)


async def _account(app_state: AppState, name: str) -> str:
    """The id of the account with this name; "" for none. Raises NotFound if nobody has it."""
    if not name.strip():
        return ""
    found = await app_state.accounts.named(name)
    if found is None:
        raise NotFound(f"nobody here is named {name!r}", code="no_account")
    return found.id


async def all_persons(app_state: AppState) -> PersonsOfClub:
    """The people of the club in order of their names."""
    club, played, pictures = await app_state.store.ask(
        lambda connection: (club := read_club(connection), read_played(connection), read_pictures(connection, club))
    )
    accounts = {one.account for one in club.persons.values() if one.account} | {one.by for one in club.merges}
    names = await app_state.store.ask(names_of(accounts))
    series = await app_state.season_nights.series(app_state.store)
    once = [one._replace(tournament=series.get(one.tournament, one.tournament)) for one in played]
    return PersonsOfClub(_listed(club, once, names, pictures))


def _listed(
    club: Club, played: list[Played], names: dict[str, str], pictures: dict[int, tuple[str, str]]
) -> list[PersonOfClub]:
    there: defaultdict[int, set[str]] = defaultdict(set)
    for one in played:
        there[club.root(one.club)].add(one.tournament)
    merged: defaultdict[int, list[MergedPerson]] = defaultdict(list)
    for merge in club.merges:
        if not merge.undone:
            was = club.persons[merge.person].name
            merged[club.root(merge.into)].append(
                MergedPerson(merge.person, was, merge.number, merge.at, names.get(merge.by, ""))
            )
    looks: defaultdict[str, list[int]] = defaultdict(list)
    for root in club.groups:
        if name := club.persons[root].name:
            looks[skeleton(name)].append(root)
    found = []
    for root in club.groups:
        name = club.persons[root].name
        alike = [one for one in looks.get(skeleton(name), ()) if one != root] if name else []
        account = club.account(root) if name else ""  # an erased person is only a number
        picture = address_of(*pictures[root]) if root in pictures else ""
        found.append(
            PersonOfClub(root, name, len(there[root]), names.get(account, ""), merged.get(root, []), alike, picture)
        )
    found.sort(key=lambda one: (not one.name, name_key(one.name), one.number))
    return found[:MOST_LISTED]


CLUB_PERSONS: Final = (club_persons, change_person, merge_persons, undo_merge)
CLUB_PERSONS_HEAVY: Final = (stored_of_person,)
