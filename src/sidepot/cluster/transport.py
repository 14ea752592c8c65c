"""The bus between the processes of a room, and the post of one of them, which notices when a letter is missing.

The letters of a process go out in numbered frames.
Letters to one process gather until the loop comes round, and go together. Once in a while every process sends a `Beat`
to all others, and to each to which it has sent anything since: so the loss of a last frame is noticed too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from sidepot.cluster.messages import Beat, Frame, Letter, OfTournaments, PlainLetter, Told, decode_frame, encode_frame

LARGEST: Final = 512 * 1024  # bytes of one letter; NATS takes a megabyte unless it is told otherwise
SILENT: Final = 5.0  # seconds without a word of a process, after which its viewers are thought gone
ALL: Final = ""  # to all
_ROOM: Final = LARGEST // 2  # bytes of messages in one frame; a single one may be larger


Heard = Callable[[bytes], None]


class Bus(Protocol):
    """The bus between the processes of a room, as one of them uses it, in the loop of its tables.

    It may lose letters, and is allowed to: the truth is in the store, and a process that misses something asks again.
    Letters from one process to another come in the order in which they were sent, or not at all. `NatsBus` is the one
    on NATS.
    """

    @property
    def is_up(self) -> bool:
        """Whether letters go out at the moment. If not, `send` drops them."""

    async def open(self, room: str, node: str, heard: Heard, restored: Callable[[], None]) -> None:
        """Be process `node` of a `room`, a name of plain letters, digits, `-` and `_` for each.

        From now on `heard` is given every letter that is sent to this process or to all, except its own. `restored` is
        called when the bus was away and is there again: letters may be lost. Raises Conflict where the bus cannot be
        reached, or the address is none.
        """

    def send(self, node: str, data: bytes) -> None:
        """Send a letter to one process. Never waits, nor fails: it may be lost."""

    def send_all(self, data: bytes) -> None:
        """Send a letter to every other process of the room."""

    async def close(self) -> None:
        """Send what waits, and hear nothing any more."""


class Reader(Protocol):
    """The reader of the letters."""

    def read(self, node: str, letter: Letter) -> None:
        """A letter of a process."""

    def missed(self, node: str) -> None:
        """Letters of a process were lost, or it is heard for the first time."""

    def gone(self, node: str) -> None:
        """A process has not been heard for long, or lives anew: its viewers and commands are nobody's."""


class Mail(Protocol):
    """The post, as those use it who write letters."""

    node: str
    epoch: int

    @property
    def peers(self) -> dict[str, Peer]:
        """The other processes as they are heard."""

    def send(self, node: str, letter: PlainLetter) -> None:
        """Send a letter to a process, or to all."""

    def tell(self, node: str, viewer: int, data: bytes) -> None:
        """Send a message to a viewer at a gateway."""


class Peer:
    """Another process as it is heard: its life, and its last frames to this one and to all."""

    __slots__ = ("all_heard", "at", "epoch", "heard", "is_there", "leaving")

    def __init__(self, epoch: int, at: float) -> None:
        self.epoch = epoch
        self.heard = 0
        self.all_heard = 0
        self.at = at
        self.leaving = False
        self.is_there = True


