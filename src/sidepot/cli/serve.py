"""`sidepot serve`: run a card room for web browsers."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import text_option
from sidepot.cli.room_store import Address, Data, find_place
from sidepot.cli.usual_house import read_houses
from sidepot.errors import BadNotation
from sidepot.extras import not_installed

if TYPE_CHECKING:
    from sidepot.room.store.place import Place
    from sidepot.web.server import Started
    from sidepot.web.settings import Settings


class ReachName(StrEnum):
    """From where the room can be reached: only from this machine, or also from the local network."""

    here = "here"
    lan = "lan"


Host = Annotated[
    str, typer.Option(help="The address to listen on, for a server; 0.0.0.0 for all networks.", metavar="ADDRESS")
]
Reach = Annotated[
    ReachName,
    typer.Option(
        help="Who reaches the room at the start: this machine only, or also the local network. "
        "The room's owner can switch that on the page, under Invite."
    ),
]
Port = Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port to listen on; 0 for any free port.")]
Node = Annotated[str, text_option("The name of this node; several nodes share a PostgreSQL database.", "NAME")]
Bus = Annotated[str, text_option("The NATS server that connects the nodes, so that they share the tables.", "URL")]
TrustBus = Annotated[
    bool, typer.Option("--trust-bus", help="Use a bus without login; make sure that nobody else can reach it.")
]
Lease = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        min=0.4,
        max=60,
        help="Seconds without a heartbeat after which other nodes take over the tables.",
    ),
]
Demo = Annotated[bool, typer.Option("--demo/--no-demo", help="Open demo tables with bots on the first start.")]
OpenPage = Annotated[
    bool | None,
    typer.Option("--open/--no-open", help="Open the room in your browser; the default in a terminal on a desktop."),
]
Log = Annotated[
    bool, typer.Option("--log", help="Print the log in a terminal too. Elsewhere it always goes to stderr.")
]
HostLink = Annotated[
    bool, typer.Option("--host-link", help="Print a new host link. It makes the first person who opens it the host.")
]
Origin = Annotated[
    list[str] | None,
    typer.Option(
        metavar="URL",
        help="Another address of the room, behind a proxy: https://cards.example.org.",
    ),
]
Https = Annotated[bool, typer.Option("--https", help="Send cookies over HTTPS only; use it behind an HTTPS proxy.")]
Limits = Annotated[
    bool,
    typer.Option("--limits/--no-limits", help="Limit the request rate of each client; disable only for measurements."),
]
Archive = Annotated[
    str, text_option("A folder for copies of live tournaments, written at each level and break.", "DIR")
]
Json = Annotated[
    bool, typer.Option("--json", help="Print one line of JSON when the room is open, and write logs as JSON.")
]


def command(
    reach: Reach = ReachName.here,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    db: Address = "",
    node: Node = "",
    bus: Bus = "",
    trust_bus: TrustBus = False,
    lease: Lease = 2.0,
    demo: Demo = True,
    open_page: OpenPage = None,
    log: Log = False,
    host_link: HostLink = False,
    origin: Origin = None,
    https: Https = False,
    limits: Limits = True,
    archive: Archive = "",
    json: Json = False,
) -> None:
    """Run a card room for web browsers, until you stop it with Ctrl+C.

    Everyone who opens the page can choose a name, sit down at a table and play. All hands are stored; after a restart
    the room continues in the middle of the hand. Until the room has a host, each start prints a link that makes you
    the host.

    Examples:

      sidepot serve
      sidepot serve --reach lan
      sidepot serve --host 0.0.0.0 --port 80 --data /srv/cards --no-demo
      sidepot serve --db postgresql://ann@localhost/cards
      sidepot serve --db postgresql://ann@db/cards --node n1
      sidepot serve --db postgresql://ann@db/cards --node n1 --bus nats://n1:secret@bus:4222

    With --node, one node runs the room and the others stand by; if it fails, another takes over within two seconds.
    With --bus, all nodes share the tables: players connect to any node and play at every table, and if a node fails,
    the others take over its tables. Everyone on the bus can read face-down cards, so a bus without login is refused
    unless it is on this machine or you pass --trust-bus.

    Exit codes: 0 stopped, 2 could not start, 75 fenced off by another node (start it again).
    """
    from sidepot.web.settings import Settings

    place = find_place(data, db)
    settings = Settings(
        reach=reach.value, host=host, port=port, demo=demo, limits=limits, secure=https, host_link=host_link,
        node=node, bus=bus, trust_bus=trust_bus, lease=lease, origins=tuple(origin or ()), archive=archive,
    )  # fmt: skip
    if open_page is None:
        open_page = not json and not node and common.has_browser()
    _serve(settings, place, json=json, open_page=open_page, log=log)


def _serve(settings: Settings, place: Place, *, json: bool, open_page: bool, log: bool) -> None:
    """Open the room, print its address, and serve it until it is stopped."""
    try:
        from sidepot.room.store.folder import default_folder
        from sidepot.web.logs import start_logging
        from sidepot.web.server import loop_factory, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sidepot"):
            raise
        raise BadNotation(not_installed(error, "serve")) from None
    import asyncio

    def started(found: Started) -> None:
        if json:
            import msgspec

            print(msgspec.json.encode(found).decode(), flush=True)
        else:
            _show(found)
        if open_page:
            common.open_in_browser(found.host_link or found.address)

    read_houses((default_folder() if place.file is None else place.file.parent) / "houses")
    start_logging(plain=False if json else None, quiet=not (json or log))
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(settings, place, started))


def _show(found: Started) -> None:
    """Print the address, the address on the network for other devices, and, until there is a host, the host link."""
    print(f"The room is open at {found.address} (Ctrl+C stops it)")
    if found.network:
        from sidepot.web.print.qr import qr_text

        print(f"On this network: {found.network}")
        if sys.stdout.isatty():
            print(qr_text(found.network))
    if found.host_link:
        print(f"To become the host, open this link once: {found.host_link}")
    sys.stdout.flush()
