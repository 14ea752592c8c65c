"""`sidepot serve`: the card room, for browsers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import text_option
from sidepot.cli.room_store import Address, Data, find_place
from sidepot.errors import BadNotation
from sidepot.extras import not_installed

if TYPE_CHECKING:
    from sidepot.room.store.place import Place
    from sidepot.web.server import Started
    from sidepot.web.settings import Settings


Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.", metavar="ADDRESS")]
Port = Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")]
Node = Annotated[str, text_option("The name of this process: several share a PostgreSQL database.", "NAME")]
Bus = Annotated[
    str, text_option("The NATS over which the processes of the room are one: each has some of the tables.", "URL")
]
TrustBus = Annotated[bool, typer.Option("--trust-bus", help="Use a bus that needs no login: nobody else reaches it.")]
Lease = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        min=0.4,
        max=60,
        help="Of several processes: how long one may be silent before others take its tables.",
    ),
]
Demo = Annotated[bool, typer.Option("--demo/--no-demo", help="Open tables with bots on the first start.")]
OpenPage = Annotated[bool, typer.Option("--open", help="Open the room in your browser.")]
HostLink = Annotated[
    bool, typer.Option("--host-link", help="Print a new link; the first person to use it becomes host.")
]
Origin = Annotated[
    list[str] | None,
    typer.Option(
        metavar="URL",
        help="Another address of the room for browsers, through a proxy: https://cards.example.org.",
    ),
]
Https = Annotated[bool, typer.Option("--https", help="Cookies for HTTPS only, behind a proxy that speaks it.")]
Limits = Annotated[
    bool, typer.Option("--limits/--no-limits", help="Limit the rate of each client; turn it off only to measure.")
]
Archive = Annotated[
    str, text_option("A folder for copies of evenings with real chips, at each level and break.", "DIR")
]
Json = Annotated[bool, typer.Option("--json", help="Print one line of JSON when the room is open, and log in JSON.")]


def command(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    db: Address = "",
    node: Node = "",
    bus: Bus = "",
    trust_bus: TrustBus = False,
    lease: Lease = 2.0,
    demo: Demo = True,
    open_page: OpenPage = False,
    host_link: HostLink = False,
    origin: Origin = None,
    https: Https = False,
    limits: Limits = True,
    archive: Archive = "",
    json: Json = False,
) -> None:
    """Open the card room at this address, until you stop it with Ctrl+C.

    Anybody who opens the page is a guest by a name, and sits down at a table with a second click. All hands are kept,
    and the room goes on in the middle of the hand when you start it again. Until there is a host each start prints a
    link that makes you host.

    Examples:

      sidepot serve --open
      sidepot serve --host 0.0.0.0 --port 80 --data /srv/cards --no-demo
      sidepot serve --db postgresql://ann@localhost/cards
      sidepot serve --db postgresql://ann@db/cards --node n1
      sidepot serve --db postgresql://ann@db/cards --node n1 --bus nats://n1:secret@bus:4222

    With --node a process stands by while another one has the room, and takes it over within a second or two when that
    one ends, however it ends. With --bus they share the room: each has some of the tables, players connect to any of
    them and play at all tables, and when one ends the others take its tables over. Everybody on the bus can read cards
    that are face down, so a bus that needs no login is refused, unless it is on this machine, or with --trust-bus.

    Exit codes: 0 it was stopped; 2 it could not start; 75 another process has put it out (start it again).
    """
    from sidepot.web.settings import Settings

    place = find_place(data, db)
    settings = Settings(
        host=host, port=port, demo=demo, limits=limits, secure=https, host_link=host_link, node=node, bus=bus,
        trust_bus=trust_bus, lease=lease, origins=tuple(origin or ()), archive=archive,
    )  # fmt: skip
    _serve(settings, place, json=json, open_page=open_page)


def _serve(settings: Settings, place: Place, *, json: bool, open_page: bool) -> None:
    """Open the room, say where it is, and serve it until it is stopped."""
    try:
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
            _show(found, shares=bool(settings.bus))
        if open_page:
            _open(found.host_link or found.address)

    start_logging(plain=False if json else None)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(settings, place, started))


def _show(found: Started, *, shares: bool) -> None:
    print(f"The room is open at {found.address}")
    if found.network:
        from sidepot.web.print.qr import qr_text

        print(f"On this network:    {found.network}")
        if sys.stdout.isatty():
            print(qr_text(found.network))
    if found.host_link:
        print(f"To be its host, follow this link (it works once): {found.host_link}")
    stops = "Ctrl+C hands its tables over and stops it, a second one stops it at once" if shares else "Ctrl+C stops it"
    print(f"It is kept in {found.data}; {stops}, and nothing is lost.", flush=True)


def _open(address: str) -> None:
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    common.say("opening the browser")
