"""What is said again gets the answer of the first copy, whatever has become of the table meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import FAST, until
from room_tables import terms
from shared_halls import known, node, run, say, two_with_a_table
from wire import Wire

from sidepot.cluster.messages import Answer, NodeMessage, Submit
from sidepot.cluster.remote import RemoteActor
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import Conflict
from sidepot.room.runtime.errors import Busy
from sidepot.room.runtime.table_actor import KIND, TableActor
from sidepot.room.store.place import Place
from sidepot.room.table.commands import Leave, Sit, encode

pytestmark = [POSTGRES.mark, POSIX.mark]

SEAT = Sit(seat=1, waits=False)


def answers_of(hall: SharedTableRegistry, monkeypatch: pytest.MonkeyPatch) -> list[Answer]:
    """The answers that a process sends to others from now on: none of them comes there."""
    found: list[Answer] = []
    send = hall.node.transport.send

    def kept(node: str, letter: NodeMessage) -> None:
        if isinstance(letter, Answer):
            found.append(letter)
        else:
            send(node, letter)

    monkeypatch.setattr(hall.node.transport, "send", kept)
    return found


def said(no: int, table: str, by: str, key: str) -> Submit:
    """Command `no` of a gateway: a seat."""
    return Submit(no, table, by, key, False, by, encode(SEAT))


def names(hall: SharedTableRegistry, table: str) -> list[str]:
    """Who sits there."""
    return sorted(hall.actor(table).machine.people)


def test_a_copy_of_what_was_refused_is_refused_though_it_could_be_done_now(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with two_with_a_table(place) as (_, one, _two, table):
            await say(one, table, SEAT, "Ann", "Ann/1")
            answers = answers_of(one, monkeypatch)
            for no, key in ((7, "Ben/1"), (7, "Ben/1"), (8, "Ben/1")):  # the last one by another gateway
                one.node.clients.say("b", said(no, table, "Ben", key))
                await until(lambda no=no: bool(answers) and answers[-1].no == no)
                if len(answers) == 1:
                    await say(one, table, Leave(), "Ann", "Ann/2")
            assert [(one.kind, one.code) for one in answers] == [("Conflict", answers[0].code)] * 3
            assert names(one, table) == []
            await say(one, table, SEAT, "Ben", "Ben/2")

    run(work)


def test_a_refused_command_is_refused_at_the_next_node_too(place: Place) -> None:
    """The table was handed over meanwhile; its new owner was told what was refused."""

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            await say(one, table, SEAT, "Ann", "Ann/1")
            with pytest.raises(Conflict) as before:
                await say(two, table, SEAT, "Ben", "Ben/1")
            await say(one, table, Leave(), "Ann", "Ann/2")
            await one.give(table, "b")
            for hall in (one, two):
                with pytest.raises(Conflict) as after:
                    await say(hall, table, SEAT, "Ben", "Ben/1")
                assert (after.value.message, after.value.code) == (before.value.message, before.value.code)
            await say(one, table, SEAT, "Ben", "Ben/2")
            assert names(two, table) == ["Ben"]

    run(work)


def test_after_a_take_over_what_was_refused_is_said_by_nobody_but_its_sender(place: Place) -> None:
    """The process that refused it is gone, and nobody else knows: the gateway that was told does not say it again.

    Said once more by its sender, it is a command like any other: done once, with one answer for all copies.
    """

    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one:
            async with node(place, wire, "b") as two:
                table = await two.open(terms(timing=FAST), "Host")
                await known(one, table)
                await say(one, table, SEAT, "Ann", "Ann/1")
                with pytest.raises(Conflict):
                    await say(one, table, SEAT, "Ben", "Ben/1")
                assert not one.actor(table).commands
                await say(one, table, Leave(), "Ann", "Ann/2")
            await until(lambda: isinstance(one.actor(table), TableActor))
            assert names(one, table) == []
            seq = await say(one, table, SEAT, "Ben", "Ben/1")
            assert await say(one, table, SEAT, "Ben", "Ben/1") == seq
            assert names(one, table) == ["Ben"]

    run(work)


def test_a_copy_of_what_was_too_much_is_not_done_later(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could be said again, but was answered: the same number gets the same answer."""

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, _two, table):
            answers = answers_of(one, monkeypatch)
            with monkeypatch.context() as patch:
                patch.setattr(one.actor(table).inbox, "limits", replace(KIND, most_of_one=0))
                one.node.clients.say("b", said(7, table, "Ben", "Ben/1"))
            one.node.clients.say("b", said(7, table, "Ben", "Ben/1"))
            await until(lambda: len(answers) == 2)
            assert [one.code for one in answers] == ["too_much"] * 2
            one.node.clients.say("b", said(8, table, "Ben", "Ben/1"))  # said again by the player
            await until(lambda: len(answers) == 3)
            assert answers[2].seq > 0

    run(work)


def test_commands_of_other_nodes_do_not_migrate_with_a_table(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its gateway says it again to the next owner: a copy that came there by another way would be a second command."""

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            told: list[Any] = []
            with monkeypatch.context() as patch:
                patch.setattr(one.member, "has_lease", lambda: False)
                two.actor(table).submit(SEAT, lambda seq, _: told.append(seq), by="Ben", id="Ben/1", account="Ben")
                one.actor(table).submit(Sit(), lambda seq, _: told.append(seq), by="Ann", id="Ann/1", account="Ann")
                await until(lambda: len(one.actor(table).inbox.waiting) == 2)
                await one.give(table, "b")
            remote = one.actor(table)
            assert isinstance(remote, RemoteActor)
            assert [waiting.message.by for waiting in remote.commands.values()] in (["Ann"], [])
            await until(lambda: len(told) == 2)
            assert all(told) and names(two, table) == ["Ann", "Ben"]

    run(work)


def test_of_a_table_that_was_not_heard_of_yet_nobody_says_that_it_is_locked(place: Place) -> None:
    """Nor that nothing has changed: a command may have been said before, by way of another process, and be done."""

    async def work() -> None:
        async with two_with_a_table(place) as (_, _one, two, table):
            assert not two.is_locked(table)
            two.actor(table).summary = None
            with pytest.raises(Busy, match="try again") as told:
                two.is_locked(table)
            assert told.value.code == "not_written"
            with pytest.raises(Conflict):
                two.is_locked("99")

    run(work)
