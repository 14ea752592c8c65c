"""The bus of tests does what `bus.Bus` promises, and loses what it is told to lose."""

from __future__ import annotations

import asyncio

from wire import Wire, WireBus

from sidepot.cluster.transport import Bus


class Ear:
    """Keeps what a process hears, and how often its bus was restored."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.restored = 0

    def restore(self) -> None:
        self.restored += 1


async def joined(wire: Wire, name: str, room: str = "r") -> tuple[WireBus, Ear]:
    bus, ear = wire.bus(name), Ear()
    checked: Bus = bus
    await checked.open(room, name, ear.heard.append, ear.restore)
    return bus, ear


async def letters() -> None:
    wire = Wire(delay=(0.0, 0.01))
    (a, of_a), (b, of_b), (_c, of_c) = [await joined(wire, name) for name in "abc"]
    _d, of_d = await joined(wire, "d", "another room")
    for at in range(50):
        a.send("b", b"%d" % at)
        b.send_all(b"all%d" % at)
    assert not of_b.heard  # never at once
    await wire.settle()
    assert of_b.heard == [b"%d" % at for at in range(50)]  # in order, though each takes its own time
    assert of_a.heard == of_c.heard == [b"all%d" % at for at in range(50)]
    assert not of_d.heard
    await a.close()
    b.send("a", b"late")
    await wire.settle()
    assert not a.is_up and b"late" not in of_a.heard


async def losing(seed: int) -> list[bytes]:
    wire = Wire(seed, lose=0.5)
    (a, _), (_b, of_b) = await joined(wire, "a"), await joined(wire, "b")
    for at in range(100):
        a.send("b", b"%d" % at)
    await wire.settle()
    assert 20 < wire.lost < 80 and len(of_b.heard) == wire.sent - wire.lost
    return of_b.heard


async def cut() -> None:
    wire = Wire(delay=(0.001, 0.002))
    (a, of_a), (b, of_b) = await joined(wire, "a"), await joined(wire, "b")
    a.send("b", b"on its way")
    wire.cut("b")
    assert not b.is_up and a.is_up
    a.send("b", b"while away")
    b.send("a", b"while away")
    await wire.settle()
    wire.mend("b")
    assert b.is_up
    a.send("b", b"after")
    await wire.settle()
    assert (of_a.heard, of_b.heard, of_b.restored, of_a.restored) == ([], [b"after"], 1, 0)
    wire.cut("b", knows=False)
    assert b.is_up  # as far as it knows


def test_letters_come_in_order_to_those_of_the_room() -> None:
    asyncio.run(letters())


def test_a_seed_loses_the_same_letters() -> None:
    first, again, other = (asyncio.run(losing(seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_one_that_is_cut_off_loses_what_is_on_its_way() -> None:
    asyncio.run(cut())
