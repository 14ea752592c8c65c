"""The message bus between the nodes of a room, and the transport of one node, which notices missing messages.

A node sends its messages in numbered frames. Messages to the same node are collected until the next turn of the loop.
Each node regularly sends a `Heartbeat` to all, and one to each node to which it has sent something since, so that even
the loss of the last frame is noticed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from sidepot.cluster.messages import (
    Deliver,
    Frame,
    Heartbeat,
    NodeMessage,
    OfTournaments,
    PlainMessage,
    decode_frame,
    encode_frame,
)

LARGEST: Final = 512 * 1024  # bytes of one message; NATS accepts a megabyte by default
SILENT: Final = 5.0  # seconds without a message after which a node's subscribers count as gone
ALL: Final = ""  # stands for all nodes
_ROOM: Final = LARGEST // 2  # bytes of messages in one frame; a single message may be larger


Heard = Callable[[bytes], None]


class Bus(Protocol):
    """The message bus between the nodes of a room. Each node uses the bus from the event loop of its tables.

    The bus may lose messages: only the store counts, and a node that misses something asks again. Messages between two
    nodes arrive in order, or not at all. `NatsBus` is the implementation on NATS.
    """

    @property
    def is_up(self) -> bool:
        """Whether messages can be sent now. If the bus is down, `send` drops them."""

    async def open(self, room: str, node: str, heard: Heard, restored: Callable[[], None]) -> None:
        """Join a `room` as `node`. Both names consist of plain letters, digits, `-` and `_`.

        From then on, `heard` gets every message to this node or to all nodes, except the node's own messages.
        `restored` is called when the bus is back after an outage, because messages may have been lost. Raises Conflict
        if the bus cannot be reached, or its address is malformed.
        """

    def send(self, node: str, data: bytes) -> None:
        """Send a message to one node. This never waits or fails, but the message may be lost."""

    def send_all(self, data: bytes) -> None:
        """Send a message to every other node of the room."""

    async def close(self) -> None:
        """Send the waiting messages, and stop receiving."""


class Reader(Protocol):
    """Handles messages that arrive."""

    def read(self, node: str, message: NodeMessage) -> None:
        """Handle a message from a node."""

    def missed(self, node: str) -> None:
        """Called for the first message from a node, and when messages from a node were lost."""

    def gone(self, node: str) -> None:
        """Called when a node has been silent for long, or was restarted. The node's subscribers and commands are
        gone.
        """


class Transport(Protocol):
    """Sends messages to other nodes."""

    node: str
    epoch: int

    @property
    def peers(self) -> dict[str, Peer]:
        """The other nodes that have sent messages so far."""

    def send(self, node: str, message: PlainMessage) -> None:
        """Send a message to a node, or to all nodes (`ALL`)."""

    def tell(self, node: str, subscriber: int, data: bytes) -> None:
        """Send a message to a subscriber on another node."""


class Peer:
    """Another node: its epoch, and the numbers of its last frames to this node and to all nodes."""

    __slots__ = ("all_heard", "at", "epoch", "heard", "is_there", "leaving")

    def __init__(self, epoch: int, at: float) -> None:
        self.epoch = epoch
        self.heard = 0
        self.all_heard = 0
        self.at = at
        self.leaving = False
        self.is_there = True


class NodeTransport:
    """The transport of this node in its `epoch`."""

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
        self._waiting: dict[str, list[NodeMessage]] = {}
        self._since_heartbeat: set[str] = set()
        self._size = 0

    async def open(self, room: str) -> None:
        """Connect to the bus. Raises Conflict if it cannot be reached."""
        await self._bus.open(room, self.node, self._heard, self._restored)

    async def close(self) -> None:
        """Send the waiting messages, and stop receiving."""
        self._flush()
        await self._bus.close()

    @property
    def is_up(self) -> bool:
        """Whether messages can be sent at the moment."""
        return self._bus.is_up

    # ---- sending

    def send(self, node: str, message: NodeMessage) -> None:
        """Send a message to a node, or to all nodes (`ALL`), together with the other messages of this turn of the event
        loop.
        """
        waiting = self._waiting
        if not waiting:
            self._loop.call_soon(self._flush)
        found = waiting.get(node)
        if found is None:
            found = waiting[node] = []
        found.append(message)

    def tell(self, node: str, subscriber: int, data: bytes) -> None:
        """Send a message to a subscriber on another node. A message for several subscribers is sent only once."""
        found = self._waiting.get(node)
        if found:
            last = found[-1]
            if type(last) is Deliver and last.data is data:
                last.subscribers.append(subscriber)
                return
        self.make_room(len(data))
        self.send(node, Deliver([subscriber], data))

    def make_room(self, size: int) -> None:
        """Send the waiting messages first, if a message of `size` bytes would not fit into their frame."""
        self._size += size
        if self._size > _ROOM:
            self._flush()
            self._size = size

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, {}
        self._size = 0
        for node, messages in waiting.items():
            n = self._sent[node] = self._sent.get(node, 0) + 1
            data = encode_frame(Frame(self.node, self.epoch, node == ALL, n, messages))
            if node == ALL:
                self._bus.send_all(data)
            else:
                self._bus.send(node, data)
                self._since_heartbeat.add(node)

    def heartbeat(self) -> None:
        """Send a heartbeat to all other nodes, and mark the nodes that are silent."""
        message = Heartbeat(self.leaving)
        self._flush()
        for node in [*self._since_heartbeat, ALL]:
            self.send(node, message)
        self._flush()
        self._since_heartbeat.clear()
        now = self._loop.time()
        for node, peer in self.peers.items():
            if peer.is_there and now > peer.at + SILENT:
                peer.is_there = False
                self._reader.gone(node)

    # ---- receiving

    def _heard(self, data: bytes) -> None:
        frame = decode_frame(data)
        if frame is None or frame.node == self.node:
            return
        node = frame.node
        peer = self.peers.get(node)
        if peer is not None and frame.epoch < peer.epoch:
            return  # it was fenced off, so its messages are outdated
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
            return  # already received
        lost = lost or frame.n != before + 1
        if frame.to_all:
            peer.all_heard = frame.n
        else:
            peer.heard = frame.n
        self._read(node, peer, frame.messages, lost)

    def _read(self, node: str, peer: Peer, messages: list[NodeMessage], lost: bool) -> None:
        if lost:
            self.gaps += 1
            self._reader.missed(node)
        for message in messages:
            if type(message) is Heartbeat:
                peer.leaving = message.leaving
            else:
                self._reader.read(node, message)

    def _restored(self) -> None:
        """Handle the return of the bus after an outage, in which every node may have missed messages."""
        for node, peer in self.peers.items():
            if peer.is_there:
                self._reader.missed(node)


class TournamentTransport:
    """The transport for messages about tournaments. It uses the connection of the transport for tables."""

    def __init__(self, transport: NodeTransport) -> None:
        self.node = transport.node
        self.epoch = transport.epoch
        self._transport = transport

    @property
    def peers(self) -> dict[str, Peer]:
        """The other nodes that have sent messages so far."""
        return self._transport.peers

    def send(self, node: str, message: PlainMessage) -> None:
        """Send a message to a node, or to all nodes (`ALL`)."""
        self._transport.send(node, OfTournaments(message))

    def tell(self, node: str, subscriber: int, data: bytes) -> None:
        """Send a message to a subscriber on another node."""
        self._transport.make_room(len(data))
        self.send(node, Deliver([subscriber], data))