class Post:
    """The letters of process `node` in its life `epoch`."""

    def __init__(self, bus: Bus, node: str, epoch: int, reader: Reader) -> None:
        self.node = node
        self.epoch = epoch
        self.gaps = 0
        self.leaving = False
        self.peers: dict[str, Peer] = {}
        self._bus = bus
        self._reader = reader
        self._loop = asyncio.get_running_loop()
        self._sent: dict[str, int] = {}
        self._waiting: dict[str, list[Letter]] = {}
        self._since_beat: set[str] = set()
        self._size = 0

    async def open(self, room: str) -> None:
        """Hear and be heard. Raises Conflict."""
        await self._bus.open(room, self.node, self._heard, self._restored)

    async def close(self) -> None:
        """Send what waits; hear nothing any more."""
        self._flush()
        await self._bus.close()

    @property
    def is_up(self) -> bool:
        """Whether letters go out at the moment."""
        return self._bus.is_up

    # ---- out

    def send(self, node: str, letter: Letter) -> None:
        """Send a letter to a process (`ALL`: to all others), with what else is sent to it in this turn of the loop."""
        waiting = self._waiting
        if not waiting:
            self._loop.call_soon(self._flush)
        found = waiting.get(node)
        if found is None:
            found = waiting[node] = []
        found.append(letter)

    def tell(self, node: str, viewer: int, data: bytes) -> None:
        """Send a message to a viewer at a gateway; the same one to several goes once."""
        found = self._waiting.get(node)
        if found:
            last = found[-1]
            if type(last) is Told and last.data is data:
                last.viewers.append(viewer)
                return
        self.make_room(len(data))
        self.send(node, Told([viewer], data))

    def make_room(self, size: int) -> None:
        """A message of so many bytes is about to be sent: what waits goes first, if both are too much for a frame."""
        self._size += size
        if self._size > _ROOM:
            self._flush()
            self._size = size

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, {}
        self._size = 0
        for node, letters in waiting.items():
            n = self._sent[node] = self._sent.get(node, 0) + 1
            data = encode_frame(Frame(self.node, self.epoch, node == ALL, n, letters))
            if node == ALL:
                self._bus.send_all(data)
            else:
                self._bus.send(node, data)
                self._since_beat.add(node)

    def beat(self) -> None:
        """Tell all others that this process is there; and note which of them are not."""
        told = Beat(self.leaving)
        self._flush()
        for node in [*self._since_beat, ALL]:
            self.send(node, told)
        self._flush()
        self._since_beat.clear()
        now = self._loop.time()
        for node, peer in self.peers.items():
            if peer.is_there and now > peer.at + SILENT:
                peer.is_there = False
                self._reader.gone(node)

    # ---- in

    def _heard(self, data: bytes) -> None:
        frame = decode_frame(data)
        if frame is None or frame.node == self.node:
            return
        node = frame.node
        peer = self.peers.get(node)
        if peer is not None and frame.epoch < peer.epoch:
            return  # it was put out: what it says is the past
        if peer is None or frame.epoch > peer.epoch:
            if peer is not None and peer.is_there:
                self._reader.gone(node)
            peer = self.peers[node] = Peer(frame.epoch, self._loop.time())
            lost = True
        else:
            peer.at = self._loop.time()
            lost = not peer.is_there
            peer.is_there = True
        before = peer.all_heard if frame.to_all else peer.heard
        if frame.n <= before:
            return  # heard already
        lost = lost or frame.n != before + 1
        if frame.to_all:
            peer.all_heard = frame.n
        else:
            peer.heard = frame.n
        self._read(node, peer, frame.letters, lost)

    def _read(self, node: str, peer: Peer, letters: list[Letter], lost: bool) -> None:
        if lost:
            self.gaps += 1
            self._reader.missed(node)
        for letter in letters:
            if type(letter) is Beat:
                peer.leaving = letter.leaving
            else:
                self._reader.read(node, letter)

    def _restored(self) -> None:
        """The bus was away: everybody may have missed something."""
        for node, peer in self.peers.items():
            if peer.is_there:
                self._reader.missed(node)


class Wing:
    """The same post for the letters about tournaments."""

    def __init__(self, post: Post) -> None:
        self.node = post.node
        self.epoch = post.epoch
        self._post = post

    @property
    def peers(self) -> dict[str, Peer]:
        """The other processes as they are heard."""
        return self._post.peers

    def send(self, node: str, letter: PlainLetter) -> None:
        """Send a letter to a process, or to all."""
        self._post.send(node, OfTournaments(letter))

    def tell(self, node: str, viewer: int, data: bytes) -> None:
        """Send a message to a viewer at a gateway."""
        self._post.make_room(len(data))
        self.send(node, Told([viewer], data))
